"""What a semantic mask asks for (`Region`), who finds it (`Segmenter`), and the one error of all masks."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from editor_ops.text import one_line

PERSON_PARTS = {
    0: "person",
    1: "person",
    2: "face_skin",
    3: "iris",
    4: "body_skin",
    5: "hair",
    6: "lips",
    8: "eye_white",
    9: "eyebrows",
    11: "clothes",
    12: "teeth",
    60101: "upper_clothes",
    60102: "lower_clothes",
    60103: "shoes",
    60104: "hands",
    60105: "arms",
    60106: "legs",
}
"""MaskSubCategoryID of MaskSubType 3 in real XMP files -> name. 0 and 1 (the entire person) are our reading; those from
60101 on are this project's own: Lightroom has no such masks.
"""
LANDSCAPE = {
    50001: "architecture",
    50002: "mountains",
    50003: "artificial_ground",
    50004: "natural_ground",
    50005: "vegetation",
    50006: "sky",
    50007: "water",
    50008: "snow",
}
"""MaskSubCategoryID of MaskSubType 0 -> Lightroom's name: in real XMP files, but for 50002, 50003 and 50008, which a
public plug-in writes.
"""
SCENE = {
    60001: "tree",
    60002: "grass",
    60003: "rock",
    60004: "road",
    60005: "floor",
    60006: "wall",
    60007: "ceiling",
    60008: "building",
    60009: "roof",
    60010: "window",
    60011: "door",
    60012: "table",
    60013: "seat",
    60014: "cabinet",
    60015: "curtain",
    60016: "flower",
    60017: "plant",
    60018: "sand",
    60019: "hat",
    60020: "stairs",
    60021: "fence",
    60022: "dish",
}
"""MaskSubCategoryID of MaskSubType 0 that are this project's own -> name: Lightroom has no such masks."""
LAND = LANDSCAPE | SCENE
"""Every MaskSubCategoryID of MaskSubType 0 -> name."""
LAND_NUMBERS = {name: number for number, name in LAND.items()}


class MaskError(ValueError):
    """A mask could not be made: one line with the cause; the rest of the edit goes on."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


@dataclass(frozen=True, slots=True)
class Region:
    """What to find in a photo. All coordinates are fractions of the uncropped, upright photo, y down.

    name     "subject", "sky", "person", "background", "object", a value of PERSON_PARTS, LANDSCAPE or SCENE
    point    a point inside it (ReferencePoint), or None for the whole of it: with several persons,
             the one under or nearest to the point; (0.5, 0.5) is what presets hold and means "any"
    polygon  outline a user drew roughly around an object, ((x, y), …); () when there is none
    """

    name: str
    point: tuple[float, float] | None = None
    polygon: tuple[tuple[float, float], ...] = ()


class Segmenter(Protocol):
    """Finds regions. The built-in one needs nothing; a better one can be registered by the user."""

    name: str
    regions: frozenset[str]
    """Names of `Region`s it can serve at all."""

    def segment(self, rgb: np.ndarray, region: Region) -> np.ndarray:
        """(h, w, 3) uint8 sRGB -> (h, w) float32 in [0, 1].

        Raises MaskError, with a reason for the user, when the region is not in the photo or cannot be recognised.
        """
        ...
