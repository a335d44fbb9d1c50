"""A place that was found in a photo, and what is asked of who finds them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from jarvisevo.rules.desk import Desk
from jarvisevo.rules.intent import Place
from jarvisevo.rules.places import Box, Mask
from jarvisevo.rules.scenery import Land


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


class RegionFinder(Protocol):
    """What is asked of regions.Regions."""

    desk: Desk
    chinese: bool

    @property
    def land(self) -> Land:
        """The scene."""

    def find(self, place: Place) -> FoundRegion | None:
        """A place, by its name, colour and side."""

    def title(self, place: Place) -> str:
        """What people call it."""

    def made(self, name: str, title: str, masks: Sequence[Mask]) -> FoundRegion | None:
        """A region of masks."""

    def colour(self, name: str, within: FoundRegion | None = None) -> FoundRegion | None:
        """The pixels of a colour."""

    def cut_out(self, noun: str, boxes: Sequence[Box]) -> FoundRegion | None:
        """Things in boxes."""
