"""The correction for the difference between the engine that sampled and the trainer (truncated importance sampling).

vLLM's probabilities of the very tokens that it sampled differ from the trainer's, even with equal weights: other
kernels, other precision. Each token's loss is multiplied by trainer / engine, bounded, as TRL's GRPOTrainer does it for
its own rollouts; its loss applies the ratio, and its `vllm_importance_sampling_*` settings bound it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import torch
    from trl import GRPOConfig


def sampled_logprobs(rows: Sequence[np.ndarray], width: int) -> np.ndarray:
    """(B, width) float32: what tokens were sampled with, NaN where nobody says; `rows` of any length."""
    out = np.full((len(rows), width), np.nan, np.float32)
    for i, row in enumerate(rows):
        out[i, : min(len(row), width)] = row[:width]
    return out


def importance_ratio(
    trainer: "torch.Tensor", sampled: "torch.Tensor", wanted: "torch.Tensor", args: "GRPOConfig"
) -> "torch.Tensor":
    """The factor of each token's loss: (B, T), or (B, 1) in a mode that counts whole sequences.

    trainer  (B, T) log-probabilities of the trainer's model before any step on them
    sampled  (B, T) the engine's; a token that it did not score keeps its weight
    wanted   (B, T) bool: tokens with loss
    args     GRPOConfig: vllm_importance_sampling_mode, _clip_min and _clip_max
    """
    import torch

    apart = torch.nan_to_num((trainer - sampled).masked_fill(~wanted, 0.0), nan=0.0)
    mode, low, high = (getattr(args, f"vllm_importance_sampling_{name}") for name in ("mode", "clip_min", "clip_max"))
    ratio = torch.exp(apart.sum(dim=-1, keepdim=True) if mode.startswith("sequence") else apart)
    if mode.endswith("truncate"):
        return ratio.clamp(min=low, max=high)
    outside = (ratio < (-np.inf if low is None else low)) | (ratio > (np.inf if high is None else high))
    return ratio.masked_fill(outside, 0.0)


def figures(
    trainer: "torch.Tensor", sampled: "torch.Tensor", wanted: "torch.Tensor", ratio: "torch.Tensor"
) -> dict[str, float]:
    """How far the engine is from the trainer: mean and largest |Δ log p|, and the mean ratio; {} without any said."""
    scored = wanted & ~sampled.isnan()
    if not bool(scored.any()):
        return {}
    apart = (trainer - sampled)[scored].abs()
    return {
        "sampling/logp_difference": float(apart.mean()),
        "sampling/logp_difference_max": float(apart.max()),
        "sampling/ratio": float(ratio.expand_as(sampled)[scored].mean()),
    }
