"""The speed bench runs, its aims are judged rightly, and its settings are valid and visible."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench import speed, speed_peers
from editor_ops import TABLE, Settings


def test_settings_are_valid_and_the_full_chain_moves_every_panel() -> None:
    full = Settings.parse(speed.FULL)
    assert set(speed.TONE) < set(speed.BASIC) < set(full)
    assert all(full[name] != TABLE[name].default for name in full)


def test_a_small_run(cli: Callable[..., Any], tmp_path: Path) -> None:
    out = tmp_path / "speed.json"
    options = [
        "--repeats",
        1,
        "--megapixels",
        0.5,
        "--seconds",
        0.1,
        "--no-peers",
        "--json",
        out,
        "--markdown",
        tmp_path / "a.md",
    ]
    done = cli("bench", "speed", *options)
    assert done.code == 0, done.err
    data = json.loads(out.read_text())
    assert set(data["processes"]) == {"jarvisevo codec", "jarvisevo basic", "jarvisevo full"}
    assert all(cost["peak"] > 30 and cost["wall"] > 0 for cost in data["processes"].values())
    assert "| jarvisevo full | " in (tmp_path / "a.md").read_text("utf-8")
    assert [aim["met"] for aim in data["aims"][:4]] == [None] * 4 and "not measured" in done.out


def test_costs_of_operations(cli: Callable[..., Any]) -> None:
    done = cli("bench", "speed", "--ops", "--seconds", 0.01)
    assert done.code == 0 and "presence" in done.out and "grain" in done.out


def test_aims_are_judged_in_their_direction() -> None:
    assert speed.Aim("a", 2, 1.5).met and not speed.Aim("a", 2, 2.5).met
    assert speed.Aim("a", 2, 2.5, at_most=False).met and speed.Aim("a", 2, None).met is None


@pytest.mark.parametrize("tool", ["rawtherapee-cli", "darktable-cli"])
def test_peers_get_more_to_do_from_job_to_job(tool: str, tmp_path: Path) -> None:
    sizes = [len(speed_peers.profile(tool, job, tmp_path).read_text()) for job in speed_peers.JOBS]
    assert sizes == sorted(set(sizes))


def test_a_program_that_fails_is_not_a_measurement() -> None:
    with pytest.raises(RuntimeError, match="ended with"):
        speed.process(["false"])
