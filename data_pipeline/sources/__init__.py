"""Where photos, their results and their settings come from: folders, before/after pairs, FiveK, PPR10K,
RAW with sidecars.

Every source yields `Item`s in a fixed order. What is damaged is an `Item` with a problem, so that it is counted.
"""

import csv
import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from pydantic import Field

from editor_ops.io.decode import load
from editor_ops.photo import RAW_SUFFIXES, SUFFIXES, Photo
from jarvisevo.files.config import Config
from jarvisevo.files.shipped import find

MANIFEST = "MANIFEST.csv"
BEFORE, AFTER = (
    re.compile(r"(?:__|_|-)?(?:input|before|source|original)$"),
    ("expertC", "after", "groundtruth", "target", "processed"),
)
KINDS = (*SUFFIXES, *RAW_SUFFIXES)

SourceKind = Literal["folder", "pairs", "fivek", "ppr10k", "sidecars", "procedural"]


class Source(Config):
    """One place that photos come from.

    kind     folder: photos alone · pairs: NAME__input.jpg with NAME__after.jpg beside it, or before.jpg and
             processed.jpg in a folder each · fivek: input/ and expertA/ … expertE/ · ppr10k: source/, target_a/ …
             with .xmp · sidecars: RAW or rendered files with NAME.xmp beside them · procedural: sampled scenes,
             for machines without photos
    folder   where; relative to the folder the command runs in
    expert   whose result counts, for fivek and ppr10k
    only_redistributable  take nothing that a MANIFEST.csv does not mark "yes"; without a manifest nothing is taken then
    licence  of photos that no manifest names
    tags     take only photos with one of these words in path or tags of the manifest; empty takes all
    limit    how many at most; 0 takes all
    count    of procedural scenes
    """

    kind: SourceKind = "folder"
    folder: Path
    expert: str = "C"
    only_redistributable: bool = True
    licence: str = ""
    tags: tuple[str, ...] = ()
    limit: int = Field(default=0, ge=0)
    count: int = Field(default=100, ge=1)


@dataclass(frozen=True)
class SourcePhoto:
    """A photo and what is known of its edit.

    id        of the photo's content and place; the same on every machine
    target    the result, when there is one
    settings  the file that holds the settings, when there is one
    tags      words of the manifest, for scene categories
    problem   why it cannot be used; "" when it can
    sampled     number of a procedural scene, -1 for a photo
    """

    id: str
    photo: Path
    target: Path | None = None
    settings: Path | None = None
    licence: str = ""
    tags: tuple[str, ...] = ()
    problem: str = ""
    origin: str = field(default="", compare=False)
    scene_number: int = -1

    def load(self) -> Photo:
        """The photo itself. PhotoError when it cannot be read."""
        if self.scene_number < 0:
            return load(self.photo)
        from data_pipeline.sources.procedural import scene

        return Photo.from_array(scene(self.scene_number))


def items(source: Source, base: Path) -> Iterator[SourcePhoto]:
    """The items of a source, in order. FileNotFoundError when its folder is not there."""
    folder = find(base / source.folder)
    if not folder.is_dir():
        raise FileNotFoundError(f"{folder}: no such folder; set `folder` of this source")
    manifest = _manifest(folder)
    taken = 0
    for found in _READERS[source.kind](folder, source):
        item = _licensed(found, folder, source, manifest)
        if item is None:
            continue
        yield item
        taken += 1
        if source.limit and taken >= source.limit:
            return


def _manifest(folder: Path) -> dict[str, Mapping[str, str]]:
    """Rows of the nearest MANIFEST.csv in or above a folder, by absolute path."""
    for place in (folder, *list(folder.resolve().parents)[:3]):
        path = place / MANIFEST
        if path.is_file():
            with path.open(encoding="utf-8", newline="") as file:
                return {str((place / row["file"]).resolve()): row for row in csv.DictReader(file) if row.get("file")}
    return {}


def _licensed(
    item: SourcePhoto, folder: Path, source: Source, manifest: Mapping[str, Mapping[str, str]]
) -> SourcePhoto | None:
    """An item with its licence and tags; None when it is not wanted."""
    row = manifest.get(str(item.photo.resolve()), {})
    tags = tuple(tag.strip() for tag in re.split("[,;]", row.get("tags", "")) if tag.strip())
    place = item.photo.relative_to(folder).parts[:-1]
    words = {*(tag.lower() for tag in tags), *(part.lower() for part in place)}
    if source.tags and not any(tag.lower() in words for tag in source.tags):
        return None
    if source.only_redistributable and row.get("redistributable", "").strip().lower() != "yes":
        return None
    licence = row.get("licence") or source.licence
    return replace(item, licence=licence, tags=(*place, *tags), origin=row.get("source", ""))


