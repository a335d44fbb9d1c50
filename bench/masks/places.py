"""Are things found by the names that people give them? 221 on 54 shared photos, 165 with their colours ("yellow taxi")
on 80, 77 by where they are ("man on the left") on 40, and one on each that is not there.

    python -m bench.masks.places PHOTOS [--show 20]

*.jsonl: boxes drawn by eye before anything was looked for: `inner` lie in the thing, and nothing of it is outside of
`outer`. A thing is found well when its mask is there inside, and little of it outside (GOOD).
"""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from bench.artedit.metrics import bootstrap
from editor_ops.io.decode import load
from jarvisevo.rules.desk import Desk
from jarvisevo.rules.language import read
from jarvisevo.rules.regions import Regions

LISTS = tuple(Path(__file__).with_name(f"{name}.jsonl") for name in ("places", "coloured", "sided"))
SIDE = 1024
GOOD = (0.6, 0.35)
"""Mean of a mask within the inner boxes at least, and the share of it that lies outside of the outer ones at most."""


@dataclass(frozen=True)
class Sought:
    """One thing by its name: "good", "bad" or "refused"; "found" or "refused" of what is not in the photo."""

    photo: str
    name: str
    there: bool
    result: str


def inside(shape: tuple[int, int], boxes: list[list[float]]) -> np.ndarray:
    """Boxes (left, top, right, bottom, fractions) -> bool (height, width)."""
    height, width = shape
    mask = np.zeros(shape, bool)
    for left, top, right, bottom in boxes:
        rows = slice(int(top * height), max(int(top * height) + 1, round(bottom * height)))
        mask[rows, int(left * width) : max(int(left * width) + 1, round(right * width))] = True
    return mask


def good(weight: np.ndarray, item: dict[str, Any]) -> bool:
    """Whether a mask, (h, w) in 0-1, is where the boxes of a thing say."""
    within = float(weight[inside(weight.shape, item["inner"])].mean())
    astray = 1 - float(weight[inside(weight.shape, item["outer"])].sum() / max(float(weight.sum()), 1e-6))
    return within >= GOOD[0] and astray <= GOOD[1]


def sought(regions: Regions, photo: str, name: str, item: dict[str, Any] | None) -> Sought:
    """A thing is looked for as for an edit; item: its boxes, None for what is not there."""
    words = f"darken the {name}" if name.isascii() else f"把{name}调暗一点"
    intent = read(words)
    regions.know(intent)
    place = next((want.where for want in intent.wants), None)
    region = regions.find(place) if place is not None and not place.everywhere else None
    if region is None:
        return Sought(photo, name, item is not None, "refused")
    if item is None:
        return Sought(photo, name, False, "found")
    return Sought(photo, name, True, "good" if good(region.weight, item) else "bad")


def share(results: list[Sought], result: str) -> str:
    """Of the things sought: how many came out so, with the interval over photos."""
    asked = Counter(one.photo for one in results)
    hits = Counter(one.photo for one in results if one.result == result)
    counts = [hits[photo] for photo in asked], list(asked.values())
    low, high = bootstrap(lambda part, whole: float(part.sum() / whole.sum()), *counts)
    total, of = sum(counts[0]), len(results)
    return f"{result} {total} of {of}, {total / of:.0%} ({low:.0%} to {high:.0%})"


def main(
    photos: Annotated[Path, typer.Argument(help="the folder that the photos of the lists are under")],
    show: Annotated[int, typer.Option(help="so many things that were not found well")] = 0,
) -> None:
    """Look for every thing and print how many are found well, badly, or not at all."""
    if not photos.is_dir():
        raise SystemExit(f"{photos}: no such folder: name the folder of the shared photos")
    for path in LISTS:
        results = []
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            regions = Regions(Desk(load(photos / row["photo"]).resized(SIDE)))
            results += [sought(regions, row["photo"], item["noun"], item) for item in row["items"]]
            results.append(sought(regions, row["photo"], row["absent"], None))
        there = [one for one in results if one.there]
        print(path.stem)
        for one in [one for one in there if one.result != "good"][:show]:
            print(f"{one.photo}: {one.name}: {one.result}")
        print("there: " + "; ".join(share(there, result) for result in ("good", "bad", "refused")))
        print("not there: " + share([one for one in results if not one.there], "found"))


if __name__ == "__main__":
    typer.run(main)
