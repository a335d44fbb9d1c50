"""`Settings`: a validated, immutable set of develop parameters.

Validation lives here and nowhere else. Every problem of a document is reported at once, with its
path, a code and, for an unknown name, the nearest known one.
"""

import math
import reprlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from editor_ops.parameters import Parameter

MAX_DEPTH = 12
MAX_ITEMS = 4096
MAX_TEXT = 4_000_000
MAX_DABS = 100_000
"""Items of a brush stroke."""
MAX_HINTS = 20
"""Problems that get a "did you mean": looking for a similar name takes milliseconds."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a document.

    path  where, e.g. "Look.Amount" or "ToneCurvePV2012[3]"
    code  "unknown" | "type" | "range" | "choice" | "curve" | "size"
    text  one line for a person
    """

    path: str
    code: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}: {self.text}"


class SettingsError(ValueError):
    """A document could not be accepted; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(map(str, problems)))


@dataclass(frozen=True, slots=True)
class Settings(Mapping[str, Any]):
    """Develop parameters that were given; anything absent is at its default.

    values  validated, by Adobe's name
    extra   what the sandbox does not know, kept untouched for a round trip (unknown crs tags,
            camera profile names, digests …)
    """

    values: Mapping[str, Any] = field(default_factory=dict)  # type: ignore[assignment]
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))
        object.__setattr__(self, "extra", MappingProxyType(dict(self.extra)))

    @classmethod
    def parse(cls, document: Mapping[str, Any]) -> "Settings":
        """Validate a mapping of Adobe names. Raises SettingsError with every problem."""
        settings, problems = cls.check(document)
        if problems:
            raise SettingsError(problems)
        return settings

    @classmethod
    def check(cls, document: Mapping[str, Any]) -> tuple["Settings", list[Problem]]:
        """The valid part of a document, and every problem of the rest; nothing is clamped or guessed."""
        from editor_ops.pipeline import TABLE

        good: dict[str, Any] = {}
        problems: list[Problem] = []
        if len(document) > MAX_ITEMS:
            return cls(), [Problem("", "size", f"{len(document)} settings; {MAX_ITEMS} at most")]
        for name, value in document.items():
            row = TABLE.get(name) if "." not in str(name) else None
            if row is None:
                known = [n for n in TABLE if "." not in n] if len(problems) < MAX_HINTS else []
                problems.append(_unknown(_clip(str(name)), str(name), known))
                continue
            checked = check_value(row, value, name, problems)
            if checked is not None:
                good[name] = checked
        return cls(good), problems

    def __getitem__(self, name: str) -> Any:
        """The value given, else the default for a rendered photo. KeyError for an unknown name."""
        if name in self.values:
            return self.values[name]
        from editor_ops.pipeline import TABLE

        return TABLE[name].default

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def __contains__(self, name: object) -> bool:
        return name in self.values

    def __hash__(self) -> int:
        return hash(frozenset(self.values.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return Settings, (dict(self.values), dict(self.extra))

    def changed(self, *rows: Parameter) -> bool:
        """True when any of `rows` differs from its default: the test every op makes first."""
        return any(row.name in self.values and self.values[row.name] != row.default for row in rows)

    def merge(self, other: "Settings | Mapping[str, Any]") -> "Settings":
        """`other` on top of this. A mask group replaces the group of the same CorrectionName, else is appended."""
        if not isinstance(other, Settings):
            other = Settings.parse(other)
        values = {**self.values, **other.values}
        name = "MaskGroupBasedCorrections"
        if name in self.values and name in other.values:
            values[name] = _merge_groups(self.values[name], other.values[name])
        return Settings(values, {**self.extra, **other.extra})

    def diff(self, before: "Settings") -> dict[str, tuple[Any, Any]]:
        """What changed from `before` to this: name -> (old value, new value), defaults filled in."""
        names = dict.fromkeys([*before.values, *self.values])
        return {n: (before[n], self[n]) for n in names if before[n] != self[n]}

    def to_dict(self) -> dict[str, Any]:
        """Plain lists, dicts, numbers and strings, ready for `json.dumps`."""
        return {name: _plain(value) for name, value in self.values.items()}


def _merge_groups(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[Any, ...]:
    merged = list(old)
    for group in new:
        same = [i for i, g in enumerate(merged) if g.get("CorrectionName") == group.get("CorrectionName") is not None]
        if same:
            merged[same[0]] = group
        else:
            merged.append(group)
    return tuple(merged)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value


def nearest(name: str, known: list[str]) -> str:
    """The known name that looks most like this one, "" when none does."""
    near = get_close_matches(name[:100], known, 1, 0.6)
    return near[0] if near else ""


def _clip(name: str) -> str:
    return name if len(name) <= 100 else name[:99] + "…"


def _unknown(path: str, name: str, known: list[str]) -> Problem:
    near = nearest(name, known)
    return Problem(path, "unknown", "no such parameter" + (f"; did you mean {near}?" if near else ""))


def check_value(row: Parameter, value: Any, path: str, problems: list[Problem], depth: int = 0) -> Any:
    """Validate one value against its row; appends to `problems` and returns None when it is not acceptable."""
    if depth > MAX_DEPTH:
        problems.append(Problem(path, "size", f"nested more than {MAX_DEPTH} deep"))
        return None
    return _CHECKS[row.kind](row, value, path, problems, depth)


def _check_number(row: Parameter, value: Any, path: str, problems: list[Problem], _: int) -> float | None:
    number = _as_number(value)
    unit = f" {row.unit}" if row.unit else ""
    if number is None:
        problems.append(Problem(path, "type", f"expected a number, got {_short(value)}"))
    elif not row.low <= number <= row.high:
        problems.append(Problem(path, "range", f"{number:g} is outside {row.low:g} to {row.high:g}{unit}"))
        return None
    return number


def _as_number(value: Any) -> float | None:
    """A finite float from an int, a float or a numeric string; None from anything else, bool included."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str) and (len(value) > 100 or "_" in value):  # float("1_0") is 10 in Python, and nowhere else
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _check_flag(row: Parameter, value: Any, path: str, problems: list[Problem], _: int) -> bool | None:
    if isinstance(value, bool):
        return value
    known = {"true": True, "false": False, "1": True, "0": False}
    flag = known.get(str(value).strip().lower()) if isinstance(value, str | int) else None
    if flag is None:
        problems.append(Problem(path, "type", f"expected true or false, got {_short(value)}"))
    return flag


