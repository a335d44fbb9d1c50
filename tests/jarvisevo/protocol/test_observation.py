"""What a picture measures, in words."""

import numpy as np
import pytest

from jarvisevo.protocol.chat import Message
from jarvisevo.protocol.observation import observation, observed


def picture(colour: tuple[int, int, int], height: int = 90, width: int = 120) -> np.ndarray:
    made = np.zeros((height, width, 3), np.uint8)
    made[:] = colour
    return made


def test_light_and_colour_are_told_as_they_are() -> None:
    assert "mean 100" in observation(picture((255, 255, 255))) and "mean 0" in observation(picture((0, 0, 0)))
    warm, cool = observation(picture((200, 150, 90))), observation(picture((90, 150, 200)))
    assert "warmth b* +" in warm and "orange 100 %" in warm and "warmth b* -" in cool and "blue 100 %" in cool


def test_places_are_told_from_above() -> None:
    made = picture((0, 0, 0))
    made[:30] = 255
    assert "by thirds, from above: 100 100 100; 0 0 0; 0 0 0" in observation(made)


@pytest.mark.parametrize("size", [(1, 1), (2, 500), (3, 3)])
def test_any_size_is_short_text_without_nan(size: tuple[int, int]) -> None:
    text = observation(picture((10, 20, 30), *size))
    assert "nan" not in text and len(text) < 700


def test_each_picture_is_followed_by_its_own() -> None:
    talk = [
        Message("system", ("s",), "system"),
        Message("user", (picture((0, 0, 0)), "a", picture((255, 255, 255)), "b")),
    ]
    first, second = observed(talk)
    assert first is talk[0]
    kinds = [part if isinstance(part, str) else "picture" for part in second.content]
    assert [kinds[0], kinds[2], kinds[3], kinds[5]] == ["picture", "a", "picture", "b"]
    assert "mean 0," in kinds[1] and "mean 100," in kinds[4]
