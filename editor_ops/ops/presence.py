"""Presence: texture, clarity, dehaze."""

from collections.abc import Callable

import cv2
import numpy as np

from editor_ops import color, native
from editor_ops.frame import Encoding, Frame, Kernel, Strip, op
from editor_ops.ops.dehaze import Haze, clear, haze
from editor_ops.ops.neighbourhood import (
    box,
    gaussian,
    guided,
    log_luminance,
    log_of,
    smooth,
    smoothstep,
    times,
    toned_small,
)
from editor_ops.parameters import Fidelity, Parameter, Values

_BANDS = "detail of photos at four and three scales fitted to published measurements"
ROWS = (
    Parameter(
        "Texture",
        step=3,
        raises="texture",
        local="LocalTexture",
        doc="Smooths (left) or brings out fine texture",
        fidelity=Fidelity.FITTED,
        evidence=_BANDS,
    ),
    Parameter(
        "Clarity2012",
        step=3,
        raises="local_contrast",
        local="LocalClarity2012",
        doc="Softens (left) or adds mid-tone contrast",
        fidelity=Fidelity.FITTED,
        evidence=_BANDS,
    ),
    Parameter(
        "Dehaze",
        step=3,
        raises="contrast",
        local="LocalDehaze",
        doc="Adds (left) or removes haze",
        evidence="haze model of He 2009 on the photo's own airlight; local contrast and the veil as published",
    ),
)

REFERENCE = 6000.0
"""Long edge in pixels of the photos on which the published sigmas were measured."""
TEXTURE_SIGMAS, CLARITY_SIGMAS, DEHAZE_SIGMAS = (2, 6, 16), (4, 16, 64, 200), (16, 200)
"""Pixels of REFERENCE. Each amount is for all that is finer than its sigma: the amounts add up."""
TEXTURE_UP = (0.263, 0.167, 0.310)
TEXTURE_DOWN = (-0.600, 0.0, -0.340)
"""Twice the published loss of flat parts (.305 and .172), as edges keep theirs: a photo's finest detail loses 22 %."""
CLARITY_UP = (0.490, 0.269, 0.003, 0.596)
CLARITY_DOWN = (0.181, -0.435, -0.297, -0.306)
DEHAZE_UP = (-0.241, 0.527)
"""Of Dehaze above 0, besides the haze that it takes away."""
TEXTURE_EDGES, CLARITY_EDGES = (1.0, 0.8, 0.7), (2.0, 1.3, 0.8, 0.7)
DEHAZE_EDGES = (1.3, 0.7)
SMOOTHED_EDGES = (0.5, 0.4, 0.3)
"""Contrast (natural log) of what is finer than each sigma above which it is an edge, changed less: no halos. The last
are for Texture below 0, which keeps outlines.
"""
MAP_PIXEL = 0.5
"""Sigma of a pixel of the small map once it is enlarged, in its pixels."""
FINEST, FINEST_CLARITY = 0.53, 0.64
"""Share of the sum of amounts that what the small map cannot show gets: beside a coarse edge the published curves are
flat. Clarity's is weighted to mid-tones besides.
"""
KEEP_EDGES = 0.75
"""Share of a wide base that comes from an edge-keeping filter."""
WIDE = 64
"""Sigma from which a base keeps edges."""


def soft(band: np.ndarray, edge: float) -> np.ndarray:
    """Keep small band values and take strong edges out: b / (1 + (b / edge)²)."""
    bend = band * band
    bend *= np.float32(1 / edge**2)
    bend += 1
    return np.divide(band, bend, out=bend)


def _amounts(settings: Values) -> tuple[tuple[float, ...], ...]:
    """What texture, clarity and dehaze add to the detail below each of their sigmas, of its log luminance."""
    texture, clarity = settings["Texture"] / 100, settings["Clarity2012"] / 100
    fine = TEXTURE_UP if texture > 0 else TEXTURE_DOWN
    wide = CLARITY_UP if clarity > 0 else CLARITY_DOWN
    clear = max(settings["Dehaze"], 0.0) / 100
    return (
        tuple(abs(texture) * each for each in fine),
        tuple(abs(clarity) * each for each in wide),
        tuple(clear * each for each in DEHAZE_UP),
    )


def _edges(settings: Values) -> tuple[float, ...]:
    return TEXTURE_EDGES if settings["Texture"] > 0 else SMOOTHED_EDGES


def _change_map(log: np.ndarray, settings: Values) -> np.ndarray:
    """Change of log luminance by all detail that the small map can show: (h, w) float32, natural log."""
    texture, clarity, cleared = _amounts(settings)
    unit = max(log.shape) / REFERENCE  # map pixels per reference pixel
    change = np.zeros_like(log)
    if any(texture):
        change += _detail(log, texture, TEXTURE_SIGMAS, _edges(settings), unit)
    if any(clarity):
        change += _detail(log, clarity, CLARITY_SIGMAS, CLARITY_EDGES, unit) * _middle(log)
    if any(cleared):
        change += _detail(log, cleared, DEHAZE_SIGMAS, DEHAZE_EDGES, unit)
    return change


