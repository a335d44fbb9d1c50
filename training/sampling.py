"""Sampling from the model that is trained: in this process, or in vLLM with the present weights."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from jarvisevo.agent.loop import Ask
from jarvisevo.protocol.chat import Sampling
from jarvisevo.qwen.folder import QwenVL
from jarvisevo.qwen.generate import TokenCompletion
from jarvisevo.qwen.prompt import Prompt
from training.config import SepoConfig, StageConfig
from training.conversation import Conversation
from training.heap import give_back
from training.trainer import StageMixin

CACHE_BYTES = 1 << 30
"""Of the KV cache while one step is sampled."""

TRIMMED_EVERY = 4
"""Batches of one call after which the heap is trimmed: measuring samples hundreds of edits at once."""


class Sampler(Protocol):
    """Continues conversations, each with its own seed; `greedy` takes the likeliest token each time."""

    def __call__(
        self, prompts: Sequence[Prompt], seeds: Sequence[str], greedy: bool = False
    ) -> list[TokenCompletion]: ...


class Rollout(Protocol):
    """A trajectory under way.

    current  the conversation that the next turn goes on
    ask      what is wanted next; None when it is complete
    seed     of its samples
    turns    taken so far
    """

    current: Conversation
    seed: str
    turns: int

    @property
    def likeliest(self) -> bool:
        """Whether the next turn is not sampled, whatever the sampler's temperature."""
        ...

    ask: Ask | None

    def answer(self, completion: TokenCompletion, score: float | None = None) -> None:
        """Take the turn that was asked for.

        score  of a judgement, in place of what it wrote
        """
        ...


def sample_rollouts(rollouts: Sequence[Rollout], sampler: Sampler, greedy_judgement: bool = False) -> None:
    """Take every trajectory to its end, all that wait together.

    greedy_judgement  what a trajectory says of its own edits is not sampled
    """
    anywhere = everywhere(sampler)
    expectations = sampler.expectations if isinstance(sampler, LocalSampler) else _as_written
    while anywhere(any(r.ask is not None for r in rollouts)):
        waiting = [r for r in rollouts if r.ask is not None]
        greedy = [r.likeliest or (greedy_judgement and _judges_itself(r)) for r in waiting]
        for choice in (False, True):
            part = [r for r, own in zip(waiting, greedy, strict=True) if own == choice]
            if not anywhere(bool(part)):
                continue
            seeds = [f"{r.seed}:{r.turns}" for r in part]
            completions = sampler([r.current.as_prompt() for r in part], seeds, choice)
            scores = expectations(part, completions, choice)
            for rollout, completion, score in zip(part, completions, scores, strict=True):
                rollout.answer(completion, score)


def everywhere(sampler: Sampler) -> Callable[[bool], bool]:
    """Whether something is so in any process that must ask this sampler together; in this one when it asks alone.

    A sampler that all processes call at once has it as `anywhere`: they go on until none of them waits.
    """
    found: Callable[[bool], bool] = getattr(sampler, "anywhere", bool)
    return found


def _as_written(
    rollouts: Sequence[Rollout], completions: Sequence[TokenCompletion], greedy: bool
) -> list[float | None]:
    return [None] * len(rollouts)


def _judges_itself(rollout: Rollout) -> bool:
    """True when the next turn judges edits of the same trajectory."""
    return rollout.turns > 0 and rollout.ask is not None and rollout.ask.kind == "evaluate"


