"""Making and changing local corrections: what the page, HTTP and MCP ask for, as groups of the settings."""

from collections.abc import Mapping, Sequence
from typing import Any

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.photo import Photo
from editor_ops.settings import Settings
from jarvisevo.files.errors import CliError
from jarvisevo.rules.groups import free_name
from jarvisevo.rules.region_masks import region_masks

Group = Mapping[str, Any]
MOST_DABS = 20_000
"""Dabs of one brush stroke."""


def groups(settings: Settings) -> tuple[Group, ...]:
    """The local corrections that stand, in order."""
    return tuple(settings.values.get(CORRECTIONS, ()))


def with_groups(settings: Settings, found: Sequence[Group]) -> Settings:
    """The settings with these local corrections in place of theirs."""
    values = {name: value for name, value in settings.to_dict().items() if name != CORRECTIONS}
    if found:
        values[CORRECTIONS] = Settings({CORRECTIONS: tuple(found)}).to_dict()[CORRECTIONS]
    return Settings(Settings.parse(values).values, settings.extra)


def at(settings: Settings, number: int) -> Group:
    """The correction with this number, from 0. CliError when there is none."""
    found = groups(settings)
    if not 0 <= number < len(found):
        raise CliError(f"mask {number}: this photo has {len(found)}, counted from 0")
    return found[number]


def made(shape: Mapping[str, Any], photo: Photo | None = None) -> dict[str, Any]:
    """One mask from what somebody drew or named; all places are fractions of the uncropped, upright photo.

    shape  {"region": "sky"}, {"linear": [x0, y0, x1, y1]} (from nothing to full),
           {"radial": [left, top, right, bottom], "feather": 50},
           {"brush": [[x, y], …], "radius": 0.03, "feather": 50, "flow": 1}, {"luminance": [a, b, c, d]},
           {"object": [left, top, right, bottom]}; with "invert", and "mode": "add", "subtract" or "intersect"
    photo  where regions such as "dog" are looked for
    CliError for anything else.
    """
    kinds = [name for name in _MAKERS if name in shape]
    if len(kinds) != 1:
        raise CliError(
            f"a mask is one of {', '.join(_MAKERS)}; got {', '.join(map(str, list(shape)[:8])) or 'nothing'}"
        )
    drawn = _region(shape, photo) if kinds[0] == "region" else _MAKERS[kinds[0]](shape)
    mask = {"MaskName": kinds[0].capitalize(), **drawn}
    return combined(mask, str(shape.get("mode", "add")), invert=bool(shape.get("invert")))


def combined(mask: Mapping[str, Any], mode: str, *, invert: bool = False) -> dict[str, Any]:
    """A mask as it is put to those before it: "add", "subtract" or "intersect"; inverted before that."""
    inverted = bool(mask.get("MaskInverted")) != invert
    if mode == "add":
        return {**mask, "MaskBlendMode": 0, "MaskValue": 1.0, "MaskInverted": inverted}
    if mode == "subtract":
        return {**mask, "MaskBlendMode": 1, "MaskValue": 0.0, "MaskInverted": inverted}
    if mode == "intersect":  # Adobe's form: what lies outside is taken away
        return {**mask, "MaskBlendMode": 1, "MaskValue": 0.0, "MaskInverted": not inverted}
    raise CliError(f"mode {mode[:40]}: choose add, subtract or intersect")


def added(
    settings: Settings,
    shape: Mapping[str, Any],
    name: str = "",
    sliders: Mapping[str, Any] | None = None,
    photo: Photo | None = None,
) -> Settings:
    """The settings with a new correction of one mask; its name is made different from the others."""
    found = groups(settings)
    whole = "region" in shape and set(shape) <= {"region"}
    masks = region_masks(str(shape["region"]), photo) if whole else (made(shape, photo),)
    title = name.strip()[:60] or str(masks[0].get("MaskName", "Mask")).replace("_", " ").capitalize()
    group = {
        "What": "Correction",
        "CorrectionName": free_name(title, found),
        "CorrectionAmount": 1.0,
        "CorrectionActive": True,
        **(sliders or {}),
        "CorrectionMasks": [dict(mask) for mask in masks],
    }
    return with_groups(settings, [*found, group])


def changed(settings: Settings, number: int, changes: Mapping[str, Any]) -> Settings:
    """A correction with other sliders, name, amount or masks; a value of None takes the entry out. CliError,
    SettingsError.
    """
    group, found = at(settings, number), list(groups(settings))
    known = [g for i, g in enumerate(found) if i != number]
    merged = {**Settings({CORRECTIONS: (group,)}).to_dict()[CORRECTIONS][0], **changes}
    merged = {name: value for name, value in merged.items() if value is not None}
    if "CorrectionName" in changes:
        merged["CorrectionName"] = free_name(str(changes["CorrectionName"]).strip()[:60] or "Mask", known)
    found[number] = merged
    return with_groups(settings, found)


