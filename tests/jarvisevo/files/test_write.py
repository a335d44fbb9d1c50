"""Sidecars: their names, and what of an existing one stays."""

from pathlib import Path

import pytest

from editor_ops.formats import xmp
from editor_ops.io.decode import load
from editor_ops.settings import Settings
from jarvisevo.files import write
from jarvisevo.files.errors import CliError
from tests.conftest import ROOT

RATED = (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    '<rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" xmp:Rating="4" crs:Contrast2012="+30">'
    "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Morning</rdf:li></rdf:Alt></dc:title>"
    "</rdf:Description></rdf:RDF></x:xmpmeta>"
)


@pytest.mark.parametrize(
    ("photo", "output", "expected"),
    [
        ("a.nef", "a.edited.jpg", "a.xmp"),  # the name that Lightroom reads
        ("a.dng", "a.edited.jpg", "a.edited.xmp"),  # a DNG keeps its settings inside
        ("a.jpg", "a.edited.jpg", "a.edited.xmp"),
        ("a.nef", "other/a.jpg", "other/a.xmp"),  # away from the photo it is the result's
    ],
)
def test_the_name_of_a_sidecar(tmp_path: Path, photo: str, output: str, expected: str) -> None:
    found = write.sidecar_path(tmp_path / photo, tmp_path / output, force=False)
    assert found == tmp_path / expected


def test_an_existing_sidecar_of_a_raw_file_is_not_touched_unasked(tmp_path: Path) -> None:
    raw, own, other = (tmp_path / name for name in ("a.nef", "a.xmp", "a.edited.xmp"))
    assert not write.unread(raw, other)
    own.write_text(RATED)
    assert write.sidecar_path(raw, tmp_path / "a.edited.jpg", force=False) == other
    assert write.sidecar_path(raw, tmp_path / "a.edited.jpg", force=True) == own
    (note,) = write.unread(raw, other)
    assert "a.xmp" in note and "--force" in note
    raw.write_bytes(b"raw")
    assert not write.unread(raw, own) and not write.unread(tmp_path / "a.jpg", other)
    assert not write.unread(raw, tmp_path / "other" / "a.xmp")
    assert write.sidecar_path(raw, tmp_path / "a.edited.jpg", force=False, ours={own}) == own


@pytest.mark.parametrize("photo", ["a.nef", "a.dng", "a.jpg"])
def test_a_result_called_as_the_photo_leaves_its_sidecar_alone(tmp_path: Path, photo: str) -> None:
    own, output = tmp_path / "a.xmp", tmp_path / "a.png"
    assert write.sidecar_path(tmp_path / photo, output, force=False) == own
    own.write_text(RATED)
    assert write.sidecar_path(tmp_path / photo, output, force=False) == tmp_path / "a.png.xmp"
    assert write.sidecar_path(tmp_path / photo, output, force=False, ours={own}) == own
    assert write.sidecar_path(tmp_path / photo, output, force=True) == own


def test_a_sidecar_that_means_nothing_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.xmp").write_text(RATED)
    (note,) = write.unread(tmp_path / "a.dng", tmp_path / "a.edited.xmp")
    assert note.startswith("a.xmp is not read: Lightroom keeps the settings of a DNG inside the file")


def test_what_else_stands_in_a_sidecar_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.xmp"
    path.write_text(RATED)
    photo = load(ROOT / "examples" / "food.jpg").resized(64)
    text = write.sidecar_bytes(photo, Settings.parse({"Exposure2012": 0.5}), path).decode()
    assert 'xmp:Rating="4"' in text and "Morning" in text and "JarvisEvo" in text
    assert xmp.parse(text).settings.to_dict() == {"Exposure2012": 0.5}


def test_a_sidecar_that_is_no_xmp_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.xmp").write_text("my notes")
    photo = load(ROOT / "examples" / "food.jpg").resized(64)
    with pytest.raises(CliError, match="a.xmp"):
        write.sidecar_bytes(photo, Settings(), tmp_path / "a.xmp")


def test_a_preset_carries_nothing_of_the_photo() -> None:
    settings = Settings.parse({"Exposure2012": 0.5})
    preset = xmp.dump(settings, existing=RATED, preset_name="Mine")
    assert "Morning" not in preset and "Rating" not in preset
    assert xmp.parse(preset).settings.to_dict() == settings.to_dict()
