"""What all three stages add to a Hugging Face trainer: order of data, schedule, whole checkpoints, honest stops."""

import contextlib
import math
import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from importlib import util
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarvisevo.files.hub import make_repo
from training import optimizers
from training.config import StageConfig
from training.heap import give_back
from training.hub import pull_checkpoint, push_checkpoint
from training.models import on_cuda
from training.processes import world
from training.run import Checkpoint, RunFolder, TrainingError, mark, require_space

if TYPE_CHECKING:
    import torch
    from torch.nn.modules.module import _IncompatibleKeys
    from transformers import PreTrainedModel, Trainer
else:
    Trainer = object

PROJECT = "jarvisevo"
"""What W&B and Trackio show the runs under."""
Order = Callable[[int], Iterator[int]]
"""Epoch -> the indices of its rows, in order."""


class Clock:
    """Seconds of training, those before a resume included.

    agreed  as of the last step, the same in all processes: what the schedule goes by
    """

    def __init__(self, before: float = 0.0) -> None:
        self.before, self.began, self.agreed = before, time.monotonic(), before

    @property
    def elapsed(self) -> float:
        return self.before + time.monotonic() - self.began


class EpochSampler:
    """Indices of the epoch that the trainer is in, so that a resumed run takes up the same order.

    epoch   which one it is when an iteration begins
    length  of an epoch
    """

    def __init__(self, order: Order, length: int, epoch: Callable[[], int]) -> None:
        self.order, self.length, self.epoch = order, length, epoch

    def __iter__(self) -> Iterator[int]:
        return self.order(self.epoch())

    def __len__(self) -> int:
        return self.length


class StageMixin(Trainer):
    """Goes before a trainer of TRL in the bases of a class; `prepare` is called before `train`."""

    stage_config: StageConfig
    folder: RunFolder
    clock: Clock
    updates_per_epoch: int
    stop_reason: list[str]
    optimizer: "torch.optim.Optimizer | None"
    lr_scheduler: "torch.optim.lr_scheduler.LRScheduler | None"

    def prepare(self, config: StageConfig, folder: RunFolder, clock: Clock, updates_per_epoch: int) -> None:
        """Hand over what the run is about. TrainingError when the launch divides the model otherwise than it says."""
        found = division(self)
        if found != config.sharding:
            raise TrainingError(
                f"sharding {config.sharding}: the launch divides {'nothing' if found == 'none' else found}: start it "
                "with accelerate launch --config_file and the file for it, or say so in sharding"
            )
        self.stage_config, self.folder, self.clock = config, folder, clock
        self.updates_per_epoch = updates_per_epoch

    def create_model_card(self, *_: object, **__: object) -> None:
        """No card beside every checkpoint."""

    def current_epoch(self) -> int:
        """The epoch that comes next."""
        return int(self.state.global_step) // max(self.updates_per_epoch, 1)

    # ---- optimiser and schedule

    def create_optimizer(self, model: "PreTrainedModel | None" = None) -> "torch.optim.Optimizer":
        """As the config names it."""
        if self.stage_config.optim.name == "muon" and self.optimizer is None:
            chosen = model if model is not None else self.model
            self.optimizer = optimizers.muon(chosen, self.stage_config.optim, self.get_decay_parameter_names(chosen))
        return self.optimizer if self.optimizer is not None else super().create_optimizer(model)

    def create_scheduler(
        self, num_training_steps: int, optimizer: "torch.optim.Optimizer | None" = None
    ) -> "torch.optim.lr_scheduler.LRScheduler":
        """The learning rate by steps or by the clock, whichever is further on."""
        from torch.optim.lr_scheduler import LambdaLR

        if self.lr_scheduler is None:
            total, optim = num_training_steps, self.stage_config.optim
            self.lr_scheduler = LambdaLR(
                optimizer or self.optimizer,
                lambda step: rate(
                    step,
                    progress(step, total, self.clock.agreed, optim.max_minutes),
                    optim.warmup_steps,
                    optim.schedule,
                    optim.final_rate,
                ),
            )
            self._created_lr_scheduler = True
        return self.lr_scheduler

    # ---- stops

    def training_step(self, *arguments: object, **named: object) -> "torch.Tensor":
        """One batch; a NaN loss stops the run before it reaches the weights."""
        loss = super().training_step(*arguments, **named)
        if not bool(loss.isfinite()):
            raise TrainingError(f"the loss is {float(loss)} at step {self.state.global_step + 1}; {_REMEDY}")
        return loss

    def _clip_grad_norm(self, model: "PreTrainedModel") -> "torch.Tensor":
        norm = super()._clip_grad_norm(model)
        if not math.isfinite(float(norm)):
            raise TrainingError(f"the gradient is {float(norm)} at step {self.state.global_step + 1}; {_REMEDY}")
        return norm

    # ---- checkpoints

    def _save_checkpoint(self, model: "PreTrainedModel", trial: object) -> None:
        """A checkpoint that is whole, or none; a full disk stops the run and spares the older ones."""
        give_back()
        step = self.state.global_step
        target = self.folder.path / f"checkpoint-{step}"
        try:
            if self.args.should_save:
                require_space(self.folder.path, checkpoint_bytes(self.model), target.name)
            super()._save_checkpoint(model, trial)
            if self.args.should_save:
                self.write_extras(target)
                mark(target, step=step, elapsed=round(self.clock.elapsed, 3))
                if self.stage_config.hub_checkpoints:
                    push_checkpoint(self.folder, target, self.stage_config.push_to_hub)
        except TrainingError:
            raise
        except Exception as error:
            if not _disk(error):
                raise
            shutil.rmtree(target, ignore_errors=True)
            raise TrainingError(
                f"{target} could not be written ({' '.join(str(error).split())[:160]}); make room and run the "
                "same command again, it goes on from the last checkpoint"
            ) from error

    def end_at(self, last: Checkpoint) -> None:
        """Take up the checkpoint of a run's last step, and end: `train` would take one step more."""
        self._load_from_checkpoint(str(last.folder))
        self.state.global_step, self.state.max_steps = last.step, self.args.max_steps
        self.callback_handler.on_train_end(self.args, self.state, self.control)

    def _issue_warnings_after_load(self, load_result: "_IncompatibleKeys") -> None:
        """Nothing of weights that two places share: a checkpoint has them once."""
        shared = self.model.all_tied_weights_keys
        missing = [name for name in load_result.missing_keys if name not in shared]
        super()._issue_warnings_after_load(load_result._replace(missing_keys=missing))

    def write_extras(self, folder: Path) -> None:
        """What a stage keeps in a checkpoint besides."""


