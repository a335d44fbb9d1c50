"""Settings files: XMP sidecars, presets and profiles, `.lrtemplate`, JSON tool calls, and settings inside photos.

from editor_ops.formats import read, write
document = read("photo.xmp")
write(document.settings, "look.lrtemplate", name="My look")
"""

from dataclasses import replace
from pathlib import Path

from editor_ops.files import write_whole
from editor_ops.formats.document import Document, FormatError, Note
from editor_ops.settings import Settings

__all__ = ["Document", "FormatError", "Note", "read", "write"]

SUFFIXES = (".xmp", ".lrtemplate", ".json")
MAX_BYTES = 20_000_000
_HINT = "give an .xmp, .lrtemplate or .json file, or a photo edited in Lightroom"


def read(path: str | Path) -> Document:
    """The develop settings of a file, by suffix, else by content. FormatError says what is wrong with a bad one."""
    path = Path(path)
    try:
        document = _read(path)
    except OSError as error:
        raise FormatError(f"{path}: cannot be read ({error.strerror or error}); check the path") from error
    except FormatError as error:
        raise FormatError(f"{path}: {error}") from error
    if document.name:
        return document
    return replace(document, name=path.stem)


def _read(path: Path) -> Document:
    from editor_ops.formats import embedded, lrtemplate, tool_call, xmp

    suffix = path.suffix.lower()
    with path.open("rb") as file:
        head = file.read(512)
    if suffix not in SUFFIXES and embedded.is_photo(head, suffix):
        packet = embedded.embedded_xmp(path)
        if packet is None:
            raise FormatError(f"holds no develop settings; {_HINT}")
        document = xmp.parse(packet)
        if not document.settings.values and not document.settings.extra:
            raise FormatError(f"its XMP holds no develop settings; {_HINT}")
        notes = document.notes
        if str(document.settings.extra.get("AlreadyApplied")).lower() == "true":
            notes += (Note("AlreadyApplied", "kept", "its pixels were exported with these settings"),)
        return Document(document.settings, notes, document.name, "photo")
    if path.stat().st_size > MAX_BYTES:
        raise FormatError(f"larger than {MAX_BYTES // 1_000_000} MB; {_HINT}")
    data = path.read_bytes()
    readers = {".xmp": xmp.parse, ".lrtemplate": lrtemplate.parse, ".json": tool_call.parse}
    return readers[suffix if suffix in readers else _guess(data)](data)


def _guess(data: bytes) -> str:
    """The suffix that a file without a known one should have had."""
    head = data[:4096].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if head.startswith(b"<"):
        return ".xmp"
    if head.startswith((b"s =", b"s=", b"--")):
        return ".lrtemplate"
    if head.startswith((b"{", b"//", b"/*")):
        return ".json"
    raise FormatError(f"not a settings file; {_HINT}")


def write(
    settings: Settings, path: str | Path, *, name: str = "", existing: str | None = None, new: bool = False
) -> Path:
    """Write settings by suffix, whole or not at all -> the path.

    name      makes an XMP file a preset of that name; the title of an .lrtemplate (default: the file's name)
    existing  XMP text whose other data (title, history, EXIF …) is carried over into an .xmp file
    new       the file must not exist yet: FileExistsError
    """
    from editor_ops.formats import lrtemplate, tool_call, xmp

    path = Path(path)
    suffix = path.suffix.lower()
    if suffix == ".xmp":
        text = xmp.dump(settings, existing=existing, preset_name=name or None, applied=False)
    elif suffix == ".lrtemplate":
        text = lrtemplate.dump(settings, name or path.stem)
    elif suffix == ".json":
        text = tool_call.dump(settings, extra=True) + "\n"
    else:
        raise FormatError(f"{path}: cannot write {suffix or 'a file without suffix'}; use one of {', '.join(SUFFIXES)}")
    try:
        return write_whole(path, text, new=new)
    except UnicodeEncodeError as error:
        raise FormatError(f"{path}: a text in the settings is not valid Unicode; remove it") from error
    except FileExistsError:
        raise
    except OSError as error:
        raise FormatError(f"{path}: cannot be written ({error.strerror or error}); check the folder") from error
