"""Eyes for a small model: what an edit changed, learnt as numbers beside the words.

From words alone ("Brighter, warmer.") a model of the nano's size does not learn to compare two images; from numbers at
every place it does within some hundred steps (docs/log.md). Two linear heads read the last hidden states: at each token
of a result what changed in its part of the frame, and wherever a token of the answer is chosen what changed in all and,
where the record knows it, what was wanted and what score that is worth. The heads are for training alone: checkpoints
hold them, the finished model does not.
"""

import contextlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from editor_ops import color
from training.images import ImageCache, ImageRef

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel
    from transformers.utils import ModelOutput

LOCAL = [10.0, 10.0, 10.0, 5.0]
"""Units of what changes in a part of the frame: mean L*, a*, b* and the spread of L*."""
GLOBAL = [10.0, 8.0, 8.0, 5.0, 8.0, 10.0, 10.0, 5.0]
"""Units of what changes in all: mean L*, a*, b*, spread of L*, mean chroma, 10th and 90th percentile of L*, mean spread
of L* in the parts."""
ANSWERS = 2 * len(GLOBAL) + 1
"""What is read where an answer is written: what changed, what was wanted, and the score less MIDDLE."""
MIDDLE = 3.0
HEADS = "perception"
"""Name of the heads in a model in training."""


def looks(image: np.ndarray, side: int) -> tuple[np.ndarray, np.ndarray]:
    """((parts, 4), (8,)) float32 of an image, in units of LOCAL and GLOBAL.

    image  (H, W, 3) uint8 sRGB, sides multiples of `side`, which is that of the part of an image token
    """
    lab = color.srgb_to_lab(image).astype(np.float32)
    rows, columns = lab.shape[0] // side, lab.shape[1] // side
    parts = lab.reshape(rows, side, columns, side, 3).transpose(0, 2, 1, 3, 4).reshape(rows * columns, side * side, 3)
    local = np.concatenate([parts.mean(1), parts[..., :1].std(1)], axis=1)
    light, chroma = lab[..., 0], np.hypot(lab[..., 1], lab[..., 2])
    low, high = np.percentile(light, (10, 90))
    whole = [*lab.reshape(-1, 3).mean(0), light.std(), chroma.mean(), low, high, local[:, 3].mean()]
    return (local / np.array(LOCAL, np.float32)).astype(np.float32), (np.array(whole) / GLOBAL).astype(np.float32)


class Answered(Protocol):
    """What is asked of a sample (`training.data.TokenSample`)."""

    @property
    def ids(self) -> np.ndarray: ...

    @property
    def loss(self) -> np.ndarray: ...

    @property
    def images(self) -> tuple[ImageRef, ...]: ...

    @property
    def wanted(self) -> ImageRef | None: ...

    @property
    def score(self) -> float | None: ...


class PerceptionTargets:
    """What the heads are to read off a batch, from the images themselves.

    side         pixels of an image that one token stands for, along an edge
    image_token  its id
    """

    def __init__(self, cache: ImageCache, image_token: int) -> None:
        processor = cache.processor
        self.cache, self.image_token, self.side = cache, image_token, processor.patch_size * processor.merge_size
        self._seen: dict[tuple[str, ...], tuple[np.ndarray, np.ndarray]] = {}

    def looks(self, ref: ImageRef) -> tuple[np.ndarray, np.ndarray]:
        if ref.key not in self._seen:
            self._seen[ref.key] = looks(self.cache.get(ref), self.side)
        return self._seen[ref.key]

    def arrays(self, samples: Sequence[Answered]) -> dict[str, np.ndarray]:
        """Places (row, column) of tokens and what is to be read there.

        part_places (N, 2), part_changes (N, 4), part_shares (N,): tokens of results whose frame is the original's
        answer_places (M, 2), answer_changes (M, 17), answer_shares (M,): the token before each token of an answer about
        an original alone or an original and one result; NaN where what was done or wanted, or the score, is not known
        The shares of a row add up to 1.
        """
        places: list[tuple[int, int]] = []
        answers: list[tuple[int, int]] = []
        parts, shares, changes, answer_shares = [], [], [], []
        for row, sample in enumerate(samples):
            if not sample.images or (len(sample.images) < 2 and sample.wanted is None):
                continue
            before, (first, _) = sample.images[0], self.looks(sample.images[0])
            columns = np.flatnonzero(sample.ids == self.image_token)
            at, had = len(first), len(places)
            for ref in sample.images[1:]:
                after = self.looks(ref)
                if self._alike(before, ref):
                    places += [(row, int(column)) for column in columns[at : at + len(first)]]
                    parts.append(after[0] - first)
                at += len(after[0])
            shares += [1 / max(len(places) - had, 1)] * (len(places) - had)
            if len(sample.images) <= 2:
                result = sample.images[1] if len(sample.images) == 2 else None
                done, wanted = self._change(before, result), self._change(before, sample.wanted)
                score = np.nan if sample.score is None else sample.score - MIDDLE
                written = np.flatnonzero(sample.loss) - 1
                answers += [(row, int(column)) for column in written]
                changes += [np.array([*done, *wanted, score])] * len(written)
                answer_shares += [1 / len(written)] * len(written)
        return {
            "part_places": np.array(places, np.int64).reshape(-1, 2),
            "part_changes": np.concatenate([np.zeros((0, len(LOCAL)), np.float32), *parts]),
            "part_shares": np.array(shares, np.float32),
            "answer_places": np.array(answers, np.int64).reshape(-1, 2),
            "answer_changes": np.array(changes, np.float32).reshape(-1, ANSWERS),
            "answer_shares": np.array(answer_shares, np.float32),
        }

    def _change(self, before: ImageRef, after: ImageRef | None) -> np.ndarray:
        """(8,) what changes in all; NaN where there is no other image, or it has another frame."""
        if after is None or not self._alike(before, after):
            return np.full(len(GLOBAL), np.nan)
        return self.looks(after)[1] - self.looks(before)[1]

    def _alike(self, one: ImageRef, other: ImageRef) -> bool:
        return self.cache.get(one).shape == self.cache.get(other).shape


