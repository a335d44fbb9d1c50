"""Every shipped config of judges: it is read, and its dry run says what a server on loopback then counts, within a
fifth.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from bench.judges import bench as judges
from bench.judges import estimate
from bench.judges.config import JudgesConfig
from jarvisevo.files import config as configs
from tests.bench.judges import judges_data as data
from tests.conftest import ROOT
from tests.jarvisevo.judge.simulator.server import simulator_server

pytest.importorskip("dulwich", reason="the history of libraries needs dulwich")
NAMES = ("rewardharness", "lwe", "rlar", "rho", "imgedit", "judges")
SMALL = {
    "evolve": {"train": 10, "validation": 8, "report": 6, "iterations": 6, "prune_from": 50},
    "rho": {"approve": False},
}
FIXTURES: dict[str, Callable[[Path], Path]] = {
    "editreward": data.editreward,
    "editreward-score": data.editreward_score,
    "genai": data.genai,
    "vl-rewardbench": data.vl_rewardbench,
    "mm-rewardbench": data.mm_rewardbench,
    "rewardbench2": data.rewardbench2,
    "imagenhub": data.imagenhub,
    "editreward-data": lambda folder: data.demonstrations(folder, 24),
}


def on_fixtures(name: str, folder: Path, model: str) -> JudgesConfig:
    """A shipped config with small sets, and with a server's model in place of all models."""
    raw: dict[str, Any] = yaml.safe_load((ROOT / "configs" / "bench" / f"{name}.yaml").read_text("utf-8"))
    learning = raw.get("learn")
    for i, spec in enumerate([*raw["sets"], *([learning["demonstrations"]] if learning else [])]):
        if spec["kind"] == "imgedit":
            spec["folder"], spec["originals"], spec["results"] = map(str, data.imgedit(folder / str(i)))
        else:
            spec["folder"] = str(FIXTURES[spec["kind"]](folder / str(i)))
    if learning:
        learning["models"] = {"subagent": model, "side": 48}
        learning["settings"] = SMALL[learning["method"]]
    for judge in raw["judges"]:
        if isinstance(judge, dict):
            judge |= {"model": model, "workers": 1, "max_size": 48}
            judge.pop("orchestrator", None)
            if "index" in judge:
                index = folder / "index.json"
                index.write_text(json.dumps({"models": [{"chat": model, "description": "edits"}]}))
                judge["index"] = str(index)
    raw["out"] = str(folder / "out")
    return configs.parse(raw, JudgesConfig)


@pytest.mark.parametrize("name", NAMES)
def test_a_dry_run_says_what_a_server_then_counts(name: str, tmp_path: Path) -> None:
    with simulator_server() as server:
        config = on_fixtures(name, tmp_path, f"{server.url}#typical")
        parts = judges.planned(config)
        assert not server.requests and len(estimate.lines(parts)) == len(parts) + 1
        results = judges.bench(config)
        counted = len(server.requests)
        nothing = results.get("learn", {}).get("accepted") == 0
        expected = sum(part.least if nothing and part.least is not None else part.total for part in parts)
        assert abs(expected - counted) <= 0.2 * counted, (estimate.lines(parts), counted)
        for found in results["sets"].values():
            for judge in found["judges"].values():
                assert judge.get("skipped") or judge["figures"]


def test_the_command_says_it_and_asks_nothing(tmp_path: Path, cli: Callable[..., Any]) -> None:
    data.genai(tmp_path / "set")
    path = tmp_path / "run.yaml"
    path.write_text(
        f"out: {tmp_path / 'out'}\nsets: [{{kind: genai, folder: {tmp_path / 'set'}}}]\n"
        "judges: [{name: m, model: 'http://127.0.0.1:9/v1#m', how: pairwise}, analytic]\n"
    )
    done = cli("bench", "judges", path, "--dry-run")
    assert done.code == 0, done.err
    assert "genai, m: about 4 requests (judge 4)" in done.out and "together about 4 requests" in done.out
    assert not (tmp_path / "out").exists()
