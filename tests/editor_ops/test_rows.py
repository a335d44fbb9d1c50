"""The same demands on every parameter of the table: identity, visible ends, continuity, scale, odd frames."""

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
import pytest

from editor_ops.frame import Encoding, Frame, Strip
from editor_ops.parameters import Fidelity, Parameter
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import LOCAL, PIPELINE, TABLE

LOCAL_NAMES = [
    name for name in TABLE if name.split(".")[0] in {row.name for row in LOCAL.rows}
]  # tests/editor_ops/masks
ACTIVE = [name for name, row in TABLE.items() if row.fidelity is not Fidelity.KEPT and name not in LOCAL_NAMES]
NUMBERS = [name for name in ACTIVE if TABLE[name].kind == "number"]
POINT = {
    "SrcHue": 0.4,
    "SrcSat": 0.45,
    "SrcLum": 0.25,
    "HueShift": 0.3,
    "SatScale": 0.3,
    "LumScale": 0.2,
    "RangeAmount": 0.8,
}


def scene(height: int = 128, width: int = 192) -> np.ndarray:
    """A image with every hue, every tone, texture, noise and edges: (H, W, 3) uint8."""
    rng = np.random.default_rng(3)
    y, x = np.mgrid[:height, :width] / np.array([height, width]).reshape(2, 1, 1)
    hue = (x * 360).astype(np.float32)
    saturation = (0.15 + 0.7 * np.abs(np.sin(3.1 * y))).astype(np.float32)
    value = (0.04 + 0.92 * y).astype(np.float32)
    image = cv2.cvtColor(cv2.merge([hue, saturation, value]), cv2.COLOR_HSV2RGB)
    image[:, : width // 5] = value[:, : width // 5, None]  # a grey wedge
    image += 0.06 * np.sin(40 * np.pi * x)[..., None] * np.sin(30 * np.pi * y)[..., None]
    image[height // 3 : height // 2, width // 2 :: 24] *= 0.35  # dark posts
    image += rng.normal(0, 0.02, image.shape)
    return np.rint(np.clip(image, 0, 1) * 255).astype(np.uint8)


PHOTO = Photo.from_array(scene())


def document(name: str, value: Any) -> dict[str, Any]:
    """Settings in which row `name` is `value` and has what it needs to be seen."""
    row = TABLE[name]
    needs = {k: v for k, v in row.needs.items()}
    head, _, tail = name.partition(".")
    if not tail:
        return needs | {name: value}
    if head == "PointColors":
        if "." in tail:
            field, corner = tail.split(".")
            return {head: [POINT | {field: {corner: value}}]}
        return {head: [POINT | {tail: value}]}
    if head == "ColorVariance":
        return {"PointColors": [POINT], head: [{tail: value}]}
    return {head: dict(needs.get(head, {})) | {tail: value}}


def show(doc: Mapping[str, Any], photo: Photo = PHOTO, **options: Any) -> np.ndarray:
    return render(photo, Settings.parse(doc), **options).pixels


def without(name: str) -> np.ndarray:
    """The image with what `name` needs and `name` itself at its default."""
    return show(document(name, TABLE[name].default))


def ends(row: Parameter) -> tuple[float, float]:
    """Both ends of a number's range; for a crop, values that leave an image."""
    if row.name.startswith("Crop"):
        return (-10.0, 10.0) if row.unit == "deg" else (0.2, 0.8)
    return row.low, row.high


ALONE = [n for n in ACTIVE if "." not in n and not TABLE[n].needs]
"""The row of a struct covers its fields, and a row with needs has no image of its own."""


@pytest.mark.parametrize("name", ALONE)
def test_default_is_exact_identity(name: str) -> None:
    np.testing.assert_array_equal(show({name: TABLE[name].default}), PHOTO.pixels)


RECORD_ONLY = ("LensBlur.Version", "LensBlur.FocalRangeSource", "GrainSeed")


@pytest.mark.parametrize("name", [n for n in NUMBERS if not n.startswith(("Look.", "LensProfile"))])
def test_both_ends_are_visible(name: str) -> None:
    row = TABLE[name]
    base = without(name).astype(int)
    for value in ends(row):
        if value == row.default or (row.unit == "deg" and value % 360 == row.default % 360):
            continue
        changed = show(document(name, value)).astype(int)
        same = changed.shape == base.shape and np.abs(changed - base).max() < 1
        assert not same, f"{name} = {value:g} does nothing"


CONTINUOUS = [
    n
    for n in NUMBERS
    if "." not in n and n not in (*RECORD_ONLY, "PostCropVignetteStyle") and not n.startswith("Crop")
    if TABLE[n].unit != "K"
]
"""A crop moves every pixel, Kelvin has its own test, and a style is a choice by number."""


@pytest.mark.parametrize("name", CONTINUOUS)
def test_small_moves_make_small_changes(name: str) -> None:
    row = TABLE[name]
    step = row.span / 2000
    for value in (row.default, row.low + 0.4 * row.span, row.low + 0.8 * row.span):
        value = min(max(value, row.low), row.high - step)
        a, b = (show(document(name, v), bits=16).astype(int) for v in (value, value + step))
        assert np.abs(a - b).max() <= 1200, f"{name} jumps at {value:g}"
        assert np.abs(a - b).mean() <= 80, f"{name} jumps at {value:g}"


@pytest.mark.parametrize("name", [n for n in NUMBERS if "." not in n and not n.startswith(("Grain", "Crop"))])
def test_looks_the_same_at_every_size(name: str) -> None:
    """A large render reduced to a quarter resembles a render at a quarter (fine detail aside)."""
    row = TABLE[name]
    big = LARGE
    for value in ends(row):
        full = cv2.resize(show(document(name, value), big), (256, 171), interpolation=cv2.INTER_AREA).astype(int)
        small = cv2.resize(show(document(name, value), big, max_size=256), (256, 171)).astype(int)
        assert np.abs(full - small).mean() < 3.0, f"{name} = {value:g}"


LARGE = Photo.from_array(cv2.resize(scene(171, 256), (1024, 684), interpolation=cv2.INTER_CUBIC))

ODD_FRAMES = {
    "black": np.zeros((9, 8, 3), np.uint8),
    "white": np.full((9, 8, 3), 255, np.uint8),
    "grey": np.full((9, 8, 3), 118, np.uint8),
    "blue": np.full((9, 8, 3), (0, 0, 255), np.uint8),
    "pixel": np.full((1, 1, 3), (200, 30, 90), np.uint8),
    "wide": np.tile(np.arange(8192, dtype=np.uint32)[None, :, None] % 256, (3, 1, 3)).astype(np.uint8),
    "tall": np.tile(np.arange(4099, dtype=np.uint32)[:, None, None] % 256, (1, 2, 3)).astype(np.uint8),
}


def everything(end: int) -> dict[str, Any]:
    """Every numeric top-level row at its low (0) or high (1) end, crop aside."""
    names = [n for n in NUMBERS if "." not in n and not n.startswith("Crop")]
    doc: dict[str, Any] = {n: ends(TABLE[n])[end] for n in names}
    doc["LensBlur"] = {"Active": True, "BlurAmount": 70}
    doc["PointColors"] = [POINT]
    return doc


@pytest.mark.parametrize("frame", ODD_FRAMES)
@pytest.mark.parametrize("end", [0, 1])
def test_odd_frames_survive_everything_at_once(frame: str, end: int) -> None:
    photo = Photo.from_array(ODD_FRAMES[frame])
    with np.errstate(all="raise", under="ignore"):
        result = show(everything(end), photo)
    assert result.shape == ODD_FRAMES[frame].shape


@pytest.mark.parametrize("frame", ["black", "white", "grey", "blue"])
@pytest.mark.parametrize("step", [s for s in PIPELINE if s.name != "geometry"], ids=lambda s: s.name)
def test_kernels_keep_float32_and_make_no_nan(step: Any, frame: str) -> None:
    photo = Photo.from_array(ODD_FRAMES[frame])
    for end in (0, 1):
        kernel = step.prepare(Settings.parse(everything(end)), Frame(photo, order=PIPELINE))
        if kernel is None:
            continue
        strip = photo.linear() if step.encoding is Encoding.LINEAR else photo.pixels.astype(np.float32) / 255
        out = kernel.run(strip.copy(), Strip(0, photo.height, photo.height, photo.width))
        assert out.dtype == np.float32 and out.shape == strip.shape
        assert np.isfinite(out).all(), f"{step.name} makes NaN or infinity"


def test_strips_and_threads_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """However the frame is cut, the same pixels come out (to one level of 8 bits)."""
    doc = {n: v for n, v in everything(1).items() if not n.startswith(("Lens", "Point"))}
    doc |= {"Exposure2012": 0.3, "Dehaze": 20}
    whole = show(doc, LARGE, threads=1).astype(int)
    monkeypatch.setattr("editor_ops.develop.HALOS_PER_STRIP", 2)
    cut = show(doc, LARGE, threads=2).astype(int)
    assert np.abs(whole - cut).max() <= 1


def test_source_is_not_changed_and_renders_repeat() -> None:
    photo = Photo.from_array(scene())
    before = photo.pixels.copy()
    first = show(everything(1), photo)
    np.testing.assert_array_equal(photo.pixels, before)
    np.testing.assert_array_equal(show(everything(1), photo), first)


def test_every_row_is_documented() -> None:
    for name, row in TABLE.items():
        assert row.doc and not row.doc[0].islower(), name
        if row.kind == "number":
            assert row.low < row.high and row.low <= row.default <= row.high, name
        assert not row.needs or all(n in TABLE for n in row.needs), name


def test_a_photo_is_freed_when_nobody_uses_it() -> None:
    """The caches between renders hold a photo no longer than its user does, crops and sizes included."""
    import weakref

    photo = Photo.from_array(scene())
    gone = weakref.ref(photo)
    for doc in ({}, {"Shadows2012": 30, "Clarity2012": 20}, {"HasCrop": True, "CropTop": 0.2}):
        show(doc, photo)
        show(doc, photo, max_size=64)
    del photo
    assert gone() is None