_REMEDY = "lower optim.learning_rate or raise warmup_steps; the last checkpoint is from before"


def _disk(error: BaseException) -> bool:
    text = str(error).lower()
    return isinstance(error, OSError) or "no space left" in text or "writing file" in text or "iostream" in text


def checkpoint_bytes(model: "PreTrainedModel") -> int:
    """About what a checkpoint takes: the weights, and two moments of those that are trained."""
    weights = sum(p.numel() * p.element_size() for p in model.parameters())
    return int(1.1 * (weights + 2 * sum(p.numel() * p.element_size() for p in model.parameters() if p.requires_grad)))


def progress(step: int, total: int, elapsed: float, max_minutes: float | None) -> float:
    """How far a run is, in [0, 1]: by steps or by the clock, whichever is further on."""
    by_clock = elapsed / (60 * max_minutes) if max_minutes else 0.0
    return min(1.0, max(step / max(total, 1), by_clock))


def rate(step: int, done: float, warmup: int, schedule: str, final: float) -> float:
    """Factor of the learning rate: a linear rise over `warmup` steps, then the schedule down to `final`."""
    rise = min(1.0, (step + 1) / (warmup + 1))
    fall = {"constant": 1.0, "linear": 1 - done, "cosine": (1 + math.cos(math.pi * done)) / 2}[schedule]
    return rise * (final + (1 - final) * fall)


def arguments(config: StageConfig, folder: RunFolder, steps: int, cuda: bool) -> dict[str, Any]:
    """What every trainer is told, by the names of Hugging Face's TrainingArguments."""
    optim = config.optim
    half = cuda if config.precision == "auto" else config.precision == "bfloat16"
    return {
        "output_dir": str(folder.path),
        "max_steps": steps,
        "per_device_train_batch_size": optim.batch_size,
        "gradient_accumulation_steps": optim.parts(world()),
        "learning_rate": optim.learning_rate,
        "weight_decay": optim.weight_decay,
        "adam_beta1": optim.betas[0],
        "adam_beta2": optim.betas[1],
        "max_grad_norm": optim.max_grad_norm,
        "bf16": half,
        "use_cpu": not cuda,
        "seed": config.seed,
        "gradient_checkpointing": config.model.gradient_checkpointing,
        "logging_steps": config.log_steps,
        "logging_nan_inf_filter": False,
        "save_strategy": "steps",
        "save_steps": config.save_steps,
        "save_total_limit": config.keep,
        "report_to": list(config.report_to),
        "run_name": folder.path.name,
        "project": PROJECT,
        "trackio_static_space_id": False,  # nothing leaves the machine unless TRACKIO_SPACE_ID says so
        "disable_tqdm": True,
        "remove_unused_columns": False,
        "dataloader_num_workers": config.workers,
        "logging_first_step": True,
        "dataloader_pin_memory": cuda,
    }


