"""Camera Raw's names that are not rows of the sandbox: what each means for a reader of the file."""

import re
from typing import Any

NEUTRAL: dict[str, Any] = {
    "AILook": "",
    "Amount": 1,
    "AutoLateralCA": 0,
    "ChromaticAberrationB": 0,
    "ChromaticAberrationR": 0,
    "Defringe": 0,
    "FilterList": (),
    "HDREditMode": 0,
    "LensManualDistortionAmount": 0,
    "LookName": "",
    "OverrideLookVignette": False,
    "PerspectiveAspect": 0,
    "PerspectiveHorizontal": 0,
    "PerspectiveRotate": 0,
    "PerspectiveScale": 100,
    "PerspectiveUpright": 0,
    "PerspectiveVertical": 0,
    "PerspectiveX": 0,
    "PerspectiveY": 0,
    "RedEyeInfo": (),
    "RetouchAreas": (),
    "RetouchInfo": (),
    "SDRBlend": 0,
    "SDRBrightness": 0,
    "SDRClarity": 0,
    "SDRContrast": 0,
    "SDRHighlights": 0,
    "SDRShadows": 0,
    "SDRWhites": 0,
    "ToneMapStrength": 0,
    "VignetteAmount": 0,
    **dict.fromkeys(("AutoBrightness", "AutoContrast", "AutoExposure", "AutoShadows", "AutoTone"), False),
    **dict.fromkeys(
        (
            "EnableCalibration",
            "EnableColorAdjustments",
            "EnableDetail",
            "EnableEffects",
            "EnableGrayscaleMix",
            "EnableLensCorrections",
            "EnableSplitToning",
            "EnableToneCurve",
            "EnableTransform",
        ),
        True,
    ),
}
"""Settings that change the image in Lightroom, are not rendered here, and the value at which they do nothing."""

MEANING = {
    "AILook": "a profile computed by Lightroom",
    "Amount": "a preset at another amount",
    "AutoLateralCA": "removal of lateral chromatic aberration",
    "AutoTone": "automatic tone, which Lightroom computes from the photo",
    "ChromaticAberrationB": "chromatic aberration, blue and yellow",
    "ChromaticAberrationR": "chromatic aberration, red and cyan",
    "Defringe": "defringe of an older version",
    "FilterList": "filters computed by Lightroom, such as denoise",
    "HDREditMode": "high dynamic range output",
    "LensManualDistortionAmount": "lens distortion",
    "PerspectiveUpright": "automatic perspective correction",
    "RetouchAreas": "spot removal",
    "RetouchInfo": "spot removal",
    "VignetteAmount": "lens vignetting correction",
}

_BOOKKEEPING = re.compile(
    r"AllowFilters|AlreadyApplied|AsShot\w*|AutoWhiteVersion|CameraModelRestriction|CameraProfile|CameraProfileDigest"
    r"|Cluster|CompatibleVersion|ContactInfo|Copyright|Crop(ConstrainTo\w+|Height|Unit|Width)|Description|Group"
    r"|HasSettings|HDRMaxValue|ISODependent|LensProfile\w+|Name|Preset|PresetType|ProcessVersion|RawFileName|Requires\w+"
    r"|RGBTable|RGBTableAmount|SDR\w*|ShortName|ShowIn\w+|SortName|Supports\w+|Table_\w+|ToneCurveName2012|Upright\w+"
    r"|UUID|Version|VignetteMidpoint|What|orientation"
)
ORDINARY_PROFILES = re.compile(r"|Adobe (Standard|Color)( B&W)?|Embedded|ACR [\d.]+|Default( Color)?|Camera Settings")
"""Camera profiles that are nothing to speak of: Adobe's own starting points."""


def is_bookkeeping(name: str) -> bool:
    """True for names that say something about the file and change nothing in the image."""
    return bool(_BOOKKEEPING.fullmatch(name))


def meaning(name: str) -> str:
    """What an unrendered setting does, in a few words."""
    for prefix, text in (
        ("Perspective", "perspective correction"),
        ("SDR", "rendering of HDR for other screens"),
        ("Auto", "an automatic adjustment"),
        ("Enable", "a panel that is switched off"),
    ):
        if name.startswith(prefix) and name not in MEANING:
            return text
    return MEANING.get(name, "a setting of Lightroom")


def does_nothing(name: str, value: object) -> bool:
    """True when an unrendered setting is at the value where Lightroom does nothing either."""
    neutral = NEUTRAL[name]
    if isinstance(neutral, tuple) or neutral == "":
        return not value or (isinstance(value, dict) and not any(value.values()))
    if isinstance(neutral, bool):
        return str(value).strip().lower() in ({"true", "1"} if neutral else {"false", "0", ""})
    try:
        return isinstance(value, str | int | float) and float(value) == neutral
    except ValueError:
        return False
