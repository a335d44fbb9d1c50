"""What a finished clause says: made so, being so, verbs of direction, or no verb at all."""

from dataclasses import replace

from jarvisevo.rules.intent import QUANTITIES, Place, Want
from jarvisevo.rules.language import meaning, wanting
from jarvisevo.rules.language.drafts import LEVELS, complained
from jarvisevo.rules.language.english.asking import Asking
from jarvisevo.rules.language.english.clause import WAYS, Clause, compares, shape
from jarvisevo.rules.language.english.words import tokenise
from jarvisevo.rules.language.lexicon import Sense, senses
from jarvisevo.rules.language.meaning import DECREASING, INCREASING, Hue, Phrase

PALE = ("teeth", "skin", "face", "snow", "person")
"""Places of which a colour is said only when it is wrong."""
_POOR = {"horrible", "terrible", "awful", "bad", "weird", "strange", "unnatural", "nasty", "ugly", "unpleasant"}
"""What says that something is wrong, and not that there is too much of it."""
TURNING = ("rotate", "straighten", "crop", "flip", "zoom", "perspective")
TINTS = {"magenta": 1, "green": -1}
"""Hues at the ends of the tint slider."""


def _leveled(part: Phrase) -> bool:
    """ "sky down a stop"."""
    return part.of("place", "image") and not part.describes and part.amount is not None


def _levels(clause: Clause) -> bool:
    """True when all that a clause names can stand higher or lower: sliders, colours, places."""
    named = [*clause.subject, *clause.parts]
    bare = all(p.of("noun", "color", "tone", "place", "image") and not p.describes for p in named)
    bare &= not any(p.head is not None and "unknown" in p.head.marks and not p.definite for p in named)
    bare &= all(place.name in senses("en") for place in clause.places)  # "I want to hang it up"
    return bool(named) and bare and not (clause.toward or clause.extra)


def _aside(clause: Clause) -> bool:
    """True for what says more of the thing of the clause before: "(erase the fence) that is in front of the red door",
    "(remove the shirts) they look dark".
    """
    of_it = all({"it", "they", "that", "which", "them"} & set(s.words) for s in clause.subject)
    return clause.mood in ("reason", "purpose", "effect") or clause.mood == "state" and of_it


def _strange(part: Phrase) -> bool:
    """True for "a swirling effect": of a kind that nobody here knows."""
    return part.of("tone") and any(not token.senses and len(token.text) > 1 for token in tokenise(part.text))


def _dark(item: meaning.Property) -> bool:
    return item.what == "brightness" and item.sign < 0 and not item.comparative


