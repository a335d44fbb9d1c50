"""Several wishes in one sentence, where a second clause leaves out what the first one says: the verb ("brighten the
house, moss a deeper green"), the noun ("the blue house … the red one"), or that a list of looks is wished for and not
complained about ("faded, warm, grainy").
"""

import re

from jarvisevo.rules import places
from jarvisevo.rules.language.english.everyday import STYLE
from jarvisevo.rules.language.english.letters import BEGINS, END, HUE, IT, NOUN, OWNED, Rows
from jarvisevo.rules.language.tokens import rewritten

_HUE = rf"(?:{HUE}|gold(?:en)?|coral)"
_TINGE = rf"(?:{HUE}|blu|golden)(?:y|n|d|l)?(?:e?y|ish)?"
_STATE = r"(?:dark|bright|warm|cool|cold|moody|soft|natural|deep|muted|calm|foggy|misty|quiet|simple|white|black)"
_STARTS = r"(?:^|(?<=[,;.:] )|(?<=\band ))"
_DEPTH = r"(?:much |slightly |(?:bit|little|touch|shade) )*(?:deeper|darker|lighter|brighter|richer|stronger|cleaner)"
_SEASON = r"(?:spring|summer|autumn|fall|winter)"
_HOUR = r"(?:noon|midday|midnight|night|dawn|dusk|sunset|sunrise|golden hour|blue hour)"
_SEEN = (
    rf"(?!{IT}\b)(?!{OWNED} (?:\w+ )?(?:photo|picture|image|shot|pic|colou?rs?|highlights|shadows|whites|sky"
    r"|background)\b)"
    r"(?:the|his|her|my|our|their) (?:(?!is\b|are\b|and\b)[a-z]+ )??[a-z]+"
)
"""Something in a photo, not the photo nor a slider."""
_FINE = "(?:nice|fine|great|good|lovely|perfect|beautiful|ok|okay)"
_MORE = "(?:dark|bright|light|warm|cool|deep|soft|sharp|blue?|green|redd?|clear|clean|white?)e?r"
_ONE_OF = rf"{HUE}|white|black|gr[ae]y|brown|left|right|small|big|tall|dark|bright"
_DET = "(?:the|that|this|those|these)"
_NOUN = r"(?!ones?\b|and\b|or\b|but\b|with\b|in\b|on\b|at\b|of\b|is\b|are\b)[a-z]{3,}"
_ONE = re.compile(rf"\b{_DET} ({_ONE_OF}) one(s)?\b")
_CALLED = re.compile(rf"\b{_DET} ({_ONE_OF}) ({_NOUN})\b")

_WISHED = {
    "faded": "more fade",
    "grainy": "more grain",
    "hazy": "more haze",
    "foggy": "more haze",
    "misty": "more haze",
    "warm": "warmer",
    "cool": "cooler",
    "dark": "darker",
    "bright": "brighter",
    "soft": "softer",
}
"""What a look is made of, by the adjective that reads as a complaint alone."""
_LOOKS = (
    "moody|dreamy|vintage|retro|nostalgic|romantic|muted|desaturated|cinematic|airy|matte|cozy|cosy|pastel|dramatic"
    "|ethereal|earthy|golden|punchy|timeless|analog"
)
"""Adjectives that nobody complains with, beside "warm"."""
_ADJECTIVES = rf"(?:{'|'.join(_WISHED)}|{_LOOKS})"
_LISTED = re.compile(
    rf"(?:^|(?<=[,:;.] )|(?<=\blook ))(?=[^.;]*\b(?:warm|{_LOOKS})\b)"
    r"(?=[^.;]*\b(?:faded|grainy|hazy|foggy|misty|soft)\b)"
    rf"{_ADJECTIVES}(?:,? and {_ADJECTIVES}|, {_ADJECTIVES})+(?=[.!]*$)"
)
_SAID = re.compile(r"\b(?:is|are|was|looks?|seems?|too|came out|turned out|why)\b")
"""What says how a photo is, not how it is to be."""