TARGETS = tuple(f"{name}_{what}" for name in ("part", "answer") for what in ("places", "changes", "shares"))


def attach(model: "PreTrainedModel", seed: int) -> None:
    """Give a model its heads; they are trained, saved in checkpoints and averaged over processes with it.

    Within `sought` a forward pass of the whole model returns {"logits", "perception": the loss}: DDP averages gradients
    of what ran within a forward pass alone.
    """
    import torch

    size = model.config.get_text_config().hidden_size
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        heads = torch.nn.ModuleDict(
            {"part": torch.nn.Linear(size, len(LOCAL)), "answer": torch.nn.Linear(size, ANSWERS)}
        )
    setattr(model, HEADS, heads)

    def read(_: object, __: object, out: "ModelOutput") -> None:
        if heads.targets:
            heads.loss = perception_loss(model, out.last_hidden_state, heads.targets)

    def hand_out(_: object, __: object, out: "ModelOutput") -> dict[str, "torch.Tensor"] | None:
        return {"logits": out.logits, "perception": heads.loss} if heads.targets else None

    heads.targets = heads.loss = None
    model.model.register_forward_hook(read)
    model.register_forward_hook(hand_out)


@contextlib.contextmanager
def sought(model: "PreTrainedModel", targets: dict[str, "torch.Tensor"] | None) -> Iterator[None]:
    """Within it forward passes of a whole model look for these targets; see `attach`."""
    heads = getattr(model, HEADS, None)
    if heads is None or not targets:
        yield
        return
    heads.targets = targets
    try:
        yield
    finally:
        heads.targets = heads.loss = None


def detach(model: "PreTrainedModel") -> None:
    """Take the heads away again, where there are any."""
    if hasattr(model, HEADS):
        delattr(model, HEADS)


def perception_loss(
    model: "PreTrainedModel", hidden: "torch.Tensor", targets: dict[str, "torch.Tensor"]
) -> "torch.Tensor":
    """Huber loss of both heads: of each row the mean over what is to be read off it, 0 where there is nothing; their
    mean over the rows, so that processes and parts of a batch add up to the whole.

    hidden   (B, L, D) last hidden states
    targets  see `PerceptionTargets.arrays`
    """
    import torch

    def error(name: str, head: "torch.nn.Module") -> "torch.Tensor":
        rows, columns = targets[f"{name}_places"].T
        wanted = targets[f"{name}_changes"]
        known = ~wanted.isnan()
        read = head(hidden[rows, columns].to(head.weight.dtype)).float()
        apart = torch.nn.functional.smooth_l1_loss(read, wanted.nan_to_num(), reduction="none") * known
        return (apart.sum(1) / known.sum(1).clamp(min=1) * targets[f"{name}_shares"]).sum()

    heads = getattr(model, HEADS)
    return (error("part", heads["part"]) + error("answer", heads["answer"])) / len(hidden)
