"""Versions of one plan that differ to the eye: milder, stronger, by other tools. For --best-of with the rules."""

from collections.abc import Mapping
from typing import Any

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.parameters import Parameter
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.rules import readings
from jarvisevo.rules.between import COLOURED, recolours
from jarvisevo.rules.language import read

STRENGTHS = {"milder": 0.5, "stronger": 1.65, "much milder": 0.3, "much stronger": 2.3}
OTHER_TOOLS, ANOTHER = "by other tools", "another reading"
VARIANTS = ("as asked", "milder", "stronger", OTHER_TOOLS, "much milder", "much stronger")
"""In the order in which they are made."""


def variants_of(instruction: str) -> tuple[str, ...]:
    """The versions of a plan for an instruction; where its words are meant in two ways, the other way is the fourth."""
    found = readings.other(read(instruction))
    return (*VARIANTS[:3], *([f"{ANOTHER}: {found[1]}"] if found else []), *VARIANTS[3:])


def varied(settings: Settings, name: str) -> Settings:
    """A version of settings by its name in VARIANTS; "" and "as asked" are the settings themselves, and so is another
    reading, which is a plan of its own. ValueError for others.
    """
    if name in ("", VARIANTS[0]) or name.startswith(ANOTHER):
        return settings
    if name == OTHER_TOOLS:
        return reread(settings)
    if name not in STRENGTHS:
        raise ValueError(f"no such variant: {name!r}; one of {', '.join(VARIANTS)}")
    return scaled(settings, STRENGTHS[name])


def scaled(settings: Settings, factor: float) -> Settings:
    """Every amount of the settings times a factor, from its default and within its range; hues and choices stay."""
    document = settings.to_dict()
    out = {name: _scaled(TABLE[name], value, factor) for name, value in document.items() if name != CORRECTIONS}
    if CORRECTIONS in document:
        out[CORRECTIONS] = [_group(group, factor) for group in document[CORRECTIONS]]
    return Settings.parse(out)


def _scaled(row: Parameter, value: Any, factor: float) -> object:
    if row.kind == "number" and row.unit not in ("deg", "fraction"):
        moved = row.default + (value - row.default) * factor
        return min(max(round(moved, 2 if row.span <= 10 else 0), row.low), row.high)
    if row.kind == "curve":
        return [[x, round(min(max(x + (y - x) * factor, row.low), row.high), 1)] for x, y in value]
    return value


def _group(group: Mapping[str, Any], factor: float) -> dict[str, Any]:
    """A local correction with its amount scaled; the amount has no negative side,
    so a negative factor turns sliders. Another colour for a thing stays that, and the rest goes by its sliders.
    """
    if recolours(group):
        return {name: v if name in COLOURED else _times(name, v, factor) for name, v in group.items()}
    amount = round(min(float(group.get("CorrectionAmount", 1.0)) * abs(factor), 2.0), 3)
    turned = group if factor >= 0 else {name: _times(name, v, -1) for name, v in group.items()}
    return {**turned, "CorrectionAmount": amount}


def _times(name: str, value: object, factor: float) -> object:
    """A slider of a local correction times a factor, within its range; anything else as it is."""
    row = TABLE.get(f"{CORRECTIONS}.{name}")
    if row is None or not name.startswith("Local") or row.kind != "number" or row.unit == "deg":
        return value
    return round(min(max(row.default + (value - row.default) * factor, row.low), row.high), 3)


# ---- the same aim by other tools


def reread(settings: Settings) -> Settings:
    """What was meant, by other sliders: light through shadows and whites, contrast through depth,
    colour through vibrance.

    Settings that hold none of these come back a quarter stronger.
    """
    values = dict(settings.to_dict())
    before = dict(values)
    _move(values, "Exposure2012", 0.25, {"Shadows2012": 50.0, "Whites2012": 30.0, "Highlights2012": 15.0})
    _move(values, "Contrast2012", 0.2, {"Clarity2012": 0.7, "Blacks2012": -0.6, "Whites2012": 0.35})
    _move(values, "Vibrance", 0.2, {"Saturation": 0.6})
    if "Vibrance" not in before:
        _move(values, "Saturation", 0.2, {"Vibrance": 1.3})
    _move(values, "Highlights2012", 0.3, {"ParametricHighlights": 0.7, "ParametricLights": 0.3})
    _move(values, "Shadows2012", 0.3, {"ParametricShadows": 0.7, "ParametricDarks": 0.3})
    if warmth := before.get("IncrementalTemperature"):
        values["IncrementalTemperature"] = round(0.4 * warmth)
        values |= {
            "SplitToningHighlightHue": 42 if warmth > 0 else 220,
            "SplitToningShadowHue": 42 if warmth > 0 else 220,
        }
        strength = min(round(0.6 * abs(warmth)), 40)
        values |= {"SplitToningHighlightSaturation": strength, "SplitToningShadowSaturation": strength // 2}
    return Settings.parse(values) if values != before else scaled(settings, 1.25)


def _move(values: dict[str, Any], name: str, left: float, to: Mapping[str, float]) -> None:
    """Leave a share of a slider and give the rest to others, each by its factor, within their ranges."""
    amount = values.get(name)
    if not amount:
        return
    values[name] = round(amount * left, 2 if TABLE[name].span <= 10 else 0)
    for other, factor in to.items():
        row = TABLE[other]
        moved = values.get(other, row.default) + (1 - left) * amount * factor
        values[other] = min(max(round(moved), row.low), row.high)
