"""What a picture measures, as a text beside it: help for a model that sees it, and all that one without eyes has."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from jarvisevo.protocol.chat import Message

GRID = 3
"""Rows and columns of the lightness that is told by place."""
SHARE = 0.03
"""Of the picture: hues that cover less are not told."""


def observed(talk: Sequence[Message]) -> list[Message]:
    """The conversation with `observation` after each of its pictures."""
    return [
        replace(
            m, content=tuple(new for p in m.content for new in ((p,) if isinstance(p, str) else (p, observation(p))))
        )
        if m.pictures
        else m
        for m in talk
    ]


def observation(picture: np.ndarray) -> str:
    """What an (H, W, 3) uint8 sRGB picture measures, in about a hundred tokens (`editor_ops.measure`)."""
    from editor_ops.measure import measure

    made = measure(picture)
    dark, low, middle, high, bright = (round(made.percentiles[i]) for i in (0, 1, 3, 5, 6))
    red, green, blue = (100 * share for share in made.clipped_channels)
    hues = [
        f"{name.lower()} {round(100 * band.share)} % (chroma {round(band.chroma)}, L* {round(band.lightness)})"
        for name, band in made.hues.items()
        if band.share >= SHARE
    ]
    rows = "; ".join(" ".join(str(round(float(value))) for value in row) for row in _grid(picture))
    return (
        f"[Measured: {picture.shape[1]} x {picture.shape[0]} pixels. Lightness L* (0 to 100): mean "
        f"{round(made.lightness)}, median {middle}, 1/5/95/99 % {dark}/{low}/{high}/{bright}; by thirds, from above: "
        f"{rows}. Clipped: black {100 * made.clipped_black:.1f} %, red/green/blue {red:.1f}/{green:.1f}/{blue:.1f} %. "
        f"Colour: warmth b* {round(made.warmth):+d}, magenta a* {round(made.magenta):+d}, mean chroma "
        f"{round(made.chroma)}, grey leans a* {round(made.cast[0]):+d} b* {round(made.cast[1]):+d}; "
        f"{', '.join(hues) or 'hardly any hue'}. Noise {made.noise:.1f} L*, haze {round(100 * made.haze)} %, "
        f"skin colour {round(100 * made.skin)} %.]"
    )


def _grid(picture: np.ndarray) -> np.ndarray:
    """(GRID, GRID) mean L* of the parts of a picture."""
    import cv2

    from editor_ops import color

    light = color.lightness(color.srgb_decode(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY) / 255.0))
    return np.asarray(cv2.resize(light.astype(np.float32), (GRID, GRID), interpolation=cv2.INTER_AREA))
