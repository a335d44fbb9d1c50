"""What a wish spares, and the rest of the photo, in the few words that the grammar reads: "hands off the sky", "the sky
is fine" leave it alone; "everywhere but on the car", "outside of the car" except it; "the rest darker, the boat
brighter" is said with the boat first, since the rest is what was named before.
"""

import re

from jarvisevo.rules.language.english.everyday import IT
from jarvisevo.rules.language.english.letters import BEGINS, DOING, EFFECT, END, HUE, ONE, SLIDER, Rows
from jarvisevo.rules.language.tokens import rewritten

_OWNER = r"(?:the|her|his|my|our|their|its|this|that|these|those)"
_THING = rf"(?:{_OWNER} (?!rest\b|remainder\b|others?\b)(?:\w+ ){{0,2}}?\w+)"
_PART = (
    rf"(?:{_OWNER} (?!photo\b|picture\b|image\b|shot\b|rest\b)(?:(?!is\b|are\b|was\b|were\b|already\b)\w+ ){{0,2}}?\w+)"
)
_FINE = (
    r"(?:(?:already|just|all|totally|perfectly|absolutely|pretty|quite|also) )*"
    r"(?:fine|good|okay|ok|great|perfect|right|nice|lovely|spot on|alright|well exposed|exposed right)"
    r"(?: (?:already|now|there|enough|as (?:it|they) (?:is|are)|as is|the way (?:it|they) (?:is|are)|like"
    r" (?:that|this)))?"
)
_STILL = (
    r"(?:as (?:it|they) (?:is|are)|as is|the same|alone|unchanged|untouched"
    r"|(?:where|how|the way) (?:it|they) (?:is|are))"
)
_HOW = (
    r"(?:(?:(?:a (?:little )?(?:bit|little|lot|touch|tad)|slightly|much|way|far|even|somewhat) )*"
    r"(?:\w{2,}er|(?:more|less) \w+)|black and white|b ?& ?w|monochrome|gr[ae]y ?scale|desaturated|muted|blurr(?:ed|y)"
    r"|dark|dim|bright|in (?:full )?colou?r|colou?rful|sharp|vivid)"
)
_REST = "(?:(?:all )?the (?:rest|others?|remainder)|everything else)"
_MAKES = r"(?:(?:make|turn|render|have|get|keep|leave|want|i want|i would like|let) )?"
_BE = r"(?:(?:to be|should be|could be|can be|must be|be|is|are|gets?|goes|turns?|becomes?|stays?) )?"
_VERB = (
    r"(?:brighten|lighten|darken|sharpen|saturate|desaturate|blur|soften|mute|dim|warm(?: up)?|cool(?: down)?|tone down"
    r"|fade|lift|boost)"
)
_MUCH = r"(?: (?:a (?:little )?(?:bit|little|lot|touch|tad)|slightly|strongly|down|up))?"
_AND = r"(?: ?, ?(?:but|and|while|yet)?| but| and| while| yet) "

_END = r"(?=$|[.,;!?]| and\b| but\b| while\b| so\b| please\b)"

_BUILT = re.compile(r"\b(?:house|window|door|building|car|room|church|station|shop|store|cafe|restaurant)\b")
"""Things that are outside of something without being spared: "the people outside of the shop"."""

