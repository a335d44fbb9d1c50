"""Which of several things is meant, by where it is: "the man on the left", "the trees on the right"."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from editor_ops.masks import detector
from editor_ops.masks.found import image
from jarvisevo.rules import things
from jarvisevo.rules.found_region import FoundRegion, RegionFinder
from jarvisevo.rules.intent import Place
from jarvisevo.rules.places import Box, Mask, inside, less, meant, named, part, plural, rectangle, spread

TOWARDS = {"left": (-1.0, 0.0), "right": (1.0, 0.0), "top": (0.0, -1.0), "bottom": (0.0, 1.0)}
TOWARDS |= {
    f"{end} {side}": (0.7 * TOWARDS[side][0], 0.7 * TOWARDS[end][1])
    for end in ("top", "bottom")
    for side in ("left", "right")
}
"""Which way a side lies, (x, y)."""
SIZABLE = 0.2
"""Weight of one of several pieces of a place, of the largest one's, at least."""
BEYOND = 0.08
"""How far behind the middle of the photo the middle of a thing lies that is on the other side, in fractions of it."""
WIDE = 0.55
"""Share of the frame, across, from which one piece reaches over both sides, and the side of it is meant."""
MOSTLY = 0.6
"""Share of a map that lies in the one box of a detector, from which it is one thing, in pieces or not."""
HELD, SEVERAL = 0.7, 1.7
"""Share of a box inside another one, and how much larger that is, from which it holds that thing and another."""
MARGIN = 0.02
"""Of a box, around it, in fractions of the photo."""
NEAR = 0.12
"""How far behind the outermost of several things, in fractions of the photo, one is still among them."""


def narrowed(regions: RegionFinder, place: Place, there: FoundRegion) -> FoundRegion | None:
    """What of a place lies on the side that is said; all of one thing that does not reach over to the other side.

    None where all that was found lies on the other side: the one that is meant was not.
    """
    boxes = _boxes(regions, place, there)
    if len(boxes) == 1 and place.side in TOWARDS and _over(boxes[0], place.side) > WIDE:
        return _half(regions, there, place.side)
    reach = [_towards(box, place.side) for box in boxes]
    if place.side in TOWARDS and max(reach, default=0.0) < -BEYOND:
        return None
    among = NEAR if plural(place.words or place.name) else 0.0
    chosen = [box for box, far in zip(boxes, reach, strict=True) if far >= max(reach) - among]
    if len(chosen) == len(boxes):
        return there
    found = within(regions, there, chosen)
    others = [box for box in boxes if box not in chosen and any(_holds(each, box) for each in chosen)]
    apart = less(list(found.masks), _rectangles(others, there.title), there.title) if others else None
    return (regions.made(there.name, there.title, apart) if apart else None) or found


def _holds(outer: Box, box: Box) -> bool:
    """Whether a box around several things holds one of them, and more beside it."""
    left, top, right, bottom = (f(a, b) for f, a, b in zip((max, max, min, min), outer, box, strict=True))
    both = max(right - left, 0.0) * max(bottom - top, 0.0)
    areas = [(b[2] - b[0]) * (b[3] - b[1]) for b in (outer, box)]
    return both > HELD * areas[1] and areas[0] > SEVERAL * areas[1]


def _over(box: Box, side: str) -> float:
    """How far a box reaches over, from a side to the other."""
    left, top, right, bottom = box
    return bottom - top if side in ("top", "bottom") else right - left


def _boxes(regions: RegionFinder, place: Place, there: FoundRegion) -> list[Box]:
    """Boxes around the single things of a place: of a detector where it knows them, else of the pieces of its map."""
    photo = regions.desk.photo
    if named(place.name) == "person":
        found = [thing.box for thing in detector.find(image(photo)) if thing.name == "person"]
    else:
        found = things.find(photo, meant(place.name, place.words))
    held = [float(there.weight[part(box, there.weight.shape)].sum()) for box in found]
    most = max(held, default=0.0)
    if len(found) == 1 and most > MOSTLY * float(there.weight.sum()):
        return found
    found = [box for box, weight in zip(found, held, strict=True) if 0 < SIZABLE * most <= weight]
    return found if len(found) > 1 else _pieces(there.weight)


def _pieces(weight: np.ndarray) -> list[Box]:
    """Boxes around the sizable pieces of a map (h, w)."""
    height, width = weight.shape
    number, _, stats, _ = cv2.connectedComponentsWithStats((weight > 0.5).astype(np.uint8))
    areas = stats[1:, cv2.CC_STAT_AREA]
    out = []
    for i in range(1, number):
        left, top, across, down, area = (int(v) for v in stats[i])
        if area >= SIZABLE * areas.max():
            out.append((left / width, top / height, (left + across) / width, (top + down) / height))
    return out


def _towards(box: Box, side: str) -> float:
    """How far a box's middle lies on a side, in fractions of the photo."""
    x, y = (box[0] + box[2]) / 2 - 0.5, (box[1] + box[3]) / 2 - 0.5
    if side not in TOWARDS:
        return -float(np.hypot(x, y))
    across, down = TOWARDS[side]
    return across * x + down * y


def within(regions: RegionFinder, there: FoundRegion, boxes: list[Box]) -> FoundRegion:
    """What of a region lies in boxes."""
    return _cut(regions, there, inside(_together(_rectangles(boxes, there.title), there.title)))


def _rectangles(boxes: Sequence[Box], title: str) -> list[Mask]:
    """Masks of boxes, with a margin around them."""
    return [
        rectangle(
            (max(left - MARGIN, 0), max(top - MARGIN, 0), min(right + MARGIN, 1), min(bottom + MARGIN, 1)),
            title,
            Feather=10.0,
        )
        for left, top, right, bottom in boxes
    ]


def _half(regions: RegionFinder, there: FoundRegion, side: str) -> FoundRegion:
    across, down = TOWARDS[side]
    zero, full = (0.5 - 0.06 * across, 0.5 - 0.06 * down), (0.5 + 0.06 * across, 0.5 + 0.06 * down)
    return _cut(regions, there, inside(spread(zero, full, there.title)))


def _cut(regions: RegionFinder, there: FoundRegion, mask: Mask) -> FoundRegion:
    found = regions.made(there.name, there.title, [_together(there.masks, there.title), mask])
    return replace(found, box=there.box) if found else there


def _together(masks: Sequence[Mask], title: str) -> Mask:
    """Masks as one."""
    if len(masks) == 1:
        return masks[0]
    return {"What": "Mask/Aggregate", "MaskName": title, "Masks": [*masks]}
