"""Match and style: what is carried to other photos, and what is learnt from a person's own edits."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from editor_ops.formats import write
from editor_ops.io.decode import load
from editor_ops.measure import srgb_codes
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.files.errors import CliError
from jarvisevo.live import style
from jarvisevo.live.match import carried, match
from jarvisevo.live.white import neutral_at
from tests.conftest import ROOT, Run


def shifted(photo: Photo, values: dict[str, float]) -> Photo:
    """The same scene in another light."""
    return Photo.from_array(render(photo, Settings.parse(values), 240).pixels)


@pytest.mark.parametrize(
    "light",
    [{"Exposure2012": -0.7}, {"IncrementalTemperature": 30}, {"Exposure2012": 0.5, "IncrementalTemperature": -25}],
)
def test_the_same_scene_in_another_light_comes_to_look_alike(light: dict[str, float]) -> None:
    hero = load(ROOT / "examples" / "food.jpg").resized(240)
    found = match(hero, Settings.parse({"Contrast2012": 10}), shifted(hero, light))
    assert found.matched < 0.5 * found.copied and found.settings["Contrast2012"] == 10 and found.moved


def test_matching_never_makes_it_worse_than_copying() -> None:
    hero, other = (load(ROOT / "examples" / f"{n}.jpg").resized(200) for n in ("portrait", "landscape"))
    found = match(hero, Settings.parse({"Vibrance": 15}), other, Settings.parse({"HasCrop": True, "CropTop": 0.1}))
    assert found.matched <= found.copied and found.settings["CropTop"] == 0.1


def test_crops_and_masks_stay_unless_named() -> None:
    hero, own = Settings.parse({"Vibrance": 9, "HasCrop": True, "CropTop": 0.3}), Settings.parse({"Contrast2012": 4})
    assert carried(hero, own).to_dict() == {"Vibrance": 9}
    assert carried(hero, own, frozenset({"CropTop"})).to_dict() == {"Contrast2012": 4, "CropTop": 0.3}


def test_match_on_a_folder_skips_what_is_done(cli: Callable[..., Run], tmp_path: Path) -> None:
    image = cv2.resize(cv2.imread(str(ROOT / "examples" / "food.jpg")), (160, 110))
    cv2.imwrite(str(tmp_path / "hero.jpg"), image)
    (tmp_path / "rest").mkdir()
    cv2.imwrite(str(tmp_path / "rest" / "dark.jpg"), (image * 0.7).astype(np.uint8))
    assert cli("edit", tmp_path / "hero.jpg", "contrast +10").code == 0
    done = cli("match", tmp_path / "hero.jpg", tmp_path / "rest", "--json")
    assert done.code == 0, done.err
    made = json.loads(done.out)
    assert made["mean"]["matched"] < made["mean"]["copied"] and (tmp_path / "rest" / "dark.edited.xmp").is_file()
    assert len(json.loads(cli("match", tmp_path / "hero.jpg", tmp_path / "rest", "--json").out)["skipped"]) == 1


def test_a_photo_is_not_matched_to_itself(cli: Callable[..., Run], tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "hero.jpg"), np.full((20, 30, 3), 90, np.uint8))
    alone = cli("match", tmp_path / "hero.jpg", tmp_path / "hero.jpg")
    assert alone.code == 2 and "there is no other photo to match to it" in alone.err


def test_match_into_a_folder_that_is_not_writable(
    cli: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = cv2.resize(cv2.imread(str(ROOT / "examples" / "food.jpg")), (160, 110))
    for name in ("hero.jpg", "other.jpg"):
        cv2.imwrite(str(tmp_path / name), image)
    monkeypatch.setattr(os, "access", lambda path, mode: mode == os.R_OK)  # who runs tests may be root
    done = cli("match", tmp_path / "hero.jpg", tmp_path / "other.jpg")
    assert done.code == 1 and "is not writable: choose another place with -o" in done.err


def test_a_style_is_the_middle_of_what_is_usually_set() -> None:
    rows = [{"Contrast2012": c, "Vibrance": 10, "Exposure2012": e} for c, e in ((10, 0.4), (14, 0), (30, 0), (12, 0))]
    made = style.typical([Settings.parse(row) for row in rows])
    assert made.settings.to_dict() == {"Contrast2012": 13, "Vibrance": 10}  # exposure is set once only
    assert made.missing > 0 and "4 of" in made.meter()
    alike = style.typical([Settings.parse({"Vibrance": 10})] * 30)
    assert alike.missing == 0 and alike.meter().endswith("enough")


def test_a_learnt_style_lies_under_an_edit(
    cli: Callable[..., Run], photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JARVISEVO_STYLES", str(photo.parent / "styles"))
    mine = photo.parent / "mine"
    mine.mkdir()
    for i in range(4):
        write(Settings.parse({"Vibrance": 10 + 2 * i, "Clarity2012": 12}), mine / f"{i}.xmp")
    learnt = cli("style", "learn", mine, "--name", "soft")
    assert learnt.code == 0 and "4 of" in learnt.out and "soft" in cli("style", "list").out
    done = cli("edit", photo, "exposure +0.3", "--style", "soft")
    assert done.code == 0, done.err
    state = json.loads(cli("history", photo, "--json").out)
    assert [row["title"] for row in state["steps"]] == ["Original", "style soft", "exposure +0.3"]
    assert cli("edit", photo, "darker", "--style", "nope").code == 2


def test_a_style_is_learnt_from_pairs(cli: Callable[..., Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JARVISEVO_STYLES", str(tmp_path / "styles"))
    mine = tmp_path / "mine"
    mine.mkdir()
    for i, name in enumerate(("food", "portrait", "landscape", "night")):
        photo = load(ROOT / "examples" / f"{name}.jpg").resized(160)
        look = Settings.parse({"Exposure2012": 0.5 + 0.1 * i, "IncrementalTemperature": 25, "Saturation": -20})
        for ending, image in (("", photo.pixels), (".edited", render(photo, look).pixels)):
            cv2.imwrite(str(mine / f"{name}{ending}.png"), cv2.cvtColor(image, cv2.COLOR_RGB2BGR))
    cv2.imwrite(str(mine / "night.edited.png"), np.zeros((10, 90, 3), np.uint8))  # another crop
    done = cli("style", "learn", mine, "--json")
    assert done.code == 0, done.err
    made = json.loads(done.out)
    assert made["examples"] == 3 and made["missing"] > 0
    found = made["settings"]
    assert 0.35 < found["Exposure2012"] < 0.85 and 15 < found["IncrementalTemperature"] < 35
    assert found.get("Saturation", 0) + found.get("Vibrance", 0) < -8  # both take colour away


def test_what_is_hidden_is_no_edit(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.jpg").write_bytes(b"no photo")
        for folder in (tmp_path, tmp_path / "edited", tmp_path / "edited" / ".jarvisevo"):
            folder.mkdir(exist_ok=True)
            write(Settings.parse({"Vibrance": 10}), folder / f"{name}.edited.xmp")
        (tmp_path / "edited" / ".jarvisevo" / f"{name}.edited.json").write_text("{}")
    made, problems = style.learn(tmp_path)
    assert made.examples == 6 and not problems


@pytest.mark.parametrize("name", ["", "../x", ".hidden", "a/b"])
def test_a_style_has_a_plain_name(name: str, tmp_path: Path) -> None:
    with pytest.raises(CliError, match="plain name"):
        style.style_path(name, tmp_path)


def test_too_few_examples_and_damaged_styles_say_so(tmp_path: Path) -> None:
    with pytest.raises(CliError, match="at least"):
        style.learn(tmp_path)
    (tmp_path / "bad.json").write_text('{"schema": 1}')
    with pytest.raises(CliError, match="learn it again"):
        style.read(tmp_path / "bad.json")


def test_the_eyedropper_makes_a_place_neutral() -> None:
    rgb = np.full((120, 180, 3), (150, 60, 40), np.uint8)
    rgb[60:, 90:] = 128
    cast = shifted(Photo.from_array(rgb), {"IncrementalTemperature": 40, "IncrementalTint": -25})
    crop = Settings.parse({"HasCrop": True, "CropRight": 0.4, "Vibrance": 10})
    made = neutral_at(cast, crop, (0.75, 0.75))  # a place that the crop leaves out, too
    spot = render(cast, Settings({n: v for n, v in made.values.items() if not n.endswith("Crop")})).pixels[100, 150]
    assert np.ptp(spot.astype(int)) <= 3 and made["IncrementalTemperature"] < -15 and made["Vibrance"] == 10
    for place in ((1.2, 0.5), (0.5,)):
        with pytest.raises(CliError, match="two fractions"):
            neutral_at(cast, crop, place)
    with pytest.raises(CliError, match="too dark"):
        neutral_at(Photo.from_array(np.zeros((40, 60, 3), np.uint8)), Settings(), (0.5, 0.5))


def test_a_match_goes_by_the_light_and_makes_nobody_green() -> None:
    rng = np.random.default_rng(2)
    wall = np.clip(rng.normal(120, 40, (96, 96, 1)) + np.zeros(3), 0, 255)
    lawn = wall.copy()  # before the same wall, which is no green light
    lawn[-76:] = np.clip(rng.normal(1, 0.2, (76, 96, 1)) * np.array([70, 110, 60]), 0, 255)
    grey, green = (Photo.from_array(picture.astype(np.uint8)) for picture in (wall, lawn))
    found = match(green, Settings(), grey)
    assert found.matched <= found.copied
    now = srgb_codes(render(grey, found.settings), 10_000).reshape(-1, 3).mean(0)
    assert now[1] - (now[0] + now[2]) / 2 < 6, "by what is nearly grey it was 14"
