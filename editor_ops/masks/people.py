"""Persons and the parts of them: selfie segmentation, faces, pose, and colours taken from the face itself."""

from dataclasses import dataclass, replace
from hashlib import blake2b
from threading import Lock

import cv2
import numpy as np

from editor_ops.masks import boxes, detector, faces, models, refine
from editor_ops.masks.faces import Face
from editor_ops.masks.region import MaskError, Region

POSE, POSE_SIDE = "pose_landmark_lite.tflite", 256
LEAST = 0.0015
"""Fraction of the frame that a person fills at least."""
FACE_ALONE, POSE_ALONE, POSE_WITH_FACE, POSE_IN_COMPANY = 0.78, 0.99, 0.5, 0.6
"""A shape is a person with a face this sure, with a pose this sure, with a weaker face and this pose, or with this
pose beside a person. Animals reach 0.73 and 0.983 on the tuning photos."""
POSE_VIEWS = (1.1, 1.25, 1.5)
"""Sizes of the square, in long sides of the shape, that the pose network looks at, each also mirrored."""
BOX_ALONE, BOX_BESIDE, COVERED = 0.5, 0.55, 0.2
"""The detector's score from which a box is a person, without and beside known ones; and the share of a box above which
a known person is the one in it."""
FILLED, WITHIN = 0.4, 0.5
"""A figure is the person in such a box when it fills this share of it and has this share of itself in it."""
AGREE, BESIDE = 0.85, 0.15
"""Overlap (IoU) from which figure and pose segmentation mean the same: then their mean is nearer than either, as the
figure takes in what is held. Of persons seen close the pose network shows little. And the margin of the view of one
person alone, in the longer side of its box."""
LIKELY = 0.5
"""Share of a person's box that the person fills, by and large."""
RIDDEN = detector.ANIMALS | {"bicycle", "motorcycle"}
NEAR = 0.15
"""A point further than this (of the long edge) from every person means none of them."""


@dataclass(frozen=True)
class Person:
    """weight (h, w) float32 of one connected shape, the faces in it (largest first); boxed: neither a face nor a pose
    says that it is a person, only the detector does, which takes statues and hands for persons too; chance (h, w): what
    witnesses apart from the outline give every pixel.
    """

    weight: np.ndarray
    faces: tuple[Face, ...] = ()
    boxed: bool = False
    chance: np.ndarray | None = None


@dataclass(frozen=True)
class Scene:
    """What was found in a photo: figure (h, w), anything that the selfie network takes for foreground; persons."""

    figure: np.ndarray
    persons: tuple[Person, ...] = ()
    faces: tuple[Face, ...] = ()


_scenes: dict[bytes, Scene] = {}
_lock = Lock()
KEPT = 4
MOST, MOST_POSED = 12, 4
"""Shapes of one photo that are looked at, and persons that the pose network segments."""


def scene(rgb: np.ndarray) -> Scene:
    """The figures, persons and faces of a photo, (h, w, 3) uint8 sRGB; the last few are kept."""
    key = blake2b(rgb.tobytes() + str(rgb.shape).encode(), digest_size=16).digest()
    with _lock:
        if key in _scenes:
            return _scenes[key]
    found = _look(rgb)
    with _lock:
        _scenes[key] = found
        while len(_scenes) > KEPT:
            _scenes.pop(next(iter(_scenes)))
    return found


def person(rgb: np.ndarray, region: Region) -> np.ndarray:
    """All persons, or the one at or nearest to the region's point."""
    found = chosen(rgb, region)
    return np.clip(np.max([p.weight for p in found], axis=0), 0, 1).astype(np.float32)


def chosen(rgb: np.ndarray, region: Region) -> list[Person]:
    """The persons a region means. MaskError when there is none."""
    persons = list(scene(rgb).persons)
    if not persons:
        raise MaskError("no person found (no face, and no shape that is surely one)")
    if region.point is None or anywhere(region):
        return persons
    persons = [single for p in persons for single in split(p)]
    distances = [_distance(p.weight, region.point) for p in persons]
    best = int(np.argmin(distances))
    if distances[best] > NEAR:
        raise MaskError(f"no person at ({region.point[0]:.2f}, {region.point[1]:.2f})")
    return [persons[best]]


