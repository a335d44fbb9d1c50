"""What a model does now, written down, so that it keeps doing it while it learns something else.

    python -m training.own_edits MODEL DATASET [--limit N] [--part 1/2] [--temperature 1 --name sampled]

Its greedy edits of a data set's instructions go into DATASET/own_edits.jsonl (with --part into a file of its own, so
that processes share the work; with --name beside those that are there, of another model or temperature);
`data.imitate: own` learns them in place of the targets (learning without forgetting, Li and Hoiem 2016, with the
likeliest answer instead of all), the nearest where there are several. Beside each stand its distance to the target, the
judgement that this is worth, and a correction: the few sliders that bring most, half of the way to the target's,
verified nearer by the picture. Half, because what the words leave open cannot be known, and a whole step to a guess
overshoots.
`data.own` learns both. Edits that could not be used are left out. The same command goes on where it stopped.
"""

import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from editor_ops.files import write_whole
from editor_ops.io.encode import jpeg_bytes
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.files.journal import Journal
from jarvisevo.protocol.chat import Sampling
from jarvisevo.qwen.folder import QwenVL, QwenVLError, check_folder, load
from jarvisevo.record.artedit import RecordError
from jarvisevo.report.terminal import Progress
from jarvisevo.rules import outline
from jarvisevo.rules.changes import changes
from jarvisevo.scoring.scores import reference_score
from training.config import TrainDataConfig
from training.conversation import Tokens
from training.data import FILES, StoredRecord, entries
from training.heldout import side, wanted_image
from training.images import PhotoCache
from training.judgements import judgement
from training.rewards import distance
from training.rollout import EditRollout, edit_rollout
from training.run import TrainingError
from training.sampling import LocalSampler, sample_rollouts

BATCH = 64
"""Edits that are sampled at one time."""
STEP = 0.5
"""Share of the way to the target that a correction goes."""
GAIN, MOST = 0.05, 3
"""Share of the distance that a slider must bring to be part of a correction, and how many are."""
QUALITY = 95
LEAST = 0.01
"""Share of a slider's range below which a correction leaves it alone."""


def write_down(
    qwen: QwenVL,
    dataset: Path,
    limit: int | None,
    part: int,
    parts: int,
    max_tokens: int,
    temperature: float = 0.0,
    name: str = "own",
) -> int:
    """Sample what is not written yet -> how many edits of this part are written. See the head of this file."""
    found = [e for e in entries(TrainDataConfig(folders=(dataset,), kinds=("edit",))) if _plain(e)]
    random.Random(0).shuffle(found)
    mine = found[:limit][part - 1 :: parts]
    apart = ("" if name == "own" else f"-{name}") + ("" if parts == 1 else f"-{part}-of-{parts}")
    journal = Journal(dataset / FILES.replace("*", apart))
    done = {row["id"] for row in journal.rows}
    left = [entry for entry in mine if entry.record.id not in done]
    tokens, sampler = Tokens(qwen.processor), LocalSampler(qwen, Sampling(temperature, max_tokens=max_tokens), BATCH)
    photos: dict[int, PhotoCache] = {}
    reading = bool(getattr(qwen.model.config, "reading", False))
    with Progress("own edits", len(mine), len(mine) - len(left)) as bar:
        for first in range(0, len(left), BATCH):
            batch = left[first : first + BATCH]
            rollouts = [_rollout(tokens, entry, photos, reading) for entry in batch]
            sample_rollouts(rollouts, sampler)
            journal.add(*(_row(e, r, name) for e, r in zip(batch, rollouts, strict=True)))
            bar.update(len(mine) - len(left) + first + len(batch))
    return sum("settings" in row for row in journal.rows)


def _plain(entry: StoredRecord) -> bool:
    return not entry.record.trajectory.reflections


def _rollout(tokens: Tokens, entry: StoredRecord, photos: dict[int, PhotoCache], reading: bool) -> EditRollout:
    record, size = entry.record, side(entry)
    photo = photos.setdefault(size, PhotoCache(size)).get(entry.folder / record.source)
    return edit_rollout(
        tokens, photo, record.instruction, record.id, max_steps=1, max_size=size, judge=False, reading=reading
    )


