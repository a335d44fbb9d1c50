"""A conversation as tokens for a Qwen-VL: images at their own turns, positions in three axes, text that stays text."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from jarvisevo.protocol.chat import Message
from jarvisevo.qwen.folder import QwenVL

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase
    from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

CONTROL = ("<|im_start|>", "<|im_end|>", "<|image_pad|>", "<|video_pad|>", "<|vision_start|>", "<|vision_end|>")
"""What steers every Qwen-VL."""


class PromptError(ValueError):
    """A conversation that cannot become a prompt: one line with the cause and the fix."""


@dataclass(frozen=True, eq=False)
class PromptImage:
    """One image as the model takes it.

    patches  (n, channels * 2 * side * side) float32, normalised
    grid     (1, rows, columns) of patches
    start    index of its first token in the prompt
    tokens   how many tokens it takes there
    digest   of the patches: equal tokens may stand for unequal images
    """

    patches: np.ndarray
    grid: tuple[int, int, int]
    start: int
    tokens: int
    digest: bytes


@dataclass(frozen=True, eq=False)
class Prompt:
    """A conversation up to the point where the model speaks.

    ids           (L,) tokens, each image taking as many as it has features
    images        in the order of their tokens
    position_ids  (3, L) position in time, height and width
    opening       what the template has already put into the model's mouth ("<think>\\n" in thinking models)
    """

    ids: np.ndarray
    images: tuple[PromptImage, ...]
    position_ids: np.ndarray
    opening: str = ""


def make_prompt(qwen: QwenVL, messages: Sequence[Message]) -> Prompt:
    """Render a conversation; PromptError when it cannot be. Control tokens in texts are made harmless."""
    tokenizer, processor = qwen.processor.tokenizer, qwen.processor.image_processor
    if not messages:
        raise PromptError("an empty conversation; give at least one user turn")
    turns = [{"role": m.role, "content": turn_content(m, control_tokens(tokenizer))} for m in messages]
    text = tokenizer.apply_chat_template(
        turns, chat_template=qwen.processor.chat_template, tokenize=False, add_generation_prompt=True
    )
    short = np.array(tokenizer(text, add_special_tokens=False)["input_ids"], dtype=np.int64)
    pixels = [image for message in messages for image in message.pictures]
    slots = np.flatnonzero(short == qwen.processor.image_token_id)
    if len(slots) != len(pixels):
        raise PromptError(
            f"the chat template has places for {len(slots)} of {len(pixels)} images; it is not a Qwen-VL's"
        )
    ready = [_preprocess(processor, image) for image in pixels]
    counts = np.ones(len(short), dtype=np.int64)
    counts[slots] = [len(patches) // processor.merge_size**2 for patches, _ in ready]
    ids, starts = np.repeat(short, counts), (np.cumsum(counts) - counts)[slots]
    images = tuple(
        PromptImage(patches, grid, int(start), int(count), hashlib.sha256(patches.tobytes()).digest())
        for (patches, grid), start, count in zip(ready, starts, counts[slots], strict=True)
    )
    return Prompt(ids, images, mrope_position_ids(len(ids), images, processor.merge_size), opening_of(text))


def opening_of(text: str) -> str:
    """What a rendered prompt has already put into the model's mouth: "<think>" and what follows, or ""."""
    return text[text.rfind("<think>") :] if text.rstrip().endswith("<think>") else ""


def mrope_position_ids(length: int, images: Sequence[PromptImage], merge: int) -> np.ndarray:
    """(3, length): text counts on, an image lies in time, height and width from the position where it begins."""
    out, index, position = np.empty((3, length), dtype=np.int64), 0, 0
    for image in images:
        out[:, index : image.start] = np.arange(position, position + image.start - index)
        position += image.start - index
        index = image.start + image.tokens
        time, height, width = image.grid[0], image.grid[1] // merge, image.grid[2] // merge
        out[:, image.start : index] = position + np.indices((time, height, width)).reshape(3, -1)
        position += max(height, width)
    out[:, index:] = np.arange(position, position + length - index)
    return out


def turn_content(message: Message, control: Sequence[str]) -> str | list[dict[str, str]]:
    """A turn as chat templates take it; see `plain`."""
    if not message.pictures:
        return plain(message.text, control)
    return [
        {"type": "text", "text": plain(part, control)} if isinstance(part, str) else {"type": "image"}
        for part in message.content
    ]


def plain(text: str, control: Sequence[str]) -> str:
    """ "<|im_end|>" in a text becomes "< |im_end|>": text stays text."""
    for token in control:
        text = text.replace(token, f"{token[0]} {token[1:]}")
    return text


def control_tokens(tokenizer: "PreTrainedTokenizerBase") -> list[str]:
    """Tokens that steer the model, longest first; tags such as <think> are ordinary text here."""
    own = {token.content for token in tokenizer.added_tokens_decoder.values() if token.special}
    return sorted((token for token in {*own, *CONTROL} if len(token) > 1), key=len, reverse=True)


def _preprocess(processor: "Qwen2VLImageProcessorPil", image: np.ndarray) -> tuple[np.ndarray, tuple[int, int, int]]:
    """Patches and grid of one image."""
    if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3 or 0 in image.shape:
        raise PromptError(f"an image of shape {image.shape}, {image.dtype}; it must be (H, W, 3) uint8")
    try:
        made = processor(
            np.ascontiguousarray(image.transpose(2, 0, 1)), return_tensors="np", input_data_format="channels_first"
        )
    except ValueError as error:
        raise PromptError(f"an image of {image.shape[1]} × {image.shape[0]} pixels: {error}") from error
    time, height, width = (int(n) for n in made["image_grid_thw"][0])
    return made["pixel_values"], (time, height, width)
