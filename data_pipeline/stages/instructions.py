"""Stage 2: each pair gets instructions: basic changes, styles and moods, in two languages,
some with the boxes of regions.

Beside the truth stands the teacher's attempt: what the rules make of the instruction alone, without having seen the
result. No instruction is left out because the rules do not understand it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from data_pipeline import splitting
from data_pipeline.annotators import AnnotationCase, AnnotationError, WrittenInstruction, limits
from data_pipeline.context import Context
from data_pipeline.samples import Drop, EditPair
from data_pipeline.stages.pairs import mean_delta_e
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from jarvisevo.record.artedit import PROMPTS, Record
from jarvisevo.record.trajectory import Trajectory
from jarvisevo.rules import plan

STAGE = "instructions"


def run(pairs: Sequence[EditPair], context: Context) -> Iterator[Record | Drop]:
    """Records without thoughts. What repeats another instruction of its pair is dropped."""
    cases = [
        (pair, number, _case(pair, number, context))
        for pair in pairs
        for number in range(context.config.instructions.per_pair)
    ]
    answers = context.annotator.instructions([case for *_, case in cases])
    seen: dict[str, set[str]] = {}
    for (pair, number, case), answer in zip(cases, answers, strict=True):
        name = f"{pair.id}-{number}"
        if isinstance(answer, AnnotationError):
            yield Drop(name, STAGE, "no instruction", str(answer))
        elif wrong := _fault(answer, case):
            yield Drop(name, STAGE, *wrong)
        elif answer.text.lower() in seen.setdefault(pair.id, set()):
            yield Drop(name, STAGE, "same words as another of the pair", answer.text)
        else:
            seen[pair.id].add(answer.text.lower())
            yield _record(pair, name, case, answer, context)


def _case(pair: EditPair, number: int, context: Context) -> AnnotationCase:
    """The pair as the annotator sees it, with language and kind sampled for this one."""
    config, rng = context.config.instructions, context.rng(STAGE, f"{pair.id}-{number}")
    chinese = rng.random() < config.chinese
    prompt = rng.choices(PROMPTS, config.shares)[0]
    return AnnotationCase(
        id=f"{pair.id}-{number}",
        images=tuple(context.image(pair.split, name) for name in pair.images),
        calls=pair.calls,
        language="zh" if chinese else "en",
        prompt=prompt,
        differences=pair.differences,
        style=pair.style[chinese],
        named=pair.named,
        scene=pair.scene,
        off=pair.off,
        regions=pair.regions,
        boxed=rng.random() < config.boxes,
        faulty=pair.made == "repair",
        heldout=pair.split == "heldout",
        words=config.max_words,
        rng=rng,
    )


def _fault(asked: WrittenInstruction, case: AnnotationCase) -> tuple[str, str] | None:
    """Why an instruction cannot be used: (reason, detail)."""
    if not asked.text.strip():
        return "no instruction", "an empty text"
    if limits.words(asked.text) > case.words:
        return "too many words", f"{limits.words(asked.text)} of {case.words}"
    if limits.invented(asked.text, tuple(region.box for region in case.regions)):
        return "a box that was not given", asked.text[:200]
    return None


def _record(pair: EditPair, name: str, case: AnnotationCase, asked: WrittenInstruction, context: Context) -> Record:
    own = {"max_size": context.config.max_size, "made": pair.made}
    truth = pair.truth or pair.images[-1]
    teacher = _teacher(pair, asked.text, truth, context)
    meta = {
        **pair.meta,
        "images": list(pair.images),
        "pair": pair.id,
        "change": pair.change,
        "split": pair.split,
        "style": case.style,
        "named": pair.named,
        "off": pair.off,
        "differences": [each.to_dict() for each in pair.differences],
        "annotator": context.annotator.name,
        "teacher_left": teacher.left,
        "teacher_thought": teacher.thought,
    }
    return Record(
        id=name,
        kind="edit",
        source=pair.images[0],
        target=truth,
        instruction=asked.text,
        language=case.language,
        trajectory=Trajectory(pair.images[0], asked.text, splitting.as_steps(pair.calls), meta=own),
        prompt=asked.prompt,
        scene=pair.scene,
        subscene=pair.subscene,
        boxes=asked.boxes,
        teacher=teacher.settings,
        licence=pair.licence,
        made=pair.made,
        meta=meta,
    )


@dataclass(frozen=True)
class Attempt:
    """What the rules make of the words alone.

    settings  None when they do nothing
    thought   their reasoning
    left      mean ΔE2000 to the truth; None when they do nothing, or crop
    """

    settings: dict[str, Any] | None = None
    thought: str = ""
    left: float | None = None


def _teacher(pair: EditPair, instruction: str, truth: str, context: Context) -> Attempt:
    if not context.config.instructions.teacher:
        return Attempt()
    photo = Photo.from_array(context.image(pair.split, pair.images[0]))
    planned = plan(photo, instruction)
    document = planned.settings.to_dict()
    if not document:
        return Attempt()
    words = context.config.thoughts.plan_words
    thought = limits.shortened(planned.thought, words) if words else ""
    made = render(photo, planned.settings).eight_bit()
    wanted = context.image(pair.split, truth)
    return Attempt(document, thought, round(mean_delta_e(made, wanted), 3) if made.shape == wanted.shape else None)
