"""Size, names, bits and colour space of results, the same for `edit` and `render`; folders for both."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from editor_ops.io.decode import load
from jarvisevo.files.errors import CliError
from jarvisevo.files.export import Export
from tests.conftest import ROOT, Run


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """A folder with two photos and settings beside them."""
    (tmp_path / "photos").mkdir()
    for name in ("food", "portrait"):
        with Image.open(ROOT / "examples" / f"{name}.jpg") as photo:
            photo.resize((96, 64)).save(tmp_path / "photos" / f"{name}.jpg")
    (tmp_path / "look.json").write_text('{"Exposure2012": 0.5}')
    return tmp_path


def test_both_commands_take_the_same_options(cli: Callable[..., Run], desk: Path) -> None:
    options = ("--size", 48, "--bits", 16, "--space", "p3", "--template", "{number}-{name}.tif", "-o", desk / "out")
    for words in (("edit", desk / "photos", "brighter"), ("render", desk / "photos", desk / "look.json")):
        done = cli(*words, *options)
        assert done.code == 0, done.err
        names = sorted(path.name for path in (desk / "out").iterdir() if path.suffix == ".tif")
        assert names == ["1-food.tif", "2-portrait.tif"]
        with Image.open(desk / "out" / "1-food.tif") as image:
            assert max(image.size) == 48
        assert load(desk / "out" / "1-food.tif").bits == 16
        shutil.rmtree(desk / "out")


def test_a_folder_is_rendered_and_goes_on(cli: Callable[..., Run], desk: Path) -> None:
    first = cli("render", desk / "photos", desk / "look.json", "-o", desk / "out")
    assert first.code == 0, first.err
    assert "2 of 2" in first.out
    again = cli("render", desk / "photos", desk / "look.json", "-o", desk / "out")
    assert again.code == 0, again.err
    assert "2 done before" in again.out


def test_results_in_the_folder_of_the_photos_are_not_edited_again(cli: Callable[..., Run], desk: Path) -> None:
    for _ in range(2):
        done = cli("render", desk / "photos", desk / "look.json", "--template", "{name}-look.jpg")
        assert done.code == 0, done.err
    shown = sorted(path.name for path in (desk / "photos").glob("*.jpg"))
    assert shown == ["food-look.jpg", "food.jpg", "portrait-look.jpg", "portrait.jpg"]


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"template": "same.jpg"}, "{name}"),
        ({"template": "{name}"}, "end it with"),
        ({"template": "../{name}.jpg"}, "file name"),
        ({"template": "{name}{0.__class__}.jpg"}, "file name"),
        ({"space": "cmyk"}, "srgb"),
        ({"bits": 12}, "8 or 16"),
        ({"max_size": 0}, "--max-size 0: give at least 1 pixel"),
        ({"max_size": -5}, "at least 1 pixel"),
        ({"quality": 0}, "--quality 0: give 1 to 100"),
        ({"quality": 101}, "--quality 101"),
    ],
)
def test_what_cannot_be_is_one_line(options: dict[str, object], named: str) -> None:
    with pytest.raises(CliError) as caught:
        Export(**options)  # type: ignore[arg-type]
    assert named in str(caught.value) and "\n" not in str(caught.value)


def test_sixteen_bits_need_a_format_that_holds_them(cli: Callable[..., Run], desk: Path) -> None:
    done = cli("render", desk / "photos" / "food.jpg", desk / "look.json", "--bits", 16)
    assert done.code == 2
    assert "--template" in done.err
