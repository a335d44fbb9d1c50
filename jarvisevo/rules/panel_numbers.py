"""Numbers as panels show them: "sharpening 40" is where a slider shall stand, "contrast +20" a change of it.

Which of the two is meant matters only where the slider stands at something; `read` says what the words alone tell.
"""

import re
from dataclasses import replace

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.rules.earlier.named import called
from jarvisevo.rules.intent import Intent, Want
from jarvisevo.rules.language.panels import PLAIN_WORDS
from jarvisevo.rules.moves import AS_TYPED, SLIDERS, slider_number

_ALSO = {
    "brightness": "exp|曝光度|曝光值",
    "warmth": "temp|warmth",
    "saturation": "sat",
    "vibrance": "vib",
    "sharpness": "sharpness|sharpen|锐度",
    "haze": "dehazing|去朦胧",
    "noise": "luminance noise reduction|denoise|明亮度降噪",
    "vignette": "vignetting",
}
"""Other names of a slider than those in PLAIN_WORDS."""
_NUMBER = r"(?P<sign>[+−–-]\s?)?(?P<number>\d+(?:\.\d+)?|\.\d+)\s?(?:ev|stops?|档|级)?"
_MOVES = re.compile(
    r"[+]|\b(?:more|less|by|plus|minus|extra|another|further|add(?:ed|ing)?|rais(?:e|ed|ing)|lift|increase|boost|bump|push"
    r"|up|down|reduce|lower|drop|decrease|cut|pull|bring|take|higher|brighter|darker)\b|[加减增提升降拉压多少]|调[高低]"
)
"""Words that make a number a change."""
_CLAUSE = re.compile(r"(?<!\d)[.;,\n](?!\d)|[;，。；、\n]|, ")


def as_panels_say(intent: Intent, instruction: str, stands: Settings) -> Intent:
    """An intent in which an unsigned number behind a slider's name ("sharpening 40", 对比度20) is where the slider
    shall stand, where it stands at something; in a place always, whose sliders are counted from nothing.

    stands  the settings before the edit: sliders at their defaults leave every number as it was read
    A vignette with a minus is one too ("vignette -20"): its slider has the sign that people say.
    """

    def settled(want: Want) -> Want:
        name = SLIDERS.get(want.what, ("", 1))[0]
        set_ = name and (not want.where.everywhere or stands[name] != TABLE[name].default)
        return _settled(want, instruction) if set_ else want

    return replace(intent, wants=tuple(map(settled, intent.wants)))


def as_obeyed(intent: Intent, instruction: str, stands: Settings) -> Intent:
    """The same by the settings after the edit: a slider that stands just where its number says shall stand there."""
    pairs = ((want, _settled(want, instruction)) for want in intent.wants)
    return replace(intent, wants=tuple(settled if stands_at(settled, stands) else want for want, settled in pairs))


def stands_at(want: Want, settings: Settings) -> bool:
    """Whether a slider stands in these settings where an absolute number says, of the photo or of a place."""
    name, way = SLIDERS.get(want.what, ("", 1))
    if not (name and want.absolute and want.amount and _of_a_slider(want, name)):
        return False
    row, said = TABLE[name], slider_number(want.what, way, want.amount[0], 1, True)
    near = 0.01 if row.span <= 10 else 0.5
    if want.where.everywhere:
        return abs(float(settings[name]) - min(max(said, row.low), row.high)) < near
    place = want.where.words or want.where.name
    stands = [g.get(row.local, 0.0) for g in settings[CORRECTIONS] or () if called(str(g["CorrectionName"]), place)]
    end = row.local_unit
    return bool(row.local) and any(abs(value * end - min(max(said, -end), end)) < near for value in stands)


def _settled(want: Want, instruction: str) -> Want:
    name, way = SLIDERS.get(want.what, ("", 1))
    if not name or want.absolute or not _of_a_slider(want, name):
        return want
    if not _as_in_a_panel(want, name, instruction):
        return want
    number, unit = want.amount or (0.0, "slider")
    value = slider_number(want.what, way, number, -1 if want.direction == "-" else 1, False)
    return replace(want, amount=(value if want.what == AS_TYPED else way * value, unit), absolute=True)


def _of_a_slider(want: Want, name: str) -> bool:
    """Whether a want's number is in the units of the slider: stops are exposure's alone."""
    return want.amount is not None and want.amount[1] == ("EV" if name == "Exposure2012" else "slider")


def _as_in_a_panel(want: Want, name: str, instruction: str) -> bool:
    """Whether a clause says the slider's name and right behind it the number, and no word that makes it a change."""
    names = "|".join(filter(None, (*PLAIN_WORDS[name], _ALSO.get(want.what, "")))) if name in PLAIN_WORDS else ""
    if not names:
        return False
    for clause in _CLAUSE.split(_joined(instruction.lower())):
        found = re.search(rf"(?:{names})(?: (?:slider|amount|level))?\s*[:=：]?\s*{_NUMBER}", clause)
        if found is None or not want.amount or abs(float(found["number"]) - abs(want.amount[0])) > 1e-6:
            continue
        typed = want.what == AS_TYPED and found["sign"]
        rest = clause[: found.start()] + " " + clause[found.end() :]
        if typed or not found["sign"] and not _MOVES.search(rest):
            return True
    return False


def _joined(text: str) -> str:
    """ "Add a vignette, -20": a comma between a name and its number is none between clauses."""
    return re.sub(r"(?<=[a-z\u4e00-\u9fff])[,，]\s*(?=[+−–-]?\d)", " ", text)
