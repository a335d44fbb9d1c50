"""Typed tool arguments and answers: flat JSON Schemas, checked by the `jsonschema` package.

`schema.json` of a tool is {"arguments": {NAME: {...}}, "answer": {NAME: {...}}}; each row is the JSON Schema of one
plain value. An argument of `"type": "string", "format": "image"` is an image by its handle: `source`, `cand_1` …
"""

import json
import re
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

from editor_ops.validation import finite

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

TYPES = ("string", "number", "integer", "boolean")
KEYS = {"type", "description", "enum", "minimum", "maximum", "format"}
HANDLE = re.compile(r"source|cand_([1-9]\d?)")
MAX_TEXT = 2000
"""Characters of a value that is a text."""
Rows = Mapping[str, Mapping[str, Any]]


class SchemaError(ValueError):
    """A schema.json that cannot be used: one line with the cause."""


def check(text: str) -> dict[str, Rows]:
    """The rows of a schema.json by "arguments" and "answer". SchemaError when it has another form."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise SchemaError("is not JSON") from None
    parts = ("arguments", "answer")
    if not isinstance(data, dict) or set(data) - set(parts) or not all(isinstance(v, dict) for v in data.values()):
        raise SchemaError('must be {"arguments": {…}, "answer": {…}}')
    for rows in data.values():
        for name, row in rows.items():
            if not re.fullmatch(r"\w{1,40}", name) or not isinstance(row, dict):
                raise SchemaError(f"{name[:40]!r}: must be a word that names an object")
            if row.get("type") not in TYPES or set(row) - KEYS:
                raise SchemaError(f"{name!r}: needs a type of {', '.join(TYPES)} and only {sorted(KEYS)}")
        _check_meta(rows)
    return data


def _check_meta(rows: Rows) -> None:
    from jsonschema.exceptions import SchemaError as MetaError

    try:
        _package().Draft202012Validator.check_schema(as_object(rows))
    except MetaError as error:
        raise SchemaError(f"{error.json_path}: {error.message[:200]}") from None


def as_object(rows: Rows) -> dict[str, Any]:
    """The JSON Schema of an object with these values: all of them required, nothing else allowed."""
    properties = {
        name: ({"maxLength": MAX_TEXT, **row} if row["type"] == "string" else row) for name, row in rows.items()
    }
    return {"type": "object", "properties": properties, "required": [*rows], "additionalProperties": False}


def problems(rows: Rows, values: object, candidates: int) -> list[str]:
    """What is wrong with values for these rows, one line each; images are of a case with so many candidates."""
    package = _package()
    formats = package.FormatChecker(formats=())
    formats.checks("image")(lambda value: is_handle(value, candidates))
    validator = package.Draft202012Validator(as_object(rows), format_checker=formats)
    infinite = [
        name
        for name, value in _items(values)
        if isinstance(value, int | float) and not isinstance(value, bool) and finite(value) is None
    ]
    if infinite:
        return [f"{infinite[0]}: must be a finite number"]
    return [
        _line(error) for error in sorted(validator.iter_errors(values), key=lambda e: (str(e.json_path), e.message))
    ]


def _items(values: object) -> Iterable[tuple[object, object]]:
    return values.items() if isinstance(values, dict) else ()


def _line(error: "ValidationError") -> str:
    name, value = error.json_path.removeprefix("$").removeprefix("."), str(error.instance)[:40]
    if error.validator == "required":
        missing = [key for key in error.validator_value if key not in error.instance]
        return f"{missing[0]}: is missing"
    if error.validator == "format":
        return f"{name}: no such image: {value!r}"
    if error.validator == "maxLength":
        return f"{name}: longer than {error.validator_value} characters"
    return f"{name}: {error.message[:200]}" if name else error.message[:200]


def is_handle(value: object, candidates: int) -> bool:
    """True for `source` and for `cand_1` up to the number of candidates."""
    match = HANDLE.fullmatch(value) if isinstance(value, str) else None
    return match is not None and (match[1] is None or int(match[1]) <= candidates)


def _package() -> ModuleType:
    try:
        import jsonschema
    except ModuleNotFoundError:
        raise SchemaError("tools need jsonschema: pip install 'jarvisevo[judge]'") from None
    return jsonschema
