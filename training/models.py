"""The model of a stage: built from scratch or loaded, frozen in part, with adapters; and written out at the end."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from jarvisevo.files.shipped import find
from jarvisevo.qwen import folder as qwen_vl
from training import nano
from training.config import LoraConfig, ModelConfig, SepoConfig, StageConfig
from training.run import TrainingError

if TYPE_CHECKING:
    import torch
    from peft import PeftModel
    from transformers import PreTrainedModel, ProcessorMixin


def load_model(config: StageConfig, texts: Iterable[str] = ()) -> tuple["PreTrainedModel", "ProcessorMixin"]:
    """(model, processor) to train; the model still on the CPU. TrainingError when there is none.

    texts  wishes that the tokenizer of a nano model learns from
    """
    wanted = config.model
    if wanted.name == "nano":
        processor = nano.make_processor(wanted.nano, texts)
        model = nano.make_model(processor.tokenizer, config.seed, wanted.nano)
        model.set_attn_implementation(wanted.attention)
        return _prepared(model, config), processor
    folder = _folder(wanted)
    qwen = qwen_vl.load(
        folder, device="cpu", dtype=wanted.dtype or _dtype(config), image_max_pixels=wanted.image_max_pixels
    )
    processor = qwen_vl.load_processor(folder, image_max_pixels=wanted.image_max_pixels, marks=True)
    qwen.model.set_attn_implementation(wanted.attention)
    return _prepared(qwen.model, config), processor


def on_cuda(config: StageConfig) -> bool:
    """Whether this run computes on a GPU."""
    import torch

    return config.device == "auto" and torch.cuda.is_available()


def _dtype(config: StageConfig) -> str:
    divided = config.lora is not None or config.sharding != "none"  # the optimiser then keeps weights of 32 bits itself
    return "bfloat16" if on_cuda(config) and divided else "float32"


def _folder(wanted: ModelConfig) -> Path:
    """The model's folder: a path, one that ships (jarvisevo/qwen/nano), or fetched from the hub when it is neither."""
    path = find(Path(wanted.name))
    if path.exists() or wanted.name.count("/") != 1 or wanted.name.startswith((".", "~")):
        return path
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(wanted.name, revision=wanted.revision))
    except (HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        cause = " ".join(str(error).split())[:200]
        raise TrainingError(f"{wanted.name}: neither a folder nor a model that the hub hands out ({cause})") from None


def _prepared(model: "PreTrainedModel", config: StageConfig) -> "PreTrainedModel":
    """Frozen parts, adapters and checkpointing set up."""
    freeze(model, config.model)
    if not on_cuda(config):
        embed_images_once(model)
    model.train()
    if config.lora:
        model = adapted(model, config.lora, config.seed)
    if config.model.gradient_checkpointing:
        model.enable_input_require_grads()
    if not any(p.requires_grad for p in model.parameters()):
        raise TrainingError("nothing is left to train: freeze_vision and freeze_projector hold all there is")
    return model


def embed_images_once(model: "PreTrainedModel") -> None:
    """Embed patches by one product of matrices instead of a convolution in time: a tenth off a step on a CPU.

    An image's patches hold it twice, as a film of two equal frames, so the weights of both frames may be added first.
    """
    from torch.nn.functional import linear

    embed = model.model.visual.patch_embed

    def forward(patches: "torch.Tensor") -> "torch.Tensor":
        kernel = embed.proj.weight  # (out, channels, frames, side, side)
        one = patches.view(len(patches), kernel.shape[1], kernel.shape[2], -1)[:, :, 0].flatten(1)
        return linear(one.to(kernel.dtype), kernel.sum(2).flatten(1), embed.proj.bias)

    embed.forward = forward


def freeze(model: "PreTrainedModel", wanted: ModelConfig) -> None:
    """Take the vision tower, the mergers to the text model, or both, out of training."""
    vision = model.model.visual
    projector = {p for name, p in vision.named_parameters() if "merger" in name}
    for parameter in vision.parameters():
        parameter.requires_grad = not (wanted.freeze_projector if parameter in projector else wanted.freeze_vision)


def adapted(model: "PreTrainedModel", wanted: LoraConfig, seed: int) -> "PeftModel":
    """The model with adapters on the text model's layers."""
    import torch
    from peft import LoraConfig as Lora
    from peft import get_peft_model

    names = "|".join(wanted.targets)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return get_peft_model(
            model,
            Lora(
                r=wanted.r,
                lora_alpha=wanted.alpha,
                lora_dropout=wanted.dropout,
                task_type="CAUSAL_LM",
                target_modules=rf".*language_model.*\.({names})",
            ),
        )


def save_model(folder: Path, model: "PreTrainedModel", processor: "ProcessorMixin", config: StageConfig) -> Path:
    """Write the finished model as one ordinary folder: adapters merged in, with the chat template that it came with."""
    if hasattr(model, "merge_and_unload"):
        model = model.merge_and_unload()
    learnt_with(model, config)
    return qwen_vl.save(folder, model, shipped(processor, config), dtype=config.save_dtype)


def learnt_with(model: "PreTrainedModel", config: StageConfig) -> None:
    """Write into a model's config how it is to be asked in use (policies.transformers)."""
    model.config.judged_by, model.config.reading = config.data.judged_by, config.data.reading
    if isinstance(config, SepoConfig) and config.corrector_share:
        model.config.correct_below = config.corrector_below


def shipped(processor: "ProcessorMixin", config: StageConfig) -> "ProcessorMixin":
    """The processor as it was before marks for training were put into its template."""
    if config.model.name == "nano":
        return processor
    return qwen_vl.load_processor(_folder(config.model), image_max_pixels=config.model.image_max_pixels)
