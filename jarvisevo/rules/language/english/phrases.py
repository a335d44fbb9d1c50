"""English phrases: a noun with its adjectives, colours, amounts and "of …"; or adjectives alone."""

from dataclasses import replace

from jarvisevo.rules.intent import Place
from jarvisevo.rules.language.english.speech import Cursor, content, is_verb, object_like
from jarvisevo.rules.language.lexicon import Sense
from jarvisevo.rules.language.meaning import GREYS, Hue, Phrase, Property
from jarvisevo.rules.language.tokens import Token
from jarvisevo.rules.places import FRAMED, named

EFFECTS = ("vignette", "grain", "blur", "fade")
HEADS = ("noun", "tone", "image", "place", "color")
SHADES = {"light": "light", "pale": "light", "soft": "light", "bright": "bright", "dark": "dark", "deep": "dark"}
_NAMED_SHADES = ("light", "dark", "bright", "deep", "pale")
PHOTO = ("shot", "shots", "photo", "photos", "photograph", "picture", "pictures", "pic", "pics", "image", "images")

STRENGTHS = ("saturation", "deep", "size", "brightness", "contrast", "pop")
NOUNS_IN_IER = frozenset(
    ["pier", "tier", "barrier", "soldier", "courier", "chandelier", "terrier", "cashier", "glacier", "carrier", "drier"]
)
"""Things whose names end like "fluffier"."""
MAX_WORDS = 30
"""Tokens of one phrase; longer ones are nobody's English."""


def place_name(sense: Sense) -> str:
    """The region a place word stands for."""
    return "skin" if sense.name == "skin tone" else sense.name


def phrase(cursor: Cursor, quant: str = "") -> Phrase | None:
    """The phrase at the position, which moves behind it; None (and no move) when there is none."""
    start = cursor.at
    found = _Builder(cursor, quant).build()
    if found is None:
        cursor.at = start
    return found


