"""Things that are told apart, or known at all, by the colour that the words give them."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from editor_ops.photo import Photo
from jarvisevo.rules import colours, regions, scenery, things
from jarvisevo.rules.desk import Desk
from jarvisevo.rules.intent import Place
from jarvisevo.rules.language import read
from jarvisevo.rules.moves import colour_said
from jarvisevo.rules.places import nouns
from jarvisevo.rules.regions import FoundRegion, Regions

RED, YELLOW, BLUE = (190, 40, 35), (220, 190, 40), (40, 70, 190)
Box = tuple[float, float, float, float]


def picture(*blobs: tuple[Box, tuple[int, int, int]]) -> Photo:
    """Ellipses in boxes (fractions) on soft grey grain."""
    noise = np.random.default_rng(0).normal(0, 3, (240, 320, 1))
    image = np.clip(np.full((240, 320, 3), 128.0) + noise, 0, 255).astype(np.uint8)
    for (left, top, right, bottom), colour in blobs:
        middle = round((left + right) * 160), round((top + bottom) * 120)
        cv2.ellipse(image, (middle, (round((right - left) * 320), round((bottom - top) * 240)), 0), colour, -1)
    return Photo.from_array(image)


def sought(photo: Photo, words: str) -> FoundRegion | None:
    found, intent = Regions(Desk(photo)), read(words)
    found.know(intent)
    return found.find((*intent.wants, *intent.keep)[0].where)


LEFT, RIGHT = (0.1, 0.3, 0.4, 0.7), (0.6, 0.3, 0.9, 0.7)


@pytest.mark.parametrize(
    ("words", "noun", "colour"),
    [
        ("darken the red kayak", "kayak", "red"),
        ("darken the bright yellow kayak", "kayak", "yellow"),
        ("the heap of orange spice", "heap of orange spice", "orange"),
        ("brighten the white guitar", "guitar", "white"),
        ("把红色的气球调亮", "气球", "red"),
        ("把黑气球调亮", "气球", "black"),
        ("darken the kayak on the red lake", "kayak", ""),
        ("darken the kayak", "kayak", ""),
        ("红色的门和墙调暗", "墙", ""),
    ],
)
def test_the_colour_that_words_give_a_thing(words: str, noun: str, colour: str) -> None:
    assert colour_said(words, Place(noun, words=noun)) == colour


def test_a_chinese_noun_with_its_colour_is_no_name_of_a_thing() -> None:
    assert [regions._in_one_word(noun) for noun in ("红帽子", "红酒", "白马", "红", "帽子")] == ["red", "", "", "", ""]


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


def test_names_of_colours_of_nouns_are_colours_and_no_noun_has_two() -> None:
    assert set(nouns("colours").values()) <= set(colours.LAB_HUES)
    assert things.usual_colour("ripe Strawberries") == "red" and things.usual_colour("kayak") == ""


def test_the_vivid_thing_is_meant_among_dull_ones_of_its_hue() -> None:
    dull = [((0.05 + 0.3 * i, 0.02, 0.3 + 0.3 * i, 0.3), (150, 115, 70)) for i in range(3)]
    photo = picture(*dull, ((0.4, 0.5, 0.7, 0.9), (230, 110, 20)))
    found = sought(photo, "darken the orange contraption")
    assert found is not None and found.weight[:70].sum() < 0.2 * found.weight.sum()


@pytest.fixture
def hats(monkeypatch: pytest.MonkeyPatch) -> Callable[[Photo], None]:
    """A finder that takes everything that is coloured for hats."""

    def made(photo: Photo) -> None:
        whole = Regions._found

        def found(self: Regions, noun: str, box: object) -> FoundRegion | None:
            if noun not in ("hat", "hats"):
                return whole(self, noun, box)  # type: ignore[arg-type]
            blobs = [{**_ellipse(box), "MaskName": "Hat"} for box in (LEFT, RIGHT)]
            return self.made("hat", "Hat", blobs)

        monkeypatch.setattr(Regions, "_found", found)

    return made


def _ellipse(box: Box) -> dict[str, object]:
    left, top, right, bottom = box
    sides = {"Left": left, "Top": top, "Right": right, "Bottom": bottom}
    return {"What": "Mask/CircularGradient", **sides, "Angle": 0.0, "Roundness": 0.0, "Feather": 10.0}


def test_of_several_found_together_those_of_the_colour_are_meant(hats: Callable[[Photo], None]) -> None:
    photo = picture((LEFT, RED), (RIGHT, YELLOW))
    hats(photo)
    red, all_of_them = sought(photo, "darken the red hat"), sought(photo, "darken the hats")
    assert red is not None and all_of_them is not None
    assert red.weight[:, :120].sum() > 20 * red.weight[:, 136:].sum()
    assert all_of_them.weight[:, 136:].sum() > 0.7 * all_of_them.weight[:, :120].sum()


def test_a_thing_of_another_colour_is_not_the_one_that_is_named(hats: Callable[[Photo], None]) -> None:
    photo = picture((LEFT, RED), (RIGHT, YELLOW))
    hats(photo)
    assert sought(photo, "darken the blue hat") is None
    assert sought(photo, "make the hat more blue") is not None  # the colour that it is to have


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
