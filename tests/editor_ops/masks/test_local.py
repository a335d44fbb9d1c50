"""Local corrections in a render: locality, the sliders' twins, overlaps, sizes, crops,
and masks that cannot be made.
"""

import math
from typing import Any

import cv2
import numpy as np
import pytest

from editor_ops import color, pipeline
from editor_ops.frame import Strip
from editor_ops.masks import corrections, semantic
from editor_ops.masks.region import MaskError, Region
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import LOCAL, PIPELINE, TABLE

TWINS = [f.name for f in LOCAL.rows[0].fields if f.kind == "number" and f.name.startswith("Local")]


def scene(height: int = 120, width: int = 160) -> np.ndarray:
    """Hues, tones, texture, noise: (H, W, 3) uint8."""
    rng = np.random.default_rng(5)
    y, x = np.mgrid[:height, :width] / np.array([height, width]).reshape(2, 1, 1)
    hsv = cv2.merge(
        [(x * 330).astype(np.float32), (0.2 + 0.5 * y).astype(np.float32), (0.2 + 0.5 * x).astype(np.float32)]
    )
    image = (
        cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)
        + 0.05 * np.sin(60 * x)[..., None]
        + rng.normal(0, 0.03, (height, width, 1))
    )
    return np.rint(np.clip(image, 0, 1) * 255).astype(np.uint8)


PHOTO = Photo.from_array(scene())
BOX = {
    "What": "Mask/CircularGradient",
    "Top": 0.3,
    "Left": 0.3,
    "Bottom": 0.7,
    "Right": 0.7,
    "Feather": 0,
    "MaskInverted": False,
}
LEFT = {"What": "Mask/Gradient", "ZeroX": 0.5, "ZeroY": 0.5, "FullX": 0.2, "FullY": 0.5}
EVERYWHERE = {"What": "Mask/Gradient", "ZeroX": 5, "ZeroY": 0.5, "FullX": 4, "FullY": 0.5}


def group(*masks: dict[str, Any], **sliders: Any) -> dict[str, Any]:
    return {"CorrectionName": "one", **sliders, "CorrectionMasks": list(masks)}


def settings(*groups: dict[str, Any], **others: Any) -> Settings:
    return Settings.parse({**others, "MaskGroupBasedCorrections": list(groups)})


def show(*groups: dict[str, Any], photo: Photo = PHOTO, size: int | None = None, **others: Any) -> np.ndarray:
    return render(photo, settings(*groups, **others), size, bits=16).pixels.astype(int)


def plain(**others: Any) -> np.ndarray:
    return render(PHOTO, Settings.parse(others), bits=16).pixels.astype(int)


def strongest(name: str) -> float:
    return (
        -0.8
        if name == "LocalClarity2012"
        else 200.0
        if name == "LocalCurveRefineSaturation"
        else 0.8
        if name != "LocalToningHue"
        else 120.0
    )


@pytest.mark.parametrize("name", TWINS)
def test_outside_the_mask_every_pixel_is_bit_identical(name: str) -> None:
    others: dict[str, Any] = {"ToneCurvePV2012": [[0, 20], [128, 110], [255, 250]], "Saturation": 15}
    tint = (
        {"LocalToningSaturation": 0.8}
        if name == "LocalToningHue"
        else {"LocalToningHue": 40}
        if name.startswith("LocalToning")
        else {}
    )
    change = np.abs(show(group(BOX, **{name: strongest(name)}, **tint), **others) - plain(**others)).max(2)
    y, x = np.mgrid[:120, :160]
    inside = ((x + 0.5 - 80) / 32) ** 2 + ((y + 0.5 - 60) / 24) ** 2 <= 2.0
    assert change[~inside].max() == 0
    assert change[inside].max() > 200, f"{name} does nothing inside its mask"


@pytest.mark.parametrize("name", TWINS)
def test_a_full_mask_is_the_global_slider(name: str) -> None:
    twins = [row for row in TABLE.values() if row.local == name and row.kind == "number"]
    if name in ("LocalHue", "LocalToningHue", "LocalToningSaturation"):
        pytest.skip("no single global slider does the same")
    value = 150.0 if name == "LocalCurveRefineSaturation" else 0.6
    others: dict[str, Any] = {"ToneCurvePV2012": [[0, 0], [64, 30], [192, 225], [255, 255]]} if "Refine" in name else {}
    globally = {r.name: value if r.local_unit == 1 else value * r.local_unit for r in twins}
    local = show(group(EVERYWHERE, **{name: value}), **others)
    assert np.abs(local - plain(**globally, **others)).max() <= 2  # of 65,535: one rounding of the blend


