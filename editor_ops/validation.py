"""One value against its row: `check_value`. Every value from a file, a model or a person passes here.

Values are bounded in size and depth; nothing is clamped or guessed.
"""

import math
import reprlib
from collections.abc import Mapping
from difflib import get_close_matches
from itertools import pairwise
from typing import Any

import numpy as np

from editor_ops.parameters import FrozenDict, Parameter, Problem

MAX_DEPTH = 12
MAX_ITEMS = 4096
MAX_TEXT = 4_000_000
MAX_DABS = 100_000
"""Items of a brush stroke."""
MAX_HINTS = 20
"""Problems that get a "did you mean": looking for a similar name takes milliseconds."""


def nearest(name: str, known: list[str]) -> str:
    """The known name that looks most like this one, "" when none does."""
    near = get_close_matches(name[:100], known, 1, 0.6)
    return near[0] if near else ""


def clipped(name: str) -> str:
    """A name from a document, short enough for a message."""
    return name if len(name) <= 100 else name[:99] + "…"


def unknown(path: str, name: str, known: list[str]) -> Problem:
    """The problem of a name that is not known, with the nearest one that is."""
    near = nearest(name, known)
    return Problem(path, "unknown", "no such parameter" + (f"; did you mean {near}?" if near else ""))


def check_value(row: Parameter, value: object, path: str, problems: list[Problem], depth: int = 0) -> Any:
    """Validate one value against its row; appends to `problems` and returns None when it is not acceptable."""
    if depth > MAX_DEPTH:
        problems.append(Problem(path, "size", f"nested more than {MAX_DEPTH} deep"))
        return None
    return _CHECKS[row.kind](row, _plain(value), path, problems, depth)


def _plain(value: object) -> object:
    """Numbers and arrays of NumPy as Python's own; anything else as it is."""
    return value.tolist() if isinstance(value, np.generic | np.ndarray) else value


def _check_number(row: Parameter, value: object, path: str, problems: list[Problem], _: int) -> float | None:
    number = _as_number(value)
    unit = f" (1 is {row.unit})" if row.unit[:1].isdigit() else f" {row.unit}" if row.unit else ""
    if number is None:
        problems.append(Problem(path, "type", f"expected a number, got {_short(value)}"))
    elif not row.low <= number <= row.high:
        problems.append(Problem(path, "range", f"{number:g} is outside {row.low:g} to {row.high:g}{unit}"))
        return None
    return number


def finite(value: object) -> float | None:
    """A finite float from an int or a float; None from anything else: bools, text, and integers beyond all floats."""
    return None if isinstance(value, str) else _as_number(value)


def _as_number(value: object) -> float | None:
    """A finite float from an int, a float or a numeric string; None from anything else, bool included."""
    value = _plain(value)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str) and (len(value) > 100 or "_" in value):  # float("1_0") is 10 in Python, and nowhere else
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _check_flag(row: Parameter, value: object, path: str, problems: list[Problem], _: int) -> bool | None:
    if isinstance(value, bool):
        return value
    known = {"true": True, "false": False, "1": True, "0": False}
    flag = known.get(str(value).strip().lower()) if isinstance(value, str | int) else None
    if flag is None:
        problems.append(Problem(path, "type", f"expected true or false, got {_short(value)}"))
    return flag


def _check_choice(row: Parameter, value: object, path: str, problems: list[Problem], _: int) -> str | None:
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        said = value.strip() if isinstance(value, str) else f"{value:g}"  # 6 is the choice "6"
        for choice in row.choices:
            if choice.lower() == said.lower():
                return choice
    problems.append(Problem(path, "choice", f"expected one of {', '.join(row.choices)}; got {_short(value)}"))
    return None


def _check_text(row: Parameter, value: object, path: str, problems: list[Problem], _: int) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        problems.append(Problem(path, "type", f"expected text, got {_short(value)}"))
        return None
    text = str(value)
    if len(text) > MAX_TEXT:
        problems.append(Problem(path, "size", f"text of {len(text)} characters; {MAX_TEXT} at most"))
        return None
    return text


def _check_curve(row: Parameter, value: object, path: str, problems: list[Problem], _: int) -> object:
    points = _curve_points(value)
    if points is None:
        problems.append(Problem(path, "curve", f"expected points like [[0, 0], [255, 255]], got {_short(value)}"))
        return None
    bad = [p for p in points if not (row.low <= p[0] <= row.high and row.low <= p[1] <= row.high)]
    if bad or not 2 <= len(points) <= 64 or any(b[0] <= a[0] for a, b in pairwise(points)):
        text = "needs 2 to 64 points with rising x, all within 0 to 255"
        problems.append(Problem(path, "curve", text + (f"; {bad[0]} is outside" if bad else "")))
        return None
    return points


