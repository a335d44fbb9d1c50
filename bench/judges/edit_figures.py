"""The official figures of the benchmarks whose candidates are edits of a photo.

What a script of a benchmark does otherwise than it says (an order that breaks ties, a mean of correlations) is kept
under the name "official"; the figure that a reader expects stands beside it.
"""

from collections.abc import Sequence
from functools import partial

from bench.artedit.figures import figure
from bench.judges.accuracy import (
    Figures,
    accuracy,
    divided,
    groups,
    in_table,
    labelled,
    scored,
    tie_calibrated,
    tuned,
    where,
    without_ties,
)
from bench.judges.answers import Answer
from bench.judges.pairs import TIES, PreferencePair

TASKS = {
    "object": ("subject-add", "subject-remove", "subject-replace"),
    "appearance": ("color_alter", "material_alter", "style_change", "tone_transfer"),
    "scene": ("background_change", "extract"),
    "advanced": ("ps_human", "text_change", "motion_change", "compose"),
}
"""Groups of tasks that the official script of EditScore averages over."""


def editreward(pairs: Sequence[PreferencePair], answers: Sequence[Answer]) -> Figures:
    """By K: accuracy over pairs, and over groups, which count when all their pairs are right. Overall: over all pairs.

    For judges that score, also the official script's reading: K = 2 with a tuned tie threshold, K = 3 and 4 without
    ties, strict ranking, and over all pairs with a tuned threshold.
    """
    out: Figures = {"pairs": accuracy(pairs, answers), "groups": figure(groups(pairs, answers))}
    strict: dict[str, float] = {}
    for count in ("2", "3", "4"):
        own = where(pairs, answers, partial(in_table, "K", count))
        if not own[0]:
            continue
        out[f"K = {count}, pairs"], out[f"K = {count}, groups"] = accuracy(*own), figure(groups(*own))
        if scored(own[1]):
            signs, differences = [p.sign for p in own[0]], [a.difference for a in own[1]]
            threshold = 0.0
            if count == "2":
                value, threshold = tie_calibrated(signs, differences)
                out["K = 2, tie threshold tuned"] = tuned(value, threshold, len(signs))
            else:
                out[f"K = {count}, without ties"] = without_ties(signs, differences)
            found = strict_rankings(*own, threshold)
            out[f"K = {count}, strict ranking (official)"] = figure(list(found.values()))
            strict |= found
    if strict:
        value, threshold = tie_calibrated([p.sign for p in pairs], [a.difference for a in answers])
        out["pairs, tie threshold tuned (official)"] = tuned(value, threshold, len(pairs))
        out["strict ranking (official)"] = figure(list(strict.values()))
    return out


def strict_rankings(pairs: Sequence[PreferencePair], answers: Sequence[Answer], threshold: float) -> dict[str, float]:
    """Group -> 1 when the order of the scores is people's, as the script of EditReward-Bench sorts them.

    It sorts backwards, so that of equal scores the later candidate comes first (where NumPy's sort is stable); a tie
    of two is right up to the threshold, and a group of more that holds a tie never is. A row names its candidates by
    their letters in order.
    """
    found: dict[str, float] = {}
    for pair, answer in zip(pairs, answers, strict=True):
        d = answer.difference
        if d is None:
            good = False
        elif pair.label in TIES:
            good = pair.tables.get("K") == "2" and abs(d) <= threshold
        else:
            good = d > 0 if pair.sign > 0 else d <= 0
        found[pair.group] = min(found.get(pair.group, 1.0), float(good))
    return found


def editreward_score(pairs: Sequence[PreferencePair], answers: Sequence[Answer]) -> Figures:
    """Share of pairs in which the preferred edit scores strictly higher, over all, by dimension and by task.

    The official script averages each dimension over its tasks, and over groups of tasks.
    """
    out = {"pairs": accuracy(pairs, answers)}
    for name, value in divided(pairs, answers, "dimension").items():
        own = where(pairs, answers, partial(in_table, "dimension", name))
        by_task = {task: found["mean"] for task, found in divided(*own, "task").items()}
        out[f"dimension: {name}"] = value
        out[f"dimension: {name}, average over tasks (official)"] = _average(list(by_task.values()), value["n"])
        for group, tasks in TASKS.items():
            if all(task in by_task for task in tasks):
                out[f"dimension: {name}, {group} (official)"] = _average([by_task[t] for t in tasks], value["n"])
    return out | {f"task: {name}": value for name, value in divided(pairs, answers, "task").items()}


def _average(means: Sequence[float], count: int) -> Figures:
    return {"mean": sum(means) / len(means) if means else None, "error": None, "n": count}


def genai(pairs: Sequence[PreferencePair], answers: Sequence[Answer]) -> Figures:
    """The official 4-label accuracy; for judges that score, the second protocol with a tuned tie threshold beside it.

    That one is the accuracy with ties of EditReward's script. It goes through equal differences one at a time, so
    that what it says of them depends on the order of the rows; here they become ties together.
    """
    out: Figures = {"4 labels (official)": accuracy(pairs, answers)}
    if scored(answers):
        signs, differences = [pair.sign for pair in pairs], [answer.difference for answer in answers]
        out["3 labels, tie threshold tuned"] = tuned(*tie_calibrated(signs, differences, untied=False), len(signs))
        out["without ties"] = without_ties(signs, differences)
    return out | {
        f"label: {name}": accuracy(*where(pairs, answers, partial(labelled, name)))
        for name in dict.fromkeys(pair.label for pair in pairs)
    }


def editreward_data(pairs: Sequence[PreferencePair], answers: Sequence[Answer]) -> Figures:
    """Accuracy over all votes; for judges that score, without ties beside it."""
    out: Figures = {"pairs": accuracy(pairs, answers)}
    if scored(answers):
        out["without ties"] = without_ties([p.sign for p in pairs], [a.difference for a in answers])
    return out
