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
_HUE = "red|orange|yellow|green|aqua|teal|cyan|blue|purple|magenta|pink"
_SHADES = {
    "olive": "yellow",
    "sage": "yellow",
    "lime": "yellow",
    "navy": "darker",
    "burgundy": "darker",
    "maroon": "darker",
}
"""Where a shade of a colour lies from the colour itself."""
_TONES = "highlights|shadows|whites|blacks|midtones|sky|skin|exposure|contrast|saturation|colou?rs?"
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


def _shaded(match: re.Match[str]) -> str:
    """ "Push the reds to burgundy": darker reds."""
    shade = _SHADES[match[2]]
    return f"make the {match[1]}s darker" if shade == "darker" else f"shift the {match[1]}s to {shade}"


def _other_colours(match: re.Match[str]) -> str:
    """ "Boost the reds, leave the other colours alone": those of a wish for one colour stay anyway."""
    return "" if re.search(rf"\b(?:{_HUE})s?\b", match.string[: match.start()]) else match[0]


def _its_colour(match: re.Match[str]) -> str:
    """ "Bring the orange saturation down and raise its luminance": the oranges'."""
    named = re.findall(rf"\b({_HUE})s? (?:saturation|luminance|hue)\b", match.string[: match.start()])
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
AIMED: Rows = (  # what the photo is to be like, by which tool, and how far
    (r"\b(brighter|darker|warmer|cooler|sharper) than it is(?: now)?\b", r"\1"),
    (
        r"\b(?:like|as in|as seen in|worthy of|fit for) an? (?:glossy |travel |fashion |food |nature "
        r")?magazine(?: (?:page|cover|spread|ad"
        r"|shoot|photo))?\b",
        ", magazine look",
    ),
    (
        r"\b(?:make it |have it )?(?:look(?:ing)? |be |feel )?(?:like |the way |as |closer to (?:what |how "
        r")?|more like )(?:what )?"
        r"(?:the |my |your |our )?(?:naked )?(?:eyes?|human eye|i) (?:really |actually )?(?:sees?|saw"
        r"|remembers?|would see)(?: it)?"
        r"(?: in person| in real life)?\b",
        "make it natural",
    ),
    (
        r"\b(?:make it )?(?:look )?less (?:like a (?:cell ?)?phone (?:photo|picture|shot)|processed|edited|filtered)\b",
        "make it natural",
    ),
    (
        r"\b(?:make it )?(?:look )?(?:like|as if|as though) (?:it )?(?:is|was|were|had been)? ?(?:an? |taken"
        r" on an? |shot on an? )?"
        r"overcast(?: day| sky| light)?\b|\bovercast (?:look|feel|mood|light)\b",
        "less contrast and a little cooler",
    ),
    (
        r"\b(?:make it )?(?:look )?(?:like|as if|as though) (?:it )?(?:is|was|were|had been)? ?(?:shot "
        r"|taken )?(?:at |in )?(?:high )?"
        r"(?:noon|midday|the middle of the day)\b",
        "bright daylight look",
    ),
    (
        r"^to (?:get rid of|remove|fix|correct|reduce|counter|cut) the [^,]{3,25}, (?=.*\b(?:temperature"
        r"|temp|tint|exposure|by)\b.*\d)",
        "",
    ),
    (
        r"\bnot (?:as|so) (?:bright|dark|strong|much)(?:ly)? (?:as to|that (?:you |we |i )?) ?(lose|blow out"
        r"|crush|clip) ",
        r"do not \1 ",
    ),
    (
        r",? ?\bunless (?:you (?:have|need) to|it is (?:really )?(?:needed|necessary)|necessary|needed|you"
        r" must)[^,.;]*",
        "",
    ),
    (r"\bunless it (?:ruins|hurts|spoils|blows out|affects|harms) (the \w+),? ?(.+)", r"\2, do not change \1"),
    (r"\bunless it gets (?:too )?nois(?:y|ier)\b", "without adding noise"),
    (
        r"\b(?:i |we )?(?:held|had|was holding|must have held|tilted) (?:the |my )?camera (?:a bit |slightly"
        r" |a little )?(?:crooked(?:ly)?"
        r"|tilted|at an angle|askew|slanted|not level)(?:,? ?(?:so|and))?",
        "it is crooked, ",
    ),
    (
        rf"\b(?:keep|leave) only (?!(?:the )?(?:{_HUE})s?\b)((?:the |her |his |my )?[a-z]+(?: [a-z]+)?) in colou?r\b",
        r"make everything but \1 black and white",
    ),
    (r"^only ((?:the |her |his |my )[a-z]+) in colou?r$", r"make everything but \1 black and white"),
    (
        r"\bgive (?:it|this|the (?:photo|image|picture|shot)) another (?=(?:half|third|quarter|[\d.]+|a|one"
        r"|two)\b[a-z ]* stops?)",
        "another ",
    ),
    (
        r"^(?:select|mask(?: out)?|brush(?: over)?|(?:add |use |put )?(?:an? |the )?(?:linear |radial "
        r"|graduated )?(?:gradient|filter|mask) (?:on|over|to|for"
        r"|across)) (the [a-z]+)(?:,|:| and| then)+ (?:to )?(?!.*\b(?:it|them)\b)",
        r"for \1, ",
    ),
    (r"^limit (?:the |all )?(?:changes?|edits?|edit|it|everything) to (the (?:\w+ )?\w+)[:,] ", r"on \1, "),
    (
        r"^(?:a |add a |use a )?(?:linear |graduated )?(?:gradient|filter) (?:from|at|across) the (top|bottom"
        r"|left|right)(?: down| up)?[,:] ",
        r"on the \1, ",
    ),
    (
        r"\bcolou?r ?grade (the (?:midtones|shadows|highlights)) (?=(?:slightly |a (?:bit|little) )?(?:warm"
        r"|cool|blue|orange|teal))",
        r"make \1 ",
    ),
    (r"\b(high|low) key black and white\b", r"\1 key look, black and white"),
    (r"(?<=[:,] )no colou?rs?(?=[,.;]|$)", "black and white"),
    (r"(?:,| but|, but)(?: keep it)? (?:subtle|restrained|understated)(?=$|[.!])", ", but only a little"),
    (r",? as if there (?:was|were) (?:an? )?(?:light |thin |slight )?(?:mist|fog|haze)\b", " and add a little haze"),
    (rf"\b({_SLIDER}) (?:no|not) more than \+?(?=\d)", r"\1 +"),
    (r"\bby (?:no|not) more than (?=[\da-z])", "by "),
    (r",? at (?:the )?(?:most|maximum) (?=\d)", " by "),
    (r"(?<=\d),? at (?:the )?(?:most|maximum|max)\b", ""),
    (
        rf"\b(?:while |but |and )?(?:holding|protecting|preserving|guarding) (the (?:{_TONES}))(?: and (the"
        rf" (?:{_TONES})))?"
        r"(?=$|[,.;])",
        lambda m: f"without changing {m[1]}" + (f" and without changing {m[2]}" if m[2] else ""),
    ),
    (r"\bwith the (highlights|whites|sky) (?:held|kept|pulled|reined) (?:back|in|down)\b", r"and lower the \1"),
    (
        r"\bwith (?:an? )?(?:light|soft|slight|gentle|bit of|touch of|little) (?:haze|mist|fog)\b",
        "and add a little haze",
    ),
    (rf"\bwith ({_HUE})(?:ish)? (shadows|highlights|midtones)\b", r"and add \1 to the \2"),
    (r"\bcyberpunk(?: look| style)?[:,] neon \w+(?: and \w+)?", "cyberpunk"),
    (r"\bred as the only colou?r\b", "everything but the red black and white"),
    (
        r"\b(?:about |roughly )?(?:the )?same (brightness|exposure|contrast|saturation|warmth) (?:as|like)"
        r" (?:it is )?(?:now|before|the original)\b",
        r"keep the \1 unchanged",
    ),
    (r"\bnothing too (saturated|bright|dark|warm|contrasty)\b", r"not too \1"),
    (r", a (?:bit|little|touch) grainy\b", ", add a little grain"),
    (r"\bfaded (?:old )?postcard from the \w+\b", "faded retro look"),
    (r"\bas if (?:a )?candles? (?:was|were) the only light(?: source)?\b", "candlelight look"),
    (r"\bwes anderson (?:colou?rs|palette)\b", "wes anderson look"),
    (r"\bpost-? ?crop vignett(?:e|ing)\b", "vignette"),
    (r"\bgotham\b(?: (?:mood|look|vibe|style|feel))?", "dark and moody look"),
)
COLOURED: Rows = (  # what is asked of one colour
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
        rf"\bpastel ({_HUE})s\b|\bmake (?:the |those |these )?({_HUE})s (?:more )?pastel\b",
        lambda m: f"soften the {m[1] or m[2]}s",
    ),
    (
        rf"\b(?:turn|push|shift|move|nudge|bring|take|make) (?:all )?(?:the |those |my )?({_HUE})s (?:more "
        rf")?(?:to|toward|towards|into)? ?"
        rf"(?:an? )?({'|'.join(_SHADES)})\b(?: green| blue| red)?",
        _shaded,
    ),
    (
        rf"\b(?:turn|change|make|recolou?r|switch) ({OWNED} \w+(?: \w+)?) from ({_HUE}|white|black|gr[ae]y|brown) to "
        rf"(?=(?:{_HUE}|white|black|gr[ae]y|brown)\b)",
        lambda m: f"change {m[1].replace(' ', f' {m[2]} ', 1)} to ",
    ),
    (rf"\b(?:turn|change) (?:all )?(?:the |those |these )({_HUE})s (?=(?:{_HUE}){END})", r"turn the \1s to "),
)
NOTICED: Rows = (  # what draws the eye and is not said to be wanted so, and other complaints in a figure of speech
    (
        rf"\b(?!\w+ (?:{_HUE})s?\b)({OWNED} \w+) (?:burns?|hurts?|stings?|sears?) (?:my|the|your) eyes\b",
        r"\1 is too bright",
    ),
    (
        r"\b(?:it is |it looks |looks |it feels )?(?:like looking through|as if (?:someone|somebody) poured"
        r"|like it was dipped in|as if it was dipped in) "
        r"(?:fog|mist|haze|smoke|milk|dishwater)\b(?: over [^,.;]*)?",
        "it looks hazy",
    ),
    (r"\blooks? like (?:soup|dishwater|porridge)\b[^.;]*", "looks hazy"),
    (
        rf"(?<!let )(?<!make )\b({OWNED} (?:\w+ )?\w+) (?:sinks?|disappears?|vanish(?:es)?|drowns?"
        r"|(?:is|are|gets?) (?:swallowed|lost)) (?:up )?(?:in|into|by) (?:the )?"
        r"(?:dark(?:ness)?|shadows?|black(?:ness)?)\b",
        lambda m: "the shadows are too dark" if m[1].endswith(("details", "detail")) else f"{m[1]} is too dark",
    ),
    (
        rf"\b({OWNED} \w+|skin|faces?) (?:looks?|is|are) (?:kinda |kind of |a bit |so )?lobster-?(?:ish|y|red"
        rf")?\b",
        r"\1 is too red",
    ),
    (r"\bit (?:blinds|dazzles) (?:me|you|us)(?:,? so much light)?\b", "it is too bright"),
    (
        r"\b(?:it |everything )?looks? (?:like|as if|as though) (?:someone|somebody) (?:put|laid|threw|hung"
        r"|draped) an? (?:gr[ae]y |white |milky )?"
        r"(?:veil|sheet|film|curtain|blanket) over [^,.;]*",
        "it looks hazy",
    ),
    (
        r"\byou would think (?:it|this) (?:had been|was|is) (?:taken |shot )?(?:at )?(?:night|midnight)(?:,?"
        r" (?:and|but) it was [^,.;]*)?",
        "it is too dark",
    ),
    (r"\b(?:it is |looks )?like an? (?:cave|dungeon|cellar|mine|coal mine)(?: in (?:here|there))?\b", "it is too dark"),
    (
        rf"\bmy eyes (?:hurt|burn|bleed|ache) (?:from|because of|with|at) (?:that|the|this|all that) ({_HUE}"
        rf")\b",
        r"the \1 is too strong",
    ),
    (
        r"\b(?:it )?(?:hits?|slaps?|punches) (?:you|me|one) in the face with (?:its|the) (contrast"
        r"|saturation|colou?rs?)(?:,? (?:calm|tone) it down)?",
        r"it has too much \1",
    ),
    (r"\bthe (?:grain|noise) (?:crawls|dances|swims|jumps|boils)\b[^,.;]*", "there is too much grain"),
    (
        r"\b(?:he|she|they|(?:the|his|her|their|my) \w+) looks? (?:like|as if) (?:he |she |they "
        r")?[^,.;]*(?:tanning bed|solarium|carrots?"
        r"|cheetos?|oompa loompas?|fake tan|spray tan)\b[^,.;]*",
        "the skin is too orange",
    ),
    (
        rf"\b({OWNED} \w+) looks? like (?:an? )?(?:ketchup|blood|tomato(?:es)?(?: sauce| soup)?|lobsters?"
        rf"|beetroots?)\b",
        r"\1 is too red",
    ),
    (rf"\b({OWNED} \w+) looks? like mustard\b", r"\1 is too yellow"),
    (r"\b(?:the )?snow looks? (?:like [^,.;]*,? ?)?(?:all )?(?:dirty |dull )?gr[ae]y\b", "the snow is too dark"),
    (
        r"\b(?:the )?sun (?:burned|burnt|punched|burns) a hole in(?:to)? the sky(?:,? there is nothing left but"
        r" white)?",
        "the sky is blown out",
    ),
    (
        rf"\bmake the whites (?:look )?white (?:again )?(?:instead of|not|rather than) (?:this |the |that "
        rf")?({_HUE})[^,.;]*",
        r"remove the \1 cast",
    ),
    (
        rf"\bwith (?:an? |this |that )?(?:awful|ugly|terrible|horrible|nasty|weird|bad) ({_HUE})(?:ish)?"
        rf" light\b",
        r". it is too \1",
    ),
    (
        r"\b(?:the )?(shadows|highlights|whites|blacks) (?:are|look) [^,.;]*, (?:please )?(open|lift|raise"
        r"|bring|pull|lower|boost)(?: up| down)? "
        r"(?:them|it)(?: up| down)? by (?=\d)",
        lambda m: f"{'lower' if m[2] == 'lower' else 'raise'} the {m[1]} by ",
    ),
    (
        r"\b(?:brighten|lighten|lift|open up|raise)(?: up)? (?:the|that|this) dark corner\b(?: of the \w+)?",
        "lift the shadows",
    ),
    (r"\bopen (his|her|their|my|the \w+'s) (?:closed|shut) eyes\b", r"open \1 eyes"),
    (r"\b(?:faded|washed) (?:and )?matte blacks\b", "faded blacks"),
    (
        r"(?<!sun )(?<!light )(?<!sun's )(?:\bthe )?\breflections? (?:in|on|of the \w+ (?:in|on)) (the"
        r" (?:lake|water|sea|river|pond|puddles?|canal))\b",
        r"\1",
    ),
    (
        rf"\b(brighten|lighten|lift|boost|sharpen|enhance|bring out|saturate) (?:the )?reflections?{END}",
        r"\1 the water",
    ),
    (
        r"(?<!make it )(?<!let it )(?<!should )(?<!to )\b(?:leans?|leaning|tends?|drifts?|drifting|veers?"
        r"|skews?|skewed)"
        r"( (?:a (?:bit|little|touch|tad)|slightly|way|very|rather|somewhat|quite))?(?: too)?(?: toward|"
        r" towards| to| into)? (?:the )?"
        rf"({_HUE}|warm|cool|cold|dark|bright)(?: side)?{END}",
        lambda m: f"is{m[1] or ''} too {m[2]}",
    ),
    (
        r"\b(?:undo|reverse|revert|take away|turn off) the (?:black (?:and|&) white|b ?& ?w|bw|monochrome)\b",
        "remove the black and white",
    ),
    (r"(?<=[,;]) (?:and |but )?(?:the )?(?:rest|everything else) (?:looking )?natural\b", " keep the rest as it is"),
    (r"(?<=[,;]) (?:and |but )(?:with )?natural (skin|faces?)(?: tones?)?(?=$|[.!])", r" but keep the \1 natural"),
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
    (rf"\b({_SLIDER}) (up|down) (?=(?:{_SLIDER}) (?:up|down)\b)", r"\1 \2, "),
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
    (rf"(?<=\d) (?=(?:{_SLIDER}) (?:up|down|by|to|at|plus|minus|[+-]?\d))", ", "),
    (rf"\b({_HUE})s? ([+-]\d+) (saturation|luminance|brightness|hue)\b", r"\1 \3 \2"),
    (rf"\b(saturation|luminance|hue) ([+-]\d+) (?:on |for |in )?(?:the )?({_HUE})s\b", r"\3 \1 \2"),
    (rf"\b({_HUE})s? (?:luminance|brightness)(?= ?[+-]\d)", r"\1 luminance"),
    (
        r"\b(?:panoram(?:a|ic)|wide ?screen|square ?-?ish|squarish|letterbox)(?= (?:crop |format |ratio |frame )?"
        r"(?:of |to |at )?\d+(?:\.\d+)? ?[:x/] ?\d)",
        "",
    ),
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
    (rf"\b({_HUE})s (saturation|hue)\b", r"\1 \2"),
    (r"\btwice as (dark|bright)\b(?! as)", lambda m: "half as bright" if m[1] == "dark" else m[0]),
    (r"\bcrop (?:away|off) (?=(?:the|that|this|some) )", "crop out "),
    (rf"{BEGINS}(?=(?:colors?|skin tones?|tones) (?:looks?|seems?|feels?|appears?) )", "the "),
    (
        r"\b(?:(?:it|this|that|i|we) (?:does|do) not (?:need|want)(?: any)?|not) more ([a-z ]+?),? "
        r"(?:but )?(?:just|only) (?=(?:a (?:bit|little|touch)(?: more)?|some(?: more)?|slightly more|more) [a-z]+)",
        r"no more \1, ",
    ),
)
