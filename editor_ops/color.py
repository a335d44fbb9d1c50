"""Colour spaces: linear ProPhoto (D50) is the working space; conversions in and out of it.

Matrices follow from the published primaries and white points (ROMM RGB: ISO 22028-2; sRGB:
IEC 61966-2-1; Display P3: SMPTE RP 431-2 primaries with D65; Adobe RGB (1998)) with a Bradford
adaptation to D50; the tests check them against colour-science. Images are (H, W, 3) float32.
"""

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np

from editor_ops import native

D50 = (0.9642, 1.0, 0.8249)
"""The ICC profile connection space white, XYZ."""
BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])

_PRIMARIES = {  # xy of red, green, blue, white
    "prophoto": ((0.734699, 0.265301), (0.159597, 0.840403), (0.036598, 0.000105), (0.345704, 0.358540)),
    "srgb": ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06), (0.3127, 0.3290)),
    "p3": ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.3127, 0.3290)),
    "adobe": ((0.64, 0.33), (0.21, 0.71), (0.15, 0.06), (0.3127, 0.3290)),
    "rec2020": ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), (0.3127, 0.3290)),
}
SPACES = tuple(_PRIMARIES)


def xy_to_xyz(xy: tuple[float, float]) -> np.ndarray:
    """Chromaticity -> XYZ with Y = 1."""
    x, y = xy
    return np.array([x / y, 1.0, (1 - x - y) / y])


