"""Scenery where no network of ours sees it: water, buildings, ground, mountains, snow, flowers, lights.

Each is looked for on the preview by its colours, its position and its lines, and is expressed in masks that Lightroom
has too: colour and luminance ranges, gradients, and the sky, the persons and the plants taken out. What is not
clearly there is not found: `find` returns None.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from editor_ops import color
from editor_ops.masks import scene_parsing
from editor_ops.masks.found import image
from editor_ops.measure import srgb_codes
from editor_ops.photo import Photo
from jarvisevo.rules import colours
from jarvisevo.rules.goals import View
from jarvisevo.rules.places import (
    PERSON,
    SKY,
    Box,
    Mask,
    coloured,
    image_mask,
    inside,
    luminance,
    rectangle,
    rising,
    spread,
    without,
)

LEAST_SKY = 0.03
"""Share of the frame from which a sky says that the photo was taken outdoors."""
WATER_LEAST, WATER_ALONE = 0.04, 0.25
"""Share of the frame that water fills at least, under a sky and without one."""
POOL = 25.0
"""Chroma (C*ab) of the water in a pool, which tells it without a sky."""
VIVID_THING = (22.0, 34.0, 48.0)
"""C*ab from which a thing is called by its colour: the first from which there is one thing."""
SPREAD = (0.6, 0.45)
"""Share of the frame from which the box around a thing known by its colour is large, and the share of such a box that
it fills at least: else it is many things, or a ground.
"""
COMPACT = (0.005, 0.6, 0.7)
"""Share of the frame that a thing known by its colour alone fills, at least and at most, and the part of all that has
the colour which lies in it at least.
"""
LIKE_THE_LARGEST = 0.1
"""Area of one of several things of a colour, of the largest one's, at least."""
PALE = {"white": (74.0, 101.0, 12.0), "black": (-1.0, 20.0, 10.0)}
"""L* from and to, and C*ab below which a thing is called by what is no colour."""
SHADED_WHITE, CREAM, LIT_BLACK, DULL = 50.0, 16.0, 32.0, 12.0
"""L* from which and C*ab up to which a thing may be white, L* up to which it may be black, and C*ab from which it may
have a colour …
"""
NEARLY, PINK = 10.0, 40.0
"""… of an angle so far beyond those of the word, degrees; pink reaches well into red."""
STRAW, STRAW_LEAST = (76.0, 150.0), 5.0
"""Angles in the a*b* plane of grass, fresh to dry, and the C*ab that most of it has at least."""
NEAR_SKY = 11.0
"""Distance in a*b* from the sky's colour within which water is its mirror."""
UPRIGHT, LEVEL = 0.125, 0.15
"""Share of upright edges that tells buildings from nature; a little less will do beside this share of level ones."""
MOST_EDGES = 0.55
"""Share of the edges outside sky and plants that lie in a subject which is the building."""
LEAF, LEMON = (80.0, 172.0), (62.0, 38.0)
"""Angles in the a*b* plane of leaves and stems; L* and C*ab above which what is yellow is a petal."""
VIVID_PETAL, PALE_PETAL, WHITE_PETAL = 28.0, 9.0, 76.0
"""C*ab of coloured petals and of pale ones, violet to red; L* of white ones."""
ALONE = (0.04, 0.5)
"""Share of the frame that a flower without leaves fills."""
LINES_PIXELS = 480 * 480
NIGHT = 25.0
"""Mean L* of a photo in which no sky is to be seen because it is black."""
_GROUND = (*scene_parsing.PARTS["natural_ground"], *scene_parsing.PARTS["artificial_ground"], "grass")
LIKELY: dict[str, tuple[tuple[str, ...], float]] = {
    "trees": (("tree", "plant"), 0.05),
    "grass": (("grass",), 0.05),
    "greenery": (("tree", "plant", "grass", "flower"), 0.05),
    "flowers": (("flower",), 0.05),
    "mountain": (("mountain", "rock"), 0.05),
    "rock": (("rock", "mountain"), 0.05),
    "cliff": (("rock", "mountain"), 0.05),
    "water": (("water",), 0.05),
    "snow": (("snow",), 0.05),
    "window": (("window",), 0.05),
    "sand": (("sand", "soil"), 0.1),
    "road": (("road", "floor", "soil"), 0.1),
    "floor": (("floor", "road"), 0.1),
    "ground": (_GROUND, 0.1),
    "building": (("building", "roof", "window", "bridge"), 0.15),
    "bridge": (("bridge",), 0.05),
    "valley": (("mountain", "rock", "tree", "grass", "plant", "soil", "water", "snow"), 0.3),
}
"""Mean chance by the head of scene parsing of these classes in what is found, from which it may be the place of that
name: most of what colours and lines alone find where there is none of it has less (docs/masks.md).
"""
LAMPS = ("lamp", "streetlight", "street light", "lamp post", "chandelier", "灯", "路灯", "台灯", "吊灯")
GLEAM = 0.03
"""Chance of a lamp in the surest hundredth of a photo, from which its bright spots may be lamps."""
BEHIND = (0.08, 0.4)
"""Share of the frame that persons fill at least, and mean chance of wall or backdrop around them, from which all that
is behind them is the wall.
"""
VEGETATION = {"MaskSubType": 0, "MaskSubCategoryID": 50005}


