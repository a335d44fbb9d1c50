"""`jarvisevo explain`: what an instruction is understood to say, without editing."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jarvisevo.cli.app import Worded, app
from jarvisevo.cli.checks import existing_file
from jarvisevo.files.errors import CliError
from jarvisevo.report.terminal import Json, command, print_json

if TYPE_CHECKING:
    from jarvisevo.rules.intent import Intent


@app.command(cls=Worded)
@command
def explain(
    instruction: Annotated[str, typer.Argument(metavar='"INSTRUCTION"', help="What you want, in English or Chinese.")],
    photo: Annotated[
        Path | None, typer.Argument(metavar="[PHOTO]", help="Say what of it is not in this photo.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say how an instruction is understood: what changes, what stays, what is beyond sliders, what was not read, and
    what is about the edit that stands ("a bit less", "undo the grain").
    """
    from jarvisevo.rules.earlier import acts
    from jarvisevo.rules.language import read
    from jarvisevo.rules.language.explain import describe, to_dict

    if not instruction.strip():
        raise CliError('the instruction is empty: say what you want, e.g. jarvisevo explain "warmer, but keep the sky"')
    about = acts.read_relative(instruction)
    perhaps = about is not None and acts.may_be_ordinary(about, instruction)
    left = about.rest if about and about.act in acts.LEAVES_WORDS else instruction if perhaps or not about else ""
    intent = read(left)
    missing = _missing(photo, instruction, intent) if photo is not None else None
    if as_json:
        edit = {"about_the_edit": {"act": about.act, "what": acts.describe(about)}} if about else {}
        print_json(to_dict(intent) | edit | ({} if missing is None else {"not_found": list(missing)}))
        return
    read_as = [f"else: {line}" if perhaps else line for line in describe(intent)] if left else []
    lines = [*([acts.describe(about)] if about else []), *read_as]
    for line in [*lines, *([f"not in the photo: {', '.join(missing)}"] if missing else [])]:
        typer.echo(line)


def _missing(photo: Path, instruction: str, intent: "Intent") -> tuple[str, ...]:
    """What the instruction names and the photo does not show."""
    from editor_ops import load
    from jarvisevo.rules.absent import absent
    from jarvisevo.rules.regions import boxes_of

    return absent(load(existing_file(photo, "a photo")), intent, boxes_of(instruction))
