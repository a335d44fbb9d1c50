"""Stage 3: the reasoning of each record: a plan, then what every step will do, first drafted, then refined.

Each step's thought is written from the image before and after it, what was thought before, and the final image
(JarvisEvo, section 3.3.1: global, local and historical context), in the future tense and without numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from data_pipeline.annotators import AnnotationCase, AnnotationError, limits
from data_pipeline.context import Context
from data_pipeline.language.observe import Difference
from data_pipeline.samples import Drop, RegionBox
from jarvisevo.record.artedit import Record
from jarvisevo.record.trajectory import Step

STAGE = "imcot"


def run(records: Sequence[Record], context: Context) -> Iterator[Record | Drop]:
    """The records with thoughts."""
    cases = [case_of(record, context, STAGE) for record in records]
    thoughts: list[list[str] | AnnotationError] = [[] for _ in records]
    _plans(cases, thoughts, context)
    for number in range(max((len(case.calls) for case in cases), default=0)):
        _steps(cases, thoughts, number, context)
    for record, case, said in zip(records, cases, thoughts, strict=True):
        if isinstance(said, AnnotationError):
            yield Drop(record.id, STAGE, "no thought", str(said))
        elif wrong := _fault(said, case, context):
            yield Drop(record.id, STAGE, *wrong)
        else:
            yield _thinking(record, said)


def case_of(record: Record, context: Context, stage: str) -> AnnotationCase:
    """A record as an annotator sees it."""
    split, meta = str(record.meta["split"]), record.meta
    return AnnotationCase(
        id=record.id,
        images=tuple(context.image(split, name) for name in meta["images"]),
        calls=tuple(step.tool_call for step in record.trajectory.all_steps),
        language=record.language,
        prompt=record.prompt,
        instruction=record.instruction,
        differences=tuple(Difference(**each) for each in meta["differences"]),
        style=str(meta["style"]) if record.prompt != "basic" else "",
        named=bool(meta["named"]),
        scene=record.scene,
        off=int(meta["off"]),
        regions=tuple(RegionBox("", box) for box in record.boxes),
        rng=context.rng(stage, record.id),
    )


def _plans(cases: Sequence[AnnotationCase], thoughts: list[list[str] | AnnotationError], context: Context) -> None:
    """Put the plan of every case into `thoughts`."""
    words = context.config.thoughts.plan_words
    asked = [replace(case, words=words) for case in cases]
    answers = context.annotator.plans(asked) if words else [""] * len(cases)
    for i, answer in enumerate(_second(asked, answers, -1, context)):
        thoughts[i] = answer if isinstance(answer, AnnotationError) else [answer]


def _steps(
    cases: Sequence[AnnotationCase], thoughts: list[list[str] | AnnotationError], number: int, context: Context
) -> None:
    """Add the thought of one step to every case that has it."""
    words = context.config.thoughts.step_words
    places = [i for i, said in enumerate(thoughts) if isinstance(said, list) and number < len(cases[i].calls)]
    asked = [replace(cases[i], words=words, said=tuple(thoughts[i])) for i in places]  # type: ignore[arg-type]
    answers = context.annotator.steps(asked, number) if words else [""] * len(places)
    for i, answer in zip(places, _second(asked, answers, number, context), strict=True):
        said = thoughts[i]
        thoughts[i] = answer if isinstance(answer, AnnotationError) else [*said, answer]  # type: ignore[misc]


def _second(
    cases: Sequence[AnnotationCase], drafts: Sequence[str | AnnotationError], number: int, context: Context
) -> list[str | AnnotationError]:
    """The refined texts, where there is a draft."""
    if not context.config.thoughts.refine:
        return list(drafts)
    good = [i for i, draft in enumerate(drafts) if isinstance(draft, str) and draft]
    answers = context.annotator.refined([cases[i] for i in good], [str(drafts[i]) for i in good], number)
    out = list(drafts)
    for i, answer in zip(good, answers, strict=True):
        out[i] = answer
    return out


def _fault(said: Sequence[str], case: AnnotationCase, context: Context) -> tuple[str, str] | None:
    """Why thoughts cannot be used: (reason, detail)."""
    bounds = (context.config.thoughts.plan_words, *[context.config.thoughts.step_words] * (len(said) - 1))
    for text, most in zip(said, bounds, strict=True):
        if limits.words(text) > 1.25 * most:
            return "too many words", f"{limits.words(text)} of {most}"
        if limits.has_numbers(text):
            return "numbers in a thought", text[:200]
        if limits.invented(text, tuple(region.box for region in case.regions)):
            return "a box that was not given", text[:200]
    return None


def _thinking(record: Record, said: Sequence[str]) -> Record:
    """The record with the plan and the first step's reasoning in its first thought,
    and one more for each further step.
    """
    joint = "" if record.language == "zh" else " "
    texts = [joint.join(text for text in said[:2] if text), *said[2:]]
    steps: list[Step] = [replace(step, thought=text) for step, text in zip(record.trajectory.steps, texts, strict=True)]
    return replace(record, trajectory=replace(record.trajectory, steps=tuple(steps)))