class Telling(Asking):
    """The whole meaning of a clause."""

    def emit(self) -> None:
        """Add what the clause says to the drafts."""
        clause = self.clause
        if clause.verb == "overdo":  # "go crazy with the saturation"
            clause.verb, clause.degree = "up", "lot"
            clause.parts, clause.extra = [*clause.parts, *clause.extra], []
            clause.joined = [""] * len(clause.parts)
        self._spread()
        besides = self.besides = self._take_out() if clause.verb == "act" or clause.verb in WAYS else []
        count, outs = len(self.drafts.wants), len(self.drafts.out)
        if (
            clause.amount
            and clause.amount[1] == "deg"
            and clause.sense is not None
            and clause.sense.name not in TURNING
        ):
            clause.amount, clause.degree = None, clause.degree or "little"  # "soften the light a few degrees"
        elif clause.amount and clause.amount[1] == "deg" and clause.verb != "out":
            clause.verb, clause.sense = "act", Sense("act", "rotate")
        styles = clause.toward and all(t.looks and not t.of("place") for t in clause.toward)
        if clause.verb == "out" and styles and not any(p.of("place") for p in clause.parts):  # "swap to monochrome"
            clause.verb, clause.subject, clause.parts = "make", clause.parts, []
        if clause.verb in ("make", "want") and clause.particle in ("up", "down") and _levels(clause):
            clause.verb, clause.parts, clause.subject = "move", [*clause.subject, *clause.parts], []
            clause.joined = [""] * len(clause.parts)  # "I want the highlights a bit down"
        framed = clause.verb in ("make", "want", "be", *set(WAYS) - set(DECREASING)) or not clause.verb and clause.parts
        if clause.amount and clause.amount[1] == "ratio" and framed:
            self._add(iter([Want("crop", "", "plain", shape(clause))]))  # "make it 4:5"
        if clause.verb == "out":
            self._out(clause.sense.name if clause.sense else "other")
        elif clause.verb == "act":
            self._act()
        elif clause.verb in WAYS:
            self._ways(bool(besides))
        elif clause.verb in ("make", "want", "be"):
            self._made()
            if clause.mood not in ("state", "reason") and outs == len(self.drafts.out):
                self._extra([p for found in clause.subject for p in found.places])
        elif clause.verb == "see":
            self._seen()
        elif clause.verb in ("touch", "lose", "blend", "keep"):
            pass
        else:
            self._fragment()
        self._besides(besides)
        if self.reader.gone and _aside(clause):
            del self.drafts.wants[count:]
            return
        self.reader.gone = outs < len(self.drafts.out) if clause.says_more else self.reader.gone
        if (
            len(self.drafts.wants) == count
            and outs == len(self.drafts.out)
            and clause.verb not in ("see", "keep")
            and not clause.mood
        ):
            nouns = [p for p in clause.parts + clause.subject if p.of("place") and p.head is not None]
            only = not (clause.verb or clause.sense or clause.particle) and len(nouns) == len(
                clause.parts + clause.subject
            )
            if only and any(p.definite or p.hues or p.words[0] in ("a", "an") for p in nouns):
                self.drafts.out.append(clause.text)  # "a shed and a grey gate": named, and nothing asked
                return
            self.drafts.unknown += [p.places[0].name for p in nouns if "unknown" in p.head.marks]  # type: ignore[union-attr]
        if outs < len(self.drafts.out) and clause.verb == "make":  # "make the logo smaller and turn it red"
            things = [p for found in clause.subject for p in found.places if p.name != "person"]
            self.reader.last = things[0] if things else self.reader.last
        made = [d.want for d in self.drafts.wants[count:] if d.want.what != "crop"]
        named = [want.where for want in made if not want.where.everywhere]
        if not named and clause.mood == "state" and clause.verb == "be":  # "the dress looks dirty, make it white"
            named = [p for found in clause.subject if found.of("place") for p in found.places]
        if named:
            self.reader.last = named[0]

    def _ways(self, besides: bool) -> None:
        """A verb of direction. besides: it had more objects, which are read apart."""
        clause = self.clause
        way = clause.verb
        bare = not (clause.parts or clause.subject or clause.toward or clause.extra or clause.places or clause.particle)
        if bare and way in ("change", "fix", "enhance") and not clause.mood and clause.ends:
            self._add(iter([Want("auto")]))  # "please edit"
            return
        if bare and not clause.mood and self.drafts.wants and self.drafts.wants[-1].manner == "terse":
            self.drafts.wants[-1] = complained(self.drafts.wants[-1])  # "faces dark, lift"
            return
        if clause.particle and (way in ("move", "change", "add", "up", "use") or clause.particle == "away"):
            way = {"up": "raise", "down": "lower", "away": "remove", "back": "rescue"}[clause.particle]
            good = any(p.of("noun") and p.head is not None and not p.head.fault for p in clause.parts)
            if way == "remove" and (clause.words[0] == "bring" or good and clause.words[0] in ("pull", "draw", "get")):
                way = "emphasise"  # "bring the details out", "pull detail out of the clouds"
        higher = clause.words[:1] in (["move"], ["shift"]) and way in ("raise", "lower") or "higher" in clause.words
        if higher and any(p.of("place") for p in clause.parts):
            self.drafts.out.append(clause.text)  # "move the horizon up", "lift the girl higher"
            return
        named = [w for p in [*clause.places, *(p for o in clause.parts for p in o.places)] for w in p.words.split()]
        sides = [name for name in named if name in wanting.SIDES]
        bare = all(
            w in wanting.REGIONS | wanting.EMPTY | {*wanting.SIDES, "sides", *meaning.GREYS} for w in named
        ) and not any(p.properties or p.of("noun") for p in clause.parts)
        if way == "remove" and (sides or "sides" in named) and bare and wanting.REGIONS & set(clause.text.split()):
            places = [Place(name, words=name) for name in dict.fromkeys(sides)] or [Place()]
            self._add(Want("crop", where=where) for where in places)  # "get rid of the space on the left"
            return
        levels = [p.head.name for p in clause.parts if p.of("noun") and p.head is not None]
        if way == "move" and clause.words[:1] == ["pull"] and levels and set(levels) <= set(LEVELS):
            way = "lower"  # "pull the highlights"
        still = way == "move" or way == "change" and clause.words[:1] == ["move"]
        if still:
            way = "change"
        beyond, count, outs = False, len(self.drafts.wants), len(self.drafts.out)
        second = clause.parts[1] if len(clause.parts) == 2 and clause.joined[1:2] == [""] else None
        result = second is not None and second.head is None and bool(second.properties or compares(second))
        result = result and (not second.hues or compares(second))  # type: ignore[union-attr,arg-type]
        put = way == "add" and clause.words[:1] in (["put"], ["place"], ["throw"], ["get"])
        if second is not None and result and (put or (way == "change" or self._lifted(way)) and compares(second)):
            clause.verb, clause.subject, clause.parts = "make", clause.parts[:1], [second]
            self._made()  # "put the fence out of focus"
            return
        gift = way == "add" and second is not None and (second.head is not None or "give" in clause.words)
        if gift and clause.parts[0].of("place", "image"):
            given = clause.parts.pop(0)  # "give the sky more contrast"
            clause.joined.pop(0)
            clause.parts[0].places = clause.parts[0].places or given.places
        for found, joint in zip(self._objects(), [*clause.joined, *[""] * len(self._objects())], strict=False):
            coloured = found.head is None and found.hues and not compares(found)
            if beyond and (not joint or coloured):
                continue  # belongs to what cannot be done: "add a horse in brown and white"
            for where in self._places(found):
                moved_in = way == "add" and found.of("place") and not found.describes and clause.toward[:1]
                if moved_in and clause.toward[0].of("place") and not compares(clause.toward[0]):
                    self.drafts.out.append(clause.text)  # "add clouds to the blue sky"
                    beyond = True
                    break
                if clause.toward and not (way == "alter" and where.name == "background" and found.of("place")):
                    self._turned(found, where)
                    continue
                another = way == "alter" and found.of("place") and where.name == "background"
                beyond = (
                    another or wanting.beyond(way, found, where) or still and found.of("place") and not found.describes
                )
                if beyond and clause.mood == "purpose":
                    return  # "crop it to get the sign out"
                if beyond:
                    alone = not besides and (len(clause.parts) < 2 or not all(clause.joined[1:]))
                    self.drafts.out.append(clause.text if alone else f"{clause.words[0]} {found.text}")
                    break
                if way == "rescue" and found.of("place") and self._bright_there(where):
                    self._add(
                        iter([Want("highlights", "-", where=where)])
                    )  # "the buildings are overexposed, recover those"
                    continue
                if found.quant == "less" and way in INCREASING:
                    self._add(wanting.wanted(found, where))
                else:
                    self._add(wanting.moved(way, found, where))
        silent = len(self.drafts.wants) == count and not beyond and clause.mood != "purpose"
        readable = any(p.of("tone", "noun", "image") and not _strange(p) for p in clause.parts)
        if way in ("remove", "add") and silent and clause.words[1:] and not readable:
            self.drafts.out.append(clause.text)
        if not beyond and outs == len(self.drafts.out):
            self._extra()

    def _bright_there(self, where: Place) -> bool:
        """True where somebody has complained of too much light."""
        said = [
            d.want for d in self.drafts.wants if d.manner == "complaint" and d.want.what in ("brightness", "highlights")
        ]
        return any(w.where.name == where.name and w.direction == "-" for w in said)

    def _lifted(self, way: str) -> bool:
        """ "Push the oranges a little redder"."""
        return way in ("raise", "lower", "up") and self.clause.parts[0].of("color", "place")

    def _turned(self, found: Phrase, where: Place) -> None:
        """ "change the wall to grey", "shift the yellows toward red", "move the tone toward cool"."""
        clause = self.clause
        for target in clause.toward:
            target.degree = target.degree or found.degree
            remade = clause.verb == "alter" and target.looks and not found.of("tone", "image")
            thing = remade or target.of("place") and not (target.describes and target.places[0].name in wanting.NATURAL)
            if found.of("place") and (wanting.another(found, target) or thing):
                self.drafts.out.append(clause.text)
                continue
            tints = [h for h in target.hues if h.name in TINTS and "tint" in found.words]
            if tints:  # "shift the tint to green"
                up = TINTS[tints[0].name]
                self._add(iter([meaning.wants_of("tint", meaning.sign_text(up), target, where)]))
                continue
            if found.hues and found.head is None or found.of("tone") and found.hues:
                found.head = Sense("color", found.hues[0].name)
            if target.of("tone") and not target.describes and target.head is not None and target.head.name == "color":
                self.drafts.out.append(clause.text)
                continue
            if target.quant in ("more", "less"):
                for hue in target.hues:
                    self._add(meaning.hue_in(hue, -1 if target.quant == "less" else 1, found, where))
                target.hues = []
            if not target.hues and target.of("color") and target.head is not None:
                self._add(meaning.turned_to(Hue(target.head.name), found, where))
            for hue in target.hues:
                self._add(meaning.turned_to(hue, found, where))
            target.hues = []
            self._described(target, found, asked=True, where=where)

    def _made(self) -> None:
        clause = self.clause
        turned = clause.verb in ("be", "want") and not clause.subject and len(clause.parts) > 1
        turned = turned and (clause.verb == "be" or compares(clause.parts[1]) and not clause.parts[0].quant)
        plainly = turned and not "".join(clause.joined[1:2])
        if plainly and clause.parts[0].head is not None and clause.parts[1].head is None:
            clause.subject = [clause.parts.pop(0)]  # "why is the grass so green"
        if clause.verb == "be" and clause.mood == "wish" and self._welcomed():
            return
        subjects = clause.subject or [Phrase()]
        stated = clause.verb == "be" and clause.mood in ("state", "reason")
        count = len(self.drafts.wants) + len(self.drafts.out) + len(self.drafts.unknown)
        unwanted = clause.verb == "be" and clause.mood == "wish" and clause.negated
        for subject in subjects if not stated and not clause.parts and not clause.toward else []:
            if subject.of("color") and subject.properties and not clause.negated:
                self._add(wanting.wanted(subject, self._places(subject)[0]))  # "make the blue richer"
        for part in clause.parts + clause.toward:
            for subject in subjects:
                if unwanted and part.describes and part.head is None and (compares(part) or part.looks or part.hues):
                    self.reader.refused(part, subject)  # "the sky should not be darker"
                    continue
                counted = part.head is None and not part.describes and part.quant in ("more", "less")
                asked = clause.mood == "wish" or clause.verb == "make" and not clause.mood
                hue = wanting.plain(subject)
                if counted and asked and hue.of("color") and hue.head is not None:  # "the red could be stronger"
                    sign = -1 if part.quant == "less" else 1
                    degreed = replace(hue, degree=part.degree or hue.degree)
                    for place in self._places(subject):
                        self._add(meaning.of_hue("saturation", sign, hue.head.name, degreed, place))
                    continue
                if counted and asked and subject.of("noun", "tone", "color"):  # "the contrast needs to be less"
                    self._add(wanting.wanted(replace(subject, quant=part.quant), self._places(subject)[0]))
                    continue
                if unwanted and part.head is None:
                    self._complained(part, subject, wished=True)
                    continue
                if not stated and wanting.another(subject, part):
                    self.drafts.out.append(clause.text)
                    return
                if stated:
                    self._complained(part, subject)
                elif clause.mood == "purpose" and clause.verb == "be" and not compares(part):
                    continue
                elif part.head is None:
                    self._described(part, subject, asked=True)
                else:
                    self._noun_complement(part, subject)
        silent = count == len(self.drafts.wants) + len(self.drafts.out) + len(self.drafts.unknown)
        things = any(p.of("place") for p in [*subjects, *clause.parts, *clause.toward])
        things = things or clause.words[:1] in (["color"], ["colored"])  # "color this photo"
        if silent and clause.verb == "make" and things and clause.mood not in ("purpose", "effect"):
            self.drafts.out.append(clause.text)  # "turn the dog into a cat"

    def _welcomed(self) -> bool:
        """ "a bit less contrast would be good": what is praised is what is wanted."""
        clause = self.clause
        praised = [p for p in clause.parts if p.looks and all(s.name == "auto" for s in p.looks) and not p.properties]
        counted = [s for s in clause.subject if s.quant in ("more", "less") or compares(s)]
        if not counted or len(praised) != len(clause.parts):
            return False
        for found in counted:
            for where in self._places(found):
                self._add(wanting.wanted(found, where))
        return True

    def _noun_complement(self, part: Phrase, subject: Phrase) -> None:
        """ "make it a warmer tone", "this one needs more contrast", "give the sky more contrast"."""
        clause = self.clause
        if subject.places and not part.places:
            part.places = subject.places
        thing = part.of("place") and part.head is not None and "unknown" in part.head.marks and not part.describes
        if thing and clause.verb == "want" and clause.mood == "wish":
            self.drafts.out.append(clause.text)  # "the field could use some flowers"
            return
        if part.of("place") and clause.verb == "make" and part.places[0].name in ("subject", "center"):
            for where in self._places(subject):  # "make the dancers the focal point"
                self._add(wanting.looked(Sense("look", "pop", 1), 1, subject, where))
            return
        if thing and clause.verb == "be" and subject.places and subject.places[0].name == "background":
            self.drafts.out.append(clause.text)  # "the background needs to be a beach"
            return
        if part.of("place") and clause.verb == "make" and subject.of("place", "image"):
            kind = {p.name for p in subject.places} & {p.name for p in part.places}
            if subject.of("place") and not kind and part.words[0] in ("a", "an") and not compares(part):
                self.drafts.out.append(clause.text)  # "turn his shirt into a dark suit"
            elif part.properties or part.hues:
                self._add(wanting.wanted(part, self._places(part)[0]))
            elif part.head is not None and "beyond" in part.head.marks:
                self.drafts.out.append(clause.text)  # "make it look like an oil painting"
            elif not part.looks and "like" in clause.words and part.words[0] in ("a", "an") and thing:
                self.drafts.out.append(clause.text)  # "make me look like a superhero"
            elif not part.looks and (
                {"like", "look", "appear"} & set(clause.words)
                or part.quant in ("more", "less")
                or subject.of("image")
                and part.words[0] not in ("a", "an", "the", "one", "my")
            ):
                if subject.of("place") and not part.quant:
                    self.drafts.out.append(clause.text)  # "make the dog look asleep"
                else:
                    self.drafts.unknown.append(part.text)  # "make it flumptious"
            elif not part.looks:
                self.drafts.out.append(clause.text)  # "make the frog a prince"
            for sense in part.looks:
                for where in self._places(subject):
                    self._add(wanting.looked(sense, 1, subject, where))
            return
        if part.of("place") and clause.verb == "want" and part.describes:
            self._described(part, part, asked=True)
            return
        for where in self._places(part):
            self._add(wanting.wanted(part, where))

    def _complained(self, part: Phrase, subject: Phrase, wished: bool = False) -> None:
        """ "the sky is too dark": the opposite is wanted; "it is brighter there": nothing."""
        clause = self.clause
        subject = replace(subject, degree=None)
        cast = subject.of("tone") or subject.head is not None and subject.head.name == "white_balance"
        strong = bool(part.properties) and all(p.what in ("size", "saturation", "deep") for p in part.properties)
        if subject.hues and (subject.head is None or cast and strong):
            subject = replace(
                subject, head=Sense("color", subject.hues[0].name)
            )  # "the blue in the jeans is too strong", "the yellow light is too strong"
        flip = 1 if clause.negated and not wished else -1
        for place in self._places(subject if subject.head or subject.places else part):
            if (
                strong and subject.of("place") and subject.hues and part.properties[0].what != "saturation"
            ):  # "the red jacket is too strong"
                for hue in subject.hues:
                    self._add(meaning.hue_in(hue, flip, subject, place), "complaint")
                continue
            for item in part.properties:
                if item.comparative and "than" in clause.words and not clause.negated:
                    self._complaint(replace(item, comparative=False), -1, subject, place)  # "darker than the right"
                    continue
                if item.comparative and not item.too:
                    if clause.mood == "purpose":
                        self._add(meaning.apply(item.what, item.sign * item.times, subject, place), "purpose")
                    continue
                if part.quant == "enough" and not clause.negated:
                    continue
                self._complaint(item, flip, subject, place)
            self._amiss(part, subject, place, flip)
            if part.of("place") and part.quant == "too" and "many" in part.text:
                self.drafts.out.append(clause.text)  # "there are too many wires"
            elif part.of("place") and part.quant == "too":
                self.drafts.unknown += [p.name for p in part.places]  # "the sky is too cluttered"
            elif (
                part.head is not None
                and not part.of("image")
                and (part.quant in ("too", "no") or part.head.fault or part.quant in ("more", "less"))
            ):
                self._add(
                    wanting.moved(
                        (
                            "down"
                            if part.quant == "too"
                            else "up"
                            if part.quant == "no" and not part.head.fault
                            else "remove"
                        ),
                        part,
                        place,
                    ),
                    "complaint",
                )
            for sense in part.looks:
                if sense.name == "auto" and clause.negated:
                    self._add(iter([meaning.look(sense, 1, subject, place)]), "complaint")
                elif part.quant == "too":
                    self._add(wanting.looked(sense, -1, subject, place), "complaint")

    def _amiss(self, part: Phrase, subject: Phrase, place: Place, flip: int) -> None:
        """A colour that is complained about: "her teeth are yellow", "the shadows look purple"."""
        seems = {"look", "looks", "appear", "appears", "seems", "seem", "looked"} & set(self.clause.words)
        natural = {"sky": "blue", "water": "blue", "vegetation": "green", "lips": "red"}.get(place.name)
        zone = subject.head.name if subject.of("noun") and subject.head is not None else ""
        zone = zone if zone in wanting.TINTED and not (subject.head and subject.head.fault) else ""
        sure = bool(zone) or self.clause.negated or place.name in PALE  # "the snow isn't white"
        sure = sure or part.degree == "little" or part.quant == "too"  # "the walls are a bit orange"
        for hue in part.hues:
            toned = place.everywhere or bool(place.zone) and part.of("tone")  # "a magenta tone in the shadows"
            thing = subject.of("place") and seems and natural != hue.name or toned
            if hue.comparative and self.clause.mood == "purpose":  # "so that the walls are whiter"
                self._hue(hue, part, subject, place)
            elif sure or hue.too or thing and not hue.comparative:
                there = replace(place, zone=zone) if zone else place
                own = subject.head.name if subject.of("color") and subject.head is not None else hue.name
                if flip < 0 and hue.name != own:  # "the greens are too yellow"
                    self._add(meaning.turned_from(hue, subject, there))
                else:
                    self._add(meaning.hue_in(hue, flip, subject, there), "complaint")

    def _complaint(self, item: meaning.Property, flip: int, subject: Phrase, place: Place) -> None:
        if item.what == "white_balance":
            what = "straighten" if "composition" in subject.text else "white_balance"
            head = subject.head
            what = "auto" if subject.of("tone") and head is not None and head.name == "light" else what
            if head is not None and head.role == "place" and {"unknown", "extent"} & set(head.marks):
                self.drafts.out.append(self.clause.text)  # "the pose is off"
                return
            if head is not None and head.role == "noun" and head.name in QUANTITIES:  # "the exposure is off"
                self._add(iter([Want(head.name, "+" if head.name == "sharpness" else "", where=place)]), "complaint")
                return
            self._add(iter([Want(what, where=place)]), "complaint")
        elif item.what == "straighten":
            leans = Place() if place.name in wanting.SIDES else place  # "leaning to the right"
            self._add(iter([Want("straighten", where=leans)]), "complaint")
        elif (
            item.what == "soft"
            and flip < 0
            and not item.too
            and place.everywhere
            and (subject.head is None or subject.of("image"))
        ):
            self._add(iter([Want("sharpness", "+", where=place)]), "complaint")  # "it's a smidge soft"
        elif item.what == "size" and item.fault and place.name in PALE and _POOR & set(self.clause.words):
            self._add(iter([Want("white_balance", where=place)]), "complaint")  # "the skin tones are horrible"
        elif item.what == "size" and item.fault:
            self._add(wanting.moved("down", subject, place), "complaint")
        else:
            self._add(meaning.apply(item.what, item.sign * item.times * flip, subject, place), "complaint")

    def _seen(self) -> None:
        """ "so I can see her face": only a request when nothing else asks for it."""
        clause = self.clause
        wants = self.drafts.wants
        if clause.words[:1] == ["i"] and not clause.mood and not any(p.quant for p in clause.parts):
            return  # "I see a bridge there": told
        if self.drafts.out or wants and (wants[-1].want.what != "brightness" or wants[-1].want.direction):
            return
        for found in clause.parts:
            for where in self._places(found):
                if found.of("place", "noun", "tone"):
                    self._add(iter([Want("brightness", "+", where=where)]), "purpose")

    def _fragment(self) -> None:
        """No verb: "brighter", "more contrast in the sky", "too dark", "highlights -30"."""
        clause = self.clause
        if not clause.parts and clause.amount is not None:
            unit = clause.amount[1]
            if unit == "ratio":
                self._add(iter([Want("crop", "", "plain", shape(clause))]))
            elif unit == "EV":
                way = "-" if clause.amount[0] < 0 else "+"
                for where in self._places(Phrase()):  # "+1 EV on the face"
                    self._add(iter([Want("brightness", way, "plain", clause.amount, where=where)]))
            return
        if clause.toward and clause.parts and any(t.hues or t.of("color") for t in clause.toward):
            for found in clause.parts:  # "the hue of the greens towards blue"
                for where in self._places(found):
                    self._turned(found, where)
            return
        if clause.extra and all(p.quant in ("more", "less") or compares(p) for p in clause.extra):
            named = [p for p in clause.parts if p.head is not None and not p.describes and not p.quant]
            if named and len(named) == len(clause.parts):  # "a sky with more colour"
                zones = [replace(Place(), zone=str(p.head.name)) for p in named if p.of("noun") and p.head is not None]
                self._extra([w for p in named for w in p.places] + [z for z in zones if z.zone in meaning.ZONES])
                return
        parts = list(clause.parts)
        joints = [*clause.joined, *[""] * len(parts)]
        while parts:
            part, after = parts.pop(0), parts[0] if parts else None
            joints.pop(0)
            apart = part.of("place") and not part.quant  # "just the trees, a bit greener"
            red = part.of("place") and part.definite and not part.properties and not compares(part)  # "the red door"
            bare = part.head is not None and not part.describes or red
            said = bare and joints and joints[0] in (("", ",") if apart else ("",))
            styled = after is not None and part.of("noun") and not after.properties and not after.hues
            if styled or not (said and after is not None and after.head is None and after.describes):
                self._fragment_part(part)
                continue
            while parts and parts[0].head is None and parts[0].describes:  # "background sharper and darker"
                self._said_of(parts.pop(0), part)
                joints.pop(0)
                if not joints or not joints[0].startswith("and"):
                    break
        self._extra()

    def _missed(self) -> bool:
        """ "the sky has no colour", "no contrast at all": a lack, no wish to do without."""
        return bool({"has", "have", "had", "got"} & set(self.clause.words)) or "at all" in self.clause.text

    def _absent(self, part: Phrase) -> bool:
        """ "no detail in the shadows": what is named with its place is missed there."""
        wished = part.head is not None and part.head.name in (
            "clarity",
            "texture",
            "contrast",
            "saturation",
            "sharpness",
        )
        return wished and bool(self.clause.places or part.places) and not self.drafts.wants

    def _said_of(self, found: Phrase, subject: Phrase) -> None:
        painted = all(hue.name in ("black", "white") for hue in found.hues) and not (found.quant or found.degree)
        if painted and wanting.another(subject, found) and self.clause.mood not in ("state", "reason"):
            self.drafts.out.append(self.clause.text)  # "(make the wall white and) the background black"
            return
        amiss = any(p.fault and p.what != "sharpness" and not p.comparative for p in found.properties)
        if found.quant == "too" or amiss or self.clause.mood in ("state", "reason"):
            self._complained(found, subject)  # "sky blown out", "colours clash"
        elif self.clause.mood != "purpose":
            before = len(self.drafts.wants)
            self._described(found, subject, asked=True)
            if not (compares(found) or found.quant or found.degree or found.amount):  # "face dark, brighten it"
                self.drafts.wants[before:] = [replace(d, manner="terse") for d in self.drafts.wants[before:]]

    def _fragment_part(self, part: Phrase) -> None:
        clause = self.clause
        cast = part.of("tone") or part.head is not None and part.head.name == "white_balance"
        if part.words[:1] == ["has"] and cast and part.hues and not part.quant:  # "her face has a red tint"
            there = [p for other in clause.parts if other.of("place") for p in other.places] or self._places(part)
            for hue in part.hues:
                self._add(meaning.hue_in(hue, -1, replace(part, head=None), there[0]), "complaint")
            return
        for where in self._places(part):
            if part.of("place") and part.quant in ("more", "less") and not part.describes:
                self.drafts.out.append(part.text)  # "more people"
            elif part.quant == "no" and (self._missed() or self._absent(part)):
                places = [p for other in clause.parts if other.of("place") for p in other.places]
                self._add(wanting.moved("up", part, places[0] if places else where), "complaint")
            elif part.quant == "no":
                self.reader.refuse(part)
            elif clause.mood in ("state", "reason", "purpose") and part.head is None:
                if clause.mood != "purpose":
                    self._complained(part, Phrase())
            elif clause.mood == "purpose" and not compares(part):
                continue
            elif part.of("image") and not part.quant and any(_dark(p) for p in part.properties):
                self._complained(replace(part, head=None), Phrase())  # "dark photo of my aunt"
            elif (
                part.head is not None and not part.quant and any(p.fault and not p.comparative for p in part.properties)
            ):
                self._complained(
                    replace(part, head=None), replace(part, properties=[], degree=None)
                )  # "crushed shadows"
            elif part.degree and part.head is None and any(p.sign < 0 and not p.comparative for p in part.properties):
                self._complained(part, Phrase())  # "very dark"
            elif (
                part.quant == "too"
                or part.quant != "less"
                and part.head is None
                and any(p.fault and not p.comparative for p in part.properties)
            ):
                self._complained(part, replace(part, properties=[], hues=[]) if part.head else Phrase())
                if part.head is not None and not part.describes and not part.of("place"):
                    self._add(wanting.moved("down", part, where), "complaint")
            elif _leveled(part) and part.amount is not None and part.amount[1] == "EV" and not clause.particle:
                self._add(meaning.quantity("brightness", -1 if part.amount[0] < 0 else 1, part, where))  # "sky -1 EV"
            elif clause.particle and (part.of("noun", "color") or _leveled(part)):
                self._add(wanting.moved("raise" if clause.particle == "up" else "lower", part, where))
            else:
                self._add(wanting.wanted(part, where))
