"""Speed of the stages around the sandbox: a step of the agent, records of data a minute, tokens of training a second;
and the memory of a long batch.

Batch, data and training are run by their own commands in a process each, on a handful of photos; what is missing
(packages, a command, a config) is a reason beside the row, never a number.
"""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
import yaml

from bench.speed import memory as batch
from editor_ops.io.decode import load
from editor_ops.photo import Photo
from jarvisevo.files.shipped import find, shipped

ROOT = Path(__file__).resolve().parents[2]
DATA, TRAIN, SEPO = Path("configs/nano/data.yaml"), Path("configs/nano/sft.yaml"), Path("configs/nano/sepo.yaml")
PARTS = ("agent", "batch", "data", "train")
PHOTOS, STEPS, WARM_UP = 2, 8, 2
"""Photos of the data build; steps of the training, and how many of them are not counted."""
GROWTH = "batch, growth of memory"
LONGEST = 900
"""Seconds after which a command is given up."""
WISH = "make it warmer and brighter, with a little more contrast"


@dataclass(frozen=True)
class StageRate:
    """One row: value None where it could not be measured, with the reason as the note."""

    name: str
    value: float | None
    unit: str
    note: str = ""


def example() -> np.ndarray:
    """The photo that everything is measured on, (H, W, 3) BGR."""
    image = cv2.imread(str(shipped("examples/food.jpg") or "examples/food.jpg"))
    if image is None:
        raise FileNotFoundError("examples/food.jpg did not come with this installation: install it again")
    return image


class _NotMeasured(Exception):
    """Why a stage could not be measured."""


def measure(folder: Path, seconds: float, parts: Sequence[str] = PARTS, photos: int = 1000) -> list[StageRate]:
    """The rows, in their order; what runs is written below `folder`.

    photos  of the batch
    """
    rows = agent_rates(seconds) if "agent" in parts else []
    rows += batch_memory(folder / "batch", photos) if "batch" in parts else []
    data = folder / "data"
    if "data" in parts:
        rows.append(_row("data build", "records / min", lambda: data_rate(data)))
    if "train" in parts:
        rows.append(_row("training, SFT of the nano model", "tokens / s", lambda: train_rate(data, folder / "run")))
        rows.append(_row("training, SEPO", "trajectories / min", lambda: sepo_rate(data, folder / "sepo")))
    return rows


def _row(name: str, unit: str, measured: Callable[[], tuple[float, str]]) -> StageRate:
    try:
        value, note = measured()
    except _NotMeasured as error:
        return StageRate(name, None, unit, str(error))
    return StageRate(name, value, unit, note)


# ---- the agent


def agent_rates(seconds: float) -> list[StageRate]:
    """The rules in the whole loop on an image of one megapixel: runs a second, and what a step takes."""
    from jarvisevo.agent.loop import run
    from jarvisevo.agent.session import Options
    from jarvisevo.policies.expert import ExpertAgent

    photo = one_megapixel()
    agent, options = ExpertAgent(), Options(max_size=1224)
    run(photo, WISH, agent, options)
    taken: dict[str, list[float]] = {"reply": [], "render": [], "judging": []}
    runs, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds or not runs:
        trajectory = run(photo, WISH, agent, options).trajectory
        for step in trajectory.all_steps:
            taken["reply"].append(step.timing["reply"])
            taken["render"].append(step.timing["render"])
        taken["judging"] += trajectory.meta["judging"]
        runs += 1
    rate = runs / (time.perf_counter() - began)
    note = "plan, render, judge, reflect with the rules at 1 MP"
    rows = [StageRate("agent, whole edit", round(rate, 3), "edits / s", note)]
    return rows + [
        StageRate(f"agent, {name} of a step", round(statistics.median(v), 4), "s") for name, v in taken.items() if v
    ]


def one_megapixel() -> Photo:
    """An example at one megapixel, read from a file."""
    image = example()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "photo.png")
        cv2.imwrite(str(path), cv2.resize(image, (1224, 816), interpolation=cv2.INTER_CUBIC))
        return load(path)


# ---- a long batch


def batch_memory(folder: Path, photos: int) -> list[StageRate]:
    """Resident memory along a batch, and how much more its second half takes than its first."""
    what = f"edit, {photos:,} photos of {batch.SIDE} px in one process"
    try:
        readings = batch.batch_readings(folder, photos, example())
        shown, grown = batch.curve(readings), batch.growth(readings)
    except RuntimeError as error:
        return [StageRate(GROWTH, None, "MiB", str(error))]
    along = [StageRate(f"batch, memory at photo {r.photos:,}", r.mib, "MiB", what) for r in shown]
    return [*along, StageRate(GROWTH, round(grown, 1), "MiB", "highest of the second half, less that of the first")]


# ---- data and training, by their commands


def data_rate(out: Path) -> tuple[float, str]:
    """(records a minute, what was built) of `jarvisevo data build`, start of the program included."""
    _needs(DATA)
    began = time.perf_counter()
    said = _command(["data", "build", str(DATA), f"out={out}", f"limit={PHOTOS}", "shard_size=1", "--json"])
    minutes = (time.perf_counter() - began) / 60
    try:
        records = sum(json.loads(said[said.index("{") :])["records"].values())
    except (ValueError, KeyError, AttributeError, TypeError):
        raise _NotMeasured(f"data build said {said[-120:]!r}") from None
    if not records:
        raise _NotMeasured("data build made no records")
    return round(records / minutes, 1), f"{records} records of at most {PHOTOS} photos, start included{_profile(out)}"


