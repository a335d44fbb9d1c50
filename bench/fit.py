"""Fit the constants of the colour operations to real Adobe renders of identity LUTs.

    python -m bench.fit [FOLDER] [--rounds N] [--hold-out FILE]

The numbers in `editor_ops/ops/*.py` are the result, rounded. Each constant is pulled towards the
value it has now (published measurements, or the last fit) by `spread`; the data are every pixel of
a random tenth of the LUTs. With `--hold-out` one render is left out of the fit and only reported: an honest
guess at files nobody has seen.
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
    """A module's number, or all the numbers of its tuple, with a standard deviation relative to its value."""

    module: ModuleType
    name: str
    spread: float = 0.25

    def get(self) -> np.ndarray:
        return np.atleast_1d(np.array(getattr(self.module, self.name), float))

    def set(self, values: np.ndarray) -> None:
        old = getattr(self.module, self.name)
        setattr(self.module, self.name, tuple(map(float, values)) if isinstance(old, tuple) else float(values[0]))


CONSTANTS = (
    *(Constant(tone, n) for n in (
        "EXPOSURE_SHOULDER", "CONTEXT", "HIGHLIGHT_GAIN", "HIGHLIGHT_WIDTH", "SHADOW_GAIN", "SHADOW_CENTRE",
        "SHADOW_WIDTH", "WHITE_PIN", "CONTRAST_UP", "WHITE_DROP", "WHITE_DROP_POWER", "WHITE_DROP_PIN")),
    Constant(tone, "HIGHLIGHT_CENTRE", 0.15),
    *(Constant(calibration, n, 0.15) for n in ("HUE_GAIN", "SATURATION_GAIN")),
    Constant(color_mixer, "CENTRES", 0.08), Constant(color_mixer, "TURN_RIGHT"), Constant(color_mixer, "TURN_LEFT"),
    Constant(color_mixer, "SATURATION_SCALE", 0.2), Constant(color_mixer, "LUMINANCE_STOPS", 0.4),
    *(Constant(color_mixer, n) for n in (
        "KEEP_LUMINANCE", "SATURATION_GAIN", "VIBRANCE_GAIN", "KEEP_LUMINANCE_SATURATION")),
    Constant(color, "ROLL_KNEE"),
    *(Constant(color_grading, n, 0.4) for n in ("TINT_GAIN", "ZONE_POWER")),
)  # fmt: skip

Case = tuple[str, np.ndarray, np.ndarray, Settings]


def residuals(case: Case, pixels: np.ndarray) -> np.ndarray:
    """Lightness, chroma and hue differences of one render at `pixels`, weighted as in CIE ΔE94, in ΔE units."""
    _, source, adobe, settings = case
    ours = render(Photo.from_array(source), settings, bits=16, threads=1).pixels.reshape(-1, 3)[pixels]
    a, b = color.srgb_to_lab(ours[None])[0], color.srgb_to_lab(adobe.reshape(-1, 3)[pixels][None])[0]
    chroma = np.hypot(b[:, 1], b[:, 2])
    d_chroma = np.hypot(a[:, 1], a[:, 2]) - chroma
    d_hue = np.sqrt(np.maximum(((a - b)[:, 1:] ** 2).sum(1) - d_chroma**2, 1e-9))
    parts = np.stack([(a - b)[:, 0], d_chroma / (1 + 0.045 * chroma), d_hue / (1 + 0.015 * chroma)], 1)
    return np.clip(parts, -12, 12).ravel() / np.sqrt(len(pixels))


def fit(cases: list[Case], rounds: int, weight: float = 0.6) -> float:
    """Least squares over all constants with their priors; sets them in their modules and returns the cost."""
    from scipy.optimize import least_squares

    start = np.concatenate([c.get() for c in CONSTANTS])
    scale = np.concatenate(
        [np.maximum(np.abs(c.get()), 5.0 if c.name == "CENTRES" else 0.0) * c.spread for c in CONSTANTS]
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
    cases = [(n, s, a, Settings({k: v for k, v in t.values.items() if k not in NOT_IN_A_LUT}))
             for n, s, a, t in lut_renders(options.folder)]  # fmt: skip
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
