"""`jarvisevo edit` and `replay`: from words, or from a record, to a picture with its sidecar,
for one photo or for many.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from editor_ops.io.decode import load
from editor_ops.io.encode import jpeg_bytes
from editor_ops.io.save import ENCODERS
from editor_ops.masks.rows import CORRECTIONS
from editor_ops.photo import Photo
from editor_ops.settings import Settings, raw_start
from editor_ops.table import TABLE
from jarvisevo.cli.batch import Account, Announce, BatchEdit, DoneBefore, Target, plan_targets
from jarvisevo.cli.beside import asked_before, of_a_result, other_photo, resumed, why_not
from jarvisevo.cli.checks import check_target, existing_file
from jarvisevo.cli.model import constraint, limits, model_policy
from jarvisevo.files.errors import FAILED, CliError, one_line
from jarvisevo.files.export import Export
from jarvisevo.files.spread import Runner
from jarvisevo.files.write import image_bytes, sidecar_bytes, sidecar_path, unread, write_files
from jarvisevo.live.standing import find_sidecar, marks, standing
from jarvisevo.live.standing import ours as written_before
from jarvisevo.live.states import RELATIVE
from jarvisevo.live.turns import Turned, ignored, nothing_done, remarks, take_turn
from jarvisevo.live.writing import LOOKS, another_picture, looks, remembered
from jarvisevo.policies.openai import troubles_of
from jarvisevo.record.history import History, Turn, history_path
from jarvisevo.record.trajectory import Step
from jarvisevo.report.terminal import print_json, say, show_notes

if TYPE_CHECKING:
    import numpy as np

    from jarvisevo.agent.loop import Result, Watch
    from jarvisevo.agent.policy import Policy
    from jarvisevo.agent.session import Options
    from jarvisevo.record.trajectory import Trajectory


MOST_MOVED = 6
"""Sliders that the line of a photo names."""
CANDIDATES = ".candidates"
"""End of the name of a contact sheet."""


@dataclass(frozen=True)
class EditOptions:
    """What was asked for, the same for every photo of a call."""

    instruction: str
    model: str = "expert"
    system_prompt: Path | None = None
    steps: int = 4
    threshold: float | None = None
    best_of: int = 1
    temperature: float | None = None
    max_tokens: int | None = None
    reply_tokens: int | None = None
    time_limit: float | None = None
    image_size: int | None = None
    timeout: float | None = None
    constrain: str = "auto"
    measure: bool = False
    thoughts: bool = True
    download: bool = False
    trace: Path | None = None
    trajectory: Path | None = None
    locks: tuple[str, ...] = ()
    export: Export = Export()
    xmp: bool = True
    recursive: bool = False
    damaged: bool = False
    force: bool = False
    from_scratch: bool = False
    style: str = ""
    seed: int = 0
    workers: int = 0
    ray: bool = False
    json: bool = False
    verbose: bool = False

    @property
    def at_once(self) -> int:
        """Photos at once: as told, else as many as servers are named, as one answers while another computes."""
        return self.workers or max(1, len(re.findall(r"https?://", self.model)))

    def asked(self) -> dict[str, Any]:
        """Everything that decides what a result looks like and which files belong to it, for the batch's journal."""
        other = ("recursive", "force", "json", "verbose", "timeout", "download", "workers", "ray")
        told = {k: v for k, v in self.__dict__.items() if k not in other}
        system = self.system_prompt.read_text("utf-8", "replace") if self.system_prompt else ""
        return told | {"system_prompt": system, "trace": bool(self.trace), "trajectory": bool(self.trajectory)}


