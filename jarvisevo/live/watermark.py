"""A line of text on an exported picture: white, half transparent, in the lower right corner."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from editor_ops.io.save import encode
from editor_ops.photo import Image
from editor_ops.pipeline import render
from jarvisevo.files.errors import CliError
from jarvisevo.files.export import Export
from jarvisevo.files.write import creator, packet

if TYPE_CHECKING:
    from jarvisevo.live.session import LiveSession

MOST = 80
"""Characters of a watermark."""
STRENGTH = 0.6


def marked(session: "LiveSession", target: Path, export: Export, text: str) -> tuple[bytes, list[str]]:
    """(the bytes of the exported file with the text on it, notes). CliError for a text that is too long."""
    photo, settings = session.photo, session.settings
    image = render(photo, settings, export.max_size, space=export.space, bits=export.bits)
    lettered = Image(with_text(image.pixels, text), image.space, image.notes)
    xmp, notes = packet(photo, settings, applied=True)
    data = encode(lettered, target, photo=photo, xmp=xmp, quality=export.quality, software=creator())
    return data, [*image.notes, *notes]


def with_text(pixels: np.ndarray, text: str) -> np.ndarray:
    """(H, W, 3) uint8 or uint16 with a line of text on it, a new array."""
    from PIL import Image as PILImage
    from PIL import ImageDraw, ImageFont

    if len(text) > MOST:
        raise CliError(f"a watermark of {len(text)} characters: {MOST} at most")
    if any(ord(c) > 0x24F for c in text):
        raise CliError("the built-in font of the watermark has Latin letters only: write it in those")
    height, width = pixels.shape[:2]
    size = max(10, round(min(height, width) / 28))
    layer = PILImage.new("L", (width, height), 0)
    draw, font = ImageDraw.Draw(layer), ImageFont.load_default(size)
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font)
    draw.text((width - (right - left) - size, height - (bottom - top) - size - top), text, fill=255, font=font)
    weight = np.asarray(layer, np.float32)[..., None] / 255 * STRENGTH
    full = float(np.iinfo(pixels.dtype).max)
    return np.rint(pixels + weight * (full - pixels)).astype(pixels.dtype)
