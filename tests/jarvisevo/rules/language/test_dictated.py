"""Settings as they are dictated, panel by panel: what becomes a setting, what is written out, what stays a sentence."""

import re
import time

import pytest

from editor_ops import load
from editor_ops.table import TABLE
from jarvisevo.rules import plan
from jarvisevo.rules.intent import SETTING
from jarvisevo.rules.language import by_grammar, dictated, panels, read
from tests.jarvisevo.rules.language.test_reading import sentences, text

SENTENCES = (
    "raise the lights by 20",
    "make the shadows 20% brighter",
    "brighten the shadows by 20 and the highlights by 10",
    "crop to 16:9, contrast +10",
    "noise reduction 30, contrast 10",
    "vignette 20, highlights -30",
    "blue saturation -20, saturation +5",
    "shot at 1/500, ISO 6400",
    "Mask the background and take dehaze to -10.",
    "only the sky: highlights -40",
    "purple dragon: exposure +0.5",
    "SharpenRadius 1.2 in the sky",
    "亮部+10",
    "暗部提亮20",
    "裁成16:9，对比度+10",
)
"""What the grammar reads as it stands."""


@pytest.mark.parametrize(("said", "meant"), sentences("dictated"))
def test_what_is_dictated_is_read(said: str, meant: str) -> None:
    assert text(by_grammar(said)) == meant


def test_both_readers_leave_it_so() -> None:
    rows = sentences("dictated")
    assert len([said for said, meant in rows if text(read(said)) != meant]) < 0.05 * len(rows)


@pytest.mark.parametrize("said", SENTENCES)
def test_a_sentence_stays_as_it_is(said: str) -> None:
    assert dictated.settings_of(said) == (said, ())


def test_every_setting_is_a_parameter_and_has_a_name_in_both_languages() -> None:
    names = {name for _, meant in sentences("dictated") for name in re.findall(rf"{SETTING}(\w+)", meant)}
    assert len(names) > 40
    for name in names:
        assert name in TABLE
        assert panels.label(name, chinese=False).isascii() and not panels.label(name, chinese=True).isascii()


OWN = sorted(name for name in panels.OWN_NAMES.values() if name in TABLE and name not in ("Temperature", "Tint"))


@pytest.mark.parametrize("name", OWN)
def test_every_slider_is_set_by_its_own_name(name: str) -> None:
    row = TABLE[name]
    value = round(0.6 * row.high + 0.4 * row.low, 0 if row.span > 10 else 2)
    forms = [f'"{name}": {value:.10g}', f'warmer, "crs:{name.upper()}" = {value:.10g}, darken the sky']
    forms += [f"{name.lower()} {value:.10g}"] if name.lower() not in panels.TERMS else []
    for said in forms:
        _, wants = dictated.settings_of(said)
        assert [(want.what, want.amount, want.absolute) for want in wants] == [
            (SETTING + name, (value, "slider"), True)
        ], said
    assert panels.label(name, chinese=False).isascii() and not panels.label(name, chinese=True).isascii()


def test_a_slider_by_its_own_name_stands_alone_with_what_switches_it_on() -> None:
    photo = load("examples/portrait.jpg")
    for said, meant in (
        ("Exposure2012 1.5", {"Exposure2012": 1.5}),
        ("SaturationAdjustmentOrange -40", {"SaturationAdjustmentOrange": -40}),
        ("CropTop 0.1", {"CropTop": 0.1, "HasCrop": True}),
        ("GrayMixerRed 20", {"GrayMixerRed": 20, "ConvertToGrayscale": True}),
    ):
        assert plan(photo, said).settings.to_dict() | {"ProcessVersion": ""} == meant | {"ProcessVersion": ""}


def test_a_slider_of_a_mask_without_a_place_is_named() -> None:
    done = plan(load("examples/landscape.jpg"), "LocalContrast2012 0.2")
    assert done.settings.to_dict().keys() <= {"ProcessVersion"}
    assert done.ignored == ("LocalContrast2012 0.2: say where",)


def test_they_stand_where_they_were_put_inside_their_range() -> None:
    photo = load("examples/portrait.jpg")
    settings = plan(photo, "sharpening 60, radius 9, masking 40, grain 20, size 30, orange sat -10 lum +15").settings
    assert settings["SharpenRadius"] == 3.0 and settings["SharpenEdgeMasking"] == 40 and settings["GrainSize"] == 30
    assert settings["SaturationAdjustmentOrange"] == -10 and settings["LuminanceAdjustmentOrange"] == 15
    assert settings["SaturationAdjustmentYellow"] == settings["SaturationAdjustmentRed"] == 0
    assert "masking" in plan(photo, "sharpening 60, masking 40").thought


@pytest.mark.parametrize(
    ("words", "exposure", "notes"),
    [
        ("exposure +20, clarity 300", 0.4, ("points, fifty to a stop: +0.4 EV", "Clarity goes to 100: +100 set")),
        ("曝光+20，清晰度300", 0.4, ("五十点为一档：+0.4 EV", "清晰度的范围到100：已设为+100")),
        ("+20 EV, orange saturation +300", 5.0, ("Exposure goes to 5 EV: +5 EV", "Orange saturation goes to 100")),
        ("exposure +2, clarity 100", 2.0, ()),
    ],
)
def test_numbers_beyond_a_slider_are_told(words: str, exposure: float, notes: tuple[str, ...]) -> None:
    made = plan(load("examples/portrait.jpg"), words)
    assert made.settings["Exposure2012"] == exposure and made.ignored == ()
    assert len(made.notes) == len(notes) and all(part in note for part, note in zip(notes, made.notes, strict=True))


def test_numbers_beyond_a_slider_of_a_place_are_told() -> None:
    made = plan(load("examples/landscape.jpg"), "sky: exposure +20, clarity 150")
    (sky,) = made.settings.to_dict()["MaskGroupBasedCorrections"]
    assert (sky["LocalExposure2012"], sky["LocalClarity2012"]) == (0.1, 1.0)
    assert [note for note in made.notes if "goes to" in note] == ["Sky: Clarity goes to 100: +100 set"]


def test_a_list_of_numbers_is_all_that_is_set() -> None:
    settings = plan(load("examples/portrait.jpg"), "exposure +1.5, shadows +60, contrast +20, temp +20").settings
    assert settings.to_dict() | {"ProcessVersion": ""} == {
        "Exposure2012": 1.5,
        "Shadows2012": 60,
        "Contrast2012": 20,
        "IncrementalTemperature": 20,
        "ProcessVersion": "",
    }


def test_an_angle_keeps_its_tenths() -> None:
    settings = plan(load("examples/landscape.jpg"), "rotate 1.5 degrees").settings
    assert settings["CropAngle"] == -1.5


@pytest.mark.parametrize("said", ["(" + "sat, " * 700, "radius 1 " * 400, "sky mask: " * 300, "a: " * 900, "的" * 3000])
def test_it_ends_soon(said: str) -> None:
    began = time.process_time()
    dictated.settings_of(said + "1")
    assert time.process_time() - began < 2


def test_a_slider_that_a_place_has_not_is_refused_by_name() -> None:
    done = plan(load("examples/landscape.jpg"), "sky: sharpening 40, radius 1.2")
    assert any("radius 1.2" in line for line in done.ignored) and "SharpenRadius" not in done.settings.to_dict()
