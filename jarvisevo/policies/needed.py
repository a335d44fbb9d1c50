"""Which parameters a photo and an instruction can need: for the schema that a server holds a model's calls to.

Generous on purpose: a schema that forbids what a model rightly wants is worse than none. What the reader of
instructions does not understand wholly may need anything, and a correction of an earlier step may too.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from editor_ops.formats.call_schema import NAMES, call_schema
from editor_ops.masks.rows import CORRECTIONS
from editor_ops.ops.geometry import ORIENTATION
from editor_ops.table import PIPELINE
from jarvisevo.rules import language
from jarvisevo.rules.intent import SETTING, Intent, Place

if TYPE_CHECKING:
    from jarvisevo.agent.session import Session

ALWAYS = ("white_balance", "tone", "presence", "color_mixer", "vibrance", "vignette", "color_grading", "tone_curve")
"""Operations that any wish may come to."""
BY_WHAT = {
    "sharpness": ("sharpening", "noise_reduction"),
    "noise": ("noise_reduction", "sharpening"),
    "fringes": ("defringe",),
    "grain": ("grain",),
    "blur": ("lens_blur",),
    "fade": ("grain",),
    "black_and_white": ("black_and_white", "grain"),
    "crop": ("geometry",),
    "straighten": ("geometry",),
    "rotate": ("geometry",),
    "flip": ("geometry",),
    "auto": ("geometry", "sharpening", "noise_reduction"),
    "look": ("grain", "calibration", "lens_blur", "black_and_white"),
    "color": ("point_color", "calibration"),
}
"""Further ones by what is wanted (`jarvisevo.rules.intent`); "look:moody" by its first word."""
GREY = 3.0
"""Levels of 255 by which the channels of a grey photo differ, in the mean; JPEG leaves one or two."""


def schema_for(sessions: "Sequence[Session]") -> Mapping[str, Any]:
    """The schema of the next calls of sessions that ask together: what any of them can need.

    Later steps may also be local (JarvisEvo's second step is), and take back what is set.
    """
    names: frozenset[str] = frozenset()
    for session in sessions:
        names |= needed(session.instruction, raw=session.photo.raw, grey=_is_grey(session.images[0]))
        if session.steps:
            names |= {CORRECTIONS, *session.settings.values} & set(NAMES)
    return _schema(names)


@lru_cache(maxsize=64)
def needed(instruction: str, *, raw: bool = False, grey: bool = False) -> frozenset[str]:
    """Names of parameters that an instruction can need.

    raw   nothing was sharpened or smoothed yet
    grey  the photo has no colours to be shifted
    """
    intent = language.read(instruction)
    if intent.not_understood or intent.out_of_scope or not intent.wants:
        return frozenset(NAMES)
    steps = {*ALWAYS, *(step for want in intent.wants for step in BY_WHAT.get(want.what.partition(":")[0], ()))}
    steps |= {"sharpening", "noise_reduction", "defringe"} if raw else set()
    steps -= {"color_mixer", "vibrance", "point_color"} if grey else set()
    rows = {row.name for step in PIPELINE if step.name in steps for row in step.rows}
    rows |= {want.what.removeprefix(SETTING) for want in intent.wants if want.what.startswith(SETTING)}
    if not {"rotate", "flip"} & {want.what for want in intent.wants}:
        rows.discard(ORIENTATION.name)
    if _local(intent) or "auto" in {want.what for want in intent.wants}:
        rows.add(CORRECTIONS)
    return frozenset(rows & set(NAMES))


def _is_grey(picture: np.ndarray) -> bool:
    """Whether an (H, W, 3) uint8 picture holds hardly a colour."""
    some = picture[::4, ::4].astype(int)
    return bool((some.max(axis=2) - some.min(axis=2)).mean() < GREY)


def _local(intent: Intent) -> bool:
    """Whether anything is said of a part of the photo."""

    def part(place: Place) -> bool:
        return not place.everywhere

    return any(part(want.where) for want in intent.wants) or any(part(keep.where) for keep in intent.keep)


@lru_cache(maxsize=64)
def _schema(names: frozenset[str]) -> Mapping[str, Any]:
    return call_schema(tuple(name for name in NAMES if name in names))
