"""EXIF, XMP and orientation: what travels with a photo, kept byte for byte where that is possible.

EXIF is edited in place in its TIFF structure (EXIF 2.32, section 4.5), because writing it again
would move the maker notes, whose offsets are absolute. A block that cannot be parsed is dropped.
"""

import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Exif

ORIENTATION, EXIF_IFD, GPS_IFD, INTEROP_IFD, COLOR_SPACE = 0x0112, 0x8769, 0x8825, 0xA005, 0xA001
SIZE_TAGS = {0x0100: 1, 0x0101: 0, 0xA002: 1, 0xA003: 0}
"""Tags that hold the width (1) or the height (0) of the image."""
MAX_EXIF = 65_000
"""A JPEG segment holds no more."""
MAKER_NOTE = 0x927C
_TYPE_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8}
_TEXT_TAGS = (0x010E, 0x010F, 0x0110, 0x0131, 0x0132, 0x013B, 0x8298, 0x013C)
_PREFIX = b"Exif\0\0"
XMP_TAG, IPTC_TAG = 700, 33723
_IIM = 0x0404
"""Photoshop image resource that holds the IPTC records (IIM 4.2)."""
MAX_IPTC = 60_000
SOFTWARE = 0x0131


def entries(exif: bytes | bytearray, order: str, offset: int) -> Iterator[tuple[int, int, int, int]]:
    """(tag, type, count, position of the value field) of one IFD; stops quietly at the end of the data."""
    if not 8 <= offset <= len(exif) - 2:
        return
    (count,) = struct.unpack_from(order + "H", exif, offset)
    for i in range(count):
        at = offset + 2 + 12 * i
        if at + 12 > len(exif):
            return
        yield *struct.unpack_from(order + "HHI", exif, at), at + 8


def parse(exif: bytes) -> dict[int, int]:
    """Integer tags that matter here (orientation, colour space, IFD offsets), {} when the block is damaged."""
    exif = exif.removeprefix(_PREFIX)
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(exif[:4])
    if order is None or len(exif) < 14:
        return {}
    found: dict[int, int] = {}
    pending, seen = [struct.unpack_from(order + "I", exif, 4)[0]], set()
    while pending:
        offset = pending.pop()
        if offset in seen:
            continue
        seen.add(offset)
        for tag, kind, count, at in entries(exif, order, offset):
            if tag in (ORIENTATION, COLOR_SPACE) and kind == 3:
                found[tag] = struct.unpack_from(order + "H", exif, at)[0]
            elif tag in (EXIF_IFD, INTEROP_IFD, GPS_IFD) and kind == 4:
                found[tag] = struct.unpack_from(order + "I", exif, at)[0]
                pending += [found[tag]] if tag != GPS_IFD else []
            elif tag == 1 and kind == 2 and count == 4 and offset == found.get(INTEROP_IFD):
                found[1] = int(exif[at : at + 3] == b"R03")
    return found


def is_dng(data: bytes) -> bool:
    """True for a TIFF whose first directory holds the DNGVersion tag (50706)."""
    order = "<" if data[:2] == b"II" else ">"
    offset = int.from_bytes(data[4:8], "little" if order == "<" else "big")
    return any(tag == 50706 for tag, *_ in entries(data, order, offset))


def is_adobe_rgb(exif: bytes) -> bool:
    """True when a camera marked the file as Adobe RGB (DCF 2.0: interoperability R03; or ColorSpace 2)."""
    found = parse(exif)
    return found.get(1) == 1 or found.get(COLOR_SPACE) == 2


def upright(exif: bytes, size: tuple[int, int] | None = None, space: str = "") -> bytes:
    """The block with orientation 1 and no thumbnail -> b"" when damaged.

    size   (H, W) to put into the size tags that are there
    space  colour space of the pixels it will stand beside: ColorSpace and the interoperability index follow
    """
    exif = exif.removeprefix(_PREFIX)
    if not parse(exif) and exif[:4] not in (b"II*\0", b"MM\0*"):
        return b""
    order, data = ("<" if exif[:2] == b"II" else ">"), bytearray(exif)
    try:
        (first,) = struct.unpack_from(order + "I", data, 4)
        directories = parse(exif)
        for offset in {first, directories.get(EXIF_IFD, first)}:
            _patch(data, order, offset, size, space)
        if space and INTEROP_IFD in directories:
            _patch_interoperability(data, order, directories[INTEROP_IFD], space)
        data = _without_thumbnail(data, order, first)
    except struct.error:
        return b""
    return bytes(data)


