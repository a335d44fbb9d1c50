"""How sure a found sky is: decided maps are sure, undecided ones are not, and hopeless ones are refused."""

from pathlib import Path

import numpy as np
import pytest

from editor_ops.io.decode import load
from editor_ops.masks import detector, found, objects, people, scene_parsing, semantic, sky
from editor_ops.masks.region import MaskError, Region

HEIGHT, WIDTH = 90, 120


def halves(above: float, middle: float, below: float = 0.0) -> np.ndarray:
    """Chances in the upper third, the middle third and the rest, (HEIGHT, WIDTH) float32."""
    rows = np.repeat([above, middle, below], HEIGHT // 3).astype(np.float32)
    return np.repeat(rows[:, None], WIDTH, 1)


def test_confidence_falls_with_what_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    rgb, weight = np.zeros((HEIGHT, WIDTH, 3), np.uint8), halves(1, 0)
    values = []
    for chance in (halves(1, 0), halves(0.95, 0.05), halves(0.9, 0.15, 0.1), halves(0.7, 0.5, 0.5)):
        monkeypatch.setattr(sky, "chance", lambda rgb, chance=chance: chance)
        values.append(sky.confidence(rgb, weight))
    assert values == sorted(values, reverse=True) and values[0] == 1
    assert values[1] > found.UNSURE > values[2] > sky.LEAST_SURE > values[3] >= 0


def test_a_hopeless_sky_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rgb = np.full((HEIGHT, WIDTH, 3), 150, np.uint8)
    rgb[HEIGHT // 3 :] = 60
    monkeypatch.setattr(scene_parsing, "chance_of", lambda rgb, name: halves(0.0, 0.0))
    for middle, refused in ((0.05, False), (0.5, True)):
        chance = halves(0.85, middle, middle)
        monkeypatch.setattr(sky, "chance", lambda rgb, chance=chance: chance)
        if refused:
            with pytest.raises(MaskError, match="too unsure"):
                sky.find(rgb)
        else:
            assert sky.find(rgb)[:20].min() > 0.9


@pytest.mark.parametrize(
    ("own", "parsed", "there"),
    [
        ((0.4, 0.0), (0.9, 0.0), True),  # it sees none
        ((0.65, 0.0), (0.9, 0.0), True),  # it is unsure
        ((0.65, 0.0), (0.4, 0.0), False),
        ((0.1, 0.0), (0.9, 0.0), False),  # what is black
        ((0.4, 0.4), (0.9, 0.9), False),  # all of the photo
    ],
)
def test_where_its_own_head_is_at_a_loss_the_scene_parser_is_asked(
    own: tuple[float, float], parsed: tuple[float, float], there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rgb = np.full((HEIGHT, WIDTH, 3), 60, np.uint8)
    rgb[: HEIGHT // 3] = (170, 150, 160)
    monkeypatch.setattr(sky, "LEAST_SURE", 0.7)
    monkeypatch.setattr(sky, "chance", lambda rgb: halves(own[0], own[1], own[1]))
    monkeypatch.setattr(scene_parsing, "chance_of", lambda rgb, name: halves(parsed[0], parsed[1], parsed[1]))
    if there:
        weight = sky.find(rgb)
        assert weight[: HEIGHT // 3 - 3].min() > 0.8 and weight[HEIGHT // 3 + 3 :].max() < 0.1
        assert sky.confidence(rgb, weight) >= 0.7
    else:
        with pytest.raises(MaskError):
            sky.find(rgb)


def test_a_sky_that_stops_half_way_goes_on_to_the_edge_of_the_photo(monkeypatch: pytest.MonkeyPatch) -> None:
    rgb = np.full((HEIGHT, WIDTH, 3), 60, np.uint8)
    rgb[: 2 * HEIGHT // 3] = (120, 160, 210)
    chance = halves(0.95, 0.45)  # the network is sure of the upper half of it
    monkeypatch.setattr(sky, "chance", lambda rgb: chance)
    weight = sky.find(rgb)
    assert weight[: HEIGHT // 2 + 8].min() > 0.9 and weight[2 * HEIGHT // 3 + 3 :].max() < 0.1
    monkeypatch.setattr(sky, "NEARLY", -1.0)
    monkeypatch.setattr(sky, "LIKE", 0.0)
    assert sky.find(rgb)[HEIGHT // 2 : HEIGHT // 2 + 8].max() < 0.5


def test_a_real_sky_is_sure_and_other_regions_are_not_judged(examples: Path) -> None:
    photo = load(examples / "landscape.jpg").resized(400)
    sure = found.confidence(photo, Region("sky"))
    assert sure is not None and sure >= found.UNSURE
    with pytest.raises(MaskError):
        found.confidence(photo, Region("person"))
    assert semantic.confidence(photo.pixels, Region("hair"), np.ones(photo.pixels.shape[:2], np.float32)) is None


def someone(weight: np.ndarray, chance: np.ndarray | None, boxed: bool = False) -> people.Scene:
    """A photo with one person."""
    return people.Scene(weight, (people.Person(weight, boxed=boxed, chance=chance),))


def test_a_person_is_as_sure_as_what_the_views_and_the_boxes_say(monkeypatch: pytest.MonkeyPatch) -> None:
    rgb, weight = np.zeros((HEIGHT, WIDTH, 3), np.uint8), halves(1, 0)
    whole, boxes_ = Region("person"), [detector.Thing("person", 0.8, (0.0, 0.5, 1.0, 1.0))]
    monkeypatch.setattr(detector, "find", lambda rgb: [])
    values = []
    for chance in (halves(1, 0), halves(0.9, 0.1), halves(0.5, 0), halves(0.1, 0.8)):
        monkeypatch.setattr(people, "scene", lambda rgb, chance=chance: someone(weight, chance))
        values.append(people.confidence(rgb, whole, weight))
    assert values == sorted(values, reverse=True) and values[0] == 1 and values[1] > found.UNSURE > values[2]
    monkeypatch.setattr(people, "scene", lambda rgb: someone(weight, halves(1, 0)))
    monkeypatch.setattr(detector, "find", lambda rgb: boxes_)  # somebody whom nothing was found of
    assert people.confidence(rgb, whole, weight) < found.UNSURE
    assert people.confidence(rgb, Region("person", (0.1, 0.1)), weight) > found.UNSURE  # nor was he asked for


def test_a_subject_is_as_sure_as_a_second_witness_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    rgb, weight, nothing = np.zeros((HEIGHT, WIDTH, 3), np.uint8), halves(1, 0), halves(0, 0)
    monkeypatch.setattr(objects, "_main_boxes", lambda rgb: [])
    monkeypatch.setattr(objects, "_standing_out", lambda rgb, figure: weight)  # what it was made from: no witness
    for figure, sure in ((weight, True), (halves(0.5, 0), False), (nothing, False)):
        monkeypatch.setattr(people, "scene", lambda rgb, figure=figure: people.Scene(figure))
        assert (objects.confidence(rgb, Region("subject"), weight) > found.UNSURE) == sure
        assert (semantic.confidence(rgb, Region("background"), 1 - weight) or 0) == pytest.approx(
            objects.confidence(rgb, Region("subject"), weight)
        )


def test_another_segmenters_sky_is_not_judged_by_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    class Own:
        name, regions = "own", frozenset({"sky"})

        def segment(self, rgb: np.ndarray, region: Region) -> np.ndarray:
            return np.ones(rgb.shape[:2], np.float32)

    own = Own()
    semantic.register(own)
    try:
        assert semantic.confidence(np.zeros((9, 9, 3), np.uint8), Region("sky"), np.ones((9, 9), np.float32)) is None
    finally:
        semantic.unregister(own)


def test_a_cloud_that_was_left_out_belongs_to_the_sky(monkeypatch: pytest.MonkeyPatch) -> None:
    rgb = np.full((HEIGHT, WIDTH, 3), (90, 130, 200), np.uint8)
    rgb[60:] = (60, 70, 40)
    chance = halves(0.98, 0.98)
    rgb[15:40, 40:80], chance[15:40, 40:80] = (235, 235, 238), 0.2
    monkeypatch.setattr(sky, "chance", lambda rgb: chance)
    assert sky.find(rgb)[20:35, 45:75].min() > 0.9
    rgb[15:40, 40:80] = (180, 30, 30)  # a balloon
    assert sky.find(rgb)[20:35, 45:75].max() < 0.1


def test_sky_between_branches_belongs_to_the_sky_around_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    rgb = np.full((HEIGHT, WIDTH, 3), (225, 226, 228), np.uint8)
    rgb[20:50, 40:80] = (20, 22, 18)  # a crown, and the trunk below it
    rgb[50:, 57:63] = (20, 22, 18)
    rgb[27:43, 45:55] = rgb[27:43, 65:75] = (225, 226, 228)
    chance = halves(0.95, 0.95)
    chance[:], chance[20:50, 40:80] = 0.95, 0.01  # to the network it is all of it tree
    monkeypatch.setattr(sky, "chance", lambda rgb: chance)
    weight = sky.find(rgb)
    assert weight[30:40, 47:53].min() > 0.9 and weight[30:40, 67:73].min() > 0.9 and weight[22:24, 45:75].max() < 0.3
    rgb[70:] = chance[70:] = 0  # no sky is seen under the crown: it may be a window
    rgb[50:70, 30:90], chance[50:70, 30:90] = (20, 22, 18), 0.01
    assert sky.find(rgb)[30:40, 47:53].max() < 0.1


def test_what_has_the_skys_colours_belongs_to_it_unless_they_are_elsewhere_too(monkeypatch: pytest.MonkeyPatch) -> None:
    rgb = np.full((HEIGHT, WIDTH, 3), (120, 160, 210), np.uint8)
    rgb[60:], rgb[:, 55:62] = (60, 70, 40), (70, 60, 50)  # ground, and a post in front of the sky
    chance = halves(0.95, 0.95)
    chance[:60, 62:] = 0.45  # the network is unsure of the piece behind the post
    monkeypatch.setattr(sky, "chance", lambda rgb: chance)
    monkeypatch.setattr(sky, "_further_down", lambda rgb, part: None)
    assert sky.find(rgb)[5:55, 66:].min() > 0.9
    rgb[66:84] = (120, 160, 210)  # a lake
    weight = sky.find(rgb)
    assert weight[5:55, 75:].max() < 0.1 < 0.9 < weight[5:50, :50].min() and weight[66:].max() < 0.1