def adaptation(source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Bradford matrix that turns the white `source` (XYZ) into `target` (XYZ)."""
    gain = (BRADFORD @ target) / (BRADFORD @ source)
    return np.linalg.inv(BRADFORD) @ np.diag(gain) @ BRADFORD


@lru_cache
def to_xyz(space: str) -> np.ndarray:
    """Matrix from linear RGB of `space` to XYZ relative to D50; (1, 1, 1) gives the D50 white exactly."""
    *primaries, white = (xy_to_xyz(xy) for xy in _PRIMARIES[space])
    columns = np.stack(primaries, 1)
    native = columns * np.linalg.solve(columns, white)
    matrix = adaptation(white, np.array(D50)) @ native
    matrix.setflags(write=False)
    return matrix


@lru_cache
def rgb_to_rgb(source: str, target: str) -> np.ndarray:
    """Matrix between the linear RGB of two spaces; neutral stays neutral exactly. (3, 3) float32."""
    matrix = np.linalg.solve(to_xyz(target), to_xyz(source))
    matrix = (matrix / matrix.sum(1, keepdims=True)).astype(np.float32)
    matrix.setflags(write=False)
    return matrix


LUMA = to_xyz("prophoto")[1].astype(np.float32)
"""Relative luminance of linear ProPhoto: Y = LUMA · RGB."""


def luminance(linear: np.ndarray) -> np.ndarray:
    """Relative luminance of a linear ProPhoto image: (H, W, 3) -> (H, W) float32."""
    return cv2.transform(linear, LUMA[None])


def convert(image: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """Apply a 3 × 3 matrix to every pixel of a linear image (H, W, 3) float32 -> a new array."""
    return cv2.transform(image, matrix)


def srgb_encode(linear: np.ndarray | float) -> np.ndarray:
    """sRGB transfer function, exact: light in [0, 1] -> encoded, any shape, float."""
    x = np.clip(linear, 0, None)
    return np.where(x <= 0.0031308, 12.92 * x, 1.055 * np.power(np.maximum(x, 0.0031308), 1 / 2.4) - 0.055)


def srgb_decode(encoded: np.ndarray | float) -> np.ndarray:
    """Inverse of `srgb_encode`."""
    e = np.clip(encoded, 0, None)
    return np.where(e <= 0.04045, e / 12.92, np.power((np.maximum(e, 0.04045) + 0.055) / 1.055, 2.4))


CURVES = {
    "srgb": (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045),
    "p3": (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045),
    "adobe": (563 / 256, 1.0, 0.0, 1.0, 0.0),
    "prophoto": (1.8, 1.0, 0.0, 1 / 16, 16 / 512),
}
"""(g, a, b, c, d) of the transfer curve of each space that an image can be encoded in; see `parametric`."""


def parametric(x: np.ndarray, g: float, a: float, b: float, c: float, d: float) -> np.ndarray:
    """(a x + b)^g where x >= d, else c x: the parametric curve of type 3 of ICC.1:2010, 10.15; float64, any shape."""
    x = np.asarray(x, np.float64)
    return np.where(x >= d, np.power(np.maximum(a * x + b, 0), g), c * x)


def curve(space: str, codes: np.ndarray) -> np.ndarray:
    """Encoded values in [0, 1] of `space` -> linear light, float64, any shape."""
    if space not in CURVES:
        raise ValueError(f"space must be one of {', '.join(CURVES)}, got {space!r}")
    return parametric(codes, *CURVES[space])


def inverse_curve(space: str, linear: np.ndarray) -> np.ndarray:
    """Linear light in [0, 1] -> encoded values of `space`, float64, any shape; the inverse of `curve`."""
    g, a, b, c, d = CURVES[space]
    linear = np.clip(np.asarray(linear, np.float64), 0, 1)
    return np.where(linear < c * d, linear / c, (np.power(linear, 1 / g) - b) / a)


@lru_cache
def tables(space: str, bits: int) -> np.ndarray:
    """Decoding tables of a named space: (256 or 65536, 3) float32, read-only."""
    codes = np.arange(1 << bits) / ((1 << bits) - 1)
    table = np.repeat(curve(space, codes).astype(np.float32)[:, None], 3, axis=1)
    table.setflags(write=False)
    return table


@lru_cache
def _encode_table() -> np.ndarray:
    """`srgb_encode` over the square root of light in 1/65535 steps: dark tones get the finest steps."""
    root = np.arange(65536) / 65535.0
    return srgb_encode(root * root).astype(np.float32)


@lru_cache
def _decode_table() -> np.ndarray:
    return srgb_decode(np.arange(65536) / 65535.0).astype(np.float32)


def quantise(image: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """[0, 1] float32 -> uint16 codes 0–65535, clipped and rounded; the index of a `lookup` table."""
    return cv2.multiply(image, 65535.0, dst=out, dtype=cv2.CV_16U)


def lookup(codes: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Replace uint16 codes by a float32 table of 65,536 entries; any number of channels."""
    return cv2.LUT(codes, table)


def encode(linear: np.ndarray) -> np.ndarray:
    """Fast `srgb_encode` of a strip; clips to [0, 1]; agrees to 2e-5. Overwrites its input as scratch."""
    if native.usable(linear):
        native.call("encode", linear, _encode_table())
        return linear
    np.maximum(linear, 0, out=linear)
    cv2.sqrt(linear, dst=linear)
    return lookup(quantise(linear), _encode_table())


def decode(encoded: np.ndarray) -> np.ndarray:
    """Fast `srgb_decode` of a strip; clips to [0, 1]; agrees to 2e-5."""
    if native.usable(encoded):
        linear = encoded.copy()
        native.call("decode", linear, _decode_table())
        return linear
    return lookup(quantise(encoded), _decode_table())


def to_bytes(strip: np.ndarray, encoded: bool, matrix: np.ndarray, table: np.ndarray) -> np.ndarray:
    """A strip (h, W, 3) of the working space -> uint8 or uint16 codes of the space that `matrix` leads to.

    table  65,536 codes over the square root of light; encoded: the strip is in the working space's own encoding
    """
    if native.usable(strip) and table.dtype == np.uint8:
        out = np.empty(strip.shape, np.uint8)
        native.call("to_bytes", strip, _decode_table() if encoded else None, matrix, table, out)
        return out
    linear = decode(strip) if encoded else strip
    root = cv2.sqrt(np.maximum(cv2.transform(linear, matrix), 0))
    return lookup(quantise(root), table)


def lab(linear: np.ndarray) -> np.ndarray:
    """Linear ProPhoto -> CIE Lab (D50): (H, W, 3) float32 -> L* 0–100, a*, b*. CIE 15:2004."""
    xyz = cv2.transform(linear, (to_xyz("prophoto") / np.array(D50)[:, None]).astype(np.float32))
    f = np.where(xyz > 216 / 24389, np.cbrt(np.maximum(xyz, 0)), xyz * (24389 / 27 / 116) + 16 / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1)


def srgb_to_lab(rgb: np.ndarray) -> np.ndarray:
    """sRGB-encoded image (uint8, uint16 or [0, 1] float) -> CIE Lab (D50), (H, W, 3) float32."""
    scale = {np.uint8: 255.0, np.uint16: 65535.0}.get(rgb.dtype.type, 1.0)
    linear = srgb_decode(np.asarray(rgb, np.float32) / np.float32(scale)).astype(np.float32)
    return lab(convert(linear, rgb_to_rgb("srgb", "prophoto")))


def lightness(luminance: np.ndarray) -> np.ndarray:
    """CIE L* (0–100) of relative luminance Y, any shape."""
    y = np.maximum(luminance, 0)
    return np.where(y > 216 / 24389, 116 * np.cbrt(y) - 16, y * (24389 / 27))


def delta_e_2000(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """CIEDE2000 between two Lab images of one shape (…, 3) -> (…), in the form of Sharma, Wu & Dalal (2005).

    float32 where both are, which is exact to some 1e-4 and several times faster; else float64.
    """
    both = np.result_type(one, other)
    kind = both if both == np.float32 else np.float64
    (l1, a1, b1), (l2, a2, b2) = (
        np.ascontiguousarray(np.moveaxis(np.asarray(lab, kind), -1, 0)) for lab in (one, other)
    )
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - _beyond_25(mean))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    grey = c1 * c2 == 0
    turn = np.where(grey, 0, (h2 - h1 + 180) % 360 - 180)
    middle = np.where(grey, h1 + h2, np.where(np.abs(h1 - h2) <= 180, (h1 + h2) / 2, (h1 + h2 + 360) / 2))
    l, c = (l1 + l2) / 2, (c1 + c2) / 2
    weight = (
        1
        - 0.17 * np.cos(np.radians(middle - 30))
        + 0.24 * np.cos(np.radians(2 * middle))
        + 0.32 * np.cos(np.radians(3 * middle + 6))
        - 0.20 * np.cos(np.radians(4 * middle - 63))
    )
    light = (l2 - l1) / (1 + 0.015 * (l - 50) ** 2 / np.sqrt(20 + (l - 50) ** 2))
    chroma = (c2 - c1) / (1 + 0.045 * c)
    hue = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2)) / (1 + 0.015 * c * weight)
    spread = 30 * np.exp(-(((middle - 275) / 25) ** 2))
    rotation = -np.sin(np.radians(2 * spread)) * 2 * _beyond_25(c)
    return np.sqrt(np.maximum(light**2 + chroma**2 + hue**2 + rotation * chroma * hue, 0))


