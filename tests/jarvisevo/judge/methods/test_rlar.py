"""Tools made or found for a kind of task: what is admitted, what is refused and why, and that a route is kept."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jarvisevo.judge.core import sandbox
from jarvisevo.judge.core.entries import EntryError
from jarvisevo.judge.core.evaluator_judge import EvaluatorJudge
from jarvisevo.judge.core.images import COSTS, NAMES, CaseImages
from jarvisevo.judge.core.ledger import Ledger
from jarvisevo.judge.core.library import Library
from jarvisevo.judge.core.metrics import judged_twice, measure
from jarvisevo.judge.core.runs import JudgeRun
from jarvisevo.judge.core.sandbox import SandboxError
from jarvisevo.judge.core.store import LibraryStore
from jarvisevo.judge.core.synthetic import EDIT_KINDS, edited, example_photos
from jarvisevo.judge.methods import evaltool
from jarvisevo.judge.methods.rlar import RlarJudge, Synthesis
from jarvisevo.judge.methods.settings import Synthesize
from jarvisevo.judge.methods.synthesis import Example, Synthesizer, routes, with_route
from jarvisevo.scoring.evaluators import AnalyticEvaluator
from tests.jarvisevo.judge.helpers import Recorder, cases, killed_everywhere, models, photos, plain_case
from tests.jarvisevo.judge.simulator.model import Simulator

pytest.importorskip("pydantic_monty", reason="verifiers run in pydantic-monty")
HEAD = "def compute_warmer(prompt, response, reference):\n"
WARMER = (
    HEAD + "    return max(0.0, min(1.0, 0.5 + (measure(response, 'warmth') - measure(reference, 'warmth')) / 20))\n"
)


def analytic() -> EvaluatorJudge:
    return EvaluatorJudge(AnalyticEvaluator())


@lru_cache
def codes() -> tuple[np.ndarray, ...]:
    return tuple(edited(photo, EDIT_KINDS[0], "none") for photo in photos())


def verdict(code: str) -> evaltool.ToolCheck:
    return evaltool.check_code(code, "make it warmer", codes(), share=0.8, checks=4)


def test_a_good_verifier_is_admitted() -> None:
    found = verdict(WARMER)
    assert found.admitted, found.problem
    assert found.log[0] == "same image: 0.500" and len(found.log) == 5


@pytest.mark.parametrize(
    ("instruction", "said"),
    [
        ("remove the car", "sliders cannot do 'remove the car'"),
        ("crop tighter", "no slider is known to be the truth of 'crop tighter'"),
        ("make it moody", "no slider is known"),
        ("brighten the sky", "part of the photo"),
        ("make it warmer and remove the car", "sliders cannot do"),
        ("make it warmer, but keep the sky blue", "kept"),
        ("blorf the image", "sliders cannot do"),
    ],
)
def test_an_instruction_outside_its_knowledge_is_refused_and_never_mapped(instruction: str, said: str) -> None:
    found = evaltool.check_code(WARMER, instruction, codes(), share=0.8, checks=4)
    assert not found.admitted and "no edit of known truth" in found.problem and said in found.problem
    asked = models()
    library = Synthesizer(asked, photos=codes()).route(Library(), "warmth up", Example(instruction, codes()))
    assert "EvalTool has no truth for it" in routes(library)["warmth up"]["reason"]
    assert asked.ledger.by_role().keys() == {"select"}  # nothing is written that could not be checked


def test_the_edits_of_known_truth_differ_and_go_where_they_should() -> None:
    edits = evaltool.known_edits(codes()[0], "make it darker")
    assert list(edits) == ["asked", "opposite", "nothing", "overdone", "damaged", "another"]
    facts = CaseImages({"source": codes()[0], **edits})
    light = {name: facts.measure(name, "lightness") for name in ("source", *edits)}
    assert light["overdone"] < light["asked"] < light["source"] == light["nothing"] < light["opposite"]
    assert facts.measure("another", "magenta") > facts.measure("source", "magenta") + 1
    assert facts.measure("damaged", "noise") > facts.measure("asked", "noise")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("    return measure(response, 'warmth'", "is not Python"),
        ("    measure(response, 'warmth')\n", "returns nothing"),
        ("    return open('/etc/passwd').read()\n", "uses open"),
        ("    import socket\n    return socket.create_connection(('example.org', 80))\n", "imports socket"),
        (
            "    from urllib.request import urlopen\n    return urlopen('http://example.org')\n",
            "imports urllib.request",
        ),
        ("    return __import__('os').system('id')\n", "uses __import__"),
        ("    return ().__class__.__bases__[0].__subclasses__()\n", "uses __"),
        ("    return eval('1')\n", "uses eval"),
        ("    while True:\n        pass\n    return 1\n", "time limit exceeded"),
        ("    return sum(range(10 ** 12))\n", "time limit exceeded"),
        ("    return len('a' * 10 ** 9) / 10 ** 9\n", "memory limit exceeded"),
        ("    def f(n):\n        return f(n + 1)\n    return f(0)\n", "recursion"),
        ("    return [measure(response, 'warmth') for _ in range(300)][0]\n", "suspension limit"),
        ("    import random\n    return random.random()\n", "imports random"),
        ("    import math\n    return math.nan\n", "no finite number"),
        ("    return 'very warm'\n", "no finite number"),
        ("    return True\n", "no finite number"),
        ("    return 10 ** 4000\n", "no finite number"),
        ("    return 10 ** 5000\n", "no finite number"),
        ("    return measure(response, 'warmth')\n", "outside 0 to 1"),
        ("    return 3.5\n", "outside 0 to 1"),
        ("    return measure(response, 'beauty')\n", "no such measure"),
        ("    return measure('/etc/passwd', 'warmth')\n", "no such image"),
        ("    return 1.0 if response == 'cand_1' else 0.0\n", "opposite 0 of 4, nothing 0 of 4"),  # prefers a place
        ("    return 0.5 + 0 * measure('cand_2', 'warmth')\n", "no such image"),  # looks at another candidate
        ("    return 0.5\n", "opposite 0 of 4, nothing 0 of 4, damaged 0 of 4, another 0 of 4"),
        (
            "    return max(0.0, min(1.0, 0.5 - (measure(response, 'warmth') - measure(reference, 'warmth')) / 20))\n",
            "tells right from wrong",
        ),
        ("    return 1 / 0\n", "ZeroDivisionError"),
    ],
)
def test_a_bad_verifier_is_refused_with_the_reason(body: str, said: str) -> None:
    found = verdict(HEAD + body)
    assert not found.admitted and said in found.problem, found.problem


@pytest.mark.parametrize(
    "code",
    [
        "x = 1\n" + WARMER + "print(open('/etc/passwd').read())\n",
        WARMER + WARMER.replace("warmer", "other"),
        "class A:\n    pass\n",
        "def compute_a(prompt):\n    return 1\n",
        "#" * 9000,
        "\0",
    ],
)
def test_what_does_not_even_look_like_a_verifier_never_runs(code: str) -> None:
    assert "static" in verdict(code).problem


def test_code_that_depends_on_the_clock_or_on_chance_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "ALLOWED_IMPORTS", {"math", "re", "random", "time"})
    assert "not deterministic" in verdict(HEAD + "    import random\n    return random.random()\n").problem
    assert "not deterministic" in verdict(HEAD + "    import time\n    return time.time() % 1000 / 1000\n").problem


def test_even_without_the_static_checks_there_are_no_files_and_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "static_problems", lambda _code: [])
    arguments = {"prompt": "x", "response": "cand_1", "reference": "source"}
    for body in (
        "    return open('/etc/passwd').read()\n",
        "    import socket\n    return 1\n",
        "    import os\n    return len(os.listdir('/'))\n",
        "    import subprocess\n    return 1\n",
        "    return __import__('os')\n",
    ):
        with pytest.raises(SandboxError, match="PermissionError|ModuleNotFoundError|NameError"):
            sandbox.call(HEAD + body, arguments, {})


def test_without_the_sandbox_verifiers_are_off(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pydantic_monty", None)
    assert "verifiers are off" in verdict(WARMER).problem


def test_measures_are_the_only_way_to_a_picture() -> None:
    facts = CaseImages({"source": codes()[0], "cand_1": codes()[0]})
    assert all(np.isfinite(facts.measure("source", name)) for name in NAMES)
    assert all(facts.cost("cand_1", name) == 0.0 for name in COSTS) and facts.difference("source", "cand_1") == 0.0
    for bad in (
        lambda: facts.measure("source", "__class__"),
        lambda: facts.cost("cand_2", "noise"),
        lambda: facts.cost("cand_1", "x"),
    ):
        with pytest.raises(ValueError, match="no such"):
            bad()


def test_brisque_is_a_measure_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    from jarvisevo.judge.core import images

    monkeypatch.setattr(images, "find_spec", lambda _name: None)
    with pytest.raises(ValueError, match="no such measure: 'brisque'"):
        CaseImages({"source": codes()[0]}).measure("source", "brisque")
    monkeypatch.undo()
    pytest.importorskip("brisque", reason="an optional package")
    rng = np.random.default_rng(0)
    clean = next(example_photos(256))
    photo = edited(clean, EDIT_KINDS[0], "none")
    noisy = np.clip(photo + rng.normal(0, 30, photo.shape), 0, 255).astype(np.uint8)
    facts = CaseImages({"source": photo, "cand_1": noisy})
    assert facts.measure("cand_1", "brisque") > facts.measure("source", "brisque") + 10


# ---- the judge


def test_a_new_kind_of_task_gets_a_verifier_once_and_keeps_it(tmp_path: Path) -> None:
    recorder = Recorder(Simulator())
    asked = models(recorder)
    with LibraryStore(tmp_path / "lib", create=True) as store:
        judge = RlarJudge(asked, store.head(), analytic(), Synthesizer(asked, photos=codes()), store)
        some = [c for c in cases(24) if "warm" in c.instruction]
        made = [judge.judge(case) for case in some]
        roles = [
            conversation[0].text.split("\n")[0].removeprefix("# Role: ") for conversation in recorder.conversations
        ]
        assert {r: roles.count(r) for r in ("select", "plan", "implement", "describe")} == dict.fromkeys(
            ("select", "plan", "implement", "describe"), 1
        )
        assert {tuple(m.trace["tools"]) for m in made} == {("warmth-up-check",)}
        assert routes(store.head()) == {"warmth up": {"decision": "code", "tools": ["warmth-up-check"], "reason": ""}}
        before = len(recorder.conversations)
        again = RlarJudge(asked, store.head(), analytic(), Synthesizer(asked), store)
        assert again.judge(some[0]).scores == made[0].scores
        assert len(recorder.conversations) == before + 1  # its kind is asked for again, now that one is known
        assert "- warmth up\n" in recorder.conversations[-1][1].text


def test_it_judges_as_well_as_its_tools() -> None:
    asked = models()
    judge = RlarJudge(asked, Library(), analytic(), Synthesizer(asked, photos=codes()))
    clean = [
        c for c in cases(60) if c.gold is not None and 2.5 not in c.gold
    ]  # no noisy ones: these verifiers do not look there
    found = measure([judged_twice(judge, case) for case in clean[:16]])
    assert found.accuracy > 0.85 and found.consistency == 1.0 and found.failed == 0.0


def test_without_a_fitting_tool_the_default_judge_scores_and_that_is_kept() -> None:
    asked = models()
    judge = RlarJudge(asked, Library(), analytic(), Synthesizer(asked, photos=codes()))
    made = judge.judge(plain_case(instruction="surprise me"))
    assert made.scores is not None and made.trace["judge"] == "analytic"
    assert routes(judge.library)["other"]["decision"] == "default"
    closed = RlarJudge(asked, Library(), analytic())
    assert closed.judge(plain_case()).trace["tools"] == [] and closed.library == Library()


class Stubborn(Simulator):
    """Writes the same code whatever it is told."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code

    def _reply(self, conversation: Any, sampling: Any) -> Any:
        from jarvisevo.protocol.chat import Completion

        if "# Role: implement" in conversation[0].text:
            return Completion(json.dumps({"code": self.code}))
        return super()._reply(conversation, sampling)


