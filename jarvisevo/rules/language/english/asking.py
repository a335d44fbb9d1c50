"""What a finished clause with a verb of change asks for."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from jarvisevo.rules.intent import Place, Want, quarters
from jarvisevo.rules.language import meaning, wanting
from jarvisevo.rules.language.drafts import Draft
from jarvisevo.rules.language.english.clause import Clause, shape
from jarvisevo.rules.language.english.keeping import Keeping
from jarvisevo.rules.language.english.orientation import MIRRORED
from jarvisevo.rules.language.lexicon import Sense
from jarvisevo.rules.language.meaning import Hue, Phrase


def _apart(act: str, found: Phrase) -> bool:
    """True for a noun behind the object of an act that the act cannot be done to."""
    name = found.head.name if found.head is not None else ""
    if found.describes and found.words[:1] in (["a"], ["an"]):
        return True  # "warm highlights and a cool shadow"
    return name in wanting.EFFECTS if act != "warmth" else name not in meaning.ZONES


def becoming(part: Phrase) -> bool:
    """True for what stands without a verb of its own: "warmer", "less saturated", "no grain", "a moody look"."""
    if part.quant == "no" or part.looks and (part.head is None or part.of("tone")):
        return True
    compared = any(p.comparative for p in part.properties) or any(h.comparative for h in part.hues)
    if part.head is None:
        return compared or part.describes and part.quant in ("more", "less")
    if part.of("place"):
        return compared and part.words[0] in ("a", "an")
    return part.of("noun", "color", "tone") and (compared or part.quant in ("more", "less"))


def _named(where: Place, clause: Clause) -> bool:
    """True when a clause names a place itself; an "it" may stand for one."""
    said = clause.text.split()  # a token may be two words
    return where.everywhere or any(word in said for word in (where.words or where.zone).split())


def _thing(found: Phrase) -> bool:
    """True for something in the photo, which cannot be turned without the rest."""
    named = found.head is not None and found.head.name not in ("image", "all", *wanting.SIDES)
    return found.of("place") and named and "clockwise" not in found.text


def _bare_noun(parts: list[Phrase]) -> bool:
    """ "(less contrast, clarity) and grain": nothing is said of what ends the list."""
    return bool(parts) and all(p.of("noun") and not (p.describes or p.quant or p.amount) for p in parts)


class Asking:
    """Turns a finished clause into drafts: verbs that change something, and where."""

    def __init__(self, reader: Keeping, clause: Clause) -> None:
        self.reader, self.clause, self.drafts = reader, clause, reader.drafts

    def _spread(self) -> None:
        """What stands behind several joined parts belongs to all of them: "brightness and contrast a bit"."""
        clause = self.clause
        parts = clause.parts
        joints = [*clause.joined, *[""] * len(parts)]
        for at, ((one, other), joint) in enumerate(zip(pairwise(parts), joints[1:], strict=False)):
            own = other.degree and not joint.endswith("|d")  # "less contrast and saturation a bit": of both
            bare = not (other.properties or other.quant or own or other.amount or other.describes)
            listed = joint == "," and joints[at + 2].startswith("and") and _bare_noun(parts[at + 2 : at + 3])
            if one.of("noun") and other.of("noun") and (joint.startswith("and") or listed) and bare and not one.amount:
                other.properties, other.quant = list(one.properties), one.quant  # "less contrast and saturation"
            low = one.head is None and bool({"low", "lower", "reduced"} & set(one.text.split()))
            if low and other.of("noun") and bare:
                other.quant = "less"  # "lower contrast and saturation"
            named = one.head is None and one.properties and other.of("place") and other.describes
            if named and joint.startswith("and") and one.words[:1] in (["a"], ["an"], ["the"]):
                one.head, one.places = other.head, list(other.places)  # "a darker and bluer sky"
            coloured = other.of("tone") and other.head is not None and other.head.name == "color" and not other.hues
            if one.of("noun") and coloured and joint.startswith("and") and bare and one.quant in ("more", "less"):
                other.quant = one.quant  # "more contrast and colour"
            if not (one.of("color") and other.of("color")):
                continue
            if not (other.properties or other.quant or other.degree):
                other.properties, other.quant = list(one.properties), one.quant  # "less saturated reds and oranges"
            elif other.properties and not (one.properties or one.quant) and other.words[0].startswith(other.head.name):  # type: ignore[union-attr]
                one.properties = list(other.properties)  # "reds and oranges less saturated"
        if len(parts) > 1 and any(j.startswith("and") for j in clause.joined[1:]):
            last = parts[-1]
            if clause.joined[-1].endswith("|d") and not any(p.degree for p in parts[:-1]):
                for part in parts[:-1]:
                    part.degree = last.degree
            if last.amount and not any(p.amount for p in parts[:-1]):
                for part in parts[:-1]:
                    part.amount, part.absolute = last.amount, last.absolute
        for part in parts:
            part.degree = part.degree or clause.degree or None  # type: ignore[assignment]
            if part.amount is None and clause.amount and clause.amount[1] not in ("ratio", "deg"):
                part.amount, part.absolute = clause.amount, clause.absolute

    def _places(self, found: Phrase) -> list[Place]:
        """Where a part acts: its own places, else those of the clause, else everywhere (but …)."""
        clause = self.clause
        zones = [p for p in clause.places if p.zone]
        places = list(found.places) or [p for p in clause.places if not p.zone]
        if not places and clause.outside:
            places = [replace(p, outside=True) for p in clause.outside]
        if not places and zones:
            places = zones
        elif zones:
            places = [replace(p, zone=zones[0].zone) for p in places]
        whole = "all" in found.words or "all" in clause.text.split()  # "warm it all up"
        if not places and "its" in found.words and found.of("noun", "tone") and self.reader.last is not None:
            places = [self.reader.last]  # "the tower is dark, bring out its detail"
        meant = None if whole or self._spared(self.reader.last) else self.reader.last
        if "them" in found.words and self.reader.last is not None and not whole:
            meant = self.reader.last  # several things are not the photo: "I love the flowers, make them pop"
            self.drafts.keep[:] = [k for k in self.drafts.keep if k.what != "all" or k.where.name != meant.name]
        named = bool({"it", "them"} & set(found.words)) or found.words == ["that"]
        if not places and named and found.of("image") and meant is not None:
            places = [meant]
        if not places and not found.of("image"):
            places = list(self.reader.frame)
        if not places and found.of("image"):
            places = [Place(words=found.text)]
        return places or [Place()]

    def _spared(self, place: Place | None) -> bool:
        """ "Leave her face alone and make it warmer": "it" is no thing that was to stay as it is."""
        kept = [k.where for k in self.drafts.keep if k.what == "all"]
        return place is not None and any((k.name, k.outside) == (place.name, place.outside) for k in kept)

    def _add(self, wants: Iterator[Want], manner: str = "") -> None:
        clause = self.clause
        effect = clause.mood == "purpose" and clause.verb in ("emphasise", "enhance", "see", "raise", "fix")
        moods = {"purpose": "effect" if effect else "purpose", "reason": "complaint", "effect": "effect"}
        manner = manner or moods.get(clause.mood, "asked")
        for want in wants:
            if wanting.of_the_whole(want.what) and not _named(want.where, clause):
                want = replace(want, where=Place())  # "her teeth are yellow, make it summery"
            self.drafts.wants.append(Draft(replace(want, words=clause.text or want.words), manner))

    def _objects(self) -> list[Phrase]:
        clause = self.clause
        found = clause.parts or [
            replace(s, degree=s.degree or clause.degree or None, amount=s.amount or clause.amount)  # type: ignore[arg-type]
            for s in clause.subject  # "the contrast needs to be increased a bit"
        ]
        if not found:
            found = [Phrase(degree=clause.degree or None, amount=clause.amount, absolute=clause.absolute)]  # type: ignore[arg-type]
        return found

    def _out(self, name: str) -> None:
        mirrored = next((way for way, said in MIRRORED.items() if said in self.clause.text), "")
        if name == "flip" and mirrored:
            self._add(iter([Want("flip", mirrored)]))
        else:
            self.drafts.out.append(self.clause.text)

    def _act(self) -> None:
        clause, sense = self.clause, self.clause.sense
        assert sense is not None
        if sense.name == "focus":
            sense = Sense("act", "sharpness", 1)
            if clause.mood == "purpose" or self.drafts.wants and self.drafts.wants[-1].want.what in ("crop", "blur"):
                clause.mood = "effect"
        if sense.name in ("crop", "rotate", "straighten", "center", "tint", "auto", "black_and_white", "redden"):
            self._special(sense.name)
            return
        for at, found in enumerate(self._objects()):
            if at and found.of("noun") and _apart(sense.name, found):  # "warm shadows, a vignette"
                self._add(wanting.wanted(found, Place()))
                continue
            flaw = found.of("place") and found.head is not None and "flaw" in found.head.marks
            if flaw and not (
                sense.name in ("brightness", "sharpness", "contrast") and wanting.WRITTEN & set(found.words)
            ):
                self._out(sense.name)  # "smooth out the wrinkles in the shirt"
                continue
            for where in self._places(found):
                self._add(meaning.apply(sense.name, sense.sign or 1, wanting.plain(found), where))
        for found in clause.toward:
            self._add(wanting.wanted(found, Place()))
        self._extra()

    def _take_out(self) -> list[Phrase]:
        """The parts joined to a verb's objects that are none of them: "(sharpen it,) and a bit less saturated"."""
        clause = self.clause
        joints = [*clause.joined, *[""] * len(clause.parts)]
        out = [p for p, joint in zip(clause.parts, joints, strict=False) if joint.removesuffix("|d") and becoming(p)]
        manner = [p for p in clause.parts[1:] if p.head is None and not p.describes and p.quant in ("more", "less")]
        kept = [i for i, p in enumerate(clause.parts) if not any(p is other for other in out + manner)]
        clause.parts, clause.joined = [clause.parts[i] for i in kept], [joints[i] for i in kept]
        return out

    def _besides(self, parts: list[Phrase]) -> None:
        """What is to come, or not to, without a verb of its own."""
        for part in parts:
            if part.quant == "no":
                self.reader.refuse(part)
                continue
            for where in self._places(part):
                self._add(wanting.wanted(part, where))

    def _special(self, name: str) -> None:
        clause = self.clause
        objects = self._objects()
        where = next((p for o in objects for p in self._places(o) if not p.everywhere), Place())
        degree = clause.degree or next((o.degree for o in objects if o.degree), None) or "plain"
        if name == "tint":
            zones = [
                o.head.name for o in objects if o.of("noun") and o.head is not None and o.head.name in meaning.ZONES
            ]
            where = Place(zone=zones[0], words=zones[0]) if zones else where
            for found in objects + clause.toward:
                for hue in found.hues:
                    self._add(meaning.hue_in(hue, 1, found, where, True))
            return
        if name == "redden":
            self._add(iter([Want("color:red", "more", where=where)]))
            return
        what = "crop" if name == "center" else name
        amount = clause.amount if what != "auto" else None
        direction = ""
        if what == "rotate":
            left = any(word in clause.text for word in ("counter", "anti", "left"))
            if amount and amount[1] == "slider":
                amount = (amount[0], "deg")  # "rotate 180"
            if amount is None and "tilt" in clause.text:
                degree = "little"
            directed = amount is not None or degree == "little" or "clockwise" in clause.text or "right" in clause.text
            direction = "-" if left or amount is not None and amount[0] < 0 else "+" if directed else ""
            if quarters(Want(what, direction, degree, amount)) is not None and any(map(_thing, objects)):  # type: ignore[arg-type]
                self._out(name)  # "rotate the plate by 90 degrees"
                return
            amount = (-abs(amount[0]), amount[1]) if amount and direction == "-" else amount
            where = Place()
        if what == "crop":
            amount = shape(clause)
        places = [p for o in objects for p in self._places(o) if not p.everywhere] if what == "crop" else [where]
        said = [*clause.places, *(Place(w, words=w) for o in objects for p in o.places for w in p.words.split()[1:])]
        sides = [p for p in said if p.name in wanting.SIDES]
        if what == "crop" and sides and any(o.head is not None and "unknown" in o.head.marks for o in objects):
            places = sides  # "crop out the empty space on the right"
        for place in places or [where]:
            self._add(iter([Want(what, direction, degree, amount, False, place)]))  # type: ignore[arg-type]

    def _extra(self, there: list[Place] | None = None) -> None:
        """ "(darken it) with a rose hue"; `there`: where, when it is not said."""
        for found in self.clause.extra:
            found.places = found.places or list(there or ())
            for where in self._places(found):
                self._add(wanting.wanted(found, where))

    def _described(self, part: Phrase, subject: Phrase, asked: bool, where: Place | None = None) -> None:
        """What is to become of the subject: "bluer", "less harsh", "black and white"."""
        subject = replace(subject, degree=part.degree or subject.degree, amount=part.amount or subject.amount)
        flip = -1 if part.quant == "less" else 1
        for place in [where] if where else self._places(subject if subject.head or subject.places else part):
            if subject.hues and subject.head is None or subject.of("tone") and subject.hues:
                subject = replace(subject, head=Sense("color", subject.hues[0].name))
            for item in part.properties:
                sign = item.sign * item.times * (-1 if item.too else 1)
                if item.what == "big" and (subject.head is None or subject.of("place", "image")):
                    self.drafts.out.append(self.clause.text)  # "make the moon bigger"
                    continue
                if item.what in ("white_balance",):
                    continue
                if item.what == "sharpness" and sign < 0 and not subject.of("color"):
                    item, sign = replace(item, what="blur"), 1
                self._add(meaning.apply(item.what, sign, subject, place))
            for hue in part.hues:
                self._hue(hue, part, subject, place)
            for sense in part.looks:
                self._add(wanting.looked(sense, flip, subject, place))

    def _hue(self, hue: Hue, part: Phrase, subject: Phrase, place: Place) -> None:
        sign = hue.times * (-1 if hue.too else 1)
        zone = subject.head.name if subject.of("noun") and subject.head is not None else ""
        if zone in meaning.ZONES and hue.name in meaning.GREYS:  # "make sure the blacks are black"
            up = (1 if hue.name == "white" else -1) * sign
            self._add(meaning.quantity(zone, up, subject, place))
            return
        if zone in meaning.ZONES:  # "make the shadows blue"
            place, subject = replace(place, zone=zone), replace(subject, head=None)
        same = subject.of("color") and subject.head is not None and subject.head.name == hue.name
        if same or part.definite and not hue.comparative:  # "make the red a bit stronger"
            self._add(meaning.of_hue("saturation", sign, hue.name, subject, place))
        elif subject.of("color"):
            self._add((meaning.turned_to if sign > 0 else meaning.turned_from)(hue, subject, place))
        elif hue.comparative or sign < 0 or hue.too or part.quant in ("more", "less", "too"):
            self._add(meaning.hue_in(hue, sign, subject, place, cast=False))
        else:
            self._add(meaning.turned_to(hue, subject, place))
