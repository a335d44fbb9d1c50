"""What a request takes back of an earlier one: "too warm" after "warmer" is half of that, "the teal and orange a bit
weaker" eases that style wherever it was asked for, "remove the film look" takes it out, another style takes its place.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from jarvisevo.rules.earlier import act_words
from jarvisevo.rules.earlier.complaints import brought, complaint, same_way
from jarvisevo.rules.earlier.followups import in_full, sign
from jarvisevo.rules.earlier.named import LEFT, meant
from jarvisevo.rules.intent import Want
from jarvisevo.rules.language import read
from jarvisevo.rules.language.tokens import is_chinese
from jarvisevo.rules.looks import look_of

MOST = 80
"""Characters of such words; longer ones say what they want."""
_WEAKER = r"(?:weaker|milder|subtler|gentler|less strong|toned down|more subtle|less)"
_STYLE = r"(?: (?:look|style|effect|feel|vibe|grade|tones?))*"
_LITTLE = r"\b(?:bit|little|touch|tad|slightly)\b|有点|再|稍|略"
_BY = "(?:a (?:little )?(?:bit|little|touch) |slightly |much |even )*"
_EASED = (
    rf"(?:(?:make|keep) )?(?:the )?(?P<what>.+?){_STYLE} {_BY}{_WEAKER}"
    rf"|{_BY}(?:less|tone down|ease off|soften)(?: of)?(?: the)? (?P<less>.+?){_STYLE}(?: a (?:bit|little))?",
    "(?P<what>[\u4e00-\u9fff]{2,8}?)(?:的?(?:味道?|感觉?|效果|风格|色调|调子|滤镜))?(?:再|稍微|略微?)*"
    "(?:淡|弱|轻|少|减弱|收)(?:一?[点些]|一半)?",
)
_CHANGED = (
    r"(?:(?:no more|drop|remove|without|not|forget) (?:the )?(?P<old>.+?),? (?:but |and |then )?)?"
    r"(?:(?:change|switch|swap)(?: it)? (?:to|for)|(?:make it|use|try|do)) (?P<new>.+?) instead"
    r"|(?:change|switch|swap) (?:the )?(?P<from>.+?) (?:to|for) (?P<to>.+)",
    "(?:(?:不要|去掉)(?P<old>.+?)了?[，,])(?:换成|改成|换|改为|要)(?P<new>.+)|(?P<from>.{2,6}?)(?:换成|改成|改为)(?P<to>.+)",
)
NAMED = (
    *(
        "cinematic",
        "film",
        "portra",
        "fuji",
        "vintage",
        "retro",
        "faded",
        "hdr",
        "high_key",
        "japanese",
        "low_key",
        "noir",
    ),
    *("bw_art", "bleach", "cross", "sepia", "cyanotype", "pastel", "cyberpunk", "wes", "documentary", "muted"),
)
"""Styles of which a photo has one: another takes its place. Moods ("softer", "dramatic") come to what stands."""
_BESIDE = (r"\b(?:add|also|too|as well|plus|with|more|keep)\b", "再?加上?|也|同时|并且?|而且|更|再|保留|一点|一些")
"""Words by which a style comes to what stands, and takes no other one's place."""


@dataclass(frozen=True, slots=True)
class Partly:
    """Part of an earlier request that is taken back.

    step    which one, from 1
    factor  what is left of it: 0 none
    wants   those of its wants that are meant; () for all of it
    rest    what else is asked for, an ordinary instruction
    """

    step: int
    factor: float
    wants: tuple[Want, ...] = ()
    rest: str = ""


def partly(text: str, asked: Sequence[str], last: str) -> Partly | None:
    """What words take back of what was asked for; None where they are an ordinary instruction.

    asked  the requests that stand, "" for what was no words of an edit
    last   the last of them that was about the photo, in full
    """
    said, zh = " ".join(text.split()).strip(" .!。！~"), is_chinese(text)
    if not said or len(said) > MOST or not any(asked):
        return None
    return _style(said, zh, asked) or _too_much(said, zh, asked, last)


