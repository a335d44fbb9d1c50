"""Every kind of judge on every kind of benchmark, the figures of the official scripts,
and the experiment of RewardHarness.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.artedit.items import DataError
from bench.judges import answer_figures, convert, imagenhub, loaders
from bench.judges import bench as judges
from bench.judges.answers import Answer
from bench.judges.cases import as_cases
from bench.judges.config import JudgesConfig
from jarvisevo.files import config as configs
from jarvisevo.judge.core.case_files import read_cases
from jarvisevo.judge.core.library import export
from tests.bench.judges import judges_data as data
from tests.jarvisevo.judge.helpers import library, skill
from tests.jarvisevo.judge.simulator.server import MODEL, simulator_server

pytest.importorskip("dulwich", reason="the history of libraries needs dulwich")


@pytest.fixture
def url() -> Iterator[str]:
    with simulator_server() as server:
        yield f"{server.url}#{MODEL}"


def config(out: Path, sets: list[dict[str, Any]], made: list[Any], **more: Any) -> JudgesConfig:
    return configs.parse({"out": str(out), "sets": sets, "judges": made, **more}, JudgesConfig)


def test_all_kinds_of_judges_meet_the_same_pairs(tmp_path: Path, url: str) -> None:
    export(library(skill("light", "lightness")), tmp_path / "skills")
    made: list[Any] = ["analytic", {"name": "analytic-pairs", "model": "analytic", "how": "pairwise"}]
    for kind in ("harness", "lwe", "rho", "rlar"):
        for how in ("score", "pairwise", "joint"):
            made.append(
                {"name": f"{kind}-{how}", "judge": kind, "library": str(tmp_path / "skills"), "model": url, "how": how}
            )
    made += [
        {"name": f"model-{how}", "model": f"{url}+lightness", "how": how} for how in ("score", "pairwise", "joint")
    ]
    sets = [
        {"kind": "editreward", "folder": str(data.editreward(tmp_path / "a"))},
        {"kind": "editreward-data", "folder": str(data.editreward_data(tmp_path / "b"))},
        {"kind": "imagenhub", "folder": str(data.imagenhub(tmp_path / "c"))},
    ]
    found = judges.bench(config(tmp_path / "out", sets, made))
    for name in ("editreward", "editreward-data"):
        for judge, own in found["sets"][name]["judges"].items():
            assert own["failed"] == 0, (name, judge, own)
    pairs = {judge: own["figures"]["pairs"]["mean"] for judge, own in found["sets"]["editreward"]["judges"].items()}
    assert all(
        pairs[f"{kind}-{how}"] == 1 for kind in ("harness", "lwe", "rho", "model") for how in ("pairwise", "joint")
    )
    joint = found["sets"]["editreward"]["judges"]["harness-joint"]
    assert joint["cases"] == 2 and found["sets"]["editreward"]["judges"]["harness-pairwise"]["cases"] == 4
    hub = found["sets"]["imagenhub"]["judges"]["harness-score"]
    assert hub["failed"] == 0 and hub["figures"]["correlation"]["n"] == 8


def test_a_pair_of_orders_that_disagree_is_no_answer(tmp_path: Path, url: str) -> None:
    sets = [{"kind": "editreward-data", "folder": str(data.editreward_data(tmp_path / "b"))}]
    blind = [{"name": "blind", "model": url, "how": "pairwise"}]  # prefers whatever stands first
    found = judges.bench(config(tmp_path / "out", sets, blind, order="both"))["sets"]["editreward-data"]["judges"][
        "blind"
    ]
    assert found["failed"] == 3 and found["causes"] == {"the two orders disagree": 3}
    assert found["consistent"]["mean"] == 0 and found["figures"]["pairs"]["mean"] == 0


def test_answers_in_words_are_judged_side_by_side(tmp_path: Path) -> None:
    from tests.jarvisevo.openai_server import Reply, Request, good, serve

    def right_wins(request: Request) -> Reply:
        text = json.dumps(request.body["messages"][1], ensure_ascii=False)
        parts = text.split("cand_")[1:]
        assert "answers in words" in text
        return good(
            json.dumps(
                {
                    "reasoning": "r",
                    "scores": [
                        5 if "right" in p.split("</answer>")[0] else 1
                        for p in parts[: -parts[-1].count("cand") or None]
                        if "<answer>" in p
                    ],
                }
            )
        )

    sets = [{"kind": "rewardbench2", "folder": str(data.rewardbench2(tmp_path / "a"))}]
    with serve(right_wins) as server:
        made = [{"name": "j", "model": f"{server.url}#m", "how": "joint"}, "analytic"]
        found = judges.bench(config(tmp_path / "out", sets, made))["sets"]["rewardbench2"]["judges"]
    assert found["j"]["failed"] == 0 and found["j"]["figures"]["overall"]["mean"] == pytest.approx(1, abs=0.01)
    assert "skipped" in found["analytic"]


def official_ties(rows: list[tuple[str, int, list[float]]]) -> float:
    """RewardBench 2's formula, written down from its paper on raw scores: (id, right answers, scores)."""
    stats: dict[str, dict[str, tuple[bool, float, float]]] = {"ref": {}, "tied": {}}
    for identity, right, values in rows:
        kind, number = identity.split(":")
        good, bad = np.array(values[:right]), np.array(values[right:])
        stats[kind][number] = (bool(good.min() > bad.max()), float(np.ptp(good)), float(good.min() - bad.max()))
    numbers = sorted(set(stats["ref"]) & set(stats["tied"]))
    spread = np.array([stats["tied"][n][1] for n in numbers])
    tied, ref = (np.array([stats[k][n][2] for n in numbers]) for k in ("tied", "ref"))
    hard = np.minimum(ref, tied)
    with np.errstate(divide="ignore", invalid="ignore"):
        margin = np.nan_to_num(np.tanh(hard / spread - 1))
    return float(
        0.3 * np.mean([s[0] for s in stats["tied"].values()])
        + 0.3 * np.mean([s[0] for s in stats["ref"].values()])
        + 0.2 * np.mean(tied > spread)
        + 0.2 * np.mean(hard > spread)
        + 0.01 * np.mean(margin)
    )


