"""What was asked and answered, and what it cost: one SQLite file with JSON values, safe to kill at any moment."""

import json
import sqlite3
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import Field

from jarvisevo.files.config import Config

IMAGE_TOKENS = 1000
"""Tokens that an image of 768 pixels is reckoned at before a server says better."""


class BudgetError(RuntimeError):
    """The budget does not cover the next request. What was done so far is kept."""


class Price(Config):
    """Currency per million tokens."""

    input: float = 0.0
    output: float = 0.0


class Budget(Config):
    """Limits over all roles together; None is no limit.

    currency  in the unit of `prices`, whose keys are the model's names
    """

    requests: int | None = None
    tokens: int | None = None
    currency: float | None = None
    prices: dict[str, Price] = Field(default_factory=dict)


@dataclass(frozen=True)
class Spent:
    """What requests cost so far. Hits of the cache cost nothing."""

    requests: int = 0
    tokens: int = 0
    currency: float = 0.0


class Ledger:
    """Cache and book of one file; ":memory:" keeps nothing. Safe to use from several threads."""

    def __init__(self, path: Path | str = ":memory:", budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self._lock = threading.Lock()
        self._db = sqlite3.connect(path, check_same_thread=False, timeout=60)
        self._reserved = Spent()
        try:
            self._prepare(path)
        except sqlite3.DatabaseError as error:
            raise ValueError(f"{path}: {error}: move it away; what was asked will be asked again") from None

    def _prepare(self, path: Path | str) -> None:
        with self._lock, self._db:
            if path != ":memory:":
                self._db.execute("pragma journal_mode=wal")
                # a killed process loses nothing, a power cut at most the last replies
                self._db.execute("pragma synchronous=normal")
            self._db.execute("create table if not exists replies (key text primary key, reply text not null)")
            self._db.execute(
                "create table if not exists spent (model text, role text, requests integer, tokens_in integer, "
                "tokens_out integer, primary key (model, role))"
            )

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def find(self, key: str) -> Mapping[str, Any] | None:
        """A kept reply."""
        with self._lock:
            row = self._db.execute("select reply from replies where key = ?", (key,)).fetchone()
        return json.loads(row[0]) if row else None

    def reserve(self, model: str, tokens_in: int, tokens_out: int) -> Spent:
        """Set aside what a request can cost at most; BudgetError when that is more than there is."""
        cost = Spent(1, tokens_in + tokens_out, self._price(model, tokens_in, tokens_out))
        with self._lock:
            total = _sum(self._spent(), self._reserved, cost)
            for name in ("requests", "tokens", "currency"):
                limit = getattr(self.budget, name)
                if limit is not None and getattr(total, name) > limit:
                    raise BudgetError(
                        f"the budget of {limit:g} {name} is used up ({getattr(self._spent(), name):g} spent)"
                    )
            self._reserved = _sum(self._reserved, cost)
        return cost

    def release(self, reserved: Spent) -> None:
        """The request is over: what it did cost is in `book` by now."""
        with self._lock:
            self._reserved = _sum(self._reserved, Spent(-reserved.requests, -reserved.tokens, -reserved.currency))

    def book(
        self, model: str, role: str, tokens_in: int, tokens_out: int, key: str, reply: Mapping[str, Any] | None
    ) -> None:
        """Write down a request, and its reply when there was one, in one step."""
        with self._lock, self._db:
            self._db.execute(
                "insert into spent values (?, ?, 1, ?, ?) on conflict (model, role) do update set requests = requests +"
                " 1, tokens_in = tokens_in + excluded.tokens_in, tokens_out = tokens_out + excluded.tokens_out",
                (model, role, tokens_in, tokens_out),
            )
            if reply is not None:
                self._db.execute(
                    "insert or replace into replies values (?, ?)", (key, json.dumps(reply, ensure_ascii=False))
                )

    def spent(self) -> Spent:
        """Everything so far, earlier runs with this file included."""
        with self._lock:
            return self._spent()

    def by_role(self) -> dict[str, dict[str, int]]:
        """Role -> requests and tokens."""
        with self._lock:
            rows = self._db.execute(
                "select role, sum(requests), sum(tokens_in), sum(tokens_out) from spent group by role order by role"
            ).fetchall()
        return {role: {"requests": n, "tokens_in": i, "tokens_out": o} for role, n, i, o in rows}

    def _spent(self) -> Spent:
        rows = self._db.execute(
            "select model, sum(requests), sum(tokens_in), sum(tokens_out) from spent group by model"
        )
        return _sum(*(Spent(n, i + o, self._price(model, i, o)) for model, n, i, o in rows.fetchall()))

    def _price(self, model: str, tokens_in: int, tokens_out: int) -> float:
        price = self.budget.prices.get(model, Price())
        return (tokens_in * price.input + tokens_out * price.output) / 1e6


def _sum(*parts: Spent) -> Spent:
    return Spent(sum(p.requests for p in parts), sum(p.tokens for p in parts), sum(p.currency for p in parts))
