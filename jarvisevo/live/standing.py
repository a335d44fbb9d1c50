"""What stands for a photo before an edit: its history, or else the settings of a sidecar."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from editor_ops.formats import FormatError
from editor_ops.formats import read as read_settings
from editor_ops.settings import Settings
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.files.write import SIDECAR_SUFFIXES
from jarvisevo.live.states import changes
from jarvisevo.record.history import History, Turn, digest, history_path, read_history
from jarvisevo.record.trajectory import Step, TrajectoryError


def standing(photo: Path, output: Path, unfinished: Collection[Path] = ()) -> History:
    """The history of a photo and its result. Settings that another program changed in the sidecar become a step,
    and what was read may be written over.

    unfinished  files of a turn that was interrupted while they were written: it is as if they were not there
    CliError when the history or the sidecar is damaged.
    """
    try:
        history = read_history(output)
    except TrajectoryError as error:
        raise CliError(str(error), FAILED) from None
    if history and Path(history.trajectory.photo).name != photo.name:  # another photo's result had this name
        own = find_sidecar(photo)
        return History.new(str(photo), _read(own) if own else None)
    if history and history.now and history_path(output) in unfinished:
        history = history.undo()
    sidecar = find_sidecar(photo, output)
    sidecar = None if sidecar in unfinished else sidecar
    if history is None:
        start = _read(sidecar) if sidecar else None
        return History.new(str(photo), start)
    history = History(replace(history.trajectory, photo=str(photo)))
    if sidecar is None or files(history).get(sidecar.name) in (None, digest(sidecar.read_bytes())):
        return history
    found = _read(sidecar)
    history = history.noted(files={**files(history), sidecar.name: digest(sidecar.read_bytes())})  # taken up
    if found.values == history.settings.values:
        return history
    step = Step("", changes(history.settings, found), found, notes=(f"read from {sidecar.name}",))
    return history.add(step, Turn(by="sidecar"))


def find_sidecar(photo: Path, output: Path | None = None) -> Path | None:
    """The sidecar that stands: that of the result, where there is one, else that of a RAW file."""
    result = [_of_result(photo, output)] if output else []
    own = [photo.with_suffix(".xmp")] if photo.suffix.lower() in SIDECAR_SUFFIXES else []
    return next((path for path in (*result, *own) if path.is_file()), None)


def _of_result(photo: Path, output: Path) -> Path:
    """The sidecar of a result; see `sidecar_path` for one that is called as the photo is."""
    beside = output.with_suffix(".xmp")
    if beside.resolve() != photo.with_suffix(".xmp").resolve():
        return beside
    history = known(output)
    ours = history is not None and beside.name in files(history)
    return beside if ours else output.with_name(f"{output.name}.xmp")


def known(output: Path) -> History | None:
    """The history of a result; None for a damaged one too, of which `standing` tells."""
    with suppress(TrajectoryError):
        return read_history(output)
    return None


def marks(photo: Path, output: Path) -> tuple[object, ...]:
    """What tells whether anybody wrote the history or the sidecar since: path, number, time and size of each."""
    found: list[object] = []
    for path in (history_path(output), find_sidecar(photo, output)):
        with suppress(OSError):
            if path is not None:
                stat = path.stat()
                found.append((path, stat.st_ino, stat.st_mtime_ns, stat.st_size))
    return tuple(found)


def files(history: History) -> dict[str, str]:
    """Name -> SHA-256 of every file that was written for this history, as it was written last."""
    rows = history.trajectory.meta.get("files")
    return {str(name): str(value) for name, value in rows.items()} if isinstance(rows, dict) else {}


def ours(history: History, folder: Path) -> set[Path]:
    """The files of an earlier turn that nobody changed since: the next turn may write them anew."""
    found = set()
    for name, wanted in files(history).items():
        path = folder / Path(name).name
        if path.is_file() and digest(path.read_bytes()) == wanted:
            found.add(path)
    return found


def _read(path: Path) -> Settings:
    try:
        return read_settings(path).settings
    except FormatError as error:
        raise CliError(f"{error}; move it away, or add --from-scratch", FAILED) from None
