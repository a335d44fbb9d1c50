"""Words that are about the edit itself: "a bit less", "undo that", "as before but …", "undo the grain", 再淡一点.

What changes the photo ("a bit less warm") is an ordinary instruction, which the rules read relative to what stands;
only what has no meaning without the edits before it is read here. Both languages, by the patterns of `act_words`.
"""

import re
from dataclasses import dataclass

from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.rules import greys
from jarvisevo.rules.earlier import act_words as words
from jarvisevo.rules.earlier.act_words import Act
from jarvisevo.rules.earlier.named import added, all_but, meant, standing_names
from jarvisevo.rules.language import read
from jarvisevo.rules.language.tokens import is_chinese

LEAVES_WORDS = ("undo", "restart", "go on")
"""Acts whose `rest` is an instruction."""
MOST = 400
"""Characters of an instruction that is looked at; a longer one is no short word about the edit."""


@dataclass(frozen=True)
class Relative:
    """What a sentence wants done with the edits so far.

    act     "scale" the last one by `factor` (0 takes it out); "drop" what is in `names`, "leave" only what is not;
            "undo" and "redo" so many `steps`, "to" that step, "back" to the step that `rest` tells of, or `steps` from
            it; "restart" from the photo; "restore" what `rest` says, as it was; "go on" with `rest` as it stands; the
            "same" request again, for the place in `rest`; "refused": the edit is not liked, and nothing is said of
            what to do instead; "shown": the photo is to be shown as it came
    names   Adobe's names, and names of corrections; none where what is to be dropped (or left) is not set
    rest    what is left to be read as an instruction, "" for nothing; what it is about, as it was said
    """

    act: Act
    factor: float = 1.0
    names: tuple[str, ...] = ()
    rest: str = ""
    steps: int = 1


def says_less(text: str) -> bool:
    """Whether a sentence takes something back: "a bit less warm", 没那么暖, 淡一点."""
    return bool(re.search(words.SAYS_LESS, text, re.IGNORECASE))


def read_relative(text: str, standing: Settings | None = None) -> Relative | None:
    """What a sentence wants done with the edits so far; None when it is an ordinary instruction.

    standing  the settings that stand: only what is set can be dropped. None when they are not known: then "undo the
              grain" is to drop it whether it is set or not, and `names` stay empty
    """
    said = _trimmed(text, words.POLITE)
    if not said or len(said) > MOST:
        return None
    zh = is_chinese(said)
    if same := _match(words.SAME[zh], said):
        place = next(filter(None, same.groups()))
        if is_place(place, zh):
            return Relative("same", rest=place)
    order = _without_refusal(said, zh)
    if not order:
        return Relative("refused")
    plain = _trimmed(order, words.LINK, words.POLITE)
    found = _left(plain, zh, standing) or _short(plain, zh) or _joined(plain, zh)
    found = found or _with_more(plain, zh) or _about_names(plain, zh, standing)
    return found or (Relative("go on", rest=order) if order != said else None)


def is_place(noun: str, zh: bool) -> bool:
    """Whether words are a place or a thing and nothing else: "the sky", "the dog on the left", not "the sky darker"."""
    wants = read(f"{noun}暗一点" if zh else f"darken {noun}").wants
    if len(wants) != 1 or (wants[0].what, wants[0].direction) != ("brightness", "-") or wants[0].where.everywhere:
        return False
    where = wants[0].where
    known = (
        f"{where.words} {where.name} {where.colour} {where.side} the her his my their its our on in at of to side other"
    )
    return zh and where.words == noun or not zh and set(noun.lower().split()) <= set(known.lower().split())


def _match(pattern: str, said: str) -> re.Match[str] | None:
    return re.fullmatch(pattern, said, re.IGNORECASE)


def _trimmed(text: str, *patterns: str) -> str:
    """Without what is only polite, or links it to what was said before."""
    said = " ".join(text.split()).strip(" .!。！~")
    for _ in range(3):
        for pattern in patterns:
            said = re.sub(pattern, "", said, flags=re.IGNORECASE).strip(" .!。！,，")
    return said


def _without_refusal(said: str, zh: bool) -> str:
    """ "No, that's the wrong thing, take it back": take it back. "" where nothing else is said."""
    while found := re.match(rf"{words.REFUSED[zh]}(?:\s*[,.;:!，。；！—–]+\s*| - |$)", said, re.IGNORECASE):
        said = _trimmed(said[found.end() :], words.POLITE)
    return said


