"""What a request leaves out because the one before it said it: "even warmer", after "warm up the mountains", is about
the mountains; "the hair too" asks for the same there. Both languages; a request in full is an ordinary instruction.
"""

import re
from collections.abc import Collection, Iterable

from jarvisevo.rules.colours import canonical
from jarvisevo.rules.earlier import act_words
from jarvisevo.rules.earlier.named import meant
from jarvisevo.rules.intent import GEOMETRIC, Intent, Place, Want
from jarvisevo.rules.language import read
from jarvisevo.rules.language.tokens import is_chinese
from jarvisevo.rules.regions import boxes_of

MOST = 120
"""Characters of a request that may lean on the one before; a longer one says what it is about."""
_COMPARES = (
    r"\b(?:less|more|too|even|still|not|enough|again|instead|rather|weaker|stronger|(?!over|under|other|filter|layer|lower|water|flower|river"
    r"|paper|corner|border|center|after|never|number|summer|winter|silver|amber|powder|shutter|poster|order|remember"
    r"|render|enter|offer|member|tower|car?pet)[a-z]{2,}er|them|they"
    r"|those|these)\b",
    "再|更|还|太|换成|改成|没那么|不够|不要那么|别那么|过|一点|一些|[它他她]们?|这些|那些",
)
_WHOLE = (
    r"\b(?:photo|picture|image|shot|whole|everything|everywhere|overall|all over|frame|scene)\b",
    "照片|图片|画面|整体|整张|全图|全部|全局|图",
)
"""Words for the whole photo, which is no place of the last request."""
_THEM = (r"\b(?:them|they|those|these)\b", "[它他她]们|这些|那些")
"""Words that no photo is called by."""
_ANOTHER = (r"\b(?:them|they|those|these|it|instead|rather)\b", "[它他她]|改成|换成|这些|那些")
"""What a thing is to have another colour by, after it was given one."""
_ORDER = re.compile(
    r"^(?:(?:and|but|so|now|then|ok|please|can you|could you|maybe)[\s,]+)*"
    r"(?:(?:i'd like|i want|i would like) (?:it|them|that|this) (?:to be )?"
    r"|(?:it|they|that|this) (?:should|could|must|needs? to|has to|have to) be |(?:could|can) (?:it|they) be "
    r"|(?:make|turn|get|have|keep|do|try) (?:it|them|that|this|those|these) "
    r"|(?:it|that|this|they|those|these)(?:'s|'re| is| are| looks?) (?:still |now )?)?",
    re.IGNORECASE,
)
"""What stands before the change itself."""
_AND = r"^(?:(?:and|but|so|now|then|ok(?:ay)?|please)[\s,]+)+"
_AND_ZH = "^(?:好的?|但是?|不过|请)[，,]?"
_TINTS = {"blue": "warmth", "orange": "warmth", "yellow": "warmth", "green": "tint", "magenta": "tint"}
"""Colours that a warmer, cooler or tinted place gets too much of."""
_SAME_THING = {"vibrance": "saturation", "look:vivid": "saturation", "look:punchy": "contrast"}
_LESS = ("-", "less", "darker")
_AT = {"left": "on the left", "right": "on the right", "top": "at the top", "bottom": "at the bottom"}
_AT |= {"center": "in the middle"}
_OTHER = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
_SIDES_ZH = {"left": "左边的", "right": "右边的", "top": "上面的", "bottom": "下面的", "center": "中间的"}


def in_full(words: str, last: str) -> str:
    """A request with the place that the last one named, where it compares the same quantity, colour or style, and names
    no place; else as it is.

    last  the request before it, in full; "" for none
    """
    zh = is_chinese(words)
    if not last or len(words) > MOST or zh != is_chinese(last):
        return words
    if not re.search(_COMPARES[zh], words, re.IGNORECASE) or re.search(_WHOLE[zh], words, re.IGNORECASE):
        return words
    bare, before = read(words), read(last)
    if not bare.wants or not all(w.where.everywhere and w.what not in GEOMETRIC for w in bare.wants):
        return words
    asked = bare.wants[0]
    them = bool(re.search(_THEM[zh], words, re.IGNORECASE))
    another = bool(_colour(asked)) and sign(asked) == "+" and bool(re.search(_ANOTHER[zh], words, re.IGNORECASE))
    kin = _kin(asked) | ({"another colour"} if another else set())
    alike = [want for want in before.wants if them or kin & _kin(want)]
    if any(want.where.everywhere for want in alike):
        return words
    for full, intent in _told(words, _phrase(alike, last, zh), zh):
        if _as_said(intent, bare) and all(_placed_as(want.where, alike) for want in intent.wants):
            return full
    return words


