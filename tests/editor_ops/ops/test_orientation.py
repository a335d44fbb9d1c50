"""Quarter turns and mirroring: the last step of a render, after everything that has a place in the photo."""

from itertools import product

import cv2
import numpy as np
import pytest

from editor_ops.ops.geometry import WAYS, composed, oriented, reversed_turn, turned_like
from editor_ops.parameters import SettingsError
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.preview import Preview
from editor_ops.settings import Settings

TURNS = range(1, 9)
EDIT = {
    "Exposure2012": 0.4,
    "PostCropVignetteAmount": -30,
    "HasCrop": True,
    "CropLeft": 0.1,
    "CropTop": 0.2,
    "CropRight": 0.7,
    "CropBottom": 0.9,
    "CropAngle": 3,
    "MaskGroupBasedCorrections": [
        {
            "LocalExposure2012": 0.3,
            "CorrectionMasks": [{"What": "Mask/Gradient", "ZeroX": 0.2, "ZeroY": 0.9, "FullX": 0.4, "FullY": 0.3}],
        }
    ],
}


def scene(height: int = 60, width: int = 90) -> Photo:
    noise = np.random.default_rng(4).integers(60, 190, (5, 7, 3), dtype=np.uint8)
    return Photo.from_array(cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC))


@pytest.mark.parametrize("turn", TURNS)
def test_crop_masks_and_vignette_stay_and_the_result_is_turned(turn: int) -> None:
    upright = render(scene(), Settings.parse(EDIT)).pixels
    shown = render(scene(), Settings.parse({**EDIT, "Orientation": turn}))
    assert np.array_equal(shown.pixels, oriented(upright, turn)) and shown.pixels.flags.c_contiguous
    preview = Preview(scene(), 40)
    both = [preview.render(Settings.parse({**EDIT, "Orientation": one})).pixels for one in (1, turn)]
    assert np.array_equal(both[1], oriented(both[0], turn))


@pytest.mark.parametrize(("bits", "size"), [(8, (3, 2)), (16, (1, 1)), (8, (1, 5)), (16, (40, 30))])
def test_tiny_and_deep_frames_turn_too(bits: int, size: tuple[int, int]) -> None:
    photo = scene(*size)
    for turn in TURNS:
        shown = render(photo, Settings.parse({"Exposure2012": 0.2, "Orientation": turn}), bits=bits).pixels
        plain = render(photo, Settings.parse({"Exposure2012": 0.2}), bits=bits).pixels
        assert shown.shape == ((*size[::-1], 3) if turn >= 5 else (*size, 3))
        assert np.array_equal(shown, oriented(plain, turn))


def test_the_photo_itself_is_never_turned() -> None:
    photo = scene()
    before = photo.pixels.copy()
    render(photo, Settings.parse({"Orientation": 6})).pixels[:] = 0
    assert np.array_equal(photo.pixels, before)


def test_two_turns_are_one() -> None:
    pixels = scene(4, 6).pixels
    for first, then in product(TURNS, TURNS):
        assert np.array_equal(oriented(oriented(pixels, first), then), oriented(pixels, composed(first, then)))
    assert all(composed(turn, reversed_turn(turn)) == 1 for turn in TURNS)
    assert composed(6, 6) == 3 and composed(8, 6) == 1
    assert composed(2, 8) == 5 and composed(2, 6) == 7 and len(WAYS) == 8  # as WAYS says


def test_exif_says_the_same() -> None:
    """Pillow's reading of the tag, as somebody else's word."""
    from PIL import Image, ImageOps

    for turn in TURNS:
        image = Image.fromarray(scene().pixels)
        image.getexif()[0x0112] = turn
        assert np.array_equal(np.asarray(ImageOps.exif_transpose(image)), oriented(scene().pixels, turn))


def test_a_picture_is_laid_like_another() -> None:
    own, like = Settings.parse({"Orientation": 6}), Settings.parse({"Orientation": 4})
    pixels = scene().pixels
    assert np.array_equal(turned_like(oriented(pixels, 6), own, like), oriented(pixels, 4))


def test_the_value_is_a_number_or_its_text_and_nothing_else() -> None:
    assert [Settings.parse({"Orientation": v})["Orientation"] for v in (6, "6", 6.0)] == ["6"] * 3
    for wrong in (0, 9, 6.5, True, "clockwise", None):
        with pytest.raises(SettingsError):
            Settings.parse({"Orientation": wrong})
