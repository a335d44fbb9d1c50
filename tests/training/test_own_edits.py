"""A model's own edits written down, and learnt in place of the targets."""

import shutil
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from jarvisevo.files.journal import Journal
from training import data as dataset
from training import own_edits
from training.config import TrainDataConfig
from training.run import TrainingDataError


@pytest.fixture
def copied(data: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(data, tmp_path / "copied"))


def test_own_edits_take_the_place_of_the_targets(copied: Path) -> None:
    Journal(copied / "own_edits.jsonl").add(
        {"id": "e0", "thought": "Even. Wanted: brighter.", "settings": {"Exposure2012": 0.7}}, {"id": "e1"}
    )
    config = TrainDataConfig(folders=(copied,), kinds=("edit",), imitate="own")
    left: Counter[str] = Counter()
    said = {each.id: each for each in dataset.conversations(dataset.entries(config), config, left)}
    assert sorted(said) == ["e0", "r0"] and left == {"without an edit of its own": 5}
    answer = said["e0"].messages[-1].text
    assert "0.7" in answer and "Even. Wanted: brighter." in answer and "0.5" not in answer


def test_without_own_edits_the_command_that_makes_them_is_named(copied: Path) -> None:
    config = TrainDataConfig(folders=(copied,), kinds=("edit",), imitate="own")
    with pytest.raises(TrainingDataError, match=r"python -m training\.own_edits MODEL"):
        list(dataset.conversations(dataset.entries(config), config, Counter()))


def test_they_are_written_once_by_all_processes_together(micro: Path, copied: Path) -> None:
    import typer

    app = typer.Typer()
    app.command()(own_edits.main)
    for part in ("1/2", "2/2", "2/2"):
        done = CliRunner().invoke(app, [str(micro), str(copied), "--part", part, "--max-tokens", "16"])
        assert done.exit_code == 0, done.output
    rows = [row["id"] for file in sorted(copied.glob(dataset.FILES)) for row in Journal(file).rows]
    assert sorted(rows) == [f"e{i}" for i in range(6)]  # each once, though the second process ran twice
    wrong = CliRunner().invoke(app, [str(micro), str(copied), "--part", "3/2"])
    assert wrong.exit_code == 2 and "which of how many" in wrong.output
    missing = CliRunner().invoke(app, [str(copied / "no"), str(copied)])
    assert missing.exit_code == 1 and "no such folder" in missing.output
