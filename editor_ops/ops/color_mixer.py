"""The colour mixer (HSL for eight hues), vibrance, saturation, and black and white."""

from functools import lru_cache

import cv2
import numpy as np

from editor_ops import color, native
from editor_ops.frame import Encoding, Frame, Kernel, Strip, op
from editor_ops.parameters import Fidelity, Parameter, Values

HUES = ("Red", "Orange", "Yellow", "Green", "Aqua", "Blue", "Purple", "Magenta")
_FIT = "hue bands fitted to Adobe's LUT renders"
_TOWARDS = dict(zip(HUES, ("orange", "yellow", "green", "aqua", "blue", "purple", "magenta", "red"), strict=True))


def _mix(what: str, hue: str, doc: str, raises: str = "") -> Parameter:
    return Parameter(f"{what}Adjustment{hue}", step=3, doc=doc, raises=raises, fidelity=Fidelity.FITTED, evidence=_FIT)


HUE_ROWS = tuple(_mix("Hue", h, f"Turns {h.lower()}s towards {_TOWARDS[h]}") for h in HUES)
SATURATION_ROWS = tuple(_mix("Saturation", h, f"More intense {h.lower()}s", "chroma") for h in HUES)
LUMINANCE_ROWS = tuple(_mix("Luminance", h, f"Lighter {h.lower()}s", "lightness") for h in HUES)
VIBRANCE_ROWS = (
    Parameter(
        "Vibrance",
        step=3,
        raises="chroma",
        doc="More of the weaker colours, skin protected",
        fidelity=Fidelity.FITTED,
        evidence=_FIT,
    ),
    Parameter(
        "Saturation",
        step=3,
        raises="chroma",
        local="LocalSaturation",
        doc="More of every colour; -100 is grey",
        fidelity=Fidelity.FITTED,
        evidence=_FIT,
    ),
)
_BW = {"ConvertToGrayscale": True}
GRAY_ROWS = (
    Parameter("ConvertToGrayscale", "flag", default=False, doc="Black and white"),
    Parameter(
        "Treatment", "choice", default="Color", choices=("Color", "Black & White"), doc="Colour or black and white"
    ),
    *(
        Parameter(
            f"GrayMixer{h}",
            step=3,
            needs=_BW,
            raises="lightness",
            doc=f"Lighter {h.lower()}s in black and white",
            evidence="weights by hue; neutral unaffected",
        )
        for h in HUES
    ),
)

# Fitted on four Adobe renders of the identity LUT (bench/fit.py); hues are HSV of linear ProPhoto.
CENTRES = (1.0, 30.0, 61.0, 98.5, 187.0, 241.0, 282.0, 326.0)
"""Hue of each band's centre, degrees."""
TURN_RIGHT = (24.0, 26.0, 46.5, 71.0, 39.0, 42.0, 30.0, 34.0)
TURN_LEFT = (24.0, 23.0, 24.0, 21.0, 47.0, 37.5, 30.0, 32.0)
"""Degrees that +100 and -100 turn each band's centre: less than the way to the next band on that side."""
SATURATION_SCALE = (0.70, 0.91, 0.93, 0.835, 0.775, 0.88, 0.785, 0.735)
"""Relative change of HSV saturation at ±100 (never below zero)."""
LUMINANCE_STOPS = (1.8, 1.45, 1.28, 1.07, 1.43, 1.85, 1.48, 1.48)
"""Stops at ±100 for a fully saturated colour; in proportion to saturation below it."""
KEEP_LUMINANCE = 0.29
"""Share of the luminance that a change of hue or saturation moved which is given back."""
SATURATION_GAIN, VIBRANCE_GAIN, VIBRANCE_CUT, KEEP_LUMINANCE_SATURATION = 0.82, 0.60, 0.85, 0.53
SKIN_HUE, SKIN_WIDTH, SKIN_PROTECTION = 32.0, 28.0, 0.5
"""Hue of skin (HSV of encoded ProPhoto), half width in degrees, share of Vibrance that it is spared."""
GRAY_STOPS = 1.6


def band_weights(hue: np.ndarray) -> np.ndarray:
    """Weights (8, n) of the eight bands at HSV hues (n,) in degrees; raised cosine between centres, summing to 1."""
    weights = np.zeros((8, len(hue)))
    for i, centre in enumerate(CENTRES):
        span = (CENTRES[(i + 1) % 8] - centre) % 360
        t = ((hue - centre) % 360) / span
        inside = t < 1
        rise = 0.5 - 0.5 * np.cos(np.pi * t[inside])
        weights[i, inside] += 1 - rise
        weights[(i + 1) % 8, inside] += rise
    return weights


@lru_cache
def _band_table() -> np.ndarray:
    """`band_weights` of 65,536 hue codes, (8, 65536) float32."""
    return band_weights(np.arange(65536) * (360 / 65536)).astype(np.float32)


def _hue_table(settings: Values, rows: tuple[Parameter, ...], gain: tuple[float, ...]) -> np.ndarray:
    """Sum of the bands' sliders times their gains over 65,536 hues, float32."""
    table = np.zeros(65536, np.float32)
    for row, most, weights in zip(rows, gain, _band_table(), strict=True):
        if settings[row.name]:
            table += weights * np.float32(settings[row.name] / 100 * most)
    return table


