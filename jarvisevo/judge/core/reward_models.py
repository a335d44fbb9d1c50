"""What allowed reward models say of a candidate, from 0 to 1; a model's own code is never run.

A text model reads an answer as it is, and an edit as measurements in words. A model of images sees the edited one and
the photo, and the difference of its rewards counts (`compute_*(prompt, response, reference)`), so that 0.5 is "as
good as before". A model behind a chat interface judges the edit in JarvisEvo's evaluation turn.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvisevo.judge.core.entries import LibraryEntry
from jarvisevo.judge.core.images import SOURCE, CaseImages
from jarvisevo.judge.core.reward_index import RewardModel
from jarvisevo.record.trajectory import HIGH, LOW

if TYPE_CHECKING:
    from transformers import PreTrainedModel, ProcessorMixin

    from jarvisevo.scoring.evaluators import ModelEvaluator

SPOKEN = (
    "lightness",
    "contrast",
    "warmth",
    "magenta",
    "chroma",
    "noise",
    "sharpness",
    "clipped_white",
    "clipped_black",
)
MAX_WORDS = 2000
"""Characters of a prompt or an answer that a model reads."""


def spoken(images: CaseImages, handle: str) -> str:
    """An answer as it is, or an edited image against its source in words, for a text model."""
    if handle in images.answers:
        return images.answers[handle][:MAX_WORDS]
    rows = (
        f"{name.replace('_', ' ')} {images.measure(SOURCE, name):.2f} to {images.measure(handle, name):.2f}"
        for name in SPOKEN
    )
    return f"An edited photo: {'; '.join(rows)}; mean colour difference {images.difference(SOURCE, handle):.1f}."


class RewardModels:
    """The reward models that a person allowed, and what they score. Nothing else is ever loaded."""

    def __init__(self, allowed: Sequence[RewardModel] = ()) -> None:
        self.allowed = {(model.repo, model.revision): model for model in allowed if model.fits}

    def score(self, tool: LibraryEntry, instruction: str, handle: str, images: CaseImages) -> float:
        """0-1 from a wrapped model. ValueError when it is not allowed here or gives no number."""
        key = (tool.metadata.get("repo", ""), tool.metadata.get("revision", ""))
        if key not in self.allowed:
            raise ValueError(
                f"{tool.name}: {key[0][:60]!r} at this revision is not in the index of allowed models: name the index"
            )
        model = self.allowed[key]
        read = evaluated if model.chat else READERS[model.reads]
        reward = read(model, instruction[:MAX_WORDS], handle, images)
        if not math.isfinite(reward):
            raise ValueError(f"{tool.name}: the model gave {reward}")
        return reward


def _squashed(reward: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(min(reward, 50.0), -50.0))) if math.isfinite(reward) else reward


def _of_words(model: RewardModel, prompt: str, handle: str, images: CaseImages) -> float:
    import torch

    tokenizer, network = _loaded(model)
    with torch.inference_mode():
        inputs = tokenizer(prompt, spoken(images, handle), return_tensors="pt", truncation=True, max_length=512)
        return _squashed(float(network(**inputs).logits[0, 0]))


def _of_image(model: RewardModel, _prompt: str, handle: str, images: CaseImages) -> float:
    import torch

    processor, network = _loaded(model)
    with torch.inference_mode():
        inputs = processor(images=_both(handle, images), return_tensors="pt")
        then, before = network(**inputs).logits[:, 0].tolist()
    return _squashed(then - before)


def _of_image_and_words(model: RewardModel, prompt: str, handle: str, images: CaseImages) -> float:
    import torch

    processor, network = _loaded(model)
    with torch.inference_mode():
        inputs = processor(
            text=[prompt], images=_both(handle, images), return_tensors="pt", padding=True, truncation=True
        )
        then, before = network(**inputs).logits_per_image[:, 0].tolist()
    return _squashed(then - before)


def evaluated(model: RewardModel, prompt: str, handle: str, images: CaseImages) -> float:
    """The score of a model in the evaluation turn, 1 to 5 brought to 0 to 1. ValueError without one."""
    then, before = _both(handle, images)
    made = _evaluator(model.chat).score(before, then, prompt)
    if made.score is None:
        raise ValueError(f"{model.chat}: {made.error}")
    return (made.score - LOW) / (HIGH - LOW)


def _both(handle: str, images: CaseImages) -> list[np.ndarray]:
    """The edited image and its source, (h, w, 3) uint8 each. ValueError for an answer in words."""
    if handle not in images.images or SOURCE not in images.images:
        raise ValueError("this reward model sees edits of a photo, not answers in words")
    return [images.images[handle], images.images[SOURCE]]


READERS: dict[str, Callable[[RewardModel, str, str, CaseImages], float]] = {
    "words": _of_words,
    "image": _of_image,
    "image and words": _of_image_and_words,
}
"""What a model reads -> (model, prompt, handle, images) -> its reward, 0-1."""


@lru_cache(maxsize=2)
def _evaluator(name: str) -> "ModelEvaluator":
    """A model in the evaluation turn, opened once. ValueError when there is none."""
    from jarvisevo.files.errors import CliError
    from jarvisevo.policies.open import open_chat
    from jarvisevo.scoring.evaluators import ModelEvaluator

    try:
        return ModelEvaluator(open_chat(name))
    except CliError as error:
        raise ValueError(str(error)) from None


@lru_cache(maxsize=2)
def _loaded(model: RewardModel) -> "tuple[ProcessorMixin, PreTrainedModel]":
    """Its tokenizer or processor, and the network, loaded once. ValueError when it is not what the index says."""
    import transformers

    where, pinned = (model.path, {}) if model.path else (model.repo, {"revision": model.revision})
    safe: Mapping[str, Any] = {"trust_remote_code": False, **pinned}
    reader, kind = {
        "words": (transformers.AutoTokenizer, transformers.AutoModelForSequenceClassification),
        "image": (transformers.AutoImageProcessor, transformers.AutoModelForImageClassification),
        "image and words": (transformers.AutoProcessor, transformers.AutoModel),
    }[model.reads]
    network = kind.from_pretrained(where, use_safetensors=True, **safe).eval()
    if model.reads != "image and words" and network.config.num_labels != 1:
        raise ValueError(f"{model.repo}: has {network.config.num_labels} outputs, a reward model has one")
    return reader.from_pretrained(where, **safe), network
