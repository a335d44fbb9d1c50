"""The judge from outside in a run: asked side by side, in bounded time, within a budget, and watched.

A judgement that fails is nobody's fault and never a zero: the trajectory is left out of its group. But a judge that is
gone would let a run go on and learn nothing. So failures are counted, logged, and stop the run beyond a share.
"""

import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass

import numpy as np

from jarvisevo.protocol.chat import trouble
from jarvisevo.scoring.evaluators import Evaluator
from training import rewards
from training.config import CriticConfig, RewardConfig
from training.processes import gathered
from training.run import TrainingError

Scores = list[float | None]


@dataclass(frozen=True)
class CriticGroup:
    """Edits of one photo for one instruction, (H, W, 3) uint8 each; None for what cannot be judged."""

    before: np.ndarray
    candidates: Sequence[np.ndarray | None]
    instruction: str


class WatchedCritic:
    """A judge and what became of its judgements.

    judge  scores a group
    spent  () -> (requests, tokens, currency) so far; None for a judge that asks nobody
    """

    def __init__(
        self,
        judge: Callable[[CriticGroup], Scores],
        limits: CriticConfig,
        spent: Callable[[], tuple[float, float, float]] | None = None,
    ) -> None:
        self.judge, self.limits, self.spent = judge, limits, spent
        self.recent: deque[bool] = deque(maxlen=limits.window)
        self._asked = self._failed = 0
        self._total = self._without = 0  # of the whole run, all processes
        self._seconds = 0.0
        self._pairs: list[float] = []
        self._before = spent() if spent else (0.0, 0.0, 0.0)

    def scores(self, groups: Sequence[CriticGroup]) -> list[Scores]:
        """Of all groups, so many at one time as `concurrency` says; None where there is none, or not in time."""
        began = time.monotonic()
        pool = ThreadPoolExecutor(self.limits.concurrency)
        try:
            waiting = [pool.submit(self.judge, group) for group in groups]
            rounds = -(-len(groups) // self.limits.concurrency)
            until = began + self.limits.seconds * rounds
            made = [self._taken(f, until, g) for f, g in zip(waiting, groups, strict=True)]
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        self._seconds += time.monotonic() - began
        for group, found in zip(groups, made, strict=True):
            failed = [s is None for s, c in zip(found, group.candidates, strict=True) if c is not None]
            self._asked, self._failed = self._asked + len(failed), self._failed + sum(failed)
            self.recent.extend(failed)
        return made

    def _taken(self, future: Future[Scores], until: float, group: CriticGroup) -> Scores:
        try:
            return future.result(timeout=max(until - time.monotonic(), 0.01))
        except Late:
            return [None] * len(group.candidates)

    def compare(self, own: Sequence[float | None], judged: Sequence[float | None]) -> None:
        """Note how often a group's own scores put its pairs as the judge's do."""
        from jarvisevo.judge.core.metrics import agreement

        share = agreement(own, judged)
        if share is not None:
            self._pairs.append(share)

    def figures(self) -> dict[str, float]:
        """Of all processes since the last call, by name; TrainingError when too many of the latest judgements failed.

        critic/failed     share of the edits without a score      critic/seconds  of waiting, the slowest process
        critic/agreement  with the own scores, over pairs         critic/requests, /tokens, /cost  where it asks a model
        """
        now = self.spent() if self.spent else self._before
        used = tuple(a - b for a, b in zip(now, self._before, strict=True))
        told = gathered([(self._asked, self._failed, self._seconds, self._pairs, used, list(self.recent))])
        self._asked = self._failed = 0
        self._seconds, self._pairs, self._before = 0.0, [], now
        asked, failed = sum(t[0] for t in told), sum(t[1] for t in told)
        self._total, self._without = self._total + asked, self._without + failed
        out = {"critic/seconds": max(t[2] for t in told)}
        if asked:
            out["critic/failed"] = failed / asked
        if pairs := [share for t in told for share in t[3]]:
            out["critic/agreement"] = float(np.mean(pairs))
        if self.spent:
            requests, tokens, cost = (sum(t[4][i] for t in told) for i in range(3))
            out |= {"critic/requests": requests, "critic/tokens": tokens, "critic/cost": cost}
        self._stop([gone for t in told for gone in t[5]])
        return out

    def warning(self) -> str:
        """What a person should know at the end, "" when every edit got its score."""
        if not self._without:
            return ""
        return f"warning: the critic gave no score for {self._without} of {self._total} edits (critic/failed)"

    def _stop(self, recent: Sequence[bool]) -> None:
        """End the run when the judge is gone; all processes at once, as they have the same figures."""
        if len(recent) < self.limits.window or np.mean(recent) <= self.limits.max_failures:
            return
        raise TrainingError(
            f"the critic gave no score for {sum(recent)} of its last {len(recent)} edits (no answer, none in "
            f"{self.limits.seconds:g} s, or the budget is used up): see that it runs, raise reward.critic_limits, and "
            "run the same command again; the last checkpoint is from before"
        )


def opened(config: RewardConfig) -> WatchedCritic | None:
    """The judge that a config names, watched; None for none. TrainingError when it or its server is not there."""
    judge = rewards.critic(config)
    if judge is None:
        return None
    models = getattr(judge, "models", None)
    spent = None
    if models is not None:
        if why := trouble(models.subagent) or trouble(models.orchestrator):
            raise TrainingError(f"reward.critic: no server is there ({why}): start it, or name another")

        def spent() -> tuple[float, float, float]:
            total = models.ledger.spent()
            return total.requests, total.tokens, total.currency

    return WatchedCritic(lambda group: judged(judge, group), config.critic_limits, spent)


def judged(judge: Evaluator, group: CriticGroup) -> Scores:
    """Scores of a group, side by side where the judge can."""
    if hasattr(judge, "rank"):
        ranked: Scores = judge.rank(group.before, group.candidates, group.instruction)
        return ranked
    return [
        None if after is None else judge.score(group.before, after, group.instruction).score
        for after in group.candidates
    ]
