"""RewardHarness: a library grows from preference cases, gated by validation, then is pruned.

Each iteration: judge the training cases in both orders, part them into right and wrong, have chains of both analysed,
have changes proposed, and keep them only when validation accuracy beats the best so far. From `prune_from` on, entries
whose removal costs nothing go, one at a time. The report split is judged once, at the very end.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from jarvisevo.judge.core import metrics, prompts
from jarvisevo.judge.core.case import Case, ranking
from jarvisevo.judge.core.case_files import split
from jarvisevo.judge.core.client import ChatModel, map_threads
from jarvisevo.judge.core.harness import HarnessJudge
from jarvisevo.judge.core.library import Library
from jarvisevo.judge.core.metrics import Judged, right
from jarvisevo.judge.core.replies import ReplyError, text_of
from jarvisevo.judge.core.runs import JudgeRun
from jarvisevo.judge.core.store import LibraryStore
from jarvisevo.judge.methods import proposals
from jarvisevo.judge.methods.proposals import Proposal, Rules
from jarvisevo.judge.methods.settings import Evolve

OWNER = "evolve"
CAUSES = ("missing", "misapplied", "hallucination", "helped")


def _pass(_point: str) -> None:
    """Nothing happens at a commit point."""


@dataclass
class Evolution:
    """One run. `on_commit` is called at every commit point (proposed, validated, stored, recorded);
    `tell` after each step.
    """

    config: Evolve
    cases: Sequence[Case]
    models: ChatModel
    store: LibraryStore
    run: JudgeRun
    on_commit: Callable[[str], None] = _pass
    on_record: Callable[[dict[str, Any]], None] = lambda _record: None
    _judged: dict[tuple[str, int], list[Judged]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        c = self.config
        self.train, self.validation, self.report = split(self.cases, (c.train, c.validation, c.report), c.seed)
        if not (self.train and self.validation and self.report):
            raise ValueError(
                f"{len(self.cases)} cases cannot be parted in three: give more, with different photos or instructions"
            )

    def evolve(self) -> dict[str, Any]:
        """Go on to the last iteration -> the report. BudgetError leaves everything for the next call."""
        if not self.run.records:
            start = self.store.head()
            made = [p for j in self.judged(start, self.validation) for p in (j.first, j.second) if p]
            if all(p.scores is None for p in made):
                raise ValueError(f"none of {len(made)} judgements gave a score, so there is no start: {made[0].error}")
            self._record(0, "start", start, start, self.accuracy(start, self.validation), "accepted", "")
        while len(self.run.records) <= self.config.iterations:
            self._step(len(self.run.records))
        return self._finish()

    @property
    def best(self) -> tuple[Library, float]:
        """The library in force and its validation accuracy."""
        last = [r for r in self.run.records if r["decision"] == "accepted"][-1]
        return self.store.get(last["library"]), last["validation"]

    def _step(self, number: int) -> None:
        library, _ = self.best
        pruned = {r["before"] for r in self.run.records if r["phase"] == "prune" and r["decision"] == "kept"}
        if number >= self.config.prune_from and len(_own(library)) > 1 and library.id not in pruned:
            self._prune(number, library)
        else:
            self._expand(number, library)

    # ---- expansion

    def _expand(self, number: int, library: Library) -> None:
        findings = self._findings(number, library)
        proposal = self._proposal(number, library, findings)
        known: dict[str, Any] = {
            "findings": len(findings),
            "edits": [str(edit) for edit in proposal.edits],
            "refusals": list(proposal.refusals),
        }
        self.on_commit("proposed")
        if proposal.library is None:
            self._record(number, "expand", library, library, None, "refused", proposal.refused, **known)
            return
        self._gate(number, "expand", library, proposal.library, known)

    def _gate(self, number: int, phase: str, library: Library, candidate: Library, known: dict[str, Any]) -> None:
        """Accept when validation beats the best, else leave the ref where it is."""
        best = self.best[1]
        validation = self.accuracy(candidate, self.validation)
        self.on_commit("validated")
        better = validation > best
        message = f"{phase} {number}: {', '.join(known['edits'])} ({validation:.4f} against {best:.4f})"
        if better:
            self.store.accept(candidate, message, step=f"{self.run.id}:{number}", after=library.id)
        else:
            self.store.reject(candidate, message)
        self.on_commit("stored")
        reason = "" if better else f"validation {validation:.4f} does not beat {best:.4f}"
        self._record(
            number, phase, library, candidate, validation, "accepted" if better else "rejected", reason, **known
        )

    def _findings(self, number: int, library: Library) -> list[dict[str, str]]:
        """What the orchestrator makes of some chains of right and wrong judgements."""
        judged = self.judged(library, self.train)
        rng = random.Random(f"{self.config.seed} {number}")
        wrong = [j for j in judged if not self._right(j)]
        good = [j for j in judged if self._right(j)]
        chosen = [
            *rng.sample(wrong, min(self.config.wrong, len(wrong))),
            *rng.sample(good, min(self.config.right, len(good))),
        ]
        found = map_threads(lambda j: self._analyse(library, j), chosen, self.config.models.concurrency)
        return [finding for finding in found if finding]

    def _analyse(self, library: Library, judged: Judged) -> dict[str, str] | None:
        """One finding, from the images and the whole chain; None when the model gave none."""
        case = judged.case
        bad = next((j for j in (judged.second, judged.first) if j and not right(j, case)), judged.first)
        end = prompts.chain(bad, library) + f"places that people gave: {list(ranking(case.gold or ()))}\n"
        end += f"The judgement was {'right' if self._right(judged) else 'wrong'}."
        try:
            parts = prompts.case_parts(case.instruction, case.images(self.config.models.side))
        except Exception:  # whatever is no image: there is nothing to be learnt from it
            return None
        conversation = prompts.ask("analyse", *parts, end)
        return self.models.ask("analyse", conversation, _finding, schema=prompts.form("analyse")).value

    def _proposal(self, number: int, library: Library, findings: Sequence[dict[str, str]]) -> Proposal:
        turn = f"## Attempt {number}\n{prompts.in_full(proposals.open_entries(library))}## Findings\n"
        turn += "".join(prompts.quoted("finding", " | ".join(f"{k}: {v}" for k, v in f.items())) for f in findings)
        turn += f"## Rejected before\n{self._rejected()}\n{prompts.edits_form()}"
        rules = Rules(OWNER, self.train, self.config.models.side)
        return proposals.propose(self.models, "propose", turn, library, rules, sample=number)

    def _rejected(self) -> str:
        lines = [", ".join(r["edits"]) for r in self.run.records if r["decision"] in ("rejected", "refused")]
        return "\n".join(f"- {line}" for line in dict.fromkeys(lines[-20:]) if line) or "- nothing"

    # ---- pruning

    def _prune(self, number: int, library: Library) -> None:
        """Take out the entry that is missed least, of this method's own, when it is not missed at all."""
        best = self.best[1]
        without = {name: library.without(name) for name in _own(library)}
        scored = {name: self.accuracy(smaller, self.validation) for name, smaller in without.items()}
        name = max(scored, key=lambda n: (scored[n], n))
        self.on_commit("validated")
        if scored[name] < best:
            reason = f"every entry is missed (at best {scored[name]:.4f} without {name})"
            self._record(number, "prune", library, library, scored[name], "kept", reason, edits=[])
            return
        message = f"prune {number}: {name} ({scored[name]:.4f})"
        self.store.accept(without[name], message, step=f"{self.run.id}:{number}", after=library.id)
        self.on_commit("stored")
        self._record(number, "prune", library, without[name], scored[name], "accepted", "", edits=[f"deprecate {name}"])

    # ---- judging

    def judged(self, library: Library, cases: Sequence[Case]) -> list[Judged]:
        """Cases in both orders with a library; done once for each library."""
        key = (library.id, id(cases))
        if key not in self._judged:
            judge = HarnessJudge(self.models, library, self.config.models.side)
            self._judged[key] = map_threads(
                lambda c: metrics.judged_twice(judge, c), cases, self.config.models.concurrency
            )
        return self._judged[key]

    def accuracy(self, library: Library, cases: Sequence[Case]) -> float:
        """Share of right judgements, both orders counted; a failed one is wrong."""
        passes = [right(p, j.case) for j in self.judged(library, cases) for p in (j.first, j.second) if p]
        return sum(passes) / len(passes)

    @staticmethod
    def _right(judged: Judged) -> bool:
        return all(right(p, judged.case) for p in (judged.first, judged.second) if p)

    # ---- record

    def _record(
        self,
        number: int,
        phase: str,
        before: Library,
        after: Library,
        validation: float | None,
        decision: str,
        reason: str,
        **known: object,
    ) -> None:
        """One line: ids before and after, what was decided and why, and the state that is in force from now on."""
        accepted = decision == "accepted"
        train = self.accuracy(before, self.train) if phase == "expand" else None
        best = validation if accepted else self.best[1]
        failed = [p.scores is None for j in self.judged(after, self.validation) for p in (j.first, j.second) if p]
        record = {
            "iteration": number,
            "phase": phase,
            "before": before.id,
            "library": after.id,
            "train": train,
            "validation": validation,
            "best": best,
            "decision": decision,
            "reason": reason,
            "size": (after if accepted else before).size,
            "proposed_size": after.size,
            "failed": sum(failed) / len(failed),
            **known,
        }
        self.run.add(record)
        self.on_commit("recorded")
        self.on_record(record)

    def _finish(self) -> dict[str, Any]:
        """Judge the untouched split with the first and the best library; write report, image and the library."""
        from jarvisevo.judge.methods.evolve_page import page

        best, validation = self.best
        first = self.store.get(self.run.records[0]["library"])
        scores = {
            name: metrics.measure(self.judged(lib, self.report), seed=self.config.seed).to_dict()
            for name, lib in (("start", first), ("best", best))
        }
        report = {
            "library": best.id,
            "size": best.size,
            "validation": validation,
            "report": scores,
            "splits": {"train": len(self.train), "validation": len(self.validation), "report": len(self.report)},
            "accepted": sum(r["decision"] == "accepted" for r in self.run.records) - 1,
            "rejected": sum(r["decision"] == "rejected" for r in self.run.records),
            "refused": sum(r["decision"] == "refused" for r in self.run.records),
        }
        self.run.write("plot.html", page(self.run.records, report))
        return report


def _own(library: Library) -> list[str]:
    """Names of the entries that evolution made: what others keep in the library is not its to prune."""
    return [entry.name for entry in library.entries.values() if entry.origin == OWNER]


def _finding(data: dict[str, Any]) -> dict[str, str]:
    cause = text_of(data, "cause", 20)
    if cause not in CAUSES:
        raise ReplyError(f'"cause" must be one of {", ".join(CAUSES)}')
    return {
        "cause": cause,
        "criterion": text_of(data, "criterion", 60),
        "entry": str(data.get("entry", ""))[:64],
        "advice": text_of(data, "advice", 500),
    }
