"""An edit session that is answered in text, with what the rewards go by: one for trainers of any kind.

The turns are those of `agent.loop.turns`. Two things differ from a policy in use: nothing is asked twice, and a turn
that cannot be read ends the episode, for what the agent would ask next stands in a conversation without it.
"""

import re

from jarvisevo.agent import loop
from jarvisevo.agent.loop import Ask
from jarvisevo.agent.policy import Reply
from jarvisevo.agent.session import Session
from jarvisevo.protocol import turns as protocol
from jarvisevo.protocol.chat import TurnKind
from jarvisevo.protocol.turns import EditTurn, ProtocolError
from jarvisevo.record.trajectory import Failure

FAILED_TEXT = 2_000
"""Characters of a reply that could not be read which go into the record."""
CALL = re.compile(r"<tool_call>\s*\{")
"""How a call begins. Calls without tags or inside fences are read from models that were trained elsewhere; a policy in
training writes the grammar itself, or learns nothing of it."""


class Episode:
    """Edits in the sandbox, then the model's own judgement of them, and a correction where that is asked for.

    session      the run in the sandbox, with images and settings
    ask          what is wanted next, with the user's message; None when the episode is over
    obligations  of the grammar, True where they were met
    turns        taken so far
    """

    def __init__(self, session: Session, judge: bool = True) -> None:
        """An episode before its first turn.

        judge  False ends it after the edits
        """
        self.session, self.judge = session, judge
        self.obligations: list[bool] = []
        self.turns = 0
        self._turns = loop.turns(session)
        self.ask: Ask | None = next(self._turns)

    @property
    def score(self) -> float | None:
        """Its own, of the edits (not of a correction); None when it gave none."""
        return self.session.evaluation.score if self.session.evaluation else None

    @property
    def valid(self) -> bool:
        """True when every edit could be used."""
        return bool(self.session.steps) and not any(f.kind == "edit" for f in self.session.failures)

    def take(self, text: str, whole: bool = True) -> None:
        """Read a turn and let the loop carry it out; `ask` then says what follows.

        whole  the model ended its turn; False when it was cut off
        """
        assert self.ask is not None
        kind = self.ask.kind
        self.turns += 1
        reply, met = read_reply(text, kind, len(self.session.states) - 1, self.session)
        self.obligations += [whole, *met]
        self.ask = self._advance(reply)
        if isinstance(reply.turn, EditTurn) and kind == "edit" and (self.ask is None or self.ask.kind != "edit"):
            self.obligations.append(reply.turn.state == "finished")
        if reply.turn is None or (self.ask is not None and self.ask.kind == "evaluate" and not self.judge):
            self.end()

    def end(self) -> None:
        """Nothing more is asked."""
        self._turns.close()
        self.ask = None

    def _advance(self, reply: Reply) -> Ask | None:
        try:
            return self._turns.send(reply)
        except StopIteration:
            return None


def read_reply(text: str, kind: TurnKind, after: int, session: Session | None = None) -> tuple[Reply, list[bool]]:
    """(a sampled turn as the loop takes it, the obligations of its grammar: readable,
    and nothing repaired or unusable).

    after    states so far, for the record of a failure
    session  whose photo an edit has to leave something of
    """
    try:
        if kind == "evaluate":
            evaluation, repaired = protocol.read_evaluation(text)
            return Reply(evaluation, protocol.clean(text)), [True, not repaired]
        turn = protocol.parse_edit(text)
        turn = session.on_photo(turn, text) if session else turn
    except ProtocolError as error:
        return _unread(text, kind, after, error.line()), [False, False]
    if turn.tool_call and not CALL.search(text):
        return _unread(text, kind, after, "the call does not stand bare inside <tool_call>"), [False, False]
    return Reply(turn, protocol.clean(text)), [True, not turn.repaired and not turn.notes]


def _unread(text: str, kind: TurnKind, after: int, cause: str) -> Reply:
    return Reply(None, failures=(Failure(kind, after, cause, protocol.clean(text[:FAILED_TEXT]), final=True),))
