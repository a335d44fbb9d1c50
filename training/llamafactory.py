"""The supervised stages in LLaMA-Factory, the engine of JarvisEvo (section 4.1): the same data and settings, exported.

    python -m training.llamafactory configs/qwen3vl_8b/sft.yaml --out out/llamafactory [--launch llamafactory-cli]
        [key=value …]

LLaMA-Factory pins other versions of transformers and trl than this project, so it lives in an environment of its own;
`--launch` names its command there. It knows no kinds of turns, only "all" or "the last" (mask_history), so every turn
that carries loss becomes a row that ends with it.
"""

import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import cv2
import typer
import yaml

from editor_ops.files import write_whole
from jarvisevo.files.config import ConfigError
from jarvisevo.protocol.export import to_sharegpt
from jarvisevo.qwen.folder import QwenVLError, check_folder
from jarvisevo.record.artedit import Record
from jarvisevo.record.trajectory import Trajectory
from training.config import RftConfig, SftConfig, TrainDataConfig, load
from training.data import StoredRecord, TrainingDataError, entries, image_refs, learned, system_text, trajectory_of
from training.images import read_image

TEMPLATES = {"qwen2_5_vl": "qwen2_vl", "qwen3_vl": "qwen3_vl_nothink", "qwen3_vl_moe": "qwen3_vl_nothink"}
NAME = "artedit"


def export(config: SftConfig | RftConfig, out: Path) -> tuple[Path, int]:
    """Write rows, list of data sets and settings -> (the YAML to train with, how many rows).
    TrainingDataError when there are none.
    """
    count, choice = 0, config.data.system_prompt
    (out / f"{NAME}.jsonl").unlink(missing_ok=True)
    rows = [row for entry in entries(config.data) for row in _rows(entry, config.data, out)]
    if config.model.name == "nano":
        raise TrainingDataError(
            "LLaMA-Factory needs a model's folder: python -m training.nano OUT, then model.name=OUT"
        )
    if choice == "own":
        raise TrainingDataError(
            'system_prompt "own" differs by language, and LLaMA-Factory takes one: name a text file, or none'
        )
    count = to_sharegpt(rows, out, NAME, system_text(choice, ""))
    if not count:
        raise TrainingDataError("no turn of any record carries loss")
    file = out / "train.yaml"
    write_whole(file, yaml.safe_dump(settings(config, out), sort_keys=False))
    return file, count


def settings(config: SftConfig | RftConfig, out: Path) -> dict[str, Any]:
    """LLaMA-Factory's keys for a config."""
    model, optim = config.model, config.optim
    made: dict[str, Any] = {
        "model_name_or_path": model.name,
        "trust_remote_code": False,
        "stage": "sft",
        "do_train": True,
        "finetuning_type": "lora" if config.lora else "full",
        "freeze_vision_tower": model.freeze_vision,
        "freeze_multi_modal_projector": model.freeze_projector,
        "dataset": NAME,
        "dataset_dir": str(out),
        "media_dir": str(out),
        "template": _template(model.name),
        "cutoff_len": config.data.max_length,
        "mask_history": True,
        "output_dir": str(out / "run"),
        "overwrite_output_dir": True,
        "per_device_train_batch_size": optim.batch_size,
        "gradient_accumulation_steps": optim.accumulation,
        "learning_rate": optim.learning_rate,
        "lr_scheduler_type": optim.schedule,
        "warmup_steps": optim.warmup_steps,
        "weight_decay": optim.weight_decay,
        "adam_beta1": optim.betas[0],
        "adam_beta2": optim.betas[1],
        "use_muon": optim.name == "muon",
        "max_grad_norm": optim.max_grad_norm,
        "num_train_epochs": optim.epochs,
        "seed": config.seed,
        "logging_steps": config.log_steps,
        "save_steps": config.save_steps,
        "save_total_limit": config.keep,
        "disable_gradient_checkpointing": not model.gradient_checkpointing,
        "report_to": "none",
        "preprocessing_num_workers": max(1, config.workers),
        "dataloader_num_workers": config.workers,
    }
    if config.lora:
        made |= {
            "lora_rank": config.lora.r,
            "lora_alpha": config.lora.alpha,
            "lora_dropout": config.lora.dropout,
            "lora_target": ",".join(config.lora.targets),
        }
    if optim.steps:
        made["max_steps"] = optim.steps
    if model.image_max_pixels:
        made["image_max_pixels"] = model.image_max_pixels
    cpu = config.device == "cpu"
    return made | ({"bf16": False, "fp16": False, "use_cpu": True} if cpu else {"bf16": True})


