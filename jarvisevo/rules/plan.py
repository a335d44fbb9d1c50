"""`plan`: an instruction and a photo in, develop settings and the reasoning out."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.measure import measure
from editor_ops.ops import geometry as geometry_ops
from editor_ops.photo import Photo
from editor_ops.settings import Settings, raw_start, started
from editor_ops.table import TABLE
from jarvisevo.report.labels import translator
from jarvisevo.report.settings_view import title
from jarvisevo.rules import by_colour, colours, geometry, greys, local_moves, orientation, readings, restraint, solver
from jarvisevo.rules.corrections import Panel, confine, local_twin, tone_inside
from jarvisevo.rules.desk import INSISTENT, MODEST, Desk, Locks
from jarvisevo.rules.elsewhere import BEYOND, SMOOTHED, refusal, stands_in
from jarvisevo.rules.found_region import FoundRegion
from jarvisevo.rules.intent import GEOMETRIC, SETTING, Intent, Keep, Place, Want, modest
from jarvisevo.rules.language import read
from jarvisevo.rules.language.dictated import NOWHERE
from jarvisevo.rules.looks import Look, look_of, without_colour
from jarvisevo.rules.moves import BY_NUMBER, LIVING, PLAIN_LOOKS, SLIDERS, STRENGTH, Move, in_stops, moves_of, to_grey
from jarvisevo.rules.panel_numbers import as_panels_say, stands_at
from jarvisevo.rules.places import is_scene
from jarvisevo.rules.regions import Regions, boxes_of, spares
from jarvisevo.rules.skin_tones import COLOUR as SKIN_COLOUR
from jarvisevo.rules.skin_tones import as_tones
from jarvisevo.rules.thoughts import as_set, thought

ABSENT = ("{name}: not found in this photo, so nothing is done about it", "{name}：在这张照片里没有找到，因此没有处理")
UNPLACED = ("{words}: say where", "{words}：请说明用在哪里")
SCARCE = (
    "{words}: there is hardly any {colour} in this photo, so nothing is done about it",
    "{words}：这张照片里几乎没有{colour}，因此没有处理",
)
GREY = (
    '{words}: the photo is black and white, where colour is not seen; "in colour again" brings it back',
    "{words}：照片是黑白的，看不到颜色；“恢复彩色”可以让颜色回来",
)
UNKNOWN_LOOK = ("{name}: no such style is known, so it is left out", "{name}：不认识这种风格，因此没有处理")
ITS_COLOUR = (
    "{colour}: what is to stay has that colour too, so its sliders are left as they were",
    "{colour}：要保留的部分也有这种颜色，因此没有调整",
)
UNSERVED = ("{words}: cannot be done there, so it is left out", "{words}：无法在那里实现，因此没有处理")
STANDS = ("{name} stands at {value} already", "{name}已经是{value}")
LIMITED = ("{name} goes to {end}: {value} set", "{name}的范围到{end}：已设为{value}")
POINTED = (
    "brightness {number}: read as points, fifty to a stop: {stops} EV",
    "亮度{number}：按点数理解，五十点为一档：{stops} EV",
)
WHOLE = re.compile(r"\b(?:whole|entire|everything|everywhere)\b|整|全", re.IGNORECASE)
"""Words for the whole photo, a place that was to stay before among it."""
SKIN_TONES = ("Colour of the skin", "肤色")
HELD_SKIN = ("the skin is held near its own colour by a correction of its own", "肤色由单独的校正保持接近原样")
NO_KEEP = (
    "{name}: not found in this photo, so it could not be left alone",
    "{name}：在这张照片里没有找到，无法单独保留",
)
BURNT = ("{name}: burnt out to white, so there is no detail to bring back", "{name}：已经过曝成纯白，没有细节可以恢复")
FRAMING = frozenset(row.name for row in geometry_ops.ROWS)
TURN = geometry_ops.ORIENTATION.name
MOST_WORDS = 120
"""Characters of an instruction that are repeated when nothing of it was understood."""
BLUR = 40.0
"""Lens blur of a plain wish: discs of 0.9 % of the long edge."""
FILLING = 0.95
"""Share of the frame from which a place is the whole photo."""
TOOLS_OF_LOOKS = {"grain": "GrainAmount", "noise": "GrainAmount", "vignette": "PostCropVignetteAmount"}
"""What a style brings with it, and people ask for more or less of; a number is not shared."""
SHARED = 0.65
"""Strength of each of several styles ("vintage film"): they mean much the same, and both in full are too much."""
LITTLE = 1.35
"""Times what "a little" is elsewhere, in a place: half of a plain step there is not seen."""
SAID_ALIKE = {("presence", -1): "chroma"}
"""Moves (dim, sign) that are another dim's inside a mask: less of its colour is less colour."""
PRONOUNS = ("her", "him", "them", "it", "me", "us", "她", "他", "它", "我", "我们", "他们", "她们")
"""Words for who or what is in a photo, and so for the photo, where a style in black and white is asked for them."""
ILLUMINATION = ("light", "灯光")
"""Words for what lights a photo as well as for a lamp in it."""
UNLIT, UNLIT_REACH = 10.0, 2.2
"""Mean L* of a photo in which nothing can be seen, and how far sliders may go to lighten it, of what is usual."""
OF_SKIN = ("skin", "face", "lips")
"""Places whose colour is that of skin."""
NEVER_DYED = ("background", "rest", *local_moves.AIRY, *LIVING)
"""Places whose own colour is not looked for where they are to have another one."""
WARMED = 0.6
"""Warmth of a style from which its light falls on skin as well."""
COLOURS_OF_ALL = ("IncrementalTemperature", "IncrementalTint", "Saturation", "Vibrance", "ConvertToGrayscale")
"""Sliders that move the colours of the whole picture, and can act in a part of it."""
COLOURFUL = ("warmth", "tint", "white_balance", "auto", "black_and_white")
"""Wants that mean the colours of everything, skin among them."""


