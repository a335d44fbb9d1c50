"""Hair: a head of ours on two networks' features says how likely it is in each part of a face's surroundings."""

from dataclasses import dataclass

import cv2
import numpy as np

from editor_ops.masks import faces, models, refine
from editor_ops.masks.faces import Face

NETWORK = "hair.onnx"
"""A head on features of `selfie_segmentation.tflite` and `things.tflite`; bench/masks/train_hair.py trained it."""
SIDE, OUT = models.FEATURE_SIDE, 64
"""Side of the view of a head that the networks see, and of the head's map of chances."""
ACROSS, LOWER = 4.2, 0.2
"""Side of that view, and how far below the face its middle lies, in heights of the face."""
NAMES = ("s64", "s32", "s16", "figure", *models.FEATURES, "planes")
"""The head's inputs, in the order of `inputs`."""
FROM_CHEEKS = np.array([0.6, 1, 1], np.float32)
"""Weights of L*, a*, b* in a colour's distance from the cheeks'."""


@dataclass(frozen=True)
class HeadView:
    """A turned square of a photo with a face upright in it: centre and side (pixels of the photo), angle (radians)."""

    centre: tuple[float, float]
    side: float
    angle: float


def view_of(face: Face, height: int, width: int) -> HeadView:
    """What is seen of a face's surroundings: as much as the photo has, and no more."""
    middle, up = face.centre - LOWER * face.height * face.up, face.up
    return within(middle, ACROSS * face.height, float(np.arctan2(up[0], -up[1])), height, width)


def within(middle: np.ndarray, side: float, angle: float, height: int, width: int) -> HeadView:
    """A view moved into the photo, and no larger than its long side."""
    side = min(side, max(height, width))
    x, y = (
        n / 2 if n <= side else float(np.clip(value, side / 2, n - side / 2))
        for value, n in zip(middle, (width, height), strict=True)
    )
    return HeadView((x, y), side, angle)


def inputs(image: np.ndarray, points: np.ndarray) -> list[np.ndarray]:
    """What the head reads of a view (SIDE, SIDE, 3) in [0, 1] in which a face has these points (468, 2)."""
    image = np.clip(image, 0, 1).astype(np.float32)
    *seen, figure = models.selfie_features(image)
    figure = cv2.resize(figure.reshape(figure.shape[-2:]), (OUT, OUT), interpolation=cv2.INTER_AREA)[None, None]
    return [*seen, figure, *models.features(image), _planes(image, points)[None]]


def _planes(image: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Colour, colour against the cheeks', the face, its features, and each place in the face's own axes: (11, n, n)."""
    small = cv2.resize(image, (OUT, OUT), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_RGB2LAB)
    on = (points + 0.5) * OUT / SIDE - 0.5

    def filled(vertices: tuple[int, ...], scale: float = 1.0) -> np.ndarray:
        some = on[list(vertices)]
        return faces.outline(some.mean(0) + (some - some.mean(0)) * scale, (OUT, OUT))

    some = [(eye, 1.2) for eye in faces.EYES] + [(brow, 1.1) for brow in faces.BROWS] + [(faces.LIPS, 1.05)]
    face, features = filled(faces.OVAL), np.max([filled(*one) for one in some], axis=0)
    samples = lab[filled(faces.OVAL, 0.75) * (1 - features) > 0.5]
    if len(samples) < 11:
        samples = lab[face > 0.5]
    off = lab - np.median(samples if len(samples) >= 3 else lab.reshape(-1, 3), axis=0)
    height, width = np.hypot(*(on[10] - on[152])) + 1e-6, np.hypot(*(on[454] - on[234])) + 1e-6
    up, centre = (on[10] - on[152]) / height, on[list(faces.OVAL)].mean(0)
    y, x = np.mgrid[:OUT, :OUT].astype(np.float32)
    dx, dy = x - centre[0], y - centre[1]
    across, above = np.abs(dy * up[0] - dx * up[1]) / width, (dx * up[0] + dy * up[1]) / height
    planes = [
        *(lab[..., 0] / 50 - 1, lab[..., 1] / 30, lab[..., 2] / 30),
        *(off[..., 0] / 30, off[..., 1] / 15, off[..., 2] / 15, np.linalg.norm(off * FROM_CHEEKS, axis=2) / 30),
        *(face, features, across / 2, above / 2),
    ]
    return np.stack(planes).astype(np.float32)


def chance(rgb: np.ndarray, face: Face) -> np.ndarray:
    """The chance of hair around a face, (h, w, 3) uint8 sRGB -> (h, w) float32, nil beyond the view of it; the mean of
    the view and its mirror image.
    """
    h, w = rgb.shape[:2]
    seen = view_of(face, h, w)
    image, back = faces.crop(rgb, seen.centre, seen.side, seen.angle, SIDE)
    there = cv2.invertAffineTransform(back)
    points = face.points @ there[:, :2].T + there[:, 2]
    other = points * [-1, 1] + [SIDE - 1, 0]
    maps = [models.run_head(NETWORK, inputs(*one), NAMES)[0, 0] for one in ((image, points), (image[:, ::-1], other))]
    found = refine.to_size((maps[0] + maps[1][:, ::-1]) / 2, SIDE, SIDE)
    return np.clip(cv2.warpAffine(found, back, (w, h)), 0, 1)
