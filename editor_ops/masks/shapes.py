"""Masks drawn by geometry: linear and radial gradients, brush strokes, polygons.

A weight is in [0, 1], exactly 0 outside the shape's reach. Positions are pixels of the whole photo
(x right, y down, corners (0, 0) and (W, H)), so that angles and circles are true; radii and lengths
scale with the photo, so that every render size shows the same mask.
"""

import math
import re
from collections.abc import Mapping
from functools import lru_cache

import cv2
import numpy as np

from editor_ops.masks.region import MaskError

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
GRADIENT_POWER = 1.124
"""A linear gradient is a smoothstep of t to this power: half its effect at 0.544 of the way (measured)."""
FARTHEST = math.sqrt(2)
"""A feathered radial gradient ends at this many radii (measured)."""
HALF_AT_82 = 0.525
"""Radii at which a radial gradient of feather 82 has half its weight (measured)."""
FLOW = 0.128
"""k of the brush: one dab of flow f covers k f / (1 - f + k f) (measured)."""
BRUSH_PIXELS = 8.0
"""A stroke is painted on a map on which its radius is at least this long …"""
BRUSH_SIDES = (256, 2048)
"""… of a long side within these bounds."""
MAX_DABS = 100_000


def smoothstep(t: np.ndarray) -> np.ndarray:
    """3 t² - 2 t³ of t clipped to [0, 1]."""
    t = np.clip(t, 0, 1)
    return t * t * (3 - 2 * t)


def linear(x: np.ndarray, y: np.ndarray, zero: tuple[float, float], full: tuple[float, float]) -> np.ndarray:
    """Linear gradient: 0 at and behind `zero`, 1 at and beyond `full`. x, y broadcast to the result, float32."""
    across, down = full[0] - zero[0], full[1] - zero[1]
    length = across * across + down * down
    if not length > 1e-6:
        raise MaskError("the linear gradient has no length: its Zero and Full points are the same")
    fraction = (x - zero[0]) * np.float32(across / length) + (y - zero[1]) * np.float32(down / length)
    return smoothstep(np.clip(fraction, 0, 1) ** np.float32(GRADIENT_POWER)).astype(np.float32)


def radial(
    x: np.ndarray,
    y: np.ndarray,
    centre: tuple[float, float],
    radii: tuple[float, float],
    angle: float,
    feather: float,
    roundness: float = 0.0,
    pixel: float = 1.0,
) -> np.ndarray:
    """Radial gradient: 1 in the middle of an ellipse. angle in degrees, clockwise; feather 0-100; pixel: render step.

    The weight halves at h radii, h from 1 (feather 0) through the measured 0.525 at feather 82, as
    2^-((r / h)^p); p falls from a hard edge to a Gaussian. With feather it ends at √2 radii.
    """
    if not (radii[0] > 1e-6 and radii[1] > 1e-6):
        raise MaskError("the radial gradient has no size: a radius is zero or negative")
    turn = math.radians(angle)
    cos, sin = np.float32(math.cos(turn)), np.float32(math.sin(turn))
    dx, dy = x - np.float32(centre[0]), y - np.float32(centre[1])
    u = np.abs(dx * cos + dy * sin) * np.float32(1 / radii[0])
    v = np.abs(dy * cos - dx * sin) * np.float32(1 / radii[1])
    shape = np.float32(2 * 4 ** (max(-roundness, 0) / 100))
    distance = u * u + v * v if shape == 2 else u**shape + v**shape  # (r)^shape
    soft = min(max(feather, 0), 100) / 82
    half = 1 - (1 - HALF_AT_82) * min(soft, 100 / 82)
    sharpest = max(4.0, 1.5 * min(radii) / max(pixel, 1e-6))
    power = min(max(2 / max(soft, 1e-6), 2.0), sharpest)
    exponent = np.log(np.maximum(distance, 1e-12)) * np.float32(power / shape) - np.float32(power * math.log(half))
    weight = np.exp2(-np.exp(np.minimum(exponent, np.float32(math.log(60)))))
    end = 2 ** -min((FARTHEST / half) ** power, 60.0)
    return np.maximum((weight - np.float32(end)) * np.float32(1 / (1 - end)), 0).astype(np.float32)


@lru_cache(maxsize=16)
def polygon(points: tuple[tuple[float, float], ...], height: int, width: int) -> np.ndarray:
    """Filled outline on a map of (height, width), edges antialiased: float32. points in [0, 1], as fractions.

    Crossing outlines fill by the even-odd rule; four points that cross are taken as the corners of a
    box in any order (models write them so).
    """
    if len(points) < 3:
        raise MaskError(f"the polygon has {len(points)} points; 3 at least")
    corners = np.array(points, np.float64)
    if not np.isfinite(corners).all():
        raise MaskError("the polygon has a point that is not a number")
    if len(points) == 4 and _crosses(corners):
        corners = cv2.convexHull(corners.astype(np.float32))[:, 0].astype(np.float64)
    corners = np.clip(corners, -4, 5) * [width, height] - 0.5
    canvas = np.zeros((height, width), np.uint8)
    fixed = np.rint(corners * 256).astype(np.int32)
    cv2.fillPoly(canvas, [fixed], 255, lineType=cv2.LINE_AA, shift=8)
    if not canvas.any():
        raise MaskError("the polygon covers nothing of the photo")
    return canvas.astype(np.float32) / 255


