"""The expert's local panel: what becomes a mask, how far it goes inside, and what is said when there is no mask."""

import re
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from editor_ops import Settings, render
from editor_ops.masks import semantic
from editor_ops.masks.region import MaskError, Region
from editor_ops.masks.rows import CORRECTIONS
from editor_ops.measure import to_lab
from editor_ops.photo import Photo
from jarvisevo.policies.variants import scaled
from jarvisevo.report.overlays import weigh
from jarvisevo.rules import Plan, plan, things
from jarvisevo.rules.between import recolours
from jarvisevo.rules.language import read
from jarvisevo.rules.moves import to_grey
from jarvisevo.rules.places import box_of, named
from jarvisevo.scoring.analytic.judge import judge
from jarvisevo.scoring.evaluators import AnalyticEvaluator

GROUPS = "MaskGroupBasedCorrections"
RECTANGLES = {  # region: top, bottom, left, right
    "sky": (0.0, 0.5, 0.0, 1.0),
    "subject": (0.45, 0.95, 0.3, 0.7),
    "person": (0.45, 0.95, 0.3, 0.7),
    "face_skin": (0.5, 0.7, 0.4, 0.6),
    "teeth": (0.62, 0.66, 0.45, 0.55),
    "object": (0.3, 0.6, 0.2, 0.5),
}


def picture() -> np.ndarray:
    """A graded blue sky over a brown ground, somebody with skin and teeth in front: (240, 320, 3) uint8."""
    rng = np.random.default_rng(3)
    out = np.empty((240, 320, 3), np.float32)
    fall = np.linspace(0, 1, 120, dtype=np.float32)[:, None, None]
    out[:120] = np.array([0.40, 0.58, 0.84]) + fall * np.array([0.25, 0.2, 0.08])
    out[120:] = (0.42, 0.36, 0.28)
    out[108:228, 96:224] = (0.30, 0.28, 0.36)
    out[120:168, 128:192] = (0.62, 0.46, 0.38)
    out[149:158, 144:176] = (0.78, 0.72, 0.52)
    out[120:] += 0.04 * np.sin(np.arange(320, dtype=np.float32) / 2)[None, :, None]
    return np.clip((out + rng.normal(0, 0.008, out.shape)) * 255, 0, 255).astype(np.uint8)


PICTURE = picture()


