"""Names as models write them, brought to Adobe's: without the year, in another case, of the panel, of Table 4."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from editor_ops.formats import crs, process_versions
from editor_ops.formats.document import Note
from editor_ops.masks.rows import CORRECTIONS
from editor_ops.ops.color_mixer import HUES
from editor_ops.parameters import Parameter

PLAIN_NAMES = {
    "Temp": "Temperature",
    "Vignette": "PostCropVignetteAmount",
    "Vignetting": "PostCropVignetteAmount",
    "Grain": "GrainAmount",
    "Sharpening": "Sharpness",
    "Noise Reduction": "LuminanceSmoothing",
    "Luminance Noise Reduction": "LuminanceSmoothing",
    "Color Noise Reduction": "ColorNoiseReduction",
    "Tone Curve": "ToneCurvePV2012",
    **{
        f"{colour}Primary{what}": colour + what for colour in ("Red", "Green", "Blue") for what in ("Hue", "Saturation")
    },
    "曝光": "Exposure2012",
    "曝光度": "Exposure2012",
    "对比度": "Contrast2012",
    "高光": "Highlights2012",
    "阴影": "Shadows2012",
    "白色色阶": "Whites2012",
    "黑色色阶": "Blacks2012",
    "鲜艳度": "Vibrance",
    "自然饱和度": "Vibrance",
    "饱和度": "Saturation",
    "清晰度": "Clarity2012",
    "纹理": "Texture",
    "去朦胧": "Dehaze",
    "色温": "Temperature",
    "锐化": "Sharpness",
}
"""Names of Lightroom's panel, English and Chinese, that are no parameter's name; case, blanks and . - _ do not matter.
Those that Table 4 shortens are in process_versions, as files hold them too."""
FIELD_NAMES = {"LensBlur": {"Highlights": "HighlightsThreshold"}, CORRECTIONS: process_versions.LOCAL_ALIASES}
"""The same for fields of a structure."""
FAMILIES = ("HueAdjustment", "SaturationAdjustment", "LuminanceAdjustment", "GrayMixer")
"""Sliders of the eight hues, which models also write as one: {"HueAdjustment": {"Red": 10}}."""


def known_names(tags: dict[str, Any], notes: list[Note]) -> dict[str, Any]:
    """A tool call with its names as the table has them; what was read as what is noted."""
    tags = {full: v for name, value in tags.items() for full, v in _family(name, value, notes)}
    named = tags if "ProcessVersion" in tags else _top(tags, notes)  # of an older version, names mean older sliders
    return {
        name: _fields(crs.ROWS[name], value, name, notes) if name in crs.ROWS else value
        for name, value in named.items()
    }


def aliases(name: str) -> tuple[str, ...]:
    """Other names of a parameter or a field: of Table 4 (JarvisEvo) and the panel in English, and without the year."""
    short = [name.removesuffix("2012")] if name.endswith("2012") else []
    named = (PLAIN_NAMES, process_versions.ALIASES, *FIELD_NAMES.values())
    others = [other for names in named for other, full in names.items() if full == name and other.isascii()]
    return tuple(dict.fromkeys(short + others))


def _family(name: str, value: object, notes: list[Note]) -> list[tuple[str, object]]:
    family = next((f for f in FAMILIES if plain(f) == plain(name)), "")
    if not family or not isinstance(value, Mapping):
        return [(name, value)]
    notes.append(Note(name, "mapped", f"read as {family} of each colour"))
    hues = {plain(hue): hue for hue in HUES}
    return [(family + hues.get(plain(str(hue)), str(hue)), amount) for hue, amount in value.items()]


def _top(tags: Mapping[str, Any], notes: list[Note]) -> dict[str, Any]:
    """Models leave the year out: "Contrast" is Contrast2012 unless the call says that it is of an older version."""
    out: dict[str, Any] = {}
    for name, value in tags.items():
        full = "ToneCurvePV2012" + name[9:] if name.startswith("ToneCurve") else f"{name}2012"
        if name not in crs.ROWS and full not in crs.ROWS:
            full = _plain_names().get(plain(name), "")
        if name not in crs.ROWS and full in crs.ROWS and full not in tags:
            notes.append(Note(name, "mapped", f"read as {full}"))
            name = full
        out[name] = value
    return out


def _fields(row: Parameter, value: object, path: str, notes: list[Note]) -> object:
    """The fields of a structure, or of each of a list of structures, by their names in the table."""
    if row.kind == "list" and isinstance(value, list | tuple):
        return [_struct(row, item, f"{path}[{i}]", notes) for i, item in enumerate(value)]
    return _struct(row, value, path, notes) if row.kind == "struct" else value


def _struct(row: Parameter, value: object, path: str, notes: list[Note]) -> object:
    if not isinstance(value, Mapping) or not row.fields:
        return value
    fields = {f.name: f for f in row.fields}
    known = _plain_fields(row)
    out: dict[str, Any] = {}
    for given, item in value.items():
        name = str(given)
        full = name if name in fields else known.get(plain(name), name)
        if full != name and full in value:
            full = name
        if full != name:
            notes.append(Note(f"{path}.{name}", "mapped", f"read as {full}"))
        out[full] = _fields(fields[full], item, f"{path}.{full}", notes) if full in fields else item
    return out


@cache
def _plain_names() -> dict[str, str]:
    """Parameters by their names without case, blanks and the year; where two become alike, the one with the year."""
    full = {plain(name): name for name in crs.ROWS}
    short = {plain(name).removesuffix("2012"): name for name in crs.ROWS if name.endswith("2012")}
    return {**full, **short, **{plain(name): parameter for name, parameter in PLAIN_NAMES.items()}}


_FIELDS_OF: dict[str, dict[str, str]] = {}


def _plain_fields(row: Parameter) -> dict[str, str]:
    """The fields of a row by their plain names. (Rows are not hashable; their names are one for each structure.)"""
    if row.name not in _FIELDS_OF:
        full = {plain(f.name): f.name for f in row.fields}
        short = {plain(f.name).removesuffix("2012"): f.name for f in row.fields}
        others = {plain(name): field for name, field in FIELD_NAMES.get(row.name, {}).items()}
        _FIELDS_OF[row.name] = {**short, **full, **others}
    return _FIELDS_OF[row.name]


def plain(name: str) -> str:
    """A name without case, blanks, points, hyphens and underscores."""
    return re.sub(r"[\s._-]+", "", name).lower()
