"""Geometry: crop and straighten run first, so that everything after them sees the cropped frame; the turn by quarters
and the mirroring of `Orientation` run last, so that crops and masks stay where they were.
"""

import math

import cv2
import numpy as np

from editor_ops.frame import Encoding, Frame, Kernel, op
from editor_ops.parameters import Fidelity, Parameter, Problem, SettingsError, Values
from editor_ops.photo import Photo

_CROP = "aspect ratios and frame contact of eleven rotated crops in real XMP files; interpolation is ours"


def _edge(name: str, default: float) -> Parameter:
    return Parameter(
        f"Crop{name}",
        low=0,
        high=1,
        default=default,
        unit="fraction",
        step=0.01,
        needs={"HasCrop": True},
        fidelity=Fidelity.FITTED,
        evidence=_CROP,
        doc=f"{name} edge of the crop, fraction of the photo",
    )


CROP = (
    Parameter("HasCrop", "flag", default=False, doc="Turns the crop on", fidelity=Fidelity.FITTED, evidence=_CROP),
    _edge("Top", 0.0),
    _edge("Left", 0.0),
    _edge("Bottom", 1.0),
    _edge("Right", 1.0),
    Parameter(
        "CropAngle",
        low=-45,
        high=45,
        unit="deg",
        step=0.2,
        needs={"HasCrop": True},
        fidelity=Fidelity.FITTED,
        evidence=_CROP,
        doc="Straightens: positive turns the crop clockwise, so the image counter-clockwise",
    ),
)
UPRIGHT = "1"
ORIENTATION = Parameter(
    "Orientation",
    "choice",
    default=UPRIGHT,
    choices=("1", "2", "3", "4", "5", "6", "7", "8"),
    fidelity=Fidelity.EXACT,
    evidence="EXIF 3.0, tag 0x0112; in XMP it is tiff:Orientation, together with how the camera was held",
    doc="Turns the finished photo, as EXIF counts: 6 by 90° clockwise, 3 by 180°, 8 by 90° counter-clockwise; "
    "2 mirrors it left to right, 4 top to bottom, 5 and 7 do so and turn it by 90°",
)
ROWS = (*CROP, ORIENTATION)
WAYS = {
    "1": "as it was",
    "2": "flipped horizontally",
    "3": "180°",
    "4": "flipped vertically",
    "5": "flipped horizontally and 90° counter-clockwise",
    "6": "90° clockwise",
    "7": "flipped horizontally and 90° clockwise",
    "8": "90° counter-clockwise",
}
"""What the orientations do to a photo, for people."""
_REVERSE = {6: 8, 8: 6}


def oriented(pixels: np.ndarray, orientation: int) -> np.ndarray:
    """Turn pixels (H, W) or (H, W, C) by an EXIF orientation, 2 to 8 -> C-contiguous; for any other, themselves."""
    if orientation in (2, 4):
        return cv2.flip(pixels, 1 if orientation == 2 else 0)
    if orientation == 3:
        return cv2.rotate(pixels, cv2.ROTATE_180)
    if orientation in (6, 8):
        return cv2.rotate(pixels, cv2.ROTATE_90_CLOCKWISE if orientation == 6 else cv2.ROTATE_90_COUNTERCLOCKWISE)
    if orientation == 5:
        return cv2.transpose(pixels)
    if orientation == 7:
        return cv2.rotate(cv2.transpose(pixels), cv2.ROTATE_180)
    return pixels


def composed(first: int, then: int) -> int:
    """The one orientation, 1 to 8, that turns like two of them after each other."""
    probe = np.arange(4, dtype=np.uint8).reshape(2, 2)
    both = oriented(oriented(probe, first), then)
    return next(one for one in range(1, 9) if np.array_equal(oriented(probe, one), both))


def reversed_turn(orientation: int) -> int:
    """The orientation that takes one back."""
    return _REVERSE.get(orientation, orientation)


def turned_like(pixels: np.ndarray, own: Values, like: Values) -> np.ndarray:
    """A picture rendered with `own` settings, (H, W) or (H, W, C), lying as one rendered with `like`."""
    name = ORIENTATION.name
    return oriented(pixels, composed(reversed_turn(int(own[name])), int(like[name])))


def turned(pixels: np.ndarray, settings: Values) -> np.ndarray:
    """Pixels (H, W) or (H, W, C) of the developed frame as `Orientation` shows them; themselves where it is 1."""
    return oriented(pixels, int(settings[ORIENTATION.name]))


def crop_sides(settings: Values, width: float, height: float) -> tuple[float, float]:
    """(width, height) in pixels of the crop's turned rectangle, in a photo of width × height; ≤ 0 when empty."""
    across = (settings["CropRight"] - settings["CropLeft"]) * width
    down = (settings["CropBottom"] - settings["CropTop"]) * height
    angle = math.radians(settings["CropAngle"])
    cos, sin = math.cos(angle), math.sin(angle)
    return across * cos + down * sin, down * cos - across * sin


