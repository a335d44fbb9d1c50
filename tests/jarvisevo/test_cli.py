"""The commands: what they write, print and return."""

import json
import sys
import types
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from editor_ops import TABLE, Settings, formats, load

Cli = Callable[..., Any]
HEAVY = ("torch", "transformers", "trl", "colour", "scipy", "skimage", "matplotlib", "rawpy", "pandas")


@dataclass(frozen=True)
class FakePlan:
    thought: str
    settings: Settings
    wishes: tuple[str, ...] = ("brighter",)
    ignored: tuple[str, ...] = ()


@pytest.fixture
def expert(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """A planner that always brightens, in place of the expert -> the calls it got."""
    calls: list[dict[str, Any]] = []

    def plan(photo: Any, instruction: str, *, seed: int = 0, locks: Any = None) -> FakePlan:
        calls.append({"instruction": instruction, "seed": seed, "locks": locks})
        if instruction == "qwerty":
            return FakePlan("", Settings(), (), ("qwerty",))
        wanted = Settings.parse({"Exposure2012": 0.5, "Vibrance": 12})
        return FakePlan("It is [red]too dark[/red], so I lift it.", wanted, ignored=("teleport",))

    module = types.ModuleType("jarvisevo.policies.expert")
    module.plan = plan  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "jarvisevo.policies.expert", module)
    return calls


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    picture = np.random.default_rng(0).integers(40, 120, (48, 64, 3), np.uint8)
    path = tmp_path / "photo.jpg"
    cv2.imwrite(str(path), picture)
    return path


def mean(path: Path) -> float:
    return float(load(path).pixels.mean())


def test_edit_writes_picture_and_sidecar(cli: Cli, photo: Path, expert: list[dict[str, Any]]) -> None:
    before = photo.read_bytes()
    done = cli("edit", photo, "make it brighter")
    assert done.code == 0, done.err
    edited, sidecar = photo.with_name("photo.edited.jpg"), photo.with_name("photo.edited.xmp")
    assert photo.read_bytes() == before and mean(edited) > mean(photo) + 5
    for path in (edited, sidecar):
        assert formats.read(path).settings.to_dict() == {"Exposure2012": 0.5, "Vibrance": 12}
    assert "[red]too dark[/red]" in done.out and "+0.5 EV" in done.out and "●" in done.out
    assert str(edited) in done.out and "ignored: teleport" in done.err


def test_edit_options_reach_the_planner_and_the_file(cli: Cli, photo: Path, expert: list[dict[str, Any]]) -> None:
    out = photo.with_name("small.png")
    done = cli(
        "edit", photo, "brighter", "-o", out, "--max-size", 32, "--no-xmp", "--seed", 3, "--lock", "Vibrance=-5:20"
    )
    assert done.code == 0, done.err
    assert expert == [{"instruction": "brighter", "seed": 3, "locks": {"Vibrance": (-5.0, 20.0)}}]
    assert (load(out).width, load(out).xmp) == (32, None)
    assert sorted(p.name for p in photo.parent.iterdir()) == ["photo.jpg", "small.png"]


def test_edit_json(cli: Cli, photo: Path, expert: list[dict[str, Any]]) -> None:
    data = json.loads(cli("edit", photo, "brighter", "--json").out)
    (result,) = data["results"]
    assert data["failures"] == [] and result["settings"] == {"Exposure2012": 0.5, "Vibrance": 12}
    assert Path(result["output"]).is_file() and Path(result["sidecar"]).is_file() and result["ignored"] == ["teleport"]


def test_edit_force_replaces(cli: Cli, photo: Path, expert: list[dict[str, Any]]) -> None:
    assert cli("edit", photo, "brighter").code == 0
    assert cli("edit", photo, "brighter").code == 2
    assert cli("edit", photo, "brighter", "--force").code == 0


def test_edit_not_understood(cli: Cli, photo: Path, expert: list[dict[str, Any]]) -> None:
    done = cli("edit", photo, "qwerty", "-o", photo.parent / "new" / "")
    assert done.code == 1 and "understood" in done.err and [p.name for p in photo.parent.iterdir()] == ["photo.jpg"]


