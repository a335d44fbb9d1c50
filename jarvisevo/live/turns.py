"""One turn of a session: words about a photo that was edited before, carried out on top of what stands."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.agent.loop import Result, Watch, run
from jarvisevo.agent.policy import Policy
from jarvisevo.agent.session import Options
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.record.history import History, Turn
from jarvisevo.record.trajectory import Step, Trajectory, TrajectoryError
from jarvisevo.report.settings_view import title
from jarvisevo.rules.between import between
from jarvisevo.rules.language.tokens import is_chinese
from jarvisevo.rules.relative import Relative, dropped, read_relative, say, says_less

RELATIVE = "relative words"
"""Who made a step that only scaled, dropped or restarted what stood."""
Decide = Callable[..., Result]
"""Runs a policy: (photo, instruction, policy, options, name, watch, start, earlier) -> the result."""


@dataclass(frozen=True, eq=False)
class Turned:
    """What came of a turn: the run (one made up for words about the edit itself), the history after it, and the
    settings that stood before.
    """

    result: Result
    history: History
    before: Settings


def take_turn(
    photo: Photo,
    history: History,
    instruction: str,
    policy: Policy,
    options: Options,
    *,
    name: str = "",
    from_scratch: bool = False,
    watch: Watch | None = None,
    decide: Decide = run,
) -> Turned:
    """Carry out an instruction on what stands. CliError for "undo", "undo the grain" and the like where nothing is to
    be undone.

    from_scratch  begin from the photo as it came; the steps before stay in the history
    decide        runs the policy; default one run
    """
    start = Settings() if from_scratch else history.settings
    relative = None if from_scratch else read_relative(instruction, start, correction_names(start))
    if relative and relative.act in ("restart", "go on") and relative.rest:
        start = start if relative.act == "go on" else Settings()
        words = relative.rest
    elif relative and relative.act in ("undo", "redo"):
        return _walk(photo, history, relative, instruction, options, name)
    elif relative and (relative.act != "scale" or history.now):
        return _about_the_edit(photo, history, relative, instruction, options, name)
    else:
        words = instruction
    result = decide(photo, words, policy, options, name=name, watch=watch, start=start, earlier=history.asked)
    changed = bool(result.trajectory.all_steps) and result.settings != history.settings
    after = history.add(joined(result, start), Turn(instruction, policy.name)) if changed else history
    return Turned(result, after, history.settings)


def nothing_done(result: Result, instruction: str, rules: bool, locks: Sequence[str] = ()) -> str:
    """Why nothing of an instruction was done, in one line; "" where something was, or nothing had to be.

    rules  whether the rules decided: of them nothing to do is as good as not done
    locks  names of what is held where it stands
    """
    record = result.trajectory
    if any(step.tool_call for step in record.all_steps):
        return ""
    if reasons := [text if re.search("[:：]", text) else f"{text} (not understood)" for text in ignored(record)]:
        return f'nothing of "{instruction}" was done: {"; ".join(reasons)}'
    held = f" (--lock {', '.join(locks)} holds)" if locks else ""
    return f'"{instruction}" leaves nothing to do{held}, so nothing was written' if rules else ""


def ignored(record: Trajectory) -> list[str]:
    """What of the instruction could not be served."""
    return [note.removeprefix("ignored: ") for note in remarks(record) if note.startswith("ignored: ")]


def remarks(record: Trajectory) -> list[str]:
    """The notes on a whole run."""
    notes = record.meta.get("notes")
    return [str(note) for note in notes] if isinstance(notes, list | tuple) else []


def correction_names(settings: Settings) -> tuple[str, ...]:
    """Names of the local corrections that stand."""
    return tuple(str(group.get("CorrectionName") or "") for group in settings.values.get(CORRECTIONS, ()))


def joined(result: Result, start: Settings) -> Step:
    """A run as one step of a history: one turn is undone at once."""
    record = result.trajectory
    steps = record.all_steps[: result.best]
    thought = "\n\n".join(step.thought for step in steps if step.thought)
    notes = tuple(dict.fromkeys(note for step in steps for note in step.notes))
    image = steps[-1].image if steps else ""
    verdicts = [None, *(s.evaluation for s in record.steps), *(r.evaluation for r in record.reflections)]
    if record.steps and record.evaluation is not None:
        verdicts[len(record.steps)] = record.evaluation
    return Step(
        thought,
        changes(start, result.settings),
        result.settings,
        notes=notes,
        image=image,
        evaluation=verdicts[result.best],
    )


def changes(before: Settings, after: Settings) -> dict[str, Any]:
    """What a step sets, plain values by Adobe's name; what went back to its default too."""
    moved = after.diff(before)
    return Settings({name: new for name, (_, new) in moved.items()}).to_dict()


