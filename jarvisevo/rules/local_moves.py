"""What a move means inside a mask: which sliders, how far, and where to stop. Exposure in EV, colours in Lab."""

import itertools
from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from jarvisevo.rules import colours
from jarvisevo.rules.colours import ANGLES, TINTS, WHEEL
from jarvisevo.rules.corrections import CorrectionPlan, Inside, Panel
from jarvisevo.rules.goals import View
from jarvisevo.rules.moves import Move
from jarvisevo.rules.places import LIMBS, PEOPLE, SUBJECTS, WORN
from jarvisevo.rules.regions import Regions

EXPOSURE = {  # place: L* up, most EV up, L* down, most EV down of a plain move
    "sky": (5.0, 0.5, 7.5, 0.75),
    "face": (5.5, 0.6, 5.0, 0.5),
    "skin": (5.0, 0.5, 4.5, 0.5),
    "eyes": (6.0, 0.7, 4.0, 0.4),
    "teeth": (3.5, 0.35, 3.0, 0.3),
    "lips": (3.0, 0.35, 3.0, 0.35),
    "person": (6.0, 0.65, 6.0, 0.7),
    "background": (7.0, 0.75, 8.0, 0.9),
    "rest": (7.0, 0.75, 8.0, 0.9),
}
ELSEWHERE = (7.0, 0.8, 7.5, 0.85)
DELICATE = ("skin", "face", "teeth", "lips", "eyes", "person", *LIMBS)
WHITENED = ("teeth", "eyes", *WORN)
"""Places whose whites are their colour."""
AIRY = ("sky", "water", "background")
ONE_COLOUR = 0.9
"""Length of the mean colour of a place over its mean chroma, from which it is of one colour."""
OWN_COLOUR = 28.0
"""C*ab of the mean colour of a place from which less of it is less colour, and no other light."""
OTHER_HUE = 30.0
"""Degrees between a place's hue and a colour word from which it is another colour."""
BACKDROPS = ("background", "rest")
DARK, DARKEST = 40.0, 1.7
"""L* of a place below which lifting it may take more exposure, and up to how many times as much."""
PALE = (78.0, 12.0)
"""L* from which, and C*ab up to which, a backdrop is white or nearly so."""
COLOURING = ("warmth", "magenta", "chroma", "presence", "cast", "hue")
GLOWING = 0.25
"""What a pixel with one full channel counts where a place takes colour: a glow, an orange drink are no burnt whites."""
ONE_FULL = 0.05
"""The same where a place is to be lighter or crisper: the red of orange sand is full long before the sand is white."""
UNTINTED = ("lightness", "brightness", "clarity", "texture", "sharpness")
"""Moves that are of light and detail alone."""
VIVID, GAUDY = 30.0, 70.0
"""C*ab of a place from which it takes less additional colour, and hardly any."""
MOST_OF_A_LOOK = {"LocalHighlights2012": 0.6, "LocalWhites2012": 0.3, "LocalContrast2012": 0.5}
"""How far the sliders of a style go inside a mask."""
BURNT_SHARE = 0.5
"""Share of a sky at white from which darkening it only makes it grey."""
GUARDED = 0.008
"""Share of a region that may newly reach white or black."""
EASED, HELD = (1.0, 0.85, 0.7, 0.55, 0.4), (0.0, 0.5, 1.0)
"""Shares of an exposure that burns out too much, and how far highlights come down for each: what is tried."""
DOWN = {"LocalHighlights2012": -0.25, "LocalWhites2012": -0.1}
"""How whites are held."""
MOST_BURNT = 0.06
"""Share of a small region that may newly reach white."""
KEPT = 0.6
"""Share of the light that a region gained which the protection of its whites leaves."""
SAME = {
    "band_luminance": "brightness",
    "band_saturation": "chroma",
    "background": "brightness",
    "deep": "deep",
    "midtones": "brightness",
}
FIXED: dict[str, tuple[Mapping[str, float], Mapping[str, float]]] = {  # more, less: of a plain move
    "clarity": ({"LocalClarity2012": 0.24}, {"LocalClarity2012": -0.24}),
    "texture": ({"LocalTexture": 0.35}, {"LocalTexture": -0.35}),
    "sharpness": (
        {"LocalSharpness": 0.5, "LocalTexture": 0.15, "LocalClarity2012": 0.06},
        {"LocalSharpness": -0.6, "LocalTexture": -0.3},
    ),
    "haze": ({"LocalDehaze": -0.2}, {"LocalDehaze": 0.22}),
    "noise": ({"LocalGrain": 0.3}, {"LocalLuminanceNoise": 0.45}),
    "grain": ({"LocalGrain": 0.3}, {"LocalLuminanceNoise": 0.45}),
    "fade": ({"LocalContrast2012": -0.25, "LocalBlacks2012": 0.3}, {"LocalContrast2012": 0.2, "LocalBlacks2012": -0.2}),
    "blur": (
        {"LocalSharpness": -1.0, "LocalTexture": -0.6, "LocalClarity2012": -0.3},
        {"LocalSharpness": 0.5, "LocalTexture": 0.15},
    ),
}
"""Sliders whose effect a small preview cannot measure."""


