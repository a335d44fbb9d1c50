"""A judge's answers on a set of pairs: every candidate by itself, side by side, or learning on the set as it goes."""

import hashlib
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from bench import runner
from bench.artedit.viescore import repeats
from bench.judges import accuracy
from bench.judges.answers import DISAGREE, Answer, from_passes, from_scores
from bench.judges.cases import PairInCase, alone, as_cases
from bench.judges.config import DataSet, JudgesConfig, PairJudge
from bench.judges.opened import OpenedJudge, open_judge
from bench.judges.pairs import PreferencePair
from bench.runner import Value, WorkItem, digest
from jarvisevo.files.config import parse
from jarvisevo.judge.core.case import Case, swapped
from jarvisevo.judge.core.images import identity
from jarvisevo.judge.learn import learn
from jarvisevo.judge.methods.settings import Lwe
from jarvisevo.record.trajectory import ADHERENCE

WAYS: dict[str, tuple[bool | None, ...]] = {"both": (False, True), "given": (False,), "drawn": (None,)}
"""Order of a config -> the passes over a case: turned or not; None is drawn by the case."""


@dataclass(frozen=True)
class Measured:
    """Answers to all pairs, and what else a report says."""

    answers: list[Answer]
    more: dict[str, Any] = field(default_factory=dict)


def measured(config: JudgesConfig, spec: DataSet, judge: PairJudge, pairs: Sequence[PreferencePair]) -> Measured:
    """Judge a set, or go on with it."""
    if judge.method:
        return _while_learning(config, spec, judge, pairs)
    opened = open_judge(config, judge)
    return (_alone if judge.how == "score" else _side_by_side)(config, spec, judge, pairs, opened)


# ---- every candidate by itself


def candidates_of(pairs: Sequence[PreferencePair]) -> tuple[dict[str, Case], list[tuple[str, str]]]:
    """(every different candidate as a case of its own, by key; the two keys of each pair)."""
    cases: dict[str, Case] = {}
    keys = []
    for pair in pairs:
        photo = pair.source.digest if pair.source else ""
        contents = [c if isinstance(c, str) else c.digest for c in (pair.first, pair.second)]
        both = (digest(pair.question, photo, contents[0]), digest(pair.question, photo, contents[1]))
        keys.append(both)
        for key, candidate in zip(both, (pair.first, pair.second), strict=True):
            cases.setdefault(key, alone(pair, candidate))
    return cases, keys


def _alone(
    config: JudgesConfig, spec: DataSet, judge: PairJudge, pairs: Sequence[PreferencePair], opened: OpenedJudge
) -> Measured:
    """Every candidate is scored once, however many pairs it is in."""
    cases, keys = candidates_of(pairs)
    tasks = {key: WorkItem(f"{judge.title}/{key}", digest(opened.identity, key), case) for key, case in cases.items()}

    def work(chunk: Sequence[WorkItem]) -> list[Value]:
        return [opened.judged(task.payload) for task in chunk]

    done = run_tasks(config, spec, list(tasks.values()), work, judge)
    found = {key: _scored(done[task.key]) for key, task in tasks.items()}
    answers = [from_scores(pair, found[a], found[b]) for pair, (a, b) in zip(pairs, keys, strict=True)]
    given = [(value["overall"],) for value in found.values() if value["status"] == "ok"]
    return Measured(answers, {"candidates": len(tasks), "warning": repeats(given)})


def _scored(value: Value) -> Value:
    """A candidate's overall score, and how well it follows the instruction where the judge says that."""
    if value["status"] != "ok":
        return value
    dimensions = (value.get("dimensions") or [{}])[0]
    given = [dimensions[name] for name in ADHERENCE if name in dimensions]
    follows = {"prompt_following": sum(given) / len(given)} if given else {}
    return {"status": "ok", "overall": value["scores"][0], **follows}


# ---- side by side


def passes_of(config: JudgesConfig, case: Case) -> list[tuple[int, ...]]:
    """The orders in which a case is shown."""
    out = []
    for way in WAYS[config.order]:
        drawn = bool(hashlib.sha256(case.id.encode("utf-8", "replace")).digest()[0] & 1)
        turned = drawn if way is None else way
        out.append(swapped(case) if turned else tuple(range(len(case.candidates))))
    return out


