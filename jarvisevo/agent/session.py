"""`Session`: one run in progress: the photo, what was done to it so far, and what may still be spent."""

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from editor_ops.ops import geometry
from editor_ops.photo import Image, Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.agent.locks import Locks
from jarvisevo.protocol.chat import Message, Sampling, TurnKind
from jarvisevo.protocol.messages import to_messages
from jarvisevo.protocol.turns import EditTurn, ProtocolError
from jarvisevo.record.trajectory import Evaluation, Failure, Reflection, Step, Trajectory

THRESHOLD = 3.0
"""The score below which a reflection is asked for, where neither the user nor the model says another (protocol.md)."""
CROPPING = frozenset(row.name for row in geometry.CROP)
"""What a call crops by."""
MIN_SIDE = 28
"""Shortest long edge of a picture for a model: one merged patch of Qwen2.5-VL."""


@dataclass(frozen=True)
class Options:
    """What a run may do.

    max_steps         editing steps at most (JarvisEvo: up to 4)
    threshold         a score below it asks for a reflection; None: what the policy's model learnt with, else THRESHOLD
    rounds            reflections at most
    max_size          long edge, in pixels, of the pictures that the policy sees
    image_max_pixels  their area at most; None for no limit (the paper trains with 262,144)
    max_tokens        tokens the model may write in the whole run; None for no limit
    seconds           wall-clock seconds; a request under way ends with them; None for no limit
    locks             limits that every state keeps
    read_locks        also take limits from the instruction ("max ±0.3 EV", "don't touch skin")
    seed              of this run: the wording of the rules, the sampling of a model
    sampling          how replies are drawn; None leaves it to the policy
    judged_by         what the policy judges by: its conversation, or images and instruction alone, as the model learnt
                      it
    reading           the rules' reading of the instruction stands under it, for a small model that learnt with it
    judge_steps       with an evaluator: judge every step, so that an earlier one can win; else only the last
    guard             judge the untouched photo too, and say so where the result does worse
    variant           which version of its plan a policy that has `variants` makes; "" for the plan itself
    """

    max_steps: int = 4
    threshold: float | None = None
    rounds: int = 1
    max_size: int = 1024
    image_max_pixels: int | None = None
    max_tokens: int | None = None
    seconds: float | None = None
    locks: Locks = Locks()
    read_locks: bool = True
    seed: int = 0
    sampling: Sampling | None = None
    judged_by: Literal["conversation", "images"] = "conversation"
    reading: bool = False
    judge_steps: bool = True
    guard: bool = True
    variant: str = ""

    @property
    def corrected_below(self) -> float:
        """The score below which a reflection is asked for."""
        return THRESHOLD if self.threshold is None else self.threshold

    def __post_init__(self) -> None:
        for name, low in (
            ("max_steps", 1),
            ("rounds", 0),
            ("max_size", MIN_SIDE),
            ("max_tokens", 1),
            ("seconds", 0),
            ("image_max_pixels", MIN_SIDE**2),
        ):
            value = getattr(self, name)
            if value is not None and not value >= low:
                raise ValueError(f"{name} is {value}: give at least {low}")


