"""What a crop takes away, "cut off the left third", "crop out the man on the left", 裁掉右边三分之一, where a crop is
otherwise around what is named. `outside` of its place is what stays; the share of a side stands in the amount, as
(33.3, "%") of the photo.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from jarvisevo.rules.intent import Degree, Intent, Place, Want
from jarvisevo.rules.language.chinese.characters import simplified
from jarvisevo.rules.language.chinese.numerals import value
from jarvisevo.rules.language.english.plainly import LEAVES_OUT, PARTS_OF
from jarvisevo.rules.language.tokens import is_chinese
from jarvisevo.rules.places import named

OPPOSITE = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
_SIDES = {side: side for side in OPPOSITE} | {"upper": "top", "lower": "bottom"}
_SEVERAL = {"each side": ("left", "right"), "both sides": ("left", "right")}
"""What is more than one side; other words for it are all four."""
_SHARES = {"half": 50.0, "third": 100 / 3, "quarter": 25.0, "fifth": 20.0, "sixth": 100 / 6, "tenth": 10.0}
_COUNTS = {"two": 2, "three": 3}

_CROPS = r"\b(?:crop|cut|chop|trim|slice|lop|shave|snip|clip)(?:s|ped|ping|ting|ming|ing|d)?\b"
_LOSES = r"\b(?:lose|remove|drop|ditch|get rid of|take)\b"
_FRAME = "(?:whole |entire )?(?:photo|picture|image|pic|shot|frame|scene)"
_LITTLE_SAID = "a (?:bit|little|touch|sliver|strip|tad)|some"
_SIDE = "|".join(_SIDES)
_SHARE = rf"(?:(?:one|two|three|a) )?(?:{'|'.join(_SHARES)})s?|\d+(?:\.\d+)? ?(?:%|percent)"
_EMPTY = "(?:space|area|part|bit|strip|edge|emptiness|gap|border|side|portion|section|end|stuff|clutter|mess|junk)s?"
_OF_FRAME = " (?:of|from|off) the (?:frame|photo|picture|image|shot|scene)"
_GOES_ON = (
    "a|off|away|out|by|some|down|of|is|in|slightly|too|where|that|which|with|because|as|since|to|for|and|but|then"
    "|please"
)
_PARTS = (  # "the left third", "the right side of the frame"; not "the man on the left", "the left man"
    rf"(?<!on the )(?<!at the )(?<!in the )\b(?P<side>{_SIDE})(?:most|hand)?"
    rf"(?: (?:and (?:the )?|& )(?P<other>{_SIDE}))?"
    rf"(?: (?P<share>{_SHARE})|(?: {_EMPTY})?(?= (?:{_GOES_ON})\b|$))",
    rf"(?:(?:(?P<share>{_SHARE}) )?(?:off(?: from| on| at)?|from|of)|(?P<at>{_SHARE}) (?:on|at|in)) (?:of )?(?:the )?"
    rf"(?P<side>{_SIDE}|each side|both sides|all (?:four )?sides|every side|the edges|all edges)\b"
    rf"(?: (?P<after>{_SHARE}))?(?! (?!{_EMPTY}\b|(?:{_GOES_ON})\b)[a-z]+)",
    rf"\b{_EMPTY} (?:on|at|to|in|along) the (?:far |very )?(?P<side>{_SIDE})\b",  # "the empty space on the right"
)
_PART, _OFF, _EMPTY_AT = map(re.compile, _PARTS)
_TOO_MUCH_AT = re.compile(
    r"(?:\b(?:dead|empty|unused|wasted|blank|extra) (?:space|room|area)|\btoo much (?:empty |dead )?(?:sky|floor|ground"
    r"|ceiling|headroom|foreground|grass|water|wall|road|pavement|concrete|space|room)) (?:on|at|along|in) (?:the )?"
    r"(?P<side>left|right|top|bottom)\b"
)
"""A complaint that only a crop can answer."""
_TO = re.compile(
    rf"{_CROPS} (?:it |this |in |down )*(?:in)?to (?:just |only )*(?:the )?$|\bkeep (?:only |just )+(?:the )?$"
    rf"|{_CROPS}[\w ]* so (?:that )?(?:it(?:'s| is| shows)|(?:you|we|i) (?:can )?see) (?:just |only )+(?:the )?$"
)
"""Before what is to stay."""
_IT = re.compile(rf"{_CROPS} (?:it|that|this|them) (?:out|off|away)\b")
_AWAY = re.compile(
    rf"{_CROPS}(?: [\w']+){{0,6}}? (?:out|off|away)\b|^(?!.*(?:{_CROPS}|\bzoom (?:\w+ ){{0,3}}?on\b)).*{_LOSES}"
    rf"|{_LOSES}.* (?:by cropping|with a crop)\b"
    r"|\bshow(?:ing)? less of (?:the|that|this|her|his|my|our|their)\b"
    rf"|{_CROPS}(?! (?:the|her|his|my|our|their) (?!{_FRAME}\b)).*? to {LEAVES_OUT}\b"
    rf"|{_CROPS} (?:the |that |this |some of the |his |her |my )?background\b"
)
_ALL_BUT = re.compile(
    rf"{_CROPS} (?:out |off |away )?(?:all|every(?:thing|one|body)|anything)(?: else)?(?: (?:out|off|away))? "
    r"(?:except|but|besides|apart from|other than|aside from)\b"
)
"""What follows stays."""
_ONE_IN = re.compile(rf"({_CROPS}[a-z ]{{0,20}} )(?:a |one )?1/(2|3|4|5|6|10)(?:th|rd)?(?= (?:of|off|from)\b)")
_OF_IT = re.compile(rf"{_CROPS}.* (?:it|that|this|them)\b")
_THING_AT = re.compile(
    rf"(?:{_CROPS} (?:out|off|away)|{_CROPS}.*? to {LEAVES_OUT})"
    r" (?:the |that |this |an? )?(?P<thing>(?:\w+ ){0,2}\w+) (?:on|at|in|to) the "
    rf"(?:far |very )?(?P<side>left|right|top|bottom)\b"
)
_THING_ON_EDGE = re.compile(
    rf"{_CROPS} (?:some of |a bit of |a little of )?(?:the|that|those|these|this|some|all) (?!{_FRAME}\b)\w+(?: \w+)? "
    r"(?:on|at|along) the (?:very )?(?:top|bottom)\b"
)
"""What stands at an edge goes: "crop the rocks on the bottom"."""
_THING_BY = re.compile(
    rf"\b(?!{_EMPTY}\b|(?:{_SHARE})(?: |$))[a-z]+ (?:on|at|in|near|along|by|under|over|towards?)(?: the)?"
    rf"(?: (?:far|very|{_SIDE}))* $"
)
"""Before the side that a thing which shall go stands at: "remove the writing on the left bottom of the photo"."""
_LITTLE = re.compile(rf"\b(?:{_LITTLE_SAID}|slightly)\b|一?[点些]|稍微|略微|少许")
_MUCH = re.compile(r"\b(?:a lot|most|much|plenty)\b|大部分|很多|大半")
_CLAUSE = re.compile(r"[.;,!?]+(?!\d)\s*|\s+(?:and )?then\s+|[，。；！？、]")

_OVERHEAD = re.compile(
    r"\b((?:empty|dead|wasted|extra) (?:space|area)|headroom) (?:above|over) (?:the|her|his|their|my|our) \w+"
)
_BY = re.compile(
    r"(?:\b(?:crop|trim)(?:ped|med)?(?: (?:it|this|in|off|by|away|the (?:photo|picture|image)|at most|up to|about"
    r"|around|roughly|no more than|a maximum of))* |裁[切剪]?掉?(?:最多|大概|大约|不超过|约)?)"
    r"(?P<share>\d+(?:\.\d+)?) ?(?:%|percent\b)(?:左右)?(?=\s*(?:$|[.,;!，。；]|(?:and|in|off|on|around)\b))"
)
"""A crop by so much on every side alike."""
_CHINESE_SIDES = {"左": "left", "右": "right", "上": "top", "下": "bottom", "顶": "top", "底": "bottom"}
_BOTH = {"左右": ("left", "right"), "两边": ("left", "right"), "两侧": ("left", "right"), "上下": ("top", "bottom")}
_CHINESE_AWAY = re.compile(
    r"(?:裁切?|裁?剪|切|截|砍)[掉去除]|裁了(?=$|[吧呗啊])|(?:裁[切剪]?|剪裁|剪|切|截)(?:出[去画]|到画面?外)|裁短|裁(?=一?[点些]|[一二三四五六百两]|\d|$)"
)
_CHINESE_GONE = re.compile("[去删][掉除]|(?<!要)不要(?=[左右上下顶底])")
_CHINESE_TO = re.compile("只(?:保留|留下?)|裁剪?[到成]")
_CHINESE_PART = re.compile(
    "(?P<both>左右|上下|两[边侧]|四[周边])|(?>(?<![一边之以])(?P<side>[左右上下顶底])半?(?:[边侧面方端]|部(?!分))?(?:多余|空白|没用|的)*"
    "(?P<part>部分|空白|地方|杂物|东西|一?截|边缘)?)(?=$|[一二三四五六七八九两各裁切剪截砍再稍略多都要给也百\\d])"
)
"""Not 左边那个人, 上面的天空, which are things."""
_CHINESE_SHARE = re.compile(
    r"([二三四五六七八九十])分之([一二两三四五])|百分之([\d.]+)|([\d.]+)%|([一二两三四五])成|半"
)


def cut_away(intent: Intent, instruction: str) -> Intent:
    """An intent whose crops know what they take away."""
    chinese, text = is_chinese(instruction), " ".join(instruction.lower().split())
    text = simplified(text) if chinese else _OVERHEAD.sub(r"\1 at the top", text)
    text = text if chinese else _ONE_IN.sub(lambda m: f"{m[1]}a {PARTS_OF[m[2]]}", text)
    asked = [want for want in intent.wants if want.what == "crop"]
    if any(want.amount and want.amount[1] == "ratio" for want in asked):
        return intent
    crop = asked[0] if asked else Want("crop", words=instruction)
    parts = tuple(dict.fromkeys((_chinese if chinese else _english)(text, crop, bool(asked))))
    if parts:
        others = tuple(want for want in intent.wants if want.what != "crop")
        first = intent.wants.index(asked[0]) if asked else len(others)
        refused = intent.out_of_scope if asked or others else ()
        keep = tuple(keep for keep in intent.keep if keep.where.name not in OPPOSITE)  # "keep only the left half"
        return replace(intent, wants=(*others[:first], *parts, *others[first:]), keep=keep, out_of_scope=refused)
    if asked and (share := _BY.search(text)):
        where = Place() if crop.where.name in ("most", "percent") else crop.where  # "crop off at most 10 %"
        by = replace(crop, where=where, amount=(float(share["share"]), "%"))
        return replace(intent, wants=tuple(by if want is crop else want for want in intent.wants))
    away = _CHINESE_AWAY if chinese else _AWAY
    clauses = [clause for clause in _CLAUSE.split(text) if _takes_away(clause, away)]
    return replace(intent, wants=tuple(_without(want, clauses) for want in intent.wants))


def _takes_away(clause: str, away: re.Pattern[str]) -> bool:
    return bool(away.search(clause) or _THING_ON_EDGE.search(clause)) and not _ALL_BUT.search(clause)


def _without(want: Want, clauses: list[str]) -> Want:
    """A crop without a thing, where one of the clauses which take away is about it; edges are the frame's own."""
    if want.what != "crop" or want.where.everywhere:
        return want
    if want.where.name == "corners":
        return replace(want, where=Place())
    if share := _SHARES.get(want.where.name):  # "crop a third"
        return replace(want, where=Place(), amount=(round(share, 1), "%"))
    where, last = want.where, (want.where.words.lower().split() or [want.where.name])[-1]
    of_it = (clause for clause in clauses if not clause.isascii() or _OF_IT.search(clause))
    clause = next((clause for clause in clauses if last in clause), next(of_it, ""))
    degree: Degree = "little" if _LITTLE.search(clause) else "plain"
    if where.name in OPPOSITE and (match := _THING_AT.search(clause)):
        thing = match["thing"]  # "crop out the bird on the left"
        where = Place(named(thing) or thing, words=thing, side=match["side"])
    return replace(want, where=replace(where, outside=True), degree=degree) if clause else want


