"""What a person would see in an image, in numbers: tone, colour, detail. One pass, a few milliseconds.

Lightness and colour are CIE Lab relative to D50 (L* 0-100, a* and b* about -100 to 100). Colour is
read from a copy of at most COLOUR_PIXELS, detail from one of at most `max_pixels`; radii are
fractions of the long edge, except where a name says pixels.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from editor_ops import color
from editor_ops.ops.color_mixer import HUES, band_weights
from editor_ops.photo import Image, Photo
from editor_ops.pipeline import render

COLOUR_PIXELS = 90_000
"""Colour statistics of more pixels agree to 0.1 L*."""
PERCENTILES = (1, 5, 25, 50, 75, 95, 99)
NEUTRAL_CHROMA = 14.0
"""C*ab up to which a pixel can be a grey thing under a cast."""
DARKEST = 1e-4
"""Luminance that a pixel is taken to have at least where it gets another light."""
COLOURED = 6.0
"""C*ab from which a pixel counts as having a hue."""


@dataclass(frozen=True, slots=True)
class Band:
    """One of the mixer's eight hues: share of all pixels, and their mean chroma C*ab and lightness L*."""

    share: float
    chroma: float
    lightness: float


@dataclass(frozen=True, slots=True)
class Measurement:
    """The quantities; `Parameter.raises` names one of the plain numbers.

    lightness         mean L*
    percentiles       L* at 1, 5, 25, 50, 75, 95 and 99 % of the pixels
    contrast          standard deviation of L*
    dynamic_range     L* between the 1st and the 99th percentile
    clipped_black     share of pixels with every sRGB code at 2 of 255 or below
    clipped_white     share with every code at 253 or above
    clipped_channels  share with the (red, green, blue) code at 254 or above
    chroma            mean C*ab
    saturation        mean C*ab / sqrt(C*ab² + L*²), 0-1
    vivid             99th percentile of C*ab
    warmth            mean b*: blue (negative) to yellow
    magenta           mean a*: green (negative) to magenta
    cast              (a*, b*) of what is probably grey; (0, 0) is a clean white balance
    neutral_share     share of pixels the cast was read from
    local_contrast    mean |L*| detail between 0.3 % and 5 % of the long edge
    texture           mean |L*| detail finer than 0.3 % of the long edge
    sharpness         mean |L*| step over one pixel at the sharpest 5 % of the image
    noise             deviation of L* from pixel to pixel in the smoothest tenth of the image
    corner_lightness  mean L* of the corners minus that of the centre
    haze              mean dark channel (He 2009), 0-1, of the encoded image
    skin              share of pixels with the colour of skin, 0-1 (wood and sand look alike)
    hues              Band of each hue of the mixer, by its name
    """

    lightness: float
    percentiles: tuple[float, ...]
    contrast: float
    dynamic_range: float
    clipped_black: float
    clipped_white: float
    clipped_channels: tuple[float, float, float]
    chroma: float
    saturation: float
    vivid: float
    warmth: float
    magenta: float
    cast: tuple[float, float]
    neutral_share: float
    local_contrast: float
    texture: float
    sharpness: float
    noise: float
    corner_lightness: float
    haze: float
    skin: float
    hues: Mapping[str, Band]

    @property
    def median(self) -> float:
        """Median L*."""
        return self.percentiles[3]

    def to_dict(self) -> dict[str, Any]:
        """Plain numbers, lists and dicts, ready for `json.dumps`."""
        plain = {name: list(v) if isinstance(v, tuple) else v for name, v in asdict_without_hues(self).items()}
        return plain | {"hues": {name: asdict(band) for name, band in self.hues.items()}}


def asdict_without_hues(measurement: Measurement) -> dict[str, Any]:
    """Every field but `hues`, as it is."""
    return {name: getattr(measurement, name) for name in measurement.__slots__ if name != "hues"}


