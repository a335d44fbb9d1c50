"""Which of several things is meant: by the colour that words give it, "the red kayak", 红色的气球, and by where it is,
"the man on the left", 右边那棵树. Both are said of a `Place`.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from jarvisevo.rules import colours, things
from jarvisevo.rules.intent import Intent, Keep, Place, Want
from jarvisevo.rules.language.english.several import with_nouns
from jarvisevo.rules.places import CALLED_BY_COLOUR, named

COLOURLESS = ("white", "black")
"""What a thing may be called by beside the colours."""
CHINESE = dict(
    zip(
        "红橙橘黄绿青蓝紫粉白黑",
        ("red", "orange", "orange", "yellow", "green", "aqua", "blue", "purple", "magenta", "white", "black"),
        strict=True,
    )
)
"""Colours as the first character of their words."""
_MIXED = {"粉红": "magenta", "橘红": "orange", "橘黄": "orange", "橙红": "orange", "橙黄": "orange"}
"""Two characters that are one colour; other pairs are none (蓝绿)."""
_BETWEEN = (
    "little|small|tiny|big|large|huge|tall|long|short|old|new|vintage|antique|wooden|metal|plastic|leather|silk|wool"
    "|woolen|woollen|knitted|cotton|velvet|denim|brick|stone|glass|ceramic|sports|pickup|fire|paper|rubber"
)
"""What may stand between a thing and its colour."""
_NONE_OF_ITS_OWN = "more|less|too|so|very|and|or|&|bit"
"""Before a colour, it is none that the thing is told apart by: "more yellow", "red and yellow hats"."""
_TO_BE = r"(?:want|need|prefer|like|into|be|become|give (?:her|him|them|me|it|us))(?: to (?:be|have))? (?:an? )?$"
"""Before a colour, it is one that the thing is to have: "I want a black car"."""
_SO_CALLED = re.compile(
    r"\b(?:(?:red|white) wine|red (?:deer|panda|kite|fox|cabbage|onion|velvet)|(?:black|brown|polar) bear"
    r"|black (?:coffee|tea|pepper)|green (?:tea|screen)|(?:white|brown) (?:bread|rice)|orange juice|white balance"
    r"|blue (?:jay|hour)|(?:red|black|white)[ -]\w+ed (?=\w))"
    r"|[红白]葡萄酒|[红白黄]酒|[红绿黑奶]茶|黑咖啡"
)
"""Names of things with a colour in them that is not, or not quite, theirs, nor that of what they are in."""
_FUSED = "黄昏, 黑夜, 白天, 白日, 蓝天, 白云, 绿地, 黄土, 红烧, 白人, 黑人, 白菜, 绿植, 黑板, 黄瓜, 红薯, 紫薯"
"""Chinese words whose first character is no colour of what follows."""
_SIDES = {
    **{side: side for side in ("left", "right", "top", "bottom")},
    **dict.fromkeys(("middle", "center", "centre"), "center"),
    "upper": "top",
    "lower": "bottom",
    **{f"{a} {b}": f"{c} {b}" for a, c in (("top", "top"), ("upper", "top")) for b in ("left", "right")},
    **{f"{a} {b}": f"{c} {b}" for a, c in (("bottom", "bottom"), ("lower", "bottom")) for b in ("left", "right")},
}
"""Words for where a thing is, and the key of PLACES."""
_SIDE = "|".join(sorted(_SIDES, key=len, reverse=True))
_BODY = "hand|arm|shoulder|wrist|leg|knee|foot|ear|eye|cheek|hip|lap|thumb|finger|elbow|ankle|sleeve|shoe|glove"
_AT = (
    rf"(?:on|at|in|to|along|towards?) (?:the )?(?:far |very |extreme )?({_SIDE})\b"
    rf"(?! (?:{_BODY}|shelf|distance|ground|lane)s?\b)(?! (?:\w+ )?of (?!the (?:photo|picture|image|frame|shot|scene)))"
)
"""Behind a thing: where it is. Not "to the right of the dog", "in the right hand"."""
_BEING = "is|are|that is|that's|who is|who's|over|down|up|far|standing|sitting"
_BEFORE = re.compile(
    r"^(left|right|middle|upper|lower)(?:[ -]?(?:most|hand))? (?!side|half|part|third|edge|corner|hand)(.+)$"
)
_COUNTED = r"(?:second|third|fourth|2nd|3rd|4th)"
_CHINESE_SIDES = {"左": "left", "右": "right", "中": "center", "上": "top", "下": "bottom"}
_CHINESE_SIDES |= {
    **dict.fromkeys(("左上", "上左"), "top left"),
    **dict.fromkeys(("右上", "上右"), "top right"),
    **dict.fromkeys(("左下", "下左"), "bottom left"),
    **dict.fromkeys(("右下", "下右"), "bottom right"),
}
_BEGINS = "(?:^|[，,。；;！!？? 最在把将让给和跟的靠中里掉亮暗高低]|画面|照片|图片|这张)"
_THERE = rf"{_BEGINS}([左右中上下]{{1,2}})(?:[边侧面方角央]|手边|间)"
"""Not 桌子上面的杯子, which is above the table and not in the photo."""
_CHINESE_SIDE = re.compile(r"^(?:画面|照片|图片|图)?[里中]?最?[左右中上下]{1,2}(?:[边侧面方角央]|手边|间)")
_MANY = "的|那|这|些|一|两|二|三|几"
_CLASSIFIERS = "个位只条棵座栋辆盏朵把张件扇堵块片排群名头匹"
_OTHER = r"\b(?:others?|another|rest|remaining)\b|其他|其它|其余|别的|另"
_WITHOUT_SIDES = (
    *("sky", "background", "foreground", "skin", "eyes", "eyebrows", "teeth", "lips", "hands", "arms", "legs"),
    *("shoes", "hair", "left", "right", "top", "bottom", "center", "corners"),
    *("top left", "top right", "bottom left", "bottom right"),
)
"""Places that are one, or two of one body ("his left hand")."""


def told_apart(intent: Intent, instruction: str) -> Intent:
    """An intent whose places know the colour that the instruction gives to what is there, and the side where it is.

    A colour that a thing is to have is not one that it has: "make the white wall blue", "a greener lawn". That "the
    other man" is to stay goes without saying where one is told apart.
    """
    text = with_nouns(" ".join(instruction.lower().replace("’", "'").split()))
    wants = tuple(replace(want, where=_sided(_coloured(want, text), want.words, text)) for want in intent.wants)
    kept = (replace(keep, where=_sided(_coloured(keep, text), keep.words, text)) for keep in intent.keep)
    apart = {named(want.where.name) or want.where.name for want in wants if want.where.colour or want.where.side}
    keep = tuple(
        keep
        for keep in kept
        if (named(keep.where.name) or keep.where.name) not in apart or not re.search(_OTHER, keep.words.lower())
    )
    return replace(intent, wants=wants, keep=keep)


# ---- where it is


def _sided(place: Place, clause: str, text: str) -> Place:
    noun = place.words or place.name
    if place.name == "all" or place.box >= 0 or re.search(_OTHER, clause.lower()):
        return place
    before = _BEFORE.match(noun.lower())
    whole = before and (before[1] not in ("upper", "lower") or things.known(before[2]))  # no "lower lip", "upper floor"
    if before and whole and named(before[2]) not in _WITHOUT_SIDES and not re.search(rf"(?:{_BODY})s?$", before[2]):
        return replace(place, name=before[2], words=before[2], side=_SIDES[before[1]])
    if named(place.name) in _WITHOUT_SIDES:
        return place
    noun, said = _and_sides(noun, text)
    if len(said) > 1:
        said &= _and_sides(place.words or place.name, " ".join(clause.lower().split()))[1]
    return replace(place, side=said.pop(), words=noun) if len(said) == 1 else place


def _and_sides(noun: str, text: str) -> tuple[str, set[str]]:
    """A noun without the words for where it is, and where a text says that it is: keys of PLACES that are drawn."""
    if not noun.isascii():
        noun = _CHINESE_SIDE.sub("", noun.replace(" ", ""))
        noun = re.sub(rf"^(?:{_MANY}|[{_CLASSIFIERS}](?=.))+(?=.)", "", noun)
        if named(noun) == "face":
            return noun, set()
        found = re.findall(
            rf"{_THERE}(?:多余)?(?:{_MANY}|[{_CLASSIFIERS}]|[{''.join(CHINESE)}]色的?)*{re.escape(noun)}", text
        )
        return noun, {_CHINESE_SIDES[side] for side in found if side in _CHINESE_SIDES}
    words = noun.lower().split()
    own = {
        _SIDES[word] for word in words[-1:] if word in _SIDES and len(words) > 1
    }  # "man left", as the grammar has it
    left = [word for word in words if word not in (*_SIDES, "the", "upper", "lower")]
    if not left or re.fullmatch(rf"(?:{_BODY})s?", left[-1]):
        return noun, set()
    last = re.escape(left[-1])
    if re.search(rf"\b{_COUNTED} (?:\w+ )?{last}\b", text) or re.search(r"\bexpos\w+ [^,.;]*to the right", text):
        return noun, set()
    found = re.findall(rf"\b{last} (?:(?:{_BEING}) )*{_AT}", text)
    found += re.findall(rf"\b(left|right|middle)(?:[ -]?(?:most|hand))? {last}\b", text)
    sides = {_SIDES[side] for side in found}
    return " ".join(left), sides or (own if re.search(_AT, text) else set())


# ---- its colour


def _coloured(asked: Want | Keep, text: str) -> Place:
    place = asked.where
    if place.name == "all" or place.box >= 0 or re.search(_OTHER, asked.words.lower()):
        return place
    if named(place.name) not in CALLED_BY_COLOUR and not things.known(place.name):
        return place
    said = said_colours(place, text)
    if len(said) > 1:  # "the yellow hat …, the green hat …": the clause says which
        said &= said_colours(place, " ".join(asked.words.lower().split()))
    given = asked.what.removeprefix("color:") if isinstance(asked, Want) and asked.what.startswith("color:") else ""
    if given and isinstance(asked, Want) and asked.direction not in ("-", "less", "lighter", "darker"):
        said -= {colours.canonical(given) or given, asked.direction.removeprefix("to:")}
    return replace(place, colour=said.pop()) if len(said) == 1 and "" not in said else place


def said_colours(place: Place, text: str) -> set[str]:
    """The colours that a text in small letters gives to the noun of a place, as `Place.colour` has them; "" among them
    where several are given at once.
    """
    noun, text = (_SO_CALLED.sub(" ", part).strip() for part in (place.words or place.name, text))
    if not noun:
        return set()
    return set(_in_english(noun.lower(), text)) if noun.isascii() else set(_in_chinese(noun, text))


def _in_english(noun: str, text: str) -> Iterable[str]:
    own, _, _ = noun.rpartition(" ")
    yield from (colour for word in own.split() if (colour := _colour(word)))
    last = [word for word in noun.split() if word not in _SIDES][-1:] or [noun]
    before = rf"(?<![-/\w])([a-z]+) (?:(?:{_BETWEEN}) )*(?:{re.escape(noun)}|{re.escape(last[0])})\b"
    for match in re.finditer(before, text):
        colour, ahead = _colour(match[1]), text[: match.start()]
        word = ahead.split()[-1] if ahead.split() else ""
        if colour and not re.search(_TO_BE, ahead):
            yield "" if re.fullmatch(_NONE_OF_ITS_OWN, word) or _colour(word) else colour


def _colour(word: str) -> str:
    if word in ("gold", "golden", "brown", "skin"):  # of anything from sand to chestnut
        return ""
    return word if word in COLOURLESS else colours.canonical(word)


def _in_chinese(noun: str, text: str) -> Iterable[str]:
    characters = "".join(CHINESE)
    noun = re.sub(rf"^(?:{_MANY}|[{_CLASSIFIERS}])+(?=.)", "", _CHINESE_SIDE.sub("", noun.replace(" ", "")))
    own = re.match(rf"([{characters}]{{1,2}})(色的?|的)?(.+)", noun)
    fused = own and not own[2] and (own[1] + own[3][:1] in _FUSED.split(", ") or things.known(noun))
    if own and not fused and (own[2] or named(own[3]) or things.known(own[3])):
        yield _chinese_colour(own[1], own[2] or "")
    wished = r"(?<![更太偏发过很变泛显红橙橘黄绿青蓝紫粉白黑])(?<!想要)(?<!变成)(?<!换成)(?<!改成)(?<!做成)"
    for match in re.finditer(rf"{wished}([{characters}]{{1,2}})(色的?|的?){re.escape(noun)}", text):
        together = match[1][-1] + noun[:1] in _FUSED.split(", ") or things.known(match[1] + noun)
        if match[2] or not together:
            yield _chinese_colour(match[1], match[2])


def _chinese_colour(characters: str, ending: str) -> str:
    """The colour of one character or two; "" of a mixture, and of 青 alone, which is green as often as blue."""
    if len(characters) > 1:
        return _MIXED.get(characters, "")
    return "" if characters == "青" and not ending.startswith("色") else CHINESE[characters]
