"""Moves of the whole picture: find slider values that bring them about on this photo, by rendering and measuring."""

from collections.abc import Mapping, Sequence

import numpy as np

from editor_ops.measure import measure
from editor_ops.ops.color_mixer import HUES
from editor_ops.table import TABLE
from jarvisevo.rules import auto, colours
from jarvisevo.rules.colours import TINTS, WHEEL
from jarvisevo.rules.desk import CURVE, Desk
from jarvisevo.rules.goals import GOALS, View
from jarvisevo.rules.looks import Look
from jarvisevo.rules.moves import DAYLIGHT, DIMS, MIXER, POINTS, Move, increment, mixed, slider_number, turned

ORDER = (
    "bw",
    "white_balance",
    "auto",
    "natural",
    "cast",
    "warmth",
    "magenta",
    "brightness",
    "whites",
    "blacks",
    "contrast",
)
"""Moves are carried out in this order (others after these): coarse before fine."""
VIGNETTE = "PostCropVignetteAmount"
LAST = ("contrast", "clarity", "chroma", "magenta", "warmth", "vignette")
"""Moves of a look that come last, in this order: what comes before disturbs them."""
KEEP_EFFORT = 0.5
"""Most of a mixer slider that "keep this colour" may spend: more would show at the borders of the colour."""
DULL_LIGHTS = 88.0
"""L* of the lightest parts (97th percentile) below which a photo lacks light rather than only contrast."""
GREY_BLACKS = 4.0
"""L* of the darkest parts (2nd percentile) above which they are grey."""
RAISED = 0.5
"""L* that they may rise by before they are put back."""
LIFTS = {("shadows", 1), ("blacks", 1), ("haze", 1), ("fade", 1), ("contrast", -1)}
"""Moves that lift the blacks."""
LIFTED = (("shadows", 1), ("blacks", 1))
"""Moves by which the dark parts are to be lighter."""
CLEARED = 0.08
"""Share of the contrast that a plain wish for less haze brings at least."""
DIM_VEIL = 50.0
"""Mean L* up to which taking a veil away keeps the light."""
LEANING = 2.5
"""Distance in a*b* that grey things lie towards a colour when the photo has a cast of it."""
WHITE = (76.0, 14.0)
"""L* from which, and C*ab up to which, a thing is white or nearly so."""
NAMED_OVER = 1.0
"""The same distance for nearly every pixel, grey or not: a cast of the light leaves nothing out."""
FEW_LEFT = 0.15
"""Pixels of a colour for each of the one it is to turn to, below which that one is turned on the same way."""
FLOODED, OTHERWISE = 18.0, 20.0
"""Lean of what is probably grey (distance in a*b*) from which a share of the photo, per cent, may have its own colours
all the same: red leaves, green lawns.
"""
FEW_GREYS = 0.25
"""Share of a photo that is probably grey, below which its cast is not trusted unless it is strong everywhere."""
LEAVES = (105.0, 145.0, 20.0)
"""Angles in the a*b* plane of leaves, and the least C*ab."""
FLOODING, CLEARED_OF = 6.0, 0.6
"""The same distance for nearly every pixel, from which a named cast goes by it, and its share that goes."""
STRONG_CAST = 9.0
"""The same distance, from which a complaint about the cast asks for a white balance."""
REGAINED, RICHER_STILL = 0.65, 0.3
"""Share of a change that is left at least beside other wishes, and of richer colours in a darker photo."""
LIFT = {"Shadows2012": 45, "ParametricDarks": 35}
DEEP_SHADOWS = {"ParametricShadows": 60, "Blacks2012": 25}
GROUNDED = {"Blacks2012": -60}
MIDDLE = {"ParametricDarks": 30, "ParametricLights": 50}
DEEP = {"Blacks2012": -45, "ParametricShadows": -45, "Contrast2012": 12}
BRIGHT = {"ParametricLights": 30, "ParametricHighlights": 20}
STRETCH = {"Exposure2012": 0.9, "Whites2012": 30}
STYLED = (
    ("contrast", "Contrast2012", 45.0),
    ("clarity", "Clarity2012", 45.0),
    ("vignette", VIGNETTE, 24.0),
    ("chroma", "Saturation", 32.0),
    ("chroma", "Vibrance", 40.0),
    ("haze", "Dehaze", 32.0),
)
"""Quantity of a style, its slider, and how far that goes in a style that wants a plain step of it: a style's own tints
count as colour, and taking them out again would make the photo's own colours grey.
"""
FLAT_ENDS = 12.0
"""How far whites come down and blacks up in a soft style."""
BLACK, FADED = 8.0, 45.0
"""Mean L* up to which a dark style lifts no blacks, and from which as it says: on dark photos its curve is a veil."""
MOST_LIGHT = 19.0
"""L* that a wish for a lot of light, or for darkness, moves the mean."""
MOST_DARKER = 0.3
"""Share of the mean L* that a plain wish for darkness takes: of a dark photo little is left to take."""
MOST_SHARE = 12.0
"""L* that "20 % brighter" moves at most."""


