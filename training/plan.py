"""What a run would take: batches, tokens and memory on so many devices, and settings that cannot be right together.

The memory is an estimate from the sizes of the model, good to a fifth or so: weights, gradients and moments as they are
divided among devices, activations of one batch, logits, and vLLM's share. It is for choosing a config, not for billing.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from training.config import SepoConfig, StageConfig

GB = 1e9


@dataclass(frozen=True)
class Sizes:
    """A model in numbers: parameters of text and vision, layers, width, vocabulary,
    pixels on a side of a visual token.
    """

    text: float
    vision: float
    layers: int
    hidden: int
    vocabulary: int
    token_side: int = 32


KNOWN: Mapping[str, Sizes] = {
    "Qwen/Qwen3-VL-2B-Instruct": Sizes(1.72e9, 0.41e9, 28, 2048, 151_936),
    "Qwen/Qwen3-VL-4B-Instruct": Sizes(4.02e9, 0.42e9, 36, 2560, 151_936),
    "Qwen/Qwen3-VL-8B-Instruct": Sizes(8.19e9, 0.58e9, 36, 4096, 151_936),
    "Qwen/Qwen2.5-VL-3B-Instruct": Sizes(3.09e9, 0.67e9, 36, 2048, 151_936, 28),
    "Qwen/Qwen2.5-VL-7B-Instruct": Sizes(7.62e9, 0.68e9, 28, 3584, 152_064, 28),
    "nano": Sizes(4.4e6, 1.0e6, 6, 192, 3072),
}
"""From the configurations that the models are published with."""


@dataclass(frozen=True)
class Plan:
    """What one optimiser step is, and what it takes.

    rows         samples or trajectories of a step, all devices together
    tokens       of a step at most
    image_tokens of one image at most
    memory       GB on each device, by what takes them
    errors       settings that cannot work; warnings ones that look wrong
    """

    config: StageConfig
    gpus: int
    rows: int
    tokens: int
    image_tokens: int
    memory: Mapping[str, float]
    errors: tuple[str, ...]
    warnings: tuple[str, ...]

    @property
    def total(self) -> float:
        """GB on each device."""
        return sum(self.memory.values())


def sizes(name: str) -> Sizes | None:
    """The numbers of a model by its name or folder; None when nobody knows them."""
    if name in KNOWN:
        return KNOWN[name]
    file = Path(name) / "config.json"
    if not file.is_file():
        return None
    read = json.loads(file.read_text("utf-8"))
    text, vision = read.get("text_config", read), read.get("vision_config", {})
    hidden, inner, layers = text["hidden_size"], text["intermediate_size"], text["num_hidden_layers"]
    seen, depth = vision.get("hidden_size", 0), vision.get("depth", 0)
    size = layers * (3 * hidden * inner + 3 * hidden * hidden) + text["vocab_size"] * hidden
    side = vision.get("patch_size", 16) * vision.get("spatial_merge_size", 2)
    return Sizes(
        size,
        depth * (4 * seen * seen + 3 * seen * vision.get("intermediate_size", 0)),
        layers,
        hidden,
        text["vocab_size"],
        side,
    )


def plan(config: StageConfig, gpus: int = 1, gpu_gb: float = 80.0) -> Plan:
    """Work a config out for so many devices of `gpu_gb` each; 0 devices is a CPU."""
    found, optim, devices = sizes(config.model.like or config.model.name), config.optim, max(gpus, 1)
    rows = optim.batch_size * optim.accumulation * devices
    nano = "nano" in (config.model.name, config.model.like)
    pixels = config.model.image_max_pixels or (config.model.nano.image_max_pixels if nano else 1 << 20)
    image = pixels // (found.token_side if found else 32) ** 2
    memory = _memory(config, found, devices) if found else {}
    errors, warnings = [], []
    if not found:
        warnings.append(f"{config.model.name}: its sizes are not known here, so the memory is not estimated")
    errors += _conflicts(config, gpus, image)
    total = sum(memory.values())
    if gpus and total > gpu_gb:
        errors.append(
            f"about {total:.0f} GB on each device of {gpu_gb:.0f} GB: take more devices, sharding, lora, "
            "gradient_checkpointing or a smaller batch_size"
        )
    if gpus > 1 and config.sharding == "none" and found and found.text > 1e9 and not config.lora:
        warnings.append("sharding none holds a whole optimiser on every device")
    return Plan(config, gpus, rows, rows * config.data.max_length, image, memory, tuple(errors), tuple(warnings))


def _conflicts(config: StageConfig, gpus: int, image: int) -> list[str]:
    """Settings that cannot be right together."""
    out = []
    if 2 * image + 64 > config.data.max_length:
        out.append(f"max_length {config.data.max_length} cannot hold two images of {image} tokens and a reply")
    if config.lora and not (config.model.freeze_vision and config.model.freeze_projector):
        out.append(
            "lora adapts the text model alone: freeze_vision and freeze_projector must be on, or vision trains in full"
        )
    if not isinstance(config, SepoConfig):
        return out
    limits = config.rollout
    states = (limits.max_steps + 1) * image + (limits.max_steps + 1) * limits.max_tokens
    if states > config.data.max_length:
        out.append(f"a trajectory may take {states} tokens, more than max_length {config.data.max_length}")
    if config.model.image_max_pixels and limits.max_size**2 < config.model.image_max_pixels // 4:
        out.append(
            f"max_size {limits.max_size} hands out images far below image_max_pixels {config.model.image_max_pixels}"
        )
    if limits.vllm != "none" and not gpus:
        out.append("vLLM needs a device: rollout.vllm=none on a CPU")
    if limits.vllm == "colocate" and gpus % limits.vllm_tensor_parallel:
        out.append(f"vllm_tensor_parallel {limits.vllm_tensor_parallel} does not divide {gpus} devices")
    if config.sharding in ("zero3", "fsdp") and limits.vllm == "none":
        out.append(
            f"sharding {config.sharding} without vLLM gathers all weights for every token: rollout.vllm=colocate"
        )
    return out


def _memory(config: StageConfig, found: Sizes, devices: int) -> dict[str, float]:
    """GB on a device: mixed precision keeps 2 bytes of weight and gradient, and 12 of moments and master copy."""
    wide = "nano" in (config.model.name, config.model.like)
    weights = (found.text + found.vision) * (4 if wide else 2)
    trained = 0.0 if config.lora else found.text + (0 if config.model.freeze_vision else found.vision)
    if config.lora:
        trained = 2 * config.lora.r * found.hidden * len(config.lora.targets) * found.layers * 1.6
    gradients, moments = trained * (4 if wide else 2), trained * (8 if wide else 12)
    split = {"none": (1, 1, 1), "zero2": (1, devices, devices), "zero3": (devices,) * 3, "fsdp": (devices,) * 3}
    by = split[config.sharding]
    tokens = config.optim.batch_size * config.data.max_length
    kept = 2 if config.model.gradient_checkpointing else 34  # bytes per layer, token and unit of width
    activations = tokens * found.hidden * found.layers * kept + (tokens * found.hidden * 34 if kept == 2 else 0)
    memory = {
        "weights": weights / by[0],
        "gradients": gradients / by[1],
        "optimiser": moments / by[2],
        "activations": activations,
        "logits": min(tokens, 1024) * found.vocabulary * 8,
        "runtime": 2 * GB if devices else 0,
    }
    out = {name: value / GB for name, value in memory.items()}
    if isinstance(config, SepoConfig) and config.rollout.vllm == "colocate":
        out["vllm"] = config.rollout.vllm_memory * 80
    return out


def table(made: Plan) -> str:
    """A plan for a person."""
    config, lines = made.config, []
    optim = config.optim
    where = "a CPU" if not made.gpus else f"{made.gpus} device{'s' * (made.gpus > 1)}"
    lines.append(f"{config.stage} of {config.model.name} on {where}")
    kind = "trajectories" if isinstance(config, SepoConfig) else "samples"
    lines.append(
        f"a step: {made.rows} {kind} ({optim.batch_size} × {optim.accumulation} × {max(made.gpus, 1)}), "
        f"{made.tokens:,} tokens at most, {made.image_tokens} for an image"
    )
    if isinstance(config, SepoConfig):
        share = config.editor_share if config.evaluator_loop else 1.0
        queries = made.rows // config.rollout.generations
        lines.append(
            f"queries: {queries}, of them {share:.0%} the editor's, {config.rollout.generations} trajectories each"
        )
    if made.memory:
        parts = ", ".join(f"{name} {value:.1f}" for name, value in made.memory.items() if value >= 0.05)
        lines.append(f"memory: about {made.total:.1f} GB on each ({parts})")
    lines += [f"error: {text}" for text in made.errors] + [f"warning: {text}" for text in made.warnings]
    return "\n".join(lines)
