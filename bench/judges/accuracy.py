"""Accuracy of answers against people's preferences, with ties and without, as pure functions of pairs and answers.

An answer has a vote and, from judges that score each candidate by itself, the difference of the two scores. No
answer is a failed judgement, and wrong: a coin is never tossed for it, and it is never left out.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from bench.artedit.figures import figure
from bench.judges.answers import Answer
from bench.judges.pairs import TIES, PreferencePair

Figures = dict[str, Any]


def right(pair: PreferencePair, answer: Answer) -> float:
    """1 when the vote is the people's, 0 otherwise. Two ties agree unless one says good and the other bad."""
    vote = answer.vote
    if vote is None:
        return 0.0
    if pair.label in TIES and vote in TIES:
        return float("tie" in (pair.label, vote) or pair.label == vote)
    return float(pair.label == vote)


def accuracy(pairs: Sequence[PreferencePair], answers: Sequence[Answer]) -> Figures:
    """Share of right votes, with its standard error and n."""
    return figure([right(*both) for both in zip(pairs, answers, strict=True)])


def divided(pairs: Sequence[PreferencePair], answers: Sequence[Answer], table: str) -> dict[str, Figures]:
    """Accuracy by the values of a table."""
    values = list(dict.fromkeys(pair.tables.get(table, "") for pair in pairs))
    return {value: accuracy(*where(pairs, answers, partial(in_table, table, value))) for value in values}


def where(
    pairs: Sequence[PreferencePair], answers: Sequence[Answer], test: Callable[[PreferencePair], bool]
) -> tuple[list[PreferencePair], list[Answer]]:
    """Pairs that pass a test, with their answers."""
    kept = [both for both in zip(pairs, answers, strict=True) if test(both[0])]
    return [pair for pair, _ in kept], [answer for _, answer in kept]


# ---- scores with ties


def tie_calibrated(
    signs: Sequence[int], differences: Sequence[float | None], *, untied: bool = True
) -> tuple[float, float]:
    """(best accuracy, its threshold) when |difference| up to a threshold is a tie (Deutsch et al. 2023).

    The threshold is tuned on the very pairs that are counted, so this is an upper end: never compare it with
    accuracies that were not tuned. Thresholds tried: every |difference|, and 0 where `untied` allows that nothing is
    tied.
    Without a difference: wrong.
    """
    found = [abs(d) for d in differences if d is not None]
    best = (-1.0, 0.0)
    for threshold in sorted({*([0.0] if untied or not found else []), *found}):
        hits = sum(_tied(s, d, threshold) for s, d in zip(signs, differences, strict=True))
        if hits / max(len(signs), 1) > best[0]:
            best = (hits / max(len(signs), 1), threshold)
    return best


def _tied(sign: int, difference: float | None, threshold: float) -> bool:
    if difference is None:
        return False
    return abs(difference) <= threshold if sign == 0 else abs(difference) > threshold and sign * difference > 0


def without_ties(signs: Sequence[int], differences: Sequence[float | None]) -> Figures:
    """Accuracy over pairs that people did not call a tie; equal scores are wrong."""
    rows = [(s, d) for s, d in zip(signs, differences, strict=True) if s]
    return figure([float(d is not None and s * d > 0) for s, d in rows])


def groups(pairs: Sequence[PreferencePair], answers: Sequence[Answer]) -> list[float]:
    """1 for every group all of whose pairs are right, 0 for the others."""
    found: dict[str, float] = {}
    for pair, answer in zip(pairs, answers, strict=True):
        found[pair.group] = min(found.get(pair.group, 1.0), right(pair, answer))
    return list(found.values())


def tuned(value: float, threshold: float, count: int) -> Figures:
    """A figure whose threshold was tuned on its own pairs."""
    return {"mean": value, "error": None, "n": count, "threshold": threshold}


def scored(answers: Sequence[Answer]) -> bool:
    """True when a judge gave scores, and did not only vote."""
    return any(answer.difference is not None for answer in answers)


def in_table(table: str, value: str, pair: PreferencePair) -> bool:
    """True when a pair stands under a value of a table."""
    return pair.tables.get(table, "") == value


def labelled(label: str, pair: PreferencePair) -> bool:
    """True when people gave a pair this label."""
    return pair.label == label
