"""Inverse fitting: the develop settings that turn a photo into a given result, found by Levenberg and Marquardt.

Both are compared in CIE Lab on a small rendering. Derivatives are differences of renders, so every
parameter of the table that is listed here can take part. What hardly matters is taken out again, and
values are rounded to the sliders' own steps: the result reads like an edit a person would make.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from editor_ops import color
from editor_ops.ops.color_mixer import HUES
from editor_ops.photo import Image, Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE

SIDE = 112
"""Long side of the images that are compared."""
TONE = (
    "Exposure2012",
    "IncrementalTemperature",
    "IncrementalTint",
    "Contrast2012",
    "Highlights2012",
    "Shadows2012",
    "Whites2012",
    "Blacks2012",
    "Saturation",
    "Vibrance",
)
CURVE = ("ParametricShadows", "ParametricDarks", "ParametricLights", "ParametricHighlights")
MIXER = tuple(f"{what}Adjustment{hue}" for hue in HUES for what in ("Hue", "Saturation", "Luminance"))
EVERY = (*TONE, *CURVE, *MIXER)
KNEE = 12.0
"""ΔE above which a pixel counts linearly: local edits and retouching do not pull the global sliders."""
PRIOR = 0.02
"""Cost of moving a slider by a quarter of its range, in mean squared ΔE: of two fits that do the same,
the smaller one.
"""
WORTH = 0.01
"""A slider stays when leaving it out raises the cost by more than this share."""
LEAST_SHARE = 0.01
"""A hue of the mixer takes part when at least this share of the pixels has it."""


@dataclass(frozen=True)
class Fit:
    """What was found.

    settings  rounded to slider steps; empty when nothing helps
    before    mean ΔE2000 of the untouched photo to the result
    after     mean ΔE2000 of the photo developed with `settings` to the result
    notes     what a person should know: sizes that differ, a result that no sliders reach
    """

    settings: Settings
    before: float
    after: float
    notes: tuple[str, ...] = field(default=())


def fit(photo: Photo, result: Image | np.ndarray, names: Sequence[str] = EVERY, rounds: int = 8) -> Fit:
    """Settings that develop `photo` into `result`.

    result  an image of the same framing, (H, W, 3) uint8 sRGB when it is an array; another size is resized and noted
    names   numeric parameters that may move
    rounds  Levenberg-Marquardt steps of each of the three stages (tone, colour by hue, after rounding out)
    """
    pixels = result.eight_bit() if isinstance(result, Image) else np.asarray(result)
    small, wanted, notes = _small(photo, pixels)
    problem = _FitProblem(small, wanted)
    first = [n for n in names if n in TONE]
    values = problem.solve(dict.fromkeys(first, 0.0), rounds)
    more = [n for n in names if n not in TONE and _present(n, small, wanted)]
    if more:
        values = problem.solve({**values, **dict.fromkeys(more, 0.0)}, rounds)
    values = problem.pruned(values, rounds)
    values = {n: _rounded(n, v) for n, v in values.items()}
    settings = Settings.parse({n: v for n, v in values.items() if v})
    before, after = problem.delta_e({}), problem.delta_e(settings.values)
    if after > before:
        settings, after = Settings(), before
    if after > 5:
        notes = (*notes, f"ΔE2000 {after:.1f} is left: local edits, a crop, or a look that these sliders do not have")
    return Fit(settings, before, after, notes)


def _small(photo: Photo, pixels: np.ndarray) -> tuple[Photo, np.ndarray, tuple[str, ...]]:
    """(photo, result) at SIDE pixels. ValueError when their shapes cannot be the same framing."""
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8 or not pixels.size:
        raise ValueError(f"the result must be (H, W, 3) uint8, got {pixels.shape} {pixels.dtype}")
    ratio = (pixels.shape[1] / pixels.shape[0]) / (photo.width / photo.height)
    if not 0.97 < ratio < 1.03:
        raise ValueError(
            f"the result is {pixels.shape[1]} × {pixels.shape[0]} and the photo {photo.width} × {photo.height}: "
            "another crop cannot be fitted"
        )
    same = pixels.shape[:2] == (photo.height, photo.width)
    small = photo.resized(SIDE)
    wanted = cv2.resize(pixels, (small.width, small.height), interpolation=cv2.INTER_AREA)
    notes = (
        ()
        if same
        else (f"the result is {pixels.shape[1]} × {pixels.shape[0]}, the photo {photo.width} × {photo.height}",)
    )
    return small, wanted, notes


def _present(name: str, photo: Photo, wanted: np.ndarray) -> bool:
    """True for a parameter that has pixels to act on: hues of the mixer need some in the photo."""
    hue = next((h for h in HUES if name.endswith(f"Adjustment{h}")), None)
    if hue is None:
        return True
    shown = render(photo, threads=1).eight_bit().astype(np.float32) / 255
    hsv = cv2.cvtColor(shown, cv2.COLOR_RGB2HSV)
    centre = (0.0, 30.0, 60.0, 120.0, 180.0, 235.0, 275.0, 320.0)[HUES.index(hue)]
    near = np.abs((hsv[..., 0] - centre + 180) % 360 - 180) < 30
    return float((near & (hsv[..., 1] > 0.12) & (hsv[..., 2] > 0.08)).mean()) > LEAST_SHARE


def _unit(name: str) -> float:
    """A quarter of a slider's half range: the scale on which parameters are alike (0.5 EV for exposure)."""
    return 0.5 if name == "Exposure2012" else TABLE[name].span / 8


