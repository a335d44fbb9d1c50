"""Probes whose answer everybody knows: a judge that fails one of them is not to be trusted with the rest."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from editor_ops.photo import Photo
from jarvisevo.judge.core.case import Case, Judge, ranking, swapped
from jarvisevo.judge.core.synthetic import EDIT_KINDS, EditKind, edited

NEEDED = 0.8
"""Share of a probe's cases that have to come out as they should."""
Check = tuple[bool | None, str]


@dataclass(frozen=True)
class Probe:
    """One probe: how many cases came out as they should, how many failed to be judged at all,
    and the first that did not.
    """

    name: str
    asks: str
    good: int
    failed: int
    cases: int
    example: str = ""

    @property
    def ok(self) -> bool:
        """True when enough came out right; a failed judgement is not right."""
        return self.cases > 0 and self.good / self.cases >= NEEDED

    def to_dict(self) -> dict[str, Any]:
        """Plain data for --json."""
        return vars(self) | {"ok": self.ok}


def examine(
    judge: Judge,
    photos: Sequence[Photo],
    changes: Sequence[EditKind] = EDIT_KINDS,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Probe]:
    """All probes over these photos (`Photo`s, small) and kinds of change; `progress` is told (cases done, in all)."""
    work = [(photo, change) for photo in photos for change in changes]
    probes: list[Probe] = []
    for name, (asks, probe) in PROBES.items():
        found: list[Check] = []
        for photo, change in work:
            progress(len(probes) * len(work) + len(found), len(PROBES) * len(work))
            found.append(probe(judge, photo, change))
        probes.append(_probe(name, asks, found))
    return probes


def _probe(name: str, asks: str, found: Sequence[Check]) -> Probe:
    example = next((text for ok, text in found if not ok), "")
    return Probe(
        name, asks, sum(ok is True for ok, _ in found), sum(ok is None for ok, _ in found), len(found), example
    )


def _scores(judge: Judge, photo: Photo, words: str, *candidates: np.ndarray) -> tuple[tuple[float, ...] | None, str]:
    made = judge.judge(Case("probe", words, edited(photo, EDIT_KINDS[0], "none"), candidates))
    return made.scores, made.error


def _identity(judge: Judge, photo: Photo, change: EditKind) -> Check:
    nothing, right = (edited(photo, change, kind) for kind in ("none", "right"))
    scores, error = _scores(judge, photo, change.words[0], nothing, right)
    if scores is None:
        return None, error
    return scores[0] < scores[1], f"{change.words[0]!r}: no edit {scores[0]:.2f}, the edit asked for {scores[1]:.2f}"


def _black(judge: Judge, photo: Photo, change: EditKind) -> Check:
    right = edited(photo, change, "right")
    scores, error = _scores(judge, photo, change.words[0], np.zeros_like(right), right)
    if scores is None:
        return None, error
    return (
        scores[0] < scores[1] and scores[0] <= 2.0,
        f"{change.words[0]!r}: black {scores[0]:.2f}, the edit {scores[1]:.2f}",
    )


def _swap(judge: Judge, photo: Photo, change: EditKind) -> Check:
    case = Case(
        "probe",
        change.words[0],
        edited(photo, change, "none"),
        tuple(edited(photo, change, kind) for kind in ("wrong", "right")),
    )
    order = swapped(case)
    first, second = judge.judge(case), judge.judge(case.ordered(order)).restored(order)
    if first.scores is None or second.scores is None:
        return None, first.error or second.error
    same = ranking(first.scores) == ranking(second.scores)
    return same, f"{change.words[0]!r}: {_listed(first.scores)} in one order, {_listed(second.scores)} in the other"


def _wrong_instruction(judge: Judge, photo: Photo, change: EditKind) -> Check:
    right = edited(photo, change, "right")
    opposite = next(c for c in EDIT_KINDS if c.measure == change.measure and c.way != change.way)
    own, error = _scores(judge, photo, change.words[0], right)
    other, second = _scores(judge, photo, opposite.words[0], right)
    if own is None or other is None:
        return None, error or second
    return (
        other[0] < own[0],
        f"{change.words[0]!r} {own[0]:.2f}, the same edit for {opposite.words[0]!r} {other[0]:.2f}",
    )


def _listed(scores: Sequence[float]) -> str:
    return " / ".join(f"{score:.2f}" for score in scores)


PROBES: dict[str, tuple[str, Callable[[Judge, Photo, EditKind], Check]]] = {
    "identity": ("the photo itself scores below the edit that was asked for", _identity),
    "black": ("a black image scores 2 at most, and below the edit", _black),
    "swapped": ("the order in which candidates stand changes nothing", _swap),
    "wrong-instruction": ("an edit scores lower for the opposite instruction", _wrong_instruction),
}
