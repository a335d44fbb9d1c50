"""Read a file into a `Photo`: which reader, its limits, its profile, its orientation, and every error in one line.

The kind is decided by content; the suffix matters only for RAW files, whose containers are TIFF-like.
"""

import os
import stat
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np

from editor_ops import color, photo
from editor_ops.io import icc, metadata, readers
from editor_ops.io.decoded import DAMAGED, Decoded, brief
from editor_ops.ops.geometry import oriented
from editor_ops.photo import ICC_NAMES, RAW_SUFFIXES, SUFFIXES, Photo, PhotoError
from editor_ops.text import one_line

_RAW_MAGIC = (b"FUJIFILMCCD-RAW", b"II\x1a\0\0\0HEAPCCDR", b"IIU\0", b"IIRO", b"IIRS", b"MMOR", b"FOVb", b"\0MRM")
_HEIF_BRANDS = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis")


DCP = "JARVISEVO_DCP"
"""Environment variable that names a camera profile (.dcp) for RAW files."""


def load(path: str | Path, damaged: bool = False, dcp: str | Path | None = None) -> Photo:
    """Read a photo: JPEG, PNG, TIFF, WebP, HEIF/AVIF or RAW. PhotoError says what is wrong with a bad one.

    damaged  read a JPEG although some of its pixels are lost or wrong; a note says so
    dcp      camera profile for RAW files; None takes that of the environment variable JARVISEVO_DCP, if any
    """
    path = Path(path)
    try:
        data = _bytes(path)
        kind = sniff(data, path.suffix.lower())
        if kind == "raw":
            from editor_ops.io import raw_worker  # most photos are not RAW, and it takes time to import

            return raw_worker.develop(data, _profile(dcp or os.environ.get(DCP))).photo(path)
        return finish(readers.READERS[kind](data, damaged), path)
    except PhotoError as error:
        raise error if one_line(path) in str(error) else PhotoError(f"{path}: {error}") from error
    except MemoryError as error:
        raise PhotoError(f"{path}: not enough memory to open it: resize it first") from error
    except Exception as error:  # decoders raise anything on bad bytes; the person needs one line
        raise PhotoError(f"{path}: {DAMAGED} ({brief(error)})") from error


def _profile(path: str | Path | None) -> bytes:
    """The camera profile's bytes; b"" when there is none to read."""
    try:
        return _bytes(Path(path)) if path else b""
    except PhotoError as error:
        raise PhotoError(f"camera profile {path}: {error}") from error


def _bytes(path: Path) -> bytes:
    try:
        if not stat.S_ISREG(path.stat().st_mode) and not path.is_dir():
            raise PhotoError("not a regular file (a pipe or a device): save it to a file first")
        data = path.read_bytes()
    except FileNotFoundError:
        raise PhotoError("no such file: check the path") from None
    except IsADirectoryError:
        raise PhotoError("this is a folder: name a photo in it") from None
    except PermissionError:
        raise PhotoError("no permission to read it: change its permissions") from None
    except OSError as error:
        raise PhotoError(f"cannot be read: {error.strerror or error}") from None
    if not data:
        raise PhotoError("the file is empty (0 bytes): copy it again from its source")
    return data


def sniff(data: bytes, suffix: str) -> str:
    """Kind of a file by its first bytes: "jpeg", "png", "tiff", "pillow" or "raw"; PhotoError when unknown."""
    head = data[:32]
    if head[:3] == b"\xff\xd8\xff":
        return "jpeg"
    if head[:8] == b"\x89PNG\r\n\x1a\n":
        return "png"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "pillow"
    if head[4:8] == b"ftyp":
        if head[8:12] == b"crx ":
            return "raw"
        if any(brand in data[8:64] for brand in _HEIF_BRANDS):
            return "pillow"
    if head.startswith(_RAW_MAGIC) or suffix in RAW_SUFFIXES:
        return "raw"
    if head[:4] in (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"):
        return "raw" if metadata.is_dng(data) else "tiff"
    known = "JPEG, PNG, TIFF, WebP, HEIF, AVIF or camera RAW"
    text = "its content is not a photo" if suffix in SUFFIXES else "unsupported format"
    raise PhotoError(f"{text}: give a {known} file")


def finish(decoded: Decoded, path: Path | None) -> Photo:
    """Find the colour of the pixels, turn them upright, and keep the metadata."""
    notes = list(decoded.notes)
    if decoded.profile and _needs_lut(decoded.profile):
        decoded = _through_lut(decoded, notes)
    name, tables, matrix = _colour(decoded, notes)
    pixels = np.ascontiguousarray(oriented(decoded.pixels, decoded.orientation))
    exif = metadata.upright(decoded.exif)
    if decoded.exif and not exif:
        notes.append("EXIF is damaged and was dropped")
    turned = decoded.orientation if 1 <= decoded.orientation <= 8 else 1
    return Photo(
        pixels,
        tables,
        matrix,
        source=path,
        exif=exif,
        iptc=decoded.iptc,
        xmp=decoded.xmp,
        icc_name=one_line(name),
        notes=tuple(map(one_line, notes)),
        orientation=turned,
        resolution=decoded.resolution[::-1] if decoded.resolution and turned > 4 else decoded.resolution,
    )


def _colour(decoded: Decoded, notes: list[str]) -> tuple[str, np.ndarray, np.ndarray]:
    """(profile name, decoding tables, matrix to ProPhoto) from the profile, the EXIF flag, or the assumption."""
    bits, space, name = 8 * decoded.pixels.dtype.itemsize, decoded.space, ""
    if decoded.profile:
        try:
            profile = icc.read(decoded.profile)
            return profile.name, profile.tables(bits), profile.matrix
        except icc.ProfileError as error:
            notes.append(f"{error}: sRGB assumed")
            name = "damaged (sRGB assumed)"
    elif not space and metadata.is_adobe_rgb(decoded.exif):
        space, name = "adobe", "none (EXIF says Adobe RGB)"
    if not space and not name:
        notes.append("no ICC profile: sRGB assumed")
        name = "none (sRGB assumed)"
    space = space or "srgb"
    return name or ICC_NAMES[space], color.tables(space, bits), color.rgb_to_rgb(space, "prophoto")


def _needs_lut(profile: bytes) -> bool:
    try:
        icc.read(profile)
    except icc.ProfileError as error:
        return "lookup tables" in str(error)
    return False


def _through_lut(decoded: Decoded, notes: list[str]) -> Decoded:
    """Convert through a profile made of lookup tables to 8-bit Adobe RGB (less banding than 8-bit ProPhoto)."""
    from PIL import Image, ImageCms

    eight = photo.Image(decoded.pixels).eight_bit()
    target = icc.profile("adobe")
    try:
        image = ImageCms.profileToProfile(Image.fromarray(eight), BytesIO(decoded.profile), BytesIO(target))
    except ImageCms.PyCMSError:
        notes.append("the ICC profile cannot be applied: sRGB assumed")
        return replace(decoded, profile=b"", space="srgb")
    lost = ", 16 bits reduced to 8" if decoded.pixels.dtype == np.uint16 else ""
    notes.append(f"ICC profile with lookup tables: converted to Adobe RGB{lost}")
    return replace(decoded, pixels=np.asarray(image), profile=target)
