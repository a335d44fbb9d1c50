"""DeepSpeed's own ZeRO on two processes of a CPU takes the steps of one process."""

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from safetensors.torch import load_file

from jarvisevo.files import config as yaml_config
from training import command
from training.config import StageConfig
from training.run import RunFolder, read_metrics

pytestmark = pytest.mark.skipif(not importlib.util.find_spec("deepspeed"), reason="no deepspeed: make zero-check")


def column(folder: RunFolder, name: str) -> list[Any]:
    return [row[name] for row in read_metrics(folder.metrics) if name in row]


@pytest.mark.parametrize("stage", ["zero2", "zero3"])
def test_a_divided_model_takes_the_same_steps(settings: Callable[..., StageConfig], tmp_path: Path, stage: str) -> None:
    """The checkpoint and the finished model are whole, and a run goes on from it."""
    same = {"optim__schedule": "constant"}
    alone = command.run(settings(out=str(tmp_path / "alone"), optim__steps=3, **same), quiet=True)
    keys = {"out": str(tmp_path / "both"), "optim__batch_size": 2, "sharding": stage, "save_steps": 2, **same}
    for steps in (2, 3):
        file = tmp_path / f"{steps}.yaml"
        file.write_text(yaml_config.dump(settings(**keys, optim__steps=steps)), "utf-8")
        launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2"]
        called = [*launcher, "-m", "tests.training.deepspeed_on_cpu", stage[-1], "train", str(file)]
        done = subprocess.run(called, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr[:3000] + done.stderr[-3000:]
    both = RunFolder(tmp_path / "both")
    for name in ("loss", "grad_norm"):
        assert column(both, name) == pytest.approx(column(alone, name), rel=1e-2, abs=1e-6), name
    mine, theirs = (load_file(folder.model / "model.safetensors") for folder in (alone, both))
    assert mine.keys() <= theirs.keys()
    for name, weight in mine.items():
        apart = (weight - theirs[name]).abs()
        assert float(apart.max()) < 6e-3 and float(apart.mean()) < 3e-4, name
