"""Callbacks of the three stages: metrics as JSONL, a progress line with the time left, the clock, held-out measures."""

import os
import sys
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from training.config import SepoConfig, StageConfig
from training.run import RunFolder
from training.trainer import Clock, StageMixin, progress

if TYPE_CHECKING:
    from transformers import PreTrainedModel, TrainerCallback, TrainerControl, TrainerState, TrainingArguments

    from jarvisevo.report.terminal import Progress
    from training.heldout import Heldout
    from training.images import ImageCache

Logs = Mapping[str, object] | None
SHOWN = ("loss", "reward", "heldout/valid", "heldout/delta_e", "heldout/srcc")
"""What the progress line shows of the metrics, where it is there."""


def metrics_writer(folder: RunFolder, clock: Clock) -> "TrainerCallback":
    """Every log line goes to metrics.jsonl, with step and seconds."""
    from transformers import TrainerCallback

    class MetricsWriter(TrainerCallback):
        def on_log(self, args: object, state: "TrainerState", control: object, logs: Logs = None, **_: object) -> None:
            if state.is_world_process_zero and logs:
                plain = {k: v for k, v in logs.items() if isinstance(v, int | float)}
                folder.add_metrics({"step": state.global_step, "seconds": round(clock.elapsed, 2), **plain})

    return MetricsWriter()


def stopper(config: StageConfig, clock: Clock, trainer: StageMixin) -> "TrainerCallback":
    """Ends the run at a step's end, with a checkpoint: when the time is up or the user asked for it;
    all processes at once.
    """

    from transformers import TrainerCallback

    whole = config.num_iterations if isinstance(config, SepoConfig) else 1  # a checkpoint holds no trajectories

    class Stopper(TrainerCallback):
        def on_step_end(
            self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **_: object
        ) -> "TrainerControl":
            asked = bool(trainer.stop_reason)
            if args.world_size > 1:
                from accelerate.utils import gather_object

                said = gather_object([(asked, clock.elapsed)])
                asked, clock.agreed = any(a for a, _ in said), said[0][1]
                if asked and not trainer.stop_reason:
                    trainer.stop_reason.append("stopped by you")
            else:
                clock.agreed = clock.elapsed
            late = config.optim.max_minutes is not None and clock.agreed >= 60 * config.optim.max_minutes
            if (asked or late) and state.global_step % whole == 0:
                control.should_save = control.should_log = control.should_training_stop = True
            return control

    return Stopper()


def cadence() -> "TrainerCallback":
    """A resumed run saves and logs as often as its config says now; the trainer would go by the checkpoint's."""
    from transformers import TrainerCallback

    class Cadence(TrainerCallback):
        def on_train_begin(
            self, args: "TrainingArguments", state: "TrainerState", control: object, **_: object
        ) -> None:
            state.compute_steps(args, state.max_steps)

    return Cadence()


def heldout_measure(config: StageConfig, heldout: "Heldout", trainer: StageMixin) -> "TrainerCallback":
    """Measures the model every so many steps and at the end, not when the run was stopped: nobody waits then."""
    from transformers import TrainerCallback

    every = config.heldout.every if config.heldout else 0

    class HeldoutCallback(TrainerCallback):
        done = -1

        def look(self, state: "TrainerState", control: "TrainerControl", model: "PreTrainedModel") -> None:
            if self.done == state.global_step:
                return
            self.done, was = state.global_step, model.training
            model.eval()
            figures = measured(trainer, config, heldout)
            if state.is_world_process_zero:
                due = control.should_log  # telling the callbacks takes it back, and the step's own line would be lost
                counts = {"edits": len(heldout.edits), "judgements": len(heldout.evals)}
                told = {f"heldout/{name}": float(value) for name, value in {**figures, **counts}.items()}
                trainer.callback_handler.on_log(trainer.args, state, control, told)
                control.should_log = due
            model.train(was)

        def on_step_end(
            self,
            args: object,
            state: "TrainerState",
            control: "TrainerControl",
            *,
            model: "PreTrainedModel",
            **_: object,
        ) -> None:
            if state.global_step % every == 0:
                self.look(state, control, model)

        def on_train_end(
            self,
            args: object,
            state: "TrainerState",
            control: "TrainerControl",
            *,
            model: "PreTrainedModel",
            **_: object,
        ) -> None:
            if not trainer.stop_reason:
                self.look(state, control, model)

    return HeldoutCallback()


def measured(trainer: StageMixin, config: StageConfig, heldout: "Heldout") -> Mapping[str, float]:
    """The held-out figures of the model in training; all processes take part."""
    from training.heldout import BATCH
    from training.sampling import heldout_sampler

    accelerator = trainer.accelerator
    with heldout_sampler(trainer, config, heldout.settings.max_tokens, BATCH) as sampler:
        return heldout.measure_with(sampler, accelerator.process_index, accelerator.num_processes)


