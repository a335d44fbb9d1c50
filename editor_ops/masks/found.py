"""Regions found in a photo: segmented once on a small rendering, kept, and refined to the pixels of every size."""

from collections import OrderedDict
from threading import Lock
from weakref import WeakKeyDictionary

import cv2
import numpy as np

from editor_ops import color
from editor_ops.develop import develop, is_output
from editor_ops.frame import Frame
from editor_ops.masks import semantic
from editor_ops.masks.region import MaskError, Region
from editor_ops.ops.tone import TONE
from editor_ops.photo import Photo
from editor_ops.settings import Settings

SIDE = 768
"""Long side of the rendering that regions are found on."""
KEPT_REGIONS = 16
"""Regions of one photo whose result is kept."""
RADIUS, EPS = 3, 4e-4
"""Window (pixels of that rendering) and smoothness of the guided filter that carries a mask to full size."""
LEAST = 0.02
"""Weights nearer than this to 0 or 1 become 0 or 1: outside a region nothing moves at all."""

_kept: WeakKeyDictionary[Photo, "OrderedDict[Region, np.ndarray | MaskError]"] = WeakKeyDictionary()
_lock = Lock()


def guide(linear: np.ndarray) -> np.ndarray:
    """What edges are read from: the square root of luminance, (h, W) float32; linear ProPhoto in."""
    return cv2.sqrt(np.clip(color.luminance(linear), 0, 1))


def image(photo: Photo) -> np.ndarray:
    """The undeveloped photo as a segmenter sees it: (h, w, 3) uint8 sRGB, long side at most SIDE."""
    frame = Frame(photo.resized(SIDE))
    if is_output(frame.photo, "srgb", 8):
        return frame.photo.pixels
    kernel = TONE.prepare(Settings(), frame)  # the one operation that acts at its defaults: on RAW photos
    return develop(frame, [(TONE.encoding, kernel)] if kernel else [], threads=1)


def mask(photo: Photo, region: Region) -> np.ndarray:
    """Weights of a region on the small rendering: (h, w) float32 in [0, 1]. MaskError when it is not to be found."""
    slope, offset = cv2.split(coefficients(photo, region))
    return np.clip(slope * guide(_small(photo)) + offset, 0, 1)


def coefficients(photo: Photo, region: Region) -> np.ndarray:
    """(h, w, 2) float32: weight = slope · guide + offset, at any resolution (He & Sun 2015, the fast guided filter).

    Kept per photo; so is the reason why a region was not found.
    """
    with _lock:
        kept = _kept.setdefault(photo, OrderedDict())
        result = kept.get(region)
        if result is not None:
            kept.move_to_end(region)
    if result is None:
        try:
            result = _fit(photo, region)
        except MaskError as error:
            result = MaskError(str(error))
        with _lock:
            kept[region] = result
            while len(kept) > KEPT_REGIONS:
                kept.popitem(last=False)
    if isinstance(result, MaskError):
        raise MaskError(str(result))
    return result


UNSURE = 0.75
"""Confidence below which a region is shown, but said to be unsure."""


def confidence(photo: Photo, region: Region) -> float | None:
    """How sure a found region is, 0 to 1; None where that cannot be judged. MaskError when it was not found.

    It is an estimate of the overlap (IoU) with the true region; below UNSURE a person should look at it.
    """
    weight = mask(photo, region)
    rgb = image(photo)
    return semantic.confidence(rgb, region, cv2.resize(weight, rgb.shape[1::-1], interpolation=cv2.INTER_LINEAR))


def _small(photo: Photo) -> np.ndarray:
    return photo.resized(SIDE).linear()


def _fit(photo: Photo, region: Region) -> np.ndarray:
    weight = semantic.locate(image(photo), region)
    small = guide(_small(photo))
    if weight.shape != small.shape:
        weight = cv2.resize(weight, (small.shape[1], small.shape[0]), interpolation=cv2.INTER_LINEAR)
    if not np.isfinite(weight).all():
        raise MaskError(f"the {region.name} finder returned numbers that are not finite")
    side = (2 * RADIUS + 1, 2 * RADIUS + 1)
    mean_g, mean_w = cv2.blur(small, side), cv2.blur(weight, side)
    slope = (cv2.blur(small * weight, side) - mean_g * mean_w) / (cv2.blur(small * small, side) - mean_g**2 + EPS)
    offset = mean_w - slope * mean_g
    return cv2.merge([cv2.blur(slope, side), cv2.blur(offset, side)]).astype(np.float32)