LEAST, VEIL = 0.06, 0.25
"""Share of a slider's range that a plain wish moves at least, however soon its measure is reached; of a haze that is
put over a photo: of a dark one a touch of it is as much in numbers, and is not seen.
"""
TONED = 24.0
"""Saturation of a grading wheel that a plain wish for a colour in a zone sets."""
OTHER_TONE = 60.0
"""Degrees from which a wheel gets another colour, rather than more of its own."""


def order(move: Move) -> int:
    """Place of a move in the order of work; numbers come first, so that the rest is measured on top of them."""
    if move.amount and move.amount[1] != "%":
        return -1
    return ORDER.index(move.dim) if move.dim in ORDER else len(ORDER)


def reconciled(moves: Sequence[Move]) -> list[Move]:
    """Faded and with more contrast: half of the fading, which would take all of the contrast away again."""
    firm = any(m.dim == "contrast" and m.sign > 0 for m in moves)
    return [m.but(strength=0.5 * m.strength) if firm and m.dim == "fade" and m.sign > 0 else m for m in moves]


def do(desk: Desk, move: Move, from_first: bool = False) -> None:
    """Carry out one move of the whole picture on top of what is on the desk.

    from_first  the change is meant against the undeveloped photo, not against what is on the desk
    """
    if move.dim in ("presence", "lightness", "hue"):
        _mixer(desk, move)
    elif move.dim == "cast":
        _cast(desk, move)
    elif move.dim == "bw":
        desk.values["ConvertToGrayscale"] = move.sign > 0
    elif move.dim == "white_balance":
        auto.white_balance(desk, move.strength)
    elif move.dim == "auto":
        auto.auto(desk, move.strength)
    elif move.dim == "natural":
        auto.natural(desk, move.strength)
    elif move.dim == "pop":
        do(desk, Move("contrast", move.sign, 0.6 * move.strength))
        do(desk, Move("chroma", move.sign, 0.8 * move.strength))
        do(desk, Move("clarity", move.sign, 0.5 * move.strength))
    elif move.dim == "whiten":
        do(desk, Move("whites", move.sign, move.strength))
    elif move.zone in ("shadows", "highlights") and move.dim in ("brightness", "shadows", "highlights"):
        _goal(desk, move.but(dim=move.zone), from_first)
    elif move.zone and move.dim in ("warmth", "magenta"):
        colour = {("warmth", 1): "orange", ("warmth", -1): "blue", ("magenta", 1): "magenta"}
        _tone(desk, move.but(dim="cast", colour=colour.get((move.dim, move.sign), "green"), sign=1), onto=True)
    elif move.zone == "midtones" and move.dim == "brightness":
        _goal(desk, move.but(dim="midtones"), from_first)
    elif move.dim in GOALS:
        _goal(desk, move, from_first)


