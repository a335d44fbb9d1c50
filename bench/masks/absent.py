"""Is scenery found that is not in a photo? Nouns for it are looked for where the eye saw none, and where it did.

    python -m bench.masks.absent PHOTOS [--by-noun]

Photos: those of places.jsonl, which the head of scene parsing did not learn from, of which most was labelled by eye
(truth/scene.npz; KNOWN). A noun is absent where none of its classes is labelled; what is there is found rightly when
more than half of what is found has one of them.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer

from bench.masks.places import SIDE, Sought, share
from bench.masks.train_scene import TRUTH, UNKNOWN, exam
from editor_ops.io.decode import load
from editor_ops.masks.scene_parsing import CLASSES
from jarvisevo.rules.desk import Desk
from jarvisevo.rules.intent import Place
from jarvisevo.rules.regions import Regions

KNOWN, THERE = 0.7, 0.01
"""Share of a photo that is labelled at least, and that a thing fills which is to be found."""
NOUNS: dict[str, tuple[str, ...]] = {
    "trees": ("tree", "plant"),
    "grass": ("grass",),
    "flowers": ("flower",),
    "mountain": ("mountain", "rock"),
    "rocks": ("rock", "mountain"),
    "water": ("water",),
    "snow": ("snow",),
    "sand": ("sand", "soil"),
    "road": ("road", "floor", "soil"),
    "ground": ("road", "soil", "sand", "rock", "stairs", "floor", "grass"),
    "floor": ("floor", "road"),
    "wall": ("wall", "building", "backdrop"),
    "building": ("building", "roof", "window", "bridge"),
    "bridge": ("bridge",),
    "window": ("window",),
    "lamp": ("lamp",),
    "sky": ("sky",),
    "horse": ("animal",),
}
"""A noun, and the classes that may be meant by it."""


def looked_for(photos: Path) -> Iterator[Sought]:
    """Every noun on every photo, but for what fills less than THERE."""
    with np.load(TRUTH) as truth:
        for name in sorted(exam() & set(truth.files)):
            labels = truth[name]
            known = labels != UNKNOWN
            if known.mean() < KNOWN:
                continue
            regions = Regions(Desk(load(photos / name).resized(SIDE)))
            for noun, classes in NOUNS.items():
                true = np.isin(labels, [CLASSES.index(one) for one in classes])
                if 0 < true.mean() <= THERE:
                    continue
                region = regions.find(Place(noun, words=noun))
                if region is None:
                    result = "refused"
                elif not true.any():
                    result = "found"
                else:
                    weight = cv2.resize(region.weight, labels.shape[::-1], interpolation=cv2.INTER_AREA) * known
                    result = "good" if (weight * true).sum() > 0.5 * weight.sum() else "bad"
                yield Sought(name, noun, bool(true.any()), result)


def main(
    photos: Annotated[Path, typer.Argument(help="the folder that the photos are under")],
    by_noun: Annotated[bool, typer.Option("--by-noun", help="a line for every noun")] = False,
) -> None:
    """Print how often absent scenery is found, and how often what is there is found rightly."""
    if not photos.is_dir():
        raise SystemExit(f"{photos}: no such folder: name the folder of the shared photos")
    results = list(looked_for(photos))
    for noun in NOUNS if by_noun else ():
        here = [one for one in results if one.name == noun]
        absent, present = ([one.result for one in here if one.there == flag] for flag in (False, True))
        print(
            f"{noun}: absent {len(absent)}, found {absent.count('found')}; "
            f"there {len(present)}, good {present.count('good')}, bad {present.count('bad')}"
        )
    there = [one for one in results if one.there]
    print("not there: " + share([one for one in results if not one.there], "found"))
    print("there: " + "; ".join(share(there, result) for result in ("good", "bad", "refused")))


if __name__ == "__main__":
    typer.run(main)
