"""Whether LLaMA-Factory takes what is exported: its own argument parser on the 8B stage, and two steps beside ours.

    python -m training.llamafactory_check MODEL DATA --python .venv-llamafactory/bin/python [--out out/lf/check]

MODEL is a small one (python -m training.nano), DATA a data set. Both trainers take two steps on all rows at once, on
the CPU; their losses must be alike to 1e-3. LLaMA-Factory also trains on the line break behind a turn, so it is given
loss in our samples here, too.
"""

import json
import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from jarvisevo.files import config as yaml_config
from training import callbacks, llamafactory, sft
from training import data as dataset
from training.config import SftConfig, load
from training.images import ImageCache
from training.models import load_model
from training.run import RunFolder, read_metrics
from training.trainer import Clock, train

ALIKE = 1e-3
STEPS = 2
PARSER = "from llamafactory.hparams import get_train_args; found = get_train_args(); print(found[2].deepspeed)"


def parse(python: Path, file: Path) -> str:
    """LLaMA-Factory's parser on an exported YAML, as one of several processes -> the sharding that it read."""
    distributed = {
        "RANK": "0",
        "LOCAL_RANK": "0",
        "WORLD_SIZE": "1",
        "MASTER_ADDR": "127.0.0.1",
        "MASTER_PORT": "29611",
    }
    called = [str(python), "-c", PARSER, str(file), "use_cpu=true"]
    done = subprocess.run(
        called, env=llamafactory.environment() | distributed, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"LLaMA-Factory's parser refuses {file}:\n{done.stderr[-2000:]}")
    return done.stdout.strip().splitlines()[-1]


def stage(model: Path, data: Path, out: Path) -> SftConfig:
    """Two steps, each on all rows."""
    plain = {
        "stage": "sft",
        "out": str(out / "ours"),
        "model": {"name": str(model), "dtype": "float32"},
        "device": "cpu",
        "data": {"folders": [str(data)], "kinds": ["edit", "eval"]},
        "log_steps": 1,
        "optim": {"learning_rate": 1e-3, "batch_size": 1, "epochs": STEPS, "steps": STEPS},
    }
    config = yaml_config.parse(plain, SftConfig)
    rows = llamafactory.export(config, out / "count")[1]
    return config.model_copy(update={"optim": config.optim.model_copy(update={"batch_size": rows})})


def ours(config: SftConfig) -> list[float]:
    """The losses of our own trainer."""
    folder = RunFolder(config.out)
    folder.open(config)
    model, processor = load_model(config)
    cache = ImageCache(processor.image_processor)
    made = dataset.build(dataset.entries(config.data), dataset.Encoder(processor, cache), config.data)
    (line_break,) = processor.tokenizer("\n", add_special_tokens=False)["input_ids"]
    samples = [_with_line_breaks(sample, line_break) for sample in made.samples]
    clock = Clock()
    trainer = sft.make_trainer(config, folder, clock, model, collator=dataset.Collator(samples, processor, cache))
    callbacks.attach(trainer, config, folder, clock, None, quiet=True)
    train(trainer, None)
    return [row["loss"] for row in read_metrics(folder.metrics) if "loss" in row]


def _with_line_breaks(sample: dataset.TokenSample, line_break: int) -> dataset.TokenSample:
    ids, loss = np.append(sample.ids, np.int32(line_break)), np.append(sample.loss, False)
    for span in sample.spans:
        assert ids[span.stop] == line_break
        loss[span.stop] = loss[span.stop - 1]
    return replace(sample, ids=ids, loss=loss)


def theirs(config: SftConfig, python: Path, out: Path) -> list[float]:
    """The losses of LLaMA-Factory on the exported rows."""
    file, _, said = llamafactory.export(config, out)
    assert not said, said
    if code := llamafactory.launch(str(python.parent / "llamafactory-cli"), file):
        raise SystemExit(f"LLaMA-Factory ended with {code}")
    log: list[dict[str, Any]] = json.loads((out / "run/trainer_state.json").read_text("utf-8"))["log_history"]
    return [row["loss"] for row in log if "loss" in row]


def main(
    model: Path,
    data: Path,
    python: Annotated[Path, typer.Option(help="LLaMA-Factory's own.")],
    out: Annotated[Path, typer.Option(help="Folder to write, emptied first.")] = Path("out/lf/check"),
) -> None:
    """Compare both trainers; exit code 1 when they differ."""
    shutil.rmtree(out, ignore_errors=True)
    out, python = out.resolve(), Path(os.path.abspath(python))
    full = load(Path("configs/qwen3vl_8b/sft.yaml"), [f"data.folders=[{data}]"])
    assert isinstance(full, SftConfig)
    typer.echo(f"8B: {parse(python, llamafactory.export(full, out / '8b', devices=32)[0])}")
    config = stage(model, data, out)
    pairs = list(zip(ours(config), theirs(config, python, out / "theirs"), strict=True))
    for step, (own, other) in enumerate(pairs, 1):
        typer.echo(f"step {step}: ours {own:.5f}, LLaMA-Factory's {other:.5f}")
    if len(pairs) != STEPS or any(abs(own - other) > ALIKE for own, other in pairs):
        raise SystemExit(f"the losses differ by more than {ALIKE}")


if __name__ == "__main__":
    typer.run(main)
