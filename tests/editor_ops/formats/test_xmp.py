"""XMP: every form RDF allows, what is refused, what is repaired, and what a written file looks like."""

import pickle
import re

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from editor_ops.formats import FormatError, crs, rdf, xmp
from editor_ops.settings import Settings

FRAME = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    '<rdf:Description rdf:about="" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"{}>{}</rdf:Description>'
    "</rdf:RDF></x:xmpmeta>"
)
POINT = "1.5, 0.8, 0.1, -0.38, -0.17, 0, 0.5, 0, 0.33, 0.67, 1, 0.09, 0.64, 1, 1, 0, 0.15, 0.51, 1"
BOMB = (
    '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">'
    + "".join(f'<!ENTITY lol{i} "{f"&lol{i - 1 if i > 1 else str()};" * 10}">' for i in range(1, 10))
    + "]><lolz>&lol9;</lolz>"
)
EXTERNAL = '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>'


def document(attributes: str = "", children: str = "") -> str:
    return FRAME.format(" " + attributes if attributes else "", children)


def values(attributes: str = "", children: str = "") -> dict:
    return dict(xmp.parse(document(attributes, children)).settings.values)


def notes(found: xmp.Document, status: str) -> list[str]:
    return [n.name for n in found.notes if n.status == status]


def test_attributes_and_elements_say_the_same() -> None:
    as_attributes = values('crs:Exposure2012="+0.34" crs:Contrast2012="-12" crs:HasCrop="true"')
    as_elements = values(
        "",
        "<crs:Exposure2012>+0.34</crs:Exposure2012><crs:Contrast2012>-12</crs:Contrast2012><crs:HasCrop>True</crs:HasCrop>",
    )
    assert as_attributes == as_elements == {"Exposure2012": 0.34, "Contrast2012": -12.0, "HasCrop": True}


@pytest.mark.parametrize(
    "form",
    [
        '<crs:Look crs:Name="A" crs:Amount="0.5"/>',
        '<crs:Look><rdf:Description crs:Name="A" crs:Amount="0.5"/></crs:Look>',
        '<crs:Look rdf:parseType="Resource"><crs:Name>A</crs:Name><crs:Amount>0.5</crs:Amount></crs:Look>',
        "<crs:Look><rdf:Description><crs:Name>A</crs:Name><crs:Amount>0.5</crs:Amount></rdf:Description></crs:Look>",
    ],
)
def test_structs_in_every_form(form: str) -> None:
    assert values("", form) == {"Look": {"Name": "A", "Amount": 0.5}}


def test_another_prefix_for_the_same_namespace() -> None:
    text = document('crs:Exposure2012="+1.00"').replace("crs:", "c:").replace("xmlns:crs", "xmlns:c")
    assert xmp.parse(text).settings["Exposure2012"] == 1.0


@pytest.mark.parametrize("seq", ["Seq", "Bag"])
def test_curves(seq: str) -> None:
    points = f"<rdf:{seq}><rdf:li>0, 22</rdf:li><rdf:li>255, 240</rdf:li></rdf:{seq}>"
    assert values("", f"<crs:ToneCurvePV2012>{points}</crs:ToneCurvePV2012>") == {
        "ToneCurvePV2012": ((0.0, 22.0), (255.0, 240.0))
    }


def test_point_colors_are_rows_of_nineteen() -> None:
    unused = ", ".join(["-1.000000"] * 19)
    children = (
        f"<crs:PointColors><rdf:Seq><rdf:li>{POINT}</rdf:li><rdf:li>{unused}</rdf:li></rdf:Seq></crs:PointColors>"
    )
    (point,) = values("", children)["PointColors"]
    assert point["SrcHue"] == 1.5 and point["HueShift"] == -0.38
    assert point["SatRange"] == {"LowerNone": 0.09, "LowerFull": 0.64, "UpperFull": 1.0, "UpperNone": 1.0}
    assert "-1.000000, -1.000000" in xmp.dump(Settings.parse({"PointColors": []}))


