"""What words take back of an earlier request."""

import re

import pytest

from editor_ops.settings import Settings
from jarvisevo.rules.between import eased
from jarvisevo.rules.earlier.acts import read_relative
from jarvisevo.rules.earlier.named import less_added, with_its_skin
from jarvisevo.rules.earlier.partly import Partly, partly, unasked


@pytest.mark.parametrize(
    ("asked", "words", "step", "factor"),
    [
        (["make it warmer"], "too warm", 1, 0.5),
        (["make it warmer"], "it's a bit too warm now", 1, 0.7),
        (["make it warmer"], "not so warm", 1, 0.5),
        (["make it warmer", "darker"], "too warm", 1, 0.5),
        (["brighten the face"], "the face is too bright", 1, 0.5),
        (["add a vignette"], "too much vignette", 1, 0.5),
        (["暖一点"], "太暖了", 1, 0.5),
        (["背景压暗"], "背景太暗了", 1, 0.5),
        (["鲜艳一点"], "没那么鲜艳", 1, 0.5),
        (["青橙色调", "提亮一点"], "青橙淡一点", 1, 0.5),
        (["青橙色调", "提亮一点"], "去掉青橙", 1, 0.0),
        (["teal and orange"], "teal and orange a bit weaker", 1, 0.7),
        (["vintage look", "brighter"], "less vintage", 1, 0.5),
        (["vintage look", "brighter"], "remove the vintage look", 1, 0.0),
        (["日系", "暖一点"], "胶片感", 1, 0.0),
        (["日系"], "不要日系了，换成港风", 1, 0.0),
    ],
)
def test_what_was_too_much_is_eased_and_a_style_goes_or_gives_way(
    asked: list[str], words: str, step: int, factor: float
) -> None:
    found = partly(words, asked, asked[-1])
    assert found is not None and (found.step, found.factor) == (step, factor)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ([], "too warm"),
        (["make it warmer"], "it is too dark"),
        (["make it warmer", "cooler"], "too warm"),
        (["make it warmer"], "cooler"),
        (["brighten the face"], "too bright"),
        (["make it warmer by 20"], "too warm"),
        (["日系"], "再加点胶片感"),
        (["日系"], "日系"),
        (["warmer"], "less vintage"),
        (["the sky bluer"], "remove the sky"),
    ],
)
def test_other_words_are_an_ordinary_instruction(asked: list[str], words: str) -> None:
    assert partly(words, asked, asked[-1] if asked else "") is None


def test_only_what_is_too_much_of_several_wishes_is_meant() -> None:
    found = partly("太暖了", ["暖一点，对比度强一点"], "暖一点，对比度强一点")
    assert found is not None and [want.what for want in found.wants] == ["warmth"]
    assert partly("change vintage to black and white", ["vintage look"], "vintage look") == Partly(
        1, 0.0, rest="black and white"
    )


def test_an_earlier_step_is_eased_below_what_came_after_it() -> None:
    before, after = Settings(), Settings.parse({"Contrast2012": 20, "Exposure2012": 1.0, "ConvertToGrayscale": True})
    standing = Settings.parse({"Contrast2012": 30, "Exposure2012": 1.0, "ConvertToGrayscale": True, "Vibrance": 5})
    assert eased(before, after, standing, 0).to_dict() == {"Contrast2012": 10, "Vibrance": 5}
    half = eased(before, after, standing, 0.5)
    assert (half["Contrast2012"], half["Exposure2012"], half["ConvertToGrayscale"]) == (20, 0.5, True)
    assert eased(before, after, half, 0, again=True)["Exposure2012"] == 0  # not taken away twice
    sky, face = ({"What": "Correction", "CorrectionName": name, "LocalExposure2012": 0.2} for name in ("Sky", "Face"))
    brought = Settings.parse({"MaskGroupBasedCorrections": [sky]})
    both = Settings.parse({"MaskGroupBasedCorrections": [sky, face]})
    left = eased(before, brought, both, 0)["MaskGroupBasedCorrections"]
    assert [group["CorrectionName"] for group in left] == ["Face"]


def test_less_of_what_sliders_added() -> None:
    grainy = Settings.parse({"GrainAmount": 20, "Vibrance": 5})
    assert less_added("颗粒少一点", grainy) == Settings.parse({"GrainAmount": 10, "Vibrance": 5})
    assert less_added("less grain", grainy) == Settings.parse({"GrainAmount": 10, "Vibrance": 5})
    assert less_added("less grain", Settings()) is None and less_added("less grain, warmer", grainy) is None
    assert less_added("less vignette", Settings.parse({"PostCropVignetteAmount": -20}))


def test_what_held_skin_goes_with_the_colour_that_it_held() -> None:
    skin = {"What": "Correction", "CorrectionName": "皮肤", "LocalTemperature": -0.2}
    standing = Settings.parse({"IncrementalTemperature": 30, "MaskGroupBasedCorrections": [skin]})
    assert "皮肤" in with_its_skin(["IncrementalTemperature"], standing, ["暖一点"])
    assert "皮肤" not in with_its_skin(["IncrementalTemperature"], standing, ["暖一点", "皮肤冷一点"])
    assert "皮肤" not in with_its_skin(["GrainAmount"], standing, ["暖一点"])


