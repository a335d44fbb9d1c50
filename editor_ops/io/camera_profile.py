"""Camera profiles as Adobe's DNG 1.6 specification (chapter 6) describes them: in a DNG file, or in a .dcp beside it.

A profile says what the camera's numbers mean in linear ProPhoto: matrices for two lights, a table of hues and
saturations for each of them, and a look. Tone curves of profiles are not used: the base curve of `ops.tone` stands in
their place.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import cv2
import numpy as np

from editor_ops import color
from editor_ops.photo import PhotoError

Made = TypeVar("Made")
Tags = Mapping[int, Any]
"""A TIFF directory by the numbers of its tags: numbers, texts, bytes, or tuples of them, as each tag has it."""
ILLUMINANTS = {
    1: 5500,
    2: 4150,
    3: 2850,
    4: 5500,
    9: 5500,
    10: 6500,
    11: 7500,
    12: 6430,
    13: 5000,
    14: 4150,
    15: 3450,
    17: 2856,
    18: 4874,
    19: 6774,
    20: 5503,
    21: 6504,
    22: 7504,
    23: 5003,
    24: 3200,
}
"""EXIF LightSource -> Kelvin, as DNG's CalibrationIlluminant uses it (DNG 1.6 specification, chapter 4)."""
TAGS = (
    *(50708, 50721, 50722, 50723, 50724, 50727, 50728, 50730, 50778, 50779, 50936, 50937, 50938, 50939),
    *(50964, 50965, 50981, 50982, 51107, 51108, 51109),
)
"""Tags of the first directory that say something about colour."""
STRIP_PIXELS = 500_000
MAX_TABLE = 1_000_000
"""Most entries of a table; real ones have a few thousand."""

Lights = tuple[tuple[float, np.ndarray], ...]
"""(kelvin, numbers under that light), coolest light last; one or two."""


