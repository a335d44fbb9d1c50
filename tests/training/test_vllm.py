"""vLLM behind TRL's engine: several processes take the step that one takes, whoever has more to ask."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jarvisevo.files import config as yaml_config
from jarvisevo.protocol.chat import Message
from jarvisevo.qwen import folder as qwen_vl
from jarvisevo.qwen.generate import TokenCompletion
from tests.training.conftest import stage_config
from training.conversation import Conversation, Tokens
from training.correction import importance_ratio, sampled_logprobs
from training.run import RunFolder, read_metrics

ROOT = Path(__file__).resolve().parents[2]
COMMON = {"rollout__max_steps": 3, "optim__steps": 2, "data__max_length": 4096, "reflections__collect": True}
SERVER = {"rollout__vllm": "server"}
GREEDY = {**SERVER, "rollout__greedy_judgement": True}
SLEEPY = {"rollout__vllm": "colocate", "rollout__vllm_sleep": True, "rollout__importance_sampling": "sequence_mask"}
APART = {"rollout__vllm": "colocate", "rollout__importance_sampling": "token_truncate"}
RUNS: dict[str, tuple[int, int, dict[str, Any]]] = {  # processes, queries of a step, keys
    "server on 1": (1, 2, SERVER),
    "server on 2": (2, 2, SERVER),
    "greedy on 1": (1, 6, GREEDY),
    "greedy on 3": (3, 6, GREEDY),
    "colocated on 1": (1, 2, SLEEPY),
    "colocated on 2": (2, 2, {**SLEEPY, "rollout__vllm_tensor_parallel": 2}),
    "divided on 1": (1, 2, APART),
    "divided on 2": (2, 2, {**APART, "sharding": "fsdp"}),
    "misuse on 2": (2, 2, {**SERVER, "reflections__collect": False}),
}


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory, micro: Path, data: Path) -> Path:
    """The folder with what all RUNS saw; a fresh process, which has used no autograd, forks theirs."""
    folder, jobs = tmp_path_factory.mktemp("vllm"), []
    for name, (processes, queries, keys) in RUNS.items():
        held = {"folder": str(data), "every": 1, "limit": 3, "max_tokens": 24}
        keys = (
            COMMON
            | keys
            | ({} if name.startswith("misuse") else {"heldout": held})
            | {"optim__accumulation": queries // processes, "out": str(folder / f"{name} run")}
        )
        file = folder / f"{name}.yaml"
        file.write_text(yaml_config.dump(stage_config(micro, data, folder, "sepo", **keys)), "utf-8")
        out = str(folder / name)
        jobs.append({"config": str(file), "out": out, "processes": processes, "misuse": name.startswith("misuse")})
        jobs[-1]["fsdp"] = "sharding" in keys
    (folder / "jobs.json").write_text(json.dumps(jobs), "utf-8")
    command = [sys.executable, "-m", "tests.training.fake_vllm", str(folder / "jobs.json")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr[-3000:]
    return folder


def seen(folder: Path, name: str) -> dict[str, Any]:
    """What a run saw."""
    import torch

    errors = "".join(file.read_text("utf-8") for file in folder.glob(f"{name}.*.err"))
    assert (folder / f"{name}.code").read_text() == "0", errors[-3000:]
    found: dict[str, Any] = torch.load(folder / name, weights_only=False)
    return found


@pytest.mark.timeout(1000)
@pytest.mark.parametrize(
    ("name", "processes", "loops"),
    [
        ("server", 2, [{"evaluator"}, {"editor"}]),
        ("greedy", 3, [{"evaluator", "editor"}] * 3),
        ("colocated", 2, [{"evaluator"}, {"editor"}]),
        ("divided", 2, [{"evaluator"}, {"editor"}]),
    ],
)
def test_processes_that_share_a_step_take_the_step_of_one(
    ran: Path, name: str, processes: int, loops: list[set[str]]
) -> None:
    import torch

    one, many = seen(ran, f"{name} on 1"), seen(ran, f"{name} on {processes}")
    assert [set(own) for own in many["loops"][0]] == loops
    assert one["tokens"] == many["tokens"] and one["sampled"] == many["sampled"]
    assert one["advantages"] == many["advantages"] and any(any(step) for step in one["advantages"])
    assert one["checked"][0] >= 4 and many["checked"] == one["checked"]  # rounds, each with the present weights
    for mine, theirs in zip(one["gradient"], many["gradient"], strict=True):
        assert mine.keys() == theirs.keys()
        largest = max(float(g.abs().max()) for g in mine.values())
        assert largest > 0
        for name in mine:
            assert torch.allclose(mine[name], theirs[name], rtol=1e-5, atol=1e-5 * largest), name
    parts = len(one["loss"]) // 2, len(many["loss"]) // 2
    for step in (0, 1):
        sums = [sum(run["loss"][step * n : (step + 1) * n]) for run, n in zip((one, many), parts, strict=True)]
        assert sums[0] == pytest.approx(sums[1], rel=1e-5, abs=1e-6)
    figures = [read_metrics(RunFolder(Path(run["out"])).metrics) for run in (one, many)]
    for name in ("reward", "rewards/format", "rewards/tools", "rewards/preference", "rewards/alignment", "valid"):
        columns = [[row[name] for row in rows if name in row] for rows in figures]
        assert columns[0] == pytest.approx(columns[1], abs=1e-6) and columns[0], name
    for name in ("heldout/valid", "heldout/delta_e", "heldout/judged"):  # by the same engine, its records shared
        columns = [[row[name] for row in rows if name in row] for rows in figures]
        assert columns[0] == pytest.approx(columns[1], abs=1e-6) and len(columns[0]) == 2, name
    told = [(Path(run["out"]) / "reflections/edit.jsonl").read_bytes() for run in (one, many)]
    assert told[0] == told[1] and told[0]


@pytest.mark.timeout(1000)
def test_processes_with_unequal_turns_were_among_them(ran: Path) -> None:
    """Which run has them changes with the data's words, as replies go by what is asked; without any nothing is told."""
    steps = [
        step for name, (n, *_) in RUNS.items() if n > 1 and "misuse" not in name for step in seen(ran, name)["turns"]
    ]
    assert any(len({max(own) for own in step}) > 1 for step in steps)


