"""A judgement that shows its working: slider by slider what the judge would have set, what is set, and how far off that is.

A small model learns this, and a judgement at one glance it does not (docs/log.md): each part is a short step from what
stands before it.
"""

from typing import Any

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.parameters import Parameter
from editor_ops.pipeline import TABLE
from editor_ops.settings import Settings

DEGREES = (0.15, 0.4, 0.9)
"""Relative errors below which a slider is right, a little off, off; from the last on it is far off."""
LEAST = 0.05
"""Share of a slider's range that an error is measured against at least."""
RIGHT, OTHER = {"en": "right", "zh": "合适"}, {"en": "different", "zh": "不同"}
LOW = {"en": ("a little low", "low", "far too low"), "zh": ("略低", "偏低", "太低")}
HIGH = {"en": ("a little high", "high", "far too high"), "zh": ("略高", "偏高", "太高")}
FORM = {"en": '"{name}": {wanted}, here {made}: {verdict}.', "zh": '"{name}": {wanted}，现为 {made}：{verdict}。'}


def comparison(wanted: Settings, made: Settings, language: str) -> str:
    """`"Exposure2012": 0.8, here 0.2: low. …` for every parameter that either sets, in the table's order.

    language  "en" or "zh"
    Local corrections are counted; of what is no number it is only said whether both agree.
    """
    parts = []
    for row in TABLE.values():
        if row.name in wanted or row.name in made:
            a, b = (_value(row, settings) for settings in (wanted, made))
            plain = isinstance(a, float) and isinstance(b, float)
            verdict = _verdict(row, a, b, language) if plain else (RIGHT if a == b else OTHER)[language]
            values = (_number(a), _number(b)) if plain else ("…", "…")
            parts.append(FORM[language].format(name=row.name, wanted=values[0], made=values[1], verdict=verdict))
    return ("" if language == "zh" else " ").join(parts)


def _value(row: Parameter, settings: Settings) -> Any:
    if row.name == CORRECTIONS:
        return float(len(settings.values.get(row.name, ())))
    value = settings.to_dict().get(row.name, row.default)
    return float(value) if row.kind == "number" else value


def _verdict(row: Parameter, wanted: float, made: float, language: str) -> str:
    """How far a number is off, measured against how far the wanted one is from its default."""
    number = row.kind == "number"
    scale = max(abs(wanted - float(row.default)), LEAST * row.span) if number else max(wanted, 1.0)
    off = (made - wanted) / scale
    degree = sum(abs(off) >= limit for limit in DEGREES)
    return RIGHT[language] if not degree else (HIGH if off > 0 else LOW)[language][degree - 1]


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"
