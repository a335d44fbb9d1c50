"""`jarvisevo masks`: what it draws, tells and refuses."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from editor_ops import load
from editor_ops.masks import semantic
from editor_ops.masks.region import MaskError, Region
from jarvisevo.files.errors import CliError
from jarvisevo.rules import things
from jarvisevo.rules.region_masks import REGIONS, SUCH, region_masks

Cli = Callable[..., Any]
GROUPS = [
    {
        "CorrectionName": "Top",
        "LocalExposure2012": -0.2,
        "CorrectionMasks": [{"What": "Mask/Gradient", "ZeroX": 0.5, "ZeroY": 0.5, "FullX": 0.5, "FullY": 0.1}],
    },
    {
        "CorrectionName": "Nowhere",
        "LocalExposure2012": 0.2,
        "CorrectionMasks": [{"What": "Mask/Gradient", "ZeroX": 0.5}],
    },
]


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), np.full((120, 160, 3), 128, np.uint8))
    return path


@pytest.fixture
def finder(monkeypatch: pytest.MonkeyPatch) -> list[Region]:
    """A region finder that sees a sky in the upper half and nothing else -> what it was asked."""
    asked: list[Region] = []

    def locate(rgb: np.ndarray, region: Region) -> np.ndarray:
        asked.append(region)
        if region.name not in ("sky", "subject"):
            raise MaskError(f"no {region.name} in this photo")
        weight = np.zeros(rgb.shape[:2], np.float32)
        weight[: len(weight) // 2] = 1
        return weight

    monkeypatch.setattr(semantic, "locate", locate)
    return asked


def test_an_unsure_region_is_said_and_hatched(
    cli: Cli, photo: Path, tmp_path: Path, finder: list[Region], monkeypatch: pytest.MonkeyPatch
) -> None:
    colours = {}
    for sure in (0.9, 0.5):
        monkeypatch.setattr(semantic.sky, "confidence", lambda rgb, weight, sure=sure: sure)
        out = tmp_path / f"{sure}.png"
        done = cli("masks", photo, "--region", "sky", "-o", out)
        assert done.code == 0 and ("unsure (0.50), drawn hatched" in done.out) == (sure == 0.5)
        colours[sure] = reddish(out).mean()
        done = cli("masks", photo, "--region", "sky", "--region", "subject", "-o", out, "--force", "--json")
        sky, subject = json.loads(done.out)["masks"]
        assert sky["confidence"] == sure and subject["confidence"] == 0  # no witness sees that half of a photo
    assert 0.3 < colours[0.5] / colours[0.9] < 0.7


def reddish(path: Path) -> np.ndarray:
    pixels = load(path).pixels.astype(int)
    return pixels[..., 0] - pixels[..., 2] > 30


def test_masks_of_settings(cli: Cli, photo: Path, tmp_path: Path) -> None:
    (tmp_path / "s.json").write_text(json.dumps({"MaskGroupBasedCorrections": GROUPS}))
    done = cli("masks", photo, tmp_path / "s.json", "-o", tmp_path / "m.png")
    assert done.code == 0, done.err
    assert "Top: 29 % of the photo (linear gradient)" in done.out  # full to 0.1, none from 0.5
    (line,) = done.err.splitlines()
    assert line.startswith("note: Nowhere: ") and "ZeroY" in line
    picture = reddish(tmp_path / "m.png")
    assert picture[5, 5:-5].all() and not picture[70:110].any()
    assert len(picture) > 120  # the legend


def test_masks_of_regions_as_data(cli: Cli, photo: Path, tmp_path: Path, finder: list[Region]) -> None:
    done = cli("masks", photo, "--region", "sky", "--region", "Face skin", "--region", "background", "--json")
    assert done.code == 0, done.err
    data = json.loads(done.out)
    assert data["output"] == str(tmp_path / "photo.masks.jpg") and Path(data["output"]).is_file()
    sky, face, background = data["masks"]
    assert sky["coverage"] == pytest.approx(0.5, abs=0.02) and sky["problems"] == []
    assert face["coverage"] is None and face["problems"] == ["no face_skin in this photo"]
    assert background["coverage"] == pytest.approx(0.5, abs=0.02) and background["masks"] == "all but subject"
    assert {region.name for region in finder} == {"sky", "face_skin", "subject"}


def test_a_region_is_called_as_it_was_asked_for(cli: Cli, photo: Path, finder: list[Region]) -> None:
    done = cli("masks", photo, "--region", "lion", "--region", "狮子", "--region", "lake")
    assert "lion: 50 % of the photo (subject)" in done.out and "animal: 50 %" in done.out
    assert done.err == "note: lake: no water in this photo\n"


def test_without_a_wish_the_usual_regions_are_shown(cli: Cli, photo: Path, finder: list[Region]) -> None:
    done = cli("masks", photo, "--sheet")
    assert done.code == 0 and "sky: 50 %" in done.out and "subject: 50 %" in done.out
    assert done.err == "note: person: no person in this photo\n"
    assert cli("masks", photo).code == 2  # the picture is there already
    assert cli("masks", photo, "--force").code == 0


def test_nothing_found_writes_nothing(cli: Cli, photo: Path, tmp_path: Path, finder: list[Region]) -> None:
    done = cli("masks", photo, "--region", "water")
    assert done.code == 1 and done.out == "" and "no water in this photo" in done.err and done.err.count("\n") == 1
    (tmp_path / "empty.json").write_text('{"Exposure2012": 1}')
    assert "--region" in cli("masks", photo, tmp_path / "empty.json").err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["empty.json", "photo.png"]


def test_wrong_calls(cli: Cli, photo: Path, tmp_path: Path) -> None:
    assert "did you mean sky?" in cli("masks", photo, "--region", "skyy").err
    assert cli("masks", photo, "--region", "\x1b[31mxyzzy").code == 2
    assert cli("masks", tmp_path / "no.jpg").code == 2
    assert cli("masks", photo, "-o", photo, "--force").code == 2
    assert [p.name for p in tmp_path.iterdir()] == ["photo.png"]


@pytest.mark.parametrize("name", REGIONS)
def test_every_region_is_a_mask_that_the_sandbox_takes(name: str) -> None:
    from editor_ops import Settings

    group = {"CorrectionName": name, "LocalExposure2012": 0.1, "CorrectionMasks": list(region_masks(name))}
    assert Settings.parse({"MaskGroupBasedCorrections": [group]})["MaskGroupBasedCorrections"]


def test_an_unknown_region_is_refused() -> None:
    with pytest.raises(CliError, match=r"choose of subject.*, or a plain word such as dog"):
        region_masks("9")
    assert all(things.known(word) or region_masks(word) for word in SUCH.split(", "))


@pytest.mark.parametrize(
    ("word", "parts"), [("face", {2}), ("脸", {2}), ("eyes", {3, 8}), ("her hair", {5}), ("skin", {2, 4})]
)
def test_plain_words_name_regions(word: str, parts: set[int]) -> None:
    masks = region_masks(word)
    assert {mask["MaskSubCategoryID"] for mask in masks} == parts
    assert all(mask["MaskSubType"] == 3 for mask in masks)