def _short(said: str, zh: bool) -> Relative | None:
    """A few words that are nothing but an act."""
    for pattern, act in words.STEPS[zh]:
        if found := _match(pattern, said):
            number = next(filter(None, found.groups())).lower()
            return Relative(act, steps=int(number) if number.isdecimal() else words.COUNTS[number])
    for pattern, act, factor in words.SCALED[zh]:
        if _match(pattern, said):
            return Relative(act, factor)
    if found := _match(words.RESTART[zh], said):
        return Relative("restart", rest=found["rest"] or "")
    return Relative("shown") if _match(words.SHOWN[zh], said) else None


def _joined(said: str, zh: bool) -> Relative | None:
    """Several such words, "too much, half of that": what is only a complaint goes by the others."""
    parts = [part for part in re.split(r"[,.;:!，。；！]\s*|\s+(?:and|but|so)\s+", said) if part]
    found = [(part, act) for part in parts if (act := _short(part, zh))]
    if len(parts) < 2 or len(found) < len(parts):
        return None
    orders = [act for part, act in found if not re.search(words.COMPLAINT[zh], part, re.IGNORECASE)]
    orders = orders or [act for _, act in found]
    return orders[-1] if len({act.act for act in orders}) == 1 else None


def _with_more(said: str, zh: bool) -> Relative | None:
    """What goes on, or goes back, and says more: "as before but warmer", "undo that and darken the sky"."""
    if found := _match(words.UNDO_AND[zh], said):
        return Relative("undo", rest=found["rest"])
    if found := _match(words.GO_ON[zh], said):
        return Relative("go on", rest=found["rest"])
    if found := _match(words.BACK[zh], said):
        return Relative("back", rest=next(filter(None, found.groups())), steps=-1 if found["before"] else 0)
    if not zh and (found := _match(words.TAIL, said)) and len(read(found["head"]).wants) == 1:
        return Relative("go on", rest=f"{found['head']} {_degree(found['how'])}".strip())
    return None


def _degree(how: str) -> str:
    """ "darken the sky a bit more" is to darken it a bit: it is darker already."""
    large = re.fullmatch(words.LARGE, how, re.IGNORECASE)
    return "" if how.lower() in ("even", "still", "some") else "a lot" if large else "a little"


def _left(said: str, zh: bool, standing: Settings | None) -> Relative | None:
    """ "Undo everything except the sky"."""
    if not (found := _match(words.LEAVE[zh], said)):
        return None
    what = _bare(found["what"] or found["only"])
    if re.search(r"\bcolou?rs?\b|[红橙黄绿青蓝紫粉]色?$", what) and not all_but(what, zh, standing or Settings()):
        return None  # all in black and white but the red
    return Relative("leave", names=all_but(what, zh, standing or Settings()), rest=what)


def _about_names(said: str, zh: bool, standing: Settings | None) -> Relative | None:
    """What takes out, or brings back, what it names."""
    said = re.sub(words.NOUN_FIRST, r"\2\1", said) if zh else re.sub(*words.VERB_LAST, said)
    for pattern, name, what in words.UNDONE[zh]:
        if not _match(pattern, said):
            continue
        if standing is None or (names := _switched(name, standing)):
            return Relative("drop", names=names if standing else (), rest=what)
    found = _match(words.DROP[zh], said)
    if found and not re.search(words.SOME[zh], found["what"], re.IGNORECASE):
        only = said.lower().startswith("no ") and not said.lower().startswith("no more ")
        if only and not added(found["what"], zh):  # "no blown highlights"
            return None
        whole = bool(found["whole"] or found["added"] or only and standing is None)
        return _dropping(_bare(found["what"]), zh, standing, whole=whole)
    if found := _match(words.RESTORE[zh], said):
        return Relative("restore", rest=found["what"] or found["again"])
    return None


def _switched(name: str, standing: Settings) -> tuple[str, ...]:
    """The settings that have to go for a switch to be off; () where it is not on."""
    if name == "ConvertToGrayscale":
        return greys.made_by(standing)
    return (name,) if standing[name] != TABLE[name].default else ()


def _bare(what: str) -> str:
    """A noun without its article."""
    return re.sub(r"^(?:the|that|your|my|this) ", "", what.strip(), flags=re.IGNORECASE)


def _dropping(what: str, zh: bool, standing: Settings | None, *, whole: bool) -> Relative | None:
    wants = [want.what for want in read(what).wants]
    if "black_and_white" in wants and any(want.startswith("look:") for want in wants):
        return None  # a black and white style, of which the black and white is only a part
    names = standing_names(what, zh, standing or Settings(), whole=whole)
    unknown = standing is None and whole and (meant(what, zh) or is_place(what if zh else f"the {what}", zh))
    return Relative("drop", names=names, rest=what) if names or whole and added(what, zh) or unknown else None


