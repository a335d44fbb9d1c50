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
    dark, low, middle, high, bright = (made.percentiles[i] for i in (0, 1, 3, 5, 6))
    red, green, blue = (100 * share for share in made.clipped_channels)
    hues = [
        f"{name.lower()} {100 * band.share:.0f} % (chroma {band.chroma:.0f}, L* {band.lightness:.0f})"
        for name, band in made.hues.items()
        if band.share >= SHARE
    ]
    rows = "; ".join(" ".join(f"{value:.0f}" for value in row) for row in _grid(picture))
    return (
        f"[Measured: {picture.shape[1]} x {picture.shape[0]} pixels. Lightness L* (0 to 100): "
        f"mean {made.lightness:.0f}, median {middle:.0f}, 1/5/95/99 % {dark:.0f}/{low:.0f}/{high:.0f}/{bright:.0f}; "
        f"by thirds, from above: {rows}. "
        f"Clipped: black {100 * made.clipped_black:.1f} %, red/green/blue {red:.1f}/{green:.1f}/{blue:.1f} %. "
        f"Colour: warmth b* {made.warmth:+.0f}, magenta a* {made.magenta:+.0f}, mean chroma {made.chroma:.0f}, "
        f"grey leans a* {made.cast[0]:+.0f} b* {made.cast[1]:+.0f}; {', '.join(hues) or 'hardly any hue'}. "
        f"Noise {made.noise:.1f} L*, haze {100 * made.haze:.0f} %, skin colour {100 * made.skin:.0f} %.]"
    )


def _grid(picture: np.ndarray) -> np.ndarray:
    """(GRID, GRID) mean L* of the parts of a picture."""
    import cv2

    from editor_ops import color

    light = color.lightness(color.srgb_decode(picture.mean(axis=2) / 255.0))
    return np.asarray(cv2.resize(light.astype(np.float32), (GRID, GRID), interpolation=cv2.INTER_AREA))
