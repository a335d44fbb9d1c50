"""Noise reduction: brightness noise and coloured speckles."""

import cv2
import numpy as np

from editor_ops import native
from editor_ops.frame import Encoding, Frame, Kernel, Strip, op
from editor_ops.ops.neighbourhood import at_least, box, doubled, gaussian, halved
from editor_ops.parameters import Parameter, Values

_L = {"LuminanceSmoothing": 60}
_C = {"ColorNoiseReduction": 60}
NOISE_ROWS = (
    Parameter(
        "LuminanceSmoothing",
        low=0,
        high=100,
        step=3,
        local="LocalLuminanceNoise",
        doc="Removes grain-like brightness noise",
    ),
    Parameter(
        "LuminanceNoiseReductionDetail", low=0, high=100, default=50, step=3, needs=_L, doc="Keeps fine detail (right)"
    ),
    Parameter("LuminanceNoiseReductionContrast", low=0, high=100, step=3, needs=_L, doc="Keeps local contrast (right)"),
    Parameter(
        "ColorNoiseReduction",
        low=0,
        high=100,
        step=3,
        raw_default=25,
        local="LocalMoire",
        doc="Removes coloured speckles",
    ),
    Parameter(
        "ColorNoiseReductionDetail",
        low=0,
        high=100,
        default=50,
        step=3,
        needs=_C,
        doc="Keeps thin coloured edges (right)",
    ),
    Parameter(
        "ColorNoiseReductionSmoothness",
        low=0,
        high=100,
        default=50,
        step=3,
        needs=_C,
        doc="Smooths larger colour blotches",
    ),
)

LUMA = np.array([[0.3, 0.6, 0.1]], np.float32)
"""Weights of the luma that is cleaned; blue has some, because ProPhoto's true weight is zero."""
FORWARD = np.vstack([LUMA, LUMA * -1 + [1, 0, 0], LUMA * -1 + [0, 0, 1]]).astype(np.float32)
"""Root RGB -> luma, red difference, blue difference."""
BACK = np.linalg.inv(FORWARD.astype(np.float64)).astype(np.float32)
QUIET = 0.003
"""Noise (root of light) that a clean file is taken to have."""
LOUD = 0.06
"""Most noise that is believed at full size; a smaller render averages it, so the rest there is texture."""
PATCH = 16


