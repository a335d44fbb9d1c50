"""Settings as Lightroom's users dictate them, slider by slider in the panels they stand in: "sharpening 60, radius 1.2,
masking 40", "HSL: orange sat -10, lum +15", "sky: exposure -0.5, dehaze 15", 颗粒20，大小30，粗糙度40.

Sliders that have no word of their own (`intent.QUANTITIES`) become wants for a setting by Adobe's name; a slider that
leans on what stands before it ("lum +15" of orange, "highlights -30" of the sky) is written out. The rest of the text
stays as it is, for the grammar.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from jarvisevo.rules import places, things
from jarvisevo.rules.intent import SETTING, Place, Want
from jarvisevo.rules.language.panels import LETTERS, TERMS, Meaning, Pair, PanelContext, meaning, title
from jarvisevo.rules.language.tokens import MAX_TEXT, is_chinese

_FILLERS = {"set", "add", "use", "apply", "put", "and", "with", "a", "an", "the", "then", "please", "also", "plus"}
_FILLERS |= {"it", "its", "in", *"把再也加和与其"}
_DETERMINERS = ("a", "an", "the", "its")
_KINDS = {"letter", *(kind for kind, _ in TERMS.values())}
_TERM = "|".join(map(re.escape, sorted(TERMS, key=len, reverse=True)))
_NUMBER = r"(?:[+−–-] ?|(?:plus|minus) )?\d{1,5}(?:\.\d{1,2})?(?!\d| ?[:x×] ?\d)(?:/[234](?![\d/]))?"
_UNIT = r" ?(?:%|ev|k|°|degrees?|stops?|度|档)(?![a-z])"
_TOKEN = re.compile(
    rf"(?P<number>{_NUMBER})(?P<unit>{_UNIT})?(?![a-z\d])|(?P<term>(?<![a-z])(?:{_TERM})(?![a-z])\.?(?: ?=)?)"
    r"|(?P<letter>(?<![a-z])[hsl](?= ?[+−–-]?\d))|(?P<zh>[\u4e00-\u9fff])|(?P<word>[^\W\d_][\w'’]*)"
    r"|(?P<sep>[,;:.\n/|()，。：；、])|(?P<other>[^\s])"
)
_STROKES = "/|\n"
_MASK = r"(?:mask|selection|filter|gradient)"
_MASK_ZH = r"(?:蒙版|遮罩|选区|径向滤镜|径向渐变|渐变滤镜|线性渐变|渐变)"
_TOOL = rf"(?:(?:linear |radial |graduated |grad )?{_MASK}|radial|select|mask|brush|local(?:ly)?,?) "
_PLACED = re.compile(
    r"(?:^|(?<=[.,;\n/，。；|] )|(?<=[.,;\n/，。；|]))(?:"
    rf"(?P<tool>{_TOOL}(?:(?:on|over|for|in|from|of|to|mask) )*)?(?:the )?(?P<en>[a-z]+(?: [a-z]+)??)"
    rf"(?P<mask> {_MASK})?(?P<end>: ?|, | )(?=[+−–-]?\d|[a-z]+\.?(?:[ :=]| to )*[+−–-]? ?\d)"
    rf"|(?P<zh>[\u4e00-\u9fff]{{1,5}}?)(?P<mask_zh>{_MASK_ZH})?(?P<end_zh>[:：，,] ?| )"
    r"(?=[\u4e00-\u9fff]*[:： =]?[+−–-]?\d))"
)
"""A place and the sliders that are for it: "sky: exposure -0.5", "subject mask +0.3 EV", 脸部径向滤镜：曝光+0.35."""
_NO_NAME = {"only", "just", "all", "but", "and", "not", "except", "outside", "around", "everything", "global"}
_LEGEND = re.compile(rf"[(（](?:(?:{_TERM})[,，、/ ]*)+[)）]", re.IGNORECASE)
"""Names in brackets behind a row of numbers."""
_ASPECT = re.compile(r"\baspect(?: ratio)?:? (?=\d+[:x]\d)", re.IGNORECASE)
_BREAK = re.compile(r"[.;\n。；](?!\d)")


@dataclass(frozen=True, slots=True)
class _DictatedToken:
    kind: str
    value: str
    start: int
    end: int


@dataclass(slots=True)
class _DictatedSpan:
    """A stretch of the text that sliders follow: a heading, or a place with what is for it up to `until`."""

    start: int
    end: int
    name: str = ""
    until: int = 0
    used: bool = False


def settings_of(instruction: str) -> tuple[str, tuple[Want, ...]]:
    """A text without the settings that only Adobe's names say, and these as wants."""
    if len(instruction) > MAX_TEXT or not re.search(r"\d", instruction):
        return instruction, ()
    text = _ASPECT.sub("crop ", _LEGEND.sub(lambda match: " " * len(match[0]), instruction))
    reader = _Dictation(text)
    reader.read()
    rest = reader.rest()
    return (instruction if rest == text else rest), tuple(reader.wants)


