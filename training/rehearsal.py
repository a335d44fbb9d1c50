"""What a model has learnt from data, learnt on beside the rewards, so that it is not lost to them.

Beside every batch of trajectories stands a batch of samples with their cross-entropy, and the numbers of
`training.perception` (InstructGPT's PPO-ptx, Ouyang et al. 2022): SEPO alone put the eyes of a small model out within a
hundred steps (docs/log.md).
"""

from typing import TYPE_CHECKING

import numpy as np

from training import data as dataset
from training import perception
from training.config import RehearsalConfig, TrainDataConfig
from training.images import ImageCache
from training.loss import cross_entropy, small
from training.run import TrainingError

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel, ProcessorMixin


class Rehearsal:
    """Samples that are learnt beside the trajectories, and their loss.

    data  of the run; the rehearsal's own names what differs
    """

    def __init__(
        self, config: RehearsalConfig, data: TrainDataConfig, processor: "ProcessorMixin", cache: ImageCache, seed: int
    ) -> None:
        own = config.data or data
        self.config, self.seed = config, seed
        targets = perception.PerceptionTargets(cache, processor.image_token_id) if config.perception else None
        self.samples = dataset.build(dataset.entries(own), dataset.Encoder(processor, cache), own).samples
        self.collate = dataset.Collator(self.samples, processor, cache, targets)
        kinds = [sample.kind for sample in self.samples]
        self.order = dataset.mixture(kinds, own.shares, seed, 0)

    def rows(self, step: int, part: int) -> list[int]:
        """Indices of the samples of one part of a step: the same in a run that goes on as in one that did not stop."""
        random = np.random.default_rng([self.seed, step, part])
        return [int(self.order[i]) for i in random.integers(len(self.order), size=self.config.batch_size)]

    def loss(self, model: "PreTrainedModel", plain: "PreTrainedModel", step: int, part: int) -> "torch.Tensor":
        """Weighted loss of one part of a step.

        plain  the model without what the launch put around it
        """
        if not small(model, plain):
            raise TrainingError("rehearsal: only for a model whose logits fit at once: leave rehearsal out")
        device = plain.device
        batch = {n: t.to(device) for n, t in self.collate([{"sample": i} for i in self.rows(step, part)]).items()}
        targets = {name: batch.pop(name) for name in perception.TARGETS if name in batch}
        said, seen = cross_entropy(model, batch, None, targets)
        return self.config.weight * (said if seen is None else said + self.config.perception * seen)
