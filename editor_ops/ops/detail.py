"""Detail: sharpening. Noise reduction is in noise.py, defringe in defringe.py; all three are named here."""

import cv2
import numpy as np

from editor_ops import color, native
from editor_ops.frame import Encoding, Frame, Kernel, Strip, op
from editor_ops.ops.defringe import DEFRINGE, DEFRINGE_ROWS
from editor_ops.ops.neighbourhood import add_clipped, gaussian, smoothstep
from editor_ops.ops.noise import NOISE_REDUCTION, NOISE_ROWS
from editor_ops.parameters import Fidelity, Parameter, Values

__all__ = ["DEFRINGE", "DEFRINGE_ROWS", "NOISE_REDUCTION", "NOISE_ROWS", "SHARPENING", "SHARPEN_ROWS"]

_S = {"Sharpness": 80}
_SHARP = "band gains fitted to published measurements"
SHARPEN_ROWS = (
    Parameter(
        "Sharpness",
        low=0,
        high=150,
        step=3,
        raw_default=40,
        raises="sharpness",
        local="LocalSharpness",
        fidelity=Fidelity.FITTED,
        evidence=_SHARP,
        doc="Amount of sharpening",
    ),
    Parameter(
        "SharpenRadius",
        low=0.5,
        high=3.0,
        default=1.0,
        unit="px",
        step=0.1,
        needs=_S,
        evidence=_SHARP,
        fidelity=Fidelity.FITTED,
        doc="Width of the sharpened edges, in pixels of the original",
    ),
    Parameter(
        "SharpenDetail",
        low=0,
        high=100,
        default=25,
        step=3,
        needs=_S,
        evidence=_SHARP,
        doc="Halo suppression (left) to full fine detail (right)",
    ),
    Parameter(
        "SharpenEdgeMasking",
        low=0,
        high=100,
        step=3,
        needs=_S,
        evidence=_SHARP,
        doc="Everything (0) to strong edges only (100)",
    ),
)

BANDS = (0.774, 1.284, -0.213)
"""Gain of the bands below 0.5, 0.5-1 and 1-2 radii at Sharpness 40, Radius 1, Detail 25."""
AMOUNT_POWER, REFERENCE_AMOUNT = 1.49, 40.0
MASK_GRADIENT = 0.073
"""Gradient (encoded, per original pixel) that half passes the mask at SharpenEdgeMasking 50."""
LEAST_SIGMA = 0.2
"""Widest blur in rendered pixels below which nothing is left to see."""


def _gains(settings: Values) -> list[float]:
    """Gains of the three bands: the amount's power law; Detail moves the finest band between 0.5 and 2.5 times."""
    amount = (settings["Sharpness"] / REFERENCE_AMOUNT) ** AMOUNT_POWER
    finest = 0.5 + 2 * settings["SharpenDetail"] / 100
    return [amount * BANDS[0] * finest, amount * BANDS[1], min(amount, 1.0) * BANDS[2]]  # a loss past 1 would invert


def _mask(luma: np.ndarray, masking: float, scale: float) -> np.ndarray:
    """Edge mask (h, W): 0 on flat areas, 1 on edges; its threshold grows with `masking` (0-100)."""
    across = cv2.Sobel(luma, cv2.CV_32F, 1, 0, ksize=3, scale=0.125, borderType=cv2.BORDER_REPLICATE)
    down = cv2.Sobel(luma, cv2.CV_32F, 0, 1, ksize=3, scale=0.125, borderType=cv2.BORDER_REPLICATE)
    slope = cv2.dilate(cv2.magnitude(across, down), np.ones((3, 3), np.uint8), borderType=cv2.BORDER_REPLICATE)
    threshold = MASK_GRADIENT * (masking / 50) ** 1.3 / max(scale, 0.1) ** 0.5
    return gaussian(smoothstep(slope, 0.35 * threshold, 1.3 * threshold), 1.0, 1)


OVERSHOOT = (0.02, 0.10)
"""Room past the darkest and lightest neighbour at Detail 0, and what Detail 100 adds to it."""


def _limited(luma: np.ndarray, blurred: tuple[np.ndarray, ...], shares: np.ndarray, detail: float) -> np.ndarray:
    """The bands' sum, by `shares` of luma and its blurs, with its overshoot past the neighbours bent; (h, W)."""
    ones = np.ones((3, 3), np.uint8)
    low = cv2.erode(luma, ones, borderType=cv2.BORDER_REPLICATE)
    high = cv2.dilate(luma, ones, borderType=cv2.BORDER_REPLICATE)
    room = 1 / (OVERSHOOT[0] + OVERSHOOT[1] * detail / 100)
    if native.usable(luma, *blurred):
        native.call("sharpen", luma, *blurred, low, high, shares, room)
        return luma
    change = luma * shares[0]
    for plane, share in zip(blurred, shares[1:], strict=True):
        change = cv2.scaleAdd(plane, float(share), change, dst=change)
    low -= luma
    high -= luma
    inside = cv2.min(cv2.max(change, low, dst=low), high, dst=low)
    over = np.subtract(change, inside, out=change)
    bend = np.abs(over, out=high)
    bend *= np.float32(room)
    bend += 1
    over /= bend
    inside += over
    return inside


BLUR_SIGMA = 1 / 500
"""Sigma of the blur at a local sharpness of -100, as a fraction of the long edge."""


def _blurring(amount: float, frame: Frame) -> Kernel | None:
    """A Gaussian blur of every channel, amount in (0, 1]: what local sharpness does left of the middle."""
    sigma = min(amount, 1.0) * BLUR_SIGMA * frame.long_edge
    reach = int(np.ceil(2.5 * sigma))
    return Kernel(lambda strip, where: gaussian(strip, sigma, reach), reach) if sigma > LEAST_SIGMA else None


@op("sharpening", Encoding.ENCODED, *SHARPEN_ROWS)
def SHARPENING(settings: Values, frame: Frame) -> Kernel | None:
    """Bands of luma scaled at 0.5, 1 and 2 radii and added to R, G and B, with bounded overshoot.

    Band gains at Sharpness 40 and amount power 1.49 from RapidRawPlus (docs/lightroom.md). Radius is in pixels of the
    original: at smaller renders the bands shrink under a pixel and fade by themselves. Detail gives
    the finest band more gain and overshoot more room; Masking keeps to edges. Below zero, which only
    a local correction reaches, the strip is blurred. Encoding: encoded ProPhoto, on luma, so colours
    do not fringe.
    """
    if settings["Sharpness"] < 0:
        return _blurring(-settings["Sharpness"] / 100, frame)
    radius = settings["SharpenRadius"] * frame.scale
    if not settings["Sharpness"] or 2 * radius < LEAST_SIGMA:
        return None
    fine, middle, wide = _gains(settings)
    shares = np.array([fine, middle - fine, wide - middle, -wide], np.float32)  # of luma and the planes made of it
    detail, masking = settings["SharpenDetail"], settings["SharpenEdgeMasking"]
    reaches = [max(1, int(np.ceil(2.5 * radius * s))) for s in (0.5, 1.0, 1.6)]
    scale = frame.scale

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        luma = color.luminance(strip)
        half, one, two = (gaussian(luma, radius * s, n) for s, n in zip((0.5, 1.0, 2.0), reaches, strict=True))
        change = _limited(luma, (half, one, two), shares, detail)
        if masking:
            change *= _mask(half, masking, scale)
        return add_clipped(strip, change)

    return Kernel(run, max(reaches[2], reaches[0] + 3 if masking else 1))
