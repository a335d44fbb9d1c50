"""Regions found in photos: known answers on the example photos and on images put together, refusals, odd sizes."""

import hashlib
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest

from editor_ops.masks import faces, matting, models, people, refine, semantic
from editor_ops.masks.region import LANDSCAPE, PERSON_PARTS, MaskError, Region
from editor_ops.masks.semantic import BuiltinSegmenter, locate

ROOT = Path(__file__).resolve().parents[3]
EVERY = sorted({*PERSON_PARTS.values(), *LANDSCAPE.values(), "subject", "background", "object", "sky"})


def photo(name: str, size: int = 512) -> np.ndarray:
    pixels = cv2.imread(str(ROOT / "examples" / name))
    scale = size / max(pixels.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.ascontiguousarray(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=how)[..., ::-1])


@pytest.fixture(scope="module")
def portrait() -> np.ndarray:
    return photo("portrait.jpg")


@pytest.fixture(scope="module")
def landscape() -> np.ndarray:
    return photo("landscape.jpg")


def test_what_was_found_in_the_last_photos_is_kept_by_their_pixels(landscape: np.ndarray) -> None:
    segmenter, searched = BuiltinSegmenter(), []

    def search(rgb: np.ndarray, region: Region) -> np.ndarray:
        searched.append(region.name)
        if region.name == "person":
            raise MaskError("no person found")
        return np.ones(rgb.shape[:2], np.float32)

    segmenter._search = search  # type: ignore[method-assign]
    for pixels in (landscape, landscape.copy(), landscape[::-1].copy()):
        found = segmenter.segment(pixels, Region("sky"))
        found[:] = 0  # a caller's own
        with pytest.raises(MaskError, match="no person found"):
            segmenter.segment(pixels, Region("person"))
    assert searched == ["sky", "person"] * 2 and segmenter.segment(landscape, Region("sky")).all()
    for number in range(semantic.KEPT):
        segmenter.segment(np.full((8, 8, 3), number, np.uint8), Region("sky"))
    segmenter.segment(landscape, Region("sky"))
    assert len(searched) == 4 + semantic.KEPT + 1


def at(weight: np.ndarray, x: float, y: float) -> float:
    """The weight at a place in fractions."""
    return float(weight[int(y * weight.shape[0]), int(x * weight.shape[1])])


def test_files_are_those_of_the_notice() -> None:
    notice = (models.FOLDER / "NOTICE.md").read_text()
    listed = dict(re.findall(r"^\| `([\w.]+)` .*`([0-9a-f]{64})` \|$", notice, re.M))
    files = {p.name: p for p in models.FOLDER.iterdir() if p.suffix in (".tflite", ".onnx")}
    assert files.keys() == listed.keys()
    for name, path in files.items():
        assert hashlib.sha256(path.read_bytes()).hexdigest() == listed[name], name


def test_person_of_the_portrait(portrait: np.ndarray) -> None:
    weight = locate(portrait, Region("person"))
    assert weight.dtype == np.float32 and weight.shape == portrait.shape[:2]
    assert weight.min() >= 0 and weight.max() <= 1
    assert at(weight, 0.65, 0.3) > 0.95 and at(weight, 0.65, 0.85) > 0.95  # face, jacket
    assert at(weight, 0.2, 0.3) < 0.05 and at(weight, 0.42, 0.4) < 0.05  # wall, and the shadow on it
    assert 0.3 < weight.mean() < 0.42
    assert np.array_equal(weight, locate(portrait, Region("subject")))
    assert np.allclose(weight, 1 - locate(portrait, Region("background")), atol=1e-6)


def test_parts_of_the_portrait(portrait: np.ndarray) -> None:
    """The man looks into the camera with his mouth closed, in cap and jacket."""
    found = {
        name: locate(portrait, Region(name))
        for name in ("face_skin", "lips", "iris", "eye_white", "eyebrows", "clothes")
    }
    person = locate(portrait, Region("person"))
    for name, weight in found.items():
        assert 0 < weight.mean() < person.mean(), name
        assert (weight * (person < 0.3)).sum() < 0.05 * weight.sum(), name
    assert at(found["face_skin"], 0.66, 0.36) > 0.8 and at(found["face_skin"], 0.675, 0.425) < 0.3
    assert at(found["lips"], 0.677, 0.435) > 0.7
    assert at(found["iris"], 0.628, 0.275) > 0.5 and at(found["iris"], 0.717, 0.268) > 0.5
    assert at(found["clothes"], 0.65, 0.85) > 0.9 and at(found["clothes"], 0.66, 0.36) < 0.1
    assert (found["iris"] * found["eye_white"]).max() < 0.6
    with pytest.raises(MaskError, match=r"teeth: (the mouth is closed|no teeth)"):
        locate(portrait, Region("teeth"))


def test_sizes_agree() -> None:
    masks = [locate(photo("portrait.jpg", size), Region("person")) for size in (256, 640, 1024)]
    small = [cv2.resize(m, (256, 166), interpolation=cv2.INTER_AREA) for m in masks]
    for one in small[1:]:
        assert np.minimum(one, small[0]).sum() / np.maximum(one, small[0]).sum() > 0.93


