"""`jarvisevo explain`: what it prints and returns."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from jarvisevo.cli.main import main


def test_lines_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "a bit warmer, keep the sky, remove the car"]) == 0
    assert capsys.readouterr().out.splitlines() == ["warmth +  a little", "keep sky", "beyond sliders: remove the car"]


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("a bit less", ["the last edit x 0.7"]),
        ("wrong, undo", ["undo the last step"]),
        ("redo", ["redo the undone step"]),
        ("reset and make it warmer", ["begin again from the photo as it came", "warmth +"]),
        ("undo the grain", ["take out, where it is set: grain"]),
        ("undo the haze", ["take out, where it is set: haze", "else: haze -"]),
        ("undo everything except the skin", ["take out all that is set but: skin"]),
    ],
)
def test_words_about_the_edit(capsys: pytest.CaptureFixture[str], words: str, lines: list[str]) -> None:
    assert main(["explain", words]) == 0
    assert capsys.readouterr().out.splitlines() == lines
    assert main(["explain", "--json", words]) == 0
    assert json.loads(capsys.readouterr().out)["about_the_edit"]["what"] == lines[0]


def test_words_may_begin_with_a_minus(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "-1 EV"]) == 0 and main(["explain", "--json", "-20 saturation"]) == 0
    said = capsys.readouterr().out
    assert main(["explain", "-饱和度20"]) == 0 and "saturation" in capsys.readouterr().out
    assert said.startswith("brightness -  -1EV\n") and '"words": "-20 saturation"' in said
    assert main(["explain", "-x", "warmer"]) == 2 and "No such option: -x" in capsys.readouterr().err


def test_a_number_is_explained_as_it_is_carried_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "exposure +20, clarity 300"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "brightness +  20 points (0.4EV)",
        "clarity +  300 (the slider goes to 100)",
    ]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "--json", "除了狗，其他都变成黑白"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert [(w["what"], w["where"]) for w in said["wants"]] == [("black_and_white", "all")]
    assert said["keep"] == [{"what": "all", "where": "dog"}]
    assert said["not_understood"] == said["out_of_scope"] == []


def test_what_is_not_in_the_photo_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = tmp_path / "grey.png"
    cv2.imwrite(str(photo), np.full((96, 128, 3), 128, np.uint8))
    assert main(["explain", "brighten the car, warmer", str(photo), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["not_found"] == ["car"]


@pytest.mark.parametrize(
    ("words", "cause"),
    [
        (["explain", "  "], "the instruction is empty"),
        (["explain", "warmer", "no/such.jpg"], "no/such.jpg: no such file"),
    ],
)
def test_wrong_calls_are_one_line(words: list[str], cause: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1 and cause in lines[0]
