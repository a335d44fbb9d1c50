"""What a Lightroom parameter is (`Parameter`) and what an operation is (`Op`).

A row is written once, beside the mathematics that uses it. The parser, the validator, the JSON
schema, the tool-accuracy reward, samplers, the command line and docs/parameters.md are derived
from the rows; no parameter is named a second time anywhere else.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

if TYPE_CHECKING:
    from editor_ops.frame import Frame, Strip
    from editor_ops.settings import Settings

Kind = Literal["number", "choice", "flag", "text", "curve", "struct", "list", "items"]


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
    kind: Kind = "number"
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


class Encoding(Enum):
    """What the numbers of a strip mean at an operation's boundary. Primaries are always ProPhoto."""

    LINEAR = "linear"  # light; 1.0 = diffuse white, may exceed 1 before the tone stage
    ENCODED = "encoded"  # the sRGB transfer curve on ProPhoto primaries ("Melissa RGB"), in [0, 1]


@dataclass(frozen=True, slots=True)
class Kernel:
    """An operation made ready for one render: coefficients and tables are computed, pixels are not.

    run   (strip (h, W, 3) float32 in the op's encoding, where) -> the same shape; may overwrite its input
    halo  rows above and below that `run` reads and does not produce correctly
    """

    run: Callable[[np.ndarray, "Strip"], np.ndarray]
    halo: int = 0


@dataclass(frozen=True, slots=True)
class Op:
    """One step of the pipeline: its rows, its encoding, and how to make it ready.

    `prepare` returns None when the settings leave the picture alone, so that a default is exact.
    """

    name: str
    encoding: Encoding
    rows: tuple[Parameter, ...]
    prepare: Callable[["Settings", "Frame"], Kernel | None]
    local_rows: tuple[Parameter, ...] = ()
    """Parameters that exist only inside a local correction; their values reach `prepare` in the settings."""

    @property
    def doc(self) -> str:
        """Formula, source and encoding, from the function that implements it."""
        return self.prepare.__doc__ or ""


def op(
    name: str, encoding: Encoding, *rows: Parameter, local_rows: tuple[Parameter, ...] = ()
) -> Callable[[Callable[..., Kernel | None]], Op]:
    """Decorate a `prepare(settings, frame)` function with its name, encoding and rows."""

    def wrap(prepare: Callable[..., Kernel | None]) -> Op:
        return Op(name, encoding, rows, prepare, local_rows)

    return wrap
