"""The annotator that asks a model: what it is asked, what is done with bad replies, what is kept."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from data_pipeline.annotators import AnnotationCase, AnnotationError, WrittenInstruction
from data_pipeline.annotators.model import ModelAnnotator
from data_pipeline.build import build
from data_pipeline.config import AnnotatorConfig
from data_pipeline.samples import BuildError, RegionBox
from data_pipeline.stages.filtering import plain
from jarvisevo.protocol.chat import ChatError, Completion, Message, Sampling, TurnKind
from jarvisevo.record.trajectory import ADHERENCE, AESTHETIC, Evaluation
from tests.data_pipeline.conftest import ROOT, small
from tests.data_pipeline.test_build import records
from tests.jarvisevo.openai_server import Reply, Request, good, serve

PICTURE = np.full((8, 12, 3), 90, np.uint8)
SCORES = dict.fromkeys((*AESTHETIC, *ADHERENCE), 4.0) | {"overall": 4.2, "summary": "The edit serves the wish."}


class Script:
    """A model that answers from a function of the question's text."""

    name = "scripted"

    def __init__(self, answer: Any) -> None:
        self.answer, self.asked = answer, list[Message]()

    def complete(
        self,
        conversations: Sequence[Sequence[Message]],
        sampling: Sampling = Sampling(),
        *,
        want: TurnKind = "edit",
        schema: Mapping[str, Any] | None = None,
        seconds: float | None = None,
    ) -> list[Completion | ChatError]:
        self.asked += [talk[-1] for talk in conversations]
        answers = [self.answer(talk[-1].text) if callable(self.answer) else self.answer for talk in conversations]
        return [
            a if isinstance(a, ChatError) else Completion(a, usage={"prompt_tokens": 5, "completion_tokens": 2})
            for a in answers
        ]


def intents(*texts: str) -> str:
    return "Here: " + json.dumps({f"User Intent {i}": text for i, text in enumerate(texts, 1)}, ensure_ascii=False)


def case(**given: Any) -> AnnotationCase:
    return AnnotationCase("a", (PICTURE, PICTURE + 30), ({"Exposure2012": 0.5},), "en", **given)


def annotator(tmp_path: Path, answer: Any, **given: Any) -> tuple[ModelAnnotator, Script]:
    script = Script(answer)
    return (
        ModelAnnotator(AnnotatorConfig(kind="model", endpoints="http://x/v1#m", **given), tmp_path / "kept", script),
        script,
    )


def test_questions_carry_the_pictures_the_limits_and_the_boxes(tmp_path: Path) -> None:
    made, script = annotator(tmp_path, intents("make it brighter"))
    sky = RegionBox("sky", (0.0, 0.0, 1.0, 0.4))
    (answer,) = made.instructions([case(prompt="mood", words=17, regions=(sky,), boxed=True)])
    assert answer == WrittenInstruction("make it brighter", "mood")
    (question,) = script.asked
    assert (
        len(question.pictures) == 2
        and "17 words" in question.text
        and "<box>0.00 0.00 1.00 0.40</box>" in question.text
    )
    assert "feeling" in question.text and "Write English only" in question.text
    made.steps([case(said=("the plan",), words=60)], 0)
    assert (
        len(script.asked[-1].pictures) == 4
        and "the plan" in script.asked[-1].text
        and "Exposure2012" in script.asked[-1].text
    )
    made.reflections([case(target=PICTURE)], [Evaluation(2.1, rationale="too dark")])
    assert len(script.asked[-1].pictures) == 3 and "too dark" in script.asked[-1].text


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("", "an empty reply"),
        ("<tool_call>{}</tool_call>", "tags of the dialogue"),
        ("把照片提亮", "not in the language"),
        ("word " * 200, "words where"),
    ],
)
def test_texts_that_cannot_be_used_are_errors_with_the_cause(reply: str, words: str, tmp_path: Path) -> None:
    made, _ = annotator(tmp_path, reply)
    (answer,) = made.plans([case(words=60)])
    assert isinstance(answer, AnnotationError) and words in str(answer)


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        ("no idea", "no JSON object"),
        (json.dumps(SCORES | {"overall": 7}), "overall is not a number from 1 to 5"),
        (
            json.dumps({k: v for k, v in SCORES.items() if k != "color_harmony"}),
            "color_harmony is not a number from 0 to 5",
        ),
        (json.dumps(SCORES | {"summary": ""}), "no summary"),
        ("{" * 3000 + "}" * 3000, "JSON"),
    ],
)
def test_scores_that_cannot_be_read_are_no_scores(reply: str, words: str, tmp_path: Path) -> None:
    made, _ = annotator(tmp_path, reply)
    (answer,) = made.evaluations([case()])
    assert isinstance(answer, AnnotationError) and words in str(answer)


