"""Pairs that people have judged, and what is wrong with a set of them: duplicates, contradictions, circles."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from bench.judges.rows import StoredImage
from bench.runner import digest

Label = Literal["first", "second", "good", "bad", "tie"]
"""Which one people preferred; "good" and "bad" are ties of two good or two bad ones, "tie" says no more."""
TIES = ("good", "bad", "tie")


@dataclass(frozen=True)
class PreferencePair:
    """Two candidates and what people said.

    id         unique in its set
    group      pairs of one group are right together
    question   the instruction of an edit, or a question about a picture
    source     the photo; None for questions without an image
    first …    pictures (edits of the photo) or texts (answers)
    tables     by what figures are divided
    dimension  what was judged: "overall", "prompt_following", "consistency"
    """

    id: str
    group: str
    question: str
    source: StoredImage | None
    first: StoredImage | str
    second: StoredImage | str
    label: Label
    tables: dict[str, str] = field(default_factory=dict)
    dimension: str = "overall"

    @property
    def texts(self) -> bool:
        """True when the candidates are answers in words."""
        return isinstance(self.first, str)

    @property
    def sign(self) -> int:
        """1 when the first is better, -1 when the second is, 0 for ties."""
        return {"first": 1, "second": -1}.get(self.label, 0)


def _content(candidate: StoredImage | str) -> str:
    return digest(candidate) if isinstance(candidate, str) else str(candidate.digest)


def problems(pairs: Sequence[PreferencePair]) -> dict[str, list[str]]:
    """What a reader should know of a set: ids by kind of problem.

    duplicates      the same pair again, with the same judgement
    contradictions  the same pair with another judgement
    identical       two candidates that are one and the same, and yet one is preferred
    circles         groups in which A > B, B > C and C > A
    repeated ids    rows that share an id
    """
    out: dict[str, list[str]] = {
        "duplicates": [],
        "contradictions": [],
        "identical": [],
        "circles": [],
        "repeated ids": [],
    }
    seen: dict[tuple[object, ...], tuple[str, int]] = {}
    ids: set[str] = set()
    beats: dict[str, set[tuple[str, str]]] = {}
    for pair in pairs:
        if pair.id in ids:
            out["repeated ids"].append(pair.id)
        ids.add(pair.id)
        one, two = _content(pair.first), _content(pair.second)
        if one == two and pair.sign:
            out["identical"].append(pair.id)
        turned = -pair.sign if one > two else pair.sign
        key = (pair.question, pair.source.digest if pair.source else "", pair.dimension, *sorted((one, two)))
        if key in seen:
            before, sign = seen[key]
            out["duplicates" if sign == turned else "contradictions"].append(f"{pair.id} = {before}")
        else:
            seen[key] = (pair.id, turned)
        if pair.sign:
            winner, loser = (one, two) if pair.sign > 0 else (two, one)
            beats.setdefault(pair.group, set()).add((winner, loser))
    out["circles"] = [group for group, edges in beats.items() if _circular(edges)]
    return {name: found for name, found in out.items() if found}


def _circular(edges: set[tuple[str, str]]) -> bool:
    """True when somebody beats himself by way of others."""
    reach = {a: {b for x, b in edges if x == a} for a, _ in edges}
    for _ in range(len(reach)):
        for a, found in reach.items():
            reach[a] = found | {c for b in found for c in reach.get(b, ())}
    return any(a in found for a, found in reach.items())
