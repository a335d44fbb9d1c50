"""`jarvisevo edit` over many photos: where results go, what was done before, progress, and the table at the end."""

import hashlib
import json
import os
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

from editor_ops.files import clear_leftovers
from editor_ops.io.save import ENCODERS
from jarvisevo.cli.checks import check_folder
from jarvisevo.files.errors import CliError, describe, one_line
from jarvisevo.files.export import Export
from jarvisevo.files.journal import Journal
from jarvisevo.files.spread import Runner, side_by_side
from jarvisevo.live.results import is_photo, result_path
from jarvisevo.record.history import FOLDER
from jarvisevo.report.terminal import Progress, cell, say, say_error, show_notes, worth_saying

JOURNAL = ".jarvisevo-batch.jsonl"
"""In every folder that a batch writes to: one line for each finished photo."""
MOST_ROWS = 40
"""Rows of the table at the end; beyond them only what is worth knowing is listed: what failed, was done in part, or was
skipped with a reason of its own.
"""
BEFORE = "done before"
"""Said of a photo whose files are those of this very call."""
MOST_LINE = 20_000
"""Characters of a journal line; longer ones are not ours."""


@dataclass(frozen=True)
class Target:
    """A photo, the picture to write, and whether it was named itself or found in a folder."""

    photo: Path
    output: Path


@dataclass
class Report:
    """What became of the photos of a batch, in their order. No image is kept.

    edited  how many are done
    partly  of them, how many in part
    done    what was done to each, where somebody will read it (--json)
    """

    edited: int = 0
    partly: int = 0
    done: list[dict[str, Any]] = field(default_factory=list)
    skipped: list[Target] = field(default_factory=list)
    failures: list[dict[str, str]] = field(default_factory=list)
    rows: list[tuple[str, str, str]] = field(default_factory=list)
    seconds: float = 0.0


@dataclass(frozen=True)
class Account:
    """What is said of a photo that is done.

    what      what was done to it, in a few words
    left_out  what could not be done; with any, the photo is done "in part"
    notes     what else there is to know
    """

    what: str = ""
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def result(self) -> str:
        """Its word in the table."""
        return "in part" if self.left_out else "done"

    def line(self, notes: bool = True) -> str:
        """All of it in one line, with or without the notes."""
        missing = f"not done: {'; '.join(dict.fromkeys(self.left_out))}" if self.left_out else ""
        told = worth_saying(self.notes) if notes else ()
        return one_line("; ".join(part for part in (self.what, missing, *told) if part))


# ---- which photos, and where to


def plan_targets(
    photos: Sequence[Path], out: Path | None, recursive: bool = False, export: Export = Export()
) -> list[Target]:
    """Photo -> file to write (`result_path`). A folder stands for its photos; two photos of one name get different
    results.

    recursive  folders inside folders too; below `out` they keep their places
    """
    found: dict[Path, Path] = {}
    for given in photos:
        for photo, place in _expand(given, recursive, out):
            found.setdefault(photo, place)
    if out and out.suffix.lower() in ENCODERS and not out.is_dir():
        if len(found) > 1:
            raise CliError(f"{out}: one file for {len(found)} photos: give a folder with -o")
        export.check(out)
        return [Target(next(iter(found)), out)]
    if out and out.suffix and not out.is_dir():
        raise CliError(f"{out}: {out.suffix} cannot be written: use {', '.join(ENCODERS)}, or name a folder")
    if out and out.exists() and not out.is_dir():
        raise CliError(f"{out}: exists and is not a folder: choose another name")
    if out:
        check_folder(out, out)  # else every photo is edited before it cannot be written
    folders = {photo: out / place if out else photo.parent for photo, place in found.items()}
    met = Counter((folder, stem) for folder, stem, _ in {(folders[p], p.stem, p.parent) for p in found})
    targets = [
        Target(photo, result_path(photo, folders[photo], export, number, whole=met[folders[photo], photo.stem] > 1))
        for number, photo in enumerate(found, 1)
    ]
    own = {target.output.resolve() for target in targets}
    targets = [t for t in targets if t.photo.resolve() not in own]  # a result of an earlier run is no photo
    for target in targets:
        export.check(target.output)
    same = [output for output, count in Counter(t.output for t in targets).items() if count > 1]
    if same:
        raise CliError(f"{same[0]}: two photos would be written there: edit them in two calls, each with another -o")
    return targets


