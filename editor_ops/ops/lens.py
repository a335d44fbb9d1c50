"""Lens profiles: distortion, lateral chromatic aberration and vignetting, from lensfun's database."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import cv2
import numpy as np

from editor_ops.frame import Encoding, Frame, Kernel, op
from editor_ops.parameters import Fidelity, Parameter, Values
from editor_ops.photo import Optics, Photo

if TYPE_CHECKING:
    import lensfunpy

ROWS = (
    Parameter(
        "LensProfileEnable",
        low=0,
        high=1,
        step=1,
        doc="1 corrects the lens by its profile (RAW files; needs the extra `lens`)",
        fidelity=Fidelity.APPROXIMATED,
        evidence="measurements of lensfun's contributors in place of Adobe's profile",
    ),
)
ROWS_AT_A_TIME = 128
GAIN_SIDE = 512
"""Long edge of the map of vignetting."""
FAR = 1000.0
"""Metres to the subject: files seldom say."""
MOST_SIDE = 32_000
"""`cv2.remap` takes no longer sides."""

_corrected: WeakKeyDictionary[Photo, tuple[Photo, str]] = WeakKeyDictionary()
Coordinates = Callable[[int, int], np.ndarray]
"""(top, bottom) -> where these rows of the result lie in the source: (rows, W, 1 or 3, 2) float32, x before y."""


def corrected(photo: Photo, settings: Values) -> tuple[Photo, str]:
    """(the photo without its lens's faults, or itself, why it is itself or ""); kept with the photo."""
    if not settings["LensProfileEnable"]:
        return photo, ""
    if photo not in _corrected:
        made, note = _by_profile(photo)
        if note:
            return photo, note
        _corrected[photo] = made, note
    return _corrected[photo]


def _by_profile(photo: Photo) -> tuple[Photo, str]:
    if not photo.raw:
        return photo, "Lens profile: only for RAW files; left out"
    optics = photo.optics
    if optics is None or max(photo.width, photo.height) > MOST_SIDE:
        return photo, "Lens profile: the file does not say which lens, or is corrected already; left out"
    try:
        found = _find(optics)
    except ImportError:
        return photo, "Lens profile: needs lensfun: pip install 'jarvisevo[lens]'; left out"
    if found is None:
        return photo, f"Lens profile: lensfun knows no {optics.lens[:60]!r} on {optics.model[:40]!r}; left out"
    lens, crop_factor = found
    pixels = photo.pixels.copy()
    _brighten(pixels, _modifier(lens, crop_factor, optics, _fitting(photo.width, photo.height)))
    modifier = _modifier(lens, crop_factor, optics, (photo.width, photo.height))

    def coordinates(top: int, bottom: int) -> np.ndarray:
        where = (0, top, photo.width, bottom - top)
        channels = modifier.apply_subpixel_geometry_distortion(*where)
        if channels is None:
            channels = modifier.apply_geometry_distortion(*where)
        grid = _grid(photo.width, top, bottom) if channels is None else channels
        return np.asarray(grid, np.float32).reshape(bottom - top, photo.width, -1, 2)

    return replace(photo, pixels=resampled(pixels, coordinates), source=photo.source), ""


@lru_cache(maxsize=1)
def _database() -> "lensfunpy.Database":
    import lensfunpy

    return lensfunpy.Database()


def _find(optics: Optics) -> "tuple[lensfunpy.Lens, float] | None":
    """(lens, crop factor of the camera) of lensfun's database, or None."""
    cameras = _database().find_cameras(optics.make, optics.model)
    if not cameras:
        return None
    lenses = _database().find_lenses(cameras[0], None, optics.lens)
    return (lenses[0], cameras[0].crop_factor) if lenses else None


def _modifier(
    lens: "lensfunpy.Lens", crop_factor: float, optics: Optics, size: tuple[int, int]
) -> "lensfunpy.Modifier":
    import lensfunpy

    made = lensfunpy.Modifier(lens, crop_factor, *size)
    made.initialize(optics.focal, optics.aperture, FAR, pixel_format=np.float32)
    return made


def _fitting(width: int, height: int) -> tuple[int, int]:
    scale = min(1.0, GAIN_SIDE / max(width, height))
    return max(2, round(width * scale)), max(2, round(height * scale))


def _brighten(pixels: np.ndarray, modifier: "lensfunpy.Modifier") -> None:
    """Undo vignetting of linear codes (H, W, 3) uint16, in place; the modifier is of a small frame."""
    gains = np.ones((modifier.height, modifier.width, 3), np.float32)
    if not modifier.apply_color_modification(gains):
        return
    height, width = pixels.shape[:2]
    across = np.broadcast_to((np.arange(width, dtype=np.float32) + 0.5) * (gains.shape[1] / width) - 0.5, (1, width))
    for top in range(0, height, ROWS_AT_A_TIME):
        strip = pixels[top : top + ROWS_AT_A_TIME]
        down = (np.arange(top, top + len(strip), dtype=np.float32) + 0.5) * (gains.shape[0] / height) - 0.5
        rows = np.repeat(down[:, None], width, 1)
        columns = np.repeat(across, len(strip), 0)
        gain = cv2.remap(gains, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        strip[:] = cv2.multiply(strip, gain, dtype=cv2.CV_16U)


def _grid(width: int, top: int, bottom: int) -> np.ndarray:
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(top, bottom, dtype=np.float32))
    return np.stack([x, y], -1)


def resampled(pixels: np.ndarray, coordinates: Coordinates) -> np.ndarray:
    """(H, W, 3) read at other places, cubic, in strips; the edge is repeated outside."""
    out = np.empty_like(pixels)
    planes: tuple[np.ndarray, ...] = ()
    for top in range(0, len(pixels), ROWS_AT_A_TIME):
        bottom = min(top + ROWS_AT_A_TIME, len(pixels))
        where = coordinates(top, bottom)
        if where.shape[2] == 1:
            out[top:bottom] = _read(pixels, where[:, :, 0])
            continue
        planes = planes or tuple(np.ascontiguousarray(pixels[..., i]) for i in range(3))
        for i, plane in enumerate(planes):
            out[top:bottom, :, i] = _read(plane, where[:, :, i])
    return out


def _read(plane: np.ndarray, where: np.ndarray) -> np.ndarray:
    where = np.ascontiguousarray(where)
    return cv2.remap(plane, where, None, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


@op("lens", Encoding.LINEAR, *ROWS)
def LENS(settings: Values, frame: Frame) -> Kernel | None:
    """Distortion, lateral chromatic aberration and vignetting as lensfun's database has them; there is no kernel.

    Done by `corrected` on the whole photo, before the crop: vignetting on linear light, then one cubic resampling
    for each channel, scaled so that no edge shows. Camera, lens, focal length and aperture come from EXIF.
    """
    return None
