"""`History`: the trajectory of a photo that is edited again and again. Undo is a place in the trajectory, nothing more.

It stands in a hidden folder beside the result (`history_path`). Steps after the present one are kept for redo, until
the next edit takes their place.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from editor_ops.settings import Settings
from jarvisevo.record import trajectory_json
from jarvisevo.record.trajectory import Step, Trajectory, TrajectoryError

FOLDER = ".jarvisevo"
"""Hidden folder beside results, with the history of each."""
BEGINS = "begins"
"""Entry of `meta`: what a RAW file begins with where nothing is said, which is no move of anybody."""
MOST_STEPS = 1000
"""Steps that are kept; the oldest are joined into what stood at first."""
MOST_BYTES = 64_000_000


@dataclass(frozen=True)
class Turn:
    """Where a step came from.

    instruction  the words that asked for it, "" for sliders that a person moved
    by           "person", "expert", a model's name, "sidecar" …
    made         UTC, ISO 8601
    """

    instruction: str = ""
    by: str = "person"
    made: str = ""


@dataclass(frozen=True)
class History:
    """What was done to one photo, and which state stands. Immutable: every act gives a new one.

    trajectory  all steps; its `meta` holds "best" (the state that stands) and "turns" (a `Turn` for each step)
    """

    trajectory: Trajectory

    @classmethod
    def new(cls, photo: str, start: Settings | None = None) -> "History":
        """A photo that nothing was done to, or that comes with settings."""
        return cls(Trajectory(photo, "", meta={"best": 0, "turns": []}, start=start or Settings()))

    @property
    def now(self) -> int:
        """The state that stands; 0 is the photo as it came."""
        return self.trajectory.best

    @property
    def settings(self) -> Settings:
        """The settings that stand."""
        return self.trajectory.settings

    @property
    def states(self) -> tuple[Settings, ...]:
        """Every state, undone ones too."""
        return self.trajectory.states

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Where each step came from, in order."""
        rows = self.trajectory.meta.get("turns")
        rows = rows if isinstance(rows, list | tuple) else []
        found = [_turn(row) for row in rows[: len(self.trajectory.steps)]]
        return (*found, *[Turn()] * (len(self.trajectory.steps) - len(found)))

    @property
    def asked(self) -> tuple[str, ...]:
        """The instructions of the steps that stand, in order."""
        return tuple(turn.instruction for turn in self.turns[: self.now] if turn.instruction)

    def add(self, step: Step, turn: Turn) -> "History":
        """A step on top of what stands; what was undone is given up."""
        steps, turns = [*self.trajectory.steps[: self.now], step], [*self.turns[: self.now], turn]
        start = self.trajectory.start
        if len(steps) > MOST_STEPS:
            start, steps, turns = steps[0].settings, steps[1:], turns[1:]
        made = turn.made or datetime.now(UTC).isoformat(timespec="seconds")
        turns[-1] = replace(turn, made=made)
        meta = {**self.trajectory.meta, "best": len(steps), "turns": [vars(t) for t in turns]}
        words = next((t.instruction for t in reversed(turns) if t.instruction), "")
        return History(replace(self.trajectory, instruction=words, steps=tuple(steps), start=start, meta=meta))

    def at(self, state: int) -> "History":
        """The same history with another state standing. TrajectoryError for one that is not there."""
        last = len(self.trajectory.steps)
        if not 0 <= state <= last:
            raise TrajectoryError(f"step {state}: this photo has steps 0 to {last}")
        return History(replace(self.trajectory, meta={**self.trajectory.meta, "best": state}))

    def undo(self, steps: int = 1) -> "History":
        """So many steps back. TrajectoryError when there are not so many."""
        if self.now - steps < 0:
            raise TrajectoryError("nothing to undo: this is the photo as it came" if not self.now else _few(self.now))
        return self.at(self.now - steps)

    def redo(self, steps: int = 1) -> "History":
        """So many steps forward. TrajectoryError when there are not so many."""
        left = len(self.trajectory.steps) - self.now
        if steps > left:
            raise TrajectoryError("nothing to redo: no undone step is left" if not left else _few(left))
        return self.at(self.now + steps)

    def noted(self, **meta: object) -> "History":
        """The same history with entries of `meta` set."""
        return History(replace(self.trajectory, meta={**self.trajectory.meta, **meta}))

    def to_bytes(self) -> bytes:
        """The file of this history."""
        return trajectory_json.dumps(self.trajectory, indent=1).encode("utf-8", "backslashreplace")


def _few(left: int) -> str:
    return f"only {left} step{'s' * (left != 1)} that way"


def _turn(row: object) -> Turn:
    if not isinstance(row, Mapping):
        return Turn()
    return Turn(
        *(str(row.get(name) or default) for name, default in (("instruction", ""), ("by", "person"), ("made", "")))
    )


def history_path(output: Path) -> Path:
    """Where the history of a result stands."""
    return output.parent / FOLDER / f"{output.stem}.json"


def read_history(output: Path) -> History | None:
    """The history of a result; None when there is none. TrajectoryError when the file is damaged."""
    path = history_path(output)
    if not path.is_file():
        return None
    try:
        if path.stat().st_size > MOST_BYTES:
            raise TrajectoryError(f"larger than {MOST_BYTES // 1_000_000} MB")
        trajectory = trajectory_json.loads(path.read_text("utf-8", "replace"))
        if trajectory.reflections or not isinstance(trajectory.meta.get("best"), int):
            raise TrajectoryError("a record of `edit --trajectory`, not a history")
        return History(trajectory)
    except TrajectoryError as error:
        raise TrajectoryError(f"{path}: {error}; move it away to begin anew") from None


def digest(data: bytes) -> str:
    """SHA-256 of a file's bytes."""
    return hashlib.sha256(data).hexdigest()
