"""A place that was found in a photo."""

from dataclasses import dataclass

import numpy as np

from jarvisevo.rules.places import Mask


@dataclass(frozen=True)
class FoundRegion:
    """A place that was found.

    name     canonical: a key of places.PLACES, "thing" for what the detector found, "colour" for a colour's pixels
    title    what people call it, the name of its correction
    masks    tool-call masks that select it
    weight   (h, w) float32 in [0, 1] on the preview
    outside  True when everything but that place is meant
    box      number of the <box> it lies in, or -1
    """

    name: str
    title: str
    masks: tuple[Mask, ...]
    weight: np.ndarray
    outside: bool = False
    box: int = -1

    @property
    def share(self) -> float:
        """Part of the frame, 0-1."""
        return float(self.weight.mean())
