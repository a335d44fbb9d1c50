"""Chinese text to tokens: the cut into the fewest known words, amounts, Latin letters and boxes."""

import re
from functools import lru_cache

from jarvisevo.rules.language.lexicon import Sense, senses
from jarvisevo.rules.language.tokens import Amount, Token, box_token, clean

_DIGITS = {"零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
_VALUE = r"(?:\d{1,5}(?:\.\d{1,3})?|[零一二两三四五六七八九十百]+|半)"
_NUMBER = (
    r"(?<=[加减降提升到至高低])[二三四五六七八九]?[十百][一二三四五六七八九十]*(?=$|[,，。"
    rf";；\s])|(?:[+-]|负)?\s?{_VALUE}\s?个?(?:档|挡|ev|度|°|%|个点)|百分之|[一二三四五六七八九十]+比[一二三四五六七八九十]|boxnumber"
)
_ITEM = re.compile(
    r"(?P<box>boxnumber\d{1,3})"
    r"|(?P<ratio>(?:\d{1,2}(?:\.\d+)?|[一二两三四五六七八九十]+)\s*(?::|：|x|×|/|比)\s*(?:\d{1,2}|[一二两三四五六七八九十]+))(?![\d%])"
    rf"|(?P<percent>百分之(?P<share>{_VALUE}))"
    rf"|(?P<number>(?P<sign>[+-]|负|正(?=\d))?\s?(?P<value>{_VALUE})\s?个?(?P<unit>档|挡|ev|度|°|%|k(?![a-z])|个点|(?<=\d)点(?=$|[,，"
    r"。;；])))(?P<half>半)?"
    r"|(?P<spelt>(?<=[加减降提升到至高低])[二三四五六七八九]?[十百][一二三四五六七八九十]*(?=$|[,，。;；\s]))"
    r"|(?P<bare>(?P<baresign>[+-])?\s?\d{1,5}(?:\.\d{1,3})?)"
    r"|(?P<letters>[a-z][a-z]*)"
    r"|(?P<stop>[,.，。、;；！!？?:：\n\s~…—()（）“”\"']+)"
    rf"|(?P<text>(?:(?!{_NUMBER})[\u3400-\u9fff])+)"
    r"|(?P<other>.)"
)
_FRACTIONS = {"三分之一": "0.33", "三分之二": "0.67", "四分之一": "0.25", "四分之三": "0.75", "二分之一": "0.5"}
_UNITS = {"档": "EV", "挡": "EV", "ev": "EV", "度": "deg", "°": "deg", "%": "%", "k": "K"}
_SQUARE = ("正方形", "方形", "方图", "方的", "正方", "方构图")
_SHAPES = {**dict.fromkeys(_SQUARE, 1.0), "竖版": 0.0, "竖幅": 0.0, "竖图": 0.0, "横版": -1.0, "横幅": -1.0}
_UNKNOWN_COST = 3.0


@lru_cache(maxsize=1)
def _words() -> tuple[dict[str, tuple[Sense, ...]], int]:
    known = dict(senses("zh"))
    for word in _SHAPES:
        known.setdefault(word, ())
    return known, max(map(len, known))


def cut(text: str) -> list[str]:
    """The text as the fewest known words; neighbouring unknown characters make one word.

    Shortest path over the positions: a known word costs 1 (a little less the longer it is, a little more for a single
    character), an unknown character 3.
    """
    known, longest = _words()
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(text) + 1):
        options = [(best[end - 1][0] + _UNKNOWN_COST, end - 1)]
        for start in range(max(0, end - longest), end):
            if text[start:end] in known:
                alone = 0.03 if end - start == 1 else 0.0
                options.append((best[start][0] + 1 + alone - 0.01 * (end - start) ** 2, start))
        best.append(min(options))
    words: list[str] = []
    at = len(text)
    while at:
        words.append(text[best[at][1] : at])
        at = best[at][1]
    words.reverse()
    joined: list[str] = []
    for word in words:
        if word not in known and joined and joined[-1] not in known:
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def _value(text: str) -> float:
    if text == "半":
        return 0.5
    if text[0].isdigit():
        return float(text)
    if "十" in text:
        tens, _, ones = text.partition("十")
        return 10 * _DIGITS.get(tens, 1) + _DIGITS.get(ones, 0)
    return float(_DIGITS.get(text[0], 1)) * (100 if text.endswith("百") else 1)


def tokenise(text: str) -> list[Token]:
    """Tokens of a Chinese instruction (its first 4,000 characters)."""
    tokens: list[Token] = []
    said = re.sub(r"\s*(boxnumber\d+)\s*", r"\1", clean(text))
    for spelt, digits in _FRACTIONS.items():
        said = said.replace(spelt, digits)
    said = re.sub(r"(?<!\d)([123])/([234])(?=\s*[档挡])", lambda m: f"{int(m[1]) / int(m[2]):.2f}", said)
    for match in _ITEM.finditer(said):
        if match["box"]:
            found = box_token(match["box"])
            tokens += [found] if found else []
        elif match["ratio"]:
            a, b = (_value(n) for n in re.split(r"\s*(?::|：|x|×|/|比)\s*", match["ratio"]))
            tokens.append(Token(match["ratio"], amount=(a / b, "ratio") if b else None))
        elif match["percent"]:
            tokens.append(Token(match[0], amount=(_value(match["share"]), "%")))
        elif match["number"]:
            tokens.append(_number(match))
        elif match["spelt"]:
            tokens.append(Token(match[0], amount=(_value(match[0]), "slider")))
        elif match["bare"]:
            number: Amount = (float(match["bare"].replace(" ", "")), "slider")
            tokens.append(Token(match[0], amount=number, signed=bool(match["baresign"])))
        elif match["stop"]:
            hard = bool(set(match[0]) & set("。.;；！!？?\n"))
            tokens.append(Token(match[0], stop="." if hard else "," if match[0].strip() else " "))
        elif match["letters"] or match["text"]:
            tokens += [_token(word) for word in cut(match[0])]
    return _joined(tokens)


def _number(match: re.Match[str]) -> Token:
    unit = _UNITS.get(match["unit"], "slider")
    value = _value(match["value"]) + (0.5 if match["half"] else 0)
    signed = match["sign"] in ("+", "-", "负")
    return Token(match[0], amount=(-value if match["sign"] in ("-", "负") else value, unit), signed=signed)


def _token(word: str) -> Token:
    known, _ = _words()
    if word in _SHAPES and _SHAPES[word] == 1.0:
        return Token(word, amount=(1.0, "ratio"))
    return Token(word, known.get(word, ()))


def _joined(tokens: list[Token]) -> list[Token]:
    """Words that letters and characters make together (P掉, ins风)."""
    known, _ = _words()
    found: list[Token] = []
    for token in tokens:
        if found and not token.stop and not found[-1].stop and found[-1].text + token.text in known:
            text = found.pop().text + token.text
            found.append(Token(text, known[text]))
        else:
            found.append(token)
    return found