class LocalSampler:
    """Samples with the model in this process, `batch` conversations at a time, those of like length together.

    cache_bytes  of the KV cache that later turns go on from, and that the equal prompts of a group share
    go_on        whether conversations go on behind the sampled turn
    expected     scores are expectations over their digits, see `expectations`
    """

    def __init__(
        self,
        qwen: QwenVL,
        sampling: Sampling,
        batch: int,
        cache_bytes: int = CACHE_BYTES,
        go_on: bool = True,
        expected: bool = False,
    ) -> None:
        from jarvisevo.qwen.generate import PrefixCache

        self.qwen, self.sampling, self.batch, self.cache_bytes = qwen, sampling, batch, cache_bytes
        self.cache, self.go_on, self.expected = PrefixCache(cache_bytes), go_on, expected
        self.limit = int(qwen.model.config.get_text_config().max_position_embeddings)

    def __call__(self, prompts: Sequence[Prompt], seeds: Sequence[str], greedy: bool = False) -> list[TokenCompletion]:
        """One completion of each prompt, in order."""
        out: dict[int, TokenCompletion] = {}
        how = replace(self.sampling, temperature=0.0) if greedy else self.sampling
        same = {_key(prompt): i for i, prompt in reversed(list(enumerate(prompts)))} if not how.temperature else {}
        chosen = same.values() if same else range(len(prompts))  # the likeliest reply to a prompt is worked out once
        order = sorted(chosen, key=lambda i: len(prompts[i].ids))
        for first in range(0, len(order), self.batch):
            rows = order[first : first + self.batch]
            distinct = list({_key(prompts[i]): prompts[i] for i in rows}.values())
            if self.cache_bytes and len(distinct) <= len(rows) // 2:  # a group's prompt is run once
                self._generate(distinct, replace(how, max_tokens=1), [""] * len(distinct))
            replies = self._generate([prompts[i] for i in rows], how, [seeds[i] for i in rows], self.go_on)
            out |= zip(rows, replies, strict=True)
            if first // self.batch % TRIMMED_EVERY == TRIMMED_EVERY - 1:
                give_back()
        if not self.go_on:
            self.cache.clear()
        return [out[same[_key(p)] if same else i] for i, p in enumerate(prompts)]

    def _generate(
        self, prompts: Sequence[Prompt], how: Sampling, seeds: Sequence[str], keep: bool = True
    ) -> list[TokenCompletion]:
        from jarvisevo.qwen.generate import generate

        return generate(self.qwen, prompts, how, seeds, self.limit, self.cache, keep=keep)

    def expectations(
        self, rollouts: Sequence[Rollout], completions: Sequence[TokenCompletion], greedy: bool
    ) -> list[float | None]:
        """The score of each judgement that was just sampled, before it is taken, as an expectation over its digits.

        None for turns without one, and for a sampled judgement of somebody else's edit: its reward is for what it says.
        """
        from jarvisevo.qwen.expected_score import before_score, expected_scores

        out: list[float | None] = [None] * len(rollouts)
        if not self.expected:
            return out
        sampled = bool(self.sampling.temperature) and not greedy
        found: dict[tuple[bytes, ...], Prompt] = {}
        rows: dict[int, tuple[bytes, ...]] = {}
        for i, (rollout, completion) in enumerate(zip(rollouts, completions, strict=True)):
            if rollout.ask is None or rollout.ask.kind != "evaluate" or (sampled and not rollout.turns):
                continue
            before = before_score(self.qwen, rollout.current.as_prompt(), completion.ids)
            if before is not None:
                rows[i] = _key(before)
                found[rows[i]] = before
        if found:
            scores = expected_scores(self.qwen, list(found.values()), self.cache, self.batch)
            known = dict(zip(found, scores, strict=True))
            for i, key in rows.items():
                out[i] = known[key]
        return out


def _key(prompt: Prompt) -> tuple[bytes, ...]:
    """Equal for equal prompts."""
    return (prompt.ids.tobytes(), *(image.digest for image in prompt.images))


@contextlib.contextmanager
def policy_sampler(trainer: StageMixin, config: SepoConfig) -> Iterator[Sampler]:
    """Within it the policy samples: in this process, or in vLLM with the present weights."""
    limits = config.rollout
    if limits.vllm != "none":
        from training.vllm import VllmSampler

        yield VllmSampler(trainer)
        return
    go_on = (
        limits.max_steps > 1
        or config.corrector_share > 0
        or config.data.judged_by == "conversation"
        or limits.expected_score
    )
    sampling = Sampling(limits.temperature, limits.top_p, limits.max_tokens)
    with local_sampler(trainer, sampling, limits.batch, go_on, limits.expected_score) as sampler:
        yield sampler


@contextlib.contextmanager
def heldout_sampler(trainer: StageMixin, config: StageConfig, max_tokens: int, batch: int) -> Iterator[Sampler]:
    """Within it the model in training answers greedily, by the engine that samples its rollouts where it has one."""
    if isinstance(config, SepoConfig) and config.rollout.vllm != "none":
        from training.vllm import VllmSampler

        yield VllmSampler(trainer, max_tokens, greedy=True)
        return
    expected = bool(config.heldout and config.heldout.expected_score)
    with local_sampler(trainer, Sampling(0.0, max_tokens=max_tokens), batch, expected=expected) as sampler:
        yield sampler


@contextlib.contextmanager
def local_sampler(
    trainer: StageMixin, sampling: Sampling, batch: int, go_on: bool = True, expected: bool = False
) -> Iterator["LocalSampler"]:
    """A sampler with the model in this process, whose weights are gathered meanwhile where they are divided."""
    from trl.models import unwrap_model_for_generation

    gather = getattr(trainer.args, "ds3_gather_for_generation", True)
    wrapped = trainer.model_wrapped
    with unwrap_model_for_generation(wrapped, trainer.accelerator, gather_deepspeed3_params=gather) as model:
        was_training = model.training
        model.eval()
        plain = model.get_base_model() if hasattr(model, "peft_config") else model
        qwen = QwenVL(Path(), plain, trainer.processing_class, str(trainer.accelerator.device))
        try:
            yield LocalSampler(qwen, sampling, batch, go_on=go_on, expected=expected)
        finally:
            model.train(was_training)
