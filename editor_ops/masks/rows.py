"""The parameters of local corrections: groups, their sliders and their masks, as rows of the table.

The sliders are twins of the global ones: every row with `local` yields one, in the units of Adobe's
files (exposure in quarters of an EV stop … see `Parameter.local_unit`).
"""

from dataclasses import replace

from editor_ops.frame import Encoding, Frame, Kernel, Op
from editor_ops.parameters import Fidelity, FrozenDict, Parameter, Values

_REAL = "encoding checked on real files"
_MEASURED = "encoding checked on real files; profile measured"
_FOUND = "regions are found by this project's own segmenters, not by Adobe's"

CORRECTIONS = "MaskGroupBasedCorrections"
LEGACY = ("GradientBasedCorrections", "CircularGradientBasedCorrections", "PaintBasedCorrections")
"""What versions before masks wrote; read and kept, with the same content."""


def _number(name: str, low: float, high: float, default: float = 0.0, **more: object) -> Parameter:
    known = {"fidelity": Fidelity.EXACT, "evidence": _REAL, "step": (high - low) / 50}
    return Parameter(name, low=low, high=high, default=default, **(known | more))  # type: ignore[arg-type]


def _text(name: str, doc: str, default: str = "") -> Parameter:
    return Parameter(name, "text", default=default, doc=doc, fidelity=Fidelity.EXACT, evidence=_REAL)


def _flag(name: str, doc: str, default: bool = False) -> Parameter:
    return Parameter(name, "flag", default=default, doc=doc, fidelity=Fidelity.EXACT, evidence=_REAL)


def _place(name: str, doc: str) -> Parameter:
    return _number(name, -20, 20, doc=doc, unit="fraction", step=0.01, fidelity=Fidelity.FITTED, evidence=_MEASURED)


RANGE = Parameter(
    "CorrectionRangeMask",
    "struct",
    default=FrozenDict(),
    doc="Restricts by luminance or colour",
    fields=(
        _number("Type", 0, 3, doc="0 none, 1 colour, 2 luminance, 3 depth", step=1),
        _flag("Invert", "Acts outside the range"),
        _number(
            "ColorAmount",
            0,
            1,
            0.5,
            doc="How far from the samples the colour range reaches",
            fidelity=Fidelity.APPROXIMATED,
            evidence="no published formula",
        ),
        _number("LumMin", 0, 1, doc="Older files: lower end of the luminance range"),
        _number("LumMax", 0, 1, 1.0, doc="Older files: upper end of the luminance range"),
        _number("LumFeather", 0, 1, 0.5, doc="Older files: softness of both ends"),
        _text("LumRange", "Luminance range: none below, full from, full to, none above"),
        Parameter(
            "PointModels",
            "items",
            default=(),
            doc="Sampled colours: r g b x y 0",
            evidence="space of r g b not published",
        ),
    ),
    fidelity=Fidelity.APPROXIMATED,
    evidence="trapezoid of the file; its softness is ours",
)

