"""The supervised stages on the real trainer: exact resume, honest stops, what is written."""

import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jarvisevo.qwen import folder as qwen_vl
from training import command, sft
from training.config import StageConfig
from training.data import TrainingDataError
from training.run import RunFolder, Stopped, TrainingError, read_metrics
from training.trainer import progress, rate

Make = Callable[..., StageConfig]


def losses(folder: RunFolder) -> list[float]:
    return [row["loss"] for row in read_metrics(folder.metrics) if "loss" in row]


def weights(folder: Path) -> bytes:
    return (folder / "model.safetensors").read_bytes()


def at_step(trainer_class: type, number: int, act: Callable[[Any], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Call `act` in the training step that follows so many whole ones."""
    before = trainer_class.training_step

    def step(self: Any, *arguments: Any, **named: Any) -> Any:
        if self.state.global_step == number:
            act(self)
        return before(self, *arguments, **named)

    monkeypatch.setattr(trainer_class, "training_step", step)


class Killed(BaseException):
    """Stands for a kill: nothing gets a chance to clean up."""


def killed(_: Any) -> None:
    raise Killed


@pytest.mark.parametrize(
    ("stage", "more"),
    [
        ("sft", {}),
        ("rft", {}),
        ("sft", {"optim__name": "muon"}),
        ("sft", {"perception": 1.0, "data__kinds": ["edit", "eval", "question"], "data__judged_by": "images"}),
        ("sft", {"lora": {"r": 2, "dropout": 0.1}, "model__freeze_vision": True, "model__freeze_projector": True}),
    ],
)
def test_resume_from_a_kill_equals_an_uninterrupted_run(
    settings: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str, more: dict[str, Any]
) -> None:
    keys = {"optim__batch_size": 2, "optim__accumulation": 2} if stage == "sft" else {"optim__batch_size": 1}
    keys |= more
    whole = command.run(settings(stage, out=str(tmp_path / "whole"), **keys), quiet=True)
    with monkeypatch.context() as patch:
        at_step(sft.trainer_class(), 3, killed, patch)
        with pytest.raises(Killed):
            command.run(settings(stage, out=str(tmp_path / "cut"), **keys), quiet=True)
    assert [c.step for c in RunFolder(tmp_path / "cut").checkpoints()] == [2]
    cut = command.run(settings(stage, out=str(tmp_path / "cut"), **keys), quiet=True)
    assert losses(cut) == losses(whole) and len(losses(cut)) == 4
    assert weights(cut.model) == weights(whole.model)


@pytest.mark.parametrize(
    "more", [{}, {"lora": {"r": 2}, "model__freeze_vision": True, "model__freeze_projector": True}]
)
def test_a_kill_behind_the_last_step_costs_nothing(
    settings: Make, tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch, more: dict[str, Any]
) -> None:
    keys = {"heldout": {"folder": str(data), "every": 100, "limit": 1, "max_tokens": 16}} | more
    whole = command.run(settings(out=str(tmp_path / "whole"), **keys), quiet=True)
    with monkeypatch.context() as patch:
        patch.setattr(sft, "finish", lambda *_: killed(None))
        with pytest.raises(Killed):
            command.run(settings(out=str(tmp_path / "cut"), **keys), quiet=True)
    cut = command.run(settings(out=str(tmp_path / "cut"), **keys), quiet=True)
    assert losses(cut) == losses(whole) and weights(cut.model) == weights(whole.model)
    assert {r["step"] for r in read_metrics(cut.metrics) if "heldout/valid" in r} == {4}


def test_a_finished_model_is_an_ordinary_folder(settings: Make) -> None:
    folder = command.run(settings(optim__steps=1, save_dtype="float16"), quiet=True)
    assert qwen_vl.load(folder.model, device="cpu").model.dtype.is_floating_point
    assert (folder.path / "curves.png").stat().st_size > 1000
    assert next(row["step"] for row in read_metrics(folder.metrics)) == 1


def test_ctrl_c_ends_at_a_step_with_a_checkpoint(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        at_step(sft.trainer_class(), 0, lambda _: os.kill(os.getpid(), signal.SIGINT), patch)
        with pytest.raises(Stopped, match=r"at step 1: run the same command again .*checkpoint-1"):
            command.run(settings(), quiet=True)
    assert len(losses(command.run(settings(), quiet=True))) == 4


def test_a_stopped_run_is_not_measured_and_goes_on_with_another_cadence(
    settings: Make, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = {"save_steps": 50, "heldout": {"folder": str(data), "every": 100, "limit": 1, "max_tokens": 16}}
    with monkeypatch.context() as patch:
        at_step(sft.trainer_class(), 0, lambda _: os.kill(os.getpid(), signal.SIGINT), patch)
        with pytest.raises(Stopped):
            command.run(settings(**keys), quiet=True)
    folder = RunFolder(settings().out)
    assert not any("heldout/valid" in row for row in read_metrics(folder.metrics))
    command.run(settings(**keys | {"save_steps": 1}), quiet=True)
    assert [c.step for c in folder.checkpoints()] == [1, 2, 3, 4]
    assert any("heldout/valid" in row for row in read_metrics(folder.metrics))


def test_a_loss_that_is_no_number_stops_the_run_and_spares_the_weights(
    settings: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    def poisoned(trainer: Any) -> None:
        monkeypatch.setattr(
            type(trainer),
            "compute_loss",
            lambda self, model, inputs, *a, **k: model.lm_head.weight.sum() * float("nan"),
        )

    with monkeypatch.context() as patch:
        at_step(sft.trainer_class(), 3, poisoned, patch)
        with pytest.raises(TrainingError, match="the loss is nan at step 4; lower optim.learning_rate"):
            command.run(settings(optim__steps=6), quiet=True)
        monkeypatch.undo()
    last = RunFolder(settings().out).last()
    assert last is not None and last.step == 3
    model = qwen_vl.load(last.folder, device="cpu").model
    assert all(bool(p.isfinite().all()) for p in model.parameters())


def test_a_full_disk_stops_the_run_and_leaves_no_half_checkpoint(
    settings: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    save = torch.save

    def full(trainer: Any) -> None:
        def refuse(*_: Any, **__: Any) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(torch, "save", refuse)

    with monkeypatch.context() as patch:
        at_step(sft.trainer_class(), 3, full, patch)
        with pytest.raises(TrainingError, match="checkpoint-4 could not be written .*No space left on device"):
            command.run(settings(optim__steps=6), quiet=True)
    monkeypatch.setattr(torch, "save", save)
    assert [c.name for c in settings().out.glob("checkpoint-*")] == ["checkpoint-2"]
    assert len(losses(command.run(settings(optim__steps=6), quiet=True))) == 6


def test_no_room_is_said_before_anything_is_written(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: type("Usage", (), {"free": 10})())
    with pytest.raises(TrainingError, match="the disk is full: checkpoint-2 takes"):
        command.run(settings(), quiet=True)


def test_a_image_that_vanishes_is_named_and_the_weights_are_kept(
    settings: Make, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "data"
    shutil.copytree(data, copy)
    with monkeypatch.context() as patch:
        at_step(sft.trainer_class(), 2, lambda _: shutil.rmtree(copy / "images"), patch)
        with pytest.raises((TrainingDataError, FileNotFoundError), match="the image is missing"):
            command.run(settings(data__folders=[str(copy)], data__cache_mb=0, optim__steps=20), quiet=True)
    assert RunFolder(settings().out).last() is not None


def test_another_run_in_the_same_folder_is_refused(settings: Make, tmp_path: Path) -> None:
    folder = command.run(settings(), quiet=True)
    with pytest.raises(TrainingError, match="holds a run with another seed"):
        command.run(settings(seed=1), quiet=True)
    with pytest.raises(TrainingError, match=r"another optim.learning_rate;"):
        command.run(settings(optim__learning_rate=2e-3), quiet=True)
    said = folder.path / "config.yaml"
    said.write_text(said.read_text("utf-8").replace("  name: adamw\n", ""), "utf-8")
    command.run(settings(), quiet=True)  # a key that is newer than the run has its default
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "thesis.txt").write_text("mine")
    with pytest.raises(TrainingError, match="no run of this project"):
        command.run(settings(out=str(tmp_path / "other")), quiet=True)


def test_two_runs_do_not_share_a_folder(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = []

    def second(_: Any) -> None:
        with pytest.raises(TrainingError) as error:
            command.run(settings(seed=1), quiet=True)
        refused.append(str(error.value))

    with monkeypatch.context() as patch:
        at_step(sft.trainer_class(), 1, second, patch)
        command.run(settings(), quiet=True)
    assert f"run: in use by process {os.getpid()}" in refused[0]
    assert not list(settings().out.parent.glob(".*.lock"))


def test_fewer_steps_than_are_done_are_refused(settings: Make, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys = {"heldout": {"folder": str(data), "every": 100, "limit": 1, "max_tokens": 16}}
    command.run(settings(**keys), quiet=True)
    with pytest.raises(TrainingError, match="is already at step 4, and 2 are asked for"):
        command.run(settings(optim__steps=2, **keys), quiet=True)
    (settings().out / "model" / "run.json").unlink()
    command.run(settings(**keys))  # what it did last is done again, and told
    said = capsys.readouterr().err
    assert "sft 4/4  valid" in said and "missing keys" not in said


def test_reflections_that_were_not_collected(settings: Make, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=r"sepo has to be a run of SEPO with reflections.collect=true"):
        command.run(settings("rft", data__folders=[str(tmp_path / "sepo" / "reflections")]), quiet=True)


def test_a_finished_run_is_left_as_it_is(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = command.run(settings(optim__steps=1), quiet=True)
    with monkeypatch.context() as patch:
        patch.setattr(sft, "load_model", None)
        assert command.run(settings(optim__steps=1), quiet=True).model == folder.model


def test_a_run_goes_on_when_it_is_given_more_steps(settings: Make) -> None:
    command.run(settings(optim__schedule="constant"), quiet=True)
    longer = command.run(settings(optim__schedule="constant", optim__steps=6), quiet=True)
    assert len(losses(longer)) == 6


def test_held_out_figures_are_measured_and_disturb_nothing(settings: Make, data: Path, tmp_path: Path) -> None:
    plain = command.run(settings(out=str(tmp_path / "plain")), quiet=True)
    held = {"folder": str(data), "every": 2, "limit": 3, "max_tokens": 16}
    looked = command.run(settings(out=str(tmp_path / "held"), heldout=held), quiet=True)
    rows = [row for row in read_metrics(looked.metrics) if "heldout/valid" in row]
    assert [row["step"] for row in rows] == [2, 4]
    assert rows[0]["heldout/valid"] == 0 and rows[0]["heldout/delta_e"] == rows[0]["heldout/identity"] > 0
    assert losses(plain) == losses(looked)


def test_time_is_a_budget_too(settings: Make, capsys: pytest.CaptureFixture[str]) -> None:
    folder = command.run(settings(optim__steps=None, optim__max_minutes=0.02, log_steps=1))
    assert "sft 1  loss" in capsys.readouterr().err  # a number of steps that will not be reached is not shown
    assert (folder.model / "run.json").is_file() and 1 <= len(losses(folder)) < 150


def test_half_precision_learns_the_same(settings: Make, tmp_path: Path) -> None:
    whole, half = (
        losses(command.run(settings(out=str(tmp_path / p), precision=p), quiet=True)) for p in ("float32", "bfloat16")
    )
    assert whole != half and half == pytest.approx(whole, rel=0.01)


def test_schedules() -> None:
    assert rate(0, 0.0, 9, "cosine", 0.1) == pytest.approx(0.1)
    assert rate(100, 0.5, 9, "cosine", 0.0) == pytest.approx(0.5)
    assert rate(100, 1.0, 9, "linear", 0.1) == pytest.approx(0.1)
    assert rate(100, 0.7, 9, "constant", 0.0) == 1
    assert progress(10, 100, 30, 1) == 0.5 and progress(90, 100, 30, 1) == 0.9 and progress(5, 10, 999, None) == 0.5


def test_adapters_are_merged_and_frozen_parts_stay(settings: Make, micro: Path) -> None:
    import torch

    keys = {"lora": {"r": 2, "alpha": 4}, "model__freeze_vision": True, "model__freeze_projector": True}
    folder = command.run(settings(optim__steps=2, **keys), quiet=True)
    before, after = (qwen_vl.load(f, device="cpu").model.state_dict() for f in (micro, folder.model))
    moved = {name for name in before if not torch.equal(before[name], after[name])}
    assert moved and all("language_model" in name and "proj" in name for name in moved)


def test_the_command(settings: Make, cli: Callable[..., Any], tmp_path: Path, micro: Path, data: Path) -> None:
    from jarvisevo.files import config as yaml_config

    file = tmp_path / "sft.yaml"
    file.write_text(yaml_config.dump(settings()), "utf-8")
    done = cli("train", file, "optim.steps=1")
    assert done.code == 0 and done.out.strip().endswith("model"), done.err
    assert "13 samples" in done.err and "sft 1/1  loss" in done.err
    assert "optim.stepz" in cli("train", file, "optim.stepz=1").err
    missing = cli("train", file, f"data.folders=[{tmp_path / 'none'}]", f"out={tmp_path / 'x'}")
    assert missing.code == 1 and "no such data set" in missing.err and missing.err.count("\n") == 1
