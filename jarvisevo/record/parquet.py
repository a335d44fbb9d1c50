"""Data sets as Parquet files with the images inside: what the Hugging Face Hub shows and `load_dataset` reads."""

import json
import math
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from editor_ops.files import whole_folder
from jarvisevo.record.artedit import FILES, RecordError, inside
from jarvisevo.record.columns import COLUMNS, TABLES, card_head

if TYPE_CHECKING:
    from datasets import Dataset, Features

PICTURES = {"edits": ("source", "target"), "judgements": ("source", "target"), "questions": ()}
"""Columns that name one image each."""
MOST = 500_000_000
"""Bytes of images in one file, about."""
CARD = """# {name}

Photo edits in Lightroom's settings, made by JarvisEvo's data pipeline, exported with
`jarvisevo data export --to parquet`.

```python
from datasets import load_dataset

edits = load_dataset("{name}", "edits", split="{split}")
```

`source` is the photo and `target` what it was to become; `states` are the images after every step of the trajectory. Of
`judgements` the target is what an editor made of the photo, and `evaluation` its score. `licence` is the photo's own.
"""


def sets_of(folder: Path) -> dict[str, Path]:
    """The sets of a build by their names; of a folder that is a set itself, this one."""
    if (folder / FILES["edit"]).is_file():
        return {re.sub(r"\W", "_", folder.resolve().name) or "train": folder}
    found = sorted(folder.glob(f"*/{FILES['edit']}"), key=lambda path: (path.parent.name == "heldout", path))
    return {path.parent.name: path.parent for path in found}


def export_parquet(folder: Path, out: Path) -> int:
    """Write every set of a build with its images -> how many rows. RecordError for a damaged line or a missing image.

    out  a new folder: CONFIGURATION/SPLIT-00000-of-00001.parquet, README.md with the configurations and splits
    """
    from datasets import disable_progress_bars

    disable_progress_bars()
    rows: dict[str, dict[str, int]] = {table: {} for table in TABLES}
    sets = sets_of(folder)
    with whole_folder(out) as part:
        for table, file in TABLES.items():
            for split, place in sets.items():
                if (place / file).is_file() and (place / file).stat().st_size:
                    rows[table][split] = _write(place, table, part / table, split)
        head = card_head(rows, "{config}/{split}-*.parquet", typed=False)
        (part / "README.md").write_text(head + CARD.format(name=out.name, split=next(iter(sets))), "utf-8")
    return sum(sum(splits.values()) for splits in rows.values())


def _write(place: Path, table: str, out: Path, split: str) -> int:
    """One split of one configuration -> its rows."""
    from datasets import Dataset
    from datasets.exceptions import DatasetGenerationError

    size = sum(path.stat().st_size for path in place.glob("images/*"))
    with tempfile.TemporaryDirectory(dir=out.parent) as cache:
        told = {"place": place, "table": table}
        try:
            made = Dataset.from_generator(_rows, _features(table), cache, gen_kwargs=told, split=split)
        except DatasetGenerationError as error:
            raise error.__cause__ if isinstance(error.__cause__, RecordError) else error from None
        out.mkdir(exist_ok=True)
        _shards(made, out, split, max(1, math.ceil(size / MOST)))
        return len(made)


def _shards(made: "Dataset", out: Path, split: str, count: int) -> None:
    """The rows in so many files, by the names that `datasets` gives them."""
    for number in range(count):
        made.shard(count, number, contiguous=True).to_parquet(out / f"{split}-{number:05}-of-{count:05}.parquet")


def _features(table: str) -> "Features":
    """The columns, images among them."""
    from datasets import Features, Image, Json, List, Value

    kinds = {"string": Value("string"), "json": Json()}
    found = {name: kinds[kind] for name, kind in COLUMNS[table].items()}
    found |= {name: Image() for name in PICTURES[table]}
    return Features(found | {"states" if PICTURES[table] else "images": List(Image())})


def _rows(place: Path, table: str) -> Iterator[dict[str, Any]]:
    """The rows of a file with their images as bytes. RecordError."""
    path = place / TABLES[table]
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = {name: value for name, value in json.loads(line).items() if name in COLUMNS[table]}
                names = row["meta"].get("images") if PICTURES[table] else row.pop("images")
                row |= {name: _image(place, row[name]) for name in PICTURES[table]}
                shown = [_image(place, name) for name in names or ()]
            except (ValueError, KeyError, AttributeError, TypeError, OSError) as error:
                raise RecordError(f"{path}, line {number}: {type(error).__name__}: {error}") from None
            yield row | ({"states": shown[1:]} if PICTURES[table] else {"images": shown})


def _image(place: Path, name: str) -> dict[str, Any]:
    if not inside(name):
        raise ValueError(f"{name[:80]!r} leaves the data set")
    return {"bytes": (place / name).read_bytes(), "path": Path(name).name}
