"""What several seeds of one training show together, beside another training's seeds and the baselines.

    python -m training.seeds SEPO_0.json SEPO_1.json SEPO_2.json --against SFT_0.json --against SFT_1.json …

The files are those of `training.measure … --json`, of one held-out set. A row of an edit is the mean of its ΔE2000 over
the seeds, so that the interval, by bootstrap over photos, is that of the training and not of one run of it; every seed
also stands by itself. The baselines are those of the first file that holds them.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from training.statistics import Row, apart, interval

MODES = ("editing", "sampled")
SINGLE = {
    "judging": ("srcc", "srcc_interval"),
    "blackout": ("srcc", "fall"),
    "ordering": ("pairs", "ties", "right"),
    "editing": ("valid", "followed", "handed_out", "taken", "taken_before", "taken_after", "taken_nearer"),
}
"""What is told of every seed, and not averaged."""


def together(seeds: Sequence[Sequence[Row]]) -> list[Row]:
    """The rows that all seeds have, each with the mean of its figures.

    ValueError when the seeds were not measured on the same records.
    """
    by_seed = [{record: (photo, value) for record, photo, value in rows} for rows in seeds]
    if any(rows.keys() != by_seed[0].keys() for rows in by_seed):
        raise ValueError("the seeds were measured on other records than the first: measure all on one data set")
    return [
        (record, photo, float(np.mean([rows[record][1] for rows in by_seed])))
        for record, (photo, _) in by_seed[0].items()
    ]


def shown(seeds: Sequence[Mapping[str, Any]], others: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Figures of a training's seeds (as `training.measure` writes them), and their distance from `others`' seeds and
    from the baselines.
    """
    found: dict[str, Any] = {"seeds": len(seeds)}
    for mode in MODES:
        rows = together([seed[mode]["rows"] for seed in seeds])
        rivals = {"others": [other[mode]["rows"] for other in others]} if others else {}
        rivals |= {name: [row["rows"]] for name, row in _baselines(seeds).items()}
        found[mode] = {
            "by_seed": [seed[mode]["delta_e"] for seed in seeds],
            "delta_e": round(float(np.mean([value for *_, value in rows])), 4),
            "delta_e_interval": _by_photo(rows),
            "against": {name: apart(rows, together(rival)) for name, rival in rivals.items()},
            "against_by_seed": {
                name: [apart(seed[mode]["rows"], together(rival)) for seed in seeds] for name, rival in rivals.items()
            },
        }
    for part, names in SINGLE.items():
        if any(part in seed for seed in seeds):
            told = {name: [seed.get(part, {}).get(name) for seed in seeds] for name in names}
            found.setdefault(part, {}).update(told)
    return found


def _by_photo(rows: Sequence[Row]) -> list[float] | None:
    found = interval([value for *_, value in rows], [photo for _, photo, _ in rows])
    return [round(end, 4) for end in found] if found else None


def _baselines(seeds: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    return next((seed["baselines"] for seed in seeds if seed.get("baselines")), {})


def main(
    files: Annotated[list[Path], typer.Argument(help="Figures of each seed, by training.measure --json.")],
    against: Annotated[list[Path] | None, typer.Option(help="Figures of a seed of the other training.")] = None,
) -> None:
    """Print what the seeds show together."""
    seeds, others = ([json.loads(path.read_text("utf-8")) for path in paths] for paths in (files, against or ()))
    try:
        found = shown(seeds, others)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    print(json.dumps(found, indent=1, allow_nan=False))


if __name__ == "__main__":
    typer.run(main)
