"""The schema that holds a call: small, by what is wanted, names in any order, nothing forbidden that may be right."""

import json
import re
from typing import Any

import numpy as np
import pytest

from editor_ops.formats import tool_call
from editor_ops.formats.call_schema import NAMES, call_schema
from editor_ops.masks.rows import CORRECTIONS
from editor_ops.photo import Photo
from jarvisevo.agent.loop import open_session
from jarvisevo.agent.session import Options
from jarvisevo.policies.needed import needed, schema_for

PAPER = {  # the forms of JarvisEvo's own calls
    "HasSettings": True,
    "CompatibleVersion": 251658240,
    "ProcessVersion": "11.0",
    "SplitToningShadowSat.": 10,
    "LensBlur": {"Active": True, "Highlights": 30},
    "Temperature": 5000,
    CORRECTIONS: [
        {
            "What": "Correction",
            "CorrectionAmount": 1,
            "CorrectionName": "Mask 1",
            "LocalClarity": 0.2,
            "CorrectionMasks": [
                {
                    "What": "Mask/Image",
                    "MaskSubType": 1,
                    "ReferencePoint": "0.5 0.5",
                    "InputDigest": "9C",
                    "MaskVersion": 1,
                }
            ],
        }
    ],
}


def accepts(schema: Any, value: Any) -> bool:
    from jsonschema import Draft202012Validator

    return bool(Draft202012Validator(schema).is_valid(value))


def names(schema: Any) -> set[str]:
    return {name.replace("\\", "") for p in schema["patternProperties"] for name in p[2:-2].split("|")}


def test_the_papers_own_calls_are_allowed_in_any_order() -> None:
    schema = call_schema()
    assert accepts(schema, PAPER) and accepts(schema, dict(reversed(PAPER.items())))
    assert "properties" not in schema, "a grammar would fix their order"


@pytest.mark.parametrize(
    "call", [{"Exposure2012": 6}, {"Banana": 1}, {"Exposure2012": "much"}, {CORRECTIONS: [{"LocalBanana": 1}]}]
)
def test_what_cannot_be_used_is_not_allowed(call: dict[str, Any]) -> None:
    assert not accepts(call_schema(), call)


def test_it_is_a_fraction_of_the_documentation() -> None:
    documented = len(json.dumps(tool_call.schema()))
    assert len(json.dumps(call_schema())) < documented / 3
    assert len(json.dumps(call_schema(sorted(needed("make it brighter"))))) < documented / 12


def test_a_name_of_no_parameter_is_an_error() -> None:
    with pytest.raises(KeyError):
        call_schema(["Banana"])


def test_every_pattern_is_a_plain_choice_of_names_at_the_top() -> None:
    for pattern in call_schema()["patternProperties"]:
        assert re.fullmatch(r"\^\([\w.\\|]+\)\$", pattern), pattern
    assert names(call_schema()) >= set(NAMES)


@pytest.mark.parametrize(
    ("instruction", "inside", "outside"),
    [
        (
            "make it brighter",
            {"Exposure2012", "Vibrance", "SplitToningShadowHue"},
            {CORRECTIONS, "GrainAmount", "CropTop"},
        ),
        ("darken the sky", {CORRECTIONS}, {"LensBlur", "CropTop"}),
        ("crop it to 16:9", {"CropTop", "CropAngle"}, {CORRECTIONS, "GrainAmount"}),
        ("black and white, with film grain", {"ConvertToGrayscale", "GrainAmount"}, {"LensBlur"}),
        ("blur the background", {"LensBlur", CORRECTIONS}, {"GrainAmount"}),
        ("人脸亮一点", {CORRECTIONS, "Exposure2012"}, {"CropTop"}),
        ("make it look like a flibbertigibbet", set(NAMES), set()),
    ],
)
def test_what_is_needed_follows_the_words(instruction: str, inside: set[str], outside: set[str]) -> None:
    found = needed(instruction)
    assert inside <= found and not outside & found


def test_what_is_needed_follows_the_photo_and_the_steps() -> None:
    pixels = np.random.default_rng(0).integers(0, 255, (40, 60, 3), np.uint8)
    grey = np.repeat(pixels[..., :1], 3, axis=2)
    assert {"Sharpness", "LuminanceSmoothing"} <= needed("brighter", raw=True) - needed("brighter")
    some, none = (open_session(Photo.from_array(p), "brighter", Options()) for p in (pixels, grey))
    assert "HueAdjustmentRed" in names(schema_for([some])) and "HueAdjustmentRed" not in names(schema_for([none]))
    assert names(schema_for([none, some])) >= names(schema_for([some]))