@dataclass(frozen=True)
class Done:
    """One edited photo: what was thought and set, and the files that were written.

    left_out  what the rendering could not do
    notes     what else there is to know of reading, writing and the edits before
    begins    what a RAW file begins with, which is no move
    """

    photo: Path
    output: Path
    result: "Result"
    files: tuple[Path, ...]
    state: int = 1
    sidecar: Path | None = None
    trace: Path | None = None
    trajectory: Path | None = None
    sheet: Path | None = None
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    begins: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Plain data for --json."""
        record = self.result.trajectory
        paths = {name: getattr(self, name) for name in ("output", "sidecar", "trace", "trajectory", "sheet")}
        return {
            "photo": str(self.photo),
            **{name: str(path) if path else None for name, path in paths.items()},
            "thought": _thought(record),
            "settings": self.result.settings.to_dict(),
            "score": self.result.score,
            "not_judged": unjudged(self.result) or None,
            "step": self.result.best,
            "state": self.state,
            "guard": record.meta.get("guard"),
            "ignored": ignored(record),
            "notes": [note for note in _told(self, verbose=True) if not note.startswith("ignored: ")],
        }


@dataclass(frozen=True)
class UnwrittenEdit:
    """An edit that is not on the disk yet: its files, those that may be replaced, and servers that failed meanwhile."""

    done: Done
    files: Mapping[Path, bytes]
    replace: frozenset[Path]
    troubles: Mapping[str, int]


def edit_all(photos: Sequence[Path], out: Path | None, options: EditOptions) -> int:
    """Edit every photo; one that fails never stops the rest -> how many failed."""
    targets = plan_targets(photos, out, options.recursive, options.export)
    several = len(targets) > 1 or any(photo.is_dir() for photo in photos)
    _check_extras(options, several)
    editor = Editor(options)
    if not several:
        done = editor.edit(targets[0])
        if options.json:
            print_json({"results": [done.to_dict()], "skipped": [], "failures": []})
        else:
            show(done, options.verbose)
        return 0
    runner: Runner = "ray" if options.ray else "local"
    make = partial(_made_elsewhere, options) if options.ray else editor.make
    workers = options.workers if options.ray else options.at_once
    batch = BatchEdit(
        options.asked(),
        make,
        editor.keep,
        partial(_summary, options.verbose),
        options.force,
        options.json,
        workers,
        runner,
        options.verbose,
    )
    try:
        report = batch.run(targets)
    except BaseException:  # Ctrl-C: requests under way end with their connections
        getattr(getattr(editor.policy, "chat", None), "close", lambda: None)()
        raise
    finally:
        took_over = "others, or another try, took over"
        show_notes(f"{trouble} ({count} times; {took_over})" for trouble, count in editor.troubles.items())
    if options.json:
        print_json(
            {
                "results": report.done,
                "skipped": [{"photo": str(t.photo), "output": str(t.output)} for t in report.skipped],
                "failures": report.failures,
            }
        )
    return len(report.failures)


def _check_extras(options: EditOptions, batch: bool) -> None:
    """--trace and --trajectory name a file for one photo and a folder for several; the system prompt can be read."""
    for name, path, suffix in (("--trace", options.trace, ".html"), ("--trajectory", options.trajectory, ".json")):
        if path and batch and (path.suffix or path.is_file()):
            raise CliError(f"{name} {path}: several photos make several files: name a folder")
        if path and not batch and path.suffix.lower() != suffix and not path.is_dir():
            raise CliError(f"{name} {path}: name a {suffix} file")
    if options.system_prompt:
        existing_file(options.system_prompt, "a text file with the system prompt")
        if options.model == "expert":
            raise CliError("--system-prompt: the rules read none; name a model with --model")


def _summary(verbose: bool, done: Done) -> Account:
    """What this wish moved, what of it was left out, and the notes that a single edit prints; fewer reasons in a line
    that holds all of them.
    """
    from jarvisevo.agent.guard import warning
    from jarvisevo.report.settings_view import correction
    from jarvisevo.report.sliders import number
    from jarvisevo.rules.language.tokens import is_chinese

    result, record = done.result, done.result.trajectory
    start = Settings({**done.begins, **record.start.values})
    found = {name: new for name, (_, new) in result.settings.diff(start).items()}
    stood = record.start.values.get(CORRECTIONS, ())
    local = [correction(group) for group in found.pop(CORRECTIONS, ()) if group not in stood]
    order = sorted(found, key=lambda name: (TABLE[name].kind == "number", list(TABLE).index(name)))  # few, and large
    moved = [*(f"{name} {number(TABLE[name], found[name])}" for name in order), *local]
    more = [f"{len(moved) - MOST_MOVED} more"] if len(moved) > MOST_MOVED else []
    said = ", ".join([*moved[:MOST_MOVED], *more]) or "no slider has moved"
    guard = record.meta.get("guard") or {}
    zh = is_chinese(record.instruction)
    whole, brief = (f"warning: {warning(guard, reasons=reasons, zh=zh)}" for reasons in (True, False))
    short = {} if verbose else {whole: brief}
    left_out = tuple(dict.fromkeys([*ignored(record), *done.left_out]))
    told = [note for note in _told(done, verbose) if note not in left_out and not note.startswith("ignored: ")]
    notes = tuple(short.get(note, note) for note in told)
    return Account(f"{said} (not judged)" if unjudged(result) else said, left_out, notes)


class Editor:
    """Edits photo after photo with one policy, which is opened at once, so that a wrong --model is a wrong call."""

    def __init__(self, options: EditOptions) -> None:
        self.options = options
        self.style = _style(options.style) if options.style else None
        self.policy: Policy = model_policy(
            options.model,
            options.system_prompt,
            download=options.download,
            timeout=options.timeout,
            constrain=constraint(options.constrain),
            measure=options.measure,
            thoughts=options.thoughts,
            concurrency=max(8, options.at_once),
        )
        self.troubles = Counter[str]()
        self.run_options = limits(
            options.locks,
            max_steps=options.steps,
            threshold=options.threshold,
            temperature=options.temperature,
            max_tokens=options.max_tokens,
            reply_tokens=options.reply_tokens,
            seconds=options.time_limit,
            image_max_pixels=options.image_size,
            seed=options.seed,
        )

    def edit(self, target: Target) -> Done:
        """Plan, render and write one photo with all its files; nothing is left behind when a step fails."""
        return self.keep(self.make(target, again=True))

    def make(self, target: Target, ours: Collection[Path] = (), *, again: bool = False) -> UnwrittenEdit:
        """Plan and render one photo, and write nothing.

        ours   files that an earlier, interrupted try left: they are written anew
        again  do what was done before once more; else a photo whose history holds the request is `DoneBefore`
        """
        options, output = self.options, target.output
        stood = marks(target.photo, output)
        if (sidecar := find_sidecar(target.photo, output)) and history_path(output) in ours and sidecar not in ours:
            ours = {*ours} - {history_path(output)}  # nothing was interrupted: another program wrote there since
        history, damaged = self._standing(target, ours)
        agreed = {*ours, *written_before(history, output.parent)}
        paths = {"output": output, **self._extras(target, agreed)}
        agreed |= {paths["sidecar"]} if paths.get("sidecar") == target.photo.with_suffix(".xmp") else set()
        for name, path in paths.items():
            suffixes = tuple(ENCODERS) if path == output else (path.suffix,)
            check_target(
                path,
                suffixes=suffixes,
                inputs=[target.photo],
                force=options.force or path in agreed,
                new_folder=True,
                option=f"--{name}" if name in ("trace", "trajectory") else "-o",
                there=why_not(path, target, None if damaged else history),
            )
        if damaged:
            raise damaged
        source = load(target.photo, options.damaged)
        other = another_picture(history, source)
        if other and not options.force and (made := other_photo(output, target.photo)):
            raise CliError(f"{output}: exists already: it is the result of {made}; name another -o")
        again = again or other or options.force or options.from_scratch or history_path(output) in ours
        if not again and output.exists() and asked_before(history, options.instruction, self.policy.name):
            raise DoneBefore("done already; --from-scratch does it anew, another wish goes on")
        turned, sheet = self._decide(source, target, self._styled(history), options.from_scratch or other)
        if marks(target.photo, output) != stood:
            raise CliError(f"{target.photo}: was edited elsewhere meanwhile: give the instruction again", FAILED)
        result, settings = turned.result, turned.history.settings
        if sheet is None:
            paths.pop("sheet", None)
        data, notes = image_bytes(source, settings, output, options.export, embed=options.xmp)
        files = {p: data if p == output else self._extra(name, p, source, result, sheet) for name, p in paths.items()}
        kept = turned.history.noted(**{LOOKS: looks(source)}) if other else turned.history
        _, record = remembered(kept, source, files, options.export, options.xmp)
        others = {name: path for name, path in paths.items() if name != "output"}
        state, told = turned.history.now, (*source.notes, *resumed(history, target, options.from_scratch, other))
        told += of_a_result(target.photo)
        told += unread(target.photo, paths["sidecar"]) if "sidecar" in paths else ()
        done = Done(
            target.photo,
            output,
            result,
            tuple(files),
            state,
            **others,
            left_out=tuple(notes),
            notes=told,
            begins=raw_start(source),
        )
        replace = frozenset({*record, *(files if options.force else agreed)})
        return UnwrittenEdit(done, {**files, **record}, replace, troubles_of(getattr(self.policy, "chat", None)))

    def keep(self, made: UnwrittenEdit, announce: Announce = lambda files: None) -> Done:
        """Write what was made; `announce` is told the files, just before they are written."""
        self.troubles.update(made.troubles)
        announce(made.files)
        write_files(made.files, replace=made.replace)
        return made.done

    def _styled(self, history: History) -> History:
        """With --style: the style under the edit, where the photo was not edited before."""
        if self.style is None or len(history.settings):
            return history
        return history.add(Step("", self.style.to_dict(), self.style), Turn(f"style {self.options.style}", "style"))

    def _standing(self, target: Target, ours: Collection[Path]) -> tuple[History, CliError | None]:
        """What stands for a photo, and what is wrong with the files that say so; nothing with --from-scratch."""
        try:
            return standing(target.photo, target.output, ours), None
        except CliError as error:
            return History.new(str(target.photo)), None if self.options.from_scratch else error

    def _extras(self, target: Target, ours: Collection[Path]) -> dict[str, Path]:
        """The files beside the image, by their names in `Done`."""
        options, output = self.options, target.output
        sidecar = sidecar_path(target.photo, output, force=options.force, ours=ours)
        paths = {"sidecar": sidecar} if options.xmp else {}
        for name, given, suffix in (("trace", options.trace, ".html"), ("trajectory", options.trajectory, ".json")):
            if given:
                paths[name] = given if given.suffix.lower() == suffix else given / f"{output.stem}{suffix}"
        if options.best_of > 1:
            paths["sheet"] = output.with_name(f"{output.stem.removesuffix('.edited')}{CANDIDATES}.jpg")
        return paths

    def _decide(
        self, source: Photo, target: Target, history: History, from_scratch: bool
    ) -> "tuple[Turned, np.ndarray | None]":
        """The edit on top of what stands, and with --best-of the contact sheet of all candidates."""
        from jarvisevo.agent.loop import run as run_one

        options, sheets = self.options, list["np.ndarray"]()
        turned = take_turn(
            source,
            history,
            options.instruction,
            self.policy,
            self.run_options,
            name=str(target.photo),
            from_scratch=from_scratch,
            decide=run_one if options.best_of == 1 else partial(_best, options.best_of, sheets),
        )
        walked = turned.history.now != history.now and turned.history.trajectory.steps is history.trajectory.steps
        if not walked:  # undone steps may have come to nothing together
            _usable(turned.result, options, raw_start(source))
        return turned, sheets[0] if sheets else None

    def _extra(self, name: str, path: Path, source: Photo, result: "Result", sheet: "np.ndarray | None") -> bytes:
        """What stands in a file beside the image."""
        if name == "sidecar":
            return sidecar_bytes(source, result.settings, path)
        if name == "trajectory":
            from jarvisevo.record import trajectory_json

            return trajectory_json.dumps(result.trajectory, indent=1).encode("utf-8", "backslashreplace")
        if name == "trace":
            from jarvisevo.report.trace import html

            return html(result.trajectory, result.pictures, source).encode()
        assert sheet is not None
        return jpeg_bytes(sheet, 90, full_chroma=False, optimize=True)


@lru_cache(maxsize=2)
def _editor(options: EditOptions) -> Editor:
    """One for each process of a cluster."""
    return Editor(options)


def _made_elsewhere(options: EditOptions, target: Target, ours: Collection[Path]) -> UnwrittenEdit:
    return _editor(options).make(target, ours)


def _style(name: str) -> Settings:
    """The settings of a learnt style. CliError for one that is not there."""
    from jarvisevo.cli.looks import styles_folder
    from jarvisevo.live import style

    return style.read(style.style_path(name, styles_folder())).settings


def _best(
    count: int,
    sheets: "list[np.ndarray]",
    source: Photo,
    words: str,
    policy: "Policy",
    options: "Options",
    *,
    name: str = "",
    watch: "Watch | None" = None,
    start: Settings | None = None,
    earlier: Sequence[str] = (),
) -> "Result":
    """The best of several runs; their contact sheet goes into `sheets`."""
    from jarvisevo.agent.best_of import best_of

    found = best_of(source, words, policy, options, count, name=name, watch=watch, start=start, earlier=earlier)
    if found.best is None:  # say why the first one came to nothing
        first = found.results[0]
        if isinstance(first, Exception):
            raise first
        return first
    sheets.append(found.sheet().eight_bit())
    return found.best


def _usable(result: "Result", options: EditOptions, begins: Mapping[str, float]) -> "Result":
    """The result; CliError when no step came about at all, or nothing of the instruction was or had to be done."""
    if result.error:
        raise CliError(f"no edit came about: {result.error}", FAILED)
    if reason := nothing_done(result, options.instruction, options.model == "expert", options.locks, begins):
        raise CliError(reason, FAILED)
    return result


def unjudged(result: "Result") -> str:
    """Why what is handed out has no score, "" when it has one: an edit that nobody could judge is not a bad one."""
    if result.score is not None:
        return ""
    record = result.trajectory
    if record.meta.get("policy") == RELATIVE:
        return "words about the edit itself get no score"
    judged = record.reflections[-1].evaluation if record.reflections else record.evaluation
    causes = [judged.error] if judged is not None and judged.error else []
    causes += [failure.cause for failure in record.failures if failure.kind == "evaluate"][-1:]
    return causes[0] if causes else "no judgement was made"


def _told(done: Done, verbose: bool) -> list[str]:
    """Every note of an edit, once; `verbose`: those about how near Lightroom's strength is as well."""
    from jarvisevo.report.sliders import approximated

    record, near = done.result.trajectory, approximated(done.result.settings) if verbose else []
    notes = [str(note) for step in record.all_steps[: record.best] for note in step.notes]
    last = [f"approximated, Lightroom's strength may differ: {', '.join(near)}"] if near else []
    return list(dict.fromkeys([*done.notes, *done.left_out, *notes, *remarks(record), *last]))


