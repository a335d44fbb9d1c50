"""Sets of a run: their pairs, and what is wrong with them."""

import random
from collections.abc import Sequence
from typing import Any

from bench.judges import loaders
from bench.judges.config import DataSet
from bench.judges.pairs import PreferencePair, problems


def pairs_of(spec: DataSet, limit: int | None = None) -> list[PreferencePair]:
    """The pairs of a set that a run takes."""
    pairs = [p for p in loaders.LOADERS[spec.kind](spec.folder) if not set(spec.without) & set(p.tables.values())]
    if spec.sample is not None:
        names = list(dict.fromkeys(_group(pair) for pair in pairs))
        chosen = set(random.Random("sample").sample(names, min(spec.sample, len(names))))
        pairs = [pair for pair in pairs if _group(pair) in chosen]
    return pairs[:limit]


def _group(pair: PreferencePair) -> str:
    return pair.group or pair.id


def problems_of(spec: DataSet, pairs: Sequence[PreferencePair], whole: bool) -> dict[str, Any]:
    """What is wrong with a set: how many, and the first few. Groups are only counted in a `whole` set."""
    found = problems(pairs)
    if spec.kind == "editreward" and whole:
        found |= {"broken groups": faults} if (faults := loaders.group_faults(pairs)) else {}
    return {name: {"count": len(ids), "first": ids[:5]} for name, ids in found.items()}
