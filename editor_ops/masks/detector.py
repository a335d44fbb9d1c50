"""Things, animals and persons of a photo as boxes: NanoDet-g, 80 classes of COCO.

The network (models/NOTICE.md) sees 416 × 416 pixels and says at every cell of three grids how likely each class is
there, and how far away each side of the box is: as chances of 0 to REACH steps of the grid (Li et al. 2020,
generalized focal loss), whose mean counts. It looks twice, once from further away at the mirror image: things fill
more of a good photo than of those it learnt from, and what only one look shows is mostly false.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from editor_ops.masks import models


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(", "))


FILE, SIDE, REACH = "detector.onnx", 416, 10
MEAN, SPREAD = (np.array(v, np.float32) for v in ([103.53, 116.28, 123.675], [57.375, 57.12, 58.395]))
"""Of the pixels that it was trained on, BGR."""
CLASSES = _names(
    "person, bicycle, car, motorcycle, airplane, bus, train, truck, boat, traffic light, fire hydrant, "
    "stop sign, parking meter, bench, bird, cat, dog, horse, sheep, cow, elephant, bear, zebra, giraffe, "
    "backpack, umbrella, handbag, tie, suitcase, frisbee, skis, snowboard, sports ball, kite, baseball bat, "
    "baseball glove, skateboard, surfboard, tennis racket, bottle, wine glass, cup, fork, knife, spoon, bowl, "
    "banana, apple, sandwich, orange, broccoli, carrot, hot dog, pizza, donut, cake, chair, couch, "
    "potted plant, bed, dining table, toilet, tv, laptop, mouse, remote, keyboard, cell phone, microwave, oven, "
    "toaster, sink, refrigerator, book, clock, vase, scissors, teddy bear, hair drier, toothbrush"
)
SURE, SURER = 0.4, 0.5
"""Scores from which a thing is there; the second for EASILY, which other things are taken for."""
EASILY = frozenset(
    _names(
        "clock, vase, frisbee, kite, umbrella, stop sign, parking meter, backpack, tie, cell phone, remote, mouse, "
        "potted plant, apple, orange, banana, broccoli, carrot, donut, cake, hot dog, sheep, cow, horse, dog, "
        "elephant, bear, zebra, giraffe"
    )
)
"""Round things, fruit, and animals with four legs: the false finds on the photos that the scores were chosen on."""
VIEWS = ((1.0, False), (0.65, True))
"""How large the photo is in each view (in SIDE), and whether it is mirrored."""
LEAST = 0.2
"""Score below which nothing of one view, nor of both, is looked at."""
APART, SAME = 0.5, 0.4
"""Boxes of a class that overlap more (intersection over union) are one thing: in one view the surest, of two views
their mean.
"""
ONE = 0.6
"""Boxes of any classes that overlap more are of one thing."""
ANIMALS = frozenset(_names("bird, cat, dog, horse, sheep, cow, elephant, bear, zebra, giraffe"))
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Thing:
    """name: of CLASSES; score in [0, 1]; box: left, top, right, bottom as fractions of the photo."""

    name: str
    score: float
    box: Box

    @property
    def area(self) -> float:
        """Of the box, as a fraction of the photo."""
        return (self.box[2] - self.box[0]) * (self.box[3] - self.box[1])


def find(rgb: np.ndarray) -> tuple[Thing, ...]:
    """What is surely in a photo, (h, w, 3) uint8 sRGB, surest first."""
    return tuple(t for t in glimpsed(rgb) if t.score >= (SURER if t.name in EASILY else SURE))


@dataclass(frozen=True)
class Something:
    """A box in which there is something, whatever it is: the names it may have, surest first; the chance of any."""

    names: tuple[str, ...]
    chance: float
    box: Box

    @property
    def area(self) -> float:
        """Of the box, as a fraction of the photo."""
        return (self.box[2] - self.box[0]) * (self.box[3] - self.box[1])


def anything(rgb: np.ndarray, least: float) -> tuple[Something, ...]:
    """Boxes in which the classes together see something with this chance: a lion is half a cow and half a horse."""
    rest, found = list(glimpsed(rgb)), []
    while rest:
        best, others = rest[0], []
        scores: dict[str, float] = {}
        for thing in rest:
            if overlap(thing.box, best.box) >= ONE:
                scores.setdefault(thing.name, thing.score)
            else:
                others.append(thing)
        rest = others
        chance = 1 - float(np.prod([1 - score for score in scores.values()]))
        found += [Something(tuple(scores), chance, best.box)] if chance >= least else []
    return tuple(sorted(found, key=lambda something: -something.chance))


def glimpsed(rgb: np.ndarray) -> tuple[Thing, ...]:
    """What may be in a photo, with any score that is looked at, surest first."""
    return _find(np.ascontiguousarray(rgb).tobytes(), rgb.shape)


@lru_cache(maxsize=4)
def _find(data: bytes, shape: tuple[int, ...]) -> tuple[Thing, ...]:
    rgb = np.frombuffer(data, np.uint8).reshape(shape)
    if min(shape[:2]) < 16:
        return ()
    first, second = (_seen(rgb, *how) for how in VIEWS)
    found = [_both(thing, second) for thing in first]
    return tuple(sorted((t for t in found if t.score >= LEAST), key=lambda thing: -thing.score))


def _both(thing: Thing, others: list[Thing]) -> Thing:
    """A thing of the first view with what the second says of it: the mean of the scores, and of the boxes."""
    same = [(overlap(thing.box, t.box), t) for t in others if t.name == thing.name]
    best, other = max(same, key=lambda pair: pair[0], default=(0.0, thing))
    if best < SAME:
        return Thing(thing.name, thing.score / 2, thing.box)
    parts = thing.score**2 / (thing.score**2 + other.score**2)
    a, b, c, d = (parts * x + (1 - parts) * y for x, y in zip(thing.box, other.box, strict=True))
    return Thing(thing.name, (thing.score + other.score) / 2, (a, b, c, d))


def _seen(rgb: np.ndarray, size: float, mirrored: bool) -> list[Thing]:
    """What one view shows, each thing once."""
    image, (left, top, right, bottom) = view(rgb, size, mirrored)
    scores, boxes = decoded(models.run(FILE, image))
    boxes = np.clip((boxes - [left, top] * 2) / ([right - left, bottom - top] * 2), 0, 1)
    if mirrored:
        boxes = boxes[:, [2, 1, 0, 3]] * [-1, 1, -1, 1] + [1, 0, 1, 0]
    found = []
    for column, name in enumerate(CLASSES):
        rest = [i for i in np.argsort(-scores[:, column])[:100] if scores[i, column] >= LEAST]
        while rest:
            a, b, c, d = boxes[rest[0]].tolist()
            found.append(Thing(name, float(scores[rest[0], column]), (a, b, c, d)))
            rest = [i for i in rest if overlap(boxes[rest[0]], boxes[i]) <= APART]
    return found


def view(rgb: np.ndarray, size: float = 1.0, mirrored: bool = False) -> tuple[np.ndarray, tuple[int, int, int, int]]:
    """The whole photo in the middle of what the network sees, black around it: (SIDE, SIDE, 3) float32; and where it
    lies there: left, top, right, bottom.
    """
    h, w = rgb.shape[:2]
    scale = SIDE * size / max(h, w)
    width, height = max(1, round(w * scale)), max(1, round(h * scale))
    small = cv2.resize(rgb, (width, height), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    left, top = (SIDE - width) // 2, (SIDE - height) // 2
    image = np.zeros((SIDE, SIDE, 3), np.float32)
    image[top : top + height, left : left + width] = small[:, ::-1, ::-1] if mirrored else small[..., ::-1]
    return (image - MEAN) / SPREAD, (left, top, left + width, top + height)


def decoded(heads: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Outputs (1, 80 + 4 (REACH + 1), n, n) -> scores (cells, 80), boxes (cells, 4) in pixels of the view."""
    scores, boxes = [], []
    for head in heads:
        n = head.shape[-1]
        step = SIDE / n
        flat = head.reshape(head.shape[1], n * n).T
        scores.append(1 / (1 + np.exp(-np.clip(flat[:, : len(CLASSES)], -30, 30))))
        sides = flat[:, len(CLASSES) :].reshape(-1, 4, REACH + 1)
        chances = np.exp(sides - sides.max(2, keepdims=True))
        away = (chances @ np.arange(REACH + 1, dtype=np.float32)) / chances.sum(2) * step
        y, x = ((np.mgrid[:n, :n] + 0.5) * step).reshape(2, -1)
        boxes.append(np.stack([x - away[:, 0], y - away[:, 1], x + away[:, 2], y + away[:, 3]], 1))
    return np.concatenate(scores), np.concatenate(boxes)


def overlap(a: Sequence[float] | np.ndarray, b: Sequence[float] | np.ndarray) -> float:
    """Intersection over union of two boxes."""
    across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    shared = max(across, 0.0) * max(down, 0.0)
    return float(shared / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared + 1e-9))
