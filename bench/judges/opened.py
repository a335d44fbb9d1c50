"""The judge of a config, ready to judge, and what its results depend on."""

from dataclasses import dataclass
from pathlib import Path

from bench.artedit.systems import code, model_identity
from bench.judges.config import LEARNT, JudgesConfig, PairJudge
from bench.runner import Value, digest, failed
from jarvisevo.judge.build import judge_for
from jarvisevo.judge.core.case import Case, Judge
from jarvisevo.judge.core.ledger import BudgetError
from jarvisevo.judge.core.store import LibraryStore, allow_models, open_library
from jarvisevo.policies.openai import Patience


@dataclass(frozen=True)
class OpenedJudge:
    """A judge, and the digest of everything that decides its scores besides the case."""

    judge: Judge
    identity: str

    def judged(self, case: Case, order: tuple[int, ...] | None = None) -> Value:
        """A case as the journal keeps it: scores in the case's order and "dimensions" where there are any, or why
        not.
        """
        try:
            shown = case.ordered(order) if order else case
            made = self.judge.judge(shown)
            made = made.restored(order) if order else made
        except (BudgetError, ValueError) as error:
            return failed(str(error))
        if made.scores is None:
            return failed(made.error)
        more = {"dimensions": made.trace["dimensions"]} if made.trace.get("dimensions") else {}
        return {"status": "ok", "scores": [round(score, 6) for score in made.scores], **more}


def open_judge(config: JudgesConfig, judge: PairJudge) -> OpenedJudge:
    """The judge of a config. ValueError with cause and fix."""
    hidden = {"name", "workers", "attempts", "timeout", "how", "budget", "library", "index"}
    who = (
        judge.model_dump(mode="json", exclude=hidden),
        model_identity(judge.model),
        code() if judge.kind == "analytic" else "",
        judge.index or "",
    )
    if judge.kind == "analytic":
        return OpenedJudge(judge_for("analytic", None, None), digest(*who))
    config.out.mkdir(parents=True, exist_ok=True)
    library = library_of(config, judge)
    patience = Patience(judge.attempts, judge.timeout, judge.timeout * judge.attempts)
    cache = config.out / "replies.sqlite"
    made = judge_for(
        judge.kind, library, judge.models, cache, judge.budget, grow=judge.index is not None, patience=patience
    )
    return OpenedJudge(made, digest(*who, "" if judge.index or not library else open_library(library).id))


def library_of(config: JudgesConfig, judge: PairJudge) -> Path | None:
    """Where a judge's library is; that of an rlar judge with an index is made in the run's folder."""
    if judge.index is not None:
        place = config.out / "tools" / (judge.name or "rlar")
        LibraryStore(place, create=True).close()
        allow_models(place, judge.index)
        return place
    if judge.library == LEARNT:
        return config.out / "learn" / "library"
    return Path(judge.library) if judge.library else None
