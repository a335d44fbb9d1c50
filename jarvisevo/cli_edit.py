"""`jarvisevo edit`: from words to a picture and its sidecar, for one photo or for many."""

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from editor_ops.formats import FormatError, xmp
from editor_ops.photo import RAW_SUFFIXES, SUFFIXES, Photo, load, save
from editor_ops.pipeline import TABLE, render
from editor_ops.save import ENCODERS, MAX_SEGMENT, replace_file
from editor_ops.settings import Settings
from jarvisevo.cli_common import FAILED, CliError, check_target, describe, one_line, print_json, say_error, show_notes

if TYPE_CHECKING:
    from jarvisevo.policies.expert import Plan

EDITED = ".edited"
PACKET_LIMIT = MAX_SEGMENT - 29
"""Bytes of XMP that fit into a JPEG beside the name of the segment."""


@dataclass(frozen=True)
class Options:
    """What was asked for, the same for every photo of a call."""

    instruction: str
    max_size: int | None = None
    quality: int = 95
    xmp: bool = True
    locks: Mapping[str, tuple[float, float]] | None = None
    force: bool = False
    seed: int = 0
    json: bool = False


@dataclass(frozen=True)
class Done:
    """One edited photo: what was thought, what was set, where it went."""

    photo: Path
    output: Path
    sidecar: Path | None
    plan: "Plan"
    notes: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain data for --json."""
        return {
            "photo": str(self.photo),
            "output": str(self.output),
            "sidecar": str(self.sidecar) if self.sidecar else None,
            "thought": self.plan.thought,
            "settings": self.plan.settings.to_dict(),
            "ignored": [str(word) for word in self.plan.ignored],
            "notes": list(self.notes),
        }


def parse_locks(texts: list[str]) -> dict[str, tuple[float, float]]:
    """["Exposure2012=-0.5:0.5"] -> {"Exposure2012": (-0.5, 0.5)}; one number locks to it. CliError on a bad one."""
    locks: dict[str, tuple[float, float]] = {}
    for text in texts:
        name, _, limits = text.partition("=")
        row = TABLE.get(name)
        if row is None or row.kind != "number":
            from editor_ops.settings import nearest

            near = nearest(name, [n for n, r in TABLE.items() if r.kind == "number"])
            raise CliError(f"--lock {text}: no such slider{f'; did you mean {near}?' if near else ''}")
        low, _, high = limits.partition(":")
        try:
            pair = (float(low), float(high or low))
        except ValueError:
            raise CliError(f"--lock {text}: write NAME=LOW:HIGH, e.g. {name}=0:20") from None
        if not row.low <= pair[0] <= pair[1] <= row.high:
            raise CliError(f"--lock {text}: needs {row.low:g} <= LOW <= HIGH <= {row.high:g}")
        locks[name] = pair
    return locks


def plan_targets(photos: list[Path], out: Path | None) -> dict[Path, Path]:
    """Photo -> file to write. A folder stands for its photos; two photos of one name get different results."""
    found = list(dict.fromkeys(photo for given in photos for photo in _expand(given)))
    if out and out.suffix.lower() in ENCODERS and not out.is_dir():
        if len(found) > 1:
            raise CliError(f"{out}: one file for {len(found)} photos: give a folder with -o")
        return {found[0]: out}
    if out and out.suffix and not out.is_dir():
        raise CliError(f"{out}: {out.suffix} cannot be written: use {', '.join(ENCODERS)}, or name a folder")
    if out and out.exists() and not out.is_dir():
        raise CliError(f"{out}: exists and is not a folder: choose another name")
    stems = Counter((out or photo.parent, photo.stem) for photo in found)
    targets = {}
    for photo in found:
        folder = out or photo.parent
        name = photo.stem if stems[folder, photo.stem] == 1 else photo.name
        targets[photo] = folder / f"{name}{EDITED}.jpg"
    same = [target for target, count in Counter(targets.values()).items() if count > 1]
    if same:
        raise CliError(f"{same[0]}: two photos would be written there: edit them in two calls")
    return targets


def _expand(given: Path) -> list[Path]:
    """The photos of a folder, results of earlier edits left out; a file as it is."""
    if not given.is_dir():
        return [given]
    kinds = (*SUFFIXES, *RAW_SUFFIXES)
    photos = [
        path
        for path in sorted(given.iterdir())
        if path.suffix.lower() in kinds and not path.name.startswith(".") and not path.stem.endswith(EDITED)
    ]
    if not photos:
        raise CliError(f"{given}: no photos in this folder")
    return photos


def edit_all(targets: Mapping[Path, Path], options: Options) -> int:
    """Edit every photo; one that fails never stops the rest -> how many failed."""
    if len(targets) == 1:
        ((photo, target),) = targets.items()
        done = edit_one(photo, target, options)
        if options.json:
            print_json({"results": [done.to_dict()], "failures": []})
        else:
            show(done)
        return 0
    results, failures = _batch(targets, options)
    if options.json:
        print_json({"results": [done.to_dict() for done in results], "failures": failures})
        return len(failures)
    typer.echo(f"{len(results)} of {len(targets)} photos edited")
    for failure in failures:
        say_error(failure["error"])
    return len(failures)


def _batch(targets: Mapping[Path, Path], options: Options) -> tuple[list[Done], list[dict[str, str]]]:
    from rich.progress import Progress

    from jarvisevo.cli_common import console

    results: list[Done] = []
    failures: list[dict[str, str]] = []
    quiet = options.json or not sys.stderr.isatty()
    with Progress(console=console(error=True), disable=quiet, redirect_stdout=sys.stdout.isatty()) as progress:
        for photo, target in progress.track(targets.items(), description="editing"):
            try:
                results.append(edit_one(photo, target, options))
            except Exception as error:  # a damaged photo is a line in the report, not the end of the batch
                text = describe(error)[0]
                failures.append({"photo": str(photo), "error": text if str(photo) in text else f"{photo}: {text}"})
                continue
            if not options.json:
                typer.echo(f"{photo} -> {target}  {_summary(results[-1].plan.settings)}")
    return results, failures


def _summary(settings: Settings) -> str:
    from jarvisevo.cli_show import changed, number

    return ", ".join(f"{name} {number(TABLE[name], value)}" for name, value in list(changed(settings).items())[:4])


def edit_one(photo: Path, target: Path, options: Options) -> Done:
    """Plan, render and write one photo with its sidecar; nothing is left behind when a step fails."""
    sidecar = target.with_suffix(".xmp") if options.xmp else None
    check_target(target, suffixes=tuple(ENCODERS), inputs=[photo], force=options.force, new_folder=True)
    if sidecar:
        check_target(sidecar, suffixes=(".xmp",), inputs=[photo], force=options.force, new_folder=True)
    source = load(photo)
    from jarvisevo.policies.expert import plan

    planned = plan(source, options.instruction, seed=options.seed, locks=dict(options.locks or {}))
    if not planned.wishes and not planned.settings.values:
        raise CliError(f'nothing in "{options.instruction}" was understood: say e.g. "warmer, softer shadows"', FAILED)
    new = not target.exists()
    _make_folder(target.parent)
    notes = write_picture(source, planned.settings, target, options)
    if sidecar:
        try:
            replace_file(sidecar, packet(source, planned.settings, applied=False)[0].encode())
        except BaseException:
            if new:
                target.unlink(missing_ok=True)
            raise
    return Done(photo, target, sidecar, planned, (*source.notes, *notes))


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        text = f"{folder}: cannot be made a folder ({error.strerror}): choose another place"
        raise CliError(text, FAILED) from None


def develop(photo: Path, settings: Settings, out: Path, max_size: int | None, quality: int, *, space: str,
            bits: int) -> tuple[Photo, list[str]]:  # fmt: skip
    """Load, render and write with the settings embedded -> (the photo, what to say about the writing)."""
    source = load(photo)
    options = Options("", max_size, quality)
    return source, write_picture(source, settings, out, options, space=space, bits=bits)


def write_picture(
    source: Photo, settings: Settings, target: Path, options: Options, *, space: str = "srgb", bits: int = 8
) -> list[str]:
    """Render and save; the settings go into the file unless they are too long for it -> notes."""
    image = render(source, settings, options.max_size, space=space, bits=bits)
    text, notes = packet(source, settings, applied=True) if options.xmp else ("", [])
    if len(text.encode()) > PACKET_LIMIT and target.suffix.lower() in (".jpg", ".jpeg"):
        text = xmp.dump(settings, applied=True)
        if len(text.encode()) > PACKET_LIMIT:
            text, notes = "", [*notes, "the settings are too long for a JPEG and are not inside it"]
    save(image, target, photo=source, xmp=text or None, quality=options.quality)
    return notes


def packet(source: Photo, settings: Settings, *, applied: bool) -> tuple[str, list[str]]:
    """(XMP of these settings with the photo's other metadata, notes)."""
    try:
        return xmp.dump(settings, existing=source.xmp, raw=source.raw, applied=applied), []
    except FormatError:
        text = xmp.dump(settings, raw=source.raw, applied=applied)
        return text, ["the photo's own XMP is damaged and was not carried over"]


def show(done: Done) -> None:
    """The thought, the sliders, what could not be done, and where the result is."""
    from jarvisevo.cli_show import approximated, show_changes

    typer.echo("\n".join(one_line(line) for line in done.plan.thought.splitlines()) + "\n")
    show_changes(done.plan.settings)
    show_notes(done.notes)
    near = approximated(done.plan.settings)
    if near:
        typer.echo(f"note: approximated, Lightroom's strength may differ: {', '.join(near)}", err=True)
    for word in done.plan.ignored:
        typer.echo(f"note: ignored: {one_line(word)}", err=True)
    typer.echo(f"\nwrote {done.output}" + (f"\nwrote {done.sidecar}" if done.sidecar else ""))
