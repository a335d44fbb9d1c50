"""What a model can do on photos and wishes that it was never trained on, measured now and then while it learns."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from editor_ops.pipeline import render
from jarvisevo.chat import Sampling
from jarvisevo.qwen_vl import QwenVL
from jarvisevo.scores import tool_accuracy
from training import environment
from training.config import DataConfig, HeldoutConfig, StageConfig
from training.dataset import Entry, entries, picture_refs, system_text
from training.environment import EditRollout, EvalRollout
from training.pictures import PhotoCache, PictureCache, delta_e

BATCH = 20
"""Conversations that are continued at one time."""


class Heldout:
    """The held-out records of a config and how a model does on them; greedy, so that it takes no random numbers."""

    def __init__(self, config: StageConfig, processor: Any, cache: PictureCache) -> None:
        assert config.heldout is not None
        self.settings: HeldoutConfig = config.heldout
        self.processor, self.cache = processor, cache
        self.choice = config.data.system_prompt
        data = DataConfig(folders=(config.heldout.folder,), limit=config.heldout.limit)
        found = entries(data)
        self.edits = [e for e in found if e.record.kind == "edit"]
        self.evals = [e for e in found if e.record.kind == "eval"]

    def measure(self, model: Any) -> dict[str, float]:
        """Figures by name; those for which there are no records are left out.

        valid      share of trajectories whose every call could be used
        tools      mean R_ta; a trajectory without a usable call has 0, as its reward would
        delta_e    mean ΔE2000 to the target, the untouched photo where there is no usable call; identity beside it
        judged     share of judgements that could be read; srcc and error over those
        """
        tokens = environment.Tokens(self.processor)
        qwen = QwenVL(Path(), _plain(model), self.processor, str(model.device))
        draw = environment.local_draw(qwen, Sampling(0.0, max_tokens=self.settings.max_tokens), BATCH)
        return self._edits(tokens, draw) | self._evals(tokens, draw)

    def _edits(self, tokens: environment.Tokens, draw: environment.Draw) -> dict[str, float]:
        if not self.edits:
            return {}
        rollouts = [self._edit(tokens, e) for e in self.edits]
        environment.roll(rollouts, draw)
        rows = [edit_figures(r, e) for r, e in zip(rollouts, self.edits, strict=True)]
        return {name: float(np.mean([row[name] for row in rows])) for name in rows[0]}

    def _edit(self, tokens: environment.Tokens, entry: Entry) -> EditRollout:
        record = entry.record
        size = _size(entry)
        photo = PhotoCache(size).get(entry.folder / record.source)
        return environment.edit_rollout(
            tokens, photo, record.instruction, record.id, max_steps=max(1, len(record.trajectory.steps)), max_size=size,
            system=system_text(self.choice, record.instruction), judge=False,
        )  # fmt: skip

    def _evals(self, tokens: environment.Tokens, draw: environment.Draw) -> dict[str, float]:
        if not self.evals:
            return {}
        rollouts = [self._eval(tokens, e) for e in self.evals]
        environment.roll(rollouts, draw)
        gold = [e.record.evaluation.score for e in self.evals if e.record.evaluation]
        pairs = [(r.score, g) for r, g in zip(rollouts, gold, strict=True) if r.score is not None and g is not None]
        out = {"judged": len(pairs) / len(rollouts)}
        if len(pairs) > 2:
            given, wanted = np.array(pairs, float).T
            out |= {"srcc": rank_correlation(given, wanted), "error": float(np.abs(given - wanted).mean()),
                    "mean_score": float(given.mean())}  # fmt: skip
        return out

    def _eval(self, tokens: environment.Tokens, entry: Entry) -> EvalRollout:
        images = [self.cache.get(ref) for ref in picture_refs(entry)]
        record = entry.record
        needed = 1 + len(record.trajectory.steps)
        return environment.eval_rollout(
            tokens, replace(record.trajectory, reflections=()), images[:needed], record.id,
            system_text(self.choice, record.instruction),
        )  # fmt: skip


def edit_figures(rollout: EditRollout, entry: Entry) -> dict[str, float]:
    """What one trajectory is worth, against the record's own settings."""
    session, target = rollout.session, entry.record.trajectory.settings
    wanted = render(session.photo, target, session.side).eight_bit()
    before, after = delta_e(session.images[0], wanted), delta_e(session.images[-1], wanted)
    tools = tool_accuracy(session.settings.to_dict(), target.to_dict()).total if rollout.valid else 0.0
    return {"valid": float(rollout.valid), "tools": tools, "delta_e": after, "identity": before}


def rank_correlation(a: Sequence[float] | np.ndarray, b: Sequence[float] | np.ndarray) -> float:
    """Spearman's ρ, ties with their mean rank; 0 when either side is constant."""
    ranks = [_ranks(np.asarray(side, float)) for side in (a, b)]
    if min(r.std() for r in ranks) == 0:
        return 0.0
    return float(np.corrcoef(*ranks)[0, 1])


def _ranks(values: np.ndarray) -> np.ndarray:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[inverse]


def _size(entry: Entry) -> int:
    size = entry.record.trajectory.meta.get("max_size")
    return size if isinstance(size, int) else 1024


def _plain(model: Any) -> Any:
    """The model under adapters, which stay in force."""
    return model.get_base_model() if hasattr(model, "get_base_model") else model