def _patch(data: bytearray, order: str, offset: int, size: tuple[int, int] | None, space: str) -> None:
    for tag, kind, _, at in list(entries(data, order, offset)):
        if kind not in (3, 4):
            continue
        code = order + ("H" if kind == 3 else "I")
        if tag == ORIENTATION:
            struct.pack_into(code, data, at, 1)
        elif space and tag == COLOR_SPACE:
            struct.pack_into(code, data, at, 1 if space == "srgb" else 65535)  # 65535: see the profile
        elif size and tag in SIZE_TAGS:
            struct.pack_into(code, data, at, min(size[SIZE_TAGS[tag]], 65535 if kind == 3 else 2**32 - 1))


def _patch_interoperability(data: bytearray, order: str, offset: int, space: str) -> None:
    for tag, kind, count, at in list(entries(data, order, offset)):
        if (tag, kind, count) == (1, 2, 4):
            data[at : at + 4] = {"srgb": b"R98\0", "adobe": b"R03\0"}.get(space, b"THM\0")


def _without_thumbnail(data: bytearray, order: str, first: int) -> bytearray:
    """Unlink IFD1 and erase the small image it points to: it shows the photo before the edit."""
    (count,) = struct.unpack_from(order + "H", data, first)
    link = first + 2 + 12 * count
    (second,) = struct.unpack_from(order + "I", data, link)
    struct.pack_into(order + "I", data, link, 0)
    values = {}
    for tag, kind, _, at in entries(data, order, second):
        if kind == 4:
            (values[tag],) = struct.unpack_from(order + "I", data, at)
    start, length = values.get(0x0201, 0), values.get(0x0202, 0)
    end = min(start + length, len(data))
    if 8 < start < end and start > link:
        data[start:end] = bytes(end - start)
        if end >= len(data) - 4:
            del data[start:]
    return data


def rebuilt(exif: "Exif") -> bytes:
    """EXIF of a TIFF or a TIFF-like RAW: its tags stand among those of the pixels, so the useful ones are copied."""
    from PIL import Image

    fresh = Image.Exif()
    for tag in _TEXT_TAGS:
        if tag in exif:
            fresh[tag] = _as_read(exif[tag])
    for ifd in (EXIF_IFD, GPS_IFD):
        given = exif.get_ifd(ifd).items()
        tags: dict[int, object] = {k: _as_read(v) for k, v in given if k not in (MAKER_NOTE, INTEROP_IFD)}
        if tags:
            fresh.get_ifd(ifd).update(tags)
    data = fresh.tobytes().removeprefix(_PREFIX) if len(fresh) or fresh.get_ifd(EXIF_IFD) else b""
    return data if len(data) <= MAX_EXIF else b""


def _as_read(value: object) -> object:
    """A text beyond ASCII as the bytes that stood in the file: Pillow reads Latin-1, and writes "?" for it."""
    return value.encode("latin-1", "replace") if isinstance(value, str) and not value.isascii() else value


def texts(exif: bytes) -> dict[int, bytes]:
    """The descriptive text tags of the first directory (maker, model, date, author …), zero-terminated."""
    if len(exif) < 14:
        return {}
    order = ">" if exif[:2] == b"MM" else "<"
    found = entries(exif, order, struct.unpack_from(order + "I", exif, 4)[0])
    return {tag: _value(exif, order, kind, count, at) for tag, kind, count, at in found if tag in _TEXT_TAGS}


def moved(exif: bytes, order: str, offset: int, to: int) -> bytes:
    """A copy of one directory for position `to` of another file; maker notes and inner directories are left out."""
    left_out = (MAKER_NOTE, INTEROP_IFD)
    kept = [e for e in entries(exif, order, offset) if e[0] not in left_out and e[1] in _TYPE_SIZES]
    head, tail = struct.pack(order + "H", len(kept)), b""
    start = to + 2 + 12 * len(kept) + 4
    for tag, kind, count, at in kept:
        value = _value(exif, order, kind, count, at)
        head += struct.pack(order + "HHI", tag, kind, count)
        if len(value) <= 4:
            head += value.ljust(4, b"\0")
        else:
            head += struct.pack(order + "I", start + len(tail))
            tail += value + bytes(len(value) % 2)
    return head + bytes(4) + tail


