"""The one runner of all benchmarks: tasks in chunks, side by side, each result in a journal at once.

A run that was stopped goes on where it was: tasks whose result stands in the journal, made from the same inputs,
are not done again. Chunks are cut from all tasks and written whole, so that what shares a batch (and with it the
rounding of a model) is the same in a run that was stopped and in one that was not.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jarvisevo.files.journal import Journal
from jarvisevo.files.spread import Runner, side_by_side
from jarvisevo.report.terminal import Progress

Value = dict[str, Any]
"""What became of a task, plain JSON: "status" is "ok", or "failed" with "error"."""


@dataclass(frozen=True)
class WorkItem:
    """One piece of work.

    key        unique in its journal
    made_from  digest of everything that decides the result
    payload    what the worker needs
    """

    key: str
    made_from: str
    payload: Any = None


Worker = Callable[[Sequence[WorkItem]], Sequence[Value]]
"""Results of a chunk of tasks, in order. An exception is the failure of every task of the chunk."""


def digest(*parts: object) -> str:
    """SHA-256 of plain values and of files (paths stand for their bytes)."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.read_bytes() if isinstance(part, Path) else _plain(part)
        whole.update(len(data).to_bytes(8, "big") + data)
    return whole.hexdigest()


def _plain(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=str).encode("utf-8", "replace")


def failed(error: object) -> Value:
    """The result of a task that came to nothing, with its cause in one line."""
    if isinstance(error, Exception):
        error = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return {"status": "failed", "error": " ".join(str(error).split())[:500] or "no reason given"}


class TaskJournal:
    """The journal of finished tasks; the last row of a task counts."""

    def __init__(self, path: Path) -> None:
        self._journal = Journal(path)
        rows = [r for r in self._journal.rows if isinstance(r.get("key"), str) and isinstance(r.get("value"), dict)]
        self.entries: dict[str, Value] = {row["key"]: row for row in rows}

    def get(self, task: WorkItem, retry_failed: bool = False) -> Value | None:
        """What is known of a task, unless its inputs have changed."""
        entry = self.entries.get(task.key)
        if entry is None or entry.get("from") != task.made_from:
            return None
        return None if retry_failed and entry["value"].get("status") != "ok" else entry["value"]

    def add(self, tasks: Sequence[WorkItem], values: Sequence[Value]) -> None:
        """Note a chunk: it is there whole or not at all."""
        entries = [{"key": t.key, "from": t.made_from, "value": v} for t, v in zip(tasks, values, strict=True)]
        self._journal.add(*entries)
        self.entries |= {task.key: entry for task, entry in zip(tasks, entries, strict=True)}


def run(
    tasks: Sequence[WorkItem],
    work: Worker,
    journal: Path,
    *,
    workers: int = 1,
    batch: int = 1,
    retry_failed: bool = False,
    what: str = "working",
    check: Callable[[Value], bool] = lambda value: True,
    stop: Callable[[], object] = lambda: None,
    on: Runner = "local",
) -> dict[str, Value]:
    """Do what the journal does not have yet -> the result of every task by its key, in the order of the tasks.

    workers       chunks under way at once
    batch         tasks of a chunk
    retry_failed  do again what failed before
    check         False for a known result that is no longer whole (its image is gone)
    on            "ray": the chunks go to a Ray cluster; `work` and the tasks are pickled then
    stop          called when the run is interrupted, to end what is under way (requests to a server)
    """
    known = TaskJournal(journal)
    done: dict[str, Value] = {}
    chunks: list[Sequence[WorkItem]] = []
    for start in range(0, len(tasks), batch):
        chunk = tasks[start : start + batch]
        found = {t.key: known.get(t, retry_failed) for t in chunk}
        if all(value is not None and check(value) for value in found.values()):
            done |= {key: value for key, value in found.items() if value is not None}
        else:
            chunks.append(chunk)
    with Progress(what, len(tasks), len(done)) as progress:
        finished = _on_ray(chunks, work) if on == "ray" and chunks else _finished(chunks, work, workers, stop)
        for chunk, values in finished:
            known.add(chunk, values)
            done |= {task.key: value for task, value in zip(chunk, values, strict=True)}
            progress.update(len(done))
    return {task.key: done[task.key] for task in tasks}


def _on_ray(chunks: Sequence[Sequence[WorkItem]], work: Worker) -> Iterator[tuple[Sequence[WorkItem], list[Value]]]:
    """(chunk, results) in the order of the chunks."""
    for chunk, made in zip(chunks, side_by_side(_safely, ((work, chunk) for chunk in chunks), 0, "ray"), strict=True):
        yield chunk, [failed(made)] * len(chunk) if isinstance(made, Exception) else made


def _finished(
    chunks: Sequence[Sequence[WorkItem]], work: Worker, workers: int, stop: Callable[[], object]
) -> Iterator[tuple[Sequence[WorkItem], list[Value]]]:
    """(chunk, results) as they come; on Ctrl-C what has not begun is dropped and what is done was handed out."""
    if workers == 1 or len(chunks) < 2:
        yield from ((chunk, _safely(work, chunk)) for chunk in chunks)
        return
    pool = ThreadPoolExecutor(workers, "bench")
    waiting = list(chunks)
    running: dict[Future[list[Value]], Sequence[WorkItem]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                chunk = waiting.pop(0)
                running[pool.submit(_safely, work, chunk)] = chunk
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    except BaseException:
        stop()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _safely(work: Worker, chunk: Sequence[WorkItem]) -> list[Value]:
    try:
        values = list(work(chunk))
    except Exception as error:  # one photo must not end the benchmark
        return [failed(error)] * len(chunk)
    if len(values) != len(chunk):
        raise AssertionError(f"{len(values)} results for {len(chunk)} tasks")
    return values


def stopper(thing: object) -> Callable[[], object]:
    """What ends the requests of a judge or an editor that talks to a server; for others it does nothing."""
    chat = getattr(thing, "chat", None) or getattr(getattr(thing, "policy", None), "chat", None)
    return getattr(chat, "close", lambda: None)


def counts(values: Mapping[str, Value]) -> dict[str, int]:
    """How many failed, by cause, the most frequent first."""
    causes: dict[str, int] = {}
    for value in values.values():
        if value.get("status") != "ok":
            cause = str(value.get("error", "?"))
            causes[cause] = causes.get(cause, 0) + 1
    return dict(sorted(causes.items(), key=lambda pair: (-pair[1], pair[0])))
