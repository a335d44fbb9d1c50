"""What a device, an app or somebody is blamed for: "my phone boosted the colours far too much", said again as the
complaint that it is, without who did it.
"""

import re

from jarvisevo.rules.language.english.letters import BEGINS, HUE, NOUN, ONE, SLIDER, Rows

_WHO = (
    r"(?:the|my|this|our|his|her|an?) (?:\w+ )?(?:phone|camera|app|iphone|pixel|samsung|lens|software|filter|sensor"
    r"|auto ?mode|auto|night mode|preset|scanner|lab|editor|flash|meter)(?: app| mode)?"
)
_UNLOVED = r"(?![^.;!?]*\b(?:love|like|nice|beautiful)\b)"
_MUCH = r"(?:far |way |much |a bit |a little )?too (?:much|strongly|hard|far|heavily)"
_ANYBODY = rf"(?:someone|somebody|they|he|she|we|i|you|whoever (?:\w+ ){{1,3}}?it|{_WHO})"
_MOVED = (
    "cranked|pushed|turned|dialed|dialled|brought|pulled|took|taken|dragged|bumped|moved|set|raised|lifted|boosted|dropped"
    "|lowered|cut|reduced|increased"
)
_DOWN = ("down", "lowered", "dropped", "cut", "reduced", "low", "back")


def _gone_too_far(match: re.Match[str]) -> str:
    """ "Somebody cranked the saturation up way too far": too high."""
    down = any(word in _DOWN for word in (match["verb"], match["way"], match["end"]))
    if match["colour"]:
        return f"boost the {match['colour']}" if down else f"the {match['colour']} are too strong"
    return f"the {match['what']} is too {'low' if down else 'high'}"


BLAMED: Rows = (
    (
        rf"{BEGINS}{_ANYBODY} (?:have |has |must have |clearly |really |just )*(?P<verb>{_MOVED}) (?:the |my |its "
        rf")?(?:(?P<what>{SLIDER})|(?P<colour>(?:{HUE}|colou?r)s))(?: (?P<way>up|down|back))?,? (?:way |far |much |a "
        r"bit |a little )?too (?P<end>far|much|high|low|hard|strongly|heavily)\b",
        _gone_too_far,
    ),
    (rf"\b((?:been|was|were|is|are|got) (?:\w+ly )?\w+ed) by {_WHO}(?=$|[.,;!?]| and\b| but\b)", r"\1"),
    (
        rf"{BEGINS}({ONE}) (?:has|have|was|were|is|are|got)(?: been)? (?:over)?(?:smoothed|smeared|softened"
        r"|airbrushed)(?: (?:out|away|over|(?:way |far |a bit )?too much|so much))*[,;.] (?:so |and |please |i would "
        r"like |i want |we want |can you |could you |can i have |give (?:it|me) |get |bring back )*(?:some |the |its "
        r"|a bit of |more )*(?:textures?|details?|pores)(?: back)?(?: please)?(?=$|[.,;!?])",
        r"bring back the texture of \1",
    ),
    (
        rf"{BEGINS}{_WHO} (?:boosted|pushed|cranked(?: up)?|increased|raised|exaggerated|saturated) (the \w+) {_MUCH}",
        r"\1 is too strong",
    ),
    (rf"{BEGINS}{_WHO} (?:has )?(?:boosted|pushed|exaggerated|overdid) (the \w+)(?=$|[.;!,])", r"\1 is too strong"),
    (
        rf"{BEGINS}{_WHO} (?:has )?(?:smoothed|smoothened|softened|smeared)(?: out)? (the \w+)(?: {_MUCH})?"
        r"(?:,? (?:so )?(?:please )?bring (?:back )?(?:the |its |some )?(?:texture|detail)(?: back)?)?",
        r"bring back the texture of \1",
    ),
    (rf"{BEGINS}{_WHO} (?:has )?(under|over)exposed (?:it|this|the (?:whole )?\w+|everything)", r"it is \1exposed"),
    (rf"{BEGINS}{_WHO} (?:has )?over[ -]?(sharpened|saturated) (?:it|this|the \w+|everything)", r"it is over\1"),
    (
        rf"{BEGINS}{_WHO} (?:has )?(?:took|taken|sucked|drained|washed|bleached) (?:all )?(?:of )?(?:the "
        rf")?(?:colou?rs?|life)"
        rf" (?:out of|from) ({NOUN})",
        r"the colors of \1 are dull",
    ),
    (
        rf"{BEGINS}{_WHO} (?:has )?(?:added|put|gave|applied) (?:it |this )?an? (?:\w+ )?(warm|cool|cold|{HUE})(?:ish)?"
        rf" (?:filter|cast|tint|look|tone)(?: on it| over it)?{_UNLOVED}(?:,? (?:please )?(?:undo|remove|reverse|take"
        r" off|get rid of)"
        r" (?:that|it))?",
        r"it is too \1",
    ),
    (
        rf"{BEGINS}{_WHO} (?:leaves|left|makes|made|produces|gives) (an? )?(\w+ )?(fringe|fringes|halo|halos"
        rf"|noise|grain)\b",
        r"there is \1\2\3",
    ),
    (
        rf"{BEGINS}(?:{_WHO}|{NOUN}) turned ({NOUN}) into (?:an? )?(?:black |dark )?silhouettes?{_UNLOVED}"
        r"(?:,? (?:please )?(?:lighten|brighten|lift) (?:it|them|him|her))?",
        r"\1 is too dark",
    ),
    (
        r"\b((?:is|are|am|looks?) (?:(?:just|only|nothing but|basically|all|black|dark) )*)(?:a )?silhouettes?"
        r"(?: (?:in front of|against|before) [^,.;!?]*)?(?=$|[.,;!?]| and\b| but\b)",
        r"\1a silhouette",
    ),
    (
        r"\b(?:(?:has|have|had) (?:come|turned)|came|turned) out (?:much |a lot |far |way |a bit |a little )?(dark"
        r"|bright|warm|cold|cool)er than (?:the|my|her|his|our) \w+",
        r"is too \1",
    ),
    (
        r"\b(?:came|come|turned) out (?:much |a lot |far |way |a bit |a little )?(dark|bright|yellow|blu"
        r"|warm|cold|cool)(?:e?r)"
        r" than (?:it|i|we|they) [^,.;]*",
        lambda match: f"is too {'blue' if match[1] == 'blu' else match[1]}",
    ),
    (
        rf"\b(?:it is |it looks |looks )?(?:a bit|a little|kinda|kind of|sort of|rather|quite|pretty) (warm"
        rf"|cold|cool|dark|bright|{HUE}|flat|dull)"
        r"(?:ish)?,? (?:innit|is not it|do not you think|no)(?=\s*$|[?.!,])",
        r"it is too \1",
    ),
    (rf"{BEGINS}exposure was metered (?:on|for|off) [^,.;]+, (?:so |and )?", ""),
    (
        rf"\bso (?:that )?((?:{NOUN} )?(?:faces?|eyes)) (?:can|could|may) be seen(?: better| clearly| properly)?",
        r"and brighten \1",
    ),
)
"""A verb of the past, and too much of it."""
