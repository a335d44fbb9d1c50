"""Parts of speech: whether a word that may be several is a verb where it stands."""

from jarvisevo.rules.language.tokens import Token

MAX_FILLERS = 8
"""Filler words ("please", "maybe") that are looked over."""


class Cursor:
    """Tokens of a sentence with a position; `depth` counts the phrases that are open."""

    depth = 0

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0

    def peek(self, ahead: int = 0) -> Token | None:
        """The token `ahead` of the position, None beyond the ends."""
        at = self.at + ahead
        return self.tokens[at] if 0 <= at < len(self.tokens) else None

    def before(self, at: int) -> Token | None:
        """The token before `at` that is no filler word."""
        last = max(at - MAX_FILLERS, 0)
        at -= 1
        while at >= last and self.tokens[at].says("skip") and not content(self.tokens[at]):
            at -= 1
        return self.tokens[at] if at >= last else None


def content(token: Token) -> bool:
    """True for a word with a meaning of its own."""
    return any(s.role in ("noun", "tone", "adjective", "act", "verb", "color", "place", "look") for s in token.senses)


def is_verb(cursor: Cursor, ahead: int = 0) -> bool:
    """Part of speech from what stands beside a word: "blur the sky", "the blur", "warm it up", "warm tones"."""
    at = cursor.at + ahead
    token = cursor.tokens[at]
    if not any(s.role in ("verb", "act", "out") for s in token.senses) or token.comparative:
        return False
    others = {s.role for s in token.senses} - {"verb", "act", "out"}
    before = cursor.before(at)
    if before is not None and before.says("poss") and token.form == "s" and not token.sense("verb", "be"):
        return False  # "the people's features"
    after = cursor.peek(ahead + 1)
    polite = at and cursor.tokens[at - 1].text in ("please", "pls", "plz")
    if polite and token.sense("act") and (after is None or after.stop):
        return True  # "…, please dim"
    if token.text == "light" and after is not None and after.sense("noun"):
        return False  # "light grain"
    shade = token.text in ("bright", "light") and after is not None and after.sense("color") and after.form != "s"
    if shade and before is not None and not before.stop:
        return False  # "(make the car) bright pink"
    bare = bool(at) and not token.form and cursor.tokens[at - 1].text in ("the", "this") and others <= {"function"}
    if bare and (after is None or after.stop or after.says("in") or after.sense("verb", "be")):
        return False  # "the strip on the right"
    ends = after is None or bool(after.stop) or after.says("in") or bool(after.sense("verb", "be"))
    if ends and not token.form and others <= {"function"} and _coloured(cursor, at):
        return False  # "the white strip on the wall"
    done = token.text.endswith("ed") and bool(at) and cursor.tokens[at - 1].text in ("the", "this", "that")
    if done and after is not None and (after.sense("place") or not (after.senses or after.stop)):
        return False  # "the cropped car"
    named_out = {s.role for s in token.senses} == {"out"} and not token.form
    if named_out and before is not None and before.says("det") and not before.says("skip"):
        return False  # "the mirror"
    if token.sense("verb", "be") and others and after is not None and not after.stop:
        named = before is not None and (before.says("det") or before.sense("adjective") or before.sense("look"))
        stated = before is not None and not named or token.form == "s"
        says = after.says("too", "so", "more", "less", "not", "as", "enough", "in", "det")
        if stated and (says or any(after.sense(r) for r in ("adjective", "color", "look", "effect", "degree"))):
            return True
    passive = before is not None and before.says("modal") and (after is None or after.stop or after.says("by"))
    if token.text.endswith("ed") and others <= {"function"} and passive:
        return True  # "the exposure should be reduced by a stop"
    if others <= {"function"} and not token.says(
        "as", "and", "modal", "more", "less", "lack", "up", "enough", "so", "untouched"
    ):
        return True
    if not others:
        return True
    if before is not None and not before.stop and _wants_noun(before, bool(others & {"noun", "tone"})):
        return False
    named = (
        before is not None
        and not before.stop
        and before.text not in ("him", "them", "me", "us", "it")
        and (not before.senses or before.sense("image") or before.sense("place"))
    )
    if (
        others & {"noun", "tone", "place"}
        and named
        and not token.sense("verb", "be")
        and not (after is not None and after.says("det"))
    ):
        return False
    if token.form == "s" and others & {"noun", "tone"} and not token.sense("verb", "be"):
        return False
    if others & {"noun", "tone"} and after is not None and after.says("up", "downward"):
        then = cursor.peek(ahead + 2)
        if then is None or then.stop or then.amount or then.sense("degree") or then.says("and", "but", "by"):
            return False  # "highlights down, shadows up"
    if "adjective" in others and before is not None and before.text in ("is", "are", "was", "were", "looks"):
        return after is not None and after.says("det")  # "it is dim"
    if token.text.endswith("ed") and "adjective" in others:
        return False
    stated = before is not None and not before.sense("look") or token.form == "s"
    if token.sense("verb", "be") and after is not None and stated and not after.stop:
        says = after.says("too", "so", "more", "less", "not", "as", "enough", "in", "det")
        return (
            says
            or any(after.sense(r) for r in ("adjective", "color", "look", "effect", "degree"))
            or object_like(after)
        )
    if others & {"noun", "tone"} and after is not None and after.sense("degree"):
        return False
    if after is None or after.stop or after.says("and", "but"):
        return not others & {"noun", "adjective", "look", "tone"}
    return object_like(after)


def _coloured(cursor: Cursor, at: int) -> bool:
    """True behind a colour with an article, or that is to go: "the white | strip", "remove white | paint"."""
    colour, article = (cursor.tokens[at - 1], cursor.tokens[at - 2]) if at > 1 else (None, None)
    if colour is None or article is None or not colour.sense("color") or colour.comparative:
        return False
    return article.says("det") or article.sense("verb", "remove") is not None


def _wants_noun(before: Token, may_be_noun: bool) -> bool:
    """Whether a word makes the next one no verb: "more blur", "soft light", "soften contrast"."""
    quantified = before.says("det", "more", "less", "no", "too", "so", "in", "with", "enough")
    if quantified and not before.says("pronoun", "skip"):
        return True
    if may_be_noun and before.sense("act") and is_verb_form(before):
        return True  # "soften contrast slightly"
    nouns = ("adjective", "color", "noun", *(("tone",) if may_be_noun else ()))
    if any(s.role in nouns for s in before.senses) and not is_verb_form(before):
        return True
    if before.sense("degree") and not before.text.endswith("ly"):
        return True
    governs = before.sense("verb") and not before.sense("verb", "make", "want", "be")
    return bool(governs) and not before.says("modal", "to", "skip", "pronoun", "and")


def is_verb_form(token: Token) -> bool:
    """True for words that are verbs and nothing else."""
    roles = {s.role for s in token.senses}
    return bool(roles) and roles <= {"verb", "act", "out", "function"}


def object_like(token: Token) -> bool:
    """True for what may begin the object of a verb."""
    if not token.senses and not token.stop and token.amount is None:
        return True
    if token.says("det", "pronoun", "up", "downward", "only", "more", "less", "anything") or token.box >= 0:
        return True
    return any(s.role in ("image", "place", "color", "tone", "degree", "noun") for s in token.senses)
