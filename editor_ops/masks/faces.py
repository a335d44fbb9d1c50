"""Faces: where they are (BlazeFace, back camera) and the 468 points of each (MediaPipe face mesh)."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from editor_ops.masks import models

OVAL = (
    10,
    338,
    297,
    332,
    284,
    251,
    389,
    356,
    454,
    323,
    361,
    288,
    397,
    365,
    379,
    378,
    400,
    377,
    152,
    148,
    176,
    149,
    150,
    136,
    172,
    58,
    132,
    93,
    234,
    127,
    162,
    21,
    54,
    103,
    67,
    109,
)
LIPS = (61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291, 409, 270, 269, 267, 0, 37, 39, 40, 185)
MOUTH = (78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191)
EYES = (
    (33, 7, 163, 144, 145, 153, 154, 155, 133, 173, 157, 158, 159, 160, 161, 246),
    (263, 249, 390, 373, 374, 380, 381, 382, 362, 398, 384, 385, 386, 387, 388, 466),
)
BROWS = ((46, 53, 52, 65, 55, 107, 66, 105, 63, 70), (276, 283, 282, 295, 285, 336, 296, 334, 293, 300))
"""Outlines of the mesh, by vertex number (the canonical face model's numbering)."""

DETECTOR, DETECTOR_SIDE = "face_detection_back.tflite", 256
MESH, MESH_SIDE = "face_landmark.tflite", 192
SURE = 0.6
"""Score that a detection needs, and the mesh's own score after it."""
OVERLAP, DISAGREE = 0.3, 0.5
"""Overlap of two boxes that are one face; distance (in gaps between the eyes) of the eyes that both networks see."""
MAX_FACES = 12


@dataclass(frozen=True)
class Face:
    """points (468, 2) float32 in pixels of the photo; box x0, y0, x1, y1; both scores in [0, 1]."""

    points: np.ndarray
    box: tuple[float, float, float, float]
    score: float

    @property
    def width(self) -> float:
        """From ear to ear, pixels."""
        return float(np.hypot(*(self.points[454] - self.points[234])))

    @property
    def height(self) -> float:
        """From the hairline to the chin, pixels."""
        return float(np.hypot(*(self.points[152] - self.points[10])))

    @property
    def up(self) -> np.ndarray:
        """Unit vector from the chin to the forehead, (2,)."""
        return (self.points[10] - self.points[152]) / max(self.height, 1e-6)

    @property
    def centre(self) -> np.ndarray:
        return self.points[list(OVAL)].mean(0)


def find(rgb: np.ndarray) -> list[Face]:
    """Faces of a photo, (h, w, 3) uint8 sRGB, largest first. Small ones are looked for in parts of the frame."""
    boxes = _detect(rgb, 0, 0, max(rgb.shape[:2]))
    if not boxes or max(b[1][2] - b[1][0] for b in boxes) < 0.12 * max(rgb.shape[:2]):
        for left, top, side in _parts(*rgb.shape[:2]):
            boxes += _detect(rgb, left, top, side)
    found = [face for detection in _distinct(boxes)[:MAX_FACES] if (face := _mesh(rgb, *detection))]
    return sorted(found, key=lambda face: -face.width)


def outline(points: np.ndarray, shape: tuple[int, ...], soft: float = 0.0) -> np.ndarray:
    """A filled outline, (n, 2) pixels, antialiased, blurred by `soft` pixels: (h, w) float32."""
    canvas = np.zeros(shape[:2], np.uint8)
    cv2.fillPoly(canvas, [np.rint(np.asarray(points) * 16).astype(np.int32)], 255, lineType=cv2.LINE_AA, shift=4)
    weight = canvas.astype(np.float32) / 255
    return cv2.GaussianBlur(weight, (0, 0), soft) if soft >= 0.3 else weight


def crop(
    rgb: np.ndarray, centre: tuple[float, float], side: float, angle: float, size: int
) -> tuple[np.ndarray, np.ndarray]:
    """A turned square of the photo at size × size, float32 in [0, 1], black outside; and crop -> photo, (2, 3).

    side  in pixels of the photo; angle  in radians, of the square's own x axis
    """
    shrink = min(1.0, 1.5 * size / side)
    small = rgb if shrink == 1 else cv2.resize(rgb, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    cos, sin, step = np.cos(angle), np.sin(angle), side / size
    turn = np.array([[cos, -sin], [sin, cos]]) * step
    offset = np.array(centre) - turn @ [(size - 1) / 2, (size - 1) / 2]
    back = np.column_stack([turn, offset])
    image = cv2.warpAffine(small, back * shrink, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return image.astype(np.float32) / 255, back


@cache
def _anchors() -> np.ndarray:
    """Centres of the detector's 896 boxes, (896, 2) in [0, 1]: two a cell of a 16 × 16 grid, six of an 8 × 8 one."""
    grids = []
    for cells, repeats in ((16, 2), (8, 6)):
        y, x = np.mgrid[:cells, :cells]
        grids.append(np.repeat(np.stack([x, y], -1).reshape(-1, 2), repeats, 0) / cells + 0.5 / cells)
    return np.concatenate(grids).astype(np.float32)


Detection = tuple[float, np.ndarray, np.ndarray]
"""Score, box (4,), the two eyes (2, 2): pixels of the photo."""


def _parts(height: int, width: int) -> list[tuple[int, int, int]]:
    """Overlapping squares (left, top, side) that show the frame larger than the whole does: two by two, or in a row."""
    side = int(0.6 * max(height, width))
    if side < 64:
        return []
    columns, rows = ({0, max(n - side, 0)} for n in (width, height))
    return [(left, top, side) for top in sorted(rows) for left in sorted(columns)]


def _detect(rgb: np.ndarray, left: int, top: int, side: int) -> list[Detection]:
    """Faces in one square of the photo (black where it reaches outside)."""
    middle = (left + (side - 1) / 2, top + (side - 1) / 2)
    image, _ = crop(rgb, middle, side, 0.0, DETECTOR_SIDE)
    scores, raw = models.run(DETECTOR, image * 2 - 1, ("classificators", "regressors"))
    chance = 1 / (1 + np.exp(-np.clip(scores[0, :, 0], -80, 80)))
    numbers = raw[0].reshape(-1, 8, 2) / DETECTOR_SIDE
    found = []
    for i in np.flatnonzero(chance > SURE):
        centre, size = numbers[i, 0] + _anchors()[i], numbers[i, 1]
        corners = np.array([left, top, left, top]) + side * np.concatenate([centre - size / 2, centre + size / 2])
        eyes = np.array([left, top]) + side * (numbers[i, 2:4] + _anchors()[i])
        if (size > 0).all():
            found.append((float(chance[i]), corners, eyes))
    return found


def _distinct(boxes: list[Detection]) -> list[Detection]:
    """The best of overlapping detections."""
    kept: list[Detection] = []
    for detection in sorted(boxes, key=lambda d: -d[0]):
        if all(_overlap(detection[1], other[1]) < OVERLAP for other in kept):
            kept.append(detection)
    return kept


def _overlap(a: np.ndarray, b: np.ndarray) -> float:
    """Intersection over the smaller of the two boxes."""
    size = np.clip(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0, None)
    return float(size.prod() / max(min((a[2:] - a[:2]).prod(), (b[2:] - b[:2]).prod()), 1e-6))


def _mesh(rgb: np.ndarray, score: float, box: np.ndarray, eyes: np.ndarray) -> Face | None:
    """The mesh of a detected face; None when the mesh network sees none."""
    across = eyes[1] - eyes[0]
    angle = float(np.arctan2(across[1], across[0]))
    centre = (float(box[0] + box[2]) / 2, float(box[1] + box[3]) / 2)
    side = 1.5 * float(max(box[2] - box[0], box[3] - box[1]))
    image, back = crop(rgb, centre, side, angle, MESH_SIDE)
    flag, raw = models.run(MESH, image, ("conv2d_31", "conv2d_21"))
    sure = 1 / (1 + np.exp(-float(flag.reshape(-1)[0])))
    if sure < SURE:
        return None
    flat = raw.reshape(-1, 3)[:, :2] - 0.5
    points = (flat @ back[:, :2].T + back[:, 2]).astype(np.float32)
    seen = np.array([points[list(eye)].mean(0) for eye in EYES])
    if np.hypot(*(seen - eyes).T).max() > DISAGREE * np.hypot(*across):
        return None
    return Face(points, (float(box[0]), float(box[1]), float(box[2]), float(box[3])), min(score, sure))
