"""The grammar of English requests: clauses, what governs what, and what is only said in passing.

A sentence is read once from left to right. A clause has a verb (or none), a subject, objects or complements, places;
"and" goes on with what it finds: another verb opens a clause, another noun or adjective joins the clause it stands in.
"""

import re
from dataclasses import replace

from jarvisevo.rules.intent import Intent
from jarvisevo.rules.language.english.joined import joined
from jarvisevo.rules.language.english.speech import is_verb
from jarvisevo.rules.language.english.tales import without_tales
from jarvisevo.rules.language.english.verbs import Verbs
from jarvisevo.rules.language.english.words import tokenise
from jarvisevo.rules.language.lexicon import senses
from jarvisevo.rules.language.tokens import Token

MOST_SAID = 120
"""Characters of an instruction that are said again when nothing of it can be done."""
_PASSIVE = re.compile(r"\b(?:needs?|has|have|must|should|ought)(?: to)? be \w+ed\b")


def read(text: str) -> Intent:
    """Understand an English instruction. One that orders what nobody here knows, and nothing else, is beyond: "close
    cupboard doors", "make the roof look less mossy".
    """
    found = joined(text, _parsed(text), _parsed)
    if found.not_understood and not (found.wants or found.keep or found.out_of_scope) and _ordered(text):
        return replace(found, out_of_scope=(" ".join(text.split())[:MOST_SAID],))
    return found


def _ordered(text: str) -> bool:
    """True for a text that says what is to be done to a thing: a verb, known or not, and what it governs."""
    said = [token for token in tokenise(text) if not token.says("skip")]
    while said and (said[0].stop or said[0].says("pronoun", "modal", "to") or said[0].text.endswith("ly")):
        said = said[1:]
    if len(said) < 2:
        return False
    first, after = said[:2]
    if _PASSIVE.search(text.lower()):
        return True
    if first.text in ("a", "an"):  # "a cape on the singer"
        return not after.senses and any(token.says("in") and token.text != "of" for token in said[2:4])
    if first.senses and not first.sense("verb") and not first.sense("act"):
        return False
    thing = any(not token.senses or token.sense("place") for token in said[1:] if not token.stop)
    governs = (
        after.says("det", "poss", "in", "away", "up", "downward") or after.text in ("this", "that") or first.senses
    )
    return thing and not after.sense("verb", "be") and bool(governs or after.text.endswith("s"))


def _parsed(text: str) -> Intent:
    """What the grammar reads in a text."""
    reader = EnglishReader()
    sentence: list[Token] = []
    for token in [*tokenise(text), Token(".", stop=".")]:
        sentence.append(token)
        if token.stop == ".":
            reader.sentence(without_tales(sentence))
            sentence = []
    return reader.drafts.intent("en")


class EnglishReader(Verbs):
    """Reads sentence after sentence into drafts."""

    def sentence(self, tokens: list[Token]) -> None:
        """Read one sentence."""
        self.begin(tokens)
        count = len(self.drafts.wants) + len(self.drafts.out) + len(self.drafts.keep)
        while (token := self.cursor.peek()) is not None:
            if not self._step(token):
                self._unread(token)
            if not token.stop and not token.says("and", "but"):
                self.joint = ""
        self._close()
        if count == len(self.drafts.wants) + len(self.drafts.out) + len(self.drafts.keep):
            names = [place.name for place in self.frame]
            self.drafts.unknown += [name for name in names if name not in senses("en")]

    def _step(self, token: Token) -> bool:
        for take in (
            self._except,
            self._break,
            self._negation,
            self._question,
            self._link,
            self._keep,
            self._verb,
            self._place,
            self._toward,
            self._measure,
            self._particle,
            self._rest,
            self._unknown_verb,
            self._part,
            self._filler,
        ):
            if take(token):
                return True
        return False

    def _unread(self, token: Token) -> None:
        if not token.senses and token.amount is None and len(token.text) > 1:
            self.drafts.unknown.append(token.text)
        self._next()

    def _break(self, token: Token) -> bool:
        if token.stop == ".":
            self._close()
        elif token.stop:
            self.joint = self.joint or ","
        elif token.says("but"):
            self.joint = "but"
        elif token.says("and") and not is_verb(self.cursor):
            self.joint = "and"
        else:
            return False
        self.cursor.at += 1
        return True
