"""How good a judge is, against people's order. A failed judgement is wrong,
and the rate of failures is said beside it.
"""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from jarvisevo.judge.core.case import Case, Judge, Judgement, agrees, sign, swapped


@dataclass(frozen=True)
class Judged:
    """A case judged in both orders; the second judgement is brought back to the case's order.
    It is None for one candidate.
    """

    case: Case
    first: Judgement
    second: Judgement | None = None


@dataclass(frozen=True)
class Metrics:
    """Of LWE (section 4.3) and of EditReward-Bench (a group counts when all its pairs are right).

    accuracy       share right in one random order of each case
    consistency    share with the same order of the candidates in both passes
    pair_accuracy  share right in both
    groups         accuracy by number of candidates
    failed         share of judgements that failed
    characters     text in and out; relative_cost is this over the vanilla judge's, None when that is not known
    standard_error of the accuracy
    """

    cases: int
    accuracy: float
    consistency: float
    pair_accuracy: float
    groups: dict[int, float]
    failed: float
    characters: int
    standard_error: float
    relative_cost: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain data, rounded to 4 decimals."""
        data = asdict(self) | {"groups": {str(k): round(v, 4) for k, v in self.groups.items()}}
        return {k: round(v, 4) if isinstance(v, float) else v for k, v in data.items()}


def consistent(judged: Judged, margin: float = 0.0) -> bool:
    """True when both passes succeeded and put every pair the same way;
    one pass alone is consistent when it succeeded.
    """
    if judged.first.scores is None:
        return False
    return judged.second is None or agrees(judged.second.scores, judged.first.scores, margin)


def measure(
    judged: Sequence[Judged],
    *,
    seed: int = 0,
    margin: float = 0.0,
    vanilla: int | None = None,
    characters: int | None = None,
) -> Metrics:
    """Metrics of labelled cases. ValueError when there is none, or one has no label.

    margin      difference of scores that still is a tie
    vanilla     characters of the vanilla judge on the same cases
    characters  of everything the method asked, when that is more than its judgements
    """
    unlabelled = next((j.case.id for j in judged if j.case.gold is None), None)
    if not judged or unlabelled is not None:
        raise ValueError(f"case {unlabelled!r} has no label" if judged else "there are no cases")
    once = [right(one_side(j, seed), j.case, margin) for j in judged]
    both = [all(right(x, j.case, margin) for x in (j.first, j.second) if x) for j in judged]
    sizes = sorted({len(j.case.candidates) for j in judged})
    of_size = {k: [r for r, j in zip(once, judged, strict=True) if len(j.case.candidates) == k] for k in sizes}
    passes = [x for j in judged for x in (j.first, j.second) if x]
    total = characters if characters is not None else sum(x.characters for x in passes)
    accuracy = _share(once)
    return Metrics(
        len(judged),
        accuracy,
        _share([consistent(j, margin) for j in judged]),
        _share(both),
        {k: _share(v) for k, v in of_size.items()},
        _share([x.scores is None for x in passes]),
        total,
        (accuracy * (1 - accuracy) / len(judged)) ** 0.5,
        total / vanilla if vanilla else None,
    )


def right(judgement: Judgement, case: Case, margin: float = 0.0) -> bool:
    """True when the judgement puts the candidates as people did."""
    return case.gold is not None and agrees(judgement.scores, case.gold, margin)


def agreement(a: Sequence[float | None], b: Sequence[float | None]) -> float | None:
    """Share of a group's pairs that two judges put the same way, ties included; None when both scored no pair."""
    there = [i for i in range(len(a)) if a[i] is not None and b[i] is not None]
    pairs = [(i, j) for i in there for j in there if i < j]
    same = [sign(a[i], a[j]) == sign(b[i], b[j]) for i, j in pairs]  # type: ignore[arg-type]
    return _share(same) if pairs else None


def one_side(judged: Judged, seed: int) -> Judgement:
    """One of the passes, by chance that depends on the case alone."""
    if judged.second is None or random.Random(f"{seed} {judged.case.id}").random() < 0.5:
        return judged.first
    return judged.second


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else 0.0


def four_label(scores: tuple[float, float] | None, margin: float = 0.0, middle: float = 3.0) -> str:
    """GenAI-Bench's labels for two scores: leftvote, rightvote, tievote, bothbad_vote (a tie under `middle`),
    "" failed.
    """
    if scores is None:
        return ""
    better = sign(*scores, margin)
    if better:
        return "leftvote" if better > 0 else "rightvote"
    return "tievote" if sum(scores) / 2 >= middle else "bothbad_vote"


def judged_twice(judge: Judge, case: Case) -> Judged:
    """A case judged in both orders."""
    if len(case.candidates) < 2:
        return Judged(case, judge.judge(case))
    order = swapped(case)
    return Judged(case, judge.judge(case), judge.judge(case.ordered(order)).restored(order))
