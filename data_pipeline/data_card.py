"""The data card: what is in a data set, how varied its words are, what was left out and why."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import mean, median, pstdev
from typing import Any

from data_pipeline.annotators.limits import BOX, WORD
from data_pipeline.config import BuildConfig
from data_pipeline.samples import Drop
from data_pipeline.sources.duplicates import alike, fingerprint
from data_pipeline.stages.filtering import plain
from jarvisevo.record.artedit import Record
from jarvisevo.record.columns import card_head
from jarvisevo.record.questions import Question

GRAMS = (1, 2, 3)


def facts(
    kept: Mapping[str, Sequence[Record]], asked: Mapping[str, Sequence[Question]], dropped: Sequence[Drop], out: Path
) -> dict[str, Any]:
    """Counts and figures as plain JSON.

    out  the build's folder: photos of the two splits are compared by their fingerprints
    """
    return {
        "splits": {name: _split(records, asked[name]) for name, records in kept.items()},
        "held-out beside training": _overlap(
            [r for n, own in kept.items() if n != "heldout" for r in own], kept["heldout"], out
        ),
        "dropped": dict(sorted(Counter(f"{drop.stage}: {drop.reason}" for drop in dropped).items())),
        "examples_of_dropped": {f"{d.stage}: {d.reason}": d.detail for d in reversed(dropped)},
    }


def _split(records: Sequence[Record], questions: Sequence[Question]) -> dict[str, Any]:
    edits = [r for r in records if r.kind == "edit"]
    judged = [r for r in records if r.kind == "eval"]
    first = [r for r in edits if not r.trajectory.reflections]
    count = {
        name: dict(sorted(Counter(getattr(r, name) or "untold" for r in edits).items()))
        for name in ("language", "prompt", "scene", "made", "licence")
    }
    thoughts = [(step.thought, r.language) for r in first for step in r.trajectory.steps if step.thought]
    scores = [r.evaluation.score for r in judged if r.evaluation and r.evaluation.score is not None]
    return {
        "edit": len(edits),
        "eval": len(judged),
        "questions": dict(sorted(Counter(q.kind for q in questions).items())),
        "photos": len({r.meta.get("photo") for r in records}),
        "pairs": len({r.meta["pair"] for r in edits}),
        **count,
        "steps": dict(sorted(Counter(str(len(r.trajectory.steps)) for r in edits).items())),
        "first step off and answered": sum(bool(r.meta["off"]) for r in first),
        "with boxes": sum(bool(r.boxes) for r in edits),
        "with a reflection": sum(bool(r.trajectory.reflections) for r in edits),
        "local": sum(_local(r) for r in edits),
        "kinds": dict(sorted(Counter(map(_kind, [*edits, *judged])).items())),
        "parameters": dict(Counter(n for r in edits for n in r.trajectory.states[-1]).most_common()),
        "change": _spread([float(r.meta["change"]) for r in edits]),
        "teacher": _teacher(first),
        "corrections": _corrections([r for r in edits if r.trajectory.reflections]),
        "variants": dict(sorted(Counter(str(r.meta["variant"]) for r in judged).items())),
        "scores": _histogram(scores),
        "dimensions": _dimensions([r.evaluation.dimensions for r in judged if r.evaluation]),
        "instructions": {lang: variety(r.instruction for r in first if r.language == lang) for lang in ("en", "zh")},
        "thoughts": {lang: variety(text for text, own in thoughts if own == lang) for lang in ("en", "zh")},
    }


def _kind(record: Record) -> str:
    """made, language, steps, part or whole, edit or judgement: every kind is counted."""
    steps = f"{len(record.trajectory.steps)} step{'s' * (len(record.trajectory.steps) > 1)}"
    return ", ".join((record.made, record.language, steps, "local" if _local(record) else "whole", record.kind))


def _teacher(edits: Sequence[Record]) -> dict[str, float]:
    """How near the rules come to the truth from the words alone, beside the untouched photo, in mean ΔE2000."""
    tried = [r for r in edits if r.meta.get("teacher_left") is not None]
    if not tried:
        return {"attempts": 0}
    return {
        "attempts": len(tried),
        "nothing understood": len(edits) - len(tried),
        "untouched": round(mean(float(r.meta["change"]) for r in tried), 3),
        "left by the teacher": round(mean(float(r.meta["teacher_left"]) for r in tried), 3),
        "nearer than untouched": round(mean(r.meta["teacher_left"] < r.meta["change"] for r in tried), 3),
    }


def _corrections(records: Sequence[Record]) -> dict[str, float]:
    """Mean ΔE2000 to the wanted image before and after a correction."""
    both = [r.meta["nearer"] for r in records if "nearer" in r.meta]
    if not both:
        return {}
    return {"before": round(mean(b for b, _ in both), 3), "after": round(mean(a for _, a in both), 3)}


def _dimensions(scores: Sequence[Mapping[str, float]]) -> dict[str, Any]:
    """Mean of each dimension, and the mean spread of the ten within one judgement."""
    given = [row for row in scores if len(row) > 1]
    if not given:
        return {}
    spread = mean(pstdev(row.values()) for row in given)
    names = dict.fromkeys(name for row in given for name in row)
    return {
        **{n: round(mean(row[n] for row in given if n in row), 2) for n in names},
        "spread within one": round(spread, 2),
    }


def _overlap(train: Sequence[Record], heldout: Sequence[Record], out: Path) -> dict[str, Any]:
    """Held-out instructions that stand in training word for word, by kind,
    and photos that look like one of training.
    """
    known = {plain(r.instruction) for r in train}
    verbatim = Counter(r.prompt for r in heldout if plain(r.instruction) in known)
    sources = {
        name: {r.meta.get("photo"): out / str(r.meta["split"]) / r.source for r in own}
        for name, own in (("train", train), ("heldout", heldout))
    }
    prints = {name: [fingerprint(path) for path in own.values()] for name, own in sources.items()}
    trained = [p for p in prints["train"] if p is not None]
    near = sum(any(alike(one, other) for other in trained) for one in prints["heldout"] if one is not None)
    return {
        "instructions": len({plain(r.instruction) for r in heldout}),
        "verbatim in training": sum(verbatim.values()),
        **{f"verbatim, {kind}": count for kind, count in sorted(verbatim.items())},
        "photos": len(sources["heldout"]),
        "photos also in training": len(sources["heldout"].keys() & sources["train"].keys()),
        "photos like one in training": near,
    }


def _local(record: Record) -> bool:
    return "MaskGroupBasedCorrections" in record.trajectory.states[-1]


def _spread(values: Sequence[float]) -> dict[str, float]:
    if not values:
        return {}
    return {
        "mean": round(mean(values), 2),
        "median": round(median(values), 2),
        "least": round(min(values), 2),
        "most": round(max(values), 2),
    }


def _histogram(scores: Sequence[float]) -> dict[str, int]:
    """Counts in half points of the scale."""
    counts = Counter(min(int((score - 1) * 2), 7) for score in scores)
    return {f"{1 + i / 2:.1f}-{1.5 + i / 2:.1f}": counts[i] for i in range(8)}


def variety(texts: Iterable[str]) -> dict[str, float]:
    """How varied texts are.

    distinct-n   different n-grams of words (characters, in Chinese) over all n-grams (Li et al. 2016); it falls with
                 the number of texts, so it is also given for the first thousand
    repeated     share of texts that stand in the set word for word more than once
    """
    texts = list(texts)
    counts = Counter(text.casefold() for text in texts)
    out: dict[str, float] = {"texts": len(texts)}
    if not texts:
        return out
    for n in GRAMS:
        out[f"distinct-{n}"] = _distinct(texts, n)
        out[f"distinct-{n} of 1000"] = _distinct(texts[:1000], n)
    out["repeated"] = round(sum(c for c in counts.values() if c > 1) / len(texts), 4)
    return out


def _distinct(texts: Sequence[str], n: int) -> float:
    total, seen = 0, set()
    for text in texts:
        words = [w.lower() for w in WORD.findall(BOX.sub(" ", text))]
        grams = list(zip(*(words[i:] for i in range(n)), strict=False))
        total += len(grams)
        seen.update(grams)
    return round(len(seen) / total, 4) if total else 0.0


def set_page(name: str, records: Sequence[Record], questions: Sequence[Question]) -> str:
    """The card of one set alone, so that `datasets` reads its folder as well."""
    counts = Counter(record.kind for record in records)
    rows = {"edits": counts["edit"], "judgements": counts["eval"], "questions": len(questions)}
    head = card_head({table: {name: count} for table, count in rows.items()}, "{file}")
    return f"{head}# {name}\n\nOne set of a build; the card of all is in the folder above.\n"


def page(found: Mapping[str, Any], config: BuildConfig) -> str:
    """The card as Markdown, with the head that `datasets` reads it by."""
    splits = found["splits"]
    rows = {
        "edits": {name: split["edit"] for name, split in splits.items()},
        "judgements": {name: split["eval"] for name, split in splits.items()},
        "questions": {name: sum(split["questions"].values()) for name, split in splits.items()},
    }
    parts = [
        card_head(rows),
        "# Data card",
        "",
        (
            f"Seed {config.seed}, photos of {config.max_size} pixels, annotator: {config.annotator.kind}. "
            "`config.yaml` is the whole config; building it again gives the same bytes."
        ),
    ]
    for name, split in found["splits"].items():
        parts += ["", f"## {name}", "", "| what | |", "|---|---|"]
        parts += [f"| {key} | {_cell(value)} |" for key, value in split.items()]
    parts += ["", "## Held-out beside training", "", "| what | |", "|---|---|"]
    parts += [f"| {key} | {_cell(value)} |" for key, value in found["held-out beside training"].items()]
    parts += ["", "## Left out", "", "| stage: reason | samples | for example |", "|---|---|---|"]
    shown = found["examples_of_dropped"]
    parts += [f"| {key} | {count} | {_safe(shown.get(key, ''))} |" for key, count in found["dropped"].items()]
    return "\n".join(parts) + "\n"


def _cell(value: object) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_cell(each)}" for key, each in value.items()) or "none"
    return _safe(str(value))


def _safe(text: str) -> str:
    """One cell of a table, whatever a file was called."""
    return " ".join(text.split()).replace("|", "/")[:2000]
