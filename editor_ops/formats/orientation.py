"""Crops and masks of photos that the camera marked as rotated.

Camera Raw writes their places as fractions of the sensor's image, before `tiff:Orientation` turns it upright; here
all places are fractions of the upright photo. The turn of the crop is what darktable's importer does too.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

from editor_ops.masks.rows import CORRECTIONS, LEGACY
from editor_ops.masks.shapes import points
from editor_ops.ops.geometry import crop_sides, reversed_turn
from editor_ops.parameters import FrozenDict
from editor_ops.settings import Settings

Size = tuple[int, int]
Move = Callable[[float, float], tuple[float, float]]
"""Where a point, in fractions of a photo, comes to lie."""
UPRIGHT: dict[int, Move] = {
    1: lambda x, y: (x, y),
    2: lambda x, y: (1 - x, y),
    3: lambda x, y: (1 - x, 1 - y),
    4: lambda x, y: (x, 1 - y),
    5: lambda x, y: (y, x),
    6: lambda x, y: (1 - y, x),
    7: lambda x, y: (1 - y, 1 - x),
    8: lambda x, y: (y, 1 - x),
}
"""EXIF orientation -> where a point of the sensor's image comes to lie."""
_PAIRS = (("ZeroX", "ZeroY"), ("FullX", "FullY"), ("X", "Y"))
_EDGES = ("Left", "Top", "Right", "Bottom")


def upright(settings: Settings, orientation: int, size: Size | None = None) -> Settings:
    """Settings as a file has them -> places in the upright photo.

    orientation  EXIF's, 1 to 8; any other number is taken for 1
    size         (H, W) of the sensor's image; a straightened crop needs it, and is taken as square without
    """
    if orientation not in UPRIGHT or orientation == 1:
        return settings
    values = dict(settings.values)
    if values.get("HasCrop"):
        values |= _crop(settings, orientation, size or (1, 1))
    for name in (CORRECTIONS, *LEGACY):
        if name in values:
            values[name] = tuple(_correction(group, orientation) for group in values[name])
    return Settings(values, settings.extra)


def as_stored(settings: Settings, orientation: int, size: Size | None = None) -> Settings:
    """The way back. size: (H, W) of the upright photo."""
    return upright(settings, reversed_turn(orientation), size)


def _clean(value: float) -> float:
    """Without the last bits of a sum, so that what is written is as short as what was read; -0 is 0."""
    return round(value, 9) + 0.0


def _crop(settings: Settings, orientation: int, size: Size) -> dict[str, float]:
    """The crop's two corners and its angle: the corners of a straightened one are others after a quarter turn."""
    height, width = size
    left, top, right, bottom = (settings[f"Crop{edge}"] for edge in _EDGES)
    angle = math.radians(settings["CropAngle"])
    wide, tall = crop_sides(settings, width, height)
    if orientation >= 5:
        wide, tall, width, height = tall, wide, height, width
    if orientation in (2, 4, 5, 7):  # mirrored
        angle = -angle
    cos, sin = math.cos(angle), math.sin(angle)
    x, y = UPRIGHT[orientation]((left + right) / 2, (top + bottom) / 2)
    half_x, half_y = (wide * cos - tall * sin) / 2 / width, (wide * sin + tall * cos) / 2 / height
    edges = dict(zip(_EDGES, (x - half_x, y - half_y, x + half_x, y + half_y), strict=True))
    return {f"Crop{edge}": min(max(_clean(value), 0.0), 1.0) for edge, value in edges.items()} | {
        "CropAngle": _clean(math.degrees(angle))
    }


def _correction(group: Mapping[str, Any], orientation: int) -> FrozenDict:
    masks = tuple(_mask(mask, orientation) for mask in group.get("CorrectionMasks", ()))
    return FrozenDict({**group, "CorrectionMasks": masks}) if masks else FrozenDict(group)


def _mask(mask: Mapping[str, Any], orientation: int) -> FrozenDict:
    """A mask with everything that is a place in it."""
    turn = UPRIGHT[orientation]
    out = moved(mask, turn)
    if all(edge in mask for edge in _EDGES):
        corners = turn(mask["Left"], mask["Top"]), turn(mask["Right"], mask["Bottom"])
        for edge, (a, b), choose in zip(_EDGES, (*zip(*corners, strict=True),) * 2, (min, min, max, max), strict=True):
            out[edge] = _clean(choose(a, b))
    if orientation >= 5 and "SizeX" in mask and "SizeY" in mask:
        out["SizeX"], out["SizeY"] = mask["SizeY"], mask["SizeX"]
    if orientation in (2, 4, 5, 7) and mask.get("Angle"):
        out["Angle"] = -mask["Angle"]
    if "Masks" in mask:
        out["Masks"] = tuple(_mask(inner, orientation) for inner in mask["Masks"])
    return FrozenDict(out)


def moved(mask: Mapping[str, Any], move: Move) -> dict[str, Any]:
    """A mask with its points moved, dabs and outlines included; sizes, boxes and inner masks stay."""
    out = dict(mask)
    for across, down in _PAIRS:
        if across in mask and down in mask:
            out[across], out[down] = map(_clean, move(mask[across], mask[down]))
    if "ReferencePoint" in mask:
        out["ReferencePoint"] = _point(mask["ReferencePoint"], move)
    if "Dabs" in mask:
        out["Dabs"] = tuple(_dab(item, move) for item in mask["Dabs"])
    for name in ("Points", "Gesture"):
        if name in mask:
            out[name] = tuple(_point(item, move) for item in mask[name])
    return out


def _point(item: object, move: Move) -> Any:
    """{X, Y}, a pair, "x y", or {Points: [...]} of them; what is none stays as it is."""
    if isinstance(item, Mapping) and isinstance(item.get("Points"), list | tuple):
        return FrozenDict({**item, "Points": tuple(_point(inner, move) for inner in item["Points"])})
    found = points([item])
    if not found:
        return item
    x, y = map(_clean, move(*found[0]))
    if isinstance(item, Mapping):
        return FrozenDict({**item, **({"X": x, "Y": y} if "X" in item else {"x": x, "y": y})})
    return f"{x:.6f} {y:.6f}" if isinstance(item, str) else (x, y)


def _dab(item: object, move: Move) -> Any:
    """ "d x y"; radius and flow are no places."""
    kind, _, rest = str(item).strip().partition(" ")
    return f"d {_point(rest, move)}" if kind == "d" else item
