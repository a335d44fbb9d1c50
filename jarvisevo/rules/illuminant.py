"""The light that a photo was balanced for, as the photo itself tells it: what grey would look like in it.

A light multiplies the linear channels, which moves the histogram of a photo's log-chroma (log G/R, log G/B) without
changing its form. Where such histograms lie in photos whose white balance is right was learnt from photos with casts
laid over them (data_pipeline/illuminant.py), as filters over the histogram and a prior over the lights (CCC in
docs/references.md): the filtered histogram says how probable every light is.
"""

from functools import lru_cache
from importlib import resources

import cv2
import numpy as np

from editor_ops import color

FILE = "illuminant.npz"
SIDE, BIN = 64, 0.05
"""Bins of a histogram along log G/R and log G/B, which goes round at its ends; their width in natural logarithms."""
REACH = 1.55
"""Natural logarithm up to which a colour counts; farther ones say nothing of the light."""
DARKEST, LIGHTEST = 0.002, 0.97
"""Linear values between which every channel of a pixel lies that is read."""
SHOWN = (25, 245)
"""Codes between which every channel of a pixel lies that shows how a render changes the light."""
LARGEST = 256
"""Long edge at which photos are read."""
GREY = 0.281
"""Linear value of the grey (L* 60) that a light is shown on."""
LUMA = np.array([0.2126, 0.7152, 0.0722], np.float32)
"""Of linear sRGB."""
Weights = tuple[np.ndarray, np.ndarray]
"""Filters (3, SIDE, SIDE) and the prior (SIDE, SIDE), float32."""
STEPS = ((np.arange(SIDE) + SIDE // 2) % SIDE - SIDE // 2) * np.float32(BIN)
"""Natural logarithm of each bin."""


def of_light(red: float, blue: float) -> tuple[float, float]:
    """(a*, b*) of a mid-grey whose log G/R and log G/B a light has moved by so much."""
    gains = np.exp([-red, 0.0, -blue])
    grey = (GREY * gains / float(LUMA @ gains)).clip(0, 1).astype(np.float32)
    _, a, b = color.lab(color.convert(grey[None, None], color.rgb_to_rgb("srgb", "prophoto")))[0, 0]
    return float(a), float(b)


def expected(found: np.ndarray, weights: Weights | None = None) -> np.ndarray:
    """(log G/R, log G/B) of grey under the expected light, from `histograms`; by the shipped weights unless given."""
    filters, prior = weights or shipped()
    spectrum = np.fft.rfft2(found) * np.conj(np.fft.rfft2(filters))
    score = np.fft.irfft2(spectrum.sum(0), s=(SIDE, SIDE)) + prior
    chance = np.exp(score - score.max())
    chance /= chance.sum()
    return np.array([chance.sum(1) @ STEPS, chance.sum(0) @ STEPS])


def change(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """How far log G/R and log G/B of a photo moved, (2,): the median of its mid-tones. Both sRGB (h, w, 3) uint8."""
    usable = (before.min(-1) > SHOWN[0]) & (before.max(-1) < SHOWN[1])
    logs = _logs()
    moved = logs[after[usable]] - logs[before[usable]] if usable.any() else logs[after] - logs[before]
    moved = moved.reshape(-1, 3)
    return np.median(moved[:, 1:2] - moved[:, ::2], 0)


@lru_cache(maxsize=1)
def _logs() -> np.ndarray:
    """Logarithm of the linear value of each code, (256,) float32."""
    return np.log(np.maximum(color.srgb_decode(np.arange(256) / 255.0), 1e-4)).astype(np.float32)


def histograms(codes: np.ndarray) -> np.ndarray:
    """Of log-chroma, (3, SIDE, SIDE) float32: of all pixels, of them by their light, of the edges; roots of shares."""
    shrink = LARGEST / max(codes.shape[:2])
    if shrink < 1:
        codes = cv2.resize(codes, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    linear = color.srgb_decode(codes / np.float32(255)).astype(np.float32)
    pixels, edges = linear.reshape(-1, 3), np.abs(linear - cv2.blur(linear, (3, 3))).reshape(-1, 3)
    usable = (pixels.max(1) < LIGHTEST) & (pixels.min(1) > DARKEST)
    pixels, edges = pixels[usable], edges[usable]
    return np.stack(
        [_histogram(pixels), _histogram(pixels, pixels @ LUMA), _histogram(edges[edges.min(1) > DARKEST / 2])]
    )


def _histogram(pixels: np.ndarray, weights: np.ndarray | None = None) -> np.ndarray:
    log = np.log(pixels)
    at = log[:, 1:2] - log[:, ::2]
    inside = (np.abs(at) < REACH).all(1)
    row, column = (np.rint(at[inside] / BIN).astype(np.int64) % SIDE).T
    weights = None if weights is None else weights[inside]
    counts = np.bincount(row * SIDE + column, weights, minlength=SIDE * SIDE).reshape(SIDE, SIDE)
    return np.sqrt(counts / max(float(counts.sum()), 1e-6)).astype(np.float32)


@lru_cache(maxsize=1)
def shipped() -> Weights:
    """The weights of the package."""
    with resources.files(__package__).joinpath(FILE).open("rb") as file, np.load(file) as weights:
        return weights["filters"].astype(np.float32), weights["prior"].astype(np.float32)
