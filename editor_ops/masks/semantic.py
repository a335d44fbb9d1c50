"""Which segmenter finds which region: the user's own first, then the built-in one that needs nothing."""

from collections import OrderedDict
from hashlib import blake2b
from threading import Lock

import numpy as np

from editor_ops.masks import figure, objects, parts, people, scene_parsing, sky
from editor_ops.masks.matting import ENVIRONMENT, OnnxMatting, SetupError, from_environment
from editor_ops.masks.region import MaskError, Region, Segmenter

KEPT = 48
"""Regions of the last photos that are kept."""


class BuiltinSegmenter:
    """Small networks shipped with the package, and classical image analysis; on the CPU, the same every time."""

    name = "built-in"
    regions = frozenset(
        {
            "subject",
            "sky",
            "person",
            "background",
            "object",
            "vegetation",
            *parts.PARTS,
            *figure.REGIONS,
            *scene_parsing.PARTS,
        }
    )

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[bytes, Region], np.ndarray | str] = OrderedDict()
        self._lock = Lock()

    def segment(self, rgb: np.ndarray, region: Region) -> np.ndarray:
        """(h, w, 3) uint8 sRGB -> (h, w) float32 in [0, 1]; MaskError with the reason where it cannot.

        What was found in the last few photos is kept by their pixels, so that another copy of one is not searched
        again.
        """
        key = blake2b(rgb.tobytes() + str(rgb.shape).encode(), digest_size=16).digest(), region
        with self._lock:
            found = self._found.get(key)
        if found is None:
            try:
                found = self._search(rgb, region)
            except MaskError as error:
                found = str(error)
            with self._lock:
                self._found[key] = found
                while len(self._found) > KEPT:
                    self._found.popitem(last=False)
        if isinstance(found, str):
            raise MaskError(found)
        return found.copy()

    def _search(self, rgb: np.ndarray, region: Region) -> np.ndarray:
        if region.name == "clothes":
            return figure.clothes(rgb, region)
        if region.name in parts.PARTS:
            return parts.find(rgb, region)
        if region.name in figure.REGIONS:
            return figure.find(rgb, region)
        if region.name == "sky":
            return _without_persons(rgb, sky.find(rgb))
        if region.name == "person":
            return people.person(rgb, region)
        if region.name == "vegetation":
            return _without_persons(rgb, objects.vegetation(rgb))
        if region.name in scene_parsing.PARTS:
            found = scene_parsing.find(rgb, region.name)
            return found if region.name in scene_parsing.ON_PERSONS else _without_persons(rgb, found)
        if region.name == "object":
            return objects.drawn(rgb, region)
        weight = objects.subject(rgb, region)
        return weight if region.name == "subject" else 1 - weight


def _without_persons(rgb: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """A map of the scenery with the persons taken out."""
    for person in people.scene(rgb).persons:
        weight = weight * (1 - person.weight)
    return weight


_registered: list[Segmenter] = []
_lock = Lock()
_builtin = BuiltinSegmenter()


def register(segmenter: Segmenter) -> None:
    """Put a segmenter before all others; the latest comes first."""
    with _lock:
        _registered.insert(0, segmenter)


def unregister(segmenter: Segmenter) -> None:
    """Take a registered segmenter out again."""
    with _lock:
        _registered.remove(segmenter)


def segmenters() -> tuple[Segmenter, ...]:
    """All segmenters in the order they are asked: registered, named by the environment, built in."""
    with _lock:
        named = from_environment()
        return (*_registered, *((named,) if named else ()), _builtin)


def locate(rgb: np.ndarray, region: Region) -> np.ndarray:
    """Weights of a region in a photo: (h, w, 3) uint8 sRGB -> (h, w) float32 in [0, 1].

    Every segmenter that serves the region is asked in turn. MaskError with all their reasons when none finds it.
    """
    if rgb.ndim != 3 or rgb.shape[2] != 3 or rgb.dtype != np.uint8 or not rgb.size:
        raise MaskError(f"a segmenter needs (h, w, 3) uint8, got {rgb.shape} {rgb.dtype}")
    reasons = []
    for segmenter in segmenters():
        if region.name not in segmenter.regions:
            continue
        try:
            return _checked(segmenter, rgb, region)
        except SetupError:
            raise
        except MaskError as error:
            reasons.append(str(error) if segmenter is _builtin else f"{segmenter.name}: {error}")
    if reasons:
        raise MaskError("; ".join(reasons))
    raise MaskError(f"no segmenter for {region.name[:40]!r}")


def confidence(rgb: np.ndarray, region: Region, weight: np.ndarray) -> float | None:
    """How sure the built-in segmenter is of what it found, 0 to 1; None for regions that it cannot judge.

    rgb (h, w, 3) uint8 sRGB and weight (h, w) as `locate` took and gave them.
    """
    if any(region.name in s.regions for s in segmenters()[:-1]):
        return None
    if region.name == "sky":
        return sky.confidence(rgb, weight)
    if region.name in scene_parsing.PARTS:
        return scene_parsing.confidence(rgb, region.name, weight)
    if region.name == "person":
        return people.confidence(rgb, region, weight)
    if region.name in ("subject", "background"):
        return objects.confidence(rgb, region, weight if region.name == "subject" else 1 - weight)
    return None


def _checked(segmenter: Segmenter, rgb: np.ndarray, region: Region) -> np.ndarray:
    """What a segmenter returned, if it is a map of the right size and kind."""
    weight = np.asarray(segmenter.segment(rgb, region), np.float32)
    if weight.shape != rgb.shape[:2] or not np.isfinite(weight).all():
        raise MaskError(f"returned {weight.shape} for a photo of {rgb.shape[:2]}, or numbers that are not finite")
    return np.clip(weight, 0, 1)


__all__ = ["ENVIRONMENT", "BuiltinSegmenter", "OnnxMatting", "locate", "register", "segmenters", "unregister"]
