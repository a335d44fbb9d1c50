"""Subjects and objects: what stands out in a photo, or what a user pointed at or drew around."""

from collections.abc import Sequence
from contextlib import suppress

import cv2
import numpy as np

from editor_ops.masks import boxes, detector, people, refine, shapes, sky
from editor_ops.masks.region import MaskError, Region

SIDE, COLOURS = boxes.SIDE, boxes.COLOURS
"""Long side that salience is measured at, and groups of colours."""
LEAST, MOST = 0.003, 0.92
"""Fractions of the frame that a subject fills at least and at most."""
CLEAR = 0.28
"""Difference of mean salience inside and outside below which nothing stands out."""
ALIKE = 0.55
"""Share of colours in common with the surroundings above which a shape is no subject."""
FIGURE, SHARE = 0.75, 0.6
"""A shape of the selfie network is the subject as it is when its mean chance is above FIGURE and it holds SHARE of
what stands out."""

ACROSS = 0.2
SAME = 0.9
"""Overlap (IoU) from which a subject is the persons."""
MAIN = 0.1
"""Part of the frame that a box fills at least whose thing is taken for the subject."""
THERE, BESIDE, ALSO = 0.5, 0.25, 0.4
"""Chance from which something is in a box; area, in that of the main box, and chance from which another one belongs to
the subject when it may be the same."""
HERD, TOGETHER = 3, 0.03
"""Animals of one name that are the subject together, where nothing else is, and the part of the frame they fill."""
BEYOND = 0.2
"""Share of what stands out that lies outside of the boxes …"""
EDGE = 0.05
"""… and along the frame's edge this share of that: then it is the scene's."""
AGREED = 0.75
"""Overlap (IoU) from which what stands out and what is cut out of the boxes are one thing, so that what the latter and
the selfie network both see more of it belongs to it."""
SET_UP = frozenset(
    ["bench", "chair", "couch", "bed", "dining table", "toilet", "sink", "oven", "refrigerator", "microwave"]
)
"""Things that a scene is made of, and which are not its subject."""


def subject(rgb: np.ndarray, region: Region) -> np.ndarray:
    """The persons, or what stands out, (h, w) float32; the part at the region's point, where it has one."""
    if min(rgb.shape[:2]) < 8:
        raise MaskError("the photo is too small to tell a subject")
    scene = people.scene(rgb)
    persons = tuple(found for found in scene.persons if not found.boxed)
    if scene.persons and (_at(scene.persons, region) if not people.anywhere(region) else persons):
        return people.person(rgb, region)
    weight = _thing_or_salient(rgb, scene.figure, people.anywhere(region))
    weight = refine.firm(weight)
    return weight if people.anywhere(region) else _piece_at(weight, region)


def _thing_or_salient(rgb: np.ndarray, figure: np.ndarray, whole: bool) -> np.ndarray:
    """What stands out; or the things that the detector takes for the subject, cut out of their boxes, where nothing
    stands out, nothing of them does, or only a part of them. whole: what runs from edge to edge is no subject.
    """
    main = _main_boxes(rgb)
    cut = np.max([boxes.found(rgb, box) for box in main], axis=0) if main else None
    try:
        weight = _standing_out(rgb, figure)
        if whole and _crosses(weight):
            raise MaskError("no clear subject: what stands out runs from edge to edge")
    except MaskError:
        if cut is not None:
            return cut
        persons = people.person(rgb, Region("person")) if whole and people.scene(rgb).persons else None
        if persons is None or persons.mean() < MAIN / 2:
            raise
        return persons
    if cut is None:
        return weight
    shared = float(np.minimum(weight, cut).sum())
    elsewhere, part = shared < 0.1 * float(cut.sum()), shared > 0.9 * float(weight.sum())
    about = _around(main)
    reaches = detector.overlap(extent(cut), about) > detector.overlap(extent(weight), about) + 0.05
    if elsewhere or (part and reaches) or _runs_on(weight, main):
        return cut
    if refine.shared(weight, cut) <= AGREED:
        return weight
    return np.maximum(weight, np.minimum(cut, figure))


