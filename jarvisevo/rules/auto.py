"""Make a photo look good without being told how: exposure, black and white point, contrast, colour, white balance.

Every step moves one measured quantity a share of the way to where retouchers leave it. The aims and
shares are the only constants: round numbers chosen by hand from a few sweeps over 26 MIT-Adobe FiveK pairs (expert C),
looking at both halves of them, so figures on those pairs are in-sample; the thresholds of the scenes were set on them
and on a few other photos.
"""

from dataclasses import dataclass

import numpy as np

from jarvisevo.rules import illuminant
from jarvisevo.rules.desk import Desk, Read
from jarvisevo.rules.goals import GOALS, View


@dataclass(frozen=True, slots=True)
class Aim:
    """A quantity is brought `share` of the way to `value`; with `only` +1 or -1 it is moved that way or not at all."""

    value: float
    share: float
    only: int = 0

    def target(self, now: float) -> float:
        """Where to bring it from `now`."""
        change = self.share * (self.value - now)
        return now if self.only and change * self.only < 0 else now + change


@dataclass(frozen=True, slots=True)
class Taste:
    """Aims in L* and C*ab."""

    middle: Aim = Aim(55.0, 0.40)  # mean of the mean and the bright end, see `_exposure`
    lights: Aim = Aim(95.0, 0.40, +1)  # 95th percentile
    blacks: Aim = Aim(2.0, 1.0, -1)  # 1st percentile
    contrast: Aim = Aim(25.0, 0.30, +1)  # standard deviation
    chroma: Aim = Aim(21.0, 0.30, +1)  # mean
    cast: float = 0.6  # share of what a cast of the light is above SEEN that is taken out


TASTE = Taste()
NIGHT = 17.0
"""Photos with a lower mean L*, but with lights, are meant to be dark: brightened half as much."""


GLOWING, GLOWING_LIGHTS = 20.0, 20.0
"""Mean C*ab of a dark photo that lives by its colours, and of its lightest fifth."""
VEILED = 24.0
"""L* of the darkest parts of a photo with fog or haze in it."""
HIGH_KEY = 74.0
"""Median L* of snow, white studios and other photos that are meant to be light."""
LOW_KEY = 32.0
"""Mean L* below which a photo with lights in it is dark by its light, not by mistake."""
MODERATE = {"Exposure2012": 1.25, "Contrast2012": 26.0, "Blacks2012": 32.0, "Vibrance": 30.0, "Saturation": 14.0}
"""How far the sliders go when nobody said how."""
FARTHEST, DARKEST = 14.0, 11.0
"""Most L* that a light, and a dark, style moves the mean."""
WIDE, RANGE_LIGHT = 25.0, 50.0
"""L* that the lights of a photo stand above its middle, from which the range of its light is wide; mean up to which it
matters."""
AIRY = 0.6
"""Share of that which a dark style takes from fog, snow and clouds: they are meant to be light."""
BEYOND = 4.0
"""L* that contrast, curves and edges of a style may take the mean further than its key."""
BRIGHT_SKY = 78.0
"""L* of the lightest quarter of a photo with a bright sky, from which they do not."""
COLOURLESS = 5.0
"""C*ab that a hundredth of the pixels exceeds at most in a photo without colours."""
PORTRAIT = {"Exposure2012": 0.9, "Contrast2012": 16.0}
"""How far the sliders go on a portrait in low key: its light is the photographer's, and skin shines first."""


STUBBORN, PALE = (15.0, 0.55), 0.6
"""Cast in a*b* that is left, and its share of the first, from which colour is taken out; share of chroma to be kept."""


def towards(desk: Desk, key: float, share: float) -> float:
    """Bring mean L* `share` of the way to a style's key; a dark style never brightens, a light one never darkens.

    Returns the mean that was sought.
    """
    mean = float(desk.first.l.mean())
    sign = 1 if key >= 50 else -1
    room = (95 - mean if sign > 0 else mean) / 50
    if sign > 0 and mean < NIGHT:
        share *= 0.3
    change = min(max(sign * share * (key - mean), 4.0 * min(room, 1.0)), FARTHEST)
    if sign < 0:
        change = min(change, 0.3 * mean, DARKEST * (AIRY if _airy(desk.first) else 1.0))
    target = mean + sign * change
    _seek(desk, "brightness", Aim(target, 1.0), 1.0)
    return target


