"""Frames that an edit turned, mirrored or cropped: like is compared with like."""

from pathlib import Path

import numpy as np
import pytest

from editor_ops.io.decode import load
from editor_ops.photo import Image, Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.scoring.analytic.frames import fitted
from jarvisevo.scoring.evaluators import AnalyticEvaluator

EXAMPLES = Path(__file__).parents[4] / "examples"
HARD = {"Exposure2012": 1.0, "Contrast2012": 40, "ConvertToGrayscale": True}
CROP = {"HasCrop": True, "CropLeft": 0.2, "CropTop": 0.2, "CropRight": 0.8, "CropBottom": 0.9}


@pytest.fixture(scope="module", params=["food.jpg", "landscape.jpg", "night.jpg", "portrait.jpg"])
def photo(request: pytest.FixtureRequest) -> Photo:
    return load(EXAMPLES / request.param).resized(600)


def shown(photo: Photo, document: dict[str, object]) -> np.ndarray:
    return render(photo, Settings.parse(document)).eight_bit()


@pytest.mark.parametrize("turn", range(1, 9))
def test_the_turn_is_found_and_undone(photo: Photo, turn: int) -> None:
    before = shown(photo, {})
    plain = fitted(before, shown(photo, {"Orientation": turn}))
    assert plain.orientation == turn and plain.difference < 0.01 and plain.reframed == (turn != 1)
    hard = fitted(before, shown(photo, HARD | {"Orientation": turn}))
    assert hard.orientation == turn and hard.difference == pytest.approx(fitted(before, shown(photo, HARD)).difference)
    cropped = fitted(before, shown(photo, CROP | {"Orientation": turn}), True)
    assert cropped.orientation == turn and 0.3 < cropped.kept < 0.6 and cropped.difference < 6


def test_a_frame_that_grew_or_moved_is_compared_where_both_show_the_same(photo: Photo) -> None:
    cut = {"HasCrop": True, "CropLeft": 0.12}
    for first, then in ((cut, {"HasCrop": True, "CropLeft": 0.03, "CropRight": 0.85}), (CROP, {})):
        pair = fitted(shown(photo, first), shown(photo, then), True)
        assert pair.reframed and pair.difference < 6
        made = AnalyticEvaluator().score(shown(photo, first), shown(photo, then), "crop it another way")
        assert "mask's edge" not in made.rationale


def test_flat_frames_are_taken_as_they_lie() -> None:
    grey = np.full((40, 60, 3), 120, np.uint8)
    assert fitted(grey, grey).orientation == 1
    assert fitted(grey, np.ascontiguousarray(grey.transpose(1, 0, 2))).before.size  # another shape is no error


def test_turns_are_scored_by_whether_they_were_asked_for(photo: Photo) -> None:
    judge = AnalyticEvaluator()

    def score(words: str, document: dict[str, object]) -> float:
        made = judge.score(Image(shown(photo, {})), Image(shown(photo, document)), words)
        assert made.score is not None
        return made.score

    asked = "rotate it 90 degrees clockwise"
    right, wrong, nothing = (score(asked, d) for d in ({"Orientation": 6}, {"Orientation": 8}, {}))
    assert right > 4.5 and nothing < 3 and wrong < nothing
    assert score("flip it horizontally", {"Orientation": 2}) > 4.5
    assert score("the photo lies on its side", {"Orientation": 8}) > 4.5
    brighter = {"Exposure2012": 0.4}
    assert score("make it brighter", brighter) > score("make it brighter", brighter | {"Orientation": 6}) + 1
    both = score(f"{asked} and make it brighter", brighter | {"Orientation": 6})
    assert both > score("make it brighter", brighter) - 0.3