def confidence(rgb: np.ndarray, region: Region, weight: np.ndarray) -> float:
    """How sure a subject is, 0 to 1: that of the persons it consists of, or how well the best of the other witnesses
    agrees with it: the selfie network, what stands out, what is cut out of the detector's boxes; or their sureness.
    """
    scene = people.scene(rgb)
    with suppress(MaskError):  # there may be nobody, or nobody at that point
        if refine.shared(people.person(rgb, Region("person", region.point)), weight) > SAME:
            return people.confidence(rgb, region, weight)
    main = _main_boxes(rgb)
    found = [np.max([boxes.found(rgb, box) for box in main], axis=0)] if main else []
    with suppress(MaskError):
        found.append(_standing_out(rgb, scene.figure))
    agreed = sorted(refine.shared(weight, one) for one in found)[:-1]  # the nearest one is what it was made from
    sure = max((seen.chance for seen in detector.anything(rgb, ALSO) if seen.box in main), default=0.0)
    inside = sure * detector.overlap(extent(weight), _around(main)) if main else 0.0
    return max([*agreed, refine.shared(weight, scene.figure), inside])


def _runs_on(weight: np.ndarray, main: Sequence[detector.Box]) -> bool:
    """True for what stands out with the scenery that it runs into: that which reaches the frame's edge outside of
    boxes.
    """
    h, w = weight.shape
    outside = weight.copy()
    for left, top, right, bottom in main:
        outside[int(top * h) : int(np.ceil(bottom * h)), int(left * w) : int(np.ceil(right * w))] = 0
    edge = np.concatenate([outside[0], outside[-1], outside[:, 0], outside[:, -1]])
    return outside.sum() >= BEYOND * weight.sum() and (edge > 0.5).mean() >= EDGE


def _main_boxes(rgb: np.ndarray) -> list[detector.Box]:
    """Boxes of the things that are the subject by their size and place: one, or some alike; [] for none."""
    seen = [s for s in detector.anything(rgb, ALSO) if set(s.names) - SET_UP - {"person"}]
    sure = [s for s in seen if s.chance >= THERE and s.area >= MAIN and s.names[0] not in SET_UP]
    main = max(sure, key=_prominence, default=None)
    if main is None:
        return _herd(rgb)
    alike = [s for s in seen if set(s.names) & set(main.names) and s.area >= BESIDE * main.area]
    return [main.box, *(s.box for s in alike if detector.overlap(s.box, main.box) < detector.APART)]


def _herd(rgb: np.ndarray) -> list[detector.Box]:
    """Boxes of several animals of one kind; [] where there are none."""
    animals = [thing for thing in detector.find(rgb) if thing.name in detector.ANIMALS]
    for name in dict.fromkeys(thing.name for thing in animals):
        herd = [thing for thing in animals if thing.name == name]
        if len(herd) >= HERD and sum(thing.area for thing in herd) >= TOGETHER:
            return [thing.box for thing in herd]
    return []


def _prominence(thing: detector.Something) -> float:
    """How surely a thing fills how much of the frame, more in the middle."""
    left, top, right, bottom = thing.box
    away = ((left + right) / 2 - 0.5) ** 2 + ((top + bottom) / 2 - 0.5) ** 2
    return thing.chance * thing.area * float(np.exp(-2 * away))


def _around(several: Sequence[detector.Box]) -> detector.Box:
    """The box around boxes."""
    left, top, right, bottom = zip(*several, strict=True)
    return min(left), min(top), max(right), max(bottom)