def not_beyond(desk: Desk, key: float, target: float) -> None:
    """Bring the mean back to `target` when contrast, curves and edges took it further than a style's key asked for."""
    sign = 1 if key >= 50 else -1
    most = 1.0 if _airy(desk.first) or desk.first.percentile(75) > BRIGHT_SKY else BEYOND
    if (float(desk.view().l.mean()) - target) * sign > most:
        _seek(desk, "brightness", Aim(target + sign * most, 1.0), 1.0)


def _airy(first: View) -> bool:
    """Fog, snow, clouds, a white studio: meant to be light."""
    return _veiled(first) or float(np.median(first.l)) > HIGH_KEY


def _veiled(first: View) -> bool:
    """Fog or haze, or light everywhere."""
    return first.percentile(2) > VEILED and float(first.l.std()) < 17


def colourless(first: View) -> bool:
    """A photo in black and white."""
    return float(np.percentile(first.chroma, 99)) < COLOURLESS


def _seek(desk: Desk, dim: str, aim: Aim, strength: float, read: Read | None = None, most: float = 1.0) -> None:
    goal = GOALS[dim]
    read = read or goal.read
    assert read is not None
    now = read(desk.view())
    target = now + strength * (aim.target(now) - now)
    if abs(target - now) > 0.4:
        desk.seek(read, target, goal.up if target > now else goal.down, most)


def tone(desk: Desk, strength: float, taste: Taste = TASTE) -> None:
    """Exposure, then the ends, then contrast: less of each where the scene is meant to be as it is."""
    lit, ends = _scene(desk.first)
    _exposure(desk, strength * lit, taste)
    _range(desk, strength * lit)
    _seek(desk, "blacks", taste.blacks, strength * ends, lambda v: v.percentile(1), 0.6)
    _seek(desk, "contrast", taste.contrast, strength * ends, most=0.6)
    _held(desk)


def _scene(first: View) -> tuple[float, float]:
    """How much of the exposure, and of the black point and contrast, a scene takes: night, glow, fog, high key."""
    mean, middle = float(first.l.mean()), float(np.median(first.l))
    lit = ends = 1.0
    if mean < LOW_KEY and first.percentile(98) > 50:  # no lights at all: only underexposed
        lit = 0.65 if mean > NIGHT else 0.5
    bright = first.l >= first.percentile(80)
    glows = float(first.chroma.mean()) > GLOWING or float(first.chroma[bright].mean()) > GLOWING_LIGHTS
    if glows and mean < 45:  # dusk, neon, a stage: dark, and its light is coloured
        lit, ends = 0.2, 0.6
    if _veiled(first):
        ends = 0.45
    if middle > HIGH_KEY:
        lit, ends = 0.3, 0.6
    return lit, ends


def _exposure(desk: Desk, strength: float, taste: Taste) -> None:
    """One exposure for two wants: a mid-tone mean, and a bright end that is nearly white."""
    view = desk.view()
    mean, bright = float(view.l.mean()), view.percentile(95)
    change = (taste.middle.target(mean) - mean) + (taste.lights.target(bright) - bright)
    _seek(desk, "brightness", Aim(mean + change / 2, 1.0), strength)


def _range(desk: Desk, strength: float) -> None:
    """Where lights stand far above everything else, as in a room with a window, shadows open and lights come down."""
    first = desk.first
    above = first.percentile(95) - first.percentile(50)
    dark = min(max((RANGE_LIGHT - float(first.l.mean())) / 15, 0.0), 1.0)
    if above > WIDE and dark:
        share = min((above - WIDE) / WIDE, 1.0) * dark * strength
        desk.add({"Shadows2012": 30.0, "Highlights2012": -30.0}, share)


def _held(desk: Desk) -> None:
    """Highlights come down as far as the steps before brought pixels to white."""
    if desk.view().blown() > desk.first.blown() + 0.01:
        desk.seek(View.blown, desk.first.blown() + 0.006, {"Highlights2012": -80, "Whites2012": -25})


def white_balance(desk: Desk, strength: float) -> None:
    """Make grey what would be grey under the light that the photo seems to have."""
    reach, desk.reach = desk.reach, max(desk.reach, FAR)
    whites = _whites(desk.first)
    if whites is None:
        _balance(desk, min(strength, 1.1))
        _paled(desk)
    else:
        _whiten(desk, whites)
    desk.reach = reach


def _paled(desk: Desk) -> None:
    """A strong cast that no white balance takes away, as under sodium lamps: one channel is empty. The colour goes."""
    lights = desk.first.light, _left(desk.first, desk.view())
    first, left = (float(np.hypot(*illuminant.of_light(*light))) for light in lights)
    if left > STUBBORN[0] and left > STUBBORN[1] * first:
        chroma = GOALS["chroma"]
        assert chroma.read is not None
        desk.seek(chroma.read, PALE * chroma.read(desk.first), chroma.down)


