"""Fit how the two readers are weighed (jarvisevo/rules/language/weighing.py), two minutes:

    python -m training.weighing data_pipeline/language/sentences tests/jarvisevo/rules/language/{english,chinese}.txt

Learnt from sentences of our own that one of the two reads rightly and the other does not: the exams that the network
never saw, and the lists that the grammar is tested with, in which the grammar is right. No request of people is among
them. Prints WEIGHTS, and what ten-fold cross-validation says of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from jarvisevo.rules.intent import Intent
from jarvisevo.rules.language import chinese, english, weighing
from jarvisevo.rules.language.learnt import Outline, outline
from jarvisevo.rules.language.learnt.clauses import parse
from jarvisevo.rules.language.tokens import is_chinese
from training.reader import HELD_OUT
from training.reader_sentences import sentences_of

NAMES = tuple(weighing.WEIGHTS)
STIFF = 10.0
"""Of the penalty on the square of a weight, in standard deviations of what it weighs."""
LIST_SHARE = 0.1
"""What a sentence of the grammar's own lists counts, of one of the exams: they are those that it reads."""
TOWARDS_GRAMMAR = 0.8
"""How far, in logits, the fit is moved towards the grammar: to misread a plain order is worse than to miss a rare one.

Chosen on the labelled requests, from none, half of it and this.
"""
FOLDS = 10


@dataclass(frozen=True)
class Disagreement:
    """A text that the two read differently: the evidence (NAMES), which of them is right, and what it counts."""

    seen: tuple[float, ...]
    network: bool
    grammar: bool
    share: float


def case(text: str, said: str | None) -> Disagreement | None:
    """The case of a text, None where the two do not differ or it is settled without weights.

    said  the outline that is right; None where the grammar's is
    """
    language = "zh" if is_chinese(text) else "en"
    found = (english if language == "en" else chinese).read(text)
    other = outline(text)
    if other is None or not other.clauses or weighing.EXACT.search(text) or any(want.amount for want in found.wants):
        return None
    learnt = weighing.intent_of(other, text, language)
    if weighing.meaning(found) == weighing.meaning(learnt) or weighing._nearly(found, learnt):
        return None
    if weighing.settled(found, learnt, text):
        return None
    right = found if said is None else weighing.intent_of(Outline(parse(said), 1.0), text, language)
    seen = weighing.evidence(learnt, other.probability, found, text)
    return Disagreement(
        tuple(float(seen.get(name, 0.0)) for name in NAMES), _same(learnt, right), _same(found, right), 1.0
    )


def _same(one: Intent, other: Intent) -> bool:
    return weighing.meaning(one) == weighing.meaning(other)


def fit(cases: Sequence[Disagreement]) -> np.ndarray:
    """Weights (NAMES) of a logistic regression by Newton's steps, on the cases of which one reader is right."""
    told = [each for each in cases if each.network != each.grammar]
    seen = np.array([each.seen for each in told])
    right, share = np.array([each.network for each in told], float), np.array([each.share for each in told])
    scale = seen.std(0) + 1e-6
    scale[0] = 1.0  # "begin" is always there
    seen /= scale
    stiff = np.full(len(NAMES), STIFF)
    stiff[0] = 1e-3
    weights = np.zeros(len(NAMES))
    for _ in range(100):
        chance = 1 / (1 + np.exp(-seen @ weights))
        slope = seen.T @ (share * (chance - right)) + stiff * weights
        curve = (seen.T * (share * chance * (1 - chance))) @ seen + np.diag(stiff)
        weights -= np.linalg.solve(curve, slope)
    return weights / scale


def read_rightly(cases: Sequence[Disagreement], weights: np.ndarray, moved: float) -> float:
    """Share of the cases that are read rightly."""
    return float(np.mean([each.network if np.dot(each.seen, weights) > moved else each.grammar for each in cases]))


def main(
    exams: Annotated[Path, typer.Argument(help="folder of held_out_*.tsv")],
    lists: Annotated[list[Path], typer.Argument(help="lists of sentences that the grammar reads rightly")],
) -> None:
    """Fit the weights and print them."""
    rows = [row for path in sorted(exams.glob(f"{HELD_OUT}*.tsv")) for row in sentences_of(path)]
    cases = [found for text, said in rows if (found := case(text, said))]
    known = [
        line.split("=>")[0].strip() for path in lists for line in path.read_text("utf-8").splitlines() if "=>" in line
    ]
    of_lists = [found for text in known if not text.startswith("#") and (found := case(text, None))]
    both = [*cases, *(Disagreement(each.seen, each.network, each.grammar, LIST_SHARE) for each in of_lists)]
    folds = np.random.default_rng(0).integers(0, FOLDS, len(both))
    apart = []
    for fold in range(FOLDS):
        weights = fit([each for each, number in zip(both, folds, strict=True) if number != fold])
        apart += [(each, weights) for each, number in zip(both, folds, strict=True) if number == fold]
    for moved in (0.0, TOWARDS_GRAMMAR):
        of_exams, of_known = (
            np.mean([read_rightly([each], weights, moved) for each, weights in apart if (each.share == 1.0) == exam])
            for exam in (True, False)
        )
        print(f"moved by {moved}: {of_exams:.1%} of {len(cases)} (exams), {of_known:.1%} of {len(of_lists)} (lists)")
    weights = fit(both)
    weights[0] -= TOWARDS_GRAMMAR
    print({name: round(float(value), 2) for name, value in zip(NAMES, weights, strict=True)})


if __name__ == "__main__":
    typer.run(main)
