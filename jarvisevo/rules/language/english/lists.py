"""Sliders in lists, by their short names and with their numbers: "exp +0.5, contr -10", "contrast: up, clarity: down",
"set contrast and clarity to 10 and 15", "contrast, saturation and sharpness all turned down a little", "dehaze 20 with
vibrance -15".
"""

import re

from jarvisevo.rules.language.english.everyday import STYLE
from jarvisevo.rules.language.english.letters import HUE, SLIDER, Rows
from jarvisevo.rules.language.english.sliders import steered
from jarvisevo.rules.language.tokens import rewritten

_SHORT = {
    "exposure": "exp expo exps",
    "contrast": "contr cont contra cntrst",
    "highlights": "hl hls highl hilites",
    "shadows": "sh shad shads shdws",
    "saturation": "sat satur",
    "vibrance": "vib vibr",
    "clarity": "clar",
    "sharpness": "shrp",
    "temperature": "tmp",
    "texture": "tex txt",
}
_NAMED = {short: name for name, shorts in _SHORT.items() for short in shorts.split()}
_SHORTS = "|".join(sorted(_NAMED, key=len, reverse=True))
_AND = r"(?:, and |, | and | & )"
_NAMES = rf"(?:the )?(?:{SLIDER})(?:{_AND}(?:the )?(?:{SLIDER}))+"
_NUMBER = r"[+-]?\d+(?:\.\d+)?(?: points?| percent| ?%)?"
_BIT = r"(?: (?:a (?:tiny |little )?(?:bit|little|touch|tad|lot|hair)|slightly|somewhat|heavily|strongly))?"
_LIFTS = "lift|raise|lower|reduce|boost|drop|bring down|bring up|increase|decrease|pull down|push up"
_HUES = rf"(?:{HUE})s?"
_COLOURED = rf"(?:the )?(?:{SLIDER}|{_HUES})(?:{_AND}(?:the )?(?:{SLIDER}|{_HUES}))+"
_RAISES = ("raise", "lift", "increase", "boost")
_LACKING = re.compile(r"\b(?:too (?:little|low|dark|weak|deep|dull|crushed|flat)|not enough)\b")
_SIGNS = {"up": "+", "down": "-"}
_STANDS = rf"(?: (?:at|to|of|by|up|down))*:? {_NUMBER}(?: ?(?:k|kelvin|ev|stops?)\b)?"
_BESIDE = r"(?:along |together |combined |coupled |paired )?with"
_THERE = r"((?:in|on) the \w+)"
_VERB = f"set|put|turn up|turn down|{_LIFTS}"
_WISHING = r"(?:(?:i|we) (?:would like|want|need)|can (?:i|we|you) (?:have|get)|give me|please)"


def _one_by_one(match: re.Match[str]) -> str:
    """ "Set contrast and clarity to 10 and 15"; "contrast, clarity: 10, 15"; "warmth and vibrance up by 5 and 12"."""
    names, numbers = (re.split(_AND, match[part]) for part in ("names", "numbers"))
    if len(names) != len(numbers):
        return match[0]
    if verb := match.groupdict().get("verb"):
        return ", ".join(f"{verb} {name} {match['way']} {n}" for name, n in zip(names, numbers, strict=True))
    sign = _SIGNS.get(match["way"] or "", "+")
    return ", ".join(f"{name} {n if n[0] in '+-' else sign + n}" for name, n in zip(names, numbers, strict=True))


def _by_number(match: re.Match[str]) -> str:
    """ "Too much clarity, take it down 25": the slider by so much."""
    way, verb = match["way"], match["verb"]
    if way not in _SIGNS:
        way = "up" if verb.endswith("up") or verb in _RAISES or _LACKING.search(match[0]) else "down"
    return f"{match['what']} {_SIGNS[way]}{match['n']}"


