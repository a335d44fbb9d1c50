"""What a model takes: GB on a device by what takes them, vLLM's share and what is left in it, and the disk.

An estimate from the sizes of the model, good to a fifth or so. It is for choosing a config, not for billing.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from jarvisevo.files.shipped import find
from training.config import SepoConfig, StageConfig

GB = 1e9
VLLM_RUNTIME = 2.5 * GB
"""Of vLLM beside weights and KV cache: activations of 4096 tokens at a time (TRL's limit), graphs, the vision tower."""


@dataclass(frozen=True)
class Sizes:
    """A model in numbers.

    text, vision  parameters
    kv            bytes of keys and values of one token, in 16 bits
    token_side    pixels on a side of a visual token
    """

    text: float
    vision: float
    layers: int
    hidden: int
    vocabulary: int
    kv: int
    token_side: int = 32


KNOWN: Mapping[str, Sizes] = {
    "Qwen/Qwen3-VL-2B-Instruct": Sizes(1.72e9, 0.41e9, 28, 2048, 151_936, 114_688),
    "Qwen/Qwen3-VL-4B-Instruct": Sizes(4.02e9, 0.42e9, 36, 2560, 151_936, 147_456),
    "Qwen/Qwen3-VL-8B-Instruct": Sizes(8.19e9, 0.58e9, 36, 4096, 151_936, 147_456),
    "Qwen/Qwen2.5-VL-3B-Instruct": Sizes(3.09e9, 0.67e9, 36, 2048, 151_936, 36_864, 28),
    "Qwen/Qwen2.5-VL-7B-Instruct": Sizes(7.62e9, 0.68e9, 28, 3584, 152_064, 57_344, 28),
    "nano": Sizes(4.4e6, 1.0e6, 6, 192, 3072, 6 * 2 * 2 * 2 * 48),
}
"""From the configurations that the models are published with."""


def sizes(name: str) -> Sizes | None:
    """The numbers of a model by its name or folder; None when nobody knows them."""
    if name in KNOWN:
        return KNOWN[name]
    file = find(Path(name)) / "config.json"
    if not file.is_file():
        return None
    read = json.loads(file.read_text("utf-8"))
    text, vision = read.get("text_config", read), read.get("vision_config", {})
    hidden, inner, layers = text["hidden_size"], text["intermediate_size"], text["num_hidden_layers"]
    heads = text.get("num_key_value_heads", text["num_attention_heads"])
    width = text.get("head_dim") or hidden // text["num_attention_heads"]
    seen, depth = vision.get("hidden_size", 0), vision.get("depth", 0)
    return Sizes(
        layers * (3 * hidden * inner + 3 * hidden * hidden) + text["vocab_size"] * hidden,
        depth * (4 * seen * seen + 3 * seen * vision.get("intermediate_size", 0)),
        layers,
        hidden,
        text["vocab_size"],
        layers * 2 * heads * width * 2,
        vision.get("patch_size", 16) * vision.get("spatial_merge_size", 2),
    )


@dataclass(frozen=True)
class Memory:
    """GB on one device.

    parts   what is there while a step is made, by what takes it; vllm among it unless it sleeps meanwhile
    vllm    its whole share, 0 without one on this device
    kv      what is left in that share for keys and values; negative when not even the weights fit
    tokens  how many tokens that holds
    """

    parts: Mapping[str, float]
    vllm: float = 0.0
    kv: float = 0.0
    tokens: int = 0

    @property
    def total(self) -> float:
        """The most that is held at one time: while a step is made, or while vLLM samples."""
        resting = sum(self.parts[name] for name in ("weights", "gradients", "optimiser", "runtime"))
        return max(sum(self.parts.values()), resting + self.vllm)


def memory(config: StageConfig, found: Sizes, devices: int, gpu_gb: float) -> Memory:
    """Of a config on each of so many devices of `gpu_gb` each."""
    parts = {name: value / GB for name, value in _training(config, found, devices).items()}
    if not isinstance(config, SepoConfig) or config.rollout.vllm != "colocate":
        return Memory(parts)
    limits = config.rollout
    share = limits.vllm_memory * gpu_gb
    left = share * GB - (found.text + found.vision) * 2 / limits.vllm_tensor_parallel - VLLM_RUNTIME
    tokens = max(0, int(left / (found.kv / limits.vllm_tensor_parallel)))
    shown = parts if limits.vllm_sleep else parts | {"vllm": share}
    return Memory(shown, share, left / GB, tokens)


def _training(config: StageConfig, found: Sizes, devices: int) -> dict[str, float]:
    """Bytes of weights, gradients, moments, activations and logits.

    DeepSpeed keeps 2 bytes of weight and gradient and 12 of moments and master copy; plain AdamW on weights of 32 bits
    4, 4 and 8; adapters are of 32 bits whatever the model is.
    """
    wide = config.model.dtype == "float32" or "nano" in (config.model.name, config.model.like)
    weights = (found.text + found.vision) * (4 if wide else 2)
    trained = trainable(config, found)
    masters = config.sharding != "none" and not config.lora
    gradients, moments = (2, 12) if masters and not wide else (4, 8)
    split = {"none": (1, 1, 1), "zero2": (1, devices, devices), "zero3": (devices,) * 3, "fsdp": (devices,) * 3}
    by = split[config.sharding]
    tokens = config.optim.batch_size * config.data.max_length
    kept = 2 if config.model.gradient_checkpointing else 34  # bytes per layer, token and unit of width
    activations = tokens * found.hidden * found.layers * kept + (tokens * found.hidden * 34 if kept == 2 else 0)
    buckets = 2 if config.sharding == "none" and devices > 1 else 1  # gradients once more, in the parcels that are sent
    return {
        "weights": weights / by[0],
        "gradients": trained * gradients * buckets / by[1],
        "optimiser": trained * moments / by[2],
        "activations": activations,
        "logits": min(tokens, 1024) * found.vocabulary * 8,
        "runtime": 2 * GB if devices else 0,
    }


def trainable(config: StageConfig, found: Sizes) -> float:
    """How many weights are trained."""
    if config.lora:
        return 2 * config.lora.r * found.hidden * len(config.lora.targets) * found.layers * 1.6
    return found.text + (0 if config.model.freeze_vision else found.vision)


def disk(config: StageConfig, found: Sizes) -> float:
    """GB that a run writes at most: the checkpoints it keeps, one more while it is written, and the finished model."""
    width = 4 if config.model.dtype == "float32" or "nano" in (config.model.name, config.model.like) else 2
    whole, trained = (found.text + found.vision) * width, trainable(config, found)
    moments = trained * (12 if config.sharding != "none" and not config.lora else 8)
    checkpoint = (trained * 4 if config.lora else whole) + moments
    return (checkpoint * (config.keep + 1) + whole) / GB
