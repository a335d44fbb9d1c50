"""Data sets by their address on the hub; nothing is fetched here but by a stand-in."""

from pathlib import Path
from typing import Any

import pytest

from training import data as dataset
from training import dry, hub
from training.config import TrainDataConfig, load
from training.run import TrainingDataError

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
