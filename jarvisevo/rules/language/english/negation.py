"""Exceptions, negation and "keep": what they govern."""

from dataclasses import replace

from jarvisevo.rules.intent import QUANTITIES, Keep, Place, Want
from jarvisevo.rules.language import meaning, wanting
from jarvisevo.rules.language.drafts import Draft
from jarvisevo.rules.language.english.around import Around
from jarvisevo.rules.language.english.clause import Clause, compares, first_place, place_of, spreads, verb_name
from jarvisevo.rules.language.english.phrases import phrase
from jarvisevo.rules.language.english.speech import is_verb
from jarvisevo.rules.language.lexicon import Sense
from jarvisevo.rules.language.meaning import INCREASING, Phrase
from jarvisevo.rules.language.tokens import Token


class Negation(Around):
    """Reads "except", "not", "without", "keep"."""

    def _except(self, token: Token) -> bool:
        spread = {"all", "every", "everything", "everywhere"} & set(self.clause.words)
        after = self.cursor.peek(1)
        if token.says("but") and spread and after is not None and not is_verb(self.cursor, 1):
            if not (after.says("det") or after.sense("place") or after.sense("color")):
                return False  # "mute all colours but the blue"
        elif not token.says("except"):
            return False
        outer = token.text.startswith(("every", "any", "all"))
        self._next()
        named = self._phrases()
        places = [p for found in named for p in found.places]
        if places:
            self._skip_side()
        if outer and token.text.startswith("any") and (self.clause.negated or self.clause.verb == "keep"):
            self.drafts.keep.append(Keep("all", replace(first_place(places), outside=True), token.text))
            self.last = first_place(places)
            self.clause = Clause()
        elif places:
            self.clause.outside += places
        else:
            for found in named:
                self._keep_phrase(found)
        return True

    def _skip_side(self) -> None:
        """ "Except the girl in the middle": `told_apart` hears which one."""
        between, article, side = (self.cursor.peek(i) for i in range(3))
        there = between and between.text in ("in", "on", "at") and article and article.says("det")
        if there and side and side.sense("place", *wanting.SIDES, "center"):
            self._next(3)

    def _negation(self, token: Token) -> bool:
        if token.says("cannot") or token.says("not") and self._sees():
            if self.clause.mood == "purpose" and self.clause.verb == "be":
                return self._skip_clause()  # "(crop it) so that the hands are not seen"
            self._next()
            return self._unseen()
        if token.says("without"):
            self._next()
            if self.cursor.peek() is not None and is_verb(self.cursor):
                self._negative_verb()
            else:
                for found in self._spared():
                    self.refuse(found)
            return True
        if token.says("no") and not is_verb(self.cursor):
            return False
        if not token.says("not") or is_verb(self.cursor):
            return False
        if (
            (after := self.cursor.peek(1)) is not None
            and after.sense("verb", "pop")
            and (self.clause.parts or self.clause.subject)
        ):
            self._subject_so_far()
            self.clause.verb = "make"  # "the subject doesn't stand out": it is to
            self._next()
            return True
        if self.clause.mood in ("purpose", "effect"):
            return self._skip_clause()  # "so that it is not the first thing one sees"
        self._next()
        self._skip_fillers()
        after = self.cursor.peek()
        if after is None or after.stop:
            return True
        if after.says("lack", "enough"):
            return True
        stated = self.clause.verb == "be" and self.clause.mood == "state" and not self.clause.parts
        if stated and not is_verb(self.cursor) and not after.says("too", "so", "more", "less"):
            self.clause.negated = True  # "it isn't bright enough": said of what is missed
            return True
        if is_verb(self.cursor):
            sense = after.sense("verb", "be")
            if sense and self.clause.subject + self.clause.parts:
                self.negated = True
                return True
            self._negative_verb()
            return True
        if after.says("only"):
            self._next()
            return True
        if after.says("in", "to") and not after.sense("place"):
            self._next()
        self._negative_phrases()
        return True

    def _spared(self) -> list[Phrase]:
        """What a negation or "keep" names, with where it is: "(don't lose) the detail in the clouds"."""
        found = self._phrases()
        token, start = self.cursor.peek(), self.cursor.at
        quantity = bool(found) and found[-1].of("noun", "color", "tone") and not found[-1].describes
        quantity |= bool(found) and found[-1].head is None and found[-1].definite and not compares(found[-1])
        if token is None or not quantity or not token.says("in") or token.sense("place") or token.says("away"):
            return found
        self._next()
        there = [place for each in self._phrases() for place in each.places]
        if not there:
            self.cursor.at = start
        for each in found:
            each.places = each.places or list(there)
        return found

    def _sees(self) -> bool:
        after = self.cursor.peek(1)
        return after is not None and bool(after.sense("verb", "see")) and self.clause.verb != "keep"

    def _unseen(self) -> bool:
        """ "can't see her face": it is too dark there."""
        self._skip_fillers()
        after = self.cursor.peek()
        if after is not None and after.sense("verb", "see"):
            self._next()
            place = wanting.unseen(next((p for found in self._phrases() for p in found.places), Place()))
            self.drafts.wants.append(Draft(Want("brightness", "+", where=place, words=self.clause.text), "complaint"))
        return True

    def _negative_verb(self) -> None:
        """ "don't touch the sky", "without making it darker", "do not blow the windows": what must stay."""
        token = self.cursor.peek()
        assert token is not None
        sense = token.sense("verb") or token.sense("act") or token.sense("out")
        assert sense is not None
        if sense.role == "verb":
            sense = Sense("verb", verb_name(self.cursor, token, sense))
        self._next()
        self._particles()
        found = self._spared()
        after = self.cursor.peek()
        if after is not None and after.says("except") and sense.role == "verb":
            self.clause.negated = True
            self._except(after)
            return
        if not found and (after is None or not after.says("anything")) and self.clause.subject:
            found = self.clause.subject
            self.clause = Clause()
        if after is not None and after.says("anything") and sense.role == "act":
            found = found or [Phrase()]  # "don't blur anything"
            self._next()
        elif after is not None and after.says("anything"):
            self.drafts.keep.append(Keep("all", words=self.clause.text))
            self._next()
            return
        if sense.role == "act":
            target = found or [Phrase()]
            for each in target:
                for want in meaning.apply(sense.name, sense.sign or 1, each, place_of(each)):
                    self._limit(want, each)
            return
        if sense.name == "overdo":
            self._close()
            self._less_of_it()
            return
        if sense.name in ("make", "be", "want", "change", "move") and len(found) == 1 and (found[0].head is None):
            self.refused(found[0], found[0])
            return
        for each in found:
            if sense.name == "want" and each.quant == "enough":  # "it does not have enough contrast"
                there = [p for part in self.clause.parts + self.clause.subject for p in part.places]
                where = first_place(list(each.places) or there)
                missed = wanting.moved("up", replace(each, quant=""), where)
                self.drafts.wants += [Draft(want, "complaint") for want in missed]
                continue
            looks = self.cursor.peek()
            if sense.name == "make" and looks is not None and looks.sense("verb", "be"):
                self._next()  # "without making it look dull"
            more = phrase(self.cursor) if sense.name in ("make", "want") else None
            if more is not None and more.describes:
                self.clause.words += more.words
                self.refused(more, each)
            elif sense.name == "lose" and not each.of("noun"):
                what = "highlights" if sense.name == "lose" and each.of("place") else "all"
                self.drafts.keep.append(Keep(what, place_of(each), each.text))
            else:
                self._keep_phrase(each, refused=sense.name in INCREASING)

    def _negative_phrases(self) -> None:
        """Behind a "not" without a verb: "not the face", "not brighter", "not too much"."""
        subject = self.clause.subject or self.clause.parts if self.clause.verb == "be" else []
        open_wants = bool(self.clause.parts or self.clause.sense or self.clause.verb)
        found = self._phrases(refused=True)
        if not found:
            token = self.cursor.peek()
            if token is not None and token.says("too", "so"):
                self._next()
                self._close()
                self._less_of_it()
            return
        for each in found:
            if each.properties and each.quant == "enough":  # "not sharp enough"
                for item in each.properties:
                    for want in meaning.apply(item.what, item.sign, Phrase(), place_of(each)):
                        self.drafts.wants.append(Draft(replace(want, words=self.clause.text), "complaint"))
            elif each.properties and each.quant == "too" and self.clause.verb == "be" and self.clause.mood == "wish":
                head = subject[0] if subject else Phrase()  # "I'd rather it was not so warm"
                for item in each.properties:
                    for want in meaning.apply(item.what, -item.sign, head, place_of(head)):
                        self.drafts.wants.append(Draft(replace(want, words=self.clause.text)))
            elif each.head is None or each.quant in ("too", "more") and not each.of("noun"):
                if not each.describes and open_wants:
                    self._close()
                self.refused(each, subject[0] if subject else each)
            elif each.of("place"):
                self.clause.outside += each.places if spreads(self.clause) else []
                if not spreads(self.clause):
                    self._keep_phrase(each)
            else:
                self.refuse(each)

    def _stays(self) -> bool:
        """ "the car stays red", "…, the rest stays": what stood before the verb is kept."""
        before = self.cursor.before(self.cursor.at)
        if self.clause.verb or self.clause.sense:
            self._close()
        else:
            self._asked_before()
        places = [p for part in self.clause.parts + self.clause.subject for p in part.places]
        if before is not None and before.says("anything") and self.last is not None:
            places = [replace(self.last, outside=not self.last.outside)]
        if not places:
            return False
        self._next()
        self._phrases()
        self.drafts.keep += [Keep("all", place, self.clause.text) for place in places]
        self.last, self.clause = places[-1], Clause()
        return True

    def _keep_rest(self, token: Token) -> bool:
        """ "(cool the sky) but keep the rest warm": all but what was named last stays as it is."""
        if self.last is None or token.text in ("anything", "nothing", "a thing"):
            return False
        self._next()
        elsewhere = {draft.want.where.name for draft in self.drafts.wants} - {"all", self.last.name}
        if not elsewhere:  # "(darken the wall, brighten the cat) and leave the rest": no one place is all of that
            self.drafts.keep.append(Keep("all", replace(self.last, outside=not self.last.outside), self.clause.text))
        phrase(self.cursor)
        self.clause = Clause()
        return True

    def _asked_before(self) -> None:
        """ "Cooler, (the skin stays)": what is no subject of the verb to come is a clause of its own."""
        clause = self.clause
        first = len(clause.parts) - 1
        while first > 0 and clause.parts[first - 1].places and not clause.parts[first - 1].describes:
            first -= 1
        if 0 < first < len(clause.parts):
            subject = clause.parts[first:]
            clause.parts, clause.joined = clause.parts[:first], clause.joined[:first]
            self._close()
            self.clause = Clause(parts=subject, joined=[""] * len(subject))

    def _keep(self, token: Token) -> bool:
        if not token.sense("verb", "keep") or not is_verb(self.cursor):
            return False
        alone = [p for p in self.clause.parts + self.clause.subject if p.only and p.of("place")]
        following = [self.cursor.peek(ahead) for ahead in (1, 2)]
        if alone and any(t is not None and t.sense("tone", "color") for t in following):
            self.clause = Clause()  # "only the bus keeps its colour"
            places = [replace(p, outside=True) for each in alone for p in each.places]
            self.drafts.wants += [Draft(Want("black_and_white", where=p, words=p.words)) for p in places]
        if token.text.startswith(("stay", "remain")) and self._stays():
            return True
        self._open(verb="keep")
        self._next()
        only = self.cursor.peek()
        if only is not None and only.says("only"):
            self._next()
        if (rest := self.cursor.peek()) is not None and rest.says("anything") and self._keep_rest(rest):
            return True
        found = self._spared()
        after = self.cursor.peek()
        if len(found) == 1 and found[0].of("image") and after is not None:
            more = phrase(self.cursor)
            if more is not None and more.properties and not more.looks and not more.quant:  # "keep it hazy"
                self.drafts.keep += [Keep(p.what, words=more.text) for p in more.properties if p.what in QUANTITIES]
                self.clause = Clause()
                return True
            moods = [s for s in more.looks if s.name not in ("natural", "auto")] if more is not None else []
            if more is not None and moods and not more.properties:  # "keep it night"
                self.drafts.keep += [Keep(f"look:{s.name}", words=more.text) for s in moods]
                self.clause = Clause()
                return True
            if more is not None and more.describes:  # "keep it natural"
                self.clause = Clause(verb="make", subject=found, parts=[more], words=more.words)
                self._close()
                return True
        kept = [p for each in found for p in each.places]
        self.last = kept[-1] if kept else self.last
        if after is not None and after.says("away") and not after.sense("adjective"):  # "keep the boats out of it"
            self.clause = Clause(verb="remove", parts=found, joined=[""] * len(found), words=self.clause.words)
            return True
        for each in found:
            more = phrase(self.cursor) if each.head is not None else None
            if more is not None and more.describes and more.head is None:  # "keep the sky blue"
                each.words += more.words
            self._keep_phrase(each)
        token_after = self.cursor.peek()
        if token_after is not None and token_after.says("untouched"):
            self._next()
        self.clause = Clause()
        return True
