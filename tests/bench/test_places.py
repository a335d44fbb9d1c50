"""The exam of places: a mask is good where its boxes say."""

import json

import numpy as np
import pytest

from bench.masks.places import LISTS, Sought, good, share

BOXES = {"inner": [[0.4, 0.4, 0.6, 0.6]], "outer": [[0.25, 0.25, 0.75, 0.75]]}


@pytest.mark.parametrize(("rows", "is_good"), [((30, 70), True), ((0, 100), False), ((0, 20), False)])
def test_a_mask_is_good_inside_and_not_beside(rows: tuple[int, int], is_good: bool) -> None:
    weight = np.zeros((100, 100), np.float32)
    weight[rows[0] : rows[1], 30:70] = 1
    assert good(weight, BOXES) is is_good


def test_shares_are_of_all_that_was_sought() -> None:
    results = [Sought(f"{i}.jpg", "wall", True, "good" if i < 3 else "refused") for i in range(12)]
    assert share(results, "good").startswith("good 3 of 12, 25%")


def test_every_thing_has_boxes_in_the_photo() -> None:
    rows = [json.loads(line) for path in LISTS for line in path.read_text("utf-8").splitlines()]
    boxes = [box for row in rows for item in row["items"] for kind in ("inner", "outer") for box in item[kind]]
    assert len(rows) == 54 + 80 + 40 and sum(len(row["items"]) for row in rows) == 221 + 165 + 77
    assert all(0 <= left < right <= 1 and 0 <= top < bottom <= 1 for left, top, right, bottom in boxes)
