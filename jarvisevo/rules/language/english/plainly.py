"""Wishes said in a roundabout way, said again plainly: places by what they leave out, two sliders in one breath,
colours by how they end, complaints with the cure behind, what is conceded before a wish.
"""

import re

from jarvisevo.rules.language.english.everyday import IT, PHOTO
from jarvisevo.rules.language.english.letters import (
    BEGINS,
    EFFECT,
    END,
    HUE,
    NOUN,
    ONE,
    OWNED,
    SLIDER,
    STARTS,
    THING,
    Rows,
)

_NOT_SEEN = "(?<!if you )(?<!when you )(?<!when i )(?<!if i )(?<!once you )(?<!once i )(?<!as i )(?<!as you )"
"""Before "zoom in" that says how somebody looks at a photo."""
_IN = "(?: (?:in|down|up|closer|tighter|tightly|tight|away|off|a (?:bit|little)|more|slightly))*"
"""How a crop goes, beside what it is of."""
LEAVES_OUT = "(?:remove|exclude|eliminate|get rid of|cut out|take out|leave out|lose)"
_FRINGE = "(?:clutter|junk|mess|distractions?|borders?|bars?|frames?|edges?|margins?|sides?|space|area|parts?)"
"""What has no place of its own: a crop takes it away anyway."""
_FAULT = "blurry|grainy|noisy|hazy|dark|bright|dim|flat|dull|pale|faded|washed out|yellow|orange|red|green|blue|crooked"
_NO_THING = rf"{OWNED} (?:{SLIDER}|colou?rs?|tones?)\b"
_SHARP = "(?:better |sharper |sharp |clearer |clear |perfect |full |crisp )?"
_SHOWN = "(?:(?!(?:out|but|while|is|are|was|be|more|less|focus|come|photo|picture|image|pic)\\b)\\w+ )"
PARTS_OF = {"2": "half", "3": "third", "4": "quarter", "5": "fifth", "6": "sixth", "10": "tenth"}
_LOOKS = (
    "black and white|b&w|monochrome|gr[ae]y ?scale|sepia|warm|cool|cold|dark|bright|light|dull|vivid|flat|soft|sharp"
)
"""What a photo is from and to: what it is from is not wished."""
_READABLE = "(?:(?:more |easily |clearly )*(?:legible|readable)|easier to (?:read|make out))"
_NEW = (
    r"(?!(?:tone|tint|hue|colou?r|cast|light|highlight|shadow|shade|glow|look|accent|reflection"
    r"|haze|filter|effect|overlay|gradient|point|level|vibe|lip|eye|cheek|note|undertone|overtone|element|ray)s\b)"
    r"[a-z]{2,}[a-rt-z]s\b"
)
"""Things that are counted, which are new when they are added: "green bushes", not "more green grass"."""
_WORN = (
    "(?:beard|moustache|mustache|hat|cap|crown|cape|scarf|tie|bow|wig|mohawk|mask|helmet|coat|jacket|shirt|dress"
    "|suit)\\b"
)
_IS_CUT = (
    "(?:is|are|was|were|gets?|got|being) (?:partially |partly |slightly |a (?:bit|little) |half )?"
    "(?:cut|cropped|chopped) off\\b"
)
_ENDS_THERE = re.compile(
    r"\b(?:crop|trim|cut|so|let|avoid|without|until|till)\b[^.,;!?]*$|\b(?:ok|okay|fine|alright|mind) (?:that|if) $"
)
"""Before what a crop shall cut off, which is no complaint."""
_SHAPED = "(portrait|landscape|vertical|horizontal)(?: (?:orientation|format|mode|layout))?"
PLAINLY: Rows = (
    (r"\b(really|very|so|too|way)(?: \1)+\b", r"\1"),
    (
        r"^(too \w+)[,.;]* (?:so |and )?(?:please |can you |could you )?fix (the|her|his|my) (\w+(?: tones?)?)"
        r"(?=[.!]?$)",
        r"\2 \3 is \1",
    ),
    (r"\bfix the blur\b", "reduce the blur"),
    (r"^(?:please |can you )?fix the crop(?:ping)?(?=[.!?]?$)", "crop it"),
    (
        rf"{_NOT_SEEN}\b(?:zoom (?:(?:right|way|all the way|much|closer|tighter) )?in|(?:get|come|move"
        rf"|go) (?:in )?closer)"
        r"(?: closer| tighter| more| a (?:bit|little)(?: closer| more| tighter)?)? (?:in )?(?:on|to|into) "
        rf"(?=(?:{OWNED}|just|only|two|both|one) )(?!{OWNED} {PHOTO}\b)"
        r"(?!the (?:original|natural|normal|real|true|actual)\b)",
        "crop in on ",
    ),
    (
        rf"\b(?:make|have|get|let) {IT} (?:appear|look|seem|come|be) (?:much |a (?:bit"
        rf"|little) )?closer{END}",
        "crop closer",
    ),
    (
        rf"\b(?:make|have|get|let) ({THING}) (?:appear|look|seem|come) (?:much |a (?:bit|little) )?closer"
        rf"(?: to (?:me|us|the (?:camera|viewer)))?{END}(?! and \w+er\b)",
        r"crop in on \1",
    ),
    (rf"\bbring {IT} (?:in )?(?:much |a (?:bit|little) )?closer{END}", "crop closer"),
    # a crop told by what it leaves out, or by what stays
    (
        r"\b(?:crop|cut|trim) (?:out |off |away )?(?:all|everything|everyone|everybody|anything)(?: else)?"
        r"(?: (?:out|off|away))? (?:except|but|besides|apart from|other than|aside from)(?: for)? "
        rf"(?!(?:the )?(?:{SLIDER}|(?:{HUE})s?)\b)",
        "crop to ",
    ),
    (
        rf"\bcrop{_IN}(?: {IT})?{_IN}(?: (?:at|along|from|on) (?:the )?[\w ]{{3,40}}?)? (?:in order "
        rf"|so as )?to {LEAVES_OUT} "
        rf"(?!(?:\w+ ){{0,3}}{_FRINGE}\b)(?=(?:{OWNED}|some|any|all) )",
        "crop out ",
    ),
    (
        rf"\bcrop{_IN}(?: {IT})?{_IN} so (?:that )?(?:(?:(?:it|this|that|the {PHOTO}) (?:is|shows|has)|(?:you|we"
        rf"|i) (?:can )?see)"
        rf" (?:just|only|nothing but)|(?:you|we|i) (?:can )?(?:just|only) see|(?:{IT}) (?:just|only) shows) "
        rf"(?={OWNED} )",
        "crop to ",
    ),
    (
        rf"\bcrop{_IN}(?: {IT})?{_IN} so (?:that )?(?:just|only) ({ONE}) "
        rf"(?:(?:is|are) (?:visible|left|shown|seen)|shows?|remains?|can be seen){END}",
        r"crop to \1",
    ),
    (
        rf"\bcrop{_IN}(?: {IT}| {OWNED} (?!background|top|bottom|left|right|sides?\b|edges?\b)\w+)?"
        rf"{_IN} (?:in order |so as )?to "
        rf"(?:just |only |better )?(?:focus|center|concentrate|zoom in|close in)(?: (?:more|only|just|better))? "
        rf"(?:in )?on (?={OWNED} )",
        "crop in on ",
    ),
    (
        r"\b((?:crop|cut|trim|chop)(?: (?:out|off|away|about|around|roughly|it|by))* )(?:(?:a |one )?1/(2|3|4|5|6"
        r"|10)(?:th|rd)?"
        r"|one (half|third|quarter|fifth|sixth|tenth)) (?=(?:of|off|from) )",
        lambda m: f"{m[1]}a {m[3] or PARTS_OF[m[2]]} ",
    ),
    (
        rf"\b(?:change|switch|convert|turn|make|flip) (?:(?:the |its )?(?:orientation|format|layout)(?: of {IT})?|{IT})"
        rf" from {_SHAPED} (?:in)?to (?:an? )?{_SHAPED}{END}",
        lambda m: f"crop it to {'4:5' if m[2] in ('portrait', 'vertical') else '3:2'}",
    ),
    (
        rf"\b(?:adjust|fix|change|correct|alter) (?:the )?(?:camera )?angles? so (?:that )?(?:{IT}|{THING}) "
        r"(?:is|are|looks?|appears?) (?:straight|level|upright|horizontal|vertical|not crooked"
        r"|even(?! (?:more|less|better|\w+er)\b))\b",
        "straighten it",
    ),
    # what is to be sharp, or read
    (
        rf"\b(?:{OWNED} )?(?:camera|lens|phone|auto ?focus) (?:did|does|could|can|would) not (?:bring|get|put|have) "
        rf"({ONE}) in(?:to)? {_SHARP}focus{END}",
        r"sharpen \1",
    ),
    (
        rf"(?<!did not )(?<!could not )(?<!can not )(?<!does not )\b"
        rf"(?:bring|get|put|have) ((?:{OWNED}|all|both|everyone|everybody) {_SHOWN}{{0,7}}?)(?:back )?in(?:to)? "
        rf"{_SHARP}focus{END}",
        r"sharpen \1",
    ),
    (r"\b(?:un|de)[ -]?blurr? (?=\w)", "sharpen "),
    (
        r"(?<!not )\b(?:edit out|remove|get rid of|take out|reduce|fix|lose|clean up|erase|delete) "
        r"(?:the |this |that |any |all )*(?:(?:camera )?lens blur(?:r?iness)?|blur(?:r?iness)? "
        r"(?:on|of|from|in) (?:the |my )?(?:camera |phone )?lens)\b(?! flares?\b)",
        "sharpen it",
    ),
    (
        rf"{BEGINS}(?:(?:and|but|because|since|as) )?(?:(?:small |fine )?details? (?:like|such as) )?"
        rf"(?!(?:{OWNED} )?(?:colou?rs|tones|pixels|background))((?:{OWNED} )?[\w']+(?: (?:in|on|of|at) {OWNED} \w+)?)"
        r" (?:all |just |kind of )*(?:blurs?|smears?|smudges?) "
        r"(?:all )?together\b(?! (?:nicely|beautifully|perfectly|well|so)\b|,? (?:and|which) (?:i|that|it) )",
        r"sharpen \1",
    ),
    (
        rf"\b(?:put|place|keep|set|have) (?:the |more )*focus on (?!{_NO_THING})({ONE}),? (?:and |but )?not (?:on )?"
        rf"(?!{_NO_THING})({ONE}){END}",
        r"blur \2 and sharpen \1",
    ),
    (
        rf"\b(?:clean up|fix|enhance|improve|edit|adjust|change|correct) ({THING}) (?:so (?:that )?(?:it is|they are|it"
        rf" becomes|they become)|to (?:make|get|have) (?:it|them)|to be|until (?:it is|they are)) {_READABLE}",
        r"make \1 clearer",
    ),
    (
        rf"\b(?:i |you |we |one )?can ?not (?:really |even )?read ({ONE})(?:,|\.| so| and)+ "
        rf"(?:please |can you |could you )*(?:make|get) (?:it|them|that) (?:be |look )?{_READABLE}",
        r"make \1 clearer",
    ),
    (
        rf"\b(?:hardly any|barely any|almost nothing|very little|not much) of ({ONE}) (?:is|are|can be|gets?) "
        rf"(?:visible|seen|recognizable){END}",
        r"you can hardly see \1",
    ),
    (rf"\b(?:make|get|have) ({THING}|{IT}) (?:be |look |appear )?{_READABLE}", r"make \1 clearer"),
    (
        rf"{BEGINS}({ONE}) (?:is|are|looks?) (?:(?:so|very|really|too|a bit|pretty|quite|almost|just|not) )*"
        rf"(?:(?:hard|difficult|impossible|tough) to read|unreadable|illegible|(?<=not )(?:readable|legible)){END}"
        r"(?:,? (?:please |can you |could you )*fix (?:it|that|this)?)?",
        r"make \1 clearer",
    ),
    (
        rf"\b(?:make|get|want|need|prefer|would (?:like|love|prefer)) ({IT}|{THING}) (?:to not|not to) (?:be|look"
        rf"|appear|seem)"
        rf" (?:so |as |too |that )?({_FAULT}){END}",
        r"make \1 less \2",
    ),
    (
        rf"{BEGINS}({ONE} (?:on|in|of|at|behind) (?!(?:{OWNED} )?{PHOTO}\b)(?:{ONE}|\w+)), "
        r"(?:please |can you |could you )*make (?:it|them) "
        r"(?=(?:(?:a (?:bit|little)|much) )?(?:more|less|\w+er)\b)",
        r"make \1 ",
    ),
    # what it is from is not wished
    (
        rf"\b(?:change|turn|convert|switch|make|move|bring|take)( (?:{IT}|{THING}))? from (?:an? )?(?:{_LOOKS}"
        rf"|colou?rs?)"
        rf"(?: (?:tones?|look))? (?:in)?to (?:an? )?({_LOOKS}|gr[ae]y)(?: (?:tones?|look|{PHOTO}))?{END}",
        lambda m: f"make{m[1] or ' it'} {'black and white' if m[2] in ('gray', 'grey') else m[2]}",
    ),
    (r"\bundo (?:the |that |this )?(?=sepia\b)", "remove the "),
    # praise, rewards, and what another tool does
    (
        rf"\b(?:make|turn|edit|create|do|give|get) (?:(?:me|us|{IT}) )?(?:look |be |(?:in)?to "
        rf"|in )?(?:an? )?(?:really |super |very )?cool "
        r"(?:looking )?(?:wallpaper|poster|cover|album cover|edit|banner|thumbnail|avatar|profile (?:pic|picture|photo)"
        rf"|(?:{PHOTO}|art|piece|print)(?= (?:of|out of|from|with) (?:it|this|me|us|him|her|my)\b))"
        rf"(?: (?:(?:out )?of|from|with) (?:it|this|that|me|us|him|her|my \w+))?{END}",
        "enhance it",
    ),
    (
        rf"\b(?:make|get) {IT} look (?:really |super |very |so |all )?cool(?: please)?(?=\s*$|[.!?])"
        r"(?!.*\b(?:warm|cool|cold|orange|yellow|blu)[a-z]*\b)",
        "enhance it",
    ),
    (
        r"(?:\b(?:i )?(?:will|can|would) (?:give|award|send) )?(?<!it )(?<!more )\b(?:reddit )?"
        r"(?:gold|silver|platinum) (?:for|to|goes to) "
        r"(?:whoever|(?:anyone|(?:the )?(?:first )?(?:one|person)) (?:who|that|to)) "
        r"(?:can |could |will )?(?!(?:do|does|did|done|win|wins|won|get|gets|nails?|manages?|helps?|comes?"
        r"|is|has|gives?|makes? (?:the|my) (?:best|favorite|nicest|coolest|funniest|first))\b)",
        "please ",
    ),
    (
        r"(?:\b(?:i )?(?:will|can|would) (?:give|award|send) )?(?<!it )(?<!more )\b(?:reddit )?"
        r"(?:gold|silver|platinum) (?:for|to|goes to) "
        r"(?:whoever|anyone|(?:the |my |any )?(?:one )?(?:best|winner|winning|favorite|first (?:one|person)|nicest"
        r"|good one"
        r"|(?:one|person) (?:who|that)))\b[^.,;!?]*",
        "",
    ),
    (rf"\bdo not (?:show|display) ({THING}) (?:so|too) (?!much\b|many\b)(\w+){END}", r"\1 is too \2"),
    (
        rf"\bdo not (?:show|include|display) (?=(?:{OWNED}|any) )(?![^.,;!?]*\b(?:too|so|as) (?!much\b|many\b)\w+)",
        "remove ",
    ),
    (
        rf"\btake ({THING}) and (?:turn|flip|rotate|spin|put) (?:it|them) (?:upside ?-?down|around|over|sideways"
        rf"|backwards?)\b",
        r"photoshop \1",
    ),
    (
        rf"\b(?:(?:it is |i am |i do not )?(?:ok|okay|fine|alright|mind) (?:that|if|with it that) {THING} {_IS_CUT}"
        rf"|{THING} {_IS_CUT},? (?:(?:but|and) (?:that|it|this|i|we)|which)(?: is| am| are)? "
        r"(?:fine|ok|okay|alright|good|no problem|do not (?:mind|care)|like|love))\b(?: (?:that|it))?",
        "",
    ),
    (
        rf"\b(?:except |but |although |though )?(?:where |that )?({THING}) {_IS_CUT}(?! (?:is|are|looks?)\b)",
        lambda m: m[0] if _ENDS_THERE.search(m.string[: m.start()]) else f", extend {m[1]}",
    ),
    (
        rf"\badd (?:(?:some|more|a few|several|a lot of|an?|in) )*(?:{HUE}|brown|white|black|gray)(?:ish)? "
        rf"(?={_NEW})",
        "photoshop in ",
    ),
    (
        rf"\bgive (?:him|her|them|me|us|{THING}) an? (?:{HUE}|brown|white|black|gray)(?:ish)? (?={_WORN})",
        "photoshop in a ",
    ),
    (rf"\bundo (?:the |that |this |all )?filters?{END}", "remove the filter"),
    (
        rf"{_NOT_SEEN}\bzoom (?:{IT} |(?:the |this |my )?{PHOTO} )?(?:way |right |much |closer )?in"
        rf"(?:(?: on|to)? (?:the |this |my )?{PHOTO})?(?: closer| more)?( a (?:bit|little|touch)| slightly)?"
        r"(?=$|[.,;!?]| and\b)",
        r"crop closer\1",
    ),
    (rf"{_NOT_SEEN}(?<!not )\bzoom into (?=(?:{OWNED}|just|only|two|both|one) )(?!{OWNED} {PHOTO}\b)", "crop in on "),
    (rf"{_NOT_SEEN}(?<!not )\bzoom (?:it|this|the {PHOTO}) in on (?={OWNED} )", "crop in on "),
    (
        rf"{_NOT_SEEN}(?<!not )\bzoom in (?:on|to) (?!{OWNED}\b|it\b|an?\b|see\b|check\b|show\b|look|get\b|lose\b"
        r"|remove\b|make\b|fill\b|cut\b|hide\b|bring\b|where\b|\d)(?=[a-z]{3})",
        "crop in on the ",
    ),
    (
        r"\bgive ((?:the|his|her|my|our) \w+) and ((?:the |his |her |my |our )?)(\w+) "
        r"((?:a (?:little )?(?:bit|touch|little) |some |much |way |\d+ (?:points? )?)?(?:more|less) "
        rf"(?:{SLIDER}|colou?r|light|detail|warmth|punch))(?: each)?\b",
        lambda m: f"{m[4]} in {m[1]} and {m[2] or 'the '}{m[3]}",
    ),
    (r"\bso dark in here\b", "too dark"),
    (
        r"\b(?:i )?can not (?:really |even )?(?:see|make out) (?:any|the|much) details? (?:in|on|of) "
        r"((?:the|her|his|my|their) (?:\w+ )?(?:dress|gown|veil|shirt|suit|jacket|coat|fabric|lace|fur))\b",
        r"much more detail in \1",
    ),
    (
        r"^(?:(?:i |we )?(?:want|need|set|make|get|light) )?(?:the|that|this) (sky|sunset|sunrise|clouds?)"
        r" (?:look )?(?:like (?:it is|they are) )?(?:be )?on fire\b",
        r"make the \1 more dramatic and more orange",
    ),
    (
        r"(?:(?<=\d[:x]\d)|(?<=\d[:x]\d\d)) (?:strip|panorama|banner|format|frame|crop|(?:aspect )?ratio|shape|size)\b",
        "",
    ),
    (
        rf"\b({EFFECT}|mute|dim|fade|tone down) (?:all )?(?:of )?(?:the others|everyone else|everybody else)\b",
        r"\1 everything else",
    ),
    (
        r"\bthe (?:half|part|side|area|bit|spot)s?(?: of (?:the|this) (?:photo|picture|image|scene|frame|shot))?(?: "
        r"that| which| where)? the (?:sun|sunlight|daylight|light|flash|lamp)(?: ?light)? (?:does|do|did|can) not "
        r"(?:reach|hit|touch|get to|fall on)\b",
        "the shadows",
    ),
    # what is done instead
    (rf"^({EFFECT}) nothing (?:but|except)(?: for)? ", r"\1 "),
    (
        rf"\bdo not {EFFECT} ((?:the|his|her|my|our|their) \w+)[,.;] (?:just |but |please )?({EFFECT}) it"
        r"(?: up| down)?"
        r"(?: instead)?(?=[.!]?$)",
        r"\2 \1",
    ),
    (
        rf"\b((?:the|his|her) background) (?:is|looks) too (?:busy|distracting|cluttered),? (?:so )?({EFFECT}) it",
        r"\2 \1",
    ),
    (r"\baside from\b", "apart from"),
    (r",? (?:and )?(?:after that|on top of that),? ", ", "),
    (rf"^tint (?=the (?:shadows|highlights|midtones) (?:{HUE}),? and the )", "make "),
    (r"\b(?:i|we) want (the (?:left|right|top|bottom|upper|lower) half) as (?=bright|dark)", r"make \1 as "),
    (rf"\bit should not be ({HUE})(?=[.;!]|$|, (?!but))", r"it is too \1"),
    (
        r"(?:\b(?:add|put|use|give it|want) (?:a )?|^(?:a )?)(?:white|bright) vignette"
        r"(?: (?:around|at|on) the (?:edges|corners))?",
        "brighten the corners",
    ),
    (r"\btoo soft and (?:too |so |very |a bit )?(?=(?:noisy|grainy)\b)", "blurry and too "),
    (r"\b(noisy|grainy) in the dark(?:er)? (?:parts|areas|bits)\b", r"\1 in the shadows"),
    # what is right, but for one thing
    (
        r"\b(?:all|everything)(?: is| looks)? (?:good|fine|great|ok|okay|perfect|right)(?: here)? (?:except|but|save"
        r"|apart from|other than)(?: for)? (the [\w ]{3,20}?),? (?:which (?:is|are)|that is|it is|they are|it looks) ",
        r"\1 is ",
    ),
    (r"\blike (?=\d+(?:\.\d+)? ?(?:%|percent|points?)(?: |$))", ""),
    (r"\bup to (?=\d+(?: points?| percent| ?%)? (?:more|less) )", ""),
    (
        r"\b(?:swing|move|push|shift|pull|nudge|steer) (?:the )?(?:white balance|temperature) (?:more |a bit "
        r"|slightly )?(?:towards?|to) (?:the )?(blue|cool|cold|yellow|orange|warm|amber)(?:er)?(?: side| end)?\b",
        lambda m: f"make it {'cooler' if m[1] in ('blue', 'cool', 'cold') else 'warmer'}",
    ),
    (r"\b(?:a )?serious (?=(?:boost|lift|push|cut|bump|drop|reduction|increase)\b)", "a big "),
    (r"\b(?:some |a bit of |a little )?highlights? recovery\b(?! (?:is|are|looks))", "recover highlight detail"),
    (r"\b(?:some |a bit of |a little )?shadows? (?:lift|recovery)\b(?! (?:is|are|looks))", "lift the shadows"),
    (r"\binstead of (?:more |less |any )?[\w ]{3,20}?,? (?=(?:give me|add|i want|i would like|use|try|go for) )", ""),
    (r"\bnot by more than\b", "by no more than"),
    (
        r"\bwhile (?:holding|leaving) (the \w+) (?=(?:where|as) (?:they are|it is)|in place|steady)",
        r"while keeping \1 ",
    ),
    (r"^(?:a )?(portrait|landscape) (?:orientation|format)(?=[.!]?$)", r"make it \1 orientation"),
    (r"^(?:a )?vertical (?:orientation|format)(?=[.!]?$)", "make it portrait orientation"),
    (r"^(?:a )?horizontal (?:orientation|format)(?=[.!]?$)", "make it landscape orientation"),
    (
        r"\bkeep (?:only|just) the (?:middle|center)(?: part)?(?: of (?:it|the (?:photo|picture|image|frame)))?"
        r"(?=\s*$|[.!])",
        "crop to the middle",
    ),
    (r"\b(crisp|sharp)er edges\b", r"\1er"),
    (
        r"\b(backlight|back light|side light|reflections?)( (?:in|on|from) [\w ]{3,20})? (is|are) too "
        r"(?:strong|harsh)\b",
        r"\1\2 \3 too bright",
    ),
    (
        r"\b(?:make|let) (?:it|this|everything|the (?:photo|picture|image|shot|colors?)) (?:really )?pop"
        r"(?: more| a bit| a little)?(?:,? without |,? but (?:do not|not|without) |[,.]? do not )(?:over ?saturat\w+"
        r"|overdo\w* the (?:saturation|colou?rs?))(?: (?:it|anything|the colou?rs))?\b",
        "more contrast, but keep the saturation",
    ),
    (
        r",? without (?:over ?saturating|overdoing the (?:saturation|colou?rs?))(?: (?:it|anything|the colou?rs))?\b",
        ", but do not oversaturate it",
    ),
    # places, and all but them
    (r"\b(\w+er) overall,? but (?=\w+er\b)", r"overall \1, but "),
    (
        r"(?<=\w)[.!] (?:but )?(only|just|mainly|mostly|especially|particularly) (in|on|for) "
        r"(?=(?:the|her|his) \w+[.!]?$)",
        r", \1 \2 ",
    ),
    (rf"(?<=\w)[.!] (?:but )?(?:only|just|mainly) the (?=(?:{HUE})s?[.!]?$)", ", only in the "),
    (
        r"^(brighten|darken|sharpen|soften|warm|cool)(?: it| this)?[.!,] (?:but )?(?:only|just|mainly) "
        r"(?=(?:the|her|his) \w+[.!]?$)",
        r"\1 ",
    ),
    (
        r"\b(black and white|b&w|sepia|monochrome),? with (the \w+) "
        r"(?=(?:a (?:bit|little|touch) |slightly |much )?\w+er\b)",
        r"\1, \2 ",
    ),
    (
        rf"\b((?:a )?(?:more|less|lighter|darker|deeper|richer|paler|stronger|brighter|softer) (?:{HUE})) for "
        r"(?=the (?!whole|entire)\w+)",
        r"\1 in ",
    ),
    (r"^(?:only|just) (the (?:\w+ )?\w+): ", r"\1: "),
    (r"^(?:the )?(\w+) only: ", r"the \1: "),
    (
        r"\b(?:i )?can not (?:really |quite )?see (?:anything|much|any detail|a thing) in (?:the dark"
        r" (?:parts|areas)|the shadows)"
        r"(?:,? (?:so |please )*(?:open|lift|brighten|raise) them(?: up)?)?",
        "the shadows are too dark",
    ),
    (r"\b(?:colou?r )?(noise|speckles|grain) in the dark (?:parts|areas|bits)\b", "noise in the shadows"),
    (
        r"\b(?:cut through|clear|reduce|remove|get rid of) the (?:haze|mist|fog) in the distance\b",
        "reduce the haze in the background",
    ),
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
    (r"\beverything (?:outside|beyond)(?: of)? (the (?:center|centre|middle|circle|box))", r"everything except \1"),
    (
        r"\bthe (?:whole|entire) (?:image|photo|picture|frame|shot) (?:but|except(?: for)?|apart from|save) (the \w+)",
        r"everything except \1",
    ),
    (r"\ball (?:the )?(?:other )?parts (but|except(?: for)?) ", r"everything \1 "),
    (
        r"\b(?:get|make|bring) (the (?:left|right|upper|lower|top|bottom|near|far))( half| side| part)? as"
        r" (bright|dark)"
        r" as the (?:left|right|upper|lower|top|bottom|rest|other)(?: half| side| part)?\b",
        lambda m: f"{'brighten' if m[3] == 'bright' else 'darken'} {m[1]} half",
    ),
    (r"\b(\w+) leaning (?:on|against) (?:the|a) \w+\b", r"\1"),
    # one slider, and the next that is named with it
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
    (r"\b(noisy|grainy)\b([^.;!]*?),? (?:so |please )*smooth it(?: out)?(?=\s*$|[.!;,])", r"\1\2"),
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
    (rf"\bgo easy on the ({SLIDER}),? but (?:do )?add (?:some|a (?:bit|little))", r"add a little \1"),
    (
        rf"\b(crank|turn|push|pull|dial|bring) (the (?:{SLIDER})|it) right (up|down)(?=\s*$|[,.;!]| and\b)",
        r"\1 \2 \3 a lot",
    ),
    (
        rf"\b(?:leave|keep) everything (?:as it is |alone |the same )?except (?:for )?(?:the )?({SLIDER}),? "
        r"(raise|lower|increase|boost|reduce|drop) (?:that|it)\b",
        r"\2 the \1",
    ),
    (
        rf"\b((?:increase|raise|boost|decrease|reduce|lower) )(?:the )?({SLIDER})( (?:on|in|of) the \w+)?,?"
        rf" (?:and |but )?"
        r"(increase|raise|boost|decrease|reduce|lower) it (on|in|of) (the \w+)",
        r"\1\2\3, \4 the \2 \5 \6",
    ),
    (r" with an? (?:gentle|soft|steep|strong|smooth) (?:toe|shoulder)\b", ""),
    (r"\b(lift|raise|lower|crush|drop) the toe(?: of the curve)?\b", r"\1 the blacks"),
    (
        r"\broll(?:ing)? off the shoulder(?: of the curve)?(?: so (?:that )?the highlights (?:are|get|become"
        r"|look) softer)?",
        "soften the highlights",
    ),
    # colours
    (rf"{STARTS}(?:the )?({HUE})s (?:less|down)(?=\s*$|[,.;!]| and\b)", r"reduce the \1s"),
    (rf"{STARTS}(?:the )?({HUE})s (?:more|up)(?=\s*$|[,.;!]| and\b)", r"boost the \1s"),
    (rf"\b(?:the )?({HUE})s (?:as they are|unchanged|untouched|stay|can stay)(?=\s*$|[,.;!]| and\b)", r"keep the \1s"),
    (r"\bbright neons?\b(?! \w)", "more vivid colors"),
    (
        r"\bdo not let (the \w+) (?:get|become|go|turn) (?:any )?(?:more )?(?:stronger|saturated|vivid|intense"
        r")\b",
        r"keep \1",
    ),
    (
        rf"\b(?:get|make) (the (?:\w+ )?\w+) neutral,? (?:as |because |since )?(?:it|they) (?:looks?|is|are)"
        rf" (?:so |too |very )?({HUE})\b",
        r"\1 is too \2",
    ),
    (r"\bget (the (?:\w+ )?\w+) neutral\b", r"make \1 neutral"),
    (r"\blike (?:the|those|an?) (teal and orange) (?:blockbusters?|movies?|films?)\b", r"\1 look"),
    # complaints, and how much
    (
        rf"^(?:e+w+|ugh|yuck|omg|lol|wtf|bruh)?,? ?(?:y|why)(?: is it| is this| tf)? so ({HUE}|dark|bright|warm"
        rf"|cold|dull)\b",
        r"it is too \1",
    ),
    (
        r"\bthere is (?:an? |some |too much )?(vignette|grain|noise|haze|blur|colou?r cast)[.,;] (?:and |but"
        r" )?(?:i|we) do not"
        r" (?:want|like|need) (?:it|that|any)",
        r"remove the \1",
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
    (
        r"\bdo not (?:leave|keep) (the (?:\w+ )?\w+) (?:this|so|that|as) (dark|bright|blue|yellow|green|red"
        r"|flat|dull|gr[ae]y)"
        r"(?: as (?:it is|they are|that|this))?\b",
        r"\1 is too \2",
    ),
    (r"\b(?:i|we) do not (?:hate|dislike|mind) (the (?:\w+ )?\w+),? but (?:please )?make (?:it|them) ", r"make \1 "),
    (
        rf"\b({OWNED} (?!photo|picture|image)\w+) (?:is|are|looks?) too (dark|bright)(?:,| so| and)+ (?:please )?"
        r"(?:lift|brighten|darken|raise|lighten) (?:him|her|it|them)(?: up)?(?=[.;!,]|$)",
        r"\1 is too \2",
    ),
    (
        rf"{BEGINS}(?:it )?can not be too (warm|bright|dark|blue|green|vivid|colorful|sharp|red) for (?:me|us)\b",
        r"make it much more \1",
    ),
    (
        r"\b((?:some|more|a (?:bit|little|touch) of) \w+) would (?:suit|help|fit|do|flatter) (?:it|this|him|her"
        r")\b",
        r"add \1",
    ),
    (r"\b(less|more) (\w+) than (?:it|this|that) (?:is|was)(?: (?:now|already))?(?=$|[,.;!]| please\b)", r"\1 \2"),
    # what is fine, conceded or told, and no wish
    (r"\bthe lights? (?:is|are) (?:fine|good|ok|okay),? (?:but |only )*", ""),
    (r"[.;] (?:the|that) (?:\w+ )?(?:is|are|does|do) not[.;] (?:please )?fix (?:that|it|this)\b", ""),
    (r"\b(blur|crop|sharpen|darken|brighten|change|touch|warm|saturate) nothing\b", r"do not \1 anything"),
    (
        rf"\bthe ({SLIDER}|sky|colou?rs|background) (?:is|are) not (?:bad|wrong|an? (?:issue|problem)|the"
        rf" (?:issue|problem))"
        rf",? (?:but|it is(?: that)?|rather) (?={OWNED} )",
        "",
    ),
    (r"\b(?:it|this) (?:does|do) not (?:have|need) to be (?:more )?\w+,? but (?=it\b|the\b|i\b|please\b)", ""),
    (rf"{BEGINS}(?:first|second|third|fourth|fifth|last|lastly|finally|firstly|secondly|thirdly)(?: of all)?[,:] ", ""),
    (r"\b(?:in spite of|despite|regardless of) (?:all )?(?:the|that|its) (?:\w+ )?\w+,? (?=\w)", ""),
    (r",? even (?:at the (?:cost|expense) of|if (?:it|that) costs) [^,.;]+", ""),
    (r" at the (?:very )?end(?= would\b| is\b|$|[,.])", ""),
    (
        r"^(?:the|this|my) (?:photo|picture|image|shot) (?:shows|is of|depicts) (?![^.;]*\b(?:cast|noise|grain|too"
        r"|haze|dark|bright|blurry|vignette|tint|faded?|flat|dull)\b)[^,.;]+[.;] ",
        "",
    ),
    (r"^(?:i am|we are) selling [^.;]+[.;] ", ""),
    (r"\bkeep the (?:mood|feel|feeling|atmosphere|tone|overall tone) (warm|cool|dark|bright)\b", r"keep it \1"),
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
    # in short
    (
        r"\b(?:turn|lay|put|flip) (?:it|this|the (?:photo|picture|image)) on its side,? (counter"
        r" ?-?clockwise|anti-?clockwise|clockwise)",
        r"rotate it 90 degrees \1",
    ),
    (r"\bsharpen the (shadows|highlights|midtones)\b", r"add sharpness to the \1"),
    (r"\bwhy (?:not|do not (?:we|you)) (?=[a-z]+ )", "please "),
    (rf"{STARTS}grainier\b", "more grain"),
    (r"(?<=, )(?:the )?same colou?rs?(?=\s*$|[,.;!])", "keep the colors"),
    (
        rf"{STARTS}(?:(?:with )?an? )?blurred (background|foreground|edges)(?=\s*$|[,.;!]| and\b| please\b)",
        r"blur the \1",
    ),
)
