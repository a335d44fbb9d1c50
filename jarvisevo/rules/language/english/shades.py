"""Colours as people call and want them, said again in the words of the mixer and the white balance: whose saturation is
meant, what is whiter or came out yellow, one colour instead of another, black and white.
"""

import re

from jarvisevo.rules.language.english.everyday import IT, PHOTO
from jarvisevo.rules.language.english.letters import HUE, OWNED, Rows

MOVES = (
    "increase|raise|boost|enhance|bump up|turn up|bring up|up|lift|reduce|decrease|lower|turn down|bring down|drop|cut"
)
TONES = "highlights?|shadows?|mid ?tones|whites|blacks"
BIT = r"(?:slightly |a (?:tiny |little )?(?:bit|little) |somewhat |very |really |quite )?"
CLOSES = r"(?=$|[.,;!?]| and\b| but\b)"
ANY_HUE = rf"(?:{HUE})s?"
_PICTURE = f"(?:{PHOTO}|wallpaper|background image|poster|painting|drawing|illustration|artwork|thing)"
_KINDS = "nice|rich|deep|dark|light|bright|pale|soft|cool|lovely|pretty|strong|beautiful|bold|pastel"
_WHOSE = {"him": "his", "her": "her", "them": "their", "it": "its", "me": "my", "us": "our"}
_MADE_UP = "(eyes|lips|hair|nails|cheeks)"
_LISTED = rf"{ANY_HUE}(?:, {ANY_HUE})*,? (?:and|&) {ANY_HUE}"
_OUGHT_TO_BE = "(?:should|must|ought to|is supposed to|was supposed to|is meant to) (?:be|look|have been)"
_CAME_OUT = "(?:and not|but (?:it |they )?(?:is|are|came out|looks?|turned out|appears?))"


def _each_hue(match: re.Match[str]) -> str:
    """ "Increase blue and green saturation", "boost the saturation of blue and green": of each of them."""
    hues = re.split(r"(?:, and |, | and | & )", match["one"] or match["other"])
    verb = (match["no"] or "") + match["verb"]
    return " and ".join(f"{verb} {hue.removesuffix('s')} saturation{match['more']}" for hue in hues)


def _made_up(match: re.Match[str]) -> str:
    """ "Give her blue eyes and red lips"."""
    whom, whose, hue, part, other_hue, other = match.groups()
    made = [(hue, part)] + ([(other_hue, other)] if other else [])
    return " and ".join(
        f"make {_WHOSE[whom]} {name} {colour}" if whom else f"make the {name} of {whose} {colour}"
        for colour, name in made
    )


def _recoloured(match: re.Match[str]) -> str:
    """ "Make the whole picture a deep blue instead of red": its reds. "It" is the photo where nothing was named."""
    pointing = match["what"] in ("it", "this", "that", "them")
    named = re.search(rf"\b{OWNED} (?!{PHOTO}\b)\w+", match.string[: match.start()])
    return match[0] if pointing and named else f"turn the {match['old'].removesuffix('s')}s to {match['new']}"


