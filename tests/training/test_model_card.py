"""What a finished run leaves beside the weights: its card, and a copy on the Hub when that is asked for."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

pytest.importorskip("trl")

from jarvisevo.files.hub import HubError
from tests.jarvisevo.fake_hub import fake_hub
from training import command
from training.config import StageConfig
from training.model_card import card
from training.run import RunFolder, TrainingError

Make = Callable[..., StageConfig]


def test_every_trained_model_has_a_card_that_tells_its_run(settings: Make, data: Path, tmp_path: Path) -> None:
    keys = {"heldout": {"folder": str(data), "every": 100, "limit": 1, "max_tokens": 16}}
    run = command.run(settings(optim__steps=2, **keys), quiet=True)
    text = (run.model / "README.md").read_text("utf-8")
    head = yaml.safe_load(text.split("---")[1])
    assert head["pipeline_tag"] == "image-text-to-text" and head["library_name"] == "transformers"
    assert "On 1 edits and 1 judgements." in text and " |  |" not in text.split("## Held-out")[1].split("## ")[0]
    assert "| steps | 2 |" in text and "| delta_e |" in text and "supervised fine-tuning" in text
    assert str(tmp_path) not in text and str(data) not in text  # no places of this machine
    config = yaml.safe_load(text.split("```yaml\n")[1].split("```")[0])
    assert config["optim"]["steps"] == 2 and config["stage"] == "sft"


@pytest.mark.parametrize(
    ("name", "like", "began", "base"),
    [
        ("out/s1/model", "nano", "`out/s1`, of the kind of `nano`", None),
        (
            "/a/out/sft/model",
            "Qwen/Qwen3-VL-8B-Instruct",
            "`out/sft`, of the kind of `Qwen/Qwen3-VL-8B-Instruct`",
            "Qwen/Qwen3-VL-8B-Instruct",
        ),
        ("Qwen/Qwen3-VL-8B-Instruct", "", "`Qwen/Qwen3-VL-8B-Instruct`", "Qwen/Qwen3-VL-8B-Instruct"),
        ("nano", "", "random weights of the small model `nano`", None),
    ],
)
def test_a_card_names_what_the_model_began_as(
    settings: Make, name: str, like: str, began: str, base: str | None
) -> None:
    config = settings(model__name=name, model__like=like)
    text = card(config, RunFolder(config.out))
    assert f"It began as {began}." in text
    assert yaml.safe_load(text.split("---")[1]).get("base_model") == base


def test_a_run_without_held_out_records_says_so(settings: Make) -> None:
    run = command.run(settings(optim__steps=1), quiet=True)
    assert "Not measured in this run" in (run.model / "README.md").read_text("utf-8")


def test_the_model_is_pushed_with_its_card(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_hub(monkeypatch) as hub:
        run = command.run(settings(optim__steps=1, push_to_hub="someone/editor", hub_private=False), quiet=True)
        repo = hub.repos["someone/editor"]
    here = {path.name: path.read_bytes() for path in run.model.iterdir() if path.name != "run.json"}
    assert repo["files"] == here and {"README.md", "model.safetensors", "config.json"} <= here.keys()
    assert not repo["private"] and len(repo["commits"]) == 1


def test_a_hub_that_refuses_ends_the_run_before_it_begins(
    settings: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with fake_hub(monkeypatch) as hub:
        hub.refuse = 403
        with pytest.raises(HubError, match="write access"):
            command.run(settings(push_to_hub="someone/editor"), quiet=True)
    assert not RunFolder(tmp_path / "run").checkpoints() and not (tmp_path / "run" / "model").exists()


def test_trackio_is_one_key_and_says_when_it_is_missing(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.trainer.util.find_spec", lambda name: None)
    with pytest.raises(TrainingError, match="pip install trackio"):
        command.run(settings(report_to=["trackio"]), quiet=True)