def mean(channel: int) -> Inside:
    """Weighted mean of L*, a* or b*."""
    return lambda view, weight: float((view.lab[..., channel] * weight).sum() / weight.sum())


def chroma(view: View, weight: np.ndarray) -> float:
    """Weighted mean of C*ab."""
    return float((view.chroma * weight).sum() / weight.sum())


def spread(view: View, weight: np.ndarray) -> float:
    """Weighted standard deviation of L*."""
    middle = mean(0)(view, weight)
    return float(np.sqrt(((view.l - middle) ** 2 * weight).sum() / weight.sum()))


def share(low: float, high: float) -> Inside:
    """Mean L* of the pixels of the region that were between two of its percentiles before any edit."""

    def read(view: View, weight: np.ndarray) -> float:
        was = view.first.l
        core = weight > 0.5 * weight.max()
        bottom, top = np.percentile(was[core], (low, high))
        return float(view.l[core & (was >= bottom) & (was <= top)].mean())

    return read


def towards(angle: float) -> Inside:
    """How far the mean colour lies in a direction of the a*b* plane."""
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return lambda view, weight: mean(1)(view, weight) * cos + mean(2)(view, weight) * sin


def ends(view: View, weight: np.ndarray, part: float = 1.0) -> tuple[float, float]:
    """Shares of the region that are at white (with one channel full they count as `part`) and at black."""
    top, total = view.codes.max(-1), float(weight.sum())
    white = np.where(view.codes.min(-1) >= 254, 1.0, part) * (top >= 254)
    return float((white * weight).sum() / total), float(((top <= 3) * weight).sum() / total)


MEASURED: dict[str, tuple[Inside, float, bool, Mapping[str, float]]] = {
    # what is read, plain change, relative, sliders up
    "chroma": (chroma, 0.22, True, {"LocalSaturation": 0.6}),
    "warmth": (mean(2), 4.5, False, {"LocalTemperature": 0.6}),
    "magenta": (mean(1), 3.5, False, {"LocalTint": 0.6}),
    "contrast": (spread, 0.13, True, {"LocalContrast2012": 0.8}),
    "highlights": (share(75, 100), 4.5, False, {"LocalHighlights2012": 0.9}),
    "shadows": (share(0, 35), 5.0, False, {"LocalShadows2012": 0.9}),
    "whites": (share(90, 100), 4.0, False, {"LocalWhites2012": 0.8}),
    "blacks": (share(0, 10), 3.0, False, {"LocalBlacks2012": 0.8}),
}
BLUER = 5.5
"""Distance in a*b* that a plain wish for a bluer sky moves what is blue in it: less is not seen, far more is neon."""
DYED, COLOURLESS, TURNS = 22.0, 8.0, 5
"""C*ab that another colour for a thing has at least, from which it has a hue to turn, and how often that is tried."""
MORE_GAUDY = 0.05
"""Share of a thing in another colour that may newly have a channel at its end."""
GREY_ENDS = {"white": 88.0, "black": 12.0}
"""L* of a thing that is to be white, or black."""
BLEACHED, WAY_THERE, MOST_STOPS = 0.9, 0.75, 2.0
"""How much of its colour goes then, how far its L* moves there, and the stops of that at most."""
TURNED, NEXT_TO_IT = 0.4, 90.0
"""How far of the way to blue a colour of a sky is turned by a plain wish, and from how many degrees apart not."""
SKY_BLUE = 262.0
"""Direction in the a*b* plane of a clear sky, degrees; the blue of the word is nearer to violet."""
BLUE_IN_IT = 0.25
"""Share of a sky that is blue already, from which its blue is what is meant, and clouds keep their white."""
MOST_COLOUR = 0.34
"""LocalSaturation of a plain wish at most: where much of a mask is grey, the mean says too little of its colours."""
LINES = 0.25
"""LocalTexture of a plain wish for more texture, definition or sharpness of skin: its lines are what shows it."""
MOST_FADED = 12.0
"""C*ab that a plain wish for less colour takes at most: a share of strong colours would leave a faded patch."""
SERVED = {
    *MEASURED,
    *FIXED,
    "brightness",
    "presence",
    "lightness",
    "cast",
    "hue",
    "whiten",
    "greys",
    "bw",
    "auto",
    "pop",
}
"""Moves that a mask can carry out."""