@dataclass(frozen=True)
class Plan:
    """What the rules will do.

    thought   the reasoning, in the language of the instruction, future tense, no numbers
    settings  develop settings from the photo's own state
    intent    the instruction as it was understood
    ignored   what of it is not done, one line each, for the user
    notes     how its numbers were read where they could not be taken as they stand, the same
    """

    thought: str
    settings: Settings
    intent: Intent
    ignored: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass
class Course:
    """Work in progress on one photo: what was served, and what has to be said.

    grey  whether it stands in black and white, and stays so
    """

    desk: Desk
    regions: Regions
    panel: Panel
    grey: bool = False
    served: list[tuple[Want, FoundRegion | None]] = field(default_factory=list)
    kept: list[FoundRegion] = field(default_factory=list)
    toned: list[FoundRegion] = field(default_factory=list)
    """Of what only the colour is to stay: skin."""
    remarks: dict[str, None] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)

    @property
    def chinese(self) -> bool:
        """True when remarks are to be written in Chinese."""
        return self.regions.chinese

    def boxed(self, want: Want) -> Want:
        """A want about a thing that is not found, but a box of the instruction shows: the box is where it is."""
        free = [i for i, box in enumerate(self.regions.boxes) if box]
        if want.where.box >= 0 or want.where.everywhere or len(free) != 1 or self.regions.find(want.where):
            return want
        return replace(want, where=replace(want.where, box=free[0]))

    def moves(self, want: Want) -> tuple[Move, ...]:
        """The moves that a want asks for, of those that are seen."""
        return tuple(move for move in moves_of(want) if not (self.grey and greys.unseen(move)))

    def remark(self, text: tuple[str, str], **names: str) -> None:
        """Something the user has to know, said once."""
        self.remarks[text[self.chinese].format(**names)] = None


