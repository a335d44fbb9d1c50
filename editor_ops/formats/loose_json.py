"""JSON as language models write it: comments, trailing commas, Python literals. Bounded; nothing is evaluated.

Strict JSON is read as such; every departure is repaired where its meaning is certain, and said.
"""

import json
import math
import re
from typing import Any

from editor_ops.formats.document import FormatError, Note, excerpt, position

MAX_CHARS = 2_000_000
MAX_DEPTH = 32
_SPACE = re.compile(r"\s*")
_COMMENT = re.compile(r"(?://[^\n]*|#[^\n]*|/\*.*?\*/)", re.DOTALL)
_STRING = re.compile(r'"((?:[^"\\]++|\\.)*+)"|' r"'((?:[^'\\]++|\\.)*+)'", re.DOTALL)
_NUMBER = re.compile(r"[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,5})?(?![\w.])")
_STRICT_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_WORD = re.compile(r"[+-]?[A-Za-z_][\w.]*")
_NO_NUMBERS = {"NaN", "nan", "Infinity", "inf", "-Infinity", "-inf", "-NaN"}
_WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_STRICT_WORDS = {"true", "false", "null"}
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|U00[01][0-9a-fA-F]{5}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_LETTERS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "/": "/", '"': '"', "'": "'", "\\": "\\", "\n": ""}
_FENCE = re.compile(r"```[A-Za-z]*\s")


class _JsonReader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.repairs: dict[str, None] = {}

    def fail(self, what: str, at: int | None = None) -> FormatError:
        at = self.at if at is None else at
        where = position(self.text, at)
        return FormatError(f"unreadable tool call: {what} at {where}, near {excerpt(self.text, at)}; write strict JSON")

    def repair(self, what: str) -> None:
        self.repairs[what] = None

    def skip(self) -> None:
        while True:
            self.at = _SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
            comment = _COMMENT.match(self.text, self.at)
            if not comment:
                return
            self.repair("comments were left out")
            self.at = comment.end()

    def peek(self, symbol: str) -> bool:
        """True, and past it, when the next symbol is this one."""
        self.skip()
        found = self.text.startswith(symbol, self.at)
        self.at += found
        return found

    def value(self, depth: int = 0) -> object:
        if depth > MAX_DEPTH:
            raise self.fail(f"nested more than {MAX_DEPTH} deep")
        if self.peek("{"):
            return self.members("}", depth)
        if self.peek("["):
            return self.items("]", depth)
        if self.peek("("):
            self.repair("Python tuples were read as lists")
            return self.items(")", depth)
        if self.text[self.at : self.at + 1] in ('"', "'"):
            return self.string()
        return self.number_or_word()

    def string(self) -> str:
        start, found = self.at, _STRING.match(self.text, self.at)
        if not found:
            raise self.fail("a text without its closing quote")
        self.at = found.end()
        if found[1] is None:
            self.repair("single quotes were read as double ones")
        body = found[1] if found[1] is not None else found[2]
        if any(c < " " for c in body):
            self.repair("a line break inside a text was kept")
        text = _ESCAPE.sub(lambda m: self.escape(m, start), body) if "\\" in body else body
        try:
            return text.encode("utf-16", "surrogatepass").decode("utf-16")  # joins pairs of escaped surrogates
        except UnicodeDecodeError:
            raise self.fail("half a surrogate pair in a text", start) from None

    def escape(self, found: re.Match[str], start: int) -> str:
        code = found[1]
        if len(code) > 1:
            if int(code[1:], 16) > 0x10FFFF:
                raise self.fail("a character that does not exist", start)
            return chr(int(code[1:], 16))
        if code not in _LETTERS:
            raise self.fail(f"an unknown escape \\{code} in a text", start)
        return _LETTERS[code]

    def number_or_word(self) -> object:
        found = _NUMBER.match(self.text, self.at)
        if found:
            number = float(found[0])
            if not math.isfinite(number):
                raise self.fail("a number that is too large")
            self.at = found.end()
            if not _STRICT_NUMBER.fullmatch(found[0]):
                self.repair("numbers such as +5 or .5 were read as JSON numbers")
            return int(found[0]) if re.fullmatch(r"[+-]?\d{1,15}", found[0]) else number
        word = _WORD.match(self.text, self.at)
        if word and word[0] in _WORDS:
            self.at = word.end()
            if word[0] not in _STRICT_WORDS:
                self.repair("True, False and None were read as true, false and null")
            return _WORDS[word[0]]
        if word and word[0] in _NO_NUMBERS:
            self.at = word.end()
            self.repair(f"{word[0]} is no number and was left out")
            return None
        raise self.fail("expected a value" if not word else f"{word[0][:40]} is no value")

    def items(self, end: str, depth: int) -> list[object]:
        items: list[object] = []
        while not self.peek(end):
            items.append(self.value(depth + 1))
            self.comma(end)
        return items

    def members(self, end: str, depth: int) -> dict[str, Any]:
        members: dict[str, Any] = {}
        while not (self.peek(end) if end else self.ended()):
            key = self.key()
            if not self.peek(":"):
                raise self.fail("expected : after a name")
            if key in members:
                self.repair(f"{key[:60]} was given twice; the last one counts")
            members[key] = self.value(depth + 1)
            self.comma(end)
        return members

    def key(self) -> str:
        self.skip()
        if self.text[self.at : self.at + 1] in ('"', "'"):
            return self.string()
        word = _WORD.match(self.text, self.at)
        if not word:
            raise self.fail("expected a name in quotes")
        self.at = word.end()
        self.repair("names without quotes were accepted")
        return word[0]

    def comma(self, end: str) -> None:
        if not self.peek(","):
            if not (self.text.startswith(end, self.at) if end else self.ended()):
                raise self.fail(f"expected a comma{' or ' + end if end else ''}")
            return
        self.skip()
        if self.text.startswith(end, self.at) and (end or self.ended()):
            self.repair("a trailing comma was left out")

    def ended(self) -> bool:
        self.skip()
        return self.at >= len(self.text)


