"""The build: photos go through the five stages shard by shard, then all shards are put together and described.

OUT/train and OUT/heldout are data sets (`jarvisevo.record.artedit`); OUT/stages holds what each stage made of each
shard. A shard's stage that is on disk is not done again, and everything sampled at random depends on the sample's name
alone: an interrupted build that goes on, and one with any number of workers, gives the same bytes.
"""

import hashlib
import json
import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from data_pipeline import data_card as card
from data_pipeline import review, store
from data_pipeline.annotators import Annotator
from data_pipeline.config import AnnotatorConfig, BuildConfig
from data_pipeline.context import Context
from data_pipeline.samples import STAGES, BuildError, Drop, EditPair
from data_pipeline.sources import Source, SourcePhoto, items
from data_pipeline.sources.duplicates import fingerprint, first_alike
from data_pipeline.stages import evaluation, filtering, imcot, instructions, pairs
from jarvisevo.files.config import dump
from jarvisevo.files.shipped import find
from jarvisevo.files.spread import side_by_side
from jarvisevo.record.artedit import FILES, Kind, Record, read
from jarvisevo.record.questions import FILE as QUESTIONS
from jarvisevo.record.questions import Question

ShardProgress = Callable[[int, int], None]
"""Told (shards done, shards in all)."""
Photos = Sequence[tuple[SourcePhoto, str]]


@dataclass(frozen=True)
class Summary:
    """What a build gave: counts by split and kind, samples dropped by stage and reason, seconds by stage."""

    out: Path
    records: dict[str, int]
    dropped: dict[str, int]
    seconds: dict[str, float] = field(default_factory=dict)


def build(config: BuildConfig, base: Path, progress: ShardProgress = lambda done, total: None) -> Summary:
    """Make the data set of a config.

    base  the folder that the config's paths are relative to
    BuildError when it cannot go on; what was finished is used by the next call.
    """
    out = (base / config.out).resolve()
    _claim(config, out)
    photos = select(config, base)
    shards = [photos[i : i + config.shard_size] for i in range(0, len(photos), config.shard_size)]
    seconds = dict.fromkeys(STAGES, 0.0)
    progress(0, len(shards))
    for done, spent in enumerate(_worked(config, base, out, shards), 1):
        for stage, value in spent.items():
            seconds[stage] += value
        progress(done, len(shards))
    summary = _assembled(config, base, out, len(shards), seconds)
    store.write(out / "profile.json", (json.dumps(_profile(summary), indent=1) + "\n").encode())
    return summary


def _claim(config: BuildConfig, out: Path) -> None:
    """Write the config beside the data; refuse a folder that another config filled."""
    same = dump(config.model_copy(update={"workers": 0, "runner": "local"}))
    path = out / "config.yaml"
    if path.is_file() and path.read_text("utf-8") != same:
        raise BuildError(f"{out}: was built with another config; give another `out`, or remove the folder")
    if not path.is_file():
        if out.is_dir() and any(out.iterdir()):
            raise BuildError(f"{out}: is not empty and not a build of this command; give another `out`")
        store.write(path, same.encode())


# ---- which photos


def select(config: BuildConfig, base: Path) -> list[tuple[SourcePhoto, str]]:
    """The photos of all sources in their order, each with its split; excluded ones and repeats are left out.

    Photos that look alike are of one split, whatever their names.
    """
    kept = chosen(config, base)
    if not kept:
        raise BuildError("no photo is left: check `sources`, `only_redistributable` and `exclude`")
    prints = [None if item.scene_number >= 0 else fingerprint(item.photo) for item in kept]
    return [(item, split(kept[first], config)) for item, first in zip(kept, first_alike(prints), strict=True)]


def chosen(config: BuildConfig, base: Path) -> list[SourcePhoto]:
    """The photos of all sources that may enter, in an order of their own, as many as `limit` lets in."""
    found: dict[str, SourcePhoto] = {}
    for item in _items(config, base):
        found.setdefault(item.id, item)
    barred = _barred(config, base)
    seen = {_group(Path(str(record.meta["photo"]))) for record in _elsewhere(config, base)}
    kept = [
        item
        for item in found.values()
        if item.scene_number >= 0 or not (_group(item.photo) in seen or (barred and _sum(item.photo) in barred))
    ]
    kept.sort(key=lambda item: hashlib.sha256(f"{config.seed}:{item.id}".encode()).hexdigest())
    return kept[: config.limit or None]


