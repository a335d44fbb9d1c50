"""Presence: texture, clarity, dehaze."""

from collections.abc import Callable

import cv2
import numpy as np

from editor_ops import color, native
from editor_ops.frame import Encoding, Frame, Kernel, Strip, op
from editor_ops.ops.dehaze import Haze, clear, haze
from editor_ops.ops.neighbourhood import box, guided, log_luminance, log_of, smooth, smoothstep, times, toned_small
from editor_ops.parameters import Fidelity, Parameter, Values

_BANDS = "band gains fitted to published measurements"
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
        evidence="haze model of He 2009 on the photo's own airlight; no fit",
    ),
)

REFERENCE = 2000.0
"""Long edge in pixels at which the published sigmas are read."""
TEXTURE_UP = (0.36, 0.12, 0.46)
"""Gain of the bands below sigma 2, 2-6 and 6-16 px at Texture +100."""
TEXTURE_DOWN = (0.65, 0.60, 0.25)
"""Loss of the same bands at -100 (the published fit is two Gaussians of 1.1 and 12.5 px per 4000 px)."""
CLARITY_UP = (0.62, 0.26, -0.16, 1.00)
"""Gain of the bands below sigma 4, 4-16, 16-64 and 64-200 px at Clarity +100.

Published for whole renders: .490 .269 .003 .596 (-100: .181 -.435 -.297 -.306; texture +100: .263 .167 .310). These
inputs give .46 .26 .05 .46, .19 -.38 -.31 -.29 and .27 .22 .28 on noise about mid-grey (tests).
"""
CLARITY_DOWN = (0.33, -0.70, -0.26, -0.42)
"""The same at -100."""
TEXTURE_EDGE, SMOOTHING_EDGE, CLARITY_EDGE, WIDE_EDGE = 1.0, 0.3, 2.0, 0.65
"""Band contrast (natural log) above which it is an edge, boosted less: no halos."""


KEEP_EDGES = 0.75
"""Share of clarity's wide bands that is taken between edge-keeping filters."""


def soft(band: np.ndarray, edge: float) -> np.ndarray:
    """Keep small band values and take strong edges out: b / (1 + (b / edge)²)."""
    bend = band * band
    bend *= np.float32(1 / edge**2)
    bend += 1
    return np.divide(band, bend, out=bend)


def _weights(settings: Values) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Gains of the three texture bands and the four clarity bands for the sliders."""
    texture, clarity = settings["Texture"] / 100, settings["Clarity2012"] / 100
    up = TEXTURE_UP if texture > 0 else TEXTURE_DOWN
    wide = CLARITY_UP if clarity > 0 else CLARITY_DOWN
    return tuple(texture * g for g in up), tuple(abs(clarity) * g for g in wide)


def _change_map(log: np.ndarray, settings: Values) -> np.ndarray:
    """Change of log luminance by all bands that the small map can show: (h, w) float32, natural log."""
    texture, clarity = _weights(settings)
    unit = max(log.shape) / REFERENCE  # map pixels per reference pixel
    change = np.zeros_like(log)
    if any(texture):
        s2, s6, s16 = (smooth(log, s * unit) for s in (2, 6, 16))
        bands = (log - s2, s2 - s6, s6 - s16)
        edge = TEXTURE_EDGE if texture[0] > 0 else SMOOTHING_EDGE
        change += sum(np.float32(g) * soft(b, edge) for g, b in zip(texture, bands, strict=True))
    if any(clarity):
        change += _clarity(log, clarity, unit) * _middle(log)
    return change


def _clarity(log: np.ndarray, gains: tuple[float, ...], unit: float) -> np.ndarray:
    """The four clarity bands; the wide ones mostly between guided filters, so that a skyline gets little glow."""
    s4, s16, s64, s200 = (smooth(log, s * unit) for s in (4, 16, 64, 200))
    g16, g64, g200 = (guided(log, log, max(1, round(1.4 * s * unit)), 0.5) for s in (16, 64, 200))
    keep, rest = np.float32(KEEP_EDGES), np.float32(1 - KEEP_EDGES)
    middle, wide = keep * (g16 - g64) + rest * (s16 - s64), keep * (g64 - g200) + rest * (s64 - s200)
    bands = (log - s4, s4 - s16, middle, wide)
    edges = (CLARITY_EDGE, CLARITY_EDGE, CLARITY_EDGE, WIDE_EDGE)
    change = np.zeros_like(log)
    for gain, band, edge in zip(gains, bands, edges, strict=True):
        change += np.float32(gain) * soft(band, edge)
    return change


def _middle(log: np.ndarray) -> np.ndarray:
    """Mid-tone weight of clarity by log luminance: 1 between -4.5 and -1 EV, falling to both ends."""
    ev = log * np.float32(1 / np.log(2))
    return smoothstep(ev, -8.5, -4.0) * (1 - 0.75 * smoothstep(ev, -1.6, 0.0))


def _ends() -> np.ndarray:
    """Weight by the largest channel, 65,536 entries: 1 up to 0.5, 0 at white, so that nothing clips."""
    v = np.arange(65536, dtype=np.float32) / 65535
    return 1 - smoothstep(v, 0.45, 1.0)


@op("presence", Encoding.LINEAR, *ROWS)
def PRESENCE(settings: Values, frame: Frame) -> Kernel | None:
    """Dehaze, then one gain per pixel that scales bands of log luminance: texture and clarity.

    Band gains of RapidRawPlus (docs/lightroom.md) at sigmas that are fractions of the long edge. Bands
    wider than a pixel of the 0.2 MP map come from that map after white balance and tone; the finest from the
    strip. Bands shrink on strong edges, clarity's wide bases are guided filters, clarity is weighted
    to mid-tones, and everything fades out towards white. Flat areas are not changed. Dehaze: see
    dehaze.py. RGB is multiplied by the gain, so hue stays. Encoding: linear ProPhoto.
    """
    if not settings.changed(*ROWS):
        return None
    small = toned_small(settings, frame, "presence")
    amount = settings["Dehaze"] / 100
    veil = haze(small, amount) if amount else None
    if veil is not None:
        small = clear(small.copy(), veil, veil.amount_map.copy())
    bands = settings.changed(*ROWS[:2])
    change = _change_map(log_luminance(color.luminance(small)), settings) if bands else None
    ratio = frame.long_edge / max(small.shape[:2])
    radius = min(4, round(0.36 * ratio)) if bands and ratio > 1 else 0
    texture, clarity = _weights(settings)
    return Kernel(_runner(veil, change, radius, texture[0], clarity[0]), 2 * radius)


def _runner(
    veil: Haze | None, change: np.ndarray | None, radius: int, fine_texture: float, fine_clarity: float
) -> Callable[[np.ndarray, Strip], np.ndarray]:
    """The kernel's `run`."""
    ends = _ends()
    edge = TEXTURE_EDGE if fine_texture > 0 else SMOOTHING_EDGE
    fine = [pair for pair in ((fine_texture, edge), (fine_clarity, CLARITY_EDGE)) if pair[0]]

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        if veil is not None:
            strip = clear(strip, veil, where.sample(veil.amount_map))
        if change is None:
            return strip
        total = where.sample(change)
        band = None
        if radius:
            band = log_of(strip)
            band -= box(box(band, radius), radius)
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
