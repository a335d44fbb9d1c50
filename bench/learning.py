"""What each part of the training is worth: the ablation of JarvisEvo, Table 3, at the size of a config.

    jarvisevo bench learning configs/nano/learning.yaml [key=value …] [--only ROW] [--jobs N] [--report]

Every row is a chain of training commands from the same data; rows of one seed share their SFT (all of them, with
`one_sft`). A run whose model is there is not trained again, and training itself goes on where it stopped, so the whole
can be stopped at any time.
The report has a line for each row (mean and spread over its seeds), what each row changed in the SFT of the same seed,
and the curves of Figures 9 and 10.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev
from threading import Lock
from typing import Any

from pydantic import Field

from jarvisevo.files.config import Config, ConfigError, load

SHOWN = (
    ("delta_e", "ΔE2000 to the target", 2),
    ("L1x100", "L1 × 10²", 2),
    ("L2x1000", "L2 × 10³", 2),
    ("tools", "R_ta", 3),
    ("followed", "wishes followed", 3),
    ("valid", "valid calls", 3),
    ("srcc", "SRCC", 3),
    ("plcc", "PLCC", 3),
    ("handed_out", "ΔE2000 after self-correction", 2),
)
CURVES = {
    "self_score": "own score (Figures 9, left, and 10 a)",
    "rewards/preference": "preference reward (Figure 9, right)",
    "rewards/tools": "tool accuracy of what is drawn",
    "heldout/srcc": "held-out SRCC",
    "heldout/delta_e": "held-out ΔE2000",
}


class RowConfig(Config):
    """One line of the table.

    name   as it is shown
    seeds  0, 1, … so many runs
    sft    keys of a second SFT that goes on from the first: what SEPO has to beat with the same time; None for none
    sepo   keys of the SEPO config that differ; None for a row without it
    rft    whether RFT follows
    """

    name: str
    seeds: int = Field(1, ge=1)
    sft: tuple[str, ...] | None = None
    sepo: tuple[str, ...] | None = None
    rft: bool = False


class LearningConfig(Config):
    """Everything the ablation needs; paths start from the folder the command runs in.

    sft, sepo, rft  configs of the stages
    sft_keys …      keys that differ from them in all rows
    heldout         data set that models are measured on
    limit           records of each kind
    one_sft         all seeds begin with the SFT of seed 0, so that they differ by SEPO alone
    measure_keys    more arguments of `training.measure`
    """

    out: Path
    heldout: Path
    limit: int = Field(200, ge=3)
    sft: Path
    sepo: Path
    rft: Path
    sft_keys: tuple[str, ...] = ()
    sepo_keys: tuple[str, ...] = ()
    rft_keys: tuple[str, ...] = ()
    one_sft: bool = False
    measure_keys: tuple[str, ...] = ()
    rows: tuple[RowConfig, ...]


@dataclass(frozen=True)
class LearningStage:
    """One training command: its folder, and the arguments after `jarvisevo train`."""

    folder: Path
    arguments: tuple[str, ...]


def chain(config: LearningConfig, row: RowConfig, seed: int) -> list[LearningStage]:
    """The stages of a row's run, in order; the SFT is shared by all rows of the seed (with `one_sft` by all rows),
    SEPO by rows with the same keys.
    """
    first_seed = 0 if config.one_sft else seed
    sft = config.out / "sft" / str(first_seed)
    stages = [_stage(config.sft, sft, first_seed, None, config.sft_keys)]
    if row.sft is not None:
        keys = (*config.sft_keys, *row.sft)
        stages.append(_stage(config.sft, config.out / _name(row.name) / str(seed), seed, sft / "model", keys))
    if row.sepo is not None:
        first = next(r for r in config.rows if r.sepo == row.sepo)
        sepo = config.out / _name(first.name) / str(seed)
        stages.append(_stage(config.sepo, sepo, seed, sft / "model", (*config.sepo_keys, *row.sepo)))
    if row.rft:
        last = stages[-1].folder
        data = f"data.folders=[{last / 'reflections'}]"
        stages.append(
            _stage(
                config.rft,
                config.out / f"{_name(row.name)}-rft" / str(seed),
                seed,
                last / "model",
                (*config.rft_keys, data),
            )
        )
    return stages


def _stage(path: Path, folder: Path, seed: int, model: Path | None, keys: Sequence[str]) -> LearningStage:
    start = () if model is None else (f"model.name={model}",)
    return LearningStage(folder, (str(path), f"out={folder}", f"seed={seed}", *start, *keys))


def _name(text: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in text.lower()).strip("-")


# ---- running


def run(config: LearningConfig, only: str = "", jobs: int = 1) -> None:
    """Train and measure what is not there yet, `jobs` runs side by side. RuntimeError names the command that failed."""
    threads = max(1, (os.cpu_count() or 1) // jobs) if jobs > 1 else None
    locks: defaultdict[Path, Lock] = defaultdict(Lock)  # rows share stages: the second waits for what the first makes
    failed: list[RuntimeError] = []

    def command(arguments: Sequence[str]) -> None:
        if failed:  # side by side with this run
            raise failed[0]
        try:
            _command(arguments, threads)
        except RuntimeError as error:
            failed.append(error)
            raise

    def figures(row: RowConfig, seed: int) -> dict[str, float]:
        stages = chain(config, row, seed)
        for stage in stages:
            with locks[stage.folder]:
                if not (stage.folder / "model" / "config.json").is_file():
                    command(["jarvisevo", "train", *stage.arguments])
        made = stages[-1].folder / "figures.json"
        if not made.is_file():
            command(
                [
                    "training.measure",
                    str(stages[-1].folder / "model"),
                    str(config.heldout),
                    "--limit",
                    str(config.limit),
                    "--json",
                    str(made),
                    "--alone",
                    *config.measure_keys,
                ]
            )
        return _read(made)

    runs = [(row, seed) for row in config.rows if only in row.name for seed in range(row.seeds)]
    pool = ThreadPoolExecutor(jobs)
    try:
        for (row, seed), found in zip(runs, pool.map(lambda each: figures(*each), runs), strict=True):
            print(f"{row.name}, seed {seed}: {_line(found)}", flush=True)
    finally:
        pool.shutdown(cancel_futures=True)


def _command(arguments: Sequence[str], threads: int | None) -> None:
    """A command of the project in a process of its own."""
    few = {} if threads is None else {"OMP_NUM_THREADS": str(threads)}
    done = subprocess.run([sys.executable, "-m", *arguments], stdout=subprocess.DEVNULL, env={**os.environ, **few})
    if done.returncode:
        raise RuntimeError(
            f"python -m {' '.join(arguments)} ended with {done.returncode}; what it finished is kept, run the same"
            " again"
        )


def _read(path: Path) -> dict[str, float]:
    """The figures of a run in one level."""
    data = json.loads(path.read_text("utf-8"))
    return {**data.get("editing", {}), **data.get("judging", {})}


def _line(figures: Mapping[str, Any]) -> str:
    return ", ".join(f"{label} {figures[key]:.{digits}f}" for key, label, digits in SHOWN if _number(figures.get(key)))


# ---- the report


Found = Sequence[tuple[RowConfig, Mapping[int, Mapping[str, float]]]]
"""Rows with the figures of their seeds."""


def results(config: LearningConfig) -> Iterator[tuple[RowConfig, dict[int, dict[str, float]]]]:
    """The figures of every row, those of its seeds that are there."""
    for row in config.rows:
        files = {seed: chain(config, row, seed)[-1].folder / "figures.json" for seed in range(row.seeds)}
        yield row, {seed: _read(path) for seed, path in files.items() if path.is_file()}


def table(found: Found) -> str:
    """Markdown: mean ± standard deviation over seeds; a single run stands without a spread, a missing one says so."""
    return _table([(row.name, f"{len(runs)} of {row.seeds}", list(runs.values())) for row, runs in found], "")


def changes(found: Found) -> str:
    """The same of what a row changed in the SFT of its seed: seeds differ more than rows do."""
    start = next((runs for row, runs in found if row.sepo is None and row.sft is None), {})
    lines = []
    for row, runs in found:
        if row.sepo is not None or row.sft is not None:
            both = [seed for seed in runs if seed in start]
            moved = [{k: v - start[s][k] for k, v in runs[s].items() if _number(v) and k in start[s]} for s in both]
            lines.append((row.name, f"{len(both)} of {row.seeds}", moved))
    return _table(lines, "+")


def _table(rows: Sequence[tuple[str, str, Sequence[Mapping[str, float]]]], sign: str) -> str:
    lines = ["| | seeds | " + " | ".join(label for _, label, _ in SHOWN) + " |", "|---|---|" + "---|" * len(SHOWN)]
    for name, seeds, runs in rows:
        cells = [_cell([f[key] for f in runs if key in f], f"{sign}.{digits}f") for key, _, digits in SHOWN]
        lines.append(f"| {name} | {seeds} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(values: Sequence[float], form: str) -> str:
    if not values:
        return "not run"
    spread = f" ± {stdev(values):{form.lstrip('+')}}" if len(values) > 1 else ""
    return f"{mean(values):{form}}{spread}"


def _number(value: object) -> bool:
    return isinstance(value, int | float)


def curves(config: LearningConfig, out: Path) -> bool:
    """Draw how rewards and held-out figures went in every SEPO row, means of its seeds -> whether there was any.

    What is measured at every step is sampled as the mean of the last five steps.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    rows = [row for row in config.rows if row.sepo is not None and not row.rft]
    files = {row.name: [chain(config, row, s)[1].folder / "metrics.jsonl" for s in range(row.seeds)] for row in rows}
    read = {name: [_series(path) for path in paths if path.is_file()] for name, paths in files.items()}
    if not any(read.values()):
        return False
    figure = Figure(figsize=(13.5, 7), layout="constrained")
    FigureCanvasAgg(figure)
    for place, (key, title) in enumerate(CURVES.items(), 1):
        axes = figure.add_subplot(2, 3, place)
        for name, runs in read.items():
            points = _joint(runs, key)
            rare = key.startswith("heldout")
            last = 1 if rare else 5
            values = [mean(v for _, v in points[max(0, i + 1 - last) : i + 1]) for i in range(len(points))]
            axes.plot([step for step, _ in points], values, "o-" if rare else "-", ms=3, lw=1.3, label=name)
        axes.set_title(title, fontsize=10)
        axes.grid(alpha=0.3)
    handles, labels = axes.get_legend_handles_labels()
    figure.add_subplot(2, 3, 6).axis("off")
    figure.axes[-1].legend(handles, labels, fontsize=10, loc="center", frameon=False)
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, dpi=80)
    return True


