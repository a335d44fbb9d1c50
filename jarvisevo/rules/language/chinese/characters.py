"""Characters said again as the tables hold them: traditional ones, and those that are typed for others of one sound."""

import re

from jarvisevo.rules.language.lexicon import characters

_SIMPLE = str.maketrans({pair[0]: pair[1] for pair in characters("zh", "traditional")})
_WEARING = re.compile(r"(?<![显顯名原土论論卓])著")
"""著 for 着; 显著 is itself in both."""
_ALIKE: dict[str, list[str]] = {}
for _group in characters("zh", "sounds"):
    for _one in _group[1:]:
        _ALIKE.setdefault(_one, []).append(_group[0])


def simplified(text: str) -> str:
    """A text in simplified characters."""
    return _WEARING.sub("着", text).translate(_SIMPLE)


def meant(word: str) -> list[str]:
    """Words that sound the same, where one character is another: 对比渡 -> 对比度."""
    return [word[:i] + other + word[i + 1 :] for i, c in enumerate(word) for other in _ALIKE.get(c, ())]
