"""What the clauses of an instruction ask for, before they are weighed against each other."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from jarvisevo.rules import places, things
from jarvisevo.rules.intent import Intent, Keep, Place, Want, quarters

GROUPS = (
    ("brightness", "highlights", "shadows", "whites", "blacks"),
    ("contrast", "haze", "fade"),
    ("saturation", "vibrance", "black_and_white"),
    ("warmth", "tint", "white_balance", "color"),
    ("sharpness", "clarity", "texture", "blur"),
    ("noise", "grain"),
    ("straighten", "rotate", "crop"),
)
"""Quantities that a complaint about one of them may be answered by: "flat, needs contrast", "偏黄，往蓝走"."""

LEVELS = ("brightness", "highlights", "shadows", "whites", "blacks")
SPECKS = ("noise", "grain")
_OF_COLOURS = re.compile("colou?rs?|颜色|色彩|饱和")
"""A complaint about the colours by their name is not answered by light, as "it is dull" is."""
BROUGHT = ("vignette", "grain", "sharpness")
"""What an edit brings and a photo hardly has of itself: "not too much grain" alone only limits."""


def _too_colourful(want: Want) -> bool:
    kind = want.what.partition(":")[0]
    return kind in ("saturation", "vibrance", "color") and want.direction in ("-", "less")


@dataclass(frozen=True, slots=True)
class Draft:
    """A want and how it was said: asked for, complained about, or only the purpose of another; "terse" is a noun and an
    adjective alone, of which the next words say whether it is wished or amiss.
    """

    want: Want
    manner: str = "asked"


@dataclass(slots=True)
class Drafts:
    """Everything that was read so far."""

    wants: list[Draft] = field(default_factory=list)
    keep: list[Keep] = field(default_factory=list)
    out: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    limits: list[Want] = field(default_factory=list)
    """What there must not be too much of, as the wish for less of it."""

    def intent(self, language: str) -> Intent:
        """The wants that stand, in the order of the words."""
        stated = _casts(_of_tones(_amiss(self.wants)))
        garish = [d.want for d in stated if d.manner == "complaint" and _too_colourful(d.want)]
        if any(w.what != "saturation" or w.where.name not in ("skin", "face") for w in garish):  # 颜色太假，自然一点
            stated = [d for d in stated if d.want.what != "look:natural"]
        asked = any(d.manner == "asked" and not _no_thing(d.want.where) for d in stated)
        if asked and language == "zh":
            stated = [d for d in stated if d.manner == "asked" or not _no_thing(d.want.where)]
        stated = _without_means(_directed(stated))
        if self.out:  # what a thing beyond sliders is for is not asked
            stated = [d for d in stated if d.manner not in ("purpose", "effect") and not _only_why(d)]
        wants, exempt = _one_exception(_merged(_answered(stated)))
        keep = [*self.keep, *exempt]
        alone = not (wants or self.out or self.unknown)
        for limit in self.limits:  # "brighter, but not too bright": a little
            near = [i for i, w in enumerate(wants) if w.what == limit.what and w.amount is None]
            if near:
                wants[near[-1]] = replace(wants[near[-1]], degree="little")
            elif not alone or limit.what in BROUGHT:
                keep.append(Keep(limit.what, limit.where, limit.words))
            else:
                wants.append(limit)  # "not too blue, please"
        if wants:  # "don't change anything else" says nothing new
            keep = [k for k in keep if k in exempt or k.what != "all" or not k.where.everywhere]
        if alone and keep and not wants and all(k.what == "highlights" and not k.where.everywhere for k in keep):
            wants = [Want("highlights", "-", where=k.where, words=k.words) for k in keep]  # 墙不要过曝: it is
        moved = {(w.what, _region(w.where)) for w in wants}
        keep = [k for k in _unique(keep) if (k.what, _region(k.where)) not in moved]
        return Intent(tuple(wants), tuple(keep), _texts(self.unknown), _texts(self.out), language)


def opposite(want: Want, words: str) -> Want:
    """A little of the other way: "not too bright"."""
    return replace(want, direction="+" if want.direction == "-" else "-", degree="little", amount=None, words=words)


def _only_why(draft: Draft) -> bool:
    """ "Another pose, this one is ugly", 杂物收走，桌面干净点: why, beside what is beyond sliders."""
    vague = draft.manner == "complaint" and draft.want.what in ("white_balance", "auto") and draft.want.where.everywhere
    return vague or draft.want.what.startswith("look:") and bool(_TIDY.search(draft.want.words))


_TIDY = re.compile("干净|整洁|清爽")
_NO_NOUN = re.compile("[我你他她它这那很太都也就才又再没不是有在把被让跟但因所以了过的得吗呢跑走想说要会能算]")


def _no_thing(where: Place) -> bool:
    """True for a place whose name is no name: what was left of a clause that nobody understood."""
    name = where.name
    strange = (
        not (where.everywhere or where.box >= 0 or places.named(name) or things.known(name)) and not name.isascii()
    )
    return strange and (len(name) == 1 or len(name) > 4 or bool(_NO_NOUN.search(name)))


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(t for t in texts if t))


def _region(where: Place) -> tuple[str, int, bool, str]:
    """A place without the words that named it."""
    return where.name, where.box, where.outside, where.zone


def _unique(keep: list[Keep]) -> list[Keep]:
    found: dict[tuple[str, str, int, bool, str], Keep] = {}
    for k in keep:
        found.setdefault((k.what, k.where.name, k.where.box, k.where.outside, k.where.zone), k)
    return list(found.values())


def group(what: str) -> int:
    """Which of `GROUPS` a quantity belongs to, -1 for looks and acts."""
    name = what.split(":")[0]
    return next((i for i, names in enumerate(GROUPS) if name in names), -1)


def _amiss(drafts: Sequence[Draft]) -> list[Draft]:
    """Terse ones as complaints where the next words go the other way ("face dark, brighten it", 背景亮，暗一些), else
    as asked for.
    """
    found = []
    for draft, after in pairwise([*drafts, None]):
        if draft is None or draft.manner != "terse":
            found += [draft] if draft else []
        elif after is not None and _counters(after.want, draft.want):
            found.append(complained(draft))
        else:
            found.append(replace(draft, manner="asked"))
    return found


def _of_tones(drafts: list[Draft]) -> list[Draft]:
    """ "The shadows are too dark, lift them": the shadows, not the light of everything."""
    found: list[Draft] = []
    for draft in drafts:
        before, want = found[-1] if found else None, draft.want
        if before is not None and before.manner == "complaint" and before.want.what in LEVELS[1:]:
            same = want.where.everywhere and want.direction == before.want.direction
            if draft.manner == "asked" and want.what == "brightness" and same and _THEM.search(want.words):
                draft = replace(draft, want=replace(want, what=before.want.what, where=before.want.where))
        found.append(draft)
    return found


def _casts(drafts: list[Draft]) -> list[Draft]:
    """ "It is too yellow, fix the white balance": which way is said, and a measured white balance may go the other."""
    leaning = any(draft.manner == "complaint" and _is_cast(draft.want) for draft in drafts)
    if not leaning or not any(draft.manner == "asked" and _balance(draft.want) for draft in drafts):
        return drafts
    drafts = [draft for draft in drafts if not _balance(draft.want)]
    return [replace(d, manner="asked") if d.manner == "complaint" and _is_cast(d.want) else d for d in drafts]


def _is_cast(want: Want) -> bool:
    """Whether there is to be less of a colour over everything."""
    named = want.what in ("warmth", "tint") or want.what.startswith("color:") and want.direction == "-"
    return named and want.where.everywhere and not want.where.zone and want.amount is None


def _balance(want: Want) -> bool:
    return want.what == "white_balance" and want.where.everywhere


_THEM = re.compile(r"\b(?:it|them|those|these|that)\b|它")


_SHOWING = ("clarity", "sharpness", "brightness", "saturation", "look:pop")


def _directed(drafts: list[Draft]) -> list[Draft]:
    """ "Adjust the brightness to bring out the rocks": more of it."""
    shown = any(
        d.manner in ("purpose", "effect") and d.want.what in _SHOWING for d in drafts if d.want.direction == "+"
    )
    return [replace(d, want=replace(d.want, direction="+")) if shown and _level_set(d) else d for d in drafts]


def _level_set(draft: Draft) -> bool:
    want = draft.want
    levels = ("brightness", "shadows", "saturation", "contrast")
    return draft.manner == "asked" and want.what in levels and not want.direction and want.amount is None


_MEANS = ("adjust", "change", "alter", "shift", "tweak", "modify")


def _without_means(drafts: list[Draft]) -> list[Draft]:
    """ "Adjust the hue to make it less blue": the colour alone is asked for."""
    return [d for d, after in pairwise([*drafts, None]) if d is not None and not (after and _means(d, after))]


def _means(draft: Draft, after: Draft) -> bool:
    aimed = after.manner in ("purpose", "effect") or draft.want.words.endswith(" to")
    undirected = draft.want.what == "white_balance" and draft.want.words.split(" ")[0] in _MEANS
    return undirected and aimed and after.want.what != "white_balance" and group(after.want.what) == 3


_BACK = {"+": "-", "-": "+", "more": "less", "less": "more"}


def complained(draft: Draft) -> Draft:
    """What is so, as the complaint about it."""
    return Draft(replace(draft.want, direction=_BACK.get(draft.want.direction, "less")), "complaint")


def _counters(after: Want, before: Want) -> bool:
    """Whether a want takes back what another one, of the same place, would bring; or turns its colour to another."""
    if _sign(before) not in ("+", "-") or not (after.where.everywhere or _region(after.where) == _region(before.where)):
        return False
    if after.what == "auto":
        return True  # "skin yellow, fix it"
    ways = [_sign(want) for want in (after, before)]
    if before.what == "blur":
        return (after.what, ways[0]) in (("haze", "-"), ("sharpness", "+"), ("clarity", "+"))  # 远山朦胧，去雾
    if before.what.startswith("color:") and after.what == "whites":
        return ways == ["+", "+"]  # 皮肤黄，白一点
    if after.what.startswith("color:") and after.what != before.what:
        grey = before.what == "saturation" and ways[1] == "-"  # "sky grey, make it blue"
        coloured = before.what.startswith("color:") and ways[1] == "+"
        return grey and ways[0] == "+" or coloured and (ways[0] == "+" or after.direction == "lighter")
    alike = after.what == before.what or {after.what, before.what} <= set(LEVELS)
    return alike and set(ways) == {"+", "-"}


def _sign(want: Want) -> str:
    """Its direction as "+" or "-", where it has such a one; a thing that is to be of a colour has more of it."""
    own = want.what == f"color:{want.direction.removeprefix('to:')}"
    return "+" if own else {"less": "-", "more": "+"}.get(want.direction, want.direction)


def _answered(drafts: list[Draft]) -> list[Draft]:
    """Without complaints that a request answers, and purposes that only say what another change is for."""
    asked = [d for d in drafts if d.manner == "asked"]
    kept: list[Draft] = []
    for draft in drafts:
        if draft.manner == "asked" or not asked:
            kept.append(draft)
            continue
        answers = [d for d in asked if _answers(d, draft) and not _open(d.want, draft.want)]
        if draft.manner == "complaint" and not draft.want.where.everywhere and draft.want.what in LEVELS:
            answers = [d for d in answers if d.want.what == draft.want.what or _reaches(d.want)]
        if not answers:
            kept.append(draft)
        elif draft.manner == "complaint" and not draft.want.where.everywhere:
            for d in (a for a in answers if _meets(a, draft, drafts)):  # "the face is dark, brighten": there
                if d.want.where.everywhere and not d.want.where.words and d in kept:
                    kept[kept.index(d)] = replace(d, want=replace(d.want, where=draft.want.where))
                elif d.want.where.everywhere and not d.want.where.words and d in drafts:
                    at = drafts.index(d)
                    drafts[at] = replace(d, want=replace(d.want, where=draft.want.where))
    return kept


def _open(request: Want, complaint: Want) -> bool:
    """True for "adjust the brightness" beside "it is dark": only the complaint says which way."""
    return (
        request.what == complaint.what
        and not request.direction
        and request.amount is None
        and bool(complaint.direction)
    )


def _meets(request: Draft, complaint: Draft, drafts: list[Draft]) -> bool:
    """True when a request behind a complaint is about the same thing, and so about the same place."""
    a, b = request.want, complaint.want
    alike = a.what == b.what or {a.what, b.what} <= set(LEVELS) and a.direction == b.direction and _reaches(a)
    alike = alike or b.what == "saturation" and a.what.startswith("color:") or group(a.what) == group(b.what) == 3
    alike = alike and not (b.what in ("warmth", "tint") and a.direction in ("lighter", "darker"))
    slider = a.amount is not None and a.amount[1] == "slider" or a.what == "white_balance"
    order = [id(draft) for draft in drafts]
    behind = id(request) not in order or order.index(id(request)) > order.index(id(complaint))
    return alike and behind and not slider


def _other_axis(request: Want, complaint: Want) -> bool:
    """True for a colour across the one that a cast is about, for one of some tones, for more of one that is there."""
    if not complaint.where.everywhere:
        return False
    across = {
        "warmth": ("tint", "color:green", "color:magenta", "color:purple"),
        "tint": ("warmth", "color:yellow", "color:blue"),
    }
    toned = bool(request.where.zone)
    ranged = request.what.startswith("color:") and request.direction in ("more", "lighter", "darker")
    return complaint.what in across and (request.what in across[complaint.what] or toned or ranged)


def _reaches(want: Want) -> bool:
    """False for a level that hardly changes how dark or bright a place is: "the corners are dark, highlights up"."""
    return want.what not in (("highlights", "whites") if want.direction == "+" else ("shadows", "blacks"))


def _answers(request: Draft, other: Draft) -> bool:
    a, b = request.want, other.want
    if b.what == "saturation" and b.direction == "-" and a.what.startswith("color:") and a.direction in ("-", "less"):
        return True  # "the greens down, they are too loud"
    sharper = a.what in ("sharpness", *LEVELS) and a.direction == "+"
    if other.manner in ("purpose", "effect") and b.what == "clarity" and sharper:
        return True  # "brighten it so that the details are clearer"
    if other.manner in ("purpose", "effect") and b.what == "look:pop":
        return a.what != "auto"  # "darken the wall to make the lamp stand out"
    if other.manner == "effect":
        return not b.what.startswith("color:")
    if other.manner == "purpose":
        return a.what == b.what or b.what in ("auto",)
    dull = other.manner == "complaint" and b.what == "saturation" and b.direction == "+"
    dull = dull and not (b.where.everywhere and _OF_COLOURS.search(b.words))
    there = b.where.everywhere or _within(a.where, b.where) or group(a.what) == 3
    if dull and there and group(a.what) in range(4):
        return True
    elsewhere = not b.where.everywhere and a.where.name != b.where.name
    ways = [{"less": "-", "more": "+"}.get(w.direction, w.direction) for w in (a, b)]
    if a.what == b.what and a.what in LEVELS and all(ways) and ways[0] != ways[1] and elsewhere:
        return False  # "the window is too bright and the room dark, brighten the room"
    if b.what == "saturation" and a.what in LEVELS and a.direction == b.direction == "-" and not elsewhere:
        return not b.where.everywhere  # "the lamp is too loud, darken it"
    everywhere = b.where.everywhere and not b.where.zone
    if (
        everywhere
        and b.direction in ("more", "less", "lighter", "darker")
        and a.what not in (b.what, "saturation", "vibrance")
    ):
        return False  # "warmer. the reds are too strong"
    if b.what in LEVELS and a.what == "contrast" and a.direction == "+":
        return False  # "the shadows are too dark, add contrast"
    if a.what == "auto" and b.what == "white_balance":
        return False  # "the colours are off, fix them": the complaint says what
    said = b.what in ("brightness", "shadows") and bool(a.direction and b.direction)
    if said and a.what in LEVELS and a.what != b.what and a.direction != b.direction:
        return False  # "it is too dark, bring the highlights down"
    if a.what == "vignette" and b.where.name == "corners":
        return True
    if _other_axis(a, b):
        return False  # "too cold, remove the green"
    if (a.what in SPECKS) != (b.what in SPECKS):
        return False  # "sharpen it. it has too much noise"
    same = group(a.what) >= 0 and group(a.what) == group(b.what)
    if b.what.startswith("color:") and a.what.startswith("color:") and a.what != b.what:
        return False
    there = a.where.everywhere or b.where.everywhere or _within(a.where, b.where)
    return (same or b.what in ("auto", "white_balance")) and there


_OF_PERSONS = ("face", "skin", "skin tone", "eyes", "hair")


def _within(inner: Place, outer: Place) -> bool:
    """True for the same place, and for a part of somebody beside the whole."""
    part = inner.name in _OF_PERSONS and outer.name in ("person", "face", "subject")
    return inner.name == outer.name or part and not (inner.outside or outer.outside)


def _merged(drafts: list[Draft]) -> list[Want]:
    """One want for each quantity and place; the stronger or the numbered wording stays."""
    order = {"little": 1, "plain": 0, "lot": 2}
    found: dict[tuple[str, str, str, int, bool, str], Want] = {}
    for want in (d.want for d in drafts):
        way = {"less": "-", "more": "+"}.get(want.direction, want.direction)
        key = (want.what, way, want.where.name, want.where.box, want.where.outside, want.where.zone)
        old = found.get(key)
        if old is None:
            found[key] = want
        elif old.amount is None and (want.amount is not None or order[want.degree] > order[old.degree]):
            found[key] = replace(old, degree=want.degree, amount=want.amount, absolute=want.absolute)
    wants = list(found.values())
    if any(w.what == "rotate" and quarters(w) is None for w in wants):
        wants = [w for w in wants if w.what != "straighten"]
    if any(w.what == "crop" and w.amount for w in wants):  # "crop it, 5:7"
        wants = [w for w in wants if w.what != "crop" or w.amount or not w.where.everywhere]
    if any(w.what == "crop" and not w.where.everywhere for w in wants):  # 头顶太空，裁一点
        wants = [w for w in wants if w.what != "crop" or w.amount or not w.where.everywhere]
    moved = {(w.what, w.where.name, w.where.box) for w in wants if w.direction}
    wants = [w for w in wants if w.direction or (w.what, w.where.name, w.where.box) not in moved]
    said = {w.where.name for w in wants if w.what != "auto"}
    if said:  # "make it pop and look better", "the sky is blown out, bring it back": the first says how
        taken = said | {"all"}
        wants = [w for w in wants if w.what != "auto" or w.where.name not in taken or w.degree == "little"]
    return wants


def _one_exception(wants: list[Want]) -> tuple[list[Want], list[Keep]]:
    """ "Everything but the cat and the dog": the first is the exception, the others are to stay as they are."""
    first: dict[tuple[str, str], Want] = {}
    kept, exempt = [], []
    for want in wants:
        before = first.setdefault((want.what, want.direction), want) if want.where.outside else want
        if before is want:
            kept.append(want)
        else:
            exempt.append(Keep("all", replace(want.where, outside=False), want.words))
    return kept, exempt


ALL = Place()
