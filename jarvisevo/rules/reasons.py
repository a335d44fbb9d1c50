"""What a picture lacks against the one that was wanted, and what will be done about it, in words: measured,
never guessed.
"""

from random import Random

import numpy as np

from jarvisevo.rules.changes import Change, changes
from jarvisevo.rules.phrases import ACTIONS, FRAMES, Pair, pair
from jarvisevo.rules.thoughts import Picker, tidy

CLOSE = 0.45
"""Difference, in steps of a plain wish, from which a result is called off in a quality."""
MOST = 3
"""Qualities that are named."""


ALMOST = pair("slightly off|close, but not there yet", "略有偏差|还差一点")
FAILED = pair(
    "My edit missed the wish: the picture became {what}.|I misjudged it, and the result is {what}.|Looking again, I"
    " left the picture {what}.",
    "我的调整没有达到要求：画面{what}。|我判断有误，结果{what}。|再看一遍，我让画面{what}。",
)
CORRECTING = pair(
    "I will {what} to bring it back.|This time I will {what}.|To correct that, I will {what}.",
    "我会{what}，把它拉回来。|这一次我会{what}。|为了纠正，我将{what}。",
)
DESIRED: dict[tuple[str, int], Pair] = {  # how a result differs from the wanted picture
    ("brightness", 1): pair("too bright|brighter than wanted", "偏亮|比要求的亮"),
    ("brightness", -1): pair("too dark|darker than wanted", "偏暗|比要求的暗"),
    ("contrast", 1): pair("too hard in contrast", "反差过强"),
    ("contrast", -1): pair("too flat|short of contrast", "反差不足|偏平"),
    ("warmth", 1): pair("too warm|warmer than wanted", "偏暖|暖过了头"),
    ("warmth", -1): pair("too cool|colder than wanted", "偏冷|冷过了头"),
    ("magenta", 1): pair("too magenta", "偏洋红"),
    ("magenta", -1): pair("too green", "偏绿"),
    ("chroma", 1): pair("too colourful|oversaturated", "颜色过浓|饱和度过高"),
    ("chroma", -1): pair("too pale|short of colour", "颜色太淡|色彩不足"),
    ("haze", 1): pair("too hazy", "雾感太重"),
    ("haze", -1): pair("too harsh in its clearness", "通透得有些生硬"),
    ("highlights", 1): pair("too bright in the highlights", "高光过亮"),
    ("highlights", -1): pair("dull in the highlights", "高光发闷"),
    ("shadows", 1): pair("too open in the shadows", "阴影提得过高"),
    ("shadows", -1): pair("blocked in the shadows", "阴影过死"),
    ("whites", 1): pair("too strong in the whites", "白色过强"),
    ("whites", -1): pair("without clean whites", "白色不够干净"),
    ("blacks", 1): pair("washed out in the blacks", "黑位发灰"),
    ("blacks", -1): pair("too heavy in the blacks", "黑位过重"),
    ("clarity", 1): pair("too gritty", "质感过硬"),
    ("clarity", -1): pair("too soft in structure", "质感过软"),
    ("vignette", 1): pair("too dark at the edges", "四周过暗"),
    ("vignette", -1): pair("too light at the edges", "四周过亮"),
    ("bw", 1): pair("without the colour it should have", "失去了应有的颜色"),
}


def off(pick: Picker, result: np.ndarray, wanted: np.ndarray) -> list[str]:
    """In which qualities a result differs from the wanted picture, largest first; (H, W, 3) uint8 each."""
    named = [DESIRED[c.dim, c.sign] for c in _apart(result, wanted) if (c.dim, c.sign) in DESIRED]
    return [pick(words) for words in named[:MOST]]


def action(pick: Picker, dim: str, sign: int, strength: float) -> str:
    """One change of the whole picture as a verb phrase, "" when there is none for it."""
    choices, much = ACTIONS.get((dim, sign)), degree(pick, strength)
    return pick(choices, degree=much, thing="", hue="") if choices else ""


def degree(pick: Picker, strength: float) -> str:
    """How much, in words; a plain wish has none."""
    return pick(FRAMES["little"]) if strength < 0.8 else pick(FRAMES["much"]) if strength > 1.3 else ""


def reflection(chinese: bool, result: np.ndarray, wanted: np.ndarray, random: Random) -> str:
    """What failed in one's own edit, and what will be done instead; (H, W, 3) uint8 each."""
    pick = Picker(chinese, random)
    text = pick(FAILED, what=pick.join(off(pick, result, wanted)) or pick(ALMOST))
    back = [Change(c.dim, -c.size) for c in _apart(result, wanted)][:MOST]
    if actions := [a for c in back if (a := action(pick, c.dim, c.sign, c.strength))]:
        text += ("" if chinese else " ") + pick(CORRECTING, what=pick.join(actions))
    return text if chinese else tidy(text)


def _apart(result: np.ndarray, wanted: np.ndarray) -> list[Change]:
    return [c for c in changes(wanted, result) if abs(c.size) >= CLOSE]
