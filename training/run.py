"""A run's folder: its config, its metrics, its checkpoints, and whether it can go on where it stopped."""

import contextlib
import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

from editor_ops.files import write_whole
from jarvisevo.files import config as yaml_config
from jarvisevo.files.journal import Journal
from training.config import StageConfig

MARK = "run.json"
"""Written into a checkpoint last: one without it is not whole."""
MAY_CHANGE = {
    "keep",
    "save_steps",
    "log_steps",
    "report_to",
    "push_to_hub",
    "hub_private",
    "hub_checkpoints",
    "threads",
    "workers",
    "heldout",
    "device",
    "out",
    "sharding",
}
"""Keys that change nothing of what is learnt, so that a run may go on with other ones."""
BOUNDS = {"epochs", "steps", "max_minutes"}


class TrainingError(RuntimeError):
    """A run that cannot start, or had to stop: one line with the cause and what to do."""


class TrainingDataError(TrainingError):
    """Training data that cannot be used: one line with the record and the cause."""


class Stopped(TrainingError):
    """A run that the user stopped; it can go on."""


@dataclass(frozen=True)
class Checkpoint:
    """A whole checkpoint: an ordinary model folder with the state of the optimiser beside it."""

    folder: Path
    step: int
    elapsed: float


class RunFolder:
    """OUT: config.yaml, metrics.jsonl, checkpoint-N/, model/, curves.png."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.config, self.metrics, self.model = path / "config.yaml", path / "metrics.jsonl", path / "model"

    def open(self, config: StageConfig) -> Checkpoint | None:
        """Make the folder, or find where its run stopped. TrainingError when it holds another run."""
        if why := self.refusal(config):
            raise TrainingError(why)
        self.path.mkdir(parents=True, exist_ok=True)
        last = self.last()
        write_whole(self.config, yaml_config.dump(config))
        for broken in self.path.glob("checkpoint-*"):
            if not (broken / MARK).is_file():
                shutil.rmtree(broken)
        self.cut_metrics(last.step if last else 0)
        return last

    def refusal(self, config: StageConfig) -> str:
        """Why this run cannot be written here; "" when it can."""
        if why := no_folder(self.path):
            return why
        if (changed := self.changed(config)) and self.last() is not None:
            return f"{self.path}: holds a run with another {changed}; name another folder (out=…) or remove this one"
        if self.path.is_dir() and not self.config.is_file() and any(self.path.iterdir()):
            return f"{self.path}: is not empty and no run of this project; name another folder (out=…)"
        return ""

    def changed(self, config: StageConfig) -> str:
        """A key of what is learnt whose value is another than the run's, "" when there is none."""
        if not self.config.is_file():
            return ""
        return _changed(yaml.safe_load(self.config.read_text("utf-8")), config)

    def finished(self, config: StageConfig) -> bool:
        """True when the run came to its end, and is not to go on further."""
        file = self.model / MARK
        return file.is_file() and json.loads(file.read_text("utf-8")).get("bounds") == bounds(config)

    def checkpoints(self) -> list[Checkpoint]:
        """The whole checkpoints, oldest first."""
        found = []
        for mark in self.path.glob(f"checkpoint-*/{MARK}"):
            said = json.loads(mark.read_text("utf-8"))
            found.append(Checkpoint(mark.parent, int(said["step"]), float(said["elapsed"])))
        return sorted(found, key=lambda c: c.step)

    def last(self) -> Checkpoint | None:
        """The newest whole checkpoint."""
        return next(iter(reversed(self.checkpoints())), None)

    def cut_metrics(self, step: int) -> None:
        """Forget what was measured after `step`: it is measured again."""
        if self.metrics.is_file():
            self._rows.keep(lambda row: row["step"] <= step)

    def add_metrics(self, row: dict[str, Any]) -> None:
        """Append a row."""
        self._rows.add(row)

    @cached_property
    def _rows(self) -> Journal:
        return Journal(self.metrics, finite=False)


def read_metrics(path: Path) -> list[dict[str, Any]]:
    """The rows of a metrics file; a last line that was cut off is left out."""
    return Journal(path).rows


def bounds(config: StageConfig) -> dict[str, Any]:
    """How long a run goes on."""
    return {name: getattr(config.optim, name) for name in sorted(BOUNDS)}


def no_folder(path: Path) -> str:
    """Why there can be no folder of this name; "" when there can."""
    there = next(place for place in (path, *path.absolute().parents) if place.exists())
    return "" if there.is_dir() else f"{there}: is a file, no folder for a run; name another folder (out=…)"


@contextlib.contextmanager
def locked(out: Path) -> Iterator[None]:
    """A run's folder for one process at a time; TrainingError when another one trains in it.

    The lock lies beside the folder, which may have to be fetched from the Hub first.
    """
    import fcntl

    if why := no_folder(out):
        raise TrainingError(why)
    path = out.with_name(f".{out.name}.lock")
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise TrainingError(
                f"{out}: in use by process {file.read().strip()}: wait for it, or name another folder (out=…)"
            ) from None
        file.truncate(0)
        print(os.getpid(), file=file, flush=True)
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def mark(folder: Path, **facts: object) -> None:
    """Say that a folder is whole."""
    write_whole(folder / MARK, json.dumps(facts) + "\n")


def _changed(before: dict[str, Any] | None, config: StageConfig) -> str:
    """What differs of the first key whose value matters, "" when nothing does; bounds may grow, and keys may be new."""
    now = yaml.safe_load(yaml_config.dump(config))
    with contextlib.suppress(ValueError):  # a key that has gone since: it differs
        before = yaml.safe_load(yaml_config.dump(type(config).model_validate(before)))
    for key in now:
        old, new = (before or {}).get(key), now[key]
        if key == "optim" and isinstance(old, dict):
            old, new = ({k: v for k, v in side.items() if k not in BOUNDS} for side in (old, new))
        if key not in MAY_CHANGE and old != new:
            return ", ".join(yaml_config.differing({key: old}, {key: new}))
    return ""


def require_space(folder: Path, needed: int, what: str) -> None:
    """TrainingError when the disk has no room for `needed` bytes."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise TrainingError(
            f"{folder}: the disk is full: {what} takes {needed / 1e6:.0f} MB and {free / 1e6:.0f} MB are free; make"
            " room and run the same command again, it goes on from the last checkpoint"
        )
