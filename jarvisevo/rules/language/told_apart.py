"""Which of several things is meant: by the colour that words give it, "the red kayak", 红色的气球, and by where it is,
"the man on the left", 右边那棵树. Both are said of a `Place`.
"""

import re
from dataclasses import replace

from jarvisevo.rules import colours, things
from jarvisevo.rules.intent import Intent, Keep, Place, Want
from jarvisevo.rules.places import named

COLOURLESS = ("white", "black")
"""What a thing may be called by beside the colours."""
CHINESE = dict(
    zip(
        "红橙黄绿青蓝紫粉白黑",
        ("red", "orange", "yellow", "green", "aqua", "blue", "purple", "magenta", "white", "black"),
        strict=True,
    )
)
"""Colours as the first character of their words."""
_BETWEEN = (
    "little|small|tiny|big|large|huge|tall|long|short|old|new|vintage|antique|wooden|metal|plastic|leather|silk|wool"
    "|woolen|woollen|knitted|cotton|velvet|denim|brick|stone|glass|ceramic|sports|pickup|fire|paper|rubber"
)
"""What may stand between a thing and its colour."""
_NO_COLOUR = "more|less|too|so|very|and|or|&|as|a bit|bit"
"""Before a colour, it is none that the thing is told apart by: "more yellow", "red and yellow hats"."""
_SO_CALLED = (
    "red wine, white wine, red deer, red panda, red kite, red fox, red cabbage, red onion, red velvet, black bear"
    ", brown bear, black coffee, black tea, green tea, black pepper, white bread, brown bread, brown rice, orange juice"
    ", golden retriever, golden eagle, white balance, green screen, blue jay"
)
"""Names of things with a colour in them that is not, or not quite, theirs."""
_FUSED = "黄昏, 黑夜, 白天, 白日, 蓝天, 白云, 青山, 绿地, 黄土, 白酒, 红烧, 白人, 黑人, 青年, 青菜, 白菜, 绿植, 黑板"
"""Chinese words whose first character is no colour of what follows."""


_SIDES = {
    **{side: side for side in ("left", "right", "top", "bottom")},
    **dict.fromkeys(("middle", "center", "centre"), "center"),
}
"""Words for where a thing is, and the key of PLACES."""
_SIDE = "|".join(_SIDES)
_BEING = "is|are|that is|that's|who is|who's|over|down|up|far|standing|sitting"
_AT = (
    rf"(?:on|at|in|to|along|towards?) (?:the|his|her|your|my)? ?(?:far |very |extreme )?({_SIDE})\b"
    r"(?! (?:\w+ )?of (?!the (?:photo|picture|image|frame|shot|scene)))"
)
"""Behind a thing: where it is. Not "to the right of the dog"."""
_THERE = "([左右中上下])(?:[边侧面方]|手边|间)"
_CHINESE_SIDES = {"左": "left", "右": "right", "中": "center", "上": "top", "下": "bottom"}
_CHINESE_SIDE = re.compile(r"^最?[左右中上下](?:[边侧面方]|手边|间) ?")
_CLASSIFIERS = "个位只条棵座栋辆盏朵把张件扇堵块片排群些名头匹"
_WITHOUT_SIDES = (
    *(
        "sky",
        "background",
        "foreground",
        "skin",
        "eyes",
        "teeth",
        "lips",
        "hands",
        "arms",
        "legs",
        "shoes",
        "hair",
        "eyebrows",
    ),
    *("left", "right", "top", "bottom", "center", "corners", "top left", "top right", "bottom left", "bottom right"),
)
"""Places that are one, or two of one body ("his left hand")."""


def told_apart(intent: Intent, instruction: str) -> Intent:
    """An intent whose places know the colour that the instruction gives to what is there, and the side where it is.

    A colour that a thing is to have is not one that it has: "make the white wall blue", "a greener lawn".
    """
    text = " ".join(instruction.lower().split())
    return replace(
        intent,
        wants=tuple(replace(want, where=_sided(_coloured(want, text), want.words, text)) for want in intent.wants),
        keep=tuple(replace(keep, where=_sided(_coloured(keep, text), keep.words, text)) for keep in intent.keep),
    )


