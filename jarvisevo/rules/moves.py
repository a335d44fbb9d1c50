"""From what is wanted to what the sliders have to bring about: `Want`s of the words become `Move`s of the picture."""

import re
from dataclasses import dataclass, replace

from editor_ops.ops.color_mixer import HUES
from editor_ops.ops.white_balance import MIREDS_PER_100
from editor_ops.table import TABLE
from jarvisevo.rules import colours
from jarvisevo.rules.intent import SETTING, Want

DEEPER = 0.5
"""Strength of the darkening of a place whose colour is to be deeper, of that of "darker"."""
STRENGTH = {"little": 0.5, "plain": 1.0, "lot": 1.8}
"""Of a plain move."""
DIMS = {
    "brightness": "brightness",
    "contrast": "contrast",
    "saturation": "chroma",
    "vibrance": "chroma",
    "warmth": "warmth",
    "tint": "magenta",
    "highlights": "highlights",
    "shadows": "shadows",
    "whites": "whites",
    "blacks": "blacks",
    "clarity": "clarity",
    "texture": "texture",
    "sharpness": "sharpness",
    "haze": "haze",
    "noise": "noise",
    "fringes": "fringes",
    "grain": "grain",
    "vignette": "vignette",
    "blur": "blur",
    "fade": "fade",
}
"""The quantity of goals.GOALS that stands for a word of intent.QUANTITIES."""
SLIDERS = {
    "brightness": ("Exposure2012", 1),
    "contrast": ("Contrast2012", 1),
    "saturation": ("Saturation", 1),
    "vibrance": ("Vibrance", 1),
    "warmth": ("IncrementalTemperature", 1),
    "tint": ("IncrementalTint", 1),
    "highlights": ("Highlights2012", 1),
    "shadows": ("Shadows2012", 1),
    "whites": ("Whites2012", 1),
    "blacks": ("Blacks2012", 1),
    "clarity": ("Clarity2012", 1),
    "texture": ("Texture", 1),
    "sharpness": ("Sharpness", 1),
    "haze": ("Dehaze", -1),
    "noise": ("LuminanceSmoothing", -1),
    "fringes": ("DefringePurpleAmount", -1),
    "grain": ("GrainAmount", 1),
    "vignette": ("PostCropVignetteAmount", -1),
}
"""Slider that a number is for, and whether moving it right gives more or less of the quantity."""
POINTS = 50.0
"""Points of a slider that ends at 100 to a stop: what "brightness +20" counts, as sliders of other programs do."""
AS_TYPED = "vignette"
"""Here the slider's own sign is what people say: to set it to -20 darkens the corners."""

MIXER = {"hue": "HueAdjustment", "presence": "SaturationAdjustment", "lightness": "LuminanceAdjustment"}
"""Sliders of the mixer by the moves of a colour, without the colour's name."""
BY_NUMBER = ("EV", "slider", "K")
"""Units of a number that says what a slider does; a share has to be measured."""
DAYLIGHT = 5500.0
"""Kelvin that an increment of 0 is taken for on a rendered photo."""
GREYS = {"white": "white", "白": "white", "black": "black", "黑": "black", "gray": "gray", "grey": "gray", "灰": "gray"}
"""Words for colours without a hue, and their names here."""
SAID_BY = {"white": ("brightness", "+"), "black": ("brightness", "-"), "gray": ("saturation", "-")}
"""What a thing that is to be white, black or grey is read as."""
LIVING = ("face", "skin", "person", "eyes", "teeth", "lips")
"""Places that are never dyed: whiter teeth, a darker face are said so."""
_GOLD = re.compile(r"\bgold(?:en)?\b|金")
_TO_GREY = re.compile(r"(?<!not )(?<!than )(?<!less )\b(white|black|gr[ae]y)\W*$|[变成染](白|黑|灰)色?$")
PLAIN_LOOKS = {
    "white_balance": "white_balance",
    "auto": "auto",
    "look:auto": "auto",
    "look:pop": "pop",
    "look:natural": "natural",
}
"""Wants that are one move, without a recipe."""


