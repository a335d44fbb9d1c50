"""XMP packets in photos: every container, ExtendedXMP, damage."""

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, PngImagePlugin

from editor_ops.formats import FormatError, read, xmp
from editor_ops.formats.embedded import embedded_xmp
from editor_ops.settings import Settings

SETTINGS = Settings.parse({"Exposure2012": 0.5, "Contrast2012": -10})
PACKET = xmp.dump(SETTINGS)
GUID = b"0123456789ABCDEF0123456789ABCDEF"
PICTURE = Image.fromarray(np.zeros((4, 4, 3), np.uint8))


def segment(content: bytes) -> bytes:
    return b"\xff\xe1" + struct.pack(">H", len(content) + 2) + content


def jpeg(path: Path, *segments: bytes) -> Path:
    PICTURE.save(path, "JPEG")
    data = path.read_bytes()
    path.write_bytes(data[:2] + b"".join(map(segment, segments)) + data[2:])
    return path


def main(packet: str) -> bytes:
    return b"http://ns.adobe.com/xap/1.0/\0" + packet.encode()


def part(content: bytes, total: int, offset: int) -> bytes:
    return b"http://ns.adobe.com/xmp/extension/\0" + GUID + struct.pack(">II", total, offset) + content


def test_jpeg(tmp_path: Path) -> None:
    path = jpeg(tmp_path / "a.jpg", b"Exif\0\0junk", main(PACKET))
    found = read(path)
    assert found.settings == SETTINGS and (found.kind, found.name) == ("photo", "a")


def test_extended_xmp_is_joined_in_any_order(tmp_path: Path) -> None:
    small = xmp.dump(Settings.parse({"Tint": 5})).replace(
        "<rdf:Description",
        f'<rdf:Description xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="{GUID.decode()}"',
    )
    big = PACKET.encode()
    parts = [part(big[300:], len(big), 300), part(big[:300], len(big), 0)]
    found = read(jpeg(tmp_path / "a.jpg", main(small), *parts))
    assert dict(found.settings.values) == {"Tint": 5.0, **SETTINGS.values}
    with pytest.raises(FormatError, match="incomplete"):
        read(jpeg(tmp_path / "b.jpg", main(small), parts[0]))
    stranger = read(jpeg(tmp_path / "c.jpg", main(PACKET), *parts))  # an extension the packet does not name
    assert stranger.settings == SETTINGS


@pytest.mark.parametrize("compressed", [0, 1])
def test_png(tmp_path: Path, compressed: int) -> None:
    info = PngImagePlugin.PngInfo()
    info.add_itxt("XML:com.adobe.xmp", PACKET, zip=bool(compressed))
    PICTURE.save(tmp_path / "a.png", pnginfo=info)
    assert read(tmp_path / "a.png").settings == SETTINGS


def test_png_bomb(tmp_path: Path) -> None:
    bomb = b"XML:com.adobe.xmp\0\1\0\0\0" + zlib.compress(b"<a>" * 20_000_000)
    chunk = struct.pack(">I", len(bomb)) + b"iTXt" + bomb + b"\0\0\0\0"
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + chunk)
    with pytest.raises(FormatError):
        read(tmp_path / "a.png")


def test_webp(tmp_path: Path) -> None:
    PICTURE.save(tmp_path / "a.webp", xmp=PACKET.encode())
    assert read(tmp_path / "a.webp").settings == SETTINGS


def test_tiff(tmp_path: Path) -> None:
    tifffile = pytest.importorskip("tifffile")
    data = PACKET.encode()
    for order in "<>":
        path = tmp_path / f"{ord(order)}.tif"
        tifffile.imwrite(
            path, np.zeros((4, 4, 3), np.uint8), byteorder=order, extratags=[(700, 1, len(data), data, True)]
        )
        assert read(path).settings == SETTINGS


def test_other_containers_are_searched(tmp_path: Path) -> None:
    (tmp_path / "a.psd").write_bytes(b"8BPS" + b"\0" * 50 + PACKET.encode() + b"\xff" * 50)
    assert read(tmp_path / "a.psd").settings == SETTINGS


def test_a_raw_file_has_a_sidecar(tmp_path: Path) -> None:
    (tmp_path / "a.NEF").write_bytes(b"MM\0*rubbish")
    with pytest.raises(FormatError, match="holds no develop settings"):
        read(tmp_path / "a.NEF")
    (tmp_path / "a.xmp").write_text(PACKET)
    assert read(tmp_path / "a.NEF").settings == SETTINGS


def test_no_packet_and_a_packet_without_settings(tmp_path: Path) -> None:
    assert embedded_xmp(jpeg(tmp_path / "a.jpg")) is None
    with pytest.raises(FormatError, match="holds no develop settings"):
        read(tmp_path / "a.jpg")
    bare = (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF'
        ' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>'
    )
    with pytest.raises(FormatError, match="its XMP holds no develop settings"):
        read(jpeg(tmp_path / "b.jpg", main(bare)))


HEADS = [
    b"\xff\xd8\xff",
    b"\xff\xd8\xff\xe1",
    b"\xff\xd8\xff\xe1\0\0",
    b"\x89PNG\r\n\x1a\n\xff\xff\xff\xff",
    b"II*\0\xff\xff\xff\xff",
    b"MM\0*",
    b"RIFF\0\0\0\0WEBPXMP \xff\xff\xff\xff",
]


@pytest.mark.parametrize("head", HEADS)
def test_damaged_containers(tmp_path: Path, head: bytes) -> None:
    (tmp_path / "a.jpg").write_bytes(head)
    with pytest.raises(FormatError, match="holds no develop settings"):
        read(tmp_path / "a.jpg")