def _side_by_side(
    config: JudgesConfig, spec: DataSet, judge: PairJudge, pairs: Sequence[PreferencePair], opened: OpenedJudge
) -> Measured:
    """Every case is judged as a whole; a pair's answer is the difference of its candidates' scores there."""
    cases, places = as_cases(pairs, joint=judge.how == "joint")
    tasks: dict[int, list[WorkItem]] = {}
    for i, case in enumerate(cases):
        contents = [identity(shown) for shown in (case.source, *case.candidates)]
        for order in passes_of(config, case):
            key = f"{judge.title}/{judge.how}/{i}/{case.id}/{'-'.join(map(str, order))}"
            made_from = digest(opened.identity, case.instruction, contents, order)
            tasks.setdefault(i, []).append(WorkItem(key, made_from, (case, order)))

    def work(chunk: Sequence[WorkItem]) -> list[Value]:
        return [opened.judged(*task.payload) for task in chunk]

    done = run_tasks(config, spec, [task for own in tasks.values() for task in own], work, judge)
    passes = [[done[task.key] for task in tasks[place.case]] for place in places]
    answers = [_answer(values, place, judge) for values, place in zip(passes, places, strict=True)]
    given = [tuple(value["scores"]) for value in done.values() if value["status"] == "ok"]
    more: dict[str, Any] = {"cases": len(cases), "warning": repeats(given)}
    if config.order == "both":
        same = [a.error != DISAGREE and a.vote is not None for a in answers]
        more["consistent"] = accuracy.figure([float(value) for value in same])
    return Measured(answers, more)


def _answer(values: Sequence[Value], place: PairInCase, judge: PairJudge) -> Answer:
    errors, scores = [v.get("error") for v in values], [v.get("scores") for v in values]
    return from_passes(errors, scores, place, votes=judge.kind == "vote")


# ---- learning while judging


def learning_config(judge: PairJudge) -> Lwe:
    """The settings of LWE, or of one of its baselines, for a judge that learns on the set."""
    given = {"models": judge.models, "method": judge.method, "budget": judge.budget.model_dump()}
    return parse(given, Lwe, "lwe")


def _while_learning(config: JudgesConfig, spec: DataSet, judge: PairJudge, pairs: Sequence[PreferencePair]) -> Measured:
    """LWE over the set in its order: an answer is the pass that was drawn for the case; costs and consistency beside
    it.
    """
    cases, places = as_cases(pairs, joint=False)
    place = config.out / "online" / spec.title / judge.title
    report = learn(
        learning_config(judge), cases, place, lambda record: print(f"{judge.title}: {record['case']}", file=sys.stderr)
    )
    rows = [json.loads(line) for line in (place / "records.jsonl").read_text("utf-8").splitlines()]
    judged = [row for row in rows if row["step"] == "case"]
    answers = [_drawn(judged[where.case], where) for where in places]
    figures = {
        name.replace("_", " "): {"mean": report[name], "error": None, "n": len(cases)}
        for name in ("accuracy", "consistency", "pair_accuracy", "relative_cost")
    }
    return Measured(answers, {"cases": len(cases), "learning": figures, "warning": ""})


def _drawn(record: dict[str, Any], place: PairInCase) -> Answer:
    """The answer of one pass, drawn by the case."""
    passes = record["scores"]
    drawn = hashlib.sha256(record["case"].encode("utf-8", "replace")).digest()[0] & 1
    scores = passes[drawn % len(passes)]
    error = None if scores is not None else (record["errors"] or ["failed"])[0]
    return from_passes([error], [scores], place)


def run_tasks(
    config: JudgesConfig, spec: DataSet, tasks: Sequence[WorkItem], work: runner.Worker, judge: PairJudge
) -> dict[str, Value]:
    """Do a set's tasks, each result in the set's journal at once."""
    return runner.run(
        tasks,
        work,
        config.out / f"{spec.title}.jsonl",
        workers=judge.workers,
        what=f"{spec.title} {judge.title}",
        retry_failed=config.retry_failed,
    )
