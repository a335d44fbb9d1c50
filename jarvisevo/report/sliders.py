"""A parameter as a person reads it: its slider, its value with the unit, its range, what was moved."""

from typing import Any

from editor_ops.ops.geometry import ORIENTATION, WAYS
from editor_ops.parameters import Fidelity, Parameter
from editor_ops.settings import Settings
from editor_ops.table import PIPELINE, TABLE

BAR = 21
"""Characters of a slider; odd, so that a middle exists."""


def slider(row: Parameter, value: float) -> str:
    """The range of a number as text: the default as a notch, the way from it to the value filled."""
    place = [round((min(max(v, row.low), row.high) - row.low) / row.span * (BAR - 1)) for v in (row.default, value)]
    low, high = min(place), max(place)
    cells = ["━" if low <= i <= high else "─" for i in range(BAR)]
    cells[place[0]], cells[place[1]] = "┼", "●"
    return "".join(cells)


def number(row: Parameter, value: Any) -> str:
    """A value as a person reads it: "+0.35 EV", "5200 K", "4 points"."""
    if row.kind == "number":
        sign = "+" if row.low < 0 else ""
        unit = f" {row.unit}" if row.unit not in ("", "fraction") else ""
        return f"{value:{sign}.4g}{unit}" if abs(value) < 1000 else f"{value:{sign}.0f}{unit}"
    if row.kind == "curve":
        return " ".join(f"{x:g},{y:g}" for x, y in value)
    if row.kind == "struct":
        return ", ".join(f"{name} {_short(item)}" for name, item in value.items())
    if row.kind == "list":
        return f"{len(value)} entries"
    return WAYS[str(value)] if row is ORIENTATION else str(value)


def _short(value: object) -> str:
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 30 else text[:29] + "…"


def changed(settings: Settings) -> dict[str, Any]:
    """Parameters that differ from their default, in the order of the pipeline."""
    return {n: settings[n] for n in TABLE if n in settings and settings[n] != TABLE[n].default}


def approximated(settings: Settings) -> list[str]:
    """Changed parameters whose strength in Lightroom may differ from what is seen here."""
    return [name for name in changed(settings) if TABLE[name].fidelity is Fidelity.APPROXIMATED]


def op_of(name: str) -> str:
    """The operation that a parameter belongs to."""
    head = name.split(".")[0]
    return next((step.name for step in PIPELINE if any(row.name == head for row in step.rows)), "")


def span(row: Parameter) -> str:
    """The values a row accepts, in one cell."""
    if row.kind == "number":
        return f"{row.low:g} … {row.high:g}{' ' + row.unit if row.unit else ''}"
    if row.kind == "choice":
        return " | ".join(row.choices)
    return {"flag": "true | false", "curve": "[[x, y], …]", "text": "text", "list": "[…]"}.get(row.kind, "{…}")
