"""Parts of a scene: water, ground, buildings, walls, floors, windows, trees … (scene parsing, as the field calls it).

A small head (scene.onnx; bench/masks/train_scene.py says on what it learnt) reads the features of the two detectors and
says for every part of the photo which of CLASSES it is. Colours and edges of the photo say where it ends exactly.
"""

from functools import lru_cache

import cv2
import numpy as np

from editor_ops.masks import detector, models, refine
from editor_ops.masks.region import SCENE, MaskError

NETWORK = "scene.onnx"
CLASSES = (
    *("sky", "tree", "grass", "plant", "flower", "mountain", "rock", "water", "snow", "sand", "soil", "road"),
    *("stairs", "floor", "wall", "ceiling", "building", "roof", "window", "door", "fence", "bridge", "table"),
    *("seat", "cabinet", "bed", "curtain", "lamp", "skin", "hair", "clothes", "hat", "vehicle", "boat", "animal"),
    *("food", "dish", "sign", "backdrop", "other"),
)
"""What the head tells apart, in the order of its outputs."""
PARTS: dict[str, tuple[str, ...]] = {
    "architecture": ("building", "roof", "window", "door", "bridge"),
    "mountains": ("mountain",),
    "artificial_ground": ("road", "stairs", "floor"),
    "natural_ground": ("soil", "sand", "rock"),
    "water": ("water",),
    "snow": ("snow",),
    **{name: (name,) for name in SCENE.values()},
}
"""Region -> the classes that are it."""
ON_PERSONS = ("hat",)
"""Regions that persons wear; from all others the persons are taken out."""
LEAST = 0.004
"""Fraction of the frame that a piece fills at least."""
NAMED = 2.0
"""How much likelier (odds) what somebody names is there than in any photo, such as the head learnt from."""
LEAST_SURE = 0.35
"""Confidence below which a region is refused."""
_OF_DETECTOR = {
    "d52": "onnx_node!PartitionedCall/convolution_25",
    "d26": "onnx_node!PartitionedCall/convolution_26",
    "d13": "onnx_node!PartitionedCall/convolution_27",
}
"""Layers of the detector that the head reads, by its input; the others are models.FEATURES."""
FEATURES = (*models.FEATURES, *_OF_DETECTOR)
"""Inputs of the head."""


def features(image: np.ndarray) -> list[np.ndarray]:
    """FEATURES of an image (n, n, 3) float32 RGB in [0, 1], n at least detector.SIDE: each (1, planes, m, m)."""
    sides = (models.FEATURE_SIDE, detector.SIDE)
    small, large = (cv2.resize(image, (side, side), interpolation=cv2.INTER_AREA) for side in sides)
    normal = (large[..., ::-1] * np.float32(255) - detector.MEAN) / detector.SPREAD
    return [*models.features(small), *models.run(detector.FILE, normal, tuple(_OF_DETECTOR.values()))]


def chances(rgb: np.ndarray) -> np.ndarray:
    """Of each class, (len(CLASSES), 75, 75) float32 that sum to 1; (h, w, 3) uint8 sRGB in. The mean of the photo's and
    its mirror image's.
    """
    return _chances(np.ascontiguousarray(rgb).tobytes(), rgb.shape)


@lru_cache(maxsize=4)
def _chances(data: bytes, shape: tuple[int, ...]) -> np.ndarray:
    rgb = np.frombuffer(data, np.uint8).reshape(shape)
    size = (detector.SIDE, detector.SIDE)
    whole = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    there, mirrored = (models.run_head(NETWORK, features(v), FEATURES)[0] for v in (whole, whole[:, ::-1]))
    return (there + mirrored[..., ::-1]) / 2


def chance_of(rgb: np.ndarray, *classes: str) -> np.ndarray:
    """Of some of CLASSES together, (75, 75) float32."""
    return chances(rgb)[[CLASSES.index(name) for name in classes]].sum(0)


def mean_chance(rgb: np.ndarray, weight: np.ndarray, *classes: str) -> float:
    """Of some of CLASSES together, the mean inside a map (h, w) of any size."""
    return float((refine.to_size(chance_of(rgb, *classes), *weight.shape) * weight).sum() / weight.sum())


def chance(rgb: np.ndarray, name: str) -> np.ndarray:
    """Of a region of PARTS that was named at each pixel, (h, w) float32."""
    seen = refine.to_size(chance_of(rgb, *PARTS[name]), *rgb.shape[:2])
    return NAMED * seen / (1 + (NAMED - 1) * seen)


def find(rgb: np.ndarray, name: str) -> np.ndarray:
    """A region of PARTS, (h, w) float32. MaskError where it is not there, or not surely."""
    if min(rgb.shape[:2]) < 16:
        raise MaskError(f"the photo is too small to tell its {name.replace('_', ' ')}")
    rough = chance(rgb, name)
    kept = refine.pieces(rough, LEAST)
    if not kept:
        raise MaskError(f"no {name.replace('_', ' ')} found")
    weight = _cut_out(rgb, np.where(np.any(kept, axis=0) | (rough <= 0.5), rough, 0))
    sure = refine.expected_overlap(rough, weight)
    if sure < LEAST_SURE:
        raise MaskError(f"what looks like {name.replace('_', ' ')} is too unsure to be used (confidence {sure:.2f})")
    return weight


def confidence(rgb: np.ndarray, name: str, weight: np.ndarray) -> float:
    """How sure a found region is, 0 to 1: the overlap (IoU) with the true one that the network expects."""
    return refine.expected_overlap(chance(rgb, name), weight)


AGREED, REACH = 0.6, 0.03
"""Overlap with the head's own map from which a cut along the photo's edges is taken for it, and how far beyond that map
(part of the long side) it goes at most.
"""


def _cut_out(rgb: np.ndarray, rough: np.ndarray) -> np.ndarray:
    """A rough map cut along the photo's colours where that changes it little, then filtered along its edges."""
    side = 2 * max(1, round(REACH * max(rough.shape))) + 1
    seen = (rough > 0.5).astype(np.uint8)
    reached = cv2.dilate(seen, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
    near = cv2.GaussianBlur(reached.astype(np.float32), (0, 0), side / 4)  # where nothing ends it, it fades
    exact = refine.cut(rgb, rough, 0.1, 0.9) * near
    weight = exact if refine.shared(exact, seen.astype(np.float32)) > AGREED else rough
    return refine.firm(refine.guided(rgb, weight, 0.008, 2e-4))
