"""The one way judges conversation to models: cached, counted against the budget, read strictly,
asked once more when unreadable.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from jarvisevo.judge.core.images import digest
from jarvisevo.judge.core.ledger import IMAGE_TOKENS, Ledger
from jarvisevo.judge.core.replies import ReplyError, read_object
from jarvisevo.protocol.chat import Chat, ChatError, Completion, Message, ReplySchema, Sampling, TurnKind, trouble

Item = TypeVar("Item")
Value = TypeVar("Value")
MAX_REPLY = 100_000
"""Characters of a reply that are looked at; a longer one is refused."""
SUBAGENT = ("judge", "vote", "tool")
"""Roles of the model that sees the images; all others are the orchestrator's."""
EVALUATE = "evaluate"
"""The sub-agent's role in JarvisEvo's own evaluation turn, whose words are the protocol's."""
ROLES = (
    "route",
    "analyse",
    "propose",
    "build",
    "feedback",
    "refine",
    "summarise",
    "classify",
    "select",
    "plan",
    "implement",
    "describe",
    "rerank",
    "consistency",
    "difficulty",
    "diagnose",
    "optimise",
    "prefer",
    *SUBAGENT,
)


class ServerGone(RuntimeError):
    """No server of a model can be reached: one line with its address and the cause."""


@dataclass(frozen=True)
class ModelAnswer(Generic[Value]):
    """What a model said, read; or why not.

    value       None when the model gave no usable reply
    text        the last reply as it was written; untrusted
    characters  of text in and out, cached replies counted like others
    """

    value: Value | None
    error: str = ""
    text: str = ""
    characters: int = 0
    usage: Mapping[str, int] = field(default_factory=dict)


