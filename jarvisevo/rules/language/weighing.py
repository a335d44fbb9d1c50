"""Which reader is believed: the grammar, or the network that learnt from sentences (`learnt`).

The grammar is exact where it knows a construction: numbers, boxes, turns, Lightroom's own words. The network has heard
more ways to say things. Where both say the same, the grammar's reading stands, which has more in it. Where they
differ, the network is asked how probable it holds either, and WEIGHTS decide.
"""

import math
import re
from dataclasses import replace
from functools import lru_cache

from jarvisevo.rules import colours, things
from jarvisevo.rules.intent import ACTS, GEOMETRIC, Intent, Keep, Place, Want
from jarvisevo.rules.language import chinese, english
from jarvisevo.rules.language.chinese import words as chinese_words
from jarvisevo.rules.language.english import MOST_SAID
from jarvisevo.rules.language.english import turns as english_turns
from jarvisevo.rules.language.learnt import MOST_LETTERS, Outline, likelihood, outline
from jarvisevo.rules.language.learnt.clauses import BEYOND, COLOURS, KEEP, NOTHING, Demand, parse
from jarvisevo.rules.language.learnt.pieces import split
from jarvisevo.rules.language.lexicon import colours_in, names, senses
from jarvisevo.rules.language.panels import TRANSFORM
from jarvisevo.rules.language.told_apart import said_colours, told_apart
from jarvisevo.rules.looks import NAMED, look_of
from jarvisevo.rules.places import named

