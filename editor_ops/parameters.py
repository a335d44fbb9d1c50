"""What a Lightroom parameter is (`Parameter`), how an operation reads a set of them (`Values`), and what is wrong.

A row is written once, beside the mathematics that uses it. The parser, the validator, the JSON schema, the
tool-accuracy reward, samplers, the command line and docs/parameters.md are derived from the rows; no parameter is
named a second time anywhere else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, Protocol

from editor_ops.text import one_line

ValueKind = Literal["number", "choice", "flag", "text", "curve", "struct", "list", "items"]


class Fidelity(Enum):
    """How close an operation is to Adobe's; shown to users beside every parameter."""

    EXACT = "exact"  # checked on real Adobe files, to rounding
    FITTED = "fitted"  # fitted to real Adobe renders, or to published measurements of them
    APPROXIMATED = "approximated"  # the right direction and a sensible size; nothing to fit to
    KEPT = "kept"  # carried through every file format, not rendered


@dataclass(frozen=True, slots=True)
class Parameter:
    """One tool of the sandbox.

    name      Adobe's key in the `crs:` namespace, e.g. "Exposure2012"
    kind      "number"; "choice" (one of `choices`); "flag" (bool); "text"; "curve" (points
              ((x, y), …) in 0–255); "struct" (a mapping of `fields`); "list" (of such mappings);
              "items" (a list of texts, numbers or small mappings, read by its operation)
    low, high inclusive range of a number, in `unit`
    default   the value that leaves a rendered photo exactly as it is
    unit      "EV", "K", "%", "deg", "px", "rad", "level" (0–255), "fraction" or "" (slider units)
    step      the smallest change an eye notices; samplers and comparisons use it
    doc       one line: what moving it to the right does
    raises    the quantity of `editor_ops.measure` that grows when it moves right, or ""
    needs     settings without which it has no visible effect, e.g. SharpenRadius needs Sharpness
    local     name of its mask twin ("LocalExposure2012"), or ""
    local_unit slider units that 1.0 of the mask twin stands for (4 EV, else 100)
    raw_default Lightroom's default on a RAW file when it differs
    """

    name: str
    kind: ValueKind = "number"
    low: float = -100.0
    high: float = 100.0
    default: Any = 0.0
    unit: str = ""
    step: float = 1.0
    doc: str = ""
    fidelity: Fidelity = Fidelity.APPROXIMATED
    evidence: str = ""
    raises: str = ""
    needs: Mapping[str, Any] = field(default_factory=dict)
    choices: tuple[str, ...] = ()
    fields: tuple["Parameter", ...] = ()
    local: str = ""
    local_unit: float = 100.0
    raw_default: Any = None

    @property
    def span(self) -> float:
        """Width of the range, in `unit`."""
        return self.high - self.low

    def default_for(self, raw: bool) -> Any:
        """The value Lightroom starts from, on a RAW file or on a rendered one."""
        return self.raw_default if raw and self.raw_default is not None else self.default


class Values(Protocol):
    """What an operation reads of the settings; `editor_ops.settings.Settings` is one."""

    @property
    def values(self) -> Mapping[str, Any]:
        """The values that were given, by Adobe's name."""
        ...

    def __getitem__(self, name: str) -> Any:
        """The value given, else the default for a rendered photo."""
        ...

    def __contains__(self, name: object) -> bool: ...

    def changed(self, *rows: Parameter) -> bool:
        """True when any of `rows` differs from its default."""
        ...


class FrozenDict(dict[str, Any]):
    """A dict that refuses changes, compares as a dict, pickles and hashes: structs inside Settings."""

    def _refuse(self, *_: object, **__: object) -> None:
        raise TypeError("settings are immutable; use Settings.merge")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse  # type: ignore[assignment]

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return FrozenDict, (dict(self),)


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
        return one_line(f"{self.path}: {self.text}")


class SettingsError(ValueError):
    """A document could not be accepted; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(map(str, problems)))
