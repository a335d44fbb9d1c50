"""Numbers as panels show them, by what stands: set, added, and nothing moved beside them."""

import numpy as np
import pytest

from editor_ops import Settings, render
from editor_ops.photo import Photo
from jarvisevo.rules import plan
from jarvisevo.scoring.evaluators import AnalyticEvaluator

RAMP = np.linspace(20, 250, 240, dtype=np.float32)[None, :, None] + np.array([8.0, 0.0, -8.0], np.float32)
PHOTO = Photo.from_array(np.broadcast_to(np.clip(RAMP, 0, 255), (160, 240, 3)).astype(np.uint8))
STANDS = Settings(
    {
        "Sharpness": 60.0,
        "Vibrance": 12.0,
        "Contrast2012": 20.0,
        "Exposure2012": 0.3,
        "Dehaze": 10.0,
        "PostCropVignetteAmount": -7.0,
    }
)


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        ("sharpening 40", "Sharpness", 40),
        ("vibrance: 20", "Vibrance", 20),
        ("对比度10", "Contrast2012", 10),
        ("锐化 40，曝光0.5", "Exposure2012", 0.5),
        ("contrast 10, dehaze 15", "Dehaze", 15),
        ("add a vignette, -20", "PostCropVignetteAmount", -20),
        ("exposure 0", "Exposure2012", 0),
        ("contrast +20", "Contrast2012", 40),
        ("contrast -5", "Contrast2012", 15),
        ("20 more contrast", "Contrast2012", 40),
        ("raise contrast by 20", "Contrast2012", 40),
        ("increase contrast 20", "Contrast2012", 40),
        ("对比度加20", "Contrast2012", 40),
        ("降低对比度5", "Contrast2012", 15),
    ],
)
def test_an_unsigned_number_behind_a_name_is_where_the_slider_shall_stand(words: str, name: str, value: float) -> None:
    assert plan(PHOTO, words, start=STANDS).settings[name] == pytest.approx(value)


def test_a_slider_that_stands_there_is_told() -> None:
    made = plan(PHOTO, "contrast 20", start=STANDS)
    assert made.settings == STANDS and made.ignored == ("Contrast stands at 20 already",)


@pytest.mark.parametrize("words", ["exposure +0.5", "contrast 40", "highlights +60", "whites +50, contrast 30"])
def test_a_number_moves_its_own_slider_only(words: str) -> None:
    made = plan(PHOTO, words)
    assert len(made.settings) == len(made.intent.wants)
    assert len(plan(PHOTO, f"{words}, a lot more contrast and a lot brighter").settings) > len(made.settings)


@pytest.mark.parametrize(("words", "after"), [("set exposure to 0", 0.0), ("exposure 0", 0.0), ("exposure 0.1", 0.1)])
def test_a_slider_that_stands_as_told_is_as_asked(words: str, after: float) -> None:
    settings = Settings({"Exposure2012": after})
    before, now = (render(PHOTO, document) for document in (Settings({"Exposure2012": 0.3}), settings))
    told = AnalyticEvaluator().score(before, now, words, settings=settings)
    assert (told.score or 0) > 4.5 and "as asked" in told.rationale


@pytest.mark.parametrize("words", ["straighten the verticals", "vertical -20", "upright auto", "校正透视", "垂直 -20"])
def test_a_panel_that_is_not_there_is_named(words: str) -> None:
    made = plan(PHOTO, words)
    assert not len(made.settings) and "Upright" in made.ignored[0]
