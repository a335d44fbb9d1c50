"""Numbers beside words: what the heads are to read, where, and that only checkpoints hold them."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from safetensors import safe_open

from jarvisevo.files.config import ConfigError
from jarvisevo.qwen import folder as qwen_vl
from training import command, perception
from training import data as dataset
from training.config import StageConfig, TrainDataConfig
from training.images import ImageCache
from training.run import TrainingError

Make = Callable[..., StageConfig]


def test_looks_are_those_of_the_eight_bit_codes() -> None:
    image = np.zeros((64, 96, 3), np.uint8)
    image[:, :32], image[:, 32:64], image[:, 64:] = (119, 119, 119), (255, 0, 0), (0, 0, 0)
    local, whole = perception.looks(image, 32)
    red = (54.29, 80.81, 69.89)  # CIELAB of sRGB's red under D50 (Lindbloom's calculator)
    assert local.shape == (6, 4) and whole.shape == (8,)
    assert local[0, :3] * 10 == pytest.approx([50.0, 0, 0], abs=0.2)
    assert local[1, :3] * 10 == pytest.approx(red, abs=0.05)
    assert local[2] == pytest.approx(0, abs=0.01) and local[:, 3] == pytest.approx(0, abs=1e-3)
    assert whole[0] * 10 == pytest.approx((50 + red[0]) / 3, abs=0.3)


def targets(micro: Path, data: Path) -> tuple[dataset.SampleSet, perception.PerceptionTargets]:
    processor = qwen_vl.load_processor(micro, marks=True)
    cache = ImageCache(processor.image_processor)
    config = TrainDataConfig(folders=(data,), kinds=("eval", "question"), judged_by="images")
    made = dataset.build(dataset.entries(config), dataset.Encoder(processor, cache), config)
    return made, perception.PerceptionTargets(cache, processor.image_token_id)


def test_the_places_are_the_result_s_tokens_and_those_before_the_answer_s(micro: Path, data: Path) -> None:
    made, wanted = targets(micro, data)
    judged = next(sample for sample in made.samples if sample.kind == "eval")
    arrays = wanted.arrays([judged])
    columns = np.flatnonzero(judged.ids == wanted.image_token)
    half = len(columns) // 2
    assert arrays["part_places"].tolist() == [[0, column] for column in columns[half:]]
    assert arrays["part_shares"].sum() == pytest.approx(1) and arrays["answer_shares"].sum() == pytest.approx(1)
    written = arrays["answer_places"][:, 1]
    assert judged.loss[written + 1].all() and len(written) == judged.loss.sum() and not judged.loss[written[0]]
    done, wanted_change, score = np.split(arrays["answer_changes"], [len(perception.GLOBAL), -1], axis=1)
    assert done[0, 0] > 0.3 and np.isnan(wanted_change).all() and judged.score is not None
    assert score == pytest.approx(judged.score - perception.MIDDLE)
    brighter = done[0]
    assert arrays["part_changes"][:, 0].mean() == pytest.approx(brighter[0], abs=1e-4)


def test_an_edit_tells_what_was_wanted_before_anything_is_done(micro: Path, data: Path) -> None:
    processor = qwen_vl.load_processor(micro, marks=True)
    cache = ImageCache(processor.image_processor)
    config = TrainDataConfig(folders=(data,), kinds=("edit",))
    made = dataset.build(dataset.entries(config), dataset.Encoder(processor, cache), config)
    edit = next(sample for sample in made.samples if sample.id == "e0")
    arrays = perception.PerceptionTargets(cache, processor.image_token_id).arrays([edit])
    done, wanted, score = np.split(arrays["answer_changes"], [len(perception.GLOBAL), -1], axis=1)
    assert not len(arrays["part_places"]) and len(wanted) == edit.loss.sum()
    assert np.isnan(done).all() and np.isnan(score).all() and wanted[0, 0] > 0.3  # brighter


def test_an_image_beside_itself_shows_no_change(micro: Path, data: Path) -> None:
    made, wanted = targets(micro, data)
    compared = next(sample for sample in made.samples if sample.kind == "compare")  # its third image is its first
    arrays = wanted.arrays([compared])
    half = len(arrays["part_changes"]) // 2
    assert np.abs(arrays["part_changes"][:half]).max() > 0.05 and not arrays["part_changes"][half:].any()
    assert not len(arrays["answer_places"])  # two results: nothing to say of the change


def test_the_loss_is_the_mean_of_the_rows_and_knows_no_missing_numbers() -> None:
    import torch

    heads = torch.nn.ModuleDict({"part": torch.nn.Linear(3, 4), "answer": torch.nn.Linear(3, 17)})
    for head in heads.values():
        torch.nn.init.zeros_(head.weight)
        torch.nn.init.zeros_(head.bias)
    hidden = torch.ones(2, 5, 3, requires_grad=True)
    changes = torch.full((1, 17), torch.nan)
    changes[0, :8] = 3.0  # Huber of 3 is 2.5
    given = {
        "part_places": torch.tensor([[0, 1], [0, 2]]),
        "part_changes": torch.tensor([[2.0] * 4, [0.0] * 4]),  # Huber of 2 is 1.5
        "part_shares": torch.tensor([0.5, 0.5]),
        "answer_places": torch.tensor([[0, 4]]),
        "answer_changes": changes,
        "answer_shares": torch.tensor([1.0]),
    }
    model = SimpleNamespace(perception=heads)
    loss = perception.perception_loss(model, hidden, given)
    assert float(loss.detach()) == pytest.approx((0.5 * 1.5 + 2.5) / 2)
    loss.backward()
    assert torch.isfinite(heads["answer"].weight.grad).all() and not heads["answer"].weight.grad[8:].any()
    empty = {name: value[:0] for name, value in given.items()}
    assert float(perception.perception_loss(model, hidden, empty).detach()) == 0


def test_checkpoints_hold_the_heads_and_the_finished_model_does_not(settings: Make) -> None:
    folder = command.run(settings(perception=1.0, data__kinds=["question"], optim__batch_size=2), quiet=True)

    def names(path: Path) -> list[str]:
        with safe_open(path / "model.safetensors", "pt") as file:
            return [name for name in file.keys() if perception.HEADS in name]  # noqa: SIM118 (no mapping)

    assert len(names(folder.checkpoints()[-1].folder)) == 4 and not names(folder.model)
    qwen_vl.load(folder.model, device="cpu")


def test_a_large_vocabulary_is_refused(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.loss.SMALL_VOCABULARY", 100)
    with pytest.raises(TrainingError, match="whose logits fit at once"):
        command.run(settings(perception=1.0), quiet=True)


def test_heads_stand_beside_whole_weights_only(settings: Make) -> None:
    with pytest.raises(ConfigError, match="perception trains heads"):
        settings(perception=1.0, lora={"r": 2})
