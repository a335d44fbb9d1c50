"""The figures of a SEPO step, by the names that they have in metrics.jsonl."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from jarvisevo.scoring.correlation import concordance
from training import rewards
from training.advantages import FLAT
from training.rewards import EditQuery
from training.rollout import CorrectionRollout


@dataclass(frozen=True)
class EditFacts:
    """What the metrics need of one trajectory of the editor: whether every edit could be used, its scores, and the
    mean ΔE2000 it leaves to the wanted image (None where it could not be used).
    """

    valid: bool
    score: float | None
    critic: float | None
    delta_e: float | None

    @classmethod
    def of(cls, query: EditQuery) -> "EditFacts":
        made = query.rollout
        return cls(made.valid, made.score, query.critic_score, rewards.left(query) if made.valid else None)


def correction_facts(query: EditQuery) -> tuple[float, float] | None:
    """ΔE2000 to the wanted image before and after the correction of a trajectory; None where nothing was corrected."""
    made = query.rollout
    if not (isinstance(made, CorrectionRollout) and made.valid and made.session.reflections):
        return None
    after = rewards.left(query)
    assert query.wanted is not None
    return rewards.distance(made.first, query.wanted), after


def correction_metrics(facts: Sequence[tuple[float, float] | None]) -> Mapping[str, float]:
    """Of a step's corrections: the share that were made, that came nearer, and by how much in the mean (ΔE2000)."""
    made = [fact for fact in facts if fact is not None]
    out = {"correction/made": len(made) / len(facts)} if facts else {}
    if made:
        out["correction/nearer"] = float(np.mean([after < before for before, after in made]))
        out["correction/gain"] = float(np.mean([before - after for before, after in made]))
    return out


def step_metrics(
    edits: Sequence[EditFacts],
    parts: np.ndarray,
    totals: np.ndarray,
    groups: np.ndarray,
    scores: Sequence[float | None],
) -> Mapping[str, float]:
    """Figures of a step by name, of all processes' trajectories."""
    out = {}
    for i, name in enumerate(rewards.NAMES):
        column = parts[:, i][~np.isnan(parts[:, i])]
        if column.size:
            out[f"rewards/{name}"] = float(column.mean())
    judged = totals[~np.isnan(totals)]
    out["reward"] = float(judged.mean()) if judged.size else float("nan")
    spread = [np.ptp(totals[groups == g]) for g in np.unique(groups) if not np.isnan(totals[groups == g]).any()]
    out["flat_groups"] = float(np.mean([s < FLAT for s in spread])) if spread else float("nan")
    order = concordance(scores, parts[:, rewards.NAMES.index("tools")].tolist(), groups.tolist())
    if not np.isnan(order):
        out["concordance"] = order
    if not edits:
        return out
    own = [edit.score for edit in edits if edit.score is not None]
    apart = [edit.delta_e for edit in edits if edit.delta_e is not None]
    if apart:
        out["delta_e"] = float(np.mean(apart))
    out["valid"] = float(np.mean([edit.valid for edit in edits]))
    out["judged"] = len(own) / len(edits)
    if own:
        out["self_score"] = float(np.mean(own))
    judged = [edit.critic for edit in edits if edit.critic is not None]
    return out | ({"critic": float(np.mean(judged))} if judged else {})
