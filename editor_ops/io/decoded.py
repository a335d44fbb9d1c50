"""What a reader hands over (`Decoded`), and the checks and words that all readers share."""

from dataclasses import dataclass, field

import numpy as np

from editor_ops import photo
from editor_ops.photo import PhotoError

DAMAGED = "the file is truncated or damaged: copy it again from its source"


@dataclass
class Decoded:
    """What a reader hands over: pixels (H, W, 3) as stored, and what came with them."""

    pixels: np.ndarray
    profile: bytes = b""
    exif: bytes = b""
    xmp: str | None = None
    orientation: int = 1
    space: str = ""
    notes: list[str] = field(default_factory=list)
    iptc: bytes = b""
    resolution: tuple[float, float] | None = None


def brief(error: Exception) -> str:
    """The first line of a library's message, short."""
    text = str(error).strip().splitlines()
    return (text[0] if text else type(error).__name__)[:120]


def check_size(height: int, width: int) -> None:
    """PhotoError when a header claims more than MAX_PIXELS (or nothing)."""
    if height <= 0 or width <= 0:
        raise PhotoError(DAMAGED)
    if height * width > photo.MAX_PIXELS:
        limit = photo.MAX_PIXELS // 1_000_000
        raise PhotoError(f"{width} x {height} pixels is above the limit of {limit} MP: resize it first")