@dataclass(slots=True)
class _Dictation:
    """Goes through a text token by token; collects wants, and what is to be changed in the text."""

    text: str
    wants: list[Want] = field(default_factory=list)
    changes: list[tuple[int, int, str]] = field(default_factory=list)
    context: PanelContext = field(default_factory=PanelContext)
    headings: list[_DictatedSpan] = field(default_factory=list)
    comma: bool = False
    pending: list[_DictatedToken] = field(default_factory=list)
    anchored: bool = True
    last: int = 0
    tokens: Sequence[_DictatedToken] = ()
    places: Sequence[_DictatedSpan] = ()
    chinese: bool = False

    def read(self) -> None:
        """Read the whole text."""
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in self.text)  # as long as the text
        self.chinese = is_chinese(self.text)
        self.places = _placed(lower)
        self.tokens = _tokens(lower)
        i = 0
        while i < len(self.tokens):
            i = self._step(i)

    def rest(self) -> str:
        """The text that is left for the grammar."""
        stop = "。" if self.chinese else ". "  # or the place would be that of what stands before as well
        places = ((s.start, s.end, stop if s.start else "") for s in self.places if s.used)
        changes = sorted([*self.changes, *places], reverse=True)
        text = self.text
        for start, end, new in changes:
            text = text[:start] + new + text[end:]
        text = re.sub(r"[\s,;/|，；.。]+([.。])(?= |[\u4e00-\u9fff])", r"\1", text) if changes else text
        return re.sub(r"^[\s,;/|:，；：.。]+|[\s,;/|，；]+$", "", text) if changes else text

    def _step(self, i: int) -> int:
        """Read the token i -> the number of the next one."""
        token = self.tokens[i]
        if any(span.start <= token.start < span.end for span in self.places):
            self._forget()
            self.anchored = True
        elif token.kind == "number":
            return self._number(i)
        elif token.kind == "letter" and not self._letters():
            self._word()
        elif token.kind in _KINDS:
            self.pending.append(token)
        elif token.kind == "sep":
            self._sep(token)
        elif token.value not in _FILLERS or (self.pending and self.pending[-1].kind and token.value in _DETERMINERS):
            self._word()
        elif token.value not in _DETERMINERS:
            self.pending = []
        return i + 1

    def _letters(self) -> bool:
        """Whether "H -10" can be a hue: behind a colour, or a zone of the color grading."""
        kinds = {token.kind for token in self.pending}
        return bool({"colour", "zone"} & kinds or self.context.colour or self.context.zone)

    def _word(self) -> None:
        self._forget()
        self.anchored = False

    def _forget(self) -> None:
        self.pending, self.context, self.headings = [], PanelContext(), []

    def _sep(self, token: _DictatedToken) -> None:
        said = [each for each in self.pending if each.kind]
        self.comma |= token.value in ",;，；、"
        if token.value in "()（）" or (token.value in ":：" and self.pending and self._numbered(token)):
            return
        titles = token.value in ":：" or token.value in _STROKES or {each.kind for each in said} <= {"panel", "colour"}
        if said and self.anchored and titles and token.value not in ".。":
            self._title(said, token)
        elif token.value in ".。" or not self.anchored:
            self._forget()
        self.pending, self.anchored = [], True

    def _numbered(self, colon: _DictatedToken) -> bool:
        """Whether a colon stands between a name and its number."""
        after = next((each for each in self.tokens if each.start >= colon.end), None)
        return after is not None and after.kind == "number"

    def _title(self, said: Sequence[_DictatedToken], end: _DictatedToken) -> None:
        """Terms without a number: what follows is of their panel, colour, zone or dimension."""
        context = title(_by_kind(said) or {}, self.context)
        if context is None:
            self._forget()
            return
        nested = bool(self.context.panel) and context.panel == self.context.panel
        self.headings = [*(self.headings if nested else []), _DictatedSpan(said[0].start, end.end)]
        self.context, self.last = context, end.end

    def _number(self, i: int) -> int:
        token = self.tokens[i]
        numbers, after = [token.value], i + 1
        while after + 1 < len(self.tokens) and self.tokens[after].value in "/,，" and self._goes_on(after):
            numbers.append(self.tokens[after + 1].value)
            after += 2
        said = [each for each in self.pending if each.kind]
        place = next((s for s in self.places if s.end <= token.start < s.until), None)
        self.pending = []
        if not said and place and "ev" in token.value:
            said = [_DictatedToken("basic", "exposure", token.start, token.start)]
        if not said or not self.anchored:
            self._word()
            return i + 1
        if {"panel", "colour", "dim"} & {each.kind for each in said} and self._range(token, after):
            numbers.append(self.tokens[after].value.lstrip("-"))
            after += 1
        name, between = self.text[said[0].start : said[-1].end], self.text[said[-1].end : token.start]
        name, between = name.rstrip(" :：=."), name[len(name.rstrip(" :：=.")) :] + between
        terms = _by_kind(said)
        meant = meaning(Pair(terms, numbers, name, between, self.comma), self.context, self.chinese) if terms else None
        self.comma = False
        if meant is None or (len(numbers) > 1 and not meant.settings and not meant.written):
            self._word()
            return i + 1
        self.context = meant.context
        meant = meant if meant.number else replace(meant, number=numbers[0])
        self._note(meant, (said[0].start, self.tokens[after - 1].end), place, name)
        return after

    def _range(self, token: _DictatedToken, after: int) -> bool:
        """Whether "30-70" is two ends."""
        if after >= len(self.tokens):
            return False
        other = self.tokens[after]
        return other.kind == "number" and other.start == token.end and other.value[:1] == "-"

    def _goes_on(self, i: int) -> bool:
        """Whether a stroke leads to another number of the same row: "grain 15/25/50", "orange (+4, -12, +18)"."""
        stroke, number = self.tokens[i], self.tokens[i + 1]
        if number.kind != "number":
            return False
        inside = self.text[: stroke.start].count("(") > self.text[: stroke.start].count(")")
        return stroke.value == "/" or inside

    def _note(self, meant: Meaning, span: tuple[int, int], place: _DictatedSpan | None, name: str) -> None:
        start, end = span
        joined = self.last and not re.search(r"[^\s,;:.\n/|()，。：；、]", self._unfilled(self.last, start))
        words = " ".join(self.text[start:end].split())
        where = Place(places.named(place.name) or place.name, words=place.name) if place else Place()
        for setting, number in meant.settings:  # in a place, which has no such slider, they are refused by name
            amount = (_value(number), "slider")
            self.wants.append(Want(SETTING + setting, amount=amount, absolute=True, where=where, words=words))
        written = meant.written or ("" if meant.settings or not place else name)
        new = meant.before
        if written:
            said = f"{written}{'' if self.chinese else ' '}{meant.number}"
            new += said if not place else f"{place.name}{said}" if self.chinese else f"{said} in the {place.name}"
        if meant.settings and not written and not new:
            self.changes.append((self.last if joined else start, end, ""))
        elif written or new:
            self.changes.append((start, end, new))
        if written or meant.settings:
            self.changes += [(heading.start, heading.end, "") for heading in self.headings]
            self.headings = []
        if place and (written or meant.settings):
            place.used = True
        self.last, self.anchored = end, True

    def _unfilled(self, start: int, end: int) -> str:
        return re.sub(r"[a-z]+", lambda m: "" if m[0] in _FILLERS else m[0], self.text[start:end].lower())


