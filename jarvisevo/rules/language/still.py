"""What is still so: "still blue!!", 还是黄, 天空还是亮 complain of it, though no "too" says so."""

import re

_SO = (
    r"(?:yellow|green|red|pink|magenta)(?:ish)?|(?:blu|purpl|orang)(?:e|ish)|cyan|teal|dark|bright|light|dim"
    r"|cold|cool|warm|hot|flat|dull|hazy|foggy|blurry|noisy|grainy|harsh|saturated|gr[ae]y"
)
_IT = r"(?:(?:it|this|that|(?:the|this|my) (?:photo|picture|image|shot))(?:'s|’s| is| looks?|) )?"
_BY = r"(?:so|very|really|pretty|quite|rather|way)"
_LITTLE = r"a (?:little )?(?:bit|little|touch|tad)|slightly|kind of|kinda|sort of|somewhat"
_STILL = re.compile(
    rf"(?:(?:hmm+|no|nope|ugh|but|and|well)[\s,.]+)*{_IT}still (?:(?P<little>{_LITTLE}) |{_BY} )?(?P<so>{_SO})\W*",
    re.IGNORECASE,
)
_STILL_ZH = re.compile(
    "(?!.{0,4}比)(?P<what>[\u4e00-\u9fff]{0,4}?)(?:怎么|咋)?(?:还是?|依然|依旧|仍然?)(?:是|很|挺|好|这么|那么)*"
    "(?P<little>有点儿?|有些|稍微)?(?P<so>[黄蓝绿红橙紫青粉暗亮黑冷暖灰平糊])(?:了|的|啊|呀|呢)?\\W*"
)


def still_too(text: str) -> str:
    """A text that says of a photo only how it still is, as the complaint that it is; any other as it is."""
    said = " ".join(text.split())
    if found := _STILL.fullmatch(said):
        return f"it is still {'a bit ' if found['little'] else ''}too {found['so']}"
    if found := _STILL_ZH.fullmatch(said):
        return f"{found['what']}还是{'有点' if found['little'] else '太'}{found['so']}{'' if found['little'] else '了'}"
    return text
