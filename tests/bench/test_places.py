"""The exam of places: a mask is good where its boxes say."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.masks import absent
from bench.masks.absent import NOUNS
from bench.masks.places import LISTS, Sought, good, share
from editor_ops.masks.scene_parsing import CLASSES
from jarvisevo.rules import things
from jarvisevo.rules.found_region import FoundRegion
from jarvisevo.rules.places import named
from jarvisevo.rules.regions import Regions

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


def test_absent_scenery_is_asked_for_by_names_that_are_looked_for() -> None:
    for noun, classes in NOUNS.items():
        assert named(noun) or things.known(noun), noun
        assert classes and set(classes) <= set(CLASSES), noun


@pytest.mark.parametrize(("seen", "result"), [((0, 60), "good"), ((50, 100), "bad"), (None, "refused")])
def test_what_is_there_is_found_rightly_where_most_of_it_is_right(
    seen: tuple[int, int] | None, result: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    labels = np.full((100, 100), CLASSES.index("wall"), np.uint8)
    labels[:40] = CLASSES.index("grass")
    np.savez(tmp_path / "scene.npz", **{"a.png": labels})
    cv2.imwrite(str(tmp_path / "a.png"), np.full((100, 100, 3), 90, np.uint8))
    weight = np.zeros((100, 100), np.float32)
    if seen:
        weight[seen[0] : seen[1]] = 1
    found = FoundRegion("grass", "Grass", (), weight) if seen else None
    monkeypatch.setattr(absent, "TRUTH", tmp_path / "scene.npz")
    monkeypatch.setattr(absent, "exam", lambda: {"a.png", "b.png"})
    monkeypatch.setattr(absent, "NOUNS", {"grass": ("grass",), "water": ("water",)})
    monkeypatch.setattr(Regions, "find", lambda _, place: found)
    grass, water = absent.looked_for(tmp_path)
    assert (grass.there, grass.result) == (True, result)
    assert (water.there, water.result) == (False, "found" if seen else "refused")
