"""Turning and mirroring by words: what comes of it in the settings, the note, and what else is asked for."""

from pathlib import Path

import numpy as np
import pytest

from editor_ops.io.decode import load
from editor_ops.ops.geometry import composed, oriented
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.live.states import changes
from jarvisevo.rules.language import read
from jarvisevo.rules.language.explain import describe
from jarvisevo.rules.plan import plan

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(scope="module")
def landscape() -> Photo:
    return load(EXAMPLES / "landscape.jpg").resized(480)


@pytest.mark.parametrize(
    ("words", "turn", "said"),
    [
        ("rotate it 90 degrees", "6", "rotate it 90° clockwise"),
        ("rotate left", "8", "rotate it 90° counter-clockwise"),
        ("it's upside down", "3", "rotate it by 180°"),
        ("flip it horizontally", "2", "flip it horizontally"),
        ("flip it vertically and rotate it right", "5", "flip it vertically"),
        ("顺时针旋转90度", "6", "顺时针旋转 90°"),
        ("左右翻转", "2", "水平翻转"),
    ],
)
def test_the_photo_is_turned_and_nothing_else(landscape: Photo, words: str, turn: str, said: str) -> None:
    made = plan(landscape, words)
    assert made.settings.to_dict() == {"Orientation": turn} and not made.ignored
    assert said in made.thought[0].lower() + made.thought[1:]


def test_a_second_turn_goes_on_from_the_first(landscape: Photo) -> None:
    settings = Settings()
    for expected in ("6", "3", "8", "1"):
        before = settings
        settings = plan(landscape, "rotate right", start=settings).settings
        assert settings["Orientation"] == expected and changes(before, settings)["Orientation"] == expected


@pytest.mark.parametrize("words", ["flip the person", "mirror the tree on the left", "rotate the car 90 degrees"])
def test_a_thing_in_the_photo_is_not_turned(landscape: Photo, words: str) -> None:
    made = plan(landscape, words)
    assert not made.settings.to_dict() and made.ignored


def test_odd_angles_are_refused_in_one_line_and_small_ones_are_a_crop(landscape: Photo) -> None:
    odd = plan(landscape, "rotate it 60 degrees")
    assert not odd.settings.to_dict() and "up to 45°" in odd.ignored[0]
    small = plan(landscape, "rotate it 3 degrees").settings
    assert small["CropAngle"] == -3 and "Orientation" not in small


@pytest.mark.parametrize("turn", range(1, 9))
def test_sides_ratios_and_angles_are_those_that_are_seen(landscape: Photo, turn: int) -> None:
    start = Settings.parse({"Orientation": turn})
    shown = [render(landscape, plan(landscape, "darken the left side a lot", start=start).settings).eight_bit()]
    shown.insert(0, render(landscape, start).eight_bit())
    dark = shown[0].astype(float).mean(2) - shown[1].astype(float).mean(2)
    half = dark.shape[1] // 2
    assert dark[:, :half].mean() > 3 * max(dark[:, half:].mean(), 0.1)
    square = render(landscape, plan(landscape, "crop it to 4:5", start=start).settings).pixels
    assert square.shape[1] / square.shape[0] == pytest.approx(0.8, abs=0.02)
    settings = plan(landscape, "rotate it 3 degrees clockwise", start=start).settings
    assert settings["CropAngle"] == (3 if turn in (2, 4, 5, 7) else -3) and settings["Orientation"] == str(turn)


def test_a_ratio_takes_the_place_of_one_that_stands_and_what_was_cut_off_stays_off(landscape: Photo) -> None:
    start = Settings.parse({"HasCrop": True, "CropTop": 0.1, "CropLeft": 0.3})
    square = start.merge(plan(landscape, "crop to a square", start=start).settings)
    pixels = render(landscape, square).pixels
    assert pixels.shape[0] == pytest.approx(pixels.shape[1], abs=1)
    assert square["CropTop"] == 0.1 and square["CropLeft"] >= 0.3
    start = plan(landscape, "crop to a square").settings
    whole = start.merge(plan(landscape, "crop to 16:9", start=start).settings)
    assert render(landscape, whole).pixels.shape == landscape.pixels.shape


def test_explain_says_how_far_and_which_way() -> None:
    words = "rotate left, then flip it vertically", "it's upside down", "it lies on its side", "rotate it 3 degrees"
    assert [describe(read(said)) for said in words] == [
        ["rotate 90° counter-clockwise", "flip vertical"],
        ["rotate 180°"],
        ["rotate until it stands upright"],
        ["rotate +  3deg"],
    ]


@pytest.mark.parametrize("lies", [6, 8])
def test_a_photo_on_its_side_is_put_upright_by_what_it_shows(lies: int) -> None:
    for name in ("landscape.jpg", "portrait.jpg"):
        photo = Photo.from_array(oriented(load(EXAMPLES / name).resized(640).pixels, lies))
        made = plan(photo, "it lies on its side")
        assert composed(lies, int(made.settings["Orientation"])) == 1 and not made.ignored


def test_where_nothing_tells_it_goes_clockwise_and_says_so() -> None:
    grey = Photo.from_array(np.full((60, 90, 3), 120, np.uint8))
    made = plan(grey, "照片方向不对")
    assert made.settings.to_dict() == {"Orientation": "6"} and "顺时针" in made.ignored[0]