def plan(
    photo: Photo,
    instruction: str,
    *,
    seed: int = 0,
    locks: Locks | None = None,
    keep: Sequence[Keep] = (),
    start: Settings | None = None,
    second: bool = False,
) -> Plan:
    """Decide how to edit `photo` as `instruction` asks.

    instruction  English or Chinese, free text; 4,000 characters are read; <box> tags are accepted; "" is "make it good"
    seed         varies the wording of the thought, not the settings
    locks        (low, high) a parameter must stay in, by Adobe's name
    keep         what has to stay as it is besides what the words say (a lock of skin)
    start        what stands already: wishes are about the photo as it looks with it, and the plan holds all of it
    second       read the other way what can be meant in two (`readings.other`)
    The same photo and words always give the same settings. A photo of any size takes some tenths of a second.
    """
    intent = read(instruction) if instruction.strip() else Intent((Want("auto"),))
    if not (intent.wants or intent.keep or intent.out_of_scope or intent.not_understood):
        intent = replace(intent, not_understood=(" ".join(instruction.split())[:MOST_WORDS],))
    if second and (found := readings.other(intent)):
        intent = found[0]
    intent = as_panels_say(intent, instruction, started(start or Settings(), photo))
    said = {(k.what, k.where.name) for k in intent.keep}
    intent = replace(intent, keep=(*intent.keep, *(k for k in keep if (k.what, k.where.name) not in said)))
    return carry_out(photo, intent, boxes_of(instruction), seed=seed, locks=locks, start=start)


def carry_out(
    photo: Photo,
    intent: Intent,
    boxes: Sequence[str] = (),
    *,
    seed: int = 0,
    locks: Locks | None = None,
    start: Settings | None = None,
) -> Plan:
    """Decide how to edit a photo as an intent asks; boxes: what stood in <box> tags; start: see `plan`."""
    chinese = intent.language == "zh"
    start = start or Settings()
    stands = int(start[TURN])
    asked, guessed = orientation.decided(photo, intent.wants, stands)
    turn = orientation.after(asked, stands)
    boxes = [orientation.box_before_turn(box, stands) if stands != 1 else box for box in boxes]
    said = replace(intent, wants=asked)
    intent = as_tones(orientation.before_turn(said, turn))
    framed = {name: value for name, value in start.to_dict().items() if name in FRAMING}
    stood = {name: value for name, value in start.to_dict().items() if name not in FRAMING}
    desk = Desk(photo, locks, raw_start(photo) | stood)
    regions = Regions(desk, boxes, chinese)
    grey = bool(greys.switches(desk.start)) and not any(_in_colour(want) for want in intent.wants)
    desk.fixed |= greys.SLIDERS if grey else set()
    course = Course(desk, regions, Panel(desk), grey, remarks=dict.fromkeys(regions.problems))
    for words in intent.out_of_scope:
        course.remark(refusal(words), words=words)
    regions.know(intent)
    keeps = _keeps(course, intent.keep)
    restraint.portrait_caps(desk, regions)
    placed = (course.boxed(_of_light(want)) for want in intent.wants)
    wants = [_widened(course, want) for want in placed if _possible(course, want)]
    everywhere = [want for want in wants if want.where.everywhere or want.where.zone and want.where.name == "all"]
    _everywhere(course, everywhere, keeps)
    _local(course, [want for want in wants if want not in everywhere and want.what not in GEOMETRIC])
    _skin(course, wants)
    course.panel.apply()
    restraint.keep_of_less(desk, everywhere)
    crop, remarks = geometry.carry_out(regions, tuple(want for want in wants if want.what in GEOMETRIC), start)
    if crop and geometry.stands(crop, start):
        crop, remarks = {}, [*remarks, geometry.WHOLE[chinese]]
    desk.values |= crop | ({TURN: str(turn)} if turn != stands else {})
    _set(desk, wants, framing=True)
    level = crop.get("CropAngle", 0.0) != start["CropAngle"]
    course.served += [
        (want, None)
        for want in wants
        if orientation.turn_of(want) != 1 or want.what in GEOMETRIC and crop and (level or want.what == "crop")
    ]
    if guessed:
        course.remark(orientation.UNSURE)
    course.remarks |= dict.fromkeys(remarks)
    settings = desk.settings()
    moved = Settings({name: value for name, value in settings.values.items() if value != start[name]})
    kept = [*course.kept, *(replace(region, title=SKIN_TONES[chinese]) for region in course.toned)]
    words = thought(chinese, measure(desk.first.codes), course.served, kept, moved, seed)
    if framed:  # planned on the whole photo, as places are found there
        anew = {name: value for name, value in crop.items() if name in framed}  # a side at its end as well
        settings = Settings({**Settings.parse(framed | anew).values, **settings.values}, start.extra)
    notes = (*_numbers(course), *course.notes)
    return Plan(words, settings, said, (*intent.not_understood, *course.remarks), notes)


