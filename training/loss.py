"""The loss: which tokens carry it, their log-probabilities, and rollouts as the tensors that the trainers take.

Selective loss masking (JarvisEvo, section 3.2.2): a trajectory of the editor holds edit turns and its own evaluation;
the editor's loss must not reach the evaluation, or the model learns to praise itself. In a trajectory of the evaluator
only the evaluation carries loss, in one of the corrector only the correction. User turns and image tokens never do.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

import numpy as np

from jarvisevo.protocol.chat import TurnKind
from training.advantages import group_token_weights, with_spread
from training.config import SepoConfig
from training.conversation import Conversation, Span
from training.correction import sampled_logprobs
from training.perception import perception_loss, sought
from training.run import TrainingDataError
from training.trainer import StageMixin

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel, ProcessorMixin

Loop = Literal["editor", "evaluator", "corrector"]
IGNORED = -100
"""Label of a token without loss."""
PAYLOADS = (("<tool_call>", "</tool_call>"), ("<answer>", "</answer>"))
"""What a turn is about: the call of an edit, the score of a judgement; thoughts stand before it."""
SMALL_VOCABULARY = 32_768
"""Tokens up to which logits are made at once."""


# ---- which tokens carry loss


def learned_kinds(loop: Loop, selective: bool = True) -> frozenset[TurnKind]:
    """Kinds of turns that carry loss. `selective=False` is the ablation: the editor also learns from its own praise."""
    if loop == "evaluator":
        return frozenset({"evaluate"})
    if loop == "corrector":
        return frozenset({"reflect"})
    return frozenset({"edit", "reflect"} if selective else {"edit", "reflect", "evaluate"})


def loss_mask(
    length: int, spans: Sequence[Span], loop: Loop, selective: bool = True, images: Sequence[bool] | None = None
) -> np.ndarray:
    """(length,) bool: True where a token carries loss.

    spans   the turns of the sequence, in order, not overlapping; what lies between them carries none
    images  True at image tokens, which carry none wherever they stand
    """
    mask, learned, last = np.zeros(length, bool), learned_kinds(loop, selective), 0
    for span in spans:
        if not last <= span.start <= span.stop <= length:
            raise ValueError(f"turn {span.start}-{span.stop} is out of order in a sequence of {length} tokens")
        mask[span.start : span.stop] = span.kind in learned
        last = span.stop
    if images is not None:
        mask &= ~np.asarray(images, bool)
    return mask


@dataclass(frozen=True)
class TrainRow:
    """A finished conversation and the loop that it belongs to."""

    conversation: Conversation
    loop: Loop

    def learned(self, selective: bool, image_token: int, payload_only: bool = False) -> np.ndarray:
        """(L,) bool over the whole conversation: the tokens that carry loss.

        payload_only  of a turn that has a call or an answer, only these; a turn that has none is learnt from whole
        """
        ids = np.array(self.conversation.ids)
        images = cast(Sequence[bool], ids == image_token)
        mask = loss_mask(len(ids), self.conversation.spans, self.loop, selective, images)
        if payload_only:
            for span in self.conversation.spans:
                pieces = self.conversation.tokens.pieces(self.conversation.ids[span.start : span.stop])
                start, stop = payload(pieces)
                mask[span.start : span.start + start] = False
                mask[span.start + stop : span.stop] = False
        return mask

    def end(self, mask: np.ndarray) -> int:
        """Tokens up to the last that carries loss: what stands behind it changes nothing, so it is not run."""
        learned = np.flatnonzero(mask)
        return int(learned[-1]) + 1 if len(learned) else self.conversation.prompt_length + 1


def payload(pieces: Sequence[str]) -> tuple[int, int]:
    """(start, stop) of the tokens of a turn that write its call or answer, tags included;
    all of them when there is none.

    pieces  the text of each token; tags may be one token or several
    """
    text, ends = "".join(pieces), np.cumsum([len(piece) for piece in pieces])
    for opening, closing in PAYLOADS:
        first = text.find(opening)
        last = text.find(closing, first + 1)
        if 0 <= first < last:
            start = int(np.searchsorted(ends, first, side="right"))
            return start, int(np.searchsorted(ends, last + len(closing), side="left")) + 1
    return 0, len(pieces)


# ---- rollouts as tensors


def micro_batches(
    trainer: StageMixin,
    rows: Sequence[TrainRow],
    advantages: np.ndarray,
    groups: np.ndarray,
    *,
    config: SepoConfig,
    processor: "ProcessorMixin",
) -> list[dict[str, Any]]:
    """What `GRPOTrainer._compute_loss` reads, in as many parts of like length as the step accumulates.

    rows        this process's
    advantages  (B,) of all processes' rows, in order
    groups      (B,) the query of each
    Eq. 2 divides by a group's own tokens; the weights for that are folded into the advantages, as the trainer divides
    by the tokens of the batch. With `drop_flat_groups` groups without spread count in neither.
    """
    import torch

    image_token, device = processor.image_token_id, trainer.accelerator.device
    check_images(rows, image_token)
    only = config.loss_tokens == "payload"
    masks = [row.learned(config.selective_masking, image_token, only) for row in rows]
    counts = trainer.accelerator.gather(torch.tensor([int(m.sum()) for m in masks], device=device))
    counted = counts.cpu().numpy() * (with_spread(advantages, groups) if config.drop_flat_groups else 1)
    weights = group_token_weights(counted, groups)
    first = trainer.accelerator.process_index * len(rows)
    own = (advantages * weights)[first : first + len(rows)].astype(np.float32)
    ends = [row.end(mask) for row, mask in zip(rows, masks, strict=True)]
    count = config.optim.parts(trainer.accelerator.num_processes)
    order, size = np.argsort(ends, kind="stable"), len(rows) // count
    parts = []
    for part in (order[i * size : (i + 1) * size] for i in range(count)):
        batch = batch_arrays([rows[i] for i in part], [masks[i] for i in part], [ends[i] for i in part], processor)
        out: dict[str, Any] = {name: torch.from_numpy(array).to(device) for name, array in batch.items()}
        out["advantages"] = torch.from_numpy(own[part]).to(device)
        out["num_images"] = [sum(p.start < ends[i] for p in rows[i].conversation.images) for i in part]
        out["num_items_in_batch"] = torch.tensor(int(counted.sum()), device=device)
        parts.append(out)
    return parts


def check_images(rows: Sequence[TrainRow], image_token: int) -> None:
    """TrainingDataError unless every conversation has as many image tokens as its images have features."""
    for i, row in enumerate(rows):
        tokens = row.conversation.ids.count(image_token)
        features = sum(image.tokens for image in row.conversation.images)
        if tokens != features or not features:
            raise TrainingDataError(
                f"trajectory {i} has {tokens} image tokens for {features} features; an image was lost"
            )


def batch_arrays(
    rows: Sequence[TrainRow], masks: Sequence[np.ndarray], ends: Sequence[int], processor: "ProcessorMixin"
) -> dict[str, np.ndarray]:
    """Tokens, masks and images of conversations, each up to its end; prompts padded on the left,
    completions on the right.
    """
    pad, image_token = processor.tokenizer.pad_token_id, processor.image_token_id
    conversations = [row.conversation for row in rows]
    prompt_ids, prompt_mask = padded([np.array(c.ids[: c.prompt_length]) for c in conversations], pad, left=True)
    completions = [np.array(c.ids[c.prompt_length : end]) for c, end in zip(conversations, ends, strict=True)]
    completion_ids, completion_mask = padded(completions, pad)
    learned = [m[c.prompt_length : end].astype(np.int64) for m, c, end in zip(masks, conversations, ends, strict=True)]
    images = [image for c, end in zip(conversations, ends, strict=True) for image in c.images if image.start < end]
    token_types = (np.concatenate([prompt_ids, completion_ids], axis=1) == image_token).astype(np.int64)
    tokens, features = int(token_types.sum()), sum(image.tokens for image in images)
    if tokens != features:
        raise TrainingDataError(f"a batch has {tokens} image tokens for {features} features")
    sampled = [c.logprobs()[c.prompt_length : end] for c, end in zip(conversations, ends, strict=True)]
    return {
        "sampling_per_token_logps": sampled_logprobs(sampled, completion_ids.shape[1]),
        "prompt_ids": prompt_ids,
        "prompt_mask": prompt_mask,
        "completion_ids": completion_ids,
        "completion_mask": completion_mask,
        "tool_mask": padded(learned, 0)[0],
        "mm_token_type_ids": token_types,
        "pixel_values": np.concatenate([image.patches for image in images]),
        "image_grid_thw": np.array([image.grid for image in images], np.int64),
    }


def padded(rows: Sequence[np.ndarray], value: int, left: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """(B, longest) int64 rows filled up with `value`, and their mask."""
    longest = max(len(row) for row in rows)
    out = np.full((len(rows), longest), value, np.int64)
    mask = np.zeros_like(out)
    for i, row in enumerate(rows):
        columns = slice(longest - len(row), longest) if left else slice(0, len(row))
        out[i, columns], mask[i, columns] = row, 1
    return out, mask


# ---- log-probabilities and cross-entropy of the tokens with loss only


def small(model: "PreTrainedModel", plain: "PreTrainedModel") -> bool:
    """True for a model whose logits fit into memory as they are, by itself or in DDP; FSDP and DeepSpeed gather its
    weights in a forward pass of their own.

    plain  the model without what the launch put around it
    """
    from torch.distributed.fsdp import FSDPModule

    whole = not hasattr(plain, "peft_config") and not isinstance(plain, FSDPModule)
    whole &= model is plain or in_ddp(model)
    return whole and plain.config.get_text_config().vocab_size <= SMALL_VOCABULARY


def in_ddp(model: object) -> bool:
    """Whether gradients are averaged over processes, which happens only when the model is called as a whole."""
    import torch

    return isinstance(model, torch.nn.parallel.DistributedDataParallel)


def log_probs(
    model: "PreTrainedModel", inputs: dict[str, Any], wanted: "torch.Tensor", temperature: float
) -> tuple["torch.Tensor", "torch.Tensor"]:
    """Log-probabilities and entropies (B, T) of the completion tokens that are wanted; 0 elsewhere.

    Rows without any are not run, and only the logits that are needed are made: TRL runs all of them, which takes
    twice as long for a model of the nano's size.

    inputs  input_ids, attention_mask, mm_token_type_ids (B, L), pixel_values, image_grid_thw, num_images
    wanted  (B, T) bool, over the last T tokens
    """
    import torch

    rows = wanted.any(dim=1).nonzero()[:, 0].tolist() or [0]
    per_image = inputs["image_grid_thw"].prod(dim=-1).tolist()
    starts = np.concatenate([[0], np.cumsum(inputs["num_images"])])
    images = [i for row in rows for i in range(starts[row], starts[row + 1])]
    patches = torch.split(inputs["pixel_values"], per_image)
    taken = {name: inputs[name][rows] for name in ("input_ids", "attention_mask", "mm_token_type_ids")}
    taken |= {
        "pixel_values": torch.cat([patches[i] for i in images]),
        "image_grid_thw": inputs["image_grid_thw"][images],
    }
    chosen, completion = wanted[rows], slice(-wanted.shape[1] - 1, -1)
    if in_ddp(model):
        hidden = model(**taken, use_cache=False).logits[:, completion]
        logits = hidden[chosen]
    else:
        hidden = model.model(**taken, use_cache=False).last_hidden_state[:, completion]
        logits = model.lm_head(hidden[chosen])
    log_probabilities = torch.log_softmax(logits.float() / temperature, dim=-1)
    targets = taken["input_ids"][:, -wanted.shape[1] :][chosen]
    where = torch.zeros_like(wanted)
    where[rows] = chosen
    zeros = hidden.new_zeros(wanted.shape, dtype=torch.float32)
    out = zeros.masked_scatter(where, log_probabilities.gather(1, targets[:, None])[:, 0])
    entropy = zeros.masked_scatter(where, -(log_probabilities.exp() * log_probabilities).sum(-1).detach())
    if not chosen.any():  # nothing to learn in this part; the loss still needs a graph
        out = out + 0 * hidden.float().sum()
    return out, entropy


def cross_entropy(
    model: "PreTrainedModel",
    inputs: dict[str, Any],
    count: "torch.Tensor | None" = None,
    targets: dict[str, "torch.Tensor"] | None = None,
) -> tuple["torch.Tensor", "torch.Tensor | None"]:
    """(mean cross-entropy of the tokens with loss, loss of the heads of perception where they have targets).

    Only the logits of these tokens are made, unless DDP has to call the whole model. TRL makes log-probabilities in
    chunks to spare memory, which takes a third longer for a model of the nano's size.
    """
    import torch

    labels = inputs["labels"]
    shown = {name: value for name, value in inputs.items() if name != "labels"}
    wanted = labels[:, 1:] != IGNORED
    seen = None
    if in_ddp(model):
        with sought(model.module, targets):
            out = model(**shown, use_cache=False)
        logits, seen = out["logits"][:, :-1][wanted], out.get("perception")
    else:
        hidden = model.model(**shown, use_cache=False).last_hidden_state
        logits = model.lm_head(hidden[:, :-1][wanted])
        seen = perception_loss(model, hidden, targets) if targets else None
    total = torch.nn.functional.cross_entropy(logits.float(), labels[:, 1:][wanted], reduction="sum")
    return total / (wanted.sum() if count is None else count).clamp(min=1), seen
