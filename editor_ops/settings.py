"""`Settings`: a validated, immutable set of develop parameters.

Every problem of a document is reported at once, with its path, a code and, for an unknown name, the nearest known
one; single values are checked by `validation`.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from editor_ops.parameters import Parameter, Problem, SettingsError
from editor_ops.photo import Photo
from editor_ops.table import TABLE
from editor_ops.validation import MAX_HINTS, MAX_ITEMS, check_value, clipped, unknown

COLOUR_NOISE, NOISY_ISO, MOST_COLOUR_NOISE = "ColorNoiseReduction", 1600, 60
"""What a RAW file gets more of for every stop above this ISO, 10 a stop, and at most."""


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
        good: dict[str, Any] = {}
        problems: list[Problem] = []
        if len(document) > MAX_ITEMS:
            return cls(), [Problem("", "size", f"{len(document)} settings; {MAX_ITEMS} at most")]
        for name, value in document.items():
            row = TABLE.get(name) if "." not in str(name) else None
            if row is None:
                known = [n for n in TABLE if "." not in n] if len(problems) < MAX_HINTS else []
                problems.append(unknown(clipped(str(name)), str(name), known))
                continue
            checked = check_value(row, value, name, problems)
            if checked is not None:
                good[name] = checked
        return cls(good), problems

    def __getitem__(self, name: str) -> Any:
        """The value given, else the default for a rendered photo. KeyError for an unknown name."""
        if name in self.values:
            return self.values[name]
        return TABLE[name].default

    def __iter__(self) -> Iterator[str]:
        return iter(self.values)

    def __len__(self) -> int:
        return len(self.values)

    def __contains__(self, name: object) -> bool:
        return name in self.values

    def __hash__(self) -> int:
        return hash(frozenset(self.values.items()))

    def __reduce__(self) -> tuple[object, ...]:
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


def raw_start(photo: Photo) -> dict[str, Any]:
    """What a RAW file begins with where nothing is said, as in Lightroom: sharpening and colour-noise reduction.

    Lightroom's 25 for colour noise is scaled by the camera's noise profile; here the ISO stands in for that. {} for
    rendered files.
    """
    if not photo.raw:
        return {}
    start = {name: row.raw_default for name, row in TABLE.items() if row.raw_default is not None}
    stops = math.log2(max(photo.iso, NOISY_ISO) / NOISY_ISO)
    start[COLOUR_NOISE] = min(start[COLOUR_NOISE] + round(10 * stops), MOST_COLOUR_NOISE)
    return start


def started(settings: Settings, photo: Photo) -> Settings:
    """Settings with `raw_start` where they say nothing."""
    start = raw_start(photo)
    return Settings({**start, **settings.values}, settings.extra) if start else settings


def _merge_groups(old: Iterable[Mapping[str, Any]], new: Iterable[Mapping[str, Any]]) -> tuple[Mapping[str, Any], ...]:
    merged = list(old)
    for group in new:
        same = [i for i, g in enumerate(merged) if g.get("CorrectionName") == group.get("CorrectionName") is not None]
        if same:
            merged[same[0]] = group
        else:
            merged.append(group)
    return tuple(merged)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return value
