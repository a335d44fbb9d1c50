"""The position in a sentence, the clause that is being read, and phrases in a row."""

from jarvisevo.rules.language.english.clause import Clause, compares, shares
from jarvisevo.rules.language.english.keeping import Keeping
from jarvisevo.rules.language.english.phrases import phrase
from jarvisevo.rules.language.english.speech import Cursor, is_verb
from jarvisevo.rules.language.english.telling import Telling
from jarvisevo.rules.language.meaning import Phrase
from jarvisevo.rules.language.tokens import Token


class Base(Keeping):
    """Moves through the tokens of a sentence and opens and closes clauses."""

    def __init__(self) -> None:
        super().__init__()
        self.begin([])

    def begin(self, tokens: list[Token]) -> None:
        """Start on a sentence."""
        self.cursor = Cursor(tokens)
        self.clause = Clause()
        self.joint = ""  # "and", "but", "," before what comes next
        self.modal = self.negated = self.gone = False
        self.frame = []

    def _next(self, count: int = 1) -> None:
        for _ in range(count):
            token = self.cursor.peek()
            if token is not None and not token.stop:
                self.clause.words.append(token.text)
            self.cursor.at += 1

    def _close(self) -> None:
        clause, self.clause = self.clause, Clause()
        after = self.cursor.peek()
        clause.ends, self.modal = after is None or bool(after.stop), False
        only_places = bool(clause.parts) and all(
            p.of("place") and not p.describes and not p.quant for p in clause.parts
        )
        if not (
            clause.verb or clause.sense or clause.subject or clause.outside or clause.particle or clause.extra
        ) and (
            only_places and not clause.mood or clause.places and not clause.parts and not clause.amount
        ):  # "outside the window make the green greener and …"
            self.frame = clause.places or clause.parts[0].places
            return
        for each in (*shares(clause), clause):
            Telling(self, each).emit()
        spoken = [p for p in clause.parts or clause.subject if p.head is not None]
        self.spoken = spoken[-1] if spoken else self.spoken

    def _open(self, **values: object) -> None:
        """Begin a clause, handing on what a new one shares with the one before."""
        held = [] if self.clause.says_more else self.clause.outside
        self._close()
        self.clause = Clause(**values)  # type: ignore[arg-type]
        self.clause.outside += held  # "except for the faces, cool everything down"

    def _particles(self) -> None:
        while (
            (token := self.cursor.peek()) is not None
            and token.says("up", "downward", "away")
            and not token.sense("noun")
        ):
            self._particle(token)

    def _particle(self, token: Token) -> bool:
        if not token.says("up", "downward", "away") or token.sense("noun"):
            return False
        if token.sense("adjective") and self.clause.verb == "be":
            return False
        before = self.cursor.peek(-1)
        if before is not None and before.text == "the" or token.text == "back" and self.joint:
            return False  # "in the back", "the tower and back building"
        back = token.text.startswith("back") and self.clause.words[:1] in (["bring"], ["brings"], ["get"])
        name = "up" if token.says("up") else "down" if token.says("downward") else "away"
        if not (token.text == "back" and self.clause.verb == "add"):  # "add the tail back"
            self.clause.particle = "back" if back else name  # "bring some detail back" is more of it
        self._next()
        return True

    def _skip_fillers(self) -> None:
        while (token := self.cursor.peek()) is not None and (
            token.says("skip", "pronoun") or token.sense("degree") and token.text == "really"
        ):
            if is_verb(self.cursor) or any(token.sense(r) for r in ("noun", "adjective", "tone")):
                return
            self._next()

    def _skip_clause(self) -> bool:
        """Leave out the rest of a clause that only says what for."""
        while (
            (token := self.cursor.peek()) is not None
            and not token.stop
            and not (token.says("and", "but") and is_verb(self.cursor, 1))
        ):
            self._next()
        self.clause = Clause()
        return True

    def _phrases(self, refused: bool = False) -> list[Phrase]:
        """Phrases joined by "and", "or", commas."""
        found: list[Phrase] = []
        while True:
            each = phrase(self.cursor)
            if each is None:
                return found
            self.clause.words += each.words
            found.append(each)
            start = self.cursor.at
            token = self.cursor.peek()
            comma = token is not None and token.stop == ","
            while token is not None and (token.stop == "," or token.says("and")) and token.stop != ".":
                self.cursor.at += 1
                token = self.cursor.peek()
            if self.cursor.at == start or token is None or is_verb(self.cursor) or token.says("not", "but", "keep"):
                self.cursor.at = start
                return found
            ahead = self.cursor.at
            more = phrase(self.cursor)
            alike = (
                more is not None
                and more.head is not None
                and each.head is not None
                and more.head.role == each.head.role
            )
            alike = alike or more is not None and more.head is None and each.head is None
            other = more is not None and more.of("place") and compares(more) and not compares(each)
            after = self.cursor.peek()
            another = (
                comma or more is not None and more.definite and not each.definite
            )  # "depth and the midtones | are"
            said_of = another and after is not None and not after.stop and bool(after.sense("verb", "be"))
            apart = more is not None and more.words[:1] in (["a"], ["an"]) and more.describes and not each.describes
            if refused and comma and each.head is None or more is not None and more.only or other or said_of or apart:
                alike = False  # "not brighter, just warmer"; "keep the sky, the grass is too green"
            self.cursor.at = ahead if alike else start
            if not alike:
                return found

    def _subject_so_far(self) -> None:
        """What stood before a verb is its subject."""
        clause = self.clause
        if clause.parts and not clause.verb and not clause.sense:
            clause.joined += [""] * (len(clause.parts) - len(clause.joined))
            first = len(clause.parts) - 1
            while first and clause.parts[first - 1].head is not None and clause.joined[first].startswith("and"):
                first -= 1
            first = first if clause.parts[first].head is not None else 0
            subject = clause.parts[first:]
            for part in subject:  # "the contrast in the sky | needs to be increased"
                hue = part.head is None and part.hues and part.definite
                if not part.places and (hue or part.of("noun", "tone", "color")):
                    part.places = list(clause.places)
            if first and subject:  # "brighter, but the lamps must not clip"
                clause.parts, clause.joined = clause.parts[:first], clause.joined[:first]
                self._open(mood=clause.mood, subject=subject)
            else:
                clause.subject, clause.parts, clause.joined = clause.parts, [], []
        elif (
            (clause.verb in ("want", "make") or clause.words[:1] == ["get"])
            and len(clause.parts) == 1
            and not clause.subject
        ):
            clause.verb = "want" if clause.verb == "want" else "make"
            clause.subject, clause.parts, clause.joined = clause.parts, [], []  # "I want the dress to be red"
        elif clause.verb or clause.sense:
            last = clause.parts.pop() if clause.parts and self.joint == "" and len(clause.parts) > 1 else None
            if last is not None and clause.joined:
                clause.joined.pop()
                mood = "wish" if clause.mood == "wish" else ""
                self._open(mood=mood)
                self.clause.subject = [last]
