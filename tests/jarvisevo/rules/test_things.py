"""Things that are named: the words for them, found in real photos or refused by name."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from editor_ops.masks import detector
from editor_ops.photo import Photo
from jarvisevo.rules import places, scenery, things
from jarvisevo.rules.absent import absent
from jarvisevo.rules.desk import Desk
from jarvisevo.rules.found_region import FoundRegion
from jarvisevo.rules.goals import View
from jarvisevo.rules.intent import Place
from jarvisevo.rules.language import read
from jarvisevo.rules.regions import Regions

TRUTH = Path(__file__).resolve().parents[3] / "bench/masks/truth"


def photo(name: str) -> Photo:
    return Photo.from_array(np.ascontiguousarray(cv2.imread(str(TRUTH / name))[..., ::-1]))


def region(name: str, noun: str) -> FoundRegion | None:
    return Regions(Desk(photo(name))).find(Place(noun, words=noun))


def test_every_class_has_a_name_and_every_name_a_class() -> None:
    known = {*detector.CLASSES, *things.COLUMNS}
    named = {name for classes in things.WORDS.values() for name in classes}
    assert named <= known and known - named == {"person"}
    words = [word.strip() for row in things.WORDS for word in row.split(",")]
    assert len(words) == len(set(words)) and all(words)
    assert set(things.ANIMALS) | set(things.VEHICLES) <= known and known > detector.EASILY


@pytest.mark.parametrize(
    ("noun", "classes"),
    [
        ("Cars", ("car",)),
        ("buses", ("bus",)),
        ("red fire truck", ("truck", "bus")),
        ("animals", things.ANIMALS),
        ("水果", things.FRUIT),
        ("puppies", ("dog",)),
        ("glass", ("wine glass", "cup")),
    ],
)
def test_what_a_noun_means(noun: str, classes: tuple[str, ...]) -> None:
    assert things._classes(noun) == classes and things.known(noun)


def test_what_only_sounds_like_a_thing_is_none() -> None:
    for noun in ("glasses", "眼镜", "truth", "box", "person"):
        assert not things.known(noun)


NOT_READ = {"orange"}
"""A colour first."""


def test_every_name_is_read_as_one_noun() -> None:
    """灯, 车, 花 and others in Chinese names, light, plant and dog in English ones mean something by themselves."""
    for row, classes in things.WORDS.items():
        for word in (w.strip() for w in row.split(",") if classes and w.strip() not in NOT_READ):
            said = f"brighten the {word}" if word.isascii() else f"把{word}提亮一点"
            intent = read(said)
            assert [want.what for want in intent.wants] == ["brightness"], said
            assert things._classes(intent.wants[0].where.name) == classes, said
            assert not intent.not_understood and not intent.out_of_scope


def test_a_thing_is_found_where_it_is_and_no_other_is_taken_for_it() -> None:
    found = region("cid22_3311574.jpg", "car")
    assert found is not None and found.name == "thing" and found.title == "Car"
    h, w = found.weight.shape
    assert 0.1 < found.share < 0.25 and found.weight[int(0.55 * h), int(0.4 * w)] > 0.9
    assert found.weight[: int(0.3 * h)].max() < 0.05
    for noun in ("boat", "dog", "bench", "pizza"):
        assert region("cid22_3311574.jpg", noun) is None
    assert absent(photo("cid22_3311574.jpg"), read("brighten the bus, darken the car")) == ("bus",)


@pytest.mark.parametrize(
    ("others", "noun", "there"),
    [(("cat", "vase"), "dogs", True), (("cat",), "cat", False), (("vase", "cat"), "dog", False), ((), "dog", False)],
)
def test_a_dog_that_is_half_a_cat_is_a_dog(
    monkeypatch: pytest.MonkeyPatch, others: tuple[str, ...], noun: str, there: bool
) -> None:
    box = (0.2, 0.2, 0.6, 0.8)
    glimpsed = [
        detector.Thing("dog", 0.37, box),
        *(detector.Thing(o, 0.33 - i / 50, box) for i, o in enumerate(others)),
    ]
    monkeypatch.setattr(detector, "glimpsed", lambda _: tuple(glimpsed))
    assert things.find(photo("kodim03.jpg"), noun) == ([box] if there else [])


def test_who_stands_before_a_thing_is_not_in_its_mask() -> None:
    name = "cid22_pexels_photo_1075776.jpg"
    car, person = region(name, "car"), region(name, "person")
    assert car is not None and person is not None and car.share > 0.1
    assert float(np.minimum(car.weight, person.weight).sum()) < 0.15 * float(person.weight.sum())


def test_what_the_detector_takes_for_another_animal_is_the_animal() -> None:
    """A rhino or a lion is no class of COCO; the subject that lives is meant, as before."""
    found = region("cid22_67216.jpg", "lions")
    assert found is not None and found.name == "animal" and found.share > 0.1
    assert region("cid22_3311574.jpg", "lion") is None


@pytest.mark.parametrize("noun", ["horse", "animal", "马", "rhino"])
def test_a_subject_without_life_is_no_animal(noun: str) -> None:
    """A building or an orange stands out as well."""
    assert region("cid22_3311574.jpg", noun) is None
    assert region("cid22_3044702.jpg", noun) is None


@pytest.mark.parametrize(
    ("name", "noun"),
    [
        *(("cid22_3044702.jpg", noun) for noun in ("flowers", "window", "lamp", "bridge")),
        ("cid22_3311574.jpg", "rocks"),
    ],
)
def test_scenery_that_the_scene_parser_does_not_see_is_not_found(
    name: str, noun: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A waterfall between rocks, and a car on a road; colours and lines alone would find it."""
    assert region(name, noun) is None
    monkeypatch.setattr(scenery, "likely", lambda *_: True)
    assert region(name, noun) is not None


def test_scenery_that_it_sees_is_found() -> None:
    assert region("cid22_3044702.jpg", "rocks") is not None


def test_a_subject_with_the_upright_edges_is_the_building_and_one_without_is_not() -> None:
    image = np.full((240, 320, 3), 150, np.uint8)
    image[90:200, 90:230:12] = 40  # boards of a wall
    image[90:200, 96:230:12] = 220
    zeros = np.zeros((240, 320), np.float32)
    land = scenery.Land(Photo.from_array(image), View(image), zeros, zeros, zeros)
    wall, beside = zeros.copy(), zeros.copy()
    wall[85:205, 85:235] = 1
    beside[85:205, 240:320] = 1
    assert scenery.built(land, wall) and not scenery.built(land, beside)


def test_nouns_name_places_and_things_that_are_looked_for_and_none_twice():
    of_places, of_things = places.nouns("places"), places.nouns("things")
    assert set(of_places.values()) <= set(places.PLACES)
    assert all(things.known(name) for name in of_things.values())
    assert not set(of_places) & set(of_things)
    own = {word.strip() for place in places.PLACES.values() for word in place.words.split(",")}
    assert not own & (set(of_places) | set(of_things))


@pytest.mark.parametrize(
    ("noun", "place"), [("drummer", "person"), ("the bridesmaids", "person"), ("loch", "water"), ("鼓手", "person")]
)
def test_a_noun_for_one_of_the_places_names_it(noun, place):
    assert places.named(noun) == place


def test_a_noun_for_one_of_the_things_is_looked_for_as_it():
    assert things.known("terrier")
    assert not things.known("mane")
    assert not places.named("mane")
