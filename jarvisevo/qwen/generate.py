"""Generation with a Qwen-VL: batches, a KV cache for conversations that go on, sampling.

Written out rather than taken from `model.generate`, because three things are wanted at once: each row of a batch
samples with its own seed, a row that is done leaves the batch, and a conversation that goes on runs only what is new.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from jarvisevo.protocol.chat import Sampling
from jarvisevo.qwen import decode as qwen_decode
from jarvisevo.qwen.folder import QwenVL
from jarvisevo.qwen.prompt import Prompt, PromptImage

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedTokenizerBase

RETIRED = 0.2
"""Share of a batch's rows that are done before they are taken out: each time the KV caches of the others are copied."""


@dataclass(frozen=True)
class TokenCompletion:
    """One sampled turn.

    ids       tokens, the end mark left out
    finish    "stop" when the model ended its turn, "length" when it was cut off
    reused    prompt tokens whose keys and values came from the cache
    logprobs  what another engine says it sampled the tokens with, that of the end mark last; () when nobody says
    """

    ids: tuple[int, ...]
    finish: str
    reused: int = 0
    logprobs: tuple[float, ...] = ()


@dataclass(frozen=True, eq=False)
class CachedPrefix:
    """The KV cache of a conversation: per layer keys and values, each (heads, len(ids), width)."""

    ids: np.ndarray
    images: tuple[PromptImage, ...]
    layers: tuple[tuple["torch.Tensor", "torch.Tensor"], ...]

    @property
    def bytes(self) -> int:
        return sum(tensor.numel() * tensor.element_size() for pair in self.layers for tensor in pair)