def _row(entry: StoredRecord, rollout: EditRollout, name: str) -> dict[str, Any]:
    """An edit as it is written; without settings where it could not be used, so that it is not tried again."""
    if not rollout.valid:
        return {"id": entry.record.id}
    step, session = rollout.session.steps[-1], rollout.session
    before, after, wanted = session.images[0], session.images[-1], wanted_image(entry, session.photo)
    left = distance(after, wanted)
    deserved = judgement(entry.record, before, after, round(reference_score(left, distance(before, wanted)), 2))
    row = {
        "id": entry.record.id,
        "thought": step.thought,
        "settings": session.states[-1].to_dict(),
        "image": _kept(entry, name, after),
        "left": round(left, 3),
        "score": deserved.score,
        "rationale": deserved.rationale,
    }
    return row | ({"correction": made} if (made := _corrected(entry, rollout, wanted, left, name)) else {})


def _corrected(
    entry: StoredRecord, rollout: EditRollout, wanted: np.ndarray, left: float, name: str
) -> dict[str, Any] | None:
    """A correction of an edit and its reason; None where no such step leads nearer to the wanted image.

    Of the sliders that could move those few do that bring most alone: what else the target has, nobody can tell.
    """
    session, size = rollout.session, side(entry)
    now, result = session.states[-1], session.images[-1]
    if result.shape != wanted.shape:
        return None

    def made(call: Mapping[str, float]) -> np.ndarray:
        return render(session.photo, now.merge(Settings.parse(dict(call))), size).eight_bit()

    steps = towards(now, entry.record.trajectory.settings, STEP)
    gains = {slider: left - distance(made({slider: value}), wanted) for slider, value in steps.items()}
    best = [slider for slider in sorted(gains, key=lambda each: -gains[each]) if gains[slider] >= GAIN * left][:MOST]
    call = {slider: steps[slider] for slider in best}
    if not call or distance(image := made(call), wanted) >= left:
        return None
    kept = _kept(entry, "corrected" if name == "own" else f"{name}-corrected", image)
    thought = outline.missing(changes(result, wanted), entry.record.language)
    return {"thought": thought, "call": call, "image": kept}


def _kept(entry: StoredRecord, what: str, image: np.ndarray) -> str:
    """An image written into the data set -> its path there."""
    name = f"own_images/{entry.record.id}-{what}.jpg"
    (entry.folder / name).parent.mkdir(exist_ok=True)
    write_whole(entry.folder / name, jpeg_bytes(image, QUALITY))
    return name


def towards(now: Settings, target: Settings, share: float) -> dict[str, float]:
    """Sliders so far on the way from some settings to others, rounded as people set them, where that moves them at all;
    angles, choices and local corrections stay as they are.
    """
    document, wanted, out = now.to_dict(), target.to_dict(), {}
    for name in dict.fromkeys([*document, *wanted]):
        row = TABLE[name]
        if row.kind != "number" or row.unit in ("deg", "fraction"):
            continue
        here, there = document.get(name, row.default), wanted.get(name, row.default)
        moved = round(here + share * (there - here), 2 if row.span <= 10 else 0)
        if abs(moved - here) >= LEAST * row.span:
            out[name] = moved
    return out


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
    temperature: Annotated[float, typer.Option(min=0, max=2, help="0: the likeliest edit.")] = 0.0,
    name: Annotated[str, typer.Option(help="Of these edits, where others are in the folder: letters.")] = "own",
) -> None:
    """Write a model's own edits of a data set down."""
    number, parts = _parts(part)
    if not name.isalpha() or not name.isascii():
        raise typer.BadParameter(f"--name {name!r}: letters only, it becomes part of file names")
    try:
        check_folder(model)
        count = write_down(load(model), dataset, limit, number, parts, max_tokens, temperature, name)
    except (OSError, QwenVLError, RecordError, TrainingError) as error:
        typer.echo(f"training.own_edits: error: {error}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{dataset}: {count} edits of {model}")


if __name__ == "__main__":
    typer.run(main)
