"""Where an instruction wants something: places as weights on the photo before the edit, found by the judge itself."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock

import cv2
import numpy as np

from jarvisevo.rules.intent import Place
from jarvisevo.scoring.analytic.image_pair import ImagePair, ImageView, Weight

LEAST = 0.003
"""Share of the frame below which nothing is said about a place."""
Box = tuple[float, float, float, float]
HUES: dict[str, tuple[float, float]] = {  # CIELAB hue angles in degrees [from, to), of what is called by that name
    "red": (5, 52),
    "orange": (45, 82),
    "yellow": (76, 112),
    "green": (105, 175),
    "aqua": (168, 232),
    "blue": (225, 310),
    "purple": (295, 335),
    "magenta": (318, 368),
}
PARTS: dict[str, tuple[tuple[str, ...], ...]] = {  # name -> regions of editor_ops.masks; the first choice found serves
    "sky": (("sky",),),
    "clouds": (("sky",),),
    "face": (("face_skin",),),
    "skin": (("face_skin", "body_skin"),),
    "eyes": (("iris", "eye_white"),),
    "teeth": (("teeth",),),
    "hair": (("hair",),),
    "lips": (("lips",),),
    "clothes": (("clothes",),),
    "upper clothes": (("upper_clothes",), ("clothes",)),
    "person": (("person",),),
    "subject": (("subject",),),
    "background": (("background",),),
    "animal": (("subject",),),
    "greenery": (("vegetation",),),
}
UNSURE: dict[str, tuple[str, ...]] = {  # name -> regions; of these the finders miss many, so not found is not absent
    **{name: (name.replace(" ", "_"),) for name in ("lower clothes", "shoes", "hands", "arms", "legs")},
    "building": ("architecture",),
    "ground": ("natural_ground", "artificial_ground"),
    "mountain": ("mountains",),
    **{
        name: (name,)
        for name in ("wall", "window", "door", "floor", "ceiling", "roof", "road", "rock", "sand", "snow", "table")
    },
}
FRAMES: dict[str, Box] = {
    "left": (0.0, 0.0, 0.45, 1.0),
    "right": (0.55, 0.0, 1.0, 1.0),
    "top": (0.0, 0.0, 1.0, 0.4),
    "bottom": (0.0, 0.6, 1.0, 1.0),
    "top left": (0.0, 0.0, 0.45, 0.4),
    "top right": (0.55, 0.0, 1.0, 0.4),
    "bottom left": (0.0, 0.6, 0.45, 1.0),
    "bottom right": (0.55, 0.6, 1.0, 1.0),
    "foreground": (0.0, 0.55, 1.0, 1.0),
    "center": (0.25, 0.25, 0.75, 0.75),
    "centre": (0.25, 0.25, 0.75, 0.75),
}
ALIKE = {  # other names of the same thing
    "cloud": "clouds",
    "skies": "sky",
    "eye": "eyes",
    "lip": "lips",
    "people": "person",
    "man": "person",
    "woman": "person",
    "girl": "person",
    "boy": "person",
    "child": "person",
    "baby": "person",
    "guy": "person",
    "rider": "person",
    "bride": "person",
    "model": "person",
    "dog": "animal",
    "cat": "animal",
    "bird": "animal",
    "goose": "animal",
    "koala": "animal",
    "lion": "animal",
    "lioness": "animal",
    "horse": "animal",
    "pet": "animal",
    "dress": "clothes",
    **dict.fromkeys(("shirt", "jacket", "t-shirt", "jersey", "sweater", "blouse", "hoodie"), "upper clothes"),
    **dict.fromkeys(("trousers", "pants", "jeans", "shorts", "skirt"), "lower clothes"),
    **dict.fromkeys(("shoe", "sneakers", "boots"), "shoes"),
    "hand": "hands",
    "arm": "arms",
    "leg": "legs",
    **{f"{name}s": name for name in ("building", "mountain", "wall", "window", "door", "roof", "rock")},
    **dict.fromkeys(("house", "houses", "tower", "church", "castle", "architecture"), "building"),
    "street": "road",
    "beach": "sand",
    "grass": "greenery",
    "lawn": "greenery",
    "leaves": "greenery",
    "plants": "greenery",
    "plant": "greenery",
    "trees": "greenery",
    "tree": "greenery",
    "vegetation": "greenery",
    "forest": "greenery",
    "foliage": "greenery",
    "sea": "water",
    "ocean": "water",
    "lake": "water",
    "river": "water",
    "pool": "water",
    "sea water": "water",
    "portrait": "all",
    "photo": "all",
    "image": "all",
    "picture": "all",
    "scene": "all",
    "middle": "center",
    "edges": "corners",
}
ZONES = {"blacks": (0, 7), "shadows": (0, 30), "midtones": (30, 70), "highlights": (80, 100), "whites": (95, 100)}
"""Tones of the photo before, as percentiles of L* within a place."""


@dataclass(frozen=True, eq=False)
class Spot:
    """A place as it was found.

    weight  where, None when it was not found
    state   "found"; "absent": the judge can tell such a thing and there is none; "unknown": nobody can tell
    """

    weight: Weight | None
    state: str = "found"


_kept: OrderedDict[tuple[bytes, str], Weight | None] = OrderedDict()
_lock = Lock()
KEPT = 64


def find(pair: ImagePair, place: Place, boxes: Sequence[Box] = ()) -> Spot:
    """The weight of a place on the photo before. `boxes` are those of the instruction, in fractions of the frame."""
    spot = _spot(pair, place, boxes)
    if spot.weight is None:
        return spot
    weight = 1 - spot.weight if place.outside else spot.weight
    if place.zone:
        weight = weight * zone(pair.views[0], place.zone, weight)
    return Spot(weight) if float(weight.mean()) >= LEAST else Spot(None, "absent")


def _spot(pair: ImagePair, place: Place, boxes: Sequence[Box]) -> Spot:
    if 0 <= place.box < len(boxes):
        return Spot(frame(pair, boxes[place.box]))
    name = ALIKE.get(place.name.lower(), place.name.lower())
    if name == "all":
        return Spot(pair.everywhere)
    if name in FRAMES:
        return Spot(frame(pair, FRAMES[name]))
    if name == "corners":
        return Spot((radius(pair.everywhere.shape) > 1.05).astype(np.float32))
    if name in HUES:
        return Spot(coloured(pair.views[0], name))
    if name == "water":
        return _water(pair)
    if name not in PARTS and name not in UNSURE:
        return Spot(None, "unknown")
    weight = region(pair, name)
    return Spot(weight) if weight is not None else Spot(None, "absent" if name in PARTS else "unknown")


def region(pair: ImagePair, name: str) -> Weight | None:
    """A thing of PARTS or UNSURE by the segmenters, kept for each photo; None when there is none."""
    key = (pair.digest, name)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    weight = _located(pair, name)
    with _lock:
        _kept[key] = weight
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return weight


def _located(pair: ImagePair, name: str) -> Weight | None:
    for choice in PARTS.get(name) or (UNSURE[name],):
        parts = [w for part in choice if (w := _segmented(pair.before, part)) is not None]
        if parts:
            weight = np.clip(np.max(parts, axis=0), 0, 1)
            if name == "animal" and _mostly_person(pair, weight):
                continue
            return weight if float(weight.mean()) >= LEAST else None
    return _plain_sky(pair.views[0]) if name in ("sky", "clouds") else None


def _segmented(codes: np.ndarray, part: str) -> Weight | None:
    from editor_ops.masks.region import MaskError, Region
    from editor_ops.masks.semantic import locate

    if min(codes.shape[:2]) < 32:
        return None
    try:
        return locate(codes, Region(part))
    except MaskError:
        return None


def _mostly_person(pair: ImagePair, weight: Weight) -> bool:
    person = region(pair, "person")
    return person is not None and float((weight * person).sum()) > 0.6 * float(weight.sum())


def _plain_sky(view: ImageView) -> Weight | None:
    """Smooth, light or bluish, and reaching the upper edge: what the sky network misses in small and hazy skies."""
    smooth = cv2.GaussianBlur(view.edges, (0, 0), 2) < 0.8
    bluish = (view.hue > 215) & (view.hue < 310) & (view.chroma > 6) & (view.l > 30)
    light = (view.l > 68) & (view.chroma < 14)
    some = (smooth & (bluish | light)).astype(np.uint8)
    _, labels = cv2.connectedComponents(some)
    top = np.unique(labels[: max(2, len(labels) // 50)])
    mask = np.isin(labels, top[top > 0]).astype(np.float32)
    mask[int(0.75 * len(mask)) :] = 0
    return cv2.GaussianBlur(mask, (0, 0), 2) if float(mask.mean()) > 0.04 else None


def _water(pair: ImagePair) -> Spot:
    """No network tells water: a large bluish or greenish-blue area in the lower three quarters is taken for it."""
    view = pair.views[0]
    bluish = ((view.hue > 165) & (view.hue < 305) & (view.chroma > 5)).astype(np.float32)
    bluish[: len(bluish) // 4] = 0
    sky = region(pair, "sky")
    mask = bluish if sky is None else bluish * (1 - sky)
    mask = cv2.GaussianBlur(mask, (0, 0), 3)
    return Spot(mask) if float(mask.mean()) > 0.12 else Spot(None, "unknown")


def frame(pair: ImagePair, box: Box) -> Weight:
    """A box (x1, y1, x2, y2) in fractions as a weight."""
    height, width = pair.before.shape[:2]
    left, top, right, bottom = (round(v * n) for v, n in zip(box, (width, height) * 2, strict=True))
    weight = np.zeros((height, width), np.float32)
    weight[top : max(bottom, top + 1), left : max(right, left + 1)] = 1
    return weight


def zone(view: ImageView, name: str, weight: Weight) -> Weight:
    """The tones of a place between two percentiles of L* before."""
    inside = view.l[weight > 0.5]
    if inside.size < 16:
        inside = view.l.ravel()
    low, high = np.percentile(inside, ZONES[name])
    if name == "shadows":  # of a dark photo what is dim and not what is lost
        low, high = min(max(low, 1.5), high), max(high, 22.0)
    elif name == "highlights":
        low = min(low, 82.0)
    return ((view.l >= low) & (view.l <= high)).astype(np.float32)


def coloured(view: ImageView, name: str) -> Weight:
    """Pixels that have a hue of HUES, weighted by how clearly they have a colour at all."""
    start, end = HUES[name]
    hue = np.where(view.hue < start, view.hue + 360, view.hue)
    inside = (hue >= start) & (hue < end)
    return (inside * np.clip((view.chroma - 7) / 8, 0, 1)).astype(np.float32)


def radius(shape: tuple[int, ...]) -> np.ndarray:
    """Distance from the centre, 1 at the middle of the edges, (h, w)."""
    height, width = shape[:2]
    y = (np.arange(height) + 0.5) / height * 2 - 1
    x = (np.arange(width) + 0.5) / width * 2 - 1
    return np.hypot(y[:, None], x[None]).astype(np.float32)
