"""What an edit visibly did, in the terms people use: each kind of change is taken out again,
and the difference measured.

A slider that leaves no trace on this photo is not spoken of, and one that acts strongly here is spoken of as strong,
whatever its number. Sizes are in steps of a plain request: 1 is what "brighter" asks for, 0.5 slight, 2 strong.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import cv2
import numpy as np

from editor_ops import color
from editor_ops.masks.rows import CORRECTIONS
from editor_ops.measure import Measurement, measure
from editor_ops.ops.color_mixer import HUES
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE

SIDE = 224
"""Long side in pixels of the images that are measured."""
LEAST = 0.35
"""Smaller changes are not worth a word."""
LITTLE, LOT = 0.7, 1.6
"""Sizes below and above which a change is slight or strong."""
MOST = 2.5
TRACE = 0.12
"""Mean ΔE2000 below which parameters leave no trace on a photo."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One visible change.

    what   "brightness", "warmth" … (`jarvisevo.rules.intent`), "color:HUE" and "light:HUE" for one hue's presence and
           lightness, "shadow_tone:COLOUR", "highlight_tone:COLOUR" for toning, "black_and_white"; "straighten"
           (above 0: the image turns counter-clockwise), "crop:RATIO", "crop:closer", "crop:SIDE"
    size   signed, in steps of a plain request
    place  name of the part it is limited to, or ""
    """

    what: str
    size: float
    place: str = ""

    @property
    def sign(self) -> int:
        return 1 if self.size > 0 else -1

    @property
    def degree(self) -> str:
        """ "little", "plain" or "lot"."""
        return "little" if abs(self.size) < LITTLE else "lot" if abs(self.size) > LOT else "plain"

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return asdict(self)


@dataclass(frozen=True)
class Aspect:
    """One kind of change: the parameters that make it (by the start of their names), how it is read, its plain step.

    read  the quantity that tells the direction
    step  mean ΔE2000 that a plain request makes
    """

    names: tuple[str, ...]
    read: Callable[[Measurement], float]
    step: float


ASPECTS: Mapping[str, Aspect] = {
    "black_and_white": Aspect(("ConvertToGrayscale", "GrayMixer"), lambda m: -m.chroma, 4.0),
    "brightness": Aspect(("Exposure2012", "ToneCurve", "Parametric"), lambda m: m.lightness, 4.5),
    "contrast": Aspect(("Contrast2012",), lambda m: m.contrast, 2.2),
    "highlights": Aspect(("Highlights2012",), lambda m: m.percentiles[5], 1.8),
    "shadows": Aspect(("Shadows2012",), lambda m: m.percentiles[1], 1.8),
    "whites": Aspect(("Whites2012",), lambda m: m.percentiles[5], 1.6),
    "blacks": Aspect(("Blacks2012",), lambda m: m.percentiles[1], 1.6),
    "warmth": Aspect(("Temperature", "IncrementalTemperature"), lambda m: m.warmth, 1.8),
    "tint": Aspect(("Tint", "IncrementalTint"), lambda m: m.magenta, 1.6),
    "saturation": Aspect(("Saturation", "Vibrance"), lambda m: m.chroma, 2.2),
    "haze": Aspect(("Dehaze",), lambda m: m.haze, 1.3),
    "clarity": Aspect(("Clarity2012",), lambda m: m.local_contrast, 0.9),
    "texture": Aspect(("Texture",), lambda m: m.texture, 0.9),
    "sharpness": Aspect(("Sharpness", "Sharpen"), lambda m: m.sharpness, 0.7),
    "noise": Aspect(("LuminanceSmoothing", "ColorNoiseReduction"), lambda m: m.noise, 0.7),
    "grain": Aspect(("Grain",), lambda m: m.noise, 0.9),
    "vignette": Aspect(("PostCropVignette",), lambda m: -m.corner_lightness, 2.0),
}
WHOLE = ("brightness", "contrast", "saturation", "warmth")
"""Of which people judge the photo as a whole, whatever made it."""
AGAINST = 1.0
"""How far (L*, contrast, chroma, warmth of `measure`) a photo may go the other way before such a change is not said."""
ONE_WAY = {"noise": -1.0, "grain": 1.0, "sharpness": 1.0}
"""What its sliders can do in one direction only, whatever a measurement in a small image says."""
HUE_STEP = {"color": 1.5, "light": 1.2}
"""ΔE2000 over the whole frame of a plain request for one hue."""
TONE_STEP = 1.6
TONES = (
    (20.0, "red"),
    (48.0, "orange"),
    (75.0, "yellow"),
    (160.0, "green"),
    (205.0, "teal"),
    (262.0, "blue"),
    (335.0, "purple"),
    (360.0, "red"),
)
"""Upper hue angles in degrees of the colours that toning is called by."""
LOCAL_STEPS = {
    "LocalExposure2012": ("brightness", 0.14),
    "LocalContrast2012": ("contrast", 0.3),
    "LocalHighlights2012": ("highlights", 0.4),
    "LocalShadows2012": ("shadows", 0.4),
    "LocalTemperature": ("warmth", 0.22),
    "LocalTint": ("tint", 0.22),
    "LocalSaturation": ("saturation", 0.3),
    "LocalClarity2012": ("clarity", 0.35),
    "LocalDehaze": ("haze", -0.25),
    "LocalSharpness": ("sharpness", 0.4),
    "LocalLuminanceNoise": ("noise", -0.4),
}
"""Sliders of a local correction -> what they change, and the value of a plain request (negative: it takes away)."""
LOCAL_LEAST = 0.15
"""Mean ΔE2000 of the whole frame below which a local correction is not seen."""


def visible(source: np.ndarray, settings: Settings) -> list[Difference]:
    """What settings visibly do to a photo, largest first.

    source  (H, W, 3) uint8 sRGB
    """
    return examine(source, settings)[0]


def examine(source: np.ndarray, settings: Settings) -> tuple[list[Difference], Settings]:
    """(what settings visibly do, the settings without those that leave no trace on this photo)."""
    photo = Photo.from_array(_small(source))
    document = {n: v for n, v in settings.to_dict().items() if v != TABLE[n].default}
    whole = _view(photo, document)
    measured = measure(whole)
    found: list[Difference] = []
    dead: set[str] = set()
    for what, names, aspect in _groups(document):
        without = _view(photo, {n: v for n, v in document.items() if n not in names})
        apart = color.mean_delta_e(without, whole)
        dead |= set(names) if apart < TRACE else set()
        if apart >= LEAST * aspect.step:
            found += _effect(measure(without), measured, what, names, apart / aspect.step, aspect)
    if any(d.what == "black_and_white" for d in found):
        found = [d for d in found if d.what not in ("saturation", "warmth", "tint") and ":" not in d.what]
    before = measure(_view(photo, {})) if any(d.what in WHOLE for d in found) else measured
    found = [d for d in found if not _against(d, before, measured)]
    found += _local(photo, document, whole)
    said = sorted((d for d in found if abs(d.size) >= LEAST), key=lambda d: -abs(d.size))
    return said, Settings.parse({n: v for n, v in document.items() if n not in dead})


def parameters(what: str) -> tuple[str, ...]:
    """How the parameters begin that make a kind of change."""
    kind, _, name = what.partition(":")
    if kind in ("color", "light"):
        return (f"{'Saturation' if kind == 'color' else 'Luminance'}Adjustment{name.capitalize()}",)
    if kind in ("straighten", "crop"):
        return ("Crop",)
    if kind.endswith("_tone"):
        return (f"SplitToning{kind.partition('_')[0].capitalize()}",)
    return ("ToneCurve", "Parametric") if kind == "fade" else ASPECTS[kind].names


def _small(image: np.ndarray) -> np.ndarray:
    scale = min(1.0, SIDE / max(image.shape[:2]))
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return image if scale == 1 else cv2.resize(image, size, interpolation=cv2.INTER_AREA)


def _view(photo: Photo, document: Mapping[str, Any]) -> np.ndarray:
    return render(photo, Settings.parse(dict(document)), threads=1).eight_bit()


def _groups(document: Mapping[str, Any]) -> list[tuple[str, tuple[str, ...], Aspect]]:
    """(what, the parameters of the document that make it, how it is read) for every kind of change that is set."""
    out = []
    for what, aspect in ASPECTS.items():
        names = tuple(n for n in document if n.startswith(aspect.names) and "Adjustment" not in n)
        out += [(what, names, aspect)] if names else []
    for hue in HUES:
        presence = tuple(n for n in (f"SaturationAdjustment{hue}",) if n in document)
        light = tuple(n for n in (f"LuminanceAdjustment{hue}",) if n in document)
        out += (
            [(f"color:{hue.lower()}", presence, Aspect((), lambda m: m.chroma, HUE_STEP["color"]))] if presence else []
        )
        out += [(f"light:{hue.lower()}", light, Aspect((), lambda m: m.lightness, HUE_STEP["light"]))] if light else []
    for zone in ("Shadow", "Highlight"):
        names = tuple(n for n in document if n.startswith(f"SplitToning{zone}"))
        if float(document.get(f"SplitToning{zone}Saturation", 0)):
            angle = float(document.get(f"SplitToning{zone}Hue", 0))
            colour = next(name for top, name in TONES if angle % 360 <= top)
            out.append((f"{zone.lower()}_tone:{colour}", names, Aspect((), lambda m: m.chroma, TONE_STEP)))
    return out


def _effect(
    without: Measurement, whole: Measurement, what: str, names: tuple[str, ...], size: float, aspect: Aspect
) -> list[Difference]:
    """The difference that some parameters make to the whole edit; `size` in steps."""
    if "_tone:" in what or what == "black_and_white":
        return [Difference(what, round(min(size, MOST), 3))]
    if what == "brightness" and "Exposure2012" not in names:
        return _of_curve(without, whole, size)
    moved = ONE_WAY.get(what) or aspect.read(whole) - aspect.read(without)
    return [Difference(what, round(float(np.copysign(min(size, MOST), moved)), 3))]


def _against(one: Difference, before: Measurement, after: Measurement) -> bool:
    """True when the other sliders outweigh a change, so that the photo as a whole went the other way."""
    if one.what not in WHOLE:
        return False
    read = ASPECTS[one.what].read
    return one.sign * (read(after) - read(before)) < -AGAINST


def _of_curve(before: Measurement, after: Measurement, size: float) -> list[Difference]:
    """What a curve did: brighter or darker, more or less contrast, faded blacks."""
    lift, spread = after.lightness - before.lightness, after.contrast / max(before.contrast, 1e-3) - 1
    faded = after.percentiles[0] - before.percentiles[0]
    found = {"brightness": lift / 7, "contrast": spread / 0.14}
    if faded > 4 and spread < 0.02:
        found["fade"] = faded / 8
    scale = min(size, MOST) / max(max(abs(v) for v in found.values()), 0.3)
    return [
        Difference(what, round(float(np.clip(value * min(scale, 1.0), -MOST, MOST)), 3))
        for what, value in found.items()
    ]


def _local(photo: Photo, document: Mapping[str, Any], whole: np.ndarray) -> list[Difference]:
    """Changes of parts: what each correction sets, when it leaves a trace."""
    found = []
    groups = document.get(CORRECTIONS, ())
    for i, group in enumerate(groups):
        rest = [g for j, g in enumerate(groups) if j != i]
        others = {n: v for n, v in document.items() if n != CORRECTIONS} | ({CORRECTIONS: rest} if rest else {})
        if color.mean_delta_e(_view(photo, others), whole) < LOCAL_LEAST:
            continue
        amount, place = float(group.get("CorrectionAmount", 1.0)), str(group.get("CorrectionName", ""))
        for slider, (what, step) in LOCAL_STEPS.items():
            if group.get(slider):
                size = float(np.clip(amount * float(group[slider]) / step, -MOST, MOST))
                found.append(Difference(what, round(size, 3), place))
    return found
