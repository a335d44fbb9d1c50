"""A session as plain data: what the page, HTTP, MCP and the command line show of it."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.record.history import BEGINS, History
from jarvisevo.report.settings_view import corrections_moved, title
from jarvisevo.report.sliders import number

MOST_MOVED = 6
"""Sliders that a line of the history names."""
ORIGIN = "Original"


def history_rows(history: History, begins: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """The states in order: {state, title, by, made, moved, thought, notes, score}; the first is the photo as it
    came.

    begins  what a RAW file begins with (`raw_start`); default: as the history says
    """
    noted = history.trajectory.meta.get(BEGINS)
    begins = begins if begins is not None else noted if isinstance(noted, dict) else {}
    rows = [_row(0, ORIGIN if not len(history.states[0]) else "As it came", "", "", (), "", (), None)]
    for i, (step, turn) in enumerate(zip(history.trajectory.steps, history.turns, strict=True), 1):
        said = moved(history.states[i - 1], step.settings, begins)
        name = turn.instruction or (", ".join(said[:2]) if said else "No change")
        score = step.evaluation.score if step.evaluation else None
        rows.append(_row(i, name, turn.by, turn.made, said, step.thought, step.notes, score))
    return rows


def _row(
    state: int,
    name: str,
    by: str,
    made: str,
    said: Sequence[str],
    thought: str,
    notes: Iterable[str],
    score: float | None,
) -> dict[str, Any]:
    return {
        "state": state,
        "title": name,
        "by": by,
        "made": made,
        "moved": [*said[:MOST_MOVED], *([f"{len(said) - MOST_MOVED} more"] if len(said) > MOST_MOVED else [])],
        "thought": thought,
        "notes": list(notes),
        "score": score,
    }


def moved(before: Settings, after: Settings, begins: Mapping[str, Any] = MappingProxyType({})) -> list[str]:
    """What changed between two states, one short text each: "Exposure +0.35 EV", "Sky: Exposure -0.8 EV". What went
    back to its default stands last.

    begins  what a RAW file begins with, which is no move
    """
    before, after = (Settings({**begins, **settings.values}) for settings in (before, after))
    found = after.diff(before)
    said = []
    for name in sorted((n for n in TABLE if n in found), key=lambda n: after[n] == TABLE[n].default):
        row, new = TABLE[name], found[name][1]
        if name == CORRECTIONS:
            said += corrections_moved(before, after)
        elif row.kind in ("number", "choice"):
            said.append(f"{title(name)} {number(row, new)}")
        elif row.kind == "list":
            said.append(f"{title(name)}: {len(new)}")
        elif row.kind == "flag":
            said.append(f"{title(name)} {'on' if new else 'off'}")
        else:
            said.append(title(name))
    return said
