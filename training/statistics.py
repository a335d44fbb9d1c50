"""Honest figures from held-out records: which records, how sure a mean is, whether scores order a model's own samples.

Records of one photo are alike, so a sample is spread over photos, and an interval resamples photos, not records.
"""

import hashlib
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from jarvisevo.scoring.correlation import spearman
from training.data import StoredRecord

RESAMPLES = 2_000
SAME = 1e-3
"""ΔE2000 under which two results are the same one."""


def photo_of(entry: StoredRecord) -> str:
    """The photo that a record was made of, whatever version of it (`NAME__input.jpg`): its records are alike."""
    named = entry.record.meta.get("photo")
    return named.split("__")[0] if isinstance(named, str) and named else entry.record.source


def stratified(records: Sequence[StoredRecord], limit: int | None) -> list[StoredRecord]:
    """At most `limit` of the records, in their order: as many of every photo, and of a photo as many of every kind.

    A kind is how the target came about, the prompt and the language. Within one, records are taken by the hash of their
    ids, so that the choice is always the same and not what stands first in the file.
    """
    if limit is None or limit >= len(records):
        return list(records)
    photos: dict[str, dict[tuple[str, ...], list[int]]] = defaultdict(lambda: defaultdict(list))
    for i, entry in enumerate(records):
        record = entry.record
        photos[photo_of(entry)][record.made, record.prompt, record.language].append(i)

    def rank(i: int) -> str:
        return hashlib.sha256(records[i].record.id.encode()).hexdigest()

    queues = [_in_turn([sorted(own, key=rank) for own in kinds.values()]) for kinds in photos.values()]
    queues.sort(key=lambda queue: rank(queue[0]))
    chosen = _in_turn(queues)[:limit]
    return [records[i] for i in sorted(chosen)]


def _in_turn(queues: Sequence[Sequence[int]]) -> list[int]:
    """The first of each, then the second of each …"""
    longest = max(map(len, queues))
    return [queue[place] for place in range(longest) for queue in queues if place < len(queue)]


def interval(values: Sequence[float], photos: Sequence[str], seed: int = 0) -> tuple[float, float] | None:
    """95 % interval of the mean, by bootstrap over photos with all records of each; None for fewer than two photos."""
    if len(values) != len(photos):
        raise ValueError(f"{len(values)} values of {len(photos)} photos")
    names, index = np.unique(np.asarray(photos), return_inverse=True)
    if len(names) < 2:
        return None
    sums, counts = np.bincount(index, np.asarray(values, np.float64)), np.bincount(index)
    chosen = _drawn(len(names), seed)
    return _ends(sums[chosen].sum(axis=1) / counts[chosen].sum(axis=1))


def rank_interval(
    given: Sequence[float], true: Sequence[float], photos: Sequence[str], seed: int = 0
) -> tuple[float, float] | None:
    """95 % interval of Spearman's correlation, by bootstrap over photos; None for fewer than two, or where none is
    defined.
    """
    names, index = np.unique(np.asarray(photos), return_inverse=True)
    if len(names) < 2:
        return None
    a, b, own = np.asarray(given), np.asarray(true), [np.flatnonzero(index == i) for i in range(len(names))]
    taken = (np.concatenate([own[i] for i in row]) for row in _drawn(len(names), seed))
    found = [srcc for rows in taken if np.isfinite(srcc := spearman(a[rows], b[rows]))]
    return _ends(found) if found else None


def _drawn(count: int, seed: int) -> np.ndarray:
    """(RESAMPLES, count) of `count` photos, drawn with replacement."""
    return np.random.default_rng(seed).integers(0, count, (RESAMPLES, count))


def _ends(figures: Sequence[float] | np.ndarray) -> tuple[float, float]:
    """Between which 95 % lie."""
    low, high = np.quantile(figures, [0.025, 0.975])
    return float(low), float(high)


Row = tuple[str, str, float]
"""A record's id, its photo, and a figure."""


def apart(ours: Sequence[Row], theirs: Sequence[Row]) -> dict[str, float | list[float]]:
    """How much smaller a figure of ours is than theirs on the same records: the mean, its 95 % interval by photo,
    and in how many.

    ValueError when they share no record.
    """
    known = {record: value for record, _, value in theirs}
    both = [(value - known[record], photo) for record, photo, value in ours if record in known]
    if not both:
        raise ValueError("the two have no record in common")
    found = interval([v for v, _ in both], [photo for _, photo in both])
    out: dict[str, float | list[float]] = {
        "records": float(len(both)),
        "mean": round(float(np.mean([v for v, _ in both])), 4),
        "smaller": round(float(np.mean([v < 0 for v, _ in both])), 4),
    }
    return out | ({"interval": [round(end, 4) for end in found]} if found else {})


def ordering(groups: Sequence[Sequence[tuple[float | None, float]]]) -> dict[str, float]:
    """Whether scores order results as their distances to the target do, over the pairs within each group.

    groups  of (score or None, ΔE2000 to the target); pairs of equal distance or without a score are not counted
    -> pairs: how many; ties: the share of equal scores; right: the share in the right order of the pairs that do not
    tie (absent when all tie); 0.5 is a coin
    """
    right = wrong = ties = 0
    for group in groups:
        judged = [(score, distance) for score, distance in group if score is not None]
        for i, (score, distance) in enumerate(judged):
            for other_score, other in judged[i + 1 :]:
                if abs(distance - other) < SAME:
                    continue
                if score == other_score:
                    ties += 1
                elif (score > other_score) == (distance < other):
                    right += 1
                else:
                    wrong += 1
    pairs = right + wrong + ties
    out = {"pairs": float(pairs)}
    if pairs:
        out["ties"] = ties / pairs
    if right + wrong:
        out["right"] = right / (right + wrong)
    return out


def new_in(heldout: Sequence[StoredRecord], train: Sequence[StoredRecord]) -> dict[str, float]:
    """What held-out records have that training lacks: shares of records with a new photo, and with new words."""
    photos = {photo_of(entry) for entry in train}
    words = {_plain(entry.record.instruction) for entry in train}
    return {
        "photos": float(np.mean([photo_of(entry) not in photos for entry in heldout])),
        "instructions": float(np.mean([_plain(entry.record.instruction) not in words for entry in heldout])),
    }


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