def test_a_bad_point_keeps_the_rows_of_the_file() -> None:
    children = "<crs:PointColors><rdf:Seq><rdf:li>1, 2, 3</rdf:li></rdf:Seq></crs:PointColors>"
    found = xmp.parse(document("", children))
    assert "PointColors" not in found.settings and found.settings.extra["PointColors"] == ("1, 2, 3",)
    assert notes(found, "kept") == ["PointColors"]


def test_out_of_range_is_kept_and_said_never_clamped() -> None:
    found = xmp.parse(document('crs:Temperature="350" crs:Contrast2012="+10"'))
    assert dict(found.settings.values) == {"Contrast2012": 10.0}
    assert found.settings.extra == {"Temperature": "350"}
    assert [str(n) for n in found.notes] == [
        "Temperature: 350 is outside 2000 to 50000 K; kept in the file, not rendered"
    ]
    assert 'crs:Temperature="350"' in xmp.dump(found.settings)


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ('crs:LensManualDistortionAmount="7"', ["LensManualDistortionAmount"]),
        ('crs:LensProfileEnable="1"', []),
        ('crs:LensProfileEnable="0" crs:PerspectiveScale="100" crs:PerspectiveRotate="0.0"', []),
        ('crs:PerspectiveVertical="+11"', ["PerspectiveVertical"]),
        ('crs:VignetteAmount="-68"', ["VignetteAmount"]),
        ('crs:CameraProfile="Adobe Standard"', []),
        ('crs:CameraProfile="Camera ACROS"', ["CameraProfile"]),
        ('crs:RawFileName="a.NEF" crs:Version="9.1" crs:CameraProfileDigest="00" crs:UprightVersion="151388160"', []),
    ],
)
def test_only_what_changes_the_picture_is_reported(attributes: str, expected: list[str]) -> None:
    assert notes(xmp.parse(document(attributes)), "unsupported") == expected


def test_approximations_are_reported_when_they_show() -> None:
    assert notes(xmp.parse(document('crs:GrainAmount="20" crs:GrainSize="30"')), "approximated") == [
        "GrainAmount",
        "GrainSize",
    ]
    assert notes(xmp.parse(document('crs:GrainAmount="0" crs:GrainSize="30"')), "approximated") == []


def test_treatment_and_the_flag() -> None:
    assert values('crs:Treatment="Monochrome"') == {"Treatment": "Black & White", "ConvertToGrayscale": True}
    found = xmp.parse(document('crs:Treatment="Monochrome" crs:ConvertToGrayscale="False"'))
    assert found.settings["ConvertToGrayscale"] is False and found.settings["Treatment"] == "Color"
    assert notes(found, "mapped") == ["Treatment"]
    assert 'crs:Treatment="Monochrome"' in xmp.dump(Settings.parse({"Treatment": "Black & White"}))


def test_a_creative_profile_becomes_a_look() -> None:
    attributes = (
        'crs:PresetType="Look" crs:UUID="U" crs:RGBTable="AB" crs:Table_AB="x&quot;y" crs:SupportsAmount="False"'
    )
    name = '<crs:Name><rdf:Alt><rdf:li xml:lang="x-default">Film</rdf:li></rdf:Alt></crs:Name>'
    found = xmp.parse(document(attributes, name))
    look = found.settings["Look"]
    assert (look["Name"], look["Amount"], look["UUID"], look["SupportsAmount"]) == ("Film", 1.0, "U", False)
    assert look["Parameters"] == {"RGBTable": "AB", "Table_AB": 'x"y'}
    assert found.name == "Film"
    assert "PresetType" not in xmp.dump(found.settings)


@pytest.mark.parametrize("place", ["top", "look"])
def test_the_table_of_a_look_is_found_wherever_it_stands(place: str) -> None:
    table = 'crs:Table_AB="text"'
    look = f'<crs:Look><rdf:Description crs:Name="N" {table if place == "look" else ""}><crs:Parameters>'
    look += '<rdf:Description crs:RGBTable="AB"/></crs:Parameters></rdf:Description></crs:Look>'
    found = xmp.parse(document(table if place == "top" else "", look)).settings
    assert found["Look"]["Parameters"] == {"RGBTable": "AB", "Table_AB": "text"}
    assert not found.extra


