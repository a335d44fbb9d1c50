"""Local corrections made ready for a render: which settings act where, and what could not be done."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from editor_ops.frame import Cover, Frame, Op, Strip
from editor_ops.masks import layers
from editor_ops.masks.layers import Area, Weigh
from editor_ops.masks.region import MaskError
from editor_ops.masks.rows import CORRECTIONS, LEGACY
from editor_ops.ops import curve
from editor_ops.parameters import FrozenDict, Parameter, Values
from editor_ops.settings import Settings
from editor_ops.text import one_line

ALIGN = 16
"""Columns of a cover start at multiples of this, so that half-size chroma lies on the same grid as elsewhere."""
MAX_GROUPS = 64


@dataclass(frozen=True)
class Correction:
    """One group: the global settings with the group's added, the names it moves, and its weights.

    where  what the weights follow from: equal for two groups that act on the same part of a frame
    """

    settings: Values
    moved: frozenset[str]
    weigh: Weigh
    where: object


def prepare(settings: Settings, frame: Frame, pipeline: Sequence[Op]) -> tuple[tuple[Correction, ...], tuple[str, ...]]:
    """The active corrections of `settings` on a frame, and one line for each mask or group that cannot act."""
    made: list[Correction] = []
    notes: list[str] = []
    for group in groups(settings)[:MAX_GROUPS]:
        name = str(group.get("CorrectionName") or "correction")[:60]
        moved = _moved(group, settings, pipeline)
        if not moved:
            continue
        weigh, problems = layers.combine(group.get("CorrectionMasks", ()), frame)
        notes += [p if p.startswith(f"{name}: ") else f"{name}: {p}" for p in problems]
        if weigh is None:
            notes += [] if problems else [f"{name}: it has no active mask, so it does nothing"]
            continue
        try:
            weigh = layers.restricted(weigh, group.get("CorrectionRangeMask"), frame)
        except MaskError as error:
            notes.append(f"{name}: {error}; left out")
            continue
        where = group.get("CorrectionMasks", ()), group.get("CorrectionRangeMask")
        made.append(Correction(Settings({**settings.values, **moved}), frozenset(moved), weigh, where))
    return tuple(made), tuple(map(one_line, notes))


def groups(settings: Settings) -> list[Mapping[str, Any]]:
    """The active correction groups, older kinds first, as Lightroom applies them."""
    every = [group for name in (*LEGACY, CORRECTIONS) for group in settings.values.get(name, ())]
    return [group for group in every if group.get("CorrectionActive", True) and group.get("CorrectionAmount", 1.0)]


@dataclass(frozen=True)
class Plane:
    """Weights of a correction on a whole frame, cut to where there are any: (h, w) float32, its corner at top, left."""

    top: int
    left: int
    weight: np.ndarray

    def cover(self, where: Strip) -> Cover | None:
        """The part of it on a strip."""
        first, last = max(where.top - self.top, 0), max(where.bottom - self.top, 0)
        rows = self.weight[first:last]
        if not rows.any():
            return None
        above = max(self.top - where.top, 0)
        below = where.bottom - where.top - above - len(rows)
        return _cut(cv2.copyMakeBorder(rows, above, below, self.left, 0, cv2.BORDER_CONSTANT))


class CorrectionWeights:
    """Weights of all corrections of a render on strips of its frame."""

    def __init__(
        self, corrections: Sequence[Correction], frame: Frame, planes: dict[object, Plane | None] | None = None
    ):
        """planes: weights of whole frames by `Correction.where`, kept between renders of one frame."""
        self._corrections, self._frame = corrections, frame
        self._planes = {} if planes is None else planes

    def on(self, where: Strip, pixels: np.ndarray) -> tuple[Cover | None, ...]:
        """Weights on a strip of the undeveloped photo, (rows, W, 3) float32 linear ProPhoto."""
        area = Area.of(self._frame, where, pixels)
        return tuple(_cut(correction.weigh(area)) for correction in self._corrections)

    def whole(self) -> Callable[[Strip], tuple[Cover | None, ...]]:
        """Make the weights of the whole frame -> the function that gives those on a strip."""
        for correction in self._corrections:
            if correction.where not in self._planes:
                self._planes[correction.where] = _plane(correction, self._frame)
        planes = [self._planes[correction.where] for correction in self._corrections]
        return lambda where: tuple(plane.cover(where) if plane else None for plane in planes)


PLANE_ROWS = 64
"""Rows of a whole frame's weights that are made at a time."""


