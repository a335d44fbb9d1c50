"""Highlights in which the sensor lost every channel: white, and as bright as what is beside them."""

import numpy as np

FADE, LOST = 0.8, 0.98
"""Shares of its limit that the darkest channel reaches where colour begins to fade, and where none is left."""
STRIP_PIXELS = 500_000


def whiten(pixels: np.ndarray, limits: np.ndarray) -> None:
    """Take the colour from what lost all channels, in place.

    pixels  (H, W, 3) uint16, the camera's numbers with white balance, after LibRaw rebuilt channels from the others
    limits  (3,) codes at which each channel is lost

    LibRaw rebuilds one or two lost channels well; where all three are lost it leaves casts and coloured dots.
    """
    ends = limits.astype(np.float32)
    for top in range(0, len(pixels), rows := max(1, STRIP_PIXELS // pixels.shape[1])):
        strip = pixels[top : top + rows]
        near = (strip > FADE * ends).all(2)
        if near.any():
            light = strip[near].astype(np.float32)
            share = np.clip(((light / ends).min(1) - FADE) / (LOST - FADE), 0, 1)[:, None]
            share *= share * (3 - 2 * share)
            strip[near] = light + share * (light.max(1, keepdims=True) - light)
