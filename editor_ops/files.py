"""Writing files whole or not at all: into a temporary file beside the target, which then takes its name."""

import os
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

_TEMPORARY = ".jarvisevo-{pid}-"
"""Begin of a temporary name; short, so that a target's name may be as long as the disk allows."""


def write_whole(path: Path, data: bytes | str, *, new: bool = False) -> Path:
    """Put bytes, or text as UTF-8, at a path in one step, with the rights an ordinary new file gets -> the path.

    new  the file must not exist: of two programs that make it at once, one gets FileExistsError
    OSError names `path`; nothing is left behind.
    """
    with whole_file(path, new=new) as temporary, _named_after(path, temporary):
        temporary.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


@contextmanager
def whole_file(path: Path, *, new: bool = False) -> Iterator[Path]:
    """A temporary file to write to; it becomes `path` when the block ends well. See `write_whole`."""
    with _temporary(path) as temporary:
        yield temporary
        with _named_after(path, temporary):
            _take_name(temporary, path, replace=not new)


def write_group(files: Mapping[Path, bytes], *, replace: Collection[Path] = ()) -> None:
    """Files that belong together: all of them get their names, or those that are new are taken back.

    replace  files that may be there already; any other is made only where there is none (FileExistsError)
    """
    made: list[Path] = []
    with ExitStack() as stack:
        try:
            staged = {path: stack.enter_context(_temporary(path, data)) for path, data in files.items()}
            for path, temporary in staged.items():
                there = path.exists()
                with _named_after(path, temporary):
                    _take_name(temporary, path, replace=path in replace)
                if not there:
                    made.append(path)
        except BaseException:
            for path in made:
                path.unlink(missing_ok=True)
            raise


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """A temporary folder to fill; it becomes `path` when the block ends well, in place of an empty folder or none.

    OSError when `path` is a folder with something in it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=_TEMPORARY.format(pid=os.getpid()), suffix=".part", dir=path.parent))
    try:
        yield temporary
        temporary.chmod(0o777 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise


@contextmanager
def _temporary(path: Path, data: bytes = b"") -> Iterator[Path]:
    """A file beside `path` with `data` in it; gone afterwards unless it has got its name."""
    try:
        handle, name = tempfile.mkstemp(prefix=_TEMPORARY.format(pid=os.getpid()), suffix=".part", dir=path.parent)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file, _named_after(path, temporary):
            file.write(data)
            file.flush()
        yield temporary
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def _named_after(path: Path, temporary: Path) -> Iterator[None]:
    """Errors of the temporary file speak of the file that it was to be."""
    try:
        yield
    except OSError as error:
        if error.errno is None or str(error.filename or temporary) != str(temporary):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


def _take_name(temporary: Path, path: Path, *, replace: bool) -> None:
    """Give a file its name; when it must not replace another, by a hard link, which cannot, as a rename can."""
    temporary.chmod(0o666 & ~_umask())  # mkstemp makes private files
    if replace:
        os.replace(temporary, path)
        return
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:  # a disk without hard links (FAT, some network shares): an empty file reserves the name
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        try:
            os.replace(temporary, path)
        except BaseException:
            path.unlink(missing_ok=True)
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def clear_leftovers(folder: Path) -> None:
    """Remove temporary files of this project's programs that were killed; those of a running one stay."""
    begin, _, _ = _TEMPORARY.partition("{")
    for left in folder.glob(f"{begin}*.part"):
        pid = left.name.removeprefix(begin).partition("-")[0]
        if pid.isdigit() and not runs(int(pid)):
            if left.is_dir():
                shutil.rmtree(left, ignore_errors=True)
            else:
                left.unlink(missing_ok=True)


def runs(pid: int) -> bool:
    """Whether there is a process of this number."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True