def progress_line(config: StageConfig, clock: Clock, quiet: bool = False) -> "TrainerCallback":
    """A bar on a terminal, a line for every log elsewhere; both with the time that is left."""
    from transformers import TrainerCallback

    from jarvisevo.report.terminal import Progress

    timed = bool(config.optim.max_minutes)  # then the clock ends the run, and the number of steps says nothing

    class Line(TrainerCallback):
        bar: "Progress | None" = None
        said = ""
        first, began = 0, time.monotonic()  # a run that is at its end does not begin again
        seen: dict[str, float] = {}  # noqa: RUF012 — replaced, never changed

        def on_train_begin(self, args: object, state: "TrainerState", control: object, **_: object) -> None:
            if quiet or not state.is_world_process_zero:
                return
            self.first, self.began = state.global_step, time.monotonic()
            if sys.stderr.isatty():
                self.bar = Progress(config.stage, 1.0, self.share(state))
                self.bar.start()

        def share(self, state: "TrainerState") -> float:
            return progress(state.global_step, state.max_steps, clock.elapsed, config.optim.max_minutes)

        def show(self, state: "TrainerState") -> None:
            if self.bar:
                self.bar.update(self.share(state), text=f"{self.step(state)}  {self.said}")

        def step(self, state: "TrainerState") -> str:
            return str(state.global_step) if timed else f"{state.global_step}/{state.max_steps}"

        def on_step_end(self, args: object, state: "TrainerState", control: object, **_: object) -> None:
            self.show(state)

        def on_log(self, args: object, state: "TrainerState", control: object, logs: Logs = None, **_: object) -> None:
            if quiet or not state.is_world_process_zero:
                return
            self.seen = {**self.seen, **{k: v for k, v in (logs or {}).items() if k in SHOWN and isinstance(v, float)}}
            said = "  ".join(f"{k.split('/')[-1]} {v:.4g}" for k, v in self.seen.items())
            if self.bar:
                self.said = said
                self.show(state)
            elif "loss" in (logs or {}) or any(k.startswith("heldout/") for k in logs or {}):
                left = _left(state, self.first, time.monotonic() - self.began, clock, config)
                print(f"{config.stage} {self.step(state)}  {said}  {left}", file=sys.stderr, flush=True)

        def on_train_end(self, args: object, state: "TrainerState", control: object, **_: object) -> None:
            if self.bar:
                self.bar.stop()

    return Line()


def _left(state: "TrainerState", first: int, seconds: float, clock: Clock, config: StageConfig) -> str:
    """The time left, in minutes and seconds."""
    done = state.global_step - first
    left = (state.max_steps - state.global_step) * seconds / done if done else float("inf")
    if config.optim.max_minutes:
        left = min(left, 60 * config.optim.max_minutes - clock.elapsed)
    return "" if left == float("inf") else f"{max(left, 0) // 60:.0f}:{max(left, 0) % 60:02.0f} left"


def say(quiet: bool, text: str) -> None:
    """One line for the person, from the first process of a run."""
    if not quiet and os.environ.get("RANK", "0") == "0":
        print(text, file=sys.stderr, flush=True)


def heldout_of(config: StageConfig, processor: object, cache: "ImageCache") -> "Heldout | None":
    """The held-out records that a config names."""
    if config.heldout is None:
        return None
    from training.heldout import Heldout

    data = config.data
    return Heldout(
        config.heldout,
        processor,
        cache,
        system_prompt=data.system_prompt,
        judged_by=data.judged_by,
        reading=data.reading,
    )


def attach(
    trainer: StageMixin, config: StageConfig, folder: RunFolder, clock: Clock, heldout: "Heldout | None", *, quiet: bool
) -> None:
    """All callbacks of a stage, in place of the trainer's own printing."""
    from transformers import PrinterCallback
    from transformers.utils import logging

    logging.disable_progress_bar()
    trainer.remove_callback(PrinterCallback)
    trainer.stop_reason = []
    trainer.add_callback(cadence())
    trainer.add_callback(metrics_writer(folder, clock))
    if heldout:
        trainer.add_callback(heldout_measure(config, heldout, trainer))
    trainer.add_callback(stopper(config, clock, trainer))
    trainer.add_callback(progress_line(config, clock, quiet))


def plot_curves(folder: RunFolder) -> None:
    """curves.png from metrics.jsonl; nothing without matplotlib."""
    from training.curves import plot

    try:
        plot(folder.metrics, folder.path / "curves.png")
    except ImportError:
        say(False, "no curves.png: pip install matplotlib")
