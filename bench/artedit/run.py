"""ArtEdit-Bench: edits against targets (ArtEdit-Bench-Lr) and judgements against gold scores (ArtEdit-Bench-Eval).

    jarvisevo bench artedit configs/bench/small.yaml [key=value …]

Four stages, each resumable from its journal in the run's folder: look at the samples, edit, judge the edits,
evaluate the judged samples. Then the figures (results.json) and the report (report.html, report.md).
"""

import json
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import typer

from bench import runner
from bench.artedit import figures, items, report, systems, viescore
from bench.artedit import judging as evaluation
from bench.artedit.benchmark import Bench
from bench.artedit.config import ArtEditConfig, JudgeSpec, SystemSpec
from bench.artedit.items import EditItem
from bench.artedit.report_page import page
from bench.runner import Value, WorkItem, digest
from editor_ops.files import write_whole
from editor_ops.io.encode import png_bytes
from jarvisevo.files import config as configs
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.policies.openai import troubles_of
from jarvisevo.report.terminal import ConfigPath, Overrides, command, show_notes

VERSION = 2
"""Of the form of results.json."""
BEGINS = "benchmark {path}: edits by {names}; its folder is {out}, where a stopped run goes on"


def bench(config: ArtEditConfig, begin: Callable[[str], object] = str) -> dict[str, Any]:
    """Run or resume -> what results.json holds.

    begin  told what edits, once all of it was found
    """
    data = items.read(config.data, config.languages, config.limit)
    run = Bench(config, data)
    editors = [opened(system) for system in config.all_systems]
    judges = [viescore.open_scorer(judge) for judge in config.judges]
    begin(", ".join(system.title for system in config.all_systems))
    samples = look(run)
    usable = [item for item in data.edit if samples[item.id]["status"] == "ok"]
    damaged = [f"{item.id}: {samples[item.id]['error']}" for item in data.edit if samples[item.id]["status"] != "ok"]
    if data.edit and not usable:
        raise CliError(f"no sample can be used: {damaged[0]}", FAILED)
    rows: list[figures.ResultRow] = []
    for editor, system in zip(editors, config.all_systems, strict=True) if usable else ():
        made = edit(run, system, usable)
        judged = {
            judge.name: judgements(run, judge, spec, editor.name, usable, made)
            for judge, spec in zip(judges, config.judges, strict=True)
        }
        rows += [_row(editor.name, item, made[item.id], samples[item.id], judged) for item in usable]
    evaluations = [row for spec in config.evaluators for row in evaluation.evaluate(run, spec)]
    return collect(run, rows, evaluations, {judge.name: judge.label for judge in judges}, damaged)


# ---- stage 1: samples


@dataclass(frozen=True)
class UneditedWork:
    """The work of this stage, which may be done on another machine."""

    config: ArtEditConfig

    def __call__(self, chunk: Sequence[WorkItem]) -> list[Value]:
        item: EditItem = chunk[0].payload
        target = systems.read_image(item.target)
        return [_measured(self.config, systems.untouched(systems.load(item.source), item), target)]


def look(run: Bench) -> dict[str, Value]:
    """The metrics of the unedited photo for every sample; a sample that cannot be read is its reason."""
    missing = _lpips(run.config)[1]
    tasks = [WorkItem(item.id, run.made_from(item.source, item.target, missing), item) for item in run.data.edit]
    return run.do(tasks, UneditedWork(run.config), "samples", workers=run.config.workers, on=run.config.runner)


def _measured(config: ArtEditConfig, pixels: np.ndarray, target: np.ndarray) -> Value:
    found, note = figures.pixel_metrics(pixels, target)
    measure, _ = _lpips(config)
    if measure is not None:
        with _ONE:
            found["lpips"] = round(measure(figures.metrics.aligned(pixels, target)[0], target), 6)
    return {"status": "ok", "metrics": found, "resized": note}


_ONE = threading.Lock()


