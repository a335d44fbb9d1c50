"""The grammar of English requests: clauses, what governs what, and what is only said in passing.

A sentence is read once from left to right. A clause has a verb (or none), a subject, objects or complements, places;
"and" goes on with what it finds: another verb opens a clause, another noun or adjective joins the clause it stands in.
"""

from jarvisevo.rules.intent import Intent
from jarvisevo.rules.language.english.joined import joined
from jarvisevo.rules.language.english.speech import is_verb
from jarvisevo.rules.language.english.tales import without_tales
from jarvisevo.rules.language.english.verbs import Verbs
from jarvisevo.rules.language.english.words import tokenise
from jarvisevo.rules.language.lexicon import senses
from jarvisevo.rules.language.tokens import Token


def read(text: str) -> Intent:
    """Understand an English instruction."""
    return joined(text, _parsed(text), _parsed)


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
