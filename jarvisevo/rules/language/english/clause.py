"""A clause while it is read, and what its neighbours tell about a word."""

from dataclasses import dataclass, field, replace

from jarvisevo.rules.intent import Place
from jarvisevo.rules.language.english.speech import Cursor, is_verb
from jarvisevo.rules.language.lexicon import Sense
from jarvisevo.rules.language.meaning import DECREASING, INCREASING, Phrase
from jarvisevo.rules.language.tokens import Token

WAYS = (*INCREASING, *DECREASING, "change", "alter", "fix", "move")


@dataclass(slots=True)
class Clause:
    """One clause while it is read."""

    verb: str = ""
    sense: Sense | None = None
    mood: str = ""  # "" asked, "state", "wish", "purpose", "reason"
    negated: bool = False
    subject: list[Phrase] = field(default_factory=list)
    parts: list[Phrase] = field(default_factory=list)
    joined: list[str] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    placed: int = 0  # parts that stood before its places
    outside: list[Place] = field(default_factory=list)
    particle: str = ""
    degree: str = ""
    amount: tuple[float, str] | None = None
    absolute: bool = False
    words: list[str] = field(default_factory=list)
    toward: list[Phrase] = field(default_factory=list)
    extra: list[Phrase] = field(default_factory=list)
    also: "list[Clause]" = field(default_factory=list)  # verbs before "and" that share the object
    ends: bool = False  # nothing follows it in the sentence
    stands: str = ""  # "tall" or "wide": how a crop is to stand

    @property
    def says_more(self) -> bool:
        """True when it holds more than an exception."""
        return bool(self.verb or self.sense or self.subject or self.parts or self.places or self.toward)

    @property
    def text(self) -> str:
        """The words as they were said."""
        return " ".join(self.words)


def shares(clause: Clause) -> list[Clause]:
    """The clauses of `clause.also`, with the object that stands behind the last verb ("brighten and warm the sky")."""
    things = all(p.of("place", "image") and not p.describes for p in clause.parts)
    there = clause.places or [place for part in clause.parts for place in part.places]
    found = []
    for each in clause.also:
        if there and not things and " the " not in each.text:  # "brighten and reduce the contrast of the shirt"
            each = replace(each, places=list(there), words=[*each.words, *clause.words])
        if things:
            parts = [replace(p, degree=p.degree or None) for p in clause.parts]
            each = replace(each, parts=parts, joined=list(clause.joined), places=list(clause.places))
            each.outside, each.words = list(clause.outside), [*each.words, *clause.words]
        found.append(each)
    return found


def exception_after(cursor: Cursor) -> bool:
    """ "… but not the face": belongs to what came before."""
    after = cursor.peek(1)
    if after is None or not after.says("not"):
        return False
    for ahead in (2, 3):
        token = cursor.peek(ahead)
        if token is not None and token.sense("place") and not token.says("too"):
            return True
        if token is not None and not token.senses and not token.stop:
            return True
    return False


def shape(clause: Clause) -> tuple[float, str] | None:
    """The ratio of a crop as the photo is to stand: "4x5 vertical" is taller than wide."""
    if clause.amount is None or clause.amount[1] != "ratio":
        return None
    ratio = clause.amount[0]
    turned = ratio > 1 if clause.stands == "tall" else ratio < 1 if clause.stands == "wide" else False
    return (1 / ratio if turned else ratio, "ratio")


def compares(found: Phrase) -> bool:
    """True when something in a phrase is to become more or less: "a warmer tone"."""
    said = any(p.comparative or p.times < 0 for p in found.properties)
    return found.quant in ("more", "less") or said or any(h.comparative or h.times < 0 for h in found.hues)


def first_place(places: list[Place]) -> Place:
    """The first of some places, everywhere when there is none."""
    return places[0] if places else Place()


def place_of(found: Phrase) -> Place:
    """Where a phrase is about."""
    return first_place(found.places)


def spreads(clause: Clause) -> bool:
    """True when a clause is about the whole photo, so that an exception can be cut out of it."""
    named = [p for part in clause.parts for p in part.places] + clause.places
    return bool(clause.parts or clause.sense or clause.verb) and not named


def new_subject(found: Phrase, cursor: Cursor) -> bool:
    """ "(make it brighter and) the blue to really pop": a noun that something is said of."""
    if found.quant or found.head is None and not (found.hues and found.definite):
        return False
    after = cursor.peek()
    if after is None or after.stop or after.says("and"):
        return False
    if after.says("to", "modal", "so", "more", "less", "too") or after.sense("adjective") or after.sense("color"):
        return True
    return bool(
        after.sense("verb", "pop", "be")
        or after.sense("degree")
        and cursor.peek(1)
        and not after.stop
        and (
            cursor.peek(1).sense("adjective") or cursor.peek(1).says("more", "less")  # type: ignore[union-attr]
        )
    )


def particle_ahead(cursor: Cursor) -> bool:
    """True when "up", "down", "out" belongs to the verb at the position."""
    ahead = 1
    while (after := cursor.peek(ahead)) is not None and ahead < 7 and not after.stop:
        if after.says("up", "downward", "away") and not after.sense("noun") or after.text.startswith("toward"):
            return True
        if after.says("and", "but") or is_verb(cursor, ahead):
            return False
        ahead += 1
    return False


def verb_name(cursor: Cursor, token: Token, sense: Sense) -> str:
    """Which verb is meant where one word is several: "turn" makes, moves or rotates."""
    names = [s.name for s in token.senses if s.role == "verb"]
    if len(names) == 1 or "move" not in names:
        return sense.name
    if particle_ahead(cursor):
        return "move"
    return next(n for n in names if n != "move")
