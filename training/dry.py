"""A run without its model: the records are read, tokenised and batched by the run's own code, and nothing is written.

What is not on this machine (data that is still to be built, a model on the hub) is a note, not an error: a check is
often made elsewhere than the run.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from editor_ops.photo import PhotoError
from jarvisevo.files.shipped import find
from jarvisevo.qwen import folder as qwen_vl
from training import data as dataset
from training import nano
from training.config import SepoConfig, StageConfig, TrainDataConfig
from training.data import StoredRecord, TrainingDataError
from training.hub import remote
from training.images import ImageCache
from training.reflections import ReflectionStore
from training.run import TrainingError
from training.sepo import QueryStream
from training.step import SepoStep, Slot
from training.trainer import steps_of

if TYPE_CHECKING:
    from transformers import ProcessorMixin

Row = TypeVar("Row")
PROBED = 8
"""Queries of each loop whose prompts are made."""


@dataclass(frozen=True)
class Dry:
    """What was found; None where it could not be looked at.

    records   that are learnt from, as far as the data is there
    looked    of them were tokenised
    mean, longest  tokens of these; images of each at most
    left_out  causes and counts among them
    prompt    tokens of the longest prompt of a trajectory
    steps     of the run; epoch: of an epoch
    """

    records: int | None = None
    looked: int = 0
    mean: float | None = None
    longest: int | None = None
    images: int | None = None
    left_out: tuple[tuple[str, int], ...] = ()
    prompt: int | None = None
    steps: int | None = None
    epoch: int | None = None
    notes: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """For a person."""
        out = []
        if self.steps is not None:
            out.append(f"steps: {self.steps:,}, {self.epoch:,} in an epoch of {self.records:,} records")
        if self.mean is not None:
            gone = "".join(f"; {count} left out: {cause}" for cause, count in self.left_out)
            out.append(
                f"looked at {self.looked:,} records: {self.mean:.0f} tokens each, {self.longest:,} at most, "
                f"{self.images} images at most{gone}"
            )
        if self.prompt is not None:
            out.append(f"prompts: {self.prompt:,} tokens at most in {self.looked} that were made")
        return out


def look(config: StageConfig, devices: int, parts: int, limit: int) -> Dry:
    """Walk a run's way up to its first batch, with `limit` records at most."""
    notes = _missing(config)
    if any(map(remote, config.data.folders)):
        unknown = "data on the hub: a check downloads nothing, so tokens and steps are not known"
        return Dry(notes=(*notes, *_no_model(config), unknown))
    try:
        records = dataset.entries(config.data)
    except TrainingDataError as error:
        if all(folder.is_dir() for folder in config.data.folders):
            return Dry(notes=tuple(notes), errors=(str(error),))
        return Dry(notes=(*notes, *_no_model(config), f"{error}; tokens and steps are not known"))
    try:
        processor = _processor(config, records)
    except (TrainingError, qwen_vl.QwenVLError, OSError) as error:
        notes.append(f"{error}; no record was tokenised")
        processor = None
    try:
        if isinstance(config, SepoConfig):
            return _sepo(config, records, processor, devices, parts, tuple(notes))
        return _supervised(config, records, processor, devices, limit, tuple(notes))
    except (TrainingError, PhotoError, OSError, ValueError) as error:
        return Dry(notes=tuple(notes), errors=(str(error),))


def _missing(config: StageConfig) -> list[str]:
    """Files that a run reads besides, and that are not here."""
    out = []
    if config.heldout and not config.heldout.folder.is_dir():
        out.append(f"heldout.folder {config.heldout.folder}: no such data set here")
    choice = config.data.system_prompt
    if choice not in ("none", "own") and not Path(choice).is_file():
        out.append(f"data.system_prompt {choice}: no such file here")
    return out


def _no_model(config: StageConfig) -> list[str]:
    """What to say of a model that is not on this machine."""
    name = config.model.name
    here = name == "nano" or find(Path(name)).is_dir()
    return [] if here else [f"{name}: no such folder here, and a check downloads nothing"]


