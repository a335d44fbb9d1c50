"""`Photo` (decoded, still encoded as in the file) and `Image` (a rendered result). Files are read and written in `io/`.

A photo keeps the integers of its file: 3 bytes a pixel for a JPEG. `Photo.linear` turns strips of them into linear
ProPhoto light, so that no full-frame float copy exists.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from editor_ops import color
from editor_ops.text import one_line

MAX_PIXELS = 250_000_000
"""Largest frame `load` opens; checked in the header, before anything is decoded."""
SUFFIXES = (".jpg", ".jpeg", ".png", ".tif", ".tiff", ".webp", ".heic", ".heif", ".avif")
"""What `load` reads besides RAW."""
RAW_SUFFIXES = tuple(
    f".{name}"
    for name in ["dng", "nef", "nrw", "cr2", "cr3", "crw", "arw", "sr2", "srf", "raf", "rw2", "orf", "pef", "srw"]
    + ["3fr", "fff", "iiq", "rwl", "mrw", "kdc", "dcr", "k25", "erf", "mef", "mos", "x3f", "gpr"]
)
"""Sensor formats, left to LibRaw."""
SPACES = ("srgb", "p3", "adobe", "prophoto")
"""Encoded spaces an `Image` can be in, primaries of `color.py` with the curves of `color.CURVES`."""
ICC_NAMES = {"srgb": "sRGB IEC61966-2.1", "p3": "Display P3", "adobe": "Adobe RGB (1998)", "prophoto": "ProPhoto RGB"}


class PhotoError(ValueError):
    """A photo could not be read or written: one line with the file, the cause and what to do about it."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


@dataclass(frozen=True, slots=True)
class Optics:
    """With what a photo was taken, in EXIF's words; millimetres, f-number."""

    make: str
    model: str
    lens: str
    focal: float
    aperture: float


