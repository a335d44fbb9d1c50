"""Every quantity a wish can move: how it is read from a preview, how far a plain wish goes, and with which sliders."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np

from editor_ops.measure import band_index, to_lab
from editor_ops.ops.color_mixer import HUES
from jarvisevo.rules import illuminant


class View:
    """A rendered preview with what the goals read from it. Lab units throughout."""

    def __init__(self, codes: np.ndarray, first: "View | None" = None) -> None:
        """codes (h, w, 3) uint8 sRGB; first: the view of the undeveloped photo, which owns the masks."""
        self.codes = codes
        self.first = first or self

    @cached_property
    def lab(self) -> np.ndarray:
        return to_lab(self.codes)

    @cached_property
    def l(self) -> np.ndarray:  # noqa: E743 - L*
        return np.ascontiguousarray(self.lab[..., 0])

    @cached_property
    def chroma(self) -> np.ndarray:
        return cv2.magnitude(self.lab[..., 1], self.lab[..., 2])

    @cached_property
    def light(self) -> np.ndarray:
        """(log G/R, log G/B) of grey under the light that the photo seems to have."""
        return illuminant.expected(illuminant.histograms(self.codes))

    @cached_property
    def bands(self) -> np.ndarray:
        """Mixer band of each pixel, 8 where there is no colour."""
        return np.where(self.chroma > 6, band_index(self.codes), 8)

    def percentile(self, q: float) -> float:
        """L* at q per cent."""
        return float(np.percentile(self.l, q))

    def zone(self, name: str) -> float:
        """Mean L* of the pixels that were the darkest third, the middle or the brightest quarter of the photo."""
        return float(self.l[self.first.zones[name]].mean())

    @cached_property
    def zones(self) -> dict[str, np.ndarray]:
        low, high = np.percentile(self.l, (33, 75))
        dark, bright = self.l <= low, self.l >= high
        middle = ~(dark | bright)
        return {"shadows": dark, "highlights": bright, "midtones": middle if middle.any() else dark}

    def band(self, names: tuple[str, ...]) -> np.ndarray:
        """Mask (h, w) of the pixels that had one of these hues in the undeveloped photo."""
        return np.isin(self.first.bands, [HUES.index(n) for n in names])

    def haze(self) -> float:
        """Mean dark channel, 0-100."""
        red, green, blue = cv2.split(self.codes)
        return float(cv2.erode(cv2.min(cv2.min(red, green), blue), np.ones((5, 5), np.uint8)).mean()) / 2.55

    def local(self) -> float:
        """Mean |L*| of detail between fine grain and 5 % of the frame."""
        side = 2 * max(1, round(0.04 * max(self.l.shape))) + 1
        return float(cv2.absdiff(cv2.GaussianBlur(self.l, (0, 0), 0.8), cv2.blur(self.l, (side, side))).mean())

    def corners(self) -> float:
        """Mean L* of the corners less that of the centre."""
        height, width = self.l.shape
        y, x = np.linspace(-1, 1, height)[:, None], np.linspace(-1, 1, width)[None]
        radius = np.hypot(x, y)
        return float(self.l[radius > 1.1].mean() - self.l[radius < 0.6].mean())

    def blown(self) -> float:
        """Share of pixels at white."""
        return float((self.l > 99.0).mean())

    def crushed(self) -> float:
        """Share of pixels at black."""
        return float((self.l < 1.5).mean())

    def newly_white(self) -> float:
        """Share of pixels that had detail in the undeveloped photo and are white now (a part of a channel counts)."""
        now, was = self.codes, self.first.codes
        full = (now.min(-1) >= 253) & (was.min(-1) < 253)
        part = (now.max(-1) >= 254) & (was.max(-1) < 254)
        return float(full.mean() + 0.25 * part.mean())

    def newly_black(self) -> float:
        """Share of pixels that had detail in the undeveloped photo and are black now."""
        now, was = self.codes.max(-1), self.first.codes.max(-1)
        least = 4 if self.first.l.mean() > 25 else 8  # in the dark, noise that a preview averages reaches further down
        return float(((now <= least) & (was > least)).mean())

    def garish(self) -> float:
        """Share of coloured pixels with a channel at its end: detail in strong colours is going."""
        low, high = self.codes.min(-1), self.codes.max(-1)
        return float((((low <= 3) | (high >= 252)) & (self.chroma > 55)).mean())


@dataclass(frozen=True, slots=True)
class Goal:
    """One quantity.

    read      View -> its value; None when the preview is too small to show it: the sliders are set directly
    step      change of the value that a plain wish asks for; relative to the value when `relative`
    up, down  slider values at full effort, either way
    room      (low, high): the value at which going down, or up, has no room left
    """

    read: Callable[[View], float] | None
    step: float
    up: Mapping[str, float] = field(default_factory=dict)
    down: Mapping[str, float] = field(default_factory=dict)
    relative: bool = False
    room: tuple[float, float] | None = None

    def delta(self, now: float, sign: int, strength: float) -> float:
        """Signed change to seek from the value `now`."""
        size = self.step * (max(abs(now), 1.0) if self.relative else 1.0)
        if self.room:
            low, high = self.room
            left = (high - now if sign > 0 else now - low) / (0.5 * (high - low))
            size *= min(max(left, 0.3), 1.12 if strength < 1 else 1.2)  # a little stays a little
        return sign * size * strength


def _mean(index: int) -> Callable[[View], float]:
    return lambda view: float(view.lab[..., index].mean())


GOALS: dict[str, Goal] = {
    "brightness": Goal(_mean(0), 10.5, {"Exposure2012": 3.0}, {"Exposure2012": -3.0}, room=(8, 92)),
    "contrast": Goal(
        lambda v: float(v.l.std()),
        0.14,
        {"Contrast2012": 100, "Clarity2012": 8},
        {"Contrast2012": -100, "Whites2012": -15, "Blacks2012": 15},
        relative=True,
    ),
    "highlights": Goal(
        lambda v: v.zone("highlights"),
        5.0,
        {"Highlights2012": 100, "Whites2012": 35},
        {"Highlights2012": -100, "Whites2012": -25},
        room=(20, 99),
    ),
    "shadows": Goal(
        lambda v: v.zone("shadows"),
        6.0,
        {"Shadows2012": 100, "Blacks2012": 20},
        {"Shadows2012": -100, "Blacks2012": -35},
        room=(1, 75),
    ),
    "midtones": Goal(
        lambda v: v.zone("midtones"),
        6.0,
        {"ParametricDarks": 80, "ParametricLights": 80},
        {"ParametricDarks": -80, "ParametricLights": -80},
        room=(10, 90),
    ),
    "whites": Goal(lambda v: v.percentile(97), 5.0, {"Whites2012": 100}, {"Whites2012": -100, "Highlights2012": -30}),
    "blacks": Goal(lambda v: v.percentile(4), 3.0, {"Blacks2012": 100}, {"Blacks2012": -100}),
    "warmth": Goal(_mean(2), 6.0, {"IncrementalTemperature": 100}, {"IncrementalTemperature": -100}),
    "magenta": Goal(_mean(1), 5.0, {"IncrementalTint": 100}, {"IncrementalTint": -100}),
    "chroma": Goal(
        lambda v: float(v.chroma.mean()),
        0.28,
        {"Vibrance": 100, "Saturation": 50},
        {"Saturation": -75, "Vibrance": -55},
        relative=True,
    ),
    "clarity": Goal(View.local, 0.20, {"Clarity2012": 100}, {"Clarity2012": -100}, relative=True),
    "haze": Goal(View.haze, 0.25, {"Dehaze": -80}, {"Dehaze": 100, "Whites2012": 12}, relative=True),
    "vignette": Goal(lambda v: -v.corners(), 9.0, {"PostCropVignetteAmount": -75}, {"PostCropVignetteAmount": 60}),
    "texture": Goal(None, 0.40, {"Texture": 100}, {"Texture": -100}),
    "sharpness": Goal(None, 0.50, {"Sharpness": 120, "Texture": 35}, {"Texture": -70, "Clarity2012": -30}),
    "softness": Goal(
        None,
        0.35,
        {"Clarity2012": -60, "Texture": -80, "Contrast2012": -20},
        {"Clarity2012": 60, "Texture": 60, "Sharpness": 40},
    ),
    "glow": Goal(
        None,
        0.35,
        {"Clarity2012": -70, "Highlights2012": 30, "Dehaze": -12},
        {"Clarity2012": 50, "Highlights2012": -40},
    ),
    "noise": Goal(
        None, 0.45, {"GrainAmount": 90, "GrainSize": 40}, {"LuminanceSmoothing": 100, "ColorNoiseReduction": 60}
    ),
    "fringes": Goal(None, 0.50, {}, {"DefringePurpleAmount": 20, "DefringeGreenAmount": 20}),
    "grain": Goal(
        None, 0.45, {"GrainAmount": 90, "GrainSize": 45}, {"LuminanceSmoothing": 100, "ColorNoiseReduction": 50}
    ),
    "deep": Goal(
        lambda v: float(v.l.std()),
        0.14,
        {"Contrast2012": 100, "Blacks2012": -25},
        {"Contrast2012": -100},
        relative=True,
    ),
    "fade": Goal(None, 0.60, {"ToneCurvePV2012": 1.0, "Contrast2012": -12}, {"Blacks2012": -60, "Contrast2012": 45}),
}
"""By name; "fade" uses a curve whose strength is the number (see `solver.matte`)."""

TINTS: dict[str, tuple[float, float]] = {  # mixer band -> (warmth, magenta)
    "Red": (0.5, 1.0),
    "Orange": (1.0, 0.35),
    "Yellow": (1.0, -0.15),
    "Green": (0.1, -1.0),
    "Aqua": (-0.8, -0.6),
    "Blue": (-1.0, 0.0),
    "Purple": (-0.6, 0.8),
    "Magenta": (0.0, 1.0),
}
