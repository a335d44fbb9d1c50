"""Frames: a photo that was held askew is straightened, and a crop brings a photo to a ratio, nearer, or rid of a side.

The tilt is made by turning a photo that stands level, so that its size and side are known.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from data_pipeline.language.observe import Difference
from data_pipeline.samples import RegionBox
from editor_ops.ops.geometry import crop_settings, largest_inside
from editor_ops.settings import Settings

TILT = (1.5, 3.0, 9.0)
"""Least, usual and most degrees that a photo is held askew."""
LEVEL, EDGES = 1.5, 3.0
"""Degrees around level and upright in which a level photo has this many times as much of its edges as by chance."""
RATIOS: Mapping[str, float] = {
    "1x1": 1,
    "4x5": 4 / 5,
    "5x4": 5 / 4,
    "4x3": 4 / 3,
    "3x2": 3 / 2,
    "16x9": 16 / 9,
    "9x16": 9 / 16,
}
NEW_RATIO = 0.12
"""Least relative difference to the photo's own ratio that a crop to another is asked for."""
CLOSER = (0.5, 0.8)
"""Share of each side that a closer crop keeps."""
TRIMMED = (0.12, 0.3)
"""Share of a side that is trimmed off."""
PLAIN, LOT = 1.0, 2.0
"""Sizes of differences, in steps of a plain request."""


@dataclass(frozen=True)
class Framing:
    """A photo to be framed anew, and how.

    source      (H, W, 3) uint8 sRGB
    settings    the crop alone
    difference  what it does: "straighten", "crop:RATIO", "crop:closer" or "crop:SIDE"
    """

    source: np.ndarray
    settings: Settings
    difference: Difference


Way = Callable[[np.ndarray, Sequence[RegionBox], random.Random], Framing]


def sample(pixels: np.ndarray, regions: Sequence[RegionBox], rng: random.Random) -> Framing:
    """A framing for a photo, (H, W, 3) uint8 sRGB; crops keep what `regions` names.

    Only what is seen to stand level can be seen to lean.
    """
    ways = WAYS if stands_level(pixels) else {way: weight for way, weight in WAYS.items() if way is not tilted}
    return rng.choices(list(ways), list(ways.values()))[0](pixels, regions, rng)


def stands_level(pixels: np.ndarray) -> bool:
    """True for a photo with clear level or upright edges."""
    return level_share(pixels) > EDGES * 2 * LEVEL / 90


def level_share(pixels: np.ndarray) -> float:
    """Share of a photo's edges, by their strength, that lie level or upright."""
    grey = cv2.GaussianBlur(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.float32), (0, 0), 1.5)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    strength = across**2 + down**2
    off = np.abs((np.degrees(np.arctan2(down, across)) + 45) % 90 - 45)
    return float(strength[off < LEVEL].sum() / max(strength.sum(), 1e-6))


def tilted(pixels: np.ndarray, _: Sequence[RegionBox], rng: random.Random) -> Framing:
    """The photo turned as if the camera had been held askew, and straightened again."""
    least, usual, most = TILT
    angle = round(rng.choice((-1, 1)) * rng.triangular(least, most, usual), 1)
    height, width = pixels.shape[:2]
    filled = width / largest_inside(width, height, angle, width / height)[0]
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -angle, filled)
    source = cv2.warpAffine(pixels, turn, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
    size = largest_inside(width, height, angle, width / height)
    size_told = (0.6 if abs(angle) < usual else LOT if abs(angle) > 2 * usual else PLAIN) * (1 if angle > 0 else -1)
    settings = crop_settings((width / 2, height / 2), size, angle, width, height)
    return Framing(source, Settings.parse(settings), Difference("straighten", size_told))


def to_ratio(pixels: np.ndarray, regions: Sequence[RegionBox], rng: random.Random) -> Framing:
    """A crop to another ratio, as large as the photo holds it."""
    height, width = pixels.shape[:2]
    own = width / height
    name = rng.choice([n for n, ratio in RATIOS.items() if abs(ratio / own - 1) > NEW_RATIO])
    size = largest_inside(width, height, 0, RATIOS[name])
    return _cropped(pixels, _place(size, regions, width, height, rng), size, Difference(f"crop:{name}", PLAIN))


def closer(pixels: np.ndarray, regions: Sequence[RegionBox], rng: random.Random) -> Framing:
    """A crop of the photo's own ratio around what matters in it."""
    height, width = pixels.shape[:2]
    share = rng.uniform(*CLOSER)
    size = share * width, share * height
    told = Difference("crop:closer", LOT if share < 0.6 else PLAIN if share < 0.72 else 0.6)
    return _cropped(pixels, _place(size, regions, width, height, rng), size, told)


def trimmed(pixels: np.ndarray, regions: Sequence[RegionBox], rng: random.Random) -> Framing:
    """A strip cut off one side, where nothing that matters lies."""
    height, width = pixels.shape[:2]
    x1, y1, x2, y2 = _around(regions)
    free = {"left": x1, "right": 1 - x2, "top": y1, "bottom": 1 - y2}
    side = max(free, key=lambda name: (free[name] >= TRIMMED[0], rng.random()))
    cut = rng.uniform(*TRIMMED)
    wide, tall = (width * (1 - cut), float(height)) if side in ("left", "right") else (float(width), height * (1 - cut))
    x = wide / 2 if side == "right" else width - wide / 2
    y = tall / 2 if side == "bottom" else height - tall / 2
    told = Difference(f"crop:{side}", LOT if cut > 0.25 else PLAIN if cut > 0.16 else 0.6)
    return _cropped(pixels, (x, y), (wide, tall), told)


def _cropped(pixels: np.ndarray, centre: tuple[float, float], size: tuple[float, float], told: Difference) -> Framing:
    height, width = pixels.shape[:2]
    return Framing(pixels, Settings.parse(crop_settings(centre, size, 0.0, width, height)), told)


def _around(regions: Sequence[RegionBox]) -> tuple[float, float, float, float]:
    """The box around all regions but the sky; the middle of the photo when there are none."""
    boxes = [region.box for region in regions if region.name != "sky"] or [(0.35, 0.35, 0.65, 0.65)]
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def _place(
    size: tuple[float, float], regions: Sequence[RegionBox], width: int, height: int, rng: random.Random
) -> tuple[float, float]:
    """The middle of a crop in pixels: near the middle of what matters, and inside the photo."""
    x1, y1, x2, y2 = _around(regions)
    x, y = rng.gauss((x1 + x2) / 2, 0.03) * width, rng.gauss((y1 + y2) / 2, 0.03) * height
    return (min(max(x, size[0] / 2), width - size[0] / 2), min(max(y, size[1] / 2), height - size[1] / 2))


WAYS: Mapping[Way, float] = {tilted: 5, to_ratio: 3, closer: 2, trimmed: 1}
"""Ways with their weights."""
