"""The preset pack: what is in it, how it is written, and that it is built like presets of Lightroom itself."""

import json
import re
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from editor_ops import formats
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from jarvisevo.cli.pack import pack
from jarvisevo.rules import presets
from jarvisevo.rules.looks import BY_NAME, LOOKS

ROOT = Path(__file__).resolve().parents[3]
REAL = ROOT.parent / "shared" / "lightroom" / "presets"
RDF, CRS = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}", "{http://ns.adobe.com/camera-raw-settings/1.0/}"
Tags = dict[str, tuple[str, str]]


def tags(data: bytes) -> Tags:
    """Name -> (form, text) of the Camera Raw settings at the top of a document."""
    found: Tags = {}
    for described in ElementTree.fromstring(data.strip()).iter(f"{RDF}RDF"):
        for description in described:
            found |= {k.removeprefix(CRS): ("attribute", v) for k, v in description.attrib.items() if CRS in k}
            for child in description:
                if child.tag.startswith(CRS):
                    form = child[0].tag.removeprefix(RDF) if len(child) else "text"
                    found[child.tag.removeprefix(CRS)] = form, "".join(child.itertext()).strip()
    return found


def real(pattern: str) -> Iterator[tuple[bytes, Tags]]:
    """Files of Adobe's programs that are well-formed: (bytes, tags)."""
    for path in sorted(REAL.glob(pattern)):
        try:
            yield path.read_bytes(), tags(path.read_bytes())
        except ElementTree.ParseError:
            continue


def shape(text: str) -> str:
    """A value by its form: "+12" and "-12" are signed, "12" is not."""
    kinds = {r"[+-]\d+(\.\d+)?": "signed", r"0": "zero", r"\d+(\.\d+)?": "number", r"True|False": "flag"}
    return next((kind for pattern, kind in kinds.items() if re.fullmatch(pattern, text)), "text")


def test_every_look_is_a_preset_that_changes_a_photo() -> None:
    made = presets.shipped_presets()
    assert [preset.name for preset in made] == [presets.title(look) for look in LOOKS]
    assert len({preset.name for preset in made}) == len(LOOKS)
    ramp = np.linspace(0, 255, 64 * 64 * 3).astype(np.uint8).reshape(64, 64, 3)[:, :, ::-1]
    photo = Photo.from_array(ramp)
    plain = photo.pixels.astype(int)
    for preset in made:
        assert np.abs(render(photo, preset.settings).pixels.astype(int) - plain).mean() > 0.5, preset.name
        assert preset.about.endswith(".") and "MaskGroupBasedCorrections" not in preset.settings.values


@pytest.mark.parametrize("name", ["faded", "film"])
def test_a_shipped_preset_is_what_its_maker_makes(name: str) -> None:
    """`make presets` renews them."""
    look = BY_NAME[name]
    shipped = next(preset for preset in presets.shipped_presets() if preset.name == presets.title(look))
    assert presets.preset(look, presets.references(ROOT / "examples")) == shipped


def test_what_is_written_is_read_again() -> None:
    for preset, data in zip(presets.shipped_presets(), pack().values(), strict=True):
        document = formats.xmp.parse(data)
        assert document.name == preset.name and preset.settings.values.items() <= document.settings.values.items()


def test_a_folder_and_a_zip_hold_the_same(cli: Callable[..., Any], tmp_path: Path) -> None:
    done = cli("convert", "--pack", tmp_path / "looks")
    assert done.code == 0 and f"wrote {len(LOOKS)} presets" in done.out
    done = cli("convert", "--pack", tmp_path / "looks.zip", "--json")
    assert done.code == 0 and len(json.loads(done.out)["presets"]) == len(LOOKS)
    with zipfile.ZipFile(tmp_path / "looks.zip") as archive:
        inside = {Path(name).name: archive.read(name) for name in archive.namelist()}
    assert inside == {path.name: path.read_bytes() for path in (tmp_path / "looks").iterdir()}
    first = (tmp_path / "looks.zip").read_bytes()
    assert cli("convert", "--pack", tmp_path / "looks.zip", "--force").code == 0
    assert (tmp_path / "looks.zip").read_bytes() == first


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--pack", "taken.zip"), "exists already"),
        (("--pack", "full"), "exists already"),
        (("--pack", "pack.txt"), "folder or a .zip"),
        (("--pack", "file"), "is a file"),
        (("--pack", "new.zip", "a.xmp"), "takes no settings"),
        (("--pack", "new.zip", "--name", "x"), "takes no settings"),
        (("a.xmp",), "name the settings and the file"),
        ((), "name the settings and the file"),
    ],
)
def test_wrong_calls_are_one_line(
    words: tuple[str, ...], said: str, cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "full").mkdir()
    for name in ("taken.zip", "file", "full/Cinematic.xmp"):
        (tmp_path / name).write_text("mine")
    done = cli("convert", *words)
    assert done.code == 2 and said in done.err and len(done.err.strip().splitlines()) == 1
    assert (tmp_path / "full/Cinematic.xmp").read_text() == "mine" and len(list((tmp_path / "full").iterdir())) == 1


needs_real = pytest.mark.skipif(not REAL.is_dir(), reason="the real presets in ../shared/lightroom are not here")


@needs_real
def test_our_presets_say_what_every_preset_of_lightroom_says() -> None:
    written = [
        t for data, t in real("presets_xmp/*.xmp") if t.get("PresetType", ("", ""))[1] == "Normal" and b'   "' in data
    ]
    assert len(written) >= 20
    always = set.intersection(*map(set, written))
    assert {"PresetType", "UUID", "Name", "Group", "SupportsAmount"} <= always
    for name, data in pack().items():
        assert always <= tags(data).keys(), name


@needs_real
def test_every_tag_of_ours_has_the_form_that_real_files_give_it() -> None:
    forms, values = defaultdict(set), defaultdict(set)
    for _, found in real("*/*.xmp"):
        for name, (form, text) in found.items():
            forms[name].add(form)
            values[name].add(shape(text))
    for file, data in pack().items():
        for name, (form, text) in tags(data).items():
            assert form in forms[name], f"{file}: {name} as {form}, real files have {forms[name]}"
            if form == "attribute" and text and values[name] != {"zero"}:
                assert shape(text) in values[name] | {"flag"}, f"{file}: {name}={text}, real values: {values[name]}"
