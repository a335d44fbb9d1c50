"""Longer messages, said again in few words: what comes first and next, small talk and reasons, how much in an
afterthought ("but only just"), what told of a place and asked of it later ("can't read the menu, lift that part"), what
stays, colours, styles by what they are printed on.
"""

import re

from jarvisevo.rules.language.english import letters, sayings
from jarvisevo.rules.language.english.allowed import ALLOWED
from jarvisevo.rules.language.english.blamed import BLAMED
from jarvisevo.rules.language.english.everyday import HUES, IT, OTHER_SLIDERS, PHOTO, SLIDERS
from jarvisevo.rules.language.english.letters import BEGINS, EFFECT, END, NOUN, ONE, OWNED, THING, Rows
from jarvisevo.rules.language.english.plainly import PLAINLY
from jarvisevo.rules.language.english.sparing import SPARING
from jarvisevo.rules.language.tokens import rewritten

_RATHER = "(?:(?:so|way|far|much|really|too|rather|pretty|totally|completely|a (?:bit|little)|kind of|kinda|sort of) )*"
_CLOSED = r"(?=$|[.,;!?])"
_ASKING = "(?:so |and |maybe |please |can you |could you )*"
_PART = "(?:part|area|bit|section|spot|region|place)"
_LIFT = "(?:lift|brighten|lighten|raise|light up|open up|bring up|darken|sharpen|clear up|fix)"
_GLOWING = (
    "glow|glare|shine|haze|grain|noise|contrast|warmth|vignette|saturation|reflections?|shadows?|highlights?|light"
)
_DISLIKED = "dark corners|glow|glare|haze|vignette|cast|tint|grain|noise|blur|border|frame"
_SHINING = r"golds?|silver|metal|chrome|brass|jewel\w*|water|sea|lake|river|snow|ice|glass|stars?"
_CATCHES = (
    "(?:pulls?|draws?|drags?|catch(?:es)?|grabs?|steals?) (?:your|the|my|all the|too much) (?:eyes?|attention|gaze)"
)
_PAPER = (
    "(?:post ?card|magazine|newspaper|catalogu?e?|brochure|zine|comic|album|journal|book|calendar|holiday|travel guide"
    "|photo|picture|snapshot|ad|advert|poster|movie|film)s?"
)
_STYLES = (
    r"sunny|faded|yellowed|vintage|retro|glossy|moody|dark|bright|warm|cold|dreamy|grainy|\d0s|nostalgic|cinematic"
    r"|tropical|summery?|wintry|winter|autumn|autumnal"
    r"|old(?= (?:\w+ )*(?:post ?card|magazine|newspaper|poster|calendar))"
)
_TIMES = "golden hour|blue hour|sunset|night|dusk|dawn|winter|summer|autumn|spring"
_DECADES = {"fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80, "nineties": 90}
_OPPOSITE = {"brighter": "darker", "lighter": "darker", "darker": "brighter", "warmer": "cooler", "cooler": "warmer"}
_OTHERWISE = {"warm": "cooler", "bright": "darker", "colorful": "less saturated", "sharp": "blurry"}
_GONE = {"black": "dark", "pitch black": "dark", "white": "bright"}
_MADE = {"bright": "brighten", "dark": "darken", "light": "lighten", "warm": "warm", "cool": "cool", "sharp": "sharpen"}
_DOING = {"opening up": "open up", "lifting": "brighten", "brightening": "brighten", "lightening": "lighten"}
_DOING |= {"darkening": "darken", "taming": "darken", "toning down": "tone down", "calming down": "tone down"}
_DOING |= {"warming up": "warm up", "cooling down": "cool down", "sharpening": "sharpen"}


def _a_little(said: str | None) -> str:
    return " a little" if (said or "").startswith("a ") else ""


def _more_of(match: re.Match[str]) -> str:
    return f"more {'blue' if match[1] == 'blu' else match[1]}"


def _decade(match: re.Match[str]) -> str:
    return f"{_DECADES[match[1]]}s"


def _like_those(match: re.Match[str]) -> str:
    """ "like those moody posters" is a moody look; "like those sports posters" says no more than what stands before."""
    known = re.fullmatch(_STYLES.split("|old(")[0], match[1])
    return f"{match[1]} look" if known else ""


_ADDED = r"(?=an? |some |more |less )"


def _then(match: re.Match[str]) -> str:
    """ "Follow that up with a vignette", "and to top it off, some haze": one more thing."""
    after = match.string[match.end() :]
    before = match.string[: match.start()]
    if re.search(r"\b(?:top|cap)\b", match[0]) and not re.search(
        rf"\b(?:{EFFECT}|{_LIFT}|make|give|add|crop)\b", before
    ):
        return match[0]  # "it is dark, and to top it off, a green cast"
    return f". {'add ' if re.match('an? |some ', after) else ''}"


_ITS = re.compile("^(?:its|his) ")


def _by_means(match: re.Match[str]) -> str:
    """ "Make the man stand out by brightening him": what is done, and not what for."""
    whole = re.search(rf"^(?:it|this|everything)$|\b(?:{PHOTO}|room|night)$", match[1])
    said = re.sub(r"[a-z]+ing\b", lambda doing: letters.DOING.get(doing[0], doing[0]), match[2] + match[3])
    if whole:
        return said
    if re.search(rf"\b(?:in|of) the (?:{HUES})s\b", said):
        return match[0]
    thing = "the man" if match[1] == "him" else match[1]
    said = re.sub(r"\b(?:it|him|them|her(?=$|[.,;!?]| and\b| by\b))\b(?! \w+er\b)", match[1], said)
    said = re.sub(r"\b(?:everything|everyone) else\b|\bthe (?:rest|others)\b", f"everything except {thing}", said)
    own = rf"(?:its|his|the) (?:{HUES})s?(?! \w)|(?:its |his |the |)(?:{SLIDERS}|{OTHER_SLIDERS})"
    return re.sub(rf"\b({own})\b(?! (?:on|in|of|around)\b)", lambda m: f"{_ITS.sub('the ', m[1])} of {thing}", said)


def _stormy(match: re.Match[str]) -> str:
    """ "Make it look as though it is about to rain": moody."""
    unwanted = re.search(r"\b(?:not|never) (?:\w+ )?want\b[^.,;!?]*$", match.string[: match.start()])
    return match[0] if unwanted else f"{match[1]} moody"


def _at_it(match: re.Match[str]) -> str:
    """ "Begin with the sky: less exposure", "next up, the sand: it wants less red"."""
    return f"{match[1]} " if match[2] else f"{match[1]}: "


_IN_ORDER: Rows = (
    (
        rf"{BEGINS}(?:(?:so|ok|okay|please|let us|we),? )*(?:(?:begin|start|kick off)(?: off)? with|next(?: up)?:?(?: "
        rf"is| comes?)?|moving on to|on to|now for|then for),? ({ONE})(?: first)?(?:: ?| - | (?=[+-]\d)|(?=, (?:it"
        r"|they) ))(,? ?(?:it|they|he|she) (?=(?:needs?|wants?|could|can|should|must|has|have|is|are|looks?) ))?",
        _at_it,
    ),
    (
        rf"\b(?:move|go|turn|carry|come) on (?:over )?to ({ONE})(?:,? and|,) (?:please )?(make|give|{EFFECT}|{_LIFT}"
        r"|boost|reduce|lower|drop|tone down) (?:it|them|him|her)\b",
        r"\2 \1",
    ),
    (rf",?(?: and)?(?: then)? follow (?:that|it|this)(?: up)? (?:with|by) {_ADDED}", _then),
    (
        r",?(?: and)?(?: then)? to (?:top|finish|round|cap) (?:it|this|that|things|everything)(?: all)? off(?: "
        rf"with)?,? {_ADDED}",
        _then,
    ),
    (rf"(?:,|,? and)(?: then)? (?:end|finish|close|wrap up)(?: off| up)?(?: it)? (?:on|with) {_ADDED}", _then),
    (
        rf"(?:^|,?(?: and| but)?(?: then)? )(?:leave|save|keep) ({ONE}) (?:for|till|until) (?:the )?(?:very )?(?:last"
        r"|end)[,;:.]? (?:because |as |since |and )?(?:it|they) (?=(?:needs?|wants?|could|should|must|has|have"
        r"|takes?)\b(?![^.;!?]*\b(?:no|nothing|kept|left|stay|remain)\b))",
        r". \1 ",
    ),
)
"""One thing after the other."""
_ASIDE: Rows = (
    (
        rf"^so (?:that )?{ONE} (?:really )?(?:stands? out|pops?|jumps? out|gets? noticed|is noticed|comes? "
        "forward)(?: more| better| a bit)?, (?!(?:please|thanks|thank you)[.! ]*$|(?:but|and|not|i|we|it|less"
        r"|though)\b)(?=\w)",
        "",
    ),
    (
        r"\bif so,? (?:then )?(?:please |just )*(?:go (?:for it|ahead)|do (?:it|so|that)|try (?:it|that))(?: "
        r"please)?(?=$|[.,;!?])",
        "",
    ),
    (
        r"\b(?:this time )?(?:i |we )?(?:have )?(?:nailed|got) the (?:focus|exposure|timing|composition|moment)(?: "
        r"right)?(?:,? but|,|;) (?=the |it |my |her |his )",
        "",
    ),
    (r",? if you (?:really )?(?:must|have to|need to|insist)(?=$|[.,;!?])", ""),
    (r"[,.;]? (?:and |because |as )?(?:it|this|which|that) reminds me of [^.,;!?]*", ""),
    (
        r"\beither ((?:(?! or |either )[^.,;!?]){1,80}) or [^.,;!?]{1,80}?,? (?:whichever|whatever) (?:one )?(?:is|are"
        r"|works|looks|suits|fits|seems|makes|you (?:prefer|like|think|want|feel))\b[^.,;!?]*",
        r"\1",
    ),
    (
        r"(?:, whatever|,? whichever) (?:works|looks|is|suits it|fits)(?: the)? (?:best|better|nicer|nicest)(?=$"
        r"|[.,;!?])",
        "",
    ),
    (
        rf"\b(?:rather than|instead of) \w+ing ({ONE}),? (?:please |just )*({EFFECT}) (?:what|whatever|everything"
        r"|all)(?: that)?(?: is)? (?:surrounds|surrounding|around) (?:it|him|her|them)\b",
        r"\2 everything except \1",
    ),
    (BEGINS + r"(?:christ|jesus|wow|damn|geez|jeez|gosh|yikes|whoa|blimey|bloody hell),? ", ""),
    (r"^(?:bro|man|dude),? (?=this |it |everything|that )", ""),
    (r"^(?:bro|man|dude), ", ""),
    (r"\bfor (?:the love of (?:god|christ)|(?:heaven|god|goodness|pete)(?:'?s| poss)? sake),? ?", ""),
    (r"\b(?:lol|haha+|lmao|imo|imho)\b[,.]?", ""),
    (r"\bha+lp\b", "help"),
    (BEGINS + r"(?:oh|ah|ugh|hmm+|hey|well|ok|okay),? (?:and |yeah |also )?", ""),
    (r"^so (?=(?:the|this|my|it) )", ""),
    (rf"\b((?:feels?|looks?|seems?|appears?|is|are)(?: [\w']+){{1,5}}?) (?:to|for) me{END}", r"\1"),
    (rf",? i (?:reckon|guess|suppose|feel|believe){_CLOSED}", ""),
    (r"\bidk how to (?:describe|say|put) it,? ", ""),
    (rf"(?:,? and)?,? i can ?not stand (?:it|that|this){_CLOSED}", ""),
    (rf" ?\b(?:in|on) this (?:one|photo|picture|image|shot){_CLOSED}", ""),
    (
        BEGINS + r"(?:my |the )?(?:mum|mom|dad|wife|husband|boss|friends?|client|sister|brother|boyfriend|girlfriend"
        r"|everyone|people|they) (?:says?|thinks?|reckons?|keeps? saying|told me) (?:that )?",
        "",
    ),
    (
        BEGINS
        + r"(?:so |ok(?:ay)? |just )*(?:a )?(?:couple|few) (?:of )?(?:things|requests|changes|points|tweaks)[.:,] ?",
        "",
    ),
    (BEGINS + r"(?:it is |this is |we are )?(?:nearly|almost) (?:there|perfect|right|done)[,:;.] ", ""),
    (
        BEGINS + rf"(?:the )?(?:{PHOTO}|it|this)(?: is| poss|s)? (?:fine|ok|okay|good|great|nice)"
        r"(?: honestly| really| enough)?[,;.] (?=maybe|just|but|only)",
        "",
    ),
    (BEGINS + rf"(?:the )?same {PHOTO}, (?:but )?", ""),
    (BEGINS + r"(?:the )?only (?:thing|issue|problem) (?:is|being)[,:]? ", ""),
    (
        BEGINS
        + r"(?:i am |we are |i will be |i want to |we will )?(?:gonna |going to )?(?:be )?(?:print|printing|framing"
        r"|frame) (?:this|it|these)(?: out)?(?: on [\w ]+?)?[,;]? (?:and|n|but) "
        r"(?:prints always come out \w+[,;]? ?)?(?:so )?",
        "",
    ),
    # reasons and purposes
    (r"[,;.] it came (?:off|out of) the camera [\w ]+", ""),
    (r"[,;.] i must have been [\w ]+", ""),
    (
        r" (?:my|his|her|our) (?:dad|mum|mom|gran|grandma|grandpa|parents|grandparents) (?:would have |has |had )?"
        r"kept in [\w ]+",
        "",
    ),
    (
        r"\b(?:so as )?to (?:draw|pull|lead|guide|bring) (?:the |your |my |our )?(?:eyes?|attention|viewers?)"
        rf"(?: (?:in|into it|inwards?|there))?{_CLOSED}",
        "",
    ),
    (rf",? so (?:that )?(?:it|they) match(?:es)? (?:the )?[\w ]+?{_CLOSED}", ""),
    (r"\b(?:this|it) was (?:taken|shot) (?:in|at|inside|under) [\w ]+? (?:and|but|so) (?=we |i |they |everyone)", ""),
    (r"\bwe all (?=looks?\b)", "we "),
    (r"\bfrom the (?:cold|wind|heat|frost|wine)\b", ""),
    (rf"(?<=\w[,;]) (?:they|it) looks? (?:so |really |totally )*(?:fake|awful|horrible|terrible)(?: af)?{_CLOSED}", ""),
    (
        r"[,.;] (?:and )?there is nothing (?:going on|happening|to see)(?: up there| in there| in it| "
        r"there| at all)*",
        "",
    ),
    (r"[,.;] (?:so )?(?:that )?i (?:need|want|would like) to (?:be able to )?see the (?:whole|entire) \w+", ""),
    (r"\bexposed for the \w+ and now the (?:whole|entire) \w+\b", "now the picture"),
    # taken back, and rather this than that
    (r"[^.;!?]*[.;!?]? ?\b(?:actually,? no|no,? wait|wait,? no|scratch that|on second thoughts?)[,.:;!] *(?=\w)", ""),
    (r",? but not as \w+ as (?:the |my )?(?:original|first|before|last one)(?: one)?", ""),
    (r"\b(?:rather than|instead of) \w+ing(?: [\w ]+?)?, ", ""),
    *ALLOWED,
    (r"\bnot so much \w+er as (?=\w+er\b)", ""),
    (r"\b(?:,? and )?at the same time,? (?=\w+)", " and "),
    (r",? whereas ", ", "),
)
"""What is said beside the wish."""
_LIGHT = r"(?:sun|sunlight|daylight|light|flash|lamp)(?: ?light)?"
_WHATEVER = (
    r"(?:whatever is|(?:anything|everything|all|the (?:part|bit|area|spot|stuff)s?) (?:that|which) (?:is"
    r"|are))(?: (?:so|too|very|really|rather))?"
)
_NOT_GONE = "".join(f"(?<!{verb} )" for verb in ("remove", "delete", "erase", "get rid of", "crop out", "correct"))
_IN_OTHER_WORDS: Rows = (
    (
        rf"{_NOT_GONE}\b{_WHATEVER} (?:dark|black(?! and white)|in (?:the )?(?:shadows?|shade|dark))(?=$|[.,;!?]| "
        r"and\b| but\b| as (?:it|they)\b| \w+er\b)",
        "the shadows",
    ),
    (rf"{_NOT_GONE}(?<!fix )\b{_WHATEVER} (?:bright|white)(?=$|[.,;!?]| and\b| but\b| \w+er\b)", "the highlights"),
    (r"\b(open up|open|lift|raise|bring up) (?:all )?(?:the |those )?dark(?:er|est)? tones\b", r"\1 the shadows"),
    (
        r"\b(shadows|blacks|dark tones)\b(?! and\b)([^.,;!?]{0,20}) more open(?: than they are)?(?: now)?\b",
        r"\1\2 lighter",
    ),
    (
        r"\b(?:it was |this was )?(?:shot |taken )?(?:at|with) (?:high )?iso(?: ?(?!(?:50|64|80|100|200) )\d+)? and "
        r"(?:it|that|this) (?:really |clearly |sure )?shows\b",
        "it is noisy",
    ),
    (r"\b(?:over)?(smooth|sharpen|saturat|process|brighten|expos)ed to death\b(?! valley)", r"over\1ed"),
    (
        r"\b((?:bring|put|add|get|breathe|inject) (?:some |more |a (?:bit|little|touch) (?:of |more )?)*)(?:summer "
        r"|desert |tropical )?heat (?=(?:in)?to\b)",
        r"\1warmth ",
    ),
    (
        r"\b(is|are) (?:glowing|shining|burning|blazing|glaring) (?:way |far |much |a bit )?too (?:much"
        r"|bright(?:ly)?|strong(?:ly)?|hard)\b",
        r"\1 too bright",
    ),
    (
        rf"(?<!not )(?<!is )(?<!are )(?<!has )(?<!have )(?<!just )(?<!only )\b(?:just |only )?enough ({SLIDERS}"
        f"|{OTHER_SLIDERS}) to (?:give|lend|bring) ({ONE}) (?:some |a bit of |a "
        r"little |a touch of |more )*(?:bite|punch|edge|life|pop|depth|shape|form|definition|character|crunch)\b",
        r"a little \1 on \2",
    ),
    (
        rf"\b(?:an? |some |a (?:bit|little|touch) of )?({SLIDERS}|{OTHER_SLIDERS}|blur|haze|glow|fade) (?:is|are) "
        r"(?:fine|ok|okay|all right|alright|allowed|welcome|acceptable)(?: (?:with|by) me)?,? (?:so long as|as long "
        r"as|if|provided)(?: that)? (?:it|they) (?:is|are|stays?) (?:kept )?(?:very |really )?(?:barely "
        r"(?:noticeable|visible)|hardly visible|subtle|slight|light|faint|gentle|soft|small|minimal)\b",
        r"add a little \1",
    ),
    (
        rf"\b(?:go easy on|go light on|less|reduce) (?:the )?({SLIDERS}|{OTHER_SLIDERS}) ((?:around|on|in|of|for) "
        rf"{ONE}),? (?:and|but) ((?:a (?:bit|little) |much )?)(?:heavier|harder|stronger|more) ((?:around|on|in|for) "
        rf"{OWNED} \w+)",
        r"less \1 \2, \3more \1 \4",
    ),
    (
        rf"\bmake ({ONE}|it|this|everything|him|her|them) (?:look |feel |be )?(?:(?:a (?:bit|little)|much|even) "
        r")?(?:stand out|jump out|come out|pop|shine|glow|come alive|(?:more|less) \w+|\w{3,}er(?! (?:pop|stand"
        r"|shine|glow|come|jump|more|less)\b))(?: (?!(?:not|and|but|or|by|without|never)\b)[a-z]+){0,6}? by "
        rf"({'|'.join(word for word in letters.DOING if word.endswith('ing'))})\b([^.;!?]*)",
        _by_means,
    ),
    (
        rf"\b({ONE}) is (?:just |kinda |kind of |a bit )?meh[, ]+(?:so |just |maybe |make it )*((?!however"
        r"|whatever)\w+er|more \w+|less \w+)(?=$|[.,;!?])",
        r"make \1 \2",
    ),
    (  # "blur the background and the subject sharper"
        rf"\b({EFFECT} (?:{OWNED} )?\w+(?: (?:more|a (?:bit|little)|slightly))?)(?:,? and|,) ({OWNED} )?(?!make"
        r"|nothing|much|bit|even|far|way|slightly|little|more|less|a\b)(\w{3,}) ((?:sharp|dark|bright|light|warm|cool"
        r"|soft|smooth|blurri)er)(?= *(?:$|[.,;!?]))",
        lambda m: f"{m[1]}. make {m[2] or 'the '}{m[3]} {m[4]}",
    ),
    (
        f"(?<!leave)(?<!leaving)(?<!keep)(?<!keeping),? (?:just |only )?({ONE}) alone (?:will do|would do|is enough"
        r"|is fine|suffices)\b",
        r", only \1",
    ),
    (
        r"\bdo you (?:suppose|think|reckon|believe|feel)(?: that)? (an? [\w ]+?|(?:some |a bit |a little )?(?:more"
        r"|less) [\w ]+?) (?:would|might|could) (?:work|help|look (?:good|better|nice|ok)|be (?:nice|better|good)"
        r"|suit (?:it|this)|fit)(?: (?:here|well|on this|for this|in this|for it))*(?=$|[.,;!?])",
        r"\1",
    ),
    (
        r"\b(?:can|could|may) (?:i|we) (?:get|have|see|try) (?:a|one|another) (?:version|copy|edit|take) (?:where|in "
        r"which) (?=only )",
        "",
    ),
    (
        rf"\b({ONE}) (?:looks?|looked|is|are|came out|turned out|(?:has|have) (?:come|turned) out) (?:almost |nearly "
        rf"|rather |too |so |a bit |quite )*({HUES})(?:ish)? (?:when|but|though|whereas|although) (?:it|they) (?:was"
        rf"|were|is|are) (?:really |actually |in fact |in reality )+({HUES})\b",
        r"change \1 from \2 to \3",
    ),
    (
        rf"\bi (?:really |just |do )*(?:love|like|adore) ({ONE})[,;.] (?:so |but |and )*(?:please |just )*(make|turn) "
        r"(?:it|that|them|him|her) (?:even )?(?=\w+er\b|more\b|less\b|a (?:bit|little)\b)",
        r"\2 \1 ",
    ),
    (
        r"\b(?:the )?(sharpening|grain|vignette|noise reduction|dehaze|blur|haze|glow|fade) (?:should|must|has to"
        "|needs to|ought to) (?:be"
        r"|stay) (?:very |really |only |quite )?(?:subtle|slight|barely noticeable|hardly visible)(?=$|[.,;!?]| "
        r"and\b| but\b)",
        r"add a little \1",
    ),
    (
        rf"\bi (?:really |just |do )*(?:love|like|adore) (the \w+(?: (?:of|in|on) {OWNED} \w+)?)[,;.] (?:so |but |and "
        r")*(?:please |just )*(?:push|take|crank|boost|turn|dial) (?:it|that|them|this) (?:even |still )*(?:more"
        r"|further|up|stronger)(?: still| even more)?(?=$|[.,;!?]| and\b| but\b| a (?:bit|little|lot)\b| please\b)",
        r"boost \1",
    ),
    (
        rf"\bmake (the (?:{HUES})s?(?: (?:in|of) {OWNED} \w+)?) (?:really |just )*(?:burn|blaze|sizzle|sing"
        r"|explode)\b(?! (?:a (?:bit|little) )?less)",
        r"boost \1 a lot",
    ),
    (
        rf"\b(?:can|could|might|may) ({ONE}(?: (?:under|beneath|below|behind|around|near|next to|above|inside) "
        rf"{ONE})?) (?:please |maybe |possibly )?be "
        rf"({'|'.join(word for word in letters.DOING if word.endswith('ed'))})((?: (?:up|down|a (?:bit|little)"
        r"|slightly|some|more))*)(?: please| maybe)?(?= *(?:$|[.,;!?]))",
        lambda m: f"{letters.DOING[m[2]]} {m[1]}{m[3]}",
    ),
    (
        r"\b(lift|raise|bring up|open up) ((?:the|that|this) (?:area|part|space|patch|spot) (?:under|beneath|below"
        r"|behind|around|near|next to|above|inside|in front of))\b",
        r"brighten \2",
    ),
    (r"\bon no account (?=(?:in|on|for|at|with|near|around) )", "not "),
    (r"\b(?:under no circumstances?|on no account|in no case) (?=[a-z]+ (?:the|his|her|my|it|this)\b)", "do not "),
    (r"\blet (?:it|this|the (?:photo|picture|image|scene)) breathe (?:with|by) ", ""),
    (r"\b(?:just )?do (?:whatever|what) (?:you think )?(?:looks|is) (?:good|best|right|nice)\b", "improve the photo"),
    (
        r"\bwhat (?:has |is )?(?:happened|wrong|up|going on) (?:to|with) (?:the |my |all the )?"
        r"(colors?|colours?|light(?:ing)?|contrast|exposure|focus)\b",
        r"fix the \1",
    ),
    (r"\bsort (it|this|that)(?: out)?(?=$|[.,;!?])", r"fix \1"),
    (r"\bless in your face\b", "less saturated"),
    (r"\bmore softness\b", "softer"),
    (r"\bsoft (?=vignette)", "subtle "),
    (r"\b(vignette)[,;] (?:really |very |super )*(?:subtle|soft|light|faint)\b", r"\1"),
    (r"(?<=, )hard shadows(?=$|[.])", "high contrast"),
    (r"(?<=black and white, but )keep the contrast (?:soft|gentle|low)\b", "lower the contrast a little"),
    (r"\b(?:banding and (?:speckles?|noise|grain)|graininess)\b", "noise"),
    (
        rf"\bi can see (?:the |a lot of |so much )?(noise|grain)(?: (?:in|on) ({NOUN}))?[,;.] {_ASKING}"
        r"clean (?:it|that|them) up",
        lambda m: f"reduce the {m[1]}{' in ' + m[2] if m[2] else ''}",
    ),
    (
        rf"\b(?:i am )?not (?:a (?:big |huge )?fan of|keen on|fond of) ((?:the|that|this) (?:\w+ )?(?:{_DISLIKED})"
        rf"(?: (?:in|on|from|around) {NOUN})?){END}",
        r"remove \1",
    ),
    (r"\b((?:put|add) (?:some |a )?(?:dark corners|vignette)) (?:a?round) it\b", r"\1"),
    (r"\bnothing(?: is)? wrong with (the \w+)", r"keep \1"),
    (
        rf"\bit is ({ONE})(?: behind (?:it|him|her|them|me))? (?:that|which) (is|are|looks?|turned out|came out)"
        r"(?: gone)?\b",
        r"\1 \2",
    ),
    (r"\bthe light (?:is|looks) (?:so |too |really |very )*(?:dull|dim|poor)\b", "the photo is too dark"),
    (
        r"\b(?:whoever edited (?:this|it)|someone|somebody|they|he|she|i) (?:went|has gone|have gone|got) "
        r"(?:mad|crazy|nuts"
        r"|overboard|wild|a bit far|too far|heavy(?: handed)?) (?:with|on) (?:the )?(\w+)",
        r"too much \1",
    ),
    (
        r"\byou +(?:have |really |seriously )*(?:overdone|overcooked|gone overboard with|gone too far with) (?:the )?",
        "too much ",
    ),
    (rf"\b(is|are) {_RATHER}(?:loud|garish|gaudy|shouty)(?: for (?:me|my taste))?{END}", r"\1 too saturated"),
    (
        rf"\b(the (?:{HUES}|{_GLOWING})(?: (?:in|on|of|from) {NOUN})?) (is|are|r) {_RATHER}much(?: for me)?{END}",
        lambda m: f"{m[1]} {'is' if m[2] == 'is' else 'are'} too strong",
    ),
    (
        r"\b(too (?:much )?\w+)[,.;] (?:so |please |can you |could you )*(?:calm|tone|dial|pull|turn|bring|tune) "
        r"(?:it|that|this|them) (?:back|down)(?: an? (?:bit|little|touch|tad))?(?=$|[.,;!?])",
        r"\1",
    ),
    (
        rf"(\btoo strong[,;.] )(?:so )?(?:i would |i will )?(?:go for|prefer|rather have|like) (?:an? )?(?:softer|paler"
        rf"|lighter|calmer|gentler|quieter)(?: \w+)? (?:{HUES})\b",
        r"\1",
    ),
    (
        r"\b(?:has|have) gone ((?:almost|nearly|practically|completely|all|a bit|a little|very|too) )*(pitch "
        r"black|black"
        rf"|dark|white|bright|gr[ae]y|dull|{HUES}){END}",
        lambda m: f"is too {_GONE.get(m[2], m[2])}",
    ),
    (
        r"\b(is|looks|are) (?:just )?an? (dull|flat|boring|bland|plain|white|gr[ae]y)(?: (?:gr[ae]y|white|flat|dull))* "
        r"(?:lid|sheet|blanket|mess|mass|slab|void|soup|nothing)\b",
        r"\1 \2",
    ),
    (rf"\bstop making (?:everything|it all|it|this) ({HUES}|dark|bright|warm|cold)\b", r"it is too \1"),
    (rf"\b(?:everything|it|this|the photo)s?(?: is| poss)? (?:so |all )?({HUES}) like an? \w+", r"it is too \1"),
    (
        r"\bit (?:looked|was) (?:so )?(?:much |way |a lot )?(\w+er|more \w+) (?:when i was [\w ]+|in (?:real "
        r"life|person"
        r"|reality)|back then)",
        r"make it \1",
    ),
    # how much
    (
        rf"\b(?:give|add)(?: {IT})? (?:just |only )?enough (\w+) to (?:stop|keep|prevent) (?:it |this )?(?:from )?"
        r"(?:looking|being) \w+",
        r"add \1",
    ),
    (
        r"\b(?:drain|drop|take|remove|suck|pull) (?:nearly|almost|practically) all (?:of )?(?:the )?colou?r"
        r"(?: out)?(?: of| from)?",
        "strongly desaturate",
    ),
    (r"\b(?:put|bring|get) (?:the |some )?colou?rs? back\b", "add saturation"),
    (
        rf"\b(?:push|crank|pump|hit|turn) (?:the )?({SLIDERS})(?: up)? (?:really |very |pretty |super )*hard\b",
        r"increase the \1 a lot",
    ),
    (r"\bexaggerate (it|them|the [\w ]+?)(?: massively| a lot| hugely)?(?=$|[.,;!])", r"boost \1 a lot"),
    (
        rf"\bmake ({OWNED} (?:\w+ )?(?:{_SHINING})) (?:really |just |all )?(?:gleam|shine|sparkle|"
        rf"glisten){END}",
        r"make \1 pop",
    ),
    (
        r",? but (?:only |just )*(?:barely|just|slightly|an? (?:tiny )?(?:bit|hair|tad|touch|smidge))(?=$|[.,;!])",
        " a little",
    ),
)
"""Faults and amounts in other words."""
_TOLD_BEFORE: Rows = (
    (
        r"\b(?:i |you |we |one )?can ?(?:not|hardly|barely)(?: really| even)? (?:make out|see|tell) (?:what|who) is "
        rf"(?:going on |happening |hiding |standing )?(?:in|inside|under|behind|on|at) ({ONE}){END}",
        r"\1 is too dark",
    ),
    (
        rf"\b(?:i |you |we |one )?can ?(?:not|hardly|barely)(?: really| even)? (?:read|see|make out) ({ONE})[,;.] "
        r"(?:because )?(?:it|he|she|everything) is (?:that|so|too|just too) dark\b",
        r"\1 is too dark",
    ),
    (
        rf"{BEGINS}(?:right |just )?where the {_LIGHT} (?:hits|strikes|falls on|shines on|touches|catches|reaches"
        rf"|lands on) ({ONE}), (?=\w)",
        r"on \1, ",
    ),
    (
        rf"\b((?:{SLIDERS}|{OTHER_SLIDERS}|it|light)(?: up| down)?) where the {_LIGHT} (?:hits|strikes|falls on"
        rf"|shines on|touches|catches|reaches|lands on) ({ONE}){END}",
        r"\1 on \2",
    ),
    (
        rf"\b((?:{HUES}|aqua|{SLIDERS}|{OTHER_SLIDERS})s?) where ({ONE}) (?:is|are|gets?|turns?|becomes?|looks?) "
        rf"\w+{END}",
        r"\1 in \2",
    ),
    (  # "the field which stretches behind the barn": which one, and not where
        rf"\b({OWNED} \w+)(?<! it)(?: (?:which|that) (?:stretch|lead|run|stand|sit|lie|hang|rise|grow|wind"
        r"|extend)(?:s|es)?| (?:stretching|leading|running|hanging|rising|winding|extending|growing))(?: up| down| "
        r"out| over| off| away)? (?:behind|beyond|past|along|over|beneath|under|below|to|into|from|through|around"
        rf"|across) {OWNED} \w+(?= (?:to be|should|needs?|wants?|could|must|has to|have to|is|are|looks?)\b)",
        r"\1",
    ),
    (
        rf"\bwhere ({NOUN}) (?:is|are|stands?|sits?)(?:,? (?:inside|in|on|at|under|behind|beside|near) {NOUN})?,? "
        r"(?:it|everything|all)(?= (?:is|looks|seems)\b)",
        r"\1",
    ),
    (
        rf"\bthe (?:corner|part|area|side|spot) where ({NOUN}) (?:is|are|stands?|sits?|hangs?) (?=(?:is|looks|"
        rf"seems) )",
        r"\1 ",
    ),
    (
        r"\b(?:(?:i|we|you|one) )?(?:can ?not|can barely|can hardly) (?:really |even )?(?:read|see|make out|tell) "
        rf"({NOUN}(?: (?:in|on|at|of) {NOUN})?)[,;.] {_ASKING}({_LIFT}) (?:just |only )*(?:this|that) {_PART}",
        r"\2 \1",
    ),
    (
        rf"\b(?:i |you |one )?can ?(?:not|hardly|barely) (?:make out|read) ({NOUN} (?:on|in|of) {NOUN})(?=$|[.!?])",
        r"make \1 clearer",
    ),
    (
        rf"\b({NOUN}) (?:is|are) {_RATHER}(?:lost|buried|hidden|swallowed) (?:in|by|among|amid|against) (?:all )?"
        rf"(?:{OWNED} )?[\w]+(?: \w+)?[,;.] {_ASKING}(?:put|throw|shine|get|cast|give|add) "
        r"(?:(a (?:bit|little|touch)|some|more) )?(?:more )?(?:of )?light (?:on|onto|to|into) (?:it|them|him|her)\b",
        lambda m: f"brighten {m[1]}{_a_little(m[2])}",
    ),
    (
        r"\b(?:put|throw|shine|cast|get) (?:(a (?:bit|little|touch)) |(?:some|more) )?(?:more )?(?:of )?light "
        r"(?:on|onto|into) (it|them|him|her)\b",
        lambda m: f"brighten {m[2]}{_a_little(m[1])}",
    ),
    (
        rf"\b({NOUN}) {_RATHER}disappears? (?:in|into) the (?:shade|shadows?|dark)[,;.] {_ASKING}(?:bring|lift) "
        r"(?:it|them|him|her) up",
        r"brighten \1",
    ),
    (
        rf"\btoo dark (?:in|inside|under|behind) ({NOUN})[,;.] {_ASKING}brighten (?:just |only )*(?:that|this)"
        rf"(?: {_PART})?",
        r". brighten \1",
    ),
    (rf"\b({_LIFT}) (?:just|only) (?:this|that)(?: {_PART})?{END}", r"\1 it"),
    (
        rf"\b(?:let|help) (?:me|us|people|you) see what is (?:going on |hiding |happening )?(?:in|under|inside|behind) "
        rf"({NOUN})",
        r"brighten \1",
    ),
    (
        r"\b(?:be able to |to )?see (?:a (?:bit|little) )?(?:more )?(?:in)?(?:to|in) (?:the |those |all the )?"
        r"(?:dark(?:er|est)? (?:corners?|areas?|parts?|spots?|bits?)|shadows?|darkness|dark)(?: of (?:the |"
        r"this )?\w+)?",
        "lift the shadows",
    ),
    (
        r"\brecover (?:what|whatever|anything|as much as) (?:you can|is left|possible)(?: in| from) "
        r"",
        "recover the detail in ",
    ),
    (r"\b(?:the )?dark(?:er|est)? bits\b", "the shadows"),
    (r"\bon the (?:shaded|shadow) side\b", "in the shadows"),
    (r"\bat (street|ground|floor) level\b", r"on the \1"),
    (
        r"\b(?:the |that |those |any )?(?:\w+ )?(?:stuff|things?|bits?) (?:behind|in the back)(?=$|"
        r"[.,;!])",
        "the background",
    ),
    (r"\b(?:that|the) (?:\w+ )?(?:set|scenery|bit|stuff) behind (?=(?:is|looks)\b)", "the background "),
    (
        rf"\b(?:i )?(?:only|just) (?:want|need|would like) ({NOUN})(?: in the (?:middle|cent(?:er|re)|front|"
        rf"foreground))? "
        r"(bright|dark|light|warm|cool|sharp)(?:en)?ed",
        lambda m: f"{_MADE[m[2]]} {m[1]}",
    ),
    (
        rf"\b({NOUN})(?<! not) (?:needs?|wants?|could (?:do|use) with) ({'|'.join(_DOING)})\b",
        lambda m: f"{_DOING[m[2]]} {m[1]}",
    ),
    (rf"\b({NOUN}) {_CATCHES}(?: away)?[,.;]? (?:so )?(?:can|could|should) (?:they|it) be", r"\1 should be"),
    (
        rf"\b({NOUN}(?: in {NOUN})?) {_CATCHES}(?: away)?[,.;] {_ASKING}(darken|dim|blur|mute|tone down|soften) "
        r"(?:it|them)\b",
        r"\2 \1",
    ),
    (
        rf"\bget ({NOUN}) out of (?:my|the) way[,.;] (?:it|they) (?:is|are) too (?:dominant|strong|bright|loud), ",
        r"make \1 ",
    ),
    (
        r"\b(?:make it so )?(?:that )?(?:your|ur|my|the) eyes? (?:goes?|is drawn|are drawn) (?:straight |right )?to "
        rf"({NOUN})(?:[,;] like more of a spotlight on (?:it|him|her|them))?",
        r"make \1 stand out",
    ),
    (
        rf"\b({NOUN}) has no details?(?: (?:left|at all))?(?:[,.;] (?:he|she|it) is (?:just |only )?[\w ]+)?{END}",
        r"bring out the detail in \1",
    ),
    (
        rf"\bi would not mind (?:seeing )?({NOUN}) (?:com|stand)(?:e|ing)? out(?: (?:a bit "
        rf")?more)?",
        r"make \1 stand out",
    ),
    (rf"\bwake ({NOUN}) up\b", r"liven up \1"),
    (
        r"\bin the ((?:upper|lower|top|bottom) (?:left|right)|left|right|top|bottom)(?: corner)? there is an? (?:\w+ )?"
        r"(?:bright|hot) (?:patch|spot|area|bit|thing)[,;.] (?:so |please )*(?:tone|dial|bring|turn) it down",
        r"darken the \1",
    ),
    (
        r"\bthe (left|right|top|bottom)(?: side| half| part)?(?: is| poss) (?:much |a bit |way )?"
        r"(brighter|darker|lighter|warmer|cooler) than the (?:left|right|top|bottom)(?: side| half| part)?[,.;]? "
        rf"{_ASKING}(?:even|balance|level|match)(?: that| it| this| things| them)?(?: out| up)?",
        lambda m: f"make the {m[1]} side {_OPPOSITE[m[2]]}",
    ),
    (
        r"\bthere is too much (?:\w+ ){1,3}(?:at|on) (?:the )?(bottom|top|left|right)(?: side)?,? (?:so |please )?"
        r"(?:crop|cut|trim) (?:some of |most of |a bit of )?(?:it|that)(?: away| off| out| down)?",
        r"crop the \1",
    ),
    (r"[,;]? ?\(?\b(?:and |but )?keep(?:ing)? the (?:full |whole |same )width\)?", ""),
    (rf"\bget ({NOUN}) to (?:stand|be|look) (?:up )?straight\b", "straighten the picture"),
    (
        r"\bthe (?:room|hall|place|venue|church|restaurant|bar) had (?:\w+ )*?(?:lamps|lights|lighting|"
        r"bulbs)[,;]?(?: so)? ",
        "",
    ),
    (
        r"(?:^|(?<=[.,;] )|(?<=so )|(?<=and ))(?:everybody|everyone|we all|all of us|they all)"
        rf"(?: poss gone| is too| went| turned| came out| looks?| is) ({HUES})\b",
        r"the photo has a \1 cast",
    ),
    (
        rf"\bfix (?:this|that|the) (?:awful |horrible |nasty |ugly )?({HUES}) (?:indoor |room |tungsten |office )?"
        r"(?:lighting|light)\b",
        r"remove the \1 cast",
    ),
    (
        r"\bmake ((?:my|her|his|their|our) (?:tummy|belly|stomach|waist|nose|arms|legs|thighs|hips|chin|bum|butt)) "
        r"(?:look )?(?:flatter|slimmer|thinner|smaller|bigger|longer|shorter|slim|thin|flat)\b",
        r"replace \1",
    ),
)
"""Places that are told first and meant later."""
_STAYS: Rows = (
    (
        rf"\b({ONE}) (?:has|have|is|are) already (?:been )?\w+(?:ed|ne)(?: enough)?(?:,|;| and| so)+ (?:please |just "
        r")*(?:leave|keep|spare|do not touch) (?:it|them|those|that|these|him|her)(?: alone| be| as (?:it is|they "
        r"are)| that way)?(?=$|[.,;!?]| and\b| but\b| please\b)",
        r"leave \1 alone",
    ),
    (
        rf"\b({ONE}) (?:has|have) not (?:yet )?been (?:touched|edited|changed|done|treated)(?: yet| so far)?,? (?:and"
        r"|so)(?: (?:it|they))? (?=should|needs?|has to|have to|must|could)",
        r"\1 ",
    ),
    (r"(\bbe (?:\w+ed|brought (?:up|down|back|out))),? too(?=$|[.,;!?])", r"\1"),
    (
        r"\b(?:precisely|exactly|completely|entirely|totally|absolutely|perfectly) "
        r"(?=as is\b|as (?:it|they|he|she) (?:is|are|was|were|looks?)\b|(?:the way|how) (?:it|they|he|she)\b)",
        "",
    ),
    (rf"\bhands off (?:of )?({NOUN})", r"do not touch \1"),
    (rf"\b({NOUN}) (?:is|are) (?:off[ -]limits|out of bounds|not to be touched){END}", r"do not touch \1"),
    (
        r"\bit (?:still (?:has|needs|ought|is supposed) to|still (?:should|must)|(?:has|needs) to still"
        r"|(?:should|must) still) (?:feel|look|be|seem|stay|remain)(?: like)?(?: an?| the)? (?=\w)",
        "it has to stay ",
    ),
    (r"\b(?:roughly|approximately) (?=half|an?\b|one|two|three|\d)", ""),
    (
        rf"(?<=\w)(?<!\bis)(?<!\bhas),? (?:but |and |with )?(?:please )?no (?:more|added|additional|further|extra) "
        rf"(?=(?:{SLIDERS}|{OTHER_SLIDERS})\b)",
        " without adding ",
    ),
    (
        rf"\b(?:i )?love (?:how|the way) ({NOUN}(?: in \w+)?) looks?,? (?:so |and )?(?:please )?(?:leave|keep) "
        r"(?:that|it|her|him|them)(?: alone| like that)?",
        r"keep \1",
    ),
    (
        rf"\b({NOUN}?)(?: itself)? is (?:spot on|perfect|fine|great),? (?:so )?do not touch it,? but everything "
        r"(?:around|else)(?: it)?",
        r"keep \1, but everything else",
    ),
    (
        r"\b[\w ]+? (?:is|are) hazy,? but i (?:actually |really |kind of )*like (?:the haze|it|that),? so (?:please )?"
        r"keep it(?: and)?",
        "keep the haze, ",
    ),
    (rf"\b({NOUN}) is the (?:whole|entire) point[,.;]? (?:so )?(?:please )?(?:keep|leave) it\b", r"keep \1"),
    (
        rf"\b(?:other than|apart from|aside from|except(?: for)?|besides) ({NOUN}),? which (?:is|looks|are) "
        r"(?:already |just )?(?:perfect|fine|good|great|ok(?:ay)?|lovely),",
        r"except \1,",
    ),
    (
        rf"\b(?:everything|everyone|everybody) but ({NOUN})(?: in (?:the )?front)? should be (?:a (?:bit|little) )?"
        r"(?:out of focus|blurred|blurry)",
        r"blur everything except \1",
    ),
    (rf"\b(?:everyone|everybody) but (?={OWNED} )", "everything but "),
    (
        rf"\blet ({NOUN}) be the only (warm|bright|colou?rful|sharp) (?:thing|part|spot|place)"
        r"(?: in (?:the|this) \w+)?",
        lambda m: f"make everything except {m[1]} {_OTHERWISE[m[2].replace('colour', 'color')]}",
    ),
    (
        rf"\b({THING}) (?:should|must|has to|can) (?:stay|remain) (?:warm|cool|dark|bright|light|colou?rful|"
        rf"sharp){END}",
        r"keep \1",
    ),
    (
        r"\b(should|must|has to|have to|needs? to|can) (?:all )?(?:stay|remain|be kept) (?:just |exactly |every bit "
        r"|quite )?as \w+ as (?:it|they|he|she) (?:is|are|was|were)(?: now| already)?",
        r"\1 stay as it is",
    ),
    (rf"\bleave ({NOUN}) as \w+ as (?:it is|they are)\b", r"keep \1"),
    (r"\bleave (?:this|that) one be\b,?(?: (?:its|it is) \w+ as it (?:stands|is))?", "leave it as it is"),
    (
        r"\bthere is nothing to (?:fix|change|correct|improve)(?: here)?\b(?:,? just save it(?: as is)?)?",
        "leave it as it is",
    ),
    (
        r"\b(?:open up|open|lift|brighten|lighten) (?:the |those |these )?dark(?:er)? (?:corners|edges)\b",
        "brighten the corners",
    ),
    (r"\b(?:leave|keep) (?:the )?(exposure|contrast|saturation|clarity|temperature|tint) at (?:zero|0)\b", r"\1 0"),
    (
        r"\b(?:what|whatever|everything|all) (?:you |we |one )?(?:can )?(?:sees? |is )?(?:through|outside|"
        r"beyond) the windows?\b",
        "the window",
    ),
    (
        rf"\b({NOUN}(?: in the \w+)?) (?:is|are) already (?:so |very |pretty )?(?:bright|light|white)[, ]+(?:so )?"
        r"(?:please )?do not (?:let|make) (?:that|it|them) (?:blow out|get any brighter|clip|burn out|go white)",
        r"do not blow out \1",
    ),
    (
        rf"[,;]? (?:though|but|and) do not let (?:them|it|{NOUN}) (?:go|get|turn|become|look) (?:too )?"
        r"(?:neon|garish|radioactive|fake)\b",
        "",
    ),
    (
        rf"\b(?:do not|never) (?:let|make|allow) ({NOUN}) (?:to )?(?:change|shift|lose) (?:its |their |the "
        rf")?colou?rs?\b",
        r"keep \1",
    ),
    (rf"\b({NOUN}) (?:must|should|may|can|shall) not (?:change|shift|lose) (?:its |their )?colou?rs?\b", r"keep \1"),
)
"""What is to stay as it is."""
_COLOURS: Rows = (
    (rf"\b({NOUN}) should not (?:be|look|come out) (?:so |that |this )?({HUES})(?:ish)?{END}", r"\1 is too \2"),
    (
        rf"\b({NOUN}) (?:ought to|should|is supposed to|needs to|has to) (?:read|look|come out|come across) as "
        rf"(white|{HUES})(?:,? (?:and )?not \w+)?{END}",
        r"make \1 \2",
    ),
    (
        rf"\b({NOUN}) (?:is|are|looks?) too (?:{HUES})[,;]? (?:and )?i (?:want|need|would like|would prefer) "
        rf"(?:it|them) "
        rf"(?:to be )?({HUES}|turquoise)\b",
        r"make \1 \2",
    ),
    (
        rf"\bpaint ({NOUN}) (?:in )?an? (darker|lighter|brighter|deeper|richer|paler) (?:shade|tone) of ({HUES})\b",
        r"make \1 a \2 \3",
    ),
    (
        rf"\btoo much ({HUES}) in ({NOUN}),? (?:and |but )?not enough in "
        rf"({NOUN})",
        r"too much \1 in \2. make \3 more \1",
    ),
    (rf"\b(?:rich|deep|lush),? (?:velvety|creamy|juicy|luscious) ({HUES})s?\b", r"more saturated \1s"),
    (rf"\bshift ({IT}|them|{NOUN}) (?:to|towards?|into) (?=an? )", r"make \1 "),
    (rf"\b(?:an? )?(?:more natural,? )?(red|blu|yellow|green|pink)(?:d|n)?er (?:{HUES})\b", _more_of),
    (r"\bloud (?=colou?rs?\b)", "saturated "),
    (rf"\b((?:{HUES}) [\w ]{{2,40}}?) more intense\b", r"\1 more saturated"),
    (r"\b(?:that|this) (?:evening|morning|night|afternoon) (?=sky\b|light\b)", "the "),
    (
        rf"(?<!is )(?<!are )\bwhite (?!balance)(?=\w+ (?:looks?|is|are|turned|came out|comes out) "
        rf"{_RATHER}(?:{HUES})(?:ish)?\b)",
        "the ",
    ),
    (r"(?<=\w)[,.;] (?:and |but )?it (?:is|was) (?:supposed|meant) to be[, ]+(?:(?:you know|y'know),? )?white\b", ""),
)
"""Colours of things."""
_PRINTED: Rows = (
    (r"(?<=\w), no colou?rs? at all(?=$|[.,;!])", ", in black and white"),
    (r"\bsun[- ]bleached\b", "faded"),
    (r"^faded,? like [\w ]+? since the (?:\w+)(?=$|[.!])", "give it a faded vintage look"),
    (rf"\bgive {IT} the look of (?=an? )", "make it look like "),
    (rf"(?<!in )(?<!their )(?<!his )(?<!her )(?<!my )\b(?:the )?({'|'.join(_DECADES)})\b(?=$|[ .,!?])", _decade),
    (
        r"\b(look|feel|be) (?:like|as if|as though) (?:it (?:is|was|were) (?:about|(?:just )?going) to (?:rain|pour"
        r"|storm|thunder)|(?:an? |the )?(?:storm|rain|thunderstorm) (?:is|was|were) (?:coming|brewing|on its way))\b",
        _stormy,
    ),
    (
        rf"\bas if (?:it (?:was|were|had been) )?(?:taken|shot|photographed) (?:at|in|during) (?:the "
        rf")?({_TIMES})\b",
        r"with a \1 look",
    ),
    (
        r"(?<=\w), think (?:of )?(?:an? )?(film noir|golden hour|summer|winter|autumn|spring|noir|"
        r"vintage)\b",
        r", \1 look",
    ),
    (r"(?<=dark), think (?:of )?(?:an? )?[\w' ]+(?=$|[.!])", ""),
    (
        r"^(?:maybe )?an? ([\w ]+?) (?:grade|look|grading|vibe|feel) (?:would|could) be (?:sick|nice|great|awesome|cool"
        r"|lovely|good)(?=$|[.,;!])",
        r"give it a \1 look",
    ),
    (
        r"\b(?:kinda |kind of |sort of |something )?like (?:one of )?those (\w+) (?:\w+ )?(?:pics|photos|"
        r"shots|posts|posters"
        r"|ads)(?: (?:all over|on|from) \w+| you (?:always )?see (?:on|in) \w+)?",
        _like_those,
    ),
    (
        r"\b(?:page|cutting|clipping|spread|shot|still|photo|picture|image|scene) (?:from|in|out of|torn from) "
        rf"(?:an? |the |some |my )?(?=(?:[\w']+ ){{0,3}}?{_PAPER}\b)",
        "",
    ),
    (
        rf"\b(?:turn|make|change) {IT} (?:into )?one of those ((?:[\w']+ ){{0,4}}?){_PAPER}(?: {_PAPER})*{END}",
        r"give it a \1look",
    ),
    (
        rf"\b(?:(?:make|have|get) {IT} (?:to )?look|(?:could|can|should) {IT} look) like (?:an? |the "
        rf")((?:(?:{_STYLES}) )+)"
        rf"(?:\w+ )?{_PAPER}(?: {_PAPER})*{END}",
        r"give it a \1look",
    ),
    (
        rf"\b(?:i would (?:love|like)|i want|i need|turn|make|give me|render) {IT} (?:as|into) (?:an? "
        rf")?(?:\w+ ){{0,2}}?"
        r"(?:black and white|black & white|b ?& ?w|monochrome)\b(?: (?:studio|street|film|fine art))?"
        rf"(?: (?:portrait|photo|picture|print|image|shot))?{END}",
        "make it black and white",
    ),
)
"""Styles by what they are printed on, by time of day and by the decade."""
_SHAPES: Rows = (
    (r"\b(\w+) wide (?:by|and|x|times|to) (\w+) (?:tall|high)\b", r"\1 by \2"),
    (r"\bportrait (?:format|orientation),? (?=\w+ by \w+)", ""),
    (
        r"\b(?:can|could) (?:this|it) be (?:an? )?panorama,? (?:so |that is )?twice as wide as (?:it is "
        r")?(?:high|tall)",
        "crop it to 2:1",
    ),
)
"""Ratios in words."""


def is_idiomatic(text: str) -> bool:
    """Whether a text (lower-case, contractions spelt out) has a turn of `blamed`, `plainly`, `letters` or `sayings`."""
    rows = (
        *SPARING,
        *BLAMED,
        *PLAINLY,
        *letters.TOLD,
        *sayings.AIMED,
        *sayings.NOTICED,
        *letters.BY_SLIDER,
        *letters.COLOURED,
    )
    return rewritten(text, rows) != text


def in_short(text: str) -> str:
    """A lower-case text, contractions spelt out: asides dropped; told places, keeps, styles as plain requests."""
    for rows in (
        _IN_ORDER,
        _ASIDE,
        SPARING,
        _IN_OTHER_WORDS,
        _TOLD_BEFORE,
        letters.COURTESY,
        BLAMED,
        PLAINLY,
        letters.TOLD,
        letters.CHATTED,
        sayings.AIMED,
        sayings.NOTICED,
        letters.BY_SLIDER,
        letters.COLOURED,
        _STAYS,
        _COLOURS,
        _PRINTED,
        _SHAPES,
    ):
        text = rewritten(text, rows)
    return text