_TURNS = (
    (rf"\b({_REST}) of (?:it|(?:the|this|my) (?:photo|picture|image|scene|shot|frame))\b", r"\1"),
    (rf"^i (?:want|would like|need) ({_THING}) (?=black and white|monochrome|gray|grey|desaturated)", r"make \1 "),
    (
        r"\b((?:the|more|less|some|an?) (?:\w+ )?\w+|contrast|saturation|clarity) (?:everywhere|all over)"
        r" (?:but|except|apart|other|save|bar)(?: from| than| for)?(?: on| in| at| over)*"
        r" (?=(?:the|her|his|my|their|our) )",
        r"\1 except ",
    ),
    # spared
    (rf",? (?:but |and )?(?:please )?(?:keep your )?hands off (?:of )?({_THING}){_END}", r", but leave \1 alone"),
    (
        rf",? (?:but |and )?(?:please )?(?:ignore|spare|skip|avoid touching|go around|work around|steer clear of"
        rf"|stay (?:away from|off)) ({_THING}){_END}",
        r", but leave \1 alone",
    ),
    (
        rf",? (?:but |and )?(?:do (?:nothing|not do (?:anything|a thing))|nothing (?:should|must|may|is to) be done) "
        rf"(?:to|with|on|about) ({_THING}){_END}",
        r", but leave \1 alone",
    ),
    (rf",? but nothing (?:on|to|in|for|with) ({_THING}){_END}", r", but leave \1 alone"),
    (
        rf"(?<=[\w)])(?: ?[,;.-]+ ?| (?=(?:and|but|since|because|as|though|although) ))"
        rf"(?:(?:and|but|since|because|as|though|although|even though) )*({_PART}) "
        rf"(?:already )?(?:is|are|looks?|was|were) {_FINE}(?=$|[.,;!])",
        r", but leave \1 alone",
    ),
    (
        rf"(?<=[\w)])(?: ?[,;.-]+ ?| (?=(?:and|but) ))(?:and |but )?({_PART}) (?:can|may|should|must|has to|have"
        rf" to|needs? to)"
        rf" (?:just )?(?:stay|remain|be left) {_STILL}(?=$|[.,;!])",
        r", but leave \1 alone",
    ),
    (rf"(?<=[\w)]) ?[,;.-]+ ?({_PART}) (?:stays?|remains?) {_STILL}(?=$|[.,;!])", r", but leave \1 alone"),
    (
        rf"\b(?:i )?(?:really )?(?:like|love|want) ({_THING}) (?:as (?:it|they) (?:is|are)|as is|just "
        r"(?:as|the way|how) (?:it|they) (?:is|are)|(?:how|the way) (?:it|they) (?:is|are))",
        r"leave \1 alone",
    ),
    # all but
    (
        r"\b(everywhere|everything|all over|all)(?: of it)? (but|except)(?: for)? (?:on|in|at|over) (?=the |her "
        r"|his |my )",
        r"\1 \2 ",
    ),
    (r"\bwith the exception of\b", "except"),
    (
        rf"(?<=\w) (?:everywhere )?outside (?:of )?({_THING})(?=$|[.,;!]| and\b| but\b)",
        lambda m: f" everywhere except {m[1]}" if not _BUILT.search(m[1]) else m[0],
    ),
    # the rest
    (r"\beverything (?:around|surrounding|besides|beside) (?:it|him|her|them)\b", "everything else"),
    (
        rf"^({_MAKES})({_REST}) {_BE}({_HOW}){_AND}{_MAKES}({_THING}) {_BE}({_HOW})(?=$|[.;!]| please)",
        r"make \4 \5 and make \2 \3",
    ),
    (rf"^({_VERB}) ({_REST})({_MUCH}){_AND}({_VERB}) ({_THING})({_MUCH})(?=$|[.;!])", r"\4 \5\6 and \1 \2\3"),
    (rf"^({_VERB}) ({_REST})({_MUCH}){_AND}{_MAKES}({_THING}) {_BE}({_HOW})(?=$|[.;!])", r"make \4 \5 and \1 \2\3"),
    (rf"^{_MAKES}({_REST}) {_BE}({_HOW}){_AND}({_VERB}) ({_THING})({_MUCH})(?=$|[.;!])", r"\3 \4\5 and make \1 \2"),
    (rf",? while ({_REST}) (?:gets?|goes|turns?|becomes?|is|stays?) (?={_HOW})", r" and make \1 "),
)

