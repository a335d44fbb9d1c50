"""Every script in examples/ runs as its docstring says."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import ROOT, Run

EXAMPLES = ROOT / "examples"


def test_editing_from_python(python: Callable[..., Run], tmp_path: Path) -> None:
    out = tmp_path / "out.jpg"
    done = python(EXAMPLES / "edit_from_python.py", EXAMPLES / "food.jpg", "brighter", out)
    assert done.code == 0, done.err
    assert "Exposure2012" in done.out
    assert out.is_file()


def test_scoring_a_folder(python: Callable[..., Run], tmp_path: Path) -> None:
    for name in ("a__before.jpg", "a__after.jpg", "b__before.jpg"):
        shutil.copy(EXAMPLES / "food.jpg", tmp_path / name)
    shutil.copy(EXAMPLES / "night.jpg", tmp_path / "b__after.jpg")
    done = python(EXAMPLES / "score_a_folder.py", tmp_path, "brighter")
    assert done.code == 0, done.err
    lines = done.out.splitlines()
    assert [line.split()[0] for line in lines] == ["a", "b"]
    assert 1 <= float(lines[0].split()[1]) <= 5


def test_a_slider_of_ones_own(python: Callable[..., Run], tmp_path: Path) -> None:
    out = tmp_path / "faded.jpg"
    done = python(EXAMPLES / "own_slider.py", EXAMPLES / "portrait.jpg", out)
    assert done.code == 0, done.err
    assert out.is_file()


def test_twenty_steps_of_training(python: Callable[..., Run], tmp_path: Path) -> None:
    pytest.importorskip("trl")
    done = python(EXAMPLES / "train_20_steps.py", tmp_path)
    assert done.code == 0, done.err
    assert (tmp_path / "sft" / "model" / "model.safetensors").is_file()
    assert "It began as random weights" in (tmp_path / "sft" / "model" / "README.md").read_text("utf-8")