def for_place(noun: str, last: str) -> str:
    """The last request for another place, "the hair"; "" where it cannot be said so."""
    zh = is_chinese(noun)
    wants = read(last).wants if last and zh == is_chinese(last) else ()
    if not wants:
        return ""
    place = wants[0].where
    if not zh and (other := re.match(r"(?:the|her|his|my|their|its) other (.+)", noun)):
        if place.side not in _OTHER:
            return ""
        noun = f"the {other[1]} {_AT[_OTHER[place.side]]}"
    told = _instead(last, place, noun, zh) if not place.everywhere else _told(last, noun, zh)
    target = [want.where for want in read(f"{noun}暗一点" if zh else f"darken {noun}").wants]
    for full, intent in told:
        there = bool(target) and all(place_key(w.where) == place_key(target[0]) for w in intent.wants)
        if there and _as_said(intent, read(last)):
            return full
    return ""


def takes_back(words: str, last: str) -> bool:
    """Whether a request is to take out just the colour that the last one brought in: "more pink", "remove the pink"."""
    zh = is_chinese(words)
    if len(words) > MOST:
        return False
    found = re.fullmatch(act_words.DROP[zh], words.strip(" .!。！"), re.IGNORECASE)
    some = found and re.search(act_words.SOME[zh], found["what"], re.IGNORECASE)
    asked = read(last).wants if last and found and not some else ()
    if not found or not asked:
        return False
    named = {_colour(want) for want in meant(found["what"], zh) if want.where.everywhere} - {""}
    return all(_colour(want) in named and want.direction not in _LESS for want in asked)


def kept_besides(words: str, last: str) -> str:
    """The last request with what is to stay besides, for words that say nothing else: "ok but keep the plate sharp";
    "" for other words, or where it is not read so.
    """
    zh = is_chinese(words)
    if not last or zh != is_chinese(last) or not only_keeps(words):
        return ""
    kept = re.sub(_AND_ZH if zh else _AND, "", words.strip(" .!。！"), flags=re.IGNORECASE)
    full = f"{last.strip(' .!。！')}，但是{kept}" if zh else f"{last.strip(' .!')}, but {kept}"
    return full if {keep.where.name for keep in read(words).keep} <= {k.where.name for k in read(full).keep} else ""


def only_keeps(words: str) -> bool:
    """Whether a request says only what is to stay."""
    intent = read(words)
    if re.match(r"(?:no|without|not) |没有|无", words.strip(), re.IGNORECASE):
        return False  # "no people in the background"
    return bool(intent.keep) and not (intent.wants or intent.out_of_scope or intent.not_understood)


def steps_of(words: str, asked: Collection[str]) -> list[int]:
    """The steps whose request tells of what the words tell of, by the words that carry meaning; from 1."""
    zh = is_chinese(words)
    told = _tokens(words, zh)
    return [at for at, text in enumerate(asked, 1) if told and told <= _tokens(text, zh)]


def _tokens(text: str, zh: bool) -> set[str]:
    if zh:
        return set(re.sub(r"[的了是我你把让更再一点些有还那这\W]", "", text))
    small = "the a an it was is were are i you we had has have there their her his my its more make made less very so"
    said = [word for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in small.split()]
    return {word.removesuffix("er").removesuffix("s") for word in said}


def _told(words: str, place: str, zh: bool) -> Iterable[tuple[str, Intent]]:
    """Ways to say words of a place, each with how it is read."""
    if not place:
        return
    if zh:
        them = re.sub(_THEM[zh], place, words)
        ways = [them] if them != words else [f"{place}{words}", f"{place}，{words}", f"让{place}{words}"]
    else:
        core = _ORDER.sub("", words.strip(" .!?")) or words
        state = f"{place} {'are' if re.search('[^s]s$', place.split(' on ')[0]) else 'is'} {core}"
        ways = [f"make {place} {core}", state, f"{core} in {place}", f"{place}: {core}", f"{core} {place}"]
        if re.match(r"(?:still |now |much |a (?:bit|little) )*(?:too|not)\b", core):
            ways.insert(0, state)
    for way in ways:
        yield way, read(way)