def test_sky_of_the_landscape(landscape: np.ndarray) -> None:
    weight = locate(landscape, Region("sky"))
    assert at(weight, 0.5, 0.1) > 0.98 and at(weight, 0.95, 0.4) > 0.95
    assert at(weight, 0.3, 0.35) < 0.05 and at(weight, 0.9, 0.9) < 0.05  # the mountain, the sky's reflection


@pytest.mark.parametrize("name", ["food.jpg", "portrait.jpg", "night.jpg"])
def test_no_sky_is_invented(name: str) -> None:
    with pytest.raises(MaskError, match="no sky found|too unsure"):
        locate(photo(name), Region("sky"))


@pytest.mark.parametrize("name", ["food.jpg", "landscape.jpg"])
def test_no_person_is_invented(name: str) -> None:
    for region in ("person", "hair", "teeth", "clothes"):
        with pytest.raises(MaskError, match="no person found"):
            locate(photo(name), Region(region))


def test_the_point_chooses_a_person(portrait: np.ndarray) -> None:
    wide = np.ascontiguousarray(np.hstack([portrait[:, 100:], portrait[:, 100:]]))
    half = wide.shape[1] // 2
    both, left, right = (locate(wide, Region("person", point)) for point in ((0.5, 0.5), (0.25, 0.6), (0.75, 0.6)))
    assert both[:, :half].mean() > 0.25 and both[:, half:].mean() > 0.25
    assert left[:, :half].mean() > 0.25 and left[:, half:].mean() < 0.03
    assert right[:, :half].mean() < 0.03 and right[:, half:].mean() > 0.25
    with pytest.raises(MaskError, match="no person at"):
        locate(photo("portrait.jpg"), Region("person", (0.02, 0.1)))


def plate() -> tuple[np.ndarray, np.ndarray]:
    """A red ellipse with some texture on grey, and its map."""
    rng = np.random.default_rng(1)
    truth = np.zeros((240, 320), np.uint8)
    cv2.ellipse(truth, (160, 120), (60, 45), 0, 0, 360, 1, -1)
    rgb = np.where(truth[..., None] > 0, (190, 50, 40), (110, 115, 120)) + rng.normal(0, 5, (240, 320, 3))
    return np.clip(rgb, 0, 255).astype(np.uint8), truth > 0


def overlap(weight: np.ndarray, truth: np.ndarray) -> float:
    return float(np.minimum(weight, truth).sum() / np.maximum(weight, truth).sum())


@pytest.mark.parametrize(
    "region",
    [
        Region("subject"),
        Region("object", (0.5, 0.5)),
        Region("object", None, ((0.27, 0.26), (0.73, 0.26), (0.73, 0.74), (0.27, 0.74))),
        Region("object", None, ((0.3, 0.3), (0.5, 0.25), (0.75, 0.5), (0.5, 0.75), (0.28, 0.6))),
    ],
)
def test_a_thing_on_plain_ground(region: Region) -> None:
    rgb, truth = plate()
    assert overlap(locate(rgb, region), truth) > 0.93


def test_vegetation_is_what_is_green() -> None:
    rng = np.random.default_rng(2)
    rgb = np.full((200, 300, 3), (150, 140, 135), np.float64)
    rgb[100:] = (70, 120, 40)
    rgb[100:] += rng.normal(0, 20, (100, 300, 1))
    weight = locate(np.clip(rgb, 0, 255).astype(np.uint8), Region("vegetation"))
    assert weight[:90].max() < 0.1 and weight[115:].mean() > 0.9
    with pytest.raises(MaskError, match="no vegetation"):
        locate(photo("portrait.jpg", 256), Region("vegetation"))


@pytest.mark.parametrize("name", ["wall", "door", "artificial_ground"])
def test_what_is_not_there_is_refused(name: str, landscape: np.ndarray) -> None:
    with pytest.raises(MaskError, match=f"{name.replace('_', ' ')}"):
        locate(landscape, Region(name))
    with pytest.raises(MaskError, match="no segmenter for 'unicorn'"):
        locate(landscape, Region("unicorn"))


ODD = [
    np.zeros((1, 1, 3), np.uint8),
    np.full((8, 8, 3), 128, np.uint8),
    np.full((64, 96, 3), 200, np.uint8),
    np.tile(np.arange(120, dtype=np.uint8)[None, :, None], (80, 1, 3)),
    np.zeros((4, 700, 3), np.uint8),
]


@pytest.mark.parametrize("rgb", ODD, ids=["1×1", "8×8", "constant", "grey ramp", "line"])
@pytest.mark.parametrize("name", EVERY)
def test_odd_pictures_give_a_map_or_a_reason(rgb: np.ndarray, name: str) -> None:
    for region in (Region(name), Region(name, (0.9, 0.1)), Region(name, None, ((0.1, 0.1), (0.9, 0.1), (0.5, 0.9)))):
        try:
            weight = locate(rgb, region)
        except MaskError as error:
            assert str(error) and "\n" not in str(error)
        else:
            assert weight.shape == rgb.shape[:2] and np.isfinite(weight).all()
            assert weight.min() >= 0 and weight.max() <= 1