def _thought(record: "Trajectory") -> str:
    """What was thought up to the state that was chosen, one paragraph a step."""
    return "\n\n".join(step.thought for step in record.all_steps[: record.best or None] if step.thought)


def show(done: Done, verbose: bool = False) -> None:
    """The sliders, the thought, the score, what could not be done, and where the results are.

    verbose  every note in a line of its own, and those about how near Lightroom's strength is
    """
    from jarvisevo.cli.show import show_changes
    from jarvisevo.report.labels import translator
    from jarvisevo.rules.language.tokens import is_chinese

    record, settings = done.result.trajectory, done.result.settings
    label = translator("zh" if is_chinese(record.instruction) else "en")
    show_changes(Settings({name: v for name, v in settings.values.items() if done.begins.get(name) != v}), label)
    typer.echo("\n" + "\n".join(map(one_line, _thought(record).splitlines())))
    score, missing = done.result.score, unjudged(done.result)
    judged = label("score {score} of 5").format(score=f"{score:.2f}") if score is not None else ""
    typer.echo(judged or f"{label('not judged')}: {one_line(label(missing))}")
    files = dict.fromkeys([*done.notes, *done.left_out])
    show_notes(files, label, ordinary=verbose)
    told = [note for note in _told(done, verbose) if note not in (*files, f"evaluate: {missing}")]
    told = [_kind_in(label, note) for note in told]
    if verbose:
        show_notes(told, label, ordinary=True)
    elif told:
        show_notes([label("; ").join(told)], label)
    for path in done.files:
        say(f"{label('wrote')} {path}")


