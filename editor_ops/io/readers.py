"""Readers of rendered files: JPEG and plain PNG through OpenCV, TIFF through tifffile, the rest through Pillow.

Each takes the bytes of a file and returns `Decoded`; what they raise becomes a PhotoError in `decode.py`.
OpenCV decodes a JPEG into the array that is kept; Pillow would hold three more copies of it for a while.
"""

import logging
import re
import struct
import threading
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

import cv2
import numpy as np

from editor_ops.io import metadata
from editor_ops.io.decoded import DAMAGED, Decoded, check_size
from editor_ops.photo import PhotoError

if TYPE_CHECKING:
    from PIL.Image import Image as PILImage
    from tifffile import TiffPage

CONVERT_FIRST = {
    "CMYK": "CMYK photos are not supported: convert it to RGB (8 or 16 bit) first",
    "LAB": "Lab photos are not supported: convert it to RGB (8 or 16 bit) first",
    "float": "floating-point and 32-bit photos are not supported: save it as a 16-bit TIFF first",
}
JPEG_RATIO = 1024
"""Pixels that a byte of JPEG can stand for at most (a bit for a block of 64 is 512): a header that claims more lies."""
DEFLATE_RATIO = 1032
"""Bytes that a byte of deflate can stand for at most (zlib's documentation); LZW and PackBits stay below twice that."""
FLATTENED = "transparency was flattened on white"
_PILLOW = threading.Lock()
"""Pillow's size limit and Python's warning filters are global: one thread at a time changes them."""


@contextmanager
def warnings_off() -> Iterator[None]:
    """Keep the warnings of a decoder inside."""
    with _PILLOW, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def pillow(data: bytes) -> Iterator["PILImage"]:
    """A Pillow image whose size is checked by us and whose warnings stay inside; one thread at a time."""
    from PIL import Image

    with warnings_off():
        limit, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
        try:
            with Image.open(BytesIO(data)) as image:
                check_size(image.height, image.width)
                yield image
        except Image.UnidentifiedImageError:
            raise PhotoError(DAMAGED) from None
        finally:
            Image.MAX_IMAGE_PIXELS = limit


def jpeg(data: bytes, damaged: bool = False) -> Decoded:
    """JPEG, 8 bit: header by Pillow, pixels by libjpeg-turbo, whose every warning counts as damage."""
    with pillow(data) as image:
        if image.mode == "CMYK":
            raise PhotoError(CONVERT_FIRST["CMYK"])
        if image.width * image.height > JPEG_RATIO * len(data):
            raise PhotoError(DAMAGED)
        info, exif = dict(image.info), image.info.get("exif", b"")
    pixels, notes = _jpeg_pixels(data, damaged)
    orientation = metadata.parse(exif).get(metadata.ORIENTATION, 1)
    profile, xmp = info.get("icc_profile") or b"", metadata.xmp_text(info.get("xmp"))
    iptc = metadata.iptc_in(info.get("photoshop"))
    return Decoded(
        pixels, profile, exif, xmp, orientation, notes=notes, iptc=iptc, resolution=metadata.resolution(info.get("dpi"))
    )


def _jpeg_pixels(data: bytes, damaged: bool) -> tuple[np.ndarray, list[str]]:
    """RGB pixels and notes. Where the decoder warns, part of the pixels are wrong: refused unless `damaged` ones do."""
    import simplejpeg

    try:
        return simplejpeg.decode_jpeg(data, "RGB"), []
    except ValueError as error:
        warning = str(error)
    if _is_padding(data, warning):
        return simplejpeg.decode_jpeg(data, "RGB", strict=False), []
    if not damaged:
        raise PhotoError(f"{DAMAGED}, or accept the damage with --damaged ({warning})")
    try:
        return simplejpeg.decode_jpeg(data, "RGB", strict=False), [f"damaged: part of the pixels are wrong ({warning})"]
    except ValueError as error:
        raise PhotoError(f"{DAMAGED} ({error})") from None


def _is_padding(data: bytes, warning: str) -> bool:
    """True for the one warning that costs no pixel: some cameras leave zeros between the last pixel and the end."""
    found = re.search(r"(\d+) extraneous bytes before marker 0xd9", warning)
    end = data.rfind(b"\xff\xd9")
    return found is not None and end >= 0 and not any(data[max(end - int(found[1]), 0) : end])


def png(data: bytes, damaged: bool = False) -> Decoded:
    """PNG: plain RGB and grey, and anything of 16 bits, by OpenCV (Pillow reads 8); palettes and alpha by Pillow."""
    chunks = _png_chunks(data)
    plain = data[25:26] in (b"\0", b"\2") and b"tRNS" not in chunks
    if data[24:25] != b"\x10" and not (data[24:25] == b"\x08" and plain):
        return generic(data)
    with pillow(data) as image:
        if {b"eXIf", b"iTXt"} & set(chunks[chunks.index(b"IDAT") :]):
            image.load()  # Pillow sees metadata behind the pixels only after it has read those
        exif, profile = image.info.get("exif", b""), image.info.get("icc_profile") or b""
        xmp = metadata.xmp_text(image.info.get("XML:com.adobe.xmp"))
        resolution = metadata.resolution(image.info.get("dpi"))
    pixels, notes = _three_channels(_opencv(data, cv2.IMREAD_UNCHANGED))
    turn = metadata.parse(exif).get(metadata.ORIENTATION, 1)
    return Decoded(pixels, profile, exif, xmp, turn, notes=notes, resolution=resolution)


