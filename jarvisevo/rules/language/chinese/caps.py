"""How far: numbers as they are spoken, and the most that a slider may move (对比度加一点，不要超过二十).

What may be at most so much is moved by so much: the cap is the amount that was named.
"""

import re
from collections.abc import Callable

from jarvisevo.rules.language.chinese.numerals import DIGITS, value
from jarvisevo.rules.language.tokens import rewritten

SLIDER = (
    "(?:自然饱和度?|饱和度?|对比度?|反差|亮度|曝光度?|色温|色调|清晰度?|锐度|锐化|高光|阴影|暗部|亮部|白色(?:色阶)?"
    "|黑色(?:色阶)?|颗粒感?|暗角|纹理|质感|去雾|降噪)"
)
_ENDS = r"(?=[吧呗啊呀哈]?(?:$|[，,。；;！!]))"
_TEN = "[一二三四五六七八九]?十[一二三四五六七八九]?"
NUMBER = rf"(?:\d+(?:\.\d+)?|{_TEN}|[半一二两](?=[档挡]))"
_MOVED = (
    "(?:[提拉]起来|[压降]下[去来]|提亮|压暗|调亮|调暗|加亮|减淡|加深|提高|降低|增加|减少|减弱|增强|加强|调高|调低|调大|调小"
    "|往[上下暖冷](?:压|拉|提|调|走)?|[变调][亮暗暖冷]|[更再][亮暗暖冷]|[加减降提压拉升收])"
)
_WAYS = {"抬": "提", "给": "+", "来": "+"}
"""What a verb of a spoken number says."""
_CAP = (
    "(?:但是?|不过)?(?:也)?(?:(?:最多|顶多|至多|撑死|顶天)(?:只?[能可以]*)?(?:[加减降提压拉升调收]到?)?"
    "|(?:不要|别|不|不能|不得|不可以?)(?:超过?|高于|低于|多于)|(?:别|不要)[加减降提压拉升调]到"
    "|上限(?:是|为|就)?|下限(?:是|为|就)?|(?:最[低高])(?:[加减降提压拉升]到)?|(?:控制|限制)在)"
)
_WITHIN = r"(?:以[内下上]|之内|左右)?(?:就[行好]|封顶)?"


def _capped(match: re.Match[str]) -> str:
    """天空压暗，最多一档: by that much. The sign says no more than the verb."""
    return f"{match['said']}{value(match['n']):g}{match['unit'] or ''}"


def _part(match: re.Match[str]) -> str:
    """零点七, 一点五档."""
    return f"{DIGITS[match[1]]}.{''.join(str(DIGITS[digit]) for digit in match[2])}"


def _part_of(match: re.Match[str]) -> str:
    """减少三分之一的饱和度: the slider first."""
    share = float(match[2]) if match[2][0] == "0" else DIGITS[match[2][-1]] / DIGITS[match[2][0]]
    return f"{match[3]}{match[1]}{match[2] if match[3] in ('曝光', '曝光度', '亮度') else f'{share:.0%}'}"


def _all_but(match: re.Match[str]) -> str:
    """绿色只要原来的八成: a fifth less."""
    return f"{match[1]}降低{100 - 10 * DIGITS[match[2]]}%"


def _taken_back(match: re.Match[str]) -> str:
    """亮了两成，退回来: as much darker."""
    return f"亮度{'降低' if match[1] == '亮' else '提高'}{match[3] or f'{10 * DIGITS[match[2]]}%'}"


def _half(match: re.Match[str]) -> str:
    """颗粒少一半."""
    return f"{match[1]}{'提高' if match[2] in '多高' else '降低'}50%"


def _rebated(match: re.Match[str]) -> str:
    """饱和度打八折, 打八五折: a fifth less, 15% less."""
    tens, ones = (int(digit) if digit.isdigit() else DIGITS[digit] for digit in (match[2] or "5", match[3] or "0"))
    return f"{match[1]}降低{100 - 10 * tens - ones}%"


