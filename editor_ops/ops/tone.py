"""Basic tone: exposure, contrast, highlights, shadows, whites, blacks; and the base curve of RAW files.

Everything is a function of log2 luminance, l = log2 Y with 0 at white, and ends as one gain per
pixel, so hue and saturation ratios are kept (fits on Adobe's renders of identity LUTs prefer this
to per-channel curves). On rendered files black stays black and white stays white, as in Adobe's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from editor_ops import color, native
from editor_ops.frame import Encoding, Frame, Kernel, Strip, op
from editor_ops.parameters import Fidelity, Parameter, Values

_FIT = "fitted to the grey axes of Adobe's LUT renders and to published measurements"


def _row(name: str, doc: str, raises: str = "lightness") -> Parameter:
    return Parameter(
        f"{name}2012", step=3, doc=doc, raises=raises, local=f"Local{name}2012", fidelity=Fidelity.FITTED, evidence=_FIT
    )


ROWS = (
    Parameter(
        "Exposure2012",
        low=-5,
        high=5,
        unit="EV",
        step=0.05,
        raises="lightness",
        local="LocalExposure2012",
        local_unit=4,
        doc="Overall brightness",
        fidelity=Fidelity.FITTED,
        evidence=_FIT,
    ),
    _row("Contrast", "Darkens darks and lightens lights", "contrast"),
    _row("Highlights", "Recovers (left) or lifts bright areas"),
    _row("Shadows", "Deepens (left) or opens dark areas"),
    _row("Whites", "Moves the white point"),
    _row("Blacks", "Moves the black point"),
)

# Constants of the fits (bench/fit.py): see each function for what they mean.
EXPOSURE_SHOULDER = 2.0
DARKEN_POWER, WHITE_HOLD = 2.4, 0.35
CONTEXT = 0.3
HIGHLIGHT_GAIN, HIGHLIGHT_CENTRE, HIGHLIGHT_WIDTH = 0.70, -2.95, 0.35
SHADOW_GAIN, SHADOW_CENTRE, SHADOW_WIDTH = 1.20, -2.3, 1.45
WHITE_PIN = 4.0
CONTRAST_UP, CONTRAST_DOWN = 1.0, 0.75
BLACK_CUT, BLACK_CUT_CUBE = 0.0227, 0.915
BLACK_LIFT, BLACK_LIFT_POWER = 0.19, 1.25
WHITE_DROP, WHITE_DROP_POWER, WHITE_DROP_PIN = 0.59, 1.2, 3.4
WHITE_RISE, WHITE_RISE_POWER = 1.2, 0.7

FLOOR = -16.0
"""log2 luminance that stands for black."""
RAW_HEADROOM = 16.0
"""Largest luminance of a RAW frame that the tables cover, 4 EV above sensor white."""
_CODES = 65536


def exposure(l: np.ndarray, ev: float) -> np.ndarray:
    """Exposure on a rendered file: log2 luminance -> log2 luminance; white (0) stays, darks gain exactly `ev`.

    ev > 0: Y' = gY / (1 + (g - 1) Y^p), a rational shoulder. ev < 0: the loss shrinks towards white
    from ev to a measured 0.35 |ev|^1.6 stops at white itself beyond the first half stop.
    """
    white = np.minimum(np.exp2(l), 1.0)
    if ev >= 0:
        return l + ev - np.log2(1 + (2**ev - 1) * white**EXPOSURE_SHOULDER)
    held = WHITE_HOLD * max(-ev - 0.5, 0.0) ** 1.6
    return l + ev - (ev + held) * white**DARKEN_POWER


BASE_LIFT, BASE_DROP, BASE_TURN, BASE_SPREAD, BASE_SHOULDER = 0.9, 1.6, -5.3, 0.75, 2.5


def base_curve(l: np.ndarray) -> np.ndarray:
    """What makes a RAW file look like a photo: scene log2 luminance -> display log2 luminance.

    Mid-tones gain 0.9 stops, tones below 1/40 of white lose up to 0.7, and a shoulder takes sensor
    white to display white. Fitted to the preview that Camera Raw put into a DNG (Adobe Standard).
    """
    y = np.exp2(l + BASE_LIFT - BASE_DROP * _sigmoid((BASE_TURN - l) / BASE_SPREAD))
    white = 2.0**BASE_LIFT

    def shoulder(v: np.ndarray | float) -> np.ndarray | float:
        return v / (1 + v**BASE_SHOULDER) ** (1 / BASE_SHOULDER)

    return np.minimum(np.log2(np.maximum(shoulder(y) / shoulder(white), 2.0**FLOOR)), 0)


def _sigmoid(z: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-np.clip(z, -50, 50)))


def highlights_shadows(m: np.ndarray, highlights: float, shadows: float) -> np.ndarray:
    """Stops added at context-weighted tone `m` (log2) by Highlights and Shadows in [-1, 1]."""
    bright = HIGHLIGHT_GAIN * _sigmoid((m - HIGHLIGHT_CENTRE) / HIGHLIGHT_WIDTH)
    dark = SHADOW_GAIN * _sigmoid((SHADOW_CENTRE - m) / SHADOW_WIDTH)
    return highlights * bright + shadows * dark


def blacks(l: np.ndarray, amount: float) -> np.ndarray:
    """Blacks in [-1, 1]: negative subtracts a black level and rescales, positive lifts darks in the log domain."""
    if amount < 0:
        cut = BLACK_CUT * (-amount + BLACK_CUT_CUBE * (-amount) ** 3)
        return np.log2(np.maximum((np.exp2(l) - cut) / (1 - cut), 2.0**FLOOR))
    depth = np.maximum(-l, 0)
    return l + BLACK_LIFT * amount**BLACK_LIFT_POWER * depth * depth / (depth + 2)


def whites(l: np.ndarray, amount: float) -> np.ndarray:
    """Whites in [-1, 1]: a gain that grows towards white; positive clips at white, negative leaves white alone."""
    y = np.minimum(np.exp2(l), 1.0)
    if amount < 0:
        return l + amount * WHITE_DROP * y**WHITE_DROP_POWER * (1 - y**WHITE_DROP_PIN)
    return np.minimum(l + amount * WHITE_RISE * y**WHITE_RISE_POWER, np.maximum(l, 0))


def contrast(l: np.ndarray, amount: float, pivot: float) -> np.ndarray:
    """Contrast in [-1, 1]: a power of the odds Y / (1 - Y) about the pivot (log2), which keeps 0 and 1."""
    power = 2 ** ((CONTRAST_UP if amount > 0 else CONTRAST_DOWN) * amount)
    y = np.clip(np.exp2(l), 2.0**FLOOR, 1 - 1e-6)
    middle = 2.0**pivot
    odds_pivot = middle / (1 - middle)
    odds = odds_pivot * (y / (1 - y) / odds_pivot) ** power
    return np.where(l >= 0, l, np.log2(np.maximum(odds / (1 + odds), 2.0**FLOOR)))


def contrast_pivot(frame: Frame) -> float:
    """log2 of the tone contrast turns about: -0.683 + 0.345 key, key = 33rd percentile of log2 luminance; kept."""
    if "tone.pivot" not in frame.maps:
        key = float(np.percentile(np.log2(np.maximum(frame.luminance, 2.0**-10)), 33))
        frame.maps["tone.pivot"] = min(max(-0.683 + 0.345 * key, -3.2), -0.9)
    return float(frame.maps["tone.pivot"])


def context(frame: Frame) -> tuple[np.ndarray, np.ndarray]:
    """Coefficients A and B, each (h, w) float32: context = A l + B at any resolution.

    The context is the local mean of log2 luminance:

    A guided filter (He et al. 2010) of radius 0.06 of the long edge guided by itself, so that edges
    larger than about a stop are followed and give no halo. Cached: it depends on the photo alone.
    """
    if "tone.context" not in frame.maps:
        l = np.log2(np.maximum(frame.luminance, 2.0**-10)).astype(np.float32)
        radius = max(1, round(0.06 * max(l.shape)))
        size = (2 * radius + 1, 2 * radius + 1)
        mean = cv2.blur(l, size, borderType=cv2.BORDER_REFLECT)
        variance = cv2.blur(l * l, size, borderType=cv2.BORDER_REFLECT) - mean * mean
        a = variance / (variance + np.float32(1.0))
        b = mean * (1 - a)
        frame.maps["tone.context"] = cv2.blur(a, size), cv2.blur(b, size)
    found: tuple[np.ndarray, np.ndarray] = frame.maps["tone.context"]
    return found


@dataclass(frozen=True, slots=True)
class _Amounts:
    exposure: float
    highlights: float
    shadows: float
    whites: float
    blacks: float
    contrast: float
    pivot: float

    def opened(self, l: np.ndarray, raw: bool, baseline: float) -> np.ndarray:
        """Exposure, and on RAW the base curve."""
        return base_curve(l + baseline + self.exposure) if raw else exposure(l, self.exposure)

    def finished(self, l: np.ndarray) -> np.ndarray:
        """Blacks, whites, contrast."""
        l = blacks(l, self.blacks) if self.blacks else l
        l = whites(l, self.whites) if self.whites else l
        return contrast(l, self.contrast, self.pivot) if self.contrast else l


def _amounts(settings: Values, frame: Frame) -> _Amounts:
    names = ("Highlights", "Shadows", "Whites", "Blacks", "Contrast")
    hundredths = {name.lower(): settings[f"{name}2012"] / 100 for name in names}
    pivot = contrast_pivot(frame) if hundredths["contrast"] else 0.0
    return _Amounts(exposure=settings["Exposure2012"], pivot=pivot, **hundredths)


@dataclass(frozen=True, slots=True)
class _Tables:
    """What one set of sliders makes of 65,536 codes, float32.

    gain   by code of luminance, when neither Highlights nor Shadows acts; else None
    local  else log2, opened tone and pin by code of luminance; lift and result by code of log2 tone; () with a gain
    """

    gain: np.ndarray | None
    local: tuple[np.ndarray, ...] = ()


@lru_cache(maxsize=4)  # presence asks for the same ones again, for the small map
def _tables(amounts: _Amounts, raw: bool, baseline: float) -> _Tables:
    root = np.arange(_CODES) / (_CODES - 1)
    l = np.log2(np.maximum(root * root * (RAW_HEADROOM if raw else 1.0), 2.0**FLOOR))
    opened = amounts.opened(l, raw, baseline)
    if not (amounts.highlights or amounts.shadows):
        return _Tables(np.exp2(amounts.finished(opened) - l).astype(np.float32))
    pin = 1 - np.minimum(np.exp2(opened), 1) ** WHITE_PIN
    axis = np.linspace(FLOOR, 2.0, _CODES)  # codes of a log2 tone from FLOOR to +2
    lift = highlights_shadows(axis, amounts.highlights, amounts.shadows)
    final = np.exp2(amounts.finished(axis))
    return _Tables(None, tuple(table.astype(np.float32) for table in (l, opened, pin, lift, final)))


@op("tone", Encoding.LINEAR, *ROWS)
def TONE(settings: Values, frame: Frame) -> Kernel | None:
    """One gain per pixel from luminance: exposure, then highlights and shadows, blacks, whites, contrast.

    Highlights and Shadows read their curve at l + 0.3 (context - l), the context being an edge-aware
    local mean, and leave white alone; the others are global. On RAW a base curve follows exposure,
    so highlights above sensor white can be brought back. Constants fitted to the grey axes of
    Adobe's renders of identity LUTs, forms and starting values from LightCraft (docs/lightroom.md).
    Encoding: linear ProPhoto in, display-referred linear out.
    """
    if not frame.raw and not settings.changed(*ROWS):
        return None
    amounts = _amounts(settings, frame)
    tables = _tables(amounts, frame.raw, frame.photo.baseline_exposure)
    index = np.float32(65535 / np.sqrt(RAW_HEADROOM if frame.raw else 1.0))
    scale = color.roll_off if frame.raw else _scale  # the base curve's gain would clip saturated colours
    if tables.gain is not None:
        return Kernel(_global_run(tables.gain, index, scale))
    return Kernel(_local_run(tables, index, context(frame), scale))


def _codes(luminance: np.ndarray, index: np.float32) -> np.ndarray:
    """Luminance -> uint16 codes of its square root."""
    return cv2.multiply(cv2.sqrt(luminance), float(index), dtype=cv2.CV_16U)


def _scale(strip: np.ndarray, gain: np.ndarray) -> np.ndarray:
    return cv2.multiply(strip, cv2.merge([gain, gain, gain]), dst=strip)


Scale = Callable[[np.ndarray, np.ndarray], np.ndarray]


def _global_run(gain: np.ndarray, index: np.float32, scale: Scale) -> Callable[[np.ndarray, Strip], np.ndarray]:
    """The kernel without Highlights and Shadows: one table over codes of luminance."""

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        if native.usable(strip):
            rest = CONTEXT, FLOOR, scale is color.roll_off
            native.call("tone", strip, color.LUMA, float(index), gain, *(None,) * 7, *rest)
            return strip
        return scale(strip, color.lookup(_codes(color.luminance(strip), index), gain))

    return run


def _local_run(
    tables: "_Tables", index: np.float32, maps: tuple[np.ndarray, np.ndarray], scale: Scale
) -> Callable[[np.ndarray, Strip], np.ndarray]:
    """The kernel with Highlights and Shadows: tables over codes of luminance, of m and of the lifted tone."""
    log_table, open_table, pin_table, lift_table, final_table = tables.local
    per_stop = 65535 / (2.0 - FLOOR)

    def log_codes(tone: np.ndarray) -> np.ndarray:
        return cv2.addWeighted(tone, per_stop, tone, 0, -FLOOR * per_stop, dtype=cv2.CV_16U)

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        if native.usable(strip):
            a, b = map(where.sample, maps)
            rest = CONTEXT, FLOOR, scale is color.roll_off
            native.call("tone", strip, color.LUMA, float(index), None, a, b, *tables.local, *rest)
            return strip
        luminance = color.luminance(strip)
        codes = _codes(luminance, index)
        before, tone = color.lookup(codes, log_table), color.lookup(codes, open_table)
        a, b = map(where.sample, maps)
        pull = cv2.multiply(a, before) + b - before  # context - l
        m = cv2.addWeighted(tone, 1, pull, CONTEXT, 0)
        lift = cv2.multiply(color.lookup(log_codes(m), lift_table), color.lookup(codes, pin_table))
        after = color.lookup(log_codes(cv2.add(tone, lift)), final_table)
        return scale(strip, cv2.divide(after, cv2.max(luminance, 2.0**FLOOR)))

    return run
