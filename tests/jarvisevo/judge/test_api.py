"""What `jarvisevo.judge` offers to a program: cases in, a library out, to disk and back, and a judge that uses it."""

import ast
from pathlib import Path

import pytest

import jarvisevo.judge as api
from jarvisevo.judge.core.synthetic import example_photos, make_cases
from jarvisevo.judge.learn import learn, loop_config
from tests.conftest import ROOT
from tests.jarvisevo.judge.simulator.server import MODEL, simulator_server

pytest.importorskip("dulwich", reason="the history of libraries needs dulwich")


def test_a_library_is_compiled_saved_loaded_and_used(tmp_path: Path) -> None:
    cases = make_cases(list(example_photos(48)), 40, 0)
    with simulator_server() as server:
        models = api.Models(subagent=f"{server.url}#{MODEL}", side=48)
        sizes = {"train": 16, "validation": 12, "report": 12, "iterations": 4, "prune_from": 50}
        library = api.compile(cases, models, method="evolve", folder=tmp_path / "run", **sizes)
        assert library.entries and library == api.load(tmp_path / "run" / "library")
        api.save(library, tmp_path / "skills")
        assert api.load(tmp_path / "skills") == library
        judge = api.open_judge("harness", tmp_path / "skills", models)
        assert judge.judge(cases[0]).library_id == library.id
        with pytest.raises(ValueError, match="no such method"):
            api.compile(cases, models, method="magic")


def test_a_server_that_is_gone_ends_a_loop_at_once(tmp_path: Path) -> None:
    from jarvisevo.judge.core.client import ServerGone

    cases = make_cases(list(example_photos(48)), 40, 0)
    with simulator_server() as server:
        url = server.url
    with pytest.raises(ServerGone, match=url):
        api.compile(cases, f"{url}#{MODEL}", method="evolve", folder=tmp_path / "run")
    assert not (tmp_path / "run" / "records.jsonl").exists()
    assert api.open_judge("analytic").judge(cases[0]).scores


def test_a_library_begins_with_another_one(tmp_path: Path) -> None:
    from tests.jarvisevo.judge.helpers import library, skill

    api.save(library(skill("mine", "noise")), tmp_path / "skills")
    cases = make_cases(list(example_photos(48)), 8, 0)
    with simulator_server() as server:
        settings = {"method": "lwe", "start": str(tmp_path / "skills"), "batch": 2}
        config = loop_config("lwe", f"{server.url}#{MODEL}", **settings)
        report = learn(config, cases, tmp_path / "run")
    entries = api.load(Path(report["store"])).entries
    assert "mine" in entries and "meta-prompt" in entries


def test_every_public_name_is_there() -> None:
    for name in api.__all__:
        assert getattr(api, name) is not None
    with pytest.raises(AttributeError, match="nothing_like_it"):
        _ = api.nothing_like_it


def test_the_core_knows_no_method() -> None:
    seen = []
    for path in (ROOT / "jarvisevo" / "judge" / "core").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [module or ""]
            seen += [f"{path.name}: {name}" for name in names if name.startswith("jarvisevo.judge")]
    assert seen and not [line for line in seen if ": jarvisevo.judge.core" not in line]
