"""`--check`: every shipped config is read and can run on the devices that it is for; what cannot run is refused."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from training import command, plan
from training.config import SepoConfig, StageConfig, load
from training.run import TrainingError, read_metrics

ROOT = Path(__file__).resolve().parents[2]
CONFIGS = ROOT / "configs"
STAGES = sorted(f for f in CONFIGS.glob("*/*.yaml") if f.stem.split("_")[0] in ("sft", "sepo", "rft"))
FULL_8B = ("qwen3vl_8b/sft", "qwen3vl_8b/sepo", "qwen3vl_8b/rft")
"""These need eight devices or more."""


def name(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


def test_all_models_have_their_stages() -> None:
    found = {name(file) for file in STAGES}
    models = ("nano", "qwen3vl_2b", "qwen3vl_4b", "qwen3vl_8b")
    assert {f"{m}/{s}" for m in models for s in ("sft", "sepo", "rft")} <= found


@pytest.mark.parametrize("gpus", [1, 8, 32])
@pytest.mark.parametrize("file", [f for f in STAGES if f.parent.name != "nano"], ids=name)
def test_it_fits(file: Path, gpus: int) -> None:
    config = load(file)
    made = plan.plan(config, gpus)
    wanted = 128 if isinstance(config, SepoConfig) else 64  # JarvisEvo, section 4.1, on any number of devices
    assert made.memory and made.rows == wanted == config.optim.batch_size * made.parts * gpus
    if name(file) in FULL_8B and gpus == 1:
        assert any("take more devices" in error for error in made.errors)
        assert any("divides a model among devices" in error for error in made.errors)
    else:
        assert not made.errors, made.errors
    assert f"{made.rows} " in plan.table(made)
    assert any("no such data set" in note for note in made.warnings)  # nothing is guessed of what is not here


def test_the_nano_model_is_for_a_processor() -> None:
    for stage in ("sft", "sepo", "rft"):
        assert not plan.plan(load(CONFIGS / f"nano/{stage}.yaml"), 0).errors


def test_the_paper_s_numbers() -> None:
    """JarvisEvo, section 4.1; each stands in the config with its citation."""
    sft, sepo, rft = (load(CONFIGS / f"qwen3vl_8b/{stage}.yaml") for stage in ("sft", "sepo", "rft"))
    assert (sft.optim.learning_rate, sft.optim.epochs, sft.optim.batch_size) == (1e-5, 2, 2)
    assert isinstance(sepo, SepoConfig)
    assert (sepo.optim.learning_rate, sepo.optim.epochs, sepo.optim.batch_size) == (1e-6, 1, 1)
    assert (sepo.rollout.generations, sepo.editor_share, sepo.reward.sigma) == (4, 0.5, 0.5)
    assert (rft.optim.learning_rate, rft.optim.epochs, rft.data.learn) == (5e-6, 1, ("reflect",))
    assert all(c.model.image_max_pixels == 262_144 and c.model.freeze_vision for c in (sft, rft))
    for model in ("qwen3vl_8b", "qwen3vl_4b", "qwen3vl_2b"):
        rates = [(load(CONFIGS / f"{model}/{s}.yaml").optim.learning_rate) for s in ("sft", "sepo", "rft")]
        times = 10 if model == "qwen3vl_4b" else 1  # adapters
        assert rates == pytest.approx([times * rate for rate in (1e-5, 1e-6, 5e-6)])
        for stage, keys in (("sft", ("learning_rate", "epochs", "global_batch")), ("sepo", ("generations", "epochs"))):
            lines = (CONFIGS / model / f"{stage}.yaml").read_text("utf-8").splitlines()
            for key in keys:
                (line,) = [line for line in lines if line.strip().startswith(f"{key}:")]
                assert "section 4.1" in line, (model, stage, line)


def test_the_paper_s_batch_on_any_number_of_devices() -> None:
    config = load(CONFIGS / "qwen3vl_8b/sepo.yaml")
    assert [plan.plan(config, n).parts for n in (2, 4, 8, 16, 32)] == [64, 32, 16, 8, 4]
    assert all(plan.plan(config, n).rows == 128 for n in (2, 8, 32))
    (error,) = [e for e in plan.plan(config, 24).errors if "global_batch" in e]
    assert "cannot be divided among 24 devices" in error and "16, 32" in error
    (error,) = [e for e in plan.plan(config, 64).errors if "global_batch" in e]
    assert "cuts through groups of 4: take 1, 2, 4, 8, 16, 32 devices" in error


WRONG: tuple[tuple[str, str, int, str], ...] = (
    ("qwen3vl_8b/sepo", "data.max_length=512", 8, "cannot hold two images"),
    ("qwen3vl_8b/sepo", "rollout.max_steps=8 rollout.max_tokens=2048", 8, "a trajectory may take"),
    ("qwen3vl_8b/sepo", "rollout.vllm=none rollout.importance_sampling=none", 8, "without vLLM gathers all weights"),
    ("qwen3vl_8b/sepo", "rollout.vllm_tensor_parallel=3", 8, "does not divide 8"),
    ("qwen3vl_8b/sepo", "rollout.vllm_tensor_parallel=16", 32, "8 heads of keys and values"),
    ("qwen3vl_8b/sepo", "rollout.max_size=128", 8, "far below image_max_pixels"),
    ("qwen3vl_8b/sepo", "rollout.vllm_memory=0.25", 8, "less than one trajectory of 12,288"),
    ("qwen3vl_8b/sepo", "rollout.vllm_memory=0.9", 8, "or vllm_sleep"),
    ("qwen3vl_8b/sepo", "rollout.vllm=server rollout.vllm_sleep=true", 8, "vllm_sleep is for vllm: colocate"),
    ("qwen3vl_8b/sepo", "rollout.vllm=server model.freeze_vision=false", 8, "TRL cannot make it"),
    ("qwen3vl_8b/sepo", "rollout.vllm=none", 8, "importance_sampling corrects vLLM's probabilities"),
    ("qwen3vl_8b/sepo", "rollout.expected_score=true", 8, "expected_score needs the probabilities"),
    ("qwen3vl_8b/sepo", "heldout.expected_score=true", 8, "heldout.expected_score needs"),
    ("qwen3vl_8b/sepo", "optim.global_batch=126", 8, "must hold whole groups of 4"),
    ("qwen3vl_8b/sepo", "optim.accumulation=4", 8, "accumulation follows from global_batch"),
    ("qwen3vl_8b/sepo", "optim.batch_size=3", 8, "cannot be divided among 8 devices"),
    ("qwen3vl_8b/sepo", "sharding=none", 8, "are lost in it: dtype=float32"),
    ("qwen3vl_8b/sepo", "model.name=nano", 8, "nano is built as the run starts"),
    ("qwen3vl_8b/sepo", "sharding=none model.dtype=float32", 0, "takes weights from a GPU alone"),
    ("qwen3vl_8b/sepo", "lora={} optim.global_batch=128", 8, "adapters cannot be merged"),
    ("qwen3vl_8b/sft", "sharding=fsdp", 8, "heldout with sharding fsdp"),
    ("qwen3vl_8b/sft", "save_dtype=float16", 8, "gathered and written as trained"),
    ("qwen3vl_8b/sft", "sharding=fsdp lora={}", 8, "adapters cannot be merged"),
    ("qwen3vl_8b/sft", "", 1, "divides a model among devices"),
    ("qwen3vl_8b/sft_lora", "model.freeze_vision=false", 1, "vision would train in full"),
    ("qwen3vl_8b/sft_lora", "data.max_length=65536 optim.batch_size=8", 1, "GB on each device of 80"),
    ("qwen3vl_2b/sft", "model.attention=flash_attention_2", 0, "needs a GPU"),
    ("qwen3vl_2b/sft", "model.dtype=bfloat16", 1, "are lost in it: dtype=float32"),
    ("qwen3vl_2b/sft", "device=cpu", 1, "leaves 1 devices idle"),
    ("nano/sft", "sharding=zero2", 8, "muon needs whole matrices"),
    ("nano/sepo", "optim.warmup_steps=60 optim.steps=60", 0, "optim.warmup_steps 60 must be fewer than optim.steps"),
)


@pytest.mark.parametrize(("file", "changes", "gpus", "said"), WRONG, ids=lambda value: str(value)[:40])
def test_what_cannot_run_is_refused(file: str, changes: str, gpus: int, said: str, cli: Callable[..., Any]) -> None:
    done = cli("train", CONFIGS / f"{file}.yaml", *changes.split(), "--check", "--gpus", gpus)
    assert done.code == 2 and said in done.err and len(done.err.strip().splitlines()) <= 2, done.err


def test_the_command_checks(cli: Callable[..., Any]) -> None:
    good = cli("train", CONFIGS / "nano/sft.yaml", "--check", "--gpus", "0")
    assert good.code == 0 and "sft of jarvisevo/qwen/nano on a CPU" in good.out
    bad = cli("train", CONFIGS / "qwen3vl_8b/sft.yaml", "--check")
    assert bad.code == 2 and "take more devices" in bad.err


def test_a_run_refuses_what_the_check_refuses(settings: Callable[..., StageConfig]) -> None:
    for keys, said in (
        ({"rollout__vllm": "server"}, "from a GPU alone"),
        ({"sharding": "zero2"}, "and here is one"),
        ({"sharding": "zero3", "lora": {"r": 2}}, "cannot be merged"),
    ):
        config = settings("sepo", **keys)
        with pytest.raises(TrainingError, match=said):
            command.run(config, quiet=True)
        assert not config.out.exists()


@pytest.mark.parametrize("stage", ["sft", "sepo"])
def test_the_check_walks_the_run_s_own_way(settings: Callable[..., StageConfig], stage: str) -> None:
    """Steps, samples and tokens are those that the run then has, and its pace is the hours."""
    keys: dict[str, Any] = {"optim__steps": None, "optim__epochs": 1.0}
    config = settings(stage, **keys)
    before = plan.plan(config, 0)
    assert not before.errors and before.hours is None and not config.out.exists()
    if stage == "sft":
        assert before.dry.longest and before.dry.mean and before.dry.images == 2
    else:
        assert before.dry.prompt and before.dry.prompt > 40
    folder = command.run(config, quiet=True)
    rows = [row for row in read_metrics(folder.metrics) if "loss" in row]
    assert before.dry.steps == rows[-1]["step"]
    after = plan.plan(config, 0)
    assert after.hours is not None and "at the pace of" in plan.table(after)


def test_a_share_of_what_the_data_lacks_is_an_error_of_check_and_run(settings: Callable[..., StageConfig]) -> None:
    keys: dict[str, Any] = {"data__kinds": ["edit", "eval", "question"], "data__shares": {"edit": 1, "read": 1}}
    (error,) = plan.plan(settings(**keys), 0).errors
    assert "there is no read in the data" in error and "evaluation.read" in error and "data.shares=null" in error
    with pytest.raises(TrainingError, match="there is no read in the data"):
        command.run(settings(**keys), quiet=True)
    assert not plan.plan(settings(**keys | {"data__shares": {"edit": 1, "reflect": 1, "question": 2}}), 0).errors
    rehearsed = {"folders": [str(settings().data.folders[0])], "shares": {"read": 1.0}}
    (error,) = plan.plan(settings("sepo", rehearsal__batch_size=2, rehearsal__data=rehearsed), 0).errors
    assert "there is no read in the data" in error


def test_a_folder_that_a_run_refuses_is_an_error_of_the_check(
    settings: Callable[..., StageConfig], tmp_path: Path
) -> None:
    (tmp_path / "afile").write_text("mine")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis.txt").write_text("mine")
    places = {"afile": "afile: is a file", "afile/run": "afile: is a file", "full": "is not empty and no run"}
    for place, said in places.items():
        config = settings(out=str(tmp_path / place))
        (error,) = plan.plan(config, 0).errors
        assert said in error and "out=" in error and "--force" not in error
        with pytest.raises(TrainingError) as refused:
            command.run(config, quiet=True)
        assert str(refused.value) == error
    command.run(settings(), quiet=True)
    (error,) = plan.plan(settings(seed=5), 0).errors
    assert "holds a run with another seed" in error


def test_the_check_looks_at_questions_too(settings: Callable[..., StageConfig]) -> None:
    config = settings(data__kinds=["question"], optim__steps=None, optim__epochs=3.0)
    before = plan.plan(config, 0)
    assert not before.errors and before.dry.records == before.dry.looked == 2 and before.dry.images == 3
    folder = command.run(config, quiet=True)
    assert before.dry.steps == read_metrics(folder.metrics)[-1]["step"]


def test_a_model_that_is_not_here_is_told_with_and_without_data(
    settings: Callable[..., StageConfig], tmp_path: Path
) -> None:
    gone = str(tmp_path / "gone")
    for keys in ({}, {"data__folders": [gone]}):
        made = plan.plan(settings(model__name=f"{gone}/model", **keys), 0)
        told = [warning for warning in made.warnings if "/model: no such" in warning]
        assert len(told) == 1, keys


def test_damaged_data_and_a_full_disk_are_errors(
    settings: Callable[..., StageConfig], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "edit.jsonl").write_text("{", "utf-8")
    assert plan.plan(settings(data__folders=[str(broken)]), 0).errors
    monkeypatch.setattr(plan, "free_gb", lambda folder: 0.0)
    (error,) = plan.plan(settings(), 0).errors
    assert "GB free here: lower keep" in error
    elsewhere = plan.plan(load(CONFIGS / "qwen3vl_8b/sft.yaml"), 8)
    assert not elsewhere.errors and any("GB free here" in note for note in elsewhere.warnings)


@pytest.mark.parametrize("file", sorted(CONFIGS.glob("*/accelerate_*.yaml")), ids=lambda f: f.stem)
def test_launch_configs_name_what_they_are(file: Path) -> None:
    read = yaml.safe_load(file.read_text("utf-8"))
    stage = (read.get("deepspeed_config") or {}).get("zero_stage")
    assert file.stem == "accelerate_" + (f"zero{stage}" if stage else "fsdp")
    assert read["num_processes"] % read["num_machines"] == 0 and read["mixed_precision"] == "bf16"


def test_no_two_keys_are_at_odds(settings: Callable[..., StageConfig]) -> None:
    from jarvisevo.files.config import ConfigError

    for keys, said in (
        ({"optim__batch_size": 3}, "must hold whole groups of 4"),
        ({"reward__critic_role": "win_rate"}, "needs a critic"),
        ({"model__name": "nano", "lora": {}}, "leave lora out"),
        ({"rollout__greedy_judgement": True, "selective_masking": False}, "set one"),
        ({"optim__name": "muon", "sharding": "zero2"}, "muon needs whole matrices"),
        ({"optim__warmup_steps": 9}, "optim.warmup_steps 9 must be"),
    ):
        with pytest.raises(ConfigError, match=said):
            settings("sepo", **keys)


def test_the_page_of_keys_is_current() -> None:
    from training.reference import PAGE, page

    assert PAGE.read_text("utf-8") == page(), "run python -m training.reference"
