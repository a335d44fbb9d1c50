"""Settings on photos that were exported cropped: their masks fall where they fell in the uncropped photo."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import PIL.Image
import pytest

from editor_ops import color, formats
from editor_ops.formats import xmp
from editor_ops.formats.document import Document
from editor_ops.formats.exported import placed
from editor_ops.io.decode import load
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings

CROP = {"HasCrop": True, "CropTop": 0.2, "CropLeft": 0.1, "CropBottom": 0.9, "CropRight": 0.8}
TURNED = CROP | {"CropAngle": 7.0}
MASKS: dict[str, dict[str, Any]] = {
    "linear": {"What": "Mask/Gradient", "ZeroX": 0.3, "ZeroY": 0.8, "FullX": 0.6, "FullY": 0.4},
    "radial": {
        "What": "Mask/CircularGradient",
        "Left": 0.2,
        "Right": 0.6,
        "Top": 0.4,
        "Bottom": 0.6,
        "Angle": 30,
        "Feather": 30,
    },
    "ellipse": {"What": "Mask/Ellipse", "X": 0.4, "Y": 0.6, "SizeX": 0.2, "SizeY": 0.08},
    "brush": {
        "What": "Mask/Paint",
        "Radius": 0.06,
        "Flow": 1.0,
        "Dabs": ["d 0.3 0.5", "d 0.35 0.5", "r 0.1", "d 0.6 0.7"],
    },
    "polygon": {"What": "Mask/Polygon", "Points": [[0.2, 0.3], [0.6, 0.35], [0.5, 0.8]]},
}
MASKS["aggregate"] = {"What": "Mask/Aggregate", "Masks": [MASKS["brush"], MASKS["ellipse"]]}


def scene() -> Photo:
    noise = np.random.default_rng(4).integers(60, 190, (7, 9, 3), dtype=np.uint8)
    return Photo.from_array(cv2.resize(noise, (360, 240), interpolation=cv2.INTER_CUBIC))


def edit(mask: dict[str, Any], crop: dict[str, Any]) -> Settings:
    group = {"What": "Correction", "LocalExposure2012": -0.4, "CorrectionMasks": [mask]}
    return Settings.parse({"MaskGroupBasedCorrections": [group], "Contrast2012": 10, **crop})


def exported(crop: dict[str, Any]) -> Photo:
    """The photo as Lightroom exports it with nothing but a crop."""
    settings = Settings.parse(crop)
    made = Photo.from_array(render(scene(), settings).pixels)
    return replace(made, xmp=xmp.dump(settings, applied=True))


def far(one: np.ndarray, other: np.ndarray) -> float:
    return color.mean_delta_e(one, cv2.resize(other, one.shape[1::-1], interpolation=cv2.INTER_AREA))


@pytest.mark.parametrize("crop", [CROP, TURNED], ids=["straight", "turned"])
@pytest.mark.parametrize("name", MASKS)
def test_masks_fall_where_they_fell_before_the_export(name: str, crop: dict[str, Any]) -> None:
    settings, photo = edit(MASKS[name], crop), exported(crop)
    wanted = render(scene(), settings).pixels
    document = placed(Document(settings), photo)
    made = render(photo, document.settings).pixels
    assert made.shape == wanted.shape
    nothing, beside = far(wanted, photo.pixels), far(wanted, render(photo, settings).pixels)
    assert far(wanted, made) < 0.25 < min(nothing, beside) / 3, (far(wanted, made), nothing, beside)
    assert [note.name for note in document.notes] == ["HasCrop"]


def without_mark(photo: Photo) -> Photo:
    return replace(photo, xmp=xmp.dump(Settings.parse(CROP), applied=False))


UNTOUCHED: dict[str, Callable[[Photo], Photo]] = {
    "no XMP": lambda photo: replace(photo, xmp=None),
    "damaged XMP": lambda photo: replace(photo, xmp="<x:xmpmeta"),
    "not exported": without_mark,
    "another crop": lambda photo: replace(photo, xmp=xmp.dump(Settings.parse(CROP | {"CropTop": 0.1}), applied=True)),
    "RAW": lambda photo: replace(photo, raw=True),
}


@pytest.mark.parametrize("kind", UNTOUCHED)
def test_other_photos_take_settings_as_they_are(kind: str) -> None:
    document = Document(edit(MASKS["brush"], CROP))
    assert placed(document, UNTOUCHED[kind](exported(CROP))) is document


def test_settings_without_that_crop_are_of_the_photo_as_it_is() -> None:
    document = Document(edit(MASKS["brush"], {}))
    assert placed(document, exported(CROP)) is document


def test_the_command_places_masks(cli: Callable[..., Any], tmp_path: Path) -> None:
    photo, settings = exported(CROP), edit(MASKS["radial"], CROP)
    before = tmp_path / "before.jpg"
    PIL.Image.fromarray(photo.pixels).save(before, quality=100, subsampling=0, xmp=str(photo.xmp).encode())
    formats.write(settings, tmp_path / "edit.xmp")
    done = cli("render", before, tmp_path / "edit.xmp", "-o", tmp_path / "after.png")
    assert done.code == 0, done.err
    wanted = render(scene(), settings).pixels
    assert far(wanted, load(tmp_path / "after.png").pixels) < 0.5 < far(wanted, photo.pixels) / 3
