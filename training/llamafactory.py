"""The supervised stages in LLaMA-Factory, the engine of JarvisEvo (section 4.1): the same rows and settings, exported.

    python -m training.llamafactory configs/qwen3vl_8b/sft.yaml --out out/llamafactory [--launch llamafactory-cli]
        [--rows turns] [--gpus 32] [key=value …]

LLaMA-Factory pins other versions of transformers and trl than this project, so it lives in an environment of its own;
`--launch` names its command there. It trains on all of the assistant's turns or on the last, and knows no kinds of
turns; two ways to say which carry loss:

conversations  a record is one row, as in our own trainer: turns without loss are written, tags and all, into the
               user's turn around them, which gives the same tokens and leaves them out of the loss
turns          every turn with loss is a row that ends with it (mask_history); no tags in texts, more rows
"""

import json
import os
import subprocess
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

import cv2
import numpy as np
import typer
import yaml

from editor_ops.files import write_whole
from jarvisevo.files.config import ConfigError
from jarvisevo.protocol.chat import Message
from jarvisevo.protocol.export import register, sharegpt_row
from jarvisevo.qwen.folder import QwenVLError, check_folder, load_processor
from jarvisevo.qwen.prompt import CONTROL, plain
from training.config import RftConfig, SftConfig, load
from training.data import Encoder, TrainingConversation, conversations, entries
from training.images import ImageCache, ImageRef, read_image
from training.run import TrainingDataError

Rows = Literal["conversations", "turns"]
TEMPLATES = {"qwen2_5_vl": "qwen2_vl", "qwen3_vl": "qwen3_vl_nothink", "qwen3_vl_moe": "qwen3_vl_nothink"}
ATTENTION = {"eager": "disabled", "sdpa": "sdpa", "flash_attention_2": "fa2"}
NAME = "artedit"
USER, ASSISTANT = ("<|im_end|>\n<|im_start|>" + role + "\n" for role in ("user", "assistant"))
"""From one turn to the next, as both Qwen templates write it."""


def export(
    config: SftConfig | RftConfig, out: Path, rows: Rows = "conversations", devices: int = 1
) -> tuple[Path, int, list[str]]:
    """Write rows, list of data sets and settings -> (the YAML to train with, how many rows, what is not the same).
    TrainingDataError when there are none.
    """
    if config.model.name == "nano":
        raise TrainingDataError(
            "LLaMA-Factory needs a model's folder: python -m training.nano OUT, then model.name=OUT"
        )
    said = not_carried(config)
    left_out = Counter[str]()
    kept, control = _short(list(conversations(entries(config.data), config.data, left_out)), config, left_out)
    said += [f"{n} records left out: {cause}" for cause, n in left_out.items()]
    if not kept:
        raise TrainingDataError(f"no record can be learnt from: {'; '.join(said) or 'there are none'}")
    out.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(row, ensure_ascii=False) for each in kept for row in written(each, rows, out, control)]
    write_whole(out / f"{NAME}.jsonl", "".join(f"{line}\n" for line in lines))
    register(out / "dataset_info.json", NAME)
    file = out / "train.yaml"
    write_whole(file, yaml.safe_dump(settings(config, out, rows, devices), sort_keys=False))
    return file, len(lines), said


def not_carried(config: SftConfig | RftConfig) -> list[str]:
    """What of a config LLaMA-Factory has no setting for, each in a line with what happens instead."""
    optim, model = config.optim, config.model
    found = {
        "optim.max_minutes: it ends by steps or epochs alone": optim.max_minutes,
        f"optim.final_rate {optim.final_rate}: its {optim.schedule} schedule ends at its own": optim.final_rate
        and optim.schedule == "linear",
        "heldout: measure the finished model (python -m training.measure)": config.heldout,
        "perception: no heads beside the words": isinstance(config, SftConfig) and config.perception,
        "push_to_hub: upload the finished model yourself": config.push_to_hub,
        "save_dtype: written as trained": config.save_dtype,
        "precision bfloat16 on a processor: float32": config.device == "cpu" and config.precision == "bfloat16",
        f"data.judged_by {config.data.judged_by}: write it into the finished model's config.json": (
            config.data.judged_by != "conversation"
        ),
        "data.reading: write reading: true into the finished model's config.json": config.data.reading,
        f"{Path(model.name).name}: is not here, so records longer than data.max_length were not left out: cutoff_len "
        "cuts their end off": not Path(model.name).is_dir(),
    }
    return [text for text, so in found.items() if so]


