"""Which file is the result of a photo: one rule for every command, the page and agents."""

from pathlib import Path

from editor_ops.photo import RAW_SUFFIXES, SUFFIXES
from jarvisevo.files.export import Export
from jarvisevo.live.standing import files as written_files
from jarvisevo.live.standing import known

RESULTS = (".edited", ".masks", ".candidates")
"""Ends of names of what commands write beside photos; folders are shown and edited without them."""
KINDS = (*SUFFIXES, *RAW_SUFFIXES)
"""Suffixes of photos."""


def is_photo(path: Path) -> bool:
    """Whether a file of a folder is a photo by its name: not hidden, no result of a command."""
    return path.suffix.lower() in KINDS and not path.name.startswith(".") and not path.stem.endswith(RESULTS)


def result_path(
    photo: Path, folder: Path | None = None, export: Export = Export(), number: int = 1, *, whole: bool = False
) -> Path:
    """Where the result of a photo stands: "A.edited.jpg"; "A.dng.edited.jpg" where another photo "A.…" lies beside it.

    A result that was made of this photo under the other of the two names is gone on from.

    folder  of the result; default the photo's
    whole   the whole name at any rate, where photos of several folders go into one
    """
    names = (photo.name, photo.stem) if whole or twins(photo) else (photo.stem, photo.name)
    usual, other = ((folder or photo.parent) / export.name(name, number) for name in names)
    return other if made_of(other, photo) and not made_of(usual, photo) else usual


def made_of(output: Path, photo: Path) -> bool:
    """Whether the history of a result is that of this photo."""
    found = known(output)
    return found is not None and Path(found.trajectory.photo).name == photo.name


def twins(photo: Path) -> list[Path]:
    """Photos beside this one with its stem and another suffix: the JPEG of a RAW file; results of edits are none."""
    return [path for path in of_stem(photo, photo.stem) if not _same(path, photo) and not _is_result(path)]


def of_stem(photo: Path, stem: str) -> list[Path]:
    """The photos of a stem in the folder of this one."""
    found = (photo.with_name(f"{stem}{end}") for kind in KINDS for end in (kind, kind.upper()))
    return [path for path in found if path.is_file()]


def _same(path: Path, photo: Path) -> bool:
    return path.name == photo.name or (photo.exists() and path.samefile(photo))  # some disks know no capitals


def _is_result(path: Path) -> bool:
    found = known(path)
    return found is not None and path.name in written_files(found)
