"""Places in files of rotated photos: developing the sensor's image
and turning it gives what the turned settings give.
"""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from editor_ops.formats import lrtemplate, read, xmp
from editor_ops.formats.document import Document
from editor_ops.formats.exported import placed
from editor_ops.formats.orientation import as_stored, upright
from editor_ops.io.decode import load
from editor_ops.ops.geometry import composed, oriented
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.files.write import image_bytes, sidecar_bytes

TURNS = range(1, 9)
HEIGHT, WIDTH = 90, 140


def sensor() -> np.ndarray:
    """A smooth image without any symmetry, (HEIGHT, WIDTH, 3) uint8."""
    noise = np.random.default_rng(4).integers(60, 190, (5, 7, 3), dtype=np.uint8)
    return cv2.resize(noise, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)


def correction(*masks: dict[str, Any]) -> dict[str, Any]:
    return {"MaskGroupBasedCorrections": [{"LocalExposure2012": 0.4, "CorrectionMasks": list(masks)}]}


LINEAR = {"What": "Mask/Gradient", "ZeroX": 0.2, "ZeroY": 0.9, "FullX": 0.4, "FullY": 0.3}
RADIAL = {
    "What": "Mask/CircularGradient",
    "Left": 0.1,
    "Right": 0.6,
    "Top": 0.3,
    "Bottom": 0.7,
    "Angle": 25,
    "Feather": 60,
}
ELLIPSE = {"What": "Mask/Ellipse", "X": 0.3, "Y": 0.6, "SizeX": 0.2, "SizeY": 0.15}
BRUSH = {
    "What": "Mask/Paint",
    "Radius": 0.1,
    "Dabs": ["d 0.200000 0.300000", "r 0.150000", "d 0.700000 0.800000", "f 0.5"],
}
PAIRS = {"What": "Mask/Polygon", "Points": [[0.1, 0.1], [0.8, 0.2], [0.5, 0.9]]}
NAMED = {"What": "Mask/Polygon", "Points": [{"X": 0.1, "Y": 0.1}, {"X": 0.8, "Y": 0.2}, {"X": 0.5, "Y": 0.9}]}
INSIDE = {"What": "Mask/Aggregate", "Masks": [LINEAR, {**RADIAL, "MaskBlendMode": 1, "MaskValue": 0}]}


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("mask", [LINEAR, RADIAL, ELLIPSE, BRUSH, PAIRS, NAMED, INSIDE], ids=lambda m: m["What"][5:])
def test_a_mask_acts_on_the_same_things(mask: dict[str, Any], turn: int) -> None:
    stored = Settings.parse(correction(mask))
    turned_after = oriented(render(Photo.from_array(sensor()), stored).eight_bit(), turn)
    photo = Photo.from_array(oriented(sensor(), turn))
    turned_before = render(photo, upright(stored, turn)).eight_bit()
    apart = np.abs(turned_after.astype(int) - turned_before)
    assert np.percentile(apart, 98) <= 3 and apart.mean() < 0.3  # edges of polygons fall on other pixels
    if turn != 1:
        assert np.abs(turned_after.astype(int) - render(photo, stored).eight_bit()).max() > 20


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("angle", [0, 7.5, -12])
def test_a_crop_keeps_the_same_part(turn: int, angle: float) -> None:
    crop = {"HasCrop": True, "CropLeft": 0.2, "CropTop": 0.3, "CropRight": 0.7, "CropBottom": 0.8, "CropAngle": angle}
    stored = Settings.parse(crop)
    turned_after = oriented(render(Photo.from_array(sensor()), stored).eight_bit(), turn)
    settings = upright(stored, turn, (HEIGHT, WIDTH))
    turned_before = render(Photo.from_array(oriented(sensor(), turn)), settings).eight_bit()
    assert np.abs(np.subtract(turned_after.shape, turned_before.shape)).max() <= 1
    same = np.s_[
        : min(turned_after.shape[0], turned_before.shape[0]), : min(turned_after.shape[1], turned_before.shape[1])
    ]
    assert np.abs(turned_after[same].astype(int) - turned_before[same]).mean() < 2.5  # half a pixel at most