class PrefixCache:
    """The KV caches of the last conversations, the least recently used dropped first."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.entries: list[CachedPrefix] = []

    def find(self, prompt: Prompt) -> tuple[CachedPrefix | None, int]:
        """The entry that shares the longest beginning with the prompt, and its length in tokens (0 without one)."""
        lengths = [shared_length(prompt, prefix) for prefix in self.entries]
        best = max(range(len(lengths)), key=lengths.__getitem__, default=None)
        if best is None or lengths[best] == 0:
            return None, 0
        self.entries.append(self.entries.pop(best))
        return self.entries[-1], lengths[best]

    def add(self, prefix: CachedPrefix) -> None:
        """Add a conversation; the turns it continues need not be held beside it."""
        self.entries = [old for old in self.entries if not _begins(prefix, old)]
        self.entries.append(prefix)
        while self.entries and sum(entry.bytes for entry in self.entries) > self.most_bytes:
            self.entries.pop(0)

    def clear(self) -> None:
        self.entries.clear()


def shared_length(prompt: Prompt, prefix: CachedPrefix) -> int:
    """Tokens that both begin with, images compared by content; an image is shared whole, one token is always left."""
    most = min(len(prompt.ids) - 1, len(prefix.ids))
    differ = np.flatnonzero(prompt.ids[:most] != prefix.ids[:most])
    cut = int(differ[0]) if differ.size else most
    theirs = {image.start: image.digest for image in prefix.images}
    for image in prompt.images:
        if image.start < cut and (theirs.get(image.start) != image.digest or image.start + image.tokens > cut):
            return image.start
    return cut


def _begins(longer: CachedPrefix, shorter: CachedPrefix) -> bool:
    """Whether `shorter` is wholly contained at the beginning of `longer`."""
    n = len(shorter.ids)
    ours = [p.digest for p in longer.images if p.start < n]
    return (
        n <= len(longer.ids)
        and np.array_equal(longer.ids[:n], shorter.ids)
        and ours == [p.digest for p in shorter.images]
    )


def generate(
    qwen: QwenVL,
    prompts: Sequence[Prompt],
    sampling: Sampling,
    seeds: Sequence[int | str],
    limit: int,
    cache: PrefixCache,
    ends: float | None = None,
    keep: bool = True,
) -> list[TokenCompletion]:
    """One reply for each prompt, run as one batch.

    seeds  of the rows' own random numbers, so that a row samples the same in any batch
    limit  tokens that prompt and reply together may take
    cache  looked up for what need not be run again, and given what was run
    ends   by `time.monotonic()`: rows that are not done by then finish as they are, with "time"
    keep   whether the conversations will go on: else `cache` is only looked up
    """
    import torch

    with torch.inference_mode(), qwen_decode.grouped_attention(qwen.model):
        rows = [
            _BatchRow(prompt, *cache.find(prompt), Random(seed), _room(prompt, sampling, limit))
            for prompt, seed in zip(prompts, seeds, strict=True)
        ]
        batch, stops = _CacheBatch(qwen, rows), stop_tokens(qwen)
        logits = batch.prefill()
        while True:
            live = [i for i, row in enumerate(batch.rows) if not row.finish]
            chosen = sample(logits[live], [batch.rows[i].random for i in live], sampling)
            for i, token in zip(live, chosen, strict=True):
                row = batch.rows[i]
                row.take(token, stops)
                if ends is not None and not row.finish and time.monotonic() >= ends:
                    row.finish = "time"
            done = [i for i, row in enumerate(batch.rows) if row.finish]
            if len(done) >= RETIRED * len(batch.rows):
                batch.retire(done, cache if keep else None)
            if not any(not row.finish for row in batch.rows):
                break
            logits = batch.step([row.ids[-1] if row.ids else 0 for row in batch.rows])
        batch.retire(list(range(len(batch.rows))), cache if keep else None)
    return [TokenCompletion(tuple(row.ids), row.finish, row.reused) for row in rows]


def next_token_probabilities(qwen: QwenVL, prompts: Sequence[Prompt], cache: PrefixCache) -> np.ndarray:
    """(rows, vocabulary) float32: how likely each token is to come next; `cache` is looked up, not added to."""
    import torch

    with torch.inference_mode(), qwen_decode.grouped_attention(qwen.model):
        rows = [_BatchRow(prompt, *cache.find(prompt), Random(0), 1) for prompt in prompts]
        probabilities: np.ndarray = torch.softmax(_CacheBatch(qwen, rows).prefill(), dim=-1).cpu().numpy()
    return probabilities


def _room(prompt: Prompt, sampling: Sampling, limit: int) -> int:
    return max(1, min(sampling.max_tokens, limit - len(prompt.ids)))


@dataclass(eq=False)
class _BatchRow:
    """One conversation of a batch while it runs."""

    prompt: Prompt
    prefix: CachedPrefix | None
    reused: int
    random: Random
    room: int

    def __post_init__(self) -> None:
        self.ids: list[int] = []
        self.finish = ""
        self.position = int(self.prompt.position_ids.max()) + 1

    def take(self, token: int, stops: frozenset[int]) -> None:
        """Add a token, or finish."""
        if token in stops:
            self.finish = "stop"
            return
        self.ids.append(token)
        if len(self.ids) >= self.room:
            self.finish = "length"


class _CacheBatch:
    """The rows' KV caches side by side, each padded on the left: first what was cached, then what is new."""

    def __init__(self, qwen: QwenVL, rows: Sequence[_BatchRow]) -> None:
        self.qwen, self.rows, self.cache = qwen, list(rows), qwen_decode.cache()
        self.never = never_sampled(qwen.processor.tokenizer)
        self.mask = self._load()

    def _load(self) -> "torch.Tensor":
        """Put the cached prefixes into the batch; their mask, (rows, longest prefix)."""
        import torch

        longest = max(row.reused for row in self.rows)
        mask = torch.zeros(len(self.rows), longest, dtype=torch.long, device=self.qwen.device)
        if not longest:
            return mask
        model = next(row.prefix for row in self.rows if row.prefix)
        for layer in range(len(model.layers)):
            both = []
            for which in (0, 1):
                like = model.layers[layer][which]
                state = like.new_zeros(len(self.rows), like.shape[0], longest, like.shape[2])
                for i, row in enumerate(self.rows):
                    if row.prefix:
                        state[i, :, longest - row.reused :] = row.prefix.layers[layer][which][:, : row.reused]
                both.append(state)
            self.cache.update(both[0], both[1], layer)
        for i, row in enumerate(self.rows):
            mask[i, longest - row.reused :] = 1
        return mask

    def prefill(self) -> "torch.Tensor":
        """Run all that is new; logits of the next token, (rows, vocabulary)."""
        import torch

        longest = max(len(row.prompt.ids) - row.reused for row in self.rows)
        ids = np.full((len(self.rows), longest), self.qwen.processor.tokenizer.pad_token_id or 0, dtype=np.int64)
        position_ids, mask = np.zeros((3, len(self.rows), longest), dtype=np.int64), np.zeros_like(ids)
        for i, row in enumerate(self.rows):
            first = longest - (len(row.prompt.ids) - row.reused)
            ids[i, first:], mask[i, first:] = row.prompt.ids[row.reused :], 1
            position_ids[:, i, first:] = row.prompt.position_ids[:, row.reused :]
        fresh = [p for row in self.rows for p in row.prompt.images if p.start >= row.reused]
        images = {}
        if fresh:
            images = {
                "pixel_values": torch.from_numpy(np.concatenate([p.patches for p in fresh])).to(self.qwen.device),
                "image_grid_thw": torch.tensor([p.grid for p in fresh], device=self.qwen.device),
            }
        return self._forward(ids, position_ids, mask, **images)

    def step(self, tokens: Sequence[int]) -> "torch.Tensor":
        """Run one token of each row; logits of the next, (rows, vocabulary)."""
        position_ids = np.array([row.position for row in self.rows], dtype=np.int64)
        for row in self.rows:
            row.position += 1
        ids = np.array(tokens, dtype=np.int64)[:, None]
        return self._forward(
            ids, np.broadcast_to(position_ids[None, :, None], (3, len(position_ids), 1)), np.ones_like(ids)
        )

    def _forward(
        self, ids: np.ndarray, position_ids: np.ndarray, mask: np.ndarray, **images: "torch.Tensor"
    ) -> "torch.Tensor":
        import torch

        def put(array: np.ndarray) -> "torch.Tensor":
            return torch.from_numpy(np.ascontiguousarray(array)).to(self.qwen.device)

        self.mask = torch.cat([self.mask, put(mask)], dim=1)
        out = self.qwen.model(
            input_ids=put(ids),
            position_ids=put(position_ids),
            attention_mask=self.mask,
            past_key_values=self.cache,
            use_cache=True,
            logits_to_keep=1,
            **images,
        )
        return out.logits[:, -1].float().index_fill(1, put(self.never), float("-inf"))

    def retire(self, done: Sequence[int], cache: PrefixCache | None) -> None:
        """Take finished rows out; what was run of them is prefix, where there is a cache for it."""
        import torch

        if not done:
            return
        if cache is not None and cache.most_bytes:
            for i in done:
                cache.add(self._keep(i))
        stay = [i for i in range(len(self.rows)) if i not in set(done)]
        self.rows = [self.rows[i] for i in stay]
        if stay:
            index = torch.tensor(stay, device=self.qwen.device)
            self.cache.batch_select_indices(index)
            self.mask = self.mask[index]

    def _keep(self, i: int) -> CachedPrefix:
        """Keys and values of row `i` without its padding, copied out of the batch."""
        row = self.rows[i]
        said = np.concatenate([row.prompt.ids, np.array(row.ids, dtype=np.int64)])
        real = self.mask[i].nonzero()[: len(said), 0]  # a row that is done runs on until it is taken out
        layers = tuple((layer.keys[i][:, real], layer.values[i][:, real]) for layer in self.cache.layers)
        run = said[: len(real)]
        return CachedPrefix(run, row.prompt.images, layers)


