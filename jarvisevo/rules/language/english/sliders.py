"""What is said of sliders and quantities, said again as "more", "less", "increase", "reduce": how far they were moved
("you overdid the contrast"), where they are to be dragged, and the words of retouchers for it.
"""

import re

from jarvisevo.rules.language.tokens import rewritten

_HUE = "(?:red|orange|yellow|green|blue|purple|pink|magenta|teal|cyan|aqua)s?"
_NOUN = (
    "(?:(?:color |white balance |film |image |overall )?(?:brightness|exposure|contrast|saturation|vibrance|vibrancy"
    "|clarity|highlights|shadows|whites|blacks|texture|dehaze|sharpness|sharpening|warmth|temperature|tint|grain|noise"
    "|vignette|haze|fade|blur|midtones|punch|depth|structure|definition|gamma|color|light|detail|details|glow|hdr"
    "|noise reduction"
)
_SLIDER, _NOUN = f"{_NOUN}))", f"{_NOUN}|{_HUE}))"
_THE = rf"(?:(?:the|that|this|those|all the|its) )?({_NOUN})"
_BIT = r"(?:(?:a (?:little )?(?:bit|little|lot|touch|tad)|slightly|way|far|much|really|just|simply|so|all) )*"
_BACK = (
    r"(?:,? (?:so |please |can you |could you )*(?:dial|pull|tone|bring|turn|take|scale|ease|reel) (?:it|that|them)"
    r" (?:back|down|in|off)(?! (?:to|by)\b))?"
)
_ALONE = r"(?:^(?:an? )?|(?<=[,;] )(?:an? )?)"
_TONE = "(?P<tone>shadow|highlight|white|black|mid ?tone)s?"
_ITS_SLIDER = r"(?:slider|value|level|amount|setting|number)s?\b"
_LESS = ("left", "down", "lower", "zero")
_UP = "increase|raise|boost|bump up|bump|lift|turn up|bring up|push up|dial up|up|higher"
_DOWN = "decrease|reduce|lower|drop|turn down|bring down|pull down|dial down|cut"


def steered(noun: str, up: bool) -> str:
    """A slider that goes up or down: of a tone range how light it is, of all else how much there is.

    To "lower" the shadows would be to have fewer of them.
    """
    level = noun in ("shadows", "blacks", "highlights", "whites", "midtones")
    return f"{('raise' if up else 'bring down') if level else ('increase' if up else 'reduce')} the {noun}"


