"""What a wish spares, and the rest of the photo, in the few words that the grammar reads: "hands off the sky", "the sky
is fine" leave it alone; "everywhere but on the car", "outside of the car" except it; "the rest darker, the boat
brighter" is said with the boat first, since the rest is what was named before.
"""

import re

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
    r"(?:as (?:it|they) (?:is|are)|as is|the same|alone|unchanged|untouched|(?:how|the way) (?:it|they) (?:is|are))"
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
        rf",? (?:but |and )?do (?:nothing|not do (?:anything|a thing)) (?:to|with|on|about) ({_THING}){_END}",
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


def spared(text: str) -> str:
    """A lower-case text with contractions spelt out, exceptions said plainly and the rest behind what it leaves out."""
    return rewritten(text, _TURNS)
