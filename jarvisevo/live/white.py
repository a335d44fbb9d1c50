"""White balance from a place of the photo that should be neutral: the eyedropper."""

from collections.abc import Sequence

from editor_ops.measure import srgb_codes, to_lab
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.files.errors import CliError
from jarvisevo.live.match import OWN, even_cast

REACH = 3
"""Pixels to each side of the place that are read, of a picture SIDE long."""
SIDE = 512
DARK, BRIGHT = 4.0, 98.0
"""L* beyond which a place has no colour left to be measured."""


def neutral_at(photo: Photo, settings: Settings, place: Sequence[float]) -> Settings:
    """The settings with temperature and tint at which this place is grey; what is local or a crop is left out of sight.

    place  fractions of the whole photo, from the upper left
    CliError for a place that is outside, black or burnt out
    """
    if len(place) != 2 or not all(0 <= v <= 1 for v in place):
        raise CliError("place: give two fractions of the photo, from left and from top")

    def seen(trial: Settings) -> tuple[float, float, float]:
        plain = Settings({name: value for name, value in trial.values.items() if name not in OWN})
        lab = to_lab(srgb_codes(render(photo, plain, SIDE, threads=1), SIDE * SIDE))
        y, x = (min(int(v * n), n - 1) for v, n in zip(place[::-1], lab.shape, strict=False))
        spot = lab[max(y - REACH, 0) : y + REACH + 1, max(x - REACH, 0) : x + REACH + 1].reshape(-1, 3).mean(axis=0)
        return float(spot[0]), float(spot[1]), float(spot[2])

    if not DARK < seen(settings)[0] < BRIGHT:
        raise CliError("this place is too dark or too bright to show a colour: choose another")
    for _ in range(2):  # each of the two sliders moves the other's colour a little
        settings = even_cast(photo, settings, lambda trial, axis: seen(trial)[axis], (0.0, 0.0, 0.0), whole=True)
    return settings
