"""What no photographer wants unless it was asked for is taken back: clipping, garish colours, skin of another hue."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from editor_ops.measure import relit
from editor_ops.table import TABLE
from jarvisevo.rules.corrections import CorrectionPlan, Inside, Panel, local_twin
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
SKIN_SHIFT = 1.0
"""Distance in a*b* that a turn of its hue makes at least to be seen: less, of what has hardly a colour."""
SKIN_GAIN = 1.0
"""Distance in a*b* to its own colour by which a correction of skin brings it nearer, or is not made."""
SKIN_SLACK = 0.5
"""Degrees by which one that takes colour away may turn it."""
SKIN_GREY = 4.0
"""C*ab of skin below which it has no colour to hold."""
SKIN_MOST = 0.45
"""Of a slider's whole way, what the correction of the skin has of temperature, tint, saturation after many edits."""
SKIN_STEPS = (0.22, 0.3)
"""The same of one step: temperature or tint, saturation."""
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


def keep_of_less_there(group: CorrectionPlan, standing: Mapping[str, Any], wants: Sequence[Want]) -> None:
    """The same of what stands in a correction that is gone on with."""
    for want in wants:
        twin = local_twin(SLIDERS.get(want.what, ("",))[0])
        if twin in standing and want.direction == "-" and LESS.search(want.words.lower()):
            most = TAKEN_BACK[want.degree] * abs(standing[twin])
            group.values[twin] = min(max(group.values.get(twin, 0.0), -most), most)


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
    lit = View(relit(desk.first.codes, panel.view().codes))
    own, now = (_colour(view, found.weight) for view in (lit, panel.view()))
    if own.chroma < SKIN_GREY:
        return None
    group = panel.group(found)
    before = group.values
    limit = max(SKIN_HUE, math.degrees(SKIN_SHIFT / own.chroma)) * scale
    if abs(turn := now.turned_from(own)) > limit:
        hue = math.radians(own.hue + math.copysign(limit, turn))
        _tinted(panel, group, _Colour(now.chroma * math.cos(hue), now.chroma * math.sin(hue)))
    ratio, most = now.chroma / own.chroma, SKIN_CHROMA * scale
    if abs(ratio - 1) > most:
        gap = own.chroma * min(max(ratio, 1 - most), 1 + most) - _richness(panel.view(), found.weight)
        _seek(panel, group, _richness, gap, "LocalSaturation", SKIN_STEPS[1])
    held = _colour(panel.view(), found.weight)
    farther = abs(held.turned_from(own)) > abs(turn) + SKIN_SLACK
    if farther or now.distance(own) - held.distance(own) < SKIN_GAIN:
        group.values = before  # what was to help did harm, or next to nothing
    return found if group.values != before else None


def _tinted(panel: Panel, group: CorrectionPlan, target: "_Colour") -> None:
    """Bring the mean colour of skin to another one by its temperature and tint, as far as these may go."""
    for _ in range(2):
        for channel, wanted, name in ((2, target.b, "LocalTemperature"), (1, target.a, "LocalTint")):
            gap = wanted - mean(channel)(panel.view(), group.weight)
            _seek(panel, group, mean(channel), gap, name, SKIN_STEPS[0])


def _seek(panel: Panel, group: CorrectionPlan, read: Inside, gap: float, name: str, most: float) -> None:
    """Close a gap by a slider of the correction, that may go by `most`, and SKIN_MOST after many edits."""
    stands = group.values.get(name, 0.0) + panel.desk.stands_locally(group.region.title, name)
    room = max(min(most, SKIN_MOST - math.copysign(stands, gap * stands)), 0.0)
    if abs(gap) > 0.25 and room:
        panel.seek(group, read, gap, {name: math.copysign(room, gap)})


class _Colour(NamedTuple):
    """A colour by its a* and b*."""

    a: float
    b: float

    @property
    def chroma(self) -> float:
        return math.hypot(self.a, self.b)

    @property
    def hue(self) -> float:
        """In degrees."""
        return math.degrees(math.atan2(self.b, self.a))

    def turned_from(self, other: "_Colour") -> float:
        """Degrees that its hue lies from another's."""
        return (self.hue - other.hue + 180) % 360 - 180

    def distance(self, other: "_Colour") -> float:
        """Distance in a*b*."""
        return math.dist(self, other)


def _colour(view: View, weight: np.ndarray) -> _Colour:
    """The mean colour under a map."""
    return _Colour(mean(1)(view, weight), mean(2)(view, weight))


def _richness(view: View, weight: np.ndarray) -> float:
    """Chroma of the mean colour under a map."""
    return _colour(view, weight).chroma


__all__ = ["chroma", "portrait_caps", "protect", "skin"]