def _sided(place: Place, clause: str, text: str) -> Place:
    if place.name == "all" or place.box >= 0 or named(place.name) in _WITHOUT_SIDES:
        return place
    said = _sides(place, text)
    if len(said) > 1:
        said &= _sides(place, " ".join(clause.lower().split()))
    return replace(place, side=said.pop()) if len(said) == 1 else place


def _sides(place: Place, text: str) -> set[str]:
    """Where a text says that the noun of a place is: keys of PLACES that are drawn."""
    noun = place.words or place.name
    if not noun.isascii():
        noun = _CHINESE_SIDE.sub("", noun).lstrip("的那这") or noun
        noun = noun[1:] if len(noun) > 1 and noun[0] in _CLASSIFIERS else noun
        found = re.findall(rf"{_THERE}(?:的|那|这|[{_CLASSIFIERS}]|一)*{re.escape(noun)}", text)
        return {_CHINESE_SIDES[side] for side in found}
    words = noun.lower().split()
    own = {_SIDES[word] for word in words[-1:] if word in _SIDES}  # "man left", as the grammar leaves it
    own |= {_SIDES[word] for word in words[:1] if word in ("left", "right", "middle")}
    words = [word for word in words if word not in (*_SIDES, "the")]
    if own or not words:
        return own
    noun = re.escape(words[-1])
    found = re.findall(rf"\b{noun} (?:(?:{_BEING}) )*{_AT}", text)
    found += re.findall(rf"\b(left|right|middle)(?:[ -]?(?:most|hand))? {noun}\b", text)
    return {_SIDES[side] for side in found}


def _coloured(asked: Want | Keep, text: str) -> Place:
    place = asked.where
    if place.name == "all" or place.box >= 0:
        return place
    said = _said(place, text)
    if len(said) > 1:  # "the yellow hat …, the green hat …": the clause says which
        said &= _said(place, " ".join(asked.words.lower().split()))
    given = asked.what.removeprefix("color:") if isinstance(asked, Want) and asked.what.startswith("color:") else ""
    if given and isinstance(asked, Want) and asked.direction not in ("-", "less", "lighter", "darker"):
        said -= {colours.canonical(given) or given, asked.direction.removeprefix("to:")}
    return replace(place, colour=said.pop()) if len(said) == 1 and "" not in said else place


def _said(place: Place, text: str) -> set[str]:
    """The colours that a text gives to the noun of a place; "" among them where several are given at once."""
    noun = place.words or place.name
    return _in_english(noun.lower(), text) if noun.isascii() else _in_chinese(noun, text)


def _in_english(noun: str, text: str) -> set[str]:
    own, _, last = noun.rpartition(" ")
    found = {colour for word in own.split() if (colour := _colour(word))}
    before = rf"(?:({_NO_COLOUR})\s)?\b([a-z]+) (?:(?:{_BETWEEN}) )*{re.escape(noun)}\b"
    for match in re.finditer(before, text):
        colour = _colour(match[2])
        if colour and f"{match[2]} {last}" not in _SO_CALLED.split(", "):
            found.add("" if match[1] else colour)
    return found


def _colour(word: str) -> str:
    if word in ("gold", "golden", "brown", "skin"):  # of anything from sand to chestnut
        return ""
    return word if word in COLOURLESS else colours.canonical(word)


def _in_chinese(noun: str, text: str) -> set[str]:
    characters = "".join(CHINESE)
    found = set()
    if noun[0] in CHINESE and noun[:2] not in _FUSED.split(", ") and not things.known(noun):
        rest = noun[1:].lstrip("色的")
        if noun[1:2] in ("色", "的") or named(rest) or things.known(rest):
            found.add(CHINESE[noun[0]])
    for match in re.finditer(rf"([{characters}])(色的?|的?){re.escape(noun)}", text):
        if match[1] + noun[:1] not in _FUSED.split(", ") and not things.known(match[1] + noun):
            found.add(CHINESE[match[1]])
    return found
