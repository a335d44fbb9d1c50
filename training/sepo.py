"""Synergistic editor-evaluator policy optimisation (JarvisEvo, section 3.2.2): read it from the top.

One model, one optimiser, a mixed stream of queries. For an editor's query the model samples G trajectories in the
sandbox, each with its own judgement at the end; for an evaluator's query it samples G judgements of a given edit.
Rewards make group-normalised advantages, and TRL's GRPOTrainer takes the step. TRL's own multi-turn loop is not used:
it tokenises what was sampled again, and drops all images of a batch when one does not fit.
"""

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from jarvisevo.qwen.generate import never_sampled
from training import callbacks, reflections, rewards
from training import data as dataset
from training.config import SepoConfig
from training.correction import figures, importance_ratio
from training.images import ImageCache
from training.loss import log_probs, small
from training.models import load_model, on_cuda
from training.processes import world
from training.run import RunFolder, TrainingDataError
from training.sft import finish
from training.step import SepoStep
from training.trainer import Clock, EpochSampler, StageMixin, arguments, opened, prepare_reports, train


@dataclass(frozen=True)
class Stream:
    """The queries of a run: rows of the data set are the edits, then the judgements.

    groups  queries of one optimiser step
    parts   batches of a device in it
    """

    edits: int
    evals: int
    config: SepoConfig
    groups: int
    parts: int

    @property
    def share(self) -> float:
        """Of editor's queries."""
        return self.config.editor_share if self.config.evaluator_loop else 1.0

    @property
    def steps(self) -> int:
        """Optimiser steps in which every edit is asked once."""
        return self.samplings * self.config.num_iterations

    @property
    def samplings(self) -> int:
        """How often trajectories are sampled in an epoch; each time `num_iterations` steps are made on them."""
        return max(1, int(self.edits / self.share) // self.groups)

    def order(self, epoch: int) -> Iterator[int]:
        """Row numbers of an epoch: a step's queries, each G times, as often as the step has batches."""
        random = np.random.default_rng([self.config.seed, epoch])
        edits, evals = random.permutation(self.edits), random.permutation(max(self.evals, 1))
        taken = [0, 0]
        for step in range(self.samplings):
            chosen = []
            for place in range(step * self.groups, (step + 1) * self.groups):
                editor = int((place + 1) * self.share + 1e-9) > int(place * self.share + 1e-9)
                rows, kind = (edits, 0) if editor else (evals, 1)
                chosen.append(int(rows[taken[kind] % len(rows)]) + (0 if editor else self.edits))
                taken[kind] += 1
            repeated = [row for row in chosen for _ in range(self.config.rollout.generations)]
            for _ in range(self.parts * self.config.num_iterations):
                yield from repeated

    def __len__(self) -> int:
        return self.steps * self.groups * self.config.rollout.generations * self.parts


@functools.cache
def trainer_class() -> type:
    """GRPOTrainer whose batches come from the sandbox."""
    from trl import GRPOTrainer

    class SepoTrainer(StageMixin, GRPOTrainer):
        stream: Stream
        sepo_step: SepoStep
        _buffered_inputs: Any

        def _get_train_sampler(self, dataset: Any = None) -> EpochSampler:
            return EpochSampler(self.stream.order, len(self.stream), self.current_epoch)

        def _prepare_inputs(self, generation_batch: Any) -> dict[str, Any]:
            part, step = self._step % self.args.steps_per_generation, self.state.global_step
            again = step % self.sepo_step.config.num_iterations
            if (part == 0 and not again) or self._buffered_inputs is None:
                self._buffered_inputs = self.sepo_step.batch(self, [int(row["row"]) for row in generation_batch])
                config = self.sepo_step.config
                if config.num_iterations > 1 or config.rollout.importance_sampling != "none":
                    self._remember_old_log_probs(config.rollout.importance_sampling != "none")
            return self._buffered_inputs[part]

        def _remember_old_log_probs(self, correct: bool) -> None:
            """The log-probabilities of what was sampled, before any step on it: the ratio of `clip` is to them.

            correct  also the ratio to those that vLLM sampled with
            """
            import torch

            with torch.no_grad():
                for inputs in self._buffered_inputs:
                    self._choose_tokens(inputs)
                    inputs["old_per_token_logps"] = old = self._old_log_probs(inputs)
                    if correct:
                        sampled, wanted = inputs["sampling_per_token_logps"], self.wanted
                        ratio = importance_ratio(old, sampled, wanted, self.args)
                        inputs["importance_sampling_ratio"] = ratio
                        for name, value in figures(old, sampled, wanted, ratio).items():
                            self._metrics["train"][name].append(value)

        def _old_log_probs(self, inputs: Any) -> Any:
            import torch

            ids = torch.cat([inputs["prompt_ids"], inputs["completion_ids"]], dim=1)
            mask = torch.cat([inputs["prompt_mask"], inputs["completion_mask"]], dim=1)
            images = {name: inputs[name] for name in ("pixel_values", "image_grid_thw", "num_images")}
            types, length = {"mm_token_type_ids": inputs["mm_token_type_ids"]}, inputs["completion_ids"].size(1)
            return self._get_per_token_logps_and_entropies(self.model, ids, mask, length, **images, **types)[0]

        def _choose_tokens(self, inputs: Any) -> None:
            counted = (inputs["completion_mask"] * inputs["tool_mask"]).bool()
            self.counted, self.wanted = counted, counted & (inputs["advantages"] != 0)[:, None]

        def _compute_loss(self, model: Any, inputs: Any) -> Any:
            self._choose_tokens(inputs)
            return super()._compute_loss(model, inputs)

        def _get_per_token_logps_and_entropies(
            self, model: Any, input_ids: Any, attention_mask: Any, logits_to_keep: int, *more: Any, **named: Any
        ) -> Any:
            if model is not self.model or not small(model):
                return super()._get_per_token_logps_and_entropies(
                    model, input_ids, attention_mask, logits_to_keep, *more, **named
                )
            inputs = {**named, "input_ids": input_ids, "attention_mask": attention_mask}
            with self.accelerator.autocast():
                log_probabilities, entropy = log_probs(model, inputs, self.wanted, self.temperature)
            return (
                log_probabilities,
                entropy * self.counted.sum() / self.wanted.sum().clamp(min=1),
                None,
            )  # mean over what was run

        def write_extras(self, folder: Path) -> None:
            self.sepo_step.recent.save(folder / POOL)

    return SepoTrainer


POOL = "pool.json"


def run(config: SepoConfig, quiet: bool = False) -> RunFolder:
    """Train -> the run's folder, with the finished model in model/ and reflections/ beside it. See `sft.run`."""
    import torch

    if config.threads:
        torch.set_num_threads(config.threads)
    folder = RunFolder(config.out)
    last = opened(folder, config)
    if folder.finished(config):
        return folder
    prepare_reports(config, folder)
    store = reflections.ReflectionStore(folder.path / "reflections", config.reflections.limit)
    store.cut(last.step if last else 0)

    records = dataset.entries(config.data)
    edits, evals = ([e for e in records if e.record.kind == kind] for kind in ("edit", "eval"))
    if not edits:
        raise TrainingDataError(f"{config.data.folders[0]}: SEPO needs records of kind edit")
    if config.evaluator_loop and not evals:
        raise TrainingDataError(
            f"{config.data.folders[0]}: the evaluator's loop needs records of kind eval, or evaluator_loop=false"
        )
    torch.manual_seed(config.seed)
    model, processor = load_model(config, texts=[e.record.instruction for e in records])
    cache = ImageCache(processor.image_processor, config.data.cache_mb << 19)
    step = SepoStep(config, edits, evals, processor=processor, cache=cache, store=store)
    if last:
        step.recent.load(last.folder / POOL)
    callbacks.say(
        quiet, f"{len(edits)} queries for the editor, {len(evals) if config.evaluator_loop else 0} for the evaluator"
    )

    clock = Clock(last.elapsed if last else 0.0)
    trainer = make_trainer(config, folder, clock, model, step)
    callbacks.attach(trainer, config, folder, clock, callbacks.heldout_of(config, processor, cache), quiet=quiet)
    stopped = train(trainer, last)
    return finish(trainer, config, folder, processor, stopped)


def make_trainer(config: SepoConfig, folder: RunFolder, clock: Clock, model: Any, step: SepoStep) -> Any:
    """The trainer, ready to go but for its callbacks."""
    from datasets import Dataset
    from trl import GRPOConfig

    parts = config.optim.parts(world())
    groups = config.optim.batch_size * parts * world() // config.rollout.generations
    stream = Stream(len(step.edits), len(step.evals), config, groups, parts)
    steps = min(int(np.ceil(config.optim.epochs * stream.steps)), config.optim.steps or 10**12)
    settings = GRPOConfig(
        **arguments(config, folder, steps, on_cuda(config)),
        num_generations=config.rollout.generations,
        beta=0.0,
        loss_type="dapo",
        epsilon=config.clip[0],
        epsilon_high=config.clip[1],
        temperature=config.rollout.temperature,
        top_p=config.rollout.top_p,
        max_completion_length=config.rollout.max_tokens,
        num_iterations=1,
        steps_per_generation=parts,
        **_vllm(config, step.processor),
    )
    count = len(step.edits) + len(step.evals)
    trainer = trainer_class()(
        model=model,
        args=settings,
        processing_class=step.processor,
        reward_funcs=rewards.functions(config.reward),
        train_dataset=Dataset.from_dict({"prompt": ["…"] * count, "row": list(range(count))}),
    )
    trainer.prepare(config, folder, clock, stream.steps)
    trainer.stream, trainer.sepo_step = stream, step
    return trainer


def _vllm(config: SepoConfig, processor: Any) -> dict[str, Any]:
    limits = config.rollout
    if limits.vllm == "none":
        return {"use_vllm": False}
    never = {int(i): -100.0 for i in never_sampled(processor.tokenizer)}
    return {
        "use_vllm": True,
        "vllm_mode": limits.vllm,
        "vllm_gpu_memory_utilization": limits.vllm_memory,
        "vllm_tensor_parallel_size": limits.vllm_tensor_parallel,
        "vllm_max_model_length": config.data.max_length,
        "vllm_enable_sleep_mode": limits.vllm_sleep,
        "vllm_server_base_url": limits.vllm_url,
        "vllm_importance_sampling_correction": limits.importance_sampling != "none",
        **(
            {}
            if limits.importance_sampling == "none"
            else {"vllm_importance_sampling_mode": limits.importance_sampling}
        ),
        "generation_kwargs": {"logit_bias": never},
    }
