"""The speed bench runs, its aims are judged rightly, and its settings are valid and visible."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.speed import live as speed_live
from bench.speed import peers as speed_peers
from bench.speed import report as speed_report
from bench.speed import run as speed
from bench.speed import sliders as speed_sliders
from bench.speed import stages as speed_stages
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
        "--stages",
        "agent",
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
    assert [row["unit"] for row in data["stages"]] == ["edits / s", "s", "s", "s"] and "agent, whole edit" in done.out
    assert "| jarvisevo full | " in (tmp_path / "a.md").read_text("utf-8")
    assert [aim["met"] for aim in data["aims"][:4]] == [None] * 4 and "not measured" in done.out


def test_costs_of_operations(cli: Callable[..., Any]) -> None:
    done = cli("bench", "speed", "--ops", "--seconds", 0.01)
    assert done.code == 0 and "presence" in done.out and "grain" in done.out


def test_sliders_of_a_preview(cli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "ONE", (96, 64))
    monkeypatch.setattr(speed, "QUARTER", (48, 32))
    done = cli("bench", "speed", "--sliders")
    assert done.code == 0 and "0.01 MP, basic" in done.out and "full" in done.out


def test_every_slider_is_moved_and_the_slowest_is_named() -> None:
    names = speed_sliders.slider_names()
    assert len(names) > 90 and {"Exposure2012", "CropAngle", "GrainSeed", "Temperature"} <= set(names)
    found = speed_sliders.measure(speed.sized((96, 64)), "basic", speed.BASIC, ["Exposure2012", "GrainAmount"])
    assert found.sliders == 2 and found.slowest_name in ("Exposure2012", "GrainAmount")
    assert 0 < found.median <= found.slowest == max(found.worst_tenth, found.slowest)
    page = "\n".join(speed_sliders.markdown([found]))
    assert f"({found.slowest_name})" in page and "0.01 MP, basic chain" in page


def test_aims_are_judged_in_their_direction() -> None:
    assert speed_report.SpeedAim("a", 2, 1.5).met and not speed_report.SpeedAim("a", 2, 2.5).met
    assert speed_report.SpeedAim("a", 2, 2.5, at_most=False).met and speed_report.SpeedAim("a", 2, None).met is None


@pytest.mark.parametrize("tool", ["rawtherapee-cli", "darktable-cli"])
def test_peers_get_more_to_do_from_job_to_job(tool: str, tmp_path: Path) -> None:
    sizes = [len(speed_peers.profile(tool, job, tmp_path).read_text()) for job in speed_peers.JOBS]
    assert sizes == sorted(set(sizes))


def test_a_program_that_fails_is_not_a_measurement() -> None:
    with pytest.raises(RuntimeError, match="ended with"):
        speed.process(["false"])


def test_a_step_of_the_agent_and_the_stages_by_their_commands(tmp_path: Path) -> None:
    rows = {row.name: row for row in speed_stages.measure(tmp_path, 0.01, ["agent"])}
    assert rows["agent, whole edit"].value and all(row.value and row.value > 0 for row in rows.values())
    assert {name.removeprefix("agent, ") for name in rows} == {
        "whole edit",
        "reply of a step",
        "render of a step",
        "judging of a step",
    }


def test_what_cannot_be_measured_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for row in speed_stages.measure(tmp_path, 0.01, ["train"]):
        assert row.value is None and ("no data set" in row.note or "missing" in row.note)
    monkeypatch.setattr(speed_stages, "find_spec", lambda name: None)
    stages = speed_stages.measure(tmp_path, 0.01, ["train"])
    assert len(stages) == 2
    for row in stages:
        assert row.value is None and "torch, transformers, trl missing" in row.note
    monkeypatch.setattr(speed_stages, "DATA", Path("configs/none.yaml"))
    (row,) = speed_stages.measure(tmp_path, 0.01, ["data"])
    assert row.value is None and "configs/none.yaml is not here" in row.note
    assert "not measured" in "\n".join(speed_stages.markdown([row])) and "is not here" in speed_stages.table([row])


def test_a_command_that_fails_is_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bad.yaml").write_text("nonsense: 1\n")
    monkeypatch.setattr(speed_stages, "DATA", tmp_path / "bad.yaml")
    (row,) = speed_stages.measure(tmp_path, 0.01, ["data"])
    assert row.value is None and "ended with 2" in row.note


def test_tokens_per_second_of_a_run(tmp_path: Path) -> None:
    rows = [{"step": i, "seconds": 10.0 + 2 * i, "loss": 1.0} for i in range(1, 7)]
    (tmp_path / "metrics.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "config.yaml").write_text("stage: sft\noptim:\n  batch_size: 4\n  accumulation: 2\n")
    assert speed_stages.tokens_per_second("90 samples, 150 tokens each", tmp_path)[0] == 4 * 2 * 150 / 2
    (tmp_path / "config.yaml").write_text("optim: {batch_size: 4, accumulation: 1, global_batch: 24}\n")
    assert speed_stages.tokens_per_second("90 samples, 150 tokens each", tmp_path)[0] == 24 * 150 / 2
    with pytest.raises(Exception, match="said nothing of its tokens"):
        speed_stages.tokens_per_second("done", tmp_path)


def test_wrong_stages_are_a_wrong_call(cli: Callable[..., Any]) -> None:
    done = cli("bench", "speed", "--stages", "agent,lunch")
    assert done.code == 2 and "lunch" in done.err


def test_the_profile_of_a_data_build_is_told_by_stage(tmp_path: Path) -> None:
    from bench.speed.stages import _profile

    assert _profile(tmp_path) == ""
    (tmp_path / "profile.json").write_text('{"seconds": {"pairs": 3.0, "evaluation": 1.0}}')
    assert _profile(tmp_path) == ": pairs 75 %, evaluation 25 %"


@pytest.mark.parametrize("chromium", [True, False])
def test_the_page_is_measured_or_says_why_not(
    cli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, chromium: bool
) -> None:
    pytest.importorskip("playwright", reason="the page is tried with Playwright (extra dev)")
    pytest.importorskip("starlette", reason="the page needs the extra jarvisevo[live]")
    if chromium and not (shutil.which("chromium") or shutil.which("google-chrome")):
        pytest.skip("no Chromium on this machine")
    monkeypatch.setattr(speed, "ONE", (192, 128))
    monkeypatch.setattr(speed, "LIVE_PHOTOS", 4)
    monkeypatch.setattr(speed_live, "MOVES", 2)
    if not chromium:
        monkeypatch.setattr(speed_live.shutil, "which", lambda name: None)
    done = cli("bench", "speed", "--live", "--seconds", 0.02)
    assert done.code == 0, done.err
    assert "live, growth of memory" in done.out and "4 photos opened" in done.out
    assert ("no Chromium on this machine" in done.out) is not chromium
    assert done.out.count("not measured") == (0 if chromium else 3) and (" moves in " in done.out) is chromium
