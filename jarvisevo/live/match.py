"""Make the rest match this one: a photo's settings on others, with exposure and white balance evened by
measurement.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from editor_ops.masks.rows import CORRECTIONS, LEGACY
from editor_ops.measure import srgb_codes, to_lab
from editor_ops.ops import geometry
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.rules import illuminant
from jarvisevo.rules.desk import solve

SIDE = 256
OWN = frozenset({*(row.name for row in geometry.ROWS), CORRECTIONS, *LEGACY})
"""What belongs to one photo's frame: crops and masks are not carried over unless asked for."""
MOST_EV, MOST_TEMP, MOST_TINT = 1.5, 45.0, 10.0
"""How far the normalisation may move a photo beyond the hero's own sliders."""
SKIN_HUE, SKIN_CHROMA, SKIN_L = (20.0, 75.0), (10.0, 45.0), (25.0, 90.0)
"""Skin in CIE Lab: hue in degrees, chroma, lightness. Sand and wood lie there too, so both photos must hold
enough of it.
"""
LEAST_SKIN = 0.03
SAMPLES = 33
"""Quantiles of L*, a* and b* that two photos are compared by."""


@dataclass(frozen=True)
class Tonality:
    """What is evened out: mean L* of the middle tones, the cast of the light, and skin.

    picture  (h, w, 3) uint8 sRGB that it was read from
    """

    light: float
    skin: tuple[float, float, float] | None
    quantiles: np.ndarray
    picture: np.ndarray

    @classmethod
    def of(cls, rgb: np.ndarray) -> "Tonality":
        """(h, w, 3) uint8 sRGB."""
        lab = to_lab(rgb).reshape(-1, 3)
        l, a, b = lab[:, 0], lab[:, 1], lab[:, 2]
        chroma, hue = np.hypot(a, b), np.degrees(np.arctan2(b, a))
        low, high = np.percentile(l, (10, 90))
        middle = (l >= low) & (l <= high)
        skin = (SKIN_HUE[0] < hue) & (hue < SKIN_HUE[1]) & (SKIN_CHROMA[0] < chroma) & (chroma < SKIN_CHROMA[1])
        skin &= (SKIN_L[0] < l) & (l < SKIN_L[1])
        found = tuple(float(np.median(v[skin])) for v in (l, a, b)) if skin.mean() >= LEAST_SKIN else None
        quantiles = np.quantile(lab, np.linspace(0.02, 0.98, SAMPLES), axis=0)
        return cls(float(l[middle].mean()), found, quantiles, rgb)  # type: ignore[arg-type]

    @cached_property
    def cast(self) -> tuple[float, float]:
        """(a*, b*) of a grey in the light that the photo tells: it takes most of the time, and only a cast asks it."""
        red, blue = illuminant.expected(illuminant.histograms(self.picture)).tolist()
        return illuminant.of_light(red, blue)

    def distance(self, other: "Tonality") -> float:
        """How unlike two photos look: mean CIE76 ΔE between their quantiles of L*, a* and b*."""
        return float(np.linalg.norm(self.quantiles - other.quantiles, axis=1).mean())


@dataclass(frozen=True)
class Matched:
    """Settings for one photo, and how far it is from the hero: untouched, with the hero's settings as they are,
    evened.
    """

    settings: Settings
    untouched: float
    copied: float
    matched: float
    moved: Mapping[str, float]

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        distances = {"untouched": self.untouched, "copied": self.copied, "matched": self.matched}
        return {name: round(value, 2) for name, value in distances.items()} | {"moved": dict(self.moved)}


def shown(photo: Photo, settings: Settings) -> np.ndarray:
    """A small picture to measure: (h, w, 3) uint8 sRGB."""
    return srgb_codes(render(photo, settings, SIDE, threads=1), SIDE * SIDE)


def carried(hero: Settings, own: Settings, names: frozenset[str] | None = None) -> Settings:
    """The hero's settings with a photo's own crop and masks; with `names`, only those of the hero's."""
    take = {n: v for n, v in hero.values.items() if (n not in OWN if names is None else n in names)}
    keep = {n: v for n, v in own.values.items() if (n in OWN if names is None else n not in names)}
    return Settings({**keep, **take}, own.extra)


