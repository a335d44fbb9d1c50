"""`Trajectory`: the one record of an edit session; inference, data, training, reports and benches all read it.

Replayable to the same pixels; losslessly JSON (`record.trajectory_json`), and convertible to the chat messages that the
model saw (`protocol.messages`).
What a person or a model wrote into one is data: reading it validates, bounds and never executes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from editor_ops.settings import Settings

if TYPE_CHECKING:
    from editor_ops.photo import Image, Photo

SCHEMA = 1
"""Version of the JSON form; a reader refuses newer ones."""
LOW, HIGH = 1.0, 5.0
"""The scale of the overall score (JarvisEvo, section 3.3); one outside is a failure of format."""
AESTHETIC = ("technical_quality", "color_harmony", "lighting_tone", "sharpness_detail", "subject_background_harmony")
ADHERENCE = (
    "instruction_comprehension",
    "task_execution_accuracy",
    "visual_effect_alignment",
    "completeness_fulfillment",
    "detail_precision",
)
DIMENSIONS = (*AESTHETIC, *ADHERENCE)
"""The ten dimensions of JarvisEvo, Figure 17 (aesthetics) and Figure 18 (instruction); each 0 to 5."""

State = Literal["processing", "finished", ""]
Status = Literal["ok", "failed"]


class TrajectoryError(ValueError):
    """A record could not be read or replayed: one line with the cause and what to do."""


@dataclass(frozen=True)
class Evaluation:
    """A judgement of an edited photo. Unscored is not zero: a failed one has `score` None and says why.

    score       overall, 1 to 5
    dimensions  by the names of DIMENSIONS, 0 to 5; those that were given
    rationale   why, in words
    judge       "self" when the editing model judged, else the evaluator's name
    text        the judge's reply as it was written; untrusted
    """

    score: float | None = None
    dimensions: Mapping[str, float] = field(default_factory=dict)
    rationale: str = ""
    judge: str = "self"
    status: Status = "ok"
    error: str = ""
    text: str = ""

    @classmethod
    def failure(cls, error: str, judge: str = "self", text: str = "") -> "Evaluation":
        """A judgement that could not be had, and why."""
        return cls(None, judge=judge, status="failed", error=error, text=text)


@dataclass(frozen=True)
class Step:
    """One edit: what was thought, what was set, and all that is set since the original.

    thought     what stood between <think> tags
    tool_call   what this step changes, Adobe's names to plain JSON values
    settings    the accumulated state after it, locks enforced: what is rendered, always from the original photo
    state       "finished" when the model marked its last step; "" when it said nothing
    notes       what was repaired, clamped or could not be rendered, one line each
    told        those lines that the model reads beside the picture of this step
    text        the reply as it was written, "" for a step that no model wrote; untrusted
    image       SHA-256 of the rendered pixels, to check a replay; "" when not rendered
    evaluation  a judgement of this state, where there was one
    usage       tokens, as far as known
    timing      seconds by what took them: "reply" (waiting for others of a batch included), "render"
    """

    thought: str
    tool_call: Mapping[str, Any]
    settings: Settings = Settings()  # noqa: RUF009 — immutable
    state: State = ""
    notes: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    text: str = ""
    image: str = ""
    evaluation: Evaluation | None = None
    usage: Mapping[str, int] = field(default_factory=dict)
    timing: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Reflection:
    """A corrected step after a low score, and the judgement of what it made."""

    step: Step
    evaluation: Evaluation | None = None


@dataclass(frozen=True)
class Failure:
    """A turn that did not come about: data with a reason.

    kind   the turn that was wanted: "edit", "evaluate" or "reflect"
    after  how many states there were by then, so that 0 is the first turn
    cause  one line
    text   the offending reply around the place that could not be read; untrusted
    final  True when the turn was given up, False when another attempt followed
    """

    kind: str
    after: int
    cause: str
    text: str = ""
    final: bool = False


@dataclass(frozen=True)
class Trajectory:
    """An edit session from the photo and the instruction to the last judgement.

    photo        path or name of the original, as the user gave it; never from a model
    steps        the edits, in order
    evaluation   of the state after the last edit
    reflections  corrections, in order, each on top of everything before it
    failures     replies that could not be used
    meta         plain JSON: "policy", "model", "sampling", "seed", "versions", "made", "seconds", "judging" (seconds
                 of each judgement), "usage", "tokens", "limits", "threshold", "max_size" (long edge of the pictures),
                 "options", "stop" (why the editing and the reflection ended), "notes" (for the user), "best" (see
                 `best`)
    start        what stood before the first step; nothing where the edit began with the photo itself
    """

    photo: str
    instruction: str
    steps: tuple[Step, ...] = ()
    evaluation: Evaluation | None = None
    reflections: tuple[Reflection, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=dict)
    failures: tuple[Failure, ...] = ()
    start: Settings = Settings()  # noqa: RUF009 — immutable

    @property
    def all_steps(self) -> tuple[Step, ...]:
        """Edits and corrections in the order they happened."""
        return (*self.steps, *(r.step for r in self.reflections))

    @property
    def states(self) -> tuple[Settings, ...]:
        """What stood at first (nothing set: the original), then the accumulated settings after each step and
        reflection.
        """
        return (self.start, *(step.settings for step in self.all_steps))

    @property
    def scores(self) -> tuple[float | None, ...]:
        """The score of each state, None where there is none; as long as `states`."""
        own: list[Evaluation | None] = [None, *(step.evaluation for step in self.steps)]
        if self.steps and self.evaluation is not None:
            own[-1] = self.evaluation
        own += [r.evaluation for r in self.reflections]
        return tuple(e.score if e is not None else None for e in own)

    @property
    def best(self) -> int:
        """Which of `states` is the result: what the run handed out, else the best scored one."""
        given = self.meta.get("best")
        if isinstance(given, int) and not isinstance(given, bool) and 0 <= given < len(self.states):
            return given
        return best_state(self.scores, len(self.steps))

    @property
    def settings(self) -> Settings:
        """The result's settings."""
        return self.states[self.best]

    def replay(self, photo: "Photo", state: int | None = None, max_size: int | None = None) -> "Image":
        """Render a state (default: the result) from the original photo: the same pixels as in the run at its size."""
        from editor_ops.pipeline import render

        return render(photo, self.settings if state is None else self.states[state], max_size)

    def replay_all(self, photo: "Photo") -> "list[Image]":
        """The pictures as the model saw them: the original, then every state, at the size of the run."""
        size = self.meta.get("max_size")
        size = size if isinstance(size, int) and size > 0 else None
        return [self.replay(photo, i, size) for i in range(len(self.states))]


def best_state(scores: Sequence[float | None], edits: int) -> int:
    """The state to hand out: the best scored one. On a tie the earlier: the later has shown no gain and changes more.

    An unscored state never beats a scored one. With no score at all it is the last edit: what the editor
    meant, without corrections that nobody judged.

    scores  of the original and every state after it
    edits   how many of those states are edits; the rest are reflections
    """
    judged = [i for i, score in enumerate(scores) if score is not None]
    if not judged:
        return edits
    return max(judged, key=lambda i: (scores[i], -i))
