"""EvalTool (RLAR, section 3.4): what a scoring tool has to pass before it is kept.

Static checks, a run on the smallest case, a finite number from 0 to 1, the same number again under another clock and
other random numbers, and edits of known truth told apart: the edit as asked from its opposite, from nothing, from
a damaged one and from another change, and never below an overdone one. The edits are made by sliders; an instruction
for which no slider is known to be the truth is refused, never mapped to something near.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from jarvisevo.judge.core import sandbox, tools
from jarvisevo.judge.core.images import CaseImages
from jarvisevo.judge.core.sandbox import SandboxError

if TYPE_CHECKING:
    from editor_ops.photo import Photo

Score = Callable[[str, CaseImages, int], float]
"""(handle, images, 0 or 1: another clock and chance) -> 0-1; ValueError when there is none."""
MARGIN = 1e-6


@dataclass(frozen=True)
class ToolCheck:
    """What EvalTool found: the first problem ("" when it is admitted) and what was run."""

    problem: str = ""
    log: tuple[str, ...] = field(default=())

    @property
    def admitted(self) -> bool:
        """True without a problem."""
        return not self.problem


def check_code(code: str, instruction: str, photos: Sequence[np.ndarray], *, share: float, checks: int) -> ToolCheck:
    """A verifier's code: static checks first, then as any tool."""
    if problems := sandbox.static_problems(code):
        return ToolCheck(f"static: {problems[0]}", tuple(problems))

    def score(handle: str, images: CaseImages, other: int) -> float:
        return tools.verify(code, instruction, handle, images, other=other)

    return check(score, instruction, photos, share=share, checks=checks)


def check(score: Score, instruction: str, photos: Sequence[np.ndarray], *, share: float, checks: int) -> ToolCheck:
    """Any scoring tool, by running it.

    photos  (h, w, 3) uint8 sRGB, at most `checks` are used; share of them on which it must tell right from wrong
    """
    if not photos:
        return ToolCheck("there is no photo to check it on")
    try:
        first, again = (score("cand_1", _same(photos[0]), other) for other in (0, 1))
    except SandboxError as error:
        return ToolCheck(f"run: {error}")
    except ValueError as error:
        return ToolCheck(f"run: {str(error)[:300]}")
    if abs(first - again) > MARGIN:
        return ToolCheck(f"not deterministic: {first:g}, then {again:g}")
    return _discriminates(score, instruction, photos[:checks], share, (f"same image: {first:.3f}",))


def check_answers(score: Score, answers: Sequence[str]) -> ToolCheck:
    """A tool for answers in words, of which no better one is known: it runs, twice alike, and tells some of them
    apart.
    """
    images = CaseImages({f"cand_{i + 1}": answer for i, answer in enumerate(answers)})
    try:
        first, again = ([score(handle, images, other) for handle in images.candidates] for other in (0, 1))
    except ValueError as error:
        return ToolCheck(f"run: {str(error)[:300]}")
    if any(abs(one - two) > MARGIN for one, two in zip(first, again, strict=True)):
        return ToolCheck(f"not deterministic: {first}, then {again}")
    if not all(0 <= value <= 1 for value in first):
        return ToolCheck(f"out of range: {first}")
    if len(set(answers)) > 1 and max(first) - min(first) <= MARGIN:
        return ToolCheck(f"gives {first[0]:g} to every answer")
    return ToolCheck("", (f"answers: {first}",))


def _same(photo: np.ndarray) -> CaseImages:
    """The smallest case: a photo and itself."""
    return CaseImages({"source": photo, "cand_1": photo})


def _discriminates(
    score: Score, instruction: str, photos: Sequence[np.ndarray], share: float, log: tuple[str, ...]
) -> ToolCheck:
    """Whether the edit as asked scores above those that are not, on most photos; never below its opposite."""
    reason = beyond(instruction)
    if reason:
        return ToolCheck(f"no edit of known truth can be made for this instruction: {reason}", log)
    held: dict[str, list[bool]] = {}
    for photo in photos:
        edits = known_edits(photo, instruction)
        handles = {name: f"cand_{i + 1}" for i, name in enumerate(edits)}
        images = CaseImages({"source": photo, **{handles[name]: codes for name, codes in edits.items()}})
        try:
            values = {name: score(one, images, 0) for name, one in handles.items()}
        except ValueError as error:
            return ToolCheck(f"run: {str(error)[:300]}", log)
        for name in WORSE:
            held.setdefault(name, []).append(values["asked"] > values[name] + MARGIN)
        held.setdefault("overdone", []).append(values["asked"] >= values["overdone"] - MARGIN)
        log = (*log, ", ".join(f"{name} {value:.3f}" for name, value in values.items()))
    flags = [flag for own in held.values() for flag in own]
    told = sum(flags) / len(flags)
    if told >= share and all(held["opposite"]):
        return ToolCheck("", log)
    worst = ", ".join(f"{name} {sum(own)} of {len(own)}" for name, own in held.items() if not all(own))
    return ToolCheck(
        f"tells right from wrong in {told:.0%} of {len(flags)} comparisons; {share:.0%} are needed: {worst}", log
    )


