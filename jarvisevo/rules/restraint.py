"""What no photographer wants unless it was asked for is taken back: clipping, garish colours, skin of another hue."""

import math
import re
from collections.abc import Sequence

import numpy as np

from editor_ops.table import TABLE
from jarvisevo.rules.corrections import CorrectionPlan, Panel
from jarvisevo.rules.desk import MORE, Desk
from jarvisevo.rules.found_region import FoundRegion
from jarvisevo.rules.goals import View
from jarvisevo.rules.intent import Place, Want
from jarvisevo.rules.local_moves import chroma, mean
from jarvisevo.rules.moves import SLIDERS
from jarvisevo.rules.regions import Regions

CLIPPED = 0.008
"""Share of the pixels that may newly go to white, or to black."""
GARISH = 0.025
SUNK = 0.5
"""L* that the lights may be darker for their protection than they were, or than a wish made them."""
DIM, LEAST_LIGHT = 35.0, 0.68
"""Mean L* of a dark photo, and the share of it that is left when it is to be darker still."""
LIFTING = ("Exposure2012", "Whites2012", "Contrast2012", "Highlights2012")
SINKING = ("Blacks2012", "Contrast2012", "Dehaze", "Shadows2012", "Exposure2012")
TONES = frozenset((*LIFTING, *SINKING))
SKIN_LEAST = 0.002
"""Share of the photo that skin fills before it is watched."""
SKIN_HUE, SKIN_CHROMA = 2.6, 0.13
"""Degrees, and share of the chroma, that skin may change by when nobody named its colour …"""
SKIN_NAMED, SKIN_TINTED = 3.0, 2.0
"""… times this when the colours of the whole picture were to change; when they were only to be warmer or so."""
SKIN_MOST = 0.45
"""Local temperature or tint, of a slider's whole way, that the correction of the skin has at most after many edits."""
PORTRAIT = 0.02
"""Share of the photo that faces fill in a portrait."""
CAPS = {"Clarity2012": 14.0, "Texture": 16.0, "Dehaze": 14.0, "Contrast2012": 32.0, "Saturation": 18.0}
"""Sliders that are hard on skin, how far they go on a portrait."""

LESS = re.compile(r"\bless\b|\bnot (?:so|as|that)\b|少|减|(?:别|不要|不用)(?:这么|那么)")
TAKEN_BACK = {"little": 0.4, "plain": 0.65, "lot": 0.9}
"""Share of what an earlier edit set that "less" takes back at most."""
LEAST_MORE_INSIDE = 0.06
"""Of a slider's whole way, what a little more inside a mask is at least."""


def keep_of_less(desk: Desk, wants: Sequence[Want]) -> None:
    """ "Less warm" after "warmer" is still warm: only "cooler" goes past where the slider began."""
    for want in wants:
        name, way = SLIDERS.get(want.what, ("", 1))
        if name not in desk.start or name in desk.fixed or want.direction != "-" or not LESS.search(want.words.lower()):
            continue
        default = TABLE[name].default
        stood = desk.start[name] - default
        least = default + stood * (1 - TAKEN_BACK[want.degree])
        if stood * way > 0 and (desk.values[name] - least) * way < 0:
            desk.values[name] = least


def only_a_little_more(desk: Desk, group: CorrectionPlan) -> None:
    """Where a correction stands, a little more is a share of where its sliders stand."""
    for name, value in group.values.items():
        stood = desk.stands_locally(group.region.title, name) if isinstance(value, float) else 0.0
        if stood * value > 0:
            most = max(MORE * abs(stood), LEAST_MORE_INSIDE)
            group.values[name] = min(max(value, -most), most)


def portrait_caps(desk: Desk, regions: Regions) -> None:
    """Narrow what is hard on skin, when there is a face of some size."""
    if not regions.land.persons.any():
        return
    face = regions.find(Place("face"))
    if face is not None and face.share > PORTRAIT:
        desk.caps |= CAPS


def protect(desk: Desk, insistence: float = 1.0) -> None:
    """Take back what newly went to white or black, or drove colours to their ends. Tones that stand stay as they are
    set where the wish is not about tones: "warmer" on what somebody exposed.

    insistence  times what may clip, for a wish for a lot
    """
    most = CLIPPED * insistence
    was, now = float(desk.first.l.mean()), float(desk.view().l.mean())
    least = LEAST_LIGHT / insistence * was
    if was < DIM and now < least and not desk.fixed & {"Exposure2012"}:
        desk.seek(lambda view: float(view.l.mean()), least, {"Exposure2012": 2.0})
    if _sets_tones(desk):
        _lights(desk, most)
        _darks(desk, most)
    first = desk.first
    if desk.view().garish() > first.garish() + GARISH:
        tool = {n: -max(desk.values.get(n, 0.0), 0.0) * 0.8 for n in ("Saturation", "Vibrance")}
        if any(tool.values()):
            desk.seek(View.garish, first.garish() + GARISH, tool)


