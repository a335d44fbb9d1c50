"""What hurried requests leave out, put in again: the stop between two orders, the comma between two sliders; and what
they add in a word: places ("especially", "and the rest"), buttons of an editor ("an auto correction"), purposes.
"""

import re

from jarvisevo.rules.language.english.everyday import PHOTO
from jarvisevo.rules.language.english.letters import EFFECT, HUE, OWNED, Rows
from jarvisevo.rules.language.english.shades import ANY_HUE, BIT, CLOSES, COLOURS, MOVES, TONES
from jarvisevo.rules.language.tokens import rewritten

_QUANTITY = "brightness|exposure|contrast|saturation|vibrance|sharpness|clarity|warmth"
_EDITS = rf"{MOVES}|{EFFECT}|crop|straighten|make|add|remove"
_ACTS = rf"(?:{_EDITS}|give|keep|leave|fix)"
"""What begins the next wish."""
_ORDERED = (
    "Increase|Decrease|Reduce|Raise|Boost|Enhance|Lower|Brighten|Darken|Lighten|Sharpen|Soften|Desaturate|Make|Add|Give"
    "|Remove|Delete|Erase|Crop|Straighten|Fix|Change|Turn|Zoom|Rotate|Flip|Put|Place|Replace|Adjust|Correct|Convert|Take"
    "|Swap|Bring"
)
_UNSTOPPED = re.compile(rf"\b(\w+%?) +(?=(?:{_ORDERED})\b )")
"""Where a sentence may begin, by its capital, that no stop divides from the one before."""
_GOES_ON = re.compile(
    r"(?i)and|or|but|then|to|please|also|just|can|could|would|you|i|we|not|dont|don|t|never|the|a|an|this|that|my|in|on"
    rf"|of|with|more|less|let|lets|should|will|want|need|help|lightroom|photoshop|adobe|{_ORDERED}"
)
"""Words that a sentence does not end with."""
_HANDLING = (
    "(?:brightening|darkening|lightening|sharpening|blurring|cropping|rotating|flipping|straightening|touching|changing"
    "|altering|making|increasing|raising|lowering|reducing|losing|adding)"
)
_SAME_ORDER = (
    r"(?:(?!\b(?:but|just|only|so|because|then|instead|make sure)\b"
    r"|\band (?:brighten|darken|make|keep|crop|lift|sharpen|blur|warm|cool|increase|add)\b)[^.,:;!?()\n])*"
)
"""The rest of an order, up to where another begins."""
_LEVEL = rf"(?:{_QUANTITY}|{TONES}|colou?rs?|tones?|white balance)"
_BRIGHT = (
    "clouds?|sunset|sunrise|sun|moon|street ?lights?|street ?lamps?|lamps?|lights|neons?|neon signs?|fire|flames?"
    "|fireworks|snow|windows?|white \\w+"
)
_OF_IT = f"(?: of (?:the|this|my) {PHOTO})"
_STEP = "(?:increase|decrease|reduce|raise|boost|enhance|lower)"
_HANDS_ON = rf"(?:{_EDITS}|rotate|flip|touch|change|alter)"
_IT = rf"(?: (?:it|this|that|them|(?:the|this|my) {PHOTO}))?"
_MORE = (
    r"(?:(?:more|less) \w+|(?:bright|dark|light|warm|cool|cold|sharp|soft|flat|dull|red|blue|green|yellow|pink|orange"
    r"|purple|grey|gray|pal|hazi|nois|blurri|grainy|strong|deep|rich)(?:d|n)?e?r\b)"
)
"""What a thing shall be more than it is."""


_STROKE, _NUMBERED = re.compile(r"(?<=[a-z]{2}) / (?=(?:the )?[a-z]{3})", re.IGNORECASE), re.compile(r"\d")
"""Between two words that share what is said of them; in what is dictated by numbers it parts sliders."""


