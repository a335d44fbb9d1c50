"""Locks from what a person writes: `--lock` texts, and limits in plain words, English and Chinese.

"max ±0.3 EV", "don't touch skin", "lock the white balance", "不要动肤色", "曝光锁定", "对比度最多 +20".
Only clear limits are read: a number beside a word of limitation, or a thing beside a word for leaving it alone.
What is not understood is left to the model; nothing here is a guess about taste.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from editor_ops.parameters import Parameter
from editor_ops.table import TABLE
from editor_ops.validation import nearest
from jarvisevo.agent.locks import GROUPS, Lock, LockError, Locks, colour_names

MAX_TEXT = 8_000
LEVELS = {
    "exposure": ("Exposure2012", "exposure|brightness|曝光度?|亮度"),
    "contrast": ("Contrast2012", "contrast|对比度?"),
    "highlights": ("Highlights2012", "highlights?|高光"),
    "shadows": ("Shadows2012", "shadows?|阴影|暗部"),
    "whites": ("Whites2012", "whites|白色色阶"),
    "blacks": ("Blacks2012", "blacks|黑色色阶"),
    "vibrance": ("Vibrance", "vibrance|自然饱和度"),
    "saturation": ("Saturation", "saturation|(?<!自然)饱和度"),
    "clarity": ("Clarity2012", "clarity|清晰度"),
    "texture": ("Texture", "texture|纹理"),
    "dehaze": ("Dehaze", "dehaze|haze|去朦胧|去雾"),
    "sharpness": ("Sharpness", "sharpness|sharpening|锐化|锐度"),
    "temperature": ("IncrementalTemperature", "(?:colou?r )?temperature|色温"),
    "tint": ("IncrementalTint", "tint"),
    "vignette": ("PostCropVignetteAmount", "vignett(?:e|ing)|暗角"),
    "grain": ("GrainAmount", "grain|颗粒"),
}
"""Sliders with a plain name: their parameter, and the words for them. The longer of two matches wins."""
WHITE_BALANCE = ("WhiteBalance", "Temperature", "Tint", "IncrementalTemperature", "IncrementalTint")
TOGETHER = {
    "exposure": ("Exposure2012",),
    "saturation": ("Saturation", "Vibrance"),
    "temperature": ("Temperature", "IncrementalTemperature", "WhiteBalance"),
    "tint": ("Tint", "IncrementalTint"),
}
"""What else is left alone with a slider."""
PLAIN = ("Temperature", "Tint")
"""Names of RAW files' sliders by which people mean those of rendered photos as well."""
_CROP = ("HasCrop", "CropTop", "CropLeft", "CropBottom", "CropRight", "CropAngle")
_CURVES = (
    "ToneCurveName2012",
    "ToneCurvePV2012",
    "ToneCurvePV2012Red",
    "ToneCurvePV2012Green",
    "ToneCurvePV2012Blue",
    "ParametricShadows",
    "ParametricDarks",
    "ParametricLights",
    "ParametricHighlights",
)
THINGS = {
    "skin": "skin(?:[ -]?(?:tones?|colou?rs?|hues?))?|肤色|皮肤|肤质",
    "white balance": "white[ -]?balance|wb|白平衡",
    "crop": "crop(?:ping)?|framing|composition|裁剪|裁切|构图",
    "curve": "(?:tone )?curves?|曲线",
    "colours": "colou?rs?(?: at all)?|色彩|颜色|色调",
}
"""What can only be left alone, and the words for it."""

