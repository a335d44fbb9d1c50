"""Benchmarks of judges: the real file forms are read, official figures are right, faults of the data are told."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.artedit.items import DataError
from bench.judges import answer_figures, edit_figures, imgedit, loaders, rows
from bench.judges import bench as judges
from bench.judges.accuracy import tie_calibrated
from bench.judges.answers import Answer
from bench.judges.config import JudgesConfig
from bench.judges.figures import FIGURES
from bench.judges.opened import OpenedJudge
from bench.judges.pairs import PreferencePair, problems
from bench.judges.rated import imgedit_case
from bench.judges.rows import StoredImage
from jarvisevo.files import config as configs
from jarvisevo.policies.scripted import ScriptedChat
from tests.bench.judges import judges_data as data
from tests.jarvisevo.judge.helpers import models
from tests.jarvisevo.openai_server import Reply, Request, good, serve


def perfect(pair: PreferencePair) -> Answer:
    return Answer(pair.label, float(pair.sign))


def config(out: Path, sets: list[dict[str, Any]], judge: Any = "analytic", **more: Any) -> JudgesConfig:
    plain = {"benchmark": "judges", "out": str(out), "sets": sets, "judges": [judge]}
    return configs.parse(plain | more, JudgesConfig)


@pytest.mark.parametrize(
    ("name", "count"),
    [("editreward", 4), ("editreward-score", 3), ("genai", 4), ("vl-rewardbench", 5), ("mm-rewardbench", 5)],
)
def test_every_form_is_read_and_gold_scores_one(name: str, count: int, tmp_path: Path) -> None:
    folder = getattr(data, name.replace("-", "_"))(tmp_path / "set")
    (folder / "dataset_infos.json").write_text('{"default": {"description": "about the data"}}')
    pairs = loaders.LOADERS[name](folder)
    assert len(pairs) == count and pairs[0].source.load().shape == data.PHOTO.shape
    found = FIGURES[name](pairs, [perfect(pair) for pair in pairs])
    assert all(figure["mean"] == 1 for figure in found.values())
    wrong = FIGURES[name](pairs, [Answer(error="x") for _ in pairs])
    assert all(figure["mean"] in (0, None) for figure in wrong.values())


def test_editreward_groups_count_when_all_their_pairs_are_right(tmp_path: Path) -> None:
    pairs = loaders.editreward(data.editreward(tmp_path / "set"))
    assert [pair.group for pair in pairs] == ["3/g1"] * 3 + ["2/g2"] and pairs[3].label == "tie"
    answers = [perfect(pair) for pair in pairs]
    answers[1] = Answer("second", -1.0)
    found = edit_figures.editreward(pairs, answers)
    assert found["K = 3, pairs"]["mean"] == pytest.approx(2 / 3, abs=1e-6) and found["K = 3, groups"] == {
        "mean": 0,
        "error": None,
        "n": 1,
    }
    assert found["K = 3, without ties"]["mean"] == pytest.approx(2 / 3, abs=1e-6) and found["groups"]["n"] == 2
    assert not loaders.group_faults(pairs) and loaders.group_faults(pairs[1:]) == ["3/g1: 2 rows"]


@pytest.mark.parametrize(
    ("text", "kind", "label"),
    [
        ("A>B", "AvsB", "first"),
        ("B > A", "AvsB", "second"),
        ("A<B", "AvsB", "second"),
        ("A=B=Bad", "AvsB", "tie"),
        ("D>B", "BvsD", "second"),
        ("B>D", "BvsD", "first"),
        ("a=c", "AvsC", "tie"),
    ],
)
def test_rankings(text: str, kind: str, label: str) -> None:
    assert loaders.ranking(text, kind) == label
    with pytest.raises(DataError, match="A ranking|a ranking"):
        loaders.ranking("C>D", "AvsB")


def test_the_two_protocols_of_genai(tmp_path: Path) -> None:
    pairs = loaders.genai(data.genai(tmp_path / "set"))
    assert [pair.label for pair in pairs] == ["first", "second", "bad", "good"]
    answers = [Answer("first", 2.0), Answer("second", -2.0), Answer("first", 0.3), Answer("tie")]
    found = edit_figures.genai(pairs, answers)
    assert found["4 labels (official)"]["mean"] == 0.75  # [[A=B]] is right for both kinds of tie
    assert found["3 labels, tie threshold tuned"] == {"mean": 0.75, "error": None, "n": 4, "threshold": 0.3}
    assert found["without ties"]["mean"] == 1 and found["without ties"]["n"] == 2
    assert "without ties" not in edit_figures.genai(pairs, [Answer("first")] * 4)


def test_tie_calibration_against_trying_every_threshold() -> None:
    rng = np.random.default_rng(2)
    signs = rng.integers(-1, 2, 40).tolist()
    differences = np.round(rng.normal(0, 1, 40) + np.array(signs), 2).tolist()
    tried = []
    for threshold in np.arange(0, 4, 0.01):
        guess = [0 if abs(d) <= threshold + 1e-9 else int(np.sign(d)) for d in differences]
        tried.append(np.mean([a == b for a, b in zip(guess, signs, strict=True)]))
    assert tie_calibrated(signs, differences)[0] == pytest.approx(max(tried))
    assert tie_calibrated([1, 0], [None, None])[0] == 0


def test_vl_rewardbench_groups_and_macro_average(tmp_path: Path) -> None:
    pairs = loaders.vl_rewardbench(data.vl_rewardbench(tmp_path / "set"))
    assert [pair.tables["group"] for pair in pairs] == [
        "hallucination",
        "general",
        "reasoning",
        "hallucination",
        "general",
    ]
    assert pairs[0].label == "second" and pairs[0].question == "What is it, 0?"
    answers = [perfect(pair) for pair in pairs]
    answers[3] = Answer(error="garbage")
    found = answer_figures.vl_rewardbench(pairs, answers)
    assert found["overall"]["mean"] == 0.8 and found["macro average"]["mean"] == pytest.approx((0.5 + 1 + 1) / 3)
    assert found["overall, answered only (official)"] == {"mean": 1, "error": 0, "n": 4}
    assert found["macro average, answered only (official)"]["mean"] == 1


def test_multimodal_rewardbench_categories(tmp_path: Path) -> None:
    pairs = loaders.mm_rewardbench(data.mm_rewardbench(tmp_path / "set"))
    names = [pair.tables["category"] for pair in pairs]
    assert names == ["reasoning/math", "reasoning/coding", "safety/bias", "safety/toxicity", "vqa"]
    found = answer_figures.mm_rewardbench(pairs, [Answer(), *[perfect(pair) for pair in pairs[1:]]])
    assert found["overall"]["mean"] == 0.8 and found["category: reasoning/math"]["mean"] == 0


def test_faults_of_a_set_are_told() -> None:
    photo, a, b, c = (StoredImage(data=bytes([i])) for i in range(4))

    def pair(name: str, first: Any, second: Any, label: Any, group: str = "") -> PreferencePair:
        return PreferencePair(name, group or name, "q", photo, first, second, label)

    found = problems(
        [
            pair("1", a, b, "first"),
            pair("2", b, a, "second"),
            pair("3", b, a, "first"),
            pair("4", c, c, "first"),
            pair("4", a, c, "tie"),
            pair("6", a, b, "first", "g"),
            pair("7", b, c, "first", "g"),
            pair("8", c, a, "first", "g"),
        ]
    )
    assert found["duplicates"] == ["2 = 1", "6 = 1"] and "3 = 1" in found["contradictions"]
    assert found["identical"] == ["4"] and found["repeated ids"] == ["4"] and "g" in found["circles"]
    assert problems([pair("1", a, b, "first"), pair("2", a, c, "first"), pair("3", b, c, "first")]) == {}


def test_the_analytic_judge_end_to_end_scores_each_candidate_once(tmp_path: Path) -> None:
    made = config(
        tmp_path / "out",
        [
            {"kind": "editreward", "folder": str(data.editreward(tmp_path / "set"))},
            {"kind": "mm-rewardbench", "folder": str(data.mm_rewardbench(tmp_path / "mm"))},
        ],
    )
    results = judges.bench(made)
    own = results["sets"]["editreward"]["judges"]["analytic"]
    assert own["candidates"] == 4  # three of the one wish, one of the other (both its edits are equal)
    assert own["figures"]["pairs"]["mean"] == 1 and own["failed"] == 0
    assert "in words" in results["sets"]["mm-rewardbench"]["judges"]["analytic"]["skipped"]
    assert judges.bench(made) == results
    assert "K = 3, groups" in judges.markdown(results)


def voting(request: Request) -> Reply:
    """A model that prefers the "good answer"."""
    text = str(request.body["messages"][1]["content"][-1]["text"]) + str(request.body["messages"][1]["content"])
    first, second = text.index("a good answer"), text.index("a bad one")
    return good(json.dumps({"better": "cand_1" if first < second else "cand_2"}))


def voter(url: str, **more: Any) -> dict[str, Any]:
    return {"name": "v", "model": f"{url}#m", "judge": "vote", "how": "pairwise", "attempts": 1, **more}


def voted(tmp_path: Path, judge: dict[str, Any], **more: Any) -> dict[str, Any]:
    folder = tmp_path / "set"
    folder = folder if folder.exists() else data.mm_rewardbench(folder)
    made = config(
        tmp_path / more.get("order", "out"), [{"kind": "mm-rewardbench", "folder": str(folder)}], judge, **more
    )
    own: dict[str, Any] = judges.bench(made)["sets"]["mm-rewardbench"]["judges"]["v"]
    return own


def test_votes_do_not_depend_on_the_order_of_the_candidates(tmp_path: Path) -> None:
    with serve(voting) as server:
        for order, asked in (("drawn", 5), ("both", 10)):
            own = voted(tmp_path, voter(server.url), order=order)
            assert own["figures"]["overall"]["mean"] == 1 and len(server.requests) == asked
            server.requests.clear()
        assert own["consistent"]["mean"] == 1


def test_a_judge_that_always_says_the_first_is_found_out(tmp_path: Path) -> None:
    with serve(lambda _request: good('{"better": "cand_1"}')) as server:
        own = voted(tmp_path, voter(server.url), order="both")
    assert own["figures"]["overall"]["mean"] == 0 and own["consistent"]["mean"] == 0
    assert own["causes"] == {"the two orders disagree": 5}


def test_garbage_votes_are_wrong_counted_and_resumed(tmp_path: Path) -> None:
    broken = True

    def answer(request: Request) -> Reply:
        return good("both are fine") if broken else voting(request)

    with serve(answer) as server:
        judge = voter(server.url, retries=0)
        own = voted(tmp_path, judge)
        assert own["failed"] == 5 and own["figures"]["overall"]["mean"] == 0
        assert "no JSON object" in next(iter(own["causes"]))
        broken = False
        (tmp_path / "out" / "replies.sqlite").unlink()  # what could not be read is kept like every reply
        again = voted(tmp_path, judge, retry_failed=True)
    assert again["figures"]["overall"]["mean"] == 1


def test_imgedit_by_its_official_rounding(tmp_path: Path) -> None:
    items = imgedit.load(*data.imgedit(tmp_path))
    replies = ['{"compliance": 5, "quality": 4, "coherence": 4}', "Reasoning\nA: 3\nB: 3\nC: 4", "no"]
    judge = OpenedJudge(imgedit.ThreeScoreJudge(models(ScriptedChat(replies)), 64), "m")
    values = {item.key: judge.judged(imgedit_case(item)) for item in items}
    assert [values[item.key]["status"] for item in items] == ["ok", "ok", "failed", "failed"]
    assert values["1003"]["error"] == "there is no result for this task"
    found = imgedit.figures(items, values)
    assert found["type: add (official)"]["mean"] == 3.83
    assert found["type: add"]["mean"] == pytest.approx((4.33 + 3.33) / 2) and found["type: remove"]["mean"] == 1
    assert found["overall"]["mean"] == pytest.approx((4.33 + 3.33 + 1 + 1) / 4) and found["answered only"]["n"] == 2


@pytest.mark.parametrize(
    "text", ['{"compliance": 6, "quality": 4, "coherence": 4}', '{"compliance": 4}', "A: 4\nB: 5", "{nope", ""]
)
def test_scores_that_are_none(text: str) -> None:
    assert imgedit.read_scores(text)["status"] == "failed"


def test_wrong_data_is_one_line(tmp_path: Path, cli: Callable[..., Any]) -> None:
    with pytest.raises(DataError, match="no .parquet"):
        rows.read(tmp_path)
    (tmp_path / "a.jsonl").write_text('{"id": 1}\n')
    with pytest.raises(DataError, match="no field 'instruct_prompt'|no field 'vote_type'"):
        loaders.genai(tmp_path)
    (tmp_path / "run.yaml").write_text(
        f"benchmark: judges\nout: {tmp_path / 'out'}\nsets: [{{kind: genai, folder: {tmp_path / 'a.jsonl'}}}]\njudges:"
        " [analytic]\n"
    )
    done = cli("bench", tmp_path / "run.yaml")
    assert done.code == 2 and "vote_type" in done.err and done.err.count("\n") == 1
    bad = rows.JudgeRow({"image": "../../etc/passwd"}, tmp_path, "here")
    with pytest.raises(DataError, match="inside the data set"):
        bad.picture("image")


def test_the_command(tmp_path: Path, cli: Callable[..., Any]) -> None:
    data.editreward_score(tmp_path / "set")
    (tmp_path / "run.yaml").write_text(
        f"benchmark: judges\nout: {tmp_path / 'out'}\nsets: [{{kind: editreward-score, folder:"
        f" {tmp_path / 'set'}}}]\njudges: [analytic]\n"
    )
    done = cli("bench", "judges", tmp_path / "run.yaml")
    assert done.code == 0 and "dimension: consistency" in done.out, done.err
    found = json.loads((tmp_path / "out" / "results.json").read_text("utf-8"))["sets"]["editreward-score"]["judges"][
        "analytic"
    ]
    assert (
        found["figures"]["dimension: prompt_following"]["mean"] == 1
        and found["figures"]["dimension: consistency"]["mean"] == 0
    )
