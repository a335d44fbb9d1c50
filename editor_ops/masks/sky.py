"""Sky: a small network says roughly where, colours and edges of the photo say where exactly."""

import cv2
import numpy as np

from editor_ops.masks import models, refine, scene_parsing
from editor_ops.masks.region import MaskError

NETWORK = "sky.onnx"
"""A head on the features of `things.tflite`, trained here; bench/masks/train_sky.py says on what and how."""
LEAST = 0.006
"""Fraction of the frame that a sky fills at least."""
SURE = 0.8
"""Mean chance within the patch that looks most like sky; below it there is none."""

FAIR, ALONG = 0.7, 0.8
"""A chance from which a patch is sky when it lies along the upper edge, over this share of it: then the network saw the
sky but not its extent, and the photo says how far down it reaches."""
STEP = 7.0
"""Change of lightness or colour (CIELAB, over a hundredth of the frame) that ends a sky on the way down."""
BLUE = (38.0, -14.0, 18.0)
"""A blue sky above somebody, which the network does not know: L* above, b* below, |a*| below …"""
PARSED, HALF_SEEN, ABOVE = 0.6, 0.3, 0.5
"""Where the sky's own head sees none or is unsure, the head of scene parsing is asked: its chance in the surest tenth
of a patch, and the mean chance there by the own head, from which both together are believed; how much of the lower
edge such a patch may fill. Alone the second takes what is black for sky."""
BLUE_LEAST, CLOUDED = 0.1, 0.02
"""… over this share of the frame and a fifth of its upper edge, with clouds over this share of it beside the blue."""
BLUE_SIDE = 300
"""Long side (pixels) that a blue sky is looked for at."""
SMOOTH = 1.2
"""Mean fine structure (L*) of a blue that can be a sky; walls and waves have more."""
ENCLOSED, CLOUD = 0.9, (60.0, 15.0, 0.05)
"""What is enclosed by this much sky is a cloud in it, when it is pale (L* above, chroma below) and the chance is not
nil. Birds, balloons and aircraft are darker, colourful or smaller than LEAST."""
SPREAD, LIKE = 2.0, 2.5
"""Least spread (CIELAB) of a sky's colours, and the Mahalanobis distance from them within which a colour is alike."""
NIL, NEAR, ELSEWHERE, FEW = 0.02, 0.4, 0.1, 100
"""Chance below which there is surely no sky, and above which a piece may lie apart; how much of the sky's area may have
its colours and surely be none; pixels that its colours are taken from at least."""
AMONG = (0.8, 0.0006)
"""Share of a piece that has sky over and under it and at a side, from which it is sky as well, and the share of the
frame that it fills at least."""
PAINTED = (35.0, 4.0)
"""CIELAB b*: mean above and deviation below which a patch is a painted wall. Evening skies run through hues."""


def chance(rgb: np.ndarray) -> np.ndarray:
    """The network's probability of sky, (h, w, 3) uint8 sRGB -> (h, w) float32; the mean of photo and mirror image."""
    size = (models.FEATURE_SIDE, models.FEATURE_SIDE)
    small = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    there, mirrored = (models.run_head(NETWORK, models.features(view))[0, 0] for view in (small, small[:, ::-1]))
    return refine.to_size((there + mirrored[:, ::-1]) / 2, *rgb.shape[:2])


LEAST_SURE = 0.45
"""Confidence below which a sky is refused."""
FURTHER, NEARLY = 0.1, 0.06
"""A sky reaches down to the photo's first edges when that adds this share to it and costs less confidence than that."""


def confidence(rgb: np.ndarray, weight: np.ndarray) -> float:
    """How sure a found sky is, 0 to 1: the overlap (IoU) with the true one that the network expects."""
    sure = refine.expected_overlap(seen := chance(rgb), weight)
    if sure < LEAST_SURE and (blue := _blue(rgb)) is not None:
        sure = refine.expected_overlap(np.maximum(seen, 0.9 * blue), weight)
    if sure < LEAST_SURE and (parsed := _parsed(rgb, seen)) is not None:
        sure = refine.expected_overlap(np.maximum(seen, parsed), weight)
    return sure


def _parsed(rgb: np.ndarray, own: np.ndarray) -> np.ndarray | None:
    """Where the head of scene parsing surely sees sky and the own one half does: the chance by the first, 0 elsewhere,
    (h, w); None where they do nowhere.
    """
    seen = refine.to_size(scene_parsing.chance_of(rgb, "sky"), *rgb.shape[:2])
    parts = [
        part
        for part in refine.pieces(seen, LEAST)
        if float(np.percentile(seen[part], 90)) >= PARSED
        and float(own[part].mean()) >= HALF_SEEN
        and part[-1].mean() <= ABOVE
    ]
    return np.where(np.any(parts, axis=0), seen, 0).astype(np.float32) if parts else None


