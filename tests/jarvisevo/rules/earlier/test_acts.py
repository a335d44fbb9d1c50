"""Words about the edit itself, in both languages, and what they do to settings."""

import pytest

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.settings import Settings
from jarvisevo.rules.between import between
from jarvisevo.rules.earlier.acts import cannot, describe, read_relative
from jarvisevo.rules.earlier.named import dropped
from jarvisevo.rules.groups import merged_groups

STANDING = Settings.parse(
    {
        "GrainAmount": 20,
        "GrainSize": 40,
        "PostCropVignetteAmount": -10,
        "Dehaze": 12,
        "HasCrop": True,
        "CropTop": 0.1,
        CORRECTIONS: [
            {"CorrectionName": name, "LocalExposure2012": 0.1, "CorrectionMasks": [{"What": "Mask/Image"}]}
            for name in ("Sky", "Face")
        ],
    }
)


@pytest.mark.parametrize(
    ("text", "act", "factor"),
    [
        ("a bit less", "scale", 0.7),
        ("Just a little more, please.", "scale", 1.3),
        ("too much", "scale", 0.5),
        ("half of that", "scale", 0.5),
        ("much stronger", "scale", 2),
        ("再淡一点", "scale", 0.7),
        ("pull it back by half", "scale", 0.5),
        ("too strong, tone it down by half", "scale", 0.5),
        ("come halfway back", "scale", 0.5),
        ("bring it down a notch", "scale", 0.7),
        ("过了，往回收一点", "scale", 0.7),
        ("过了过了，收一半", "scale", 0.5),
        ("有点过，退回来一点", "scale", 0.7),
        ("太过了", "scale", 0.5),
        ("还不够", "scale", 1.5),
        ("undo that", "undo", 1),
        ("撤销", "undo", 1),
        ("redo", "redo", 1),
        ("重做", "redo", 1),
        ("start over", "restart", 1),
        ("恢复原图", "restart", 1),
        ("too much, half of that", "scale", 0.5),
        ("a little less than that", "scale", 0.7),
        ("a bit more of both", "scale", 1.3),
        ("even less", "scale", 0.5),
        ("the same again", "scale", 2),
        ("remove it again", "scale", 0),
        ("去掉它", "scale", 0),
        ("no, that's the wrong thing, take it back", "undo", 1),
        ("wrong, undo", "undo", 1),
        ("不对，撤销", "undo", 1),
        ("not that, it's too much", "scale", 0.5),
        ("back to the beginning", "restart", 1),
        ("回到最初", "restart", 1),
        ("I don't like it", "refused", 1),
        ("no", "refused", 1),
        ("show me the original", "shown", 1),
    ],
)
def test_short_words(text: str, act: str, factor: float) -> None:
    found = read_relative(text, STANDING)
    assert found is not None and (found.act, found.factor, found.rest) == (act, factor, "")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("undo the grain", {"GrainAmount", "GrainSize"}),
        ("remove the vignette you added", {"PostCropVignetteAmount"}),
        ("去掉颗粒", {"GrainAmount", "GrainSize"}),
        ("undo the crop", {"HasCrop", "CropTop"}),
        ("undo the dehaze", None),
        ("undo the sky mask", {"Sky"}),
        ("撤销天空", {"Sky"}),
    ],
)
def test_what_stands_can_be_dropped(text: str, names: set[str] | None) -> None:
    found = read_relative(text, STANDING)
    assert names is None or (found is not None and found.act == "drop" and set(found.names) == names)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("undo the grain", "no grain is set, so there is nothing to take out"),
        ("Switch off the vignette, please.", "no vignette is set, so there is nothing to take out"),
        ("undo the crop", "no crop is set, so there is nothing to take out"),
        ("撤销颗粒", "没有设置颗粒，没有可以去掉的"),
    ],
)
def test_to_undo_what_is_not_set_is_told(text: str, said: str) -> None:
    found = read_relative(text, Settings())
    assert found is not None and found.act == "drop" and not found.names
    assert cannot("drop", not text.isascii(), found.rest) == said


