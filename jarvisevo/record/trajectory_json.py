"""The JSON form of a `Trajectory`: lossless, versioned, and checked when it is read, since a file can hold anything."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from editor_ops.parameters import SettingsError
from editor_ops.settings import Settings
from editor_ops.validation import finite
from jarvisevo.record.trajectory import SCHEMA, Evaluation, Failure, Reflection, Step, Trajectory, TrajectoryError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

MAX_JSON = 64_000_000
"""Characters of a record that is read."""
MAX_DEPTH = 40
HELP = "give a file that `edit --trajectory` wrote"

Check = Callable[[object], object]
Made = TypeVar("Made", Trajectory, Evaluation, Step, Reflection, Failure)


def plain(value: object) -> object:
    """Plain JSON values of a record or a part of one. TypeError for what has no such form."""
    if isinstance(value, Settings):
        return {"values": value.to_dict(), **({"extra": plain(value.extra)} if value.extra else {})}
    if is_dataclass(value):
        return _plain_fields(value)
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [plain(v) for v in value]
    if value is None or isinstance(value, str | bool | int | float):
        return value
    raise TypeError(f"{type(value).__name__} is no plain JSON value")


def _plain_fields(record: "DataclassInstance | type[DataclassInstance]") -> dict[str, Any]:
    return {f.name: plain(getattr(record, f.name)) for f in fields(record)}


def to_dict(trajectory: Trajectory) -> dict[str, Any]:
    """Plain JSON values of a record, with the schema's version."""
    made = _plain_fields(trajectory)
    if not (trajectory.start.values or trajectory.start.extra):  # records that begin with the photo stay as they were
        del made["start"]
    return {"schema": SCHEMA, **made}


def dumps(trajectory: Trajectory, indent: int | None = None) -> str:
    """A record as strict JSON: no NaN, any script."""
    return json.dumps(to_dict(trajectory), ensure_ascii=False, allow_nan=False, indent=indent)


def loads(text: str) -> Trajectory:
    """A record from its text. TrajectoryError says what is wrong with anything else."""
    if len(text) > MAX_JSON:
        raise TrajectoryError(f"a trajectory of {len(text)} characters; {MAX_JSON} at most")
    try:
        return from_dict(json.loads(text, parse_constant=_no_constant))
    except (json.JSONDecodeError, RecursionError) as error:
        raise TrajectoryError(f"not a trajectory: {error}; {HELP}") from None
    except TrajectoryError:
        raise
    except ValueError as error:  # NaN, or an integer of thousands of digits
        raise TrajectoryError(f"not a trajectory: {error}; {HELP}") from None


def from_dict(data: object) -> Trajectory:
    """A record from the values of `to_dict`. TrajectoryError names the field that is wrong."""
    try:
        given = _object(data)
        version = given.get("schema")
        if version != SCHEMA:
            raise ValueError(f"schema {str(version)[:20]!r}, this program reads {SCHEMA}")
        return _build(Trajectory, _TRAJECTORY, {k: v for k, v in given.items() if k != "schema"})
    except SettingsError as error:
        raise TrajectoryError(f"not a trajectory: settings: {str(error)[:500]}") from None
    except (TypeError, ValueError, RecursionError) as error:
        raise TrajectoryError(f"not a trajectory: {str(error)[:500]}; {HELP}") from None


def read_lines(lines: Iterator[str]) -> Iterator[Trajectory]:
    """Trajectories of a JSONL file; empty lines are skipped, a bad one is an error that names its number."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield loads(line)
            except TrajectoryError as error:
                raise TrajectoryError(f"line {number}: {error}") from None


def _fields(data: object, checks: Mapping[str, Check]) -> dict[str, Any]:
    """The fields of one record, each checked; an unknown one is an error."""
    made = {}
    for name, value in _object(data).items():
        if name not in checks:
            raise ValueError(f"unknown field {str(name)[:60]!r}")
        try:
            made[name] = checks[name](value)
        except SettingsError:
            raise
        except (TypeError, ValueError) as error:
            raise ValueError(f"{name}: {error}") from None
    return made


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError("expected an object")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("expected text")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError("expected true or false")
    return value


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError("expected a whole number")
    return value


def _number(value: object) -> float:
    if not isinstance(value, int | float) or finite(value) is None:
        raise TypeError("expected a number")
    return value


def _one_of(*words: str) -> Check:
    def check(value: object) -> object:
        if value not in words:
            raise ValueError(f"expected one of {', '.join(map(repr, words))}")
        return value

    return check


def _maybe(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def _each(check: Check) -> Check:
    def whole(value: object) -> tuple[object, ...]:
        if not isinstance(value, list | tuple):
            raise TypeError("expected a list")
        return tuple(check(item) for item in value)

    return whole


def _named(check: Check) -> Check:
    return lambda value: {str(k): check(v) for k, v in _object(value).items()}


def _open(value: object, depth: int = 0) -> object:
    """Plain JSON values of bounded depth."""
    if depth > MAX_DEPTH:
        raise ValueError(f"nested more than {MAX_DEPTH} deep")
    if isinstance(value, Mapping):
        return {str(k): _open(v, depth + 1) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_open(v, depth + 1) for v in value]
    return value


def _settings(value: object) -> Settings:
    document = _object(value)
    if set(document) - {"values", "extra"}:
        raise ValueError("expected values and extra")
    extra = {str(k): _open(v, 1) for k, v in _object(document.get("extra", {})).items()}
    return Settings(Settings.parse(_object(document.get("values", {}))).values, extra)


def _record(kind: type[Made], checks: Mapping[str, Check]) -> Check:
    return partial(_build, kind, checks)


def _build(kind: type[Made], checks: Mapping[str, Check], value: object) -> Made:
    given = _fields(value, checks)
    needed = [f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING]
    if missing := [name for name in needed if name not in given]:
        raise ValueError(f"{', '.join(missing)}: missing")
    return kind(**given)


_evaluation = _maybe(
    _record(
        Evaluation,
        {
            "score": _maybe(_number),
            "dimensions": _named(_number),
            "rationale": _text,
            "judge": _text,
            "status": _one_of("ok", "failed"),
            "error": _text,
            "text": _text,
        },
    )
)
_step = _record(
    Step,
    {
        "thought": _text,
        "tool_call": lambda v: _open(_object(v)),
        "settings": _settings,
        "state": _one_of("processing", "finished", ""),
        "notes": _each(_text),
        "told": _each(_text),
        "text": _text,
        "image": _text,
        "evaluation": _evaluation,
        "usage": _named(_count),
        "timing": _named(_number),
    },
)
_TRAJECTORY: dict[str, Check] = {
    "photo": _text,
    "instruction": _text,
    "steps": _each(_step),
    "evaluation": _evaluation,
    "reflections": _each(_record(Reflection, {"step": _step, "evaluation": _evaluation})),
    "meta": lambda v: _open(_object(v)),
    "failures": _each(
        _record(Failure, {"kind": _text, "after": _count, "cause": _text, "text": _text, "final": _flag})
    ),
    "start": _settings,
}
