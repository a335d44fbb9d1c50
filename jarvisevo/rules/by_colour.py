"""Which thing is meant, by the colour that it is called by or that all its kind have.

"The red car" of two cars, "the red shirt" of all clothes, "the orange hoop" that no network knows; and not the blue
hat where one is red.
"""

import re
from dataclasses import replace

import cv2
import numpy as np

from jarvisevo.rules import colours, scenery, things
from jarvisevo.rules.by_side import within
from jarvisevo.rules.found_region import FoundRegion, RegionFinder
from jarvisevo.rules.intent import Place, Want
from jarvisevo.rules.places import CALLED_BY_COLOUR, KNOWN_BY_COLOUR, WORN, less, meant, named, part, plural

ADDED = re.compile(r"\b(?:add|give|put|paint|turn|make)\b|加[点些一]|添|变成|染")
"""Verbs that bring a colour to a thing."""
IN_PARTS, PARTLY = ("flowers", "hat", *WORN), (0.03, 0.7)
"""Places in which things of several colours may be found together, and the share of one that is a part of them."""
OWN = (0.5, 0.94)
"""The same for the colour that most of a thing has, where another is to take its place."""
ALIKE, SHOWS = 0.4, 0.06
"""Share of a colour in the box of one of several things that is called by it: of the share in the box that has most
of it, and there, at least.
"""
HARDLY = {"": 0.075, "black": 0.25}
"""Share of a thing that has a colour, if only a tinge, below which it may be called by another one (folds are black) …
"""
SURELY = 0.4
"""… which it surely has in so much of it."""
PALE, DARK, DIM = (62.0, 12.0), 22.0, 30.0
"""L* from which, and C*ab up to which, a thing is white or light grey; L* up to which it is black, in a photo whose
mean is above the last.
"""
GREY, LIT = (7.0, 30.0, 10.0), 38.0
"""C*ab up to which, and L* from which, a thing is grey, in a photo whose mean C*ab is above the last; L* from which it
is not black.
"""
FLOODED = 16.0
"""C*ab of the mean colour of a photo in whose light white things have a colour."""
AT_PERSON, MOSTLY = 0.06, 0.75
"""How near to a person what is worn lies, of the photo's long side, and with how much of it."""


def tells_its_colour(want: Want) -> bool:
    """Whether a want is about a colour that its thing has: "the yellow of the nose should be stronger".

    Not "add yellow to the roof".
    """
    its = want.what.startswith("color:") and not want.where.outside
    if want.direction == "more":
        return its and named(want.where.name) in ("", "flowers") and not ADDED.search(want.words.lower())
    return its and want.direction in ("-", "less", "lighter", "darker")


def narrowed(regions: RegionFinder, place: Place, there: FoundRegion | None) -> FoundRegion | None:
    """What of a place that was found without its colour is meant by it: all of it where nothing can be told.

    None where it surely has another colour, and nothing else is called so.
    """
    name, noun, colour = named(place.name), meant(place.name, place.words), place.colour
    if there is None:
        return alone(regions, place, colour)
    if name not in CALLED_BY_COLOUR and not things.known(noun):
        return there
    if _of_another(there.weight, colour, regions):
        return alone(regions, place, colour)
    found = part_of(regions, there, colour) if name in IN_PARTS else _of_several(regions, noun, colour)
    return found or there


def alone(regions: RegionFinder, place: Place, colour: str) -> FoundRegion | None:
    """The one thing of a colour. What is worn has to be on somebody, and what the detector knows to be glimpsed."""
    name = named(place.name)
    if name not in KNOWN_BY_COLOUR or colour not in colours.LAB_HUES:  # much is white or black beside what is meant
        return None
    noun = place.words or place.name
    several = plural(noun) or bool(things.usual_colour(noun))
    worn = name in (*WORN, "hat")
    masks = scenery.of_coloured_thing(colour, regions.land, regions.title(place), several=several, worn=worn)
    face = regions.find(Place("face")) if worn and masks else None
    masks = less(masks, list(face.masks), face.title) if masks and face else masks
    found = regions.made("thing", regions.title(place), masks) if masks else None
    if found is None or worn and not _on_somebody(regions, found):
        return None
    known = things.known(place.name)
    return None if known and not things.may_be(regions.desk.photo, place.name, found.weight) else found


def its_own(regions: RegionFinder, region: FoundRegion) -> FoundRegion:
    """What of a thing has the colour that most of it has, without its badges and windows; the thing where none has."""
    if region.outside or region.box >= 0:
        return region
    shares = {colour: _share(regions, region, colour) for colour in colours.LAB_HUES}
    colour = max(shares, key=lambda name: shares[name])
    return (part_of(regions, region, colour, OWN) if shares[colour] > OWN[0] else None) or region


def _share(regions: RegionFinder, region: FoundRegion, colour: str) -> float:
    pixels = scenery.of_this_colour(colour, regions.land.view)
    return float(region.weight[pixels].sum()) / float(region.weight.sum())


def part_of(
    regions: RegionFinder, region: FoundRegion, colour: str, partly: tuple[float, float] = PARTLY
) -> FoundRegion | None:
    """What of a region has a colour, where that is a part of it: the red dress of all clothes.

    partly  share of the region from which and up to which it is one
    """
    found = regions.colour(colour, region) if partly[0] < _share(regions, region, colour) < partly[1] else None
    word = colours.WORDS[colour][regions.chinese]
    title = f"{word}{region.title}" if regions.chinese else f"{word.capitalize()} {region.title.lower()}"
    return found and replace(found, name=region.name, title=title)


def _of_several(regions: RegionFinder, noun: str, colour: str) -> FoundRegion | None:
    """Those of several things of a name that have a colour; None where all have it, or none."""
    pixels = scenery.of_this_colour(colour, regions.land.view)
    shares = [(float(pixels[part(box, pixels.shape)].mean()), box) for box in things.find(regions.desk.photo, noun)]
    most = max((share for share, _ in shares), default=0.0)
    chosen = [box for share, box in shares if share > ALIKE * most]
    found = regions.cut_out(noun, chosen) if most > SHOWS and len(chosen) < len(shares) else None
    return found and within(regions, found, chosen)


def _of_another(weight: np.ndarray, colour: str, regions: RegionFinder) -> bool:
    """Whether a map (h, w) surely has another colour than the one that its thing is called by."""
    view = regions.land.view

    def share(pixels: np.ndarray) -> float:
        return float(weight[pixels].sum()) / float(weight.sum())

    if share(scenery.tinged(colour, view)) >= HARDLY.get(colour, HARDLY[""]):
        return False
    vivid = view.chroma > scenery.VIVID_THING[0]
    light = (view.l > PALE[0]) & (view.chroma < PALE[1])
    dark = (view.l < DARK) & (float(view.l.mean()) > DIM)
    grey = (view.chroma < GREY[0]) & (view.l > GREY[1]) & (float(view.chroma.mean()) > GREY[2])
    flooded = float(np.hypot(view.lab[..., 1].mean(), view.lab[..., 2].mean())) > FLOODED
    others = {"white": dark if flooded else vivid | dark, "black": vivid & ~dark | (view.l > LIT)}
    return share(others.get(colour, vivid | light | dark | grey)) > SURELY


def _on_somebody(regions: RegionFinder, thing: FoundRegion) -> bool:
    size = max(3, round(AT_PERSON * max(thing.weight.shape)))
    around = cv2.dilate(regions.land.persons, np.ones((size, size), np.uint8))
    return float((around * thing.weight).sum()) > MOSTLY * float(thing.weight.sum())