def confidence(rgb: np.ndarray, region: Region, weight: np.ndarray) -> float:
    """The overlap (IoU) with the true persons to be expected of a map: by the selfie network's views of each of them
    from nearer by, by the detector where only it sees one, and by its boxes in which none was found.
    """
    persons, alone = scene(rgb).persons, not anywhere(region)
    meant = [p for p in persons if not alone or np.minimum(p.weight, weight).sum() > 0.5 * weight.sum()]
    chance = np.max([_witnessed(p) for p in meant], axis=0) if meant else np.zeros(weight.shape, np.float32)
    if alone:
        about = cv2.dilate((weight > 0.5).astype(np.uint8), np.ones((9, 9), np.uint8))
        chance = chance * about  # one person of a shape, not those beside him
    h, w = weight.shape
    for thing in detector.find(rgb):
        left, top, right, bottom = thing.box
        part = np.s_[int(top * h) : int(np.ceil(bottom * h)), int(left * w) : int(np.ceil(right * w))]
        if thing.name == "person" and not alone and weight[part].mean() < COVERED:
            chance[part] = np.maximum(chance[part], LIKELY * thing.score)
    return refine.expected_overlap(chance, weight)


def _witnessed(person: Person) -> np.ndarray:
    return person.weight if person.chance is None else person.chance


def anywhere(region: Region) -> bool:
    """True where the region names no place: no point, or the middle of the frame as presets have it."""
    return region.point is None or (abs(region.point[0] - 0.5) < 1e-3 and abs(region.point[1] - 0.5) < 1e-3)


def _look(rgb: np.ndarray) -> Scene:
    whole = boxes.selfie(rgb)
    found = faces.find(rgb) if min(rgb.shape[:2]) >= 32 else []
    figure = _closer(rgb, whole, found)
    figure = np.clip(refine.guided(rgb, figure, 0.006, 2e-4) * 1.1 - 0.05, 0, 1)
    shapes = [(shape, [f for f in found if _holds(shape, f)]) for shape in refine.pieces(figure, LEAST)[:MOST]]
    sure = [_sureness(rgb, shape, inside) for shape, inside in shapes]
    least = 0.5 if max(sure, default=0.0) >= 1 else 1.0
    kept = [both for both, score in zip(shapes, sure, strict=True) if score >= least]
    persons = [Person(_alone(figure, shape), tuple(inside)) for shape, inside in kept]
    persons = [_exact(rgb, found, figure) for found in persons]
    unsure = [shape for (shape, _), score in zip(shapes, sure, strict=True) if score < least]
    persons += _overlooked(rgb, persons, figure, unsure)
    mounts = _mounts(rgb) if persons else 1.0
    persons = [replace(found, weight=found.weight * mounts) for found in persons]
    figure = np.max([figure, *(found.weight for found in persons)], axis=0)
    return Scene(figure, tuple(persons), tuple(face for found in persons for face in found.faces))


def _overlooked(rgb: np.ndarray, known: list[Person], figure: np.ndarray, unsure: list[np.ndarray]) -> list[Person]:
    """Persons that the detector sees where no known one is: cut out of their boxes, with the unsure shape of the figure
    that lies in one.
    """
    h, w = rgb.shape[:2]
    found: list[Person] = []
    least = BOX_BESIDE if known else BOX_ALONE
    for thing in detector.find(rgb):
        left, top, right, bottom = thing.box
        part = np.s_[int(top * h) : int(np.ceil(bottom * h)), int(left * w) : int(np.ceil(right * w))]
        if thing.name != "person" or thing.score < least or thing.area < LEAST or len(found) >= MOST:
            continue
        if any(person.weight[part].mean() >= COVERED for person in [*known, *found]):
            continue
        weight = refine.firm(boxes.boxed(rgb, thing.box))
        chance = thing.score * weight
        for shape in unsure:
            if shape[part].mean() >= FILLED and shape[part].sum() >= WITHIN * shape.sum():
                seen = _exact(rgb, Person(_alone(figure, shape)), figure)
                weight, chance = np.maximum(weight, seen.weight), np.maximum(chance, _witnessed(seen))
        found.append(Person(weight, boxed=True, chance=chance))
    return found


