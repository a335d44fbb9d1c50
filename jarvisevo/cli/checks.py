"""What commands check before they begin: input files, places for results, settings to be read."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from jarvisevo.files.errors import FAILED, CliError

if TYPE_CHECKING:
    from editor_ops.formats import Document, Note


def existing_file(path: Path, what: str) -> Path:
    """`path` when it is a file; else a CliError that says what was expected there."""
    if path.is_dir():
        raise CliError(f"{path}: this is a folder: name {what}")
    if not path.exists() and not path.is_symlink():
        raise CliError(f"{path}: no such file: name {what}")
    if path.exists() and not path.is_file():
        raise CliError(f"{path}: not a regular file (a pipe or a device): save it to a file first")
    return path


def existing_config(path: Path) -> Path:
    """A config by its path, or a shipped one by its name ("nano/sft"); else a CliError that says what there is."""
    from editor_ops.validation import nearest
    from jarvisevo.files.shipped import find_config, shipped_configs

    found = find_config(path)
    if not found.exists():
        near = nearest(path.as_posix().removesuffix(".yaml"), [name for name, _ in shipped_configs()])
        meant = f"did you mean {near}? else " if near else ""
        raise CliError(f"{path}: no such config: {meant}name a YAML file or one of `jarvisevo configs`")
    return existing_file(found, "a YAML file, e.g. nano/sft")


def check_target(
    path: Path,
    *,
    suffixes: Iterable[str],
    inputs: Iterable[Path],
    force: bool,
    new_folder: bool = False,
    option: str = "-o",
    there: str = "exists already: choose another name, or add --force to replace it",
) -> Path:
    """`path` when a result may be written there; nothing is created. CliError with the reason otherwise.

    new_folder  the folder may be missing, as the caller makes it before writing
    option      that names another place, "" for none
    there       said of a file that is there and may not be replaced
    """
    if path.is_dir():
        raise CliError(f"{path}: this is a folder: name a file in it")
    if path.suffix.lower() not in suffixes:
        got = f"{path.suffix} files cannot be written" if path.suffix else "the name has no suffix"
        raise CliError(f"{path}: {got}: use {', '.join(suffixes)}")
    folder = check_folder(path.parent, path, option)
    if folder != path.parent and not new_folder:
        raise CliError(f"{path}: cannot be written: the folder {path.parent} does not exist: create it", FAILED)
    for source in inputs:
        if path.exists() and source.exists() and path.samefile(source):
            raise CliError(f"{path}: this is the input itself: choose another name")
    if path.exists() and not force:
        raise CliError(f"{path}: {there}")
    return path


def check_folder(folder: Path, wanted: Path, option: str = "-o") -> Path:
    """The folder, or the nearest one above it that is there. CliError when nothing can be made in that.

    wanted  what is to be made there, for the error
    """
    there = next(place for place in (folder, *folder.parents) if place.exists())
    cause = f"{there} is not a folder" if not there.is_dir() else ""
    cause = cause or ("" if os.access(there, os.W_OK | os.X_OK) else f"{there} is not writable")
    if cause:
        place = f"choose another place{option and f' with {option}'}"
        raise CliError(f"{wanted}: cannot be written: {cause}: {place}", FAILED)
    return there


def read_settings(path: Path) -> "Document":
    """The settings of a file or photo. A tool call in JSON is strict: unknown or invalid parameters are an error."""
    from editor_ops.formats import read

    existing_file(path, "a settings file (.xmp, .lrtemplate, .json) or an edited photo")
    document = read(path)
    if document.kind == "json":
        problems = [note for note in document.notes if _is_mistake(note)]
        if problems and "ProcessVersion" not in path.read_text("utf-8", "replace"):
            raise CliError(f"{path}: {'; '.join(map(str, problems))}")
    return document


def _is_mistake(note: "Note") -> bool:
    """True for a parameter nobody knows, and for a known one whose value is not acceptable."""
    from editor_ops.table import TABLE

    known = note.name.split(".")[0].split("[")[0] in TABLE
    return note.status == ("kept" if known else "unsupported")


def note_dicts(notes: "Iterable[Note]") -> list[dict[str, str]]:
    """Notes as plain data for --json."""
    return [{"name": note.name, "status": note.status, "text": note.text} for note in notes]
