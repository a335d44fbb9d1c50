"""How a photo lies: quarter turns and mirroring, in words that the grammar reads.

Only the photo is turned: "flip the person" stays what it is, more than sliders can do.
"""

import re
from collections.abc import Callable

from jarvisevo.rules.language.tokens import rewritten

_PHOTO = "(?:photo|picture|image|pic|photograph|shot|scan)"
_IT = rf"(?:it|this|that|everything|(?:(?:the|this|that|my|our) )?(?:whole |entire )?{_PHOTO})"
_LEFT = r"(?:counter ?-?clockwise|anti ?-?clockwise|(?:to(?:wards?)? )?(?:the )?left)"
_RIGHT = r"(?:clockwise|(?:to(?:wards?)? )?(?:the )?right)"
_WAY = rf"(?:{_LEFT}|{_RIGHT})"
_DEGREES = r"(?:by )?(?:(?:\d{1,3}|one|two|three|four|five|ten) ?(?:degrees?|degs?|°)|(?:90|180|270)\b)"
_END = r"(?=\s*(?:$|[.,;!?]| and\b| then\b| please\b| by\b| \d| so\b))"
_IS = (
    r"(?:is|was|looks|appears|seems|came out|comes out|turned out|ended up|got|lies|is lying|is standing|stands"
    r"|is shown)"
)
_VERTICAL = (
    r"(?:vertical(?:ly)?|upside ?-?down|(?:from )?top (?:to|and) bottom|up ?-?(?:and |side )?-?down"
    r"|(?:along|across|on|around|about) (?:the |its )?(?:horizontal|x) ?-?axis)"
)
_HORIZONTAL = (
    r"(?:horizontal(?:ly)?|sideways|(?:from )?(?:left|right) ?-?(?:to|and|/)? ?-?(?:left|right)"
    r"|(?:to|towards) the (?:left|right)"
    r"|(?:along|across|on|around|about) (?:the |its )?(?:vertical|y) ?-?axis)"
)
_MAKE = rf"(?:(?:do|make|apply|add|give {_IT}) )?(?:an? )?"
_TWICE = r"(?: twice| two times)"
_FLIP = "(?:flip|mirror|reflect)"
_ASKED = r"(?:so |and |please |(?:can|could|would) you )*(?:just )?"
UPENDED, ASLANT = "rotate it 180 degrees", "rotate it"
MIRRORED = {"horizontal": "flip it horizontally", "vertical": "flip it vertically"}

