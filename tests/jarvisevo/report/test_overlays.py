"""Masks as colour, contact sheets, and the files that pages embed."""

import base64
from io import BytesIO

import cv2
import numpy as np
import pytest

from editor_ops import Photo, Settings
from editor_ops.io.encode import data_url
from jarvisevo.report import overlays
from jarvisevo.report.overlays import COLOURS, RED, MaskLayer

GREY = np.full((40, 60, 3), 100, np.uint8)


def half(shape: tuple[int, int] = (40, 60)) -> np.ndarray:
    weight = np.zeros(shape, np.float32)
    weight[:, : shape[1] // 2] = 1
    return weight


def test_a_full_mask_is_half_its_colour_and_none_leaves_the_picture() -> None:
    out = overlays.overlay(GREY, [MaskLayer("left", half())])
    assert out.dtype == np.uint8 and GREY[0, 0, 0] == 100
    np.testing.assert_allclose(out[20, 10], (np.array(RED) + 100) / 2, atol=1)
    assert (out[:, 40:] == 100).all()
    assert (out[20, 29:31] == RED).any()  # the outline


def test_an_unsure_mask_is_hatched() -> None:
    full = np.ones((40, 60), np.float32)
    sure, unsure = (overlays.overlay(GREY, [MaskLayer("all", full, unsure=u)]) for u in (False, True))
    striped = (unsure != 100).any(-1)
    assert 0.4 < striped.mean() < 0.6 and np.array_equal(unsure[striped], sure[striped])
    assert striped[0].any() and not striped[0].all() and striped[:, 0].any() and not striped[:, 0].all()


def test_the_border_of_the_picture_is_no_outline() -> None:
    out = overlays.overlay(GREY, [MaskLayer("left", half())])
    np.testing.assert_array_equal(out[0, 5], out[20, 5])


def test_soft_weights_mix_in_proportion_and_colours_add_up_in_order() -> None:
    weight = np.full((40, 60), 0.4, np.float32)
    out = overlays.overlay(GREY, [MaskLayer("a", weight, (200, 100, 0)), MaskLayer("b", weight, (100, 100, 200))])
    first = 100 + 0.2 * (np.array([200, 100, 0]) - 100)
    np.testing.assert_allclose(out[0, 0], first + 0.2 * (np.array([100, 100, 200]) - first), atol=1)


def test_a_mask_of_another_size_is_fitted() -> None:
    out = overlays.overlay(GREY, [MaskLayer("left", half((10, 15)))])
    assert out.shape == GREY.shape and out[20, 2, 0] > 150 and (out[20, 45:] == 100).all()


def test_coverage_counts_soft_parts_in_proportion() -> None:
    assert MaskLayer("a", half()).coverage == 0.5
    assert MaskLayer("a", np.full((4, 4), 0.25, np.float32)).coverage == pytest.approx(0.25)


def test_colours_begin_again() -> None:
    assert (
        overlays.colour_of(0) == RED and overlays.colour_of(len(COLOURS)) == RED and len(set(COLOURS)) == len(COLOURS)
    )


def test_legend_shows_its_colour_and_any_text() -> None:
    out = overlays.with_legend(GREY, [(RED, "Sky 30 %"), (COLOURS[1], "天空 \x00 <b>")])
    np.testing.assert_array_equal(out[:40], GREY)
    assert out.shape[1] == 60 and (out[40:] == RED).all(axis=2).any() and (out[40:] == COLOURS[1]).all(axis=2).any()
    assert overlays.with_legend(GREY, []) is GREY


def test_chinese_names_are_written_where_a_font_has_them() -> None:
    if overlays._wide_font(20) is None:
        pytest.skip("no font of overlays.WIDE_FONTS is installed")
    paper = np.zeros((40, 120, 3), np.uint8)
    sky, unknown = (overlays.write(paper, text, (2, 2), 20) for text in ("天空", "??"))
    assert sky.any() and not np.array_equal(sky, unknown)


@pytest.mark.parametrize("count", [1, 2, 5, 9])
def test_contact_sheet_holds_every_picture(count: int) -> None:
    shades = [60 + 20 * i for i in range(count)]
    pictures = [np.full((300, 200 if i % 2 else 400, 3), shade, np.uint8) for i, shade in enumerate(shades)]
    sheet = overlays.contact_sheet(pictures, [f"{i}" for i in range(count)], cell=120, best=count - 1)
    for shade in shades:
        assert (sheet == shade).all(axis=2).sum() > 5000
    assert (sheet == COLOURS[2]).all(axis=2).any()


def test_long_labels_stay_below_their_own_picture() -> None:
    upright = [np.full((300, 200, 3), 90, np.uint8)] * 2
    texts = ["1:  3.92 of 5, another reading: the shadows, not the exposure", ""]
    sheet = overlays.contact_sheet(upright, texts, cell=120, columns=2)
    plain = overlays.contact_sheet(upright, ["", ""], cell=120, columns=2)
    below = sheet[-40:].max(axis=2) > 100
    assert sheet.shape[0] > plain.shape[0] and below[:, : sheet.shape[1] // 2].any()
    assert not below[:, sheet.shape[1] // 2 :].any()


def test_jpeg_is_small_and_never_enlarged() -> None:
    noise = np.random.default_rng(0).integers(0, 255, (300, 500, 3), np.uint8)
    small = cv2.imdecode(np.frombuffer(overlays.jpeg(noise, 100, 80), np.uint8), cv2.IMREAD_COLOR)
    assert small.shape == (60, 100, 3)
    red = np.zeros((50, 50, 3), np.uint8)
    red[..., 0] = 255
    back = cv2.imdecode(np.frombuffer(overlays.jpeg(red, 100, 90), np.uint8), cv2.IMREAD_COLOR)
    assert back.shape == (50, 50, 3) and back[..., 2].mean() > 240 and back[..., 0].mean() < 20


def test_mask_png_is_one_colour_with_the_weight_as_opacity() -> None:
    from PIL import Image

    ramp = np.tile(np.linspace(0, 1, 256, dtype=np.float32), (128, 1))
    data = overlays.mask_png(MaskLayer("ramp", ramp, (1, 2, 3)))
    rgba = np.asarray(Image.open(BytesIO(data)).convert("RGBA"))
    assert (rgba[..., :3] == (1, 2, 3)).all() and len(data) < 4000
    np.testing.assert_allclose(rgba[..., 3] / 255, ramp, atol=0.6 / (overlays.LEVELS - 1))
    address = data_url(data, "png")
    assert base64.b64decode(address.removeprefix("data:image/png;base64,")) == data


def group(**mask: object) -> dict[str, object]:
    return {"CorrectionName": "g", "LocalExposure2012": 0.25, "CorrectionMasks": [mask]}


def weigh(*groups: dict[str, object], crop: dict[str, object] | None = None) -> tuple[np.ndarray | None, list[str]]:
    settings = Settings.parse({"MaskGroupBasedCorrections": list(groups), **(crop or {})})
    photo = Photo.from_array(np.full((100, 200, 3), 128, np.uint8))
    return overlays.weigh(photo, settings["MaskGroupBasedCorrections"][0], settings, 100)


LINEAR = {"What": "Mask/Gradient", "ZeroX": 0.5, "ZeroY": 1.0, "FullX": 0.5, "FullY": 0.0}


def test_weights_are_those_of_the_renderer() -> None:
    weight, problems = weigh(group(**LINEAR))
    assert weight is not None and weight.shape == (50, 100) and weight.dtype == np.float32 and not problems
    assert weight[0].mean() > 0.95 and weight[-1].mean() < 0.05 and (np.diff(weight.mean(axis=1)) <= 1e-6).all()


def test_weights_follow_the_crop() -> None:
    weight, _ = weigh(group(**LINEAR), crop={"HasCrop": True, "CropTop": 0.5})
    assert weight is not None and 0.4 < weight[0].mean() < 0.6 and weight[-1].mean() < 0.05


def test_a_mask_that_cannot_be_made_is_a_reason() -> None:
    weight, problems = weigh(group(What="Mask/Crystal"))
    assert weight is None and "Crystal" in problems[0]
    assert weigh({"CorrectionName": "g", "LocalExposure2012": 0.2}) == (None, ["it has no active mask"])
