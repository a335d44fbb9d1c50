"""`Settings`: one validation, every problem at once, immutable, merged and compared as people expect."""

import copy
import json
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor_ops.parameters import FrozenDict, Problem, SettingsError
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from editor_ops.validation import MAX_ITEMS, check_value

CURVE = [[0, 10], [255, 250]]


def problems(document: dict) -> list[tuple[str, str]]:
    return [(p.path, p.code) for p in Settings.check(document)[1]]


def test_every_problem_is_reported_at_once() -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.parse({"Exposure2012": 9, "Contrst2012": 1, "Texture": "x", "WhiteBalance": "Moon", "Tint": 3})
    assert [(p.path, p.code) for p in caught.value.problems] == [
        ("Exposure2012", "range"),
        ("Contrst2012", "unknown"),
        ("Texture", "type"),
        ("WhiteBalance", "choice"),
    ]
    assert "did you mean Contrast2012?" in str(caught.value)


def test_the_valid_part_is_usable() -> None:
    good, found = Settings.check({"Exposure2012": 9, "Tint": "+3", "LensBlur": {"Active": "true", "Oops": 1}})
    assert dict(good.values) == {"Tint": 3.0, "LensBlur": {"Active": True}}
    assert [p.path for p in found] == ["Exposure2012", "LensBlur.Oops"]
    assert str(found[0]) == "Exposure2012: 9 is outside -5 to 5 EV"


@pytest.mark.parametrize(
    "value", [True, None, "", "x", "1_0", "nan", "inf", float("nan"), float("inf"), 10**400, [1], {}, "9" * 10**6]
)
def test_what_is_no_number(value: object) -> None:
    assert problems({"Contrast2012": value}) == [("Contrast2012", "type")]


@pytest.mark.parametrize(("value", "flag"), [(True, True), ("False", False), (" true ", True), (1, True), ("0", False)])
def test_flags(value: object, flag: bool) -> None:
    assert Settings.parse({"HasCrop": value})["HasCrop"] is flag


def test_a_hostile_value_is_described_briefly() -> None:
    for value in (nested(5000), ["x" * 10**6] * 100, "\n" * 10**6):
        (problem,) = Settings.check({"Contrast2012": value})[1]
        assert len(problem.text) < 120 and "\n" not in problem.text


def test_too_many_names() -> None:
    assert problems({f"x{i}": 1 for i in range(MAX_ITEMS + 1)}) == [("", "size")]
    assert len(problems({f"Exposur{i}" + "x" * 500: 1 for i in range(1000)})) == 1000


@pytest.mark.parametrize("value", ["yes", 2, None, [], {}])
def test_what_is_no_flag(value: object) -> None:
    assert problems({"HasCrop": value}) == [("HasCrop", "type")]


@pytest.mark.parametrize(
    "value",
    [
        CURVE,
        [0, 10, 255, 250],
        ["0, 10", "255, 250"],
        [{"x": 0, "y": 10}, {"x": 255, "y": 250}],
        {"0": 10, "255": 250},
        ((0, 10), (255, 250)),
    ],
)
def test_curves_in_every_form(value: object) -> None:
    assert Settings.parse({"ToneCurvePV2012": value})["ToneCurvePV2012"] == ((0.0, 10.0), (255.0, 250.0))


@pytest.mark.parametrize(
    "value",
    [
        [],
        [[0, 0]],
        [[0, 0], [0, 9]],
        [[9, 0], [3, 9]],
        [[0, 0], [256, 9]],
        [0, 1, 2],
        "x",
        5,
        [[0, 0, 0]],
        [[0, "a"]],
        [[i, i] for i in range(65)],
        [[0, 0], [True, 5]],
    ],
)
def test_what_is_no_curve(value: object) -> None:
    assert problems({"ToneCurvePV2012": value}) == [("ToneCurvePV2012", "curve")]


def test_lists_say_which_item() -> None:
    assert problems({"PointColors": [{"SrcHue": 1}, {"SrcHue": 99}, 5]}) == [
        ("PointColors[1].SrcHue", "range"),
        ("PointColors[2]", "type"),
    ]


def nested(depth: int) -> dict:
    value: dict = {}
    for _ in range(depth):
        value = {"a": value}
    return value


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (nested(5000), "size"),
        ({"a": [0] * (MAX_ITEMS + 1)}, "size"),
        ({"a": float("nan")}, "type"),
        ({"a": b"x"}, "type"),
        ({"a": "x" * 4_000_001}, "size"),
    ],
    ids=["deep", "long", "nan", "bytes", "text"],
)
def test_open_structs_are_bounded(value: dict, code: str) -> None:
    assert code in {p.code for p in Settings.check({"Look": {"Parameters": value}})[1]}


def test_defaults_and_unknown_names() -> None:
    given_settings = Settings.parse({"Exposure2012": 1})
    assert given_settings["Contrast2012"] == 0.0 and given_settings["Temperature"] == 5000.0
    assert "Contrast2012" not in given_settings and len(given_settings) == 1
    with pytest.raises(KeyError):
        given_settings["Nothing"]


