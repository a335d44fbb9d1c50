"""A clause while it is read: its topic, and what stands around a predicate."""

from dataclasses import dataclass, field, replace

from jarvisevo.rules.intent import Place
from jarvisevo.rules.language.drafts import Draft
from jarvisevo.rules.language.lexicon import Sense
from jarvisevo.rules.language.meaning import Phrase

NOUNS = ("noun", "tone", "image", "place")
IT = ("它", "它们")
PHOTOS = ("照片", "图", "图片", "相片", "片子", "照", "图像")
BORNE = ("没关系", "无所谓", "可以接受", "能接受", "接受", "不要紧")
MANY = ("很多", "好多", "不少", "许多", "挺多")
MAX_TOKENS = 80
"""Words of one clause that are read; nobody says more without a comma."""
SIDES = (
    *("left", "right", "top", "bottom", "background", "center", "corners"),
    *("top left", "top right", "bottom left", "bottom right"),
)
REMARKS = ("特别", "比较", "挺", "蛮", "相当", "真的", "实在")
"""Degrees in front of an adjective that say how something is; what is to come has 更, 再, 要 or 一点."""
STATING = ("很", "挺", "非常", "十分", "特别", "超", "蛮", "真")
CASTS = {"magenta": 1, "green": -1}
"""Hues at the ends of the tint slider."""


@dataclass(slots=True)
class Marks:
    """What stands around a predicate."""

    more: bool = False
    less: bool = False
    too: str = ""
    negated: bool = False
    wanted: bool = False
    lack: bool = False
    only: bool = False
    enough: bool = False  # 够亮了: as it is
    way: str = ""  # "raise" or "lower" after 往上, 往下
    fact: str = ""  # 是, 都是 before it: what it is like
    seems: bool = False  # 看着, 拍出来: how it is
    degree: str = ""
    behind: bool = False  # a degree stands behind: a request, not a remark
    remark: bool = False  # 特别, 比较 before it: how it is
    toward: bool = False


@dataclass(slots=True)
class State:
    """One clause while it is read."""

    topics: list[Phrase] = field(default_factory=list)
    marks: Marks = field(default_factory=Marks)
    places: list[Place] = field(default_factory=list)
    beside: bool = False  # 天气, 心情: not of the photo
    said: bool = False  # a predicate was read
    fresh: list[Draft] = field(default_factory=list)


def hue_name(found: Phrase) -> str:
    """The name of the head of a phrase, "" without one."""
    return found.head.name if found.head is not None else ""


def there(found: Phrase) -> Phrase:
    """The place of a phrase: of 花的颜色 the flowers."""
    return Phrase(Sense("place", found.places[0].name), places=list(found.places))


def subject(found: Phrase) -> Phrase:
    """What a predicate is said of: a place without its own adjectives."""
    if found.hues and found.of("tone"):
        return replace(found, head=Sense("color", found.hues[0].name))
    return found
