"""exiftool before and after `edit`: of a JPEG, a TIFF and a RAW file nothing is lost but what an edit changes."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from editor_ops import load, render, save
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(shutil.which("exiftool") is None, reason="exiftool is not installed")
PLANTED = {
    "EXIF": {
        "Make": "Maker",
        "Model": "Model X",
        "LensModel": "50mm F1.4",
        "ISO": "200",
        "FNumber": "2.8",
        "ExposureTime": "1/250",
        "DateTimeOriginal": "2024:05:06 07:08:09",
        "OffsetTimeOriginal": "+02:00",
        "Artist": "Anna Müller",
        "Copyright": "© Anna",
        "ImageDescription": "海边的桥",
        "GPSLatitude": "48.1",
        "GPSLatitudeRef": "N",
        "GPSLongitude": "11.5",
        "GPSLongitudeRef": "E",
        "UserComment": "a comment",
    },
    "IPTC": {"Headline": "Head", "City": "Zürich", "CodedCharacterSet": "UTF8", "Keywords": "sea"},
    "XMP": {
        "Title": "Title",
        "Rights": "© Anna",
        "Rating": "4",
        "HierarchicalSubject": "places|bridge",
        "Location": "Bridge",
        "Creator": "Anna Müller",
    },
}
"""What photographers, agencies and cameras write."""
OF_THE_PIXELS = {"System", "File", "Composite", "ExifTool", "SourceFile", "JFIF"}
"""Groups that tell of the file and its pixels."""
CHANGED = {"ColorSpace", "Software", "CreatorTool", "Orientation", "XMPToolkit", "ExifImageWidth", "ExifImageHeight"}
KEPT_IN_IFD0 = {"Make", "Model", "Artist", "Copyright", "ImageDescription", "ModifyDate"}
"""Of a TIFF's or a RAW's first directory; the rest lays out its pixels."""


def tags(path: Path) -> dict[str, Any]:
    done = subprocess.run(["exiftool", "-j", "-G1", "-a", "-struct", path], capture_output=True, text=True, check=True)
    (found,) = json.loads(done.stdout)
    return found


def planted(path: Path) -> Path:
    """The file with everything of `PLANTED` in it."""
    words = [f"-{group}:{name}={value}" for group, tags in PLANTED.items() for name, value in tags.items()]
    subprocess.run(["exiftool", "-q", "-overwrite_original", *words, path], check=True)
    return path


@pytest.mark.parametrize("kind", ["jpg", "tif", "dng"])
def test_nothing_is_lost_but_what_an_edit_changes(kind: str, cli: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / f"photo.{kind}"
    if kind == "dng":
        shutil.copy(ROOT / "examples" / "flower.dng", path)
    elif kind == "tif":
        photo = load(ROOT / "examples" / "portrait.jpg").resized(200)
        save(render(photo, bits=16), path, photo=photo)
    else:
        photo = load(ROOT / "examples" / "landscape.jpg").resized(300)
        save(render(photo), path, photo=photo)
    before = tags(planted(path))
    assert sum(name.partition(":")[2] in PLANTED["EXIF"] for name in before) >= len(PLANTED["EXIF"])
    done = cli("edit", path, "a little warmer", "-o", tmp_path / "out.jpg", "--size", 200)
    assert done.code == 0, done.err
    after = tags(tmp_path / "out.jpg")
    for name, value in before.items():
        group, _, tag = name.partition(":")
        if group in OF_THE_PIXELS or tag in CHANGED or (group == "IFD0" and kind != "jpg" and tag not in KEPT_IN_IFD0):
            continue
        assert after.get(name) == value, f"{name}: {value!r} became {after.get(name)!r}"
    assert after["IFD0:Software"].startswith("JarvisEvo") and after["XMP-xmp:CreatorTool"].startswith("JarvisEvo")
