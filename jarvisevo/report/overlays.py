"""Pictures about pictures: masks as colour over a photo, labels, contact sheets, and small files for pages."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from editor_ops.io.encode import jpeg_bytes

if TYPE_CHECKING:
    from PIL import ImageFont
    from PIL.Image import Image as PILImage

    from editor_ops.photo import Photo
    from editor_ops.settings import Settings

RED = (255, 59, 48)
COLOURS = (RED, (0, 190, 170), (255, 180, 0), (150, 95, 255), (45, 140, 255), (90, 200, 70), (255, 95, 170))
"""Of the first mask, the second …; told apart on photos and by most colour-blind eyes."""
STRENGTH = 0.5
"""Share of the colour where a mask is full: Lightroom's own overlay is about half."""
EDGE = 0.5
"""The outline is drawn where the weight crosses this."""
WIDE_FONTS = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansSC-Regular.otf",
    "DroidSansFallbackFull.ttf",
    "wqy-microhei.ttc",
    "wqy-zenhei.ttc",
    "PingFang.ttc",
    "Hiragino Sans GB.ttc",
    "msyh.ttc",
    "simhei.ttf",
)
"""Fonts of Linux, macOS and Windows that have Chinese letters, by their files."""
LETTER = 0.52
"""Width of a letter of a label, as a share of its size."""
PAPER, INK = (24, 24, 26), (240, 240, 240)
LEVELS = 32
"""Steps of transparency of a mask in a page: 2 KB instead of 30, and the eye sees no steps."""


@dataclass(frozen=True, eq=False)
class MaskLayer:
    """A mask to show: weights (h, w) float32 in [0, 1], a name for people, and its colour (r, g, b).

    unsure  drawn hatched: a person should look before trusting it
    """

    name: str
    weight: np.ndarray
    colour: tuple[int, int, int] = RED
    unsure: bool = False

    @property
    def coverage(self) -> float:
        """Share of the picture that the mask takes, its soft parts counted in proportion: 0-1."""
        return float(self.weight.mean())


def colour_of(number: int) -> tuple[int, int, int]:
    """The colour of the mask with this number, from 0; they begin again after the last."""
    return COLOURS[number % len(COLOURS)]


def overlay(rgb: np.ndarray, layers: Sequence[MaskLayer], strength: float = STRENGTH) -> np.ndarray:
    """Masks as colour over a picture, each with a thin outline where it is half full.

    rgb (H, W, 3) uint8; a layer of another size is resized. -> (H, W, 3) uint8, a new array
    """
    out = rgb.astype(np.float32)
    size = (rgb.shape[1], rgb.shape[0])
    for layer in layers:
        weight = np.clip(layer.weight.astype(np.float32), 0, 1)
        if weight.shape != rgb.shape[:2]:
            weight = cv2.resize(weight, size, interpolation=cv2.INTER_LINEAR)
        if layer.unsure:
            weight = weight * _hatching(*rgb.shape[:2])
        share = (weight * np.float32(strength))[..., None]
        out += share * (np.array(layer.colour, np.float32) - out)
    picture = np.rint(out).clip(0, 255).astype(np.uint8)
    for layer in layers:
        _outline(picture, layer)
    return picture