def test_noise_has_no_face() -> None:
    rng = np.random.default_rng(3)
    rgb = rng.integers(0, 256, (128, 160, 3), np.uint8)
    assert faces.find(rgb) == []
    with pytest.raises(MaskError):
        locate(rgb, Region("sky"))


def test_wrong_arrays_are_refused() -> None:
    for bad in (np.zeros((8, 8), np.uint8), np.zeros((8, 8, 3), np.float32), np.zeros((0, 8, 3), np.uint8)):
        with pytest.raises(MaskError, match="needs \\(h, w, 3\\) uint8"):
            locate(bad, Region("sky"))


def test_the_same_photo_gives_the_same_mask(landscape: np.ndarray, portrait: np.ndarray) -> None:
    wanted = [
        (landscape, Region("sky")),
        (portrait, Region("person")),
        (portrait, Region("hair")),
        (plate()[0], Region("subject")),
    ]
    first = [locate(rgb, region) for rgb, region in wanted]
    people._scenes.clear()
    cv2.setRNGSeed(99)
    with ThreadPoolExecutor(3) as pool:
        again = list(pool.map(lambda pair: locate(*pair), wanted * 2))
    for one, other in zip(first * 2, again, strict=True):
        assert np.array_equal(one, other)


class Left:
    """Says the left half to everything it serves."""

    name = "left"
    regions = frozenset({"sky", "water"})

    def segment(self, rgb: np.ndarray, region: Region) -> np.ndarray:
        weight = np.zeros(rgb.shape[:2], np.float32)
        weight[:, : rgb.shape[1] // 2] = 1
        return weight


class Blind(Left):
    """Never finds anything."""

    name = "blind"

    def segment(self, rgb: np.ndarray, region: Region) -> np.ndarray:
        raise MaskError("saw nothing")


class Wrong(Left):
    """Returns a map of another size."""

    name = "wrong"

    def segment(self, rgb: np.ndarray, region: Region) -> np.ndarray:
        return np.ones((2, 2), np.float32)


def test_a_registered_segmenter_comes_first(landscape: np.ndarray) -> None:
    left = Left()
    semantic.register(left)
    try:
        assert semantic.segmenters()[0] is left and isinstance(semantic.segmenters()[-1], BuiltinSegmenter)
        assert locate(landscape, Region("sky")).mean() == 0.5
        assert locate(landscape, Region("water")).mean() == 0.5
    finally:
        semantic.unregister(left)
    assert at(locate(landscape, Region("sky")), 0.8, 0.1) > 0.9


@pytest.mark.parametrize("bad", [Blind(), Wrong()])
def test_the_built_in_one_steps_in(bad: Left, landscape: np.ndarray, portrait: np.ndarray) -> None:
    semantic.register(bad)
    try:
        assert at(locate(landscape, Region("sky")), 0.5, 0.1) > 0.9
        with pytest.raises(MaskError, match=f"{bad.name}: "):
            locate(portrait, Region("water"))
    finally:
        semantic.unregister(bad)


def test_a_matting_file_named_by_the_environment(monkeypatch: pytest.MonkeyPatch, landscape: np.ndarray) -> None:
    """The network of persons stands in for a matting network: one input, one map."""
    monkeypatch.setenv(matting.ENVIRONMENT, f"{models.FOLDER / 'selfie_segmentation.tflite'}:256")
    weight = locate(landscape, Region("subject"))
    assert semantic.segmenters()[0].name == "selfie_segmentation.tflite"
    assert np.allclose(weight, 1 - locate(landscape, Region("background")), atol=1e-6)
    monkeypatch.setenv(matting.ENVIRONMENT, "nowhere.onnx")
    with pytest.raises(MaskError, match="no matting file"):
        locate(landscape, Region("subject"))


def test_guided_filter_keeps_flat_maps_and_finds_the_edge() -> None:
    rgb, truth = plate()
    ones = np.ones(truth.shape, np.float32)
    assert np.allclose(refine.guided(rgb, ones), 1, atol=1e-3)
    assert np.allclose(refine.guided(rgb, 0 * ones), 0, atol=1e-3)
    rough = cv2.dilate(truth.astype(np.float32), np.ones((5, 5)))
    exact = refine.guided(rgb, rough, 0.02) > 0.5
    assert overlap(exact, truth) > 0.95 > overlap(rough, truth)


def test_a_blue_sky_seen_from_below_is_found() -> None:
    """It reaches to the bottom of the frame and around a person; the network alone is too unsure of it."""
    pixels = cv2.imread(str(ROOT / "bench/masks/truth/cid22_pexels_photo_4672246.jpg"))[..., ::-1]
    found = locate(np.ascontiguousarray(pixels), Region("sky"))
    height, width = found.shape
    for x, y in ((0.05, 0.3), (0.1, 0.5), (0.9, 0.05), (0.85, 0.5)):
        assert found[int(y * height), int(x * width)] > 0.8
    for x, y in ((0.45, 0.7), (0.5, 0.1), (0.1, 0.85)):  # jacket, hair, hand
        assert found[int(y * height), int(x * width)] < 0.2