def _value(exif: bytes, order: str, kind: int, count: int, at: int) -> bytes:
    """The bytes of a tag's value; short ones stand in the entry itself. Zeros where the block ends early."""
    size = min(_TYPE_SIZES.get(kind, 1) * count, MAX_EXIF)
    start = at if size <= 4 else struct.unpack_from(order + "I", exif, at)[0]
    return exif[start : start + size].ljust(size, b"\0")


def resolution(value: object) -> tuple[float, float] | None:
    """Pixels per inch (across, down) as Pillow or tifffile reads them; None where they are none."""
    if not isinstance(value, tuple) or len(value) != 2:
        return None
    try:
        across, down = (float(number) for number in value)
    except (TypeError, ValueError, ZeroDivisionError):
        return None
    return (across, down) if 1 <= across < 65535 and 1 <= down < 65535 else None


def iptc_in(resources: object) -> bytes:
    """The IPTC records among a JPEG's Photoshop resources as Pillow reads them; b"" when there are none or too many."""
    found = resources.get(_IIM) if isinstance(resources, dict) else None
    return found if isinstance(found, bytes) and found[:1] == b"\x1c" and len(found) <= MAX_IPTC else b""


def iptc_tag(value: object) -> bytes:
    """The IPTC records of a TIFF's tag 33723, whatever type its writer gave them; b"" when they are not IPTC."""
    if isinstance(value, tuple) and all(isinstance(word, int) and 0 <= word < 2**32 for word in value):
        value = struct.pack(f"<{len(value)}I", *value)  # some writers call the bytes longs
    return value.rstrip(b"\0") if isinstance(value, bytes) and value[:1] == b"\x1c" and len(value) <= MAX_IPTC else b""


def iptc_of(data: bytes) -> bytes:
    """The IPTC records of a TIFF-like RAW file, as they stand in its first directory; b"" when there are none."""
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(data[:4])
    if order is None or len(data) < 14:
        return b""
    found = entries(data, order, struct.unpack_from(order + "I", data, 4)[0])
    return next(
        (iptc_tag(_value(data, order, kind, count, at)) for tag, kind, count, at in found if tag == IPTC_TAG), b""
    )


def iptc_segment(iptc: bytes) -> bytes:
    """Payload of a JPEG's APP13: one Photoshop resource with the IPTC records."""
    padded = iptc + b"\0" * (len(iptc) % 2)
    return b"Photoshop 3.0\0" + b"8BIM" + struct.pack(">HHI", _IIM, 0, len(iptc)) + padded


def with_software(exif: bytes, name: str) -> bytes:
    """The block with the tag Software set to `name` (ASCII); a block of its own when there was none.

    The first directory is written again at the end, so that nothing else moves (maker notes have absolute offsets).
    """
    text = name.encode("ascii", "replace") + b"\0"
    if not parse(exif) and exif[:4] not in (b"II*\0", b"MM\0*"):
        exif = b"II*\0" + struct.pack("<IHI", 8, 0, 0)
    order = "<" if exif[:2] == b"II" else ">"
    (first,) = struct.unpack_from(order + "I", exif, 4)
    data = bytearray(exif) + bytes(len(exif) % 2)
    rows = {tag: bytes(data[at - 8 : at + 4]) for tag, _, _, at in entries(exif, order, first) if tag != SOFTWARE}
    at = len(data)
    data += text + bytes(len(text) % 2)
    value = text.ljust(4, b"\0") if len(text) <= 4 else struct.pack(order + "I", at)
    rows[SOFTWARE] = struct.pack(order + "HHI", SOFTWARE, 2, len(text)) + value
    struct.pack_into(order + "I", data, 4, len(data))
    data += struct.pack(order + "H", len(rows)) + b"".join(row for _, row in sorted(rows.items())) + bytes(4)
    return bytes(data) if len(data) <= MAX_EXIF else exif


def xmp_text(packet: bytes | str | None) -> str | None:
    """An embedded XMP packet as text, without padding; None when there is none or it is not text."""
    if not packet:
        return None
    if isinstance(packet, bytes):
        encoding = {b"\xfe\xff": "utf-16", b"\xff\xfe": "utf-16"}.get(packet[:2], "utf-8-sig")
        packet = packet.rstrip(b"\0").decode(encoding, "replace")
    packet = packet.strip("\0 \n")
    return packet if "<" in packet else None
