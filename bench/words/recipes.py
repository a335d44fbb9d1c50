"""Right and wrong edits for the shared wishes, by hand-written sliders per kind of check:
the truth of the judge's bench.

`variants` know nothing of the parser, the solver or the judge: a check says what must move and where, and the sliders
below are what a retoucher would take for it. Places are the regions drawn by eye, their edges moved to those of the
photo. `own_variants` are of the edits that the rules make, where the checks, which know nothing of the rules, hold.
"""

from collections.abc import Callable, Mapping
from typing import Any

import cv2
import numpy as np

from bench.words.moves import serves
from bench.words.shared_wishes import Check, SharedWish
from editor_ops.masks.refine import guided
from editor_ops.parameters import Parameter
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.policies.variants import scaled
from jarvisevo.rules.plan import plan

Sliders = Mapping[str, float]
PLAIN: dict[str, Sliders] = {  # measure -> sliders that raise it as a plain request would
    "mean_L": {"Exposure2012": 0.55},
    "contrast": {"Contrast2012": 32},
    "chroma": {"Saturation": 24},
    "mean_b": {"IncrementalTemperature": 26},
    "highlights_b": {"IncrementalTemperature": 26},
    "mean_a": {"IncrementalTint": 24},
    "highlights_L": {"Highlights2012": 50},
    "shadows_L": {"Shadows2012": 48},
    "blacks_L": {"Blacks2012": 45, "Shadows2012": 25},
    "local_contrast": {"Clarity2012": 40, "Texture": 15},
    "sharpness": {"Sharpness": 45, "Texture": 25},
    "texture": {"Texture": 40},
    "haze": {"Dehaze": -28},
    "vignette": {"PostCropVignetteAmount": 24},
    "cast": {"Saturation": 30},
}
LOWER: dict[str, Sliders] = {  # where the way down has other sliders than the way up
    "blacks_L": {"Blacks2012": -35},
    "sharpness": {"Texture": -45, "Clarity2012": -20},
    "texture": {"Texture": -50},
    "local_contrast": {"Clarity2012": -40},
}
FAMILIES = {
    "tone": ("mean_L", "highlights_L", "shadows_L", "blacks_L", "vignette", "Exposure2012", "Shadows2012"),
    "contrast": ("contrast", "local_contrast", "sharpness", "texture", "haze", "Contrast2012", "Highlights2012"),
    "colour": ("chroma", "chroma95", "Saturation", "Vibrance"),
    "balance": ("mean_a", "mean_b", "highlights_b", "shadows_a", "shadows_b", "split_b", "cast", "hue"),
    "frame": ("aspect", "area"),
}
TIMES = 3.0
"""How much too strong the overdone edit is."""


def variants(wish: SharedWish, others: list[SharedWish], photo: Photo) -> dict[str, np.ndarray]:
    """Edits of one wish by name: "right", "nothing", "opposite", "other", "strong"; those that make sense for it.

    others  the wishes on the same photo
    photo   at the size to work at; images are (h, w, 3) uint8 sRGB
    """
    plain = render(photo, Settings()).eight_bit()
    out = {"nothing": plain}
    if wish.expect != "refuse" and wish.changes:
        step = enough(wish, photo, plain)
        out["right"] = edited(wish, photo, plain, step)
        if not _framed(wish):
            out["opposite"] = edited(wish, photo, plain, -step)
            if not _greyed(wish):
                out["strong"] = _strong(edited(wish, photo, plain, TIMES * step), out["right"], plain)
    return _with_another(wish, others, out, lambda stranger: edited(stranger, photo, plain, degree(stranger)))


def own_variants(wish: SharedWish, others: list[SharedWish], photo: Photo) -> dict[str, np.ndarray]:
    """As `variants`, of edits as the rules make them: three times, and the opposite of, what users really get.

    "right" is left out where the checks do not hold, so that a judge is not asked to praise a fault.
    """
    plain = render(photo, Settings()).eight_bit()
    out = {"nothing": plain}
    settings = plan(photo, wish.words).settings
    own = render(photo, settings).eight_bit()
    sound = all(serves(wish, check, plain, own) is not False for check in wish.changes)
    if wish.expect != "refuse" and wish.changes and sound and _differs(own, plain):
        out["right"] = own
        if not _framed(wish) and not _greyed(wish):
            out["opposite"] = render(photo, scaled(settings, -1)).eight_bit()
            out["strong"] = _strong(render(photo, scaled(settings, TIMES)).eight_bit(), own, plain)
    return _with_another(
        wish, others, out, lambda stranger: render(photo, plan(photo, stranger.words).settings).eight_bit()
    )


