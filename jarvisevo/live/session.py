"""`LiveSession`: one photo that is held open, the same object for the command line, the page, HTTP and MCP.

Its history is its state: every act is a step, undo is a place in it. It is kept beside the result after every step,
with the sidecar, so that another program finds the whole edit in the XMP; and what another program wrote there
meanwhile is read before the next act, so that nobody's steps are lost.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from editor_ops.io.decode import load
from editor_ops.masks.rows import CORRECTIONS, LEGACY
from editor_ops.ops.geometry import check_crop
from editor_ops.photo import Image, Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.agent.loop import Watch
from jarvisevo.agent.policy import Policy
from jarvisevo.agent.session import Options, Session
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.files.export import Export
from jarvisevo.files.write import image_bytes, sidecar_bytes, write_files
from jarvisevo.live.ratings import rated
from jarvisevo.live.results import result_path
from jarvisevo.live.standing import files as written_files
from jarvisevo.live.standing import find_sidecar, marks, standing
from jarvisevo.live.states import changes
from jarvisevo.live.turns import PERSON, Turned, nothing_done, take_turn
from jarvisevo.live.white import on_its_sliders
from jarvisevo.live.writing import remembered
from jarvisevo.record.history import History, Turn
from jarvisevo.record.trajectory import Step, TrajectoryError
from jarvisevo.rules.groups import free_name

Listen = Callable[["LiveSession"], None]


class LiveSession:
    """A photo, what was done to it, and what may be done next. Safe to use from several threads.

    path    the photo; never written to
    output  its result: the history and the sidecar stand beside that
    keep    write them after every step
    """

    def __init__(self, path: Path, output: Path | None = None, *, keep: bool = True) -> None:
        self.path = path
        self.output = output or result_path(path)
        self.keep = keep
        self.listeners: list[Listen] = []
        self.version = 0
        self._lock = threading.RLock()
        self._turn, self._stop = threading.Lock(), threading.Event()
        self._loading = threading.Lock()
        self._photo: Photo | None = None
        self._marks = marks(path, self.output)
        self._history = standing(path, self.output)

    # ---- what there is

    @property
    def photo(self) -> Photo:
        """The decoded photo; read when it is first needed, and again after `release`."""
        with self._loading:
            if self._photo is None:
                self._photo = load(self.path)
            return self._photo

    @property
    def loaded(self) -> bool:
        """Whether its pixels are in memory."""
        return self._photo is not None

    def release(self) -> None:
        """Let go of the pixels; the history stays."""
        with self._loading:
            self._photo = None

    @property
    def history(self) -> History:
        """Every step, other programs' too, and which of them stands; while the files are damaged, what was known."""
        with suppress(CliError):
            self.refresh()
        with self._lock:
            return self._history

    @property
    def settings(self) -> Settings:
        """The settings that stand."""
        return self.history.settings

    @property
    def busy(self) -> bool:
        """Whether a turn of an agent is under way."""
        return self._turn.locked()

    def render(self, side: int | None = None, state: int | None = None, settings: Settings | None = None) -> Image:
        """The photo as it stands, at another state, or with other settings; `side` pixels long at most."""
        if settings is None:
            history = self.history
            settings = history.settings if state is None else history.at(state).settings
        return render(self.photo, settings, side)

    def refresh(self) -> None:
        """Take up what another program wrote since. CliError when the history or the sidecar is damaged."""
        if not self.keep:
            return
        with self._lock:
            found = marks(self.path, self.output)
            if found == self._marks:
                return
            history = standing(self.path, self.output)
            self._marks = found
            if history == self._history:
                return
            self._history = history
            self.version += 1
        self._tell()

    # ---- acts

    def settle(self, settings: Settings, title: str = "", by: str = PERSON) -> bool:
        """Make these the settings that stand -> False when they stood already. SettingsError where a crop would leave
        nothing of the photo.
        """
        with self._lock:
            self.refresh()
            before = self._history.settings
            if settings.values == before.values:
                return False
            check_crop(settings, self.photo)
            settings, notes = on_its_sliders(self.photo, before, settings)
            if settings.values == before.values:
                return False
            settings = Settings(settings.values, {**before.extra, **settings.extra})
            step = Step("", changes(before, settings), settings, notes=notes)
            self._become(self._history.add(step, Turn(title, by)))
        self._tell()
        return True

    def develop(self, wanted: Mapping[str, Any], title: str = "", by: str = PERSON) -> Settings:
        """Move sliders by Adobe's name; None puts one back to its default. SettingsError with every problem."""
        with self._lock:
            self.refresh()
            self.settle(merged(self._history.settings, wanted), title, by)
            return self._history.settings

    def change(self, act: Callable[[Settings], Settings], title: str = "", by: str = PERSON) -> Settings:
        """Replace what stands by what a function makes of it, with nobody in between."""
        with self._lock:
            self.refresh()
            self.settle(act(self._history.settings), title, by)
            return self._history.settings

    def undo(self, steps: int = 1) -> History:
        """Steps back. CliError when there are not so many."""
        return self._walk(lambda history: history.undo(steps))

    def redo(self, steps: int = 1) -> History:
        """Steps forward. CliError when there are not so many."""
        return self._walk(lambda history: history.redo(steps))

    def go_to(self, state: int) -> History:
        """Let another state stand. CliError when it is not there."""
        return self._walk(lambda history: history.at(state))

    def _walk(self, act: Callable[[History], History]) -> History:
        with self._lock:
            self.refresh()
            try:
                self._become(act(self._history))
            except TrajectoryError as error:
                raise CliError(str(error)) from None
        self._tell()
        return self.history

    def edit(
        self, instruction: str, policy: Policy, options: Options | None = None, watch: Watch | None = None
    ) -> Turned:
        """A turn of an agent on top of what stands. A person may go on meanwhile: what they moved stays theirs.

        CliError while another turn is under way, or when nothing came of this one.
        """
        if not self._turn.acquire(blocking=False):
            raise CliError("another edit of this photo is under way: wait for it, or stop it", FAILED)

        def look(session: Session, kind: str) -> None:
            if watch:
                watch(session, kind)
            self._heed_stop()

        try:
            self._stop.clear()
            self.refresh()
            before = self.history
            turned = take_turn(
                self.photo, before, instruction, policy, options or Options(), name=str(self.path), watch=look
            )
            self._heed_stop()
            if turned.result.error:
                raise CliError(f"no edit came about: {turned.result.error}", FAILED)
            if turned.history is before and (
                reason := nothing_done(turned.result, instruction, policy.name == "expert")
            ):
                raise CliError(reason, FAILED)
            with self._lock:
                self.refresh()
                stood = self._history  # what a person did meanwhile is not of this turn
                turned = replace(turned, history=_carried(before, turned.history, stood), before=stood.settings)
                self._become(turned.history)
        finally:
            self._turn.release()
        self._tell()
        return turned

    def stop(self) -> None:
        """Let the turn of an agent that is under way end without a step, after what it is at."""
        self._stop.set()

    def _heed_stop(self) -> None:
        if self._stop.is_set():
            raise CliError("stopped: this edit changed nothing", FAILED)

    def export(self, target: Path, export: Export) -> tuple[bytes, list[str]]:
        """(the bytes of the exported file, notes): those that `jarvisevo render` writes with the same settings."""
        return image_bytes(self.photo, self.settings, target, export)

    def save(self, stars: int | None = None) -> None:
        """Write history and sidecar, whole or not at all; with `stars`, that rating in the sidecar."""
        with self._lock:
            self.refresh()
            self._write(self._history, stars)

    def _write(self, history: History, stars: int | None = None) -> None:
        stands = find_sidecar(self.path, self.output)  # that of a RAW file, where the command line wrote there
        ours = stands is not None and stands.name in written_files(history)
        sidecar = stands if stands and ours else self.output.with_suffix(".xmp")
        packet = sidecar_bytes(self.photo, history.settings, sidecar)
        files = {sidecar: packet if stars is None else rated(packet, stars)}
        kept, record = remembered(history, self.photo, files)
        write_files({**files, **record}, replace=[*files, *record])
        self._history, self._marks = kept, marks(self.path, self.output)

    def _become(self, history: History) -> None:
        if self.keep:
            self._write(history)
        else:
            self._history = history
        self.version += 1

    def _tell(self) -> None:
        for listen in list(self.listeners):
            listen(self)