def _lpips(config: ArtEditConfig) -> tuple[Callable[[np.ndarray, np.ndarray], float] | None, str]:
    """The LPIPS function or None, and why it is none."""
    if not config.lpips:
        return None, "LPIPS is switched off"
    found = figures.lpips()
    return (None, found) if isinstance(found, str) else (found, "")


# ---- stage 2: edits


@dataclass(frozen=True)
class EditingWork:
    """The work of this stage: a system, opened where the work is done and once for each process."""

    config: ArtEditConfig
    system: SystemSpec

    def __call__(self, chunk: Sequence[WorkItem]) -> list[Value]:
        editor = opened(self.system)
        began = time.monotonic()
        edits = editor.edit([task.payload for task in chunk])
        seconds = (time.monotonic() - began) / len(chunk)
        return [_kept(self.config, editor, t.payload, made, seconds) for t, made in zip(chunk, edits, strict=True)]


opened = lru_cache(maxsize=8)(systems.open_system)


def edit(run: Bench, system: SystemSpec, samples: Sequence[EditItem]) -> dict[str, Value]:
    """One system's edits by sample: the image is written, and measured as written."""
    editor = opened(system)
    who, missing = editor.identity(), _lpips(run.config)[1]
    tasks = [
        WorkItem(
            f"{editor.name}/{item.id}", run.made_from(who, item.source, item.target, item.instruction, missing), item
        )
        for item in samples
    ]

    def whole(value: Value) -> bool:
        return value["status"] != "ok" or (run.out / value["image"]).is_file()

    config = run.config
    options: dict[str, Any] = {"workers": config.workers, "batch": system.batch, "on": config.runner}
    done = run.do(tasks, EditingWork(config, system), "edits", check=whole, stop=runner.stopper(editor), **options)
    return {task.payload.id: done[task.key] for task in tasks}


def _kept(
    config: ArtEditConfig, editor: systems.System, item: EditItem, made: systems.EditedImage, seconds: float
) -> Value:
    """Write an edit's image and measure it."""
    chat = getattr(getattr(editor, "policy", None), "chat", None)
    troubles = {"servers": said} if (said := troubles_of(chat)) else {}
    if made.error:
        return runner.failed(made.error) | {"notes": list(made.notes), "seconds": round(seconds, 3), **troubles}
    path = Path("images") / editor.name / f"{item.id}.png"
    _write_png(config.out / path, made.pixels)
    told = {"image": path.as_posix(), "settings": dict(made.settings), "notes": list(made.notes), **troubles}
    return _measured(config, made.pixels, systems.read_image(item.target)) | told | {"seconds": round(seconds, 3)}


def _write_png(path: Path, pixels: np.ndarray) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, png_bytes(pixels, 1))


# ---- stage 3: judgements


def judgements(
    run: Bench,
    judge: viescore.Scorer,
    spec: JudgeSpec,
    system: str,
    samples: Sequence[EditItem],
    made: dict[str, Value],
) -> dict[str, Value]:
    """One judge's scores of one system's edits by sample; edits that failed are not shown to it."""
    who = judge.identity()
    shown = [item for item in samples if made[item.id]["status"] == "ok"]
    tasks = [
        WorkItem(
            f"{judge.name}/{system}/{item.id}",
            run.made_from(who, item.source, run.out / made[item.id]["image"], item.instruction),
            item,
        )
        for item in shown
    ]

    def work(chunk: Sequence[WorkItem]) -> list[Value]:
        item: EditItem = chunk[0].payload
        after = systems.read_image(run.out / made[item.id]["image"])
        found = judge.judge(systems.read_image(item.source), after, item.instruction)
        if found.error or found.overall is None:
            return [runner.failed(found.error) | {"text": found.text}]
        scores = {"sc": round(found.sc or 0.0, 4), "pq": round(found.pq or 0.0, 4), "o": round(found.overall, 6)}
        return [{"status": "ok", **scores, "reason": found.reason}]

    done = run.do(tasks, work, "judgements", workers=spec.workers, stop=runner.stopper(judge))
    return {task.payload.id: done[task.key] for task in tasks}


