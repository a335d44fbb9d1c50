"""Two images of one photo, before and after an edit, and the arrays that everything else is measured on."""

from functools import cached_property
from hashlib import blake2b

import cv2
import numpy as np

from editor_ops.measure import to_lab

SIDE = 640
"""Long edge at which edits are judged: what is seen on a screen, not every grain of the sensor."""
FORMS = (0.001, 0.004, 0.01, 0.03)
"""Shares of the long edge between which detail is an edge, and between which a form."""
Weight = np.ndarray
"""(h, w) float32 in [0, 1]: how much each pixel belongs to a place."""


class ImageView:
    """One image in CIELAB (D50): `lab` (h, w, 3) float32, its planes, chroma, and the codes it came from."""

    def __init__(self, codes: np.ndarray) -> None:
        self.codes = codes
        self.lab = to_lab(codes)
        self.l, self.a, self.b = (np.ascontiguousarray(self.lab[..., i]) for i in range(3))

    @cached_property
    def chroma(self) -> np.ndarray:
        """C*ab, (h, w) float32."""
        return cv2.magnitude(self.a, self.b)

    @cached_property
    def exposed(self) -> np.ndarray:
        """What colour is divided by so that exposure alone does not change it: (L* + 16) / 66, 1 at mid grey."""
        return (self.l + 16) / 66

    @cached_property
    def saturation(self) -> np.ndarray:
        """Chroma relative to lightness, as if every pixel were a mid grey: exposure alone leaves it as it is."""
        return self.chroma / self.exposed

    @cached_property
    def hue(self) -> np.ndarray:
        """Hue angle in degrees, 0-360, (h, w) float32."""
        return cv2.phase(self.a, self.b, angleInDegrees=True)

    @cached_property
    def fine(self) -> np.ndarray:
        """L* detail of a pixel or two."""
        return self.l - cv2.GaussianBlur(self.l, (0, 0), 1.2)

    @cached_property
    def local(self) -> np.ndarray:
        """|L* detail| of edges and of forms, some .2 and some 2 % of the long edge, together: what clarity moves."""
        steps = [cv2.GaussianBlur(self.l, (0, 0), max(size * max(self.l.shape), 0.5)) for size in FORMS]
        return np.abs(steps[0] - steps[1]) + np.abs(steps[2] - steps[3])

    @cached_property
    def edges(self) -> np.ndarray:
        """Size of the L* gradient per pixel."""
        return cv2.magnitude(
            cv2.Sobel(self.l, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(self.l, cv2.CV_32F, 0, 1, scale=1 / 8)
        )

    @cached_property
    def dark_channel(self) -> np.ndarray:
        """Least L* nearby: the veil over a hazy image (He 2009, of lightness, so that saturation leaves it alone)."""
        side = 2 * max(1, round(0.01 * max(self.l.shape))) + 1
        return cv2.erode(self.l, np.ones((side, side), np.uint8))


class ImagePair:
    """A photo before and after an edit, (H, W, 3) uint8 sRGB of one size; measured at SIDE pixels at most.

    fitted   False where the frames differ and could not be brought together: places then mean nothing
    aspects  width / height of both frames
    orientation  by which `before` was turned to lie like `after`, as EXIF counts
    """

    def __init__(
        self,
        before: np.ndarray,
        after: np.ndarray,
        *,
        aspects: tuple[float, float] | None = None,
        turned: float = 0.0,
        kept: float = 1.0,
        orientation: int = 1,
    ) -> None:
        self.before, self.after = _small(before), _small(after)
        own = before.shape[1] / before.shape[0]
        self.aspects = aspects or (own, own)
        self.turned, self.kept, self.orientation = turned, kept, orientation

    @property
    def reframed(self) -> bool:
        """True when the edit cropped or turned the frame."""
        cropped = self.kept < 0.985 or abs(self.aspects[1] / self.aspects[0] - 1) > 0.012
        return cropped or self.orientation != 1 or abs(self.turned) > 0.15

    @cached_property
    def views(self) -> tuple[ImageView, ImageView]:
        """Before and after."""
        return ImageView(self.before), ImageView(self.after)

    @cached_property
    def moved(self) -> np.ndarray:
        """Colour difference ΔE*ab of each pixel, (h, w) float32."""
        first, then = self.views
        return np.linalg.norm(then.lab - first.lab, axis=2)

    @cached_property
    def difference(self) -> float:
        """Mean colour difference."""
        return float(self.moved.mean())

    @cached_property
    def everywhere(self) -> Weight:
        """The weight of the whole frame."""
        return np.ones(self.before.shape[:2], np.float32)

    @cached_property
    def flat(self) -> np.ndarray:
        """(h, w) bool: the smoother half of the photo before, where noise and steps would show."""
        view = self.views[0]
        busy = cv2.GaussianBlur(np.abs(view.fine), (0, 0), 3)
        inside = (view.l > 6) & (view.l < 96)
        if not inside.any():
            return inside
        return inside & (busy <= max(float(np.percentile(busy[inside], 35)), 0.25))

    @cached_property
    def digest(self) -> bytes:
        """Of the image before: what a mask found in it is kept under."""
        return blake2b(self.before.tobytes() + str(self.before.shape).encode(), digest_size=16).digest()


def _small(codes: np.ndarray) -> np.ndarray:
    factor = SIDE / max(codes.shape[:2])
    if factor >= 1:
        return np.ascontiguousarray(codes)
    size = (max(1, round(codes.shape[1] * factor)), max(1, round(codes.shape[0] * factor)))
    return cv2.resize(codes, size, interpolation=cv2.INTER_AREA)


def mean(values: np.ndarray, weight: Weight) -> float:
    """Weighted mean; 0 where nothing weighs."""
    total = float(weight.sum())
    return float((values * weight).sum() / total) if total > 0 else 0.0


def deviation(values: np.ndarray, weight: Weight) -> float:
    """Weighted standard deviation."""
    centre = mean(values, weight)
    return float(np.sqrt(max(mean((values - centre) ** 2, weight), 0.0)))


def ramp(value: float, free: float, full: float) -> float:
    """0 up to `free`, 1 from `full` on, smooth between."""
    x = min(max((value - free) / (full - free), 0.0), 1.0)
    return x * x * (3 - 2 * x)