def _processor(config: StageConfig, records: Iterable[StoredRecord]) -> "ProcessorMixin":
    """The run's processor, without its weights. TrainingError when only the hub has it: nothing is downloaded."""
    if config.model.name == "nano":
        return nano.make_processor(config.model.nano, [entry.record.instruction for entry in records])
    if gone := _no_model(config):
        raise TrainingError(gone[0])
    folder = find(Path(config.model.name))
    return qwen_vl.load_processor(folder, image_max_pixels=config.model.image_max_pixels, marks=True)


def _spread(rows: Sequence[Row], limit: int) -> list[Row]:
    """At most `limit` of them, from the first to the last."""
    return list(rows[:: max(1, len(rows) // limit)][:limit])


def _supervised(
    config: StageConfig,
    records: Sequence[StoredRecord],
    processor: "ProcessorMixin | None",
    devices: int,
    limit: int,
    notes: tuple[str, ...],
) -> Dry:
    questions = dataset.asked(config.data)
    _refuse_shares(config.data, records)
    if processor is None:
        count = len(records) + len(questions)
        steps, epoch = steps_of(count, config, devices)
        return Dry(count, steps=steps, epoch=epoch, notes=notes)
    chosen, some = _spread(records, limit), _spread(questions, limit)
    cache = ImageCache(processor.image_processor, config.data.cache_mb << 20)
    encoder = dataset.Encoder(processor, cache)
    made = dataset.build(chosen, encoder, config.data, some)
    longest = sorted(made.samples, key=len)[-config.optim.batch_size :]
    dataset.Collator(made.samples, processor, cache)([{"sample": made.samples.index(s)} for s in longest])
    kinds = {question.kind for _, question in some}
    answers = sum(sample.kind in kinds for sample in made.samples)
    kept = round(len(records) * (len(made.samples) - answers) / max(len(chosen), 1))
    kept += round(len(questions) * answers / max(len(some), 1))
    steps, epoch = steps_of(max(kept, 1), config, devices)
    return Dry(
        kept,
        len(chosen) + len(some),
        sum(map(len, made.samples)) / len(made.samples),
        max(map(len, made.samples)),
        max(len(s.images) for s in made.samples),
        tuple(made.left_out.items()),
        None,
        steps,
        epoch,
        notes,
    )


def _refuse_shares(data: TrainDataConfig, records: Iterable[StoredRecord]) -> None:
    """TrainingDataError when nothing of a kind with a share is learnt from, as the run says it."""
    if data.shares is not None:
        unread = data.model_copy(update={"reading": False})  # it changes no kind, and takes long
        kinds = [said.kind for said in dataset.conversations(records, unread, Counter())]
        dataset.shared_groups(kinds, data.shares)


def _sepo(
    config: SepoConfig,
    records: Sequence[StoredRecord],
    processor: "ProcessorMixin | None",
    devices: int,
    parts: int,
    notes: tuple[str, ...],
) -> Dry:
    edits, evals = ([e for e in records if e.record.kind == kind] for kind in ("edit", "eval"))
    if not edits or (config.evaluator_loop and not evals):
        return Dry(notes=notes, errors=("SEPO needs records of kind edit, and of kind eval or evaluator_loop=false",))
    rehearsed = config.rehearsal and (config.rehearsal.data or config.data)
    if rehearsed and all(folder.is_dir() for folder in rehearsed.folders):
        _refuse_shares(rehearsed, dataset.entries(rehearsed))
    groups = max(1, config.optim.batch_size * parts * devices // config.rollout.generations)
    stream = QueryStream(len(edits), len(evals), config, groups, parts)
    steps = min(int(-(-config.optim.epochs * stream.steps // 1)), config.optim.steps or 10**12)
    found = Dry(len(records), steps=steps, epoch=stream.steps, notes=notes)
    if processor is None:
        return found
    quiet = config.model_copy(
        update={"reward": config.reward.model_copy(update={"critic": "none", "critic_role": "log"})}
    )
    step = SepoStep(
        quiet,
        edits,
        evals,
        processor=processor,
        cache=ImageCache(processor.image_processor),
        store=ReflectionStore(config.out / "reflections", config.reflections.limit),
    )
    rows = [*range(min(PROBED, len(edits))), *range(len(edits), len(edits) + min(PROBED, len(evals)))]
    prompts = [len(step.query(row, Slot(0, 0, 0)).rollout.conversation.ids) for row in rows]
    return Dry(len(records), len(rows), prompt=max(prompts), steps=steps, epoch=stream.steps, notes=notes)