def _side(crop: Want, side: str, share: float | None, clause: str, stays: bool = False) -> Want:
    """A crop of a share of a side; stays: this share is what stays."""
    if stays:
        side, share = OPPOSITE[side], 100 - (share or 50.0)
    degree: Degree = "little" if _LITTLE.search(clause) else "lot" if _MUCH.search(clause) else "plain"
    where = Place(side, outside=True, words=side)
    return replace(crop, where=where, degree=degree, amount=(round(share, 1), "%") if share else None)


def _english(text: str, crop: Want, asked: bool) -> Iterator[Want]:
    later = bool(_IT.search(text))  # "the left third is useless, crop it out"
    for clause in _CLAUSE.split(text):
        crops = re.search(_CROPS, clause) or later
        loses = re.search(rf"{_LOSES}|\bkeep (?:only|just)\b", clause)
        off = [*_OFF.finditer(clause)]
        for match in _PART.finditer(clause):
            if any(other.start() <= match.start() < other.end() for other in off):
                continue
            share = _percent(match["share"])
            before = clause[: match.start()]
            if before.endswith("to the ") and not _TO.search(before):
                continue  # "to the left of the house"
            if not crops and _THING_BY.search(before):
                continue
            framed = share is not None or re.match(_OF_FRAME, clause[match.end() :])
            if crops and (framed or asked and not later) or loses and framed:
                for side in filter(None, (match["side"], match["other"])):
                    yield _side(crop, _SIDES[side], share, clause, bool(_TO.search(before)))
        for match in off:
            share = _percent(match["share"] or match["at"] or match["after"])
            taken = re.search(rf"\btake (?:just )?(?:{_LITTLE_SAID}) $", clause[: match.start()])
            if share is not None and (crops or loses) or crops and asked or taken:
                sides = (_SIDES[match["side"]],) if match["side"] in _SIDES else _SEVERAL.get(match["side"], OPPOSITE)
                yield from (_side(crop, side, share, clause) for side in sides)
        if crops and asked:
            yield from (_side(crop, _SIDES[match["side"]], None, clause) for match in _EMPTY_AT.finditer(clause))
        elif not re.search(r"\b(?:keep|leave|no|not)\b|n't\b", clause):
            said = text.replace("too much", "")  # of the thing, not of the crop
            yield from (_side(crop, match["side"], None, said) for match in _TOO_MUCH_AT.finditer(clause))


