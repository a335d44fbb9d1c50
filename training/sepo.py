"""Synergistic editor-evaluator policy optimisation (JarvisEvo, section 3.2.2): read it from the top.

One model, one optimiser, a mixed stream of queries. For an editor's query the model samples G trajectories in the
sandbox, each with its own judgement at the end; for an evaluator's query it samples G judgements of a given edit.
Rewards make group-normalised advantages, and TRL's GRPOTrainer takes the step. TRL's own multi-turn loop is not used:
it tokenises what was sampled again, and drops all images of a batch when one does not fit.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from jarvisevo.qwen.generate import never_sampled
from training import callbacks, grpo, perception, reflections, rewards
from training import data as dataset
from training.config import SepoConfig
from training.grpo import trainer_class
from training.images import ImageCache
from training.models import load_model, on_cuda
from training.processes import world
from training.rehearsal import PolicyEdits, Rehearsal
from training.run import RunFolder, TrainingDataError
from training.sft import finish
from training.step import SepoStep
from training.trainer import Clock, EpochSampler, StageMixin, arguments, opened, prepare_reports, train

if TYPE_CHECKING:
    from transformers import PreTrainedModel, ProcessorMixin


@dataclass(frozen=True)
class QueryStream:
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
    rehearsal = None
    if config.rehearsal:
        policy = PolicyEdits(edits, step.recent)
        rehearsal = Rehearsal(config.rehearsal, config.data, processor, cache, config.seed, policy)
        if config.rehearsal.perception:
            perception.attach(model, config.seed)
    if last:
        step.recent.load(last.folder / grpo.POOL)
    callbacks.say(
        quiet, f"{len(edits)} queries for the editor, {len(evals) if config.evaluator_loop else 0} for the evaluator"
    )

    clock = Clock(last.elapsed if last else 0.0)
    trainer = make_trainer(config, folder, clock, model, step)
    trainer.rehearsal = rehearsal
    callbacks.attach(trainer, config, folder, clock, callbacks.heldout_of(config, processor, cache), quiet=quiet)
    stopped = train(trainer, last)
    if step.critic and (warning := step.critic.warning()):
        callbacks.say(quiet, warning)
    return finish(trainer, config, folder, processor, stopped)


def make_trainer(
    config: SepoConfig, folder: RunFolder, clock: Clock, model: "PreTrainedModel", step: SepoStep
) -> StageMixin:
    """The trainer, ready to go but for its callbacks."""
    from datasets import Dataset
    from trl import GRPOConfig

    parts = config.optim.parts(world())
    groups = config.optim.batch_size * parts * world() // config.rollout.generations
    stream = QueryStream(len(step.edits), len(step.evals), config, groups, parts)
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
    trainer.rows, trainer.sepo_step = EpochSampler(stream.order, len(stream), trainer.current_epoch), step
    return trainer


def _vllm(config: SepoConfig, processor: "ProcessorMixin") -> dict[str, Any]:
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
