"""`jarvisevo match` and `jarvisevo style`: one photo's look for others, and a look of one's own."""

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from jarvisevo.cli.app import Force, Quality, Recursive, Template, app
from jarvisevo.cli.checks import existing_file
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.report.terminal import Json, command, print_json, say, show_notes

STYLES = "JARVISEVO_STYLES"
"""Environment variable with the folder that styles are kept in."""
style_app = typer.Typer(help="A look of your own, learnt from your edits.", no_args_is_help=True)
app.add_typer(style_app, name="style")


def styles_folder() -> Path:
    """Where styles are kept: $JARVISEVO_STYLES, else the user's configuration."""
    base = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(os.environ.get(STYLES) or Path(base, "jarvisevo", "styles"))


@dataclass(frozen=True)
class _Made:
    """One matched photo."""

    photo: Path
    output: Path
    figures: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        return {"photo": str(self.photo), "output": str(self.output), **self.figures}

    def summary(self) -> str:
        """How far it was from the other one, and is."""
        farther = ", farther than it was" if self.figures["matched"] > self.figures["untouched"] else ""
        return "ΔE {untouched} → {copied} → {matched}".format_map(self.figures) + farther


@app.command()
@command
def match(
    hero: Annotated[Path, typer.Argument(metavar="HERO", help="The photo that the others are to look like.")],
    photos: Annotated[list[Path], typer.Argument(metavar="PHOTO|FOLDER…", help="The others.")],
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Folder for the results.")] = None,
    quality: Quality = 95,
    template: Template = "{name}.edited.jpg",
    recursive: Recursive = False,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Make other photos look like one: its edit, with exposure and white balance evened by measurement.

    Says how far each is from it (mean ΔE of their tones and colours): untouched, with the settings copied, matched.
    """
    from editor_ops.io.decode import load
    from jarvisevo.cli.batch import Account, BatchEdit, Target, digest, plan_targets
    from jarvisevo.cli.checks import check_folder
    from jarvisevo.files.export import Export
    from jarvisevo.live.match import match as matched
    from jarvisevo.live.results import result_path
    from jarvisevo.live.session import LiveSession
    from jarvisevo.live.standing import standing
    from jarvisevo.live.writing import write_state

    export = Export(quality=quality, template=template)
    existing_file(hero, "the photo that the others are to look like")
    history = standing(hero, result_path(hero))
    first, settings = load(hero), history.settings
    targets = [t for t in plan_targets(photos, out, recursive, export) if t.photo.resolve() != hero.resolve()]
    if not targets:
        raise CliError(f"{hero}: there is no other photo to match to it: name the others, or their folder")
    figures: dict[str, Mapping[str, Any]] = {}

    def one(
        target: Target, ours: Collection[Path] = (), announce: Callable[[Mapping[Path, bytes]], None] = lambda _: None
    ) -> _Made:
        check_folder(target.output.parent, target.output)
        session = LiveSession(target.photo, target.output, keep=False)
        found = matched(first, settings, session.photo, session.settings)
        session.settle(found.settings, f"Matched to {hero.name}", "match")
        write_state(target.photo, target.output, session.history, force=force)
        files = [target.output, target.output.with_suffix(".xmp")]
        announce({path: path.read_bytes() for path in files if path.is_file()})
        figures[str(target.photo)] = found.to_dict()
        return _Made(target.photo, target.output, found.to_dict())

    asked = {"match": digest(hero), "settings": settings.to_dict(), "export": export}
    report = BatchEdit.one_by_one(asked, one, lambda made: Account(made.summary()), force, as_json).run(targets)
    mean = {k: _mean([row[k] for row in figures.values()]) for k in ("untouched", "copied", "matched")}
    if as_json:
        skipped = [str(t.photo) for t in report.skipped]
        print_json({"results": report.done, "skipped": skipped, "failures": report.failures, "mean": mean})
    elif figures:
        say(
            f"mean ΔE to {hero.name}: untouched {mean['untouched']}, copied {mean['copied']}, matched {mean['matched']}"
        )
    if report.failures:
        raise typer.Exit(FAILED)


def _mean(values: list[float]) -> float | None:
    return round(sum(values) / len(values), 2) if values else None


@style_app.command("learn")
@command
def learn(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Your .xmp files, or pairs NAME and NAME.edited.")],
    name: Annotated[str, typer.Option(help="What to call it.")] = "mine",
    as_json: Json = False,
) -> None:
    """Learn a style from your own edits; `edit --style NAME` uses it, and a meter says how many more it needs."""
    from jarvisevo.live import style

    path = style.style_path(name, styles_folder())
    made, problems = style.learn(folder)
    style.save(made, path)
    if as_json:
        print_json(
            {"name": name, "examples": made.examples, "missing": made.missing, "settings": made.settings.to_dict()}
        )
        return
    from jarvisevo.cli.show import show_changes

    show_changes(made.settings)
    show_notes(problems)
    say(made.meter())
    say(f"wrote {path}")


@style_app.command("list")
@command
def listed(as_json: Json = False) -> None:
    """The styles that were learnt, each with its meter."""
    from jarvisevo.live import style

    found = {path.stem: style.read(path) for path in sorted(styles_folder().glob("*.json"))}
    if as_json:
        print_json([{"name": n, "examples": s.examples, "missing": s.missing} for n, s in found.items()])
        return
    for title, one in found.items():
        say(f"{title}  {one.meter()}")
    if not found:
        say("no styles yet: jarvisevo style learn FOLDER")
