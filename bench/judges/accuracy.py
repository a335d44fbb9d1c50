"""The official figures of each benchmark of judges, as pure functions of pairs and answers.

An answer has a vote and, from judges that score each candidate by itself, the difference of the two scores. No
answer is a failed judgement, and wrong: a coin is never tossed for it, and it is never left out.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bench.artedit.figures import figure
from bench.judges.pairs import TIES, Label, Pair

Figures = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What a judge said of a pair; `vote` None when it said nothing usable.

    difference  score of the first minus score of the second, None for judges that only vote
    error       why there is no vote
    """

    vote: Label | None = None
    difference: float | None = None
    error: str = ""


def right(pair: Pair, answer: Answer) -> float:
    """1 when the vote is the people's, 0 otherwise. Two ties agree unless one says good and the other bad."""
    vote = answer.vote
    if vote is None:
        return 0.0
    if pair.label in TIES and vote in TIES:
        return float("tie" in (pair.label, vote) or pair.label == vote)
    return float(pair.label == vote)


def accuracy(pairs: Sequence[Pair], answers: Sequence[Answer]) -> Figures:
    """Share of right votes, with its standard error and n."""
    return figure([right(*both) for both in zip(pairs, answers, strict=True)])


def divided(pairs: Sequence[Pair], answers: Sequence[Answer], table: str) -> dict[str, Figures]:
    """Accuracy by the values of a table."""
    values = list(dict.fromkeys(pair.tables.get(table, "") for pair in pairs))
    return {value: accuracy(*_where(pairs, answers, partial(_in_table, table, value))) for value in values}


def _where(
    pairs: Sequence[Pair], answers: Sequence[Answer], test: Callable[[Pair], bool]
) -> tuple[list[Pair], list[Answer]]:
    kept = [both for both in zip(pairs, answers, strict=True) if test(both[0])]
    return [pair for pair, _ in kept], [answer for _, answer in kept]


# ---- scores with ties


def tie_calibrated(signs: Sequence[int], differences: Sequence[float | None]) -> tuple[float, float]:
    """(best accuracy, its threshold) when |difference| up to a threshold is a tie (Deutsch et al. 2023).

    The threshold is tuned on the very pairs that are counted, so this is an upper end: never compare it with
    accuracies that were not tuned. Thresholds tried: 0 and every |difference|. Without a difference: wrong.
    """
    found = [abs(d) for d in differences if d is not None]
    best = (-1.0, 0.0)
    for threshold in sorted({0.0, *found}):
        hits = sum(_tied(s, d, threshold) for s, d in zip(signs, differences, strict=True))
        if hits / max(len(signs), 1) > best[0]:
            best = (hits / max(len(signs), 1), threshold)
    return best


def _tied(sign: int, difference: float | None, threshold: float) -> bool:
    if difference is None:
        return False
    return abs(difference) <= threshold if sign == 0 else abs(difference) > threshold and sign * difference > 0


def without_ties(signs: Sequence[int], differences: Sequence[float | None]) -> Figures:
    """Accuracy over pairs that people did not call a tie; equal scores are wrong."""
    rows = [(s, d) for s, d in zip(signs, differences, strict=True) if s]
    return figure([float(d is not None and s * d > 0) for s, d in rows])


def _scored(answers: Sequence[Answer]) -> bool:
    return any(answer.difference is not None for answer in answers)


def _in_table(table: str, value: str, pair: Pair) -> bool:
    return pair.tables.get(table, "") == value


def _labelled(label: str, pair: Pair) -> bool:
    return pair.label == label


# ---- benchmarks


