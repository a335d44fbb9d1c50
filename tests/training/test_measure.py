"""Figures of a model beside its baselines, and the folder that ships."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import torch
import typer
import yaml

from editor_ops.settings import Settings
from jarvisevo.files.config import dump
from jarvisevo.protocol.turns import edit_turn, evaluation_turn
from jarvisevo.qwen.folder import load
from jarvisevo.qwen.generate import TokenCompletion
from jarvisevo.record.artedit import read
from tests.training.conftest import noise_image
from training import measure, ship
from training.average import average
from training.config import load as stage_config
from training.heldout import Heldout, edited
from training.measure import baselines, figures, opened, summary
from training.run import bounds, mark


def test_figures_of_a_image_are_those_of_the_definitions() -> None:
    photo = noise_image(1)
    same = edited(photo, photo, photo, "make it brighter", 0.5)
    assert same.delta_e == same.l1 == same.l2 == 0 and same.followed == {"brightness +": False}
    apart = edited(photo, (photo // 2 + 51).astype("uint8"), photo // 2, "make it brighter", 0.0)
    assert apart.l1 == pytest.approx(0.2) and apart.l2 == pytest.approx(0.04)


def test_means_count_every_edit_and_every_wish() -> None:
    photo = noise_image(2)
    rows = [
        edited(photo, photo, photo, "make it brighter and warmer", 1.0, valid=True),
        edited(photo, photo // 2, photo, "darker", 0.0, valid=False),
    ]
    found = summary(rows)
    assert (
        found["edits"] == 2
        and found["wishes"] == 3
        and found["followed"] == pytest.approx(1 / 3, abs=1e-4)
        and found["valid"] == 0.5
    )
    assert found["by_class"]["brightness -"] == [1.0, 1]


def test_corrections_are_counted_beside_the_edits() -> None:
    photo = noise_image(2)
    row = edited(photo, photo // 2, photo, "darker", 0.0, valid=True)
    rows = [
        replace(row, corrected=1.0, handed_out=1.0),
        replace(row, corrected=row.delta_e + 1, handed_out=row.delta_e),
        replace(row, handed_out=row.delta_e),
    ]
    found = summary(rows)
    assert found["corrections"] == 2 and found["nearer"] == 0.5 and found["edits"] == 3
    assert found["uncorrected"] == pytest.approx(row.delta_e, abs=1e-4) == found["delta_e"]
    assert found["corrected"] == pytest.approx((row.delta_e + 2) / 2, abs=1e-4)
    assert found["handed_out"] == pytest.approx((2 * row.delta_e + 1) / 3, abs=1e-4)
    assert found["handed_out_gain"] == pytest.approx((1 - row.delta_e) / 3, abs=1e-4)
    assert (found["taken"], found["taken_after"], found["taken_nearer"]) == (1, 1.0, 1.0)  # the others it left alone
    assert found["taken_before"] == pytest.approx(row.delta_e, abs=1e-4)


def test_held_out_edits_are_corrected_once_and_the_better_scored_is_handed_out(
    micro: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, held = opened(micro, data, 2)
    gold = [e.record.trajectory.settings.to_dict() for e in held.edits]

    def sample(prompts: Any, seeds: Any, greedy: bool = False) -> list[TokenCompletion]:
        out = []
        for seed in seeds:
            i, turn = next(i for i, e in enumerate(held.edits) if seed.startswith(e.record.id)), int(seed[-1])
            nothing, right = (
                edit_turn("No.", {"Contrast2012": 90}, "finished"),
                edit_turn("So.", {"Contrast2012": 0} | gold[i]),
            )
            said = (nothing, evaluation_turn("Bad.", 2.0 + i), right, evaluation_turn("Now.", 4.0 - 3 * i))[turn]
            out.append(TokenCompletion(tuple(held.tokens.encode(said)), "stop"))
        return out

    monkeypatch.setattr(Heldout, "_sampler", lambda *_: sample)
    rows = held.edit(None, correct=True)  # type: ignore[arg-type]
    assert [r.corrected for r in rows] == [0, 0] and all(r.delta_e > 1 and r.valid for r in rows)
    assert rows[0].handed_out == 0 and rows[1].handed_out == rows[1].delta_e  # as it scored itself


def test_black_results_and_own_samples_tell_whether_a_judge_looks(
    micro: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A judge that scores by the mean of the last image it is shown: black is black,
    and its order is that of the images.
    """
    _, held = opened(micro, data, None)
    assert len(held.edits) == len(held.evals) == 6
    seen: list[Any] = []

    def sample(prompts: Any, seeds: Any, greedy: bool = False) -> list[TokenCompletion]:
        out = []
        for prompt, seed in zip(prompts, seeds, strict=True):
            seen.append((seed, greedy))
            if "Please evaluate" in held.tokens.decode(prompt.ids[-60:]):
                text = evaluation_turn("I look.", round(3 + 2 * float(prompt.images[-1].patches.mean()), 2))
            else:
                text = edit_turn("So.", {"Exposure2012": Random(seed).uniform(-1, 1)}, "finished")
            out.append(TokenCompletion(tuple(held.tokens.encode(text)), "stop"))
        return out

    monkeypatch.setattr(Heldout, "_sampler", lambda *_: sample)
    found = figures(None, held, blackout=True, samples=3)  # type: ignore[arg-type]
    black = held.judge(None, blackout=True)  # type: ignore[arg-type]
    assert {pair.given for pair in black} == {1.0}
    assert found["blackout"]["mean_score"] == 1.0 and "srcc" not in found["blackout"]
    assert found["blackout"]["fall"] == found["judging"]["srcc"] and found["blackout"]["unmoved"] == 0
    assert 0 < found["ordering"]["pairs"] <= 18 and 0 <= found["ordering"]["right"] <= 1
    assert found["ordering"]["ties"] < 0.2
    assert {greedy for seed, greedy in seen if seed.endswith(":0:1")} == {True}  # own judgements are not sampled
    assert found["editing"]["photos"] == found["editing"]["edits"] and len(found["editing"]["delta_e_interval"]) == 2
    assert found["sampled"]["edits"] == 6
    json.dumps(found, allow_nan=False)