@dataclass(frozen=True, slots=True)
class Move:
    """One measured change.

    dim       a key of goals.GOALS, or "hue", "presence", "lightness" (of `colour`), "cast" (towards `colour`), "bw",
              "white_balance", "auto", "natural", "pop", "whiten", "greys" (a place turns to the grey that `to` names)
    sign      +1 more, -1 less
    strength  1 is a plain wish
    colour    a key of colours.LAB_HUES
    to        the colour it is to turn to
    amount    (number, unit) as in `Want`, with `absolute`
    slider    Adobe's name of the slider that the amount is for, and its direction
    """

    dim: str
    sign: int = 1
    strength: float = 1.0
    colour: str = ""
    to: str = ""
    zone: str = ""
    amount: tuple[float, str] | None = None
    absolute: bool = False
    slider: tuple[str, int] = ("", 1)

    def but(self, **changes: object) -> "Move":
        """A copy with some fields changed."""
        return replace(self, **changes)  # type: ignore[arg-type]


def moves_of(want: Want) -> tuple[Move, ...]:
    """The moves that a want asks for; () for looks, geometry and what sliders cannot do."""
    want = in_stops(want)
    strength = STRENGTH[want.degree]
    sign = -1 if want.direction in ("-", "less", "darker") else 1
    deeper = (Move("brightness", -1, DEEPER * strength),) if _deeper(want) else ()
    if want.what.startswith("color:"):
        return _colour(want, want.what.removeprefix("color:"), strength) + deeper
    if want.what == "black_and_white":
        return (Move("bw", sign, strength),)
    if want.what in PLAIN_LOOKS:
        return (Move(PLAIN_LOOKS[want.what], sign, strength),)
    dim = DIMS.get(want.what)
    if dim is None:
        return ()
    if to := to_grey(want):
        return (Move("greys", sign, strength, to=to),)
    slider = SLIDERS.get(want.what, ("", 1))
    given = {"amount": want.amount, "absolute": want.absolute, "slider": slider}
    colour = _fringe(want.words) if dim == "fringes" else ""
    return (Move(dim, sign, strength, colour, zone=want.where.zone, **given), *deeper)  # type: ignore[arg-type]


def in_stops(want: Want) -> Want:
    """Points of brightness, which no slider of light has here, as stops; other wants as they are."""
    if want.what != "brightness" or want.amount is None or want.amount[1] != "slider":
        return want
    return replace(want, amount=(want.amount[0] / POINTS, "EV"))


def slider_number(what: str, way: int, value: float, sign: int, absolute: bool) -> float:
    """Where a number puts a quantity's slider when `absolute`, else by how much it moves it; way: as in SLIDERS."""
    if absolute:
        return value if what == AS_TYPED else way * value
    return sign * way * abs(value)


def beyond(want: Want) -> float | None:
    """The end of a slider that a want's number is beyond, from where nothing is set; None where it is within.

    In the slider's own units; a correction's exposure ends at 4 EV.
    """
    move = next(iter(moves_of(want)), None)
    amount = move.amount if move else want.amount
    if amount is None or amount[1] not in ("EV", "slider"):
        return None
    if want.what.startswith(SETTING):
        name, value = want.what.removeprefix(SETTING), amount[0]
    elif move and (found := mixed(move)):
        name, value = found
    elif move and move.slider[0] and (amount[1] == "EV") <= (move.slider[0] == "Exposure2012"):
        name, value = move.slider[0], slider_number(move.dim, move.slider[1], amount[0], move.sign, move.absolute)
    else:
        return None
    row = TABLE[name]
    part = 1.0 if want.where.everywhere or name != "Exposure2012" else row.local_unit / row.high
    end = min(max(value, part * row.low), part * row.high)
    return end if end != value else None


def increment(kelvin: float) -> float:
    """IncrementalTemperature of a rendered photo that is to be developed for a colour temperature."""
    return (1e6 / DAYLIGHT - 1e6 / max(kelvin, 1000.0)) / MIREDS_PER_100 * 100


