"""What Clarity, Texture and Dehaze do to the detail of photos, by its size, beside what Adobe's renders show.

    python -m bench.detail [PHOTO]...      the four examples where none is named

A gain is the slope of the detail after on the detail before, both in L*: 1 leaves it as it was, 1.5 makes it half as
strong again, below 1 softens. Sizes are sigmas in pixels of a frame of 6,000, as the published figures
(docs/lightroom.md) are; the finest detail is what a blur of 0.7 pixels of the photo itself takes away.
"""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer

from bench.artedit.metrics import bootstrap
from editor_ops.io.decode import load
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.report.terminal import Progress, command

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
FRAME = 6000
FINEST = 0.7
SIDE = 3000
"""Photos are measured at this long edge at most."""


@dataclass(frozen=True)
class SliderEnd:
    """A slider at one end, and the published figures: gain of the finest detail; a size and the gain there."""

    name: str
    value: int
    finest: float | None = None
    sigma: float = 200.0
    wide: float | None = None


ENDS = (
    SliderEnd("Clarity2012", 100, 1.55, 200, 1.13),
    SliderEnd("Clarity2012", -100, 0.59, 200),
    SliderEnd("Texture", 100, 1.32, 24),
    SliderEnd("Texture", -100, None, 24),
    SliderEnd("Dehaze", 100),
    SliderEnd("Dehaze", -100),
)


@dataclass(frozen=True)
class Effect:
    """Gain of the finest detail and of that between half a size and the size; median L* of what was below 3 before
    (NaN where there is less than a thousandth); share of the chroma that stays where L* was 25 to 75.
    """

    finest: float
    wide: float
    black: float
    chroma: float


def lab(pixels: np.ndarray) -> np.ndarray:
    """(H, W, 3) integers, sRGB -> float32 L*a*b*."""
    return cv2.cvtColor(pixels.astype(np.float32) / np.iinfo(pixels.dtype).max, cv2.COLOR_RGB2Lab)


def gain(before: np.ndarray, after: np.ndarray, low: float, high: float) -> float:
    """Of detail between two sigmas in pixels (0: none) of (H, W) images."""
    was, now = (_blurred(image, low) - _blurred(image, high) for image in (before, after))
    return float((was * now).sum() / (was * was).sum())


def _blurred(image: np.ndarray, sigma: float) -> np.ndarray:
    return cv2.GaussianBlur(image, (0, 0), sigma) if sigma else image


def effect(photo: Photo, end: SliderEnd) -> Effect:
    """What a slider at an end does to a photo, beside the photo's own render."""
    before, after = (lab(render(photo, Settings.parse(values)).pixels) for values in ({}, {end.name: end.value}))
    sigma = end.sigma / FRAME * max(before.shape)
    light = before[..., 0]
    black, middle = light < 3, (light > 25) & (light < 75)
    was, now = (float(np.hypot(image[..., 1], image[..., 2])[middle].mean()) for image in (before, after))
    return Effect(
        gain(light, after[..., 0], 0, FINEST),
        gain(light, after[..., 0], sigma / 2, sigma),
        float(np.median(after[..., 0][black])) if black.mean() > 1e-3 else math.nan,
        now / was,
    )


def figure(values: list[float], published: float | None = None) -> str:
    """Mean over photos with its interval, and what is published: "1.48 (1.40 to 1.57) / 1.55"."""
    known = [value for value in values if not math.isnan(value)]
    if not known:
        return "-"
    low, high = bootstrap(lambda column: float(np.mean(column)), known)
    span = "" if math.isnan(low) else f" ({low:.2f} to {high:.2f})"
    return f"{np.mean(known):.2f}{span}" + (f" / {published}" if published is not None else "")


@command
def main(photos: Annotated[list[Path] | None, typer.Argument(help="photos to measure on")] = None) -> None:
    """Print the gains of detail by slider: ours, the interval over photos, and what is published."""
    paths = photos or sorted(EXAMPLES.glob("*.jpg"))
    found: list[list[Effect]] = [[] for _ in ENDS]
    with Progress("measuring", len(paths)) as progress:
        for done, path in enumerate(paths, 1):
            photo = load(path).resized(SIDE)
            for row, end in zip(found, ENDS, strict=True):
                row.append(effect(photo, end))
            progress.update(done)
    print(f"{len(paths)} photos; mean (95 % interval over photos) / published")
    print(f"{'slider':18}{'finest':32}{'at sigma':>8}  {'wide':32}{'black L*':26}chroma")
    for row, end in zip(found, ENDS, strict=True):
        name = f"{end.name} {end.value:+d}"
        finest, wide = figure([e.finest for e in row], end.finest), figure([e.wide for e in row], end.wide)
        black, chroma = figure([e.black for e in row]), figure([e.chroma for e in row])
        print(f"{name:18}{finest:32}{end.sigma:8g}  {wide:32}{black:26}{chroma}")


if __name__ == "__main__":
    typer.run(main)