@dataclass(frozen=True)
class Land:
    """What is known of the scene: weights (h, w) of sky, plants and persons on the preview;
    zeros where there is none.
    """

    photo: Photo
    view: View
    sky: np.ndarray
    plants: np.ndarray
    persons: np.ndarray

    @property
    def outdoors(self) -> bool:
        """True when a sky is to be seen."""
        return float(self.sky.mean()) > LEAST_SKY

    @property
    def rest(self) -> np.ndarray:
        """Neither sky, nor plants, nor persons: (h, w) bool."""
        return (self.sky < 0.3) & (self.plants < 0.5) & (self.persons < 0.5)

    def horizon(self) -> float:
        """Lowest row of the sky, as a fraction of the height (its 90th percentile over columns)."""
        rows = (self.sky > 0.5).any(1)
        if not rows.any():
            return 0.0
        height = self.sky.shape[0]
        lowest = [np.flatnonzero(column)[-1] for column in (self.sky > 0.5).T if column.any()]
        return float(np.percentile(lowest, 50)) / height

    def away(self, title: str) -> list[Mask]:
        """Masks that take sky and persons out, those that there are."""
        found = [image_mask(SKY[0], title)] if self.outdoors else []
        found += [image_mask(PERSON[0], title)] if self.persons.any() else []
        return [without(mask) for mask in found]


def find(name: str, land: Land, title: str) -> list[Mask] | None:
    """Masks of a kind of scenery, None when it is not there."""
    return {
        "water": _water,
        "building": _building,
        "ground": _ground,
        "road": _ground,
        "sand": _ground,
        "rock": _ground,
        "floor": _ground,
        "grass": _dry_grass,
        "mountain": _mountain,
        "cliff": _mountain,
        "snow": _snow,
        "flowers": _flowers,
        "lights": _lights,
        "window": _lights,
        "wall": _wall_behind,
    }[name](land, title)


def _wall_behind(land: Land, title: str) -> list[Mask] | None:
    """All that is behind persons, where it looks like a wall."""
    if land.outdoors or float(land.persons.mean()) < BEHIND[0]:
        return None
    if scene_parsing.mean_chance(image(land.photo), 1 - land.persons, "wall", "backdrop") < BEHIND[1]:
        return None
    return [image_mask({"MaskSubType": 1, "MaskInverted": True}, title)]


def likely(photo: Photo, view: View, name: str, noun: str, weight: np.ndarray) -> bool:
    """Whether a map (h, w) may be the scenery that a noun names, by what the head of scene parsing sees there. By night
    it does not see the street.
    """
    if name in ("road", "ground") and view.l.mean() < NIGHT:
        return True
    if noun.removesuffix("s") in LAMPS:
        return float(np.percentile(scene_parsing.chance_of(image(photo), "lamp"), 99)) >= GLEAM
    classes, least = LIKELY.get(noun.removesuffix("s"), LIKELY.get(name, ((), 0.0)))
    return not classes or scene_parsing.mean_chance(image(photo), weight, *classes) >= least


def of_colour(colour: str, land: Land, title: str, within: np.ndarray | None = None) -> list[Mask] | None:
    """A colour range of a colour word, white or black, from the pixels that have it; within: weights of a place,
    or everywhere.
    """
    wanted = of_this_colour(colour, land.view, 12.0)
    if within is not None:
        wanted &= within > 0.5
    if wanted.mean() < colours.PRESENT:
        return None
    return [coloured(_samples(land.view, wanted, 4), 0.3, title)]


