"""An operation with its local corrections: the same kernel run with other settings, mixed in by the masks."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from editor_ops.frame import Cover, Frame, Strip
from editor_ops.masks.corrections import ALIGN, Correction
from editor_ops.parameters import Kernel, Op
from editor_ops.settings import Settings

TINY = 1e-4
MOST = 4.0
"""Where corrections overlap, what one adds is scaled by what those before it made of the pixel, at most this much."""

Part = tuple[int, Kernel | None]


def kernel(step: Op, settings: Settings, corrections: Sequence[Correction], frame: Frame) -> Kernel | None:
    """The kernel of an operation for the global settings, with the corrections that touch it."""
    base = step.prepare(settings, frame)
    names = {row.name for row in (*step.rows, *step.local_rows)}
    parts = [(i, step.prepare(c.settings, frame)) for i, c in enumerate(corrections) if c.moved & names]
    if not parts:
        return base
    halo = max(part.halo for part in (base, *(k for _, k in parts)) if part is not None) if base or any(
        k for _, k in parts) else 0  # fmt: skip

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        here = [(cover, part) for i, part in parts if (cover := where.covers[i]) is not None]
        if not here:
            return base.run(strip, where) if base else strip
        results = [_corrected(strip, where, cover, part) for cover, part in here]
        out = base.run(strip, where) if base else strip
        return _mixed(out, [cover for cover, _ in here], results)

    return Kernel(run, halo)


def _corrected(strip: np.ndarray, where: Strip, cover: Cover, part: Kernel | None) -> np.ndarray:
    """What the operation makes of the covered columns with the correction's settings: (rows, right - left, 3)."""
    halo = part.halo if part else 0
    left = max(cover.left - -(-halo // ALIGN) * ALIGN, 0)
    right = min(cover.right + halo, where.width)
    piece = strip[:, left:right].copy()
    done = part.run(piece, replace(where, left=left, right=right)) if part else piece
    return done[:, cover.left - left : cover.right - left]


def _mixed(out: np.ndarray, covers: list[Cover], results: list[np.ndarray]) -> np.ndarray:
    """out + weight (result - out) for each; overlaps by ratio, so that two corrections of -2 EV are -4 EV. Overwrites out."""
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