def _goal(desk: Desk, move: Move, from_first: bool = False) -> None:
    goal = GOALS[move.dim]
    tool = goal.up if move.sign > 0 else goal.down
    if move.amount and _given(desk, move, tool):
        return
    if goal.read is None:
        tool = {name: value for name, value in tool.items() if move.dim != "fringes" or move.colour in name.lower()}
        desk.add(_scaled(desk, tool), min(goal.step * move.strength, 1.0))
        return
    now = goal.read(desk.first if from_first else desk.view())
    if from_first and move.dim in ("warmth", "magenta"):  # stronger colours of the same hues are no other light
        stronger = now * max(float(desk.view().chroma.mean()) / max(float(desk.first.chroma.mean()), 1.0), 1.0)
        now = min(now, stronger) if move.sign > 0 else max(now, stronger)
    change = goal.delta(now, move.sign, move.strength)
    if move.amount and move.amount[1] == "%":
        change = move.sign * min(
            abs(move.amount[0]) / 100 * abs(now), MOST_SHARE if move.dim == "brightness" else 100.0
        )
    if move.dim == "brightness":
        change = min(max(change, -MOST_LIGHT, -MOST_DARKER * move.strength * now), MOST_LIGHT)
    if move.dim == "vignette" and move.sign < 0:
        change = -max(min(now, 2 * goal.step), 0.5 * goal.step) * min(move.strength, 1.5)
    ended = move.dim == "blacks" and move.sign < 0 and now < 4
    if ended:  # they are black already: noise would be all that is left to crush
        change = max(change, -0.3 * now)
    stretched = move.dim == "contrast" and move.sign > 0 and not from_first
    light = min(goal_of_light(desk.first), goal_of_light(desk.view()))  # lower where an earlier wish took it down
    if stretched:
        _stretch(desk, move.strength)
    enough = (goal.read(desk.view()) - now - change) * move.sign > 0  # by the steps before
    if from_first and enough:
        return
    effort = 0.0 if enough else desk.seek(goal.read, now + change, tool, 1.0)
    if move.dim == "shadows" and move.sign > 0 and move.strength > 1.2 and effort > 0.95 and not from_first:
        desk.seek(goal.read, now + change, DEEP_SHADOWS)  # a lot of light for what a slider of shadows hardly reaches
    if move.dim == "warmth" and from_first and effort > 0.9:  # the white balance is at its end: tint the rest
        desk.values["ColorGradeGlobalHue"] = 42.0 if move.sign > 0 else 215.0
        desk.seek(goal.read, now + change, {"ColorGradeGlobalSat": 30.0})
    if stretched and (fall := light - goal_of_light(desk.view())) > 0.4:
        desk.seek(goal_of_light, goal_of_light(desk.view()) + fall, {"Exposure2012": 1.0})
    least = (VEIL if move.dim == "haze" and move.sign > 0 else LEAST) * min(move.strength, 1.8)
    if effort < least and not from_first and not ended:
        desk.add(tool, least - effort)
    if move.dim == "haze" and move.sign < 0 and not from_first:
        _cleared(desk, light, move.strength)


def _cleared(desk: Desk, light: float, strength: float) -> None:
    """A veil over a photo that is dim goes without darkening it, and its contrast comes back at least a little."""
    wanted = (1 + CLEARED * min(strength, 1.0)) * spread_of(desk.first)
    if spread_of(desk.view()) < wanted:
        desk.seek(spread_of, wanted, {"Contrast2012": 60.0})
    if goal_of_light(desk.view()) < min(light, DIM_VEIL) - 0.4:
        desk.seek(goal_of_light, min(light, DIM_VEIL), {"Exposure2012": 1.0})


def spread_of(view: View) -> float:
    """Standard deviation of L*."""
    return float(view.l.std())


def goal_of_light(view: View) -> float:
    """Mean L*."""
    return float(view.l.mean())


