"""What a model's own edit deserves, in the words of the data: what `data.own` and a rehearsal's `own` learn to say."""

import numpy as np

from jarvisevo.record.artedit import Record
from jarvisevo.record.trajectory import Evaluation
from jarvisevo.rules import outline
from jarvisevo.rules.changes import changes
from jarvisevo.rules.language import read


def judgement(record: Record, before: np.ndarray, after: np.ndarray, score: float) -> Evaluation:
    """The judgement of an edit of a record: what was wanted and what was done, and the score that it deserves.

    before, after  (H, W, 3) uint8
    """
    parts = (
        outline.wanted(read(record.instruction), record.language),
        outline.done(changes(before, after), record.language),
    )
    return Evaluation(score, rationale=outline.together(parts, record.language))
