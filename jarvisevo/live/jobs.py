"""Long work over many photos: in a thread, with progress, to be stopped and taken up again."""

import itertools
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from jarvisevo.files.errors import CliError, describe

MOST_JOBS = 50
"""Jobs that are remembered; the oldest finished ones are forgotten."""


@dataclass
class Job:
    """One work under way.

    state     "running", "stopped" or "done"
    results   photo id -> what was made of it
    failures  photo id -> why not
    """

    key: str
    what: str
    photos: tuple[str, ...]
    work: Callable[[str], Any] = field(repr=False)
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


class Jobs:
    """The works of one program; one after the other, as each takes all cores."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._numbers = itertools.count(1)
        self._lock, self._turn = threading.Lock(), threading.Lock()
        self.listeners: list[Callable[[Job], None]] = []

    def begin(self, what: str, photos: Sequence[str], work: Callable[[str], Any]) -> Job:
        """Start a work on photos, in their order."""
        with self._lock:
            job = Job(str(next(self._numbers)), what, tuple(dict.fromkeys(photos)), work)
            self._jobs[job.key] = job
            finished = [key for key, old in self._jobs.items() if old.state != "running"]
            for key in finished[: max(len(self._jobs) - MOST_JOBS, 0)]:
                del self._jobs[key]
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
        if job.state == "running":
            raise CliError(f"job {key}: it is still running")
        job.stop.clear()
        job.finished.clear()
        job.failures.clear()
        job.state = "running"
        self._start(job)
        return job

    def all(self) -> list[Job]:
        """Every work that is remembered."""
        return list(self._jobs.values())

    def _start(self, job: Job) -> None:
        threading.Thread(target=self._run, args=(job,), name=f"job {job.key}", daemon=True).start()

    def _run(self, job: Job) -> None:
        with self._turn:
            for photo in job.photos:
                if job.stop.is_set():
                    break
                if photo in job.results:
                    continue
                try:
                    job.results[photo] = job.work(photo)
                except Exception as error:  # one photo is a line, not the end
                    job.failures[photo] = describe(error)[0]
                self._tell(job)
            left = len(job.photos) - len(job.results) - len(job.failures)
            job.state = "stopped" if left else "done"
            job.finished.set()
        self._tell(job)

    def _tell(self, job: Job) -> None:
        for listen in list(self.listeners):
            listen(job)
