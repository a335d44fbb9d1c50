"""Reflection data as SEPO makes it: of one query,
the edit that scored low and its correction by the one that scored high.

τ_refl = {(I, Q); [H_j, S_j], [R, T_i, O_i]} of JarvisEvo, section 3.2.3, as records of a data set that RFT reads.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from editor_ops.files import write_whole
from editor_ops.io.encode import png_bytes
from editor_ops.settings import Settings
from jarvisevo.protocol import turns as protocol
from jarvisevo.protocol.chat import Message
from jarvisevo.protocol.messages import READING
from jarvisevo.protocol.reply import ProtocolError, clean, cut
from jarvisevo.record.artedit import FILES, Record, read, write
from jarvisevo.record.trajectory import Reflection, Step, Trajectory
from jarvisevo.rules.reasons import reflection
from training.config import ReflectionConfig
from training.data import StoredRecord
from training.rollout import EditRollout


@dataclass(frozen=True)
class ReflectionPair:
    """Two trajectories of one query: `worse` scored lower than `better`."""

    entry: StoredRecord
    worse: EditRollout
    better: EditRollout


def pairs(
    entry: StoredRecord, group: Sequence[EditRollout], config: ReflectionConfig, accuracy: Sequence[float] = ()
) -> list[ReflectionPair]:
    """What a group teaches: its best against its worst, at most `per_group` of them.

    accuracy  R_ta of each, for `verified`
    """
    if not config.collect:
        return []
    usable = [i for i, r in enumerate(group) if r.valid and r.score is not None and r.session.settings]
    ranked = sorted(usable, key=lambda i: group[i].score or 0.0)
    out = []
    for j in ranked[:-1]:
        i = ranked[-1]
        better, worse = group[i], group[j]
        if (better.score or 0.0) - (worse.score or 0.0) <= config.margin:
            continue
        if correction(worse.session.settings, better.session.settings) is None:
            continue
        if config.verified and not accuracy[i] > accuracy[j]:
            continue
        out.append(ReflectionPair(entry, worse, better))
    return out[: config.per_group]


def correction(worse: Settings, better: Settings) -> dict[str, Any] | None:
    """The call that takes `worse` to `better`: what differs, and defaults for what goes back; None when no call can."""
    call = Settings.check({name: new for name, (_, new) in better.diff(worse).items()})[0]
    return call.to_dict() if call and not better.diff(worse.merge(call)) else None


def question(pair: ReflectionPair, system: str = "") -> list[Message]:
    """Asks the model why one result failed, with (I, Q, O_j, O_i)."""
    session = pair.worse.session
    opening = [Message("system", (system,), "system")] if system else []
    return [
        *opening,
        Message(
            "user",
            (
                session.images[0],
                protocol.source_turn(session.instruction, reading=str(session.meta.get(READING, ""))),
                session.images[-1],
                f"\nThe first result scored {pair.worse.score:.2f}.",
                pair.better.session.images[-1],
                (
                    f"\nThe second result scored {pair.better.score:.2f}. Say in the first person within <think> tags"
                    " where the first edit failed, and what has to change."
                ),
            ),
        ),
    ]


def rationale(reply: str, pair: ReflectionPair, name: str) -> tuple[str, bool]:
    """(the reason, whether the model gave it): what stands between the <think> tags, else `in_words`."""
    try:
        thought = cut(reply).thought
    except ProtocolError:
        thought = ""
    return (clean(thought), True) if thought.strip() else (in_words(pair, name), False)


def in_words(pair: ReflectionPair, name: str) -> str:
    """The difference of the two results as sentences, worded as the data pipeline words it.

    name  of the record, which seeds the choice of words
    """
    worse, better = pair.worse.session.images[-1], pair.better.session.images[-1]
    return reflection(pair.entry.record.language == "zh", worse, better, Random(name))


class ReflectionStore:
    """The data set OUT/reflections, written as the run goes on.

    count  records in it
    """

    def __init__(self, folder: Path, limit: int) -> None:
        self.folder, self.limit = folder, limit
        self.file = folder / FILES["edit"]
        self.count = self.file.read_bytes().count(b"\n") if self.file.is_file() else 0

    def cut(self, step: int) -> None:
        """Forget what was written from a step on: the run goes on from there."""
        if self.file.is_file():
            kept = [record for record in read(self.folder) if record.meta["step"] < step]
            write_whole(self.file, "".join(record.to_json() + "\n" for record in kept))
            self.count = len(kept)

    @property
    def full(self) -> bool:
        return self.count >= self.limit

    def add(self, made: "ReflectionRecord", write_it: bool = True) -> None:
        """Count one record, and write it with its images; only one process of a run does the writing."""
        if self.full:
            return
        self.count += 1
        if write_it:
            for name, data in made.images.items():
                _write(self.folder / name, data)
            write([made.record], self.folder)


@dataclass(frozen=True)
class ReflectionRecord:
    """A record and the PNG files of its images, by their paths in the data set."""

    record: Record
    images: Mapping[str, bytes]


def make(pair: ReflectionPair, name: str, step: int, thought: str, asked: bool) -> ReflectionRecord:
    """The record of a pair.

    asked  the thought is the model's own
    """
    base, worse, better = pair.entry.record, pair.worse, pair.better
    settings = better.session.settings
    call = correction(worse.session.settings, settings) or {}
    fix = Step(thought, call, worse.session.settings.merge(call))
    paths = [f"images/{base.id}.png", *(f"images/{name}-{i}.png" for i in range(len(worse.session.images)))]
    pixels = [*worse.session.images, better.session.images[-1]]
    worst = worse.session
    trajectory = Trajectory(
        paths[0],
        worst.instruction,
        tuple(replace(step, timing={}) for step in worst.steps),  # the same run writes the same bytes
        worst.evaluation,
        (Reflection(fix, better.session.evaluation),),
        {"threshold": better.score, "max_size": worst.side},
        tuple(worst.failures),
    )
    meta = {"images": paths, "step": step, "rationale": "model" if asked else "words", "source": base.id}
    record = replace(base, id=name, source=paths[0], target=paths[-1], trajectory=trajectory, meta=meta, made="sepo")
    return ReflectionRecord(record, {path: png_bytes(p) for path, p in zip(paths, pixels, strict=True)})


def _write(path: Path, data: bytes) -> None:
    """Write a file once."""
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