def _items(config: BuildConfig, base: Path) -> Iterator[SourcePhoto]:
    """Items of `sources`; those of `fallback` when the folder of one is missing."""
    missing = absent(config, base)
    if not missing:
        yield from (item for source in config.sources for item in items(source, base))
    elif not config.fallback:
        raise BuildError(f"{missing}: no such folder; set `folder` of this source")
    else:
        yield from (item for source in config.fallback for item in _fallback(source, base))


def absent(config: BuildConfig, base: Path) -> Path | None:
    """The first folder of `sources` that is not there, for which `fallback` stands in."""
    return next((folder for source in config.sources if not (folder := find(base / source.folder)).is_dir()), None)


def _fallback(source: Source, base: Path) -> Iterator[SourcePhoto]:
    try:
        yield from items(source, base)
    except FileNotFoundError as error:
        raise BuildError(f"{error}, and it is a fallback itself") from None


def split(item: SourcePhoto, config: BuildConfig) -> str:
    """The data set of a photo: by its name up to a double underscore, so that versions of one photo stay together."""
    digest = hashlib.sha256(f"{config.seed}:split:{_group(item.photo)}".encode()).hexdigest()
    share = int(digest[:8], 16) / 0x100000000
    for name, part in (("heldout", config.heldout), *config.sets.items()):
        if share < part:
            return name
        share -= part
    return "train"


def _group(photo: Path) -> str:
    """What the versions of one photo share in their names."""
    return photo.stem.split("__")[0].lower()


def _elsewhere(config: BuildConfig, base: Path) -> Iterator[Record]:
    """The edits of the data sets that this one must be unlike."""
    for folder in config.unlike:
        if not (base / folder / FILES["edit"]).is_file():
            raise BuildError(f"{base / folder}: no data set; build it first, or correct `unlike`")
        yield from read(base / folder)


def _barred(config: BuildConfig, base: Path) -> set[str]:
    """SHA-256 sums of photos that must not enter."""
    sums = set()
    for path in config.exclude:
        try:
            words = find(base / path).read_text("utf-8").split()
        except OSError as error:
            raise BuildError(f"{base / path}: {error.strerror}; correct `exclude`") from None
        sums |= {word.lower() for word in words if len(word) == 64}
    return sums


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


# ---- shards