@dataclass(frozen=True, eq=False)
class HueTable:
    """A table over hue, saturation and value of linear ProPhoto.

    values   (V, H, S, 3) float32: degrees that hue turns by, and the factors of saturation and value
    encoded  True when V counts in sRGB's encoding
    """

    values: np.ndarray
    encoded: bool

    def apply(self, hsv: np.ndarray, gain: float = 1.0) -> None:
        """Move pixels (h, W, 3) float32 of hue in degrees, saturation and value; V is looked up at value x gain."""
        tall, around, wide = self.values.shape[:3]
        column = hsv[..., 1] * (wide - 1)
        row = hsv[..., 0] * (around / 360)
        level = hsv[..., 2] * np.float32(gain)
        if tall == 1:
            moved = self._at(0, row, column)
        else:
            level = np.clip(color.srgb_encode(level) if self.encoded else level, 0, 1).astype(np.float32) * (tall - 1)
            moved = np.zeros_like(hsv)
            for i in range(tall):  # each slice in the part of the strip that lies next to it
                weight = np.maximum(1 - np.abs(level - i), 0)
                if weight.any():
                    moved += self._at(i, row, column) * weight[..., None]
        hsv[..., 0] = (hsv[..., 0] + moved[..., 0]) % 360
        hsv[..., 1] = np.clip(hsv[..., 1] * moved[..., 1], 0, 1)
        hsv[..., 2] *= moved[..., 2]

    def _at(self, level: int, row: np.ndarray, column: np.ndarray) -> np.ndarray:
        """One slice, bilinearly; hues go round."""
        table = np.concatenate([self.values[level], self.values[level, :1]])
        return cv2.remap(table, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def mixed(self, other: "HueTable", share: float) -> "HueTable":
        """This table with `share` of another one of the same size."""
        if other.values.shape != self.values.shape:
            return self if share < 0.5 else other
        return HueTable((1 - share) * self.values + share * other.values, self.encoded)


@dataclass(frozen=True, eq=False)
class CameraProfile:
    """What is said of a camera's colours.

    name, model  as the profile says them; "" when it does not
    camera       XYZ -> camera, for each light
    forward      white-balanced camera -> XYZ (D50), for each light; () when absent
    hues         a table for each light; () when absent
    look         the table that comes after exposure, or None
    offset       EV that the profile adds to the baseline exposure
    """

    name: str
    model: str
    camera: Lights
    forward: Lights
    hues: tuple[tuple[float, HueTable], ...]
    look: HueTable | None
    offset: float

    @property
    def is_whole(self) -> bool:
        """True when it says more than the one matrix that LibRaw reads."""
        return bool(self.forward or self.hues or self.look)

    def matrix(self, neutral: np.ndarray, calibration: np.ndarray, kelvin: float) -> np.ndarray:
        """(3, 3) from the camera's numbers, divided by `neutral` (3,), to linear ProPhoto.

        calibration  AnalogBalance x CameraCalibration of the file; kelvin: the temperature of the light
        """
        to_working = np.linalg.inv(color.to_xyz("prophoto"))
        if self.forward:
            own = np.linalg.inv(calibration)
            balanced = np.diag(1 / (own @ neutral)) @ own @ np.diag(neutral)
            found = to_working @ mixed(self.forward, kelvin) @ balanced
        else:
            back = np.linalg.inv(calibration @ mixed(self.camera, kelvin))
            white = back @ neutral
            found = to_working @ color.adaptation(white / white[1], color.to_xyz("prophoto").sum(1)) @ back
            found = found @ np.diag(neutral)
        return np.asarray(found / found.sum(1, keepdims=True), np.float32)  # neutral stays neutral

    def develop(self, pixels: np.ndarray, matrix: np.ndarray, gain: float, kelvin: float) -> None:
        """White-balanced camera codes (H, W, 3) uint16 to linear ProPhoto, in place, without the look.

        gain  light of code 65535
        """
        hues = table_for(self.hues, kelvin)
        for strip in _strips(pixels):
            light = np.maximum(cv2.transform(strip.astype(np.float32) * (gain / 65535), matrix), 0)
            _store(strip, _turned(light, hues) if hues else light, gain)

    def finish(self, pixels: np.ndarray, gain: float, exposure: float) -> None:
        """Apply the look to linear ProPhoto codes (H, W, 3) uint16, in place; exposure: the baseline exposure, EV."""
        if self.look is None:
            return
        for strip in _strips(pixels):
            light = strip.astype(np.float32) * (gain / 65535)
            _store(strip, _turned(light, self.look, 2.0**exposure), gain)


PLAIN = CameraProfile("", "", (), (), (), None, 0.0)
"""A profile that adds nothing to a matrix."""


def _strips(pixels: np.ndarray) -> list[np.ndarray]:
    rows = max(1, STRIP_PIXELS // pixels.shape[1])
    return [pixels[top : top + rows] for top in range(0, len(pixels), rows)]


def _turned(light: np.ndarray, table: HueTable, gain: float = 1.0) -> np.ndarray:
    hsv = cv2.cvtColor(light, cv2.COLOR_RGB2HSV)
    table.apply(hsv, gain)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)


def _store(strip: np.ndarray, light: np.ndarray, gain: float) -> None:
    strip[:] = cv2.multiply(light, (65535 / gain,) * 4, dtype=cv2.CV_16U)


def share_of(lights: Sequence[tuple[float, object]], kelvin: float) -> float:
    """How much of the last light counts at a temperature: linear in 1 / kelvin, 1 when there is only one."""
    low, high = lights[0][0], lights[-1][0]
    return 1.0 if low == high else float(np.clip((1 / low - 1 / kelvin) / (1 / low - 1 / high), 0, 1))


def mixed(lights: Lights, kelvin: float) -> np.ndarray:
    """The numbers for a light of `kelvin`."""
    share = share_of(lights, kelvin)
    return np.asarray((1 - share) * lights[0][1] + share * lights[-1][1])


def table_for(tables: Sequence[tuple[float, HueTable]], kelvin: float) -> HueTable | None:
    """The table for a light of `kelvin`; None when there is none."""
    return tables[0][1].mixed(tables[-1][1], share_of(tables, kelvin)) if tables else None


# --- reading ---------------------------------------------------------------------------------------------------------


def read(tags: Tags) -> CameraProfile | None:
    """The profile in a directory's tags; None without a matrix. Tables that are damaged are left out."""
    camera = _by_light(tags, (50721, 50722), _square)
    if not camera:
        return None
    table = partial(_table, tags.get(50937), encoded=tags.get(51107) == 1)
    look = _table(tags.get(50981), tags.get(50982), encoded=tags.get(51108) == 1) if 50982 in tags else None
    return CameraProfile(
        _text(tags.get(50936)),
        _text(tags.get(50708)),
        tuple(camera),
        tuple(_by_light(tags, (50964, 50965), _square)),
        tuple(_by_light(tags, (50938, 50939), table)),
        look,
        float(np.clip(float(tags.get(51109, 0)), -5, 5)),
    )


def _by_light(tags: Tags, names: tuple[int, int], made: Callable[[object], Made | None]) -> list[tuple[float, Made]]:
    """[(kelvin, what a tag says for that light)], coolest light last; what says nothing is left out."""
    lights = [float(ILLUMINANTS.get(int(tags.get(tag, 21)), 6504)) for tag in (50778, 50779)]
    found = [(kelvin, made(tags[name])) for kelvin, name in zip(lights, names, strict=True) if name in tags]
    return sorted(((kelvin, value) for kelvin, value in found if value is not None), key=lambda pair: pair[0])


def calibration(tags: Tags, kelvin: float) -> np.ndarray:
    """AnalogBalance x CameraCalibration of a DNG, (3, 3); the identity where nothing is said."""
    balance = np.asarray(tags.get(50727, (1, 1, 1)), float)
    known = _by_light(tags, (50723, 50724), _square)
    single = mixed(tuple(known), kelvin) if known else np.eye(3)
    return (np.diag(balance) if balance.shape == (3,) else np.eye(3)) @ single


def read_file(data: bytes, tags: Callable[[bytes], Tags]) -> CameraProfile:
    """A .dcp file, which is a TIFF directory under another magic number. PhotoError when it is none.

    tags  reads the tags of a TIFF file's first directory
    """
    if data[:4] not in (b"IIRC", b"MMCR"):
        raise PhotoError("the camera profile is not a DCP file: name a .dcp file")
    magic = b"II*\0" if data[:2] == b"II" else b"MM\0*"
    found = read(tags(magic + data[4:]))
    if found is None:
        raise PhotoError("the camera profile is damaged, or has no matrix: name another .dcp file")
    return found


def _square(values: object) -> np.ndarray | None:
    found = np.asarray(values, float)
    return found.reshape(3, 3) if found.size == 9 and np.isfinite(found).all() and np.any(found) else None


def _table(dims: object, values: object, encoded: bool) -> HueTable | None:
    """A table of `dims` (hues, saturations[, values]); None when the numbers are not as many, or not finite."""
    sides = [int(v) for v in np.asarray(dims).ravel()] if dims is not None else []
    sides = sides + [1] if len(sides) == 2 else sides
    found = np.asarray(values, np.float32)
    if len(sides) != 3 or min(sides) < 1 or sides[1] < 2 or not np.isfinite(found).all():
        return None
    if found.size != 3 * math.prod(sides) or found.size > MAX_TABLE:
        return None
    return HueTable(np.ascontiguousarray(found.reshape(sides[2], sides[0], sides[1], 3)), encoded)


def _text(value: object) -> str:
    return value.strip("\0 ") if isinstance(value, str) else ""
