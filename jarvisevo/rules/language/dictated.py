"""Settings as Lightroom's users dictate them, slider by slider in the panels they stand in: "sharpening 60, radius 1.2,
masking 40", "HSL: orange sat -10, lum +15", "sky: exposure -0.5, dehaze 15", 颗粒20，大小30，粗糙度40.

Sliders that have no word of their own (`intent.QUANTITIES`) become wants for a setting by Adobe's name; a slider that
leans on what stands before it ("lum +15" of orange, "highlights -30" of the sky) is written out. Every slider is set by
the program's own name as well: "Contrast2012 +15", `"GrainAmount": 30`. The rest of the text stays as it is, for the
grammar.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from jarvisevo.rules import places, things
from jarvisevo.rules.intent import SETTING, Place, Want
from jarvisevo.rules.language.panels import (
    LETTERS,
    LOCAL_NAMES,
    OWN_NAMES,
    PLAIN_WORDS,
    TERMS,
    Meaning,
    Pair,
    PanelContext,
    meaning,
    title,
)
from jarvisevo.rules.language.tokens import MAX_TEXT, is_chinese

_FILLERS = {"set", "add", "use", "apply", "put", "and", "with", "a", "an", "the", "then", "please", "also", "plus"}
_FILLERS |= {"it", "its", "in", *"把再也加和与其"}
_DETERMINERS = ("a", "an", "the", "its")
_KINDS = {"letter", *(kind for kind, _ in TERMS.values())}
_TERM = "|".join(map(re.escape, sorted(TERMS, key=len, reverse=True)))
_NUMBER = r"(?:[+−–-] ?|(?:plus|minus) )?\d{1,5}(?:\.\d{1,2})?(?!\d| ?[:x×] ?\d)(?:/[234](?![\d/]))?"
_UNIT = r" ?(?:%|ev|k|°|degrees?|stops?|度|档)(?![a-z])"
_QUOTE = "[\"'“”‘’`]"
_MARK = rf"(?:crs:{_QUOTE}?|{_QUOTE}(?:crs:)?)"
_NAMED = rf"{_QUOTE}?(?:crs:)?{_QUOTE}?(?:{'|'.join(OWN_NAMES)})(?![a-z])"
_OWN = (
    rf"(?<![a-z\d_])(?:{_MARK}?(?P<name>{'|'.join(name for name in OWN_NAMES if name not in TERMS)})"
    rf"|{_MARK}(?P<marked>{'|'.join(name for name in OWN_NAMES if name in TERMS)})){_QUOTE}?(?![a-z\d_])"
)
"""The program's own name of a slider. One that is an everyday word ("saturation") is one in quotes or behind "crs:"."""
_MORE, _LESS = "提[高升]?|增加?|加|升高?|调高|拉高", "减[少小低]?|降低?|调低|压低|下调"
_OWN_NUMBER = (
    rf"\s*(?:(?P<at>[:：=]|->|→|(?:to|at|is|of)\b|(?:[设調调改]|{_MORE}|{_LESS})?置?[为為成到至]|设"
    rf"|保持在?)\s*|(?P<by>(?:(?:up|down)(?: by)?|by)\b|(?:{_MORE}|{_LESS})了?)\s*)?{_QUOTE}?"
    r"(?P<value>(?:[+−–-] ?|(?:plus|minus) )?(?:\d{1,10}(?:\.\d{1,6}|,\d{1,6}(?!\d|[,.]\d))?|\.\d{1,6})(?:/[2348])?)"
    rf"(?:{_UNIT})?(?![a-z\d]|\.\d| ?[:x×/–-] ?\d){_QUOTE}?"
)
_JOINED = re.compile(rf"^(?:\s*(?:and|&|和)\s*{_OWN}{_OWN_NUMBER})+")
_LEAD = re.compile(
    r"(?:(?:\b(?:please|set|put|use|apply|edit|adjust|with|and|then|also|plus|the|it|its)\b|[请把将再也和并用])\s*)+$"
)
_MOVED = re.compile(
    r"(?:\b(?:increase|decrease|reduce|raise|lower|boost|push|pull|bring|move|drop|lift|turn|take|change)\s+"
    r"(?:(?:up|down|the)\s+)*|(?:提高|提升|增加|减少|降低|调高|调低|拉高|压低|加|减|升|降)\s*)$"
)
_NEGATED = re.compile(
    r"(?:\b(?:not|never|without|no|keep|keeping|leave|leaving|hold|preserve)\b|n['’]t\b|不|别|勿|保持|保留)"
    r"[^.,;:\n，。；：]*$"
)
"""What is not to be set, or to stay."""
_WHOLE = re.compile(
    r"\s*(?:(?:in|on|for|of|to|over|across) )?(?:(?:the|this|my|whole|entire|full|all of|of) )*"
    r"(?:photo|picture|image|shot|frame|pic)\b(?!['’]s)|\s*(?:everywhere|overall|globally|all over|throughout)\b"
    r"|\s*(?:在|用在)?(?:整体|全局|全图|整张|整幅|全部|画面|照片|图片)[^，,。；;]{0,4}"
)
_NEXT = re.compile(
    rf"[\s)}}\]）{_QUOTE[1:]}*(?:$|[,;:.\n/|(（，。；：、!！?？+&{{}}]|(?:and|then|but|also|plus|with|please|thanks|thx|set|put)\b"
    rf"|[和再并且然吧请谢把将]|同时|后|(?:crs:)?{_QUOTE}?(?:crs:)?(?:{'|'.join(OWN_NAMES)})(?![a-z])"
    rf"|(?:{_TERM})\.?[ :=]*[+−–-]? ?\d)"
)
"""How it goes on behind a number that is set in the whole photo."""
_NARROWED = re.compile(
    r"[\s,;(（，；.。]*(?:(?:and|but)\s+)?(?P<said>(?:(?:only|just|not|except|excluding|apart|other|outside|inside|within|in|on|for"
    r"|behind|across|around|over|everywhere)\b|(?:但是?|而且)?[只仅除不别在就])[^,;.\n，。；]*"
    r"|but (?:the|her|his|my|their) [a-z]+(?=\s*(?:$|[,;.]))"
    r"|[^,;.\n，。；\d]{1,24}(?:\b(?:only|alone|excluded|excepted)\b|除外|之外|以外|不动|不变))"
)
"""What stands behind a number and may say where it is set, or where not."""
_WITHIN = re.compile(
    r"\s*(?:(?:and|but) )?"
    r"(?:(?:only|just|in|inside|within|on|for|over|behind|across|outside|around|except)\b|[只仅在除])"
)
_CLAUSE_END = re.compile(r"[,;.\n|/，。；、{}](?!\d)|\b(?:and|then|but)\b|[并再]")
_TOKEN = re.compile(
    rf"(?P<own>{_OWN}(?:{_OWN_NUMBER})?)|(?P<number>{_NUMBER})(?P<unit>{_UNIT})?(?![a-z\d])"
    rf"|(?P<term>(?<![a-z])(?:{_TERM})(?![a-z])\.?(?: ?=)?)"
    r"|(?P<letter>(?<![a-z])[hsl](?= ?[+−–-]?\d))|(?P<zh>[\u4e00-\u9fff])|(?P<word>[^\W\d_][\w'’]*)"
    r"|(?P<sep>[,;:.\n/|()，。：；、])|(?P<other>[^\s])"
)
_STROKES = "/|\n"
NEAR = 60
"""Characters before a name in which words may stand that are about it."""
NOWHERE = ("unnamed place", "未指明的位置")
"""Where a slider of a mask acts whose place nobody says: nothing that is found."""
_PRONOUNS = {"her", "him", "them", "his", "their", "me", "us"}
_MASK = r"(?:mask|selection|filter|gradient)"
_MASK_ZH = r"(?:蒙版|遮罩|选区|径向滤镜|径向渐变|渐变滤镜|线性渐变|渐变|部分|区域)"
_TOOL = rf"(?:(?:linear |radial |graduated |grad )?{_MASK}|radial|select|mask|brush|local(?:ly)?,?) "
_ORDER = "(?:please )?(?:set|put|dial) (?:the |its |her |his |their )?"
"""What may stand between a place and the first slider there: "in the sky set contrast to 10"."""
_SET_TO = r"[a-z]+ (?:to|at) [+−–-]?\d"
_OUTSIDE = "(?:outside|except|(?:everything|everywhere|all) (?:but|except)|all over but)(?: for| of| in)?"
_PLACED = re.compile(
    r"(?:^|(?<=[.,;\n/，。；|] )|(?<=[.,;\n/，。；|]))(?:"
    rf"(?P<tool>{_TOOL}(?:(?:on|over|for|in|from|of|to|mask) )*)?(?P<within>(?:in|on|over|for|{_OUTSIDE}) )?"
    rf"(?:the )?(?:(?:photo|picture|image)['’]s )?(?P<en>[a-z]+(?: [a-z]+)??)"
    rf"(?P<mask> {_MASK})?(?P<end>(?:: ?|, | )(?:{_ORDER})?)"
    rf"(?=[+−–-]?\d|[a-z]+\.?(?:[ :=]| (?:to|at) )*[+−–-]? ?\d|{_NAMED})"
    rf"|(?P<zh>[\u4e00-\u9fff]{{1,5}}?)(?P<mask_zh>{_MASK_ZH})?(?P<end_zh>[:：，,] ?| )"
    rf"(?=[\u4e00-\u9fff]*[:： =]?[+−–-]?\d|{_NAMED}))"
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
    outside: bool = False


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
    lower: str = ""
    tokens: Sequence[_DictatedToken] = ()
    places: Sequence[_DictatedSpan] = ()
    chinese: bool = False

    def read(self) -> None:
        """Read the whole text."""
        self.lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in self.text)  # as long as the text
        self.chinese = is_chinese(self.text)
        self.places = _placed(self.lower)
        self.tokens = _tokens(self.lower)
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
        elif token.kind == "own":
            self._own(token)
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
        place = self._place(token)
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

    def _place(self, token: _DictatedToken) -> _DictatedSpan | None:
        """The heading with a place that a token stands below."""
        return next((s for s in self.places if s.end <= token.start < s.until), None)

    def _own(self, token: _DictatedToken) -> None:
        """The program's own name of a slider, wherever it stands: set where it has a number and nothing else is said
        of it, else by its plain word for the grammar.
        """
        name, number, at, by = token.value.split("\t")
        place, local = self._place(token), LOCAL_NAMES.get(name)
        said_name, self.pending = name, []
        before = self.lower[max(0, token.start - NEAR) : token.start]
        elsewhere = self._elsewhere(token, joined=not local)
        if local:  # in units of the file; for a place, even where none is said
            name, number = local.name, number and f"{_value(number) * local.local_unit:+.6g}"
            if not elsewhere:
                place = place or _DictatedSpan(token.start, token.start, NOWHERE[self.chinese])
        chinese = self.chinese or (not place and (is_chinese(by) or is_chinese(before[-1:])))
        word = PLAIN_WORDS[name][chinese] if name in PLAIN_WORDS else ""
        moved = _MOVED.search(before)
        relative = bool(by)
        if number and is_chinese(by):  # "减 0.3"
            number, by = ("-" if re.match(_LESS, by) else "+") + number.lstrip("+-"), ""
        told = relative or _NEGATED.search(before) or (not at if moved else elsewhere)
        plain = f"{number} EV" if number and name == "Exposure2012" else number
        if not number or by or (told and not place) or name in ("Temperature", "Tint"):
            if word:
                link = by or (at if at.isalpha() else "")
                new = ("" if chinese else " ").join(filter(None, (word, link, plain)))
                self.changes.append((token.start, token.end, new))
            self._word()
            return
        start = token.start - (len(before) - moved.start() if moved else 0)
        lead = _LEAD.search(before[: moved.start()] if moved else before)
        start -= len(lead[0]) if lead else 0
        said = bool(place and word and place.name not in NOWHERE)
        meant = Meaning(self.context, written=word, number=plain) if said else None
        meant = meant or Meaning(self.context, ((name, number),), number=number)
        self._note(meant, (start, token.end), place, said_name)

    def _elsewhere(self, token: _DictatedToken, joined: bool) -> bool:
        """Whether a sentence says where: "Exposure2012 -0.5 in the sky", "only the sky: Exposure2012 -0.5";
        `joined`: also behind the names that follow with "and".
        """
        after = self.lower[token.end : token.end + 2 * NEAR]
        after = _JOINED.sub("", after) if joined else after
        whole = _WHOLE.match(after)
        after = after[whole.end() :] if whole else after
        narrowed = _NARROWED.match(after)
        narrower = narrowed["said"] if narrowed else ""
        if not _NEXT.match(after) or (not _WHOLE.match(narrower) and _names_place(narrower)):
            return True
        sentence = _last(_BREAK, self.lower[max(0, token.start - 4 * NEAR) : token.start])
        clause = _last(_CLAUSE_END, sentence)
        if _WHOLE.search(clause):
            return False
        if "box>" in sentence:
            return True
        opening = re.match(r"[^,:，：\d]*", sentence)
        return _names_place(clause) or bool(_WITHIN.match(sentence) and opening and _names_place(opening[0]))

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
        where = Place()
        if place:
            where = Place(places.named(place.name) or place.name, outside=place.outside, words=place.name)
        for setting, number in meant.settings:  # in a place, which has no such slider, they are refused by name
            amount = (_value(number), "slider")
            self.wants.append(Want(SETTING + setting, amount=amount, absolute=True, where=where, words=words))
        written = meant.written or ("" if meant.settings or not place else name)
        new, inside = meant.before, "except" if place and place.outside else "in"
        if written:
            link = " to " if place and not self.chinese and re.search(r"\b(?:to|at)\b", words) else " "
            said = f"{written}{'' if self.chinese else link}{meant.number}"
            new += said if not place else f"{place.name}{said}" if self.chinese else f"{said} {inside} the {place.name}"
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


