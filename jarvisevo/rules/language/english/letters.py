"""What is written around a wish and is none, and what is said of a slider or a colour that was named before: greetings
and names, who a photo is for, reasons that tell no fault, chat, "too low, so raise it by 20".
"""

import re
from collections.abc import Callable

from jarvisevo.rules.language.english.everyday import HUES, IT, OTHER_SLIDERS, SLIDERS
from jarvisevo.rules.language.lexicon import senses

Rows = tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...]
BEGINS = r"(?:^|(?<=[.,;!?] ))"
STARTS = r"(?:^|(?<=[,;.] )|(?<=and ))"
END = r"(?=$|[.,;!?]| and\b| but\b| please\b)"
OWNED = "(?:the|this|that|these|those|his|her|my|our|their|its)"
NOUN = rf"{OWNED} (?:[\w']+ ){{0,3}}?[\w']+"
THING = rf"(?!{IT}\b){NOUN}"
_JOINS = r"(?!(?:but|and|or|then|while|so|is|are|was|were)\b)"
ONE = rf"{OWNED} (?:{_JOINS}[\w']+ ){{0,2}}?{_JOINS}[\w']+"
"""A noun that is not the end of one clause and the beginning of another."""
SLIDER = rf"{SLIDERS}|{OTHER_SLIDERS}"
EFFECT = "(?:brighten|darken|lighten|sharpen|blur|soften|warm|cool|desaturate|saturate)"
"""What can be done to a thing, in one word."""
_KEPT = "skin|face|faces|sky|background|person|people|dress|hair|water|subject|eyes|grass|snow|trees|clothes|clouds"
HUE = rf"aqua|{HUES}"
_SHADES = {
    "olive": "yellow",
    "sage": "yellow",
    "lime": "yellow",
    "navy": "darker",
    "burgundy": "darker",
    "maroon": "darker",
}
"""Where a shade of a colour lies from the colour itself."""


def _tint(match: re.Match[str]) -> str:
    """Up is towards magenta, as on Lightroom's slider."""
    down = re.search("decrease|lower|reduce|down", match[0])
    number = re.match(r" ?\d", match.string[match.end() :])
    return ("tint -" if down else "tint +") if number else ("more green" if down else "more magenta")


def _that_slider(match: re.Match[str]) -> str:
    """ "The contrast is too low, so raise it by 20": it is the contrast."""
    up = match[3] == "up" or not match[3] and match[2] in ("raise", "increase", "boost")
    return f"{match[1]} to " if match[4] == "to" else f"{'increase' if up else 'decrease'} the {match[1]} by "


def _shaded(match: re.Match[str]) -> str:
    """ "Push the reds to burgundy": darker reds."""
    shade = _SHADES[match[2]]
    return f"make the {match[1]}s darker" if shade == "darker" else f"shift the {match[1]}s to {shade}"


def _other_colours(match: re.Match[str]) -> str:
    """ "Boost the reds, leave the other colours alone": those of a wish for one colour stay anyway."""
    return "" if re.search(rf"\b(?:{HUE})s?\b", match.string[: match.start()]) else match[0]


def _its_colour(match: re.Match[str]) -> str:
    """ "Bring the orange saturation down and raise its luminance": the oranges'."""
    named = re.findall(rf"\b({HUE})s? (?:saturation|luminance|hue)\b", match.string[: match.start()])
    return f"{named[-1]} {'luminance' if match[1] == 'brightness' else match[1]}" if named else match[0]


def _tint_toward(match: re.Match[str]) -> str:
    return f"tint {'-' if match[2] == 'green' or match[1][0] == '-' else '+'}{match[1].lstrip('+- ')}"


def _chilled(match: re.Match[str]) -> str:
    return f"decrease the {match[1]} by " if match[0].endswith("by ") else f"less {match[1]}"


def _salutation(match: re.Match[str]) -> str:
    """ "Hello Peter, …": a name says nothing; a word that has a meaning is no name."""
    return match[0] if any(senses("en").get(word) for word in match[1].split()) else ""


