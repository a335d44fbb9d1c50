"""What became of each want: how far the images show it, from nothing through "as asked" to far too much."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from editor_ops.measure import measure
from editor_ops.settings import Settings
from jarvisevo.rules.intent import OUT_OF_SCOPE, Intent, Want
from jarvisevo.rules.moves import to_grey
from jarvisevo.rules.orientation import after, turn_of
from jarvisevo.rules.panel_numbers import stands_at
from jarvisevo.scoring.analytic.colors import color, turned_grey
from jarvisevo.scoring.analytic.image_pair import ImagePair, Weight, mean, ramp
from jarvisevo.scoring.analytic.looks import directions
from jarvisevo.scoring.analytic.numbered import numbered
from jarvisevo.scoring.analytic.outcome import DEGREES, LOCAL, STOPS, Outcome, asked
from jarvisevo.scoring.analytic.places import LEAST, Box, Spot, find
from jarvisevo.scoring.analytic.quantities import QUANTITIES, expected_exposure

CORE = 0.7
"""Share of the change of the quarter of a place that changed most which the whole is credited with at least."""
CORNERS = 1.8
"""How much further than other places corners are darkened or lifted for the same words: a vignette's unit."""
EDITED = 0.85
"""Share of the change of the part that an edit was made in, where it left most of its place alone."""
STYLED = 2.5
"""Mean ΔE that one unit of a style moves at least: what moved less is not too much of it, whatever it moved."""
STEP = 4.0
"""Plain steps of one of a style's directions that count: its units differ, and one of them alone is no excess."""
ENOUGH, FULL = 0.55, 1.5
"""Plain steps of a style's directions, on the average, that are the style, and up to which it is a firm one: styles in
use move two to three times what a single plain wish does. More than twice a step is too much."""
LIVELIER = 2.0
"""Plain steps of light, colour or detail that count for a thing that is to stand out."""
AROUND = 0.03
"""Share of the long edge within which changes belong together, where it is not known what was meant."""
MIDDLE, NEEDED = 50.0, 0.3
"""Mean L* of an ordinary photo, and the share of the way there that "brighter" and "darker" are at least."""
AIMS, WAY = (30.0, 65.0), 0.4
"""Mean L* of dark and of light styles, and the share of the way there that is a plain step."""
SPREAD = frozenset(
    [
        "look",
        "auto",
        "black_and_white",
        "white_balance",
        "vignette",
        "contrast",
        "shadows",
        "highlights",
        "whites",
        "blacks",
        "haze",
        "fade",
        "noise",
        "grain",
        "texture",
        "clarity",
        "sharpness",
        "blur",
    ]
)
"""Wants that move some tones or edges of a photo and leave the rest: not by where they were made."""
GEOMETRY = ("crop", "straighten", "rotate", "flip")


def outcomes(
    pair: ImagePair, intent: Intent, places: Sequence[Box] = (), settings: Settings | None = None
) -> list[Outcome]:
    """What became of every want that sliders can serve; settings: what stands after the edit, where that is known."""
    wants = [want for want in intent.wants if want.what not in OUT_OF_SCOPE]
    found = [_outcome(pair, want, places, [w for w in wants if w is not want]) for want in wants]
    shares = numbered(pair, wants, {o.want: o.weight for o in found if o.weight is not None})
    shares |= {want: 1.0 for want in wants if settings is not None and stands_at(want, settings)}
    turns = [want for want in wants if turn_of(want) != 1]
    found = [_turned(pair, o.want, turns) if o.want in turns else o for o in found]
    return [replace(o, ratio=shares[o.want], slack=0.9) if o.want in shares else o for o in found]


def _outcome(pair: ImagePair, want: Want, places: Sequence[Box], others: Sequence[Want]) -> Outcome:
    if want.what in GEOMETRY:
        return _geometry(pair, want)
    spot = find(pair, want.where, places)
    if spot.weight is None:
        elsewhere = [find(pair, other.where, places).weight for other in others if not other.where.everywhere]
        return _somewhere(pair, want, spot, [weight for weight in elsewhere if weight is not None])
    company = [other for other in others if other.where.everywhere and want.where.everywhere]
    made = replace(_read(pair, want, spot.weight, company), weight=spot.weight)
    if made.ratio is None:
        return made
    confined = _confined(pair, spot.weight) if want.what.partition(":")[0] not in SPREAD else None
    if confined is not None:
        made = replace(made, ratio=max(made.ratio, EDITED * (_read(pair, want, confined).ratio or 0.0), key=abs))
    if want.where.everywhere or float(spot.weight.mean()) > 0.8:
        return made
    plain = want.amount is None and want.where.box < 0 and want.degree != "little"  # less than a little is not seen
    plain = plain and want.what in QUANTITIES
    share = LOCAL if plain else 1.0
    whole = (made.ratio or 0.0) / share
    core = (_read(pair, want, _core(pair, spot.weight)).ratio or 0.0) / share
    ratio = whole if abs(whole) >= CORE * abs(core) else CORE * core
    return replace(made, ratio=ratio, leak=_leak(pair, spot.weight))