def _png_chunks(data: bytes) -> list[bytes]:
    """Names of the chunks in order. PhotoError when a length points past the end of the file, when a checksum of the
    pixels (IDAT) is wrong, or when they are too few bytes for the size in the header: decoders take the memory first.
    """
    names, at, stored = [], 8, 0
    while at + 8 <= len(data) and b"IEND" not in names:
        length, name = struct.unpack_from(">I4s", data, at)
        at += 12 + length
        if at > len(data):
            raise PhotoError(DAMAGED)
        names.append(name)
        if name == b"IDAT":
            stored += length
            if zlib.crc32(memoryview(data)[at - 8 - length : at - 4]) != int.from_bytes(data[at - 4 : at], "big"):
                raise PhotoError(DAMAGED)
    width, height, depth, kind = struct.unpack_from(">IIBB", data.ljust(26, b"\0"), 16)
    check_size(height, width)
    bits = depth * {2: 3, 4: 2, 6: 4}.get(kind, 1)
    if b"IDAT" not in names or height * width * bits // 8 > DEFLATE_RATIO * stored:
        raise PhotoError(DAMAGED)
    return names


def generic(data: bytes, damaged: bool = False) -> Decoded:
    """WebP, HEIF, AVIF, 8-bit TIFF and the rarer PNGs by Pillow -> uint8."""
    if data[8:12] == b"WEBP":
        _check_webp(data)
    if data[4:8] == b"ftyp":
        import pillow_heif

        pillow_heif.register_heif_opener()
    with pillow(data) as image:
        if image.mode in CONVERT_FIRST:
            raise PhotoError(CONVERT_FIRST[image.mode])
        if image.mode in ("I", "F"):
            raise PhotoError(CONVERT_FIRST["float"])
        image.load()
        info, kind = dict(image.info), image.format
        exif = metadata.rebuilt(image.getexif()) if kind == "TIFF" else info.get("exif") or b""
        xmp = info.get("xmp") or info.get("XML:com.adobe.xmp")
        tags = getattr(image, "tag_v2", {}) if kind == "TIFF" else {}
        xmp = tags.get(metadata.XMP_TAG) if kind == "TIFF" else xmp
        iptc = metadata.iptc_tag(tags.get(metadata.IPTC_TAG))
        flat, notes = _flatten(image)
        pixels = np.array(flat)
    notes += _hdr_notes({str(key): value for key, value in info.items()})
    space = "p3" if (info.get("nclx_profile") or {}).get("color_primaries") == 12 else ""
    # Pillow turns a TIFF upright itself, and the HEIF plugin resets the tag after doing so.
    turn = 1 if kind in ("TIFF", "HEIF") else metadata.parse(exif).get(metadata.ORIENTATION, 1)
    profile, resolution = info.get("icc_profile") or b"", metadata.resolution(info.get("dpi"))
    return Decoded(pixels, profile, exif, metadata.xmp_text(xmp), turn, space, notes, iptc, resolution)


def _check_webp(data: bytes) -> None:
    """PhotoError when a chunk's length points past the end of the file, or the canvas is too large to be opened."""
    at = 12
    while at + 8 <= len(data):
        kind, length = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        if at + 8 + length > len(data):
            raise PhotoError(DAMAGED)
        if kind == b"VP8X" and length >= 10:
            check_size(*(1 + int.from_bytes(data[at + i : at + i + 3], "little") for i in (15, 12)))
        at += 8 + length + length % 2


def _flatten(image: "PILImage") -> tuple["PILImage", list[str]]:
    """RGB without alpha; a note when some of it was transparent."""
    from PIL import Image

    if not image.has_transparency_data:
        return image.convert("RGB"), []
    rgba = image.convert("RGBA")
    if rgba.getchannel("A").getextrema()[0] == 255:
        return rgba.convert("RGB"), []
    white = Image.new("RGBA", rgba.size, (255, 255, 255, 255))
    white.alpha_composite(rgba)
    return white.convert("RGB"), [FLATTENED]


def _hdr_notes(info: dict[str, object]) -> list[str]:
    """HEIF may hold more bits or an HDR curve than is read."""
    notes = []
    if info.get("bit_depth", 8) not in (8, None):
        notes.append(f"{info['bit_depth']}-bit HEIF was read at 8 bits")
    nclx = info.get("nclx_profile")
    if isinstance(nclx, dict) and nclx.get("transfer_characteristics") in (16, 18):
        notes.append("HDR curve (PQ or HLG) was read as sRGB: colours are approximate")
    return notes


def _opencv(data: bytes, flags: int) -> np.ndarray:
    pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    if pixels is None:
        raise PhotoError(DAMAGED)
    return pixels


