"""Effects: post-crop vignette and film grain."""

from functools import lru_cache

import cv2
import numpy as np

from editor_ops import color
from editor_ops.frame import Encoding, Frame, Kernel, Strip, op
from editor_ops.ops.neighbourhood import add_clipped, at_least, plus, smoothstep, times
from editor_ops.parameters import Fidelity, Parameter, Values

_V = {"PostCropVignetteAmount": -60}
_G = {"GrainAmount": 60}
_VIGNETTE = "falloff fitted to published measurements"
VIGNETTE_ROWS = (
    Parameter(
        "PostCropVignetteAmount",
        step=3,
        raises="corner_lightness",
        fidelity=Fidelity.FITTED,
        evidence=_VIGNETTE,
        doc="Darkens (left) or lightens (right) the corners of the cropped image",
    ),
    Parameter(
        "PostCropVignetteMidpoint",
        low=0,
        high=100,
        default=50,
        step=3,
        needs=_V,
        doc="How far from the centre it starts",
        fidelity=Fidelity.FITTED,
        evidence=_VIGNETTE,
    ),
    Parameter(
        "PostCropVignetteFeather",
        low=0,
        high=100,
        default=50,
        step=3,
        needs=_V,
        doc="How soft its edge is",
        fidelity=Fidelity.FITTED,
        evidence=_VIGNETTE,
    ),
    Parameter(
        "PostCropVignetteRoundness", step=3, needs=_V, evidence=_VIGNETTE, doc="Rectangular (left) to circular (right)"
    ),
    Parameter(
        "PostCropVignetteStyle",
        low=1,
        high=3,
        default=1,
        step=1,
        needs=_V,
        evidence=_VIGNETTE,
        doc="1 highlight priority, 2 colour priority, 3 paint overlay",
    ),
    Parameter(
        "PostCropVignetteHighlightContrast",
        low=0,
        high=100,
        step=3,
        needs=_V,
        evidence=_VIGNETTE,
        doc="Keeps bright spots bright inside a dark vignette",
    ),
)
GRAIN_ROWS = (
    Parameter(
        "GrainAmount", low=0, high=100, step=3, raises="noise", local="LocalGrain", doc="Strength of the film grain"
    ),
    Parameter("GrainSize", low=0, high=100, default=25, step=3, needs=_G, doc="Size of the grains"),
    Parameter("GrainFrequency", low=0, high=100, default=50, step=3, needs=_G, doc="Roughness: even to uneven grains"),
    Parameter("GrainSeed", low=0, high=4294967295, default=0, step=1, needs=_G, doc="Chooses one of the patterns"),
)

STRENGTH = {1: 4.0, 2: 4.5, "lighten": 1.5}
"""k of exp(k · amount · falloff) by style, and for positive amounts."""
FARTHEST = 2.0
"""Largest squared radius: a corner, where both axes are at 1."""


def falloff(radius: np.ndarray, midpoint: float, feather: float) -> np.ndarray:
    """Vignette weight by radius (1 at the middle of an edge, √2 in a corner); sliders 0-100."""
    start, width = 0.025 + 0.95 * midpoint / 100, 0.05 + 1.9 * feather / 100
    return smoothstep(radius, start, start + width)


def _axes(frame: Frame, roundness: float) -> tuple[float, float, float]:
    """Half-axes (x, y) as fractions of the frame's width and height, and the exponent of the superellipse.

    Roundness 100 is a circle through the same corners, 0 an ellipse, -100 nearly the rectangle.
    """
    round_side = ((frame.width**2 + frame.height**2) / 8) ** 0.5
    blend = max(roundness, 0) / 100
    x = (frame.width / 2) ** (1 - blend) * round_side**blend / frame.width
    y = (frame.height / 2) ** (1 - blend) * round_side**blend / frame.height
    return x, y, 2.0 * 4.0 ** (max(-roundness, 0) / 100)


def _vignette_table(settings: Values, power: float) -> np.ndarray:
    """Falloff over the sum of |x|^p + |y|^p in steps of FARTHEST / 65535."""
    total = np.arange(65536) * (FARTHEST / 65535)
    radius = total ** (1 / power) * 2 ** (0.5 - 1 / power)  # every corner at √2 whatever the power
    midpoint, feather = settings["PostCropVignetteMidpoint"], settings["PostCropVignetteFeather"]
    return falloff(radius.astype(np.float32), midpoint, feather)


def _paint(strip: np.ndarray, weight: np.ndarray, white: bool) -> np.ndarray:
    """Paint overlay: mix with black or white by `weight`, on the square root of light."""
    root = cv2.sqrt(at_least(strip, 0), dst=strip)
    root = times(root, 1 - weight)
    if white:
        root = plus(root, weight)
    return cv2.multiply(root, root, dst=root)


