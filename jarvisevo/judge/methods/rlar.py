"""RLAR: every kind of task is scored by tools made or found for it, chosen once and kept in a routing table.

`RlarJudge` routes a case to its tools, and has new ones made when it was given a `Synthesizer`; `Synthesis` is a
resumable run that routes every kind of task among some cases.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from jarvisevo.judge.core import prompts, tools
from jarvisevo.judge.core.case import SCALE, Case, Judge, Judgement, KnownFacts
from jarvisevo.judge.core.client import ChatModel
from jarvisevo.judge.core.critic import Critic
from jarvisevo.judge.core.entries import LibraryEntry
from jarvisevo.judge.core.evaluator_judge import EvaluatorJudge
from jarvisevo.judge.core.images import SIDE, CaseImages, shown
from jarvisevo.judge.core.library import Library
from jarvisevo.judge.core.replies import text_of
from jarvisevo.judge.core.reward_index import RewardModel
from jarvisevo.judge.core.reward_models import RewardModels
from jarvisevo.judge.core.runs import JudgeRun
from jarvisevo.judge.core.store import LibraryStore, StoreError
from jarvisevo.judge.methods import clusters
from jarvisevo.judge.methods.embedding import embed
from jarvisevo.judge.methods.settings import Synthesize
from jarvisevo.judge.methods.synthesis import Example, Synthesizer, routes, seen, with_seen
from jarvisevo.scoring.evaluators import AnalyticEvaluator


@dataclass
class RlarJudge(Critic):
    """Scores by the tools of a case's kind of task; by `default` where there are none.

    store         where new tools and routes are kept; None keeps them in this process
    rewards       reward models that its tools may use
    fixed_task    the kind of task of all cases; None has each one classified
    synthesizer   None never makes a tool: unknown kinds go to the default judge
    embedding     by which a case that is clearly of a known kind is recognised, as `embedding.embed` reads it; "" asks
                  the model about every case
    seen          kind -> cases that the model named so; None: those of the library
    """

    models: ChatModel
    library: Library
    default: Judge
    synthesizer: Synthesizer | None = None
    store: LibraryStore | None = None
    rewards: RewardModels = tools.NO_REWARD_MODELS
    side: int = SIDE
    name: str = "rlar"
    swap: bool = False
    beside: bool = False
    fixed_task: str | None = None
    embedding: str = ""
    seen: clusters.Seen | None = None
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)
    _learnt: tuple[clusters.Seen, clusters.Clusters] | None = field(default=None, init=False, repr=False)

    def task(self, case: Case) -> str:
        """The kind of task in one to three words, one of the known kinds where it fits;
        "" when the model gives none.
        """
        text = clusters.text_of_case(case)
        with self.lock:  # groups may be judged side by side
            clear = self._clusters().kind_of(text, self._embed) if self.embedding else ""
        if clear:
            return clear
        named = self._named(case)
        if named:
            with self.lock:
                self.seen = clusters.with_case(self.known(), named, text)
        return named

    def known(self) -> clusters.Seen:
        """Cases whose kind a model named, of the library and since."""
        return seen(self.library) if self.seen is None else self.seen

    def _embed(self, texts: Sequence[str]) -> np.ndarray:
        return embed(self.embedding, texts, self.models.ledger)

    def _clusters(self) -> clusters.Clusters:
        """Learnt again when a case was added."""
        if self._learnt is None or self._learnt[0] is not self.seen:
            self.seen = self.known()
            self._learnt = (self.seen, clusters.Clusters.learned(self.seen, self._embed))
        return self._learnt[1]

    def _named(self, case: Case) -> str:
        """What the model says."""
        try:
            images = case.images(self.side)
        except Exception:  # whatever is no image
            return ""
        known = "".join(f"- {task}\n" for task in routes(self.library)) or "- none yet\n"
        turn = [f"## Known kinds\n{known}", *prompts.for_routing(case.instruction, images)]
        conversation = prompts.ask("classify", *turn)
        answer = self.models.ask(
            "classify", conversation, lambda data: text_of(data, "task", 60), schema=prompts.form("classify")
        )
        return " ".join(prompts.quoted_line(answer.value or "").lower().split()[:3])

    def learn(self, case: Case) -> str:
        """The case's kind of task, routed now if it was not."""
        task = self.task(case)
        with self.lock:  # groups may be judged side by side
            if task and task not in routes(self.library) and self.synthesizer:
                self._learn(task, case)
        return task

    def prepared(self, case: Case) -> "RlarJudge":
        """This judge with the kind of task decided once for a whole case."""
        return replace(self, fixed_task=self.learn(case))

    def judge(self, case: Case) -> Judgement:
        """See `Judge.judge`. BudgetError passes."""
        task = self.learn(case) if self.fixed_task is None else self.fixed_task
        names = routes(self.library).get(task, {}).get("tools", [])
        chosen = [self.library.entries[n] for n in names if n in self.library.entries]
        if not chosen:
            made = self.default.judge(case)
            return replace(made, trace={**made.trace, "task": task, "tools": [], "judge": self.default.name})
        return self._scored(case, task, chosen)

    def _learn(self, task: str, case: Case) -> None:
        """Route a new kind of task; once more when another process has changed the store meanwhile."""
        assert self.synthesizer is not None
        try:
            example = self._example(case)
        except Exception:  # whatever is no image: another case of this kind may be one
            return
        for again in (True, False):
            library = self.synthesizer.route(self.library, task, example)
            library = library.apply(with_seen(library, self.known()))
            self.synthesizer.record(task, library.id)
            try:
                if self.store is not None:
                    self.store.accept(library, f"rlar: {task}", after=self.library.id)
                    self.synthesizer.on_commit("stored")
                self.library = library
                return
            except StoreError:
                if self.store is None or not again:
                    raise
                self.library = self.store.head()
                if task in routes(self.library):
                    return

    def keep(self) -> None:
        """Store the cases whose kinds were named since the last route."""
        if self.known() != seen(self.library):
            self.library = self.library.apply(with_seen(self.library, self.known()))
            if self.store is not None:
                self.store.accept(self.library, "rlar: cases of known kinds")

    def _example(self, case: Case) -> Example:
        """What a new tool for a case's kind is tried on. Raises what reading an image raises."""
        assert self.synthesizer is not None
        answers = [candidate for candidate in case.candidates if isinstance(candidate, str)]
        own = [] if case.source is None or answers else [shown(case.source, self.side)]
        return Example(case.instruction, [*own, *self.synthesizer.photos], answers)

    def _scored(self, case: Case, task: str, chosen: Sequence[LibraryEntry]) -> Judgement:
        """Mean of the tools' scores, 0-1, brought to the scale; failed as soon as one tool fails on one candidate."""
        known: KnownFacts = {"library_id": self.library.id, "trace": {"task": task, "tools": [e.name for e in chosen]}}
        try:
            facts = CaseImages(case.images(self.side))
        except Exception as error:  # whatever is no image
            return Judgement.failure(f"not an image: {type(error).__name__}: {error}", **known)
        results = [
            tools.run_fixed(tool, case.instruction, facts, self.rewards)["answers"]
            for tool in chosen[: tools.MAX_CALLS]
        ]
        bad = next((f"{h}: {a['failed']}" for answers in results for h, a in answers.items() if "failed" in a), "")
        if bad:
            return Judgement.failure(bad, **known)
        means = [sum(a[h]["score"] for a in results) / len(results) for h in results[0]]
        scores = tuple(SCALE.low + (SCALE.high - SCALE.low) * mean for mean in means)
        return Judgement(scores, f"{task}: " + ", ".join(f"{m:.3f}" for m in means), **known)


