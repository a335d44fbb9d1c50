"""A judge of cases as the evaluator of one edit, and as the ranker of a group: what training and `score` ask for."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from jarvisevo.judge.core.case import Case, Judgement, groups_of, merged, rotations
from jarvisevo.judge.core.client import map_threads
from jarvisevo.record.trajectory import Evaluation

if TYPE_CHECKING:
    from editor_ops.photo import Photo
    from editor_ops.settings import Settings
    from jarvisevo.judge.core.images import ImageInput

GROUP = 4
"""Candidates that are judged side by side; larger numbers are judged in several rounds of such groups."""


class Critic(ABC):
    """Base of the judges: `judge(case)` is theirs, what follows from it is here.

    swap     groups are judged with every candidate in every place, and the scores averaged
    workers  candidates of a large group that are judged at once
    beside   candidates are compared with one another; without, each of a group is judged alone
    """

    name: str = "judge"
    swap: bool = True
    workers: int = 1
    beside: bool = True

    @abstractmethod
    def judge(self, case: Case) -> Judgement:
        """See `Judge.judge`."""

    def prepared(self, case: Case) -> "Critic":
        """This judge, with everything that must be one and the same for all parts of a case decided;
        itself by default.
        """
        return self

    def _tried(self, judge: Callable[[Case], Judgement], case: Case) -> Judgement:
        """A judgement; one that the budget does not cover is a failed one here, as whoever asks goes on without it."""
        from jarvisevo.judge.core.ledger import BudgetError

        try:
            return judge(case)
        except BudgetError as error:
            return Judgement.failure(str(error))

    def debiased(self, case: Case) -> Judgement:
        """Judged with every candidate once in every place, scores averaged,
        so that a liking for a place cancels out.
        """
        orders = rotations(len(case.candidates))
        judge = self.prepared(case)
        return merged(*(judge.judge(case.ordered(order)).restored(order) for order in orders))

    def score(
        self,
        before: "ImageInput",
        after: "ImageInput",
        instruction: str,
        *,
        photo: "Photo | None" = None,
        settings: "Settings | None" = None,
    ) -> Evaluation:
        """See `jarvisevo.scoring.evaluators.Evaluator.score`: the edit as the only candidate."""
        made = self._tried(self.judge, Case("score", instruction, before, (after,)))
        if made.scores is None:
            return Evaluation.failure(made.error, self.name)
        return Evaluation(made.scores[0], {}, made.reasoning, self.name)

    def rank(
        self, before: "ImageInput", candidates: "Sequence[ImageInput | None]", instruction: str
    ) -> list[float | None]:
        """Scores of a group of edits of one photo, for `scores.win_rates`.

        A candidate that is None (a failed rollout), is no image, or could not be judged has None, never a zero. All
        meet the same entries and tools, as these are chosen from the instruction alone.
        """
        shown = {i: one for i, one in enumerate(candidates) if one is not None and _readable(one)}
        out: list[float | None] = [None] * len(candidates)
        if not shown:
            return out
        scores = self._scores(Case("group", instruction, before, tuple(shown.values())))
        for i, score in zip(shown, scores, strict=True):
            out[i] = score
        return out

    def _scores(self, case: Case) -> "Sequence[float | None]":
        """A score for each candidate, however many there are; None where there is none."""
        count = len(case.candidates)
        if not self.beside:
            alone = [replace(case, candidates=(candidate,)) for candidate in case.candidates]
            judge = self.prepared(case)
            made = map_threads(lambda one: self._tried(judge.judge, one), alone, self.workers)
            return [judgement.scores[0] if judgement.scores else None for judgement in made]
        if count <= GROUP:
            made_once = self._tried(self.debiased if self.swap else self.judge, case)
            return made_once.scores or [None] * count
        groups = [group for one in groups_of(count, GROUP) for group in one]
        judge = self.prepared(case)
        judged = map_threads(lambda group: self._tried(judge.judge, case.ordered(group)), groups, self.workers)
        found: list[list[float]] = [[] for _ in range(count)]
        for group, judgement in zip(groups, judged, strict=True):
            for candidate, score in zip(group, judgement.scores or (), strict=False):
                found[candidate].append(score)
        return [sum(own) / len(own) if own else None for own in found]


def _readable(image: "ImageInput") -> bool:
    from jarvisevo.judge.core.images import shown

    try:
        return shown(image).ndim == 3
    except Exception:  # whatever is no image
        return False
