"""Kinds of task as clusters: a case that lies clearly within one is of its kind without a model being asked.

The router of RLAR (section 3.2) asks a model about every case. The cases that it named are kept beside the routing
table, and how near to them a new one has to be is learnt from them.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from jarvisevo.judge.core.case import Case

SEEN = "seen.json"
"""The file beside routes.json: kind of task -> texts of cases that a model named so."""
MOST_SEEN = 24
"""Cases of a kind that are kept."""
MOST_LETTERS = 160
"""Of a case."""
MOST_KEPT = 30_000
"""Characters of all cases together."""
NEAREST = 3
"""Cases of a kind that a new one is compared with."""
RIGHT = 0.95
"""Share of the cases named without a model that have to be right."""
LEAST_SEEN = 8
"""Cases from which on anything is learnt."""
Embed = Callable[[Sequence[str]], np.ndarray]
Seen = Mapping[str, Sequence[str]]


def text_of_case(case: Case) -> str:
    """What a kind is recognised by: the instruction or question, and the beginnings of answers in words."""
    answers = [candidate[:40] for candidate in case.candidates if isinstance(candidate, str)]
    return " | ".join([" ".join(case.instruction.split()), *answers])[:MOST_LETTERS]


def read_seen(text: str) -> dict[str, list[str]]:
    """The parsed file; {} for what cannot be read, as nothing is lost by asking again."""
    try:
        data = json.loads(text)
        return {str(kind): [str(line) for line in lines] for kind, lines in data.items() if isinstance(lines, list)}
    except (ValueError, AttributeError, RecursionError):
        return {}


def with_case(seen: Seen, kind: str, text: str) -> Seen:
    """The same cases and one more. The first ones stay, so that a run that is repeated from anywhere keeps the same."""
    known = seen.get(kind, [])
    room = sum(len(line) for lines in seen.values() for line in lines) + len(text) <= MOST_KEPT
    if text in known or len(known) >= MOST_SEEN or not room:
        return seen
    return {**seen, kind: [*known, text]}


@dataclass(frozen=True)
class Clusters:
    """Cases of known kinds.

    kinds, rows  of each case: its kind, and its embedding, (n, d) of length one
    least        similarity from which a case is of a kind; inf when none is safe
    """

    kinds: tuple[str, ...]
    rows: np.ndarray
    least: float

    @classmethod
    def learned(cls, seen: Seen, embed: Embed) -> "Clusters":
        """Clusters whose `least` names at least RIGHT of the known cases as they are.

        Every case is tried twice, as if it had not been seen, and as if its whole kind had not been: then any name for
        it is wrong.
        """
        texts = [(kind, line) for kind in sorted(seen) for line in seen[kind]]
        kinds = tuple(kind for kind, _ in texts)
        if len(texts) < LEAST_SEEN or len(set(kinds)) < 2:
            return cls(kinds, np.zeros((len(texts), 1)), np.inf)
        rows = embed([line for _, line in texts])
        tried: list[tuple[float, bool]] = []
        for place, kind in enumerate(kinds):
            others = [i for i in range(len(kinds)) if i != place]
            strangers = [i for i in others if kinds[i] != kind]
            name, near = _nearest([kinds[i] for i in others], rows[others] @ rows[place])
            tried += [
                (near, name == kind),
                (_nearest([kinds[i] for i in strangers], rows[strangers] @ rows[place])[1], False),
            ]
        return cls(kinds, rows, _least(tried))

    def kind_of(self, text: str, embed: Embed) -> str:
        """The kind that a text is clearly of; "" when a model has to be asked."""
        if not np.isfinite(self.least):
            return ""
        kind, near = _nearest(self.kinds, self.rows @ embed([text])[0])
        return kind if near >= self.least else ""


def _nearest(kinds: Sequence[str], alike: np.ndarray) -> tuple[str, float]:
    """(the kind whose nearest cases are most alike, how much: their mean similarity)."""
    by_kind: dict[str, list[float]] = {}
    for kind, value in zip(kinds, alike, strict=True):
        by_kind.setdefault(kind, []).append(float(value))
    rated = {kind: float(np.mean(sorted(values)[-NEAREST:])) for kind, values in by_kind.items()}
    best = max(rated, key=lambda kind: rated[kind])
    return best, rated[best]


def _least(tried: Sequence[tuple[float, bool]]) -> float:
    """The lowest similarity from which at least RIGHT of what was tried is right; inf for none."""
    least, right = np.inf, 0
    for count, (near, good) in enumerate(sorted(tried, key=lambda one: -one[0]), 1):
        right += good
        if right >= RIGHT * count:
            least = near
    return float(least)
