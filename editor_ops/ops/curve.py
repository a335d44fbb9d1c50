"""Tone curves: parametric, then the master point curve, then one per channel."""

from functools import lru_cache

import cv2
import numpy as np

from editor_ops import native
from editor_ops.color import lookup, quantise
from editor_ops.frame import Encoding, Frame, Kernel, Strip, op
from editor_ops.parameters import Fidelity, Parameter, Values

LINEAR_CURVE = ((0.0, 0.0), (255.0, 255.0))
NAMED = {  # Camera Raw's point-curve menu
    "Linear": LINEAR_CURVE,
    "Medium Contrast": ((0, 0), (32, 22), (64, 56), (128, 128), (192, 196), (255, 255)),
    "Strong Contrast": ((0, 0), (32, 16), (64, 50), (128, 128), (192, 202), (255, 255)),
}
_REAL = "black points of four Adobe renders predicted within 1/255 (tests); natural spline, ProPhoto with sRGB transfer"
_BUMP = "shape fitted to published measurements and to LUT_64_1"


def _parametric(name: str, doc: str, raises: str = "lightness") -> Parameter:
    return Parameter(f"Parametric{name}", doc=doc, raises=raises, step=3, fidelity=Fidelity.FITTED, evidence=_BUMP)


def _split(name: str, low: float, high: float, default: float, doc: str) -> Parameter:
    needs = {"ParametricDarks": 60, "ParametricHighlights": -60, "ParametricShadows": -60}
    return Parameter(
        f"Parametric{name}Split",
        low=low,
        high=high,
        default=default,
        step=3,
        doc=doc,
        fidelity=Fidelity.FITTED,
        evidence=_BUMP,
        needs=needs,
    )


def _points(channel: str, local: str) -> Parameter:
    which = channel.lower() or "all channels"
    return Parameter(
        f"ToneCurvePV2012{channel}",
        "curve",
        0,
        255,
        LINEAR_CURVE,
        "level",
        2,
        local=local,
        local_unit=1,
        doc=f"Point curve of {which}: input and output levels",
        fidelity=Fidelity.EXACT,
        evidence=_REAL,
    )


PARAMETRIC = (
    _parametric("Shadows", "Brightens the darkest quarter"),
    _parametric("Darks", "Brightens the darker mid-tones"),
    _parametric("Lights", "Brightens the lighter mid-tones"),
    _parametric("Highlights", "Brightens the lightest quarter"),
    _split("Shadow", 10, 50, 25, "Where shadows end and darks begin"),
    _split("Midtone", 25, 75, 50, "Where darks end and lights begin"),
    _split("Highlight", 50, 90, 75, "Where lights end and highlights begin"),
)
POINTS = (
    _points("", "MainCurve"),
    _points("Red", "RedCurve"),
    _points("Green", "GreenCurve"),
    _points("Blue", "BlueCurve"),
)
NAME = Parameter(
    "ToneCurveName2012",
    "choice",
    default="Linear",
    choices=(*NAMED, "Custom"),
    fidelity=Fidelity.EXACT,
    doc="Named master curve; point curves override it",
    evidence="the points Camera Raw writes for each name",
)
REFINE = Parameter(
    "CurveRefineSaturation",
    low=0,
    high=200,
    default=100,
    step=5,
    local="LocalCurveRefineSaturation",
    local_unit=1,
    raises="chroma",
    needs={"ToneCurvePV2012": [[0, 0], [64, 30], [192, 225], [255, 255]]},
    doc="How much of the master curve's change of saturation is kept",
    fidelity=Fidelity.APPROXIMATED,
    evidence="100 is exact; other values scale the chroma change",
)


def natural_spline(points: tuple[tuple[float, float], ...], x: np.ndarray) -> np.ndarray:
    """Natural cubic spline through `points` (0–255), flat outside them, clipped to [0, 1]; x and result in [0, 1].

    The second derivatives solve the usual tridiagonal system (zero at both ends). [V] curvecheck.py.
    """
    px, py = (np.array(c, float) / 255 for c in zip(*points, strict=True))
    n, h = len(px), np.diff(px)
    second = np.zeros(n)
    if n > 2:
        slope = np.diff(py) / h
        system = np.diag(2 * (h[:-1] + h[1:])) + np.diag(h[1:-1], 1) + np.diag(h[1:-1], -1)
        second[1:-1] = np.linalg.solve(system, 6 * np.diff(slope))
    x = np.clip(x, px[0], px[-1])
    i = np.clip(np.searchsorted(px, x, side="right") - 1, 0, n - 2)
    a, b = (px[i + 1] - x) / h[i], (x - px[i]) / h[i]
    y = a * py[i] + b * py[i + 1] + ((a**3 - a) * second[i] + (b**3 - b) * second[i + 1]) * h[i] ** 2 / 6
    return np.clip(y, 0, 1)


@lru_cache(maxsize=64)
def spline_table(points: tuple[tuple[float, float], ...]) -> np.ndarray:
    """`natural_spline` as a table of 65,536 float32 entries."""
    table = natural_spline(points, np.arange(65536) / 65535).astype(np.float32)
    table.setflags(write=False)
    return table


_ZONES = {  # sharpness; (amplitude, exponent of the slider) for positive and for negative values
    "Shadows": (9.3, (0.1034, 1.328), (0.1002, 0.751)),
    "Darks": (8.0, (0.2099, 1.097), (0.2774, 1.066)),
    "Lights": (3.4, (0.2307, 0.818), (0.2038, 0.980)),
    "Highlights": (9.8, (0.1337, 0.959), (0.1204, 1.02)),
}


