"""What an instruction asks for, as data: the contract between the parser, the solver,
`jarvisevo explain` and the judge.

The words of `what` are those a photographer uses, one list for English and Chinese; the parser writes nothing else:
`QUANTITIES`, `color:NAME` (a colour's presence or look, e.g. "color:blue"), `look:NAME` (a style or mood), `ACTS`,
`setting:NAME` (a slider that has no other word), and those of `OUT_OF_SCOPE`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

QUANTITIES = (
    "brightness",
    "contrast",
    "saturation",
    "vibrance",
    "warmth",
    "tint",
    "highlights",
    "shadows",
    "whites",
    "blacks",
    "clarity",
    "texture",
    "sharpness",
    "haze",
    "noise",
    "fringes",
    "grain",
    "vignette",
    "blur",
    "fade",
)
"""What can be more or less."""
GEOMETRIC = ("crop", "straighten", "rotate", "flip")
"""Acts that change the frame."""
ACTS = ("black_and_white", "white_balance", "auto", *GEOMETRIC)
"""What has no more and less."""
SETTING = "setting:"
"""Before a slider's name in Adobe's words, "setting:SharpenRadius", for what only they say."""
OUT_OF_SCOPE = ("remove", "add", "replace", "zoom", "perspective", "other")
"""What sliders cannot do."""

Degree = Literal["little", "plain", "lot"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where an act takes place.

    name     the canonical name of a findable region ("sky", "face", "subject", "background", "left" …), else the noun
             as it was said ("car"); "all" for the whole photo
    outside  True for everything but that place ("darken everything except the dog")
    box      number of the <box> it is about, or -1
    zone     "shadows", "midtones" or "highlights" when it is tones that are meant ("blue in the shadows"), else ""
    words    as it was said
    colour   what tells it apart, "the red car": a key of colours.LAB_HUES, "white" or "black"; else ""
    side     and where it is, "the car on the left": "left", "right", "top", "bottom" or "center"; else ""
    """

    name: str = "all"
    outside: bool = False
    box: int = -1
    zone: str = ""
    words: str = ""
    colour: str = ""
    side: str = ""

    @property
    def everywhere(self) -> bool:
        """True when the whole photo is meant."""
        return self.name == "all" and self.box < 0 and not self.zone


@dataclass(frozen=True, slots=True)
class Want:
    """One change that is asked for.

    what       see the module
    direction  "+", "-"; for colours also "more", "less", "lighter", "darker", "to:COLOUR"; of a flip "horizontal" or
               "vertical"; "" where there is none, for a turn where it is not said ("it lies on its side")
    degree     "little" < "plain" < "lot"
    amount     (number, unit) when the words name one; unit "EV", "%", "slider", "deg" (clockwise), "K" or "ratio"
               (width / height); the number has the sign of the change ("drop the highlights by 30": -30)
    absolute   True when the amount is where a slider shall stand ("highlights to -60"), False for a change
    where      the place
    words      as it was said
    """

    what: str
    direction: str = ""
    degree: Degree = "plain"
    amount: tuple[float, str] | None = None
    absolute: bool = False
    where: Place = Place()
    words: str = ""


def quarters(want: Want) -> int | None:
    """Quarter turns clockwise that a `rotate` asks for, 0 to 3; one where only a direction is said, or none.

    None for a turn by another angle, or by a little.
    """
    if want.amount is None:
        return None if want.degree == "little" else 3 if want.direction == "-" else 1
    number, unit = want.amount
    return round(number / 90) % 4 if unit == "deg" and abs(number) > 45 and not number % 90 else None


def modest(wants: Iterable[Want]) -> bool:
    """Whether all that is asked for is a little of something."""
    tones = [want for want in wants if want.what not in GEOMETRIC]
    return bool(tones) and all(want.degree == "little" and want.amount is None for want in tones)


@dataclass(frozen=True, slots=True)
class Keep:
    """Something that must stay as it is: a quantity somewhere, or all ("all") of a place."""

    what: str = "all"
    where: Place = Place()
    words: str = ""


@dataclass(frozen=True, slots=True)
class Intent:
    """An instruction as it was understood.

    wants           in the order of the words
    keep            what must not change
    not_understood  words that carry meaning and were not read
    out_of_scope    phrases that ask for what sliders cannot do ("remove the car")
    language        "en" or "zh"
    """

    wants: tuple[Want, ...] = ()
    keep: tuple[Keep, ...] = ()
    not_understood: tuple[str, ...] = ()
    out_of_scope: tuple[str, ...] = ()
    language: str = "en"