def turned(band: str, colour: str) -> float:
    """Slider value (-100 to 100) that turns a band of the mixer towards a colour by the shorter way."""
    target = colour.capitalize()
    if not colour or target == band:
        return 0.0
    steps = (HUES.index(target) - HUES.index(band)) % 8
    return 100.0 if steps <= 4 else -100.0


def mixed(move: Move) -> tuple[str, float] | None:
    """The slider of the mixer that a number is for ("blue hue -12"), and where it puts it; None for other moves."""
    band = move.colour.capitalize()
    if move.amount is None or move.dim not in MIXER or band not in HUES:
        return None
    number = abs(move.amount[0])
    if move.dim == "hue":
        return (MIXER["hue"] + band, turned(band, move.to) / 100 * number) if move.to else None
    return MIXER[move.dim] + band, move.sign * number


def mixer_slider(want: Want) -> tuple[str, float] | None:
    """The same for a want by a slider's number."""
    by_slider = want.amount is not None and want.amount[1] == "slider"
    return next((found for move in moves_of(want) if (found := mixed(move))), None) if by_slider else None


def _fringe(words: str) -> str:
    """The colour of the fringes that are named, "" for those of any colour."""
    named = [
        name
        for name, spelt in (("purple", "purple|magenta|violet|紫"), ("green", "green|绿"))
        if re.search(spelt, words)
    ]
    return named[0] if len(named) == 1 else ""


def to_grey(want: Want) -> str:
    """ "Make the door white", 衣服变成黑色: "white", "black" or "gray" where a thing is to be that, else ""."""
    if want.amount or want.where.everywhere or want.where.outside or want.where.name in LIVING:
        return ""
    found = _TO_GREY.search(want.words.lower())
    to = GREYS[next(filter(None, found.groups()))] if found else ""
    return to if (want.what, want.direction) == SAID_BY.get(to) else ""


def _deeper(want: Want) -> bool:
    """ "A deeper blue sky": its colour is to be stronger and darker."""
    coloured = want.what == "saturation" or want.what.startswith("color:")
    named = not want.where.everywhere and not want.where.zone and want.amount is None
    return coloured and named and want.direction in ("+", "more") and bool(re.search(r"\bdeep|深", want.words))


def _colour(want: Want, name: str, strength: float) -> tuple[Move, ...]:
    """A colour's presence, lightness, turn to another, or a cast of it."""
    way = want.direction
    sign = -1 if way in ("-", "less", "darker") else 1
    if name in ("white", "gray", "grey", "black"):
        return _greys(want, name, sign, strength)
    colour = colours.canonical(name)
    if not colour:
        return ()
    if colour == "yellow" and way in ("+", "more") and not want.where.everywhere and _GOLD.search(want.words.lower()):
        colour = "orange"  # golden fur is no lemon
    common = {"strength": strength, "amount": want.amount, "zone": want.where.zone}
    if name == "skin" and not way.startswith("to:"):
        dim = {"lighter": "brightness", "darker": "brightness"}.get(way, "chroma")
        return (Move(dim, sign, strength),)
    if way.startswith("to:"):
        to = way.removeprefix("to:")
        if to in ("white", "gray", "grey"):
            return (Move("whiten", 1, strength, colour=colour),)
        if to == "black":
            return (Move("lightness", -1, 2 * strength, colour=colour),)
        target = colours.canonical(to)
        return (Move("hue", 1, colour=colour, to=target, **common),) if target else ()  # type: ignore[arg-type]
    if way in ("lighter", "darker"):
        return (Move("lightness", sign, colour=colour, **common),)  # type: ignore[arg-type]
    if way in ("+", "-") or want.where.zone:
        return (Move("cast", sign, colour=colour, **common),)  # type: ignore[arg-type]
    return (Move("presence", sign, colour=colour, **common),)  # type: ignore[arg-type]


def _greys(want: Want, name: str, sign: int, strength: float) -> tuple[Move, ...]:
    """White, grey and black as colours: whites of a thing, or the ends of the tones."""
    if name == "black":
        return (Move("blacks", -sign, strength),)
    if name == "white" and not want.where.everywhere:
        return (Move("whiten", sign, strength),)
    if name == "white":
        return (Move("whites", sign, strength),)
    return (Move("chroma", -sign, strength),)