def _bump(x: np.ndarray, peak: float, sharpness: float) -> np.ndarray:
    """Beta-shaped bump: 1 at `peak`, 0 at 0 and at 1, narrower with growing sharpness. x in [0, 1]."""
    low, high = np.maximum(x, 1e-9), np.maximum(1 - x, 1e-9)
    return np.exp(sharpness * (peak * np.log(low / peak) + (1 - peak) * np.log(high / (1 - peak))))


def parametric_curve(settings: Values, x: np.ndarray) -> np.ndarray:
    """The parametric curve as a table: x in [0, 1] -> [0, 1], never falling. Sum of one bump per region.

    Darks and Lights peak in the middle of their region, Shadows at 0.61 of it, Highlights half way to
    white. Amplitudes are published measurements, peaks and widths are fitted to LUT_64_1.
    """
    s, m, h = (settings[f"Parametric{n}Split"] / 100 for n in ("Shadow", "Midtone", "Highlight"))
    m = min(max(m, s + 0.05), 0.9)
    h = min(max(h, m + 0.05), 0.95)
    peaks = {"Shadows": 0.61 * s, "Darks": (s + m) / 2, "Lights": (m + h) / 2, "Highlights": (1 + h) / 2}
    y = x.copy()
    for zone, peak in peaks.items():
        amount = settings[f"Parametric{zone}"] / 100
        if not amount:
            continue
        sharpness, positive, negative = _ZONES[zone]
        amplitude, power = positive if amount > 0 else negative
        y = y + np.sign(amount) * amplitude * abs(amount) ** power * _bump(x, peak, sharpness)
    return np.clip(np.maximum.accumulate(y), 0, 1)


def master_points(settings: Values) -> tuple[tuple[float, float], ...]:
    """The master point curve: the points if given, else the named curve's."""
    return (
        settings["ToneCurvePV2012"]
        if "ToneCurvePV2012" in settings
        else NAMED.get(settings["ToneCurveName2012"], LINEAR_CURVE)
    )


def compose(
    first: tuple[tuple[float, float], ...], then: tuple[tuple[float, float], ...], share: float = 1.0
) -> tuple[tuple[float, float], ...]:
    """Point curve that does `first` and afterwards `then`, the latter by `share` only: at most 64 points."""
    if then == LINEAR_CURVE or not share:
        return first
    x = np.unique(np.concatenate([np.linspace(0, 255, 17), [p[0] for p in (*first, *then)]]))[:64]
    between = natural_spline(first, x / 255)
    y = 255 * (between + share * (natural_spline(then, between) - between))
    return tuple(zip(x.tolist(), y.tolist(), strict=True))


def apply_hue_kept(strip: np.ndarray, table: np.ndarray) -> np.ndarray:
    """Send the largest and smallest channel through the curve and keep the middle one's relative place.

    The DNG SDK's "RGB tone" rule, which keeps HSV hue. strip (h, W, 3) in [0, 1]; table: 65,536 entries.
    """
    red, green, blue = cv2.split(strip)
    high, low = cv2.max(cv2.max(red, green), blue), cv2.min(cv2.min(red, green), blue)
    new_high, new_low = lookup(quantise(high), table), lookup(quantise(low), table)
    gain = cv2.divide(new_high - new_low, cv2.max(high - low, 1e-6))
    offset = new_low - low * gain
    return cv2.merge([cv2.max(c * gain + offset, 0.0) for c in (red, green, blue)])


@op("tone_curve", Encoding.ENCODED, *PARAMETRIC, NAME, *POINTS, REFINE)
def TONE_CURVE(settings: Values, frame: Frame) -> Kernel | None:
    """Parametric and master curve by the DNG "RGB tone" rule (hue kept), then R, G and B one by one.

    Natural cubic splines through the points, flat outside; in ProPhoto primaries with the sRGB
    transfer curve; master before channels: all checked on real Adobe renders. Sources: DNG SDK
    (rule), docs/lightroom.md (space, order), LightCraft (parametric zones). Encoding: encoded.
    """
    points, channels = master_points(settings), tuple(settings[row.name] for row in POINTS[1:])
    has_parametric, has_points = settings.changed(*PARAMETRIC), points != LINEAR_CURVE
    has_master, has_channels = has_parametric or has_points, any(c != LINEAR_CURVE for c in channels)
    if not has_master and not has_channels:
        return None
    refine = settings["CurveRefineSaturation"] / 100
    master_table = spline_table(points)
    if has_parametric:
        curve = parametric_curve(settings, np.arange(65536) / 65535)
        master_table = (natural_spline(points, curve) if has_points else curve).astype(np.float32)
    tables = np.stack([spline_table(c) for c in channels], -1)[None] if has_channels else master_table

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        if native.usable(strip) and (refine == 1 or not has_master):
            native.call("curve", strip, master_table if has_master else None, tables if has_channels else None)
            return strip
        if has_master:
            curved = apply_hue_kept(strip, master_table)
            strip = curved if refine == 1 else _refine(strip, curved, master_table, refine)
        return lookup(quantise(strip), tables) if has_channels else strip

    return Kernel(run)


def _refine(before: np.ndarray, curved: np.ndarray, table: np.ndarray, amount: float) -> np.ndarray:
    """Blend the curve's change of chroma: 0 keeps the chroma from before, 1 takes the curve's, 2 doubles it."""
    middle = curved.mean(-1, keepdims=True)
    old = before - before.mean(-1, keepdims=True)
    chroma = old + (curved - middle - old) * np.float32(amount)
    return np.clip(middle + chroma, 0, 1)