def _greyed(wish: SharedWish) -> bool:
    """A photo that is to lose its colours: three times that, and the opposite, are nothing else."""
    return any(c.get("measure") == "chroma95" for c in wish.changes)


def _with_another(
    wish: SharedWish, others: list[SharedWish], made: dict[str, np.ndarray], edit: Callable[[SharedWish], np.ndarray]
) -> dict[str, np.ndarray]:
    """The edits with the first of another wish that does not serve this one too; without those that do nothing."""
    plain = made["nothing"]
    for stranger in strangers(wish, others):
        image = edit(stranger)
        if _differs(image, plain) and not any(serves(wish, check, plain, image) for check in wish.alternatives):
            made["other"] = image
            break
    return {name: image for name, image in made.items() if name in ("right", "nothing") or _differs(image, plain)}


def _differs(image: np.ndarray, plain: np.ndarray) -> bool:
    return image.shape != plain.shape or float(np.abs(image.astype(int) - plain).mean()) > 0.3


def degree(wish: SharedWish) -> float:
    """1 for a plain wish; half for one whose check has an upper bound, twice for the stronger of two."""
    if wish.strong:
        return 1.9
    return 0.5 if any("max" in c for c in wish.changes if "xmp" not in c and c.get("mode") != "after") else 1.0


def enough(wish: SharedWish, photo: Photo, plain: np.ndarray) -> float:
    """The step of a wish's degree, more where the photo needs more of it for its own checks to hold."""
    step = degree(wish)
    wanted = [c for c in wish.changes if c.get("sign") in (1, -1) and c.get("mode") != "relative"]
    for factor in (1.0, 1.5, 2.2, 3.0):
        image = edited(wish, photo, plain, factor * step)
        if all(serves(wish, check, plain, image) is not False for check in wanted):
            return factor * step
    return step


def _strong(image: np.ndarray, right: np.ndarray, plain: np.ndarray) -> np.ndarray:
    """Three times the sliders; where they end before that, three times the right edit's change of each pixel."""
    reached, wanted = (float(np.abs(i.astype(np.float32) - plain).mean()) for i in (image, right))
    if reached >= 0.8 * TIMES * wanted:
        return image
    stretched = plain + TIMES * (right.astype(np.float32) - plain)
    return np.rint(np.clip(stretched, 0, 255)).astype(np.uint8)


def strangers(wish: SharedWish, others: list[SharedWish]) -> list[SharedWish]:
    """Wishes on the same photo about other families of measures, those furthest down the alphabet of this one first."""
    own = {family(c) for c in wish.alternatives}
    fits = [o for o in others if o.id != wish.id and o.expect != "refuse" and o.changes and not _framed(o)]
    fits = [o for o in fits if not own & {family(c) for c in o.changes}]
    start = sum(map(ord, wish.id)) % max(len(fits), 1)
    return fits[start:] + fits[:start]


def family(check: Check) -> str:
    """The family of a check's measure."""
    name = check.get("xmp") or check["measure"].split(":")[0]
    return next((title for title, names in FAMILIES.items() if name in names), "any")


def _framed(wish: SharedWish) -> bool:
    return any(c.get("measure") in FAMILIES["frame"] for c in wish.changes)


def edited(wish: SharedWish, photo: Photo, plain: np.ndarray, step: float) -> np.ndarray:
    """The photo with what a wish's checks ask for, `step` times as strong; negative: the opposite."""
    if _framed(wish):
        return _reframed(wish, plain)
    everywhere: dict[str, Any] = {}
    places: list[tuple[np.ndarray, dict[str, Any]]] = []
    numbered = any("xmp" in check for check in wish.changes)
    for check in wish.changes:
        if numbered and "xmp" not in check:
            continue
        sliders = _sliders(check, step)
        name = check.get("region", "all")
        if name == "all" or wish.kind == "colour" and ":" in check.get("measure", ""):
            everywhere |= sliders
        elif check.get("mode") != "relative" or not any(
            c.get("region") == name for c in wish.changes if c is not check
        ):
            places.append((_weight(wish, name, plain), sliders))
    image = render(photo, _settings(everywhere)).eight_bit() if everywhere else plain
    for weight, sliders in places:
        local = render(photo, _settings(everywhere | sliders)).eight_bit()
        image = _mixed(image, local, weight)
    for check in wish.stays:
        image = _mixed(image, plain, _weight(wish, check["region"], plain))
    return image


