"""English text to tokens: words by stem, phrases word by word, amounts, misspelt words."""

import re
from dataclasses import replace
from functools import lru_cache

from jarvisevo.rules.language.english.turns import normal
from jarvisevo.rules.language.lexicon import Sense, senses, well_spelled
from jarvisevo.rules.language.spelling import Speller
from jarvisevo.rules.language.tokens import Amount, Token, box_token

_ITEM = re.compile(
    r"(?P<ratio>\d{1,2}(?:\.\d+)?\s*(?::|x|×|/|\bby\b)\s*\d{1,2}(?:\.\d+)?)(?![\d%])"
    r"|(?P<decade>\d{2,4}s\b)"
    r"|(?P<number>(?<![\w.])(?:[+-]\s?)?(?:\d{1,5}(?:\.\d{1,3})?|\.\d{1,3}))\s*(?P<unit>evs?\b|stops?\b|f[- ]?stops?\b"
    r"|%|per ?cent\b"
    r"|points?\b|degrees?\b|°|k\b|kelvin\b|px\b|pixels?\b|deg\b)?"
    r"|(?P<word>[a-z][a-z0-9']*(?:&[a-z]+)?|&)"
    r"|(?P<dash>--+|—)"
    r"|(?P<stop>[.,;:!?()\n\"/>|*]+)"
)
_UNITS = {"e": "EV", "s": "EV", "f": "EV", "%": "%", "d": "deg", "°": "deg", "k": "K"}
_RATIO_WORDS = {
    "square": 1.0,
    "squared": 1.0,
    "widescreen": 16 / 9,
    "panoramic": 2.0,
    "panorama": 2.0,
    "cinemascope": 2.39,
}
_ENDINGS = (
    ("iest", ("y",), "est"),
    ("ier", ("y",), "er"),
    ("ies", ("y",), "s"),
    ("ied", ("y",), "ed"),
    ("est", ("", "e"), "est"),
    ("er", ("", "e"), "er"),
    ("ing", ("", "e"), "ing"),
    ("ed", ("", "e"), "ed"),
    ("ly", ("",), "ly"),
    ("es", ("", "e"), "s"),
    ("s", ("",), "s"),
)


@lru_cache(maxsize=20_000)
def stems(word: str) -> tuple[tuple[str, str], ...]:
    """(stem, ending) of all that a word may be an inflection of, itself first: brightest -> bright; cutting -> cut."""
    found = [(word, "")]
    for ending, swaps, form in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 2:
            root = word[: -len(ending)]
            found += [(root + swap, form) for swap in swaps]
            if len(root) > 3 and root[-1] == root[-2]:
                found.append((root[:-1], form))
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=1)
def _index() -> dict[str, list[tuple[tuple[str, ...], tuple[Sense, ...]]]]:
    """Phrases by their first word, longest first."""
    index: dict[str, list[tuple[tuple[str, ...], tuple[Sense, ...]]]] = {}
    for phrase, meanings in senses("en").items():
        words = tuple(phrase.replace("-", " ").replace("/", " ").split())
        index.setdefault(words[0], []).append((words, meanings))
    return {first: sorted(rows, key=lambda row: -len(row[0])) for first, rows in index.items()}


@lru_cache(maxsize=1)
def _speller() -> Speller:
    core = {"noun", "adjective", "act", "verb", "color", "degree", "image"}
    known = {
        word
        for words, meanings in senses("en").items()
        if core & {s.role for s in meanings}
        for word in words.replace("-", " ").replace("/", " ").split()
    }
    inflected = set()
    for word, meanings in senses("en").items():
        roles = {s.role for s in meanings}
        if " " in word or len(word) < 4:
            continue
        inflected |= {word + "s"} if roles & {"noun", "verb", "act", "place", "color", "tone"} else set()
        root = word[:-1] if word.endswith("e") else word
        if roles & {"adjective", "color"} and len(word) < 8:
            inflected |= {root + "er"}
        if roles & {"verb", "act"}:
            inflected |= {root + "ing", root + "ed"}
    return Speller(known | inflected)


def _lookup(words: list[str], at: int) -> tuple[Token, int] | None:
    """The longest known phrase that starts here; all meanings of the words as they stand and of their stems."""
    longest, form = 0, ""
    found: list[Sense] = []
    index = _index()
    for stem, ending in stems(words[at]):
        for phrase, meanings in index.get(stem, ()):
            size = len(phrase)
            if size < longest or at + size > len(words):
                continue
            if not all(any(w == s for s, _ in stems(words[at + k])) for k, w in enumerate(phrase[1:], 1)):
                continue
            if size > 1 and ending in ("er", "est") and meanings[0].role == "function":
                continue  # "forest a" is no form of "for a"
            if size > 1 and meanings[0].role == "color" and words[at + size - 1].endswith("er"):
                continue  # "(make) the greens bluer" is no blue green
            if size > 1 and meanings[0].role == "effect" and any(w.endswith("er") for w in words[at : at + size]):
                continue  # "the blacks blacker and whites whiter"
            if size > longest:
                longest, found = size, []
                form = ending if size == 1 else _form(phrase, words[at : at + size])
            found += [m for m in meanings if m not in found and _allowed(m, ending if size == 1 else "")]
    if not found:
        return None
    return Token(" ".join(words[at : at + longest]), tuple(found), form), longest


