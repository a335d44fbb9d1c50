"""Dehaze: the haze of a photo, estimated on a small map, removed from or added to a strip."""

from dataclasses import dataclass

import cv2
import numpy as np

from editor_ops import color, native
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


def _least(image: np.ndarray) -> np.ndarray:
    """Smallest channel of every pixel: (h, w)."""
    least = np.minimum(image[..., 0], image[..., 1])
    return np.minimum(least, image[..., 2], out=least)


def haze(small: np.ndarray, amount: float) -> Haze:
    """Estimate haze on the toned small map (h, w, 3). amount -1 to 1.

    Dark channel (He, Sun & Tang 2009): in a patch without haze some channel is near black; the
    patch minimum over airlight is the share of haze. It is refined by a guided filter, and what is
    nearly all airlight (sky, fog) is held back, or skies would turn grey and noisy; so is what is merely dark.
    """
    side = max(small.shape[:2])
    lowest = _least(small)
    kernel = np.ones((2 * max(1, round(0.012 * side)) + 1,) * 2, np.uint8)
    airlight = _airlight(small, cv2.erode(lowest, kernel, borderType=cv2.BORDER_REPLICATE))
    share = np.clip(_least(small / airlight), 0, 1)
    share = cv2.erode(share, kernel, borderType=cv2.BORDER_REPLICATE)
    guide = cv2.sqrt(at_least(color.luminance(small), 0))
    share = np.clip(guided(share, guide, max(2, round(0.04 * side)), 1e-3), 0, 1)
    if amount > 0:
        held = share * (1 - 0.75 * smoothstep(share, 0.40, 0.90)) * smoothstep(share, -0.02, 0.20)
        share = amount * (0.01 + 0.80 * held)
    else:
        share = -amount * (0.30 + 0.30 * share)
    return Haze(airlight, float(color.LUMA @ airlight), share.astype(np.float32), amount)


def clear(strip: np.ndarray, veil: Haze, share: np.ndarray) -> np.ndarray:
    """Take `share` (h, W) of the airlight out of a strip, or put it in when the slider is negative; overwrites both.

    Out: y = (Y - hA) / (1 - h), bent so that 0 stays 0; chroma grows by the square root of what the
    model asks for. In: Y(1 - h) + hA (Y + 0.009) / (Y + 0.03), and chroma is what the veil leaves of it, 1 - h.
    """
    tint = (veil.airlight - np.float32(veil.level)) * np.float32(-0.1 if veil.amount > 0 else 0.5)
    if native.usable(strip, share):
        native.call("clear_haze", strip, color.LUMA, share, tint, veil.amount, veil.level, TOE, FLOOR)
        return strip
    y = at_least(color.luminance(strip), 1e-6)
    gain = _removal(y, share, veil.level) if veil.amount > 0 else _addition(y, share, veil.level)
    chroma = 1 - share
    if veil.amount > 0:
        chroma *= gain
        chroma = cv2.sqrt(chroma, dst=chroma)
        np.divide(gain, chroma, out=chroma)
        np.minimum(chroma, gain * np.float32(1 + 0.3 * veil.amount), out=chroma)
    new = gain * y
    y *= chroma
    shift = np.subtract(new, y, out=y)  # strip * chroma + shift has luminance `new` and the scaled chroma
    strip = times(strip, chroma)
    share *= at_most(new, 1)
    strip += cv2.merge([cv2.scaleAdd(share, float(t), shift) for t in tint])
    return at_least(strip, 0)


def _removal(y: np.ndarray, share: np.ndarray, level: float) -> np.ndarray:
    """Gain on luminance that takes the airlight out; what is darker than the haze keeps FLOOR of its light."""
    straight = y - share * np.float32(level)
    straight /= 1 - share
    bent = straight * straight
    bent += (y * y) * np.float32(TOE)
    bent = cv2.sqrt(bent, dst=bent)
    bent += straight
    bent *= np.float32(1 / (1 + (1 + TOE) ** 0.5))
    bent /= y
    lost = at_least(np.subtract(1, bent, out=straight), 0)
    lost *= lost
    return cv2.scaleAdd(lost, FLOOR, bent, dst=bent)


def _addition(y: np.ndarray, share: np.ndarray, level: float) -> np.ndarray:
    """Gain on luminance that puts airlight in, less of it in the dark: black comes to about L* 30 at -100."""
    lift = share * np.float32(level)
    lift *= y + np.float32(0.009)
    lift /= y + np.float32(0.03)
    lift /= y
    lift += 1
    lift -= share
    return lift
