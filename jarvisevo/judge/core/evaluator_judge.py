"""Any evaluator of one edit as a judge of cases: measurements, or a model in JarvisEvo's own evaluation turn."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from jarvisevo.judge.core.case import Case, Judgement
from jarvisevo.judge.core.critic import Critic
from jarvisevo.judge.core.images import SIDE, HashableImage
from jarvisevo.record.trajectory import Evaluation

if TYPE_CHECKING:
    from editor_ops.photo import Photo
    from editor_ops.settings import Settings
    from jarvisevo.judge.core.client import ChatModel
    from jarvisevo.judge.core.images import ImageInput
    from jarvisevo.scoring.evaluators import Evaluator, Picture

LARGEST = 100_000
"""Long edge, in pixels, at which files are read whole."""
REMEMBERED = 256
"""Evaluations that are kept, as the same candidate comes again in other orders."""


class EvaluatorJudge(Critic):
    """Scores every candidate of a case by itself, so that neither order nor company counts.

    side    long edge at which the evaluator sees the images of a case
    models  what it asks, with its cache and budget; None for one that measures
    """

    swap = beside = False

    def __init__(self, evaluator: "Evaluator", side: int = SIDE, models: "ChatModel | None" = None) -> None:
        self.evaluator, self.side, self.models, self.name = evaluator, side, models, evaluator.name
        self._known: dict[tuple[str, str, str], Evaluation] = {}

    def judge(self, case: Case) -> Judgement:
        """See `Judge.judge`; a candidate without a score fails the case.
        "dimensions" of the trace has one map for each.
        """
        try:
            images = case.images(self.side)
        except Exception as error:  # whatever is no image
            return Judgement.failure(f"not an image: {type(error).__name__}: {error}")
        if any(isinstance(shown, str) for shown in images.values()) or len(images) <= len(case.candidates):
            return Judgement.failure(f"{self.name} evaluates edits of a photo, not answers in words")
        source, *candidates = (HashableImage(codes) for codes in images.values() if not isinstance(codes, str))
        made = [self._evaluated(source, candidate, case.instruction) for candidate in candidates]
        return _judgement(made)

    def score(
        self,
        before: "ImageInput",
        after: "ImageInput",
        instruction: str,
        *,
        photo: "Photo | None" = None,
        settings: "Settings | None" = None,
    ) -> Evaluation:
        """See `jarvisevo.scoring.evaluators.Evaluator.score`: what the evaluator says, at the size it looks at
        itself.
        """
        from jarvisevo.judge.core.ledger import BudgetError

        try:
            first, then = (_loaded(image) for image in (before, after))
        except Exception as error:  # whatever is no image
            return Evaluation.failure(f"not an image: {type(error).__name__}: {error}", self.name)
        try:
            return self.evaluator.score(first, then, instruction, photo=photo, settings=settings)
        except BudgetError as error:
            return Evaluation.failure(str(error), self.name)

    def _evaluated(self, source: HashableImage, candidate: HashableImage, instruction: str) -> Evaluation:
        """Evaluated once, however often and in whatever order a candidate is shown; failures are tried again."""
        key = (source.key, candidate.key, instruction)
        if key in self._known:
            return self._known[key]
        made = self.evaluator.score(source.codes, candidate.codes, instruction)
        if made.score is not None:
            self._known[key] = made
            while len(self._known) > REMEMBERED:
                self._known.pop(next(iter(self._known)), None)
        return made


def _loaded(image: "ImageInput") -> "Picture":
    """An image that is in memory, as it is; one that is not, read whole."""
    from jarvisevo.judge.core.images import LazyImage, shown

    return shown(image, LARGEST) if isinstance(image, Path | LazyImage) else image


def _judgement(made: Sequence[Evaluation]) -> Judgement:
    bad = next((m for m in made if m.score is None), None)
    if bad is not None:
        return Judgement.failure(bad.error)
    reasons = "\n".join(f"cand_{i + 1}: {m.rationale}" for i, m in enumerate(made))
    scores = tuple(m.score for m in made if m.score is not None)
    return Judgement(scores, reasons, {"dimensions": [dict(m.dimensions) for m in made]})