def test_unknown_fields_of_a_struct_survive() -> None:
    found = xmp.parse(document("", '<crs:LensBlur crs:Active="false" crs:ImageOrientation="0" crs:BlurAmount="900"/>'))
    assert found.settings["LensBlur"] == {"Active": False}
    text = xmp.dump(found.settings)
    assert 'crs:ImageOrientation="0"' in text and 'crs:BlurAmount="900"' in text


def test_masks_are_kept_whole() -> None:
    mask = (
        "<crs:PaintBasedCorrections><rdf:Seq><rdf:li><rdf:Description crs:What='Correction'><crs:CorrectionMasks>"
        "<rdf:Seq><rdf:li crs:What='Mask/Paint'><crs:Dabs><rdf:Seq><rdf:li>d 0.5 0.5</rdf:li></rdf:Seq></crs:Dabs>"
        "</rdf:li></rdf:Seq></crs:CorrectionMasks></rdf:Description></rdf:li></rdf:Seq></crs:PaintBasedCorrections>"
    )
    first = xmp.parse(document("", mask))
    assert first.settings["PaintBasedCorrections"][0]["CorrectionMasks"][0]["Dabs"] == ("d 0.5 0.5",)
    assert xmp.parse(xmp.dump(first.settings)).settings == first.settings
    assert pickle.loads(pickle.dumps(first.settings)) == first.settings


# ---- text that is not quite right


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_encodings(encoding: str) -> None:
    text = document('crs:CameraProfile="Añil 日本"')
    assert xmp.parse(text.encode(encoding)).settings.extra["CameraProfile"] == "Añil 日本"


def test_declared_encoding_packet_wrapper_and_padding() -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-1"?>\n' + document('crs:CameraProfile="Añil"')
    assert xmp.parse(text.encode("latin-1")).settings.extra["CameraProfile"] == "Añil"
    packet = "\ufeff<?xpacket begin='\ufeff' id='W5M0MpCehiHzreSzNTczkc9d'?>" + document('crs:Exposure2012="1"')
    assert xmp.parse(packet + "\n" * 2000 + "<?xpacket end='w'?>\0\0").settings["Exposure2012"] == 1.0


def test_undeclared_prefixes_are_declared() -> None:
    children = '<crs:Look stEvt:action="a &gt; b" crs:Name="x"/>' + '<foo:bar stEvt:when="now"/>' * 30
    found = xmp.parse(document('crs:Exposure2012="+1.00"', children))
    assert found.settings["Exposure2012"] == 1.0
    assert [n.text for n in found.notes if n.status == "repaired"] == [
        "the prefix stEvt was not declared",
        "the prefix foo was not declared",
    ]


def test_bytes_after_the_end() -> None:
    found = xmp.parse(document('crs:Exposure2012="+1.00"') + "\n154</rdf:li>")
    assert found.settings["Exposure2012"] == 1.0
    assert notes(found, "repaired") == [""]


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", "empty"),
        (b"\0\0\0", "empty"),
        ("hello", "not well-formed"),
        (b"\x89PNG\r\n\x1a\n\xff", "not valid utf-8"),
        (b"\xff\xfe\x00\xd8\x00\x00", "not valid utf-16"),
        ("<a>" * 200, "nested more than 100 deep"),
        ("<a/>", "no rdf:RDF"),
        ("<a>\ud800</a>", "not valid Unicode"),
        ("<a>\x01</a>", "not well-formed"),
        (document()[:-20], "not well-formed"),
        (BOMB, "document type"),
        (EXTERNAL, "document type"),
        ("<a>&nbsp;</a>", "not well-formed"),
        ("<a>" + "<b/>" * 500_001 + "</a>", "too many elements"),
        (b" " * 20_000_001, "larger than 20 MB"),
    ],
    ids=lambda v: repr(v)[:24],
)
def test_what_is_no_xmp_is_one_clear_error(text: str | bytes, cause: str) -> None:
    with pytest.raises(FormatError, match=cause) as caught:
        xmp.parse(text)
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 200


