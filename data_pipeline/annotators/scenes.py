"""What a photo shows, as far as its tags and the offline segmenter tell: the scene's category,
and regions with their boxes.
"""

from collections.abc import Sequence

import numpy as np

from data_pipeline.samples import RegionBox
from editor_ops.masks.region import MaskError
from editor_ops.masks.region import Region as MaskRegion
from editor_ops.masks.semantic import locate
from editor_ops.measure import measure
from jarvisevo.record.artedit import SCENES

TAGS = {
    "landscape": ("landscape", ""),
    "mountain": ("landscape", "mountain"),
    "forest": ("landscape", "forest"),
    "coast": ("landscape", "coast"),
    "beach": ("landscape", "coast"),
    "lake": ("landscape", "lake and river"),
    "snow": ("landscape", "snow"),
    "desert": ("landscape", "desert"),
    "sunset": ("sky", "sunset"),
    "portrait": ("portrait", ""),
    "people": ("people", ""),
    "group": ("people", "group"),
    "wildlife": ("wildlife", ""),
    "bird": ("wildlife", "bird"),
    "animal": ("wildlife", "mammal"),
    "pet": ("wildlife", "pet"),
    "architecture": ("architecture", ""),
    "interior": ("architecture", "interior"),
    "building": ("architecture", "building"),
    "bridge": ("architecture", "bridge"),
    "urban": ("urban", ""),
    "urban_night": ("urban", "street by night"),
    "night_sky": ("night", "stars"),
    "night": ("night", ""),
    "food": ("still life", "food"),
    "food_still": ("still life", ""),
    "still": ("still life", ""),
    "flower": ("still life", "flower"),
    "product": ("still life", "product"),
    "abstract": ("design", "abstract"),
    "texture": ("design", "texture"),
}
"""Words of a manifest -> category and kind."""
DARK, SKY = 17.0, 0.25
"""Mean L* below which a photo is one of the night; share of sky from which it is a landscape."""
LEAST = 0.01
"""Share of the frame that a region fills at least to be named by a box."""


def scene(tags: Sequence[str], pixels: np.ndarray) -> tuple[str, str]:
    """(category, kind) of a photo; ("", "") when nothing tells. Tags count more than measurements."""
    known = [TAGS[tag.lower()] for tag in tags if tag.lower() in TAGS]
    known += [(name, "") for name in (tag.lower() for tag in tags) if name in SCENES]
    if known:
        return max(known, key=lambda pair: bool(pair[1]))
    if measure(pixels).lightness < DARK:
        return "night", ""
    shares = {
        region.name: (region.box[2] - region.box[0]) * (region.box[3] - region.box[1])
        for region in regions(pixels, ("person", "sky"))
    }
    if "person" in shares:
        return "portrait", ""
    return ("landscape", "") if shares.get("sky", 0) > SKY else ("", "")


def regions(pixels: np.ndarray, names: Sequence[str]) -> tuple[RegionBox, ...]:
    """Those regions that are found in a photo, with the boxes around them. Nothing is invented."""
    found = []
    for name in names:
        try:
            box = box_of(locate(pixels, MaskRegion(name)))
        except MaskError:
            continue
        if box is not None:
            found.append(RegionBox(name, box))
    return tuple(found)


def box_of(weight: np.ndarray) -> tuple[float, float, float, float] | None:
    """The box around a mask, (h, w) in [0, 1] -> x1 y1 x2 y2 in fractions with two decimals;
    None when it is too small.
    """
    inside = weight > 0.5
    if inside.mean() < LEAST:
        return None
    rows, columns = np.flatnonzero(inside.any(1)), np.flatnonzero(inside.any(0))
    h, w = inside.shape
    box = (columns[0] / w, rows[0] / h, (columns[-1] + 1) / w, (rows[-1] + 1) / h)
    x1, y1, x2, y2 = (round(float(v), 2) for v in box)
    return (x1, y1, x2, y2) if x1 < x2 and y1 < y2 else None
