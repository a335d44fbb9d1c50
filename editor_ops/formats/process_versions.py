"""Names of other times and other writers: process versions 2003 and 2010, and aliases of today's names."""

import re
from collections.abc import Mapping
from typing import Any

from editor_ops.formats import special
from editor_ops.formats.document import Note

CURRENT = "15.4"
FIRST_2012 = 6.7
ALIASES = {
    "SharpnessRadius": "SharpenRadius",
    "SharpnessDetail": "SharpenDetail",
    "SharpnessEdgeMasking": "SharpenEdgeMasking",
    "ColorGradeShadowHue": "SplitToningShadowHue",
    "ColorGradeShadowSat": "SplitToningShadowSaturation",
    "ColorGradeHighlightHue": "SplitToningHighlightHue",
    "ColorGradeHighlightSat": "SplitToningHighlightSaturation",
    "ColorGradeBalance": "SplitToningBalance",
    # JarvisEvo, table 4, shortens some names to fit its column
    "ColorNoiseReduce.Detail": "ColorNoiseReductionDetail",
    "ColorNoiseReduce.Smooth": "ColorNoiseReductionSmoothness",
    "SplitToningShadowSat": "SplitToningShadowSaturation",
    "SplitToningShadowSat.": "SplitToningShadowSaturation",
    "SplitToningHighlightSat": "SplitToningHighlightSaturation",
    "SplitToningHighlightSat.": "SplitToningHighlightSaturation",
}
LOCAL_ALIASES = {
    "LocalClarity": "LocalClarity2012",
    "LocalContrast": "LocalContrast2012",
    "LocalExposure": "LocalExposure2012",
    "LocalCurveRefineSat": "LocalCurveRefineSaturation",
    "LocalCurveRefineSat.": "LocalCurveRefineSaturation",
}
"""Inside a correction; the old names are mirrors there and count only where the new one is absent."""
_CORRECTIONS = tuple(f"{kind}BasedCorrections" for kind in ("MaskGroup", "Gradient", "CircularGradient", "Paint"))

# old name -> (new name, factor, value that did nothing on a RAW file, on a rendered one)
_SLIDERS = {
    "Exposure": ("Exposure2012", 1.0, 0.0, 0.0),
    "HighlightRecovery": ("Highlights2012", -1.0, 0.0, 0.0),
    "FillLight": ("Shadows2012", 1.0, 0.0, 0.0),
    "Shadows": ("Blacks2012", -1.0, 5.0, 0.0),
    "Brightness": ("Exposure2012", 0.01, 50.0, 0.0),
    "Contrast": ("Contrast2012", 1.0, 25.0, 0.0),
    "Clarity": ("Clarity2012", 0.5, 0.0, 0.0),
}
_CURVES = {f"ToneCurve{c}": f"ToneCurvePV2012{c}" for c in ("", "Red", "Green", "Blue")}
_LIMITS = {"Exposure2012": 5.0}
_MIRRORS = {*_SLIDERS, *_CURVES, "ToneCurveName"}
_NEW = re.compile(r"\w+2012(Red|Green|Blue)?")


def is_old(name: str) -> bool:
    """True for names of the process versions before 2012 and for aliases."""
    return name in _MIRRORS or name in ALIASES


def apply(tags: Mapping[str, Any]) -> tuple[dict[str, Any], list[Note]]:
    """Today's names for old and foreign ones, added beside them; today's win where both count."""
    out = dict(tags)
    notes: list[Note] = []
    for old, new in ALIASES.items():
        if old in tags and new not in out:
            out[new] = tags[old]
            notes.append(Note(old, "mapped", f"read as {new}"))
    for name in _CORRECTIONS:
        if isinstance(tags.get(name), list | tuple):
            out[name] = [_local(item, name, notes) for item in tags[name]]
    if is_before_2012(tags):
        mapped, said = _upgrade(tags)
        out.update(mapped)
        out["ProcessVersion"] = CURRENT  # what is written from here on has 2012 sliders
        notes += said
    return out, notes


def _local(correction: object, where: str, notes: list[Note]) -> object:
    """A correction with today's names beside the old ones it has instead."""
    if not isinstance(correction, Mapping):
        return correction
    added = {new: correction[old] for old, new in LOCAL_ALIASES.items() if old in correction and new not in correction}
    for new in added:
        note = Note(where, "mapped", f"an older name read as {new}")
        notes += [note] if note not in notes else []
    return {**correction, **added}


def is_before_2012(tags: Mapping[str, Any]) -> bool:
    """True when the old names are the ones in force; in newer files they are stale mirrors."""
    if not any(name in tags for name in _MIRRORS):
        return False
    try:
        return float(str(tags.get("ProcessVersion", ""))) < FIRST_2012
    except ValueError:
        return not any(_NEW.fullmatch(name) for name in tags)


def _upgrade(tags: Mapping[str, Any]) -> tuple[dict[str, Any], list[Note]]:
    """The nearest 2012 sliders. Directions are certain; the sizes are ours (Adobe publishes no conversion)."""
    rendered = tags.get("CameraProfile") == "Embedded" or "IncrementalTemperature" in tags
    sums: dict[str, float] = {}
    notes = []
    for old, (new, factor, raw_neutral, neutral) in _SLIDERS.items():
        given = special.numbers(tags[old]) if old in tags and isinstance(tags[old], str | int | float) else None
        if not given:
            continue
        moved = factor * (given[0] - (neutral if rendered else raw_neutral))
        sums[new] = sums.get(new, 0.0) + moved
        if moved:
            text = f"process version 2003/2010: {given[0]:g} read as {new} {moved:+g}"
            notes.append(Note(old, "approximated", text))
    out: dict[str, Any] = {}
    for new, value in sums.items():
        limit = _LIMITS.get(new, 100.0)
        out[new] = round(min(max(value, -limit), limit), 4) + 0.0
        if abs(value) > limit:
            notes.append(
                Note(new, "approximated", f"process version 2003/2010 asks for {value:+g}; the end is {limit:g}")
            )
    return {**out, **_upgrade_curves(tags, rendered, notes)}, notes


def _upgrade_curves(tags: Mapping[str, Any], rendered: bool, notes: list[Note]) -> dict[str, Any]:
    """Point curves keep their points; the 2010 default curve of RAW files is part of today's base rendering."""
    name = str(tags.get("ToneCurveName", ""))
    if name == "Medium Contrast" and not rendered:
        return {"ToneCurveName2012": "Linear"}
    out: dict[str, Any] = {new: special.unwrap(tags[old]) for old, new in _CURVES.items() if tags.get(old)}
    if name:
        out["ToneCurveName2012"] = name
    straight = [["0, 0", "255, 255"], ["0,0", "255,255"], [0, 0, 255, 255]]
    for old, new in _CURVES.items():
        if new in out and list(out[new]) not in straight:
            notes.append(Note(old, "mapped", f"process version 2003/2010: its points read as {new}"))
    return out
