"""What is benchmarked: editing samples and judged samples, from the released folders and from our own records."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from jarvisevo.files.shipped import find
from jarvisevo.record import artedit, layouts
from jarvisevo.record.artedit import RecordError

Item = TypeVar("Item", "EditItem", "EvalItem")


class DataError(ValueError):
    """Data that cannot be used: one line with cause and fix."""


@dataclass(frozen=True)
class EditItem:
    """An editing sample.

    id        unique in the benchmark, safe as a file name
    source    the photo
    target    what it was to become
    groups    by what tables are divided: language, prompt, scene, made
    settings  of the target, {} when not known
    """

    id: str
    source: Path
    target: Path
    instruction: str
    language: str
    groups: dict[str, str] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class EvalItem:
    """A judged sample: a photo, what an editor made of it, what was wanted, and the gold score (1-5)."""

    id: str
    source: Path
    result: Path
    instruction: str
    language: str
    gold: float
    groups: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Data:
    """All samples of a benchmark; `unusable` has one line for each that is damaged, for every system alike."""

    edit: tuple[EditItem, ...] = ()
    eval: tuple[EvalItem, ...] = ()
    unusable: tuple[str, ...] = ()


def read(folders: Sequence[Path], languages: Sequence[str] = artedit.LANGUAGES, limit: int | None = None) -> Data:
    """Samples of data sets of either layout, in their order. DataError when there are none, or two have one name.

    languages  those that are wanted
    limit      at most so many of each kind and language
    """
    edit: list[EditItem] = []
    judged: list[EvalItem] = []
    unusable: list[str] = []
    for folder in folders:
        for item in _folder(folder):
            if isinstance(item, EditItem):
                edit.append(item)
            elif isinstance(item, EvalItem):
                judged.append(item)
            else:
                unusable.append(item)
    data = Data(_chosen(edit, languages, limit), _chosen(judged, languages, limit), tuple(unusable))
    if not data.edit and not data.eval:
        shown = ", ".join(map(str, folders)) or "nothing"
        raise DataError(
            f"{shown}: no samples: name a folder with {layouts.BEFORE} below it, or one with "
            f"{' or '.join(artedit.FILES.values())}" + (f"; {unusable[0]}" if unusable else "")
        )
    for items in (data.edit, data.eval):
        seen: set[str] = set()
        for one in items:
            if one.id in seen:
                raise DataError(f"{one.id}: two samples have this name: benchmark their data sets one by one")
            seen.add(one.id)
    return data


def _chosen(items: Sequence[Item], languages: Sequence[str], limit: int | None) -> tuple[Item, ...]:
    out = []
    for language in languages:
        of_it = [item for item in items if item.language == language]
        out += of_it[:limit]
    return tuple(out)


def _folder(folder: Path) -> Iterator[EditItem | EvalItem | str]:
    """Samples of one data set; a damaged one is its reason."""
    folder = find(folder)
    if not folder.is_dir():
        raise DataError(f"{folder}: no such folder: name a data set")
    if any((folder / name).is_file() for name in artedit.FILES.values()):
        yield from _records(folder)
        return
    for sample in layouts.read_bench(folder):
        if isinstance(sample, RecordError):
            yield str(sample)
            continue
        name = re.sub(r"[^\w.-]+", "_", str(sample.folder.relative_to(folder))) or "sample"
        for language, instruction in sample.wishes.items():
            yield EditItem(
                id=f"{name}-{language}",
                source=sample.before,
                target=sample.after,
                instruction=instruction,
                language=language,
                groups={"language": language},
                settings=sample.settings.to_dict(),
            )


def _records(folder: Path) -> Iterator[EditItem | EvalItem | str]:
    try:
        for record in artedit.read(folder, "edit"):
            missing = _missing(folder, record)
            settings = record.trajectory.settings.to_dict()
            yield missing or EditItem(
                id=record.id,
                source=folder / record.source,
                target=folder / record.target,
                instruction=record.instruction,
                language=record.language,
                groups=_groups(record),
                settings=settings,
            )
        for record in artedit.read(folder, "eval"):
            score = record.evaluation.score if record.evaluation else None
            missing = _missing(folder, record)
            yield missing or EvalItem(
                id=record.id,
                source=folder / record.source,
                result=folder / record.target,
                instruction=record.instruction,
                language=record.language,
                gold=float(score or 0),
                groups=_groups(record),
            )
    except RecordError as error:
        raise DataError(str(error)) from None


def _missing(folder: Path, record: artedit.Record) -> str:
    gone = [name for name in (record.source, record.target) if not (folder / name).is_file()]
    return f"{folder}: {record.id}: {' and '.join(gone)} missing" if gone else ""


def _groups(record: artedit.Record) -> dict[str, str]:
    found = {"language": record.language, "prompt": record.prompt, "scene": record.scene, "made": record.made}
    return {name: value for name, value in found.items() if value}
