"""ImagenHub, text-guided image editing: how a judge's scores of edits go with those of three human raters.

The folder holds the ratings as published (TIGER-AI-Lab/ImagenHub, eval/human_ratings/Text-Guided_IE/*.tsv: a row for
each image, a column for each system, "[SC, PQ]" from 0, 0.5 and 1) and the images as the ImagenMuseum lays them out:
`input/UID` and `SYSTEM/UID`, with the instructions in `dataset_lookup.json`. As VIEScore does: an edit's human score is
the raters' mean of sqrt(SC PQ); Spearman's correlation is taken for each system and averaged by Fisher's z.
"""

import csv
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.artedit.figures import figure
from bench.artedit.items import DataError
from bench.judges.rows import StoredImage
from jarvisevo.record.artedit import inside
from jarvisevo.scoring.correlation import spearman

Z_MOST = 0.999999
"""Correlations beyond it have no finite z."""


@dataclass(frozen=True)
class RatedEdit:
    """A system's edit, and the mean of the raters' overall scores (0-1)."""

    uid: str
    system: str
    instruction: str
    source: StoredImage
    result: StoredImage
    human: float


def load(folder: Path) -> list[RatedEdit]:
    """All rated edits, in the order of the first rater's table. DataError with what is missing."""
    tables = [_table(path) for path in sorted(folder.rglob("*rater*.tsv"))]
    lookup = next(iter(sorted(folder.rglob("dataset_lookup.json"))), None)
    if not tables or lookup is None:
        raise DataError(f"{folder}: needs the raters' .tsv files and dataset_lookup.json beside the images")
    try:
        told = json.loads(lookup.read_text("utf-8"))
        instructions = {str(uid): str(value["instruction"]) for uid, value in told.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise DataError(f'{lookup}: must be {{UID: {{"instruction": …}}}}') from None
    out = []
    for (uid, system), _ in tables[0].items():
        if uid not in instructions or not inside(uid) or not inside(system):
            raise DataError(f"{lookup}: no instruction for {uid[:80]!r}")
        scores = [table[uid, system] for table in tables if (uid, system) in table]
        source, result = (StoredImage(path=lookup.parent / name / uid) for name in ("input", system))
        out.append(RatedEdit(uid, system, instructions[uid], source, result, sum(scores) / len(scores)))
    return out


def _table(path: Path) -> dict[tuple[str, str], float]:
    """(uid, system) -> sqrt(SC PQ)."""
    with path.open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    out = {}
    for row in rows:
        for system, cell in row.items():
            if system == "uid":
                continue
            try:
                sc, pq = (float(value) for value in str(cell).strip().strip("[]").split(","))
            except ValueError:
                raise DataError(f"{path}: {row.get('uid')}, {system}: {str(cell)[:40]!r} is not [SC, PQ]") from None
            out[str(row["uid"]), str(system)] = math.sqrt(sc * pq)
    return out


def figures(items: Sequence[RatedEdit], scores: Sequence[float | None]) -> dict[str, Any]:
    """Spearman's correlation by system, and their mean by Fisher's z. A failed judgement counts as the lowest score.

    VIEScore's own script puts the correlations into the mean without taking z, and then takes its inverse: "official".
    """
    lowest = min((score for score in scores if score is not None), default=0.0)
    out: dict[str, Any] = {}
    found = []
    for system in dict.fromkeys(item.system for item in items):
        own = [(i.human, lowest if s is None else s) for i, s in zip(items, scores, strict=True) if i.system == system]
        humans, given = [human for human, _ in own], [score for _, score in own]
        value = spearman(humans, given) if len(set(humans)) > 1 and len(set(given)) > 1 else 0.0
        found.append(value)
        out[f"system: {system}"] = {"mean": value, "error": None, "n": len(own)}
    if not found:
        return {"correlation": figure([])}
    z = [math.atanh(max(-Z_MOST, min(Z_MOST, value))) for value in found]
    correlation = {"mean": math.tanh(sum(z) / len(z)), "error": None, "n": len(items)}
    official = {"mean": math.tanh(sum(found) / len(found)), "error": None, "n": len(items)}
    return {"correlation": correlation, "correlation (official)": official} | out
