"""A Qwen2.5-VL or Qwen3-VL folder as a chat model in this process, on a CPU or a GPU."""

import hashlib
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarvisevo.protocol.chat import ChatError, Completion, Message, Sampling, TurnKind
from jarvisevo.protocol.time_limit import seconds_left
from jarvisevo.qwen.folder import QwenVL, QwenVLError, check_folder, load

if TYPE_CHECKING:
    from jarvisevo.qwen.generate import TokenCompletion
    from jarvisevo.qwen.prompt import Prompt

_OUT_OF_MEMORY = ("out of memory", "can't allocate memory", "cannot allocate memory", "DefaultCPUAllocator")


class TransformersChat:
    """`Chat` over a model folder.

    The folder is checked at once, torch and the weights are loaded on first use. Conversations run in batches; each
    samples with random numbers of its own (from `Sampling.seed`, and from how often the same conversation stands in the
    call), so that a reply does not depend on what else is in the batch, beyond rounding. The KV caches of the last
    conversations are held: when one goes on, only its new turns are run.

    folder            a Qwen2.5-VL or Qwen3-VL folder; QwenVLError when it is not one
    name              in records; default the folder's
    device, dtype     see `qwen_vl.load`
    max_batch         conversations run at once; halved by itself when memory does not suffice
    image_max_pixels  larger pictures are scaled down to this area; None keeps the folder's own limit
    keep_bytes        memory for KV caches; 0 holds none
    """

    def __init__(
        self,
        folder: str | Path,
        device: str | None = None,
        dtype: str | None = None,
        max_batch: int = 8,
        *,
        image_max_pixels: int | None = None,
        keep_bytes: int = 2 << 30,
        name: str = "",
    ) -> None:
        said = check_folder(folder)
        self.judged_by, self.judges = str(said.get("judged_by", "conversation")), bool(said.get("judges", True))
        self.reading, below = bool(said.get("reading", False)), said.get("correct_below")
        self.correct_below = float(below) if isinstance(below, int | float) else None
        for package in ("torch", "transformers", "tokenizers"):
            if find_spec(package) is None:
                raise ModuleNotFoundError(f"No module named {package!r}", name=package)
        if max_batch < 1:
            raise ValueError(f"max_batch {max_batch}: must be at least 1")
        self.name = name or Path(folder).resolve().name
        self._options = {"device": device, "dtype": dtype, "image_max_pixels": image_max_pixels}
        self._folder, self._max_batch, self._keep_bytes = Path(folder), max_batch, keep_bytes
        self._lock = threading.RLock()
        self._qwen: QwenVL | None = None

    def complete(
        self,
        conversations: Sequence[Sequence[Message]],
        sampling: Sampling = Sampling(),
        *,
        want: TurnKind = "edit",
        schema: Mapping[str, Any] | None = None,
        seconds: float | None = None,
    ) -> list[Completion | ChatError]:
        """See `Chat.complete`. `schema` changes nothing here: this model is not constrained.

        The score of a model that judges by images alone is the expectation over its digits, as it was in training.
        """
        began = time.monotonic()
        seconds = seconds_left(seconds)
        ends = None if seconds is None else began + seconds
        with self._lock:
            try:
                qwen = self.load()
            except (QwenVLError, MemoryError, ImportError) as error:
                return [ChatError(str(error) or type(error).__name__) for _ in conversations]
            prompts = [self._prompt(qwen, messages) for messages in conversations]
            ready = {i: prompt for i, prompt in enumerate(prompts) if not isinstance(prompt, ChatError)}
            seeds = dict(zip(ready, _seeds(list(ready.values()), sampling.seed), strict=True))
            order = sorted(ready, key=lambda i: len(ready[i].ids))  # rows of a batch need the least padding
            answers: dict[int, Completion | ChatError] = {}
            for first in range(0, len(order), self._max_batch):
                rows = order[first : first + self._max_batch]
                made = self._run([ready[i] for i in rows], sampling, [seeds[i] for i in rows], ends, want == "evaluate")
                answers |= zip(rows, made, strict=True)
            for i, answer in answers.items():
                if isinstance(answer, Completion) and answer.finish == "time":
                    answers[i] = ChatError(f"{self.name}: no whole reply within the {seconds:.3g} s that were left")
            return [answers.get(i) or prompt for i, prompt in enumerate(prompts)]  # type: ignore[misc]

    def load(self) -> QwenVL:
        """The model, loaded when this is called first."""
        with self._lock:
            if self._qwen is None:
                from jarvisevo.qwen.generate import PrefixCache

                self._qwen, self._cache = load(self._folder, **self._options), PrefixCache(self._keep_bytes)  # type: ignore[arg-type]
            return self._qwen

    def forget(self) -> None:
        """Drop all KV caches (after the weights were changed, or to free memory)."""
        with self._lock:
            if self._qwen is not None:
                self._cache.clear()

    @property
    def context(self) -> int:
        """Tokens that a conversation and its reply may take together."""
        return int(self.load().model.config.get_text_config().max_position_embeddings)

    def _prompt(self, qwen: QwenVL, messages: Sequence[Message]) -> "Prompt | ChatError":
        from jinja2 import TemplateError

        from jarvisevo.qwen.prompt import PromptError, make_prompt

        try:
            prompt = make_prompt(qwen, messages)
        except (PromptError, TemplateError) as error:
            return ChatError(f"{self.name}: {error}")
        if len(prompt.ids) >= self.context:
            shown = sum(image.tokens for image in prompt.images)
            return ChatError(
                f"{self.name}: the conversation has {len(prompt.ids)} tokens, {shown} of them images, and the model "
                f"takes {self.context}; take fewer steps or a smaller image_max_pixels"
            )
        return prompt

    def _run(
        self,
        prompts: Sequence["Prompt"],
        sampling: Sampling,
        seeds: Sequence[str],
        ends: float | None,
        judged: bool = False,
    ) -> list[Completion | ChatError]:
        """One batch; what does not fit into memory is tried again in halves, at last without the KV caches."""
        from jarvisevo.qwen.generate import generate

        try:
            replies = generate(self.load(), prompts, sampling, seeds, self.context, self._cache, ends)
            return [self._completion(prompt, reply, judged) for prompt, reply in zip(prompts, replies, strict=True)]
        except (RuntimeError, MemoryError, FloatingPointError) as error:
            cause = error  # handled below, where the traceback no longer holds the tensors
            full = isinstance(error, MemoryError) or any(sign in str(error) for sign in _OUT_OF_MEMORY)
        if not full:
            return [ChatError(_failure(self.name, cause)) for _ in prompts]
        cause = cause.with_traceback(None)
        had = bool(self._cache.entries)
        self._free()
        if len(prompts) > 1:
            half = len(prompts) // 2
            return self._run(prompts[:half], sampling, seeds[:half], ends, judged) + self._run(
                prompts[half:], sampling, seeds[half:], ends, judged
            )
        if had:
            return self._run(prompts, sampling, seeds, ends, judged)
        return [
            ChatError(
                f"{self.name}: out of memory with {len(prompts[0].ids)} tokens; take a smaller image_max_pixels, fewer "
                "steps, a smaller model, or a server (vLLM)"
            )
        ]

    def _free(self) -> None:
        """Give memory back."""
        import torch

        self._cache.clear()
        if torch.cuda.is_available():
            torch.cuda.empty_cache()

    def _completion(self, prompt: "Prompt", reply: "TokenCompletion", judged: bool) -> Completion:
        """The reply as text with its tags; the end mark is left out."""
        from jarvisevo.qwen.expected_score import with_expectation

        qwen = self.load()
        tokenizer = qwen.processor.tokenizer
        text = tokenizer.decode(list(reply.ids), skip_special_tokens=False, clean_up_tokenization_spaces=False)
        usage = {
            "prompt_tokens": len(prompt.ids),
            "completion_tokens": len(reply.ids),
            "image_tokens": sum(image.tokens for image in prompt.images),
            "cached_tokens": reply.reused,
        }
        if judged and self.judged_by == "images":
            text = with_expectation(qwen, prompt, reply.ids, text, self._cache)
        return Completion(prompt.opening + text, reply.finish, usage)


def _seeds(prompts: Sequence["Prompt"], seed: int) -> list[str]:
    """A seed for each row: the same conversation samples the same alone and in a batch, its copies differently."""
    seen: Counter[bytes] = Counter()
    out = []
    for prompt in prompts:
        whole = hashlib.sha256(prompt.ids.tobytes() + b"".join(image.digest for image in prompt.images)).digest()
        out.append(f"{seed}:{seen[whole]}")
        seen[whole] += 1
    return out


def _failure(name: str, error: Exception) -> str:
    """One line on a model that broke down."""
    if isinstance(error, FloatingPointError):
        return f"{name}: {error} (broken weights, or float16 overflowed: try dtype float32 or bfloat16)"
    return f"{name}: the model failed ({' '.join(str(error).split())[:200]})"
