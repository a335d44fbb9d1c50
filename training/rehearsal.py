"""What a model has learnt from data, learnt on beside the rewards, so that it is not lost to them.

Beside every batch of trajectories stands a batch of samples with their cross-entropy, and the numbers of
`training.perception` (InstructGPT's PPO-ptx, Ouyang et al. 2022): SEPO alone put the eyes of a small model out within a
hundred steps (docs/log.md). Some of them may be judgements of what the policy does now.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from training import data as dataset
from training import perception
from training.config import RehearsalConfig, TrainDataConfig
from training.data import StoredRecord, TokenSample
from training.images import ImageCache, ImageRef
from training.judgements import judgement
from training.loss import cross_entropy, small
from training.recent_edits import RecentEdit, RecentEdits
from training.run import TrainingError

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel, ProcessorMixin


@dataclass(frozen=True)
class PolicyEdits:
    """What the policy did of late: its edits of these records."""

    records: Sequence[StoredRecord]
    recent: RecentEdits


class Rehearsal:
    """Samples that are learnt beside the trajectories, and their loss.

    data    of the run; the rehearsal's own names what differs
    policy  whose judgements are among them, where the config wants some
    """

    def __init__(
        self,
        config: RehearsalConfig,
        data: TrainDataConfig,
        processor: "ProcessorMixin",
        cache: ImageCache,
        seed: int,
        policy: PolicyEdits,
    ) -> None:
        self.data = config.data or data
        self.config, self.seed, self.cache, self.policy = config, seed, cache, policy
        targets = perception.PerceptionTargets(cache, processor.image_token_id) if config.perception else None
        self.encoder = dataset.Encoder(processor, cache)
        self.samples = dataset.build(dataset.entries(self.data), self.encoder, self.data).samples
        self.collator = dataset.Collator(self.samples, processor, cache, targets)
        kinds = [sample.kind for sample in self.samples]
        self.order = dataset.mixture(kinds, self.data.shares, seed, 0)

    def batch(self, step: int, part: int) -> list[TokenSample]:
        """The samples of one part of a step: the same in a run that goes on as in one that did not stop."""
        random, size = np.random.default_rng([self.seed, step, part]), self.config.batch_size
        recent = [self.policy.recent.sample(f"{self.seed}:{step}:{part}:{i}") for i in range(self.config.own)]
        own = [sample for edit in recent if edit and (sample := self.judged(edit))]
        drawn = random.integers(len(self.order), size=size - len(own))
        return [*own, *(self.samples[int(self.order[i])] for i in drawn)]

    def judged(self, edit: RecentEdit) -> TokenSample | None:
        """The judgement of an edit of the policy that it is to learn; None where it would be too long."""
        entry, (start, *_, end) = self.policy.records[edit.row], edit.trajectory.states
        source, side = entry.folder / entry.record.source, entry.record.trajectory.meta.get("max_size")
        before, after = (self.cache.get(ImageRef(source, state, side)) for state in (start, end))
        deserved = judgement(entry.record, before, after, edit.score)
        sample = self.encoder.sample(dataset.judged(entry, end, deserved, self.data, f"{entry.record.id}-now"))
        return sample if len(sample) <= self.data.max_length else None

    def loss(self, model: "PreTrainedModel", plain: "PreTrainedModel", step: int, part: int) -> "torch.Tensor":
        """Weighted loss of one part of a step.

        plain  the model without what the launch put around it
        """
        if not small(model, plain):
            raise TrainingError("rehearsal: only for a model whose logits fit at once: leave rehearsal out")
        device = plain.device
        batch = {name: t.to(device) for name, t in self.collator.batch(self.batch(step, part)).items()}
        targets = {name: batch.pop(name) for name in perception.TARGETS if name in batch}
        said, seen = cross_entropy(model, batch, None, targets)
        return self.config.weight * (said if seen is None else said + self.config.perception * seen)
