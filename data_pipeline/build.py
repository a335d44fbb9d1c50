"""The build: photos go through the five stages shard by shard, then all shards are put together and described.

OUT/train and OUT/heldout are data sets (`jarvisevo.record.artedit`); OUT/stages holds what each stage made of each
shard. A shard's stage that is on disk is not done again, and everything sampled at random depends on the sample's name
alone: an interrupted build that goes on, and one with any number of workers, gives the same bytes.
"""

import hashlib
import json
import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Any

import yaml

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
CONFIG, SECONDS = "config.yaml", "stages/seconds"


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
    _refuse(config, out)
    decided = decisions(config, base)
    photos = select(config, base)
    store.write(out / CONFIG, _described(config).encode())
    shards = [photos[i : i + config.shard_size] for i in range(0, len(photos), config.shard_size)]
    progress(0, len(shards))
    for done, _ in enumerate(_worked(config, base, out, shards), 1):
        progress(done, len(shards))
    summary = _assembled(config, base, out, len(shards), decided)
    store.write(out / "profile.json", (json.dumps(_profile(summary), indent=1) + "\n").encode())
    return summary


def _refuse(config: BuildConfig, out: Path) -> None:
    """BuildError for a folder that another config filled, or something else."""
    path = out / CONFIG
    if path.is_file() and _same(path.read_text("utf-8")) != _same(_described(config)):
        raise BuildError(f"{out}: was built with another config; give another `out`, or remove the folder")
    if not path.is_file() and out.is_dir() and any(out.iterdir()):
        raise BuildError(f"{out}: is not empty and not a build of this command; give another `out`")


def _described(config: BuildConfig) -> str:
    """The config as it stands beside the data, without what does not change it."""
    return dump(config.model_copy(update={"workers": 0, "runner": "local"}))


def _same(described: str) -> object:
    """What of a config decides what the stages make: people decide about records that are made already."""
    with suppress(yaml.YAMLError, AttributeError, KeyError, TypeError):
        config = yaml.safe_load(described)
        config["filtering"].pop("decisions", None)
        return config
    return None


def decisions(config: BuildConfig, base: Path) -> dict[str, filtering.Decision]:
    """What people decided. BuildError for a table that cannot be read."""
    path = config.filtering.decisions
    return filtering.decisions(base / path if path else None)


# ---- which photos


def select(config: BuildConfig, base: Path) -> list[tuple[SourcePhoto, str]]:
    """The photos of all sources in their order, each with its split; excluded ones and repeats are left out.

    Photos that look alike are of one split, whatever their names.
    """
    kept = chosen(config, base)
    prints = [None if item.scene_number >= 0 else fingerprint(item.photo) for item in kept]
    return [(item, split(kept[first], config)) for item, first in zip(kept, first_alike(prints), strict=True)]


def chosen(config: BuildConfig, base: Path) -> list[SourcePhoto]:
    """The photos of all sources that may enter, in an order of their own, as many as `limit` lets in.

    BuildError when there is none.
    """
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
    if not kept:
        raise BuildError(f"no photo is left: {_why_none(config, base, len(found))}")
    kept.sort(key=lambda item: hashlib.sha256(f"{config.seed}:{item.id}".encode()).hexdigest())
    return kept[: config.limit or None]


def _why_none(config: BuildConfig, base: Path, taken: int) -> str:
    """Where all photos of the sources went, of which `taken` passed licence and tags."""
    if taken:
        return f"all {taken} are in `exclude`, or in a data set of `unlike`"
    sources = config.fallback if absent(config, base) else config.sources
    free = [source.model_copy(update={"only_redistributable": False}) for source in sources]
    tagged, there = (
        sum(1 for source in some for _ in items(source, base))
        for some in (free, [source.model_copy(update={"tags": ()}) for source in free])
    )
    if tagged:
        return (
            f"{tagged} found, and no MANIFEST.csv marks one as redistributable; for photos of your own add "
            "only_redistributable: false and licence: … to the source"
        )
    if there:
        return f"{there} found, and none has one of the `tags` of its source"
    return (
        f"none found in {', '.join(str(source.folder) for source in sources)}; check `folder` and `kind` of `sources`"
    )


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


def _worked(config: BuildConfig, base: Path, out: Path, shards: Sequence[Photos]) -> Iterator[None]:
    """Work off all shards; something comes as each is done."""
    tasks = [(config, base, out, number, photos) for number, photos in enumerate(shards)]
    if config.runner == "ray":
        for made in side_by_side(shard, tasks, config.workers, "ray"):
            if isinstance(made, Exception):
                raise made
            yield
        return
    workers = min(config.workers or os.cpu_count() or 1, len(tasks))
    if workers <= 1:
        for task in tasks:
            shard(*task)
            yield
        return
    with _Interrupts() as interrupts:
        yield from _side_by_side(tasks, workers, interrupts)


