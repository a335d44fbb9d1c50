"""Models as the stages take them."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from jarvisevo.qwen import folder as qwen_vl
from tests.conftest import ROOT
from training import memory, models
from training.config import ModelConfig, StageConfig
from training.images import patchify
from training.run import TrainingError


def test_images_are_embedded_as_before_and_faster_means_the_same(micro: Path) -> None:
    import torch

    qwen = qwen_vl.load(micro, device="cpu")
    photo = np.random.default_rng(0).integers(0, 256, (64, 32, 3), dtype=np.uint8)
    patches = torch.from_numpy(patchify(qwen.processor.image_processor, photo)[0])
    embed = qwen.model.model.visual.patch_embed
    before = embed(patches)
    before.square().sum().backward()
    gradient, embed.proj.weight.grad = embed.proj.weight.grad, None
    models.embed_images_once(qwen.model)
    after = embed(patches)
    after.square().sum().backward()
    assert torch.allclose(before, after, atol=1e-5)
    assert torch.allclose(gradient, embed.proj.weight.grad, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize(("vision", "projector"), [(True, False), (False, True), (True, True)])
def test_parts_are_frozen_as_asked(settings: Callable[..., StageConfig], vision: bool, projector: bool) -> None:
    config = settings(model__freeze_vision=vision, model__freeze_projector=projector)
    model, _ = models.load_model(config)
    learns = {name for name, p in model.named_parameters() if p.requires_grad}
    assert any("merger" in n for n in learns) != projector
    assert any("visual" in n and "merger" not in n for n in learns) != vision
    assert any("language_model" in n for n in learns)


def test_a_model_that_is_nowhere(settings: Callable[..., StageConfig], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(qwen_vl.QwenVLError, match="no such folder"):
        models.load_model(settings(model__name="./nowhere"))
    import huggingface_hub

    def refuse(*_: object, **__: object) -> None:
        raise OSError("offline")

    monkeypatch.setattr(huggingface_hub, "snapshot_download", refuse)
    with pytest.raises(TrainingError, match="neither a folder nor a model that the hub hands out"):
        models.load_model(settings(model__name="some/model"))


def test_the_model_that_ships_is_found_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert models._folder(ModelConfig(name="jarvisevo/qwen/nano")) == ROOT / "jarvisevo" / "qwen" / "nano"
    assert memory.sizes("jarvisevo/qwen/nano") is not None