def _numbers(course: Course) -> tuple[str, ...]:
    """What became of numbers that no slider has: points of brightness, and those beyond the end of a slider; and what
    stands in for smoothed skin.
    """
    chinese = course.chinese
    notes = []
    for want, _ in course.served:
        notes += [SMOOTHED[chinese].format(words=want.words or want.where.words)] if stands_in(want) else []
        stops = in_stops(want)
        if stops is not want and stops.amount and want.amount:
            notes.append(POINTED[chinese].format(number=f"{want.amount[0]:+g}", stops=f"{stops.amount[0]:+.2g}"))
    for (place, name), held in course.desk.limited.items():
        if name in course.desk.locks:
            continue  # it is elsewhere
        unit = " EV" if "Exposure" in name else ""
        notes.append(
            LIMITED[chinese].format(name=_slider(name, place, chinese), end=f"{held:g}{unit}", value=f"{held:+g}{unit}")
        )
    return tuple(dict.fromkeys(notes))


def _slider(name: str, place: str, chinese: bool) -> str:
    """A slider as panels name it, with the place of its correction: "Sky: Clarity"."""
    named = translator("zh" if chinese else "en")(title(name))
    return (f"{place}的{named}" if chinese else f"{place}: {named}") if place else named


# ---- what can be done


def _in_colour(want: Want) -> bool:
    """Whether a black and white photo is to be in colour again."""
    return want.what == "black_and_white" and want.direction == "-" and want.where.everywhere


def _possible(course: Course, want: Want) -> bool:
    """Whether a want can be served in this photo; says so where it cannot."""
    if want.what in GEOMETRIC:
        place = replace(want.where, outside=False)
        if want.what != "crop" or place.everywhere or place.name == "subject" or course.regions.find(place):
            return True
        course.remark(ABSENT, name=course.regions.title(place))
        return False
    if want.amount and stands_at(want, Settings({**course.desk.start, CORRECTIONS: course.desk.standing})):
        name, place = SLIDERS[want.what][0], want.where
        course.desk.fixed |= {name} if place.everywhere else set()
        shown = _slider(name, "" if place.everywhere else course.regions.title(place), course.chinese)
        course.remark(STANDS, name=shown, value=f"{want.amount[0]:g}")
        return False
    style = want.what.removeprefix("look:") if want.what.startswith("look:") and want.what not in PLAIN_LOOKS else ""
    if style and look_of(style) is None:
        course.remark(UNKNOWN_LOOK, name=want.words or style)
        return False
    if not style and not moves_of(want) and not want.what.startswith(SETTING):
        course.remark(BEYOND, words=want.words or want.what)
        return False
    if moves_of(want) and not course.moves(want):
        own, _ = SLIDERS.get(want.what, ("", 1))  # its words may be those of other wishes as well
        course.remark(GREY, words=_slider(own, "", course.chinese) if own else want.words or want.what)
        return False
    if want.where.name == "all" and want.where.box < 0:
        return True
    if want.where.name in NOWHERE:
        course.remark(UNPLACED, words=want.words)
        return False
    if style and is_scene(want.where.name) and course.regions.find(want.where) is None:
        return True
    if CORRECTIONS in course.desk.locks or course.regions.find(want.where) is None:
        course.remark(ABSENT, name=course.regions.title(want.where))
        return False
    return True