WEIGHTS = {
    "begin": -3.4,  # against the network, in doubt
    "probability": 2.08,  # logarithm of that of its outline
    "grammars": -0.2,  # logarithm of that which it gives the grammar's reading
    "unwritten": 1.02,  # the grammar's has in it what it has no words for, a style by its name
    "unread": 0.87,  # the grammar left words unread
    "words": 1.11,  # logarithm of their number: an outline of many steps is less probable as a whole
    "few": -0.85,  # a plain order of FEW words, read to its end
    "refused": 0.46,  # the grammar finds something beyond sliders
    "refuses": -0.87,  # the network does
    "fewer": 0.2,  # wants that the grammar reads more than the network …
    "lost": 0.62,  # … which reads nothing else
    "opposed": -0.59,  # they go opposite ways
    "nowhere": 1.44,  # the grammar takes for a place what nobody knows, and the network does not
    "nothing": 0.33,  # the network finds nothing to do
}
"""How the network's reading is weighed against the grammar's, where the two differ: it is taken above 0. The logistic
regression of `python -m training.weighing`.
"""
OVERLOOKED = 0.8
"""The probability that it needs to find nothing beyond sliders where the grammar does: what cannot be done is named."""
WITNESS = (0.3, 0.9)
"""The probability that it needs to say that a word which nobody knows is no place; and with an article before it."""
_ARTICLE = r"\b(?:the|this|that|these|those|his|her|my|our|their|its) "
IDLE = 0.9
"""The probability that it needs to find nothing to do where the grammar finds nothing but "make it better"."""
LEAST = 1e-6
"""Probabilities below it count as this."""
FEW, FEWEST = 5, (3, 2)
"""Words (Chinese: characters) of a plain order, and up to which the grammar's reading stands where it finds a change in
it, or leaves words unread.
"""
MANY = 4
"""Wants of a list that the grammar read to its end, of which the network forgets some."""
EXACT = re.compile(r"[\d<]")
"""Numbers and boxes are the grammar's alone."""
_PROBES = {"en": (english.read, "make the {} bluer"), "zh": (chinese.read, "把{}调蓝")}
"""How the grammar of a language is asked for the place that words name."""
_IDIOMATIC = {"en": english_turns.idiomatic, "zh": chinese_words.idiomatic}
"""Whether a text has a turn of phrase that the grammar has a rule of its own for."""
_HUES = re.compile(
    r"\b(?:red|orange|yellow|green|aqua|teal|cyan|blue|purple|violet|pink|magenta)s\b|[红橙黄绿青蓝紫粉]色"
)
"""What has that colour, "tone down the reds", where otherwise a cast over everything is meant, "it looks too red"."""
_WRITING = re.compile(r"[打写印题]上.{0,6}字")
"""What is to be written on a photo."""
_FORBIDDEN = re.compile(r"\b(?:do ?n[o']?t|never|no|without) (?:\w+ ){0,2}?(?:crop|rotat|straighten|turn|flip|zoom)")
"""A frame that is to stay as it is."""
_STYLE = re.compile(r"(?:风格?|系|感)(?=$|[，,。；\s])")
"""A style by its name: ins风, 日系, 胶片感."""
_ALONE = re.compile(r"(?:^|(?<=[，,。；]))[更再要]{0,2}([\u4e00-\u9fff]{2,4}?)的?(?:一?[点些])?(?=$|[，,。；])")
"""What a clause of one word says."""
_BESIDES = re.compile("(?:但是?|不过|另外|同时|顺便)[还也]?要|[还也]要")
"""What begins a wish that is one more: 白平衡调回来，但是还要暖一点."""
_OF_A_STYLE = re.compile(r"(?:味道?|感觉?|氛围|风格?|效果|气质)$")
"""How the name of a style ends that the grammar names as not understood: 公路片的味道."""
_UNSEEN = re.compile(r"\b(?:so+|too) dark,? (?:that )?(?:(?:i|we|you) )?(?:can|could) ?n?[o']?t ")
"""The photo is dark, and what cannot be seen in it."""
_COLOURED = re.compile(r"\bcolou?ri[sz]e|\binto (?:an? )?colou?r\b|上色|彩色化|\b(?:undo|remove|revert) the b")
_TO_GREY = re.compile(
    r"\b(?:change|turn|convert|switch)[\w ]* (?:in)?to (?:an? )?(?:black and white|monochrome|gr[ae]y ?scale)\b"
)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+|(?<=[。！？；])")
_WHOLE = re.compile(
    r"\b(?:all|everything|whole|thing|rest|photo|picture|image|shot|pic|it|frame)$|(?:画面|照片|整体|图片|全部)$"
)
"""Last words of names of the whole photo."""
_SLIDERS = {"自然饱和度": "vibrance", "清晰度": "clarity", "纹理": "texture", "暗角": "vignette"}
"""Names of sliders that stand for nothing else, and which they are."""
_SLIDERS |= {name: name for name in _SLIDERS.values()}
_SLIDER_NAMES = re.compile("|".join(rf"\b{name}\b" if name.isascii() else name for name in _SLIDERS))
_KINDS = {
    "shadows": "light",
    "brightness": "light",
    "highlights": "light",
    "whites": "light",
    "vibrance": "saturation",
    "texture": "detail",
    "sharpness": "detail",
    "clarity": "detail",
}
"""Quantities that two readers may choose between for the same words."""


def weighed(found: Intent, text: str) -> Intent:
    """The grammar's intent, or the network's where it is believed."""
    if len(text) > MOST_LETTERS:
        return found
    if EXACT.search(text) or any(want.amount is not None for want in found.wants):
        other = outline(text) if any(_unknown(want.where) for want in found.wants) else None
        exact = other and _no_such_places(found, intent_of(other, text, found.language), other.probability, text)
        return exact or found
    if not found.wants and any(keep.what == "all" and keep.where.everywhere for keep in found.keep):
        return found  # "leave it as it is" is the grammar's to say
    other = outline(text)
    if other is None:
        return found
    if not other.clauses:  # so is what asks for nothing at all, but for "just save it"
        vague = all(want.what == "auto" and want.degree == "plain" for want in found.wants)  # 好看一点 asks
        return replace(found, wants=()) if vague and other.probability >= IDLE else found
    learnt = intent_of(other, text, found.language)
    if meaning(found) == meaning(learnt) or _nearly(found, learnt):
        return found
    if _believed(learnt, other.probability, found, text):
        return _with_details(learnt, found)
    return _no_such_places(found, learnt, other.probability, text)


