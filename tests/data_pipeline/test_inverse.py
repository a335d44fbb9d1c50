"""Inverse fitting finds settings it was not told."""

from pathlib import Path

import numpy as np
import pytest

from editor_ops.inverse import fit
from editor_ops.io.decode import load
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("landscape.jpg", {"Exposure2012": 0.7, "IncrementalTemperature": -20, "Saturation": 20}),
        ("portrait.jpg", {"Contrast2012": 35, "Saturation": -25, "IncrementalTint": 12}),
        ("food.jpg", {"Exposure2012": -0.6, "Vibrance": 40, "LuminanceAdjustmentOrange": -30}),
    ],
)
def test_known_settings_are_found(name: str, settings: dict[str, float]) -> None:
    photo = load(EXAMPLES / name)
    found = fit(photo, render(photo, Settings.parse(settings), 400))
    assert found.after < 0.8 < 3 < found.before
    for key, value in settings.items():
        assert found.settings[key] == pytest.approx(value, abs=0.15 if key == "Exposure2012" else 15), key
    assert all(float(v) == round(v, 2) for v in found.settings.values.values())
    assert "the photo" in found.notes[0]  # another size is said


def test_nothing_to_do_gives_nothing() -> None:
    photo = load(EXAMPLES / "landscape.jpg")
    found = fit(photo, photo.pixels)
    assert not found.settings.values and found.before == found.after < 0.01 and not found.notes


def test_it_is_repeatable_and_keeps_to_the_names_it_may_move() -> None:
    photo = load(EXAMPLES / "night.jpg")
    wanted = render(
        photo, Settings.parse({"Exposure2012": 1, "SplitToningShadowSaturation": 40, "SplitToningShadowHue": 220})
    )
    one, two = (fit(photo, wanted, names=("Exposure2012", "Contrast2012")) for _ in range(2))
    assert one == two and set(one.settings) <= {"Exposure2012", "Contrast2012"}


def test_a_result_that_no_slider_reaches_is_said() -> None:
    photo = load(EXAMPLES / "portrait.jpg")
    found = fit(photo, np.ascontiguousarray(photo.pixels[::-1]))
    assert any("is left" in note for note in found.notes)
    assert found.after <= found.before


@pytest.mark.parametrize(
    "bad",
    [
        np.zeros((10, 90, 3), np.uint8),
        np.zeros((0, 0, 3), np.uint8),
        np.zeros((9, 9), np.uint8),
        np.zeros((9, 9, 3), np.float32),
    ],
)
def test_what_cannot_be_compared(bad: np.ndarray) -> None:
    with pytest.raises(ValueError, match="another crop|must be"):
        fit(Photo.from_array(np.full((60, 90, 3), 90, np.uint8)), bad)


def test_the_report_puts_the_fit_beside_nothing_and_auto_tone(tmp_path: Path) -> None:
    from data_pipeline.inverse_check import known, real, summary
    from editor_ops.io.save import save
    from editor_ops.photo import Image

    photo = load(EXAMPLES / "food.jpg").resized(128)
    save(Image(photo.pixels), tmp_path / "a__input.png")
    save(render(photo, Settings.parse({"Exposure2012": 0.6, "Saturation": -20})), tmp_path / "a__expertC.png")
    (found,) = real([tmp_path])
    assert found.fitted < 0.7 < 3 < found.identity and found.auto > 1
    figures = summary(known(1), [found])
    assert figures["known"]["after"]["median"] < 1 < figures["known"]["before"]["median"]
    assert figures["photos"]["pairs"] == 1 and summary([], []) == {}