def last_edit(history: History) -> tuple[Settings, Settings]:
    """(the state before the last edit, what stands): where "a bit less" goes between; earlier such words are part
    of it, and so is "a bit less warm", after which "a bit less" asks for still less of what that took back.
    """
    first, states = history.now, history.states
    lessened: set[str] = set()
    while first > 1:
        turn = history.turns[first - 1]
        took_back = says_less(turn.instruction) and _weaker(states[first], states[first - 1], states[0])
        if turn.by != RELATIVE and not took_back:
            break
        lessened |= set(states[first].diff(states[first - 1])) if turn.by != RELATIVE else set()
        first -= 1
    before, standing = states[max(first - 1, 0)], history.settings
    if not lessened:
        return before, standing
    others = {name: value for name, value in standing.values.items() if name not in lessened}
    return Settings(others | {n: v for n, v in before.values.items() if n in lessened}, standing.extra), standing


def _weaker(after: Settings, before: Settings, origin: Settings) -> bool:
    """Whether every slider that moved came nearer to where it was at first, and did not pass it."""
    moved = after.diff(before)
    if any(TABLE[name].kind != "number" for name in moved):
        return False
    return all(0 <= (new - origin[name]) / (old - origin[name] or math.inf) < 1 for name, (old, new) in moved.items())


def _walk(photo: Photo, history: History, relative: Relative, instruction: str, options: Options, name: str) -> Turned:
    try:
        after = history.undo() if relative.act == "undo" else history.redo()
    except TrajectoryError as error:
        raise CliError(f'"{instruction}": {error}') from None
    said = say(relative, is_chinese(instruction))
    before = history.settings
    return Turned(made_up(photo, before, after.settings, instruction, said, options, name), after, before)


def _about_the_edit(
    photo: Photo, history: History, relative: Relative, instruction: str, options: Options, name: str
) -> Turned:
    start, zh = history.settings, is_chinese(instruction)
    if relative.act == "drop" and not relative.names:
        raise CliError(f'"{instruction}": {say(relative, zh)}', FAILED)
    if relative.act == "scale":
        settings, said = between(*last_edit(history), relative.factor), say(relative, zh)
    elif relative.act == "restart":
        settings, said = Settings(), say(relative, zh)
    else:
        settings = dropped(start, relative.names)
        shown = ("、" if zh else ", ").join(dict.fromkeys(title(n) if n.isascii() else n for n in relative.names))
        said = say(relative, zh, shown.lower())
    held, notes = options.locks.enforce(settings, start)
    result = made_up(photo, start, held, instruction, said, options, name, notes)
    return Turned(result, history.add(result.trajectory.steps[0], Turn(instruction, RELATIVE)), start)


def made_up(
    photo: Photo,
    before: Settings,
    after: Settings,
    instruction: str,
    thought: str,
    options: Options,
    name: str,
    notes: tuple[str, ...] = (),
) -> Result:
    """A run of one step that no policy decided, rendered as a run's are."""
    side = min(options.max_size, max(photo.height, photo.width))
    pictures = tuple(render(photo, settings, side) for settings in (before, after))
    step = Step(thought, changes(before, after), after, "finished", notes)
    meta = {"policy": RELATIVE, "model": RELATIVE, "best": 1, "max_size": side, "seed": options.seed, "notes": []}
    record = Trajectory(name, instruction, (step,), meta=meta, start=before)
    return Result(record, 1, pictures[1], pictures=pictures)
