"""Values whose form in files is not their form in `Settings`: point colours, treatment, texts, profiles."""

import math
from collections.abc import Iterator, Mapping
from typing import Any

from editor_ops.ops.look import LOOK_ROW
from editor_ops.parameters import Parameter

ALT, BAG = "rdf:Alt", "rdf:Bag"
"""Containers that a plain list cannot tell apart: {"rdf:Alt": {language: text}}, {"rdf:Bag": [item, …]}."""
UNUSED_POINT = (-1.0,) * 19
TREATMENTS = {"Monochrome": "Black & White"}
"""Name in presets -> name in the sandbox's table."""
_PROFILE_ONLY = (
    "PresetType",
    "Version",
    "ContactInfo",
    "ShortName",
    "SortName",
    "Description",
    "RequiresRGBTables",
    "SupportsAmount2",
    "CompatibleVersion",
    "HasSettings",
    "ShowInPresets",
    "ShowInQuickActions",
)


_LOOK_FIELDS = tuple(f.name for f in LOOK_ROW.fields if f.name not in ("Name", "Amount", "Stubbed", "Parameters"))


def unwrap(value: object) -> object:
    """A text in languages as its default text, a bag as its list; anything else as it is."""
    if isinstance(value, Mapping) and len(value) == 1:
        if BAG in value:
            return value[BAG]
        if isinstance(value.get(ALT), Mapping):
            texts = value[ALT]
            return texts.get("x-default", next(iter(texts.values()), ""))
    return value


def numbers(item: Any) -> list[float] | None:
    """Numbers of "1, 2, 3" or of a list; None when something else, NaN or infinity included, is among them."""
    parts = item.replace(",", " ").split() if isinstance(item, str) else item
    try:
        out = [float(p) for p in parts] if isinstance(parts, list | tuple) else [float(parts)]
    except (TypeError, ValueError, OverflowError):
        return None
    return out if all(map(math.isfinite, out)) else None


def decode(row: Parameter, value: object) -> object:
    """The form in a file -> the form `check_value` takes."""
    value = unwrap(value)
    if row.name in ("PointColors", "LocalPointColors") and isinstance(value, list | tuple):
        return [p for item in value if (p := _point(row, item)) is not None]
    if row.name == "ColorVariance" and isinstance(value, list | tuple):
        return [_variance(row, item) for item in value]
    if row.name == "Treatment" and isinstance(value, str):
        return TREATMENTS.get(value, value)
    if row.kind == "items":
        return (
            [_typed(item) for item in value] if isinstance(value, list | tuple) else [] if value in ("", {}) else value
        )
    if row.name == "ReferencePoint" and isinstance(value, list | tuple):  # models write [x, y]
        return " ".join(str(v) for v in value[:4])
    if row.kind in ("struct", "list") and value in ("", [], (), {}):  # Lua has one empty table, XML one empty element
        return {} if row.kind == "struct" else []
    if row.kind == "list" and isinstance(value, list | tuple):
        return [{} if item in ("", [], ()) else item for item in value]
    return value


def _typed(item: object) -> object:
    """Numbers in the mappings of a list (points of an outline) as numbers, not as the text of a file."""
    if isinstance(item, Mapping):
        return {k: _typed(v) for k, v in item.items()}
    if isinstance(item, list | tuple):
        return [_typed(v) for v in item]
    return given[0] if isinstance(item, str) and len(given := numbers(item[:40]) or []) == 1 else item


def encode(row: Parameter, value: Any) -> object:
    """The form in `Settings` -> the form in Adobe's files."""
    if row.name in ("PointColors", "LocalPointColors"):
        rows = [_row(row.fields, point) for point in value] or [UNUSED_POINT]
        return [", ".join(f"{v:.6f}" if round(v, 6) == v else repr(v) for v in r) for r in rows]
    if row.name == "ColorVariance":
        return [_variance_text(row, item) for item in value]
    if row.name == "Treatment":
        return next((k for k, v in TREATMENTS.items() if v == value), value)
    return value


def _point(row: Parameter, item: object) -> object:
    """One point from its 19 numbers; None when it is unused; anything else is left to the validator."""
    if isinstance(item, Mapping):
        return item
    given = numbers(item)
    if given is None or len(given) != len(UNUSED_POINT):
        return item
    return None if tuple(given) == UNUSED_POINT else _fill(row.fields, iter(given))


def _fill(fields: tuple[Parameter, ...], given: Iterator[float]) -> dict[str, Any]:
    return {f.name: _fill(f.fields, given) if f.fields else next(given) for f in fields}


def _row(fields: tuple[Parameter, ...], point: Mapping[str, Any]) -> tuple[float, ...]:
    """The numbers of a point in the order of its fields, those of ranges in their place."""
    out: list[float] = []
    for f in fields:
        out += _row(f.fields, point.get(f.name, {})) if f.fields else (float(point.get(f.name, f.default)),)
    return tuple(out)


def _variance(row: Parameter, item: object) -> object:
    """Files hold one number in ±100 for each point; the row holds fields in their own range."""
    if isinstance(item, Mapping):
        return item
    given = numbers(item)
    if given is None or len(given) not in (1, len(row.fields)):
        return item
    given = given * len(row.fields) if len(given) == 1 else given
    return {f.name: round(v / 100 * f.high, 11) for f, v in zip(row.fields, given, strict=True)}


def _variance_text(row: Parameter, item: Mapping[str, Any]) -> str:
    given = [round(float(item.get(f.name, 0.0)) * 100 / f.high, 9) for f in row.fields]
    given = given[:1] if len(set(given)) == 1 else given
    return ", ".join(f"{v:.6f}" if round(v, 6) == v else repr(v) for v in given)


def fold_profile(tags: dict[str, Any]) -> dict[str, Any]:
    """A creative profile (PresetType "Look", its settings at the top) as a Look at amount 1; other tags unchanged."""
    if tags.get("PresetType") != "Look" or tags.get("Look"):
        return tags
    look: dict[str, Any] = {"Name": unwrap(tags.get("Name", "")), "Amount": 1.0}
    look.update({name: tags[name] for name in _LOOK_FIELDS if name in tags})
    own = {*_LOOK_FIELDS, *_PROFILE_ONLY, "Name"}
    look["Parameters"] = {k: v for k, v in tags.items() if k not in own}
    kept = {k: v for k, v in tags.items() if k == "Name" or (k in _PROFILE_ONLY and k != "PresetType")}
    return {**kept, "Look": look}


def gather_tables(tags: dict[str, Any]) -> dict[str, Any]:
    """Put the text of the tables a Look names into its Parameters, wherever in the file it stood."""
    look = tags.get("Look")
    if not isinstance(look, Mapping) or not isinstance(look.get("Parameters"), Mapping):
        return tags
    parameters = dict(look["Parameters"])
    tags = dict(tags)
    for name in ("RGBTable", "LookTable"):
        key = f"Table_{parameters.get(name)}"
        for place in (look, tags):
            if key in place and key not in parameters:
                parameters[key] = place[key]
                if place is tags:
                    del tags[key]
    tags["Look"] = {
        **{k: v for k, v in look.items() if k not in parameters or not k.startswith("Table_")},
        "Parameters": parameters,
    }
    return tags
