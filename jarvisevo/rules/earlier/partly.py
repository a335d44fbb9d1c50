"""What a request takes back of an earlier one: "too warm" after "warmer" is half of that, "the teal and orange a bit
weaker" eases that style wherever it was asked for, "remove the film look" takes it out, another style takes its place.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from jarvisevo.rules.earlier import act_words
from jarvisevo.rules.earlier.complaints import brought, complaint, same_way
from jarvisevo.rules.earlier.followups import in_full, sign
from jarvisevo.rules.earlier.named import LEFT, meant
from jarvisevo.rules.intent import Want
from jarvisevo.rules.language import read
from jarvisevo.rules.language.tokens import is_chinese
from jarvisevo.rules.looks import NAMED, look_of

MOST = 80
"""Characters of such words; longer ones say what they want."""
_WEAKER = r"(?:weaker|milder|subtler|gentler|less strong|half as strong|toned down|more subtle|less)"
_STYLE = r"(?: (?:look|style|effect|feel|vibe|grade|tones?))*"
_STYLE_ZH = "(?:的?(?:味道?|感觉?|效果|风格|色调|调子|滤镜))?"
_LITTLE = r"\b(?:bit|little|touch|tad|slightly)\b|有点|再|稍|略"
_BY = "(?:a (?:little )?(?:bit|little|touch) |slightly |much |even )*"
_EASED = (
    rf"(?:(?:make|keep) )?(?:the )?(?P<what>.+?){_STYLE} {_BY}{_WEAKER}"
    rf"|{_BY}(?:less|tone down|ease off|soften)(?: of)?(?: the)? (?P<less>.+?){_STYLE}(?: a (?:bit|little))?",
    f"(?P<what>[\u4e00-\u9fff]{{2,8}}?){_STYLE_ZH}(?:再|稍微|略微?)*"
    "(?:(?:淡|弱|轻|少|减弱|减|收)(?:一?[点些]|一半)?|(?:有点)?(?:太|过于)[重浓强多过]了?)"
    f"|(?:稍微|略微?)?(?:减[弱轻淡]|弱化|淡化)(?:一?[点些下])?(?P<less>[\u4e00-\u9fff]{{2,8}}?){_STYLE_ZH}",
)
_OWN = (rf"{_BY}less (?!.*\b(?:look|style|effect|feel|vibe|grade)\b)", "$^")
"""How less of what the photo has of itself is asked for."""
_CHANGED = (
    r"(?:(?:no more|drop|remove|without|not|forget) (?:the )?(?P<old>.+?),? (?:but |and |then )?)?"
    r"(?:(?:change|switch|swap)(?: it)? (?:to|for)|(?:make it|use|try|do)) (?P<new>.+?) instead"
    r"|(?:change|switch|swap) (?:the )?(?P<from>.+?) (?:to|for) (?P<to>.+)",
    "(?:(?:不要|去掉)(?P<old>.+?)了?[，,])(?:换成|改成|换|改为|要)(?P<new>.+)|(?P<from>.{2,6}?)(?:换成|改成|改为)(?P<to>.+)",
)
_BESIDE = (r"\b(?:add|also|too|as well|plus|with|more|keep)\b", "再?加上?|也|同时|并且?|而且|更|再|保留|一点|一些")
"""Words by which a style comes to what stands, and takes no other one's place."""
UNASKED = (
    'nobody asked for "{rest}" here, so there is none to take back; say what is to change ("less contrast")',
    "之前没有要求过“{rest}”，没有可以收回的；请说明要改什么（“对比度低一点”）",
)
"""What is said of a style that is nowhere."""


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
        part = _asked_for(_styles(old, zh) if old else None, asked) if named else None
        return replace(part, rest=new) if part and read(new).wants else None
    if eased := _less_of_a_style(said, zh):
        part = _asked_for(_styles(eased[0], zh), asked)
        return replace(part, factor=eased[1]) if part else None
    wants = read(said).wants
    plain = (
        _named_styles(wants)
        and all(w.degree == "plain" for w in wants)
        and not re.search(_BESIDE[zh], said, re.IGNORECASE)
    )
    beside = re.search(r"\band\b|和|与", said, re.IGNORECASE) and len(wants) > 1
    part = _asked_for(None, asked) if plain and not beside else None
    return replace(part, rest=said) if part and not _styles(said, zh) & _styles(asked[part.step - 1], zh) else None


def _less_of_a_style(said: str, zh: bool) -> tuple[str, float] | None:
    """(the words for it, what is to be left of it) where words take a style out, or ease it."""
    found = re.fullmatch(act_words.DROP[zh], re.sub(*act_words.VERB_LAST, said), re.IGNORECASE)
    if found and not re.search(act_words.SOME[zh], found["what"], re.IGNORECASE):
        return found["what"], 0.0
    if found := re.fullmatch(_EASED[zh], said, re.IGNORECASE):
        return found["what"] or found["less"], LEFT["little" if re.search(_LITTLE, said) else "plain"]
    wants = read(said).wants
    if wants and all(w.what.startswith("look:") and w.where.everywhere and sign(w) == "-" for w in wants):
        return said, LEFT[wants[0].degree]  # "dial back the film look"
    return None


def unasked(text: str, asked: Sequence[str]) -> str:
    """Why nothing comes of words that take back a style, called one, which nobody asked for; "" for other words.

    "Less vintage" is about the photo as it is, and of its own a photo may look too HDR.
    """
    said, zh = " ".join(text.split()).strip(" .!。！~"), is_chinese(text)
    what, _ = (len(said) <= MOST and _less_of_a_style(said, zh)) or ("", 0.0)
    what, whole = re.sub(r"^(?:the|that|your|my|this) ", "", what, flags=re.IGNORECASE), read(said)
    if not what or what == said or re.match(_OWN[zh], said, re.IGNORECASE) or whole.out_of_scope:
        return ""
    looks = [want for want in read(what).wants if want.what != "black_and_white"]
    heard = not whole.wants or any(want.what.startswith("look:") for want in whole.wants)
    brought = heard and _named_styles(looks) and all(map(_laid_on, looks))
    if not brought or any(_styles(what, zh) & _styles(words, zh) for words in asked):
        return ""
    return UNASKED[zh].format(rest=what)


def _laid_on(want: Want) -> bool:
    """Whether a style tones a photo or puts grain on it, which no slider takes out of a photo that came so."""
    look = look_of(want.what.removeprefix("look:"))
    return look is not None and (look.bw or any(name.startswith(("SplitToning", "Grain")) for name in look.tools))


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
    """The styles of the whole photo that words name, and black and white beside one."""
    wants = [w for w in (*read(text).wants, *meant(text, zh)) if w.where.everywhere] if text else []
    looks = {w.what for w in wants if w.what.startswith("look:")}
    return looks | ({"black_and_white"} & {w.what for w in wants} if looks else set())


def _asked_for(styles: set[str] | None, asked: Sequence[str]) -> Partly | None:
    """The last step that was asked for one of these styles, or for any named one where None, all of it taken back; with
    what of its wants is meant where it was asked for other things as well.
    """
    for at in range(len(asked), 0, -1):
        wants = read(asked[at - 1]).wants if asked[at - 1] else ()
        more = [w for w in wants if w.where.everywhere and sign(w) == "+"]
        found = tuple(w for w in more if (_named_styles([w]) if styles is None else w.what in styles))
        if found:
            return Partly(at, 0.0, () if len(found) == len(wants) else found)
    return None
