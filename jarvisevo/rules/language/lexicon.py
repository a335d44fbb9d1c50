"""What words mean, read from the tables of `words/`: nothing here knows how words govern each other.

A table is one part of speech, a key the meaning ("brightness + fault"), its value the words, separated by commas.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from types import MappingProxyType

Language = str
"""\"en\" or \"zh\"."""


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of a word.

    role   part of speech: the name of the table it stands in ("adjective", "noun", "verb", "degree" …)
    name   what it means within that table ("brightness", "up", "little", "sky" …)
    sign   +1, -1, or 0 where there is no direction
    marks  what else is known of it: "fault" (better without it), "stuff" (dark matter: more of it is darker) …
    """

    role: str
    name: str
    sign: int = 0
    marks: tuple[str, ...] = ()

    @property
    def fault(self) -> bool:
        """True when something that has this is complained about."""
        return "fault" in self.marks


def _sense(role: str, key: str) -> Sense:
    name, signs, marks = [], 0, []
    for word in key.split():
        if word in "+-":
            signs = 1 if word == "+" else -1
        elif word in ("fault", "stuff", "flaw", "extent"):
            marks.append(word)
        else:
            name.append(word)
    return Sense(role, " ".join(name), signs, tuple(marks))


@lru_cache(maxsize=2)
def _tables(language: Language) -> dict[str, dict[str, str]]:
    text = resources.files(__package__).joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def well_spelled(language: Language) -> frozenset[str]:
    """Words without a meaning here that are no misspelt ones."""
    rows = _tables(language).get("spelled", {})
    return frozenset(w.strip() for words in rows.values() for w in words.split(","))


@lru_cache(maxsize=1)
def names() -> Mapping[str, str]:
    """English names of Chinese nouns that mean nothing to the grammar."""
    rows = _tables("zh")["names"].items()
    return MappingProxyType({word.strip(): name for name, words in rows for word in words.split(",")})


def characters(language: Language, name: str) -> list[str]:
    """Groups of characters that stand for each other."""
    return _tables(language)["characters"][name].split()


def colours_in(text: str, language: Language) -> set[str]:
    """The colours that words of a text name, as the table calls them."""
    said = text.lower() if language == "zh" else set(re.findall("[a-z]+", text.lower()))
    return {name for word, name in _colours(language) if word in said}


@lru_cache(maxsize=2)
def _colours(language: Language) -> tuple[tuple[str, str], ...]:
    """Words with the colour that they name."""
    rows = senses(language).items()
    return tuple((word, sense.name) for word, meant in rows for sense in meant if sense.role == "color")


@lru_cache(maxsize=2)
def senses(language: Language) -> Mapping[str, tuple[Sense, ...]]:
    """Every word and phrase of a language with its meanings, in the order of the tables."""
    found: dict[str, list[Sense]] = {}
    for role, rows in _tables(language).items():
        if role in ("spelled", "characters", "names"):
            continue
        for key, words in rows.items():
            sense = _sense(role, key)
            for word in filter(None, (w.strip() for w in words.split(","))):
                known = found.setdefault(word, [])
                if sense not in known:
                    known.append(sense)
    return MappingProxyType({word: tuple(meanings) for word, meanings in found.items()})
