"""How far: numbers in words, and the most that a slider may move ("a bit more contrast, but no more than fifteen").

What may be at most so much is moved by so much: the cap is the amount that was named.
"""

import re
from functools import lru_cache

from jarvisevo.rules import things
from jarvisevo.rules.language.english.everyday import HUES
from jarvisevo.rules.language.english.letters import SLIDER, Rows
from jarvisevo.rules.language.lexicon import senses, well_spelled
from jarvisevo.rules.language.spelling import Speller
from jarvisevo.rules.language.tokens import rewritten

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = ("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
_TENS = ("ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBERS = {word: at for at, word in enumerate(_ONES, 1)} | {word: at for at, word in enumerate(_TEENS, 11)}
_NUMBERS |= {word: 10 * at for at, word in enumerate(_TENS, 1)} | {"a dozen": 12, "a hundred": 100, "hundred": 100}
_TENS_AND = rf"(?:{'|'.join(_TENS[1:])})[ -](?:{'|'.join(_ONES)})"
NUMBER = rf"(?:{_TENS_AND}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_ENDS = (
    r"(?=\s*$|[,.;!)]| (?:points?|percent|and(?! (?:a|two|three) (?:half|third|quarter))|but|please|on"
    r"|in|for|or so|at|of|overall|then|with|while|without|so|to (?:save|get|make|help|keep|avoid|bring|give|show))\b)"
)
_MEASURE = r"[+-]?(?:\d+(?:\.\d+)?|half an?|an?|one|two|(?:a|one) (?:third|quarter) of a)(?!\d)(?! ?[:x/]\d)"
_UNIT = r"(?: ?(?:stops?|ev|percent|%|points?|degrees?|k|kelvin)\b)?(?! ?(?:px|pixels?|mp|mb|kb|dpi|inch|cm|mm)\b)"
_ABOVE = "over|above|past|beyond|below|under|exceeding|exceed"
_CAP = (
    r"(?:(?:but|and|though|just|only|or)[ ,]+)*(?:by )?(?:"
    r"(?:no|not|not an? (?:point|bit|hair)) (?:by )?(?:any )?(?:more|higher|further|stronger|bigger|lower|less"
    r"|darker|brighter|heavier|greater|deeper"
    r"|fewer|farther) than"
    rf"|(?:not|nothing|no further|never) (?:go(?:ing)? )?(?:{_ABOVE})"
    rf"|(?:do not|never|without|please do not) (?:go(?:ing)?|push(?:ing)?(?: it| them)?|tak(?:e|ing)(?: it| them)?"
    rf"|let(?:ting)? (?:it|them) go)? ?(?:{_ABOVE}|higher than|lower than|further than|more than)"
    r"|(?:at (?:the )?(?:very )?(?:most|maximum|max)|(?:a )?max(?:imum)?(?: of)?|(?:upper )?limit(?: of)?)"
    r"|(?:cap(?:ped)?|limit(?:ed)?) (?:it |them |that )?(?:at|to)"
    r"|(?:stay(?:ing)?|remain(?:ing)?|keep(?:ing)? (?:it|them|that)) (?:at )?(?:under|below|within|less than"
    r"|no more than)"
    r"|less than|lower than|(?<=, )up to|(?<=but )up to)"
)
_BEFORE = rf"\b(?:{SLIDER}|{HUES}|noise|grain|grainy|haze|crisp|sharp\w*|bright\w*|dark\w*|light\w*|warm\w*|cool\w*)"
_WRITTEN = Speller(
    ("highlights", "highlight", "shadows", "shadow", "saturation", "contrast", "exposure", "brightness", "vibrance")
    + ("clarity", "sharpness", "sharpening", "temperature", "vignette", "whites", "blacks", "texture")
)
"""The names of sliders, and …"""
_NOT_MEANT = ("contract", "contracts", "contact", "contest", "situation", "temperate", "exposition", "texting")
"""… words near to them that are other words."""


def _respelt(match: re.Match[str]) -> str:
    """ "Shadws": a slider; not "highlighted", "contrasty", which are other words."""
    word = match[0]
    known = word in _NOT_MEANT or word.endswith(("ed", "er", "ly", "y", "ens", "ish")) or senses("en").get(word)
    return word if known else _WRITTEN.near(word) or word


def _drawn_out(match: re.Match[str]) -> str:
    """ "Tooo", "darkkk": the word that is drawn out, where it is known."""
    word = match[0]
    for short in (re.sub(r"([a-z])\1{2,}", r"\1\1", word), re.sub(r"([a-z])\1{2,}", r"\1", word)):
        if senses("en").get(short):
            return short
    return word


def in_digits(number: str) -> str:
    """A number in words below a hundred and ten, or in digits."""
    if number[0].isdigit():
        return number
    return str(sum(_NUMBERS[word] for word in re.split("[ -](?!dozen|hundred)", number)))


def _signed(match: re.Match[str]) -> str:
    return f"{'-' if match[1] == 'minus' else '+'}{in_digits(match[2])}"


def _more_of(match: re.Match[str]) -> str:
    """ "Twenty five more vibrance", "30 more on the shadows"."""
    return f"{match['what']} {'+' if match['way'] == 'more' else '-'}{in_digits(match['n'])}"


def _capped(match: re.Match[str]) -> str:
    """ "Saturation down but no lower than -30": by 30. Where nothing tells the way, the sign does."""
    number, before = match["n"], match.string[: match.start()]
    part = re.split(r"[.;!]", before)[-1]
    if not re.search(_BEFORE, part):
        return match[0]
    if re.search(r"\b(?:to|by|at)$", part.rstrip()):  # "contrast to 20 or so"
        return f" {number}"
    alone = re.search(rf"(?:^|[,.;] |\band )(?:the |some |add )?(?:{SLIDER}),?$", part.rstrip())
    return f" {number}" if alone else f" by {number.lstrip('+-')}"


def _kept_under(match: re.Match[str]) -> str:
    """ "Brighten it but keep exposure below +1": the cap of what was asked for, else a slider that is kept."""
    what = {"brightness": "exposure"}.get(match["what"], match["what"])
    root = what[:5]
    asked = root in match.string[: match.start()] or what == "exposure" and re.search("bright|light", match.string)
    return (
        f" by {match['n'].lstrip('+-')}"
        if asked
        else f"{' ' * (match['lead'] != ',')}{match['lead'] or ''} keep {match['what']}"
    )


_SHARES = {"third": 33, "quarter": 25, "half": 50}
_TYPED = {
    "lowr": "lower",
    "dwn": "down",
    "blak": "black",
    "blck": "black",
    "wite": "white",
    "sqare": "square",
    "gras": "grass",
    "noisey": "noisy",
    "alot": "a lot",
    "litle": "little",
    "brite": "bright",
    "britter": "brighter",
    **dict.fromkeys(("highlites", "hilites", "hilights"), "highlights"),
}
"""Short words as a thumb types them."""
_GARBLED = {
    "watr": "water",
    "horizn": "horizon",
    "mk": "make",
    "grian": "grain",
    "dramtic": "dramatic",
    **dict.fromkeys(("foregrnd", "forground", "foregroud"), "foreground"),
    **dict.fromkeys(("mroe", "moer", "omre"), "more"),
    **dict.fromkeys(("elss", "lses", "lss"), "less"),
}
_CLIPPED = ("mor", "moar")
"""Known words that may lack a letter."""
_SHORTEST = 3
"""Letters of a word that no letter can have slipped onto: so many fit by chance."""
_THUMBED: Rows = (  # what the network has never seen
    (rf"\b(?:{'|'.join(_GARBLED)})\b(?! (?:i{{1,3}}|iv|vi?|\d+)\b)", lambda m: _GARBLED[m[0]]),  # no "5d mk iii"
    (r"\b(bright|dark|sharp|straight|soft|light)n(?=\b|ed\b)", r"\1en"),
    (r"\b(bright|dark|sharp|warm|cool|soft|light|strong)r\b", r"\1er"),
    (r"\b(?:(c)|(w)|sh)ud (?=(?:u|you|we|i|it|be) )", lambda m: f"{m[1] or m[2] or 'sh'}ould "),
    (r"\b(crop (?:it |this )?(?:to )?(?:an? )?)sq\b", r"\1square"),
)
_ROWS: Rows = (
    (r"\b(?:an?|one) degree and a half\b", "1.5 degrees"),
    (r"\b(\d+) (degrees|stops) and a half(?=$|[.,;!?]| (?:and|but|to|clockwise|counter ?clockwise)\b)", r"\1.5 \2"),
    (r"\bget ride of\b", "get rid of"),
    (r"\bdo not want (?:you )?to get rid of\b", "do not remove"),
    (r"\b(?:super |so )?(?:yum|delish|mouth ?watering)\b(?!my)", "yummy"),
    (rf"\b(?:{'|'.join(_TYPED)})\b", lambda m: _TYPED[m[0]]),
    *_THUMBED,
    (r"\bsomewhere (?=between |around |near |about )", ""),
    # about how much
    (r"\b(stops?|ev|kelvin|k|percent|points?|degrees?) or (?:so|thereabouts)\b", r"\1"),
    (r" or thereabouts\b", " or so"),
    (
        rf"\b(?:give (?:it|this|me) )?(?:twice|double) the (?=(?:{SLIDER})\b(?! (?:it|they) (?:needs?|should)\b| "
        r"(?:is|are|looks?|feels?) (?:way |far |much )?too\b| of\b))",
        "100% more ",
    ),
    (
        r"\b(no|without(?: any)?) (grain|vignett(?:e|ing)|blur(?:ring)?|cropping|sharpening|filters?|clipping)"
        r" at all\b",
        r"\1 \2",
    ),
    (r"\b[a-z]*([a-z])\1{2,}[a-z]*\b", _drawn_out),
    (r"\b(do not|without) over[ -]do(?:ing)?\b", r"\1 overdo"),
    (rf"\b({NUMBER}) by ({NUMBER})\b", lambda m: f"{in_digits(m[1])}x{in_digits(m[2])}"),
    (
        rf"\b(add|and|put|give it) ({NUMBER}) (?=(?:points? )?(?:to|of|on) (?:the )?(?:{SLIDER})\b)",
        lambda m: f"{m[1]} {in_digits(m[2])} ",
    ),
    (
        rf"\b(?:the )?({SLIDER}) (?:(?:can|may|should|must|has to) )?(?:stays?|remains?)(?: put| the same|"
        rf" unchanged| untouched| (?:as|where|how) it is)?"
        r"(?:,| and| but|(?=\s*$|[.;!]))",
        r"keep the \1.",
    ),
    (r"(?<![\d.,])([+-]\d{1,2}),(?=\d{1,2}(?![\d,]))", r"\1."),
    (r"(?<![\d.,])(\d),(?=\d{1,2} (?:stops?|ev)\b)", r"\1."),
    (rf"\b(minus|plus) ({NUMBER}){_ENDS}", _signed),
    (rf"\b(up|down) ({NUMBER}){_ENDS}(?! of\b)", lambda m: f"{m[1]} {in_digits(m[2])}"),
    (
        rf"\b(by|to|at|around|about|under|over|than|exceed|past|below|above|max|maximum|of) ({NUMBER}){_ENDS}"
        r"(?<!\bof one)(?! of\b)",
        lambda m: f"{m[1]} {in_digits(m[2])}",
    ),
    (
        rf"\b(?:(?:about|at least|at most|no more than|around|roughly|some|another) )?(?P<n>\d+|{NUMBER})"
        rf" (?P<way>more|less) "
        rf"(?:(?:on|in|of|to|for) )?(?:the )?(?P<what>{SLIDER})\b",
        _more_of,
    ),
    (
        rf"(?:^|(?<=[,.;] )){_CAP} (?P<n>[+-]?\d+) (?:on|of|for|in) (?:the )?(?P<what>{SLIDER})"
        r"(?:,? but (?:do )?(?:raise|increase|lift|boost|up|push) (?:it|them))?",
        r"\g<what> \g<n>",
    ),
    (rf"\bbetween ({NUMBER}|\d+) and (?:{NUMBER}|\d+) (?=(?:more|less) (?:{SLIDER})\b)", r"\1 "),
    (
        rf"(?:^|(?<=[,;.] )|(?<=and )|\b(?:give (?:me|it|us)|add|put) )(?:another )?({NUMBER}|\d+(?:\.\d+)?) "
        rf"(?:on|onto|in) (?:the )?({SLIDER}){_ENDS}",
        lambda m: f"{m[2]} +{in_digits(m[1])}",
    ),
    (
        rf"\b({SLIDER}) (?:could|can|needs?|wants?|would) (?:use |do with |like |get )?({NUMBER}|\d+) (more|less)\b"
        r"(?:,? no (?:further|more|higher))?",
        lambda m: f"{m[1]} {'+' if m[3] == 'more' else '-'}{in_digits(m[2])}",
    ),
    (rf"\b({SLIDER}) ({NUMBER}){_ENDS}", lambda m: f"{m[1]} {in_digits(m[2])}"),
    (
        rf"\b(?:put|set|leave|keep|want|have|like) (?:the )?({SLIDER}) (?:somewhere )?"
        r"(?:around|at exactly|at precisely|at|near|about|close to) "
        rf"(?=[+-]?\d|{NUMBER}{_ENDS})",
        r"set the \1 to ",
    ),
    (
        rf"\b(?!exposure|brightness)({SLIDER})\b([^,.;\d]{{0,12}}?) by (?:an? )?(third|quarter|half)(?=\s*$"
        rf"|[,.;]| and\b)",
        lambda m: f"{m[1]}{m[2]} by {_SHARES[m[3]]}%",
    ),
    (
        rf"\btake (?:about |around |roughly )?(?:an? )?(third|quarter|half) of the ({SLIDER}) (?:away|off|out)\b",
        lambda m: f"reduce the {m[2]} by {_SHARES[m[1]]}%",
    ),
    (rf",? say ({NUMBER}|\d+),? of (?=(?:{SLIDER})\b)", lambda m: f" {in_digits(m[1])} "),
    (r"\b(one|two|three) and a half stops\b", lambda m: f"{_NUMBERS[m[1]]}.5 stops"),
    (rf"\bas much ({SLIDER}|saturation) as (?:it takes|you can|possible|needed|necessary|you dare)\b", r"a lot of \1"),
    (r"\b(an?|one|two) stops? and (a third|two thirds|a quarter|three quarters)(?! of the)", r"\1 and \2 stops"),
    (r"\b(?:an?|one) and a (?:third|quarter) stops?", lambda m: "1.33 stops" if "third" in m[0] else "1.25 stops"),
    (
        r"\b(?:an?|one) and (?:two thirds|three quarters) stops",
        lambda m: "1.67 stops" if "two" in m[0] else "1.75 stops",
    ),
    (r"\btwo and (?:a third|a quarter) stops", lambda m: "2.33 stops" if "third" in m[0] else "2.25 stops"),
    (rf"\b(by {_MEASURE}{_UNIT}),? {_CAP} {_MEASURE}{_UNIT}", r"\1"),
    (
        rf",? ?(?P<lead>but|and|,)? keep (?:the )?(?P<what>{SLIDER}) (?:under|below|within|at most|less than"
        rf"|no higher than) (?P<n>{_MEASURE}{_UNIT})",
        _kept_under,
    ),
    (rf",? {_CAP} (?P<n>{_MEASURE}{_UNIT})(?! (?:on|of|for|in) )", _capped),
    (
        rf",? (?P<n>{_MEASURE}|{NUMBER})(?P<unit> (?:full )?stops?)? (?:is|are) (?:my|the|our) "
        r"(?:limit|max|maximum|ceiling|cap)(?=\s*$|[,.;!])",
        lambda m: f" by {_NUMBERS.get(m['n'], m['n'])}{m['unit'] or ''}",
    ),
    (rf",? (?P<n>{_MEASURE}{_UNIT}) (?:tops|max(?:imum)?|at (?:the )?most|or less|or so)(?=\s*$|[,.;!])", _capped),
)


def _slipped(text: str) -> str:
    """ "Increas ebrightness", "reduce thes hadows": with every letter on its side of the blank."""
    words = text.split(" ")
    for at in range(len(words) - 1):
        words[at], words[at + 1] = _parted(words[at], words[at + 1])
    return " ".join(words)


def _parted(first: str, then: str) -> tuple[str, str]:
    """Two words that nobody knows, with the letter that makes them known over the blank."""
    bare = then.rstrip(".,;!?")
    if not (first.isalpha() and bare.isalpha()) or _known(bare) or _known(first) and first not in _CLIPPED:
        return first, then
    if len(bare) > _SHORTEST and _known(first + bare[0]) and _known(bare[1:]):
        return first + then[0], then[1:]
    if len(first) > _SHORTEST and _known(first[:-1]) and _known(first[-1] + bare):
        return first[:-1], first[-1] + then
    return first, then


@lru_cache(20_000)
def _known(word: str) -> bool:
    """Whether a word stands in the tables or names a thing, as it is or with an ending."""
    roots = [root for end in ("s", "er", "ed", "ing", "r", "d") if len(root := word.removesuffix(end)) > _SHORTEST]
    return any(senses("en").get(root) for root in (word, *roots)) or word in well_spelled("en") or things.known(word)


def mistyped(text: str) -> bool:
    """Whether a lower-case text has words that only a thumb types."""
    return rewritten(text, _THUMBED) != text or _slipped(text) != text


def counted(text: str) -> str:
    """A lower-case text, contractions spelt out: misspelt sliders right, number words as digits, caps as amounts."""
    return rewritten(re.sub(r"[a-z]{6,}", _respelt, _slipped(text)), _ROWS)
