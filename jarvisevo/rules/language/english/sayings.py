"""Figures of speech, and what the photo is to be like: "like a cave in here", "as the eye sees it", "select the sky,
…", said again in words that the grammar reads.
"""

from jarvisevo.rules.language.english.letters import BEGINS, EFFECT, END, HUE, NOUN, ONE, OWNED, SLIDER, THING, Rows

_TONES = "highlights|shadows|whites|blacks|midtones|sky|skin|exposure|contrast|saturation|colou?rs?"
_EYES = (
    "(?:all |too much |my |your |the |our )*(?:eyes?|attention|gaze|show|spotlight|limelight|focus)(?: away)?"
    r"(?: first)?(?: from [^,.;!?]+)?(?: too much)?"
)

NOTICED: Rows = (  # what draws the eye and is not said to be wanted so, and other complaints in a figure of speech
    (rf"\b(too (?:{HUE}|warm|cool|cold|hot)) (?=(?:cool|warm|tone|calm) (?:it|this|that)\b)", r"\1, "),
    (
        rf"{BEGINS}{NOUN} (?:gave|has given|have given|left|cast|threw) (?:on |over )?(?:{OWNED} \w+|everybody|everyone"
        rf"|everything|it|us|him|her|them)? ?(?:with )?an? (?:\w+ )?({HUE})(?:ish|y)? (?:look|tint|cast"
        rf"|tinge|tone|glow)\b(?! (?:that )?(?:i|we) (?:like|love))",
        r"there is a \1 cast",
    ),
    (
        rf"\b(?:overdid|overcooked|overdone|went (?:way )?(?:overboard|too far) (?:with|on)) (?:the|my|its) ({SLIDER})"
        r"(?: (?:badly|a lot|big time|way too much|so much))?",
        r"the \1 is too high",
    ),
    (
        rf"{BEGINS}({NOUN}) (?:was|were) [^,.;]{{3,40}}? but (?:here )?(?:it|they|that) (?:came out|turned"
        rf" out|looks?|is|are) "
        r"(?:just |all |so |a bit )?(gr[ae]y|dark|blue|yellow|orange|green|dull|flat|pale|white|red)\b",
        r"\1 is too \2",
    ),
    (rf"\bif ({NOUN}) (?:is|are|looks?) in (?:the )?shadows?, (\w+) (?:it|them|him|her)\b", r"\2 \1"),
    (
        r"\b(the highlights|the whites|the sky|the windows?) (?:is|are) hotter than (?:it|they) should be\b",
        r"\1 is too hot",
    ),
    (
        r"\b(?:sea|horizon|lake|ocean|waterline) (?:is |keeps? )(?:running|sliding|falling|tipping"
        r"|slipping|pouring)"
        r" (?:off|away|out|down)(?: (?:to|on|at) the (?:left|right))?",
        "horizon is crooked",
    ),
    (
        r"\b(the colou?rs|colou?rs) (?:are|look|feel) (?:just |so |kinda |a bit |really )?(?:sad|tired"
        r"|lifeless|dead)\b",
        r"\1 are dull",
    ),
    (
        rf"\b(?!\w+ (?:{HUE})s?\b)({OWNED} \w+) (?:burns?|hurts?|stings?|sears?) (?:my|the|your) eyes\b",
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
        rf"\bmy eyes (?:hurt|burn|bleed|ache) (?:from|because of|with|at) (?:that|the|this|all that) ({HUE}"
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
        rf")?({HUE})[^,.;]*",
        r"remove the \1 cast",
    ),
    (
        rf"\bwith (?:an? |this |that )?(?:awful|ugly|terrible|horrible|nasty|weird|bad) ({HUE})(?:ish)?"
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
        rf"({HUE}|warm|cool|cold|dark|bright)(?: side)?{END}",
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
        r"\b(?:(?:was|were|is|are|got|has been|have been) )?(?:scanned|shot|taken|printed|exported|processed"
        r"|developed|saved|photographed) with (?=(?:an?|some|too much) (?!(?:\w+ ){0,2}(?:warm|cool|cold|golden) "
        r"tin)(?:\w+ ){0,3}(?:cast|tint|tinge|veil|vignette)\b(?![^.;!?]*\b(?:like|love|nice|keep)\b))",
        "has ",
    ),
    (
        rf"{BEGINS}(?:it|this|the (?:photo|picture|image|shot|scan)) has an? (?:heavy|strong|ugly|nasty|dark) vignette"
        "(?=$|[.,;!?])(?![.,;!?]+ (?:(?:and|but|which|it|that|please|i|we|really|is|looks|make it|want it|do) )*"
        r"(?:like|love|nice|great|good|lovely|beautiful|perfect|fine|stronger|more|(?:keep|leave) (?:it|that|this))\b)",
        "the vignette is too strong",
    ),
    (rf"{BEGINS}(?:everything|it|this) (?:feels|looks|is) (?:so |too |very |a bit )?heavy[,;.] (?=\w)", ""),
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
        r",? (?:though|but|only|just|yet) (?:please )?not (?:so|as) (?:much|far|hard|strongly|heavily) that (?:(?! and "
        rf"(?:then )?(?:{EFFECT}|make|lift|raise|add|give|increase|boost|reduce|lower|drop|crop|bring|keep|leave|remove"
        r"|turn|tone)\b)[^.;,!?])+",
        "",
    ),
    (
        rf"(?:{BEGINS}|\b(?:i|we) (?:really )?(?:would like|would love|want) )(?:people|viewers?|you|everyone|us|them"
        r"|me|the viewers?) to (?:shiver|freeze(?=$|[.,;!?]| when\b)|feel (?:the |a )?(?:cold|chill|frost))(?: when "
        rf"(?:they|you|we|i) (?:see|look at) ({ONE}|it|this))?",
        lambda m: f"make {m[1] or 'it'} colder",
    ),
    (
        r"\b(?:i |we )?(?:held|had|was holding|must have held|tilted) (?:the |my )?camera (?:a bit |slightly"
        r" |a little )?(?:crooked(?:ly)?"
        r"|tilted|at an angle|askew|slanted|not level)(?:,? ?(?:so|and))?",
        "it is crooked, ",
    ),
    (
        rf"\b(?:keep|leave) only (?!(?:the )?(?:{HUE})s?\b)((?:the |her |his |my )?[a-z]+(?: [a-z]+)?) in colou?r\b",
        r"make everything but \1 black and white",
    ),
    (
        r"(?:^|(?<=[.,;!?] ))only ((?:the |her |his |my )[a-z]+(?: (?!is|are)[a-z]+)??)(?: (?:(?:is|are)(?=[^.;!?]*[.!?"
        r" ]*$)|stays?|remains?|to be))? in (?:full )?colou?r(?= ?(?:$|[.;!?]))",
        r"make everything but \1 black and white",
    ),
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
    (rf"\bwith ({HUE})(?:ish)? (shadows|highlights|midtones)\b", r"and add \1 to the \2"),
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
