"""From one state of a photo towards another, and beyond: what "a bit less", "half of that" and "more" do to an edit."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.parameters import Parameter
from editor_ops.settings import Settings
from editor_ops.table import TABLE

Curve = Sequence[tuple[float, float]]
_FRAME = ("What", "CorrectionName", "CorrectionAmount", "CorrectionActive", "CorrectionMasks")
OTHER_COLOUR = 0.4
"""LocalHue from which it gives a thing another colour."""
COLOURED = ("LocalHue", "LocalSaturation", "LocalToningHue", "LocalToningSaturation")
"""Sliders of that colour."""


def between(before: Settings, after: Settings, factor: float) -> Settings:
    """The state `factor` of the way from one to the other: 0 is `before`, 1 `after`, 1.5 half as far again.

    Numbers move within their ranges, curves point by point, corrections by their sliders; hues, crops and choices are
    those of `after`, or of `before` at a factor of 0.
    """
    if factor == 0:
        return before
    moved = after.diff(before)
    values = {name: value for name, value in after.values.items() if name not in moved}
    for name, (old, new) in moved.items():
        if name == CORRECTIONS:
            values[name] = _groups(old, new, factor)
        else:
            values[name] = _value(TABLE[name], old, new, factor)
    whole = Settings.parse(Settings(values).to_dict())
    return Settings(whole.values, after.extra)


def eased(
    before: Settings,
    after: Settings,
    standing: Settings,
    factor: float,
    *,
    again: bool = False,
    gone: Collection[str] = (),
) -> Settings:
    """What stands, with `factor` left of what one earlier step did: it led from `before` to `after`.

    What later steps did to the same sliders stays.

    again  the step may have been eased already: a slider that stands between its ends is taken for that
    gone   what of the step does not stand any more
    """
    if standing == after:
        return between(before, after, factor)
    left = between(before, after, factor)
    values = dict(standing.values)
    for name, (old, new) in after.diff(before).items():
        if name in gone:
            continue
        row, now = TABLE[name], standing[name]
        if name == CORRECTIONS:
            values[name] = _eased_groups(before, after, left, now)
        elif row.kind == "number" and row.unit not in ("deg", "fraction"):
            partly = again and min(old, new) <= now <= max(old, new)
            values[name] = _number(row, old, now, factor) if partly else _number(row, now, now + left[name] - new, 1)
        elif now == new or again and _on_the_way(row, old, new, now):
            values[name] = left[name] if now == new or not factor else _value(row, old, now, factor)
        if name not in before.values and values.get(name) == row.default:
            del values[name]
    return Settings(Settings.parse(Settings(values).to_dict()).values, standing.extra)


def _eased_groups(before: Settings, after: Settings, left: Settings, now: Iterable[Mapping[str, Any]]) -> list[object]:
    """Corrections that stand: those that the step brought go with it, those that it moved are as what is left of it."""
    old, new, kept = ({g.get("CorrectionName"): g for g in s[CORRECTIONS] or ()} for s in (before, after, left))
    found: list[object] = []
    for group in now:
        name = group.get("CorrectionName")
        if group != new.get(name):
            found.append(group)
        elif (less := kept.get(name, old.get(name))) is not None:
            found.append(less)
    return found


def _value(row: Parameter, old: Any, new: Any, factor: float) -> object:
    if row.kind == "number" and row.unit not in ("deg", "fraction"):
        return _number(row, old, new, factor)
    if row.kind == "curve" and [p[0] for p in old] == [p[0] for p in new]:
        pairs = zip(old, new, strict=True)
        return [[x, round(min(max(y + (z - y) * factor, row.low), row.high), 1)] for (x, y), (_, z) in pairs]
    if row.kind == "struct":
        return _struct(row, old or {}, new or {}, factor)
    if row.kind == "curve" and _straight(old):
        return [[x, round(min(max(x + (y - x) * factor, row.low), row.high), 1)] for x, y in new]
    return new


def _on_the_way(row: Parameter, old: Curve, new: Curve, now: Curve) -> bool:
    """Whether a curve stands between two others, point by point."""
    if row.kind != "curve" or [p[0] for p in now] != [p[0] for p in new]:
        return False
    begins: Curve = [(x, x) for x, _ in new] if _straight(old) else old
    return len(begins) == len(now) and all(
        min(a, b) <= y <= max(a, b) for (_, a), (_, b), (_, y) in zip(begins, new, now, strict=True)
    )


def _struct(row: Parameter, old: Mapping[str, Any], new: Mapping[str, Any], factor: float) -> dict[str, Any]:
    """Its amounts (that of a lens blur) on the way, from none where there was none; all else as in `new`."""
    out = dict(new)
    for name, value in new.items():
        field = TABLE.get(f"{row.name}.{name}")
        if field is not None and field.kind == "number" and name.endswith("Amount"):
            out[name] = _number(field, old.get(name, field.default) if old else 0.0, value, factor)
    return out


def _number(row: Parameter, old: float, new: float, factor: float) -> float:
    moved = min(max(old + (new - old) * factor, row.low), row.high)
    return round(moved, 4 if row.span <= 2 else 2 if row.span <= 10 else 0) + 0.0


def _straight(points: Iterable[tuple[float, float]]) -> bool:
    return all(x == y for x, y in points)


def _groups(old: Iterable[Mapping[str, Any]], new: Iterable[Mapping[str, Any]], factor: float) -> list[dict[str, Any]]:
    """Corrections of `new`, their sliders on the way from those of the same name in `old`."""
    known = {str(group.get("CorrectionName")): group for group in old}
    return [_group(known.get(str(group.get("CorrectionName")), {}), group, factor) for group in new]


def recolours(group: Mapping[str, Any]) -> bool:
    """Whether a correction gives a thing another colour: half of the way to that would be a third one."""
    return abs(group.get("LocalHue", 0.0)) > OTHER_COLOUR


def _group(old: Mapping[str, Any], new: Mapping[str, Any], factor: float) -> dict[str, Any]:
    kept = (*_FRAME, *COLOURED) if recolours(new) else _FRAME
    out = dict(new)
    for name in dict.fromkeys([*old, *new]):
        row = TABLE.get(f"{CORRECTIONS}.{name}")
        if row is None or name in kept or row.kind != "number" or row.unit == "deg":
            continue
        out[name] = _number(row, old.get(name, row.default), new.get(name, row.default), factor)
    return out
