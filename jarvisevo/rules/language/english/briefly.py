"""What hurried requests leave out, put in again: the stop between two orders, the comma between two sliders; and what
they add in a word: places ("especially", "and the rest"), buttons of an editor ("an auto correction"), purposes.
"""

import re

from jarvisevo.rules.language.english.everyday import PHOTO
from jarvisevo.rules.language.english.letters import HUE, OWNED, Rows
from jarvisevo.rules.language.english.shades import ANY_HUE, BIT, CLOSES, COLOURS, MOVES, TONES
from jarvisevo.rules.language.tokens import rewritten

_QUANTITY = "brightness|exposure|contrast|saturation|vibrance|sharpness|clarity|warmth"
_ACTS = (
    rf"(?:{MOVES}|brighten|darken|lighten|sharpen|blur|soften|warm|cool|saturate|desaturate|make|add|give|keep|remove"
    "|crop|straighten|leave|fix)"
)
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
_BRIGHT = (
    "clouds?|sunset|sunrise|sun|moon|street ?lights?|street ?lamps?|lamps?|lights|neons?|neon signs?|fire|flames?"
    "|fireworks|snow|windows?|white \\w+"
)
_OF_IT = f"(?: of (?:the|this|my) {PHOTO})"
_STEP = "(?:increase|decrease|reduce|raise|boost|enhance|lower)"
_HANDS_ON = (
    rf"(?:{MOVES}|brighten|darken|lighten|sharpen|blur|soften|warm|cool|saturate|desaturate|crop|straighten|rotate|flip"
    "|touch|change|alter|make)"
)


def parted(text: str) -> str:
    """An English text as it was typed, with a stop between orders that only their capitals tell apart: "Increase
    contrast Crop the photo". Not in titles, where most words have one.
    """
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
        rf"\b(do not|never) {_HANDS_ON}\b[^.,;!?]*(?:, {_HANDS_ON}\b[^.,;!?]*)*,? n?or (?:to )?(?={_HANDS_ON}\b)",
        _none_of_them,
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
    (rf"\b(no|without) ({_HANDLING}\b[^.,;!?]*?),? n?or (?={_HANDLING}\b)", r"\1 \2, \1 "),
    # where, and whom
    (
        rf",? (?:specifically|especially|particularly) so (?:that )?({OWNED} \w+(?: tones?)?) (?:is|are|looks?) "
        rf"({BIT}|much |a lot )(?=\w+er\b|more \w+)",
        r" and make \1 \2",
    ),
    (
        rf"\b(take|cut|chop|trim) (a third|half|a quarter) off (?:on|from|of|at) (the (?:left|right|top|bottom))"
        rf"(?: side| edge)?(?: of (?:the|this) {PHOTO})?",
        r"crop \2 off \3",
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
        rf"\b(?:change|turn|convert|make|switch)(?: (?:it|this|the {PHOTO}|the filter))? from "
        r"(?:black and white|gr[ae]y ?scale) (?:in)?to (?:(?:full |natural )?colou?rs?|normal)\b",
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
    (rf"\badd something (?=(?:on|onto|in|behind|above|over) (?:{OWNED} )(?:\w+ ){{1,2}}to make )", "add an object "),
    # faults
    (r"\bde-?speckle\b", "denoise"),
    (r"\btheres (?=(?:a (?:lot|bit)|too|so|some|no|this)\b)", "there is "),
    (
        r"\btrying to (see|make out|read|recognize) (.+?) is (?:so |really |very |too )?"
        r"(?:draining|tiring|hard|difficult|impossible|painful|exhausting)\b",
        r"\2 is too dark",
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
    (r"^(?:as|since|because) (?=(?:the|this|it|they|my)\b[^,]*$)", ""),
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
