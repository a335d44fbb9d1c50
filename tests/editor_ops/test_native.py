"""The compiled loops against the NumPy path: the same pixels for every panel; no build of other sources."""

import shutil
import subprocess
import sys
import sysconfig
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from editor_ops import native
from editor_ops.frame import Frame
from editor_ops.masks.found import image
from editor_ops.ops import tone
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings

SOURCE = Path(native.__file__).with_name("_native.c")
COMPILER = (sysconfig.get_config_var("CC") or "cc").split()[0]


def build(folder: Path, source_sum: int) -> Path:
    """Compile the loops as setup.py does; skips where no compiler is."""
    headers = Path(sysconfig.get_paths()["include"])
    if sys.platform == "win32" or shutil.which(COMPILER) is None or not (headers / "Python.h").is_file():
        pytest.skip(f"no C compiler ({COMPILER}) or no Python headers")
    out = folder / "_native.so"
    flags = ["-O3", "-fno-math-errno", "-fno-trapping-math", "-ffinite-math-only", "-fno-signed-zeros", "-Wall"]
    line = [COMPILER, *flags, f"-DSOURCE_SUM={source_sum}u", "-fPIC", "-shared", f"-I{headers}", str(SOURCE), "-lm"]
    done = subprocess.run([*line, "-o", str(out)], capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return out


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Any:
    found = native.opened(str(build(tmp_path_factory.mktemp("native"), zlib.crc32(SOURCE.read_bytes()))))
    assert found is not None
    return found


def photo(raw: bool = False) -> Photo:
    """Every hue and tone, black and white, with noise; as sensor data too."""
    rng = np.random.default_rng(7)
    y, x = np.mgrid[:97, :131].astype(np.float32)
    channels = [0.5 + 0.5 * np.sin(x / 9 + i * 2.1) * (0.2 + 0.8 * y / 97) for i in range(3)]
    pixels = np.clip(np.stack(channels, -1) * (0.05 + y[..., None] / 90) + rng.normal(0, 0.02, (97, 131, 3)), 0, 1)
    pixels[:5, :20], pixels[:5, 20:40], pixels[:5, 40:60] = 0, 1, 0.5
    made = Photo.from_array(np.rint(pixels * 65535).astype(np.uint16))
    return Photo(made.pixels, made.tables * (3 if raw else 1), made.matrix, raw=raw)


PANELS: dict[str, dict[str, Any]] = {
    "exposure": {"Exposure2012": 0.7, "Contrast2012": 30},
    "highlights and shadows": {"Highlights2012": -60, "Shadows2012": 50, "Whites2012": 20},
    "presence": {"Texture": 40, "Clarity2012": 50, "Dehaze": 30},
    "smooth and hazy": {"Texture": -60, "Clarity2012": -50, "Dehaze": -40},
    "mixer": {"HueAdjustmentRed": 60, "SaturationAdjustmentBlue": -70, "LuminanceAdjustmentGreen": 90},
    "mixer, darker": {"SaturationAdjustmentOrange": 80, "LuminanceAdjustmentBlue": -90},
    "vibrance": {"Vibrance": 70, "Saturation": 20},
    "less colour": {"Vibrance": -50, "Saturation": -30},
    "grey": {"Saturation": -100},
    "curves": {
        "ToneCurvePV2012": [[0, 10], [90, 60], [255, 250]],
        "ToneCurvePV2012Red": [[0, 0], [99, 140], [255, 255]],
    },
    "one channel": {"ToneCurvePV2012Blue": [[0, 30], [255, 220]]},
    "grading": {"SplitToningShadowHue": 220, "SplitToningShadowSaturation": 80, "ColorGradeGlobalLum": 40},
    "detail": {"LuminanceSmoothing": 60, "ColorNoiseReduction": 40, "Sharpness": 110, "SharpenEdgeMasking": 30},
    "grain": {"GrainAmount": 70, "PostCropVignetteAmount": -30},
    "black and white": {"ConvertToGrayscale": True, "GrayMixerRed": 60},
}


@pytest.mark.parametrize("raw", [False, True], ids=["rendered", "raw"])
@pytest.mark.parametrize("panel", PANELS)
def test_both_paths_make_the_same_pixels(panel: str, raw: bool, compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    calls: list[str] = []
    real = native.call
    for found in (None, compiled):
        monkeypatch.setattr(native, "library", lambda found=found: found)
        both = [render(photo(raw), Settings.parse(PANELS[panel]), bits=bits).pixels.astype(int) for bits in (8, 16)]
        results.append(both)
        with monkeypatch.context() as noting:
            noting.setattr(native, "call", lambda name, *a: (calls.append(name), real(name, *a))[1])
            render(photo(raw), Settings.parse(PANELS[panel]))
        assert bool(calls) == (found is not None)
    (eight, sixteen), (eight_compiled, sixteen_compiled) = results
    assert np.abs(eight - eight_compiled).max() <= 1
    assert (eight != eight_compiled).mean() < 2e-3
    off = np.abs(sixteen - sixteen_compiled)
    assert off.mean() < 4 and np.percentile(off, 99.9) < 120


def test_local_corrections_take_both_paths(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    mask = {"What": "Mask/CircularGradient", "Top": 0.2, "Left": 0.3, "Bottom": 0.8, "Right": 0.7, "Feather": 50}
    sliders = {"LocalExposure2012": 0.1, "LocalClarity2012": 0.4, "LocalSaturation": 0.3, "LocalDehaze": 0.2}
    doc = {
        "MaskGroupBasedCorrections": [{"What": "Correction", "CorrectionMasks": [mask], **sliders}],
        "Contrast2012": 9,
    }
    results = []
    for found in (None, compiled):
        monkeypatch.setattr(native, "library", lambda found=found: found)
        results.append(render(photo(), Settings.parse(doc)).pixels.astype(int))
    assert np.abs(results[0] - results[1]).max() <= 1
    assert not np.array_equal(results[0], render(photo(), Settings()).pixels)


def test_a_build_of_other_sources_is_not_used(tmp_path: Path) -> None:
    assert native.opened(str(build(tmp_path, 12345))) is None
    (tmp_path / "broken.so").write_bytes(b"no library")
    assert native.opened(str(tmp_path / "broken.so")) is None


def test_switched_off_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    native.library.cache_clear()
    monkeypatch.setenv("JARVISEVO_PURE", "1")
    assert native.library() is None and not native.usable(np.zeros((2, 2, 3), np.float32))
    native.library.cache_clear()


def test_wrong_arrays_are_refused(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "library", lambda: compiled)
    strip = np.zeros((4, 4, 3), np.float32)
    assert native.usable(strip) and not native.usable(strip[:, 1:]) and not native.usable(strip.astype(np.float64))
    with pytest.raises(TypeError, match="grading takes float32"):
        native.call("grading", strip, np.zeros((1, 65536, 3)))


def test_raw_frames_for_masks_use_the_same_tone(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    for found in (None, compiled):
        monkeypatch.setattr(native, "library", lambda found=found: found)
        seen.append(image(photo(raw=True)).astype(int))
        assert tone.TONE.prepare(Settings(), Frame(photo(raw=True))) is not None
    assert np.abs(seen[0] - seen[1]).max() <= 1
