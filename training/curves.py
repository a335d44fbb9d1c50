"""The metrics of a run as curves in a PNG."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from editor_ops.files import whole_file
from training.run import read_metrics

FIRST = ("loss", "reward", "rewards/", "heldout/", "self_score", "learning_rate", "grad_norm")
"""Curves in this order, by how their names begin; others are left out."""
COUNTS = ("heldout/edits", "heldout/judgements")
"""Of the records that were measured: always the same, so no curves."""
MOST = 20


def series(path: Path) -> dict[str, list[tuple[int, float]]]:
    """Name -> (step, value), in order, of what is worth a curve."""
    out: dict[str, list[tuple[int, float]]] = {}
    for row in read_metrics(path):
        for name, value in row.items():
            if (
                name.startswith(FIRST)
                and name not in COUNTS
                and isinstance(value, int | float)
                and math.isfinite(value)
            ):
                out.setdefault(name, []).append((int(row["step"]), float(value)))
    rank = {name: next(i for i, first in enumerate(FIRST) if name.startswith(first)) for name in out}
    return dict(sorted(out.items(), key=lambda item: (rank[item[0]], item[0]))[:MOST])


def plot(path: Path, out: Path, runs: Mapping[str, Sequence[Path]] | None = None) -> None:
    """Write the curves of a metrics file; `runs` (label -> files) draws several into the same axes instead."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    groups = runs or {"": [path]}
    read = [(label, series(file)) for label, files in groups.items() for file in files if file.is_file()]
    names = list(dict.fromkeys(name for _, found in read for name in found))
    if not names:
        return
    columns = min(4, len(names))
    figure = Figure(figsize=(4 * columns, 2.6 * math.ceil(len(names) / columns)), layout="constrained")
    FigureCanvasAgg(figure)
    colours = {label: f"C{i}" for i, label in enumerate(groups)}
    for place, name in enumerate(names):
        axes = figure.add_subplot(math.ceil(len(names) / columns), columns, place + 1)
        for label, found in read:
            points = found.get(name, [])
            axes.plot([s for s, _ in points], [v for _, v in points], color=colours[label], lw=1, label=label)
        axes.set_title(name, fontsize=9)
        axes.grid(alpha=0.3)
        if place == 0 and runs:
            known = dict(zip(*reversed(axes.get_legend_handles_labels()), strict=True))
            axes.legend(known.values(), known.keys(), fontsize=7)
    with whole_file(out) as part:
        figure.savefig(part, dpi=110, format="png")
