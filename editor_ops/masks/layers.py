"""One mask of a correction, made ready: from its parameters to weights on a strip."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from editor_ops import color
from editor_ops.frame import Frame, Strip
from editor_ops.masks import ranges, shapes
from editor_ops.masks.region import LAND, PERSON_PARTS, MaskError, Region

Mask = Mapping[str, Any]


@dataclass(frozen=True)
class Area:
    """The pixels of a strip whose weights are wanted.

    x, y     (1 or rows, W or 1) float32: pixel centres in pixels of the whole photo
    pixels   (rows, W, 3) float32 linear ProPhoto of the photo before any edit; not to be written to
    pixel    side of one rendered pixel in pixels of the whole photo
    to_whole (2, 3): strip pixel centres -> pixels of the whole photo
    """

    x: np.ndarray
    y: np.ndarray
    pixels: np.ndarray
    pixel: float
    to_whole: np.ndarray

    @classmethod
    def of(cls, frame: Frame, where: Strip, pixels: np.ndarray) -> "Area":
        m = frame.matrix
        columns = np.arange(where.width, dtype=np.float64)[None]
        rows = np.arange(where.top, where.bottom, dtype=np.float64)[:, None]
        x, y = m[0, 0] * columns + m[0, 2], m[1, 1] * rows + m[1, 2]
        if m[0, 1] or m[1, 0]:
            x, y = x + m[0, 1] * rows, y + m[1, 0] * columns
        shifted = m.copy()
        shifted[:, 2] += m[:, 1] * where.top
        return cls(x.astype(np.float32), y.astype(np.float32), pixels, float(np.hypot(*m[:, 0])), shifted)

    @classmethod
    def of_map(cls, frame: Frame, pixels: np.ndarray) -> "Area":
        """A reduced copy of the whole frame, (h, w, 3) float32 linear ProPhoto, instead of a strip of it."""
        height, width = pixels.shape[:2]
        scale = np.array([frame.width / width, frame.height / height])
        matrix = frame.matrix.copy()
        matrix[:, 2] += matrix[:, :2] @ (0.5 * scale - 0.5)
        matrix[:, :2] *= scale
        reduced = Frame(frame.photo, whole=frame.uncropped, matrix=matrix)
        return cls.of(reduced, Strip(0, height, height, width), pixels)

    def sample(self, plane: np.ndarray, whole: tuple[int, int]) -> np.ndarray:
        """A map of the whole photo (h, w[, C]), whose size is (H, W), on the pixels of this strip, bilinearly."""
        sx, sy = plane.shape[1] / whole[1], plane.shape[0] / whole[0]
        matrix = self.to_whole * np.array([[sx], [sy]])
        matrix[:, 2] -= 0.5
        rows, columns = self.pixels.shape[:2]
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpAffine(plane, matrix, (columns, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE)


Weigh = Callable[[Area], np.ndarray]
"""Weights (rows, W) float32 in [0, 1] of one mask on a strip."""


def make(mask: Mask, frame: Frame) -> Weigh:
    """One mask made ready for a frame. MaskError says why it cannot be."""
    what = kind(mask)
    maker = _MAKERS.get(what)
    if maker is None:
        raise MaskError(f"masks of type {what[:60]!r} are not known" if what else "the mask has no type (What)")
    weigh = maker(mask, frame)
    restriction = mask.get("CorrectionRangeMask") if what != "Mask/RangeMask" else None
    return restricted(weigh, restriction, frame)


def combine(masks: Sequence[Mask], frame: Frame) -> tuple[Weigh | None, list[str]]:
    """The masks of a group as one; with what could not be made.

    Add: w + v (1 - w) of a mask with value v; subtract (blend 1, value 0, or value 0): times 1 - mask;
    intersect (blend 1, inverted, value 0): times mask. A mask that cannot be made adds nothing and
    subtracts nothing; when it was to be intersected, nothing remains.
    """
    parts: list[tuple[Weigh, float, bool, bool]] = []
    problems: list[str] = []
    for mask in masks:
        if not mask.get("MaskActive", True):
            continue
        value, multiplies = float(mask.get("MaskValue", 1.0)), bool(mask.get("MaskBlendMode", 0))
        multiplies = multiplies or value == 0
        inverted = outside(mask)
        try:
            weigh = make(mask, frame)
        except MaskError as error:
            problems.append(f"{str(mask.get('MaskName') or mask.get('What') or 'mask')[:60]}: {error}")
            if multiplies and (inverted or value > 0):
                return None, [*problems, "nothing is left to act on"]
            continue
        parts.append((weigh, value, multiplies, inverted))
    if not parts or (problems and all(multiplies for _, _, multiplies, _ in parts)):
        return None, problems

    def together(area: Area) -> np.ndarray:
        total: np.ndarray | None = None
        for weigh, value, multiplies, inverted in parts:
            weight = weigh(area)
            weight = 1 - weight if inverted else weight
            if total is None and not multiplies:
                total = weight * np.float32(value)
            elif multiplies:  # value 0 keeps what is outside the mask, a larger one what is inside
                keep = 1 - weight if value == 0 else weight * np.float32(value)
                total = keep if total is None else total * keep
            else:
                assert total is not None
                total = total + weight * np.float32(value) * (1 - total)
        assert total is not None
        return np.broadcast_to(total, area.pixels.shape[:2])

    return together, problems


def subject(frame: Frame) -> np.ndarray | None:
    """Weights of the photo's subject on `frame.small`, (h, w) float32 in [0, 1]; None when none is found."""
    try:
        weigh = make({"What": "Mask/Image", "MaskSubType": 1}, frame)
    except MaskError:
        return None
    return weigh(Area.of_map(frame, frame.small))