def _no_such_places(found: Intent, learnt: Intent, probability: float, text: str) -> Intent:
    """The grammar's intent without the places that are none: words that nobody knows, where the network has the same
    change for the whole photo. It has to be sure of it where the word has an article.
    """
    whole = {_change(want)[:2] for want in learnt.wants if want.where.everywhere}
    heard = " ".join(want.where.words for want in learnt.wants)

    def placed(want: Want) -> Want:
        where = want.where
        if want.what in GEOMETRIC or _change(want)[:2] not in whole or not _unknown(where) or where.words in heard:
            return want
        said = re.search(rf"{_ARTICLE}(?:\w+ )?{re.escape(where.words or where.name)}\b", text.lower())
        return replace(want, where=Place()) if probability >= WITNESS[bool(said)] else want

    return replace(found, wants=tuple(map(placed, found.wants)))


def _unknown(place: Place) -> bool:
    """Whether a place has a name of its own that nobody here knows."""
    whole = place.everywhere or place.box >= 0 or place.zone
    return not (whole or named(place.name) or things.known(place.name) or place.name in names())


def _believed(learnt: Intent, probability: float, found: Intent, text: str) -> bool:
    """Whether the network's reading is taken instead of the grammar's."""
    if settled(found, learnt, text):
        return False
    if found.out_of_scope and not learnt.out_of_scope and probability < OVERLOOKED:
        return False
    seen = evidence(learnt, probability, found, text)
    if "grammars" not in seen and meaning(learnt) < meaning(found):
        return False  # it only lacks the words
    return sum(WEIGHTS[name] * value for name, value in seen.items()) > 0


def settled(found: Intent, learnt: Intent, text: str) -> bool:
    """Whether the grammar's reading stands without any weighing: what it cannot be wrong in, and turns of phrase."""
    if any(TRANSFORM.search(words) for words in found.out_of_scope):
        return True
    words = len(split(text))
    kept, asked = ({each.what.removeprefix("look:") for each in part} for part in (found.keep, learnt.wants))
    unread = bool(found.not_understood or not (found.wants or found.keep))
    if len(found.wants) >= MANY and len(learnt.wants) < len(found.wants) and not unread:
        return True
    if not (learnt.wants or kept - {"highlights"}) and {want.what for want in found.wants} == {"highlights"} == {
        keep.what for keep in learnt.keep
    }:
        return True  # "don't blow out the sky", and nothing else
    if words <= (FEWEST[1] if unread else FEWEST[0]) or kept & asked:  # "don't make it black and white"
        return True
    if "black_and_white" in asked and _COLOURED.search(text.lower()):
        return True  # "colourise this black and white photo"
    if "black_and_white" in {want.what for want in found.wants} - asked and _TO_GREY.search(text.lower()):
        return True
    if found.out_of_scope and (asked & set(GEOMETRIC)) - {want.what for want in found.wants}:
        return True  # "make him turn round" turns no photo
    if (asked & set(GEOMETRIC)) - {want.what for want in found.wants} and _FORBIDDEN.search(text.lower()):
        return True  # "don't rotate it"
    if _UNSEEN.search(text.lower()) and "brightness" in {want.what for want in found.wants}:
        return True
    if found.out_of_scope and not learnt.out_of_scope and _WRITING.search(text):
        return True
    balanced, leaning = ({want.what for want in intent.wants if want.where.everywhere} for intent in (learnt, found))
    if "white_balance" in balanced - leaning and any(_lessened(want) for want in found.wants):
        return True  # "too yellow, fix the white balance": the grammar has which way
    less = meaning(learnt) < meaning(found)
    if _styled(found, text) and (less or _other_style(found, learnt)) or less and _lost_style(found, learnt, text):
        return True
    if less and _BESIDES.search(text):
        return True
    if any(_OF_A_STYLE.search(words) for words in found.not_understood):
        return True  # no other style is meant
    tests = (
        *(_unsaid_colour, _beside_it, _the_other_way, _turned_round),
        *(_named_and_lost, _its_colour, _one_of_several),
    )
    if any(test(found, learnt, text) for test in tests):
        return True
    return _IDIOMATIC[found.language](text)