def _side_by_side(
    tasks: Sequence[tuple[BuildConfig, Path, Path, int, Photos]], workers: int, interrupts: "_Interrupts"
) -> Iterator[None]:
    """The shards in processes. After Ctrl-C no shard is begun any more; whatever ends this process ends them."""
    alive, end = get_context("spawn").Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_worker, initargs=(alive,))
    left, running, told = iter(tasks), set[Future[None]](), False
    try:
        while True:
            while not interrupts.count and len(running) < workers and (task := next(left, None)) is not None:
                with _blocked():
                    running.add(pool.submit(shard, *task))
            if not running:
                break
            if interrupts.count and not told:
                told = True
                print(
                    "stopping after the shards under way; press Ctrl-C again to stop now", file=sys.stderr, flush=True
                )
            done, running = wait(running, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in done:
                future.result()
                yield
        if interrupts.count:
            raise KeyboardInterrupt
    except BrokenProcessPool:
        raise BuildError(
            "a worker was ended from outside, most often for want of memory: give the same command again, which "
            "goes on from here, with fewer `workers`"
        ) from None
    finally:
        if running:
            end.close()  # the workers end now, whatever they are at
        pool.shutdown(wait=True, cancel_futures=True)
        end.close()
        alive.close()


@contextmanager
def _blocked() -> Iterator[None]:
    """Processes that are started here are born with Ctrl-C blocked: their imports take seconds."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Interrupts:
    """Counts Ctrl-C; the second one raises KeyboardInterrupt, further ones nothing, so that cleaning up can end."""

    def __init__(self) -> None:
        self.count = 0

    def __enter__(self) -> "_Interrupts":
        self._mine = threading.current_thread() is threading.main_thread()
        if self._mine:
            self._before = signal.signal(signal.SIGINT, self._take)
        return self

    def __exit__(self, *_: object) -> None:
        if self._mine:
            signal.signal(signal.SIGINT, self._before)

    def _take(self, _number: int, _frame: FrameType | None) -> None:
        self.count += 1
        if self.count == 2:
            raise KeyboardInterrupt


def _worker(alive: Connection) -> None:
    """A worker leaves Ctrl-C to the process that started it, ends with it, and keeps to one thread.

    alive  has its end when that process closes it, or is gone
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_ends_with, args=(alive,), daemon=True).start()
    import cv2

    cv2.setNumThreads(1)


def _ends_with(alive: Connection) -> None:
    """Wait for the end of the process that started this one, and end."""
    try:
        alive.recv_bytes()
    except (EOFError, OSError):
        os._exit(1)


def shard(config: BuildConfig, base: Path, out: Path, number: int, photos: Photos) -> None:
    """All five stages of one shard; those that are on disk are read.

    The seconds of the others are added to those that the shard took in calls before.
    """
    context = Context(config, base, out, annotator(config.annotator, out))
    work: Sequence[object] = photos
    seconds = out / SECONDS / f"{number:05d}.json"
    spent: dict[str, float] = json.loads(seconds.read_text("utf-8")) if seconds.is_file() else {}
    for position, (stage, run) in enumerate(zip(STAGES, _RUN, strict=True), 1):
        started = time.perf_counter()
        path = out / "stages" / f"{position}-{stage}" / f"{number:05d}.jsonl"
        if not path.is_file():
            store.lines(path, [_row(each) for each in run(work, context)])
            spent[stage] = time.perf_counter() - started
            store.write(seconds, json.dumps(spent).encode())
        if stage != STAGES[-1]:
            work = [each for each in map(_read, store.read_lines(path)) if not isinstance(each, Drop)]


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


def _assembled(
    config: BuildConfig, base: Path, out: Path, shards: int, decided: Mapping[str, filtering.Decision]
) -> Summary:
    """All shards' records in their order, what was dropped, the card and the page for people."""
    repeats = filtering.Repeats(config.filtering.repeats, decided)
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
    return Summary(out, counts, dict(facts["dropped"]), _seconds(out, shards))


def _seconds(out: Path, shards: int) -> dict[str, float]:
    """Seconds that all shards took by stage, in this call and in those before."""
    spent = Counter(dict.fromkeys(STAGES, 0.0))
    for path in (out / SECONDS / f"{number:05d}.json" for number in range(shards)):
        spent.update(json.loads(path.read_text("utf-8")) if path.is_file() else {})
    return dict(spent)


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