def _confined(pair: ImagePair, weight: Weight) -> Weight | None:
    """The part of a place that an edit was made in, where it left most of the place alone; None when it did not.

    A place that was found may hold far more than was meant: what was done is judged where it was done.
    """
    moved = pair.moved * weight
    made = pair.moved > 0.25 * np.percentile(pair.moved[weight > 0.3], 99.5) if (weight > 0.3).sum() > 50 else None
    if made is None or float((weight * made).sum()) > 0.4 * float(weight.sum()):
        return None
    return weight * made if float((moved * made).sum()) > 0.85 * float(moved.sum()) else None


def _core(pair: ImagePair, weight: Weight) -> Weight:
    """The quarter of a place that changed most: outlines of a place differ,
    and what was done to the core of it counts.
    """
    inside = weight > 0.3
    if inside.sum() < 50:
        return weight
    return weight * (pair.moved >= np.percentile(pair.moved[inside], 75))


def _read(pair: ImagePair, want: Want, weight: Weight, company: Sequence[Want] = ()) -> Outcome:
    """How far a want went where a weight says.

    company  the other wants of the whole photo: what several ask for adds up, and is then not too much of one
    """
    name, _, value = want.what.partition(":")
    if grey := to_grey(want):
        return turned_grey(pair, want, weight, grey)
    if name == "color":
        return color(pair, want, weight, value)
    if name == "look" and value == "pop" and not want.where.everywhere:
        return _stands_out(pair, want, weight)
    if name == "look":
        return _look(pair, want, weight, value, company)
    if name == "auto":
        return _auto(pair, want, weight)
    if name == "white_balance":
        return _balanced(pair, want)
    if name == "black_and_white":
        return _grey(pair, want, weight)
    return _quantity(pair, want, weight, company)


def _somewhere(pair: ImagePair, want: Want, spot: Spot, elsewhere: Sequence[Weight]) -> Outcome:
    """A place that nobody can tell, judged where the image changed most; one that is not there asks for nothing.

    elsewhere  places that other wants are about
    """
    nothing = Outcome(want, None, state=spot.state)
    moved = pair.moved * (1 - np.max(elsewhere, axis=0)) if elsewhere else pair.moved
    if spot.state == "absent" or float(np.percentile(moved, 99)) < 1.0:
        return nothing if spot.state == "absent" else replace(nothing, ratio=0.0)
    near = cv2.GaussianBlur(moved, (0, 0), AROUND * max(moved.shape))  # the whole of it, not its edges alone
    weight = (near > 0.5 * np.percentile(near, 97)).astype(np.float32)
    if float(weight.mean()) < LEAST:
        return replace(nothing, ratio=0.0)
    return replace(_read(pair, want, weight), state="unknown", leak=0.0, weight=weight)


def _leak(pair: ImagePair, weight: Weight) -> float:
    """Mean change well outside a place over that inside it, 0-1."""
    inside, outside = mean(pair.moved, weight), mean(pair.moved, (weight < 0.1).astype(np.float32))
    return min(outside / inside, 1.0) if inside > 0.3 else 0.0


# ---- quantities


def _steps(want: Want) -> Mapping[str, float]:
    """Plain steps of each quantity that a want asks for."""
    name, _, value = want.what.partition(":")
    if name == "look":
        size = DEGREES[want.degree] * (-1.0 if want.direction == "-" else 1.0)
        return {key: share * size for key, share in directions(value).items()}
    return {want.what: asked(want)} if want.what in QUANTITIES else {}


def _others(company: Sequence[Want], key: str, way: float) -> float:
    """Plain steps of a quantity that other wants ask for in the same direction."""
    return sum(max(_steps(other).get(key, 0.0) * way, 0.0) for other in company)