def move(panel: Panel, group: CorrectionPlan, wanted: Move, regions: Regions | None = None) -> None:
    """Carry out one move inside a group, then take back what went to its ends there."""
    start = panel.view(group)
    part = 1.0
    if wanted.dim in COLOURING and (group.place in AIRY or wanted.sign > 0 and group.place not in DELICATE):
        part = GLOWING
    elif wanted.dim in UNTINTED and wanted.sign > 0 and group.place not in DELICATE:
        part = ONE_FULL
    before, light = ends(start, group.weight, part), mean(0)(start, group.weight)
    teeth = group.place == "teeth" and wanted.dim == "brightness" and wanted.sign > 0
    if (teeth or (wanted.dim == "whites" and group.place in WHITENED)) and not wanted.amount:
        wanted = wanted.but(dim="whiten")
    if wanted.dim == "lightness" or wanted.dim == "brightness":
        _exposure(panel, group, wanted)
    elif wanted.dim in ("presence", "cast", "hue"):
        _colour(panel, group, wanted)
    elif wanted.dim in ("auto", "pop"):
        _pop(panel, group, wanted, regions)
    elif wanted.dim == "whiten":
        _whiten(panel, group, wanted.strength * wanted.sign)
    elif wanted.dim == "greys":
        _greyed(panel, group, wanted)
    elif wanted.dim == "bw":
        group.values["LocalSaturation"] = -1.0 if wanted.sign > 0 else 0.0
    elif wanted.dim in MEASURED:
        _measured(panel, group, wanted, wanted.dim)
    elif wanted.dim in FIXED:
        _fixed(panel, group, wanted, wanted.dim)
    floor = 0.0
    if wanted.dim in ("lightness", "brightness", "greys") and wanted.sign > 0:
        floor = light + KEPT * max(mean(0)(panel.view(group), group.weight) - light, 0.0)
    numbered = wanted.amount is not None and wanted.amount[1] != "%"  # moves its own slider, and none beside it
    if (wanted.dim, wanted.to) != ("greys", "black") and not numbered:
        guard(panel, group, before, floor, part)


def _given(panel: Panel, group: CorrectionPlan, wanted: Move, name: str) -> bool:
    """Use the amount that the words gave, inside its slider's range; False for a share, which is to be measured."""
    value, unit = wanted.amount or (0.0, "")
    full = 4.0 if unit == "EV" else 100.0
    if (unit == "EV") != (name == "LocalExposure2012") or unit not in ("EV", "slider"):
        return False
    stood = panel.desk.stands_locally(group.region.title, name)
    amount = (value if wanted.absolute else wanted.sign * abs(value)) / full * wanted.slider[1]
    amount += 0.0 if wanted.absolute else stood + group.values.get(name, 0.0)
    held = min(max(amount, -1.0), 1.0)
    if held != amount:
        panel.desk.limited[group.region.title, name] = held * full
    group.values = {**group.values, name: held - stood}
    return True