@dataclass(frozen=True, eq=False)
class Photo:
    """A decoded photo, upright.

    pixels  (H, W, 3) uint8 or uint16 RGB, C-contiguous, encoded as in the file
    tables  (256 or 65536, 3) float32: code -> linear light, per channel
    matrix  (3, 3) float32: linear source RGB -> linear ProPhoto (D50); neutral stays neutral
    raw     True when this is scene-linear sensor data, with headroom above 1.0
    source, exif, iptc, xmp, icc_name   where it came from; EXIF has orientation 1 and no thumbnail, IPTC is its IIM
                                        records
    original_size   (H, W) of the upright file at full size
    resolution      pixels per inch (across, down) that the file says, for prints; None where it says none
    orientation     EXIF's of the file: how its pixels were turned to stand upright, as they do here
    baseline_exposure   EV that matches the camera's own rendering; 0 unless raw; not applied by `linear`
    as_shot (kelvin, tint) of the white balance in the file; raw only
    iso     sensitivity that the camera says; 0 when it does not
    optics  what a lens profile needs to know; None when the file does not say, or when its own correction is applied
    notes   what a person should hear about how the file was read
    """

    pixels: np.ndarray
    tables: np.ndarray
    matrix: np.ndarray
    raw: bool = False
    source: Path | None = None
    exif: bytes = b""
    iptc: bytes = b""
    xmp: str | None = None
    icc_name: str = "none (sRGB assumed)"
    original_size: tuple[int, int] = (0, 0)
    resolution: tuple[float, float] | None = None
    orientation: int = 1
    baseline_exposure: float = 0.0
    as_shot: tuple[float, float] | None = None
    iso: float = 0.0
    optics: Optics | None = None
    notes: tuple[str, ...] = ()
    _sizes: dict[tuple[int, int], "Photo"] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        if self.original_size == (0, 0):
            object.__setattr__(self, "original_size", self.pixels.shape[:2])

    def __repr__(self) -> str:
        kind = "raw" if self.raw else f"{self.bits}-bit"
        return f"Photo({str(self.source) if self.source else 'from an array'}, {self.width} x {self.height}, {kind})"

    def __getstate__(self) -> dict[str, Any]:
        """Smaller copies are made again where they are needed; a pickle carries one size."""
        return self.__dict__ | {"_sizes": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    @property
    def height(self) -> int:
        return self.pixels.shape[0]

    @property
    def width(self) -> int:
        return self.pixels.shape[1]

    @property
    def bits(self) -> int:
        """Bits per channel of `pixels`: 8 or 16."""
        return 8 * self.pixels.dtype.itemsize

    def linear(self, top: int = 0, bottom: int | None = None) -> np.ndarray:
        """Rows `top` to `bottom` as linear ProPhoto: (rows, W, 3) float32, 1.0 = diffuse white, a new array."""
        return self._decode(self.pixels[top:bottom])

    def reduced(self, max_pixels: int) -> np.ndarray:
        """The frame by area at no more than `max_pixels`, same shape: (h, w, 3) float32 linear ProPhoto."""
        factor = (max_pixels / (self.height * self.width)) ** 0.5
        if factor >= 1:
            return self.linear()
        size = (max(1, int(self.width * factor)), max(1, int(self.height * factor)))
        return self._decode(cv2.resize(self.pixels, size, interpolation=cv2.INTER_AREA))

    def resized(self, max_size: int) -> "Photo":
        """The photo with its long edge at most `max_size` pixels, by area; itself when small enough. Kept."""
        long = max(self.height, self.width)
        if long <= max_size:
            return self
        size = (max(1, round(self.width * max_size / long)), max(1, round(self.height * max_size / long)))
        if size not in self._sizes:
            pixels = cv2.resize(self.pixels, size, interpolation=cv2.INTER_AREA)
            self._sizes[size] = replace(self, pixels=pixels)
        return self._sizes[size]

    def warped(self, matrix: np.ndarray, size: tuple[int, int]) -> "Photo":
        """Crop, rotate or flip: `matrix` (2, 3) takes pixel centres of this photo to those of the result (cv2's sense).

        size is (width, height). Whole-pixel crops inside the frame are exact; everything else is cubic, on the
        encoded values, with the edge repeated outside the frame. Shrink with `resized` first: this does not filter.
        """
        width, height = size
        left, top = -float(matrix[0][2]), -float(matrix[1][2])
        shift = np.array_equal(np.asarray(matrix)[:, :2], np.eye(2)) and left.is_integer() and top.is_integer()
        if shift and 0 <= left <= self.width - width and 0 <= top <= self.height - height:
            pixels = self.pixels[int(top) : int(top) + height, int(left) : int(left) + width]
            return replace(self, pixels=np.ascontiguousarray(pixels))
        matrix = np.asarray(matrix, np.float64)
        border = cv2.BORDER_REPLICATE
        return replace(self, pixels=cv2.warpAffine(self.pixels, matrix, size, flags=cv2.INTER_CUBIC, borderMode=border))

    @classmethod
    def from_array(cls, array: np.ndarray, space: str = "srgb") -> "Photo":
        """A photo from encoded values of `space`: (H, W, 3) or grey (H, W); uint8, uint16 or float in [0, 1]."""
        if space not in SPACES:
            raise PhotoError(f"space is {space!r}: choose one of {', '.join(SPACES)}")
        array = np.asarray(array)
        if array.dtype.kind == "f":
            array = np.rint(np.clip(np.nan_to_num(array), 0, 1) * 65535).astype(np.uint16)
        if array.ndim == 2:
            array = np.repeat(array[..., None], 3, axis=2)
        if array.ndim != 3 or array.shape[2] != 3 or array.dtype not in (np.uint8, np.uint16) or not array.size:
            raise PhotoError(f"expected (H, W, 3) uint8, uint16 or float in [0, 1], got {array.shape} {array.dtype}")
        tables = color.tables(space, 8 * array.dtype.itemsize)
        matrix = color.rgb_to_rgb(space, "prophoto")
        return cls(np.ascontiguousarray(array), tables, matrix, icc_name=ICC_NAMES[space])

    def _decode(self, codes: np.ndarray) -> np.ndarray:
        light = cv2.LUT(codes, self.tables[None])
        return cv2.transform(light, self.matrix, dst=light)  # in place: a fresh buffer costs more than the product


@dataclass(frozen=True, eq=False)
class Image:
    """A rendered image: pixels (H, W, 3) uint8 or uint16 RGB, encoded in `space` (one of SPACES).

    notes  what of the edit could not be done, one line each ("Sky: no sky in this photo")
    """

    pixels: np.ndarray
    space: str = "srgb"
    notes: tuple[str, ...] = ()

    @property
    def height(self) -> int:
        return self.pixels.shape[0]

    @property
    def width(self) -> int:
        return self.pixels.shape[1]

    @property
    def bits(self) -> int:
        return 8 * self.pixels.dtype.itemsize

    def eight_bit(self) -> np.ndarray:
        """The pixels as uint8; 16-bit codes are rounded, so 65535 -> 255."""
        if self.bits == 8:
            return self.pixels
        return cv2.convertScaleAbs(self.pixels, alpha=1 / 257)
