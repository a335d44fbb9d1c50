"""The coreset against brute force, and the round without labels: it takes the better library and refuses the worse."""

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jarvisevo.judge.core.harness import HarnessJudge
from jarvisevo.judge.core.ledger import Budget, BudgetError, Ledger
from jarvisevo.judge.core.metrics import judged_twice, measure
from jarvisevo.judge.core.replies import ReplyError
from jarvisevo.judge.core.runs import JudgeRun, RunFolderError
from jarvisevo.judge.core.store import LibraryStore
from jarvisevo.judge.methods import dpp, embedding
from jarvisevo.judge.methods.rho import Retrospection, read_diagnosis
from jarvisevo.judge.methods.settings import Rho
from tests.jarvisevo.judge.helpers import Recorder, cases, killed_everywhere, models
from tests.jarvisevo.judge.simulator.model import Simulator
from tests.jarvisevo.openai_server import Reply, Request, serve

# ---- coreset


@pytest.mark.parametrize("seed", range(6))
def test_each_step_of_the_coreset_is_the_best_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(9, 6))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    matrix = dpp.kernel(rng.uniform(0, 10, 9), vectors @ vectors.T)
    chosen = dpp.greedy_map(matrix, 5)
    for step in range(1, len(chosen) + 1):
        before, rest = chosen[: step - 1], [i for i in range(9) if i not in chosen[: step - 1]]
        volumes = {i: np.linalg.det(matrix[np.ix_([*before, i], [*before, i])]) for i in rest}
        assert volumes[chosen[step - 1]] == pytest.approx(max(volumes.values()))
    best = max(np.linalg.det(matrix[np.ix_(s, s)]) for s in itertools.combinations(range(9), 5))
    assert np.linalg.det(matrix[np.ix_(chosen, chosen)]) >= 0.5 * best


def test_two_of_four_as_in_the_paper() -> None:
    """The worked example: difficulties 0.9, 0.4, 0.8, 0.3; the two hardest when they are not alike."""
    similarity = np.eye(4)
    similarity[0, 1] = similarity[1, 0] = 0.9
    assert sorted(dpp.greedy_map(dpp.kernel([0.9, 0.4, 0.8, 0.3], similarity), 2)) == [0, 2]
    alike = np.eye(4)
    alike[0, 2] = alike[2, 0] = 0.99
    assert sorted(dpp.greedy_map(dpp.kernel([0.9, 0.4, 0.8, 0.3], alike), 2)) == [0, 1]


def test_the_kernel_follows_the_formula() -> None:
    alpha = 0.7 / 0.6
    found = np.sqrt(np.diag(dpp.kernel([9, 4.5, 0], np.eye(3), 0.7)))
    assert found == pytest.approx([1.0, 0.5**alpha, 0.1**alpha])
    assert np.diag(dpp.kernel([9, 4.5, 0], np.eye(3), 0.0)) == pytest.approx([1, 1, 1])
    assert np.diag(dpp.kernel([0, 0], np.eye(2))) == pytest.approx([0.1 ** (2 * alpha)] * 2)


def test_fewer_than_k_rather_than_padding() -> None:
    same = dpp.jaccard(["a b c", "a b c", "x y"])
    assert len(dpp.greedy_map(dpp.kernel([5, 5, 5], same), 3)) == 2
    assert dpp.greedy_map(np.zeros((3, 3)), 2) == [] and dpp.greedy_map(np.zeros((0, 0)), 2) == []
    assert np.linalg.eigvalsh(dpp.jaccard(["a b", "b c", "c a", "a b c", "d"])).min() > -1e-9
    assert same[0, 2] == 0.0 and same[0, 1] == 1.0


# ---- the round

dulwich = pytest.importorskip("dulwich", reason="the history of libraries needs dulwich")
CASES = cases(24)
INNATE = ("lightness",)


def rho(folder: Path, chat: Any = None, budget: Any = None, **settings: Any) -> Retrospection:
    own = {"approve": False, "embedding": "", "models": {"subagent": "none", "side": 48}}  # whatever is installed here
    config = Rho.model_validate(own | settings)
    run = JudgeRun(folder / "run", config, CASES)
    asked = models(chat or Simulator(INNATE))
    asked.ledger = Ledger(run.ledger_path, Budget(**(budget or {})))
    return Retrospection(config, CASES, asked, LibraryStore(folder / "lib", create=True), run)


def accuracy(made: Retrospection, library: Any) -> float:
    judge = HarnessJudge(models(Simulator(INNATE)), library, 48)
    return measure([judged_twice(judge, case) for case in cases(60, seed=5)]).pair_accuracy


def test_it_takes_a_better_library_without_labels(tmp_path: Path) -> None:
    made = rho(tmp_path)
    decision = made.improve()
    assert decision["decision"] == "accepted" and decision["preference"] == max(decision["scores"].values()) > 0
    assert made.store.head().id == decision["library"]
    assert accuracy(made, made.store.head()) > accuracy(made, made.store.get(decision["start"])) + 0.1
    assert min(decision["scores"].values()) < 0  # one of the candidates was bad, and seen to be


def test_no_label_reaches_a_model(tmp_path: Path) -> None:
    recorder = Recorder(Simulator(INNATE))
    rho(tmp_path, recorder).improve()
    assert not [
        conversation for conversation in recorder.conversations if "places that people gave" in conversation[1].text
    ]


def test_it_refuses_a_worse_library(tmp_path: Path) -> None:
    made = rho(tmp_path, candidates=1)  # the simulator's first idea is a bad one
    decision = made.improve()
    assert decision["decision"] == "kept" and max(decision["scores"].values()) < 0
    assert made.store.head().entries == {} and [v.state for v in made.store.log()] == ["accepted", "rejected"]


