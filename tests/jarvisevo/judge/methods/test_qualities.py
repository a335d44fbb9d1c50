"""Every loop with a good, an average and a bad stand-in: it improves or holds for the first two,
and the third changes nothing.

The figures are those of stand-ins that measure images; they say how the loops behave and nothing about real models.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.jarvisevo.judge.helpers import cases
from tests.jarvisevo.judge.simulator.demo import SETTINGS, accuracy, learnt, rules
from tests.jarvisevo.judge.simulator.qualities import Average, Bad, Good

pytest.importorskip("dulwich", reason="the history of libraries needs dulwich")
pytest.importorskip("pydantic_monty", reason="verifiers run in pydantic-monty")
SIDE = 48
SEEN, UNTOUCHED = cases(60), cases(40, seed=9)


@pytest.mark.parametrize("method", SETTINGS)
@pytest.mark.parametrize("quality", [Good, Average])
def test_a_loop_improves_or_holds_on_cases_it_never_saw(method: str, quality: Any, tmp_path: Path) -> None:
    chat = quality()
    before, after = learnt(method, chat, SEEN, SIDE, tmp_path)
    one, two = (accuracy(method, chat, library, UNTOUCHED, SIDE) for library in (before, after))
    assert two >= one
    if quality is Good:
        assert rules(after) != rules(before) and two > one + 0.1


@pytest.mark.parametrize("method", SETTINGS)
def test_a_loop_refuses_to_change_for_a_bad_model(method: str, tmp_path: Path) -> None:
    before, after = learnt(method, Bad(), SEEN, SIDE, tmp_path)
    assert rules(after) == rules(before)