def finder(*names: str) -> Callable[[np.ndarray, Region], np.ndarray]:
    """Finds the named regions where `picture` has them, and nothing else."""

    def locate(rgb: np.ndarray, region: Region) -> np.ndarray:
        if region.name not in names:
            raise MaskError(f"no {region.name} in this photo")
        height, width = rgb.shape[:2]
        top, bottom, left, right = RECTANGLES[region.name]
        out = np.zeros((height, width), np.float32)
        out[int(top * height) : int(bottom * height), int(left * width) : int(right * width)] = 1
        return out

    return locate


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything of the picture can be found."""
    monkeypatch.setattr(semantic, "locate", finder(*RECTANGLES))


def edit(text: str) -> tuple[Plan, dict[str, dict[str, float]], Photo]:
    """The plan, its groups by name, and the photo (a new one: found regions are kept per photo)."""
    photo = Photo.from_array(PICTURE)
    made = plan(photo, text)
    return made, {g["CorrectionName"]: g for g in made.settings.values.get(GROUPS, ())}, photo


def change(made: Plan, photo: Photo, name: str) -> tuple[np.ndarray, np.ndarray]:
    """Mean change of L*, a*, b* inside a group and well outside it."""
    group = next(g for g in made.settings[GROUPS] if g["CorrectionName"] == name)
    weight, problems = weigh(photo, group, Settings(), 320)
    assert weight is not None and not problems
    gap = to_lab(render(photo, made.settings).pixels) - to_lab(PICTURE)
    return gap[weight > 0.95].mean(0), gap[weight < 0.001].mean(0)


@pytest.mark.parametrize(
    ("text", "name", "channel", "low", "high"),
    [
        ("darken the sky", "Sky", 0, -15, -5),
        ("the sky is too bright", "Sky", 0, -15, -5),
        ("darken the sky slightly", "Sky", 0, -8, -2),
        ("brighten her face", "Face", 0, 4, 11),
        ("her face is too dark", "Face", 0, 4, 11),
        ("提亮脸部", "脸部", 0, 4, 11),
        ("人物提亮", "人物", 0, 4, 11),
        ("让天空更蓝一些", "天空", 2, -14, -1.5),
        ("bluer sky", "Sky", 2, -14, -3),
        ("warm up the foreground", "Foreground", 2, 2.5, 9),
        ("darken the background", "Background", 0, -15, -5),
        ("压暗背景", "背景", 0, -15, -5),
        ("whiten the teeth", "Teeth", 2, -18, -3),
        ("美白牙齿", "牙齿", 2, -18, -3),
        ("brighten <box>0.3 0.55 0.7 0.9</box>", "Marked area", 0, 4, 12),
        ("make her brighter", "Person", 0, 4, 11),
    ],
)
def test_a_wish_about_a_place_moves_the_place_and_nothing_else(
    text: str, name: str, channel: int, low: float, high: float
) -> None:
    made, groups, photo = edit(text)
    assert list(groups) == [name]
    inside, outside = change(made, photo, name)
    assert low < inside[channel] < high
    assert np.abs(outside).max() < 0.05
    assert set(made.settings) == {GROUPS}
    assert not made.ignored


def test_an_evening_sky_of_two_colours_is_tinted_and_its_purple_stays_purple() -> None:
    evening = PICTURE.copy()
    fall = np.linspace(0, 1, 120, dtype=np.float32)[:, None, None]
    evening[:120] = (1 - fall) * np.array([96, 90, 140]) + fall * np.array([240, 130, 120])
    photo = Photo.from_array(evening)
    made = plan(photo, "push the sky toward purple")
    before, after = (to_lab(image)[4:40].mean((0, 1)) for image in (evening, render(photo, made.settings).pixels))
    hues = [np.degrees(np.arctan2(lab[2], lab[1])) % 360 for lab in (before, after)]
    assert abs(hues[1] - 310) <= abs(hues[0] - 310) + 2
    assert np.hypot(*after[1:]) > np.hypot(*before[1:])


@pytest.mark.parametrize(
    ("colour", "angles"), [("blue", (240, 305)), ("purple", (285, 335)), ("green", (115, 170)), ("red", (5, 65))]
)
@pytest.mark.parametrize("now", [(210, 96, 40), (196, 198, 200)], ids=["orange", "grey"])
def test_a_thing_gets_the_colour_that_it_is_to_have(
    now: tuple[int, int, int], colour: str, angles: tuple[float, float]
) -> None:
    dressed = PICTURE.copy()
    dressed[108:228, 96:224] = now
    photo = Photo.from_array(dressed)
    made = plan(photo, f"make the thing in <box>0.3 0.45 0.7 0.95</box> {colour}")
    after = to_lab(render(photo, made.settings).pixels)[130:210, 120:200].mean((0, 1))
    assert angles[0] < np.degrees(np.arctan2(after[2], after[1])) % 360 < angles[1]
    assert 18 < np.hypot(*after[1:]) < 85
    group = next(g for g in made.settings[GROUPS] if g["CorrectionName"] == "Marked area")
    (weaker,) = scaled(Settings.parse({GROUPS: [{**group, "LocalExposure2012": 0.4}]}), 0.5)[GROUPS]
    if recolours(group):  # half of another colour is a third one
        assert weaker["LocalHue"] == group["LocalHue"] and weaker["LocalExposure2012"] == 0.2
    assert recolours(group) == (now == (210, 96, 40) and colour != "red")


@pytest.mark.parametrize(
    ("words", "low", "high"),
    [
        ("make the thing in {box} white", 68, 96),
        ("turn the thing in {box} black", 5, 36),
        ("make the thing in {box} grey", 45, 60),
    ],
)
def test_a_thing_that_is_to_be_white_black_or_grey_loses_its_colour_too(words: str, low: float, high: float) -> None:
    dressed = PICTURE.copy()
    dressed[108:228, 96:224] = (196, 92, 70)
    photo, words = Photo.from_array(dressed), words.format(box="<box>0.3 0.45 0.7 0.95</box>")
    after = render(photo, plan(photo, words).settings).eight_bit()
    light, *colour = to_lab(after)[130:210, 120:200].mean((0, 1))
    assert low < light < high and np.hypot(*colour) < 10


@pytest.mark.parametrize(
    ("colour", "right", "wrong"),
    [
        ("white", (226, 224, 222), (120, 40, 30)),
        ("black", (30, 30, 31), (226, 110, 90)),
        ("gray", (110,) * 3, (255, 60, 20)),
    ],
)
def test_the_judge_knows_white_from_lighter(
    colour: str, right: tuple[int, int, int], wrong: tuple[int, int, int]
) -> None:
    images = []
    for now in ((196, 92, 70), right, wrong):
        images.append(PICTURE.copy())
        images[-1][168:228, 10:90] = now
    words = f"make the thing in <box>0.03 0.7 0.28 0.95</box> {colour}"
    scores = [judge(images[0], image, read(words), ((0.03, 0.7, 0.28, 0.95),)).score or 0.0 for image in images]
    assert scores[1] > 4 > scores[0] + 1 and scores[0] > scores[2]


@pytest.mark.parametrize("words", ["make his shirt whiter", "make the wall lighter, not white", "make her face white"])
def test_whiter_is_lighter_and_no_other_colour(words: str) -> None:
    assert not any(to_grey(want) for want in read(words).wants)


def test_strength_and_given_amounts() -> None:
    ev = [
        edit(t)[1]["Sky"]["LocalExposure2012"]
        for t in ("darken the sky slightly", "darken the sky", "darken the sky a lot")
    ]
    assert 0 > ev[0] > ev[1] > ev[2] > -0.4
    assert edit("darken the sky by half a stop")[1]["Sky"]["LocalExposure2012"] == pytest.approx(-0.125)
    assert edit("brighten her face by +1 EV")[1]["Face"]["LocalExposure2012"] == pytest.approx(0.25)


def test_a_little_more_in_a_place_is_little_of_what_stands_there() -> None:
    made, _, photo = edit("a warmer sky")
    (group,) = made.settings[GROUPS]
    stands = Settings.parse({GROUPS: [{**group, "LocalTemperature": 0.4}]})
    (again,) = plan(photo, "the sky a bit warmer", start=stands).settings[GROUPS]
    assert 0.4 < again["LocalTemperature"] <= 0.54


def test_pop_lifts_the_subject_and_lowers_what_is_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, name in (("make her pop", "Person"), ("make the horse pop", "Animal")):
        if name == "Animal":
            monkeypatch.setattr(semantic, "locate", finder("sky", "subject"))
            monkeypatch.setattr(things, "lives", lambda *_: True)
        made, groups, photo = edit(text)
        assert len(groups) == 2
        subject, around = change(made, photo, name)
        assert subject[0] > 1.5
        assert -9 < around[0] < -2


def test_what_is_to_be_lighter_is_lighter_though_one_channel_fills_up() -> None:
    """Orange sand whose red is nearly full: with the red guarded like a white it would hardly move."""
    sand = np.empty((120, 160, 3), np.uint8)
    sand[:60], sand[60:] = (150, 180, 230), (238, 130, 60)
    sand[60:, ::7] = (214, 104, 44)
    made = plan(Photo.from_array(sand), "brighten <box>0 0.5 1 1</box>")
    before, after = to_lab(sand), to_lab(render(Photo.from_array(sand), made.settings).pixels)
    assert after[70:, :, 0].mean() - before[70:, :, 0].mean() > 3


def test_what_is_to_be_crisper_is_crisper_though_one_channel_fills_up() -> None:
    """Fruit whose red is nearly full: with the red guarded like a white its highlights would come down again."""
    rng = np.random.default_rng(5)
    fruit = np.full((240, 320, 3), (90, 96, 92), np.uint8)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (120, 160)).astype(np.float32), (0, 0), 3)[..., None] * 90
    fruit[60:180, 80:240] = np.clip(np.array([244, 132, 52]) + grain * np.array([1, 0.9, 0.5]), 0, 255)
    made = plan(Photo.from_array(fruit), "more detail in <box>0.25 0.25 0.75 0.75</box>")
    [group] = made.settings[GROUPS]
    assert group["LocalClarity2012"] > 0.1
    assert group.get("LocalHighlights2012", 0.0) > -0.1
    after = render(Photo.from_array(fruit), made.settings).pixels
    inside = np.s_[70:170, 90:230]
    assert to_lab(after)[inside][..., 0].std() > to_lab(fruit)[inside][..., 0].std()


def test_two_wishes_of_one_place_share_its_group_and_two_places_do_not() -> None:
    _, groups, _ = edit("make the sky darker, saturate the sky, and brighten her face")
    assert list(groups) == ["Sky", "Face"]
    assert groups["Sky"]["LocalSaturation"] > 0.1
    assert groups["Sky"]["LocalExposure2012"] < 0


def test_a_place_and_all_but_it_are_of_one_name() -> None:
    assert list(edit("darken the sky and brighten the rest")[1]) == ["Sky", "All but sky"]


def test_background_blur_is_the_lens_blur_with_a_box_as_its_focal_range() -> None:
    made, groups, photo = edit("blur the background")
    assert made.settings["LensBlur"]["Active"] and not groups
    fine = [
        np.abs(np.diff(v[122:150, 240:].astype(float), axis=1)).mean()
        for v in (PICTURE, render(photo, made.settings).pixels)
    ]
    assert fine[1] < 0.8 * fine[0]
    assert "blur" in made.thought
    made, _, _ = edit("blur the background, keep <box>0.3 0.45 0.7 0.95</box> sharp")
    assert made.settings["LensBlur"]["FocalRange"] == "0.3 0.45 0.7 0.95"
    assert not made.ignored


def test_a_lens_blur_that_stands_gets_stronger_and_weaker() -> None:
    made, _, photo = edit("blur the background a little")
    little = made.settings["LensBlur"]["BlurAmount"]
    stronger = plan(photo, "stronger blur in the background", start=made.settings).settings
    assert stronger["LensBlur"]["BlurAmount"] > little
    weaker = plan(photo, "less blur in the background", start=stronger).settings
    assert weaker["LensBlur"]["BlurAmount"] < stronger["LensBlur"]["BlurAmount"] and CORRECTIONS not in weaker


def test_everything_but_a_place_has_an_article() -> None:
    thought = edit("warm up everything except the sky and keep her face and the hair as they are")[0].thought
    assert "all but the sky" in thought and "the all but" not in thought
    assert "stay as it is" not in thought


def test_skin_is_smoothed_short_of_plastic() -> None:
    made, groups, _ = edit("smooth her skin a lot")
    assert "Texture and Clarity" in made.notes[0], "it is said what stands in for it"
    assert -0.6 < groups["Skin"]["LocalTexture"] < -0.2
    assert groups["Skin"]["LocalClarity2012"] > -0.2


def test_nothing_new_reaches_white_or_black_and_no_gradient_breaks() -> None:
    for text in (
        "extremely dark sky",
        "make the sky extremely bright",
        "make the sky much more dramatic",
        "much bluer sky",
    ):
        made, _, photo = edit(text)
        after = render(photo, made.settings).pixels[:115]
        top = [(v.min(-1) >= 254).mean() for v in (PICTURE[:115], after)]
        assert top[1] < top[0] + 0.03, text
        assert (after.max(-1) <= 3).mean() < 0.02, text
        smooth = Photo.from_array(
            np.repeat(np.linspace(90, 235, 320).astype(np.uint8)[None, :, None], 3, 2).repeat(240, 0)
        )
        row = render(smooth, plan(smooth, text).settings).pixels[40, :, 1].astype(int)
        assert np.abs(np.diff(row)).max() <= 4, text


def test_a_burnt_sky_is_not_made_grey_and_it_is_said() -> None:
    burnt = PICTURE.copy()
    burnt[:120] = 255
    photo = Photo.from_array(burnt)
    made = plan(photo, "darken the sky")
    assert any("burnt out" in item for item in made.ignored)
    assert render(photo, made.settings).pixels[20:100].mean() > 225


@pytest.mark.parametrize(
    ("text", "names", "told"),
    [
        ("darken the sky", (), "sky"),
        ("brighten her face", ("sky",), "face"),
        ("让天空更蓝一些", (), "天空"),
        ("blur the background", (), "background"),
        ("whiten the teeth", ("sky",), "teeth"),
    ],
)
def test_a_place_that_is_not_found_is_refused_by_name_and_nothing_else_is_done(
    text: str, names: tuple[str, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(semantic, "locate", finder(*names))
    made, groups, _ = edit(text)
    assert not groups
    assert made.settings == Settings()
    assert [item for item in made.ignored if told in item]


def test_a_mask_that_serves_leaves_the_mixer_alone() -> None:
    made, _, _ = edit("darken the sky and make it warmer")
    assert not [name for name in made.settings if "Adjustment" in name]
    assert not made.ignored


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("much warmer but don't touch the skin", "face_skin"),
        ("暖一点，但不要动皮肤", "face_skin"),
        ("darker, but keep the sky as it is", "sky"),
        ("brighten everything but the sky", "sky"),
        ("除了天空，其他地方提亮", "sky"),
        ("make everything but the person black and white", "person"),
    ],
)
def test_kept_places_stay_as_they_are_and_the_rest_moves(text: str, place: str) -> None:
    made, _, photo = edit(text)
    gap = np.abs(to_lab(render(photo, made.settings).pixels) - to_lab(PICTURE)).sum(-1)
    top, bottom, left, right = RECTANGLES[place]
    inner = np.s_[int(top * 240) + 8 : int(bottom * 240) - 8, int(left * 320) + 8 : max(int(right * 320) - 8, 1)]
    rest = np.ones((240, 320), bool)
    rest[max(int(top * 240) - 12, 0) : int(bottom * 240) + 12, max(int(left * 320) - 12, 0) : int(right * 320) + 12] = (
        False
    )
    assert gap[inner].mean() < 1.0
    assert gap[rest].mean() > 2.0
    assert not made.ignored


@pytest.mark.parametrize(
    ("text", "box"),
    [
        ("0.1 0.2 0.5 0.9", (0.1, 0.2, 0.5, 0.9)),
        ("100 200 500 900", (0.1, 0.2, 0.5, 0.9)),
        ("400, 300, 2000, 2700", (0.1, 0.1, 0.5, 0.9)),
        ("0.5 0.9 0.1 0.2", (0.1, 0.2, 0.5, 0.9)),
        ("0 0 1 1", (0.0, 0.0, 1.0, 1.0)),
        ("[0.1, 0.2, 0.5, 0.9]", (0.1, 0.2, 0.5, 0.9)),
        ("0.1 0.2 0.5", None),
        ("0.1 0.2 1.3 0.9", None),
        ("-0.1 0.2 0.5 0.9", None),
        ("0.3 0.3 0.3 0.9", None),
        ("a b c d", None),
        ("1 2 3 nan", None),
        ("0 0 9000 10", None),
    ],
)
def test_boxes(text: str, box: tuple[float, ...] | None) -> None:
    read, why = box_of(text, (4000, 3000))
    assert (read is None) == (box is None) == bool(why)
    assert box is None or read == pytest.approx(box)


def test_a_box_is_used_exactly_as_given() -> None:
    _, groups, _ = edit("brighten <box>0.13 0.27 0.51 0.92</box>")
    mask = groups["Marked area"]["CorrectionMasks"][0]
    assert [mask[k] for k in ("Left", "Top", "Right", "Bottom")] == [0.13, 0.27, 0.51, 0.92]
    _, groups, _ = edit("make the gizmo <box>0.2 0.3 0.5 0.6</box> warmer")
    mask = groups["Marked thing"]["CorrectionMasks"][0]
    assert [(p["X"], p["Y"]) for p in mask["Gesture"][0]["Points"]] == [(0.2, 0.3), (0.5, 0.3), (0.5, 0.6), (0.2, 0.6)]
    _, groups, _ = edit("brighten <box>0.1 0.1 0.4 0.4</box> and darken <box>0.6 0.6 0.9 0.9</box>")
    assert {n: g["LocalExposure2012"] > 0 for n, g in groups.items()} == {"Marked area": True, "Marked area 2": False}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("brighten <box>0.1 0.2 1.5 0.9</box>", "reaches outside the photo"),
        ("brighten <box>one two</box>", "not four numbers"),
        ("提亮 <box>0.5 0.5 0.5 0.9</box>", "没有面积"),
    ],
)
def test_boxes_that_cannot_be_used_are_told(text: str, told: str) -> None:
    made, groups, _ = edit(text)
    assert not groups
    assert any(told in item for item in made.ignored), made.ignored


def test_a_locked_panel_is_left_alone() -> None:
    made = plan(Photo.from_array(PICTURE), "darken the sky", locks={GROUPS: (0, 0)})
    assert GROUPS not in made.settings
    assert any("sky" in item for item in made.ignored)


@pytest.mark.parametrize(
    "text",
    [
        "darken the sky",
        "make her pop",
        "让天空更蓝一些，人物提亮",
        "brighten <box>0.1 0.2 0.5 0.9</box>",
        "much warmer but don't touch the skin",
        "背景虚化",
        "磨皮",
        "blur the background",
    ],
)
def test_thoughts_speak_of_the_place_in_the_language_without_numbers(text: str) -> None:
    for seed in range(4):
        words = plan(Photo.from_array(PICTURE), text, seed=seed).thought
        assert not re.search(r"\d|[{}]|2012|Local|  |box", words)
        assert bool(re.search("[\u4e00-\u9fff]", words)) == bool(re.search("[\u4e00-\u9fff]", text))
        assert re.search("will|会|将", words)


def test_the_same_again() -> None:
    first, second = edit("make her pop and darken the sky")[0], edit("make her pop and darken the sky")[0]
    assert first == second
    assert Settings.parse(first.settings.to_dict()) == first.settings


@pytest.mark.parametrize(
    "word", ["my wife", "families", "our kids", "the singer", "grandparents", "myself", "老婆", "我妈妈", "新郎"]
)
def test_whoever_is_named_is_a_person(word: str) -> None:
    assert named(word) == "person"


@pytest.mark.parametrize(
    ("words", "stands"),
    [
        ("sky: clarity 15", 0.15),
        ("sky: clarity to 40", 0.4),
        ("set the sky's clarity to -20", -0.2),
        ("天空：清晰度40", 0.4),
        ("sky: clarity +5", 0.2),
        ("clarity of the sky up by 5", 0.2),
    ],
)
def test_a_number_for_a_place_goes_on_from_what_stands_there_only_with_a_sign(words: str, stands: float) -> None:
    name = "天空" if "天" in words else "Sky"
    start = plan(Photo.from_array(PICTURE), "天空：清晰度15" if name == "天空" else "sky: clarity 15").settings
    made = plan(Photo.from_array(PICTURE), words, start=start)
    assert next(g for g in made.settings[GROUPS] if g["CorrectionName"] == name)["LocalClarity2012"] == stands
    assert bool(made.ignored) == (stands == 0.15)


def test_a_number_that_stands_in_a_place_is_as_asked() -> None:
    before = plan(Photo.from_array(PICTURE), "sky: exposure -1").settings
    after = plan(Photo.from_array(PICTURE), "sky: exposure -0.3", start=before).settings
    now, then = (render(Photo.from_array(PICTURE), settings) for settings in (before, after))
    assert (AnalyticEvaluator().score(now, then, "set the sky's exposure to -0.3", settings=after).score or 0) > 4


@pytest.mark.parametrize(
    "words",
    [
        "a golden evening, but keep the sky as it is",
        "teal and orange, but leave the sky alone",
        "film look, but don't touch the sky",
        "青橙色调，天空不要动",
    ],
)
def test_a_style_leaves_what_is_to_stay_alone_with_its_tones_too(words: str) -> None:
    made, groups, photo = edit(words)
    gap = np.linalg.norm(to_lab(render(photo, made.settings).pixels) - to_lab(PICTURE), axis=-1)
    assert gap[:100].mean() < 0.6 and gap[140:].mean() > 2
    assert any("LocalToningSaturation" in group for group in groups.values())


@pytest.mark.parametrize(
    ("words", "told"), [("make the blues richer, but don't touch the sky", "blue"), ("蓝色更浓，但不要动天空", "蓝色")]
)
def test_a_colour_that_what_is_to_stay_has_too_is_told(words: str, told: str) -> None:
    made, groups, _ = edit(words)
    assert not groups and len(made.ignored) == 1 and told in made.ignored[0]