_N = r"(\d{1,4}(?:\.\d{1,3})?)(?![\d.]{0,9}\d)"
_UP, _DOWN = ("加", "增加", "提高", "提升", "提", "升"), ("减", "减少", "降低", "降", "压低", "压")
_WAY = "|".join(sorted((*_UP, *_DOWN), key=len, reverse=True))
_SIGN = rf"(?:只?[能可]以?)?(±|\+\s*/\s*[-−]|plus or minus|正负|[+\-−]|{_WAY})?[到至]?\s*"
_MOST = (
    r"(?:max(?:imum|imally)?|at (?:the )?most|not? more than|within|limit(?:ed)? to|(?:do not|don['’]t|not) exceed|"
    r"never (?:exceed|more than|above)|最多|最大|至多|不(?:要|能|得)?超过|不(?:要|能|得)?大于|限制在|控制在|限于)"
)
_AFTER = r"\s*(?:以内|之内|为限|以下|or less|at (?:the )?most|max(?:imum)?|tops)"
_EV = r"\s*(?:ev(?![a-z])|e\.v\.|stops?(?![a-z])|个?档)"
_EV_LIMITS = (
    re.compile(rf"{_MOST}\s*(?:of\s*|by\s*|为\s*)?{_SIGN}{_N}{_EV}", re.IGNORECASE),
    re.compile(rf"{_SIGN}{_N}{_EV}{_AFTER}", re.IGNORECASE),
    re.compile(rf"(±|\+\s*/\s*[-−]|plus or minus|正负)\s*{_N}{_EV}", re.IGNORECASE),
)
_VERBS = r"(?:touch|chang|alter|modif(?:y)?|adjust|affect|mov|edit|shift|recolou?r)(?:e|ing)?"
_BEFORE = re.compile(
    rf"(?:(?:do not|don['’]?t|dont|never|must not|mustn['’]t|without|no need to|not)\s+(?:ever\s+)?{_VERBS}\s+"
    r"|(?<!un)(?<![a-z])lock(?:ing|ed)?(?:\s+(?:down|in))?\s+"
    r"|(?:不要|别|请勿|勿|不能|不得|不可|不许|千万别|不)\s*(?:再|去|乱)?(?:改动|改变|变动|调整|修改|影响|动|碰|调|改|变)\s*"
    r"|(?<![解不别反])(?<!不要)锁[定住死上好]?\s*"
    r"|(?:保持|维持)\s*)",
    re.IGNORECASE,
)
_LEAVE = re.compile(r"\b(?:leave|keep|preserve)\s+", re.IGNORECASE)
_SAME = "untouched|unchanged|unaltered|locked|as is|as it is|as they are|the same"
_AS_IS = re.compile(
    rf"\s*(?:(?:is|are|as|exactly|completely|totally)\s+)*(?:alone|{_SAME}|intact)\b"
    r"|\s*(?:(?:的)?(?:完全)?(?:不变|不动|原样|原状))",
    re.IGNORECASE,
)
_STAYS = re.compile(
    r"\s+(?:unchanged|untouched|unaltered|locked)\b"
    rf"|\s*(?:(?:should|must|shall|has to|have to)\s+)(?:stay|remain|be)\s+(?:exactly\s+)?(?:{_SAME})\b"
    r"|\s*(?:要|必须|应该?)?(?:保持|维持)?\s*(?:完全)?(?:不变|不动|原样|锁[定住死上好])"
    r"|\s*(?:请?不要|请?别|请勿|不能|不得|不可|不许|千万别)(?:再|去|乱)?(?:改动|改变|变动|调整|修改|动|碰|调|改|变)[了它]?"
    r"(?=$|[.;!?。；！？,，、\s但和])",
    re.IGNORECASE,
)
_ARTICLE = (
    r"(?:(?:the|any|all|of|its|her|his|their|my|our|overall|original"
    r"|人物|人像|画面|照片|整体|她|他|我)(?:\s+|的)?){0,4}(?:['’]s\s+)?"
)
_WHOSE = re.compile(
    r"[\u4e00-\u9fff](?<![持留让使请但而和与且把是只要也都均过光])$|[a-z]$"
    r"|\b(?!(?:and|or|but|nor|with|without|keep|leave|let|make|so|that|photo|picture|image|your|same|light|dark|whole"
    r"|entire|both|these|those|this|existing|current|natural)\b)[a-z]+\s+$",
    re.IGNORECASE,
)
"""A thing right before a name, whose colour is meant: 墙面|颜色不变, the wall |colour must stay the same."""
_OF = re.compile(
    r"\s+(?:of|in|on)\s+(?:the|her|his|my|their|our|its|this|that)\s+(?!photo|picture|image|shot|whole|entire)",
    re.IGNORECASE,
)
_JOIN = re.compile(r"\s*(?:,\s*(?:and|or)?|、|，|/|\band\b|\bor\b|\bnor\b|和|与|及|或|跟)\s*", re.IGNORECASE)
_END = re.compile(
    r"\s*(?:$|[.;!?。；！？,，、/]|\b(?:and|or|nor|but|while|when|at all|please|in any)\b|和|与|及|或|但|，)",
    re.IGNORECASE,
)


