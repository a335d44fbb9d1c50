"""Sampling with vLLM through TRL's engine, which all processes must call at once and with equally many prompts.

Rollouts have turns of their own number, so processes would call it differently often: one would wait for replies that
nobody asks for, and replies would be handed to the wrong process. Here they agree, before each call, whether any of
them still waits, and who has fewer prompts adds fillers, whose replies are thrown away.
"""

import contextlib
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np

from jarvisevo.protocol.chat import Message
from jarvisevo.qwen.generate import TokenCompletion
from jarvisevo.qwen.prompt import Prompt
from training.conversation import Tokens
from training.images import unpatchify
from training.processes import gathered
from training.run import TrainingError

if TYPE_CHECKING:
    from PIL import Image
    from trl import GRPOTrainer


class VllmSampler:
    """A Sampler over the trainer's vLLM (`trl.generation.vllm_generation.VLLMGeneration`), with the present weights.

    vLLM uses its own RNG instead of our seeds. A call is collective: every process of the run must make it.

    max_tokens  of a turn, instead of the rollouts'
    greedy      every turn is the likeliest
    """

    def __init__(
        self, trainer: "GRPOTrainer | SimpleNamespace", max_tokens: int | None = None, greedy: bool = False
    ) -> None:
        self.engine, self.max_tokens, self.greedy = trainer.vllm_generation, max_tokens, greedy
        self.processor, self.end = trainer.processing_class, set(trainer.eos_token_ids)
        self.image_token = int(self.processor.image_token_id)
        self.filler = Tokens(self.processor).encode(Tokens(self.processor).render([Message("user", ("Say: OK",))]))
        self.engine.sync_weights()
        if self.engine.mode == "colocate":  # TRL lets it remember images as the old weights saw them
            self.engine.llm.llm_engine.reset_encoder_cache()

    def anywhere(self, here: bool) -> bool:
        """Whether it is so in any process; all of them must ask."""
        return any(gathered([here]))

    def __call__(self, prompts: Sequence[Prompt], seeds: Sequence[str], greedy: bool = False) -> list[TokenCompletion]:
        """Continue this process's conversations; `seeds` are not used. TrainingError when a reply is missing."""
        rows = max(gathered([len(prompts)]))
        ids = [self._ids(prompt) for prompt in prompts] + [self.filler] * (rows - len(prompts))
        images = [self._images(prompt) for prompt in prompts] + [None] * (rows - len(prompts))
        with self._settings(greedy or self.greedy):
            _, replies, logprobs, _ = self.engine.generate(prompts=ids, images=images, num_generations=1)
        if len(replies) != rows:
            raise TrainingError(f"vLLM gave {len(replies)} replies to {rows} prompts: see its own log")
        said = logprobs if logprobs is not None else [()] * rows
        return [self._completion(ids, own) for ids, own, _ in zip(replies, said, prompts, strict=False)]

    def _ids(self, prompt: Prompt) -> list[int]:
        """The prompt's tokens as vLLM takes them.

        A server is sent the images beforehand and finds them by their runs of tokens. A colocated engine gets both at
        once and expands each image's one token itself: an expanded prompt would be expanded a second time (vLLM, pull
        request 57796).
        """
        if self.engine.mode == "server":
            ids: list[int] = prompt.ids.tolist()
            return ids
        return collapsed(prompt)

    def _images(self, prompt: Prompt) -> list["Image.Image"] | None:
        from PIL import Image

        processor = self.processor.image_processor
        return [Image.fromarray(unpatchify(processor, i.patches, i.grid)) for i in prompt.images] or None

    def _completion(self, ids: Sequence[int], logprobs: Sequence[Sequence[float | None]]) -> TokenCompletion:
        stopped = bool(ids) and ids[-1] in self.end
        said = tuple(float("nan") if at[0] is None else float(at[0]) for at in logprobs)
        kept = tuple(int(i) for i in (ids[:-1] if stopped else ids))
        return TokenCompletion(kept, "stop" if stopped else "length", logprobs=said)

    @contextlib.contextmanager
    def _settings(self, greedy: bool) -> Iterator[None]:
        """Within it the engine has this sampler's bounds; at a temperature of 0 it takes the likeliest token."""
        before = self.engine.temperature, self.engine.max_completion_length
        try:
            self.engine.temperature = 0.0 if greedy else before[0]
            self.engine.max_completion_length = self.max_tokens or before[1]
            yield
        finally:
            self.engine.temperature, self.engine.max_completion_length = before


def collapsed(prompt: Prompt) -> list[int]:
    """The tokens of a prompt with one for each image instead of one for each of its features."""
    kept = np.ones(len(prompt.ids), bool)
    for image in prompt.images:
        kept[image.start + 1 : image.start + image.tokens] = False
    ids: list[int] = prompt.ids[kept].tolist()
    return ids
