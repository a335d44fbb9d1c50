"""From text to tokens: words, amounts, boxes and breaks, each with every meaning it may have."""

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache

from jarvisevo.rules.language.lexicon import Sense

MAX_TEXT = 4000
"""Characters of an instruction that are read; nobody says what is wanted in more."""
_BOX = re.compile(r"<box>\s*([^<>]{0,120}?)\s*</box>", re.I)
_BOX_WORD = re.compile(r"boxnumber(\d{1,3})")
_FRACTION = re.compile(
    r"((?:\b(?:exposure|brightness|ev)|曝光度?|亮度)(?: (?:by|at|to|up|down|of))?[:： ]*[减加降提升]?[低高了]* ?[+-]?"
    r"|[+-] ?)"
    r"([1-5])[/\u2044]([2-8])(?![\d/:]| ?(?:full )?(?:stops?|f-?stops?|evs?|档))"
)
"""Parts of a stop; without such a word before it 2/3 is a shape."""
_MIXED = re.compile(r"(?<![\d.])(\d) (\d)[/\u2044](\d)(?= ?(?:full )?(?:stops?|f-?stops?|evs?|档))")
_CHINESE = re.compile(r"[\u3400-\u9fff]")

Amount = tuple[float, str]


@dataclass(frozen=True, slots=True)
class Token:
    """One word or phrase.

    text    as it was said (lower case)
    senses  what it may mean; empty for a word nobody knows
    form    ending of the inflected word: "er", "est", "ing", "ed", "s", "ly", or ""
    amount  (number, unit) when it is a number
    box     number of the <box> it stands for, or -1
    signed  True when the number had a sign
    """

    text: str
    senses: tuple[Sense, ...] = ()
    form: str = ""
    amount: Amount | None = None
    box: int = -1
    signed: bool = False
    stop: str = field(default="")

    def sense(self, role: str, *names: str) -> Sense | None:
        """The first meaning of that part of speech (and of one of these names)."""
        return next((s for s in self.senses if s.role == role and (not names or s.name in names)), None)

    def says(self, *names: str) -> bool:
        """True for a function word of one of these names."""
        return any(s.role == "function" and s.name in names for s in self.senses)

    @property
    def comparative(self) -> bool:
        """True for "brighter", "brightest"."""
        return self.form in ("er", "est")


def is_chinese(text: str) -> bool:
    """True when an instruction is to be read as Chinese: at least two Chinese characters, or one and few letters."""
    count = len(_CHINESE.findall(text[:MAX_TEXT]))
    return count >= 2 or bool(count and len(re.findall("[a-z]", text[:MAX_TEXT], re.I)) < 5)


def clean(text: str) -> str:
    """The part of an instruction that is read, in lower case, boxes as words "boxnumber0", "boxnumber1" …"""
    count = itertools.count()
    text = _BOX.sub(lambda m: f" boxnumber{next(count)} ", text[:MAX_TEXT])
    text = re.sub(r"(?<=\d)(?=[\u00bc-\u00be\u2150-\u215e])", " ", text)  # "1½" is no 11/2
    text = unicodedata.normalize("NFKC", text).lower()
    text = re.sub(r"[’‘`´]", "'", text).replace("…", "...").replace("−", "-").replace("–", "-")
    text = _MIXED.sub(lambda m: f"{int(m[1]) + int(m[2]) / int(m[3]):.2f}", text)
    return _FRACTION.sub(lambda m: f"{m[1]}{int(m[2]) / int(m[3]):.2f}", text)


def rewritten(text: str, rules: Iterable[tuple[str, str | Callable[[re.Match[str]], str]]]) -> str:
    """A text after substitutions, one after the other.

    rules  (pattern, what stands for it) as for `re.sub`; the tables hold more of them than `re` keeps compiled
    """
    for pattern, said in rules:
        compiled = _compiled(pattern)
        if compiled.search(text):
            text = compiled.sub(said, text)
    return text


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def box_token(word: str) -> Token | None:
    """The token of "boxnumber3"."""
    match = _BOX_WORD.fullmatch(word)
    return Token("<box>", box=int(match[1])) if match else None
