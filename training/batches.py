"""Rollouts as the tensors that GRPOTrainer's loss takes: tokens, masks, pictures and weighted advantages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from training.advantages import group_token_weights
from training.dataset import DataError
from training.environment import Talk
from training.masking import Loop, loss_mask


@dataclass(frozen=True)
class Row:
    """A finished conversation and the loop that it belongs to."""

    talk: Talk
    loop: Loop


def learned_tokens(row: Row, selective: bool, image_token: int) -> np.ndarray:
    """(L,) bool over the whole conversation: the tokens that carry loss."""
    ids = np.array(row.talk.ids)
    return loss_mask(len(ids), row.talk.spans, row.loop, selective, cast(Sequence[bool], ids == image_token))


def check_pictures(rows: Sequence[Row], image_token: int) -> None:
    """DataError unless every conversation has as many image tokens as its pictures have features."""
    for i, row in enumerate(rows):
        tokens, features = row.talk.ids.count(image_token), sum(p.tokens for p in row.talk.pictures)
        if tokens != features or not features:
            raise DataError(f"trajectory {i} has {tokens} image tokens for {features} features; a picture was lost")


def arrays(trainer: Any, rows: Sequence[Row], advantages: np.ndarray, groups: np.ndarray, selective: bool,
           processor: Any) -> dict[str, Any]:  # fmt: skip
    """What `_compute_loss` reads.

    rows        this process's
    advantages  (B,) of all processes' rows, in order
    groups      (B,) the query of each
    Eq. 2 divides by a group's own tokens; the weights for that are folded into the advantages, as the trainer divides
    by the tokens of the batch.
    """
    import torch

    image, device = processor.image_token_id, trainer.accelerator.device
    check_pictures(rows, image)
    masks = [learned_tokens(row, selective, image) for row in rows]
    counts = trainer.accelerator.gather(torch.tensor([int(m.sum()) for m in masks], device=device))
    weights = group_token_weights(counts.cpu().numpy(), groups)
    first = trainer.accelerator.process_index * len(rows)
    mine = (advantages * weights)[first : first + len(rows)]
    pad = processor.tokenizer.pad_token_id
    prompts = [np.array(r.talk.ids[: r.talk.prompt]) for r in rows]
    answers = [np.array(r.talk.ids[r.talk.prompt :]) for r in rows]
    left, left_mask = padded(prompts, pad, left=True)
    right, right_mask = padded(answers, pad)
    learned, _ = padded([m[r.talk.prompt :].astype(np.int64) for m, r in zip(masks, rows, strict=True)], 0)
    made = {
        "prompt_ids": left, "prompt_mask": left_mask, "completion_ids": right, "completion_mask": right_mask,
        "tool_mask": learned, "advantages": mine.astype(np.float32),
        "mm_token_type_ids": (np.concatenate([left, right], axis=1) == image).astype(np.int64),
        "pixel_values": np.concatenate([p.patches for r in rows for p in r.talk.pictures]),
        "image_grid_thw": np.array([p.grid for r in rows for p in r.talk.pictures], np.int64),
    }  # fmt: skip
    out: dict[str, Any] = {name: torch.from_numpy(array).to(device) for name, array in made.items()}
    out["num_images"] = [len(row.talk.pictures) for row in rows]
    out["num_items_in_batch"] = counts.sum()
    return out


def padded(rows: Sequence[np.ndarray], value: int, left: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """(B, longest) int64 rows filled up with `value`, and their mask."""
    longest = max(len(row) for row in rows)
    out = np.full((len(rows), longest), value, np.int64)
    mask = np.zeros_like(out)
    for i, row in enumerate(rows):
        place = slice(longest - len(row), longest) if left else slice(0, len(row))
        out[i, place], mask[i, place] = row, 1
    return out, mask
