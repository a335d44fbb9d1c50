"""The shipped folder: what is measured anew, and what stays of runs that are gone."""

import json
from pathlib import Path
from typing import Any

import pytest

from training import ship
from training.ship import ShipConfig

OLD: dict[str, dict[str, Any]] = {
    "stages": {"First": {"judging": {"srcc": 0.4}}},
    "runs": {"First": {"seed": 3, "steps": 70, "minutes": 12.4}},
}


def made(tmp_path: Path, **keys: Any) -> ShipConfig:
    out = tmp_path / "nano"
    out.mkdir()
    (out / "figures.json").write_text(json.dumps(OLD), "utf-8")
    stages = {"First": Path("first.yaml"), "Second": Path("second.yaml")}
    return ShipConfig.model_validate({"out": out, "stages": stages, "chosen": "Second", "data": tmp_path, **keys})


def test_the_figures_of_a_run_that_is_gone_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = tmp_path / "second"
    (run / "model").mkdir(parents=True)
    (run / "model/config.json").write_text("{}", "utf-8")
    monkeypatch.setattr(ship, "finished", lambda path: tmp_path / path.stem)
    monkeypatch.setattr(ship, "run_of", lambda path: {"seed": 0, "steps": 9, "minutes": 1.0})
    monkeypatch.setattr(ship, "opened", lambda *_: (None, None))
    monkeypatch.setattr(ship, "figures_of", lambda *_, **__: {"judging": {"srcc": 0.6}})
    monkeypatch.setattr(ship, "baselines", lambda held: {})
    config = made(tmp_path, kept=["First"])
    found = ship.figures(config)
    assert found["stages"] == {**OLD["stages"], "Second": {"judging": {"srcc": 0.6}}}
    assert found["runs"] == {**OLD["runs"], "Second": {"seed": 0, "steps": 9, "minutes": 1.0}}


def test_what_is_kept_must_be_known(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="says nothing of Second: train it, or take it out of kept"):
        ship.figures(made(tmp_path, kept=["First", "Second"]))


def test_a_model_whose_run_is_gone_cannot_ship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ship, "finished", lambda path: tmp_path / path.stem)
    with pytest.raises(SystemExit, match="First: no run that is there: chosen must be one of Second"):
        ship.models(made(tmp_path, kept=["First"], chosen="First"))
