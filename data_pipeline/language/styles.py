"""Styles and moods by what makes them visible: a name is used only when every mark of it is there."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from data_pipeline.language.observe import Difference

Range = tuple[float, float]
LOW, HIGH = -9.0, 9.0


@dataclass(frozen=True)
class NamedStyle:
    """A look that people name.

    english, chinese  adjectives for it
    kind              "style" or "mood"
    marks             bounds of the sizes that must hold; what is not visible counts as 0
    strong            kinds of change of which one at least must reach 1
    """

    english: tuple[str, ...]
    chinese: tuple[str, ...]
    kind: str
    marks: Mapping[str, Range] = field(default_factory=dict)
    strong: tuple[str, ...] = ()


BOUNDS: Mapping[str, Range] = {"up": (0.4, HIGH), "down": (LOW, -0.4), "not up": (LOW, 0.3), "not down": (-0.3, HIGH)}
"""Words of styles.yaml."""
COLOUR = {"black_and_white": (LOW, 0.1)}


@cache
def known() -> tuple[NamedStyle, ...]:
    """The styles and moods of styles.yaml."""
    rows = yaml.safe_load((Path(__file__).parent / "styles.yaml").read_text("utf-8"))
    return tuple(_style(row) for row in rows)


def _style(row: Mapping[str, Any]) -> NamedStyle:
    marks = {what: BOUNDS[mark] if isinstance(mark, str) else (mark[0], mark[1]) for what, mark in row["marks"].items()}
    coloured = COLOUR if row.get("colour", True) else {}
    return NamedStyle(
        tuple(row["en"]), tuple(row["zh"]), row["kind"], {**coloured, **marks}, tuple(row.get("strong", ()))
    )


def fitting(differences: Sequence[Difference], kind: str) -> list[NamedStyle]:
    """The styles or moods whose marks all show."""
    sizes: dict[str, float] = {}
    for each in differences:
        if not each.place:
            sizes.setdefault(each.what, each.size)
    return [style for style in known() if style.kind == kind and _fits(style, sizes)]


def _fits(style: NamedStyle, sizes: Mapping[str, float]) -> bool:
    if not all(low <= sizes.get(what, 0.0) <= high for what, (low, high) in style.marks.items()):
        return False
    return not style.strong or any(abs(sizes.get(what, 0.0)) >= 1 for what in style.strong)


def name_of(styles: Sequence[NamedStyle], language: str, rng: random.Random) -> str:
    """A name of one of them; "" when there is none."""
    if not styles:
        return ""
    style = rng.choice(styles)
    return rng.choice(style.chinese if language == "zh" else style.english)