def _allowed(sense: Sense, ending: str) -> bool:
    """Function words and degrees do not inflect: "barely" is no form of "bare", "others" none of "other"."""
    if not ending:
        return True
    if ending == "s" and sense.role == "adjective":
        return False  # "levels" are not level
    if ending in ("er", "est", "ly"):
        return sense.role in ("adjective", "color", "look")
    if ending in ("ing", "ed"):
        return sense.role in ("verb", "act", "out", "adjective", "color")
    if sense.role == "place" and ending not in ("s",):
        return False
    return sense.role not in ("function", "degree", "image") or (sense.role == "image" and ending == "s")


def _form(phrase: tuple[str, ...], words: list[str]) -> str:
    for known, said in zip(phrase, words, strict=True):
        if known != said and (form := next((e for s, e in stems(said) if s == known), "")):
            return form
    return ""


def tokenise(text: str) -> list[Token]:
    """Tokens of an English instruction (its first 4,000 characters)."""
    tokens: list[Token] = []
    pending: list[str] = []
    for match in _ITEM.finditer(normal(text)):
        if match["word"] or match["decade"]:
            pending.append(match["word"] or match["decade"])
            continue
        tokens += _words(pending)
        pending = []
        if match["ratio"]:
            tokens.append(_ratio(match["ratio"]))
        elif match["number"]:
            tokens.append(_number(match["number"], match["unit"] or ""))
        else:
            tokens.append(Token(match[0], stop=_stop(match["stop"] or ";")))
    return _heard(tokens + _words(pending))


def _heard(tokens: list[Token]) -> list[Token]:
    """ "it is to dark": "to" between a form of "be" or a degree and a mere adjective is a misspelt "too"."""
    for at in range(1, len(tokens) - 1):
        before, after = tokens[at - 1], tokens[at + 1]
        stated = before.text in ("is", "are", "was", "look", "looks", "way", "a bit", "a little", "far", "much")
        mere = after.sense("adjective") and not after.comparative and not after.sense("act")
        if tokens[at].text == "to" and stated and mere:
            tokens[at] = replace(tokens[at], text="too", senses=(Sense("function", "too"),))
    return tokens


def _stop(text: str) -> str:
    return "," if set(text) <= set(',/|()"') else "."


def _ratio(text: str) -> Token:
    a, b = (float(n) for n in re.findall(r"\d+(?:\.\d+)?", text))
    return Token(text, amount=(a / b, "ratio") if a and b else None)


def _number(text: str, unit: str) -> Token:
    value = float(text.replace(" ", ""))
    amount: Amount = (
        value,
        _UNITS.get(unit[:1] if unit != "percent" and not unit.startswith("per") else "%", "slider"),
    )
    return Token(f"{text}{unit}", amount=amount, signed=text[0] in "+-")


def _inflected(word: str) -> bool:
    """True for an ordinary word, or a form of a known one that no grammar expects ("cleaner" is not "cleaned")."""
    return word in _ordinary() or any(stem in _index() for stem, ending in stems(word) if ending)


@lru_cache(maxsize=1)
def _ordinary() -> frozenset[str]:
    return well_spelled("en")


def _drawn_out(words: list[str], at: int) -> str:
    """ "sooo" -> "so", "brightttt" -> "bright": a word with a letter three times or more, when the shorter is known."""
    word = words[at]
    for short in (re.sub(r"(.)\1{2,}", r"\1\1", word), re.sub(r"(.)\1{2,}", r"\1", word)):
        if short != word and _lookup([short], 0):
            return short
    return word


def _words(words: list[str]) -> list[Token]:
    words = [_drawn_out(words, at) if re.search(r"(.)\1\1", words[at]) else words[at] for at in range(len(words))]
    tokens: list[Token] = []
    at = 0
    while at < len(words):
        word = words[at].strip("'")
        if found := box_token(word):
            tokens.append(found)
            at += 1
        elif hit := _lookup(words, at):
            tokens.append(hit[0])
            at += hit[1]
        elif word in _RATIO_WORDS:
            tokens.append(Token(word, amount=(_RATIO_WORDS[word], "ratio")))
            at += 1
        elif (
            not _inflected(word)
            and (near := _speller().near(word))
            and (hit := _lookup([near, *words[at + 1 : at + 5]], 0))
        ):
            tokens.append(hit[0])
            at += hit[1]
        else:
            tokens.append(Token(word))
            at += 1
    return tokens