def _exposure(panel: Panel, group: CorrectionPlan, wanted: Move) -> None:
    """Lighter or darker, with what keeps it believable: a darker sky keeps its colour, a lighter face its form."""
    if _given(panel, group, wanted, "LocalExposure2012"):
        return
    up, most_up, down, most_down = EXPOSURE.get(group.place, ELSEWHERE)
    strength, view = wanted.strength, panel.view(group)
    now = mean(0)(view, group.weight)
    pale = wanted.sign > 0 and now > PALE[0] and chroma(view, group.weight) < PALE[1] and group.place in BACKDROPS
    room = min(max((97 - now if wanted.sign > 0 else now - 3) / 45, 0.6 if pale else 0.3), 1.15)
    change = (up if wanted.sign > 0 else -down) * room * strength
    if wanted.amount and wanted.amount[1] == "%":
        change = wanted.sign * abs(wanted.amount[0]) / 100 * now
    most = (most_up if wanted.sign > 0 else most_down) * min(max(strength, 0.8), 1.8)
    if wanted.sign > 0:  # a stop more is little L* in the dark
        most *= min(max((DARK / max(now, 1.0)) ** 0.5, 1.0), DARKEST)
    if group.place == "sky" and wanted.sign < 0:
        change, most = _darker_sky(panel, group, change, most, strength)
        change -= mean(0)(panel.view(group), group.weight) - now
    elif group.place in ("face", "person", "skin") and wanted.sign > 0:
        group.values = group.moved({"LocalContrast2012": -0.05, "LocalShadows2012": 0.1}, min(strength, 1.3))
        change -= mean(0)(panel.view(group), group.weight) - now
    if change * wanted.sign > 0.3:
        panel.seek(group, mean(0), change, {"LocalExposure2012": wanted.sign * most / 4})
    if pale:  # a lighter backdrop that is nearly white becomes white
        panel.seek(group, chroma, -0.35 * strength * chroma(view, group.weight), {"LocalSaturation": -0.5})


def _darker_sky(
    panel: Panel, group: CorrectionPlan, change: float, most: float, strength: float
) -> tuple[float, float]:
    """A burnt sky takes little, a grey one less; a blue one some saturation, a glowing one none."""
    view = panel.view(group)
    top = view.codes.min(-1) >= 250
    if float((top * group.weight).sum() / group.weight.sum()) > BURNT_SHARE:
        panel.burnt.append(group.region.title)
        return 0.4 * change, 0.3
    if chroma(view, group.weight) <= 8:
        return 0.75 * change, most
    blue = mean(2)(view, group.weight) < -4
    if blue:
        group.values = group.moved({"LocalHighlights2012": -0.12, "LocalSaturation": 0.1}, min(strength, 1.5))
    else:
        group.values = group.moved({"LocalHighlights2012": -0.12}, min(strength, 1.5))
    return change, most


def _measured(panel: Panel, group: CorrectionPlan, wanted: Move, dim: str) -> None:
    read, step, relative, tool = MEASURED[dim]
    if _given(panel, group, wanted, next(iter(tool))):
        return
    now = read(panel.view(group), group.weight)
    size = step * wanted.strength * (max(abs(now), 6.0) if relative else 1.0)
    if wanted.amount and wanted.amount[1] == "%":
        size = abs(wanted.amount[0]) / 100 * abs(now)
    elif dim == "chroma" and wanted.sign < 0:
        size = min(1.6 * size, MOST_FADED * wanted.strength)
    if group.place in DELICATE and dim in ("warmth", "magenta", "chroma"):
        size *= 0.6
    light = mean(0)(panel.view(group), group.weight)
    colour = chroma(panel.view(group), group.weight)
    if dim == "chroma" and wanted.sign > 0 and not wanted.amount:
        size *= min(max((GAUDY - colour) / (GAUDY - VIVID), 0.35), 1.0)
    most = MOST_COLOUR * wanted.strength if dim == "chroma" and wanted.sign > 0 else 1.0
    tool = {name: wanted.sign * min(full, most) for name, full in tool.items()}
    effort = panel.seek(group, read, wanted.sign * size, tool)
    if dim == "shadows" and wanted.sign > 0 and effort > 0.95:  # nearly all of it is shadow
        gone = read(panel.view(group), group.weight) - now
        panel.seek(group, read, size - gone, {"LocalExposure2012": 0.8 / 4})
    if dim == "warmth" and wanted.sign > 0 and group.place == "sky" and mean(1)(panel.view(group), group.weight) > 4:
        lost = colour - chroma(panel.view(group), group.weight)
        if lost > 0.5:  # warming a purple dusk would make it grey
            panel.seek(group, chroma, lost, {"LocalSaturation": MOST_COLOUR})
    if dim == "contrast" and (gap := light - mean(0)(panel.view(group), group.weight)) > 0.5:
        panel.seek(group, mean(0), gap, {"LocalExposure2012": 0.8 / 4})  # on a dark thing contrast would darken
    if dim == "highlights" and wanted.sign < 0 and group.place == "sky":
        group.values = group.moved({"LocalDehaze": 0.06}, min(wanted.strength, 1.5))


