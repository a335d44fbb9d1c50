"""How well inverse fitting does: on renders whose settings are known, and on photos that a person edited.

    python -m data_pipeline.inverse_check [FOLDER …] [--known 12] [--json OUT]

FOLDER holds pairs (NAME__input.jpg, NAME__expertC.jpg …). Beside the fit stand what doing nothing and auto tone leave.
"""

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Annotated, Any

import numpy as np
import typer

from data_pipeline.sources import Source, items
from data_pipeline.stages.pairs import SAMPLED, mean_delta_e
from editor_ops.inverse import TONE, fit
from editor_ops.io.decode import load
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.files.shipped import shipped
from jarvisevo.rules import plan

SIDE = 512
"""Long side in pixels that photos are compared at."""


@dataclass(frozen=True)
class Known:
    """One render with known settings: what the fit leaves, and by how much each slider is off."""

    before: float
    after: float
    errors: dict[str, float]


@dataclass(frozen=True)
class Real:
    """One edited photo: mean ΔE2000 to the person's result, by what is put beside it."""

    name: str
    identity: float
    auto: float
    fitted: float
    seconds: float


def known(count: int, seed: int = 0) -> list[Known]:
    """Renders of the example photos with sampled sliders of the basic panel."""
    rng, photos = (
        Random(seed),
        [load(p).resized(SIDE) for p in sorted((shipped("examples") or Path("examples")).glob("*.jpg"))],
    )
    out = []
    for i in range(count):
        names = rng.sample([n for n in SAMPLED if n in TONE], 4)
        given = {n: round(rng.uniform(*SAMPLED[n]), 2 if TABLE[n].span <= 10 else 0) for n in names}
        photo = photos[i % len(photos)]
        found = fit(photo, render(photo, Settings.parse(given)))
        errors = {n: abs(float(found.settings.to_dict().get(n, 0)) - v) / TABLE[n].span for n, v in given.items()}
        out.append(Known(found.before, found.after, errors))
    return out


def real(folders: Sequence[Path]) -> list[Real]:
    """Every pair below the folders."""
    found = [
        item
        for folder in folders
        for item in items(Source(kind="pairs", folder=folder, only_redistributable=False), Path())
    ]
    return [_real(item.photo, item.target) for item in found if item.target and not item.problem]


def _real(before: Path, after: Path) -> Real:
    photo = Photo.from_array(render(load(before), Settings(), SIDE).eight_bit())
    target = render(load(after), Settings(), SIDE).eight_bit()
    if target.shape != photo.pixels.shape:
        import cv2

        target = cv2.resize(target, photo.pixels.shape[1::-1], interpolation=cv2.INTER_AREA)
    started = time.perf_counter()
    found = fit(photo, target)
    seconds = time.perf_counter() - started
    shown = [render(photo, s).eight_bit() for s in (plan(photo, "").settings, found.settings)]
    auto, fitted = (mean_delta_e(pixels, target) for pixels in shown)
    return Real(before.stem, mean_delta_e(photo.pixels, target), auto, fitted, round(seconds, 2))


def summary(renders: Sequence[Known], photos: Sequence[Real]) -> dict[str, Any]:
    """The figures of a report."""
    out: dict[str, Any] = {}
    if renders:
        errors = [e for r in renders for e in r.errors.values()]
        sliders = {"mean": round(100 * mean(errors), 2), "median": round(100 * median(errors), 2)}
        distances = {name: _figures([getattr(r, name) for r in renders]) for name in ("before", "after")}
        out["known"] = {"renders": len(renders), **distances, "error": sliders}
    if photos:
        beside = {
            name: _figures([getattr(p, name) for p in photos]) for name in ("identity", "auto", "fitted", "seconds")
        }
        out["photos"] = {"pairs": len(photos), **beside}
    return out


def _figures(values: Sequence[float]) -> dict[str, float]:
    return {"median": round(float(np.median(values)), 2), "mean": round(float(np.mean(values)), 2)}


def report(
    folders: Annotated[list[Path] | None, typer.Argument(help="Folders with pairs.")] = None,
    known_count: Annotated[int, typer.Option("--known", help="Renders with known settings.")] = 12,
    out: Annotated[Path | None, typer.Option("--json", help="File for all figures.")] = None,
) -> None:
    """Print the figures; write them where asked."""
    renders, photos = known(known_count), real(folders or [])
    found = summary(renders, photos)
    if "known" in found:
        row = found["known"]
        print(
            f"{row['renders']} renders with 4 known sliders: median ΔE2000 {row['before']['median']} before, "
            f"{row['after']['median']} after; sliders off by {row['error']['median']} % of their range at the median, "
            f"{row['error']['mean']} % on average"
        )
    if "photos" in found:
        row = found["photos"]
        print(
            f"{row['pairs']} photos that a person edited, median ΔE2000 to the result: {row['identity']['median']}"
            f" untouched, {row['auto']['median']} auto tone, {row['fitted']['median']} fitted;"
            f" {row['seconds']['median']} s each"
        )
    else:
        print("no pairs were given: name a folder with NAME__input.jpg and NAME__expertC.jpg", file=sys.stderr)
    if out:
        out.write_text(json.dumps({**found, "each": [p.__dict__ for p in photos]}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    typer.run(report)