def ground(desk: Desk, moves: Sequence[Move]) -> None:
    """Exposure lifts the blacks as well, and without a black a photo looks veiled: they go back to where they were.

    Not in fog, and not where another wish lifts them or a number stands.
    """
    lit = any(m.dim == "brightness" and m.sign > 0 and not m.amount and not m.zone for m in moves)
    was = _darkest(desk.first)
    if not lit or was > auto.VEILED or any((m.dim, m.sign) in LIFTS for m in moves):
        return
    if _darkest(desk.view()) > was + RAISED:
        light = goal_of_light(desk.view())
        desk.seek(_darkest, was, GROUNDED)
        desk.seek(goal_of_light, light, {"Exposure2012": 1.0})


def _darkest(view: View) -> float:
    """L* of the darkest parts."""
    return view.percentile(2)


def _stretch(desk: Desk, strength: float) -> None:
    """More contrast begins with lights that are dull and blacks that are grey: a curve alone would only darken them."""
    lights = desk.view().percentile(97)
    room = desk.view().percentile(99.7) < 97 and abs(desk.values.get("Exposure2012", 0.0)) < 0.2
    lowered = lights < desk.first.percentile(97) - RAISED  # by a wish for it
    if lights < DULL_LIGHTS and room and not lowered:
        target = lights + min(0.55 * strength, 0.9) * (DULL_LIGHTS - lights)
        for effort in (1.0, 0.7, 0.4):
            trial = desk.copy()
            trial.seek(lambda view: view.percentile(97), lights + effort * (target - lights), STRETCH)
            if trial.view().newly_white() < 0.004:
                desk.values = trial.values
                break
    blacks = _darkest(desk.view())
    if blacks > GREY_BLACKS and _darkest(desk.first) < auto.VEILED:
        desk.seek(_darkest, blacks - min(0.55 * strength, 0.9) * (blacks - GREY_BLACKS), GROUNDED)


def _scaled(desk: Desk, tool: Mapping[str, float]) -> dict[str, float]:
    """Grain and sharpening for the size of the picture: on a small one the same slider is coarser."""
    pixels = desk.photo.original_size[0] * desk.photo.original_size[1] / 1e6
    size = float(np.clip((pixels / 12) ** 0.3, 0.33, 1.1))
    return {
        name: full * (size if name in ("GrainAmount", "GrainSize", "Sharpness") else 1.0) for name, full in tool.items()
    }


def _given(desk: Desk, move: Move, tool: Mapping[str, float]) -> bool:
    """Set the slider that the words gave a number for; False when the amount is to be sought by measurement."""
    value, unit = move.amount or (0.0, "")
    name, way = (
        move.slider if move.slider[0] else (next(iter(tool)), 1 if next(iter(tool.values())) * move.sign > 0 else -1)
    )
    if unit == "EV":
        full = 1.0 if name == "Exposure2012" else POINTS
    elif unit == "K" and name == "IncrementalTemperature":
        if move.absolute and desk.photo.raw and desk.photo.as_shot:
            desk.set("Temperature", value)
            desk.values.pop(name, None)
            desk.fixed.add(name)
            return True
        shift = increment(value if move.absolute else DAYLIGHT + value)  # "by 500 kelvin"
        shift += 0.0 if move.absolute else desk.values.get(name, TABLE[name].default)
        desk.values[name] = shift if desk.photo.raw else desk.inside(name, shift)  # of RAW they become kelvin again
        desk.fixed.add(name)
        return True
    elif unit == "slider" or (unit == "%" and move.dim not in ("brightness", "chroma", "contrast")):
        full = 1.0
    else:
        return False
    if name == "IncrementalTint" and move.absolute and desk.photo.raw and desk.photo.as_shot:
        desk.set("Tint", slider_number(move.dim, way, value, move.sign, absolute=True))
        desk.values.pop(name, None)
        desk.fixed.add(name)
        return True
    row = TABLE[name]
    start = row.default if move.absolute else desk.values.get(name, row.default)
    amount = full * slider_number(move.dim, way, value, move.sign, move.absolute)
    desk.set(name, start + amount)
    return True


