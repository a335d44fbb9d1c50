"""The columns of a data set as Hugging Face's `datasets` reads it, and the head of its card that says so.

Three configurations, one a file of a set: edits, judgements, questions. The sets (train, heldout …) are the splits.
What has no fixed keys (settings, trajectories, seeds) is of the type `json`, which comes back as Python objects.
"""

from collections.abc import Mapping
from typing import Any

import yaml

from jarvisevo.record.artedit import FILES
from jarvisevo.record.questions import FILE as QUESTIONS

TABLES = {"edits": FILES["edit"], "judgements": FILES["eval"], "questions": QUESTIONS}
"""Configuration -> its file in every set."""
_TEXTS = ("id", "kind", "source", "target", "instruction", "language", "prompt", "scene", "subscene", "licence", "made")
_RECORD = dict.fromkeys(_TEXTS, "string") | dict.fromkeys(
    ("boxes", "trajectory", "evaluation", "teacher", "meta"), "json"
)
_QUESTION = dict.fromkeys(("id", "kind", "question", "answer", "language", "licence"), "string") | dict.fromkeys(
    ("images", "label", "meta"), "json"
)
COLUMNS: dict[str, dict[str, str]] = {"edits": _RECORD, "judgements": _RECORD, "questions": _QUESTION}
"""Configuration -> its columns and their types."""
SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
HEAD = {
    "license": "other",
    "license_name": "per-photo",
    "license_link": "README.md",
    "language": ["en", "zh"],
    "task_categories": ["image-to-image", "image-text-to-text"],
    "tags": ["photo-editing", "lightroom", "agent", "reward-model"],
}
"""What is true of every data set of ours; the licence of each photo stands in its record."""


def card_head(rows: Mapping[str, Mapping[str, int]], files: str = "{split}/{file}", *, typed: bool = True) -> str:
    """The front matter of a card, `load_dataset(FOLDER, CONFIGURATION)` reads it.

    rows   configuration -> split -> number of rows; splits without any are left out, as they have no columns
    files  where a split's rows are, with {config}, {split} and {file}
    typed  say the columns, for files that do not know them (JSON lines)
    """
    found = {name: {split: count for split, count in splits.items() if count} for name, splits in rows.items()}
    found = {name: splits for name, splits in found.items() if splits}
    total = sum(sum(splits.values()) for splits in found.values())
    size = next((name for most, name in SIZES if total < most), "n>1M")
    data: dict[str, Any] = HEAD | {
        "size_categories": [size],
        "configs": [_config(n, s, files) for n, s in found.items()],
    }
    if typed:
        data["dataset_info"] = [
            {"config_name": name, "features": [{"name": n, "dtype": t} for n, t in COLUMNS[name].items()]}
            for name in found
        ]
    return f"---\n{yaml.safe_dump(data, sort_keys=False, allow_unicode=True)}---\n"


def _config(name: str, splits: Mapping[str, int], files: str) -> dict[str, Any]:
    places = [{"split": s, "path": files.format(config=name, split=s, file=TABLES[name])} for s in splits]
    return {"config_name": name, **({"default": True} if name == "edits" else {}), "data_files": places}
