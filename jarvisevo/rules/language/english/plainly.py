"""Wishes said in a roundabout way, said again plainly: places by what they leave out, two sliders in one breath,
colours by how they end, complaints with the cure behind, what is conceded before a wish.
"""

from jarvisevo.rules.language.english.letters import BEGINS, EFFECT, HUE, NOUN, OWNED, SLIDER, STARTS, Rows

_NOT_SEEN = "(?<!if you )(?<!when you )(?<!when i )(?<!if i )"
"""Before "zoom in" that says how somebody looks at a photo."""
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
        rf"{_NOT_SEEN}\b(?:zoom in|(?:get|come|move|go) (?:in )?closer)(?: a (?:bit|little))? (?:in )?(?:on|to) "
        r"(?=(?:the|her|his|my|their) )",
        "crop in on ",
    ),
    (rf"{_NOT_SEEN}\bzoom in( a (?:bit|little|touch)| slightly)?(?=$|[.,;!?]| and\b)", r"crop closer\1"),
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
    (r"(?<=\d:\d) (?:strip|panorama|banner|format|frame|crop|ratio|shape)\b", ""),
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
