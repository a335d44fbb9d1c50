"""Scores against scores: linear and rank correlation (PLCC, SRCC), as training and the benchmarks report them."""

import math
from collections.abc import Sequence

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