def _styled(found: Intent, text: str) -> bool:
    """Whether the grammar reads a style that the text calls by its name, as 日系感, or has a clause for: 喜庆点."""
    styles = {want.what for want in found.wants if want.what.startswith("look:")}
    clauses = _ALONE.findall(text) if styles else []
    named_ = (sense for clause in clauses for sense in senses("zh").get(clause, ()) if sense.role == "look")
    return bool(styles and _STYLE.search(text)) or any(f"look:{sense.name}" in styles for sense in named_)


def _lost_style(found: Intent, learnt: Intent, text: str) -> bool:
    """Whether the network has nothing of a style that is called one, "b&w film look with grain"."""
    asked, heard = ({want.what for want in intent.wants} for intent in (found, learnt))
    lost = (look_of(what.removeprefix("look:")) for what in asked - heard if what.startswith("look:"))
    return bool(re.search(r"\b(?:look|style)\b", text.lower())) and any(look and look.name in NAMED for look in lost)


def _other_style(found: Intent, learnt: Intent) -> bool:
    """Whether of two readings of a Chinese text the network's has none of the styles that the grammar knows by name."""
    ours, theirs = ({want.what for want in intent.wants if want.what.startswith("look:")} for intent in (found, learnt))
    return found.language == "zh" and not ours & theirs


def _lessened(want: Want) -> bool:
    """Whether there is to be less of a colour over everything."""
    return want.what.startswith("color:") and want.direction == "-" and want.where.everywhere


def _unsaid_colour(found: Intent, learnt: Intent, text: str) -> bool:
    """True where the network gives a thing a colour, and the text names others alone; or moves one that nobody named,
    where the grammar knows what is asked for to be beyond.
    """
    given = {want.what.removeprefix("color:") for want in learnt.wants if want.direction.startswith("to:")}
    said = colours_in(text, found.language)
    moved = any(want.what in COLOURS and want.where.everywhere for want in learnt.wants)
    return bool(said) and not given <= said or not said and moved and bool(found.out_of_scope)


def _beside_it(found: Intent, learnt: Intent, text: str) -> bool:
    """True where the network takes what a thing stands beside for the thing: the rock of "the otter on the rock"."""
    wheres, others = ([want.where for want in intent.wants if want.where.words] for intent in (found, learnt))
    ours = {word for where in wheres for word in (where.name, where.words.split()[0])}
    between = r"(?: \w+)?,? (?:on|in|by|near|behind|beside|next to|under|above|in front of|at|against) (?:\w+ ){0,2}?"
    return any(
        re.search(rf"\b{re.escape(thing)}{between}{re.escape(other.words)}\b", text.lower())
        for thing in ours
        for other in others
        if other.words not in ours and other.name not in ours
    )


def _its_colour(found: Intent, learnt: Intent, text: str) -> bool:
    """True where the grammar tells a thing by the colour that the network moves ("darken the red car"), or knows whose
    colour is meant and the network does not ("the yellow of the boat should be stronger").
    """
    asked = {want.what for want in learnt.wants}
    placed = {want.where.name for want in learnt.wants}
    for want in (want for want in told_apart(found, text).wants if want.where.words):
        if f"color:{want.where.colour}" in asked - {want.what}:
            return True
        own = rf"\b{want.what.removeprefix('color:')} of \w+ (?:\w+ )?{re.escape(want.where.words)}\b"
        if want.what in asked and want.where.name not in placed and re.search(own, text.lower()):
            return True
    return False


def _one_of_several(found: Intent, learnt: Intent, text: str) -> bool:
    """True where the grammar moves one thing in several places, and the network in one of them the colour that only
    tells which: "the brightness of the dog as well as the green grass".
    """
    moved = {want.what for want in found.wants}
    said = {f"color:{colour}" for want in found.wants for colour in said_colours(want.where, text.lower())}
    other = {want.what for want in learnt.wants} - moved
    return len(found.wants) > 1 == len(moved) and bool(other) and other <= said


def _the_other_way(found: Intent, learnt: Intent, _: str) -> bool:
    """True where the network lets stand out what the grammar darkens, as it draws the eye already."""
    darkened = {want.where.name for want in found.wants if _change(want)[:2] == ("light", "-")}
    return any(want.what == "look:pop" and want.where.name in darkened - {"all"} for want in learnt.wants)


