"""Stage 4: edits to judge, good and bad, so that scores spread over the scale; and failed edits with their correction.

The variants of a record: its own edit, the teacher's attempt at the words alone, the same slightly off (as a trained
editor's errors are), weaker, stronger, another request's edit, the edit with damage on top, and nothing at all. Each is
rendered from the record's photo and judged against the image that was wanted. The judge is shown the two images and the
instruction, no settings, so that there is nothing to read a score off but the images.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from data_pipeline import splitting
from data_pipeline.annotators import AnnotationCase, AnnotationError
from data_pipeline.config import VariantKind, in_order
from data_pipeline.context import Context
from data_pipeline.samples import Drop
from data_pipeline.stages import questions
from data_pipeline.stages.imcot import case_of
from data_pipeline.stages.pairs import mean_delta_e
from editor_ops.masks.rows import CORRECTIONS
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.policies.variants import scaled
from jarvisevo.record.artedit import Record
from jarvisevo.record.questions import Question
from jarvisevo.record.trajectory import Evaluation, Reflection, Step, Trajectory
from jarvisevo.rules import outline
from jarvisevo.rules.language import read

STAGE = "evaluation"
THRESHOLD = 3.0
"""A score below it is worth a reflection (protocol.md)."""
UNDER, OVER, WRONG, NEAR = (0.1, 0.7), (1.4, 2.4), (-1.2, -0.3), (0.02, 0.35)
"""Strengths of the variants; for "near" the relative error of every slider."""
APART = 0.2
"""Share of the change that a variant must be away from the wanted image to be called weak, strong, wrong or damaged."""
TRIES = 4
DAMAGE: Mapping[str, tuple[float, float]] = {
    "Exposure2012": (0.7, 1.8),
    "Contrast2012": (40, 90),
    "Saturation": (35, 80),
    "IncrementalTemperature": (30, 80),
    "IncrementalTint": (25, 60),
    "Clarity2012": (40, 90),
    "Dehaze": (30, 60),
    "Blacks2012": (40, 90),
}


@dataclass(frozen=True)
class Variant:
    """One edit of a record's photo: its kind, its calls, the images' names, how far it is from the wanted image."""

    name: str
    kind: str
    calls: tuple[dict[str, Any], ...]
    images: tuple[str, ...]
    distance: float


@dataclass(frozen=True)
class JudgedVariant:
    """A variant with its judgement and the record that asks for it."""

    variant: Variant
    evaluation: Evaluation
    record: Record


def run(records: Sequence[Record], context: Context) -> Iterator[Record | Question | Drop]:
    """The records, after each those that judge its variants, then corrections and questions."""
    work = [(record, variant) for i, record in enumerate(records) for variant in _variants(record, records, i, context)]
    answers = context.annotator.evaluations([_case(record, variant, context) for record, variant in work])
    judged: dict[str, list[JudgedVariant]] = {}
    for (record, variant), answer in zip(work, answers, strict=True):
        if isinstance(answer, AnnotationError):
            yield Drop(variant.name, STAGE, "no evaluation", str(answer))
        elif answer.score is None or not 1 <= answer.score <= 5:
            yield Drop(variant.name, STAGE, "a score outside 1 to 5", str(answer.score))
        else:
            told = _outlined(_told(answer, context), record, variant, context)
            made = _record(record, variant, told, context)
            judged.setdefault(record.id, []).append(JudgedVariant(variant, answer, made))
    for record in records:
        yield record
        yield from (each.record for each in judged.get(record.id, ()))
    yield from _corrections(records, judged, context)
    for record in records:
        shown = [(each.variant.images[-1], each.variant.distance) for each in judged.get(record.id, ())]
        yield from questions.of(record, shown, context)


# ---- variants


def _variants(record: Record, records: Sequence[Record], place: int, context: Context) -> Iterator[Variant]:
    """As many as the config asks for, each of a kind sampled for it."""
    config, rng = context.config.evaluation, context.rng(STAGE, record.id)
    whole, part = divmod(config.per_record, 1)
    kinds = in_order(config.variants, VariantKind)
    for number in range(int(whole) + (rng.random() < part)):
        kind = rng.choices(list(kinds), list(kinds.values()))[0]
        other = records[(place + 1 + rng.randrange(max(1, len(records) - 1))) % len(records)].trajectory.states[-1]
        yield _apart(f"{record.id}-e{number}", kind, record, other, rng, context)


def _apart(name: str, kind: str, record: Record, other: Settings, rng: random.Random, context: Context) -> Variant:
    """A variant that is what its kind says: one meant to be off is tried again until it is, else called near."""
    if kind == "teacher" and (record.teacher is None or record.meta["teacher_left"] is None):
        kind = "near"
    gold = record.trajectory.states[-1]
    for _ in range(TRIES):
        settings = Settings.parse(dict(record.teacher or {})) if kind == "teacher" else _altered(gold, kind, other, rng)
        variant = _rendered(name, kind, settings, record, context)
        far = variant.distance >= APART * float(record.meta["change"])
        if far or kind in ("gold", "teacher", "near", "nothing"):
            return variant
    return replace(variant, kind="near")


def _altered(settings: Settings, kind: str, other: Settings, rng: random.Random) -> Settings:
    """The settings of a variant."""
    if kind == "gold":
        return settings
    if kind == "nothing":
        return Settings()
    if kind in ("under", "over"):
        return scaled(settings, rng.uniform(*(UNDER if kind == "under" else OVER)))
    if kind == "near":
        return _jittered(settings, rng.uniform(*NEAR), rng)
    if kind == "wrong":
        return other if rng.random() < 0.5 and other != settings else scaled(settings, rng.uniform(*WRONG))
    names = rng.sample(list(DAMAGE), rng.randint(1, 2))
    harm = {name: rng.choice((-1, 1)) * rng.uniform(*DAMAGE[name]) for name in names}
    return settings.merge(_bounded({n: _number(settings, n) + v for n, v in harm.items()}))


def _jittered(settings: Settings, size: float, rng: random.Random) -> Settings:
    """Every amount off by a share of itself, and of a twentieth of its range; now and then one is forgotten."""
    document, out = settings.to_dict(), {}
    for name, value in document.items():
        row = TABLE[name]
        if name == CORRECTIONS:
            out[name] = scaled(Settings.parse({name: value}), max(0.1, 1 + rng.gauss(0, 1.5 * size))).to_dict()[name]
        elif row.kind != "number":
            out[name] = value
        elif rng.random() > 0.1:
            least = 0.0 if row.unit == "deg" else 0.05 * row.span  # a twentieth of a circle is no small error
            out[name] = value + rng.gauss(0, size) * (abs(value - row.default) + least)
    numbers = {n: v for n, v in out.items() if TABLE[n].kind == "number"}
    return Settings.parse({**out, **_bounded(numbers).to_dict()})


def _bounded(values: Mapping[str, float]) -> Settings:
    """Numbers inside their ranges, rounded as people set them."""
    kept = {}
    for name, value in values.items():
        row = TABLE[name]
        kept[name] = round(min(max(value, row.low), row.high), 2 if row.span <= 10 else 0)
    return Settings.parse(kept)


def _number(settings: Settings, name: str) -> float:
    value = settings.to_dict().get(name, TABLE[name].default)
    return float(value) if isinstance(value, int | float) else 0.0


def _rendered(name: str, kind: str, settings: Settings, record: Record, context: Context) -> Variant:
    """A variant with its images on disk."""
    split, source = str(record.meta["split"]), record.source
    calls = splitting.steps(settings, max(1, len(record.trajectory.steps))) or [{}]
    images, last = context.develop(split, name, context.image(split, source), calls)
    wanted = context.image(split, record.target)
    return Variant(name, kind, tuple(calls), (source, *images), mean_delta_e(last, wanted))


# ---- records


def _case(record: Record, variant: Variant, context: Context) -> AnnotationCase:
    """A variant before the judge: the photo, its result, and the image that was wanted."""
    split = str(record.meta["split"])
    return replace(
        case_of(record, context, f"{STAGE}:{variant.name}"),
        id=variant.name,
        images=tuple(context.image(split, name) for name in variant.images),
        calls=variant.calls,
        target=context.image(split, record.target),
        words=context.config.thoughts.verdict_words,
        dimensions=context.config.evaluation.dimensions,
    )


def _told(verdict: Evaluation, context: Context) -> Evaluation:
    """A judgement with what the config wants to stand before the score."""
    return replace(verdict, rationale="") if context.config.thoughts.verdict == "nothing" else verdict


def _outlined(verdict: Evaluation, record: Record, variant: Variant, context: Context) -> Evaluation:
    """A judgement whose reasons are what was wanted and what was done, where the config asks for outlines."""
    if context.config.thoughts.style != "outline" or not verdict.rationale:
        return verdict
    split = str(record.meta["split"])
    done = questions.seen(record.source, variant.images[-1], split, record.language, context)
    parts = (outline.wanted(read(record.instruction), record.language), done)
    return replace(verdict, rationale=outline.together(parts, record.language))


def _shown(record: Record, variant: Variant, context: Context) -> Trajectory:
    """The variant as the judge sees it: with its settings, or as one step that names none."""
    own = record.trajectory
    if context.config.evaluation.settings:
        return replace(own, steps=splitting.as_steps(variant.calls, [step.thought for step in own.steps]))
    last = splitting.states(variant.calls)[-1]
    return replace(own, steps=(Step("", {}, last, "finished"),))


def _record(record: Record, variant: Variant, verdict: Evaluation, context: Context) -> Record:
    shown = _shown(record, variant, context)
    images = variant.images if context.config.evaluation.settings else (variant.images[0], variant.images[-1])
    meta = {
        **{name: value for name, value in record.meta.items() if name not in ("paraphrases", "readings")},
        "images": list(images),
        "variant": variant.kind,
        "of": record.id,
        "wanted_image": record.target,
        "distance": round(variant.distance, 3),
    }
    return replace(
        record,
        id=variant.name,
        kind="eval",
        target=variant.images[-1],
        trajectory=shown,
        evaluation=verdict,
        teacher=None,
        meta=meta,
    )


# ---- corrections


def _corrections(
    records: Sequence[Record], judged: Mapping[str, Sequence[JudgedVariant]], context: Context
) -> Iterator[Record | Drop]:
    """Edit records in which a failed edit is judged, reflected on and corrected."""
    share, chosen = context.config.evaluation.reflections, []
    for record in records:
        failed = [each for each in judged.get(record.id, ()) if (each.evaluation.score or 5) < THRESHOLD]
        if failed and context.rng(STAGE, f"{record.id}:reflection").random() < share:
            chosen.append((record, failed[0]))
    cases = [_failed_case(record, bad, context) for record, bad in chosen]
    reflections = context.annotator.reflections(cases, [bad.evaluation for _, bad in chosen])
    golden = context.annotator.evaluations([_gold_case(record, context) for record, _ in chosen])
    for (record, bad), words, gold in zip(chosen, reflections, golden, strict=True):
        name = f"{record.id}-r"
        if isinstance(words, AnnotationError) or isinstance(gold, AnnotationError):
            yield Drop(name, STAGE, "no reflection", str(words if isinstance(words, AnnotationError) else gold))
        elif (made := _corrected(record, bad, words, _told(gold, context), context)) is not None:
            yield made
        else:
            yield Drop(name, STAGE, "no correction leads nearer", f"from {bad.variant.kind}")


def _failed_case(record: Record, bad: JudgedVariant, context: Context) -> AnnotationCase:
    split = str(record.meta["split"])
    return replace(
        case_of(record, context, f"{STAGE}:{bad.variant.name}:reflection"),
        images=tuple(context.image(split, name) for name in bad.variant.images),
        calls=bad.variant.calls,
        target=context.image(split, record.target),
        words=context.config.thoughts.plan_words + context.config.thoughts.step_words,
    )


def _gold_case(record: Record, context: Context) -> AnnotationCase:
    base = case_of(record, context, f"{STAGE}:{record.id}:gold")
    return replace(
        base,
        target=context.image(str(record.meta["split"]), record.target),
        words=context.config.thoughts.verdict_words,
        dimensions=context.config.evaluation.dimensions,
    )


def _corrected(record: Record, bad: JudgedVariant, words: str, gold: Evaluation, context: Context) -> Record | None:
    """The record with the failed edit first; None when no call leads from there nearer to the wanted image."""
    steps = splitting.as_steps(bad.variant.calls, [step.thought for step in record.trajectory.steps])
    now, wanted = steps[-1].settings, record.trajectory.states[-1]
    call = splitting.difference(now, wanted)
    reached = now.merge(Settings.parse(call))
    back = Settings.parse({n: TABLE[n].default for n in call if n not in wanted})
    split, last = str(record.meta["split"]), str(record.meta["images"][-1])
    after = mean_delta_e(context.image(split, last), context.image(split, record.target))
    if reached != wanted.merge(back) or after >= bad.variant.distance:
        return None
    trajectory = replace(
        record.trajectory,
        steps=steps,
        evaluation=replace(_told(bad.evaluation, context), judge="self"),
        reflections=(Reflection(Step(words, call, reached), replace(gold, judge="self")),),
    )
    meta = {
        **record.meta,
        "images": [*bad.variant.images, last],
        "of": record.id,
        "variant": "reflection",
        "nearer": [round(bad.variant.distance, 3), round(after, 3)],
    }
    return replace(record, id=f"{record.id}-r", trajectory=trajectory, meta=meta)
