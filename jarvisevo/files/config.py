"""Strict YAML configs with `key=value` overrides: every problem at once, each with its path and the nearest name."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from editor_ops.validation import nearest
from jarvisevo.files.shipped import find_config

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

MAX_BYTES = 1_000_000
MAX_BASES = 5
"""Files that may stand behind one another by `base:`."""


class ConfigError(ValueError):
    """A config that cannot be used; `problems` has one line for each thing that is wrong with it."""

    def __init__(self, source: str, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(f"{source}: {'; '.join(self.problems)}")


class Config(BaseModel):
    """Base of all configs: immutable, unknown keys are an error.

    beside  top-level keys that hold for another key of their own file alone: where that one is given anew, in a file on
            top or on the command line, they are gone
    """

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
    beside: ClassVar[Mapping[str, str]] = {}


Model = TypeVar("Model", bound=Config)


def load(path: str | Path, model: type[Model], overrides: Sequence[str] = ()) -> Model:
    """Read a YAML file, or a shipped one by its name ("nano/sft"), as `model`.

    overrides  "a.b=value" with the value in YAML; later ones win
    A top-level `base: other.yaml` (relative to the file) is read first and overlaid, mapping by mapping.
    """
    path = find_config(Path(path))
    data = _read(path, MAX_BASES, model.beside)
    data = _anew(data, [text.partition("=")[0].strip() for text in overrides], model.beside)
    for text in overrides:
        _override(data, text)
    return parse(data, model, str(path))


def parse(data: Mapping[str, Any], model: type[Model], source: str = "config") -> Model:
    """Validate plain data. ConfigError lists every problem."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise ConfigError(source, _lines(model, error.errors())) from None


def dump(config: Config) -> str:
    """The whole config, defaults included, as YAML."""
    return yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False, allow_unicode=True)


def _read(path: Path, depth: int, beside: Mapping[str, str]) -> dict[str, Any]:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise ConfigError(str(path), [f"larger than {MAX_BYTES} bytes; is it a config?"])
        data = yaml.safe_load(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(str(path), [f"cannot be read ({error.strerror or error}); check the path"]) from None
    except UnicodeDecodeError:
        raise ConfigError(str(path), ["is not UTF-8 text; is it a config?"]) from None
    except yaml.YAMLError as error:
        raise ConfigError(str(path), [f"is not valid YAML: {' '.join(str(error).split())}"]) from None
    except RecursionError:
        raise ConfigError(str(path), ["is nested too deep"]) from None
    if data is None:
        data = {}
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise ConfigError(str(path), ["must be a mapping of names to values"])
    base = data.pop("base", None)
    if base is None:
        return data
    if not depth:
        raise ConfigError(str(path), [f"more than {MAX_BASES} files stand behind one another by base:"])
    if not isinstance(base, str):
        raise ConfigError(str(path), ["base: must name a file"])
    return merged(_anew(_read(path.parent / base, depth - 1, beside), data, beside), data)


def _anew(under: Mapping[str, Any], given: Collection[str], beside: Mapping[str, str]) -> dict[str, Any]:
    """`under` without the keys that stood beside one which is given anew."""
    return {key: value for key, value in under.items() if beside.get(key) not in given}


def merged(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """`over` on top of `under`; mappings are merged, everything else is replaced."""
    out = dict(under)
    for key, value in over.items():
        both = isinstance(value, Mapping) and isinstance(out.get(key), Mapping)
        out[key] = merged(out[key], value) if both else value
    return out


def differing(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    """The keys whose values are not the same, "group.key" in groups, in the order of `after`."""
    out = []
    for key in dict.fromkeys((*after, *before)):
        old, new = before.get(key), after.get(key)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            out += [f"{key}.{name}" for name in differing(old, new)]
        elif old != new or (key in before) != (key in after):
            out.append(key)
    return out


def _override(data: dict[str, Any], text: str) -> None:
    name, sign, value = text.partition("=")
    keys = name.strip().split(".")
    if not sign or not all(keys):
        raise ConfigError(text, ["write key=value as one word, e.g. seed=1 or group.key=value"])
    try:
        parsed = yaml.safe_load(value)
    except yaml.YAMLError:
        raise ConfigError(text, ["the value is not valid YAML; quote it"]) from None
    for key in keys[:-1]:
        inner = data.setdefault(key, {})
        if not isinstance(inner, dict):
            raise ConfigError(text, [f"{key} is not a group of settings"])
        data = inner
    data[keys[-1]] = parsed


NO_SUCH = "no such key"


def _lines(model: type[BaseModel], problems: "Sequence[ErrorDetails]") -> list[str]:
    """All of pydantic's problems for a person; a long list of what may stand in a group is given once."""
    told: dict[str, list[str]] = {}
    for line in (_line(model, problem) for problem in problems):
        place, *listed = line.partition(f": {NO_SUCH}; there are ")
        told.setdefault("".join(listed) or line, []).append(place)
    return [line if {*places} == {line} else ", ".join(dict.fromkeys(places)) + line for line, places in told.items()]


def _line(model: type[BaseModel], problem: "ErrorDetails") -> str:
    """One of pydantic's problems for a person."""
    place = ".".join(map(str, problem["loc"]))
    if problem["type"] == "extra_forbidden":
        return f"{place}: {NO_SUCH}; {_instead(model, problem['loc'])}"
    if problem["type"] == "missing":
        return f"{place}: is missing"
    if problem["type"] in ("tuple_type", "list_type") and isinstance(problem["input"], str):
        return f"{place}: is a list: write [{problem['input'][:60]}]"
    given = "" if isinstance(problem["input"], dict | list) else f", got {str(problem['input'])[:40]!r}"
    message = problem["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
    return f"{place or 'config'}: {message[:1].lower()}{message[1:]}{given}"


def _instead(model: type[BaseModel], place: Sequence[int | str]) -> str:
    """What a key that does not exist may have been meant for: one that is spelt alike there, one of that name in
    another group, or any that is there.
    """
    name, here = str(place[-1]), _names(model, place[:-1])
    if near := nearest(name, here):
        return f"did you mean {near}?"
    if elsewhere := [path for path in _paths(model) if path.rpartition(".")[2] == name]:
        return f"did you mean {' or '.join(elsewhere[:3])}?"
    return f"there are {', '.join(here)}"


def _paths(model: type[BaseModel], depth: int = 3) -> list[str]:
    """All keys of a config with the groups that they stand in."""
    out = []
    for name, field in model.model_fields.items():
        out.append(name)
        inner = _model_in(field.annotation)
        out += [f"{name}.{path}" for path in _paths(inner, depth - 1)] if inner and depth else []
    return out


def _names(model: type[BaseModel], place: Sequence[int | str]) -> list[str]:
    """The keys that were possible at a place of the config."""
    found: object = model
    for key in place:
        fields = getattr(found, "model_fields", {})
        if key in fields:
            found = _model_in(fields[key].annotation) or found
    return list(getattr(found, "model_fields", {}))


def _model_in(annotation: object) -> type[BaseModel] | None:
    """The config class in an annotation such as `Optimiser | None` or `tuple[Source, ...]`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((m for a in getattr(annotation, "__args__", ()) if (m := _model_in(a))), None)