def test_a_person_has_the_last_word(tmp_path: Path) -> None:
    made = rho(tmp_path, approve=True)
    decision = made.improve()
    assert decision["decision"] == "proposed" and made.store.head().entries == {}
    assert {v.library_id for v in made.store.log() if v.state == "proposed"} == {decision["library"]}
    assert made.store.rollback(decision["library"]).id == decision["library"] == made.store.head().id


def test_preference_is_antisymmetric_and_a_liking_for_the_first_cancels(tmp_path: Path) -> None:
    class First(Simulator):
        def _reply(self, conversation: Any, sampling: Any) -> Any:
            from jarvisevo.protocol.chat import Completion

            if "# Role: prefer" in conversation[0].text:
                return Completion('{"preference": 9, "rationale": "A stands first"}')
            return super()._reply(conversation, sampling)

    decision = rho(tmp_path, First(INNATE)).improve()
    assert set(decision["scores"].values()) == {0.0} and decision["decision"] == "kept"


def test_unusable_answers_count_nothing(tmp_path: Path) -> None:
    class Mute(Simulator):
        def _reply(self, conversation: Any, sampling: Any) -> Any:
            from jarvisevo.protocol.chat import ChatError

            role = conversation[0].text.split("\n")[0]
            if (
                role in ("# Role: prefer", "# Role: diagnose")
                or "make it" in conversation[1].text
                and "difficulty" in role
            ):
                return ChatError("HTTP 500")
            return super()._reply(conversation, sampling)

    made = rho(tmp_path, Mute(INNATE))
    decision = made.improve()
    assert decision["decision"] == "kept" and set(decision["scores"].values()) <= {0.0}
    rated = next(r for r in made.run.records if r["step"] == "difficulty")
    assert rated["unrated"] and len(rated["unrated"]) + len(rated["rated"]) == len(CASES)


def test_everything_that_was_said_is_in_the_audit_log(tmp_path: Path) -> None:
    recorder = Recorder(Simulator(INNATE))
    made = rho(tmp_path, recorder)
    made.improve()
    lines = [json.loads(line) for line in (tmp_path / "run" / "audit.jsonl").read_text("utf-8").splitlines()]
    asked = {json.dumps([[m.role, m.text] for m in conversation]) for conversation in recorder.conversations}
    logged = {
        json.dumps(
            [[role, "".join(p for p in parts if not p.startswith("image "))] for role, parts in line["messages"]]
        )
        for line in lines
    }
    assert asked == logged and all(line["reply"] for line in lines)
    steps = [r["step"] for r in made.run.records]
    assert steps == ["start", "difficulty", "coreset", "diagnosis", *["candidate"] * 3, "preference", "decision"]
    assert all(r["diff"] for r in made.run.records if r["step"] == "candidate" and r["library"])


def test_killed_at_every_commit_point_the_record_is_the_same(tmp_path: Path) -> None:
    whole = rho(tmp_path / "whole")
    decision = whole.improve()
    again, points = killed_everywhere(lambda: rho(tmp_path / "killed"), Retrospection.improve)
    assert len(points) > len(whole.run.records) and set(points) == {"recorded", "stored"} and again == decision
    for name in ("records.jsonl", "audit.jsonl"):
        assert (tmp_path / "whole" / "run" / name).read_bytes() == (tmp_path / "killed" / "run" / name).read_bytes()


def test_a_budget_keeps_what_was_done(tmp_path: Path) -> None:
    with pytest.raises(BudgetError):
        rho(tmp_path, budget={"requests": 60}).improve()
    assert rho(tmp_path, budget={"requests": 1000}).improve()["decision"] == "accepted"


def test_a_changed_record_is_not_continued(tmp_path: Path) -> None:
    rho(tmp_path).improve()
    path = tmp_path / "run" / "records.jsonl"
    path.write_text(path.read_text("utf-8").replace('"coreset"', '"corpse"'), "utf-8")
    with pytest.raises(RunFolderError, match="came out differently"):
        rho(tmp_path).improve()


@pytest.mark.parametrize(
    "change",
    [{"rollouts": []}, {"severity": 2}, {"direction": ""}, {"failures": "x"}, {"rollouts": [{"quality": "high"}]}],
)
def test_a_diagnosis_has_its_slots(change: dict[str, Any]) -> None:
    good = {
        "rollouts": [{"success": True, "quality": 0.5}],
        "failures": [],
        "disagreements": ["x"],
        "direction": "d",
        "severity": 0.5,
    }
    assert read_diagnosis(good, 1)["disagreements"] == ["x"]
    with pytest.raises(ReplyError):
        read_diagnosis(good | change, 1)


def test_fingerprints_are_compared_by_embeddings_where_a_model_is_named(tmp_path: Path) -> None:
    def answer(request: Request) -> Reply:
        texts = request.body["input"]
        rows = [{"index": i, "embedding": [float(len(text)), float(i), 1.0]} for i, text in enumerate(texts)]
        return Reply({"data": rows[::-1]})

    with serve(answer) as server:
        made = rho(tmp_path, embedding=f"{server.url}#small")
        decision = made.improve()
        assert server.requests[0].path == "/v1/embeddings" and len(server.requests) == 1
        assert rho(tmp_path, embedding=f"{server.url}#small").improve() == decision
        assert len(server.requests) == 1  # kept in the ledger
    assert made.models.ledger.by_role()["embed"]["requests"] == 1


@pytest.mark.parametrize("body", [{"data": []}, {"data": [{"index": 0, "embedding": []}]}, {"error": "x"}, "no json"])
def test_a_server_without_embeddings_is_said(body: Any) -> None:
    with serve([Reply(body)]) as server, pytest.raises(ValueError, match="embeddings"):
        embedding.embed(f"{server.url}#small", ["a", "b"], Ledger())