@pytest.mark.parametrize("turn", TURNS)
def test_back_and_forth_is_the_same(turn: int) -> None:
    made = Settings.parse(
        correction(
            LINEAR,
            RADIAL,
            BRUSH,
            NAMED,
            {
                "What": "Mask/Image",
                "MaskSubType": 0,
                "ReferencePoint": "0.250000 0.750000",
                "Gesture": [{"Points": [{"X": 0.1, "Y": 0.2}]}, "0.300000 0.400000"],
            },
        )
        | {
            "HasCrop": True,
            "CropLeft": 0.3,
            "CropTop": 0.25,
            "CropRight": 0.7,
            "CropBottom": 0.75,
            "CropAngle": 4.5,
            "Exposure2012": 1,
        }
    )
    size = (WIDTH, HEIGHT) if turn >= 5 else (HEIGHT, WIDTH)
    back = upright(as_stored(made, turn, size), turn, (HEIGHT, WIDTH)).to_dict()
    angle, edges = back.pop("CropAngle"), {k: back.pop(k) for k in ("CropLeft", "CropTop", "CropRight", "CropBottom")}
    assert math.isclose(angle, 4.5) and edges == pytest.approx({k: made[k] for k in edges}, abs=1e-6)
    rest = {k: v for k, v in made.to_dict().items() if k in back}
    assert rest == back and Settings.parse(back)


def test_what_is_no_place_and_no_turn_is_left_alone() -> None:
    odd = Settings.parse(correction({"What": "Mask/Polygon", "Points": ["here", {"X": "left", "Y": 2}, [1, 2, 3], 7]}))
    assert upright(odd, 6).to_dict() == odd.to_dict()
    for turn in (0, 9, -1):
        assert upright(Settings.parse(correction(LINEAR)), turn).to_dict() == correction(LINEAR)


def test_the_crop_of_a_portrait_as_darktable_reads_it() -> None:
    """EXIF 6, turned clockwise: left is 1 - bottom, top is left, right is 1 - top, bottom is right."""
    stored = (
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF'
        ' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""'
        ' xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"'
        ' tiff:Orientation="{}" crs:HasCrop="True" crs:CropLeft="0.1" crs:CropTop="0.2" crs:CropRight="0.7"'
        ' crs:CropBottom="0.9"/></rdf:RDF></x:xmpmeta>'
    )
    edges = ("CropLeft", "CropTop", "CropRight", "CropBottom")
    for turn, expected in (
        ("6", (0.1, 0.1, 0.8, 0.7)),
        ("8", (0.2, 0.3, 0.9, 0.9)),
        ("1", (0.1, 0.2, 0.7, 0.9)),
        ("12345678", (0.1, 0.2, 0.7, 0.9)),
        ("no", (0.1, 0.2, 0.7, 0.9)),
    ):
        found = xmp.parse(stored.format(turn)).settings
        assert tuple(found[e] for e in edges) == pytest.approx(expected)
    again = xmp.dump(xmp.parse(stored.format("6")).settings, existing=stored.format("6"))
    assert (
        'tiff:Orientation="6"' in again and 'crs:CropTop="0.200000"' in again and 'crs:CropBottom="0.900000"' in again
    )


def test_a_sidecar_is_for_the_sensor_and_a_rendered_picture_is_upright(tmp_path: Path) -> None:
    from PIL import Image

    exif = Image.Exif()
    exif[0x0112] = 6
    Image.fromarray(sensor()).save(tmp_path / "portrait.jpg", exif=exif, quality=95)
    photo = load(tmp_path / "portrait.jpg")
    assert photo.orientation == 6 and photo.pixels.shape[:2] == (WIDTH, HEIGHT)
    settings = Settings.parse(correction(LINEAR))
    (tmp_path / "portrait.xmp").write_bytes(sidecar_bytes(photo, settings, tmp_path / "portrait.xmp"))
    text = (tmp_path / "portrait.xmp").read_text("utf-8")
    assert 'tiff:Orientation="6"' in text and 'crs:ZeroX="0.9"' in text and 'crs:ZeroY="0.8"' in text
    assert xmp.parse(text).settings.to_dict() == settings.to_dict()
    (tmp_path / "done.jpg").write_bytes(image_bytes(photo, settings, tmp_path / "done.jpg")[0])
    done = load(tmp_path / "done.jpg")
    assert done.orientation == 1 and done.xmp is not None and "tiff:Orientation" not in done.xmp
    assert (
        xmp.parse(done.xmp).settings.to_dict()["MaskGroupBasedCorrections"]
        == settings.to_dict()["MaskGroupBasedCorrections"]
    )
    (tmp_path / "again.png").write_bytes(
        image_bytes(replace(photo, xmp=text), settings, tmp_path / "again.png")[0]
    )  # the photo's own packet says 6
    carried = load(tmp_path / "again.png").xmp
    assert carried is not None and 'tiff:Orientation="1"' in carried and 'crs:ZeroX="0.2"' in carried