def test_scores_are_read(tmp_path: Path) -> None:
    made, _ = annotator(tmp_path, "Here you are: " + json.dumps(SCORES))
    (answer,) = made.evaluations([case()])
    assert (
        isinstance(answer, Evaluation)
        and answer.score == 4.2
        and len(answer.dimensions) == 10
        and answer.judge == "scripted"
    )


def test_nothing_is_asked_twice_and_failures_are_asked_again(tmp_path: Path) -> None:
    made, script = annotator(tmp_path, intents("make it warmer", "warm it up"))
    made.instructions([case(), replace(case(prompt="style"), id="b-0")])
    made.instructions([case(), replace(case(prompt="style"), id="b-0")])
    assert len(script.asked) == 2
    failing, _ = annotator(tmp_path, ChatError("timeout"))
    (answer,) = failing.instructions([replace(case(prompt="mood"), id="c-0")])
    assert isinstance(answer, AnnotationError) and "timeout" in str(answer)
    again, script = annotator(tmp_path, intents("make it cosy"))
    assert again.instructions([case(), replace(case(prompt="mood"), id="c-0")])[1] == WrittenInstruction(
        "make it cosy", "mood"
    )
    assert len(script.asked) == 1  # the other is kept from the first run


def test_four_requests_come_in_one_call_and_bad_ones_are_named(tmp_path: Path) -> None:
    reply = intents(
        "make it brighter", "User Intent 2: make it nice", '{"User Intent 3": "warmer"}', "more light please"
    )
    made, script = annotator(tmp_path, reply)
    kinds = ("basic", "style", "mood", "basic")
    answers = made.instructions([replace(case(prompt=kind), id=f"a-{i}") for i, kind in enumerate(kinds)])
    assert (
        len(script.asked) == 1 and '"User Intent 4"' in script.asked[0].text and "Exposure2012" in script.asked[0].text
    )
    assert answers[0] == WrittenInstruction("make it brighter", "basic")
    assert answers[3] == WrittenInstruction("more light please", "basic")
    assert all(isinstance(a, AnnotationError) and "not a request" in str(a) for a in answers[1:3])


@pytest.mark.parametrize("reply", ["User Intent 1: make it nice", "", "[]", '{"User Intent 1": 5}', '{"other": "x"}'])
def test_replies_without_requests_give_none(reply: str, tmp_path: Path) -> None:
    made, _ = annotator(tmp_path, reply)
    (answer,) = made.instructions([case()])
    assert isinstance(answer, AnnotationError)


def test_a_second_model_refuses_what_is_not_in_the_images(tmp_path: Path) -> None:
    def second(text: str) -> str:
        return json.dumps({"fits": "brighter" in text, "reason": "nothing got warmer"})

    made, _ = annotator(tmp_path, intents("make it brighter", "make it warmer"))
    made.second = Script(second)
    made.second.name = "second"
    answers = made.instructions([replace(case(), id="a-0"), replace(case(), id="a-1")])
    assert answers[0] == WrittenInstruction("make it brighter", "basic")
    assert isinstance(answers[1], AnnotationError) and "nothing got warmer" in str(answers[1])
    made.second.answer = "no JSON"
    again, _ = annotator(tmp_path / "x", intents("make it brighter"))
    again.second = made.second
    assert isinstance(again.instructions([case()])[0], AnnotationError)


def test_the_rubrics_anchor_every_dimension(tmp_path: Path) -> None:
    made, script = annotator(tmp_path, json.dumps(SCORES))
    made.evaluations([case()])
    text = script.asked[0].text
    for name in AESTHETIC:
        assert all(f"{mark} " in text.split(f"{name}: ")[1].split("\n")[0] for mark in range(1, 6))
    for name in ADHERENCE:
        assert all(f"{mark} " in text.split(f"{name}: ")[1].split("\n")[0] for mark in range(6))
    assert "Exposure2012" not in text


