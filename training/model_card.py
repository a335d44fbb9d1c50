"""The card of a trained model: what it was made from, how, how it did, how to use it. All of it comes from the run."""

from pathlib import Path
from typing import Any

import yaml

from jarvisevo.files.versions import version
from jarvisevo.policies.hub import is_id
from training.config import StageConfig
from training.run import RunFolder, read_metrics

NAMES = {"sft": "supervised fine-tuning", "sepo": "SEPO", "rft": "reflection fine-tuning"}
MEANINGS = {
    "valid": "edits whose every call could be used, share",
    "tools": "agreement of its settings with the record's (R_ta), 0 to 1",
    "delta_e": "mean ΔE2000 of the edits to the target",
    "identity": "mean ΔE2000 of the untouched photos to the target",
    "followed": "wishes followed in their direction, share",
    "judged": "judgements that could be read, share",
    "srcc": "rank correlation of its scores with the true ones",
    "plcc": "linear correlation of its scores with the true ones",
    "error": "mean absolute difference of its scores from the true ones, on a scale of 1 to 5",
    "mean_score": "mean of its scores",
}
"""Held-out figures (`training.heldout`), explained."""


def card(config: StageConfig, folder: RunFolder) -> str:
    """The model card as Markdown with the head that the Hub reads."""
    name = folder.path.resolve().name
    parts = [
        f"---\n{yaml.safe_dump(_head(config), sort_keys=False)}---",
        f"# {name}",
        "",
        f"A Qwen-VL that edits photos in Lightroom's parameters and scores edits, after {NAMES[config.stage]} with "
        f"JarvisEvo {version()}. It began as {_began(config)}.",
        "",
        "## Use",
        "```",
        'jarvisevo edit photo.jpg "warmer, but keep the sky blue" --model PATH/TO/THIS/FOLDER',
        "```",
        "It plans in text, answers with a tool call of develop settings, and judges from 1 to 5. Its words are checked",
        "against the parameter table before anything is rendered.",
        "",
        *_training(config, folder),
        *_heldout(folder),
        "## Limits",
        "It knows the instructions and photos of its data; others it may misread. Its scores are its own, learnt from",
        "the same data. The figures above are all that was measured in this run.",
        "",
        "## Config",
        f"```yaml\n{_public(config)}```",
    ]
    return "\n".join(parts) + "\n"


def _head(config: StageConfig) -> dict[str, Any]:
    head: dict[str, Any] = {
        "library_name": "transformers",
        "pipeline_tag": "image-text-to-text",
        "tags": ["jarvisevo", "photo-editing", "lightroom", config.stage],
        "language": ["en", "zh"],
    }
    base = next((name for name in (config.model.like, config.model.name) if is_id(name)), "")
    return head | ({"base_model": base} if base else {})


def _base(config: StageConfig) -> str:
    """The model that was trained, without the folders that lead to it on this machine."""
    name = config.model.name
    if is_id(name):
        return name
    path = Path(name)
    parts = path.parts[:-1] if path.name == "model" else path.parts  # out/s1/model is the model of the run s1
    return "/".join(parts[-2:]) if path.is_absolute() else "/".join(parts)


def _began(config: StageConfig) -> str:
    """The model that was trained, and the published one that it descends from."""
    if config.model.name == "nano":
        return "random weights of the small model `nano`"
    like = config.model.like
    return f"`{_base(config)}`" + (f", of the kind of `{like}`" if like and like != config.model.name else "")


def _training(config: StageConfig, folder: RunFolder) -> list[str]:
    """Stage, data, steps and time."""
    rows = read_metrics(folder.metrics)
    optim = config.optim
    told = {
        "stage": config.stage,
        "seed": config.seed,
        "data": ", ".join("/".join(path.parts[-2:]) for path in config.data.folders),
        "steps": max((int(row["step"]) for row in rows), default=0),
        "minutes": round(max((float(row.get("seconds", 0)) for row in rows), default=0.0) / 60, 1),
        "optimiser": f"{optim.name}, learning rate {optim.learning_rate:g}, {optim.schedule}",
        "rows a step, on each device": optim.batch_size * optim.accumulation,
        "trained": f"LoRA of rank {config.lora.r}, merged" if config.lora else "all weights",
    }
    losses = [row["loss"] for row in rows if "loss" in row]
    if losses:
        told["loss, first and last"] = f"{losses[0]:.4g}, {losses[-1]:.4g}"
    return ["## Training", "| | |", "|---|---|", *(f"| {key} | {value} |" for key, value in told.items()), ""]


def _heldout(folder: RunFolder) -> list[str]:
    """The last held-out figures, or that there are none."""
    rows = [row for row in read_metrics(folder.metrics) if any(key.startswith("heldout/") for key in row)]
    if not rows:
        return ["## Held-out records", "Not measured in this run: the config names no `heldout`.", ""]
    last = {key.removeprefix("heldout/"): value for key, value in rows[-1].items() if key.startswith("heldout/")}
    counts = [f"{last.pop(name):.0f} {name}" for name in ("edits", "judgements") if name in last]
    table = [f"| {key} | {value:.4g} | {MEANINGS.get(key, '')} |" for key, value in last.items()]
    head = [
        f"## Held-out records, at step {rows[-1]['step']}",
        *([f"On {' and '.join(counts)}.", ""] if counts else []),
    ]
    return [*head, "| figure | value | meaning |", "|---|---|---|", *table, ""]


def _public(config: StageConfig) -> str:
    """The config without the places of this machine."""
    data = config.model_dump(mode="json")
    data["model"]["name"], data["out"] = _base(config), Path(config.out).name
    data["data"]["folders"] = ["/".join(path.parts[-2:]) for path in config.data.folders]
    if data.get("heldout"):
        data["heldout"]["folder"] = "/".join(Path(data["heldout"]["folder"]).parts[-2:])
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