def _hue_codes(hue: np.ndarray) -> np.ndarray:
    return cv2.multiply(hue, 65535 / 360, dtype=cv2.CV_16U)


def monochrome(settings: Values) -> bool:
    """True when the image is to be black and white, by either of Adobe's two switches."""
    return bool(settings["ConvertToGrayscale"]) or settings["Treatment"] == "Black & White"


@op("color_mixer", Encoding.LINEAR, *HUE_ROWS, *SATURATION_ROWS, *LUMINANCE_ROWS)
def COLOR_MIXER(settings: Values, frame: Frame) -> Kernel | None:
    """Hue, saturation and luminance by eight overlapping hue bands, in HSV of linear ProPhoto.

    h' = h + sum w_i H_i; s' = s max(0, 1 + sum w_i S_i), rolled off below 1; then a gain of
    2^(s sum w_i L_i), and part of the luminance that the turn and the scaling moved is restored;
    what the gain pushes past a soft shoulder gives way to white.
    Neutral colours are untouched. Found by undoing the curves of real renders: hue shifts and
    saturation ratios are nearly constant per hue in this space. Encoding: linear ProPhoto.
    """
    if monochrome(settings) or not settings.changed(*HUE_ROWS, *SATURATION_ROWS, *LUMINANCE_ROWS):
        return None
    turns = tuple(TURN_RIGHT[i] if settings[row.name] > 0 else TURN_LEFT[i] for i, row in enumerate(HUE_ROWS))
    hues = np.arange(65536, dtype=np.float32) * np.float32(360 / 65536)
    turned = wrap_hue(hues + _hue_table(settings, HUE_ROWS, turns)) if settings.changed(*HUE_ROWS) else None
    factor = np.maximum(1 + _hue_table(settings, SATURATION_ROWS, SATURATION_SCALE), 0)
    stops = _hue_table(settings, LUMINANCE_ROWS, LUMINANCE_STOPS) * np.float32(np.log(2))
    brightens = bool(stops.max() > 0)

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        if native.usable(strip):
            native.call("color_mixer", strip, color.LUMA, turned, factor, stops, KEEP_LUMINANCE, brightens)
            return strip
        hue, saturation, value = cv2.split(cv2.cvtColor(strip, cv2.COLOR_RGB2HSV))
        codes = _hue_codes(hue)
        before = after = color.luminance(strip)
        if turned is not None:
            strip = cv2.cvtColor(cv2.merge([color.lookup(codes, turned), saturation, value]), cv2.COLOR_HSV2RGB)
            after = color.luminance(strip)
        ratio = saturation_ratio(saturation, color.lookup(codes, factor))
        lift = cv2.multiply(value, cv2.subtract(1.0, ratio))  # scaling saturation by r is c r + V (1 - r)
        after = cv2.add(cv2.multiply(after, ratio), lift)
        moved = cv2.log(cv2.divide(cv2.max(before, 1e-6), cv2.max(after, 1e-6)))
        light = cv2.multiply(color.lookup(codes, stops), saturation)
        gain = cv2.exp(cv2.addWeighted(moved, KEEP_LUMINANCE, light, 1, 0))
        scale, shift = cv2.multiply(ratio, gain), cv2.multiply(lift, gain)
        if brightens:
            grey = cv2.multiply(after, gain)
            share, anchor = color.shoulder(value, grey, gain)
            scale, shift = cv2.multiply(scale, share), cv2.add(cv2.multiply(cv2.subtract(shift, grey), share), anchor)
        return color.scale_and_shift(cv2.split(strip), scale, shift)

    return Kernel(run)


LOCAL_HUE = Parameter(
    "LocalHue",
    low=-1,
    high=1,
    step=0.03,
    doc="Turns every hue: ±1 is half way round the circle",
    evidence="no published formula; degrees of Lightroom's own slider",
)
HALF_TURN = 180.0


@op("hue_shift", Encoding.LINEAR, local_rows=(LOCAL_HUE,))
def HUE_SHIFT(settings: Values, frame: Frame) -> Kernel | None:
    """Turns every hue by the same angle, luminance kept; exists only inside a local correction.

    HSV of linear ProPhoto, as in the mixer. Encoding: linear.
    """
    turn = settings.values.get(LOCAL_HUE.name, 0.0) * HALF_TURN
    if not turn or monochrome(settings):
        return None

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        hue, saturation, value = cv2.split(cv2.cvtColor(strip, cv2.COLOR_RGB2HSV))
        turned = cv2.merge([wrap_hue(hue + np.float32(turn)), saturation, value])
        turned = cv2.cvtColor(turned, cv2.COLOR_HSV2RGB)
        gain = cv2.divide(color.luminance(strip), cv2.max(color.luminance(turned), 1e-6))
        return color.roll_off(turned, cv2.min(gain, 16.0))

    return Kernel(run)