@lru_cache
def _name() -> re.Pattern[str]:
    words = [f"(?P<L{i}>{row[1]})" for i, row in enumerate(LEVELS.values())]
    words += [f"(?P<T{i}>{row})" for i, row in enumerate(THINGS.values())]
    return re.compile(rf"{_ARTICLE}(?:{'|'.join(sorted(words, key=_order))})(?![a-z])", re.IGNORECASE)


def _order(words: str) -> int:
    """Longer names first: 自然饱和度 before 饱和度, "color temperature" before "color"."""
    return -max(len(w) for w in words.split("|"))


def named(text: str) -> Locks | None:
    """What a plain name such as "exposure", "肤色" or "white balance" stands for, left alone; None when unknown."""
    found = _name().fullmatch(text.strip())
    return _alone(found) if found else None


def _alone(found: re.Match[str]) -> Locks:
    """The thing of a match of `_name`, left as it is."""
    key = next(k for k, v in found.groupdict().items() if v is not None)
    number = int(key[1:])
    if key[0] == "L":
        plain, (parameter, _) = list(LEVELS.items())[number]
        return Locks(tuple(map(Lock, TOGETHER.get(plain, (parameter,)))))
    thing = list(THINGS)[number]
    if thing == "skin":
        return Locks((), True)
    names = {"white balance": WHITE_BALANCE, "crop": _CROP, "curve": _CURVES}.get(thing) or colour_names()
    return Locks(tuple(map(Lock, names)))


def read_locks(instruction: str) -> Locks:
    """The limits that an instruction states."""
    text = " ".join(instruction[:MAX_TEXT].split())
    return _levels(text).join(_left_alone(text))


def _levels(text: str) -> Locks:
    """Limits with a number: of the exposure in EV, of a named slider in its own units."""
    locks = Locks()
    for pattern in _EV_LIMITS:
        for found in pattern.finditer(text):
            locks = locks.join(_level("Exposure2012", found[1] or "", float(found[2])))
    for name, words in LEVELS.values():
        word = rf"(?<![a-z])(?:{words})(?![a-z])"
        for form in (
            rf"{word}[^.;。；,，\d]{{0,16}}?{_MOST}\s*(?:of\s*|by\s*|为\s*)?{_SIGN}{_N}(?!{_EV})(?![\d.]*%)",
            rf"{_MOST}\s*{_SIGN}{_N}\s*(?:of\s*)?{word}",
            rf"{word}\s*(?:is|be|to|为)?\s*{_SIGN}{_N}{_AFTER}",
        ):
            for found in re.finditer(form, text, re.IGNORECASE):
                locks = locks.join(_level(name, found[1] or "", float(found[2])))
    return locks


def _level(name: str, sign: str, number: float) -> Locks:
    """±n without a sign or with both; a single sign limits that side alone.
    Nothing when it is out of the slider's range.
    """
    row = TABLE[name]
    if number > row.high:
        return Locks()
    low, high = max(-number, row.low), number
    if sign in ("+", *_UP):
        low = row.low
    elif sign in ("-", "−", *_DOWN):
        high = row.high
    return Locks((Lock(name, low, high),))