def _turned_round(found: Intent, learnt: Intent, text: str) -> bool:
    """True where the network takes away a colour that a thing is to be turned to, 调成克莱因蓝."""
    turned = {(want.what, want.where.name) for want in found.wants if want.direction.startswith("to:")}
    taken = {(want.what, want.where.name) for want in learnt.wants if want.direction in ("-", "less")}
    return bool(turned & taken)


def _named_and_lost(found: Intent, learnt: Intent, text: str) -> bool:
    """True where the grammar moves a slider that the text calls by its name, and the network does nothing with it."""
    named_ = {_SLIDERS[name] for name in _SLIDER_NAMES.findall(text.lower())}
    heard = {each.what for part in (learnt.wants, learnt.keep) for each in part}
    return bool(named_ & {want.what for want in found.wants} - heard)


def evidence(learnt: Intent, probability: float, found: Intent, text: str) -> dict[str, float]:
    """What WEIGHTS weigh, by their names, of a text that the network and the grammar read differently."""
    words = len(split(text))
    unread = bool(found.not_understood or not (found.wants or found.keep))
    seen = {
        "begin": 1.0,
        "probability": math.log(max(probability, LEAST)),
        "unread": unread,
        "words": math.log(words),
        "few": words <= FEW and not unread,
        "refused": bool(found.out_of_scope),
        "refuses": bool(learnt.out_of_scope),
        "fewer": max(len(found.wants) - len(learnt.wants), 0),
        "lost": meaning(learnt) < meaning(found),
        "opposed": _opposed(found, learnt),
        "nowhere": _nowhere(found, learnt),
        "nothing": not learnt.wants,
    }
    try:
        return seen | {"grammars": math.log(max(likelihood(text, parse(outline_of(found))), LEAST))}
    except ValueError:
        return seen | {"unwritten": True}


def _opposed(found: Intent, learnt: Intent) -> bool:
    """True where one of two readings turns up what the other turns down."""
    ways = {"+": "-", "-": "+"}
    one, other = ({_change(want)[:2] for want in intent.wants} for intent in (found, learnt))
    return bool({(what, ways.get(way, "")) for what, way in one} & (other - one))


def _nowhere(found: Intent, learnt: Intent) -> bool:
    """True where the grammar has a place whose name nobody knows, and the network none of these words."""
    places = [want.where for want in learnt.wants]
    return any(
        _unknown(want.where)
        and not any(
            want.where.name in (where.name, where.words) or where.words in want.where.words
            for where in places
            if where.words
        )
        for want in found.wants
    )


def _nearly(found: Intent, learnt: Intent) -> bool:
    """True for readings that differ only in how much of a noun is the place, or whether it is one, where the grammar
    knows the name; or in a direction that the grammar leaves open and the photo decides.
    """
    if (
        not found.wants
        or len(found.wants) != len(learnt.wants)
        or bool(learnt.out_of_scope) != bool(found.out_of_scope)
    ):
        return False
    for one, other in zip(found.wants, learnt.wants, strict=True):
        a, b = one.where.words or one.where.name, other.where.words or other.where.name
        open_ = not one.direction and _change(one)[0] == _change(other)[0]
        lost = other.where.everywhere and bool(named(a) or things.known(a))
        if not (open_ or _change(one) == _change(other)) or not (a in b or b in a or lost):
            return False
    return True


def intent_of(found: Outline, text: str, language: str) -> Intent:
    """What an outline asks for, as the grammar would have put it."""
    wants, keep, beyond = [], [], False
    for clause in found.clauses:
        where = _place(clause.place, clause.outside, language)
        if clause.kind == BEYOND:
            beyond = True
        elif clause.kind == KEEP:
            keep.append(Keep(clause.what, where, _said(clause, text)))
        else:
            wants.append(_want(clause, where, _said(clause, text)))
    excepted = {want.where.name for want in wants if want.where.outside}
    keep = [k for k in keep if k.what != "all" or k.where.name not in excepted]  # said by the exception
    return Intent(
        tuple(wants), tuple(keep), (), (" ".join(text.split())[:MOST_SAID],) if beyond else (), language=language
    )