def _left(first: View, view: View) -> np.ndarray:
    """(log G/R, log G/B) of grey under what is left of the first view's light."""
    return first.light + illuminant.change(first.codes, view.codes)


def _whites(first: View) -> np.ndarray | None:
    """Mask of light things that are white or nearly so, when they are most of the lights; None otherwise.

    A white studio, snow or a shirt says more about the light than the mean of all that is pale: skin is pale too.
    """
    light = (first.l > WHITE_LIGHT) & (first.l < 99)
    white = light & (first.chroma < WHITE_CHROMA)
    return white if white.mean() > WHITE_SHARE and white.sum() > 0.6 * light.sum() else None


def _whiten(desk: Desk, mask: np.ndarray) -> None:
    """Take what little cast the whites have out of them."""
    for index, dim in ((2, "warmth"), (1, "magenta")):

        def read(view: View, index: int = index) -> float:
            return float(view.lab[..., index][mask].mean())

        goal, now = GOALS[dim], read(desk.view())
        if abs(now) > 0.4:
            desk.seek(read, 0.1 * now, goal.down if now > 0 else goal.up)


def _balance(desk: Desk, share: float) -> None:
    """Take a share of the cast of the light out: b*, then a* of what would be grey, twice. Black and white has none."""
    if colourless(desk.first):
        return

    def cast(index: int) -> Read:
        return lambda view: illuminant.of_light(*_left(desk.first, view))[index]

    for _ in range(2):
        for index, dim in ((1, "warmth"), (0, "magenta")):
            goal, read = GOALS[dim], cast(index)
            now, target = read(desk.view()), (1 - share) * read(desk.first)
            if abs(now - target) > 0.4:
                desk.seek(read, target, goal.up if target > now else goal.down)


def auto(desk: Desk, strength: float, taste: Taste = TASTE) -> None:
    """Tone, colour, and a nudge to the white balance when the greys agree that it is off."""
    strength = min(strength, 1.4)
    caps = desk.caps
    ends = _scene(desk.first)[1] if _airy(desk.first) else 1.0  # what is pale hardly shows them, so they would go on
    desk.caps = {name: min(most * ends, caps.get(name, most)) for name, most in (caps | MODERATE).items()}
    if caps and float(desk.first.l.mean()) < LOW_KEY and desk.first.percentile(99.5) > 55:
        desk.caps |= PORTRAIT
    tone(desk, strength, taste)
    if not desk.values.get("ConvertToGrayscale") and not colourless(desk.first):
        _seek(desk, "chroma", taste.chroma, strength, most=0.6)
    desk.caps = caps
    if taste.cast and not colourless(desk.first):
        light = illuminant.of_light(*desk.first.light)
        size = float(np.hypot(*light))
        if size > SEEN and over_all(desk.first, light) > LAID_OVER:
            _balance(desk, taste.cast * (1 - SEEN / size))


def over_all(view: View, towards: tuple[float, float], share: float = 5) -> float:
    """Distance in a*b* in a direction that all but a share (per cent) of the pixels lie at least."""
    seen = (view.l > 15) & (view.l < 98)
    along = (view.lab[..., 1] * towards[0] + view.lab[..., 2] * towards[1])[seen] / np.hypot(*towards)
    return float(np.percentile(along, share)) if along.size else 0.0


WHITE_LIGHT, WHITE_CHROMA, WHITE_SHARE = 72.0, 6.5, 0.05
"""L* from which, C*ab up to which, and share of the photo from which white things tell the light."""
LAID_OVER = 2.0
"""a*b* towards a cast that all but a twentieth of the pixels lie when it is one of the light; the colour of the sea, of
sand or of leaves is none.
"""
SEEN = 7.0
"""a*b* of grey up to which a light is left as it is where nobody asked for a white balance."""
FAR = 2.2
"""Times the usual reach of the white balance when it is what was asked for: all of its slider."""
VIVID = 24.0
"""Mean C*ab above which colours look laid on."""


def natural(desk: Desk, strength: float) -> None:
    """What looks processed is taken back: a cast, and colours that are stronger than those of things."""
    _balance(desk, 0.5 * min(strength, 1.2))
    now = float(desk.view().chroma.mean())
    if now > VIVID:
        _seek(desk, "chroma", Aim(VIVID - 2, 0.6), min(strength, 1.4), most=0.6)
    elif now < 0.6 * VIVID:
        _seek(desk, "chroma", Aim(0.7 * VIVID, 0.3, +1), min(strength, 1.4), most=0.4)
