"""Outlines: what a photo is like, what is asked of it and what was done to it, in a few words always the same.

Running sentences say one thing in twenty ways, and a small model spends its lessons on the ways. The same terms for
what is wanted and for what is seen to have happened let it compare the two.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from editor_ops.measure import Measurement
from jarvisevo.rules import colours
from jarvisevo.rules.changes import Change
from jarvisevo.rules.intent import Intent, Keep, Place, Want
from jarvisevo.rules.language import read
from jarvisevo.rules.places import PLACES

LITTLE, LOT = 0.7, 1.6
"""Sizes in steps of a plain request below and above which a change is slight or strong."""
MOST = 4
"""Changes that an outline names, the largest first."""
SMALL = 0.3
"""Mean ΔE2000 below which nothing was done."""
TERMS: dict[str, tuple[str, str]] = {
    "brightness": ("brightness", "亮度"),
    "contrast": ("contrast", "对比"),
    "saturation": ("saturation", "饱和"),
    "chroma": ("saturation", "饱和"),
    "vibrance": ("vibrance", "鲜艳"),
    "warmth": ("warmth", "色温"),
    "tint": ("tint", "色调"),
    "magenta": ("tint", "色调"),
    "highlights": ("highlights", "高光"),
    "shadows": ("shadows", "阴影"),
    "whites": ("whites", "白色"),
    "blacks": ("blacks", "黑色"),
    "clarity": ("clarity", "清晰"),
    "texture": ("texture", "纹理"),
    "sharpness": ("sharpness", "锐度"),
    "haze": ("haze", "雾感"),
    "noise": ("noise", "噪点"),
    "grain": ("grain", "颗粒"),
    "vignette": ("vignette", "暗角"),
    "blur": ("blur", "虚化"),
    "fade": ("fade", "褪色"),
    "black_and_white": ("black and white", "黑白"),
    "bw": ("black and white", "黑白"),
    "white_balance": ("white balance", "白平衡"),
    "auto": ("auto", "自动"),
    "crop": ("crop", "裁剪"),
    "straighten": ("straighten", "拉直"),
    "rotate": ("rotate", "旋转"),
    "all": ("everything", "全部"),
}
WAYS = {"+": ("up", "升"), "more": ("up", "升"), "-": ("down", "降"), "less": ("down", "降")}
RANGES = {"lighter": ("brightness up", "亮度升"), "darker": ("brightness down", "亮度降")}
DEGREES = {"little": ("slightly", "略"), "plain": ("", ""), "lot": ("much", "大")}
STATES: dict[str, tuple[str, str]] = {
    "dark": ("dark", "偏暗"),
    "bright": ("bright", "偏亮"),
    "even": ("even", "亮度适中"),
    "flat": ("flat", "偏灰"),
    "hard": ("hard", "反差大"),
    "pale": ("pale", "色淡"),
    "vivid": ("vivid", "色浓"),
    "warm": ("warm", "偏暖"),
    "cool": ("cool", "偏冷"),
    "clipped": ("clipped", "过曝"),
}
FRAMES = {
    "wanted": ("Wanted: {}.", "要求：{}。"),
    "done": ("Done: {}.", "改动：{}。"),
    "missing": ("Missing: {}.", "还差：{}。"),
    "nothing": ("nothing", "无"),
    "keep": ("keep {}", "保持{}"),
    "except": ("all but {}", "{}以外"),
}


def photo(seen: Measurement, language: str) -> str:
    """What a photo is like: its tone, its contrast and its colours, where they stand out."""
    notes = ["dark" if seen.lightness < 36 else "bright" if seen.lightness > 62 else "even"]
    notes += (
        ["flat"] * (seen.contrast < 15) + ["hard"] * (seen.contrast > 26) + ["clipped"] * (seen.clipped_white > 0.02)
    )
    notes += ["pale"] * (seen.chroma < 10) + ["vivid"] * (seen.chroma > 26)
    notes += ["warm"] * (seen.warmth > 12) + ["cool"] * (seen.warmth < -6)
    words = _listed((STATES[note][language == "zh"] for note in notes), language)
    return words + "。" if language == "zh" else words[:1].upper() + words[1:] + "."


def wanted(intent: Intent, language: str) -> str:
    """What an instruction asks for; "" when it asks for nothing."""
    parts = [_want(want, language) for want in intent.wants] + [_keep(keep, language) for keep in intent.keep]
    return _framed("wanted", _listed(dict.fromkeys(parts), language), language) if parts else ""


@lru_cache(maxsize=65_536)
def reading(instruction: str) -> str:
    """What the rules' reader understands of an instruction, as an outline; "" when nothing."""
    intent = read(instruction)
    return wanted(intent, intent.language)


def done(changes: Sequence[Change], language: str) -> str:
    """What happened between two images."""
    return _changed("done", changes, language)


def missing(changes: Sequence[Change], language: str) -> str:
    """What leads from a result to what was wanted."""
    return _changed("missing", changes, language)


def _changed(frame: str, changes: Sequence[Change], language: str) -> str:
    parts = [
        _moved(_term(change.dim, language), "+" if change.size > 0 else "-", _degree(change.size), language)
        for change in changes[:MOST]
    ]
    return _framed(frame, _listed(parts, language) or FRAMES["nothing"][language == "zh"], language)


def together(parts: Iterable[str], language: str) -> str:
    """Outlines one behind the other, without those that say nothing."""
    return _spaced(parts, language)


def _degree(size: float) -> str:
    return "little" if abs(size) < LITTLE else "lot" if abs(size) > LOT else "plain"


def _want(want: Want, language: str) -> str:
    chinese = language == "zh"
    term = _term(want.what, language)
    if want.what.startswith("look:"):
        text = _moved(term, "", want.degree, language)
    elif want.direction.startswith("to:"):
        text = _moved(term, "", want.degree, language) + ("变" if chinese else " to ") + want.direction[3:]
    elif want.direction in RANGES:
        way = DEGREES[want.degree][chinese]
        text = _spaced((term, way, RANGES[want.direction][chinese]), language)
    else:
        text = _moved(term, want.direction, want.degree, language)
    if want.amount is not None:
        number, unit = want.amount
        text = _spaced((text, f"{number:+g}", unit), "en")
    return _spaced((_place(want.where, language), text), language)


def _keep(keep: Keep, language: str) -> str:
    named = _place(keep.where, language) or _term(keep.what, language)
    return FRAMES["keep"][language == "zh"].format(named)


def _term(what: str, language: str) -> str:
    kind, _, name = what.partition(":")
    if kind == "color" and name in colours.WORDS:
        return colours.WORDS[name][language == "zh"]
    return (name or kind).replace("_", " ") if name else TERMS.get(what, (what, what))[language == "zh"]


def _place(where: Place, language: str) -> str:
    if where.everywhere:
        return ""
    row = PLACES.get(where.name)
    name = where.zone or ("box" if where.box >= 0 else where.name)
    if row is not None and name == where.name:
        name = row.chinese if language == "zh" else row.english
    return FRAMES["except"][language == "zh"].format(name) if where.outside else name


def _moved(term: str, direction: str, degree: str, language: str) -> str:
    chinese = language == "zh"
    way = WAYS.get(direction, ("", ""))[chinese]
    return _spaced((term, DEGREES[degree][chinese], way), language)


def _spaced(words: Iterable[str], language: str) -> str:
    return ("" if language == "zh" else " ").join(word for word in words if word)


def _listed(parts: Iterable[str], language: str) -> str:
    return ("，" if language == "zh" else ", ").join(parts)


def _framed(name: str, words: str, language: str) -> str:
    return FRAMES[name][language == "zh"].format(words)
