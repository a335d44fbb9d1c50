"""What the neighbourhood operations share: blurs, the guided filter, gains, aligned half-size planes, the toned map.

Planes are (h, w) float32. Borders repeat the edge pixel, so that frames of any size, 1 × 1 included, work.
"""

from itertools import takewhile

import cv2
import numpy as np

from editor_ops import color, native
from editor_ops.frame import Encoding, Frame, Op, Strip
from editor_ops.parameters import Values

COARSE = 9
"""Radius or sigma, in pixels, that a smaller copy of a map keeps."""
LOG_FLOOR = 2.0**-9
"""Added to luminance before the logarithm: below it (9 stops under white) contrast counts for less and less."""


def box(plane: np.ndarray, radius: int) -> np.ndarray:
    """Mean over a square of side 2 radius + 1, any number of channels."""
    return cv2.blur(plane, (2 * radius + 1, 2 * radius + 1), borderType=cv2.BORDER_REPLICATE) if radius > 0 else plane


def gaussian(plane: np.ndarray, sigma: float, radius: int) -> np.ndarray:
    """Gaussian cut off at `radius` pixels: the rows above and below that it reads."""
    size = (2 * radius + 1, 2 * radius + 1)
    return cv2.GaussianBlur(plane, size, max(sigma, 0.01), borderType=cv2.BORDER_REPLICATE) if radius > 0 else plane


def smooth(plane: np.ndarray, sigma: float) -> np.ndarray:
    """Gaussian-like blur of a whole small map; three boxes when it is wide, on a smaller copy when it is very wide."""
    if sigma < 2.5:
        return gaussian(plane, sigma, max(1, int(np.ceil(3 * sigma))))
    step = int(sigma / COARSE)
    if step > 1:
        return _enlarged(smooth(_shrunk(plane, step), sigma / step), plane)
    radius = max(1, round(0.5 * (np.sqrt(4 * sigma * sigma + 1) - 1)))  # three boxes have variance r(r + 1)
    return box(box(box(plane, radius), radius), radius)


def guided(plane: np.ndarray, guide: np.ndarray, radius: int, eps: float) -> np.ndarray:
    """Guided filter (He, Sun & Tang 2013): `plane` smoothed, with the edges of `guide` above sqrt(eps) kept.

    Wide ones find their coefficients on smaller copies (He & Sun 2015).
    """
    step = max(1, int(radius / COARSE))
    if step == 1:
        a, b = _coefficients(plane, guide, radius, eps)
        return a * guide + b
    few = _shrunk(guide, step)
    a, b = _coefficients(few if guide is plane else _shrunk(plane, step), few, round(radius / step), eps)
    return _enlarged(a, guide) * guide + _enlarged(b, guide)


def _coefficients(plane: np.ndarray, guide: np.ndarray, radius: int, eps: float) -> tuple[np.ndarray, np.ndarray]:
    """The filter's slope and offset at every pixel."""
    mean_g = box(guide, radius)
    if guide is plane:
        mean_p = mean_g
        cov = var = box(guide * guide, radius) - mean_g * mean_g
    else:
        mean_p = box(plane, radius)
        var = box(guide * guide, radius) - mean_g * mean_g
        cov = box(guide * plane, radius) - mean_g * mean_p
    a = cov / (np.maximum(var, 0) + np.float32(eps))
    return box(a, radius), box(mean_p - a * mean_g, radius)


