"""Parts of a person: outlines of the face mesh where they are exact, colours taken from the face elsewhere."""

from collections.abc import Callable, Sequence
from contextlib import suppress

import cv2
import numpy as np

from editor_ops.masks import faces, people, refine
from editor_ops.masks import hair as head
from editor_ops.masks.faces import Face
from editor_ops.masks.people import Person
from editor_ops.masks.region import MaskError, Region

SMALLEST = {"face_skin": 12, "hair": 16, "body_skin": 16, "clothes": 16}
"""Width of a face in pixels under which a part of the person is not looked for; FEATURE for all others."""
FEATURE = 40
OPEN_EYE, OPEN_MOUTH = 0.13, 0.06
"""Height over width of an eye and of the inner mouth below which they are closed."""
IRIS_RADII = (0.19, 0.22, 0.25)
"""In widths of the eye: an iris is 11.7 mm across, the gap between the lids about 28 mm."""
IRIS_CONTRAST = 0.03
"""Difference of the means of red and green (of 1) between iris and eye white."""
SKIN_NEAR, SKIN_FAR = 2.5, 5.0
"""Mahalanobis distance from the face's skin that is surely skin, and surely not."""
HAIR_FAR, LEAST_HAIR = 14.0, 0.02
"""Distance from the cheeks' colour beyond which a colour can be hair; and hair, in the area of the face (width by
height), below which there is none."""
SEEN, SURELY = 0.5, 0.7
"""Chances by our network from which there is hair, though it be outside of the person's outline, and from which its
colours are taken."""
APART = (0.8, 0.3)
"""A piece of hair without those colours, as a neighbour's, counts where this chance is reached in this share of it."""


def find(rgb: np.ndarray, region: Region) -> np.ndarray:
    """A part of the person or persons that the region means, (h, w) float32. MaskError where it cannot be found."""
    persons = people.chosen(rgb, region)
    if not any(p.faces for p in persons):
        raise MaskError(f"{region.name}: no face found")
    least = SMALLEST.get(region.name, FEATURE)
    weights, reasons = [], []
    for found in persons:
        for face in found.faces[: 1 if region.name in WHOLE else None]:
            if face.width < least:
                reasons.append(f"the face is too small ({face.width:.0f} pixels across)")
                continue
            try:
                weights.append(PARTS[region.name](rgb, found, face))
            except MaskError as error:
                reasons.append(str(error))
    if not weights:
        raise MaskError(f"{region.name}: {reasons[0]}")
    return np.clip(np.max(weights, axis=0), 0, 1).astype(np.float32)


def ramp(value: np.ndarray, zero: float, one: float) -> np.ndarray:
    """0 at `zero`, 1 at `one`, linear between: float32."""
    return np.clip((value - zero) / (one - zero), 0, 1).astype(np.float32)


def _points(face: Face, vertices: Sequence[int], scale: float = 1.0) -> np.ndarray:
    points = face.points[list(vertices)]
    return points.mean(0) + (points - points.mean(0)) * scale


def _soft(face: Face) -> float:
    """Blur of an outline: a hundredth of the face."""
    return 0.01 * face.width


def _features(face: Face, shape: tuple[int, ...]) -> np.ndarray:
    """Eyes, brows and mouth of a face, with a small margin."""
    some = [(eye, 1.2) for eye in faces.EYES] + [(brow, 1.1) for brow in faces.BROWS] + [(faces.LIPS, 1.05)]
    return np.max([faces.outline(_points(face, v, scale), shape, _soft(face)) for v, scale in some], axis=0)


def skin_distance(rgb: np.ndarray, face: Face) -> np.ndarray:
    """How unlike the skin of the face every pixel is: Mahalanobis distance in Lab, lightness counted half, (h, w)."""
    values = refine.lab(rgb) * np.array([0.5, 1, 1], np.float32)
    inner = faces.outline(_points(face, faces.OVAL, 0.8), rgb.shape) * (1 - _features(face, rgb.shape)) > 0.5
    samples = values[inner]
    if len(samples) < 20:
        raise MaskError("too little skin is to be seen in the face")
    for _ in range(2):  # without beard, glasses, hair over the forehead
        off = np.abs(samples - np.median(samples, 0))
        samples = samples[(off <= 2.5 * np.maximum(np.median(off, 0) * 1.48, 2)).all(1)]
    # in a dark face all colours lie close together, its clothes' and hair's too
    return refine.gaussian(samples, values, 2.5 * float(np.clip(np.median(samples[:, 0]) / 25, 0.3, 1)))


