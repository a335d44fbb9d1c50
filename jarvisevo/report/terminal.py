"""What every command shares on the terminal: errors in one line, notes, JSON, tables, progress, options of configs.

Commands stand in `jarvisevo.cli`, and those of training, data_pipeline and bench beside what they run.
"""

import functools
import json
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from jarvisevo.files.errors import INTERRUPTED, describe, one_line

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

Command = TypeVar("Command", bound=Callable[..., object])
Noted = TypeVar("Noted")
ConfigPath = Annotated[
    Path, typer.Argument(metavar="CONFIG.yaml", help="YAML file, or the name of one of `jarvisevo configs`.")
]
Overrides = Annotated[
    list[str] | None, typer.Argument(metavar="[KEY=VALUE …]", help="Keys that differ from the file, e.g. seed=1.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def printable(text: object) -> str:
    """Text that cannot steer a terminal: control characters and reversals of the writing direction show as \ufffd."""
    return "".join(c if c.isprintable() else "\ufffd" for c in str(text))


def say(text: object) -> None:
    """One line on stdout."""
    typer.echo(printable(text))


def cell(text: object) -> "Text":
    """Untrusted text for a table: no markup, no control characters."""
    from rich.text import Text

    return Text(printable(text))


def say_error(text: object) -> None:
    """One line on stderr."""
    typer.echo(f"jarvisevo: error: {one_line(text)}", err=True)


def command(function: Command) -> Command:
    """Wrap a command: every error becomes one line on stderr and exit code 1 or 2."""

    @functools.wraps(function)
    def run(*arguments: object, **options: object) -> object:
        try:
            return function(*arguments, **options)
        except (typer.Exit, typer.Abort, BrokenPipeError):
            raise
        except KeyboardInterrupt:
            say_error("stopped by you: what was written so far is whole, nothing else was touched")
            raise typer.Exit(INTERRUPTED) from None
        except Exception as error:
            if hasattr(error, "format_message"):  # typer's own usage errors
                raise
            text, code = describe(error)
            say_error(text)
            raise typer.Exit(code) from None

    return run  # type: ignore[return-value]


def show_notes(notes: Iterable[object], label: Callable[[str], str] = str, *, ordinary: bool = False) -> None:
    """What a person should hear about files and settings, one per line on stderr.

    label     puts the word before a note into the language of the person
    ordinary  with what is usual too, which is else not worth a line
    """
    for note in notes if ordinary else worth_saying(notes):
        status = getattr(note, "status", "")
        typer.echo(f"{label('note: ')}{f'{status}: ' if status else ''}{one_line(note)}", err=True)


def worth_saying(notes: Iterable[Noted]) -> list[Noted]:
    """Notes without the ordinary."""
    return [note for note in notes if not str(note).startswith("no ICC profile")]


def print_json(data: object) -> None:
    """Plain JSON on stdout, for programs."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    typer.echo("".join(c if c.isprintable() or c == "\n" else _escaped(c) for c in text))


def _escaped(character: str) -> str:
    return json.dumps(character)[1:-1] if ord(character) > 0x7F else f"\\u{ord(character):04x}"


def console(error: bool = False) -> "Console":
    """A rich console that never reads markup into other people's text and keeps tables whole in a pipe."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else 160
    return Console(stderr=error, markup=False, highlight=False, emoji=False, width=width)


EVERY = 30.0
"""Seconds between two lines of progress where there is no terminal."""


class Progress:
    """How far a work is, on the error stream: one line that moves on a terminal, a line every half minute elsewhere.

    what   what is being done, in a word
    total  how much there is; None while nobody knows
    done   of it, done before
    """

    def __init__(self, what: str, total: float | None = None, done: float = 0, *, quiet: bool = False) -> None:
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        texts = TextColumn("{task.description}", markup=False), TextColumn("{task.fields[text]}", markup=False)
        times = TimeElapsedColumn(), TimeRemainingColumn()
        hidden = quiet or not sys.stderr.isatty()
        self._what, self._plain, self._ended = what, hidden and not quiet, threading.Event()
        shared = sys.stdout.isatty()
        self._bar = Bar(
            texts[0], BarColumn(), *times, texts[1], console=console(True), disable=hidden, redirect_stdout=shared
        )
        self._task = self._bar.add_task(what, total=total, text="")
        self.update(done)

    def __enter__(self) -> "Progress":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def update(self, done: float, total: float | None = None, text: str | None = None) -> None:
        """So much is done in all; `text` stands in place of the count."""
        task = self._bar.tasks[self._task]
        total = task.total if total is None else total
        said = _count(done, total) if text is None else one_line(text)
        self._bar.update(self._task, completed=done, total=total, text=said)

    def start(self) -> None:
        """Show it, until `stop`."""
        self._bar.start()
        if self._plain:
            threading.Thread(target=self._tell, args=(time.monotonic(),), daemon=True).start()

    def stop(self) -> None:
        """Leave the line as it is."""
        self._bar.stop()
        self._ended.set()

    def _tell(self, began: float) -> None:
        """Lines for a log, until the end; none of a work that is done at once."""
        while not self._ended.wait(EVERY):
            seconds = round(time.monotonic() - began)
            said = self._bar.tasks[self._task].fields["text"]
            typer.echo(f"{self._what}: {said} after {seconds // 60}:{seconds % 60:02d}", err=True)


def _count(done: float, total: float | None) -> str:
    return f"{done:g}" if total is None else f"{done:g} of {total:g}"
