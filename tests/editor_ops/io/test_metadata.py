"""What travels with a photo: IPTC, Software, EXIF; nothing is lost but what an edit changes."""

import struct
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from editor_ops.io import metadata
from editor_ops.io.decode import load
from editor_ops.io.save import save
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from tests.conftest import ROOT

IPTC = b"\x1c\x02\x05\x00\x05Title\x1c\x02\x19\x00\x03sky\x1c\x02\x50\x00\x04Anna"


def with_iptc(folder: Path) -> Path:
    """A JPEG that carries IPTC records, as press agencies write them."""
    path = folder / "press.jpg"
    Image.new("RGB", (64, 48), (90, 120, 40)).save(path)
    data, segment = path.read_bytes(), metadata.iptc_segment(IPTC)
    path.write_bytes(data[:2] + b"\xff\xed" + struct.pack(">H", len(segment) + 2) + segment + data[2:])
    return path


@pytest.mark.parametrize(("suffix", "bits"), [(".jpg", 8), (".tif", 8), (".tif", 16)])
def test_iptc_is_kept(tmp_path: Path, suffix: str, bits: int) -> None:
    photo = load(with_iptc(tmp_path))
    assert photo.iptc == IPTC
    out = save(render(photo, bits=bits), tmp_path / f"out{suffix}", photo=photo)
    assert load(out).iptc == IPTC


@pytest.mark.parametrize("bits", [8, 16])
@pytest.mark.parametrize("read", [".jpg", ".tif", ".png"])
@pytest.mark.parametrize("written", [".jpg", ".tif", ".png"])
def test_pixels_per_inch_are_kept(tmp_path: Path, read: str, written: str, bits: int) -> None:
    with Image.new("RGB", (64, 48), (90, 120, 40)) as image:
        image.save(tmp_path / f"photo{read}", dpi=(300, 240))
        plain = tmp_path / f"plain{read}"
        image.save(plain)
    photo = load(tmp_path / f"photo{read}")
    assert photo.resolution == pytest.approx((300, 240), abs=0.01)
    out = save(render(photo, bits=bits), tmp_path / f"out{written}", photo=photo)
    assert load(out).resolution == pytest.approx((300, 240), abs=0.01)
    untold = load(plain)
    save(render(untold, bits=bits), tmp_path / f"untold{written}", photo=untold)
    assert untold.resolution in (None, (1, 1))


@pytest.mark.parametrize("value", [None, (0, 0), ("a", 3), (300,), (1e9, 300), 72])
def test_what_is_no_resolution(value: object) -> None:
    assert metadata.resolution(value) is None


def test_a_turned_photo_is_as_fine_across_as_it_was_down(tmp_path: Path) -> None:
    tags = Image.Exif()
    tags[0x0112] = 6
    with Image.new("RGB", (64, 48)) as image:
        image.save(tmp_path / "photo.jpg", dpi=(300, 240), exif=tags)
    assert load(tmp_path / "photo.jpg").resolution == (240, 300)


@pytest.mark.parametrize("suffix", [".jpg", ".tif", ".png", ".webp"])
def test_software_is_written_and_the_rest_of_exif_stays(tmp_path: Path, suffix: str) -> None:
    photo = load(ROOT / "examples" / "portrait.jpg").resized(64)
    tags = Image.Exif()
    tags[0x010F], tags[0x0110], tags[0x0131] = "Maker", "Model X", "Camera firmware 1.0"
    tags.get_ifd(0x8769)[0x829A] = 0.004
    photo = Photo(photo.pixels, photo.tables, photo.matrix, exif=tags.tobytes().removeprefix(b"Exif\0\0"))
    out = save(render(photo), tmp_path / f"out{suffix}", photo=photo, software="JarvisEvo 9.9")
    with Image.open(out) as image:
        found = image.getexif()
        assert found[0x0131] == "JarvisEvo 9.9"
        assert (found[0x010F], found[0x0110]) == ("Maker", "Model X")
        assert float(found.get_ifd(0x8769)[0x829A]) == pytest.approx(0.004)


def test_software_makes_a_block_where_there_was_none(tmp_path: Path) -> None:
    photo = Photo.from_array(np.full((32, 32, 3), 90, np.uint8))
    out = save(render(photo), tmp_path / "out.jpg", photo=photo, software="JarvisEvo 9.9")
    with Image.open(out) as image:
        assert dict(image.getexif()) == {0x0131: "JarvisEvo 9.9"}


@pytest.mark.parametrize(
    "resources",
    [None, {}, {0x0404: b""}, {0x0404: b"no records"}, {0x0404: b"\x1c" * 70_000}, {0x0404: "text"}, b"\x1c\x02"],
)
def test_what_is_no_iptc_is_left_out(resources: object) -> None:
    assert metadata.iptc_in(resources) == b""
    assert metadata.iptc_tag(resources if not isinstance(resources, bytes) else b"xx") == b""


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("kind", [1, 4, 7])
def test_iptc_of_a_raw_file_whatever_type_its_writer_gave_it(order: str, kind: int) -> None:
    data = IPTC.ljust(-(-len(IPTC) // 4) * 4, b"\0")
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "IH", 8, 1)
    entry = struct.pack(order + "HHII", metadata.IPTC_TAG, kind, len(data) // (4 if kind == 4 else 1), 26)
    assert metadata.iptc_of(head + entry + bytes(4) + data) == IPTC
    assert metadata.iptc_of(head + entry) == metadata.iptc_of(head[:6]) == metadata.iptc_of(b"FUJIFILM") == b""


def test_names_beyond_ascii_survive_a_tiff(tmp_path: Path) -> None:
    tags = Image.Exif()
    tags[0x013B], tags[0x8298] = "Anna Müller".encode(), "© 李".encode()
    Image.new("RGB", (32, 24)).save(tmp_path / "a.tif", exif=tags)
    out = save(render(load(tmp_path / "a.tif")), tmp_path / "out.jpg", photo=load(tmp_path / "a.tif"))
    data = out.read_bytes()
    assert all(text.encode() in data for text in ("Anna Müller", "© 李"))


def test_a_photo_says_briefly_what_it_is() -> None:
    assert repr(Photo.from_array(np.zeros((4, 6, 3), np.uint8))) == "Photo(from an array, 6 x 4, 8-bit)"
    assert len(repr(load(ROOT / "examples" / "food.jpg"))) < 200