def _fixed(panel: Panel, group: CorrectionPlan, wanted: Move, dim: str) -> None:
    tool = dict(FIXED[dim][0 if wanted.sign > 0 else 1])
    if group.place in ("skin", "face") and dim in ("clarity", "texture", "sharpness") and wanted.sign < 0:
        tool = {"LocalTexture": -0.32, "LocalClarity2012": -0.08}
    elif group.place in PEOPLE and dim in ("texture", "clarity", "sharpness"):  # pores stay: no plastic, no leather
        tool = {name: value * 0.6 for name, value in tool.items()}
        tool["LocalTexture"] = max(tool.get("LocalTexture", 0.0), wanted.sign * LINES)
    if group.place == "sky" and dim == "clarity" and wanted.sign > 0:
        tool |= {"LocalDehaze": 0.16, "LocalSaturation": 0.06}
    if group.place == "sky" and dim == "haze" and wanted.sign < 0:
        tool |= {"LocalSaturation": 0.12, "LocalHighlights2012": -0.08}
    if not _given(panel, group, wanted, next(iter(tool))):
        group.values = group.moved(tool, min(wanted.strength, 1.8))


def _bluer(panel: Panel, group: CorrectionPlan, strength: float) -> None:
    """A bluer sky: its blue deeper, from cyan towards blue, and a little darker; one without any takes a cool light."""
    first = panel.desk.first
    hues = colours.mask(first, "blue") | colours.mask(first, "aqua")
    blue = group.weight * hues
    some = float(blue.sum()) > BLUE_IN_IT * float(group.weight.sum())
    seen = blue if some else group.weight
    start = panel.view(group)
    a, b, colour = mean(1)(start, seen), mean(2)(start, seen), chroma(start, seen)
    tool = {"LocalTemperature": -0.1 if some else -0.5, "LocalSaturation": 0.55 if some else 0.3}
    if some:
        tool |= {"LocalExposure2012": -0.1, "LocalHighlights2012": -0.25} if strength >= 1 else {}
        apart = (SKY_BLUE - np.degrees(np.arctan2(b, a)) + 180) % 360 - 180
        tool["LocalHue"] = float(np.clip(0.8 * (apart - 12), 0, 25)) / 180  # what is cyan, and never towards violet
    size = BLUER * strength * min(max((GAUDY - colour) / (GAUDY - VIVID), 0.4), 1.0)
    panel.seek(group, lambda view, _: towards(SKY_BLUE)(view, seen), size, tool, min(strength, 1.5))


