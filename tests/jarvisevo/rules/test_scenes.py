"""Styles and auto on photos that are already what a style wants, or that are meant to be light, dark or grey."""

import numpy as np
import pytest

from editor_ops import Settings
from editor_ops.measure import measure
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from jarvisevo.report.overlays import weigh
from jarvisevo.rules import plan, scenery
from jarvisevo.rules.goals import View


def test_under_a_sky_that_reaches_the_bottom_is_no_meadow() -> None:
    none = np.zeros((60, 80), np.float32)  # warnings are errors here
    land = scenery.Land(scene(90, 200), View(np.full((60, 80, 3), 160, np.uint8)), none + 1, none, none)
    assert scenery.find("grass", land, "Grass") is None


def test_the_water_of_a_pool_is_not_the_bluish_tiles_around_it() -> None:
    picture = np.full((60, 80, 3), (214, 222, 232), np.uint8)
    picture[30:55, 10:70] = (20, 120, 190)
    picture[30:55:3, 10:70] = (60, 170, 225)
    none = np.zeros((60, 80), np.float32)
    land = scenery.Land(Photo.from_array(picture), View(picture), none, none, none)
    masks = scenery.find("water", land, "Water")
    weight, problems = weigh(land.photo, {"CorrectionMasks": masks}, Settings(), 80)
    assert weight is not None and not problems
    assert weight[30:55, 10:70].mean() > 0.8 and weight[:28].mean() < 0.05


def scene(low: int, high: int, colour: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> Photo:
    """Soft blobs between two codes, in one colour."""
    y, x = np.mgrid[0:160, 0:240] / 40.0
    light = 0.5 + 0.25 * np.sin(x * 2.1 + np.cos(y)) + 0.25 * np.cos(y * 1.7 + np.sin(x))
    codes = (low + (high - low) * light)[..., None] * np.array(colour)
    return Photo.from_array(codes.clip(0, 255).astype(np.uint8))


def change(photo: Photo, words: str) -> tuple[float, dict[str, object]]:
    """Change of mean L*, and the settings."""
    settings = plan(photo, words).settings
    after = measure(render(photo, settings).eight_bit()).lightness
    return after - measure(render(photo).eight_bit()).lightness, settings.to_dict()


@pytest.mark.parametrize("words", ["moody", "low key", "情绪感"])
def test_a_dark_style_leaves_clouds_light(words: str) -> None:
    moved, _ = change(scene(175, 245, (0.94, 0.97, 1.0)), words)
    assert -10 < moved < -3


@pytest.mark.parametrize("words", ["moody", "暗黑风"])
def test_a_dark_style_does_not_crush_what_is_dark(words: str) -> None:
    moved, settings = change(scene(6, 60, (1.0, 0.8, 0.7)), words)
    assert -3 < moved <= 0.5
    assert "ToneCurvePV2012" not in settings or settings["ToneCurvePV2012"][0][1] < 4  # type: ignore[index]


def test_faded_blacks_are_less_on_a_dark_photo() -> None:
    curves = [change(photo, "film look")[1]["ToneCurvePV2012"] for photo in (scene(5, 90), scene(30, 220))]
    dark, light = (curve[0][1] for curve in curves)  # type: ignore[index]
    assert 0 < dark < 0.7 * light


def test_a_black_and_white_photo_takes_no_tints_but_of_a_warm_style() -> None:
    grey = scene(20, 230)
    assert not any(name.startswith("SplitToning") for name in change(grey, "moody")[1])
    assert "Vibrance" not in change(grey, "make this look good")[1]
    assert "SplitToningShadowHue" in change(grey, "vintage look")[1]


@pytest.mark.parametrize("words", ["make it brighter", "亮一点"])
def test_more_light_leaves_the_blacks_where_they_were(words: str) -> None:
    photo = scene(12, 120)
    after = measure(render(photo, plan(photo, words).settings).eight_bit())
    before = measure(photo)
    assert after.lightness > before.lightness + 3
    assert after.percentiles[0] < before.percentiles[0] + 1.5


def test_lifted_shadows_are_not_put_back() -> None:
    assert change(scene(30, 120), "brighter, and lift the shadows")[1]["Blacks2012"] > 0  # type: ignore[operator]


def test_a_little_contrast_on_a_dull_photo_is_a_little() -> None:
    photo = scene(70, 150)
    after = measure(render(photo, plan(photo, "a bit more contrast").settings).eight_bit()).contrast
    assert 1.05 < after / measure(photo).contrast < 1.4


def test_fading_leaves_some_of_the_contrast_that_was_asked_for() -> None:
    photo = scene(30, 220)
    curves = [change(photo, words)[1]["ToneCurvePV2012"] for words in ("fade it", "fade it and add contrast")]
    assert curves[1][0][1] < 0.6 * curves[0][0][1]  # type: ignore[index]


def test_auto_leaves_the_colour_of_the_sea() -> None:
    sea = scene(60, 160, (0.72, 0.88, 1.0))
    rocks = np.array(render(sea).eight_bit())
    rocks[:40] = rocks[:40].mean(-1, keepdims=True).astype(np.uint8)
    assert "IncrementalTemperature" not in change(Photo.from_array(rocks), "make this look good")[1]


def blossoms(petals: tuple[int, int, int]) -> Photo:
    """Round petals of a colour before olive stems and green leaves."""
    frame = np.full((240, 360, 3), (62, 92, 40), np.uint8)
    frame[:, 40:60] = frame[:, 300:316] = (96, 88, 30)
    y, x = np.mgrid[:240, :360]
    for top, left in ((80, 130), (120, 220), (170, 150)):
        frame[(y - top) ** 2 + (x - left) ** 2 < 28**2] = petals
    return Photo.from_array(frame)


@pytest.mark.parametrize("petals", [(196, 190, 226), (240, 160, 190)], ids=["lilac", "pink"])
def test_flowers_are_their_petals_and_not_the_stems(
    petals: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenery, "likely", lambda *_: True)  # drawn ones are none to the scene parser
    photo = blossoms(petals)
    before = render(photo).eight_bit().astype(int)
    moved = np.abs(render(photo, plan(photo, "darken the flowers").settings).eight_bit().astype(int) - before).mean(2)
    assert moved[80, 130] > 4 * max(moved[20, 50], moved[20, 20], 0.5)


def test_what_lies_in_the_dark_is_lit_as_far_as_it_takes() -> None:
    moved, settings = change(scene(2, 30), "too dark, I can't see a thing")
    assert moved > 8
    assert settings["Exposure2012"] > 1.7