def _mixer(desk: Desk, move: Move) -> None:
    """Hue, saturation or luminance of a colour's bands, sought on the pixels that had the colour."""
    first = desk.first
    bands = colours.bands(first, move.colour)
    if move.dim == "hue":
        if found := mixed(move):  # "blue hue -12"
            desk.values[found[0]] = desk.inside(*found)
            return
        for band in bands:
            desk.add({f"HueAdjustment{band}": turned(band, move.to)}, min(0.6 * move.strength, 1.0))
        if move.to and colours.mask(first, move.colour).sum() < FEW_LEFT * colours.mask(first, move.to).sum():
            further = turned(move.colour.capitalize(), move.to)  # "greens less yellow", of greens that hold no yellow
            desk.add({f"HueAdjustment{move.to.capitalize()}": further}, min(0.25 * move.strength, 0.5))
        return
    monochrome = bool(desk.values.get("ConvertToGrayscale"))
    name = "GrayMixer" if monochrome else MIXER[move.dim]
    if found := mixed(move):
        own = found[0].replace(MIXER[move.dim], name)
        desk.values[own] = desk.inside(own, found[1])
        return
    if move.amount:  # of a colour between the bands
        for band in bands:
            desk.values[f"{name}{band}"] = desk.inside(f"{name}{band}", move.sign * abs(move.amount[0]))
        return
    most = min(60.0 if move.sign > 0 else 75.0 * max(desk.reach, 1.0), 100.0) * (1.2 if move.strength > 1.2 else 1.0)
    tool = {f"{name}{band}": min(most, 100.0) * move.sign for band in bands}
    mask = colours.mask(first, move.colour)
    if mask.mean() < colours.PRESENT or monochrome:
        if move.dim == "presence" and move.sign > 0 and not monochrome:  # none of it there: a tinge of it
            _cast(desk, move.but(strength=0.6 * move.strength))
        else:
            desk.add(tool, min(0.4 * move.strength, 1.0))
        return
    plane, step = ("l", 6.0) if move.dim == "lightness" else ("chroma", 0.0)

    def read(view: View) -> float:
        return float(getattr(view, plane)[mask].mean())

    now = read(desk.view())
    if move.sign < 0:  # less than the photo has, though a wish for more light has made it stronger
        now = min(now, read(first))
    change = move.sign * move.strength * (step or (0.24 if move.sign > 0 else 0.32) * now)
    if desk.seek(read, now + change, tool) < 0.12:
        desk.add(tool, 0.12)


def _tone(desk: Desk, move: Move, *, onto: bool) -> None:
    """A grading wheel of a zone towards a colour, or away from it; `onto` what it stands at: warmer shadows that were
    made blue are less blue.
    """
    wheel = {"shadows": "SplitToningShadow", "highlights": "SplitToningHighlight", "midtones": "ColorGradeMidtone"}
    hues, saturations = (
        f"{wheel[move.zone]}Hue",
        f"{wheel[move.zone]}{'Sat' if move.zone == 'midtones' else 'Saturation'}",
    )
    hue = WHEEL[move.colour] if move.sign > 0 else (WHEEL[move.colour] + 180) % 360
    if onto and (stands := desk.values.get(saturations, 0.0)):
        tones = np.array([desk.values.get(hues, 0.0), hue])
        ends = np.array([stands, TONED * move.strength]) * np.exp(1j * np.radians(tones))
        desk.values[hues] = float(np.degrees(np.angle(ends.sum())) % 360)
        desk.add({saturations: float(abs(ends.sum())) - stands}, 1.0)
        return
    if abs((desk.values.get(hues, hue) - hue + 180) % 360 - 180) > OTHER_TONE:
        desk.values.pop(saturations, None)
    desk.values[hues] = hue
    desk.add({saturations: TONED}, move.strength)