def wrap_hue(hue: np.ndarray) -> np.ndarray:
    """Bring hues in (-360, 720) back to [0, 360)."""
    hue[hue < 0] += 360
    hue[hue >= 360] -= 360
    return hue


def saturation_ratio(saturation: np.ndarray, factor: np.ndarray) -> np.ndarray:
    """s'/s for a factor k: k below 1, k / (1 + (k - 1) s^3) above it, so that s' never passes 1 and never bands."""
    growth = cv2.max(cv2.subtract(factor, 1.0), 0.0)
    cube = cv2.multiply(cv2.multiply(saturation, saturation), saturation)
    return cv2.divide(factor, cv2.add(cv2.multiply(growth, cube), 1.0))


def scale_saturation(saturation: np.ndarray, factor: np.ndarray) -> np.ndarray:
    """HSV saturation times `saturation_ratio`, in [0, 1]."""
    return cv2.min(cv2.multiply(saturation, saturation_ratio(saturation, factor)), 1.0)


@lru_cache(maxsize=1)
def _beside_skin() -> np.ndarray:
    """How far Vibrance acts on each of 65,536 hues: less on those of skin."""
    distance = np.abs((np.arange(65536) * (360 / 65536) - SKIN_HUE + 180) % 360 - 180)
    skin = np.clip(1 - distance / SKIN_WIDTH, 0, 1) ** 2 * (3 - 2 * np.clip(1 - distance / SKIN_WIDTH, 0, 1))
    return 1 - SKIN_PROTECTION * skin


@op("vibrance", Encoding.ENCODED, *VIBRANCE_ROWS)
def VIBRANCE(settings: Values, frame: Frame) -> Kernel | None:
    """Saturation scales HSV saturation; Vibrance does so more for weak colours and less for skin.

    s' = s (1 + 0.82 S)(1 + 0.6 V (1 - s) p(h)), p = 0.5 at skin hues, rolled off below 1; half of
    the luminance moved is given back. S = -100 is exactly grey. Fitted to LUT_8. Encoding: encoded.
    """
    if monochrome(settings) or not settings.changed(*VIBRANCE_ROWS):
        return None
    vibrance, amount = settings["Vibrance"] / 100, settings["Saturation"] / 100
    overall = 1 + amount * (SATURATION_GAIN if amount > 0 else 1.0)
    pull = (vibrance * VIBRANCE_GAIN * _beside_skin()).astype(np.float32) if vibrance > 0 else None

    flat: np.ndarray | None = None
    if vibrance <= 0:  # the ratio depends on saturation alone
        axis = (np.arange(65536, dtype=np.float32) / 65535)[None]
        cut = vibrance * VIBRANCE_CUT * overall
        flat = saturation_ratio(axis, overall + cut * (1 - 0.4 * axis))[0]

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        if native.usable(strip):
            keep = KEEP_LUMINANCE_SATURATION
            native.call("vibrance", strip, color.LUMA, flat, None if flat is not None else pull, overall, keep)
            return strip
        hue, saturation, value = cv2.split(cv2.cvtColor(strip, cv2.COLOR_RGB2HSV))
        if flat is not None:
            ratio = color.lookup(color.quantise(saturation), flat)
        else:
            assert pull is not None
            pulled = cv2.multiply(color.lookup(_hue_codes(hue), pull), cv2.subtract(1.0, saturation))
            ratio = saturation_ratio(saturation, cv2.add(cv2.multiply(pulled, overall), overall))
        lift = cv2.multiply(value, cv2.subtract(1.0, ratio))
        before = cv2.max(cv2.transform(strip, color.LUMA[None]), 1e-4)
        after = cv2.max(cv2.add(cv2.multiply(before, ratio), lift), 1e-4)
        gain = cv2.pow(cv2.divide(before, after), KEEP_LUMINANCE_SATURATION)
        out = color.scale_and_shift(cv2.split(strip), cv2.multiply(ratio, gain), cv2.multiply(lift, gain))
        return np.minimum(out, np.float32(1), out=out)

    return Kernel(run)


@op("black_and_white", Encoding.ENCODED, *GRAY_ROWS)
def BLACK_AND_WHITE(settings: Values, frame: Frame) -> Kernel | None:
    """Grey of the pixel's luminance, lightened or darkened by its hue's slider in proportion to saturation.

    Y' = Y 2^(1.6 s sum w_i G_i), s and hue from HSV of linear ProPhoto, bands as in the colour mixer.
    Neutral pixels do not move. Encoding: encoded in and out, worked on in linear light.
    """
    if not monochrome(settings):
        return None
    stops = _hue_table(settings, GRAY_ROWS[2:], (GRAY_STOPS * float(np.log(2)),) * 8)
    mixed = settings.changed(*GRAY_ROWS[2:])

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        linear = color.decode(strip)
        grey = color.luminance(linear)
        if mixed:
            hue, saturation, _ = cv2.split(cv2.cvtColor(linear, cv2.COLOR_RGB2HSV))
            grey *= cv2.exp(color.lookup(_hue_codes(hue), stops) * saturation)
        grey = color.encode(grey)
        return cv2.merge([grey, grey, grey])

    return Kernel(run)
