"""Stage 2: each pair gets instructions: basic changes, styles and moods, in two languages,
some with the boxes of regions.

Beside the truth stands the teacher's attempt: what the rules make of the instruction alone, without having seen the
result. No instruction is left out because the rules do not understand it. The attempt costs a hundred milliseconds and
words cost six, so an instruction of training may get paraphrases: other words that the rules read in the same way, for
which the attempt holds as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from data_pipeline import splitting
from data_pipeline.annotators import AnnotationCase, AnnotationError, WrittenInstruction, limits
from data_pipeline.context import Context
from data_pipeline.samples import Drop, EditPair
from data_pipeline.stages.pairs import mean_delta_e
from editor_ops.measure import measure
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from jarvisevo.record.artedit import PROMPTS, Record
from jarvisevo.record.trajectory import Trajectory
from jarvisevo.rules import outline, plan
from jarvisevo.rules.intent import Intent
from jarvisevo.rules.language import read

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
    made: list[tuple[Record, AnnotationCase]] = []
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
            made.append((_record(pair, name, case, answer, context), case))
    yield from _paraphrased(made, seen, context)


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


def _paraphrased(
    made: Sequence[tuple[Record, AnnotationCase]], seen: dict[str, set[str]], context: Context
) -> Iterator[Record]:
    """The records; those of training with what was found of other words of the same reading in `meta.paraphrases`,
    and with the outlines of all that were tried in `meta.readings`.

    seen  what was asked of each pair so far; what is found is added
    """
    tries = context.config.instructions.paraphrases
    taken = [(r, c) for r, c in made if tries and r.teacher and not r.boxes and r.meta["split"] != "heldout"]
    read_as: dict[tuple[str, str, Intent], str] = {}
    for record, _ in taken:
        read_as.setdefault((str(record.meta["pair"]), record.language, meaning(record.instruction)), record.id)
    cases = [
        (record, replace(case, boxed=False, rng=context.rng(STAGE, f"{record.id}:paraphrase:{number}")))
        for record, case in taken
        for number in range(tries)
    ]
    found: dict[str, list[str]] = {}
    readings: dict[str, dict[str, str]] = {}
    for (record, case), answer in zip(cases, context.annotator.instructions([case for _, case in cases]), strict=True):
        pair = str(record.meta["pair"])
        if isinstance(answer, AnnotationError) or _fault(answer, case) or answer.text.lower() in seen[pair]:
            continue
        intent = meaning(answer.text)
        if wanted := outline.wanted(intent, case.language):
            readings.setdefault(record.id, {})[answer.text] = wanted
        if name := read_as.get((pair, case.language, intent)):
            seen[pair].add(answer.text.lower())
            found.setdefault(name, []).append(answer.text)
    for record, _ in made:
        more = {"paraphrases": found.get(record.id), "readings": readings.get(record.id)}
        yield replace(record, meta={**record.meta, **{name: value for name, value in more.items() if value}})


def meaning(instruction: str) -> Intent:
    """How the rules read an instruction, without the words that stood for it."""
    intent = read(instruction)
    wants = tuple(replace(w, words="", where=replace(w.where, words="")) for w in intent.wants)
    keep = tuple(replace(k, words="", where=replace(k.where, words="")) for k in intent.keep)
    return Intent(wants, keep, (), intent.out_of_scope, intent.language)


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
    teacher = _teacher(pair, asked.text, truth, case.language, context)
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
    left      mean ΔE2000 to the truth; None when they do nothing
    """

    settings: dict[str, Any] | None = None
    thought: str = ""
    left: float | None = None


def _teacher(pair: EditPair, instruction: str, truth: str, language: str, context: Context) -> Attempt:
    if not context.config.instructions.teacher:
        return Attempt()
    photo = Photo.from_array(context.image(pair.split, pair.images[0]))
    planned = plan(photo, instruction)
    document = planned.settings.to_dict()
    if not document:
        return Attempt()
    words = context.config.thoughts.plan_words
    thought = limits.shortened(planned.thought, words) if words else ""
    if words and context.config.thoughts.style == "outline":
        parts = (outline.photo(measure(photo), language), outline.wanted(planned.intent, language))
        thought = ("" if language == "zh" else " ").join(part for part in parts if part)
    made = render(photo, planned.settings).eight_bit()
    wanted = context.image(pair.split, truth)
    return Attempt(document, thought, round(mean_delta_e(made, wanted), 3))