def test_the_budget_stops_the_run_and_a_larger_one_goes_on(tmp_path: Path) -> None:
    made, script = annotator(tmp_path, intents("make it warmer", "warm it up"), max_requests=1, concurrency=1)
    with pytest.raises(BuildError, match="raise annotator.max_requests"):
        made.instructions([case(), replace(case(prompt="style"), id="b-0")])
    more, script = annotator(tmp_path, intents("make it warmer", "warm it up"), max_requests=5)
    answers = more.instructions([case(), replace(case(prompt="style"), id="b-0")])
    assert all(isinstance(answer, WrittenInstruction) for answer in answers) and len(script.asked) == 1


def test_garbage_is_counted_with_its_reason_and_the_build_ends_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half_garbage(text: str) -> str:
        if "ordinary user" in text:
            good = intents("make it brighter", "more light please", "User Intent 3: make it nice", '{"a": 1}')
            return good if len(text) % 2 else "<answer>1</answer>"
        return (
            "not JSON"
            if "JSON object" in text
            else "We will brighten the picture."
            if "English" in text
            else "我们会提亮画面。"
        )

    def answer(text: str) -> str:
        reply = half_garbage(text)
        return (
            reply.replace("make it brighter", "把照片提亮").replace("more light please", "再亮一点")
            if "只用中文" in text
            else reply
        )

    script = Script(answer)
    monkeypatch.setattr(
        "data_pipeline.build.annotator", lambda config, out: ModelAnnotator(config, out / "annotations", script)
    )
    config = small(
        tmp_path / "set",
        annotator={"kind": "model", "endpoints": "http://x/v1#m"},
        pairs={"per_photo": 2},
        instructions={"per_pair": 4},
    )
    summary = build(config, Path())
    assert summary.dropped["evaluation: no evaluation"] > 0 and summary.dropped["instructions: no instruction"] > 0
    made = records(tmp_path / "set")
    assert made and {r.meta["annotator"] for r in made} == {"scripted"} and not records(tmp_path / "set", "eval")


def _played(request: Request) -> Reply:
    """A model of both sorts: it writes well, now and then badly, and refuses what speaks of warmth."""
    content = request.body["messages"][-1]["content"]
    text = " ".join(part["text"] for part in content if part["type"] == "text")
    chinese = "只用中文" in text
    if request.body["model"] == "second":
        return good(json.dumps({"fits": "warm" not in text and "暖" not in text, "reason": "nothing got warmer"}))
    if "ordinary user" in text:
        bad = "User Intent 2: make it nice"
        texts = ("把照片提亮", "暖一点", bad) if chinese else ("make it brighter", "warm it up", bad)
        return good(intents(*texts))
    if "JSON object" in text:
        return good(json.dumps(SCORES if len(text) % 3 else {"overall": 9}))
    return good("我们会提亮画面，让暗部看得清。" if chinese else "We will brighten the photo and open the shadows.")


def test_a_build_over_a_server_of_good_and_bad_models(tmp_path: Path) -> None:
    with serve(_played) as server:
        config = small(
            tmp_path / "set",
            max_size=128,
            limit=3,
            sources=[{"kind": "folder", "folder": str(ROOT / "examples"), "only_redistributable": False}],
            annotator={"kind": "model", "endpoints": f"{server.url}#good", "filter_endpoints": f"{server.url}#second"},
            pairs={"per_photo": 2, "ways": {"taste": 1}, "local": 1.0, "max_steps": 4, "first_off": 0.5},
            instructions={"per_pair": 3, "chinese": 0.0},
        )
        summary = build(config, Path())
        asked = len(server.requests)
        build(config, Path())
        assert len(server.requests) == asked  # the shards stand, and nothing is asked twice
    made = records(tmp_path / "set")
    assert made and {plain(r.instruction) for r in made} == {"make it brighter"}
    refused = [d for d in (tmp_path / "set" / "dropped.jsonl").read_text("utf-8").splitlines() if "instruction" in d]
    assert any("not a request" in d for d in refused) and any("nothing got warmer" in d for d in refused)
    assert summary.dropped["instructions: no instruction"] >= 4
    assert any("MaskGroupBasedCorrections" in r.trajectory.states[-1] for r in made)
