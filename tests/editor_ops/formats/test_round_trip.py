"""Settings -> XMP, .lrtemplate, JSON -> the same settings, for values drawn from the rows of the table."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from editor_ops.formats import FormatError, crs, lrtemplate, tool_call, xmp
from editor_ops.ops.curve import NAMED
from editor_ops.parameters import Parameter
from editor_ops.settings import Settings

TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn")), max_size=20)
WAYS = {
    "xmp": lambda s: xmp.parse(xmp.dump(s)),
    "preset": lambda s: xmp.parse(xmp.dump(s, preset_name="A & B <ü>")),
    "lrtemplate": lambda s: lrtemplate.parse(lrtemplate.dump(s, 'a "name"')),
    "json": lambda s: tool_call.parse(tool_call.dump(s)),
    "json with extra": lambda s: tool_call.parse(tool_call.dump(s, extra=True)),
}


def number(row: Parameter) -> st.SearchStrategy[Any]:
    return st.floats(row.low, row.high).map(lambda v: min(max(round(v, 4), row.low), row.high))


def curve(row: Parameter) -> st.SearchStrategy[Any]:
    level = st.integers(int(row.low), int(row.high))
    points = st.lists(st.tuples(level, level), min_size=2, max_size=8, unique_by=lambda p: p[0])
    return points.map(sorted)


def struct(row: Parameter) -> st.SearchStrategy[Any]:
    if not row.fields:
        return st.fixed_dictionaries(
            {}, optional={n: value(crs.ROWS[n]) for n in ("Exposure2012", "ConvertToGrayscale")}
        )
    if row.name.endswith("Corrections") or row.name in (
        "CorrectionMasks",
        "Masks",
    ):  # a few of their many fields at a time
        fields = {f.name: f for f in row.fields}
        return st.lists(st.sampled_from(sorted(fields)), min_size=1, max_size=5, unique=True).flatmap(
            lambda names: st.fixed_dictionaries({n: value(fields[n]) for n in names})
        )
    return st.fixed_dictionaries({f.name: value(f) for f in row.fields})


def items(row: Parameter) -> st.SearchStrategy[Any]:
    """The items of brushes, outlines and samples, as files hold them."""
    if row.name in ("Gesture", "Points"):
        return st.lists(st.fixed_dictionaries({"X": st.just(0.25), "Y": st.just(0.5)}), max_size=3)
    return st.lists(st.sampled_from(["d 0.25 0.5", "r 0.125"]), max_size=3)


def value(row: Parameter) -> st.SearchStrategy[Any]:
    """A valid value of a row."""
    makers = {
        "number": number,
        "choice": lambda r: st.sampled_from(r.choices),
        "flag": lambda r: st.booleans(),
        "text": lambda r: TEXT,
        "curve": curve,
        "struct": struct,
        "list": lambda r: st.lists(struct(r), max_size=1 if r.name.endswith("Corrections") else 3),
        "items": items,
    }
    return makers[row.kind](row)


def consistent(document: dict[str, Any]) -> Settings:
    """The reader settles contradictions between rows that say the same; draw none."""
    if document.get("Treatment") == "Black & White":
        document["ConvertToGrayscale"] = True
    if document.get("Treatment") == "Color":
        document.pop("ConvertToGrayscale", None)
    if document.get("Orientation") == "1":
        del document["Orientation"]  # upright is what every file says that says nothing
    return Settings.parse(document)


SOME = st.lists(st.sampled_from(sorted(crs.ROWS)), max_size=12, unique=True)
DRAWN = SOME.flatmap(lambda names: st.fixed_dictionaries({n: value(crs.ROWS[n]) for n in names})).map(consistent)


def named(drawn: Settings) -> dict[str, Any]:
    """What XMP makes of them: points are called by their name, or Custom."""
    values = dict(drawn.values)
    points = values.get("ToneCurvePV2012")
    names = [n for n, p in NAMED.items() if tuple(map(tuple, p)) == points]
    if points is not None and values.get("ToneCurveName2012") not in (*names, "Custom"):
        values["ToneCurveName2012"] = names[0] if names else "Custom"
    return values


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(drawn=DRAWN)
@pytest.mark.parametrize("way", WAYS)
def test_every_format_gives_the_settings_back(way: str, drawn: Settings) -> None:
    back = WAYS[way](drawn)
    given = named(drawn) if way in ("xmp", "preset") else dict(drawn.values)
    if way in ("preset", "lrtemplate"):
        given.pop("Orientation", None)  # presets turn no photo, in Lightroom neither
    assert dict(back.settings.values) == given
    if way != "preset":
        assert not back.settings.extra
    assert not [
        n for n in back.notes if n.status in ("repaired", "kept", "unsupported") and not n.name.startswith("Look")
    ]


@pytest.mark.parametrize("name", sorted(name for name, row in crs.ROWS.items() if row.kind == "number"))
@pytest.mark.parametrize("end", ["low", "high", "default"])
def test_both_ends_of_every_slider_survive(name: str, end: str) -> None:
    given_settings = Settings.parse({name: getattr(crs.ROWS[name], end)})
    for way in WAYS.values():
        assert way(given_settings).settings.values == given_settings.values


def test_writing_twice_gives_the_same_text() -> None:
    drawn = Settings.parse({"Exposure2012": 0.5, "PointColors": [], "ToneCurvePV2012": [[0, 10], [255, 255]]})
    assert xmp.dump(drawn, preset_name="x") == xmp.dump(drawn, preset_name="x")
    assert lrtemplate.dump(drawn, "x") == lrtemplate.dump(drawn, "x")


KEYS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["rdf:Alt", "rdf:Bag", "{", "}", "{}x", "{http://x/}y", '{"}a', "{a b}c", "xmlns:crs", "crs:Exposure"]
    ),
    st.sampled_from(["ProcessVersion", "Look", "LensBlur", "MaskGroupBasedCorrections", "Exposure2012", "Name"]),
    st.tuples(st.sampled_from(["Name", "x", "Table_"]), st.sampled_from([' a="1"', "><y", "\n", "é", "=", "/>"])).map(
        "".join
    ),
)
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=12), st.just(10**400))
TREES = st.recursive(LEAVES, lambda t: st.lists(t, max_size=4) | st.dictionaries(KEYS, t, max_size=4), max_leaves=12)
WRITERS = {
    "xmp": (xmp.dump, xmp.parse),
    "lrtemplate": (lambda s: lrtemplate.dump(s, "x"), lrtemplate.parse),
    "json": (lambda s: tool_call.dump(s, extra=True), tool_call.parse),
}


def holds(whole: Any, part: Any) -> bool:
    """True when all that is in `part` is in `whole`: XMP has only text, so a kept False may come back as valid text."""
    if isinstance(part, Mapping):
        return isinstance(whole, Mapping) and all(k in whole and holds(whole[k], v) for k, v in part.items())
    if isinstance(part, tuple):
        return len(whole) == len(part) and all(map(holds, whole, part))
    return bool(whole == part)


@pytest.mark.parametrize("way", WRITERS)
@given(tags=st.dictionaries(KEYS, TREES, max_size=6))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_was_read_is_written_so_that_it_can_be_read(way: str, tags: dict[str, Any]) -> None:
    """Over hostile names and values: a writer refuses in one line, or its own reader finds the same settings."""
    first, _ = crs.decode(tags)
    write, read = WRITERS[way]
    try:
        text = write(first)
    except FormatError as error:
        assert "\n" not in str(error)
        return
    again = read(text).settings
    assert holds(again.values, first.values)
    assert {*again.values, *again.extra} <= {*first.values, *first.extra, "ProcessVersion"}
