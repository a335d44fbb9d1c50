"""A photo on the desk: slider values so far, small renders of them, and the search for the value that has an effect."""

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

import numpy as np

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.measure import srgb_codes
from editor_ops.ops.white_balance import MIREDS_PER_100
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.rules.goals import View
from jarvisevo.rules.groups import merged_groups

PREVIEW = 256
"""Long edge of the preview in pixels; a render of it takes some milliseconds."""
TRIES = 5
Read = Callable[[View], float]
Locks = Mapping[str, tuple[float, float]]
CURVE = "ToneCurvePV2012"

REASONABLE = {
    "Exposure2012": 1.7,
    "Contrast2012": 45.0,
    "Highlights2012": 75.0,
    "Shadows2012": 65.0,
    "Whites2012": 45.0,
    "Blacks2012": 45.0,
    "Clarity2012": 50.0,
    "Texture": 40.0,
    "Dehaze": 38.0,
    "Vibrance": 60.0,
    "Saturation": 40.0,
    "IncrementalTemperature": 45.0,
    "IncrementalTint": 35.0,
    "PostCropVignetteAmount": 38.0,
    "Sharpness": 70.0,
}
"""How far (either way) a slider goes without a number being named: beyond, an edit shows its tool."""
INSISTENT = 1.5
"""Limits of a wish for "a lot", of those of a plain one."""
MODEST = 0.6
"""The same of a wish for "a little" …"""
MORE, LEAST_MORE = 0.35, 0.25
"""… and of a slider that stands: by how much of where it stands it goes on, and of its limit at least."""


def matte(amount: float) -> list[list[float]]:
    """Point curve with raised blacks and softened whites; amount 0-1."""
    return [
        [0, 34 * amount],
        [64, 64 + 12 * amount],
        [128, 128 + 2 * amount],
        [192, 192 - 2 * amount],
        [255, 255 - 14 * amount],
    ]


