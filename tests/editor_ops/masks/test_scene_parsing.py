"""Parts of a scene, on photos that the head did not learn from."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.masks import check
from editor_ops.masks import scene_parsing
from editor_ops.masks.region import LANDSCAPE, SCENE, MaskError, Region
from editor_ops.masks.semantic import confidence, locate

TRUTH = Path(check.__file__).with_name("truth")


def photo(name: str, side: int = 512) -> np.ndarray:
    pixels = cv2.imread(str(TRUTH / name))
    scale = side / max(pixels.shape[:2])
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(small[..., ::-1])


def test_every_mask_of_lightroom_and_of_our_own_has_its_classes() -> None:
    found_elsewhere = {"sky", "vegetation"}
    assert set(scene_parsing.PARTS) == (set(LANDSCAPE.values()) - found_elsewhere) | set(SCENE.values())
    assert all(set(parts) <= set(scene_parsing.CLASSES) for parts in scene_parsing.PARTS.values())
    assert not set(LANDSCAPE) & set(SCENE)


def test_chances_sum_to_one_and_are_those_of_the_mirror_image() -> None:
    rgb = photo("cid22_261045.jpg", 300)
    seen = scene_parsing.chances(rgb)
    assert seen.shape == (len(scene_parsing.CLASSES), 75, 75)
    assert np.allclose(seen.sum(0), 1, atol=1e-4)
    assert np.allclose(scene_parsing.chances(rgb[:, ::-1]), seen[..., ::-1], atol=0.02)


def test_learnt_and_asked_photos_are_apart() -> None:
    """The photos whose masks these tests look at are among those that train_scene.py leaves out."""
    asked = {Path(json.loads(line)["photo"]).name for line in (TRUTH.parent / "places.jsonl").read_text().splitlines()}
    assert {name for name, *_ in SEEN} <= asked


SEEN = [
    ("cid22_67216.jpg", "grass", (0.3, 0.1), (0.3, 0.7)),
    ("cid22_1287145.jpg", "mountains", (0.3, 0.6), (0.5, 0.1)),
    ("kodim24.jpg", "building", (0.5, 0.55), (0.6, 0.05)),
]


@pytest.mark.parametrize(("name", "region", "inside", "outside"), SEEN)
def test_what_is_there_is_found(
    name: str, region: str, inside: tuple[float, float], outside: tuple[float, float]
) -> None:
    rgb = photo(name)
    weight = locate(rgb, Region(region))
    assert weight.shape == rgb.shape[:2] and weight.dtype == np.float32
    assert at(weight, *inside) > 0.8 and at(weight, *outside) < 0.2
    sure = confidence(rgb, Region(region), weight)
    assert sure is not None and scene_parsing.LEAST_SURE <= sure <= 1


def at(weight: np.ndarray, x: float, y: float) -> float:
    """Mean weight of the few pixels around a point in fractions."""
    row, column = int(y * weight.shape[0]), int(x * weight.shape[1])
    return float(weight[row - 3 : row + 4, column - 3 : column + 4].mean())


def test_a_photo_of_a_few_pixels_has_no_parts() -> None:
    with pytest.raises(MaskError, match="too small to tell its artificial ground"):
        scene_parsing.find(np.zeros((8, 8, 3), np.uint8), "artificial_ground")
