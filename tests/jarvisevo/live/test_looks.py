"""Match and style: what is carried to other photos, and what is learnt from a person's own edits."""

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from editor_ops.formats import write
from editor_ops.io.decode import load
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.files.errors import CliError
from jarvisevo.live import style
from jarvisevo.live.match import carried, match
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
