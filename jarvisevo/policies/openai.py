"""A model behind an OpenAI-compatible server (vLLM, SGLang, llama.cpp, a hosted one) as a `Chat`.

One or more servers share the requests: the least busy is asked, a failing one rests while others answer.
429, 5xx, timeouts, lost connections and cut bodies are tried again with exponential back-off and jitter
until the attempts or the deadline are used up. A refusal that names a limit is met where `adapt` allows it
(`terms`); other refusals are final.
"""

import math
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from jarvisevo.policies import openai_wire as wire
from jarvisevo.policies.endpoints import Balancer, Endpoint, parse_endpoint, parse_endpoints
from jarvisevo.policies.openai_http import KEY_ENV, Rejected, Retryable, Transport
from jarvisevo.policies.terms import Terms, given_up, next_terms, on_terms, unasked
from jarvisevo.protocol.chat import ChatError, Completion, Message, ReplySchema, Sampling, TurnKind
from jarvisevo.protocol.time_limit import seconds_left

MAX_SYSTEM = 200_000
"""Characters of a system prompt."""
_CONSTRAINT = re.compile(r"response_format|structur|json_?\s?schema|json_?\s?object|guided|grammar", re.I)
"""What a refusal of a constraint names; another error would come without the constraint too."""
UNHELD = "the server holds replies to no schema (response_format): it was left out of the request"
CONSTRAINED: tuple[TurnKind, ...] = ("edit", "reflect")
Constrain = Literal["auto", "on", "off"]


@dataclass(frozen=True)
class Patience:
    """How long to go on.

    attempts  requests for one reply, all servers together
    timeout   seconds that one request may take
    deadline  seconds for one reply with all its attempts
    backoff   seconds before the second attempt; doubles each time up to `longest`, times a random 0.5 to 1
    """

    attempts: int = 5
    timeout: float = 300.0
    deadline: float = 900.0
    backoff: float = 0.5
    longest: float = 30.0

    def pause(self, failures: int) -> float:
        """Seconds to wait after that many failures."""
        return min(self.backoff * 2.0 ** min(failures - 1, 20), self.longest) * random.uniform(0.5, 1.0)


@dataclass
class _Attempts:
    """One reply on its way: seconds it may take, servers asked in this round, all failures, requests made so far."""

    seconds: float
    began: float = field(default_factory=time.monotonic)
    tried: set[Endpoint] = field(default_factory=set)
    failures: list[str] = field(default_factory=list)
    requests: int = 0

    @property
    def left(self) -> float:
        """Seconds until the deadline."""
        return self.began + self.seconds - time.monotonic()

    def error(self, ending: str) -> ChatError:
        """The last failure, how many requests were made, and what else went wrong before."""
        *before, last = self.failures
        others = list(dict.fromkeys(text for text in before if text != last))
        count = max(self.requests, 1)
        text = f"{last} ({f'{ending} ' if ending else ''}after {count} attempt{'s' if count > 1 else ''})"
        return ChatError(text + (f"; before that {'; '.join(others[-3:])}" if others else ""))


