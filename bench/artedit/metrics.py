"""Metrics of the benchmarks: images against images, scores against scores, and how sure a figure is.

Images are (H, W, 3) uint8 sRGB arrays of one size; `aligned` makes them so and says when it had to.
L1 and L2 are on RGB in [0, 1], as in the JarvisEvo paper (section 4), which prints L1 × 10² and L2 × 10³.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from editor_ops import color

SSIM_SIGMA, SSIM_RADIUS, SSIM_K = 1.5, 5, (0.01, 0.03)
"""Gaussian window and constants of Wang et al. 2004."""


def aligned(result: np.ndarray, target: np.ndarray) -> tuple[np.ndarray, str]:
    """`result` at the size of `target`, by area when it shrinks and cubic when it grows,
    and what to report ("" if nothing).
    """
    for name, image in (("result", result), ("target", target)):
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or not image.size:
            raise ValueError(f"the {name} must be (H, W, 3) uint8, got {image.shape} {image.dtype}")
    if result.shape == target.shape:
        return result, ""
    height, width = target.shape[:2]
    smaller = height * width < result.shape[0] * result.shape[1]
    resized = cv2.resize(result, (width, height), interpolation=cv2.INTER_AREA if smaller else cv2.INTER_CUBIC)
    return resized, f"resized from {result.shape[1]} × {result.shape[0]} to {width} × {height}"


def l1(result: np.ndarray, target: np.ndarray) -> float:
    """Mean absolute difference on [0, 1]."""
    return float(np.abs(result.astype(np.float64) - target).mean() / 255)


def l2(result: np.ndarray, target: np.ndarray) -> float:
    """Mean squared difference on [0, 1]."""
    return float(((result.astype(np.float64) - target) ** 2).mean() / 255**2)


def psnr(result: np.ndarray, target: np.ndarray) -> float:
    """Peak signal-to-noise ratio in dB; infinite for equal images."""
    error = l2(result, target)
    return -10 * math.log10(error) if error else math.inf


delta_e = color.mean_delta_e
"""Mean CIEDE2000."""


def ssim(result: np.ndarray, target: np.ndarray) -> float:
    """Mean structural similarity over the three channels (Wang et al. 2004), Gaussian window; borders left out.

    NaN for images smaller than the window.
    """
    if min(result.shape[:2]) <= 2 * SSIM_RADIUS:
        return math.nan
    x, y = result.astype(np.float64), target.astype(np.float64)

    def smooth(plane: np.ndarray) -> np.ndarray:
        size = (2 * SSIM_RADIUS + 1,) * 2
        inner = slice(SSIM_RADIUS, -SSIM_RADIUS)
        return cv2.GaussianBlur(plane, size, SSIM_SIGMA, borderType=cv2.BORDER_REFLECT)[inner, inner]

    mx, my = smooth(x), smooth(y)
    vx, vy, cov = smooth(x * x) - mx * mx, smooth(y * y) - my * my, smooth(x * y) - mx * my
    c1, c2 = ((k * 255) ** 2 for k in SSIM_K)
    return float((((2 * mx * my + c1) * (2 * cov + c2)) / ((mx**2 + my**2 + c1) * (vx + vy + c2))).mean())


def overall(consistency: float, quality: float) -> float:
    """O = √(SC · PQ) of one sample; a table's O is the mean of these, not the root of the means (VIEScore)."""
    return math.sqrt(consistency * quality)


# ---- how sure


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean as it is reported.

    n      items that were scored
    error  standard error of the mean; NaN for fewer than two
    """

    mean: float
    error: float
    n: int

    def __str__(self) -> str:
        return f"{self.mean:.3f} ± {self.error:.3f} (n = {self.n})" if self.n > 1 else f"{self.mean:.3f} (n = {self.n})"


def figure(values: Sequence[float]) -> Figure:
    """Mean with its standard error."""
    array = np.asarray(values, np.float64)
    if not len(array):
        return Figure(math.nan, math.nan, 0)
    error = float(array.std(ddof=1) / math.sqrt(len(array))) if len(array) > 1 else math.nan
    return Figure(float(array.mean()), error, len(array))


def bootstrap(
    statistic: Callable[..., float], *columns: Sequence[float], rounds: int = 2000, level: float = 0.95, seed: int = 0
) -> tuple[float, float]:
    """Percentile interval of a statistic of paired columns, rows sampled with replacement; the same for the same seed.

    Draws on which the statistic is not defined are left out; (NaN, NaN) when all are.
    """
    arrays = [np.asarray(column, np.float64) for column in columns]
    count, rng = len(arrays[0]), np.random.default_rng(seed)
    if count < 2:
        return math.nan, math.nan
    draws = []
    for _ in range(rounds):
        rows = rng.integers(0, count, count)
        draws.append(statistic(*(array[rows] for array in arrays)))
    usable = np.array([d for d in draws if not math.isnan(d)])
    if not len(usable):
        return math.nan, math.nan
    low, high = np.percentile(usable, [50 * (1 - level), 50 * (1 + level)])
    return float(low), float(high)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems on the same items.

    difference  mean of (first - second)
    p           two-sided, by flipping signs of the pairs' differences (exact up to 12 pairs, else sampled)
    """

    difference: float
    low: float
    high: float
    p: float
    n: int
    wins: int
    losses: int


def compare(first: Sequence[float], second: Sequence[float], rounds: int = 10_000, seed: int = 0) -> Comparison:
    """Paired test of two systems' scores on the same items."""
    a, b = np.asarray(first, np.float64), np.asarray(second, np.float64)
    if a.shape != b.shape or not len(a):
        raise ValueError(f"{len(a)} scores against {len(b)}: the same items are needed")
    apart = a - b
    low, high = bootstrap(lambda d: float(np.mean(d)), apart.tolist(), seed=seed)
    signs = _signs(len(apart), rounds, seed)
    flipped = np.abs(signs @ apart) / len(apart)
    observed = abs(float(apart.mean()))
    extreme = int((flipped >= observed - 1e-12).sum())
    exact = len(apart) <= 12
    p = extreme / len(signs) if exact else (extreme + 1) / (len(signs) + 1)
    return Comparison(float(apart.mean()), low, high, p, len(apart), int((apart > 0).sum()), int((apart < 0).sum()))


def _signs(count: int, rounds: int, seed: int) -> np.ndarray:
    if count <= 12:
        return 1 - 2 * ((np.arange(2**count)[:, None] >> np.arange(count)) & 1)
    return np.random.default_rng(seed).choice([-1, 1], (rounds, count))
