"""Two processes that share a step take the step that one process takes alone."""

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

Make = Callable[..., StageConfig]


def together(config: StageConfig, file: Path, program: str = "jarvisevo") -> RunFolder:
    """The run of a config on two processes of this machine, as `torchrun` starts them."""
    file.write_text(yaml_config.dump(config), "utf-8")
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2"]
    done = subprocess.run([*launcher, "-m", program, "train", str(file)], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[:4000] + done.stderr[-2000:]
    said = done.stderr.count("samples") + done.stderr.count("queries for")
    assert done.stdout.count(str(config.out)) == said == 1  # only the first process tells
    return RunFolder(config.out)


def column(folder: RunFolder, name: str) -> list[Any]:
    return [row[name] for row in read_metrics(folder.metrics) if name in row]


@pytest.mark.parametrize(("stage", "more"), [("sft", {}), ("sft", {"perception": 1.0, "device": "auto"}), ("sepo", {})])
def test_two_processes_take_the_same_steps(
    settings: Make, tmp_path: Path, data: Path, stage: str, more: dict[str, Any]
) -> None:
    keys = {"sft": {"optim__steps": 3, "optim__batch_size": 4}, "sepo": {"optim__steps": 3}}[stage] | more
    keys["heldout"] = {"folder": str(data), "every": 2, "limit": 3, "max_tokens": 16}
    alone = command.run(settings(stage, out=str(tmp_path / "alone"), **keys), quiet=True)
    keys |= {"sft": {"optim__batch_size": 2}, "sepo": {"optim__accumulation": 1}}[stage]
    both = together(settings(stage, out=str(tmp_path / "both"), **keys), tmp_path / "both.yaml")
    for name in ("loss", "grad_norm"):
        assert column(both, name) == pytest.approx(column(alone, name), rel=1e-2, abs=1e-6), name
    assert any(column(alone, "grad_norm"))
    for name in ("heldout/valid", "heldout/delta_e", "heldout/identity", "heldout/judged"):  # the records are shared
        assert column(both, name) == pytest.approx(column(alone, name), abs=1e-6) and column(alone, name), name
    if stage == "sepo":
        for name in ("reward", "rewards/format", "rewards/alignment", "flat_groups"):
            assert column(both, name) == pytest.approx(column(alone, name), abs=1e-6), name


def test_a_divided_model_takes_the_same_steps_and_goes_on(settings: Make, tmp_path: Path) -> None:
    """FSDP2: no process holds the whole model; the checkpoint and the finished model are whole."""
    same = {"optim__schedule": "constant"}  # whose rates do not depend on the number of steps
    alone = command.run(settings(out=str(tmp_path / "alone"), optim__steps=3, **same), quiet=True)
    keys = {"out": str(tmp_path / "both"), "optim__batch_size": 2, "sharding": "fsdp", "save_steps": 2, **same}
    first = together(settings(**keys, optim__steps=2), tmp_path / "two.yaml", "tests.training.fsdp_on_cpu")
    assert first.checkpoints()
    both = together(settings(**keys, optim__steps=3), tmp_path / "three.yaml", "tests.training.fsdp_on_cpu")
    for name in ("loss", "grad_norm"):
        assert column(both, name) == pytest.approx(column(alone, name), rel=1e-2, abs=1e-6), name
    mine, theirs = (load_file(folder.model / "model.safetensors") for folder in (alone, both))
    assert mine.keys() <= theirs.keys()  # tied weights stand in both places
    for name, weight in mine.items():
        apart = (
            weight - theirs[name]
        ).abs()  # Adam steps by its rate even where a gradient is nearly none: 3 times 1e-3
        assert float(apart.max()) < 6e-3 and float(apart.mean()) < 3e-4, name


def test_a_launch_that_divides_otherwise_than_the_config_says_is_refused(settings: Make, tmp_path: Path) -> None:
    (tmp_path / "both.yaml").write_text(yaml_config.dump(settings(optim__batch_size=2, sharding="fsdp")), "utf-8")
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node", "2"]
    called = [*launcher, "-m", "jarvisevo", "train", str(tmp_path / "both.yaml")]
    done = subprocess.run(called, capture_output=True, text=True, timeout=600)
    assert done.returncode and "sharding fsdp: the launch divides nothing" in done.stderr, done.stderr
