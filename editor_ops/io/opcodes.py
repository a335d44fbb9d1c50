"""DNG opcodes (DNG 1.6 specification, chapter 7): what a camera asks a reader to correct, which LibRaw leaves undone.

GainMap (shading of lens and sensor), FixVignetteRadial and WarpRectilinear are done; others are named.
"""

import math
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING

import cv2
import numpy as np

from editor_ops.ops.lens import ROWS_AT_A_TIME, resampled

if TYPE_CHECKING:
    from rawpy import RawPy

OPCODE_LIST_2, OPCODE_LIST_3 = 51009, 51022
WARP_RECTILINEAR, FIX_VIGNETTE, MAP_POLYNOMIAL, GAIN_MAP = 1, 3, 8, 9
DONE_BY_LIBRAW = (MAP_POLYNOMIAL,)
"""Linearisation of lossy DNG files."""
SENSOR_DATA = (32803, 34892)
"""PhotometricInterpretation of mosaics and of linear frames."""
MOST_OPCODES = 100


@dataclass(frozen=True, eq=False)
class GainMap:
    """Factors (v, h, planes) float32 for a part of the frame; rows and columns count from the active area."""

    area: tuple[int, int, int, int]
    plane: int
    planes: int
    pitch: tuple[int, int]
    spacing: tuple[float, float]
    origin: tuple[float, float]
    gains: np.ndarray


@dataclass(frozen=True)
class Warp:
    """Radial (4) and tangential (2) coefficients for one plane or three, and the centre as fractions."""

    planes: tuple[tuple[float, ...], ...]
    centre: tuple[float, float]


@dataclass(frozen=True)
class Vignette:
    """Five coefficients of the square of the radius, and the centre as fractions."""

    gains: tuple[float, ...]
    centre: tuple[float, float]


Opcode = GainMap | Warp | Vignette


def lists(data: bytes) -> tuple[list[Opcode], list[Opcode], list[str]]:
    """(before demosaicing, after it, notes) of a DNG's largest frame of sensor data; empty for other files."""
    import tifffile

    try:
        with tifffile.TiffFile(BytesIO(data)) as file:
            pages = [page for first in file.pages for page in (first, *(first.pages or ()))]
            frames = [page for page in pages if int(page.photometric or 0) in SENSOR_DATA]
            if not frames:
                return [], [], []
            tags = max(frames, key=lambda page: page.imagewidth * page.imagelength).tags
            stored = [bytes(tags[code].value) if code in tags else b"" for code in (OPCODE_LIST_2, OPCODE_LIST_3)]
    except Exception:  # tifffile raises anything on files that are no TIFF; the pixels are what matters
        return [], [], []
    notes: list[str] = []
    early, late = (_parsed(block, notes) for block in stored)
    return early, late, notes


def _parsed(block: bytes, notes: list[str]) -> list[Opcode]:
    """The opcodes of one list; those that are unknown or damaged become notes."""
    found: list[Opcode] = []
    try:
        for number, body in _bodies(block):
            if number == GAIN_MAP:
                found.append(_gain_map(body))
            elif number == WARP_RECTILINEAR:
                found.append(_warp(body))
            elif number == FIX_VIGNETTE:
                values = struct.unpack_from(">7d", body)
                found.append(Vignette(_finite(values[:5]), (values[5], values[6])))
            elif number not in DONE_BY_LIBRAW:
                notes.append(f"DNG opcode {number} is not applied")
    except (struct.error, ValueError):
        notes.append("a DNG opcode is damaged and is not applied")
    return found


def _bodies(block: bytes) -> Iterator[tuple[int, bytes]]:
    place, count = 4, struct.unpack_from(">I", block)[0] if block else 0
    for _ in range(min(count, MOST_OPCODES)):
        number, _, _, size = struct.unpack_from(">4I", block, place)
        yield number, block[place + 16 : place + 16 + size]
        place += 16 + size


def _finite(values: tuple[float, ...]) -> tuple[float, ...]:
    if not all(math.isfinite(value) for value in values):
        raise ValueError("not finite")
    return values


def _gain_map(body: bytes) -> GainMap:
    top, left, bottom, right, plane, planes, down, across, tall, wide = struct.unpack_from(">10I", body)
    spacing_v, spacing_h, origin_v, origin_h = _finite(struct.unpack_from(">4d", body, 40))
    deep = struct.unpack_from(">I", body, 72)[0]
    gains = np.frombuffer(body, ">f4", tall * wide * deep, 76).astype(np.float32).reshape(tall, wide, deep)
    if not (down and across and deep and np.isfinite(gains).all() and gains.min() >= 0 and gains.max() < 100):
        raise ValueError("no gains")
    area, step = (top, left, bottom, right), (spacing_v or 1.0, spacing_h or 1.0)
    return GainMap(area, plane, planes, (down, across), step, (origin_v, origin_h), gains)


