"""How soon a moved slider is seen: from a request to its first and its full encoded frame at 1 MP, one viewer.

    python -m bench.speed.live [--moves 20] [--seconds 60]

The network of this machine and the browser's decoding are left out (some milliseconds). `--seconds` also drags at 50
moves a second and says how far the frames fall behind.
"""

import json
import statistics
import threading
import time
from typing import Annotated, Any

import cv2
import typer

from bench.speed.run import BASIC, FULL, ONE, TONE
from editor_ops.photo import Photo
from editor_ops.settings import Settings
from jarvisevo.files.shipped import shipped
from jarvisevo.live.frames import FrameRequest, Frames

AIMS = {"tone": 60, "basic": 100, "full": 150}
"""Milliseconds to the first frame."""
PATIENCE = 20.0
DRAGGED_PER_SECOND = 50


class Watcher:
    """Notes when which frame came."""

    def __init__(self) -> None:
        self.came: dict[tuple[int, bool], float] = {}
        self.news = threading.Condition()

    def frame(self, head: dict[str, Any], data: bytes) -> None:
        """A frame has come."""
        with self.news:
            self.came.setdefault((head["n"], head["full"]), time.perf_counter())
            self.news.notify_all()

    def full(self, n: int) -> bool:
        """Wait for the full frame of a request -> whether it came."""
        with self.news:
            return self.news.wait_for(lambda: (n, True) in self.came, PATIENCE)


def asked(photo: Photo, values: dict[str, Any], n: int) -> FrameRequest:
    """A request like those of a drag: another exposure each time."""
    return FrameRequest(n, photo, Settings.parse(values | {"Exposure2012": 0.4 + 0.01 * (n % 50)}), ONE[0])


def latency(photo: Photo, values: dict[str, Any], moves: int) -> dict[str, float | int | None]:
    """Median milliseconds to the first and to the full frame; moves whose full frame never came are counted."""
    watcher = Watcher()
    frames = Frames(watcher.frame)
    first, full = [], []
    for n in range(moves + 3):
        began = time.perf_counter()
        frames.ask(asked(photo, values, n))
        if watcher.full(n) and n >= 3:  # the first ones look at the photo
            full.append(1000 * (watcher.came[n, True] - began))
            first.append(1000 * (min(watcher.came.get((n, False), 1e18), watcher.came[n, True]) - began))
    frames.close()
    middle = statistics.median
    return {
        "first": round(middle(first), 1) if first else None,
        "full": round(middle(full), 1) if full else None,
        "moves": len(full),
        "lost": moves - len(full),
    }


def dragging(photo: Photo, values: dict[str, Any], seconds: float) -> dict[str, float | None]:
    """Drag at 50 moves a second: frames a second that were seen, and milliseconds until the last move is."""
    watcher = Watcher()
    frames = Frames(watcher.frame)
    n, began = 0, time.perf_counter()
    while (now := time.perf_counter()) - began < seconds:
        frames.ask(asked(photo, values, n))
        n += 1
        time.sleep(max(began + n / DRAGGED_PER_SECOND - now, 0))
    ended = time.perf_counter()
    done = watcher.full(n - 1)
    behind = [t for (k, _), t in watcher.came.items() if k == n - 1]
    frames.close()
    rate = sum(t <= ended for t in watcher.came.values()) / seconds
    return {
        "frames_per_second": round(rate, 1),
        "last_seen_ms": round(1000 * (min(behind) - ended), 1) if done else None,
    }


def main(
    moves: Annotated[int, typer.Option(min=3, help="Moves of each kind.")] = 20,
    seconds: Annotated[float, typer.Option(min=0, help="Seconds of dragging; 0 for none.")] = 10.0,
) -> None:
    """Measure, and print JSON."""
    example = cv2.imread(str(shipped("examples/food.jpg")))
    assert example is not None, "examples/food.jpg did not come with this installation"
    photo = Photo.from_array(cv2.cvtColor(cv2.resize(example, ONE), cv2.COLOR_BGR2RGB))
    found: dict[str, Any] = {}
    for name, values in (("tone", TONE), ("basic", BASIC), ("full", FULL)):
        found[name] = {**latency(photo, values, moves), "aim_first": AIMS[name]}
        if seconds:
            found[name] |= dragging(photo, values, seconds)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    typer.run(main)
