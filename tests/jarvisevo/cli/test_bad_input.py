"""Bad input through the real command line: one clear line, exit 1 or 2, nothing half-written, the source untouched."""

import hashlib
import json
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

Cli = Callable[..., object]
BOMB = """<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;">]>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" \
crs:Exposure2012="&d;"/></rdf:RDF></x:xmpmeta>"""
OUTSIDE = (
    """<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]><x:xmpmeta xmlns:x="adobe:ns:meta/">&f;</x:xmpmeta>"""
)


def jpeg() -> bytes:
    picture = np.random.default_rng(0).integers(0, 255, (40, 60, 3), np.uint8)
    return cv2.imencode(".jpg", picture)[1].tobytes()


def huge_jpeg() -> bytes:
    """A whole JPEG whose frame header claims 60 000 × 60 000 pixels."""
    data = bytearray(jpeg())
    at = data.index(b"\xff\xc0")
    struct.pack_into(">HH", data, at + 5, 60_000, 60_000)
    return bytes(data)


def huge_png() -> bytes:
    head = b"IHDR" + struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    return b"\x89PNG\r\n\x1a\n" + chunk


PHOTOS = {
    "truncated.jpg": jpeg()[: len(jpeg()) // 2],
    "cut-header.jpg": jpeg()[:30],
    "empty.jpg": b"",
    "zeros.jpg": bytes(5000),
    "text.NEF": b"this is a shopping list\n" * 50,
    "text.jpg": b"this is a shopping list\n",
    "huge.jpg": huge_jpeg(),
    "huge.png": huge_png(),
    "unknown.bmp": b"BM" + bytes(200),
}
SETTINGS = {
    "unknown.json": '{"Exposure2013": 1}',
    "range.json": '{"Exposure2012": 99}',
    "type.json": '{"Exposure2012": "bright"}',
    "two.json": '{"Exposure2012": 99, "Sparkle": 3, "Contrast2012": 10}',
    "broken.json": '{"Exposure2012": ',
    "list.json": "[1, 2]",
    "empty.json": "",
    "bomb.xmp": BOMB,
    "outside.xmp": OUTSIDE,
    "cut.xmp": '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF',
    "html.xmp": "<html><body>404</body></html>",
    "cut.lrtemplate": 's = { value = { settings = { Exposure2012 = "',
    "settings.txt": "hello",
}


def listing(folder: Path) -> dict[str, str]:
    """Every file below a folder with the hash of its bytes."""
    files = [p for p in sorted(folder.rglob("*")) if p.is_file()]
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with a good photo and good settings."""
    (tmp_path / "photo.jpg").write_bytes(jpeg())
    (tmp_path / "good.json").write_text('{"Exposure2012": 0.5}')
    return tmp_path


def refused(cli: Cli, desk: Path, *arguments: object, codes: tuple[int, ...] = (1, 2)) -> str:
    """Run a command that must fail politely and change nothing -> its line."""
    before = listing(desk)
    done = cli(*arguments)
    assert done.code in codes, done
    assert listing(desk) == before
    assert done.out == ""
    lines = done.err.splitlines()
    assert len(lines) == 1 and lines[0].startswith("jarvisevo: error: "), done.err
    assert "Traceback" not in done.err and "unexpected" not in done.err
    assert 20 < len(lines[0]) < 600
    return lines[0]


@pytest.mark.parametrize("name", PHOTOS)
def test_bad_photos(cli: Cli, desk: Path, name: str) -> None:
    photo = desk / name
    photo.write_bytes(PHOTOS[name])
    assert name in refused(cli, desk, "render", photo, desk / "good.json", "-o", desk / "out.jpg", codes=(1,))
    assert name in refused(cli, desk, "measure", photo, codes=(1,))
    assert name in refused(cli, desk, "edit", photo, "make it brighter", codes=(1,))


def test_a_damaged_jpeg_is_edited_only_when_that_is_allowed(cli: Cli, desk: Path) -> None:
    photo, out = desk / "cut.jpg", desk / "out.jpg"
    photo.write_bytes(jpeg()[: len(jpeg()) * 2 // 3])
    line = refused(cli, desk, "render", photo, desk / "good.json", "-o", out, codes=(1,))
    assert "Premature end" in line and "--damaged" in line
    done = cli("render", photo, desk / "good.json", "-o", out, "--damaged")
    assert done.code == 0 and "damaged: part of the pixels are wrong" in done.err and out.exists()
    done = cli("edit", photo, "make it brighter", "-o", desk / "edited.jpg", "--damaged")
    assert done.code == 0 and "damaged: part of the pixels are wrong" in done.err and (desk / "edited.jpg").exists()
    shown = ("masks", photo, "--region", "background", "-o", desk / "masks.jpg")
    assert "Premature end" in refused(cli, desk, *shown)
    assert "Premature end" not in cli(*shown, "--damaged").err


def test_a_folder_that_is_not_writable_is_said_before_any_work(
    cli: Cli, desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shut, photo, good = desk / "shut", desk / "photo.jpg", desk / "good.json"
    shut.mkdir()
    may = os.access  # replaced, as root may write in a folder of any mode
    monkeypatch.setattr(os, "access", lambda path, mode: not (path == shut and mode & os.W_OK) and may(path, mode))
    monkeypatch.setattr("jarvisevo.cli.edit.load", lambda *_: pytest.fail("a photo was opened"))
    for out in (shut / "out.jpg", shut, shut / "deeper"):
        line = refused(cli, desk, "edit", photo, "make it brighter", "-o", out, codes=(1,))
        assert f"{shut} is not writable" in line and line.endswith("with -o")
    assert refused(cli, desk, "edit", desk, "make it brighter", "-o", shut).count(str(shut)) == 2  # said once, for all
    assert refused(cli, desk, "render", photo, good, "-o", shut / "out.jpg").endswith("with -o")
    page = ("edit", photo, "make it brighter", "-o", desk / "out.jpg", "--trace", shut / "page.html")
    assert refused(cli, desk, *page).endswith("with --trace")


@pytest.mark.parametrize(
    ("words", "lock"),
    [("warmer", "IncrementalTemperature"), ("warmer", "Temperature"), ("black and white", "ConvertToGrayscale")],
)
def test_a_lock_that_leaves_nothing_to_do_is_named(cli: Cli, desk: Path, words: str, lock: str) -> None:
    line = refused(cli, desk, "edit", desk / "photo.jpg", words, "--lock", lock, codes=(1,))
    assert f"nothing to do (--lock {lock} holds)" in line


def test_that_a_photo_is_too_small_to_judge_is_said_once(cli: Cli, desk: Path) -> None:
    cv2.imwrite(str(desk / "one.png"), np.full((1, 1, 3), 90, np.uint8))
    done = cli("edit", desk / "one.png", "warmer")
    said = done.out + done.err
    assert done.code == 0 and said.count("too small") == 1 and "not judged: an image of 1 × 1 pixels" in said


@pytest.mark.parametrize("name", SETTINGS)
def test_bad_settings(cli: Cli, desk: Path, name: str) -> None:
    settings = desk / name
    settings.write_text(SETTINGS[name])
    assert name in refused(cli, desk, "render", desk / "photo.jpg", settings, "-o", desk / "out.jpg")
    assert name in refused(cli, desk, "convert", settings, desk / "out.xmp")


def test_all_problems_of_a_tool_call_in_one_line(cli: Cli, desk: Path) -> None:
    (desk / "two.json").write_text(SETTINGS["two.json"])
    line = refused(cli, desk, "render", desk / "photo.jpg", desk / "two.json", "-o", desk / "out.jpg", codes=(2,))
    assert "Exposure2012" in line and "Sparkle" in line and "-5 to 5" in line


def test_an_unknown_name_gets_the_nearest(cli: Cli, desk: Path) -> None:
    (desk / "near.json").write_text(json.dumps({"Exposure2013": 1}))
    assert "did you mean Exposure2012?" in refused(
        cli, desk, "render", desk / "photo.jpg", desk / "near.json", "-o", desk / "out.jpg"
    )


def test_folders_and_missing_files(cli: Cli, desk: Path) -> None:
    out = desk / "out.jpg"
    assert "folder" in refused(cli, desk, "measure", desk, codes=(2,))
    assert "folder" in refused(cli, desk, "render", desk / "photo.jpg", desk, "-o", out, codes=(2,))
    assert "no such" in refused(cli, desk, "render", desk / "no.jpg", desk / "good.json", "-o", out, codes=(2,))
    assert "no such" in refused(cli, desk, "render", desk / "photo.jpg", desk / "no.json", "-o", out, codes=(2,))
    assert "no such" in refused(cli, desk, "edit", desk / "no.jpg", "make it brighter", codes=(2,))
    (desk / "nothing").mkdir()
    assert "no photos" in refused(cli, desk, "edit", desk / "nothing", "make it brighter", codes=(2,))
    assert "no photos" in refused(cli, desk, "render", desk / "nothing", desk / "good.json", codes=(2,))


def test_outputs_that_cannot_be(cli: Cli, desk: Path) -> None:
    photo, good = desk / "photo.jpg", desk / "good.json"
    for out in ("photo.jpg/out.jpg", "photo.jpg/deep/out.jpg", "out.gif", "photo.jpg"):
        refused(cli, desk, "render", photo, good, "-o", desk / out)
        refused(cli, desk, "render", photo, good, "-o", desk / out, "--force")
    for out in ("photo.jpg/out.jpg", "photo.jpg/deep", "photo.jpg", "out.gif"):
        refused(cli, desk, "edit", photo, "make it brighter", "-o", desk / out, "--force")
    for out in ("photo.jpg/out.xmp", "good.json", "out.txt"):
        refused(cli, desk, "convert", good, desk / out, "--force")


def test_a_full_path_is_too_long(cli: Cli, desk: Path) -> None:
    refused(cli, desk, "render", desk / "photo.jpg", desk / "good.json", "-o", desk / f"{'x' * 300}.jpg")


def test_the_source_by_another_name(cli: Cli, desk: Path) -> None:
    (desk / "link.jpg").symlink_to(desk / "photo.jpg")
    line = refused(cli, desk, "render", desk / "photo.jpg", desk / "good.json", "-o", desk / "link.jpg", "--force")
    assert "input itself" in line
    assert "input itself" in refused(
        cli, desk, "edit", desk / "photo.jpg", "brighter", "-o", desk / "link.jpg", "--force"
    )


def test_nothing_is_replaced_without_force(cli: Cli, desk: Path) -> None:
    (desk / "out.jpg").write_bytes(b"mine")
    (desk / "photo.edited.xmp").write_bytes(b"mine")
    refused(cli, desk, "render", desk / "photo.jpg", desk / "good.json", "-o", desk / "out.jpg", codes=(2,))
    assert "--force" in refused(cli, desk, "edit", desk / "photo.jpg", "make it brighter", codes=(2,))


@pytest.mark.parametrize(
    "arguments",
    [
        ["render"],
        ["render", "--bogus"],
        ["nope"],
        ["params", "Sparkle"],
        ["bench", "nope"],
        ["edit", "photo.jpg"],
        ["edit", "photo.jpg", " "],
        ["edit", "photo.jpg", "photo.jpg"],
        ["edit", "photo.jpg", "brighter", "--model", "nanu"],
        ["edit", "photo.jpg", "brighter", "--lock", "Sparkle=1:2"],
        ["edit", "photo.jpg", "brighter", "--lock", "Vibrance=9:1"],
        ["edit", "photo.jpg", "brighter", "--lock", "Vibrance=a"],
        ["edit", "photo.jpg", "brighter", "--quality", "0"],
        ["render", "photo.jpg", "good.json", "-o", "out.jpg", "--bits", "16"],
        ["render", "photo.jpg", "good.json", "-o", "out.png", "--space", "cmyk"],
        ["render", "photo.jpg", "good.json", "-o", "out.png", "--max-size", "0"],
    ],
    ids=" ".join,
)
def test_wrong_calls(cli: Cli, desk: Path, arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(desk)
    refused(cli, desk, *arguments, codes=(2,))


def test_a_failure_while_writing_leaves_nothing(cli: Cli, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    monkeypatch.setattr("os.link", full)
    line = refused(cli, desk, "render", desk / "photo.jpg", desk / "good.json", "-o", desk / "out.jpg", codes=(1,))
    assert "No space left" in line
    assert "No space left" in refused(cli, desk, "convert", desk / "good.json", desk / "out.xmp", codes=(1,))


def test_a_real_process_prints_no_traceback(python: Cli, desk: Path) -> None:
    (desk / "text.NEF").write_bytes(PHOTOS["text.NEF"])
    done = python("-m", "jarvisevo", "render", desk / "text.NEF", desk / "good.json", "-o", desk / "out.jpg")
    assert done.code == 1 and len(done.err.splitlines()) == 1 and done.out == ""
