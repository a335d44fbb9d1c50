"""Kinds of task that are recognised without a model: when they are, and when the model is asked all the same."""

import zlib
from collections.abc import Sequence

import numpy as np
import pytest

from jarvisevo.judge.core.case import Case
from jarvisevo.judge.core.evaluator_judge import EvaluatorJudge
from jarvisevo.judge.core.ledger import Ledger
from jarvisevo.judge.core.library import Library
from jarvisevo.judge.methods import clusters, embedding, rlar
from jarvisevo.judge.methods.clusters import Clusters
from jarvisevo.judge.methods.rlar import RlarJudge
from jarvisevo.judge.methods.synthesis import routes, seen, with_route, with_seen
from jarvisevo.scoring.evaluators import AnalyticEvaluator
from tests.jarvisevo.judge.helpers import Recorder, models, plain_case
from tests.jarvisevo.judge.simulator.model import Simulator

WARM = ("make it warmer", "warmer please", "a bit warmer", "the photo should be warmer", "much warmer", "warmer tones")
DARK = ("make it darker", "darker please", "a bit darker", "the photo should be darker", "much darker", "darker tones")
COMMON = {"make", "it", "please", "a", "bit", "the", "photo", "should", "be", "much", "tones"}
SEEN = {"warmth up": WARM, "darker": DARK}


def by_words(texts: Sequence[str]) -> np.ndarray:
    """Each word an axis, by its hash; those that say little weigh little, as in a real embedding."""
    rows = np.zeros((len(texts), 512))
    for row, line in zip(rows, texts, strict=True):
        for word in line.lower().split():
            row[zlib.crc32(word.encode()) % 512] += 0.2 if word in COMMON else 1.0
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def test_a_clear_case_is_of_its_kind_and_others_are_asked_about() -> None:
    learnt = Clusters.learned(SEEN, by_words)
    assert 0 < learnt.least < 1
    assert learnt.kind_of("please make the photo warmer", by_words) == "warmth up"
    assert learnt.kind_of("darker it should be", by_words) == "darker"
    assert learnt.kind_of("sharpen the eyes", by_words) == learnt.kind_of("", by_words) == ""


def test_nothing_is_named_before_there_is_enough_to_learn_from() -> None:
    for few in ({}, {"warmth up": WARM}, {"warmth up": WARM[:2], "darker": DARK[:2]}):
        learnt = Clusters.learned(few, by_words)
        assert np.isinf(learnt.least) and learnt.kind_of(WARM[0], by_words) == ""


def test_kinds_that_cannot_be_told_apart_are_always_asked_about() -> None:
    same = {"one": WARM, "other": tuple(f"{text} " for text in WARM)}  # the same words under two names
    assert Clusters.learned(same, by_words).kind_of(WARM[0], by_words) == ""


def test_cases_are_kept_beside_the_table_and_a_damaged_file_only_asks_again() -> None:
    library = Library().apply(with_route(Library(), "warmth up", {"decision": "default", "tools": []}))
    library = library.apply(with_seen(library, SEEN))
    assert {kind: tuple(lines) for kind, lines in seen(library).items()} == SEEN and list(routes(library)) == [
        "warmth up"
    ]
    again = library.apply(with_route(library, "darker", {"decision": "default", "tools": []}))
    assert seen(again) == seen(library) and set(routes(again)) == {"warmth up", "darker"}
    for text in ("{", "[1]", '{"a": 1}', "[" * 20000):
        assert clusters.read_seen(text) == {}


def test_cases_are_bounded_and_the_first_stay() -> None:
    many: clusters.Seen = {}
    for number in range(100):
        many = clusters.with_case(many, "kind", f"case {number}")
    assert len(many["kind"]) == clusters.MOST_SEEN and many["kind"][0] == "case 0"
    assert clusters.with_case(many, "kind", "case 0") is many
    for number in range(1000):
        many = clusters.with_case(many, f"kind {number}", f"{number:0160d}")
    assert sum(len(line) for lines in many.values() for line in lines) <= clusters.MOST_KEPT
    long = Case("a", "x " * 500, None, ("an answer",))
    assert len(clusters.text_of_case(long)) == clusters.MOST_LETTERS
    assert (
        clusters.text_of_case(Case("a", "why\nis it so?", None, ("Because.", "No.")))
        == "why is it so? | Because. | No."
    )


def test_the_router_asks_a_model_only_where_it_is_not_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rlar, "embed", lambda _spec, texts, _ledger: by_words(texts))
    library = Library().apply(with_route(Library(), "warmth up", {"decision": "default", "tools": []}))
    library = library.apply(with_seen(library, SEEN))
    recorder = Recorder(Simulator())
    judge = RlarJudge(models(recorder), library, EvaluatorJudge(AnalyticEvaluator()), embedding="a package")
    assert judge.task(plain_case(instruction="please make the photo warmer")) == "warmth up"
    assert not recorder.conversations
    assert judge.task(plain_case(instruction="make it bluer")) == "other"
    assert len(recorder.conversations) == 1 and judge.known()["other"] == ["make it bluer"]
    always = RlarJudge(models(recorder), library, EvaluatorJudge(AnalyticEvaluator()))
    assert always.task(plain_case(instruction="please make the photo warmer")) == "warmth up"
    assert len(recorder.conversations) == 2


def test_a_package_that_is_missing_is_said_and_auto_does_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "find_spec", lambda _name: None)
    assert embedding.chosen("auto") == embedding.chosen("") == ""
    with pytest.raises(ValueError, match=r"pip install 'jarvisevo\[embedding\]'"):
        embedding.chosen("wordllama")


def test_the_package_knows_words_that_share_no_letters() -> None:
    pytest.importorskip("wordllama", reason="an optional package")
    alike = embedding.similarity(
        "wordllama", ["make the photo warmer", "warm it up a bit", "sharpen the eyes"], Ledger()
    )
    assert np.allclose(np.diag(alike), 1) and np.linalg.eigvalsh(alike).min() > -1e-9
    assert alike[0, 1] > alike[0, 2] + 0.2
