"""Preference cases whose truth is known because the edits were made for them, from any photos:
for checks and offline runs.
"""

import functools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from editor_ops.photo import Photo
from jarvisevo.judge.core.case import Case
from jarvisevo.judge.core.images import SIDE, LazyImage, digest


@dataclass(frozen=True)
class EditKind:
    """A kind of edit: how it is asked for, the measure it moves, which way, and settings that do it."""

    measure: str
    way: int
    words: tuple[str, ...]
    settings: tuple[tuple[str, float], ...]


EDIT_KINDS = (
    EditKind("lightness", 1, ("make it brighter", "please brighten the photo"), (("Exposure2012", 0.7),)),
    EditKind("lightness", -1, ("make it darker", "please darken the photo"), (("Exposure2012", -0.7),)),
    EditKind("warmth", 1, ("make it warmer", "warmer please"), (("IncrementalTemperature", 30.0),)),
    EditKind("warmth", -1, ("make it cooler", "cooler please"), (("IncrementalTemperature", -30.0),)),
    EditKind("chroma", 1, ("more saturated colours", "increase the saturation"), (("Saturation", 40.0),)),
    EditKind("chroma", -1, ("less saturated colours", "reduce the saturation"), (("Saturation", -40.0),)),
    EditKind("contrast", 1, ("more contrast", "increase the contrast"), (("Contrast2012", 60.0),)),
    EditKind("contrast", -1, ("less contrast", "reduce the contrast"), (("Contrast2012", -60.0),)),
)
KINDS = {"right": (1.0, 5.0), "weak": (0.35, 3.5), "none": (0.0, 2.0), "wrong": (-1.0, 1.0), "noisy": (1.0, 2.5)}
"""Kind of candidate -> (how much of the change, its true score); a noisy one has grain that nobody asked for."""
GRAIN = {"GrainAmount": 80.0, "GrainSize": 20.0}
PAIRS = (("right", "wrong"), ("right", "none"), ("right", "noisy"), ("right", "weak"), ("weak", "wrong"))


@functools.lru_cache(maxsize=64)
def edited(photo: Photo, change: EditKind, kind: str) -> np.ndarray:
    """(h, w, 3) uint8 sRGB: an edit of this kind."""
    from editor_ops.measure import srgb_codes
    from editor_ops.pipeline import render
    from editor_ops.settings import Settings

    share = KINDS[kind][0]
    values = {name: value * share for name, value in change.settings if share}
    codes = srgb_codes(render(photo, Settings.parse(values | (GRAIN if kind == "noisy" else {}))), 10**7)
    codes.flags.writeable = False
    return codes


def lazily(photo: Photo, change: EditKind, kind: str) -> LazyImage:
    """The same, rendered when it is looked at."""
    shows = photo.source.name if photo.source else digest(photo.pixels)
    asked = f"{change.measure} {change.way} {kind}" if KINDS[kind][0] else kind
    return LazyImage(f"{shows} {photo.width} x {photo.height} {asked}", lambda: edited(photo, change, kind))


def make_cases(
    photos: Sequence[Photo], count: int, seed: int = 0, changes: Sequence[EditKind] = EDIT_KINDS
) -> list[Case]:
    """So many cases with two to four candidates in random order. photos: `Photo`s at the size that judges see."""
    rng = random.Random(f"cases {seed}")
    return [_case(number, photos, changes, rng) for number in range(count)]


def _case(number: int, photos: Sequence[Photo], changes: Sequence[EditKind], rng: random.Random) -> Case:
    photo, change = photos[number % len(photos)], changes[(number * 3 + number // len(changes)) % len(changes)]
    kinds = list(PAIRS[rng.randrange(len(PAIRS))])
    more = [kind for kind in KINDS if kind not in kinds]
    kinds += rng.sample(more, (0, 0, 0, 1, 2)[rng.randrange(5)])
    rng.shuffle(kinds)
    source = lazily(photo, change, "none")
    candidates = tuple(lazily(photo, change, kind) for kind in kinds)
    return Case(f"s{number:04d}", rng.choice(change.words), source, candidates, tuple(KINDS[k][1] for k in kinds))


def example_photos(side: int = SIDE) -> Iterator[Photo]:
    """The shipped photos with a long edge of `side` pixels. Nothing when the examples did not come along."""
    from editor_ops.io.decode import load
    from jarvisevo.files.shipped import shipped

    folder = shipped("examples")
    for path in sorted(folder.glob("*.jpg")) if folder else ():
        yield load(path).resized(side)
