"""Colour words: which pixels of a photo they mean, which mixer bands hold those, and which way a cast of them leans."""

import numpy as np

from editor_ops.ops.color_mixer import HUES
from jarvisevo.rules.goals import View

LAB_HUES: dict[str, tuple[float, float]] = {
    "red": (2.0, 48.0),
    "orange": (44.0, 80.0),
    "yellow": (76.0, 108.0),
    "green": (104.0, 174.0),
    "aqua": (170.0, 230.0),
    "blue": (222.0, 308.0),
    "purple": (296.0, 336.0),
    "magenta": (320.0, 366.0),
}
"""Angles in the a*b* plane, degrees, from and to, that people call by the word."""
NAMES: dict[str, str] = {
    "cyan": "aqua",
    "teal": "aqua",
    "turquoise": "aqua",
    "violet": "purple",
    "pink": "magenta",
    "gold": "yellow",
    "golden": "yellow",
    "brown": "orange",
    "skin": "orange",
    "light blue": "blue",
    "dark blue": "blue",
}
"""Other words for these colours."""
CHROMATIC = 9.0
"""C*ab from which a pixel has the colour rather than a tinge of it."""
ROSE, ROSY = 385.0, 30.0
"""Angle up to which pink reaches into red where there is no other, and the C*ab that it has there: no skin."""
PRESENT = 0.004
"""Share of the photo that a colour has to fill to be there at all."""
TINTS: dict[str, tuple[float, float]] = {  # (warmth, magenta) that a wish for it means
    "red": (0.5, 1.0),
    "orange": (1.0, 0.35),
    "yellow": (1.0, -0.15),
    "green": (0.1, -1.0),
    "aqua": (-0.8, -0.6),
    "blue": (-1.0, 0.0),
    "purple": (-0.6, 0.8),
    "magenta": (0.0, 1.0),
}
WHEEL: dict[str, float] = {
    "red": 0,
    "orange": 32,
    "yellow": 52,
    "green": 120,
    "aqua": 185,
    "blue": 220,
    "purple": 270,
    "magenta": 315,
}
"""Hue in degrees of the grading wheel."""
WORDS: dict[str, tuple[str, str]] = {
    "red": ("red", "红色"),
    "orange": ("orange", "橙色"),
    "yellow": ("yellow", "黄色"),
    "green": ("green", "绿色"),
    "aqua": ("aqua", "青色"),
    "blue": ("blue", "蓝色"),
    "purple": ("purple", "紫色"),
    "magenta": ("pink", "粉色"),
    "white": ("white", "白色"),
    "black": ("black", "黑色"),
    "gray": ("grey", "灰色"),
}
"""A colour in English and Chinese."""
ANGLES: dict[str, float] = {
    "red": 35.0,
    "orange": 62.0,
    "yellow": 95.0,
    "green": 140.0,
    "aqua": 205.0,
    "blue": 275.0,
    "purple": 310.0,
    "magenta": 345.0,
}
"""The middle of the word in the a*b* plane, degrees."""


def canonical(name: str) -> str:
    """A colour word as a key of the tables; "" when it is none (white, grey, black)."""
    name = NAMES.get(name, name)
    return name if name in LAB_HUES else ""


def angle_of(view: View) -> np.ndarray:
    """Hue of every pixel in the a*b* plane, degrees in [0, 360)."""
    return np.degrees(np.arctan2(view.lab[..., 2], view.lab[..., 1])) % 360


def mask(view: View, colour: str, least: float = CHROMATIC) -> np.ndarray:
    """Which pixels of a view have a colour, (h, w) bool; where nothing else is pink, strong rose is."""
    found = _between(view, *LAB_HUES[colour], least)
    if colour == "magenta" and found.mean() < PRESENT:
        rose = _between(view, LAB_HUES[colour][0], ROSE, max(least, ROSY))
        found = rose if rose.mean() >= PRESENT else found
    return found


def _between(view: View, low: float, high: float, least: float) -> np.ndarray:
    """Pixels of hues between two angles, of more chroma than `least`."""
    angle = angle_of(view)
    inside = (angle >= low) & (angle < high) if high <= 360 else (angle >= low) | (angle < high - 360)
    return inside & (view.chroma > least)


def bands(view: View, colour: str) -> tuple[str, ...]:
    """The mixer bands that hold a colour of this photo: "green" of a lawn lies in Yellow as much as in Green.

    The band of the colour's own name is always one of them.
    """
    own = colour.capitalize()
    wanted = mask(view, colour)
    total = int(wanted.sum())
    if total < PRESENT * wanted.size:
        return (own,)
    chosen = [own]
    for i, name in enumerate(HUES):
        here = view.bands == i
        shared = int((here & wanted).sum())
        if name != own and shared > 0.2 * total and shared > 0.5 * int(here.sum()):
            chosen.append(name)
    return tuple(chosen)
