"""The commands: what they write, print and return."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from editor_ops import TABLE, formats, load

Cli = Callable[..., Any]
HEAVY = (
    "torch",
    "transformers",
    "jinja2",
    "httpx2",
    "trl",
    "colour",
    "scipy",
    "skimage",
    "matplotlib",
    "rawpy",
    "pandas",
)


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    picture = np.random.default_rng(0).integers(40, 120, (48, 64, 3), np.uint8)
    path = tmp_path / "photo.jpg"
    cv2.imwrite(str(path), picture)
    return path


def mean(path: Path) -> float:
    return float(load(path).pixels.mean())


@pytest.mark.parametrize("name", ["landscape.jpg", "flower.dng"])
def test_the_real_expert(cli: Cli, examples: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / "brighter.jpg"
    done = cli("edit", examples / name, "make it brighter and warmer", "-o", out, "--max-size", 256)
    assert done.code == 0, done.err
    plain = tmp_path / "plain.jpg"
    (tmp_path / "none.json").write_text("{}")
    assert cli("render", examples / name, tmp_path / "none.json", "-o", plain, "--max-size", 256).code == 0
    assert mean(out) > mean(plain) + 2
    inside, beside = formats.read(out).settings, formats.read(tmp_path / "brighter.xmp").settings
    assert inside.to_dict() == beside.to_dict() and inside.values


def test_render_copies_settings_from_anything(cli: Cli, photo: Path, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"Exposure2012": 0.7}')
    assert cli("convert", tmp_path / "a.json", tmp_path / "a.xmp").code == 0
    assert cli("convert", tmp_path / "a.xmp", tmp_path / "a.lrtemplate", "--name", "Bright").code == 0
    assert cli("render", photo, tmp_path / "a.json", "-o", tmp_path / "0.png").code == 0
    pictures = []
    for i, source in enumerate(("a.json", "a.xmp", "a.lrtemplate", "0.png")):
        out = tmp_path / f"r{i}.png"
        assert cli("render", photo, tmp_path / source, "-o", out).code == 0
        pictures.append(load(out).pixels)
    assert all(np.array_equal(pictures[0], picture) for picture in pictures)


def test_render_of_several_tells_what_could_not_be_made(cli: Cli, photo: Path, tmp_path: Path) -> None:
    mask = {"What": "Mask/Image", "MaskSubType": 2, "MaskActive": True, "MaskValue": 1.0}
    group = {"What": "Correction", "CorrectionName": "Sky", "CorrectionAmount": 1.0, "CorrectionActive": True}
    group |= {"LocalExposure2012": 0.2, "CorrectionMasks": [mask]}
    (tmp_path / "look.json").write_text(json.dumps({"MaskGroupBasedCorrections": [group]}))
    (tmp_path / "in").mkdir()
    for name in ("a.jpg", "b.jpg"):
        shutil.copy(photo, tmp_path / "in" / name)
    done = cli("render", tmp_path / "in", tmp_path / "look.json", "-o", tmp_path / "out")
    lines = [line for line in done.out.splitlines() if "a.jpg" in line]
    assert done.code == 0 and len(lines) == 2 and all("not done: Sky: " in line for line in lines), done.out + done.err


@pytest.mark.parametrize("space", ["srgb", "p3", "adobe", "prophoto"])
def test_render_bits_and_spaces(cli: Cli, photo: Path, tmp_path: Path, space: str) -> None:
    (tmp_path / "a.json").write_text("{}")
    out = tmp_path / "o.tif"
    done = cli("render", photo, tmp_path / "a.json", "-o", out, "--bits", 16, "--space", space, "--json")
    assert done.code == 0, done.err
    assert load(out).bits == 16 and json.loads(done.out)["output"] == str(out)


def test_what_is_left_out_is_not_called_approximated(cli: Cli, photo: Path, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"LensProfileEnable": 1, "Dehaze": 10}')
    assert cli("convert", tmp_path / "a.json", tmp_path / "a.xmp").code == 0
    assert "approximated: LensProfileEnable" in cli("convert", tmp_path / "a.xmp", tmp_path / "b.json").err
    done = cli("render", photo, tmp_path / "a.xmp", "-o", tmp_path / "o.jpg")
    assert "Lens profile: only for RAW files; left out" in done.err and "LensProfileEnable" not in done.err


def test_render_names_what_it_cannot_do(cli: Cli, photo: Path, tmp_path: Path) -> None:
    crs = (
        'xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" crs:Exposure2012="+0.30"'
        ' crs:PerspectiveVertical="-20"'
    )
    rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
    text = f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF {rdf}><rdf:Description {crs}/></rdf:RDF></x:xmpmeta>'
    (tmp_path / "a.xmp").write_text(text)
    done = cli("render", photo, tmp_path / "a.xmp", "-o", tmp_path / "o.jpg")
    assert done.code == 0 and "note: unsupported: PerspectiveVertical" in done.err
    assert cli("convert", tmp_path / "a.xmp", tmp_path / "b.json").code == 0
    done = cli("convert", tmp_path / "b.json", tmp_path / "c.xmp")
    assert done.code == 0 and "PerspectiveVertical" in (tmp_path / "c.xmp").read_text()


def test_settings_with_an_old_file_of_ours_round_trip_strictness(cli: Cli, photo: Path, tmp_path: Path) -> None:
    """Unknown names are an error in a tool call, and a note in what came from a Lightroom file."""
    (tmp_path / "call.json").write_text('{"Sparkle": 1}')
    (tmp_path / "file.json").write_text('{"Sparkle": 1, "ProcessVersion": "15.4"}')
    assert cli("render", photo, tmp_path / "call.json", "-o", tmp_path / "o.jpg").code == 2
    assert cli("render", photo, tmp_path / "file.json", "-o", tmp_path / "o.jpg").code == 0


def test_params(cli: Cli) -> None:
    done = cli("params")
    assert done.code == 0 and "Exposure2012" in done.out and "-5 … 5 EV" in done.out
    rows = json.loads(cli("params", "--json").out)
    assert [row["name"] for row in rows] == list(TABLE)
    one = json.loads(cli("params", "exposure2012", "--json").out)
    assert (one["name"], one["low"], one["high"], one["op"]) == ("Exposure2012", -5, 5, "tone")
    assert "Exposure2012" in cli("params", "exposuer2012").err
    schema = json.loads(cli("params", "--schema").out)
    assert schema["properties"]["Exposure2012"]["maximum"] == 5


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("去雾", "Dehaze"),
        ("曝光", "Exposure2012"),
        ("降噪", "LuminanceSmoothing"),
        ("颗粒", "GrainAmount"),
        ("红色饱和度", "SaturationAdjustmentRed"),
        ("锐化半径", "SharpenRadius"),
    ],
)
def test_a_parameter_by_its_chinese_name(cli: Cli, called: str, name: str) -> None:
    assert json.loads(cli("params", called, "--json").out)["name"] == name


@pytest.mark.parametrize("called", ["猫", "天空", "去雾和曝光", "zzz"])
def test_words_that_name_no_parameter(cli: Cli, called: str) -> None:
    assert "no such parameter" in cli("params", called).err


@pytest.mark.parametrize("name", list(TABLE))
def test_every_parameter_can_be_shown(cli: Cli, name: str) -> None:
    done = cli("params", name)
    assert done.code == 0 and name in done.out


def test_measure(cli: Cli, photo: Path) -> None:
    data = json.loads(cli("measure", photo, "--json").out)
    assert 10 < data["lightness"] < 60
    assert "lightness" in cli("measure", photo).out


def test_doctor(cli: Cli) -> None:
    done = cli("doctor")
    assert done.code == 0 and "numpy" in done.out and "HEIF" in done.out and "LibRaw" in done.out
    checks = json.loads(cli("doctor", "--json").out)
    assert {check["name"] for check in checks} >= {"python", "render", "HEIF", "RAW", "memory"}


@pytest.mark.parametrize(
    "command",
    [[], ["edit"], ["replay"], ["masks"], ["render"], ["convert"], ["params"], ["measure"], ["doctor"], ["bench"]],
)
def test_help(cli: Cli, command: list[str]) -> None:
    done = cli(*command, "--help")
    assert done.code == 0 and "Usage: jarvisevo" in done.out and len(done.out) > 150


@pytest.mark.parametrize(
    ("name", "words"),
    [("learning", "--jobs"), ("artedit", "[CONFIG.yaml]"), ("judges", "--dry-run"), ("speed", "--ops")],
)
def test_each_benchmark_says_what_it_takes(
    cli: Cli, name: str, words: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    for option in ("--help", "-h"):
        try:
            told = cli("bench", name, option).out
        except SystemExit:  # argparse's
            told = capfd.readouterr().out
        assert words in told and "what follows NAME" not in told


def test_version(cli: Cli) -> None:
    assert cli("--version").out.startswith("jarvisevo ")


def test_nothing_heavy_is_imported_to_render(python: Cli, photo: Path, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"Exposure2012": 0.5, "Clarity2012": 10}')
    arguments = ["render", str(photo), str(tmp_path / "a.json"), "-o", str(tmp_path / "o.jpg")]
    code = (
        f"import sys, jarvisevo.cli.main as c; c.main({arguments!r}); print([m for m in {HEAVY!r} if m in sys.modules])"
    )
    done = python("-c", code)
    assert done.out.splitlines()[-1] == "[]", done


def test_nothing_heavy_is_imported_to_edit_with_the_rules(python: Cli, photo: Path, tmp_path: Path) -> None:
    arguments = ["edit", str(photo), "make it warmer", "-o", str(tmp_path / "o.jpg")]
    code = (
        f"import sys, jarvisevo.cli.main as c; c.main({arguments!r}); print([m for m in {HEAVY!r} if m in sys.modules])"
    )
    done = python("-c", code)
    assert done.out.splitlines()[-1] == "[]" and (tmp_path / "o.jpg").exists(), done


def test_the_command_line_itself_needs_no_arrays(python: Cli) -> None:
    done = python(
        "-c", "import sys, jarvisevo.cli.main; print([m for m in ('cv2', 'numpy', 'rich') if m in sys.modules])"
    )
    assert done.out.strip() == "[]", done


def test_module_and_closed_pipe(python: Cli) -> None:
    assert "Usage: jarvisevo" in python("-m", "jarvisevo", "--help").out
    code = (
        "import subprocess, sys; p = subprocess.Popen([sys.executable, '-m', 'jarvisevo', 'params', '--json'],"
        " stdout=subprocess.PIPE, stderr=subprocess.PIPE); p.stdout.read(10); p.stdout.close();"
        " print(p.stderr.read().decode())"
    )
    assert python("-c", code).out.strip() == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
@pytest.mark.parametrize("words", ["--version", "params"])
def test_an_output_that_takes_nothing_is_one_line(words: str) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "jarvisevo", words], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and "No space left on device" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of Unix")
def test_a_closed_output_is_no_error(photo: Path) -> None:
    command = f"{sys.executable} -m jarvisevo measure {photo} >&-"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_version_of_the_package() -> None:
    import editor_ops
    import jarvisevo
    from jarvisevo.files.versions import version

    assert jarvisevo.__version__ == version() and not hasattr(jarvisevo, "nothing")
    assert {"load", "render", "Settings"} <= set(dir(editor_ops))


def test_plain_terminals(python: Cli) -> None:
    done = python("-m", "jarvisevo", "params", "Exposure2012", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert done.code == 0 and "Exposure2012" in done.out