def _kind_in(label: Callable[[str], str], note: str) -> str:
    """A note with the word before it that says what kind it is ("ignored: …") in the language of the instruction."""
    kind, colon, said = note.partition(": ")
    shown = label(f"{kind}:") if colon else ""
    return note if shown in ("", f"{kind}:") else f"{shown}{said}"


def replay(record: Path, photo: Path | None, out: Path, state: int | None, options: EditOptions) -> None:
    """Render a recorded edit again from the photo, and its page when asked for."""
    trajectory = read_record(record)
    if state is not None and state >= len(trajectory.states):
        raise CliError(f"--step {state}: this record has steps 0 to {len(trajectory.states) - 1}")
    original = photo or find_photo(record, trajectory.photo)
    existing_file(original, "the photo, with --photo")
    check_target(out, suffixes=tuple(ENCODERS), inputs=[original, record], force=options.force)
    if options.trace:
        page = options.trace
        check_target(page, suffixes=(".html",), inputs=[original, record], force=options.force, option="--trace")
    source = load(original, options.damaged)
    another = _another_photo(trajectory, source, original)
    settings = trajectory.settings if state is None else trajectory.states[state]
    data, notes = image_bytes(source, settings, out, options.export, embed=options.xmp)
    files = {out: data}
    if options.trace:
        from jarvisevo.report.trace import html

        files[options.trace] = html(trajectory, trajectory.replay_all(source), source).encode()
    write_files(files, replace=files if options.force else ())
    if options.json:
        print_json(
            {
                "output": str(out),
                "trace": str(options.trace) if options.trace else None,
                "step": trajectory.best if state is None else state,
                "settings": settings.to_dict(),
                "notes": [*another, *source.notes, *notes],
            }
        )
        return
    show_notes([*another, *source.notes, *notes])
    for path in files:
        say(f"wrote {path}")


