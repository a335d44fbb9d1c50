"""What is written around a wish and is none, and what is said of a slider that was named before: greetings and names,
reasons that tell no fault, complaints in a figure of speech, "too low, so raise it by 20".
"""

import re
from collections.abc import Callable

from jarvisevo.rules.language.english.everyday import IT, OTHER_SLIDERS, SLIDERS
from jarvisevo.rules.language.lexicon import senses

Rows = tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...]
BEGINS = r"(?:^|(?<=[.,;!?] ))"
END = r"(?=$|[.,;!?]| and\b| but\b| please\b)"
OWNED = "(?:the|this|that|these|those|his|her|my|our|their|its)"
NOUN = rf"{OWNED} (?:[\w']+ ){{0,3}}?[\w']+"
THING = rf"(?!{IT}\b){NOUN}"
_SLIDER = rf"{SLIDERS}|{OTHER_SLIDERS}"
_KEPT = "skin|face|faces|sky|background|person|people|dress|hair|water|subject|eyes|grass|snow|trees|clothes|clouds"
_EYES = (
    "(?:all |too much |my |your |the |our )*(?:eyes?|attention|gaze|show|spotlight|limelight|focus)(?: away)?"
    r"(?: first)?(?: from [^,.;!?]+)?(?: too much)?"
)


def _tint(match: re.Match[str]) -> str:
    """Up is towards magenta, as on Lightroom's slider."""
    down = re.search("decrease|lower|reduce|down", match[0])
    number = re.match(r" ?\d", match.string[match.end() :])
    return ("tint -" if down else "tint +") if number else ("more green" if down else "more magenta")


def _that_slider(match: re.Match[str]) -> str:
    """ "The contrast is too low, so raise it by 20": it is the contrast."""
    up = match[3] == "up" or not match[3] and match[2] in ("raise", "increase", "boost")
    return f"{match[1]} to " if match[4] == "to" else f"{'increase' if up else 'decrease'} the {match[1]} by "


def _chilled(match: re.Match[str]) -> str:
    return f"decrease the {match[1]} by " if match[0].endswith("by ") else f"less {match[1]}"


def _salutation(match: re.Match[str]) -> str:
    """ "Hello Peter, …": a name says nothing; a word that has a meaning is no name."""
    return match[0] if any(senses("en").get(word) for word in match[1].split()) else ""


