"""What is cut out of boxes, drawn or found: against outlines drawn by hand."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from editor_ops.masks import boxes, detector, objects, people, shapes
from editor_ops.masks.region import MaskError, Region
from editor_ops.masks.semantic import locate

TRUTH = Path(__file__).resolve().parents[3] / "bench/masks/truth"
ROWS = {row["photo"]: row.get("regions", {}) for row in json.loads((TRUTH / "truth.json").read_text())["photos"]}


def photo(name: str) -> np.ndarray:
    return np.ascontiguousarray(cv2.imread(str(TRUTH / name))[..., ::-1])


def overlap(weight: np.ndarray, outlines: list[list[list[float]]]) -> float:
    """Intersection over union with outlines in fractions."""
    drawn = np.zeros(weight.shape, np.uint8)
    for outline in outlines:
        cv2.fillPoly(drawn, [np.rint(np.array(outline) * weight.shape[::-1]).astype(np.int32)], 1)
    return float(np.minimum(weight, drawn).sum() / np.maximum(weight, drawn).sum())


def corners(box: detector.Box) -> tuple[tuple[float, float], ...]:
    left, top, right, bottom = box
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def test_an_upright_box_is_told_from_other_outlines() -> None:
    box = (0.1, 0.2, 0.7, 0.9)
    assert shapes.box_of(corners(box)) == box
    assert shapes.box_of((*corners(box), corners(box)[0])) == box
    assert shapes.box_of(((-0.1, 0.2), (0.7, 0.2), (0.7, 1.4), (-0.1, 1.4))) == (0.0, 0.2, 0.7, 1.0)
    for other in (((0.1, 0.2), (0.7, 0.25), (0.7, 0.9), (0.1, 0.9)), corners(box)[:3], ((0.1, 0.2), (0.7, 0.9)) * 2):
        assert shapes.box_of(other) is None
    assert shapes.box_of(corners((1.1, 0.2, 1.4, 0.9))) is None


@pytest.mark.parametrize("name", ["cid22_3311574.jpg", "cid22_3616956.jpg", "immich_nature_polemonium_reptans.jpg"])
def test_what_lies_in_a_box_drawn_loosely(name: str) -> None:
    outlines = ROWS[name]["subject"]
    points = np.concatenate([np.array(o) for o in outlines])
    low, high = points.min(0), points.max(0)
    more = 0.04 * (high - low)
    left, top, right, bottom = (float(v) for v in np.clip([*(low - more), *(high + more)], 0, 1))
    rgb = photo(name)
    weight = boxes.boxed(rgb, (left, top, right, bottom))
    assert weight.dtype == np.float32 and weight.min() >= 0 and weight.max() <= 1
    assert overlap(weight, outlines) > 0.8
    drawn = locate(rgb, Region("object", polygon=corners((left, top, right, bottom))))
    assert np.array_equal(drawn, weight)


def test_a_box_of_one_colour_is_taken_whole_and_one_outside_refused() -> None:
    grey = np.full((60, 90, 3), 128, np.uint8)
    weight = boxes.boxed(grey, (0.2, 0.25, 0.8, 0.75))
    assert weight[30, 45] > 0.9 and weight[3, 3] == 0 and 0.2 < weight.mean() < 0.4
    with pytest.raises(MaskError, match="covers nothing"):
        boxes.boxed(grey, (0.4, 0.4, 0.401, 0.401))


@pytest.mark.parametrize(
    ("name", "least"), [("cid22_3311574.jpg", 0.85), ("fr_budgie_perched_osprey.jpg", 0.8), ("cid22_3616956.jpg", 0.6)]
)
def test_the_detector_says_what_the_subject_is(name: str, least: float) -> None:
    """The first two stood out only in part, the third not at all."""
    assert overlap(locate(photo(name), Region("subject")), ROWS[name]["subject"]) > least


def test_persons_without_a_face_are_cut_out_of_their_boxes() -> None:
    rgb = photo("cid22_160577.jpg")
    assert overlap(locate(rgb, Region("person")), ROWS["cid22_160577.jpg"]["person"]) > 0.85
    assert [person.boxed for person in people.scene(rgb).persons] == [True]


def test_a_rider_is_not_his_horse(monkeypatch: pytest.MonkeyPatch) -> None:
    rgb = photo("cid22_209864.jpg")
    alone = locate(rgb, Region("person"))
    rows, columns = (np.flatnonzero((alone > 0.5).any(axis)) / alone.shape[1 - axis] for axis in (1, 0))
    left, top, right, bottom = (float(v) for v in (columns[0], rows[0], columns[-1], rows[-1]))
    middle = (top + bottom) / 2
    rider = detector.Thing("person", 0.8, (left, top, right, middle))
    for name, kept in (("horse", False), ("car", True)):
        mount = detector.Thing(name, 0.8, (left - 0.1, middle - 0.1, right + 0.05, min(bottom + 0.02, 1.0)))
        monkeypatch.setattr(detector, "find", lambda rgb, mount=mount: (rider, mount))
        people._scenes.clear()
        weight = people.person(rgb, Region("person"))
        half = int((middle + 0.03) * len(weight))
        assert np.allclose(weight[: half - 40], alone[: half - 40], atol=0.02)
        assert (weight[half:].sum() > 0.9 * alone[half:].sum()) == kept
    people._scenes.clear()


@pytest.mark.parametrize(
    ("name", "least"), [("kodim23.jpg", 0.85), ("cid22_7280783.jpg", 0.65), ("cid22_631317.jpg", 0.6)]
)
def test_several_alike_and_a_herd_are_the_subject_together(name: str, least: float) -> None:
    assert overlap(locate(photo(name), Region("subject")), ROWS[name]["subject"]) > least


def test_what_stands_out_runs_on_where_it_leaves_the_boxes_for_the_frames_edge() -> None:
    weight = np.zeros((100, 100), np.float32)
    weight[20:60, 30:70] = weight[60:, :] = 1  # a ball and the lawn that it lies on
    assert objects._runs_on(weight, [(0.28, 0.18, 0.72, 0.62)])
    assert not objects._runs_on(weight, [(0.0, 0.1, 1.0, 1.0)])
    weight[60:] = 0
    weight[70:90, 10:60] = 1  # another thing, away from the edge
    assert not objects._runs_on(weight, [(0.28, 0.18, 0.72, 0.62)])


def test_a_found_box_that_cuts_through_its_thing_is_widened() -> None:
    disc = np.zeros((240, 240), np.uint8)
    cv2.circle(disc, (120, 120), 60, 1, -1)
    noise = np.random.default_rng(0).normal(0, 6, (240, 240, 3))
    rgb = np.clip(np.where(disc[..., None] > 0, (200, 60, 40), (60, 110, 70)) + noise, 0, 255).astype(np.uint8)
    whole, half = (0.23, 0.23, 0.77, 0.77), (0.23, 0.23, 0.6, 0.77)
    assert np.array_equal(boxes.found(rgb, whole), boxes.boxed(rgb, whole))
    drawn, found = (float((boxes_of(rgb, half) * disc).sum() / disc.sum()) for boxes_of in (boxes.boxed, boxes.found))
    assert drawn < 0.85 and found > 0.95


def test_a_box_is_not_widened_at_the_frames_edge() -> None:
    weight = np.ones((50, 80), np.float32)
    assert boxes._wider(weight, (0.0, 0.0, 1.0, 1.0)) == (0.0, 0.0, 1.0, 1.0)
    assert boxes._wider(weight, (0.0, 0.2, 0.5, 1.0)) == pytest.approx((0.0, 0.104, 0.56, 1.0))
    assert boxes._wider(weight * 0, (0.2, 0.2, 0.5, 0.8)) == (0.2, 0.2, 0.5, 0.8)


def test_a_figure_that_only_the_detector_takes_for_persons_counts_whole() -> None:
    rgb = photo("wb_flickr_chispita_666_cc_by_2_0_8.jpg")
    persons = people.scene(rgb).persons
    assert [person.boxed for person in persons] == [True] and not persons[0].faces
    assert overlap(locate(rgb, Region("person")), ROWS["wb_flickr_chispita_666_cc_by_2_0_8.jpg"]["person"]) > 0.85
