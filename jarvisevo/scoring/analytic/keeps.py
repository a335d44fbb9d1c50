"""What became of everything that was to stay as it is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jarvisevo.rules.intent import Keep, Want
from jarvisevo.scoring.analytic.image_pair import ImagePair, Weight, mean, ramp
from jarvisevo.scoring.analytic.places import HUES, LEAST, Box, coloured, find
from jarvisevo.scoring.analytic.quantities import QUANTITIES

LIGHT = ("brightness", "contrast", "shadows", "highlights", "whites", "blacks", "haze")
"""Wants for another light, which a mood that is to stay does not forbid."""


@dataclass(frozen=True, eq=False)
class Kept:
    """What became of something that was to stay: moved, in units of what is just noticed; cost 0-1."""

    keep: Keep
    what: str
    now: float
    then: float
    cost: float


def kept(pair: ImagePair, keeps: Sequence[Keep], wants: Sequence[Want], places: Sequence[Box] = ()) -> list[Kept]:
    """What became of everything that was to stay; places that are not there cannot be broken."""
    out = []
    for keep in keeps:
        spot = find(pair, keep.where, places)
        if spot.weight is not None:
            out.append(_kept(pair, keep, spot.weight, wants))
    return out


def _kept(pair: ImagePair, keep: Keep, weight: Weight, wants: Sequence[Want]) -> Kept:
    name, _, value = keep.what.partition(":")
    if name == "color" and value in HUES:
        return _same_colour(pair, keep, weight * coloured(pair.views[0], value))
    if name == "look" and any(want.what in LIGHT for want in wants):
        return _same_colour(pair, keep, weight)  # of a mood whose light is to change, the colours stay
    quantity = QUANTITIES.get(keep.what)
    if quantity is None:
        return _still(pair, keep, weight, bool(wants))
    now, then, change = quantity.change(pair, weight)
    return Kept(keep, keep.what, now, then, ramp(abs(change), 0.3, 1.5))


def _same_colour(pair: ImagePair, keep: Keep, weight: Weight) -> Kept:
    """A colour that is to stay: how far its pixels moved in a*b*, exposure aside; nothing where there is none of it."""
    if float((weight > 0.1).mean()) < LEAST:
        return Kept(keep, "moved", 0.0, 0.0, 0.0)
    first, then = ((mean(v.a / v.exposed, weight), mean(v.b / v.exposed, weight)) for v in pair.views)
    move = float(np.hypot(then[0] - first[0], then[1] - first[1]))
    return Kept(keep, "moved", 0.0, move, ramp(move, 2.0, 8.0))


def _still(pair: ImagePair, keep: Keep, weight: Weight, others: bool) -> Kept:
    """Colour difference within a place; the mean colour of skin counts more than its light."""
    if keep.where.name in ("skin", "face") and keep.what == "all":
        first, then = pair.views
        shift = mean(then.a - first.a, weight), mean(then.b - first.b, weight)
        move = float(np.hypot(*shift))
        return Kept(keep, "moved", 0.0, move, ramp(move, 0.8, 4.0))
    move = mean(pair.moved, weight)
    return Kept(keep, "moved", 0.0, move, ramp(move, 1.2 if others else 0.4, 5.0))
