"""Dehaze: the haze of a photo, estimated on a small map, removed from or added to a strip."""

from dataclasses import dataclass

import cv2
import numpy as np

from editor_ops import color
from editor_ops.ops.neighbourhood import at_least, at_most, guided, smoothstep, times

TOE = 0.06
"""Softness of the bend towards black."""
FLOOR = 0.22
"""Share of its light that even what is darker than the haze keeps."""


@dataclass(frozen=True, slots=True)
class Haze:
    """Airlight of a photo and how much of it to take away.

    airlight   (3,) linear ProPhoto
    level      its luminance
    amount_map (h, w) float32: share of the airlight in each pixel times the slider, 0 to 1
    amount     the slider, -1 to 1
    """

    airlight: np.ndarray
    level: float
    amount_map: np.ndarray
    amount: float


def _airlight(small: np.ndarray, dark: np.ndarray) -> np.ndarray:
    """Colour of the haziest 0.5 % of pixels (largest dark channel), (3,); luminance 0.4 to 1, half neutral."""
    count = max(1, dark.size // 200)
    haziest = np.argpartition(dark.ravel(), -count)[-count:]
    rgb = np.clip(small.reshape(-1, 3)[haziest].mean(0), 1e-3, 1)
    level = float(color.LUMA @ rgb)
    wanted = min(max(level, 0.4), 1.0)
    return (wanted * (0.5 + 0.5 * rgb / level)).astype(np.float32)


def haze(small: np.ndarray, amount: float) -> Haze:
    """Estimate haze on the toned small map (h, w, 3). amount -1 to 1.

    Dark channel (He, Sun & Tang 2009): in a patch without haze some channel is near black; the
    patch minimum over airlight is the share of haze. It is refined by a guided filter, and what is
    nearly all airlight (sky, fog) is held back, or skies would turn grey and noisy.
    """
    side = max(small.shape[:2])
    lowest = np.ascontiguousarray(small.min(-1))
    kernel = np.ones((2 * max(1, round(0.012 * side)) + 1,) * 2, np.uint8)
    airlight = _airlight(small, cv2.erode(lowest, kernel, borderType=cv2.BORDER_REPLICATE))
    share = np.clip(np.ascontiguousarray((small / airlight).min(-1)), 0, 1)
    share = cv2.erode(share, kernel, borderType=cv2.BORDER_REPLICATE)
    guide = cv2.sqrt(at_least(color.luminance(small), 0))
    share = np.clip(guided(share, guide, max(2, round(0.04 * side)), 1e-3), 0, 1)
    if amount > 0:
        held = share * (1 - 0.75 * smoothstep(share, 0.55, 0.95))
        share = amount * (0.03 + 0.80 * held)
    else:
        share = -amount * (0.30 + 0.30 * share)
    return Haze(airlight, float(color.LUMA @ airlight), share.astype(np.float32), amount)


def clear(strip: np.ndarray, veil: Haze, share: np.ndarray) -> np.ndarray:
    """Take `share` (h, W) of the airlight out of a strip, or put it in when the slider is negative; overwrites.

    Out: y = (Y - hA) / (1 - h), bent so that 0 stays 0; chroma grows by the square root of what the
    model asks for. In: Y(1 - h) + hA Y / (Y + 0.03), chroma shrinks the same way.
    """
    y = at_least(color.luminance(strip), 1e-6)
    level = np.float32(veil.level)
    if veil.amount > 0:
        straight = (y - share * level) / (1 - share)
        bent = 0.5 * (straight + cv2.sqrt(straight * straight + np.float32(TOE) * y * y))
        new = bent * np.float32(2 / (1 + (1 + TOE) ** 0.5))
        gain = new / y
        lost = at_least(1 - gain, 0)
        gain += np.float32(FLOOR) * lost * lost
        new = gain * y
        chroma = at_most(cv2.sqrt(1 / ((1 - share) * gain)), 1 + 0.3 * veil.amount) * gain
        cast = share * np.float32(-0.1)
    else:
        new = y * (1 - share) + share * level * (y / (y + np.float32(0.03)))
        chroma = cv2.sqrt((1 - share) * (new / y))
        cast = share * np.float32(0.5)
    shift = new - chroma * y  # strip * chroma + shift has luminance `new` and the scaled chroma
    strip = times(strip, chroma)
    tint = (veil.airlight - level).astype(np.float32)
    veiled = cast * np.minimum(new, 1)
    strip += cv2.merge([shift + veiled * t for t in tint])
    return at_least(strip, 0)
