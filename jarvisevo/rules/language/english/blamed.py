"""What a device, an app or somebody is blamed for: "my phone boosted the colours far too much", said again as the
complaint that it is, without who did it.
"""

from jarvisevo.rules.language.english.letters import BEGINS, HUE, NOUN, Rows

_WHO = (
    r"(?:the|my|this|our|his|her|an?) (?:\w+ )?(?:phone|camera|app|iphone|pixel|samsung|lens|software|filter|sensor"
    r"|auto ?mode|auto|night mode|preset|scanner|lab|editor|flash|meter)(?: app| mode)?"
)
_UNLOVED = r"(?![^.;!?]*\b(?:love|like|nice|beautiful)\b)"
_MUCH = r"(?:far |way |much |a bit |a little )?too (?:much|strongly|hard|far|heavily)"
BLAMED: Rows = (
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