def test_edit_a_folder(cli: Cli, photo: Path, expert: list[dict[str, Any]]) -> None:
    folder = photo.parent
    (folder / "broken.jpg").write_bytes(photo.read_bytes()[:200])
    cv2.imwrite(str(folder / "photo.png"), np.full((20, 20, 3), 90, np.uint8))
    (folder / "notes.txt").write_text("not a photo")
    done = cli("edit", folder, "brighter", "-o", folder / "out")
    assert done.code == 1 and "2 of 3 photos edited" in done.out
    (error,) = [line for line in done.err.splitlines() if "error" in line]
    assert "broken.jpg" in error
    written = sorted(p.name for p in (folder / "out").iterdir())
    assert written == ["photo.jpg.edited.jpg", "photo.jpg.edited.xmp", "photo.png.edited.jpg", "photo.png.edited.xmp"]


def test_a_second_batch_leaves_results_alone(cli: Cli, photo: Path, expert: list[dict[str, Any]]) -> None:
    (photo.parent / "other.jpg").write_bytes(photo.read_bytes())
    assert cli("edit", photo.parent, "brighter").code == 0
    again = cli("edit", photo.parent, "brighter", "--json")
    assert again.code == 1
    data = json.loads(again.out)
    assert len(data["failures"]) == 2 and all("--force" in f["error"] for f in data["failures"])


def test_interrupted(cli: Cli, photo: Path, expert: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("jarvisevo.cli_edit.render", stop)
    done = cli("edit", photo, "brighter")
    assert done.code == 130 and done.err.count("\n") == 1 and "stopped by you" in done.err
    assert [p.name for p in photo.parent.iterdir()] == ["photo.jpg"]


def test_sidecar_that_cannot_be_written_takes_the_picture_back(
    cli: Cli, photo: Path, expert: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("jarvisevo.cli_edit.replace_file", full)
    assert cli("edit", photo, "brighter").code == 1
    assert [p.name for p in photo.parent.iterdir()] == ["photo.jpg"]


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


@pytest.mark.parametrize("space", ["srgb", "p3", "adobe", "prophoto"])
def test_render_bits_and_spaces(cli: Cli, photo: Path, tmp_path: Path, space: str) -> None:
    (tmp_path / "a.json").write_text("{}")
    out = tmp_path / "o.tif"
    done = cli("render", photo, tmp_path / "a.json", "-o", out, "--bits", 16, "--space", space, "--json")
    assert done.code == 0, done.err
    assert load(out).bits == 16 and json.loads(done.out)["output"] == str(out)


def test_render_names_what_it_cannot_do(cli: Cli, photo: Path, tmp_path: Path) -> None:
    crs = 'xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" crs:Exposure2012="+0.30" crs:PerspectiveVertical="-20"'
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
    assert "Exposure2012" in cli("params", "exposure").err
    schema = json.loads(cli("params", "--schema").out)
    assert schema["properties"]["Exposure2012"]["maximum"] == 5


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
    "command", [[], ["edit"], ["render"], ["convert"], ["params"], ["measure"], ["doctor"], ["bench"]]
)
def test_help(cli: Cli, command: list[str]) -> None:
    done = cli(*command, "--help")
    assert done.code == 0 and "Usage: jarvisevo" in done.out and len(done.out) > 150


def test_version(cli: Cli) -> None:
    assert cli("--version").out.startswith("jarvisevo ")


def test_nothing_heavy_is_imported_to_render(python: Cli, photo: Path, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"Exposure2012": 0.5, "Clarity2012": 10}')
    arguments = ["render", str(photo), str(tmp_path / "a.json"), "-o", str(tmp_path / "o.jpg")]
    code = f"import sys, jarvisevo.cli as c; c.main({arguments!r}); print([m for m in {HEAVY!r} if m in sys.modules])"
    done = python("-c", code)
    assert done.out.splitlines()[-1] == "[]", done


def test_the_command_line_itself_needs_no_arrays(python: Cli) -> None:
    done = python("-c", "import sys, jarvisevo.cli; print([m for m in ('cv2', 'numpy', 'rich') if m in sys.modules])")
    assert done.out.strip() == "[]", done


def test_module_and_closed_pipe(python: Cli) -> None:
    assert "Usage: jarvisevo" in python("-m", "jarvisevo", "--help").out
    code = (
        "import subprocess, sys; p = subprocess.Popen([sys.executable, '-m', 'jarvisevo', 'params', '--json'],"
        " stdout=subprocess.PIPE, stderr=subprocess.PIPE); p.stdout.read(10); p.stdout.close();"
        " print(p.stderr.read().decode())"
    )
    assert python("-c", code).out.strip() == ""


def test_plain_terminals(python: Cli) -> None:
    done = python("-m", "jarvisevo", "params", "Exposure2012", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert done.code == 0 and "Exposure2012" in done.out
