"""Colours that are to be more, less, lighter, darker, or other ones."""

import numpy as np

from editor_ops.measure import measure
from jarvisevo.rules.intent import Want
from jarvisevo.scoring.analytic.image_pair import ImagePair, Weight, mean
from jarvisevo.scoring.analytic.outcome import DEGREES, Outcome, asked, sign_of
from jarvisevo.scoring.analytic.places import HUES, LEAST, coloured

OTHER_HUES = {"pink": "magenta", "brown": "orange", "gold": "yellow", "golden": "yellow", "teal": "aqua"}
OTHER_HUES |= {"cyan": "aqua", "violet": "purple", "turquoise": "aqua", "skin": "orange"}
DEEPER = ("deep", "dark", "rich", "深", "浓")
"""Words that ask for a colour with more of itself, or less light."""
GONE, LEFT, NEUTRAL = 1.3, 0.4, 1.5
"""Ratio of a colour complained of everywhere that went as a cast does; share of its chroma that is left then at least,
and the a*b* that greys may lean the other way."""
ARRIVED = 30.0
"""Degrees from a hue that a thing is to have within which it has it."""
GREY_ENDS, HALF_WAY = {"white": 90.0, "black": 10.0}, 0.5
"""L* of what is white, or black; share of the way there, in L* and C*ab, that is as asked."""
TINTED = ("all", "sky", "water", "background", "vegetation", "skin", "face")
"""Places that another colour is laid over: to have it all is too much there."""
SKIN = ("skin", "face")
TONES = {"white": 1.0, "black": -1.0, "grey": 0.0, "gray": 0.0}


def color(pair: ImagePair, want: Want, weight: Weight, name: str) -> Outcome:
    """A colour that is to be more, less, lighter, darker, or another one."""
    name = OTHER_HUES.get(name, name)
    first = pair.views[0]
    if name in TONES:
        return _towards_tone(pair, want, weight, name)
    if name not in HUES:
        return Outcome(want, None)
    own = weight * coloured(first, name)
    present = float((own > 0.1).mean()) > max(LEAST, 0.02 * float(weight.mean()))
    units = asked(want, "saturation")
    if want.direction.startswith("to:"):
        other = OTHER_HUES.get(want.direction[3:], want.direction[3:])  # the same: what colour it has is not said
        return _turned(pair, want, own if present and name != other else weight, other)
    if want.direction in ("lighter", "darker"):
        where = own if present else weight
        now, then = (mean(view.l, where) for view in pair.views)
        return Outcome(want, (then - now) / (2.8 * units), "color_lightness", now, then)
    lean = [_lean(view.lab, weight, name) for view in pair.views]
    step = (lean[1] - lean[0]) / (3.0 if want.where.everywhere else 5.0)
    if not present:
        leaning = units > 0 or want.where.name in SKIN  # orange skin is too yellow, or too red
        return Outcome(
            want, step / units if leaning else None, "lean", lean[0], lean[1], state="found" if leaning else "absent"
        )
    now, then, change = _chroma(pair, own)
    cast = want.where.everywhere and want.direction == "-"
    strongest = change if abs(change) >= 0.35 and not cast else max(change, 0.8 * step, key=abs)
    if cast and strongest / units > GONE and then > LEFT * now and _greys(pair, name) > -NEUTRAL:
        strongest = GONE * units  # the whole of a cast may go, until greys lean to the other side
    if want.direction == "more" and any(word in want.words for word in DEEPER):
        darker = -(mean(pair.views[1].l, own) - mean(pair.views[0].l, own)) / 6.0
        strongest = max(strongest, darker) if darker > -0.5 else min(strongest, darker)  # lighter is not deeper
    return Outcome(want, strongest / units, "color_chroma", now, then)


def _chroma(pair: ImagePair, weight: Weight) -> tuple[float, float, float]:
    """Chroma of a colour before and after, and its change in units of some quarter of it."""
    now, then = (mean(view.saturation, weight) for view in pair.views)
    more = then > now
    return now, then, (then - now) / ((0.25 if more else 0.28) * max(now, 12.0 if more else 8.0))


def _greys(pair: ImagePair, name: str) -> float:
    """How far what is probably grey leans to a colour after the edit, in a*b*."""
    return _along(name, *measure(pair.after, 160_000).cast)


def _lean(lab: np.ndarray, weight: Weight, name: str) -> float:
    """Mean colour along the direction of a hue."""
    return _along(name, mean(lab[..., 1], weight), mean(lab[..., 2], weight))


def _along(name: str, a: float, b: float) -> float:
    """How far a colour reaches in the direction of a hue."""
    start, end = HUES[name]
    angle = np.radians((start + end) / 2)
    return float(np.cos(angle) * a + np.sin(angle) * b)


def _turned(pair: ImagePair, want: Want, weight: Weight, name: str) -> Outcome:
    """Turn of the mean hue towards another one; 12° is a plain request."""
    name = OTHER_HUES.get(name, name)
    if name in TONES:
        return _towards_tone(pair, want, weight, name)
    if name not in HUES:
        return Outcome(want, None)
    lean = [_lean(view.lab, weight, name) for view in pair.views]
    step = (lean[1] - lean[0]) / (5.0 * DEGREES[want.degree])
    angles = [float(np.degrees(np.arctan2(mean(v.b, weight), mean(v.a, weight)))) % 360 for v in pair.views]
    way = ((HUES[name][0] + HUES[name][1]) / 2 - angles[0] + 180) % 360 - 180
    turn = (angles[1] - angles[0] + 180) % 360 - 180
    colour = min(mean(view.chroma, weight) for view in pair.views)
    left = abs((way - turn + 180) % 360 - 180)
    if left < ARRIVED and not want.where.everywhere and step > 1:  # a red car that is to be blue is blue
        return Outcome(want, 1.0, "hue", angles[0], angles[1])
    if colour < 5 or abs(way) < 6:
        return Outcome(want, step, "lean", lean[0], lean[1])
    if want.where.name not in TINTED and step > 1 and 0 < turn * way < way * (way + np.sign(way) * ARRIVED):
        return Outcome(want, 1.0, "hue", angles[0], angles[1])  # not yet there all over: it is no excess
    share = turn * float(np.sign(way)) / (12.0 * DEGREES[want.degree])
    return Outcome(want, share if abs(share) > abs(step) else step, "hue", angles[0], angles[1])


def turned_grey(pair: ImagePair, want: Want, weight: Weight, name: str) -> Outcome:
    """A thing that is to be white, black or grey: how much of the way there it went; half of it is as asked."""
    end = GREY_ENDS.get(name)
    light = [mean(view.l, weight) for view in pair.views]
    away = [
        mean(view.chroma, weight) + (abs(end - l) if end is not None else 0.0)
        for view, l in zip(pair.views, light, strict=True)
    ]
    share = (away[0] - away[1]) / max(away[0], 10.0)
    what = "saturation" if end is None else "brightness"
    now, then = light if end is not None else away
    return Outcome(want, min(share / HALF_WAY, 1.0), what, now, then)


def _towards_tone(pair: ImagePair, want: Want, weight: Weight, name: str) -> Outcome:
    """Whiter, blacker, greyer: lightness one way, and less colour."""
    values = [(mean(v.l, weight), mean(v.chroma, weight)) for v in pair.views]
    lighter, paler = values[1][0] - values[0][0], values[0][1] - values[1][1]
    way = sign_of(want)
    step = way * (TONES[name] * lighter / 4.0 + paler / (3.0 if TONES[name] >= 0 else 8.0))
    return Outcome(want, step / DEGREES[want.degree], "brightness", values[0][0], values[1][0])