def _sliders(check: Check, step: float) -> dict[str, float]:
    """Sliders of one check."""
    if "xmp" in check:
        return {check["xmp"]: check["value"] * step}
    name, _, colour = check["measure"].partition(":")
    way = check.get("sign") or 1
    if name == "chroma95":
        return {"Saturation": -100 if step > 0 else 40}
    if colour or name == "hue":
        return _mixer(name, colour.removesuffix("s").capitalize() or "Green", way * step)
    if name == "split_b":
        warm, cold = (45, 215) if step > 0 else (215, 45)
        hues = {"SplitToningHighlightHue": warm, "SplitToningShadowHue": cold}
        return hues | {f"SplitToning{zone}Saturation": 22 * abs(step) for zone in ("Highlight", "Shadow")}
    if name in ("shadows_a", "shadows_b"):
        hue = 200 if step > 0 else 30
        return {"SplitToningShadowHue": hue, "SplitToningShadowSaturation": 22 * abs(step)}
    table = LOWER if way * step < 0 and name in LOWER else PLAIN
    sign = 1 if table is LOWER else way * (1 if step > 0 else -1)
    return {slider: value * sign * abs(step) for slider, value in table[name].items()}


def _mixer(name: str, colour: str, step: float) -> dict[str, float]:
    """The colour mixer: chroma, lightness or hue of one of its bands, and half of it for the band beside."""
    kind, amount = {"chroma": ("Saturation", 24), "L": ("Luminance", 28), "hue": ("Hue", 26)}[name]
    near = {"Green": "Yellow", "Blue": "Aqua", "Red": "Orange", "Orange": "Red", "Yellow": "Orange"}[colour]
    return {f"{kind}Adjustment{colour}": amount * step, f"{kind}Adjustment{near}": 0.5 * amount * step}


def _settings(sliders: Sliders) -> Settings:
    return Settings.parse({name: _held(TABLE[name], value) for name, value in sliders.items()})


def _held(row: Parameter, value: float) -> float:
    held = min(max(value, row.low), row.high)
    return round(held, 2) if row.span <= 10 else round(held)


def _weight(wish: SharedWish, name: str, plain: np.ndarray) -> np.ndarray:
    """A drawn region with its edges at the photo's, (h, w) float32; "outside:NAME" is all else."""
    if name.startswith("outside:"):
        return 1 - _weight(wish, name.removeprefix("outside:"), plain)
    height, width = plain.shape[:2]
    x0, y0, x1, y1 = wish.regions[name]
    box = np.zeros((height, width), np.float32)
    box[int(y0 * height) : max(int(y1 * height), 1), int(x0 * width) : max(int(x1 * width), 1)] = 1
    soft = cv2.GaussianBlur(box, (0, 0), 0.03 * max(height, width))
    return np.clip(guided(plain, soft, 0.03, 3e-4), 0, 1)


def _mixed(image: np.ndarray, over: np.ndarray, weight: np.ndarray) -> np.ndarray:
    share = weight[..., None]
    return np.rint(image * (1 - share) + over * share).astype(np.uint8)


def _reframed(wish: SharedWish, plain: np.ndarray) -> np.ndarray:
    """Cropped to the ratio that is asked for, about the middle; a quarter turn where only that gives it."""
    check = next(c for c in wish.changes if c["measure"] == "aspect")
    ratio = (check["min"] + check["max"]) / 2
    height, width = plain.shape[:2]
    least = next((c["min"] for c in wish.changes if c["measure"] == "area"), 0.0)
    if least > 0.9:
        return np.ascontiguousarray(np.rot90(plain, -1))
    wide, high = min(width, round(height * ratio)), min(height, round(width / ratio))
    left, top = (width - wide) // 2, (height - high) // 2
    return np.ascontiguousarray(plain[top : top + high, left : left + wide])