def _last(stop: re.Pattern[str], text: str) -> str:
    """What of a text stands behind the last stop."""
    ends = [match.end() for match in stop.finditer(text)]
    return text[ends[-1] :] if ends else text


def _names_place(text: str) -> bool:
    """Whether a place or a thing that is found stands in a few words."""
    words = [word for word in re.findall(r"[a-z]+", text) if word not in TERMS]
    pairs = [f"{one} {two}" for one, two in pairwise(words)]
    chinese = re.findall(r"[\u4e00-\u9fff]+", re.sub(_TERM, " ", text))
    parts = [run[i:j] for run in chinese for i in range(len(run)) for j in range(i + 1, min(len(run), i + 4) + 1)]
    return (
        "<box" in text
        or bool(_PRONOUNS & set(words))
        or any(places.named(name) or things.known(name) for name in (*words, *pairs, *parts))
    )


def _value(number: str) -> float:
    """A number as it was said, "-1/3" among them, without its unit."""
    whole, _, part = re.sub(r"[^\d./-]", "", number).partition("/")
    return float(whole) / float(part or 1)


def _sign(number: str) -> str:
    return "-" if re.match("[−–-]|minus", number) else "+" if re.match("[+]|plus", number) else ""


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
        if match["own"]:
            kind = "own" if match["name"] or match["value"] else "word"
            number = match["value"] or ""
            own = OWN_NAMES[match["name"] or match["marked"]]
            # 0,5 is a half, 5,200 K are thousands
            number = number.replace(",", "" if own == "Temperature" else ".")
            value = "\t".join(
                (own, _sign(number) + re.sub(r"[^0-9./]", "", number), match["at"] or "", match["by"] or "")
            )
        elif match["number"]:
            unit = (match["unit"] or "").strip()
            kind, value = "number", _sign(value) + re.sub(r"[^\d./]", "", match["number"]) + unit
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
        comma = (match["end"] or match["end_zh"])[:1] in tuple(",，")
        titled |= comma and bool(re.match(_NAMED, text[match.end() :]))  # "sky, Exposure2012 -0.5"
        ordered = bool(re.search(_ORDER, match["end"] or "") or comma and re.match(_SET_TO, text[match.end() :]))
        if match["within"] and ":" not in (match["end"] or "") and not match["tool"] and not ordered:
            continue  # "in the sky, …" is a sentence
        if not (titled or ordered or match["tool"] or match["mask"] or match["mask_zh"]):
            continue
        stop = _BREAK.search(text, match.end())
        if found:
            found[-1].until = min(found[-1].until, match.start())
        outside = bool(re.match(_OUTSIDE, match["within"] or ""))
        until = stop.start() if stop else len(text)
        found.append(_DictatedSpan(match.start(), match.end(), name, until, outside=outside))
    return found
