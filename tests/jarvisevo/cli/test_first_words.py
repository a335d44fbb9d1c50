"""What somebody sees who types `jarvisevo` for the first time, and the tables of `measure` and `params`."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields

from editor_ops.measure import Measurement
from jarvisevo.cli import app, main, measurements
from tests.conftest import ROOT, Run


def test_the_help_begins_with_an_edit_and_shows_every_command_in_a_group(cli: Callable[..., Run]) -> None:
    shown = cli()
    assert shown.code == 0
    lines = shown.out.splitlines()
    assert any('jarvisevo edit photo.jpg "' in line for line in lines[:4])
    for title, names in app.GROUPS.items():
        assert f"{title}:" in lines
        for name in names:
            assert any(line.startswith(f"  {name} ") for line in lines), name
    assert not any(line.endswith("...") for line in lines[1:]), "a summary is cut"


def test_no_command_is_left_without_a_group() -> None:
    import typer

    known = {name for names in app.GROUPS.values() for name in names}
    command = typer.main.get_command(main.app)
    assert set(command.list_commands(typer.Context(command))) <= known  # type: ignore[attr-defined]


def test_every_measured_quantity_has_a_label_and_a_unit(cli: Callable[..., Run]) -> None:
    assert set(measurements.LABELS) | {"hues"} == {field.name for field in fields(Measurement)}
    shown = cli("measure", ROOT / "examples" / "food.jpg")
    assert shown.code == 0
    for label, unit in measurements.LABELS.values():
        line = next(line for line in shown.out.splitlines() if line.startswith(label + " "))
        assert line.rstrip().endswith(unit)


def test_a_parameter_is_found_by_the_word_that_people_say(cli: Callable[..., Run]) -> None:
    for word, name in (("exposure", "Exposure2012"), ("dehaze", "Dehaze"), ("vibrance", "Vibrance")):
        shown = cli("params", word)
        assert shown.code == 0, shown.err
        assert shown.out.split()[1] == name


def test_a_shell_completes_commands() -> None:
    """What a shell asks by the script of `jarvisevo --install-completion`."""
    asked = {"_JARVISEVO_COMPLETE": "complete_bash", "COMP_WORDS": "jarvisevo ex", "COMP_CWORD": "1"}
    environment = os.environ | asked | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-m", "jarvisevo"], env=environment, capture_output=True, text=True)
    assert done.stdout.split() == ["explain"], done.stderr