def test_baselines_stand_on_the_same_records(micro: Path, data: Path) -> None:
    _, held = opened(micro, data, 40)
    rows = baselines(held)
    assert set(rows) == {"identity", "auto", "expert"} and {r["edits"] for r in rows.values()} == {len(held.edits)}
    assert rows["identity"]["delta_e"] > 1 and rows["identity"]["tools"] == 0


def test_the_command_says_what_is_wrong_in_one_line(
    micro: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "figures.json").write_text("{}")
    shutil.copytree(data, tmp_path / "build" / "heldout")
    for keys, said in (
        ({"model": str(tmp_path / "none")}, "none: no such folder"),
        ({"dataset": tmp_path / "none"}, "none: no such data set"),
        ({"dataset": tmp_path / "build"}, "name one of its sets: "),
        ({"beside": [tmp_path / "figures.json"]}, "figures.json: holds no figures"),
    ):
        with pytest.raises(typer.Exit):
            measure.main(**{"model": str(micro), "dataset": data} | keys)
        lines = capsys.readouterr().err.strip().splitlines()
        assert said in lines[-1], lines
    assert measure.model_folder("nano") == measure.NANO


def test_the_command_writes_all_and_says_the_main_figures(
    micro: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    measure.main(str(micro), data, limit=2, max_tokens=16, out=tmp_path / "new" / "figures.json")
    said = capsys.readouterr().out
    assert "2 edits of" in said and "expert: " in said and "2 judgements" in said and len(said.splitlines()) < 10
    assert json.loads((tmp_path / "new" / "figures.json").read_text("utf-8"))["editing"]["edits"] == 2


def test_a_model_is_measured_and_shipped_with_its_card(micro: Path, data: Path, tmp_path: Path) -> None:
    qwen, held = opened(micro, data, 4, 16)
    found = figures(qwen, held)
    assert found["editing"]["edits"] == 4 and found["editing"]["valid"] == 0 and found["judging"]["judgements"] == 4
    run = tmp_path / "run"
    shutil.copytree(micro, run / "model")
    (run / "metrics.jsonl").write_text(json.dumps({"step": 3, "seconds": 60.0}) + "\n")
    stage = {
        "stage": "sft",
        "out": str(run),
        "seed": 5,
        "model": {"name": "nano"},
        "data": {"folders": [str(data)]},
        "optim": {"learning_rate": 1e-3, "batch_size": 1, "steps": 3},
    }
    sft = tmp_path / "sft.yaml"
    sft.write_text(yaml.safe_dump(stage))
    (run / "config.yaml").write_text(dump(stage_config(sft)))
    mark(run / "model", bounds=bounds(stage_config(sft)))
    build = tmp_path / "data"
    build.mkdir()
    (build / "heldout").symlink_to(data)
    split = {"photos": 3, "edit": 6, "eval": 6, "licence": {"CC0": 6}}
    (build / "card.json").write_text(json.dumps({"splits": {"train": split, "heldout": split}}))
    measured = {
        s: {key: {"mean": v, "error": 0.1, "n": 60} for key in ("l1", "l2", "delta_e", "o:analytic")}
        for s, v in (("expert", 4.0), ("nano", 5.0))
    }
    (tmp_path / "results.json").write_text(
        json.dumps(
            {"config": {"systems": [{"name": "nano", "model": str(run / "model")}]}, "figures": {"all": measured}}
        )
    )
    config = {
        "out": str(tmp_path / "nano"),
        "stages": {"SFT": str(sft)},
        "chosen": "SFT",
        "data": str(build),
        "benchmark": str(tmp_path / "results.json"),
        "limit": 3,
    }
    (tmp_path / "ship.yaml").write_text(yaml.safe_dump(config))
    ship.main(tmp_path / "ship.yaml")
    card = (tmp_path / "nano" / "README.md").read_text("utf-8")
    assert f"| SFT | 5 | 3 | 1 | `jarvisevo train {sft}` |" in card and "| identity | 3 |" in card and "CC0 (6)" in card
    assert "no closer to the wanted images than the rules (ΔE2000 5.00 and 4.00), so they stay the default" in card
    assert "| | judgements | SRCC | falls by | pairs in order | ties |" in card and "tell little or nothing" in card
    seeing = {"judging": {"srcc": 0.4}, "editing": {"delta_e": 4.0, "handed_out": 3.9}}
    assert ship.judges(seeing) and "tell something, and need the images" in ship._limits(seeing)[1]
    harmful = seeing | {"editing": {"delta_e": 4.0, "handed_out": 4.1}}  # it sees, but what it chooses is farther off
    assert not ship.judges(harmful) and '"judges": false' in ship._limits(harmful)[2]
    assert load(tmp_path / "nano").model is not None
    for key, said in (("out", "elsewhere"), ("seed", 6), ("optim", stage["optim"] | {"steps": 4})):
        sft.write_text(yaml.safe_dump(stage | {key: said}))  # the card's command would make another model
        with pytest.raises(SystemExit, match="holds no finished run of"):
            ship.main(tmp_path / "ship.yaml")
    sft.write_text(yaml.safe_dump(stage))
    average(tmp_path / "mean" / "model", [run / "model", run / "model"])
    both = config | {"averages": {"Mean": str(tmp_path / "mean" / "model")}, "chosen": "Mean", "benchmark": None}
    both["trained"] = [str(build / "card.json")] * 2
    (tmp_path / "ship.yaml").write_text(yaml.safe_dump(both | {"out": str(tmp_path / "shipped")}))
    ship.main(tmp_path / "ship.yaml")
    card = (tmp_path / "shipped" / "README.md").read_text("utf-8")
    assert "Mean: the mean of the weights of" in card and "| photos | 3 | 3 |\n| edit | 12 | 6 |" in card
    (tmp_path / "mean" / "model" / "average.json").write_text(json.dumps({"mean_of": ["elsewhere"]}))
    with pytest.raises(SystemExit, match="no mean of models of the stages"):
        ship.main(tmp_path / "ship.yaml")
    (tmp_path / "ship.yaml").write_text(yaml.safe_dump(config))
    results = (tmp_path / "results.json").read_text("utf-8")
    (tmp_path / "results.json").write_text(results.replace(str(run / "model"), "elsewhere"))
    with pytest.raises(SystemExit, match="elsewhere.*not nano from"):
        ship.main(tmp_path / "ship.yaml")
    (tmp_path / "results.json").write_text(results)
    config["most_mb"] = 0.01
    (tmp_path / "ship.yaml").write_text(yaml.safe_dump(config))
    with pytest.raises(SystemExit, match="are allowed"):
        ship.main(tmp_path / "ship.yaml")
    assert (tmp_path / "nano" / "README.md").is_file()  # what was there stays


def test_gold_calls_reach_the_target(data: Path) -> None:
    from editor_ops.photo import Photo
    from editor_ops.pipeline import render

    record = next(iter(read(data)))
    photo = Photo.from_array(noise_image(0))
    wanted = render(photo, record.trajectory.settings).eight_bit()
    row = edited(render(photo, Settings()).eight_bit(), wanted, wanted, record.instruction, 1.0)
    assert row.delta_e == 0 and all(row.followed.values())
    assert summary([row])["delta_e"] == 0


def test_the_mean_of_two_models(micro: Path, tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    other = tmp_path / "other"
    shutil.copytree(micro, other)
    weights = load_file(micro / "model.safetensors")
    save_file({k: v + 1 for k, v in weights.items()}, other / "model.safetensors", metadata={"format": "pt"})
    average(tmp_path / "mean", [micro, other])
    mean = load_file(tmp_path / "mean" / "model.safetensors")
    assert all(torch.allclose(mean[k].float(), v.float() + 0.5, atol=1e-2) for k, v in weights.items())
    assert load(tmp_path / "mean").model is not None
    with pytest.raises(OSError, match="mean"):
        average(tmp_path / "mean", [micro, other])
    with pytest.raises(ValueError, match="two models"):
        average(tmp_path / "one", [micro])
    with pytest.raises(FileExistsError, match="holds something already: name another folder"):
        average(tmp_path / "mean", [micro, other])
    save_file({k: v[:1].clone() for k, v in weights.items()}, other / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(ValueError, match="not as in"):
        average(tmp_path / "unlike", [micro, other])
    assert not (tmp_path / "unlike").exists()
