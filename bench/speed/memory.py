"""The memory of a long batch: `jarvisevo edit` over a thousand small photos, its resident memory read as it goes."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
SIDE = 256
"""Long edge of the photos: what is kept by mistake grows with their number; their size only costs time."""
WISH = "warmer, with softer shadows"
PAUSE = 0.1
"""Seconds between two readings."""


@dataclass(frozen=True)
class Reading:
    """Resident memory of the process, in MiB, once so many photos were done."""

    photos: int
    mib: float


def make_photos(folder: Path, count: int, image: np.ndarray) -> None:
    """So many different JPEGs: the image, small, and each time darker or brighter and turned a little in colour."""
    folder.mkdir(parents=True)
    scale = SIDE / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    random = np.random.default_rng(0)
    for number in range(count):
        changed = np.clip(small * random.uniform(0.6, 1.3, 3), 0, 255).astype(np.uint8)
        cv2.imwrite(str(folder / f"{number:05}.jpg"), changed)


def batch_readings(folder: Path, count: int, image: np.ndarray) -> list[Reading]:
    """Edit `count` photos by the command, in one process -> its memory from the first photo to the last.

    RuntimeError when the command fails, with its last line.
    """
    photos, out, words = folder / "photos", folder / "edited", folder / "words.txt"
    make_photos(photos, count, image)
    line = [sys.executable, "-m", "jarvisevo", "edit", str(photos), WISH, "-o", str(out)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    found: dict[int, float] = {}
    with words.open("w+", encoding="utf-8") as said:
        child = subprocess.Popen(
            line, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT
        )
        try:
            while child.poll() is None:
                if done := len(list(out.glob("*.xmp"))):
                    found[done] = resident(child.pid) or found.get(done, 0.0)
                time.sleep(PAUSE)
        finally:
            child.kill()
            child.wait()
    if child.returncode:
        last = (words.read_text("utf-8", "replace").strip().splitlines() or ["no word"])[-1]
        raise RuntimeError(f"the batch ended with {child.returncode}: {last[:200]}")
    return [Reading(photos, mib) for photos, mib in sorted(found.items()) if mib]


def resident(process: int) -> float:
    """Resident memory of a process in MiB; 0 when it is gone."""
    status = Path(f"/proc/{process}/status")
    if Path("/proc/self/status").is_file():
        text = status.read_text() if status.is_file() else ""
        kib = re.search(r"^VmRSS:\s+(\d+) kB", text, re.MULTILINE)
        return int(kib[1]) / 1024 if kib else 0.0
    said = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=False).stdout
    return int(said) / 1024 if said.strip().isdigit() else 0.0


def curve(readings: Sequence[Reading], points: int = 10) -> list[Reading]:
    """The highest reading of each of `points` equal parts of the batch, at the number of photos where the part ends."""
    if not readings:
        return []
    last = readings[-1].photos
    ends = [round(last * part / points) for part in range(1, points + 1)]
    starts = [0, *ends[:-1]]
    parts = [[r.mib for r in readings if low < r.photos <= high] for low, high in zip(starts, ends, strict=True)]
    return [Reading(end, round(max(values), 1)) for end, values in zip(ends, parts, strict=True) if values]


def growth(readings: Sequence[Reading]) -> float:
    """MiB that the second half of the batch needs over the first: what a long run keeps for each photo shows here.

    RuntimeError when a half was not read.
    """
    middle = readings[-1].photos / 2 if readings else 0
    halves = [[r.mib for r in readings if (r.photos > middle) is late] for late in (False, True)]
    if not all(halves):
        raise RuntimeError(f"{len(readings)} readings are too few")
    return max(halves[1]) - max(halves[0])
