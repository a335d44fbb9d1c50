"""What a page shows of settings: sliders that moved, in panels, and local corrections,
in the units of Lightroom's sliders.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from editor_ops.masks.region import LAND, PERSON_PARTS
from editor_ops.masks.rows import CORRECTIONS, LEGACY
from editor_ops.parameters import Parameter
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.report import charts
from jarvisevo.report.labels import Translate
from jarvisevo.report.sliders import number, op_of

TITLES = {
    "tone": "Light",
    "white_balance": "White balance",
    "geometry": "Crop",
    "lens": "Lens profile",
    "hue_shift": "Color",
    "vibrance": "Color",
    "tone_curve": "Curve",
    "black_and_white": "Black and white",
}
"""Panels whose name is not that of the operation."""
NAMES = {
    "LensProfileEnable": "Lens profile",
    "IncrementalTemperature": "Temperature",
    "IncrementalTint": "Tint",
    "LuminanceSmoothing": "Noise reduction",
    "Sharpness": "Sharpening",
    "ConvertToGrayscale": "Black and white",
    "LuminanceNoise": "Noise reduction",
}
PREFIXES = (
    ("PostCropVignette", "Vignette {}"),
    ("HueAdjustment", "{} hue"),
    ("SaturationAdjustment", "{} saturation"),
    ("LuminanceAdjustment", "{} luminance"),
    ("GrayMixer", "{} in grey"),
    ("ColorGrade", "{}"),
    ("SplitToning", "{}"),
    ("Parametric", "{}"),
)
SHAPES = {
    "Mask/Gradient": "linear gradient",
    "Mask/CircularGradient": "radial gradient",
    "Mask/Paint": "brush",
    "Mask/RangeMask": "range",
    "Mask/Polygon": "outline",
    "Mask/Ellipse": "ellipse",
    "Mask/Aggregate": "group of masks",
}
IMAGE = {1: "subject", 2: "sky", 3: "person", 0: "object"}
"""MaskSubType of Mask/Image."""
MOST_ROWS = 200
"""Rows of one step or correction on a page; the tool call below them has all."""
MOST_TEXT = 240
"""Characters of a value that is no number."""


def title(name: str) -> str:
    """A parameter for people: "HueAdjustmentRed" -> "Red hue", "Exposure2012" -> "Exposure"."""
    plain = name.split(".")[-1].removeprefix("Local").replace("PV2012", "").removesuffix("2012")
    if plain in NAMES:
        return NAMES[plain]
    form = "{}"
    for prefix, wanted in PREFIXES:
        if plain.startswith(prefix) and plain != prefix:
            plain, form = plain.removeprefix(prefix), wanted
            break
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", plain) or [plain]
    text = form.format(" ".join(words).lower())
    return text[:1].upper() + text[1:]


def humps(name: str) -> list[str]:
    """A name in pieces between which a narrow column may break it."""
    return re.findall(r"[^A-Z]*[A-Z]?[^A-Z]*", name[:200])[:-1] or [name]


def panels(before: Settings, after: Settings) -> list[dict[str, Any]]:
    """What moved between two states, by panel in the order of operations: [{title, rows, curve}]."""
    found: dict[str, dict[str, Any]] = {}
    moved = after.diff(before)
    for name in [n for n in TABLE if n in moved][:MOST_ROWS]:
        if name in (CORRECTIONS, *LEGACY):
            continue
        op = op_of(name)
        heading = TITLES.get(op, op.replace("_", " ").capitalize())
        panel = found.setdefault(heading, {"title": heading, "rows": [], "curve": "", "points": {}})
        old, new = moved[name]
        row = TABLE[name]
        if row.kind == "curve":
            panel["points"][name.removeprefix("ToneCurvePV2012")] = new
        elif row.kind == "struct" and row.fields:
            panel["rows"] += _fields(name, old or {}, new or {})
        else:
            panel["rows"].append(slider(name, row, new, old))
    for panel in found.values():
        panel["curve"] = Markup(charts.curve(panel["points"])) if panel["points"] else ""
    return list(found.values())


def _fields(name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The fields of a struct that differ, as rows."""
    keys = [k for k in dict.fromkeys([*old, *new]) if old.get(k) != new.get(k)]
    rows = []
    for key in keys:
        row = TABLE.get(f"{name}.{key}")
        if row is not None and key in new:
            rows.append(slider(f"{name}.{key}", row, new[key], old.get(key)))
        else:
            rows.append(_plain(f"{name}.{key}", new.get(key, "removed"), old.get(key)))
    return rows


def slider(
    name: str, row: Parameter, value: object, before: object = None, scale: float = 1.0, unit: str = ""
) -> dict[str, Any]:
    """One row of a page. A `scale` other than 1 shows a local slider in the units of its global twin.

    before  the earlier value; nothing is said about it when it is the default
    """
    if row.kind == "choice":
        value, before = number(row, value), None if before in (None, row.default) else number(row, before)
    if not isinstance(value, int | float) or row.kind != "number":
        return _plain(name, value, None if before == row.default else before) | {"doc": row.doc}
    was = before if isinstance(before, int | float) else None
    return {
        "parts": humps(name),
        "title": title(name),
        "doc": row.doc,
        "bar": Markup(charts.bar(row, value, was, charts.track_of(name))),
        "value": quantity(row, value, scale, unit),
        "was": "" if was in (None, row.default, value) else quantity(row, was, scale, unit),
    }


def quantity(row: Parameter, value: float, scale: float = 1.0, unit: str = "") -> str:
    """A number with its sign and unit: "+0.35 EV", "−12", "5200 K"."""
    if scale == 1:
        return number(row, value).replace("-", "−").replace(" ", "\u00a0")
    sign = "+" if row.low < 0 < value else ""
    return f"{sign}{round(value * scale, 2):g}{chr(0xA0) + unit if unit else ''}".replace("-", "−")


