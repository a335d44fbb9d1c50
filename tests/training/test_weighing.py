"""The fit of how the two readers are weighed."""

import numpy as np

from jarvisevo.rules.language.learnt import Outline
from jarvisevo.rules.language.learnt.clauses import parse
from training.weighing import NAMES, Disagreement, case, fit, read_rightly


def seen(**values: float) -> tuple[float, ...]:
    return tuple({"begin": 1.0, **values}.get(name, 0.0) for name in NAMES)


def cases() -> list[Disagreement]:
    """The network is right where it is sure, but for texts of a few words."""
    out = []
    for logarithm in np.linspace(-3, 0, 40):
        sure = bool(logarithm > -1)
        out += [Disagreement(seen(probability=logarithm), sure, not sure, 1.0)] * 2
        out += [Disagreement(seen(probability=logarithm, few=1.0), False, True, 1.0)]
    return out


def test_what_tells_who_is_right_gets_its_weight() -> None:
    weights = dict(zip(NAMES, fit(cases()), strict=True))
    assert weights["probability"] > 0 > weights["few"]
    assert abs(weights["opposed"]) < 1e-6  # never there


def test_more_is_read_rightly_with_the_weights_than_by_either_alone() -> None:
    rows = cases()
    weights = fit(rows)
    both = read_rightly(rows, weights, 0.0)
    assert both > np.mean([row.network for row in rows]) and both > np.mean([row.grammar for row in rows])
    assert read_rightly(rows, weights, 1e9) == np.mean([row.grammar for row in rows])


def test_a_text_that_both_read_alike_is_no_case_and_one_that_they_do_not_says_who_is_right(monkeypatch) -> None:
    assert case("exposure +0.7", None) is None
    monkeypatch.setattr("training.weighing.outline", lambda text: Outline(parse("warmth +"), 0.9))
    assert case("please make all of it warmer", None) is None
    found = case("please make all of it darker", "warmth +")
    assert found is not None and found.network and not found.grammar
    found = case("please make all of it darker", None)
    assert found is not None and found.grammar and not found.network
    assert dict(zip(NAMES, found.seen, strict=True))["words"] == np.log(6)
