"""Crop to a ratio around what matters, straighten by lines that were found, turn by an angle below 45°."""

import math
from typing import Any

import cv2
import numpy as np

from editor_ops.measure import srgb_codes
from editor_ops.ops.geometry import crop_settings, largest_inside
from jarvisevo.rules.intent import Place, Want, quarters
from jarvisevo.rules.regions import Regions

CLOSER = {"little": 0.9, "plain": 0.8, "lot": 0.65}
"""Side of a crop that was asked for without a ratio, of the photo's."""
LEAST_TILT, MOST_TILT = 0.35, 9.0
"""Degrees: what is less is level already, what is more is meant."""
LINES = 0.9
"""Length of agreeing lines, in long edges, that say where level is."""
OBLIQUE = (
    "{words}: left out; a photo can be turned by up to 45°, and by quarter turns",
    "{words}：没有处理；照片可以旋转 45° 以内的角度，或者 90° 的整数倍",
)
SLIGHT = 1.5
"""Degrees of a turn "a little", which can be no quarter turn."""
NO_HORIZON = (
    "no horizon or vertical line was found, so nothing was straightened",
    "没有找到地平线或垂直线，因此没有校正",
)
LEVEL = ("the horizon is level already, so nothing was straightened", "地平线已经水平，因此没有校正")
Crop = dict[str, Any]


def carry_out(regions: Regions, wants: tuple[Want, ...]) -> tuple[Crop, list[str]]:
    """The crop that geometric wants ask for, {} when none does, and what could not be done, for the user."""
    photo, chinese = regions.desk.photo, regions.chinese
    height, width = photo.original_size
    angle, remarks = 0.0, []
    for want in wants:
        amount, unit = want.amount or (0.0, "")
        if want.what == "rotate" and quarters(want) is None:
            if not unit and want.degree == "little":
                amount, unit = (-SLIGHT if want.direction == "-" else SLIGHT), "deg"
            if unit != "deg" or abs(amount) > 45:
                remarks.append(OBLIQUE[chinese].format(words=want.words))
                continue
            angle -= amount  # amounts are clockwise, a crop that turns clockwise turns its picture the other way
        elif want.what == "straighten":
            if unit == "deg" and abs(amount) <= 45:
                angle -= amount
                continue
            tilt = _tilt(srgb_codes(photo, 640 * 640))
            if tilt is None:
                remarks.append(NO_HORIZON[chinese])
            elif abs(tilt) < LEAST_TILT:
                remarks.append(LEVEL[chinese])
            else:
                angle += tilt
    crops = [want for want in wants if want.what == "crop"]
    if not crops and not angle:
        return {}, remarks
    ratio = next(
        (w.amount[0] for w in crops if w.amount and w.amount[1] == "ratio" and w.amount[0] > 0), width / height
    )
    size = largest_inside(width, height, angle, ratio)
    if crops and not any(w.amount and w.amount[1] == "ratio" for w in crops):
        closer = CLOSER[crops[0].degree]
        if crops[0].amount and crops[0].amount[1] == "%" and 0 < crops[0].amount[0] < 90:
            closer = 1 - crops[0].amount[0] / 100
        size = size[0] * closer, size[1] * closer
    place = crops[0].where if crops else Place()
    x, y = _centre(regions, place, size, width, height, angle) if crops else (width / 2, height / 2)
    return crop_settings((x, y), size, angle, width, height), remarks


def _centre(
    regions: Regions, place: Place, size: tuple[float, float], width: int, height: int, angle: float
) -> tuple[float, float]:
    """Middle of the crop: where most of what matters is inside, faces above all, and the photo's middle otherwise."""
    if angle:
        return width / 2, height / 2
    weight = _matters(regions, place)
    rows, columns = weight.shape
    step_y, step_x = height / rows, width / columns
    tall, wide = size[1] / step_y, size[0] / step_x
    best = []
    for extent, length, profile in ((wide, columns, weight.sum(0)), (tall, rows, weight.sum(1))):
        free = length - extent
        sums = np.concatenate([[0.0], np.cumsum(profile)])
        starts = np.linspace(0, free, max(2, int(free) + 1)) if free > 0.5 else np.array([max(free / 2, 0.0)])
        held = np.interp(starts + extent, np.arange(length + 1), sums) - np.interp(starts, np.arange(length + 1), sums)
        middle = float((profile * (np.arange(length) + 0.5)).sum() / max(profile.sum(), 1e-6))
        off = np.abs(starts + extent / 2 - middle) / length
        best.append(float(starts[np.argmax(held / max(profile.sum(), 1e-6) - 0.3 * off)] + extent / 2))
    return best[0] * step_x, best[1] * step_y


def _matters(regions: Regions, place: Place) -> np.ndarray:
    """How much each part of the preview matters: the place that was named, faces, persons, the subject,
    and the middle.
    """
    rows, columns = regions.desk.first.l.shape
    y, x = np.mgrid[:rows, :columns].astype(np.float32)
    total = 0.02 * np.exp(-(((x / columns - 0.5) / 0.35) ** 2) - ((y / rows - 0.5) / 0.35) ** 2)
    named = None if place.everywhere or place.outside else regions.find(place)
    if named is not None:
        return total + 3 * named.weight
    for name, share in (("subject", 1.0), ("face", 4.0)):
        if name == "face" and not regions.land.persons.any():
            continue
        found = regions.find(Place(name))
        if found is not None:
            total = total + share * found.weight
    return total


def _tilt(codes: np.ndarray) -> float | None:
    """Degrees by which the photo leans clockwise, from long lines near level and upright; None without agreement."""
    grey = cv2.GaussianBlur(cv2.cvtColor(codes, cv2.COLOR_RGB2GRAY), (0, 0), 1.0)
    side = max(grey.shape)
    lines = cv2.HoughLinesP(cv2.Canny(grey, 40, 120), 1, np.pi / 720, 40, minLineLength=0.12 * side, maxLineGap=6)
    if lines is None:
        return None
    leans: list[tuple[float, float]] = []
    for x0, y0, x1, y1 in np.asarray(lines).reshape(-1, 4).tolist():
        degrees, length = math.degrees(math.atan2(y1 - y0, x1 - x0)), math.hypot(x1 - x0, y1 - y0) / side
        lean = (degrees + 45) % 90 - 45
        if abs(lean) <= MOST_TILT:
            level = abs((degrees + 90) % 180 - 90) < 45
            leans.append((lean, length * (1.5 if level else 1.0)))
    if not leans:
        return None
    angles, weights = np.array(leans).T
    grid = np.arange(-MOST_TILT, MOST_TILT + 0.05, 0.1)
    votes = np.array([(weights * np.exp(-(((angles - g) / 0.4) ** 2))).sum() for g in grid])
    best = float(grid[int(np.argmax(votes))])
    near = np.abs(angles - best) < 1.0
    if weights[near].sum() < LINES or weights[near].sum() < 0.4 * weights.sum():
        return None
    return float((angles[near] * weights[near]).sum() / weights[near].sum())