def prepare_reports(config: StageConfig, folder: RunFolder) -> None:
    """Where TensorBoard, W&B and Trackio write; the repository that the model goes to.

    TrainingError when what the config names is not installed, and HubError when the repository cannot be made.
    """
    names = {"tensorboard": ("tensorboard", "tensorboardX"), "wandb": ("wandb",), "trackio": ("trackio",)}
    for report in config.report_to:
        if not any(util.find_spec(name) for name in names[report]):
            raise TrainingError(f"report_to {report}: it is not installed: pip install {report}, or leave it out")
    os.environ["TENSORBOARD_LOGGING_DIR"] = str(folder.path / "tensorboard")
    os.environ.setdefault("WANDB_PROJECT", PROJECT)
    if config.push_to_hub and os.environ.get("RANK", "0") == "0":
        make_repo(config.push_to_hub, private=config.hub_private)


def steps_of(rows: int, config: StageConfig, devices: int) -> tuple[int, int]:
    """(steps of the run, steps of an epoch) for so many rows."""
    optim = config.optim
    batches = math.ceil(rows / (optim.batch_size * devices))
    epoch = math.ceil(batches / optim.parts(devices))
    return min(math.ceil(optim.epochs * epoch), optim.steps or 10**12), epoch


def train(trainer: StageMixin, last: Checkpoint | None) -> str:
    """Run to the end -> "" or why it stopped early. TrainingError with one line when it broke;
    the weights so far are kept.
    """
    if last and last.step > trainer.args.max_steps:
        raise TrainingError(
            f"{trainer.folder.path}: is already at step {last.step}, and {trainer.args.max_steps} are asked for: "
            "name another folder (out=…), or more steps"
        )
    stopped = trainer.stop_reason

    def interrupt(*_: object) -> None:
        if stopped:
            raise KeyboardInterrupt
        stopped.append("stopped by you")

    before = None
    with contextlib.suppress(ValueError):  # not in the main thread: whoever started it stops it
        before = signal.signal(signal.SIGINT, interrupt)
    try:
        if last and last.step >= trainer.args.max_steps and not sharded(trainer):
            trainer.end_at(last)
        else:
            trainer.train(resume_from_checkpoint=str(last.folder) if last else None)
    except (KeyboardInterrupt, SystemExit):
        raise
    except Exception as error:
        _rescue(trainer, error)
        raise
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)
    return stopped[0] if stopped else ""


def _rescue(trainer: StageMixin, error: Exception) -> None:
    """Keep what was learnt when a run breaks between checkpoints, unless the disk is what broke."""
    step = trainer.state.global_step
    known = {c.step for c in trainer.folder.checkpoints()}
    if step and step not in known and trainer.args.world_size == 1 and not _disk(error.__cause__ or error):
        try:
            if trainer.optimizer is not None:
                trainer.optimizer.zero_grad()
            trainer._save_checkpoint(trainer.model, None)
        except Exception as second:  # the first error is the one to tell
            error.add_note(f"no checkpoint of step {step} could be written: {second}")


def division(trainer: StageMixin) -> str:
    """How the launch divides the model among the processes, by the names of `StageConfig.sharding`."""
    deepspeed = trainer.accelerator.state.deepspeed_plugin
    if deepspeed is not None:
        return f"zero{deepspeed.zero_stage}" if deepspeed.zero_stage else "none"
    return "fsdp" if trainer.is_fsdp_enabled else "none"


def sharded(trainer: StageMixin) -> bool:
    """True when no process holds the whole model."""
    return division(trainer) in ("zero3", "fsdp")


def opened(folder: RunFolder, config: StageConfig) -> Checkpoint | None:
    """The run's folder made ready by the first process of a run, and read by the others; see `RunFolder.open`."""
    if config.hub_checkpoints and os.environ.get("RANK", "0") == "0" and not folder.path.exists():
        pull_checkpoint(folder, config.push_to_hub)
    if "WORLD_SIZE" not in os.environ:
        return folder.open(config)
    from accelerate import PartialState

    state = PartialState(cpu=not on_cuda(config))  # without a device processes see each other only when told
    with state.main_process_first():
        return folder.open(config) if state.is_main_process else folder.last()