def extent(weight: np.ndarray) -> detector.Box:
    """The box that holds a map's weight > 0.5 but for a hundredth at each side; a point where there is none."""
    on = weight > 0.5
    sides = []
    for axis in (0, 1):
        reached = np.cumsum(on.sum(axis)) / max(int(on.sum()), 1)
        sides.append([float(np.searchsorted(reached, part) / len(reached)) for part in (0.01, 0.99)])
    (left, right), (top, bottom) = sides
    return (left, top, right, bottom) if on.any() else (0.0, 0.0, 0.0, 0.0)


def _crosses(weight: np.ndarray) -> bool:
    """True for what fills ACROSS of the left and of the right edge: ground, hills or a building, not a subject."""
    return min(float((weight[:, side] > 0.5).mean()) for side in (0, -1)) > ACROSS


def _at(persons: tuple[people.Person, ...], region: Region) -> bool:
    return any(p.weight[_pixel(p.weight, region.point)] > 0.5 for p in persons)


def _pixel(weight: np.ndarray, point: tuple[float, float] | None) -> tuple[int, int]:
    """Row and column of a point in fractions, kept within the frame."""
    x, y = point or (0.5, 0.5)
    h, w = weight.shape
    return min(max(int(y * h), 0), h - 1), min(max(int(x * w), 0), w - 1)


def _piece_at(weight: np.ndarray, region: Region) -> np.ndarray:
    """The connected part at the point."""
    row, column = _pixel(weight, region.point)
    for piece in refine.pieces(weight, 0.0):
        about = cv2.dilate(piece.astype(np.uint8), np.ones((9, 9), np.uint8))
        if about[row, column]:
            return (weight * about).astype(np.float32)
    raise MaskError(f"no {region.name} at ({(region.point or (0, 0))[0]:.2f}, {(region.point or (0, 0))[1]:.2f})")


def salience(rgb: np.ndarray, figure: np.ndarray) -> np.ndarray:
    """How much every part stands out, (h, w) float32 in [0, 1] at SIDE: by colour, by sharpness, by the network.

    Colours that are frequent in the middle and rare at the border stand out; so does what is in focus
    when the border is not.
    """
    small = refine.limited(rgb, SIDE)
    h, w = small.shape[:2]
    y, x = np.mgrid[:h, :w].astype(np.float32)
    middle = np.exp(-(((x / w - 0.5) / 0.28) ** 2 + ((y / h - 0.5) / 0.28) ** 2) / 2)
    edge = np.minimum(np.minimum(x, w - 1 - x) / w, np.minimum(y, h - 1 - y) / h)
    border = ((edge < 0.05) & (y < 0.97 * h)).astype(np.float32)
    values = cv2.GaussianBlur(refine.lab(small), (0, 0), 1)
    labels = boxes.colours(values)
    inside, outside = (np.bincount(labels.ravel(), m.ravel(), COLOURS) for m in (middle, border))
    odds = (inside / inside.sum() + 1e-4) / (outside / outside.sum() + 1e-4)
    colour = (odds / (1 + odds))[labels].astype(np.float32)
    detail = np.abs(cv2.Laplacian(values[..., 0], cv2.CV_32F))
    detail = cv2.GaussianBlur(cv2.dilate(detail, np.ones((5, 5), np.uint8)), (0, 0), 0.02 * max(h, w))
    sharp = np.clip(detail / max(float(np.percentile(detail, 98)), 1e-3), 0, 1)
    blurred = 1 - min(float(np.mean(sharp[border > 0])) / max(float(np.mean(sharp[middle > 0.6])), 1e-3), 1)
    network = refine.to_size(figure, h, w)
    total = colour * (0.55 + 0.45 * middle) + 0.9 * blurred * sharp + 0.8 * network
    total *= 1 - 0.9 * sky.chance(small)
    return (total / max(float(total.max()), 1e-6)).astype(np.float32)


