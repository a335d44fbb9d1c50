"""A frame through the kernels stage by stage: each over the whole frame, so that what it made can be kept.

Frames too large for that are developed strip by strip through all kernels at once (develop.py). A stage works in
strips too, whose rows depend on the frame's size alone: what a stage makes is the same bits whatever comes before or
after it, kept or not.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from editor_ops import color
from editor_ops.frame import Cover, Encoding, Frame, Kernel, Strip

STAGED_PIXELS = 2_000_000
"""Largest frame that is developed stage by stage: 12 bytes a pixel for what a stage made."""
STRIP_PIXELS = 96_000
"""Pixels of a stage's strip without its halo: its float32 buffers stay in the cache."""

Step = tuple[Encoding, Kernel]
"""A kernel, and the encoding of the strips that it works on."""
Finish = Callable[[np.ndarray, Encoding], np.ndarray]
"""(strip (rows, W, 3) float32, its encoding) -> the strip of the output; may overwrite its input."""


class StoppedError(Exception):
    """A render was given up because its caller asked for it."""


def each(tops: range, work: Callable[[int], None], threads: int, stop: Callable[[], bool] | None) -> None:
    """Call work(top) for every strip, `threads` at a time. StoppedError once `stop`, asked before each, is True."""

    def checked(top: int) -> None:
        if stop is not None and stop():
            raise StoppedError
        work(top)

    if threads == 1 or len(tops) == 1:
        for top in tops:
            checked(top)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(checked, tops))


@dataclass(frozen=True)
class Layer:
    """A whole frame between two stages: (H, W, 3) float32 ProPhoto in `encoding`."""

    pixels: np.ndarray
    encoding: Encoding


@dataclass(frozen=True)
class RenderRun:
    """What all stages of a render share.

    covers   the weights of the local corrections on a strip; None when there are none
    threads  how many strips are worked on at a time
    stop     asked between strips; True ends the render with StoppedError
    """

    frame: Frame
    covers: Callable[[Strip], tuple[Cover | None, ...]] | None = None
    threads: int = 1
    stop: Callable[[], bool] | None = None

    @property
    def rows(self) -> int:
        """Rows of a strip."""
        return max(STRIP_PIXELS // self.frame.width, 8)

    def strip(self, top: int, bottom: int) -> Strip:
        """Rows of the frame, with the weights of the local corrections on them."""
        where = Strip(top, bottom, self.frame.height, self.frame.width)
        return where if self.covers is None else replace(where, covers=self.covers(where))

    def strips(self, work: Callable[[int, int], None]) -> None:
        """Call work(top, bottom) for every strip of the frame."""

        def one(top: int) -> None:
            work(top, min(top + self.rows, self.frame.height))

        each(range(0, self.frame.height, self.rows), one, self.threads, self.stop)


def through(
    run: RenderRun,
    steps: Sequence[Step],
    start: Layer | None,
    keep: Sequence[np.ndarray | None],
    out: np.ndarray,
    finish: Finish,
) -> None:
    """Take a layer through `steps` and write what `finish` makes of the last one's strips into `out`.

    start   what the first step works on; None is the undeveloped photo
    keep    for each step a frame (H, W, 3) float32 to write its result to, or None
    """
    layer = start
    for first, last in _segments(steps):
        kept, ends = list(keep[first:last]), last == len(steps)
        if not ends and kept[-1] is None:
            kept[-1] = np.empty((run.frame.height, run.frame.width, 3), np.float32)
        _segment(run, steps[first:last], layer, kept, out if ends else None, finish)
        if not ends and kept[-1] is not None:
            layer = Layer(kept[-1], steps[last - 1][0])


def _segments(steps: Sequence[Step]) -> list[tuple[int, int]]:
    """Runs of steps that one pass over the strips can do: only the first of a run may read neighbouring rows."""
    starts = [0, *(i + 1 for i in whole_frames(steps))]
    return list(zip(starts, [*starts[1:], len(steps)], strict=True))


def whole_frames(steps: Sequence[Step]) -> list[int]:
    """The steps whose whole frame has to be there before the next one, which reads neighbouring rows, can begin."""
    return [i for i, (_, kernel) in enumerate(steps[1:]) if kernel.halo]


def _segment(
    run: RenderRun,
    steps: Sequence[Step],
    source: Layer | None,
    keep: Sequence[np.ndarray | None],
    out: np.ndarray | None,
    finish: Finish,
) -> None:
    frame = run.frame
    halo = steps[0][1].halo if steps else 0

    def work(top: int, bottom: int) -> None:
        first, last = max(top - halo, 0), min(bottom + halo, frame.height)
        where = run.strip(first, last)
        strip = frame.photo.linear(first, last) if source is None else source.pixels[first:last].copy()
        encoding = Encoding.LINEAR if source is None else source.encoding
        for (wanted, kernel), kept in zip(steps, keep, strict=True):
            strip = kernel.run(converted(strip, encoding, wanted), where)
            encoding = wanted
            if where.bottom - where.top > bottom - top:
                strip, where = strip[top - first : bottom - first], run.strip(top, bottom)
            if kept is not None:
                kept[top:bottom] = strip
        if out is not None:
            out[top:bottom] = finish(strip, encoding)

    run.strips(work)


def converted(strip: np.ndarray, encoding: Encoding, wanted: Encoding) -> np.ndarray:
    """A strip in another encoding; itself when it is in that one already. Overwrites its input."""
    if wanted is encoding:
        return strip
    return color.encode(strip) if wanted is Encoding.ENCODED else color.decode(strip)