def _expand(given: Path, recursive: bool, out: Path | None) -> list[tuple[Path, Path]]:
    """(photo, folder below the output folder) of a file or of a folder; results of earlier edits are left out."""
    if not given.is_dir():
        return [(given, Path())]
    photos = [(photo, photo.parent.relative_to(given)) for photo in _photos(given, recursive, out)]
    if not photos:
        deeper = "" if recursive or not any(p.is_dir() for p in given.iterdir()) else ": --recursive looks deeper"
        raise CliError(f"{given}: no photos in this folder{deeper}")
    return photos


def _photos(folder: Path, recursive: bool, out: Path | None) -> Iterator[Path]:
    """Photos of a folder by name; hidden files and folders, links to folders and the output folder are not entered."""
    away = out.resolve() if out else None
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith(".") and Path(root, f).resolve() != away)
        for name in sorted(files):
            path = Path(root, name)
            if is_photo(path):
                yield path
        if not recursive:
            return


# ---- what was done before


def digest(path: Path) -> str:
    """SHA-256 of a file, "" when it is none or cannot be read."""
    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        return ""


def fingerprint(photo: Path, asked: Mapping[str, Any]) -> str:
    """One text for a photo's bytes and everything that was asked: the same again means the same result."""
    told = json.dumps(asked, sort_keys=True, default=str)
    return hashlib.sha256(f"{digest(photo)} {told}".encode()).hexdigest()


class BatchJournal:
    """What a folder's results are made from: noted before they are written, so that a killed batch knows its own files.

    A row: "output" (name), "from" (`fingerprint`), "files" (name -> SHA-256). Other rows say nothing.
    """

    def __init__(self, folder: Path) -> None:
        self._journal = Journal(folder / JOURNAL, MOST_LINE)
        self._rows: dict[str, dict[str, Any]] = {}
        for row in self._journal.rows:
            if isinstance(row.get("output"), str) and isinstance(row.get("files"), dict):
                self._rows[row["output"]] = row
        self._journal.rows.clear()

    def there(self, output: Path, made_from: str) -> tuple[set[Path], bool]:
        """(files of this very result that are there unchanged, whether that is all of them)."""
        row = self._rows.get(output.name, {})
        if row.get("from") != made_from:
            return set(), False
        files = {output.parent / name: wanted for name, wanted in row["files"].items()}
        found = {path for path, wanted in files.items() if digest(path) == wanted != ""}
        return found, output in files and len(found) == len(files)

    def add(self, output: Path, made_from: str, files: Mapping[Path, bytes]) -> None:
        """Note a result. A journal that cannot be written costs a later run its time, not this one its results."""
        names = {os.path.relpath(path, output.parent): hashlib.sha256(data).hexdigest() for path, data in files.items()}
        row = {"output": output.name, "from": made_from, "files": names}
        self._rows[output.name] = row
        with suppress(OSError):
            self._journal.add(row)
        self._journal.rows.clear()


# ---- the run


class BatchResult(Protocol):
    """What a command makes of one photo."""

    def to_dict(self) -> dict[str, Any]: ...


class DoneBefore(Exception):
    """Raised by `make` for a photo that needs no work, with the reason for its line."""


Kept = TypeVar("Kept", bound=BatchResult)
Announce = Callable[[Mapping[Path, bytes]], None]
"""Told the files of a result, just before they are written."""


