"""`jarvisevo history`, `undo` and `redo`: the steps of a photo that was edited, and which of them stands."""

from pathlib import Path
from typing import Annotated, Any

import typer

from jarvisevo.cli.app import Force, app
from jarvisevo.cli.checks import existing_file
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.report.terminal import Json, command, print_json, say, show_notes

Target = Annotated[Path, typer.Argument(metavar="PHOTO", help="Photo that was edited.")]
Result = Annotated[
    Path | None, typer.Option("-o", "--out", help="Its result, when that is not photo.edited.jpg beside it.")
]
Steps = Annotated[int, typer.Option(min=1, help="How many steps.")]


@app.command()
@command
def history(photo: Target, out: Result = None, as_json: Json = False) -> None:
    """List the steps of an edit: what was asked, what moved, and which step stands."""
    from jarvisevo.live.standing import standing
    from jarvisevo.live.views import history_rows

    found = standing(existing_file(photo, "a photo"), _output(photo, out))
    rows = history_rows(found)
    if as_json:
        print_json({"photo": str(photo), "now": found.now, "steps": rows})
        return
    for row in rows:
        mark = "→" if row["state"] == found.now else " "
        score = f"  {row['score']:.2f} of 5" if row["score"] is not None else ""
        say(f"{mark} {row['state']:>3}  {row['title']}{score}")
        if row["moved"]:
            say(f"        {', '.join(row['moved'])}")
        if row["notes"] and not row["thought"]:  # a thought's notes were said with the edit
            say(f"        {'; '.join(row['notes'])}")


@app.command()
@command
def undo(photo: Target, out: Result = None, steps: Steps = 1, force: Force = False, as_json: Json = False) -> None:
    """Take the last step of an edit back, and write the result and its sidecar anew."""
    _walk(photo, out, -steps, force, as_json)


@app.command()
@command
def redo(photo: Target, out: Result = None, steps: Steps = 1, force: Force = False, as_json: Json = False) -> None:
    """Bring back the step that was undone."""
    _walk(photo, out, steps, force, as_json)


def _walk(photo: Path, out: Path | None, steps: int, force: bool, as_json: bool) -> None:
    from jarvisevo.live.standing import standing
    from jarvisevo.live.views import history_rows
    from jarvisevo.live.writing import write_state
    from jarvisevo.record.trajectory import TrajectoryError

    output = _output(photo, out)
    found = standing(existing_file(photo, "a photo"), output)
    try:
        after = found.undo(-steps) if steps < 0 else found.redo(steps)
    except TrajectoryError as error:
        raise CliError(f"{photo}: {error}", FAILED) from None
    files = write_state(photo, output, after, force=force)
    row: dict[str, Any] = history_rows(after)[after.now]
    if as_json:
        print_json({"photo": str(photo), "now": after.now, "step": row, "files": [str(path) for path in files]})
        return
    say(f"{after.now}  {row['title']}")
    if output not in files:
        show_notes([f"{output} stays as it is: the crop of this step leaves nothing of the photo"])
    for path in files:
        say(f"wrote {path}")


def _output(photo: Path, out: Path | None) -> Path:
    """The result of a photo: named, or found by its history beside the photo."""
    if out is not None:
        return out
    from jarvisevo.live.results import made_of, result_path

    usual = result_path(photo)
    known = [] if made_of(usual, photo) else [path for path in _named(photo) if made_of(path, photo)]
    return known[0] if known else usual


def _named(photo: Path) -> list[Path]:
    """Results with a history that are called after the photo."""
    from editor_ops.io.save import ENCODERS
    from jarvisevo.record.history import FOLDER

    kept = photo.parent / FOLDER
    found = [path for name in (photo.name, photo.stem) for path in sorted(kept.glob(f"{_escaped(name)}.*json"))]
    beside = (photo.with_name(path.stem + suffix) for path in found for suffix in ENCODERS)
    return [path for path in beside if path.is_file() and path.name != photo.name]


def _escaped(text: str) -> str:
    import glob

    return glob.escape(text)
