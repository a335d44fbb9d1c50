"""Several sliders with one verb: 对比度、清晰度都降一点, 大幅降低锐化和颗粒, 天空的饱和度和对比度都高一些.

Each is said by itself, with its place, its degree and its number, so that none is left without its verb.
"""

import re

from jarvisevo.rules.language.chinese.caps import SLIDER
from jarvisevo.rules.language.chinese.plainly import BEGINS, END

_NAME = f"(?:阴影部分|高光部分|{SLIDER}|暖度|噪点|褪色感?|中间调|光感|锐利度)"
_AND = r"(?:\s*[、/]\s*|\s*(?:以及|还有|和|跟|与|及|同)\s*)"
_BESIDE = rf"(?:{_AND}|[，,\s])"
_ALL = "(?:各自?|统统|通通|全部|全都|统一|一起|一并|同时|分别|均|都|全)"
_DEGREE = "(?:稍[稍微]?|略微?|轻[微轻]|适[当度]|小幅|大幅度?|明显|再|给我|帮我|请){0,3}"
_DOWN_UP = (
    "(?:[提拉]起来|[压降放]下[去来]|[提升]上[去来]|提亮|压暗|调亮|调暗|提升|提高|抬高|拉高|降低|减低|压低|拉低|增加|减少|减弱|增强|加强"
    "|[调放][高低大小强弱]|[设调拉放](?:为|成|到|在)|[上下]调|往[上下](?:压|拉|提|调|走)?|[加减降提压拉升收](?!深|亮|噪)|[高低](?=一?[点些]))"
)
_BEHIND = re.compile(
    rf"(?P<of>[\u4e00-\u9fff]{{1,6}}的)?(?P<names>{_NAME}(?:{_AND}{_NAME})+|{_NAME}(?:{_BESIDE}?{_NAME})+(?={_ALL}))"
    rf"{_ALL}?(?P<how>{_DEGREE}{_DOWN_UP}[^，,。；;！!？?、和]{{0,8}}){END}"
)
_BEFORE = re.compile(
    rf"{BEGINS}(?P<how>{_DEGREE})(?P<verb>提升|提高|抬高|拉高|降低|减低|压低|拉低|增加|减少|减弱|增强|加强|[调放][高低大小]|加|减|降)"
    rf"(?P<some>一下|一?[点些]|一点点)?(?P<names>{_NAME}(?:{_AND}{_NAME})+)(?P<rest>一?[点些]|一点点)?{END}"
)
_EACH = re.compile(_NAME)
_ONE = "[\u4e00-\u9fff]{1,6}?"
_HOW = r"[^，,。；;！!？?、和与\d]{0,4}[+-]?\d+(?:\.\d+)?[%档]?"
_RESPECTIVELY = re.compile(
    rf"{BEGINS}[把将让]?(?P<one>{_ONE}){_AND}(?P<other>{_ONE})(?P<of>的{_NAME})?分别(?P<how>{_HOW}){_AND}(?P<then>{_HOW})"
)
_NOT = re.compile("(?:不要|别|不用|没必要|不必|无需|不想|勿|不能|不可以?)[^，,。；;！!？?]*$")
"""Before what is not to be done, to the end of what was said so far."""
_BY_EACH = re.compile(
    rf"{BEGINS}{_DEGREE}(?P<verb>降低|减低|压低|减少|降|减|提升|提高|增加|加|提)(?P<names>{_NAME}(?:{_AND}{_NAME})+)"
    rf"各自?(?P<n>\d+)"
)
_RAISED = re.compile("[加提升抬高上]")


def _said(name: str, how: str) -> str:
    """One of the sliders by itself; 色调 beside others is Tint."""
    if name != "色调" or re.search(r"\d", how):
        return f"{name}{how}"
    little = "一点" if re.search("[点些稍略微]", how) else ""
    return f"色调偏{'洋红' if _RAISED.search(how) else '绿'}{little}"


def _each_behind(match: re.Match[str]) -> str:
    """Not 不要把对比度和饱和度都提高, where both are kept as they are."""
    of = match["of"] or ""
    if _NOT.search(match.string[: match.start()] + of):
        return match[0]
    return "，".join(of + _said(name, match["how"]) for name in _EACH.findall(match["names"]))


def _each_before(match: re.Match[str]) -> str:
    how = match["how"] + match["verb"] + ((match["some"] or "").replace("一下", "") or match["rest"] or "")
    return "，".join(_said(name, how) for name in _EACH.findall(match["names"]))


def _each_by(match: re.Match[str]) -> str:
    """降低高光、阴影各30."""
    way = "加" if _RAISED.search(match["verb"]) else "减"
    return "，".join(f"{name}{way}{match['n']}" for name in _EACH.findall(match["names"]))


def _each_its_own(match: re.Match[str]) -> str:
    """红色和绿色的饱和度分别降20和10: the verb holds for the second number, too."""
    of, how, then = match["of"] or "", match["how"], match["then"]
    then = then if not re.match(r"[+-]?\d", then) else re.sub(r"[+-]?\d.*", "", how) + then
    return f"{match['one']}{of}{how}，{match['other']}{of}{then}"


def listed(text: str) -> str:
    """A text in simplified characters, with every slider of a list said by itself."""
    text = _BY_EACH.sub(_each_by, _RESPECTIVELY.sub(_each_its_own, text))
    text = re.sub(rf"({_NAME}各自?)(?=\d)", r"\1加", text)
    return _BEFORE.sub(_each_before, _BEHIND.sub(_each_behind, text))