def _mounts(rgb: np.ndarray) -> np.ndarray | float:
    """0 where an animal or a cycle of RIDDEN lies and no person, else 1: (h, w), soft over some pixels.

    The networks for persons take a rider and his horse for one figure.
    """
    things = detector.find(rgb)
    riders = [thing.box for thing in things if thing.name == "person"]
    mounts = [t.box for t in things if t.name in RIDDEN and any(_meet(t.box, box) for box in riders)]
    if not mounts:
        return 1.0
    h, w = rgb.shape[:2]
    away = np.zeros((h, w), np.float32)
    for value, placed in ((1.0, mounts), (0.0, riders)):
        for left, top, right, bottom in placed:
            away[int(top * h) : int(np.ceil(bottom * h)), int(left * w) : int(np.ceil(right * w))] = value
    reach = max(3, round(0.008 * max(h, w))) | 1
    return 1 - cv2.blur(away, (reach, reach))


def _meet(a: detector.Box, b: detector.Box) -> bool:
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def _exact(rgb: np.ndarray, found: Person, figure: np.ndarray) -> Person:
    """The person seen from nearer by, and with the limbs that only the pose network sees; or, where both networks mean
    the same, without what only one of them takes for the person.
    """
    h, w = found.weight.shape
    near, limbs = found.weight.copy(), np.zeros((h, w), np.float32)
    others = (figure > 0.5) & ~(found.weight > 0.5)
    for single in split(found)[:MOST_POSED]:
        if not (single.weight > 0.5).any():
            continue
        box = box_of(single.weight > 0.5)
        image, back = pose_view(rgb, box)
        views = (image, image[:, ::-1])
        logits = [models.run(POSE, view, ("Identity_2",))[0].reshape(POSE_SIDE, POSE_SIDE) for view in views]
        chance = 1 / (1 + np.exp(-np.clip((logits[0] + logits[1][:, ::-1]) / 2, -30, 30)))
        limbs = np.maximum(limbs, cv2.warpAffine(chance.astype(np.float32), back, (w, h)))
        left, top, right, bottom = _window(box, BESIDE, h, w)
        part = np.s_[top:bottom, left:right]
        closer = np.ascontiguousarray(rgb[part])
        seen = (boxes.selfie(closer) + boxes.selfie(np.ascontiguousarray(closer[:, ::-1]))[:, ::-1]) / 2
        near[part] = np.where(others[part], near[part], (near[part] + seen) / 2)
    both, either = (np.minimum(near, limbs) > 0.5).sum(), (np.maximum(near, limbs) > 0.5).sum()
    weight = (near + limbs) / 2 if both >= AGREE * either else np.maximum(near, limbs)
    return replace(found, weight=refine.firm(refine.guided(rgb, weight, 0.006, 2e-4)), chance=near)


def pose_view(
    rgb: np.ndarray, box: tuple[float, float, float, float], scale: float = POSE_VIEWS[1]
) -> tuple[np.ndarray, np.ndarray]:
    """The square around a box as the pose network takes it; and view -> photo, (2, 3)."""
    x0, y0, x1, y1 = box
    return faces.crop(rgb, ((x0 + x1) / 2, (y0 + y1) / 2), scale * max(x1 - x0, y1 - y0), 0.0, POSE_SIDE)