_SHAPE = (
    _text("What", "Mask/Image, /Gradient, /CircularGradient, /Paint, /RangeMask, /Polygon or /Aggregate"),
    _flag("MaskActive", "Switches the mask on", True),
    _text("MaskName", "Name for people"),
    _number("MaskBlendMode", 0, 1, step=1, doc="0 adds; 1 subtracts, or intersects when MaskInverted"),
    _flag("MaskInverted", "Acts outside the mask"),
    _number("MaskValue", 0, 1, 1.0, doc="Opacity; 0 erases"),
    _number(
        "MaskSubType",
        0,
        3,
        step=1,
        doc="Mask/Image: 0 object or landscape, 1 subject, 2 sky, 3 person",
        fidelity=Fidelity.APPROXIMATED,
        evidence=_FOUND,
    ),
    _number(
        "MaskSubCategoryID",
        0,
        99999,
        step=1,
        fidelity=Fidelity.APPROXIMATED,
        evidence=_FOUND,
        doc=(
            "Person part 2 face, 3 iris, 4 body, 5 hair, 6 lips, 8 eye white, 9 brows, 11 clothes, 12 teeth; "
            "50001… landscape; which Lightroom has not: 60001… parts of a scene, 60101… limbs and clothes"
        ),
    ),
    _text("ReferencePoint", 'Point inside the region: "x y", fractions of the photo'),
    Parameter(
        "Gesture",
        "items",
        default=(),
        doc="Outline around an object: [{Points: [{X, Y}, …]}]",
        evidence="form of real files; the object in it is found by our own segmenter",
    ),
    _place("ZeroX", "Linear gradient: where it begins, from the left"),
    _place("ZeroY", "Linear gradient: where it begins, from the top"),
    _place("FullX", "Linear gradient: where it is full, from the left"),
    _place("FullY", "Linear gradient: where it is full, from the top"),
    _place("Top", "Radial gradient: upper edge"),
    _place("Left", "Radial gradient: left edge"),
    _place("Bottom", "Radial gradient: lower edge"),
    _place("Right", "Radial gradient: right edge"),
    _number("Angle", -360, 360, unit="deg", step=5, doc="Radial gradient: turned clockwise"),
    _number(
        "Midpoint", 0, 100, 50.0, doc="Radial gradient: kept; Lightroom has no slider for it", fidelity=Fidelity.KEPT
    ),
    _number("Roundness", -100, 100, doc="Radial gradient: rectangular (left)", fidelity=Fidelity.APPROXIMATED),
    _number("Feather", 0, 100, 50.0, doc="Radial gradient: softness", fidelity=Fidelity.FITTED, evidence=_MEASURED),
    _flag("Flipped", "Older radial gradients: the inversion, written once more; MaskInverted counts"),
    _number("Version", 0, 99, 1.0, step=1, doc="Of the radial gradient's form", fidelity=Fidelity.KEPT),
    _place("X", "Ellipse: centre, from the left"),
    _place("Y", "Ellipse: centre, from the top"),
    _place("SizeX", "Ellipse: half width"),
    _place("SizeY", "Ellipse: half height"),
    _number("Radius", 0, 2, doc="Brush: radius, fraction of the long edge"),
    _number("Flow", 0, 1, 1.0, doc="Brush: strength of one dab", fidelity=Fidelity.FITTED, evidence=_MEASURED),
    _number("CenterWeight", 0, 1, doc="Brush: hardness", fidelity=Fidelity.APPROXIMATED, evidence="profile is ours"),
    Parameter(
        "Dabs", "items", default=(), doc='Brush: "d x y", "r radius", "f flow"', fidelity=Fidelity.EXACT, evidence=_REAL
    ),
    Parameter("Points", "items", default=(), doc="Polygon: [{X, Y}, …] or [[x, y], …]", evidence="even-odd filling"),
    RANGE,
)
MASKS = Parameter(
    "CorrectionMasks",
    "list",
    default=(),
    doc="Where the correction acts: combined in their order",
    fidelity=Fidelity.EXACT,
    evidence=_REAL,
    fields=(
        *_SHAPE,
        Parameter(
            "Masks",
            "list",
            default=(),
            fields=_SHAPE,
            doc="Masks inside an aggregate",
            fidelity=Fidelity.EXACT,
            evidence=_REAL,
        ),
    ),
)


def twin(row: Parameter) -> Parameter:
    """The slider of a local correction that stands for a global row, in file units."""
    what = f"{row.doc[:1].lower()}{row.doc[1:]}"
    if row.kind != "number":
        return replace(row, name=row.local, local="", doc=f"Locally: {what}", needs={})
    unit = "4 EV" if row.unit == "EV" else "deg" if row.unit == "deg" else ""
    low, high, default = (-1.0, 1.0, 0.0) if row.local_unit != 1 else (row.low, row.high, row.default)
    if row.local == "LocalToningSaturation":
        low = 0.0
    return replace(
        row,
        name=row.local,
        low=low,
        high=high,
        default=default,
        step=row.step / row.local_unit,
        unit=unit,
        local="",
        raw_default=None,
        needs={},
        doc=f"Locally: {what}",
    )


def local_op(pipeline: tuple[Op, ...]) -> Op:
    """The rows of local corrections as an operation without a kernel: each twin acts inside its own operation."""
    twins: dict[str, Parameter] = {}
    for step in pipeline:
        for row in step.rows:
            if row.local:
                twins.setdefault(row.local, twin(row))
        twins |= {row.name: row for row in step.local_rows}
    fields = (
        _text("What", "Correction"),
        _text("CorrectionName", "Name of the group: the same name replaces it"),
        _number("CorrectionAmount", 0, 2, 1.0, doc="Scales every slider of the group", step=0.05),
        _flag("CorrectionActive", "Switches the group on", True),
        *twins.values(),
        MASKS,
        RANGE,
    )
    rows = [
        Parameter(
            name,
            "list",
            default=(),
            fields=fields,
            fidelity=Fidelity.APPROXIMATED,
            evidence=_FOUND,
            doc="Local corrections, each with masks" if name == CORRECTIONS else "Local corrections of older versions",
        )
        for name in (CORRECTIONS, *LEGACY)
    ]
    return Op("local_corrections", Encoding.LINEAR, tuple(rows), _no_kernel)


def _no_kernel(settings: Values, frame: Frame) -> Kernel | None:
    """Local corrections: each slider runs the operation of its global twin with both values added, blended by the mask.

    Masks are evaluated on the photo before any edit; see editor_ops/masks. Encoding: that of each operation.
    """
    return None
