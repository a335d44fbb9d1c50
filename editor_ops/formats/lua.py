"""Lua tables of literals, as in `.lrtemplate` files: a reader that executes nothing, and a writer.

Grammar: Lua 5.1 reference manual, 2.5.7 and 8, without expressions; `ZSTR "…"` is Lightroom's localised string.
"""

import re
from collections.abc import Mapping
from typing import Any

from editor_ops.formats.document import FormatError, excerpt, position

MAX_CHARS = 4_000_000
MAX_DEPTH = 50
_SPACE = re.compile(r"\s*")
_COMMENT = re.compile(r"--(?:\[(=*)\[)?")
_NUMBER = re.compile(
    r"[+-]?(?:0[xX][0-9a-fA-F]{1,16}|(?:\d{1,64}\.?\d{0,64}|\.\d{1,64})(?:[eE][+-]?\d{1,4})?)(?![\w.])"
)
_NAME = re.compile(r"[A-Za-z_]\w*")
_LONG = re.compile(r"\[(=*)\[\r?\n?(.*?)\]\1\]", re.DOTALL)
_SHORT = re.compile(r'"((?:[^"\\\n]++|\\.)*+)"|' r"'((?:[^'\\\n]++|\\.)*+)'", re.DOTALL)
_ESCAPE = re.compile(r"\\(\d{1,3}|x[0-9a-fA-F]{2}|z\s*|.|\n)", re.DOTALL)
_LETTERS = {"n": "\n", "r": "\r", "t": "\t", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_WORDS = {"true": True, "false": False, "nil": None}


class _LuaReader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def fail(self, what: str) -> FormatError:
        where, near = position(self.text, self.at), excerpt(self.text, self.at)
        return FormatError(f"not a Lightroom template: {what} at {where}, near {near}; export the preset again")

    def skip(self) -> None:
        """Past blanks and comments, each read once."""
        while True:
            self.at = _SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
            comment = _COMMENT.match(self.text, self.at)
            if not comment:
                return
            end = "\n" if comment[1] is None else f"]{comment[1]}]"
            found = self.text.find(end, comment.end())
            if found < 0 and comment[1] is not None:
                raise self.fail("a comment without its end")
            self.at = len(self.text) if found < 0 else found + len(end)

    def peek(self, symbol: str) -> bool:
        """True, and past it, when the next symbol is this one."""
        self.skip()
        found = self.text.startswith(symbol, self.at)
        self.at += len(symbol) * found
        return found

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        self.skip()
        found = pattern.match(self.text, self.at)
        if found:
            self.at = found.end()
        return found

    def value(self, depth: int = 0) -> object:
        if depth > MAX_DEPTH:
            raise self.fail(f"tables nested more than {MAX_DEPTH} deep")
        if self.peek("{"):
            return self.table(depth)
        text = self.string()
        if text is not None:
            return text
        found = self.match(_NUMBER)
        if found:
            return _number(found[0], self)
        start, found = self.at, self.match(_NAME)
        if found and found[0] in _WORDS:
            return _WORDS[found[0]]
        if found and found[0] in ("ZSTR", "LOC"):
            text = self.string()
            if text is not None:
                return text.partition("=")[2] if text.startswith("$$$/") else text
        self.at = start
        raise self.fail("expected a table, a text, a number, true or false")

    def string(self) -> str | None:
        found = self.match(_LONG)
        if found:
            return found[2]
        found = self.match(_SHORT)
        return _ESCAPE.sub(self.escape, found[1] if found[1] is not None else found[2]) if found else None

    def escape(self, found: re.Match[str]) -> str:
        code = found[1]
        if code.isascii() and code.isdigit():
            return chr(int(code))
        if code[0] == "x" and len(code) == 3:
            return chr(int(code[1:], 16))
        return "" if code[0] == "z" else _LETTERS.get(code, code)

    def table(self, depth: int) -> object:
        """A list when no entry has a key, else a dict; entries without keys are then numbered from 1."""
        items: list[object] = []
        fields: dict[str, Any] = {}
        while not self.peek("}"):
            key = self.key(depth)
            value = self.value(depth + 1)
            if key is None:
                items.append(value)
            elif value is not None:
                fields[key] = value
            if not self.peek(",") and not self.peek(";") and not self.text.startswith("}", self.at):
                raise self.fail("expected a comma or }")
        return {**{str(i): v for i, v in enumerate(items, 1)}, **fields} if fields else items

    def key(self, depth: int) -> str | None:
        self.skip()
        start, found = self.at, self.match(_NAME)
        if found and self.peek("=") and found[0] not in _WORDS:
            return found[0]
        self.at = start
        if not self.text.startswith("[", start) or _LONG.match(self.text, start):
            return None
        self.at += 1
        key = self.value(depth + 1)
        if isinstance(key, bool) or not isinstance(key, str | int | float) or not self.peek("]") or not self.peek("="):
            raise self.fail("a bad key")
        return str(key)


def _number(text: str, reader: _LuaReader) -> float | int:
    if "x" in text.lower():
        return int(text, 16)
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise reader.fail("a number that is too large")
    return int(text) if re.fullmatch(r"[+-]?\d{1,15}", text) else number


def parse(text: str) -> tuple[str, object]:
    """`name = value` -> (name, value): tables become dicts or lists. Nothing is executed."""
    if len(text) > MAX_CHARS:
        raise FormatError(f"larger than {MAX_CHARS // 1_000_000} MB; it was not written by Lightroom")
    reader = _LuaReader(text)
    reader.peek("return")
    name = reader.match(_NAME)
    if not name or not reader.peek("="):
        reader.at = 0
        raise reader.fail("expected s = { … }")
    value = reader.value()
    reader.skip()
    if reader.at < len(text):
        raise reader.fail("text after the table")
    return name[0], value


def dump(name: str, value: object) -> str:
    """A table of literals as Lightroom writes it: tabs, keys in order, a comma after every entry."""
    text = f"{name} = {_literal(value, 0)}\n"
    if len(text) > MAX_CHARS:
        raise FormatError(f"cannot be written as a template: larger than {MAX_CHARS // 1_000_000} MB")
    return text


def _literal(value: object, depth: int) -> str:
    if depth > MAX_DEPTH:
        raise FormatError(f"cannot be written as a template: nested more than {MAX_DEPTH} deep")
    pad, inner = "\t" * depth, "\t" * (depth + 1)
    if isinstance(value, Mapping):
        lines = [f"{inner}{_key_text(k)} = {_literal(v, depth + 1)},\n" for k, v in sorted(value.items())]
        return "{\n" + "".join(lines) + pad + "}"
    if isinstance(value, list | tuple):
        return "{\n" + "".join(f"{inner}{_literal(v, depth + 1)},\n" for v in value) + pad + "}"
    if value is None or isinstance(value, bool):
        return {True: "true", False: "false", None: "nil"}[value]
    if isinstance(value, int | float):
        return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(value)
    return '"' + re.sub(r'[\\"\n\r\0]', _escaped, str(value)) + '"'


def _escaped(found: re.Match[str]) -> str:
    return {"\n": "\\n", "\r": "\\r", "\0": "\\000"}.get(found[0], "\\" + found[0])


def _key_text(key: str) -> str:
    return key if _NAME.fullmatch(key) and key not in _WORDS else f"[{_literal(key, 0)}]"
