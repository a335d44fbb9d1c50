"""Images for a Qwen-VL: read or rendered once, held as uint8 at the model's own size, cut into patches on use."""

from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from editor_ops.io.decode import load
from editor_ops.photo import Photo, PhotoError
from editor_ops.pipeline import render
from editor_ops.settings import Settings

if TYPE_CHECKING:
    from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil


@dataclass(frozen=True, eq=False)
class ImageRef:
    """Where an image comes from: a file; a photo developed with settings; or pixels that are at hand.

    settings  None takes the file as it is
    max_size  long edge of what is developed; None keeps the photo's
    pixels    (H, W, 3) uint8, instead of a file
    """

    path: Path
    settings: Settings | None = None
    max_size: int | None = None
    pixels: np.ndarray | None = None

    @property
    def key(self) -> tuple[str, ...]:
        """Equal for equal images."""
        if self.pixels is not None:
            return ("pixels", str(id(self)))
        if self.settings is None:
            return ("file", str(self.path))
        return ("render", str(self.path), str(self.max_size), str(sorted(self.settings.to_dict().items())))


class ImageCache:
    """Images as the model sees them, the least recently used dropped first.

    processor  the model's image processor
    limit      bytes that are held
    """

    def __init__(self, processor: "Qwen2VLImageProcessorPil", limit: int = 2 << 30) -> None:
        self.processor, self.limit, self.held = processor, limit, 0
        self._held: OrderedDict[tuple[str, ...], np.ndarray] = OrderedDict()
        self._tokens: dict[tuple[str, ...], int] = {}

    def get(self, ref: ImageRef) -> np.ndarray:
        """(H, W, 3) uint8, sides multiples of the model's unit. OSError,
        PhotoError or ValueError with the file's name.
        """
        if ref.pixels is not None:
            return fitted(self.processor, ref.pixels)
        pixels = self._held.pop(ref.key, None)
        if pixels is None:
            pixels = fitted(self.processor, read_image(ref))
            self.held += pixels.nbytes
        self._held[ref.key] = pixels
        while self.held > self.limit and len(self._held) > 1:
            self.held -= self._held.popitem(last=False)[1].nbytes
        return pixels

    def tokens(self, ref: ImageRef) -> int:
        """How many tokens the image takes."""
        if ref.pixels is not None:
            return token_count(self.processor, ref.pixels.shape[0], ref.pixels.shape[1])
        if ref.key not in self._tokens:
            self._tokens[ref.key] = token_count(self.processor, *_size(ref, self))
        return self._tokens[ref.key]

    def patches(self, ref: ImageRef) -> tuple[np.ndarray, tuple[int, int, int]]:
        """(patches, grid) as the model takes them; see `patchify`."""
        return patchify(self.processor, self.get(ref))


def read_image(ref: ImageRef) -> np.ndarray:
    """The image as it is, (H, W, 3) uint8. OSError, PhotoError or ValueError with its name."""
    if not ref.path.is_file():
        raise FileNotFoundError(f"{ref.path}: the image is missing; build the data set again, or copy images/ whole")
    if ref.settings is not None:
        return render(load(ref.path), ref.settings, ref.max_size).eight_bit()
    pixels = cv2.imread(str(ref.path), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    if pixels is None:
        raise ValueError(f"{ref.path}: not an image that can be read; build the data set again")
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB)


def _size(ref: ImageRef, cache: ImageCache) -> tuple[int, int]:
    """Height and width; of a file from its head alone."""
    if ref.settings is not None or not ref.path.is_file():
        height, width = cache.get(ref).shape[:2]
        return height, width
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(ref.path) as image:
            return image.height, image.width
    except UnidentifiedImageError:
        raise ValueError(f"{ref.path}: not an image that can be read; build the data set again") from None


def token_count(processor: "Qwen2VLImageProcessorPil", height: int, width: int) -> int:
    """Tokens of an image of this size, after it was fitted."""
    return int(processor.get_number_of_image_patches(height, width, {})) // processor.merge_size**2


def fitted(processor: "Qwen2VLImageProcessorPil", image: np.ndarray) -> np.ndarray:
    """The image at the size that the model's image processor makes of it: (H, W, 3) uint8."""
    small = processor.resize(
        np.ascontiguousarray(image.transpose(2, 0, 1)),
        size=processor.size,
        resample=processor.resample,
        factor=processor.patch_size * processor.merge_size,
    )
    return np.ascontiguousarray(np.asarray(small, np.uint8).transpose(1, 2, 0))


def patchify(processor: "Qwen2VLImageProcessorPil", image: np.ndarray) -> tuple[np.ndarray, tuple[int, int, int]]:
    """A fitted image as (patches (n, channels · temporal · side²) float32, grid (1, rows, columns)).

    The numbers are those of the image processor; it takes seven times as long.
    """
    side, merge, time = processor.patch_size, processor.merge_size, processor.temporal_patch_size
    rows, columns = image.shape[0] // side, image.shape[1] // side
    mean, std = (np.asarray(values, np.float32) for values in (processor.image_mean, processor.image_std))
    table = (np.arange(256, dtype=np.float32)[:, None] * np.float32(processor.rescale_factor) - mean) / std
    values = cv2.LUT(image, table.astype(np.float32)[None])
    tiles = values.reshape(rows // merge, merge, side, columns // merge, merge, side, 3)
    flat = tiles.transpose(0, 3, 1, 4, 6, 2, 5).reshape(rows * columns, 3, 1, side * side)
    return np.repeat(flat, time, axis=2).reshape(rows * columns, -1), (1, rows, columns)


def unpatchify(processor: "Qwen2VLImageProcessorPil", patches: np.ndarray, grid: tuple[int, int, int]) -> np.ndarray:
    """The image (H, W, 3) uint8 that `patchify` cut up."""
    side, merge, (_, rows, columns) = processor.patch_size, processor.merge_size, grid
    shape = (rows // merge, columns // merge, merge, merge, 3, processor.temporal_patch_size, side, side)
    tiles = patches.reshape(shape)[:, :, :, :, :, 0].transpose(0, 2, 5, 1, 3, 6, 4)
    values = tiles.reshape(rows * side, columns * side, 3) * np.asarray(processor.image_std) + np.asarray(
        processor.image_mean
    )
    return np.rint(values / processor.rescale_factor).clip(0, 255).astype(np.uint8)


class PhotoCache:
    """Photos for the sandbox at the size that it renders, the least recently used dropped first.

    most  photos that are held; the regions found in one weigh up to 20 MB, its pixels are nothing beside them
    """

    def __init__(self, max_size: int, most: int = 128) -> None:
        self.max_size, self.most = max_size, most
        self._held: OrderedDict[Path, Photo] = OrderedDict()

    def get(self, path: Path) -> Photo:
        """The photo. PhotoError when it cannot be read."""
        photo = self._held.pop(path, None)
        if photo is None:
            if not path.is_file():
                raise PhotoError(f"{path}: the photo is missing; build the data set again, or copy images/ whole")
            photo = load(path).resized(self.max_size)
        self._held[path] = photo
        while len(self._held) > self.most:
            self._held.popitem(last=False)
        return photo