def _rounded(name: str, value: float) -> float:
    """To two decimals of an EV, else to whole slider units."""
    row = TABLE[name]
    return min(max(round(value, 2) if row.unit == "EV" else float(round(value)), row.low), row.high) + 0.0


class _FitProblem:
    """The comparison of one small photo with one wanted result."""

    def __init__(self, photo: Photo, wanted: np.ndarray) -> None:
        self.photo, self.wanted = photo, color.srgb_to_lab(wanted)

    def image(self, values: Mapping[str, float]) -> np.ndarray:
        """Lab of the photo developed with these values: (h, w, 3) float32."""
        settings = Settings({n: v for n, v in values.items() if v})
        return color.srgb_to_lab(render(self.photo, settings, bits=16, threads=1).pixels)

    def delta_e(self, values: Mapping[str, float]) -> float:
        """Mean ΔE2000 to the wanted result."""
        return float(color.delta_e_2000(self.image(values), self.wanted).mean())

    def cost(self, lab: np.ndarray, values: Mapping[str, float]) -> float:
        """Mean Huber-like squared ΔE (CIE 76) plus the prior."""
        apart = np.sqrt(((lab - self.wanted) ** 2).sum(-1))
        far = np.where(apart > KNEE, 2 * KNEE * apart - KNEE**2, apart**2)
        return float(far.mean()) + PRIOR * sum((v / _unit(n)) ** 2 for n, v in values.items())

    def solve(self, start: dict[str, float], rounds: int) -> dict[str, float]:
        """Levenberg-Marquardt from `start`; a step that does not help is damped and tried again."""
        values, damping = dict(start), 0.01
        lab = self.image(values)
        cost = self.cost(lab, values)
        for _ in range(rounds):
            slopes, residual, weight = self._slopes(values, lab)
            improved = False
            for _ in range(4):
                trial = self._step(values, slopes, residual, weight, damping)
                shown = self.image(trial)
                found = self.cost(shown, trial)
                if found < cost:
                    improved = cost - found > 1e-3 * cost
                    values, lab, cost, damping = trial, shown, found, max(damping / 5, 1e-4)
                    break
                damping *= 6
            if not improved:
                break
        return values

    def _slopes(self, values: dict[str, float], lab: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(derivatives by unit (n, h, w, 3), residual (h, w, 3), weights (h, w, 1))."""
        slopes = []
        for name, value in values.items():
            row, delta = TABLE[name], 0.15 * _unit(name)
            delta = -delta if value + delta > row.high else delta
            slopes.append((self.image({**values, name: value + delta}) - lab) * (_unit(name) / delta))
        residual = lab - self.wanted
        apart = np.sqrt((residual**2).sum(-1, keepdims=True))
        return np.array(slopes), residual, np.minimum(1, KNEE / np.maximum(apart, 1e-6))

    def _step(
        self, values: dict[str, float], slopes: np.ndarray, residual: np.ndarray, weight: np.ndarray, damping: float
    ) -> dict[str, float]:
        count = residual.shape[0] * residual.shape[1]
        flat = (slopes * np.sqrt(weight)).reshape(len(values), -1)
        units = np.array([_unit(n) for n in values])
        now = np.array(list(values.values())) / units
        normal = flat @ flat.T / count + PRIOR * np.eye(len(values))
        gradient = flat @ (residual * np.sqrt(weight)).ravel() / count + PRIOR * now
        normal += damping * np.diag(np.diag(normal) + 1e-3)
        moved = (now - np.linalg.solve(normal, gradient)) * units
        return {n: float(np.clip(v, TABLE[n].low, TABLE[n].high)) for n, v in zip(values, moved, strict=True)}

    def pruned(self, values: dict[str, float], rounds: int) -> dict[str, float]:
        """Without the sliders that hardly matter, the others found anew."""
        kept = {n: v for n, v in values.items() if abs(v) >= 0.5 * TABLE[n].step}
        cost = self.cost(self.image(kept), kept)
        for name in sorted(kept, key=lambda n: abs(kept[n]) / _unit(n)):
            without = {n: v for n, v in kept.items() if n != name}
            if self.cost(self.image(without), without) < cost * (1 + WORTH) + 0.01:
                kept = without
        return self.solve(kept, rounds) if kept else kept
