"""`jarvisevo render`: settings from a file on one photo, or on many."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from editor_ops.formats.document import Document, Note
from editor_ops.formats.exported import placed
from editor_ops.io.decode import load
from editor_ops.io.save import ENCODERS
from jarvisevo.cli.batch import Account, BatchEdit, Target, digest, plan_targets
from jarvisevo.cli.checks import check_target, existing_file, note_dicts, read_settings
from jarvisevo.files.errors import CliError
from jarvisevo.files.export import Export
from jarvisevo.files.write import image_bytes, write_files
from jarvisevo.report.settings_view import title
from jarvisevo.report.terminal import print_json, say, show_notes


@dataclass(frozen=True)
class Rendered:
    """One developed photo, and what to say about it.

    left_out  what of the settings could not be done
    notes     about how the photo was read
    """

    target: Target
    document: Document
    left_out: tuple[str, ...]
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain data for --json."""
        settings, notes = self.document.settings.to_dict(), note_dicts(self.document.notes)
        return {
            "photo": str(self.target.photo),
            "output": str(self.target.output),
            "settings": settings,
            "notes": notes,
            "photo_notes": [*self.notes, *self.left_out],
        }


@dataclass(frozen=True)
class PhotoRenderer:
    """Develops photo after photo with the same settings."""

    document: Document
    export: Export
    settings: Path
    damaged: bool
    force: bool

    def render(
        self,
        target: Target,
        ours: Collection[Path] = (),
        announce: Callable[[Mapping[Path, bytes]], None] = lambda _: None,
    ) -> Rendered:
        """Load, develop and write one photo; see `Editor.edit` for `ours` and `announce`."""
        replace = self.force or target.output in ours
        inputs = [target.photo, self.settings]
        check_target(target.output, suffixes=tuple(ENCODERS), inputs=inputs, force=replace, new_folder=True)
        source = load(target.photo, self.damaged)
        document = placed(self.document, source)
        data, notes = image_bytes(source, document.settings, target.output, self.export)
        files = {target.output: data}
        announce(files)
        write_files(files, replace=files if replace else ())
        return Rendered(target, document, tuple(notes), tuple(source.notes))

    def summary(self, done: Rendered) -> Account:
        """What is to be said of this photo besides what is said of the settings once."""
        placing = [str(note) for note in done.document.notes if note not in self.document.notes]
        return Account("", done.left_out, (*done.notes, *placing))


def _left_out(note: Note, done: Rendered) -> bool:
    """Whether what a note calls approximated was left out on this photo, which is said with its reason."""
    return note.status == "approximated" and any(text.startswith(f"{title(note.name)}: ") for text in done.left_out)


def render_all(
    files: Sequence[Path],
    out: Path | None,
    export: Export,
    *,
    recursive: bool,
    damaged: bool,
    force: bool,
    as_json: bool,
) -> int:
    """Develop every photo with the settings that stand last -> how many failed."""
    *photos, settings = files
    if not photos:
        raise CliError("name a photo and the settings for it: jarvisevo render photo.jpg preset.xmp")
    for photo in photos:
        if not photo.is_dir():
            existing_file(photo, "a photo")
    renderer = PhotoRenderer(read_settings(settings), export, settings, damaged, force)
    targets = plan_targets(photos, out, recursive, export)
    if len(targets) == 1 and not photos[0].is_dir():
        done = renderer.render(targets[0])
        if as_json:
            print_json(done.to_dict())
        else:
            show_notes([*done.notes, *done.left_out, *(n for n in done.document.notes if not _left_out(n, done))])
            say(f"wrote {done.target.output}")
        return 0
    asked = {"settings": digest(settings), "export": export}
    show_notes([] if as_json else renderer.document.notes)
    report = BatchEdit.one_by_one(asked, renderer.render, renderer.summary, force, as_json).run(targets)
    if as_json:
        skipped = [{"photo": str(t.photo), "output": str(t.output)} for t in report.skipped]
        print_json({"results": report.done, "skipped": skipped, "failures": report.failures})
    return len(report.failures)
