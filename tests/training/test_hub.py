"""Data sets by their address on the hub; nothing is fetched here but by a stand-in."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jarvisevo.files.hub import HubError
from tests.jarvisevo.fake_hub import fake_hub
from training import command, dry, hub
from training import data as dataset
from training.config import StageConfig, TrainDataConfig, load
from training.run import RunFolder, TrainingDataError, read_metrics

CONFIGS = Path(__file__).resolve().parents[2] / "configs"


def test_an_address_is_fetched_once_and_read_like_a_folder(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import huggingface_hub

    asked: list[Any] = []

    def download(name: str, *, repo_type: str, revision: str | None) -> str:
        asked.append((name, repo_type, revision))
        return str(data)

    monkeypatch.setattr(huggingface_hub, "snapshot_download", download)
    found = dataset.entries(TrainDataConfig(folders=("hf://datasets/some-one/photos.v2@main",)))
    assert len(found) == len(dataset.entries(TrainDataConfig(folders=(data,)))) and found[0].folder == data
    assert asked == [("some-one/photos.v2", "dataset", "main")]
    assert hub.local(data) == data


def test_what_is_no_address_or_not_handed_out_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    import huggingface_hub

    with pytest.raises(TrainingDataError, match="write hf://datasets/OWNER/NAME"):
        hub.local(Path("hf://datasets/alone"))

    def offline(*_: Any, **__: Any) -> str:
        raise OSError("no network")

    monkeypatch.setattr(huggingface_hub, "snapshot_download", offline)
    with pytest.raises(TrainingDataError, match=r"hf://datasets/a/b: the hub does not hand it out \(no network\)"):
        hub.local(Path("hf://datasets/a/b"))


def test_a_check_fetches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "local", lambda folder: pytest.fail("fetched"))
    config = load(CONFIGS / "qwen3vl_8b/sft.yaml", ["data.folders=[hf://datasets/a/b]"])
    seen = dry.look(config, 8, 1, 4)
    assert seen.records is None and any("downloads nothing" in note for note in seen.notes) and not seen.errors


def test_a_run_goes_on_on_another_machine(
    settings: Callable[..., StageConfig], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its checkpoints lie on the hub: with an `out` that is not there yet, the newest is fetched."""
    same = {"optim__schedule": "constant"}  # whose rates do not depend on the number of steps
    alone = command.run(settings(out=str(tmp_path / "alone"), optim__steps=5, **same), quiet=True)
    keys = {"push_to_hub": "some-one/run", "hub_checkpoints": True, **same}
    with fake_hub(monkeypatch) as there:
        command.run(settings(out=str(tmp_path / "lost"), optim__steps=4, **keys), quiet=True)
        repo = there.repos["some-one/run"]
        assert repo["private"] and repo["commits"][:2] == ["checkpoint-2", "checkpoint-4"]
        assert "last-checkpoint/run.json" in repo["files"] and "config.yaml" in repo["files"]
        repo["files"]["last-checkpoint/stale.bin"] = b"of an earlier one"
        config = settings(out=str(tmp_path / "new/run"), optim__steps=5, **keys)
        found = RunFolder(config.out)
        hub.pull_checkpoint(found, "some-one/run")
        (last,) = found.checkpoints()
        assert last.step == 4 and not list(found.path.parent.glob(".*"))
        new = command.run(config, quiet=True)
        assert "last-checkpoint/stale.bin" not in repo["files"]
    assert (new.model / "model.safetensors").read_bytes() == (alone.model / "model.safetensors").read_bytes()
    losses = [[row["loss"] for row in read_metrics(run.metrics) if "loss" in row] for run in (alone, new)]
    assert losses[0] == losses[1] and len(losses[0]) == 5


def test_a_hub_that_is_away_costs_no_run(
    settings: Callable[..., StageConfig], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    with fake_hub(monkeypatch) as there:
        hub.pull_checkpoint(RunFolder(tmp_path / "run"), "some-one/none")
        assert not (tmp_path / "run").exists()  # nothing there yet: the run begins
        command.run(settings(optim__steps=2), quiet=True)
        run = RunFolder(settings().out)
        there.refuse = 403
        hub.push_checkpoint(run, run.checkpoints()[-1].folder, "some-one/run")
        assert "checkpoint-2 stays on this machine: push_to_hub some-one/run" in capfd.readouterr().err
        with pytest.raises(HubError, match="push_to_hub some-one/run"):
            hub.pull_checkpoint(RunFolder(tmp_path / "other"), "some-one/run")
        assert not (tmp_path / "other").exists()
