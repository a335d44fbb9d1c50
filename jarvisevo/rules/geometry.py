"""Crop to a ratio around what matters or without something, straighten by lines that were found, turn by an angle
below 45°.
"""

import math
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

from editor_ops.measure import srgb_codes
from editor_ops.ops.geometry import crop_settings, crop_sides, largest_inside
from editor_ops.settings import Settings
from jarvisevo.rules.intent import Place, Want, quarters
from jarvisevo.rules.places import Box
from jarvisevo.rules.regions import Regions

CLOSER = {"little": 0.9, "plain": 0.8, "lot": 0.65}
"""Side of a crop that was asked for without a ratio, of the photo's."""
TAKEN = {"little": 0.07, "plain": 0.15, "lot": 0.3}
"""Share of a side that a crop takes away where none is said."""
OFF = ("left", "top", "right", "bottom")
LEAST_LEFT = 0.4
"""Share of the photo that stays at least where a thing is cropped away."""
CLEAR = 0.005
"""Between a crop and the thing that it takes away, of the photo's sides."""
SAME_SHAPE = 0.01
"""Between two ratios of the sides that are the same to the eye."""
SAME_RATIO = 0.004
"""The same for a crop that was cut to a ratio."""
RATIOS = (1.0, 5 / 4, 4 / 3, 7 / 5, 3 / 2, 16 / 10, 16 / 9, 1.85, 2.0, 21 / 9, 2.35, 2.39, 3.0)
"""Ratios that people crop to, lying; the same standing."""
LEAST_SIDE = 0.1
"""Of a side of the photo, that cuts from both ends leave at least."""
NOTHING_LEFT = ("the cuts leave next to nothing of the photo, so none was made", "这样裁几乎什么都不剩，因此没有裁剪")
IN_THE_MIDDLE = (
    "{words}: left in; no crop leaves it out and keeps two fifths of the photo",
    "{words}：没有裁掉；裁掉它，照片就剩下不到五分之二",
)
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
    "straighten: no horizon or vertical line was found, so nothing was straightened",
    "校正：没有找到地平线或垂直线，因此没有校正",
)
LEVEL = ("straighten: the horizon is level already, so nothing was done", "校正：地平线已经水平，因此没有处理")
WHOLE = ("crop: the photo has that shape already, so nothing was cropped", "裁剪：照片已经是这个比例，因此没有裁剪")
Crop = dict[str, Any]
NOTHING = Settings()


@dataclass(frozen=True)
class _StandingCrop:
    """What a crop is taken from: middle and sides in pixels of the photo, turned by an angle as CropAngle counts."""

    middle: tuple[float, float]
    size: tuple[float, float]
    angle: float = 0.0

    @property
    def ratio(self) -> float:
        """Width over height."""
        return self.size[0] / self.size[1]

    def part(self, middle: tuple[float, float], size: tuple[float, float], width: int, height: int) -> Crop:
        """The settings of a crop by its middle, in pixels from this frame's own, and its sides."""
        turn, (x, y) = math.radians(self.angle), middle
        x, y = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
        return crop_settings((self.middle[0] + x, self.middle[1] + y), size, self.angle, width, height)

    def inside(self, plane: np.ndarray, width: int, height: int) -> np.ndarray:
        """The part of a map of the photo of width × height that lies in this frame, turned ones apart."""
        if self.angle:
            return plane
        rows, columns = plane.shape
        ends = [
            (round((at - side / 2) / full * count), round((at + side / 2) / full * count))
            for at, side, full, count in zip(self.middle, self.size, (width, height), (columns, rows), strict=True)
        ]
        (left, right), (top, bottom) = ends
        return plane[top : max(bottom, top + 1), left : max(right, left + 1)]


def carry_out(regions: Regions, wants: tuple[Want, ...], stands: Settings = NOTHING) -> tuple[Crop, list[str]]:
    """The crop that geometric wants ask for, {} when none does, and what could not be done, for the user.

    stands  the settings before: a crop goes on from the one that stands; another ratio takes the place of one that was
            cut as large as it goes
    """
    height, width = regions.desk.photo.original_size
    angle, remarks = _turned(regions, wants)
    cropping = [want for want in wants if want.what == "crop"]
    ratio = next((w.amount[0] for w in cropping if w.amount and w.amount[1] == "ratio" and w.amount[0] > 0), 0.0)
    frame = _frame(stands, width, height)
    largest = _largest(frame, width, height) if ratio or angle else None
    if largest:
        frame, ratio = largest, ratio or (frame.ratio if stands["HasCrop"] else 0.0)
    if angle and angle != frame.angle:
        size = largest_inside(*frame.size, angle - frame.angle, frame.ratio)
        frame = replace(frame, size=size, angle=angle)
    crops, (left, top, right, bottom) = _taken_away(regions, cropping, frame, remarks)
    cut = (left, top, right, bottom) != (0, 0, 1, 1)
    if not (crops or angle or cut):
        return {}, remarks
    wide, tall = (right - left) * frame.size[0], (bottom - top) * frame.size[1]
    size = (min(wide, ratio * tall), min(tall, wide / ratio)) if ratio else (wide, tall)
    if cut:
        middle = ((left + right - 1) / 2) * frame.size[0], ((top + bottom - 1) / 2) * frame.size[1]
        return frame.part(middle, size, width, height), remarks
    if ratio and largest:  # a turned photo holds a larger one than what is left of its own shape
        size = largest_inside(width, height, frame.angle, ratio)
    named = next((want for want in crops if not want.where.everywhere), crops[0] if crops else None)
    around = named is not None and not named.where.everywhere and abs(ratio / frame.ratio - 1) < SAME_SHAPE
    if crops and not any(w.amount and w.amount[1] == "ratio" for w in crops) or around:  # "a square around", of one
        closer = CLOSER[crops[0].degree]
        if crops[0].amount and crops[0].amount[1] == "%" and 0 < crops[0].amount[0] < 90:
            closer = 1 - crops[0].amount[0] / 100
        size = size[0] * closer, size[1] * closer
    middle = _centre(regions, named.where, size, frame) if named else (0.0, 0.0)
    return frame.part(middle, size, width, height), remarks