def _cast(desk: Desk, move: Move) -> None:
    """Towards a colour, or away from it: white balance for the whole picture, a grading wheel for a zone."""
    if move.zone in ("shadows", "highlights", "midtones"):
        _tone(desk, move, onto=move.sign < 0)
        return
    if move.sign < 0 and not _leans(desk.first, move.colour):
        if there(desk.first, move.colour):
            _mixer(desk, move.but(dim="presence"))  # no cast: the colour itself is what is too much
        return
    if move.sign < 0 and move.colour == "green" and _leafy(desk.first):
        _mixer(desk, move.but(dim="presence"))  # leaves are no cast
        return
    lean = _lean(desk.first, move.colour)
    least = _least(desk.first, move.colour, OTHERWISE if lean > FLOODED else 5)
    if move.sign < 0 and lean > STRONG_CAST and measure(desk.first.codes).neutral_share < FEW_GREYS and least < 20:
        _mixer(desk, move.but(dim="presence"))  # what is taken for grey has the colour itself: a little of both
        move = move.but(strength=0.6 * move.strength)
    elif move.sign < 0 and lean > STRONG_CAST:
        share = min(least / lean + 0.2, 1.0)  # more than lies over everything is no cast
        auto.white_balance(desk, min(move.strength, 1.3) * share)  # a cast over everything goes by its own size
        _clear(desk, move)
        if _lean(desk.view(), move.colour) < 0.75 * lean:
            return
    warm, magenta = TINTS[move.colour]
    for dim, part in (("warmth", warm), ("magenta", magenta)):
        if abs(part) >= 0.2:
            sign = move.sign if part > 0 else -move.sign
            _goal(desk, Move(dim, sign, move.strength * abs(part)))


def _clear(desk: Desk, move: Move) -> None:
    """What lies over everything of a colour that is complained of goes, where that is more than the light tells."""
    share = OTHERWISE if _lean(desk.first, move.colour) > FLOODED else 5

    def over(view: View) -> float:
        return _least(view, move.colour, share)

    target = (1 - min(CLEARED_OF * move.strength, 1.0)) * over(desk.first)
    if over(desk.first) < FLOODING:
        return
    reach, desk.reach = desk.reach, max(desk.reach, auto.FAR)
    for dim, part in zip(("warmth", "magenta"), TINTS[move.colour], strict=True):
        if abs(part) >= 0.5 and over(desk.view()) > target:
            desk.seek(over, target, GOALS[dim].up if part * move.sign > 0 else GOALS[dim].down)
    desk.reach = reach


def _leafy(view: View) -> bool:
    """True where most of a photo has the colour of leaves, which is yellower than a cast of green."""
    angle = colours.angle_of(view)
    return float(np.mean((angle > LEAVES[0]) & (angle < LEAVES[1]) & (view.chroma > LEAVES[2]))) > 0.5


def _lean(view: View, colour: str) -> float:
    """Distance in a*b* that what is probably grey lies towards a colour; where next to nothing is grey, that by which
    four fifths of all do.
    """
    seen, angle = measure(view.codes), np.radians(colours.ANGLES[colour])
    if seen.neutral_share <= 0.1:
        return max(_least(view, colour, 20), 0.0)
    return float(seen.cast[0] * np.cos(angle) + seen.cast[1] * np.sin(angle))


def _least(view: View, colour: str, share: float = 5) -> float:
    """Distance in a*b* towards a colour that all but a share (per cent) of the pixels lie at least."""
    angle = np.radians(colours.ANGLES[colour])
    return auto.over_all(view, (float(np.cos(angle)), float(np.sin(angle))), share)


def _leans(first: View, colour: str) -> bool:
    """True when what is probably grey leans to a colour, and so does nearly everything: a cast of the light."""
    lean = _lean(first, colour)
    return lean > LEANING and _least(first, colour, OTHERWISE if lean > FLOODED else 5) > NAMED_OVER


