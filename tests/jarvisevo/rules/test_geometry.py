"""Crops that take something away."""

import numpy as np
import pytest

from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.rules import plan
from jarvisevo.rules.geometry import _beside

NOISE = Photo.from_array(np.random.default_rng(2).integers(0, 255, (400, 600, 3), np.uint8))


@pytest.mark.parametrize(
    ("words", "frame"),
    [
        ("cut off the bottom quarter", (0, 0, 1, 0.75)),
        ("crop to the left half", (0, 0, 0.5, 1)),
        ("cut 10% off each side", (0.1, 0, 0.9, 1)),
        ("trim a bit off the top", (0, 0.07, 1, 1)),
        ("裁掉右边三分之一", (0, 0, 0.667, 1)),
        ("四周裁掉10%", (0.1, 0.1, 0.9, 0.9)),
    ],
)
def test_a_side_is_cut_by_the_share_that_is_named(words: str, frame: tuple[float, ...]) -> None:
    settings = plan(NOISE, words).settings
    sides = [settings[name] for name in ("CropLeft", "CropTop", "CropRight", "CropBottom")]
    assert sides == pytest.approx(frame, abs=1e-3)


def test_a_cut_and_a_ratio_go_together_and_so_does_a_turn() -> None:
    both = render(NOISE, plan(NOISE, "crop it square").settings).pixels.shape
    assert both[0] == both[1]
    settings = plan(NOISE, "rotate it 5 degrees clockwise and cut off the left third").settings
    shown = render(NOISE, settings).pixels
    whole = render(NOISE, plan(NOISE, "rotate it 5 degrees clockwise").settings).pixels
    assert shown.shape[0] == pytest.approx(whole.shape[0], abs=2)
    assert shown.shape[1] == pytest.approx(whole.shape[1] * 2 / 3, abs=3)
    assert np.abs(shown[:, -150:].astype(int) - whole[: shown.shape[0], -150:]).mean() < 25, "the right side stays"


def test_a_thing_is_left_out_where_most_of_the_photo_can_stay() -> None:
    mask = np.zeros((40, 60), bool)
    mask[10:20, 50:58] = True
    assert _beside(mask, partly=False) == {2: pytest.approx(50 / 60, abs=0.01)}
    assert _beside(mask, partly=True) == {2: pytest.approx(54 / 60, abs=0.01)}
    mask[:] = False
    mask[:8] = True  # a sky
    assert _beside(mask, partly=False) == {1: pytest.approx(0.2, abs=0.01)}
    mask[:, :] = True
    assert _beside(mask, partly=False) == {}


def test_what_is_not_there_is_said_and_nothing_is_cropped() -> None:
    made = plan(NOISE, "crop out the dog on the left")
    assert not made.settings["HasCrop"] and any("dog" in remark for remark in made.ignored)


def test_cuts_that_meet_are_refused() -> None:
    made = plan(NOISE, "cut 60% off the left and 60% off the right")
    assert not made.settings["HasCrop"] and any("next to nothing" in remark for remark in made.ignored)


def test_a_crop_to_the_shape_that_a_photo_has_is_said_to_be_none_and_one_around_something_is_closer() -> None:
    square = Photo.from_array(np.random.default_rng(2).integers(0, 255, (400, 400, 3), np.uint8))
    made = plan(square, "crop to a square")
    assert not len(made.settings) and "that shape already" in made.ignored[0]
    both = plan(square, "straighten, make it brighter and crop to a square")  # noise has no horizon
    assert len(both.ignored) == 2 and "crop" not in both.thought and "straighten" not in both.thought
    assert plan(square, "crop to a square around the subject").settings["HasCrop"]


def frame(settings: Settings) -> list[float]:
    return [settings[name] for name in ("CropLeft", "CropTop", "CropRight", "CropBottom")]


def test_crops_go_on_from_the_crop_that_stands() -> None:
    cut = plan(NOISE, "crop 10% off the left").settings
    shaped = plan(NOISE, "crop to 4:5", start=cut).settings
    assert shaped["CropLeft"] >= 0.1 and render(NOISE, shaped).pixels.shape[:2] == (400, 320)
    closer = plan(NOISE, "crop tighter", start=shaped).settings
    tighter = plan(NOISE, "a bit tighter", start=closer).settings
    for before, after in ((shaped, closer), (closer, tighter)):
        was, now = frame(before), frame(after)
        assert now[2] - now[0] <= 0.9 * (was[2] - was[0]) + 1e-3 and now[3] - now[1] <= 0.9 * (was[3] - was[1]) + 1e-3
        assert all(a >= b - 1e-3 for a, b in zip(now[:2], was[:2], strict=True)), "inside"
    again = plan(NOISE, "crop 10% off the left", start=closer).settings
    was, now = frame(closer), frame(again)
    assert now == pytest.approx([was[0] + 0.1 * (was[2] - was[0]), *was[1:]], abs=1e-3)


def test_another_ratio_takes_the_place_of_one_and_a_turned_crop_stays_turned() -> None:
    wide = plan(NOISE, "crop to 16:9").settings
    square = plan(NOISE, "no, 1:1", start=wide).settings
    assert render(NOISE, square).pixels.shape[:2] == (400, 400)
    turned = plan(NOISE, "rotate it 5 degrees clockwise").settings
    closer = plan(NOISE, "crop tighter", start=turned).settings
    assert closer["CropAngle"] == turned["CropAngle"]
    sides = [render(NOISE, settings).pixels.shape[1] for settings in (turned, closer)]
    assert sides[1] == pytest.approx(0.8 * sides[0], abs=2)
    assert "that shape already" in plan(NOISE, "crop to 16:9", start=wide).ignored[0]