class _Builder:
    """Collects one phrase from the left; every method either consumes a token and says True, or says False."""

    def __init__(self, cursor: Cursor, quant: str) -> None:
        self.cursor = cursor
        self.out = Phrase(quant=quant)
        self.noun: list[str] = []  # words nobody knows, together the name of a thing
        self.times, self.too = 1, False
        self.said_more = False

    def build(self) -> Phrase | None:
        while (token := self.cursor.peek()) is not None:
            if token.stop == "," and self._adjectives_go_on():
                self.cursor.at += 1
                continue
            if token.text == "and" and self._two_coloured():
                self.out.words.append(token.text)
                self.cursor.at += 1
                continue
            if token.stop or len(self.out.words) >= MAX_WORDS or not self._take(token):
                break
            self.out.words.append(token.text)
            self.cursor.at += 1
        self._close_noun()
        out = self.out
        out.head = out.head or self.owned
        if out.head is None and not out.describes and not out.quant and out.amount is None:
            return None
        self._of()
        if out.head is None and not out.describes:
            if out.quant and out.quant != "enough" or out.degree:
                return out if out.words else None
            return None
        self._colour_range()
        return out

    def _two_coloured(self) -> bool:
        """ "the yellow and blue house": two colours of one thing."""
        colour, thing = self.cursor.peek(1), self.cursor.peek(2)
        if (
            self.out.head is not None
            or self.noun
            or not (self.out.hues and (self.out.definite or self.out.words[0] in ("a", "an")))
            or self.out.quant
        ):
            return False
        plain = colour is not None and colour.sense("color") and not (colour.form or colour.comparative)
        named = thing is not None and (thing.sense("place") or not (thing.senses or thing.stop or thing.amount))
        framed = thing is not None and thing.text in ("frame", "frames")
        return bool(plain and (named or framed))

    def _colour_range(self) -> None:
        """ "The blue richer", "more intense red": how strong a colour of the photo is, not a colour to lay over it."""
        out = self.out
        if out.head is None and len(out.hues) == 1 and out.properties and not out.hues[0].comparative:
            strength = all(p.what in STRENGTHS and p.comparative for p in out.properties)
            if strength and out.hues[0].name not in GREYS:
                out.head, out.hues = Sense("color", out.hues[0].name), []
        elif out.head is None and len(out.hues) == 1 and out.definite and not out.quant and self._said_of():
            out.head, out.hues = Sense("color", out.hues[0].name), []  # "the blue | much lighter"

    def _said_of(self) -> bool:
        """True when a degree and a comparative follow: what stands before them is a noun."""
        after, then = self.cursor.peek(), self.cursor.peek(1)
        return (
            after is not None
            and then is not None
            and after.sense("degree") is not None
            and (then.comparative or then.says("more", "less"))
            and not any(out.name in GREYS for out in self.out.hues)
        )

    # -- one token ---------------------------------------------------------------------------------

    def _take(self, token: Token) -> bool:
        out = self.out
        nounish = out.head is not None or bool(self.noun)
        if token.box >= 0:
            return self._box(token.box)
        if token.amount is not None:
            return self._amount(token, nounish)
        if token.text in ("level of", "levels of", "amount of") and out.of("noun"):  # "the sharpness level of the sky"
            self.cursor.at += 1
            inner = phrase(self.cursor)
            self.cursor.at -= 1
            out.places = inner.places if inner is not None and inner.of("place") else out.places
            return True
        if token.says("than", "purpose", "because", "modal", "cannot", "except", "without", "but", "and"):
            return False
        if is_verb(self.cursor):
            return False
        if token.says("to", "by", "with", "as") and not content(token):
            return False
        if token.says("in") and not token.sense("place") and not (token.sense("adjective") and self._ends()):
            return False
        if token.says("anything") or token.says("not"):
            return False
        if token.says("poss"):
            return self._owner(nounish)
        return self._modifier(token, nounish) or self._word(token, nounish)

    def _box(self, number: int) -> bool:
        """A box alone, or behind the noun that it shows: "the dog <box>…</box>"."""
        self._close_noun()
        out = self.out
        if out.head is None:
            return self._place(Place("box", box=number, words="<box>"), Sense("place", "box"))
        if not out.of("place") or not out.places or out.places[0].box >= 0:
            return False
        out.places = [replace(out.places[0], box=number)]
        return True

    def _owner(self, nounish: bool) -> bool:
        """ "the girl's face", "the image's natural light": the noun is still to come."""
        out = self.out
        if not nounish or not out.words:
            return False
        self._close_noun()
        if out.head is not None and out.head.role in ("image", "place"):
            self.owned = out.head
            out.head = None
        elif out.of("color") and out.head is not None:  # "the greens' luminance"
            out.hues.append(Hue(out.head.name))
            out.head = None
        return True

    def _compared_next(self) -> bool:
        after = self.cursor.peek(1)
        return after is not None and (after.comparative or after.says("more", "less"))

    owned: Sense | None = None
    beyond = False

    def _amount(self, token: Token, nounish: bool) -> bool:
        after = self.cursor.peek(1)
        if nounish or token.amount is None or self.out.amount or token.amount[1] == "ratio":
            return False
        if after is None or after.stop or not object_like(after):
            return False
        self.out.amount = token.amount
        return True

    def _modifier(self, token: Token, nounish: bool) -> bool:
        """Articles, "more", degrees."""
        out = self.out
        if token.says("more", "less", "too", "so", "no", "enough"):
            if nounish or out.looks and (out.quant in ("more", "less") or token.says("so")):
                return False  # "more pop | less haze"
            if token.says("enough"):
                out.quant = "enough"
                return True
            if token.says("too", "so"):
                self.too = True
                out.quant = out.quant or "too"
            elif token.says("no"):
                out.quant = "no"
            else:
                self.times = -1 if token.says("less") else 1
                self.said_more = True
                out.quant = ("too" if out.quant == "too" else "") or ("less" if token.says("less") else "more")
            return True
        if degree := token.sense("degree"):
            if token.text == "bit" and (out.definite or out.describes) and not self._compared_next():
                return True  # "the empty bit at the top"
            if nounish and not (self.cursor.peek(1) and token.text == "some"):
                return False
            if out.describes and not self._noun_follows():
                return False
            out.degree = degree.name if out.degree != "little" else out.degree  # type: ignore[assignment]
            return True
        if token.says("only"):
            out.only = True
            return not nounish
        if token.says("det", "skip", "pronoun") and not content(token):
            if nounish or out.describes and token.says("det") and not self._noun_follows():
                return False
            out.definite |= token.text in ("the", "these", "those", "my", "his", "her", "their")
            return True
        return False

    def _word(self, token: Token, nounish: bool) -> bool:
        """Words with a meaning: adjectives, colours, looks, nouns, and words nobody knows."""
        out = self.out
        if (sense := token.sense("look", "effect") or token.sense("look") or token.sense("effect")) and not (
            nounish and not self._noun_follows()
        ):
            if nounish:
                return False
            if sense.name == "glow" and out.hues:  # "the yellow glow"
                out.head = Sense("tone", "tone")
                return True
            out.looks.append(sense)
            return True
        adjective, color = token.sense("adjective"), token.sense("color")
        noun = token.sense("noun") or token.sense("tone") or token.sense("place")
        before = self.cursor.peek(-1)
        degreed = before is not None and (before.text in ("too", "so") or before.sense("degree") is not None)
        noun = None if adjective and (token.comparative or degreed and noun and noun.role == "tone") else noun
        if color and not (noun and noun.role == "noun") and (token.form == "s" or not nounish or not adjective):
            return self._color(token, color, nounish)
        if adjective and (not noun or token.comparative or self._noun_follows()) and not nounish:
            return self._adjective(token, adjective)
        if noun:
            return self._noun(token, noun)
        if adjective and not nounish:
            return self._adjective(token, adjective)
        if adjective:
            return False
        if sense := token.sense("image"):
            return self._noun(token, sense)
        if token.text == "original" and not nounish:
            return True  # "the original colours"
        after = self.cursor.peek(1)
        named = after is not None and not (after.senses or after.stop or after.amount)
        if token.says("side") and out.hues and not nounish and not named:
            out.head = Sense("color", out.hues.pop().name)  # "the blue parts"
            return True
        if token.says("side"):
            return nounish or out.describes or bool(out.definite)
        if token.says("different"):
            return not nounish
        if token.senses and token.text.endswith("ed") and out.definite and not nounish and self._noun_follows():
            return True  # "the cropped car"
        owned = self.owned is not None and not nounish and all(s.role in ("out", "verb") for s in token.senses)
        if not token.senses or owned or all(s.role == "out" for s in token.senses):
            self.beyond |= any(s.role == "out" for s in token.senses)
            return self._unknown(token)
        if token.says("downward", "up", "away", "question", "lack", "untouched"):
            return False
        return False

    def _noun_follows(self) -> bool:
        """True when a noun stands behind the next words that can modify it."""
        ahead = 1
        while (token := self.cursor.peek(ahead)) is not None and ahead < 4:
            if token.stop or token.says("and", "in", "to", "as", "than", "but") and not content(token):
                return False
            if token.text in ("it", "this", "that", "them"):
                return False  # "fix the light, it …"
            if any(token.sense(role) for role in HEADS) or not token.senses and token.amount is None and token.box < 0:
                return True
            if token.sense("adjective") or token.says("side"):
                if token.says("side"):
                    return True
                ahead += 1
                continue
            return False
        return False

    def _colour_turns(self) -> bool:
        """True when a colour stands next, and what it is to become behind it."""
        colour, then = self.cursor.peek(1), self.cursor.peek(2)
        return colour is not None and colour.sense("color") is not None and then is not None and then.says("to")

    def _thing_follows(self) -> bool:
        """True when a place stands behind the next words: "this dark background", not "this brighter"."""
        ahead, before = 1, self.cursor.peek(-1)
        done = before is not None and not before.sense("verb", "make", "want", "be", "keep")  # "make this flumptious"
        while (token := self.cursor.peek(ahead)) is not None and ahead < 4 and not token.stop:
            if token.sense("place") or not token.senses and not token.amount and (done or ahead > 1):
                return True
            if not (token.says("det") or token.sense("adjective") and not token.comparative or token.sense("color")):
                return False
            ahead += 1
        return False

    def _adjectives_go_on(self) -> bool:
        """ "a softer, paler sky": a comma between adjectives of one noun."""
        after = self.cursor.peek(1)
        if self.out.head is not None or self.noun or not self.out.properties or not self.out.words or after is None:
            return False
        if not after.sense("adjective") or self.out.words[0] not in ("a", "an", "the"):
            return False
        second = self.cursor.peek(2)
        return second is not None and any(second.sense(role) for role in HEADS)

    def _ends(self) -> bool:
        """True when nothing follows in the clause: "the colours are off"."""
        after = self.cursor.peek(1)
        return after is None or bool(after.stop) or after.says("and", "but")

    def _adjective(self, token: Token, sense: Sense) -> bool:
        out = self.out
        if self.owned is not None and out.hues and token.comparative:
            return False  # "the printer's grey | lighter"
        after = self.cursor.peek(1)
        shade = next((SHADES[s] for s in _NAMED_SHADES if token.text == s), "")
        if shade and after is not None and after.sense("color") and after.form != "s":
            self.shade = shade
            return True
        if token.text in ("subtle", "gentle") and after is not None and (after.sense("look") or after.sense("effect")):
            out.degree = "little"  # "a subtle film look"
            return True
        comparative = token.comparative or self.said_more
        if sense.name == "noise" and "grain" in sense.marks:
            sense = Sense("adjective", "noise", 1, ("fault",))
        out.properties.append(Property(sense.name, sense.sign, sense.fault, comparative, self.times, self.too))
        return True

    shade = ""

    def _color(self, token: Token, sense: Sense, nounish: bool) -> bool:
        out = self.out
        if token.form == "s" and not nounish or token.text.endswith("ness") and not nounish:
            out.head = sense
            return True
        named = out.head is not None and out.head.name == "color" and not token.comparative
        if named and not self._noun_follows():
            out.hues.append(Hue(sense.name))  # "the colour green"
            return True
        if nounish and not self._noun_follows():
            return False
        if nounish and out.head is not None and out.head.role != "place" and not self.noun:
            return False
        if out.hues and "gray" in (sense.name, out.hues[-1].name):
            sense = sense if out.hues[-1].name == "gray" else Sense("color", out.hues[-1].name)
            out.hues.pop()  # "blue gray" is a blue
        lessened = bool(out.properties) and self.times < 0  # "less intense yellow": it is the adjective that is less
        compared = token.comparative or self.said_more and not lessened
        out.hues.append(Hue(sense.name, self.shade, compared, self.times, self.too))
        self.shade = ""
        return True

    def _noun(self, token: Token, sense: Sense) -> bool:
        out = self.out
        if sense.role == "image" and self.noun and out.head is None and token.text in ("frame", "frames", "view"):
            self.noun.append(token.text)
            return True
        if sense.role == "image" and token.text in ("thing", "things") and (out.hues or out.properties):
            self.noun.append(token.text)  # "the black thing"
            return True
        if token.text == "all" and self._colour_turns():
            return True  # "(change) all red to blue"
        if token.text in ("this", "that") and out.head is None and not self.noun and self._thing_follows():
            out.definite = True  # "this whole background"
            return True
        if sense.role == "image" and out.describes and token.text in ("it", "this", "that", "them", "everything"):
            return False  # "too dark | it needs …"
        if sense.role == "image" and self.noun and out.head is None and token.text in PHOTO:
            self.noun, out.head = [], sense  # "this freaky picture": all of it
            return True
        if sense.role == "image" and (out.head is not None or self.noun):
            return (
                token.text in ("image", "photo", "picture", "scene", "view", "shot", "frame", "all", "everything")
                and out.head is not None
                and out.head.role == "image"
            )
        if sense.role == "tone" and sense.name == "look" and self.noun and out.looks and out.head is None:
            self.noun = []  # "an editorial magazine finish"
        self._close_noun(joined=True)
        if out.head is not None and out.head.name == "light" and sense.role == "noun" and sense.name in EFFECTS:
            out.degree = out.degree or "little"  # "light grain"
        if out.head is not None:
            if out.head.role == "place" and sense.role == "place" and token.senses[0].role != "function":
                words = f"{out.places[-1].words} {token.text}" if out.places else ""
                elsewhere = token.text in FRAMED and named(words) != named(token.text)  # "cafe corner"
                name = words if elsewhere else place_name(sense)
                out.places = [Place(name, words=words)] if words else []
                out.head = sense
                return True
            if out.head.role == "noun" and sense.role == "tone":
                return True  # "brightness tone"
            if out.head.role == "noun" and sense.role == "place":
                return False
            if out.head.role == "tone" and sense.role == "place":
                return False
            if out.head.role == "tone" and sense.name == "tone" and out.head.name == "color":
                out.head = sense
                return True
        if sense.role == "place":
            name = token.text if "flaw" in sense.marks else place_name(sense)
            return self._place(Place(name, words=token.text), sense)
        out.head = sense
        return True

    def _place(self, place: Place, sense: Sense) -> bool:
        self.out.places = [place]
        self.out.head = sense
        return True

    def _unknown(self, token: Token) -> bool:
        out = self.out
        if token.text.endswith("ly") and not self.noun and self._compared_next():
            out.degree = "lot"  # "enormously more vibrant"
            return True
        if token.text.endswith("ier") and token.text not in NOUNS_IN_IER:
            return False  # "fluffier, softer": how it is to be, and no thing
        if out.head is not None and out.head.role in ("noun", "tone", "image", "color"):
            return False
        if out.head is not None and out.head.role == "place" and out.places and out.places[-1].box < 0:
            words = out.places[-1].words
            self.noun = [] if words == "her" else [words]  # "face paint", "sky dive": another thing
            out.head, out.places = None, []
        self.noun.append(token.text)
        return True

    def _close_noun(self, joined: bool = False) -> None:
        """Words nobody knew, before another noun or at the end, are the name of a thing."""
        if not self.noun:
            return
        name = " ".join(self.noun)
        out = self.out
        if out.head is None:
            out.head = Sense("place", name, 0, ("unknown", *(["beyond"] if self.beyond else [])))
        owner = f"{out.places[0].words} " if self.owned is not None and out.places else ""
        out.places = [Place(name, words=owner + name)]
        self.noun = []

    # -- of … ------------------------------------------------------------------------------------

    def _of_others(self) -> None:
        """ "(the photo of my dad) and me": whom else it shows; not "(the photo of my dad) and the sky darker"."""
        token, start = self.cursor.peek(), self.cursor.at
        if token is None or token.text not in ("and", "&", "with") or self.cursor.depth > 8:
            return
        self.cursor.at += 1
        self.cursor.depth += 1
        other = phrase(self.cursor) if not is_verb(self.cursor) else None
        self.cursor.depth -= 1
        after = self.cursor.peek()
        ends = (
            after is None
            or after.stop
            or after.says("and", "but", "for", "in", "with", "because")
            or after.sense("verb")
        )
        if other is None or not other.of("place") or other.describes or other.quant or not ends:
            self.cursor.at = start
            return
        self.out.words += [token.text, *other.words]

    def _of_follows(self) -> bool:
        token = self.cursor.peek()
        return token is not None and token.text in ("of", "of the")

    def _of(self) -> None:
        """ "the blue of the sky", "the saturation of the greens", "the left side of the photo"."""
        out = self.out
        if not self._of_follows() or out.head is None and not out.quant and not out.degree and not out.definite:
            return
        start = self.cursor.at
        if self.cursor.depth > 8:
            return
        self.cursor.at += 1
        self.cursor.depth += 1
        inner = phrase(self.cursor)
        self.cursor.depth -= 1
        if inner is None or inner.head is None and not inner.describes:
            self.cursor.at = start
            return
        out.words += ["of", *inner.words]
        if out.head is not None and out.head.role == "image" and (inner.of("place") or out.head.name == "it"):
            self._of_others()
            return  # "the photo of my dog": all of it
        if out.head is None and out.hues and inner.of("place", "image") and not inner.describes:
            out.head = Sense("color", out.hues.pop().name)  # "the blue of the sky"
        if out.of("color") and inner.of("image"):
            return  # "the yellow of the picture"
        adopts = out.head is not None and out.head.name in ("tone", "look") and not inner.of("place")
        if out.head is None or out.head.role == "image" or adopts and not out.describes:
            if inner.head is not None:
                out.head = inner.head
            out.properties += inner.properties
            out.hues += inner.hues
            out.looks += inner.looks
            out.places = inner.places or out.places
        elif inner.of("place"):
            out.owned = not out.of("place")
            out.places = inner.places if not out.of("place") else [replace(out.places[0], words=out.text)]
        elif inner.of("color") and inner.head is not None:
            out.hues.append(Hue(inner.head.name))
        elif inner.of("tone", "noun") and inner.hues:
            out.hues += inner.hues
        elif inner.of("noun") and out.head.name in ("color",):
            out.head = inner.head
