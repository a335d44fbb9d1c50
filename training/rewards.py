"""The rewards of SEPO in TRL's signature, over the scores that benchmarks use too; None for rows that are not theirs.

Each takes the columns of a batch as lists; the one that counts is `query`: the trajectory with what it is rewarded by.
"""

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import cv2
import numpy as np

from editor_ops.color import mean_delta_e
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.record.trajectory import HIGH, LOW
from jarvisevo.scoring.scores import Scale, format_score, reference_score, score_alignment, tool_accuracy, win_rates
from training.config import RewardConfig, RewardName
from training.data import StoredRecord
from training.images import ImageRef, read_image
from training.rollout import CorrectionRollout, EditRollout, EvalRollout
from training.run import TrainingError

if TYPE_CHECKING:
    from jarvisevo.judge.core.critic import Critic

Reward = Callable[..., list[float | None]]
NAMES: tuple[RewardName, ...] = ("format", "tools", "closeness", "preference", "alignment")
"""R_f, R_ta, closeness of the result to the target image, R_pp, R_sa, in the order of their columns."""
LIMIT = 100.0
"""A reward beyond this ran away: each is at most 1 times its weight."""


@dataclass
class EditQuery:
    """A trajectory of the editor with what it is rewarded by.

    row           of the edits
    target        the record's settings
    preference    R_pp; None when it could not be had
    critic_score  None when the critic was not asked, or failed
    wanted        the record's target image, (H, W, 3) uint8; None: what the settings make of the photo
    left          mean ΔE2000 between its result and the target image; None until it is asked for
    """

    row: int
    entry: StoredRecord
    rollout: EditRollout
    target: Settings
    preference: float | None = None
    critic_score: float | None = None
    wanted: np.ndarray | None = None
    left: float | None = None

    @property
    def corrects(self) -> bool:
        """Whether only its correction counts."""
        return isinstance(self.rollout, CorrectionRollout)


@dataclass
class EvalQuery:
    """A trajectory of the evaluator with the score that its judgement should have given; None when nobody knows it.

    shown  the original and the result, (H, W, 3) uint8
    """

    corrects: ClassVar[bool] = False

    entry: StoredRecord
    rollout: EvalRollout
    target: float | None
    shown: tuple[np.ndarray, np.ndarray]


Query = EditQuery | EvalQuery


def functions(config: RewardConfig) -> list[Reward]:
    """The reward functions, named for the metrics; closeness is not worked out where it weighs nothing."""

    def format(query: Sequence[Query], **_: object) -> list[float | None]:
        return [format_score(q.rollout.obligations) for q in query]

    def tools(query: Sequence[Query], **_: object) -> list[float | None]:
        return [tool_reward(q.rollout, q.target, config.scale) if isinstance(q, EditQuery) else None for q in query]

    def preference(query: Sequence[Query], **_: object) -> list[float | None]:
        return [q.preference if isinstance(q, EditQuery) else None for q in query]

    def closeness(query: Sequence[Query], **_: object) -> list[float | None]:
        wanted = weight(config, "closeness") > 0
        scale = config.closeness_scale
        return [closeness_reward(q, scale) if wanted and isinstance(q, EditQuery) else None for q in query]

    def alignment(query: Sequence[Query], **_: object) -> list[float | None]:
        return [_alignment(q, config) for q in query]

    return [format, tools, closeness, preference, alignment]


def weight(config: RewardConfig, name: RewardName) -> float:
    """Of a reward in the sum."""
    return config.weights.get(name, 0.0 if name == "closeness" else 1.0)


def _alignment(query: Query, config: RewardConfig) -> float | None:
    """R_sa of a judgement; with an external critic that of the editor's own score against the critic's, too."""
    if isinstance(query, EvalQuery):
        return alignment_reward(query.rollout.score, query.target, config.sigma)
    if config.critic_role != "external":
        return None
    if not query.rollout.valid:  # the critic was not asked; what cannot be judged is the policy's fault
        return 0.0
    return alignment_reward(query.rollout.score, query.critic_score, config.sigma)


def closeness_reward(query: EditQuery, scale: float) -> float:
    """exp(-ΔE2000 / scale) of the result against the target image, in (0, 1]; 0 when a call could not be used."""
    return float(np.exp(-left(query) / scale)) if query.rollout.valid else 0.0


def stored_target(entry: StoredRecord) -> np.ndarray | None:
    """The target image of a record, (H, W, 3) uint8, as it is stored; None where it has no file of its own."""
    path = entry.folder / entry.record.target
    return read_image(ImageRef(path)) if entry.record.target and path.is_file() else None