@hypothesis_settings(max_examples=150, deadline=None)
@given(st.data())
def test_damaged_files_never_crash(data: st.DataObject) -> None:
    text = document(
        'crs:Exposure2012="+0.34"', f"<crs:PointColors><rdf:Seq><rdf:li>{POINT}</rdf:li></rdf:Seq></crs:PointColors>"
    )
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 12))
    text = text[:at] + data.draw(st.text(alphabet="<>/\"'=: &;crsdf\0\ud800é", max_size=6)) + text[at + cut :]
    try:
        assert isinstance(xmp.parse(text), xmp.Document)
    except FormatError as error:
        assert str(error)


# ---- writing


def test_numbers_as_adobe_writes_them() -> None:
    text = xmp.dump(
        Settings.parse(
            {
                "Exposure2012": 0.5,
                "Contrast2012": 12,
                "Shadows2012": 0,
                "Blacks2012": -3,
                "Sharpness": 40,
                "SharpenRadius": 1,
                "Temperature": 5950,
                "Tint": 5,
                "CropTop": 0.15625,
                "CropAngle": 1.538037,
                "HasCrop": True,
                "Texture": 12.5,
                "LensBlur": {"Active": True},
                "SplitToningShadowHue": 35,
            }
        )
    )
    found = dict(re.findall(r'crs:(\w+)="([^"]*)"', text))
    expected = {
        "Exposure2012": "+0.50",
        "Contrast2012": "+12",
        "Shadows2012": "0",
        "Blacks2012": "-3",
        "Sharpness": "40",
        "SharpenRadius": "+1.0",
        "Temperature": "5950",
        "Tint": "+5",
        "CropTop": "0.156250",
        "CropAngle": "1.538037",
        "HasCrop": "True",
        "Texture": "+12.5",
        "Active": "true",
        "SplitToningShadowHue": "35",
        "HasSettings": "True",
        "ProcessVersion": "15.4",
    }
    assert {k: found[k] for k in expected} == expected


@pytest.mark.parametrize(
    ("given_settings", "name"),
    [
        ({"ToneCurvePV2012": [[0, 10], [255, 255]]}, "Custom"),
        ({"ToneCurvePV2012": [[0, 10], [255, 255]], "ToneCurveName2012": "Linear"}, "Custom"),
        ({"ToneCurvePV2012": [[0, 0], [255, 255]]}, "Linear"),
        ({"ToneCurvePV2012": [[0, 0], [32, 22], [64, 56], [128, 128], [192, 196], [255, 255]]}, "Medium Contrast"),
        ({"ToneCurveName2012": "Strong Contrast"}, "Strong Contrast"),
    ],
)
def test_the_curve_is_called_by_its_points(given_settings: dict, name: str) -> None:
    assert f'crs:ToneCurveName2012="{name}"' in xmp.dump(Settings.parse(given_settings))


def test_existing_data_is_kept_and_old_settings_are_replaced() -> None:
    existing = document(
        'crs:Exposure2012="+1.00" crs:Contrast2012="+9" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="image/x-nef"',
        '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A &amp; B</rdf:li></rdf:Alt></dc:title>'
        "<crs:ToneCurvePV2012><rdf:Seq><rdf:li>0, 9</rdf:li><rdf:li>255, 255</rdf:li></rdf:Seq></crs:ToneCurvePV2012>"
        '<my:thing xmlns:my="http://example.org/1/" my:a="1"/>',
    )
    text = xmp.dump(Settings.parse({"Exposure2012": -1}), existing=existing)
    assert dict(xmp.parse(text).settings.values) == {"Exposure2012": -1.0}
    for piece in ('dc:format="image/x-nef"', "A &amp; B", 'xml:lang="x-default"', 'my:a="1"', "http://example.org/1/"):
        assert piece in text
    assert "Contrast2012" not in text


