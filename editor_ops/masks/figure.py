"""What a person wears and the limbs, told apart by the joints that the pose network sees; no face is needed.

Every pixel of a person goes to the nearest bone of the skeleton, a bone's reach being its usual thickness. Bare skin is
taken out of what is worn, by the colour of the face where there is one, else by what the scene parser sees.
"""

from contextlib import suppress
from dataclasses import dataclass

import cv2
import numpy as np

from editor_ops.masks import models, parts, people, refine, scene_parsing
from editor_ops.masks.people import Person
from editor_ops.masks.region import MaskError, Region

JOINTS, FIELDS = 33, 5
"""Joints of MediaPipe's pose network, and its numbers for each: x, y, z in pixels of the view, visibility, presence."""
SURE_POSE = 0.7
"""The network's flag from which there is a body in its view."""
CLOSE = 1.1
"""Shoulders this many heights of the face apart, or less, are no shoulders: of a person seen close they are made up."""
BUST = 4.5
"""Heights of the face below which only head and chest of a person are in the photo: a whole one has nine."""
VISIBLE = 0.5
"""Visibility of a joint from which its bone is believed."""
LEAST = 0.0008
"""Fraction of the frame that a part fills at least."""
EARS, SHOULDERS, HIPS = (7, 8), (11, 12), (23, 24)
ANKLES, ARM_JOINTS = (27, 28), range(13, 23)
BONES: dict[str, tuple[tuple[tuple[int, int], ...], float]] = {
    "torso": (((11, 12), (23, 24), (11, 23), (12, 24), (11, 24), (12, 23)), 0.45),
    "arm": (((11, 13), (12, 14), (13, 15), (14, 16)), 0.2),
    "hand": (((15, 17), (15, 19), (15, 21), (16, 18), (16, 20), (16, 22)), 0.16),
    "leg": (((23, 25), (24, 26), (25, 27), (26, 28)), 0.3),
    "foot": (((27, 29), (29, 31), (28, 30), (30, 32)), 0.16),
}
"""Bones between joints, and their thickness in the distance of the shoulders (or two thirds of the back's length)."""
HEAD, CROWN = 0.62, 0.6
"""Radius of the head, and how far its bone reaches beyond the ears, in the distance from between the ears to between
the shoulders."""
APART = 0.6
"""Distance of an ankle from every elbow and hand, in that of the shoulders, from which the legs are believed: hidden
ones are made up, out of the arms."""
REGIONS: dict[str, tuple[tuple[str, ...], bool]] = {
    "upper_clothes": (("torso", "arm"), True),
    "lower_clothes": (("leg",), True),
    "shoes": (("foot",), False),
    "hands": (("hand",), False),
    "arms": (("arm", "hand"), False),
    "legs": (("leg", "foot"), False),
}
"""Region -> the bones that it lies on, and whether bare skin is taken out of it."""


class CloseError(MaskError):
    """A person is seen so close that there is no body to be made out."""


@dataclass(frozen=True)
class Skeleton:
    """joints (33, 2) in pixels of the photo, visibility (33,) in 0-1."""

    joints: np.ndarray
    visibility: np.ndarray

    def middle(self, pair: tuple[int, int]) -> np.ndarray:
        """The point between two joints."""
        return (self.joints[pair[0]] + self.joints[pair[1]]) / 2

    @property
    def scale(self) -> float:
        """The distance of the shoulders seen from the front, in pixels."""
        across = np.linalg.norm(self.joints[SHOULDERS[0]] - self.joints[SHOULDERS[1]])
        return max(float(across), 0.67 * float(np.linalg.norm(self.middle(SHOULDERS) - self.middle(HIPS))), 1.0)

    def seen(self, name: str) -> list[tuple[int, int]]:
        """The bones of a kind that are believed; the torso's always are."""
        pairs = BONES[name][0]
        if name == "torso":
            return list(pairs)
        if name in ("leg", "foot") and self._made_up():
            return []
        return [(a, b) for a, b in pairs if min(self.visibility[[a, b]]) >= VISIBLE]

    def _made_up(self) -> bool:
        """Whether a leg lies on an arm."""
        ankles, arms = self.joints[list(ANKLES)], self.joints[list(ARM_JOINTS)]
        return float(np.linalg.norm(arms[:, None] - ankles, axis=2).min()) < APART * self.scale


def find(rgb: np.ndarray, region: Region) -> np.ndarray:
    """A part of REGIONS of the persons that the region means, (h, w) float32. MaskError where none is to be seen."""
    name = region.name.replace("_", " ")
    bones, worn = REGIONS[region.name]
    weights, reasons = [], []
    for shape in people.chosen(rgb, region):
        for person in people.split(shape)[: people.MOST_POSED]:
            try:
                weights.append(_part(rgb, person, bones, worn))
            except MaskError as error:
                reasons.append(str(error))
    if not weights:
        raise MaskError(f"{name}: {reasons[0]}")
    weight = np.clip(np.max(weights, axis=0), 0, 1).astype(np.float32)
    if float((weight > 0.5).mean()) < LEAST:
        raise MaskError(f"{name}: nothing of the person is left")
    return weight


def clothes(rgb: np.ndarray, region: Region) -> np.ndarray:
    """All that the persons wear whom a region means, (h, w): by the faces; of a figure without one, by the scene
    parser (who stands with his back to us close beside a face has no clothes). MaskError where nothing is found.
    """
    persons = people.chosen(rgb, region)
    weights, reason = [], None
    if any(person.faces for person in persons):
        try:
            weights.append(parts.find(rgb, region))
        except MaskError as error:
            reason = error
    weights += [_seen_worn(rgb, person) for person in persons if not person.faces or reason]
    weight = np.clip(np.max(weights, axis=0), 0, 1).astype(np.float32)
    if float((weight > 0.5).mean()) < LEAST:
        raise reason or MaskError("clothes: no face found, and nothing that is worn")
    return weight