def left(query: EditQuery) -> float:
    """Mean ΔE2000 between the result of a finished trajectory and its target image, worked out once."""
    if query.left is None:
        session = query.rollout.session
        if query.wanted is None:
            query.wanted = render(session.photo, query.target, session.side).eight_bit()
        query.left = distance(session.images[-1], query.wanted)
    return query.left


def distance(image: np.ndarray, wanted: np.ndarray) -> float:
    """Mean ΔE2000 of two images, (H, W, 3) uint8; one that was cropped is stretched over the other,
    and so is far from it.
    """
    if image.shape != wanted.shape:
        image = cv2.resize(image, (wanted.shape[1], wanted.shape[0]), interpolation=cv2.INTER_AREA)
    return mean_delta_e(image, wanted)


def tool_reward(rollout: EditRollout, target: Settings, scale: Scale) -> float:
    """R_ta of all that a trajectory set, against the record's settings; 0 when a call could not be used."""
    return tool_accuracy(rollout.session.settings.to_dict(), target.to_dict(), scale).total if rollout.valid else 0.0


def alignment_reward(score: float | None, target: float | None, sigma: float) -> float | None:
    """R_sa; None when the target is not known (the critic failed), 0 when the policy gave no score."""
    return None if target is None else score_alignment(score, target, sigma)


def preferences(scores: Sequence[float | None], groups: Sequence[int], mode: str) -> list[float | None]:
    """R_pp of every trajectory from the scores of its group.

    scores  of each trajectory: its own, or a critic's; None when there is none
    mode    "win_rate" (JarvisEvo, eq. 7), or "absolute": the score itself, from 0 at the lowest to 1 at the highest
    """
    if mode == "absolute":
        return [None if s is None else (s - LOW) / (HIGH - LOW) for s in scores]
    out: list[float | None] = [None] * len(scores)
    for group in dict.fromkeys(groups):
        rows = [i for i, g in enumerate(groups) if g == group]
        for i, rate in zip(rows, win_rates([scores[i] for i in rows]), strict=True):
            out[i] = rate
    return out


def totals(parts: np.ndarray, config: RewardConfig) -> np.ndarray:
    """The weighted sum of what each row has: (B, rewards) with NaN where a reward is not the row's -> (B,).

    A row that lacks a reward of its own (a critic failed) is NaN: it is left out, not counted as bad. TrainingError
    when a reward ran away.
    """
    if np.isinf(parts).any() or np.nanmax(np.abs(parts), initial=0.0) > LIMIT:
        raise TrainingError(
            f"a reward of {np.nanmax(np.abs(parts)):g} is beyond anything: the rewards ran away; "
            "start again from the last checkpoint with a lower learning rate"
        )
    weights = np.array([weight(config, name) for name in NAMES])
    total = np.nansum(parts * weights, axis=1)
    editor = ~np.isnan(parts[:, NAMES.index("tools")])
    lacks = {name: np.isnan(parts[:, NAMES.index(name)]) for name in NAMES}
    missing = np.where(editor, lacks["preference"] & (weight(config, "preference") > 0), lacks["alignment"])
    if config.critic_role == "external":
        missing |= lacks["alignment"]
    total[missing] = np.nan
    return total


# ---- scores from outside


def reference(before: np.ndarray, after: np.ndarray, wanted: np.ndarray) -> float:
    """See `scores.reference_score`: by how far the edit is from the wanted image."""
    return reference_score(distance(after, wanted), distance(before, wanted))


Scorer = Callable[[np.ndarray, np.ndarray, np.ndarray], float]
"""Score of an edit, 1 to 5, from the image before, after, and the wanted one, (H, W, 3) uint8 each."""
SCORERS: dict[str, Scorer] = {"reference": reference}


def scorer(name: str) -> Scorer:
    """One of SCORERS, or module:name of a function. TrainingError when there is none."""
    if name in SCORERS:
        return SCORERS[name]
    module, _, function = name.partition(":")
    try:
        found: Scorer = getattr(importlib.import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise TrainingError(f"score_function {name}: {error}: name a function that PYTHONPATH leads to") from None
    return found


def critic(config: RewardConfig) -> "Critic | None":
    """The judge from outside that a config names; rlar makes tools for what it meets.
    TrainingError when it is not there.
    """
    name, limits = config.critic, config.critic_limits
    if name == "none":
        return None
    try:
        from jarvisevo.judge.build import judge_named
        from jarvisevo.judge.core.ledger import Budget

        budget = Budget(requests=limits.requests, tokens=limits.tokens)
        cache = limits.cache or ":memory:"
        return judge_named(name, grow=True, orchestrator=limits.orchestrator, cache=cache, budget=budget)
    except (ImportError, ValueError) as error:
        raise TrainingError(f"critic {name}: {error}") from None