def crop_settings(
    centre: tuple[float, float], size: tuple[float, float], angle: float, width: float, height: float
) -> dict[str, float | bool]:
    """The settings of a crop, by its middle and sides in pixels of a photo of width × height, turned by CropAngle."""
    (x, y), turn = centre, math.radians(angle)
    across = size[0] * math.cos(turn) - size[1] * math.sin(turn)
    down = size[0] * math.sin(turn) + size[1] * math.cos(turn)
    sides = {
        "CropLeft": (x - across / 2) / width,
        "CropTop": (y - down / 2) / height,
        "CropRight": (x + across / 2) / width,
        "CropBottom": (y + down / 2) / height,
    }
    turned = {"CropAngle": round(angle, 2)} if angle else {}
    return {"HasCrop": True, **{n: round(min(max(v, 0.0), 1.0), 6) for n, v in sides.items()}, **turned}


def largest_inside(width: float, height: float, angle: float, ratio: float) -> tuple[float, float]:
    """Sides of the largest rectangle of a ratio, turned by `angle` degrees, that a photo holds around its middle."""
    cos, sin = abs(math.cos(math.radians(angle))), abs(math.sin(math.radians(angle)))
    tall = min(width / (ratio * cos + sin), height / (ratio * sin + cos))
    return ratio * tall, tall


def crop_matrix(settings: Values, width: int, height: int) -> tuple[np.ndarray, tuple[int, int]]:
    """Where the pixels of the crop lie in a photo of width × height.

    -> ((2, 3) float64, (crop width, crop height)): the matrix maps pixel centres (x, y, 1) of the
    result to pixel centres of the source. (Left, Top) and (Right, Bottom) are opposite corners of a
    rectangle whose sides are turned clockwise by CropAngle against the photo. Raises SettingsError
    when the rectangle is empty.
    """
    left, right = settings["CropLeft"] * width, settings["CropRight"] * width
    top, bottom = settings["CropTop"] * height, settings["CropBottom"] * height
    angle = math.radians(settings["CropAngle"])
    cos, sin = math.cos(angle), math.sin(angle)
    wide, tall = crop_sides(settings, width, height)
    if empty := _empty(settings, wide, tall):
        raise SettingsError([empty])
    if not angle:
        x, y = min(round(left), width - 1), min(round(top), height - 1)
        size = max(1, round(right) - x), max(1, round(bottom) - y)
        return np.array([[1.0, 0.0, x], [0.0, 1.0, y]]), size
    size = max(1, round(wide)), max(1, round(tall))
    x = (left + right) / 2 - 0.5 - cos * (size[0] - 1) / 2 + sin * (size[1] - 1) / 2
    y = (top + bottom) / 2 - 0.5 - sin * (size[0] - 1) / 2 - cos * (size[1] - 1) / 2
    return np.array([[cos, -sin, x], [sin, cos, y]]), size


def is_cropped(settings: Values) -> bool:
    """Whether anything is cut off or straightened."""
    return bool(settings["HasCrop"]) and settings.changed(*CROP[1:])


def empty_crop(settings: Values, photo: Photo) -> Problem | None:
    """What is wrong with a crop that leaves nothing of this photo; None where something is left.

    Each edge and the angle may be in range and the crop empty all the same: it depends on the photo's shape.
    """
    return _empty(settings, *crop_sides(settings, photo.width, photo.height)) if is_cropped(settings) else None


def check_crop(settings: Values, photo: Photo) -> None:
    """SettingsError where the crop would leave nothing of this photo: asked before a step is made of settings."""
    if problem := empty_crop(settings, photo):
        raise SettingsError([problem])


def _empty(settings: Values, wide: float, tall: float) -> Problem | None:
    if wide > 0 and tall > 0:
        return None
    text = f"the crop is empty: {wide:.1f} × {tall:.1f} pixels of this photo"
    for first, last in (("CropLeft", "CropRight"), ("CropTop", "CropBottom")):
        if settings[last] <= settings[first]:
            return Problem(last, "range", f"{text}: it must be more than {first}, which is {settings[first]:g}")
    return Problem("CropAngle", "range", f"{text}: a smaller angle, or edges of another shape, leave some")


def apply(photo: Photo, settings: Values) -> tuple[Photo, np.ndarray]:
    """Crop and straighten -> (photo, matrix from its pixel centres to those of the original, (2, 3) float64).

    A crop without an angle is a slice of the pixels; with an angle it is one cubic resampling.
    """
    identity = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    if not is_cropped(settings):
        return photo, identity
    matrix, size = crop_matrix(settings, photo.width, photo.height)
    if size == (photo.width, photo.height) and np.array_equal(matrix, identity):
        return photo, identity
    return photo.warped(cv2.invertAffineTransform(matrix), size), matrix


@op("geometry", Encoding.LINEAR, *ROWS)
def GEOMETRY(settings: Values, frame: Frame) -> Kernel | None:
    """Crop and straighten, done by `apply` before the first strip, and the final turn, done by `turned` after the last:
    there is no kernel.

    CropTop/Left/Bottom/Right are fractions of the upright photo: with CropAngle they give the top
    left and bottom right corners of a rectangle turned clockwise by that angle about its own centre
    (y points down). Checked on real sidecars: only this sign gives 3:2, 4:3 and 1:1 crops that
    touch the frame. Works on the file's encoded pixels.
    """
    return None
