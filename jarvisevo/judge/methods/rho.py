"""RHO: one round that improves a library from past cases without labels, by the judge's own preference.

Difficulty and shape of every case, a hard and varied coreset, several judgements of each, a diagnosis by what fails
within them and where they contradict one another, several candidate libraries, and the comparison of each with the
present one in both orders. The best is taken only when it is preferred; a person can have the last word.
"""

import json
import random
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from jarvisevo.judge.core import prompts
from jarvisevo.judge.core.case import Case, Judgement
from jarvisevo.judge.core.client import ChatModel, map_threads
from jarvisevo.judge.core.harness import HarnessJudge
from jarvisevo.judge.core.images import digest
from jarvisevo.judge.core.library import Library, diff
from jarvisevo.judge.core.replies import ReplyError, number_of, text_of, texts_of
from jarvisevo.judge.core.runs import JudgeRun
from jarvisevo.judge.core.store import LibraryStore
from jarvisevo.judge.methods import dpp, embedding, proposals
from jarvisevo.judge.methods.proposals import Rules
from jarvisevo.judge.methods.settings import Rho
from jarvisevo.protocol.chat import Message

PREFERENCE = 10.0
OWNER = "rho"
Value = TypeVar("Value")
Chain = tuple[Judgement, Library]
"""A judgement and the library it was made with."""


LEFT_OUT: dict[str, tuple[str, ...]] = {
    "full": (),
    "validation": ("disagreements",),
    "consistency": ("rollouts", "failures"),
}
"""Diagnosis of a config -> the slots that proposals are not shown."""


