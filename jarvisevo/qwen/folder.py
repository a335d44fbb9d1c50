"""A Qwen-VL folder in and out: weights, tokenizer, image processor, chat template. Nothing is fetched from a network.

The folder is the ordinary one, so transformers' Auto classes, vLLM and LLaMA-Factory load what is saved here.
"""

import copy
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarvisevo.qwen.processor import chat_template, image_only

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase, ProcessorMixin
    from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

MODEL_TYPES = {"qwen2_5_vl": "Qwen2_5_VLProcessor", "qwen3_vl": "Qwen3VLProcessor", "qwen3_vl_moe": "Qwen3VLProcessor"}
"""What can be loaded, and which processor class of transformers belongs to it."""
DTYPES = ("float32", "bfloat16", "float16")
IMAGE_FILES = ("preprocessor_config.json", "processor_config.json")


class QwenVLError(RuntimeError):
    """A folder that is no usable Qwen-VL model: one line with the cause and the fix."""


@dataclass(frozen=True)
class QwenVL:
    """A loaded model: `model` on `device` in evaluation mode, and the `processor` that belongs to it."""

    folder: Path
    model: "PreTrainedModel"
    processor: "ProcessorMixin"
    device: str


def check_folder(folder: str | Path, *, weights: bool = True) -> dict[str, Any]:
    """The folder's config.json, when all files that loading needs are there; otherwise QwenVLError.
    Imports no torch.
    """
    path = Path(folder)
    if not path.is_dir():
        what = "a file, not a folder" if path.exists() else "no such folder"
        raise QwenVLError(f"{path}: {what}; give the folder of a Qwen2.5-VL or Qwen3-VL model")
    if not (path / "config.json").is_file():
        bare = any((path / name).is_file() for name in ("tokenizer.json", "vocab.json"))
        what = "only a tokenizer" if bare else "no config.json"
        raise QwenVLError(f"{path}: {what}; a Qwen2.5-VL or Qwen3-VL folder has config.json and *.safetensors")
    config = _read_json(path / "config.json")
    if config.get("model_type") not in MODEL_TYPES:
        known = ", ".join(MODEL_TYPES)
        raise QwenVLError(f"{path}: model_type is {config.get('model_type')!r}; it must be one of {known}")
    if not any((path / name).is_file() for name in ("tokenizer.json", "vocab.json")):
        raise QwenVLError(f"{path}: no tokenizer.json; copy the tokenizer files of the model into the folder")
    if not any((path / name).is_file() for name in IMAGE_FILES):
        raise QwenVLError(f"{path}: no {IMAGE_FILES[0]} (a bare tokenizer cannot read photos); copy it from the model")
    if weights:
        _check_weights(path)
    return config


def load(
    folder: str | Path, *, device: str | None = None, dtype: str | None = None, image_max_pixels: int | None = None
) -> QwenVL:
    """Load a Qwen2.5-VL or Qwen3-VL folder for inference or training.

    device            "cuda", "cuda:1", "cpu"; None takes a CUDA device when there is one
    dtype             "float32", "bfloat16" or "float16"; None is bfloat16 on CUDA, float32 on a CPU
    image_max_pixels  images are scaled down to this area; None keeps the folder's own limit
    """
    check_folder(folder)
    import torch
    from transformers import AutoModelForImageTextToText

    device = choose_device(device)
    number = getattr(torch, choose_dtype(dtype, device))
    processor = load_processor(folder, image_max_pixels=image_max_pixels)
    with _quiet():
        try:
            model, report = AutoModelForImageTextToText.from_pretrained(
                str(folder), dtype=number, local_files_only=True, use_safetensors=True, output_loading_info=True
            )
        except Exception as error:
            if type(error).__name__ not in ("SafetensorError", "OSError", "ValueError", "RuntimeError"):
                raise
            reason = " ".join(str(error).split())[:300]
            raise QwenVLError(f"{folder}: the weights do not load ({reason}); copy the folder again") from error
    if missing := sorted(report["missing_keys"]):
        raise QwenVLError(f"{folder}: {len(missing)} weights are missing, {missing[0]} first; copy the folder again")
    return QwenVL(Path(folder), model.to(device).eval(), processor, device)


def load_processor(folder: str | Path, *, image_max_pixels: int | None = None, marks: bool = False) -> "ProcessorMixin":
    """The folder's tokenizer, image processor and chat template as one processor, without torchvision.

    image_max_pixels  see `load`
    marks             True takes our chat template where the folder's own has no `{% generation %}` marks, as training
                      on the assistant's tokens needs; both read the same for system, user and assistant turns
    """
    config = check_folder(folder, weights=False)
    from transformers import AutoTokenizer
    from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

    with _quiet():
        tokenizer = AutoTokenizer.from_pretrained(str(folder), local_files_only=True)
        images = Qwen2VLImageProcessorPil.from_pretrained(str(folder), local_files_only=True)
    if image_max_pixels is not None:
        _limit(images, image_max_pixels)
    template = _template(Path(folder), tokenizer)
    if template is None or (marks and "generation" not in template.replace("add_generation_prompt", "")):
        template = chat_template()
    tokenizer.padding_side = "left"
    made = image_only(images, tokenizer, template, MODEL_TYPES[config["model_type"]])
    _check_tokens(folder, config, tokenizer)
    made.video_config = _video_config(Path(folder))
    return made


