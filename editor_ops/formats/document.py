"""What every reader returns, and the one error they raise."""

from dataclasses import dataclass
from typing import Literal

from editor_ops.settings import Settings
from editor_ops.text import one_line

Status = Literal["unsupported", "approximated", "mapped", "repaired", "kept"]


class FormatError(ValueError):
    """A settings file could not be read or written: one line with the file, the cause and what to do about it."""

    def __init__(self, text: str) -> None:
        super().__init__(one_line(text))


@dataclass(frozen=True, slots=True)
class Note:
    """What a person should hear about one setting of a document.

    name    Adobe's name of the setting, or "" for the document as a whole
    status  "unsupported" changes the image in Lightroom and is not rendered here; "approximated" rendered, not
            Adobe's mathematics; "mapped" read under another name; "repaired" the text was not quite right;
            "kept" carried through, not used
    text    one line
    """

    name: str
    status: Status
    text: str

    def __str__(self) -> str:
        return one_line(f"{self.name}: {self.text}" if self.name else self.text)


@dataclass(frozen=True, slots=True)
class Document:
    """The develop settings of a file, with what there is to say about them.

    kind         "xmp", "lrtemplate", "json" or "photo"
    orientation  in which a sidecar shows its photo, where it does not tell the camera's part of it from the edit's; 0
                 for any other document
    """

    settings: Settings
    notes: tuple[Note, ...] = ()
    name: str = ""
    kind: str = "xmp"
    orientation: int = 0


def excerpt(text: str, at: int = 0, size: int = 40) -> str:
    """A short printable piece of untrusted text from position `at`, for an error message."""
    piece = "".join(c if c.isprintable() else " " for c in text[at : at + size])
    return repr(piece + ("…" if at + size < len(text) else ""))


def position(text: str, at: int) -> str:
    """ "line 3, column 14" of a character position."""
    return f"line {text.count(chr(10), 0, at) + 1}, column {at - text.rfind(chr(10), 0, at)}"
