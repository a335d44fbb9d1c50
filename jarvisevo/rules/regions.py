"""Where an act takes place: a `Place` of the intent becomes masks that were found in this photo, or is not found.

No mask is ever made up, and no other thing is taken instead: what cannot be found is None, and the solver says so.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from editor_ops.masks.region import MaskError
from jarvisevo.report.overlays import weigh
from jarvisevo.rules import by_colour, by_side, colours, scenery, things
from jarvisevo.rules.desk import PREVIEW, Desk
from jarvisevo.rules.found_region import FoundRegion
from jarvisevo.rules.intent import Intent, Place
from jarvisevo.rules.places import (
    FIELDS,
    PEOPLE,
    PERSON,
    PLACES,
    SKY,
    SUBJECTS,
    Box,
    Mask,
    box_of,
    complement,
    image_mask,
    inside,
    less,
    meant,
    named,
    outlined,
    part,
    plural,
    rectangle,
    rising,
    spread,
)

LEAST_PIXELS = 8.0
"""Weights of the preview that a region must add up to; less cannot be measured."""
MOSTLY, WHOLLY = 0.75, 0.99
"""Share of a face that lies in the map of persons, from which that map can be trusted, and up to which it is needed."""
MOST_SUBJECT = 0.7
"""Share of the frame that an animal fills at most."""
UNUSABLE = ("box {box}: {why}; nothing is done there", "区域 {box}：{why}，因此没有处理")
WHY = {
    "not four numbers x1 y1 x2 y2": "不是四个数字 x1 y1 x2 y2",
    "reaches outside the photo": "超出了照片范围",
    "has no area": "没有面积",
}


ALL_BUT = ("All but {}", "{}以外")
"""What a correction is called that acts everywhere but in a place."""
BOX = re.compile(r"<box>\s*([^<>]{0,120}?)\s*</box>", re.IGNORECASE)


def spares(title: str) -> bool:
    """Whether a correction of this name acts everywhere but in a place that was to stay."""
    before, after = ALL_BUT[0].split("{}")[0], ALL_BUT[1].split("{}")[1]
    return title.startswith(before) or re.sub(r" \d+$", "", title).endswith(after)


def boxes_of(instruction: str) -> list[str]:
    """What stands in the <box> tags of an instruction, in their order."""
    return BOX.findall(instruction[:4000])


class Regions:
    """Finds regions in the photo of a desk; every place is looked for once."""

    def __init__(self, desk: Desk, boxes: Sequence[str] = (), chinese: bool = False) -> None:
        self.desk, self.chinese = desk, chinese
        size = desk.photo.original_size[::-1]
        read = [box_of(text, size) for text in boxes]
        self.boxes: list[Box | None] = [box for box, _ in read]
        self.problems = [
            UNUSABLE[chinese].format(box=text.strip(), why=WHY[why] if chinese else why)
            for text, (_, why) in zip(boxes, read, strict=True)
            if why
        ]
        self._known: dict[tuple[object, ...], FoundRegion | None] = {}
        self._hints: dict[str, str] = {}
        self._land: scenery.Land | None = None

    def find(self, place: Place) -> FoundRegion | None:
        """The region of a place, None when it is not in this photo (or the place is the whole photo)."""
        if place.name == "all" and place.box < 0:
            return None
        name = meant(place.name, place.words)
        apart = (place.colour, place.side, plural(place.words)) if place.colour or place.side else ()
        key = (name, place.box, place.outside, *apart)
        if key not in self._known and place.outside:
            inside_of = self.find(replace(place, outside=False))
            self._known[key] = self.except_(inside_of) if inside_of else None
        elif key not in self._known:
            found = self._meant(name, place)
            found = by_side.narrowed(self, place, found) if found and place.side else found
            if found and self.chinese and found.title.isascii() and not place.words.isascii():
                found = replace(found, title=place.words)  # a thing that has its English name
            self._known[key] = found and replace(found, box=place.box, title=self._unique(found.title))
        return self._known[key]

    def know(self, intent: Intent) -> None:
        """What the whole of an intent tells of its places, before any of them is looked for.

        Less of a colour in a thing says that it has it, and so does more of it; where nothing stands out from the
        background, that is what lies behind the things which are named.
        """
        for want in intent.wants:
            if by_colour.tells_its_colour(want):
                self._hints[meant(want.where.name, want.where.words)] = want.what.removeprefix("color:")
        wheres = [want.where for want in intent.wants] + [keep.where for keep in intent.keep]
        if any(named(where.name) == "background" for where in wheres) and self.find(Place("background")) is None:
            self._known["background", -1, False] = self._behind(wheres)

    def _behind(self, wheres: Sequence[Place]) -> FoundRegion | None:
        before = [found for where in wheres if not where.outside and (found := self.find(where))]
        before = [found for found in before if found.name in (*SUBJECTS, "flowers")]
        behind = self.except_(before[0]) if before else None
        behind = self.without(behind, before[1:]) if behind else None
        return behind and replace(behind, name="background", title=self._title("background"), outside=False)

    def title(self, place: Place) -> str:
        """What people call a place, found or not: in their words where there are any."""
        name = named(meant(place.name, place.words))
        if place.words and not place.words.startswith("<box"):
            return place.words
        if name:
            return PLACES[name].chinese if self.chinese else PLACES[name].english
        return place.name

    def colour(self, name: str, within: FoundRegion | None = None) -> FoundRegion | None:
        """The pixels of a colour word, everywhere or in a region."""
        masks = scenery.of_colour(name, self.land, name, within.weight if within else None)
        if masks is None:
            return None
        if within is not None:
            if len(within.masks) == 1:
                masks = [*masks, inside(within.masks[0])]
            else:
                group = {"What": "Mask/Aggregate", "MaskName": within.title, "Masks": list(within.masks)}
                masks = [*masks, inside(group)]
        return self.made("colour", name.capitalize(), masks)

    def except_(self, region: FoundRegion) -> FoundRegion | None:
        """Everything but a region."""
        title = ALL_BUT[self.chinese].format(region.title if self.chinese else region.title.lower())
        found = self.made(region.name, title, complement(list(region.masks), region.title))
        return replace(found, outside=True, box=region.box) if found else None

    def without(self, region: FoundRegion, kept: Sequence[FoundRegion]) -> FoundRegion | None:
        """A region with others taken out of it; the same when they do not meet."""
        masks = list(region.masks)
        for other in kept:
            if float((np.minimum(region.weight, other.weight)).sum()) > 0.02 * float(region.weight.sum()):
                masks = less(masks, list(other.masks), other.title)
        if len(masks) == len(region.masks):
            return region
        made = self.made(region.name, region.title, masks)
        return replace(made, outside=region.outside, box=region.box) if made else None

    @property
    def land(self) -> scenery.Land:
        """What scenery.py needs to know, measured when first asked for."""
        if self._land is None:
            view = self.desk.first
            maps = [self._weight([image_mask(fields, "")]) for fields in (SKY[0], scenery.VEGETATION, PERSON[0])]
            blank = np.zeros(view.l.shape, np.float32)
            sky, plants, persons = (blank if m is None else m for m in maps)
            self._land = scenery.Land(self.desk.photo, view, sky, plants, persons)
        return self._land

    def made(self, name: str, title: str, masks: Sequence[Mask]) -> FoundRegion | None:
        """A region of these masks, None when one cannot be made or they cover too little to measure."""
        weight = self._weight(masks)
        return None if weight is None else FoundRegion(name, title, tuple(masks), weight)

    # ---- finding

    def _box(self, number: int) -> Box | None:
        return self.boxes[number] if 0 <= number < len(self.boxes) else None

    def _meant(self, name: str, place: Place) -> FoundRegion | None:
        """A place by its name, and by the colour that it is called by, its kind mostly has or is to have less of."""
        found = self._found(name, self._box(place.box))
        if place.box >= 0:
            return found
        if place.colour:
            return by_colour.narrowed(self, place, found)
        usual = things.usual_colour(place.words or place.name) or colours.canonical(self._hints.get(name, ""))
        return found or (by_colour.alone(self, place, usual) if usual else None)

    def _found(self, noun: str, box: Box | None) -> FoundRegion | None:
        name = named(noun) or ("area" if noun in ("all", "box") else "")
        if things.known(noun):
            thing = self._thing(noun, box) or self._meal(noun, box)
            if thing or not name or PLACES[name].kind not in ("animal", "thing"):
                return thing
        if not name:
            return self._boxed("object", box) if box else None
        title = self._title(name)
        if name in ("area", "object"):
            return self._boxed(name, box) if box else None
        for masks in self._choices(name, title, box):
            masks = self._within_person(masks) if name == "face" else masks
            if box:
                found = self.made(name, title, [*masks, inside(rectangle(box, title))])
            else:
                found = self.made(name, title, masks)
            if found and (box or self._plausible(name, noun, found)):
                return found
        if PLACES[name].kind == "animal" and (found := self._thing("animal", box)):
            return replace(found, name=name, title=title)  # one that the detector takes for another
        if noun.removesuffix("s").endswith(FIELDS) and (found := self._found("ground", box)):
            return replace(found, name=name, title=noun if self.chinese else noun.capitalize())
        return self._boxed("area", box) if box else None

    def _within_person(self, face: list[Mask]) -> list[Mask]:
        """A face whose soft edge reaches over a person's outline, onto a wall, ends there."""
        weight = self._weight(face)
        if weight is None:
            return face
        held = float(np.minimum(weight, self.land.persons).sum()) / float(weight.sum())
        return [*face, inside(image_mask(PERSON[0], "Person"))] if MOSTLY < held < WHOLLY else face

    def _title(self, name: str) -> str:
        return PLACES[name].chinese if self.chinese else PLACES[name].english.capitalize()

    def _unique(self, title: str) -> str:
        """Groups of the same name would replace each other: the second area is "Marked area 2"."""
        used = [region.title for region in self._known.values() if region]
        return next(t for t in (title, *(f"{title} {n}" for n in range(2, 99))) if t not in used)

    def _choices(self, name: str, title: str, box: Box | None) -> list[list[Mask]]:
        kind = PLACES[name].kind
        choices = [[image_mask(m, title, box) for m in choice] for choice in PLACES[name].masks]
        if name == "building" and self._subject_is_built(title):
            return [[image_mask({"MaskSubType": 1}, title)], *choices]
        if kind == "scenery":
            found = scenery.find(name, self.land, title)
            own = [found] if found else []
            return own + choices if name in ("grass", "flowers") else choices + own
        if kind == "drawn":
            return [self._drawn(name, title)]
        if name == "background" and self._weight([image_mask({"MaskSubType": 1}, title)]) is None:
            return [[image_mask(SKY[0], title)]]
        return choices

    def _plausible(self, name: str, noun: str, found: FoundRegion) -> bool:
        """Scenery is what the scene parser may see there; an animal a subject that is no person, thing or scenery."""
        if PLACES[name].kind != "animal":
            return scenery.likely(self.desk.photo, self.desk.first, name, noun, found.weight)
        if self._is_person(found) or found.share >= MOST_SUBJECT or things.lifeless(self.desk.photo, found.weight):
            return False
        return things.lives(self.desk.photo, noun, found.weight)

    def _subject_is_built(self, title: str) -> bool:
        """True where the subject is a building: no person, no car, and of upright edges."""
        subject = self.made("building", title, [image_mask({"MaskSubType": 1}, title)])
        if subject is None or self._is_person(subject) or things.lifeless(self.desk.photo, subject.weight):
            return False
        return scenery.built(self.land, subject.weight)

    def _thing(self, noun: str, box: Box | None) -> FoundRegion | None:
        """What the detector finds of that name, cut out; only what lies in the box, when there is one."""
        boxes = _in_box(things.find(self.desk.photo, noun), box)
        return self.cut_out(noun, boxes) if boxes else None

    def cut_out(self, noun: str, boxes: Sequence[Box]) -> FoundRegion | None:
        """Things in boxes, cut out; the subject where it is what lies in them."""
        title = noun if self.chinese else noun.capitalize()
        subject = self.made("thing", title, [image_mask({"MaskSubType": 1}, title)])
        if subject is not None and _within(subject.weight, boxes) > 0.7 and not self._is_person(subject):
            return self._without_persons(subject)
        cut = self.made("thing", title, [outlined(b, title) for b in boxes])
        cut = cut or self.made("thing", title, [rectangle(b, title) for b in boxes])
        return self._without_persons(cut) if cut else None

    def _meal(self, noun: str, box: Box | None) -> FoundRegion | None:
        """Food that the detector has no name for: the subject where it is one, else what may be food."""
        boxes = _in_box(things.meal(self.desk.photo, noun), box)
        if not boxes:
            return None
        title = noun if self.chinese else noun.capitalize()
        subject = self.made("thing", title, [image_mask({"MaskSubType": 1}, title)])
        if subject is not None and not self._is_person(subject):
            return self._without_persons(subject)
        cut = self.made("thing", title, [outlined(b, title) for b in boxes])
        return self._without_persons(cut) if cut else None

    def _without_persons(self, thing: FoundRegion) -> FoundRegion:
        """A thing without who stands before it or sits on it; what lies mostly in the map of a person is worn or held,
        and stays.
        """
        person = None if self._is_person(thing, 0.6) else self.find(Place("person"))
        return (person and self.without(thing, [person])) or thing

    def _is_person(self, region: FoundRegion, share: float = 0.3) -> bool:
        return float((self.land.persons * region.weight).sum()) > share * float(region.weight.sum())

    def _boxed(self, name: str, box: Box) -> FoundRegion | None:
        """A box: the thing in it when it is about one that can be cut out, else the soft rectangle itself."""
        title = self._title(name)
        thing = self.made(name, title, [outlined(box, title)]) if name == "object" else None
        return thing or self.made(name, title, [rectangle(box, title)])

    def _drawn(self, name: str, title: str) -> list[Mask]:
        if name == "foreground":
            return self._foreground(title)
        if name in ("center", "corners"):
            middle = rectangle((0.12, 0.12, 0.88, 0.88), title, Roundness=0.0, Feather=80.0)
            return [{**middle, "MaskInverted": name == "corners"}]
        zero, full = {
            "left": ((0.62, 0.5), (0.38, 0.5)),
            "right": ((0.38, 0.5), (0.62, 0.5)),
            "top": ((0.5, 0.62), (0.5, 0.38)),
            "bottom": ((0.5, 0.38), (0.5, 0.62)),
            "top left": ((0.5, 0.5), (0.3, 0.3)),
            "top right": ((0.5, 0.5), (0.7, 0.3)),
            "bottom left": ((0.5, 0.5), (0.3, 0.7)),
            "bottom right": ((0.5, 0.5), (0.7, 0.7)),
        }[name]
        return [spread(zero, full, title)]

    def _foreground(self, title: str) -> list[Mask]:
        """Under a sky: what is not sky, rising towards the camera. Else the subject, and what lies before it."""
        if self.land.sky.mean() > 0.08:
            horizon = min(self.land.horizon(), 0.7)
            gradient = rising(horizon, horizon + 0.6 * (1 - horizon), title)
            return [gradient, inside({**image_mask(SKY[0], title), "MaskInverted": True})]
        subject = [image_mask({"MaskSubType": 1}, title)]
        return (
            [*subject, rising(0.6, 0.95, title)] if self._weight(subject) is not None else [rising(0.45, 0.85, title)]
        )

    def _weight(self, masks: Sequence[Mask]) -> np.ndarray | None:
        """Weights of masks on the preview; None where one of them cannot be made,
        or all of them cover next to nothing.
        """
        try:
            weight, problems = weigh(self.desk.photo, {"CorrectionMasks": list(masks)}, self.desk.settings({}), PREVIEW)
        except MaskError:
            return None
        return None if weight is None or problems or weight.sum() < LEAST_PIXELS else weight


def _in_box(boxes: list[Box], box: Box | None) -> list[Box]:
    """The boxes whose middle lies in one that was drawn; all of them where none was."""
    if not box:
        return boxes
    return [b for b in boxes if box[0] <= (b[0] + b[2]) / 2 <= box[2] and box[1] <= (b[1] + b[3]) / 2 <= box[3]]


def _within(weight: np.ndarray, boxes: Sequence[Box]) -> float:
    """Share of a map's weight that lies in boxes."""
    inside_ = np.zeros(weight.shape, bool)
    for box in boxes:
        inside_[part(box, weight.shape)] = True
    return float(weight[inside_].sum() / max(float(weight.sum()), 1e-6))


__all__ = ["PEOPLE", "Regions"]
