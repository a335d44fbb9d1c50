"""Work on many things side by side: in threads of this process (where it waits for servers), or on a Ray cluster."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeVar

from jarvisevo.files.errors import CliError

if TYPE_CHECKING:
    import ray

Result = TypeVar("Result")
Begin = Callable[[tuple[object, ...]], Callable[[], Result]]
"""Begins the work of a call, and gives what waits for its result."""
Runner = Literal["local", "ray"]
AHEAD = 2
"""Pieces of work that are begun for each worker, so that one slow piece keeps no other waiting."""


def side_by_side(
    work: Callable[..., Result], calls: Iterable[tuple[object, ...]], workers: int = 1, runner: Runner = "local"
) -> Iterator[Result | Exception]:
    """`work(*call)` for every call, in the order of the calls; an exception is the result of its call.

    calls    taken as they are needed
    workers  threads; on Ray how many processors a cluster begun here uses, 0 for all
    runner   "ray": on the cluster that RAY_ADDRESS names, or one begun on this machine. `work` and what it is given are
             pickled, and every machine sees the same folders. CliError when Ray is not installed
    """
    if runner == "ray":
        begin, most = _on_ray(work, workers)
    elif workers > 1:
        pool = ThreadPoolExecutor(workers, "spread")
        begin, most = (lambda call: pool.submit(work, *call).result), workers
    else:
        begin, most = (lambda call: partial(work, *call)), 0
    left, running, window = iter(calls), deque[Callable[[], Result]](), AHEAD * most or 1
    try:
        while True:
            running.extend(map(begin, islice(left, window - len(running))))
            if not running:
                return
            try:
                made: Result | Exception = running.popleft()()
            except Exception as error:
                made = error
            yield made
    finally:
        if runner == "local" and workers > 1:
            pool.shutdown(wait=False, cancel_futures=True)


def _on_ray(work: Callable[..., Result], workers: int) -> tuple[Begin[Result], int]:
    """(begin a call, how many processors there are)."""
    try:
        import ray
    except ModuleNotFoundError:
        raise CliError("runner ray needs the package ray: pip install ray, or runner=local") from None
    if not ray.is_initialized():
        own = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": workers or None, "include_dashboard": False}
        ray.init(logging_level="error", log_to_driver=False, **own)
    remote, shared = ray.remote(_called), ray.put(work)

    def result(reference: "ray.ObjectRef") -> Result:
        try:
            return ray.get(reference)
        except ray.exceptions.RayTaskError as error:
            raise error.cause or error from None

    return (lambda call: partial(result, remote.remote(shared, call))), int(ray.cluster_resources().get("CPU", 1))


def _called(work: Callable[..., Result], call: tuple[object, ...]) -> Result:
    return work(*call)
