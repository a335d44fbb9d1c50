"""How one writes under a photo that one posts: cries and praise before the wish, a shade by what it is like
(敦煌那种土黄), a colour so strong that it is like something (蓝成阿凡达了), a touch of gold, words set apart by spaces.

Said again plainly before either reader.
"""

import re
from collections.abc import Callable

from jarvisevo.rules.language.chinese.plainly import BEGINS, END, ENDING, HUE, LEVEL
from jarvisevo.rules.language.lexicon import senses
from jarvisevo.rules.language.tokens import rewritten

_CRY = (
    "(?:(?:我的?)?(?:妈妈?|天|娘|老天|苍天|乖乖)(?:[呀啊耶哪呐哟]+|爷)|我的(?:妈|天|娘)(?=[，,！!])|我[去靠草](?=[，,！!])"
    "|卧槽|哇塞?|哎[呀哟]*|啊+|呜+|救命[啊呀]?|笑死|谁懂啊?|家人们(?:谁懂啊?)?)"
)
_ADMIRED = "(?:氛围感?|光影|光线|感觉|构图|质感|意境)"
_PRAISE = "(?:真的?|也|太|简直|直接)*(?:绝了|绝绝子|绝美|yyds|封神了?|爱了|美哭了?|美炸了?|杀疯了|无敌了)[啊呀吧]*"
_SHADE = f"(?:[\u4e00-\u9fff]{{1,3}}色|[\u4e00-\u9fff]{{0,2}}{HUE})"
_SURFACE = "(?:天空?|天边|云[朵层彩边]?|海面?|湖面?|水面|山[顶尖]|树梢|屋顶|窗外|地平线)"
_WISHED = re.compile("[成要求]|希望")
"""What is wished for before: 整成夏天的傍晚，云边有点金色."""


def _touch(match: re.Match[str]) -> str:
    """云边有点金色: a wish, as nobody complains of gold; of other colours where something is wished for before."""
    gold = match[2].startswith("金")
    wished = re.fullmatch(_SURFACE, match[1]) and _WISHED.search(match.string[: match.start()])
    return f"{match[1]}加一点{'金色' if gold else match[2]}" if gold or wished else match[0]


def _each_hue(match: re.Match[str]) -> str:
    """蓝紫粉: three colours."""
    return "、".join(f"{hue}色" for hue in match[0])


_ROWS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    # before the wish
    (rf"^\s*{_CRY}[，,！!。~～\s]*(?=[\u4e00-\u9fff])", ""),
    (rf"{BEGINS}[这那我][^，,。！!]{{0,6}}{_ADMIRED}{_PRAISE}[，,。！!~～]+", ""),
    (r"(?:往死里|玩命|拼命)地?拍的?(?=照片|图|片子)", ""),
    # a shade by what it is like, colours in a row
    (rf"(?<=[成要像])[\u4e00-\u9fff]{{2,5}}(?:那种|那样的|一样的|般的)的?(?={_SHADE}{END})", ""),
    (
        r"(?:[调变改弄做整搞修p]成?|想?要|像)(?:[\u4e00-\u9fff]{2,5}(?:那种|那样的?|的))?果冻(?:海|蓝)(?:的?(?:感觉|效果|样子))?",
        "海水通透，海水更青",
    ),
    (rf"(?<![红橙黄绿青蓝紫粉的深浅])(?:{HUE}){{3}}(?=色调|色系|{ENDING})", _each_hue),
    # a touch of it
    (rf"([\u4e00-\u9fff]{{1,6}}?)(?:上|边上)?有一?[点些](金[色光]?|(?:粉|橙|紫|蓝|红)[色光]){END}", _touch),
    # too much of it
    (rf"(?<![变调改染拍弄搞])({HUE}|白|黑)成(?!为|功|了?{END})[^，,。]{{1,5}}了{END}", r"太\1了"),
    (rf"((?:别|不要|不能)太?)假([白蓝红黄绿])(?:了|的)?{END}", r"别太\2"),
    # kept
    (rf"{BEGINS}({HUE}|[白黑])的(?=(?:都|就|也|请)*(?:别[动碰]|不要[动碰]|不[动变]|不用动|保留|留着))", r"\1色"),
    (rf"(?<=[\u4e00-\u9fff])灰(?:灰|扑扑)的就[好行]{END}", "颜色不变"),
    (rf"{LEVEL}一?[点些](?:也|就|都)?(?:没事|不要紧|没关系|无所谓){END}", "不变"),
    # two of it in one breath, and how soft
    (r"(一?[点些])灰灰的", r"\1灰一点"),
    (rf"(?<=[点些])奶奶的{END}", "奶油感"),
    (r"(?<=[点些])透透的", "通透"),
    (r"樱花粉(?=得)", "樱花更粉"),
    (rf"(?<=得)([软嫩])\1的{END}", "柔和"),
)
"""Turns of phrase -> the same in plain words."""


def plainly_posted(text: str) -> str:
    """A Chinese text in simplified characters, said again without what one adds for those who read along."""
    return rewritten(_closed_up(text), _ROWS)


_APART = re.compile(r"(?<=[\u4e00-\u9fff]) +(?=[\u4e00-\u9fff])")


def _closed_up(text: str) -> str:
    """提亮 美女, 天空 蓝一点: a thing and what is said of it, which a space sets apart."""
    parts = _APART.split(text)
    found = parts[:1]
    for part in parts[1:]:
        before, after = (re.split("[，,。；;！!？?、 ]", found[-1])[-1], re.split("[，,。；;！!？?、 ]", part)[0])
        joins = _names(before) != _names(after) and (_names(before) or _acts(before))
        found[-1:] = [found[-1] + part] if joins else [found[-1], part]
    return " ".join(found)


def _names(word: str) -> bool:
    """Whether a word is a place, and nothing that is said of one."""
    kinds = {sense.role for sense in senses("zh").get(word, ())}
    return "place" in kinds and not kinds & {"adjective", "color", "act", "verb"}


def _acts(word: str) -> bool:
    """Whether a word is a bare order, which needs an object: 提亮."""
    return any(sense.role in ("act", "verb") for sense in senses("zh").get(word, ()))
