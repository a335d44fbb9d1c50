"""Kernels over a frame, in threads, into one integer buffer: a large frame strip by strip, a small one by stages."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Protocol

import cv2
import numpy as np

from editor_ops import color
from editor_ops.frame import Cover, Encoding, Frame, Strip
from editor_ops.photo import Photo
from editor_ops.stages import STAGED_PIXELS, Finish, RenderRun, Step, converted, each, through

STRIP_PIXELS = 64_000
"""Pixels of a strip without a halo: its dozen float32 buffers stay in the cache, and off the peak."""
HALOS_PER_STRIP = 4
"""A strip has this many times the rows of its halo, so that little is computed twice …"""
MOST_PIXELS = 620_000
"""… unless it would then be larger than this, halo included: two threads of such strips are most of the peak memory."""
ONE_THREAD_PIXELS = 600_000
"""Frames up to this size are rendered by the calling thread."""


class Covers(Protocol):
    """The weights of the local corrections."""

    def on(self, where: Strip, pixels: np.ndarray) -> tuple[Cover | None, ...]:
        """On a strip of the undeveloped photo, (rows, W, 3) float32 linear ProPhoto."""
        ...

    def whole(self) -> Callable[[Strip], tuple[Cover | None, ...]]:
        """Make the weights of the whole frame -> the function that gives those on a strip."""
        ...


def is_output(photo: Photo, space: str, bits: int) -> bool:
    """True when the file's own encoding is the one asked for, so that its pixels can be returned as they are."""
    if photo.raw or photo.bits != bits:
        return False
    same = np.allclose(photo.matrix, color.rgb_to_rgb(space, "prophoto"), atol=2e-4)
    return same and np.allclose(photo.tables, color.tables(space, bits), atol=1e-4)


@lru_cache
def _encoding(space: str, bits: int) -> np.ndarray:
    """Output codes over the square root of light in 1/65535 steps."""
    root = np.arange(65536) / 65535.0
    top = 2**bits - 1
    return np.rint(np.clip(color.inverse_curve(space, root * root), 0, 1) * top).astype(
        np.uint8 if bits == 8 else np.uint16
    )


@lru_cache(maxsize=1)
def _keep_freed_pages() -> None:
    """Ask glibc not to hand freed buffers back: fetching their pages again costs as much as the arithmetic in them."""
    import ctypes

    try:
        libc = ctypes.CDLL(None)
        libc.mallopt(-1, 16 << 20)  # M_TRIM_THRESHOLD
        libc.mallopt(-3, 32 << 20)  # M_MMAP_THRESHOLD: larger blocks, the frames themselves, are still given back
    except (OSError, AttributeError, TypeError):  # another C library: only slower
        return


def develop(
    frame: Frame,
    kernels: Sequence[Step],
    covers: Covers | None = None,
    *,
    space: str = "srgb",
    bits: int = 8,
    threads: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> np.ndarray:
    """Run the kernels over strips -> (H, W, 3) uint8 or uint16, encoded in `space`.

    covers   the weights of the local corrections on a strip; None when there are none
    threads  worker threads; default: the machine's cores for large frames, else this thread
    stop     asked between strips; True ends it with StoppedError
    """
    height, width = frame.height, frame.width
    out = np.empty((height, width, 3), np.uint8 if bits == 8 else np.uint16)
    if threads is None:
        threads = 1 if height * width <= ONE_THREAD_PIXELS else os.cpu_count() or 1
    prepare_opencv()
    if height * width <= STAGED_PIXELS:
        run = RenderRun(frame, covers.whole() if covers else None, threads, stop)
        through(run, kernels, None, [None] * len(kernels), out, output(space, bits))
    else:
        _in_strips(frame, kernels, covers, out, output(space, bits), threads, stop)
    return out


def prepare_opencv() -> None:
    """Strips are the parallelism: OpenCV's own threads would fight over the cores."""
    cv2.setNumThreads(1)
    _keep_freed_pages()


def output(space: str, bits: int) -> Finish:
    """From strips of the working space to encoded integers of `space`."""
    matrix, table = color.rgb_to_rgb("prophoto", space), _encoding(space, bits)

    return lambda strip, encoding: color.to_bytes(strip, encoding is Encoding.ENCODED, matrix, table)


def _in_strips(
    frame: Frame,
    kernels: Sequence[Step],
    covers: Covers | None,
    out: np.ndarray,
    finish: Finish,
    threads: int,
    stop: Callable[[], bool] | None,
) -> None:
    """Strips that begin with the halo of all kernels together: no full-frame float copy, some rows are made twice."""
    height, width = frame.height, frame.width
    halo = sum(kernel.halo for _, kernel in kernels)
    rows = max(STRIP_PIXELS // width, min(HALOS_PER_STRIP * halo, MOST_PIXELS // width - 2 * halo), 8)

    def work(top: int) -> None:
        bottom = min(top + rows, height)
        out[top:bottom] = finish(*_through(frame, kernels, covers, top, bottom))

    each(range(0, height, rows), work, threads, stop)


def _through(
    frame: Frame, kernels: Sequence[Step], covers: Covers | None, top: int, bottom: int
) -> tuple[np.ndarray, Encoding]:
    """Rows `top` to `bottom` through every kernel; the rows that only an earlier kernel needed are left behind."""
    halo = sum(kernel.halo for _, kernel in kernels)
    where = _around(frame, top, bottom, halo)
    strip, encoding = frame.photo.linear(where.top, where.bottom), Encoding.LINEAR
    if covers is not None:
        where = replace(where, covers=covers.on(where, strip))
    for wanted, kernel in kernels:
        strip = kernel.run(converted(strip, encoding, wanted), where)
        encoding = wanted
        if kernel.halo:
            halo -= kernel.halo
            inner = _around(frame, top, bottom, halo)
            rows = slice(inner.top - where.top, inner.bottom - where.top)
            strip, where = strip[rows], replace(inner, covers=tuple(map(partial(_rows, rows), where.covers)))
    return strip, encoding


def _around(frame: Frame, top: int, bottom: int, halo: int) -> Strip:
    return Strip(max(top - halo, 0), min(bottom + halo, frame.height), frame.height, frame.width)


def _rows(rows: slice, cover: Cover | None) -> Cover | None:
    return cover and Cover(cover.left, cover.right, np.ascontiguousarray(cover.weight[rows]))
