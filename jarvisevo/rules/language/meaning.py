"""What a property means beside a noun: "bright" of colours is saturated, "soft" of shadows is lighter.

The parsers of both languages build phrases; the rules here turn a phrase and the way it is to go into wants.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from editor_ops.ops.color_mixer import HUES
from jarvisevo.rules.intent import QUANTITIES, Degree, Place, Want
from jarvisevo.rules.language.lexicon import Sense
from jarvisevo.rules.language.tokens import Amount

ZONES = ("shadows", "midtones", "highlights", "whites", "blacks")
GREYS = ("white", "black", "gray")
HUE_CIRCLE = tuple(name.lower() for name in HUES)
_NO_LIGHT = (
    "warmth",
    "tint",
    "saturation",
    "vibrance",
    "sharpness",
    "noise",
    "grain",
    "haze",
    "blur",
    "contrast",
    "clarity",
)
"""Quantities that no stop measures."""
_TAKEN = ("haze", "noise", "fringes")
"""Quantities whose sliders take them away."""
COOL = ("green", "aqua", "blue")
FAR_HUE = 2
"""Steps around the circle up to which one colour is seen in another ("the greens are too blue")."""
INCREASING = ("up", "add", "use", "enhance", "raise", "rescue", "restore", "show", "emphasise", "more")
DECREASING = ("down", "lessen", "remove", "lower", "less")
_LEVEL = {"raise": 1, "rescue": 1, "restore": 1, "show": 1, "emphasise": 1, "lower": -1}
"""Ways that move a level, for nouns of dark matter too: to lift the shadows is to lighten them."""


@dataclass(frozen=True, slots=True)
class Property:
    """An adjective: what it is about and which way.

    comparative  "brighter", 更亮: says how it is to become
    times        -1 after "less", else 1
    too          True after "too", 太
    """

    what: str
    sign: int
    fault: bool = False
    comparative: bool = False
    times: int = 1
    too: bool = False


@dataclass(frozen=True, slots=True)
class Hue:
    """A colour word: its name, "light" or "deep" before it, and whether more or less of it is said."""

    name: str
    shade: str = ""
    comparative: bool = False
    times: int = 1
    too: bool = False


@dataclass(slots=True)
class Phrase:
    """A noun with what stands beside it, or adjectives alone.

    head    the noun that carries the meaning: a quantity, "tone", "color", "image", "place", a colour; None for
            adjectives alone
    quant   "more", "less", "no", "too", "enough" or "" before the noun
    places  where, as far as it was said
    """

    head: Sense | None = None
    words: list[str] = field(default_factory=list)
    properties: list[Property] = field(default_factory=list)
    hues: list[Hue] = field(default_factory=list)
    looks: list[Sense] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    quant: str = ""
    degree: Degree | None = None
    amount: Amount | None = None
    absolute: bool = False
    only: bool = False
    definite: bool = False
    owned: bool = False  # its place was said with "of"

    @property
    def text(self) -> str:
        """The words as they were said."""
        return " ".join(self.words)

    @property
    def describes(self) -> bool:
        """True when it holds something that says how a thing is or is to be."""
        return bool(self.properties or self.hues or self.looks)

    def of(self, *roles: str) -> bool:
        """True when the head is one of these parts of speech."""
        return self.head is not None and self.head.role in roles


def _stops(number: float, said: str) -> bool:
    """Whether a bare number is one of stops: what the slider of exposure holds; of brightness, which has none, a
    fraction, and up to two. "Brightness +5" is a twentieth of most programs' sliders: whole numbers from three on are
    points of one (`moves.POINTS`), however odd the jump.
    """
    exposed = "expos" in said or "曝光" in said
    return abs(number) <= (5 if exposed else 2) or not exposed and abs(number) < 5 and number % 1 != 0


def wants_of(what: str, direction: str, phrase: Phrase, where: Place | None = None) -> Want:
    """A want with the degree and amount of a phrase; the sign of an amount wins over the direction."""
    amount = phrase.amount
    if what == "fringes":
        where = None  # they are where hard edges are, wherever they were seen
    if amount is not None and not direction and phrase.absolute and what in QUANTITIES and amount[1] != "K":
        direction = "-" if (amount[0] < 0) != (what in _TAKEN) else "+"
    if amount is not None and phrase.absolute and what in _TAKEN:  # "set dehaze to 10" is less haze
        amount = (abs(amount[0]), amount[1])
    if amount is not None and amount[1] == "EV" and what in _NO_LIGHT:
        amount = None  # "a third of a stop darker, a smidge warmer"
    if amount is not None and what == "brightness" and amount[1] == "slider" and _stops(amount[0], phrase.text):
        amount = (amount[0], "EV")
    if amount is not None and what == "white_balance" and amount[1] == "K":
        return Want("warmth", "", "plain", amount, True, where or Place())
    if amount is not None and what == "warmth" and amount[1] == "slider" and 100 < abs(amount[0]) < 1500:
        amount = (amount[0], "K")  # 色温加500: the slider ends at 100
    if amount is not None and what == "warmth" and amount[1] == "slider" and amount[0] >= 1500:
        return Want(what, "", "plain", (amount[0], "K"), True, where or Place())  # 色温6500
    if amount is not None and what == "warmth" and amount[1] == "K" and amount[0] >= 1500:
        return Want(what, "", "plain", amount, True, where or Place())  # "warm it to 6500 K"
    falls = amount is not None and amount[0] < 0 and not phrase.absolute and amount[1] in ("EV", "%", "slider")
    if falls and direction in ("+", "more"):  # 黑色-10
        direction = "-" if direction == "+" else "less"
    if amount is not None and amount[1] in ("EV", "%", "slider", "K") and direction in ("-", "less", "darker"):
        amount = (-abs(amount[0]), amount[1])
    return Want(
        what, direction, phrase.degree or "plain", amount, phrase.absolute and amount is not None, where or Place()
    )


def sign_text(sign: int) -> str:
    """+1 -> "+", -1 -> "-", 0 -> ""."""
    return {1: "+", -1: "-"}.get(sign, "")


def _range(sign: int) -> str:
    return "more" if sign > 0 else "less"


def steer(head: Sense, way: str) -> int:
    """The sign of a quantity that is moved that way ("up", "remove", "change" …); 0 when it is only to be changed."""
    if way in ("rescue", "restore") and head.name in ("highlights", "whites"):
        return -1
    if way == "lessen" and head.name == "blacks":
        return -1
    if way == "fix" and head.name == "whites":
        return 1  # clean whites are white
    if "stuff" in head.marks:  # dark matter: more of it is darker
        return _LEVEL.get(way, -1 if way in INCREASING else 1 if way in DECREASING or way == "fix" else 0)
    if head.fault and way in ("fix", "enhance", "change"):
        return -head.sign
    return head.sign * (1 if way in INCREASING else -1 if way in DECREASING else 0)


def quantity(what: str, sign: int, phrase: Phrase, where: Place) -> Iterator[Want]:
    """A quantity that goes up or down somewhere; midtones are a tone range of brightness."""
    if what == "midtones":
        yield wants_of("brightness", sign_text(sign), phrase, replace(where, zone="midtones"))
    elif what in QUANTITIES or what == "white_balance":
        yield wants_of(what, sign_text(sign) if what != "white_balance" else "", phrase, where)
    elif what == "soft":
        yield wants_of("look:soft", "+" if sign > 0 else "-", phrase, where)
    elif what == "deep":
        yield wants_of("contrast" if where.everywhere else "saturation", sign_text(sign), phrase, where)
    elif what == "pop":
        yield from pop(phrase, sign, where)
    elif what == "straighten":
        yield wants_of("straighten", "", phrase, where)
    elif what == "size" and not where.everywhere:  # "make the rocks more prominent"
        yield wants_of("clarity", sign_text(sign), phrase, where)


def pop(phrase: Phrase, sign: int, where: Place) -> Iterator[Want]:
    """ "Make it pop": colour and contrast; of a thing: the look of that name there."""
    if where.everywhere:
        yield wants_of("saturation", sign_text(sign), phrase, where)
        yield wants_of("contrast", sign_text(sign), phrase, where)
    else:
        yield wants_of("look:pop", sign_text(sign), phrase, where)


def apply(what: str, sign: int, phrase: Phrase, where: Place) -> Iterator[Want]:
    """A property of the head of a phrase: "brighter" + "colours" -> saturation +."""
    head = phrase.head
    if what == "big":
        what = "size"
    if what == "strength":  # 浓, 淡: of a quantity how much, of all else the colour
        what = "size" if head is not None and head.role == "noun" else "saturation"
    if head is None or head.role in ("image", "place"):
        if head is not None and head.name == "skin tone" and what == "brightness":
            yield wants_of("color:skin", "lighter" if sign > 0 else "darker", phrase, where)
        elif what == "whites" and head is not None and head.role == "place":
            yield from quantity("brightness", sign, phrase, where)
        elif what == "soft" and where.name == "background":
            yield wants_of("blur", sign_text(sign), phrase, where)
        elif what == "soft" and where.name in ("skin", "face"):
            yield wants_of("clarity", sign_text(-sign), phrase, where)
        else:
            yield from quantity(what, sign, phrase, where)
    elif head.role == "noun":
        yield from _of_quantity(what, sign, phrase, where)
    elif head.role == "color":
        yield from of_hue(what, sign, head.name, phrase, where)
    elif head.name == "color":
        yield from _of_colors(what, sign, phrase, where)
    elif head.name == "light" and what in ("soft", "contrast"):
        yield wants_of("contrast", sign_text(-sign if what == "soft" else sign), phrase, where)
    elif what == "size" and head.name == "light":
        yield wants_of("brightness", sign_text(sign), phrase, where)
    else:
        yield from quantity(what, sign, phrase, where)


def _of_quantity(what: str, sign: int, phrase: Phrase, where: Place) -> Iterator[Want]:
    head = phrase.head
    assert head is not None
    own = head.sign or 1
    strength = head.name in ("saturation", "vibrance", "brightness") and what in ("size", "brightness", "deep")
    if phrase.hues and strength:  # 蓝色的饱和度低一点
        for hue in phrase.hues:
            yield from of_hue(
                "brightness" if head.name == "brightness" else "saturation", sign, hue.name, phrase, where
            )
    elif head.name in ZONES:
        if what in ("brightness", "size", "clarity", "sharpness"):
            dark = what == "size" and "stuff" in head.marks
            yield from quantity(head.name, -sign if dark else sign, phrase, where)
        elif what in ("soft", "contrast", "deep"):
            dark = head.name in ("shadows", "blacks")
            softer = {"soft": sign, "contrast": -sign, "deep": -sign}[what]
            yield from quantity(head.name, softer if dark else -softer, phrase, where)
        elif head.name == "blacks" and what == "saturation":  # "rich blacks"
            yield from quantity("blacks", -sign, phrase, where)
        elif head.name == "whites" and what == "saturation":  # "the whites look dull"
            yield from quantity("whites", sign, phrase, where)
        elif head.name in ("whites", "blacks"):
            yield from quantity(what, sign, phrase, where)
        else:
            zone = "" if what in ZONES else head.name
            yield from quantity(what, sign, phrase, replace(where, zone=zone))
    elif head.name in ("noise", "grain") and what == "clarity":
        yield from quantity(head.name, -1, phrase, where)  # to smooth the noise out, to clear it up
    elif (head.fault or head.name in ("haze", "noise", "blur", "grain")) and what in ("clarity", "sharpness"):
        yield from quantity(head.name, -sign, phrase, where)
    elif head.name == "sharpness" and what == "soft":
        yield wants_of("blur", sign_text(sign), phrase, where)
    elif what == "soft":
        yield from quantity(head.name, -sign * own, phrase, where)
    elif what == head.name:  # "lighten the dark tones"
        yield from quantity(what, sign, phrase, where)
    elif what in ("size", "brightness", "deep", "sharpness", "clarity", "contrast", "saturation"):
        yield from quantity(head.name, sign * own, phrase, where)
    else:
        yield from quantity(what, sign, phrase, where)


def _of_colors(what: str, sign: int, phrase: Phrase, where: Place) -> Iterator[Want]:
    if what in ("contrast", "sharpness", "clarity", "size", "deep", "pop") or what == "brightness" and sign > 0:
        yield wants_of("saturation", sign_text(sign), phrase, where)
    elif what in ("soft", "fade"):
        yield wants_of("saturation", sign_text(-sign), phrase, where)
    else:
        yield from quantity(what, sign, phrase, where)


def of_hue(what: str, sign: int, hue: str, phrase: Phrase, where: Place) -> Iterator[Want]:
    """A property of a colour: "darker blues", "the reds are too strong"."""
    if hue in GREYS:
        name = {"white": "whites", "black": "blacks", "gray": "brightness"}[hue]
        flips = hue == "black" and what in ("deep", "size", "saturation")
        yield from quantity(name, -sign if flips else sign, phrase, where)
    elif what == "brightness":
        yield wants_of(f"color:{hue}", "lighter" if sign > 0 else "darker", phrase, where)
    elif what in ("soft", "fade"):
        yield wants_of(f"color:{hue}", _range(-sign), phrase, where)
    elif what in ("warmth", "tint"):
        yield from quantity(what, sign, phrase, where)
    else:
        yield wants_of(f"color:{hue}", _range(sign), phrase, where)


def hue_in(hue: Hue, sign: int, phrase: Phrase, where: Place, cast: bool = False) -> Iterator[Want]:
    """More or less of a colour in the photo or in a place; `cast`: as a tone over it."""
    if hue.name in GREYS:
        yield from _grey(hue.name, sign, phrase, where, cast)
    elif where.name == "all" or cast:
        yield wants_of(f"color:{hue.name}", sign_text(sign), phrase, where)
    else:
        yield wants_of(f"color:{hue.name}", _range(sign), phrase, where)


def _grey(name: str, sign: int, phrase: Phrase, where: Place, cast: bool) -> Iterator[Want]:
    if cast and name != "black" or name == "gray" and where.everywhere:
        yield wants_of("fade" if name != "black" else "brightness", sign_text(sign), phrase, where)
    elif name == "gray" and where.name in ("snow", "cloud", "teeth"):
        yield wants_of("brightness", sign_text(-sign), phrase, where)
    elif name == "gray":
        yield wants_of("saturation", sign_text(-sign), phrase, where)
    elif where.everywhere:
        yield wants_of("whites" if name == "white" else "blacks", sign_text(sign if name == "white" else -sign), phrase)
    else:
        yield wants_of("brightness", sign_text(sign if name == "white" else -sign), phrase, where)


def turned_to(hue: Hue, source: Phrase, where: Place) -> Iterator[Want]:
    """A thing or a colour that is to become another colour."""
    target = f"{hue.shade} {hue.name}".strip()
    if source.of("color") and source.head is not None and source.head.name not in GREYS:
        yield wants_of(f"color:{source.head.name}", f"to:{target}", source, where)
    elif hue.name in GREYS:
        yield from _grey(hue.name, 1, source, where, cast=False)
    elif (
        where.name in ("vegetation", "leaves") and source.hues and source.hues[0].name not in (*GREYS, hue.name)
    ):  # yellow leaves
        yield wants_of(f"color:{source.hues[0].name}", f"to:{target}", source, where)
    elif where.name == "all":
        yield wants_of(f"color:{hue.name}", "+", source, where)
    elif source.head is not None and source.head.name == "skin tone":
        yield wants_of("color:skin", f"to:{target}", source, where)
    else:
        yield wants_of(f"color:{hue.name}", f"to:{target}", source, where)


def turned_from(hue: Hue, source: Phrase, where: Place) -> Iterator[Want]:
    """A colour that has too much of another in it.

    "The greens are too yellow": grass is mostly in the band of yellow, which turns a little to green; so for greens
    and blues. A red that is too orange turns to its other side instead, as skin is orange.
    """
    own = source.head.name if source.head is not None else ""
    if own in HUE_CIRCLE and hue.name == "gray":
        yield wants_of(f"color:{own}", "more", source, where)
        return
    if own in HUE_CIRCLE and hue.name in HUE_CIRCLE:
        at, count = HUE_CIRCLE.index(own), len(HUE_CIRCLE)
        steps = (HUE_CIRCLE.index(hue.name) - at + count // 2) % count - count // 2
        if 0 < abs(steps) <= FAR_HUE:
            side = steps // abs(steps)
            band, target = (
                (HUE_CIRCLE[(at + side) % count], own) if own in COOL else (own, HUE_CIRCLE[(at - side) % count])
            )
            yield wants_of(f"color:{band}", f"to:{target}", replace(source, degree=source.degree or "little"), where)
            return
    yield from hue_in(hue, -1, source, where)


def look(sense: Sense, sign: int, phrase: Phrase, where: Place) -> Want:
    """A style or mood, or an act that is worded like one ("black and white", "better")."""
    if sense.role == "effect" or sense.name == "auto":
        return wants_of(sense.name, "", phrase, where)
    return wants_of(f"look:{sense.name}", sign_text(sign), phrase, where)
