"""What earlier edits left beside a photo: what was asked for already, whose result a file is, and what is said."""

from pathlib import Path

from jarvisevo.cli.batch import Target
from jarvisevo.live.results import KINDS, of_stem
from jarvisevo.live.standing import files as written_files
from jarvisevo.live.standing import find_sidecar, known
from jarvisevo.live.states import RELATIVE
from jarvisevo.record.history import History, history_path


def other_photo(output: Path, photo: Path) -> Path | None:
    """The photo that a result was made of, where that is another one which still exists."""
    history = known(output)
    made = Path(history.trajectory.photo) if history else photo
    return made if made.is_file() and not made.samefile(photo) else None


def asked_before(history: History, instruction: str, by: str) -> bool:
    """Whether a history holds a request to the policy `by`, undone or not. Words about the edit itself ("a bit less")
    mean another one as soon as something came after them.
    """
    turns, words = history.turns, instruction.casefold().split()
    held = [turn for turn in turns if turn.instruction.casefold().split() == words]
    return any(turn.by == by or turn.by == RELATIVE and turn is turns[-1] for turn in held)


def why_not(path: Path, target: Target, history: History | None) -> str:
    """What is said of a file that may not be replaced unasked.

    history  None where what stands cannot be read
    """
    sidecar = find_sidecar(target.photo, target.output)
    if history and path.name in written_files(history):
        return "was changed since the last edit: choose another name, or add --force to write over it"
    if history and sidecar and path in (target.output, sidecar) and not history_path(target.output).exists():
        way = f"add --force to go on from the settings in {sidecar.name} and write the result anew"
        return f"exists already, without its history: choose another name, or {way}"
    return "exists already: choose another name, or add --force to replace it"


def resumed(history: History, target: Target, from_scratch: bool, other: bool) -> tuple[str, ...]:
    """Said where an edit goes on although its result was deleted, or begins anew.

    other  the file holds another picture than before
    """
    if other:
        return (f"{target.photo.name} is another picture than its earlier edits were made on: begun anew",)
    written = target.output.name in written_files(history)  # a page or an agent writes none
    if not history.now or from_scratch or not written or target.output.exists():
        return ()
    edits = f"{history.now} earlier edit{'s' * (history.now > 1)}"
    return (f"{target.output.name} was gone: this goes on from {edits} of it (--from-scratch begins anew)",)


def of_a_result(photo: Path) -> tuple[str, ...]:
    """Said where a photo is itself the result of an edit, and what it was made from stands beside it."""
    name = photo.stem.removesuffix(".edited")
    whole = [photo.with_name(name)] if Path(name).suffix.lower() in KINDS and photo.with_name(name).is_file() else []
    original = next(iter([*whole, *of_stem(photo, name)]), None) if name != photo.stem else None
    if original is None:
        return ()
    return (f"{photo.name} is a result, edited as pixels: name {original.name} to go on from what stands for it",)