def _seen_worn(rgb: np.ndarray, person: Person) -> np.ndarray:
    """Where the scene parser sees clothes on a person, (h, w)."""
    worn = scene_parsing.chance_of(rgb, "clothes")
    others = np.max([scene_parsing.chance_of(rgb, name) for name in ("skin", "hair", "hat", "animal")], axis=0)
    share = refine.to_size(worn / np.maximum(worn + others, 1e-3), *rgb.shape[:2])
    return person.weight * parts.ramp(refine.guided(rgb, share, 0.008, 2e-4), 0.35, 0.65)


def skeleton(rgb: np.ndarray, person: Person) -> Skeleton:
    """The joints of one person. MaskError where the network sees no body."""
    if not (person.weight > 0.5).any():
        raise MaskError("the person is too small")
    box = people.box_of(person.weight > 0.5)
    image, back = people.pose_view(rgb, box)
    found, flag = models.run(people.POSE, image, ("Identity", "Identity_1"))
    if float(flag.reshape(-1)[0]) < SURE_POSE:
        bust = any(box[3] - box[1] < BUST * face.height for face in person.faces)
        raise (CloseError if bust else MaskError)("the pose is not to be made out")
    rows = found.reshape(-1, FIELDS)[:JOINTS]
    seen = 1 / (1 + np.exp(-np.clip(rows[:, 3], -30, 30)))
    body = Skeleton(rows[:, :2] @ back[:, :2].T + back[:, 2], seen)
    if any(body.scale < CLOSE * face.height for face in person.faces):
        raise CloseError("too little of the body is to be seen")
    return body


def _part(rgb: np.ndarray, person: Person, bones: tuple[str, ...], worn: bool) -> np.ndarray:
    """The pixels of a person that lie on these bones, without bare skin where they are what is `worn` there."""
    try:
        body = skeleton(rgb, person)
    except CloseError:
        if "torso" in bones:  # a bust: what is worn there is worn above
            return parts.clothes(rgb, person, person.faces[0])
        raise
    if not any(body.seen(name) for name in bones):
        raise MaskError(f"no {bones[0]} is to be seen")
    weight = person.weight * _nearest(body, person, bones)
    return weight * (1 - _skin(rgb, person)) if worn else weight


def _nearest(body: Skeleton, person: Person, wanted: tuple[str, ...]) -> np.ndarray:
    """1 where the nearest bone is a wanted one, soft over some pixels: (h, w) float32."""
    h, w = person.weight.shape
    away = {
        name: _away(body.joints, body.seen(name), h, w) / (reach * body.scale) for name, (_, reach) in BONES.items()
    }
    away["torso"][_trunk(body, h, w)] = 0
    away["head"] = _from_head(body, person)
    ours = np.min([away[name] for name in wanted], axis=0)
    others = np.min([value for name, value in away.items() if name not in wanted], axis=0)
    soft = max(1.0, 0.02 * body.scale)
    return cv2.GaussianBlur((ours < others).astype(np.float32), (0, 0), soft)


def _from_head(body: Skeleton, person: Person) -> np.ndarray:
    """Distance to the head in its radii, nothing within it: (h, w)."""
    ears = body.middle(EARS)
    up = ears - body.middle(SHOULDERS)
    length = float(np.linalg.norm(up))
    if person.faces:  # its own axis is surer
        face = max(person.faces, key=lambda found: found.height)
        ears, length = face.centre, 1.2 * face.height
        up = length * face.up
    ends = np.stack([ears, ears + CROWN * up])
    away = _away(ends, [(0, 1)], *person.weight.shape) / max(HEAD * length, 1.0)
    return np.where(away < 1, 0, away)


def _away(joints: np.ndarray, pairs: list[tuple[int, int]], h: int, w: int) -> np.ndarray:
    """Distance in pixels to the nearest of some bones, (h, w); infinite where there is none in the frame."""
    lines = np.ones((h, w), np.uint8)
    for a, b in pairs:
        ends = [tuple(int(v) for v in np.clip(np.rint(joints[i]), -4 * max(h, w), 4 * max(h, w))) for i in (a, b)]
        cv2.line(lines, ends[0], ends[1], 0, 1)
    if lines.all():
        return np.full((h, w), np.inf, np.float32)
    return cv2.distanceTransform(lines, cv2.DIST_L2, cv2.DIST_MASK_PRECISE)


def _trunk(body: Skeleton, h: int, w: int) -> np.ndarray:
    corners = body.joints[[SHOULDERS[0], SHOULDERS[1], HIPS[1], HIPS[0]]]
    inside = np.zeros((h, w), np.uint8)
    cv2.fillConvexPoly(inside, cv2.convexHull(np.rint(corners).astype(np.int32)), 1)
    return inside > 0


def _skin(rgb: np.ndarray, person: Person) -> np.ndarray:
    """How surely every pixel is bare skin, (h, w): where the scene parser may see it, and it has the face's colour."""
    skin, worn = (scene_parsing.chance_of(rgb, name) for name in ("skin", "clothes"))
    share = refine.to_size(skin / np.maximum(skin + worn, 1e-3), *rgb.shape[:2])
    if person.faces:
        with suppress(MaskError):  # too little of the face
            like = 1 - parts.ramp(parts.skin_distance(rgb, person.faces[0]), parts.SKIN_NEAR, parts.SKIN_FAR)
            return np.minimum(like, parts.ramp(share, 0.15, 0.4))
    return parts.ramp(refine.guided(rgb, share, 0.008, 2e-4), 0.4, 0.7)