@pytest.mark.parametrize("seed", range(12))
def test_the_score_of_ties_is_the_official_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, pairs, answers = [], [], []
    for number in range(6):
        for kind, right in (("ref", 1), ("tied", int(rng.integers(2, 5)))):
            values = (np.round(8 * (rng.normal(0, 1, right + 3) + np.r_[np.ones(right), np.zeros(3)])) / 8).tolist()
            rows.append((f"{kind}:{number}", right, values))
            for i in range(right):
                for j in range(3):
                    tables = {"subset": "Ties", "chosen": str(i), "rejected": str(j)}
                    name = f"Ties/{kind}:{number}"
                    pairs.append(loaders.PreferencePair(f"{name}/{i}-{j}", name, "q", None, "a", "b", "first", tables))
                    answers.append(Answer("first", values[i] - values[right + j]))
    assert answer_figures.ties_score(pairs, answers) == pytest.approx(official_ties(rows))
    assert answer_figures.ties_score(pairs, [Answer("first")] * len(pairs)) is None


def test_rewardbench2_counts_a_prompt_when_the_right_answer_beats_all(tmp_path: Path) -> None:
    pairs = loaders.rewardbench2(data.rewardbench2(tmp_path / "set"))
    assert len(pairs) == 3 + 3 + 2 + 4 and pairs[0].source is None and pairs[0].texts
    answers = [Answer("first", 1.0) for _ in pairs]
    assert answer_figures.rewardbench2(pairs, answers)["subset: Ties"]["mean"] == pytest.approx(1 + 0.01)
    answers[1] = Answer("second", -1.0)
    found = answer_figures.rewardbench2(pairs, answers)
    assert found["subset: Factuality"]["mean"] == 0 and found["subset: Math"]["mean"] == 1


