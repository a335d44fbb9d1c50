"""Complaints of what an earlier request brought: the words for it alone among what is said beside it ("no, too yellow",
天空太蓝了，好假), and by which quantity it came: what is too yellow after "warmer" is too warm.
"""

import re
from dataclasses import replace

from jarvisevo.rules.colours import canonical
from jarvisevo.rules.earlier.followups import place_key, sign
from jarvisevo.rules.intent import Want
from jarvisevo.rules.language import read
from jarvisevo.rules.language.still import still_too
from jarvisevo.rules.looks import look_of

_THAT = (
    r"(?:it|that|this|they|(?:the|her|his|my|their|its) [a-z]+(?: [a-z]+){0,2})(?:'s| is| are| looks?| looks? like)?"
)
_DEGREE = r"(?:a (?:little )?(?:bit|little|touch|tad) |slightly |kinda |still |now |way |much |far |just )*"
_TOO = (
    rf"(?:(?:{_THAT}|now|hmm|but|and) )*{_DEGREE}(?:too [a-z]+(?: [a-z]+)?|over-?[a-z]+)(?: now| still)?"
    rf"|(?:{_THAT} )?not (?:so|that|as|quite so) [a-z]+",
    "(?:[\u4e00-\u9fff]{0,6}?)(?:有点|稍微|还是|现在)?(?:太|过于|过)[\u4e00-\u9fff]{1,5}?(?:了|一?点了?)?"
    "|[\u4e00-\u9fff]{0,4}(?:没|不要|别)(?:那么|这么)[\u4e00-\u9fff]{1,4}",
)
"""What is only a complaint that there is too much of something."""
_PARTS = (r"\s*[,.;:!—–]+\s*(?:(?:and|but)\s+)?|\s+(?:and|but)\s+", r"[，,。；;！!]+\s*")
_SIGH = (
    r"(?:no+|nope|nah|hmm+|oh|whoa|wow|ugh|ok(?:ay)?|well|sorry|wait|now|wrong)",
    "(?:不|不对|不是|不行|不好|错了|嗯+|啊|呃|哎呀?|唉|好吧|等等)",
)
"""What is said before a complaint, and asks for nothing."""
_WARM, _COOL = ("yellow", "orange", "red"), ("blue", "aqua")
_PINK = ("magenta", "purple", "pink")


def complaint(said: str, zh: bool) -> tuple[str, str]:
    """(a complaint that there is too much of something, what is wished beside it); ("", "") for other words."""
    if _is_complaint(said := still_too(said), zh):
        return said, ""
    parts = [part for part in re.split(_PARTS[zh], said) if part]
    parts = [part for part in parts if not re.fullmatch(_SIGH[zh], part, re.IGNORECASE)]
    found = next((part for part in parts if _is_complaint(part, zh)), "")
    if not found:
        return "", ""
    rest = ("，" if zh else ", ").join(part for part in parts if part != found)
    return found, rest if rest and _asks_more(rest, found, said) else ""


def brought(want: Want, before: Want) -> tuple[Want, ...]:
    """What of a want before brought that of which there is too much now: the want itself, or the warmth of a style."""
    if before.amount is not None:
        return ()
    look = look_of(before.what.removeprefix("look:")) if before.what.startswith("look:") else None
    warmth = dict(look.moves).get("warmth", 0.0) if look and sign(before) == "+" else 0.0
    if warmth and _way(want) == ("warmth", "-" if warmth > 0 else "+") and before.where.everywhere:
        toned = (replace(want, direction="+"),) if want.what.startswith("color:") else ()
        return (Want("warmth", "+" if warmth > 0 else "-"), *toned) if want.where.everywhere else ()
    return (before,) if alike(want, before) and _opposed(want, before) else ()


def alike(want: Want, before: Want) -> bool:
    """Whether two wants are for more or less of the same in the same place."""
    same = want.what == before.what or _way(want)[0] == _way(before)[0]
    return same and place_key(want.where) == place_key(before.where)


def same_way(want: Want, before: Want) -> bool:
    """Whether one of two wants goes on where the other went."""
    return alike(want, before) and not _opposed(want, before)


def _opposed(want: Want, before: Want) -> bool:
    if want.what == before.what:
        return sign(want) != sign(before)
    return _way(want)[1] != _way(before)[1]


def _way(want: Want) -> tuple[str, str]:
    """The quantity that a want moves, and its sign: colours of light by white balance, "too orange" is too warm."""
    way = sign(want)
    if not want.what.startswith("color:") or want.direction.startswith("to:"):
        return want.what, way
    name = canonical(want.what.removeprefix("color:")) or want.what
    back = "-" if way == "+" else "+"
    if name in (*_WARM, *_COOL):
        return "warmth", way if name in _WARM else back
    if name in (*_PINK, "green"):
        return "tint", way if name in _PINK else back
    return want.what, way


def _is_complaint(said: str, zh: bool) -> bool:
    return bool(re.fullmatch(_TOO[zh], said, re.IGNORECASE))


def _asks_more(rest: str, found: str, said: str) -> bool:
    """Whether words beside a complaint ask for something of their own, and do not only say how it looks so."""
    of_it = {_way(want) for want in read(found).wants}
    own = {_way(want) for want in read(rest).wants} - of_it
    return bool(own & {_way(want) for want in read(said).wants})