@pytest.mark.parametrize("text", ["remove the grain", "去掉颗粒", "undo the haze", "undo the grain in the sky"])
def test_what_a_photo_has_of_itself_is_for_the_rules(text: str) -> None:
    assert read_relative(text, Settings()) is None


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("as before but warmer", "warmer"),
        ("the same, but with less contrast", "less contrast"),
        ("和之前一样，但是暖一点", "暖一点"),
        ("darken the sky a bit more", "darken the sky a little"),
    ],
)
def test_what_goes_on(text: str, rest: str) -> None:
    found = read_relative(text, STANDING)
    assert found is not None and found.act == "go on" and found.rest == rest


@pytest.mark.parametrize(
    "text",
    [
        "a bit less warm",
        "warmer",
        "remove the haze",
        "remove the car",
        "再暖一点",
        "undo the sharpening",
        "",
        "x" * 900,
        "make it more moody",
        "and the sky darker",
        "the sky too dark",
        "now the sky, darker",
        "the contrast too",
        "no noise",
        "no-one should be bright",
        "go back to black and white",
        "天空也要亮一点",
        "bring the sky down a notch",
        "收一点高光",
        "曝光过了",
    ],
)
def test_ordinary_instructions_are_left_to_the_rules(text: str) -> None:
    assert read_relative(text, STANDING) is None


@pytest.mark.parametrize(
    ("text", "act", "steps"),
    [
        ("undo the last two", "undo", 2),
        ("go back two steps", "undo", 2),
        ("undo 3", "undo", 3),
        ("undo twice", "undo", 2),
        ("take back the last couple of edits", "undo", 2),
        ("redo two steps", "redo", 2),
        ("actually go back to the first", "to", 1),
        ("back to step 4", "to", 4),
        ("撤销最后两步", "undo", 2),
        ("退回3步", "undo", 3),
        ("回到第一步", "to", 1),
    ],
)
def test_so_many_steps(text: str, act: str, steps: int) -> None:
    found = read_relative(text, STANDING)
    assert found is not None and (found.act, found.steps) == (act, steps)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("undo everything except the sky", {"Sky"}),
        ("remove all edits apart from the grain and the sky", {"GrainAmount", "GrainSize", "Sky"}),
        ("keep only the crop and undo the rest", {"HasCrop", "CropTop"}),
        ("undo everything but the vignette", {"PostCropVignetteAmount"}),
        ("只保留天空，其他全部撤销", {"Sky"}),
    ],
)
def test_all_but_what_is_named_goes(text: str, left: set[str]) -> None:
    found = read_relative(text, STANDING)
    assert found is not None and found.act == "leave"
    kept = dropped(STANDING, found.names)
    assert {*kept.values} - {CORRECTIONS} | {g["CorrectionName"] for g in kept.values.get(CORRECTIONS, ())} == left


def test_nothing_goes_where_what_is_to_be_left_is_not_set() -> None:
    found = read_relative("undo everything except the exposure", STANDING)
    assert found is not None and not found.names
    assert cannot("leave", False, found.rest).startswith("no exposure is set")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("in colour again", {"ConvertToGrayscale"}),
        ("bring the colour back", {"ConvertToGrayscale"}),
        ("恢复彩色", {"ConvertToGrayscale"}),
        ("now full colour again", {"ConvertToGrayscale"}),
        ("back to full colour", {"ConvertToGrayscale"}),
        ("restore the colours", {"ConvertToGrayscale"}),
        ("everything in colour", {"ConvertToGrayscale"}),
        ("变回全彩", {"ConvertToGrayscale"}),
        ("rotate it back", {"Orientation"}),
        ("no grain please", {"GrainAmount"}),
    ],
)
def test_switches_are_undone_by_other_words(text: str, names: set[str]) -> None:
    standing = Settings.parse({"ConvertToGrayscale": True, "Orientation": "8", "GrainAmount": 20})
    found = read_relative(text, standing)
    assert found is not None and found.act == "drop" and set(found.names) == names
    again = read_relative(text, Settings())
    assert again is None or again.act in ("restore", "go on")  # then these are ordinary words