def _beyond_25(chroma: np.ndarray) -> np.ndarray:
    """sqrt(C⁷ / (C⁷ + 25⁷)): near 0 for greys, near 1 for strong colours."""
    square = chroma * chroma
    seventh = square * square * square * chroma
    return np.sqrt(seventh / (seventh + 25.0**7))


ROLL_KNEE = 0.66
"""Linear level of the largest channel above which a brightened colour gives way to white instead of clipping."""


def _excess(level: np.ndarray) -> np.ndarray:
    """How far a linear level lies above the soft shoulder that starts at ROLL_KNEE; 0 below it."""
    room = 1 - ROLL_KNEE
    over = cv2.max(cv2.subtract(level, ROLL_KNEE), 0.0)
    decay = cv2.exp(cv2.multiply(over, -1 / room))
    return cv2.addWeighted(over, 1, decay, room, -room)


def shoulder(top: np.ndarray, grey: np.ndarray, gain: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(share, anchor) that take a brightened pixel c to (c - grey) share + anchor, towards white past ROLL_KNEE.

    top   the largest channel before the gain; grey: the luminance after it; gain: all (h, W) float32, linear.
    Luminance and hue are kept, and a gain of 1 gives share 1 and anchor = grey.
    """
    grown = cv2.multiply(top, gain)
    target = cv2.subtract(grown, cv2.max(cv2.subtract(_excess(grown), _excess(top)), 0.0))
    anchor = cv2.min(grey, cv2.multiply(target, 0.9999))
    share = cv2.divide(cv2.subtract(target, anchor), cv2.max(cv2.subtract(grown, grey), 1e-9))
    return cv2.min(share, 1.0), anchor


def scale_and_shift(planes: Sequence[np.ndarray], scale: np.ndarray, shift: np.ndarray) -> np.ndarray:
    """max(c scale + shift, 0) for each plane (h, W) -> (h, W, 3)."""
    return cv2.merge([cv2.max(cv2.add(cv2.multiply(c, scale), shift), 0.0) for c in planes])


def roll_off(strip: np.ndarray, gain: np.ndarray) -> np.ndarray:
    """strip × gain, moving towards white where the gain pushes a channel past the shoulder.

    strip (h, W, 3), gain (h, W), linear.
    """
    planes = cv2.split(strip)
    grey = cv2.multiply(luminance(strip), gain)
    share, anchor = shoulder(cv2.max(cv2.max(planes[0], planes[1]), planes[2]), grey, gain)
    return scale_and_shift(planes, cv2.multiply(gain, share), cv2.subtract(anchor, cv2.multiply(grey, share)))


def mean_delta_e(image: np.ndarray, other: np.ndarray) -> float:
    """Mean CIEDE2000 of two sRGB images of one size, (H, W, 3) uint8, uint16 or [0, 1] float."""
    return float(delta_e_2000(srgb_to_lab(image), srgb_to_lab(other)).mean())
