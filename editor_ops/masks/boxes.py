"""What lies in a box: cut out by its colours, its place in the box, and the selfie network's view of that part."""

import cv2
import numpy as np

from editor_ops.masks import models, refine
from editor_ops.masks.detector import Box
from editor_ops.masks.region import MaskError

AROUND = 0.35
"""How much of a box's surroundings is looked at to cut out what is in it, in its longer side."""
CUT_THROUGH, WIDER, TIMES, KEEPS = 0.12, 0.12, 3, 0.9
"""A box cuts through its thing where what is found stands along this share of a side; the box is then widened there by
this share of its size, so many times at most, as long as this share of what was found before is found again."""
SIDE, COLOURS = 192, 24
"""Long side that colours are grouped at, and how many groups."""


def boxed(rgb: np.ndarray, box: Box) -> np.ndarray:
    """What a box (left, top, right, bottom as fractions) was drawn around, (h, w) float32; the box itself when nothing
    can be told apart in it.

    The cut starts from what lies in the middle, from colours that are rarer around the box, and from the selfie
    network's view of that part of the photo; it sees only the box's surroundings.
    """
    h, w = rgb.shape[:2]
    margin = AROUND * max((box[2] - box[0]) * w, (box[3] - box[1]) * h)
    top, bottom = int(max(0, box[1] * h - margin)), int(min(h, np.ceil(box[3] * h + margin)))
    left, right = int(max(0, box[0] * w - margin)), int(min(w, np.ceil(box[2] * w + margin)))
    part = np.s_[top:bottom, left:right]
    near = np.ascontiguousarray(rgb[part])
    y, x = ((np.mgrid[top:bottom, left:right].T + 0.5) / [h, w]).T.astype(np.float32)
    across, down = (2 * x - box[0] - box[2]) / (box[2] - box[0]), (2 * y - box[1] - box[3]) / (box[3] - box[1])
    inside = ((np.abs(across) < 1) & (np.abs(down) < 1)).astype(np.float32)
    weight = np.zeros((h, w), np.float32)
    if not inside.any():
        raise MaskError("object: the box covers nothing of the photo")
    middle = np.exp(-(across**2 + down**2) / 2 / 0.6**2)
    unlike = np.maximum(0.9 * own_colours(near, inside), selfie(near))
    exact = filled(refine.cut(near, inside * (0.4 * middle + 0.6 * unlike), 0.08, 0.97, 3))
    parts = refine.pieces(exact, 0.0)
    kept = np.any([p for p in parts if p.sum() > 0.05 * parts[0].sum()], axis=0) if parts else inside > 0
    if kept.sum() < 0.05 * inside.sum():
        kept = inside > 0
    weight[part] = refine.guided(near, kept.astype(np.float32), 0.006, 2e-4)
    return weight


def found(rgb: np.ndarray, box: Box) -> np.ndarray:
    """What is in a box that the detector found, (h, w) float32. It need not hold all of its thing: where the cut stands
    along a side of it, the box is widened there.
    """
    weight = boxed(rgb, box)
    for _ in range(TIMES):
        wider = _wider(weight, box)
        if wider == box:
            break
        more = boxed(rgb, wider)
        if np.minimum(more, weight).sum() < KEEPS * weight.sum():
            break
        box, weight = wider, more
    return weight


def _wider(weight: np.ndarray, box: Box) -> Box:
    """A box widened at the sides that what was found in it stands along; the frame's edges are no such sides."""
    h, w = weight.shape
    near = max(2, round(0.006 * max(h, w)))
    left, right = max(0, round(box[0] * w)), min(w, round(box[2] * w))
    top, bottom = max(0, round(box[1] * h)), min(h, round(box[3] * h))
    on, across, down = weight > 0.5, WIDER * (box[2] - box[0]), WIDER * (box[3] - box[1])

    def cut(strip: np.ndarray, axis: int) -> bool:
        return strip.size > 0 and float(strip.any(axis).mean()) > CUT_THROUGH

    return (
        max(0.0, box[0] - across) if left > near and cut(on[top:bottom, left : left + near], 1) else box[0],
        max(0.0, box[1] - down) if top > near and cut(on[top : top + near, left:right], 0) else box[1],
        min(1.0, box[2] + across) if right < w - near and cut(on[top:bottom, right - near : right], 1) else box[2],
        min(1.0, box[3] + down) if bottom < h - near and cut(on[bottom - near : bottom, left:right], 0) else box[3],
    )


def selfie(rgb: np.ndarray) -> np.ndarray:
    """The selfie network's chance of foreground, (h, w) float32 at the photo's size."""
    side = (models.SELFIE_SIDE, models.SELFIE_SIDE)
    shrinks = max(rgb.shape[:2]) > models.SELFIE_SIDE
    small = cv2.resize(rgb, side, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)
    chance = models.run(models.SELFIE, small.astype(np.float32) / 255)[0].reshape(side)
    return refine.to_size(chance, *rgb.shape[:2])


def own_colours(rgb: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """How much more frequent each pixel's colour is inside an outline than around it: 0 to 1, (h, w)."""
    small = refine.limited(rgb, SIDE)
    drawn = refine.to_size(inside, *small.shape[:2])
    reach = max(3, round(0.12 * max(small.shape))) | 1
    ring = cv2.dilate(drawn, np.ones((reach, reach), np.uint8)) * (drawn < 0.5)
    try:
        labels = colours(cv2.GaussianBlur(refine.lab(small), (0, 0), 0.7))
    except MaskError:
        return np.ones(inside.shape, np.float32)
    within, around = (np.bincount(labels.ravel(), m.ravel(), COLOURS) for m in (drawn, ring))
    odds = within / max(within.sum(), 1e-6) / np.maximum(around / max(around.sum(), 1e-6), 1e-3)
    return refine.to_size((odds / (1.5 + odds))[labels], *inside.shape)


def colours(values: np.ndarray) -> np.ndarray:
    """Each pixel's group among COLOURS groups of like colours, (h, w) int."""
    flat = values.reshape(-1, 3).astype(np.float32)
    if len(flat) < COLOURS * 4 or float(flat.std(0).max()) < 0.5:
        raise MaskError("no clear subject: the photo is all one colour")
    cv2.setRNGSeed(0)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 0.5)
    _, labels, _ = cv2.kmeans(flat, COLOURS, None, criteria, 1, cv2.KMEANS_PP_CENTERS)
    return labels.reshape(values.shape[:2])


def filled(weight: np.ndarray) -> np.ndarray:
    """Without specks and small holes."""
    size = max(3, round(0.012 * max(weight.shape))) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    return cv2.morphologyEx(cv2.morphologyEx(weight, cv2.MORPH_CLOSE, kernel), cv2.MORPH_OPEN, kernel)
