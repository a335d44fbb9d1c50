"""Every combination of how a run is divided, adapted, sampled and measured can run, or is refused with a reason."""

import itertools
from pathlib import Path

import pytest

from training.combinations import conflicts
from training.config import load

CONFIGS = Path(__file__).resolve().parents[2] / "configs"
SHARDING = ("none", "zero2", "zero3", "fsdp")
ENGINES = ("none", "colocate", "server")


def allowed(stage: str, sharding: str, lora: bool, engine: str, heldout: bool, gpus: int) -> bool:
    """What the code can do, said once more by hand."""
    if gpus == 0:
        return sharding == "none" and engine == "none"
    if gpus == 1 and sharding != "none":
        return False
    whole = sharding in ("none", "zero2")
    if lora and not whole:
        return False
    if stage == "sepo":
        return whole or engine != "none"
    return not (heldout and sharding == "fsdp")


@pytest.mark.parametrize("gpus", [0, 1, 8])
@pytest.mark.parametrize("stage", ["sft", "sepo"])
def test_each_runs_or_is_refused(stage: str, gpus: int) -> None:
    seen = {True: 0, False: 0}
    engines = ENGINES if stage == "sepo" else ("none",)
    for sharding, lora, engine, heldout in itertools.product(SHARDING, (False, True), engines, (False, True)):
        changes = [f"sharding={sharding}", *(["lora={}"] if lora else []), *([] if heldout else ["heldout=null"])]
        if sharding == "none":
            changes.append("model.dtype=float32")
        if stage == "sepo":
            correction = "none" if engine == "none" else "token_truncate"
            changes += [f"rollout.vllm={engine}", f"rollout.importance_sampling={correction}"]
        found = conflicts(load(CONFIGS / f"qwen3vl_8b/{stage}.yaml", changes), gpus)
        can = allowed(stage, sharding, lora, engine, heldout, gpus)
        assert (not found) == can, (changes, gpus, found)
        assert all(": " in reason and "\n" not in reason for reason in found)  # a cause and what to change
        seen[can] += 1
    assert seen[True] and seen[False]


def test_processes_of_a_cpu_count_as_devices() -> None:
    config = load(CONFIGS / "nano/sepo.yaml")
    assert not conflicts(config, 0, processes=2)
    fixed = load(CONFIGS / "nano/sepo.yaml", ["optim.accumulation=1", "optim.global_batch=128"])
    assert not conflicts(fixed, 0, processes=4)
    (reason,) = conflicts(fixed, 0, processes=3)
    assert "cannot be divided among 3 devices" in reason
