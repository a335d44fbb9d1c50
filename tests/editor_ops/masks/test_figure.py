"""Limbs and what is worn, on photos of whole and half figures; joints that are made up."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.masks import check
from editor_ops.io.decode import load
from editor_ops.masks import figure, people
from editor_ops.masks.region import PERSON_PARTS, MaskError, Region
from editor_ops.masks.semantic import locate
from jarvisevo.rules.desk import Desk
from jarvisevo.rules.intent import Place
from jarvisevo.rules.regions import Regions

TRUTH = Path(check.__file__).with_name("truth")


def photo(name: str, side: int = 768) -> np.ndarray:
    pixels = cv2.imread(str(TRUTH / f"cid22_{name}.jpg"))
    scale = side / max(pixels.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.ascontiguousarray(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=how)[..., ::-1])


def at(weight: np.ndarray, x: float, y: float) -> float:
    """The weight at a place in fractions."""
    return float(weight[int(y * weight.shape[0]), int(x * weight.shape[1])])


def test_every_region_has_a_number_of_our_own() -> None:
    numbers = {name: number for number, name in PERSON_PARTS.items()}
    assert all(numbers[name] > 60100 for name in figure.REGIONS)


def test_a_standing_woman_in_jacket_and_trousers() -> None:
    rgb = photo("pexels_photo_2686358")
    found = {name: locate(rgb, Region(name)) for name in figure.REGIONS}
    jacket, trousers, shoe, hand, bare = (0.37, 0.25), (0.45, 0.65), (0.71, 0.97), (0.405, 0.395), (0.53, 0.295)
    assert at(found["upper_clothes"], *jacket) > 0.9 and at(found["lower_clothes"], *jacket) < 0.05
    assert at(found["lower_clothes"], *trousers) > 0.9 and at(found["upper_clothes"], *trousers) < 0.05
    assert at(found["shoes"], *shoe) > 0.9 and at(found["lower_clothes"], *shoe) < 0.1
    assert at(found["hands"], *hand) > 0.8 and at(found["upper_clothes"], *hand) < 0.2
    assert at(found["upper_clothes"], *bare) < 0.4, "her bare waist is no clothes"
    assert (np.minimum(found["arms"], found["legs"])).max() < 0.6
    person = locate(rgb, Region("person"))
    for name, weight in found.items():
        assert weight.dtype == np.float32 and weight.shape == rgb.shape[:2], name
        assert (weight * (person < 0.3)).sum() < 0.02 * weight.sum(), name
        assert at(weight, 0.5, 0.05) < 0.05, f"{name}: her head"


def test_clothes_without_a_face() -> None:
    rgb = photo("209864")  # a player from behind
    assert not any(person.faces for person in people.scene(rgb).persons)
    assert at(locate(rgb, Region("clothes")), 0.75, 0.45) > 0.9
    assert at(locate(rgb, Region("upper_clothes")), 0.75, 0.45) > 0.9
    assert at(locate(rgb, Region("lower_clothes")), 0.72, 0.68) > 0.9


def test_legs_that_are_out_of_the_frame_are_not_made_up() -> None:
    rgb = photo("5739122")  # to the hips; the network puts his legs on his arms
    with pytest.raises(MaskError, match="lower clothes: no leg is to be seen"):
        locate(rgb, Region("lower_clothes"))
    assert at(locate(rgb, Region("upper_clothes")), 0.5, 0.75) > 0.9


def test_a_bust_wears_what_is_above() -> None:
    rgb = photo("pexels_photo_1933873")  # a face with hat and shirt
    with pytest.raises(MaskError, match="lower clothes"):
        locate(rgb, Region("lower_clothes"))
    assert at(locate(rgb, Region("upper_clothes")), 0.2, 0.8) > 0.8


def test_a_leg_on_an_arm_is_not_believed() -> None:
    joints = np.zeros((figure.JOINTS, 2), np.float32)
    joints[[11, 12]], joints[[23, 24]] = [(10, 0), (-10, 0)], [(8, 30), (-8, 30)]
    joints[[13, 15, 17, 19, 21]], joints[[14, 16, 18, 20, 22]] = (14, 20), (-14, 20)
    joints[[25, 26]], joints[[27, 28, 29, 30, 31, 32]] = [(8, 50), (-8, 50)], (8, 70)
    seen = np.ones(figure.JOINTS, np.float32)
    whole = figure.Skeleton(joints, seen)
    assert len(whole.seen("leg")) == 4 and whole.scale == pytest.approx(20.1, abs=0.2)
    assert figure.Skeleton(joints, np.where(np.arange(figure.JOINTS) == 27, 0.1, seen)).seen("leg") == [
        (23, 25),
        (24, 26),
        (26, 28),
    ]
    joints[27] = (15, 21)
    assert not figure.Skeleton(joints, seen).seen("leg") and not figure.Skeleton(joints, seen).seen("foot")
    assert len(figure.Skeleton(joints, seen).seen("arm")) == 4


@pytest.mark.parametrize(("noun", "x", "y"), [("shoes", 0.71, 0.97), ("trousers", 0.45, 0.65), ("夹克", 0.37, 0.25)])
def test_the_editor_finds_what_is_worn_by_its_name(noun: str, x: float, y: float) -> None:
    found = Regions(Desk(load(TRUTH / "cid22_pexels_photo_2686358.jpg"))).find(Place(noun, words=noun))
    assert found is not None and found.share < 0.25
    assert at(found.weight, x, y) > 0.8
