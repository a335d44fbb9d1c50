"""A trajectory as the conversation it was: each picture at its own turn, each assistant turn with its kind."""

from collections.abc import Sequence

import numpy as np

from jarvisevo.protocol import turns as protocol
from jarvisevo.protocol.chat import Message, TurnKind
from jarvisevo.record.trajectory import Evaluation, Step, Trajectory, TrajectoryError

MAX_VERBATIM = 60_000
"""Characters of a reply that is repeated to the model as it was; a longer one is written anew."""


JUDGED_BY = "judged_by"
"""Key of a trajectory's meta: "images" when judgements are asked for in a conversation of their own,
from images alone.
"""
READING = "reading"
"""Key of a trajectory's meta: what the rules' reader made of the instruction, which stands under it for a small model
that learnt with it.
"""


def judging_message(instruction: str, before: np.ndarray, after: np.ndarray, reading: str = "") -> Message:
    """Asks for a judgement by looking: the instruction and both images, no settings and no words of the edit."""
    asked = protocol.source_turn(instruction, reading=reading)
    return Message("user", (before, asked, after, protocol.evaluate_turn()), "user")


def to_messages(
    trajectory: Trajectory,
    images: Sequence[np.ndarray],
    system: str = "",
    *,
    verbatim: bool = False,
    ask: TurnKind | None = None,
) -> list[Message]:
    """The conversation so far; it ends with the user's turn that asks for `ask`, else with the assistant's last.

    images    (H, W, 3) uint8 sRGB: the original, then the picture after each step and each reflection
    system    system prompt; "" for none
    verbatim  assistant turns as the model wrote them (to go on with a conversation), not strictly rewritten
    ask       "edit", "evaluate" or "reflect": what the model shall do next
    """
    needed = 1 + len(trajectory.all_steps)
    if len(images) != needed and not (ask is None and len(images) == needed - 1 and trajectory.evaluation is None):
        raise TrajectoryError(f"{len(images)} pictures for {needed} states: give the original and one for each step")
    writer = _Writer(trajectory, list(images), verbatim)
    if system:
        writer.out.append(Message("system", (system,), "system"))
    if ask == "evaluate" and writer.by_images:
        writer.out.append(judging_message(trajectory.instruction, images[0], images[-1], writer.reading))
        return writer.out
    writer.edits(ask)
    writer.corrections(ask)
    return writer.out


class _Writer:
    def __init__(self, trajectory: Trajectory, images: list[np.ndarray], verbatim: bool) -> None:
        self.trajectory, self.images, self.verbatim = trajectory, images, verbatim
        self.out: list[Message] = []
        self.by_images = trajectory.meta.get(JUDGED_BY) == "images"
        self.reading = str(trajectory.meta.get(READING, ""))

    def user(self, picture: int | None, text: str) -> None:
        """A user turn: the picture of a state, then the words; the text alone without a picture."""
        content: tuple[str | np.ndarray, ...] = (text,) if picture is None else (self.images[picture], text)
        self.out.append(Message("user", content, "user"))

    def step(self, step: Step, kind: TurnKind, state: bool) -> None:
        whole = self.verbatim and step.text and len(step.text) <= MAX_VERBATIM
        text = step.text if whole else protocol.edit_turn(step.thought, step.tool_call, step.state if state else "")
        self.out.append(Message("assistant", (text,), kind))

    def edits(self, ask: TurnKind | None) -> None:
        """The photo, each step with its picture after it, and the judgement of the last."""
        trajectory = self.trajectory
        text = protocol.source_turn(trajectory.instruction, str(trajectory.meta.get("limits", "")), self.reading)
        self.user(0, text + protocol.standing(trajectory.start.to_dict(), trajectory.meta.get("earlier")))
        for i, step in enumerate(trajectory.steps):
            self.step(step, "edit", True)
            if i + 1 < len(trajectory.steps) or (ask == "edit" and trajectory.evaluation is None):
                self.user(i + 1, protocol.step_turn(i + 1, step.told))
        if trajectory.steps:
            last, done = trajectory.steps[-1], trajectory.evaluation
            self.judged(len(trajectory.steps), last, done, ask == "evaluate" and not trajectory.reflections)

    def corrections(self, ask: TurnKind | None) -> None:
        """Each reflection with what asked for it, its picture and its judgement; then what is asked for next."""
        trajectory = self.trajectory
        judged = trajectory.evaluation
        for i, reflection in enumerate(trajectory.reflections):
            self.wanted(judged, len(trajectory.steps) + i)
            self.step(reflection.step, "reflect", False)
            judged = reflection.evaluation
            last = i + 1 == len(trajectory.reflections)
            state = len(trajectory.steps) + i + 1
            self.judged(state, reflection.step, judged, ask == "evaluate" and last)
        if ask == "reflect":
            self.wanted(judged, len(trajectory.all_steps))

    def judged(self, state: int, step: Step, done: Evaluation | None, asked: bool) -> None:
        """A picture with the request to judge it, and the judgement; nothing when neither happened nor is asked for."""
        known = done is not None and done.score is not None
        if self.by_images or (not known and not asked):
            return
        self.user(state, protocol.evaluate_turn(step.told))
        if known and done is not None:
            self.out.append(Message("assistant", (self.verdict(done),), "evaluate"))

    def verdict(self, done: Evaluation) -> str:
        if self.verbatim and done.judge == "self" and done.text and len(done.text) <= MAX_VERBATIM:
            return done.text
        return protocol.evaluation_turn(done.rationale, done.score or 0.0, done.dimensions)

    def wanted(self, judged: Evaluation | None, state: int) -> None:
        """Asks for a correction of a state; with its image where no judgement stands in this conversation."""
        threshold = float(self.trajectory.meta.get("threshold", 3.0))
        if judged is None or judged.score is None:
            raise TrajectoryError("a reflection without a score before it")
        self.user(state if self.by_images else None, protocol.reflect_turn(judged.score, threshold))
