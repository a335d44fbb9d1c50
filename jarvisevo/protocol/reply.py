"""A model's reply cut at its tags: one pass, bounded, every departure from the grammar noted."""

import re
from dataclasses import dataclass, field

from editor_ops.formats.document import excerpt, position

MAX_REPLY = 2_000_000
"""Characters of a reply that are looked at; a longer one is refused whole."""
MAX_THOUGHT = 20_000
_TAG = re.compile(r"<(/?)\s*(think(?:ing)?|tool_call|answer|state)\s*>", re.IGNORECASE)

Tag = tuple[int, int, str, bool]
"""Start, end, name, whether it closes."""


class ProtocolError(ValueError):
    """A reply that the grammar does not allow.

    reason    one line: what is wrong
    text      the reply, or as much of it as is kept
    position  character of the reply where it is wrong
    """

    def __init__(self, reason: str, text: str = "", position_: int = 0) -> None:
        self.reason, self.text, self.position = reason, text, position_
        super().__init__(self.line())

    def line(self) -> str:
        """Reason, place and the offending text in one line."""
        if not self.text.strip():
            return f"{self.reason} (the reply is empty)"
        return f"{self.reason} at {position(self.text, self.position)}, near {excerpt(self.text, self.position, 60)}"

    def excerpt(self, size: int = 400) -> str:
        """The reply around the offending place, for the record."""
        start = max(0, self.position - size // 4)
        return self.text[start : start + size]


@dataclass
class Parts:
    """A reply cut at its tags; each content with its place in the text."""

    text: str
    thoughts: list[str] = field(default_factory=list)
    calls: list[tuple[int, str]] = field(default_factory=list)
    answers: list[tuple[int, str]] = field(default_factory=list)
    states: list[tuple[int, str]] = field(default_factory=list)
    open: set[str] = field(default_factory=set)
    repaired: dict[str, None] = field(default_factory=dict)
    outside: str = ""
    loose: list[tuple[int, str]] = field(default_factory=list)

    def repair(self, what: str) -> None:
        self.repaired[what] = None

    def fail(self, reason: str, at: int = 0) -> ProtocolError:
        return ProtocolError(reason, self.text, at)

    @property
    def thought(self) -> str:
        """All thoughts as one text, bounded."""
        whole = "\n\n".join(t for t in (t.strip() for t in self.thoughts) if t)
        if len(whole) > MAX_THOUGHT:
            self.repair(f"a thought of {len(whole)} characters was cut to {MAX_THOUGHT}")
        return whole[:MAX_THOUGHT].strip()


def cut(text: str) -> Parts:
    """The parts of a reply, in one pass over its tags."""
    if len(text) > MAX_REPLY:
        raise ProtocolError(f"a reply of {len(text)} characters; {MAX_REPLY} at most", text[:2000])
    parts = Parts(clean(text))
    if parts.text != text:
        parts.repair("characters that are no text were replaced")
    tags = [(m.start(), m.end(), _name(m[2]), bool(m[1])) for m in _TAG.finditer(parts.text)]
    partners = _partners(tags)
    outside, at, i = [], 0, 0
    while i < len(tags):
        start, end, name, closes = tags[i]
        outside.append(parts.text[at:start])
        parts.loose.append((at, parts.text[at:start]))
        if closes:
            _stray(parts, name, outside)
            i, at = i + 1, end
            continue
        stop, after, i = _content(parts, tags, i, partners)
        content, at = parts.text[end:stop], after
        if name == "think":
            parts.thoughts.append(content)
        else:
            {"tool_call": parts.calls, "answer": parts.answers, "state": parts.states}[name].append((end, content))
    outside.append(parts.text[at:])
    parts.loose.append((at, parts.text[at:]))
    parts.outside = " ".join("".join(outside).split())
    if parts.outside:
        parts.repair("text outside the tags was left out")
    return parts


def _name(tag: str) -> str:
    return "think" if tag.lower() == "thinking" else tag.lower()


def _stray(parts: Parts, name: str, outside: list[str]) -> None:
    """A closing tag without its opening one: before </think> stands the thought,
    as some templates write <think> themselves.
    """
    parts.repair(f"</{name}> without <{name}>")
    if name == "think" and not parts.thoughts and not parts.calls and not parts.answers:
        parts.thoughts.append("".join(outside))
        outside.clear()


def _content(parts: Parts, tags: list[Tag], i: int, partners: dict[int, int]) -> tuple[int, int, int]:
    """(end of the content, where to go on, index of the next tag) of the tag opened at `i`."""
    name = tags[i][2]
    if name == "think":
        return _thought_end(parts, tags, i, partners)
    for j in range(i + 1, len(tags)):
        start, end, other, closes = tags[j]
        if other == name and closes:
            return start, end, j + 1
        if other == name or name == "state":
            return _unclosed(parts, name, start, j)
    return _unclosed(parts, name, len(parts.text), len(tags))


def _unclosed(parts: Parts, name: str, at: int, next_tag: int) -> tuple[int, int, int]:
    parts.repair(f"<{name}> without </{name}>")
    parts.open.add(name)
    return at, at, next_tag


def _partners(tags: list[Tag]) -> dict[int, int]:
    """For every <think> that is closed, the index of its </think>; thoughts may hold thoughts."""
    found: dict[int, int] = {}
    waiting: list[int] = []
    for i, (_, _, name, closes) in enumerate(tags):
        if name == "think" and not closes:
            waiting.append(i)
        elif name == "think" and waiting:
            found[waiting.pop()] = i
    return found


def _thought_end(parts: Parts, tags: list[Tag], i: int, partners: dict[int, int]) -> tuple[int, int, int]:
    """A thought that is never closed ends at the last </think> before the next other tag, else at that tag."""
    if i in partners:
        start, end, _, _ = tags[partners[i]]
        if any(k in partners for k in range(i + 1, partners[i])):
            parts.repair("<think> inside <think>")
        return start, end, partners[i] + 1
    parts.repair("<think> without </think>")
    last: tuple[int, int, int] | None = None
    for j in range(i + 1, len(tags)):
        start, end, name, closes = tags[j]
        if name != "think" and not closes:
            return last or (start, start, j)
        if name == "think" and closes:
            last = start, end, j + 1
    if last:
        return last
    parts.open.add("think")
    return len(parts.text), len(parts.text), len(tags)


def clean(text: str) -> str:
    """Text without half surrogates and NUL, so that it can be written as UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")