def _profile(out: Path) -> str:
    """Where a build's time went, by stage: ": pairs 57 %, …"; "" when it does not say."""
    try:
        seconds = json.loads((out / "profile.json").read_text("utf-8"))["seconds"]
        total = sum(seconds.values())
        return ": " + ", ".join(f"{stage} {100 * value / total:.0f} %" for stage, value in seconds.items())
    except (OSError, ValueError, KeyError, AttributeError, TypeError, ZeroDivisionError):
        return ""


def train_rate(data: Path, out: Path) -> tuple[float, str]:
    """(tokens a second, what was run) of `jarvisevo train`; the first steps are not counted."""
    return tokens_per_second(_trained(TRAIN, data, out, f"optim.steps={STEPS}"), out)


def _trained(config: Path, data: Path, out: Path, *keys: str) -> str:
    """Some steps of a config on the largest set of a build -> what the command said."""
    _needs(config, "torch", "transformers", "trl")
    folders = sorted(path.parent for path in data.rglob("edit.jsonl")) if data.is_dir() else []
    if not folders:
        raise _NotMeasured("there is no data set to train on: the data build was not measured")
    largest = max(folders, key=lambda folder: (folder / "edit.jsonl").stat().st_size)
    short = ["optim.max_minutes=null", "optim.warmup_steps=0", "heldout=null", "log_steps=1", "save_steps=100000"]
    return _command(["train", str(config), f"out={out}", f"data.folders=[{largest}]", *keys, *short])


def sepo_rate(data: Path, out: Path) -> tuple[float, str]:
    """(trajectories a minute, what was run) of SEPO with the shipped model: sampled, rewarded and learnt from."""
    said = _trained(SEPO, data, out, "model.name=jarvisevo/qwen/nano", "optim.steps=3")
    metrics, config = out / "metrics.jsonl", out / "config.yaml"
    if not metrics.is_file() or not config.is_file():
        raise _NotMeasured(f"the training said {said[-120:]!r}")
    rows = [row for line in metrics.read_text("utf-8").splitlines() if "reward" in (row := json.loads(line))]
    if len(rows) < 2:
        raise _NotMeasured(f"only {len(rows)} steps were logged")
    size = _step_size(config.read_text("utf-8"))
    rate = 60 * (len(rows) - 1) * size / max(rows[-1]["seconds"] - rows[0]["seconds"], 1e-9)
    return round(rate, 1), f"{len(rows) - 1} steps of {size}, the loss among it"


def tokens_per_second(said: str, out: Path) -> tuple[float, str]:
    """The rate from a run's metrics.jsonl (step, seconds) and the tokens of a sample that the command said."""
    each = re.search(r"(\d+) samples, (\d+) tokens each", said)
    config, metrics = out / "config.yaml", out / "metrics.jsonl"
    if not each or not metrics.is_file() or not config.is_file():
        raise _NotMeasured(f"the training said nothing of its tokens: {said[-120:]!r}")
    size = _step_size(config.read_text("utf-8"))
    rows = [json.loads(line) for line in metrics.read_text("utf-8").splitlines()]
    timed = {row["step"]: row["seconds"] for row in rows if "loss" in row and row["step"] >= WARM_UP}
    if len(timed) < 2:
        raise _NotMeasured(f"only {len(timed)} steps were logged")
    first, last = min(timed), max(timed)
    tokens = (last - first) * size * int(each[2])
    rate = tokens / max(timed[last] - timed[first], 1e-9)
    return round(rate, 1), f"{last - first} steps of {size} samples, {each[2]} tokens each"


def _step_size(config: str) -> int:
    """Samples in a step of a training on one device, by the YAML text of its configuration."""
    optim = yaml.safe_load(config)["optim"]
    return int(optim.get("global_batch") or optim.get("batch_size", 1) * optim.get("accumulation", 1))


def _needs(config: Path, *packages: str) -> None:
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise _NotMeasured(f"{', '.join(missing)} missing: pip install 'jarvisevo[train]'")
    if not find(config).is_file():
        raise _NotMeasured(f"{config} is not here")


def _command(arguments: Sequence[str]) -> str:
    """What `jarvisevo …` printed, both streams."""
    line = [sys.executable, "-m", "jarvisevo", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    try:
        done = subprocess.run(
            line, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=LONGEST, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        raise _NotMeasured(f"jarvisevo {arguments[0]} took longer than {LONGEST} s") from None
    said = done.stdout + done.stderr
    if done.returncode:
        last = (said.strip().splitlines() or ["no word"])[-1]
        raise _NotMeasured(f"jarvisevo {arguments[0]} ended with {done.returncode}: {last[:200]}")
    return said


def table(rows: Sequence[StageRate]) -> str:
    """The rows for a terminal."""
    lines = [f"{'stage':<34}{'measured':>10}"]
    lines += [
        f"{row.name:<34}{'-' if row.value is None else f'{row.value:g}':>10} {row.unit:<14} {row.note}".rstrip()
        for row in rows
    ]
    return "\n".join(lines)


def markdown(rows: Sequence[StageRate]) -> list[str]:
    """The rows as lines of a Markdown table."""
    lines = ["| stage | measured | | |", "|---|---|---|---|"]
    shown = [("not measured" if row.value is None else f"{row.value:g}", row) for row in rows]
    return lines + [f"| {row.name} | {value} | {row.unit} | {row.note} |" for value, row in shown]
