"""Things that are told apart, or known at all, by the colour that the words give them."""

import tomllib
from importlib import resources

import cv2
import numpy as np
import pytest

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.photo import Photo
from jarvisevo.rules import colours, scenery, things
from jarvisevo.rules.desk import Desk
from jarvisevo.rules.found_region import FoundRegion
from jarvisevo.rules.intent import Place
from jarvisevo.rules.language import read
from jarvisevo.rules.places import nouns
from jarvisevo.rules.plan import plan
from jarvisevo.rules.regions import Regions
from tests.jarvisevo.rules.drawn import Box, ellipse

RED, YELLOW = (190, 40, 35), (220, 190, 40)


def picture(*blobs: tuple[Box, tuple[int, int, int]], light: tuple[float, float, float] = (1, 1, 1)) -> Photo:
    """Ellipses in boxes (fractions) on soft grey grain, in some light."""
    noise = np.random.default_rng(0).normal(0, 3, (240, 320, 1))
    image = np.clip(np.full((240, 320, 3), 128.0) + noise, 0, 255).astype(np.uint8)
    for (left, top, right, bottom), colour in blobs:
        middle = round((left + right) * 160), round((top + bottom) * 120)
        cv2.ellipse(image, (middle, (round((right - left) * 320), round((bottom - top) * 240)), 0), colour, -1)
    return Photo.from_array((image * np.array(light)).astype(np.uint8))


def sought(photo: Photo, words: str) -> FoundRegion | None:
    regions, intent = Regions(Desk(photo)), read(words)
    regions.know(intent)
    return regions.find((*intent.wants, *intent.keep)[0].where)


LEFT, RIGHT = (0.1, 0.3, 0.4, 0.7), (0.6, 0.3, 0.9, 0.7)


@pytest.mark.parametrize(
    ("words", "colour"),
    [
        ("darken the red kayak", "red"),
        ("darken the bright yellow kayak", "yellow"),
        ("darken the old red pickup truck", "red"),
        ("The heap of orange spice should look more intense", "orange"),
        ("brighten the white guitar", "white"),
        ("make the blue door red", "blue"),
        ("less red in the blue shirt", "blue"),
        ("everything apart from the red hat in black and white", "red"),
        ("把红色的气球调亮", "red"),
        ("把黑气球调亮", "black"),
        ("红帽子暗一点", "red"),
        ("woman wearing a red hat is too dark", "red"),
        ("brighten the left red car", "red"),
        ("左边的红色汽车调暗", "red"),
        ("粉红色的花亮一点", "magenta"),
        ("白色的酒杯亮一点", "white"),
        ("darken the kayak", ""),
        ("make the wall white", ""),
        ("add blue to flowers", ""),
        ("add an orange tint to the hat", ""),
        ("give her a green dress", ""),
        ("darken the red and yellow hats", ""),
        ("brighten the blue hour house", ""),
        ("brighten the red wine", ""),
        ("make the barn more red", ""),
        ("黄昏的房子再亮一点", ""),
        ("红花和黄花都调亮", ""),
        ("把红酒调亮", ""),
        ("brighten the glass of white wine", ""),
        ("I want a black car", ""),
        ("想要白色的裙子", ""),
        ("偏蓝的衣服调正常", ""),
        ("darken the blue-green car", ""),
        ("紫红色的花亮一点", ""),
        ("darken the white background", ""),
    ],
)
def test_the_colour_that_words_give_a_thing_and_not_the_one_that_it_is_to_have(words: str, colour: str) -> None:
    intent = read(words)
    said = {asked.where.colour for asked in (*intent.wants, *intent.keep)} - {""}
    assert said == ({colour} if colour else set())


def test_two_of_a_name_have_each_its_own_colour() -> None:
    wants = read("brighten the yellow hat and darken the green hat").wants
    assert [want.where.colour for want in wants] == ["yellow", "green"]


def test_the_coat_of_an_animal_is_the_animal_and_hers_is_worn() -> None:
    assert read("make the dog's coat a warmer brown").wants[0].where.name == "dog"
    assert read("make the woman's coat a warmer brown").wants[0].where.name != "woman"


def test_a_thing_that_no_network_knows_is_the_one_thing_of_its_colour() -> None:
    photo = picture((LEFT, RED), (RIGHT, YELLOW))
    found = sought(photo, "darken the red contraption")
    assert found is not None and found.weight[:, :120].sum() > 20 * found.weight[:, 136:].sum()
    assert 0.05 < found.share < 0.12
    assert sought(photo, "darken the blue contraption") is None and sought(photo, "darken the contraption") is None


def test_one_of_two_is_not_meant_by_the_colour_of_both_but_both_are() -> None:
    photo = picture((LEFT, RED), (RIGHT, RED))
    assert sought(photo, "darken the red contraption") is None
    both = sought(photo, "darken the red contraptions")
    assert both is not None and 0.12 < both.share < 0.25


def test_what_always_has_one_colour_needs_no_word_for_it() -> None:
    photo = picture((LEFT, RED), (RIGHT, YELLOW))
    berries, custard = sought(photo, "darken the raspberries"), sought(photo, "darken the custard")
    assert berries is not None and custard is not None
    assert float(np.minimum(berries.weight, custard.weight).sum()) < 0.05 * float(berries.weight.sum())
    assert sought(photo, "darken the blueberries") is None


