"""What is judged and what comes of it. A failed judgement has no scores; it is never a zero."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, Unpack

from jarvisevo.judge.core.images import SIDE, SOURCE, handle, shown
from jarvisevo.record.trajectory import HIGH, LOW

if TYPE_CHECKING:
    import numpy as np

    from jarvisevo.judge.core.images import ImageInput

    Shown = np.ndarray | str


@dataclass(frozen=True)
class Scale:
    """The range that scores are on, carried with them."""

    low: float = LOW
    high: float = HIGH

    def holds(self, score: float) -> bool:
        """True for a finite score inside the range."""
        return self.low <= score <= self.high


SCALE = Scale()


@dataclass(frozen=True, eq=False)
class Case:
    """One photo, one instruction, and K edits of it; or a question, perhaps about an image, and K answers in words.

    source, candidates  `Image`, (H, W, 3) sRGB array, or a file or `LazyImage` that is read when it is needed
    gold                people's scores of the candidates, higher is better, equal is a tie; no judge ever sees them
    """

    id: str
    instruction: str
    source: "ImageInput | None"
    candidates: "tuple[ImageInput | str, ...]"
    gold: tuple[float, ...] | None = None

    def images(self, side: int = SIDE) -> "dict[str, Shown]":
        """`source`, `cand_1` … to (h, w, 3) uint8 sRGB, or to the text of an answer, in that order.

        Raises what reading an image raises. Without a source it is left out.
        """
        named: dict[str, Shown] = {} if self.source is None else {SOURCE: shown(self.source, side)}
        for i, candidate in enumerate(self.candidates):
            named[handle(i)] = candidate if isinstance(candidate, str) else shown(candidate, side)
        return named

    def ordered(self, order: Sequence[int]) -> "Case":
        """The same case with candidate `order[i]` in place i; those that `order` does not name are left out."""
        gold = None if self.gold is None else tuple(self.gold[i] for i in order)
        return replace(self, candidates=tuple(self.candidates[i] for i in order), gold=gold)


class KnownFacts(TypedDict, total=False):
    """What is known of a judgement besides scores and reasons; see `Judgement`."""

    trace: Mapping[str, Any]
    usage: Mapping[str, int]
    characters: int
    library_id: str


@dataclass(frozen=True)
class Judgement:
    """Scores of a case's candidates in the case's order, or why there are none.

    scores      one for each candidate on `scale`; None when the judgement failed
    reasoning   the judge's own words; untrusted
    trace       what was used, in order: entries, tool results (plain data); "shown" is the order of the candidates when
                it was not the case's
    characters  of text that went to and came from models
    library_id  tree hash of the library; "" for a judge without one
    """

    scores: tuple[float, ...] | None = None
    reasoning: str = ""
    trace: Mapping[str, Any] = field(default_factory=dict)
    status: str = "ok"
    error: str = ""
    usage: Mapping[str, int] = field(default_factory=dict)
    characters: int = 0
    library_id: str = ""
    scale: Scale = SCALE

    @classmethod
    def failure(cls, error: str, **known: Unpack[KnownFacts]) -> "Judgement":
        """One that could not be had."""
        return cls(None, status="failed", error=error, **known)

    def restored(self, order: Sequence[int]) -> "Judgement":
        """From the order that was shown back to the case's: `order[i]` is the candidate that stood in place i."""
        if self.scores is None or list(order) == sorted(order):
            return self
        scores = [0.0] * len(order)
        for place, candidate in enumerate(order):
            scores[candidate] = self.scores[place]
        return replace(self, scores=tuple(scores), trace={**self.trace, "shown": [i + 1 for i in order]})


class Judge(Protocol):
    """Whoever scores the candidates of a case."""

    name: str

    def judge(self, case: Case) -> Judgement:
        """Judge a case as it stands; never raises for what images, instructions or models hold."""
        ...


def sign(a: float, b: float, margin: float = 0.0) -> int:
    """1 when a is better than b, -1 when worse, 0 when they differ by no more than `margin`."""
    return 0 if abs(a - b) <= margin else (1 if a > b else -1)


def agrees(scores: Sequence[float] | None, gold: Sequence[float], margin: float = 0.0) -> bool:
    """True when every pair stands as in `gold`, ties included; a failed judgement agrees with nothing."""
    if scores is None:
        return False
    pairs = [(i, j) for i in range(len(gold)) for j in range(i)]
    return all(sign(scores[i], scores[j], margin) == sign(gold[i], gold[j]) for i, j in pairs)


def ranking(scores: Sequence[float]) -> tuple[int, ...]:
    """Place of each candidate, from 1; equal scores share a place."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def swapped(case: Case) -> tuple[int, ...]:
    """A case turned round so that every candidate changes its place.

    Reversed; of an odd number the middle one would stay where it was, so it changes with its neighbour.
    """
    order = list(reversed(range(len(case.candidates))))
    middle = len(order) // 2
    if len(order) % 2 and len(order) > 1:
        order[middle], order[middle + 1] = order[middle + 1], order[middle]
    return tuple(order)


def rotations(count: int) -> list[tuple[int, ...]]:
    """As many orders as there are candidates; each candidate stands once in every place."""
    return [tuple((place + turn) % count for place in range(count)) for turn in range(count)]


def groups_of(count: int, most: int) -> list[list[list[int]]]:
    """Rounds of groups of at most `most` of so many candidates, so that larger numbers can be judged side by side.

    Candidates fill a table row by row; a round's groups are its columns, with the rows moved on by one and along one
    another. So everybody stands once in every place, among others each time. Gaps of the last row are filled by
    repeating candidates of that row, which are then judged more than once in a round.
    """
    columns = -(-count // most)
    rows = -(-count // columns)
    last = (rows - 1) * columns
    table = [i if i < count else last + (i - count) % (count - last) for i in range(rows * columns)]
    return [
        [
            [table[row * columns + (column + row * turn) % columns] for row in rotations(rows)[turn]]
            for column in range(columns)
        ]
        for turn in range(rows)
    ]


def merged(*judgements: Judgement) -> Judgement:
    """Mean of judgements of one case (all in its order), as after a swap; failed as soon as one of them is."""
    bad = next((j for j in judgements if j.scores is None), None)
    if bad is not None:
        return bad
    scores = tuple(sum(s) / len(judgements) for s in zip(*(j.scores or () for j in judgements), strict=True))
    return replace(
        judgements[0],
        scores=scores,
        characters=sum(j.characters for j in judgements),
        usage=added(*(j.usage for j in judgements)),
    )


def added(*usages: Mapping[str, int]) -> dict[str, int]:
    """Counts summed by name."""
    names = dict.fromkeys(name for usage in usages for name in usage)
    return {name: sum(usage.get(name, 0) for usage in usages) for name in names}