def editreward(pairs: Sequence[Pair], answers: Sequence[Answer]) -> Figures:
    """By K: accuracy over pairs, and over groups, which count when all their pairs are right. Overall: over all pairs.

    For judges that score, also the official script's reading: K = 2 with a tuned tie threshold, K = 3 and 4 without
    ties.
    """
    out: Figures = {"pairs": accuracy(pairs, answers), "groups": figure(_groups(pairs, answers))}
    for count in ("2", "3", "4"):
        own = _where(pairs, answers, partial(_in_table, "K", count))
        if not own[0]:
            continue
        out[f"K = {count}, pairs"], out[f"K = {count}, groups"] = accuracy(*own), figure(_groups(*own))
        if _scored(own[1]):
            signs, differences = [p.sign for p in own[0]], [a.difference for a in own[1]]
            if count == "2":
                value, threshold = tie_calibrated(signs, differences)
                out["K = 2, tie threshold tuned"] = {
                    "mean": value,
                    "error": None,
                    "n": len(signs),
                    "threshold": threshold,
                }
            else:
                out[f"K = {count}, without ties"] = without_ties(signs, differences)
    return out


def _groups(pairs: Sequence[Pair], answers: Sequence[Answer]) -> list[float]:
    found: dict[str, float] = {}
    for pair, answer in zip(pairs, answers, strict=True):
        found[pair.group] = min(found.get(pair.group, 1.0), right(pair, answer))
    return list(found.values())


def editreward_score(pairs: Sequence[Pair], answers: Sequence[Answer]) -> Figures:
    """Share of pairs in which the preferred edit scores strictly higher, over all, by dimension and by task."""
    out = {"pairs": accuracy(pairs, answers)}
    for table in ("dimension", "task"):
        out |= {f"{table}: {name}": value for name, value in divided(pairs, answers, table).items()}
    return out


def genai(pairs: Sequence[Pair], answers: Sequence[Answer]) -> Figures:
    """The official 4-label accuracy; for judges that score,
    the second protocol with a tuned tie threshold beside it.
    """
    out: Figures = {"4 labels (official)": accuracy(pairs, answers)}
    if _scored(answers):
        signs, differences = [pair.sign for pair in pairs], [answer.difference for answer in answers]
        value, threshold = tie_calibrated(signs, differences)
        out["3 labels, tie threshold tuned"] = {"mean": value, "error": None, "n": len(signs), "threshold": threshold}
        out["without ties"] = without_ties(signs, differences)
    return out | {
        f"label: {name}": accuracy(*_where(pairs, answers, partial(_labelled, name)))
        for name in dict.fromkeys(pair.label for pair in pairs)
    }


def vl_rewardbench(pairs: Sequence[Pair], answers: Sequence[Answer]) -> Figures:
    """Overall accuracy, accuracy of the three groups, and their mean (macro).

    The official script leaves unreadable judgements out; "answered only" is that reading.
    """
    groups = divided(pairs, answers, "group")
    named = [value["mean"] for name, value in groups.items() if name != "other"]
    macro = {"mean": sum(named) / len(named) if named else None, "error": None, "n": len(pairs)}
    told = _answered(pairs, answers)
    return {
        "overall": accuracy(pairs, answers),
        "macro average": macro,
        "answered only": accuracy(*told),
        **{f"group: {name}": value for name, value in groups.items()},
    }


def _answered(pairs: Sequence[Pair], answers: Sequence[Answer]) -> tuple[list[Pair], list[Answer]]:
    kept = [both for both in zip(pairs, answers, strict=True) if both[1].vote is not None]
    return [pair for pair, _ in kept], [answer for _, answer in kept]


def mm_rewardbench(pairs: Sequence[Pair], answers: Sequence[Answer]) -> Figures:
    """Accuracy over all and by category. The official script tosses a coin for unreadable judgements;
    here they are wrong.
    """
    by = divided(pairs, answers, "category")
    return {"overall": accuracy(pairs, answers), **{f"category: {name}": value for name, value in sorted(by.items())}}


def editreward_data(pairs: Sequence[Pair], answers: Sequence[Answer]) -> Figures:
    """Accuracy over all votes; for judges that score, without ties beside it."""
    out: Figures = {"pairs": accuracy(pairs, answers)}
    if _scored(answers):
        out["without ties"] = without_ties([p.sign for p in pairs], [a.difference for a in answers])
    return out