def identity(path: Path, folder: Path) -> str:
    """A short name for a photo: its file's name and a hash of its place in the source,
    without anything machine-made.
    """
    place = path.relative_to(folder).as_posix()
    stem = re.sub(r"[^A-Za-z0-9]+", "-", path.stem)[:40].strip("-").lower()
    return f"{stem}-{hashlib.sha256(place.encode()).hexdigest()[:8]}"


def _photos(folder: Path) -> list[Path]:
    found = [p for p in folder.rglob("*") if p.suffix.lower() in KINDS and p.is_file() and not p.name.startswith(".")]
    return sorted(found, key=lambda p: p.relative_to(folder).as_posix())


def _folder(folder: Path, source: Source) -> Iterator[SourcePhoto]:
    for path in _photos(folder):
        yield SourcePhoto(identity(path, folder), path)


def _pairs(folder: Path, source: Source) -> Iterator[SourcePhoto]:
    for path in _photos(folder):
        if not BEFORE.search(path.stem.lower()):
            continue
        stem = path.stem[: BEFORE.search(path.stem.lower()).start()]  # type: ignore[union-attr]
        names = [
            f"{stem}{joint}{after}" for after in (f"expert{source.expert}", *AFTER) for joint in ("__", "_", "-", "")
        ]
        target = next((p for name in names for p in path.parent.glob(f"{name}.*") if p.suffix.lower() in KINDS), None)
        problem = "" if target else f"{path.name}: no result beside it"
        sidecar = path.parent / "config.xmp"
        yield SourcePhoto(identity(path, folder), path, target, sidecar if sidecar.is_file() else None, problem=problem)


def _fivek(folder: Path, source: Source) -> Iterator[SourcePhoto]:
    inputs = next(
        (folder / name for name in ("input", "original", "raw") if (folder / name).is_dir()), folder / "input"
    )
    expert = next(
        (
            p
            for p in sorted(folder.iterdir())
            if p.name.lower() in (f"expert{source.expert}".lower(), source.expert.lower())
        ),
        None,
    )
    for path in _photos(inputs) if inputs.is_dir() else ():
        target = next((p for p in sorted(expert.glob(f"{path.stem}.*"))), None) if expert else None
        yield SourcePhoto(
            identity(path, folder),
            path,
            target,
            problem="" if target else f"{path.name}: expert {source.expert} has no result",
        )


def _ppr10k(folder: Path, source: Source) -> Iterator[SourcePhoto]:
    target_folder = folder / f"target_{source.expert.lower()}"
    for path in _photos(folder / "source") if (folder / "source").is_dir() else ():
        target = next((p for p in sorted(target_folder.glob(f"{path.stem}.*")) if p.suffix.lower() in KINDS), None)
        sidecar = next(
            (p for p in (target_folder / f"{path.stem}.xmp", folder / "xmp" / f"{path.stem}.xmp") if p.is_file()), None
        )
        problem = "" if target or sidecar else f"{path.name}: neither a result nor settings"
        yield SourcePhoto(identity(path, folder), path, target, sidecar, problem=problem)


def _sidecars(folder: Path, source: Source) -> Iterator[SourcePhoto]:
    for path in _photos(folder):
        sidecar = next((p for p in (path.with_suffix(".xmp"), path.with_name(path.name + ".xmp")) if p.is_file()), None)
        if sidecar:
            yield SourcePhoto(identity(path, folder), path, settings=sidecar)


def _procedural(folder: Path, source: Source) -> Iterator[SourcePhoto]:
    for number in range(source.count):
        yield SourcePhoto(f"procedural-{number:04d}", folder / f"procedural-{number:04d}", scene_number=number)


_READERS: dict[str, Callable[[Path, Source], Iterator[SourcePhoto]]] = {
    "folder": _folder,
    "pairs": _pairs,
    "fivek": _fivek,
    "ppr10k": _ppr10k,
    "sidecars": _sidecars,
    "procedural": _procedural,
}