def test_a_preset() -> None:
    text = xmp.dump(Settings.parse({"Exposure2012": 0.2}), preset_name="Glühwein <3")
    found = xmp.parse(text)
    assert found.name == "Glühwein <3"
    assert found.settings.extra["PresetType"] == "Normal" and len(found.settings.extra["UUID"]) == 32
    renamed = xmp.parse(xmp.dump(found.settings, preset_name="Other"))
    assert renamed.name == "Other" and renamed.settings.extra["UUID"] != found.settings.extra["UUID"]


def test_applied() -> None:
    assert "Sharpness" not in xmp.dump(Settings())
    exported = Settings(extra={"AlreadyApplied": "True"})
    assert 'AlreadyApplied="False"' in xmp.dump(exported, applied=False)
    assert 'AlreadyApplied="True"' in xmp.dump(Settings(), applied=True)


@pytest.mark.parametrize("text", ["a\x01b", "a\ud800", "\ufffe"])
def test_characters_that_xml_cannot_hold(text: str) -> None:
    with pytest.raises(FormatError, match="as XML"):
        xmp.dump(Settings.parse({"Look": {"Name": text}}))


def test_blanks_inside_texts_survive() -> None:
    drawn = Settings.parse({"Look": {"Name": ' a\t"b"\n<c> & \r', "Group": " two\nlines "}})
    assert xmp.parse(xmp.dump(drawn)).settings == drawn


def test_the_tree_says_where_namespaces_go() -> None:
    text = xmp.dump(Settings.parse({"Exposure2012": 1}))
    assert text.startswith("<?xpacket begin=") and text.endswith('<?xpacket end="w"?>\n')
    root, prefixes, _ = rdf.parse(text)
    assert root.tag == (rdf.X, "xmpmeta") and prefixes[rdf.CRS] == "crs"


@pytest.mark.timeout(60)  # more than a minute before, a fraction of a second now
@pytest.mark.parametrize("shape", ["on one element", "one after the other"])
def test_many_namespaces_are_refused_in_linear_time(shape: str) -> None:
    declared = [f'xmlns:n{i}="urn:{i}"' for i in range(100_000)]
    text = (
        document(" ".join(declared))
        if shape == "on one element"
        else document("", "".join(f"<a {d}/>" for d in declared))
    )
    with pytest.raises(FormatError, match="more than 1000 namespaces"):
        xmp.parse(text)


def test_namespaces_inside_each_other_are_read() -> None:
    text = document('crs:Exposure2012="+0.5"', "".join(f'<a xmlns:n{i}="urn:{i}">' for i in range(90)) + "</a>" * 90)
    assert xmp.parse(text).settings.values == {"Exposure2012": 0.5}


@pytest.mark.timeout(60)
def test_one_prefix_declared_again_and_again_is_read() -> None:
    text = document(
        'crs:Exposure2012="+0.5"', '<a xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"/>' * 100_000
    )
    assert xmp.parse(text).settings.values == {"Exposure2012": 0.5}


def test_a_long_text_is_read_in_linear_time() -> None:
    text = "<&lt;" * 3 + "x" * 5_000_000
    found = xmp.parse(document("", f"<crs:Name>{text.replace('<&lt;', '&lt;')}</crs:Name>"))
    assert len(found.name) == 5_000_003


def test_what_a_reader_would_refuse_is_not_written() -> None:
    deep: dict = {"a": "b"}
    for _ in range(60):
        deep = {"a": deep}
    many = {f"{{urn:{i}}}x": "1" for i in range(600)}
    for extra, cause in (({"a": deep}, "nested"), (many, "names of other programs"), ({"a b": 1}, "called 'a b'")):
        with pytest.raises(FormatError, match=cause):
            xmp.dump(Settings({}, extra))


@pytest.mark.parametrize("point", [{"a": "b"}, [""], ["x", "y"], [[1, 2], 3]])
def test_points_that_are_none_are_kept_and_written(point: object) -> None:
    """Found by the fuzzer: float() of a kept mapping or text ended the writing."""
    found, _ = crs.decode({"ToneCurvePV2012": [[0, 0], point]})
    assert "ToneCurvePV2012" in found.extra
    assert "ToneCurvePV2012" in xmp.parse(xmp.dump(found)).settings.extra
