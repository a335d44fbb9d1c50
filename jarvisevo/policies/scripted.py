"""A chat that says what it was told to say, and records what it was asked. For tests,
and to replay recorded replies.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jarvisevo.protocol.chat import ChatError, Completion, Message, Sampling, TurnKind

Scripted = str | Completion | ChatError | Callable[[Sequence[Message]], "str | Completion | ChatError"]


@dataclass(frozen=True)
class ScriptedRequest:
    """One conversation that the chat was given."""

    messages: tuple[Message, ...]
    sampling: Sampling
    want: TurnKind
    schema: Mapping[str, Any] | None
    batch: int


class ScriptedChat:
    """Replies in their order: texts, completions, errors, or functions of the conversation.

    requests  every conversation so far; `batch` is the number of the call it came with
    """

    def __init__(self, replies: Sequence[Scripted], name: str = "scripted") -> None:
        self.name = name
        self.replies = list(replies)
        self.requests: list[ScriptedRequest] = []
        self.calls = 0

    def complete(
        self,
        conversations: Sequence[Sequence[Message]],
        sampling: Sampling = Sampling(),
        *,
        want: TurnKind = "edit",
        schema: Mapping[str, Any] | None = None,
        seconds: float | None = None,
    ) -> list[Completion | ChatError]:
        """The next reply for each conversation; a ChatError once the script is over."""
        out = [self._one(tuple(c), sampling, want, schema) for c in conversations]
        self.calls += 1
        return out

    def _one(
        self, messages: tuple[Message, ...], sampling: Sampling, want: TurnKind, schema: Mapping[str, Any] | None
    ) -> Completion | ChatError:
        self.requests.append(ScriptedRequest(messages, sampling, want, schema, self.calls))
        if not self.replies:
            return ChatError("the script is over: give it more replies")
        reply = self.replies.pop(0)
        if callable(reply) and not isinstance(reply, ChatError):
            reply = reply(messages)
        if isinstance(reply, str):
            words = len(reply.split())
            return Completion(
                reply, "stop", {"prompt_tokens": sum(len(m.text.split()) for m in messages), "completion_tokens": words}
            )
        return reply