def _colour(panel: Panel, group: CorrectionPlan, wanted: Move) -> None:
    """Towards a colour, away from it, or more and less of it."""
    if group.place == "sky" and (wanted.to or wanted.colour) == "blue" and wanted.sign > 0:
        if wanted.to in ("", wanted.colour) or not _turned(panel, group, wanted):
            _bluer(panel, group, wanted.strength)
        return
    view, weight = panel.view(group), group.weight
    a, b = mean(1)(view, weight), mean(2)(view, weight)
    target = wanted.to or wanted.colour
    angle = ANGLES[target]
    apart = (angle - np.degrees(np.arctan2(b, a)) + 180) % 360 - 180
    strong = np.hypot(a, b) > 12
    plain = np.hypot(a, b) > ONE_COLOUR * chroma(view, weight)  # an evening sky turns blue where it was purple
    if wanted.sign > 0 and abs(apart) < 50 and strong and (plain or not wanted.to):
        stronger, share, most = 0.8, 0.25, 12.0
        if group.place == "water":  # blue water is to be turquoise, not bluer; else it keeps its hue
            stronger, share, most = (0.4, 0.5, 15.0) if abs(apart) > OTHER_HUE else (0.8, 0.0, 0.0)
        _measured(panel, group, wanted.but(strength=stronger * wanted.strength, amount=None), "chroma")
        if abs(apart) > 18 and most and group.place not in ("background", *DELICATE):
            turn = float(np.clip(share * apart * wanted.strength, -most, most))
            group.values = group.moved({"LocalHue": turn / 180}, 1.0)
        return
    if wanted.sign > 0 and wanted.to and group.place not in (*AIRY, *DELICATE) and (plain and strong or not strong):
        _dye(panel, group, target)
        return
    if wanted.sign > 0 and abs(apart) > 60 and strong and plain and group.place not in (*AIRY, *DELICATE):
        group.values = group.moved({"LocalHue": float(np.clip(apart, -70, 70)) / 180}, min(wanted.strength, 1.2))
        return
    own = wanted.dim != "cast" or np.hypot(a, b) > OWN_COLOUR
    if wanted.sign < 0 and abs(apart) < 50 and group.place not in DELICATE and own:
        _measured(panel, group, wanted.but(amount=None), "chroma")
        return
    warm, magenta = TINTS[target]
    size = (3.0 if group.place in DELICATE else 4.5) * wanted.strength
    tool = {"LocalTemperature": 0.6 * warm * wanted.sign, "LocalTint": 0.45 * magenta * wanted.sign}
    panel.seek(group, towards(angle), wanted.sign * size, tool)


def _dye(panel: Panel, group: CorrectionPlan, colour: str) -> None:
    """Another colour for a thing: its hue is turned all of the way; what has hardly any colour takes a tint."""
    angle, was = ANGLES[colour], chroma(panel.view(group), group.weight)
    if np.hypot(*_ab(panel, group)) > COLOURLESS:
        best = (360.0, 0.0)
        turn = 0.0
        for _ in range(TURNS):
            a, b = _ab(panel, group, {"LocalHue": turn / 180})
            apart = (angle - np.degrees(np.arctan2(b, a)) + 180) % 360 - 180
            best = min(best, (abs(apart), turn))
            turn = (turn + apart + 180) % 360 - 180
        group.values = group.moved({"LocalHue": best[1] / 180}, 1.0)
        gaudy = _gaudy(panel.desk.first, group.weight) + MORE_GAUDY
        for read, most in ((chroma, was), (_gaudy, gaudy)):  # few blues are as strong as an orange can be
            if (now := read(panel.view(group), group.weight)) > most:
                panel.seek(group, read, most - now, {"LocalSaturation": -0.6})
    if (missing := DYED - towards(angle)(panel.view(group), group.weight)) > 0:
        group.values["LocalToningHue"] = float(WHEEL[colour])
        panel.seek(group, towards(angle), missing, {"LocalToningSaturation": 1.0})


def _gaudy(view: View, weight: np.ndarray) -> float:
    """Share of a place that has a strong colour with a channel at its end."""
    codes = view.codes
    ended = (codes.max(-1) >= 253) | (codes.min(-1) <= 2)
    return float((ended * (view.chroma > 50) * weight).sum() / weight.sum())


def _ab(panel: Panel, group: CorrectionPlan, tool: Mapping[str, float] = MappingProxyType({})) -> tuple[float, float]:
    """Mean a* and b* of a place, with a tool added."""
    view = panel.view(group, group.moved(tool, 1.0))
    return mean(1)(view, group.weight), mean(2)(view, group.weight)