def _closer(rgb: np.ndarray, whole: np.ndarray, found: list[Face]) -> np.ndarray:
    """The map again, each figure and each face outside of one seen from nearer by."""
    h, w = whole.shape
    out = whole.copy()
    windows: list[tuple[tuple[int, int, int, int], np.ndarray | None]] = [
        (_window(box_of(shape), 0.3, h, w), shape) for shape in refine.pieces(whole, LEAST)[:6]
    ]
    for face in found:
        x, y = np.clip(face.centre, 0, [w - 1, h - 1]).astype(int)
        if whole[y, x] < 0.5:
            side, (cx, cy) = 3.2 * face.height, face.centre - 2.2 * face.height * face.up
            windows.append((_window((cx - side, cy - side, cx + side, cy + side), 0, h, w), None))
    for (left, top, right, bottom), shape in windows:
        if (right - left) * (bottom - top) > 0.6 * h * w or min(right - left, bottom - top) < 16:
            continue
        part = np.s_[top:bottom, left:right]
        near = boxes.selfie(np.ascontiguousarray(rgb[part]))
        if shape is None:
            out[part] = np.maximum(out[part], near)
            continue
        reach = max(3, int(0.12 * max(right - left, bottom - top))) | 1
        about = cv2.dilate(shape[part].astype(np.uint8), np.ones((reach, reach), np.uint8)).astype(np.float32)
        about = cv2.blur(about, (reach, reach))
        out[part] += about * 0.7 * (near - out[part])
    return out


def box_of(shape: np.ndarray) -> tuple[float, float, float, float]:
    """x0, y0, x1, y1 of a bool map."""
    rows, columns = np.flatnonzero(shape.any(1)), np.flatnonzero(shape.any(0))
    return float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1)


def _window(box: tuple[float, float, float, float], margin: float, h: int, w: int) -> tuple[int, int, int, int]:
    """The box with a margin (a fraction of its longer side), within the frame."""
    more = margin * max(box[2] - box[0], box[3] - box[1])
    left, top = (int(max(0, box[i] - more)) for i in (0, 1))
    return left, top, int(min(w, box[2] + more)), int(min(h, box[3] + more))


def _holds(shape: np.ndarray, face: Face) -> bool:
    """True when most of the face lies on the shape."""
    inside = np.zeros(shape.shape, np.uint8)
    cv2.fillPoly(inside, [np.rint(face.points[list(faces.OVAL)]).astype(np.int32)], 1)
    return bool(inside.any() and shape[inside > 0].mean() > 0.5)


def _sureness(rgb: np.ndarray, shape: np.ndarray, inside: list[Face]) -> float:
    """1 for a figure that is a person by face or pose; 0.5 for one that is when another is beside it; else 0."""
    if max((face.score for face in inside), default=0.0) >= FACE_ALONE:
        return 1.0
    flags = []
    for scale in POSE_VIEWS:
        image, _ = pose_view(rgb, box_of(shape), scale)
        for view in (image, image[:, ::-1]):
            flags.append(float(models.run(POSE, view, ("Identity_1",))[0].reshape(-1)[0]))
    flag = float(np.mean(flags))
    if flag >= (POSE_WITH_FACE if inside else POSE_ALONE):
        return 1.0
    return 0.5 if flag >= POSE_IN_COMPANY else 0.0


def _alone(figure: np.ndarray, shape: np.ndarray) -> np.ndarray:
    """The soft map of one shape of the figure, nothing of the others."""
    about = cv2.dilate(shape.astype(np.uint8), np.ones((9, 9), np.uint8))
    return (figure * about).astype(np.float32)


def split(found: Person) -> list[Person]:
    """One person for every face of a shape: each pixel goes to the nearest face, sideways counting most."""
    if len(found.faces) < 2:
        return [found]
    h, w = found.weight.shape
    y, x = np.mgrid[:h, :w].astype(np.float32)
    scales = [max(face.height, 1.0) for face in found.faces]
    distances = [
        np.hypot((x - face.centre[0]), 0.3 * (y - face.centre[1])) / scale
        for face, scale in zip(found.faces, scales, strict=True)
    ]
    owner = np.argmin(distances, 0)
    return [Person(found.weight * (owner == i), (face,)) for i, face in enumerate(found.faces)]


def _distance(weight: np.ndarray, point: tuple[float, float] | None) -> float:
    """From a point (fractions) to the nearest pixel of weight > 0.5, as a fraction of the long edge."""
    if point is None:
        return 0.0
    rows, columns = np.nonzero(weight > 0.5)
    if not rows.size:
        return float("inf")
    h, w = weight.shape
    off = np.hypot(columns + 0.5 - point[0] * w, rows + 0.5 - point[1] * h)
    return max(0.0, float(off.min()) - 1) / max(h, w)
