"""Frames of a drag: what was overtaken is never made, the first frame is always shown, the last one always comes."""

import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from editor_ops.photo import Image, Photo
from editor_ops.settings import Settings
from jarvisevo.live import frames
from jarvisevo.live.frames import FrameRequest, Frames
from jarvisevo.live.preview import SHARES, Pace, Superseded

PHOTO = Photo.from_array(np.full((128, 192, 3), 120, np.uint8))
WAIT = 30


class Gate:
    """Renders nothing before it is told to; says what it was asked for."""

    begun: "queue.Queue[tuple[float, int]]"
    go: threading.Semaphore

    def __init__(self, photo: Photo, side: int) -> None:
        self.side = side

    def render(self, settings: Settings, stop: Callable[[], bool] = lambda: False) -> Image:
        self.begun.put((settings["Exposure2012"], self.side))
        assert self.go.acquire(timeout=WAIT)
        if stop():
            raise Superseded
        return Image(np.zeros((4, 6, 3), np.uint8), "srgb", ())


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Frames, "queue.Queue[dict[str, Any]]"]]:
    Gate.begun, Gate.go = queue.Queue(), threading.Semaphore(0)
    monkeypatch.setattr(frames, "Renderer", Gate)
    monkeypatch.setattr(frames, "REST_SECONDS", 0)
    sent: queue.Queue[dict[str, Any]] = queue.Queue()
    running = Frames(lambda head, data: sent.put(head))
    yield running, sent
    for _ in range(5):
        Gate.go.release()
    running.close()


def asked(n: int) -> FrameRequest:
    return FrameRequest(n, PHOTO, Settings({"Exposure2012": n / 100}), 192)


def test_a_drag_shows_frames_and_drops_what_was_overtaken(made: tuple[Frames, "queue.Queue[dict[str, Any]]"]) -> None:
    running, sent = made
    running.ask(asked(1))
    assert Gate.begun.get(timeout=WAIT) == (0.01, 96)
    for n in range(2, 301):  # while the first one is made
        running.ask(asked(n))
    for _ in range(3):
        Gate.go.release()
    heads = [sent.get(timeout=WAIT) for _ in range(3)]
    assert [(h["n"], h["full"]) for h in heads] == [(1, False), (300, False), (300, True)]
    assert [Gate.begun.get(timeout=WAIT)[0] for _ in range(2)] == [3.0, 3.0] and Gate.begun.empty()


def test_a_full_frame_gives_way(made: tuple[Frames, "queue.Queue[dict[str, Any]]"]) -> None:
    running, sent = made
    running.ask(asked(1))
    Gate.go.release()
    assert [Gate.begun.get(timeout=WAIT)[1] for _ in range(2)] == [96, 192]  # at rest: the full one
    running.ask(asked(2))
    for _ in range(3):
        Gate.go.release()
    heads = [sent.get(timeout=WAIT) for _ in range(3)]
    assert [(h["n"], h["full"]) for h in heads] == [(1, False), (2, False), (2, True)]


def test_the_size_of_the_first_frame_follows_what_frames_take() -> None:
    pace = Pace(aim_ms=40)
    assert pace.share(1_000_000) == 0.5  # nothing known
    for milliseconds in (400, 60, 60):  # the first look at a photo is no measure
        pace.note(1_000_000, milliseconds)
    assert pace.share(1_000_000) == 0.75
    for milliseconds in (5, 60, 160, 160):  # nor is one cheap slider
        pace.note(1_000_000, milliseconds)
    assert pace.share(1_000_000) == 0.5
    pace.note(1_000_000, 90_000)
    pace.note(1_000_000, 90_000)
    assert pace.share(1_000_000) == SHARES[-1]
