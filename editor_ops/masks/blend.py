"""An operation with its local corrections: the same kernel run with other settings, mixed in by the masks."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from editor_ops import color
from editor_ops.frame import Cover, Encoding, Frame, Kernel, Op, Strip
from editor_ops.masks.corrections import ALIGN, Correction
from editor_ops.parameters import Values

TINY = 1e-4
MOST = 4.0
"""Where corrections overlap, what one adds is scaled by what those before it made of the pixel, at most this much."""

Part = tuple[int, Kernel | None]
Run = Callable[[np.ndarray, Strip], np.ndarray]
Convert = Callable[[np.ndarray], np.ndarray]


def kernel(
    step: Op, settings: Values, corrections: Sequence[Correction], frame: Frame, now: Encoding
) -> tuple[Encoding, Kernel] | None:
    """The kernel of an operation for the global settings, with the corrections that touch it; and its encoding.

    now  the encoding of the strip that the kernel will be given. Where nothing acts globally, only the
         covered pixels are converted, so that all others stay bit-identical.
    """
    base = step.prepare(settings, frame)
    names = {row.name for row in (*step.rows, *step.local_rows)}
    parts = [(i, step.prepare(c.settings, frame)) for i, c in enumerate(corrections) if c.moved & names]
    if not parts:
        return (step.encoding, base) if base else None
    halo = max((k.halo for k in (base, *(k for _, k in parts)) if k is not None), default=0)
    if base is not None:
        return step.encoding, Kernel(_beside(base, parts), halo)
    if any(k for _, k in parts):
        return now, Kernel(_alone(parts, step.encoding, now), halo)
    return None


def _beside(base: Kernel, parts: list[Part]) -> Run:
    """The operation acts everywhere, and with other settings where there are corrections."""

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        here = [(cover, part) for i, part in parts if (cover := where.covers[i]) is not None]
        results = [_corrected(strip, where, cover, part) for cover, part in here]
        return _mixed(base.run(strip, where), [cover for cover, _ in here], results)

    return run


def _alone(parts: list[Part], encoding: Encoding, now: Encoding) -> Run:
    """Nothing acts globally: one correction after the other, on the columns it covers."""
    to, back = (color.encode, color.decode) if encoding is Encoding.ENCODED else (color.decode, color.encode)
    convert = encoding is not now

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        for i, part in parts:
            cover = where.covers[i]
            if cover is None or part is None:
                continue
            result = _corrected(strip, where, cover, part, to if convert else None)
            region, weight = strip[:, cover.left : cover.right], cover.weight[..., None]
            before = to(region.copy()) if convert else region
            mixed = before + weight * (result - before)
            np.copyto(region, back(mixed) if convert else mixed, where=weight > 0)
        return strip

    return run


def _corrected(
    strip: np.ndarray, where: Strip, cover: Cover, part: Kernel | None, to: Convert | None = None
) -> np.ndarray:
    """What the operation makes of the covered columns with the correction's settings: (rows, right - left, 3)."""
    halo = part.halo if part else 0
    left = max(cover.left - -(-halo // ALIGN) * ALIGN, 0)
    right = min(cover.right + halo, where.width)
    piece = strip[:, left:right].copy()
    piece = to(piece) if to else piece
    done = part.run(piece, replace(where, left=left, right=right)) if part else piece
    return done[:, cover.left - left : cover.right - left]


def _mixed(out: np.ndarray, covers: list[Cover], results: list[np.ndarray]) -> np.ndarray:
    """out + weight (result - out) for each; overlaps by ratio: two corrections of -2 EV are -4 EV. Overwrites out."""
    clean = [out[:, c.left : c.right].copy() if i and _overlaps(c, covers[:i]) else None for i, c in enumerate(covers)]
    for cover, result, before in zip(covers, results, clean, strict=True):
        region = out[:, cover.left : cover.right]
        change = result - (region if before is None else before)
        if before is not None:
            change *= np.clip((region + TINY) / (before + TINY), 0, MOST)
        change *= cover.weight[..., None]
        region += change
    return out


def _overlaps(cover: Cover, others: list[Cover]) -> bool:
    return any(cover.left < o.right and o.left < cover.right for o in others)