def _left_alone(text: str) -> Locks:
    """What is to stay in the whole photo; of a thing in it ("the colour of the wall") is for the rules to spare."""
    locks = Locks()
    for found in _BEFORE.finditer(text):
        keeps = found[0].strip() in ("保持", "维持")
        things, end = _list(text, found.end())
        if things and (not keeps or _AS_IS.match(text, end)) and not _OF.match(text, end):
            for thing in things:
                locks = locks.join(thing)
    for found in _LEAVE.finditer(text):
        things, end = _list(text, found.end())
        if things and _AS_IS.match(text, end):
            for thing in things:
                locks = locks.join(thing)
    for found in _name().finditer(text):
        if _STAYS.match(text, found.end()) and not _WHOSE.search(text, 0, found.start()):
            locks = locks.join(_alone(found))
    return locks


def _list(text: str, at: int) -> tuple[list[Locks], int]:
    """Names from `at` on, joined by commas or "and" -> (what they stand for, where they end).

    A further name counts only when nothing is said about it: in "don't touch the skin, shadows up" it ends with skin.
    """
    found = _name().match(text, at)
    if not found:
        return [], at
    things, at = [_alone(found)], found.end()
    while (join := _JOIN.match(text, at)) and (found := _name().match(text, join.end())):
        if not (_END.match(text, found.end()) or _AS_IS.match(text, found.end())):
            break
        things.append(_alone(found))
        at = found.end()
    return things, at


# ---- --lock


def parse_locks(texts: Iterable[str]) -> Locks:
    """Locks from texts such as "Exposure2012=-0.3:0.3", "Contrast2012=±20", "Tint" (stays as it is) or "skin".

    A single number is a LockError, as it could mean a limit as well as a value.
    """
    locks = Locks()
    for text in texts:
        locks = locks.join(_parse(text.strip()))
    return locks


def _parse(text: str) -> Locks:
    name, _, limits = text.partition("=")
    name = name.strip()
    if name in PLAIN and not limits:
        name = name.lower()
    if "." not in name and name in TABLE and name not in GROUPS:
        return Locks((_limited(TABLE[name], limits.strip(), text),))
    found = named(name)
    if found is None:
        near = nearest(name, [n for n in TABLE if "." not in n])
        raise LockError(f"{text}: no such slider{f'; did you mean {near}?' if near else ''}")
    if not limits:
        return found
    numbers = [lock.name for lock in found.limits if TABLE[lock.name].kind == "number"]
    if found.skin or len(numbers) != 1:
        raise LockError(f"{text}: this can only stay as it is: write {name}")
    return Locks((_limited(TABLE[numbers[0]], limits.strip(), text),))


def _limited(row: Parameter, limits: str, text: str) -> Lock:
    if not limits:
        return Lock(row.name)
    if row.kind != "number":
        raise LockError(f"{text}: {row.name} takes no limits and can only stay as it is: write {row.name}")
    sign = re.match(r"\s*(±|\+/?-)", limits)
    low, colon, high = limits.partition(":")
    try:
        reach = float(limits[sign.end() :]) if sign else 0.0
        pair = (-reach, reach) if sign else (float(low), float(high or low))
    except ValueError:
        raise LockError(f"{text}: write NAME=LOW:HIGH, e.g. {row.name}=0:20") from None
    if not sign and not (colon and high):
        value = f"{pair[0]:g}"
        raise LockError(
            f"{text}: one number is no range: write {row.name}={value}:{value} to keep it at {value}, "
            f"{row.name}=±{value.lstrip('-')} for a limit on both sides, or {row.name} to leave it alone"
        )
    if not row.low <= pair[0] <= pair[1] <= row.high:
        raise LockError(f"{text}: needs {row.low:g} <= LOW <= HIGH <= {row.high:g}")
    return Lock(row.name, *pair)