def restricted(weigh: Weigh, restriction: Mask | None, frame: Frame) -> Weigh:
    """A mask cut down to a range of luminance or colour, when the file asks for one."""
    if not restriction or not restriction.get("Type"):
        return weigh
    within = _range({"CorrectionRangeMask": restriction}, frame)
    return lambda area: weigh(area) * within(area)


def kind(mask: Mask) -> str:
    """The type of a mask: its What, or, as models leave that out, what its parameters tell; "" when nothing does."""
    if mask.get("What"):
        return str(mask["What"])
    for key, what in (
        ("ZeroX", "Mask/Gradient"),
        ("Top", "Mask/CircularGradient"),
        ("Dabs", "Mask/Paint"),
        ("MaskSubType", "Mask/Image"),
        ("Points", "Mask/Polygon"),
    ):
        if key in mask:
            return what
    return ""


def _size(frame: Frame) -> tuple[int, int]:
    return frame.uncropped.height, frame.uncropped.width


def _need(mask: Mask, *names: str) -> list[float]:
    missing = [name for name in names if name not in mask]
    if missing:
        raise MaskError(f"{', '.join(missing)} missing or not usable")
    return [float(mask[name]) for name in names]


def _gradient(mask: Mask, frame: Frame) -> Weigh:
    zx, zy, fx, fy = _need(mask, "ZeroX", "ZeroY", "FullX", "FullY")
    height, width = _size(frame)
    zero, full = (zx * width, zy * height), (fx * width, fy * height)
    shapes.linear(np.zeros(1, np.float32), np.zeros(1, np.float32), zero, full)  # says what is wrong with it now
    return lambda area: shapes.linear(area.x, area.y, zero, full)


