"""The weights of the learnt reader in a file: matrices as bytes with one scale per row, the rest as float16."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from editor_ops.files import whole_file

PIECES, SCORES = "pieces", "scores"
_SCALES = ".scales"


def save(path: Path, weights: Mapping[str, np.ndarray], scores: Mapping[str, float]) -> None:
    """Write float32 weights by name and the pieces with their log probabilities, whole or not at all.

    A matrix's values are off by at most a 254th of the largest in their row.
    """
    out: dict[str, np.ndarray] = {
        PIECES: np.frombuffer("\n".join(scores).encode(), np.uint8),
        SCORES: np.array(list(scores.values()), np.float32),
    }
    for name, values in weights.items():
        if values.ndim < 2:
            out[name] = values.astype(np.float16)
            continue
        scales = np.abs(values).max(1, keepdims=True) / 127 + 1e-12
        out[name] = np.round(values / scales).astype(np.int8)
        out[name + _SCALES] = scales.astype(np.float32)
    with whole_file(path) as part, part.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **out)


def load(path: Path) -> tuple[dict[str, np.ndarray], dict[str, float]]:
    """The weights by name as float32, and the pieces with their log probabilities."""
    with np.load(path, allow_pickle=False) as file:
        raw = {name: file[name] for name in file.files}
    pieces = raw.pop(PIECES).tobytes().decode().split("\n")
    scores = dict(zip(pieces, map(float, raw.pop(SCORES)), strict=True))
    scales = {name: raw.pop(name) for name in list(raw) if name.endswith(_SCALES)}
    one = np.float32(1)
    return {name: row.astype(np.float32) * scales.get(name + _SCALES, one) for name, row in raw.items()}, scores
