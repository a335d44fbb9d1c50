"""`read` and `write`: by suffix and content, whole or not at all, one clear line when something is wrong."""

import stat
from pathlib import Path

import pytest

from editor_ops.formats import FormatError, read, write, xmp
from editor_ops.settings import Settings

SETTINGS = Settings.parse({"Exposure2012": 0.5, "ToneCurveName2012": "Linear"})
KEPT = Settings(SETTINGS.values, {"AutoLateralCA": "1", "RawFileName": "ü.NEF"})


@pytest.mark.parametrize("suffix", [".xmp", ".lrtemplate", ".json", ".XMP"])
def test_there_and_back(tmp_path: Path, suffix: str) -> None:
    path = write(KEPT, tmp_path / f"My look{suffix}")
    found = read(path)
    assert found.settings == KEPT
    assert (found.name, "." + found.kind) == ("My look", suffix.lower())
    assert stat.S_IMODE(path.stat().st_mode) & stat.S_IRUSR
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("suffix", [".xmp", ".lrtemplate", ".json"])
def test_content_decides_when_the_suffix_does_not(tmp_path: Path, suffix: str) -> None:
    path = write(KEPT, tmp_path / f"a{suffix}").rename(tmp_path / "a.txt")
    assert read(path).settings == KEPT


def test_a_name_makes_a_preset(tmp_path: Path) -> None:
    assert read(write(SETTINGS, tmp_path / "a.xmp", name="Film")).name == "Film"


def test_existing_data_is_carried_over(tmp_path: Path) -> None:
    existing = xmp.dump(Settings()).replace(
        "<rdf:Description", '<rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"'
    )
    assert 'xmp:Rating="4"' in write(SETTINGS, tmp_path / "a.xmp", existing=existing).read_text()


@pytest.mark.parametrize("name", ["a.txt", "a", "a.jpg"])
def test_unknown_suffixes_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(FormatError, match=r"use one of \.xmp"):
        write(SETTINGS, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = write(SETTINGS, tmp_path / "a.xmp")
    before = path.read_bytes()
    with pytest.raises(FormatError):
        write(Settings.parse({"Look": {"Name": "\0"}}), path)
    with pytest.raises(FormatError):
        write(Settings.parse({"Look": {"Name": "\ud800"}}), path.with_suffix(".json"))
    assert path.read_bytes() == before and len(list(tmp_path.iterdir())) == 1


def test_nowhere_to_write(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="check the folder"):
        write(SETTINGS, tmp_path / "no" / "a.xmp")


@pytest.mark.parametrize("name", ["a.xmp", "a.json", "a.lrtemplate", "a.jpg", "a.bin"])
@pytest.mark.parametrize("content", [b"", b"\0\xff\xfe\x80" * 100, b"PK\3\4rubbish"], ids=["empty", "binary", "zip"])
def test_rubbish_is_one_line_with_the_file(tmp_path: Path, name: str, content: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FormatError) as caught:
        read(path)
    assert str(caught.value).startswith(str(path)) and "\n" not in str(caught.value)


def test_missing_files_and_folders(tmp_path: Path) -> None:
    for path in (tmp_path / "none.xmp", tmp_path):
        with pytest.raises(FormatError, match="cannot be read"):
            read(path)


def test_files_too_large_are_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "a.xmp"
    with path.open("wb") as file:
        file.truncate(30_000_000)
    with pytest.raises(FormatError, match="larger than 20 MB"):
        read(path)
