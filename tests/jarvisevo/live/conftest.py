"""A photo to hold open."""

from pathlib import Path

import pytest
from PIL import Image

from tests.conftest import ROOT


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A small landscape with a sky."""
    with Image.open(ROOT / "examples" / "landscape.jpg") as image:
        image.resize((240, 160)).save(tmp_path / "photo.jpg", quality=92)
    return tmp_path / "photo.jpg"
