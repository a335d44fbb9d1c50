"""Muon and AdamW as one optimiser: which parameter is whose, how large an update is,
and that a state can be taken up.
"""

import copy
from pathlib import Path
from typing import Any

import numpy as np
import torch

from jarvisevo.qwen import folder as qwen_vl
from training import optimizers
from training.config import OptimConfig

CONFIG = OptimConfig(name="muon", learning_rate=1e-2, weight_decay=0.1, batch_size=1, betas=(0.9, 0.95))


def model(micro: Path) -> Any:
    return qwen_vl.load(micro, device="cpu", dtype="float32").model


def made(model: Any) -> tuple[Any, dict[str, torch.Tensor]]:
    """The optimiser after gradients of a fixed noise, and the weights of before."""
    names = [n for n, _ in model.named_parameters()]
    decayed = [n for n in names if not n.endswith("bias") and "norm" not in n]
    optimizer = optimizers.muon(model, CONFIG, decayed)
    return optimizer, {n: p.detach().clone() for n, p in model.named_parameters()}


def noise(model: Any, seed: int) -> None:
    random = torch.Generator().manual_seed(seed)
    for parameter in model.parameters():
        parameter.grad = torch.randn(parameter.shape, generator=random)


def test_matrices_move_alike_in_all_directions_and_as_far_as_with_adamw(micro: Path) -> None:
    net = model(micro)
    optimizer, before = made(net)
    noise(net, 0)
    optimizer.step()
    name = "model.language_model.layers.0.mlp.up_proj.weight"
    weight = dict(net.named_parameters())[name]
    step = (before[name] * (1 - CONFIG.learning_rate * CONFIG.weight_decay) - weight.detach()).numpy()
    sizes = np.linalg.svd(step, compute_uv=False)
    assert sizes.max() / sizes.min() < 3  # of the noise itself it is far more than that
    assert 0.1 < float(np.sqrt((step**2).mean())) / CONFIG.learning_rate < 0.4  # AdamW's: about 0.2 while it trains


def test_tables_norms_and_kernels_are_adamws(micro: Path) -> None:
    net, twin = model(micro), model(micro)
    optimizer, before = made(net)
    chosen = {id(p) for p in optimizer.parts[0].param_groups[0]["params"]}
    rest = [n for n, p in net.named_parameters() if id(p) not in chosen]
    assert {
        "model.language_model.embed_tokens.weight",
        "model.visual.patch_embed.proj.weight",
        "model.visual.pos_embed.weight",
        "model.language_model.norm.weight",
    } <= set(rest)
    assert all(dict(net.named_parameters())[n].ndim == 2 for n in before if n not in rest)
    decayed = [n for n in rest if not n.endswith("bias") and "norm" not in n]
    groups = [
        {"params": [p for n, p in twin.named_parameters() if n in decayed], "weight_decay": 0.1},
        {"params": [p for n, p in twin.named_parameters() if n in rest and n not in decayed], "weight_decay": 0.0},
    ]
    plain = torch.optim.AdamW(groups, lr=1e-2, betas=(0.9, 0.95))
    for seed in range(2):
        noise(net, seed)
        noise(twin, seed)
        optimizer.step()
        plain.step()
    theirs = dict(twin.named_parameters())
    assert all(torch.equal(p, theirs[n]) for n, p in net.named_parameters() if n in rest)


def test_what_is_frozen_is_left_alone_and_a_state_can_be_taken_up(micro: Path) -> None:
    net, twin = model(micro), model(micro)
    for each in (net, twin):
        each.model.visual.requires_grad_(False)
    first, before = made(net)
    for seed in range(2):
        noise(net, seed)
        first.step()
    second, _ = made(twin)
    twin.load_state_dict(net.state_dict())
    second.load_state_dict(copy.deepcopy(first.state_dict()))
    for group in second.param_groups:
        group["lr"] = 5e-3  # as a schedule does
    for group in first.param_groups:
        group["lr"] = 5e-3
    for each, optimizer in ((net, first), (twin, second)):
        noise(each, 7)
        optimizer.step()
    theirs = dict(twin.named_parameters())
    assert all(torch.equal(p, theirs[n]) for n, p in net.named_parameters())
    assert all(torch.equal(p, before[n]) == ("visual" in n) for n, p in net.named_parameters())
