"""Long work over many photos: in a thread, with progress, to be stopped and taken up again, by the next program too."""

import json
import os
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from editor_ops.files import runs, write_whole
from jarvisevo.files.errors import CliError, describe

MOST_JOBS = 50
"""Jobs that are remembered; the oldest finished ones are forgotten."""
MOST_BYTES = 8_000_000
"""Of the file of a job that is read."""
Work = Callable[[str], object]


@dataclass
class Job:
    """One work under way.

    what       its kind: "match", "edit" or "export"
    arguments  plain values that, with the kind, say what is done to a photo
    begun      UTC, ISO 8601
    state      "running", "stopped" or "done"
    results    photo id -> what was made of it
    failures   photo id -> why not
    """

    key: str
    what: str
    photos: tuple[str, ...]
    arguments: Mapping[str, Any] = field(repr=False)
    begun: str = ""
    state: str = "running"
    results: dict[str, Any] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    stop: threading.Event = field(default_factory=threading.Event, repr=False)
    finished: threading.Event = field(default_factory=threading.Event, repr=False)

    def to_dict(self) -> dict[str, Any]:
        """Plain data of the progress."""
        done = len(self.results) + len(self.failures)
        head = {"id": self.key, "what": self.what, "state": self.state, "done": done, "total": len(self.photos)}
        return head | {"results": dict(self.results), "failures": dict(self.failures)}

    def to_json(self) -> str:
        """The file of an unfinished job."""
        names = ("key", "what", "photos", "arguments", "begun", "results", "failures")
        return json.dumps({name: getattr(self, name) for name in names} | {"process": os.getpid()}, ensure_ascii=False)


class Jobs:
    """The works of one program; one after the other, as each takes all cores.

    worker  makes what is done to one photo; asked when a job begins to run
    folder  where unfinished jobs are kept, so that a program that ends loses none; None keeps nothing
    """

    def __init__(self, worker: Callable[[Job], Work], folder: Path | None = None) -> None:
        self._worker, self._folder = worker, folder
        self._jobs: dict[str, Job] = {}
        self._lock, self._turn = threading.Lock(), threading.Lock()
        self.listeners: list[Callable[[Job], None]] = []
        for path in sorted(folder.glob("*.json")) if folder and folder.is_dir() else []:
            job = _unfinished(path)
            if job is not None:
                self._jobs[job.key] = job

    def begin(self, what: str, photos: Sequence[str], arguments: Mapping[str, Any]) -> Job:
        """Start a work on photos, in their order. CliError without any."""
        if not photos:
            raise CliError(f"{what}: no photos are named: name one or more")
        begun = datetime.now(UTC).isoformat(timespec="seconds")
        with self._lock:
            job = Job(secrets.token_hex(6), what, tuple(dict.fromkeys(photos)), arguments, begun)
            self._jobs[job.key] = job
            finished = [key for key, old in self._jobs.items() if old.state != "running"]
            for key in finished[: max(len(self._jobs) - MOST_JOBS, 0)]:
                self._forget(self._jobs.pop(key))
        self._start(job)
        return job

    def get(self, key: str) -> Job:
        """A work by its id. CliError for one that is not there."""
        job = self._jobs.get(key)
        if job is None:
            raise CliError(f"job {key[:20]}: there is no such job")
        return job

    def stop(self, key: str) -> Job:
        """End a work after the photo that it is at."""
        job = self.get(key)
        job.stop.set()
        return job

    def go_on(self, key: str) -> Job:
        """Take up a stopped work, or try its failures again."""
        job = self.get(key)
        with self._lock:
            if job.state == "running":
                raise CliError(f"job {key}: it is still running")
            job.state = "running"
        job.stop.clear()
        job.finished.clear()
        job.failures.clear()
        self._start(job)
        return job

    def forget(self, key: str) -> Job:
        """Give up what is left of a stopped work."""
        job = self.get(key)
        with self._lock:
            if job.state == "running":
                raise CliError(f"job {key}: stop it first")
            del self._jobs[key]
        self._forget(job)
        return job

    def all(self) -> list[Job]:
        """Every work that is remembered."""
        return list(self._jobs.values())

    def _start(self, job: Job) -> None:
        threading.Thread(target=self._run, args=(job,), name=f"job {job.key}", daemon=True).start()

    def _run(self, job: Job) -> None:
        with self._turn:
            self._keep(job)
            work = self._work(job)
            for photo in job.photos:
                if job.stop.is_set():
                    break
                if photo in job.results:
                    continue
                try:
                    job.results[photo] = work(photo)
                except Exception as error:  # one photo is a line, not the end
                    job.failures[photo] = describe(error)[0]
                self._keep(job)
                self._tell(job)
            left = len(job.photos) - len(job.results) - len(job.failures)
            job.state = "stopped" if left else "done"
            if not left:
                self._forget(job)
            job.finished.set()
        self._tell(job)

    def _work(self, job: Job) -> Work:
        """What is done to a photo; for a job of an earlier run that makes no sense here, its error for each photo."""
        try:
            return self._worker(job)
        except Exception as error:
            wrong = error if isinstance(error, CliError) else CliError(f"job {job.key}: cannot be taken up again")

            def refuse(photo: str) -> object:
                raise wrong

            return refuse

    def _keep(self, job: Job) -> None:
        if self._folder is not None:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_whole(self._folder / f"{job.key}.json", job.to_json())

    def _forget(self, job: Job) -> None:
        if self._folder is not None:
            (self._folder / f"{job.key}.json").unlink(missing_ok=True)

    def _tell(self, job: Job) -> None:
        for listen in list(self.listeners):
            listen(job)


def _unfinished(path: Path) -> Job | None:
    """A job that a program left behind; None for one that still runs elsewhere, or whose file cannot be read."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return None
        data = json.loads(path.read_text("utf-8"))
        process = int(data["process"])
        if process != os.getpid() and runs(process):
            return None
        texts = [str(data[name]) for name in ("key", "what")]
        photos, arguments = tuple(map(str, data["photos"])), dict(data["arguments"])
        results, failures = dict(data["results"]), {str(k): str(v) for k, v in data["failures"].items()}
    except (OSError, ArithmeticError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    if texts[0] != path.stem:
        return None
    return Job(texts[0], texts[1], photos, arguments, str(data.get("begun", "")), "stopped", results, failures)