def test_changed_means_not_at_the_default() -> None:
    rows = TABLE["Exposure2012"], TABLE["Contrast2012"]
    assert not Settings.parse({"Exposure2012": 0}).changed(*rows)
    assert Settings.parse({"Contrast2012": 1}).changed(*rows)


def test_merge_and_diff() -> None:
    first = Settings(Settings.parse({"Exposure2012": 1, "Tint": 5}).values, {"RawFileName": "a", "UUID": "1"})
    second = first.merge(Settings(Settings.parse({"Exposure2012": 0, "Contrast2012": 2}).values, {"UUID": "2"}))
    assert dict(second.values) == {"Exposure2012": 0.0, "Tint": 5.0, "Contrast2012": 2.0}
    assert second.extra == {"RawFileName": "a", "UUID": "2"}
    assert second.diff(first) == {"Exposure2012": (1.0, 0.0), "Contrast2012": (0.0, 2.0)}
    assert first.merge({"Tint": 6})["Tint"] == 6.0
    with pytest.raises(SettingsError):
        first.merge({"Nothing": 1})


def test_nothing_can_be_changed() -> None:
    found = Settings.parse({"Look": {"Name": "A", "Parameters": {"x": [1, {"y": 2}]}}, "Tint": 1})
    look = found["Look"]
    for change in (
        lambda: found.values.__setitem__("Tint", 2),
        lambda: setattr(found, "values", {}),
        lambda: look.__setitem__("Name", "B"),
        lambda: look.update(Name="B"),
        lambda: look.__ior__({"Name": "B"}),
        lambda: look["Parameters"].pop("x"),
    ):
        with pytest.raises((TypeError, AttributeError)):
            change()
    assert look["Parameters"]["x"] == (1, {"y": 2})


def test_the_document_it_was_made_of_is_not_held() -> None:
    document = {"Look": {"Parameters": {"x": [1]}}, "ToneCurvePV2012": copy.deepcopy(CURVE)}
    found = Settings.parse(document)
    document["Look"]["Parameters"]["x"].append(2)
    document["ToneCurvePV2012"][0][1] = 99
    assert found["Look"]["Parameters"]["x"] == (1,) and found["ToneCurvePV2012"][0] == (0.0, 10.0)


def test_equal_settings_hash_alike_whatever_the_order() -> None:
    one = Settings.parse({"Tint": 1, "Look": {"Name": "A", "Parameters": {"x": 1, "y": [1]}}, "ToneCurvePV2012": CURVE})
    two = Settings.parse(
        {"ToneCurvePV2012": CURVE, "Look": {"Parameters": {"y": (1.0,), "x": 1.0}, "Name": "A"}, "Tint": 1.0}
    )
    assert one == two and hash(one) == hash(two)
    assert one != Settings(one.values, {"UUID": "1"})


def test_copies_pickles_and_json() -> None:
    found = Settings(
        Settings.parse({"Look": {"Name": "A"}, "ToneCurvePV2012": CURVE}).values, {"x": FrozenDict(y=(1,))}
    )
    assert pickle.loads(pickle.dumps(found)) == found == copy.deepcopy(found)
    assert json.loads(json.dumps(found.to_dict())) == {"Look": {"Name": "A"}, "ToneCurvePV2012": CURVE}
    assert Settings.parse(found.to_dict()).values == found.values


def test_defaults_of_every_row_are_valid() -> None:
    for name, row in TABLE.items():
        found: list[Problem] = []
        check_value(row, row.default, name, found)
        assert not found
        if row.raw_default is not None:
            check_value(row, row.raw_default, name, found)
            assert not found


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(document=st.dictionaries(st.sampled_from(sorted(TABLE)) | st.text(max_size=8), JSON, max_size=4))
def test_any_document_is_judged_and_its_valid_part_is_stable(document: dict) -> None:
    good, found = Settings.check(document)
    assert all(isinstance(p, Problem) and p.text and "\n" not in p.path[:0] for p in found)
    assert Settings.parse(good.to_dict()).values == good.values
    hash(good)


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("Contrast2012", np.int64(5), 5.0),
        ("Contrast2012", np.float32(0.5), 0.5),
        ("Contrast2012", np.array(3), 3.0),
        ("HasCrop", np.True_, True),
        ("Orientation", np.int64(6), "6"),
        ("ToneCurvePV2012", np.array([[0, 10], [255, 250]]), CURVE),
        ("ToneCurvePV2012", [np.array([0, 10]), (np.uint8(255), np.float64(250))], CURVE),
    ],
)
def test_numbers_of_numpy_are_numbers(name: str, value: object, read: object) -> None:
    found = Settings.parse({name: value}).to_dict()
    assert found == {name: read} and json.loads(json.dumps(found)) == found


@pytest.mark.parametrize("value", [np.float32("nan"), np.float64("inf"), np.True_, np.array([1, 2]), np.str_("x")])
def test_what_is_no_number_is_none_from_numpy_either(value: object) -> None:
    assert problems({"Contrast2012": value}) == [("Contrast2012", "type")]
