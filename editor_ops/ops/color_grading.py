"""Colour grading: wheels for shadows, midtones, highlights and the whole image (and split toning)."""

import colorsys
from functools import lru_cache

import cv2
import numpy as np

from editor_ops import color, native
from editor_ops.frame import Encoding, Frame, Kernel, Strip, op
from editor_ops.parameters import Fidelity, Parameter, Values

_WHY = "black and white stay put on real renders; strength fitted to LUT_8"


def _hue(name: str, wheel: str, saturation: str, local: str = "") -> Parameter:
    return Parameter(
        name,
        low=0,
        high=360,
        unit="deg",
        step=5,
        needs={saturation: 60},
        doc=f"Hue of the {wheel}",
        fidelity=Fidelity.FITTED,
        evidence=_WHY,
        local=local,
        local_unit=1,
    )


def _saturation(name: str, wheel: str, local: str = "") -> Parameter:
    return Parameter(
        name,
        low=0,
        high=100,
        step=2,
        doc=f"Strength of the tint in the {wheel}",
        fidelity=Fidelity.FITTED,
        evidence=_WHY,
        local=local,
        needs={name.replace("Saturation", "Hue").replace("Sat", "Hue"): 210},
    )


def _lum(name: str, wheel: str) -> Parameter:
    return Parameter(name, step=3, raises="lightness", doc=f"Brightness of the {wheel}", evidence=_WHY)


ROWS = (
    _hue("SplitToningShadowHue", "shadows", "SplitToningShadowSaturation"),
    _saturation("SplitToningShadowSaturation", "shadows"),
    _hue("SplitToningHighlightHue", "highlights", "SplitToningHighlightSaturation"),
    _saturation("SplitToningHighlightSaturation", "highlights"),
    Parameter(
        "SplitToningBalance",
        step=3,
        needs={
            "SplitToningShadowSaturation": 60,
            "SplitToningHighlightSaturation": 60,
            "SplitToningHighlightHue": 40,
            "SplitToningShadowHue": 220,
        },
        doc="Favours shadows (left) or highlights",
        evidence=_WHY,
    ),
    _hue("ColorGradeMidtoneHue", "midtones", "ColorGradeMidtoneSat"),
    _saturation("ColorGradeMidtoneSat", "midtones"),
    _lum("ColorGradeMidtoneLum", "midtones"),
    _lum("ColorGradeShadowLum", "shadows"),
    _lum("ColorGradeHighlightLum", "highlights"),
    Parameter(
        "ColorGradeBlending",
        low=0,
        high=100,
        default=50,
        step=3,
        needs={"SplitToningShadowSaturation": 60},
        doc="How much the wheels overlap",
        evidence=_WHY,
    ),
    _hue("ColorGradeGlobalHue", "whole image", "ColorGradeGlobalSat", "LocalToningHue"),
    _saturation("ColorGradeGlobalSat", "whole image", "LocalToningSaturation"),
    _lum("ColorGradeGlobalLum", "whole image"),
)
_ACTIVE = tuple(r for r in ROWS if r.name.endswith(("Saturation", "Sat", "Lum")))

TINT_GAIN, LUM_GAIN, ZONE_POWER = 0.222, 0.18, 1.25
"""Tint at saturation 100 and shift at Lum 100 (encoded units at full weight), and the exponent of the zones."""
WHEELS = {  # wheel: (hue, saturation, lum)
    "shadow": ("SplitToningShadowHue", "SplitToningShadowSaturation", "ColorGradeShadowLum"),
    "midtone": ("ColorGradeMidtoneHue", "ColorGradeMidtoneSat", "ColorGradeMidtoneLum"),
    "highlight": ("SplitToningHighlightHue", "SplitToningHighlightSaturation", "ColorGradeHighlightLum"),
    "global": ("ColorGradeGlobalHue", "ColorGradeGlobalSat", "ColorGradeGlobalLum"),
}


@lru_cache(maxsize=2)
def _zones(balance: float, blending: float) -> dict[str, np.ndarray]:
    """`zone_weights` of 65,536 codes."""
    return zone_weights(np.arange(65536) / 65535.0, balance, blending)


def zone_weights(x: np.ndarray, balance: float, blending: float) -> dict[str, np.ndarray]:
    """Weight of each wheel at encoded tone x in [0, 1]; all are zero at black and at white.

    The bump 4x(1-x) is shared out by powers of the balanced tone; Blending 50 gives the fitted
    exponent, 0 doubles it (separate zones), 100 halves it (wide overlap). balance in [-1, 1].
    """
    bump = 4 * x * (1 - x)
    tone = np.power(x, 2.0**-balance)
    power = ZONE_POWER * 2 ** (1 - 2 * blending)
    middle = np.power(np.clip(4 * tone * (1 - tone), 0, 1), power)
    return {
        "shadow": bump * np.power(1 - tone, power),
        "midtone": bump * middle,
        "highlight": bump * np.power(tone, power),
        "global": bump,
    }


@op("color_grading", Encoding.ENCODED, *ROWS)
def COLOR_GRADING(settings: Values, frame: Frame) -> Kernel | None:
    """Adds each wheel's tint, weighted by tone: rgb + w(x) (0.222 sat (pure hue - mean) + 0.18 lum).

    x is the mean of the encoded channels; exact black and white do not move (checked: docs/lightroom.md).
    Split Toning is the shadow and highlight wheels under their older names. Encoding: encoded.
    """
    if not settings.changed(*_ACTIVE):
        return None
    weights = _zones(settings["SplitToningBalance"] / 100, settings["ColorGradeBlending"] / 100)
    shift = np.zeros((65536, 3))
    for wheel, (hue, saturation, lum) in WHEELS.items():
        pure = np.array(colorsys.hsv_to_rgb(settings[hue] / 360 % 1, 1, 1))
        tint = TINT_GAIN * settings[saturation] / 100 * (pure - pure.mean())
        if not settings[saturation] and not settings[lum]:
            continue
        shift += weights[wheel][:, None] * (tint + LUM_GAIN * settings[lum] / 100)
    table = shift.astype(np.float32)[None]
    third = np.full((1, 3), 1 / 3, np.float32)

    def run(strip: np.ndarray, where: Strip) -> np.ndarray:
        if native.usable(strip):
            native.call("grading", strip, table)
            return strip
        codes = color.quantise(cv2.transform(strip, third))
        moved = cv2.add(strip, color.lookup(cv2.merge([codes, codes, codes]), table), dst=strip)
        return np.clip(moved, 0, 1, out=moved)

    return Kernel(run)