def _of_light(want: Want) -> Want:
    """The colour of the light is that of all it falls on: 灯光太黄 is a cast."""
    coloured = want.what.startswith("color:") and want.direction in ("more", "less")
    if want.where.words not in ILLUMINATION or want.where.outside or not (coloured or want.what == "warmth"):
        return want
    direction = {"more": "+", "less": "-"}.get(want.direction, want.direction)
    return replace(want, direction=direction, where=Place())


def _widened(course: Course, want: Want) -> Want:
    """A style for a place that fills the frame is one for the whole photo, where more sliders can carry it out; so is
    one for what names all that is seen: "a stormy coast".
    """
    style = _style(want)
    if not style:
        return want
    if style.bw and want.where.words.lower() in PRONOUNS:
        return replace(want, where=Place())  # "give her the silver-gelatin look"
    place = course.regions.find(want.where)
    fills = place.share > FILLING if place is not None else is_scene(want.where.name)
    return replace(want, where=Place()) if fills else want


def _style(want: Want) -> Look | None:
    """The recipe of a want for a style; None for plain moves."""
    if want.what in PLAIN_LOOKS or not want.what.startswith("look:"):
        return None
    return look_of(want.what.removeprefix("look:"))


def _keeps(course: Course, keeps: Sequence[Keep]) -> list[Keep]:
    """Find the places that are to stay; the keeps that remain are of quantities in the whole photo."""
    left = []
    for keep in keeps:
        if keep.what in (SKIN_COLOUR, "skin") and keep.where.everywhere:
            keep = replace(keep, what=SKIN_COLOUR, where=Place("skin", words=keep.words))
        colour = colours.canonical(keep.what.removeprefix("color:")) if keep.what.startswith("color:") else ""
        if keep.where.everywhere:
            left.append(keep)
        elif keep.what in ("highlights", "whites") and not keep.where.outside:
            left.append(replace(keep, where=Place()))  # "don't blow the sky": it may change, but not burn out
        elif (found := course.regions.find(keep.where)) is not None:
            (course.toned if keep.what == SKIN_COLOUR else course.kept).append(found)
        elif keep.what in ("highlights", "whites", "shadows", "blacks", "haze") or colour and keep.what != SKIN_COLOUR:
            left.append(replace(keep, where=Place()))
        else:
            course.remark(NO_KEEP, name=course.regions.title(keep.where))
    return left


# ---- the whole picture


