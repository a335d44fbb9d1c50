"""What became of one want, and how content one is with it."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from jarvisevo.rules.intent import Want
from jarvisevo.scoring.analytic.image_pair import Weight, ramp
from jarvisevo.scoring.analytic.quantities import SLIDER

DEGREES: Mapping[str, float] = {"little": 0.62, "plain": 1.0, "lot": 1.8}
"""Units that words ask for."""
STOPS = 0.5
"""Exposure that a plain request for brightness asks for."""
LITTLE = 1.0
"""Slack of a wish for a little, as for any other: 一点 is often said out of politeness."""
LOCAL = 0.75
"""What a plain request asks for in a place that had to be found, of what it asks for of the whole photo: its mask is
soft, and holds some of what is beside it."""
DEAD = 0.08
"""Share of what was asked that counts as no change."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """What became of one want.

    ratio  change over what was asked for: 1 is as asked, 0 nothing, negative the wrong way; None: the images cannot
           tell
    what   the quantity that was read, a key of `words.QUANTITY_WORDS`
    now, then   its value before and after
    slack  how much further than usual one may go (a very dark photo that was to be lighter)
    state  of the place: "found", "absent" or "unknown"
    leak   for a local want, the change outside over the change inside, 0-1
    weight where, None when the place was not found
    """

    want: Want
    ratio: float | None
    what: str = ""
    now: float = 0.0
    then: float = 0.0
    slack: float = 1.0
    state: str = "found"
    leak: float = 0.0
    weight: Weight | None = None

    @property
    def satisfaction(self) -> float:
        """-1 to 1: see `satisfaction`, less where the change is not confined to its place."""
        if self.ratio is None:
            return 0.0
        value = satisfaction(self.ratio, self.slack * (LITTLE if self.want.degree == "little" else 1.0))
        return value * (1.0 - 0.45 * ramp(self.leak, 0.45, 1.0)) if value > 0 else value


def satisfaction(ratio: float, slack: float = 1.0) -> float:
    """How content one is with so much of what was asked: 0 with nothing, 1 about as asked, negative for the opposite.

    From one and a half times it falls with the logarithm: twice as much is as bad as nothing, three times is worse.
    """
    if abs(ratio) <= DEAD:
        return 0.0
    if ratio < 0:
        return max(-1.0, 1.1 * float(np.expm1(1.2 * (ratio + DEAD))))
    if ratio < 0.85:
        return 0.97 * ((ratio - DEAD) / (0.85 - DEAD)) ** 0.8
    top = 1.5 * slack
    if ratio <= top:
        return 0.97 + 0.03 * (1 - abs(2 * (ratio - 0.85) / (top - 0.85) - 1))
    return max(-1.0, 0.97 - 3.2 * float(np.log(ratio / top)))


def sign_of(want: Want) -> float:
    """-1 for less, +1 for more."""
    return -1.0 if want.direction in ("-", "less", "darker") else 1.0


def asked(want: Want, name: str = "") -> float:
    """Signed units that a want asks for, by its number where it names one."""
    units = DEGREES[want.degree]
    if want.amount is not None:
        value, unit = want.amount
        if unit == "EV":
            units = abs(value) / STOPS
        elif unit == "%":
            units = abs(value) / 22
        elif unit == "slider":
            units = abs(value) / SLIDER.get(name or want.what, 40)
        sign = -1.0 if value < 0 or (want.direction == "-" and not want.absolute) else 1.0
        return sign * max(units, 0.05)
    return sign_of(want) * units