COLOURS: Rows = (
    (
        rf"(?<!not )\b(?:make|turn|want|have) (?P<what>{IT}|{OWNED} (?:(?:whole|entire) )?{_PICTURE}) "
        rf"(?:look |to be |into )*(?:an? )?(?:(?:{_KINDS}) )*(?P<new>{HUE})(?: for (?:me|us))?,? "
        rf"(?:instead of|rather than) (?:the )?(?P<old>{ANY_HUE}){CLOSES}",
        _recoloured,
    ),
    (
        rf"(?<!not )\b(?:fix|correct|adjust|repair|sort out)(?: up)? (?:({OWNED}) )?skin ?colou?rs?"
        r"(?=$|[.;!?]| (?:and|but|please)\b)",
        lambda m: f"fix the color of {m[1] or 'the'} skin",
    ),
    (
        rf"\b(?P<no>do not )?\b(?P<verb>{MOVES}) (?:the )?(?:(?P<one>{_LISTED}) saturation"
        rf"|saturation (?:of|in) (?:the )?(?P<other>{_LISTED}))\b"
        rf"(?P<more>(?: by [\d.]+ ?%?| a (?:little|lot|bit)| slightly)?(?: (?:in|on|of) {OWNED} \w+)?)",
        _each_hue,
    ),
    (rf",(?: but)?(?: in| on| for)? (?:the )?({TONES}) only{CLOSES}", r" in the \1"),
    (
        rf"\b(?:change|shift|push|turn|tint|move) the ({TONES}) ({BIT})(?:to|towards?|into) (?:a )?({ANY_HUE}),? and "
        rf"(?:the )?({TONES}) ({BIT})(?:to|towards?|into) (?:a )?(?={ANY_HUE}\b)",
        r"make the \1 \2\3 and make the \4 \5",
    ),
    (
        rf"\b(?:change|shift|push|turn|tint|move) the ({TONES}) ({BIT})(?:to|towards?|into) (?:a )?(?={ANY_HUE}\b"
        r"(?! but not\b))",
        r"make the \1 \2",
    ),
    (r"(?<!\bnot )\bcolou?r[- ]correct(?= (?:this|it|the|my)\b)", "correct the colors of"),
    (r"(?<!\bto )(?<!\bnot )\bcolou?r[- ]correct(?=$|[.,;!]| and\b| please\b)", "correct the colors"),
    (
        r"\b(?:fix|correct|adjust|change) (?:the )?colou?rs? (?:to (?:be|look|make (?:it|them)(?: look)?)|so (?:that "
        r")?(?:they|it) (?:are|is|looks?)) "
        r"(?:more )?natural",
        "make the colors look natural",
    ),
    (
        rf"\bmake ({OWNED} (?:\w+ )?\w+?) (?:look )?(?:whiter|more white) instead of ({HUE})\b",
        r"make \1 whiter and make \1 less \2",
    ),
    (
        rf"\b{OWNED} (?:\w+ )?\w+ {_OUGHT_TO_BE} (?:pure |plain )?white,? {_CAME_OUT} {BIT}(?:too )?"
        rf"({HUE})(?:ish)?\b",
        r"remove the \1 cast",  # what is white tells the light
    ),
    (
        rf"\b({OWNED} (?:\w+ )?\w+) {_OUGHT_TO_BE} (?:\w+ )?({HUE}),? {_CAME_OUT} {BIT}(?:too )?"
        r"(?:white|gr[ae]y|washed out|pale|faded|dull)\b",
        r"make \1 more \2",
    ),
    (rf"\b(?:whiter|more white) instead of ({HUE})\b", r"whiter and less \1"),
    (
        rf"\b(make the (?:{HUE})) (?:on|in) ({OWNED} \w+(?: poss \w+)?) (?=(?:less |more )bright|brighter|darker|lig"
        rf"hter)",
        r"\1 of \2 ",
    ),
    (rf"\b(?:is|are|looks?) {BIT}plain in colou?rs?\b", "is dull in color"),
    (
        rf"\bgive (?:it|this|the {PHOTO}) (?:a |an )?{BIT}flatter (?:look|feel|tone|appearance)(?= and\b)",
        "lower the overall contrast",
    ),
    (
        rf"\bgive (?:it|this|the {PHOTO}) (?:a |an )?{BIT}flatter (?:look|feel|tone|appearance)\b(?! curve)",
        "lower the contrast",
    ),
    (
        rf"(?<!not )\b(?:change|turn|convert|recolou?r) (?:({OWNED}) )?({HUE}) "
        r"(?!(?:area|part|tone|colou?r|light|tint|cast|hue|hour|balance|slider|channel|filter|glow|fringe|shade|one|shadow"
        r"|highlight|mid ?tone)s?\b|fringing\b|lighting\b)"
        rf"(\w+) (?:in)?to (?:an? |the )?({HUE})"
        rf"(?: \3| one)?{CLOSES}",
        lambda m: f"make {m[1] or 'the'} {m[2]} {m[3]} {m[4]}",
    ),
    (
        rf"(?<!not )\bgive (?:(him|her|them|it|me|us)|({OWNED} \w+)) ({HUE}) {_MADE_UP}"
        rf"(?: and ({HUE}) {_MADE_UP})?(?=$|[.,;!?]| (?:and|but|please|instead|too|as well|in|on|to|like|or)\b)",
        _made_up,
    ),
    (
        r"\b(?:enhance|boost|increase|intensify|bring out) (?:the |its |all )?natural (?:tones?|colou?rs?|hues?)\b",
        "enhance the colors",
    ),
    (
        rf"(?<!\bin )\b({HUE})[ -](?:looking|ish) (?=\w)"
        r"(?!(?:on|in|at|out|away|down|up|left|right|into|through|over|from|to|towards?|skin|faces?|complexion|casts?)\b)",
        r"\1 ",
    ),
    (r"\bless monoton(?:e|ous)\b", "more colorful"),
    (
        r"(\btoo|(?:^|\b(?:is|are|was|looks?|feels?|seems?) (?:just |all )?)(?:so|very|really)) monotone\b(?! that\b)",
        lambda m: f"{m[1].rpartition(' ')[0]} dull in color".lstrip(),
    ),
    (r"(?<!not )\bsoften (?:the |these |those )?(bright |harsh )?lights\b", "soften the highlights"),
    (r"\bhot pink\b", "pink"),
    (r"\b(?:autumn|fall) (?:leaf|leaves|foliage|trees?)\b", "trees"),  # which are not green
    (r"\baquamarine\b", "aqua"),
    (rf"\b(change (?:the )?(?:\w+ )?colou?rs?(?: of {OWNED} \w+)?) to be ", r"\1 to "),
    (
        r"\b(?:change|turn|convert|switch) (?:the |its |all )?colou?rs? to "
        r"(?=gr[ae]y ?scale|monochrome|black and white)",
        "change it to ",
    ),
    (r"(?<!less )(?<!too )(?<!so )(?<!not )(?<!very )(?<!bit )\bmon(?:o|)tone\b", "monochrome"),
    (
        rf"\bchange (?:the )?colou?r (?:tones?|cast|hue) of ({OWNED} \w+) from (?:{HUE}) to (?:\w+ )?(?={HUE}\b)",
        r"change the color of \1 to ",
    ),
    (r"\b(?:take out|remove|get rid of|lose) the (?:bright|brighter|loud|gaudy) colou?rs?\b", "reduce the saturation"),
)
"""Rows of `briefly`, between the lists that it divides and the places that it adds."""