def outline_of(intent: Intent) -> str:
    """What an intent asks for as an outline: the other way round. Its places may be no words of the text."""
    lines = [*map(_line, intent.wants), *map(_line, intent.keep), *([BEYOND] if intent.out_of_scope else [])]
    return " ; ".join(" ".join(line.split()) for line in lines) or NOTHING


def _line(asked: Want | Keep) -> str:
    where = asked.where
    place = where.words or where.zone or ("" if where.everywhere else where.name)
    at = f"@ {'not ' * where.outside}{place}" if place else ""
    if isinstance(asked, Keep):
        return f"{KEEP} {'' if asked.what == 'all' else asked.what} {at}"
    said = said_colours(where, asked.words.lower()) if asked.direction.startswith("to:") else set()
    source = next(filter(None, map(colours.canonical, said)), "")
    what = f"color:{source}" if source else asked.what
    return f"{what} {'' if what in ACTS else asked.direction} {asked.degree.removeprefix('plain')} {at}"


def _want(clause: Demand, where: Place, words: str) -> Want:
    what, direction = clause.what, clause.direction
    if direction.startswith("to:"):
        target = f"color:{direction.removeprefix('to:')}"  # the colour that it has is in the words
        if what == target and where.everywhere and not where.outside:
            direction = "+"  # a cast: a photo has no colour of its own
        what = target
    elif what in COLOURS and where.name == "all" and not where.outside and not _HUES.search(words):
        direction = {"less": "-", "more": "+"}.get(direction, direction)
    elif where.zone != "midtones" and where.zone and what in ("brightness", where.zone):
        what, where = where.zone, Place()
    elif what == "flip":
        direction = "horizontal"
    return Want(what, direction, clause.degree, where=where, words=words)  # type: ignore[arg-type]


def _said(clause: Demand, text: str) -> str:
    """The sentence in which a clause was said, as far as that is known: the one that names its place."""
    sentences = [" ".join(part.split()) for part in _SENTENCE.split(text) if part.strip()]
    of_place = [part for part in sentences if clause.place and clause.place in part.lower()]
    return (of_place or [" ".join(sentences)])[0][:MOST_SAID]


@lru_cache(4096)
def _place(words: str, outside: bool, language: str) -> Place:
    """The place that words of a text name, as the grammar reads it where it is to become bluer."""
    if not words:
        return Place()
    read, probe = _PROBES[language]
    wants = read(probe.format(words)).wants
    found = wants[0].where if len(wants) == 1 and wants[0].what == "color:blue" else Place(words)
    if found.everywhere:
        found = Place() if words in found.words or _WHOLE.search(words) else Place(words)  # "the room" is all of it
    return replace(found, outside=outside and not found.everywhere, words=words)


def _with_details(learnt: Intent, found: Intent) -> Intent:
    """Crops and turns as the grammar read them, which knows which way, grain that it takes out ("too grainy"), and its
    words for what is beyond sliders. A bare crop is one to the place that the network heard.
    """
    turns = {want.what: want for want in found.wants if want.what in GEOMETRIC}
    if cleaned := [want for want in found.wants if want.what in ("grain", "noise") and want.direction == "-"]:
        turns["grain"] = cleaned[0]
    if (crop := turns.get("crop")) and crop.where.everywhere and crop.amount is None:
        del turns["crop"]
    return replace(
        learnt,
        wants=tuple(turns.get(want.what, want) for want in learnt.wants),
        out_of_scope=learnt.out_of_scope and (found.out_of_scope or learnt.out_of_scope),
    )


def meaning(intent: Intent) -> set[tuple[str, str, bool, str]]:
    """What is asked for where, in terms that two readings share which mean the same."""
    wants = {(*_change(want), want.where.name) for want in intent.wants}
    return wants | ({(BEYOND, "", False, "all")} if intent.out_of_scope else set())


def _change(want: Want) -> tuple[str, str, bool]:
    direction = "" if want.what in ACTS else {"more": "+", "less": "-"}.get(want.direction, want.direction)
    return _KINDS.get(want.what, want.what), direction, want.where.outside