def _too_much(said: str, zh: bool, asked: Sequence[str], last: str) -> Partly | None:
    """Half of what brought that of which there is too much: at the last step that did."""
    found, rest = complaint(said, zh) if last and zh == is_chinese(last) else ("", "")
    if re.search(r"\bstill\b|还是", found, re.IGNORECASE):
        found = in_full(found, last)  # where it was too much before
    wants = read(found).wants if found else ()
    steps = [at for at, words in enumerate(asked, 1) if words]
    for step in reversed(steps if wants else []):
        words = last if step == steps[-1] else asked[step - 1]
        before = read(words).wants
        if any(same_way(w, b) for w in wants for b in before):
            if complaint(asked[step - 1], zh)[0]:
                continue  # there is still too much
            return None  # it was taken back already
        undone = [each for w in wants for b in before for each in brought(w, b)]
        if len(undone) >= len(wants):
            degree = "little" if re.search(_LITTLE, found, re.IGNORECASE) else wants[0].degree
            return Partly(step, LEFT[degree], () if undone == list(before) else tuple(undone), rest)
    return None


def _style(said: str, zh: bool, asked: Sequence[str]) -> Partly | None:
    """A style that is eased, taken out, or gives way to another one."""
    if found := re.fullmatch(_CHANGED[zh], said, re.IGNORECASE):
        old, new = found["old"] or found["from"] or "", found["new"] or found["to"]
        named = bool(old) or _named_styles(read(new).wants)
        step = _asked_for(_styles(old, zh) if old else None, asked) if named else 0
        return Partly(step, 0.0, rest=new) if step and read(new).wants else None
    found = re.fullmatch(act_words.DROP[zh], said, re.IGNORECASE)
    if found and not re.search(act_words.SOME[zh], found["what"], re.IGNORECASE):
        step = _asked_for(_styles(found["what"], zh), asked)
        return Partly(step, 0.0) if step else None
    if found := re.fullmatch(_EASED[zh], said, re.IGNORECASE):
        what = found["what"] or (found["less"] if not zh else "") or ""
        step = _asked_for(_styles(what, zh), asked)
        return Partly(step, LEFT["little" if re.search(_LITTLE, said) else "plain"]) if step else None
    wants = read(said).wants
    plain = (
        _named_styles(wants)
        and all(w.degree == "plain" for w in wants)
        and not re.search(_BESIDE[zh], said, re.IGNORECASE)
    )
    beside = re.search(r"\band\b|和|与", said, re.IGNORECASE) and len(wants) > 1
    step = _asked_for(None, asked) if plain and not beside else 0
    return Partly(step, 0.0, rest=said) if step and not _styles(said, zh) & _styles(asked[step - 1], zh) else None


def _named_styles(wants: Sequence[Want]) -> bool:
    """Whether wants are styles that one photo has one of: a film look, not "softer", "dramatic"."""
    return bool(wants) and all(
        w.what.startswith("look:")
        and (look := look_of(w.what.removeprefix("look:"))) is not None
        and look.name in NAMED
        and w.where.everywhere
        and sign(w) == "+"
        for w in wants
    )


def _styles(text: str, zh: bool) -> set[str]:
    """The styles of the whole photo that words name."""
    return {w.what for w in (*read(text).wants, *meant(text, zh)) if w.what.startswith("look:") and w.where.everywhere}


def _asked_for(styles: set[str] | None, asked: Sequence[str]) -> int:
    """The last step that was asked for one of these styles, and for nothing else; for any named style where None.

    From 1; 0 where there was none.
    """
    for at in range(len(asked), 0, -1):
        wants = read(asked[at - 1]).wants if asked[at - 1] else ()
        looks = {w.what for w in wants if w.what.startswith("look:") and w.where.everywhere and sign(w) == "+"}
        if looks and len(looks) == len(wants) and (looks & styles if styles is not None else _named_styles(wants)):
            return at
    return 0
