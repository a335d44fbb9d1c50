"""Fit the constants of the colour operations to real Adobe renders of identity LUTs.

    python -m bench.fit [FOLDER] [--rounds N] [--hold-out FILE]

The numbers in `editor_ops/ops/*.py` are the result, rounded. Each constant starts from, and is pulled towards, a guess
made before any fit: a published measurement, or a round number where there is none. The data are a random tenth of the
pixels of every LUT. With `--hold-out` one render is left out of the fit and only reported: an honest estimate for
files nobody has seen.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import numpy as np

from bench.fidelity import NOT_IN_A_LUT, SHARED, delta_e, lut_renders
from editor_ops import color
from editor_ops.ops import calibration, color_grading, color_mixer, tone
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings


@dataclass(frozen=True)
class Constant:
    """A module's number, or all the numbers of its tuple; a guess for each,
    and its standard deviation relative to it.
    """

    module: ModuleType
    name: str
    guess: float | tuple[float, ...]
    spread: float = 0.3

    def get(self) -> np.ndarray:
        return np.atleast_1d(np.array(getattr(self.module, self.name), float))

    def start(self) -> np.ndarray:
        return np.broadcast_to(np.array(self.guess, float), self.get().shape)

    def set(self, values: np.ndarray) -> None:
        old = getattr(self.module, self.name)
        setattr(self.module, self.name, tuple(map(float, values)) if isinstance(old, tuple) else float(values[0]))


CONSTANTS = (
    Constant(tone, "EXPOSURE_SHOULDER", 1.8),
    Constant(tone, "CONTEXT", 0.35),
    Constant(tone, "HIGHLIGHT_GAIN", 0.7),
    Constant(tone, "HIGHLIGHT_CENTRE", -2.5, 0.15),
    Constant(tone, "HIGHLIGHT_WIDTH", 0.5),
    Constant(tone, "SHADOW_GAIN", 1.1),
    Constant(tone, "SHADOW_CENTRE", -2.4, 0.2),
    Constant(tone, "SHADOW_WIDTH", 1.3),
    Constant(tone, "WHITE_PIN", 5.0),
    Constant(tone, "WHITE_DROP", 0.8),
    Constant(tone, "WHITE_DROP_POWER", 1.0),
    Constant(tone, "WHITE_DROP_PIN", 4.0),
    Constant(tone, "CONTRAST_UP", 0.8),
    Constant(calibration, "HUE_GAIN", 0.33, 0.15),
    Constant(calibration, "SATURATION_GAIN", 0.38, 0.15),
    Constant(color_mixer, "CENTRES", (10.0, 38.0, 68.0, 103.0, 190.0, 248.0, 285.0, 330.0), 0.08),  # sRGB's eight hues
    Constant(color_mixer, "TURN_RIGHT", 35.0),
    Constant(color_mixer, "TURN_LEFT", 30.0),
    Constant(color_mixer, "SATURATION_SCALE", 0.85, 0.2),
    Constant(color_mixer, "LUMINANCE_STOPS", 1.5, 0.4),
    Constant(color_mixer, "KEEP_LUMINANCE", 0.3),
    Constant(color, "ROLL_KNEE", 0.7, 0.15),
    Constant(color_mixer, "SATURATION_GAIN", 0.85),
    Constant(color_mixer, "VIBRANCE_GAIN", 0.6),
    Constant(color_mixer, "KEEP_LUMINANCE_SATURATION", 0.5),
    Constant(color_grading, "TINT_GAIN", 0.25, 0.4),
    Constant(color_grading, "ZONE_POWER", 1.0, 0.4),
)

FitCase = tuple[str, np.ndarray, np.ndarray, Settings]


def residuals(case: FitCase, pixels: np.ndarray) -> np.ndarray:
    """Lightness, chroma and hue differences of one render at `pixels`, weighted as in CIE ΔE94, in ΔE units."""
    _, source, adobe, settings = case
    ours = render(Photo.from_array(source), settings, bits=16, threads=1).pixels.reshape(-1, 3)[pixels]
    a, b = color.srgb_to_lab(ours[None])[0], color.srgb_to_lab(adobe.reshape(-1, 3)[pixels][None])[0]
    chroma = np.hypot(b[:, 1], b[:, 2])
    d_chroma = np.hypot(a[:, 1], a[:, 2]) - chroma
    d_hue = np.sqrt(np.maximum(((a - b)[:, 1:] ** 2).sum(1) - d_chroma**2, 1e-9))
    parts = np.stack([(a - b)[:, 0], d_chroma / (1 + 0.045 * chroma), d_hue / (1 + 0.015 * chroma)], 1)
    return np.clip(parts, -12, 12).ravel() / np.sqrt(len(pixels))


def fit(cases: list[FitCase], rounds: int, weight: float = 0.6) -> float:
    """Least squares over all constants with their priors; sets them in their modules and returns the cost."""
    from scipy.optimize import least_squares

    start = np.concatenate([c.start() for c in CONSTANTS])
    scale = np.concatenate(
        [np.maximum(np.abs(c.start()), 60 if c.name == "CENTRES" else 0) * c.spread for c in CONSTANTS]
    )
    pixels = np.random.default_rng(0).choice(512 * 512, 26_000, replace=False)

    def cost(x: np.ndarray) -> np.ndarray:
        apply(x)
        return np.concatenate([*(residuals(c, pixels) for c in cases), (x - start) / scale * weight])

    result = least_squares(cost, start, diff_step=2e-3, x_scale=scale, max_nfev=rounds)
    apply(result.x)
    return float(result.cost)


def apply(x: np.ndarray) -> None:
    """Put a vector of values into the constants, in order."""
    at = 0
    for constant in CONSTANTS:
        size = len(constant.get())
        constant.set(x[at : at + size])
        at += size


def main() -> int:
    """Fit, then print each constant and the mean ΔE2000 of every render."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=SHARED)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--hold-out", default="")
    options = parser.parse_args()
    cases = [
        (n, s, a, Settings({k: v for k, v in t.values.items() if k not in NOT_IN_A_LUT}))
        for n, s, a, t in lut_renders(options.folder)
    ]
    if not cases:
        print(f"{options.folder}: no LUT renders with embedded settings here")
        return 2
    print("cost", fit([c for c in cases if c[0] != options.hold_out], options.rounds))
    for constant in CONSTANTS:
        print(f"{constant.module.__name__}.{constant.name} = {np.round(constant.get(), 3).tolist()}")
    for name, source, adobe, settings in cases:
        error = delta_e(render(Photo.from_array(source), settings).pixels, adobe).mean()
        print(f"{name}: {error:.2f}{' (held out)' if name == options.hold_out else ''}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
