"""What people say of tones, colours, edges and the frame by how they look, said again as requests: "let me see more in
the shadows", "take some colour out", "a dark frame around the edges".
"""

import re
from collections.abc import Callable

_PHOTO = "(?:photo|picture|image|pic|photograph|shot|portrait|scene)"
_IT = rf"(?:it|this|that|everything|(?:the|this|that|my|our) (?:whole |entire )?{_PHOTO})"
_HUES = "red|orange|yellow|green|blue|purple|pink|magenta|teal|cyan|turquoise"
_DARK_PARTS = (
    r"(?:the |all the )?(?:shadows?|dark(?:er|est)? (?:areas?|parts?|spots?|bits?|regions?|corners?)|blacks?)\b"
)
_BRIGHT_PARTS = (
    r"(?:the |all the )?(?:highlights?|bright(?:er|est)? (?:areas?|parts?|spots?|bits?|regions?)|whites?"
    r"|blown(?: |-)?(?:out )?(?:areas?|parts?))\b"
)
_STYLE = "(?:film )?(?:style|look|vibes?|mood|feel|feeling|aesthetic|effect|atmosphere)"
_GET = (
    "(?:show|bring|bring out|bring back|get|get back|recover|reveal|restore|want|need|(?:want|like|love|need) to see)"
)
_DARKS = "(shadows|blacks)"
_BY = "(?:(a (?:little )?bit|a little|slightly|a lot|much) )?"
_UNSEEN = (
    r"(?:(?:i |you |we |one )?(?:can|could) (?:not|hardly|barely) (?:really )?(?:see|make out) (?:any |much "
    r"|all )?(?:of )?(?:the )?"
    r"|there (?:is|are) (?:hardly any |barely any |no |not much |not enough |little |too little ))"
)
_KEPT = r"(?:do not lose|not losing|without losing|keep|preserve|retain|hold|save|protect) (?:the |all |any |all the )?"
_MUCH = r"((?:just )?(?:a (?:little bit|bit|little|touch|lot)|some|much|lots)(?: more)?) "
_SOME = (
    r"(?:((?:just )?(?:a (?:little bit|bit|little|touch|lot)|some|much|lots|plenty)(?: of)?(?: more| better)?"
    r"|more|better) )?"
)
_PRINT = (
    "(?:post ?card|polaroid|newspaper|magazine(?: page)?|family photo|photo album|album photo|print|snapshot|picture"
    "|photo|slide)s?"
)
_STOPS = (
    r"(?:(?:about |maybe |like )?(?:half an?|an?|one|two|three|half|(?:one|a|two) (?:third|quarter)s?(?: of an?)?"
    r"|1/2|1/3|2/3|[\d.]+) (?:full )?(?:stops?|ev))"
)
_AGED = "(?:old|vintage|retro|aged)"
_RATHERS = "(?:(?:so|way|far|much|really|too|rather|pretty|a bit|a little|slightly|very|kind of|quite) )*"
_RATHER = "(?:so|way|far|much|really|too|rather|pretty|a bit|a little|slightly|very|kind of|quite)"


def _so_much(said: str | None) -> str:
    """How much "a bit more", "a lot of", "some" asks for."""
    if re.search("bit|little|touch", said or ""):
        return "a bit"
    return "a lot" if re.search("lot|much|plenty", said or "") else ""


def _manner(said: str | None) -> str:
    """The same in front of a verb."""
    return {"a bit": "slightly ", "a lot": "strongly "}.get(_so_much(said), "")


_DONE = {
    "desaturated": "desaturate",
    "darkened": "darken",
    "brightened": "brighten",
    "lightened": "lighten",
    "blurred": "blur",
    "muted": "mute",
    "toned down": "tone down",
    "dimmed": "dim",
    "sharpened": "sharpen",
    "softened": "soften",
    "warmed up": "warm up",
    "cooled down": "cool down",
    "lifted": "brighten",
    "brightened up": "brighten",
}
"""How a thing should then be -> what is done to it."""
_WHOM = {"he": "him", "she": "her", "they": "the people"}
_MADE = {
    "darker": "darkening",
    "brighter": "brightening",
    "lighter": "brightening",
    "warmer": "warming",
    "cooler": "cooling",
    "softer": "softening",
}

