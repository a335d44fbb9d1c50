"""Local corrections of one plan: groups of masks with sliders that are solved inside them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.table import TABLE
from jarvisevo.rules import colours
from jarvisevo.rules.desk import CURVE, Desk, matte, solve
from jarvisevo.rules.found_region import FoundRegion, RegionFinder
from jarvisevo.rules.goals import View
from jarvisevo.rules.places import inside, luminance

Inside = Callable[[View, np.ndarray], float]
"""Reads a number from a view inside the weights of a mask."""
SHARE_OF_VIBRANCE = 0.6
"""Local saturation that comes nearest to a vibrance, of its number."""


@dataclass
class CorrectionPlan:
    """One correction being made: where, and its sliders in file units."""

    region: FoundRegion
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """Canonical name of where it acts; "rest" for everything but a place."""
        return "rest" if self.region.outside else self.region.name

    @property
    def weight(self) -> np.ndarray:
        """Weights on the preview."""
        return self.region.weight

    def moved(self, tool: Mapping[str, float], effort: float) -> dict[str, Any]:
        """The sliders with a share of a tool added."""
        out = dict(self.values)
        for name, full in tool.items():
            out[name] = min(max(out.get(name, 0.0) + effort * full, -1.0), 1.0)
        return out

    def document(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """As it stands in the tool call."""
        sliders = {n: round(v, 3) if isinstance(v, float) else v for n, v in values.items() if not _idle(v)}
        return {
            "What": "Correction",
            "CorrectionName": self.region.title,
            "CorrectionAmount": 1.0,
            "CorrectionActive": True,
            **sliders,
            "CorrectionMasks": list(self.region.masks),
        }


def _idle(value: object) -> bool:
    return isinstance(value, int | float) and abs(value) < 0.002


class Panel:
    """The groups of a plan, on the desk where everything is measured."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.groups: list[CorrectionPlan] = []
        self.burnt: list[str] = []
        """Titles of places that hold no detail to bring back."""

    def group(self, region: FoundRegion) -> CorrectionPlan:
        """The group of a region, made at its first use."""
        for group in self.groups:
            if group.region is region or group.region.title == region.title:
                return group
        self.groups.append(CorrectionPlan(region))
        return self.groups[-1]

    def view(self, group: CorrectionPlan | None = None, values: Mapping[str, Any] | None = None) -> View:
        """The preview with every group so far, one of them with other sliders."""
        documents = [g.document(values if g is group and values is not None else g.values) for g in self.groups]
        documents = [d for d in documents if any(name not in _FRAME for name in d)]
        return self.desk.view({**self.desk.values, **({CORRECTIONS: documents} if documents else {})})

    def seek(
        self, group: CorrectionPlan, read: Inside, change: float, tool: Mapping[str, float], most: float = 1.0
    ) -> float:
        """Effort of a tool that changes what is read inside the mask by `change`; applied and returned."""
        start = read(self.view(group), group.weight)
        best = solve(lambda e: read(self.view(group, group.moved(tool, e)), group.weight) - start, change, most)
        group.values = group.moved(tool, best)
        return best

    def apply(self) -> None:
        """Write the groups that do something into the desk's values."""
        documents = [g.document(g.values) for g in self.groups if any(not _idle(v) for v in g.values.values())]
        if documents:
            self.desk.values[CORRECTIONS] = documents


_FRAME = ("What", "CorrectionName", "CorrectionAmount", "CorrectionActive", "CorrectionMasks")


def local_twin(name: str) -> str:
    """The local slider that does in a mask what a slider does to the whole picture; "" where there is none."""
    return "LocalSaturation" if name == "Vibrance" else (row.local or "") if (row := TABLE.get(name)) else ""


def confine(
    panel: Panel, region: FoundRegion, names: Collection[str] | None = None, kept: Sequence[FoundRegion] = ()
) -> set[str]:
    """Take every slider of the whole picture that has a local twin (or these alone), and let it act in a region only.

    kept  what lies outside it: bands of the mixer that it has much of, which have no twin, are left as they were

    Vibrance becomes saturation; vignette and grain stay as they are. Returned are the colours of those bands.
    """
    desk, group = panel.desk, panel.group(region)
    held: set[str] = set()
    for name, value in list(desk.values.items()):
        row = TABLE.get(name)
        if row is None or (name in desk.start and value == desk.start[name]) or names is not None and name not in names:
            continue
        origin = desk.start.get(name, row.default)
        if name == "ConvertToGrayscale":
            group.values["LocalSaturation"] = -1.0 if value else 0.0
        elif name == "Vibrance":
            group.values = group.moved({"LocalSaturation": SHARE_OF_VIBRANCE * (float(value) - origin) / 100}, 1.0)
        elif name in _MIXER:
            if not any(_holds(desk.first, place.weight, _MIXER[name]) for place in kept):
                continue
            held.add(_MIXER[name])
        elif name == CURVE:
            group.values[row.local] = matte(min(value, 1.0)) if isinstance(value, int | float) else value
        elif row.kind != "number" or not row.local or row.local_unit == 1:
            continue
        else:
            group.values = group.moved({row.local: (float(value) - origin) / row.local_unit}, 1.0)
        desk.put_back(name)
    return held


_MIXER = {
    f"{kind}Adjustment{band.capitalize()}": band
    for kind in ("Hue", "Saturation", "Luminance")
    for band in colours.LAB_HUES
}
"""Sliders of the mixer, each with its colour."""
HELD = 0.15
"""Share of a place from which it has a colour that is not to be changed in it."""
TONES = {"Shadow": (0.0, 0.0, 0.25, 0.6), "Highlight": (0.4, 0.75, 1.0, 1.0)}
"""Encoded luminance where the tones of split toning begin, are whole, are whole no more, and end."""
TONE_TITLES = {"Shadow": ("{place}: shadows", "{place}：阴影"), "Highlight": ("{place}: highlights", "{place}：高光")}


def tone_inside(panel: Panel, regions: RegionFinder, region: FoundRegion) -> None:
    """Split toning, which has no local twin, as a tint of the shadows and of the highlights of a region."""
    desk = panel.desk
    for tone, limits in TONES.items():
        names = [f"SplitToning{tone}{part}" for part in ("Hue", "Saturation")]
        hue, strength = (float(desk.values.get(name, 0.0)) for name in names)
        if not strength or [desk.start.get(name) for name in names] == [hue, strength]:
            continue
        title = TONE_TITLES[tone][regions.chinese].format(place=region.title)
        found = regions.made("rest", title, [*region.masks, inside(luminance(*limits[:2], title, *limits[2:]))])
        for name in names:
            desk.put_back(name)
        if found is not None:
            panel.group(found).values = {"LocalToningHue": hue, "LocalToningSaturation": strength / 100}


def _holds(view: View, weight: np.ndarray, band: str) -> bool:
    """Whether a place has much of a colour."""
    return float((colours.mask(view, band) * weight).sum()) > HELD * float(weight.sum())