WHOLE = correction(LINEAR, RADIAL) | {
    "HasCrop": True,
    "CropLeft": 0.2,
    "CropTop": 0.3,
    "CropRight": 0.7,
    "CropBottom": 0.8,
    "CropAngle": 4.5,
}


def near(one: Settings, other: Settings) -> None:
    """The same settings, but for the last digits of a crop that was turned there and back."""
    mine, theirs = one.to_dict(), other.to_dict()
    edges = [n for n in theirs if n.startswith("Crop")]
    assert [mine.pop(n) for n in edges] == pytest.approx([theirs.pop(n) for n in edges], abs=2e-6) and mine == theirs


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("held", TURNS)
def test_a_sidecar_holds_both_turns_and_gives_the_edits_back(held: int, turn: int, tmp_path: Path) -> None:
    settings = Settings.parse({**WHOLE, **({"Orientation": turn} if turn != 1 else {})})
    photo = replace(Photo.from_array(oriented(sensor(), held)), orientation=held)
    text = sidecar_bytes(photo, settings, tmp_path / "none.xmp").decode()
    whole = composed(held, turn)
    assert f'tiff:Orientation="{whole}"' in text or whole == held == turn == 1
    assert "crs:Orientation" not in text
    near(xmp.parse(text).settings, settings)
    assert xmp.parse(xmp.dump(settings, existing=text)).settings["Orientation"] == str(turn)
    stored = xmp.parse(xmp.dump(Settings.parse(WHOLE), turned=held, size=photo.original_size)).settings
    near(Settings({n: v for n, v in xmp.parse(text).settings.values.items() if n != "Orientation"}), stored)


@pytest.mark.parametrize("turn", TURNS)
def test_a_saved_picture_stands_upright_and_remembers_its_edit(turn: int, tmp_path: Path) -> None:
    photo = replace(Photo.from_array(oriented(sensor(), 6)), orientation=6)
    settings = Settings.parse({**WHOLE, "Orientation": turn} if turn != 1 else WHOLE)
    path = tmp_path / "done.png"
    path.write_bytes(image_bytes(photo, settings, path)[0])
    done = load(path)
    assert done.orientation == 1 and np.array_equal(done.pixels, render(photo, settings).pixels)
    assert done.xmp is not None and xmp.parse(done.xmp).settings["Orientation"] == str(turn)
    near(Settings({n: v for n, v in read(path).settings.values.items()}), settings)
    again = placed(Document(settings), done)  # neither cropped nor turned twice
    assert not {"HasCrop", "Orientation"} & set(again.settings.values)
    assert render(done, again.settings).pixels.shape == done.pixels.shape
    neutral = {**WHOLE["MaskGroupBasedCorrections"][0], "LocalExposure2012": 0.0}
    without = Settings.parse({**settings.to_dict(), "MaskGroupBasedCorrections": [neutral]})
    bare = replace(Photo.from_array(render(photo, without).pixels), xmp=done.xmp)
    apart = np.abs(render(bare, again.settings).pixels.astype(int) - done.pixels)
    assert apart.mean() < 1.5 < np.abs(bare.pixels.astype(int) - done.pixels).mean() / 2


def test_presets_turn_nothing() -> None:
    settings = Settings.parse({"Exposure2012": 0.5, "Orientation": 6})
    text = xmp.dump(settings, preset_name="look")
    assert "Orientation" not in text and xmp.parse(text).settings.to_dict() == {"Exposure2012": 0.5}
    assert lrtemplate.parse(lrtemplate.dump(settings, "look")).settings.to_dict() == {"Exposure2012": 0.5}


def test_lightrooms_sidecar_of_a_raw_file_turns_it(tmp_path: Path) -> None:
    """Held level by the camera, turned clockwise in Lightroom: the crop stays in the sensor's image."""
    crop = {"HasCrop": True, "CropLeft": 0.1, "CropTop": 0.2, "CropRight": 0.7, "CropBottom": 0.9}
    given = xmp.dump(Settings.parse(crop), existing=xmp.dump(Settings(), turned=1))
    stated = 'rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"'
    given = given.replace('rdf:about=""', stated)
    (tmp_path / "IMG_1.xmp").write_text(given, "utf-8")
    document = read(tmp_path / "IMG_1.xmp")
    raw = replace(Photo.from_array(sensor()), raw=True, source=tmp_path / "IMG_1.cr3")
    found = placed(document, raw).settings
    assert [found[name] for name in crop] == pytest.approx(list(crop.values())) and found["Orientation"] == "6"
    for other in (replace(raw, source=tmp_path / "IMG_2.cr3"), replace(raw, raw=False), replace(raw, orientation=6)):
        assert placed(document, other) is document