def _plain(name: str, value: object, before: object) -> dict[str, Any]:
    return {
        "parts": humps(name),
        "title": title(name),
        "doc": "",
        "bar": "",
        "value": _text(value),
        "was": "" if before is None else _text(before),
    }


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list | tuple) and not isinstance(value, str):
        return f"{len(value)} points" if value and not isinstance(value[0], Mapping) else f"{len(value)} entries"
    text = str(dict(value)) if isinstance(value, Mapping) else str(value)
    return text if len(text) <= MOST_TEXT else text[: MOST_TEXT - 1] + "…"


@lru_cache(maxsize=1)
def twins() -> dict[str, Parameter]:
    """Local slider -> the global row it stands for."""
    found: dict[str, Parameter] = {}
    for name, row in TABLE.items():
        if row.local and "." not in name:
            found.setdefault(row.local, row)
    return found


def changed_groups(before: Settings, after: Settings) -> list[Mapping[str, Any]]:
    """The correction groups of `after` that `before` has not, or has otherwise."""
    old = [group for name in (CORRECTIONS, *LEGACY) for group in before.values.get(name, ())]
    new = [group for name in (CORRECTIONS, *LEGACY) for group in after.values.get(name, ())]
    return [group for group in new if group not in old]


def group_rows(group: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The sliders of a correction that are off their default, in the units of Lightroom's sliders."""
    rows = []
    if group.get("CorrectionAmount", 1.0) != 1.0:
        rows.append(slider("CorrectionAmount", TABLE[f"{CORRECTIONS}.CorrectionAmount"], group["CorrectionAmount"]))
    for name, value in list(group.items())[:MOST_ROWS]:
        row = TABLE.get(f"{CORRECTIONS}.{name}")
        if row is None or not (name.startswith("Local") or name.endswith("Curve")) or value == row.default:
            continue
        twin = twins().get(name)
        scaled = twin is not None and twin.kind == "number" and twin.local_unit != 1
        rows.append(
            slider(
                name,
                row,
                value,
                scale=twin.local_unit if scaled and twin else 1.0,
                unit=twin.unit if scaled and twin else "",
            )
        )
    return rows


def correction(group: Mapping[str, Any], label: Translate = str) -> str:
    """A local correction as a person reads it: "Sky: Exposure -0.8 EV, Saturation +10"."""
    moved = ", ".join(f"{label(name)} {value}" for name, value in _local(group).items())
    return f"{group.get('CorrectionName') or label('Correction')}: {moved or label('other sliders')}"


def corrections_moved(before: Settings, after: Settings) -> list[str]:
    """What became of local corrections, one text each: "Sky: Exposure -0.8 EV", "Sky: removed"."""
    old, new = _by_name(before), _by_name(after)
    said = []
    for name, group in new.items():
        was, now = _local(old.get(name, {})), _local(group)
        moved = [f"{n} {now.get(n, '0')}" for n in dict.fromkeys([*was, *now]) if was.get(n) != now.get(n)]
        if group != old.get(name):
            said.append(f"{name}: {', '.join(moved) or ('changed' if name in old else 'new mask')}")
    return [*said, *(f"{name}: removed" for name in old if name not in new)]


def _by_name(settings: Settings) -> dict[str, Mapping[str, Any]]:
    found: dict[str, Mapping[str, Any]] = {}
    for i, group in enumerate(settings.values.get(CORRECTIONS, ())):
        name = group_name(group, i)
        found[f"{name} ({i + 1})" if name in found else name] = group
    return found


def _local(group: Mapping[str, Any]) -> dict[str, str]:
    """The sliders of a correction that are off their default: plain name -> value in the units of Lightroom's."""
    moved = {}
    amount = float(group.get("CorrectionAmount", 1.0))
    for name, row in twins().items():
        value = group.get(name)
        if row.kind == "number" and isinstance(value, int | float) and value:
            shown = value if row.unit == "deg" else value * row.local_unit * amount
            moved[title(name)] = f"{shown:+.3g}{f' {row.unit}' if row.unit == 'EV' else ''}"
    if hue := group.get("LocalHue"):
        moved["Hue"] = f"{float(hue) * 180 * amount:+.3g}"
    return moved


def group_name(group: Mapping[str, Any], number: int) -> str:
    """What a correction is called: its name, else what it covers."""
    return str(group.get("CorrectionName") or "").strip()[:60] or f"Correction {number + 1}"


def describe_masks(masks: Sequence[Mapping[str, Any]]) -> str:
    """ "sky, minus brush": the masks of a group in words."""
    parts = []
    for mask in list(masks)[:8]:
        subtracts = bool(mask.get("MaskBlendMode")) or mask.get("MaskValue", 1.0) == 0
        inverted = bool(mask.get("MaskInverted"))
        what = describe_mask(mask)
        if subtracts:
            parts.append(f"within {what}" if inverted else f"minus {what}")
        else:
            parts.append(f"all but {what}" if inverted else what)
    return ", ".join(parts) + (" …" if len(masks) > 8 else "") or "no mask"


def describe_mask(mask: Mapping[str, Any]) -> str:
    """One mask in a word or two, without what is done with it."""
    what = str(mask.get("What", ""))
    if what == "Mask/Image" or "MaskSubType" in mask:
        category = int(mask.get("MaskSubCategoryID", 0) or 0)
        if mask.get("MaskSubType") == 3:
            return PERSON_PARTS.get(category, "person").replace("_", " ")
        kind = LAND.get(category) or IMAGE.get(int(mask.get("MaskSubType", 1)), "region")
        return kind.replace("_", " ")
    return SHAPES.get(what, what.removeprefix("Mask/").lower()[:30] or "mask")