@dataclass
class ChatModel:
    """Both models of a judge behind one cache and one budget.

    orchestrator  routes, analyses, proposes; any text model
    subagent      sees the images and scores
    repairs       unusable replies are asked for again so often, with the reason
    listener         called with (role, messages, reply) of every answer, cached or not: the audit log
    insist       a server that cannot be reached is ServerGone, not an answer that failed
    """

    orchestrator: Chat
    subagent: Chat
    ledger: Ledger = field(default_factory=Ledger)
    repairs: int = 1
    max_tokens: int = 2048
    listener: Callable[[str, Sequence[Message], str], None] | None = None
    insist: bool = False
    _reached: set[int] = field(default_factory=set)

    def ask(
        self,
        role: str,
        messages: Sequence[Message],
        read: Callable[[dict[str, Any]], Value],
        *,
        schema: Mapping[str, Any] | None = None,
        sample: int = 0,
        temperature: float = 0.0,
    ) -> ModelAnswer[Value]:
        """One question; `read` makes the reply's JSON object a value, or raises ReplyError.
        BudgetError before a request.

        schema  JSON Schema of the reply, for servers that can hold a model to it
        sample  replies of one question with different numbers are drawn anew
        """
        conversation, characters, used = list(messages), 0, dict[str, int]()
        sampling = Sampling(temperature, 1.0, self.max_tokens, sample)
        error, text = "", ""
        for _ in range(self.repairs + 1):
            reply = self.reply(role, conversation, sampling, schema)
            characters += sum(len(m.text) for m in conversation)
            if isinstance(reply, ChatError):
                return ModelAnswer(None, str(reply), "", characters, used)
            text, usage = reply["text"], reply["usage"]
            characters += len(text)
            used = {name: used.get(name, 0) + usage.get(name, 0) for name in {*used, *usage}}
            try:
                return ModelAnswer(read(_object(text, reply["finish"])), "", text, characters, used)
            except ReplyError as problem:
                error = str(problem)
            conversation = [*conversation, Message("assistant", (text[:2000],), "evaluate"), _again(error)]
        return ModelAnswer(None, f"the reply cannot be used: {error}", text[:2000], characters, used)

    def reply(
        self, role: str, messages: Sequence[Message], sampling: Sampling, schema: Mapping[str, Any] | None
    ) -> Mapping[str, Any] | ChatError:
        """A reply from the cache, else from the model."""
        chat = self.subagent if role in (*SUBAGENT, EVALUATE) else self.orchestrator
        key = cache_key(chat, messages, sampling, schema)
        kept = self.ledger.find(key)
        reply = kept if kept is not None else self._request(role, chat, messages, sampling, key, schema)
        if self.listener:
            self.listener(role, messages, str(reply) if isinstance(reply, ChatError) else reply["text"])
        return reply

    def _request(
        self,
        role: str,
        chat: Chat,
        messages: Sequence[Message],
        sampling: Sampling,
        key: str,
        schema: Mapping[str, Any] | None,
    ) -> Mapping[str, Any] | ChatError:
        if id(chat) not in self._reached:
            self._reach(chat)
            self._reached.add(id(chat))
        tokens = tokens_of(messages)
        reserved = self.ledger.reserve(chat.name, tokens, sampling.max_tokens)
        try:
            try:
                made = chat.complete(
                    [messages], sampling, want="evaluate", schema=ReplySchema(schema) if schema else None
                )[0]
            except BaseException:  # stopped while a server may have worked: it counts
                self.ledger.book(chat.name, role, tokens, 0, key, None)
                raise
            if isinstance(made, ChatError):
                self.ledger.book(chat.name, role, tokens, 0, key, None)
                self._reach(chat)
                return made
            usage = dict(made.usage) or {"prompt_tokens": tokens, "completion_tokens": len(made.text) // 4 + 1}
            reply = {"text": _bounded(made), "finish": made.finish, "usage": usage}
            self.ledger.book(
                chat.name, role, usage.get("prompt_tokens", tokens), usage.get("completion_tokens", 0), key, reply
            )
        finally:
            self.ledger.release(reserved)
        return reply

    def _reach(self, chat: Chat) -> None:
        """ServerGone where `insist` wants a server and there is none."""
        if self.insist and (why := trouble(chat)):
            raise ServerGone(why)


@dataclass
class LedgerChat:
    """The sub-agent as a plain `Chat`, behind the same cache and budget. BudgetError passes.

    judged_by  what its evaluation turn holds: "images", or the whole conversation
    reading    whether it learnt with a reading of the instruction beside it
    """

    models: ChatModel
    role: str = EVALUATE

    name: str = field(init=False)
    judged_by: str = field(init=False)
    reading: bool = field(init=False)

    def __post_init__(self) -> None:
        self.name = self.models.subagent.name
        self.judged_by = str(getattr(self.models.subagent, "judged_by", ""))
        self.reading = bool(getattr(self.models.subagent, "reading", False))

    def complete(
        self,
        conversations: Sequence[Sequence[Message]],
        sampling: Sampling = Sampling(),
        *,
        want: TurnKind = "evaluate",
        schema: Mapping[str, Any] | None = None,
        seconds: float | None = None,
    ) -> list[Completion | ChatError]:
        """See `Chat.complete`; the kind of turn is always an evaluation."""
        made = [self.models.reply(self.role, conversation, sampling, None) for conversation in conversations]
        return [r if isinstance(r, ChatError) else Completion(r["text"], r["finish"], usage=r["usage"]) for r in made]


def _bounded(made: Completion) -> str:
    """The text, or as much of it as shows that it is too long."""
    from jarvisevo.protocol.turns import clean

    return clean(made.text[: MAX_REPLY + 1])


def _object(text: str, finish: str) -> dict[str, Any]:
    if len(text) > MAX_REPLY:
        raise ReplyError(f"the reply is longer than {MAX_REPLY:,} characters")
    try:
        return read_object(text)
    except ReplyError as error:
        raise ReplyError(f"{error}{' (it was cut at max_tokens)' if finish == 'length' else ''}") from None


def _again(error: str) -> Message:
    from jarvisevo.protocol.turns import neutral

    return Message(
        "user", (f"Your reply could not be used: {neutral(error)[:500]}. Answer again with the JSON object only.",)
    )


def tokens_of(messages: Sequence[Message]) -> int:
    """A rough count of tokens, on the high side: three characters each, and IMAGE_TOKENS an image."""
    return sum(len(m.text) // 3 + 8 + IMAGE_TOKENS * len(m.pictures) for m in messages)


def cache_key(
    chat: Chat, messages: Sequence[Message], sampling: Sampling, schema: Mapping[str, Any] | None = None
) -> str:
    """Hash of everything a reply depends on: model, endpoints, parameters and seed, texts, images by content,
    schema.
    """
    conversation = [[m.role, [p if isinstance(p, str) else {"image": digest(p)} for p in m.content]] for m in messages]
    known = {
        "model": chat.name,
        "endpoints": [str(e) for e in getattr(chat, "endpoints", ())],
        "system": getattr(chat, "system", None),
        "sampling": vars(sampling),
        "schema": schema,
        "conversation": conversation,
    }
    return hashlib.sha256(json.dumps(known, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def map_threads(function: Callable[[Item], Value], items: Sequence[Item], workers: int) -> list[Value]:
    """`function` of every item, in order; several at once when `workers` is above 1. The first exception is raised."""
    if workers <= 1 or len(items) <= 1:
        return [function(item) for item in items]
    from concurrent.futures import ThreadPoolExecutor
    from contextvars import copy_context

    with ThreadPoolExecutor(min(workers, len(items)), "judge") as pool:
        futures = [pool.submit(copy_context().run, function, item) for item in items]  # a time limit goes along
        try:
            return [future.result() for future in futures]
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
