"""Images and sidecars on disk: whole or not at all, with the settings that made them."""

import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from editor_ops.files import write_group
from editor_ops.formats import FormatError, rdf, xmp
from editor_ops.io.save import MAX_SEGMENT, encode
from editor_ops.photo import RAW_SUFFIXES, Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings, started
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.files.export import Export
from jarvisevo.files.versions import version

SIDECAR_SUFFIXES = tuple(suffix for suffix in RAW_SUFFIXES if suffix != ".dng")
"""Photos whose settings Lightroom reads from a sidecar; those of rendered files and DNGs it keeps inside them."""
PACKET_LIMIT = MAX_SEGMENT - 29
"""Bytes of XMP that fit into a JPEG beside the name of the segment."""


def image_bytes(
    source: Photo, settings: Settings, target: Path, export: Export = Export(), *, embed: bool = True
) -> tuple[bytes, list[str]]:
    """(the file that `target` is to be, notes): rendered, the settings inside unless they are too long for it."""
    image = render(source, settings, export.max_size, space=export.space, bits=export.bits)
    text, notes = packet(source, settings, applied=True) if embed else ("", [])
    if len(text.encode()) > PACKET_LIMIT and target.suffix.lower() in (".jpg", ".jpeg"):
        text = xmp.dump(settings, applied=True)
        if len(text.encode()) > PACKET_LIMIT:
            text, notes = "", [*notes, "the settings are too long for a JPEG and are not inside it"]
    return encode(image, target, photo=source, xmp=text or None, quality=export.quality, software=creator()), [
        *image.notes,
        *notes,
    ]


def creator() -> str:
    """What files name as the program that wrote them."""
    return f"JarvisEvo {version()}"


def packet(source: Photo, settings: Settings, *, applied: bool) -> tuple[str, list[str]]:
    """(XMP of these settings with the photo's other metadata, notes);
    one that is `applied` goes into an upright picture.
    """
    turned, size = 1 if applied else source.orientation, source.original_size
    said = started(settings, source)
    dump = partial(xmp.dump, said, applied=applied, turned=turned, size=size, creator=creator())
    try:
        return dump(existing=source.xmp), []
    except FormatError:
        return dump(), ["the photo's own XMP is damaged and was not carried over"]


def sidecar_path(photo: Path, output: Path, *, force: bool, ours: Collection[Path] = ()) -> Path:
    """Where the settings of an edited photo go: beside a RAW file under the name that Lightroom reads,
    else beside `output`.

    An existing `photo.xmp` is only written into with `force`, or when a person at the terminal agrees.

    ours  files that an earlier edit of this photo wrote
    """
    beside = output.with_suffix(".xmp")
    own = photo.with_suffix(".xmp")
    if output.parent.resolve() != photo.parent.resolve():
        return beside
    free = force or own in ours or not own.exists()
    if beside.resolve() == own.resolve() and not free:
        beside = output.with_name(f"{output.name}.xmp")
    if photo.suffix.lower() not in SIDECAR_SUFFIXES:
        return beside
    if free:
        return own
    if sys.stdin.isatty() and sys.stderr.isatty():
        import typer

        question = f"{own} exists: put the new settings into it? Its other metadata is kept"
        return own if typer.confirm(question, err=True) else beside
    return beside


def unread(photo: Path, sidecar: Path) -> tuple[str, ...]:
    """A note where Lightroom will not see the settings of a RAW file, whose own sidecar stays as it is, and where that
    of another photo means nothing.
    """
    own = photo.with_suffix(".xmp")
    if sidecar == own or sidecar.parent.resolve() != photo.parent.resolve() or not own.exists():
        return ()
    if photo.suffix.lower() in SIDECAR_SUFFIXES:
        return (f"{own.name} stays as it is, and Lightroom reads no other: --force writes this edit into it",)
    if any(photo.with_suffix(end).exists() for kind in SIDECAR_SUFFIXES for end in (kind, kind.upper())):
        return ()  # it is that one's
    kind = photo.suffix[1:].upper()
    return (f"{own.name} is not read: Lightroom keeps the settings of a {kind} inside the file, not in a sidecar",)


def sidecar_bytes(source: Photo, settings: Settings, path: Path) -> bytes:
    """The settings beside an image, as XMP; what else stands in the file at `path` is kept.

    CliError when that file is no XMP.
    """
    if not path.is_file():
        return packet(source, settings, applied=False)[0].encode()
    try:
        existing = rdf.decode(path.read_bytes())
        rdf.parse(existing)
    except FormatError as error:
        raise CliError(f"{path}: {error}: move it away or choose another name", FAILED) from None
    return packet(replace(source, xmp=existing), settings, applied=False)[0].encode()


def write_files(files: Mapping[Path, bytes], *, replace: Collection[Path] = ()) -> None:
    """Write files that belong together, their folders made: all of them or none of the new ones. See `write_group`."""
    made = [folder for path in files for folder in (path.parent, *path.parent.parents) if not folder.exists()]
    for path in files:
        make_folder(path.parent)
    try:
        write_group(files, replace=replace)
    except BaseException:
        for folder in sorted(set(made), key=lambda path: -len(path.parts)):
            with suppress(OSError):  # something else is in it by now
                folder.rmdir()
        raise


def make_folder(folder: Path) -> None:
    """The folder, with those above it; CliError when something else is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        text = f"{folder}: cannot be made a folder ({error.strerror}): choose another place"
        raise CliError(text, FAILED) from None