def _row(
    name: str, item: EditItem, made: Value, unedited: Value, judged: dict[str, dict[str, Value]]
) -> figures.ResultRow:
    """A sample's row, failures counted as `figures` says."""
    good = made["status"] == "ok"
    values = dict((made if good else unedited)["metrics"])
    told: dict[str, Any] = {}
    for judge, found in judged.items():
        value = found.get(item.id, runner.failed("the edit failed"))
        values |= {f"{n}:{judge}": value[n] if value["status"] == "ok" else 0.0 for n in figures.JUDGED}
        if item.id in found:
            told[judge] = {
                "status": value["status"],
                "error": value.get("error", ""),
                "reason": value.get("reason", ""),
            }
    return {
        "system": name,
        "item": item.id,
        "sample": digest(item.source, item.target, item.instruction)[:16],
        "groups": item.groups,
        "status": made["status"],
        "error": made.get("error", ""),
        "metrics": values,
        "judged": told,
        "resized": made.get("resized", ""),
        "image": made.get("image", ""),
        "servers": made.get("servers", {}),
        "seconds": made.get("seconds", 0.0),
        "notes": made.get("notes", []),
        "instruction": item.instruction,
        "source": str(item.source),
        "target": str(item.target),
        "gain": round(unedited["metrics"]["delta_e"] - values["delta_e"], 6),
    }


# ---- the whole


def collect(
    run: Bench,
    rows: list[figures.ResultRow],
    evaluations: list[figures.ResultRow],
    judges: dict[str, str],
    damaged: list[str],
) -> dict[str, Any]:
    """Everything a report or a comparison needs, plain JSON."""
    config = run.config
    missing = _lpips(run.config)[1]
    by_system = figures.by(rows, "system")
    return {
        "version": VERSION,
        "title": config.title,
        "config": config.model_dump(mode="json"),
        "samples": {
            "edit": len(by_system[next(iter(by_system))]) if rows else 0,
            "eval": len(run.data.eval),
            "unusable": [*run.data.unusable, *damaged],
        },
        "judges": {
            name: {"label": label, "warning": figures.judge_warning(rows, name)} for name, label in judges.items()
        },
        "missing": [missing] if missing and rows else [],
        "figures": figures.tables(rows),
        "health": {name: figures.health(own, list(judges)) for name, own in by_system.items()},
        "evaluation": {
            name: evaluation.by_language(own, config) for name, own in figures.by(evaluations, "evaluator").items()
        },
        "rows": rows,
        "evaluation_rows": evaluations,
    }


# ---- the command


app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)


@app.command()
@command
def artedit(path: ConfigPath = Path("bench/small"), overrides: Overrides = None) -> None:
    """Run ArtEdit-Bench as a config says, or go on with a run that was stopped."""
    try:
        config = configs.load(path, ArtEditConfig, overrides or [])
        results = bench(config, lambda names: show_notes([BEGINS.format(path=path, names=names, out=config.out)]))
    except (configs.ConfigError, items.DataError, systems.ConfigurationError) as error:
        raise CliError(str(error)) from None
    config.out.mkdir(parents=True, exist_ok=True)
    write_whole(config.out / "results.json", (json.dumps(results, ensure_ascii=False, indent=1) + "\n").encode())
    text = report.markdown(results)
    write_whole(config.out / "report.md", text.encode("utf-8", "replace"))
    write_whole(config.out / "report.html", page(results, config.out).encode("utf-8", "replace"))
    print(report.terminal(results))
    print(f"\nwrote {config.out / 'report.html'}, report.md and results.json")
    for line in report.warnings(results):
        print(f"note: {line}", file=sys.stderr)


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark -> exit code."""
    return app(arguments, standalone_mode=False, prog_name="jarvisevo bench artedit") or 0


if __name__ == "__main__":
    raise SystemExit(main())
