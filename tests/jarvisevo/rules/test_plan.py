"""The expert: what it understands, what it does to a photo, what it says."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from editor_ops import Settings, load, measure, render
from editor_ops.measure import to_lab
from editor_ops.photo import Photo
from editor_ops.table import TABLE
from jarvisevo.rules import plan
from jarvisevo.rules.desk import Desk
from jarvisevo.rules.intent import Intent, Keep, Want
from jarvisevo.rules.language import read
from jarvisevo.rules.looks import LOOKS, look_of
from jarvisevo.rules.plan import carry_out
from jarvisevo.rules.thoughts import as_set
from tests.jarvisevo.rules.expert_check import moved, photos, scene
from tests.jarvisevo.rules.expert_sentences import HELD_OUT, TUNED

ROOT = Path(__file__).resolve().parents[3]
PAIRS = sorted((ROOT.parent / "shared" / "photos" / "pairs").glob("*__input.jpg"))
SCENE = scene()


def test_sentences_move_the_picture_the_way_they_say() -> None:
    hits, missed, shown = [], [], list(photos().items())
    for turn, (text, quantity, direction) in enumerate((TUNED + HELD_OUT)[::8]):
        title, photo = shown[turn % len(shown)]
        change = moved(photo, plan(photo, text).settings, quantity, direction)
        if change is not None:
            hits.append(change * direction > 0)
            missed += [] if hits[-1] else [f"{text} ({title}): {quantity} {change:+.1f}"]
    assert np.mean(hits) >= 0.8, missed[:40]


@pytest.mark.parametrize(
    ("slider", "stands", "words", "most"),
    [
        ("Shadows2012", 60, "a bit more on the shadows", 81),
        ("IncrementalTemperature", 40, "再暖一点点", 54),
        ("Exposure2012", 0.6, "slightly brighter", 1.03),
    ],
)
def test_a_little_more_is_little_of_what_stands(slider: str, stands: float, words: str, most: float) -> None:
    made = plan(SCENE, words, start=Settings.parse({slider: stands}))
    assert stands < made.settings[slider] <= most


def test_a_little_of_the_haze_is_less_than_all_of_it() -> None:
    grey = np.clip(0.35 * SCENE.pixels + 0.35, 0, 1).astype(np.float32)
    veiled = Photo.from_array((grey * 255).astype(np.uint8))
    some, most = (plan(veiled, words).settings["Dehaze"] for words in ("a little dehaze", "clear the haze"))
    assert 0 < some < 0.75 * most


def test_a_tint_of_shadows_that_stands_is_taken_back() -> None:
    name = "SplitToningShadowSaturation"
    blue = plan(SCENE, "cool the shadows down").settings
    assert blue[name] > 0 and plan(SCENE, "the shadows are too blue now", start=blue).settings[name] == 0
    assert 0 < plan(SCENE, "make the shadows a bit warmer", start=blue).settings[name] < blue[name]
    assert plan(SCENE, "make the shadows even cooler", start=blue).settings[name] > blue[name]


def test_strength_words_order_the_change() -> None:
    sizes = [plan(SCENE, f"make it {word} brighter").settings["Exposure2012"] for word in ("slightly", "", "much")]
    assert 0 < sizes[0] < sizes[1] < sizes[2]
    sizes = [plan(SCENE, text).settings["Exposure2012"] for text in ("稍微亮一点", "变亮", "非常亮")]
    assert 0 < sizes[0] < sizes[1] < sizes[2]


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("+1 EV", "Exposure2012", 1.0),
        ("darken by half a stop", "Exposure2012", -0.5),
        ("曝光+1EV", "Exposure2012", 1.0),
        ("contrast +20", "Contrast2012", 20),
        ("saturation -20", "Saturation", -20),
        ("曝光-0.5EV", "Exposure2012", -0.5),
    ],
)
def test_given_amounts_are_used(text: str, name: str, value: float) -> None:
    assert plan(SCENE, text).settings[name] == pytest.approx(value, abs=0.01)


def test_per_cent_is_of_what_is_measured() -> None:
    before = measure.measure(SCENE).chroma
    after = measure.measure(render(SCENE, plan(SCENE, "30% less saturation").settings)).chroma
    assert 0.66 < after / before < 0.74


def test_amounts_follow_the_photo() -> None:
    dark = Photo.from_array((SCENE.pixels * 0.4).astype(np.uint16))
    assert plan(dark, "brighter").settings["Exposure2012"] > plan(SCENE, "brighter").settings["Exposure2012"]


def test_kept_colours_stay() -> None:
    free, kept = plan(SCENE, "much warmer"), plan(SCENE, "much warmer but keep the sky blue")
    sky = [render(SCENE, s).pixels[20:100, 200:].astype(float) for s in (Settings(), free.settings, kept.settings)]
    blue = [v[..., 2].mean() - v[..., 0].mean() for v in sky]
    assert blue[1] < blue[2] <= blue[0] + 8


def test_looks_without_what_was_refused() -> None:
    vintage, moody = Want("look:vintage", "+"), Want("look:moody", "+")
    assert carry_out(SCENE, Intent((vintage,))).settings["GrainAmount"] > 0
    assert carry_out(SCENE, Intent((vintage,), (Keep("grain"),))).settings["GrainAmount"] == 0
    less = carry_out(SCENE, Intent((vintage, Want("grain", "-")))).settings["GrainAmount"]
    assert 0 <= less < carry_out(SCENE, Intent((vintage,))).settings["GrainAmount"] / 2
    assert carry_out(SCENE, Intent((moody,), (Keep("vignette"),))).settings["PostCropVignetteAmount"] == 0


def test_of_two_styles_the_first_says_how_dark_the_photo_is() -> None:
    moody, winter = Want("look:moody", "+"), Want("look:winter", "+")
    first = carry_out(SCENE, Intent((moody, winter))).settings["Exposure2012"]
    second = carry_out(SCENE, Intent((winter, moody))).settings["Exposure2012"]
    assert first < -0.2 and second > first + 0.2


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.name)
def test_every_look_is_found_in_both_languages_and_changes_the_photo(look) -> None:  # type: ignore[no-untyped-def]
    for words in look.words:
        made = plan(SCENE, words.split(",")[0])
        named = [look_of(want.what.removeprefix("look:")) for want in made.intent.wants]
        if look not in named:
            continue  # the reading knows the word by another meaning
        assert np.abs(render(SCENE, made.settings).pixels.astype(int) - render(SCENE).pixels).mean() > 1.5


def test_locks_hold() -> None:
    made = plan(
        SCENE, "much brighter and warmer", locks={"Exposure2012": (0.0, 0.2), "IncrementalTemperature": (-5.0, -5.0)}
    )
    assert 0 <= made.settings["Exposure2012"] <= 0.2
    assert made.settings["IncrementalTemperature"] == -5


def test_settings_are_valid_and_deterministic_and_the_seed_changes_words_only() -> None:
    text = "dreamy golden hour with faded blacks, bluer sky and a bit of grain"
    one, same, other = plan(SCENE, text), plan(SCENE, text), plan(SCENE, text, seed=7)
    assert one == same
    assert one.settings.to_dict() == other.settings.to_dict()
    assert one.thought != other.thought
    assert Settings.parse(one.settings.to_dict()) == one.settings
    assert all(
        row.low <= one.settings[n] <= row.high for n, row in TABLE.items() if n in one.settings and row.kind == "number"
    )


@pytest.mark.parametrize(
    "text",
    [
        "make it brighter",
        "moody but not too dark",
        "天空再蓝一点",
        "复古一点，保留肤色",
        "make this look good",
        "turn the grass yellow",
    ],
)
def test_thoughts_speak_the_language_and_name_no_numbers(text: str) -> None:
    thoughts = {plan(SCENE, text, seed=seed).thought for seed in range(8)}
    assert len(thoughts) > 4
    for words in thoughts:
        assert not re.search(r"\d|[{}]|2012|Exposure|  ", words)
        assert bool(re.search("[\u4e00-\u9fff]", words)) == bool(re.search("[\u4e00-\u9fff]", text))
        assert re.search("will|会|将", words)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "qwerty zxcv",
        "<box>",
        "\0\ud800",
        "🙂🙃",
        "a" * 100_000,
        "亮" * 50_000,
        "{}[]'\";--",
        "not not not",
        "<think>x</think>",
        "9" * 5000,
    ],
)
def test_any_text_is_survived(text: str) -> None:
    made = plan(SCENE, text)
    assert made.thought


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("make it brighter and redden the lips", "lips"),
        ("brighten the car", "car"),
        ("make the dog pop", "dog"),
        ("把汽车调亮", "汽车"),
        ("make it warmer and add a spaceship", "spaceship"),
        ("暖一点，再加一艘船", "船"),
    ],
)
def test_what_is_not_there_or_cannot_be_done_is_named_and_nothing_else_is_done_for_it(text: str, told: str) -> None:
    made = plan(SCENE, text)
    assert any(told in item for item in made.ignored), made.ignored
    assert not made.settings.values.get("MaskGroupBasedCorrections")
    alone = not re.search("brighter|warmer|暖", text)
    assert (made.settings == Settings()) == alone


def test_what_is_not_understood_changes_nothing() -> None:
    made = plan(SCENE, "frobnicate the zorble")
    assert made.settings == Settings()
    assert made.ignored


def test_auto_comes_closer_to_the_expert() -> None:
    if not PAIRS:
        pytest.skip("the research photos (../shared/photos/pairs) are not here")
    gains = []
    for path in PAIRS:
        photo = load(path)
        wanted = render(load(path.with_name(path.name.replace("input", "expertC")))).pixels.astype(float)
        shown = [render(photo, s).pixels for s in (Settings(), plan(photo, "make this look good").settings)]
        height, width = (min(a, b) for a, b in zip(wanted.shape[:2], shown[0].shape[:2], strict=True))
        errors = [((s[:height, :width] - wanted[:height, :width]) ** 2).mean() for s in shown]
        gains.append([10 * np.log10(255**2 / error) for error in errors])
    nothing, auto = np.mean(gains, 0)
    print(f"PSNR against expert C over {len(gains)} pairs: input {nothing:.2f} dB, auto {auto:.2f} dB")
    assert auto > nothing + 1.8


def test_raw_gets_the_absolute_white_balance_that_lightroom_reads() -> None:
    path = ROOT / "examples" / "flower.dng"
    if not path.exists():
        pytest.skip("examples/flower.dng is not in this checkout")
    photo = load(path)
    made = plan(photo, "warmer").settings
    assert made["Temperature"] > photo.as_shot[0]
    assert "IncrementalTemperature" not in made


@pytest.mark.parametrize(("kelvin", "warmer"), [(5200, False), (7000, True)])
def test_a_thought_says_which_way_a_number_of_kelvin_goes(kelvin: int, warmer: bool) -> None:
    made = plan(SCENE, f"white balance {kelvin}K")
    assert (made.settings["IncrementalTemperature"] > 0) == warmer
    assert any(word in made.thought for word in ("cool", "warmth away")) != warmer


def test_a_number_of_kelvin_is_the_temperature_of_a_raw_file() -> None:
    raw = replace(SCENE, raw=True, as_shot=(3200.0, 10.0))
    made = plan(raw, "white balance 5200K")
    assert made.settings["Temperature"] == 5200
    beside = plan(raw, "色温 5200K，色调 +12").settings
    assert (beside["Temperature"], beside["Tint"]) == (5200, 12), "both as the panel shows them"
    assert not any(word in made.thought for word in ("cool", "warmth away"))


@pytest.mark.parametrize("words", ["brighter overall, and slightly paler greens", "整体亮一点，绿色淡一点"])
def test_less_of_a_colour_is_less_than_the_photo_has_though_all_is_brighter(words: str) -> None:
    dim = np.full((60, 60, 3), 90, np.uint8)
    dim[:, :30] = (38, 66, 30)
    photo = Photo.from_array(dim)
    shown = dim, render(photo, plan(photo, words).settings).pixels
    before, after = (to_lab(image)[:, :25] for image in shown)
    assert after[..., 0].mean() > before[..., 0].mean() + 2
    assert np.hypot(after[..., 1], after[..., 2]).mean() < np.hypot(before[..., 1], before[..., 2]).mean()


@pytest.mark.parametrize(("words", "grain"), [("film look", "grain"), ("胶片感", "颗粒")])
def test_a_thought_speaks_of_the_grain_of_a_style_only_where_it_is(words: str, grain: str) -> None:
    without = plan(SCENE, f"{words}{', no grain' if words.isascii() else '，不要颗粒'}")
    assert not without.settings["GrainAmount"] and grain not in without.thought
    assert grain in plan(SCENE, words).thought


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("套用婚礼预设", "jarvisevo render"),
        ("use my preset", "jarvisevo render"),
        ("参考这张图的色调", "jarvisevo match"),
        ("copy the look of the other photo", "jarvisevo match"),
        ("去掉汽车", "不是调整滑块"),
    ],
)
def test_what_another_command_does_is_named(words: str, said: str) -> None:
    assert any(said in left_out for left_out in plan(SCENE, words).ignored)


def test_a_thought_does_not_say_what_other_sliders_undo() -> None:
    want, desk = read("more vivid colours").wants[0], Desk(SCENE)
    desk.values |= {"Vibrance": 3.0, "Saturation": -40.0}
    assert as_set(want, desk) is None
    desk.values |= {"Saturation": 10.0}
    assert as_set(want, desk) == want


@pytest.mark.parametrize(
    ("words", "low", "high"),
    [
        ("a bit less warm", 12, 15),
        ("less warm", 7, 15),
        ("much less warm", 2, 12),
        ("别那么暖", 7, 15),
        ("cooler", -100, 0),
        ("warmer", 21, 100),
    ],
)
def test_less_of_what_stands_is_still_some_of_it(words: str, low: float, high: float) -> None:
    made = plan(SCENE, words, start=Settings.parse({"IncrementalTemperature": 21}))
    assert low <= made.settings["IncrementalTemperature"] <= high


@pytest.mark.parametrize(
    ("words", "slider", "number"),
    [
        ("set dehaze to 15", "Dehaze", 15),
        ("dehaze to 15", "Dehaze", 15),
        ("set dehaze to -12", "Dehaze", -12),
        ("dehaze to -12", "Dehaze", -12),
        ("set noise reduction to 35", "LuminanceSmoothing", 35),
        ("noise reduction at 35", "LuminanceSmoothing", 35),
        ("vignette to -25", "PostCropVignetteAmount", -25),
        ("clarity to -10", "Clarity2012", -10),
    ],
)
def test_a_number_stands_where_it_puts_the_slider(words: str, slider: str, number: float) -> None:
    assert plan(SCENE, words).settings[slider] == number


@pytest.mark.parametrize(("size", "words", "ratio"), [((667, 1000), "crop to 16:9", 16 / 9), ((1000, 668), "4:5", 0.8)])
def test_a_crop_has_the_ratio_that_was_asked_for(size: tuple[int, int], words: str, ratio: float) -> None:
    width, height = size
    photo = Photo.from_array(np.random.default_rng(2).integers(0, 255, (height, width, 3), np.uint8))
    shown = render(photo, plan(photo, words).settings).pixels.shape
    assert shown[1] / shown[0] == pytest.approx(ratio, rel=0.006)


def test_a_lock_of_kelvin_holds_a_raw_file() -> None:
    raw = replace(SCENE, raw=True, as_shot=(5000.0, 0.0))
    made = plan(raw, "warmer", locks={"Temperature": (5000.0, 5000.0), "IncrementalTemperature": (0.0, 0.0)})
    assert not {"Temperature", "IncrementalTemperature"} & set(made.settings.values)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        *(("a bit warmer", "black and white"), ("richer colours", "black and white")),
        *(("fix the colour cast", "black and white"), ("more blue", "black and white"), ("色调偏冷一点", "黑白")),
    ],
)
def test_colour_is_not_seen_in_black_and_white(text: str, told: str) -> None:
    grey = Settings.parse({"ConvertToGrayscale": True, "GrainAmount": 9})
    made = plan(SCENE, text, start=grey)
    assert made.settings == grey and len(made.ignored) == 1 and told in made.ignored[0]
    assert plan(SCENE, text).settings.values and not plan(SCENE, text).ignored


def test_of_a_wish_for_black_and_white_what_is_seen_is_done() -> None:
    grey = Settings.parse({"ConvertToGrayscale": True})
    made = plan(SCENE, "cooler, and more contrast", start=grey)
    assert made.settings["Contrast2012"] > 0 and made.settings["IncrementalTemperature"] == 0 and made.ignored
    assert plan(SCENE, "blue shadows", start=grey).settings["SplitToningShadowSaturation"] > 0  # toning is seen
    assert plan(SCENE, "saturation +12", start=grey).settings["Saturation"] == 12  # numbers are obeyed
    style = plan(SCENE, "vintage look", start=grey).settings
    assert style["GrainAmount"] > 0 and not {"IncrementalTemperature", "Saturation", "Vibrance"} & set(style.values)
    assert plan(SCENE, "make it pop", start=grey).settings["Contrast2012"] > 0


@pytest.mark.parametrize("text", ["black and white except the blue", "black and white, but keep the blue"])
def test_a_colour_that_is_spared_stays_as_it_was(text: str) -> None:
    moved_ = plan(SCENE, text).settings.to_dict()
    assert moved_.pop("SaturationAdjustmentRed") == -100
    assert set(moved_.values()) == {-100} and "SaturationAdjustmentBlue" not in moved_


@pytest.mark.parametrize(
    "text", ["more contrast, lift the shadows", "punchier, but open up the shadows", "加对比，提亮阴影"]
)
def test_shadows_that_are_to_be_lifted_are_not_darkened_for_contrast(text: str) -> None:
    steps = np.linspace(0, 1, 240)[None, :, None] ** 1.5
    hard = 255 * (steps**2 * (3 - 2 * steps) + np.random.default_rng(2).normal(0, 0.01, (160, 240, 1)))
    photo = Photo.from_array(np.repeat(np.clip(hard, 0, 255), 3, axis=2).astype(np.uint8))
    settings = plan(photo, text).settings
    assert settings["ParametricShadows"] >= 0 and settings["Shadows2012"] > 0
    was, now = (to_lab(render(photo, s).pixels)[..., 0] for s in (Settings(), settings))
    dark = was <= np.percentile(was, 33)
    assert now[dark].mean() > was[dark].mean()