def parse(text: str) -> tuple[dict[str, Any], list[Note]]:
    """One object, and what was repaired. FormatError with the offending text and its position otherwise."""
    if len(text) > MAX_CHARS:
        raise FormatError(f"a tool call of {len(text)} characters; {MAX_CHARS} at most")
    text = text.lstrip("\ufeff").strip()
    fence = _FENCE.match(text) if text.endswith("```") else None
    reader = _JsonReader(text[fence.end() : -3] if fence else text)
    if fence:
        reader.repair("the code fence was left out")
    if reader.ended():
        raise FormatError("an empty tool call; write a JSON object of Camera Raw names")
    if reader.peek("{"):
        value = reader.members("}", 0)
    else:
        if reader.text[reader.at] not in "'\"":
            raise reader.fail("expected an object { … }")
        reader.repair("the braces around the object were missing")
        value = reader.members("", 0)
    if not reader.ended():
        raise reader.fail("text after the object")
    return value, [Note("", "repaired", what) for what in reader.repairs]


def dump(value: object) -> str:
    """Strict JSON on one line; numbers without a fraction are written as integers.
    ValueError when `parse` refuses it.
    """
    text = json.dumps(_whole(value), ensure_ascii=False, allow_nan=False)
    if len(text) > MAX_CHARS:
        raise ValueError(f"{len(text)} characters; {MAX_CHARS} at most")
    return text


def _whole(value: object, depth: int = 0) -> object:
    if depth > MAX_DEPTH:
        raise ValueError(f"nested more than {MAX_DEPTH} deep")
    if isinstance(value, dict):
        return {k: _whole(v, depth + 1) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_whole(v, depth + 1) for v in value]
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else value
