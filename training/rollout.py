"""Trajectories of the editor and of the evaluator: the agent's own loop, answered with sampled tokens."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from editor_ops.photo import Photo
from jarvisevo.agent import loop
from jarvisevo.agent.loop import Ask
from jarvisevo.agent.policy import Reply
from jarvisevo.agent.session import Options, Session
from jarvisevo.protocol import turns as protocol
from jarvisevo.protocol.chat import Message, TurnKind
from jarvisevo.protocol.messages import JUDGED_BY, to_messages
from jarvisevo.protocol.turns import EditTurn, ProtocolError
from jarvisevo.qwen.generate import TokenCompletion
from jarvisevo.record.trajectory import Evaluation, Failure, Trajectory
from training.conversation import Conversation, Tokens

JudgedBy = Literal["conversation", "images"]
FAILED_TEXT = 2_000
"""Characters of a reply that could not be read which go into the record."""
CALL = re.compile(r"<tool_call>\s*\{")
"""How a call begins. Calls without tags or inside fences are read from models that were trained elsewhere; a policy in
training writes the grammar itself, or learns nothing of it."""


class EditRollout:
    """A trajectory of the editor: edits in the sandbox, its own judgement, and a correction where that is asked for.

    The turns are those of `agent.loop.turns`. Two things differ from a policy in use: nothing is asked twice, and a
    turn that cannot be read ends the trajectory, for what the agent would ask next stands in a conversation without it.

    session       the run in the sandbox, with images and settings
    conversation  that of the edits, which is learnt from
    current       the one that the next turn goes on: the same, or that of a judgement by images alone
    obligations   of the grammar, True where they were met
    turns         taken so far
    judgement     the conversation in which it first judged, and the number of that turn in it; None before
    """

    judgement: tuple[Conversation, int] | None = None

    def __init__(self, tokens: Tokens, session: Session, seed: str, system: str = "", judge: bool = True) -> None:
        """A trajectory before its first turn.

        judge  False ends it after the edits
        """
        self.session, self.seed, self.judge = session, seed, judge
        self.obligations: list[bool] = []
        self.turns = 0
        self._turns = loop.turns(session)
        self.ask: Ask | None = next(self._turns)
        self._opening = [Message("system", (system,), "system")] if system else []
        self.conversation = self.current = Conversation(tokens, [*self._opening, self.ask.message])

    @property
    def score(self) -> float | None:
        """Its own, of the edits (not of a correction); None when it gave none."""
        return self.session.evaluation.score if self.session.evaluation else None

    @property
    def valid(self) -> bool:
        """True when every edit could be used."""
        return bool(self.session.steps) and not any(f.kind == "edit" for f in self.session.failures)

    def answer(self, completion: TokenCompletion) -> None:
        """Read a turn and let the loop carry it out; `ask` then says what follows."""
        assert self.ask is not None
        kind = self.ask.kind
        text = self.current.append_assistant(completion, kind)
        if kind == "evaluate" and self.judgement is None:
            self.judgement = self.current, len(self.current.spans) - 1
        self.turns += 1
        reply, met = read_reply(text, kind, len(self.session.states) - 1)
        self.obligations += [completion.finish == "stop", *met]
        self.ask = self._advance(reply)
        if isinstance(reply.turn, EditTurn) and kind == "edit" and (self.ask is None or self.ask.kind != "edit"):
            self.obligations.append(reply.turn.state == "finished")
        if reply.turn is None or (self.ask is not None and self.ask.kind == "evaluate" and not self.judge):
            self._turns.close()
            self.ask = None
        self.current = self.conversation
        if self.ask is not None and self.ask.alone:
            self.current = Conversation(self.conversation.tokens, [*self._opening, self.ask.message])
        elif self.ask is not None:
            self.conversation.append_user(self.ask.message)

    def _advance(self, reply: Reply) -> Ask | None:
        try:
            return self._turns.send(reply)
        except StopIteration:
            return None


def read_reply(text: str, kind: TurnKind, after: int) -> tuple[Reply, list[bool]]:
    """(a sampled turn as the loop takes it, the obligations of its grammar: readable,
    and nothing repaired or unusable).

    after  states so far, for the record of a failure
    """
    try:
        if kind == "evaluate":
            evaluation, repaired = protocol.read_evaluation(text)
            return Reply(evaluation, protocol.clean(text)), [True, not repaired]
        turn = protocol.parse_edit(text)
    except ProtocolError as error:
        return _unread(text, kind, after, error.line()), [False, False]
    if turn.tool_call and not CALL.search(text):
        return _unread(text, kind, after, "the call does not stand bare inside <tool_call>"), [False, False]
    return Reply(turn, protocol.clean(text)), [True, not turn.repaired and not turn.notes]


def _unread(text: str, kind: TurnKind, after: int, cause: str) -> Reply:
    return Reply(None, failures=(Failure(kind, after, cause, protocol.clean(text[:FAILED_TEXT]), final=True),))


def edit_rollout(
    tokens: Tokens,
    photo: Photo,
    instruction: str,
    seed: str,
    *,
    max_steps: int,
    max_size: int,
    system: str = "",
    judge: bool = True,
    correct_below: float | None = None,
    judged_by: JudgedBy = "conversation",
) -> EditRollout:
    """A trajectory of the editor before its first turn.

    correct_below  a score under it asks for one correction, which is judged too; None for never
    """
    options = Options(max_steps=max_steps, max_size=max_size, rounds=0, judged_by=judged_by)
    if correct_below is not None:
        options = replace(options, rounds=1, threshold=correct_below)
    return EditRollout(tokens, loop.open_session(photo, instruction, options, "photo"), seed, system, judge)


class EvalRollout:
    """A judgement of a given edit; see `EditRollout`."""

    judgement: tuple[Conversation, int] | None = None

    def __init__(self, tokens: Tokens, messages: Sequence[Message], seed: str) -> None:
        """A judgement before it is sampled; the last of the messages asks for it."""
        self.conversation = self.current = Conversation(tokens, messages)
        self.seed, self.turns = seed, 0
        self.ask: Ask | None = Ask("evaluate", messages[-1])
        self.obligations: list[bool] = []
        self.evaluation: Evaluation | None = None

    @property
    def score(self) -> float | None:
        """None before the turn, and when it could not be read."""
        return self.evaluation.score if self.evaluation else None

    def answer(self, completion: TokenCompletion) -> None:
        """Read the judgement."""
        self.turns, self.judgement = 1, (self.conversation, 0)
        reply, met = read_reply(self.conversation.append_assistant(completion, "evaluate"), "evaluate", 0)
        self.evaluation = reply.turn if isinstance(reply.turn, Evaluation) else None
        self.obligations += [completion.finish == "stop", *met]
        self.ask = None


def eval_rollout(
    tokens: Tokens,
    trajectory: Trajectory,
    images: Sequence[np.ndarray],
    seed: str,
    *,
    system: str = "",
    judged_by: JudgedBy = "conversation",
) -> EvalRollout:
    """A judgement before it is sampled.

    trajectory  the edit
    images      the original, then the image after each step
    """
    meta = {**trajectory.meta, JUDGED_BY: judged_by}
    asked = replace(trajectory, evaluation=None, reflections=(), meta=meta)
    return EvalRollout(tokens, to_messages(asked, list(images), system, ask="evaluate"), seed)
