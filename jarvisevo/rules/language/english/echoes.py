"""What is only said by pointing back: "the sky too", "same for the water", "so is the ceiling", "vibrance as well". The
wish before it is said again of the other thing, in place of the one that it was said of.
"""

import re

from jarvisevo.rules.language.english.letters import EFFECT, SLIDER, Rows
from jarvisevo.rules.language.tokens import rewritten

_THING = r"(?:the|his|her|my|our|their) (?:left |right )?[\w']+"
_ECHO = re.compile(
    r"(?P<first>[^.;!?,]+)(?:[.;!,]+| and) (?:and )?(?:please )?(?:"
    rf"(?:the )?same (?:for|with|goes for|to|on|thing (?:for|with)) (?P<for>{_THING}|(?:the )?(?:{SLIDER}))"
    rf"|do the same (?:for|to|with|on) (?P<do>{_THING}|(?:the )?(?:{SLIDER}))"
    rf"|so (?:is|are|does|do|was) (?P<so>{_THING})"
    rf"|(?P<too>{_THING}|{SLIDER}),? (?:too|as well|likewise)"
    rf"|(?P<less>{_THING}),? but (?:a (?:bit|little) )?less(?: so)?)(?=\s*$|[.;!])"
)
_IN_IT = re.compile(rf"\b(?:{_THING}|it|{SLIDER})\b")
_NOT_ONE = re.compile(r"\b(?:whole|photo|picture|image|shot|rest|other|others)\b")
_SO_MUCH = (
    r"(?:[+-]?\d+(?:\.\d+)?(?: (?:points?|percent|%|stops?|ev))?"
    r"|(?:half an?|an?|one|two|(?:a|one|two) (?:third|quarter)s?(?: of an?)?) stops?)"
)
_OTHER_THAN_ALL = r"(?:the|his|her|my|our|their) (?!whole|photo|picture|image|shot|rest|other)\w+"
_PART_OF_PHOTO = r"(?:the|his|her|my|our|their) (?!corners|edges|shadows|highlights|midtones|whites|blacks|colou?rs)\w+"
_OVER = rf"(?! {EFFECT}| (?:make|rotate|straighten|crop)\b| (?:the|this|my) (?:whole )?(?:photo|picture|image|shot)\b)"
"""What stands between a thing and the "it" that is still that thing: no other one, nor the photo."""
_FOR_ALL = r"(?!(?:\w+ ){0,3}?(?:grain|vignette|vignetting|border|frame|film)\b)"
"""Not what only a whole photo has."""
_LEVELS_BY_FAULT = {
    "warm": "warmth",
    "cool": "warmth",
    "cold": "warmth",
    "bright": "exposure",
    "dark": "exposure",
    "sharp": "sharpness",
    "saturated": "saturation",
    "vivid": "saturation",
    "contrasty": "contrast",
    "flat": "contrast",
    "grainy": "noise",
    "noisy": "noise",
}


def _by_so_much(match: re.Match[str]) -> str:
    """ "Too warm, drop it by 15": the warmth, away from the fault."""
    up = match[1] in ("cool", "cold", "dark", "flat")
    return f"{'raise' if up else 'lower'} the {_LEVELS_BY_FAULT[match[1]]} by "