def _turned(panel: Panel, group: CorrectionPlan, wanted: Move) -> bool:
    """Turn what of a sky has one colour some of the way to blue; False where it has hardly any of it, or it lies too
    far from blue.
    """
    if wanted.colour not in colours.LAB_HUES:
        return False
    old = group.weight * colours.mask(panel.desk.first, wanted.colour)
    if float(old.sum()) < BLUE_IN_IT * float(group.weight.sum()):
        return False
    view = panel.view(group)
    apart = (SKY_BLUE - np.degrees(np.arctan2(mean(2)(view, old), mean(1)(view, old))) + 180) % 360 - 180
    if abs(apart) > NEXT_TO_IT:
        return False
    group.values = group.moved({"LocalHue": float(TURNED * apart) / 180}, min(wanted.strength, 1.5))
    return True


def look(panel: Panel, group: CorrectionPlan, moves: tuple[tuple[str, float], ...], sign: int, strength: float) -> None:
    """The plain moves of a style inside a mask; a sky takes a serious one by going deeper."""
    strength = min(strength, 1.6)
    for dim, amount in moves:
        if dim in SERVED:
            move(panel, group, Move(dim, sign * (1 if amount > 0 else -1), abs(amount) * strength))
    for name, most in MOST_OF_A_LOOK.items():
        if abs(value := group.values.get(name, 0.0)) > most:
            group.values[name] = most if value > 0 else -most
    if group.place == "sky" and sign > 0 and dict(moves).get("contrast", 0) > 0:
        group.values = group.moved({"LocalDehaze": 0.08}, strength)
        _exposure(panel, group, Move("brightness", -1, 0.5 * strength))


def _pop(panel: Panel, group: CorrectionPlan, wanted: Move, regions: Regions | None) -> None:
    """A little more of everything where the eye is to go, a little less around it."""
    strength = min(wanted.strength, 1.6)
    human = group.place in PEOPLE
    dark = mean(0)(panel.view(group), group.weight) < 35
    if group.place in AIRY and dark:  # a night sky lives by its stars
        tool = {"LocalContrast2012": 0.18, "LocalClarity2012": 0.18, "LocalWhites2012": 0.2, "LocalDehaze": 0.06}
    elif group.place in AIRY:
        tool = {"LocalDehaze": 0.12, "LocalClarity2012": 0.10, "LocalHighlights2012": -0.15}
    else:
        tool = {
            "LocalClarity2012": 0.04 if human else 0.13,
            "LocalTexture": 0.04 if human else 0.12,
            "LocalContrast2012": 0.06,
        }
    group.values = group.moved(tool, strength)
    now = chroma(panel.view(group), group.weight)
    panel.seek(group, chroma, (0.06 if human else 0.16) * strength * max(now, 6.0), {"LocalSaturation": 0.3})
    light = mean(0)(panel.view(group), group.weight)
    if group.place not in AIRY and light < 75:
        panel.seek(group, mean(0), 3.5 * strength * min((97 - light) / 45, 1.0), {"LocalExposure2012": 0.4 / 4})
    if regions is not None and group.place in SUBJECTS and group.region.share < 0.8:
        _step_back(panel, group, strength, regions)


def _step_back(panel: Panel, group: CorrectionPlan, strength: float, regions: Regions) -> None:
    """The surroundings of a subject become a little darker and paler."""
    around = regions.except_(group.region)
    if around is None:
        return
    other = panel.group(around)
    before = ends(panel.view(other), other.weight)
    panel.seek(other, mean(0), -4.0 * strength, {"LocalExposure2012": -0.5 / 4})
    other.values = other.moved({"LocalSaturation": -0.08}, strength)
    guard(panel, other, before)


def _whiten(panel: Panel, group: CorrectionPlan, strength: float) -> None:
    """Some of the colour out, and a little lighter: white, not paper."""
    now = chroma(panel.view(group), group.weight)
    size = min(abs(strength), 1.4)
    way = 1 if strength > 0 else -1
    b = mean(2)(panel.view(group), group.weight)
    cooler = -0.06 if b > 3 else 0.0
    panel.seek(group, chroma, -0.45 * way * size * now, {"LocalSaturation": -0.6 * way, "LocalTemperature": cooler})
    _exposure(panel, group, Move("brightness", way, 0.7 * size))


