"""What may happen and what must not, what stays the same, why something happened, and what is meant instead:
conditions, permissions and corrections around a wish, said again without them.
"""

import re

from jarvisevo.rules.language.english.everyday import HUES, PHOTO
from jarvisevo.rules.language.english.letters import ONE, OWNED, Rows

_LEVELS = "(?:exposure|brightness|contrast|saturation|colou?rs?|sharpness|white balance|warmth|tones?|crop|framing)"
_OUTDOORS = r"\b(?:sky|skies|sea|ocean|water|lake|river|clouds?|grass|fields?|trees|leaves|background|light)$"
"""What is rather tinted than painted."""
_SHADE = r"\b(?:light|dark|bright|pale) "

ALLOWED: Rows = (
    (r",? (?:but )?no more than (?:that|this)\b", ""),
    (r"\bi would (?=go (?:up|down) )", ""),
    (r",?( and)? while you are at it,?(?: please)? (?=\w)", r",\1 "),
    (
        r"(?<!love that )(?<!like that )"
        rf"\bbecause of the (?:fog|haze|mist|smog|smoke),? (?:you|i|we|one) can (?:hardly|barely|not) see"
        rf"(?: (?={OWNED} \w+)|(?: anything| a thing| much)?(?=$|[.,;!?]))"
        r"(?![^;!?]*\b(?:i (?:\w+ )?(?:love|like)|(?:keep|leave) (?:it|that))\b)",
        "dehaze ",
    ),
    (
        rf"\bmake (?!{OWNED} (?:{PHOTO}|shadows?|highlights?|light|blacks|whites)\b)({ONE}) "
        r"(?:go hard(?:er)?|go off|slap|hit (?:hard|harder|different))\b(?! (?:the|on|at|against|into|road)\b)",
        r"make \1 pop",
    ),
    # what happened, what may happen, what must not
    (r"(?:,? (?:because of|due to|from) (?:the |a |my )?(?:high |higher )?iso\b(?: noise)?)", ""),
    (r",? (?:for|of|from)(?: an?| the)? iso(?: of)? ?\d{2,6}\b", ""),
    (
        r"\bi (under|over)exposed (?:this|it|the (?:photo|shot|picture|image))\b(?: (?:since|because) [^,.;]*"
        r"| (?:to|so (?:that )?i could) (?:save|protect|keep|preserve|hold|get|not) [^,.;]*"
        r"|( on purpose| intentionally| deliberately))?",
        lambda m: "" if m[2] else f"it is {m[1]}exposed",
    ),
    (
        r"\b(?:you can|you may|feel free to) (?:change|do|edit|treat|alter) [^,.;]*?(?:however|whatever|any way|as) "
        r"(?:you|u) (?:like|want|please|wish),? (?:but )?",
        "",
    ),
    (
        rf"(?!(?<!.){OWNED} \w+ [a-z ]+ be (?:readable|legible)[.!]?$)"
        rf"\b({OWNED} \w+) (?:has to|have to|must|should|needs to|need to) (?:still )?(?:remain|stay|be) "
        r"(?:readable|legible|recognizable|recognisable)\b(,? but (?:it is|they are) (?=\w+))?",
        lambda m: f"{m[1]} is " if m[2] else f"keep {m[1]}",
    ),
    (
        rf"\b({OWNED} \w+) (?:has to|have to|must|should) (?:still )?(?:keep|hold|retain) "
        r"(?:their|its|her|his) colou?rs?\b",
        r"keep the colors of \1",
    ),
    (
        rf"^if (?:it|that|this) does not (?:hurt|affect|ruin|change|spoil|harm) ({OWNED} \w+), (.*?)([.!]?)$",
        r"\2, but keep \1 as it is\3",
    ),
    (
        r"\b((?:make|let|have) (?:\w+ ){0,2})?colou?rs? (?:scream|are screaming|shout|are shouting)"
        r"(?: at (?:you|me|us))?\b"
        r"(?=$|[.,;!?]| (?:too|and|but|so|in|here|like)\b)",
        lambda m: m[0] if m[1] else "colors are too strong",
    ),
    (r" and (?=there (?:is|are) (?:too much|a lot of|too many) )", ". "),
    (
        rf"\b(?:turn|change|shift|take) ({OWNED} (?!{PHOTO}\b)\w+) from (?:an? )?(?:gr[ae]y|white) to (?:an? )?"
        rf"((?:(?:soft|light|deep|nice|bright|dark|warm|pale|rich|more) )*)({HUES})\b",
        lambda m: (
            f"make {m[1]} "
            + (f"more {m[3]}" if re.search(_OUTDOORS, m[1]) else f"{''.join(re.findall(_SHADE, m[2]))}{m[3]}")
        ),
    ),
    (r"\bthank(?:s| you) for sharing\b", ""),
    (rf"(?<!not )\bkeep (?:the )?same (?={_LEVELS}\b)", "keep the "),
    (
        rf"(?:^|(?<=[.,;] )|(?<=\band )|(?<=\bbut ))(?:the )?same ({_LEVELS})(?=$|[.,;]| and\b| but\b),?",
        r"keep the \1;",
    ),
    (rf"\b(without making )(it (?:look |be |appear |get )?)((?:too )?\w+) or (?={OWNED} \w+ \w+)", r"\1\2\3 and \1"),
    (
        r"\b(without (?:making it (?:look|be|appear|get)|it (?:looking|being|getting|becoming)) )((?:too )?)(\w+) or "
        rf"(?!{OWNED} )(?=\w+)",
        r"\1\2\3 and \1\2",
    ),
    (r"\bneither too (?:warm|cool|cold|yellow|blue) (?:n?or) too (?:warm|cool|cold|yellow|blue)\b", "neutral"),
    (
        rf"\b({OWNED} (?:man|men|woman|women|person|people|couple|child|children|dog|cat|(?:girl|boy|guy|lady|kid)s?)) "
        r"(?:standing|sitting|walking|lying) (?:over )?(?:there|here)\b",
        r"\1",
    ),
    (
        rf"\bit is not ({OWNED} \w+) (?:that|which) (?:is|are|looks?) (too \w+)[,.]? "
        rf"(?:(?:but )?it is|but) ({OWNED} (?:whole |entire )?\w+)\b(?: (?:that|which) (?:is|are|looks?) (too \w+))?",
        lambda m: f"{m[3]} is {m[4] or m[2]}",
    ),
    (
        r"\bnothing (?:else )?needs? (?:changing|to be changed|to change|editing|fixing|to be fixed) "
        r"(?:except|but|apart from|other than) (?:for )?(?=the\b|his\b|her\b|my\b)",
        "just fix ",
    ),
)
"""Rows of `messages`, among what is taken back."""
