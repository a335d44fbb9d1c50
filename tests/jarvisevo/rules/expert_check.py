"""What a sentence did to a photo: the change of one quantity, in multiples of what an eye notices."""

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from editor_ops import Settings, load, render
from editor_ops.measure import Measurement, band_index, measure, to_lab
from editor_ops.ops.color_mixer import HUES
from editor_ops.photo import Photo

ROOT = Path(__file__).resolve().parents[3]
SIZE = 400
LEAST = {
    "lightness": 0.8,
    "contrast": 0.3,
    "chroma": 0.4,
    "warmth": 0.6,
    "magenta": 0.5,
    "sharpness": 0.1,
    "local_contrast": 0.05,
    "texture": 0.02,
    "noise": 0.008,
    "corner_lightness": 0.8,
    "haze": 0.003,
    "highlights": 0.6,
    "shadows": 0.6,
    "whites": 0.5,
    "blacks": 0.15,
}
"""Smallest change of each quantity that counts, in its unit."""


@lru_cache
def photos() -> dict[str, Photo]:
    """Small copies of the examples and of a colourful synthetic scene;
    scarce hues and tones are all present in some.
    """
    found = {path.stem: load(path).resized(SIZE) for path in sorted((ROOT / "examples").glob("*.jpg"))}
    return {name: Photo.from_array(photo.pixels) for name, photo in found.items()} | {
        "scene": scene(),
        "pale": scene(0.45, 0.3),
    }


def scene(saturation: float = 1.0, veil: float = 0.0) -> Photo:
    """A made-up landscape: blue sky, clouds, green and yellow grass, red and orange things, skin, shade, texture,
    noise.
    """
    rng = np.random.default_rng(4)
    picture = np.zeros((260, 390, 3), np.float32)
    y = np.linspace(0, 1, 130, dtype=np.float32)[:, None]
    picture[:130] = np.array([0.30, 0.50, 0.85]) + y[..., None] * np.array([0.35, 0.25, 0.05])
    picture[130:] = np.array([0.30, 0.48, 0.18]) * (1.1 - 0.5 * y[..., None])
    for x, colour in enumerate(
        (
            (0.75, 0.16, 0.14),
            (0.85, 0.50, 0.15),
            (0.85, 0.78, 0.25),
            (0.78, 0.58, 0.46),
            (0.30, 0.65, 0.66),
            (0.50, 0.28, 0.62),
            (0.8, 0.3, 0.6),
        )
    ):
        cv2.rectangle(picture, (12 + 54 * x, 150), (52 + 54 * x, 200), colour, -1)
    cv2.ellipse(picture, (110, 45), (60, 18), 0, 0, 360, (0.95, 0.95, 0.96), -1)
    cv2.rectangle(picture, (250, 60), (330, 135), (0.45, 0.44, 0.43), -1)
    cv2.rectangle(picture, (0, 215), (389, 259), (0.10, 0.10, 0.11), -1)
    picture += 0.05 * cv2.GaussianBlur(rng.normal(0, 1, picture.shape[:2]).astype(np.float32), (0, 0), 1.2)[..., None]
    picture += rng.normal(0, 0.012, picture.shape)
    grey = picture.mean(-1, keepdims=True)
    picture = grey + saturation * (picture - grey)
    return Photo.from_array(np.clip(veil + (1 - 1.4 * veil) * picture, 0, 1))


def moved(photo: Photo, settings: Settings, quantity: str, direction: int = 0) -> float | None:
    """Change in units of LEAST (beyond ±1 it counts; 0 when it is smaller); None when the photo cannot show it."""
    before, after = render(photo).pixels, render(photo, settings).pixels
    if ":" in quantity:
        return _of_hue(before, after, quantity)
    if quantity == "grey":
        return 1.0 if measure(after).chroma < 1 else -1.0
    old, new = _first(photo), measure(after)
    if quantity == "cast":
        size = np.hypot(*old.cast)
        return None if size < 5 or old.neutral_share < 0.1 else float(np.hypot(*new.cast) - size)
    if quantity in ("highlights", "shadows", "whites", "blacks"):
        change = _zone(before, after, quantity)
    else:
        change = float(getattr(new, quantity)) - float(getattr(old, quantity))
    if _impossible(old, quantity, direction):
        return None
    return 0.0 if abs(change) < LEAST[quantity] else change / LEAST[quantity]


@lru_cache(maxsize=32)
def _first(photo: Photo) -> Measurement:
    return measure(photo)


def _impossible(old: Measurement, quantity: str, direction: int) -> bool:
    """True when the photo has nothing to show it with, whatever the settings."""
    if quantity in ("shadows", "blacks", "corner_lightness") and old.percentiles[2] < 2:
        return True  # black is black
    if quantity == "noise":  # nothing to remove, or fine detail everywhere in which grain does not show
        return old.noise < 0.12 if direction < 0 else old.noise > 1.5
    return quantity == "haze" and old.haze < 0.05


def _zone(before: np.ndarray, after: np.ndarray, zone: str) -> float:
    low, high = {"highlights": (75, 100), "shadows": (0, 33), "whites": (95, 100), "blacks": (0, 6)}[zone]
    l = to_lab(before)[..., 0]
    mask = (l >= np.percentile(l, low)) & (l <= np.percentile(l, high))
    return float(to_lab(after)[..., 0][mask].mean() - l[mask].mean())


def _of_hue(before: np.ndarray, after: np.ndarray, quantity: str) -> float | None:
    kind, band, what = quantity.split(":")
    a, b = to_lab(before), to_lab(after)
    mask = (band_index(before) == HUES.index(band)) & (np.hypot(a[..., 1], a[..., 2]) > 9)
    if mask.mean() < 0.01:
        return None
    if kind == "hue" and what == "lightness":
        change = float((b - a)[..., 0][mask].mean())
        return 0.0 if abs(change) < 0.5 else change
    if kind == "hue":
        change = float(np.hypot(b[..., 1], b[..., 2])[mask].mean() - np.hypot(a[..., 1], a[..., 2])[mask].mean())
        return 0.0 if abs(change) < 0.5 else change
    aim = {"Yellow": 95.0, "Blue": 280.0, "Green": 140.0, "Red": 35.0}[what]
    angles = [np.degrees(np.arctan2(v[..., 2][mask].mean(), v[..., 1][mask].mean())) for v in (a, b)]
    apart = [abs((angle - aim + 180) % 360 - 180) for angle in angles]
    return 0.0 if abs(apart[0] - apart[1]) < 1 else apart[0] - apart[1]
