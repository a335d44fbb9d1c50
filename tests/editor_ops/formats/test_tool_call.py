"""Tool calls: what models write is read where its meaning is certain, and said; everything else is an error."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from editor_ops.formats import Document, FormatError, crs, tool_call
from editor_ops.masks.rows import LEGACY
from editor_ops.settings import Settings


def repaired(found: Document) -> list[str]:
    return [n.text for n in found.notes if n.status == "repaired"]


def test_strict_json_needs_no_repair() -> None:
    found = tool_call.parse('{"Exposure2012": 0.5, "HasCrop": true, "ToneCurvePV2012": [[0, 1], [255, 250]]}')
    assert dict(found.settings.values) == {
        "Exposure2012": 0.5,
        "HasCrop": True,
        "ToneCurvePV2012": ((0.0, 1.0), (255.0, 250.0)),
    }
    assert found.notes == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{'Contrast2012': -20}", "single quotes"),
        ('{"Contrast2012": -20,}', "trailing comma"),
        ('{"Contrast2012": -20, /* a */}', "comments"),
        ('{"Contrast2012": -20 // softer\n}', "comments"),
        ('{"Contrast2012": -20 # softer\n}', "comments"),
        ("{Contrast2012: -20}", "without quotes"),
        ('{"Contrast2012": "-20"}', "read as a number"),
        ('{"Contrast2012": -20.}', "JSON numbers"),
        ("'Contrast2012': -20, 'HasSettings': True", "braces"),
        ('```json\n{"Contrast2012": -20}\n```', "code fence"),
        ('{"Contrast2012": 5, "Contrast2012": -20}', "given twice"),
        ('{"Contrast2012": -20, "Tint": null}', "null is no value"),
        ('{"name": "edit", "arguments": {"Contrast2012": -20}}', "function call"),
        ('{"type": "function", "function": {"name": "e", "arguments": {"Contrast2012": -20}}}', "function call"),
    ],
)
def test_repairs_are_said(text: str, said: str) -> None:
    found = tool_call.parse(text)
    assert dict(found.settings.values) == {"Contrast2012": -20.0}
    assert any(said in line for line in repaired(found))


def test_python_text_of_the_papers() -> None:
    found = tool_call.parse(
        "{'HasSettings': True, 'CompatibleVersion': 251658240, 'ProcessVersion': '11.0', 'Shadows2012': 15, "
        "'PostCropVignetteStyle': 1, 'ToneCurvePV2012': {'0': 0, '255': 255}, 'LensBlur': {'Active': False}}"
    )
    assert found.settings["Shadows2012"] == 15 and found.settings["LensBlur"] == {"Active": False}
    assert found.settings["ToneCurvePV2012"] == ((0.0, 0.0), (255.0, 255.0))
    assert {n.status for n in found.notes} == {"repaired"}


@pytest.mark.parametrize(
    ("name", "value", "known", "expected"),
    [
        ("ColorNoiseReduce.Detail", 60, "ColorNoiseReductionDetail", 60),
        ("SharpnessRadius", 1.5, "SharpenRadius", 1.5),
        ("ColorGradeShadowHue", 210, "SplitToningShadowHue", 210),
        ("Contrast", -20, "Contrast2012", -20),
        ("Shadows", 20, "Shadows2012", 20),
        ("LensBlur.BlurAmount", 70, "LensBlur", {"BlurAmount": 70.0}),
        ("ToneCurve", [[0, 5], [255, 255]], "ToneCurvePV2012", ((0.0, 5.0), (255.0, 255.0))),
    ],
)
def test_names_of_other_writers(name: str, value: object, known: str, expected: object) -> None:
    found = tool_call.parse(json.dumps({name: value}))
    assert found.settings[known] == expected
    assert [n.name for n in found.notes if n.status in ("mapped", "repaired")] == [name]


def test_unknown_names_and_bad_values_are_said_and_kept() -> None:
    found = tool_call.parse('{"Exposur2012": 1, "Whites2012": 900, "WhiteBalance": "Moon", "Tint": 3}')
    assert dict(found.settings.values) == {"Tint": 3.0}
    assert found.settings.extra == {"Exposur2012": 1, "Whites2012": 900, "WhiteBalance": "Moon"}
    said = {n.name: n.text for n in found.notes}
    assert said["Exposur2012"] == "no such parameter; did you mean Exposure2012?"
    assert "900 is outside -100 to 100" in said["Whites2012"]
    assert "expected one of" in said["WhiteBalance"]


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", "empty tool call"),
        ("   // nothing\n", "empty tool call"),
        ("no json here", "expected an object"),
        ("[1, 2]", "expected an object"),
        ('{"a": }', "expected a value at line 1, column 7"),
        ('{"a": 1\n "b": 2}', "expected a comma or } at line 2, column 2"),
        ('{"a": 1', "expected a comma or }"),
        ('{"a": "open', "without its closing quote"),
        ('{"a": 1e999}', "too large"),
        ('{"a": __import__("os")}', "no value"),
        ('{"a": 1} and then', "text after the object"),
        ('{"a": "\\ud800"}', "surrogate"),
        ('{"a": "\ud800"}', "surrogate"),
        ('{"a": "\\q"}', "unknown escape"),
        ('{"a": ' + "[" * 1000 + "]" * 1000 + "}", "nested more than 32 deep"),
        ('{"a":' * 1000, "nested more than 32 deep"),
        ('{"a": "' + "x" * 2_000_001 + '"}', "2000000 at most"),
        (b"\xff\xfe\xfd", "not UTF-8"),
        (b"\x89PNG\r\n\x1a\n", "not UTF-8"),
        (b"\0" * 100, "expected an object"),
        ("{" * 2_000_000, "name in quotes|nested"),
        ("[" * 2_000_000, "expected an object"),
        (json.dumps(dict.fromkeys(map(str, range(5000)), 1)), "4096 at most"),
    ],
    ids=lambda v: repr(v)[:24],
)
def test_what_is_unreadable_is_one_clear_error(text: str | bytes, cause: str) -> None:
    with pytest.raises(FormatError, match=cause) as caught:
        tool_call.parse(text)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 250


@pytest.mark.parametrize("piece", ["/*", "//\n", '"\\', "'", "```", "\n", "[", "1,", '{"a":', "#"])
@pytest.mark.timeout(60)  # a quadratic reader takes many minutes
def test_hostile_repetition_is_answered(piece: str) -> None:
    for head in ("", '{"a": ', "```json\n"):
        with pytest.raises(FormatError):
            tool_call.parse(head + piece * (1_900_000 // len(piece)))


@pytest.mark.timeout(60)
def test_many_unknown_names_are_answered() -> None:
    found = tool_call.parse(json.dumps({f"Exposur{i}" + "x" * 200: 1 for i in range(4000)}))
    assert len(found.notes) == 4000 and max(len(n.name) for n in found.notes) <= 100


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="{}[]():,\"'\\/*#-+.0123eETrueNon \n_ud8\ud800é", max_size=40))
def test_noise_never_crashes(text: str) -> None:
    try:
        tool_call.parse('{"Exposure2012": ' + text)
    except FormatError as error:
        assert str(error)


@settings(max_examples=100, deadline=None)
@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(10**15) + 1, 10**15 - 1)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    )
)
def test_any_json_is_read_as_json_reads_it(value: object) -> None:
    from editor_ops.formats import loose_json

    for text in (json.dumps({"x": value}), json.dumps({"x": value}, ensure_ascii=False, indent=1)):
        found, notes = loose_json.parse(text)
        assert found == json.loads(text) and not notes
    found, _ = loose_json.parse(repr({"x": value}))
    assert found == {"x": value}


def test_what_is_written_is_strict_and_short() -> None:
    text = tool_call.dump(Settings.parse({"Exposure2012": 0.5, "Contrast2012": 12.0, "HasCrop": True}))
    assert text == '{"Exposure2012": 0.5, "Contrast2012": 12, "HasCrop": true}'
    carried = Settings({}, {"AutoLateralCA": "1", "Look": {"Odd": "x"}})
    assert tool_call.dump(carried) == "{}"
    assert json.loads(tool_call.dump(carried, extra=True))["AutoLateralCA"] == "1"


def test_the_schema_follows_the_table() -> None:
    schema = tool_call.schema()
    assert set(schema["properties"]) == set(crs.ROWS) - set(LEGACY) and schema["additionalProperties"] is False
    assert schema["properties"]["Exposure2012"]["minimum"] == -5
    assert "As Shot" in schema["properties"]["WhiteBalance"]["enum"]
    assert schema["properties"]["LensBlur"]["properties"]["BlurAmount"]["maximum"] == 100
    assert schema["properties"]["ToneCurvePV2012"]["items"]["maxItems"] == 2
    json.dumps(schema, allow_nan=False)


@pytest.mark.parametrize("name", sorted(set(crs.ROWS) - set(LEGACY)))
def test_the_schema_agrees_with_the_validator(name: str) -> None:
    row, piece = crs.ROWS[name], tool_call.schema()["properties"][name]
    if row.kind == "number":
        for value, fits in ((piece["minimum"], True), (piece["maximum"], True), (piece["maximum"] + 1, False)):
            assert (not Settings.check({name: value})[1]) == fits
    if row.kind == "choice":
        for value in piece["enum"]:
            assert Settings.parse({name: value})[name] == value
    assert piece["description"]


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "nan"])
def test_a_value_that_is_not_finite_costs_one_key(word: str) -> None:
    document = tool_call.parse(f'{{"Exposure2012": {word}, "Contrast2012": 10}}')
    assert document.settings.to_dict() == {"Contrast2012": 10.0}
    assert any(word in str(note) for note in document.notes)
