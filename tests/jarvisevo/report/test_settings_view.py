"""Sliders, curves, histograms and corrections as a page shows them."""

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from editor_ops import TABLE, Settings
from editor_ops.parameters import Parameter
from jarvisevo.report import charts
from jarvisevo.report import settings_view as told

NUMBERS = [name for name, row in TABLE.items() if row.kind == "number"]


def parsed(svg: str) -> ET.Element:
    return ET.fromstring(f"<all>{svg}</all>")


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Exposure2012", "Exposure"),
        ("HueAdjustmentRed", "Red hue"),
        ("IncrementalTemperature", "Temperature"),
        ("PostCropVignetteAmount", "Vignette amount"),
        ("LocalClarity2012", "Clarity"),
        ("LensBlur.BlurAmount", "Blur amount"),
        ("ColorGradeMidtoneHue", "Midtone hue"),
        ("ToneCurvePV2012Red", "Tone curve red"),
        ("technical_quality", "Technical quality"),
    ],
)
def test_titles(name: str, title: str) -> None:
    assert told.title(name) == title


@pytest.mark.parametrize("name", TABLE)
def test_every_name_has_a_title_and_can_be_broken(name: str) -> None:
    assert told.title(name).strip() and "".join(told.humps(name)) == name


@pytest.mark.parametrize("name", NUMBERS)
def test_every_slider_stands_where_it_should(name: str) -> None:
    """The default in the middle, or at the end where it is an end; both ends at the ends; never falling."""
    row = TABLE[name]
    at = [charts.place(row, v) for v in (row.low, row.default, row.high)]
    assert (
        at[0] == 0
        and at[2] == 1
        and at[1] == (0.5 if row.low < row.default < row.high else float(row.default == row.high))
    )
    values = np.linspace(row.low, row.high, 11)
    places = [charts.place(row, v) for v in values]
    assert all(a < b for a, b in zip(places, places[1:], strict=False))
    for value in (row.low, row.high, row.high * 9 + 1):
        for x in re.findall(
            r' (?:x|cx|width)="([\d.-]+)%"', charts.bar(row, value, row.default, charts.track_of(name))
        ):
            assert 0 <= float(x) <= 100
        parsed(charts.bar(row, value))


def test_a_bar_shows_what_was_before() -> None:
    row = Parameter("X")
    assert 'class="was" cx="75.0%"' in charts.bar(row, 10, 50) and "was" not in charts.bar(row, 10, 0)
    fill = re.search(r'class="fill" x="([\d.]+)%" y="7" width="([\d.]+)%"', charts.bar(row, -40))
    assert fill and (float(fill[1]), float(fill[2])) == (30, 20)


def test_every_track_is_defined_once() -> None:
    drawn = charts.gradients()
    ids = re.findall(r'id="g-([\w-]+)"', drawn)
    assert len(ids) == len(set(ids)) and {charts.track_of(n) for n in TABLE} - {""} <= set(ids)
    assert charts.track_of("LocalTemperature") == "temp" and charts.track_of("Clarity2012") == ""
    parsed(drawn)


def test_panels_of_a_change() -> None:
    before = Settings.parse({"Exposure2012": 0.5, "Vibrance": 5})
    after = before.merge(
        {"Exposure2012": 1, "Contrast2012": -20, "ToneCurvePV2012": [[0, 10], [255, 255]], "ConvertToGrayscale": True}
    )
    panels = {panel["title"]: panel for panel in told.panels(before, after)}
    light = {row["title"]: row for row in panels["Light"]["rows"]}
    assert (light["Exposure"]["value"], light["Exposure"]["was"]) == ("+1\u00a0EV", "+0.5\u00a0EV")
    assert (light["Contrast"]["value"], light["Contrast"]["was"]) == ("−20", "")
    assert panels["Curve"]["curve"] and panels["Curve"]["rows"] == []
    assert panels["Black and white"]["rows"][0]["value"] == "on"
    assert "Color" not in panels  # vibrance has not moved
    assert told.panels(after, after) == []