def _another_photo(record: "Trajectory", source: "Photo", path: Path) -> tuple[str, ...]:
    """Said where the first picture of a record comes out different on this photo."""
    from jarvisevo.agent.session import digest
    from jarvisevo.files.versions import versions

    number, step = next(((n, step) for n, step in enumerate(record.all_steps, 1) if step.image), (0, None))
    size = record.meta.get("max_size")
    if step is None or not isinstance(size, int) or size < 1:
        return ()
    if digest(record.replay(source, number, size).eight_bit()) == step.image:
        return ()
    made_by = record.meta.get("versions")
    other = "" if made_by == versions() else "; or another version made the record"
    return (f"{path}: not the photo of the record ({record.photo}), or changed since: its pixels differ{other}",)


def read_record(path: Path) -> "Trajectory":
    """The record in a file. CliError when it is none."""
    from jarvisevo.record import trajectory_json
    from jarvisevo.record.trajectory import TrajectoryError

    existing_file(path, "a record that `edit --trajectory` wrote")
    try:
        return trajectory_json.loads(path.read_text("utf-8-sig", "replace"))
    except TrajectoryError as error:
        raise CliError(f"{path}: {error}", FAILED) from None


def find_photo(record: Path, name: str) -> Path:
    """The photo of a record: where it says, else a file of that name beside the record."""
    beside = record.parent / Path(name).name
    return beside if not Path(name).is_file() and beside.is_file() else Path(name)