def parted(text: str) -> str:
    """An English text as it was typed, with a stop between orders that only their capitals tell apart: "Increase
    contrast Crop the photo". Not in titles, where most words have one. A stroke between two words is "and".
    """
    text = text if _NUMBERED.search(text) else _STROKE.sub(" and ", text)
    words = text.split()
    capitals = sum(word[0].isupper() for word in words)
    if capitals > 2 + len(words) // 3:
        return text
    return _UNSTOPPED.sub(lambda m: m[0] if _GOES_ON.fullmatch(m[1]) else f"{m[1]}. ", text)


def _none_of_them(match: re.Match[str]) -> str:
    """ "Don't crop it, rotate it or flip it": none of the three."""
    return re.sub(rf"(?:,|,? n?or)(?: to)? (?={_HANDS_ON}\b|$)", f", {match[1]} ", match[0])


_ROWS: Rows = (
    # neither the one nor the other
    (
        rf"\bdo not (?:want|need|have|wish|like)(?: you)? to (?={_HANDS_ON}\b)"
        r"(?![^.,;!?]* (?:much|far|everything|anything|all|only|perfect)\b)"
        r"(?![^.;!?]*\b(?:i|we) (?:need|want|would)\b)",
        "do not ",
    ),
    (
        rf"\b(do not|never) {_HANDS_ON}\b"
        rf"(?:{_SAME_ORDER}|{_IT}(?:, {_HANDS_ON}{_IT})+),? n?or (?:to )?(?!make sure\b)(?={_HANDS_ON}\b)",
        _none_of_them,
    ),
    (
        rf"\b((?:do not|never) make (?:it|this|them|{OWNED} \w+)(?: look)?) ((?:more |less |any |too )*\w+) n?or "
        rf"(?={_MORE})",
        r"\1 \2, \1 ",
    ),
    (
        rf"\b((?:do not|never) make) ({OWNED} \w+(?: look)? {_MORE}) n?or (?={OWNED} \w+(?: look)? {_MORE})",
        r"\1 \2, \1 ",
    ),
    (
        rf"\b((?:do not|never|without) (?:chang|alter|touch|affect|increas|rais|boost|reduc|lower)(?:e|ing)?) "
        rf"((?:the )?{_LEVEL}) n?or (?=(?:the )?{_LEVEL}\b)",
        r"\1 \2, \1 ",
    ),
    # two sliders, two sentences
    (
        rf"\b({_STEP} (?:the |image |{PHOTO} )*\w+) (?={_STEP} (?:the |image |{PHOTO} )*(?:{_QUANTITY}|{TONES}))",
        r"\1, ",
    ),
    (
        rf"\b((?:{_QUANTITY}),? (?:and|&) (?:the )?(?:{_QUANTITY})){_OF_IT} "
        r"(?=(?:somewhat|slightly|a (?:tiny |little )?(?:bit|little|touch|tad|lot)|by )\b)",
        r"\1 ",
    ),
    (rf"\b(zoom in(?: on (?:the |this )?{PHOTO})?) (?={_ACTS}\b)(?! cut\b| keep\b)", r"\1, "),
    (
        rf"\b({_QUANTITY}) (?=(?:the )?(?:{_QUANTITY})\b)(?!\w+ (?:slider|level|of)\b)(?!\w+ (?:is|are|stays?) "
        r"(?:fine|ok|okay|good|great|perfect|alright|right|the same)\b)",
        r"\1, ",
    ),
    (
        rf"\b((?:is|are|looks?|seems?|feels?|appears?) {BIT}(?:too )?[a-z]+(?: in colou?rs?)?),? (?:it |they |so it "
        rf")?(?=needs? (?:to be|more|some|less|a) )(?![^.;]* but not\b)",
        r"\1. it ",
    ),
    (
        rf"\bthe ({_QUANTITY}|colou?rs) (?:is|are) ({BIT}|much |far |a lot )(?:higher|stronger)"
        r"(?= and|[.!]?$)",
        lambda m: f"increase the {m[1]} {m[2]}".rstrip(),
    ),
    *COLOURS,
    (
        rf"\b(no|without) ({_HANDLING}\b{_SAME_ORDER}?),? n?or (?={_HANDLING}\b|noise reduction\b|denoising\b)",
        r"\1 \2, \1 ",
    ),
    # nearer, and less of what is at the edge
    (rf"\bzoom (?:in )?on (?={PHOTO}\b)", "zoom in on the "),
    (
        rf"\bzoom in a (?:(?:little|tiny|wee) )?(?:bit|little)(?: more(?! \w))?(?: on (?:the |this )?{PHOTO})?\b",
        "zoom in a bit",
    ),
    (  # and no title of what comes behind it
        r"^(?:an? )?(?:close[- ]?up|tight shot) (?:of|on) (?=(?:the |her |his |my |our |their )?\w+[^.,;:!?]*[.!]?$)"
        r"(?!.*\b(?:is|are|was|looks?|but|too|needs?)\b|.*'s (?:too|so|not|dull|dark)\b)",
        "crop to ",
    ),
    (r"\bto focus (?:mainly|mostly|primarily|solely|more) on\b", "to focus on"),
    (
        rf"(?<!not )(?<!never )(?<!not want to )\bshow less of (?!{OWNED} (?:\w+ )?(?:{TONES}|{HUE}|noise|grain|haze"
        r"|blur|fog|glare|tint|cast|vignette|contrast|light|colou?rs?|wrinkles?|pimples?|acne|chin|skin|texture|details?)\b)"
        rf"({OWNED} \w+)(?:,? and more of {OWNED} \w+)?",
        r"crop out some of \1",
    ),
    (
        rf"\b(?:create|make) an? focal point (?:on|of|out of) ({OWNED} (?:\w+ )?\w+) by cropping"
        rf"(?: (?:it|(?:the |this )?{PHOTO}))?\b",
        r"crop to \1",
    ),
    # of what, and what with it
    (r"^(enhance|fix|edit) and (?=(?:crop|sharpen|straighten|brighten|lighten|darken)\b)", r"\1 it and "),
    (
        rf"\b(?!crop|straighten|rotate|flip)({_HANDS_ON}|increase the \w+ of) the (?:images?|pictures|photos) of "
        r"(?=the \w+)",
        r"\1 ",
    ),
    (
        rf"\b(make (?:it|this|everything|the {PHOTO}) (\w+er))(?: overall| all over)?,? (?:especially|particularly) "
        r"(?:in |on )?"
        rf"({OWNED} (?!edges?\b|corners?\b|border|{TONES})(?:\w+ )?\w+)(?=$|[.,;!?])",
        r"\1, make \3 \2",
    ),
    (rf"\bselect the (?:entire|whole) {PHOTO},? (?:and|then) ", ""),
    (
        rf"(?<!not )\bchange (?:{OWNED} )?(background|sky|foreground) colou?r "
        r"to (gr[ae]y ?scale|black and white)\b",
        r"make the \1 \2",
    ),
    (
        rf"\bchange (?:the )?colou?r of ({OWNED} (?:\w+ )?\w+) to (?:an? )?"
        rf"(?:(?!dark|light|pale|deep|bright|not\b|less|more|much|anything|but\b|match\b|no\b|any\b|other|than|same|be\b)"
        rf"\w+ ){{1,2}}({HUE})(?=$|[.,;!?])",
        r"make \1 \2",
    ),
    (
        rf"\b({OWNED} (?:\w+ )?\w+) (?:needs to|should|has to|must|could) be "
        r"(?:an? different|an? other|another|a new) colou?r,? "
        rf"(?:like|such as|say) (?:an? )?(?:dark |light |deep |bright )?({HUE})\b",
        r"make \1 \2",
    ),
    # where, and whom
    (
        rf",? (?:specifically|especially|particularly) so (?:that )?({OWNED} \w+(?: tones?)?) (?:is|are|looks?) "
        rf"({BIT}|much |a lot )(?=\w+er\b|more \w+)",
        r" and make \1 \2",
    ),
    (rf"(?<!not )\bexpose for (?=(?:{OWNED} )?(?:\w+ )?(?:{_BRIGHT})\b)", "reduce the highlights of "),
    (rf"(?<!not )\bexpose for ({OWNED} (?!highlights?\b|sky\b|background\b)\w+)", r"brighten \1"),
    (
        rf"\bwant ({OWNED} (?!{PHOTO}\b)\w+) to keep (?:{OWNED}|that|those) (?:{HUE}|brown|white|black|gray) "
        r"(?:look|colou?r|tone|shade)s?\b",
        r"keep the color of \1",
    ),
    (rf"(?<!not )\bzoom closer (?:in )?(?:on|to) (?={OWNED} |(?:her|him|them)\b)", "crop in on "),
    (
        rf"\b(?:change|turn|convert|make|switch)(?: (?:it|this|(?:the|this|my) {PHOTO}|the filter))? from "
        r"(?:black and white|gr[ae]y ?scale) (?:in)?to (?:(?:full |natural )?colou?rs?\b|normal(?=$|[.,;!?]))",
        "colorize it",
    ),
    (
        rf"\b(do not|never|not want (?:you )?to) (?:change|turn|convert) (?:it|this|the {PHOTO}) (?:in)?to "
        r"(?:gr[ae]y ?scale|black and white|monochrome)\b",
        r"do not make it black and white",
    ),
    (
        rf"(?<!not )\b(?:change|turn|convert) ({OWNED} (?!{PHOTO}\b|colou?rs?\b)\w+) "
        r"(?:in)?to (?:a )?(?:gr[ae]y ?scale|black and white)\b",
        r"make \1 black and white",
    ),
    (
        rf"\b(brighten|lighten|darken|sharpen|blur|warm|cool|soften)((?: up)?) (?:{OWNED} \w+|him|her|it|them) and "
        rf"(?:(?:all )?the rest of (?:the |this )?{PHOTO}|everything else)(?: in it| too| as well)?"
        rf"(?= a (?:bit|little)\b| slightly\b|$|[.,;!?]| and\b| but\b)",
        r"\1\2 the whole photo",
    ),
    (
        rf"\b(brighten|lighten|sharpen|saturate|warm)((?: up)?) (it|this|that|everything|the {PHOTO}),?"
        rf" (?:especially|particularly|above all) (?:in|on|at|of|for|around) ({OWNED} (?!edges?\b|corners?\b|border"
        rf"|{TONES})\w+)",
        r"\1\2 \3, \1\2 \4",
    ),
    (
        r"(?<!everything )(?<!everything, )(?<!everything,)\b(especially|particularly) around (?=the (?!edges?\b|corn"
        r"ers?\b|border))",
        r"\1 on ",
    ),
    (
        rf"(?:(?<=colors)|(?<=saturation)) including {OWNED} (?:{ANY_HUE} )?\w+(?:,? and {OWNED} (?:{ANY_HUE} )?\w+)*",
        "",
    ),
    (
        rf"^for (the (?!{PHOTO}\b)(?:\w+ ){{1,2}}?(?:in|on|at|behind|near|by) the \w+),? "
        r"(?:please |can you |could you )*(make|turn|keep) (?:it|them) ",
        r"\2 \1 ",
    ),
    (
        r"\b(my \w+) and i(?=$|[.,;!]| (?:without|please|so|but|and|in|a|on"
        r"|slightly|more|up|out|from|stand|pop|look)\b)",
        r"\1 and me",
    ),
    (
        r"\bmy \w+ and i (?=(?:really |both |would )?(?:want|need|like|love|prefer|think)\b)(?!want to (?:be|look))",
        "i ",
    ),
    (
        rf"^(?:the|this) (?:park|venue|place) (?:is|looks) "
        rf"(?=(?:almost |so |way |too |very |{BIT})(?:dark|black|dim|pitch)\b)",
        "the photo is ",
    ),
    (
        rf"\bmake the (?:park|garden|yard) ({BIT})(?:look )?(?:greener|more green|lusher)\b",
        r"make the greens \1greener",
    ),
    # beside another photo
    (
        rf"\b(?:the (?:first|left|input|original|current) |this ){PHOTO} (?:is|looks) not (?:quite |nearly )?"
        r"as (?!(?:bad|awful|blurr|grainy|nois|haz))(\w+)(?: (?:or|and|nor) (?:as )?(\w+))? as "
        r"(?:(?! but\b| and (?:it|is|needs?|looks?|has|too)\b)[^.,;!?])*",
        lambda m: f"make it more {m[1]}" + (f" and more {m[2]}" if m[2] else ""),
    ),
    # what is no order to lighten, and what is put on a thing
    (
        rf"\b(remove|delete|erase|take out|get rid of) {OWNED} lighter(?= (?:that|which|from|in|on)\b|$|[.,;!?])",
        r"\1 the cigarette lighter",
    ),
    (
        rf"\badd something (?=(?:on|onto|in|behind|above|over) {OWNED} (?!(?:{TONES}|skin|face|eyes) )(?:\w+ ){{1,2}}"
        r"to make )",
        "add an object ",
    ),
    # faults
    (r"\bde-?speckle\b", "denoise"),
    (
        r"\btrying to (?:see|make out|read|recognize) (?!where|how|if|whether|through|the difference)"
        r"(?:(?:(?:the |any |much )?details? |what is )(?:in|of|on) )?([^.,;!?]+?) is (?:so |really |very |too )?"
        r"(?:draining|tiring|hard|difficult|impossible|painful|exhausting)\b"
        r"(?!.*\b(?:bright|light|glare|blown|blur\w*|haz[ey]|fog\w*|mist|nois[ey]|grain\w*|soft|sharp\w*|small)\b)",
        r"\1 is too dark",
    ),
    # how it lies, and what a button does
    (
        rf"(?<!not )\b(?:turn|rotate) (?:(?:it|this|the {PHOTO}) )?side ?ways\b"
        r"(?! (?:a (?:bit|little)|slightly|the other))",
        "rotate the photo 90 degrees",
    ),
    (
        r"(?<!not )\b(?:perform|do|apply|run|use|make) (?:an? |the |some )?auto(?:matic)? (?:adjustments?|corrections?)"
        rf" (?:of|on|for|to)(?: (?:the|colou?rs?|tones?|light|overall|and)\b)* {PHOTO}\b",
        "enhance it",
    ),
    (
        r"(?<!not )\b(?:do|apply|use|run|perform) (?:an? |the )?auto(?:matic)? (white balance|wb|colou?rs?)"
        r"(?: corrections?| adjustments?)?\b",
        r"fix the \1",
    ),
    (
        r"^i like it (?:natural|as it is|the way it is),? (?:so )?no (?:filters?|effects?|edits?)(?: please)?[.!]?$",
        "leave it as it is",
    ),
    # what it is for
    (
        r"^(?:as|since|because) (?=(?:(?:the|this|my) (?!beginning|start|last|first)|it\b|they\b|this\b)(?:\w+ ?){0,3}?"
        r" ?(?:is|are|was|were|looks?|seems?|feels?|came out|appears?) (?!in\b)(?:(?!\b(?:it|they|please)\b)[^,])*$)",
        "",
    ),
    (
        rf",? so (?:that )?(?:it|they) (?:do|does) not (?:look|seem|appear|feel) (?:so|as|that|quite so) (\w+){CLOSES}("
        rf"?! as)",
        r", it looks too \1",
    ),
    (rf" (?:in order )?to better (?:define|show|reveal|see|display) (?:(?! (?:and|but|then) {_ACTS}\b)[^.,;!?])*", ""),
    (
        r"\b(brighten|lighten)\b([^.,;!?]*?) so (?:that )?(the background) (?:looks?|is|appears?|becomes?|turns?) "
        r"(?:more |completely |pure )?(?:white|whiter)",
        r"\1\2, brighten \3",
    ),
    (
        r"\bso (?:that )?the dark(?:er|ened)? (?:areas?|parts?) shows? (?:a bit |a little )?more detail\b",
        "lift the shadows",
    ),
)


def filled_in(text: str) -> str:
    """A lower-case text with contractions spelt out, with what was left out."""
    return rewritten(text, _ROWS)
