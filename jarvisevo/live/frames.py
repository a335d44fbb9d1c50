"""The frames of one viewer: the latest request wins, a small frame first, the full one when the slider rests."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from editor_ops.io.encode import jpeg_bytes
from editor_ops.ops import geometry
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.stages import StoppedError
from jarvisevo.live.preview import Pace, Renderer, Superseded

REST_SECONDS = 0.12
"""A slider that has not moved for so long rests: then the full frame is worth its time."""
QUALITY_DRAFT, QUALITY_FULL = 80, 92
BINS = 64
MOST_SIDE = 4096
KEPT_RENDERERS = 3
CLIPPED_WHITE, CLIPPED_BLACK = 254, 1
WARNING = {"white": (255, 40, 40), "black": (60, 110, 255)}
"""Lightroom's colours of lost highlights and shadows."""
GEOMETRY = frozenset(row.name for row in geometry.ROWS)


@dataclass(frozen=True)
class FrameRequest:
    """One frame that is wanted.

    n       the client's number, sent back with the frame
    photo   what to develop
    side    longest side of the frame as it is shown
    clip    paint clipped pixels
    before  the photo without its settings, cropped alike
    window  (left, top, right, bottom), fractions of the frame: that part at the photo's own pixels, for 100 %
    """

    n: int
    photo: Photo
    settings: Settings
    side: int
    clip: bool = False
    before: bool = False
    window: tuple[float, float, float, float] | None = None


Send = Callable[[dict[str, Any], bytes], None]
"""Takes a header and a JPEG; called in the render thread."""


