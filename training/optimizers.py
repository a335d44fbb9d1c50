"""Muon for the matrices of a model's layers, AdamW for the rest (Jordan et al. 2024; scaled as in Liu et al. 2025).

Muon makes every update of a matrix orthogonal, so that all its directions move alike. A model that is trained from
nothing needs about half the steps with it (docs/log.md); for fine-tuning it was not tried.
"""

import functools
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from training.config import OptimConfig
from training.perception import HEADS

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel

MOMENTUM = 0.95


def muon(model: "PreTrainedModel", config: OptimConfig, decayed: Collection[str]) -> "torch.optim.Optimizer":
    """The optimiser of a model's trained parameters.

    decayed  names of the parameters that AdamW lets decay; Muon does so with all of its own
    The update of a matrix has the size that AdamW's would have, so one learning rate serves both.
    """
    from torch import nn

    # rows that are looked up are no matrix that a vector is multiplied by
    tables = {id(module.weight) for module in model.modules() if isinstance(module, nn.Embedding)}
    groups: dict[str, list[torch.nn.Parameter]] = {"muon": [], "decayed": [], "plain": []}
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            head = name.endswith("lm_head.weight") or f"{HEADS}." in name
            matrix = parameter.ndim == 2 and id(parameter) not in tables and not head
            groups["muon" if matrix else "decayed" if name in decayed else "plain"].append(parameter)
    return _joined()(groups, config)


@functools.cache
def _joined() -> type:
    import torch

    class Joined(torch.optim.Optimizer):
        """Two optimisers as one: their groups side by side, so that a schedule reaches both."""

        def __init__(self, groups: dict[str, list["torch.nn.Parameter"]], config: OptimConfig) -> None:
            rate = config.learning_rate
            rest = [
                {"params": groups["decayed"], "weight_decay": config.weight_decay},
                {"params": groups["plain"], "weight_decay": 0.0},
            ]
            self.parts = (
                torch.optim.Muon(
                    groups["muon"],
                    lr=rate,
                    weight_decay=config.weight_decay,
                    momentum=MOMENTUM,
                    adjust_lr_fn="match_rms_adamw",
                ),
                torch.optim.AdamW([g for g in rest if g["params"]], lr=rate, betas=config.betas),
            )
            super().__init__([group for part in self.parts for group in part.param_groups], {})

        def step(self, closure: object = None) -> None:
            for part in self.parts:
                part.step()

        def state_dict(self) -> dict[str, Any]:
            return {"parts": [part.state_dict() for part in self.parts]}

        def load_state_dict(self, state_dict: dict[str, Any]) -> None:
            for part, state in zip(self.parts, state_dict["parts"], strict=True):
                part.load_state_dict(state)
            self.param_groups = [group for part in self.parts for group in part.param_groups]

    return Joined
