"""What an edit broke: clipping, skin, casts, halos, seams, noise, posterisation, excess.
Each a harm with a cost of 0-1.

Everything is judged against the photo before, so that its own faults are not held against the edit.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from editor_ops.measure import Measurement, measure, relit
from jarvisevo.rules.intent import Intent
from jarvisevo.rules.moves import to_grey
from jarvisevo.scoring.analytic.image_pair import ImagePair, ImageView, mean, ramp
from jarvisevo.scoring.analytic.places import region

TILE = 24
"""Pixels of a tile in which tones are counted."""
TURNED = 0.7
"""How bad it is that a photo lies another way, which nobody asked for."""
LIFTED = 1.5
"""Times the lightness of a photo from which what was hidden in its shadows shows, as it must."""
STEEPER = 2.0
"""Times its own slope, at most, by which the change of a whole photo explains a step."""
COLOURED_EDGE = 0.35
"""What a step in CIELAB counts as an edge, of one in L*."""
COLOUR_WANTS = {"warmth", "tint", "white_balance", "look", "color", "auto", "saturation", "vibrance"}
BALANCE_WANTS = {"warmth", "tint", "white_balance", "look"}
"""Wants that move every colour, skin among them."""


@dataclass(frozen=True)
class Harm:
    """One kind of damage: its measure before and after, and how bad that is: 0 not at all, 1 as bad as it gets."""

    name: str
    before: float
    after: float
    cost: float


@dataclass(frozen=True)
class Asked:
    """What excuses damage: the kinds of change an instruction names, for the whole photo or for a place.

    kinds     names of wants before their colon ("look", "color", "brightness" …)
    strength  of the strongest: 1 is a plain request
    skin      whether skin, a face or a person is named
    met       0-1, how well the amounts are those asked for: then the change is not out of proportion
    dyed      whether a thing is to have another colour, which is a large change wherever it is
    """

    kinds: Collection[str] = ()
    strength: float = 1.0
    skin: bool = False
    met: float = 0.0
    dyed: bool = False

    @classmethod
    def of(cls, intent: Intent, strength: float, met: float = 0.0) -> "Asked":
        """What an instruction excuses."""
        kinds = {want.what.partition(":")[0] for want in intent.wants}
        if any(w.what.startswith("color:") and w.direction == "-" and w.where.everywhere for w in intent.wants):
            kinds.add("cast")
        named = {w.where.name for w in intent.wants if not w.where.outside} | {w.what for w in intent.wants}
        skin = bool(named & {"skin", "face", "person", "people", "color:skin"})
        dyed = any(to_grey(w) or w.direction.startswith("to:") and not w.where.everywhere for w in intent.wants)
        return cls(kinds, strength, skin, met, dyed)


def harms(pair: ImagePair, asked: Asked = Asked(), masked: bool = True) -> list[Harm]:
    """All harms; what an instruction names excuses what it brings along.

    masked  False where no mask is known to act: what looks like the edge of one is light that a RAW file brings back
            where it was burnt out
    """
    measured = measure(pair.before), measure(pair.after)
    found = [*_clipping(pair, measured), *_detail(pair, measured, asked), *_tone(pair, measured, asked)]
    found += [harm for harm in _edges(pair) if masked or harm.name != "seam"]
    if asked.dyed:  # a white door in a dark wall has an outline, and is lighter than it was beside the wall
        own = ("halo", "order")
        found = [replace(harm, cost=(1 - asked.met) * harm.cost) if harm.name in own else harm for harm in found]
    if "brightness" in asked.kinds:
        found = [_of_the_dark(harm, measured) for harm in found]
    if asked.kinds and not {"rotate", "flip"} & set(asked.kinds):
        found.append(Harm("turned", 1.0, pair.orientation, TURNED if pair.orientation != 1 else 0.0))
    if "black_and_white" in asked.kinds:
        return found
    amount = pair.difference
    free, most = allowance(asked, max(_off_grey(measured[0]) - _off_grey(measured[1]), 0.0))
    excess = max((1 - 0.8 * asked.met) * ramp(amount, free, most), ramp(amount, 2.0 * free, 3.2 * free))
    excess *= 1 - asked.met if asked.dyed else 1  # a door that fills the photo, in its new colour
    return [*found, *_colour(pair, measured, asked), Harm("overdone", 0.0, amount, excess)]


def _of_the_dark(harm: Harm, measured: tuple[Measurement, Measurement]) -> Harm:
    """A harm of a photo that was to be lighter: what lies in the dark, steps and noise, comes up with it."""
    lifted = measured[1].lightness / max(measured[0].lightness, 1.0)
    shown = harm.name in ("posterised", "seam", "noise") and lifted > LIFTED
    return replace(harm, cost=harm.cost * LIFTED / lifted) if shown else harm


def _clipping(pair: ImagePair, measured: tuple[Measurement, Measurement]) -> Iterator[Harm]:
    """What could be told from white or black before and cannot now; what was nearly there already is no loss."""
    first, then = measured
    before, after = pair.views
    blown, crushed = float(((before.l < 97.5) & (after.l > 99.0)).mean()), _crushed(pair)
    yield Harm("white", first.clipped_white, max(then.clipped_white, blown), ramp(blown, 0.006, 0.10))
    yield Harm("black", first.clipped_black, max(then.clipped_black, crushed), ramp(crushed, 0.01, 0.18))
    channels = [max(m.clipped_channels) for m in measured]
    yield Harm("channel", channels[0], channels[1], ramp(channels[1] - channels[0], 0.06, 0.5))


def _crushed(pair: ImagePair) -> float:
    before, after = pair.views
    return float(((before.l > 3.5) & (after.l < 1.5)).mean())


def _detail(pair: ImagePair, measured: tuple[Measurement, Measurement], asked: Asked) -> Iterator[Harm]:
    first, then = measured
    contrast = max(then.contrast, 1.0) / max(first.contrast, 1.0)
    styled = bool({"grain", "look"} & set(asked.kinds))  # film has grain
    crisp = bool({"texture", "sharpness", "clarity"} & set(asked.kinds))
    gain = max(min(contrast, 1.6), 1.5 if crisp else 1.0)
    rise = then.noise - gain * first.noise
    yield Harm("noise", first.noise, then.noise, (0.3 if styled else 1.0) * ramp(rise, 0.35, 2.2))
    sharp = then.sharpness / max(first.sharpness, 0.05)
    if not {"blur", "noise", "fade", "look", "sharpness", "clarity"} & set(asked.kinds):
        yield Harm("blur", first.sharpness, then.sharpness, ramp(-sharp / min(contrast, 1.0), -0.82, -0.35))
    lighter = min(max(then.lightness, 1.0) / max(first.lightness, 1.0), 3.0)  # edges grow with the light on them
    edges = sharp / max(contrast**0.5, lighter, 1.0)
    allowed = 1.7 if crisp else 1.25
    yield Harm("crisp", first.sharpness, then.sharpness, (0.5 if styled else 1.0) * ramp(edges, allowed, allowed + 0.6))
    smooth = [tones(codes) for codes in (pair.before, pair.after)]
    yield Harm("posterised", smooth[0], smooth[1], ramp(smooth[0] - smooth[1], 0.12, 0.55))


def tones(codes: np.ndarray) -> float:
    """Share of the grey levels between darkest and brightest that occur, 0-1; median over the smoother tiles.

    1 when every level is there; stretched 8-bit tones leave gaps. Read from at most a megapixel, unscaled.
    """
    grey = cv2.cvtColor(_centre(codes, 1000), cv2.COLOR_RGB2GRAY)
    rows, columns = grey.shape[0] // TILE, grey.shape[1] // TILE
    if rows * columns < 4:
        return 1.0
    tiles = grey[: rows * TILE, : columns * TILE].reshape(rows, TILE, columns, TILE).swapaxes(1, 2).reshape(-1, TILE**2)
    ordered = np.sort(tiles, axis=1)
    low, high = ordered[:, 0].astype(int), ordered[:, -1].astype(int)
    count = 1 + (np.diff(ordered, axis=1) > 0).sum(1)
    span = high - low + 1
    usable = (span >= 8) & (span <= 90) & (low > 2) & (high < 253)
    return float(np.median(count[usable] / span[usable])) if usable.sum() >= 4 else 1.0


def _centre(codes: np.ndarray, side: int) -> np.ndarray:
    """The middle of an image, at most `side` pixels either way."""
    top, left = (max(0, (n - side) // 2) for n in codes.shape[:2])
    return np.ascontiguousarray(codes[top : top + side, left : left + side])


def _tone(pair: ImagePair, measured: tuple[Measurement, Measurement], asked: Asked) -> Iterator[Harm]:
    first, then = measured
    floor = min(first.dynamic_range, 60.0) - (15.0 if {"fade", "contrast", "look", "haze"} & set(asked.kinds) else 0.0)
    yield Harm("range", first.dynamic_range, then.dynamic_range, ramp(floor - then.dynamic_range, 5.0, 40.0))
    dark = ramp(-then.lightness, -min(14.0, 0.7 * first.lightness), -3.0) if then.lightness < first.lightness else 0.0
    light = ramp(then.lightness, max(80.0, first.lightness + 3), 96.0) if then.lightness > first.lightness else 0.0
    yield Harm("key", first.lightness, then.lightness, max(dark, light))
    spread = then.contrast / max(first.contrast, 6.0)
    yield Harm("harsh", first.contrast, then.contrast, ramp(spread, 1.24, 1.6) * ramp(then.contrast, 21.0, 31.0))
    order = _tone_order(pair)
    yield Harm("order", 1.0, order, ramp(-order, -0.93, -0.45))


def allowance(asked: Asked, balanced: float = 0.0) -> tuple[float, float]:
    """Mean ΔE that so many wants can bring about, and the one that is out of all proportion.

    balanced  distance in a*b* by which greys came nearer to grey: where that was asked for, all moves as far
    """
    free = 4.0 + 2.0 * min(len(set(asked.kinds)), 4)
    if "brightness" in asked.kinds:
        free += 5.0
    elif {"look", "auto", "cast", "contrast", "haze"} & set(asked.kinds):
        free += 4.0
    free *= min(max(asked.strength, 0.7), 2.0)
    if {"white_balance", "cast"} & set(asked.kinds):
        free += balanced
    return free, 2.4 * free


def _off_grey(seen: Measurement) -> float:
    return float(np.hypot(*seen.cast))


def _tone_order(pair: ImagePair) -> float:
    """Rank correlation of the lightness of 12 × 12 areas before and after: 1 when none passed another."""
    ranks = []
    for view in pair.views:
        grid = cv2.resize(view.l, (12, 12), interpolation=cv2.INTER_AREA).ravel()
        ranks.append(np.argsort(np.argsort(grid + np.linspace(0, 1e-4, grid.size))).astype(float))
    return float(np.corrcoef(ranks[0], ranks[1])[0, 1])


# ---- edges that were not there


def _edges(pair: ImagePair) -> Iterator[Harm]:
    halo = _halo(pair)
    yield Harm("halo", 0.0, halo, ramp(halo, 1.6, 6.0))
    step = _seam(pair)
    yield Harm("seam", 0.0, step, ramp(step, 0.55, 1.8))


def _halo(pair: ImagePair) -> float:
    """Light or dark fringes: what one tone curve does not explain, beside strong edges more than elsewhere, in L*."""
    first, then = pair.views
    side = max(first.l.shape)
    rest = then.l - _curve(first.l, then.l)
    band = np.abs(cv2.GaussianBlur(rest, (0, 0), 1.0) - cv2.GaussianBlur(rest, (0, 0), max(3.0, 0.03 * side)))
    strong = (first.edges > max(float(np.percentile(first.edges, 94)), 2.0)).astype(np.uint8)
    reach = 2 * max(2, round(0.012 * side)) + 1
    near = (cv2.dilate(strong, np.ones((reach, reach), np.uint8)) > 0) & (first.edges < 1.5)
    far = cv2.dilate(strong, np.ones((3 * reach, 3 * reach), np.uint8)) == 0
    if near.sum() < 100 or far.sum() < 100:
        return 0.0
    return max(0.0, float(np.percentile(band[near], 90)) - 1.5 * float(np.percentile(band[far], 90)))


def _curve(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """The tone curve that turns one lightness into the other as well as any can, applied to the first."""
    steps = np.clip(before / 100 * 64, 0, 63).astype(np.int32)
    count = np.bincount(steps.ravel(), minlength=64)
    total = np.bincount(steps.ravel(), after.ravel(), minlength=64)
    known = count > 0
    levels = np.interp(np.arange(64), np.flatnonzero(known), total[known] / count[known])
    return np.interp(before.ravel(), (np.arange(64) + 0.5) * 100 / 64, levels).reshape(before.shape).astype(np.float32)


def _seam(pair: ImagePair) -> float:
    """Steps of the change in what was smooth, per pixel, that the photo does not have: the edge of a mask that shows.

    What is lit, or deepened in colour, as a whole shows its own slopes more: they are no steps.
    """
    first, then = pair.views
    own, change = _slope(first.lab), _slope(then.lab - first.lab)
    step = change - _gain(first.l, own, change) * own
    edges = np.maximum(cv2.GaussianBlur(first.edges, (0, 0), 1.5), COLOURED_EDGE * own)
    busy = cv2.dilate(edges, np.ones((7, 7), np.uint8))
    smooth = busy < 0.35
    return max(0.0, float(np.percentile(step[smooth], 99.7))) if smooth.sum() > 400 else 0.0


def _slope(lab: np.ndarray) -> np.ndarray:
    """Size of the gradient of (h, w, 3) CIELAB per pixel, noise aside; (h, w)."""
    calm = cv2.GaussianBlur(lab, (0, 0), 1.5)
    slopes = [cv2.Sobel(calm, cv2.CV_32F, *way, scale=1 / 8) for way in ((1, 0), (0, 1))]
    return np.sqrt(sum((slope**2).sum(axis=2) for slope in slopes))


def _gain(lightness: np.ndarray, own: np.ndarray, change: np.ndarray) -> np.ndarray:
    """By how much an edit made a photo's own slopes steeper at most, at each pixel's lightness, all over the frame.

    lightness, own, change  (h, w): L* before, slope of the photo, slope of the change
    """
    level = np.clip(lightness / 10, 0, 9).astype(np.int32)
    gains = np.zeros(10, np.float32)
    for i in range(10):
        edges = (level == i) & (own > 0.3)
        if edges.sum() >= 100:
            gains[i] = min(float(np.percentile(change[edges] / own[edges], 90)), STEEPER)
    return gains[level]


# ---- colour


def _colour(pair: ImagePair, measured: tuple[Measurement, Measurement], asked: Asked) -> Iterator[Harm]:
    first, then = measured
    garish = [_garish(pair, i) for i in (0, 1)]
    yield Harm("garish", garish[0], garish[1], ramp(garish[1] - garish[0], 0.03, 0.25))
    yield Harm("vivid", first.vivid, then.vivid, ramp(then.vivid - max(first.vivid, 55.0), 8.0, 40.0))
    ratio = then.chroma / max(first.chroma, 8.0)
    yield Harm("chroma", first.chroma, then.chroma, ramp(ratio, 1.35, 1.9))
    yield _cast(pair, asked)
    skin = _skin(pair, asked)
    if skin is not None:
        yield skin


def _garish(pair: ImagePair, index: int) -> float:
    """Share of strong colours with a channel at its end, where shades are lost."""
    view = pair.views[index]
    ended = (view.codes.max(axis=2) >= 254) | (view.codes.min(axis=2) <= 1)
    return float(((view.chroma > 50) & ended & (view.l > 10)).mean())


def _cast(pair: ImagePair, asked: Asked) -> Harm:
    """How far what was grey moved away from grey, in a*b*."""
    first, then = pair.views
    grey = (first.chroma < 8) & (first.l > 15) & (first.l < 97)
    if grey.mean() < 0.02:
        return Harm("cast", 0.0, 0.0, 0.0)
    weight = grey.astype(np.float32)
    sizes = [float(np.hypot(mean(v.a, weight), mean(v.b, weight))) for v in (first, then)]
    wanted = bool({"warmth", "tint", "look", "color"} & set(asked.kinds))
    free = (9.0 if wanted else 3.5) * min(max(asked.strength, 1.0), 1.8)
    return Harm("cast", sizes[0], sizes[1], ramp(sizes[1] - sizes[0], free, free + 14.0))


def _skin(pair: ImagePair, asked: Asked) -> Harm | None:
    """Turn of skin's hue in degrees and change of its chroma, the worse of both, but for what its light makes of them;
    None where nobody is seen.
    """
    first, then = pair.views
    likely = (first.hue > 15) & (first.hue < 80) & (first.chroma > 8) & (first.chroma < 55) & (first.l > 12)
    if likely.mean() < 0.02:
        return None
    weight = region(pair, "skin")
    if weight is None or float(weight.mean()) < 0.004:
        return None
    angles, sizes = [], []
    for view in (ImageView(relit(first.codes, then.codes)), then):  # more light brings out more colour
        a, b = mean(view.a, weight), mean(view.b, weight)
        angles.append(float(np.degrees(np.arctan2(b, a))))
        sizes.append(float(np.hypot(a, b)))
    turn = abs((angles[1] - angles[0] + 180) % 360 - 180)
    change = abs(sizes[1] / max(sizes[0], 6.0) - 1) if sizes[0] > 6 else abs(sizes[1] - sizes[0]) / 12
    free = 3.0 if asked.skin or BALANCE_WANTS & set(asked.kinds) else (2.0 if COLOUR_WANTS & set(asked.kinds) else 1.0)
    free *= min(max(asked.strength, 1.0), 1.8) if free > 1 else 1.0
    shift = 2 * min(sizes) * float(np.sin(np.radians(turn / 2)))  # a turn of what has hardly a colour is not seen
    turned = min(ramp(turn, 3.0 * free, 3.0 * free + 9.0), ramp(shift, 1.2 * free, 1.2 * free + 5.0))
    cost = max(turned, ramp(change, 0.15 * free, 0.15 * free + 0.45))
    return Harm("skin", 0.0, turn, cost)