def test_local_sliders_are_in_units_of_lightroom() -> None:
    group = {
        "CorrectionName": "Sky",
        "CorrectionAmount": 0.5,
        "LocalExposure2012": -0.25,
        "LocalClarity2012": 0.15,
        "LocalSaturation": 0.0,
        "CorrectionMasks": [{"What": "Mask/Image", "MaskSubType": 2}],
    }
    settings = Settings.parse({"MaskGroupBasedCorrections": [group]})
    (changed,) = told.changed_groups(Settings(), settings)
    rows = {row["title"]: row["value"] for row in told.group_rows(changed)}
    assert rows == {"Correction amount": "0.5", "Exposure": "−1\u00a0EV", "Clarity": "+15"}
    assert told.changed_groups(settings, settings) == []


@pytest.mark.parametrize(
    ("masks", "words"),
    [
        ([{"What": "Mask/Image", "MaskSubType": 2}], "sky"),
        ([{"What": "Mask/Image", "MaskSubType": 1, "MaskInverted": True}], "all but subject"),
        (
            [
                {"What": "Mask/Image", "MaskSubType": 3, "MaskSubCategoryID": 5},
                {"What": "Mask/Paint", "MaskBlendMode": 1, "MaskValue": 0},
            ],
            "hair, minus brush",
        ),
        (
            [
                {"What": "Mask/Image", "MaskSubType": 0, "MaskSubCategoryID": 50007},
                {"What": "Mask/Gradient", "MaskBlendMode": 1, "MaskInverted": True, "MaskValue": 0},
            ],
            "water, within linear gradient",
        ),
        ([{"What": "Mask/<b>"}], "<b>"),
        ([], "no mask"),
    ],
)
def test_masks_in_words(masks: list[dict[str, object]], words: str) -> None:
    assert told.describe_masks(masks) == words


def test_what_became_of_corrections_is_said_by_name() -> None:
    def state(**groups: dict[str, object]) -> Settings:
        mask = {"What": "Mask/Image", "MaskSubType": 2}
        return Settings.parse(
            {
                "MaskGroupBasedCorrections": [
                    {"What": "Correction", "CorrectionName": name, "CorrectionMasks": [mask], **sliders}
                    for name, sliders in groups.items()
                ]
            }
        )

    first = state(Sky={"LocalExposure2012": -0.2, "LocalSaturation": 0.1}, Skin={})
    assert told.corrections_moved(Settings(), first) == ["Sky: Exposure -0.8 EV, Saturation +10", "Skin: new mask"]
    less = state(Sky={"LocalExposure2012": -0.1})
    assert told.corrections_moved(first, less) == ["Sky: Exposure -0.4 EV, Saturation 0", "Skin: removed"]
    assert told.corrections_moved(less, less) == []


def test_a_histogram_holds_its_box() -> None:
    rng = np.random.default_rng(0)
    for picture in (
        np.zeros((9, 9, 3), np.uint8),
        np.full((9, 9, 3), 255, np.uint8),
        rng.integers(0, 255, (40, 50, 3), np.uint8),
    ):
        drawn = charts.histogram(picture, picture[:4])
        parsed(drawn)
        heights = [
            float(y) for path in re.findall(r' d="([^"]+)"', drawn) for y in re.findall(r"[ML]\d+ ([\d.]+)", path)
        ]
        assert min(heights) >= 0 and max(heights) <= 100
    red = np.zeros((20, 20, 3), np.uint8)
    red[..., 0] = 200
    peaks = {
        name: min(float(y) for y in re.findall(r"L\d+ ([\d.]+)", path))
        for name, path in re.findall(r'class="h-([rgb])" d="([^"]+)"', charts.histogram(red))
    }
    assert peaks["r"] <= 2


def test_a_score_fills_its_share_of_the_ring() -> None:
    def length(svg: str) -> float:
        found = re.search(r'class="arc".*?dasharray="([\d.]+)', svg)
        assert found
        return float(found[1])

    assert length(charts.ring(1)) == 0 and length(charts.ring(3)) == pytest.approx(length(charts.ring(5)) / 2, abs=0.1)
    assert length(charts.ring(99)) == length(charts.ring(5)) and "tick" in charts.ring(3, mark=3)
    parsed(
        charts.ring(3, mark=3)
        + charts.meter(0.4)
        + charts.curve({"": [(0, 0), (255, 255)], "Red": [(0, 9), (99, 80), (255, 200)]})
    )
