"""What stands around the verb: places, colours to turn to, degrees, amounts, links to other clauses."""

import re
from dataclasses import replace

from jarvisevo.rules.intent import Place
from jarvisevo.rules.language import meaning, wanting
from jarvisevo.rules.language.drafts import Draft
from jarvisevo.rules.language.english.base import Base
from jarvisevo.rules.language.english.clause import WAYS, compares, new_subject, place_of
from jarvisevo.rules.language.english.phrases import phrase
from jarvisevo.rules.language.english.speech import is_verb
from jarvisevo.rules.language.lexicon import Sense
from jarvisevo.rules.language.meaning import DECREASING, INCREASING, Hue, Phrase, Property
from jarvisevo.rules.language.tokens import Token

_SHINES = re.compile(r"light|lamp|bulb|tube|neon|\bleds?\b|flash|screen|\bsuns?\b|candle|\bfires?\b|filter|lens|fluor")
"""What colours others."""


class Around(Base):
    """Reads everything but verbs and negation; every method takes its token and says True, or says False."""

    def _question(self, token: Token) -> bool:
        if token.text in ("can", "could", "would", "will") and (count := self._who_is_asked()):
            self.cursor.at += count
            return True
        after = self.cursor.peek(1)
        asked = after is not None and (
            after.sense("place") or after.sense("image") or after.says("det") and not after.says("pronoun")
        )
        if token.text in ("can", "could", "should", "would") and not self.clause.words and asked:
            self.modal = True  # "can the sky be darker"
            self._next()
            return True
        if not token.says("question") or self._relative(token):
            return False
        if token.text in ("what if", "how about", "what about", "would rather") or token.text.endswith(" if"):
            self.modal = True
        if token.text in ("why", "how", "how come"):
            self._open(mood="state")
        self._next()
        return True

    def _ahead(self, count: int) -> list[str]:
        """The next words."""
        return [token.text for token in self.cursor.tokens[self.cursor.at : self.cursor.at + count]]

    def _who_is_asked(self) -> int:
        """How many words ask somebody: "can a kind soul (brighten this)"; 0 when they do not."""
        ahead, strange = 1, False
        while (token := self.cursor.peek(ahead)) is not None and ahead < 8 and not token.stop:
            if is_verb(self.cursor, ahead):
                return ahead if strange and not token.form and not token.sense("verb", "be") else 0
            known = any(s.role not in ("function", "out") for s in token.senses)
            if known or token.amount is not None or token.says("more", "less", "and", "but", "not", "no"):
                return 0
            strange |= not token.says("det", "skip", "pronoun", "in", "poss")
            ahead += 1
        return 0

    def _relative(self, token: Token) -> bool:
        """True for "(the man) who …": says which one is meant."""
        parts = self.clause.parts
        return token.text in ("who", "which", "whose") and self.joint == "" and bool(parts) and parts[-1].of("place")

    def _link(self, token: Token) -> bool:
        """Purpose, reason, comparison."""
        if token.says("purpose") or token.text == "so" and self._so_clause():
            self._open(mood="purpose")
            self._next()
            after = self.cursor.peek()
            ahead = 0 if token.text.endswith(" can") else 2
            verb = self.cursor.peek(ahead)
            able = not ahead or (after is not None and after.says("pronoun") and "can" in self._ahead(2))
            if able and verb is not None and not (verb.senses or verb.stop or verb.amount) or "print" in self._ahead(3):
                return self._skip_clause()  # "so that I can frame it"
            return True
        if token.says("because"):
            subject = [replace(self.clause.parts[-1], degree=None)] if self._relative(token) else []
            self._open(mood="reason", subject=subject if token.text != "whose" else [])
            self._next()
            return True
        after = self.cursor.peek(1)
        if token.text == "as" and after is not None and (after.sense("look") or after.sense("adjective")):
            self._next()  # "as gloomy as possible"
            return True
        if token.says("for") and not is_verb(self.cursor):
            self._next()
            said = self._phrases()
            if token.text == "for the" and self._meant_for(said):
                self._attach(said, [place for found in said for place in found.places], self.cursor.at - 1)
                return True
            while said and (then := self.cursor.peek()) is not None and then.says("in") and not then.sense("place"):
                self._next()  # "for posting on a blog"
                said = self._phrases()
            return True
        if token.says("than", "as") and not is_verb(self.cursor):
            self._next()
            style = token.text in ("like", "as in")
            found = self._phrases()
            if style:
                self.clause.parts += [f for f in found if f.looks]
            return True
        if token.says("modal"):
            if self.clause.verb == "be" and self.clause.mood == "state" and self.clause.parts and self.joint:
                self._open(subject=list(self.clause.subject))  # "the snow is grey, should be white"
            self._subject_so_far()
            self.modal = True
            self._next()
            if (
                token.text.endswith((" be", " look", " appear", " better"))
                and not self.clause.verb
                and not self.clause.sense
            ):
                mood = self.clause.mood if self.clause.mood == "purpose" else "wish"
                self.clause.verb, self.clause.mood = "be", mood
            return True
        if token.says("lack") and not is_verb(self.cursor):
            self._next()
            found = self._phrases()
            for each in found:
                if each.quant != "too":  # "not enough contrast and too much blue"
                    each.quant = "no" if self.clause.verb == "be" else "more"
            self.clause.parts += found
            self.clause.joined += [self.joint, *[""] * len(found)][: len(found)]
            return True
        return False

    def _meant_for(self, said: list[Phrase]) -> bool:
        """ "(more saturation) for the trees": what a quantity is changed in, not whom or what it is for."""
        shown = [f for f in said if f.of("place") and not f.describes]
        quantity = bool(self.clause.parts) and self.clause.parts[-1].of("noun", "tone")
        known = not any(wanting.unseen(p).everywhere for f in shown for p in f.places)
        return bool(shown) and len(shown) == len(said) and quantity and known and not self.clause.places

    def _so_clause(self) -> bool:
        """ "so" before a clause, not before an adjective."""
        after = self.cursor.peek(1)
        if after is None or after.stop:
            return False
        if after.comparative or after.says("more", "less"):
            return bool(self.clause.parts or self.clause.verb or self.drafts.wants)  # "…, so more detail is visible"
        adjective = after.sense("adjective") or after.sense("degree") or after.sense("color") or after.sense("look")
        return not adjective and bool(self.clause.parts or self.clause.verb or self.drafts.wants)

    def _place(self, token: Token) -> bool:
        """ "in the sky", "on his face", "around the rider"."""
        if not token.says("in", "with") or token.sense("place") and not self._prepositional(token):
            return False
        ends = (after := self.cursor.peek(1)) is None or bool(after.stop) or after.says("and", "but")
        if token.sense("adjective") and ends:
            return False
        start = self.cursor.at
        self._next()
        if token.says("away") and self.clause.verb in ("move", "change"):  # "take the glare off her face"
            self.clause.particle = "away"
        around = token.text in ("around", "surrounding the", "next to", "behind", "beside")
        found = self._phrases()
        if not found:
            return True
        if token.says("with"):
            self.clause.extra += found
            return True
        places = [p for f in found for p in f.places]
        if around and self.clause.sense is not None and self.clause.sense.name == "crop":
            around = False
        if around and self.clause.parts and self.clause.parts[-1].of("noun", "tone"):
            around = False  # "lower the brightness around the lamp"
        if around and places and (self.clause.verb or self.clause.sense or self.clause.parts):
            if not any(p.places for p in self.clause.parts):
                self.clause.outside += places
            return True
        self._attach(found, places, start)
        return True

    def _prepositional(self, token: Token) -> bool:
        after = self.cursor.peek(1)
        return after is not None and (after.says("det") or after.text in ("of",))

    def _attach(self, found: list[Phrase], places: list[Place], start: int) -> None:
        clause = self.clause
        zones = [f.head.name for f in found if f.of("noun") and f.head is not None and f.head.name in meaning.ZONES]
        if zones:
            places = [Place(zone=z if z in ("shadows", "midtones", "highlights") else "", words=z) for z in zones]
        last = clause.parts[-1] if clause.parts else None
        if self.cursor.tokens[start].text == "from" and last is not None and last.of("noun", "tone") and places:
            cast = last.head is not None and last.head.name in ("white_balance", "tone")
            if cast and any(_SHINES.search(f.text) for f in found):
                return  # "the green cast from the tubes": says why, not where
        source = self.cursor.tokens[start].text == "from" and clause.verb in ("alter", "change", "make", "move")
        if source and not places:
            return  # "(change it) from red to blue"
        if clause.verb == "be" and clause.mood == "state" and zones == ["shadows"] and not clause.parts:
            clause.parts.append(Phrase(properties=[Property("brightness", -1, True)]))  # "the faces are in shadow"
            clause.joined.append("")
            return
        if places:
            cropped = clause.sense is not None and clause.sense.name == "crop"
            if last is not None and not cropped and self._placed_apart(last, places):
                return
            if cropped and clause.places and not self.joint and clause.places[-1].name not in wanting.SIDES:
                return  # "crop to the group on the left"
            if last is not None and self.joint == "" and (clause.places or last.places and not last.of("place")):
                return  # "the glass on the table": on what is said already
            if last is not None and last.places and last.of("place") and not last.describes:
                last.places = [replace(last.places[0], words=f"{last.places[0].words} {places[0].words}")]
            else:
                clause.places += places
                clause.placed = len(clause.parts)
            return
        for each in found:
            if each.of("color") and each.head is not None and last is not None and last.of("noun", "tone"):
                last.hues.append(Hue(each.head.name))
            elif each.of("tone") and not each.describes and last is not None and last.head is None and last.describes:
                brighter = each.head is not None and each.head.name == "color"
                last.properties = [
                    replace(p, what="saturation") if brighter and p.what == "brightness" and p.sign > 0 else p
                    for p in last.properties
                ]
            elif each.of("tone", "noun") and last is not None and not last.describes and last.of("tone", "image"):
                clause.parts[-1] = each
            elif (
                each.of("tone", "noun") and (each.describes or not clause.parts) or each.head is None and each.describes
            ):
                clause.parts.append(each)
                clause.joined.append("")

    def _placed_apart(self, last: Phrase, places: list[Place]) -> bool:
        """ "(more blue in the sky and) yellow in the building": what was joined since has a place of its own."""
        clause = self.clause
        since = clause.parts[clause.placed :]
        if not (clause.places and clause.placed and since) or self.joint or last.places or last.of("place"):
            return False
        for part in clause.parts:
            if not part.places:
                part.places = list(places if any(part is each for each in since) else clause.places)
        clause.places = []
        return True

    def _toward(self, token: Token) -> bool:
        """ "to blue", "toward red", "to -60"."""
        if token.says("away from"):
            self._next()
            for found in self._phrases():
                hues = found.hues or [Hue(found.head.name)] if found.of("color") and found.head else found.hues
                for hue in hues:
                    self.drafts.wants.extend(Draft(w) for w in meaning.hue_in(hue, -1, found, place_of(found)))
                self.clause.verb = self.clause.verb and "see"
            return True
        if not token.says("to"):
            return False
        after = self.cursor.peek(1)
        if after is None:
            return False
        if after.amount is not None:
            self._next()
            if after.amount[1] != "ratio":
                self.clause.absolute = True
            return True
        self.cursor.at += 1
        if is_verb(self.cursor):
            self.clause.words.append(token.text)
            return True
        if self._unknown_purpose():
            return True
        for found in self._phrases():
            if found.of("image") and not found.describes:
                continue
            if found.of("noun") and found.head is not None and found.head.name in meaning.ZONES and self.clause.parts:
                self.clause.places.append(Place(zone=found.head.name, words=found.text))
                continue
            if found.of("tone", "noun") and not found.describes and self.clause.verb in ("add", "up", "use"):
                continue
            what = self.clause.parts[-1] if self.clause.verb in INCREASING and self.clause.parts else None
            given = what is not None and (what.of("noun", "tone", "color") or what.head is None and what.hues)
            if given and found.of("place", "image") and found.describes and not compares(found):
                self.clause.places += found.places  # "add contrast to the flat sky"
                continue
            known = found.head is not None and "unknown" not in found.head.marks
            if found.of("place") and not found.describes and (known or self.clause.verb not in ("make", "move")):
                self.clause.places += found.places
            else:
                self.clause.toward.append(found)
        return True

    def _unknown_purpose(self) -> bool:
        """ "(adjust the contrast) to determine where the shadows end": what a change is for, in words nobody knows."""
        verb, after = self.cursor.peek(), self.cursor.peek(1)
        clause = self.clause
        if verb is None or verb.senses or verb.stop or verb.amount or not (clause.parts or clause.sense):
            return False
        if clause.verb in ("make", "want") and not clause.parts:
            return False
        if after is None or after.stop or not (after.says("det", "because") or after.senses):
            return False
        self._open(verb="see", mood="purpose")
        return self._skip_clause()

    def _measure(self, token: Token) -> bool:
        """Degrees and amounts that stand behind (or before) what they measure."""
        if token.amount is not None:
            return self._amount(token)
        degree = token.sense("degree")
        if degree is None or self._begins_phrase():
            return False
        begun = self.clause.verb or self.clause.sense or self.clause.parts
        if self.joint and is_verb(self.cursor, 1) and begun:
            self._open(degree=degree.name)  # "…, and slightly brighten it"
            self._next()
            return True
        target = self.clause.parts[-1] if self.clause.parts else None
        if target is not None and not self.joint:
            target.degree = target.degree or degree.name  # type: ignore[assignment]
            self.clause.joined[-1:] = [self.clause.joined[-1] + "|d"] if self.clause.joined else []
        else:
            self.clause.degree = degree.name
        self._next()
        return True

    def _begins_phrase(self) -> bool:
        """True when the degree stands before an adjective or noun of its own ("a bit more contrast")."""
        ahead = 1
        while (token := self.cursor.peek(ahead)) is not None and ahead < 5:
            if token.stop or token.says("and", "but", "in", "because") and not token.sense("place"):
                return False
            if is_verb(self.cursor, ahead):
                return False
            if token.says("up", "downward", "away"):
                return False
            if token.text == "so" and (after := self.cursor.peek(ahead + 1)) is not None and after.says("skip", "det"):
                return False  # "a little so there is more contrast"
            if token.says("more", "less", "too", "so") or token.sense("adjective") or token.sense("color"):
                return True
            if any(token.sense(r) for r in ("noun", "tone", "look", "effect")):
                gift = self.clause.verb == "add" and len(self.clause.parts) == 1
                return bool(self.joint) or not self.clause.parts or gift and self.clause.parts[0].of("image", "place")
            if token.sense("degree") or token.says("det"):
                ahead += 1
                continue
            return False
        return False

    def _amount(self, token: Token) -> bool:
        assert token.amount is not None
        if self.joint and token.signed and token.amount[1] == "EV":
            self._open()
        clause = self.clause
        if token.amount[1] == "ratio" or token.amount[1] == "deg":
            clause.amount = token.amount
        elif clause.parts and (after := self.cursor.peek(1)) is not None and after.sense("noun") and self.joint:
            return self._part(token)
        elif clause.parts:
            last = clause.parts[-1]
            if token.signed and token.text.startswith("-"):
                last.amount = token.amount
            else:
                last.amount = last.amount or token.amount
            last.absolute = clause.absolute
        elif (after := self.cursor.peek(1)) is not None and after.sense("noun"):
            return self._part(token)
        else:
            clause.amount = token.amount
        self._next()
        return True

    def _rest(self, token: Token) -> bool:
        """ "brighten the face and darken the rest": all but what was named last."""
        if not token.says("anything") or token.text in ("anything", "nothing", "a thing"):
            return False
        if self._rest_described(token):
            return True
        if self.last is None:
            if not any(k.what != "all" for k in self.drafts.keep):
                return False
            self.clause.parts.append(Phrase(Sense("image", "image"), ["everything"]))
            self.clause.joined.append(self.joint)
            self._next()  # "leave the reds alone, mute everything else": the keep says what is left out
            return True
        self.clause.parts.append(_all_but(self.last, token))
        self.clause.joined.append(self.joint)
        self._next()
        return True

    def _rest_described(self, token: Token) -> bool:
        """ "(make her face brighter) and the rest darker", "make everything else black and white"."""
        named = [p for part in (*self.clause.subject, *self.clause.parts) for p in part.places] + self.clause.places
        last = named[-1] if named and self.joint else self.last
        after = self.cursor.peek(1)
        if last is None or self.drafts.keep or after is None or after.sense("verb"):
            return False
        if token.text.startswith(("nothing", "anything")):
            return False
        found = _all_but(last, token)
        self.cursor.at += 1
        described = new_subject(found, self.cursor) or bool(after.sense("effect"))
        self.cursor.at -= 1
        if not described:
            return False
        self._next()
        if self.clause.parts and self.joint:
            self._open(verb="make", mood=self.clause.mood, words=[token.text])
        self.clause.subject = [found]
        return True

    def _part(self, token: Token) -> bool:
        crop = self.clause.sense is not None and self.clause.sense.name == "crop"
        crop = crop or self.clause.amount is not None and self.clause.amount[1] == "ratio"
        if crop and token.text in ("landscape", "portrait"):
            self.clause.stands = "tall" if token.text == "portrait" else "wide"
            self._next()
            return True
        found = phrase(self.cursor)
        if found is None:
            return False
        self.clause.words += found.words
        clause = self.clause
        if clause.verb in ("make", "want", "be") and clause.parts and self.joint and new_subject(found, self.cursor):
            self._open(verb=clause.verb, mood=clause.mood, subject=[found], words=list(found.words))
            return True
        before = clause.parts[-1] if clause.parts else None
        listed = before is not None and before.owned and self.joint == "and" and found.of("place")
        if before is not None and listed and _only_named(found, before):
            before.places += found.places  # "the colours of the rocks and the sea"
            return True
        if before is not None and before.of("noun", "tone") and found.of("place") and not self.joint:
            before.places = before.places or found.places  # "more contrast the sky"
            return True
        then = self.cursor.peek()
        moves = then is not None and then.says("up", "downward") and not then.sense("noun")
        if clause.particle and self.joint and moves and found.of("noun", "tone", "place"):
            self._open(verb=clause.verb, sense=clause.sense, parts=[found], joined=[""], words=clause.words[:1])
            return True  # "the exposure down and the shadows up"
        counter = INCREASING if then is not None and then.says("downward") else DECREASING
        if self.joint and moves and clause.verb in counter and found.of("noun", "tone"):
            self._open(verb="move", parts=[found], joined=[""])  # "increase the exposure, contrast down"
            return True
        bare = found.head is None and not found.describes and found.quant in ("more", "less")
        if bare and self.joint and before is not None and before.of("noun", "tone"):
            again = replace(found, head=before.head, hues=list(before.hues))  # "more contrast here, less there"
            self._open(parts=[again], joined=[""])
            return True
        after = self.cursor.peek()
        light = clause.amount is not None and clause.amount[1] == "EV" and not clause.parts  # "+0.5 EV, temp 5200"
        slider = after is not None and after.amount is not None and (after.signed or self.joint == ",")
        if (
            self.joint
            and slider
            and found.of("noun")
            and (clause.sense is not None or clause.verb or clause.particle or light)
        ):
            self._open(parts=[found], joined=[""])  # "darken the sky, contrast +20"
            return True
        bent = bool(clause.toward) and clause.toward[-1].head is None and not found.definite
        if bent and self.joint == "and" and found.of("tone") and found.hues:
            clause.toward.append(found)  # "to a natural and brown hue"
            return True
        if clause.toward and self.joint and clause.verb in WAYS:  # "the wall to grey and the door to blue"
            self._open(verb=clause.verb, parts=[found], joined=[""])
            return True
        if self.joint == "," and clause.verb in ("be",) and found.head is not None and clause.mood == "state":
            self._open(parts=[found], joined=[""])
            return True
        clause.parts.append(found)
        clause.joined.append(self.joint)
        return True

    def _filler(self, token: Token) -> bool:
        if token.says("tall", "wide"):
            self.clause.stands = "tall" if token.says("tall") else "wide"
        if not token.senses or not any(s.role == "function" for s in token.senses):
            return False
        self._next()
        return True


def _only_named(found: Phrase, before: Phrase) -> bool:
    """Whether nothing is asked of a place but to be one more: of a slider's places "the green wall" tells which."""
    return not found.describes or before.of("noun") and not (found.properties or found.looks or compares(found))


def _all_but(place: Place, token: Token) -> Phrase:
    """ "the rest", "everything else": what a place is not."""
    return Phrase(Sense("place", place.name), [token.text], places=[replace(place, outside=not place.outside)])
