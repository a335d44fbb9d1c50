"""Things found as boxes: what the network's numbers mean, and real photos."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from editor_ops.masks import detector

TRUTH = Path(__file__).resolve().parents[3] / "bench/masks/truth"


def photo(name: str) -> np.ndarray:
    return np.ascontiguousarray(cv2.imread(str(TRUTH / name))[..., ::-1])


def test_a_cell_says_how_far_away_the_sides_of_its_box_are() -> None:
    head = np.full((1, 80 + 44, 13, 13), -9.0, np.float32)
    head[0, 2, 4, 6] = 9  # a car
    for side, (first, second) in enumerate(((1, 1), (2, 3), (4, 4), (0, 0))):
        head[0, 80 + 11 * side + first, 4, 6] = head[0, 80 + 11 * side + second, 4, 6] = 9
    scores, boxes = detector.decoded([head])
    assert scores.shape == (169, 80) and boxes.shape == (169, 4)
    best = int(scores[:, 2].argmax())
    assert best == 4 * 13 + 6 and scores[best, 2] > 0.99 and (np.delete(scores[best], 2) < 0.01).all()
    x, y = 6.5 * 32, 4.5 * 32  # a cell of 13 is 32 pixels wide
    assert boxes[best] == pytest.approx([x - 32, y - 2.5 * 32, x + 4 * 32, y], abs=0.2)


def test_the_photo_lies_whole_in_the_middle_of_what_the_network_sees() -> None:
    rgb = np.zeros((100, 200, 3), np.uint8)
    rgb[:, :100] = (255, 0, 0)
    image, (left, top, right, bottom) = detector.view(rgb, 0.5, mirrored=True)
    assert (left, top, right, bottom) == (104, 156, 312, 260) and image.shape == (416, 416, 3)
    seen = image * detector.SPREAD + detector.MEAN  # BGR
    assert seen[200, 290] == pytest.approx([0, 0, 255], abs=0.01) and seen[200, 120] == pytest.approx(0, abs=0.01)


def test_boxes_of_two_views_are_one_thing() -> None:
    thing = detector.Thing("cat", 0.8, (0.2, 0.2, 0.6, 0.6))
    other = detector.Thing("cat", 0.4, (0.2, 0.2, 0.7, 0.6))
    both = detector._both(thing, [detector.Thing("dog", 0.9, thing.box), other])
    assert both.score == pytest.approx(0.6) and both.box == pytest.approx((0.2, 0.2, 0.62, 0.6))
    assert detector._both(thing, []).score == pytest.approx(0.4)
    assert detector.overlap((0, 0, 2, 1), (1, 0, 3, 1)) == pytest.approx(1 / 3)


def test_classes_that_share_a_box_see_something_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lion is half a cow and half a horse."""
    box, beside = (0.2, 0.2, 0.6, 0.6), (0.7, 0.2, 0.9, 0.6)
    seen = (
        detector.Thing("cow", 0.45, box),
        detector.Thing("horse", 0.38, (0.2, 0.22, 0.6, 0.6)),
        detector.Thing("cow", 0.3, (0.22, 0.2, 0.6, 0.6)),
        detector.Thing("cow", 0.3, beside),
    )
    monkeypatch.setattr(detector, "_find", lambda data, shape: seen)
    rgb = np.zeros((20, 20, 3), np.uint8)
    both, alone = detector.anything(rgb, 0.2)
    assert both.names == ("cow", "horse") and both.box == box and both.chance == pytest.approx(1 - 0.55 * 0.62)
    assert (alone.names, alone.chance) == (("cow",), pytest.approx(0.3)) and alone.area == pytest.approx(0.08)
    assert [thing.name for thing in detector.find(rgb)] == [] and detector.anything(rgb, 0.9) == ()


@pytest.mark.parametrize(
    ("name", "thing", "box"),
    [
        ("cid22_3311574.jpg", "car", (0.12, 0.37, 0.81, 0.69)),
        ("fr_budgie_perched_osprey.jpg", "bird", (0.3, 0.21, 0.45, 0.84)),
        ("skimage_chelsea.jpg", "cat", (0.0, 0.0, 0.89, 1.0)),
        ("kodim20.jpg", "airplane", (0.08, 0.13, 1.0, 0.98)),
    ],
)
def test_things_of_real_photos(name: str, thing: str, box: detector.Box) -> None:
    """The boxes are those of the outlines drawn by hand."""
    found = detector.find(photo(name))
    first = next(t for t in found if t.name != "person")
    assert first.name == thing and detector.overlap(first.box, box) > 0.8
    assert first.score >= detector.SURE and [t.score for t in found] == sorted((t.score for t in found), reverse=True)


def test_where_no_thing_is_none_is_found() -> None:
    for name in ("budgie_tea_gardens.jpg", "cid22_1292115.jpg", "budgie_lake_sherburne.jpg"):
        assert detector.find(photo(name)) == ()
    assert detector.find(np.zeros((8, 300, 3), np.uint8)) == ()