def _together(ratio: float, alone: float, others: float) -> float:
    """How far a want went that asks for so many steps and that others ask for too: only what is over counts for all."""
    return ratio if ratio <= 1.0 else max(1.0, ratio / (1.0 + others / alone))


def _quantity(pair: ImagePair, want: Want, weight: Weight, company: Sequence[Want]) -> Outcome:
    quantity = QUANTITIES.get(want.what)
    grained = want.what == "noise" and any(other.what == "grain" and other.direction == "+" for other in company)
    if quantity is None or grained:  # what is taken away as noise, and put on as grain
        return Outcome(want, None)
    now, then, change = quantity.change(pair, weight)
    units = asked(want)
    others = _others(company, want.what, float(np.sign(units)))
    if want.what == "brightness":
        simulated = abs(expected_exposure(pair.views[0], weight, STOPS * units))
        fall = CORNERS if want.where.name == "corners" else 1.0
        way = float(np.sign(units))
        needed = NEEDED * (MIDDLE - now) * way  # what is far too dark or bright may go a share of the way
        size = max(min(max(simulated, 3.0 * abs(units)), 7.0 * abs(units)), needed * min(abs(units), 1.0))
        ratio = _together((then - now) / (way * size * fall), abs(units), others)
        return Outcome(want, ratio, "brightness", now, then, _slack(now, units))
    return Outcome(want, _together(change / units, abs(units), others), want.what, now, then)


def _slack(now: float, units: float) -> float:
    """A dark photo may be lifted further than a plain request says, a bright one lowered."""
    return 1.0 + min((max(38.0 - now, 0.0) if units > 0 else max(now - 72.0, 0.0)) / 60, 0.3)


def _look(pair: ImagePair, want: Want, weight: Weight, name: str, company: Sequence[Want]) -> Outcome:
    """The share of a style's directions that the edit took; what it does besides is a matter of taste."""
    wanted = directions(name)
    if not wanted:
        size = pair.difference / 6.0
        return Outcome(want, min(size, 0.7 + 0.5 * size) / DEGREES[want.degree], "style", 0.0, size)
    way = -1.0 if want.direction == "-" else 1.0
    done = shared = 0.0
    for key, share in wanted.items():
        sign = way * float(np.sign(share))
        counts = abs(share) if abs(share) >= 0.5 else 0.5 * abs(share)
        step = float(np.clip(_style_step(pair, weight, key, share) * sign, -STEP, STEP)) * counts
        done += step
        shared += step / (1.0 + _others(company, key, sign))
    total = sum(abs(v) for v in wanted.values()) * DEGREES[want.degree]
    ratio = _firmness(done / total)
    ratio = ratio if ratio <= 1.0 else max(1.0, _firmness(shared / total))
    ratio = min(ratio, max(mean(pair.moved, weight) / STYLED, 1.0))
    return Outcome(want, ratio, "style", 0.0, ratio, 1.4)


def _style_step(pair: ImagePair, weight: Weight, key: str, share: float) -> float:
    """Plain steps that a quantity of a style moved. A light or dark style is where an image ends, not how far it goes:
    from a dark photo to an airy one is a long way.
    """
    now, then, steps = QUANTITIES[key].change(pair, weight)
    if key != "brightness" or abs(share) < 0.5:
        return steps
    return (then - now) / max(QUANTITIES[key].unit, WAY * (AIMS[share > 0] - now) * float(np.sign(share)))


def _firmness(steps: float) -> float:
    """The ratio of a style whose directions were gone so many plain steps on the average; see ENOUGH."""
    if steps <= ENOUGH:
        return steps / ENOUGH
    return 1.0 + (steps - ENOUGH) + 0.6 * max(steps - FULL, 0.0)


def _stands_out(pair: ImagePair, want: Want, weight: Weight) -> Outcome:
    """A thing that is to stand out: apart in light from what is around it, or livelier itself; the best counts."""
    around = (weight < 0.1).astype(np.float32)
    apart = [mean(view.l, weight) - mean(view.l, around) for view in pair.views]
    steps = [max(abs(apart[1]) - abs(apart[0]), apart[1] - apart[0]) / 3.0]  # lit, or dark before what is light
    steps += [QUANTITIES[key].change(pair, weight)[2] for key in ("saturation", "clarity", "contrast")]
    best, worst = min(max(steps), LIVELIER), min(steps)
    ratio = (best if best > -worst else worst) / DEGREES[want.degree]
    return Outcome(want, ratio, "style", 0.0, ratio, 1.3)