def test_more_of_the_colour_of_a_thing_says_which_it_is_and_a_colour_that_is_added_does_not() -> None:
    photo = picture((LEFT, RED), (RIGHT, YELLOW))
    found = sought(photo, "the yellow of the contraption should be stronger")
    assert found is not None and found.weight[:, 136:].sum() > 20 * found.weight[:, :120].sum()
    assert sought(photo, "add some yellow to the contraption") is None


def test_nouns_of_one_colour_have_one_that_is_known() -> None:
    rows = tomllib.loads(resources.files("jarvisevo.rules").joinpath("nouns.toml").read_text("utf-8"))["colours"]
    words = [" ".join(word.split()) for listed in rows.values() for word in listed.split(",")]
    assert set(rows) <= set(colours.LAB_HUES) and len(words) == len(set(words)) == len(nouns("colours"))
    assert things.usual_colour("ripe Strawberries") == "red" and things.usual_colour("kayak") == ""


def test_the_vivid_thing_is_meant_among_dull_ones_of_its_hue() -> None:
    dull = [((0.05 + 0.3 * i, 0.02, 0.3 + 0.3 * i, 0.3), (150, 115, 70)) for i in range(3)]
    photo = picture(*dull, ((0.4, 0.5, 0.7, 0.9), (230, 110, 20)))
    found = sought(photo, "darken the orange contraption")
    assert found is not None and found.weight[:70].sum() < 0.2 * found.weight.sum()


@pytest.fixture
def hats(monkeypatch: pytest.MonkeyPatch) -> Photo:
    """A red and a yellow hat, found together."""
    whole = Regions._found

    def found(self: Regions, noun: str, box: Box | None) -> FoundRegion | None:
        if noun not in ("hat", "hats"):
            return whole(self, noun, box)
        return self.made("hat", "Hat", [ellipse(box) for box in (LEFT, RIGHT)])

    monkeypatch.setattr(Regions, "_found", found)
    return picture((LEFT, RED), (RIGHT, YELLOW))


def test_of_several_found_together_those_of_the_colour_are_meant(hats: Photo) -> None:
    regions, intent = Regions(Desk(hats)), read("brighten the red hat, darken the yellow hat, sharpen the hats")
    red, yellow, both = (regions.find(want.where) for want in intent.wants)
    assert red is not None and yellow is not None and both is not None
    assert red.weight[:, :120].sum() > 20 * red.weight[:, 136:].sum()
    assert yellow.weight[:, 136:].sum() > 20 * yellow.weight[:, :120].sum()
    assert both.weight[:, 136:].sum() > 0.7 * both.weight[:, :120].sum()
    assert len({red.title, yellow.title, both.title}) == 3


def test_a_thing_that_surely_has_another_colour_is_not_the_one_that_is_named(hats: Photo) -> None:
    assert sought(hats, "darken the blue hat") is None and sought(hats, "darken the white hat") is None
    assert sought(hats, "make the hat blue") is not None and sought(hats, "add blue to the hat") is not None


def test_in_the_dark_and_in_coloured_light_a_thing_may_still_be_called_by_its_colour(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Regions, "_found", lambda self, noun, box: self.made("hat", "Hat", [ellipse(LEFT)]))
    for light in ((0.15, 0.15, 0.15), (1.0, 0.7, 0.4)):
        assert sought(picture((LEFT, (235, 235, 235)), light=light), "brighten the white hat") is not None


def test_less_of_a_colour_in_clothes_is_about_what_has_it(hats: Photo) -> None:
    groups = plan(hats, "less red in the hats").settings[CORRECTIONS]
    assert [group["CorrectionName"] for group in groups] == ["Red hat"]


@pytest.mark.parametrize("words", ["turn the hat blue", "make the hat white"])
def test_another_colour_for_a_thing_takes_the_place_of_the_one_that_most_of_it_has(
    monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.setattr(Regions, "_found", lambda self, noun, box: self.made("hat", "Hat", [ellipse(LEFT)]))
    badge = (0.2, 0.4, 0.3, 0.55)
    groups = [
        plan(photo, words).settings[CORRECTIONS]
        for photo in (picture((LEFT, RED), (badge, YELLOW)), picture((LEFT, RED)))
    ]
    assert [[group["CorrectionName"] for group in each] for each in groups] == [["Red hat"], ["Hat"]]


def test_white_in_shade_and_pink_that_is_nearly_red_may_be_called_so() -> None:
    view = Desk(picture((LEFT, (150, 148, 146)), (RIGHT, (225, 120, 120)))).first
    white, pink = scenery.tinged("white", view), scenery.tinged("magenta", view)
    assert white[96, 64] and pink[96, 192] and not pink[96, 64]


def test_where_nothing_stands_out_the_background_is_behind_what_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Regions, "_found", lambda self, noun, box: None)
    found = Regions(Desk(picture((LEFT, RED), (RIGHT, YELLOW))))
    intent = read("darken the background, keep the red contraption as it is")
    found.know(intent)
    behind, thing = found.find(Place("background")), found.find(intent.keep[0].where)
    assert behind is not None and thing is not None and behind.name == "background"
    assert behind.share + thing.share == pytest.approx(1.0, abs=0.01)
    other = read("darken the background")
    found = Regions(found.desk)
    found.know(other)
    assert found.find(Place("background")) is None
