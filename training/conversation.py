"""A conversation in tokens: sampled turns stay the very tokens that were sampled, user turns are appended.

So the trainer scores exactly what was sampled, and no image can move or be lost on the way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from jarvisevo.protocol.chat import Message, TurnKind
from jarvisevo.qwen.generate import TokenCompletion
from jarvisevo.qwen.prompt import Prompt, PromptImage, control_tokens, mrope_position_ids, opening_of, turn_content
from training.images import fitted, patchify

if TYPE_CHECKING:
    from transformers import ProcessorMixin
    from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

MARK = "\N{SYMBOL FOR UNIT SEPARATOR}turn\N{SYMBOL FOR UNIT SEPARATOR}"
"""Stands for an assistant turn when the template's words after it are looked up."""


@dataclass(frozen=True, slots=True)
class Span:
    """Tokens `start` to `stop` of a sequence, which one assistant turn wrote."""

    start: int
    stop: int
    kind: TurnKind


class Tokens:
    """A processor's way from messages to tokens and back."""

    def __init__(self, processor: "ProcessorMixin") -> None:
        self.processor, self.tokenizer = processor, processor.tokenizer
        self.image_processor = processor.image_processor
        self.control = control_tokens(self.tokenizer)
        self.end = int(self.tokenizer.convert_tokens_to_ids("<|im_end|>"))

    def render(self, messages: Sequence[Message]) -> str:
        """The text of a conversation up to where the assistant speaks."""
        turns = [{"role": m.role, "content": turn_content(m, self.control)} for m in messages]
        text: str = self.tokenizer.apply_chat_template(
            turns, chat_template=self.processor.chat_template, tokenize=False, add_generation_prompt=True
        )
        return text

    def encode(self, text: str) -> list[int]:
        """Tokens of rendered text; an image is still one token."""
        ids: list[int] = self.tokenizer(text, add_special_tokens=False)["input_ids"]
        return ids

    def after(self, user: Message) -> str:
        """What a template writes from an assistant's last word to where it speaks again."""
        whole = self.render([Message("user", ("…",)), Message("assistant", (MARK,), "edit"), user])
        return whole.split(MARK)[-1]

    def pieces(self, ids: Sequence[int]) -> list[str]:
        """The text of each token; of a character that several tokens write, replacement characters."""
        return [self.decode([i]) for i in ids]

    def decode(self, ids: Sequence[int]) -> str:
        """The text of tokens, tags included."""
        text: str = self.tokenizer.decode(list(ids), skip_special_tokens=False, clean_up_tokenization_spaces=False)
        return text


class Conversation:
    """A conversation in tokens that can go on.

    ids            all tokens so far, an image as many as it has features
    spans          the sampled turns, each with its kind; an end mark that was sampled is part of its turn
    images         in the order of their tokens
    prompt_length  tokens before the first sampled one
    opening        what the template has put into the model's mouth at the present turn
    """

    def __init__(self, tokens: Tokens, messages: Sequence[Message]) -> None:
        self.tokens = tokens
        self.ids: list[int] = []
        self.spans: list[Span] = []
        self.images: list[PromptImage] = []
        self._logprobs: dict[int, tuple[float, ...]] = {}
        text = tokens.render(messages)
        self._append(tokens.encode(text), [image for m in messages for image in m.pictures])
        self.prompt_length, self.opening = len(self.ids), opening_of(text)

    def append_user(self, message: Message) -> None:
        """The sandbox's next turn."""
        text = self.tokens.after(message)
        ids = self.tokens.encode(text)
        if self.spans and self.ids[-1] == self.tokens.end and ids[:1] == [self.tokens.end]:
            ids = ids[1:]
        self._append(ids, message.pictures)
        self.opening = opening_of(text)

    def append_assistant(self, completion: TokenCompletion, kind: TurnKind) -> str:
        """A sampled turn -> its text."""
        start = len(self.ids)
        self.ids += [*completion.ids, *([self.tokens.end] if completion.finish == "stop" else [])]
        self.spans.append(Span(start, len(self.ids), kind))
        self._logprobs[start] = completion.logprobs
        return self.opening + self.tokens.decode(completion.ids)

    def logprobs(self) -> np.ndarray:
        """(L,) float32: what each token was sampled with, as the engine said it; NaN where nobody did."""
        out = np.full(len(self.ids), np.nan, np.float32)
        for span in self.spans:
            said = self._logprobs[span.start][: span.stop - span.start]
            out[span.start : span.start + len(said)] = said
        return out

    def as_prompt(self, stop: int | None = None) -> Prompt:
        """For `jarvisevo.qwen.generate`: the whole conversation, or its first `stop` tokens."""
        ids = np.array(self.ids[:stop], np.int64)
        images = tuple(image for image in self.images if image.start < len(ids))
        position_ids = mrope_position_ids(len(ids), images, self.tokens.image_processor.merge_size)
        return Prompt(ids, images, position_ids, self.opening)

    def _append(self, short: Sequence[int], images: Sequence[np.ndarray]) -> None:
        """Add tokens in which every image is one token still."""
        image_token, rest = self.tokens.processor.image_token_id, iter(images)
        for token in short:
            if token != image_token:
                self.ids.append(int(token))
                continue
            pixels = next(rest, None)
            if pixels is None:
                raise ValueError("the conversation has more places for images than images")
            self.images.append(_prompt_image(self.tokens.image_processor, pixels, len(self.ids)))
            self.ids += [image_token] * self.images[-1].tokens
        if next(rest, None) is not None:
            raise ValueError("the chat template lost an image")


def _prompt_image(processor: "Qwen2VLImageProcessorPil", pixels: np.ndarray, start: int) -> PromptImage:
    small = fitted(processor, pixels)
    patches, grid = patchify(processor, small)
    digest = str((small.shape, hash(small.tobytes()))).encode()
    return PromptImage(patches, grid, start, len(patches) // processor.merge_size**2, digest)
