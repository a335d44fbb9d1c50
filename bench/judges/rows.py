"""Rows of data sets as they are published: JSON, JSON lines or Parquet, pictures inside or beside them."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from bench.artedit.items import DataError
from jarvisevo.record.artedit import inside

SUFFIXES = (".parquet", ".jsonl", ".json")
MAX_PIXELS = 120_000_000
"""Larger pictures are refused before they are decoded."""


@dataclass(frozen=True, eq=False)
class StoredImage:
    """A picture of a row: a file, or bytes that stand in the row itself."""

    path: Path | None = None
    data: bytes = b""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of its bytes; that of its name where the file is missing."""
        try:
            return hashlib.sha256(self.bytes()).hexdigest()
        except OSError:
            return hashlib.sha256(str(self.path).encode()).hexdigest()

    def bytes(self) -> bytes:
        """The encoded picture."""
        return self.path.read_bytes() if self.path else self.data

    def load(self) -> np.ndarray:
        """(H, W, 3) uint8 sRGB; transparent parts become white. OSError or ValueError for what is no picture."""
        from io import BytesIO

        from PIL import Image, ImageOps

        with Image.open(BytesIO(self.bytes())) as image:
            if image.width * image.height > MAX_PIXELS:
                raise ValueError(f"a picture of {image.width} × {image.height} is too large")
            shown = ImageOps.exif_transpose(image)
            if shown.mode in ("RGBA", "LA", "P"):
                shown = shown.convert("RGBA")
                white = Image.new("RGBA", shown.size, "white")
                shown = Image.alpha_composite(white, shown)
            return np.array(shown.convert("RGB"))


@dataclass(frozen=True)
class JudgeRow:
    """A row and the folder that its paths are relative to."""

    values: dict[str, Any]
    folder: Path
    where: str

    def text(self, name: str) -> str:
        """A field as text. DataError when it is missing."""
        if name not in self.values:
            raise DataError(
                f"{self.where}: no field {name!r}: is this the right data set? It has {', '.join(self.values)}"
            )
        value = self.values[name]
        return "" if value is None else str(value)

    def list(self, name: str, count: int) -> "Sequence[Any]":
        """A field with so many members."""
        self.text(name)
        value = self.values[name]
        value = value.tolist() if isinstance(value, np.ndarray) else value
        if not isinstance(value, list | tuple) or len(value) != count:
            raise DataError(f"{self.where}: {name} must be a list of {count}, got {str(value)[:60]}")
        return value

    def texts(self, name: str) -> "Sequence[object]":
        """A field with any number of members."""
        self.text(name)
        value = self.values[name]
        return value.tolist() if isinstance(value, np.ndarray) else list(value)

    def picture(self, name: str) -> StoredImage:
        """A picture field: `{"bytes", "path"}` as Hugging Face writes it, or a path relative to the folder."""
        self.text(name)
        return self.as_picture(self.values[name], name)

    def as_picture(self, value: object, name: str) -> StoredImage:
        """A picture from the value of a field."""
        if isinstance(value, dict) and value.get("bytes"):
            return StoredImage(data=bytes(value["bytes"]))
        path = value.get("path") if isinstance(value, dict) else value
        if not isinstance(path, str) or not inside(path):
            raise DataError(f"{self.where}: {name} is no picture inside the data set: {str(path)[:80]!r}")
        return StoredImage(path=self.folder / path)


def read(folder: Path, pattern: str = "*") -> list[JudgeRow]:
    """All rows of the data files below a folder (or of one file), in the order of their names.

    Where there is Parquet, other files are only about it; where there are JSON lines, so is JSON.
    """
    found = [folder] if folder.is_file() else sorted(p for p in folder.rglob(pattern) if p.is_file())
    files = next((own for suffix in SUFFIXES if (own := [p for p in found if p.suffix == suffix])), [])
    if not files:
        raise DataError(f"{folder}: no {', '.join(SUFFIXES)} file: name the folder of the downloaded data set")
    base = folder.parent if folder.is_file() else folder
    rows: list[JudgeRow] = []
    for path in files:
        rows += [
            JudgeRow(v, base, f"{path.name}, row {i + 1}") for i, v in enumerate(_values(path)) if isinstance(v, dict)
        ]
    if not rows:
        raise DataError(f"{folder}: its files hold no rows")
    return rows


def _values(path: Path) -> Iterator[object]:
    if path.suffix == ".parquet":
        try:
            import pyarrow.parquet as parquet
        except ModuleNotFoundError:
            raise DataError(f"{path}: Parquet needs pyarrow: pip install 'jarvisevo[train]'") from None
        for batch in parquet.ParquetFile(path).iter_batches(256):
            yield from batch.to_pylist()
        return
    try:
        if path.suffix == ".jsonl":
            with path.open(encoding="utf-8") as lines:
                for line in lines:
                    if line.strip():
                        yield json.loads(line)
            return
        data = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path}: not JSON: {error}") from None
    if isinstance(data, dict):  # one object by key: the key is a field of its row
        data = [{"key": key, **value} for key, value in data.items() if isinstance(value, dict)]
    yield from data
