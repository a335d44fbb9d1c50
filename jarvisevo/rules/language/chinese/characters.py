"""Characters said again as the tables hold them: traditional ones, Cantonese, and those that are typed for others of
one sound.
"""

import re

from jarvisevo.rules.language.lexicon import characters
from jarvisevo.rules.language.tokens import rewritten

_SIMPLE = str.maketrans({pair[0]: pair[1] for pair in characters("zh", "traditional")})
_WEARING = re.compile(r"(?<![显顯名原土论論卓])著")
"""著 for 着; 显著 is itself in both."""
_ALIKE: dict[str, list[str]] = {}
for _group in characters("zh", "sounds"):
    for _one in _group[1:]:
        _ALIKE.setdefault(_one, []).append(_group[0])
_CANTONESE = re.compile("[唔啲嘅咁冇嗰喺畀俾睇佢咗嚟嘢攞喇㗎]|少少|返[啦啲]|块面|张相")
"""Characters and words that Mandarin does not write."""
_IN_MANDARIN = (
    (r"可唔可以|得唔得|好唔好|好冇|得冇|可以冇", "能不能"),
    (r"唔好睇", "不好看"),
    (r"唔该晒?|唔该你|麻烦晒", "谢谢"),
    (r"唔(?:好|想|要)", "不要"),
    (r"唔(?:使|需|洗)", "不用"),
    (r"唔系", "不是"),
    (r"唔", "不"),
    (r"冇", "没有"),
    (r"咁(?=[多大])|咁样?", "那么"),
    (r"(?<![\u4e00-\u9fff])[啲个块张](?=[天面脸色云草海山水人花景])", ""),
    (r"(?<=光)返?(?=啲|少少|晒)", "亮"),
    (r"(?<![阳灯闪月高逆背曝反补])光亮?(?=啲|少少|晒)|(?<=[太好])光(?=[喇啦了呀]|$)", "亮"),
    (r"(?<=[加减调整拉提压去补])返|[喇㗎]", ""),
    (r"少少|啲", "一点"),
    (r"嘅", "的"),
    (r"嗰", "那"),
    (r"喺", "在"),
    (r"[畀俾]", "给"),
    (r"睇", "看"),
    (r"佢", "它"),
    (r"咗", "了"),
    (r"嚟", "来"),
    (r"嘢", "东西"),
    (r"攞走", "去掉"),
    (r"(?<![\u4e00-\u9fff])面(?=[太好那有不黑白黄暗亮])|块面", "脸"),
    (r"(?:(?<=张)|(?<=幅)|(?<![\u4e00-\u9fff]))相(?![片机册框比对])", "照片"),
    (r"帮手(?=[修执整调弄搞p])", "帮我"),
    (r"靓(?![丽女仔妹])", "好看"),
    (r"执(?=好看|一下|一执)", "修"),
    (r"冻(?=一点)", "冷"),
)
"""Cantonese said in Mandarin, where a text is Cantonese."""


def simplified(text: str) -> str:
    """A text in simplified characters, and in Mandarin."""
    text = _WEARING.sub("着", text).translate(_SIMPLE)
    return rewritten(text, _IN_MANDARIN) if _CANTONESE.search(text) else text


def meant(word: str) -> list[str]:
    """Words that sound the same, where one character is another: 对比渡 -> 对比度."""
    return [word[:i] + other + word[i + 1 :] for i, c in enumerate(word) for other in _ALIKE.get(c, ())]
