"""Trajectories of the editor and of the evaluator: the agent's own loop, answered with sampled tokens."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from editor_ops.photo import Photo
from jarvisevo.agent import loop
from jarvisevo.agent.episode import Episode, read_reply
from jarvisevo.agent.loop import Ask
from jarvisevo.agent.session import Options, Session
from jarvisevo.protocol.chat import Message
from jarvisevo.protocol.messages import JUDGED_BY, READING, to_messages
from jarvisevo.qwen.expected_score import with_score
from jarvisevo.qwen.generate import TokenCompletion
from jarvisevo.record.trajectory import Evaluation, Trajectory
from jarvisevo.rules import outline
from training.conversation import Conversation, Tokens

JudgedBy = Literal["conversation", "images"]


class EditRollout(Episode):
    """An episode in tokens: a trajectory of the editor.

    conversation  that of the edits, which is learnt from
    current       the one that the next turn goes on: the same, or that of a judgement by images alone
    """

    def __init__(self, tokens: Tokens, session: Session, seed: str, system: str = "", judge: bool = True) -> None:
        """A trajectory before its first turn; see `Episode`."""
        super().__init__(session, judge)
        assert self.ask is not None
        self.seed = seed
        self._opening = [Message("system", (system,), "system")] if system else []
        self.conversation = self.current = Conversation(tokens, [*self._opening, self.ask.message])

    @property
    def likeliest(self) -> bool:
        """Whether the next turn is not sampled."""
        return False

    def answer(self, completion: TokenCompletion, score: float | None = None) -> None:
        """Read a turn and let the loop carry it out; `ask` then says what follows.

        score  of a judgement, in place of what it wrote
        """
        assert self.ask is not None
        text = self.current.append_assistant(completion, self.ask.kind)
        self.take(text if score is None else with_score(text, score), completion.finish == "stop")
        self.current = self.conversation
        if self.ask is not None and self.ask.alone:
            self.current = Conversation(self.conversation.tokens, [*self._opening, self.ask.message])
        elif self.ask is not None:
            self.conversation.append_user(self.ask.message)


class CorrectionRollout(EditRollout):
    """A trajectory of which only the correction counts: the edit and its judgement are the likeliest ones, so that all
    of a group correct the same edit for the same reasons.
    """

    @property
    def likeliest(self) -> bool:
        """True up to the correction."""
        return self.ask is not None and self.ask.kind != "reflect"

    @property
    def valid(self) -> bool:
        """True when the edit and its correction could be used; not to correct is no failure."""
        return super().valid and not any(f.kind == "reflect" for f in self.session.failures)

    @property
    def first(self) -> np.ndarray:
        """The edit that is corrected, (H, W, 3) uint8."""
        return self.session.images[len(self.session.steps)]

    def answer(self, completion: TokenCompletion, score: float | None = None) -> None:
        """Read a turn; the correction is the last."""
        kind = self.ask.kind if self.ask else None
        super().answer(completion, score)
        if kind == "reflect":
            self.end()


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
    reading: bool = False,
    kind: type[EditRollout] = EditRollout,
) -> EditRollout:
    """A trajectory of the editor before its first turn.

    correct_below  a score under it asks for one correction, which is judged too; None for never
    """
    options = Options(max_steps=max_steps, max_size=max_size, rounds=0, judged_by=judged_by, reading=reading)
    if correct_below is not None:
        options = replace(options, rounds=1, threshold=correct_below)
    return kind(tokens, loop.open_session(photo, instruction, options, "photo"), seed, system, judge)


class EvalRollout:
    """A judgement of a given edit; see `EditRollout`."""

    def __init__(self, tokens: Tokens, messages: Sequence[Message], seed: str) -> None:
        """A judgement before it is sampled; the last of the messages asks for it."""
        self.conversation = self.current = Conversation(tokens, messages)
        self.seed, self.turns = seed, 0
        self.ask: Ask | None = Ask("evaluate", messages[-1])
        self.obligations: list[bool] = []
        self.evaluation: Evaluation | None = None

    @property
    def likeliest(self) -> bool:
        """Judgements are sampled."""
        return False

    @property
    def score(self) -> float | None:
        """None before the turn, and when it could not be read."""
        return self.evaluation.score if self.evaluation else None

    def answer(self, completion: TokenCompletion, score: float | None = None) -> None:
        """Read the judgement."""
        self.turns = 1
        text = self.conversation.append_assistant(completion, "evaluate")
        reply, met = read_reply(text if score is None else with_score(text, score), "evaluate", 0)
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
    reading: bool = False,
) -> EvalRollout:
    """A judgement before it is sampled.

    trajectory  the edit
    images      the original, then the image after each step
    """
    meta = {**trajectory.meta, JUDGED_BY: judged_by}
    meta |= {READING: outline.reading(trajectory.instruction)} if reading else {}
    asked = replace(trajectory, evaluation=None, reflections=(), meta=meta)
    return EvalRollout(tokens, to_messages(asked, list(images), system, ask="evaluate"), seed)
