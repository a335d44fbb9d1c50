"""What a stage cannot do: settings that do not go together on so many devices, each with what to change.

`--check` lists them, and a run refuses to start with any of them. What a config alone rules out is an error when it is
read (`training.config`); here is what depends on the devices, or on parts of the code that do not meet.
"""

from collections.abc import Iterator

from training.config import SepoConfig, StageConfig

WHOLE = ("zero3", "fsdp")
"""Sharding under which no process holds the whole model."""


def conflicts(config: StageConfig, gpus: int, processes: int = 0) -> list[str]:
    """Why a config cannot run on so many devices; 0 is a CPU. One line each, [] when it can.

    processes  that share the run, where they are not as many as devices: several on a CPU
    """
    devices = processes or max(gpus, 1)
    found = [*_batch(config, devices), *_sharding(config, devices), *_model(config, gpus)]
    if isinstance(config, SepoConfig):
        found += [*_rollout(config, gpus), *_groups(config, devices)]
    return found


def _batch(config: StageConfig, devices: int) -> Iterator[str]:
    try:
        config.optim.parts(devices)
    except ValueError as error:
        yield str(error)


def _groups(config: SepoConfig, devices: int) -> Iterator[str]:
    """A process samples whole groups."""
    size, optim = config.rollout.generations, config.optim
    if optim.global_batch and optim.global_batch % devices == 0 and optim.global_batch // devices % size:
        fitting = [n for n in range(1, optim.global_batch + 1) if optim.global_batch % (n * size) == 0]
        yield (
            f"global_batch {optim.global_batch} on {devices} devices cuts through groups of {size}: "
            f"take {', '.join(map(str, fitting))} devices, or another global_batch"
        )


def _sharding(config: StageConfig, devices: int) -> Iterator[str]:
    sharding = config.sharding
    if sharding != "none" and devices < 2:
        yield f"sharding {sharding} divides a model among devices, and here is one: sharding=none, or several devices"
    if config.lora and sharding in WHOLE:
        yield (
            f"lora with sharding {sharding}: adapters cannot be merged where no process holds the whole model: "
            "sharding=zero2 or none (adapters hardly need it), or leave lora out"
        )
    if sharding in WHOLE and config.save_dtype:
        yield f"save_dtype with sharding {sharding}: model/ is gathered and written as trained; leave save_dtype out"
    plain = not isinstance(config, SepoConfig) or config.rollout.vllm == "none"
    if config.heldout and sharding == "fsdp" and plain:
        yield (
            "heldout with sharding fsdp: nothing samples without gathering all weights for every token: use zero3, "
            "vLLM, or leave heldout out and measure the finished model (python -m training.measure)"
        )


def _model(config: StageConfig, gpus: int) -> Iterator[str]:
    model = config.model
    if config.lora and not (model.freeze_vision and model.freeze_projector):
        yield "lora adapts the text model alone, and vision would train in full: set freeze_vision and freeze_projector"
    if gpus and model.dtype in ("bfloat16", "float16") and config.sharding == "none" and not config.lora:
        yield (
            f"dtype {model.dtype} without sharding or lora: the optimiser keeps no copy of 32 bits, and updates of "
            f"{config.optim.learning_rate:g} are lost in it: dtype=float32"
        )
    if not gpus and model.attention == "flash_attention_2":
        yield "attention flash_attention_2 needs a GPU: attention=sdpa or eager"
    if gpus and config.device == "cpu":
        yield f"device cpu leaves {gpus} devices idle: device=auto, or --gpus 0"


def _rollout(config: SepoConfig, gpus: int) -> Iterator[str]:
    limits = config.rollout
    if limits.vllm == "none":
        if config.sharding in WHOLE:
            yield f"sharding {config.sharding} without vLLM gathers all weights to sample: rollout.vllm=colocate"
        return
    if not gpus:
        yield f"vLLM ({limits.vllm}) takes weights from a GPU alone: rollout.vllm=none on a CPU"
    if limits.vllm == "server" and not (config.model.freeze_vision and config.model.freeze_projector):
        yield (
            "a vLLM server remembers images as the weights before the last step saw them, and TRL cannot make it "
            "forget: set freeze_vision and freeze_projector, or rollout.vllm=colocate"
        )
    if config.model.name == "nano":
        yield "vLLM opens the model's folder, and nano is built as the run starts: name the folder of a built one"
    if limits.vllm == "colocate" and gpus % limits.vllm_tensor_parallel:
        yield f"vllm_tensor_parallel {limits.vllm_tensor_parallel} does not divide {gpus} devices"
    if limits.vllm_tensor_parallel not in (1, 2, 4, 8):
        yield f"vllm_tensor_parallel {limits.vllm_tensor_parallel}: 8 heads of keys and values need 1, 2, 4 or 8"
    if config.heldout and config.heldout.expected_score:
        yield "heldout.expected_score needs the probabilities of a model in this process, and vLLM samples: one of both"