def _joint(runs: Sequence[Sequence[Mapping[str, Any]]], key: str) -> list[tuple[int, float]]:
    """(step, mean over the runs) of one metric, where all runs that have it do."""
    series = [found for run in runs if (found := {int(row["step"]): row[key] for row in run if _number(row.get(key))})]
    steps = sorted(set(series[0]).intersection(*series[1:])) if series else []
    return [(step, mean(found[step] for found in series)) for step in steps]


def _series(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def main(arguments: Sequence[str]) -> int:
    """The command -> exit code."""
    parser = argparse.ArgumentParser("jarvisevo bench learning")
    parser.add_argument("config", nargs="?", default="configs/nano/learning.yaml", help="a LearningConfig")
    parser.add_argument("keys", nargs="*", help="key=value that replace the config's")
    parser.add_argument("--only", default="", metavar="ROW", help="only rows whose name contains it")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", choices=range(1, 65), help="runs side by side")
    parser.add_argument("--report", action="store_true", help="train nothing, only write the report")
    asked = parser.parse_intermixed_args(arguments)
    try:
        config = load(asked.config, LearningConfig, asked.keys)
        if not asked.report:
            run(config, asked.only, asked.jobs)
    except (ConfigError, RuntimeError) as error:
        print(f"jarvisevo bench learning: {error}", file=sys.stderr)
        return 2 if isinstance(error, ConfigError) else 1
    found = list(results(config))
    text = f"{table(found)}\n\nChange since the SFT of the same seed:\n\n{changes(found)}"
    config.out.mkdir(parents=True, exist_ok=True)
    (config.out / "table.md").write_text(text + "\n", "utf-8")
    curves(config, config.out / "curves.png")
    print(text)
    return 0
