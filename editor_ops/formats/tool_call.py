"""The JSON object of Camera Raw names that a model writes as its tool call: reading, writing, and its schema."""

from collections.abc import Mapping
from typing import Any

from editor_ops.formats import call_names, crs, loose_json, special
from editor_ops.formats.document import Document, FormatError, Note
from editor_ops.formats.process_versions import CURRENT
from editor_ops.masks.rows import CORRECTIONS, LEGACY
from editor_ops.parameters import Parameter
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from editor_ops.validation import MAX_HINTS, nearest

_WRAPPERS = ("arguments", "parameters", "settings")
_WRAPPER_KEYS = {*_WRAPPERS, "name", "tool", "type", "id", "function"}


def parse(text: str | bytes) -> Document:
    """A tool call, tolerantly: what was repaired is noted; FormatError, with text and position, when unreadable."""
    if isinstance(text, bytes):
        if len(text) > 4 * loose_json.MAX_CHARS:
            raise FormatError(f"a tool call of {len(text)} bytes; {loose_json.MAX_CHARS} characters at most")
        try:
            text = text.decode("utf-16" if text[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
        except UnicodeDecodeError as error:
            raise FormatError(f"a tool call that is not UTF-8 text (byte {error.start}); save it as UTF-8") from error
    tags, notes = loose_json.parse(text)
    tags = call_names.known_names(_expand(_inner(tags, notes), notes), notes)
    for name in [n for n, value in tags.items() if value is None]:
        del tags[name]
        notes.append(Note(name, "repaired", "null is no value and was left out"))
    notes += [
        Note(name, "repaired", f"the text {value[:40]!r} was read as a number")
        for name, value in tags.items()
        if isinstance(value, str) and name in crs.ROWS and crs.ROWS[name].kind == "number"
    ]
    tags = _slider_units(tags, notes)
    settings, said = crs.decode(tags)
    hinted = [_hint(note, i < MAX_HINTS) for i, note in enumerate(said)]
    return Document(settings, (*notes, *hinted), "", "json")


def dump(settings: Settings, *, extra: bool = False) -> str:
    """Strict JSON of the values; with `extra`, of everything the settings carry (for a lossless file)."""
    values = settings.to_dict()
    if extra:
        values = {name: crs.join(v, settings.extra.get(name, crs.NOTHING), None) for name, v in values.items()}
        values |= {name: v for name, v in settings.extra.items() if name not in values}
        values.setdefault("ProcessVersion", CURRENT)
    try:
        return loose_json.dump(values)
    except ValueError as error:
        raise FormatError(f"cannot write the settings as JSON: {error}") from error


def _inner(tags: dict[str, Any], notes: list[Note]) -> dict[str, Any]:
    """The arguments of a function call written out in full: {"name": …, "arguments": {…}}."""
    while tags and set(tags) <= _WRAPPER_KEYS:
        found = {k: _mapping(tags[k]) for k in (*_WRAPPERS, "function") if k in tags}
        inner = next((value for value in found.values() if value is not None), None)
        if inner is None:
            break
        tags = dict(inner)
        notes.append(Note("", "repaired", "the settings were taken out of a function call"))
    return tags


def _mapping(value: object) -> Mapping[str, Any] | None:
    """Arguments as an object, as text that holds one, or as a list of {"name": …, "value": …};
    None for anything else.
    """
    if isinstance(value, str):
        try:
            return loose_json.parse(value)[0]
        except FormatError:
            return None
    if isinstance(value, list | tuple) and value and all(isinstance(v, Mapping) and "value" in v for v in value):
        return {str(v.get("name", v.get("parameter", ""))): v["value"] for v in value}
    return value if isinstance(value, Mapping) else None


def _expand(tags: dict[str, Any], notes: list[Note]) -> dict[str, Any]:
    """ "LensBlur.BlurAmount" as a field of LensBlur."""
    out: dict[str, Any] = {}
    for name, value in tags.items():
        head, _, field = name.partition(".")
        row = crs.ROWS.get(head)
        if field and row and row.kind == "struct" and isinstance(out.get(head, {}), Mapping):
            out[head] = {**out.get(head, {}), field: value}
            notes.append(Note(name, "repaired", f"read as a field of {head}"))
        elif isinstance(value, Mapping) and isinstance(out.get(name), Mapping):
            out[name] = {**out[name], **value}
        else:
            out[name] = value
    return out


SLIDER_UNITS = "slider-units"
"""Name of the compatibility rule for local sliders that a model wrote in the units of Lightroom's panel."""


def _slider_units(tags: dict[str, Any], notes: list[Note]) -> dict[str, Any]:
    """LocalContrast2012 15 is read as 0.15, LocalExposure2012 1.5 (EV) as 0.375: one note each, named SLIDER_UNITS.

    A group in which one slider lies outside -1 to 1 is taken to be in panel units as far as its numbers
    are whole; fractions inside the range stay what they are.
    """
    groups = tags.get(CORRECTIONS)
    if not isinstance(groups, list | tuple):
        return tags
    rows = {f.name: f for f in crs.ROWS[CORRECTIONS].fields if f.kind == "number" and (f.low, f.high) != (0, 200)}
    units = {row.local: row.local_unit for row in TABLE.values() if row.local and row.local_unit > 1} | {
        "LocalHue": 180.0
    }
    out = []
    for i, group in enumerate(groups):
        if not isinstance(group, Mapping):
            out.append(group)
            continue
        given = {
            n: special.numbers(v)
            for n, v in group.items()
            if n in rows and n in units and isinstance(v, str | int | float)
        }
        values = {n: v[0] for n, v in given.items() if v}
        if not any(abs(v) > 1 and n != "LocalExposure2012" for n, v in values.items()):
            values = {n: v for n, v in values.items() if abs(v) > 1}
        moved = {}
        for name, value in values.items():
            if abs(value) > 1 or (value and value == int(value) and name != "LocalExposure2012"):
                unit = 100.0 if name == "LocalDefringe" else units[name]
                moved[name] = round(value / unit, 6)
                notes.append(
                    Note(SLIDER_UNITS, "mapped", f"{CORRECTIONS}[{i}].{name}: {value:g} read as {moved[name]:g}")
                )
        out.append({**group, **moved})
    return {**tags, CORRECTIONS: out}


def _hint(note: Note, search: bool) -> Note:
    """An unknown name of a tool call is usually a mistake, so the nearest known one is offered."""
    if note.status != "kept" or note.name in crs.ROWS or "not known" not in note.text:
        return note
    near = nearest(note.name, list(crs.ROWS)) if search else ""
    return Note(note.name, "unsupported", "no such parameter" + (f"; did you mean {near}?" if near else ""))


def schema() -> dict[str, Any]:
    """JSON schema of a tool call, for structured output: derived from the table, so always current."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Camera Raw settings",
        "type": "object",
        "properties": {name: _schema(row) for name, row in crs.ROWS.items() if name not in LEGACY},
        "additionalProperties": False,
    }


def _schema(row: Parameter) -> dict[str, Any]:
    unit = f" ({row.unit})" if row.unit else ""
    return {**_KINDS[row.kind](row), "description": f"{row.doc}{unit}"}


def _number(row: Parameter) -> dict[str, Any]:
    return {"type": "number", "minimum": row.low, "maximum": row.high, "default": row.default}


def _curve(row: Parameter) -> dict[str, Any]:
    level = {"type": "number", "minimum": row.low, "maximum": row.high}
    point = {"type": "array", "items": level, "minItems": 2, "maxItems": 2}
    return {"type": "array", "items": point, "minItems": 2, "maxItems": 64}


def _struct(row: Parameter) -> dict[str, Any]:
    if not row.fields:
        return {"type": "object"}
    return {"type": "object", "properties": {f.name: _schema(f) for f in row.fields}, "additionalProperties": False}


_KINDS = {
    "number": _number,
    "choice": lambda row: {"enum": list(row.choices), "default": row.default},
    "flag": lambda row: {"type": "boolean", "default": row.default},
    "text": lambda row: {"type": "string", "default": row.default},
    "curve": _curve,
    "struct": _struct,
    "list": lambda row: {"type": "array", "items": _struct(row)},
    "items": lambda row: {"type": "array"},
}