def match(hero: Photo, hero_settings: Settings, photo: Photo, own: Settings | None = None) -> Matched:
    """The hero's settings evened for another photo, so that it looks as the hero does.

    Exposure brings skin to the hero's lightness where both have some, else the middle tones; temperature and tint bring
    the light that each photo tells to the hero's. What does not bring the photo nearer as a whole is not done.
    """
    own = own or Settings()
    wanted = Tonality.of(shown(hero, hero_settings))
    settings = carried(hero_settings, own)
    untouched = Tonality.of(shown(photo, own)).distance(wanted)
    copied = Tonality.of(shown(photo, settings)).distance(wanted)
    best, at = settings, copied
    for step in (_even_light, _even_cast, _even_light):
        trial = step(photo, best, wanted)
        distance = Tonality.of(shown(photo, trial)).distance(wanted)
        if distance < at - 0.05:
            best, at = trial, distance
    moved = {n: round(float(best[n]) - float(settings[n]), 2) for n in MOVED if best[n] != settings[n]}
    return Matched(best, untouched, copied, at, moved)


MOVED = ("Exposure2012", "IncrementalTemperature", "IncrementalTint", "Temperature", "Tint")


def _even_light(photo: Photo, settings: Settings, wanted: Tonality) -> Settings:
    now = Tonality.of(shown(photo, settings))
    by_skin = wanted.skin is not None and now.skin is not None

    def read(trial: Settings) -> float:
        look = Tonality.of(shown(photo, trial))
        return look.skin[0] if by_skin and look.skin else look.light

    target = wanted.skin[0] if by_skin and wanted.skin else wanted.light
    way = 1.0 if target > read(settings) else -1.0
    return _sought(settings, "Exposure2012", way * MOST_EV, read, target)


def _even_cast(photo: Photo, settings: Settings, wanted: Tonality) -> Settings:
    def read(trial: Settings, axis: int) -> float:
        return Tonality.of(shown(photo, trial)).cast[axis - 1]

    return even_cast(photo, settings, read, (wanted.light, *wanted.cast))


def even_cast(
    photo: Photo,
    settings: Settings,
    read: Callable[[Settings, int], float],
    target: Sequence[float],
    *,
    whole: bool = False,
) -> Settings:
    """The settings with temperature and tint moved until what is read is the target.

    read    (settings, 1 for a* or 2 for b*) -> what there is
    target  (L*, a*, b*)
    whole   over the whole range of the sliders, not only as far as a match may go
    """
    raw = photo.raw and photo.as_shot is not None
    names = (
        (("Tint", 1, MOST_TINT), ("Temperature", 2, 2500.0))
        if raw
        else (("IncrementalTint", 1, MOST_TINT), ("IncrementalTemperature", 2, MOST_TEMP))
    )
    if raw and photo.as_shot:
        start = {n: v for n, v in zip(("Temperature", "Tint"), photo.as_shot, strict=True) if n not in settings}
        settings = settings.merge(
            Settings.parse({n: float(np.clip(v, TABLE[n].low, TABLE[n].high)) for n, v in start.items()})
        )
    for name, axis, most in names:
        row, now = TABLE[name], read(settings, axis)
        rises = target[axis] > now
        if whole:
            most = abs((row.high if rises else row.low) - float(settings[name]))

        def along(trial: Settings, axis: int = axis) -> float:
            return read(trial, axis)

        settings = _sought(settings, name, most if rises else -most, along, target[axis])
    return settings


def _sought(settings: Settings, name: str, most: float, read: Callable[[Settings], float], target: float) -> Settings:
    """The slider moved until what is read is the target, at most so far."""
    row, start, base = TABLE[name], float(settings[name]), read(settings)

    def with_effort(effort: float) -> Settings:
        value = min(max(start + effort * most, row.low), row.high)
        return settings.merge({name: round(value, 2 if row.span <= 10 else 0)})

    if abs(target - base) < 0.3:
        return settings
    return with_effort(solve(lambda effort: read(with_effort(effort)) - base, target - base))


def summary(found: Mapping[str, Matched]) -> dict[str, float]:
    """Mean distance to the hero over a set: untouched, copied, matched."""
    rows = list(found.values())
    return (
        {k: round(float(np.mean([getattr(r, k) for r in rows])), 2) for k in ("untouched", "copied", "matched")}
        if rows
        else {}
    )
