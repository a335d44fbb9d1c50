"""The annotator that needs no model: words from the vocabularies, facts from measurement; the same case,
the same words.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from data_pipeline.annotators import AnnotationCase, AnnotationError, WrittenInstruction, limits
from data_pipeline.annotators.judging import judgement
from data_pipeline.annotators.phrases import (
    ANSWERED,
    BUILDING,
    FINE,
    FIRST,
    LATER,
    LOCAL,
    PART,
    STEPS,
    STYLED,
    TOOLS,
    WANTED,
)
from data_pipeline.language import styles
from data_pipeline.language.grammar import Brief, phrase, write
from data_pipeline.language.observe import Difference, parameters
from data_pipeline.samples import Box
from editor_ops.masks.rows import CORRECTIONS
from editor_ops.measure import measure
from jarvisevo.record.trajectory import Evaluation
from jarvisevo.rules.phrases import FRAMES, OPENINGS
from jarvisevo.rules.reasons import ALMOST, off, reflection
from jarvisevo.rules.thoughts import Picker, describe, tidy

Made = TypeVar("Made")
SHORT = 60
"""Word limit up to which a plan leaves out its opening and the list of steps."""
NAMED = 3
"""Changes that a plan names."""
TRIES = 8
STILL = 0.15
"""Sizes up to which a quantity counts as unchanged, so that an instruction may ask to keep it."""


class OfflineAnnotator:
    """Implements `Annotator` with the vocabularies and `measure`; the same case always gets the same words."""

    name = "offline"

    def instructions(self, cases: Sequence[AnnotationCase]) -> list[WrittenInstruction | AnnotationError]:
        """See `Annotator.instructions`."""
        return [_caught(_instruction, case) for case in cases]

    def plans(self, cases: Sequence[AnnotationCase]) -> list[str | AnnotationError]:
        """See `Annotator.plans`."""
        return [_caught(_plan, case) for case in cases]

    def steps(self, cases: Sequence[AnnotationCase], number: int) -> list[str | AnnotationError]:
        """See `Annotator.steps`."""
        return [_caught(lambda case: _step(case, number), case) for case in cases]

    def refined(
        self, cases: Sequence[AnnotationCase], drafts: Sequence[str], number: int
    ) -> list[str | AnnotationError]:
        """The drafts as they are: their sentences were final."""
        return list(drafts)

    def evaluations(self, cases: Sequence[AnnotationCase]) -> list[Evaluation | AnnotationError]:
        """See `Annotator.evaluations`. The overall score is `scores.reference_score`:
        how near the wanted image it comes.
        """
        return [_caught(judgement, case) for case in cases]

    def reflections(
        self, cases: Sequence[AnnotationCase], evaluations: Sequence[Evaluation]
    ) -> list[str | AnnotationError]:
        """See `Annotator.reflections`."""
        return [_caught(_reflection, case) for case in cases]


def _caught(make: Callable[[AnnotationCase], Made], case: AnnotationCase) -> Made | AnnotationError:
    try:
        return make(case)
    except AnnotationError as error:
        return error


# ---- instructions


def _instruction(case: AnnotationCase) -> WrittenInstruction:
    """A request of the kind that was asked for, when the edit shows such a style or mood; else a plain one."""
    style, kind = case.style, "style"
    if not style and case.prompt != "basic" and not case.faulty:  # who has a spoilt photo wants it put right
        style, kind = (
            styles.name_of(styles.fitting(case.differences, case.prompt), case.language, case.rng),
            case.prompt,
        )
    known = {region.name: region.box for region in case.regions}
    boxes = {d.place: limits.tag(known[d.place]) for d in case.differences if case.boxed and d.place in known}
    brief = Brief(
        differences=case.differences,
        language=case.language,
        scene=case.scene,
        style=style,
        named=case.named,
        boxes=boxes,
        kept=_kept(case.differences),
        faulty=case.faulty,
        heldout=case.heldout,
        words=case.words,
    )
    text = write(brief, case.rng)
    if not text:
        raise AnnotationError("nothing to say within the limit")
    used: tuple[Box, ...] = tuple(known[place] for place, tag in boxes.items() if tag in text)
    return WrittenInstruction(text, kind if style else "basic", used)


def _kept(differences: Sequence[Difference]) -> tuple[str, ...]:
    """Quantities that may be asked to stay as they are."""
    moved = {d.what.partition(":")[0] for d in differences if abs(d.size) > STILL}
    if moved & {"black_and_white", "color", "light", "shadow_tone", "highlight_tone", "saturation"}:
        moved |= {"saturation", "warmth"}
    if moved & {"brightness", "shadows", "whites", "haze", "fade"}:
        moved |= {"brightness", "contrast"}
    return tuple(name for name in ("saturation", "brightness", "warmth", "contrast") if name not in moved)


# ---- thoughts


def _plan(case: AnnotationCase) -> str:
    """What is seen and what is wanted, both within the limit; with more room also an opening and the list of steps."""
    pick = Picker(case.language == "zh", case.rng)
    seen = measure(case.images[0])
    for tries in range(TRIES):
        parts = [describe(pick, seen), _aim(case, pick, max(1, NAMED - tries // 3))]
        if limits.words(_joined(pick, parts)) <= case.words:
            break
    else:
        return _joined(pick, [_aim(case, pick, 1)])
    if case.words > SHORT:
        parts.insert(0, pick(OPENINGS))
        if len(case.calls) > 1:
            few = [pick(PART[_group(call)]) for call in case.calls]
            count = pick(((_COUNT[0][len(few)],), (_COUNT[1][len(few)],)))
            parts.append(pick(STEPS, count=count, what=pick.join(few)))
    return limits.shortened(_joined(pick, parts), case.words)


_COUNT = ({2: "two", 3: "three", 4: "four"}, {2: "两", 3: "三", 4: "四"})


def _aim(case: AnnotationCase, pick: Picker, most: int) -> str:
    """What the request comes down to, in the editor's own words."""
    moves = [text for d in case.differences[:most] if (text := phrase(d, case.language, case.rng))]
    name = " ".join(word for word in case.style.split() if not any(c.isdigit() for c in word))
    if name:
        return pick(STYLED, name=name, what=pick.join(moves)) if moves else pick(STYLED, name=name, what=pick(FINE))
    return pick(WANTED, what=pick.join(moves) or pick(FINE))


