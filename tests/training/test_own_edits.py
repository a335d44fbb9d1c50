"""A model's own edits written down, and learnt in place of the targets."""

import json
import shutil
from collections import Counter
from pathlib import Path

import cv2
import pytest
from typer.testing import CliRunner

from editor_ops.color import mean_delta_e
from editor_ops.settings import Settings
from jarvisevo.files.journal import Journal
from jarvisevo.protocol.turns import edit_turn
from jarvisevo.qwen import folder as qwen_vl
from jarvisevo.qwen.generate import TokenCompletion
from training import data as dataset
from training import own_edits
from training.config import TrainDataConfig
from training.rollout import EditRollout
from training.run import TrainingDataError


@pytest.fixture
def copied(data: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(data, tmp_path / "copied"))


def test_own_edits_take_the_place_of_the_targets(copied: Path) -> None:
    Journal(copied / "own_edits.jsonl").add(
        {"id": "e0", "thought": "Even. Wanted: brighter.", "settings": {"Exposure2012": 0.7}}, {"id": "e1"}
    )
    config = TrainDataConfig(folders=(copied,), kinds=("edit",), imitate="own")
    left: Counter[str] = Counter()
    said = {each.id: each for each in dataset.conversations(dataset.entries(config), config, left)}
    assert sorted(said) == ["e0", "r0"] and left == {"without an edit of its own": 5}
    answer = said["e0"].messages[-1].text
    assert "0.7" in answer and "Even. Wanted: brighter." in answer and "0.5" not in answer


def row(left: float, **more: object) -> dict[str, object]:
    """An own edit of e1, whose target is more contrast and colour."""
    return {
        "id": "e1",
        "thought": "Flat. Wanted: contrast up.",
        "settings": {"Contrast2012": 4},
        "image": "images/1.png",
        "left": left,
        "score": 2.0,
        "rationale": "Wanted: contrast up. Done: nothing.",
        **more,
    }


def test_of_an_own_edit_and_the_teachers_the_nearer_is_learnt(copied: Path) -> None:
    lines = (copied / "edit.jsonl").read_text("utf-8").splitlines()
    known = [json.loads(line) for line in lines]
    for each in known:
        each["meta"]["teacher_left"] = 3.0
    (copied / "edit.jsonl").write_text("".join(json.dumps(each) + "\n" for each in known), "utf-8")
    config = TrainDataConfig(folders=(copied,), kinds=("edit",), imitate="nearer")

    def learnt(left: float) -> str:
        (copied / "own_edits.jsonl").unlink(missing_ok=True)
        Journal(copied / "own_edits.jsonl").add(row(left))
        said = {each.id: each for each in dataset.conversations(dataset.entries(config), config, Counter())}
        assert sorted(said) == ["e1", "r0"]  # those that were never asked for are nobody's
        return said["e1"].messages[-1].text

    assert "0.25" in learnt(4.0) and "0.25" not in learnt(2.0) and "Contrast2012" in learnt(2.0)


def test_own_edits_are_judged_and_corrected_too(copied: Path) -> None:
    fix = {"thought": "Missing: contrast up.", "call": {"Contrast2012": 12.0}, "image": "images/1_done.png"}
    Journal(copied / "own_edits.jsonl").add(row(2.5, correction=fix))
    config = TrainDataConfig(
        folders=(copied,), kinds=("edit",), own=("judgement", "correction"), judged_by="images", learn=("reflect",)
    )
    said = {each.id: each for each in dataset.conversations(dataset.entries(config), config, Counter())}
    assert sorted(said) == ["e1-own-e", "e1-own-r", "r0"]
    judged, corrected = said["e1-own-e"], said["e1-own-r"]
    assert judged.kind == "eval" and judged.score == 2.0 and "Done: nothing." in judged.messages[-1].text
    assert [ref.path.name for ref in judged.images] == ["1.png", "1.png"]
    assert corrected.kind == "reflect" and corrected.learnt == {"reflect"}
    assert "Missing: contrast up." in corrected.messages[-1].text and "12" in corrected.messages[-1].text
    assert "2.00" in corrected.messages[-2].text  # the score that asks for it
    assert all(each.wanted and each.wanted.path.name == "1_done.png" for each in (judged, corrected))


