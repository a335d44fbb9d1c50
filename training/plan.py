"""What a run would take, before it is paid for: batches, tokens, memory, disk and hours, and why it cannot run.

What is there is looked at with the run's own code (`training.dry`); what is not there is said, not guessed.
"""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from training.combinations import conflicts
from training.config import SepoConfig, StageConfig
from training.data import system_text
from training.dry import Dry, look
from training.memory import Memory, Sizes, disk, memory, sizes
from training.run import RunFolder, read_metrics


@dataclass(frozen=True)
class StepPlan:
    """What one optimiser step is, and what it takes.

    parts        batches of a device in a step
    rows         samples or trajectories of a step, all devices together
    tokens       of a step at most
    image_tokens of one image at most
    memory       on each device; None when the model's sizes are not known
    disk         GB that the run writes; None likewise
    hours        from the pace that this run's folder has on record; None without
    dry          what the data and the model's processor say
    errors       why it cannot run; warnings: what looks wrong or could not be looked at
    """

    config: StageConfig
    gpus: int
    parts: int
    rows: int
    tokens: int
    image_tokens: int
    memory: Memory | None
    disk: float | None
    hours: float | None
    dry: Dry
    errors: tuple[str, ...]
    warnings: tuple[str, ...]


def plan(config: StageConfig, gpus: int = 1, gpu_gb: float = 80.0, limit: int = 256) -> StepPlan:
    """Work a config out for so many devices of `gpu_gb` each; 0 devices is a CPU.

    limit  records that are tokenised
    """
    found, devices = sizes(config.model.like or config.model.name), max(gpus, 1)
    errors = [*conflicts(config, gpus), *filter(None, [RunFolder(config.out).refusal(config)])]
    try:
        parts = config.optim.parts(devices)
    except ValueError:  # among the conflicts
        parts = 1
    rows, image = config.optim.batch_size * parts * devices, image_tokens(config, found)
    dry = look(config, devices, parts, limit)
    errors += [*_lengths(config, image, dry), *dry.errors]
    warnings = list(dry.notes)
    held, written = (memory(config, found, devices, gpu_gb), disk(config, found)) if found else (None, None)
    if held is None:
        warnings.append(f"{config.model.name}: its sizes are not known here, so memory and disk are not estimated")
    elif gpus:
        errors += _too_much(config, held, gpu_gb)
        warnings += _few(config, held, rows // devices)
    free = free_gb(config.out)
    if written is not None and written > free:
        said = (
            f"checkpoints take {written:.0f} GB and {config.out} has {free:.0f} GB free here: lower keep, or move out"
        )
        (warnings if dry.records is None else errors).append(said)  # without the data the run is to be elsewhere
    if gpus > 1 and config.sharding == "none" and found and found.text > 1e9 and not config.lora:
        warnings.append("sharding none holds a whole optimiser on every device")
    return StepPlan(
        config,
        gpus,
        parts,
        rows,
        rows * config.data.max_length,
        image,
        held,
        written,
        hours(config, dry.steps),
        dry,
        tuple(dict.fromkeys(errors)),
        tuple(dict.fromkeys(warnings)),
    )


def image_tokens(config: StageConfig, found: Sizes | None) -> int:
    """Of one image at most."""
    nano = "nano" in (config.model.name, config.model.like)
    pixels = config.model.image_max_pixels or (config.model.nano.image_max_pixels if nano else 1 << 20)
    return pixels // (found.token_side if found else 32) ** 2


def _lengths(config: StageConfig, image: int, dry: Dry) -> list[str]:
    """Conversations that cannot fit into max_length."""
    out, most = [], config.data.max_length
    if 2 * image + 64 > most:
        out.append(f"max_length {most} cannot hold two images of {image} tokens and a reply")
    if not isinstance(config, SepoConfig):
        return out
    limits = config.rollout
    text = len(system_text(config.data.system_prompt, "")) // 3 if config.data.system_prompt == "own" else 0
    prompt = dry.prompt or image + text
    later = limits.max_steps * image + (limits.max_steps + 1) * limits.max_tokens
    if prompt + later > most:
        out.append(
            f"a trajectory may take {prompt + later} tokens ({prompt} of its prompt), more than max_length {most}"
        )
    if config.model.image_max_pixels and limits.max_size**2 < config.model.image_max_pixels // 4:
        out.append(
            f"max_size {limits.max_size} hands out images far below image_max_pixels {config.model.image_max_pixels}"
        )
    return out


def _too_much(config: StageConfig, held: Memory, gpu_gb: float) -> list[str]:
    out = []
    if held.total > gpu_gb:
        out.append(
            f"about {held.total:.0f} GB on each device of {gpu_gb:.0f} GB: take more devices, sharding, lora, "
            "gradient_checkpointing, a smaller batch_size" + (", or vllm_sleep" if held.vllm else "")
        )
    if held.vllm and held.tokens < config.data.max_length:
        out.append(
            f"vllm_memory leaves {max(held.kv, 0):.1f} of {held.vllm:.0f} GB beside vLLM's copy of the weights: "
            f"{held.tokens:,} tokens, less than one trajectory of {config.data.max_length:,}: "
            "raise vllm_memory or vllm_tensor_parallel"
        )
    return out


def _few(config: StageConfig, held: Memory, rows: int) -> list[str]:
    """vLLM samples one after the other what does not fit at one time."""
    if not held.vllm or held.tokens < config.data.max_length:
        return []
    together = held.tokens // config.data.max_length
    if together >= rows:
        return []
    return [f"vLLM holds {together} of a device's {rows} trajectories of full length at one time; the others wait"]


def free_gb(folder: Path) -> float:
    """Room on the disk that a folder is, or will be, on."""
    place = next(p for p in (folder.absolute(), *folder.absolute().parents) if p.exists())
    return shutil.disk_usage(place).free / 1e9


def hours(config: StageConfig, steps: int | None) -> float | None:
    """For the whole run, from the pace of what its folder has on record; None without."""
    if config.optim.max_minutes and steps is None:
        return None
    file = RunFolder(config.out).metrics
    rows = [row for row in read_metrics(file) if "loss" in row and "seconds" in row] if file.is_file() else []
    if steps is None or len(rows) < 2 or rows[-1]["step"] <= rows[0]["step"]:
        return None
    pace = (rows[-1]["seconds"] - rows[0]["seconds"]) / (rows[-1]["step"] - rows[0]["step"])
    whole = steps * pace / 3600
    return min(whole, config.optim.max_minutes / 60) if config.optim.max_minutes else whole


def table(made: StepPlan) -> str:
    """A plan for a person."""
    config, optim, dry = made.config, made.config.optim, made.dry
    sepo = isinstance(config, SepoConfig)
    where = "a CPU" if not made.gpus else f"{made.gpus} device{'s' * (made.gpus > 1)}"
    lines = [
        f"{config.stage} of {config.model.name} on {where}",
        f"a step: {made.rows} {'trajectories' if sepo else 'samples'} ({optim.batch_size} × {made.parts} × "
        f"{max(made.gpus, 1)}), {made.tokens:,} tokens at most, {made.image_tokens} for an image",
    ]
    if isinstance(config, SepoConfig):
        share = config.editor_share if config.evaluator_loop else 1.0
        lines.append(
            f"queries: {made.rows // config.rollout.generations}, of them {share:.0%} the editor's, "
            f"{config.rollout.generations} trajectories each"
        )
    lines += dry.lines()
    lines += _resources(made) + [f"error: {text}" for text in made.errors]
    return "\n".join(lines + [f"warning: {text}" for text in made.warnings])


def _resources(made: StepPlan) -> list[str]:
    """Memory, disk and hours."""
    out = []
    if made.memory:
        held = made.memory
        out.append(f"memory: about {held.total:.1f} GB on each ({_listed(held.parts)})")
        if held.vllm:
            out.append(
                f"vLLM: {held.vllm:.1f} GB, of them {max(held.kv, 0):.1f} for {held.tokens:,} tokens of keys and values"
                + (", given back while the step is made" if "vllm" not in held.parts else "")
            )
    if made.disk is not None:
        out.append(
            f"disk: {made.disk:.1f} GB with {made.config.keep} checkpoints; {free_gb(made.config.out):.0f} GB free"
        )
    if made.hours is not None:
        out.append(f"hours: {made.hours:.1f} at the pace of {RunFolder(made.config.out).metrics}")
    elif made.config.optim.max_minutes:
        out.append(f"hours: {made.config.optim.max_minutes / 60:.2g} at most (max_minutes)")
    else:
        out.append(
            "hours: not known, as no step of this run was timed yet: "
            "try optim.steps=5 optim.warmup_steps=0, check again, and remove its folder before the run"
        )
    return out


def _listed(parts: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {value:.1f}" for name, value in parts.items() if value >= 0.05)
