"""The order of operations, and the rows of all of them. The order is here and nowhere else."""

from collections.abc import Iterator

from editor_ops.frame import Op
from editor_ops.masks.rows import LEGACY, local_op
from editor_ops.ops import (
    calibration,
    color_grading,
    color_mixer,
    curve,
    detail,
    effects,
    geometry,
    lens,
    lens_blur,
    look,
    point_color,
    presence,
    tone,
    white_balance,
)
from editor_ops.parameters import Parameter

PIPELINE: tuple[Op, ...] = (
    lens.LENS,
    geometry.GEOMETRY,
    white_balance.WHITE_BALANCE,
    detail.DEFRINGE,
    detail.NOISE_REDUCTION,
    lens_blur.LENS_BLUR,
    calibration.CALIBRATION,
    tone.TONE,
    presence.PRESENCE,
    effects.VIGNETTE,
    color_mixer.COLOR_MIXER,
    color_mixer.HUE_SHIFT,
    color_mixer.VIBRANCE,
    point_color.POINT_COLOR,
    color_mixer.BLACK_AND_WHITE,
    curve.TONE_CURVE,
    color_grading.COLOR_GRADING,
    detail.SHARPENING,
    effects.GRAIN,
    look.LOOK,
)


def _collect(rows: tuple[Parameter, ...], prefix: str = "") -> Iterator[tuple[str, Parameter]]:
    """Every row under its full name: fields of a struct as "LensBlur.BlurAmount"."""
    for row in rows:
        yield prefix + row.name, row
        if row.name not in LEGACY:  # the same fields as MaskGroupBasedCorrections
            yield from _collect(row.fields, f"{prefix}{row.name}.")


LOCAL = local_op(PIPELINE)
"""Local corrections: not a step of their own, each of their sliders acts inside the step of its global twin."""
TABLE: dict[str, Parameter] = {name: row for step in (*PIPELINE, LOCAL) for name, row in _collect(step.rows)}
"""Every parameter by its full name; fields of a struct as "LensBlur.BlurAmount"."""
