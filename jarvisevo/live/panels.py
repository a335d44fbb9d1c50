"""The sliders of the page, read from the table: Lightroom's panels in its order, its names in two languages."""

from typing import Any

from editor_ops.masks.rows import CORRECTIONS, LEGACY
from editor_ops.parameters import Parameter
from editor_ops.table import PIPELINE, TABLE
from jarvisevo.report.charts import TRACKS, track_of
from jarvisevo.report.labels import chinese
from jarvisevo.report.settings_view import title, twins

PANELS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Basic", ("white_balance", "tone", "presence", "vibrance")),
    ("Tone Curve", ("tone_curve",)),
    ("Color Mixer", ("color_mixer", "hue_shift")),
    ("Black & White", ("black_and_white",)),
    ("Point Color", ("point_color",)),
    ("Color Grading", ("color_grading",)),
    ("Detail", ("sharpening", "noise_reduction")),
    ("Lens Corrections", ("lens", "defringe")),
    ("Lens Blur", ("lens_blur",)),
    ("Effects", ("vignette", "grain")),
    ("Calibration", ("calibration",)),
    ("Crop", ("geometry",)),
    ("Profile", ("look",)),
)
"""Lightroom's panels and the operations whose sliders stand in each; an operation named nowhere comes last by
itself.
"""
RAW_ONLY, RENDERED_ONLY = ("Temperature", "Tint"), ("IncrementalTemperature", "IncrementalTint")
HIDDEN = ("GrainSeed", "WhiteBalance", "Treatment", "ToneCurveName2012", "ColorVariance", "GrainFrequency")
"""Rows that a person does not set by hand."""
LOCAL_FIRST = ("LocalTemperature", "LocalTint", "LocalExposure2012")


def panels() -> list[dict[str, Any]]:
    """Every panel: {title, rows}; what a row is: see `row`."""
    ops = {step.name: step for step in PIPELINE}
    named = {name for _, names in PANELS for name in names}
    rest = tuple(
        (step.name.replace("_", " ").capitalize(), (step.name,)) for step in PIPELINE if step.name not in named
    )
    found = []
    for heading, names in (*PANELS, *rest):
        rows = [row(r.name, r) for name in names if name in ops for r in ops[name].rows if r.name not in HIDDEN]
        if rows:
            found.append({"title": heading, "zh": chinese(heading), "rows": rows})
    return found


def local_rows() -> list[dict[str, Any]]:
    """The sliders of a local correction, in the units of their global twins."""
    fields = {f.name: f for f in TABLE[CORRECTIONS].fields if f.name.startswith("Local") and f.kind == "number"}
    twin = twins()
    names = [*LOCAL_FIRST, *(n for n in fields if n not in LOCAL_FIRST)]
    made = []
    for name in names:
        if name in fields:
            scale = twin[name].local_unit if name in twin else 100.0
            made.append({**row(name, fields[name]), "scale": scale if scale != 1 else 1})
    return made


def row(name: str, parameter: Parameter) -> dict[str, Any]:
    """A row for the page: name, titles, kind, range, default, step, unit, doc, the colours of its track, fields."""
    made: dict[str, Any] = {
        "name": name,
        "title": title(name),
        "zh": chinese(title(name)),
        "kind": parameter.kind,
        "doc": parameter.doc,
        "default": _plain(parameter.default),
    }
    if name in RAW_ONLY or name in RENDERED_ONLY:
        made["only"] = "raw" if name in RAW_ONLY else "rendered"
    if parameter.kind == "number":
        made |= {"low": parameter.low, "high": parameter.high, "step": _step(parameter), "unit": parameter.unit}
        made["track"] = _track(name)
    if parameter.choices:
        made["choices"] = list(parameter.choices)
    if parameter.fields and name not in (CORRECTIONS, *LEGACY):
        made["fields"] = [row(f"{name}.{f.name}", f) for f in parameter.fields if f.kind in ("number", "flag")]
    return made


def _step(parameter: Parameter) -> float:
    """The smallest move of the slider on the page."""
    fixed = {"K": 50.0, "fraction": 0.001}
    if parameter.unit in fixed:
        return fixed[parameter.unit]
    if parameter.span <= 10 and parameter.step < 1:
        return 0.01
    return 0.1 if parameter.unit == "deg" and parameter.span <= 90 else 1


def _track(name: str) -> list[str]:
    """Colours behind the slider from left to right, [] for a plain one."""
    from jarvisevo.report.charts import MIXER

    kind = track_of(name)
    if "-" in kind:
        what, hue = kind.split("-", 1)
        names = list(MIXER)
        place = names.index(hue)
        colour = MIXER[hue][1]
        beside = MIXER[names[place - 1]][1], MIXER[names[(place + 1) % len(names)]][1]
        ends = {
            "hue": (beside[0], colour, beside[1]),
            "sat": ("#8a8a8a", colour),
            "lum": ("#111111", colour, "#f4f4f4"),
        }
        return list(ends[what])
    return list(TRACKS.get(kind, ()))


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(v) for v in value]
    return dict(value) if isinstance(value, dict) else value