@dataclass
class BatchEdit(Generic[Kept]):
    """A batch under way: photos are worked on side by side, results are written one after the other, in their order.

    asked    what else decides the result, for the journal
    make     (photo, files that may be replaced) -> what is to be written
    keep     (that, whom to tell the files before they are written) -> the result
    summary  of a result
    quiet    nothing on stdout and no progress line
    verbose  every note in a line of its own, on stderr
    workers, runner  see `side_by_side`, which calls `make`
    """

    asked: Mapping[str, Any]
    make: Callable[[Target, Collection[Path]], object]
    keep: Callable[[Any, Announce], Kept]
    summary: Callable[[Kept], Account]
    force: bool = False
    quiet: bool = False
    workers: int = 1
    runner: Runner = "local"
    verbose: bool = False
    report: Report = field(default_factory=Report)
    journals: dict[Path, BatchJournal] = field(default_factory=dict)

    @classmethod
    def one_by_one(
        cls,
        asked: Mapping[str, Any],
        edit: Callable[[Target, Collection[Path], Announce], Kept],
        summary: Callable[[Kept], Account],
        force: bool,
        quiet: bool,
    ) -> Self:
        """A batch whose `edit` makes and writes a result at once."""
        return cls(
            asked,
            lambda target, ours: (target, ours),
            lambda call, tell: edit(call[0], call[1], tell),
            summary,
            force,
            quiet,
        )

    def run(self, targets: Sequence[Target]) -> Report:
        """Edit every photo; one that fails never stops the rest. Interrupted, it shows what was done before it ends."""
        report, start = self.report, time.monotonic()
        try:
            with Progress("editing", len(targets), quiet=self.quiet) as progress:
                for i, (target, made_from, made) in enumerate(self._made(targets), 1):
                    row, done = self._row(target, made_from, made)
                    report.rows.append(row)
                    progress.update(i)
                    if not self.quiet and done:
                        self._tell(target, done)
        finally:
            report.seconds = time.monotonic() - start
            if not self.quiet:
                show(report, len(targets))
        return report

    def _made(self, targets: Sequence[Target]) -> Iterator[tuple[Target, str, object]]:
        """(photo, what its result is made from, what is to be written) in order; None where it is there."""
        begun = deque[tuple[Target, str, object]]()

        def calls() -> Iterator[tuple[Target, Collection[Path]]]:
            for target in targets:
                made_from, ours = "", None
                try:
                    made_from = fingerprint(target.photo, self.asked)
                    ours, whole = self._journal(target).there(target.output, made_from)
                    begun.append((target, made_from, None if whole and not self.force else WAITING))
                except Exception as error:  # a folder that cannot be read
                    begun.append((target, made_from, error))
                if begun[-1][2] is WAITING and ours is not None:
                    yield target, ours

        for made in side_by_side(self.make, calls(), self.workers, self.runner):
            while begun[0][2] is not WAITING:
                yield begun.popleft()
            target, made_from, _ = begun.popleft()
            yield target, made_from, made
        yield from begun

    def _journal(self, target: Target) -> BatchJournal:
        folder = target.output.parent
        if folder not in self.journals:
            self.journals[folder] = BatchJournal(folder)
            clear_leftovers(folder)
            clear_leftovers(folder / FOLDER)
        return self.journals[folder]

    def _tell(self, target: Target, done: Account) -> None:
        """The line of a photo that was done; `verbose`: its notes below it, each with the photo's name."""
        text = done.what if self.verbose else done.line()
        say(f"{target.photo} -> {target.output}  {'in part: ' if done.left_out else ''}{text}")
        if self.verbose:
            missing = (f"not done: {each}" for each in dict.fromkeys(done.left_out))
            show_notes((f"{target.photo}: {each}" for each in (*missing, *done.notes)), ordinary=True)

    def _row(self, target: Target, made_from: str, made: object) -> tuple[tuple[str, str, str], Account | None]:
        """Write one result, or find it done, or note why it failed -> its row of the table, and what was done now."""
        name = str(target.photo)
        try:
            if isinstance(made, Exception):
                raise made
            if made is None:
                raise DoneBefore(BEFORE)
            result = self.keep(made, lambda files: self._journal(target).add(target.output, made_from, files))
        except DoneBefore as reason:
            self.report.skipped.append(target)
            return (name, "skipped", str(reason)), None
        except Exception as error:  # a damaged photo is a line in the report, not the end of the batch
            text = one_line(describe(error)[0])
            self.report.failures.append({"photo": name, "error": text if name in text else f"{name}: {text}"})
            return (name, "failed", text.removeprefix(f"{name}: ")), None
        self.report.edited += 1
        if self.quiet:  # else the table has it, and a long batch stays small
            self.report.done.append(result.to_dict())
        done = self.summary(result)
        self.report.partly += bool(done.left_out)
        return (name, done.result, done.line(notes=False)), done


WAITING = object()
"""In place of what is being made."""


def show(report: Report, total: int) -> None:
    """The table at the end: what became of every photo, what failed or was left out with the reason, and the sums."""
    from rich.table import Table

    from jarvisevo.report.terminal import console

    few = len(report.rows) <= MOST_ROWS
    rows = [row for row in report.rows if few or (row[1] != "done" and row[2] != BEFORE)]
    if rows:
        table = Table("photo", "result", "what or why", box=None, pad_edge=False)
        for row in rows:
            table.add_row(*map(cell, map(one_line, row)))
        console().print(table)
    waiting = total - len(report.rows)
    parts = [f"{report.edited} of {total} photos edited"]
    parts += [f"{len(report.skipped)} done before"] if report.skipped else []
    parts += [f"{len(report.failures)} failed"] if report.failures else []
    parts += [f"{waiting} not begun"] if waiting else []
    each = f", {report.seconds / report.edited:.1f} s a photo" if report.edited else ""
    partly = f"; {report.partly} edited in part" if report.partly else ""
    say(f"{', '.join(parts)}{partly}  ({report.seconds:.1f} s{each})")
    for failure in report.failures:
        say_error(failure["error"])