def _radial(mask: Mask, frame: Frame) -> Weigh:
    top, left, bottom, right = _need(mask, "Top", "Left", "Bottom", "Right")
    box = ((left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2)
    return _ellipse_at(box, mask, frame)


def _ellipse(mask: Mask, frame: Frame) -> Weigh:
    x, y, half_width, half_height = _need(mask, "X", "Y", "SizeX", "SizeY")
    return _ellipse_at((x, y, half_width, half_height), mask, frame)


def _ellipse_at(box: tuple[float, float, float, float], mask: Mask, frame: Frame) -> Weigh:
    height, width = _size(frame)
    centre, radii = (box[0] * width, box[1] * height), (box[2] * width, box[3] * height)
    angle, feather, roundness = (float(mask.get(n, d)) for n, d in (("Angle", 0), ("Feather", 50), ("Roundness", 0)))
    if not all(r > 1e-6 for r in radii):
        raise MaskError("the radial gradient has no size: a radius is zero or negative")

    def weigh(area: Area) -> np.ndarray:
        return shapes.radial(area.x, area.y, centre, radii, angle, feather, roundness, area.pixel)

    return weigh


def outside(mask: Mask) -> bool:
    """True when a mask acts outside its shape. Radial gradients write the bit twice, and opposite (Flipped)."""
    if "MaskInverted" in mask:
        return bool(mask["MaskInverted"])
    if str(mask.get("What")) == "Mask/CircularGradient" and "Flipped" in mask:
        return bool(mask["Flipped"]) != (mask.get("Version", 1) >= 2)
    return False


def _paint(mask: Mask, frame: Frame) -> Weigh:
    size = _size(frame)
    dabs, radius, flow = [], float(mask.get("Radius", 0.0)), float(mask.get("Flow", 1.0))
    for item in mask.get("Dabs", ()):
        kind, _, rest = str(item)[:200].strip().partition(" ")
        values = shapes.numbers(rest)
        if kind == "r" and values:
            radius = values[0]
        elif kind == "f" and values:
            flow = values[0]
        elif kind == "d" and len(values) >= 2:
            dabs.append((values[0], values[1], radius, flow))
    plane = shapes.brush(tuple(dabs), float(mask.get("CenterWeight", 0.0)), size[1] / size[0])
    return lambda area: np.clip(area.sample(plane, size), 0, 1)


def _polygon(mask: Mask, frame: Frame) -> Weigh:
    size = _size(frame)
    scale = shapes.BRUSH_SIDES[1] / max(size)
    plane = shapes.polygon(
        shapes.points(mask.get("Points", ())), max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
    )
    return lambda area: np.clip(area.sample(plane, size), 0, 1)


def region(mask: Mask) -> Region:
    """What a Mask/Image asks for. MaskError for a kind that no real file names."""
    kind, category = int(mask.get("MaskSubType", 1)), int(mask.get("MaskSubCategoryID", 0))
    place = shapes.numbers(str(mask.get("ReferencePoint", "")))
    point = (place[0], place[1]) if len(place) == 2 else None
    outline: tuple[tuple[float, float], ...] = ()
    for stroke in mask.get("Gesture", ()):
        outline += shapes.points(stroke.get("Points", ())) if isinstance(stroke, Mapping) else shapes.points([stroke])
    if kind == 1:
        return Region("subject", point)
    if kind == 2:
        return Region("sky", point)
    if kind == 3 or (kind == 0 and not outline and category in PERSON_PARTS and category):
        if category not in PERSON_PARTS:
            raise MaskError(f"person part {category} is not known")
        return Region(PERSON_PARTS[category], point)
    if category in LAND:
        return Region(LAND[category], point)
    if outline:
        return Region("object", point, outline)
    if category:
        raise MaskError(f"region {category} is not known")
    if point is None:
        raise MaskError("an object mask needs a ReferencePoint or an outline (Gesture)")
    return Region("object", point)


def _image(mask: Mask, frame: Frame) -> Weigh:
    from editor_ops.masks import found  # the finders, which most renders do without

    wanted = region(mask)
    whole = frame.uncropped
    coefficients = found.coefficients(whole, wanted)

    def weigh(area: Area) -> np.ndarray:
        slope, offset = cv2.split(area.sample(coefficients, (whole.height, whole.width)))
        weight = slope * found.guide(area.pixels) + offset
        return np.clip((weight - np.float32(found.LEAST)) * np.float32(1 / (1 - 2 * found.LEAST)), 0, 1)

    return weigh


def _range(mask: Mask, frame: Frame) -> Weigh:
    asked = mask.get("CorrectionRangeMask") or {}
    kind, inverted = int(asked.get("Type", 0)), bool(asked.get("Invert", False))
    if kind == 2:
        corners = tuple(shapes.numbers(asked["LumRange"])) if asked.get("LumRange") else _old_range(asked)
        ranges.luminance(np.zeros((1, 1, 3), np.float32), corners)

        def weigh(area: Area) -> np.ndarray:
            return ranges.luminance(area.pixels, corners)

    elif kind == 1:
        samples = [sampled_lab(item) for item in asked.get("PointModels", ())]
        usable = [s for s in samples if s is not None]
        amount = float(asked.get("ColorAmount", 0.5))
        ranges.colour(np.zeros((1, 1, 3), np.float32), usable, amount)

        def weigh(area: Area) -> np.ndarray:
            return ranges.colour(area.pixels, usable, amount)

    else:
        raise MaskError(
            "a depth range needs a depth map, which this photo has not" if kind == 3 else "the range mask has no type"
        )
    return (lambda area: 1 - weigh(area)) if inverted else weigh


def _old_range(asked: Mask) -> tuple[float, ...]:
    low, high, feather = (float(asked.get(n, d)) for n, d in (("LumMin", 0), ("LumMax", 1), ("LumFeather", 0.5)))
    return (
        max(low - feather / 2, 0.0) if low > 0 else 0.0,
        low,
        high,
        min(high + feather / 2, 1.0) if high < 1 else 1.0,
    )


def sampled_lab(item: object) -> tuple[float, float, float] | None:
    """Lab of "r g b …": encoded ProPhoto, as colours stand elsewhere in these files."""
    values = shapes.numbers(str(item))
    if len(values) < 3:
        return None
    encoded = np.clip(np.array(values[:3], np.float32), 0, 1)[None, None]
    lightness, a, b = color.lab(color.srgb_decode(encoded).astype(np.float32))[0, 0].tolist()
    return lightness, a, b


def _aggregate(mask: Mask, frame: Frame) -> Weigh:
    inner, problems = combine(mask.get("Masks", ()), frame)
    if inner is None:
        raise MaskError("; ".join(problems) or "the group of masks is empty")
    return inner


_MAKERS: dict[str, Callable[[Mask, Frame], Weigh]] = {
    "Mask/Gradient": _gradient,
    "Mask/CircularGradient": _radial,
    "Mask/Ellipse": _ellipse,
    "Mask/Paint": _paint,
    "Mask/Polygon": _polygon,
    "Mask/Image": _image,
    "Mask/RangeMask": _range,
    "Mask/Aggregate": _aggregate,
    "Mask/Group": _aggregate,
}