def find(rgb: np.ndarray) -> np.ndarray:
    """The sky of a photo, (h, w) float32. MaskError where there is none."""
    if min(rgb.shape[:2]) < 8:
        raise MaskError("the photo is too small to tell its sky")
    own = seen = rough = chance(rgb)
    seeds = [part for part in refine.pieces(rough, LEAST) if float(np.percentile(rough[part], 75)) >= SURE]
    seeds = [part for part in seeds if not _painted(rgb, part)]
    if not seeds:
        grown = _along_the_top(rgb, rough)
        grown = _blue(rgb) if grown is None else grown
        if grown is not None:
            seeds, rough = [grown], np.maximum(rough, 0.9 * grown)
        elif (parsed := _parsed(rgb, own)) is not None:
            seeds, rough = [parsed > 0.5], np.maximum(rough, parsed)
            seen = rough
        else:
            raise MaskError("no sky found")
    weight = _cut_out(rgb, rough, np.any(seeds, axis=0))
    sure = refine.expected_overlap(seen, weight)
    if (grown := _further_down(rgb, np.any(seeds, axis=0))) is not None:
        lower = _cut_out(rgb, np.maximum(rough, 0.9 * grown), grown)
        if (then := refine.expected_overlap(seen, lower)) > sure - NEARLY:
            weight, sure = lower, then
    if sure < LEAST_SURE and (blue := _blue(rgb)) is not None:  # seen from below it may lie anywhere
        rough, seen = np.maximum(rough, 0.9 * blue), np.maximum(seen, 0.9 * blue)
        weight = _cut_out(rgb, rough, np.any([*seeds, blue], axis=0))
        sure = refine.expected_overlap(seen, weight)
    if sure < LEAST_SURE and (parsed := _parsed(rgb, own)) is not None:
        rough, seen = np.maximum(rough, parsed), np.maximum(seen, parsed)
        weight = _cut_out(rgb, rough, np.any([*seeds, parsed > 0.5], axis=0))
        sure = refine.expected_overlap(seen, weight)
    if sure < LEAST_SURE:
        raise MaskError(f"what looks like sky is too unsure to be used (confidence {sure:.2f})")
    return _completed(rgb, weight, seen)


