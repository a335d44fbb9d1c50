"""What a judge said of a pair: from scores of each candidate, or from passes over a case that holds both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench.judges.cases import PairInCase
from bench.judges.pairs import Label, PreferencePair

EQUAL = 1e-9
GOOD = 3.0
"""Of two equal scores at or above this, both are good; below it, both are bad."""
DISAGREE = "the two orders disagree"


@dataclass(frozen=True)
class Answer:
    """What a judge said of a pair; `vote` None when it said nothing usable.

    difference  score of the first minus score of the second, None for judges that only vote
    error       why there is no vote
    """

    vote: Label | None = None
    difference: float | None = None
    error: str = ""


def from_scores(pair: PreferencePair, first: Mapping[str, Any], second: Mapping[str, Any]) -> Answer:
    """The answer of a judge that scored both, in the dimension of the pair where it gives that."""
    failed = [value["error"] for value in (first, second) if value["status"] != "ok"]
    if failed:
        return Answer(error=str(failed[0]))
    one, two = (value.get(pair.dimension, value["overall"]) for value in (first, second))
    return _decided(one, two, one - two)


def from_passes(
    errors: Sequence[str | None], scores: Sequence[Sequence[float] | None], place: PairInCase, *, votes: bool = False
) -> Answer:
    """The answer of passes over one case: their mean difference; passes that name different ones give no answer.

    votes  the scores stand for verdicts, and their difference means nothing
    """
    failed = next((error for error in errors if error), "")
    if failed:
        return Answer(error=failed)
    made = [(own[place.first], own[place.second]) for own in scores if own is not None]
    signs = {0 if abs(one - two) <= EQUAL else (1 if one > two else -1) for one, two in made}
    if len(signs) != 1:
        return Answer(error=DISAGREE)
    one, two = (sum(values) / len(made) for values in zip(*made, strict=True))
    return _decided(one, two, None if votes else one - two)


def _decided(one: float, two: float, difference: float | None) -> Answer:
    if abs(one - two) <= EQUAL:
        return Answer("good" if one >= GOOD else "bad", None if difference is None else 0.0)
    return Answer("first" if one > two else "second", difference)
