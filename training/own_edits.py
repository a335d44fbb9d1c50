"""What a model does now, written down, so that it keeps doing it while it learns something else.

    python -m training.own_edits MODEL DATASET [--limit N] [--part 1/2]

Its greedy edits of a data set's instructions go into DATASET/own_edits.jsonl (with --part into a file of its own, so
that processes share the work); `data.imitate: own` learns them in place of the targets (learning without forgetting, Li
and Hoiem 2016, with the likeliest answer instead of all). Edits that could not be used are left out. The same command
goes on where it stopped.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from jarvisevo.files.journal import Journal
from jarvisevo.protocol.chat import Sampling
from jarvisevo.qwen.folder import QwenVL, QwenVLError, check_folder, load
from jarvisevo.record.artedit import RecordError
from jarvisevo.report.terminal import Progress
from training.config import TrainDataConfig
from training.conversation import Tokens
from training.data import FILES, StoredRecord, entries
from training.heldout import side
from training.images import PhotoCache
from training.rollout import EditRollout, edit_rollout
from training.run import TrainingError
from training.sampling import LocalSampler, sample_rollouts

BATCH = 64
"""Edits that are sampled at one time."""


def write_down(qwen: QwenVL, dataset: Path, limit: int | None, part: int, parts: int, max_tokens: int) -> int:
    """Sample what is not written yet -> how many edits of this part are written. See the head of this file."""
    found = [e for e in entries(TrainDataConfig(folders=(dataset,), kinds=("edit",))) if _plain(e)]
    random.Random(0).shuffle(found)
    mine = found[:limit][part - 1 :: parts]
    journal = Journal(dataset / (FILES.replace("*", "" if parts == 1 else f"-{part}-of-{parts}")))
    done = {row["id"] for row in journal.rows}
    left = [entry for entry in mine if entry.record.id not in done]
    tokens, sampler = Tokens(qwen.processor), LocalSampler(qwen, Sampling(0.0, max_tokens=max_tokens), BATCH)
    photos: dict[int, PhotoCache] = {}
    with Progress("own edits", len(mine), len(mine) - len(left)) as bar:
        for first in range(0, len(left), BATCH):
            batch = left[first : first + BATCH]
            rollouts = [_rollout(tokens, entry, photos) for entry in batch]
            sample_rollouts(rollouts, sampler)
            journal.add(*(_row(e, r) for e, r in zip(batch, rollouts, strict=True)))
            bar.update(len(mine) - len(left) + first + len(batch))
    return sum("settings" in row for row in journal.rows)


def _plain(entry: StoredRecord) -> bool:
    return not entry.record.trajectory.reflections


def _rollout(tokens: Tokens, entry: StoredRecord, photos: dict[int, PhotoCache]) -> EditRollout:
    record, size = entry.record, side(entry)
    photo = photos.setdefault(size, PhotoCache(size)).get(entry.folder / record.source)
    return edit_rollout(tokens, photo, record.instruction, record.id, max_steps=1, max_size=size, judge=False)


def _row(entry: StoredRecord, rollout: EditRollout) -> dict[str, Any]:
    """An edit as it is written; without settings where it could not be used, so that it is not tried again."""
    if not rollout.valid:
        return {"id": entry.record.id}
    step = rollout.session.steps[-1]
    return {"id": entry.record.id, "thought": step.thought, "settings": rollout.session.states[-1].to_dict()}


def _parts(text: str) -> Iterator[int]:
    part, _, parts = text.partition("/")
    if not (part.isdigit() and parts.isdigit() and 1 <= int(part) <= int(parts)):
        raise typer.BadParameter(f"{text!r}: say which of how many, as 1/2")
    yield from (int(part), int(parts))


def main(
    model: Annotated[Path, typer.Argument(help="Folder of a model.")],
    dataset: Annotated[Path, typer.Argument(help="Folder with edit.jsonl and images/.")],
    limit: Annotated[int | None, typer.Option(min=1, help="Instructions, drawn at random; default all.")] = None,
    part: Annotated[str, typer.Option(help="Which of how many processes, as 1/2.")] = "1/1",
    max_tokens: Annotated[int, typer.Option(min=16, help="Of a turn.")] = 256,
) -> None:
    """Write a model's own edits of a data set down."""
    number, parts = _parts(part)
    try:
        check_folder(model)
        count = write_down(load(model), dataset, limit, number, parts, max_tokens)
    except (OSError, QwenVLError, RecordError, TrainingError) as error:
        typer.echo(f"training.own_edits: error: {error}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{dataset}: {count} edits of {model}")


if __name__ == "__main__":
    typer.run(main)
