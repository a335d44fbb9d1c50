"""The official figures of the benchmarks whose candidates are answers in words, with or without an image."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from bench.artedit.figures import figure
from bench.judges.accuracy import Figures, accuracy, divided, groups, in_table, scored, where
from bench.judges.answers import Answer
from bench.judges.pairs import PreferencePair


def vl_rewardbench(pairs: Sequence[PreferencePair], answers: Sequence[Answer]) -> Figures:
    """Overall accuracy, accuracy of the three groups, and their mean (macro).

    The official script leaves unreadable judgements out; "answered only" is that reading.
    """
    by = divided(pairs, answers, "group")
    told = where_answered(pairs, answers)
    told_by = divided(*told, "group")
    return {
        "overall": accuracy(pairs, answers),
        "macro average": _macro(by, len(pairs)),
        "overall, answered only (official)": accuracy(*told),
        "macro average, answered only (official)": _macro(told_by, len(told[0])),
        **{f"group: {name}": value for name, value in by.items()},
    }


def _macro(by: dict[str, Figures], count: int) -> Figures:
    means = [value["mean"] for value in by.values() if value["mean"] is not None]
    return {"mean": sum(means) / len(means) if means else None, "error": None, "n": count}


def where_answered(
    pairs: Sequence[PreferencePair], answers: Sequence[Answer]
) -> tuple[list[PreferencePair], list[Answer]]:
    """Pairs with a usable judgement."""
    kept = [both for both in zip(pairs, answers, strict=True) if both[1].vote is not None]
    return [pair for pair, _ in kept], [answer for _, answer in kept]


def mm_rewardbench(pairs: Sequence[PreferencePair], answers: Sequence[Answer]) -> Figures:
    """Accuracy over all and by category. The official script tosses a coin for unreadable judgements; here they are
    wrong.
    """
    by = divided(pairs, answers, "category")
    return {"overall": accuracy(pairs, answers), **{f"category: {name}": value for name, value in sorted(by.items())}}


def rewardbench2(pairs: Sequence[PreferencePair], answers: Sequence[Answer]) -> Figures:
    """The official figures: share of prompts whose right answer is on top, by subset; Ties by its own score.

    A right answer that shares the top with others counts as one part of so many. The overall figure is the mean of the
    subsets. Ties needs scores: without them it has no figure. RLAR (table 3) counts a prompt when the softmax of its
    scores gives the right answer more than one half.
    """
    out: Figures = {}
    passed: list[float] = []
    for subset in dict.fromkeys(pair.tables["subset"] for pair in pairs):
        own = where(pairs, answers, partial(in_table, "subset", subset))
        if subset == "Ties":
            count = len({p.group for p in own[0]})
            out[f"subset: {subset}"] = {"mean": ties_score(*own), "error": None, "n": count}
            continue
        if not scored(own[1]):
            out[f"subset: {subset}"] = figure(groups(*own))
            continue
        by_prompt = _differences(*own)
        out[f"subset: {subset}"] = figure([on_top(values) for values in by_prompt])
        passed += [float(None not in v and sum(math.exp(-min(d or 0.0, 50.0)) for d in v) < 1) for v in by_prompt]
    means = [value["mean"] for value in out.values() if value["mean"] is not None]
    rlar = {"softmax above one half (RLAR, table 3)": figure(passed)} if passed else {}
    overall = {"mean": sum(means) / len(means), "error": None, "n": len(pairs)} if means else figure([])
    return {"overall": overall} | rlar | out


def _differences(pairs: Sequence[PreferencePair], answers: Sequence[Answer]) -> list[list[float | None]]:
    """Of every prompt: the right answer's score minus each wrong one's."""
    found: dict[str, list[float | None]] = {}
    for pair, answer in zip(pairs, answers, strict=True):
        found.setdefault(pair.group, []).append(answer.difference)
    return list(found.values())


def on_top(differences: Sequence[float | None]) -> float:
    """1 when the right answer scores highest, 1/n when n share the highest score, else 0; a failed judgement is
    wrong.
    """
    if any(d is None or d < 0 for d in differences):
        return 0.0
    return 1.0 / (1 + sum(d == 0 for d in differences))


@dataclass(frozen=True)
class _PromptFigures:
    """One prompt of Ties: does every right answer beat all wrong ones, the spread of the right ones, the gap to the
    wrong.
    """

    accurate: bool
    spread: float
    gap: float


def ties_score(pairs: Sequence[PreferencePair], answers: Sequence[Answer]) -> float | None:
    """RewardBench 2's score of its Ties subset (Malik et al. 2025, process_single_model of the official code).

    60 % accuracy (of prompts with one right answer, "ref", and with several, "tied"), 40 % margin: the right answers
    are closer to one another than to the wrong ones, alone and together with their reference prompt. None without
    scores.
    """
    stats: dict[str, dict[str, _PromptFigures]] = {"ref": {}, "tied": {}}
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


def _prompt(own: Sequence[tuple[PreferencePair, Answer]]) -> _PromptFigures:
    """From differences right - wrong, which hold everything that the official script takes from scores."""
    differences = {(p.tables["chosen"], p.tables["rejected"]): a.difference or 0.0 for p, a in own}
    rights, wrongs = sorted({c for c, _ in differences}), sorted({w for _, w in differences})
    nearest = [min(differences[c, w] for w in wrongs) for c in rights]
    level = [differences[c, wrongs[0]] for c in rights]
    return _PromptFigures(min(nearest) > 0, max(level) - min(level) if len(rights) > 1 else 0.0, min(nearest))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