def _worked(config: BuildConfig, base: Path, out: Path, shards: Sequence[Photos]) -> Iterator[dict[str, float]]:
    """Work off all shards, as each is done: seconds it took by stage."""
    tasks = [(config, base, out, number, photos) for number, photos in enumerate(shards)]
    if config.runner == "ray":
        for spent in side_by_side(shard, tasks, config.workers, "ray"):
            if isinstance(spent, Exception):
                raise spent
            yield spent
        return
    workers = min(config.workers or os.cpu_count() or 1, len(tasks))
    if workers <= 1:
        for task in tasks:
            yield shard(*task)
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_quiet)
    try:
        for future in as_completed([pool.submit(shard, *task) for task in tasks]):
            yield future.result()
    except BrokenProcessPool:
        raise BuildError(
            "a worker was ended from outside, most often for want of memory: give the same command again, which "
            "goes on from here, with fewer `workers`"
        ) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _quiet() -> None:
    """A worker leaves Ctrl-C to the process that started it, and keeps to one thread."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import cv2

    cv2.setNumThreads(1)


def shard(config: BuildConfig, base: Path, out: Path, number: int, photos: Photos) -> dict[str, float]:
    """All five stages of one shard; those that are on disk are read -> seconds by stage."""
    context = Context(config, base, out, annotator(config.annotator, out))
    work: Sequence[object] = photos
    spent = {}
    for position, (stage, run) in enumerate(zip(STAGES, _RUN, strict=True), 1):
        started = time.perf_counter()
        path = out / "stages" / f"{position}-{stage}" / f"{number:05d}.jsonl"
        if not path.is_file():
            store.lines(path, [_row(each) for each in run(work, context)])
        work = [each for each in map(_read, store.read_lines(path)) if not isinstance(each, Drop)]
        if stage == "filtering":
            break
        spent[stage] = time.perf_counter() - started
    spent["filtering"] = time.perf_counter() - started
    return spent


_RUN: tuple[Callable[[Any, Context], "Iterable[Passed]"], ...] = (
    pairs.run,
    instructions.run,
    imcot.run,
    evaluation.run,
    filtering.run,
)


def annotator(config: AnnotatorConfig, out: Path) -> Annotator:
    """The annotator that a config names."""
    if config.kind == "offline":
        from data_pipeline.annotators.offline import OfflineAnnotator

        return OfflineAnnotator()
    from data_pipeline.annotators.model import ModelAnnotator

    return ModelAnnotator(config, out / "annotations")


Passed = EditPair | Record | Question | Drop
"""What a stage hands on."""
_KINDS: dict[str, type[EditPair] | type[Record] | type[Question]] = {
    "pair": EditPair,
    "record": Record,
    "question": Question,
}


def _row(each: Passed) -> dict[str, Any]:
    kind = next((name for name, made in _KINDS.items() if isinstance(each, made)), "drop")
    return {kind: each.to_dict()}


def _read(row: dict[str, Any]) -> Passed:
    ((kind, data),) = row.items()
    return Drop(**data) if kind == "drop" else _KINDS[kind].from_dict(data)


# ---- putting together


def _assembled(config: BuildConfig, base: Path, out: Path, shards: int, seconds: dict[str, float]) -> Summary:
    """All shards' records in their order, what was dropped, the card and the page for people."""
    decided = config.filtering.decisions
    repeats = filtering.Repeats(config.filtering.repeats, filtering.decisions(base / decided if decided else None))
    kept: dict[str, list[Record]] = {name: [] for name in config.splits}
    asked: dict[str, list[Question]] = {name: [] for name in config.splits}
    dropped: list[Drop] = []
    for each in _everything(out, shards):
        drop = each if isinstance(each, Drop) else repeats(each)
        if drop is not None:
            dropped.append(drop)
        elif isinstance(each, Record):
            kept[str(each.meta["split"])].append(repeats.marked(each))
        elif isinstance(each, Question):
            asked[str(each.meta["split"])].append(each)
    learnt = [record for name in config.splits[:-1] for record in kept[name]] + list(_elsewhere(config, base))
    kept["heldout"], known = filtering.new_words(learnt, kept["heldout"])
    kept = {name: _at_most(records, config.sizes.get(name, {})) for name, records in kept.items()}
    ids = {record.id for records in kept.values() for record in records}
    asked = {name: [q for q in questions if q.meta["of"] in ids] for name, questions in asked.items()}
    dropped += known
    for name, records in kept.items():
        for kind, file in FILES.items():
            store.lines(out / name / file, [r.to_dict() for r in records if r.kind == kind])
        store.lines(out / name / QUESTIONS, [q.to_dict() for q in asked[name]])
        store.write(out / name / "README.md", card.set_page(name, records, asked[name]).encode())
    store.lines(out / "dropped.jsonl", [drop.to_dict() for drop in dropped])
    facts = card.facts(kept, asked, dropped, out)
    store.write(out / "card.json", (json.dumps(facts, indent=1, ensure_ascii=False, sort_keys=True) + "\n").encode())
    store.write(out / "README.md", card.page(facts, config).encode())
    review.write(kept, out, config)
    counts = {
        f"{name}/{kind}": sum(r.kind == kind for r in records) for name, records in kept.items() for kind in FILES
    }
    counts |= {f"{name}/questions": len(questions) for name, questions in asked.items()}
    return Summary(out, counts, dict(facts["dropped"]), seconds)


def _at_most(records: Sequence[Record], sizes: Mapping[Kind, int]) -> list[Record]:
    """The first records of each kind, as many as asked for."""
    counts: Counter[str] = Counter()
    out = []
    for record in records:
        counts[record.kind] += 1
        if counts[record.kind] <= sizes.get(record.kind, len(records)):
            out.append(record)
    return out


def _everything(out: Path, shards: int) -> Iterator[Record | Question | Drop]:
    """What every stage dropped, and what the last one kept; shard by shard."""
    for number in range(shards):
        for position, stage in enumerate(STAGES, 1):
            for row in store.read_lines(out / "stages" / f"{position}-{stage}" / f"{number:05d}.jsonl"):
                each = _read(row)
                if isinstance(each, Drop) or (stage == STAGES[-1] and not isinstance(each, EditPair)):
                    yield each


def _profile(summary: Summary) -> dict[str, Any]:
    """Where the time went, in seconds of all workers together; not part of what is the same in every build."""
    return {"seconds": {k: round(v, 2) for k, v in summary.seconds.items()}, "records": summary.records}
