"""Charts with which anyone who has Lightroom can measure one slider at a time.

    python -m bench.slider_charts FOLDER [--slider NAME]... [--ends]

Writes TIFF files that carry one moved slider each as embedded settings; Lightroom takes them over on import. Exported
again by Lightroom, they go to `bench fidelity`. docs/fidelity.md has the steps.

Sliders that look at a pixel alone get a chart of 262,144 colours; the others a photo, as a pair `…__before.tif` and
`…__after.tif`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from bench.fidelity import identity
from editor_ops.formats import xmp
from editor_ops.io.decode import load
from editor_ops.parameters import Parameter
from editor_ops.settings import Settings
from editor_ops.table import PIPELINE
from jarvisevo.files.shipped import shipped

POINTWISE = (
    "white_balance",
    "calibration",
    "color_mixer",
    "vibrance",
    "black_and_white",
    "tone_curve",
    "color_grading",
)
"""Operations that a chart of colours shows whole; the others read neighbours or the place in the frame."""
LEFT_OUT = ("geometry", "lens")
SCENE, SIDE = "examples/landscape.jpg", 1200
"""The photo for the others, and its long edge."""


def sliders() -> dict[str, tuple[Parameter, bool]]:
    """Every slider of the whole image by name: its row, and whether a chart of colours shows it."""
    steps = [step for step in PIPELINE if step.name not in LEFT_OUT]
    return {row.name: (row, step.name in POINTWISE) for step in steps for row in step.rows if row.kind == "number"}


def positions(row: Parameter, ends: bool) -> list[float]:
    """Where a slider is measured: both ends, and half way to them; never its default."""
    middle = row.default if row.low < row.default < row.high else (row.low + row.high) / 2
    wanted = [row.low, (row.low + middle) / 2, (middle + row.high) / 2, row.high]
    wanted = wanted[::3] if ends else wanted
    return [value for value in dict.fromkeys(map(float, wanted)) if value != row.default]


def settings_of(row: Parameter, value: float) -> Settings:
    """A slider at a value, with the others that it needs to be seen."""
    return Settings.parse({**row.needs, row.name: value})


def write_tiff(path: Path, pixels: np.ndarray, settings: Settings | None) -> None:
    """(H, W, 3) uint8 sRGB with the settings as its XMP; overwrites."""
    import PIL.Image

    info: dict[int, object] = {700: xmp.dump(settings, applied=False).encode()} if settings is not None else {}
    PIL.Image.fromarray(pixels).save(path, tiffinfo=info)


def write_charts(folder: Path, names: list[str] | None = None, ends: bool = False) -> Iterator[Path]:
    """Write the charts of the named sliders (all by default) into a folder that may exist, one after the other."""
    known = sliders()
    folder.mkdir(parents=True, exist_ok=True)
    colours = identity("tile")
    scene = load(shipped(SCENE) or SCENE).resized(SIDE).pixels
    for name in known if names is None else names:
        row, pointwise = known[name]
        for value in positions(row, ends):
            stem, settings = f"{name}_{value:+g}", settings_of(row, value)
            if pointwise:
                yield _written(folder / f"{stem}.tif", colours, settings)
            else:
                yield _written(folder / f"{stem}__before.tif", scene, None)
                yield _written(folder / f"{stem}__after.tif", scene, settings)


def _written(path: Path, pixels: np.ndarray, settings: Settings | None) -> Path:
    write_tiff(path, pixels, settings)
    return path


def main(
    folder: Annotated[Path, typer.Argument(help="where the charts go")],
    slider: Annotated[list[str] | None, typer.Option(help="only this one; may be repeated")] = None,
    ends: Annotated[bool, typer.Option("--ends", help="only both ends of each slider")] = False,
) -> None:
    """Write a chart for every position of every slider, to be rendered by Lightroom."""
    unknown = [name for name in slider or () if name not in sliders()]
    if unknown:
        raise typer.BadParameter(f"{unknown[0]} is no slider of the whole image; `jarvisevo params` lists them")
    count = sum(1 for _ in write_charts(folder, slider or None, ends))
    print(f"wrote {count} charts to {folder}; import them into Lightroom (docs/fidelity.md says how to go on)")


if __name__ == "__main__":
    typer.run(main)
