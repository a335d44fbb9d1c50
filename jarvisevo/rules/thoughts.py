"""What the rules say before they work: what they see and what they will do. Future tense, no numbers, short.

Sentences are put together from small tables; a seed picks among wordings. Only what was measured in the photo and
what the settings hold is said: a want that could not be served, or that moved nothing, is not mentioned.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from editor_ops.measure import Measurement
from editor_ops.settings import Settings
from jarvisevo.rules import colours
from jarvisevo.rules.desk import Desk
from jarvisevo.rules.found_region import FoundRegion
from jarvisevo.rules.goals import GOALS
from jarvisevo.rules.intent import SETTING, Want
from jarvisevo.rules.language.panels import label
from jarvisevo.rules.looks import look_of
from jarvisevo.rules.moves import PLAIN_LOOKS, STRENGTH, Move, moves_of
from jarvisevo.rules.orientation import turn_of
from jarvisevo.rules.phrases import ACTIONS, FRAMES, LOCAL_ACTIONS, SEEN, ZONES, Pair

MOST = 6
"""Things that are said to be done; the settings show the rest."""
GEOMETRY: dict[str, tuple[str, str]] = {
    "crop": ("crop around what matters", "围绕重点裁剪"),
    "straighten": ("straighten the horizon", "校正水平"),
    "rotate": ("turn the picture", "旋转画面"),
}
AWAY: tuple[str, str] = ("crop away what is not wanted", "裁掉不要的部分")
TURNS: dict[int, tuple[str, str]] = {
    6: ("rotate it 90° clockwise", "顺时针旋转 90°"),
    8: ("rotate it 90° counter-clockwise", "逆时针旋转 90°"),
    3: ("rotate it by 180°", "旋转 180°"),
    2: ("flip it horizontally", "水平翻转"),
    4: ("flip it vertically", "垂直翻转"),
}

_GRAIN = re.compile(r"(?:，并带一点|并带|和)颗粒$|(?: and|,) (?:a little )?grain$")
"""The grain of a style at the end of its description, which "film, but no grain" does not get."""


def thought(
    chinese: bool,
    seen: Measurement,
    served: Sequence[tuple[Want, FoundRegion | None]],
    kept: Sequence[FoundRegion],
    settings: Settings,
    seed: int,
) -> str:
    """What is seen, what will be done and what will stay, in Chinese or English; the same seed gives the same words."""
    pick = Picker(chinese, Random(f"{seed}:{[(w.what, w.direction) for w, _ in served]}"))
    grainy = bool(settings["GrainAmount"])
    actions = [_action(pick, want, region, grainy) for want, region in served]
    if not len(settings) or not any(actions):
        return pick(FRAMES["nothing"])
    parts = [describe(pick, seen), pick(FRAMES["will"], what=pick.join(actions[:MOST]))]
    if kept:
        names = ("、" if chinese else " and the ").join(dict.fromkeys(_name(pick, region) for region in kept))
        parts.append(pick(FRAMES["stays"], thing=names))
    text = ("" if chinese else " ").join(part for part in parts if part)
    return text if chinese else tidy(text)


def as_set(want: Want, desk: Desk) -> Want | None:
    """A want of the whole picture as the sliders have it in the end: a number's way is where it put its slider ("5200K"
    may be warmer or cooler); None where sliders and picture go the other way, for others' sake.
    """
    if not want.where.everywhere or len(moves := moves_of(want)) != 1 or (move := moves[0]).dim not in GOALS:
        return want
    goal = GOALS[move.dim]
    if move.amount and move.slider[0]:
        way = move.slider[1] * desk.shift(move.slider[0])
        return replace(want, direction="-" if way < 0 else "+") if way else want
    tool = goal.up if move.sign > 0 else goal.down
    against = sum(desk.shift(name) / full for name, full in tool.items()) < 0
    if against and goal.read is not None:
        against = (goal.read(desk.view()) - goal.read(desk.first)) * move.sign < 0
    return None if against else want


def _name(pick: "Picker", region: FoundRegion) -> str:
    return region.title if pick.chinese else region.title.lower()


def _action(pick: "Picker", want: Want, region: FoundRegion | None, grainy: bool) -> str:
    """One want that was served, as a verb phrase; "" when there is none for it. grainy: whether grain was added."""
    degree = pick(FRAMES["little"]) if want.degree == "little" else pick(FRAMES["much"]) if want.degree == "lot" else ""
    if turn := TURNS.get(turn_of(want)):
        return turn[pick.chinese]
    if want.what in GEOMETRY:
        return (AWAY if want.what == "crop" and want.where.outside else GEOMETRY[want.what])[pick.chinese]
    if want.what.startswith(SETTING):
        return pick(FRAMES["setting"], thing=label(want.what.removeprefix(SETTING), pick.chinese))
    if want.what.startswith("look:") and want.what not in PLAIN_LOOKS:
        look = look_of(want.what.removeprefix("look:"))
        where = _where(pick, region)
        blurb = look.blurb[pick.chinese] if look else ""
        return pick(FRAMES["style"], blurb=blurb if grainy else _GRAIN.sub("", blurb), thing=where) if look else ""
    moves = moves_of(want)
    if not moves:
        return ""
    return _local(pick, moves[0], region, degree) if region else _global(pick, moves[0], degree)


def _where(pick: "Picker", region: FoundRegion | None) -> str:
    if region is None:
        return "画面" if pick.chinese else "the picture"
    return region.title if pick.chinese else f"the {region.title.lower()}"


def _global(pick: "Picker", move: Move, degree: str) -> str:
    """A move of the whole picture."""
    if move.zone and move.dim in ("brightness", "warmth", "magenta", "cast"):
        if move.dim == "brightness":
            return pick(ACTIONS[move.zone, move.sign], degree=degree, thing="")
        hue = colours.WORDS.get(move.colour, colours.WORDS["orange" if move.sign > 0 else "blue"])[pick.chinese]
        frame = "zone_untint" if move.dim == "cast" and move.sign < 0 else "zone_tint"
        return pick(FRAMES[frame], hue=hue, zone=ZONES[move.zone][pick.chinese], degree=degree)
    hue = colours.WORDS.get(move.colour, ("", ""))[pick.chinese]
    thing = hue if pick.chinese else f"{hue}s"
    if move.dim == "cast":
        return pick(FRAMES["tint" if move.sign > 0 else "untint"], hue=hue, degree=degree)
    if move.dim == "hue":
        return pick(FRAMES["turn"], thing=thing, hue=colours.WORDS[move.to][pick.chinese], degree=degree)
    dim = {
        "presence": "band_saturation",
        "lightness": "band_luminance",
        "white_balance": "wb",
        "whiten": "whites",
        "natural": "auto",
    }.get(move.dim, move.dim)
    words = ACTIONS.get((dim, move.sign))
    return pick(words, degree=degree, thing=thing) if words else ""


def _local(pick: "Picker", move: Move, region: FoundRegion, degree: str) -> str:
    """A move in a place, by its name."""
    hue = colours.WORDS.get(move.to or move.colour, ("", ""))[pick.chinese]
    dim = {"presence": "tint", "cast": "tint", "hue": "tint", "lightness": "brightness", "auto": "pop"}.get(
        move.dim, move.dim
    )
    words = LOCAL_ACTIONS.get((dim, move.sign), LOCAL_ACTIONS["other", 1])
    return pick(words, thing=_name(pick, region), degree=degree, hue=hue)


def tidy(text: str) -> str:
    """Close the gaps that an empty degree leaves, and begin sentences with a capital; "all but the sky", not "the all
    but sky".
    """
    text = re.sub(r"\bthe all but (?:the )?", "all but the ", " ".join(text.split()), flags=re.IGNORECASE)
    text = text.replace(" ,", ",").replace(" .", ".").replace(" ;", ";")
    return ". ".join(part[:1].upper() + part[1:] for part in text.split(". "))


class Picker:
    """Chooses a wording in one language."""

    def __init__(self, chinese: bool, random: Random) -> None:
        self.chinese, self.random = chinese, random

    def __call__(self, choices: Pair, **fill: str) -> str:
        return self.random.choice(choices[1 if self.chinese else 0]).format(**fill)

    def join(self, items: Sequence[str]) -> str:
        """A list in running text."""
        items = list(dict.fromkeys(item for item in items if item))
        if self.chinese:
            return "，".join(items)
        return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1] if items else ""


def describe(pick: Picker, seen: Measurement) -> str:
    """What the photo looks like: tone first, then what stands out in colour and detail."""
    tone = (
        "night"
        if seen.lightness < 17
        else "dark"
        if seen.lightness < 36
        else "bright"
        if seen.lightness > 66
        else "even"
    )
    notes = [f"tone:{tone}"]
    if seen.contrast < 14:
        notes.append("flat")
    elif seen.contrast > 27:
        notes.append("contrasty")
    if seen.clipped_white > 0.02:
        notes.append("blown")
    if seen.chroma < 5:
        notes.append("grey")
    elif seen.warmth > 12:
        notes.append("warm")
    elif seen.warmth < -7:
        notes.append("cool")
    elif seen.chroma < 10:
        notes.append("pale")
    if seen.chroma > 28:
        notes.append("vivid")
    if seen.haze > 0.35 and seen.contrast < 20:
        notes.append("hazy")
    words = [pick(SEEN[note]) for note in notes[:2]]
    return pick(FRAMES["seen"], what=pick.join(words))


__all__ = ["STRENGTH", "Picker", "as_set", "describe", "thought", "tidy"]
