"""Skin that is to keep its tones keeps its colour in another light; skin that is not to be touched stays as it is."""

import numpy as np
import pytest

from editor_ops import render
from editor_ops.masks import semantic
from editor_ops.masks.rows import CORRECTIONS
from editor_ops.measure import to_lab
from editor_ops.settings import Settings
from jarvisevo.rules import Plan, plan
from jarvisevo.rules.intent import Keep
from jarvisevo.rules.language import read
from jarvisevo.rules.skin_tones import COLOUR, as_tones
from tests.jarvisevo.rules.test_local import PICTURE, RECTANGLES, edit, finder

TONES = [
    "brighter and warmer, keep the skin tones natural",
    "warm it up and brighten it with natural skin tones",
    "brighter and warmer, but leave her skin tone as it is",
    "warmer and brighter, the skin should look natural",
    "亮一点、暖一点，肤色自然",
    "调亮调暖，肤色保持真实",
    "调亮调暖，不要改变肤色",
]
UNTOUCHED = [
    "brighter and warmer, but don't touch the skin",
    "brighter and warmer, keep the skin as it is",
    "亮一点、暖一点，皮肤不要动",
]
OF_SKIN = [
    "make her skin tones more natural",
    "brighter, make the skin tones natural",
    "brighten the skin",
    "肤色自然一点",
]


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything of the picture can be found."""
    monkeypatch.setattr(semantic, "locate", finder(*RECTANGLES))


def skin_and_rest(text: str) -> tuple[Plan, np.ndarray, np.ndarray]:
    """The plan, and the mean Lab of the skin and of the ground before and after."""
    made, _, photo = edit(text)
    views = [to_lab(PICTURE), to_lab(render(photo, made.settings).pixels)]
    face, ground = np.s_[126:144, 134:186], np.s_[180:235, 10:80]
    means = [np.array([view[place].mean((0, 1)) for view in views]) for place in (face, ground)]
    return made, means[0], means[1]


@pytest.mark.parametrize("text", TONES)
def test_tones_of_skin_are_its_colour_and_light_moves_with_the_rest(text: str) -> None:
    _, face, ground = skin_and_rest(text)
    turn = np.degrees(np.diff(np.arctan2(face[:, 2], face[:, 1]))[0])
    assert abs(turn) < 3.5
    assert np.diff(face[:, 0])[0] > 0.5 * np.diff(ground[:, 0])[0] > 1
    assert np.diff(ground[:, 2])[0] > 2, "the rest is warmer"


@pytest.mark.parametrize("text", UNTOUCHED)
def test_skin_that_is_not_to_be_touched_keeps_its_light(text: str) -> None:
    _, face, ground = skin_and_rest(text)
    assert np.abs(np.diff(face, axis=0)).max() < 1 < np.diff(ground[:, 0])[0]


@pytest.mark.parametrize("text", TONES)
def test_tones_that_stay_are_a_keep_of_colour(text: str) -> None:
    meant = as_tones(read(text))
    assert [keep.what for keep in meant.keep] == [COLOUR]
    assert all(want.where.everywhere for want in meant.wants)


@pytest.mark.parametrize("text", [*UNTOUCHED, *OF_SKIN, "warmer, keep the sky"])
def test_other_words_about_skin_are_as_they_were_read(text: str) -> None:
    assert as_tones(read(text)) == read(text)


def test_what_is_warmed_beside_the_skin_leaves_its_colour_out() -> None:
    made = edit("make the person much warmer, keep skin tones natural")[0]
    (person,) = made.settings[CORRECTIONS]
    assert not made.ignored and person["LocalTemperature"] > 0
    assert len(person["CorrectionMasks"]) > 1, "the skin is taken out of it"


def test_it_is_said_that_the_colour_of_the_skin_stays() -> None:
    assert "colour of the skin" in edit("warmer, keep skin tones natural")[0].thought
    assert "肤色" in edit("暖一点，肤色自然")[0].thought


def test_a_lock_of_skin_is_still_one_of_all_of_it() -> None:
    _, _, photo = edit("")
    made = plan(photo, "brighter", keep=[Keep("all", read("brighten the skin").wants[0].where)])
    assert [group["CorrectionName"] for group in made.settings[CORRECTIONS]] == ["All but skin"]
    assert made.settings["Exposure2012"] == Settings()["Exposure2012"]


def test_tones_of_skin_that_is_not_there_are_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(semantic, "locate", finder("sky"))
    made = edit("much more vivid, keep skin tones natural")[0]
    assert any("not found" in text for text in made.ignored)
    assert not [name for name in made.settings if "Orange" in name]
