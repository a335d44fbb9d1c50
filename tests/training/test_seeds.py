"""Seeds of one training, taken together."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from training import seeds


def figures(*values: float, baseline: float | None = None) -> dict:
    rows = [[f"r{i}", f"photo{i // 2}", value] for i, value in enumerate(values)]
    found = {"editing": {"rows": rows, "delta_e": sum(values) / len(values)}, "judging": {"srcc": 0.5}}
    found["sampled"] = found["editing"]
    if baseline is not None:
        found["baselines"] = {"expert": {"rows": [[name, photo, baseline] for name, photo, _ in rows]}}
    return found


def test_the_mean_of_seeds_stands_beside_the_others_and_the_baseline() -> None:
    ours, theirs = [figures(1, 2, 3, 6, baseline=4), figures(3, 2, 5, 6)], [figures(4, 4, 5, 8), figures(6, 4, 5, 8)]
    found = seeds.shown(ours, theirs)["editing"]
    assert found["by_seed"] == [3, 4] and found["delta_e"] == 3.5
    low, high = found["delta_e_interval"]
    assert low == 2 and high == 5, "two photos: all draws lie between their means"
    assert found["against"]["others"]["mean"] == -2 and found["against"]["expert"]["mean"] == -0.5
    assert [row["mean"] for row in found["against_by_seed"]["others"]] == [-2.5, -1.5]


def test_figures_of_each_seed_are_not_averaged() -> None:
    assert seeds.shown([figures(1, 2, 3), figures(1, 2, 4)], [])["judging"]["srcc"] == [0.5, 0.5]


def test_what_one_seed_was_not_measured_for_is_empty() -> None:
    with_samples = figures(1, 2, 3) | {"ordering": {"right": 0.7}}
    found = seeds.shown([figures(1, 2, 4), with_samples], [])
    assert found["ordering"]["right"] == [None, 0.7] and "blackout" not in found


def test_seeds_of_other_records_are_refused() -> None:
    with pytest.raises(ValueError, match="measure all on one data set"):
        seeds.together([figures(1, 2)["editing"]["rows"], figures(1)["editing"]["rows"]])


def test_the_command_prints_figures_and_names_what_cannot_be_compared(tmp_path: Path) -> None:
    files = [tmp_path / "a.json", tmp_path / "b.json", tmp_path / "other.json"]
    for path, found in zip(files, (figures(1, 2, 3), figures(2, 2, 3), figures(1, 2)), strict=True):
        path.write_text(json.dumps(found), "utf-8")
    app = typer.Typer()
    app.command()(seeds.main)
    done = CliRunner().invoke(app, [*map(str, files[:2]), "--against", str(files[1])])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["editing"]["against"]["others"]["mean"] == pytest.approx(-0.1667)
    refused = CliRunner().invoke(app, [str(files[0]), str(files[2])])
    assert refused.exit_code == 2 and "other records" in refused.output