@pytest.mark.parametrize("text", ["back to colour", "in full colour again", "remove the black and white", "恢复彩色"])
def test_black_and_white_but_for_a_colour_is_undone_as_well(text: str) -> None:
    out = {f"SaturationAdjustment{hue}": -100 for hue in ("Yellow", "Green", "Aqua", "Blue", "Purple", "Magenta")}
    found = read_relative(text, Settings.parse({**out, "SaturationAdjustmentOrange": -20, "Vibrance": 10}))
    assert found is not None and found.act == "drop" and set(found.names) == set(out)
    pale = read_relative(text, Settings.parse({"SaturationAdjustmentBlue": -100}))
    assert pale is None or not pale.names


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("same for the hair", "the hair"),
        ("and the sweater too", "the sweater"),
        ("now the sky", "the sky"),
        ("now the other dog", "the other dog"),
        ("头发也一样", "头发"),
        ("水也是", "水"),
    ],
)
def test_the_same_for_another_place(text: str, place: str) -> None:
    found = read_relative(text, STANDING)
    assert found is not None and (found.act, found.rest) == ("same", place)


@pytest.mark.parametrize("text", ["no, darker", "Wrong. Darker!", "that's not what I meant, darker"])
def test_what_is_said_against_the_last_edit_is_no_wish(text: str) -> None:
    found = read_relative(text, STANDING)
    assert found is not None and (found.act, found.rest.lower()) == ("go on", "darker")


def test_words_are_described_where_nothing_is_known_of_what_stands() -> None:
    told = {"undo everything except the sky": "take out all that is set but: sky", "a bit less": "the last edit x 0.7"}
    told |= {"undo the grain": "take out, where it is set: grain", "undo": "undo the last step"}
    for text, line in told.items():
        found = read_relative(text)
        assert found is not None and describe(found) == line


def test_between() -> None:
    before, after = (
        Settings.parse({"Exposure2012": 0.2, "Vibrance": 10}),
        Settings.parse({"Exposure2012": 1.0, "Dehaze": 20}),
    )
    assert between(before, after, 0.5).to_dict() == {"Exposure2012": 0.6, "Dehaze": 10, "Vibrance": 5}
    assert between(before, after, 0) == before and between(before, after, 2)["Exposure2012"] == 1.8
    blurred = Settings.parse({"LensBlur": {"Active": True, "BlurAmount": 40}})
    assert between(Settings(), blurred, 0.5)["LensBlur"] == {"Active": True, "BlurAmount": 20}
    straight = Settings.parse({"ToneCurvePV2012": [[0, 20], [255, 235]]})
    assert between(Settings(), straight, 0.5)["ToneCurvePV2012"] == ((0, 10), (255, 245))


def test_dropped_corrections() -> None:
    groups = [
        {"CorrectionName": n, "LocalExposure2012": 0.1, "CorrectionMasks": [{"What": "Mask/Image"}]} for n in ("A", "B")
    ]
    left = dropped(Settings.parse({CORRECTIONS: groups, "Vibrance": 3}), ["A", "Vibrance"])
    assert [g["CorrectionName"] for g in left.values[CORRECTIONS]] == ["B"] and "Vibrance" not in left
    assert CORRECTIONS not in dropped(left, ["B"])


def test_groups_on_top_of_those_that_stand() -> None:
    sky = {
        "CorrectionName": "Sky",
        "CorrectionMasks": [{"What": "Mask/Image", "MaskSubType": 2}],
        "LocalExposure2012": -0.1,
    }
    other = {**sky, "CorrectionMasks": [{"What": "Mask/Gradient", "ZeroY": 1}]}
    found = merged_groups([sky], [{**sky, "LocalExposure2012": -0.2}, other])
    assert [(g["CorrectionName"], g["LocalExposure2012"]) for g in found] == [("Sky", -0.3), ("Sky 2", -0.1)]