def _completed(rgb: np.ndarray, weight: np.ndarray, seen: np.ndarray) -> np.ndarray:
    """A sky with what has its colours, lies at it and is not ruled out: clouds above a horizon, pieces that something
    cuts off. Nothing is added where the same colours also are what is surely no sky, as in fog, in snow and at sea.
    """
    on, square = weight > 0.5, np.ones((5, 5), np.uint8)
    core = cv2.erode(on.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    if core.sum() < FEW:
        return weight
    values = refine.lab(cv2.GaussianBlur(rgb, (0, 0), 1.5))
    like = (refine.gaussian(values[core], values, SPREAD) < LIKE) & ~on
    if (like & (seen < NIL)).sum() > ELSEWHERE * on.sum():
        return weight
    more = cv2.morphologyEx((like & (seen >= NIL)).astype(np.uint8), cv2.MORPH_OPEN, square)
    both = cv2.morphologyEx(more | on.astype(np.uint8), cv2.MORPH_CLOSE, square)
    _, parts = cv2.connectedComponents(both)
    joined = on | ((both > 0) & (np.isin(parts, np.unique(parts[on])) | (seen > NEAR)))
    joined |= _within(on, refine.gaussian(values[core], refine.lab(rgb), SPREAD) < LIKE)
    return np.maximum(weight, refine.guided(rgb, joined.astype(np.float32), 0.004, 1e-4))


def _within(on: np.ndarray, like: np.ndarray) -> np.ndarray:
    """Pieces of what is like a sky with the sky over and under them and at a side, as between branches; (h, w) bool of
    sky and likeness (h, w) bool.
    """
    over, left = (np.logical_or.accumulate(on, axis) for axis in (0, 1))
    under, right = (np.flip(np.logical_or.accumulate(np.flip(on, axis), axis), axis) for axis in (0, 1))
    inside = (over & under & (left | right)).astype(np.float64)
    _, parts = cv2.connectedComponents((like & ~on).astype(np.uint8))
    sizes = np.bincount(parts.ravel())
    found = (np.bincount(parts.ravel(), inside.ravel()) > AMONG[0] * sizes) & (sizes > AMONG[1] * on.size)
    found[0] = False
    return found[parts]


def _cut_out(rgb: np.ndarray, rough: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """The weights of the patches that are kept, cut along the photo's edges."""
    return _clouded(rgb, _sharpened(rgb, np.where(kept | (rough <= 0.5), rough, 0), kept), rough)


def _clouded(rgb: np.ndarray, weight: np.ndarray, rough: np.ndarray) -> np.ndarray:
    """A sky with the clouds that the network left out of it: pale, and nothing but sky around them."""
    around = np.ones((2 * _reach(rgb) // 3 | 1,) * 2, np.uint8)
    for hole in refine.pieces(1 - weight, LEAST):
        ring = (cv2.dilate(hole.astype(np.uint8), around) > 0) & ~hole
        if hole[-1].any() or not ring.any():
            continue
        if float(weight[ring].mean()) < ENCLOSED or float(rough[hole].mean()) < CLOUD[2]:
            continue
        values = refine.lab(rgb)[hole]
        if float(values[:, 0].mean()) > CLOUD[0] and float(np.hypot(values[:, 1], values[:, 2]).mean()) < CLOUD[1]:
            whole = cv2.dilate(hole.astype(np.uint8), np.ones((5, 5), np.uint8)).astype(np.float32)
            weight = np.maximum(weight, cv2.GaussianBlur(whole, (0, 0), 1.5))
    return weight


def _further_down(rgb: np.ndarray, part: np.ndarray) -> np.ndarray | None:
    """A sky that stops half way, down to the photo's first edges, (h, w) bool; None where those cut through it, or
    hardly lie further down.
    """
    down = _down(refine.lab(rgb))
    more = (down & ~part).sum() > FURTHER * part.sum()
    return down | part if more and (down & part).sum() > 0.5 * part.sum() else None


def _along_the_top(rgb: np.ndarray, rough: np.ndarray) -> np.ndarray | None:
    """The sky of a fair chance along the upper edge, down to the first edge of the photo in each column, (h, w)
    bool.
    """
    values = refine.lab(rgb)
    for part in refine.pieces(rough, LEAST):
        a, b = (float(values[..., i][part].mean()) for i in (1, 2))
        green = a < -4 and b > 10
        bright = float(values[..., 0][part].mean()) > 22
        fair = float(np.percentile(rough[part], 75)) >= FAIR and float(part[0].mean()) >= ALONG
        if fair and bright and not green and not _painted(rgb, part):
            return _down(values) | part
    return None


def _down(values: np.ndarray) -> np.ndarray:
    """For every column, what lies above its first strong edge: CIELAB (h, w, 3) -> (h, w) bool."""
    height, width = values.shape[:2]
    reach = max(1, round(0.01 * max(height, width)))
    smooth = cv2.GaussianBlur(values, (0, 0), reach)
    change = np.zeros((height, width), np.float32)
    change[reach:] = np.sqrt(((smooth[reach:] - smooth[:-reach]) ** 2).sum(-1))
    open_ = np.cumsum(change > STEP, axis=0) == 0
    last = cv2.medianBlur(open_.sum(0).astype(np.float32)[None], 5)[0]  # no single column reaches further
    return np.arange(height)[:, None] < last[None]


def _blue(rgb: np.ndarray) -> np.ndarray | None:
    """A blue sky with clouds in it that reaches the upper edge, (h, w) bool; None where there is none."""
    values = refine.lab(refine.limited(rgb, BLUE_SIDE))
    lightness, a, b = cv2.split(cv2.GaussianBlur(values, (0, 0), 1.5))
    blue = (lightness > BLUE[0]) & (b < BLUE[1]) & (np.abs(a) < BLUE[2])
    cloud = (lightness > 70) & (np.hypot(a, b) < 14) & (b < 2)
    near = cv2.dilate(blue.astype(np.uint8), np.ones((3, 3), np.uint8), iterations=_reach(values)) > 0
    clouded = float((cloud & near & (cv2.blur(blue.astype(np.float32), (31, 31)) > 0.3)).mean())
    if blue.mean() < BLUE_LEAST or blue[0].mean() < 0.2 or clouded < CLOUDED:
        return None
    _, pieces = cv2.connectedComponents(blue.astype(np.uint8))
    hanging = blue & np.isin(pieces, np.unique(pieces[0])[1:])
    rough = np.abs(values[..., 0] - cv2.blur(values[..., 0], (5, 5)))[hanging]
    if hanging.sum() < 0.5 * blue.sum() or float(rough.mean()) > SMOOTH:
        return None
    return refine.to_size(blue, *rgb.shape[:2]) > 0.5


def _painted(rgb: np.ndarray, part: np.ndarray) -> bool:
    """True for a patch of one strong yellow or orange throughout, which no sky has."""
    yellow = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)[..., 2][part].astype(np.float32) - 128
    return float(yellow.mean()) > PAINTED[0] and float(yellow.std()) < PAINTED[1]


def _sharpened(rgb: np.ndarray, rough: np.ndarray, kept: np.ndarray) -> np.ndarray:
    """The rough map cut along colours where that changes it little, then filtered along edges."""
    exact = refine.cut(rgb, rough, 0.08, 0.97)
    exact = exact * cv2.dilate(kept.astype(np.uint8), np.ones((3, 3), np.uint8), iterations=_reach(rgb))
    agreed = float((exact * kept).sum() / max(np.maximum(exact, kept).sum(), 1))
    weight = exact if agreed > 0.7 else rough
    weight = refine.guided(rgb, weight, 0.008, 1e-4)
    return np.clip((weight - 0.08) / 0.84, 0, 1).astype(np.float32)


def _reach(rgb: np.ndarray) -> int:
    """How far (pixels) the cut may carry the sky beyond the network's patch."""
    return max(2, round(0.05 * max(rgb.shape[:2])))