_GERUND = "|".join(word for word in DOING if word.endswith("ing"))
_DONE = "|".join(word for word in DOING if word.endswith("ed"))
_NEEDS = "(?:needs?|has|have|ought|is|are) (?:to be|to get)|(?:should|must|can|could|may) be"
_DENIED = "(?:does|do) not need(?: to be)?|(?:should|must|need) not be"
_BARRED = "(?:should|must|may|need|ought|can|could|does|do)(?: not)?(?: to)?(?: need (?:it|to be))?(?: be)?"
_STATES = {"sharp": "sharpness", "crisp": "sharpness", "warm": "warmth", "cool": "warmth", "vivid": "saturation"}
_STATES |= dict.fromkeys(("bright", "dark", "light"), "brightness")
_STATES |= {"cold": "warmth", "colorful": "saturation", "saturated": "saturation", "contrasty": "contrast"}
"""How a thing is -> what of it is to stay."""
_STATE = "|".join(_STATES)
_LEVELS = {"warmer": "warmth", "cooler": "warmth", "colder": "warmth", "sharper": "sharpness", "softer": "sharpness"}
_LEVELS |= dict.fromkeys(("brighter", "lighter", "darker"), "brightness")
"""What a thing would have more or less of."""
_EVENLY = "(?:just|exactly|equally|every bit|precisely)"
_AS_NOW = (
    r"(?:as (?:(?:it|they|this|that) (?:is|are|was)|before|the original|now)(?: (?:already|now|right now|before))?|now)"
)
_CLOSED = r"$|[.,;!?]| (?:and|but|please)\b"
_OTHER_WAY = {"dark": "bright light", "bright": "dark", "warm": "cool cold", "cool": "warm", "cold": "warm"}
_OTHER_WAY |= {"light": "dark", "sharp": "soft", "soft": "sharp"}
_COMPARATIVE = {"light": "brighter", "cold": "cooler"}
_BETTER_NOT = r"(?:\w+ ){1,2}(?:teeth|skin|face|snow|eyes|whites)\b"
"""What would rather have no colour."""
_OPPOSED = ({"brightening", "darkening"}, {"lightening", "darkening"}, {"warming", "cooling"})
_PUSHED = (
    rf"(?:{HUE})s|saturation|vibrance|contrast|clarity|texture|warmth|exposure|brightness|highlights|whites|sharpness"
)
_BACK = r"(?:so |and |please |just )*(?:pull|bring|take|dial|turn|tone|scale) (?:it|them)"


def _only_there(match: re.Match[str]) -> str:
    """ "The sky needs darkening, the face does not": what is said of one thing and denied of another."""
    verb = DOING[match["do"]]
    spares, needs = (match["a"], match["b"]) if match["no"] else (match["b"], match["a"])
    barred = " not" in match["end"]
    return match[0] if bool(match["no"]) == barred else f"{verb} {needs}, but do not {verb} {spares}"


def _rather(match: re.Match[str]) -> str:
    """ "Rather too dark than too bright": a bit darker."""
    one, other = match[1], match[2]
    if other not in _OTHER_WAY[one].split():
        return match[0]
    return f"make it a little {_COMPARATIVE.get(one, one + ('r' if one.endswith('e') else 'er'))}"


def _level_kept(match: re.Match[str]) -> str:
    """ "More contrast, but just as bright", "keep it as bright as it is": the brightness stays."""
    of = "" if not match["what"] or re.fullmatch(IT, match["what"]) else f" of {match['what']}"
    return f"{', ' * bool(match.start())}keep the {_STATES[match['state'] or match['how']]}{of}"


def _neither(match: re.Match[str]) -> str:
    """ "Without making it brighter or darker", "but no warmer and no cooler": that stays."""
    thing, one, other = match.groups()
    if _LEVELS.get(one, "") != _LEVELS.get(other):
        return match[0]
    of = "" if not thing or re.fullmatch(IT, thing) else f" of {thing}"
    return f", keep the {_LEVELS[one]}{of}"


def _not_so(match: re.Match[str]) -> str:
    """ "Don't make it so dark" finds fault, "darken it, but don't make it so dark" sets a limit."""
    made, thing, how = match.groups()
    before = match.string[: match.start()]
    if made == "make" and thing in ("it", "this", "them") and before.endswith("but ") and how.rstrip("ry") in before:
        return "only a little"
    return f"{thing} {'are' if thing == 'them' else 'is'} too {how}"


