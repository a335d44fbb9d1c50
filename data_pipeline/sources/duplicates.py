"""Photos that look alike: a fingerprint of 128 bits that survives scaling, compression and small edits (dHash)."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

SIDE = 8
READ = (".jpg", ".jpeg", ".png", ".webp")
CLOSE = 12
"""Bits of 128 up to which two photos count as the same picture."""


def fingerprint(path: Path) -> int | None:
    """Which of two neighbours is the lighter one, along rows and columns of a tiny copy;
    None for RAW and damaged files, and for those of too few pixels.
    """
    try:
        grey = cv2.imread(str(path), cv2.IMREAD_REDUCED_GRAYSCALE_4) if path.suffix.lower() in READ else None
    except cv2.error:  # nothing is left of a pixel or two
        grey = None
    return None if grey is None else of_pixels(grey)


def of_pixels(grey: np.ndarray) -> int:
    """The fingerprint of (H, W) uint8."""
    wide = cv2.resize(grey, (SIDE + 1, SIDE), interpolation=cv2.INTER_AREA).astype(np.int16)
    tall = cv2.resize(grey, (SIDE, SIDE + 1), interpolation=cv2.INTER_AREA).astype(np.int16)
    bits = np.concatenate([(np.diff(wide, axis=1) > 0).ravel(), (np.diff(tall, axis=0) > 0).ravel()])
    return int.from_bytes(np.packbits(bits).tobytes(), "big")


def alike(one: int, other: int) -> bool:
    """True for fingerprints of one picture."""
    return (one ^ other).bit_count() <= CLOSE


def first_alike(prints: Sequence[int | None]) -> list[int]:
    """For every photo the place of the first that it looks like, its own when there is none before it."""
    out: list[int] = []
    for i, own in enumerate(prints):
        same = next(
            (j for j in range(i) if own is not None and prints[j] is not None and alike(own, prints[j] or 0)), i
        )
        out.append(out[same] if same < i else i)
    return out
