"""How close the regions found in photos come to outlines sampled by hand: intersection over union, refusals, time.

    python -m bench.masks.check [--sheet OUT.jpg] [--json OUT.json] [--size 768]

The photos and outlines are in bench/masks/truth. What is tuned is tuned on other photos (use "tune" there).
Exit 1 below what was reached before, or when more than three in a hundred masks are made of what is not in the photo.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import cv2
import numpy as np
import typer

from editor_ops.masks.found import UNSURE
from editor_ops.masks.region import MaskError, Region
from editor_ops.masks.semantic import confidence, locate
from jarvisevo.files.shipped import shipped

TRUTH = Path(__file__).with_name("truth")
AIMS = {"sky": 0.95, "subject": 0.85, "person": 0.90, "hair": 0.75}
"""Median IoU that each region should reach."""
FLOORS = {"sky": 0.94, "subject": 0.86, "subject without persons": 0.85, "person": 0.90, "hair": 0.62}
MOST_INVENTED = 0.03
"""What is reached, and the share of regions found where there are none: falling below is a step back."""


@dataclass(frozen=True)
class MaskRow:
    """One mask of one photo: IoU with the outline (None: refused), seconds, the reason of a refusal."""

    photo: str
    region: str
    iou: float | None
    seconds: float
    note: str = ""
    person: bool = False
    confidence: float | None = None


def rows(use: str = "measure") -> list[dict[str, Any]]:
    """The photos of truth.json with this use."""
    return [row for row in json.loads((TRUTH / "truth.json").read_text())["photos"] if row["use"] == use]


def image(row: dict[str, Any], size: int) -> np.ndarray:
    """The photo of a row with its long edge at `size`: (h, w, 3) uint8 sRGB."""
    path = shipped(row["photo"]) if row["photo"].startswith("examples/") else TRUTH / row["photo"]
    pixels = cv2.imread(str(path))
    scale = size / max(pixels.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.ascontiguousarray(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=how)[..., ::-1])


def sampled(outlines: list[list[list[float]]], height: int, width: int) -> np.ndarray:
    """Outlines in fractions -> bool (height, width); where two overlap it is outside (holes)."""
    mask = np.zeros((height, width), np.uint8)
    for outline in outlines:
        one = np.zeros_like(mask)
        cv2.fillPoly(one, [np.rint(np.array(outline) * [width, height]).astype(np.int32)], 1)
        mask ^= one
    return mask > 0


def overlap(weight: np.ndarray, truth: np.ndarray) -> float:
    """Intersection over union of soft weights with a sampled region."""
    return float(np.minimum(weight, truth).sum() / max(np.maximum(weight, truth).sum(), 1))


def measure(row: dict[str, Any], name: str, size: int) -> tuple[MaskRow, np.ndarray, np.ndarray | None]:
    """One region of one photo: the result, the photo, the weights."""
    rgb = image(row, size)
    regions = row.get("regions", {})
    person = regions.get(name) == "person"
    outlines = regions["person"] if person else regions.get(name)
    start = time.perf_counter()
    try:
        weight, note = locate(rgb, Region(name)), ""
    except MaskError as error:
        weight, note = None, str(error)
    seconds = time.perf_counter() - start
    sure = None if weight is None else confidence(rgb, Region(name), weight)
    iou = None if weight is None or not outlines else overlap(weight, sampled(outlines, *rgb.shape[:2]))
    return MaskRow(Path(row["photo"]).stem, name, iou, seconds, note, person, sure), rgb, weight


def every(size: int) -> Iterator[tuple[MaskRow, bool, np.ndarray, np.ndarray | None]]:
    """All results; the flag says whether the region is in the photo."""
    for row in rows():
        for name in row.get("regions", {}):
            yield (*_flagged(measure(row, name, size), True),)
        for name in row.get("without", []):
            yield (*_flagged(measure(row, name, size), False),)


def _flagged(
    measured: tuple[MaskRow, np.ndarray, np.ndarray | None], there: bool
) -> tuple[MaskRow, bool, np.ndarray, np.ndarray | None]:
    result, rgb, weight = measured
    return result, there, rgb, weight


def medians(results: list[MaskRow]) -> dict[str, float]:
    """Median IoU of each region, a refusal counting 0; of subjects also those that are no persons."""
    found = {}
    for name in AIMS:
        of = [r for r in results if r.region == name]
        found[name] = float(np.median([r.iou or 0 for r in of])) if of else 0.0
    things = [r.iou or 0 for r in results if r.region == "subject" and not r.person]
    return found | {"subject without persons": float(np.median(things)) if things else 0.0}


def calibration(results: list[MaskRow]) -> Iterator[str]:
    """Lines that tell whether the unsure masks are the bad ones: those under and over the limit, by region."""
    for name in dict.fromkeys(r.region for r in results if r.confidence is not None):
        judged = [r for r in results if r.region == name and r.confidence is not None]
        for said, chosen in (
            ("unsure", [r for r in judged if (r.confidence or 0) < UNSURE]),
            ("sure", [r for r in judged if (r.confidence or 0) >= UNSURE]),
        ):
            if chosen:
                overlaps = [r.iou or 0 for r in chosen]
                yield (
                    f"{name}, {said}: {len(chosen)} of {len(judged)} photos, "
                    f"IoU {min(overlaps):.3f} to {max(overlaps):.3f}, median {np.median(overlaps):.3f}"
                )


def worst_tenth(results: list[MaskRow], name: str) -> float:
    """The IoU that nine of ten masks of a region reach, a refusal counting 0."""
    return float(np.percentile([r.iou or 0 for r in results if r.region == name] or [0], 10))


def sheet(tiles: list[np.ndarray], columns: int = 7) -> np.ndarray:
    """Overlays of one size side by side."""
    blank = [np.zeros_like(tiles[0])] * (-len(tiles) % columns)
    lines = [np.hstack((tiles + blank)[i : i + columns]) for i in range(0, len(tiles), columns)]
    return np.vstack(lines)


def tile(rgb: np.ndarray, weight: np.ndarray | None, text: str, side: int = 260) -> np.ndarray:
    """The photo with its mask in red and a line of text: (side + 20, side, 3) uint8 BGR; darkened when refused."""
    shown = rgb * 0.5 if weight is None else rgb + (np.array([255, 0, 0]) - rgb) * (0.55 * weight[..., None])
    scale = side / max(rgb.shape[:2])
    small = cv2.resize(shown.astype(np.uint8)[..., ::-1], None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    canvas = np.zeros((side + 20, side, 3), np.uint8)
    canvas[: small.shape[0], : small.shape[1]] = small[:side, :side]
    cv2.putText(canvas, text, (2, side + 14), cv2.FONT_HERSHEY_SIMPLEX, 0.36, (255, 255, 255), 1)
    return canvas


def main(
    sheet_path: Annotated[Path | None, typer.Option("--sheet", help="write all overlays to this picture")] = None,
    json_path: Annotated[Path | None, typer.Option("--json", help="write all results to this file")] = None,
    size: Annotated[int, typer.Option(help="long edge that the photos are segmented at")] = 768,
) -> None:
    """Measure every region sampled in bench/masks/truth, and that nothing is found where nothing is."""
    results: list[MaskRow] = []
    invented: list[MaskRow] = []
    absent, tiles = 0, []
    for result, there, rgb, weight in every(size):
        text = f"{result.region} " + ("refused" if weight is None else f"{result.iou or 0:.3f}")
        tiles.append(tile(rgb, weight, f"{text} {result.photo[-22:]}"))
        print(f"{text:18} {result.seconds * 1000:5.0f} ms  {result.photo}  {result.note}")
        if there:
            results.append(result)
        else:
            absent += 1
            invented += [result] if weight is not None else []
    found = medians(results)
    for name, value in found.items():
        count = sum(r.region == name for r in results) or sum(r.region == "subject" and not r.person for r in results)
        missed = f" (aim {AIMS[name]}{', missed' if value < AIMS[name] else ''})" if name in AIMS else ""
        print(f"median IoU {name}: {value:.3f} of {count} photos{missed}")
    print("\n".join(f"nine in ten {name}: {worst_tenth(results, name):.3f}" for name in AIMS))
    print("\n".join(calibration(results)))
    print(f"found where there is none: {len(invented)} of {absent}; median time {_time(results) * 1000:.0f} ms a mask")
    if sheet_path:
        cv2.imwrite(str(sheet_path), sheet(tiles))
    if json_path:
        json_path.write_text(json.dumps({"medians": found, "results": [asdict(r) for r in results]}, indent=1))
    if len(invented) > MOST_INVENTED * absent or any(found[name] < floor for name, floor in FLOORS.items()):
        raise typer.Exit(1)


def _time(results: list[MaskRow]) -> float:
    return float(np.median([r.seconds for r in results]))


if __name__ == "__main__":
    typer.run(main)