def merged(settings: Settings, wanted: Mapping[str, Any]) -> Settings:
    """The settings with sliders moved; None puts one back to its default. SettingsError with every problem."""
    given = {name: value for name, value in wanted.items() if value is not None and not _no_masks(name, value)}
    checked = Settings.parse(given)
    Settings.parse({name: TABLE[name].default for name in wanted if name not in given and name in TABLE})
    unknown = [name for name in wanted if name not in TABLE]
    if unknown:
        Settings.parse(dict.fromkeys(unknown))
    kept = {name: value for name, value in settings.values.items() if name not in wanted or name in given}
    return Settings({**kept, **checked.values}, settings.extra)


def _no_masks(name: str, value: object) -> bool:
    """An empty list of local corrections, which is what stands where there are none."""
    return name in (CORRECTIONS, *LEGACY) and value in ([], ())


def _carried(before: History, after: History, now: History) -> History:
    """The turn of an agent on top of what stands now, where a person did something meanwhile."""
    if now is before or now.settings.values == before.settings.values:
        return after
    if after.now <= before.now or len(after.trajectory.steps) <= before.now:
        return now  # it only undid something: the person has gone on from there
    step, turn = after.trajectory.steps[after.now - 1], after.turns[after.now - 1]
    settings = both(before.settings, step.settings, now.settings)
    notes = (*step.notes, "what was moved by hand meanwhile stayed as it is")
    return now.add(replace(step, settings=settings, tool_call=changes(now.settings, settings), notes=notes), turn)


def both(before: Settings, theirs: Settings, mine: Settings) -> Settings:
    """What an agent changed since `before`, on top of what a person did meanwhile; where both did, the person's
    stays.
    """
    values = dict(mine.values)
    for name in dict.fromkeys([*before.values, *theirs.values]):
        if name != CORRECTIONS and mine[name] == before[name] != theirs[name]:
            values[name] = theirs[name]
    groups = [s.values.get(CORRECTIONS, ()) for s in (before, theirs, mine)]
    found = _both_groups(*groups)
    if found:
        values[CORRECTIONS] = found
    else:
        values.pop(CORRECTIONS, None)
    return Settings(values, {**theirs.extra, **mine.extra})


def _both_groups(
    before: Sequence[Mapping[str, Any]], theirs: Sequence[Mapping[str, Any]], mine: Sequence[Mapping[str, Any]]
) -> tuple[Mapping[str, Any], ...]:
    """Corrections of both: those that the person left alone as the agent has them, the agent's new ones under
    free names.
    """
    old = {_name(group): group for group in before}
    new = {_name(group): group for group in theirs}
    out = []
    for group in mine:
        name = _name(group)
        untouched = name in old and old[name] == group
        if untouched and name not in new:
            continue  # taken out by the agent
        out.append(new[name] if untouched else group)
    for name, group in new.items():
        if name not in old:
            out.append({**group, "CorrectionName": free_name(name, out)})
    return tuple(out)


def _name(group: Mapping[str, Any]) -> str:
    return str(group.get("CorrectionName") or "")