def there(first: View, colour: str) -> bool:
    """True when a photo holds a colour at all."""
    return bool(colours.mask(first, colour).mean() >= colours.PRESENT)


def scarce(first: View, move: Move) -> bool:
    """True when there is to be less of a colour that a photo does not hold, neither in things nor as a cast."""
    less = move.sign < 0 and move.dim in ("presence", "cast") and not move.zone and not move.amount
    return less and not there(first, move.colour) and not _leans(first, move.colour)


def regain(desk: Desk, moves: Sequence[Move]) -> None:
    """What protecting the lights took from a wish for more contrast or light comes back from the dark side; what more
    light brought of colour or warmth, where there was to be less of it, goes again.

    Only where less than REGAINED of the change that was sought is left; a zone or a number stands as it is, and shadows
    that are to be lifted are not darkened for contrast. Of richer colours in a photo that is to be darker, which takes
    colour, RICHER_STILL is left at least.
    """
    darker = any(m.dim == "brightness" and m.sign < 0 for m in moves)
    both = {m.dim for m in moves if m.sign > 0} >= {"contrast", "brightness"}
    open_shadows = any((m.dim, m.sign) in LIFTED for m in moves)
    tools = (
        ("brightness", 1, MIDDLE if both else LIFT, REGAINED),
        ("contrast", 1, BRIGHT if open_shadows else DEEP, REGAINED),
        ("chroma", -1, GOALS["chroma"].down, REGAINED),
        ("warmth", 1, GOALS["warmth"].up, REGAINED),
        ("warmth", -1, GOALS["warmth"].down, REGAINED),
        *([("chroma", 1, GOALS["chroma"].up, RICHER_STILL)] if darker else []),
    )
    for dim, sign, tool, least in tools:
        strength = sum(m.strength for m in moves if m.dim == dim and m.sign == sign and not m.amount and not m.zone)
        read = GOALS[dim].read
        if strength and read is not None:
            was = read(desk.first)
            sought = GOALS[dim].delta(was, sign, strength)
            if (read(desk.view()) - was - least * sought) * sign < 0 and desk.view().newly_black() < 0.004:
                desk.seek(read, was + least * sought, tool, 1.0)


def hold(desk: Desk, what: str) -> None:
    """Bring a quantity back to what it was before the other moves."""
    dim = DIMS.get(what, what)
    goal = GOALS.get(dim)
    if goal is None:
        return
    if goal.read is None or dim == "vignette":  # corners may get darker with everything else
        for name in goal.up:
            if name not in desk.fixed:
                desk.values.pop(name, None)
        return
    for _ in range(2):
        target = goal.read(desk.first)
        gap = target - goal.read(desk.view())
        if abs(gap) > 0.2 and not (dim == "haze" and gap < 0):  # fog that was to stay may become more
            desk.seek(goal.read, target, goal.up if gap > 0 else goal.down)


def hold_colour(desk: Desk, colour: str) -> None:
    """Bring the saturation and lightness of a colour's pixels back to what they were."""
    mask, bands = colours.mask(desk.first, colour), colours.bands(desk.first, colour)
    if mask.mean() < colours.PRESENT or desk.values.get("ConvertToGrayscale"):
        return
    for plane, what in (("chroma", "Saturation"), ("l", "Luminance"), ("chroma", "Saturation")):

        def read(view: View, plane: str = plane) -> float:
            return float(getattr(view, plane)[mask].mean())

        gap = read(desk.first) - read(desk.view())
        tool = {f"{what}Adjustment{band}": 100.0 if gap > 0 else -100.0 for band in bands}
        desk.seek(read, read(desk.first), tool, KEEP_EFFORT)


def only_colours(desk: Desk, named: Sequence[str], less: float = 100.0) -> None:
    """Paler, or black and white, but for some colours: `less` saturation in the mixer's bands of all other hues."""
    bands = {band for colour in named for band in colours.bands(desk.first, colour)}
    for band in HUES:
        if band not in bands:
            desk.values[f"SaturationAdjustment{band}"] = -min(less, 100.0)
            desk.fixed.add(f"SaturationAdjustment{band}")