_POINTING: Rows = (
    (
        rf"\b(do not|never) make ({_OTHER_THAN_ALL}) ((?:too |more |less )?\w+),? "
        r"(?:and |but |just |please )*make it (?!look\b|\w+ (?:overall|all over|in general|everywhere)\b)",
        r"\1 make \2 \3, make \2 ",
    ),
    (
        rf"\b({EFFECT}(?: up| down)?|make) (?={_PART_OF_PHOTO})({_OTHER_THAN_ALL})"
        rf"((?:{_OVER} [\w']+){{0,3}}?(?:,| and| then)(?:{_OVER} [\w',]+){{0,6}}?) "
        rf"((?:add|bring|put|take|remove|pull|get) {_FOR_ALL}(?:\w+ ){{1,4}}?(?:to|into|in|out of|from|off)) it\b"
        r"(?! all\b)",
        r"\1 \2\3 \4 \2",
    ),
    (
        rf"\b({EFFECT}(?: up| down)?) (?={_PART_OF_PHOTO})({_OTHER_THAN_ALL})"
        rf"((?:{_OVER} [\w']+){{0,3}}?(?:,| and| then)(?: then| also| please)*) give it "
        rf"(?=(?:more|some|a (?:bit|little|touch)|less)\b){_FOR_ALL}",
        r"\1 \2\3 give \2 ",
    ),
    (
        rf"\b(swap|replace|exchange)( out)? ({_OTHER_THAN_ALL})((?: (?:for|with) [^,.;!?]*?)?,? and) "
        rf"(?:(make) it|({EFFECT}) it)\b",
        lambda m: f"{m[1]}{m[2] or ''} {m[3]}{m[4]} {m[5] or m[6]} {m[3]}",
    ),
    (r"\bwhat is behind (?:them|him|her|it|us|me)\b", "the background"),
    (
        rf"\bthe ({SLIDER}|noise|haze) (?:is|are|looks?) [^.,;!?]*?too (?:strong|high|much|heavy|intense|big),? "
        r"(?:so |please |just )*(?:halve it|cut it in half|(?:reduce|cut|lower) it by (?:a )?half)\b",
        r"reduce the \1 by 50%",
    ),
    (
        r"(?<!\bhe )(?<!\bshe )(?<!\bthey )"
        rf"\b(?:is|are|looks?|it's) (?!not\b)[^.,;!?]*?too ({'|'.join(_LEVELS_BY_FAULT)}),? (?:so |please |just )*"
        r"(?:drop|lower|reduce|raise|bring|turn|take|pull) it (?:up |down |back )?by (?=\d)(?![\d.]+ ?(?:deg|°))",
        _by_so_much,
    ),
    (
        r"\binstead of (?:brighten|darken|lighten|sharpen|blurr|soften|warm|cool|desaturat|saturat)ing "
        rf"((?:the|his|her|my|our|their) \w+),? (?:just |please )?({EFFECT}) it(?: up| down)?(?=[.!]?$)",
        r"\2 \1",
    ),
    (  # "Lower the highlights. By about 40."
        rf"(?<=[a-z])[.!;] (?:by |just |only |say |maybe |perhaps |make it |i would say )*(?:about |around "
        rf"|roughly |somewhere "
        rf"(?:around|near) )?({_SO_MUCH})(?: (?:is|will be|should be|would be) (?:plenty|enough|fine|ok|okay"
        rf"|good|right|it)"
        r"| (?:should|will|would) (?:do|suffice)(?: it)?)?(?=\s*$|[.!])",
        r" by \1",
    ),
    (
        r"(?<=[a-z])[.!;] (?:(?:really|very|quite) (?:dark|bright|strong|warm|cool|sharp|vivid|soft|blue)"
        r"|(?:quite |very |really )?strongly|drastically"
        r"|dramatically|heavily"
        r"|massively|go (?:heavy|hard|big)|by a lot|lots)(?:,? please)?(?=\s*$|[.!])",
        " a lot",
    ),
    (
        r"(?<=[a-z])[.!;] (?:just |only |but )*(?:a (?:tiny |little )?(?:touch|smidge|hint|tad|whisper)"
        r"|subtly|barely noticeable"
        r"|barely|gently|a little bit)(?:,? (?:no more|please))?(?=\s*$|[.!])",
        " a little",
    ),
    (
        r"\b(the \w+ (?:needs?|wants?|could use|can have) )(more|less) (\w+)[.,;]+ (?:and |but )?"
        r"(the \w+ (?:needs?|wants?|could use|can have) )(more|less)(?=\s*$|[.;!,])",
        r"\1\2 \3. \4\5 \3",
    ),
    (r"(?<=\w)[.!;] (?:but )?(?:only |just )?(a lot|a little|a bit|slightly)(?=\s*$|[.!])", r" \1"),
    (  # "Highlights and shadows: lower both of them"
        rf"\b(?:the )?({SLIDER}) and (?:the )?({SLIDER})[:,] (?:please )?(lower|raise|lift|drop|reduce|increase|boost"
        r"|bring down|push up|pull down|turn up|turn down) (?:them both|both(?: of them)?|them|the (?:two|pair) of "
        r"them)",
        r"\3 the \1 and the \2",
    ),
    (
        rf"^(?!.*\b(?:{SLIDER})\b)(?!.*\b(?:two|three|the|these|those|some) \w+s\b.* of them)(.*?)"
        r"\b(?:the |all )?(?:two|three|four|five|pair|lot) of them\b",
        r"\1the people",
    ),
    (r"\b(?:the |all )?(?:two|three|four|five|pair|lot|both|all|each) of (?:us|you)\b", "the people"),
    (
        r"(\btoo [^.;]*)[.;] (?:please )?(?:brighten|darken|lift|lower|fix) (?:them )?both(?: of them)?(?=\s*$|[.!;])",
        r"\1",
    ),
)