_READ: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"\bccw\b", "counterclockwise"),
    (r"\bcw\b", "clockwise"),
    (r"\b(?:a |one )?three ?-?quarters?(?: of a)? turn\b", "270 degrees"),
    (r"\b(?:a |one )?quarter ?-?(?:of a )?turn\b", "90 degrees"),
    (r"\b(?:a |one )?half ?-?(?:of a )?turn\b", "180 degrees"),
    # the complaint
    (
        rf"\b{_IT} {_IS} (?:all |completely |totally |now )?(?:upside ?-?down|on its head|the wrong way up)"
        rf"(?:\s*[,;.]?\s*{_ASKED}(?:flip|turn|rotate|fix|correct) (?:it|this|that)"
        rf"(?: over| around| round| back| the right way(?: up| round)?)?)?{_END}",
        UPENDED,
    ),
    (rf"\b(?:fix|correct|turn|rotate|flip) (?:the |this |my )upside ?-?down {_PHOTO}\b", UPENDED),
    (
        rf"\b{_IT} {_IS} (?:turned |rotated |lying )?(?:on its side|sideways|(?:in )?the wrong (?:way|orientation))"
        + _END,
        ASLANT,
    ),
    (
        r"\b(?:fix|correct|change|adjust) the (?:photo |image |picture )?(?:orientation|rotation)"
        rf"(?: of {_IT})?{_END}|\bthe (?:orientation|rotation)(?: of {_IT})? is (?:wrong|off|incorrect){_END}",
        ASLANT,
    ),
    (rf"\b(?:fix|correct|turn|rotate) (?:the |this |my )(?:sideways|sideway) {_PHOTO}\b", ASLANT),
    (
        r"\b(rotate it(?: 180 degrees)?) and (?=(?:too|so|very|really|way|quite|rather|a (?:bit|little)) )",
        r"\1. it is ",
    ),
    (
        rf"\b{_IT} (?:tilts|leans|is (?:tilted|leaning|rotated)) (?:a (?:bit|little) )?(?:to(?:wards?)? )?(?:the"
        rf" )?(left|right) "
        rf"(?:by )?(?:about |around )?({_DEGREES})(?:[,;]? {_ASKED}(?:straighten|level|fix|correct|rotate) (?:it"
        rf"|this|that))?",
        lambda m: f"rotate it {m[2]} {'clockwise' if m[1] == 'left' else 'counterclockwise'}",
    ),
    (
        rf"\b(?:{_IT}|the horizon|the whole thing) (?:tilts|leans|slants|slopes|is (?:tilted|leaning|rotated"
        rf"|slanting|off))"
        rf" (?:by )?(?:about |around )?({_DEGREES}) (?:too far )?(?:down )?(?:to(?:wards?)? )?(?:the )?(left|right)"
        rf"(?:[,;]? {_ASKED}(?:straighten|level|fix|correct|rotate|turn) (?:it|this|that)(?: back)?(?: {_WAY})?)?",
        lambda m: f"rotate it {m[1]} {'clockwise' if m[2] == 'left' else 'counterclockwise'}",
    ),
    # the act
    (rf"\b{_FLIP} (?:{_IT} )?(?:over )?{_VERTICAL}{_END}", MIRRORED["vertical"]),
    (rf"\b{_FLIP} (?:{_IT} )?(?:over )?{_HORIZONTAL}{_END}", MIRRORED["horizontal"]),
    (rf"\b{_MAKE}vertical(?:ly)? (?:flip|mirror(?:ing)?)\b{_END}", MIRRORED["vertical"]),
    (rf"\b{_MAKE}horizontal(?:ly)? (?:flip|mirror(?:ing)?)\b{_END}", MIRRORED["horizontal"]),
    (
        rf"\b(?:make|turn) {_IT} (?:into )?(?:a |its )?(?:own )?mirror(?:ed)? image(?: of itself)?{_END}",
        MIRRORED["horizontal"],
    ),
    (rf"\bflip {_IT} ((?:{_WAY} )?{_DEGREES})", r"rotate it \1"),
    (
        rf"\b(?:turn|rotate|put|flip|spin|set|get) {_IT} (?:back )?(?:(?:in|to) )?"
        rf"(?:the (?:right|correct|proper) (?:way|side|orientation)(?: up| round| around)?|upright|right side"
        rf" up){_END}",
        ASLANT,
    ),
    (rf"\b{_FLIP} {_IT}{_END}", MIRRORED["horizontal"]),
    (rf"\b(?:turn|spin|rotate|put) (?:{_IT} )?upside ?-?down{_END}", UPENDED),
    (
        rf"\b(?:turn|spin|roll|rotate) {_IT} (?:over |around )?({_DEGREES}|{_WAY})(?: ({_DEGREES}|{_WAY}))?{_END}",
        r"rotate it \1 \2",
    ),
    (r"\bturn ((?:counter|anti) ?-?clockwise)\b", r"rotate it \1"),
    (rf"\b(rotate (?:it )?{_WAY}){_TWICE}\b", r"\1 180 degrees"),
    (r"\b(?:rotate|turn) so (?:that )?[\w ]{0,25}?(?:straight|level|horizontal|even)\b", "straighten"),
)


def as_turns(text: str) -> str:
    """A lower-case text in which turning and mirroring the photo is said in one way each."""
    return rewritten(text, _READ)