class OpenAIChat:
    """Implements `Chat` over HTTP. Safe to use from several threads.

    endpoints    "http://host:port/v1#name", several separated by commas, or parsed ones
    system       text that replaces the system turn of every conversation
    concurrency  requests under way at once, all servers together
    pictures     "jpeg" (quality 90, full chroma) or "png"
    constrain    whether the server is to hold replies to a schema that is given: "auto" does without where it refuses,
                 "on" then asks for a turn that is JSON as a whole, and fails where that is refused too; "off" never
    adapt        go on within the limits that the server names (`terms`), at the cost of what they leave out; without it
                 they are errors, as a judge must not be shown less than it judges
    blind        the conversations say in words what their pictures show: with `adapt`, go on without them if need be
    """

    def __init__(
        self,
        endpoints: str | Sequence[Endpoint],
        *,
        system: str | None = None,
        concurrency: int = 8,
        patience: Patience = Patience(),
        pictures: str = "jpeg",
        constrain: Constrain = "auto",
        adapt: bool = False,
        blind: bool = False,
        key_env: str = KEY_ENV,
    ) -> None:
        self.endpoints = parse_endpoints(endpoints) if isinstance(endpoints, str) else tuple(endpoints)
        if not self.endpoints:
            raise ValueError("no server is named")
        if pictures not in ("jpeg", "png"):
            raise ValueError(f"pictures must be 'jpeg' or 'png', got {pictures!r}")
        self.name = self.endpoints[0].model
        self.system, self.patience, self.pictures, self.constrain = system, patience, pictures, constrain
        self.adapt, self.blind = adapt, blind
        self.concurrency = max(1, concurrency)
        self._http = Transport(self.endpoints, key_env)
        self._balancer = Balancer(self.endpoints)
        self._slots = threading.BoundedSemaphore(self.concurrency)
        self._constraint: dict[tuple[Endpoint, bool], int] = {}  # index of the constraint; past the end: without one
        self._terms: dict[Endpoint, Terms] = {}
        self._short: dict[tuple[Endpoint, int], Terms] = {}  # what conversations of so many turns had to give up
        self._stopped = threading.Event()
        self._troubles = Counter[str]()
        self._lock = threading.Lock()

    def complete(
        self,
        conversations: Sequence[Sequence[Message]],
        sampling: Sampling = Sampling(),
        *,
        want: TurnKind = "edit",
        schema: Mapping[str, Any] | None = None,
        seconds: float | None = None,
    ) -> list[Completion | ChatError]:
        """See `Chat.complete`. Sampled replies of one call have seeds of their own, counted up from the given one."""
        fits = want in CONSTRAINED or isinstance(schema, ReplySchema)
        wanted = schema if self.constrain != "off" and fits else None
        left = seconds_left(seconds)
        until = math.inf if left is None else time.monotonic() + left
        work = [(c, replace(sampling, seed=sampling.seed + i), wanted, until) for i, c in enumerate(conversations)]
        self._stopped.clear()
        if len(work) <= 1:
            return [self._reply(*each) for each in work]
        pool = ThreadPoolExecutor(min(self.concurrency, len(work)), "openai-chat")
        try:
            return list(pool.map(lambda each: self._reply(*each), work))
        except BaseException:  # Ctrl-C: what is under way ends with its connection
            self.close()
            raise
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def trouble(self) -> str:
        """Why none of the servers can be reached; "" when one can. No model is asked."""
        found = [f"{endpoint}: {why}" for endpoint in self.endpoints if (why := self._http.trouble(endpoint))]
        return "; ".join(found) if len(found) == len(self.endpoints) else ""

    def take_troubles(self) -> dict[str, int]:
        """Requests that failed since it was asked last, whoever answered them in the end: "server: cause", how many."""
        with self._lock:
            taken, self._troubles = dict(self._troubles), Counter()
            return taken

    def close(self) -> None:
        """Close the connections and end what waits; the next request opens new ones."""
        self._stopped.set()
        self._http.close()

    def _reply(
        self, conversation: Sequence[Message], sampling: Sampling, schema: Mapping[str, Any] | None, until: float
    ) -> Completion | ChatError:
        """One reply, or why there is none."""
        try:
            talk = list(conversation)
            if self.system is not None:
                talk = [Message("system", (self.system,), "system"), *(m for m in talk if m.role != "system")]
            progress = _Attempts(min(self.patience.deadline, until - time.monotonic()))
            return self._persist(talk, sampling, schema, progress)
        except ChatError as error:
            return error
        except Exception as error:  # one conversation must not end the others
            return ChatError(f"{self.endpoints[0]}: the request could not be made: {type(error).__name__}: {error}")

    def _persist(
        self, talk: list[Message], sampling: Sampling, schema: Mapping[str, Any] | None, progress: _Attempts
    ) -> Completion:
        """Ask until there is a reply; ChatError when the attempts or the time are used up."""
        while True:
            endpoint, outcome = self._attempt(talk, sampling, schema, progress)
            if isinstance(outcome, Completion):
                return outcome
            progress.failures.append(f"{endpoint}: {outcome}")
            if not isinstance(outcome, Retryable):
                raise progress.error("")
            self._wait(outcome, progress)

    def _attempt(
        self, talk: list[Message], sampling: Sampling, schema: Mapping[str, Any] | None, progress: _Attempts
    ) -> tuple[Endpoint, Completion | Exception]:
        """One request to the server that is free; its reply, or what went wrong (a Retryable may be repeated)."""
        if not self._slots.acquire(timeout=max(progress.left, 0.0)):
            raise ChatError(f"{self.name}: no request could start in {progress.seconds:.3g} s: too many at once")
        endpoint = self._balancer.take(progress.tried)
        outcome: Completion | Exception | None = None
        try:
            outcome = self._within_limits(endpoint, talk, sampling, schema, progress)
        except (Retryable, Rejected, ChatError) as error:
            outcome = error
        finally:
            self._slots.release()
            self._balancer.give_back(endpoint, failed=isinstance(outcome, Retryable))
            if isinstance(outcome, Retryable):
                with self._lock:
                    self._troubles[f"{endpoint}: {outcome}"] += 1
        progress.tried.add(endpoint)
        return endpoint, outcome

    def _wait(self, failure: Retryable, progress: _Attempts) -> None:
        """Pause before the next attempt; none while another server is untried. ChatError when it is not worth it."""
        failures = len(progress.failures)
        if failures >= self.patience.attempts:
            raise progress.error("gave up")
        pause = 0.0
        if all(endpoint in progress.tried for endpoint in self.endpoints):
            progress.tried.clear()
            pause = max(self.patience.pause(failures), failure.wait or 0.0)
        if pause >= progress.left:
            raise progress.error(f"gave up: the next attempt would be after the deadline of {progress.seconds:.3g} s")
        if self._stopped.wait(pause):
            raise progress.error("stopped")

    def _within_limits(
        self,
        endpoint: Endpoint,
        talk: list[Message],
        sampling: Sampling,
        schema: Mapping[str, Any] | None,
        progress: _Attempts,
    ) -> Completion:
        """One reply on the terms that the server takes; what they are is remembered."""
        terms = self._short.get((endpoint, len(talk))) or self._terms.get(endpoint, Terms())
        while True:
            sent, tokens = on_terms(talk, terms), terms.tokens(sampling.max_tokens)
            messages = wire.wire_messages(sent, None, self.pictures)
            drawn = replace(sampling, max_tokens=tokens)
            body = wire.request_body(endpoint.model, messages, drawn, stream=terms.stream, refused=terms.refused)
            try:
                reply = self._ask(endpoint, body, schema, progress)
            except (Rejected, Retryable) as error:
                said = getattr(error, "said", str(error))
                found = next_terms(terms, said, sent, tokens, blind=self.blind) if self.adapt else None
                if found is None:
                    raise
                terms = found
                continue
            self._terms[endpoint] = terms.lasting
            if terms != terms.lasting:
                self._short[endpoint, len(talk)] = terms
            notes, besides = given_up(talk, terms, sampling.max_tokens), unasked(talk, terms)
            return replace(reply, notes=notes, unasked=(*besides, *reply.unasked))

    def _ask(
        self, endpoint: Endpoint, body: dict[str, Any], schema: Mapping[str, Any] | None, progress: _Attempts
    ) -> Completion:
        """One reply, with the strongest constraint the server takes; what it takes is remembered."""
        whole = isinstance(schema, ReplySchema)
        forms = wire.JSON_CONSTRAINTS if whole else wire.CONSTRAINTS
        forms += wire.JSON_TURN if self.constrain == "on" and not whole else ()
        level = self._constraint.get((endpoint, whole), 0) if schema else len(forms)
        while True:
            constrained = schema is not None and level < len(forms)
            extra = {"response_format": forms[level](schema)} if schema and constrained else {}
            progress.requests += 1
            try:
                reply = self._http.send(endpoint, body | extra, min(self.patience.timeout, max(progress.left, 0.01)))
            except (Rejected, Retryable) as error:
                if not constrained or not _CONSTRAINT.search(str(error)):
                    raise
                level += 1
                if level == len(forms) and self.constrain == "on":
                    raise ChatError(f"{error}: the server holds replies to no schema: --constrain auto") from None
                continue
            if schema:
                self._constraint[endpoint, whole] = level
            if schema and not constrained:
                reply = replace(reply, unasked=(UNHELD,))
            as_json = constrained and forms[level] is wire.json_turn
            return replace(reply, text=wire.of_json_turn(reply.text)) if as_json else reply


def troubles_of(chat: object) -> dict[str, int]:
    """`OpenAIChat.take_troubles` of what may be another kind of chat, or none."""
    return chat.take_troubles() if isinstance(chat, OpenAIChat) else {}


def read_system_prompt(path: Path) -> str:
    """The text of a system prompt; ValueError with cause and fix when it is none."""
    try:
        with open(path, "rb") as file:
            data = file.read(4 * MAX_SYSTEM + 1)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}: name a text file with the system prompt") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"{path}: not UTF-8 text (byte {error.start}): save it as UTF-8") from None
    if not text.strip() or len(text) > MAX_SYSTEM or "\0" in text:
        raise ValueError(f"{path}: {len(text):,} characters: a system prompt has 1 to {MAX_SYSTEM:,}, all of them text")
    return text


__all__ = [
    "Endpoint",
    "OpenAIChat",
    "Patience",
    "parse_endpoint",
    "parse_endpoints",
    "read_system_prompt",
    "troubles_of",
]