def _hatching(height: int, width: int) -> np.ndarray:
    """Diagonal stripes, 1 and 0: (height, width) float32."""
    stripe = max(3, round(max(height, width) / 120))
    y, x = np.ogrid[:height, :width]
    return ((x + y) // stripe % 2).astype(np.float32)


def _outline(picture: np.ndarray, layer: MaskLayer) -> None:
    """Draw where a mask crosses EDGE, in its colour, into the picture."""
    full = (layer.weight >= EDGE).astype(np.uint8)
    size = (picture.shape[1], picture.shape[0])
    if full.shape != picture.shape[:2]:
        full = cv2.resize(full, size, interpolation=cv2.INTER_NEAREST)
    kernel = np.ones((3, 3), np.uint8)  # the border is repeated, so the frame of the picture is no outline
    picture[cv2.morphologyEx(full, cv2.MORPH_GRADIENT, kernel, borderType=cv2.BORDER_REPLICATE) > 0] = layer.colour


def with_legend(rgb: np.ndarray, rows: Sequence[tuple[tuple[int, int, int], str]]) -> np.ndarray:
    """The picture with a strip of colour swatches and texts below it: (H + strip, W, 3) uint8."""
    if not rows:
        return rgb
    width = rgb.shape[1]
    size = max(12, min(26, round(width / 45)))
    line = round(size * 1.9)
    strip = np.full((line * len(rows) + size, width, 3), PAPER, np.uint8)
    for i, (colour, text) in enumerate(rows):
        top = i * line + size // 2 + (line - size) // 2
        cv2.rectangle(strip, (size, top), (2 * size, top + size), colour, cv2.FILLED)
        strip = write(strip, text, (round(2.7 * size), top - size // 8), size)
    return np.concatenate([rgb, strip])


def write(rgb: np.ndarray, text: str, at: tuple[int, int], size: int, colour: tuple[int, ...] = INK) -> np.ndarray:
    """Text on a picture, its upper left corner at (x, y): in a font of the system where it is not Latin; without one,
    what the built-in font cannot draw is a question mark.
    """
    from PIL import ImageDraw, ImageFont

    picture = _pil(rgb)
    plain = text.encode("latin-1", "replace").decode("latin-1")
    wide = _wide_font(size) if plain != text else None
    font = wide or ImageFont.load_default(size)
    ImageDraw.Draw(picture).text(at, text if wide else plain, fill=tuple(colour), font=font)
    return np.array(picture)


@lru_cache
def _wide_font(size: int) -> "ImageFont.FreeTypeFont | None":
    """The first of WIDE_FONTS that is installed; None without any."""
    from PIL import ImageFont

    for name in WIDE_FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return None


def contact_sheet(
    pictures: Sequence[np.ndarray], labels: Sequence[str], *, columns: int = 0, cell: int = 480, best: int | None = None
) -> np.ndarray:
    """Pictures side by side on dark paper, a label below each: (H, W, 3) uint8.

    columns  0 chooses what makes the sheet nearly square
    cell     longest side of a picture in it
    best     number of the picture that gets a frame
    """
    columns = columns or max(1, round(len(pictures) ** 0.5 + 0.3))
    small = [_fit(picture, cell) for picture in pictures]
    height, width = max(p.shape[0] for p in small), max(p.shape[1] for p in small)
    gap, size = max(8, cell // 30), max(11, cell // 24)
    lines = [_wrapped(label[:80], size, width) for label in labels[: len(small)]]
    row_height = height + round((1 + 1.2 * max(map(len, lines), default=1)) * size) + gap
    rows = -(-len(small) // columns)
    sheet = np.full((rows * row_height + gap, columns * (width + gap) + gap, 3), PAPER, np.uint8)
    for i, picture in enumerate(small):
        top, left = gap + i // columns * row_height, gap + i % columns * (width + gap)
        h, w = picture.shape[:2]
        y, x = top + (height - h) // 2, left + (width - w) // 2
        sheet[y : y + h, x : x + w] = picture
        if i == best:
            cv2.rectangle(sheet, (x - 3, y - 3), (x + w + 2, y + h + 2), COLOURS[2], 3)
    for i, label in enumerate(lines):
        top, left = gap + i // columns * row_height, gap + i % columns * (width + gap)
        for row, line in enumerate(label):
            at = (left, top + height + size // 2 + round(1.2 * row * size))
            sheet = write(sheet, line, at, size, COLOURS[2] if i == best else INK)
    return sheet


def _wrapped(text: str, size: int, width: int) -> list[str]:
    """A label in lines that fit below a picture."""
    return textwrap.wrap(text, max(8, int(width / (LETTER * size)))) or [""]


def _fit(rgb: np.ndarray, side: int) -> np.ndarray:
    """At most `side` pixels long, by area; never enlarged."""
    scale = min(1.0, side / max(rgb.shape[:2]))
    size = (max(1, round(rgb.shape[1] * scale)), max(1, round(rgb.shape[0] * scale)))
    return rgb if scale == 1 else cv2.resize(rgb, size, interpolation=cv2.INTER_AREA)


def _pil(rgb: np.ndarray) -> "PILImage":
    from PIL import Image

    return Image.fromarray(np.ascontiguousarray(rgb))


def jpeg(rgb: np.ndarray, side: int, quality: int) -> bytes:
    """A small JPEG of an sRGB picture, its long side at most `side` pixels."""
    return jpeg_bytes(_fit(rgb, side), quality, full_chroma=False, optimize=True)


def mask_png(layer: MaskLayer, side: int = 640) -> bytes:
    """A mask as one colour with transparency, to lay over a picture: a palette PNG of a few KB."""
    weight = _fit(np.ascontiguousarray(np.clip(layer.weight, 0, 1), np.float32), side)
    picture = _pil(np.rint(weight * (LEVELS - 1)).astype(np.uint8)).convert("P")
    picture.putpalette(list(layer.colour) * LEVELS)
    out = BytesIO()
    alphas = bytes(round(255 * i / (LEVELS - 1)) for i in range(LEVELS))
    picture.save(out, "PNG", transparency=alphas, optimize=True, bits=8)
    return out.getvalue()


def weigh(
    photo: "Photo", group: Mapping[str, Any], settings: "Settings", side: int
) -> tuple[np.ndarray | None, list[str]]:
    """Where a correction group acts on the photo as `settings` crop and turn it: (h, w) float32 in [0, 1].

    side  long edge in pixels
    None when nothing is left to act on; and one line for each mask that could not be made.
    """
    from editor_ops.frame import Strip
    from editor_ops.masks import layers
    from editor_ops.masks.region import MaskError
    from editor_ops.ops.geometry import turned
    from editor_ops.pipeline import make_frame

    frame = make_frame(photo, settings, side)
    made, problems = layers.combine(group.get("CorrectionMasks", ()), frame)
    if made is None:
        return None, problems or ["it has no active mask"]
    strip = Strip(0, frame.height, frame.height, frame.width)
    try:
        made = layers.restricted(made, group.get("CorrectionRangeMask"), frame)
        weight = made(layers.Area.of(frame, strip, frame.photo.linear()))
    except MaskError as error:
        return None, [*problems, str(error)]
    return turned(np.ascontiguousarray(np.clip(weight, 0, 1), np.float32), settings), problems