def _greyed(panel: Panel, group: CorrectionPlan, wanted: Move) -> None:
    """A thing in white, black or grey: its colour out, and much of the way to that lightness; its folds stay."""
    now = chroma(panel.view(group), group.weight)
    panel.seek(group, chroma, -BLEACHED * now, {"LocalSaturation": -1.0})
    if wanted.to not in GREY_ENDS:
        return
    light = mean(0)(panel.view(group), group.weight)
    size = WAY_THERE * abs(GREY_ENDS[wanted.to] - light)
    if size > EXPOSURE.get(group.place, ELSEWHERE)[0 if wanted.sign > 0 else 2] * wanted.strength:
        panel.seek(group, mean(0), wanted.sign * size, {"LocalExposure2012": wanted.sign * MOST_STOPS / 4})
    else:
        _exposure(panel, group, wanted.but(dim="brightness", to=""))


def guard(
    panel: Panel, group: CorrectionPlan, before: tuple[float, float], floor: float = 0.0, part: float = 1.0
) -> None:
    """Take back what brought parts of the region to white or black, or its colours to their ends.

    Protecting the whites must not darken the region below `floor`, a mean L*: what was to be lighter stays lighter.
    Lamps are white, and may be.
    """
    if group.place == "lights":
        return
    if group.values.get("LocalExposure2012", 0.0) > 0:
        group.values = _unburnt(panel, group, before[0], part, floor)
    for _ in range(4):
        white, black = ends(panel.view(group), group.weight, part)
        exposure = group.values.get("LocalExposure2012", 0.0)
        if white > before[0] + GUARDED and exposure <= 0:
            group.values = _held(panel, group, before[0], part, floor)
        elif black > before[1] + GUARDED:
            if exposure < 0:
                group.values["LocalExposure2012"] = 0.75 * exposure
            if mean(0)(panel.view(group), group.weight) > 25:  # a night keeps its black
                group.values = group.moved({"LocalBlacks2012": 0.12, "LocalShadows2012": 0.08}, 1.0)
        else:
            break
    view, weight = panel.view(group), group.weight
    garish = [float(((v.chroma > 85) * weight).sum() / weight.sum()) for v in (view.first, view)]
    if garish[1] > garish[0] + 0.03 and group.values.get("LocalSaturation", 0.0) > 0:
        group.values["LocalSaturation"] *= 0.5


def _held(panel: Panel, group: CorrectionPlan, before: float, part: float, floor: float) -> dict[str, float]:
    """The sliders of a region whose highlights come down as little as keeps its whites, and not below `floor`."""
    best = group.values
    for share in (0.25, 0.5, 1.0):
        values = group.moved(DOWN, share)
        view = panel.view(group, values)
        if mean(0)(view, group.weight) < floor:
            break
        best = values
        if ends(view, group.weight, part)[0] <= before + GUARDED:
            break
    return best


def _unburnt(panel: Panel, group: CorrectionPlan, before: float, part: float, floor: float) -> dict[str, float]:
    """The sliders of a lighter region, with as much of its exposure as burns out no more than GUARDED of it, or of the
    photo's little; highlights that come down let more of it stand. Below half of the way to `floor` it would hardly be
    lighter: then the least of EASED stands, whatever burns out.
    """
    exposure, share = group.values["LocalExposure2012"], float(group.weight.mean())
    found: list[tuple[float, dict[str, float]]] = []
    for eased, held in itertools.product(EASED, HELD):
        values = {**group.moved(DOWN if held else {}, held), "LocalExposure2012": eased * exposure}
        view = panel.view(group, values)
        more = ends(view, group.weight, part)[0] - before
        if more > GUARDED and not (more * share <= GUARDED / 2 and more < MOST_BURNT):
            continue
        if (eased, held) == (1.0, 0.0):
            return values
        found.append((mean(0)(view, group.weight), values))
        if not held:
            break  # with less exposure it would be darker
    dark = panel.view(group, {**group.values, "LocalExposure2012": 0.0})
    light, best = max(found, key=lambda one: one[0], default=(0.0, {}))
    if light > (mean(0)(dark, group.weight) + floor) / 2:
        return best
    return {**group.values, "LocalExposure2012": EASED[-1] * exposure}


__all__ = ["SAME", "SERVED", "colours", "guard", "look", "move"]