def _three_channels(pixels: np.ndarray, rgb: bool = False) -> tuple[np.ndarray, list[str]]:
    """Grey, grey + alpha, BGR(A) (or RGB(A)) of 8 or 16 bits -> RGB (H, W, 3) and notes; alpha over white."""
    if pixels.ndim == 2:
        pixels = pixels[..., None]
    channels, notes = pixels.shape[2], []
    if channels in (2, 4):
        top = np.float32(np.iinfo(pixels.dtype).max)
        colours, alpha = pixels[..., :-1], pixels[..., -1:].astype(np.float32) / top
        if (alpha < 1).any():
            notes = [FLATTENED]
            pixels = np.rint(colours * alpha + top * (1 - alpha)).astype(pixels.dtype)
        else:
            pixels = np.ascontiguousarray(colours)
    if pixels.shape[2] == 1:
        return np.repeat(pixels, 3, axis=2), notes
    return (np.ascontiguousarray(pixels) if rgb else cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB)), notes


def tiff(data: bytes, damaged: bool = False) -> Decoded:
    """TIFF, first page. 16 bit goes to tifffile or, for LZW, to OpenCV; 8 bit to Pillow (every compression), but
    deflate to tifffile too, because libtiff leaves the checksums of damaged strips unread."""
    import tifffile

    logging.getLogger("tifffile").addHandler(logging.NullHandler())
    with tifffile.TiffFile(BytesIO(data)) as file:
        page = file.pages[0]
        assert isinstance(page, tifffile.TiffPage)  # the first page is never a reduced frame record
        check_size(page.imagelength, page.imagewidth)
        _check_tiff(page)
        _check_stored(page, len(data))
        plain = page.compression in (8, 32946) and page.photometric in (0, 1, 2) and page.samplesperpixel in (1, 3)
        if page.bitspersample != 16 and not (page.bitspersample == 8 and plain):
            return generic(data)
        tags = page.tags
        profile, xmp, turn = tags.valueof(34675, b""), tags.valueof(metadata.XMP_TAG), int(tags.valueof(274, 1))
        iptc = metadata.iptc_tag(tags.valueof(metadata.IPTC_TAG))
        resolution = metadata.resolution(page.get_resolution("INCH") if 282 in tags and 283 in tags else None)
        try:
            pixels, notes = _three_channels(_pixels_of(page), rgb=True)
            if page.photometric == 0:  # MINISWHITE
                pixels = np.iinfo(pixels.dtype).max - pixels
        except (ValueError, KeyError, ImportError):  # a codec tifffile lacks; OpenCV turns the image upright itself
            pixels, notes = _three_channels(_opencv(data, cv2.IMREAD_UNCHANGED))
            turn = 1
    exif, text = tiff_exif(data), metadata.xmp_text(xmp)
    return Decoded(pixels, bytes(profile), exif, text, turn, notes=notes, iptc=iptc, resolution=resolution)


def _check_tiff(page: "TiffPage") -> None:
    """PhotoError for colours and numbers that are not 8 or 16-bit RGB or grey."""
    if page.photometric == 5:
        raise PhotoError(CONVERT_FIRST["CMYK"])
    if page.photometric in (8, 9, 10):
        raise PhotoError(CONVERT_FIRST["LAB"])
    if page.sampleformat == 3 or page.bitspersample > 16:
        raise PhotoError(CONVERT_FIRST["float"])


def _check_stored(page: "TiffPage", size: int) -> None:
    """PhotoError when the strips lie past the end of the file, or hold too little for the size in the header."""
    pairs = zip(page.dataoffsets, page.databytecounts, strict=False)
    stored = sum(max(min(at + count, size) - at, 0) for at, count in pairs)
    ratio = {1: 1, 5: 2 * DEFLATE_RATIO, 8: DEFLATE_RATIO, 32946: DEFLATE_RATIO, 32773: 64}.get(int(page.compression))
    claimed = page.imagelength * page.imagewidth * page.samplesperpixel * page.bitspersample // 8
    if not stored or (ratio and claimed > ratio * stored):
        raise PhotoError(DAMAGED)


def _pixels_of(page: "TiffPage") -> np.ndarray:
    """Samples as (H, W) or (H, W, C); planes stored one after another are brought together."""
    pixels = page.asarray()
    if page.planarconfig == 2 and pixels.ndim == 3:
        pixels = np.moveaxis(pixels, 0, -1)
    if pixels.ndim == 3 and pixels.shape[2] > 3 and not page.extrasamples:
        pixels = pixels[..., :3]
    return pixels


def tiff_exif(data: bytes) -> bytes:
    """EXIF of a TIFF-like file (also most RAW files); b"" when there is none or it cannot be read."""
    from PIL import Image

    try:
        with warnings_off():
            exif = Image.Exif()
            exif.load(data)
            return metadata.rebuilt(exif)
    except Exception:  # Pillow raises anything on bad tags; the pixels are what matters
        return b""


READERS: dict[str, Callable[[bytes, bool], Decoded]] = {"jpeg": jpeg, "png": png, "tiff": tiff, "pillow": generic}
"""Kind -> reader of the bytes of a file; True allows damaged pixels where the decoder can go on (JPEG)."""
