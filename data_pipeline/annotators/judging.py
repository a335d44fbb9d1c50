"""Judgements of the offline annotator: measured on the images alone, against the image that was wanted.

Reasons say what can be seen: which asked-for qualities are there, which are not, what came unasked. The ten dimensions
measure different things, so that they differ where an edit has one fault and not another.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from data_pipeline.annotators import AnnotationCase, AnnotationError, limits
from data_pipeline.annotators.phrases import (
    BLOCKED,
    BLOWN,
    CROPPED,
    DONE,
    FAILED,
    FAITHFUL,
    LEVEL,
    LITTLE_DONE,
    MIXED,
    MORE_TILTED,
    NOISY,
    OPPOSITE,
    OTHER_CROP,
    QUALITIES,
    STILL_TILTED,
    TOO_MUCH,
    UNASKED,
    UNCROPPED,
    UNTOUCHED,
)
from data_pipeline.language.grammar import FRAMES
from data_pipeline.language.observe import Difference
from data_pipeline.splitting import states
from data_pipeline.stages.pairs import mean_delta_e
from editor_ops import color
from editor_ops.measure import Measurement, measure
from jarvisevo.record.trajectory import ADHERENCE, AESTHETIC, Evaluation
from jarvisevo.rules.changes import Change, changes
from jarvisevo.rules.phrases import Pair
from jarvisevo.rules.thoughts import Picker, tidy
from jarvisevo.scoring.scores import reference_score

SIDE = 192
ASKED = 0.5
"""Size of a change, in steps of a plain request, from which it counts as asked for."""
SHARES = (0.0, 0.55, 1.6)
"""Shares of an asked-for change below which it is the opposite, too little, right; above the last it is too much."""
CLIPPED, NOISE = 0.015, 1.5
"""Share of pixels newly clipped, and ratio of noise, that are worth a word."""
MOST = 3
ALIGNED = 2.4
"""Overall score of a turned frame below which it does not lie over the level one."""
SQUARE_ENOUGH = 0.03
"""Relative error of a crop's ratio that nobody sees."""
DIMS = {"saturation": "chroma", "tint": "magenta", "black_and_white": "bw"}
"""Names of visible differences that `jarvisevo.rules.changes` has others for."""


def judgement(case: AnnotationCase) -> Evaluation:
    """Scores of the last image of a case against its target. AnnotationError without a target."""
    if case.target is None:
        raise AnnotationError("no wanted image to judge by")
    distance = mean_delta_e(case.images[-1], case.target)
    overall = round(reference_score(distance, mean_delta_e(case.images[0], case.target)), 2)
    dimensions = _dimensions(case, overall) if case.dimensions else {}
    return Evaluation(overall, dimensions, _rationale(case, overall), "offline")


# ---- what is seen


def _rationale(case: AnnotationCase, overall: float) -> str:
    """Whether the request was met, and by what one sees it."""
    assert case.target is not None
    pick = Picker(case.language == "zh", case.rng)
    if mean_delta_e(case.images[0], case.images[-1]) < 0.3:
        return pick(UNTOUCHED)
    wanted = changes(case.images[0], case.target)
    named = {DIMS.get(d.what, d.what) for d in case.differences}
    framed = [d for d in case.differences if d.what.partition(":")[0] in FRAMES]
    asked = [c for c in wanted if c.dim in named]  # side effects were not asked for
    wanted = asked if asked or framed else wanted
    got = changes(case.images[0], case.images[-1])
    frames = [pick(_framing(case, each, overall)) for each in framed]
    said = [*frames, *_outcomes(pick, wanted, got), *_faults(pick, case)]
    frame = FAITHFUL if overall > 4.2 else MIXED if overall > 2.4 else FAILED
    for count in range(MOST, 0, -1):
        text = pick(frame, what=pick.join(said[:count]) or pick(QUALITIES["clarity", 1]))
        text = text if pick.chinese else tidy(text)
        if limits.words(text) <= case.words:
            return text
    return limits.shortened(text, case.words)


def _framing(case: AnnotationCase, asked: Difference, overall: float) -> Pair:
    """What became of a wish for another frame."""
    kind, _, name = asked.what.partition(":")
    if kind == "straighten":
        turned = float(states(case.calls)[-1].to_dict().get("CropAngle", 0)) * asked.size
        return MORE_TILTED if turned < 0 else LEVEL if turned > 0 and overall > ALIGNED else STILL_TILTED
    before, after = case.images[0].shape, case.images[-1].shape
    if before == after:
        return UNCROPPED
    wide, _, tall = name.partition("x")
    if not wide.isdigit():
        return CROPPED
    return CROPPED if abs(after[1] / after[0] * int(tall) / int(wide) - 1) < SQUARE_ENOUGH else OTHER_CROP


def _outcomes(pick: Picker, wanted: Sequence[Change], got: Sequence[Change]) -> list[str]:
    """Each asked-for quality as it came out, then the largest that nobody asked for."""
    sizes = {c.dim: c.size for c in got}
    asked = {c.dim: c.size for c in wanted}
    out = []
    for dim, size in asked.items():
        key = (dim, 1 if size > 0 else -1)
        if abs(size) < ASKED or key not in QUALITIES:
            continue
        share = sizes.get(dim, 0.0) / size
        frame = (
            OPPOSITE if share < -0.2 else LITTLE_DONE if share < SHARES[1] else DONE if share < SHARES[2] else TOO_MUCH
        )
        out.append(pick(frame, what=pick(QUALITIES[key])))
    for dim, size in sizes.items():
        key = (dim, 1 if size > 0 else -1)
        if abs(size) >= 2 * ASKED and abs(asked.get(dim, 0.0)) < ASKED / 2 and key in QUALITIES:
            out.append(pick(UNASKED, what=pick(QUALITIES[key])))
            break
    return out


