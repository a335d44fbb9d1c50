"""What is visible: by its sliders alone, in its direction, and in proportion."""

from pathlib import Path

import numpy as np
import pytest

from data_pipeline.language.observe import Difference, examine, visible
from data_pipeline.language.styles import fitting, known, name_of
from editor_ops.io.decode import load
from editor_ops.pipeline import render
from editor_ops.settings import Settings

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def portrait() -> np.ndarray:
    return render(load(ROOT / "examples" / "portrait.jpg"), Settings(), 224).eight_bit()


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("Exposure2012", 0.7, "brightness"),
        ("Exposure2012", -0.7, "brightness"),
        ("Contrast2012", 45, "contrast"),
        ("Contrast2012", -45, "contrast"),
        ("IncrementalTemperature", 30, "warmth"),
        ("IncrementalTint", -25, "tint"),
        ("Saturation", -40, "saturation"),
        ("Shadows2012", 60, "shadows"),
        ("Highlights2012", -60, "highlights"),
        ("Blacks2012", 72, "blacks"),
        ("Clarity2012", -60, "clarity"),
        ("Sharpness", 90, "sharpness"),
        ("GrainAmount", 50, "grain"),
        ("SaturationAdjustmentOrange", -50, "color:orange"),
    ],
)
def test_one_slider_is_one_change_in_its_direction(portrait: np.ndarray, name: str, value: float, what: str) -> None:
    (found,) = visible(portrait, Settings.parse({name: value}))
    assert found.what == what and found.sign == (1 if value > 0 else -1)


def test_more_of_a_slider_is_a_larger_change(portrait: np.ndarray) -> None:
    sizes = [visible(portrait, Settings.parse({"Exposure2012": v}))[0].size for v in (0.3, 0.6, 1.2)]
    assert sizes[0] < sizes[1] < sizes[2]
    assert visible(portrait, Settings.parse({"Blacks2012": 72}))[0].degree != "little"


def test_sepia_is_toning_and_never_a_tint(portrait: np.ndarray) -> None:
    sepia = {"Saturation": -100, "SplitToningShadowHue": 38, "SplitToningShadowSaturation": 40}
    sepia |= {"SplitToningHighlightHue": 42, "SplitToningHighlightSaturation": 30}
    found = {d.what for d in visible(portrait, Settings.parse(sepia))}
    assert "tint" not in found and "shadow_tone:orange" in found and "saturation" in found


def test_sliders_that_leave_no_trace_are_taken_out(portrait: np.ndarray) -> None:
    grey = np.repeat(portrait.mean(2, keepdims=True).astype(np.uint8), 3, 2)
    found, kept = examine(grey, Settings.parse({"SaturationAdjustmentPurple": 60, "Exposure2012": 0.5}))
    assert [d.what for d in found] == ["brightness"] and set(kept.to_dict()) == {"Exposure2012"}
    assert examine(grey, Settings()) == ([], Settings())


def test_what_the_whole_photo_went_against_is_not_said(portrait: np.ndarray) -> None:
    found = visible(portrait, Settings.parse({"Contrast2012": 20, "Dehaze": -27}))
    assert [(d.what, d.sign) for d in found] == [("haze", 1)]


def test_a_part_is_spoken_of_by_its_name(portrait: np.ndarray) -> None:
    mask = {"What": "Mask/Gradient", "FullX": 0.5, "FullY": 0.2, "ZeroX": 0.5, "ZeroY": 0.6}
    group = {"CorrectionName": "top", "LocalExposure2012": -0.3, "CorrectionMasks": [mask]}
    (found,) = visible(portrait, Settings.parse({"MaskGroupBasedCorrections": [group]}))
    assert (found.what, found.place, found.sign) == ("brightness", "top", -1)


def test_a_style_is_named_only_when_all_of_it_shows() -> None:
    cold = [Difference("warmth", -1.4), Difference("saturation", -0.9)]
    names = {name for style in fitting(cold, "mood") for name in style.english}
    assert "wintry" in names and not names & {"cozy", "golden", "cheerful", "sunny"}
    assert fitting([Difference("warmth", 1.4, "sky")], "mood") == []
    assert name_of([], "en", __import__("random").Random(0)) == ""
    assert {style.kind for style in known()} == {"style", "mood"} and all(s.english and s.chinese for s in known())