@dataclass
class Synthesis:
    """One run. A task's record is written before its library is stored, so a killed run loses neither.

    photos   to check tools on, (h, w, 3) uint8 sRGB
    on_commit  called at every commit point (checked, recorded, stored)
    """

    config: Synthesize
    cases: Sequence[Case]
    models: ChatModel
    store: LibraryStore
    run: JudgeRun
    index: Sequence[RewardModel] = ()
    photos: Sequence[np.ndarray] = ()
    on_commit: Callable[[str], None] = lambda _point: None
    on_record: Callable[[dict[str, Any]], None] = lambda _record: None
    _maker: Synthesizer = field(init=False)

    def make(self) -> dict[str, Any]:
        """Route what is not routed yet -> the report. BudgetError leaves everything for the next call."""
        c = self.config
        self._maker = Synthesizer(self.models, self.index, self.photos, c.share, c.checks, self.on_commit, self._record)
        judge = RlarJudge(
            self.models,
            self.store.head(),
            EvaluatorJudge(AnalyticEvaluator()),
            self._maker,
            self.store,
            RewardModels(self.index),
            c.models.side,
        )
        named = {case.id: judge.learn(case) for case in {case.instruction: case for case in self.cases}.values()}
        judge.keep()
        table = routes(judge.library)
        return {
            "library": judge.library.id,
            "tasks": len(table),
            "unrouted": [id for id, task in named.items() if task not in table],
            "with_tools": sum(bool(route["tools"]) for route in table.values()),
            "refused": sum(bool(entry.get("problem")) for record in self.run.records for entry in record["log"]),
            "routes": table,
        }

    def _record(self, task: str, library_id: str) -> None:
        """What was tried for a task, once."""
        record = {"task": task, "library": library_id, "log": [e for e in self._maker.log if e["task"] == task]}
        if not any(known["task"] == task for known in self.run.records):
            self.run.add(record)
            self.on_record(record)
        self.on_commit("recorded")
