"""The preview: `render`'s pixels to the bit, whatever was rendered before, and no more work than a change asks for."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.preview import Preview, StoppedError
from editor_ops.settings import Settings
from editor_ops.table import LOCAL, TABLE


def scene(height: int = 420, width: int = 600) -> Photo:
    """Colours, edges and noise: a frame of several strips."""
    rng = np.random.default_rng(5)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    hue, saturation = 360 * x / width, 0.2 + 0.6 * np.abs(np.sin(y / 40))
    image = cv2.cvtColor(cv2.merge([hue, saturation, 0.1 + 0.8 * y / height]), cv2.COLOR_HSV2RGB)
    image[height // 3 : height // 2, width // 2 :: 40] *= 0.3
    return Photo.from_array(np.rint(np.clip(image + rng.normal(0, 0.03, image.shape), 0, 1) * 255).astype(np.uint8))


PHOTO = scene()
BASE: dict[str, Any] = {
    "Exposure2012": 0.4,
    "Shadows2012": 30,
    "Texture": 20,
    "Clarity2012": 15,
    "Dehaze": 10,
    "PostCropVignetteAmount": -20,
    "SaturationAdjustmentBlue": 20,
    "Vibrance": 20,
    "ParametricLights": 10,
    "SplitToningShadowHue": 220,
    "SplitToningShadowSaturation": 20,
    "LuminanceSmoothing": 25,
    "Sharpness": 50,
    "GrainAmount": 20,
}
LEFT = {"What": "Mask/Gradient", "ZeroX": 0.6, "ZeroY": 0.5, "FullX": 0.1, "FullY": 0.5}
ROUND = {"What": "Mask/CircularGradient", "Top": 0.2, "Left": 0.4, "Bottom": 0.7, "Right": 0.9, "Feather": 40}
NUMBERS = [
    name
    for name, row in TABLE.items()
    if row.kind == "number" and "." not in name and name not in {r.name for r in LOCAL.rows}
]


def local(mask: dict[str, Any], name: str = "one", **sliders: float) -> dict[str, Any]:
    return {"What": "Correction", "CorrectionName": name, "CorrectionMasks": [mask], **sliders}


def alike(preview: Preview, document: dict[str, Any], size: int | None = None, photo: Photo = PHOTO) -> np.ndarray:
    """Assert that the preview shows what `render` makes -> its pixels."""
    settings = Settings.parse(document)
    shown = preview.render(settings)
    np.testing.assert_array_equal(shown.pixels, render(photo, settings, size).pixels)
    return shown.pixels


def test_every_slider_in_turn_is_the_render_to_the_bit() -> None:
    preview = Preview(PHOTO, 300)
    for name in NUMBERS:
        row = TABLE[name]
        value = row.low + 0.6 * (row.high - row.low)
        alike(preview, BASE | dict(row.needs) | {name: value}, 300)


def test_any_order_of_changes_is_the_render_to_the_bit() -> None:
    preview, rng, document = Preview(PHOTO, 400), np.random.default_rng(2), dict(BASE)
    corrections = [local(LEFT, LocalExposure2012=-0.2), local(ROUND, "two", LocalClarity2012=0.5, LocalSharpness=0.4)]
    choices: list[tuple[str, list[Any]]] = [
        ("Exposure2012", [0, 0.7, -0.5]),
        ("Sharpness", [0, 40, 90]),
        ("SharpenRadius", [0.6, 2.5]),
        ("Texture", [0, 40]),
        ("Saturation", [-100, 20]),
        ("ConvertToGrayscale", [True, False]),
        ("ToneCurvePV2012", [[[0, 0], [100, 80], [255, 255]], [[0, 20], [255, 230]]]),
        ("LensBlur", [{"Active": True, "BlurAmount": 60}, {"Active": False}]),
        ("MaskGroupBasedCorrections", [[], corrections, corrections[1:], [local(LEFT, LocalHue=0.3)]]),
    ]
    for _ in range(40):
        name, values = choices[rng.integers(len(choices))]
        document[name] = values[rng.integers(len(values))]
        alike(preview, document, 400)
    for name in list(document):
        del document[name]
        alike(preview, document, 400)


def test_crops_notes_and_threads_follow() -> None:
    preview = Preview(PHOTO, threads=2)
    alike(preview, BASE)
    crop = {"HasCrop": True, "CropTop": 0.2, "CropLeft": 0.1, "CropRight": 0.8, "CropAngle": 4}
    tilted = alike(preview, BASE | crop)
    assert tilted.shape != PHOTO.pixels.shape
    alike(preview, BASE)
    nowhere = {"MaskGroupBasedCorrections": [local({"What": "Mask/Nonsense"}, "odd", LocalExposure2012=0.2)]}
    for _ in range(2):
        assert "Mask/Nonsense" in preview.render(Settings.parse(BASE | nowhere)).notes[0]
    blurred = {"LensBlur": {"Active": True, "FocalRange": "near far"}}
    for exposure in (0.1, 0.2):
        notes = preview.render(Settings.parse(BASE | blurred | {"Exposure2012": exposure})).notes
        assert notes and "FocalRange" in notes[0]


@pytest.mark.parametrize("size", [(5, 4), (1500, 1400)])
def test_frames_too_small_or_too_large_to_keep(size: tuple[int, int]) -> None:
    photo = Photo.from_array(cv2.resize(PHOTO.pixels, size, interpolation=cv2.INTER_LINEAR))
    preview = Preview(photo)
    for exposure in (0.3, 0.6):
        alike(preview, {"Exposure2012": exposure, "Clarity2012": 20}, photo=photo)


def counting(limit: int = 10**9) -> tuple[list[int], Callable[[], bool]]:
    """A `stop` that counts the strips and says stop at the limit."""
    asked = [0]

    def stop() -> bool:
        asked[0] += 1
        return asked[0] > limit

    return asked, stop


def strips(preview: Preview, document: dict[str, Any]) -> int:
    asked, stop = counting()
    preview.render(Settings.parse(document), stop)
    return asked[0]


def test_only_what_depends_on_a_change_works_again(monkeypatch: pytest.MonkeyPatch) -> None:
    preview = Preview(PHOTO)
    everything = strips(preview, BASE)
    assert strips(preview, BASE) == 0
    assert strips(preview, BASE | {"IncrementalTemperature": 10}) >= everything
    last = strips(preview, BASE | {"IncrementalTemperature": 10, "GrainAmount": 30})
    assert 0 < last < everything
    assert strips(preview, BASE | {"IncrementalTemperature": 10, "GrainAmount": 30, "GrayMixerRed": 9}) == 0
    prepared: list[str] = []
    for stage in preview._stages:
        name, prepare = stage.step.name, stage.step.prepare

        def noting(settings: Any, frame: Any, name: str = name, prepare: Any = prepare) -> Any:
            prepared.append(name)
            return prepare(settings, frame)

        stage.step = type(stage.step)(name, stage.step.encoding, stage.step.rows, noting, stage.step.local_rows)
    preview.render(Settings.parse(BASE | {"IncrementalTemperature": 10, "GrainAmount": 40}))
    assert prepared == ["grain"]
    prepared.clear()
    preview.render(Settings.parse(BASE | {"IncrementalTemperature": 10, "GrainAmount": 40, "Contrast2012": 9}))
    assert prepared == ["tone", "presence"]  # presence reads its wide bands off the toned map


def test_a_stopped_render_leaves_nothing_wrong_behind() -> None:
    preview = Preview(PHOTO)
    alike(preview, BASE)
    warmer = BASE | {"Exposure2012": 1.0, "Sharpness": 90}
    for limit in (0, 1, 5):
        with pytest.raises(StoppedError):
            preview.render(Settings.parse(warmer), counting(limit)[1])
    alike(preview, warmer)
    with pytest.raises(StoppedError):
        preview.render(Settings.parse(BASE), counting(3)[1])
    alike(preview, warmer)
    alike(preview, BASE)


def test_the_result_is_the_callers_own() -> None:
    preview = Preview(PHOTO)
    first = preview.render(Settings.parse(BASE)).pixels
    kept = first.copy()
    first[:] = 0
    np.testing.assert_array_equal(preview.render(Settings.parse(BASE)).pixels, kept)
    untouched = preview.render().pixels
    untouched[:] = 0
    assert PHOTO.pixels.any() and preview.render().pixels.any()
