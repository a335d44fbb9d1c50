"""Group-normalised advantages and the paper's token normalisation, as pure functions of arrays.

Axes: B rows (rollouts) of a batch, T completion tokens. A group is the G rollouts of one query.
"""

import numpy as np

FLAT = 1e-6
"""A group whose rewards spread less than this has nothing to teach: its advantages are 0."""


def group_advantages(rewards: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """(r - mean) / std within each group (GRPO, DeepSeekMath section 4; no KL term in SEPO).

    rewards  (B,) float; NaN marks a rollout that could not be judged: its advantage is 0, and it counts in no mean
    groups   (B,) int, the query of each row
    -> (B,) float64. The standard deviation is the population's; a constant group, or one of a single row, is all 0.
    """
    rewards, groups = np.asarray(rewards, np.float64), np.asarray(groups)
    if rewards.shape != groups.shape or rewards.ndim != 1:
        raise ValueError(f"rewards {rewards.shape} and groups {groups.shape} must be one number per row")
    if np.isinf(rewards).any():
        raise ValueError("a reward is infinite: the reward function is broken, or a score ran away")
    out = np.zeros_like(rewards)
    for group in np.unique(groups):
        rows = np.flatnonzero((groups == group) & ~np.isnan(rewards))
        if len(rows) < 2:
            continue
        mine = rewards[rows]
        spread = mine.std()
        if spread > FLAT:
            out[rows] = (mine - mine.mean()) / spread
    return out


def group_token_weights(tokens: np.ndarray, groups: np.ndarray) -> np.ndarray:
    """Factors (B,) that turn "sum over all tokens / all tokens of the batch" into the paper's eq. 2.

    Eq. 2 divides the summed token losses of a group by that group's own number of tokens, and averages
    over groups. A trainer that divides by the batch's tokens does the same when each row's advantage is
    first multiplied by  (tokens of the batch) / (number of groups · tokens of the row's group).

    tokens  (B,) int: tokens of each row that carry loss
    Groups without any such token weigh 0 and are not counted.
    """
    tokens, groups = np.asarray(tokens, np.float64), np.asarray(groups)
    if (tokens < 0).any() or tokens.shape != groups.shape:
        raise ValueError("tokens must be a count per row")
    sums = {group: tokens[groups == group].sum() for group in np.unique(groups)}
    counted = sum(total > 0 for total in sums.values())
    return np.array([tokens.sum() / (counted * sums[g]) if sums[g] > 0 else 0.0 for g in groups])
