"""The mean of the weights of models that go back to the same one (model soups, Wortsman et al. 2022).

    python -m training.average OUT MODEL MODEL [...]

Runs of one ancestor that went different ways often have a better one between them, at no cost in use. Everything beside
the weights (tokenizer, config, what the model was taught) is that of the first.
"""

import json
import shutil
from pathlib import Path
from typing import Annotated

import typer

from editor_ops.files import whole_folder
from jarvisevo.qwen.folder import QwenVLError, check_folder

WEIGHTS, SOURCES = "model.safetensors", "average.json"
OF_A_RUN = ("README.md", "run.json", "figures.json")
"""What says how the first model was made, and is not true of the mean."""


def average(out: Path, models: list[Path]) -> None:
    """Write the mean of models of one shape as a model folder `out`, with their names in `average.json`.

    QwenVLError for a folder that holds no model; ValueError for fewer than two, weights in parts or other shapes;
    OSError when `out` holds something.
    """
    from safetensors import safe_open
    from safetensors.torch import load_file, save_file

    if len(models) < 2:
        raise ValueError("name two models or more")
    for model in models:
        check_folder(model)
        if not (model / WEIGHTS).is_file():
            raise ValueError(f"{model}: weights in several files are not averaged; save it as one {WEIGHTS}")
    first = load_file(models[0] / WEIGHTS)
    total = {name: value.float() for name, value in first.items()}
    for model in models[1:]:
        other = load_file(model / WEIGHTS)
        unlike = first.keys() ^ other.keys() or {n for n in first if first[n].shape != other[n].shape}
        if unlike:
            raise ValueError(f"{model}: {min(unlike)} and {len(unlike) - 1} more are not as in {models[0]}")
        for name, value in other.items():
            total[name] += value.float()
    with safe_open(models[0] / WEIGHTS, "pt") as file:
        told = file.metadata()
    if out.is_dir() and any(out.iterdir()):
        raise FileExistsError(f"{out}: holds something already: name another folder")
    with whole_folder(out) as part:
        for path in models[0].iterdir():
            if path.is_file() and path.name not in (WEIGHTS, *OF_A_RUN):
                shutil.copyfile(path, part / path.name)
        mean = {name: (value / len(models)).to(first[name].dtype) for name, value in total.items()}
        save_file(mean, part / WEIGHTS, metadata=told)
        (part / SOURCES).write_text(json.dumps({"mean_of": [str(model) for model in models]}) + "\n", "utf-8")


def main(
    out: Annotated[Path, typer.Argument(help="folder of the new model")],
    models: Annotated[list[Path], typer.Argument(help="model folders, two or more")],
) -> None:
    """Average models of one shape."""
    try:
        average(out, models)
    except (OSError, ValueError, QwenVLError) as error:
        typer.echo(f"training.average: error: {error}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{out}: the mean of {len(models)} models")


if __name__ == "__main__":
    typer.run(main)
