"""A small JSON schema of a tool call, for servers that hold their output to one: names in any order, grouped by value.

`tool_call.schema` documents every parameter (45 kB); this one only says what may be written. Names stand as patterns,
because grammars made of `properties` fix their order (xgrammar), and a model has learnt another one.
"""

import json
import re
from collections.abc import Collection, Iterable
from typing import Any

from editor_ops.formats import crs
from editor_ops.formats.call_names import aliases
from editor_ops.masks.rows import LEGACY
from editor_ops.parameters import Parameter

NUMBER, TEXT, FLAG = {"type": "number"}, {"type": "string"}, {"type": "boolean"}
SCALAR = {"type": ["number", "string", "boolean"]}
BOOKKEEPING = {"HasSettings": FLAG, "CompatibleVersion": SCALAR, "ProcessVersion": TEXT, "Version": SCALAR}
"""Names that JarvisEvo's own calls carry and that set nothing."""
MARKS = "^[A-Z][A-Za-z]*(ID|Version|Digest|Origin|Area)$"
"""The same within corrections and masks."""
NAMES = tuple(name for name in crs.ROWS if name not in LEGACY)
"""Every parameter that a call may name."""


def call_schema(names: Collection[str] = NAMES) -> dict[str, Any]:
    """The schema of a call of some parameters, with their other names and the names that set nothing.

    names  of parameters at the top level; KeyError for one that is none
    """
    pairs = [(other, _value(crs.ROWS[name])) for name in names for other in (name, *_others(name))]
    return _grouped([*pairs, *BOOKKEEPING.items()])


def _others(name: str) -> Iterable[str]:
    return (other for other in aliases(name) if " " not in other)


def _grouped(pairs: Iterable[tuple[str, object]]) -> dict[str, Any]:
    """An object of names in any order; those with the same values share a pattern."""
    names: dict[str, list[str]] = {}
    values: dict[str, Any] = {}
    for name, value in pairs:
        key = json.dumps(value, sort_keys=True)
        values[key] = value
        if name not in names.setdefault(key, []):
            names[key].append(name)
    patterns = {f"^({'|'.join(map(re.escape, found))})$": values[key] for key, found in names.items()}
    return {"type": "object", "patternProperties": patterns, "additionalProperties": False}


def _value(row: Parameter) -> dict[str, Any]:
    if row.kind == "number":
        return {"type": "number", "minimum": row.low, "maximum": row.high}
    if row.kind == "choice":
        return {"enum": list(row.choices)}
    if row.kind == "curve":
        level = {"type": "number", "minimum": 0, "maximum": 255}
        return {
            "type": "array",
            "items": {"type": "array", "items": level, "minItems": 2, "maxItems": 2},
            "minItems": 2,
        }
    if row.kind == "struct":
        return _structure(row)
    if row.kind == "list":
        return {"type": "array", "items": _structure(row)}
    return {"flag": FLAG, "text": TEXT, "items": {"type": "array"}}[row.kind]


def _structure(row: Parameter) -> dict[str, Any]:
    """A structure by its fields; one without fields (Look.Parameters) is open."""
    if not row.fields:
        return {"type": "object"}
    made = _grouped((other, _value(field)) for field in row.fields for other in (field.name, *_others(field.name)))
    if any(field.name == "What" for field in row.fields):
        made["patternProperties"][MARKS] = SCALAR
    return made
