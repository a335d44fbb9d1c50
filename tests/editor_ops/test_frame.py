"""Strips: small maps enlarged to them, exactly as the whole map would be, with and without the compiled loops."""

import numpy as np
import pytest

from editor_ops import native
from editor_ops.frame import Strip


def enlarged(small: np.ndarray, height: int, width: int) -> np.ndarray:
    """Bilinear, edges going on: by NumPy's own interpolation."""
    rows, columns = ((np.arange(n) + 0.5) * s / n - 0.5 for n, s in zip((height, width), small.shape, strict=True))
    across = np.stack([np.interp(columns, np.arange(small.shape[1]), row) for row in small])
    return np.stack([np.interp(rows, np.arange(small.shape[0]), column) for column in across.T], 1)


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("shape", [(7, 11), (1, 1), (40, 2), (90, 120)])
def test_a_map_is_enlarged_bilinearly(monkeypatch: pytest.MonkeyPatch, compiled: bool, shape: tuple[int, int]) -> None:
    if not compiled:
        monkeypatch.setattr(native, "library", lambda: None)
    elif native.library() is None:
        pytest.skip("the compiled loops are not built")
    small = np.random.default_rng(0).random(shape, np.float32)
    whole = enlarged(small, 90, 120)
    for top, bottom in ((0, 13), (13, 60), (60, 90)):
        found = Strip(top, bottom, 90, 120).sample(small)
        assert found.dtype == np.float32 and np.allclose(found, whole[top:bottom], atol=2e-6)
        part = Strip(top, bottom, 90, 120, 17, 90).sample(small)
        assert np.allclose(part, whole[top:bottom, 17:90], atol=2e-6)
        both = Strip(top, bottom, 90, 120).sample(np.stack([small, 1 - small], -1))
        assert np.allclose(both[..., 1], 1 - whole[top:bottom], atol=2e-6)