def sample(logits: "torch.Tensor", randoms: Sequence[Random], sampling: Sampling) -> list[int]:
    """The next token of each row: the likeliest at temperature 0,
    else sampled from the nucleus with the row's random numbers.

    logits  (rows, vocabulary) float32; FloatingPointError when a row has no finite logit
    """
    import torch

    if not bool(torch.isfinite(logits.amax(dim=-1)).all()):
        raise FloatingPointError("the model's output is NaN")
    if sampling.temperature <= 0:
        return [int(i) for i in logits.argmax(dim=-1)]
    probabilities = torch.softmax(logits / sampling.temperature, dim=-1)
    order, last = None, torch.full((len(randoms), 1), probabilities.shape[-1] - 1, device=probabilities.device)
    if sampling.top_p < 1:  # sorting a large vocabulary costs more than the rest
        probabilities, order = probabilities.sort(dim=-1, descending=True, stable=True)
    upto = probabilities.double().cumsum(dim=-1)
    if order is not None:
        last = ((upto - probabilities) < sampling.top_p).sum(dim=-1, keepdim=True).clamp(min=1) - 1
    aim = torch.tensor([[random.random()] for random in randoms], dtype=torch.float64, device=upto.device)
    index = torch.minimum(torch.searchsorted(upto, aim * upto.gather(1, last), right=True), last)
    return [int(i) for i in (index if order is None else order.gather(1, index))[:, 0]]


def stop_tokens(qwen: QwenVL) -> frozenset[int]:
    """Tokens that end the model's turn."""
    named, tokenizer = qwen.model.generation_config.eos_token_id, qwen.processor.tokenizer
    marks = [tokenizer.convert_tokens_to_ids(mark) for mark in ("<|im_end|>", "<|endoftext|>")]
    ends = named if isinstance(named, list | tuple) else [named]
    return frozenset(int(i) for i in (*ends, *marks, tokenizer.eos_token_id) if i is not None)


def never_sampled(tokenizer: "PreTrainedTokenizerBase") -> np.ndarray:
    """Tokens that stand for images: one that a model wrote would be an image that is not there."""
    names = ("image_pad", "video_pad", "vision_start", "vision_end")
    found = (tokenizer.convert_tokens_to_ids(f"<|{name}|>") for name in names)
    return np.array([i for i in found if i is not None and i != tokenizer.unk_token_id], np.int64)
