"""What is written around a wish and is none, and what is said of a slider or a colour that was named before: greetings
and names, who a photo is for, reasons that tell no fault, chat, "too low, so raise it by 20".
"""

import re
from collections.abc import Callable

from jarvisevo.rules.language.english.everyday import HUES, IT, OTHER_SLIDERS, SLIDERS
from jarvisevo.rules.language.lexicon import senses

Rows = tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...]
BEGINS = r"(?:^|(?<=[.,;!?] ))"
_STARTS = r"(?:^|(?<=[,;.] )|(?<=and ))"
END = r"(?=$|[.,;!?]| and\b| but\b| please\b)"
OWNED = "(?:the|this|that|these|those|his|her|my|our|their|its)"
NOUN = rf"{OWNED} (?:[\w']+ ){{0,3}}?[\w']+"
THING = rf"(?!{IT}\b){NOUN}"
SLIDER = rf"{SLIDERS}|{OTHER_SLIDERS}"
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
TOLD: Rows = (  # what is told before a request, and how people chat
    (
        rf"^(?:e+w+|ugh|yuck|omg|lol|wtf|bruh)?,? ?(?:y|why)(?: is it| is this| tf)? so ({HUE}|dark|bright|warm"
        rf"|cold|dull)\b",
        r"it is too \1",
    ),
    (
        r"\b(?:make it (?:look )?(?:like it (?:was|is|were) )?|(?:i|we) (?:want|would like) it (?:to be )?|have it )"
        r"(under|over)exposed by (?=(?:half|an?|one|two|three|\d)\b)",
        lambda m: f"{'darken' if m[1] == 'under' else 'brighten'} it by ",
    ),
    (
        r"\b((?!to|by|and|the|then|exposure|brightness)[a-z]{3,}) ([+-]\d+(?:\.\d+)?) (brightness|exposure"
        r")\b",
        r"\1 \3 \2",
    ),
    (r"^(?:only|just) (the (?:\w+ )?\w+): ", r"\1: "),
    (r"^(?:the )?(\w+) only: ", r"the \1: "),
    (
        r"\b(?:turn|lay|put|flip) (?:it|this|the (?:photo|picture|image)) on its side,? (counter"
        r" ?-?clockwise|anti-?clockwise|clockwise)",
        r"rotate it 90 degrees \1",
    ),
    (r"\bsharpen the (shadows|highlights|midtones)\b", r"add sharpness to the \1"),
    (
        r"\b(?:i )?can not (?:really |quite )?see (?:anything|much|any detail|a thing) in (?:the dark"
        r" (?:parts|areas)|the shadows)"
        r"(?:,? (?:so |please )*(?:open|lift|brighten|raise) them(?: up)?)?",
        "the shadows are too dark",
    ),
    (r"\b(noisy|grainy)\b([^.;!]*?),? (?:so |please )*smooth it(?: out)?(?=\s*$|[.!;,])", r"\1\2"),
    (r"\b(?:colou?r )?(noise|speckles|grain) in the dark (?:parts|areas|bits)\b", "noise in the shadows"),
    (
        r"\b(?:cut through|clear|reduce|remove|get rid of) the (?:haze|mist|fog) in the distance\b",
        "reduce the haze in the background",
    ),
    (r"\bwhy (?:not|do not (?:we|you)) (?=[a-z]+ )", "please "),
    (
        rf"\b(reduce|lower|decrease|raise|increase|boost) (?:the )?({SLIDER}) and the (saturation|luminance)"
        rf" of (?:the )?({HUE})s?\b",
        r"\1 the \2 and \1 the \3 of \4",
    ),
    (
        rf"\b(?:pull|lop|knock|shave|trim|cut|take) (\d+)(?: points)? (?:off|from|out of) (?:the )?({SLIDER})\b",
        r"\2 -\1",
    ),
    (rf"\bwith (?:the )?(?:{SLIDER}) (?:rather than|instead of|and not|not) (?:with )?(?:the )?(?:{SLIDER})\b", ""),
    (rf"\badd (?:some |a bit of |a little )?({HUE}) to (it|them)\b", r"make \2 more \1"),
    (rf"\badd (?:some |a bit of |a little )?({SLIDER}) to (it|them)\b", r"give \2 more \1"),
    (r"\b(?:everything|all|the (?:area|part|region|bit)) above the (?:horizon|skyline)\b", "the sky"),
    (r"\b(?:everything|all|the (?:area|part|region|bit)) below the (?:horizon|skyline)\b", "the foreground"),
    (r"\b(brightness|exposure|contrast|saturation) above the (?:horizon|skyline)\b", r"\1 of the sky"),
    (r"\b(brightness|exposure|contrast|saturation) below the (?:horizon|skyline)\b", r"\1 of the foreground"),
    (
        rf"\b(?!the (?:photo|picture|image|shot)\b)({NOUN}) (?:is|are|looks?) too \w+,? (?:so |please )*"
        rf"((?:lower|raise|reduce|increase|boost|drop) the (?:{SLIDER})) by (?=\d)",
        r"\2 of \1 by ",
    ),
    (rf"\b({NOUN}) should be (?:clean|neutral|white) (?:instead of|rather than|not) ({HUE})\b", r"\1 is too \2"),
    (
        r"\b(the (?:woman|man|girl|boy|person|lady|guy|kid|child)) wearing [^,.;]*? (?=(?:should|needs?|is|has|must) )",
        r"\1 ",
    ),
    (r"(?:^|(?<=, )|(?<=and ))grainier\b", "more grain"),
    (r"(?<=, )(?:the )?same colou?rs?(?=\s*$|[,.;!])", "keep the colors"),
    (
        rf"{_STARTS}(?:(?:with )?an? )?blurred (background|foreground|edges)(?=\s*$|[,.;!]| and\b| please\b)",
        r"blur the \1",
    ),
    (rf"{_STARTS}(?:the )?({HUE})s (?:less|down)(?=\s*$|[,.;!]| and\b)", r"reduce the \1s"),
    (rf"{_STARTS}(?:the )?({HUE})s (?:more|up)(?=\s*$|[,.;!]| and\b)", r"boost the \1s"),
    (rf"\b(?:the )?({HUE})s (?:as they are|unchanged|untouched|stay|can stay)(?=\s*$|[,.;!]| and\b)", r"keep the \1s"),
    (r"\bbright neons?\b(?! \w)", "more vivid colors"),
    (
        r"\bthere is (?:an? |some |too much )?(vignette|grain|noise|haze|blur|colou?r cast)[.,;] (?:and |but"
        r" )?(?:i|we) do not"
        r" (?:want|like|need) (?:it|that|any)",
        r"remove the \1",
    ),
    (rf"\bgo easy on the ({SLIDER}),? but (?:do )?add (?:some|a (?:bit|little))", r"add a little \1"),
    (
        rf"\b(crank|turn|push|pull|dial|bring) (the (?:{SLIDER})|it) right (up|down)(?=\s*$|[,.;!]| and\b)",
        r"\1 \2 \3 a lot",
    ),
    (r"\b(?:nowhere near|not nearly|nothing like) enough (\w+)", r"a lot more \1"),
    (
        r"\b(?:not nearly|nothing like) (bright|dark|warm|sharp|vivid|colorful|contrasty) enough",
        r"make it a lot more \1",
    ),
    (r"\bi do not like (the \w+),? (?:it|they) (is|are|looks?) (?=too\b)", r"\1 \2 "),
    (
        r"\bgive (?:it|her|him|them) (?:(a (?:bit|little) (?:of )?)|some )?warmth\b",
        lambda m: f"make it {'a little ' * bool(m[1])}warmer",
    ),
    (
        rf"\b({NOUN}) (?:is|are) (?:blinding|garish|gaudy|screaming),? (?:please )?take some colou?r out of"
        rf" (?:it|them)",
        r"reduce the saturation of \1",
    ),
    (r"\bthe lights? (?:is|are) (?:fine|good|ok|okay),? (?:but |only )*", ""),
    (r"[.;] (?:the|that) (?:\w+ )?(?:is|are|does|do) not[.;] (?:please )?fix (?:that|it|this)\b", ""),
    (r"\beverything (?:outside|beyond)(?: of)? (the (?:center|centre|middle|circle|box))", r"everything except \1"),
    (
        r"\bthe (?:whole|entire) (?:image|photo|picture|frame|shot) (?:but|except(?: for)?|apart from|save) (the \w+)",
        r"everything except \1",
    ),
    (r"\ball (?:the )?(?:other )?parts (but|except(?: for)?) ", r"everything \1 "),
    (
        rf"\b(?:leave|keep) everything (?:as it is |alone |the same )?except (?:for )?(?:the )?({SLIDER}),? "
        r"(raise|lower|increase|boost|reduce|drop) (?:that|it)\b",
        r"\2 the \1",
    ),
    (
        r"\bdo not let (the \w+) (?:get|become|go|turn) (?:any )?(?:more )?(?:stronger|saturated|vivid|intense"
        r")\b",
        r"keep \1",
    ),
    (
        rf"\b((?:increase|raise|boost|decrease|reduce|lower) )(?:the )?({SLIDER})( (?:on|in|of) the \w+)?,?"
        rf" (?:and |but )?"
        r"(increase|raise|boost|decrease|reduce|lower) it (on|in|of) (the \w+)",
        r"\1\2\3, \4 the \2 \5 \6",
    ),
    (r"\b(blur|crop|sharpen|darken|brighten|change|touch|warm|saturate) nothing\b", r"do not \1 anything"),
    (
        r"\bdo not (?:leave|keep) (the (?:\w+ )?\w+) (?:this|so|that|as) (dark|bright|blue|yellow|green|red"
        r"|flat|dull|gr[ae]y)"
        r"(?: as (?:it is|they are|that|this))?\b",
        r"\1 is too \2",
    ),
    (r"\b(?:i|we) do not (?:hate|dislike|mind) (the (?:\w+ )?\w+),? but (?:please )?make (?:it|them) ", r"make \1 "),
    (
        r"\b(?:get|make|bring) (the (?:left|right|upper|lower|top|bottom|near|far))( half| side| part)? as"
        r" (bright|dark)"
        r" as the (?:left|right|upper|lower|top|bottom|rest|other)(?: half| side| part)?\b",
        lambda m: f"{'brighten' if m[3] == 'bright' else 'darken'} {m[1]} half",
    ),
    (
        rf"\bthe ({SLIDER}|sky|colou?rs|background) (?:is|are) not (?:bad|wrong|an? (?:issue|problem)|the"
        rf" (?:issue|problem))"
        rf",? (?:but|it is(?: that)?|rather) (?={OWNED} )",
        "",
    ),
    (r"\b(?:it|this) (?:does|do) not (?:have|need) to be (?:more )?\w+,? but (?=it\b|the\b|i\b|please\b)", ""),
    (
        rf"\b({OWNED} (?!photo|picture|image)\w+) (?:is|are|looks?) too (dark|bright)(?:,| so| and)+ (?:please )?"
        r"(?:lift|brighten|darken|raise|lighten) (?:him|her|it|them)(?: up)?(?=[.;!,]|$)",
        r"\1 is too \2",
    ),
    (rf"{BEGINS}(?:first|second|third|fourth|fifth|last|lastly|finally|firstly|secondly|thirdly)(?: of all)?[,:] ", ""),
    (r"\b(?:in spite of|despite|regardless of) (?:all )?(?:the|that|its) (?:\w+ )?\w+,? (?=\w)", ""),
    (r",? even (?:at the (?:cost|expense) of|if (?:it|that) costs) [^,.;]+", ""),
    (
        rf"{BEGINS}(?:it )?can not be too (warm|bright|dark|blue|green|vivid|colorful|sharp|red) for (?:me|us)\b",
        r"make it much more \1",
    ),
    (r" at the (?:very )?end(?= would\b| is\b|$|[,.])", ""),
    (
        r"\b((?:some|more|a (?:bit|little|touch) of) \w+) would (?:suit|help|fit|do|flatter) (?:it|this|him|her"
        r")\b",
        r"add \1",
    ),
    (
        r"^(?:the|this|my) (?:photo|picture|image|shot) (?:shows|is of|depicts) (?![^.;]*\b(?:cast|noise|grain|too"
        r"|haze|dark|bright|blurry|vignette|tint|faded?|flat|dull)\b)[^,.;]+[.;] ",
        "",
    ),
    (r"^(?:i am|we are) selling [^.;]+[.;] ", ""),
    (
        rf"\b(?:get|make) (the (?:\w+ )?\w+) neutral,? (?:as |because |since )?(?:it|they) (?:looks?|is|are)"
        rf" (?:so |too |very )?({HUE})\b",
        r"\1 is too \2",
    ),
    (r"\bget (the (?:\w+ )?\w+) neutral\b", r"make \1 neutral"),
    (r"\bkeep the (?:mood|feel|feeling|atmosphere|tone|overall tone) (warm|cool|dark|bright)\b", r"keep it \1"),
    (r"\b(\w+) leaning (?:on|against) (?:the|a) \w+\b", r"\1"),
    (r"\blike (?:the|those|an?) (teal and orange) (?:blockbusters?|movies?|films?)\b", r"\1 look"),
    (r" with an? (?:gentle|soft|steep|strong|smooth) (?:toe|shoulder)\b", ""),
    (r"\b(lift|raise|lower|crush|drop) the toe(?: of the curve)?\b", r"\1 the blacks"),
    (
        r"\broll(?:ing)? off the shoulder(?: of the curve)?(?: so (?:that )?the highlights (?:are|get|become"
        r"|look) softer)?",
        "soften the highlights",
    ),
    (r"\b(?:it was |this was |i |shot )?exposed to the right(?: on purpose)?[,;.]?(?: so)? ", ""),
    (r"(?<=\w), not like (?:an? |the )?[a-z]+(?=$|[.;!])", ""),
    (r"^whether or not [^,]+, ", ""),
    (r",? provided (?:that )?(?:it|they|this) (?:does|do) not (?:look|get|become|turn) [^,.;]+", ""),
    (
        r"\b(?:i )?(?:had|needed|was forced) to (?:crank|push|raise|bump|turn)(?: up)? the iso(?: up)?[^,.;]*?"
        r"(?:,? (?:and|so) (?:now )?)(?=it\b)",
        "",
    ),
    (r",? but (?:still )?not (?:quite )?as \w+ as (?!to\b|it\b|now\b|this\b|that\b)[^,.;]+", ""),
    (r"\b(less|more) (\w+) than (?:it|this|that) (?:is|was)(?: (?:now|already))?(?=$|[,.;!]| please\b)", r"\1 \2"),
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
COLOURED: Rows = (  # what is asked of one colour
    (
        rf"(?:\bsplit[ -]?ton(?:e|ing)(?: it)? (?:with )?|{_STARTS}|(?<=with )|(?<=add )|(?<=want )|(?<=like ))({HUE}) "
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
