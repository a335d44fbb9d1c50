"""Learning While Evaluating: one entry, the meta-prompt, is rewritten from a judge's own feedback, without labels.

For each case the meta-prompt becomes an evaluation prompt; the judgement made with it is commented by the model, and a
batch of comments rewrites the meta-prompt. The selective form first judges plainly in both orders, keeps what agrees,
and takes this path for the others only. The baselines of the paper stand beside it under the same measure.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from jarvisevo.judge.core import metrics, prompts
from jarvisevo.judge.core.case import Case, Judgement, ranking, swapped
from jarvisevo.judge.core.client import ChatModel, map_threads
from jarvisevo.judge.core.entries import LibraryEntry
from jarvisevo.judge.core.harness import META, HarnessJudge, build_prompt
from jarvisevo.judge.core.library import Library, LibraryEdit, quotes
from jarvisevo.judge.core.metrics import Judged
from jarvisevo.judge.core.replies import text_of
from jarvisevo.judge.core.runs import JudgeRun
from jarvisevo.judge.core.store import LibraryStore
from jarvisevo.judge.methods.settings import Lwe

START = (
    "Write which quantity of the image the instruction is about, how to compare it between the source and each"
    " candidate, and which damages count against an edit."
)
VOTES, VOTE_TEMPERATURE = 5, 0.7


@dataclass
class Learner:
    """One run over cases in their order; `on_commit` is called at every commit point (updated, recorded)."""

    config: Lwe
    cases: Sequence[Case]
    models: ChatModel
    store: LibraryStore
    run: JudgeRun
    on_commit: Callable[[str], None] = lambda _point: None
    on_record: Callable[[dict[str, Any]], None] = lambda _record: None

    def learn(self) -> dict[str, Any]:
        """Judge what is not judged yet -> the report. BudgetError leaves everything for the next call.

        Cases that can not bring another update are judged at once: each gives one comment at most, so the meta-prompt
        stays the same until a batch could be full.
        """
        while (done := len(self._judgements())) < len(self.cases):
            if len(self._pending()) >= self.config.batch:
                self._update()
            learns = self.config.method in ("lwe", "selective")
            together = self.config.batch - len(self._pending()) if learns else 4 * self.config.models.concurrency
            self._judge(self.cases[done : done + together])
        if len(self._pending()) >= self.config.batch:
            self._update()
        return self._report()

    # ---- state, all of it from the records

    def _judgements(self) -> list[dict[str, Any]]:
        return [r for r in self.run.records if r["step"] == "case"]

    def _pending(self) -> list[str]:
        """Feedback since the last update."""
        last = max((i for i, r in enumerate(self.run.records) if r["step"] == "update"), default=-1)
        return [r["feedback"] for r in self.run.records[last + 1 :] if r.get("feedback")]

    def _library(self) -> Library:
        """The library with the meta-prompt in force."""
        updates = [r["library"] for r in self.run.records if r["step"] == "update" and r["valid"]]
        if updates:
            return self.store.get(updates[-1])
        start = next((r["library"] for r in self.run.records if "library" in r), None)
        return self.store.get(start) if start else self.store.head()

    def guidance(self) -> str:
        """The meta-prompt in force."""
        entry = self._library().entries.get(META)
        return entry.text if entry else START

    # ---- one case

    def _judge(self, cases: Sequence[Case]) -> None:
        """Judge some cases with the meta-prompt in force, side by side, and write them down in their order."""
        library = self._library()
        known = map_threads(lambda case: self._record(case, library), cases, self.config.models.concurrency)
        for record in known:
            self.run.add(record)
            self.on_commit("recorded")
            self.on_record(record)

    def _record(self, case: Case, library: Library) -> dict[str, Any]:
        judged, cost, known = METHODS[self.config.method](self, case)
        passes = [p for p in (judged.first, judged.second) if p]
        return {
            "step": "case",
            "case": case.id,
            "scores": [p.scores for p in passes],
            "cost": cost,
            "vanilla": self.plain().judge(case).characters if self.config.baseline else None,
            "errors": [p.error for p in passes if p.error],
            "library": library.id,
            **known,
        }

    def plain(self, extra: str = "", sample: int = 0, temperature: float = 0.0) -> HarnessJudge:
        """The model with at most one text beside the case."""
        return HarnessJudge(
            self.models, Library(), self.config.models.side, extra, sample=sample, temperature=temperature
        )

    def guided(self, case: Case, guidance: str) -> tuple[Judged, int]:
        """(judged with an evaluation prompt made for the case, characters of one side with it)."""
        try:
            images = case.images(self.config.models.side)
        except Exception as error:  # whatever is no image
            bad = Judgement.failure(f"not an image: {type(error).__name__}: {error}")
            return Judged(case, bad, bad if len(case.candidates) > 1 else None), 0
        built = build_prompt(self.models, guidance, case.instruction, images)
        if built.value is None:
            bad = Judgement.failure(f"no evaluation prompt: {built.error}", characters=built.characters)
            return Judged(case, bad, bad if len(case.candidates) > 1 else None), built.characters
        judged = metrics.judged_twice(self.plain(built.value), case)
        return judged, built.characters + self.side(judged).characters

    def side(self, judged: Judged) -> Judgement:
        """The pass that counts; only this one is commented."""
        return metrics.one_side(judged, self.config.seed)

    def feedback(self, judged: Judged) -> tuple[str, int]:
        """(what the model says about its judgement, characters)."""
        made = self.side(judged)
        if made.scores is None:
            return "", 0
        images = judged.case.images(self.config.models.side)
        parts = prompts.case_parts(judged.case.instruction, images)
        conversation = prompts.ask("feedback", *parts, prompts.chain(made, Library(), places=True))
        read = functools.partial(text_of, key="feedback")
        answer = self.models.ask("feedback", conversation, read, schema=prompts.form("feedback"))
        return answer.value or "", answer.characters

    # ---- the meta-prompt

    def _update(self) -> None:
        """Refine the meta-prompt with the batch; one that is not valid is refused and counted."""
        library, batch = self._library(), self._pending()
        turn = f"## Guidance\n{self.guidance()}\n## Feedback\n" + "".join(prompts.quoted("feedback", f) for f in batch)
        answer = self.models.ask("refine", prompts.ask("refine", turn), _guidance, schema=prompts.form("refine"))
        characters, text = answer.characters, answer.value or ""
        if len(text) > self.config.summarise_above:
            again = prompts.ask("summarise", f"## Guidance\n{text}")
            shorter = self.models.ask("summarise", again, _guidance, schema=prompts.form("summarise"))
            characters, text = characters + shorter.characters, shorter.value or ""
        made, reason = self._checked(library, text, answer.error)
        number = sum(r["step"] == "update" for r in self.run.records)
        if made is not None:
            self.store.accept(made, f"meta-prompt {number}", step=f"{self.run.id}:{number}", after=library.id)
        self.on_commit("updated")
        self.run.add(
            {
                "step": "update",
                "update": number,
                "valid": made is not None,
                "reason": reason,
                "cost": characters,
                "library": (made or library).id,
                "characters": len(text),
            }
        )
        self.on_commit("recorded")

    def _checked(self, library: Library, text: str, error: str) -> tuple[Library | None, str]:
        """(the library with the new meta-prompt, why not)."""
        if not text or len(text) > self.config.summarise_above:
            return None, error or (
                f"is still longer than {self.config.summarise_above} characters" if text else "no text"
            )
        entry = LibraryEntry(META, "How to write evaluation prompts for edits of photos.", META, text, origin="lwe")
        edit = LibraryEdit("modify" if META in library.entries else "create", META, entry)
        if copied := quotes([edit], [case.instruction for case in self.cases]):
            return None, copied
        return library.apply([edit]), ""

    # ---- report

    def _report(self) -> dict[str, Any]:
        records = self._judgements()
        judged = [_restored(case, record) for case, record in zip(self.cases, records, strict=True)]
        updates = [r for r in self.run.records if r["step"] == "update"]
        cost = sum(r["cost"] for r in self.run.records)
        vanilla = sum(r["vanilla"] for r in records) if self.config.baseline else None
        labelled = all(case.gold is not None for case in self.cases)
        known = (
            metrics.measure(judged, seed=self.config.seed, vanilla=vanilla, characters=cost).to_dict()
            if labelled
            else {}
        )
        return {
            "method": self.config.method,
            "cases": len(judged),
            **known,
            "consistency": sum(metrics.consistent(j) for j in judged) / len(judged),
            "relative_cost": cost / vanilla if vanilla else None,
            "hard": sum(bool(r.get("hard")) for r in records),
            "updates": len(updates),
            "invalid": sum(not r["valid"] for r in updates),
            "pending": len(self._pending()),
            "library": self._library().id,
        }


Outcome = tuple[Judged, int, dict[str, Any]]


def _vanilla(learner: Learner, case: Case, extra: str = "") -> Outcome:
    judged = metrics.judged_twice(learner.plain(extra), case)
    return judged, learner.side(judged).characters, {}


def _cot(learner: Learner, case: Case) -> Outcome:
    return _vanilla(learner, case, prompts.STEP_BY_STEP)


def _majority(learner: Learner, case: Case) -> Outcome:
    first = _vote(learner, case)
    if len(case.candidates) < 2:
        return Judged(case, first), first.characters, {}
    order = swapped(case)
    judged = Judged(case, first, _vote(learner, case.ordered(order)).restored(order))
    return judged, learner.side(judged).characters, {}


def _vote(learner: Learner, case: Case) -> Judgement:
    """The order that most of five drawn judgements give; the earliest among equals."""
    made = [learner.plain("", i, VOTE_TEMPERATURE).judge(case) for i in range(VOTES)]
    characters = sum(m.characters for m in made)
    places = [ranking(m.scores) for m in made if m.scores is not None]
    if not places:
        return replace(made[0], characters=characters)
    wanted = max(places, key=places.count)
    winner = next(m for m in made if m.scores is not None and ranking(m.scores) == wanted)
    return replace(winner, characters=characters)


def _specific(learner: Learner, case: Case) -> Outcome:
    return *learner.guided(case, START), {}


def _lwe(learner: Learner, case: Case) -> Outcome:
    judged, cost = learner.guided(case, learner.guidance())
    said, characters = learner.feedback(judged)
    return judged, cost + characters, {"feedback": said}


def _selective(learner: Learner, case: Case) -> Outcome:
    plain = metrics.judged_twice(learner.plain(), case)
    cost = sum(p.characters for p in (plain.first, plain.second) if p)
    if metrics.consistent(plain):
        return plain, cost, {"hard": False}
    judged, more, known = _lwe(learner, case)
    return judged, cost + more, {"hard": True, **known}


METHODS: dict[str, Callable[[Learner, Case], Outcome]] = {
    "vanilla": _vanilla,
    "cot": _cot,
    "majority": _majority,
    "specific": _specific,
    "lwe": _lwe,
    "selective": _selective,
}


def _guidance(data: dict[str, Any]) -> str:
    return text_of(data, "guidance", 39_000)


def _restored(case: Case, record: dict[str, Any]) -> Judged:
    """A case's judgements as its record has them."""
    passes = [Judgement(tuple(s)) if s is not None else Judgement.failure("failed") for s in record["scores"]]
    return Judged(case, *passes)
