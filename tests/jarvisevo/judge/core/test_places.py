"""Places of candidates: orders that move everybody, comparisons that compare, groups above four,
images at full size.
"""

import json
from typing import Any

import numpy as np
import pytest

from jarvisevo.judge.core import tools
from jarvisevo.judge.core.case import Case, Judgement, groups_of, rotations, swapped
from jarvisevo.judge.core.critic import Critic
from jarvisevo.judge.core.entries import LibraryEntry
from jarvisevo.judge.core.harness import HarnessJudge
from jarvisevo.judge.core.replies import ReplyError
from jarvisevo.judge.core.synthetic import example_photos, make_cases
from jarvisevo.judge.methods.settings import Evolve, Lwe, Models, Rho, Synthesize
from jarvisevo.policies.scripted import ScriptedChat
from tests.jarvisevo.judge.helpers import models

COMPARE = LibraryEntry(
    "compare",
    "Compares two edits.",
    "tool",
    "x",
    "vlm",
    files={
        "prompt.md": "Which one is noisier?",
        "schema.json": json.dumps(
            {
                "arguments": {name: {"type": "string", "format": "image"} for name in ("a", "b")},
                "answer": {"which": {"type": "string"}},
            }
        ),
    },
)


def call(a: str, b: str) -> tools.Call:
    return tools.Call(COMPARE, {"a": a, "b": b})


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7])
def test_a_turned_case_moves_every_candidate(count: int) -> None:
    grey = np.zeros((2, 2, 3), np.uint8)
    order = swapped(Case("x", "warmer", grey, (grey,) * count))
    assert sorted(order) == list(range(count)) and all(place != candidate for place, candidate in enumerate(order))
    kept = sum(order.index(i) < order.index(j) for j in range(count) for i in range(j))
    assert kept == count % 2  # of an odd number one pair has to stay as it was


def test_a_comparison_never_compares_an_image_with_itself() -> None:
    made = tools.spread(call("cand_1", "cand_2"), 3)
    assert list(made) == ["cand_1 and cand_2", "cand_1 and cand_3", "cand_2 and cand_3"]
    assert all(arguments["a"] != arguments["b"] for arguments in made.values())
    assert tools.spread(call("source", "cand_2"), 2) == {
        "cand_1": {"a": "source", "b": "cand_1"},
        "cand_2": {"a": "source", "b": "cand_2"},
    }
    with pytest.raises(ReplyError, match="cand_1 is named twice"):
        row = {"tool": "compare", "arguments": {"a": "cand_1", "b": "cand_1"}}
        tools.read_calls({"tool_calls": [row]}, [COMPARE], 2)


class LikesFirst(Critic):
    """Scores a grey by its lightness, and whatever stands first one more."""

    def __init__(self) -> None:
        self.seen: list[int] = []

    def judge(self, case: Case) -> Judgement:
        self.seen.append(len(case.candidates))
        return Judgement(tuple(float(np.mean(c)) / 60 + (i == 0) for i, c in enumerate(case.candidates)))


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7, 8, 11])
def test_a_liking_for_a_place_cancels_out_in_groups_of_any_size(count: int) -> None:
    shades = [np.full((16, 16, 3), 20 * i, np.uint8) for i in range(count)]
    critic = LikesFirst()
    found = critic.rank(shades[0], shades, "brighter")
    scores = [score for score in found if score is not None]
    assert len(scores) == count and scores == sorted(scores)
    assert min(critic.seen) > 1 and max(critic.seen) <= 4
    assert np.allclose(np.diff(scores), 1 / 3)  # every candidate was equally often in every place


@pytest.mark.parametrize("count", range(5, 17))
def test_rounds_of_groups_hold_everybody_once_among_changing_neighbours(count: int) -> None:
    rounds = groups_of(count, 4)
    for own in rounds:
        assert {c for group in own for c in group} == set(range(count)) and max(map(len, own)) <= 4
        assert all(len(set(group)) == len(group) for group in own)
    met = {frozenset((a, b)) for own in rounds for group in own for a in group for b in group if a != b}
    assert len(met) > count  # more pairs than any single parting into groups could bring together
    assert rotations(3) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_models_see_images_of_768_pixels_unless_told_otherwise() -> None:
    for config in (Evolve, Lwe, Rho, Synthesize):
        assert config.model_validate({"models": {"subagent": "m"}}).models.side == 768
    case = make_cases(list(example_photos()), 1, 0)[0]
    chat = ScriptedChat([json.dumps({"scores": {f"cand_{i + 1}": 3 for i in range(len(case.candidates))}})])
    HarnessJudge(models(chat), side=Models(subagent="m").side).judge(case)
    seen: list[Any] = [part for part in chat.requests[0].messages[1].content if not isinstance(part, str)]
    assert len(seen) == len(case.candidates) + 1 and {max(codes.shape) for codes in seen} == {768}


def test_a_probe_shows_images_at_the_side_of_use() -> None:
    from jarvisevo.judge.methods import proposals

    chat = ScriptedChat(['{"which": "a"}'] * 4)
    case = Case("x", "brighter", np.zeros((400, 600, 3), np.uint8), (np.full((400, 600, 3), 9, np.uint8),) * 2)
    assert proposals.probe(models(chat), COMPARE, [case], 300, 4) == ""
    assert {part.shape[:2] for r in chat.requests for part in r.messages[1].content if not isinstance(part, str)} == {
        (200, 300)
    }
