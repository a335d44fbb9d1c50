"""Figures against the arithmetic of the official scripts, written down from them on raw scores and replies.

Sources: TIGER-AI-Lab/EditReward (eval_bench.py, calc_accuracy.py), TIGER-AI-Lab/GenAI-Bench (inference.py),
vl-rewardbench/VL_RewardBench (cal.py), facebookresearch/multimodal_rewardbench (2_get_accuracy.py),
VectorSpaceLab/EditScore (calculate_statistics.py), allenai/reward-bench (utils.py), TIGER-AI-Lab/VIEScore
(analyze_json.ipynb), PKU-YuanGroup/ImgEdit (step1, step2).
"""

import itertools
import math
from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from scipy.stats import spearmanr

from bench.judges import answer_figures, edit_figures, imagenhub, imgedit
from bench.judges.answers import Answer, from_passes, from_scores
from bench.judges.cases import PairInCase
from bench.judges.pairs import Label, PreferencePair
from bench.judges.rows import StoredImage

SEEDS = range(6)
NOTHING = StoredImage(data=b"")


def pair(name: str, group: str, label: Label, tables: dict[str, str]) -> PreferencePair:
    return PreferencePair(name, group, "q", NOTHING, NOTHING, NOTHING, label, tables)


def scores(rng: np.random.Generator, count: int, whole: bool) -> list[float]:
    """Scores of a judge: whole ones have many ties."""
    return [float(value) for value in (rng.integers(1, 6, count) if whole else rng.uniform(1, 5, count))]


def answer(one: float, two: float) -> Answer:
    return from_scores(pair("", "", "tie", {}), *({"status": "ok", "overall": value} for value in (one, two)))


# ---- EditReward-Bench


def calibrated(human: list[int], model: list[float], thresholds: list[float]) -> tuple[float, float]:
    """Accuracy with ties: the best over thresholds, the smallest of equals."""
    best = (-1.0, 0.0)
    for epsilon in thresholds:
        guesses = [0 if abs(m) <= epsilon else (1 if m > 0 else -1) for m in model]
        share = sum(g == h for g, h in zip(guesses, human, strict=True)) / len(human)
        best = max(best, (share, epsilon), key=lambda found: found[0])
    return best


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("whole", [False, True])
def test_editreward_bench(seed: int, whole: bool) -> None:
    rng = np.random.default_rng(seed)
    pairs, answers, wanted = [], [], {}
    every: tuple[list[int], list[float]] = ([], [])
    strict_all: list[bool] = []
    for count in (2, 3, 4):
        human, model, groups = [], [], []
        for number in range(12):
            order = [int(i) for i in rng.permutation(count)]  # the best first
            tied = count == 2 and number % 3 == 0
            values = scores(rng, count, whole)
            groups.append((values, "tie" if tied else tuple(order)))
            for i, j in itertools.combinations(range(count), 2):
                sign = 0 if tied else (1 if order.index(i) < order.index(j) else -1)
                label: Label = "tie" if tied else "first" if sign > 0 else "second"
                pairs.append(pair(f"{count}-{number}-{i}{j}", f"{count}/{number}", label, {"K": str(count)}))
                answers.append(answer(values[i], values[j]))
                human.append(sign)
                model.append(values[i] - values[j])
        epsilon = 0.0
        if count == 2:
            value, epsilon = calibrated(human, model, [0.0, *sorted({abs(m) for m in model})])
            wanted["K = 2, tie threshold tuned"] = value
        else:
            hits = sum(h * m > 0 for h, m in zip(human, model, strict=True))
            wanted[f"K = {count}, without ties"] = hits / len(human)
        strict = [
            abs(values[0] - values[1]) <= epsilon
            if gold == "tie"
            else gold == tuple(np.argsort(values, kind="stable")[::-1])
            for values, gold in groups
        ]
        wanted[f"K = {count}, strict ranking (official)"] = sum(strict) / len(strict)
        strict_all += strict
        every[0].extend(human)
        every[1].extend(model)
    wanted["strict ranking (official)"] = sum(strict_all) / len(strict_all)
    thresholds = [0.0, *sorted({abs(m) for m in every[1]})]
    wanted["pairs, tie threshold tuned (official)"] = calibrated(*every, thresholds)[0]
    found = edit_figures.editreward(pairs, answers)
    assert {name: found[name]["mean"] for name in wanted} == pytest.approx(wanted, abs=1e-6)


# ---- GenAI-Bench