def _curve_points(value: object) -> tuple[tuple[float, float], ...] | None:
    """Points from [[x, y], …], [{"x": …, "y": …}, …], a flat list, "x, y" strings or {x: y}."""
    if isinstance(value, Mapping):
        value = list(value.items())
    if not isinstance(value, list | tuple) or len(value) > MAX_ITEMS:
        return None
    if value and all(_as_number(v) is not None for v in value):
        if len(value) % 2:
            return None
        value = list(zip(value[::2], value[1::2], strict=True))
    points = []
    for item in map(_plain, value):
        if isinstance(item, Mapping):
            item = [item.get("x"), item.get("y")]
        if isinstance(item, str):
            item = item.split(",")
        if not isinstance(item, list | tuple) or len(item) != 2:
            return None
        x, y = _as_number(item[0]), _as_number(item[1])
        if x is None or y is None:
            return None
        points.append((x, y))
    return tuple(points)


def _check_struct(row: Parameter, value: object, path: str, problems: list[Problem], depth: int) -> object:
    if not isinstance(value, Mapping):
        problems.append(Problem(path, "type", f"expected an object, got {_short(value)}"))
        return None
    if not row.fields:  # an open struct, e.g. Look.Parameters: bounded, not interpreted here
        return _open(value, path, problems, depth)
    known = {f.name: f for f in row.fields}
    good: dict[str, Any] = {}
    for name, item in value.items():
        if name not in known:
            problems.append(unknown(f"{path}.{clipped(str(name))}", str(name), list(known)))
            continue
        checked = check_value(known[name], item, f"{path}.{name}", problems, depth + 1)
        if checked is not None:
            good[name] = checked
    return FrozenDict(good)


def _check_list(row: Parameter, value: object, path: str, problems: list[Problem], depth: int) -> object:
    if not isinstance(value, list | tuple) or len(value) > MAX_ITEMS:
        problems.append(Problem(path, "type", f"expected a list, got {_short(value)}"))
        return None
    items = [_check_struct(row, item, f"{path}[{i}]", problems, depth + 1) for i, item in enumerate(value)]
    return tuple(item for item in items if item is not None)


def _check_items(row: Parameter, value: object, path: str, problems: list[Problem], depth: int) -> object:
    if not isinstance(value, list | tuple):
        problems.append(Problem(path, "type", f"expected a list, got {_short(value)}"))
        return None
    if len(value) > MAX_DABS:
        problems.append(Problem(path, "size", f"a list of {len(value)} items; {MAX_DABS} at most"))
        return None
    return tuple(_open(v, f"{path}[{i}]", problems, depth + 1) for i, v in enumerate(value))


def _open(value: object, path: str, problems: list[Problem], depth: int) -> object:
    """Copy an uninterpreted value, bounded in depth and size."""
    if depth > MAX_DEPTH:
        problems.append(Problem(path, "size", f"nested more than {MAX_DEPTH} deep"))
        return None
    value = _plain(value)
    if isinstance(value, Mapping):
        return FrozenDict(
            {str(k): _open(v, f"{path}.{clipped(str(k))}", problems, depth + 1) for k, v in value.items()}
        )
    if isinstance(value, list | tuple):
        if len(value) > MAX_ITEMS:
            problems.append(Problem(path, "size", f"a list of {len(value)} items; {MAX_ITEMS} at most"))
        return tuple(_open(v, f"{path}[{i}]", problems, depth + 1) for i, v in enumerate(value[:MAX_ITEMS]))
    if isinstance(value, str):
        if len(value) > MAX_TEXT:
            problems.append(Problem(path, "size", f"text of {len(value)} characters; {MAX_TEXT} at most"))
    elif not (value is None or isinstance(value, bool) or _as_number(value) is not None):
        problems.append(Problem(path, "type", f"expected text, a number or a list, got {_short(value)}"))
    return value


def _short(value: object) -> str:
    text = _REPR.repr(value)  # bounded: a document may be a megabyte long or nested a thousand deep
    return text if len(text) <= 60 else text[:57] + "…"


_REPR = reprlib.Repr()
_REPR.maxstring = _REPR.maxother = 80


_CHECKS = {
    "number": _check_number,
    "flag": _check_flag,
    "choice": _check_choice,
    "text": _check_text,
    "curve": _check_curve,
    "struct": _check_struct,
    "list": _check_list,
    "items": _check_items,
}