def test_own_edits_without_their_distance_are_refused_where_it_counts(copied: Path) -> None:
    Journal(copied / "own_edits.jsonl").add({"id": "e0", "thought": "", "settings": {"Exposure2012": 0.7}})
    config = TrainDataConfig(folders=(copied,), kinds=("edit",), imitate="nearer")
    with pytest.raises(TrainingDataError, match="without their distance"):
        list(dataset.conversations(dataset.entries(config), config, Counter()))


def test_a_correction_goes_half_of_the_way_with_the_sliders_that_bring_most() -> None:
    now, target = Settings.parse({"Exposure2012": 1.0}), Settings.parse({"Contrast2012": 40, "Clarity2012": 1})
    assert own_edits.towards(now, target, 0.5) == {"Exposure2012": 0.5, "Contrast2012": 20}
    assert own_edits.towards(now, Settings.parse({"Exposure2012": 1.0, "CropAngle": 5}), 0.5) == {}


def test_what_is_written_down_leads_nearer(micro: Path, copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def edits(rollouts: list[EditRollout], *_: object) -> None:
        for rollout in rollouts:
            ids = rollout.conversation.tokens.encode(edit_turn("So be it.", {"Exposure2012": 1.5}, "finished"))
            rollout.answer(TokenCompletion(tuple(ids), "stop"))

    monkeypatch.setattr(own_edits, "sample_rollouts", edits)
    own_edits.write_down(qwen_vl.load(micro, device="cpu"), copied, None, 1, 1, 16)
    rows = {row["id"]: row for row in Journal(copied / "own_edits.jsonl").rows}
    stored = {each.record.id: each for each in dataset.entries(TrainDataConfig(folders=(copied,), kinds=("edit",)))}
    assert len(rows) == 6 and all("correction" in row for row in rows.values())
    for name, row in rows.items():
        wanted = cv2.imread(str(copied / stored[name].record.target))
        own, corrected = (cv2.imread(str(copied / path)) for path in (row["image"], row["correction"]["image"]))
        assert mean_delta_e(corrected[..., ::-1], wanted[..., ::-1]) < mean_delta_e(own[..., ::-1], wanted[..., ::-1])
        assert row["correction"]["call"]["Exposure2012"] < 1.5 and 1 <= row["score"] < 5
        assert row["left"] == pytest.approx(mean_delta_e(own[..., ::-1], wanted[..., ::-1]), abs=0.5)


def test_without_own_edits_the_command_that_makes_them_is_named(copied: Path) -> None:
    config = TrainDataConfig(folders=(copied,), kinds=("edit",), imitate="own")
    with pytest.raises(TrainingDataError, match=r"python -m training\.own_edits MODEL"):
        list(dataset.conversations(dataset.entries(config), config, Counter()))


def test_they_are_written_once_by_all_processes_together(micro: Path, copied: Path) -> None:
    import typer

    app = typer.Typer()
    app.command()(own_edits.main)
    for part in ("1/2", "2/2", "2/2"):
        done = CliRunner().invoke(app, [str(micro), str(copied), "--part", part, "--max-tokens", "16"])
        assert done.exit_code == 0, done.output
    rows = [row["id"] for file in sorted(copied.glob(dataset.FILES)) for row in Journal(file).rows]
    assert sorted(rows) == [f"e{i}" for i in range(6)]  # each once, though the second process ran twice
    wrong = CliRunner().invoke(app, [str(micro), str(copied), "--part", "3/2"])
    assert wrong.exit_code == 2 and "which of how many" in wrong.output
    missing = CliRunner().invoke(app, [str(copied / "no"), str(copied)])
    assert missing.exit_code == 1 and "no such folder" in missing.output
