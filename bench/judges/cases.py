"""Pairs of a benchmark as cases of the harness judge: two by two, or all candidates of a group side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.judges.pairs import PreferencePair
from bench.judges.rows import StoredImage
from jarvisevo.judge.core.case import Case
from jarvisevo.judge.core.images import LazyImage

MAX_CANDIDATES = 8
"""Of one case; larger groups are judged pair by pair."""


@dataclass(frozen=True)
class PairInCase:
    """Where the two candidates of a pair stand in a case."""

    case: int
    first: int
    second: int


def as_cases(pairs: Sequence[PreferencePair], *, joint: bool) -> tuple[list[Case], list[PairInCase]]:
    """(cases with the labels as scores, the place of each pair in them).

    joint  a group's candidates stand side by side in one case, where there are no more than MAX_CANDIDATES
    """
    groups: dict[str, list[int]] = {}
    for i, pair in enumerate(pairs):
        groups.setdefault(pair.group if joint and pair.group else f"#{i}", []).append(i)
    cases: list[Case] = []
    places: dict[int, PairInCase] = {}
    for name, members in groups.items():
        contents = list(dict.fromkeys(key for i in members for key in _keys(pairs[i])))
        if len(contents) > MAX_CANDIDATES or any(len(set(_keys(pairs[i]))) < 2 for i in members):
            for i in members:
                places[i] = PairInCase(len(cases), 0, 1)
                cases.append(_case(pairs[i].id, [pairs[i]]))
            continue
        for i in members:
            first, second = (contents.index(key) for key in _keys(pairs[i]))
            places[i] = PairInCase(len(cases), first, second)
        cases.append(_case(pairs[members[0]].id if name.startswith("#") else name, [pairs[i] for i in members]))
    return cases, [places[i] for i in range(len(pairs))]


def alone(pair: PreferencePair, candidate: StoredImage | str) -> Case:
    """One candidate of a pair as a case of its own, without a label."""
    source = None if pair.source is None else lazy(pair.source)
    return Case(pair.id, pair.question, source, (candidate if isinstance(candidate, str) else lazy(candidate),))


def _keys(pair: PreferencePair) -> tuple[str, str]:
    return _key(pair.first), _key(pair.second)


def _key(candidate: StoredImage | str) -> str:
    return candidate if isinstance(candidate, str) else candidate.digest


def _case(name: str, pairs: Sequence[PreferencePair]) -> Case:
    """One case of pairs that share photo and instruction; its gold scores are wins minus losses."""
    pair = pairs[0]
    found: dict[str, StoredImage | str] = {}
    wins: dict[str, float] = {}
    for one in pairs:
        keys = _keys(one) if len(set(_keys(one))) == 2 else (f"0 {_key(one.first)}", f"1 {_key(one.second)}")
        found |= dict(zip(keys, (one.first, one.second), strict=True))
        for key, sign in zip(keys, (one.sign, -one.sign), strict=True):
            wins[key] = wins.get(key, 0.0) + sign
    candidates = tuple(c if isinstance(c, str) else lazy(c) for c in found.values())
    source = None if pair.source is None else lazy(pair.source)
    return Case(name, pair.question, source, candidates, tuple(wins[key] for key in found))


def lazy(image: StoredImage) -> LazyImage:
    """An image that is read when it is needed."""
    return LazyImage(image.digest, image.load)