_ONE_WORD = (
    r"(?:a (?:bit|little|lot) |much |slightly )?(?:brighter|darker|lighter|warmer|cooler|colder|sharper|softer)"
    r"|(?:brighten|darken|lighten|warm|cool|sharpen|soften) (?:it|this)(?: up| down)?|(?:more|less) (?P<noun>\w+)"
)
_CORRECTED = re.compile(
    r"(?P<first>[^.;!?,]+)[.;!?,] (?:oh |wait |hmm |oops )*(?:no[,.:]|(?:actually|sorry|correction)[,.:]?) "
    rf"(?:(?:i )?(?:meant?|wanted) |make (?:it|that) )?(?P<then>{_ONE_WORD})(?=\s*(?:$|[.!]))"
)
"""A wish, and one of few words behind it that takes it back."""
_OPPOSITES = (
    (r"\b(?:bright|light)(?:er|en)\b", r"\bdark(?:er|en)\b"),
    (r"\bwarm(?:er)?\b", r"\b(?:cool|cold)(?:er)?\b"),
    (r"\b(?:more|increase|raise|up)\b", r"\b(?:less|reduce|lower|decrease|down)\b"),
    (r"\bsharp(?:er|en)\b", r"\bsoft(?:er|en)\b"),
)


def _corrected(match: re.Match[str]) -> str:
    """ "Make it brighter. No, darker.": the second alone, where it is the other way."""
    first, then = match["first"], match["then"]
    if match["noun"] and match["noun"] not in first.split():
        return match[0]  # "more contrast. sorry, less saturation"
    turned = any(
        re.search(one, first) and re.search(other, then) or re.search(other, first) and re.search(one, then)
        for one, other in _OPPOSITES
    )
    return then if turned else match[0]


def _like(other: str, first: str) -> re.Match[str] | None:
    """What of the wish before it another thing, or another slider, takes the place of."""
    sliders = list(re.finditer(rf"\b(?:the )?(?:{SLIDER}|noise|haze)\b", first))
    if re.fullmatch(rf"(?:the )?(?:{SLIDER})", other):
        return sliders[0] if sliders else _IN_IT.search(first)
    things = [found for found in _IN_IT.finditer(first) if not _NOT_ONE.search(found[0])]
    things = [found for found in things if not any(found[0] == one[0] for one in sliders)]
    placed = [found for found in things if re.search(r"\b(?:in|of|on|to|from|for) $", first[: found.start()])]
    if placed:
        return placed[-1]
    return things[0] if things else None


def _again(match: re.Match[str]) -> str:
    first = match["first"].strip()
    other = next(match[name] for name in ("for", "do", "so", "too", "less") if match[name])
    named = _like(other, first)
    if named is None or _NOT_ONE.search(other) or named[0] == other:
        return match[0]
    less = " a little" if match["less"] else ""
    return f"{match['first']}. {first[: named.start()]}{other}{first[named.end() :]}{less}"


def echoed(text: str) -> str:
    """A lower-case text, contractions spelt out, with what points back said in full."""
    return _ECHO.sub(_again, rewritten(_CORRECTED.sub(_corrected, text), _POINTING))