def of_coloured_thing(
    colour: str, land: Land, title: str, *, several: bool = False, worn: bool = False
) -> list[Mask] | None:
    """The one thing that has a colour: most of that colour lies together, and it does not fill the photo.

    colour   a key of colours.LAB_HUES
    several  it may be many things of a kind: they need not touch
    worn     it is on a person, where otherwise persons are left out
    """
    free = (land.sky < 0.3) & (land.plants < 0.5) if worn else land.rest
    for least in VIVID_THING:
        found = _together(free & colours.mask(land.view, colour, least), several)
        if found is not None:
            thing, box = found
            return [coloured(_samples(land.view, thing, 5), 0.35, title), inside(rectangle(box, title))]
    return None


def of_this_colour(colour: str, view: View, least: float = VIVID_THING[0]) -> np.ndarray:
    """Pixels of a colour, white or black: (h, w) bool; least: the C*ab of a colour."""
    if colour not in PALE:
        return colours.mask(view, colour, least)
    low, high, most = PALE[colour]
    return (view.l >= low) & (view.l <= high) & (view.chroma < most)


def tinged(colour: str, view: View) -> np.ndarray:
    """Pixels that may be called by a colour, in shade or dull light: (h, w) bool."""
    if colour in PALE:
        return (view.l >= SHADED_WHITE) & (view.chroma < CREAM) if colour == "white" else view.l <= LIT_BLACK
    low, high = colours.LAB_HUES[colour]
    past = PINK if colour == "magenta" else NEARLY
    return ((colours.angle_of(view) - low + NEARLY) % 360 < high - low + NEARLY + past) & (view.chroma > DULL)


