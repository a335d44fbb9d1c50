"""What is rendered and by what: the frame, the strip that is worked on, and operations (`Op`) with their kernels."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import cv2
import numpy as np

from editor_ops import color, native
from editor_ops.parameters import Parameter, Values
from editor_ops.photo import Photo

ANALYSIS_PIXELS = 200_000
"""Size of the analysis maps: a 1 MP and a 24 MP render of one photo must look alike."""

Maps = dict[object, Any]
"""What operations keep of a photo, each under a key and in a form of its own."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Rows `top` to `bottom` (halo included) of a frame of `height` × `width` pixels.

    A local correction works on columns `left` to `right` only; everywhere else they are the whole width.
    covers  weights of the local corrections on this strip, in their order; None where one does not reach it
    """

    top: int
    bottom: int
    height: int
    width: int
    left: int = 0
    right: int = -1
    covers: tuple["Cover | None", ...] = ()

    @property
    def columns_wide(self) -> int:
        """Number of columns."""
        return (self.width if self.right < 0 else self.right) - self.left

    def sample(self, small: np.ndarray) -> np.ndarray:
        """Enlarge the part of a small map (h, w[, C]) float32 that covers this strip, bilinearly -> (rows, W[, C]).

        Across first, as few rows of the map are needed for a strip, then down.
        """
        step = small.shape[0] / self.height
        down = (self.top + 0.5) * step - 0.5
        first = max(0, int(down))
        last = min(small.shape[0], int(down + (self.bottom - self.top) * step) + 2)
        wide = cv2.resize(small[first:last], (self.width, last - first), interpolation=cv2.INTER_LINEAR)
        wide = np.ascontiguousarray(wide[:, self.left : self.left + self.columns_wide])
        if native.usable(wide):
            out = np.empty((self.bottom - self.top, *wide.shape[1:]), np.float32)
            native.call("rows_between", out, wide, len(wide), wide[0].size, down - first, step)
            return out
        at = np.clip(down - first + step * np.arange(self.bottom - self.top), 0, len(wide) - 1)
        above = at.astype(int)
        share = (at - above).astype(np.float32).reshape(-1, *[1] * (wide.ndim - 1))
        return wide[above] + (wide[np.minimum(above + 1, len(wide) - 1)] - wide[above]) * share

    def rows(self) -> np.ndarray:
        """Vertical pixel centres as a fraction of the height, (rows, 1) float32."""
        return ((np.arange(self.top, self.bottom, dtype=np.float32) + 0.5) / self.height)[:, None]

    def columns(self) -> np.ndarray:
        """Horizontal pixel centres as a fraction of the width, (1, W) float32."""
        numbers = np.arange(self.left, self.left + self.columns_wide, dtype=np.float32)
        return ((numbers + 0.5) / self.width)[None, :]


@dataclass(frozen=True, slots=True)
class Cover:
    """Where a local correction acts on a strip.

    weight  (rows, right - left) float32 in [0, 1], for columns `left` to `right`; 0 everywhere else
    """

    left: int
    right: int
    weight: np.ndarray


@dataclass
class Frame:
    """A photo at the size it is rendered at, with maps that neighbourhood operations share.

    photo   the decoded photo (already cropped, straightened and resized)
    scale   rendered pixels per pixel of the original file (1.0 at full size)
    maps    results that are costly and depend on the photo alone, kept between renders of it
    whole   the uncropped photo; None when it is `photo`
    matrix  (2, 3) from pixel centres (x, y, 1) of `photo` to pixels of `whole`, whose corners are (0, 0) and (W, H)
    order   the operations of the render: one that reads wide radii sees here what comes before it
    notes   what an operation could not do with these settings, one line each
    subject weights (h, w) of the subject on `small`, or None: what masks find, for operations, which lie below them
    """

    photo: Photo
    scale: float = 1.0
    maps: Maps = field(default_factory=dict)
    whole: Photo | None = None
    matrix: np.ndarray = field(default_factory=lambda: np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5]]))
    order: tuple["Op", ...] = ()
    notes: set[str] = field(default_factory=set)
    subject: Callable[["Frame"], np.ndarray | None] = lambda frame: None

    @property
    def uncropped(self) -> Photo:
        """The photo that coordinates in files refer to: upright, whole."""
        return self.whole or self.photo

    @property
    def height(self) -> int:
        return self.photo.height

    @property
    def width(self) -> int:
        return self.photo.width

    @property
    def raw(self) -> bool:
        """True when the photo comes from sensor data and has headroom above white."""
        return self.photo.raw

    @property
    def long_edge(self) -> int:
        """Longer side of the rendered frame in pixels; radii that follow the image are fractions of it."""
        return max(self.height, self.width)

    @property
    def small(self) -> np.ndarray:
        """The frame by area at no more than ANALYSIS_PIXELS: (h, w, 3) float32, linear ProPhoto. Do not write to it."""
        if "small" not in self.maps:
            self.maps["small"] = self.photo.reduced(ANALYSIS_PIXELS)
        return self.maps["small"]

    @property
    def luminance(self) -> np.ndarray:
        """Relative luminance Y of `small`: (h, w) float32, linear, 1.0 = diffuse white. Do not write to it."""
        if "luminance" not in self.maps:
            self.maps["luminance"] = color.luminance(self.small)
        return self.maps["luminance"]


class Encoding(Enum):
    """What the numbers of a strip mean at an operation's boundary. Primaries are always ProPhoto."""

    LINEAR = "linear"  # light; 1.0 = diffuse white, may exceed 1 before the tone stage
    ENCODED = "encoded"  # the sRGB transfer curve on ProPhoto primaries ("Melissa RGB"), in [0, 1]


@dataclass(frozen=True, slots=True)
class Kernel:
    """An operation made ready for one render: coefficients and tables are computed, pixels are not.

    run   (strip (h, W, 3) float32 in the op's encoding, where) -> the same shape; may overwrite its input
    halo  rows above and below that `run` reads and does not produce correctly
    """

    run: Callable[[np.ndarray, Strip], np.ndarray]
    halo: int = 0


@dataclass(frozen=True, slots=True)
class Op:
    """One step of the pipeline: its rows, its encoding, and how to make it ready.

    `prepare` returns None when the settings leave the image alone, so that a default is exact.
    """

    name: str
    encoding: Encoding
    rows: tuple[Parameter, ...]
    prepare: Callable[[Values, Frame], Kernel | None]
    local_rows: tuple[Parameter, ...] = ()
    """Parameters that exist only inside a local correction; their values reach `prepare` in the settings."""

    @property
    def doc(self) -> str:
        """Formula, source and encoding, from the function that implements it."""
        return self.prepare.__doc__ or ""


def op(
    name: str, encoding: Encoding, *rows: Parameter, local_rows: tuple[Parameter, ...] = ()
) -> Callable[[Callable[..., Kernel | None]], Op]:
    """Decorate a `prepare(settings, frame)` function with its name, encoding and rows."""

    def wrap(prepare: Callable[..., Kernel | None]) -> Op:
        return Op(name, encoding, rows, prepare, local_rows)

    return wrap