SAID = {
    "undo": ("I take the last step back.", "我撤回上一步。"),
    "undo several": ("I take the last {steps} steps back.", "我撤回最后 {steps} 步。"),
    "redo": ("I bring the undone step back.", "我恢复撤销的那一步。"),
    "to": ("I go to step {steps}.", "我回到第 {steps} 步。"),
    "restart": ("I begin again from the photo as it came.", "我从原片重新开始。"),
    "less": ("I take the last change back part of the way.", "我把上一步的调整收回一部分。"),
    "more": ("I take the last change further in the same direction.", "我沿着上一步的方向再推进一些。"),
    "out": ("I take the last change out.", "我去掉上一步的调整。"),
    "eased": ("I take that back part of the way.", "我把它收回一部分。"),
    "gone": ("I take that out and leave everything else as it is.", "我把它去掉，其余保持不变。"),
    "drop": ("I take {the}{rest} out and leave everything else as it is.", "我去掉{rest}，其余保持不变。"),
    "leave": ("I take everything out but {the}{rest}.", "我只保留{rest}，其余全部去掉。"),
    "restore": ("I bring {the}{rest} back as it was.", "我把{rest}恢复到之前的样子。"),
}
UNSET = {
    "gone": ("nothing of that stands, so there is nothing to take back", "现在没有这样的调整，没有可以收回的"),
    "drop": ("no {rest} is set, so there is nothing to take out", "没有设置{rest}，没有可以去掉的"),
    "leave": (
        'no {rest} is set, so there is nothing to leave; "undo everything" takes all of it back',
        "没有设置{rest}，没有可以保留的；“全部撤销”会撤回所有调整",
    ),
    "back": (
        'no step tells of that: `history` lists the steps, "back to step 2" goes to one',
        "没有找到这样的一步：`history` 列出每一步，“回到第二步”会回到那一步",
    ),
    "same": (
        "the last request cannot be done for {rest} alone: say what is to change there",
        "上一步的要求不能单独用在{rest}上：请说明那里要改什么",
    ),
    "refused": (
        'say what is to be different; "undo" takes the last step back, "undo the last two" two',
        "请说明要怎么改；“撤销”会撤回上一步，“撤销最后两步”撤回两步",
    ),
    "shown": (
        'the photo itself is as it was, only the result is edited; "reset" takes all edits back, "undo" the last one',
        "原片没有改动，改的只是结果；“重置”会撤回所有调整，“撤销”撤回上一步",
    ),
    "none": ("there is no earlier edit to go on from", "之前没有可以接着改的调整"),
}


def say(relative: Relative, chinese: bool) -> str:
    """What is done with the edits so far, in a sentence."""
    key: str = relative.act
    if key == "scale":
        key = "out" if not relative.factor else "less" if relative.factor < 1 else "more"
    key = "undo several" if key == "undo" and relative.steps > 1 else key
    the = "" if re.match(r"(?:the|her|his|my|their) ", relative.rest) else "the "
    return SAID[key][chinese].format(rest=relative.rest, the=the, steps=relative.steps)


def cannot(what: str, chinese: bool, rest: str = "") -> str:
    """Why nothing comes of words about the edits: a key of UNSET; rest: what it is about, as it was said."""
    return UNSET[what][chinese].format(rest=rest)


def may_be_ordinary(relative: Relative, text: str) -> bool:
    """Whether words are an ordinary instruction where nothing of what they name is, or was, set: "undo the haze"."""
    return relative.act == "restore" or relative.act == "drop" and not added(relative.rest, is_chinese(text))


def describe(relative: Relative) -> str:
    """What `explain` says of words about the edits so far."""
    rest = relative.rest
    count = f"{relative.steps} steps" if relative.steps > 1 else "the last step"
    lines = {
        "undo": f"undo {count}",
        "redo": f"redo {count.replace('last', 'undone')}",
        "to": f"go to step {relative.steps}",
        "back": f"go back to the step that tells of: {rest}",
        "restart": "begin again from the photo as it came",
        "scale": f"the last edit x {relative.factor:g}" if relative.factor else "take the last edit out",
        "drop": f"take out, where it is set: {rest}",
        "leave": f"take out all that is set but: {rest}",
        "restore": f"bring back as it was, where it was taken out: {rest}",
        "go on": "go on from what stands",
        "same": f"the last request again, for: {rest}",
        "refused": f"not liked, no order: {UNSET['refused'][0]}",
        "shown": f"no edit: {UNSET['shown'][0]}",
    }
    return lines[relative.act]
