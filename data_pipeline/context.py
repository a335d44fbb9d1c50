"""What every stage is given: the config, the folders, the annotator, and random numbers that depend on the sample alone."""

import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from data_pipeline import store
from data_pipeline.config import DataConfig

if TYPE_CHECKING:
    from data_pipeline.annotators import Annotator


@dataclass(frozen=True)
class Context:
    """base: the config's folder · out: the build's folder, with one data set for each split."""

    config: DataConfig
    base: Path
    out: Path
    annotator: "Annotator"

    def rng(self, stage: str, name: str) -> random.Random:
        """The same numbers for a sample whatever was done before it, and by whom."""
        return random.Random(f"{self.config.seed}:{stage}:{name}")

    def picture(self, split: str, name: str) -> np.ndarray:
        """A stored picture, (H, W, 3) uint8 sRGB."""
        return store.read_picture(self.out / split / name)

    def keep(self, split: str, name: str, pixels: np.ndarray) -> np.ndarray:
        """Store a picture -> the pixels as they will be read."""
        return store.picture(self.out / split / name, pixels, self.config.quality)
