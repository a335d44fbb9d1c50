"""Write an `Image`: pixels, profile, EXIF and XMP, into a temporary file beside the target, then renamed over it."""

import os
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np

from editor_ops.files import write_whole
from editor_ops.io import icc, metadata
from editor_ops.io.encode import jpeg_bytes, png_bytes
from editor_ops.photo import SPACES, Image, Photo, PhotoError

_XMP_HEADER = b"http://ns.adobe.com/xap/1.0/\0"
MAX_SEGMENT = 65_533
"""Payload of a JPEG segment; a longer XMP packet does not fit into one."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What stands beside the pixels in a file, each b"" when there is none: ICC profile, EXIF, XMP and IPTC (IIM)
    records; and the pixels per inch.
    """

    profile: bytes
    exif: bytes
    xmp: bytes
    iptc: bytes = b""
    resolution: tuple[float, float] | None = None


def save(
    image: Image,
    path: str | Path,
    *,
    photo: Photo | None = None,
    xmp: str | None = None,
    quality: int = 95,
    software: str = "",
    new: bool = False,
) -> Path:
    """Write `image` in the format of its suffix, whole or not at all -> the path. 16 bits stay 16 in PNG and TIFF.

    photo  its EXIF (upright, sizes corrected, no thumbnail), IPTC and resolution are kept, and its own file is never
           overwritten
    xmp    XMP packet to embed, as text
    quality  1-100 for JPEG (4:4:4 chroma from 90 up) and WebP
    software  what wrote the file, for EXIF's Software; "" leaves the photo's own
    new    the file must not exist yet: FileExistsError
    """
    path = Path(path)
    data = encode(image, path, photo=photo, xmp=xmp, quality=quality, software=software)
    try:
        return write_whole(path, data, new=new)
    except FileExistsError:
        raise
    except OSError as error:
        raise PhotoError(f"{path}: cannot be written ({error.strerror}): choose another folder") from None


def encode(
    image: Image,
    path: Path,
    *,
    photo: Photo | None = None,
    xmp: str | None = None,
    quality: int = 95,
    software: str = "",
) -> bytes:
    """The bytes of the file that `save` writes at `path`; nothing is written."""
    encoder = ENCODERS.get(path.suffix.lower())
    if encoder is None:
        raise PhotoError(f"{path}: cannot write {path.suffix or 'a name without a suffix'}: use {', '.join(ENCODERS)}")
    _check(image, path, photo)
    if not 1 <= quality <= 100:
        raise PhotoError(f"{path}: quality is {quality}: give 1 to 100")
    exif = metadata.upright(photo.exif, (image.height, image.width), image.space) if photo else b""
    exif = exif if len(exif) <= metadata.MAX_EXIF else b""
    if software:
        exif = metadata.with_software(exif, software)
    of_photo = (photo.iptc, photo.resolution) if photo else ()
    beside = Metadata(icc.profile(image.space), exif, (xmp or "").encode(), *of_photo)
    try:
        return encoder(image, beside, int(quality))
    except PhotoError as error:
        raise PhotoError(f"{path}: {error}") from None
    except (OSError, ValueError, cv2.error, struct.error) as error:
        raise PhotoError(f"{path}: cannot be encoded ({error}): try another format") from error


def _check(image: Image, path: Path, photo: Photo | None) -> None:
    pixels = image.pixels
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype not in (np.uint8, np.uint16) or not pixels.size:
        raise PhotoError(f"{path}: an image is (H, W, 3) uint8 or uint16, got {pixels.shape} {pixels.dtype}")
    if image.space not in SPACES:
        raise PhotoError(f"{path}: space must be one of {', '.join(SPACES)}, got {image.space!r}")
    if photo and photo.source and path.exists() and photo.source.exists() and os.path.samefile(path, photo.source):
        raise PhotoError(f"{path}: this is the photo itself: choose another name")


