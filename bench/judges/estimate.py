"""What a run will ask for, before it asks: requests of every judge on every set, without repairs and earlier replies.

How often a judge asks follows from its kind; how a loop behaves, only its model decides: the shares that are reckoned
with are those of `jarvisevo.judge.methods.estimate`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.judges import imagenhub, imgedit
from bench.judges.cases import as_cases
from bench.judges.config import IMAGENHUB, IMGEDIT, LEARNT, DataSet, JudgesConfig, Learning, PairJudge
from bench.judges.measured import candidates_of, learning_config, passes_of
from bench.judges.pairs import PreferencePair
from bench.judges.rated import imagenhub_case, imgedit_case
from bench.runner import digest
from jarvisevo.judge.core.case import Case
from jarvisevo.judge.core.harness import META
from jarvisevo.judge.core.images import identity
from jarvisevo.judge.core.store import open_library
from jarvisevo.judge.learn import loop_config, loop_of
from jarvisevo.judge.methods import estimate

MADE_BY = {"evolve": {"route": 1}, "rho": {"route": 1}, "lwe": {"build": 1}, "synthesize": {"classify": 1}}
"""Loop -> what its library makes a judge ask for each case, beside the judgement."""


@dataclass(frozen=True)
class Planned:
    """One part of a run: a name and its requests by role; `least` is their sum when a loop takes nothing that it
    tries.
    """

    name: str
    requests: Mapping[str, int]
    least: int | None = None

    @property
    def total(self) -> int:
        """All requests."""
        return sum(self.requests.values())


def lines(parts: Sequence[Planned]) -> list[str]:
    """For people."""
    out = []
    for part in parts:
        roles = ", ".join(f"{role} {count:,}" for role, count in part.requests.items() if count)
        least = f"; {part.least:,} while nothing that it tries is taken" if part.least is not None else ""
        out.append(f"{part.name}: about {part.total:,} requests{f' ({roles})' if roles else ''}{least}")
    total = sum(part.total for part in parts)
    return [*out, f"together about {total:,} requests; what was asked before is not asked again"]


def of_learning(spec: Learning, cases: Sequence[Case]) -> Planned:
    """The loop before anything is measured."""
    own = loop_config(spec.method, spec.models, **spec.settings)
    found = loop_of(own).estimate(own, cases)
    return Planned(f"learn ({spec.method})", found.requests, found.least)


@dataclass(frozen=True)
class Questions:
    """What a judge is to judge on a set: different questions (a case in an order), and the different cases they are
    about.
    """

    asked: frozenset[str]
    cases: Mapping[str, Case]


class Planner:
    """Counts what judges ask for, one set after the other: judges of one model share its replies."""

    def __init__(self, config: JudgesConfig) -> None:
        self.config = config
        self._known: dict[str, set[str]] = {}

    def of_judge(self, spec: DataSet, judge: PairJudge, pairs: Sequence[PreferencePair]) -> Planned:
        """One judge on one set."""
        name = f"{spec.title}, {judge.title}"
        if judge.kind == "analytic":
            return Planned(name, {})
        if judge.method:
            return Planned(name, estimate.lwe(learning_config(judge), as_cases(pairs, joint=False)[0]).requests)
        questions = questions_of(self.config, spec, judge, pairs)
        three_scores = spec.kind == IMGEDIT and judge.kind == "model"
        role = "evaluate" if three_scores or judge.kind == "evaluator" else "vote" if judge.kind == "vote" else "judge"
        beside = _beside(self.config, judge)
        new = {name_: sum(self._new(judge, name_, key) for key in questions.cases) for name_ in beside}
        if judge.index:  # a new kind of task is routed once; what wrapping a model asks depends on the index
            new["select"] = max(1, round(estimate.KINDS * len({c.instruction for c in questions.cases.values()})))
        asked = _single_candidates(questions) if role == "evaluate" else questions.asked
        return Planned(name, new | {role: sum(self._new(judge, role, key) for key in sorted(asked))})

    def _new(self, judge: PairJudge, role: str, key: str) -> bool:
        """True for a question that no judge of this model has asked yet."""
        kind = "harness" if judge.library else judge.kind
        asker = digest(judge.model, judge.orchestrator, kind, judge.library, judge.max_size, judge.max_tokens, role)
        known = self._known.setdefault(asker, set())
        if key in known:
            return False
        known.add(key)
        return True


def _single_candidates(questions: Questions) -> set[str]:
    """An evaluator looks at every candidate by itself."""
    return {_key(case, (i,)) for case in questions.cases.values() for i in range(len(case.candidates))}


def questions_of(config: JudgesConfig, spec: DataSet, judge: PairJudge, pairs: Sequence[PreferencePair]) -> Questions:
    """Every question that a judge is asked on a set."""
    if spec.kind == IMAGENHUB:
        cases = [imagenhub_case(item) for item in imagenhub.load(spec.folder)[: config.limit]]
    elif spec.kind == IMGEDIT:
        assert spec.originals and spec.results
        tasks = imgedit.load(spec.folder, spec.originals, spec.results)[: config.limit]
        cases = [imgedit_case(task) for task in tasks if task.result.path and task.result.path.is_file()]
    elif judge.how == "score":
        cases = list(candidates_of(pairs)[0].values())
    else:
        cases, _ = as_cases(pairs, joint=judge.how == "joint")
    alone = spec.kind in (IMAGENHUB, IMGEDIT) or judge.how == "score"
    asked = {_key(case, order) for case in cases for order in ([(0,)] if alone else passes_of(config, case))}
    return Questions(frozenset(asked), {_key(case, None): case for case in cases})


def _key(case: Case, order: Sequence[int] | None) -> str:
    """What tells a question from others; without an order, what tells a case from others."""
    contents = [identity(candidate) for candidate in case.candidates]
    shown = sorted(contents) if order is None else [contents[i] for i in order]
    return digest(case.instruction, identity(case.source), shown)


def _beside(config: JudgesConfig, judge: PairJudge) -> Mapping[str, int]:
    """What a judge asks for each case beside the judgement: routes, evaluation prompts, kinds of task."""
    if judge.kind == "rlar":
        return {"classify": 1}
    if judge.library == LEARNT:
        return MADE_BY[config.learn.method] if config.learn else {}
    if not judge.library:
        return {}
    library = open_library(Path(judge.library))
    chosen = any(entry.kind in ("skill", "tool") for entry in library.entries.values())
    return ({"route": 1} if chosen else {}) | ({"build": 1} if META in library.entries else {})
