"""White balance: from a place of the photo that should be neutral (the eyedropper), and kelvin on rendered photos."""

from collections.abc import Sequence

from editor_ops.measure import srgb_codes, to_lab
from editor_ops.ops.white_balance import MIREDS_PER_100, NEUTRAL_KELVIN
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE
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


def on_its_sliders(photo: Photo, before: Settings, settings: Settings) -> tuple[Settings, tuple[str, ...]]:
    """(settings, notes): on a rendered photo a temperature in kelvin and a tint stand on its own sliders, which count
    from 0, so that the two do not add up; what these do not reach stays, and they are put back.
    """
    if photo.raw:
        return settings, ()
    values, notes = dict(settings.values), []
    kelvin, tint = photo.as_shot or (NEUTRAL_KELVIN, 0.0)
    for name, neutral, unit in (("Temperature", kelvin, " K"), ("Tint", tint, "")):
        own, value = f"Incremental{name}", values.get(name)
        if value is None:
            continue
        said, counted = f"{name} {value:g}{unit}", f"counted from {neutral:g}{unit}"
        if value == before.values.get(name):  # it stood; of the two the one that was moved now stands
            if settings[own] != before[own]:
                del values[name]
                notes.append(f"{said} gave way to the slider of this photo")
            continue
        mireds = (1e6 / neutral - 1e6 / value) / MIREDS_PER_100 * 100 if unit else value - neutral
        values.pop(own, None)
        if abs(mireds) <= TABLE[own].high:
            del values[name]
            values[own] = round(mireds, 1)
            notes.append(f"{said} is {values[own]:+g} on the slider of this photo, {counted}")
            if values.get("WhiteBalance", "Custom") != "Custom":
                values["WhiteBalance"] = "Custom"  # a named light would act as well
        else:
            notes.append(f"{said} is beyond the slider of this photo, which stays at 0: it acts {counted}")
    return Settings(values, settings.extra), tuple(notes)
