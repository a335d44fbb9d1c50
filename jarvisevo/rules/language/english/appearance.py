"""What people say of tones, colours, edges and the frame by how they look, said again as requests: "let me see more in
the shadows", "take some colour out", "a dark frame around the edges".
"""

import re
from collections.abc import Callable

from jarvisevo.rules.language.english.everyday import EVERYDAY, HUES, IT, PHOTO, PRINT, STOPS, STYLE

_DARK_PARTS = (
    r"(?:the |all the )?(?:shadows?|dark(?:er|est)? (?:areas?|parts?|spots?|bits?|regions?|corners?)|blacks?)\b"
)
_BRIGHT_PARTS = (
    r"(?:the |all the )?(?:highlights?|bright(?:er|est)? (?:areas?|parts?|spots?|bits?|regions?)|whites?"
    r"|blown(?: |-)?(?:out )?(?:areas?|parts?))\b"
)
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
        rf"\b(?:pull|bring|get|draw|coax|tease|dig) {_SOME}(?:of )?(?:the )?details? out (?:of|from|in) (the|her"
        rf"|his|my) "
        r"(?:(?:very|too) )?(?:dark|shadowed|black|shaded|unlit|dim) (?!areas?\b|parts?\b|bits?\b|tones?\b|regions?\b)"
        r"(\w+(?: \w+)?)(?=$|[.,;!]| and\b| but\b| please\b)",
        r"brighten \2 \3 and bring out the details in \2 \3",
    ),
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
    (r"\b(?:boost|bump|crank) (the )?shadows\b", r"raise \1shadows"),
    (
        r"\b(lower|raise|lift|drop|boost|reduce|increase|both)(?: both)? (blacks|whites) and (whites|blacks)\b",
        r"\1 the \2 and the \3",
    ),
    # "lower the shadows" is to have fewer of them, but with a number it is their slider
    (r"\b(?:lower|reduce|decrease|cut) (the )?shadows (?=by \d)", r"bring down \1shadows "),
    (
        r"\b((?:lower|reduce|decrease|cut) (?:the )?\w+ by [\d.]+(?: points| percent|%)?),? and (the )?shadows "
        r"(?=by \d)",
        r"\1, and bring down \2shadows ",
    ),
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
    (rf"\b(?:only|just) (?:keep )?(?:the )?((?:{HUES})s?) in color\b", r"everything but the \1 in black and white"),
    (rf"\b(enhance|intensify|emphasi[sz]e|bring out) (?:the )?({HUES})(?=$|[.,;!]| and\b| please\b)", r"\1 the \2s"),
    (rf"\b({STOPS}) (under|over)(?=,? please\b)", lambda m: f"{'darken' if m[2] == 'under' else 'brighten'} by {m[1]}"),
    (r"(?:^|(?<=[,.;] ))(?:like|about|maybe|say) (?=\d+ ?%? (?:more|less)\b)", ""),
    (rf"\b((?:{HUES})s?) ({_BY}more) olive\b", r"\1 \2 yellow"),
    (
        rf"\b(?:chill|calm|quiet|tame) (it|them|that|those|the (?:colors?|tones?|{HUES})s?) (?:out|down)\b",
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
    (rf"\bonly keep (?:the )?((?:{HUES})s?)(?: color)?(?=$|[.,;!])", r"everything but the \1 in black and white"),
    *EVERYDAY,
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
        rf"\b(?:the )?(colors?|skin|(?:{HUES})s?|tones?|sky) (looks?|seems?|feels?) {_RATHERS}"
        r"(?:fake|unnatural|artificial|unreal)\b",
        r"the \1 \2 too fake",
    ),
    (rf"\b({IT}) (looks|seems|feels) {_RATHERS}(?:fake|unnatural|artificial|unreal)\b", r"\1 \2 too fake"),
    (
        rf"\b({IT}) (?:is|came out|comes out|turned out) (?!too )(?!(?:a bit|a little|way|far|much) too )"
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
    (rf"\ba clean(?:er)? (?:{PHOTO}|image|look|version|style|feel)\b", "a minimalist look"),
    (rf"\brecolor (.{{2,40}}?) (?:to|into|in|as) (?=(?:{HUES})\b)", r"make \1 "),
    (
        rf"\bi (?:find|think|feel)(?: that)? ({IT}|the \w+|her \w+|his \w+) (?:is |looks? )?(?:a (?:bit|little|"
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
        rf"(?: (?!less\b|more\b|too\b|not\b|so\b)\w+)?) (?:to be )?(?:(a bit|slightly|a little|a lot|strongly|much) )?"
        rf"({'|'.join(_DONE)})(?=$|"
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
    (rf"\b(?:that |a |with a |with that )?creamy {STYLE}\b", "a creamy look"),
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
        rf"\bgive ({IT}) an? (?:more |slightly |very )?(?:hazy|foggy) (?:look|feel|feeling|mood|vibe|effect"
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
        rf"\b(has|have|is|there is|got) (?:just )?so much (?=(?:{HUES}|noise|grain|haze|glare|contrast"
        rf"|saturation|warmth)\b)",
        r"\1 too much ",
    ),
    (rf"\bthe ((?:{HUES})s|shadows?|blacks) (?:are|is|look) (?:{_RATHER} )+light\b", r"darken the \1"),
    (
        rf"\bgive the (shadows|highlights|midtones) an? ((?:slightly |very |more )?(?:{HUES})) (?:tone|tint"
        rf"|cast|hue|look|feel|glow)\b",
        r"add \2 to the \1",
    ),
    (r"^an? (hint|touch|bit|little) (?:of )?(?:more )?color\b", "add a bit of color"),
    (rf"\b((?:{HUES})s?) (is|are) so much(?= *(?:$|[.,;!?]| and\b))", r"\1 \2 too much"),
    # looks by what has them, or by when
    (
        rf"\b(?:like|as) (?:it (?:is|was) )?(?:from |in |on )?an? (?:really |very |slightly )?{_AGED}(?:,? (?:and )?"
        rf"(?:{_AGED}|faded|yellowed|worn))* {PRINT}\b",
        "vintage",
    ),
    (
        r"\b(?:the |that |a )?(?:kind of |sort of )?(?:look|light|glow|feel|feeling|mood|colors?|tones?) (?:that )?"
        r"(?:you|we|i|one) (?:only )?(?:get|see|have)s? (?:right |just |shortly )?(?:before|around|at|during|after) "
        r"(?:the )?(sun ?set|sun ?down|sun ?rise|dusk|dawn|golden hour|blue hour)\b",
        lambda m: f"a {'blue' if m[1] in ('dusk', 'dawn', 'blue hour') else 'golden'} hour look",
    ),
    # styles whose name alone finds fault
    (rf"\bgloomy (?={STYLE}\b)|(?<=\bsomething )gloomy\b|^gloomy\b", "moody "),
    (rf"\b(?:intense|powerful) (?={STYLE}\b)", "dramatic "),
    (
        rf"\b((?:make|turn) {IT}|it should|should|something) ((?:look |feel |be |into something "
        rf"|more )*)(?:intense|powerful)(?=$|[.,;!?]| and\b)",
        r"\1 \2dramatic",
    ),
    (r"^(?:intense|powerful)(?=$|[.,;!?]| please\b)", "dramatic"),
    (r"^(?:hazy|foggy|misty)(?=$|[.,;!?]? please\b|[.!?])", "more haze"),
    (r"\bclean and fresh\b", "fresh"),
    (r"\bwashed[- ]out (?=(?:film|vintage|retro|pastel|matte|analog)\b)", "faded "),
    (
        rf"^(?:hazy|foggy) {STYLE}\b|(?:^|(?<=\bwant )|(?<=\bfor )|(?<=\btry )|(?<=\blove )|(?<=\blike )"
        rf"|(?<=\bneed ))an? (?:hazy|foggy) {STYLE}\b",
        "more haze",
    ),
    (rf"\bin an? (?:hazy|foggy) {STYLE}\b", "with more haze"),
    (r"\bsomething (?:hazy|foggy)\b", "more haze"),
    (rf"\bin a golden {STYLE}\b", ", a golden look"),
    (r"\bmovie[- ]like\b", "cinematic"),
    (rf"\bcalm (?={STYLE}\b)", "peaceful "),
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
        rf"\b(?:turn|twist|tip) {IT} (?:a (?:bit|little|tad)|slightly) (?:to the )?(left|right)\b",
        lambda m: f"rotate it slightly {'counter' if m[1] == 'left' else ''}clockwise",
    ),
    (
        rf"\bgive {IT} (?:an? )?(\d+ ?[:x] ?\d+) (?:aspect )?(?:ratio|crop|format|shape|frame)(?: crop)?\b",
        r"crop it to \1",
    ),
    (rf"\bmake {IT} wide(?:screen)?,? like (?:a |the |in (?:a |the )?)?(?:movie|film|cinema)s?\b", "crop it to 16:9"),
    (
        r"\b(?:cut|shave|chop) (?:some|a (?:bit|little)) (?:away |off |out )?(?:on|at|from|of|off) the (left"
        r"|right|top|bottom)(?: side| edge)?"
        r"(?=$|[.,;]| and\b)",
        r"crop the \1",
    ),
)
"""Patterns of lower-case text with contractions spelt out, and what stands for them."""
