"""How long the work of a thread may still take, for models that are asked deep inside it.

An evaluator takes no deadline of its own (`Evaluator.score`), and may ask several models several times. Whoever calls
it sets one around the call, and every `Chat` of ours keeps it.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_ends: ContextVar[float | None] = ContextVar("ends", default=None)


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Requests to models inside this block end within so many seconds (None: no limit); a nearer outer limit stays."""
    left = seconds_left(seconds)
    before = _ends.set(None if left is None else time.monotonic() + left)
    try:
        yield
    finally:
        _ends.reset(before)


def seconds_left(seconds: float | None = None) -> float | None:
    """What is left of the limit in force, or `seconds` where that is less; None when there is no limit at all."""
    ends = _ends.get()
    if ends is None:
        return seconds
    left = max(ends - time.monotonic(), 0.0)
    return left if seconds is None else min(left, seconds)
