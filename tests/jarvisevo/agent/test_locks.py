"""Limits: how they are written, read from words, and kept in every state, local sliders included."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.agent.lock_words import parse_locks, read_locks
from jarvisevo.agent.locks import SKIN_ROWS, Lock, LockError, Locks

SKY = {"What": "Mask/Image", "MaskSubType": 2}


def group(name: str, mask: dict[str, object] | None = None, **sliders: float) -> dict[str, object]:
    return {"CorrectionName": name, "CorrectionMasks": [mask or SKY], **sliders}


def state(*groups: dict[str, object], **values: object) -> Settings:
    return Settings.parse(values | ({"MaskGroupBasedCorrections": list(groups)} if groups else {}))


@pytest.mark.parametrize(
    ("text", "lock"),
    [
        ("Exposure2012=-0.3:0.3", Lock("Exposure2012", -0.3, 0.3)),
        ("exposure=±0.3", Lock("Exposure2012", -0.3, 0.3)),
        ("Contrast2012=+-20", Lock("Contrast2012", -20, 20)),
        ("Contrast2012=10:10", Lock("Contrast2012", 10, 10)),
        ("Dehaze", Lock("Dehaze")),
        ("ToneCurvePV2012", Lock("ToneCurvePV2012")),
    ],
)
def test_written_locks(text: str, lock: Lock) -> None:
    assert parse_locks([text]).limits == (lock,)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Exposur2012=0:1", "did you mean Exposure2012"),
        ("Exposure2012=x", "write NAME=LOW:HIGH"),
        ("Exposure2012=nan:1", "needs -5 <= LOW"),
        ("Exposure2012=5", r"write Exposure2012=5:5 to keep it at 5, Exposure2012=±5 for a limit"),
        ("Exposure2012=5:", "one number is no range"),
        ("Exposure2012=1:0", "needs -5 <= LOW"),
        ("Exposure2012=0:9", "needs -5 <= LOW"),
        ("ToneCurvePV2012=3", "can only stay as it is"),
        ("skin=3", "can only stay as it is"),
        ("MaskGroupBasedCorrections", "no such slider"),
        ("", "no such slider"),
    ],
)
def test_a_bad_lock_says_what_to_write(text: str, reason: str) -> None:
    with pytest.raises(LockError, match=reason):
        parse_locks([text])


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("brighten it, max ±0.3 EV", {"Exposure2012": (-0.3, 0.3)}),
        ("提亮，±0.3EV以内", {"Exposure2012": (-0.3, 0.3)}),
        ("曝光不超过0.5档", {"Exposure2012": (-0.5, 0.5)}),
        ("at most half a stop, no more than +1 EV", {"Exposure2012": (-5, 1)}),
        ("darken by at most -0.7 stops", {"Exposure2012": (-0.7, 5)}),
        ("contrast at most +20", {"Contrast2012": (-100, 20)}),
        ("对比度最多20", {"Contrast2012": (-20, 20)}),
        ("自然饱和度不超过15", {"Vibrance": (-15, 15)}),
        ("don't touch the exposure, contrast up", {"Exposure2012": None}),
        ("leave the contrast and the highlights alone", {"Contrast2012": None, "Highlights2012": None}),
        ("不要动对比度", {"Contrast2012": None}),
        ("the shadows must stay the same", {"Shadows2012": None}),
        ("保持高光不变，其他随意", {"Highlights2012": None}),
        ("brighten by 0.3 EV", {}),
        ("raise the contrast by 20%", {}),
        ("don't make it too dark", {}),
        ("keep the highlights soft", {}),
        ("不要太亮", {}),
        ("花红一点，墙面亮度不变", {}),
        ("the shirt contrast should stay the same", {}),
        ("don't change the saturation of the car, warm the rest", {}),
        ("提亮，但对比度不变", {"Contrast2012": None}),
        ("锁定曝光，整体提亮", {"Exposure2012": None}),
        ("曝光锁定，整体提亮", {"Exposure2012": None}),
        ("整体提亮，曝光不要动", {"Exposure2012": None}),
        ("曝光不要动太多", {}),
        ("不要锁定曝光", {}),
        ("lock the exposure, brighten overall", {"Exposure2012": None}),
        ("keep the contrast locked", {"Contrast2012": None}),
        ("unlock the shadows", {}),
        ("日系，曝光最多加0.2", {"Exposure2012": (-5, 0.2)}),
        ("对比度最多降低20", {"Contrast2012": (-20, 100)}),
        ("保持高光柔和", {}),
        ("x" * 100_000, {}),
    ],
)
def test_limits_in_words(words: str, limits: dict[str, tuple[float, float] | None]) -> None:
    found = {lock.name: None if lock.fixed else (lock.low, lock.high) for lock in read_locks(words).limits}
    assert found == limits


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "flood", ["the ", "her his ", "1", "1.1", "max ", " ", "keep the the ", "skin, ", "+ - ", "不"]
)
def test_floods_of_words_are_read_in_no_time(flood: str) -> None:
    read_locks(flood * 8000)


@pytest.mark.parametrize(
    "words",
    [
        "don't touch skin",
        "warm it up but don’t change her skin tones",
        "不要动肤色",
        "保持肤色不变",
        "别碰皮肤",
        "keep skin tones untouched",
        "leave the skin alone",
        "skin should stay the same",
        "肤色不变",
        "锁定肤色",
        "lock the skin tones and brighten the face",
        "without changing the skin color",
    ],
)
def test_skin_in_words(words: str) -> None:
    assert read_locks(words).skin


@pytest.mark.parametrize(
    "words", ["smooth the skin", "keep the skin natural", "皮肤白一点", "make her skin glow", "不要太黄的皮肤"]
)
def test_a_wish_about_skin_is_no_lock(words: str) -> None:
    assert not read_locks(words)


def test_a_value_outside_is_held_and_said() -> None:
    kept, notes = parse_locks(["Exposure2012=-0.3:0.3"]).enforce(state(Exposure2012=1.2, Tint=4))
    assert kept == Settings({"Exposure2012": 0.3, "Tint": 4.0})
    assert notes == ("Exposure2012: 1.2 was held at 0.3 (limit -0.3 to 0.3)",)


def test_a_limit_that_excludes_the_default_is_kept_too() -> None:
    kept, _ = parse_locks(["Exposure2012=0.5:1"]).enforce(Settings())
    assert kept["Exposure2012"] == 0.5


def test_what_stays_as_it_is_is_not_set_at_all() -> None:
    kept, notes = parse_locks(["Temperature", "ToneCurvePV2012"]).enforce(
        state(Temperature=7000, ToneCurvePV2012=[[0, 30], [255, 255]], Tint=3)
    )
    assert kept == Settings({"Tint": 3.0}) and len(notes) == 2


def test_what_stays_as_it_is_stays_where_it_stands() -> None:
    two = group("Sky", LocalExposure2012=-0.2), group("Sky", LocalExposure2012=0.1)
    stood = state(*two, group("Face", LocalSaturation=0.1), Exposure2012=1.0)
    locks = parse_locks(["Exposure2012"])
    assert locks.enforce(stood, stood) == (stood, ()) and locks.ranges(stood) == {"Exposure2012": (1.0, 1.0)}
    moved = group("Sky", LocalExposure2012=0.3, LocalSaturation=0.1), group("Sky"), group("Face", LocalExposure2012=0.2)
    kept, notes = locks.enforce(state(*moved, group("New", LocalExposure2012=0.5), Exposure2012=0.2), stood)
    exposures = [g.get("LocalExposure2012") for g in kept["MaskGroupBasedCorrections"]]
    assert kept["Exposure2012"] == 1.0 and exposures == [-0.2, 0.1, None, None] and len(notes) == 5
    assert kept["MaskGroupBasedCorrections"][0]["LocalSaturation"] == 0.1
    assert locks.enforce(kept, stood) == (kept, ())


def test_a_local_exposure_counts_in_quarters_of_its_value() -> None:
    locks = parse_locks(["Exposure2012=-0.3:0.3"])
    kept, notes = locks.enforce(state(group("Sky", LocalExposure2012=0.5), Exposure2012=0.1))
    (sky,) = kept["MaskGroupBasedCorrections"]
    assert kept["Exposure2012"] + 4 * sky["LocalExposure2012"] == pytest.approx(0.3)
    assert "Sky: LocalExposure2012 0.5 was held at 0.05" in notes[0]


def test_corrections_that_overlap_keep_the_limit_together() -> None:
    locks = parse_locks(["Exposure2012=-0.3:0.3"])
    groups = (
        group("a", LocalExposure2012=0.2),
        group("b", LocalExposure2012=0.1, CorrectionAmount=0.5),
        group("c", LocalExposure2012=-0.05),
    )
    kept, _ = locks.enforce(state(*groups))
    a, b, c = kept["MaskGroupBasedCorrections"]
    assert 4 * a["LocalExposure2012"] + 4 * 0.5 * b["LocalExposure2012"] == pytest.approx(0.3)
    assert c["LocalExposure2012"] == -0.05


def test_a_lock_at_rest_takes_the_local_twin_away() -> None:
    kept, notes = parse_locks(["Contrast2012"]).enforce(state(group("a", LocalContrast2012=0.2, LocalDehaze=0.1)))
    (only,) = kept["MaskGroupBasedCorrections"]
    assert "LocalContrast2012" not in only and only["LocalDehaze"] == 0.1 and notes


def test_older_corrections_and_looks_are_no_way_round() -> None:
    made = Settings.parse(
        {
            "GradientBasedCorrections": [group("old", LocalExposure2012=0.5)],
            "Look": {"Name": "x", "Parameters": {"Exposure2012": 2.0, "Tint": 1.0}},
        }
    )
    kept, _ = parse_locks(["Exposure2012=0:0"]).enforce(made)
    assert (
        "LocalExposure2012" not in kept["GradientBasedCorrections"][0]
        or not kept["GradientBasedCorrections"][0]["LocalExposure2012"]
    )
    assert kept["Look"]["Parameters"] == {"Tint": 1.0}


def test_skin_keeps_its_colour() -> None:
    face = group("Face", {"What": "Mask/Image", "MaskSubType": 3, "MaskSubCategoryID": 2}, LocalSaturation=0.3)
    person = group("Her", {"What": "Mask/Image", "MaskSubType": 3}, LocalSaturation=0.3)
    made = state(
        face,
        person,
        group("Sky", LocalDehaze=0.2),
        HueAdjustmentOrange=20,
        SaturationAdjustmentBlue=30,
        PointColors=[{"SrcHue": 0.3, "HueShift": 0.2}, {"SrcHue": 3.5, "HueShift": 0.2}],
    )
    kept, notes = Locks(skin=True).enforce(made)
    assert "HueAdjustmentOrange" not in kept and kept["SaturationAdjustmentBlue"] == 30
    assert [p["SrcHue"] for p in kept["PointColors"]] == [3.5]
    assert [g["CorrectionName"] for g in kept["MaskGroupBasedCorrections"]] == ["Her", "Sky"]
    away = kept["MaskGroupBasedCorrections"][0]["CorrectionMasks"][1:]
    assert [(m["MaskBlendMode"], m["MaskValue"], m["MaskSubCategoryID"]) for m in away] == [(1, 0, 2), (1, 0, 4)]
    assert len(notes) == 4


def test_a_mask_that_only_says_it_spares_skin_is_not_believed() -> None:
    spoof = {"What": "Mask/Image", "MaskSubType": 3, "MaskName": "Skin kept"}
    kept, _ = Locks(skin=True).enforce(state(group("Her", spoof, LocalSaturation=0.3)))
    assert len(kept["MaskGroupBasedCorrections"][0]["CorrectionMasks"]) == 3


sliders = st.dictionaries(
    st.sampled_from(
        ["LocalExposure2012", "LocalContrast2012", "LocalSharpness", "LocalTint", "LocalCurveRefineSaturation"]
    ),
    st.floats(0, 1),
    max_size=3,
)
masked = st.lists(
    st.builds(
        lambda name, values, amount, mask: {
            "CorrectionName": name,
            "CorrectionAmount": amount,
            "CorrectionMasks": [mask],
            **values,
        },
        st.sampled_from("abcd"),
        sliders,
        st.floats(0, 2),
        st.sampled_from([SKY, {"What": "Mask/Image", "MaskSubType": 3}]),
    ),
    max_size=3,
)
states_ = st.builds(
    lambda values, groups: Settings.parse(values | ({"MaskGroupBasedCorrections": groups} if groups else {})),
    st.fixed_dictionaries(
        {},
        optional={
            "Exposure2012": st.floats(-5, 5),
            "Contrast2012": st.floats(-100, 100),
            "Tint": st.floats(-150, 150),
            "HueAdjustmentRed": st.floats(-100, 100),
            "Sharpness": st.floats(0, 150),
        },
    ),
    masked,
)
some_locks = st.builds(
    Locks,
    st.lists(
        st.sampled_from(
            [
                Lock("Exposure2012", -0.3, 0.3),
                Lock("Contrast2012"),
                Lock("Sharpness", 10, 40),
                Lock("IncrementalTint", 0, 0),
                Lock("CurveRefineSaturation", 90, 110),
            ]
        ),
        unique=True,
        max_size=4,
    ).map(tuple),
    st.booleans(),
)


@given(states_, some_locks)
@settings(max_examples=150, deadline=None)
def test_every_state_is_held_everywhere_and_holding_again_changes_nothing(made: Settings, locks: Locks) -> None:
    kept, notes = locks.enforce(made)
    assert locks.enforce(kept) == (kept, ())
    assert not notes or kept != made
    for lock in locks.limits:
        row = TABLE[lock.name]
        low, high = (row.default, row.default) if lock.fixed else (lock.low, lock.high)
        moves = []
        for one in kept["MaskGroupBasedCorrections"]:
            value = one.get(row.local, row.default if row.local_unit == 1 else 0.0)
            change = value - row.default if row.local_unit == 1 else value * row.local_unit
            moves.append(change * one.get("CorrectionAmount", 1.0))
        assert kept[lock.name] + sum(m for m in moves if m > 0) <= high + 1e-6
        assert kept[lock.name] + sum(m for m in moves if m < 0) >= low - 1e-6


def test_both_limits_hold_and_the_callers_wins_where_they_exclude_each_other() -> None:
    mine, theirs = (
        parse_locks(["Exposure2012=0:1", "Tint=0:5"]),
        parse_locks(["Exposure2012=-1:0.5", "Tint=9:9", "Dehaze"]),
    )
    joined = mine.join(theirs)
    assert joined.limits == (Lock("Exposure2012", 0, 0.5), Lock("Tint", 0, 5), Lock("Dehaze"))


def test_ranges_for_the_rules() -> None:
    ranges = parse_locks(["Exposure2012=0:1", "Dehaze", "ToneCurvePV2012", "skin"]).ranges()
    assert ranges["Exposure2012"] == (0, 1) and ranges["Dehaze"] == (0, 0) and "ToneCurvePV2012" not in ranges
    assert set(SKIN_ROWS) <= set(ranges)


@pytest.mark.parametrize("name", ["Temperature", "Tint"])
def test_the_sliders_of_raw_files_hold_those_of_rendered_photos_too(name: str) -> None:
    held = {lock.name for lock in parse_locks([name]).limits}
    assert {name, f"Incremental{name}"} <= held
    assert [str(lock) for lock in parse_locks([f"{name}=0:0" if name == "Tint" else f"{name}=4000:5000"]).limits] == [
        "Tint 0 to 0" if name == "Tint" else "Temperature 4000 to 5000"
    ]
