"""Tool calls in the forms in which models write them, brought to the form that the grammar has: one object of names.

Fences, prose around a bare object, lists of calls, Qwen-Coder's `<function=…>` marks, Python-like
`edit(Contrast2012=5)`. Text is only ever parsed. A form that is not understood stays as it is, so that the error shows
what was written.
"""

import ast
import json
import re
from collections.abc import Iterator
from typing import Any

from editor_ops.formats import FormatError, tool_call

MAX_LOOKED_AT = 60_000
"""Characters of a reply that are searched for a call without tags."""
MAX_PYTHON = 8_000
"""Characters of a Python-like call."""
MAX_OBJECTS = 40
_FUNCTION = re.compile(r"<function=[\w.:-]{1,80}>(.*?)(?:</function>|$)", re.DOTALL)
_PARAMETER = re.compile(r"<parameter=([\w .:-]{1,80})>(.*?)(?:</parameter>|(?=<parameter=)|$)", re.DOTALL)
_PYTHON = re.compile(r"\b[A-Za-z_][\w.]{0,80}\((?=\s*[A-Za-z_]\w*\s*=)")


def in_tags(text: str) -> tuple[list[str], str]:
    """(the calls that stand between one pair of tags, what was rewritten): mostly one,
    and "" when it is as it should be.
    """
    bare = text.strip()
    if found := _FUNCTION.findall(bare):
        return [_of_marks(body) for body in found], "a call with <function=…> marks was read"
    if bare[:1] == "[" and (objects := list(_objects(bare))):
        return [body for _, body in objects], "a list of calls was read"
    if _PYTHON.match(bare) and (call := _of_python(bare)):
        return [call], "a call in the form of Python was read"
    return [text], ""


def without_tags(text: str) -> list[tuple[int, str]]:
    """Calls in a text outside all tags, with their places: objects and Python-like calls that set something."""
    text = text[:MAX_LOOKED_AT]
    if found := _FUNCTION.search(text):
        return [(found.start(), _of_marks(m)) for m in _FUNCTION.findall(text)]
    calls = [(at, body) for at, body in _objects(text) if sets_something(body)]
    if calls:
        return calls
    made = ((m.start(), _of_python(text[m.start() :])) for m in list(_PYTHON.finditer(text))[:MAX_OBJECTS])
    return [(at, call) for at, call in made if call and sets_something(call)]


def sets_something(call: str) -> bool:
    """Whether a text is an object with at least one setting that can be used."""
    try:
        return bool(tool_call.parse(call).settings.values)
    except FormatError:
        return False


def _objects(text: str) -> Iterator[tuple[int, str]]:
    """The outermost `{…}` of a text, strings respected, each with its place."""
    depth, start, quote, skip, count = 0, 0, "", False, 0
    for at, character in enumerate(text):
        if skip:
            skip = False
        elif depth and quote:
            quote, skip = ("" if character == quote else quote), character == "\\"
        elif depth and character == '"':
            quote = character
        elif character == "{":
            start = at if depth == 0 else start
            depth += 1
        elif character == "}" and depth:
            depth -= 1
            if depth == 0:
                yield start, text[start : at + 1]
                count += 1
                if count == MAX_OBJECTS:
                    return


def _of_marks(body: str) -> str:
    values: dict[str, Any] = {}
    for name, text in _PARAMETER.findall(body):
        try:
            values[name] = json.loads(text)
        except (ValueError, RecursionError):
            values[name] = text.strip()
    return json.dumps(values)


def _of_python(text: str) -> str:
    """The keyword arguments of a call at the beginning of a text as an object;
    "" when it is no call of plain values.
    """
    end = 0
    for closing in re.finditer(r"\)", text[:MAX_PYTHON]):
        end = closing.end()
        try:
            node = ast.parse(text[:end].strip(), mode="eval").body
            if isinstance(node, ast.Call) and not node.args and all(k.arg for k in node.keywords):
                return json.dumps({str(k.arg): ast.literal_eval(k.value) for k in node.keywords}, allow_nan=False)
        except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
            continue
    return ""
