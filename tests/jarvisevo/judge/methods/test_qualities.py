"""Every loop with a good, an average and a bad stand-in: it improves or holds for the first two,
and the third changes nothing.

The figures are those of stand-ins that measure images; they say how the loops behave and nothing about real models.
"""

from pathlib import Path
from typing import Any

import pytest

from jarvisevo.judge.core.client import ChatModel
from jarvisevo.judge.core.harness import HarnessJudge
from jarvisevo.judge.core.ledger import Ledger
from jarvisevo.judge.core.library import Library
from jarvisevo.judge.core.metrics import judged_twice, measure
from jarvisevo.judge.core.runs import Run
from jarvisevo.judge.core.store import LibraryStore
from jarvisevo.judge.learn import LOOPS, Job, loop_config
from jarvisevo.judge.methods.settings import Models
from tests.jarvisevo.judge.helpers import cases
from tests.jarvisevo.judge.simulator.qualities import Average, Bad, Good

pytest.importorskip("dulwich", reason="the history of libraries needs dulwich")
SIDE = 48
SEEN, UNTOUCHED = cases(60), cases(40, seed=9)
SETTINGS: dict[str, dict[str, Any]] = {
    "evolve": {"train": 24, "validation": 20, "report": 16, "iterations": 8, "prune_from": 50},
    "lwe": {"method": "lwe", "baseline": False},
    "rho": {"approve": False},
}


def learnt(method: str, chat: Any, folder: Path) -> tuple[Library, Library]:
    """The library before and after a loop."""
    config = loop_config(method, Models(subagent="none", side=SIDE), **SETTINGS[method])
    run = Run(folder / "run", config, SEEN)
    models = ChatModel(chat, chat, Ledger(run.ledger_path))
    with LibraryStore(folder / "library", create=True) as store:
        before = store.head()
        LOOPS[method].work(config, Job(SEEN, models, store, run, lambda _record: None))
        return before, store.head()


def accuracy(chat: Any, library: Library) -> float:
    """Share of untouched cases with both orders right."""
    judge = HarnessJudge(ChatModel(chat, chat), library, SIDE)
    return measure([judged_twice(judge, case) for case in UNTOUCHED]).pair_accuracy


@pytest.mark.parametrize("method", SETTINGS)
@pytest.mark.parametrize("quality", [Good, Average])
def test_a_loop_improves_or_holds_on_cases_it_never_saw(method: str, quality: Any, tmp_path: Path) -> None:
    chat = quality()
    before, after = learnt(method, chat, tmp_path)
    assert accuracy(chat, after) >= accuracy(chat, before)
    if quality is Good:
        assert after != before and accuracy(chat, after) > accuracy(chat, before) + 0.1


@pytest.mark.parametrize("method", SETTINGS)
def test_a_loop_refuses_to_change_for_a_bad_model(method: str, tmp_path: Path) -> None:
    before, after = learnt(method, Bad(), tmp_path)
    assert after == before
