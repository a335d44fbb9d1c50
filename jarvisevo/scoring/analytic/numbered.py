"""Requests by numbers ("shadows +40"): measured by what just that slider does to the photo."""

from collections.abc import Sequence

import numpy as np

from editor_ops.measure import to_lab
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.rules.intent import Want
from jarvisevo.rules.moves import SLIDERS, slider_number
from jarvisevo.scoring.analytic.image_pair import ImagePair

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


def numbered(pair: ImagePair, wants: Sequence[Want]) -> dict[Want, float]:
    """Wants that name a slider's number, or stops: the share of what just that slider does to the photo that is seen.

    Several are told apart by least squares over the colours of the pixels.
    """
    asked_for = {w: s for w in wants if w.where.everywhere and (s := _slider(w)) is not None}
    if not asked_for or pair.reframed:
        return {}
    photo = Photo.from_array(pair.before)
    plain = to_lab(render(photo, Settings()).eight_bit())
    effects = [
        (to_lab(render(photo, Settings.parse(s)).eight_bit()) - plain)[::2, ::2].ravel() for s in asked_for.values()
    ]
    seen = (pair.views[1].lab - pair.views[0].lab)[::2, ::2].ravel()
    usable = [float(np.abs(effect).mean()) > 0.05 for effect in effects]
    if not any(usable):
        return {}
    shares, *_ = np.linalg.lstsq(
        np.stack([e for e, ok in zip(effects, usable, strict=True) if ok], 1), seen, rcond=None
    )
    return dict(zip([w for w, ok in zip(asked_for, usable, strict=True) if ok], map(float, shares), strict=True))


def _slider(want: Want) -> dict[str, float] | None:
    """The setting that a number names; None where it names none."""
    if want.amount is None or not want.amount[0] or want.what not in NAMED_SLIDERS:
        return None
    value, unit = want.amount
    if unit not in ("EV", "slider") or (unit == "EV") > (want.what == "brightness"):
        return None
    name = NAMED_SLIDERS[want.what]
    sign = -1 if want.direction == "-" else 1
    value = slider_number(want.what, SLIDERS[want.what][1], value, sign, want.absolute)
    row = TABLE[name]
    return {name: min(max(value, row.low), row.high)}