def _standing_out(rgb: np.ndarray, figure: np.ndarray) -> np.ndarray:
    """A subject that is no person: shapes of the selfie network if it is sure of them, else salience, both cut out."""
    salient = refine.to_size(salience(rgb, figure), *figure.shape)
    shapes_found = [s for s in refine.pieces(figure, 0.01) if figure[s].mean() > FIGURE]
    sure = np.any(shapes_found, axis=0) if shapes_found else np.zeros(figure.shape, bool)
    rough = ramp_of(salient)
    if sure.any() and sure.mean() < 0.8 and rough[sure].sum() > SHARE * rough[rough > 0.5].sum():
        chance = np.where(sure, figure, 0.5 * rough * (figure > 0.1))
        exact = refine.cut(rgb, chance.astype(np.float32), 0.04, 0.93, 1)
    else:
        sure[:] = False
        exact = refine.cut(rgb, rough, 0.06, 0.97, 3)
    main = _main_parts(boxes.filled(exact), salient)
    if main is None or not LEAST < main.mean() < MOST:
        raise MaskError("no clear subject")
    on = main > 0.5
    if salient[on].mean() - salient[~on].mean() < CLEAR or (not sure.any() and _alike(rgb, on) > ALIKE):
        raise MaskError("no clear subject: nothing stands out")
    return refine.guided(rgb, main, 0.008, 2e-4)


def _alike(rgb: np.ndarray, inside: np.ndarray) -> float:
    """How much the colours inside and outside are the same: intersection of their histograms, 0 to 1."""
    small = refine.limited(rgb, SIDE)
    labels = boxes.colours(cv2.GaussianBlur(refine.lab(small), (0, 0), 1))
    on = refine.to_size(inside, *small.shape[:2]) > 0.5
    a, b = (np.bincount(labels[part], minlength=COLOURS) / max(part.sum(), 1) for part in (on, ~on))
    return float(np.minimum(a, b).sum())


