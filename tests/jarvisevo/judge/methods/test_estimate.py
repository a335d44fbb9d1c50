"""What a dry run says, against what a server on loopback then counts: within a fifth, for every loop.

The server plays a model that behaves as is reckoned with (`simulator/typical`): how many proposals are good and how
many cases are hard, only a model decides.
"""

from pathlib import Path
from typing import Any

import pytest

from jarvisevo.judge.learn import learn, loop_config, loop_of
from jarvisevo.judge.methods import estimate
from jarvisevo.judge.methods.settings import Models
from tests.jarvisevo.judge.helpers import cases
from tests.jarvisevo.judge.simulator.server import simulator_server

pytest.importorskip("dulwich", reason="the history of libraries needs dulwich")
pytest.importorskip("pydantic_monty", reason="verifiers run in pydantic-monty")
RUNS: list[tuple[str, int, dict[str, Any]]] = [
    ("evolve", 36, {"train": 16, "validation": 10, "report": 10, "iterations": 12, "prune_from": 10}),
    ("lwe", 30, {"method": "selective"}),
    *(("lwe", 16, {"method": method}) for method in ("vanilla", "cot", "majority", "specific", "lwe")),
    ("rho", 24, {"approve": False}),
    ("synthesize", 40, {}),
]


@pytest.mark.parametrize(("loop", "count", "settings"), RUNS, ids=[f"{r[0]}-{r[2].get('method', '')}" for r in RUNS])
def test_a_dry_run_says_what_a_server_then_counts(
    loop: str, count: int, settings: dict[str, Any], tmp_path: Path
) -> None:
    model = "simulator" if loop == "synthesize" else "typical"  # tools have to pass EvalTool, so its model measures
    with simulator_server() as server:
        config = loop_config(loop, Models(subagent=f"{server.url}#{model}", side=48), **settings)
        expected = loop_of(config).estimate(config, cases(count))
        report = learn(config, cases(count), tmp_path / "run")
        counted = sum(
            request.path.endswith("/chat/completions") for request in server.requests
        )  # not whether it is there
    assert report["spent"]["requests"] == counted
    taken = report.get("accepted") != 0
    wanted = expected.total if taken else expected.least
    assert wanted is not None and abs(wanted - counted) <= 0.2 * counted, (expected, counted, report)


def test_what_is_drawn_again_is_not_asked_again() -> None:
    assert estimate._different(10, 10, 3) == 10 and estimate._different(10, 5, 1) == 5
    assert estimate._different(10, 5, 2) == 7.5 and estimate._different(0, 5, 2) == 0