def _warp(body: bytes) -> Warp:
    count = struct.unpack_from(">I", body)[0]
    if count not in (1, 3):
        raise ValueError("planes")
    values = _finite(struct.unpack_from(f">{6 * count + 2}d", body, 4))
    return Warp(tuple(values[6 * i : 6 * i + 6] for i in range(count)), (values[-2], values[-1]))


# --- before demosaicing ----------------------------------------------------------------------------------------------


def shade(raw: "RawPy", opcodes: list[Opcode]) -> None:
    """Apply gain maps to the sensor's numbers, in place."""
    frame = raw.raw_image_visible
    black = np.asarray(raw.black_level_per_channel, np.float32)
    for step in opcodes:
        if not isinstance(step, GainMap):
            continue
        (top, left, bottom, right), (down, across) = step.area, step.pitch
        columns = np.arange(left, min(right, frame.shape[1]), across)
        for first in range(top, min(bottom, frame.shape[0]), ROWS_AT_A_TIME * down):
            rows = np.arange(first, min(first + ROWS_AT_A_TIME * down, bottom, frame.shape[0]), down)
            gain = _gains(step, rows, columns, frame.shape[:2])
            part = frame[rows[0] : rows[-1] + 1 : down, left : columns[-1] + 1 : across]
            if frame.ndim == 2:
                floor = black[_colour(raw, int(rows[0]), left)] if (down, across) == (2, 2) else black[:3].mean()
                part[:] = _shaded(part, gain[..., 0], floor)
            else:
                planes = range(step.plane, min(step.plane + step.planes, 3))
                for i, plane in enumerate(planes):
                    part[..., plane] = _shaded(part[..., plane], gain[..., min(i, gain.shape[2] - 1)], black[plane])


def _colour(raw: "RawPy", row: int, column: int) -> int:
    return int(raw.raw_color(row + raw.sizes.top_margin, column + raw.sizes.left_margin))


def _shaded(part: np.ndarray, gain: np.ndarray, floor: float) -> np.ndarray:
    return np.clip((part - np.float32(floor)) * gain + np.float32(floor + 0.5), 0, 65535).astype(part.dtype)


def _gains(step: GainMap, rows: np.ndarray, columns: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """The map at pixels of the frame, bilinearly: (rows, columns, planes) float32."""
    down, across = (
        (((at + 0.5) / side - origin) / spacing).astype(np.float32)
        for at, side, origin, spacing in zip((rows, columns), shape, step.origin, step.spacing, strict=True)
    )
    x, y = np.meshgrid(across, down)
    found = cv2.remap(step.gains, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found).reshape(len(rows), len(columns), -1)


# --- after it --------------------------------------------------------------------------------------------------------


def straighten(pixels: np.ndarray, opcodes: list[Opcode]) -> np.ndarray:
    """Linear codes (H, W, 3) uint16 without the faults of the lens that the file describes."""
    for step in opcodes:
        if isinstance(step, Vignette):
            _unshade(pixels, step)
        elif isinstance(step, Warp):
            pixels = resampled(pixels, partial(_sources, step, pixels.shape))
    return pixels


def _polar(
    centre: tuple[float, float], shape: tuple[int, ...], top: int, bottom: int
) -> tuple[np.ndarray, np.ndarray, tuple[float, float, float]]:
    """Offsets x and y of the rows in units of the farthest corner; (centre x, centre y, unit) in pixels."""
    height, width = shape[:2]
    cx, cy = centre[0] * (width - 1), centre[1] * (height - 1)
    unit = math.hypot(max(cx, width - 1 - cx), max(cy, height - 1 - cy)) or 1.0
    x, y = np.meshgrid((np.arange(width) - cx) / unit, (np.arange(top, bottom) - cy) / unit)
    return x, y, (cx, cy, unit)


def _sources(step: Warp, shape: tuple[int, ...], top: int, bottom: int) -> np.ndarray:
    x, y, (cx, cy, unit) = _polar(step.centre, shape, top, bottom)
    square = x * x + y * y
    planes = []
    for k0, k1, k2, k3, t0, t1 in step.planes:
        radial = k0 + square * (k1 + square * (k2 + square * k3))
        across = x * radial + t0 * 2 * x * y + t1 * (square + 2 * x * x)
        down = y * radial + t1 * 2 * x * y + t0 * (square + 2 * y * y)
        planes.append(np.stack([cx + unit * across, cy + unit * down], -1))
    return np.stack(planes, 2).astype(np.float32)


def _unshade(pixels: np.ndarray, step: Vignette) -> None:
    for top in range(0, len(pixels), ROWS_AT_A_TIME):
        strip = pixels[top : top + ROWS_AT_A_TIME]
        x, y, _ = _polar(step.centre, pixels.shape, top, top + len(strip))
        gain = np.polynomial.polynomial.polyval(x * x + y * y, (1.0, *step.gains))
        strip[:] = np.clip(strip * gain[..., None] + 0.5, 0, 65535)
