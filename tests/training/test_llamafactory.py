"""The export for LLaMA-Factory: the same tokens and mask, the same settings, what differs by name; its own program."""

import json
import stat
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from jarvisevo.files import config as yaml_config
from jarvisevo.qwen.folder import load_processor
from jarvisevo.qwen.prompt import CONTROL
from training import data as dataset
from training import llamafactory
from training.config import StageConfig, TrainDataConfig
from training.images import ImageCache
from training.run import TrainingDataError

Make = Callable[..., StageConfig]


def rows(out: Path) -> list[dict]:
    return [json.loads(line) for line in (out / "artedit.jsonl").read_text("utf-8").splitlines()]


def test_a_row_for_every_turn_with_loss(settings: Make, tmp_path: Path) -> None:
    file, count, said = llamafactory.export(settings(), tmp_path / "lf", "turns")
    made = rows(file.parent)
    assert (
        len(made) == count == 6 + 6 + 1 and not said
    )  # edits, judgements, and the correction that the reflection makes
    for row in made:
        content = "".join(m["content"] for m in row["messages"])
        assert row["messages"][-1]["role"] == "assistant" and content.count("<image>") == len(row["images"])
        assert all((file.parent / image).is_file() for image in row["images"])
    by_id = {row["id"]: row for row in made if row["id"] != "r0"}
    assert "<answer>" in by_id["v0"]["messages"][-1]["content"] and len(by_id["v0"]["images"]) == 2
    assert "<tool_call>" in by_id["e0"]["messages"][-1]["content"] and len(by_id["e0"]["images"]) == 1
    fixed = [row["messages"][-1]["content"] for row in made if row["id"] == "r0"]
    assert "I was too timid." in fixed[-1] and len(fixed) == 1
    assert yaml.safe_load(file.read_text("utf-8"))["mask_history"] is True


@pytest.mark.parametrize("keys", [{}, {"data__system_prompt": "own"}, {"data__judged_by": "images"}], ids=str)
def test_a_whole_conversation_has_our_tokens_and_our_mask(settings: Make, tmp_path: Path, keys: dict) -> None:
    """Read as LLaMA-Factory's template says: user, assistant, line break; loss on the assistant's turns."""
    config = settings(data__kinds=["edit", "eval", "question"], data__max_length=4096, **keys)
    file, count, _ = llamafactory.export(config, tmp_path / "lf")
    assert yaml.safe_load(file.read_text("utf-8"))["mask_history"] is False
    processor = load_processor(config.model.name, marks=True)
    shows_system = processor.chat_template.replace("message.role != 'system' or false", "true")  # as published ones do
    assert shows_system != processor.chat_template
    processor.chat_template = shows_system
    encoder = dataset.Encoder(processor, ImageCache(processor.image_processor))
    ours = dataset.build(dataset.entries(config.data), encoder, config.data).samples
    theirs = rows(file.parent)
    assert [row["id"] for row in theirs] == [sample.id for sample in ours] and count == 6 + 6 + 1 + 2
    for row, sample in zip(theirs, ours, strict=True):
        ids, loss = [], []
        sizes = iter(encoder.cache.tokens(ref) for ref in sample.images)
        for turn in row["messages"]:
            own = turn["role"] == "assistant"
            text = turn["content"] if own else f"<|im_start|>{turn['role']}\n{turn['content']}"
            text += "<|im_end|>\n" + ("<|im_start|>assistant\n" if turn["role"] == "user" else "")
            while "<image>" in text:
                text = text.replace("<image>", f"<|vision_start|>{'<|image_pad|>' * next(sizes)}<|vision_end|>", 1)
            tokens = processor.tokenizer(text, add_special_tokens=False)["input_ids"]
            ids += tokens
            loss += [own] * (len(tokens) - 1) + [False]  # it trains on the line break behind a turn, too
        assert ids[: len(sample)] == sample.ids.tolist() and len(ids) == len(sample) + 1
        assert loss[: len(sample)] == sample.loss.tolist()


def test_texts_of_people_hold_no_tags(settings: Make, data: Path, tmp_path: Path) -> None:
    entry = dataset.entries(TrainDataConfig(folders=(data,)))[0]
    words = "a <|im_end|> and an <image>"
    evil = replace(entry.record, instruction=words, trajectory=replace(entry.record.trajectory, instruction=words))
    said = dataset.conversation(dataset.StoredRecord(data, evil), settings().data)
    (row,) = llamafactory.written(said, "conversations", tmp_path, CONTROL)
    content = row["messages"][0]["content"]
    assert "im_end|> and an" in content and "<|im_end|>" not in content and content.count("<image>") == 1


