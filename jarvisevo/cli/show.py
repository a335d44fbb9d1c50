"""Tables for people: changed sliders, parameters, measurements."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.table import Column, Table
from rich.text import Text

from editor_ops.masks.rows import CORRECTIONS, LEGACY
from editor_ops.parameters import Parameter
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.report.labels import Translate
from jarvisevo.report.settings_view import correction, title
from jarvisevo.report.sliders import changed, number, op_of, slider, span
from jarvisevo.report.terminal import cell, console


def show_changes(settings: Settings, label: Translate = str) -> None:
    """Name, value and slider of every parameter that was moved; a local correction in one line under its place.

    label  says it in another language; a slider then has its name there before Adobe's own
    """
    if not changed(settings):
        console().print(label("No slider has to move."))
        return
    heads = label("parameter"), Column(label("value"), justify="right"), label("range")
    table = Table(*heads, box=None, pad_edge=False)
    local = []
    for name, value in changed(settings).items():
        if name in (CORRECTIONS, *LEGACY):
            local += [correction(group, label) for group in value]
            continue
        row = TABLE[name]
        bar = f"{row.low:>6g} {slider(row, value)} {row.high:g}" if row.kind == "number" else ""
        spoken = label(title(name))
        named = name if spoken == title(name) else f"{spoken} {name}"
        table.add_row(cell(named), cell(number(row, value)), cell(bar))
    if table.row_count:
        console().print(table)
    for line in local:
        console().print(cell(line))


def row_dict(name: str, row: Parameter) -> dict[str, Any]:
    """A row of the table as plain data."""
    data: dict[str, Any] = {"name": name, "op": op_of(name), "kind": row.kind}
    if row.kind in ("number", "curve"):
        data |= {"low": row.low, "high": row.high, "step": row.step, "unit": row.unit}
    data |= {"default": row.default, "raw_default": row.raw_default, "choices": list(row.choices)}
    data |= {"fields": [field.name for field in row.fields], "needs": dict(row.needs), "raises": row.raises}
    return data | {"local": row.local, "fidelity": row.fidelity.value, "evidence": row.evidence, "doc": row.doc}


def show_params() -> None:
    """The whole table, grouped by operation."""
    table = Table("parameter", "range", "default", "fidelity", "what moving it right does", box=None, pad_edge=False)
    before = ""
    for name, row in TABLE.items():
        if op_of(name) != before:
            before = op_of(name)
            table.add_row(Text(f"-- {before}", style="bold"))
        default = number(row, row.default) if row.kind in ("number", "flag", "choice") else ""
        table.add_row(*map(cell, (name, span(row), default, row.fidelity.value, row.doc)))
    console().print(table)


def show_param(name: str, row: Parameter) -> None:
    """One row in full."""
    data = {key: value for key, value in row_dict(name, row).items() if value not in ("", None, [], {}, ())}
    show_pairs({"name": name, "range": span(row)} | {k: v for k, v in data.items() if k not in ("low", "high")})


def show_columns(rows: Iterable[Sequence[str]]) -> None:
    """Plain columns without a heading."""
    table = Table(box=None, show_header=False, pad_edge=False)
    for row in rows:
        table.add_row(*map(Text, row))
    console().print(table)


def show_pairs(data: Mapping[str, Any], prefix: str = "") -> None:
    """Nested plain data as two columns, "group.name  value"."""
    table = Table(box=None, show_header=False, pad_edge=False)
    for name, value in _flat(data, prefix):
        table.add_row(cell(name), cell(value))
    console().print(table)


def _flat(data: Mapping[str, Any], prefix: str) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name, value in data.items():
        if isinstance(value, Mapping):
            pairs += _flat(value, f"{prefix}{name}.")
        elif isinstance(value, list | tuple):
            pairs.append((prefix + name, " ".join(f"{v:.4g}" if isinstance(v, float) else str(v) for v in value)))
        else:
            pairs.append((prefix + name, f"{value:.4g}" if isinstance(value, float) else str(value)))
    return pairs