def test_sliders_add_to_the_global_ones() -> None:
    both = show(group(EVERYWHERE, LocalExposure2012=0.25, LocalContrast2012=0.2), Exposure2012=-0.5, Contrast2012=10)
    assert np.abs(both - plain(Exposure2012=0.5, Contrast2012=30)).max() <= 2


def test_curves_and_point_colours_act_locally() -> None:
    curve = [[0, 0], [128, 160], [255, 255]]
    assert np.abs(show(group(EVERYWHERE, MainCurve=curve)) - plain(ToneCurvePV2012=curve)).max() <= 200
    red = show(group(LEFT, RedCurve=curve)) - plain()
    assert red[:, :20, 0].mean() > 1500 and np.abs(red[:, 100:]).max() == 0
    point = [{"SrcHue": 0.2, "SrcSat": 0.4, "SrcLum": 0.2, "SatScale": -1, "RangeAmount": 1}]
    assert np.abs(show(group(LEFT, LocalPointColors=point)) - plain()).max() > 500


def test_amount_scales_and_inactive_groups_rest() -> None:
    full = show(group(EVERYWHERE, LocalExposure2012=0.2))
    assert np.abs(show(group(EVERYWHERE, LocalExposure2012=0.4, CorrectionAmount=0.5)) - full).max() <= 2
    for off in ({"CorrectionActive": False}, {"CorrectionAmount": 0}):
        assert np.array_equal(show(group(EVERYWHERE, LocalExposure2012=0.4, **off)), plain())
    assert np.array_equal(show(group({**EVERYWHERE, "MaskActive": False}, LocalExposure2012=0.4)), plain())


def test_overlapping_groups_add_up() -> None:
    twice = show(
        group(EVERYWHERE, LocalExposure2012=-0.25),
        {**group(EVERYWHERE, LocalExposure2012=-0.25), "CorrectionName": "two"},
    )
    dark = plain() < 20000  # where exposure is a plain gain
    assert np.abs(twice - plain(Exposure2012=-2))[dark].max() < 700


def weight_of(*masks: dict[str, Any], photo: Photo = PHOTO, size: int | None = None) -> np.ndarray:
    """What the masks of a group let through: (H, W) in [0, 1]."""
    one = settings(group(*masks, LocalExposure2012=0.1))
    frame = pipeline.make_frame(photo, one, size)
    ready, notes = corrections.prepare(one, frame, PIPELINE)
    assert not notes
    where = Strip(0, frame.height, frame.height, frame.width)
    cover = corrections.CorrectionWeights(ready, frame).on(where, frame.photo.linear())[0]
    weight = np.zeros((frame.height, frame.width), np.float32)
    if cover is not None:
        weight[:, cover.left : cover.right] = cover.weight
    return weight


def test_blend_modes() -> None:
    big = {**BOX, "Top": 0.1, "Left": 0.1, "Bottom": 0.9, "Right": 0.9}
    centre, ring, corner = (60, 80), (60, 20), (2, 2)
    cases = {
        "add": ((BOX, LEFT), (1, 1, 1)),
        "subtract": ((big, {**BOX, "MaskBlendMode": 1, "MaskValue": 0}), (0, 1, 0)),
        "intersect": ((big, {**BOX, "MaskBlendMode": 1, "MaskInverted": True, "MaskValue": 0}), (1, 0, 0)),
        "intersect as models write it": ((big, {**BOX, "MaskBlendMode": 1}), (1, 0, 0)),
        "invert": (({**big, "MaskInverted": True},), (0, 0, 1)),
        "half": (({**big, "MaskValue": 0.5},), (0.5, 0.5, 0)),
        "only a subtraction": (({**BOX, "MaskBlendMode": 1, "MaskValue": 0},), (0, 1, 1)),
        "aggregate": (({"What": "Mask/Aggregate", "Masks": [big, {**BOX, "MaskValue": 0}]},), (0, 1, 0)),
    }
    for name, (masks, expected) in cases.items():
        weight = weight_of(*masks)
        assert [weight[p] for p in (centre, ring, corner)] == pytest.approx(expected, abs=0.02), name