def _template(name: str) -> str:
    """LLaMA-Factory's name of the chat template."""
    if Path(name).is_dir():
        return TEMPLATES[check_folder(name)["model_type"]]
    return TEMPLATES["qwen2_5_vl" if "2.5" in name else "qwen3_vl"]


def _rows(entry: StoredRecord, config: TrainDataConfig, out: Path) -> Iterator[tuple[Record, list[str]]]:
    """A record once for every turn that carries loss, each ending with it."""
    refs = image_refs(entry)
    for trajectory in endings(trajectory_of(entry.record), learned(entry.record, config.learn)):
        shown = refs[: 1 + len(trajectory.all_steps)]
        paths = [ref.path if ref.settings is None else _rendered(entry, i, out) for i, ref in enumerate(shown)]
        yield replace(entry.record, trajectory=trajectory), [os.path.relpath(path, out) for path in paths]


def endings(whole: Trajectory, kinds: frozenset[str]) -> Iterator[Trajectory]:
    """The beginnings of a trajectory that end with a turn of one of the kinds."""
    if "edit" in kinds:
        for i in range(1, len(whole.steps) + 1):
            yield replace(whole, steps=whole.steps[:i], evaluation=None, reflections=())
    if "evaluate" in kinds and whole.evaluation is not None:
        yield replace(whole, reflections=())
    for i, reflection in enumerate(whole.reflections):
        if "reflect" in kinds:
            yield replace(whole, reflections=(*whole.reflections[:i], replace(reflection, evaluation=None)))
        if "evaluate" in kinds and reflection.evaluation is not None:
            yield replace(whole, reflections=whole.reflections[: i + 1])


def _rendered(entry: StoredRecord, state: int, out: Path) -> Path:
    """An image that the record has no file of."""
    path = out / "images" / f"{entry.record.id}-{state}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), cv2.cvtColor(read_image(image_refs(entry)[state]), cv2.COLOR_RGB2BGR))
    return path


def launch(command: str, file: Path) -> int:
    """Train in LLaMA-Factory's environment -> its exit code. `command` is a program, never a shell line."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    extra = environment.pop("LLAMAFACTORY_PYTHONPATH", "")
    return subprocess.run(
        [command, "train", str(file)], env=environment | ({"PYTHONPATH": extra} if extra else {}), check=False
    ).returncode


def main(
    config: Annotated[Path, typer.Argument(help="YAML of an SFT or RFT stage.")],
    overrides: Annotated[list[str] | None, typer.Argument(metavar="KEY=VALUE")] = None,
    out: Annotated[Path, typer.Option(help="Folder to write.")] = Path("out/llamafactory"),
    program: Annotated[
        str, typer.Option("--launch", help="llamafactory-cli of its own environment; else only export.")
    ] = "",
) -> None:
    """Export a supervised stage for LLaMA-Factory, and train there."""
    try:
        read: Sequence[str] = overrides or []
        made = load(config, read)
        if not isinstance(made, SftConfig | RftConfig):
            raise typer.BadParameter(f"{config}: LLaMA-Factory trains the stages sft and rft, this is {made.stage}")
        file, count = export(made, out.resolve())
    except (ConfigError, TrainingDataError, QwenVLError, OSError) as error:
        raise typer.BadParameter(str(error)) from error
    typer.echo(f"{file}: {count} rows")
    if program:
        try:
            raise typer.Exit(launch(program, file))
        except FileNotFoundError:
            raise typer.BadParameter(
                f"{program}: no such program; install llamafactory in an environment of its own"
            ) from None


if __name__ == "__main__":
    typer.run(main)