def hold_white(desk: Desk) -> None:
    """Take a cast that the other moves laid over what was white or light grey out of the lights again."""
    mask = (desk.first.l > WHITE[0]) & (desk.first.chroma < WHITE[1])
    if mask.mean() < colours.PRESENT or "SplitToningHighlightHue" in desk.values:
        return

    def read(view: View) -> float:
        return float(view.lab[..., 2][mask].mean())

    gap = read(desk.first) - read(desk.view())
    if abs(gap) > 1:
        desk.values["SplitToningHighlightHue"] = WHEEL["blue" if gap < 0 else "orange"]
        desk.seek(read, read(desk.first), {"SplitToningHighlightSaturation": 45.0})


def look(desk: Desk, style: Look, sign: int, strength: float, kept: set[str]) -> None:
    """A recipe, weaker or stronger; with sign -1, its plain moves the other way."""
    strength = min(strength, 1.6)
    if sign < 0:
        for dim, amount in style.moves:
            do(desk, Move(dim, -1 if amount > 0 else 1, 0.6 * abs(amount)))
        return
    if style.bw:
        desk.values["ConvertToGrayscale"] = True
    grey = auto.colourless(desk.first)
    mean = float(desk.first.l.mean())
    lifted = min(max((mean - BLACK) / (FADED - BLACK), 0.0 if style.key else 0.3), 1.0)
    tints = style.bw or not grey or "warmth" in dict(style.moves)
    shy = 0.5 if desk.caps and not style.bw else 1.0  # skin takes half of the tints
    caps, desk.caps = desk.caps, _style_caps(style, desk.caps)
    for name, value in style.tools.items():
        if name.startswith("SplitToning") and not tints:
            continue
        if name.endswith("Hue"):
            desk.values[name] = value
        elif name == CURVE:
            desk.add({name: value * lifted}, strength)
        elif not (name.startswith("Grain") and kept & {"grain", "noise"} or "Vignette" in name and "vignette" in kept):
            quiet = shy if name.startswith("SplitToning") else 1.0
            desk.add(_scaled(desk, {name: value}), quiet * (1.0 if name == "GrainSize" else strength))
    target = None
    if style.key is not None and "brightness" not in kept:
        target = auto.towards(desk, style.key, 0.55 * min(strength, 1.3))
    coloured = [move for move in style.moves if not (grey and move[0] == "chroma")]
    moves = sorted(coloured, key=lambda move: LAST.index(move[0]) if move[0] in LAST else -1)
    again = [
        (dim, 0.4 * amount) for dim, amount in moves if dim != "brightness" and (dim, amount > 0) != ("chroma", False)
    ]
    for dim, amount in (*moves, *again):  # once more, less: each disturbs those before it
        if dim not in kept:
            do(desk, Move(dim, 1 if amount > 0 else -1, abs(amount) * strength), from_first=dim != "brightness")
    if style.key is not None and target is not None:
        auto.not_beyond(desk, style.key, target)
    desk.caps = caps


def _style_caps(style: Look, caps: Mapping[str, float]) -> dict[str, float]:
    """A style's sliders go as far as its strength says, also where much more of them would be needed to see it."""
    found = dict(caps)
    for dim, name, full in STYLED:
        amount = dict(style.moves).get(dim, 0.0)
        if amount > 0 or amount < 0 and dim in ("contrast", "chroma", "haze"):
            most = max(full * max(abs(amount), 0.35), abs(style.tools.get(name, 0.0)))
            found[name] = min(most, found.get(name, most))
    if dict(style.moves).get("contrast", 0.0) < 0:  # flat, but with a black and a white
        found |= {name: min(FLAT_ENDS, found.get(name, FLAT_ENDS)) for name in ("Whites2012", "Blacks2012")}
    return found