def measure(image: Photo | Image | np.ndarray, max_pixels: int = 1_000_000) -> Measurement:
    """Measure a photo (as it looks undeveloped), a rendered image, or an sRGB array (H, W, 3) uint8 or [0, 1] float."""
    codes = srgb_codes(image, max_pixels)
    small = _reduce(codes, COLOUR_PIXELS)
    lab = to_lab(small)
    return Measurement(**_tone(codes, lab[..., 0]), **_colour(small, lab), **_detail(codes, lab[..., 0], small))


def measure_part(codes: np.ndarray, inside: np.ndarray) -> dict[str, Any]:
    """The quantities of a part of a picture that need no neighbours, and its haze, by the names of `Measurement`.

    codes   sRGB (h, w, 3) uint8
    inside  (h, w) bool, true somewhere
    """
    pixels = codes[inside][None]  # a line without neighbours: detail and corners mean nothing in it
    lab = to_lab(pixels)
    dark = cv2.resize(_dark(_reduce(codes, COLOUR_PIXELS)), codes.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return {**_tone(pixels, lab[..., 0]), **_colour(pixels, lab), "haze": float(dark[inside].mean()) / 255}


def srgb_codes(image: Photo | Image | np.ndarray, max_pixels: int) -> np.ndarray:
    """The image as sRGB (h, w, 3) uint8 with at most `max_pixels`, shrunk by area."""
    if isinstance(image, Photo):
        shrink = min(1.0, (max_pixels / (image.height * image.width)) ** 0.5)
        image = render(image, max_size=max(1, int(max(image.height, image.width) * shrink)))
    if isinstance(image, Image):
        if image.space != "srgb":
            linear = Photo.from_array(_reduce(image.pixels, max_pixels), image.space).linear()
            return np.rint(
                color.srgb_encode(color.convert(linear, color.rgb_to_rgb("prophoto", "srgb"))).clip(0, 1) * 255
            ).astype(np.uint8)
        image = image.eight_bit()
    array = np.asarray(image)
    if array.ndim == 2:
        array = np.repeat(array[..., None], 3, 2)
    if array.dtype.kind == "f":
        array = np.rint(np.clip(np.nan_to_num(array), 0, 1) * 255).astype(np.uint8)
    elif array.dtype == np.uint16:
        array = cv2.convertScaleAbs(array, alpha=1 / 257)
    return _reduce(np.ascontiguousarray(array), max_pixels)


def to_lab(codes: np.ndarray) -> np.ndarray:
    """sRGB (h, w, 3) uint8 -> CIE Lab (D50), (h, w, 3) float32, through tables (agrees with color.lab to 0.02)."""
    linear = cv2.LUT(codes, _decode_table())
    xyz = np.clip(cv2.transform(linear, _xyz_matrix()), 0, 1)
    f = cv2.LUT(cv2.multiply(cv2.sqrt(xyz), 65535.0, dtype=cv2.CV_16U), _lab_table())
    return cv2.transform(f, _LAB_MIX)


def relit(codes: np.ndarray, like: np.ndarray) -> np.ndarray:
    """An image with each pixel as light as that of another one, its colour kept: what light alone makes of it.

    codes, like  sRGB (h, w, 3) uint8 of one size. Linear RGB times one gain: more light brings out more a* and b*.
    """
    linear, lit = (cv2.LUT(image, _decode_table()) for image in (codes, like))
    gain = (lit @ _xyz_matrix()[1]) / np.maximum(linear @ _xyz_matrix()[1], DARKEST)
    encoded = color.srgb_encode(np.clip(linear * gain[..., None], 0, 1))
    return np.rint(255 * encoded).astype(np.uint8)


_LAB_MIX = np.array([[0, 116, 0, -16], [500, -500, 0, 0], [0, 200, -200, 0]], np.float32)


@lru_cache
def _decode_table() -> np.ndarray:
    return color.srgb_decode(np.arange(256) / 255.0).astype(np.float32)


@lru_cache
def _xyz_matrix() -> np.ndarray:
    return (color.to_xyz("srgb") / np.array(color.D50)[:, None]).astype(np.float32)


@lru_cache
def _lab_table() -> np.ndarray:
    root = np.arange(65536) / 65535.0
    t = root * root
    return np.where(t > 216 / 24389, np.cbrt(t), t * (24389 / 27 / 116) + 16 / 116).astype(np.float32)


@lru_cache
def _band_table() -> np.ndarray:
    """Band index 0-7 by hue in whole degrees (HSV of linear ProPhoto)."""
    return np.argmax(band_weights(np.arange(361) % 360 + 0.0), 0).astype(np.uint8)


def band_index(codes: np.ndarray) -> np.ndarray:
    """Index (h, w) uint8 of the colour mixer's band that acts most on each pixel of an sRGB image."""
    linear = cv2.transform(cv2.LUT(codes, _decode_table()), color.rgb_to_rgb("srgb", "prophoto"))
    hue = cv2.cvtColor(np.maximum(linear, 0), cv2.COLOR_RGB2HSV)[..., 0]
    return _band_table()[np.clip(hue, 0, 360).astype(np.int16)]


def _reduce(codes: np.ndarray, pixels: int) -> np.ndarray:
    factor = (pixels / (codes.shape[0] * codes.shape[1])) ** 0.5
    if factor >= 1:
        return codes
    size = (max(1, int(codes.shape[1] * factor)), max(1, int(codes.shape[0] * factor)))
    return cv2.resize(codes, size, interpolation=cv2.INTER_AREA)


def _tone(codes: np.ndarray, lightness: np.ndarray) -> dict[str, Any]:
    step = max(1, int((codes.shape[0] * codes.shape[1] / 150_000) ** 0.5))
    channels = cv2.split(np.ascontiguousarray(codes[::step, ::step]))  # picked, not averaged: averaging hides clipping
    red, green, blue = channels
    low = cv2.max(cv2.max(red, green), blue) <= 2
    high = cv2.min(cv2.min(red, green), blue) >= 253
    levels = tuple(float(v) for v in np.percentile(lightness.ravel()[:: max(1, lightness.size // 40_000)], PERCENTILES))
    return {
        "lightness": float(lightness.mean()),
        "percentiles": levels,
        "contrast": float(lightness.std()),
        "dynamic_range": levels[-1] - levels[0],
        "clipped_black": float(low.mean()),
        "clipped_white": float(high.mean()),
        "clipped_channels": tuple(float((v >= 254).mean()) for v in channels),
    }


def _colour(small: np.ndarray, lab: np.ndarray) -> dict[str, Any]:
    l, a, b = cv2.split(lab)
    chroma = cv2.magnitude(a, b)
    angle = cv2.phase(a, b, angleInDegrees=True)
    skin = (angle > 20) & (angle < 75) & (chroma > 10) & (chroma < 48) & (l > 25) & (l < 92)
    cast, share = _cast(l, a, b, chroma)
    band = np.where(chroma > COLOURED, band_index(small), 8).ravel()
    count = np.bincount(band, minlength=9)[:8]
    sums = [np.bincount(band, v.ravel(), minlength=9)[:8] / np.maximum(count, 1) for v in (chroma, l)]
    bands = zip(HUES, count / band.size, *sums, strict=True)
    return {
        "chroma": float(chroma.mean()),
        "saturation": float((chroma / np.maximum(cv2.magnitude(chroma, l), 1)).mean()),
        "vivid": float(np.percentile(chroma.ravel()[:: max(1, chroma.size // 40_000)], 99)),
        "warmth": float(b.mean()),
        "magenta": float(a.mean()),
        "cast": cast,
        "neutral_share": share,
        "skin": float(skin.mean()),
        "hues": {name: Band(float(s), float(c), float(v)) for name, s, c, v in bands},
    }


def _cast(l: np.ndarray, a: np.ndarray, b: np.ndarray, chroma: np.ndarray) -> tuple[tuple[float, float], float]:
    """(a*, b*) of the likely greys and the share of pixels that say so.

    Greys are sought about a centre that starts halfway to the mean colour of the image and moves
    to the mean of the pixels near it (mean shift), weighted towards the lights, where eyes look for white.
    """
    usable = (l > 12) & (l < 97)
    if usable.sum() < 50:
        return (0.0, 0.0), 0.0
    l, a, b = l[usable], a[usable], b[usable]
    centre_a, centre_b = 0.5 * float(a.mean()), 0.5 * float(b.mean())
    weight = l
    for _ in range(4):
        near = np.exp(-((a - centre_a) ** 2 + (b - centre_b) ** 2) / (2 * (NEUTRAL_CHROMA / 2) ** 2)) * weight
        total = float(near.sum()) + 1e-6
        centre_a, centre_b = float((near * a).sum()) / total, float((near * b).sum()) / total
    share = float((np.hypot(a - centre_a, b - centre_b) < NEUTRAL_CHROMA / 2).sum()) / chroma.size
    return (centre_a, centre_b), share


def _detail(codes: np.ndarray, lightness: np.ndarray, small: np.ndarray) -> dict[str, Any]:
    fine = cv2.LUT(cv2.cvtColor(codes, cv2.COLOR_RGB2GRAY), _grey_lightness())
    edge = max(fine.shape)
    texture = float(cv2.absdiff(fine, cv2.GaussianBlur(fine, (0, 0), max(0.7, 0.002 * edge))).mean())
    width = max(lightness.shape)
    inner = cv2.GaussianBlur(lightness, (0, 0), max(0.6, 0.003 * width))
    outer = cv2.blur(cv2.blur(lightness, _box(width)), _box(width))
    step = cv2.magnitude(cv2.Sobel(fine, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(fine, cv2.CV_32F, 0, 1, scale=1 / 8))
    picked = step.ravel()[:: max(1, step.size // 50_000)]
    sharpest = picked[picked >= np.percentile(picked, 95)]
    return {
        "local_contrast": float(cv2.absdiff(inner, outer).mean()),
        "texture": texture,
        "sharpness": float(sharpest.mean()),
        "noise": _noise(fine),
        "corner_lightness": _corners(lightness),
        "haze": float(_dark(small).mean()) / 255,
    }


def _box(width: int) -> tuple[int, int]:
    side = 2 * max(1, round(0.04 * width)) + 1
    return side, side


@lru_cache
def _grey_lightness() -> np.ndarray:
    return color.lightness(color.srgb_decode(np.arange(256) / 255.0)).astype(np.float32)


def _noise(fine: np.ndarray) -> float:
    """Immerkær's mask (1996) in tiles of 16 pixels; the tenth percentile of the tiles in the mid-tones."""
    mask = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32) / 6
    response = cv2.filter2D(fine, cv2.CV_32F, mask)
    tiles = (max(1, fine.shape[1] // 16), max(1, fine.shape[0] // 16))
    energy = cv2.resize(cv2.multiply(response, response), tiles, interpolation=cv2.INTER_AREA)
    tone = cv2.resize(fine, tiles, interpolation=cv2.INTER_AREA)
    usable = energy[(tone > 12) & (tone < 90)]  # noise and grain fade out at black and at white
    if usable.size < 20:
        usable = energy[(tone > 3) & (tone < 98)]
    return float(np.sqrt(np.percentile(usable, 10))) if usable.size else 0.0


def _corners(lightness: np.ndarray) -> float:
    height, width = lightness.shape
    y = (np.arange(height) + 0.5) / height * 2 - 1
    x = (np.arange(width) + 0.5) / width * 2 - 1
    radius = np.hypot(y[:, None], x[None])
    outside, inside = radius > 1.1, radius < 0.6
    if not (outside.any() and inside.any()):
        return 0.0
    return float(lightness[outside].mean() - lightness[inside].mean())


def _dark(small: np.ndarray) -> np.ndarray:
    """The dark channel (He 2009), (h, w) uint8."""
    side = 2 * max(1, round(0.012 * max(small.shape))) + 1
    red, green, blue = cv2.split(small)
    return cv2.erode(cv2.min(cv2.min(red, green), blue), np.ones((side, side), np.uint8))