def _step(case: AnnotationCase, number: int) -> str:
    """What this step will do; after a miss, what is seen to be off and how it will be put right."""
    pick = Picker(case.language == "zh", case.rng)
    call = case.calls[number]
    if number and number <= case.off:
        wrong = off(pick, case.images[number], case.images[number + 1])
        text = pick(ANSWERED, what=pick.join(wrong) or pick(ALMOST), how=pick.join(_moves(case, call)) or pick(FINE))
        return _limited(tidy(text) if case.language == "en" else text, case.words)
    tools = [pick(TOOLS[name]) for name in TOOLS if any(key.startswith(name) for key in call)][:3]
    moves = _moves(case, call)
    if CORRECTIONS in call and (names := [str(g.get("CorrectionName", "")) for g in call[CORRECTIONS]]):
        moves = moves or [pick(LOCAL, what=pick.join([n for n in names if n]))]
    opening = FIRST if number == 0 else LATER if number == 1 else BUILDING
    text = pick(opening, what=pick.join(moves or tools or [pick(FINE)]))
    if moves and tools:
        text += ("" if pick.chinese else " ") + pick(FRAMES["how"], what=pick.join(tools))
    return _limited(tidy(text) if case.language == "en" else text, case.words)


def _moves(case: AnnotationCase, call: Mapping[str, Any]) -> list[str]:
    """The visible changes that a call is about, as verb phrases."""
    local = {str(g.get("CorrectionName", "")) for g in call.get(CORRECTIONS, ())}
    own = [d for d in case.differences if (d.place in local if d.place else _about(d, call))]
    return [text for d in own[:NAMED] if (text := phrase(d, case.language, case.rng))]


def _about(one: Difference, call: Mapping[str, Any]) -> bool:
    """True when a call holds a parameter that makes such a change."""
    return any(name.startswith(parameters(one.what)) for name in call)


def _group(call: Mapping[str, Any]) -> str:
    """What a step is about: light and colour, fine colour, or parts of the image."""
    if CORRECTIONS in call:
        return "parts"
    return "broad" if any(name.endswith("2012") and name[0] in "ECHSWB" for name in call) else "fine"


def _reflection(case: AnnotationCase) -> str:
    """What failed, and what will be done instead."""
    if case.target is None:
        raise AnnotationError("no wanted image to compare with")
    return _limited(reflection(case.language == "zh", case.images[-1], case.target, case.rng), case.words)


# ---- text


def _joined(pick: Picker, parts: Sequence[str]) -> str:
    text = ("" if pick.chinese else " ").join(part for part in parts if part)
    return text if pick.chinese else tidy(text)


def _limited(text: str, most: int) -> str:
    return limits.shortened(text, most) if most else ""


__all__ = ["OfflineAnnotator"]
