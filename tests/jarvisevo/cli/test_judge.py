"""The commands of the judge, as a person types them."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from jarvisevo.cli.judge_commands import by_file
from jarvisevo.judge.learn import learn, loop_config
from jarvisevo.judge.methods import estimate
from jarvisevo.judge.methods.settings import Evolve, Lwe, Models, Rho, Synthesize
from tests.conftest import ROOT, Run
from tests.jarvisevo.judge.helpers import cases
from tests.jarvisevo.judge.simulator.server import MODEL, simulator_server
from tests.jarvisevo.openai_server import Reply, good, serve

pytest.importorskip("dulwich", reason="the history of libraries needs dulwich")
Cli = Callable[..., Run]
URL = "http://127.0.0.1:9/v1#judge"
SMALL = [
    "models.side=48",
    "cases=synthetic:40",
    "train=16",
    "validation=12",
    "report=12",
    "iterations=3",
    "prune_from=3",
]


def config(name: str) -> Path:
    return ROOT / "configs" / "judge" / f"{name}.yaml"


@pytest.fixture
def simulator() -> Iterator[str]:
    """The address of a served simulator."""
    with simulator_server() as server:
        yield f"{server.url}#{MODEL}"


def test_score_ranks_edits(cli: Cli, tmp_path: Path) -> None:
    from jarvisevo.judge.core.case_files import write_cases

    case = next(c for c in cases(8) if c.gold and max(c.gold) == 5.0 and min(c.gold) == 1.0)
    write_cases([case], tmp_path)
    files = [tmp_path / case.id / f"cand_{i + 1}.png" for i in range(len(case.candidates))]
    before = tmp_path / case.id / "before.png"
    done = cli("judge", "score", before, *files, case.instruction, "--json")
    data = json.loads(done.out)
    assert done.code == 0 and data["judge"] == "analytic" and case.gold is not None
    best = max(range(len(files)), key=lambda i: case.gold[i] if case.gold else 0)
    assert data["edits"][best]["place"] == 1 and len(data["edits"]) == len(files)
    shown = cli("judge", "score", before, *files, case.instruction)
    assert shown.code == 0 and shown.out.startswith("1. ") and str(files[best]) in shown.out.splitlines()[0]


def test_the_reasons_name_the_files(cli: Cli, examples: Path, tmp_path: Path) -> None:
    for name in ("warm.jpg", "cold.jpg"):
        shutil.copy(examples / "food.jpg", tmp_path / name)
    edits = (tmp_path / "warm.jpg", tmp_path / "cold.jpg")
    assert cli("judge", "score", examples / "food.jpg", *edits, "-1 EV").code == 0
    shown = cli("judge", "score", examples / "food.jpg", *edits, "make it warmer")
    assert "warm.jpg: " in shown.out and "cold.jpg: " in shown.out and "cand_" not in shown.out
    assert by_file("cand_2 beats cand_1, not cand_3", edits) == "cold.jpg beats warm.jpg, not cand_3"
    assert by_file("cand_1", (Path("a/x.jpg"), Path("b/x.jpg"))) == "a/x.jpg"


def test_a_model_judges_over_http_and_score_takes_it_too(cli: Cli, examples: Path) -> None:
    photo = examples / "portrait.jpg"
    with serve(lambda _r: good('{"reasoning": "fine", "scores": {"cand_1": 4}}')) as server:
        done = cli(
            "judge", "score", photo, photo, "warmer", "--judge", "harness", "--model", f"{server.url}#m", "--json"
        )
        assert done.code == 0 and json.loads(done.out)["edits"][0]["score"] == 4
        again = cli("score", photo, photo, "warmer", "--model", f"harness@{server.url}#m", "--json")
        assert again.code == 0 and json.loads(again.out)["score"] == 4 and json.loads(again.out)["judge"] == "harness"
    with serve([Reply(status=400)]) as server:
        done = cli("judge", "score", photo, photo, "warmer", "--judge", "harness", "--model", f"{server.url}#m")
    assert done.code == 1 and "no score from harness: " in done.err and done.out == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["score", "a.jpg", "b.jpg"], "what was asked"),
        (["score", "no.jpg", "b.jpg", "warmer"], "no such file"),
        (["bench", "no.jsonl"], "name a .jsonl file"),
        (["bench", "synthetic:0"], "synthetic:N"),
        (["bench", "synthetic:2", "--judge", "oracle"], "no such judge"),
        (["bench", "synthetic:2", "--judge", "harness"], "add --model"),
        (["bench", "synthetic:2", "--judge", "harness", "--model", "nowhere"], "no such model"),
        (["bench", "synthetic:2", "--judge", "harness", "--model", URL, "--library", "none"], "no such folder"),
        (["doctor", "--orchestrator", URL], "add --model"),
        (["log", "none"], "no library"),
        (["evolve", "none.yaml"], "no such config"),
    ],
)
def test_a_wrong_call_is_one_line(
    cli: Cli, words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = cli("judge", *words)
    assert done.code == 2 and said in done.err and len(done.err.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_score_names_the_form_of_a_harness(cli: Cli, examples: Path) -> None:
    done = cli("score", examples / "food.jpg", examples / "food.jpg", "warmer", "--model", "harness:lib")
    assert done.code == 2 and "KIND[:LIBRARY]@http" in done.err


def test_evolve_from_dry_run_to_export(cli: Cli, tmp_path: Path, simulator: str) -> None:
    out = tmp_path / "run"
    lib = out / "library"
    words = ["judge", "evolve", config("evolve"), *SMALL, f"models.subagent={simulator}", "-o", out]
    dry = cli(*words, "--dry-run")
    assert dry.code == 0 and "judge: about" in dry.out and not lib.exists() and not out.exists()
    planned = json.loads(cli(*words, "--dry-run", "--json").out)
    assert planned["requests"]["judge"] > 0 and planned["total"] >= planned["requests"]["judge"] and planned["tokens"]
    short = cli(*words, "budget.requests=60")
    assert short.code == 1 and "budget of 60 requests" in short.err and "what was done is kept" in short.err
    other = cli(*words)
    assert other.code == 0, other.err  # a larger budget is no other run
    assert "3 of 3" in other.err and (out / "plot.html").exists() and (out / "report.json").exists()
    done = cli(*words, "--json")
    report = json.loads(done.out)
    assert done.code == 0 and report["spent"]["requests"] > 60
    listed = cli("judge", "log", lib)
    assert "accepted" in listed.out and "empty library" in listed.out
    versions = json.loads(cli("judge", "log", lib, "--json").out)
    assert versions[0]["library_id"] == report["library"]
    assert "+++ b/" in cli("judge", "diff", lib, "4b825dc642cb").out
    exported = cli("judge", "export", lib, tmp_path / "skills")
    assert exported.code == 0 and list((tmp_path / "skills").glob("*/SKILL.md"))
    assert cli("judge", "accept", lib, "4b825dc642cb").out == "4b825dc642cb is in force: 0 entries\n"
    assert cli("judge", "export", lib, tmp_path / "skills").code == 2
    measured = cli(
        "judge",
        "bench",
        "synthetic:12",
        "--judge",
        "harness",
        "--model",
        simulator,
        "--library",
        tmp_path / "skills",
        "--json",
    )
    assert measured.code == 0 and json.loads(measured.out)["cases"] == 12


def test_lwe_rho_and_synthesize(cli: Cli, tmp_path: Path, simulator: str) -> None:
    done = cli(
        "judge",
        "lwe",
        config("lwe"),
        "cases=synthetic:8",
        f"models.subagent={simulator}",
        "models.side=48",
        "-o",
        tmp_path / "lwe",
        "--json",
    )
    assert done.code == 0 and json.loads(done.out)["method"] == "selective"
    done = cli(
        "judge",
        "rho",
        config("rho"),
        "cases=synthetic:12",
        f"models.subagent={simulator}",
        "models.side=48",
        "-o",
        tmp_path / "rho",
        "--json",
    )
    made = json.loads(done.out)
    assert done.code == 0 and made["decision"] == "proposed" and "judge accept" in done.err
    assert "proposed" in cli("judge", "log", tmp_path / "rho" / "library").out
    assert cli("judge", "accept", tmp_path / "rho" / "library", made["library"][:12]).code == 0
    pytest.importorskip("pydantic_monty", reason="verifiers run in pydantic-monty")
    words = [
        "judge",
        "synthesize",
        config("synthesize"),
        "cases=synthetic:3",
        f"models.subagent={simulator}",
        "models.side=48",
        "-o",
        tmp_path / "s",
        "--json",
    ]
    first, again = cli(*words), cli(*words)
    assert first.code == 0 == again.code and json.loads(first.out)["routes"] == json.loads(again.out)["routes"]
    assert json.loads(first.out)["with_tools"] > 0


def test_a_stopped_bench_goes_on_from_its_cache(cli: Cli, tmp_path: Path) -> None:
    def first(_request: object) -> Reply:
        return good('{"reasoning": "r", "scores": {"cand_1": 4, "cand_2": 2}}')

    pairs = tmp_path / "set"
    assert cli("judge", "cases", pairs, "-n", 12).code == 0
    lines = [
        line
        for line in (pairs / "cases.jsonl").read_text("utf-8").splitlines()
        if len(json.loads(line)["candidates"]) == 2
    ]
    (pairs / "cases.jsonl").write_text("\n".join(lines[:5]), "utf-8")
    with serve(first) as server:
        words = [
            "judge",
            "bench",
            pairs / "cases.jsonl",
            "--judge",
            "harness",
            "--model",
            f"{server.url}#m",
            "--cache",
            tmp_path / "new" / "c.sqlite",
            "--json",
        ]
        one = cli(*words)
        count = len(server.requests)
        two = cli(*words)
        assert one.code == 0 and one.out == two.out and len(server.requests) == count == 10
    assert json.loads(one.out)["consistency"] == 0.0


def test_a_misspelt_setting_is_named(cli: Cli, tmp_path: Path) -> None:
    done = cli("judge", "rho", config("rho"), "rolouts=3", "-o", tmp_path / "x")
    assert done.code == 2 and "did you mean rollouts" in done.err and not (tmp_path / "x").exists()


def test_doctor_trusts_the_analytic_judge_and_not_a_blind_one(cli: Cli, simulator: str) -> None:
    done = cli("judge", "doctor", "--json")
    probes = json.loads(done.out)
    assert done.code == 0 and [p["name"] for p in probes] == ["identity", "black", "swapped", "wrong-instruction"]
    assert all(p["ok"] and p["cases"] == 32 for p in probes)
    blind = cli("judge", "doctor", "--judge", "harness", "--model", simulator)
    assert blind.code == 1 and "do not rely on this judge" in blind.err and blind.out.count("FAIL") == 4


def test_cases_are_written_and_read(cli: Cli, tmp_path: Path) -> None:
    assert cli("judge", "cases", tmp_path / "set", "-n", 6).code == 0
    done = cli("judge", "bench", tmp_path / "set" / "cases.jsonl", "--json")
    assert done.code == 0 and json.loads(done.out)["cases"] == 6 and json.loads(done.out)["consistency"] == 1.0
    assert cli("judge", "cases", tmp_path / "set").code == 2


@pytest.mark.parametrize("name", ["evolve", "lwe", "rho", "synthesize"])
def test_the_shipped_configs_are_valid(name: str) -> None:
    model = {"evolve": Evolve, "lwe": Lwe, "rho": Rho, "synthesize": Synthesize}[name]
    made = model.model_validate(yaml.safe_load(config(name).read_text("utf-8")))
    lines = getattr(estimate, name)(made, cases(8)).lines(made.budget)
    assert any("together about" in line for line in lines) and "requests" in lines[-1]


@pytest.mark.parametrize(
    ("method", "settings"),
    [
        ("lwe", {"method": "vanilla"}),
        ("lwe", {"method": "specific"}),
        ("lwe", {"method": "majority"}),
        ("lwe", {"method": "lwe"}),
        ("lwe", {"method": "selective"}),
        ("synthesize", {}),
        ("rho", {"coreset": "4"}),
    ],
)
def test_an_estimate_is_within_a_fifth_of_what_a_server_counts(
    method: str, settings: dict[str, str], tmp_path: Path
) -> None:
    """The simulator stands for a model that is sure of three quarters of its cases, as the estimate reckons."""
    pytest.importorskip("pydantic_monty", reason="verifiers run in pydantic-monty")
    some = cases(48)
    with simulator_server() as server:
        name = f"{server.url}#{MODEL}+lightness+warmth+chroma"
        made = loop_config(method, Models(subagent=name, side=48), **settings)
        learn(made, some, tmp_path / "run")
        counted = len(server.requests)
    expected = getattr(estimate, method)(made, some).total
    assert 0.8 * counted <= expected <= 1.2 * counted, (expected, counted)
