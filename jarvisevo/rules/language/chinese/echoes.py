"""What is only said by pointing back: 海也是, 水面也一样, 右边同样, 地面的减一点.

The wish before it is said again of the other thing, in place of the one that it was said of.
"""

import re

from jarvisevo.rules.language.chinese.caps import SLIDER

_CLAUSE = "[^，,。；;！!？?]"
_SAME = "(?:也是|也一样|也同样|同样|也这样|也如此|亦然)(?:处理|调|操作)?"
_ECHO = re.compile(rf"(?P<first>{_CLAUSE}+)[，,。；;](?P<other>{_CLAUSE}{{1,6}}?){_SAME}(?=$|[，,。；;！!])")
_TOPIC = re.compile(
    rf"^(?:把|将|给|让)?(?:它|他|她|{_CLAUSE}{{1,4}}?)(?=太|偏|再|更|压|提|加|降|减|调|亮|暗|变|有点|饱和|不够|拉|去)"
)
_ORDER = re.compile(rf"^(提亮|压暗|加深|减淡|调亮|调暗|增强|锐化|柔化|去雾){_CLAUSE}{{1,4}}$")
_LIKE_IT = re.compile(
    rf"(?P<of>{_CLAUSE}{{1,4}})的(?P<what>{SLIDER})(?P<first>{_CLAUSE}{{1,6}})[，,](?P<other>{_CLAUSE}{{1,4}}?"
    rf")的(?=[加减提降调])"
)
_SO_MUCH = re.compile(rf"(?P<way>[加减提降升压])(?P<n>\d+)[，,](?P<what>{SLIDER})也[加减提降升压]这么多")
_THERE = (
    "(?:人?脸|皮肤|肤色|脖子|手|头发|眼睛|天空?|地面|草地?|树|水面?|海|背景|前景|主体|人物?|衣服|建筑|山|云"
    "|[红橙黄绿青蓝紫粉]色)"
)
_SAME_SLIDER = re.compile(rf"(?P<what>{SLIDER})(?P<n>[+-]\d+)[，,](?P<other>{_THERE})(?=[+-]\d)")


def _again(match: re.Match[str]) -> str:
    if order := _ORDER.match(match["first"]):
        return f"{match['first']}，{order[1]}{match['other']}"
    first, topic = match["first"], _TOPIC.match(match["first"])
    if topic is None:
        return match[0]
    verb = next((verb for verb in "把将给让" if topic[0].startswith(verb)), "")
    return f"{first}，{verb}{match['other']}{first[topic.end() :]}"


def echoed(text: str) -> str:
    """A text in simplified characters, with what points back said in full."""
    text = _ECHO.sub(_again, text)
    text = _LIKE_IT.sub(lambda m: f"{m['of']}的{m['what']}{m['first']}，{m['other']}的{m['what']}", text)
    text = _SO_MUCH.sub(lambda m: f"{m['way']}{m['n']}，{m['what']}{m['way']}{m['n']}", text)
    for _ in range(4):
        text = _SAME_SLIDER.sub(lambda m: f"{m['what']}{m['n']}，{m['other']}{m['what']}", text)
    return text