def rewardbench2(pairs: Sequence[Pair], answers: Sequence[Answer]) -> Figures:
    """The official figures: share of prompts whose right answer beats all wrong ones, by subset; Ties by its own score.

    The overall figure is the mean of the subsets. Ties needs scores: without them it has no figure.
    """
    subsets = list(dict.fromkeys(pair.tables["subset"] for pair in pairs))
    out: Figures = {}
    for subset in subsets:
        own = _where(pairs, answers, partial(_in_table, "subset", subset))
        if subset == "Ties":
            value = ties_score(*own)
            out[f"subset: {subset}"] = {"mean": value, "error": None, "n": len({p.group for p in own[0]})}
        else:
            out[f"subset: {subset}"] = figure(_groups(*own))
    means = [value["mean"] for value in out.values() if value["mean"] is not None]
    return {"overall": {"mean": sum(means) / len(means), "error": None, "n": len(pairs)} if means else figure([])} | out


@dataclass(frozen=True)
class _Prompt:
    """One prompt of Ties: does every right answer beat all wrong ones, the spread of the right ones,
    the gap to the wrong.
    """

    accurate: bool
    spread: float
    gap: float


def ties_score(pairs: Sequence[Pair], answers: Sequence[Answer]) -> float | None:
    """RewardBench 2's score of its Ties subset (Malik et al. 2025, process_single_model of the official code).

    60 % accuracy (of prompts with one right answer, "ref", and with several, "tied"), 40 % margin: the right answers
    are closer to one another than to the wrong ones, alone and together with their reference prompt. None without
    scores.
    """
    stats: dict[str, dict[str, _Prompt]] = {"ref": {}, "tied": {}}
    for group in dict.fromkeys(pair.group for pair in pairs):
        kind, _, number = group.partition("/")[2].partition(":")
        own = [(p, a) for p, a in zip(pairs, answers, strict=True) if p.group == group]
        if kind not in stats or any(answer.difference is None for _, answer in own):
            return None
        stats[kind][number] = _prompt(own)
    both = sorted(set(stats["ref"]) & set(stats["tied"]))
    if not both:
        return None
    tied, ref = [stats["tied"][n] for n in both], [stats["ref"][n] for n in both]
    hard = [min(r.gap, t.gap) for r, t in zip(ref, tied, strict=True)]
    margins = [
        math.tanh(h / t.spread - 1) if t.spread else (1.0 if h > 0 else -1.0 if h < 0 else 0.0)
        for h, t in zip(hard, tied, strict=True)
    ]
    return (
        0.30 * _mean([p.accurate for p in stats["tied"].values()])
        + 0.30 * _mean([p.accurate for p in stats["ref"].values()])
        + 0.20 * _mean([t.gap > t.spread for t in tied])
        + 0.20 * _mean([h > t.spread for h, t in zip(hard, tied, strict=True)])
        + 0.01 * _mean(margins)
    )


def _prompt(own: Sequence[tuple[Pair, Answer]]) -> _Prompt:
    """From differences right - wrong, which hold everything that the official script takes from scores."""
    differences = {(p.tables["chosen"], p.tables["rejected"]): a.difference or 0.0 for p, a in own}
    rights, wrongs = sorted({c for c, _ in differences}), sorted({w for _, w in differences})
    nearest = [min(differences[c, w] for w in wrongs) for c in rights]
    level = [differences[c, wrongs[0]] for c in rights]
    return _Prompt(min(nearest) > 0, max(level) - min(level) if len(rights) > 1 else 0.0, min(nearest))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


FIGURES: dict[str, Callable[[Sequence[Pair], Sequence[Answer]], Figures]] = {
    "editreward": editreward,
    "editreward-score": editreward_score,
    "genai": genai,
    "vl-rewardbench": vl_rewardbench,
    "mm-rewardbench": mm_rewardbench,
    "editreward-data": editreward_data,
    "rewardbench2": rewardbench2,
}