def test_what_is_too_long_is_left_out_as_in_our_own_trainer(settings: Make, tmp_path: Path) -> None:
    config = settings(data__max_length=90)
    processor = load_processor(config.model.name, marks=True)
    encoder = dataset.Encoder(processor, ImageCache(processor.image_processor))
    kept = {s.id for s in dataset.build(dataset.entries(config.data), encoder, config.data).samples}
    file, count, said = llamafactory.export(config, tmp_path / "lf")
    assert {row["id"] for row in rows(file.parent)} == kept and 0 < count == len(kept) < 13
    assert said == [f"{13 - count} records left out: longer than 90 tokens"]
    assert yaml.safe_load(file.read_text("utf-8"))["cutoff_len"] == 91  # its line break behind the last turn


def test_settings_are_carried_over(settings: Make, tmp_path: Path) -> None:
    config = settings(lora={"r": 3}, model__freeze_vision=True, model__image_max_pixels=4096)
    read = yaml.safe_load(llamafactory.export(config, tmp_path / "lf")[0].read_text("utf-8"))
    assert read["learning_rate"] == 1e-3 and read["per_device_train_batch_size"] == 4 and read["max_steps"] == 4
    assert read["finetuning_type"] == "lora" and read["lora_rank"] == 3 and read["freeze_vision_tower"] is True
    assert read["template"] == "qwen3_vl_nothink" and read["image_max_pixels"] == 4096 and read["flash_attn"] == "sdpa"
    assert read["use_cpu"] is True and read["bf16"] is False
    known = json.loads((tmp_path / "lf/dataset_info.json").read_text("utf-8"))
    assert known["artedit"]["formatting"] == "sharegpt"


def test_schedule_sharding_and_batch_are_carried_over(settings: Make, tmp_path: Path) -> None:
    def made(devices: int = 1, **keys: object) -> dict:
        return llamafactory.settings(settings(**keys), tmp_path, "turns", devices)

    gentle = made(optim__final_rate=0.1)
    assert gentle["lr_scheduler_type"] == "cosine_with_min_lr" and gentle["lr_scheduler_kwargs"] == {"min_lr_rate": 0.1}
    assert made(optim__schedule="constant", optim__warmup_steps=2)["lr_scheduler_type"] == "constant_with_warmup"
    sharded = made(sharding="zero3")
    assert json.loads(Path(sharded["deepspeed"]).read_text("utf-8"))["zero_optimization"]["stage"] == 3
    assert made(sharding="fsdp")["fsdp_config"]["version"] == 2 and "deepspeed" not in made()
    assert made(8, optim__global_batch=64)["gradient_accumulation_steps"] == 2


def test_what_is_not_the_same_is_named(settings: Make, tmp_path: Path) -> None:
    config = settings(
        optim__max_minutes=5.0,
        optim__schedule="linear",
        optim__final_rate=0.1,
        heldout={"folder": str(tmp_path)},
        perception=0.5,
    )
    said = " ".join(llamafactory.not_carried(config))
    assert all(key in said for key in ("max_minutes", "final_rate", "heldout", "perception"))
    assert "is not here" not in said
    assert not llamafactory.not_carried(settings())
    assert "cutoff_len cuts" in llamafactory.not_carried(settings(model__name="Qwen/Qwen3-VL-8B-Instruct"))[0]


def test_exporting_again_replaces_the_rows(settings: Make, tmp_path: Path) -> None:
    counts = [llamafactory.export(settings(data__kinds=["edit"]), tmp_path / "lf")[1] for _ in range(2)]
    assert counts == [7, 7] and len(rows(tmp_path / "lf")) == 7


def test_what_cannot_be_exported(settings: Make, tmp_path: Path) -> None:
    with pytest.raises(TrainingDataError, match="needs a model's folder"):
        llamafactory.export(settings(model__name="nano"), tmp_path / "lf")
    with pytest.raises(TrainingDataError, match="longer than 64 tokens"):
        llamafactory.export(settings(data__max_length=64, data__kinds=["eval"]), tmp_path / "lf")


def test_it_is_launched_as_a_program_of_its_own(settings: Make, tmp_path: Path) -> None:
    import typer

    app = typer.Typer()
    app.command()(llamafactory.main)
    file, program = tmp_path / "sft.yaml", tmp_path / "llamafactory-cli"
    file.write_text(yaml_config.dump(settings()), "utf-8")
    program.write_text(
        f"#!{sys.executable}\nimport os, sys\nassert 'PYTHONPATH' not in os.environ\n"
        "open(sys.argv[2] + '.ran', 'w').write(sys.argv[1])\n"
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    done = CliRunner().invoke(app, [str(file), "--out", str(tmp_path / "lf"), "--launch", str(program)])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "lf/train.yaml.ran").read_text() == "train"
    missing = CliRunner().invoke(app, [str(file), "--out", str(tmp_path / "lf"), "--launch", str(tmp_path / "none")])
    assert missing.exit_code == 2 and "its own" in missing.output