def face_skin(rgb: np.ndarray, found: Person, face: Face) -> np.ndarray:
    """The face without eyes, brows and mouth."""
    whole = faces.outline(_points(face, faces.OVAL, 1.02), rgb.shape, _soft(face)) * (1 - _features(face, rgb.shape))
    weight = whole * (1 - ramp(skin_distance(rgb, face), 4.0, 7.0))
    return refine.guided(rgb, weight, _radius(rgb, face, 0.03), 1e-3) * np.clip(whole * 1.5, 0, 1)


def _radius(rgb: np.ndarray, face: Face, share: float) -> float:
    """A part of the face's width as a fraction of the long edge."""
    return max(share * face.width / max(rgb.shape[:2]), 0.002)


def lips(rgb: np.ndarray, found: Person, face: Face) -> np.ndarray:
    """Both lips, without what is between them."""
    inner = faces.outline(_points(face, faces.MOUTH), rgb.shape) if _open_mouth(face) else np.float32(0)
    return np.clip(faces.outline(_points(face, faces.LIPS), rgb.shape, _soft(face)) - inner, 0, 1)


def eyebrows(rgb: np.ndarray, found: Person, face: Face) -> np.ndarray:
    """Both brows: what is darker than the forehead within their outlines, all of it where nothing is."""
    shape = np.max([faces.outline(_points(face, brow, 1.15), rgb.shape, _soft(face)) for brow in faces.BROWS], axis=0)
    lightness = refine.lab(rgb)[..., 0]
    around = np.max([faces.outline(_points(face, brow, 1.6), rgb.shape) for brow in faces.BROWS], axis=0)
    skin = float(np.percentile(lightness[around > 0.5], 75)) if (around > 0.5).any() else 0.0
    dark = ramp(skin - lightness, 4, 14)
    return shape * dark if float((shape * dark).sum()) > 0.2 * float(shape.sum()) else shape


def teeth(rgb: np.ndarray, found: Person, face: Face) -> np.ndarray:
    """What is light and pale within an open mouth."""
    if not _open_mouth(face):
        raise MaskError("the mouth is closed")
    inner = faces.outline(_points(face, faces.MOUTH, 1.05), rgb.shape)
    values = refine.lab(rgb)
    lip = np.median(values[lips(rgb, found, face) > 0.5], axis=0) if (inner > 0.5).any() else np.zeros(3)
    redness = values[..., 1] - lip[1]
    weight = inner * ramp(values[..., 0] - lip[0], -2, 10) * ramp(-redness, 3, 9)
    if float((weight > 0.5).sum()) < max(12, 0.08 * float((inner > 0.5).sum())):
        raise MaskError("no teeth are to be seen in the mouth")
    return cv2.GaussianBlur(weight, (0, 0), max(0.3, 0.4 * _soft(face))) * inner


def _open_mouth(face: Face) -> bool:
    height = np.hypot(*(face.points[13] - face.points[14]))
    return bool(height > OPEN_MOUTH * np.hypot(*(face.points[78] - face.points[308])))


def iris(rgb: np.ndarray, found: Person, face: Face) -> np.ndarray:
    """The iris and pupil of the open eyes."""
    return _eyes(rgb, face, lambda eye, disc: eye * disc)


def eye_white(rgb: np.ndarray, found: Person, face: Face) -> np.ndarray:
    """The white of the open eyes: between the lids, outside the iris, not as dark as lashes."""
    lightness = refine.lab(rgb)[..., 0]

    def white(eye: np.ndarray, disc: np.ndarray) -> np.ndarray:
        inside = (eye > 0.6) & (disc < 0.3)
        if not inside.any():
            return np.zeros_like(eye)
        low, high = np.percentile(lightness[inside], (15, 60))
        return eye * (1 - disc) * ramp(lightness, float(low) - 1, max(float(high), float(low) + 4))

    return _eyes(rgb, face, white)


