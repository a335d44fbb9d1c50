"""ArtEdit-Bench in inspect_ai: its evaluation with its own mock model, and the benchmark's figures."""

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip(
    "inspect_ai", reason="inspect_ai is not installed: pip install 'jarvisevo[inspect]', or make env-check"
)
pytestmark = pytest.mark.filterwarnings("ignore")

from jarvisevo.protocol.turns import edit_turn, evaluation_turn  # noqa: E402


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """inspect counts a mock model's tokens with a vocabulary that it would download."""
    import tiktoken

    words = SimpleNamespace(encode=lambda text, **_: text.split())
    monkeypatch.setattr(tiktoken, "get_encoding", lambda name: words)
    monkeypatch.setattr(tiktoken, "encoding_for_model", lambda name: words)


def evaluated(task: Any, replies: list[str], tmp_path: Path) -> Any:
    from inspect_ai import eval as evaluate
    from inspect_ai.model import ModelOutput, get_model

    outputs = [ModelOutput.from_content("mockllm", reply) for reply in replies]
    model = get_model("mockllm/model", custom_outputs=outputs)
    (log,) = evaluate(task, model=model, log_dir=str(tmp_path), display="none", max_samples=1)
    assert log.status == "success", log.error
    return log


def test_edits_are_scored_as_the_benchmark_scores_them(tmp_path: Path) -> None:
    from bench import inspect_artedit as wrapper
    from bench.artedit import items, systems, viescore
    from bench.artedit.config import JudgeSpec

    call = {"Exposure2012": 0.5}
    found = items.read([wrapper.SMALL], limit=1).edit  # of each language
    replies = [edit_turn("Lift.", call, "finished"), evaluation_turn("It fits.", 4.5)] * len(found)
    log = evaluated(wrapper.artedit(steps=1, limit=1, max_size=256), replies, tmp_path)
    judge = viescore.open_scorer(JudgeSpec(model="analytic"))
    from editor_ops.io.decode import load
    from editor_ops.settings import Settings

    assert len(log.samples) == len(found) == 2
    for sample, item in zip(
        sorted(log.samples, key=lambda s: str(s.id)), sorted(found, key=lambda i: i.id), strict=True
    ):
        (score,) = sample.scores.values()
        photo = load(item.source)
        after = systems.developed(photo, Settings.parse(call), item)
        made = judge.judge(systems.untouched(photo, item), after, item.instruction)
        for name, value in (("SC", made.sc), ("PQ", made.pq), ("O", made.overall)):
            if value is None:
                assert math.isnan(score.value[name])
            else:
                assert score.value[name] == pytest.approx(value)
    metrics = {(s.name, name) for s in log.results.scores for name in s.metrics}
    assert {("O", "mean"), ("O", "stderr"), ("SC", "mean"), ("PQ", "stderr")} <= metrics


def test_judgements_are_correlated_with_the_gold_scores(tmp_path: Path) -> None:
    from bench import inspect_artedit as wrapper
    from bench.artedit import items
    from jarvisevo.scoring.correlation import spearman

    found = items.read([wrapper.SMALL], limit=2).eval
    given = [1.0, 5.0, 3.5, 4.0][: len(found)]
    replies = [evaluation_turn("So so.", score) for score in given]
    log = evaluated(wrapper.artedit_eval(limit=2, max_size=256), replies, tmp_path)
    (scored,) = log.results.scores
    assert scored.metrics["srcc"].value == pytest.approx(spearman(given, [i.gold for i in found]))
    assert scored.metrics["srcc_stderr"].value > 0


def test_a_judgement_that_cannot_be_read_is_unscored(tmp_path: Path) -> None:
    from bench import inspect_artedit as wrapper

    log = evaluated(wrapper.artedit_eval(limit=1, max_size=256), ["nice", "very nice"] * 4, tmp_path)
    for sample in log.samples:
        (score,) = sample.scores.values()
        assert math.isnan(score.as_float()) and score.reason == "unreadable"
