"""Aperture shapes of the lens blur, and filtering with them."""

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

CIRCLE, BUBBLE, BLADE, RING, ANAMORPHIC = range(5)
SECTORS = 8
"""Directions in which cat-eye shapes are made; between them they are mixed."""


def shape(radius: float, values: Mapping[str, Any], toward: tuple[float, float] = (0.0, 0.0)) -> np.ndarray:
    """Weights of an aperture of `radius` pixels, sum 1: (n, n) float32.

    toward  shift (x, y) in radii of the second disc that cuts it to a cat's eye; (0, 0) does not cut
    """
    reach = int(np.ceil(radius * 1.5)) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1] / max(radius, 0.3)
    cut = np.hypot(x - toward[0], y - toward[1])
    angle = np.radians(values["BokehRotation"])
    x, y = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    kind = round(values["BokehShape"])
    stretch = 2 ** (0.6 * values["BokehAspect"] / 100) * (0.66 if kind == ANAMORPHIC else 1.0)
    x, y = x / stretch**0.5, y * stretch**0.5
    away = np.hypot(x, y)
    edge = away
    if kind == BLADE:
        edge = np.max([x * np.cos(a) + y * np.sin(a) for a in np.arange(5) * np.pi / 2.5], axis=0) / 0.9
    soft = (0.75 - 0.6 * values["BokehShapeDetail"] / 100) + 0.5 / max(radius, 0.5)
    weight = np.clip((1 - edge) / soft + 0.5, 0, 1)
    if any(toward):
        weight *= np.clip((1 - cut) / soft + 0.5, 0, 1)
    if kind == BUBBLE:
        weight *= 0.45 + np.minimum(away, 1) ** 4
    if kind == RING:
        weight *= 0.08 + np.clip((away - 0.45) / 0.2, 0, 1)
    weight *= np.maximum(1 + 0.8 * values["SphericalAberration"] / 100 * (2 * np.minimum(away, 1) ** 2 - 1), 0.02)
    weight[reach, reach] += 1e-6
    return (weight / weight.sum()).astype(np.float32)


def _filter(image: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    return cv2.filter2D(image, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE)


def filtered(image: np.ndarray, radius: float, values: Mapping[str, Any]) -> np.ndarray:
    """An image (h, w, 4) averaged over the aperture; with CatEyeAmount the aperture narrows towards the corners."""
    plain = _filter(image, shape(radius, values))
    amount = values["CatEyeAmount"] / 100
    if not amount:
        return plain
    height, width = image.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = (x + 0.5) / width * 2 - 1, (y + 0.5) / height * 2 - 1
    start = 0.9 * (1 - values["CatEyeScale"] / 100)
    squeezed = np.clip((np.hypot(x, y) - start) / (1.42 - start), 0, 1)
    turn = np.arctan2(y, x) / (2 * np.pi) * SECTORS % SECTORS
    out = plain * (1 - squeezed)[..., None]
    for sector in range(SECTORS):
        angle = sector * 2 * np.pi / SECTORS
        away = np.abs((turn - sector + SECTORS / 2) % SECTORS - SECTORS / 2)
        share = squeezed * np.clip(1 - away, 0, 1)
        toward = -0.95 * amount * np.cos(angle), -0.95 * amount * np.sin(angle)
        out += _filter(image, shape(radius, values, toward)) * share[..., None]
    return np.ascontiguousarray(out, np.float32)