_ROWS: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (
        rf"(减少|降低|减掉|增加|提高)了?([三四五]分之[一二三四]|0\.33|0\.67|0\.25|0\.75|0\.5)的({SLIDER}){_ENDS}",
        _part_of,
    ),
    (
        rf"({SLIDER}|[红橙黄绿青蓝紫粉]色)(?:就|也)?(?:只要|只留|[降减调收压]低?[到至成])(?:原来|现在|之前|原图)的"
        rf"([一二两三四五六七八九])成{_ENDS}",
        _all_but,
    ),
    (
        rf"(?:提|调|变|压|弄)?([亮暗])了([一二两三四五六七八九])成[，,](?:请|帮我|再)?[退收调拉压提补降](?:回来|回去)(一?[点些])?{_ENDS}",
        _taken_back,
    ),
    (rf"({SLIDER}|噪点)(?<!阴影)(?<!高光)(?<![暗亮]部)(?:再|要)?([少多低高])一半{_ENDS}", _half),
    (r"(零)点([零一二三四五六七八九]+)", _part),
    (r"([一二两])点([一二三五六七八九])(?=[档挡]|ev)", _part),
    (
        rf"({SLIDER}[^，,。]{{0,3}}?)([二三四五六七八])[三四五六七八九]十(?![档挡度])",
        lambda m: f"{m[1]}{DIGITS[m[2]] * 10 + 5}",
    ),
    (
        rf"({SLIDER}[^，,。\d]{{0,4}}?)([二三四五六七八九]?十|\d0)(?:来|几|多)(?:个)?点?{_ENDS}",
        lambda m: f"{m[1]}{value(m[2]):g}",
    ),
    (
        rf"({SLIDER})(加|减|提|降|压|抬|升|给|来)个?小?({_TEN})[二三四五六七八九]?(?:上下|左右|出头|来)?(?:个?点)?"
        rf"(?:就[行够好])?{_ENDS}",
        lambda m: f"{m[1]}{_WAYS.get(m[2], m[2])}{value(m[3]):g}",
    ),
    (rf"({SLIDER})(?:[拉提调加]|降|减)到({_TEN})出头", lambda m: f"{m[1]}调到{value(m[2]):g}"),
    (rf"([加减])(\d+)(?:个点)?的({SLIDER})", r"\3\1\2"),
    (rf"({SLIDER})(?:再|给我|直接|就|都)*打个?(?:([一二三四五六七八九\d])([一二三四五六七八九\d])?|(对))折", _rebated),
    (
        rf"({SLIDER})(?:再|更|要|稍微?|也)*([深重强大高多浓亮浅轻弱小低少淡])(?:一?[点些])?[，,]比(?:刚才|现在|之前|原来|原图|目前)"
        r"(?:再|还|更|要)*\2?([深重强大高多浓亮浅轻弱小低少淡])([一二两三四五六七八九])成",
        lambda m: f"{m[1]}{'减' if m[3] in '浅轻弱小低少淡' else '加'}{DIGITS[m[4]] * 10}%",
    ),
    (
        r"(?<=[深重强大多浓亮暗浅轻弱小淡艳暖冷])(?:了|出)?([一二两三四五六七八九])成(?![为了像])",
        lambda m: f"{DIGITS[m[1]] * 10}%",
    ),
    (r"(?<!开)大半([档挡])", r"0.7\1"),
    (r"(?<![收缩])小半([档挡])", r"0.3\1"),
    (rf"({SLIDER})(?:别|不要)低于-({NUMBER})[，,]往下(?:减|调|降|拉)一?点(?:就[好行])?", r"\1-\2"),
    (rf"({SLIDER}[^，,。\d]{{0,4}}?{_TEN})(?:左右|上下|差不多)", r"\1"),
    (rf"({SLIDER})(?:就|给|直接)?(?:来|给|整|搞|弄)个?(?=[正负+-]?(?:\d|{_TEN}))", r"\1"),
    (rf"({SLIDER})(?:就|直接)?([正负])({_TEN}|\d+)", lambda m: f"{m[1]}{'-' if m[2] == '负' else '+'}{value(m[3]):g}"),
    (rf"({SLIDER}(?:加|减|降|提|升|压)[高低了个]?)([二三四五六七八九]){_ENDS}", lambda m: f"{m[1]}{DIGITS[m[2]]}"),
    (rf"({SLIDER})(?:再)?(?:提|加|升)高?一半{_ENDS}", r"\1提高50%"),
    (rf"({SLIDER})(?:再)?(?:降|减)(?:低|少)?[到掉]?一半{_ENDS}", r"\1降低50%"),
    (r"\bev\s?(?=[+-]\s?\d)", "曝光"),
    (r"\bev([加减])(?=\d)", r"曝光\1"),
    (
        rf"((?:提高|增加|降低|减少|提升|加强|减弱){SLIDER})[，,](?:大概|大约)?({NUMBER})([档挡]|ev|%)?(?:左右)?(?:就)?"
        rf"(?:够|行|好|可以)?了?{_ENDS}",
        lambda m: f"{m[1]}{value(m[2]):g}{m[3] or ''}",
    ),
    (rf"({SLIDER})(?:往[上下回])?[拉压提降]?[，,](?:拉|调|提|降|压)到(?=[+-]?\d)", r"\1调到"),
    (r"[，,](?:大约|大概)?(?=百分之)", ""),
    (r"([红橙黄绿青蓝紫粉]色?[加减])(?:一点)?[，,](\d+)就(?:可以|行|够|好)了?", r"\1\2"),
    (r"减掉?[，,]减一半", "减一半"),
    (r"(高光|阴影|亮部|暗部)(?:往回拉|压|降)[，,]拉满", r"\1降到底"),
    # caps
    (rf"({_MOVED}{NUMBER})[，,]{_CAP}{NUMBER}{_WITHIN}", r"\1"),
    (rf"(加|提|拉|调|开)到({NUMBER})封顶", lambda m: f"调到{value(m[2]):g}"),
    (
        r"[，,](?:再多|多了|再高|太多|再重|再深|再低)(?:了)?(?:就|会|可|很|也)?(?:脏|难看|假|丑|怪|没|过|不|奇怪|糊|夸张)[^，,。]{0,5}(?=$|[。；])",
        "",
    ),
    (r"[，,](?:别|不要)再[多高低]了", ""),
    (
        rf"(?P<way>提亮|加亮|调亮|压暗|调暗)[，,]曝光(?:度)?(?:值)?(?:{_CAP})[+-]?(?P<n>{NUMBER})(?:到[\d.]+)?"
        r"(?:档|ev)?(?:之间|以内|之内|左右)?",
        lambda m: f"{m['way']}{value(m['n']):g}档",
    ),
    (
        rf"(?P<said>{SLIDER})(?:控制|限制)在(?P<sign>[+-]?)(?P<n>{NUMBER})(?P<unit>[档挡]|ev|%)?(?:到[\d.]+)?(?:之间)?{_WITHIN}"
        r"(?:[，,]要?有一?点就[行好])?",
        lambda m: f"{m['said']}调到{m['sign']}{value(m['n']):g}{m['unit'] or ''}",
    ),
    (
        rf"(?P<said>{_MOVED}[低高强弱]?)(?:一点点?|一些|点|些|一下)?[，,](?:{_CAP}|大概|大约|约|差不多|)[+-]?(?P<n>{NUMBER})"
        rf"(?P<unit>[档挡]|ev|%|度)?(?:{_WITHIN}){_ENDS}",
        _capped,
    ),
)


_FIRST = re.compile(r"\s*1[.、．](?!\d)")
_NUMBERED = re.compile(r"[\s，,；;。]*(?<![\d+\-加减降提到为成])(?:(?<![\d+\-加减降提到为成]\s))[2-9][.、．](?!\d)")
"""The numbers of a list: 1.提亮 2.调暖."""


def counted(text: str) -> str:
    """A text in simplified characters: spoken numbers as digits, caps as amounts."""
    if _FIRST.match(text):
        text = _NUMBERED.sub("，", _FIRST.sub("", text))
    return rewritten(text, _ROWS)