def _value(number: str) -> float:
    """A number as it was said, "-1/3" among them, without its unit."""
    whole, _, part = re.sub(r"[^\d./-]", "", number).partition("/")
    return float(whole) / float(part or 1)


def _by_kind(said: Sequence[_DictatedToken]) -> dict[str, str] | None:
    """Terms by their kinds; None where a kind has two."""
    terms: dict[str, str] = {}
    for token in said:
        kind = "dim" if token.kind == "letter" else token.kind
        if terms.setdefault(kind, token.value) != token.value:
            return None
    return terms


def _tokens(text: str) -> list[_DictatedToken]:
    found = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        value = match[0]
        if match["number"]:
            sign = "-" if re.match("[−–-]|minus", value) else "+" if re.match("[+]|plus", value) else ""
            unit = (match["unit"] or "").strip()
            kind, value = "number", sign + re.sub(r"[^\d./]", "", match["number"]) + unit
        elif kind == "term":
            kind, value = TERMS[re.sub(r"\.? ?=?$", "", value)]
        elif kind == "letter":
            value = LETTERS[value]
        found.append(_DictatedToken(kind, value, match.start(), match.end()))
    return found


def _placed(text: str) -> list[_DictatedSpan]:
    """Headings that name a place, each up to the next one or a full stop."""
    found: list[_DictatedSpan] = []
    for match in _PLACED.finditer(text):
        name = match["zh"] or match["en"]
        known = places.named(name) or things.known(name)
        if not known or name in TERMS or any(word in TERMS or word in _NO_NAME for word in name.split()):
            continue
        titled = ":" in (match["end"] or "") or (match["end_zh"] or "")[:1] in tuple(":：")
        if not (titled or match["tool"] or match["mask"] or match["mask_zh"]):
            continue
        stop = _BREAK.search(text, match.end())
        if found:
            found[-1].until = min(found[-1].until, match.start())
        found.append(_DictatedSpan(match.start(), match.end(), name, stop.start() if stop else len(text)))
    return found
