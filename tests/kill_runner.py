"""Works that are killed with SIGKILL at random moments: `python -m tests.kill_runner WORK FOLDER KILLS SEED`.

Everything is imported once; each try is a forked child. A work that is killed is begun again in its folder; one that
comes to its end is compared with one that was never killed, and the next try begins in a new folder. Prints how many
kills hit.
"""

import hashlib
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
Content = dict[str, str]


@dataclass(frozen=True)
class Work:
    """What is killed: prepared once for all tries, done in a folder, and what must be the same in the end."""

    prepare: Callable[[Path], None]
    do: Callable[[Path, Path], None]
    content: Callable[[Path], Content]


def hashes(folder: Path, *patterns: str) -> Content:
    found = {path for pattern in patterns for path in folder.glob(pattern) if path.is_file()}
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


# ---- a batch of edits


def batch() -> Work:
    import cv2
    import numpy as np

    import jarvisevo.agent.loop
    import jarvisevo.cli.edit
    import jarvisevo.policies.expert
    import jarvisevo.report.trace  # noqa: F401 — imported before the forks
    from jarvisevo.cli.main import main

    def prepare(shared: Path) -> None:
        for i in range(6):
            noise = np.random.default_rng(i).integers(30, 220, (6, 8, 3), dtype=np.uint8)
            cv2.imwrite(str(shared / f"{i}.png"), cv2.resize(noise, (320, 240), interpolation=cv2.INTER_CUBIC))

    def do(shared: Path, folder: Path) -> None:
        call = [
            "edit",
            str(shared),
            "warmer, softer shadows",
            "-o",
            str(folder / "out"),
            "--trace",
            str(folder / "pages"),
        ]
        code = main(call)
        assert code == 0, code

    def content(folder: Path) -> Content:
        pages = {f"pages/{path.name}": "a page" for path in (folder / "pages").glob("[!.]*")}  # holds times
        return hashes(folder, "out/[!.]*") | pages

    return Work(prepare, do, content)


# ---- a data set


def data() -> Work:
    from data_pipeline.build import build
    from tests.data_pipeline.conftest import small

    def do(shared: Path, folder: Path) -> None:
        build(small(folder / "set"), Path())

    def content(folder: Path) -> Content:
        files = hashes(folder / "set", "**/*")
        timed = {"profile.json", "config.yaml", "seconds"}  # how long it took differs
        return {name: text for name, text in files.items() if not timed & set(Path(name).parts)}

    return Work(lambda shared: None, do, content)


# ---- a judge that learns


def judge() -> Work:
    from tests.jarvisevo.judge.methods.test_evolve import evolution

    def do(shared: Path, folder: Path) -> None:
        evolution(folder).evolve()

    def content(folder: Path) -> Content:
        from jarvisevo.judge.core.store import LibraryStore

        with LibraryStore(folder / "lib") as store:
            return hashes(folder, "run/records.jsonl") | {"library": store.head().id}

    return Work(lambda shared: None, do, content)


# ---- a small training


def training() -> Work:
    import torch  # noqa: F401 — imported before the forks
    import trl  # noqa: F401

    from jarvisevo.files import config as yaml_config
    from tests.training.conftest import make_data
    from training import command, nano
    from training.config import CONFIGS
    from training.run import RunFolder, read_metrics

    def prepare(shared: Path) -> None:
        sizes: dict[str, Any] = {
            "vocab_size": 1024,
            "hidden_size": 32,
            "intermediate_size": 64,
            "layers": 1,
            "heads": 2,
        }
        sizes |= {"kv_heads": 1, "head_dim": 16, "context": 1024, "vision_hidden": 32, "vision_intermediate": 64}
        sizes |= {"vision_layers": 1, "vision_heads": 2, "deepstack": (0,), "image_max_pixels": 64 * 64}
        nano.build(shared / "model", 0, nano.NanoConfig(**sizes, dtype="float32"))
        make_data(shared / "data")

    def do(shared: Path, folder: Path) -> None:
        keys: dict[str, Any] = {"stage": "sft", "out": str(folder / "run"), "model": {"name": str(shared / "model")}}
        keys |= {"device": "cpu", "data": {"folders": [str(shared / "data")]}, "log_steps": 1, "save_steps": 2}
        keys |= {"keep": 9, "optim": {"learning_rate": 1e-3, "batch_size": 4, "epochs": 50, "steps": 12}}
        command.run(yaml_config.parse(keys, CONFIGS["sft"]), quiet=True)

    def content(folder: Path) -> Content:
        run = RunFolder(folder / "run")
        rows = {f"step {row['step']}": str(row["loss"]) for row in read_metrics(run.metrics) if "loss" in row}
        return rows | hashes(run.model, "model.safetensors", "config.json")

    return Work(prepare, do, content)


WORKS: dict[str, Callable[[], Work]] = {"batch": batch, "data": data, "judge": judge, "training": training}


# ---- killing


def forked(act: Callable[[], None], errors: Path) -> int:
    """Do something in a child -> its process id. The child says nothing, but writes why it failed."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644), 2)
        act()
        code = 0
    except BaseException:
        import traceback

        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def wait(child: int, errors: Path) -> None:
    """Until the child is done; what it wrote when it failed."""
    _, status = os.waitpid(child, 0)
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"a try failed:\n{errors.read_text('utf-8', 'replace')[-3000:]}")


def main(name: str, place: Path, kills: int, seed: int) -> None:
    """Kill so many times, and compare every try that came to its end."""
    work, moments = WORKS[name](), random.Random(seed)
    shared, whole, errors = place / "shared", place / "whole", place / "errors.txt"
    for folder in (shared, whole):
        folder.mkdir(parents=True)
    wait(forked(lambda: work.prepare(shared), errors), errors)
    began = time.monotonic()
    wait(forked(lambda: work.do(shared, whole), errors), errors)
    takes, wanted = time.monotonic() - began, work.content(whole)
    assert wanted, "nothing came of the work"
    hit, number = 0, 0
    while hit < kills:
        folder, number, done = place / f"try-{number}", number + 1, False
        folder.mkdir()
        while not done:
            child = forked(lambda: work.do(shared, folder), errors)  # noqa: B023 — the child is done within this turn
            ends = time.monotonic() + moments.uniform(0, takes) if hit < kills else float("inf")
            while time.monotonic() < ends and not done:
                done = os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
                time.sleep(0.002)
            if done:
                wait(child, errors)
                continue
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            hit += 1
        found = work.content(folder)
        differ = sorted(k for k in wanted.keys() | found.keys() if wanted.get(k) != found.get(k))
        if differ:
            raise SystemExit(f"{folder}: {len(differ)} differ after {hit} kills: {differ[:5]}")
    print(f"{name}: {hit} kills in {number} tries of {takes:.1f} s, every result the same as without one")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