def _short(
    said: list[TrainingConversation], config: SftConfig | RftConfig, left_out: Counter[str]
) -> tuple[list[TrainingConversation], Sequence[str]]:
    """Those that fit into data.max_length, as our own trainer counts them, and the tokenizer's control tokens."""
    if not Path(config.model.name).is_dir():
        return said, CONTROL
    processor = load_processor(config.model.name, image_max_pixels=config.model.image_max_pixels, marks=True)
    encoder = Encoder(processor, ImageCache(processor.image_processor, 0))
    most = config.data.max_length
    kept = [each for each in said if len(encoder.sample(each)) <= most]
    if len(kept) < len(said):
        left_out[f"longer than {most} tokens"] += len(said) - len(kept)
    return kept, encoder.control


def _plain(message: Message, control: Sequence[str]) -> Message:
    """A turn whose texts hold no control tokens."""
    parts = tuple(plain(part, control) if isinstance(part, str) else part for part in message.content)
    return replace(message, content=parts)


def settings(config: SftConfig | RftConfig, out: Path, rows: Rows, devices: int = 1) -> dict[str, Any]:
    """LLaMA-Factory's keys for a config."""
    model, optim = config.model, config.optim
    made: dict[str, Any] = {
        "model_name_or_path": model.name,
        "model_revision": model.revision or "main",
        "trust_remote_code": False,
        "stage": "sft",
        "do_train": True,
        "finetuning_type": "lora" if config.lora else "full",
        "freeze_vision_tower": model.freeze_vision,
        "freeze_multi_modal_projector": model.freeze_projector,
        "flash_attn": ATTENTION[model.attention],
        "dataset": NAME,
        "dataset_dir": str(out),
        "media_dir": str(out),
        "template": _template(model.name),
        "cutoff_len": config.data.max_length + 1,  # its line break behind the last turn
        "mask_history": rows == "turns",
        "output_dir": str(out / "run"),
        "overwrite_output_dir": True,
        "per_device_train_batch_size": optim.batch_size,
        "gradient_accumulation_steps": optim.parts(devices),
        "learning_rate": optim.learning_rate,
        **_schedule(config),
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
        "report_to": list(config.report_to) or "none",
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
    return made | _sharding(config, out) | ({"bf16": False, "use_cpu": True} if cpu else {"bf16": True})


def _schedule(config: SftConfig | RftConfig) -> dict[str, Any]:
    """Its rise begins at 0 instead of one step later; the fall is ours."""
    optim = config.optim
    made: dict[str, Any] = {"lr_scheduler_type": optim.schedule, "warmup_steps": optim.warmup_steps}
    if optim.schedule == "constant" and optim.warmup_steps:
        made["lr_scheduler_type"] = "constant_with_warmup"  # "constant" would take no notice of it
    if optim.schedule == "cosine" and optim.final_rate:
        made |= {"lr_scheduler_type": "cosine_with_min_lr", "lr_scheduler_kwargs": {"min_lr_rate": optim.final_rate}}
    return made


def _sharding(config: SftConfig | RftConfig, out: Path) -> dict[str, Any]:
    """DeepSpeed's own file, or PyTorch's FSDP2, for what the accelerate config says here."""
    if config.sharding == "none":
        return {}
    if config.sharding == "fsdp":
        return {
            "fsdp": "full_shard auto_wrap",
            "fsdp_config": {"version": 2, "reshard_after_forward": True, "state_dict_type": "FULL_STATE_DICT"},
        }
    stage = int(config.sharding.removeprefix("zero"))
    auto = ("train_batch_size", "train_micro_batch_size_per_gpu", "gradient_accumulation_steps", "gradient_clipping")
    made: dict[str, Any] = dict.fromkeys(auto, "auto")
    made |= {"bf16": {"enabled": "auto"}, "zero_optimization": {"stage": stage, "overlap_comm": True}}
    if stage == 3:
        made["zero_optimization"]["stage3_gather_16bit_weights_on_model_save"] = True
    file = out / f"{config.sharding}.json"
    write_whole(file, json.dumps(made, indent=1) + "\n")
    return {"deepspeed": str(file)}


def _template(name: str) -> str:
    """LLaMA-Factory's name of the chat template."""
    if Path(name).is_dir():
        return TEMPLATES[check_folder(name)["model_type"]]
    return TEMPLATES["qwen2_5_vl" if "2.5" in name else "qwen3_vl"]


def written(said: TrainingConversation, rows: Rows, out: Path, control: Sequence[str]) -> Iterator[dict[str, Any]]:
    """A conversation as rows of sharegpt; see the top of this file. Control tokens in its texts are made harmless."""
    messages = [_plain(message, control) for message in said.messages]
    paths = [os.path.relpath(_file(ref, f"{said.id}-{i}", out), out) for i, ref in enumerate(said.images)]
    learnt = [i for i, m in enumerate(messages) if m.role == "assistant" and m.kind in said.learnt]
    if rows == "turns":
        for end in learnt:
            yield sharegpt_row(said.id, messages[: end + 1], paths)
        return
    yield sharegpt_row(said.id, list(_folded(messages[: learnt[-1] + 1], said.learnt)), paths)


def _folded(messages: Sequence[Message], learnt: frozenset[str]) -> Iterator[Message]:
    """Turns of the assistant that carry no loss become part of the user's turn around them."""
    content: tuple[str | np.ndarray, ...] = ()
    for message in messages:
        if message.role == "user":
            content += message.content
        elif message.role == "assistant" and message.kind not in learnt:
            content += (ASSISTANT, *message.content, USER)
        else:
            if content:
                yield Message("user", content)
            content = ()
            yield message


def _file(ref: ImageRef, name: str, out: Path) -> Path:
    """The file of an image, rendered where the record has none of that state."""
    if ref.settings is None:
        return ref.path
    path = out / "images" / f"{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), cv2.cvtColor(read_image(ref), cv2.COLOR_RGB2BGR))
    return path


def environment() -> dict[str, str]:
    """What LLaMA-Factory's own Python is started with."""
    made = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    extra = made.pop("LLAMAFACTORY_PYTHONPATH", "")
    return made | ({"PYTHONPATH": extra} if extra else {})


def launch(command: str, file: Path, sharded: bool = False) -> int:
    """Train in LLaMA-Factory's environment -> its exit code. `command` is a program, never a shell line."""
    forced = {"FORCE_TORCHRUN": "1"} if sharded else {}
    return subprocess.run([command, "train", str(file)], env=environment() | forced, check=False).returncode


def main(
    config: Annotated[Path, typer.Argument(help="YAML of an SFT or RFT stage.")],
    overrides: Annotated[list[str] | None, typer.Argument(metavar="KEY=VALUE")] = None,
    out: Annotated[Path, typer.Option(help="Folder to write.")] = Path("out/llamafactory"),
    rows: Annotated[str, typer.Option(help="conversations: a row each, as here; turns: one for each with loss.")] = (
        "conversations"
    ),
    gpus: Annotated[int, typer.Option(min=1, help="devices that share a step, for optim.global_batch.")] = 1,
    program: Annotated[
        str, typer.Option("--launch", help="llamafactory-cli of its own environment; else only export.")
    ] = "",
) -> None:
    """Export a supervised stage for LLaMA-Factory, and train there."""
    if rows not in ("conversations", "turns"):
        raise typer.BadParameter(f"--rows {rows}: conversations or turns")
    try:
        read: Sequence[str] = overrides or []
        made = load(config, read)
        if not isinstance(made, SftConfig | RftConfig):
            raise typer.BadParameter(f"{config}: LLaMA-Factory trains the stages sft and rft, this is {made.stage}")
        file, count, said = export(made, out.resolve(), "turns" if rows == "turns" else "conversations", gpus)
    except (ConfigError, TrainingDataError, QwenVLError, OSError, ValueError) as error:
        raise typer.BadParameter(str(error)) from error
    typer.echo(f"{file}: {count} rows")
    for line in said:
        typer.echo(f"not the same: {line}", err=True)
    if program:
        try:
            raise typer.Exit(launch(program, file, made.sharding != "none"))
        except FileNotFoundError:
            raise typer.BadParameter(
                f"{program}: no such program; install llamafactory in an environment of its own"
            ) from None


if __name__ == "__main__":
    typer.run(main)
