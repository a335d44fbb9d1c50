"""Judges by their names: one protocol for all of them, and a judge that makes tools for what it meets."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jarvisevo.judge.build import JUDGES, WITH_LIBRARY, judge_for, judge_named
from jarvisevo.judge.core.case import Case
from jarvisevo.judge.core.critic import Critic
from jarvisevo.judge.core.ledger import Budget
from jarvisevo.judge.core.library import export
from jarvisevo.judge.core.store import LibraryStore
from jarvisevo.judge.methods.settings import Models
from jarvisevo.judge.methods.synthesis import routes
from jarvisevo.protocol.turns import evaluation_turn
from tests.jarvisevo.judge.helpers import cases, library, plain_case, skill
from tests.jarvisevo.judge.simulator.server import MODEL, simulator_server
from tests.jarvisevo.openai_server import Reply, Request, good, serve

pytest.importorskip("dulwich", reason="the history of libraries needs dulwich")
pytest.importorskip("pydantic_monty", reason="verifiers run in pydantic-monty")


def answer(request: Request) -> Reply:
    """A model for every kind of judge: scores rise with the place, the second candidate is better."""
    text = str(request.body["messages"])
    if "# Role: vote" in text:
        return good('{"better": "cand_2"}')
    if "# Role: classify" in text:
        return good('{"task": "warmth up"}')
    if "# Role: build" in text or "# Role: route" in text:
        return good('{"prompt": "Look.", "entries": ["light"]}')
    if "# Role:" not in text:
        return good(evaluation_turn("as it looks", 4.0))
    count = len(
        re.findall(r"'cand_\d:\\n'", str([part.get("text") for part in request.body["messages"][1]["content"]]))
    )
    return good(json.dumps({"reasoning": "r", "scores": [2 + i for i in range(count)]}))


@pytest.mark.parametrize("kind", JUDGES)
def test_every_judge_judges_scores_and_ranks(kind: str, tmp_path: Path) -> None:
    export(library(skill("light", "lightness")), tmp_path / "skills")
    place = tmp_path / "skills" if kind in WITH_LIBRARY else None
    with serve(answer) as server:
        judge = judge_for(kind, place, Models(subagent=f"{server.url}#m", side=48))
        case = plain_case()
        made = judge.judge(case)
        assert isinstance(judge, Critic) and made.status == "ok" and len(made.scores or ()) == 2, made.error
        if kind != "vote":
            one = judge.score(case.source, case.candidates[0], case.instruction)
            assert one.score is not None and 1 <= one.score <= 5, one.error
        ranked = judge.rank(case.source, [*case.candidates, None], case.instruction)
        assert ranked[2] is None and None not in ranked[:2]
        assert (judge.judge(Case("x", "warmer", Path("none.jpg"), case.candidates)).error != "") is True


def test_a_vote_is_between_two_and_is_read_strictly() -> None:
    replies = [good('{"better": "both bad"}'), good('{"better": "cand_3"}'), good('{"better": "neither"}')]
    with serve(replies) as server:
        judge = judge_for("vote", None, Models(subagent=f"{server.url}#m"))
        assert judge.judge(plain_case()).scores == (2.0, 2.0)
        assert "must be one of cand_1" in judge.judge(plain_case(instruction="cooler")).error
        assert "between two" in judge.judge(plain_case(3)).error
        assert len(server.requests) == 3


def test_the_evaluation_turn_is_kept_and_counted(tmp_path: Path) -> None:
    with serve(answer) as server:
        made = [
            judge_for(
                "evaluator", None, Models(subagent=f"{server.url}#m"), tmp_path / "replies.sqlite", Budget(requests=2)
            )
            for _ in range(2)
        ]
        first, again = (judge.judge(plain_case()).scores for judge in made)
        assert first == again == (4.0, 4.0) and len(server.requests) == 2  # kept in the file
        other = made[0].score(np.zeros((32, 32, 3), np.uint8), np.ones((32, 32, 3), np.uint8), "warmer")
        assert "budget of 2 requests" in other.error


@pytest.mark.parametrize("name", ["harness", "vote@http://x/v1#m", "rlar:lib", "magic@http://x/v1#m", ""])
def test_a_name_that_is_none_says_what_to_write(name: str) -> None:
    with pytest.raises(ValueError, match=r"KIND\[:LIBRARY\]@http"):
        judge_named(name)


def test_rlar_makes_tools_while_it_judges_and_keeps_them(tmp_path: Path) -> None:
    kinds = ("make it warmer", "brighten it")
    known = {words: next(c for c in cases(60) if c.instruction == words) for words in kinds if _is_there(words)}
    assert len(known) >= 1
    with simulator_server() as server:
        name = f"rlar:{tmp_path / 'tools'}@{server.url}#{MODEL}"
        grown: Any = judge_named(name, grow=True)
        for number, case in enumerate(known.values(), 1):
            ranks = grown.rank(case.source, list(case.candidates), case.instruction)
            assert None not in ranks and len(routes(grown.library)) == number
        with LibraryStore(tmp_path / "tools") as store:
            assert store.head() == grown.library and len(store.log()) == 1 + len(known)
        asked = len(server.requests)
        later: Any = judge_named(name)
        case = next(iter(known.values()))
        made = later.judge(case)
        assert made.trace["tools"] and made.trace["tools"] == routes(later.library)[made.trace["task"]]["tools"]
        assert len(server.requests) == asked + 1  # which kind it is; the tool asks nobody


def _is_there(words: str) -> bool:
    return any(case.instruction == words for case in cases(60))


def test_two_processes_grow_one_library(tmp_path: Path) -> None:
    found = {case.instruction: case for case in cases(40)}
    first_case, second_case = list(found.values())[:2]
    with simulator_server() as server:
        name = f"rlar:{tmp_path / 'tools'}@{server.url}#{MODEL}"
        one, two = (judge_named(name, grow=True) for _ in range(2))
        assert one.judge(first_case).status == two.judge(second_case).status == two.judge(first_case).status == "ok"
        with LibraryStore(tmp_path / "tools") as store:
            assert len(routes(store.head())) == len({one.task(first_case), two.task(second_case)})  # type: ignore[attr-defined]