def _detail(
    log: np.ndarray, amounts: tuple[float, ...], sigmas: tuple[int, ...], edges: tuple[float, ...], unit: float
) -> np.ndarray:
    """The detail below each sigma, edges softened, times its amount."""
    change = np.zeros_like(log)
    for amount, sigma, edge in zip(amounts, sigmas, edges, strict=True):
        if amount:
            change += np.float32(amount) * soft(log - _base(log, sigma, unit), edge)
    return change


def _base(log: np.ndarray, sigma: int, unit: float) -> np.ndarray:
    """What is coarser than a sigma; a wide one mostly keeps edges, so that a skyline gets little glow."""
    even = smooth(log, sigma * unit)
    if sigma < WIDE:
        return even
    keep = np.float32(KEEP_EDGES)
    return keep * guided(log, log, max(1, round(1.4 * sigma * unit)), 0.5) + (1 - keep) * even


def _middle(log: np.ndarray) -> np.ndarray:
    """Mid-tone weight of clarity by log luminance: a bell of three stops about mid-grey."""
    stops = log * np.float32(1 / np.log(2))
    stops -= np.float32(np.log2(0.18))
    stops *= stops
    stops *= np.float32(-1 / 9)
    return cv2.exp(stops, dst=stops)


def _ends() -> np.ndarray:
    """Weight by the largest channel, 65,536 entries: 1 up to 0.7, 0 at white, so that nothing clips."""
    v = np.arange(65536, dtype=np.float32) / 65535
    return 1 - smoothstep(v, 0.7, 1.0)


@op("presence", Encoding.LINEAR, *ROWS)
def PRESENCE(settings: Values, frame: Frame) -> Kernel | None:
    """Dehaze, then one gain per pixel that scales the detail of log luminance: texture, clarity, dehaze.

    Amounts of RapidRawPlus (docs/lightroom.md) at sigmas that are fractions of the long edge. What a pixel of the
    0.2 MP map shows comes from that map after white balance and tone, what is finer from the strip. Strong edges change
    less, wide bases keep edges, clarity is weighted to mid-tones, and all fades out towards white. Flat areas are not
    changed. Dehaze: see dehaze.py. RGB times one gain: hue stays. Encoding: linear ProPhoto.
    """
    if not settings.changed(*ROWS):
        return None
    small = toned_small(settings, frame, "presence")
    amount = settings["Dehaze"] / 100
    veil = haze(small, amount) if amount else None
    if veil is not None:
        small = clear(small.copy(), veil, veil.amount_map.copy())
    bands = settings.changed(*ROWS[:2]) or amount > 0
    log = log_luminance(color.luminance(small))
    change = _change_map(log, settings) if bands else None
    ratio = frame.long_edge / max(small.shape[:2])
    radius = min(8, max(1, round(1.22 * MAP_PIXEL * ratio - 0.5))) if bands and ratio > 1 else 0
    texture, clarity, cleared = map(sum, _amounts(settings))
    fine = [pair for pair in ((FINEST * texture, _edges(settings)[0]), (FINEST * cleared, DEHAZE_EDGES[0])) if pair[0]]
    middle = (FINEST_CLARITY * clarity, _middle(log)) if clarity and radius else None
    return Kernel(_runner(veil, change, (radius, MAP_PIXEL * ratio), fine, middle), 2 * radius)


def _runner(
    veil: Haze | None,
    change: np.ndarray | None,
    blur: tuple[int, float],
    fine: list[tuple[float, float]],
    middle: tuple[float, np.ndarray] | None,
) -> Callable[[np.ndarray, Strip], np.ndarray]:
    """The kernel's `run`.

    blur    radius and sigma of what the small map shows, 0 where it is the whole photo
    fine    amount and edge of the detail that it cannot show
    middle  clarity's amount of that, and its weight on the small map
    """
    ends = _ends()
    radius, sigma = blur

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        if veil is not None:
            strip = clear(strip, veil, where.sample(veil.amount_map))
        if change is None:
            return strip
        total = where.sample(change)
        band = None
        if radius:
            band = log_of(strip)
            band -= box(box(band, radius), radius) if radius > 1 else gaussian(band, sigma, 2)
        if band is not None and middle is not None:
            detail = soft(band, CLARITY_EDGES[0])
            detail *= where.sample(middle[1])
            total = cv2.scaleAdd(detail, middle[0], total, dst=total)
            band = band if fine else None
        if native.usable(strip, total):
            gains, limits = (np.array(values, np.float32) for values in ([g for g, _ in fine], [e for _, e in fine]))
            native.call("presence", strip, total, band, gains, limits, len(fine), ends)
            return strip
        if band is not None:
            for gain, limit in fine:
                total = cv2.scaleAdd(soft(band, limit), gain, total, dst=total)
        largest = np.maximum(strip[..., 0], strip[..., 1])
        np.maximum(largest, strip[..., 2], out=largest)
        total *= color.lookup(color.quantise(largest), ends)
        return times(strip, cv2.exp(total, dst=total))

    return run