def test_a_refused_verifier_is_told_why_then_the_default_judge_scores() -> None:
    recorder = Recorder(Stubborn(HEAD + "    while True:\n        pass\n    return 1\n"))
    asked = models(recorder)
    maker = Synthesizer(asked, photos=codes())
    judge = RlarJudge(asked, Library(), analytic(), maker)
    assert judge.judge(plain_case()).trace["judge"] == "analytic"
    tries = [
        conversation[1].text for conversation in recorder.conversations if "# Role: implement" in conversation[0].text
    ]
    assert [text.count("Refused: run: TimeoutError") for text in tries] == [0, 1, 2]
    assert all(name in tries[0] for name in (*NAMES, *COSTS)) and "Refused: classes" in tries[0]
    assert [e.runner for e in judge.library.entries.values()] == [""]
    assert "time limit" in routes(judge.library)["warmth up"]["reason"]
    assert [bool(entry.get("problem")) for entry in maker.log] == [True, True, True, False]


def test_a_verifier_that_fails_on_a_picture_fails_the_judgement() -> None:
    from jarvisevo.judge.core.entries import LibraryEntry
    from jarvisevo.judge.core.library import LibraryEdit

    broken = LibraryEntry("check", "d", "tool", "t", "verify", files={"verify.py": HEAD + "    return 7\n"})
    library = Library().apply([LibraryEdit("create", "check", broken)])
    library = library.apply(with_route(library, "warmth up", {"decision": "code", "tools": ["check"]}))
    made = RlarJudge(models(), library, analytic()).judge(plain_case())
    assert made.scores is None and "outside 0 to 1" in made.error


