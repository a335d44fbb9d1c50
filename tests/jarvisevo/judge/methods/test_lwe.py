"""Learning while evaluating: what it gains, what it costs, what it refuses, and that a killed run goes on."""

import json
from pathlib import Path
from typing import Any

import pytest

from jarvisevo.judge.core.ledger import Budget, BudgetError, Ledger
from jarvisevo.judge.core.library import LibraryEdit
from jarvisevo.judge.core.runs import JudgeRun
from jarvisevo.judge.core.store import LibraryStore
from jarvisevo.judge.methods.lwe import META, START, Learner
from jarvisevo.judge.methods.settings import Lwe
from jarvisevo.policies.scripted import ScriptedChat
from tests.jarvisevo.judge.helpers import Recorder, cases, killed_everywhere, models, plain_case
from tests.jarvisevo.judge.simulator.model import Simulator

pytest.importorskip("dulwich", reason="the history of libraries needs dulwich")
CASES = cases(40)
INNATE = ("lightness", "warmth", "chroma")


def learner(folder: Path, method: str, chat: Any = None, some: Any = CASES, **more: Any) -> Learner:
    budget = Budget(**more.pop("budget", {}))
    config = Lwe.model_validate({"method": method, "models": {"subagent": "none", "side": 48}, **more})
    run = JudgeRun(folder / "run", config, some)
    asked = models(chat or Simulator(INNATE))
    asked.ledger = Ledger(run.ledger_path, budget)
    return Learner(config, some, asked, LibraryStore(folder / "lib", create=True), run)


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    methods = ("vanilla", "cot", "majority", "specific", "lwe", "selective")
    return {m: learner(tmp_path_factory.mktemp(m), m).learn() for m in methods}


def test_selective_raises_consistency_at_a_fraction_of_the_cost(reports: dict[str, dict[str, Any]]) -> None:
    vanilla, full, selective = (reports[m] for m in ("vanilla", "lwe", "selective"))
    assert (
        selective["consistency"] > vanilla["consistency"] + 0.1 and full["consistency"] > vanilla["consistency"] + 0.1
    )
    assert selective["pair_accuracy"] > vanilla["pair_accuracy"] and selective["accuracy"] >= vanilla["accuracy"]
    assert 2.0 < selective["relative_cost"] < 0.7 * full["relative_cost"]
    assert 0 < selective["hard"] < len(CASES) / 2 and selective["updates"] < full["updates"] == len(CASES) // 4


def test_the_baselines_cost_what_they_ask(reports: dict[str, dict[str, Any]]) -> None:
    assert reports["vanilla"]["relative_cost"] == 1.0
    assert reports["majority"]["relative_cost"] == pytest.approx(5.0)
    assert 1.0 < reports["cot"]["relative_cost"] < 1.5 < reports["specific"]["relative_cost"]
    for method in ("vanilla", "cot", "majority", "specific"):
        assert reports[method]["updates"] == 0
        assert (
            reports[method]["consistency"] == reports["vanilla"]["consistency"]
        )  # the simulator learns from guidance alone


def test_an_always_first_judge_has_every_case_flagged(tmp_path: Path) -> None:
    made = learner(tmp_path, "selective", Simulator(), CASES[:8])
    report = made.learn()
    assert report["hard"] == 8
    plain = learner(tmp_path / "v", "vanilla", Simulator(), CASES[:8]).learn()
    assert plain["consistency"] == 0.0 and plain["pair_accuracy"] == 0.0


def test_only_one_side_of_hard_cases_is_commented_and_batches_are_full(tmp_path: Path) -> None:
    recorder = Recorder(Simulator(INNATE))
    made = learner(tmp_path, "selective", recorder)
    report = made.learn()
    roles = [conversation[0].text.split("\n")[0].removeprefix("# Role: ") for conversation in recorder.conversations]
    assert roles.count("feedback") == report["hard"] >= roles.count("build")  # the same instruction is built for once
    assert roles.count("refine") == report["updates"] == report["hard"] // 4 and report["pending"] == report["hard"] % 4
    entry = made.store.head().entries[META]
    assert entry.kind == "meta-prompt" and "Criterion: `contrast`" in entry.text and made.guidance() == entry.text
    refine = next(conversation for conversation in recorder.conversations if "# Role: refine" in conversation[0].text)
    assert START in refine[1].text and refine[1].text.count("<feedback>") == 4


