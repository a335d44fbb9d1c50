"""Verbs: which one is meant, and what it governs."""

from dataclasses import replace

from jarvisevo.rules.language.english.clause import Clause, compares, particle_ahead, verb_name
from jarvisevo.rules.language.english.negation import Negation
from jarvisevo.rules.language.english.phrases import phrase
from jarvisevo.rules.language.english.speech import is_verb
from jarvisevo.rules.language.lexicon import Sense
from jarvisevo.rules.language.meaning import Phrase
from jarvisevo.rules.language.tokens import Token


class Verbs(Negation):
    """Reads verbs and opens their clauses."""

    def _unknown_verb(self, token: Token) -> bool:
        """ "tie her hair": a verb nobody knows, before what it is done to; more than sliders can do."""
        clause, after = self.clause, self.cursor.peek(1)
        if token.senses or token.amount or token.stop or after is None:
            return False
        begun = clause.verb or clause.sense or clause.parts
        if begun and (self.joint != "," or after.text.startswith("the most") or not after.says("det", "poss")):
            return False  # "brighten the photo, (iron the shirt)"
        if not (after.says("det", "poss") or after.text in ("her", "him", "it", "them", "me")) or after.says("in"):
            return False
        start = self.cursor.at
        self.cursor.at += 1
        found = phrase(self.cursor)
        self.cursor.at = start
        following = self.cursor.tokens[start + 1 + (len(found.words) if found else 0) :][:1]
        if found is None or found.of("noun", "tone", "color") or any(t.sense("verb", "be") for t in following):
            return False
        self._open(verb="out", sense=Sense("out", "other"))
        self._next()
        return True

    def _verb(self, token: Token) -> bool:
        after = self.cursor.peek(1)
        painted = self.cursor.at == 0 and token.text == "color" and after is not None and after.text == "in"
        if painted and any(t.says("to", "with") for t in self.cursor.tokens):
            return self._out(token, Sense("out", "other"))  # "color in the wall with red": painting
        if not is_verb(self.cursor):
            return False
        verb, act, out = token.sense("verb"), token.sense("act"), token.sense("out")
        if act and not verb and not out or act and " " in token.text:
            return self._act(token, act)
        if out and not verb:
            return self._out(token, out)
        assert verb is not None or act is not None
        if act is not None and (verb is None or verb.name not in ("make", "be", "want", "move")):
            return self._act(token, act)
        assert verb is not None
        name = verb_name(self.cursor, token, verb)
        if name == "touch" and particle_ahead(self.cursor):
            return self._act(token, Sense("act", "auto"))
        handler = {"be": self._be, "want": self._want, "make": self._make, "pop": self._pop, "see": self._see}
        if name in handler:
            return handler[name](token)
        if name in ("touch", "lose", "blend"):
            self._open(verb=name)
            self._next()
            return True
        return self._way(token, name)

    def _be(self, token: Token) -> bool:
        clause, before = self.clause, self.cursor.before(self.cursor.at)
        done = clause.verb not in ("", "make", "want", "be") and clause.parts and not self.joint
        if done and self._said_by(self.cursor.peek(-1)):
            of_them = [replace(clause.parts[-1], words=["they"], degree=None)] if clause.parts[-1].of("place") else []
            self._open()  # "sharpen the ladies | they are fuzzy"
            clause = self.clause = Clause(subject=of_them)
        self.negated |= before is not None and before.text in ("nothing", "none", "none of it")  # "nothing is sharp"
        finite = token.form == "s" or token.text in ("is", "are", "was", "were")
        if clause.verb in ("make", "want", "be") and not (
            finite and clause.parts and clause.parts[-1].head is not None
        ):
            self._next()
            return True
        mood = "wish" if self.modal else clause.mood or "state"
        self._subject_so_far()
        if self.clause.verb or self.clause.sense:
            subject = [self.clause.parts.pop()] if self.clause.parts else []
            self.clause.joined = self.clause.joined[: len(self.clause.parts)]
            self._open(subject=subject)
        self.clause.verb, self.clause.mood = "be", mood
        self.clause.negated, self.negated = self.negated, False
        self._next()
        return True

    @staticmethod
    def _said_by(token: Token | None) -> bool:
        """True for a pronoun that begins what is said next."""
        return token is not None and token.text in ("they", "he", "she")

    def _want(self, token: Token) -> bool:
        if token.text in ("like", "love") and self._liked():
            return True
        self._subject_so_far()
        subject = self.clause.subject if not self.clause.verb and not self.clause.sense else []
        if self.clause.verb == "make" and self.joint == "":
            self._next()
            return True
        self.clause.subject = [] if subject else self.clause.subject
        self._open(verb="want", mood="wish", subject=subject)
        self._next()
        return True

    def _liked(self) -> bool:
        """ "I love the glow, but …": what is praised stays; "I'd love the glow to be warmer" is a wish."""
        cursor = self.cursor
        before = [t for t in cursor.tokens[max(cursor.at - 3, 0) : cursor.at] if t.text not in ("really", "do", "just")]
        alone = not before or bool(before[-1].stop) or before[-1].says("but", "and")
        if not alone and before[-1].text not in ("i", "we") or any(t.text == "would" for t in before):
            return False
        start, after = cursor.at, cursor.peek(1)
        if after is not None and after.text in ("how", "the way"):
            return self._skip_clause()
        if after is None or not after.says("det", "pronoun"):
            return False
        self._next()
        found = self._phrases()
        token = cursor.peek()
        liked = [p for p in found if p.definite and not compares(p)]
        if not liked or len(liked) < len(found) or not (token is None or token.stop or token.says("but", "and", "so")):
            cursor.at = start
            return False
        for each in liked:
            self._keep_phrase(each)
        self.last = next((p for each in liked for p in each.places), self.last)
        self.clause = Clause()
        return True

    def _make(self, token: Token) -> bool:
        mood = self.clause.mood if self.clause.mood in ("purpose",) and not self.clause.parts else ""
        if token.form == "ing" and self.joint in ("", ",") and (self.clause.parts or self.clause.sense):
            mood = "purpose"
        before = self.cursor.before(self.cursor.at)
        if before is not None and before.text == "to" and self.clause.verb in ("add", "remove", "out", "move"):
            mood = "purpose" if self.clause.parts or self.clause.sense else mood  # "add a lamp to make it brighter"
        told = token.form == "s" or self.modal
        self._open(verb="make", mood=mood)
        if self.gone and told:
            self.clause.mood = "reason"  # "(edit out the tape) it makes the room look shabby"
        self._next()
        found = self._phrases()
        nouns = [f for f in found if f.head is not None and not (f.of("noun", "tone") and (f.quant or compares(f)))]
        if self.spoken is not None:
            nouns = [replace(self.spoken, degree=None, amount=None) if n.words == ["them"] else n for n in nouns]
        self.clause.subject = nouns
        rest = [f for f in found if f not in nouns]
        self.clause.parts, self.clause.joined = rest, [""] * len(rest)
        return True

    def _pop(self, token: Token) -> bool:
        clause = self.clause
        found = Phrase(words=[token.text], looks=[Sense("look", "pop", 1)])
        if not clause.verb:
            self._subject_so_far()
        first = clause.parts[0] if len(clause.parts) == 1 and clause.verb in ("make", "want") else None
        if first is not None and not clause.subject and first.head is None and first.hues and first.definite:
            first.head = Sense("color", first.hues.pop(0).name)  # "make the green on the hill pop"
            clause.subject, clause.parts, clause.joined = [first], [], []
        if clause.verb in ("make", "want", "be", "see") or clause.subject:
            if clause.mood == "purpose" and not clause.verb:
                self.clause.mood = "effect"  # "so that they stand out"
            self.clause.verb = self.clause.verb or "make"
            self.clause.parts.append(found)
            self.clause.joined.append(self.joint)
        elif clause.parts or clause.sense:
            subject = [clause.parts.pop()] if len(clause.parts) > 1 else list(clause.parts)
            self._open(verb="make", mood="effect", subject=subject)
            self.clause.parts.append(found)
            self.clause.joined.append("")
        else:
            self._open(verb="make", mood="effect" if self.drafts.wants else "")
            self.clause.parts.append(found)
            self.clause.joined.append("")
        self._next()
        return True

    def _see(self, token: Token) -> bool:
        if self.clause.verb or self.clause.sense or self.clause.parts:
            self._open(verb="see", mood="purpose")
        else:
            self.clause.verb = "see"
        self._next()
        return True

    def _act(self, token: Token, sense: Sense) -> bool:
        return self._governed(token, "act", sense)

    def _out(self, token: Token, sense: Sense) -> bool:
        return self._governed(token, "out", sense)

    def _way(self, token: Token, name: str) -> bool:
        return self._governed(token, name, None)

    def _governed(self, token: Token, verb: str, sense: Sense | None) -> bool:
        """A verb with objects; a participle takes what stands before it ("whites toned down", "to be sharpened")."""
        clause = self.clause
        said = self.cursor.peek(-1)
        made = clause.subject[-1].words[:1] if clause.verb == "make" and clause.subject else []
        if token.form == "ing" and made in (["a"], ["an"]) and clause.subject[-1].of("place"):
            clause.verb, clause.parts, clause.subject = "add", list(clause.subject), []
            return self._skip_clause()  # "make a river | coming down the hill"
        if token.form == "ing" and clause.mood == "reason" and clause.subject:
            return self._skip_clause()  # "(a kite) which is rising"
        if verb == "out" and clause.mood == "reason" and said is not None and said.text in ("they", "it", "i", "we"):
            return self._skip_clause()  # "because they print too strong"
        before = self.cursor.before(self.cursor.at)
        if token.form == "ing" and self.joint == "" and clause.parts and before is not None and not before.says("by"):
            self._open(verb="see", mood="effect")  # "the man sitting there", "the light coming in"
            self._next()
            return True
        with_it = token.form == "ed" and before is not None and before.says("with") and not clause.verb
        passive = (token.text.endswith("ed") or self.modal or clause.verb in ("be", "want")) and not with_it
        if passive and not clause.verb and clause.parts and not clause.sense and self.joint == "":
            self._subject_so_far()
        subject = list(clause.subject) if passive or clause.verb in ("want", "make", "be") else []
        if clause.verb in ("want", "make", "be") and self.joint and clause.parts and token.form != "ed":
            subject = []
        told = any(compares(s) and s.of("color") for s in clause.subject)
        if clause.verb in ("want", "make") and told and not clause.parts and token.form != "ed":
            subject = []  # "make the red more vivid and | remove the green tint"
        mood = clause.mood if clause.mood in ("purpose",) and not (clause.parts or clause.sense) else ""
        if token.form == "ing" and self.joint == "" and (clause.parts or clause.sense):
            mood = "purpose"
        if clause.verb in ("want", "make", "be") and not clause.parts and subject:
            clause.subject = []
        if clause.mood == "purpose" and token.form == "s" and clause.parts and not clause.sense and not clause.verb:
            mood = "purpose"  # "(crop it) so the bird fills the frame"
        infinitive = before is not None and before.text == "to" and (clause.parts or clause.sense)
        mood = "purpose" if infinitive else mood
        degree = clause.degree if not clause.verb and not clause.sense and not clause.parts else ""
        ratio, also = None, []
        alone = not (
            clause.parts or clause.places or clause.subject or clause.toward or clause.outside or clause.amount
        )
        special = clause.sense is not None and clause.sense.name in ("crop", "rotate", "straighten", "auto")
        goes = verb in ("remove", "out")  # "darken slightly and get rid of the spots": not those
        if clause.verb == "act" and self.joint == "and" and alone and not clause.mood and not (special or goes):
            also, clause.also = [*clause.also, clause], []
            self.clause = Clause()
        if clause.verb in ("make", "want", "be") and not clause.parts and not told:
            ratio = clause.amount if clause.amount and clause.amount[1] == "ratio" else None  # "make it a 4:5 crop"
            self.clause = Clause()
        self._open(verb=verb, sense=sense, mood=mood, subject=subject, degree=degree, amount=ratio, also=also)
        self._next()
        if token.form == "ly":
            return True
        return True
