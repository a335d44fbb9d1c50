"""Renders for the eye: one photo at one size, and how large a first frame may be to come in time."""

from collections import deque
from collections.abc import Callable

from editor_ops.photo import Image, Photo
from editor_ops.preview import Preview, StoppedError
from editor_ops.settings import Settings

Stop = Callable[[], bool]
AIM_MS = 40.0
"""Milliseconds that a first frame may take to develop and encode; the way to the screen has 20 of the 60."""
SHARES = (1.0, 0.75, 0.5, 0.35, 0.25, 0.18)
"""Sizes of a first frame, of the size that is shown: few, as every size of a photo is kept."""


class Superseded(Exception):
    """A newer request has come; the frame under way is not needed any more."""


class Renderer:
    """Frames of one photo at one size; the one place where the page's pixels are made, equal to those of an export."""

    def __init__(self, photo: Photo, side: int) -> None:
        self._preview = Preview(photo, side)

    def render(self, settings: Settings, stop: Stop = lambda: False) -> Image:
        """The photo with these settings, `side` pixels long at most. Superseded when `stop` says so before the end."""
        if stop():
            raise Superseded
        try:
            return self._preview.render(settings, stop)
        except StoppedError:
            raise Superseded from None


class Pace:
    """Chooses the size of the first frame from what the last ones took."""

    def __init__(self, aim_ms: float = AIM_MS) -> None:
        self.aim_ms = aim_ms
        self._rates: deque[float] = deque(maxlen=3)

    def note(self, pixels: int, milliseconds: float) -> None:
        """A frame of so many pixels took so long."""
        self._rates.append(milliseconds / max(pixels, 1))

    def share(self, pixels: int) -> float:
        """The share of the shown side at which a frame comes in time, by the middle of the last three: a first
        render of a photo looks at it as well, and one slider costs a tenth of another.
        """
        if not self._rates:
            return SHARES[2]
        rate = sorted(self._rates)[len(self._rates) // 2]
        fitting = [share for share in SHARES if share * share * pixels * rate <= self.aim_ms]
        return fitting[0] if fitting else SHARES[-1]