def _as_wishes(text: str) -> str:
    """ "Like a postcard, faded, warm, grainy": a list of nothing but looks is one of wishes."""
    found = _LISTED.search(text)
    if found is None or _SAID.search(text[: found.start()]):
        return text
    wished = re.sub(r"[a-z]+", lambda word: _WISHED.get(word[0], word[0]), found[0].replace(" and ", ", "))
    return f"{text[: found.start()]}{wished.replace(',,', ',')}{text[found.end() :]}"


def with_nouns(text: str) -> str:
    """ "The blue house … the red one": the red house. Of several nouns it is the one of that colour, or the last."""
    while one := _ONE.search(text):
        before = _CALLED.findall(text[: one.start()])
        nouns = [noun for called, noun in before if called == one[1]] or [noun for _, noun in before]
        if not nouns:
            return text
        many = "s" if one[2] and not nouns[-1].endswith("s") else ""
        text = f"{text[: one.start()]}the {one[1]} {nouns[-1]}{many}{text[one.end() :]}"
    return text


_ROWS: Rows = (
    # a noun and what it is to be, without a verb, beside other wishes
    (rf"(?<=, )(?:and )?(?:the )?({_NOUN}) (an? {_DEPTH} {_HUE}){END}", r"make the \1 \2"),
    (rf"\b(?:the )?({HUE})s? hues? (?:more )?(?:towards?|to) ", r"shift the \1s toward "),
    (rf"\b(?:the )?hues? of (?:the )?({HUE})s? (?:more )?(?:towards?|to) ", r"shift the \1s toward "),
    (rf"{_STARTS}(?:the )?({HUE})s (?:more )?towards? (?={HUE})", r"shift the \1s toward "),
    (rf"\b(?:i|we) (?:want|need|would like) ({NOUN}) (?:to be )?(?=white{END})", r"make \1 "),
    (
        rf"\b({_SEEN}) (is|are|looks?) ((?:\w+ ){{0,2}}{_TINGE}(?: from [^,.;]*)?), (?:and |so |but )?"
        r"(?:i (?:want|need|would like)|make|turn) (?:it|them) (?:to be )?(?:clean |crisp |pure )?white\b",
        r"\1 \2 \3, make \1 white",
    ),
    (r"\b(?:clean|crisp|proper|nice|bright) white(?=$|[.,;!?]| and\b| but\b| like\b)", "white"),
    (r"(?:,| and)? while (?:you are|we are|i am) at it(?=$|[.,;!])", ""),
    (rf"\bthan ({NOUN}) and ({NOUN}) (?={_MORE}\b)", r"than \1. make \2 "),
    (rf"{_STARTS}(?:an? )?(polari[sz]er|polari[sz]ing filter) (?=effect|look|feel)", r"add a \1 "),
    # what is kept, and as what
    (
        rf"(?:,|;)? ?(?:\b(?:and|but) )({NOUN}) (?:can|may|must|should) not (?:be |get )?(?:clip|blow|burn)"
        rf"(?:ped|n|t|ed)?(?: out)?{END}",
        r", do not blow out \1",
    ),
    (r"\bdo not (?:clip|blow out|burn out) (?:the )?lights\b", "do not blow out the lamps"),
    (rf"\b((?:keep|leave) {NOUN}) (?P<one>{_STATE}|{_HUE}),? and (?:{_STATE}|{_HUE}){END}", r"\1 \g<one>"),
    (
        rf"(?:(?:,|;) (?:but|and|while)| (?:but|while)) ({NOUN}) (?:should|must|has to|ought to) (?:still )?"
        r"(?:stay|remain) "
        rf"(?=(?:{_STATE}|{_HUE}){END})",
        r", keep \1 ",
    ),
    (rf"\b(keep|leave) (?:it|this) (?:feeling|looking) like ({_SEASON}|{_HOUR})\b", r"\1 the \2 feel"),
    (
        r"(?:,|;|\.)? ?(?:and |but )?(?:everything else|all else|the rest)(?: of (?:it|the (?:photo|picture|image)))? "
        rf"(?:can|may|should|must) (?:just )?(?:stay|remain)(?: the same| put| as (?:it )?is)?{END}",
        ", leave the rest alone",
    ),
    (rf"{_STARTS}(?:the |that )?([a-z]+ (?:mood|feel|look|vibe|atmosphere)) (?:stays|remains)\b", r"keep the \1"),
    (
        rf"{BEGINS}({_SEEN})(?: (?:on|in|under|by|behind|at|above) {NOUN})? (?:is|are) (?:already )?(?:in )?{_FINE}"
        r"(?: light)?(?:,|;| and| so)+ just ",
        r"leave \1 alone, ",
    ),
    (rf"\b({_SEEN}) is in {_FINE} light\b", r"\1 is fine"),
    (rf"\b(?:just )?get ({NOUN}) (?={_MORE}\b)", r"make \1 "),
    (rf"\b(?:do not|without) wash(?:ing)? out ({_SEEN}){END}", r"keep the colors of \1"),
    # two words for one cast
    (
        rf"\b(?:has|have|had|got) (?:an? |some )?(?:slight |strong )?({_TINGE})(?:/| / | and |, )({_TINGE}) "
        r"(?:tint|cast|tinge)(?:,? (?:and |so |please |can you )*(?:neutrali[sz]e|fix|correct|remove|kill"
        r"|get rid of) (?:it|that|this|them))?",
        lambda m: f"is too {_plain(m[1])} and too {_plain(m[2])}",
    ),
    # seasons and hours: which is, and which is to be
    (
        rf" instead of (?:this |the |that |an? )?(?:(?:harsh|flat|bright|boring|dull|hot|hard) )*"
        rf"(?:{_HOUR}|morning|afternoon|day|daylight|sun|sunlight){END}",
        "",
    ),
    (r"\b(look|feel|looks|feels)( more)? like (?:an? )?(early |late |mid )?fall\b", r"\1\2 like \3autumn"),
    (
        rf"(?<!shot )(?<!taken )(?<!was )\b(?:in|at|during|on) (?:the |an? )?(?:\w+ )?(?:{_SEASON}|{_HOUR})\b"
        rf"(?=.*\blike (?:\w+ ){{0,2}}(?:{_SEASON}|{_HOUR})\b)",
        "",
    ),
    # what is no look, and no part of the frame
    (
        rf"^(?:the )?(?:{_NOUN} ){{1,2}}in (?!{_ONE_OF}|{HUE}|{_SEASON}|the\b|her\b|his\b|my\b|this\b)[a-z]+, "
        r"(?=give (?:me|us) an? )",
        "",
    ),
    (
        r"\b(?:cinema|theat(?:er|re)|film|movie) (?=(?:signs?|marquees?|hall|seats?|entrance|building|posters?)\b"
        rf"(?! (?:{STYLE})))",
        "",
    ),
    (rf"{BEGINS}(this|my|our) (?:{_NOUN}) corner\b", r"\1 scene"),
    (rf"\b({HUE})s? that (?:does|do) not (?:scream|shout|pop out|hurt|glow|look radioactive)\b", r"less \1"),
    (r"\blet (?:me|us|you|people|one) see (?:right )?(?:into|inside) (?=(?:the|that|this) \w)", "brighten "),
    (
        r"\b(the|that|this) ([a-z]+) (?=(?:movie|film) (?:look|style|vibe|feel)\b)",
        lambda m: f"{m[1]} " if places.named(m[2]) else m[0],
    ),
    (r"^([^.;]*,[^.;]*), (?:but )?not (?:so|too) contrasty(?=[.!]*$)", r"\1. less contrast"),
    (rf"\bpull in (?=(?:a (?:little|bit|touch|hint)|some|more)(?: of)? {_HUE}\b)", "add "),
)


def _plain(tinge: str) -> str:
    """The colour that "blueish", "greeny" is a bit of."""
    return next((hue for hue in HUE.split("|") if tinge.startswith(hue[:3])), tinge)


def apart(text: str) -> str:
    """A lower-case text, contractions spelt out, with what its clauses leave out."""
    return _as_wishes(rewritten(with_nouns(text), _ROWS))