def box_of(points: tuple[tuple[float, float], ...]) -> tuple[float, float, float, float] | None:
    """Left, top, right, bottom of an outline that is an upright box within the photo; None for any other."""
    across, down = ({round(p[axis], 4) for p in points} for axis in (0, 1))
    if len(points) not in (4, 5) or len(across) != 2 or len(down) != 2 or len(set(points)) != 4:
        return None
    (left, right), (top, bottom) = ((min(p[axis] for p in points), max(p[axis] for p in points)) for axis in (0, 1))
    left, top, right, bottom = max(left, 0.0), max(top, 0.0), min(right, 1.0), min(bottom, 1.0)
    return (left, top, right, bottom) if right > left and bottom > top else None


def _crosses(corners: np.ndarray) -> bool:
    """True when opposite sides of a four-cornered outline cross."""

    def side(a: np.ndarray, b: np.ndarray, p: np.ndarray) -> float:
        return float((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]))

    def cut(a: np.ndarray, b: np.ndarray, c: np.ndarray, d: np.ndarray) -> bool:
        return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0

    a, b, c, d = corners
    return cut(a, b, c, d) or cut(b, c, d, a)


@lru_cache(maxsize=32)
def brush(dabs: tuple[tuple[float, float, float, float], ...], hardness: float, aspect: float) -> np.ndarray:
    """Brush strokes on a map of the whole photo: (h, w) float32.

    dabs      (x, y, radius, flow): x, y fractions of the photo, radius of its long edge, flow in [0, 1]
    hardness  CenterWeight: 0 soft, 1 hard
    aspect    width / height of the photo
    Dabs add up as light does on a screen: 1 - Π (1 - cover). With equal radius and flow that is one
    convolution of the dab positions, so ten thousand dabs cost what one does.
    """
    if len(dabs) > MAX_DABS:
        raise MaskError(f"the brush has {len(dabs)} dabs; {MAX_DABS} at most")
    usable = [d for d in dabs if all(map(math.isfinite, d)) and 0 < d[2] <= 2 and d[3] > 0]
    if not usable:
        raise MaskError(
            "the brush has no dab of any size" if dabs else "the brush has no dabs (kept outside the file?)"
        )
    smallest = min(radius for _, _, radius, _ in usable)
    long = int(min(max(BRUSH_PIXELS / smallest, BRUSH_SIDES[0]), BRUSH_SIDES[1]))
    width, height = (long, max(1, round(long / aspect))) if aspect >= 1 else (max(1, round(long * aspect)), long)
    left = np.zeros((height, width), np.float32)  # log of what is left uncovered
    for radius, flow in sorted({(radius, flow) for _, _, radius, flow in usable}):
        places = [(x * width, y * height) for x, y, r, f in usable if (r, f) == (radius, flow)]
        left += _painted(places, radius * long, flow, hardness, height, width)
    return (1 - np.exp(left)).astype(np.float32)


def _painted(
    places: list[tuple[float, float]], radius: float, flow: float, hardness: float, height: int, width: int
) -> np.ndarray:
    """Sum over dabs of log(1 - cover), (height, width) float32; radius in pixels of this map."""
    reach = math.ceil(radius) + 1
    spots = np.zeros((height + 2 * reach, width + 2 * reach), np.float32)
    for x, y in places:
        column, row = x - 0.5 + reach, y - 0.5 + reach
        if not (0 <= column < spots.shape[1] - 1 and 0 <= row < spots.shape[0] - 1):
            continue  # too far outside to reach the photo
        i, j = int(row), int(column)
        a, b = row - i, column - j
        spots[i : i + 2, j : j + 2] += np.array([[(1 - a) * (1 - b), (1 - a) * b], [a * (1 - b), a * b]], np.float32)
    axis = np.arange(-reach, reach + 1, dtype=np.float32)
    rho = np.minimum(np.hypot(axis[:, None], axis[None]) / np.float32(radius), 1)
    cover = FLOW * flow / (1 - flow + FLOW * flow) if flow < 1 else 1.0
    dab = cover * (1 - rho ** (2 + 20 * hardness**2)) ** (0.5 + 2 * (1 - hardness))
    kernel = np.log(np.maximum(1 - dab, 1e-4)).astype(np.float32)
    return cv2.filter2D(spots, -1, kernel, borderType=cv2.BORDER_CONSTANT)[reach:-reach, reach:-reach]


def points(items: object) -> tuple[tuple[float, float], ...]:
    """Points from {X, Y} mappings, pairs, or "x y" texts; whatever else stands there is left out."""
    out = []
    for item in items if isinstance(items, list | tuple) else ():
        if isinstance(item, Mapping):
            item = [item.get("X", item.get("x")), item.get("Y", item.get("y"))]
        pair = numbers(" ".join(map(str, item)) if isinstance(item, list | tuple) else str(item))
        if len(pair) == 2:
            out.append((pair[0], pair[1]))
    return tuple(out)


def numbers(text: str) -> list[float]:
    """The numbers in a short text."""
    return [value for m in NUMBER.finditer(text[:400]) if math.isfinite(value := float(m.group()))]