def ramp_of(salient: np.ndarray) -> np.ndarray:
    """Salience as a chance: 0.5 at Otsu's threshold, near 0 and 1 at the extremes."""
    eight = (np.clip(salient, 0, 1) * 255).astype(np.uint8)
    threshold, _ = cv2.threshold(eight, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    middle = min(max(threshold / 255, 0.15), 0.8)
    low = 0.5 * np.clip(salient / middle, 0, 1) ** 2
    return np.where(salient < middle, low, 0.5 + 0.5 * (salient - middle) / (1 - middle)).astype(np.float32)


def _main_parts(weight: np.ndarray, salient: np.ndarray) -> np.ndarray | None:
    """The parts that carry the salience: those at least a sixth of the heaviest, their holes filled."""
    parts = refine.pieces(weight, LEAST / 2)
    if not parts:
        return None
    heavy = [float(salient[part].sum()) for part in parts]
    kept = np.any([p for p, m in zip(parts, heavy, strict=True) if m >= max(heavy) / 6], axis=0).astype(np.float32)
    for hole in refine.pieces(1 - kept, 0.0):
        touches = hole[0].any() or hole[-1].any() or hole[:, 0].any() or hole[:, -1].any()
        if not touches and hole.mean() < 0.02:
            kept[hole] = 1
    return kept


def drawn(rgb: np.ndarray, region: Region) -> np.ndarray:
    """An object that the user outlined or pointed at, (h, w) float32."""
    h, w = rgb.shape[:2]
    if region.polygon:
        box = shapes.box_of(region.polygon)
        if box is not None and min(h, w) >= 16:
            return boxes.boxed(rgb, box)
        return _outlined(rgb, shapes.polygon(region.polygon, h, w))
    if region.point is None:
        raise MaskError("object: it needs an outline, a box or a point")
    if min(h, w) < 16:
        raise MaskError("object: the photo is too small")
    return _pointed(rgb, region)


def _outlined(rgb: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """What differs from the surroundings within an outline drawn roughly; the outline itself when nothing does."""
    reach = max(3, round(0.025 * max(inside.shape))) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    outer = cv2.dilate(inside, kernel)
    chance = np.where(outer > 0, 0.12 + 0.83 * inside * boxes.own_colours(rgb, inside), 0)
    exact = boxes.filled(refine.cut(rgb, chance.astype(np.float32), 0.1, 0.99, 4))
    overlap = float((exact * (inside > 0.5)).sum() / max(float((inside > 0.5).sum()), 1))
    parts = refine.pieces(exact, 0.0)
    if overlap < 0.25 or not parts:
        return refine.guided(rgb, inside, 0.006, 3e-4)
    largest = float(parts[0].sum())
    kept = np.any([part for part in parts if part.sum() > 0.05 * largest], axis=0).astype(np.float32)
    return refine.guided(rgb, kept, 0.006, 2e-4)


def _pointed(rgb: np.ndarray, region: Region) -> np.ndarray:
    """The object under a point: a figure of the network there, else a patch of like colours with clear edges."""
    scene = people.scene(rgb)
    figure = scene.figure
    row, column = _pixel(figure, region.point)
    if _at(scene.persons, region):
        return people.person(rgb, region)
    for piece in refine.pieces(figure, 0.003):
        if piece[row, column] and piece.mean() < 0.6:
            about = cv2.dilate(piece.astype(np.uint8), np.ones((9, 9), np.uint8))
            exact = refine.cut(rgb, (figure * about).astype(np.float32), 0.03, 0.97, 3)
            return refine.guided(rgb, exact, 0.006, 2e-4)
    values = cv2.bilateralFilter(refine.lab(rgb), 5, 12, 3)
    y, x = np.mgrid[: figure.shape[0], : figure.shape[1]].astype(np.float32)
    away = np.hypot(x - column, y - row) / max(figure.shape)
    seeds = away < max(0.012, 1.5 / max(figure.shape))
    unlike = refine.gaussian(values[seeds], values, 6.0)
    chance = np.clip(
        0.8 * np.exp(-np.maximum(unlike - 2, 0) / 1.5) + 0.25 * np.exp(-away / 0.1) - 0.15 * (away > 0.35), 0, 0.9
    )
    chance[seeds] = 1
    exact = refine.cut(rgb, chance.astype(np.float32), 0.03, 0.95, 3)
    for piece in refine.pieces(boxes.filled(exact), 0.001):
        if piece[row, column] and piece.mean() < 0.7:
            return refine.guided(rgb, piece.astype(np.float32), 0.006, 2e-4)
    raise MaskError("object: nothing with clear edges at that point; draw an outline or a box around it")


def vegetation(rgb: np.ndarray) -> np.ndarray:
    """Leaves and grass: what is green (Lab hue 95° to 165°, yellow-green where textured), (h, w) float32."""
    values = refine.lab(rgb)
    a, b = cv2.GaussianBlur(values[..., 1], (0, 0), 1.2), cv2.GaussianBlur(values[..., 2], (0, 0), 1.2)
    hue, chroma = np.degrees(np.arctan2(b, a)) % 360, np.hypot(a, b)
    green = np.clip(1 - np.abs(hue - 130) / 40, 0, 1) ** 0.5 * np.clip((chroma - 6) / 10, 0, 1)
    detail = cv2.GaussianBlur(np.abs(cv2.Laplacian(values[..., 0], cv2.CV_32F)), (0, 0), 3)
    weight = (green * np.clip(0.35 + detail / 6, 0, 1)).astype(np.float32)
    exact = refine.cut(rgb, np.clip(weight * 1.4, 0, 1), 0.06, 0.9, 1) * (green > 0.02)
    kept = refine.pieces(exact, 0.002)
    if not kept or sum(int(piece.sum()) for piece in kept) < 0.02 * exact.size:
        raise MaskError("no vegetation found (only green leaves and grass are recognised)")
    return refine.guided(rgb, np.any(kept, axis=0).astype(np.float32), 0.008, 3e-4)
