"""Edits of a part of the frame: a region that was found, or a side of it, with sliders that go together."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from data_pipeline.samples import RegionBox
from editor_ops.masks.rows import CORRECTIONS
from editor_ops.settings import Settings

IMAGE_MASKS: Mapping[str, Mapping[str, Any]] = {
    "subject": {"MaskSubType": 1},
    "sky": {"MaskSubType": 2},
    "person": {"MaskSubType": 3},
    "face": {"MaskSubType": 3, "MaskSubCategoryID": 2},
    "background": {"MaskSubType": 1, "MaskInverted": True},
}
"""Regions that the sandbox finds by itself (editor_ops.masks)."""
GRADIENTS: Mapping[str, tuple[float, float, float, float]] = {
    "top": (0.5, 0.15, 0.5, 0.6),
    "bottom": (0.5, 0.85, 0.5, 0.45),
    "left": (0.1, 0.5, 0.55, 0.5),
    "right": (0.9, 0.5, 0.45, 0.5),
}
"""Where a linear gradient is full and where it ends: x, y, x, y in fractions."""
SIDES = 0.2
"""Share of local edits that use a gradient or an ellipse rather than a region."""
KINDS: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "sky": {
        "LocalExposure2012": (-0.16, 0.08),
        "LocalSaturation": (0.3, 0.15),
        "LocalTemperature": (-0.2, 0.15),
        "LocalHighlights2012": (-0.4, 0.2),
        "LocalDehaze": (0.2, 0.08),
        "LocalClarity2012": (0.3, 0.1),
    },
    "face": {
        "LocalExposure2012": (0.14, 0.06),
        "LocalShadows2012": (0.35, 0.15),
        "LocalTemperature": (0.12, 0.12),
        "LocalClarity2012": (-0.25, 0.1),
    },
    "person": {
        "LocalExposure2012": (0.14, 0.08),
        "LocalContrast2012": (0.2, 0.12),
        "LocalSaturation": (0.15, 0.15),
        "LocalShadows2012": (0.35, 0.15),
    },
    "subject": {
        "LocalExposure2012": (0.13, 0.1),
        "LocalContrast2012": (0.25, 0.12),
        "LocalSaturation": (0.25, 0.12),
        "LocalClarity2012": (0.3, 0.12),
    },
    "background": {
        "LocalExposure2012": (-0.16, 0.08),
        "LocalSaturation": (-0.35, 0.15),
        "LocalClarity2012": (-0.35, 0.15),
        "LocalTemperature": (-0.15, 0.12),
    },
    "side": {
        "LocalExposure2012": (0.0, 0.18),
        "LocalContrast2012": (0.15, 0.15),
        "LocalTemperature": (0.0, 0.2),
        "LocalSaturation": (0.1, 0.2),
    },
}
"""Sliders with mean and standard deviation of what retouchers set there."""
LEAST = 0.06


def sample(rng: random.Random, regions: Sequence[RegionBox]) -> Settings:
    """One correction of a part: a found region or its surroundings, now and then a side of the frame."""
    names = [region.name for region in regions]
    if "subject" in names or "person" in names:
        names.append("background")
    if not names or rng.random() < SIDES:
        place, mask = _side(rng)
        kind = "side"
    else:
        place = kind = rng.choice(names)
        mask = {"What": "Mask/Image", **IMAGE_MASKS[place]}
    possible = KINDS[kind]
    chosen = rng.sample(list(possible), rng.choice((1, 1, 1, 2)))
    sliders = {name: _value(rng.gauss(*possible[name])) for name in chosen}
    return Settings.parse({CORRECTIONS: [{"CorrectionName": place, **sliders, "CorrectionMasks": [mask]}]})


def _value(value: float) -> float:
    """Two decimals, never too little to be seen."""
    size = min(max(abs(value), LEAST), 0.8)
    return round(size if value >= 0 else -size, 2)


def _side(rng: random.Random) -> tuple[str, dict[str, Any]]:
    """A gradient over a side, or an ellipse in the middle."""
    if rng.random() < 0.3:
        x, y = rng.uniform(0.2, 0.32), rng.uniform(0.2, 0.3)
        oval = {"Left": round(x, 2), "Top": round(y, 2), "Right": round(1 - x, 2), "Bottom": round(1 - y, 2)}
        return "center", {"What": "Mask/CircularGradient", **oval, "Feather": 60}
    place = rng.choice(list(GRADIENTS))
    x1, y1, x2, y2 = GRADIENTS[place]
    return place, {"What": "Mask/Gradient", "FullX": x1, "FullY": y1, "ZeroX": x2, "ZeroY": y2}
