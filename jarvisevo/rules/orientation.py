"""Quarter turns and mirroring of the whole photo, and what wants mean in the frame that they turn.

Everything else of an edit is planned in the photo as it lay before: crops and masks stay there. What a person calls
left is left in the picture that they see.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from editor_ops.formats.orientation import UPRIGHT
from editor_ops.masks import faces, sky
from editor_ops.measure import srgb_codes
from editor_ops.ops.geometry import composed, oriented, reversed_turn
from editor_ops.photo import Photo
from jarvisevo.rules.intent import Intent, Keep, Place, Want, quarters

CLOCKWISE, COUNTERCLOCKWISE = 6, 8
_QUARTERS = (1, CLOCKWISE, 3, COUNTERCLOCKWISE)
_FLIPS = {"horizontal": 2, "vertical": 4}
MIRRORED = (2, 4, 5, 7)
SIDE = 480
"""Long edge, in pixels, at which it is looked for what stands upright."""
CLEARLY = 0.12
"""Share of the frame's height by which the sky must lie higher one way than the other."""
UNSURE = (
    "nothing in the photo says which way is up, so it was turned clockwise",
    "照片里看不出哪边朝上，因此按顺时针旋转",
)
_SIDES = {
    "left": (0.0, 0.5),
    "right": (1.0, 0.5),
    "top": (0.5, 0.0),
    "bottom": (0.5, 1.0),
    "top left": (0.0, 0.0),
    "top right": (1.0, 0.0),
    "bottom left": (0.0, 1.0),
    "bottom right": (1.0, 1.0),
}


def turn_of(want: Want) -> int:
    """The EXIF orientation that a want turns by, 1 where it is about something else, a small angle among them."""
    if want.what == "flip":
        return _FLIPS[want.direction]
    return _QUARTERS[quarters(want) or 0] if want.what == "rotate" else 1


def decided(photo: Photo, wants: Sequence[Want], stands: int) -> tuple[tuple[Want, ...], bool]:
    """The wants with a direction for turns that name none -> (wants, whether one was only guessed).

    stands  the orientation that the photo is shown with
    """
    out, guessed = [], False
    for want in wants:
        if want.what == "rotate" and not want.direction:
            way = _way_up(oriented(srgb_codes(photo, SIDE * SIDE), stands))
            guessed |= way == 0
            back = way == COUNTERCLOCKWISE
            want = replace(want, direction="-" if back else "+", amount=(-90.0 if back else 90.0, "deg"))
        stands = composed(stands, turn_of(want))
        out.append(want)
    return tuple(out), guessed


def after(wants: Sequence[Want], stands: int) -> int:
    """The orientation that the photo is shown with once the wants are carried out."""
    for want in wants:
        stands = composed(stands, turn_of(want))
    return stands


def before_turn(intent: Intent, turn: int) -> Intent:
    """The intent about the photo before it is turned: sides, crops' ratios and small angles as they are there."""
    if turn == 1:
        return intent
    wants = tuple(_want(want, turn) for want in intent.wants)
    keep = tuple(Keep(k.what, _place(k.where, turn), k.words) for k in intent.keep)
    return replace(intent, wants=wants, keep=keep)


def box_before_turn(box: str, turn: int) -> str:
    """A box "x1 y1 x2 y2" on the picture that is seen -> the same in the photo before it is turned."""
    try:
        left, top, right, bottom = map(float, box.split())
    except ValueError:  # none, which is told where it is used
        return box
    move = UPRIGHT[reversed_turn(turn)]
    (x0, y0), (x1, y1) = move(left, top), move(right, bottom)
    return " ".join(f"{v:g}" for v in (min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))


def _want(want: Want, turn: int) -> Want:
    want = replace(want, where=_place(want.where, turn))
    number, unit = want.amount or (0.0, "")
    if want.what == "crop" and unit == "ratio" and turn >= 5 and number > 0:
        return replace(want, amount=(1 / number, unit))
    small = want.what == "straighten" or want.what == "rotate" and quarters(want) is None
    if small and turn in MIRRORED:
        direction = {"+": "-", "-": "+"}.get(want.direction, want.direction)
        return replace(want, direction=direction, amount=(-number, unit) if unit else None)
    return want


def _place(place: Place, turn: int) -> Place:
    if place.name not in _SIDES:
        return place
    point = UPRIGHT[reversed_turn(turn)](*_SIDES[place.name])
    return replace(place, name=next(name for name, at in _SIDES.items() if at == point))


def _way_up(rgb: np.ndarray) -> int:
    """How to turn a photo that lies on its side: by its faces, else by its sky; 0 where neither says."""
    ways = (CLOCKWISE, COUNTERCLOCKWISE)
    seen = [sum(face.score for face in faces.find(oriented(rgb, way)) if face.up[1] < -0.7) for way in ways]
    if seen[0] != seen[1]:
        return ways[int(seen[1] > seen[0])]
    heights = [_sky_height(oriented(rgb, way)) for way in ways]
    return ways[int(heights[1] > heights[0])] if abs(heights[0] - heights[1]) > CLEARLY else 0


def _sky_height(rgb: np.ndarray) -> float:
    """How high the sky lies: 1 at the top, 0 at the bottom, 0.5 where there is next to none."""
    weight = cv2.resize(sky.chance(rgb), (64, 64), interpolation=cv2.INTER_AREA)
    weight = np.where(weight > 0.5, weight, 0.0)
    if weight.mean() < 0.03:
        return 0.5
    return float(1 - (weight.mean(axis=1) * (np.arange(64) + 0.5) / 64).sum() / weight.mean(axis=1).sum())


__all__ = ["UNSURE", "after", "before_turn", "box_before_turn", "decided", "turn_of"]