SPARING: Rows = (  # what is denied, forbidden or spared, and missed
    (
        rf"{BEGINS}(?P<a>{ONE}|it) (?:(?P<no>{_DENIED})|needs?|{_NEEDS}) (?P<do>{_GERUND}|{_DONE})"
        rf"(?: up| down)?(?:,| but| and|, but|, and|;|\.) (?:only )?(?P<b>{ONE}) "
        rf"(?P<end>{_BARRED}|needs? (?:it|to be))(?=$|[.,;!])",
        _only_there,
    ),
    (
        rf"{BEGINS}({ONE}) (?:does|do) not need(?: any)? ({_GERUND})(?:,? but(?: rather)?|[,;.] (?:but )?(?:it|they) "
        rf"(?:just |only )?needs?|,? only) ({_GERUND})(?=$|[.,;!])",
        lambda m: f"{DOING[m[3]]} {m[1]}" + f", do not {DOING[m[2]]} {m[1]}" * ({m[2], m[3]} not in _OPPOSED),
    ),
    (
        rf"{BEGINS}({ONE}|it|this) (?:does|do) not need(?: any)? ({_GERUND}) (?:or|nor) ({_GERUND})(?=$|[.,;!])",
        lambda m: f"do not {DOING[m[2]]} {m[1]}, do not {DOING[m[3]]} {m[1]}",
    ),
    (rf"\bdo not bother with ({_GERUND}) ", lambda m: f"do not {DOING[m[1]]} "),
    (
        rf"{BEGINS}({ONE}|it|this) (?:does|do) not (?:need|require)(?: any| more)* ({_GERUND})(?: up| down)?"
        r"(?: (?:at all|though))?(?=$|[.,;!]| but\b| and\b)",
        lambda m: f"do not {DOING[m[2]]} {m[1]}",
    ),
    (
        rf"{BEGINS}({ONE}|it|this) (?:just |only )?(?:needs?|could use)(?: some| a bit of| a little)? ({_GERUND}),? "
        rf"(?:and|but) (?:it |they )?(?:does|do) not need(?: any)? ({_GERUND})(?=$|[.,;!])",
        lambda m: f"{DOING[m[2]]} {m[1]}, do not {DOING[m[3]]} it",
    ),
    (rf"\bdo not (?:bother|fuss|fiddle) (?:with|about|over) ({ONE}){END}", r"leave \1 alone"),
    (rf"\bdo not bother (?:to )?(?={EFFECT}\b)", "do not "),
    (rf"{BEGINS}(?=skin tones? (?:must|should|may|can|has|have|needs?)\b)", "the "),
    (
        rf"\b(the rest|everything else) (?:{_NEEDS}) ({_DONE})(?= up| down|$|[.,;!]| a\b| slightly)(?P<way> up| down)?",
        lambda m: f"{DOING[m[2]]}{m['way'] or ''} {m[1]}",
    ),
    (
        rf"\b({ONE}) (?:should|must|may|shall) not be (?:touched|changed|edited|altered)"
        rf"(?=[.,;] (?:and |but )?(?:{'|'.join(set(DOING.values()))})(?: up| down)? (?:the rest|everything else)\b)",
        r"leave \1 alone",
    ),
    (
        r"(?<=\w),? (?:but|and) (?:it|they) (?:should|must|may|can) not (?:be|get|become) (?:blown(?: out)?|clipped"
        r"|burn(?:ed|t)(?: out)?)(?=$|[.,;!])",
        ", but do not blow out the highlights",
    ),
    (
        rf"{BEGINS}((?:the )?(?:{SLIDER}|colou?rs)|{ONE}) (?:should|must|may|shall) not (?:suffer|get lost|be lost)"
        r"(?=$|[.,;!])",
        r"keep \1",
    ),
    (rf"\bdo not let ({ONE}) (?:turn|become|get) ((?:{HUE})){END}", r"do not make \1 \2"),
    (rf"\blet ({ONE}) be(?=$|[.,;!]| and\b| but\b)", r"leave \1 alone"),
    (
        r"\bnothing else (?:(?:has|needs?) to|should|must|may) (?:change|be (?:changed|touched|edited|altered))"
        r"(?=$|[.;!])|\bnothing else needs (?:changing|editing|touching)(?=$|[.;!])",
        "keep the rest as it is",
    ),
    (
        rf",? with the (white|{HUE})s? (?:of|in) ({ONE}) (?:left |kept )?(?:unchanged|untouched|intact|unaltered)"
        r"(?=$|[.,;!])",
        r", do not change the \1s of \2",
    ),
    (
        rf"\b({ONE}) (?:has to|have to|must|should|needs? to) (?:stay|remain|be|be kept) (?:just|exactly) as "
        rf"({'|'.join(_STATES)})(?: now)?(?=$|[.,;!])",
        lambda m: f"keep the {_STATES[m[2]]} of {m[1]}",
    ),
    (
        r"\b(?:stay|remain|keep|be) (?:true|faithful) to (?:the|its|their) (?:original |real |true |natural )?"
        r"(colou?rs?|tones?|light|mood)\b",
        r"keep the \1",
    ),
    (
        rf"(?:^|,|,? (?:but|and|yet|while|then|please))(?: ?\b(?:keep|keeping|leave|leaving) (?P<what>{IT}|{ONE}))? "
        rf"?\b(?:(?:{_EVENLY} as|equally) (?P<state>{_STATE})(?: {_AS_NOW})?"
        rf"|as (?P<how>{_STATE}) {_AS_NOW})(?={_CLOSED})",
        _level_kept,
    ),
    (
        rf"(?:^|,|,? (?:but|and|yet|while|then|please)) ?\b(?:keep|keeping|leave|leaving) (?P<what>{IT}) as "
        rf"(?P<state>{_STATE})(?P<how>)(?={_CLOSED})",
        _level_kept,
    ),
    (
        rf"\b(?:without|do not|never|not) (?:making|make|getting|get|turning|turn) ({IT}|{ONE}) (?:any |look )?(\w+er)"
        r" n?or (?:any )?(\w+er)\b",
        _neither,
    ),
    (r"(?:\bneither|, not|, no|\bbut not?) ()(?:any )?(\w+er),? (?:n?or|and not?|and) (?:any )?(\w+er)\b", _neither),
    (
        rf"\b(without (?:changing|affecting|touching|altering)|do not (?:change|affect|touch|alter)) how ({_STATE})"
        rf" ({IT}|{ONE}) (?:is|are|looks?)\b",
        lambda m: f"{m[1]} the {_STATES[m[2]]}" + ("" if re.fullmatch(IT, m[3]) else f" of {m[3]}"),
    ),
    # turned round
    (
        rf"\bnothing (?:is )?wrong with ({ONE}|(?:the )?colou?rs)[,;.] (?:but )?(?:it is|the (?:problem|issue) is) "
        r"(?:just |only )?the (exposure|white balance|contrast|lighting|focus|brightness)(?=$|[.;!])",
        r"keep \1, fix the \2",
    ),
    (
        rf"{BEGINS}(?:there can (?:not|never) be|you can (?:not|never) have) too much ({SLIDER}|blur|colou?r)\b",
        r"much more \1",
    ),
    (
        r"\bdo not (leave|keep|make) (it|this|them|the (?:photo|picture|image|shot)|"
        rf"{ONE}) (?:this|that|so) (dark|bright|warm|cold|cool|flat|dull|{HUE}|blurry|noisy|hazy|pale)(?=$|[.,;!])",
        _not_so,
    ),
    (
        rf"(?:\b(?:i|we) would |{BEGINS})rather (?:have |see |leave |make |want )?(?:it |this )?(?:be )?"
        rf"(?:a (?:bit|little) )?too ({'|'.join(_OTHER_WAY)}) than (?:a (?:bit|little) )?too (\w+)(?=$|[.,;!])",
        _rather,
    ),
    (
        rf"{BEGINS}({ONE}|it) (?:does|do) not have (?:nearly |quite )?enough ((?:{HUE})s?)"
        r"(?: in (?:it|them))?(?=$|[.,;!])",
        r"\1 needs more \2",
    ),
    (
        rf"{BEGINS}((?!{_BETTER_NOT}){ONE}) (?:is|are|looks?) (?:hardly|barely|scarcely) ((?:{HUE})|warm|vivid|colorful"
        r"|sharp) at all(?:,? (?:so |and |please )*(?:fix|change) (?:that|it))?(?=$|[.;!])",
        r"\1 is not \2 enough",
    ),
    # undone
    (
        rf"(?:{BEGINS}|(?<=but ))(?:the )?({_PUSHED}) (?:went|goes?|got|has gone|have gone|is|are) (?:way "
        rf"|a bit |far |much )?(?:too far|over the top)[,;.] {_BACK} (?:back|down)(?: down)?(?! up\b)",
        r"reduce the \1",
    ),
    (
        rf"{BEGINS}(?:i|we|you|he|she|they) (?:overdid|overcooked) (?:the )?({_PUSHED}|shadows)[,;.] {_BACK} "
        r"(?:back )?down",
        r"bring down the \1",
    ),
    (
        rf"{BEGINS}half (?:of )?the ({SLIDER}) (?:is|would be) (?:enough|fine|plenty|sufficient)(?=$|[.,;!])",
        r"reduce the \1 by 50%",
    ),
    # pointed at
    (rf"\b(?:work|focus|concentrate) on ({ONE}) and make (?:it|them) (?=\w+er\b|more\b|less\b)", r"make \1 "),
    (r"\b(blur|bokeh) behind (?:her|him|them|me|us)(?=$|[.,;!]| and\b| but\b)", r"\1 in the background"),
    (
        rf"\b(?:weaker|fainter|milder) (?=(?!{SLIDER}|{HUE}|blur|haze|warm|cool|cold|matte|faded)"
        r"\w+ (?:look|style|effect|filter)\b)",
        "subtle ",
    ),
)


def spared(text: str) -> str:
    """A lower-case text with contractions spelt out, exceptions said plainly and the rest behind what it leaves out."""
    return rewritten(text, _TURNS)
