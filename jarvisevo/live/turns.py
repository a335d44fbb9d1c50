"""One turn of a session: words about a photo that was edited before, carried out on top of what stands."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from editor_ops.ops.geometry import empty_crop
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.agent.loop import Result, Watch, run
from jarvisevo.agent.policy import Policy
from jarvisevo.agent.session import Options
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.live.states import RELATIVE, begun, changes, last_edit, less_of_a_step, lost_again
from jarvisevo.record.history import History, Turn
from jarvisevo.record.trajectory import Step, Trajectory, TrajectoryError
from jarvisevo.rules.between import between
from jarvisevo.rules.earlier.acts import LEAVES_WORDS, SAID, Relative, cannot, read_relative, say
from jarvisevo.rules.earlier.followups import for_place, in_full, kept_besides, only_keeps, steps_of, takes_back
from jarvisevo.rules.earlier.named import dropped, less_added, with_its_skin
from jarvisevo.rules.earlier.partly import partly, unasked
from jarvisevo.rules.language.tokens import is_chinese

PERSON = "person"
"""Who made a step with sliders."""
UNASKED = (RELATIVE, PERSON, "style")
"""Who makes steps that no words ask for."""
RECENT = 12
"""Steps back to which the last request is followed, where it leans on the one before."""
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


class _Left(NamedTuple):
    """What is left for a policy: the history that it goes on, the settings it starts from, and the request in full."""

    history: History
    start: Settings
    words: str


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
    left = _Left(history, Settings(), instruction)
    if not from_scratch:
        told = _told(photo, history, instruction, options, name)
        if isinstance(told, Turned):
            return told
        left = told
    history, start, words = left
    result = decide(photo, words, policy, options, name=name, watch=watch, start=start, earlier=history.asked)
    changed = bool(result.trajectory.all_steps) and result.settings != history.settings
    after = history.add(joined(result, history.settings), Turn(instruction, policy.name)) if changed else history
    return Turned(result, after, history.settings)


def nothing_done(
    result: Result,
    instruction: str,
    rules: bool,
    locks: Sequence[str] = (),
    begins: Mapping[str, Any] = MappingProxyType({}),
) -> str:
    """Why nothing of an instruction was done, in one line; "" where something was, or nothing had to be.

    rules   whether the rules decided: of them nothing to do is as good as not done
    locks   names of what is held where it stands
    begins  what the photo begins with, which no instruction asks for: `raw_start`
    """
    record, zh = result.trajectory, is_chinese(instruction)
    moved = result.settings.diff(record.start or Settings())
    all_held = bool(locks) and all(begins.get(name) == new for name, (_, new) in moved.items())
    if any(step.tool_call for step in record.all_steps) and not all_held:
        return ""
    unread = "（没有看懂）" if zh else " (not understood)"
    if reasons := [text if re.search("[:：]", text) else f"{text}{unread}" for text in ignored(record)]:
        if zh:
            return f"“{instruction}”没有可以做到的：{'；'.join(reasons)}"
        return f'nothing of "{instruction}" was done: {"; ".join(reasons)}'
    if not rules:
        return ""
    names, only = ", ".join(locks), not locks and only_keeps(instruction)
    if zh:
        held = f"（--lock {names} 锁定）" if names else ""
        return f"“{instruction}”没有需要处理的{held}{'：只说了什么要保持原样' if only else ''}，因此没有写入任何文件"
    held = f" (--lock {names} holds)" if names else ""
    said = ": it says only what is to stay as it is" if only else ""
    return f'"{instruction}" leaves nothing to do{held}{said}, so nothing was written'


def ignored(record: Trajectory) -> list[str]:
    """What of the instruction could not be served."""
    return [note.removeprefix("ignored: ") for note in remarks(record) if note.startswith("ignored: ")]


def remarks(record: Trajectory) -> list[str]:
    """The notes on a whole run."""
    notes = record.meta.get("notes")
    return [str(note) for note in notes] if isinstance(notes, list | tuple) else []


def _told(photo: Photo, history: History, instruction: str, options: Options, name: str) -> Turned | _Left:
    """Words read beside the requests before them, in the order of `rules.earlier`: carried out, or left to a policy."""
    standing, last, zh = history.settings, last_request(history), is_chinese(instruction)
    left = _Left(history, standing, instruction)
    relative = Relative("scale", 0) if takes_back(instruction, last) else read_relative(instruction, standing)
    if relative is not None:
        turned = _about_the_edit(photo, history, relative, instruction, options, name)
        if turned is not None:
            return turned
        left = _to_do(history, relative, instruction, last)
        if relative.act != "go on":
            return _leaning(left, last)
    words = left.words
    if less := less_added(words, standing):
        return _decided(photo, history, less, instruction, SAID["eased"][zh], options, name)
    if part := partly(words, _requests(history), last):
        less = less_of_a_step(photo, history, part)
        if part.rest:
            left = _Left(history, options.locks.enforce(less, standing)[0], part.rest)
        elif less != standing:
            said = SAID["eased" if part.factor else "gone"][zh]
            return _decided(photo, history, less, instruction, said, options, name)
        elif not part.factor:
            raise CliError(f'"{instruction}": {cannot("gone", zh)}', FAILED)
    elif none := unasked(words, _requests(history)):
        raise CliError(f'"{instruction}": {none}', FAILED)
    return _leaning(left, last)


def _leaning(left: _Left, last: str) -> _Left:
    """What is left, with what it leaves out because the last request said it."""
    left = left._replace(words=in_full(left.words, last))
    if (besides := kept_besides(left.words, last)) and _plainly_asked(left.history):
        return left._replace(start=left.history.states[left.history.now - 1], words=besides)
    return left


def _to_do(history: History, relative: Relative, instruction: str, last: str) -> _Left:
    """What is left for a policy of words about the edits."""
    rest, zh = relative.rest, is_chinese(instruction)
    if relative.act == "undo":
        before = _walked(history.undo, 1, instruction)
        return _Left(before, before.settings, rest)
    if relative.act == "same":
        if words := for_place(rest, last):
            return _Left(history, history.settings, words)
        raise CliError(f'"{instruction}": {cannot("same" if last else "none", zh, rest)}', FAILED)
    start = Settings() if relative.act == "restart" else history.settings
    return _Left(history, start, instruction if relative.act == "restore" else rest)


def last_request(history: History) -> str:
    """The last request, in full: "make the sky a bit less dramatic" for "a bit less dramatic". Words about the edit
    itself are none; "" where something else was the last step.
    """
    full = ""
    for turn in history.turns[max(history.now - RECENT, 0) : history.now]:
        relative, words = read_relative(turn.instruction), turn.instruction
        act = relative.act if relative else ""
        if not words or turn.by in (RELATIVE, "style"):
            out = turn.by == RELATIVE and relative and (act in ("restart", "leave") or relative.factor == 0)
            full = "" if turn.by != RELATIVE or out or takes_back(words, full) else full
            continue
        if relative and act == "same":
            words = for_place(relative.rest, full) or words
        elif relative and relative.rest and act in LEAVES_WORDS:
            words = relative.rest
        words = in_full(words, full)
        full = kept_besides(words, full) or words
    return full


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


def _walk(photo: Photo, history: History, relative: Relative, instruction: str, options: Options, name: str) -> Turned:
    walks: dict[str, Callable[[int], History]] = {"undo": history.undo, "redo": history.redo, "to": history.at}
    after = _walked(walks[relative.act], relative.steps, instruction)
    said = say(relative, is_chinese(instruction))
    before = history.settings
    return Turned(made_up(photo, before, after.settings, instruction, said, options, name), after, before)


def _walked(walk: Callable[[int], History], steps: int, instruction: str) -> History:
    try:
        return walk(steps)
    except TrajectoryError as error:
        raise CliError(f'"{instruction}": {error}') from None


def _about_the_edit(
    photo: Photo, history: History, relative: Relative, instruction: str, options: Options, name: str
) -> Turned | None:
    """A turn that needs no policy; None where something is left to be read. CliError where nothing is to be done."""
    act, zh = relative.act, is_chinese(instruction)
    if act == "back":
        found = steps_of(relative.rest, [turn.instruction for turn in history.turns])
        act, relative = ("to", Relative("to", steps=found[-1] + relative.steps)) if found else ("back", relative)
    if act == "same" or relative.rest and act in LEAVES_WORDS:
        return None
    if act in ("undo", "redo", "to"):
        return _walk(photo, history, relative, instruction, options, name)
    none = act == "scale" and not history.now
    if none or act in ("back", "refused", "shown") or act in ("drop", "leave") and not relative.names:
        raise CliError(f'"{instruction}": {cannot("none" if none else act, zh, relative.rest)}', FAILED)
    if act == "restore":
        settings = lost_again(history, relative.rest, zh)
    elif act == "scale":
        before, after = last_edit(history)
        settings = between(begun(photo, before, after), after, relative.factor)
    else:
        names = with_its_skin(relative.names, history.settings, _requests(history)) if act == "drop" else relative.names
        settings = Settings() if act == "restart" else dropped(history.settings, names)
    if settings is None:
        return None
    return _decided(photo, history, settings, instruction, say(relative, zh), options, name)


def _decided(
    photo: Photo, history: History, settings: Settings, instruction: str, said: str, options: Options, name: str
) -> Turned:
    """A turn to settings that words about the edits alone decide, within the locks."""
    held, notes = options.locks.enforce(settings, history.settings)
    result = made_up(photo, history.settings, held, instruction, said, options, name, notes)
    return Turned(result, history.add(result.trajectory.steps[0], Turn(instruction, RELATIVE)), history.settings)


def _requests(history: History) -> list[str]:
    """What was asked for at each step that stands; "" for words about the edit, for sliders, and for all that came
    before everything was taken back.
    """
    turns = history.turns[: history.now]
    began = max((at for at, state in enumerate(history.states[: history.now + 1]) if not len(state)), default=0)
    return ["" if at < began or turn.by in UNASKED else turn.instruction for at, turn in enumerate(turns)]


def _plainly_asked(history: History) -> bool:
    """Whether the last step is a request of its own, and took nothing of an earlier one back."""
    asked = _requests(history)
    return bool(asked and asked[-1]) and partly(asked[-1], asked[:-1], next(filter(None, asked[-2::-1]), "")) is None


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
    # a state whose crop is empty has no picture, and one walks past it
    shown = (Settings() if empty_crop(settings, photo) else settings for settings in (before, after))
    pictures = tuple(render(photo, settings, side) for settings in shown)
    step = Step(thought, changes(before, after), after, "finished", notes)
    meta = {"policy": RELATIVE, "model": RELATIVE, "best": 1, "max_size": side, "seed": options.seed, "notes": []}
    record = Trajectory(name, instruction, (step,), meta=meta, start=before)
    return Result(record, 1, pictures[1], pictures=pictures)
