"""What can be more or less, read from an image: each quantity with the change that a plain request asks for.

The units are how far an ordinary retoucher moves a slider for such words, measured on the shared photos; they are
the judge's own and know nothing of what our solver aims at.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from jarvisevo.scoring.analytic.image_pair import ImagePair, ImageView, Weight, deviation, mean
from jarvisevo.scoring.analytic.places import radius, zone

TO_USUAL = 0.25
"""Share of the way to an ordinary photo that is a plain step."""
Read = Callable[[ImagePair, ImageView, Weight], float]
"""One number of a view; masks come from the photo before."""


@dataclass(frozen=True)
class Quantity:
    """A measure.

    read      its value in an image
    unit      the change of a plain request for more; a share of the value when `relative`
    relative  whether changes are measured as ratios
    floor     the least value that a share is taken of
    down      the change of a plain request for less, where it differs
    usual     the value of an ordinary photo: from far below it, a plain request for more is a share of the way there
    """

    read: Read
    unit: float
    relative: bool = False
    floor: float = 1.0
    down: float = 0.0
    usual: float = 0.0

    def change(self, pair: ImagePair, weight: Weight) -> tuple[float, float, float]:
        """(value before, value after, change in units)."""
        now, then = (self.read(pair, view, weight) for view in pair.views)
        size = self.down if self.down and then < now else self.unit
        if self.relative:
            size *= max(now, self.floor)
        if then > now and self.usual:
            size = max(size, TO_USUAL * (self.usual - now))
        return now, then, (then - now) / size


def _toned(name: str) -> Read:
    return lambda pair, view, weight: mean(view.l, weight * zone(pair.views[0], name, weight))


def _balance(pair: ImagePair, plane: np.ndarray, weight: Weight) -> float:
    """Mean of a* or b*, the greyer the more: what a shift of the balance moves, and a change of saturation does not.

    What is nearly black has no colour to tell by.
    """
    calm = (np.exp(-pair.views[0].chroma / 14.0) + 0.08) * np.clip(pair.views[0].l / 20, 0.02, 1)
    return mean(plane, weight * calm)


def _clarity(pair: ImagePair, view: ImageView, weight: Weight) -> float:
    """Local contrast, three quarters of what the contrast of the whole image brings along taken out."""
    return mean(view.local, weight) / max(float(view.l.std()), 3.0) ** 0.75


def _noise(pair: ImagePair, view: ImageView, weight: Weight) -> float:
    inside = pair.flat & (weight > 0.5)
    return float(np.abs(view.fine[inside]).mean()) if inside.sum() > 30 else 0.0


def _sharpness(pair: ImagePair, view: ImageView, weight: Weight) -> float:
    """Mean gradient where the photo before was sharpest."""
    first = pair.views[0].edges
    inside = weight > 0.5
    if inside.sum() < 30:
        return 0.0
    picked = inside & (first >= np.percentile(first[inside], 85))
    return float(view.edges[picked].mean())


def _corners(pair: ImagePair, view: ImageView, weight: Weight) -> float:
    far = radius(view.l.shape)
    outer, inner = far > 1.05, far < 0.55
    return float(view.l[inner].mean() - view.l[outer].mean()) if outer.any() and inner.any() else 0.0


def _fade(pair: ImagePair, view: ImageView, weight: Weight) -> float:
    inside = view.l[weight > 0.5]
    return float(np.percentile(inside, 3)) if inside.size else 0.0


def _blur(pair: ImagePair, view: ImageView, weight: Weight) -> float:
    return 1.0 / max(mean(view.edges, weight), 0.05)


def _split(pair: ImagePair, view: ImageView, weight: Weight) -> float:
    """How much further b* of the lights went up than that of the shadows; not for having become paler."""
    first = pair.views[0]
    moved = []
    for name in ("highlights", "shadows"):
        part = weight * zone(first, name, weight)
        left = min(mean(view.chroma, part) / max(mean(first.chroma, part), 3.0), 1.0)
        moved.append(mean(view.b, part) - left * mean(first.b, part))
    return moved[0] - moved[1]


QUANTITIES: dict[str, Quantity] = {
    "brightness": Quantity(lambda p, v, w: mean(v.l, w), 6.0),
    "contrast": Quantity(lambda p, v, w: deviation(v.l, w), 0.13, True, 11.0, usual=20.0),
    "saturation": Quantity(lambda p, v, w: mean(v.saturation, w), 0.20, True, 8.0, 0.27, usual=20.0),
    "vibrance": Quantity(lambda p, v, w: mean(v.saturation, w), 0.16, True, 8.0, 0.20, usual=20.0),
    "warmth": Quantity(lambda p, v, w: _balance(p, v.b / v.exposed, w), 3.7),
    "tint": Quantity(lambda p, v, w: _balance(p, v.a / v.exposed, w), 3.0),
    "highlights": Quantity(_toned("highlights"), 4.5),
    "shadows": Quantity(_toned("shadows"), 4.0),
    "midtones": Quantity(_toned("midtones"), 5.0),
    "whites": Quantity(_toned("whites"), 4.0, down=2.0),
    "blacks": Quantity(_toned("blacks"), 3.0, down=3.5),
    "clarity": Quantity(_clarity, 0.033, True, 0.8),
    "texture": Quantity(lambda p, v, w: mean(np.abs(v.fine), w), 0.20, True, 0.1),
    "sharpness": Quantity(_sharpness, 0.22, True, 0.3),
    "haze": Quantity(lambda p, v, w: mean(v.dark_channel / v.exposed, w), 6.0, down=2.0),
    "noise": Quantity(_noise, 0.45, True, 0.1),
    "grain": Quantity(_noise, 1.0, True, 0.25),
    "vignette": Quantity(_corners, 11.0),
    "blur": Quantity(_blur, 0.35, True, 0.01),
    "fade": Quantity(_fade, 5.0),
    "split": Quantity(_split, 4.0),
}
"""By the names of `Intent`'s quantities, and what looks are read by besides."""
SLIDER = {
    "brightness": 12,
    "contrast": 30,
    "saturation": 25,
    "vibrance": 30,
    "warmth": 31,
    "tint": 20,
    "sharpness": 60,
    "grain": 20,
}
"""Slider steps that make one unit of a quantity; 40 where nothing is said."""


def expected_exposure(view: ImageView, weight: Weight, stops: float) -> float:
    """Change of the mean L* that so many stops of exposure make in this photo, the lights clipping as they must."""
    linear = np.clip(((view.l + 16) / 116) ** 3, 0, 1) * 2.0**stops
    lifted = 116 * cv2.pow(np.clip(linear, 0, 1).astype(np.float32), 1 / 3) - 16
    return mean(np.maximum(lifted, 0), weight) - mean(view.l, weight)
