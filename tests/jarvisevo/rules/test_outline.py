"""Outlines: the same words for the same thing, in both languages, and only for what is there."""

import cv2
import numpy as np
import pytest

from editor_ops.measure import measure
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.rules import outline
from jarvisevo.rules.changes import changes
from jarvisevo.rules.language import read


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("a bit less warm and a darker sky, keep the skin", "warmth slightly down, sky brightness down, keep skin"),
        ("I'd love it cooler by a touch, the sky darker, leave the skin", "warmth slightly down, sky brightness down"),
        ("+0.7 EV and drop the highlights to -60", "brightness up +0.7 EV, highlights down -60 slider"),
        ("everything but the dog black and white", "all but dog black and white"),
        ("moody, and make the reds darker", "moody, red brightness down"),
        ("turn the greens to teal", "green to aqua"),
    ],
)
def test_what_is_wanted_has_one_wording(said: str, meant: str) -> None:
    assert outline.wanted(read(said), "en").startswith(f"Wanted: {meant}")


def test_chinese_has_its_own_words() -> None:
    assert outline.wanted(read("天空压暗一点，暖一些，皮肤别动"), "zh") == "要求：天空亮度略降，色温略升，保持皮肤。"
    assert outline.wanted(read("hello"), "en") == ""


def scene() -> np.ndarray:
    random = np.random.default_rng(4)
    return cv2.resize(random.integers(40, 190, (12, 18, 3), np.uint8), (180, 120), interpolation=cv2.INTER_CUBIC)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"Exposure2012": 1.2}, "brightness much up"),
        ({"Exposure2012": -1.2}, "brightness much down"),
        ({"Saturation": -60}, "saturation"),
        ({"IncrementalTemperature": 40}, "warmth"),
    ],
)
def test_what_was_done_is_read_off_the_images(settings: dict[str, float], words: str) -> None:
    photo = scene()
    after = render(Photo.from_array(photo), Settings.parse(settings)).eight_bit()
    assert words in outline.done(changes(photo, after), "en")
    assert outline.done(changes(photo, photo), "en") == "Done: nothing."
    assert outline.done((), "zh") == "改动：无。"


def test_a_photo_is_called_what_it_measures() -> None:
    photo = scene()
    dark = render(Photo.from_array(photo), Settings.parse({"Exposure2012": -2.5, "Saturation": -80})).eight_bit()
    assert "Dark" in outline.photo(measure(dark), "en") and "pale" in outline.photo(measure(dark), "en")
    assert outline.photo(measure(dark), "zh").startswith("偏暗") and "Dark" not in outline.photo(measure(photo), "en")