def _faults(pick: Picker, case: AnnotationCase) -> list[str]:
    """Damage that anybody sees: lost detail, noise."""
    before, after = measure(case.images[0]), measure(case.images[-1])
    out = []
    if after.clipped_white - before.clipped_white > CLIPPED:
        out.append(pick(BLOWN))
    if after.clipped_black - before.clipped_black > 2 * CLIPPED:
        out.append(pick(BLOCKED))
    if after.noise > NOISE * max(before.noise, 0.5):
        out.append(pick(NOISY))
    return out


# ---- ten dimensions


def _dimensions(case: AnnotationCase, overall: float) -> dict[str, float]:
    """The ten dimensions, 0 to 5, each by a measurement of its own."""
    assert case.target is not None
    scale = min(1.0, SIDE / max(case.target.shape[:2]))
    size = (max(1, round(case.target.shape[1] * scale)), max(1, round(case.target.shape[0] * scale)))
    shown = (case.images[0], case.images[-1], case.target)  # stretched over the wanted one where they are not cropped
    first, last, wanted = (cv2.resize(image, size, interpolation=cv2.INTER_AREA) for image in shown)
    before, after, aim = measure(first), measure(last), measure(wanted)
    apart = color.delta_e_2000(color.srgb_to_lab(last), color.srgb_to_lab(wanted))
    asked = [c for c in changes(first, wanted) if abs(c.size) >= ASKED]
    got = {c.dim: c.size for c in changes(first, last)}
    aesthetic = (
        _technical(before, after),
        _harmony(after, aim),
        _light(after, aim),
        _sharpness(after, aim),
        _separation(last, wanted),
    )
    adherence = (
        _comprehension(asked, got),
        overall,
        _effect(apart, first, wanted),
        _completeness(asked, got),
        _precision(apart),
    )
    scores = zip((*AESTHETIC, *ADHERENCE), (*aesthetic, *adherence), strict=True)
    return {name: round(float(np.clip(value, 0, 5)), 2) for name, value in scores}


def _technical(before: Measurement, after: Measurement) -> float:
    """Clipping and noise that the edit brought."""
    clipped = max(0.0, after.clipped_white - before.clipped_white) + max(
        0.0, after.clipped_black - before.clipped_black
    )
    return 5 - 25 * clipped - 1.2 * max(0.0, after.noise / max(before.noise, 0.5) - 1.1)


def _harmony(after: Measurement, aim: Measurement) -> float:
    """Cast and chroma beside those of the wanted image."""
    cast = float(np.hypot(after.warmth - aim.warmth, after.magenta - aim.magenta))
    return 5 - 0.28 * cast - 0.12 * abs(after.chroma - aim.chroma)


def _light(after: Measurement, aim: Measurement) -> float:
    """Lightness and contrast beside those of the wanted image."""
    return 5 - 0.13 * abs(after.lightness - aim.lightness) - 0.2 * abs(after.contrast - aim.contrast)


def _sharpness(after: Measurement, aim: Measurement) -> float:
    """Fine detail beside that of the wanted image."""
    ratio = np.log2(max(after.texture, 0.05) / max(aim.texture, 0.05))
    return float(
        5 - 2.2 * abs(ratio) - 0.8 * abs(np.log2(max(after.local_contrast, 0.1) / max(aim.local_contrast, 0.1)))
    )


def _separation(last: np.ndarray, wanted: np.ndarray) -> float:
    """How the middle of the frame stands out from its surroundings, beside the wanted image."""
    values = []
    for image in (last, wanted):
        light = color.srgb_to_lab(image)[..., 0]
        height, width = light.shape
        inner = light[height // 4 : -height // 4, width // 4 : -width // 4]
        values.append(float(inner.mean() - light.mean()))
    return 5 - 0.45 * abs(values[0] - values[1])


def _comprehension(asked: Sequence[Change], got: dict[str, float]) -> float:
    """Share of the asked-for changes that go the right way, by their sizes."""
    if not asked:
        return 4.0 if not any(abs(size) > 2 * ASKED for size in got.values()) else 2.0
    total = sum(abs(c.size) for c in asked)
    return 5 * sum(abs(c.size) for c in asked if got.get(c.dim, 0.0) * c.size > 0.05) / total


def _effect(apart: np.ndarray, first: np.ndarray, wanted: np.ndarray) -> float:
    """Share of the way to the wanted image."""
    whole = float(color.delta_e_2000(color.srgb_to_lab(first), color.srgb_to_lab(wanted)).mean())
    return 5 * (1 - float(apart.mean()) / max(whole, 2.0))


def _completeness(asked: Sequence[Change], got: dict[str, float]) -> float:
    """Asked-for changes that reach at least half of their size."""
    if not asked:
        return 4.0
    return 5 * sum(got.get(c.dim, 0.0) / c.size >= 0.5 for c in asked) / len(asked)


def _precision(apart: np.ndarray) -> float:
    """The worst tenth of the frame beside the wanted image."""
    return 5 - 0.33 * float(np.percentile(apart, 90))
