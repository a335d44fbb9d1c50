"""Measured changes name what was done."""

from pathlib import Path

import numpy as np
import pytest

from data_pipeline.facts import changes
from editor_ops.photo import load
from editor_ops.pipeline import render
from editor_ops.settings import Settings

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", ["landscape.jpg", "portrait.jpg", "food.jpg"])
@pytest.mark.parametrize(("settings", "dim", "sign"), [
    ({"Exposure2012": 0.9}, "brightness", 1), ({"Exposure2012": -0.9}, "brightness", -1),
    ({"IncrementalTemperature": 40}, "warmth", 1), ({"IncrementalTemperature": -40}, "warmth", -1),
    ({"IncrementalTint": 35}, "magenta", 1), ({"Saturation": 45}, "chroma", 1), ({"Saturation": -60}, "chroma", -1),
    ({"Contrast2012": 60}, "contrast", 1), ({"Contrast2012": -60}, "contrast", -1),
    ({"PostCropVignetteAmount": -40}, "vignette", 1), ({"ConvertToGrayscale": True}, "bw", 1),
])  # fmt: skip
def test_the_largest_change_is_the_one_that_was_made(name: str, settings: dict, dim: str, sign: int) -> None:
    photo = load(EXAMPLES / name)
    found = changes(photo.pixels, render(photo, Settings.parse(settings), 400).pixels)
    told = {c.dim: c.wanted.sign for c in found[:3]}
    assert told.get(dim) == sign, found


def test_nothing_changed_is_nothing_said() -> None:
    picture = load(EXAMPLES / "food.jpg").pixels
    assert changes(picture, picture) == []


def test_what_is_no_picture() -> None:
    with pytest.raises(ValueError, match="uint8"):
        changes(np.zeros((3, 3)), np.zeros((3, 3, 3), np.uint8))