class Desk:
    """A photo on the desk: slider values so far, and the preview that goes with them.

    `values` holds numbers by Adobe's name; "ToneCurvePV2012" holds the strength of the matte curve
    (a number) or a list of points. `locks` (low, high) bound any number; `reach` widens REASONABLE, `caps` narrow it
    for this scene; the sliders in `fixed` stand where a number put them, those in `limited` (title of a place or "",
    name) at their end, as the number was beyond it. `start` is what stood before: the first view shows it, limits are
    counted from it, and its local corrections (`standing`) stay under those that are added.
    """

    def __init__(self, photo: Photo, locks: Locks | None = None, start: Mapping[str, Any] | None = None) -> None:
        self.photo, self.locks = photo, dict(locks or {})
        self.start = {name: value for name, value in (start or {}).items() if name != CORRECTIONS}
        self.standing = tuple((start or {}).get(CORRECTIONS, ()))
        self.values: dict[str, Any] = dict(self.start)
        self.reach = 1.0
        self.caps: dict[str, float] = {}
        self.fixed: set[str] = set()
        self.limited: dict[tuple[str, str], float] = {}
        self.first = View(self._render(self.values))
        self._views: dict[str, View] = {}

    def put_back(self, name: str) -> None:
        """A slider as it was before the edit."""
        self.values.pop(name, None)
        if name in self.start:
            self.values[name] = self.start[name]

    def stands_locally(self, title: str, name: str) -> float:
        """Where a slider of the correction with a title stands from before, 0 where none does."""
        return sum(float(g.get(name, 0.0)) for g in self.standing if g.get("CorrectionName") == title)

    def _render(self, values: Mapping[str, Any]) -> np.ndarray:
        return self._shown(self.settings(values))

    def _shown(self, settings: Settings) -> np.ndarray:
        return srgb_codes(render(self.photo, settings, max_size=PREVIEW), PREVIEW * PREVIEW)

    def settings(self, values: Mapping[str, Any] | None = None) -> Settings:
        """Valid settings: rounded to a fine step, inside ranges and locks; defaults left out unless another value
        stood.
        """
        document: dict[str, Any] = {}
        for name, value in self._white(self.values if values is None else values).items():
            row = TABLE[name]
            if name in self.start and value == self.start[name] and name not in self.locks:
                document[name] = value
            elif name == CURVE and isinstance(value, int | float):
                if value > 0.01 and name not in self.locks:
                    document[name] = matte(min(value, 1.0))
            elif row.kind != "number":
                document[name] = value
            elif (bounded := self._bounded(name, value)) != row.default or name in self.start:
                document[name] = bounded
        for name in self.locks:
            known = TABLE.get(name)
            if known and known.kind == "number":
                bounded = self._bounded(name, document.get(name, known.default))
                document.update({name: bounded} if bounded != known.default or name in document else {})
        if self.standing:
            document[CORRECTIONS] = merged_groups(self.standing, document.get(CORRECTIONS, ()))
        return Settings.parse(document)

    def _white(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """On RAW, Lightroom reads absolute Temperature and Tint only: the increments become those."""
        found = dict(values)
        if self.photo.raw and self.photo.as_shot:
            kelvin, tint = self.photo.as_shot
            kelvin, tint = found.get("Temperature", kelvin), found.get("Tint", tint)  # what stood before
            held = {name for name, (low, high) in self.locks.items() if low == high}
            warmer, pinker = (
                found.pop(f"Incremental{name}", 0.0) * (name not in held) for name in ("Temperature", "Tint")
            )
            if warmer:
                mired = 1e6 / kelvin - MIREDS_PER_100 * warmer / 100
                found["Temperature"] = round(min(max(1e6 / max(mired, 20.0), 2000.0), 50000.0), -1)
            if pinker:
                found["Tint"] = min(max(tint + pinker, -150.0), 150.0)
        return found

    def _bounded(self, name: str, value: float) -> float:
        row = TABLE[name]
        low, high = self.locks.get(name, (row.low, row.high))
        value = min(max(value, low, row.low), high, row.high)
        fine = row.span <= 10 or row.step < 1  # the angle of a crop among them
        digits = 4 if row.span <= 1 else 2 if fine else 0  # a crop's ratio needs more than hundredths
        return round(float(value), digits) + 0.0 if name not in self.locks else float(value)

    def view(self, values: Mapping[str, Any] | None = None) -> View:
        """The preview of these values (default: the present ones)."""
        settings = self.settings(values)
        key = repr(sorted(settings.to_dict().items(), key=lambda item: item[0]))
        if key not in self._views:
            if len(self._views) > 40:
                self._views.clear()
            untouched = not len(settings) and not self.start and not self.standing
            self._views[key] = View(self.first.codes if untouched else self._shown(settings), self.first)
        return self._views[key]

    def shift(self, name: str) -> float:
        """By how much a slider stands off where it stood; a RAW's Temperature and Tint count as increments."""
        if self.photo.raw and self.photo.as_shot and name in ("IncrementalTemperature", "IncrementalTint"):
            first, now = (self._white(values) for values in (self.start, self.values))
            kelvin, tint = self.photo.as_shot
            if name == "IncrementalTint":
                return float(now.get("Tint", tint) - first.get("Tint", tint))
            mireds = [1e6 / values.get("Temperature", kelvin) for values in (first, now)]
            return (mireds[0] - mireds[1]) / MIREDS_PER_100 * 100
        now, stood = (values.get(name, TABLE[name].default) for values in (self.values, self.start))
        return float(now - stood) if isinstance(now, int | float) and isinstance(stood, int | float) else 0.0

    def copy(self) -> "Desk":
        """The same photo and values, to try something that may be dropped."""
        other = copy(self)
        other.values = dict(self.values)
        return other

    def limits(self, name: str) -> tuple[float, float]:
        """How far a slider may go without being asked for by number."""
        if name == CURVE:
            return 0.0, 1.0
        row = TABLE[name]
        if name not in REASONABLE:
            return row.low, row.high
        most = min(REASONABLE[name], self.caps.get(name, REASONABLE[name])) * self.reach
        origin = self.start.get(name, row.default)
        if self.reach < 1 and origin != row.default:
            most = max(LEAST_MORE * REASONABLE[name], MORE * abs(origin - row.default))
        return max(row.low, min(row.default, origin) - most), min(row.high, max(row.default, origin) + most)

    def moved(self, tool: Mapping[str, float], effort: float) -> dict[str, Any]:
        """The present values with `effort` (0-1) of a tool added, within the limits; what lies beyond them stays."""
        values = dict(self.values)
        for name, full in tool.items():
            now = values.get(name, TABLE[name].default if name != CURVE else 0.0)
            if isinstance(now, list) or name in self.fixed:
                continue
            low, high = self.limits(name)
            values[name] = min(max(now + effort * full, min(low, now)), max(high, now))
        return values

    def set(self, name: str, value: float) -> None:
        """A slider where the words put it, inside its range."""
        self.values[name] = self.inside(name, value)
        self.fixed.add(name)

    def inside(self, name: str, value: float) -> float:
        """A number that was said, inside its slider's range; one that is not is noted."""
        held = min(max(value, TABLE[name].low), TABLE[name].high)
        if held != value:
            self.limited["", name] = held
        return held

    def add(self, tool: Mapping[str, float], effort: float = 1.0) -> None:
        """Move sliders by a share of a tool."""
        self.values = self.moved(tool, effort)

    def seek(self, read: Read, target: float, tool: Mapping[str, float], most: float = 1.0) -> float:
        """Effort in [0, most] of `tool` that takes `read` to `target`, by false position; applied and returned."""
        start = read(self.view())
        wanted = target - start
        if abs(wanted) < 1e-3:
            return 0.0
        best = solve(lambda effort: read(self.view(self.moved(tool, effort))) - start, wanted, most)
        self.add(tool, best)
        return best


def solve(change: Callable[[float], float], wanted: float, most: float = 1.0) -> float:
    """Effort in [0, most] for which `change` is `wanted`, by false position; `most` when it is out of reach."""
    low, high, at_low, at_high = 0.0, most, 0.0, change(most)
    best = most
    if at_high * wanted > 0 and abs(at_high) > abs(wanted):
        for turn in range(TRIES):
            share = (wanted - at_low) / (at_high - at_low)
            share = 0.5 if turn % 3 == 2 else min(max(share, 0.1), 0.9)
            best = low + share * (high - low)
            here = change(best)
            if abs(here - wanted) < 0.04 * abs(wanted):
                break
            if abs(here) < abs(wanted):
                low, at_low = best, here
            else:
                high, at_high = best, here
    return best