def _plane(correction: Correction, frame: Frame) -> Plane | None:
    height, width = frame.height, frame.width
    weight = np.empty((height, width), np.float32)
    for top in range(0, height, PLANE_ROWS):
        bottom = min(top + PLANE_ROWS, height)
        pixels = frame.photo.linear(top, bottom)
        weight[top:bottom] = correction.weigh(Area.of(frame, Strip(top, bottom, height, width), pixels))
    rows, columns = np.flatnonzero(weight.max(axis=1) > 0), np.flatnonzero(weight.max(axis=0) > 0)
    if not rows.size:
        return None
    top, left = int(rows[0]), int(columns[0]) // ALIGN * ALIGN
    return Plane(top, left, weight[top : int(rows[-1]) + 1, left : int(columns[-1]) + 1].copy())


def _cut(weight: np.ndarray) -> Cover | None:
    """Weights (rows, W) of a strip cut to the columns where there are any; None when there are none."""
    used = np.flatnonzero(weight.max(axis=0) > 0)
    if not used.size:
        return None
    left, right = int(used[0]) // ALIGN * ALIGN, int(used[-1]) + 1
    return Cover(left, right, np.ascontiguousarray(weight[:, left:right], np.float32))


def _moved(group: Mapping[str, Any], settings: Settings, pipeline: Sequence[Op]) -> dict[str, Any]:
    """What a group's sliders make of the global settings: only the names that change."""
    amount = float(group.get("CorrectionAmount", 1.0))
    out: dict[str, Any] = {}
    for step in pipeline:
        for row in step.rows:
            if row.local and row.local in group:
                value = added(row, settings, group[row.local], amount)
                if value != settings[row.name]:
                    out[row.name] = value
        for row in step.local_rows:
            if group.get(row.name, row.default) != row.default:
                out[row.name] = group[row.name] * amount
    if group.get("LocalToningSaturation"):
        out |= _toned(group, settings, amount)
    elif "ColorGradeGlobalHue" in out:
        del out["ColorGradeGlobalHue"]
    return out


def added(row: Parameter, settings: Settings, value: Any, amount: float) -> object:
    """The value of a global row with a local one on top of it."""
    now = settings[row.name]
    if row.kind == "curve":
        before = curve.master_points(settings) if row.name == curve.POINTS[0].name else now
        return curve.compose(before, value, amount)
    if row.kind == "list":
        return (*now, *(FrozenDict({**point}) for point in value))
    change = (value - row.default if row.local_unit == 1 else value * row.local_unit) * amount
    low = -100.0 if row.name == "Sharpness" else row.low  # local sharpness blurs below zero
    return min(max(now + change, low), row.high)


def _toned(group: Mapping[str, Any], settings: Settings, amount: float) -> dict[str, Any]:
    """The wheel of the whole image with a local tint added to it, as vectors."""
    vector = 0j
    for hue, saturation in (
        (settings["ColorGradeGlobalHue"], settings["ColorGradeGlobalSat"]),
        (group.get("LocalToningHue", 0.0), 100 * group["LocalToningSaturation"] * amount),
    ):
        vector += saturation * np.exp(1j * np.radians(hue))
    return {
        "ColorGradeGlobalHue": float(np.degrees(np.angle(vector)) % 360),
        "ColorGradeGlobalSat": min(float(abs(vector)), 100.0),
    }
