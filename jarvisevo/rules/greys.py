"""Black and white that stands: which settings make a photo so, and what of a request is not seen on it."""

from collections.abc import Mapping
from typing import Any

from editor_ops.ops.color_mixer import HUES
from editor_ops.settings import Settings
from jarvisevo.rules.moves import BY_NUMBER, Move

_ON = {"ConvertToGrayscale": True, "Treatment": "Black & White"}
GREYED = -100.0
"""SaturationAdjustment of a hue that is taken out, all but one of them where one colour is spared."""
MOST_SPARED = 4
"""Hues that may be left where the others are taken out."""
COLOUR = frozenset(("warmth", "magenta", "chroma", "hue", "presence", "cast", "white_balance", "natural"))
"""Moves (dims) of nothing but colour."""
SLIDERS = frozenset(
    (
        *("IncrementalTemperature", "IncrementalTint", "Vibrance", "Saturation"),
        *(f"{kind}Adjustment{hue}" for kind in ("Hue", "Saturation") for hue in HUES),
    )
)
"""What moves nothing but colour, or the conversion at most."""


def switches(values: Mapping[str, Any]) -> tuple[str, ...]:
    """What turns all of a photo into black and white, of the values that are set."""
    return tuple(name for name, on in _ON.items() if values.get(name) == on)


def made_by(settings: Settings) -> tuple[str, ...]:
    """What makes a photo black and white, or all of it but some colours; () where it is in colour."""
    out = [f"SaturationAdjustment{hue}" for hue in HUES if settings[f"SaturationAdjustment{hue}"] == GREYED]
    return (*switches(settings.values), *(out if len(out) >= len(HUES) - MOST_SPARED else ()))


def unseen(move: Move) -> bool:
    """Whether a move is not seen in black and white. A tint of its shadows or lights is, and numbers are set."""
    return move.dim in COLOUR and not move.zone and not (move.amount and move.amount[1] in BY_NUMBER)