def save(
    folder: str | Path, model: "PreTrainedModel", processor: "ProcessorMixin", *, dtype: str | None = None
) -> Path:
    """Write model and processor as one folder; `dtype` stores the weights in another type (the model keeps its own)."""
    import torch

    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    if dtype is not None and model.dtype != getattr(torch, choose_dtype(dtype, "cpu")):
        model = copy.deepcopy(model).to(getattr(torch, dtype))
    with _quiet():
        model.save_pretrained(path)
    processor.save_pretrained(path)
    return path


def choose_device(device: str | None) -> str:
    """The device asked for, checked; None is CUDA when there is one, else the CPU."""
    import torch

    if device is None:
        return "cuda" if torch.cuda.is_available() else "cpu"
    try:
        kind = torch.device(device).type
    except RuntimeError as error:
        raise QwenVLError(f"device {device!r}: must be cpu, cuda or cuda:NUMBER") from error
    if kind == "cuda" and not torch.cuda.is_available():
        raise QwenVLError(f"device {device!r}: this torch sees no CUDA device; use cpu, or install torch for CUDA")
    return device


def choose_dtype(dtype: str | None, device: str) -> str:
    """The number type asked for, checked; None is bfloat16 on CUDA and float32 elsewhere."""
    if dtype is None:
        return "bfloat16" if device.startswith("cuda") else "float32"
    if dtype not in DTYPES:
        raise QwenVLError(f"dtype {dtype!r}: must be one of {', '.join(DTYPES)}")
    return dtype


def _limit(images: "Qwen2VLImageProcessorPil", most: int) -> None:
    """Hold images to `most` pixels; the smallest size stays where it can."""
    unit = (images.patch_size * images.merge_size) ** 2
    if most < unit:
        raise QwenVLError(f"image_max_pixels {most}: must be at least {unit}, the area of one visual token")
    images.size = type(images.size)(shortest_edge=min(images.size["shortest_edge"], most), longest_edge=most)


def _template(folder: Path, tokenizer: "PreTrainedTokenizerBase") -> str | None:
    """The folder's chat template, from any of the three places where folders keep it."""
    if (file := folder / "chat_template.jinja").is_file():
        return file.read_text("utf-8")
    if (file := folder / "chat_template.json").is_file():
        return _read_json(file).get("chat_template")
    template = tokenizer.chat_template
    return template.get("default") if isinstance(template, dict) else template


def _video_config(folder: Path) -> dict[str, Any] | None:
    """The folder's video settings: not used here, but kept when the folder is written again."""
    if (file := folder / "video_preprocessor_config.json").is_file():
        return _read_json(file)
    if (file := folder / "processor_config.json").is_file():
        return _read_json(file).get("video_processor")
    return None


def _check_tokens(folder: str | Path, config: dict[str, Any], tokenizer: "PreTrainedTokenizerBase") -> None:
    """The model and the tokenizer must agree on the image token, or images would be lost without a word."""
    expected, found = config.get("image_token_id"), tokenizer.convert_tokens_to_ids("<|image_pad|>")
    if expected is not None and expected != found:
        raise QwenVLError(
            f"{folder}: <|image_pad|> is token {found} of the tokenizer but {expected} of the model; "
            "tokenizer and weights are from different models"
        )


def _check_weights(path: Path) -> None:
    """At least one safetensors file, and every shard that the index names."""
    if (index := path / "model.safetensors.index.json").is_file():
        shards = sorted(set(_read_json(index).get("weight_map", {}).values()))
        if lost := [name for name in shards if not (path / name).is_file()]:
            raise QwenVLError(f"{path}: {len(lost)} of {len(shards)} weight files are missing, {lost[0]} first")
    elif not any(path.glob("*.safetensors")):
        pickled = any(path.glob("*.bin"))
        fix = "convert its .bin files, which can run code, to safetensors" if pickled else "copy model.safetensors"
        raise QwenVLError(f"{path}: no weights (*.safetensors); {fix} into the folder")


def _read_json(file: Path) -> dict[str, Any]:
    """A JSON object from a file of the folder."""
    try:
        value = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise QwenVLError(f"{file}: not readable as JSON ({error}); copy the file again") from error
    if not isinstance(value, dict):
        raise QwenVLError(f"{file}: must hold a JSON object; copy the file again")
    return value


class _quiet:
    """Transformers without progress bars and advice, and as before afterwards."""

    def __enter__(self) -> None:
        from transformers.utils import logging

        self.logging, self.level = logging, logging.get_verbosity()
        self.bars = logging.is_progress_bar_enabled()
        logging.set_verbosity_error()
        logging.disable_progress_bar()

    def __exit__(self, *_: object) -> None:
        self.logging.set_verbosity(self.level)
        if self.bars:
            self.logging.enable_progress_bar()
