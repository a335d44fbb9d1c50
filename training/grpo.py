"""TRL's GRPOTrainer as SEPO needs it: all that SEPO stands on inside TRL is in this file and in `vllm`.

TRL samples its own completions and scores them; here the batches come from the sandbox, finished (`step.SepoStep`).
What is kept of TRL is the loss, the metrics and the step. `RELIES_ON` lists the names that this stands on; a test looks
each up, so that a TRL that moved fails by the name that is gone, not in the middle of a run.
"""

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from training.config import SepoConfig
from training.correction import figures, importance_ratio
from training.loss import log_probs, small
from training.recent_edits import RecentEdits
from training.rehearsal import Rehearsal
from training.rewards import Query
from training.trainer import EpochSampler, StageMixin

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel

POOL = "pool.json"
RELIES_ON: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "trl.trainer.grpo_trainer.GRPOTrainer": {
        "_get_train_sampler": ("dataset",),
        "_prepare_inputs": ("generation_batch",),
        "_compute_loss": ("model", "inputs"),
        "_get_per_token_logps_and_entropies": ("model", "input_ids", "attention_mask", "logits_to_keep", "num_images"),
        "_calculate_rewards": ("inputs", "prompts", "completions", "completion_ids_list"),
    },
    "trl.trainer.sft_trainer.SFTTrainer": {
        "_get_train_sampler": ("train_dataset",),
        "compute_loss": ("model", "inputs"),
    },
    "transformers.trainer.Trainer": {
        "_clip_grad_norm": ("model",),
        "_save_checkpoint": ("model", "trial"),
        "_load_from_checkpoint": ("resume_from_checkpoint",),
        "_issue_warnings_after_load": ("load_result",),
        "create_scheduler": ("num_training_steps", "optimizer"),
        "get_decay_parameter_names": ("model",),
    },
    "trl.generation.vllm_generation.VLLMGeneration": {
        "generate": ("prompts", "images", "num_generations"),
        "sync_weights": (),
        "__init__": ("mode", "temperature", "max_completion_length", "generation_kwargs"),
    },
    "trl.models.unwrap_model_for_generation": {"__call__": ("model", "accelerator", "gather_deepspeed3_params")},
}
"""Where -> the methods that are overridden or called, with the parameters that are named."""
FIELDS = ("_metrics", "_step", "_buffered_inputs", "eos_token_ids", "use_vllm", "vllm_generation", "temperature")
"""Of a GRPOTrainer, read or written here."""


class StepSource(Protocol):
    """What the trainer asks of `step.SepoStep`."""

    config: SepoConfig
    recent: RecentEdits

    def batch(self, trainer: StageMixin, rows: Sequence[int]) -> list[dict[str, Any]]: ...


class SepoMixin(StageMixin):
    """Goes before GRPOTrainer in the bases of a class: its batches come from the sandbox."""

    rows: EpochSampler
    sepo_step: StepSource
    rehearsal: Rehearsal | None = None
    _buffered_inputs: list[dict[str, Any]] | None

    def _get_train_sampler(self, dataset: object = None) -> EpochSampler:
        return self.rows

    def _prepare_inputs(self, generation_batch: Sequence[Mapping[str, int]]) -> dict[str, Any]:
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
            for inputs in self._buffered_inputs or ():
                self._choose_tokens(inputs)
                inputs["old_per_token_logps"] = old = self._old_log_probs(inputs)
                if correct:
                    sampled, wanted = inputs["sampling_per_token_logps"], self.wanted
                    ratio = importance_ratio(old, sampled, wanted, self.args)
                    inputs["importance_sampling_ratio"] = ratio
                    note(self, figures(old, sampled, wanted, ratio))

    def _old_log_probs(self, inputs: Mapping[str, Any]) -> "torch.Tensor":
        import torch

        ids = torch.cat([inputs["prompt_ids"], inputs["completion_ids"]], dim=1)
        mask = torch.cat([inputs["prompt_mask"], inputs["completion_mask"]], dim=1)
        images = {name: inputs[name] for name in ("pixel_values", "image_grid_thw", "num_images")}
        types, length = {"mm_token_type_ids": inputs["mm_token_type_ids"]}, inputs["completion_ids"].size(1)
        return self._get_per_token_logps_and_entropies(self.model, ids, mask, length, **images, **types)[0]

    def _choose_tokens(self, inputs: Mapping[str, Any]) -> None:
        counted = (inputs["completion_mask"] * inputs["tool_mask"]).bool()
        self.counted, self.wanted = counted, counted & (inputs["advantages"] != 0)[:, None]

    def _compute_loss(self, model: "PreTrainedModel", inputs: dict[str, Any]) -> "torch.Tensor":
        self._choose_tokens(inputs)
        loss = super()._compute_loss(model, inputs)
        if self.rehearsal is None:
            return loss
        parts = self.args.steps_per_generation
        number = self.accelerator.process_index * parts + self._step % parts
        with self.accelerator.autocast():
            learnt = self.rehearsal.loss(model, self.model, int(self.state.global_step), number)
        note(self, {"rehearsal": float(learnt.detach())})
        return loss + learnt / self.args.gradient_accumulation_steps

    def _get_per_token_logps_and_entropies(
        self,
        model: "PreTrainedModel",
        input_ids: "torch.Tensor",
        attention_mask: "torch.Tensor",
        logits_to_keep: int,
        *more: object,
        **named: object,
    ) -> tuple["torch.Tensor", "torch.Tensor | None", "torch.Tensor | None"]:
        if not small(model, self.model):
            return super()._get_per_token_logps_and_entropies(
                model, input_ids, attention_mask, logits_to_keep, *more, **named
            )
        inputs = {**named, "input_ids": input_ids, "attention_mask": attention_mask}
        with self.accelerator.autocast():
            log_probabilities, entropy = log_probs(model, inputs, self.wanted, self.temperature)
        mean = entropy * self.counted.sum() / self.wanted.sum().clamp(min=1)  # over what was run
        return log_probabilities, mean, None

    def write_extras(self, folder: Path) -> None:
        self.sepo_step.recent.save(folder / POOL)


@functools.cache
def trainer_class() -> type:
    """GRPOTrainer with `SepoMixin`."""
    from trl import GRPOTrainer

    class SepoTrainer(SepoMixin, GRPOTrainer):
        pass

    return SepoTrainer


def note(trainer: StageMixin, found: Mapping[str, float]) -> None:
    """Figures of a step, into the next line of the trainer's log."""
    for name, value in found.items():
        trainer._metrics["train"][name].append(value)


def reward_parts(trainer: StageMixin, queries: Sequence[Query]) -> np.ndarray:
    """(B, rewards) of all processes' trajectories; NaN where a reward is not the row's."""
    texts = ["…"] * len(queries)
    ids = [list(q.rollout.conversation.ids) for q in queries]
    parts = trainer._calculate_rewards([{"query": q} for q in queries], texts, texts, ids)
    return np.asarray(parts.cpu(), np.float64)