READ = {
    "leftvote": ("[[A>>B]]", "[[A>B]]"),
    "rightvote": ("[[B>>A]]", "[[B>A]]"),
    "tievote": ("[[A=B]]", "[[A=B=Good]]"),
    "bothbad_vote": ("[[A=B]]", "[[A=B=Bad]]"),
}
"""Vote of people -> replies that are right."""
SAID: dict[str, Label] = {
    "[[A>B]]": "first",
    "[[B>A]]": "second",
    "[[A=B]]": "tie",
    "[[A=B=Good]]": "good",
    "[[A=B=Bad]]": "bad",
}
LABEL: dict[str, Label] = {"leftvote": "first", "rightvote": "second", "tievote": "good", "bothbad_vote": "bad"}


def test_genai_bench_reads_every_reply_as_the_script_does() -> None:
    rows = [(vote, reply) for vote in READ for reply in (*SAID, None)]
    pairs = [pair(f"{i}", "", LABEL[vote], {}) for i, (vote, _) in enumerate(rows)]
    answers = [Answer(SAID[reply]) if reply else Answer(error="no verdict") for _, reply in rows]
    right = sum(reply in READ[vote] for vote, reply in rows)
    assert edit_figures.genai(pairs, answers)["4 labels (official)"]["mean"] == pytest.approx(
        right / len(rows), abs=1e-6
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_genai_bench_accuracy_with_ties(seed: int) -> None:
    """The script's running counts, for differences that are all different; it never tries that nothing is tied."""
    rng = np.random.default_rng(seed)
    human = [int(h) for h in rng.integers(-1, 2, 30)]
    model = [float(m) for m in rng.normal(0, 1, 30) + 0.5 * np.array(human)]
    best = 0.0
    for _, last in sorted((abs(m), i) for i, m in enumerate(model)):
        epsilon = abs(model[last])
        ties = [abs(m) <= epsilon for m in model]
        right = [h == 0 if tie else h * m > 0 for h, m, tie in zip(human, model, ties, strict=True)]
        best = max(best, sum(right) / len(right))
    labels: dict[int, Label] = {0: "good", 1: "first", -1: "second"}
    pairs = [pair(f"{i}", "", labels[h], {}) for i, h in enumerate(human)]
    found = edit_figures.genai(pairs, [answer(m, 0.0) for m in model])
    assert found["3 labels, tie threshold tuned"]["mean"] == pytest.approx(best, abs=1e-6)
    untied = sum(h * m > 0 for h, m in zip(human, model, strict=True)) / sum(h != 0 for h in human)
    assert found["without ties"]["mean"] == pytest.approx(untied, abs=1e-6)


# ---- EditScore's EditReward-Bench


@pytest.mark.parametrize("seed", SEEDS)
def test_editscore_averages_over_tasks(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tasks = [*itertools.chain(*edit_figures.TASKS.values())]
    by: dict[tuple[str, str], list[bool]] = defaultdict(list)
    pairs, answers = [], []
    for task, dimension in itertools.product(tasks, ("prompt_following", "consistency", "overall")):
        for number in range(int(rng.integers(1, 6))):
            one, two = scores(rng, 2, whole=True)
            by[dimension, task].append(one > two)
            pairs.append(pair(f"{task}{dimension}{number}", "", "first", {"dimension": dimension, "task": task}))
            answers.append(answer(one, two))
    found = edit_figures.editreward_score(pairs, answers)
    for dimension in ("prompt_following", "consistency", "overall"):
        means = {task: np.mean(by[dimension, task]) for task in tasks}
        name = f"dimension: {dimension}, average over tasks (official)"
        assert found[name]["mean"] == pytest.approx(np.mean(list(means.values())), abs=1e-6)
        for group, own in edit_figures.TASKS.items():
            wanted = np.mean([means[task] for task in own])
            assert found[f"dimension: {dimension}, {group} (official)"]["mean"] == pytest.approx(wanted, abs=1e-6)


# ---- answers in words


@pytest.mark.parametrize("seed", SEEDS)
def test_vl_rewardbench_leaves_unreadable_judgements_out(seed: int) -> None:
    rng = np.random.default_rng(seed)
    groups = ("general", "hallucination", "reasoning")
    pairs, answers = [], []
    counts: dict[str, list[int]] = {group: [0, 0] for group in groups}
    for i in range(60):
        group, said = groups[i % 3], int(rng.integers(0, 3))  # agree, reject, does not match
        pairs.append(pair(f"{i}", "", "first", {"group": group}))
        answers.append((Answer("first"), Answer("second"), Answer(error="no match"))[said])
        if said < 2:
            counts[group][said] += 1
    found = answer_figures.vl_rewardbench(pairs, answers)
    right, total = (sum(values) for values in zip(*((a, a + r) for a, r in counts.values()), strict=True))
    assert found["overall, answered only (official)"]["mean"] == pytest.approx(right / total, abs=1e-6)
    macro = sum(a / (a + r) for a, r in counts.values()) / 3
    assert found["macro average, answered only (official)"]["mean"] == pytest.approx(macro, abs=1e-6)


def test_multimodal_rewardbench_counts_by_category() -> None:
    categories = ("vqa", "safety/bias", "reasoning/math")
    pairs = [pair(f"{i}", "", "first" if i % 2 else "second", {"category": categories[i % 3]}) for i in range(30)]
    said = ["first" if i % 5 else "second" for i in range(30)]
    found = answer_figures.mm_rewardbench(pairs, [Answer(vote) for vote in said])  # type: ignore[arg-type]
    for category in categories:
        own = [s == p.label for s, p in zip(said, pairs, strict=True) if p.tables["category"] == category]
        assert found[f"category: {category}"]["mean"] == pytest.approx(sum(own) / len(own), abs=1e-6)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("whole", [False, True])
def test_rewardbench2_shares_the_top(seed: int, whole: bool) -> None:
    rng = np.random.default_rng(seed)
    pairs, answers = [], []
    results: dict[str, list[float]] = defaultdict(list)
    passed = []
    for number in range(30):
        subset, values = ("Math", "Focus")[number % 2], scores(rng, 4, whole)
        top = max(values)
        results[subset].append(1 / values.count(top) if values[0] == top else 0.0)
        passed.append(math.exp(values[0]) / sum(map(math.exp, values)) > 0.5)
        for j in range(3):
            tables = {"subset": subset, "chosen": "0", "rejected": str(j)}
            pairs.append(pair(f"{subset}{number}-{j}", f"{subset}/{number}", "first", tables))
            answers.append(from_passes([None], [values], PairInCase(0, 0, 1 + j)))
    found = answer_figures.rewardbench2(pairs, answers)
    means = {subset: sum(own) / len(own) for subset, own in results.items()}
    assert {subset: found[f"subset: {subset}"]["mean"] for subset in means} == pytest.approx(means, abs=1e-6)
    assert found["overall"]["mean"] == pytest.approx(sum(means.values()) / 2, abs=1e-6)
    assert found["softmax above one half (RLAR, table 3)"]["mean"] == pytest.approx(sum(passed) / len(passed), abs=1e-6)


# ---- ratings


@pytest.mark.parametrize("seed", SEEDS)
def test_imagenhub_takes_the_mean_of_correlations(seed: int) -> None:
    rng = np.random.default_rng(seed)
    items, given, found = [], [], []
    for system in ("A", "B", "C"):
        raters = rng.choice([0.0, 0.5, 1.0], (3, 20, 2))
        humans = np.sqrt(raters[..., 0] * raters[..., 1]).mean(0)
        own = scores(rng, 20, whole=True)
        found.append(float(spearmanr(own, humans)[0]))
        items += [imagenhub.RatedEdit(f"{i}", system, "q", NOTHING, NOTHING, float(h)) for i, h in enumerate(humans)]
        given += own
    figures = imagenhub.figures(items, given)
    mean = sum(found) / 3
    official = (math.exp(2 * mean) - 1) / (math.exp(2 * mean) + 1)
    assert figures["correlation (official)"]["mean"] == pytest.approx(official, abs=1e-6)
    assert figures["correlation"]["mean"] == pytest.approx(np.tanh(np.mean(np.arctanh(found))))
    assert [figures[f"system: {s}"]["mean"] for s in "ABC"] == pytest.approx(found, abs=1e-6)


def test_imgedit_rounds_samples_and_types() -> None:
    replies = {"1": "A: 5\nB: 4\nC: 4", "2": "A: 3\nB: 3\nC: 4", "3": "A: 1\nB: 2\nC: 2", "4": "I cannot say"}
    kinds = {"1": "add", "2": "add", "3": "style", "4": "style"}
    items = [imgedit.ImgEditTask(key, kinds[key], "p", NOTHING, NOTHING) for key in replies]
    values: dict[str, Any] = {key: imgedit.read_scores(text) for key, text in replies.items()}
    means = {}
    for key, text in replies.items():
        digits = [int(line.split(": ")[1]) for line in text.splitlines() if ": " in line]
        if digits:
            means[key] = round(sum(digits) / len(digits), 2)
    found = imgedit.figures(items, values)
    for kind in ("add", "style"):
        own = [means[key] for key in means if kinds[key] == kind]
        assert found[f"type: {kind} (official)"]["mean"] == round(sum(own) / len(own), 2)