def test_imagenhub_is_read_as_published(tmp_path: Path) -> None:
    items = imagenhub.load(data.imagenhub(tmp_path / "set"))
    assert len(items) == 8 and items[0].human == 1.0 and items[0].source.load().shape == data.PHOTO.shape
    assert {item.human for item in items if item.system == "Bad"} == {0.0}
    found = imagenhub.figures(items, [item.human for item in items])
    assert found["system: Good"]["mean"] == pytest.approx(1) and found["system: Bad"]["mean"] == 0
    assert found["correlation"]["mean"] == pytest.approx(np.tanh((np.arctanh(0.999999) + 0) / 2))
    (tmp_path / "set" / "Text-Guided_IE_rater2.tsv").write_text("uid\tGood\nsample_0.jpg\toops\n")
    with pytest.raises(DataError, match=r"is not \[SC, PQ\]"):
        imagenhub.load(tmp_path / "set")


def test_groups_become_one_case_and_pairs_find_their_places(tmp_path: Path) -> None:
    pairs = loaders.editreward(data.editreward(tmp_path / "set"))
    cases, places = as_cases(pairs, joint=True)
    assert [len(case.candidates) for case in cases] == [3, 2]
    assert cases[0].gold == (2.0, 0.0, -2.0) and [p.case for p in places] == [0, 0, 0, 1]
    assert (places[2].first, places[2].second) == (1, 2)
    assert len(as_cases(pairs, joint=False)[0]) == 4


def test_a_benchmark_is_converted_to_cases(tmp_path: Path) -> None:
    folder = data.editreward_data(tmp_path / "set")
    assert convert.app(["editreward-data", str(folder), str(tmp_path / "cases")], standalone_mode=False) in (0, None)
    found = read_cases(tmp_path / "cases" / "cases.jsonl", labelled=True).cases
    assert [case.gold for case in found] == [(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)]
    texts = data.rewardbench2(tmp_path / "texts")
    convert.app(["rewardbench2", str(texts), str(tmp_path / "words")], standalone_mode=False)
    words = read_cases(tmp_path / "words" / "cases.jsonl", labelled=True).cases
    assert words[0].source is None and words[0].candidates == ("right", "wrong 1", "wrong 2", "wrong 3")


def test_demonstrations_evolve_a_library_that_is_then_measured(tmp_path: Path, url: str) -> None:
    made = [
        {"name": "plain", "model": url, "how": "pairwise"},
        {"name": "harness", "judge": "harness", "library": "learnt", "model": url, "how": "pairwise"},
    ]
    learning = {
        "demonstrations": {"kind": "editreward-data", "folder": str(data.demonstrations(tmp_path / "demos", 30))},
        "models": {"subagent": url, "side": 64},
        "settings": {"train": 10, "validation": 10, "report": 5, "iterations": 4},
    }
    sets = [
        {"kind": "editreward", "folder": str(data.editreward(tmp_path / "a"))},
        {"kind": "genai", "folder": str(data.genai(tmp_path / "b"))},
    ]
    settings = config(tmp_path / "out", sets, made, learn=learning)
    found = judges.bench(settings)
    assert found["learn"]["report"]["best"]["accuracy"] > found["learn"]["report"]["start"]["accuracy"]
    own = found["sets"]["editreward"]["judges"]
    assert own["harness"]["figures"]["pairs"]["mean"] > own["plain"]["figures"]["pairs"]["mean"]
    assert judges.bench(settings) == found  # a second run asks nothing
    with pytest.raises(configs.ConfigError, match="needs `learn`"):
        config(tmp_path / "out", sets, made)


def test_a_budget_holds_in_a_benchmark_too(tmp_path: Path, url: str) -> None:
    sets = [{"kind": "editreward", "folder": str(data.editreward(tmp_path / "a"))}]
    made = [{"name": "m", "model": url, "how": "pairwise", "budget": {"requests": 2}, "workers": 1}]
    found = judges.bench(config(tmp_path / "out", sets, made))["sets"]["editreward"]["judges"]["m"]
    assert found["failed"] == 2 and all("budget of 2 requests" in cause for cause in found["causes"])
