"""Scores against scores: linear and rank correlation (PLCC, SRCC) and concordance,
as training and the benchmarks report them.
"""

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np


def ranks(values: Sequence[float]) -> np.ndarray:
    """Ranks from 1; equal values share the mean of theirs."""
    array = np.asarray(values, np.float64)
    _, inverse, counts = np.unique(array, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts - 1) / 2)[inverse]


def pearson(x: Sequence[float], y: Sequence[float]) -> float:
    """Linear correlation (PLCC); NaN when there are fewer than two pairs or one side does not vary."""
    a, b = np.asarray(x, np.float64), np.asarray(y, np.float64)
    if a.shape != b.shape:
        raise ValueError(f"{len(a)} values against {len(b)}")
    if len(a) < 2:
        return math.nan
    a, b = a - a.mean(), b - b.mean()
    norm = math.sqrt(float((a * a).sum()) * float((b * b).sum()))
    return float((a * b).sum() / norm) if norm > 1e-12 else math.nan


def spearman(x: Sequence[float], y: Sequence[float]) -> float:
    """Rank correlation (SRCC) with ties."""
    return pearson(ranks(x).tolist(), ranks(y).tolist())


def concordance(scores: Sequence[float | None], truth: Sequence[float], groups: Sequence[int]) -> float:
    """Share of the pairs of a group that the scores put in the order of the truth (Harrell's C); 0.5 is chance.

    scores  None where there is none; equal scores count half
    truth   NaN where there is none; pairs with equal truth are left out
    groups  only values of the same group are compared
    Returns NaN without a pair.
    """
    right: list[float] = []
    for i, j in combinations(range(len(scores)), 2):
        a, b = scores[i], scores[j]
        comparable = groups[i] == groups[j] and (truth[i] < truth[j] or truth[i] > truth[j])  # neither holds with NaN
        if comparable and a is not None and b is not None:
            right.append(0.5 if a == b else float((a > b) == (truth[i] > truth[j])))
    return float(np.mean(right)) if right else math.nan
