"""Messages between the agent and a model, and the model's side as a protocol. No model code here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

import numpy as np

TurnKind = Literal["edit", "evaluate", "reflect"]
"""What an assistant's turn is for: a policy is asked for one, and loss masks are decided by it."""


@dataclass(frozen=True, eq=False)
class Message:
    """One turn, in order: texts and pictures as they stand in it.

    role     "system", "user" or "assistant"
    content  strings and pictures ((H, W, 3) uint8 sRGB arrays), in the order the model reads them
    kind     what an assistant's turn is for; the role of every other
    """

    role: Literal["system", "user", "assistant"]
    content: tuple[str | np.ndarray, ...]
    kind: TurnKind | Literal["system", "user"] = "user"

    @property
    def text(self) -> str:
        """The texts of the turn, joined."""
        return "".join(part for part in self.content if isinstance(part, str))

    @property
    def pictures(self) -> tuple[np.ndarray, ...]:
        """The pictures of the turn, in order."""
        return tuple(part for part in self.content if not isinstance(part, str))


@dataclass(frozen=True)
class Sampling:
    """How a reply is drawn. temperature 0 is greedy; `seed` makes sampling repeatable where the model allows it."""

    temperature: float = 0.0
    top_p: float = 1.0
    max_tokens: int = 2048
    seed: int = 0


@dataclass(frozen=True)
class Completion:
    """A model's reply.

    text       all of it, tags included; untrusted
    finish     "stop", or "length" when it was cut at max_tokens
    usage      prompt_tokens, completion_tokens … as far as known
    notes      what the model was not given of its conversation, in lines for a person
    unasked    what else its server takes no request with (a schema of the reply, a system role …), likewise
    """

    text: str
    finish: str = "stop"
    usage: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()


class ReplySchema(dict[str, Any]):
    """JSON Schema of a reply that is JSON as a whole, where `complete` else takes that of a tool call within a turn."""


class ChatError(RuntimeError):
    """The model gave no reply: one line with the cause (timeout, HTTP status, out of memory) and what to do."""


class Chat(Protocol):
    """A model that continues a conversation. Implementations: transformers_local, openai_api, scripted."""

    name: str

    def complete(
        self,
        conversations: Sequence[Sequence[Message]],
        sampling: Sampling = Sampling(),
        *,
        want: TurnKind = "edit",
        schema: Mapping[str, Any] | None = None,
        seconds: float | None = None,
    ) -> list[Completion | ChatError]:
        """One reply for each conversation, in order; a failed one is its error, never an exception for the others.

        want    the kind of turn that is wanted
        schema  JSON schema of the tool call, or a `ReplySchema`, for servers that can constrain their output
        seconds  all replies are there by then, or are errors; None leaves it to the model. A `time_limit` around the
                 call holds too
        """
        ...


def trouble(chat: Chat) -> str:
    """Why a model's servers cannot be reached; "" when one can, or the model is in this process."""
    asked: Callable[[], str] | None = getattr(chat, "trouble", None)
    return asked() if asked else ""