@dataclass
class Session:
    """A run in progress; the agent writes it, policies read it.

    photo      the original
    locks      limits in force: the options' and those read from the instruction
    start      what stands already and is edited further; nothing for an edit of the photo itself
    images     (h, w, 3) uint8 sRGB: what stood at first and the picture of every state, as the policy sees them
    tokens     written by the model so far
    remarks    for the user: what was ignored, clamped, failed
    """

    photo: Photo
    instruction: str
    options: Options = field(default_factory=Options)
    name: str = ""
    locks: Locks = field(default_factory=Locks)
    start: Settings = Settings()  # noqa: RUF009 — immutable
    steps: list[Step] = field(default_factory=list)
    evaluation: Evaluation | None = None
    reflections: list[Reflection] = field(default_factory=list)
    images: list[np.ndarray] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    usage: dict[str, int] = field(default_factory=dict)
    remarks: dict[str, None] = field(default_factory=dict)
    meta: dict[str, Any] = field(default_factory=dict)
    started: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        if not self.images:
            self.images.append(self.show(self.start).eight_bit())

    @property
    def settings(self) -> Settings:
        """The accumulated state."""
        return self.states[-1]

    @property
    def states(self) -> list[Settings]:
        """What stood at first (nothing set: the original's), then the state after each step and reflection."""
        return [self.start, *(s.settings for s in self.steps), *(r.step.settings for r in self.reflections)]

    @property
    def judged(self) -> Evaluation | None:
        """The latest judgement."""
        return self.reflections[-1].evaluation if self.reflections else self.evaluation

    @property
    def side(self) -> int:
        """Long edge of the pictures: `max_size`, less where the area would exceed `image_max_pixels`."""
        long, short = max(self.photo.height, self.photo.width), min(self.photo.height, self.photo.width)
        side = min(self.options.max_size, long)
        if self.options.image_max_pixels:
            side = min(side, int((self.options.image_max_pixels * long / short) ** 0.5))
        return max(side, 1)

    @property
    def seconds(self) -> float:
        """Wall-clock seconds since the start."""
        return time.monotonic() - self.started

    @property
    def tokens(self) -> int:
        """Tokens the model wrote."""
        return written(self.usage)

    @property
    def tokens_left(self) -> int | None:
        """Tokens the model may still write; None without a limit."""
        return None if self.options.max_tokens is None else max(self.options.max_tokens - self.tokens, 0)

    @property
    def seconds_left(self) -> float | None:
        """Wall-clock seconds that the run may still take; None without a limit."""
        return None if self.options.seconds is None else max(self.options.seconds - self.seconds, 0.0)

    def spent(self) -> str:
        """Which budget is used up ("tokens", "seconds"), "" while there is some left."""
        if self.tokens_left == 0:
            return "tokens"
        if self.seconds_left == 0:
            return "seconds"
        return ""

    def after(self, turn: EditTurn) -> tuple[Settings, tuple[str, ...]]:
        """(the state that a turn would make, what the limits hold back of it)."""
        return self.locks.enforce(self.settings.merge(turn.settings), self.start)

    def on_photo(self, turn: EditTurn, text: str = "") -> EditTurn:
        """The turn without a crop that would leave nothing of this photo, which a note says.

        text  the reply, for the ProtocolError where nothing else is in it
        """
        problem = geometry.empty_crop(self.after(turn)[0], self.photo)
        rest = {n: v for n, v in turn.settings.values.items() if n not in CROPPING}
        if problem is None or len(rest) == len(turn.settings):
            return turn
        if not rest:
            raise ProtocolError(
                f"nothing in the tool call can be used: {problem}", text, max(text.find(problem.path), 0)
            )
        kept = Settings(rest)
        notes = (*turn.notes, f"{problem}; the crop was not applied")
        return replace(turn, settings=kept, tool_call=kept.to_dict(), notes=notes)

    def show(self, settings: Settings) -> Image:
        """Develop the original with these settings, at the size that the policy sees."""
        return render(self.photo, settings, self.side)

    def count(self, usage: Mapping[str, int]) -> None:
        """Add a reply's tokens."""
        for name, number in usage.items():
            if isinstance(number, int):
                self.usage[name] = self.usage.get(name, 0) + number

    def trajectory(self) -> Trajectory:
        """The record so far."""
        return Trajectory(
            self.name,
            self.instruction,
            tuple(self.steps),
            self.evaluation,
            tuple(self.reflections),
            dict(self.meta),
            tuple(self.failures),
            self.start,
        )

    def messages(self, ask: TurnKind, system: str = "") -> list[Message]:
        """The conversation that ends by asking for a turn of kind `ask`."""
        return to_messages(self.trajectory(), self.images, system, verbatim=True, ask=ask)


def written(usage: Mapping[str, int]) -> int:
    """Tokens that a model wrote, estimated where its server does not count."""
    return usage.get("completion_tokens", 0) + usage.get("estimated_tokens", 0)


def digest(pixels: np.ndarray) -> str:
    """SHA-256 of a picture: its shape and its bytes."""
    return hashlib.sha256(
        f"{pixels.shape} {pixels.dtype} ".encode() + np.ascontiguousarray(pixels).tobytes()
    ).hexdigest()