_TURNS = (
    # too far
    (
        rf"\b(?:you|they|i|he|she|someone|somebody|the \w+)(?: have| has| all| really| kind of)* "
        rf"(?:overdid|over did|overdone|overcooked|overused|exaggerated) (?:it )?(?:with |on )?{_THE}{_BACK}",
        r"too much \1",
    ),
    (
        rf"\b(?:the |that |this |its )?({_SLIDER}) (?:is|are|feels?|looks?|seems?|came out) {_BIT}"
        r"(?:too much|much|over the top|overdone|over done|overcooked|excessive|exaggerated|a lot|over cooked)"
        rf"{_BACK}(?=$|[.,;!?]| for\b| and\b| but\b)",
        r"too much \1",
    ),
    (
        rf"\b(?:why|what is with) (?:is there )?(?:so|that|this|all the|all that|too) ?(?:much|many)?"
        rf" ?({_NOUN})(?=$|[.,;!?])",
        r"too much \1",
    ),
    (
        rf"\b(?:(?:it|this|that|the (?:photo|picture|image|shot)|i|we) )?(?:does|do|did) not (?:really |quite"
        rf" )?(?:need|want|require|like)"
        rf" (?:quite )?(?:so|that|this|as|nearly as|all that|all this) ?(?:much|many)? ?({_NOUN})",
        r"less \1",
    ),
    (rf"\bnot (?:quite )?(?:so|that|as) (?:much|many) ({_NOUN})", r"less \1"),
    (
        r"\bwhere (?:is|are|did|has) (?:all )?the (contrast|colors?|detail|details|depth|punch|saturation"
        r"|warmth)(?: go| gone| went)?(?=$|[.,;!?])",
        r"more \1",
    ),
    # moved
    (
        r"\bthe light (?=(?:(?:a (?:little )?(?:bit|little|touch|tad)|slightly|way|much) )*(?:up|down|higher"
        r"|lower)(?:$|[.,;! ]))",
        "the brightness ",
    ),
    (
        rf"\b(?:drag|slide|pull|push|move|nudge|take|bring|shift) {_THE}(?: slider)? ({_BIT})(?:to(?:wards?)?"
        rf" the |all the way )?"
        rf"(left|right)(?! (?:side|half|part|of|corner|edge))\b",
        lambda m: steered(m[1], m[3] not in _LESS) + f" {m[2]}",
    ),
    (
        rf"\b(?:set|put|have|keep|leave|want|take) {_THE} ((?:a (?:little )?(?:bit|little|touch|tad) |slightly "
        rf"|much |way )?)(higher|lower)"
        r"(?! than)\b",
        lambda m: steered(m[1], m[3] not in _LESS) + f" {m[2]}",
    ),
    (
        rf"\bgo (?:a (?:little )?(?:bit|little) |slightly |much |way )?(higher|lower|up|down) (?:on|with|in) {_THE}",
        lambda m: steered(m[2], m[1] not in _LESS),
    ),
    (rf"\b(?:slash|trim|shave(?: off)?|curb|dock|prune|cut down(?: on)?|whittle down) {_THE}", r"reduce the \1"),
    (rf"{_ALONE}(?:reduction|decrease|drop|cut) (?:in|of) (?:the )?({_NOUN})", r"less \1"),
    (rf"{_ALONE}(?:increase|rise|boost|bump|lift) (?:in|of) (?:the )?({_NOUN})", r"more \1"),
    (
        r"\b(?:(?:i|we) (?:would |do )?)?(?:like|love|want|wish|prefer|hope|need) to (?:see|have|get)"
        r" (?=(?:(?:a (?:little )?(?:bit|little|lot)"
        r"|slightly|much|way|far) )?(?:less|fewer)\b)",
        "",
    ),
    (
        r"\b(?:see|check|find out) (?:if|whether) (?:you|we|someone) can (?:get|give|add|bring|make|have)"
        r" (?=(?:it )?(?:more|less|some|a (?:bit|little))\b)",
        "add ",
    ),
    (rf"(?:^|(?<=[,;/] ))({_NOUN}) ?(--|-|minus)(?=$|[,;/.])", lambda m: steered(m[1], False)),
    (rf"(?:^|(?<=[,;/] ))({_NOUN}) ?(\+\+|\+|plus)(?=$|[,;/.])", lambda m: steered(m[1], True)),
    (rf"(?:^|(?<=[,;/] )|(?<=[,;/]))(?:--|-|minus) ?({_NOUN})(?=$|[,;/. ])(?! ?[+-]?\d)", r"less \1"),
    (  # "more shadows" are darker ones, a higher value of the slider is not
        rf"\b(?P<do>{_UP}|{_DOWN}) (?:up |down )?(?:the |all the |my )?{_TONE} {_ITS_SLIDER}",
        lambda m: steered(f"{m['tone'].replace(' ', '')}s", re.fullmatch(_UP, m["do"]) is not None),
    ),
    (rf"\b{_TONE} {_ITS_SLIDER}(?= (?:up|down)\b)", lambda m: f"{m['tone'].replace(' ', '')}s"),
    # retouchers' words
    (r"\bhighlights? roll[- ]?off\b", "highlight_roll"),
    (
        r"\b(?:smooth(?:er|en)?|soft(?:er|en)?|gentler|nicer|better|improve|more|add(?: some)?|a (?:smooth|soft"
        r"|gentle)(?:er)?) (?:the )?highlight_roll\b",
        "lower the highlights",
    ),
    (r"\bhighlight_roll\b", "lower the highlights"),
    (r"\b(?:roll[- ]?off|feather|taper)(?: of| on)? (?=the highlights\b)", "lower "),
    (r"\bd ?(?:&|n) ?b\b", "dodge and burn"),
    (r"\bburn (?:in )?(?=the (?:sky|edges?|corners?|background|foreground|highlights)\b)", "darken "),
    (r"\bdodge (?=(?:the|her|his) (?:face|eyes|skin|shadows|subject|foreground|hair)\b)", "brighten "),
    (
        r"\b(?:give|add|with|want|needs?|add in)? ?(?:it )?(?:an? )?(?:little |bit of |nice |big |small |subtle"
        r" )*(?:pop|splash|burst|punch|hit) of colou?r\b(?! (?:on|in|to|for) the)",
        "more saturation",
    ),
    (
        r"\b(?:wb|white balance|color temp(?:erature)?|kelvin)(?: (?:to|at|of|around|about|=|:))*["
        r" :=]*(\d{4,5})(?: ?k(?:elvin)?)?\b",
        r"set white balance to \1 k",
    ),
    (r"(?:^|(?<=[,;/] ))(?:at |to )?(\d{4,5}) ?k(?:elvin)?(?= please|$|[,;/.])", r"set white balance to \1 k"),
    (
        r"(?:^|(?<=[,;/] )|(?<=\band )|\b(?:use|apply|set|do|run)(?: the| an)? )"
        r"(?:awb|auto(?:matic)?[- ](?:wb|white balance))\b",
        "fix the white balance",
    ),
)


def moved(text: str) -> str:
    """A lower-case text with contractions spelt out; what is said of sliders becomes what is asked of them."""
    return rewritten(text, _TURNS)