def _auto(pair: ImagePair, want: Want, weight: Weight) -> Outcome:
    """ "Make it good": better tones and colours by measures that hold for most photos, and not too far."""
    scores = [tonal_quality(codes) for codes in (pair.before, pair.after)]
    gain = scores[1] - scores[0]
    need = max(0.05, 0.5 * (1 - scores[0]))
    return Outcome(want, gain / need if gain < 0 else min(gain / need, 1.2), "quality", scores[0], scores[1])


def tonal_quality(codes: np.ndarray) -> float:
    """0-1: exposure near the middle, the tonal range used, nothing clipped, greys near grey, colours alive."""
    found = measure(codes, 160_000)
    low, high = found.percentiles[0], found.percentiles[-1]
    middle = 1 - ramp(abs(found.lightness - 50), 6, 42)
    span = 1 - 0.5 * ramp(low, 4, 30) - 0.5 * ramp(-high, -96, -70)
    clipped = 1 - ramp(found.clipped_white + found.clipped_black, 0.01, 0.15)
    clean = 1 - ramp(float(np.hypot(*found.cast)), 3, 22)
    alive = 1 - ramp(-found.chroma, -14, -3) - ramp(found.chroma, 42, 75)
    spread = 1 - ramp(-found.contrast, -20, -8)
    return float(np.average([middle, span, clipped, clean, alive, spread], weights=[3, 2, 1.5, 1, 1, 1.5]))


def _balanced(pair: ImagePair, want: Want) -> Outcome:
    now, then = (float(np.hypot(*measure(codes, 160_000).cast)) for codes in (pair.before, pair.after))
    if now < 4.0:  # already clean: the right edit does next to nothing
        return Outcome(want, 0.7 - max(then - now - 0.5, 0.0) / 4, "cast", now, then)
    return Outcome(want, min((now - then) / (0.65 * now), 1.4), "cast", now, then)


def _grey(pair: ImagePair, want: Want, weight: Weight) -> Outcome:
    now, then = (mean(view.chroma, weight) for view in pair.views)
    return Outcome(want, (1.0 - then / max(now, 3.0)) ** 2 if then < now else 0.0, "chroma", now, then)


# ---- geometry


def _turned(pair: ImagePair, want: Want, turns: Sequence[Want]) -> Outcome:
    """Quarter turns and mirroring: all of them together, as they were asked for, another way, or not at all."""
    goals = {after(turns, 1)}
    if any(not turn.direction for turn in turns):  # either way, where none is named
        goals |= {after([replace(turn, direction=turn.direction or "-") for turn in turns], 1)}
    ratio = 1.0 if pair.orientation in goals else 0.0 if pair.orientation == 1 else -1.0
    return Outcome(want, ratio, "orientation", 1.0, pair.orientation)


def _share_taken(want: Want) -> float:
    """The share of the photo that a crop is to take away where words name it, "the left third"; else 0."""
    number, unit = want.amount or (0.0, "")
    return number / 100 if want.where.outside and unit == "%" else 0.0


def _geometry(pair: ImagePair, want: Want) -> Outcome:
    """Crops by their ratio, turns by whether the frame was turned at all."""
    before, after = pair.aspects
    if want.what == "crop" and want.amount is not None and want.amount[1] == "ratio":
        goal = want.amount[0]
        apart = abs(float(np.log(after / goal)))
        start = max(abs(float(np.log(before / goal))), 0.03)
        return Outcome(want, 1.0 - apart / start if apart > 0.015 else 1.0, "aspect", before, after)
    if want.what == "crop":
        lost = 1.0 - pair.kept
        goal, most = (share := _share_taken(want)) or 0.12, max(0.5, share * 1.2)
        return Outcome(want, min(lost / goal, 1.0) if lost < most else 1.5 * lost / most, "frame", 1.0, pair.kept)
    if want.amount is not None and want.amount[1] == "deg" and abs(want.amount[0]) > 0:
        return Outcome(want, abs(pair.turned) / abs(want.amount[0]), "turned", 0.0, pair.turned)
    done = 1.0 if abs(pair.turned) > 0.15 else (0.8 if pair.reframed else 0.0)
    return Outcome(want, done if abs(pair.turned) < 12 or want.what == "rotate" else 2.0, "turned", 0.0, pair.turned)