def _instead(text: str, place: Place, noun: str, zh: bool) -> Iterable[tuple[str, Intent]]:
    """A request with another noun for its place."""
    said = re.escape(place.words or place.zone or place.name)
    article = r"(?:(?:the|her|his|my|their|its|a|an) )?"
    colour = rf"(?:{re.escape(place.colour)} )?" if place.colour else ""
    side = rf"(?: {re.escape(_AT[place.side])})?" if place.side and not zh else ""
    pattern = said if zh else rf"\b{article}{colour}{said}\b{side}"
    way = re.sub(pattern, noun, text, flags=re.IGNORECASE)
    if way != text:
        yield way, read(way)


def _phrase(wants: Iterable[Want], last: str, zh: bool) -> str:
    """The places of wants in words: "the sky and the grass"; "" where one has none."""
    boxes = boxes_of(last)
    phrases = [_named(want, boxes, zh) for want in wants if not want.where.everywhere]
    phrases = list(dict.fromkeys(phrases))
    return "" if not all(phrases) else ("和" if zh else " and ").join(phrases)


def _named(want: Want, boxes: Collection[str], zh: bool) -> str:
    place = want.where
    dyed = want.direction.startswith("to:")  # the red door is blue now
    if place.box >= 0:
        inside = f"<box>{list(boxes)[place.box]}</box>" if place.box < len(boxes) else ""
    elif place.name == "all":
        return _ZONES_ZH[place.zone] if zh else f"the {place.zone}"
    elif zh:
        inside = f"{_SIDES_ZH.get(place.side, '')}{place.words or place.name}"
    else:
        words = place.words or place.name
        colour = f"{place.colour} " if place.colour and place.colour not in words and not dyed else ""
        article = "" if re.match(r"(?:the|her|his|my|their|its|our|all|both) ", words) else "the "
        inside = f"{article}{colour}{words}" + (f" {_AT[place.side]}" if place.side in _AT else "")
    if place.zone:
        inside = f"{inside}的{_ZONES_ZH[place.zone]}" if zh else f"the {place.zone} of {inside}"
    return inside if not place.outside else f"除了{inside}以外的部分" if zh else f"everything except {inside}"


_ZONES_ZH = {"shadows": "阴影", "midtones": "中间调", "highlights": "高光"}


def place_key(place: Place) -> tuple[object, ...]:
    """What tells places of two requests apart; boxes are numbered in each request anew."""
    return place.name, place.box >= 0, place.outside, place.zone, place.side


def _placed_as(place: Place, wants: Iterable[Want]) -> bool:
    return not place.everywhere and place_key(place) in {place_key(want.where) for want in wants}


def _as_said(full: Intent, bare: Intent) -> bool:
    """Whether a request in full asks for no more and no less than its bare words do."""
    if set(full.out_of_scope + full.not_understood) - set(bare.out_of_scope + bare.not_understood):
        return False
    kinds = [{(sign(w), w.degree, w.amount) for w in intent.wants} for intent in (full, bare)]
    return bool(full.wants) and kinds[0] == kinds[1]


def sign(want: Want) -> str:
    """Whether a want is for less ("-") or for more."""
    return "-" if want.direction in _LESS else "+"


def _colour(want: Want) -> str:
    """The colour that a want is about: that which a thing is to have, for one that is to have another."""
    name = want.direction.removeprefix("to:") if want.direction.startswith("to:") else want.what.removeprefix("color:")
    return canonical(name) if want.what.startswith("color:") else ""


def _kin(want: Want) -> set[str]:
    """What a want has in common with another one that is about the same quantity, colour or style."""
    kin = {_SAME_THING.get(want.what, want.what)}
    if colour := _colour(want):
        kin |= {f"color:{colour}", *filter(None, [_TINTS.get(colour)])}
    if want.direction.startswith("to:"):
        kin.add("another colour")
    if re.search("whit|白", want.words):  # "whiten her teeth" is read as light, "whiter" as whites
        kin.add("white")
    return kin