def _eyes(rgb: np.ndarray, face: Face, made: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> np.ndarray:
    """Both eyes where open and where an iris stands out: `made` of the eye's map and the iris's disc."""
    weights, reasons = [], []
    for vertices in faces.EYES:
        points = face.points[list(vertices)]
        corners, lids = points[[0, 8]], points[[12, 4]]
        width = float(np.hypot(*(corners[1] - corners[0])))
        if np.hypot(*(lids[1] - lids[0])) < OPEN_EYE * width or width < 6:
            reasons.append("the eyes are closed" if width >= 6 else "the eyes are too small")
            continue
        eye = faces.outline(points, rgb.shape, 0.5 * _soft(face))
        centre, radius, contrast = _iris(rgb, eye, corners, lids, width)
        if contrast < IRIS_CONTRAST:
            reasons.append("no iris stands out in the eyes")
            continue
        y, x = np.mgrid[: rgb.shape[0], : rgb.shape[1]].astype(np.float32)
        weights.append(made(eye, ramp(-np.hypot(x - centre[0], y - centre[1]), -radius - 0.7, -radius + 0.7)))
    if not weights:
        raise MaskError(reasons[0])
    return np.max(weights, axis=0)


def _iris(
    rgb: np.ndarray, eye: np.ndarray, corners: np.ndarray, lids: np.ndarray, width: float
) -> tuple[np.ndarray, float, float]:
    """Centre, radius (pixels) of the disc that is darkest against the rest of the eye, and by how much (of 1)."""
    y, x = np.nonzero(eye > 0.5)
    light = rgb[y, x, :2].astype(np.float32).mean(1) / 255  # a blue iris is dark in red, a brown one everywhere
    best = (corners.mean(0), IRIS_RADII[1] * width, 0.0)
    height = lids.mean(0) - corners.mean(0)
    for share in np.linspace(0.3, 0.7, 17):
        for lift in (0.3, 0.7, 1.1):
            centre = corners[0] + share * (corners[1] - corners[0]) + lift * height
            distance = np.hypot(x - centre[0], y - centre[1])
            for radius in IRIS_RADII:
                inside = distance < radius * width
                if 8 <= inside.sum() <= inside.size - 8:
                    contrast = float(light[~inside].mean() - light[inside].mean())
                    if contrast > best[2]:
                        best = (centre, radius * width, contrast)
    return best


def _frame(face: Face, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Every pixel in the face's own axes: across in widths of the face, up in heights (chin -0.5, hairline 0.5)."""
    y, x = np.mgrid[: shape[0], : shape[1]].astype(np.float32)
    up = face.up
    dx, dy = x - face.centre[0], y - face.centre[1]
    return (-dx * up[1] + dy * up[0]) / face.width, (dx * up[0] + dy * up[1]) / face.height


def hair(rgb: np.ndarray, found: Person, face: Face) -> np.ndarray:
    """The hair: where our network sees it, and where the colours say so that it has above and beside the face.

    The network takes a sleeve or a shoulder's shade for hair now and then, colours a wall: the lower chance counts.
    """
    across, up = _frame(face, rgb.shape)
    side, area = np.abs(across), face.width * face.height
    body, seen = found.weight > 0.5, head.chance(rgb, face)
    if (seen > SEEN).sum() < LEAST_HAIR * area:
        raise MaskError("no hair is to be seen")
    values, from_skin = refine.lab(rgb), skin_distance(rgb, face)
    features = _features(face, rgb.shape)
    cheeks = faces.outline(_points(face, faces.OVAL, 0.6), rgb.shape) * (1 - features) > 0.5
    # the skin's own spread, with its shades, holds brown hair too: how far the colour lies from the cheeks tells it
    far = np.linalg.norm((values - np.median(values[cheeks], 0)) * head.FROM_CHEEKS, axis=2) > HAIR_FAR
    other = (from_skin > 3.5) | far
    seeds = (seen > SURELY) & other & (up > 0) & (side < 1.2)
    if seeds.sum() < LEAST_HAIR * area:
        band = ((up > 0.56) & (up < 0.85) & (side < 0.4)) | ((side > 0.52) & (side < 0.75) & (up > 0.0) & (up < 0.5))
        seeds = band & body & other
    if seeds.sum() < LEAST_HAIR * area:
        raise MaskError("no hair that its colour would tell from skin")
    likeness = refine.gaussian(values[seeds], values, 4.0)
    unlike = (from_skin > 3.5) | (far & ((likeness < from_skin) | (likeness < 1.5)))
    worn = (up < -1.0) & body & (likeness > 2.5)  # long hair lies there as well
    clothing = refine.gaussian(values[worn], values, 5.0) if worn.sum() > 50 else np.full(body.shape, 8, np.float32)
    oval = faces.outline(_points(face, faces.OVAL, 0.97), rgb.shape) > 0.5
    fringe = ((up > 0.1) & far & (likeness < 2) & (likeness + 0.5 < from_skin)) | ((seen > 0.6) & unlike)
    reach = ((side < 1.7) & (up > -2.5) & (up < 1.8) & ~((side < 0.5) & (up < -0.55))) | (seen > SEEN)
    likely = ramp(5 - likeness, 0, 3) * ramp(clothing - likeness, -1.5, 0.5) * unlike
    likely = np.where((up > 0.5) & body & unlike, np.maximum(likely, 0.7), likely)
    likely = np.where(reach & (body | (seen > SEEN)) & (~oval | fringe), likely, 0.0)
    chance = np.minimum(likely, seen).astype(np.float32)
    chance[seeds & (likeness < 3)] = 0.97
    exact = refine.cut(rgb, chance, 0.05, 0.95, 1) * (reach & ~(oval & ~unlike) & ~(features > 0.5))
    kept = [
        piece
        for piece in refine.pieces(exact, 0.0)
        if (piece & seeds).any() or float((seen[piece] > APART[0]).mean()) > APART[1]
    ]
    if not kept:
        raise MaskError("no hair that its colour would tell from what is around it")
    exact = np.any(kept, axis=0).astype(np.float32)
    edge = np.clip(np.maximum(1.3 * found.weight, chance), 0, 1)
    return refine.firm(refine.guided(rgb, exact, _radius(rgb, face, 0.05), 3e-4) * edge)


def body_skin(rgb: np.ndarray, found: Person, face: Face) -> np.ndarray:
    """Skin outside the face: where the person has the face's colour."""
    weight = found.weight * (1 - ramp(skin_distance(rgb, face), SKIN_NEAR, SKIN_FAR))
    weight = weight * (1 - np.max([_head(f, rgb.shape) for f in found.faces], axis=0))
    with suppress(MaskError):  # brown hair in the sun has the colour of skin
        weight = weight * (1 - hair(rgb, found, face))
    weight = cv2.medianBlur((weight * 255).astype(np.uint8), 5).astype(np.float32) / 255
    kept = refine.pieces(weight, 0.0006)
    if not kept or sum(int(piece.sum()) for piece in kept) < 0.002 * weight.size:
        raise MaskError("no skin is to be seen besides the face")
    about = cv2.dilate(np.any(kept, axis=0).astype(np.uint8), np.ones((7, 7), np.uint8))
    return refine.guided(rgb, weight * about, _radius(rgb, face, 0.04), 5e-4) * found.weight


def _head(face: Face, shape: tuple[int, ...]) -> np.ndarray:
    """The face to the ears and everything above it: where body skin is not looked for."""
    across, up = _frame(face, shape)
    oval = faces.outline(_points(face, faces.OVAL, 1.06), shape)
    return np.maximum(oval, ((np.abs(across) < 0.75) & (up > -0.3) & (up < 1.2)).astype(np.float32))


def clothes(rgb: np.ndarray, found: Person, face: Face) -> np.ndarray:
    """What is left of the person without head and skin."""
    weight = found.weight.copy()
    for taken in (body_skin, hair):
        with suppress(MaskError):  # no bare skin, or no hair: nothing to take away
            weight = weight * (1 - taken(rgb, found, face))
    for other in found.faces:
        across, up = _frame(other, rgb.shape)
        near = (np.abs(across) < 1.5) & (up > -0.35) & (up < 1.6)
        weight = weight * (1 - np.maximum(faces.outline(_points(other, faces.OVAL, 1.05), rgb.shape), near))
    if float((weight > 0.5).mean()) < 0.003:
        raise MaskError("nothing of the person is left beside head and skin")
    return weight


Part = Callable[[np.ndarray, Person, Face], np.ndarray]
WHOLE = ("body_skin", "clothes")
"""Parts of the whole figure: found once a figure, from its largest face."""
PARTS: dict[str, Part] = {
    "face_skin": face_skin,
    "lips": lips,
    "eyebrows": eyebrows,
    "teeth": teeth,
    "iris": iris,
    "eye_white": eye_white,
    "hair": hair,
    "body_skin": body_skin,
    "clothes": clothes,
}