_ROWS: Rows = (
    (rf"\b({_SHORTS})(?=:? ?[+-] ?\d)", lambda m: _NAMED[m[1]]),  # a number must follow: "sat" is a word, too
    (rf"(?:^|(?<=[,;] )|(?<=\band ))({_SHORTS})(?=:? \d+(?:\.\d+)?(?:$|[ ,.;]))", lambda m: _NAMED[m[1]]),
    (rf"\b({SLIDER}): (?=(?:up|down)\b|(?:higher|lower)(?:$|[.,;]| by))", r"\1 "),
    (rf"\b({_NAMES}): (?=(?:up|down)\b|(?:higher|lower)(?:$|[.,;]| by))", r"\1 "),
    (
        rf"(?:\b{_WISHING} )?\b({_NAMES}),? (?:all |both |each )?(?:turned|brought|dialled|dialed|pulled|taken|toned)"
        rf" (up|down)({_BIT})(?=\s*$|[.,;!])",
        r"turn \2 \1\3",
    ),
    (
        rf"\b(?P<verb>{_VERB}) (?P<names>{_NAMES}) (?P<way>to|by|at) "
        rf"(?P<numbers>{_NUMBER}(?:{_AND}{_NUMBER})+)(?:,? respectively)?(?=\s*$|[.;!])",
        _one_by_one,
    ),
    (
        rf"\b(?P<names>{_COLOURED})(?::| (?P<way>up|down) by) (?P<numbers>{_NUMBER}(?:{_AND}{_NUMBER})+)"
        r"(?:,? respectively)?(?=\s*$|[.;!])",
        _one_by_one,
    ),
    (rf"\b({SLIDER}) of (the \w+) ([+-]\d+),? (?:and )?of (the \w+) ([+-]\d+)", r"\1 of \2 \3, \1 of \4 \5"),
    (
        rf"(?:^|(?<=[,;] )|(?<=\band ))(?:add |put )?([+-]\d+) (?:to|on) (?:the )?({SLIDER})(?=\s*$|[,.;]| and\b)",
        r"\2 \1",
    ),
    (r"\bexposure (up|down) (a third|two thirds|half)(?=\s*$|[,.;])", r"exposure \1 by \2 of a stop"),
    # one slider, and what is to be done with it
    (
        rf"(?:^|(?<=[,.;] )|(?<=\band ))(?:the )?({SLIDER}) (?:(?:should|must|needs? to|has to|have to) )?"
        r"(?:go |come |be )?(up|down),? (?:and )?not (?:up|down)\b",
        lambda m: steered(m[1], m[2] == "up"),
    ),
    (
        rf"\b(?P<do>{_LIFTS}) (?P<a>(?:the )?(?:{SLIDER}))"
        r"(?:,? (?:and )?(?:then|also)|[.;?!] (?:and )?(?:also|then),?) "
        rf"(?P<b>the (?:{SLIDER}))(?=\s*$|[,.;!?])",
        r"\g<do> \g<a>, \g<do> \g<b>",
    ),
    (
        rf"\b(?:there is )?(?:too (?:much|little)|(?:only|just)(?: touch| change| adjust)?(?: the)?|not enough) "
        rf"(?P<what>{SLIDER}),? (?:so )?(?P<verb>{_LIFTS}|take|bring|pull|turn|dial|push) (?:it|them|that)"
        r"(?: (?P<way>up|down|back))?(?: by)? (?P<n>\d+)\b",
        _by_number,
    ),
    (
        rf"\bthe (?P<what>{SLIDER}) (?:is|are) too \w+,? (?:so )?"
        rf"(?P<verb>{_LIFTS}|take|bring|pull|turn|push) (?:it|them)"
        r"(?: (?P<way>up|down|back))?(?: by)? (?P<n>\d+)\b",
        _by_number,
    ),
    (
        rf"\b(?:do not |never )?(?:change|touch|alter|adjust) (?:nothing|anything) (?:but|except) the ({SLIDER}),? "
        rf"({_LIFTS}) (?:it|them)\b",
        r"\2 the \1",
    ),
    (
        r"\b(?:do not |never )?(?:change|touch|alter|adjust) (?:nothing|anything) (?:but|except) the white balance,? "
        r"make it (?=cooler|warmer)",
        "make it ",
    ),
    (
        rf"\bthe ({SLIDER}) (?:is|are) too \w+,? (?:so )?"
        r"(?:halve (?:it|them)|cut (?:it|them) in half)",
        r"halve the \1",
    ),
    (
        rf"\b(brighten|lighten|darken) (?:it |this )?(?:with|using|by) the ({SLIDER}) slider"
        rf"(?:,? (?:and )?not (?:the )?(?:{SLIDER})(?: slider)?)?",
        lambda m: steered(m[2], m[1] != "darken"),
    ),
    (rf"\b({SLIDER}) (?:stays?|remains?) where (?:they are|it is)\b", r"\1 stay the same"),
    (rf"\b((?:{SLIDER}){_STANDS}),? (?:and )?{_BESIDE} (?=(?:the |an? )?(?:{SLIDER}){_STANDS}(?![\d.]))", r"\1, "),
    (
        rf"\b((?:{SLIDER}){_STANDS}),? {_BESIDE} (?=(?:(?:a (?:bit|little)|slightly|some|much) )?(?:more|less) )",
        r"\1, ",
    ),
    (rf"\b({STYLE}|black and white),? {_BESIDE} (?=(?:the |an? )?(?:{SLIDER}){_STANDS}(?![\d.]))", r"\1, "),
    (  # "a film look with contrast down 15"
        rf",? with (?:the )?({SLIDER}) (up|down) (?:by )?(\d+(?:\.\d+)?)",
        lambda m: f", {m[1]} {'+' if m[2] == 'up' else '-'}{m[3]}",
    ),
    (rf",? with (?:the )?({SLIDER}) (up|down)(?=\s*$|[.,;!])", lambda m: f", {steered(m[1], m[2] == 'up')}"),
    (rf"\b(the )?({SLIDER}) (?:should|must|has to|needs to) be (?:set )?(?:to|at) (?=[+-]?\d)", r"set \1\2 to "),
    # places before the sliders
    (
        rf"(?:^|(?<=[,.;] )|(?<=\band )){_THERE},? (more|less) ({SLIDER}),? (?:and |but )?{_THERE},? (more|less)"
        r"(?=\s*$|[.!])",
        r"\2 \3 \1, \5 \3 \4",
    ),
    (
        rf"(?:^|(?<=[,.;] )|(?<=\band )|(?<=\bbut )){_THERE},? ((?:a (?:bit|little) )?(?:more|less) (?:{SLIDER}))"
        r"(?=\s*$|[.,;!]| and| but)",
        r"\2 \1",
    ),
    (rf"\bfor (the \w+)[:,] ({SLIDER}) (up|down)\b", lambda m: f"{steered(m[2], m[3] == 'up')} in {m[1]}"),
    (
        rf"\b(?P<first>add (?:more |some )?(?P<what>{SLIDER}) (?:to|on) [^,.;]+?)(?:[,;]| and|, and)"
        r" take some(?: of it)?(?: away| off)? from\b",
        r"\g<first>, reduce the \g<what> of",
    ),
    (
        rf"\btake (?:some|a (?:little )?bit of|a little) (?:of the )?({SLIDER}) (?:away from|out of|off|from) "
        r"(?=the |her |his |my |their )",
        r"reduce the \1 of ",
    ),
    (rf"\bup to (?=(?:{SLIDER}) [+-]\d)", ""),
)


def listed(text: str) -> str:
    """A lower-case text with contractions spelt out; every slider of a list has its name and its number."""
    return rewritten(text, _ROWS)
