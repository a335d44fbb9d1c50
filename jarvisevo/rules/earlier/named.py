"""What stands under a name: the sliders and local corrections that words like "the grain" or "the sky" stand for."""

import re
from collections.abc import Collection, Mapping

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.ops import geometry
from editor_ops.settings import Settings
from editor_ops.table import TABLE
from jarvisevo.rules import greys
from jarvisevo.rules.goals import GOALS
from jarvisevo.rules.intent import Want
from jarvisevo.rules.language import read
from jarvisevo.rules.moves import DIMS, SLIDERS
from jarvisevo.rules.places import PLACES, named

ADDED = ("grain", "vignette", "crop", "black_and_white")
"""What sliders add: to undo it where none is set is no wish about the photo. Haze and sharpening it may have of itself.
"""
TONED = ("SplitToningHighlightSaturation", "SplitToningShadowSaturation", "ColorGradeGlobalSat")
"""What colours the light besides white balance."""
COLOURING = {"IncrementalTemperature", "IncrementalTint", "Temperature", "Tint", "Saturation", "Vibrance"}
SKIN = ("Skin", "皮肤")
"""What moves the colour of everything, and the correction that holds skin against it."""
LEFT = {"little": 0.7, "plain": 0.5, "lot": 0.3}
"""What is left of them where there is to be a bit less, less, or much less."""
_TURNS = {"rotate": (geometry.ORIENTATION, geometry.CROP[-1]), "flip": (geometry.ORIENTATION,)}


def correction_names(settings: Settings) -> tuple[str, ...]:
    """Names of the local corrections that stand."""
    return tuple(str(group.get("CorrectionName") or "") for group in settings.values.get(CORRECTIONS, ()))


def called(name: str, what: str) -> bool:
    """Whether a correction is what somebody calls "the sky" or "the sky mask"."""
    plain = re.sub(r"\b(?:mask|correction|edit|the)\b|蒙版|的", "", what, flags=re.IGNORECASE).strip().lower()
    place = named(plain)
    names = {plain, *((PLACES[place].english.lower(), PLACES[place].chinese) if place else ())}
    return re.sub(r" \d+$", "", name.strip().lower()) in names


def standing_names(what: str, zh: bool, standing: Settings, *, whole: bool) -> tuple[str, ...]:
    """The sliders (Adobe's names) and corrections that words stand for, of those that are set.

    whole  "undo the haze" takes every slider of haze back; "remove the haze" only those that brought haze in
    """
    found = [name for name in correction_names(standing) if called(name, what)]
    for word in {want.what for want in meant(what, zh)}:
        found += greys.made_by(standing) if word == "black_and_white" else []
        found += [name for name, way in _sliders(word).items() if _stands(standing, name, 0 if whole else way)]
    return tuple(dict.fromkeys(found))


def all_but(what: str, zh: bool, standing: Settings) -> tuple[str, ...]:
    """All that is set but what words stand for, which may be several ("the sky and the crop"); nothing where some of it
    is not set.
    """
    kept: list[str] = []
    for part in re.split("和|跟|与|、" if zh else r",? and (?:the )?|, (?:the )?", what):
        names = standing_names(re.sub(r"^(?:the|your|my) ", "", part.strip()), zh, standing, whole=True)
        if not names:
            return ()
        kept += names
    others = [name for name in standing.values if name != CORRECTIONS and name not in kept]
    return (*others, *(name for name in correction_names(standing) if name not in kept))


def meant(what: str, zh: bool) -> tuple[Want, ...]:
    """What words stand for, as wants for more of it and for it alone."""
    return (*read(f"增加{what}" if zh else f"more {what}").wants, *read(what).wants)


def added(what: str, zh: bool) -> bool:
    """Whether words name nothing but what sliders add, all over the photo."""
    wants = meant(what, zh)
    return bool(wants) and all(w.what in ADDED and w.where.everywhere and w.degree == "plain" for w in wants)


def less_added(text: str, standing: Settings) -> Settings | None:
    """What stands with less of the grain or the vignette that is set, where words ask for nothing else: 颗粒少一点.

    None for other words, and where none is set.
    """
    intent = read(text)
    wants = () if intent.keep or intent.out_of_scope or intent.not_understood else intent.wants
    asked = [w for w in wants if w.what in ("grain", "vignette") and w.direction == "-" and w.amount is None]
    if not wants or len(asked) < len(wants) or not all(w.where.everywhere for w in wants):
        return None
    values = dict(standing.values)
    for want in asked:
        name, way = SLIDERS[want.what]
        if not _stands(standing, name, float(way)):
            return None
        values[name] = round(standing[name] * LEFT[want.degree])
    return Settings(values, standing.extra)


def with_its_skin(names: Collection[str], standing: Settings, asked: Collection[str]) -> tuple[str, ...]:
    """Names that are dropped, with the correction that held skin against their colour, where nobody asked for it."""
    brought = next((name for name in correction_names(standing) if name in SKIN), "")
    if not brought or not COLOURING & set(names):
        return tuple(names)
    own = any(want.where.name in ("skin", "face") for text in asked for want in read(text).wants)
    return (*names, *([] if own else [brought]))


def sliders_of(want: Want, standing: Settings) -> set[str]:
    """The sliders, or the corrections of its place, that a want moves."""
    where = want.where
    if not where.everywhere:
        return {name for name in correction_names(standing) if called(name, where.words or where.name)}
    colour = want.what.removeprefix("color:").capitalize() if want.what.startswith("color:") else ""
    mixed = {f"{kind}Adjustment{colour}" for kind in ("Hue", "Saturation", "Luminance")} if colour else set()
    own = {"IncrementalTemperature", "IncrementalTint"} if colour and want.direction in ("+", "-") else set()
    raw = {"Temperature"} if want.what == "warmth" else {"Tint"} if want.what == "tint" else set()
    toned = set(TONED) if want.what == "warmth" else set()
    return {*_sliders(want.what), *mixed, *own, *raw, *toned} & set(TABLE)


def _stands(standing: Settings, name: str, way: float) -> bool:
    """Whether a slider is set; with a way, on the side of it."""
    value, default = standing[name], TABLE[name].default
    return value != default and (not way or not isinstance(value, float) or (value - default) * way > 0)


def _sliders(word: str) -> Mapping[str, float]:
    """Every slider that has to do with a word of an intent, and which way gives more of it; 0 where none does."""
    if word in ("crop", "straighten", *_TURNS):
        return {row.name: 0.0 for row in _TURNS.get(word, geometry.CROP)}
    if word == "black_and_white":
        return {"ConvertToGrayscale": 0.0}
    dim = DIMS.get(word)
    if dim is None:
        return {}
    own, way = SLIDERS.get(word, ("", 1))
    names = {own: float(way)} if own else {}
    if dim not in ("brightness", "contrast"):  # those move half the panel
        names |= {name: full for name, full in GOALS[dim].up.items() if name != own}
    families = {"grain": "Grain", "vignette": "PostCropVignette"}
    if word in families:
        names |= {n: 0.0 for n in TABLE if n.startswith(families[word]) and "." not in n and n not in names}
    return {name: way for name, way in names.items() if name in TABLE}


def dropped(settings: Settings, names: Collection[str]) -> Settings:
    """The settings without these sliders and corrections."""
    values = {name: value for name, value in settings.values.items() if name not in names}
    if CORRECTIONS in values:
        values[CORRECTIONS] = tuple(g for g in values[CORRECTIONS] if g.get("CorrectionName") not in names)
        if not values[CORRECTIONS]:
            del values[CORRECTIONS]
    return Settings(values, settings.extra)