@dataclass
class Retrospection:
    """One round. `on_commit` is called at every commit point (recorded, stored)."""

    config: Rho
    cases: Sequence[Case]
    models: ChatModel
    store: LibraryStore
    run: JudgeRun
    on_commit: Callable[[str], None] = lambda _point: None
    on_record: Callable[[dict[str, Any]], None] = lambda _record: None

    def improve(self) -> dict[str, Any]:
        """Do the round, or finish it -> the decision. BudgetError leaves everything for the next call."""
        self.models.listener = audit(self.run.folder / "audit.jsonl")
        start = self.store.get(self.run.records[0]["library"]) if self.run.records else self.store.head()
        known = self.run.records[0]["alike_by"] if self.run.records else embedding.chosen(self.config.embedding)
        self._note({"step": "start", "library": start.id, "cases": len(self.cases), "alike_by": known or "words"})
        coreset = self._coreset(start)
        diagnoses = self._map(lambda case: self._diagnose(start, case), coreset)
        self._note({"step": "diagnosis", "cases": {c.id: d for c, d in zip(coreset, diagnoses, strict=True)}})
        candidates = self._candidates(start, [d for d in diagnoses if d])
        scores = {library.id: self._preference(start, library, coreset) for library in candidates}
        self._note({"step": "preference", "scores": scores})
        return self._decide(start, candidates, scores)

    def _note(self, record: dict[str, Any]) -> None:
        self.run.note(record)
        self.on_commit("recorded")
        self.on_record(record)

    def _map(self, function: Callable[[Case], Value], items: Sequence[Case]) -> list[Value]:
        return map_threads(function, items, self.config.models.concurrency)

    def _judge(self, library: Library, sample: int = 0, temperature: float = 0.0) -> HarnessJudge:
        return HarnessJudge(self.models, library, self.config.models.side, sample=sample, temperature=temperature)

    # ---- coreset

    def _coreset(self, library: Library) -> list[Case]:
        """The hard and varied part; cases that could not be rated are counted and left out."""
        rated = self._map(lambda case: self._difficulty(library, case), self.cases)
        known = [(case, *rating) for case, rating in zip(self.cases, rated, strict=True) if rating]
        self._note(
            {
                "step": "difficulty",
                "rated": {case.id: [r, text] for case, r, text in known},
                "unrated": [c.id for c, rating in zip(self.cases, rated, strict=True) if not rating],
            }
        )
        coreset = [known[i][0] for i in self._chosen([r for _, r, _ in known], [text for *_, text in known])]
        self._note({"step": "coreset", "cases": [case.id for case in coreset]})
        return coreset

    def _chosen(self, difficulties: Sequence[float], fingerprints: Sequence[str]) -> list[int]:
        """Places of the coreset's cases, by the config's selector."""
        k, places = self.config.coreset, range(len(difficulties))
        if self.config.selector == "difficulty":
            return sorted(places, key=lambda i: (-difficulties[i], i))[:k]
        if self.config.selector == "random":
            return random.Random(self.config.seed).sample(places, min(k, len(places)))
        rated = difficulties if self.config.selector == "dpp" else [1.0] * len(places)
        return dpp.greedy_map(dpp.kernel(rated, self._alike(fingerprints), self.config.theta), k)

    def _alike(self, fingerprints: Sequence[str]) -> np.ndarray:
        """(n, n) similarity: of embeddings where there is a model for them, else by shared words."""
        spec = self.run.records[0]["alike_by"]
        if spec == "words" or not fingerprints:
            return dpp.jaccard(fingerprints)
        return embedding.similarity(spec, fingerprints, self.models.ledger)

    def _asked(self, role: str, case: Case, end: str, read: Callable[[dict[str, Any]], Value]) -> Value | None:
        """What the model says of a case that it sees with its images and `end`; None without a usable answer."""
        try:
            parts = prompts.case_parts(case.instruction, case.images(self.config.models.side))
        except Exception:  # whatever is no image
            return None
        return self.models.ask(role, prompts.ask(role, *parts, end), read, schema=prompts.form(role)).value

    def _difficulty(self, library: Library, case: Case) -> tuple[float, str] | None:
        def read(data: dict[str, Any]) -> tuple[float, str]:
            return number_of(data, "difficulty", 0.0, 10.0), text_of(data, "fingerprint")

        return self._asked("difficulty", case, prompts.chain(self._judge(library).judge(case), library), read)

    # ---- diagnosis

    def _diagnose(self, library: Library, case: Case) -> dict[str, Any] | None:
        """G judgements in turned orders, and what they show together; None when there is no usable diagnosis."""
        made = [self._rollout(library, case, number) for number in range(self.config.rollouts)]
        chains = "".join(prompts.chain(judgement, library) for judgement in made)
        if self.config.diagnosis == "raw":
            return {"severity": 0.0, "judgements": chains}
        found = self._asked("diagnose", case, chains, lambda data: read_diagnosis(data, len(made)))
        return {k: v for k, v in found.items() if k not in LEFT_OUT[self.config.diagnosis]} if found else None

    def _rollout(self, library: Library, case: Case, number: int) -> Judgement:
        """Judged with the candidates moved on by `number` places, drawn at the config's temperature."""
        count = len(case.candidates)
        order = [(i + number) % count for i in range(count)]
        judge = self._judge(library, number, self.config.temperature if number else 0.0)
        return judge.judge(case.ordered(order)).restored(order)

    # ---- candidates

    def _candidates(self, library: Library, diagnoses: Sequence[Mapping[str, Any]]) -> list[Library]:
        """Different valid libraries out of N proposals, in their order."""
        weighty = sorted(diagnoses, key=lambda d: -d["severity"])
        told = "".join(prompts.quoted("case", json.dumps(d, ensure_ascii=False, sort_keys=True)) for d in weighty)
        turn = f"{prompts.in_full(proposals.open_entries(library))}## Diagnoses\n{told}{prompts.edits_form()}"
        rules = Rules(OWNER, self.cases, self.config.models.side)
        out: dict[str, Library] = {}
        for number in range(self.config.candidates):
            proposal = proposals.propose(
                self.models, "optimise", turn, library, rules, sample=number, temperature=self.config.temperature
            )
            made = proposal.library
            self._note(
                {
                    "step": "candidate",
                    "number": number,
                    "edits": [str(edit) for edit in proposal.edits],
                    "refused": proposal.refused,
                    "refusals": list(proposal.refusals),
                    "library": made.id if made else None,
                    "diff": diff(library, made) if made else "",
                }
            )
            if made:
                out.setdefault(made.id, made)
        return list(out.values())

    # ---- preference

    def _preference(self, old: Library, new: Library, coreset: Sequence[Case]) -> float:
        """Mean preference for the new library, -10 to 10; an unusable answer counts 0."""
        values = self._map(
            lambda case: self._prefer(case, (self._judge(new).judge(case), new), (self._judge(old).judge(case), old)),
            coreset,
        )
        return sum(values) / len(values) if values else 0.0

    def _prefer(self, case: Case, new: Chain, old: Chain) -> float:
        """Asked in both orders, so that a liking for the first cancels out."""
        return (self._ask_preference(case, new, old) - self._ask_preference(case, old, new)) / 2

    def _ask_preference(self, case: Case, a: Chain, b: Chain) -> float:
        end = f"A:\n{prompts.chain(*a)}B:\n{prompts.chain(*b)}"

        def read(data: dict[str, Any]) -> float:
            return number_of(data, "preference", -PREFERENCE, PREFERENCE)

        return self._asked("prefer", case, end, read) or 0.0

    # ---- decision

    def _decide(self, start: Library, candidates: Sequence[Library], scores: Mapping[str, float]) -> dict[str, Any]:
        best = max(candidates, key=lambda library: scores[library.id], default=None)
        if best is None or scores[best.id] <= 0:
            for library in candidates:
                self.store.reject(library, f"rho: preferred {scores[library.id]:+.2f} against {start.id[:12]}")
            decision, library = "kept", start
        elif self.config.approve:
            self.store.propose(best, f"rho: preferred {scores[best.id]:+.2f} against {start.id[:12]}")
            decision, library = "proposed", best
        else:
            self.store.accept(best, f"rho: preferred {scores[best.id]:+.2f}", step=f"{self.run.id}:rho", after=start.id)
            decision, library = "accepted", best
        self.on_commit("stored")
        self._note(
            {
                "step": "decision",
                "decision": decision,
                "library": library.id,
                "start": start.id,
                "preference": scores.get(library.id),
                "scores": dict(scores),
            }
        )
        return self.run.records[-1]


def read_diagnosis(data: Mapping[str, Any], count: int) -> dict[str, Any]:
    """The fixed slots of a diagnosis. ReplyError when one is missing."""
    rollouts = data.get("rollouts")
    if not isinstance(rollouts, list) or len(rollouts) != count or not all(isinstance(r, dict) for r in rollouts):
        raise ReplyError(f'"rollouts" must have {count} objects')
    rows = [{"success": bool(r.get("success")), "quality": number_of(r, "quality", 0.0, 1.0)} for r in rollouts]
    return {
        "rollouts": rows,
        "failures": texts_of(data, "failures"),
        "disagreements": texts_of(data, "disagreements"),
        "direction": text_of(data, "direction", 600),
        "severity": number_of(data, "severity", 0.0, 1.0),
    }


def audit(path: Path) -> Callable[[str, Sequence[Message], str], None]:
    """A listener that writes every question and answer down; begun anew, as a resumed run replays all of them."""
    path.write_text("", "utf-8")
    lock = threading.Lock()

    def listener(role: str, messages: Sequence[Message], reply: str) -> None:
        said = [[m.role, [p if isinstance(p, str) else f"image {digest(p)}" for p in m.content]] for m in messages]
        with lock, open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"role": role, "messages": said, "reply": reply}, ensure_ascii=False) + "\n")

    return listener