def _percent(said: str | None) -> float | None:
    """A share in percent, None where none is said or hardly anything would stay."""
    if not said:
        return None
    if number := re.match(r"[\d.]+", said):
        return float(number[0]) if 0 < float(number[0]) < 90 else None
    *count, name = said.split()
    return _COUNTS.get(count[0] if count else "", 1) * _SHARES[name.removesuffix("s")]


def _chinese(text: str, crop: Want, asked: bool) -> Iterator[Want]:
    for clause in _CLAUSE.split(text):
        away, stays = _CHINESE_AWAY.search(clause), _CHINESE_TO.search(clause)
        away = away or (_CHINESE_GONE.search(clause) if asked else None)  # 裁剪，去掉左边四分之一
        for match in _CHINESE_PART.finditer(clause) if away or stays else ():
            share = _chinese_percent(clause[match.start() :])
            if asked or share is not None or match["part"]:
                both = match["both"]
                sides = _BOTH.get(both, tuple(OPPOSITE)) if both else (_CHINESE_SIDES[match["side"]],)
                yield from (_side(crop, side, share, clause, not away) for side in sides)


def _chinese_percent(text: str) -> float | None:
    match = _CHINESE_SHARE.search(text)
    if not match:
        return None
    below, above, percent, sign, tenths = match.groups()
    if below:
        return 100 * value(above) / value(below)
    if percent or sign:
        return _percent(percent or sign)
    return 10 * value(tenths) if tenths else 50.0
