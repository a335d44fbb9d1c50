"""Who edits, judges and corrects: the `Policy` protocol and what it returns.
Implementations are modules beside this one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from jarvisevo.protocol.chat import TurnKind

if TYPE_CHECKING:
    from jarvisevo.agent.session import Session
    from jarvisevo.protocol.turns import EditTurn
    from jarvisevo.record.trajectory import Evaluation, Failure


@dataclass(frozen=True)
class Reply:
    """A policy's turn, or why there is none.

    turn      an `EditTurn` for "edit" and "reflect", an `Evaluation` for "evaluate"; None when it was given up
    text      as the model wrote it; "" when no model wrote it
    usage     tokens of all attempts: prompt_tokens, completion_tokens …, as far as known
    failures  attempts that could not be used; the last one is final when `turn` is None
    ignored   parts of the instruction that could not be served, for the user
    notes     what else the user should hear of how the reply came about
    """

    turn: "EditTurn | Evaluation | None"
    text: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    failures: "tuple[Failure, ...]" = ()
    ignored: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Policy(Protocol):
    """An editor that also judges itself. Failures are values (`Reply.turn` None), never exceptions."""

    name: str

    def propose(self, session: "Session") -> Reply:
        """The next editing step, from the photo, the instruction and what was done so far."""
        ...

    def evaluate(self, session: "Session") -> Reply:
        """A judgement of the present state."""
        ...

    def reflect(self, session: "Session") -> Reply:
        """A corrected step, after a judgement under the threshold."""
        ...


@runtime_checkable
class BatchPolicy(Protocol):
    """A policy that serves several sessions at once; the agent then asks it for all that wait."""

    name: str

    def act(self, sessions: "Sequence[Session]", kind: TurnKind) -> list[Reply]:
        """One reply for each session, in order."""
        ...


def ask_policy(policy: Policy, sessions: "Sequence[Session]", kind: TurnKind) -> list[Reply | Exception]:
    """One reply for each session: at once where the policy can, else one after the other; what was raised,
    in its place.
    """
    if isinstance(policy, BatchPolicy):
        try:
            return list(policy.act(sessions, kind))
        except Exception as error:
            return [error] * len(sessions)
    one = {"edit": policy.propose, "evaluate": policy.evaluate, "reflect": policy.reflect}[kind]
    out: list[Reply | Exception] = []
    for session in sessions:
        try:
            out.append(one(session))
        except Exception as error:  # of this photo; the others go on
            out.append(error)
    return out
