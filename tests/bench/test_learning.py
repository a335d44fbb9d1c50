"""The ablation's chains, its report, and that nothing is trained twice. No model is trained here."""

import json
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from bench import learning
from bench.learning import LearningConfig, RowConfig, chain, changes, table
from jarvisevo.files.config import load
from training.config import SepoConfig
from training.config import load as load_stage

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def config(tmp_path: Path) -> LearningConfig:
    return load(ROOT / "configs/nano/learning.yaml", LearningConfig, [f"out={tmp_path / 'out'}"])


def rows(config: LearningConfig) -> dict[str, RowConfig]:
    return {row.name: row for row in config.rows}


def test_the_rows_of_the_papers_table_are_there(config: LearningConfig) -> None:
    assert [
        r.seeds
        for n in ("SFT", "SEPO", "SEPO without SLM", "SEPO without evaluator loop", "SEPO + RFT")
        if (r := rows(config)[n])
    ] == [3] * 5
    assert all((ROOT / path).is_file() for path in (config.sft, config.sepo, config.rft))


def test_rows_of_a_seed_share_their_first_stages(config: LearningConfig) -> None:
    full, rft, ablated = (chain(config, rows(config)[n], 1) for n in ("SEPO", "SEPO + RFT", "SEPO without SLM"))
    assert full[0] == rft[0] == ablated[0] and full[1] == rft[1] != ablated[1]
    assert f"model.name={full[0].folder / 'model'}" in full[1].arguments and "seed=1" in full[1].arguments
    assert "selective_masking=false" in ablated[1].arguments and "selective_masking=false" not in full[1].arguments
    assert f"data.folders=[{full[1].folder / 'reflections'}]" in rft[2].arguments
    assert chain(config, rows(config)["SEPO"], 2)[0] != full[0]


def test_the_control_goes_on_from_the_same_sft_with_its_own_keys(tmp_path: Path) -> None:
    config = load(ROOT / "configs/nano/learning_small.yaml", LearningConfig, [f"out={tmp_path / 'out'}"])
    first, again = chain(config, rows(config)["SFT continued"], 0)
    assert first == chain(config, rows(config)["SEPO"], 0)[0] == chain(config, rows(config)["SFT"], 0)[0]
    assert again.arguments[0] == first.arguments[0] and f"model.name={first.folder / 'model'}" in again.arguments
    assert again.folder != first.folder and "optim.learning_rate=3.0e-4" in again.arguments


def test_seeds_may_begin_with_one_sft_and_rows_without_a_loop_have_as_many_edits(tmp_path: Path) -> None:
    config = load(ROOT / "configs/nano/learning_collapse.yaml", LearningConfig, [f"out={tmp_path / 'out'}"])
    both = [row for row in config.rows if row.sepo is not None]
    firsts = {chain(config, row, seed)[0] for row in both for seed in range(row.seeds)}
    assert len(both) == 4 and len(firsts) == 1
    for row in both:
        *_, last = chain(config, row, 2)
        trained = load_stage(ROOT / last.arguments[0], last.arguments[1:])
        assert isinstance(trained, SepoConfig) and trained.seed == 2
        share = trained.editor_share if trained.evaluator_loop else 1
        assert (trained.optim.global_batch or 0) * share == 32 and trained.optim.steps == 200
        assert trained.reward.weights["preference"] == 1


def test_a_run_trains_only_what_is_missing_and_stops_with_the_command(
    config: LearningConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, ...]] = []

    def command(arguments: Any, threads: int | None) -> None:
        assert threads is None
        asked.append(tuple(arguments))
        if arguments[0] == "training.measure":
            Path(arguments[arguments.index("--json") + 1]).write_text(
                json.dumps({"editing": {"delta_e": 3.0}, "judging": {"srcc": 0.8}})
            )
        else:
            folder = Path(next(a for a in arguments if a.startswith("out="))[4:]) / "model"
            folder.mkdir(parents=True)
            (folder / "config.json").write_text("{}")

    monkeypatch.setattr(learning, "_command", command)
    learning.run(config, "SEPO + RFT")
    assert [a[:2] for a in asked] == [("jarvisevo", "train")] * 3 + [("training.measure", asked[3][1])] + [
        ("jarvisevo", "train")
    ] * 3 + [("training.measure", asked[7][1])] + [("jarvisevo", "train")] * 3 + [("training.measure", asked[11][1])]
    before = len(asked)
    learning.run(config, "SEPO + RFT")
    assert len(asked) == before
    monkeypatch.undo()
    with pytest.raises(RuntimeError, match="ended with"):
        learning._command(["jarvisevo", "train", "nothing.yaml"], None)


def test_runs_side_by_side_share_stages_and_stop_together(
    config: LearningConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, ...]] = []
    both = Barrier(2)

    def command(arguments: Any, threads: int | None) -> None:
        assert threads is not None and threads >= 1
        asked.append(tuple(arguments))
        if arguments[0] == "training.measure":
            raise RuntimeError("no room")
        folder = Path(next(a for a in arguments if a.startswith("out="))[4:])
        if folder.parent.name == "sft" and folder.name in "01":
            both.wait(timeout=20)  # the SFT of two seeds, at one time
        (folder / "model").mkdir(parents=True)
        (folder / "model" / "config.json").write_text("{}")

    monkeypatch.setattr(learning, "_command", command)
    with pytest.raises(RuntimeError, match="no room"):
        learning.run(config, jobs=2)
    assert len(asked) == len(set(asked)) and not any("rft" in a for each in asked for a in each)


def test_the_table_has_means_and_spreads_and_says_what_is_missing() -> None:
    text = table(
        [
            (RowConfig(name="A", seeds=3), {0: {"delta_e": 2.0, "srcc": 0.8}, 2: {"delta_e": 4.0}}),
            (RowConfig(name="B"), {}),
        ]
    )
    first, second = text.splitlines()[2:]
    assert first.startswith("| A | 2 of 3 | 3.00 ± 1.41 |") and "| 0.800 |" in first and "not run" in second


def test_changes_are_those_in_the_sft_of_the_same_seed() -> None:
    sft = RowConfig(name="SFT", seeds=2), {0: {"delta_e": 2.0, "srcc": 0.8}, 1: {"delta_e": 5.0, "srcc": 0.5}}
    sepo = (
        RowConfig(name="SEPO", seeds=3, sepo=()),
        {1: {"delta_e": 4.0, "srcc": 0.6}, 0: {"delta_e": 2.5}, 2: {"delta_e": 9.0}},
    )
    (line,) = changes([sft, sepo]).splitlines()[2:]
    assert line.startswith("| SEPO | 2 of 3 | -0.25 ± 1.06 |") and "| +0.100 |" in line
    assert "not run" in changes([(sft[0], {}), sepo])


def test_curves_and_report(config: LearningConfig, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    folder = chain(config, rows(config)["SEPO"], 0)[1].folder
    folder.mkdir(parents=True)
    (folder / "metrics.jsonl").write_text(
        "".join(json.dumps({"step": i, "self_score": 3 + i / 10}) + "\n" for i in range(5))
    )
    code = learning.main([str(ROOT / "configs/nano/learning.yaml"), f"out={config.out}", "--report"])
    assert code == 0 and (config.out / "curves.png").stat().st_size > 1000 and "SEPO + RFT" in capsys.readouterr().out
    assert learning.main(["none.yaml"]) == 2
