"""Wrong starts put right: a photo is damaged as cameras and weather do it, and the truth is the photo itself.

The damage is made outside of the sandbox (gains, clipping, veils, sensor noise), so no slider undoes it exactly; the
settings that come nearest are found by fitting and stand in the record as the gold edit.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from editor_ops import color, inverse
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings

Damage = Callable[[np.ndarray, random.Random], np.ndarray]
"""(H, W, 3) linear light in [0, 1] -> the same, damaged."""


@dataclass(frozen=True)
class Repair:
    """A damaged photo and the way back.

    kind      of the damage
    source    (H, W, 3) uint8 sRGB, damaged
    settings  that come nearest to the undamaged photo
    left      mean ΔE2000 that they leave
    """

    kind: str
    source: np.ndarray
    settings: Settings
    left: float


def under(light: np.ndarray, rng: random.Random) -> np.ndarray:
    """Exposed one to two and a half stops too short."""
    return light * 2 ** -rng.uniform(0.8, 2.4)


def over(light: np.ndarray, rng: random.Random) -> np.ndarray:
    """Exposed half to one and a half stops too long, with a soft shoulder before white."""
    bright = light * 2 ** rng.uniform(0.5, 1.4)
    return np.where(bright < 0.7, bright, 0.7 + 0.3 * (1 - np.exp(-(bright - 0.7) / 0.3)))


def cast(light: np.ndarray, rng: random.Random) -> np.ndarray:
    """Lit by a warmer, colder, greener or pinker light than the camera was set for."""
    warm, green = rng.choice((-1, 1)) * rng.uniform(0.15, 0.5), rng.gauss(0, 0.06)
    gains = np.array([2 ** (0.5 * warm), 2**green, 2 ** (-0.6 * warm)], np.float32)
    return light * (gains / float(gains @ np.array([0.2126, 0.7152, 0.0722], np.float32)))


def fluorescent(light: np.ndarray, rng: random.Random) -> np.ndarray:
    """The green or magenta of the wrong tube."""
    green = rng.choice((-1, 1)) * rng.uniform(0.12, 0.35)
    return light * np.array([2 ** (-0.4 * green), 2**green, 2 ** (-0.4 * green)], np.float32)


def haze(light: np.ndarray, rng: random.Random) -> np.ndarray:
    """A veil of air that thickens towards the top of the frame (Koschmieder's law)."""
    height = light.shape[0]
    depth = np.linspace(1.0, rng.uniform(0.2, 0.8), height, dtype=np.float32)[:, None, None]
    clear = np.exp(-rng.uniform(0.15, 0.45) * depth)
    air = np.array([0.62, 0.66, 0.72], np.float32) * rng.uniform(0.8, 1.15)
    return light * clear + air * (1 - clear)


def flat(light: np.ndarray, rng: random.Random) -> np.ndarray:
    """A log-like rendering: lifted blacks, held whites, pale colours."""
    share = rng.uniform(0.2, 0.5)
    curved = np.power(np.clip(light, 0, 1), 0.75) * 0.8 + 0.04
    grey = curved @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    return (1 - share) * light + share * (0.6 * curved + 0.4 * grey[..., None])


def dull(light: np.ndarray, rng: random.Random) -> np.ndarray:
    """A good part of the colour gone."""
    grey = light @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    share = rng.uniform(0.2, 0.45)
    return (1 - share) * light + share * grey[..., None]


def garish(light: np.ndarray, rng: random.Random) -> np.ndarray:
    """Colours and contrast turned up by an over-eager phone."""
    grey = light @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    rich = grey[..., None] + (light - grey[..., None]) * rng.uniform(1.35, 1.8)
    return np.clip(rich, 0, 1) ** rng.uniform(1.0, 1.2)


DAMAGES: Mapping[str, tuple[float, Damage]] = {
    "under": (4, under),
    "over": (2.5, over),
    "cast": (4, cast),
    "fluorescent": (1.5, fluorescent),
    "haze": (2.5, haze),
    "flat": (2.5, flat),
    "dull": (1.5, dull),
    "garish": (1.5, garish),
}
"""Kinds of damage with their weights."""
NOISE = 0.1
"""Share of damaged photos that are noisy as well, mostly dark ones."""
SMOOTHING = (0, 15, 30, 50)
"""Noise reduction that is tried against noise."""
NAMES = (
    "Exposure2012",
    "Contrast2012",
    "Highlights2012",
    "Shadows2012",
    "Whites2012",
    "Blacks2012",
    "IncrementalTemperature",
    "IncrementalTint",
    "Saturation",
    "Dehaze",
)
"""Sliders that may put a photo right."""
FIRST = {
    "cast": ("IncrementalTemperature", "IncrementalTint", "Exposure2012"),
    "fluorescent": ("IncrementalTint", "IncrementalTemperature", "Exposure2012"),
    "dull": ("Saturation", "Exposure2012"),
    "under": (
        "Exposure2012",
        "Shadows2012",
        "Blacks2012",
        "Contrast2012",
        "Highlights2012",
        "Whites2012",
        "Saturation",
    ),
    "over": ("Exposure2012", "Highlights2012", "Whites2012", "Contrast2012", "Shadows2012", "Blacks2012", "Saturation"),
}
"""Sliders for kinds that need fewer."""
ROUNDS = 5


def repair(photo: np.ndarray, rng: random.Random) -> Repair:
    """Damage a photo, (H, W, 3) uint8 sRGB, and find the settings that put it right."""
    kind = rng.choices(list(DAMAGES), [weight for weight, _ in DAMAGES.values()])[0]
    light = color.srgb_decode(photo.astype(np.float32) / 255)
    damaged = DAMAGES[kind][1](light, rng)
    noisy = rng.random() < (3 * NOISE if kind == "under" else NOISE / 2)
    if noisy:
        damaged = _noisy(damaged, rng)
    source = np.rint(255 * np.clip(color.srgb_encode(np.clip(damaged, 0, 1)), 0, 1)).astype(np.uint8)
    found = inverse.fit(Photo.from_array(source), photo, FIRST.get(kind, NAMES), rounds=ROUNDS)
    settings, left = found.settings, found.after
    if noisy:
        settings, left = _denoised(source, photo, settings)
    return Repair(f"{kind} and noise" if noisy else kind, source, settings, left)


def _noisy(light: np.ndarray, rng: random.Random) -> np.ndarray:
    """Shot noise and read noise of a small sensor, coarse enough to be seen at the data set's size."""
    noise = np.random.default_rng(rng.randrange(2**32))
    level = rng.uniform(0.006, 0.02)
    grain = noise.normal(0, 1, light.shape).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), 0.6) * 1.6
    return np.clip(light + grain * level * np.sqrt(np.maximum(light, 0) + 0.01), 0, 1)


def _denoised(source: np.ndarray, photo: np.ndarray, settings: Settings) -> tuple[Settings, float]:
    """The settings with the noise reduction that comes nearest to the clean photo, and what is left."""
    best = (settings, float("inf"))
    for amount in SMOOTHING:
        given = (
            settings.merge(Settings.parse({"LuminanceSmoothing": amount, "ColorNoiseReduction": amount}))
            if amount
            else settings
        )
        shown = render(Photo.from_array(source), given, threads=1).eight_bit()
        left = float(color.delta_e_2000(color.srgb_to_lab(shown), color.srgb_to_lab(photo)).mean())
        best = (given, left) if left < best[1] else best
    return best
