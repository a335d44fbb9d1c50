"""Who puts a sample into words and judges it: one interface, two annotators (`offline.py`, `model.py`).

All methods work on several cases at once, so that requests to a server go out together. What failed is an
`AnnotationError` in its place, with the reason; the others go on.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from data_pipeline.language.observe import Difference
from data_pipeline.samples import RegionBox
from jarvisevo.record.trajectory import Evaluation


class AnnotationError(ValueError):
    """No usable annotation of one case: one line with the cause."""


@dataclass(frozen=True)
class AnnotationCase:
    """A sample as an annotator sees it.

    images      (H, W, 3) uint8 sRGB: the photo, then the image after each call
    calls        the tool calls
    language     "en" or "zh": of everything that is written
    prompt       basic, style or mood: the kind of instruction
    instruction  once there is one
    differences  what the edit visibly did, largest first
    style        name of the style or mood it was made with, in the case's language, or ""
    named        True when `style` is a published preset's name
    scene        category of the photo, or ""
    off          steps from the first that miss and are put right by the next
    regions      that may be named by their boxes; no others
    boxed        whether an instruction shall name a box
    faulty       the photo itself is off
    heldout      write with words that are kept for held-out instructions
    words        at most so many (characters, in Chinese), boxes not counted
    rng          random numbers of this case alone
    target       what the photo was to become, for judging and for what comes after a miss
    said         thoughts of the steps so far
    dimensions   whether a judgement gives the ten dimensions too
    """

    id: str
    images: tuple[np.ndarray, ...]
    calls: tuple[Mapping[str, Any], ...]
    language: str
    prompt: str = "basic"
    instruction: str = ""
    differences: tuple[Difference, ...] = ()
    style: str = ""
    named: bool = False
    scene: str = ""
    off: int = 0
    regions: tuple[RegionBox, ...] = ()
    boxed: bool = False
    faulty: bool = False
    heldout: bool = False
    words: int = 60
    rng: random.Random = field(default_factory=lambda: random.Random(0), compare=False)
    target: np.ndarray | None = None
    said: tuple[str, ...] = ()
    dimensions: bool = True


@dataclass(frozen=True)
class WrittenInstruction:
    """An instruction, the kind it is of, and the boxes in it."""

    text: str
    prompt: str
    boxes: tuple[tuple[float, float, float, float], ...] = ()


class Annotator(Protocol):
    """`name` goes into the records. Every method: one answer for each case, in order."""

    name: str

    def instructions(self, cases: Sequence[AnnotationCase]) -> list[WrittenInstruction | AnnotationError]:
        """What a person would have asked for."""
        ...

    def plans(self, cases: Sequence[AnnotationCase]) -> list[str | AnnotationError]:
        """What is seen and wanted, and the steps in short, before the first step."""
        ...

    def steps(self, cases: Sequence[AnnotationCase], number: int) -> list[str | AnnotationError]:
        """What step `number` (from 0) will do, in the future tense and without numbers;
        thoughts before it are in `said`.
        """
        ...

    def refined(
        self, cases: Sequence[AnnotationCase], drafts: Sequence[str], number: int
    ) -> list[str | AnnotationError]:
        """The second pass over a plan (number -1) or a step."""
        ...

    def evaluations(self, cases: Sequence[AnnotationCase]) -> list[Evaluation | AnnotationError]:
        """Scores and reasons for the last image."""
        ...

    def reflections(
        self, cases: Sequence[AnnotationCase], evaluations: Sequence[Evaluation]
    ) -> list[str | AnnotationError]:
        """What went wrong with the last image, in the first person, and what will be done about it."""
        ...