@pytest.mark.timeout(1000)
def test_without_the_rounds_the_processes_disagree(ran: Path) -> None:
    """The fake is strict: loops of each process's own are what hung or swapped replies."""
    errors = "".join(file.read_text("utf-8") for file in ran.glob("misuse on 2.*.err"))
    assert (ran / "misuse on 2.code").read_text() == "1"
    assert re.search("Misuse: (the processes disagree|only some processes generate)", errors), errors[-3000:]


def test_the_ratio_is_trl_s() -> None:
    """Its formula for each mode, worked out by hand: ratio of each token or trajectory, cut or left out beyond 3."""
    import torch
    from trl import GRPOConfig

    trainer = torch.log(torch.tensor([[0.5, 0.2, 0.9], [0.4, 0.1, 0.3]]))
    sampled = torch.log(torch.tensor([[0.25, 0.4, 0.1], [0.1, float("nan"), 0.3]]))
    wanted = torch.tensor([[True, True, False], [True, True, True]])
    expected = {
        "token_truncate": [[2.0, 0.5, 1.0], [3.0, 1.0, 1.0]],
        "token_mask": [[2.0, 0.5, 1.0], [0.0, 1.0, 1.0]],
        "sequence_truncate": [[1.0], [3.0]],
        "sequence_mask": [[1.0], [0.0]],
    }
    assert GRPOConfig.vllm_importance_sampling_clip_max == 3.0 and GRPOConfig.vllm_importance_sampling_clip_min is None
    for mode, ratio in expected.items():
        args = type("Args", (), {
            "vllm_importance_sampling_mode": mode,
            "vllm_importance_sampling_clip_max": 3.0,
            "vllm_importance_sampling_clip_min": None,
        })  # fmt: skip
        assert importance_ratio(trainer, sampled, wanted, args).tolist() == pytest.approx(np.array(ratio)), mode


def test_log_probabilities_stand_at_their_tokens(micro: Path) -> None:
    tokens = Tokens(qwen_vl.load_processor(micro))
    conversation = Conversation(tokens, [Message("user", ("Brighter.",))])
    start = len(conversation.ids)
    conversation.append_assistant(TokenCompletion((5, 6), "stop", logprobs=(-1.0, -2.0, -0.5)), "edit")
    conversation.append_user(Message("user", ("And now?",)))
    conversation.append_assistant(TokenCompletion((7,), "length"), "evaluate")
    said = conversation.logprobs()
    assert said[start : start + 3].tolist() == [-1.0, -2.0, -0.5]
    assert len(said) == len(conversation.ids) and np.isnan(np.delete(said, range(start, start + 3))).all()
    assert np.isnan(sampled_logprobs([said[start:]], 9)[0, -3:]).any()