def _check_choice(row: Parameter, value: Any, path: str, problems: list[Problem], _: int) -> str | None:
    if isinstance(value, str):
        for choice in row.choices:
            if choice.lower() == value.strip().lower():
                return choice
    problems.append(Problem(path, "choice", f"expected one of {', '.join(row.choices)}; got {_short(value)}"))
    return None


def _check_text(row: Parameter, value: Any, path: str, problems: list[Problem], _: int) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        problems.append(Problem(path, "type", f"expected text, got {_short(value)}"))
        return None
    text = str(value)
    if len(text) > MAX_TEXT:
        problems.append(Problem(path, "size", f"text of {len(text)} characters; {MAX_TEXT} at most"))
        return None
    return text


def _check_curve(row: Parameter, value: Any, path: str, problems: list[Problem], _: int) -> Any:
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


def _curve_points(value: Any) -> tuple[tuple[float, float], ...] | None:
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
    for item in value:
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


def _check_struct(row: Parameter, value: Any, path: str, problems: list[Problem], depth: int) -> Any:
    if not isinstance(value, Mapping):
        problems.append(Problem(path, "type", f"expected an object, got {_short(value)}"))
        return None
    if not row.fields:  # an open struct, e.g. Look.Parameters: bounded, not interpreted here
        return _open(value, path, problems, depth)
    known = {f.name: f for f in row.fields}
    good: dict[str, Any] = {}
    for name, item in value.items():
        if name not in known:
            problems.append(_unknown(f"{path}.{_clip(str(name))}", str(name), list(known)))
            continue
        checked = check_value(known[name], item, f"{path}.{name}", problems, depth + 1)
        if checked is not None:
            good[name] = checked
    return FrozenDict(good)


def _check_list(row: Parameter, value: Any, path: str, problems: list[Problem], depth: int) -> Any:
    if not isinstance(value, list | tuple) or len(value) > MAX_ITEMS:
        problems.append(Problem(path, "type", f"expected a list, got {_short(value)}"))
        return None
    items = [_check_struct(row, item, f"{path}[{i}]", problems, depth + 1) for i, item in enumerate(value)]
    return tuple(item for item in items if item is not None)


def _check_items(row: Parameter, value: Any, path: str, problems: list[Problem], depth: int) -> Any:
    if not isinstance(value, list | tuple):
        problems.append(Problem(path, "type", f"expected a list, got {_short(value)}"))
        return None
    if len(value) > MAX_DABS:
        problems.append(Problem(path, "size", f"a list of {len(value)} items; {MAX_DABS} at most"))
        return None
    return tuple(_open(v, f"{path}[{i}]", problems, depth + 1) for i, v in enumerate(value))


def _open(value: Any, path: str, problems: list[Problem], depth: int) -> Any:
    """Copy an uninterpreted value, bounded in depth and size."""
    if depth > MAX_DEPTH:
        problems.append(Problem(path, "size", f"nested more than {MAX_DEPTH} deep"))
        return None
    if isinstance(value, Mapping):
        return FrozenDict({str(k): _open(v, f"{path}.{_clip(str(k))}", problems, depth + 1) for k, v in value.items()})
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


class FrozenDict(dict[str, Any]):
    """A dict that refuses changes, compares as a dict, pickles and hashes: structs inside Settings."""

    def _refuse(self, *_: Any, **__: Any) -> None:
        raise TypeError("settings are immutable; use Settings.merge")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse  # type: ignore[assignment]

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)


def _short(value: Any) -> str:
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
