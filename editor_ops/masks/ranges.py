"""Masks by value: a range of luminance, a range of colour. They read the photo before any edit."""

import math

import cv2
import numpy as np

from editor_ops import color
from editor_ops.masks.region import MaskError

COLOUR_REACH = (3.0, 45.0)
"""ΔE (CIE 76, Lab) that ColorAmount 0 and 1 reach: full weight within half of it, none beyond."""


def luminance(linear: np.ndarray, corners: tuple[float, ...]) -> np.ndarray:
    """Trapezoid on encoded luminance: linear ProPhoto (h, W, 3) -> (h, W) float32.

    corners  (none below, full from, full to, none above) in [0, 1], in sRGB-encoded luminance
    """
    if len(corners) != 4 or not all(map(math.isfinite, corners)):
        raise MaskError("the luminance range needs four numbers")
    low, first, last, high = corners
    if not (low <= first <= last <= high):
        raise MaskError(f"the luminance range must rise: {low:g} {first:g} {last:g} {high:g}")
    codes = np.arange(65536) / 65535.0
    tone = color.srgb_encode(codes * codes)
    rise = (tone >= first).astype(float) if first <= low else np.clip((tone - low) / (first - low), 0, 1)
    fall = (tone <= last).astype(float) if high <= last else np.clip((high - tone) / (high - last), 0, 1)
    weight = np.minimum(rise, fall)
    table = (weight * weight * (3 - 2 * weight)).astype(np.float32)
    return color.lookup(color.quantise(cv2.sqrt(np.maximum(color.luminance(linear), 0))), table)


def colour(linear: np.ndarray, samples: list[tuple[float, float, float]], amount: float) -> np.ndarray:
    """Nearness to the sampled colours: linear ProPhoto (h, W, 3) -> (h, W) float32.

    samples  Lab colours (D50); the nearest one counts; lightness counts half, as shade varies over a thing
    amount   ColorAmount in [0, 1]
    """
    if not samples:
        raise MaskError("the colour range has no sampled colour")
    pixels = color.lab(np.minimum(linear, 1.0)).astype(np.float32)
    reach = COLOUR_REACH[0] + (COLOUR_REACH[1] - COLOUR_REACH[0]) * min(max(amount, 0.0), 1.0)
    nearest = np.full(pixels.shape[:2], np.inf, np.float32)
    for lightness, a, b in samples:
        distance = (
            (0.5 * (pixels[..., 0] - np.float32(lightness))) ** 2
            + (pixels[..., 1] - np.float32(a)) ** 2
            + (pixels[..., 2] - np.float32(b)) ** 2
        )
        nearest = np.minimum(nearest, distance)
    fraction = np.clip(2 - 2 * np.sqrt(nearest) / np.float32(reach), 0, 1)
    return fraction * fraction * (3 - 2 * fraction)
