"""Things that are told apart by where they are."""

import numpy as np
import pytest

from editor_ops.photo import Photo
from jarvisevo.rules import things
from jarvisevo.rules.desk import Desk
from jarvisevo.rules.found_region import FoundRegion
from jarvisevo.rules.language import read
from jarvisevo.rules.regions import Regions
from tests.jarvisevo.rules.drawn import Box, ellipse


@pytest.mark.parametrize(
    ("words", "side"),
    [
        ("brighten the man on the left", "left"),
        ("The woman at the far right is too dark", "right"),
        ("darken the leftmost tree", "left"),
        ("the woods along the bottom are too dark", "bottom"),
        ("woman in the middle is too dark", "center"),
        ("把左边的人提亮", "left"),
        ("右边那棵树暗一点", "right"),
        ("最左边的女孩太暗了", "left"),
        ("brighten the flower at the bottom left", "bottom left"),
        ("画面左边的人提亮", "left"),
        ("左下角的花亮一点", "bottom left"),
        ("brighten the phone in her right hand", ""),
        ("brighten her left cheek", ""),
        ("second man from the left is too dark", ""),
        ("桌子上面的杯子调暗", ""),
        ("the person to the right of the dog is too dark", ""),
        ("brighten the person", ""),
        ("brighten the left hand", ""),
        ("sharpen the upper bird", "top"),
        ("darken the upper floor", ""),
        ("darken the top hat", ""),
        ("warm the right skin up", ""),
        ("把人提亮，左边暗一点", ""),
    ],
)
def test_where_words_say_that_a_thing_is(words: str, side: str) -> None:
    assert read(words).wants[0].where.side == side


def test_two_of_a_name_are_each_on_its_side() -> None:
    wants = read("make the left building darker and the right building brighter").wants
    assert [want.where.side for want in wants] == ["left", "right"]
    intent = read("brighten the subject on the left, keep the man on the right")
    assert (intent.wants[0].where.side, intent.keep[0].where.side) == ("left", "right")


@pytest.mark.parametrize(
    "words",
    [
        "brighten the man on the left but leave the other man alone",
        "brighten the red car, leave the other car alone",
        "左边的人提亮，其他人不变",
    ],
)
def test_that_the_others_are_to_stay_goes_without_saying(words: str) -> None:
    intent = read(words)
    assert len(intent.wants) == 1 and not intent.keep and (intent.wants[0].where.side or intent.wants[0].where.colour)


def hats(monkeypatch: pytest.MonkeyPatch, *boxes: Box) -> Regions:
    """A finder that sees hats in boxes."""
    monkeypatch.setattr(Regions, "_found", lambda self, noun, box: self.made("hat", "Hat", [*map(ellipse, boxes)]))
    return Regions(Desk(Photo.from_array(np.full((240, 320, 3), 128, np.uint8))))


def found(regions: Regions, words: str) -> FoundRegion:
    region = regions.find(read(words).wants[0].where)
    assert region is not None
    return region


LEFT, MIDDLE, RIGHT = (0.05, 0.3, 0.25, 0.7), (0.4, 0.1, 0.6, 0.5), (0.75, 0.3, 0.95, 0.7)


def thirds(region: FoundRegion) -> list[int]:
    """Per cent of a map in the left, middle and right third."""
    parts = [part.sum() for part in np.array_split(region.weight, 3, axis=1)]
    return [round(100 * part / sum(parts)) for part in parts]


def test_the_outermost_of_several_is_meant_and_of_many_all_that_lie_there(monkeypatch: pytest.MonkeyPatch) -> None:
    regions = hats(monkeypatch, LEFT, MIDDLE, RIGHT)
    assert thirds(found(regions, "darken the hat on the left"))[0] > 97
    assert thirds(found(regions, "darken the hat in the middle"))[1] > 97
    assert thirds(found(regions, "darken the hat on the right"))[2] > 97
    near = hats(monkeypatch, (0.02, 0.3, 0.1, 0.7), (0.13, 0.3, 0.21, 0.7), RIGHT)
    one, both = (found(near, f"darken the {noun} on the left").share for noun in ("hat", "hats"))
    assert both == pytest.approx(2 * one, rel=0.1)


def test_a_single_one_is_meant_wherever_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    regions = hats(monkeypatch, MIDDLE)
    assert found(regions, "darken the hat on the left").share == found(regions, "darken the hat").share


def test_one_on_the_other_side_is_not_the_one_that_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    regions = hats(monkeypatch, RIGHT)
    assert regions.find(read("darken the hat on the left").wants[0].where) is None
    assert found(regions, "darken the hat on the right").share == found(regions, "darken the hat").share


def test_of_what_reaches_over_both_sides_the_side_is_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    regions = hats(monkeypatch, (0.02, 0.3, 0.98, 0.7))
    left, _, right = thirds(found(regions, "darken the hat on the left"))
    assert left > 50 and right == 0
    regions = hats(monkeypatch, (0.3, 0.3, 1.0, 0.7))  # its middle lies on the right
    assert thirds(found(regions, "darken the hat on the left"))[2] == 0


def test_what_is_small_beside_the_others_is_none_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    regions = hats(monkeypatch, (0.0, 0.0, 0.04, 0.05), MIDDLE, RIGHT)
    assert thirds(found(regions, "darken the hat on the left"))[1] > 97


def test_a_box_around_two_is_the_one_that_has_none_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    regions = hats(monkeypatch, LEFT, MIDDLE)
    around = (LEFT[0], MIDDLE[1], MIDDLE[2], LEFT[3])
    monkeypatch.setattr(things, "find", lambda photo, noun: [MIDDLE, around])
    left, middle, _ = thirds(found(regions, "darken the hat on the left"))
    assert left > 95 and middle < 5
