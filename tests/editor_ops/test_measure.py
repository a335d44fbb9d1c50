"""Measurements: known images, every quantity that a parameter row names, robustness, speed."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from editor_ops import Settings, color, load, measure, render
from editor_ops.ops.color_mixer import HUES
from editor_ops.photo import Image, Photo
from editor_ops.table import TABLE

ROOT = Path(__file__).resolve().parents[2]
RAISES = sorted(name for name, row in TABLE.items() if row.raises and "." not in name)


def flat(*rgb: int, size: int = 64) -> np.ndarray:
    return np.full((size, size, 3), rgb, np.uint8)


def scene() -> np.ndarray:
    """Every hue and tone, a grey wedge, texture and a little noise: (240, 360, 3) uint8."""
    rng = np.random.default_rng(5)
    y, x = np.mgrid[:240, :360] / np.array([240, 360]).reshape(2, 1, 1)
    hsv = [(x * 360), 0.2 + 0.4 * np.abs(np.sin(3 * y)), 0.1 + 0.75 * y]
    image = cv2.cvtColor(cv2.merge([v.astype(np.float32) for v in hsv]), cv2.COLOR_HSV2RGB)
    image[:, :90] = (0.05 + 0.9 * y)[:, :90, None]
    image += 0.05 * (np.sin(80 * np.pi * x) * np.sin(60 * np.pi * y))[..., None]
    image += rng.normal(0, 0.01, image.shape)
    return np.rint(np.clip(image, 0, 1) * 255).astype(np.uint8)


SCENE = Photo.from_array(scene())


@pytest.mark.parametrize("name", RAISES)
def test_moving_a_row_right_raises_its_quantity(name: str) -> None:
    row = TABLE[name]
    span = min(row.high - row.default, 0.4 * row.span) if row.kind == "number" else 0
    base = Settings.parse(dict(row.needs))
    right = Settings.parse(dict(row.needs) | {name: row.default + span})
    photo = (
        Photo.from_array((90 + 0.5 * scene()).astype(np.uint8)) if name == "Dehaze" else SCENE
    )  # a veil to take away
    before, after = (measure.measure(render(photo, s)) for s in (base, right))
    assert getattr(after, row.raises) > getattr(before, row.raises)


def test_known_colours() -> None:
    grey = measure.measure(flat(119, 119, 119))
    assert grey.lightness == pytest.approx(50.0, abs=0.3)
    assert (grey.chroma, grey.contrast, grey.texture) == pytest.approx((0, 0, 0), abs=0.02)
    red = measure.measure(flat(255, 0, 0))
    assert (red.lightness, red.magenta, red.warmth) == pytest.approx(
        (54.29, 80.81, 69.89), abs=0.1
    )  # sRGB red, Lab D50
    assert red.hues["Red"].share == 1.0
    assert red.clipped_channels == (1.0, 0.0, 0.0)
    assert measure.measure(flat(255, 255, 255)).clipped_white == 1.0
    assert measure.measure(flat(0, 0, 0)).clipped_black == 1.0


def test_fast_lab_agrees_with_the_exact_one() -> None:
    np.testing.assert_allclose(measure.to_lab(scene()), color.srgb_to_lab(scene()), atol=0.03)


def test_cast_is_read_from_greys_and_not_from_coloured_things() -> None:
    image = flat(128, 128, 128)
    image[:20] = (200, 40, 40)
    assert np.hypot(*measure.measure(image).cast) < 1.5
    tinted = flat(140, 128, 112)
    assert measure.measure(tinted).cast[1] > 5


def test_hue_bands_are_the_mixers() -> None:
    assert list(measure.measure(scene()).hues) == list(HUES)
    assert sum(band.share for band in measure.measure(scene()).hues.values()) <= 1.0 + 1e-9


def test_every_kind_of_picture_gives_the_same_numbers() -> None:
    array = scene()
    expected = measure.measure(array)
    for same in (SCENE, Image(array), array.astype(np.float32) / 255, array.astype(np.uint16) * 257):
        assert measure.measure(same).lightness == pytest.approx(expected.lightness, abs=0.05)
    wide = render(SCENE, space="prophoto", bits=16)
    assert measure.measure(wide).warmth == pytest.approx(expected.warmth, abs=0.3)


def test_odd_pictures() -> None:
    for shape in ((1, 1, 3), (2, 300, 3), (9, 9), (3000, 2, 3)):
        found = measure.measure(np.full(shape, 90, np.uint8))
        assert np.isfinite(found.lightness) and np.isfinite(found.noise)
    holes = np.full((20, 20, 3), np.nan, np.float32)
    assert measure.measure(holes).lightness == pytest.approx(0, abs=1e-3)


def test_a_part_is_measured_as_the_whole_is() -> None:
    whole = measure.measure(scene())
    for name, value in measure.measure_part(scene(), np.ones((240, 360), bool)).items():
        if name != "hues":
            assert value == pytest.approx(getattr(whole, name), abs=0.01), name
    halves = np.hstack([flat(0, 0, 0, size=512), flat(200, 200, 200, size=512)])
    right = np.arange(1024)[None] >= np.full((512, 1), 512)
    part = measure.measure_part(halves, right)
    assert (part["lightness"], part["clipped_black"]) == pytest.approx((80.6, 0), abs=0.3)
    assert part["haze"] == pytest.approx(200 / 255, abs=0.03)


def test_to_dict_is_plain_json() -> None:
    document = measure.measure(scene()).to_dict()
    assert json.loads(json.dumps(document)) == document
    assert set(document["hues"]["Blue"]) == {"share", "chroma", "lightness"}


def test_size_hardly_matters_for_tone_and_colour() -> None:
    large = cv2.resize(scene(), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    small, big = measure.measure(scene()), measure.measure(large)
    for name in ("lightness", "contrast", "chroma", "warmth"):
        assert getattr(big, name) == pytest.approx(getattr(small, name), abs=0.8)


def test_noise_is_measured_and_denoising_lowers_it() -> None:
    rng = np.random.default_rng(1)
    noisy = np.clip(118 + rng.normal(0, 8, (300, 300, 1)), 0, 255).astype(np.uint8).repeat(3, 2)
    assert measure.measure(noisy).noise == pytest.approx(8 / 255 * 100, rel=0.25)
    smooth = render(Photo.from_array(noisy), Settings.parse({"LuminanceSmoothing": 80}))
    assert measure.measure(smooth).noise < 0.6 * measure.measure(noisy).noise


def test_a_real_photo() -> None:
    path = ROOT / "examples" / "landscape.jpg"
    if not path.exists():
        pytest.skip("examples/landscape.jpg is not in this checkout")
    found = measure.measure(load(path))
    assert 0 < found.percentiles[0] < found.median < found.percentiles[-1] <= 100
    assert found.dynamic_range == pytest.approx(found.percentiles[-1] - found.percentiles[0])