COURTESY: Rows = (
    (r"^(?:hi|hello|hey|dear|hiya|good (?:morning|evening|afternoon)),? ([a-z]+(?: [a-z]+)?)[,!.] ?", _salutation),
    (r"^yo[,!]? (?=\w)", ""),
    (
        rf"{BEGINS}(?:just |only )?(?:an? )?(?:small|little|quick|tiny|simple|easy|big) "
        r"(?:request|favou?r|question|ask)(?: (?:please|for you(?: (?:all|guys))?|today|here))?[,:;.!] ?",
        "",
    ),
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
        r"|yellow|orange|green|warm|cold|grain|nois|blur|flat|dull|wash|blown|expos|shadow|harsh)"
        r")[^,.;!?]*\b(?:was|were|had|did)\b[^,.;!?]*",
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
CHATTED: Rows = (  # short forms, and whom it is said to
    (r"\bdat\b", "that"),
    (r",? ?\b(?:k|ok|kk)(?=[ ,.]*(?:thx|thanks|ty|bye|please|pls)\b|[ ,.!]*$)", ""),
    (r",? ?\b(?<!the )(?<!my )(?<!our )(?<!his )(?<!her )(?:ya|yall|y'all|fam|bro|bruh|mate)[.! ]*$", ""),
    (r", (?:dude|homie|boss|chief)[.! ]*$", ""),
)
_DOES = (
    r"(?:please |just |kindly )*(?:make|lift|raise|brighten|darken|lighten|add|give|increase|boost|reduce"
    r"|lower|drop|push|pull|take"
    r"|sharpen|warm|cool|soften|crop|keep|bring|turn|fix|remove|tone|open|i would like|i need|i want|we need"
    r"|we would like)\b"
)
"""How a request begins behind what was told before it."""
_FOR = (
    "client|customer|boss|editor|printer|print shop|lab|monitor|screen|display|laptop|projector|magazine"
    "|newspaper|paper|publisher"
    "|agency|website|webshop|gallery|museum"
)
"""Whom or what a photo is for, and what it is shown on: nothing in it."""
_DOUBLED = ("blur", "drop", "crop", "dim")
DOING = {
    f"{verb.removesuffix('e')}{verb[-1] * (verb in _DOUBLED)}{end}": verb
    for verb in EFFECT.removeprefix("(?:").removesuffix(")").split("|")
    + ["lower", "raise", "add", "lift", "boost", "reduce", "increase", "drop", "crop", "pull", "push", "dim", "mute"]
    + ["straighten", "clean"]
    for end in ("ing", "ed")
}
"""What is done to a thing, by the forms of its verb."""
_SPARED = DOING | {"touched": "touch", "changed": "change", "altered": "change", "edited": "change"}
_SPARED |= {
    "removed": "remove",
    "retouched": "touch",
    "messed with": "touch",
    "modified": "change",
    "affected": "change",
}
_OUGHT = r"(?:needs? to|should|must|has to|have to|ought to|could|can|may)"
_SUBJECT = rf"{ONE}|(?:the )?(?:{SLIDER})|colou?rs|people|everything else|it"
TOLD: Rows = (  # what is told before a request, and how people chat
    (
        r",?(?: and| but)? ?\b(?:(?:keep|in|at|with) )?(?:the )?same (?:resolution|dimensions|file size|pixels)"
        rf"(?: please)?{END}",
        "",
    ),
    (  # "the sky must not be darkened"
        rf"(?:{BEGINS}|(?<=\bbut )|(?<=\band )|(?<=\bwhile ))({_SUBJECT}) (?:(?:should|must|shall|may|need|ought)"
        r"(?: (?:definitely|really|absolutely))? not (?:to )?|(?:is|are) not to )(?:ever )?(?:be|get) "
        rf"({'|'.join(word for word in _SPARED if not word.endswith('ing'))})"
        r"(?: (?:at all|in any way|any (?:more|further)|further|please|either))*(?=$|[.,;!?]| and\b| but\b)",
        lambda m: f"do not {_SPARED[m[2]]} {m[1]}",
    ),
    (  # "the sky must be darkened, the grass must be brightened"
        rf"(\b{_OUGHT} be \w+ed(?: (?:a (?:bit|little|lot)|slightly|more))?),? (?:and |but |while )?"
        rf"(?=(?:{_SUBJECT}) {_OUGHT} (?:not )?be \w+ed\b)",
        r"\1. ",
    ),
    (
        rf"{BEGINS}({_SUBJECT}) (?:is|are|was|were|has been|have been) not (?:been )?"
        rf"({'|'.join(word for word in DOING if word.endswith('ed'))}) (?:nearly |quite )?enough\b",
        lambda m: f"{DOING[m[2]]} {m[1]}",
    ),
    (rf"{BEGINS}(?:after|once|when) you ({EFFECT}) ([^,.;!?]+), (?:then )?(?={_DOES})", r"\1 \2, then "),
    (
        rf"{BEGINS}(?:(?:after|once|when) you(?: have| (?= ))|after|having) ({'|'.join(DOING)}) ([^,.;!?]+), (?:then "
        rf")?(?={_DOES})",
        lambda m: f"{DOING[m[1]]} {m[2]}, then ",
    ),
    (
        r"^for (?:printing|print|posting|sharing|framing|display|uploading)\b(?![^,.;]*(?:\d|square|black|white"
        rf"|colou?r|portrait|landscape|panoram))[^,.;]*?,? (?={_DOES})",
        "",
    ),
    (
        rf"^(?:in case|given|now that|considering|seeing (?:that|as|how)|although|though) [^,;:.]{{3,60}},"
        rf" (?=(?:{_DOES}|it is|an? |the |more |less ))",
        "",
    ),
    (
        r"^even if the (\w+) [^,;.]*, (lift|raise|brighten|darken|lower|boost|open|push|sharpen|reduce) (?:them"
        r"|it)\b",
        r"\2 the \1",
    ),
    (r",? (?:even though|although|considering) (?:i|we|it|the|my|you)\b[^,;.]*(?=[,;.]|$)", ""),
    (r",? ?(?:since|because|as) (?:the|my|your) eyes? (?:keeps?|goes|go|wanders?|is|are|drifts?)\b[^,.;]*", ""),
    (r"^because of (the \w+) [^,;.]*, (?:please )?(?:fix|correct|remove|reduce) (?:that|it|this)\b", r"reduce \1"),
    (
        r"^(?:just|only) the (highlights|shadows|whites|blacks|midtones|reds|greens|blues|yellows|oranges"
        r")[,:] (bring|take|pull|push|lift|drop|tone) "
        r"(?:them|it) ?(down|up|back)?",
        lambda m: f"{m[2]} the {m[1]} {m[3] or ''}",
    ),
    (r"\bdo nothing to (the \w+)", r"do not touch \1"),
    (r",? (?:and )?crop nothing\b", ""),
    (r"\b(?:circa|from|of|around) (?:19|20)\d\d\b", ""),
    (r"\bsuper[ -]?(?:8|eight)\b(?: film)?", "vintage film"),
    (r"\bblu\b", "blue"),
    (r"\bmake (?:a )?litt?le (?:bit )?(?:more )?(\w+er) (the \w+)", r"make \2 a little \1"),
    (
        rf"^(?:since |because |as )?(?:my|our|the|their|this) (?:{_FOR})s? [^.;:]*?(?:[,;]? so|[;:]) (?={_DOES}"
        rf"|[a-z]+, )",
        "",
    ),
    (r"^since (?:my|our|the) (?:monitor|screen|display|laptop) [^,.;:]*, ", ""),
    (
        rf"^(?:my|our) (?:grandma|grandmother|grandpa|grandfather|parents|mother|mom|mum|dad|father) (?:has"
        rf"|have|can|cannot|wants?|likes?|needs?"
        rf"|asked) [^.;:]*?, so (?={_DOES})",
        "",
    ),
    (
        rf"^(?:this|it|the (?:\w+ )?(?:photo|picture|shot|image)) (?:(?:will|is going to|has to|should)"
        rf" (?:hang|be printed|be used|be shown|go)"
        rf"|goes|is for|is meant for)\b[^.;:]*?(?:, so|[:;]) (?={_DOES})",
        "",
    ),
    (
        r"^(?:taken|shot|photographed|captured)(?: (?:in|at|on|during|with|from|near) (?:an? |the )?[a-z]+"
        r"){1,3}[,;:] ?",
        "",
    ),
    (r"\b(?:one|two|half a|a|a third of a|1|2) stops? (?:under|over)(?:exposed)? on purpose[;,.]? ?", ""),
    (
        rf"^for (?:the|our|my|a|an) (?:album|book|magazine|cd|record|brochure|website|poster|blog|calendar"
        rf"|flyer)(?: \w+)? (?={_DOES})",
        "",
    ),
    (r"^i (?:photographed|shot|took) (?:this|the|my|a) [^:;.,]*[:;] ", ""),
    (r"(?<=\w) in case (?:the |my |our )?[^,.;]*(?=$|[.;])", ""),
    (r"\beven if (?:it|that|this) (?:gets|becomes|means|adds|brings|looks) [^,.;]*,? ?", ""),
    (
        r",? instead of (?:an? |the )?(?:documentary|snapshot|phone (?:photo|snap|picture)|passport photo"
        r"|holiday snap)\b",
        "",
    ),
    (r"\bso{2,}\b", "so"),
    (r"\bnah,? ", ""),
    (r"\bid (?=(?:go|like|love|prefer|say|want|do|make|take)\b)", "i would "),
    (r"\bdeets\b", "details"),
    (r"\bhit me with (?:some )?", "add some "),
    (r"\bmoody (blue|green|purple|teal|orange)s (?=in the)", r"\1 "),
)
_LIKE_THINGS = {"honey": "golden", "straw": "golden", "wheat": "golden", "salmon": "pink", "coral": "pink"}
_LIKE_THINGS |= {"cherry": "red", "blood": "red", "wine": "red", "chocolate": "brown", "rust": "orange"}
COLOURED: Rows = (  # what is asked of one colour
    (rf"\b({'|'.join(_LIKE_THINGS)}) colou?red\b", lambda m: _LIKE_THINGS[m[1]]),
    (r"\b(looks?|is|are) ((?:too |a bit |so )?)(?:salmon|coral)(?=$|[.,;!?])", r"\1 \2pink"),
    (
        rf"\b({ONE}) (?:is|are|looks?) (?:too |a bit |so )?(?:{HUE})[,;.] (?:and |but )?(?:it|they) (?:needs? to|has "
        rf"to|have to|should|must|ought to) (?:be|look) ({HUE}|golden|brown)\b",
        r"make \1 \2",
    ),
    (
        rf"(?:\bsplit[ -]?ton(?:e|ing)(?: it)? (?:with )?|{STARTS}|(?<=with )|(?<=add )|(?<=want )|(?<=like ))({HUE}) "
        rf"(shadows|highlights|midtones) and ({HUE}) (shadows|highlights|midtones)\b(?! (?:is|are|looks?)\b)",
        r"add \1 to the \2 and add \3 to the \4",
    ),
    (r"\b(it|this|the (?:photo|picture|print|image|colou?rs?)) (?:has|have) faded\b", r"\1 looks faded"),
    (r"\bno (?:bright|loud|strong|vivid|garish) colou?rs\b", "less saturated colors"),
    (r"\bits (luminance|saturation|hue|brightness)\b", _its_colour),
    (
        r"\b(?:turn|make|push|shift) (?:all )?(?:the )?(?:pink|magenta)s? (?:a (?:bit|little|touch) "
        r"|slightly )?(?:more )?(?:toward |to |into )?"
        r"(?:coral|peach|salmon)\b",
        "shift the pinks to orange",
    ),
    (
        rf",? ?(?:and |but |while )?(?:leav(?:e|ing)|keep(?:ing)?|do not (?:touch|change)|without"
        rf" (?:touching|changing)) (?:all )?"
        rf"(?:of )?(?:the |my )?(?:other|remaining) (?:colou?rs|tones|hues)"
        rf"(?: alone| as (?:they are|is)| untouched| unchanged| the same| intact)?{END}",
        _other_colours,
    ),
    (
        rf"\bpastel ({HUE})s\b|\bmake (?:the |those |these )?({HUE})s (?:more )?pastel\b",
        lambda m: f"soften the {m[1] or m[2]}s",
    ),
    (
        rf"\b(?:turn|push|shift|move|nudge|bring|take|make) (?:all )?(?:the |those |my )?({HUE})s (?:more "
        rf")?(?:to|toward|towards|into)? ?"
        rf"(?:an? )?({'|'.join(_SHADES)})\b(?: green| blue| red)?",
        _shaded,
    ),
    (
        rf"\b(?:turn|change|make|recolou?r|switch) ({OWNED} \w+(?: \w+)?) from ({HUE}|white|black|gr[ae]y|brown) to "
        rf"(?=(?:{HUE}|white|black|gr[ae]y|brown)\b)",
        lambda m: f"change {m[1].replace(' ', f' {m[2]} ', 1)} to ",
    ),
    (rf"\b(?:turn|change) (?:all )?(?:the |those |these )({HUE})s (?=(?:{HUE}){END})", r"turn the \1s to "),
)
BY_SLIDER: Rows = (
    (
        rf"\b({SLIDER}) (?:needs?|wants?|could use|gets|takes) (?:about |around |roughly |maybe |perhaps )*(?=[+-]\d)",
        r"\1 ",
    ),
    (rf"\b({SLIDER}) (up|down) (?=(?:{SLIDER}) (?:up|down)\b)", r"\1 \2, "),
    (
        r"\b(?:in|on|under|with|using|through|via) (?:the |my )?(?:hsl|color mixer|basic|develop|light"
        r"|detail|effects|calibration)(?: (?:panel|tab|sliders?|section))\b"
        r"|\b(?:in|with|using) (?:lightroom|lr|camera raw|acr|photoshop|snapseed|vsco)\b",
        "",
    ),
    (r"\b(?:hsl|color mixer|color grading|split toning|basic panel|tone curve|curves?)(?: panel)?: ?", ""),
    (r"\btint ([+-] ?\d+|by \d+|\d+) (?:toward|towards|to) (magenta|pink|green)\b", _tint_toward),
    (r"\balongside\b", "along with"),
    (r"\b(?:satur|sat)(?= (?:up|down|to|by|[+-]?\d))", "saturation"),
    (rf"(?<=\d) (?=(?:{SLIDER}) (?:up|down|by|to|at|plus|minus|[+-]?\d))", ", "),
    (rf"\b({HUE})s? ([+-]\d+) (saturation|luminance|brightness|hue)\b", r"\1 \3 \2"),
    (rf"\b(saturation|luminance|hue) ([+-]\d+) (?:on |for |in )?(?:the )?({HUE})s\b", r"\3 \1 \2"),
    (rf"\b({HUE})s? (?:luminance|brightness)(?= ?[+-]\d)", r"\1 luminance"),
    (
        r"\b(?:panoram(?:a|ic)|wide ?screen|square ?-?ish|squarish|letterbox)(?= (?:crop |format |ratio |frame )?"
        r"(?:of |to |at )?\d+(?:\.\d+)? ?[:x/] ?\d)",
        "",
    ),
    (rf"\b({SLIDER}) (?:up|down) to (?=[+-]?\d)", r"\1 to "),
    (
        r"\b(?:increase|raise|boost|decrease|lower|reduce) (?:the )?tint\b(?: by (?=\d))?"
        r"|\b(?:the )?tint (?:up|down)\b(?: by (?=\d))?",
        _tint,
    ),
    (
        rf"\b(?:the )?({SLIDER}|noise) (?:is|are|looks?|seems?) (?:way |much |a bit "
        r"|a little |far )?too (?:low|high|strong|weak|much|little)[.,;]? (?:so |and |please )*"
        r"(raise|increase|boost|bring|turn|take|lower|reduce|drop|decrease) (?:it|them)(?: (up|down))? (by|to) "
        r"(?=[+-]?\d)",
        _that_slider,
    ),
    (rf"\bchill (?:out )?(?:with|on) the ({SLIDER})(?:, (?:drop|lower|reduce) it by (?=\d))?", _chilled),
    (rf"\b({HUE})s (saturation|hue)\b", r"\1 \2"),
    (r"\btwice as (dark|bright)\b(?! as)", lambda m: "half as bright" if m[1] == "dark" else m[0]),
    (r"\bcrop (?:away|off) (?=(?:the|that|this|some) )", "crop out "),
    (rf"{BEGINS}(?=(?:colors?|skin tones?|tones) (?:looks?|seems?|feels?|appears?) )", "the "),
    (
        r"\b(?:(?:it|this|that|i|we) (?:does|do) not (?:need|want)(?: any)?|not) more ([a-z ]+?),? "
        r"(?:but )?(?:just|only) (?=(?:a (?:bit|little|touch)(?: more)?|some(?: more)?|slightly more|more) [a-z]+)",
        r"no more \1, ",
    ),
)
