"""The supervised stage, and the reflection stage, which differs in its data: read it from the top.

Loss is on assistant turns only, decided by what each turn is for. The trainer is TRL's SFTTrainer with a collator of
ours: TRL's own tokenises every conversation anew and knows no kinds of turns.
"""

import functools
from typing import TYPE_CHECKING

from editor_ops.files import write_whole
from jarvisevo.files.hub import push
from training import callbacks, perception
from training import data as dataset
from training.config import SftConfig, StageConfig
from training.images import ImageCache
from training.loss import cross_entropy, small
from training.model_card import card
from training.models import learnt_with, load_model, on_cuda, save_model, shipped
from training.processes import world
from training.run import RunFolder, Stopped, TrainingError, bounds, mark
from training.trainer import (
    Clock,
    EpochSampler,
    Order,
    StageMixin,
    arguments,
    opened,
    prepare_reports,
    sharded,
    steps_of,
    train,
)

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel, ProcessorMixin


@functools.cache
def trainer_class() -> type:
    """SFTTrainer with this project's order of data, schedule and checkpoints."""
    from trl import SFTTrainer

    class OrderedSFTTrainer(StageMixin, SFTTrainer):
        order: Order

        def _get_train_sampler(self, train_dataset: object = None) -> EpochSampler:
            return EpochSampler(self.order, len(self.train_dataset), self.current_epoch)

        def compute_loss(
            self,
            model: "PreTrainedModel",
            inputs: dict[str, "torch.Tensor"],
            return_outputs: bool = False,
            num_items_in_batch: "torch.Tensor | None" = None,
        ) -> "torch.Tensor | tuple[torch.Tensor, object]":
            if return_outputs or not small(model, self.model):
                return super().compute_loss(model, inputs, return_outputs, num_items_in_batch)
            averaged = self.args.average_tokens_across_devices and num_items_in_batch is not None
            targets = {name: inputs.pop(name) for name in perception.TARGETS if name in inputs}
            with self.accelerator.autocast():
                loss, seen = cross_entropy(model, inputs, num_items_in_batch, targets)
            loss = loss * (self.accelerator.num_processes if averaged else 1)
            if seen is None:
                return loss
            return loss + perception_weight(self.stage_config) * seen / self.args.gradient_accumulation_steps

    return OrderedSFTTrainer


def run(config: StageConfig, quiet: bool = False) -> RunFolder:
    """Train -> the run's folder, with the finished model in model/. TrainingError or TrainingDataError with one line.

    A run that was stopped goes on from its last checkpoint and loses nothing: same order, same numbers.
    """
    import torch

    if config.threads:
        torch.set_num_threads(config.threads)
    folder = RunFolder(config.out)
    last = opened(folder, config)
    if folder.finished(config):
        return folder
    prepare_reports(config, folder)

    found = dataset.entries(config.data)
    torch.manual_seed(config.seed)
    model, processor = load_model(config, texts=dataset.texts(config.data, found))
    cache = ImageCache(processor.image_processor, config.data.cache_mb << 20)
    targets = None
    if perception_weight(config):
        if not small(model, model):
            raise TrainingError("perception: only for a model whose logits fit at once: leave perception out")
        perception.attach(model, config.seed)
        targets = perception.PerceptionTargets(cache, processor.image_token_id)
    encoder = dataset.Encoder(processor, cache)
    made = dataset.build(found, encoder, config.data)
    callbacks.say(
        quiet,
        f"{len(made.samples)} samples, {sum(map(len, made.samples)) / len(made.samples):.0f} tokens each"
        + "".join(f"; {n} left out: {cause}" for cause, n in made.left_out.items()),
    )

    clock = Clock(last.elapsed if last else 0.0)
    collator = dataset.Collator(made.samples, processor, cache, targets)
    trainer = make_trainer(config, folder, clock, model, collator=collator)
    callbacks.attach(trainer, config, folder, clock, callbacks.heldout_of(config, processor, cache), quiet=quiet)
    stopped = train(trainer, last)
    return finish(trainer, config, folder, processor, stopped)


def perception_weight(config: StageConfig) -> float:
    """Of the loss of `training.perception`; only SFT has it."""
    return config.perception if isinstance(config, SftConfig) else 0.0


def make_trainer(
    config: StageConfig, folder: RunFolder, clock: Clock, model: "PreTrainedModel", *, collator: dataset.Collator
) -> StageMixin:
    """The trainer, ready to go but for its callbacks."""
    from datasets import Dataset
    from trl import SFTConfig

    samples = collator.samples
    cuda, devices = on_cuda(config), world()
    steps, epoch = steps_of(len(samples), config, devices)
    settings = SFTConfig(
        **arguments(config, folder, steps, cuda), dataset_kwargs={"skip_prepare_dataset": True}, max_length=None
    )
    trainer = trainer_class()(
        model=model,
        args=settings,
        train_dataset=Dataset.from_dict({"sample": list(range(len(samples)))}),
        processing_class=collator.processor,
        data_collator=collator,
    )
    trainer.prepare(config, folder, clock, epoch)
    lengths, batch = [len(s) for s in samples], config.optim.batch_size * devices
    kinds = [s.kind for s in samples]
    mixed = functools.partial(dataset.mixture, kinds, config.data.shares, config.seed)
    mixed(0)  # a share of nothing is an error before the first step
    trainer.order = lambda number: dataset.length_grouped(lengths, batch, config.seed, number, taken=mixed(number))
    return trainer


def finish(
    trainer: StageMixin, config: StageConfig, folder: RunFolder, processor: "ProcessorMixin", stopped: str
) -> RunFolder:
    """Write the finished model and the curves; a run that was stopped keeps its checkpoint instead."""
    if stopped:
        last = folder.last()
        raise Stopped(
            f"{stopped} at step {trainer.state.global_step}: run the same command again and it goes on from "
            f"{last.folder if last else folder.path}"
        )
    if sharded(trainer):
        learnt_with(trainer.model, config)
        trainer.save_model(str(folder.model))  # all processes have a part of it
        if trainer.args.should_save:
            shipped(processor, config).save_pretrained(folder.model)
    elif trainer.args.should_save:
        perception.detach(trainer.accelerator.unwrap_model(trainer.model))
        save_model(folder.model, trainer.accelerator.unwrap_model(trainer.model), processor, config)
    if trainer.args.should_save:
        mark(
            folder.model, step=trainer.state.global_step, elapsed=round(trainer.clock.elapsed, 3), bounds=bounds(config)
        )
        callbacks.plot_curves(folder)
        write_whole(folder.model / "README.md", card(config, folder))
        if config.push_to_hub:
            push(folder.model, config.push_to_hub, private=config.hub_private, message=f"{config.stage} with JarvisEvo")
    return folder