def _everywhere(course: Course, wants: Sequence[Want], keeps: Sequence[Keep]) -> None:
    """Looks, then moves, then what is to be held, then restraint; kept places are taken out at the end."""
    desk = course.desk
    lit = any(want.what == "brightness" and want.direction == "+" for want in wants)
    unlit = lit and float(desk.first.l.mean()) < UNLIT
    insistent = any(want.degree == "lot" for want in wants)
    desk.reach = UNLIT_REACH if unlit else INSISTENT if insistent else MODEST if modest(wants) else 1.0
    kept = {keep.what for keep in keeps}
    lessened = {want.what: want for want in wants if want.what in TOOLS_OF_LOOKS}
    styles = len({style.name for want in wants if (style := _style(want))})
    styled = styles > 0
    made = any(want.what == "black_and_white" and want.where.everywhere and want.direction != "-" for want in wants)
    moves: list[Move] = []
    done: list[Look] = []
    for want in wants:
        if want.what in GEOMETRIC or _scarce(course, want):
            continue
        course.served.append((want, None))
        style = _style(want)
        if style and style in done:
            continue  # said twice: "cinematic teal and orange"
        if style:
            worn = without_colour(style) if (made or course.grey) and not style.bw else style
            if any(other.key is not None for other in done):
                worn = replace(worn, key=None)  # "moody nordic": as dark as the style that is named first
            done.append(style)
            _look(course, worn, want, kept, share=1.0 if styles < 2 else SHARED)
        elif want.what.startswith(SETTING):
            continue  # set when all that is measured stands
        elif styled and want.what in lessened and TOOLS_OF_LOOKS[want.what] in desk.values:
            continue  # "film, a little less grain": the style's own grain is what is meant
        elif want.what == "blur" and want.direction != "-":
            desk.add({"Texture": -45.0, "Clarity2012": -25.0, "Sharpness": 0.0}, min(STRENGTH[want.degree], 1.5))
        else:
            moves += course.moves(want)
    for what, want in lessened.items():
        _lessen(desk, TOOLS_OF_LOOKS[what], want) if styled else None
    spared = [c for w in kept if w.startswith("color:") and (c := colours.canonical(w.removeprefix("color:")))]
    apart = [move for move in moves if spared and _but_for_colours(move)]
    for move in sorted(solver.reconciled(moves), key=solver.order):
        if move in apart:  # "black and white, but keep the red"
            solver.only_colours(desk, spared, 100.0 if move.dim == "bw" else 45.0 * move.strength)
        else:
            solver.do(desk, move)
    asked = {move.dim for move in moves}
    for what in kept:
        if what in ("color:white", "whites"):
            solver.hold_white(desk)
        if what.startswith("color:"):
            colour = colours.canonical(what.removeprefix("color:"))
            if colour and not apart:  # else its bands stay as they are, and all beside them has lost its colour
                solver.hold_colour(desk, colour)
        elif what not in asked:
            solver.hold(desk, what)
    if not _dictated(wants):
        restraint.protect(desk, desk.reach)
    if not (kept & {"contrast", "brightness", "shadows", "blacks"} or styled or _dictated(wants)):
        solver.regain(desk, moves)
        solver.ground(desk, moves)
    _set(desk, wants, framing=False)
    course.served = [(told, region) for want, region in course.served if (told := as_set(want, desk))]
    if desk.values != desk.start:
        if course.toned:
            _spare(course, [*course.kept, *course.toned], COLOURS_OF_ALL)
        if course.kept:
            _spare(course, course.kept)
        else:
            _go_on(course, wants)


def _but_for_colours(move: Move) -> bool:
    """Whether a move takes colour out, which some colours can be spared of."""
    return (move.dim, move.sign) == ("bw", 1) or (move.dim, move.sign, move.amount) == ("chroma", -1, None)


def _set(desk: Desk, wants: Sequence[Want], *, framing: bool) -> None:
    """Settings that are wanted by their own names, with the switches without which they do nothing: those of the frame,
    when all else is done, or the others.
    """
    for want in wants:
        name = want.what.removeprefix(SETTING)
        if want.what.startswith(SETTING) and want.amount and want.where.everywhere and (name in FRAMING) == framing:
            desk.set(name, want.amount[0])
            desk.values |= {switch: True for switch, on in TABLE[name].needs.items() if on is True}


def _dictated(wants: Sequence[Want]) -> bool:
    """Whether somebody has said slider by slider what they want: nothing is taken back, or put beside it."""
    tones = [want for want in wants if want.what not in GEOMETRIC]
    return bool(tones) and all(
        want.what.startswith(SETTING) or (want.amount is not None and want.amount[1] in BY_NUMBER) for want in tones
    )


def _scarce(course: Course, want: Want) -> bool:
    """Whether there is to be less of a colour that is not in the photo; says so."""
    moves = moves_of(want)
    if not moves or not all(solver.scarce(course.desk.first, move) for move in moves):
        return False
    colour = moves[0].colour
    course.remark(SCARCE, words=want.words or want.what, colour=colours.WORDS[colour][course.chinese])
    return True


def _lessen(desk: Desk, name: str, want: Want) -> None:
    """More or less of what a style brought: "film, a little less grain"; as it is when it was only named."""
    if want.direction == "-":
        share = {"little": 0.55, "plain": 0.35, "lot": 0.0}[want.degree]
    else:
        share = {"little": 0.8, "plain": 1.0, "lot": 1.5}[want.degree]
    desk.values[name] = desk.values.get(name, 0.0) * share