@op("vignette", Encoding.LINEAR, *VIGNETTE_ROWS)
def VIGNETTE(settings: Values, frame: Frame) -> Kernel | None:
    """Gain exp(k · amount · falloff(r)), r from the centre of the cropped frame; style 3 paints black or white.

    Measured by LightCraft (docs/lightroom.md): k 4.0 for style 1, 4.5 for style 2, 1.5 when lightening; falloff is a
    smoothstep from .025 + .95 midpoint over .05 + 1.9 feather. r is 1 at the edges and √2 in the
    corners of a superellipse. HighlightContrast takes the effect off bright pixels of a dark
    vignette. Encoding: linear ProPhoto.
    """
    amount = settings["PostCropVignetteAmount"] / 100
    if not amount:
        return None
    style = int(settings["PostCropVignetteStyle"])
    half_x, half_y, power = _axes(frame, settings["PostCropVignetteRoundness"])
    table = _vignette_table(settings, power)
    strength = STRENGTH["lighten"] if amount > 0 else STRENGTH.get(style, 4.0)
    exponent = (np.float32(strength * amount) * table).astype(np.float32)
    protect = settings["PostCropVignetteHighlightContrast"] / 100 if amount < 0 and style != 3 else 0.0

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        x = np.abs((where.columns() - 0.5) * np.float32(1 / half_x)) ** np.float32(power)
        y = np.abs((where.rows() - 0.5) * np.float32(1 / half_y)) ** np.float32(power)
        codes = color.quantise((x + y) * np.float32(1 / FARTHEST))
        if style == 3:
            return _paint(strip, color.lookup(codes, table * np.float32(abs(amount))), amount > 0)
        change = color.lookup(codes, exponent)
        if protect:
            change *= 1 - np.float32(protect) * smoothstep(color.luminance(strip), 0.18, 0.9)
        return times(strip, cv2.exp(change, dst=change))

    return Kernel(run)


FIELD = (509, 641)
"""Sides of the two periodic noise fields; both repeat together only every 326,269 pixels."""
GRAIN_STRENGTH = 0.075
"""Standard deviation of encoded luma in the mid-tones at GrainAmount 100."""


@lru_cache(maxsize=8)
def _field(seed: int, side: int, sigma: float, roughness: float) -> np.ndarray:
    """One periodic noise field (side, side) float32, mean 0, deviation 1; grains of about `sigma` pixels."""
    noise = np.random.default_rng((seed, side)).standard_normal((side, side), dtype=np.float32)

    def blurred(plane: np.ndarray, s: float) -> np.ndarray:
        pad = max(1, int(np.ceil(3 * s)))
        wrapped = cv2.copyMakeBorder(plane, pad, pad, pad, pad, cv2.BORDER_WRAP)
        plane = cv2.GaussianBlur(wrapped, (0, 0), max(s, 0.01))[pad:-pad, pad:-pad]
        return (plane - plane.mean()) / plane.std()

    even = blurred(noise, sigma)
    clumps = blurred(np.roll(noise, side // 2, (0, 1)), 1.9 * sigma + 0.4)
    field = (1 - 0.35 * roughness) * even + 0.4 * roughness * clumps + 0.35 * roughness * even * clumps
    return np.ascontiguousarray((field - field.mean()) / field.std(), np.float32)


def _tiled(field: np.ndarray, where: Strip) -> np.ndarray:
    """The part of an endlessly repeated field that lies under a strip: (rows, W)."""
    side = field.shape[0]
    rows = field[np.arange(where.top, where.bottom) % side]
    return rows[:, np.arange(where.left, where.left + where.columns_wide) % side]


def _grain_table(amount: float) -> np.ndarray:
    """Deviation of the grain by encoded luma: 1 in the mid-tones, less in the lights, 0 at black and white."""
    e = np.arange(65536, dtype=np.float32) / 65535
    shape = smoothstep(e, 0.0, 0.30) * (1 - 0.6 * smoothstep(e, 0.45, 0.9)) * (1 - smoothstep(e, 0.8, 1.0))
    return (np.float32(amount) * shape).astype(np.float32)


@op("grain", Encoding.ENCODED, *GRAIN_ROWS)
def GRAIN(settings: Values, frame: Frame) -> Kernel | None:
    """Monochrome noise added to encoded luma, strongest in the mid-tones, none at black and white.

    Two periodic Gaussian fields chosen by GrainSeed; their sum depends on the pixel's place alone.
    Size 0-100 is 0.35 to 1.75 px of the original (in smaller renders grains average out);
    Frequency mixes in clumps about twice as wide. No source gives Adobe's shape. Encoding: encoded.
    """
    if not settings["GrainAmount"]:
        return None
    sigma = (0.35 + 1.4 * settings["GrainSize"] / 100) * frame.scale
    wide = (sigma * sigma + 0.09) ** 0.5  # a pixel averages over its own area
    amount = GRAIN_STRENGTH * settings["GrainAmount"] / 100 * min(1.0, 1.2 * sigma / wide)
    seed, rough = int(settings["GrainSeed"]), settings["GrainFrequency"] / 100
    fields = [_field(seed, side, round(wide, 3), rough) for side in FIELD]
    table = _grain_table(amount * 0.5**0.5)

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        grain = _tiled(fields[0], where)
        grain += _tiled(fields[1], where)
        return add_clipped(strip, grain, table)

    return Kernel(run)