def test_flipped_counts_only_without_the_newer_flag() -> None:
    shape = {k: v for k, v in BOX.items() if k != "MaskInverted"}
    for extra, inside in (
        ({"Flipped": True, "MaskInverted": False}, 1),  # the two pairs that Lightroom writes …
        ({"Flipped": False, "MaskInverted": True}, 0),
        ({"Flipped": False, "Version": 2}, 0),  # … and the older form
        ({"Flipped": True, "Version": 2}, 1),
        ({}, 1),
    ):
        assert weight_of({**shape, **extra})[60, 80] == pytest.approx(inside, abs=0.02)


def test_a_linear_gradient_is_half_at_the_measured_place() -> None:
    weight = weight_of({"What": "Mask/Gradient", "ZeroX": 0.1, "ZeroY": 0.5, "FullX": 0.9, "FullY": 0.5})[60]
    half = np.abs(weight - 0.5).argmin() / 160
    assert (half - 0.1) / 0.8 == pytest.approx(0.544, abs=0.02)
    assert np.diff(weight[10:150]).min() > -0.02 and weight[:16].max() == 0 and weight[-15:].min() > 0.99


def test_a_radial_gradient_has_the_measured_half_width() -> None:
    weight = weight_of({**BOX, "Top": 0, "Bottom": 1, "Left": 0, "Right": 1, "Feather": 82})[60, 80:]
    assert np.abs(weight - 0.5).argmin() / 80 == pytest.approx(0.525, abs=0.03)


@pytest.mark.parametrize(
    "mask",
    [
        LEFT,
        {**BOX, "Feather": 60, "Angle": 30},
        {"What": "Mask/Paint", "Radius": 0.15, "Flow": 1, "Dabs": ["d 0.3 0.4", "d 0.5 0.5"]},
        {"What": "Mask/Polygon", "Points": [[0.2, 0.2], [0.8, 0.3], [0.5, 0.9]]},
    ],
    ids=lambda m: m["What"],
)
def test_a_mask_is_the_same_at_every_size(mask: dict[str, Any]) -> None:
    photo = Photo.from_array(cv2.resize(scene(), (1600, 1200), interpolation=cv2.INTER_CUBIC))
    small = weight_of(mask, photo=photo, size=400)
    large = cv2.resize(weight_of(mask, photo=photo), (400, 300), interpolation=cv2.INTER_AREA)
    assert np.abs(small - large).mean() < 0.01


def test_a_mask_stays_on_its_place_in_a_crop() -> None:
    crop = {"HasCrop": True, "CropLeft": 0.25, "CropTop": 0.25, "CropRight": 0.75, "CropBottom": 0.75}
    one = group({**BOX, "Feather": 50}, LocalExposure2012=0.3)
    assert np.array_equal(show(one, **crop), show(one)[30:90, 40:120])
    turned = show(one, **crop, CropAngle=20) - render(PHOTO, Settings.parse({**crop, "CropAngle": 20}), bits=16).pixels
    peak = np.unravel_index(turned.sum(2).argmax(), turned.shape[:2])
    assert math.dist(peak, (turned.shape[0] / 2, turned.shape[1] / 2)) < 12


def test_seams_are_invisible() -> None:
    """The change across a soft mask has no step larger than the mask's own slope allows."""
    flat = Photo.from_array(np.full((200, 300, 3), 110, np.uint8))
    for mask in (LEFT, {**BOX, "Feather": 100}):
        change = show(group(mask, LocalExposure2012=0.5), photo=flat)[..., 1] - 110 * 257
        steps = np.maximum(np.abs(np.diff(change, axis=1)).max(), np.abs(np.diff(change, axis=0)).max())
        assert steps < np.abs(change).max() * 0.06


def test_strips_and_threads_do_not_show() -> None:
    photo = Photo.from_array(cv2.resize(scene(), (1500, 1100)))
    one = settings(
        group({**BOX, "Feather": 40}, LocalClarity2012=0.8, LocalTexture=0.5, LocalSharpness=-1, LocalLuminanceNoise=1)
    )
    assert np.array_equal(render(photo, one, threads=1).pixels, render(photo, one, threads=2).pixels)