def _together(wanted: np.ndarray, several: bool) -> tuple[np.ndarray, Box] | None:
    """The largest piece of a map, or all that are like it, with a box around; None where they are not most of it."""
    joined = cv2.morphologyEx(wanted.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    number, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    if number < 2:
        return None
    areas = stats[1:, cv2.CC_STAT_AREA]
    like = areas >= LIKE_THE_LARGEST * areas.max()
    chosen = 1 + (np.flatnonzero(like) if several else areas.argmax(keepdims=True))
    thing = wanted & np.isin(labels, chosen)
    if not COMPACT[0] < thing.mean() < COMPACT[1] or thing.sum() < COMPACT[2] * wanted.sum():
        return None
    rows, columns = (np.flatnonzero(thing.any(axis)) for axis in (1, 0))
    area = (columns[-1] - columns[0]) * (rows[-1] - rows[0]) / wanted.size
    if not several and area > SPREAD[0] and thing.mean() < SPREAD[1] * area:
        return None
    height, width = wanted.shape
    left, top = float(columns[0] / width), float(rows[0] / height)
    right, bottom = float((columns[-1] + 1) / width), float((rows[-1] + 1) / height)
    return thing, (max(left - 0.02, 0), max(top - 0.02, 0), min(right + 0.02, 1), min(bottom + 0.02, 1))


def _samples(view: View, wanted: np.ndarray, number: int) -> list[tuple[float, float, float]]:
    """Typical colours of some pixels, encoded ProPhoto."""
    lab = np.ascontiguousarray(view.lab[wanted], np.float32)
    number = min(number, max(1, len(lab) // 40))
    cv2.setRNGSeed(0)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 0.5)
    _, label, _ = cv2.kmeans(lab, number, None, criteria, 1, cv2.KMEANS_PP_CENTERS)
    codes = view.codes[wanted].astype(np.float32) / 255
    samples = []
    for i in range(number):
        mean = color.srgb_decode(codes[label[:, 0] == i].mean(0)[None, None])
        prophoto = color.srgb_encode(np.clip(color.convert(mean, color.rgb_to_rgb("srgb", "prophoto")), 0, 1))
        red, green, blue = np.asarray(prophoto).reshape(3).tolist()
        samples.append((red, green, blue))
    return samples


def _largest(found: np.ndarray, least: float) -> np.ndarray | None:
    """The connected parts of a map that fill at least a share of the frame together, None when there are none."""
    closed = cv2.morphologyEx(found.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
    kept = [i for i in range(1, len(stats)) if stats[i, cv2.CC_STAT_AREA] > 0.25 * least * found.size]
    out = np.isin(labels, kept)
    return out if out.mean() >= least else None


def _water(land: Land, title: str) -> list[Mask] | None:
    view, height = land.view, land.view.l.shape[0]
    angle = colours.angle_of(view)
    blue = (angle > 165) & (angle < 305) & (view.chroma > 5)
    candidate = blue
    if land.outdoors:
        sky = land.sky > 0.5
        low = sky & (np.arange(height)[:, None] > (land.horizon() - 0.25) * height)
        a, b = (float(np.median(view.lab[..., i][low if low.any() else sky])) for i in (1, 2))
        candidate = blue | (np.hypot(view.lab[..., 1] - a, view.lab[..., 2] - b) < NEAR_SKY)
    candidate = candidate & land.rest
    candidate[: int(max(land.horizon() - 0.02, 0) * height)] = False
    if land.outdoors:
        found = _largest(candidate & _level(view), WATER_LEAST)
    else:  # tiles show through the water of a pool
        pool = candidate & (angle < 290) & (view.chroma > POOL)
        found = _largest(pool, WATER_LEAST)
        found = _largest(candidate & _level(view), WATER_ALONE) if found is None else found
    if found is None or np.any(found, axis=0).mean() < 0.25:
        return None
    masks = [coloured(_samples(view, found, 5), 0.42, title)]
    if land.outdoors:
        top = max(land.horizon() - 0.02, 0.0)
        masks.append(inside(rising(top, min(top + 0.03, 1.0), title)))
    return [*masks, *land.away(title)]


def _level(view: View) -> np.ndarray:
    """Where fine structure is weak or lies level, as on water; (h, w) bool."""
    across = np.abs(cv2.Sobel(view.l, cv2.CV_32F, 1, 0))
    down = np.abs(cv2.Sobel(view.l, cv2.CV_32F, 0, 1))
    across, down = cv2.blur(across, (15, 15)), cv2.blur(down, (15, 15))
    return (down > 0.9 * across) | (across < 6)


def _building(land: Land, title: str) -> list[Mask] | None:
    if land.rest.mean() < 0.04 or not (land.outdoors or land.view.l.mean() < NIGHT):
        return None
    upright, level = _lines(land)
    if upright < UPRIGHT and not (upright > 0.8 * UPRIGHT and level > LEVEL):
        return None
    plants = [without(image_mask(VEGETATION, title))] if land.plants.mean() > 0.02 else []
    return [luminance(0.0, 0.0, title), *plants, *land.away(title)]


def built(land: Land, weight: np.ndarray) -> bool:
    """True for a map (h, w) that holds most edges outside sky, plants and persons, as upright as a building's."""
    size, angle = _edges(land)
    here = size * cv2.resize(weight.astype(np.float32), size.shape[::-1], interpolation=cv2.INTER_AREA)
    return float(here.sum()) > MOST_EDGES * float(size.sum()) and _upright(here, angle) > UPRIGHT


def _lines(land: Land) -> tuple[float, float]:
    """Shares of the edges outside sky, plants and persons that are upright,
    and that are level (0.09 each by chance).
    """
    size, angle = _edges(land, 7)
    return _upright(size, angle), float(size[np.abs(angle - 90) < 8].sum()) / max(float(size.sum()), 1.0)


def _upright(size: np.ndarray, angle: np.ndarray) -> float:
    return float(size[(angle < 8) | (angle > 172)].sum()) / max(float(size.sum()), 1.0)


def _edges(land: Land, away: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Strength of the edges outside sky, plants and persons, so many pixels away, and their degrees; (h, w) each."""
    grey = cv2.cvtColor(srgb_codes(land.photo, LINES_PIXELS), cv2.COLOR_RGB2GRAY).astype(np.float32)
    grey = cv2.GaussianBlur(grey, (0, 0), 1.0)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    rest = cv2.resize(land.rest.astype(np.uint8), grey.shape[::-1], interpolation=cv2.INTER_NEAREST)
    size = cv2.magnitude(across, down)
    size = np.minimum(size, 60) * (size > 12) * cv2.erode(rest, np.ones((away, away), np.uint8))
    return size, np.degrees(np.arctan2(down, across)) % 180


def _ground(land: Land, title: str) -> list[Mask] | None:
    if not land.outdoors and land.plants.mean() < 0.1 and land.view.l.mean() >= NIGHT:
        return None
    top = max(land.horizon(), 0.45)
    lower = land.rest[int(top * land.rest.shape[0]) :]
    if lower.size == 0 or lower.mean() < 0.2:
        return None
    plants = [without(image_mask(VEGETATION, title))] if land.plants.mean() > 0.02 else []
    return [rising(top - 0.05, min(top + 0.15, 1.0), title), *plants, *land.away(title)]


def _dry_grass(land: Land, title: str) -> list[Mask] | None:
    """A meadow that the network of plants leaves out: ground in the colours of straw, with what grows on it."""
    if not land.outdoors:
        return None
    top = max(land.horizon(), 0.45)
    first = int((top + 0.05) * len(land.rest))
    plants, bare = land.plants[first:] > 0.5, land.rest[first:] & (land.plants[first:] < 0.5)
    if not bare.any() or bare.mean() < max(float(plants.mean()), 0.4):
        return None
    angle, chroma = colours.angle_of(land.view)[first:][bare], land.view.chroma[first:][bare]
    straw = (angle > STRAW[0]) & (angle < STRAW[1]) & (chroma > STRAW_LEAST)
    if straw.mean() < 0.6:
        return None
    return [rising(top - 0.05, min(top + 0.15, 1.0), title), *land.away(title)]


def _mountain(land: Land, title: str) -> list[Mask] | None:
    if not land.outdoors or not 0.05 < land.horizon() < 0.85:
        return None
    rows = (land.sky > 0.5).sum(0) / land.sky.shape[0]
    if float(rows.std()) < 0.02:  # a level edge of the sky is a horizon
        return None
    low = min(land.horizon() + 0.25, 1.0)
    return [spread((0.5, min(low + 0.12, 1.0)), (0.5, low), title), *land.away(title)]


def _snow(land: Land, title: str) -> list[Mask] | None:
    white = (land.view.l > 70) & (land.view.chroma < 12) & land.rest
    if not land.outdoors or white.mean() < 0.06:
        return None
    return [luminance(0.55, 0.7, title), *land.away(title)]


def _flowers(land: Land, title: str) -> list[Mask] | None:
    view, angle = land.view, colours.angle_of(land.view)
    free = (land.sky < 0.3) & (land.persons < 0.5)
    lemon = (view.l > LEMON[0]) & (view.chroma > LEMON[1]) & (angle < 110)
    leaf = (angle > LEAF[0]) & (angle < LEAF[1]) & ~lemon
    vivid = free & ~leaf & (view.chroma > VIVID_PETAL)
    pale = free & ~leaf & (view.l > 55) & (view.chroma > PALE_PETAL) & ((angle > 250) | (angle < 40))
    white = free & (view.l > WHITE_PETAL) & (view.chroma < VIVID_PETAL)
    green = float(colours.mask(view, "green", 6.0).mean())
    petals = vivid | pale
    if petals.mean() > ALONE[1]:  # before a backdrop with a colour of its own
        petals &= ~_like_the_edge(view, angle)
    found = _largest(petals, 0.006)
    if found is None and green > 0.05 and (piece := _largest(white, 0.006)) is not None and _mostly_one(piece):
        found = piece
    free_of_all = not (land.outdoors or land.persons.any())
    alone = found is not None and free_of_all and ALONE[0] < float(found.mean()) < ALONE[1] and _compact(found)
    if found is None or green < 0.05 and not alone:
        return None
    return [coloured(_samples(view, found, 4), 0.3, title), *land.away(title)]


def _like_the_edge(view: View, angle: np.ndarray) -> np.ndarray:
    """Pixels with the hue that the edge of the frame has."""
    ring = np.ones(angle.shape, bool)
    depth = max(2, round(0.05 * min(angle.shape)))
    ring[depth:-depth, depth:-depth] = False
    mean = np.degrees(np.arctan2(view.lab[..., 2][ring].mean(), view.lab[..., 1][ring].mean()))
    return np.abs((angle - mean + 180) % 360 - 180) < 45


def _piece(found: np.ndarray) -> tuple[int, int, int, int, int]:
    """Left, top, width, height and area of the largest piece of a map, in pixels."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(found.astype(np.uint8))
    left, top, width, height, area = stats[1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))]
    return int(left), int(top), int(width), int(height), int(area)


def _mostly_one(found: np.ndarray) -> bool:
    return _piece(found)[4] > 0.6 * found.sum()


def _compact(found: np.ndarray) -> bool:
    """One piece, for the most part, that lies free in the frame."""
    left, top, width, height, area = _piece(found)
    inside = left > 0 and top > 0 and left + width < found.shape[1] and top + height < found.shape[0]
    return inside and _mostly_one(found) and area > 0.4 * width * height


def _lights(land: Land, title: str) -> list[Mask] | None:
    light = land.view.l > 84
    if not 0.0008 < light.mean() < 0.35 or np.median(land.view.l) > 72:
        return None
    return [luminance(0.66, 0.82, title)]