def _shrunk(plane: np.ndarray, step: int) -> np.ndarray:
    size = (max(1, plane.shape[1] // step), max(1, plane.shape[0] // step))
    return cv2.resize(plane, size, interpolation=cv2.INTER_AREA)


def _enlarged(plane: np.ndarray, like: np.ndarray) -> np.ndarray:
    return cv2.resize(plane, like.shape[1::-1], interpolation=cv2.INTER_LINEAR)


def at_least(image: np.ndarray, low: float) -> np.ndarray:
    """Maximum with a number, in place. (cv2.max takes the number for the first channel only.)"""
    return np.maximum(image, np.float32(low), out=image)


def at_most(image: np.ndarray, high: float) -> np.ndarray:
    """Minimum with a number, in place."""
    return np.minimum(image, np.float32(high), out=image)


def times(strip: np.ndarray, gain: np.ndarray) -> np.ndarray:
    """Multiply every channel of a strip (h, W, 3) by a plane (h, W), in place."""
    return cv2.multiply(strip, cv2.merge((gain, gain, gain)), dst=strip)


def plus(strip: np.ndarray, change: np.ndarray) -> np.ndarray:
    """Add a plane (h, W) to every channel of a strip (h, W, 3), in place."""
    return cv2.add(strip, cv2.merge((change, change, change)), dst=strip)


def log_luminance(luminance: np.ndarray) -> np.ndarray:
    """Natural logarithm of luminance over a small floor."""
    raised = np.maximum(luminance, 0)
    raised += np.float32(LOG_FLOOR)
    return cv2.log(raised, dst=raised)


def log_of(strip: np.ndarray) -> np.ndarray:
    """`log_luminance` of a linear strip (h, W, 3) -> (h, W)."""
    if not native.usable(strip):
        return log_luminance(color.luminance(strip))
    out = np.empty(strip.shape[:2], np.float32)
    native.call("log_luminance", strip, color.LUMA, LOG_FLOOR, out)
    return out


def add_clipped(strip: np.ndarray, change: np.ndarray, table: np.ndarray | None = None) -> np.ndarray:
    """Add a plane (h, W) to every channel and clip to [0, 1], in place; overwrites the plane.

    table  65,536 weights of the plane by the strip's luminance; None is 1 everywhere
    """
    if native.usable(strip, change):
        native.call("add_plane", strip, color.LUMA, change, table)
        return strip
    if table is not None:
        change *= color.lookup(color.quantise(color.luminance(strip)), table)
    return np.clip(plus(strip, change), 0, 1, out=strip)


def smoothstep(x: np.ndarray, low: float, high: float) -> np.ndarray:
    """0 below `low`, 1 above `high`, 3t² - 2t³ between; float32 stays float32."""
    t = x - np.float32(low)
    t *= np.float32(1 / (high - low))
    np.clip(t, 0, 1, out=t)
    slope = t * np.float32(-2)
    slope += 3
    t *= t
    t *= slope
    return t


def halved(plane: np.ndarray, where: Strip) -> tuple[np.ndarray, int]:
    """A strip at half size on the frame's own 2 × 2 grid -> (half, rows skipped at the top).

    An odd `where.top` is always inside the halo, so its first row is left out; odd ends repeat their last pixel.
    """
    skip = where.top % 2
    body = plane[skip:]
    odd_rows, odd_columns = body.shape[0] % 2, body.shape[1] % 2
    if odd_rows or odd_columns:
        body = cv2.copyMakeBorder(body, 0, odd_rows, 0, odd_columns, cv2.BORDER_REPLICATE)
    size = (body.shape[1] // 2, body.shape[0] // 2)
    return cv2.resize(body, size, interpolation=cv2.INTER_AREA), skip


def doubled(half: np.ndarray, skip: int, rows: int, columns: int) -> np.ndarray:
    """Inverse of `halved`: bilinear, back to (rows, columns); skipped rows repeat the first one."""
    full = cv2.resize(half, (2 * half.shape[1], 2 * half.shape[0]), interpolation=cv2.INTER_LINEAR)
    if skip:
        full = cv2.copyMakeBorder(full, skip, 0, 0, 0, cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(full[:rows, :columns])


def pointwise_before(name: str, frame: Frame) -> list[Op]:
    """The linear operations of the render ahead of the op `name` that need no neighbours: white balance, tone …"""
    wide = ("geometry", "defringe", "noise_reduction", "lens_blur", "presence")
    ahead = takewhile(lambda step: step.name != name, frame.order)
    return [step for step in ahead if step.name not in wide and step.encoding is Encoding.LINEAR]


def developed(image: np.ndarray, ops: list[Op], settings: Values, frame: Frame) -> np.ndarray:
    """A reduced copy of the whole frame (h, w, 3) after `ops`; the copy itself when none of them acts."""
    where = Strip(0, image.shape[0], image.shape[0], image.shape[1])
    kernels = [kernel for step in ops if (kernel := step.prepare(settings, frame)) is not None]
    image = image.copy() if kernels else image
    for kernel in kernels:
        image = kernel.run(image, where)
    return image


def toned_small(settings: Values, frame: Frame, before: str) -> np.ndarray:
    """`frame.small` after the pointwise linear operations that come before the op `before`: (h, w, 3) float32.

    Wide radii are read off this map, so it must show what the strips will hold (white balance, tone …).
    The latest one is kept in `frame.maps`. Do not write to it.
    """
    ops = pointwise_before(before, frame)
    key = tuple((row.name, settings[row.name]) for step in ops for row in step.rows if row.name in settings)
    kept = frame.maps.get(("toned", before))
    if kept is None or kept[0] != key:
        kept = (key, developed(frame.small, ops, settings, frame))
        frame.maps[("toned", before)] = kept
    return kept[1]
