"""What `render` and `save` are asked for is checked before anything is done: one line, with what can be."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from editor_ops.io.save import save
from editor_ops.photo import Image, Photo, PhotoError
from editor_ops.pipeline import render

PIXELS = np.full((12, 16, 3), 90, np.uint8)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"max_size": 0}, "max_size is 0: give 1 or more"),
        ({"max_size": -4}, "max_size is -4"),
        ({"bits": 12}, "bits is 12: choose 8 or 16"),
        ({"space": "lab"}, "space is 'lab': choose one of srgb, p3"),
        ({"threads": 0}, "threads is 0: give 1 or more"),
        ({"settings": {"Exposure2012": 0.5}}, "expected Settings, got dict: Settings.parse"),
    ],
)
def test_a_render_that_cannot_be(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises((ValueError, TypeError), match=said):
        render(Photo.from_array(PIXELS), **wrong)


def test_sizes_of_numpy_and_the_ends_of_ranges_are_taken(tmp_path: Path) -> None:
    small = render(Photo.from_array(PIXELS), max_size=np.int64(8), bits=16, threads=1)  # type: ignore[arg-type]
    assert (small.width, small.bits) == (8, 16)
    for quality in (1, 100):
        assert save(Image(PIXELS), tmp_path / f"{quality}.jpg", quality=quality).is_file()


@pytest.mark.parametrize("quality", [0, 101, -1, 500])
def test_a_quality_that_cannot_be_writes_nothing(tmp_path: Path, quality: int) -> None:
    with pytest.raises(PhotoError, match=f"quality is {quality}: give 1 to 100"):
        save(Image(PIXELS), tmp_path / "a.jpg", quality=quality)
    assert not list(tmp_path.iterdir())


def test_an_array_in_a_space_that_nobody_knows() -> None:
    with pytest.raises(PhotoError, match="space is 'lab': choose one of srgb"):
        Photo.from_array(PIXELS, "lab")