def extended(settings: Settings, number: int, shape: Mapping[str, Any], photo: Photo | None = None) -> Settings:
    """A correction with one more mask: added, subtracted or intersected."""
    group = at(settings, number)
    return changed(settings, number, {"CorrectionMasks": [*_plain(group), made(shape, photo)]})


def inverted(settings: Settings, number: int) -> Settings:
    """A correction that acts where it did not: every mask turned over, added ones becoming intersections."""
    masks = _plain(at(settings, number))
    if len(masks) == 1:
        turned = [{**masks[0], "MaskInverted": not masks[0].get("MaskInverted", False)}]
    else:  # everything but the union: all of the photo, less the group as one
        group = {"What": "Mask/Aggregate", "MaskName": "Inverted", "Masks": masks}
        turned = [{**group, "MaskInverted": True, "MaskBlendMode": 0, "MaskValue": 1.0}]
    return changed(settings, number, {"CorrectionMasks": turned})


def removed(settings: Settings, number: int) -> Settings:
    """The settings without a correction."""
    at(settings, number)
    return with_groups(settings, [g for i, g in enumerate(groups(settings)) if i != number])


def _plain(group: Group) -> list[dict[str, Any]]:
    return [
        dict(mask) for mask in Settings({CORRECTIONS: (group,)}).to_dict()[CORRECTIONS][0].get("CorrectionMasks", [])
    ]


# ---- shapes


def _numbers(shape: Mapping[str, Any], name: str, count: int) -> list[float]:
    values = shape[name]
    if not isinstance(values, list | tuple) or len(values) != count or not all(_number(v) for v in values):
        raise CliError(f"{name}: give {count} numbers, fractions of the photo")
    return [float(v) for v in values]


def _number(value: object, low: float = -20, high: float = 20) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def _region(shape: Mapping[str, Any], photo: Photo | None = None) -> dict[str, Any]:
    masks = region_masks(str(shape["region"]), photo)
    if len(masks) == 1:
        return dict(masks[0])
    return {"What": "Mask/Aggregate", "MaskName": masks[0]["MaskName"], "Masks": [dict(mask) for mask in masks]}


def _linear(shape: Mapping[str, Any]) -> dict[str, Any]:
    x0, y0, x1, y1 = _numbers(shape, "linear", 4)
    return {"What": "Mask/Gradient", "ZeroX": x0, "ZeroY": y0, "FullX": x1, "FullY": y1}


def _radial(shape: Mapping[str, Any]) -> dict[str, Any]:
    left, top, right, bottom = _numbers(shape, "radial", 4)
    place = {"Left": min(left, right), "Top": min(top, bottom), "Right": max(left, right), "Bottom": max(top, bottom)}
    return {"What": "Mask/CircularGradient", **place, "Feather": _feather(shape), "Angle": 0.0, "Roundness": 0.0}


def _feather(shape: Mapping[str, Any]) -> float:
    value = shape.get("feather", 50)
    if not _number(value, 0, 100):
        raise CliError("feather: give a number from 0 to 100")
    return float(value)


def _brush(shape: Mapping[str, Any]) -> dict[str, Any]:
    points, radius, flow = shape["brush"], shape.get("radius", 0.03), shape.get("flow", 1)
    if not isinstance(points, list | tuple) or not 0 < len(points) <= MOST_DABS:
        raise CliError(f"brush: give 1 to {MOST_DABS} points [x, y]")
    if not all(isinstance(p, list | tuple) and len(p) == 2 and all(_number(v) for v in p) for p in points):
        raise CliError("brush: every point is [x, y], fractions of the photo")
    if not _number(radius, 0.0005, 1) or not _number(flow, 0, 1):
        raise CliError("brush: radius is a fraction of the long edge up to 1, flow 0 to 1")
    dabs = [f"d {x:.6f} {y:.6f}" for x, y in points]
    hard = 1 - _feather(shape) / 100
    return {"What": "Mask/Paint", "Radius": float(radius), "Flow": float(flow), "CenterWeight": hard, "Dabs": dabs}


def _luminance(shape: Mapping[str, Any]) -> dict[str, Any]:
    ends = _numbers(shape, "luminance", 4)
    if sorted(ends) != ends or ends[0] < 0 or ends[3] > 1:
        raise CliError("luminance: give four rising numbers from 0 to 1: none below, full from, full to, none above")
    text = " ".join(f"{v:g}" for v in ends)
    return {"What": "Mask/RangeMask", "CorrectionRangeMask": {"Type": 2.0, "LumRange": text}}


def _object(shape: Mapping[str, Any]) -> dict[str, Any]:
    left, top, right, bottom = _numbers(shape, "object", 4)
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    point = f"{(left + right) / 2:.6f} {(top + bottom) / 2:.6f}"
    gesture = [{"Points": [{"X": x, "Y": y} for x, y in corners]}]
    return {"What": "Mask/Image", "MaskSubType": 0.0, "ReferencePoint": point, "Gesture": gesture}


_MAKERS = {
    "region": _region,
    "linear": _linear,
    "radial": _radial,
    "brush": _brush,
    "luminance": _luminance,
    "object": _object,
}
