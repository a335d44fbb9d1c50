"""Words that are about the edit itself: "a bit less", "undo that", "as before but …", "undo the grain", 再淡一点.

What changes the photo ("a bit less warm") is an ordinary instruction, which the rules read relative to what stands;
only what has no meaning without the edits before it is read here. Both languages, by patterns.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.ops import geometry
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.rules.goals import GOALS
from jarvisevo.rules.intent import Want
from jarvisevo.rules.language import read
from jarvisevo.rules.language.tokens import is_chinese
from jarvisevo.rules.moves import DIMS, SLIDERS
from jarvisevo.rules.places import PLACES, named

Act = Literal["undo", "redo", "restart", "scale", "drop", "go on"]
ADDED = ("grain", "vignette", "crop", "black_and_white")
"""What sliders add: to undo it where none is set is no wish about the photo. Haze and sharpening it may have of itself.
"""
MOST = 400
"""Characters of an instruction that is looked at; a longer one is no short word about the edit."""


@dataclass(frozen=True)
class Relative:
    """What a sentence wants done with the edits so far.

    act     "scale" the last one by `factor`, "drop" the sliders in `names`, "go on" with `rest` as it stands,
            "restart" from the photo with `rest`; "undo", "redo"
    names   Adobe's names, and names of corrections; none where what is to be dropped is not set
    rest    what is left to be read as an instruction, "" for nothing; what is to be dropped, as it was said
    """

    act: Act
    factor: float = 1.0
    names: tuple[str, ...] = ()
    rest: str = ""


_SMALL = r"(?:(?:just )?a (?:little |tiny |wee )?(?:bit|little|touch|tad|hair)|slightly|somewhat)"
_LARGE = r"(?:much|a lot|lots|way|far|considerably)"
_LAST = r"(?: (?:that|this|it|the last (?:one|step|edit|change|thing)|your last (?:step|edit|change)))?"
_LESS = r"(?:less|weaker|milder|subtler|gentler|more subtle|less strong|toned down)"
_MORE = r"(?:more|stronger|further|harder)"
_MAKE = r"(?:(?:can you |could you )?(?:make|do|try) (?:it|that|this) |now |just )?"
_OF = r"(?: of (?:that|this|it|the same))?"
_ENGLISH: tuple[tuple[str, Act, float], ...] = (
    (
        rf"(?:undo|revert|take back){_LAST}|go back(?: (?:a|one) step)?|(?:take|put) (?:that|it) back|never ?mind",
        "undo",
        1,
    ),
    (rf"redo{_LAST}|bring (?:that|it) back", "redo", 1),
    (rf"{_MAKE}{_SMALL} {_LESS}{_OF}|{_SMALL} too (?:much|strong)", "scale", 0.7),
    (rf"{_MAKE}{_LARGE} {_LESS}{_OF}|{_LARGE} too (?:much|strong)", "scale", 0.3),
    (
        rf"{_MAKE}{_LESS}{_OF}|(?:that's |that is |it's )?too (?:much|strong)|not (?:so|that|as) (?:much|strong)",
        "scale",
        0.5,
    ),
    (
        r"(?:tone|dial|turn|scale) (?:it|that|this) (?:down|back)|pull (?:it|that|this) back|back off(?: a bit)?",
        "scale",
        0.6,
    ),
    (
        r"half (?:of )?(?:that|it)|half (?:as (?:much|strong)|the (?:strength|amount|effect))|halve (?:it|that)",
        "scale",
        0.5,
    ),
    (rf"{_MAKE}{_SMALL} {_MORE}{_OF}", "scale", 1.3),
    (
        rf"{_MAKE}{_LARGE} {_MORE}{_OF}|(?:twice|double) (?:as (?:much|strong)|that|it|the effect)|double (?:it|that)",
        "scale",
        2,
    ),
    (
        rf"{_MAKE}(?:even |still )?{_MORE}{_OF}|go further|push (?:it|that) (?:further|harder|more)|not enough",
        "scale",
        1.5,
    ),
)
_CHINESE: tuple[tuple[str, Act, float], ...] = (
    (
        r"(?:请|帮我)?(?:撤销|撤回|撤消|退回|取消)(?:一下|上一步|刚才(?:那步|的(?:调整|修改|操作)?)?|这一步)?|回到上一步",
        "undo",
        1,
    ),
    (r"重做(?:一下|上一步)?|恢复(?:刚才)?撤销的?(?:操作|步骤)?", "redo", 1),
    (
        r"(?:再|稍微?|稍稍|略微?)+(?:淡|弱|轻|收|少|减弱?|温和|柔|浅)(?:一?点儿?|一?些|一下)?|(?:有点|稍微?)(?:太?过|太强|太重)了?",
        "scale",
        0.7,
    ),
    (
        r"(?:淡|弱|轻|少|减弱|收敛?)(?:一?点儿?|一?些)|别(?:这么|那么)(?:强|重|过)|太(?:过|强|重|猛)了|(?:调|做)?过头了",
        "scale",
        0.5,
    ),
    (r"(?:强度|效果|力度)?(?:减半|一半)(?:就好|就行)?", "scale", 0.5),
    (r"(?:再|稍微?|稍稍|略微?)+(?:强|重|浓|多|加强|明显|深入?)(?:一?点儿?|一?些|一下)?", "scale", 1.3),
    (r"(?:还)?不够(?:强|明显)?|(?:更|再)(?:强|明显)(?:烈)?|加强(?:一?点|一?些)?|再来一?点", "scale", 1.5),
    (r"(?:强度|效果|力度)?(?:加倍|翻倍|两倍)", "scale", 2),
)
_RESTART = (
    r"(?:start (?:over|again|afresh|anew|from scratch)|from scratch|reset(?: (?:everything|all|it"
    r"|the (?:photo|picture|image)))?"
    r"|(?:go )?back to the original|undo (?:everything|all(?: of it)?)|remove all (?:the )?(?:edits|changes))"
    r"(?:(?:[,;:.]| and| but|, then| then)+ (?P<rest>.+))?",
    r"(?:重新开始|从头(?:再)?来|(?:恢复|回到|还原)(?:到)?原(?:图|片|样)|全部(?:撤销|还原|重置)|撤销全部|重置)(?:[，,；;。]?(?P<rest>.+))?",
)
_GO_ON = (
    r"(?:(?:the )?same(?: as (?:before|that|now))?|(?:just )?(?:as|like) (?:before|that|it is|now)"
    r"|keep (?:it|everything|all(?: of)? (?:that|it)|that))"
    r"(?: as (?:it is|is|before))?,? (?:but|only|except(?: that)?|just)(?: (?:make it|it should be"
    r"|with))? (?P<rest>.+)",
    r"(?:(?:和|跟|像|按|照)?(?:之前|刚才|原来|现在|上次)(?:的)?(?:那样|这样|一样|样子|效果)?|保持(?:现在|不变|原样|现状|这样)(?:的?(?:样子|效果))?)"
    r"[，,]?(?:但是?|不过|只是|只)(?:要|请)?(?P<rest>.+)",
)
_DROP = (
    r"(?:(?P<whole>undo|revert|reset|take back|switch off|turn off)|remove|drop|lose|take (?:away|off"
    r"|out)|get rid of|no more|without)"
    r"(?: (?:the|that|your|my|this))? (?P<what>.+?)(?: (?:again|effect|adjustments?|(?:that )?(?:you|we"
    r"|i) (?:added|did|made|put in)))*",
    r"(?:(?P<whole>撤销|取消|关掉|撤掉)|去掉|不要|去除|拿掉|移除)(?:刚才|之前|你)?(?:加|做)?(?:上)?的?(?P<what>.+?)(?:效果|调整)?(?:了|吧)?",
)
_TAIL = re.compile(rf"(?P<head>.+?),? (?P<how>{_SMALL}|even|still|some|{_LARGE}) more", re.IGNORECASE)
_POLITE = re.compile(
    r"^(?:please|ok(?:ay)?|now|hmm+|and|well|请|好的?|嗯)[\s,，]+|[\s,，]*(?:please|thanks?|谢谢|吧)$", re.IGNORECASE
)


_SAYS_LESS = re.compile(rf"\b(?:{_LESS})\b|[没不]要?(?:那么|这么)|[淡弱轻少减]", re.IGNORECASE)


def says_less(text: str) -> bool:
    """Whether a sentence takes something back: "a bit less warm", 没那么暖, 淡一点."""
    return bool(_SAYS_LESS.search(text))


def read_relative(text: str, standing: Settings, corrections: Collection[str] = ()) -> Relative | None:
    """What a sentence wants done with the edits so far; None when it is an ordinary instruction.

    standing     the settings that stand: only sliders that are set can be dropped
    corrections  names of the local corrections that stand
    """
    said = _plain(text)
    if not said or len(said) > MOST:
        return None
    zh = is_chinese(said)
    for pattern, act, factor in _CHINESE if zh else _ENGLISH:
        if re.fullmatch(pattern, said, re.IGNORECASE):
            return Relative(act, factor)
    if found := re.fullmatch(_RESTART[zh], said, re.IGNORECASE):
        return Relative("restart", rest=found["rest"] or "")
    if found := re.fullmatch(_GO_ON[zh], said, re.IGNORECASE):
        return Relative("go on", rest=found["rest"])
    if found := re.fullmatch(_DROP[zh], said, re.IGNORECASE):
        whole = bool(found["whole"])
        names = _standing_names(found["what"], zh, standing, corrections, whole)
        if names or (whole and _added(found["what"], zh)):
            return Relative("drop", names=names, rest=found["what"])
    if not zh and (found := _TAIL.fullmatch(said)) and len(read(found["head"]).wants) == 1:
        return Relative("go on", rest=f"{found['head']} {_degree(found['how'])}".strip())
    return None


def _plain(text: str) -> str:
    said = " ".join(text.split()).strip(" .!。！~")
    for _ in range(3):
        said = _POLITE.sub("", said).strip(" .!。！,，")
    return said


def _degree(how: str) -> str:
    """ "darken the sky a bit more" is to darken it a bit: it is darker already."""
    return (
        "" if how.lower() in ("even", "still", "some") else "a lot" if re.fullmatch(_LARGE, how, re.I) else "a little"
    )


def _standing_names(
    what: str, zh: bool, standing: Settings, corrections: Collection[str], whole: bool
) -> tuple[str, ...]:
    """The sliders and corrections that words stand for, of those that are set.

    whole  "undo the haze" takes every slider of haze back; "remove the haze" only those that brought haze in
    """
    found = [name for name in corrections if _called(name, what)]
    for word in {want.what for want in _meant(what, zh)}:
        found += [name for name, way in _sliders(word).items() if _stands(standing, name, 0 if whole else way)]
    return tuple(dict.fromkeys(found))


def _meant(what: str, zh: bool) -> tuple[Want, ...]:
    """What words stand for, as wants for more of it and for it alone."""
    return (*read(f"增加{what}" if zh else f"more {what}").wants, *read(what).wants)


def _added(what: str, zh: bool) -> bool:
    """Whether words name nothing but what sliders add, all over the photo."""
    meant = _meant(what, zh)
    return bool(meant) and all(w.what in ADDED and w.where.everywhere and w.degree == "plain" for w in meant)


def _called(name: str, what: str) -> bool:
    """Whether a correction is what somebody calls "the sky" or "the sky mask"."""
    plain = re.sub(r"\b(?:mask|correction|the)\b|蒙版|的", "", what, flags=re.IGNORECASE).strip().lower()
    place = named(plain)
    names = {plain, *((PLACES[place].english.lower(), PLACES[place].chinese) if place else ())}
    return re.sub(r" \d+$", "", name.strip().lower()) in names


def _stands(standing: Settings, name: str, way: float) -> bool:
    """Whether a slider is set; with a way, on the side of it."""
    value, default = standing[name], TABLE[name].default
    return value != default and (not way or not isinstance(value, float) or (value - default) * way > 0)


def _sliders(word: str) -> dict[str, float]:
    """Every slider that has to do with a word of an intent, and which way gives more of it; 0 where none does."""
    if word in ("crop", "straighten", "rotate", "flip"):
        rows = {"rotate": geometry.ROWS, "flip": (geometry.ORIENTATION,)}.get(word, geometry.CROP)
        return {row.name: 0.0 for row in rows}
    if word == "black_and_white":
        return {"ConvertToGrayscale": 0.0}
    dim = DIMS.get(word)
    if dim is None:
        return {}
    own, way = SLIDERS.get(word, ("", 1))
    names = {own: float(way)} if own else {}
    if dim not in ("brightness", "contrast"):  # those move half the panel
        names |= {name: full for name, full in GOALS[dim].up.items() if name != own}
    families = {"grain": "Grain", "vignette": "PostCropVignette"}
    if word in families:
        names |= {n: 0.0 for n in TABLE if n.startswith(families[word]) and "." not in n and n not in names}
    return {name: way for name, way in names.items() if name in TABLE}


def dropped(settings: Settings, names: Collection[str]) -> Settings:
    """The settings without these sliders and corrections."""
    values = {name: value for name, value in settings.values.items() if name not in names}
    if CORRECTIONS in values:
        values[CORRECTIONS] = tuple(g for g in values[CORRECTIONS] if g.get("CorrectionName") not in names)
        if not values[CORRECTIONS]:
            del values[CORRECTIONS]
    return Settings(values, settings.extra)


SAID = {
    "undo": ("I take the last step back.", "我撤回上一步。"),
    "redo": ("I bring the undone step back.", "我恢复撤销的那一步。"),
    "restart": ("I begin again from the photo as it came.", "我从原片重新开始。"),
    "less": ("I take the last change back part of the way.", "我把上一步的调整收回一部分。"),
    "more": ("I take the last change further in the same direction.", "我沿着上一步的方向再推进一些。"),
    "unset": ("no {names} is set, so there is nothing to take out", "没有设置{names}，没有可以去掉的"),
    "drop": ("I take {names} out and leave everything else as it is.", "我去掉{names}，其余保持不变。"),
}


def say(relative: Relative, chinese: bool, names: str = "") -> str:
    """What is done with the edits so far, in a sentence."""
    if relative.act == "drop" and not relative.names:
        return SAID["unset"][chinese].format(names=relative.rest)
    key = relative.act if relative.act != "scale" else "less" if relative.factor < 1 else "more"
    return SAID[key][chinese].format(names=names)
