"""The files of a state that stands: image, sidecar and history, so that undo and redo write what the edit wrote."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import cv2
import numpy as np

from editor_ops.io.decode import load
from editor_ops.ops.geometry import empty_crop
from editor_ops.photo import Photo
from editor_ops.settings import raw_start
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.files.export import Export
from jarvisevo.files.write import image_bytes, sidecar_bytes, sidecar_path, write_files
from jarvisevo.live.standing import files as written_files
from jarvisevo.live.standing import find_sidecar, ours
from jarvisevo.record.history import BEGINS, History, digest, history_path

LOOKS = "looks"
"""Entry of `meta`: `looks` of the picture that the edits were made on."""
GRID = 8
"""Rows and columns of `looks`."""
NEAR = 2.0
"""Codes of 255 by which the looks of one picture may differ: other decoders, a spot removed."""


def looks(photo: Photo) -> str:
    """The means of a rendered photo in GRID x GRID cells, two hexadecimal digits a channel: only another picture
    changes them.
    """
    share = cv2.resize(photo.pixels, (GRID, GRID), interpolation=cv2.INTER_AREA) / (2**photo.bits - 1)
    return np.rint(255 * share).astype(np.uint8).tobytes().hex()


def another_picture(history: History, photo: Photo) -> bool:
    """Whether the photo's file holds another picture than the one that its edits were made on. A RAW file does not: it
    is never exported again, and looks otherwise by another camera profile.
    """
    if photo.raw:
        return False
    try:
        then, now = (
            np.array(list(bytes.fromhex(text))) for text in (str(history.trajectory.meta[LOOKS]), looks(photo))
        )
    except (KeyError, ValueError):  # older than this entry
        return False
    return then.shape == now.shape and float(np.abs(then - now).mean()) > NEAR


def remembered(
    history: History, photo: Photo, written: Mapping[Path, bytes], export: Export | None = None, xmp: bool = True
) -> tuple[History, dict[Path, bytes]]:
    """(the history as it is kept, its file) with what is written: it knows its files, how they were exported, and
    what the photo looked like when it was begun.

    Files of earlier turns that are not written now stay known, so that a later turn may write them anew.

    written  the result, or what stands beside it, first
    export   how the result was exported; default: as the history says, where no result is written
    """
    beside = next(iter(written))
    names = {path.name: digest(data) for path, data in written.items() if path.parent == beside.parent}
    how: dict[str, object] = {} if export is None else {"export": asdict(export)}
    how |= {BEGINS: start} if (start := raw_start(photo)) else {}
    how |= {} if LOOKS in history.trajectory.meta or photo.raw else {LOOKS: looks(photo)}
    kept = history.noted(files={**written_files(history), **names}, xmp=xmp, **how)
    return kept, {history_path(beside): kept.to_bytes()}


def export_of(history: History) -> Export:
    """How the result was exported the last time; CliError when the history says something that cannot be."""
    given: object = history.trajectory.meta.get("export")
    try:
        return Export(**given) if isinstance(given, dict) else Export()
    except TypeError:
        raise CliError("the history does not say how the result was exported: edit the photo again", FAILED) from None


def write_state(photo: Path, output: Path, history: History, *, force: bool = False) -> list[Path]:
    """Render what stands and write it over the files of the last turn -> what was written, the image first.

    A state whose crop leaves nothing has no image: its sidecar and the history are written, so that one can walk past
    it.

    CliError when somebody else changed them, unless `force`.
    """
    export, xmp = export_of(history), history.trajectory.meta.get("xmp") is not False
    source = load(photo)
    files = {}
    if not xmp or empty_crop(history.settings, source) is None:
        files[output] = image_bytes(source, history.settings, output, export, embed=xmp)[0]
    agreed = ours(history, output.parent)
    if xmp:
        known = find_sidecar(photo, output)
        ours_too = known is not None and known.name in written_files(history)
        sidecar = known if known and ours_too else sidecar_path(photo, output, force=force, ours=agreed)
        files[sidecar] = sidecar_bytes(source, history.settings, sidecar)
    foreign = [path for path in files if path.exists() and path not in agreed]
    if foreign and not force:
        raise CliError(f"{foreign[0]}: was changed since the last edit: add --force to write over it", FAILED)
    _, record = remembered(history, source, files, export, xmp)
    write_files({**files, **record}, replace=[*files, *record])
    return list(files)