class Frames:
    """Renders what a viewer asks for, in a thread of its own. `close` ends it."""

    def __init__(self, send: Send, pace: Pace | None = None) -> None:
        self._send = send
        self._pace = pace or Pace()
        self._wake = threading.Condition()
        self._next: FrameRequest | None = None
        self._before: FrameRequest | None = None
        self._closed = False
        self._renderers: dict[int, Renderer] = {}
        self._photo: Photo | None = None
        self._whole: tuple[Photo, Settings, np.ndarray] | None = None
        self._thread = threading.Thread(target=self._run, name="frames", daemon=True)
        self._thread.start()

    def ask(self, request: FrameRequest) -> None:
        """Want this frame, and none of those asked for before; one of the photo before its edit is always made."""
        with self._wake:
            if request.before:
                self._before = request
            else:
                self._next = request
            self._wake.notify()

    def close(self) -> None:
        """Render nothing any more, and let go of the photo."""
        with self._wake:
            self._closed = True
            self._wake.notify()
        self._thread.join(10)
        self._renderers.clear()
        self._photo = self._whole = None

    def _newer(self) -> bool:
        return self._next is not None or self._closed

    def _ended(self) -> bool:
        return self._closed

    def _run(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._newer() or self._before is not None)
                if self._closed:
                    return
                request = self._before or self._next
                if self._before is not None:
                    self._before = None
                else:
                    self._next = None
            assert request is not None
            try:
                self._serve(request)
            except (Superseded, StoppedError):
                continue
            except Exception as error:  # one frame that cannot be made is no end of the session
                self._send({"n": request.n, "error": " ".join(str(error).split())[:300]}, b"")

    def _serve(self, request: FrameRequest) -> None:
        """A first frame in time, then the full one, unless something newer comes."""
        if request.photo is not self._photo:
            self._photo, self._whole = request.photo, None
            self._renderers.clear()
        if request.before:
            settings = Settings({n: v for n, v in request.settings.values.items() if n in GEOMETRY})
            self._frame(replace(request, settings=settings), 1, Renderer(request.photo, request.side))
            return
        share = self._pace.share(_pixels(request.photo, request.side))
        self._frame(request, share)
        if share < 1:
            with self._wake:
                if self._wake.wait_for(self._newer, REST_SECONDS):
                    return
            self._frame(request, 1, stop=self._newer)
        if request.window:
            self._at_full_size(request)

    def _renderer(self, photo: Photo, side: int) -> Renderer:
        """The renderer of a size, which keeps what its last frame was made of; the size used longest ago gives way."""
        renderer = self._renderers.pop(side, None) or Renderer(photo, side)
        self._renderers[side] = renderer
        while len(self._renderers) > KEPT_RENDERERS:
            del self._renderers[next(iter(self._renderers))]
        return renderer

    def _frame(
        self,
        request: FrameRequest,
        share: float,
        renderer: Renderer | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        """Render a share of the side, encode and send. Only what has a `stop` gives way to a newer request: a drag
        whose every first frame gave way would show nothing until it ends.
        """
        full, side = share >= 1, max(round(request.side * share), 64)
        renderer = renderer or self._renderer(request.photo, side)
        began = time.perf_counter()
        image = renderer.render(request.settings, stop or self._ended)
        rgb = image.eight_bit()
        head = {"n": request.n, "full": full, "before": request.before, "width": rgb.shape[1], "height": rgb.shape[0]}
        head |= {"notes": list(image.notes)} | ({} if request.before else histogram(rgb))
        if request.clip and not request.before:
            rgb = warned(rgb)
        data = jpeg_bytes(rgb, QUALITY_FULL if full else QUALITY_DRAFT, full_chroma=full)
        took = 1000 * (time.perf_counter() - began)
        if not request.before:
            self._pace.note(rgb.shape[0] * rgb.shape[1], took)
        self._send(head | {"ms": round(took, 1)}, data)

    def _at_full_size(self, request: FrameRequest) -> None:
        """A part of the photo at its own pixels, rendered whole once, so that it is what an export gives."""
        kept = self._whole
        if kept is None or kept[0] is not request.photo or kept[1].values != request.settings.values:
            with self._wake:
                if self._wake.wait_for(self._newer, REST_SECONDS):
                    return
            rgb = render(request.photo, request.settings, stop=self._newer).eight_bit()
            kept = self._whole = (request.photo, request.settings, rgb)
        assert request.window is not None
        rgb = kept[2]
        height, width = rgb.shape[:2]
        left, top, right, bottom = request.window
        x0, y0 = int(left * width), int(top * height)
        x1, y1 = max(int(np.ceil(right * width)), x0 + 1), max(int(np.ceil(bottom * height)), y0 + 1)
        part = np.ascontiguousarray(rgb[y0:y1, x0:x1][:MOST_SIDE, :MOST_SIDE])
        head = {"n": request.n, "full": True, "window": [x0, y0, x1, y1], "whole": [width, height]}
        self._send(head, jpeg_bytes(warned(part) if request.clip else part, QUALITY_FULL))


def _pixels(photo: Photo, side: int) -> int:
    long, short = max(photo.height, photo.width), min(photo.height, photo.width)
    side = min(side, long)
    return int(side * side * short / long)


def histogram(rgb: np.ndarray) -> dict[str, Any]:
    """{"histogram": red, green, blue and luma in BINS bins, 0-1 of the highest; "clipped": shares of white and
    black}.
    """
    planes = [*cv2.split(rgb), cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)]
    counts = np.array([cv2.calcHist([p], [0], None, [BINS], [0, 256]).ravel() for p in planes], np.float64)
    inner = counts[:, 1:-1].max() or counts.max() or 1.0
    shares = np.minimum(counts / inner, 1.0).round(3)
    white, black = (round(np.count_nonzero(mask) / mask.size, 5) for mask in clipped(rgb))
    return {"histogram": shares.tolist(), "clipped": [white, black]}


def clipped(rgb: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(h, w) masks of the pixels where a channel is full, and where one is empty."""
    red, green, blue = cv2.split(rgb)
    high, low = cv2.max(cv2.max(red, green), blue), cv2.min(cv2.min(red, green), blue)
    return high >= CLIPPED_WHITE, low <= CLIPPED_BLACK


def warned(rgb: np.ndarray) -> np.ndarray:
    """The picture with clipped pixels painted: red where a channel is full, blue where one is empty. A new array."""
    out = rgb.copy()
    white, black = clipped(rgb)
    out[white], out[black] = WARNING["white"], WARNING["black"]
    return out


def request_of(message: Mapping[str, Any], photo: Photo, settings: Settings) -> FrameRequest:
    """A request as a client sent it. ValueError for what cannot be."""
    side, n, window = message.get("side", 1024), message.get("n", 0), message.get("window")
    if not _whole(side) or not 16 <= side <= MOST_SIDE or not _whole(n):
        raise ValueError(f"a frame is 16 to {MOST_SIDE} pixels long, and has a whole number")
    if window is not None:
        good = isinstance(window, list) and len(window) == 4 and all(isinstance(v, int | float) for v in window)
        if not good or not (0 <= window[0] < window[2] <= 1 and 0 <= window[1] < window[3] <= 1):
            raise ValueError("window: four fractions, left, top, right, bottom")
        window = tuple(float(v) for v in window)
    return FrameRequest(n, photo, settings, side, bool(message.get("clip")), bool(message.get("before")), window)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53
