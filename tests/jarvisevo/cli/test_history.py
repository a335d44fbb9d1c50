"""`history`, `undo`, `redo` and an edit that goes on."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from editor_ops.formats import read
from jarvisevo.cli.edit import Editor
from jarvisevo.live.session import LiveSession
from tests.conftest import ROOT, Run

Cli = Callable[..., Run]


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    with Image.open(ROOT / "examples" / "food.jpg") as image:
        image.resize((120, 80)).save(tmp_path / "photo.jpg")
    return tmp_path / "photo.jpg"


def exposure(photo: Path) -> float:
    return read(photo.with_name("photo.edited.xmp")).settings["Exposure2012"]


def test_an_edit_goes_on_and_can_be_taken_back(cli: Cli, photo: Path) -> None:
    first = cli("edit", photo, "exposure +0.5")
    assert first.code == 0 and exposure(photo) == 0.5
    once = photo.with_name("photo.edited.jpg").read_bytes()
    assert cli("edit", photo, "exposure +0.25").code == 0 and exposure(photo) == 0.75
    rows = json.loads(cli("history", photo, "--json").out)
    assert rows["now"] == 2 and [r["title"] for r in rows["steps"]] == ["Original", "exposure +0.5", "exposure +0.25"]
    assert cli("undo", photo).code == 0 and exposure(photo) == 0.5
    assert photo.with_name("photo.edited.jpg").read_bytes() == once  # the very file of that edit
    assert cli("redo", photo).code == 0 and exposure(photo) == 0.75
    assert "→   2  exposure +0.25" in cli("history", photo).out
    assert cli("edit", photo, "half of that").code == 0 and exposure(photo) == pytest.approx(0.62, abs=0.01)
    assert cli("edit", photo, "exposure +0.1", "--from-scratch").code == 0 and exposure(photo) == 0.1
    assert cli("undo", photo, "--steps", 2).code == 0 and exposure(photo) == 0.75


def test_undo_and_redo_walk_past_a_crop_that_leaves_nothing(
    cli: Cli, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = LiveSession(photo)
    monkeypatch.setattr("jarvisevo.live.session.check_crop", lambda settings, photo: None)  # as it once was
    page.develop({"HasCrop": True, "CropAngle": 44})
    page.develop({"Contrast2012": 10})
    first = cli("undo", photo)
    assert first.code == 0 and "stays as it is: the crop of this step leaves nothing" in first.err
    assert not photo.with_name("photo.edited.jpg").exists()
    second = cli("undo", photo)
    assert second.code == 0 and not second.err and photo.with_name("photo.edited.jpg").is_file()
    assert cli("redo", photo, "--steps", 2).code == 0 and LiveSession(photo).settings["Contrast2012"] == 10


def test_an_edit_whose_result_was_deleted_goes_on_and_says_so(cli: Cli, photo: Path) -> None:
    assert "earlier edit" not in cli("edit", photo, "exposure +0.5").err
    photo.with_name("photo.edited.jpg").unlink()
    done = cli("edit", photo, "exposure +0.25")
    assert exposure(photo) == 0.75
    assert "photo.edited.jpg was gone: this goes on from 1 earlier edit of it (--from-scratch begins anew)" in done.err
    photo.with_name("photo.edited.jpg").unlink()
    assert "earlier edit" not in cli("edit", photo, "exposure +0.25", "--from-scratch").err


def test_an_edit_goes_on_after_a_step_on_the_page(cli: Cli, photo: Path) -> None:
    page = LiveSession(photo)
    page.develop({"Contrast2012": 10})
    done = cli("edit", photo, "exposure +0.5", "--quality", 80)
    assert done.code == 0 and "was gone" not in done.err  # the page never wrote a picture
    once = photo.with_name("photo.edited.jpg").read_bytes()
    page.develop({"Vibrance": 10})
    assert cli("undo", photo).code == 0
    assert photo.with_name("photo.edited.jpg").read_bytes() == once  # of that quality
    assert cli("redo", photo).code == 0 and cli("edit", photo, "exposure +0.25").code == 0
    stands = read(photo.with_name("photo.edited.xmp")).settings
    assert (stands["Contrast2012"], stands["Vibrance"], stands["Exposure2012"]) == (10, 10, 0.75)


def test_an_edit_that_took_long_does_not_replace_what_was_done_meanwhile(
    cli: Cli, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide = Editor._decide

    def slow(*arguments: Any) -> Any:
        LiveSession(photo).develop({"Contrast2012": 10})
        return decide(*arguments)

    monkeypatch.setattr(Editor, "_decide", slow)
    done = cli("edit", photo, "exposure +0.5")
    assert done.code == 1 and "was edited elsewhere meanwhile" in done.err and done.err.count("\n") == 1
    assert read(photo.with_name("photo.edited.xmp")).settings.to_dict() == {"Contrast2012": 10}


def test_nothing_to_undo_is_one_line(cli: Cli, photo: Path) -> None:
    done = cli("undo", photo)
    assert done.code == 1 and "nothing to undo" in done.err and done.err.count("\n") == 1
    assert cli("edit", photo, "undo").code == 2


def test_an_edit_goes_on_from_a_sidecar_of_another_program(cli: Cli, photo: Path) -> None:
    photo.with_name("look.json").write_text('{"Exposure2012": 0.3, "Contrast2012": 10}')
    assert cli("convert", photo.with_name("look.json"), photo.with_name("photo.edited.xmp")).code == 0
    done = cli("edit", photo, "exposure +0.2", "--force")
    assert done.code == 0, done.err
    found = read(photo.with_name("photo.edited.xmp")).settings.to_dict()
    assert found == {"Exposure2012": 0.5, "Contrast2012": 10}
    assert cli("edit", photo, "remove the contrast you added").code == 0


def change(sidecar: Path, before: str, after: str) -> None:
    """As another program writes into a sidecar."""
    text = sidecar.read_text()
    assert before in text
    sidecar.write_text(text.replace(before, after))


def test_what_another_program_set_in_the_sidecar_is_a_step_to_go_on_from(cli: Cli, photo: Path) -> None:
    sidecar = photo.with_name("photo.edited.xmp")
    assert cli("edit", photo, "exposure +0.5").code == 0
    change(sidecar, 'Exposure2012="+0.50"', 'Exposure2012="+0.80" xmp:Rating="4"')
    done = cli("edit", photo, "contrast +5")
    assert done.code == 0, done.err
    assert read(sidecar).settings.to_dict() == {"Exposure2012": 0.8, "Contrast2012": 5}
    assert 'xmp:Rating="4"' in sidecar.read_text()
    change(sidecar, 'Contrast2012="+5"', 'Contrast2012="+9"')
    assert cli("undo", photo).code == 0 and read(sidecar).settings["Contrast2012"] == 5
    change(sidecar, 'xmp:Rating="4"', 'xmp:Rating="2"')  # metadata alone are no step
    assert cli("undo", photo).code == 0 and exposure(photo) == 0.8 and 'xmp:Rating="2"' in sidecar.read_text()


def test_what_stops_an_edit_is_said_truly(cli: Cli, photo: Path) -> None:
    assert cli("edit", photo, "exposure +0.5").code == 0
    photo.with_name("photo.edited.jpg").write_bytes(b"theirs")
    assert "photo.edited.jpg: was changed since the last edit" in cli("edit", photo, "contrast +5").err
    shutil.rmtree(photo.parent / ".jarvisevo")
    lost = cli("edit", photo, "contrast +5")
    assert (
        lost.code == 2
        and "without its history" in lost.err
        and "to go on from the settings in photo.edited" in lost.err
    )
    assert cli("edit", photo, "contrast +5", "--force").code == 0
    assert read(photo.with_name("photo.edited.xmp")).settings.to_dict() == {"Exposure2012": 0.5, "Contrast2012": 5}


def test_long_steps_are_cut_visibly_and_what_was_set_comes_first(cli: Cli, photo: Path) -> None:
    words = "exposure +0.5, contrast +5, highlights -5, shadows +5, whites +5, blacks +5, vibrance +5, clarity +5"
    assert cli("edit", photo, words).code == 0
    assert "2 more" in cli("history", photo).out
    assert cli("edit", photo, "saturation -10", "--from-scratch").code == 0
    assert "Saturation -10, Exposure +0 EV" in cli("history", photo).out


def test_what_somebody_else_changed_is_not_undone_over(cli: Cli, photo: Path) -> None:
    assert cli("edit", photo, "exposure +0.5").code == 0
    photo.with_name("photo.edited.jpg").write_bytes(b"theirs")
    done = cli("undo", photo)
    assert done.code == 1 and "--force" in done.err and photo.with_name("photo.edited.jpg").read_bytes() == b"theirs"
    assert cli("undo", photo, "--force").code == 0


def test_a_damaged_history_says_so(cli: Cli, photo: Path) -> None:
    assert cli("edit", photo, "exposure +0.5").code == 0
    (photo.parent / ".jarvisevo" / "photo.edited.json").write_text("{")
    done = cli("history", photo)
    assert done.code == 1 and "move it away" in done.err and done.err.count("\n") == 1


def test_the_result_of_another_name_is_found(cli: Cli, photo: Path) -> None:
    out = photo.parent / "out.png"
    assert cli("edit", photo, "exposure +0.5", "-o", out).code == 0
    before = out.read_bytes()
    assert cli("edit", photo, "exposure +0.5", "-o", out).code == 0
    assert cli("undo", photo, "-o", out).code == 0 and out.read_bytes() == before


@pytest.mark.parametrize("removed", [True, False])
def test_another_photo_with_a_result_of_the_same_name_begins_anew(cli: Cli, photo: Path, removed: bool) -> None:
    other, out = photo.with_name("other.jpg"), photo.with_name("out.jpg")
    other.write_bytes(photo.read_bytes())
    assert cli("edit", photo, "exposure +0.5", "-o", out).code == 0
    assert "exists already" in cli("edit", other, "exposure +0.2", "-o", out).err
    if removed:
        out.unlink()
        out.with_suffix(".xmp").unlink()
    assert cli("edit", other, "exposure +0.2", "-o", out, *([] if removed else ["--force"])).code == 0
    assert read(out.with_suffix(".xmp")).settings["Exposure2012"] == 0.2
