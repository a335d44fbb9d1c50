"""The analytic judge on edits of known quality: sliders set by hand, intents made by hand."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import spearmanr

from editor_ops.io.decode import load
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.record.trajectory import DIMENSIONS, Evaluation
from jarvisevo.rules.intent import Intent, Keep, Place, Want
from jarvisevo.scoring.analytic.boxes import boxes
from jarvisevo.scoring.analytic.colors import color
from jarvisevo.scoring.analytic.image_pair import ImagePair
from jarvisevo.scoring.analytic.judge import judge
from jarvisevo.scoring.analytic.outcome import satisfaction

EXAMPLES = Path(__file__).resolve().parents[4] / "examples"
PHOTOS = ("portrait.jpg", "landscape.jpg", "food.jpg", "night.jpg")
SIZE = 320
CASES: dict[str, tuple[Want, dict[str, Any]]] = {  # want, a plain right edit; the opposite has the other sign
    "brighter": (Want("brightness", "+"), {"Exposure2012": 0.5}),
    "darker": (Want("brightness", "-"), {"Exposure2012": -0.5}),
    "contrast": (Want("contrast", "+"), {"Contrast2012": 30}),
    "vivid": (Want("saturation", "+"), {"Saturation": 24}),
    "muted": (Want("saturation", "-"), {"Saturation": -24}),
    "warmer": (Want("warmth", "+"), {"IncrementalTemperature": 26}),
    "cooler": (Want("warmth", "-"), {"IncrementalTemperature": -26}),
    "shadows": (Want("shadows", "+"), {"Shadows2012": 48}),
}


@lru_cache
def photo(name: str) -> Photo:
    return load(EXAMPLES / name).resized(SIZE)


@lru_cache
def plain(name: str) -> np.ndarray:
    return render(photo(name), Settings()).eight_bit()


def edited(name: str, values: dict[str, Any]) -> np.ndarray:
    return render(photo(name), Settings.parse(values)).eight_bit()


def judged(name: str, intent: Intent | Want, after: dict[str, Any] | np.ndarray, **more: Any) -> Evaluation:
    asked = Intent((intent,)) if isinstance(intent, Want) else intent
    return judge(plain(name), after if isinstance(after, np.ndarray) else edited(name, after), asked, **more)


def score(name: str, intent: Intent | Want, after: dict[str, Any] | np.ndarray, **more: Any) -> float:
    made = judged(name, intent, after, **more).score
    assert made is not None
    return made


def times(values: dict[str, Any], factor: float) -> dict[str, Any]:
    """Every slider times a factor, within what the shared ranges allow."""
    return {
        n: round(min(max(v * factor, -100), 100), 2) if abs(v) < 5 else round(min(max(v * factor, -100), 100))
        for n, v in values.items()
    }


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", PHOTOS)
def test_right_beats_nothing_beats_wrong(name: str, case: str) -> None:
    want, values = CASES[case]
    nothing = score(name, want, {})
    assert score(name, want, values) > nothing + 0.8
    assert score(name, want, times(values, -1)) < nothing - 0.2


STYLES: dict[str, dict[str, Any]] = {  # as presets of these names move sliders: firmly
    # 3.5 times as strong, as tried below, no slider reaches its end
    "dreamy": {"Clarity2012": -28, "Texture": -20, "Contrast2012": -28, "Exposure2012": 0.3},
    "dramatic": {"Contrast2012": 35, "Clarity2012": 25, "Exposure2012": -0.2, "PostCropVignetteAmount": -15},
    "moody": {"Exposure2012": -0.6, "Saturation": -20, "Contrast2012": 10},
    "cozy": {"IncrementalTemperature": 35, "Exposure2012": -0.1},
    "high_key": {"Exposure2012": 0.5, "Shadows2012": 20, "Contrast2012": -10},
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", ["portrait.jpg", "landscape.jpg", "food.jpg"])
def test_a_firm_style_is_not_too_much_of_it(name: str, style: str) -> None:
    """Styles move more than single wishes do; what is far too much, and the opposite, still is."""
    want = Want(f"look:{style}")
    nothing, firm = score(name, want, {}), score(name, want, STYLES[style])
    assert firm > nothing + 1
    assert score(name, want, times(STYLES[style], 3.5)) < firm - 0.5
    assert score(name, want, times(STYLES[style], -1)) < nothing - 0.2


@pytest.mark.parametrize("name", ["landscape.jpg", "food.jpg"])
def test_a_whole_cast_may_go_but_not_to_the_other_side(name: str) -> None:
    """How blue a photo came out says how much is to be taken out of it."""
    blue = render(photo(name), Settings.parse({"IncrementalTemperature": -70})).eight_bit()
    want = Intent((Want("color:blue", "-"),))
    scores = [judge(blue, edited(name, {"IncrementalTemperature": t}), want).score or 0.0 for t in (-70, 0, 100)]
    assert scores[1] > scores[0] + 1
    assert scores[2] < scores[1] - 1


@pytest.mark.parametrize("name", ["landscape.jpg", "food.jpg"])
def test_contrast_is_no_clarity(name: str) -> None:
    want = Want("clarity", "+")
    assert score(name, want, {"Clarity2012": 45}) > score(name, want, {"Contrast2012": 20})
    assert score(name, want, {"Clarity2012": -45}) < score(name, want, {}) - 0.2


def test_what_several_wants_ask_for_adds_up() -> None:
    """A photo that is to be moody and dark becomes darker than a dark one."""
    moody, dark = Want("look:moody"), Want("brightness", "-")
    both = {"Exposure2012": -1.2, "Saturation": -20, "Contrast2012": 10}
    together = score("food.jpg", Intent((moody, dark)), both)
    assert together > score("food.jpg", dark, both) + 1
    assert together > score("food.jpg", Intent((moody, dark)), {}) + 1


@pytest.mark.parametrize("case", ["brighter", "vivid", "contrast"])
@pytest.mark.parametrize("name", ["portrait.jpg", "landscape.jpg", "food.jpg"])
def test_overdoing_never_scores_higher_and_ends_below_nothing(name: str, case: str) -> None:
    want, values = CASES[case]
    wild = {
        "brighter": {"Exposure2012": 2.5},
        "vivid": {"Saturation": 100, "Vibrance": 60},
        "contrast": {"Contrast2012": 100, "Clarity2012": 80},
    }
    ladder = [edited(name, values)]
    top = edited(name, wild[case]).astype(np.float32)
    ladder += [np.rint(ladder[0] + (top - ladder[0]) * k).astype(np.uint8) for k in (0.5, 0.75, 1.0)]
    scores = [score(name, want, image) for image in ladder]
    assert all(later <= before + 0.05 for before, later in zip(scores, scores[1:], strict=False)), scores
    assert scores[-1] < score(name, want, {}), scores


@pytest.mark.parametrize("case", CASES)
def test_an_unchanged_image_is_no_change(case: str) -> None:
    made = judged("landscape.jpg", CASES[case][0], {})
    assert "unchanged" in made.rationale
    assert made.dimensions["task_execution_accuracy"] < 0.1 and made.dimensions["technical_quality"] > 4.5


def test_another_wishes_edit_scores_below_nothing() -> None:
    for name in PHOTOS:
        assert score(name, Want("warmth", "+"), {"Contrast2012": 35}) < score(name, Want("warmth", "+"), {})
        assert score(name, Want("contrast", "+"), {"Saturation": -40}) < score(name, Want("contrast", "+"), {})


def test_degrees_ask_for_different_amounts() -> None:
    little, lot = Want("brightness", "+", "little"), Want("brightness", "+", "lot")
    small, large = {"Exposure2012": 0.28}, {"Exposure2012": 0.95}
    for name in ("food.jpg", "landscape.jpg"):
        assert score(name, little, small) > score(name, little, large)
        assert score(name, lot, large) > score(name, lot, small)


def test_a_number_is_measured_by_what_its_slider_does() -> None:
    want = Want("shadows", "+", amount=(60, "slider"))
    right = score("landscape.jpg", want, {"Shadows2012": 60})
    assert right > 4.5
    assert right > score("landscape.jpg", want, {"Shadows2012": 25}) + 0.3
    assert score("landscape.jpg", want, {"Shadows2012": -60}) < score("landscape.jpg", want, {})


def test_half_of_two_wants_lies_between() -> None:
    both = Intent((Want("brightness", "+"), Want("warmth", "+")))
    one, two = {"Exposure2012": 0.5}, {"Exposure2012": 0.5, "IncrementalTemperature": 26}
    scores = [score("landscape.jpg", both, values) for values in ({}, one, two)]
    assert scores == sorted(scores) and len(set(scores)) == 3


# ---- places


def halves(side: str, amount: int) -> np.ndarray:
    """The landscape with one half lighter, softly bounded."""
    image = plain("landscape.jpg")
    place = np.linspace(0, 1, image.shape[1])[None, :, None]
    share = np.clip((0.5 - place) / 0.2 + 0.5, 0, 1)
    share = share if side == "left" else 1 - share
    return (image + amount * share).clip(0, 255).astype(np.uint8)


def test_a_box_limits_where_a_want_is_read() -> None:
    left = Want("brightness", "+", where=Place("area", box=0))
    box = boxes("brighten <box>0 0 500 1000</box>")
    assert box == ((0.0, 0.0, 0.5, 1.0),)
    assert score("landscape.jpg", left, halves("left", 18), boxes=box) > score("landscape.jpg", left, {}, boxes=box) + 1
    assert score("landscape.jpg", left, halves("right", 22), boxes=box) < score("landscape.jpg", left, {}, boxes=box)


def test_a_thing_that_is_not_there_is_left_alone() -> None:
    eyes = Want("brightness", "+", where=Place("eyes"))
    made = judged("landscape.jpg", eyes, {"Exposure2012": 0.5})
    assert made.score is not None and made.score < score("landscape.jpg", eyes, {}) - 1
    assert "not found" in made.rationale


def test_what_nobody_can_locate_never_scores_high() -> None:
    car = Want("brightness", "+", where=Place("car"))
    made = judged("landscape.jpg", car, halves("left", 22))
    assert made.score is not None and 2.4 < made.score < 3.7
    assert "could not be located" in made.rationale


def test_what_was_to_be_kept_counts() -> None:
    intent = Intent((Want("brightness", "+"),), (Keep("saturation"),))
    good = {"Exposure2012": 0.5}
    assert score("landscape.jpg", intent, good) > score("landscape.jpg", intent, good | {"Saturation": -70}) + 0.8


def test_a_mood_that_is_to_stay_allows_the_light_that_was_asked_for_but_no_other_colour() -> None:
    intent = Intent((Want("brightness", "+"),), (Keep("look:night", words="the night feeling"),))
    lit = {"Exposure2012": 1.0}
    assert score("night.jpg", intent, lit) > 3.8
    assert "kept" in judged("night.jpg", intent, lit).rationale
    assert score("night.jpg", intent, lit | {"IncrementalTemperature": 45}) < score("night.jpg", intent, lit) - 0.5


def test_nothing_to_do_is_best_left() -> None:
    intent = Intent((), (), out_of_scope=("remove the boat",))
    assert score("landscape.jpg", intent, {}) > 4
    assert score("landscape.jpg", intent, {}) > score("landscape.jpg", intent, {"Exposure2012": 0.4}) + 1


def test_a_crop_is_known_by_its_shape() -> None:
    square = Want("crop", amount=(1.0, "ratio"))
    image = plain("landscape.jpg")
    height, width = image.shape[:2]
    side = min(height, width)
    cropped = np.ascontiguousarray(image[:side, (width - side) // 2 : (width + side) // 2])
    assert score("landscape.jpg", square, cropped) > 4 > score("landscape.jpg", square, {}) + 1


# ---- harms


def damaged(codes: np.ndarray, kind: str, level: float) -> np.ndarray:
    """An image made worse by `level` 0-1."""
    random = np.random.default_rng(1)
    value = codes.astype(np.float32)
    if kind == "noise":
        value = value + random.normal(0, 40 * level, value.shape)
    elif kind == "posterise":
        step = 1 + 47 * level
        value = np.floor(value / step) * step
    elif kind == "blow":
        value = value * (1 + 2 * level)
    elif kind == "crush":
        value = value - 130 * level
    elif kind == "cast":
        value = value * (1 - np.array([0.0, 0.55, 0.1]) * level)
    return np.clip(value, 0, 255).astype(np.uint8)


def test_score_falls_with_damage() -> None:
    """More damage never scores visibly higher; rank correlation over five kinds and three photos at least 0.7."""
    levels = np.linspace(0, 1, 6)
    pooled: list[tuple[float, float]] = []
    want, values = CASES["warmer"]
    for name in ("portrait.jpg", "landscape.jpg", "food.jpg"):
        image = edited(name, values)
        for kind in ("noise", "posterise", "blow", "crush", "cast"):
            scores = [score(name, want, damaged(image, kind, level)) for level in levels]
            pooled += zip(levels, scores, strict=True)
            assert all(b <= a + 0.25 for a, b in zip(scores, scores[1:], strict=False)), (name, kind, scores)
            assert scores[-1] < scores[0] - 0.8, (name, kind, scores)
    assert spearmanr(*zip(*pooled, strict=True)).statistic <= -0.7


def test_skin_that_turns_costs_unless_it_is_named() -> None:
    want, values = CASES["brighter"]
    orange = values | {"HueAdjustmentOrange": 60, "HueAdjustmentRed": 60}
    made = judged("portrait.jpg", want, orange)
    assert made.score is not None and made.score < score("portrait.jpg", want, values) - 1
    assert "skin" in made.rationale


def test_skin_whose_hue_is_orange_may_be_too_yellow() -> None:
    """No pixel of it is yellow, and it is measured all the same."""
    pictures = [np.full((90, 90, 3), colour, np.uint8) for colour in ((214, 160, 130), (208, 162, 142))]
    outcome = color(
        ImagePair(*pictures), Want("color:yellow", "less", where=Place("skin")), np.ones((90, 90)), "yellow"
    )
    assert outcome.state == "found" and outcome.ratio is not None and outcome.ratio > 0.3


def test_a_seam_in_the_sky_costs() -> None:
    want = Want("brightness", "-", where=Place("top"))
    image = plain("landscape.jpg").astype(np.float32)
    rows = np.arange(image.shape[0])[:, None, None] / image.shape[0]
    soft = (image * (1 - 0.2 * np.clip(1 - rows / 0.5, 0, 1))).astype(np.uint8)
    hard = (image * np.where(rows < 0.15, 0.72, 1)).astype(np.uint8)
    assert score("landscape.jpg", want, soft) > score("landscape.jpg", want, hard)


@pytest.mark.parametrize(
    ("name", "more", "less"),
    [
        ("tint", {"IncrementalTint": 60}, {"IncrementalTint": -60}),
        ("balance", {"IncrementalTemperature": 70}, {"IncrementalTemperature": -70}),
    ],
)
def test_harm_is_alike_in_both_directions(name: str, more: dict[str, Any], less: dict[str, Any]) -> None:
    want = Want("contrast", "+")
    scores = [score("landscape.jpg", want, {"Contrast2012": 30} | values) for values in (more, less)]
    assert abs(scores[0] - scores[1]) < 0.8 and max(scores) < score("landscape.jpg", want, {"Contrast2012": 30}) - 0.8


# ---- the form


def test_all_dimensions_differ_and_are_in_range() -> None:
    made = judged(
        "portrait.jpg",
        Intent((Want("warmth", "+"), Want("contrast", "+"))),
        {"IncrementalTemperature": 20, "Contrast2012": 80},
    )
    assert tuple(made.dimensions) == DIMENSIONS
    assert all(0 <= v <= 5 for v in made.dimensions.values())
    assert len(set(made.dimensions.values())) >= 8


def test_reasons_are_in_the_language_of_the_instruction() -> None:
    made = judged(
        "portrait.jpg", Intent((Want("brightness", "+", words="提亮"),), language="zh"), {"Exposure2012": 0.5}
    )
    assert "“提亮”" in made.rationale and "平均明度" in made.rationale and "lightness" not in made.rationale


def test_satisfaction_is_continuous_has_one_top_and_turns_negative() -> None:
    values = [satisfaction(r) for r in np.linspace(-3, 8, 1101)]
    assert max(np.abs(np.diff(values))) < 0.05
    top = int(np.argmax(values))
    assert np.all(np.diff(values[: top + 1]) >= -1e-9) and np.all(np.diff(values[top:]) <= 1e-9)
    assert satisfaction(3.0) < 0 < satisfaction(1.0) and satisfaction(-1.0) < -0.5


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("0.1 0.2 0.5 0.6", (0.1, 0.2, 0.5, 0.6)),
        ("100,200,500,600", (0.1, 0.2, 0.5, 0.6)),
        ("1 2 3", None),
        ("5 5 1 1", None),
        ("", None),
        ("a b c d", None),
    ],
)
def test_box_text(text: str, box: tuple[float, ...] | None) -> None:
    assert boxes(f"brighten <box>{text}</box>") == ((box,) if box else ())


@pytest.mark.parametrize("name", PHOTOS[:3])
def test_an_edit_is_judged_where_it_was_made(name: str) -> None:
    """A place that was found may hold three times what was meant: too strong in a part of it is too strong."""
    want = Want("brightness", "+", where=Place("left"))
    before = plain(name)
    part = np.clip(2.0 - np.arange(before.shape[1]) / (0.1 * before.shape[1]), 0, 1)[None, :, None]
    lifted = (edited(name, {"Exposure2012": stops}) for stops in (0.4, 1.6))
    right, strong = (np.rint(before + (each.astype(float) - before) * part).astype(np.uint8) for each in lifted)
    nothing = score(name, want, {})
    assert score(name, want, right) > nothing + 0.8
    assert score(name, want, strong) < nothing
