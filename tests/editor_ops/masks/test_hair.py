"""Hair: where our network looks, what it reads, and that photo and colours have the last word."""

from pathlib import Path

import numpy as np
import pytest

from editor_ops.io.decode import load
from editor_ops.masks import faces, hair, parts, people
from editor_ops.masks.region import MaskError, Region


@pytest.fixture(scope="module")
def portrait() -> np.ndarray:
    """The example with one large face, (h, w, 3) uint8 sRGB."""
    path = Path(__file__).resolve().parents[3] / "examples" / "portrait.jpg"
    return np.ascontiguousarray(load(path).resized(512).pixels)


def test_a_view_stays_in_the_photo_and_is_no_larger_than_it() -> None:
    inside = hair.within(np.array([90.0, 10.0]), 40, 0.0, 100, 100)
    assert inside.centre == (80, 20) and inside.side == 40
    larger = hair.within(np.array([90.0, 10.0]), 400, 0.0, 50, 100)
    assert larger.centre == (50, 25) and larger.side == 100


def test_the_head_sees_hair_around_the_face_and_none_in_it(portrait: np.ndarray) -> None:
    face = faces.find(portrait)[0]
    seen = hair.chance(portrait, face)
    middle = faces.outline(face.points[list(faces.OVAL)] * 0.6 + face.centre * 0.4, portrait.shape) > 0.5
    assert seen.shape == portrait.shape[:2] and seen.max() > 0.8 and seen[middle].mean() < 0.1


def test_a_mirrored_photo_has_mirrored_hair(portrait: np.ndarray) -> None:
    there = parts.find(portrait, Region("hair"))
    mirrored = parts.find(np.ascontiguousarray(portrait[:, ::-1]), Region("hair"))[:, ::-1]
    assert np.minimum(there, mirrored).sum() > 0.85 * np.maximum(there, mirrored).sum()


def test_where_the_network_sees_no_hair_there_is_none(portrait: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hair, "chance", lambda rgb, face: np.zeros(rgb.shape[:2], np.float32))
    found = people.scene(portrait).persons[0]
    with pytest.raises(MaskError, match="no hair"):
        parts.hair(portrait, found, found.faces[0])
