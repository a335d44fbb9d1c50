"""Questions that only eyes can answer: which of two results is nearer to an instruction, and what an edit did."""

import random
from collections.abc import Iterator, Mapping, Sequence

from data_pipeline import splitting
from data_pipeline.annotators.phrases import CLOSER, COMPARE, DID, FIRST_BETTER, OTHER, PERCEIVE, READ, SECOND_BETTER
from data_pipeline.context import Context
from data_pipeline.language.grammar import phrase
from data_pipeline.language.observe import Difference
from data_pipeline.stages.pairs import mean_delta_e
from data_pipeline.targets import taste
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.record.artedit import Record
from jarvisevo.record.questions import Question
from jarvisevo.rules import outline
from jarvisevo.rules.changes import changes
from jarvisevo.rules.language import read
from jarvisevo.rules.reasons import off
from jarvisevo.rules.thoughts import Picker, tidy

STAGE = "questions"
CLEAR = 0.12
"""Difference of two distances, as a share of the change, from which one result is called nearer."""
NAMED = 3
"""Changes that an answer names."""
TASTEFUL = 0.4
"""Share of drawn edits with settings that go together; the others move a few sliders freely."""
DRAWN = {
    "Exposure2012": (-1.8, 1.8),
    "Contrast2012": (-80, 80),
    "Highlights2012": (-90, 90),
    "Shadows2012": (-90, 90),
    "Whites2012": (-60, 60),
    "Blacks2012": (-60, 60),
    "IncrementalTemperature": (-60, 60),
    "IncrementalTint": (-50, 50),
    "Saturation": (-90, 70),
    "Clarity2012": (-60, 70),
    "Dehaze": (-50, 50),
}


def of(record: Record, shown: Sequence[tuple[str, float]], context: Context) -> Iterator[Question]:
    """The questions of a record, as many as the config asks for.

    shown  results of its photo that were judged, each with its distance from the wanted image
    """
    config = context.config.evaluation
    if context.rng(STAGE, f"{record.id}:compare").random() < config.compare:
        yield from _compared(record, shown, context)
    if context.rng(STAGE, f"{record.id}:perceive").random() < config.perceive:
        yield from _perceived(record, context)
    yield from _drawn(record, context)
    if config.read:
        yield from _reading(record, context)


def _compared(record: Record, shown: Sequence[tuple[str, float]], context: Context) -> Iterator[Question]:
    """Two results of which one is clearly nearer to the wanted image."""
    rng, split = context.rng(STAGE, record.id), str(record.meta["split"])
    wanted = context.image(split, record.target)
    results = [*shown, *_more(record, context)]
    change = float(record.meta["change"])
    pairs = [(a, b) for i, a in enumerate(results) for b in results[i + 1 :] if abs(a[1] - b[1]) >= CLEAR * change]
    if not pairs:
        return
    two = list(rng.choice(pairs))
    rng.shuffle(two)
    nearer = 1 if two[0][1] < two[1][1] else 2
    pick = Picker(record.language == "zh", rng)
    lacking = off(pick, context.image(split, two[2 - nearer][0]), wanted)
    why = pick(OTHER, what=pick.join(lacking)) if lacking else pick(CLOSER)
    answer = pick(FIRST_BETTER if nearer == 1 else SECOND_BETTER, what=why)
    yield Question(
        id=f"{record.id}-c",
        kind="compare",
        images=(record.source, two[0][0], two[1][0]),
        question=pick(COMPARE, what=record.instruction),
        answer=answer if pick.chinese else tidy(answer),
        language=record.language,
        label={"nearer": nearer},
        licence=record.licence,
        meta={"split": split, "of": record.id, "distances": [round(d, 3) for _, d in two]},
    )


