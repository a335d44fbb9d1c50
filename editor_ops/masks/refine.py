"""From a rough map to the edges of the photo: graph cut on colours, and the guided filter."""

import cv2
import numpy as np

CUT_SIDE = 320
"""Long side (pixels) that graph cuts run at."""
FILTER_SIDE = 512
"""Long side (pixels) that the guided filter fits at; its result is read at full size."""


def limited(photo: np.ndarray, side: int) -> np.ndarray:
    """The photo with its long edge at most `side`, by area; at least one pixel each way."""
    scale = side / max(photo.shape[:2])
    if scale >= 1:
        return photo
    size = tuple(max(1, round(n * scale)) for n in photo.shape[1::-1])
    return cv2.resize(photo, size, interpolation=cv2.INTER_AREA)


def to_size(weight: np.ndarray, height: int, width: int) -> np.ndarray:
    """(h, w) -> (height, width) float32, linear (area when it shrinks)."""
    shrinks = weight.shape[0] > height
    return cv2.resize(
        weight.astype(np.float32), (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
    )


def lab(rgb: np.ndarray) -> np.ndarray:
    """(h, w, 3) uint8 sRGB -> float32 CIE Lab (OpenCV's: D65, L 0-100)."""
    return cv2.cvtColor(rgb.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)


def cut(rgb: np.ndarray, weight: np.ndarray, low: float = 0.05, high: float = 0.95, rounds: int = 2) -> np.ndarray:
    """GrabCut (Rother et al. 2004) started from a map: (h, w) float32 of 0 and 1, at the map's size.

    weight  (h, w) in [0, 1]: below `low` surely outside, above `high` surely inside, the rest leans to the nearer.
    Where one of the two sides has next to no pixels, the map is returned thresholded.
    """
    h, w = weight.shape
    small = limited(rgb, CUT_SIDE)
    guess = to_size(weight, *small.shape[:2])
    marks = np.where(guess > 0.5, cv2.GC_PR_FGD, cv2.GC_PR_BGD).astype(np.uint8)
    marks[guess < low] = cv2.GC_BGD
    marks[guess > high] = cv2.GC_FGD
    inside = int((guess > 0.5).sum())
    if min(inside, marks.size - inside) < 16:
        return (weight > 0.5).astype(np.float32)
    cv2.setRNGSeed(0)  # its k-means starts at random: one photo, one mask
    background, foreground = np.zeros((1, 65)), np.zeros((1, 65))
    # OpenCV works on BGR by convention; any three channels do
    cv2.grabCut(small, marks, None, background, foreground, rounds, cv2.GC_INIT_WITH_MASK)
    found = ((marks == cv2.GC_FGD) | (marks == cv2.GC_PR_FGD)).astype(np.float32)
    return to_size(found, h, w)


def guided(rgb: np.ndarray, weight: np.ndarray, radius: float = 0.012, eps: float = 3e-4) -> np.ndarray:
    """The colour guided filter (He et al. 2013): edges of the map move to edges of the photo; (h, w) in [0, 1].

    radius  of its window, as a fraction of the long edge; eps  variance (of values in [0, 1]) taken for flat
    """
    h, w = rgb.shape[:2]
    small = limited(rgb, FILTER_SIDE).astype(np.float32) / 255
    target = to_size(weight, *small.shape[:2])
    reach = max(1, round(radius * max(small.shape[:2])))
    side = (2 * reach + 1, 2 * reach + 1)
    mean = cv2.blur(small, side)
    mean_w = cv2.blur(target, side)
    covariance = cv2.blur(small * target[..., None], side) - mean * mean_w[..., None]
    slope = _solve(_variances(small, mean, side, eps), covariance)
    offset = mean_w - (slope * mean).sum(2)
    slope, offset = cv2.blur(slope, side), cv2.blur(offset, side)
    full = rgb.astype(np.float32) / 255
    value = (to_size_3(slope, h, w) * full).sum(2) + to_size(offset, h, w)
    return np.clip(value, 0, 1)


def firm(weight: np.ndarray) -> np.ndarray:
    """A filtered map whose faint part, which lies outside of what it shows, is gone: 0 below 0.3, 1 above 0.7."""
    return np.clip(2.5 * weight - 0.75, 0, 1)


def expected_overlap(chance: np.ndarray, weight: np.ndarray) -> float:
    """The overlap (IoU) of a map with what is truly there, where that is known by its chance at each pixel."""
    both = float((chance * weight).sum())
    return both / max(float(chance.sum()) + float(weight.sum()) - both, 1.0)


def shared(a: np.ndarray, b: np.ndarray) -> float:
    """The overlap (IoU) of two soft maps."""
    return float(np.minimum(a, b).sum() / max(float(np.maximum(a, b).sum()), 1.0))


def to_size_3(field: np.ndarray, height: int, width: int) -> np.ndarray:
    """(h, w, 3) float32 -> (height, width, 3), linear."""
    return cv2.resize(field, (width, height), interpolation=cv2.INTER_LINEAR)


def _variances(small: np.ndarray, mean: np.ndarray, side: tuple[int, int], eps: float) -> list[np.ndarray]:
    """The six entries rr, rg, rb, gg, gb, bb of the window's covariance, eps on the diagonal."""
    pairs = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    return [
        cv2.blur(small[..., i] * small[..., j], side) - mean[..., i] * mean[..., j] + (eps if i == j else 0)
        for i, j in pairs
    ]


def _solve(matrix: list[np.ndarray], right: np.ndarray) -> np.ndarray:
    """Symmetric 3 × 3 systems, one a pixel, by the adjugate: (h, w, 3)."""
    rr, rg, rb, gg, gb, bb = matrix
    a, b, c = gg * bb - gb * gb, rb * gb - rg * bb, rg * gb - rb * gg
    d, e, f = rr * bb - rb * rb, rg * rb - rr * gb, rr * gg - rg * rg
    determinant = np.maximum(rr * a + rg * b + rb * c, 1e-12)
    x, y, z = right[..., 0], right[..., 1], right[..., 2]
    return np.stack([a * x + b * y + c * z, b * x + d * y + e * z, c * x + e * y + f * z], -1) / determinant[..., None]


def pieces(weight: np.ndarray, least: float) -> list[np.ndarray]:
    """Connected parts of weight > 0.5 with at least the fraction `least` of the frame, largest first: bool (h, w)."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats((weight > 0.5).astype(np.uint8), connectivity=8)
    areas = [(int(stats[i, cv2.CC_STAT_AREA]), i) for i in range(1, count)]
    return [labels == i for area, i in sorted(areas, key=lambda a: (-a[0], a[1])) if area >= least * weight.size]


def gaussian(samples: np.ndarray, values: np.ndarray, spread: float = 4.0) -> np.ndarray:
    """Mahalanobis distance of values (…, k) from samples (n, k) with a floor of `spread` per axis: float32 (…)."""
    mean = samples.mean(0)
    covariance = np.cov(samples, rowvar=False) if len(samples) > 2 else np.zeros((samples.shape[1],) * 2)
    inverse = np.linalg.inv(np.atleast_2d(covariance) + spread**2 * np.eye(samples.shape[1]))
    off = values - mean
    return np.sqrt(np.maximum(np.einsum("...i,ij,...j->...", off, inverse, off), 0)).astype(np.float32)
