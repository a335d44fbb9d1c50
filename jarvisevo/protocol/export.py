"""Data sets in other forms, with their pictures: sharegpt for LLaMA-Factory, Hugging Face `datasets`, ArtEdit-Bench."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarvisevo.protocol.chat import Message
from jarvisevo.protocol.messages import to_messages
from jarvisevo.record.artedit import Record, RecordError, inside
from jarvisevo.record.layouts import write_bench

if TYPE_CHECKING:
    from datasets import Dataset


IMAGE = "<image>"
"""LLaMA-Factory's place of a picture in a text."""


def sharegpt_row(name: str, messages: Sequence[Message], pictures: Sequence[str]) -> dict[str, Any]:
    """A conversation as a dialogue of LLaMA-Factory, with the paths of its pictures in their order."""
    turns, count = [], 0
    for message in messages:
        parts = [part.replace(IMAGE, "< image>") if isinstance(part, str) else IMAGE for part in message.content]
        turns.append({"role": message.role, "content": "".join(parts)})
        count += len(message.pictures)
    return {"messages": turns, "images": list(pictures[:count]), "id": name}


def to_sharegpt(records: Iterable[tuple[Record, Sequence[str]]], out: Path, name: str = "artedit") -> int:
    """Dialogues for LLaMA-Factory: `NAME.jsonl` and `dataset_info.json` -> how many.

    records  each with the paths of its pictures, relative to `out`: the photo, then every state
    """
    import numpy as np

    out.mkdir(parents=True, exist_ok=True)
    count = 0
    with (out / f"{name}.jsonl").open("w", encoding="utf-8") as lines:
        for record, pictures in records:
            numbers = [np.full((1, 1, 1), i) for i, _ in enumerate(pictures)]  # stand-ins that say which state they are
            messages = to_messages(record.trajectory, numbers)
            shown = [pictures[int(image.item())] for message in messages for image in message.pictures]
            lines.write(json.dumps(sharegpt_row(record.id, messages, shown), ensure_ascii=False) + "\n")
            count += 1
    register(out / "dataset_info.json", name)
    return count


def register(path: Path, name: str) -> None:
    """Add a data set to LLaMA-Factory's list."""
    known = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    known[name] = {
        "file_name": f"{name}.jsonl",
        "formatting": "sharegpt",
        "columns": {"messages": "messages", "images": "images"},
        "tags": {
            "role_tag": "role",
            "content_tag": "content",
            "user_tag": "user",
            "assistant_tag": "assistant",
            "system_tag": "system",
        },
    }
    path.write_text(json.dumps(known, indent=1) + "\n", "utf-8")


def to_huggingface(records: Iterable[Record], data: Path) -> "Dataset":
    """A `datasets.Dataset` with the two pictures as images and the trajectory as JSON text."""
    from datasets import Dataset, Image

    rows = []
    for record in records:
        row = record.to_dict() | {"source": str(data / record.source), "target": str(data / record.target)}
        nested = ("trajectory", "evaluation", "meta", "boxes")
        rows.append(row | {name: json.dumps(row[name], ensure_ascii=False) for name in nested})
    return Dataset.from_list(rows).cast_column("source", Image()).cast_column("target", Image())


def export(records: Sequence[Record], data: Path, out: Path, form: str) -> int:
    """Write records in another form with their pictures -> how many samples.

    form  "sharegpt", "bench" or "huggingface"
    RecordError for a record of sharegpt that does not name its pictures.
    """
    import shutil

    if form == "bench":
        return write_bench(records, data, out)
    if form == "huggingface":
        to_huggingface(records, data).save_to_disk(str(out))
        return len(records)
    shown = [(record, _pictures(record)) for record in records]
    for name in sorted({name for _, names in shown for name in names}):
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(data / name, out / name)
    return to_sharegpt(shown, out)


def _pictures(record: Record) -> list[str]:
    """The names of the photo and the picture after every step."""
    names = record.meta.get("images")
    if (
        not isinstance(names, list)
        or len(names) != 1 + len(record.trajectory.all_steps)
        or not all(map(_inside, names))
    ):
        raise RecordError(f"{record.id}: does not name a picture for each of its steps")
    return names


def _inside(name: object) -> bool:
    return isinstance(name, str) and inside(name)