def answers(*guidance: str) -> ScriptedChat:
    """A model whose meta-prompts are scripted; everything else is as simple as can be."""
    left = list(guidance)

    def reply(conversation: Any) -> str:
        role = conversation[0].text.split("\n")[0].removeprefix("# Role: ")
        if role == "judge":
            return '{"reasoning": "r", "scores": {"cand_1": 4, "cand_2": 2}}'
        if role in ("refine", "summarise"):
            return json.dumps({"guidance": left.pop(0)})
        return json.dumps({"prompt": "look", "feedback": "look better"})

    return ScriptedChat([reply] * 500)


def twice(number: int, instruction: str = "make it warmer") -> Any:
    import dataclasses

    return dataclasses.replace(plain_case(instruction=instruction), id=str(number), gold=(1.0, 2.0))


@pytest.mark.parametrize(
    ("guidance", "reason"),
    [
        (["x" * 600, "y" * 600], "still longer than 500"),
        ([""] * 2, "must be a text"),
        (["Always do this: make it so very much warmer than it ever was before."], "other people's words"),
    ],
)
def test_an_invalid_meta_prompt_is_refused_and_counted(tmp_path: Path, guidance: list[str], reason: str) -> None:
    some = tuple(twice(i, "make it so very much warmer than it ever was before") for i in range(4))
    made = learner(tmp_path, "lwe", answers(*guidance), some, summarise_above=500, baseline=False)
    report = made.learn()
    assert (report["updates"], report["invalid"]) == (1, 1) and made.guidance() == START
    assert reason in next(r for r in made.run.records if r["step"] == "update")["reason"]
    assert report["relative_cost"] is None


def test_a_long_meta_prompt_is_summarised(tmp_path: Path) -> None:
    made = learner(tmp_path, "lwe", answers("x" * 600, "short"), tuple(twice(i) for i in range(4)), summarise_above=500)
    assert made.learn()["invalid"] == 0 and made.guidance() == "short"


def test_killed_at_every_commit_point_the_record_is_the_same(tmp_path: Path) -> None:
    whole = learner(tmp_path / "whole", "selective")
    report = whole.learn()
    again, points = killed_everywhere(lambda: learner(tmp_path / "killed", "selective"), Learner.learn)
    assert len(points) == len(whole.run.records) + report["updates"]
    paths = [tmp_path / name / "run" / "records.jsonl" for name in ("whole", "killed")]
    assert paths[0].read_bytes() == paths[1].read_bytes() and again == report


def test_a_budget_keeps_what_was_judged(tmp_path: Path) -> None:
    with pytest.raises(BudgetError):
        learner(tmp_path, "selective", budget={"requests": 40}).learn()
    done = (tmp_path / "run" / "records.jsonl").read_bytes()
    assert done
    assert learner(tmp_path, "selective").learn()["cases"] == len(CASES)
    assert (tmp_path / "run" / "records.jsonl").read_bytes().startswith(done)


def test_cases_without_labels_are_judged_too(tmp_path: Path) -> None:
    import dataclasses

    report = learner(tmp_path, "selective", None, tuple(dataclasses.replace(c, gold=None) for c in CASES[:6])).learn()
    assert report["cases"] == 6 and 0 <= report["consistency"] <= 1 and "accuracy" not in report


def test_another_change_of_the_library_is_not_overwritten(tmp_path: Path) -> None:
    from tests.jarvisevo.judge.helpers import skill

    made = learner(tmp_path, "lwe", answers("a", "b"), tuple(twice(i) for i in range(8)))
    made.on_record = lambda _r: (
        made.store.accept(made.store.head().apply([LibraryEdit("create", "x", skill("x", "y"))]), "other")
        if len(made.run.records) == 3
        else None
    )
    with pytest.raises(ValueError, match="another run changed it"):
        made.learn()