def _look(course: Course, style: Look, want: Want, kept: set[str], share: float) -> None:
    names = {solver.DIMS.get(what, what) for what in kept} | kept
    sign = -1 if want.direction in ("-", "less") else 1
    solver.look(course.desk, style, sign, share * STRENGTH[want.degree], names)


def _spare(course: Course, kept: Sequence[FoundRegion], names: Collection[str] | None = None) -> None:
    """Let everything so far, or these sliders, act only outside what is to stay."""
    region: FoundRegion | None = None
    for place in kept:
        region = course.regions.except_(place) if region is None else course.regions.without(region, [place])
        if region is None:
            break
    if region is None:  # what is kept is the whole photo
        others = {} if names is None else {n: v for n, v in course.desk.values.items() if n not in names}
        course.desk.values = {**course.desk.start, **others}
        return
    if names is None and not any(want.what == "vignette" for want, _ in course.served):  # a style brought it
        course.desk.put_back(solver.VIGNETTE)
    tone_inside(course.panel, course.regions, region)
    held = confine(course.panel, region, names, kept)
    lost = [want for want, place in course.served if place is None and want.what in {f"color:{band}" for band in held}]
    for want in lost:
        course.remark(ITS_COLOUR, colour=colours.WORDS[want.what.removeprefix("color:")][course.chinese])
    course.served = [(want, place) for want, place in course.served if want not in lost]


def _go_on(course: Course, wants: Sequence[Want]) -> None:
    """What an earlier request moved everywhere but in a place that was to stay moves there: "a bit less warm" after
    "warmer, but don't touch the skin". Not what stands in the whole picture as well, or for "the whole photo".
    """
    desk = course.desk
    if any(WHOLE.search(want.where.words) for want in wants):
        return
    for correction in desk.standing:
        title = str(correction.get("CorrectionName") or "")
        names = {n for n in set(desk.values) - set(desk.start) - desk.fixed if correction.get(local_twin(n) or "")}
        region = course.regions.made("rest", title, correction["CorrectionMasks"]) if names and spares(title) else None
        if region is None:
            continue
        alone = all(SLIDERS.get(want.what, ("",))[0] in names for want in wants)
        confine(course.panel, replace(region, outside=True), None if alone else names)
        restraint.keep_of_less_there(course.panel.group(region), correction, wants)


# ---- places


def _local(course: Course, wants: Sequence[Want]) -> None:
    """The wants about places, each in the region that was found for it, without what is to stay."""
    done: set[tuple[str, str, int, str]] = set()
    for want in wants:
        region = course.regions.find(want.where)
        region = _of_the_colour(course.regions, want, region) if region else None
        region = course.regions.without(region, _spared(course, want)) if region else None
        if region is None:
            course.remark(ABSENT, name=course.regions.title(want.where))
            continue
        behind = region.name == "background" and not region.outside
        if want.what == "blur" and behind and (want.direction != "-" or _lens_blurred(course)):
            _lens_blur(course, want)
            course.served.append((want, region))
            continue
        group = course.panel.group(region)
        style = _style(want)
        moves = [move for move in course.moves(want) if move.dim in local_moves.SERVED]
        if style:
            sign = -1 if want.direction in ("-", "less") else 1
            worn = without_colour(style) if course.grey else style
            local_moves.look(course.panel, group, worn.moves, sign, STRENGTH[want.degree])
            if style.bw and sign > 0:
                local_moves.move(course.panel, group, Move("bw"), course.regions)
        elif not moves:
            if not any(other.words == want.words and other is not want for other in wants):  # 肤色自然红润: redder
                course.remark(UNSERVED, words=want.words or want.what)
            continue
        for move in moves:
            said = (region.title, SAID_ALIKE.get((move.dim, move.sign), move.dim), move.sign, move.to)
            if said in done:  # "the grass is too green, looks fake": once
                continue
            done.add(said)
            shown = move.but(strength=LITTLE * move.strength) if want.degree == "little" else move
            local_moves.move(course.panel, group, _zoned(shown), course.regions)
        if modest([want]):
            restraint.only_a_little_more(course.desk, group)
        course.served.append((want, region))
    for place in course.panel.burnt:
        course.remark(BURNT, name=place if course.chinese else place.lower())