def _jpeg(image: Image, beside: Metadata, quality: int) -> bytes:
    """Baseline JPEG by OpenCV, then the metadata segments put in after SOI (JFIF's own segment stays first)."""
    try:
        coded = bytearray(jpeg_bytes(image.eight_bit(), quality, full_chroma=quality >= 90))
    except ValueError:
        raise PhotoError("the JPEG encoder refused it: is a side above 65500 pixels?") from None
    if len(_XMP_HEADER + beside.xmp) > MAX_SEGMENT:
        raise PhotoError(f"{len(beside.xmp)} bytes of XMP do not fit into a JPEG: keep it in a sidecar file")
    segments = _segment(0xE1, b"Exif\0\0" + beside.exif) if beside.exif else b""
    segments += _segment(0xE1, _XMP_HEADER + beside.xmp) if beside.xmp else b""
    segments += _segment(0xE2, b"ICC_PROFILE\0\x01\x01" + beside.profile)
    segments += _segment(0xED, metadata.iptc_segment(beside.iptc)) if beside.iptc else b""
    after = 2 + (2 + struct.unpack_from(">H", coded, 4)[0] if coded[2:4] == b"\xff\xe0" else 0)
    if beside.resolution and coded[6:11] == b"JFIF\0":
        struct.pack_into(">BHH", coded, 13, 1, *map(round, beside.resolution))  # 1: dots per inch
    return b"".join((coded[:after], segments, memoryview(coded)[after:]))


def _segment(marker: int, payload: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(payload) + 2) + payload


def _png(image: Image, beside: Metadata, quality: int) -> bytes:
    """PNG of 8 or 16 bits by OpenCV, then iCCP, eXIf, pHYs and iTXt put in after the header (PNG 3rd edition, 11.3)."""
    chunks = _chunk(b"iCCP", b"ICC profile\0\0" + zlib.compress(beside.profile))
    chunks += _chunk(b"eXIf", beside.exif) if beside.exif else b""
    if beside.resolution:
        per_metre = [round(number / 0.0254) for number in beside.resolution]
        chunks += _chunk(b"pHYs", struct.pack(">IIB", *per_metre, 1))
    chunks += _chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + beside.xmp) if beside.xmp else b""
    coded = memoryview(png_bytes(image.pixels))
    after = 8 + 25  # signature and IHDR
    return b"".join((coded[:after], chunks, coded[after:]))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _webp(image: Image, beside: Metadata, quality: int) -> bytes:
    from PIL import Image as PILModule

    out, pixels = BytesIO(), PILModule.fromarray(np.ascontiguousarray(image.eight_bit()))
    pixels.save(out, "WEBP", quality=quality, icc_profile=beside.profile, exif=beside.exif, xmp=beside.xmp, method=4)
    return out.getvalue()


def _tiff(image: Image, beside: Metadata, quality: int) -> bytes:
    """TIFF of 8 or 16 bits, deflate with a predictor, in the byte order of the EXIF so that its values are copied."""
    import tifffile

    exif = beside.exif
    order = ">" if exif[:2] == b"MM" else "<"
    tags = [(metadata.XMP_TAG, 1, len(beside.xmp), beside.xmp, True)] if beside.xmp else []
    tags += [(metadata.IPTC_TAG, 7, len(beside.iptc), beside.iptc, True)] if beside.iptc else []
    tags += [(tag, 2, len(text), text, True) for tag, text in metadata.texts(exif).items()]
    directories = metadata.parse(exif)
    pointers = [tag for tag in (metadata.EXIF_IFD, metadata.GPS_IFD) if tag in directories]
    out = BytesIO()
    tifffile.imwrite(
        out,
        image.pixels,
        byteorder=">" if order == ">" else "<",
        photometric="rgb",
        compression="zlib",
        predictor=True,
        iccprofile=beside.profile,
        extratags=tags + [(tag + 1, 4, 1, 0, True) for tag in pointers],
        metadata=None,
        software=False,
        resolution=beside.resolution,
        resolutionunit="INCH" if beside.resolution else None,
        rowsperstrip=256,
        compressionargs={"level": 4},
        maxworkers=2,
    )
    data = bytearray(out.getvalue())
    (first,) = struct.unpack_from(order + "I", data, 4)
    for tag, _, _, at in list(metadata.entries(data, order, first)):
        if tag - 1 in pointers:  # tifffile refuses to write these two tags, so their neighbours are renamed
            data += bytes(len(data) % 2)
            struct.pack_into(order + "H", data, at - 8, tag - 1)
            struct.pack_into(order + "I", data, at, len(data))
            data += metadata.moved(exif, order, directories[tag - 1], len(data))
    return bytes(data)


ENCODERS: dict[str, Callable[[Image, Metadata, int], bytes]] = {
    ".jpg": _jpeg,
    ".jpeg": _jpeg,
    ".png": _png,
    ".tif": _tiff,
    ".tiff": _tiff,
    ".webp": _webp,
}
"""Suffix -> encoder: (image, what stands beside its pixels, quality) -> the bytes of the file."""
