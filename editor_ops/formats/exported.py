"""Settings on a photo that was exported cropped or turned: places of the whole photo become places of what it shows.

Lightroom writes into an exported file the crop it was exported with (`AlreadyApplied`). Settings of that edit hold the
same crop, and their masks lie in the uncropped photo: cropping again would cut twice, and dabs would fall beside what
they were painted on.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from editor_ops.formats import xmp
from editor_ops.formats.document import Document, FormatError, Note
from editor_ops.formats.orientation import as_stored, moved, upright
from editor_ops.masks.rows import CORRECTIONS, LEGACY
from editor_ops.ops import geometry
from editor_ops.parameters import FrozenDict
from editor_ops.photo import Photo
from editor_ops.settings import Settings

NEAR = 2e-3
"""How far two crops may differ, in fractions of the photo and in degrees, and be the same."""
_CROP, _FRAMING = (tuple(row.name for row in rows) for rows in (geometry.CROP, geometry.ROWS))


def placed(document: Document, photo: Photo) -> Document:
    """A document's settings as they lie on a photo; the document itself where there is nothing to move.

    On a photo that was exported with their crop and turn both are taken out, masks are moved and scaled into what is
    left of the frame, and a note says so. A RAW file's own sidecar from Lightroom turns it where it shows it another
    way than the camera held it.
    """
    document = _turned(document, photo)
    own = _exported(photo)
    settings = document.settings
    if own is None or not _framed_alike(settings, own):
        return document
    values = {name: value for name, value in settings.values.items() if name not in _FRAMING}
    turn = int(settings[geometry.ORIENTATION.name])
    if own["HasCrop"]:
        size = (photo.height, photo.width) if turn >= 5 else (photo.width, photo.height)
        into = _Into(settings, *size)
        for name in (CORRECTIONS, *LEGACY):
            if name in values:
                values[name] = tuple(_group(group, into.mask) for group in values[name])
    name = "HasCrop" if own["HasCrop"] else geometry.ORIENTATION.name
    what = "crop" if own["HasCrop"] else "turn"
    note = Note(name, "mapped", f"the photo was exported with this {what}: masks are placed in what is left of it")
    settings = upright(Settings(values, settings.extra), turn)
    return Document(settings, (*document.notes, note), document.name, document.kind)


def _turned(document: Document, photo: Photo) -> Document:
    """The document with the turn that a sidecar of this RAW file gives it."""
    own = photo.raw and photo.source is not None and document.kind == "xmp" and document.name == photo.source.stem
    if not own or document.orientation in (0, photo.orientation):
        return document
    turn = geometry.composed(geometry.reversed_turn(photo.orientation), document.orientation)
    size = photo.original_size[::-1] if turn >= 5 else photo.original_size
    held = as_stored(document.settings, turn, size)
    return replace(document, settings=held.merge({geometry.ORIENTATION.name: str(turn)}), orientation=0)


def _framed_alike(one: Settings, other: Settings) -> bool:
    """True when both show the same part of a photo, turned alike."""
    alike = one["HasCrop"] == other["HasCrop"] and one[geometry.ORIENTATION.name] == other[geometry.ORIENTATION.name]
    return alike and (not one["HasCrop"] or all(abs(one[n] - other[n]) <= NEAR for n in _CROP[1:]))


def _exported(photo: Photo) -> Settings | None:
    """What a photo was exported with, by its own XMP; None when it says of no crop and no turn."""
    if not photo.xmp or photo.raw:
        return None
    try:
        own = xmp.parse(photo.xmp).settings
    except FormatError:
        return None
    applied = str(own.extra.get("AlreadyApplied")).lower() == "true"
    return (
        own
        if applied and (own["HasCrop"] and own.changed(*geometry.CROP[1:]) or own.changed(geometry.ORIENTATION))
        else None
    )


def _group(group: Mapping[str, Any], move: Callable[[Mapping[str, Any]], FrozenDict]) -> FrozenDict:
    masks = tuple(move(mask) for mask in group.get("CorrectionMasks", ()))
    return FrozenDict({**group, "CorrectionMasks": masks}) if masks else FrozenDict(group)


class _Into:
    """From fractions of the uncropped photo to fractions of a crop of width × height pixels."""

    def __init__(self, crop: Settings, width: int, height: int) -> None:
        self.size = np.array([width, height], float)
        across, down = crop["CropRight"] - crop["CropLeft"], crop["CropBottom"] - crop["CropTop"]
        self.angle = crop["CropAngle"]
        cos, sin = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        sides = np.array([[across * cos, down * sin], [-across * sin, down * cos]])
        self.whole = np.linalg.solve(sides, self.size)  # pixels of the uncropped photo, at the size of this one
        self.middle = np.array([crop["CropLeft"] + across / 2, crop["CropTop"] + down / 2]) * self.whole
        self.turn = np.array([[cos, sin], [-sin, cos]])

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point, both ways in fractions."""
        at = self.turn @ (np.array([x, y]) * self.whole - self.middle) + self.size / 2
        return float(at[0] / self.size[0]), float(at[1] / self.size[1])

    def mask(self, mask: Mapping[str, Any]) -> FrozenDict:
        """A mask with its places, and with its sizes, which are fractions of the frame too."""
        out = moved(mask, self.point)
        if all(edge in mask for edge in ("Left", "Top", "Right", "Bottom")):
            x, y = self.point((mask["Left"] + mask["Right"]) / 2, (mask["Top"] + mask["Bottom"]) / 2)
            half_x, half_y = self._scaled((mask["Right"] - mask["Left"]) / 2, (mask["Bottom"] - mask["Top"]) / 2)
            out |= {"Left": x - half_x, "Right": x + half_x, "Top": y - half_y, "Bottom": y + half_y}
        if "SizeX" in mask and "SizeY" in mask:
            out["SizeX"], out["SizeY"] = self._scaled(mask["SizeX"], mask["SizeY"])
        if self.angle and str(mask.get("What")) in ("Mask/CircularGradient", "Mask/Ellipse"):
            out["Angle"] = mask.get("Angle", 0.0) - self.angle
        longer = float(self.whole.max() / self.size.max())  # brushes are fractions of the long edge
        if "Radius" in mask:
            out["Radius"] = mask["Radius"] * longer
        if "Dabs" in out:
            out["Dabs"] = tuple(_resized(item, longer) for item in out["Dabs"])
        if "Masks" in mask:
            out["Masks"] = tuple(self.mask(inner) for inner in mask["Masks"])
        return FrozenDict(out)

    def _scaled(self, x: float, y: float) -> tuple[float, float]:
        """Lengths along the two sides."""
        return float(x * self.whole[0] / self.size[0]), float(y * self.whole[1] / self.size[1])


def _resized(item: object, scale: float) -> object:
    """ "r radius" of a brush."""
    kind, _, rest = str(item).strip().partition(" ")
    try:
        return f"r {float(rest) * scale:.6f}" if kind == "r" else item
    except ValueError:
        return item
