"""Slider latency: how long a preview takes to show that one slider has moved, over all sliders.

Every slider is moved over its range while the rest of the chain stays; the first move, which may have to fill
the caches, is not counted. CPU time of one thread, so that a busy machine does not count.
"""

import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from editor_ops.photo import Photo
from editor_ops.preview import Preview
from editor_ops.settings import Settings
from editor_ops.table import PIPELINE

MOVES = (0.30, 0.42, 0.36, 0.54)
"""Where each slider is put, as fractions of its range; the first one is not counted."""


@dataclass(frozen=True)
class Latency:
    """CPU milliseconds from a slider's move to the pixels: over all sliders, and the slowest one."""

    chain: str
    megapixels: float
    sliders: int
    median: float
    worst_tenth: float
    slowest: float
    slowest_name: str


def slider_names() -> list[str]:
    """The sliders of the whole image: every number outside structs and lists."""
    return [row.name for step in PIPELINE for row in step.rows if row.kind == "number" and step.name != "lens"]


def measure(photo: Photo, chain: str, values: Mapping[str, Any], names: Sequence[str] | None = None) -> Latency:
    """Move the named sliders (all by default) of a photo at its own size, each with what it needs to be seen."""
    rows = {row.name: row for step in PIPELINE for row in step.rows}
    preview = Preview(photo)
    found: dict[str, float] = {}
    for name in slider_names() if names is None else names:
        row, times = rows[name], []
        base = {**row.needs, **values}
        preview.render(Settings.parse(base))
        for move in MOVES:
            settings = Settings.parse({**base, name: row.low + move * (row.high - row.low)})
            start = time.process_time()
            preview.render(settings)
            times.append(time.process_time() - start)
        found[name] = 1000 * statistics.median(times[1:])
    ordered = sorted(found.values())
    slowest = max(found, key=lambda name: found[name])
    return Latency(
        chain,
        round(photo.width * photo.height / 1e6, 2),
        len(found),
        statistics.median(ordered),
        ordered[min(len(ordered) - 1, int(0.9 * len(ordered)))],
        found[slowest],
        slowest,
    )


def table(found: Sequence[Latency]) -> str:
    """For a terminal."""
    lines = [f"{'a slider moves, ms of CPU':<32}{'median':>8}{'9 in 10':>9}{'worst':>8}"]
    for row in found:
        name = f"{row.megapixels:g} MP, {row.chain}, {row.sliders} sliders"
        lines.append(f"{name:<32}{row.median:>8.1f}{row.worst_tenth:>9.1f}{row.slowest:>8.1f}  {row.slowest_name}")
    return "\n".join(lines)


def markdown(found: Sequence[Latency]) -> list[str]:
    """For docs/speed.md."""
    return [
        "| a slider of the preview moves, one thread | sliders | median ms | 9 in 10 under | slowest |",
        "|---|---|---|---|---|",
        *(
            f"| {r.megapixels:g} MP, {r.chain} chain | {r.sliders} | {r.median:.1f} | {r.worst_tenth:.1f} | "
            f"{r.slowest:.1f} ({r.slowest_name}) |"
            for r in found
        ),
    ]