def _sets_tones(desk: Desk) -> bool:
    """Whether tones are this wish's to set: it moves one, or none stands."""
    stood = {name: desk.start.get(name, TABLE[name].default) for name in TONES}
    moved = any(desk.values.get(name, TABLE[name].default) != value for name, value in stood.items())
    return moved or all(value == TABLE[name].default for name, value in stood.items())


def _lights(desk: Desk, most: float) -> None:
    if desk.view().newly_white() <= most:
        return
    tool, values = {"Highlights2012": -75.0, "Whites2012": -35.0}, dict(desk.values)
    least = min(desk.first.zone("highlights"), desk.view().zone("highlights")) - SUNK
    effort = desk.seek(View.newly_white, 0.7 * most, tool)
    for _ in range(5):
        if desk.view().zone("highlights") >= least:
            break
        effort *= 0.7
        desk.values = dict(values)
        desk.add(tool, effort)
    for _ in range(6):
        if desk.view().newly_white() <= most:
            return
        _ease(desk, LIFTING, 1)


def _darks(desk: Desk, most: float) -> None:
    if desk.view().newly_black() <= most:
        return
    desk.seek(View.newly_black, 0.7 * most, {"Blacks2012": 14, "Shadows2012": 10})
    for _ in range(8):
        if desk.view().newly_black() <= most:
            return
        _ease(desk, SINKING, -1)


def _ease(desk: Desk, names: tuple[str, ...], sign: int) -> None:
    """Take a sixth of what the wish moved sliders by that drive tones to an end."""
    for name in names:
        stood = desk.start.get(name, TABLE[name].default)
        moved = desk.values.get(name, stood) - stood
        drives = moved * sign > 0 or (name in ("Contrast2012", "Dehaze") and moved > 0)
        if drives and name not in desk.fixed:
            desk.values[name] = stood + 0.83 * moved


def skin(panel: Panel, regions: Regions, scale: float) -> FoundRegion | None:
    """Bring skin back to its own colour where the edit of the whole picture changed it too much.

    scale  times what skin may change by: more where the colours of the whole picture were to change
    Returns the region when something was brought back.
    """
    desk = panel.desk
    if desk.values.get("ConvertToGrayscale") or not regions.land.persons.any():
        return None
    found = regions.find(Place("skin"))
    if found is None or found.share < SKIN_LEAST:
        return None
    was, now = (_colour(view, found.weight) for view in (desk.first, panel.view()))
    if was[0] < 4:
        return None
    turn = (now[1] - was[1] + 180) % 360 - 180
    ratio = now[0] / was[0]
    hue_limit, chroma_limit = SKIN_HUE * scale, SKIN_CHROMA * scale
    if abs(turn) <= hue_limit and abs(ratio - 1) <= chroma_limit:
        return None
    radius = was[0] * min(max(ratio, 1 - chroma_limit), 1 + chroma_limit)
    angle = math.radians(was[1] + min(max(turn, -hue_limit), hue_limit))
    group = panel.group(found)
    for _ in range(2):
        for channel, target, name in (
            (2, radius * math.sin(angle), "LocalTemperature"),
            (1, radius * math.cos(angle), "LocalTint"),
        ):
            gap = target - mean(channel)(panel.view(), found.weight)
            way = 1.0 if gap > 0 else -1.0
            stands = group.values.get(name, 0.0) + desk.stands_locally(found.title, name)
            room = max(min(0.22, SKIN_MOST - way * stands), 0.0)
            if abs(gap) > 0.25 and room:
                panel.seek(group, mean(channel), gap, {name: way * room})
    return found if any(group.values.values()) else None


def _colour(view: View, weight: np.ndarray) -> tuple[float, float]:
    """Chroma and hue (degrees) of the mean colour under a map."""
    a, b = mean(1)(view, weight), mean(2)(view, weight)
    return math.hypot(a, b), math.degrees(math.atan2(b, a))


__all__ = ["chroma", "portrait_caps", "protect", "skin"]