WORSE = ("opposite", "nothing", "damaged", "another")
"""Edits that have to score below the one that was asked for; an overdone one may not score above it."""
SLIDERS = {
    "brightness": ("Exposure2012", 0.7),
    "contrast": ("Contrast2012", 50.0),
    "saturation": ("Saturation", 35.0),
    "vibrance": ("Vibrance", 45.0),
    "warmth": ("IncrementalTemperature", 30.0),
    "tint": ("IncrementalTint", 30.0),
    "highlights": ("Highlights2012", 60.0),
    "shadows": ("Shadows2012", 60.0),
    "whites": ("Whites2012", 40.0),
    "blacks": ("Blacks2012", 40.0),
    "clarity": ("Clarity2012", 45.0),
    "texture": ("Texture", 45.0),
    "haze": ("Dehaze", -35.0),
}
"""Quantity of `jarvisevo.rules.intent` -> the slider that moves it, and the value of a plain "more"."""
DEGREES = {"little": 0.6, "plain": 1.0, "lot": 1.5}
OVERDONE = 3.0
"""So many times what was asked for."""
DAMAGE = {"GrainAmount": 80.0, "GrainSize": 20.0}
OF_COLOUR = ("saturation", "vibrance", "warmth", "tint")


def beyond(instruction: str) -> str:
    """Why an instruction is outside the knowledge of this check, so that nothing is admitted for it;
    "" when it is not.
    """
    from jarvisevo.rules.language import read

    intent = read(instruction)
    if intent.out_of_scope:
        return f"sliders cannot do {intent.out_of_scope[0][:60]!r}"
    if intent.not_understood:
        return f"{intent.not_understood[0][:60]!r} was not understood"
    if intent.keep:
        return f"it wants something kept ({intent.keep[0].words[:60]!r})"
    for want in intent.wants:
        if want.what not in SLIDERS or want.direction not in ("+", "-"):
            return f"no slider is known to be the truth of {want.words[:60]!r}"
        if not want.where.everywhere or want.absolute:
            return f"{want.words[:60]!r} is about a part of the photo, or a fixed value"
    return "" if intent.wants else "nothing was asked for"


def known_edits(photo: np.ndarray, instruction: str) -> dict[str, np.ndarray]:
    """Name -> (h, w, 3) uint8 sRGB of edits whose worth is known, for an instruction that is not `beyond`."""
    from editor_ops.photo import Photo

    source, asked = Photo.from_array(photo), _asked(instruction)
    colour = any(name in asked for name, _ in (SLIDERS[what] for what in OF_COLOUR))
    kinds = {
        "asked": asked,
        "opposite": {name: -value for name, value in asked.items()},
        "nothing": {},
        "overdone": {name: OVERDONE * value for name, value in asked.items()},
        "damaged": asked | DAMAGE,
        "another": {"Contrast2012": -60.0} if colour else {"IncrementalTint": 50.0},
    }
    return {name: _rendered(source, values) for name, values in kinds.items()}


def _asked(instruction: str) -> dict[str, float]:
    """Slider values that are the truth of an instruction."""
    from jarvisevo.rules.language import read

    out: dict[str, float] = {}
    for want in read(instruction).wants:
        name, value = SLIDERS[want.what]
        sign = 1.0 if want.direction == "+" else -1.0
        out[name] = out.get(name, 0.0) + sign * DEGREES[want.degree] * value
    return out


def _rendered(source: "Photo", values: Mapping[str, float]) -> np.ndarray:
    from editor_ops.measure import srgb_codes
    from editor_ops.pipeline import render
    from editor_ops.settings import Settings
    from editor_ops.table import TABLE

    held = {name: min(max(value, TABLE[name].low), TABLE[name].high) for name, value in values.items()}
    return srgb_codes(render(source, Settings.parse(held)), 10**7)
