"""How far an edit goes, on real photos: seen where it was asked for, and nothing where there is nothing to do."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from editor_ops import Settings, render
from editor_ops.io.decode import load
from editor_ops.measure import to_lab
from editor_ops.photo import Photo
from jarvisevo.rules import Plan, plan

TRUTH = Path(__file__).resolve().parents[3] / "bench/masks/truth"


@cache
def photo(name: str) -> Photo:
    codes = cv2.imread(str(TRUTH / f"{name}.jpg"), cv2.IMREAD_REDUCED_COLOR_2)
    return Photo.from_array(np.ascontiguousarray(codes[..., ::-1]))


def change(name: str, words: str) -> tuple[Plan, np.ndarray, np.ndarray]:
    """The plan, the photo before in CIELAB, and what the plan changes of it."""
    made = plan(photo(name), words)
    before = to_lab(render(photo(name), Settings()).pixels)
    return made, before, to_lab(render(photo(name), made.settings).pixels) - before


@pytest.mark.parametrize("words", ["make the sky bluer", "天空调蓝一点"])
@pytest.mark.parametrize("name", ["cid22_pexels_photo_4672246", "kodim21"])
def test_a_bluer_sky_is_seen_and_is_not_violet(name: str, words: str) -> None:
    _, before, gap = change(name, words)
    blue = (before[..., 2] < -12) & (np.arange(before.shape[0])[:, None] < 0.4 * before.shape[0])
    assert blue.mean() > 0.03
    a, b = gap[blue].mean(0)[1:]
    assert -14 < b < -2.5 and a < -0.6 * b


@pytest.mark.parametrize(("words", "told"), [("less yellow", "hardly any yellow"), ("黄色淡一点", "几乎没有黄色")])
def test_less_of_a_colour_that_is_not_there_is_told(words: str, told: str) -> None:
    made, _, _ = change("cid22_7394483", words)
    assert made.settings == Settings() and told in made.ignored[0]


def test_less_of_a_colour_of_things_leaves_the_rest() -> None:
    _, before, gap = change("cid22_pexels_photo_1075776", "less yellow")
    yellow = (before[..., 2] > 35) & (before[..., 1] < 15)
    assert gap[yellow].mean(0)[2] < -4
    grey = np.hypot(before[..., 1], before[..., 2]) < 6
    assert np.abs(gap[grey].mean(0)).max() < 0.7


@pytest.mark.parametrize("words", ["make the food look tastier", "让食物更有食欲", "the steak should look fresher"])
def test_food_is_not_the_subject_where_there_is_none(words: str) -> None:
    made, _, _ = change("cid22_146083", words)
    assert made.settings == Settings() and made.ignored


def test_food_is_found_where_a_meal_is_and_no_other_dish_is_taken() -> None:
    assert not plan(photo("cid22_708587"), "make the food look tastier").ignored
    assert plan(photo("cid22_708587"), "make the sushi look tastier").ignored


def test_bright_and_airy_is_lighter_in_a_light_room() -> None:
    _, before, gap = change("cid22_1080721", "bright and airy")
    assert gap[..., 0].mean() > 1.5
    dark = before[..., 0] < np.percentile(before[..., 0], 10)
    assert gap[dark].mean(0)[0] > 2


def test_cooling_what_is_white_does_not_darken_it() -> None:
    _, before, gap = change("cid22_5398956", "whiter whites")
    light = before[..., 0] > np.percentile(before[..., 0], 75)
    assert gap[light].mean(0)[0] > -1


def test_a_style_for_a_scene_is_one_for_the_whole_photo() -> None:
    made, _, gap = change("cid22_53435", "dramatic coast")
    assert not made.ignored and gap[..., 0].mean() < -3


def test_a_style_that_is_named_twice_is_done_once() -> None:
    made, once = (plan(photo("cid22_53435"), words) for words in ("cinematic, teal and orange", "cinematic"))
    assert made.settings == once.settings


def test_tints_of_a_style_do_not_grey_the_photo() -> None:
    made, _, _ = change("cid22_7062177", "cinematic")
    assert made.settings["Saturation"] > -20 and made.settings["Vibrance"] > -20


@pytest.mark.parametrize("words", ["a touch darker", "略暗一点"])
def test_a_little_is_no_more_where_there_is_more_room(words: str) -> None:
    bright = Photo.from_array(np.full((120, 160, 3), 205, np.uint8))
    before, after = (
        to_lab(render(bright, s).pixels)[..., 0].mean() for s in (Settings(), plan(bright, words).settings)
    )
    assert 3.5 < before - after < 6.0


def test_a_veil_over_a_dim_photo_goes_without_darkening_it() -> None:
    shades = np.linspace(55, 120, 200, dtype=np.uint8)
    dim = Photo.from_array(np.ascontiguousarray(np.broadcast_to(shades[None, :, None], (150, 200, 3))))
    before, after = (to_lab(render(dim, s).pixels)[..., 0] for s in (Settings(), plan(dim, "clear the haze").settings))
    assert after.mean() > before.mean() - 0.8
    assert after.std() > 1.03 * before.std()


def test_a_flood_of_blue_is_a_cast_though_a_tenth_of_the_photo_is_green() -> None:
    rng = np.random.default_rng(5)
    codes = np.clip(np.array([88, 104, 168]) + rng.normal(0, 14, (160, 200, 1)), 0, 255)
    codes[140:, :] = (60, 92, 52)
    made = plan(Photo.from_array(codes.astype(np.uint8)), "everything is too blue")
    assert made.settings["IncrementalTemperature"] > 25


def test_what_is_said_twice_of_a_lawn_is_done_once_and_leaves_it_green() -> None:
    _, before, gap = change("cid22_53435", "the lawn is too green and too saturated")
    lawn = np.arange(before.shape[0])[:, None] > 0.75 * before.shape[0]
    lawn = lawn & (np.hypot(before[..., 1], before[..., 2]) > 30)
    was = np.hypot(*before[lawn].mean(0)[1:])
    now = np.hypot(*(before[lawn] + gap[lawn]).mean(0)[1:])
    assert 0.6 * was < now < 0.92 * was


def test_an_evening_light_on_grey_is_orange_and_no_khaki() -> None:
    grey = Photo.from_array(np.full((120, 160, 3), 105, np.uint8))
    a, b = (to_lab(render(grey, plan(grey, "golden hour").settings).pixels).mean((0, 1)))[1:]
    assert b > 4 and a > 0.2 * b


def test_a_meadow_of_straw_is_found_without_the_sky_over_it() -> None:
    made, before, gap = change("immich_nature_tanners_ridge", "brighten the meadow")
    height = before.shape[0]
    assert not made.ignored
    assert gap[int(0.75 * height) :, :, 0].mean() > 3
    assert abs(gap[: int(0.35 * height), :, 0].mean()) < 0.5


@pytest.mark.parametrize("words", ["darken the orange rim", "橙色的篮筐暗一点"])
def test_a_thing_without_a_finder_is_found_by_the_colour_that_it_is_called_by(words: str) -> None:
    made, before, gap = change("cid22_3534924", words)
    orange = (before[..., 1] > 15) & (before[..., 2] > 45)
    assert gap[orange].mean(0)[0] < -1.5
    assert abs(gap[np.hypot(before[..., 1], before[..., 2]) < 5].mean(0)[0]) < 0.3
    assert not made.ignored


@pytest.mark.parametrize("words", ["darken the rim", "darken the purple rim", "篮筐暗一点"])
def test_nor_without_a_colour_that_is_there_in_one_piece(words: str) -> None:
    made, _, _ = change("cid22_3534924", words)
    assert made.settings == Settings() and made.ignored


def test_grey_but_for_one_thing_tints_no_skin() -> None:
    _, before, gap = change("cid22_3534924", "black and white, but not the orange rim")
    after = before + gap
    player = after[
        int(0.3 * len(after)) : int(0.5 * len(after)), int(0.66 * after.shape[1]) : int(0.82 * after.shape[1])
    ]
    assert np.hypot(player[..., 1], player[..., 2]).mean() < 2.5
    assert np.hypot(*after[(before[..., 1] > 15) & (before[..., 2] > 45)].mean(0)[1:]) > 30


@pytest.mark.parametrize("words", ["灯光太黄", "灯光偏黄了"])
def test_the_colour_of_the_light_is_that_of_all_it_falls_on(words: str) -> None:
    _, _, gap = change("cid22_333963", words)
    assert gap[..., 2].mean() < -3


def test_greens_without_yellow_are_less_yellow_all_the_same() -> None:
    green = Photo.from_array(np.tile(np.array([52, 118, 74], np.uint8), (120, 160, 1)))
    was, now = (
        to_lab(render(green, settings).pixels).mean((0, 1))
        for settings in (Settings(), plan(green, "make the greens less yellow").settings)
    )
    assert np.degrees(np.arctan2(now[2], now[1])) > np.degrees(np.arctan2(was[2], was[1])) + 0.7


def test_a_street_by_night_is_the_lower_part() -> None:
    codes = np.full((150, 200, 3), 14, np.uint8)
    codes[20:60, 150:170] = 235
    night = Photo.from_array(codes)
    settings = plan(night, "路面提亮").settings
    before, after = (to_lab(render(night, s).pixels)[..., 0] for s in (Settings(), settings))
    assert (after - before)[120:].mean() > 1.5 and abs((after - before)[:40].mean()) < 0.3


@pytest.mark.parametrize("words", ["brighter, then a little less saturation", "先把整体提亮，再降一点饱和度"])
def test_less_colour_beside_more_light_is_less_than_before(words: str) -> None:
    _, before, gap = change("cid22_3396657", words)
    colour = np.hypot(before[..., 1], before[..., 2])
    assert gap[..., 0].mean() > 3
    assert np.hypot(*(before + gap)[..., 1:].transpose(2, 0, 1)).mean() < 0.97 * colour.mean()


def test_blue_water_that_is_to_be_turquoise_turns_and_is_not_bluer() -> None:
    _, before, gap = change("cid22_261045", "make the blue water more turquoise")
    blue = before[..., 2] < -20
    assert blue.mean() > 0.05
    was, now = before[blue].mean(0), (before + gap)[blue].mean(0)
    assert np.degrees(np.arctan2(now[2], now[1])) < np.degrees(np.arctan2(was[2], was[1])) - 5


def test_less_green_of_leaves_is_no_white_balance() -> None:
    rng = np.random.default_rng(5)
    leaves = np.clip(rng.normal(1, 0.35, (120, 160, 1)) * np.array([86, 128, 46]), 0, 255).astype(np.uint8)
    made = plan(Photo.from_array(leaves), "less green").settings
    assert made["SaturationAdjustmentGreen"] < -10
    assert "IncrementalTemperature" not in made and "IncrementalTint" not in made


def test_a_fresh_look_of_leaves_leaves_the_light_warm() -> None:
    rng = np.random.default_rng(5)
    leaves = np.clip(rng.normal(1, 0.35, (120, 160, 1)) * np.array([60, 92, 30]), 0, 255).astype(np.uint8)
    made = plan(Photo.from_array(leaves), "fresh look").settings
    assert made.values.get("IncrementalTemperature", 0) > -25  # more light makes the greens stronger, not the light


def skin_correction(settings: Settings) -> dict[str, float]:
    groups = settings.values.get("MaskGroupBasedCorrections", ())
    found: Mapping[str, Any] = next((group for group in groups if group.get("CorrectionName") == "Skin"), {})
    return {name: abs(value) for name, value in found.items() if name.startswith("Local")}


def test_colours_of_a_place_bring_no_correction_of_the_skin_and_those_of_the_photo_no_growing_one() -> None:
    person = load(TRUTH.parents[2] / "examples/portrait.jpg").resized(700)
    assert not skin_correction(plan(person, "make the top half a lot bluer").settings)
    stands = Settings()
    for words in ("a lot less saturated", "much cooler", "a lot less saturated"):
        made = plan(person, words, start=stands)
        stands = made.settings
        if "saturated" in words:
            assert any("skin" in note for note in made.notes), "it is said"
    assert 0 < max(skin_correction(stands).values()) <= 0.45


def test_a_cast_that_is_complained_of_goes_as_far_as_it_lies_over_everything() -> None:
    made, _, gap = change("cid22_258947", "way too yellow")
    assert made.settings["IncrementalTemperature"] < -80, "the light alone tells -60"
    assert -25 < gap[..., 2].mean() < -5