@pytest.mark.parametrize(
    ("words", "act"),
    [
        ("太多了", "scale"),
        ("力度小一点", "scale"),
        ("和刚才一样，但是少一点", "scale"),
        ("刚才那个效果减一半", "scale"),
        ("多一点", "scale"),
        ("上一步不要", "undo"),
        ("还是刚才那版好", "undo"),
        ("全部重来", "restart"),
        ("原图", "restart"),
    ],
)
def test_plain_chinese_words_about_the_edit(words: str, act: str) -> None:
    found = read_relative(words)
    assert found is not None and found.act == act


def test_what_goes_may_be_said_before_that_it_goes() -> None:
    found = read_relative("颗粒去掉", Settings.parse({"GrainAmount": 20}))
    assert found is not None and found.names == ("GrainAmount",)


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["film look"], "make it softer"),
        (["film look"], "use f/1.4 blur instead"),
        (["vintage look", "make it brighter"], "make it darker instead"),
        (["暖一点"], "不要那么暖，" * 40),
        (["film look"], "the sun is now and the sky is but the man is " * 8 + "too warm"),
    ],
)
def test_what_only_sounds_like_it_is_ordinary(asked: list[str], words: str) -> None:
    assert partly(words, asked, asked[-1]) is None


@pytest.mark.parametrize(
    "words",
    [
        "原图太暗了",
        "原图裁成方形",
        "重置白平衡",
        "不要那么暖",
        "remove some of the warmth",
        "reset the exposure to 1",
        "再柔一点",
    ],
)
def test_what_says_how_much_or_goes_on_is_no_step_back(words: str) -> None:
    found = read_relative(words, Settings.parse({"IncrementalTemperature": 30, "Exposure2012": 1}))
    assert found is None or found.act == "drop" and words.startswith("重置")


@pytest.mark.parametrize(
    ("asked", "words", "factor", "meant"),
    [
        ("vintage look and crop it square", "remove the vintage look", 0.0, ["look:vintage"]),
        ("a cool vintage look", "take the vintage look off", 0.0, ["look:vintage"]),
        ("a cool vintage look", "the vintage look a bit weaker", 0.7, ["look:vintage"]),
        ("a cool vintage look", "dial back the vintage look", 0.5, ["look:vintage"]),
        ("a cool vintage look", "the vintage look is too strong", 0.5, ["look:vintage"]),
        ("cinematic, and lift the shadows", "the cinematic look half as strong", 0.5, ["look:cinematic"]),
        ("black and white vintage look", "remove the vintage look", 0.0, ["look:vintage"]),
        ("black and white vintage look", "remove the black and white vintage look", 0.0, []),
        ("复古感，天空压暗", "复古感淡一点", 0.5, ["look:vintage"]),
        ("复古感，天空压暗", "减弱复古感", 0.5, ["look:vintage"]),
        ("复古感，天空压暗", "复古感太重了", 0.5, ["look:vintage"]),
        ("复古感，天空压暗", "不要复古感了", 0.0, ["look:vintage"]),
    ],
)
def test_a_style_that_was_named_beside_other_wishes(asked: str, words: str, factor: float, meant: list[str]) -> None:
    found = partly(words, [asked], asked)
    assert found is not None and (found.step, found.factor) == (1, factor)
    assert [want.what for want in found.wants] == meant


def test_a_black_and_white_style_is_more_than_its_black_and_white() -> None:
    grey = Settings.parse({"ConvertToGrayscale": True, "GrainAmount": 9})
    assert read_relative("remove the black and white vintage look", grey) is None
    found = read_relative("remove the black and white", grey)
    assert found is not None and found.names == ("ConvertToGrayscale",)


@pytest.mark.parametrize(
    "words",
    ["remove the vintage look", "the retro look a bit weaker", "no more teal and orange", "去掉复古感", "胶片味太浓了"],
)
def test_a_style_that_nobody_asked_for_is_told(words: str) -> None:
    assert partly(words, ["make it warmer"], "make it warmer") is None
    assert re.search("nobody asked for|没有要求过", unasked(words, ["make it warmer"]))


@pytest.mark.parametrize(
    "words",
    [
        *("less vintage", "make it less cinematic", "remove the HDR look", "tone down the HDR", "less dramatic"),
        *(
            "remove the vintage car",
            "remove the retro sign",
            "remove the film grain",
            "remove the haze",
            "vintage look",
        ),
        *("remove the yellow cast", "get rid of the muted colours", "去掉雾霾", "淡一点"),
    ],
)
def test_what_a_photo_has_of_itself_is_no_style_that_was_asked_for(words: str) -> None:
    assert not unasked(words, [])
