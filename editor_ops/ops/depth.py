"""A guess at depth without a network, and the blur that a focal range asks for."""

import numpy as np

from editor_ops import color
from editor_ops.frame import Frame
from editor_ops.ops.neighbourhood import guided, log_luminance, smooth, smoothstep
from editor_ops.settings import Problem, SettingsError

AUTOMATIC = "0 0 100 100"
"""FocalRange that means "the subject"."""
SUBJECT_DEPTH = 30.0
SUBJECT_RANGE = (4.0, 20.0, 40.0, 75.0)
"""Depths (outer, inner, inner, outer) that stay sharp when the range is automatic."""


def subject(frame: Frame) -> np.ndarray:
    """How likely each pixel is the subject: sharp, unlike the border, near the middle. (h, w) float32 in [0, 1]."""
    small = frame.small
    height, width = small.shape[:2]
    side = max(height, width)
    log = log_luminance(frame.luminance)
    sharp = smooth(np.abs(log - smooth(log, 0.004 * side)), 0.02 * side)
    sharp /= np.float32(np.percentile(sharp, 95) + 1e-3)
    lab = color.lab(np.clip(small, 0, 1)).astype(np.float32)
    edge = max(1, side // 40)
    border = np.concatenate([lab[:edge].reshape(-1, 3), lab[:, :edge].reshape(-1, 3), lab[:, -edge:].reshape(-1, 3)])
    unlike = np.sqrt(((lab - border.mean(0)) ** 2).sum(-1)) / np.float32(border.std() + 12)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    middle = np.exp(-(((x / width - 0.5) / 0.24) ** 2) / 2 - ((y / height - 0.55) / 0.45) ** 2 / 2)
    score = smooth(middle * (0.15 + 0.7 * np.minimum(sharp, 1) + 0.6 * np.minimum(unlike, 2)), 0.015 * side)
    top = float(np.percentile(score, 99)) + 1e-3
    return smoothstep(guided(score, log, max(2, round(0.03 * side)), 0.05), 0.34 * top, 0.62 * top)


def depth_map(frame: Frame) -> np.ndarray:
    """Depth 0 (near) to 100 (far), (h, w) float32: a ground plane to a horizon at 40 %, the subject in front; kept."""
    if "depth" not in frame.maps:
        height = frame.small.shape[0]
        y = ((np.arange(height, dtype=np.float32) + 0.5) / height)[:, None]
        plane = 8 + 92 * np.clip((1.02 - y) / 0.62, 0, 1) ** np.float32(0.8)
        likely = subject(frame)
        frame.maps["depth"] = (plane * (1 - likely) + np.float32(SUBJECT_DEPTH) * likely).astype(np.float32)
    return frame.maps["depth"]


def focal_range(text: str) -> tuple[float, float, float, float]:
    """Four numbers; SettingsError when it is anything else."""
    try:
        a, b, c, d = map(float, text.replace(",", " ").split())
    except ValueError:
        problem = Problem("LensBlur.FocalRange", "type", f"expected four numbers, got {text[:40]!r}")
        raise SettingsError([problem]) from None
    return a, b, c, d


def blur_map(frame: Frame, text: str) -> np.ndarray:
    """Share of the largest blur per pixel of the analysis map, 0 (sharp) to 1: (h, w) float32."""
    a, b, c, d = focal_range(text)
    if 0 <= a < c <= 1 and 0 <= b < d <= 1:
        return _around_box(frame, a, b, c, d)
    if text.split() == AUTOMATIC.split():
        a, b, c, d = SUBJECT_RANGE
    depth = depth_map(frame)
    nearer = (b - depth) / np.float32(max(b - a, 1.0))
    farther = (depth - c) / np.float32(max(d - c, 1.0))
    return np.clip(np.maximum(nearer, farther), 0, 1).astype(np.float32)


def _around_box(frame: Frame, left: float, top: float, right: float, bottom: float) -> np.ndarray:
    """Sharp inside a box, full blur a fifth of the frame away from it, the transition drawn to edges of the photo."""
    height, width = frame.small.shape[:2]
    x = ((np.arange(width, dtype=np.float32) + 0.5) / width)[None]
    y = ((np.arange(height, dtype=np.float32) + 0.5) / height)[:, None]
    dx, dy = np.maximum(left - x, x - right), np.maximum(top - y, y - bottom)
    away = np.sqrt(np.maximum(dx, 0) ** 2 + np.maximum(dy, 0) ** 2)
    blur = smoothstep(away, 0.0, 0.2)
    refined = guided(blur, log_luminance(frame.luminance), max(2, round(0.03 * max(height, width))), 0.05)
    return np.clip(np.where(away > 0, refined, 0), 0, 1).astype(np.float32)
