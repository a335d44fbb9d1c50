"""Things, animals and persons of a photo as boxes: NanoDet-g, 80 classes of COCO.

The network (models/NOTICE.md) sees 416 × 416 pixels and says at every cell of three grids how likely each class is
there, and how far away each side of the box is: as chances of 0 to REACH steps of the grid (Li et al. 2020,
generalized focal loss), whose mean counts.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from editor_ops.masks import models

FILE, SIDE, REACH = "detector.onnx", 416, 10
MEAN, SPREAD = np.float32([103.53, 116.28, 123.675]), np.float32([57.375, 57.12, 58.395])
"""Of the pixels that it was trained on, BGR."""
CLASSES = (
    "person, bicycle, car, motorcycle, airplane, bus, train, truck, boat, traffic light, fire hydrant, stop sign,"
    " parking meter, bench, bird, cat, dog, horse, sheep, cow, elephant, bear, zebra, giraffe, backpack, umbrella,"
    " handbag, tie, suitcase, frisbee, skis, snowboard, sports ball, kite, baseball bat, baseball glove, skateboard,"
    " surfboard, tennis racket, bottle, wine glass, cup, fork, knife, spoon, bowl, banana, apple, sandwich, orange,"
    " broccoli, carrot, hot dog, pizza, donut, cake, chair, couch, potted plant, bed, dining table, toilet, tv, laptop,"
    " mouse, remote, keyboard, cell phone, microwave, oven, toaster, sink, refrigerator, book, clock, vase, scissors,"
    " teddy bear, hair drier, toothbrush"
).split(", ")
LEAST = 0.3
"""Score below which nothing is kept."""
APART = 0.5
"""Boxes of a class that overlap more (intersection over union) are one thing: the surest."""


@dataclass(frozen=True)
class Thing:
    """name: of CLASSES; score in [0, 1]; box: left, top, right, bottom as fractions of the photo."""

    name: str
    score: float
    box: tuple[float, float, float, float]


def view(rgb: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The photo as the network takes it, whole and in the middle: (SIDE, SIDE, 3) float32; and view -> photo, (2, 3)."""
    h, w = rgb.shape[:2]
    scale = SIDE / max(h, w)
    size = (max(1, round(w * scale)), max(1, round(h * scale)))
    small = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    left, top = (SIDE - size[0]) // 2, (SIDE - size[1]) // 2
    image = np.zeros((SIDE, SIDE, 3), np.float32)
    image[top : top + size[1], left : left + size[0]] = small[..., ::-1]
    back = np.array([[w / size[0], 0, -left * w / size[0]], [0, h / size[1], -top * h / size[1]]])
    return (image - MEAN) / SPREAD, back


def find(rgb: np.ndarray) -> tuple[Thing, ...]:
    """What is in a photo, (h, w, 3) uint8 sRGB, surest first."""
    return _find(np.ascontiguousarray(rgb).tobytes(), rgb.shape)


@lru_cache(maxsize=4)
def _find(data: bytes, shape: tuple[int, ...]) -> tuple[Thing, ...]:
    rgb = np.frombuffer(data, np.uint8).reshape(shape)
    image, back = view(rgb)
    scores, boxes = decoded(models.run(FILE, image))
    boxes = np.clip((boxes * back[[0, 1, 0, 1], [0, 1, 0, 1]] + back[[0, 1, 0, 1], 2]) / ([*shape[1::-1]] * 2), 0, 1)
    found = []
    for column, name in enumerate(CLASSES):
        left = [i for i in np.argsort(-scores[:, column])[:100] if scores[i, column] >= LEAST]
        while left:
            best = left[0]
            a, b, c, d = boxes[best].tolist()
            found.append(Thing(name, float(scores[best, column]), (a, b, c, d)))
            left = [i for i in left if overlap(boxes[best], boxes[i]) <= APART]
    return tuple(sorted(found, key=lambda thing: -thing.score))


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


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    """Intersection over union of two boxes."""
    across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    shared = max(across, 0.0) * max(down, 0.0)
    return float(shared / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared + 1e-9))