@pytest.mark.parametrize("text", ["{", "[]", '{"a": {}}', '{"a": {"tools": 1, "decision": "x"}}'])
def test_a_damaged_routing_table_is_said(text: str) -> None:
    from dataclasses import replace

    library = Library().apply(with_route(Library(), "x", {"decision": "default", "tools": []}))
    bad = Library({**library.files, "routing-table/routes.json": text})
    assert replace(bad) != library
    with pytest.raises(EntryError, match=r"routes\.json"):
        routes(bad)


# ---- a run over cases


def synthesis(folder: Path, some: Any = None) -> Synthesis:
    found = some or cases(12)
    config = Synthesize.model_validate({"models": {"subagent": "none", "side": 48}, "checks": 2})
    run = JudgeRun(folder / "run", config, found)
    asked = models(Simulator())
    asked.ledger = Ledger(run.ledger_path)
    return Synthesis(config, found, asked, LibraryStore(folder / "lib", create=True), run, photos=codes()[:1])


def test_killed_at_every_commit_point_the_record_is_the_same(tmp_path: Path) -> None:
    whole = synthesis(tmp_path / "whole")
    report = whole.make()
    assert report["tasks"] == len(whole.run.records) > report["with_tools"] > 2 and not report["unrouted"]
    again, points = killed_everywhere(lambda: synthesis(tmp_path / "killed"), Synthesis.make)
    assert set(points) == {"checked", "recorded", "stored"} and again == report
    paths = [tmp_path / name / "run" / "records.jsonl" for name in ("whole", "killed")]
    assert paths[0].read_bytes() == paths[1].read_bytes()
    with LibraryStore(tmp_path / "killed" / "lib") as store:
        assert [v.library_id for v in store.log()] == [v.library_id for v in whole.store.log()]


def test_a_case_without_a_picture_is_named_and_no_obstacle(tmp_path: Path) -> None:
    import dataclasses

    broken = tmp_path / "broken.png"
    broken.write_bytes(b"no image")
    case = dataclasses.replace(plain_case(instruction="make it cooler"), id="bad", source=broken)
    report = synthesis(tmp_path, (case, *[c for c in cases(12) if "warm" in c.instruction][:2])).make()
    assert report["unrouted"] == ["bad"] and list(report["routes"]) == ["warmth up"]
