"""What passes between the stages: a pair with its settings, or a sample that was dropped and why.
Plain JSON on disk.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from data_pipeline.language.observe import Difference
from jarvisevo.record.artedit import Box

STAGES = ("pairs", "instructions", "imcot", "evaluation", "filtering")


class BuildError(RuntimeError):
    """The build cannot go on: one line with the cause and the fix. What was finished stays and is used again."""


@dataclass(frozen=True)
class RegionBox:
    """A part of the photo that was found in it: its name (a key of the expert's places)
    and x1 y1 x2 y2 in fractions.
    """

    name: str
    box: Box


@dataclass(frozen=True)
class EditPair:
    """A photo, what it was to become, and how: the result of the first stage.

    id           safe as a file name, the same on every machine
    images       the photo, then the image after each call; relative to the data set
    calls        the steps' tool calls; together they make the last image from the first
    made         how the result came about: "taste", "preset", "repair" …
    differences  what the edit visibly did, largest first
    truth        the wanted image when no call makes it exactly (a repaired photo, a person's retouch); "" for the last
                 image
    style        name of the style or mood it was made with, in English and Chinese; ("", "") when it has none
    named        True when `style` is a published preset's name
    regions      that were found in the photo
    change       mean ΔE2000 between the photo and the wanted image
    off          steps from the first that are off target, and are put right by the next
    split        which of the data sets it belongs to; all pairs of a photo to one
    """

    id: str
    images: tuple[str, ...]
    calls: tuple[Mapping[str, Any], ...]
    made: str
    differences: tuple[Difference, ...] = ()
    truth: str = ""
    style: tuple[str, str] = ("", "")
    named: bool = False
    regions: tuple[RegionBox, ...] = ()
    change: float = 0.0
    off: int = 0
    split: str = "train"
    licence: str = ""
    scene: str = ""
    subscene: str = ""
    meta: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "EditPair":
        """The pair of `to_dict`; only our own files are read with it."""
        lists = {
            "images": tuple(data["images"]),
            "calls": tuple(data["calls"]),
            "style": tuple(data["style"]),
            "differences": tuple(Difference(**d) for d in data["differences"]),
            "regions": tuple(RegionBox(r["name"], tuple(r["box"])) for r in data["regions"]),
        }
        return cls(**{**data, **lists})


@dataclass(frozen=True)
class Drop:
    """A sample that was left out.

    reason  short and the same for all of its kind: counted in the data card
    detail  one line about this one
    """

    id: str
    stage: str
    reason: str
    detail: str = ""

    def to_dict(self) -> dict[str, str]:
        """Plain JSON values."""
        return asdict(self)