AS_IT_LOOKS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    # detail in a range of tones
    (
        r"\b(?:the |all (?:the )?)?details? (?:is|are|get|got|were) (?:all |completely |totally )?lost(?! its)\b",
        "bring back the details",
    ),
    (
        rf"\b{_GET} {_SOME}(?:of )?(?:the )?details? (?:back |out )?(?:in|into|from|of) (?:both )?(?:the )?"
        r"(?:highlights|shadows) and (?:the )?(?:highlights|shadows)\b",
        "lift the shadows and bring down the highlights",
    ),
    (rf"\b{_UNSEEN}details? (?:in|inside|of) {_DARK_PARTS}", "the shadows are too dark"),
    (rf"\b{_UNSEEN}details? (?:in|inside|of) {_BRIGHT_PARTS}", "the highlights are too bright"),
    (
        r"\bthe (highlights|shadows|whites|blacks) (?:has|have|show) (?:lost (?:all |their |the )*|no "
        r"|hardly any |not enough |little )details?\b",
        lambda m: f"the {m[1]} are too {'bright' if m[1] in ('highlights', 'whites') else 'dark'}",
    ),
    (rf"\b{_KEPT}details? (?:in|of) {_DARK_PARTS}", "keep the shadows"),
    (rf"\b{_KEPT}details? (?:in|of) {_BRIGHT_PARTS}", "keep the highlights"),
    (
        rf"\b(?:let|help) (?:me|us|you|people|everyone) (?:to )?see {_SOME}(?:of |what is |the )?(?:details?"
        rf" )?(?:in|into|inside) {_DARK_PARTS}",
        lambda m: f"lift the shadows {_so_much(m[1])}",
    ),
    (
        rf"\b{_GET} {_SOME}(?:of )?(?:the )?(?:lost |missing )?details? (?:back |out )?(?:in|into|from|of)"
        rf" {_DARK_PARTS}",
        lambda m: f"lift the shadows {_so_much(m[1])}",
    ),
    (
        rf"\b{_GET} {_SOME}(?:of )?(?:the )?(?:lost |missing )?details? (?:back |out )?(?:in|into|from|of)"
        rf" {_BRIGHT_PARTS}",
        lambda m: f"bring down the highlights {_so_much(m[1])}",
    ),
    # dark tones by where their slider is to stand; to "increase" the shadows is to have more of them
    (rf"\b(?:turn|crank|dial|pump|bump|push|nudge) up (the )?{_DARKS}", r"raise \1\2"),
    (rf"(?:^|(?<=[,.;] )|(?<=\band )|(?<=\bplease ))up (the )?{_DARKS}", r"raise \1\2"),
    (rf"\b(?:turn|crank|dial|push|nudge) down (the )?{_DARKS}", r"bring down \1\2"),
    (
        rf"\b(?:make )?(the )?{_DARKS} (?:(?:should|could|must|need to|have to|has to) be )?{_BY}(higher"
        rf"|lower)(?=$|[.,;!]| and\b| please\b)",
        lambda m: f"{'raise' if m[4] == 'higher' else 'bring down'} the {m[2]} {m[3] or ''}",
    ),
    (
        rf"\b(?:the )?{_DARKS} (?:is|are|look) (?:{_RATHER} )+(high|low)\b",
        lambda m: f"{'raise' if m[2] == 'low' else 'bring down'} the {m[1]}",
    ),
    (
        rf"\b(?:drag|move|push|pull|slide|take) (?:the |my )?(\w+(?: \w+)?) slider {_BY}(?:to the "
        rf"|towards the )?(right|left|up|down)\b",
        lambda m: f"{'raise' if m[3] in ('right', 'up') else 'bring down'} the {m[1]} {m[2] or ''}",
    ),
    (r"(?:^|(?<=[,.;] ))((?:the |her |his |my )?[a-z]+(?: [a-z]+)?) ?: ?(?=[+-]?[\d.]+ ?(?:ev|stops?)\b)", r"the \1 "),
    (rf"\b(?:only|just) (?:keep )?(?:the )?((?:{_HUES})s?) in color\b", r"everything but the \1 in black and white"),
    (rf"\b(enhance|intensify|emphasi[sz]e|bring out) (?:the )?({_HUES})(?=$|[.,;!]| and\b| please\b)", r"\1 the \2s"),
    (
        rf"\b({_STOPS}) (under|over)(?=,? please\b)",
        lambda m: f"{'darken' if m[2] == 'under' else 'brighten'} by {m[1]}",
    ),
    (r"(?:^|(?<=[,.;] ))(?:like|about|maybe|say) (?=\d+ ?%? (?:more|less)\b)", ""),
    (rf"\b((?:{_HUES})s?) ({_BY}more) olive\b", r"\1 \2 yellow"),
    (
        rf"\b(?:chill|calm|quiet|tame) (it|them|that|those|the (?:colors?|tones?|{_HUES})s?) (?:out|down)\b",
        r"tone \1 down",
    ),
    (
        r"\b((?:sun ?sets?|sun ?rises?|sk(?:y|ies)|after ?glow) (?:(?:should|could|must|can) )?(?:be |look )?)"
        r"((?:(?:a bit|much|way|slightly) )?(?:more|less) )?intense\b",
        lambda m: f"{m[1]}{m[2] or 'more '}saturated",
    ),
    # little, by what it is compared with
    (
        r"(?:^|(?<=[,.;] )|(?<=\bmake it )|(?<=\bjust ))(?:barely|hardly|scarcely) (?=\w+er\b|less\b|more\b)",
        "slightly ",
    ),
    (
        r",? (?:and |so )?(?:that )?(?:you|one|people|nobody|no one) (?:should|would|will|must)"
        r"(?: (?:hardly|barely|not|scarcely|even|really))+ (?:notice|see|tell)(?: it| the difference| that)?\b",
        ", but not too much",
    ),
    (
        r"\b(?:just )?(?:the|a) (?:tiniest|slightest|smallest|faintest|merest|tiny|wee) (?:little )?(?:nudge|"
        r"bump|push"
        r"|hint|touch|amount|dash|trace|tweak|lift|whiff)(?: of| more)* (?!up\b|down\b)",
        "a tiny bit of ",
    ),
    (r"\badd (a (?:little )?bit|a little|some)(?: of)? dehaze\b", r"dehaze it \1"),
    (r"(?:^|(?<=[,.;] ))(?:i would|i will|let us) say,? (?=(?:\w+ ){0,6}\w+er\b)", ""),
    (
        r"\b(?:use |set |give it |pick |choose )?an? (?:slightly |bit |much |little )?(cooler|colder|warmer) "
        r"(?:color )?temperature\b",
        r"make it \1",
    ),
    (
        r"\bexpose (?:it )?for the (?:sky|highlights|bright (?:parts|areas)|window|"
        r"windows)\b",
        "bring down the highlights",
    ),
    (
        r"\b(?:recover|rescue|save|bring back) the (windows?|sky)(?=$|[.,;!]| and\b| "
        r"please\b)",
        r"bring down the highlights of the \1",
    ),
    (rf"\bonly keep (?:the )?((?:{_HUES})s?)(?: color)?(?=$|[.,;!])", r"everything but the \1 in black and white"),
    # in few words, and as one types
    (r"\bfotos?\b", "photo"),
    (
        r"\b(way |so |far |much |a? ?bit |a little )?2 (?=(?:much|orange|pink|purple|grainy|blurry|dark|bright|"
        r"light|warm|cold|yellow|blue|green|red|flat|strong|"
        r"saturated|noisy|soft)\b)",
        r"\1too ",
    ),
    (r"\bgo (?:a bit |a little |much |way )?(?:heavier|harder|stronger|bigger) (?:on|with) (?:the )?(?=\w)", "more "),
    (r"\bgo (?:a bit |a little |much |way )?(?:lighter|easier|softer|gentler) (?:on|with) (?:the )?(?=\w)", "less "),
    (r"\bpull (?:the )?highlights(?=$|[.,;!]| and\b)", "pull down the highlights"),
    (
        r"(?:^|(?<=[,.;] ))(?:i wish|if only) (that )?((?:the |her |his |my )\w+(?: \w+)?|it) (?:was|were|is|"
        r"looked|could be) (?=(?:a bit |a little |much |more |less |slightly |not so )?\w)",
        r"make \2 ",
    ),
    (
        r"\b(?:can|could|may) (?:i|we) (?:get|have|see|try) (?:a|one|another) (?:version|copy|edit|take) "
        r"(?=with\b)",
        "please edit it ",
    ),
    (r",? (?:for|in) (?:the )?print(?:ing)?(?=$|[.,;!])", ""),
    (
        r"(?:^|(?<=[,.;] ))(?:(?:just )?(?:the same|same|like|as)) (?:as )?(?:before|last time|now|it is),? (?:but|"
        r"only|just) ",
        "",
    ),
    (r"\bundo the (warmth|coolness|contrast|saturation|brightness|haze|vignette|grain|fade|blur|glow)\b", r"less \1"),
    (
        rf"\bmore (?:oomph|punch|pop|power|strength|life|intensity) in (?:the )?({_HUES})s?,? (?:and )?less in "
        rf"(?:the )?({_HUES})s?\b",
        r"more saturated \1s, less saturated \2s",
    ),
    (r"(?:^|(?<=[,.;] ))(?:the )?(\w+) ?: ?(more|less)(?=$|[.,;])", r"\2 \1"),
    (r"(?:^|(?<=[\s,;]))\+ ?(?=[a-z]{4,})", ", more "),
    (
        r"(?:^|(?<=[\s,;]))- ?(?=(?:contrast|saturation|brightness|exposure|highlights|shadows|clarity|texture|"
        r"vibrance|warmth|noise|grain|haze|dehaze)\b)",
        ", less ",
    ),
    (r"(?<=er, )harder(?=$|[.,;]| and\b)", "more contrast"),
    # how it should be said, and what is beside the wish
    (
        r"\bdifferences? between (?:the )?(?:lights?|bright(?:s|er)?|brightest|lightest|highlights|whites?)"
        r"(?: (?:areas?|parts?|tones?))?"
        r" and (?:the )?(?:darks?|darkest|darker|shadows?|blacks?)(?: (?:areas?|parts?|tones?|colors?))?\b",
        "contrast",
    ),
    (r"\bquit (?=a (?:lot|bit)\b)", "quite "),
    (r"\bshoulder be\b", "should be"),
    (
        rf"\bkeep (?:{_IT}|things|the (?:colors|tones|whole thing)) (?:more )?(?:on|to|towards?) the "
        r"(cool|warm|dark|bright|light)(?:er)? side\b",
        r"make it slightly \1er",
    ),
    (r"\b(?:has|have|had) got to be\b", "should be"),
    (
        r"\btake (?:the |this |your |that )(?:photo|picture|shot|image) (?:again )?from (?=(?:a (?:little|bit) "
        r")?(?:farther|further|closer|back|above|below|another|a different|higher|lower)\b)",
        "retake it from ",
    ),
    (
        r"(?<=\b(?:the|her|his|our) )(?:little|tiny) "
        r"(?=(?:girl|boy|kid|child|baby|guy|dog|cat|bird|puppy|kitten|one|man|lady|house|sister|brother|son|"
        r"daughter)s?"
        r"\b)",
        "",
    ),
    (r"(?<=\bmy )little (?=(?:girl|boy|sister|brother|son|daughter|dog|cat|one)s?\b)", ""),
    (
        rf"(?:^|(?<=[,.;] ))(?:{_IT}|they) (?:was|is|were|are) (?:an? |my |from an? )?(?:old )?{_PRINT}?"
        r"(?: (?:taken|shot|made|scanned|from))* ?(?:about |around |over |almost )?(?:\d+|ten|twenty|thirty|"
        r"forty|fifty"
        r"|many|some|a few) years ago(?=$|[.,;!])",
        "",
    ),
    (rf",? (?:{_IT}|which) is (?:an? )?(?:old )?{_PRINT} from [\w ]{{1,20}} ago(?=$|[.,;!])", ""),
    (r"\bthats (?=[a-z]+ing\b)", "that is "),
    (r"\b(?:imafe|omage|imahe|umage)\b", "image"),
    (r"\bse+t+ings?\b", "settings"),
    (r"\b(?:increase|raise|higher|up|boost) (?:the )?iso\b", "increase the brightness"),
    (r"\b(?:decrease|reduce|lower) (?:the )?iso\b", "decrease the brightness"),
    (r"\b(less|lessen|reduce|lower|decrease) the highlighting\b", r"\1 the highlights"),
    (
        rf"\bthe (?:fog|haze|mist|smog) (?:makes|is making|made) {_IT} (?:look )?(?:too |so |all |a bit )?"
        r"(?:blurry|flat|dull|gr[ae]y|pale|soft|unclear|washed out)\b",
        "remove the haze",
    ),
    (r",? to (?:compensate|balance (?:it|that|this|things)(?: out)?|make up for (?:it|that|this))(?=$|[.,;!])", ""),
    (rf"\b(?:bump|push|kick|nudge|crank) {_IT} (?:up )?(?:by )?(?={_STOPS})", "raise the exposure by "),
    (r"\bpunch up the (texture|contrast|color|colors|saturation|detail|details|clarity)\b", r"increase the \1"),
    (
        r"\b(?:this|an?|that|the same) (red|orange|yellow|green|blue|purple|pink|magenta|gr[ae]y|brown)(?:ish)? "
        r"(?:film|layer|veil|filter|haze|overlay|sheen) (?:over|on|across|to) (?:it|everything|the (?:whole )?\w+)\b",
        r"a \1 cast",
    ),
    (r"\beverything has a (\w+) cast\b", r"there is a \1 cast"),
    (r"\b(?:shot|taken|made|lit) (?:at|in|during) (?:the )?(golden|blue|magic) hour\b", r"\1 hour"),
    (
        rf"\b(?:{_IT} (?:was|is) |i )?(?:shot|taken|photographed|photo(?:graphe)?d) (?:it |this )?through "
        r"(?:an? |the |my )"
        r"(?:\w+ )?(?:window|glass|windshield|windscreen|fence|net|mesh)\b(?: so)?",
        "",
    ),
    (
        r"\bthe ([\w ]{3,20}?) (?:get|gets|are|is) (?:lost|swallowed(?: up)?|drowned|hidden) (?:in|by) (?:the |"
        r"all the )?"
        r"(?:haze|fog|mist|smog)\b",
        r"remove the haze from the \1",
    ),
    (r"\bpull (?:the )?highlights (?:by )?(?=\d)", "reduce the highlights by "),
    (r"\b(?:the )?tilt is (?:a (?:bit|little) )?(?:off|wrong|bad)\b(?: by)?", "it is tilted"),
    (
        r"\bnudge (?:the )?(vibrance|contrast|exposure|saturation|clarity|warmth)(?! (?:down|up|to|by|a|it))\b",
        r"\1 slightly up",
    ),
    (
        r"\bno details? in (?:the |her |his )?(?:black|dark) (?!(?:areas?|parts?|spots?|bits?|regions?)\b)(\w+)\b",
        r"lift the shadows of the \1",
    ),
    (
        r"\b(?:is|are|looks?|looks like|became) (?:just )?(?:an? )?(?:big |pure |empty )?white (?:sheet|blanket|"
        r"blob|void|hole|mess|nothing)\b",
        "is too bright",
    ),
    (
        rf"\b{_IT} (?:is|was|looks like it (?:is|was)|looks) (?:shot|taken) through (?:soup|milk|a fog|fog)\b",
        "it is hazy",
    ),
    (r"\blooks like it was (?:shot|taken) through (?:soup|milk|a fog|fog)\b", "it is hazy"),
    (
        rf"\b((?:\w+y|soft|light|bright|moody|classic|timeless|romantic|warm|elegant|pastel|matte|faded)) "
        rf"wedding (?={_STYLE}\b)",
        r"\1 ",
    ),
    (
        rf"\b([5-9]0s) (?:magazine|postcard|postcards|newspaper|ad|advert|snapshot|photograph|photo)(?: {_STYLE})?\b",
        r"\1 look",
    ),
    (r"\bmore juice(?: in (?:the )?(?:colou?rs?|image|photo|picture))?(?=$|[.,;!])", "more vibrant"),
    # what is said of a thing that was named before
    (r"(?<=[a-z])([,;.] (?:because |as |since )?)they (?:are|were) ", r"\1it is "),
    (r"(?<=[a-z])([,;.] (?:because |as |since )?)they look ", r"\1it looks "),
    (
        r"(?<=[a-z])([,;.] (?:because |as |since )?it (?:is|looks) )(?:so|really|very|quite|pretty|rather)? ?"
        r"(?=(?:dark|bright|dull|flat|pale|dim|hazy|noisy|grainy|blurry|harsh|faded|washed out)(?:$|[.,;!]))",
        r"\1too ",
    ),
    (
        r"\b(\w+er|(?:more|less) \w+)(,? and |, )more (red|orange|yellow|green|blue|purple|pink)(?=$|[.,;!?]| and\b)",
        r"\1\2\3er",
    ),
    (r"\b(?:the )?sun(?:light)? was behind (?:us|me|him|her|them|the \w+)\b", "it is backlit"),
    (r"\b(?:can|could) (?:not|hardly|barely) tell what is\b", "cannot see what is"),
    (r"\bcan ?not see what is in the shadows\b", "the shadows are too dark"),
    (
        r"\badd (?:some |a (?:bit|little) (?:of )?)?blur behind (?:the |her|him|me|us|them|it|my )?\w*",
        "blur the background",
    ),
    (
        rf"\b(?:make|crop|turn|put|need|want) {_IT}? ?(?:in(?:to)?|to|as)? ?(?:an? )?(portrait|landscape|"
        rf"vertical|horizontal)"
        r"(?: (?:format|orientation|crop|mode|shape))(?=$|[.,;!])",
        lambda m: f"crop it to {'4:5' if m[1] in ('portrait', 'vertical') else '3:2'}",
    ),
    (
        r"(?:^|(?<=[,.;] ))(slightly|a (?:bit|little|tad|touch)|way|far|too) (over|under)(?=$|[.,;!])",
        r"it is \1 \2exposed",
    ),
    (r"\blift the blacks off (?:the|their) (?:floor|ground)\b", "lift the blacks"),
    (r"\broll off the highlights\b", "reduce the highlights"),
    (
        r"\bmake sure (the \w+|it) (?:do|does|did) not lose (?:its |the |any )?(texture|detail|details|color|"
        r"colors)\b",
        r"keep the \2",
    ),
    (r"\b(?:look|looks|looking) (?:more )?(?:healthy|lush)(?: again)?(?=$|[.,;!])", "look alive"),
    (
        r"\b(?:the )?(colors?|colours?)(?: (?:in|of) (the \w+))? (?:do|did|does) not come (?:out|across) (?:like|as) "
        r"(?:in|they (?:are|were) in) (?:real life|reality)\b(?:, (?:they|it) (?:were|was|is|are) (?:much |far |"
        r"way )?more "
        r"(?:intense|vivid|vibrant|saturated))?",
        lambda m: f"the {m[1]}{' of ' + m[2] if m[2] else ''} should be more vivid",
    ),
    (
        r"(?:^|(?<=[,.;] ))(it|they) (?:was|were) (much |far |way |a lot )?(more \w+|\w+er) in (?:real life|"
        r"reality)\b",
        r"make it \3",
    ),
    # what holds for another thing as well
    (r"\b(more|less) (\w+) in (the \w+),? (?:and|but) (more|less) in (the \w+)", r"\1 \2 in \3, \4 \2 in \5"),
    (
        r"\b(brighten|lighten|darken|sharpen|soften|warm up|cool down) ([\w ]{3,40}?) (a (?:little|bit)|"
        r"slightly|a lot|strongly)"
        r",? (?:and |but )?(the (?:rest|others?|background)|everything else) (a (?:little|bit|lot)|slightly|"
        r"more|less)(?=$|[.,;])",
        r"\1 \2 \3, \1 \4 \5",
    ),
    (r"\bno more than (?=(?:a (?:little|bit|touch)|slightly)\b)", ""),
    (r"\b(?:only )?the (?:parts|areas|things|bits) (?:that are |which are )?in (?:the )?shadows?\b", "the shadows"),
    (
        r"\beverything (?:except|but|besides|apart from) (the \w+) (?:is|looks|was) (?:fine|good|ok(?:ay)?|"
        r"great|perfect|right)\b",
        r"fix \1",
    ),
    (r"\bthe land\b(?! of)", "the foreground"),
    (r"\b(dark|darker|moody|low key) but with (?:some |more |all )?details? in (the \w+)\b", r"\1, more detail in \2"),
    # faults of cameras, and weather
    (r"\bhalos? (?:around|on|along) [\w ]{2,20}(?:, (?:get rid of|remove|fix) (?:it|them))?", "too much clarity"),
    (r"\bvignetting(?: in the corners)?, (?:fix|remove|correct|get rid of) it\b", "remove the vignette"),
    (r"\b(?:the |some |many )?hot pixels(?: in [\w ]{2,20})?(?=$|[.,;!])", "noise"),
    (r"\b(?:the )?(fog|mist|haze|grain|contrast) (?:should|can|must|may) stay\b", r"keep the \1"),
    (
        r"\bturn (?:spring|summer|autumn|fall|winter) into (?=(?:spring|summer|autumn|fall|winter)\b)",
        "make it look like ",
    ),
    (rf"\bmake {_IT} (?:look|feel) (?:freezing|icy|ice cold|arctic|frosty)\b", "make it colder"),
    # where one looks at it, what it is like, and what is to be spared
    (r",? (?:when (?:viewed|seen) )?on my (?:monitor|screen|phone|display|laptop|tv|tablet|computer)\b", ""),
    (rf"\b{_IT} (?:is |just )?(?:screaming|shouting|yelling)(?: at (?:me|you|us))?(?=$|[.,;!])", "it is too loud"),
    (
        r"\b(?:match |catch |capture )?the (?:mood|feel(?:ing)?|vibe|atmosphere) of an? "
        r"(?:rainy|gloomy|drizzly|overcast)(?: \w+){0,3}(?=$|[.,;!])",
        "melancholic mood",
    ),
    (rf"\bthat (?=(?:{_HUES}|turquoise|teal) (?:look|tone|color|tint|glow)\b)", "a "),
    (r"(?<=\blook) from (?:the )?(?:travel )?(?:brochures?|postcards?|magazines?|adverts?|ads)\b", ""),
    (
        r"\b(?:bring|get|put) (?:the |her |his )?pores back\b|\bbring back (?:the |her |his )?pores\b",
        "more skin texture",
    ),
    (
        r"\b(?:the|those|these) (?!picture|photo|image|shot|scene)(\w+) (?:have|has) (?:no|little|hardly any) "
        r"(?:shape|definition|structure|depth|form)"
        r"(?:, (?:please )?(?:give|get|add) (?:them|it) some)?(?=$|[.,;!])",
        r"more definition in the \1",
    ),
    (
        r"\b(?:temp|temperature|white balance) (?:a bit |slightly )?to(?:wards?)? the (cold|cool|warm)(?:er)? side,? "
        r"(?:say |about |around |by |maybe )+(?:minus |plus |[-+])?(?=\d)",
        r"\1er by ",
    ),
    (r"\b(?:push|nudge|move|bring|pull|shift) the (cold|warm|cool)er by\b", r"make it \1er by"),
    (r"\b(?:early|mid|late)[ -](?=(?:september|october|november|autumn|fall|spring|summer|winter)\b)", ""),
    (r"\b(?:feel|look)(?:s|ing)? like (?:an? )?(?:september|october|november)\b", "look like autumn"),
    (r"\b(?:feel|look)(?:s|ing)? like (?:an? )?(?:december|january|february)\b", "look like winter"),
    (
        r"\bwithout (?:smearing|smudging|wiping out|washing out|mushing) (?:the |any |its )?"
        r"(details?|textures?|edges)\b",
        r", keep the \1",
    ),
    (
        rf"\b(?:the )?whites? of (?:the|her|his|their|my) eyes? (?:is|are|looks?) (?:a bit |too |so "
        rf")?({_HUES})(?:dish|"
        r"ish)?\b(?:, (?:please )?fix (?:that|it|them))?",
        r"less \1 in the eyes",
    ),
    (
        r"\b(?:undo|lose|drop|kill|tone down|get rid of|remove) (?:the |this |that )?hdr(?: look| effect| "
        r"style)?",
        "less hdr",
    ),
    (
        r"\b(?:the |this |that )?(hdr|vintage|film|retro|sepia|cinematic|dreamy|matte|faded) (?:look|effect|"
        r"style) (?:is )?"
        r"(?:way |far |much |a bit )?too (?:strong|much|heavy)\b",
        r"less \1",
    ),
    (
        r"(?:^|(?<=[,.;] ))(?:i )?(?:do not|did not) mind (the \w+),? (?:but )?it is (the \w+) that "
        r"(?:bothers?|annoys?|"
        r"disturbs?) me\b",
        r"keep \1, \2 are too strong",
    ),
    (r"\bgive (the [\w ]{2,20}) the (?:same )?colou?r of (the [\w ]{2,20})(?=$|[.,;!])", r"make \1 match \2"),
    (r"\b(?:a )?(?:soft |gentle |warm |slight )?glow around (?=the\b)", "glow to "),
    # what a thing is like goes on behind a comma
    (
        r"\b((?:the|her|his|my) (?!photo|picture|image|shot)\w+(?: of the \w+)? (?:is|are|looks?|seems?) "
        r"(?:too |a bit |so |rather |quite )?(?:pale|dull|flat|dark|dim|grey|gray|drab|lifeless|cold|washed "
        r"out|bland)), "
        r"((?:a bit |a little |much |slightly )?(?:more|less) \w+|(?:a bit |a little |much |slightly )?\w+er)"
        r"(?:,? please)?(?=$|[.;!])",
        r"\1, make it \2",
    ),
    (
        r"\b((?:smooth(?: out)?|clean(?: up)?|denoise|darken|brighten|fix|soften) (the \w+)),? (?:because |as "
        r"|since )?"
        r"it is (?:too |so |very )?(noisy|grainy)\b",
        r"\1, remove the noise in \2",
    ),
    (r"\bdistracts?(?: (?:me|us|you|the eye|from [\w ]{3,20}))?(?=$|[,.;!])", "is distracting"),
    (
        r",? (?:and |which |so )?(?:it |that )?(?:draws|pulls|catches|attracts|steals) (?:the|my|your|all the|"
        r"too much) "
        r"(?:eyes?|attention)(?: away)?(?=$|[.,;!])",
        "",
    ),
    (
        r"\b(one|half an?|a|two|three|\d) more stops?(?: of (?:light|exposure|brightness))? (?:on|for|in|to) "
        r"(?=(?:the|her|his)\b)",
        r"\1 stop more light on ",
    ),
    (
        r"\b(the (?:\w+ of the )?\w+) (?:was|were) (?:a )?(?:much |far |way )?(deeper|richer|stronger|darker|"
        r"brighter|"
        rf"warmer|softer)(?: ({_HUES}))? in (?:reality|real life|person)\b",
        lambda m: f"make {m[1]} {m[2]}{' and more ' + m[3] if m[3] else ''}",
    ),
    (rf"\b(the (?:{_HUES})s?(?: (?:on|of|in) the \w+)?) (?:is|are) bleeding(?: out)?\b", r"\1 are too saturated"),
    (
        r"\btame (?=the (?:sun(?:'s)? )?(?:reflections?|glare|hot ?spots?) (?:on|in|off) (?:the )?"
        r"(?:water|sea|lake|river|pond|snow|road|skin|face|forehead)\b)",
        "reduce ",
    ),
    (r"\bthe sun(?:'s|light)? (reflections?|glare)\b", r"the \1"),
    (r"\b(?:want to |able to |let me )?see through the (haze|fog|mist|smog|smoke)\b", r"remove the \1"),
    (
        r"\bthe (?!veil|fog|mist|smoke)(\w+) (?:blends?|melts?|disappears?|vanish(?:es)?|gets lost|is lost|merges?) "
        r"in(?:to|with)? the (?!dark|shadow|background)\w+"
        r"(?:,? (?:please )?(?:separate|part|distinguish) (?:them|the two))?(?=$|[.,;!])",
        r"make the \1 stand out",
    ),
    (
        r"\b(?:separate|part|distinguish) the (?!veil)(\w+) from the (?!background)\w+(?=$|[.,;!])",
        r"make the \1 stand out",
    ),
    (
        r"\b(?:give|get) (the|her|his|their|my) (skin|face|faces|legs|arms) a (?:healthy |nice |light |slight "
        r"|summer |deep )*tan\b",
        r"make \1 \2 a little darker and a little warmer",
    ),
    (r"\btan (the|her|his|their|my) (skin|face|legs|arms)\b", r"make \1 \2 a little darker and a little warmer"),
    (
        r"\b(?:look|looks|feel|appear)s? (?:like|as if|as though) (?:it (?:was|is|were) )?(?:taken|shot|"
        r"photographed|made) "
        r"(?:about )?(?:an hour|half an hour|shortly|just|right) (?:before sunset|after sunrise)\b",
        "look like golden hour",
    ),
    (
        r"\b(?:(?:and |so |but )?(?:you|i|we|one) )?(?:can|could) ?not see any details? in (the|her|his|its) (\w+)\b",
        r", more detail in \1 \2",
    ),
    (
        r"(?:^|(?<=[,.;] ))let us (?:try|see|have) (?:it |this )?(?=(?:a (?:bit|little|touch|tad)|slightly|"
        r"much) \w+er\b)",
        "make it ",
    ),
    (r"\bneon colou?rs(?: at night)?(?=,? (?:please,? )?cyberpunk)", ""),
    # if, only there, and what is said beside
    (
        r"(?:^|(?<=[,.;] ))if ((?:the \w+|it|they) (?:is|are) (?:too |a bit )?(?:blown(?: out)?|overexposed|dark|"
        r"bright|flat|dull|cold|warm|noisy|soft|blurry|hazy|crooked|tilted)),? (?:then )?(?:please )?(?=\w)",
        r"\1, ",
    ),
    (
        r",? (?:or )?(?:otherwise|else|if not),? (?:just )?(?:leave|keep) (?:it|them|everything)(?: alone| as "
        r"(?:it is|they are|is))?",
        "",
    ),
    (r"\b(?:could|can|would|might) stand to (?=\w)", "should "),
    (r"(?:^|(?<=[,.;] ))(?:i )?(?:keep|cannot stop|can not stop) (?:thinking|feeling)(?: that)? ", ""),
    (r",? what do you (?:say|think|reckon)(?=$|[.,;?!])", ""),
    (
        r"\b(warmer|cooler|colder|darker|brighter|lighter|softer|sharper|bluer|greener),? but only (?:in |on |for )?"
        r"(the [\w ]{3,20}?)(?=$|[.,;!])",
        r"\1 in \2 only",
    ),
    (
        r"(?:^|(?<=[,.;] ))(?:the )?(skin|sky|face|background|foreground|water|grass|subject|eyes|hair|ground|"
        r"snow|clouds?) "
        r"([+-]) ?(\d+) (warmth|contrast|saturation|clarity|texture|sharpness|vibrance|exposure|highlights|"
        r"shadows)\b",
        r"\1 \4 \2\3",
    ),
    (r"\b(?:the |a bit of |some )sat\b(?! (?:on|in|at|down|there))", "the saturation"),
    (r"\bto (?:zero|0) except (?:for )?(?=(?:the|her|his)\b)", "completely except for "),
    (
        r"\b(?:reduce|fix|remove|correct|get rid of|clean up) (?:the |any |some )?(?:chromatic aberrations?|"
        r"(?:colou?r|purple|"
        r"green) fring(?:es|ing))\b",
        "photoshop the fringes",
    ),
    (r"\bget rid of (?:the |that |this )?(orange|red|pink|yellow|green|blue) skin\b", r"less \1 skin"),
    (
        r"\b(?:(?:(?:can|could) (?:i|we|you) (?:get|have|give (?:it|me))|give (?:it|me)|i (?:want|would like)|"
        r"with) )?"
        r"(?:a |the )?(?:dreamy,? soft|soft,? dreamy|dreamy and soft|soft and dreamy) background\b",
        "background dreamy and soft",
    ),
    (
        r"\bwarm (?:sunset|evening|golden) (?:tones?|lights?|glow|colou?rs?) (?:only )?on (the \w+)(?: "
        r"only)?(?=$|[.,;!])",
        r"warmer \1 only",
    ),
    (rf"\bpaint the (\w+) (?:in )?({_HUES})\b", r"make the \1 \2"),
    (
        r"\b((?:darker|brighter|lighter|warmer|cooler)|(?:darken|brighten|lighten|warm|cool)(?: it)?) where "
        r"(?!(?:it is|there is) "
        r"(?:dark|bright|light))",
        r"photoshop where ",
    ),
    # how much, and of what
    (
        r"\b(?:an? )(?:medium|moderate|modest|good|nice|decent|solid) (boost|bump|lift|increase|upgrade) "
        r"(?=of |in |to )",
        r"a \1 ",
    ),
    (r"\bupgrade (?:of|in) (?:the )?(?=\w)", "boost of "),
    (r"\bby a (?:decent|good|fair) (?:bit|amount|deal|margin)\b", ""),
    (
        r"\b(?:outside of the|the outside of the) windows? (?:is|are) (?:to|too) (light|bright|dark)\b",
        r"the window is too \1",
    ),
    (
        r",? so that (?:things like )?(the \w+) (?:is|are) more (\w+) and less (\w+)(?=$|[.,;!])",
        r", make \1 more \2 and less \3",
    ),
    (r"\b(?:the )?(?:rgb|rbg|colou?r balance)(?: levels?| values?)? (?=toward|to a more|more)", "the colors "),
    # to get more of something; one thing in colour; two hues of one thing
    (
        r"(^|[,.;] |\b(?:please|and|then|you|also|us|me|to) )get (?=(?:a (?:bit|little|touch|tad|lot) |slightly |"
        r"some |much )(?:more|less)\b)",
        r"\1add ",
    ),
    (r"\badd (a (?:bit|little|touch|tad|lot) |slightly |some |much )less\b", r"\1less"),
    (
        r"(?:^|(?<=[,.;] ))get (?=(?:a (?:bit|little) |slightly |much )?(?:brighter|darker|warmer|cooler|"
        r"sharper|softer)\b)",
        "make it ",
    ),
    (
        r"\b(?:only )?((?:the|her|his|my) \w+) (?:(?:stays?|remains?|is|are|left|kept) )?in (?:full "
        r")?colou?r,? (?:and |but |with )?"
        r"(?:the rest|everything else|all else|the others?)(?: of it)?(?: (?:is|goes|turns?|turned|should "
        r"be))?(?: in(?:to)?)? "
        r"(?:monochrome|black and white|b ?& ?w|gr[ae]y(?:scale)?)\b",
        r"make everything but \1 black and white",
    ),
    (rf"\b(everything but (?:the|her|his|my) (?!(?:{_HUES})s?\b)\w+) in black and white\b", r"make \1 black and white"),
    (
        rf"\b(make|turn|have|want) (the \w+) (?:look )?more ({_HUES})(?:,| and|,? but) less ({_HUES})\b",
        r"make \2 more \3, make \2 less \4",
    ),
    (
        r"\b(darken|brighten|lighten|sharpen|blur|soften|desaturate|fix|tone down|lift|dim) (?:that|this) "
        r"(?:area|part|spot|region|section|bit)\b(?! (?:of|in|on|where|by|near|at))",
        r"\1 it",
    ),
    (
        r",? (?:but |and |with )?the (\w+) (?:(?:stays?|left|remains?|kept) )?as (?:it is|they are|is)(?=$|[.,;!])",
        r", keep the \1",
    ),
    (
        r"\b(?:do not|never) let (the|her|his) (\w+) (?:get|become|go|turn) (?:any |too |even |much "
        r")?(?:darker|brighter|"
        r"lighter) (?:when|while|as) (?:you |i )?(?:are )?(?:add|raise|increas|boost)(?:e|ing)? (?:the )?(\w+)",
        r"add \3, keep the brightness of \1 \2",
    ),
    (r"\bimperceptibly\b", "very slightly"),
    (r"(?<!summer )\b(?:an? )?(?:evening|dusk) (?:light|mood|feel(?:ing)?)(?=$|[.,;!])", "golden hour"),
    (
        r"\b(?:light|it|this|photo|picture|image) (?:to )?(?:feel|look)s? like (?:the |a |early )*morning\b",
        "morning light",
    ),
    (r"^(16|21|4|3|5|2|1) (?:to|by) (9|3|2|4|5|1)(?=$|[.,;!])", r"crop to \1:\2"),
    (r"\b(?:a )?(?:flat|log|flat log|log flat) (?:look|profile|style)\b", "less contrast and less saturation"),
    (
        r"\bthe (\w+) (?:leans?|tilts?|falls?|is leaning|is falling|is tilting) (?:over )?back(?:wards?)?\b"
        r"(?:,? (?:please )?(?:fix|correct) (?:it|that))?",
        r"correct the perspective of the \1",
    ),
    # what it is for and how it came about, as one types it
    (r"(?:^|(?<=[,.;] ))(?:i )?(?:need|want) (?:this|it) (?:for|4) (?:my )?\w+(?: profile| page| post)?(?=,)", ""),
    (r"(?<=\w) n (?=\w)", " and "),
    (r"\b(?:irl|in rl)\b", "in real life"),
    (
        r"\b(the )?(sky|water|sea|grass|leaves|mountains|lake) (?:was|were) (?:way|much|far|so much)? ?(\w+er|"
        r"more \w+) in real life\b",
        r"the \2 should be \3",
    ),
    (r"\b(?:shot|taken|captured) (?:at|with) (?:high )?iso(?: ?\d+)?\b,?", ""),
    (
        r"\b(?:it )?(?:was|is) (?:the )?golden hour,? (?:and |but )(?:the |my )?(?:camera|phone)[\w ]{3,30}"
        r"(?:, (?:please )?bring (?:it|that) back)?(?=$|[.,;!])",
        "golden hour look",
    ),
    (r"(?:^|(?<=[,.;] ))blue hour (?:shot|photo|picture|image),? (?=\w)", ""),
    (r"(?:^|(?<=[,.;] ))golden hour (?:shot|photo|picture|image),? (?=\w)", ""),
    (r"\b(?:the |it |this )?\w* ?looks? like (?:it is|it was) (?:raining|snowing)\b", "photoshop rain"),
    (r"\bhazy (summer|autumn|winter|spring) (?:afternoon|morning|evening|day|light)\b", r"more haze, \1 look"),
    (r"\bmake (?:that|it|this|them) the star(?:s)? of the (?:photo|picture|image|shot|show)\b", "make it stand out"),
    (r"\bthe (\w+ reflections?) (?:is|are) (?:lovely|beautiful|nice|great), make it stand out", r"make \1 stand out"),
    (r"\bmatrix green\b", "green shadows"),
    (r"\bnothing is (?:really |quite )?white(?: here| in (?:it|this|the photo))?(?=$|[.,;!])", "white balance"),
    (r"\b(the (?:flash|sun) made [\w ]{3,20} shine), (?:please )?tone (?:that|it) down", r"\1"),
    (r"^(?:a )?(?:pic|photo|picture|shot|snap)s? from (?:our|my|the|a) [\w ]{3,20}, (?=\w)", ""),
    # what is needed, what it should not be, and what is done by another tool
    (
        r"\b(saturation|contrast|brightness|sharpness|sharpening|clarity|warmth|vibrance|light|exposure|"
        r"detail|colou?r) (?:is|are) "
        r"(?:heavily |really |badly |desperately |definitely |sorely |much )?(?:needed|required|necessary|"
        r"missing)(?: here)?\b",
        r"more \1",
    ),
    (
        rf"\b(?:make|get) {_IT} (?:to )?not (?:look |be |appear )?(?:so |as |too |that )?(blurry|dark|bright|"
        rf"flat|dull|grainy|noisy|"
        r"hazy|yellow|orange|red|green|blue|pink|pale|washed out|cold|warm)\b",
        r"make it less \1",
    ),
    (
        r"\b(?:the )?(\w+) would look (?:better|nicer|best) if the (\w+) (?:was|were|is) ((?:a (?:bit|little) "
        r"|slightly |much )?"
        r"\w+er)(?: than (?:it is|now))?\b",
        r"the \2 of the \1 should be \3",
    ),
    (r"\b(clean up|fix|correct|restore|repair) (the colou?rs?) and (?:the )?fading\b", r"\1 \2, less faded"),
    (r"\bmove (the [\w ]{2,30}?) so (?:that )?(?:it|they) (?:is|are|stands?|sits?)\b[\w ]*", r"photoshop \1"),
    (r"\bfill (?:in |up )?(?:the |these |those )?[\w ]{2,30}? with (?!light\b)[\w ]+", "photoshop it"),
    (
        r"\b(lens flare|flare|object|background|blemish|acne|scratch|stain|text|watermark|logo|wrinkle|people|"
        r"person) removal\b",
        r"remove the \1",
    ),
    (r"\bchange the (?:style|shape|type|kind|model|brand|design|pose|expression) of\b", "replace"),
    (r"\b(?:teeth|tooth) (whiter|brighter) and straighter\b", r"teeth \1, photoshop them straight"),
    # remarks in brackets, borders, and things that move
    (r"\((?:he|she|it|they|this|that) (?:is|are|was|were)[^()]{0,60}\)", ""),
    (
        r"\b(?:put|place|add|draw) (?:an? )?(?:[\w ]{0,30} )?(?:border|frame|outline|shape|box|circle|arrow)s? "
        r"(?:around|over|on) "
        r"(?!(?:the )?(?:edges?|corners?|borders?|sides?|photo|picture|image|it)\b)",
        "photoshop something onto ",
    ),
    (r"\bshadows? (?:taken|took) (?:away|out|off)\b|\btake (?:away|off) (?:the )?shadows?\b", "lift the shadows"),
    (
        rf"\b(change|turn) (?:the )?({_HUES}) (?:areas?|parts?|sections?|bits?|colou?rs?|tones?) (in)?to "
        rf"({_HUES})\b",
        r"change the \2 to \4",
    ),
    (
        r"\bhave (?:the|her|his|their) (?:man|men|woman|women|girl|boy|kid|child|children|baby|person|people|dog|"
        r"cat|bride|groom)s? (?:move|walk|jump|look|smile|stand|sit|face|turn|wave)\b",
        "photoshop them",
    ),
    (r"\b(whiter|brighter) and straighter\b", r"\1"),
    (r"\b(?:look )?pro and cool\b", "look professional"),
    (r"\beyes? (?:look|are|is|looks) (?:half )?(?:closed|shut)\b[^.;]*", "photoshop the eyes open"),
    (r"\bbl+uu+r+\b", "blur"),
    (
        r"\bmove (?!the (?:slider|camera|focus|tones?|colou?rs?|white))(?:the |a |an |those |these )?[\w "
        r"]{2,25}? (?:from|over to|onto|into|next to|in front of|behind) [\w ]+",
        "photoshop it",
    ),
    (
        r"\b(?:change|turn) the [\w ]{2,25}? (?:in)?to (?:an? )?[\w ]{2,25}? (?:appearance|finish|material|"
        r"surface)\b",
        "photoshop it",
    ),
    (
        r"\b(?:open|close|shut) the (?:blinds?|curtains?|doors?|windows?|gates?|drawers?|cabinets?|lids?)\b",
        "photoshop it",
    ),
    (r"\bnot all (?:of )?(the \w+) (?:is|are) in focus\b", r"sharpen \1"),
    (r"\((?:especially|mainly|mostly)[^()]{0,60}\)", ""),
    (r"&(?:amp;?|#38;)", "&"),
    (r"\bpl+[sz]+\b", "please"),
    (
        r"(?:^|(?<=[,.;] ))((?:(?:the|my|her|his) )?(?:face|faces|sky|background|image|photo|picture|"
        r"foreground|skin|water|colou?rs?|"
        r"window|subject|it)) (?:is |are |looks? )?to (bright|dark|light|yellow|red|blue|green|orange|dull|"
        r"pale|grainy|noisy|blurry|"
        r"saturated|warm|cold)(?=$|[.,;!])",
        r"\1 is too \2",
    ),
    (
        r"\bthe (?:lighting|light|flash|sun|sunlight|exposure) makes (?:it|the whole thing|everything|the "
        r"(?:photo|picture|image)) "
        r"(?:look |seem )?((?:a (?:bit|little) |far |way |much )?too \w+)",
        r"it is \1",
    ),
    (
        r"\b(?:remove|erase|delete) (?:the |that |this )?(?:\w+ )?structures? (?=(?:from|in|on|behind)\b)",
        "photoshop it away ",
    ),
    (
        r"\b(?:remove|erase|delete|eliminate) (?:the |all |any )?[\w ]{0,20}?(?:members|people|persons|men|"
        r"women|guys|kids|crowd|"
        r"audience|tourists|man|woman) (?:facing|walking|standing|sitting|looking|who|that)\b[\w ]*",
        "remove the people",
    ),
    (
        r"\b(?:and|but|,) not (?:so |too |as )?(grainy|blurry|noisy|hazy|dull|flat)(?: looking)?(?=$|[.,;!]| and\b)",
        r"and less \1",
    ),
    (r"\bthese (?:disposable camera|old|vintage|film|polaroid) (?=photos|pictures|shots)", "these "),
    (
        r"\b(?:drape|hang|lay|spread|pour|stick|attach|mount|park|seat) (?:an?|some) [\w ]{2,40}? (?:across|"
        r"over|on|onto|in|around|"
        r"above|next to|behind) [\w ]+",
        "photoshop it",
    ),
    (
        r"\b(?:so (?:that )?)(?:it|they) (?:does not|do not|doesn ?'?t|don ?'?t) blend (?:together|in)(?: "
        r"with [\w ]{2,20})?(?=$|[.,;]| (?:add|make))",
        ",",
    ),
    (r"\b(lighting|light|contrast|exposure|brightness) (?:improvements?|enhancements?)\b", r"improve the \1"),
    (r"\broses\b", "flowers"),
    (
        r"\bthe (\w+) (?:has |have )?lost (?:all )?(?:its|their|the) (warmth|colou?r|contrast|detail|details|"
        r"sharpness|brightness|texture)\b",
        r"more \2 in the \1",
    ),
    (
        rf"\b(?:the )?(?:white balance|colou?r balance|tones?) (?:drifts?|shifts?|leans?|goes|veers?|is "
        rf"drifting) (?:a bit |slightly )?(?:to|towards?|into) (?:the )?({_HUES})\b",
        r"it is too \1",
    ),
    (
        r"\b(?:can ?not|can hardly|could not) see (the \w+) (?:for|through|because of|behind) (?:all )?(?:the "
        r"|this )?(haze|fog|mist|smog)\b",
        r"remove the \2 from \1",
    ),
    (r"\bwithout burning (?:out|them out|it out)\b", ", keep the highlights"),
    (r"\b(leave|keep) (the \w+), (the \w+) (?:needs?|could use) (?:some )?(?:work|attention|help)\b", r"\1 \2, fix \3"),
    (
        r"\btone ?mapping (?:looks?|is|seems) (?:a bit |way |too )?(?:overdone|strong|much|heavy|over the "
        r"top)(?:, (?:calm|tone) (?:it|that)(?: down)?)?",
        "less hdr",
    ),
    (r"\bjust a subtle lift\b", "just a little brighter"),
    (r"\blet (the \w+) lead the eye, (brighten|lighten) it\b", r"\2 \1"),
    (
        r"\binvert (?:the |all )?(?:colou?rs?|image|photo|picture|tones?)\b|\b(?:look |be )?pixelated\b(?= "
        r"(?:effect|look)|$)",
        "photoshop it",
    ),
    (r"\bbring (?:in )?(?:some )?more light (?:in)?to (?:the )?(?:photo|picture|image|scene|shot)\b", "brighten it"),
    (r"[,.!]? ?(?:happy holidays|merry christmas|happy new year|cheers|thanks in advance)\b", ""),
    (
        r"\btouch (?:the |this |my |that )?(?:photo|picture|pic|image|shot) up (?:a (?:bit|little) )?more\b",
        "touch the photo up a bit",
    ),
    (r"\b(sharp|clear|bright|dark|warm)/(sharp|clear|bright|dark|warm)\b", r"\1 and \2"),
    (
        r"\bonly (the [\w ]{3,30}) (?:is|are|stays?|remains?) (?:colou?red|in colou?r)(?:,| and) the rest "
        r"(?:is|are|stays?) ",
        r"everything but \1 ",
    ),
    # what is left to us; what cannot be told from what is around it
    (
        r"(?:^|(?<=[,.;] ))(?:please )?do (?:whatever|what) you (?:think|feel|believe) (?:is |looks |would be "
        r")?(?:best|right|good|fit)\b",
        "make it look good",
    ),
    (r"(?:^|(?<=[,.;] ))i guess,? (?=the |it |my |her |his )", ""),
    (
        r"\b((?:the |her |his |my )\w+) (?:blends?|melts?|disappears?|merges?|gets lost|is lost) (?:in|into|"
        r"with|in with) (?:the |its )?background\b",
        r"make \1 stand out",
    ),
    (
        r"\b(he|she|it|they|(?:the|her|his|my) \w+) (is|are|gets?) (?:completely |totally |a bit )?(?:lost|"
        r"hidden|drowned|buried|swallowed) (?:in|by) (?:the |deep )*(?:shadows?|shade|dark|darkness)\b",
        lambda m: f"brighten {_WHOM.get(m[1], m[1])}",
    ),
    (
        r"\bthe (?:whites|white (?:parts|areas)) (?:are|look) (?:a bit |a little |rather |so |too )?(?:dirty|dingy|"
        r"grubby|yellowish gray)\b",
        "brighten the whites",
    ),
    (
        r"\b(warm|cool|brighten|darken|lighten|saturate|desaturate|sharpen|soften) it( up| down)?,? but (?:only|"
        r"just) (the \w+(?: \w+)?)(?=$|[.,;!])",
        r"\1\2 only \3",
    ),
    (r"(?<=, )crushed blacks\b|\bwith (?:the )?crushed blacks\b", "with deep blacks"),
    (
        r"\b(?:make|turn) it (?:in)?to (?:an? )?square\b|\bmake it an? square\b|\bsquare it(?: "
        r"off| up)?\b",
        "crop it to a square",
    ),
    (r"\b(?:turn |change |make )?(?:the )?night (?:in)?to (?:the )?day(?:time)?\b", "replace the night with day"),
    # all but one thing
    (
        r"\b(?:everything|all|the rest)(?: else)? (?:is|looks) (?:really |pretty |just )?(?:fine|good|great|"
        r"perfect|ok|okay|nice|alright)"
        r",? (?:except(?: for)?|but|apart from|besides) (?:for )?(the [a-z]+(?: [a-z]+)?|her [a-z]+|his [a-z]+)"
        r",? (?:which|that|it) (is|are|looks?) ",
        r"\1 \2 ",
    ),
    (
        r"\bnothing (?:but|except|other than) (the [a-z]+|her [a-z]+|his [a-z]+) (?:should|must|may|is to|can) "
        r"change ?[:,;.] ?(?:please )?make (?:it|them) ",
        r"only make \1 ",
    ),
    (
        r"\bdo not (brighten|darken|lighten|sharpen|blur|warm up|saturate|soften|enhance) (the [a-z]+|her|him|"
        r"them|it),? (?:but )?(?:only|just) (the [a-z]+|her|him|them)(?=$|[.,;!])",
        r"\1 \3, do not change \2",
    ),
    (
        r"\b(the [a-z]+(?: [a-z]+)?) (?:should|must|has to|needs to) be the (?:star|focus|hero|highlight|main "
        r"thing|center of attention|focal point)\b",
        r"make \1 stand out",
    ),
    (r"\bput the focus on (the [a-z]+(?: [a-z]+)?)(?= by\b|$|[.,;!])", r"make \1 stand out"),
    (r"\b(?:what|everything that) is (?:all )?(?:around|behind) (?:it|her|him|them|the \w+)\b", "the background"),
    (
        r"\b(?:it|the (?:photo|picture|horizon)) (?:leans|tilts|slants|is leaning|is tilted|is tilting) (?:a "
        r"(?:bit|little) |slightly )?(?:to|towards) the (?:left|right)\b",
        "it is crooked",
    ),
    (r"\b(?:fix|correct|sort out|repair) the verticals\b", "straighten it"),
    # what looks wrong
    (
        rf"\b(?:the )?(colors?|skin|(?:{_HUES})s?|tones?|sky) (looks?|seems?|feels?) {_RATHERS}"
        r"(?:fake|unnatural|artificial|unreal)\b",
        r"the \1 \2 too fake",
    ),
    (rf"\b({_IT}) (looks|seems|feels) {_RATHERS}(?:fake|unnatural|artificial|unreal)\b", r"\1 \2 too fake"),
    (
        rf"\b({_IT}) (?:is|came out|comes out|turned out) (?!too )(?!(?:a bit|a little|way|far|much) too )"
        rf"{_RATHERS}"
        r"soft(?=$|[.,;!]| and\b| but\b)",
        r"\1 is blurry",
    ),
    (r"\b(noisy|grainy|blurry|hazy|blurred) and (?:too )?soft\b", r"\1 and blurry"),
    (
        r"\b(?:its?|this)(?: is)? giving (?=(?:washed|flat|dark|dull|gr[ae]y|muddy|pale|boring|cold|yellow|"
        r"fake|orange"
        r"|bland)\b)",
        "it looks ",
    ),
    (r"\banything but (?=black and white|b&w|sepia|monochrome)", "not "),
    (r"(?:^|(?<=[,.;] ))(?:please,? )?no filter(?:s| looks?| effects?)?(?=$|[,.;!])", ""),
    (rf"\ba clean(?:er)? (?:{_PHOTO}|image|look|version|style|feel)\b", "a minimalist look"),
    (rf"\brecolor (.{{2,40}}?) (?:to|into|in|as) (?=(?:{_HUES})\b)", r"make \1 "),
    (
        rf"\bi (?:find|think|feel)(?: that)? ({_IT}|the \w+|her \w+|his \w+) (?:is |looks? )?(?:a (?:bit|little|"
        rf"touch|tad)|rather|quite|pretty|slightly|somewhat|kind of|very|really) "
        r"(?=(?:cold|cool|warm|dark|bright|flat|dull|yellow|blue|red|green|orange|pale|hazy|soft|harsh|strong|"
        r"busy|gr[ae]y|light|saturated|muted)\b)",
        r"\1 is too ",
    ),
    (r"\b(is|are|looks?|came out|turned out) (?:almost|nearly|practically|basically) white\b", r"\1 too bright"),
    (r"\b(is|are|looks?|came out|turned out) (?:almost|nearly|practically|basically) black\b", r"\1 too dark"),
    # what is wished of a thing, by how it should then be
    (
        rf"\b(?:want|like|love|need|prefer|have)(?: to (?:have|get|see))? ((?:the |her |his |my |their |its )"
        rf"(?!whole\b)\w+"
        rf"(?: \w+)?) (?:to be )?(?:(a bit|slightly|a little|a lot|strongly|much) )?({'|'.join(_DONE)})(?=$|"
        rf"[.,;!]| so\b| a\b)",
        lambda m: f"want to {_manner(m[2])}{_DONE[m[3]]} {m[1]}",
    ),
    (
        r"\b(?:i )?(?:would|will) (?:really )?(?:love|like|prefer) it if (.{2,30}?) (?:was|were|is|looked|looks|"
        r"could be|could look"
        r"|would be|would look|felt) (?=a\b|more\b|less\b|much\b|slightly\b|\w+er\b|brighter|darker)",
        r"make \1 ",
    ),
    (
        r"\b(?:i )?(?:want|would like|would love|need) (?:people|everyone|the viewers?|the eyes?|you|them|all "
        r"eyes) to (?:look at|see|notice"
        r"|focus on|go to|be drawn to) (the .{2,25}?)(?: first| immediately| straight away)?(?=$|[.,;!])",
        r"make \1 stand out",
    ),
    (
        r"\b(?:more |better |some )(?:separation|distance|difference) between (the .{2,25}?) and (?:the |its "
        r")?background\b",
        r"make \1 stand out",
    ),
    (
        r"\b(?:there is|there are|has|have) (?:way |far |just )?too much (?:going on|happening|stuff) (?:in|on) "
        r"(the [a-z]+)\b",
        r"\1 is too busy",
    ),
    (
        r"\bthere is an? (?:very |really |too |overly |annoying |ugly )*(bright|dark|glaring|hot) (?:spot|patch|"
        r"area|blob|bit) (?:on|at|in|near|to) (the [a-z]+(?: side"
        r"| corner| edge)?)(?: that (?:bothers|annoys|distracts|bugs) (?:me|us|you)| which (?:bothers|annoys|"
        r"distracts) (?:me|us))?",
        lambda m: (
            f"the {'shadows' if m[1] == 'dark' else 'highlights'} on {m[2]} are "
            f"too {'dark' if m[1] == 'dark' else 'bright'}"
        ),
    ),
    (
        r"\bit is (the \w+) that (is|are) too (\w+)(?: ?[:,]? ?(?:they|it) (?:is|are) too (\w+))?",
        lambda m: f"{m[1]} are too {m[4] or m[3]}",
    ),
    (
        r"\bwithout making (the rest|everything else|anything else|the [a-z]+|it|them|her|him) (darker|brighter|"
        r"lighter|warmer|cooler|softer)\b",
        lambda m: f"without {_MADE[m[2]]} {m[1]}",
    ),
    (
        r"(?<=[a-z]), (?:since |because |as )?(?:they|she|he|it) (?:is|are|was|were) (?:all |both |standing |"
        r"sitting )?(?:in|under) (?:the |deep |heavy )*(?:shade|shadows?|dark)(?=$|[.,;])",
        "",
    ),
    (
        r",? but (?:please )?do not overdo (?:the |it with the )?(?:warmth|brightness|contrast|colors?|"
        r"saturation|effect|sharpening|clarity|coolness)\b",
        ", but not too much",
    ),
    (r"^honestly,? |\bhonestly,? (?=the\b)", ""),
    (
        r"\b(?:make|turn) (?:it|this|the photo|the picture) (?:vertical|portrait|upright)(?: format| mode| "
        r"oriented)?(?: for| as| so it fits)? (?:an? |my |the )?(?:phone|mobile|iphone|story|stories|reels?|"
        r"tiktok|lock ?screen)(?: wallpaper| screen| background)?\b",
        "crop it to 9:16",
    ),
    (
        r"\b(?:,? ?like|as) (?:you see |they are |it is )?in (?:the|a|those|travel) (?:travel )?(?:brochures?|"
        r"magazines?|catalogues?|catalogs?|ads?|postcards?)\b",
        "",
    ),
    (rf"\b(?:that |a |with a |with that )?creamy {_STYLE}\b", "a creamy look"),
    (
        r"\b(?:we are |i am |it is |this is )(?:for )?(?:printing|using|posting|putting|sending) (?:this|it) "
        r"(?:for|on|in|to) (?:a |the |our |my )?[\w ]{2,20}? so (?=the |it |make |please )",
        "",
    ),
    # colour that is to be less, none that is to go
    (
        rf"\b(?:take|pull|suck|drain) {_MUCH}(?:of )?(?:the )?colors? (?:out|away|off)\b",
        lambda m: f"{_manner(m[1])}reduce the saturation",
    ),
    (rf"\b(?:take|pull) out {_MUCH}(?:of )?(?:the )?colors?\b", lambda m: f"{_manner(m[1])}reduce the saturation"),
    (r"\b(?:is |are )?lack(?:s|ing)?(?: in)?(?: any| some)? color\b", "needs more color"),
    # tones by how they look
    (r"\b(?:take|get|bring) (?:some of |a bit of )?the harshness (?:out|away|down)\b", "make it less harsh"),
    (
        r"\blooks? (?:a (?:bit|little)|slightly|kind of|rather|pretty|really|so) (?=(?:hard|harsh)(?:$|[.,;]|"
        r" and\b| so\b))",
        "looks too ",
    ),
    (
        rf"\bgive ({_IT}) an? (?:more |slightly |very )?(?:hazy|foggy) (?:look|feel|feeling|mood|vibe|effect"
        rf"|atmosphere)\b",
        r"make \1 hazier",
    ),
    (r"\b(?:wash|bleach) (?:out )?the blacks(?: out)?\b", "lift the blacks"),
    (r"\bmake the (?:bright (?:parts|areas|spots)|highlights) shine\b", "brighten the highlights"),
    (rf"\bthe whites (?:are|look) (?:{_RATHER} )+gr[ae]y(?:ish)?\b", "brighten the whites"),
    (
        rf"\b(highlights|whites|lights|bright (?:areas|parts|spots)) (is|are|looks?) ((?:{_RATHER} )+)hot\b",
        r"\1 \2 \3bright",
    ),
    (
        rf"\b(has|have|is|there is|got) (?:just )?so much (?=(?:{_HUES}|noise|grain|haze|glare|contrast"
        rf"|saturation|warmth)\b)",
        r"\1 too much ",
    ),
    (rf"\bthe ((?:{_HUES})s|shadows?|blacks) (?:are|is|look) (?:{_RATHER} )+light\b", r"darken the \1"),
    (
        rf"\bgive the (shadows|highlights|midtones) an? ((?:slightly |very |more )?(?:{_HUES})) (?:tone|tint"
        rf"|cast|hue|look|feel|glow)\b",
        r"add \2 to the \1",
    ),
    (r"^an? (hint|touch|bit|little) (?:of )?(?:more )?color\b", "add a bit of color"),
    (rf"\b((?:{_HUES})s?) (is|are) so much(?= *(?:$|[.,;!?]| and\b))", r"\1 \2 too much"),
    # looks by what has them, or by when
    (
        rf"\b(?:like|as) (?:it (?:is|was) )?(?:from |in |on )?an? (?:really |very |slightly )?{_AGED}(?:,? (?:and )?"
        rf"(?:{_AGED}|faded|yellowed|worn))* {_PRINT}\b",
        "vintage",
    ),
    (
        r"\b(?:the |that |a )?(?:kind of |sort of )?(?:look|light|glow|feel|feeling|mood|colors?|tones?) (?:that )?"
        r"(?:you|we|i|one) (?:only )?(?:get|see|have)s? (?:right |just |shortly )?(?:before|around|at|during|after) "
        r"(?:the )?(sun ?set|sun ?down|sun ?rise|dusk|dawn|golden hour|blue hour)\b",
        lambda m: f"a {'blue' if m[1] in ('dusk', 'dawn', 'blue hour') else 'golden'} hour look",
    ),
    # styles whose name alone finds fault
    (rf"\bgloomy (?={_STYLE}\b)|(?<=\bsomething )gloomy\b|^gloomy\b", "moody "),
    (rf"\b(?:intense|powerful) (?={_STYLE}\b)", "dramatic "),
    (
        rf"\b((?:make|turn) {_IT}|it should|should|something) ((?:look |feel |be |into something "
        rf"|more )*)(?:intense|powerful)(?=$|[.,;!?]| and\b)",
        r"\1 \2dramatic",
    ),
    (r"^(?:intense|powerful)(?=$|[.,;!?]| please\b)", "dramatic"),
    (r"^(?:hazy|foggy|misty)(?=$|[.,;!?]? please\b|[.!?])", "more haze"),
    (r"\bclean and fresh\b", "fresh"),
    (r"\bwashed[- ]out (?=(?:film|vintage|retro|pastel|matte|analog)\b)", "faded "),
    (
        rf"^(?:hazy|foggy) {_STYLE}\b|(?:^|(?<=\bwant )|(?<=\bfor )|(?<=\btry )|(?<=\blove )|(?<=\blike )"
        rf"|(?<=\bneed ))an? (?:hazy|foggy) {_STYLE}\b",
        "more haze",
    ),
    (rf"\bin an? (?:hazy|foggy) {_STYLE}\b", "with more haze"),
    (r"\bsomething (?:hazy|foggy)\b", "more haze"),
    (rf"\bin a golden {_STYLE}\b", ", a golden look"),
    (r"\bmovie[- ]like\b", "cinematic"),
    (rf"\bcalm (?={_STYLE}\b)", "peaceful "),
    (r"\bclassic (?=monochrome|black and white|b&w)", ""),
    (r"\bthis one\b(?! (?:is|was|on|in|at|of|with|here|there)\b)", "this photo"),
    # what is to stay
    (r"\b(without changing|keep|do not change|without touching|leave) the colou?r tones?\b", r"\1 the white balance"),
    (r"\b(lose|losing) the bright details?\b", r"\1 the highlights"),
    (r"\b(?:but |and )?keep it soft(?=$|[.,;!])", "without too much contrast"),
    # edges
    (
        r"\b(?:add|put) an? (?:soft |slight |subtle )?dark(?:er|ened)? (?:frame|ring|border|edge|halo)s?"
        r" (?:around|along|at|on|to) "
        r"(?:the )?(?:edges?|corners?|sides|outside|borders?)\b",
        "add a vignette",
    ),
    (
        r"\b(?:draw|pull|lead|bring|guide) (?:the |my |your |our )?(?:eyes?|attention|focus|viewer)"
        r" (?:in)?to(?:wards?)? (?:the )?"
        r"(?:middle|center) (?:with|by|using) (?=dark)",
        "",
    ),
    (r"\beven out the dark (?:corners|edges)\b", "lighten the corners"),
    # the frame
    (
        rf"\b(?:turn|twist|tip) {_IT} (?:a (?:bit|little|tad)|slightly) (?:to the )?(left|right)\b",
        lambda m: f"rotate it slightly {'counter' if m[1] == 'left' else ''}clockwise",
    ),
    (
        rf"\bgive {_IT} (?:an? )?(\d+ ?[:x] ?\d+) (?:aspect )?(?:ratio|crop|format|shape|frame)(?: crop)?\b",
        r"crop it to \1",
    ),
    (rf"\bmake {_IT} wide(?:screen)?,? like (?:a |the |in (?:a |the )?)?(?:movie|film|cinema)s?\b", "crop it to 16:9"),
    (
        r"\b(?:cut|shave|chop) (?:some|a (?:bit|little)) (?:away |off |out )?(?:on|at|from|of|off) the (left"
        r"|right|top|bottom)(?: side| edge)?"
        r"(?=$|[.,;]| and\b)",
        r"crop the \1",
    ),
)
"""Patterns of lower-case text with contractions spelt out, and what stands for them."""