def _more(record: Record, context: Context) -> list[tuple[str, float]]:
    """The wanted edit as it is rendered, and one of another taste."""
    split = str(record.meta["split"])
    wanted = context.image(split, record.target)
    gold = str(record.meta["images"][-1])
    calls = splitting.steps(taste.sample(context.rng(STAGE, f"{record.id}:other")), 1)
    if not calls:
        return [(gold, mean_delta_e(context.image(split, gold), wanted))]
    names, last = context.develop(split, f"{record.id}-c", context.image(split, record.source), calls)
    return [(gold, mean_delta_e(context.image(split, gold), wanted)), (names[-1], mean_delta_e(last, wanted))]


def seen(source: str, result: str, split: str, language: str, context: Context) -> str:
    """The outline of what happened between two stored images."""
    before, after = context.image(split, source), context.image(split, result)
    if mean_delta_e(before, after) < outline.SMALL:
        return outline.done((), language)
    return outline.done(changes(before, after), language)


def _perceived(record: Record, context: Context) -> Iterator[Question]:
    """What the record's own edit did to the photo."""
    if context.config.thoughts.style == "outline":
        yield _look(record, f"{record.id}-p", str(record.meta["images"][-1]), context)
        return
    rng = context.rng(STAGE, f"{record.id}:words")
    pick = Picker(record.language == "zh", rng)
    found = [Difference(**each) for each in record.meta["differences"]]
    said = [text for d in found[:NAMED] if (text := phrase(d, record.language, rng))]
    if not said:
        return
    answer = pick(DID, what=pick.join(said))
    yield Question(
        id=f"{record.id}-p",
        kind="perceive",
        images=(record.source, str(record.meta["images"][-1])),
        question=pick(PERCEIVE),
        answer=answer if pick.chinese else tidy(answer),
        language=record.language,
        label={"changes": [each.to_dict() for each in found]},
        licence=record.licence,
        meta={"split": str(record.meta["split"]), "of": record.id},
    )


def _drawn(record: Record, context: Context) -> Iterator[Question]:
    """What other edits of the photo did, drawn for the question."""
    split = str(record.meta["split"])
    whole, part = divmod(context.config.evaluation.drawn, 1)
    rng = context.rng(STAGE, f"{record.id}:drawn")
    for number in range(int(whole) + (rng.random() < part)):
        name = f"{record.id}-d{number}"
        calls = splitting.steps(taste.sample(rng) if rng.random() < TASTEFUL else few(rng), 1)
        if calls:
            names, _ = context.develop(split, name, context.image(split, record.source), calls)
            yield _look(record, name, names[-1], context)


def few(rng: random.Random) -> Settings:
    """One to four sliders anywhere in the part of their range that people use."""
    values = {name: rng.uniform(*DRAWN[name]) for name in rng.sample(list(DRAWN), rng.randint(1, 4))}
    return Settings.parse({name: round(value, 2 if TABLE[name].span <= 10 else 0) for name, value in values.items()})


def _look(record: Record, name: str, result: str, context: Context) -> Question:
    """What was done to a record's photo, as an outline of what is seen."""
    split = str(record.meta["split"])
    return Question(
        id=name,
        kind="perceive",
        images=(record.source, result),
        question=PERCEIVE[record.language == "zh"][0],
        answer=seen(record.source, result, split, record.language, context),
        language=record.language,
        label={},
        licence=record.licence,
        meta={"split": split, "of": record.id},
    )


def _reading(record: Record, context: Context) -> Iterator[Question]:
    """What the instruction and each of its wordings ask for."""
    wordings: Mapping[str, str] = record.meta.get("readings", {})
    own = outline.wanted(read(record.instruction), record.language)
    for number, (words, answer) in enumerate([(record.instruction, own), *wordings.items()]):
        if answer:
            yield Question(
                id=f"{record.id}-w{number}",
                kind="read",
                images=(),
                question=READ[record.language == "zh"][0].format(what=words),
                answer=answer,
                language=record.language,
                label={},
                licence=record.licence,
                meta={"split": str(record.meta["split"]), "of": record.id},
            )
