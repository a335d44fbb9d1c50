"""Scores that rewards, gold checks and benchmarks share: pure functions over tool calls and numbers, parts kept.

R_f, R_ta, R_pp and R_sa of the JarvisEvo paper (section 3.2.2); R_ta's formula is not printed there, so it is
the "retouching operation accuracy" of the same authors' JarvisArt, over every parameter of the table.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, Literal, TypeVar

import numpy as np

from editor_ops.masks import layers, shapes
from editor_ops.masks.rows import CORRECTIONS
from editor_ops.ops.curve import spline_table
from editor_ops.parameters import Parameter
from editor_ops.settings import Settings
from editor_ops.table import LOCAL, PIPELINE, TABLE

Item = TypeVar("Item")
Scale = Literal["range", "step"]
STEPS_TO_ZERO = 10
"""With scale "step", a value this many just noticeable steps off scores 0."""
EPSILON = 1e-6
"""ε of R_sa: an answer that is far off is still better than none."""
EXACT_PAIRS = 7
"""Sets up to this size are paired by trying every order; larger ones greedily."""


@dataclass(frozen=True)
class ToolAccuracy:
    """R_ta in [0, 1] and its three parts, each in [0, 1].

    name    agreement of the tools used (Jaccard)
    param   agreement of the parameters set, mean over the target's tools
    value   closeness of the values, mean over the target's parameters
    values  closeness by parameter of the target
    """

    name: float
    param: float
    value: float
    values: Mapping[str, float] = field(default_factory=dict)

    @property
    def total(self) -> float:
        """(name + param + value) / 3."""
        return (self.name + self.param + self.value) / 3


def tool_accuracy(call: Mapping[str, Any], target: Mapping[str, Any], scale: Scale = "range") -> ToolAccuracy:
    """How well the settings of `call` agree with those of `target`, both as plain JSON values by Adobe's names.

    A panel of Lightroom is a tool; every local correction is one more, paired with the target's so that
    the sum is best. Unknown names and values out of range count as parameters set, and score 0. A target
    that is not valid raises SettingsError: that is a fault of the data, not of the call.
    """
    wanted = _tools(Settings.parse(target))
    given_settings, problems = Settings.check(call)
    given = _tools(given_settings)
    bad = {p.path.split(".")[0].split("[")[0] for p in problems} - set(given_settings)
    for name in bad:
        given.setdefault(_TOOL_OF.get(name, "unknown"), {})[name] = None
    groups = _groups(given_settings), _groups(Settings.parse(target))
    if not wanted and not groups[1]:
        nothing = float(not given and not groups[0])
        return ToolAccuracy(nothing, nothing, nothing)
    pairs = _paired(*groups, lambda a, b: _group_closeness(a, b, scale))
    return _accuracy(given, wanted, groups, pairs, scale)


def _accuracy(
    given: dict[str, Any],
    wanted: dict[str, Any],
    groups: tuple[Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]]],
    pairs: list[tuple[int, int]],
    scale: Scale,
) -> ToolAccuracy:
    names = set(given) & set(wanted), set(given) | set(wanted)
    extra = len(groups[0]) + len(groups[1]) - len(pairs)
    name = (len(names[0]) + len(pairs)) / (len(names[1]) + extra)
    overlap = 0.0
    values: dict[str, float] = {}
    for tool, keys in wanted.items():
        mine = given.get(tool, {})
        overlap += len(mine.keys() & keys.keys()) / len(mine.keys() | keys.keys())
        values |= {
            k: closeness(TABLE[k], mine[k], v, scale) if mine.get(k) is not None else 0.0 for k, v in keys.items()
        }
    partners = {j: i for i, j in pairs}
    for j, group in enumerate(groups[1]):
        mine = groups[0][partners[j]] if j in partners else {}
        keys = _keys(group)
        overlap += len(_keys(mine) & keys) / len(_keys(mine) | keys) if mine else 0.0
        found = _group_values(mine, group, scale) if mine else dict.fromkeys(keys, 0.0)
        values |= {f"{CORRECTIONS}[{j}].{k}": v for k, v in found.items()}
    return ToolAccuracy(name, overlap / (len(wanted) + len(groups[1])), sum(values.values()) / len(values), values)


_TOOL_OF = {row.name: step.name for step in PIPELINE for row in step.rows}
_LOCAL_ROWS = {row.name: row for row in LOCAL.rows[0].fields}


def _tools(settings: Settings) -> dict[str, dict[str, Any]]:
    """Panel -> parameter -> value, of those that differ from their default; local corrections left out."""
    out: dict[str, dict[str, Any]] = {}
    for name, value in settings.values.items():
        if name in _TOOL_OF and value != TABLE[name].default:
            out.setdefault(_TOOL_OF[name], {})[name] = value
    return out


def _groups(settings: Settings) -> list[Mapping[str, Any]]:
    """Local corrections that do something."""
    return [g for g in settings.values.get(CORRECTIONS, ()) if _sliders(g) and g.get("CorrectionActive", True)]


def _sliders(group: Mapping[str, Any]) -> dict[str, Any]:
    """Sliders of a correction that differ from their default."""
    names = [n for n in group if n.startswith("Local") or n.endswith("Curve") or n == "CorrectionAmount"]
    return {n: group[n] for n in names if group[n] != _LOCAL_ROWS[n].default}


def _keys(group: Mapping[str, Any]) -> set[str]:
    return {*_sliders(group), "CorrectionMasks"} if group else set()


def _group_values(mine: Mapping[str, Any], target: Mapping[str, Any], scale: Scale) -> dict[str, float]:
    """Closeness by slider of the target, and of the masks under "CorrectionMasks"."""
    sliders = _sliders(target)
    out = {n: closeness(_LOCAL_ROWS[n], mine[n], v, scale) if n in mine else 0.0 for n, v in sliders.items()}
    return out | {
        "CorrectionMasks": masks_closeness(mine.get("CorrectionMasks", ()), target.get("CorrectionMasks", ()))
    }


def _group_closeness(mine: Mapping[str, Any], target: Mapping[str, Any], scale: Scale) -> float:
    values = _group_values(mine, target, scale)
    return sum(values.values()) / len(values)


def closeness(row: Parameter, value: Any, target: Any, scale: Scale = "range") -> float:
    """S_k in [0, 1] of one valid value against the target's.

    Numbers: 1 - |Δ| / range, or / (STEPS_TO_ZERO steps) with scale "step"; hues go round the circle. Curves:
    the same of the root mean square difference of the curves. Structs and lists: mean over their fields.
    """
    if row.kind == "number":
        return _number(row, float(value), float(target), scale)
    if row.kind == "curve":
        tables = (spline_table(tuple(map(tuple, v)))[::257] for v in (value, target))
        apart = float(np.sqrt(np.mean(np.subtract(*tables) ** 2))) * row.span
        return max(0.0, 1 - apart / (row.span if scale == "range" else STEPS_TO_ZERO * row.step))
    if row.kind == "struct" and row.fields:
        return _struct(row, value, target, scale)
    if row.kind == "list":
        return _matched(value, target, lambda a, b: _struct(row, a, b, scale))
    return float(value == target)


def _number(row: Parameter, value: float, target: float, scale: Scale) -> float:
    apart, span = abs(value - target), row.span
    if row.unit == "deg" and span == 360:
        apart, span = min(apart, 360 - apart), 180.0
    if row.unit == "K":  # what an eye notices is mireds
        apart, span = abs(1e6 / value - 1e6 / target), 1e6 / row.low - 1e6 / row.high
        return max(0.0, 1 - apart / (span if scale == "range" else 10.0 * STEPS_TO_ZERO))
    return max(0.0, 1 - apart / (span if scale == "range" else STEPS_TO_ZERO * row.step))


def _struct(row: Parameter, value: Mapping[str, Any], target: Mapping[str, Any], scale: Scale) -> float:
    fields = [f for f in row.fields if f.name in target or f.name in value]
    if not fields:
        return 1.0
    scores = [closeness(f, value.get(f.name, f.default), target.get(f.name, f.default), scale) for f in fields]
    return sum(scores) / len(scores)


# ---- masks


def masks_closeness(masks: Sequence[Mapping[str, Any]], target: Sequence[Mapping[str, Any]]) -> float:
    """How alike two lists of masks are, paired as well as possible; a missing or a spurious one counts 0."""
    active = [[m for m in side if m.get("MaskActive", True)] for side in (masks, target)]
    return _matched(active[0], active[1], mask_closeness)


def _kind(mask: Mapping[str, Any]) -> str:
    return layers.kind(mask)


def mask_closeness(mask: Mapping[str, Any], target: Mapping[str, Any]) -> float:
    """S of one mask: 0 for another type, another region, or when one is inverted and the other is not."""
    how = [(bool(m.get("MaskBlendMode", 0)) or m.get("MaskValue", 1.0) == 0, layers.outside(m)) for m in (mask, target)]
    if _kind(mask) != _kind(target) or how[0] != how[1]:
        return 0.0
    compare = _SHAPES.get(_kind(target))
    try:
        return min(max(compare(mask, target), 0.0), 1.0) if compare else float(mask == target)
    except KeyError:  # a mask without its coordinates
        return 0.0


def _linear(a: Mapping[str, Any], b: Mapping[str, Any]) -> float:
    """1 - |Δ zero end| - |Δ full end|, in fractions of the photo."""
    ends = [math.dist((a[f"{e}X"], a[f"{e}Y"]), (b[f"{e}X"], b[f"{e}Y"])) for e in ("Zero", "Full")]
    return 1 - sum(ends)


def _radial(a: Mapping[str, Any], b: Mapping[str, Any]) -> float:
    """.4 (1 - 2 |Δ centre|) + .4 (1 - |Wp / Wt - 1| - |Hp / Ht - 1|) + .2 (1 - Δ angle / 180), each part at least 0."""
    sizes = [(m["Right"] - m["Left"], m["Bottom"] - m["Top"]) for m in (a, b)]
    centres = [((m["Left"] + m["Right"]) / 2, (m["Top"] + m["Bottom"]) / 2) for m in (a, b)]
    if min(*sizes[0], *sizes[1]) <= 0:
        return 0.0
    turn = abs(a.get("Angle", 0.0) - b.get("Angle", 0.0)) % 360
    size = sum(abs(p / t - 1) for p, t in zip(*sizes, strict=True))
    parts = 1 - 2 * math.dist(*centres), 1 - size, 1 - min(turn, 360 - turn) / 180
    return sum(w * max(p, 0.0) for w, p in zip((0.4, 0.4, 0.2), parts, strict=True))


def _image(a: Mapping[str, Any], b: Mapping[str, Any]) -> float:
    """Same region: 1; objects: intersection over union of their boxes, or nearness of their points."""
    try:
        one, two = layers.region(a), layers.region(b)
    except ValueError:
        return 0.0
    if one.name != two.name:
        return 0.0
    if two.name != "object":
        return 1.0
    if one.polygon and two.polygon:
        return _box_iou(one.polygon, two.polygon)
    return 1 - 2 * math.dist(one.point, two.point) if one.point and two.point else 0.0


def _box_iou(a: Sequence[tuple[float, float]], b: Sequence[tuple[float, float]]) -> float:
    (al, at), (ar, ab), (bl, bt), (br, bb) = np.min(a, 0), np.max(a, 0), np.min(b, 0), np.max(b, 0)
    shared = max(0.0, min(ar, br) - max(al, bl)) * max(0.0, min(ab, bb) - max(at, bt))
    union = (ar - al) * (ab - at) + (br - bl) * (bb - bt) - shared
    return float(shared / union) if union > 0 else 0.0


def _range(a: Mapping[str, Any], b: Mapping[str, Any]) -> float:
    """Luminance: 1 - (Δ low + Δ high) / (2 · target's width); colour: 1 - ΔE / 100 of the nearest samples."""
    one, two = a.get("CorrectionRangeMask") or {}, b.get("CorrectionRangeMask") or {}
    if one.get("Type") != two.get("Type"):
        return 0.0
    if two.get("Type") == 2:
        p, t = (
            shapes.numbers(r.get("LumRange", "")) or [r.get("LumMin", 0.0)] * 2 + [r.get("LumMax", 1.0)] * 2
            for r in (one, two)
        )
        if len(p) != 4 or len(t) != 4:
            return 0.0
        return 1 - (abs(p[1] - t[1]) + abs(p[2] - t[2])) / (2 * max(t[2] - t[1], 1e-3))
    samples = [[s for i in r.get("PointModels", ()) if (s := layers.sampled_lab(i))] for r in (one, two)]
    if not all(samples):
        return 0.0
    apart = [min(math.dist(s, t) for s in samples[0]) for t in samples[1]]
    return 1 - sum(apart) / len(apart) / 100


def _polygon(a: Mapping[str, Any], b: Mapping[str, Any]) -> float:
    outlines = [shapes.points(m.get("Points", ())) for m in (a, b)]
    return _box_iou(*outlines) if all(outlines) else 0.0


def _paint(a: Mapping[str, Any], b: Mapping[str, Any]) -> float:
    strokes = [
        [tuple(shapes.numbers(str(d)[2:])[:2]) for d in m.get("Dabs", ()) if str(d).startswith("d ")] for m in (a, b)
    ]
    boxes = [
        [(x - r, y - r) for x, y in s] + [(x + r, y + r) for x, y in s]
        for s, r in zip(strokes, (a.get("Radius", 0.0), b.get("Radius", 0.0)), strict=True)
    ]
    return _box_iou(*boxes) if all(boxes) else 0.0


_SHAPES: dict[str, Callable[[Mapping[str, Any], Mapping[str, Any]], float]] = {
    "Mask/Gradient": _linear,
    "Mask/CircularGradient": _radial,
    "Mask/Image": _image,
    "Mask/RangeMask": _range,
    "Mask/Polygon": _polygon,
    "Mask/Paint": _paint,
}


# ---- pairing


def _paired(
    given: Sequence[Item], wanted: Sequence[Item], score: Callable[[Item, Item], float]
) -> list[tuple[int, int]]:
    """Pairs (i, j) whose summed score is largest; every member of the smaller side has a partner."""
    table = [[score(a, b) for b in wanted] for a in given]
    if not table or not table[0]:
        return []
    turned = len(given) > len(wanted)
    rows = [list(column) for column in zip(*table, strict=True)] if turned else table
    few, many = len(rows), len(rows[0])
    if many <= EXACT_PAIRS:
        best = max(permutations(range(many), few), key=lambda order: sum(rows[i][j] for i, j in enumerate(order)))
        pairs = list(enumerate(best))
    else:
        pairs, free = [], set(range(many))
        for i in sorted(range(few), key=lambda i: -max(rows[i])):
            j = max(free, key=lambda j: rows[i][j])
            free.remove(j)
            pairs.append((i, j))
    return [(j, i) for i, j in pairs] if turned else pairs


def _matched(given: Sequence[Item], wanted: Sequence[Item], score: Callable[[Item, Item], float]) -> float:
    """Mean score of the best pairing over the longer side; 1 when both are empty."""
    longest = max(len(given), len(wanted))
    return sum(score(given[i], wanted[j]) for i, j in _paired(given, wanted, score)) / longest if longest else 1.0


# ---- scores of scores


def format_score(obligations: Sequence[bool]) -> float:
    """R_f: the share of the grammar's obligations that were met; 0 when there was nothing to judge."""
    return sum(obligations) / len(obligations) if obligations else 0.0


def win_rates(scores: Sequence[float | None]) -> list[float | None]:
    """R_pp: for each trajectory of a group, the share of the others whose own score is strictly lower.

    A trajectory without a score has no win rate, and is no opponent to the others.
    """
    out: list[float | None] = []
    for i, score in enumerate(scores):
        others = [s for j, s in enumerate(scores) if j != i and s is not None]
        out.append(None if score is None or not others else sum(score > s for s in others) / len(others))
    return out


def score_alignment(score: float | None, target: float, sigma: float = 0.5) -> float:
    """R_sa = exp(-½ ((s - s*) / σ)²) + ε; 0 without a score. σ = 0.5 in the paper."""
    return (
        math.exp(-0.5 * ((score - target) / sigma) ** 2) + EPSILON
        if score is not None and math.isfinite(score)
        else 0.0
    )


LEAST_CHANGE, DECAY = 3.0, 0.7
"""ΔE below which a wanted change counts as this much, so that invisible errors stay cheap;
share of it that costs 1/e.
"""


def reference_score(distance: float, change: float) -> float:
    """How good an edit is when the wanted picture is known: 1 + 4·exp(-r / 0.7), with r = distance / max(change, 3).

    distance  mean ΔE2000 of the edit to the wanted picture
    change    mean ΔE2000 of the untouched photo to the wanted picture
    5 is the wanted picture itself, 3 leaves half of the change undone, 1.96 is doing nothing; twice as far away as
    nothing comes to 1.2. It is steep near 5, where the edits of a trained editor lie. ValueError for what is no
    distance.
    """
    if not (math.isfinite(distance) and math.isfinite(change)) or distance < 0 or change < 0:
        raise ValueError(f"distance {distance} and change {change} must be ΔE, 0 or more")
    return 1 + 4 * math.exp(-distance / max(change, LEAST_CHANGE) / DECAY)