def _spared(course: Course, want: Want) -> list[FoundRegion]:
    """What a want about a place leaves out: what is to stay; where it is about colour, skin that is to keep its own."""
    coloured = any(move.dim in local_moves.COLOURING for move in moves_of(want))
    return [*course.kept, *(course.toned if coloured and want.where.name not in OF_SKIN else [])]


def _of_the_colour(regions: Regions, want: Want, region: FoundRegion) -> FoundRegion:
    """Less red in the clothes is about what is red of them; a suit that is to be blue about what is orange of it."""
    if (want.direction.startswith("to:") or to_grey(want)) and not want.where.colour:
        return by_colour.its_own(regions, region) if region.name not in NEVER_DYED else region
    its = want.direction != "more" and by_colour.tells_its_colour(want)
    if not its or want.where.colour or region.name not in by_colour.IN_PARTS:
        return region
    colour = colours.canonical(want.what.removeprefix("color:"))
    return (colour and regions.find(replace(want.where, colour=colour))) or region


def _zoned(move: Move) -> Move:
    """Brighter in the shadows of a place is its shadows."""
    zone = {"shadows": "shadows", "highlights": "highlights"}.get(move.zone)
    return move.but(dim=zone) if zone and move.dim == "brightness" else move


def _lens_blurred(course: Course) -> float:
    """The amount of the lens blur that stands, 0 for none."""
    stands = course.desk.values.get("LensBlur")
    return float(stands.get("BlurAmount", 0.0)) if isinstance(stands, Mapping) and stands.get("Active") else 0.0


def _lens_blur(course: Course, want: Want) -> None:
    """The lens blur of the whole picture finds the subject itself; a box that is to stay sharp is its focal range. One
    that stands gets stronger, or weaker.
    """
    stands, strength = _lens_blurred(course), STRENGTH[want.degree]
    if want.direction == "-":
        amount = stands * max(1 - strength / 2, 0.0)
    else:
        amount = max(min(max(BLUR * strength, stands * (1 + strength / 2)), 75.0), stands)
    values: dict[str, object] = {"Active": True, "BlurAmount": round(amount)}
    sharp = next((course.regions.boxes[kept.box] for kept in course.kept if kept.box >= 0), None)
    if sharp:
        values |= {"FocalRange": " ".join(f"{v:g}" for v in sharp)}
    course.desk.values["LensBlur"] = values


def _skin(course: Course, wants: Sequence[Want]) -> None:
    """Skin follows the colours of the whole picture only as far as they were named."""
    kept = any(region.name in ("skin", "person", "face") for region in course.kept)
    if kept or any(want.what == "black_and_white" for want in wants):
        return
    tones = [w for w in wants if w.what not in GEOMETRIC]
    elsewhere = all(not w.where.outside and not (w.where.everywhere or w.where.name == "all") for w in tones)
    if not course.toned and (elsewhere or _dictated(wants)):
        return  # things of their own, and the skin beside them is none of theirs; or numbers
    mine = [w for w in wants if not w.where.everywhere and course.regions.find(w.where)]
    if any(r and r.name in (*OF_SKIN, "person") for w in mine if (r := course.regions.find(w.where))):
        return
    named = {w.what for w in wants if w.where.everywhere and (w.what in COLOURFUL or w.what.startswith("color:"))}
    styles = [dict(style.moves) for w in wants if w.where.everywhere and w.direction != "-" and (style := _style(w))]
    named |= {"warmth" for moves in styles if moves.get("warmth", 0.0) >= WARMED}
    tinted = named and named <= {"warmth", "tint"}
    scale = restraint.SKIN_TINTED if tinted else restraint.SKIN_NAMED if named else 1.0
    scale = 1.0 if course.toned else scale
    if restraint.skin(course.panel, course.regions, scale) is not None:
        course.notes[HELD_SKIN[course.chinese]] = None


__all__ = ["Plan", "carry_out", "plan"]
