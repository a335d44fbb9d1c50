"""What every stage is given: the config, the folders, the annotator,
and random numbers that depend on the sample alone.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from data_pipeline import splitting, store
from data_pipeline.config import BuildConfig
from editor_ops.photo import Photo
from editor_ops.pipeline import render

if TYPE_CHECKING:
    from data_pipeline.annotators import Annotator


@dataclass(frozen=True)
class Context:
    """base: the config's folder · out: the build's folder, with one data set for each split."""

    config: BuildConfig
    base: Path
    out: Path
    annotator: "Annotator"

    def rng(self, stage: str, name: str) -> random.Random:
        """The same numbers for a sample whatever was done before it, and by whom."""
        return random.Random(f"{self.config.seed}:{stage}:{name}")

    def image(self, split: str, name: str) -> np.ndarray:
        """A stored image, (H, W, 3) uint8 sRGB."""
        return store.read_image(self.out / split / name)

    def keep(self, split: str, name: str, pixels: np.ndarray) -> np.ndarray:
        """Store an image -> the pixels as they will be read."""
        return store.image(self.out / split / name, pixels, self.config.quality)

    def develop(
        self, split: str, name: str, source: np.ndarray, calls: Sequence[Mapping[str, Any]]
    ) -> tuple[tuple[str, ...], np.ndarray]:
        """Render and store a photo after each call -> (the images' names NAME-1 …, the last one as it will be read)."""
        photo, names, last = Photo.from_array(source), [], source
        for number, state in enumerate(splitting.states(calls), 1):
            names.append(f"images/{name}-{number}.jpg")
            last = self.keep(split, names[-1], render(photo, state).eight_bit())
        return tuple(names), last
