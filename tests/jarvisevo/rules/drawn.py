"""What tests of places draw."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, as fractions."""


def ellipse(box: Box) -> dict[str, object]:
    """The mask of an ellipse with a nearly hard edge."""
    sides = dict(zip(("Left", "Top", "Right", "Bottom"), box, strict=True))
    return {
        "What": "Mask/CircularGradient",
        "MaskName": "Hat",
        **sides,
        "Angle": 0.0,
        "Roundness": 0.0,
        "Feather": 10.0,
    }