def test_local_sharpness_below_zero_blurs() -> None:
    photo = Photo.from_array(scene(700, 1000))

    def detail(value: float) -> float:
        return float(np.abs(np.diff(show(group(EVERYWHERE, LocalSharpness=value), photo=photo), axis=1)).mean())

    assert detail(-1) < 0.8 * detail(-0.3) < 0.8 * detail(0)


# ---- ranges


def test_luminance_range() -> None:
    ramp = Photo.from_array(np.repeat(np.arange(256, dtype=np.uint8)[None, :, None], 3, 2).repeat(20, 0))
    mask = {"What": "Mask/RangeMask", "CorrectionRangeMask": {"Type": 2, "LumRange": "0.4 0.5 0.7 0.8"}}
    change = show(group(mask, LocalExposure2012=-0.5), photo=ramp)[10, :, 1] - np.arange(256) * 257
    assert np.abs(change[:100]).max() <= 257 and np.abs(change[207:]).max() <= 257 and change[150] < -5000
    older = {**EVERYWHERE, "CorrectionRangeMask": {"Type": 2, "LumMin": 0.5, "LumMax": 0.7, "LumFeather": 0.2}}
    assert (
        np.abs(show(group(older, LocalExposure2012=-0.5), photo=ramp)[10, :, 1] - np.arange(256) * 257 - change)[
            130:175
        ].max()
        < 300
    )


def test_colour_range_picks_the_sampled_colour() -> None:
    image = np.zeros((40, 90, 3), np.uint8)
    image[:, :30], image[:, 30:60], image[:, 60:] = (200, 60, 50), (60, 160, 70), (60, 80, 200)
    sample = color.srgb_encode(Photo.from_array(image).linear()[20, 15])
    mask = {
        "What": "Mask/RangeMask",
        "CorrectionRangeMask": {"Type": 1, "ColorAmount": 0.4, "PointModels": [" ".join(map(str, sample))]},
    }
    change = np.abs(
        show(group(mask, LocalExposure2012=-0.5), photo=Photo.from_array(image)) - image.astype(int) * 257
    ).max(2)
    assert change[:, :30].min() > 3000 and change[:, 30:].max() <= 257


# ---- regions found in the photo