def _frame(stands: Settings, width: int, height: int) -> _StandingCrop:
    """The frame that a photo of width × height has by its settings."""
    if not stands["HasCrop"]:
        return _StandingCrop((width / 2, height / 2), (width, height))
    x, y = (stands["CropLeft"] + stands["CropRight"]) / 2, (stands["CropTop"] + stands["CropBottom"]) / 2
    return _StandingCrop((x * width, y * height), crop_sides(stands, width, height), stands["CropAngle"])


def _largest(frame: _StandingCrop, width: int, height: int) -> _StandingCrop | None:
    """The whole photo, turned as a frame is, where that is the largest of a common ratio, or of the photo's own; None
    where words took something off.
    """
    own = width / height
    common = any(abs(frame.ratio / ratio - 1) < SAME_RATIO for ratio in (own, *RATIOS, *(1 / r for r in RATIOS)))
    full = largest_inside(width, height, frame.angle, frame.ratio)
    if not common or frame.size[0] < (1 - SAME_RATIO) * full[0]:
        return None
    return _StandingCrop((width / 2, height / 2), largest_inside(width, height, frame.angle, own), frame.angle)


def stands(crop: Crop, start: Settings) -> bool:
    """Whether a crop leaves the frame as the settings have it."""
    sides = ("CropLeft", "CropTop", "CropRight", "CropBottom")
    stood = [start[name] if start["HasCrop"] else end for name, end in zip(sides, (0.0, 0.0, 1.0, 1.0), strict=True)]
    same = all(abs(crop[name] - at) < 5e-4 for name, at in zip(sides, stood, strict=True))
    return same and crop.get("CropAngle", 0.0) == (start["CropAngle"] if start["HasCrop"] else 0.0)


def _turned(regions: Regions, wants: tuple[Want, ...]) -> tuple[float, list[str]]:
    """Degrees by which the photo is to be turned, as CropAngle has them, and what could not be done."""
    angle, remarks, chinese = 0.0, [], regions.chinese
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
            tilt = _tilt(srgb_codes(regions.desk.photo, 640 * 640))
            if tilt is None:
                remarks.append(NO_HORIZON[chinese])
            elif abs(tilt) < LEAST_TILT:
                remarks.append(LEVEL[chinese])
            else:
                angle += tilt
    return angle, remarks


def _taken_away(
    regions: Regions, crops: list[Want], frame: _StandingCrop, remarks: list[str]
) -> tuple[list[Want], Box]:
    """The crops that take nothing away, and what the others leave of the frame, sides and things that they name."""
    height, width = regions.desk.photo.original_size
    kept = [0.0, 0.0, 1.0, 1.0]
    for want in crops:
        inside = replace(want.where, outside=False)
        if not want.where.outside or inside.everywhere:
            continue
        if inside.name in OFF:
            share = want.amount[0] / 100 if want.amount and want.amount[1] == "%" else TAKEN[want.degree]
            ends = {OFF.index(inside.name): share if inside.name in ("left", "top") else 1 - share}
        else:
            found = regions.find(inside)
            ends = (
                {}
                if found is None
                else _beside(frame.inside(found.weight, width, height) > 0.5, want.degree == "little")
            )
            if found is not None and not ends:
                remarks.append(IN_THE_MIDDLE[regions.chinese].format(words=inside.words or inside.name))
        for side, end in ends.items():
            kept[side] = max(kept[side], end) if side < 2 else min(kept[side], end)
    left, top, right, bottom = kept
    if right - left < LEAST_SIDE or bottom - top < LEAST_SIDE:
        remarks.append(NOTHING_LEFT[regions.chinese])
        left, top, right, bottom = 0, 0, 1, 1
    return [want for want in crops if not want.where.outside], (left, top, right, bottom)


def _beside(mask: np.ndarray, partly: bool) -> dict[int, float]:
    """The side of OFF, and where it comes to lie, that a crop moves in so that the most stays without what is masked
    (partly: without half of its extent); {} where too little stays.
    """
    rows, columns = (np.flatnonzero(mask.mean(axis) > 0.005) for axis in (1, 0))
    if not len(rows) or not len(columns):
        return {}
    (height, width), ends = mask.shape, (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)
    left, top, right, bottom = (end / size for end, size in zip(ends, (width, height) * 2, strict=True))
    half = (right - left) / 2 if partly else 0.0, (bottom - top) / 2 if partly else 0.0
    stays = {0: 1 - right + half[0], 1: 1 - bottom + half[1], 2: left + half[0], 3: top + half[1]}
    side = max(stays, key=stays.__getitem__)
    if stays[side] < LEAST_LEFT:
        return {}
    return {side: 1 - stays[side] + CLEAR if side < 2 else stays[side] - CLEAR}


def _centre(regions: Regions, place: Place, size: tuple[float, float], frame: _StandingCrop) -> tuple[float, float]:
    """Middle of the crop, in pixels from that of the frame: where most of what matters is inside, faces above all, and
    the frame's own otherwise.
    """
    if frame.angle:
        return 0.0, 0.0
    height, width = regions.desk.photo.original_size
    weight = frame.inside(_matters(regions, place), width, height)
    rows, columns = weight.shape
    step_y, step_x = frame.size[1] / rows, frame.size[0] / columns
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
    return (best[0] - columns / 2) * step_x, (best[1] - rows / 2) * step_y


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
