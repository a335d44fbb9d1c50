"""The light of a photo: known lights laid over photos are found again, and taken out by a white balance."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from data_pipeline.illuminant import gains, laid_over, lit, moved
from editor_ops import color
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from jarvisevo.rules import illuminant, plan
from jarvisevo.rules.goals import View

IMAGES = sorted((Path(__file__).parents[3] / "examples").glob("*.jpg"))
LIGHTS = {"warm": gains(70, 0), "cold": gains(-60, 0), "green": gains(0, -25), "magenta": gains(0, 25)}


def codes_of(path: Path) -> np.ndarray:
    codes = cv2.imread(str(path))
    scale = 192 / max(codes.shape[:2])
    return np.ascontiguousarray(cv2.resize(codes, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)[..., ::-1])


@pytest.mark.parametrize("name", LIGHTS)
def test_a_light_laid_over_photos_is_seen(name: str) -> None:
    light = LIGHTS[name]
    true = np.array(moved(light))
    seen = []
    for path in IMAGES:
        codes = codes_of(path)
        before, after = (View(c).light for c in (codes, lit(codes, light)))
        seen.append((after - before) @ true / (true @ true))
    assert 0.45 < float(np.mean(seen)) < 1.2  # what is unlikely is believed in part


def test_a_grey_under_no_light_is_grey() -> None:
    assert np.allclose(illuminant.of_light(0, 0), 0, atol=0.05)
    assert illuminant.of_light(0, 0.5)[1] > 10 and illuminant.of_light(0, -0.5)[1] < -10  # less blue is yellow


def test_how_a_render_moves_the_light_is_measured() -> None:
    rng = np.random.default_rng(0)
    codes = rng.integers(60, 180, (80, 90, 3)).astype(np.uint8)
    assert np.allclose(illuminant.change(codes, lit(codes, LIGHTS["warm"])), moved(LIGHTS["warm"]), atol=0.02)


@pytest.mark.parametrize("value", [0, 127, 255])
def test_a_photo_without_colours_tells_next_to_nothing_and_is_left(value: int) -> None:
    codes = np.full((40, 60, 3), value, np.uint8)
    assert np.hypot(*illuminant.of_light(*View(codes).light)) < 4
    settings = plan(Photo.from_array(codes), "fix the white balance").settings
    assert not settings["IncrementalTemperature"] and not settings["IncrementalTint"]


@pytest.mark.parametrize("name", ["warm", "cold"])
def test_a_white_balance_takes_out_a_light_and_leaves_good_photos_nearly_as_they_are(name: str) -> None:
    nearer, off = 0, []
    for path in IMAGES[:4]:
        codes = codes_of(path)
        cast = lit(codes, LIGHTS[name])
        fixed, left = (
            render(p, plan(p, "fix the white balance").settings).eight_bit()
            for p in map(Photo.from_array, (cast, codes))
        )
        first, last = (color.mean_delta_e(np.asarray(v), codes) for v in (cast, fixed))
        nearer += last < first
        off.append(color.mean_delta_e(np.asarray(left), codes))
    assert nearer >= 3
    assert float(np.median(off)) < 4


def test_auto_takes_some_of_a_strong_light_out() -> None:
    codes = codes_of(next(path for path in IMAGES if path.stem == "landscape"))
    warmer = [
        plan(Photo.from_array(c), "make this look good").settings["IncrementalTemperature"]
        for c in (codes, lit(codes, gains(-90, 0)))
    ]
    assert warmer[1] > warmer[0] + 10


def test_samples_are_parts_of_photos_under_their_light() -> None:
    rng = np.random.default_rng(0)
    codes = np.full((40, 60, 3), 90, np.uint8)
    part = laid_over(codes, LIGHTS["green"], rng)
    assert part.shape[0] <= 40 and part.shape[1] <= 60 and part[0, 0, 1] > part[0, 0, 0]