COURTESY: Rows = (
    (r"^(?:hi|hello|hey|dear|hiya|good (?:morning|evening|afternoon)),? ([a-z]+(?: [a-z]+)?)[,!.] ?", _salutation),
    (r"^yo[,!]? (?=\w)", ""),
    (
        r"\b(?:great|good|nice|amazing|awesome|fantastic|excellent|lovely|wonderful) (?:job|work)"
        r"(?: (?:on|with) [^,.!;]+)?(?:[,.!;]|$) ?",
        "",
    ),
    (
        r"(?<=[.!,]) ?(?:cheers|thanks|many thanks|best wishes|best regards|kind regards|warm regards|regards|best"
        r"|all the best|sincerely|yours)[,!]? ?(?:[a-z]+)?[.!]?$",
        "",
    ),
    (
        r",? (?:because|since|as) (?:the|my|our|we|i|it|there) (?![^,.;!?]*(?:\btoo\b|dark|bright|blue"
        r"|yellow|orange|green|warm|cold|grain|nois|blur|flat|dull|wash|blown|expos|shadow|harsh))[^,.;!?]*\b(?:was|were|had|did)\b[^,.;!?]*",
        "",
    ),
    (r"\bwithout blowing (?:it|them|that|this)(?: all)? out\b", "without blowing out the highlights"),
    (
        r"\bcolori[sz]e (?:this|the|my|our|an?)(?: old| faded)* black and white(?: old)?"
        r"(?: (?:photo|picture|image|scan|print|one))?\b"
        r"|\b(?:turn|make|convert|change) (?:this|the|my|our|an?)(?: old)? black and white "
        r"(?:photo|picture|image|print|one) (?:in|in ?to) (?:an? )?colou?r(?: (?:photo|picture|image|print|one))?\b",
        "colorize this photo",
    ),
    (
        r"^(?:an? |the |this )?(?:old |very |badly )*faded (?:photo|slide|print|picture|image|scan)[,:.] ",
        "it looks faded. ",
    ),
    (
        rf",? (?:with )?(?:the |her |his |my )?({_KEPT}) (?:left |kept )?(?:untouched|unchanged|unaffected){END}",
        r", do not touch the \1",
    ),
    (
        r"\b(?:gives?|creates?|leaves?|casts?|throws?|adds?|makes?) (?:an?|this|that) (?:\w+ )?(\w+) "
        r"(?:cast|tint|tinge)[,.;]? (?:please |so |and )*(?:remove|get rid of|fix|take out|correct) (?:it|that)\b",
        r"there is a \1 cast, remove it",
    ),
)
NOTICED: Rows = (  # what draws the eye and is not said to be wanted so, and other complaints in a figure of speech
    (r"\b(?:came|comes|turned) out with (?=(?:an?|this|that|some|too much) )", "has "),
    (
        rf"{BEGINS}({THING}) (?:is |are |keeps? )?(?:really |always |just |kind of |totally )*(?:steal|draw|grab|pull"
        rf"|catch|take|demand|hog)(?:s|ing)? {_EYES}(?=$|[,.;!?]| so\b| and\b| - )",
        r"\1 is distracting",
    ),
    (
        rf"\b(?:my|the|your|our) eyes? (?:keeps? |always |just |immediately )*(?:goes?|going|wanders?|wandering|jumps?"
        r"|jumping|drifts?|drifting|is drawn|are drawn) (?:straight |right |back |off )*to "
        rf"({THING})(?: first)?{END}",
        r"\1 is distracting",
    ),
    (
        rf"\b({THING}|it|she|he|they) (?:just )?(?:sits?|stands?|is|are|stays?|hides?|is sitting|is standing) "
        r"(?:a bit |a little |way |much |far )?(?:too much |too far )?in (?:the )?(?:dark|darkness|deep shade)"
        rf"{END}",
        r"\1 is too dark",
    ),
    (
        rf",? (?:so |and |even )*(?:the |her |his |my )?(\w+) (?:does not|do not|hardly|barely) (?:even |really )?"
        rf"looks? like (?:the |an? )?\1(?: any ?more| now)?{END}",
        "",
    ),
    (
        r"\b(?:an?|this|that|some) (?:odd|weird|strange|ugly|nasty|funny|unpleasant|awful) "
        r"(?=[a-z -]+ (?:cast|tint|tinge)\b)",
        "a ",
    ),
)
BY_SLIDER: Rows = (
    (rf"\b({_SLIDER}) (?:up|down) to (?=[+-]?\d)", r"\1 to "),
    (
        r"\b(?:increase|raise|boost|decrease|lower|reduce) (?:the )?tint\b(?: by (?=\d))?"
        r"|\b(?:the )?tint (?:up|down)\b(?: by (?=\d))?",
        _tint,
    ),
    (
        rf"\b(?:the )?({_SLIDER}|noise) (?:is|are|looks?|seems?) (?:way |much |a bit "
        r"|a little |far )?too (?:low|high|strong|weak|much|little)[.,;]? (?:so |and |please )*"
        r"(raise|increase|boost|bring|turn|take|lower|reduce|drop|decrease) (?:it|them)(?: (up|down))? (by|to) "
        r"(?=[+-]?\d)",
        _that_slider,
    ),
    (rf"\bchill (?:out )?(?:with|on) the ({_SLIDER})(?:, (?:drop|lower|reduce) it by (?=\d))?", _chilled),
    (r"\b(red|orange|yellow|green|aqua|blue|purple|magenta)s saturation\b", r"\1 saturation"),
    (r"\btwice as (dark|bright)\b(?! as)", lambda m: "half as bright" if m[1] == "dark" else m[0]),
    (r"\bcrop (?:away|off) (?=(?:the|that|this|some) )", "crop out "),
    (rf"{BEGINS}(?=(?:colors?|skin tones?|tones) (?:looks?|seems?|feels?|appears?) )", "the "),
    (
        r"\b(?:(?:it|this|that|i|we) (?:does|do) not (?:need|want)(?: any)?|not) more ([a-z ]+?),? "
        r"(?:but )?(?:just|only) (?=(?:a (?:bit|little|touch)(?: more)?|some(?: more)?|slightly more|more) [a-z]+)",
        r"no more \1, ",
    ),
)
