"""How soon a moved slider is seen on the page: from the event in Chromium to the drawn canvas, at 1 MP.

Also a minute of dragging at 50 moves a second, and the memory of the server while photo after photo is opened. Without
Playwright or a Chromium the rows of the page say so instead of a number.
"""

import os
import shutil
import statistics
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from bench.speed import memory
from bench.speed.stages import StageRate
from jarvisevo.live.frames import FrameRequest, Frames
from jarvisevo.live.operations import Operations
from jarvisevo.live.server import make_server, open_socket
from jarvisevo.live.workspace import Workspace
from jarvisevo.policies.expert import ExpertAgent

if TYPE_CHECKING:
    from playwright.sync_api import Page

AIMS = {"tone": 60, "basic": 100, "full": 150}
"""Milliseconds to the first frame."""
GROWTH = "live, growth of memory"
MOVES, MOVES_PER_SECOND = 20, 50
PATIENCE = 60.0
MOVE = """const slider = document.querySelector("#panels .row[data-name='Exposure2012'] input[type=range]");
const canvas = document.getElementById('canvas'), wait = (ms) => new Promise((done) => setTimeout(done, ms));
const at = (i) => { slider.value = 0.4 + 0.01 * (i % 50); slider.dispatchEvent(new Event('input', {bubbles: true})); };
const drawn = (good) => new Promise((done) => { const news = new MutationObserver(() => { if (good(canvas.dataset)) {
  news.disconnect(); done(performance.now()); } });
  news.observe(canvas, {attributes: true, attributeFilter: ['data-frame']}); });
const last = (seen) => seen.frame === seen.asked, rested = (seen) => last(seen) && seen.full === 'true';"""
LATENCY = (
    "async ([moves]) => {"
    + MOVE
    + """
const rows = [];
for (let i = 0; i < moves; i++) {
  await wait(200);
  const first = drawn(() => true), full = drawn(rested), began = performance.now();
  at(i); rows.push([await first - began, await full - began]);
} return rows; }"""
)
DRAG = (
    "async ([seconds, rate]) => {"
    + MOVE
    + """
let frames = 0; const count = new MutationObserver(() => frames++);
count.observe(canvas, {attributes: true, attributeFilter: ['data-frame']});
const began = performance.now(); let i = 0;
while (performance.now() - began < 1000 * seconds) {
  at(i++); await wait(began + (1000 * i) / rate - performance.now()); }
count.disconnect();
const ended = performance.now(), seen = drawn(last); at(i); return [frames / seconds, await seen - ended, i]; }"""
)


def measure(
    folder: Path, image: np.ndarray, chains: Mapping[str, Mapping[str, Any]], seconds: float, photos: int
) -> list[StageRate]:
    """The rows, in their order; photos are written below `folder`.

    image    the photo of the page, (H, W, 3) BGR uint8; canvas and photo are as wide as it is
    chains   name -> the settings that stand while exposure moves
    seconds  of dragging
    photos   that are opened for the row of memory
    """
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "photo.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
    rows: list[StageRate] = []
    try:
        with page(folder / "photo.jpg", image.shape[1]) as (shown, operations):
            for name, values in chains.items():
                rows += page_rates(name, shown, operations, values, seconds)
    except RuntimeError as error:
        rows = [StageRate(f"live, {name}: first frame", None, "ms", str(error)) for name in chains]
    readings = memory_readings(folder / "many", image, photos)
    along = ", ".join(f"{r.mib:.0f} at {r.photos}" for r in memory.curve(readings, 5))
    return [
        *rows,
        StageRate(GROWTH, round(memory.growth(readings), 1), "MiB", f"{photos} photos opened and moved: {along}"),
    ]


@contextmanager
def page(photo: Path, side: int) -> Iterator[tuple["Page", Operations]]:
    """The page of a photo in Chromium, its canvas `side` pixels wide, and what serves it. RuntimeError without one."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        raise RuntimeError("Playwright is not installed: pip install playwright") from None
    if chromium is None:
        raise RuntimeError("no Chromium on this machine")
    operations, listening = Operations(Workspace([photo], keep=False), ExpertAgent), open_socket(0)
    server, address = make_server(operations, listening)
    serving = threading.Thread(target=server.run, args=([listening],), daemon=True)
    serving.start()
    try:
        with sync_playwright() as program:
            browser = program.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            shown = browser.new_page(viewport={"width": side, "height": side})
            shown.goto(address)
            shown.wait_for_selector("body[data-ready]", timeout=1000 * PATIENCE)
            shown.evaluate("document.body.classList.add('plain')")
            yield shown, operations
            browser.close()
    finally:
        server.should_exit = True
        serving.join(PATIENCE)
        listening.close()


def page_rates(
    name: str, shown: "Page", operations: Operations, values: Mapping[str, Any], seconds: float
) -> list[StageRate]:
    """First frame, full frame, and dragging, with these settings standing; medians, three moves not counted."""
    key = next(iter(operations.workspace.photos))
    operations.replace(key, {**values, "Exposure2012": 0.4})
    shown.wait_for_timeout(2000)
    rows = shown.evaluate(LATENCY, [MOVES + 3])[3:]
    first, full = (sorted(column) for column in zip(*rows, strict=True))
    frames, behind, asked = shown.evaluate(DRAG, [seconds, MOVES_PER_SECOND])
    drag = f"{asked} moves in {seconds:g} s; the last one is seen after {behind:.0f} ms"
    spread = f"{MOVES} moves, 9 in 10 within {first[int(0.9 * (len(first) - 1))]:.0f}"
    return [
        StageRate(f"live, {name}: first frame", round(statistics.median(first), 1), "ms", spread),
        StageRate(f"live, {name}: full frame", round(statistics.median(full), 1), "ms", "after 120 ms of rest"),
        StageRate(f"live, {name}: frames of a drag", round(frames, 1), "frames / s", drag),
    ]


def memory_readings(folder: Path, image: np.ndarray, count: int) -> list[memory.Reading]:
    """Open so many photos one after the other: thumbnail, a frame, a slider, a frame -> this process's memory."""
    memory.make_photos(folder, count, image)
    operations, came = Operations(Workspace([folder]), ExpertAgent), threading.Semaphore(0)
    frames = Frames(lambda head, data: came.release() if head.get("full") or "error" in head else None)
    found = []
    for n, key in enumerate(operations.workspace.photos, 1):
        session = operations.workspace.session(key)
        operations.workspace.thumb(key, 208)
        for settings in (session.settings, session.develop({"Exposure2012": 0.3, "Clarity2012": 10})):
            frames.ask(FrameRequest(n, session.photo, settings, memory.SIDE))
            came.acquire(timeout=PATIENCE)
        operations.state(key)
        found.append(memory.Reading(n, memory.resident(os.getpid())))
    frames.close()
    return found
