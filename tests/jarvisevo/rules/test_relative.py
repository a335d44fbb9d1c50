"""Words about the edit itself, in both languages, and what they do to settings."""

import pytest

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.settings import Settings
from jarvisevo.rules.between import between
from jarvisevo.rules.groups import merged_groups
from jarvisevo.rules.relative import dropped, read_relative, say

STANDING = Settings.parse(
    {"GrainAmount": 20, "GrainSize": 40, "PostCropVignetteAmount": -10, "Dehaze": 12, "HasCrop": True, "CropTop": 0.1}
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
        ("太过了", "scale", 0.5),
        ("还不够", "scale", 1.5),
        ("undo that", "undo", 1),
        ("撤销", "undo", 1),
        ("redo", "redo", 1),
        ("重做", "redo", 1),
        ("start over", "restart", 1),
        ("恢复原图", "restart", 1),
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
    found = read_relative(text, STANDING, ["Sky", "Face"])
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
    assert found is not None and found.act == "drop" and say(found, not text.isascii()) == said


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
    ],
)
def test_ordinary_instructions_are_left_to_the_rules(text: str) -> None:
    assert read_relative(text, STANDING) is None


def test_between() -> None:
    before, after = (
        Settings.parse({"Exposure2012": 0.2, "Vibrance": 10}),
        Settings.parse({"Exposure2012": 1.0, "Dehaze": 20}),
    )
    assert between(before, after, 0.5).to_dict() == {"Exposure2012": 0.6, "Dehaze": 10, "Vibrance": 5}
    assert between(before, after, 0) == before and between(before, after, 2)["Exposure2012"] == 1.8
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
