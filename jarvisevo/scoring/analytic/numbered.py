"""Requests by numbers ("shadows +40"): measured by what just that slider does to the photo."""

from collections.abc import Mapping, Sequence

import numpy as np

from editor_ops.measure import to_lab
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.rules.intent import SETTING, Want
from jarvisevo.rules.moves import SLIDERS, in_stops, increment, mixer_slider, slider_number
from jarvisevo.scoring.analytic.image_pair import ImagePair, Weight

NAMED_SLIDERS = {
    "brightness": "Exposure2012",
    "contrast": "Contrast2012",
    "saturation": "Saturation",
    "vibrance": "Vibrance",
    "highlights": "Highlights2012",
    "shadows": "Shadows2012",
    "whites": "Whites2012",
    "blacks": "Blacks2012",
    "clarity": "Clarity2012",
    "texture": "Texture",
    "sharpness": "Sharpness",
    "haze": "Dehaze",
    "warmth": "IncrementalTemperature",
    "tint": "IncrementalTint",
    "vignette": "PostCropVignetteAmount",
}
"""The slider that a number with a quantity's name sets."""
REST = 0.35
"""Share of what is seen that the sliders together may leave unexplained: places, skin that was held back."""
SEEN = 0.05
"""Mean change, in units of Lab, below which a slider's effect is not seen on a photo."""


def numbered(pair: ImagePair, wants: Sequence[Want], places: Mapping[Want, Weight]) -> dict[Want, float]:
    """Wants that name a slider's number, or stops: the share of what just that slider does to the photo that is seen,
    where it is wanted.

    places  weights of the wants that are not about the whole photo; one without is not measured
    Sliders that together explain what is seen have one share. Else they are told apart by least squares over the
    colours of the pixels; settings by their own name are one effect then: what they change of the sliders beside them.
    """
    if pair.reframed:
        return {}
    asked_for = {w: s for w in wants if (w.where.everywhere or w in places) and (s := _slider(w)) is not None}
    settings = {w: s for w in wants if w.where.everywhere and (s := _setting(w)) is not None}
    if not (asked_for or settings):
        return {}
    photo = Photo.from_array(pair.before)

    def looks(values: Mapping[str, float]) -> np.ndarray:
        return to_lab(render(photo, Settings.parse(values)).eight_bit())

    plain = looks({})
    seen = _sampled(pair.views[1].lab - pair.views[0].lab)
    beside = {n: v for w, values in asked_for.items() if w.where.everywhere for n, v in values.items()}
    named = {n: v for values in settings.values() for n, v in values.items()}
    everywhere = [w for w in wants if w in settings or (w in asked_for and w.where.everywhere)]
    if 1 < len(everywhere) == len(wants):
        joint = _sampled(looks(beside | named) - plain)
        share = float(seen @ joint) / max(float(joint @ joint), 1e-9)
        if float(np.abs(joint).mean()) > SEEN and np.linalg.norm(seen - share * joint) < REST * np.linalg.norm(seen):
            return dict.fromkeys(everywhere, share)
    effects: dict[tuple[Want, ...], np.ndarray] = {
        (want,): _sampled((looks(values) - plain) * places.get(want, pair.everywhere)[..., None])
        for want, values in asked_for.items()
    }
    if settings:
        effects[tuple(settings)] = _sampled(looks(beside | named) - looks(beside))
    usable = {who: effect for who, effect in effects.items() if float(np.abs(effect).mean()) > SEEN}
    if not usable:
        return {}
    shares, *_ = np.linalg.lstsq(np.stack(list(usable.values()), 1), seen, rcond=None)
    return {want: float(share) for who, share in zip(usable, shares, strict=True) for want in who}


def _sampled(change: np.ndarray) -> np.ndarray:
    """Every fourth pixel of an (H, W, 3) change, as one row."""
    return change[::2, ::2].ravel()


def _setting(want: Want) -> dict[str, float] | None:
    """A setting that is wanted by its own name; None for other wants."""
    if not want.what.startswith(SETTING) or want.amount is None:
        return None
    name = want.what.removeprefix(SETTING)
    return {name: _inside(name, want.amount[0])}


def _slider(want: Want) -> dict[str, float] | None:
    """The setting that a number names; None where it names none."""
    want = in_stops(want)
    if found := mixer_slider(want):
        return {found[0]: _inside(*found)}
    if want.amount is None or not want.amount[0] or want.what not in NAMED_SLIDERS:
        return None
    value, unit = want.amount
    if unit == "K" and want.absolute:
        return {"IncrementalTemperature": _inside("IncrementalTemperature", increment(value))}
    if unit not in ("EV", "slider") or (unit == "EV") > (want.what == "brightness"):
        return None
    name = NAMED_SLIDERS[want.what]
    sign = -1 if want.direction == "-" else 1
    value = slider_number(want.what, SLIDERS[want.what][1], value, sign, want.absolute)
    return {name: _inside(name, value)}


def _inside(name: str, value: float) -> float:
    return min(max(value, TABLE[name].low), TABLE[name].high)