def _bands(luma: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Fine band, coarse band and the rest of a plane; reads 4 rows above and below."""
    one = gaussian(luma, 1.0, 2)
    rest = box(one, 2)
    return luma - one, one - rest, rest


def _shrunk(bands: list[np.ndarray], threshold: float, radius: int) -> list[np.ndarray]:
    """Wiener shrinkage by the local energy of all `bands` together: small where they are near `threshold`."""
    energy = box(sum(band * band for band in bands), radius)
    limit = np.float32(threshold * threshold)
    if native.usable(*bands, energy) and len(bands) <= 2:
        native.call("shrink", bands[0], bands[1] if len(bands) == 2 else None, energy, float(limit))
        return bands
    kept = at_least(energy - limit, 0)
    kept /= np.add(kept, limit + np.float32(1e-12), out=energy)
    return [np.multiply(band, kept, out=band) for band in bands]


def _quiet_level(band: np.ndarray) -> float:
    """Noise of a band: the standard deviation in the flattest fifth of its patches that are not blank."""
    size = (max(1, band.shape[1] // PATCH), max(1, band.shape[0] // PATCH))
    energy = np.sqrt(cv2.resize(band * band, size, interpolation=cv2.INTER_AREA).ravel())
    energy = energy[energy > 1e-5]
    return float(np.percentile(energy, 20)) if energy.size else 0.0


def measure(frame: Frame) -> tuple[float, float, float, float]:
    """Noise of the frame's fine and coarse luma and fine and coarse chroma bands, in root of light; kept."""
    if "noise" not in frame.maps:
        rows = min(frame.height, 64)
        found = []
        for part in range(6 if frame.height > 6 * rows else 1):
            top = (frame.height - rows) * (2 * part + 1) // 12 // 2 * 2
            root = cv2.sqrt(np.maximum(frame.photo.linear(top, top + rows), 0))
            planes = [cv2.transform(root, row[None]) for row in FORWARD]
            luma = _bands(planes[0])[:2]
            half = [halved(p, Strip(top, top + rows, frame.height, frame.width))[0] for p in planes[1:]]
            chroma = [np.sqrt(a * a + b * b) for a, b in zip(*(_bands(h)[:2] for h in half), strict=True)]
            found.append([_quiet_level(band) for band in (*luma, *chroma)])
        loud = LOUD * min(frame.scale, 1.0)
        frame.maps["noise"] = tuple(max(min(float(v), loud), QUIET) for v in np.percentile(found, 40, axis=0))
    return frame.maps["noise"]


def _octave_fade(scale: float, octave: int) -> float:
    """Share of a band's cleaning left in a smaller render, where it covers coarser octaves of the original."""
    reach = octave + np.log2(1 / max(min(scale, 1.0), 1e-3))
    return float(np.interp(reach, [0, 1, 2, 3], [1, 1, 0.3, 0]))


def _thresholds(settings: Values, frame: Frame) -> tuple[float, ...]:
    """Thresholds of the four bands, in root of light; 0 leaves a band alone."""
    level = measure(frame)
    luma, colour = settings["LuminanceSmoothing"] / 100, settings["ColorNoiseReduction"] / 100
    keep, contrast = (settings[f"LuminanceNoiseReduction{n}"] / 100 for n in ("Detail", "Contrast"))
    detail, smooth = (settings[f"ColorNoiseReduction{n}"] / 100 for n in ("Detail", "Smoothness"))
    fades = [_octave_fade(frame.scale, n) for n in (0, 1)]
    return (
        2.0 * luma * level[0] * (1.5 - keep) * fades[0],
        2.0 * luma * level[1] * (1.3 - 0.6 * keep) * (1 - 0.85 * contrast) * fades[1],
        3.0 * colour * level[2] * (1.5 - detail) * fades[0],
        3.0 * colour * level[3] * (1.3 - 0.6 * detail) * 2 * smooth * fades[1],
    )


def _clean_luma(luma: np.ndarray, fine: float, coarse: float) -> np.ndarray:
    small, middle, rest = _bands(luma)
    rest += _shrunk([small], fine, 1)[0]
    rest += _shrunk([middle], coarse, 1)[0]
    return rest


def _clean_chroma(
    planes: list[np.ndarray], where: Strip, fine: float, coarse: float, finest: float
) -> list[np.ndarray]:
    """Both colour differences at half size, shrunk together, and back to full size.

    finest  share of what half size cannot hold that is thrown away, 0 to 1
    """
    rows, columns = planes[0].shape
    halves, skip = [], 0
    for plane in planes:
        half, skip = halved(plane, where)
        halves.append(half)
    (fine_a, coarse_a, rest_a), (fine_b, coarse_b, rest_b) = map(_bands, halves)
    fine_a, fine_b = _shrunk([fine_a, fine_b], fine, 1)
    coarse_a, coarse_b = _shrunk([coarse_a, coarse_b], coarse, 1)
    cleaned = [rest_a + fine_a + coarse_a, rest_b + fine_b + coarse_b]
    out = [doubled(half, skip, rows, columns) for half in cleaned]
    if finest < 1:
        for plane, half, result in zip(planes, halves, out, strict=True):
            plane -= doubled(half, skip, rows, columns)
            cv2.scaleAdd(plane, 1 - finest, result, dst=result)
    return out


def _finest(settings: Values, frame: Frame) -> float:
    """Share of the finest colour detail that goes: all from ColorNoiseReduction 25 on, half of it at Detail 100."""
    amount, detail = settings["ColorNoiseReduction"] / 100, settings["ColorNoiseReductionDetail"] / 100
    return min(1.0, 4 * amount) * min(1.0, 1.5 - detail) * _octave_fade(frame.scale, 0)


@op("noise_reduction", Encoding.LINEAR, *NOISE_ROWS)
def NOISE_REDUCTION(settings: Values, frame: Frame) -> Kernel | None:
    """Wiener shrinkage of two bands of luma, and of two bands of both colour differences at half size.

    On the square root of light, where shot noise is even (Anscombe 1948). Each band is scaled by
    (E - t²)+ / E' with the energy E of its neighbourhood, so edges, which have much energy, stay.
    t is the slider times the noise measured in the flattest patches of the frame itself. Detail
    lowers the fine threshold, Contrast the coarse one, Smoothness raises the coarse colour one.
    No source describes Adobe's. Encoding: linear ProPhoto.
    """
    has_luma, has_colour = settings["LuminanceSmoothing"] > 0, settings["ColorNoiseReduction"] > 0
    if not has_luma and not has_colour:
        return None
    thresholds = _thresholds(settings, frame)
    if max(thresholds) < 1e-6:
        return None
    finest = _finest(settings, frame)

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        luma, *chroma = _planes(strip)
        if has_luma:
            luma = _clean_luma(luma, *thresholds[:2])
        if has_colour:
            chroma = _clean_chroma(chroma, where, thresholds[2], thresholds[3], finest)
        return _joined(strip, luma, *chroma)

    return Kernel(run, 13 if has_colour else 5)


def _planes(strip: np.ndarray) -> list[np.ndarray]:
    """Luma and two colour differences of the root of light; may overwrite the strip."""
    if native.usable(strip):
        planes = [np.empty(strip.shape[:2], np.float32) for _ in FORWARD]
        native.call("noise_planes", strip, FORWARD, *planes)
        return planes
    root = cv2.sqrt(at_least(strip, 0), dst=strip)
    return [cv2.transform(root, row[None]) for row in FORWARD]


def _joined(strip: np.ndarray, luma: np.ndarray, red: np.ndarray, blue: np.ndarray) -> np.ndarray:
    """The inverse of `_planes`, into the strip."""
    if native.usable(strip, luma, red, blue):
        native.call("noise_join", strip, BACK, luma, red, blue)
        return strip
    root = at_least(cv2.transform(cv2.merge([luma, red, blue]), BACK), 0)
    return cv2.multiply(root, root, dst=strip)