class Halves:
    """A segmenter that knows where the left half is."""

    name = "halves"
    regions = frozenset({"subject"})

    def __init__(self) -> None:
        self.asked: list[Region] = []

    def segment(self, rgb: np.ndarray, region: Region) -> np.ndarray:
        self.asked.append(region)
        out = np.zeros(rgb.shape[:2], np.float32)
        out[:, : rgb.shape[1] // 2] = 1
        return out


@pytest.fixture
def halves(monkeypatch: pytest.MonkeyPatch) -> Halves:
    finder = Halves()

    def locate(rgb: np.ndarray, region: Region) -> np.ndarray:
        if region.name not in finder.regions:
            raise MaskError(f"no {region.name} in this photo")
        return finder.segment(rgb, region)

    monkeypatch.setattr(semantic, "locate", locate)
    return finder


SUBJECT = {"What": "Mask/Image", "MaskSubType": 1, "MaskName": "Subject 1"}
SKY = {"What": "Mask/Image", "MaskSubType": 2, "MaskName": "Sky 1"}


def test_a_region_is_found_once_per_photo(halves: Halves) -> None:
    photo = Photo.from_array(scene())
    weight = weight_of(SUBJECT, photo=photo)
    assert weight[:, :70].min() > 0.97 and weight[:, 90:].max() < 0.03
    weight_of({**SUBJECT, "MaskInverted": True}, photo=photo, size=100)
    assert len(halves.asked) == 1


def test_what_is_not_there_is_said_and_the_rest_is_done(halves: Halves) -> None:
    photo = Photo.from_array(scene())
    lost = group(SKY, LocalExposure2012=-0.3)
    image = render(photo, settings(lost, {**group(SUBJECT, LocalExposure2012=0.3), "CorrectionName": "two"}))
    assert image.notes == ("one: Sky 1: no sky in this photo",)
    assert np.array_equal(image.pixels, render(photo, settings(group(SUBJECT, LocalExposure2012=0.3))).pixels)
    for masks in (
        ({**SKY, "MaskInverted": True},),  # not "everywhere"
        (SUBJECT, {**SKY, "MaskBlendMode": 1, "MaskInverted": True, "MaskValue": 0}),  # intersected with nothing
    ):
        done = render(photo, settings(group(*masks, LocalExposure2012=0.3)))
        assert np.array_equal(done.pixels, photo.pixels) and done.notes
    kept = render(photo, settings(group(SUBJECT, {**SKY, "MaskBlendMode": 1, "MaskValue": 0}, LocalExposure2012=0.3)))
    assert not np.array_equal(kept.pixels, photo.pixels), "subtracting what is not there leaves the rest"


# ---- masks that cannot be made


@pytest.mark.parametrize(
    ("mask", "words"),
    [
        ({**LEFT, "FullX": 0.5}, "no length"),
        ({**BOX, "Right": 0.3}, "no size"),
        ({**BOX, "Right": 0.1}, "no size"),
        ({"What": "Mask/Paint", "Radius": 0, "Dabs": ["d 0.5 0.5"]}, "no dab of any size"),
        ({"What": "Mask/Paint", "Radius": 0.1, "Dabs": ["d nan nan", "x y"]}, "no dabs"),
        ({"What": "Mask/Polygon", "Points": [[0.1, 0.1], [0.9, 0.9]]}, "3 at least"),
        ({"What": "Mask/Polygon", "Points": [[2, 2], [3, 2], [2.5, 3]]}, "covers nothing"),
        ({"What": "Mask/Magic"}, "'Mask/Magic'"),
        ({"MaskName": "?"}, "no type"),
        ({"What": "Mask/Gradient", "ZeroX": 0.5}, "ZeroY, FullX, FullY missing"),
        ({"What": "Mask/RangeMask", "CorrectionRangeMask": {"Type": 2, "LumRange": "0.8 0.2 0 1"}}, "must rise"),
        ({"What": "Mask/RangeMask", "CorrectionRangeMask": {"Type": 1, "PointModels": []}}, "no sampled colour"),
        ({"What": "Mask/RangeMask", "CorrectionRangeMask": {"Type": 3}}, "depth map"),
        ({"What": "Mask/Image", "MaskSubType": 3, "MaskSubCategoryID": 77}, "part 77"),
        ({"What": "Mask/Image", "MaskSubType": 0}, "ReferencePoint"),
        ({"What": "Mask/Aggregate", "Masks": []}, "empty"),
    ],
)
def test_degenerate_masks_say_why_and_the_rest_is_done(mask: dict[str, Any], words: str) -> None:
    image = render(PHOTO, settings(group(mask, LocalExposure2012=0.5), Exposure2012=0.5))
    assert len(image.notes) == 1 and words in image.notes[0]
    assert np.array_equal(image.pixels, render(PHOTO, Settings.parse({"Exposure2012": 0.5})).pixels)


def test_a_mask_outside_the_frame_does_nothing() -> None:
    assert np.array_equal(show(group({**BOX, "Left": 3, "Right": 4}, LocalExposure2012=0.5)), plain())


def test_ten_thousand_dabs() -> None:
    rng = np.random.default_rng(0)
    dabs = [f"d {x:.4f} {y:.4f}" for x, y in rng.uniform(-0.2, 1.2, (10_000, 2))]
    image = render(
        PHOTO, settings(group({"What": "Mask/Paint", "Radius": 0.01, "Flow": 0.5, "Dabs": dabs}, LocalExposure2012=0.3))
    )
    assert not image.notes and image.pixels.mean() > PHOTO.pixels.mean() + 2


def test_outlines_that_cross_themselves() -> None:
    bow = {
        "What": "Mask/Polygon",
        "Points": [[0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]],
    }  # the corners of a box, as models list them
    assert weight_of(bow)[60, 80] == pytest.approx(1, abs=0.02)
    star = [[0.5 + 0.4 * math.sin(4 * math.pi * i / 5), 0.5 - 0.4 * math.cos(4 * math.pi * i / 5)] for i in range(5)]
    weight = weight_of({"What": "Mask/Polygon", "Points": star})
    assert weight[60, 80] == pytest.approx(0, abs=0.02) and weight[22, 80] == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize("shape", [(1, 1), (3, 200), (8, 8)])
def test_tiny_frames(shape: tuple[int, int]) -> None:
    photo = Photo.from_array(np.full((*shape, 3), 90, np.uint8))
    assert (
        render(
            photo, settings(group(EVERYWHERE, LocalExposure2012=0.25, LocalClarity2012=1, LocalDehaze=0.5))
        ).pixels.min()
        > 90
    )
