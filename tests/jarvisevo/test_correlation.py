"""Correlations against an independent library."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from jarvisevo import correlation

NUMBERS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=30)


@given(NUMBERS)
def test_correlations_against_scipy(rows: list[tuple[int, int]]) -> None:
    x, y = zip(*rows, strict=True)
    assert correlation.ranks(x).tolist() == stats.rankdata(x).tolist()
    if len(set(x)) > 1 and len(set(y)) > 1:
        assert correlation.spearman(x, y) == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-9)
        assert correlation.pearson(x, y) == pytest.approx(stats.pearsonr(x, y).statistic, abs=1e-9)
    else:
        assert math.isnan(correlation.spearman(x, y)) and math.isnan(correlation.pearson(x, y))
