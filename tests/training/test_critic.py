"""The judge from outside: asked side by side, bounded, counted; one that is gone stops the run."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from jarvisevo.record.trajectory import Evaluation
from tests.training.test_sepo import scripted
from training import command, critic
from training.config import CriticConfig, RewardConfig, StageConfig
from training.critic import CriticGroup, Scores, WatchedCritic
from training.run import RunFolder, TrainingError, read_metrics

PHOTO = np.zeros((8, 8, 3), np.uint8)
GROUPS = [CriticGroup(PHOTO, [PHOTO, None, PHOTO], "brighter")] * 4


def watched(judge: Callable[[CriticGroup], Scores], **limits: Any) -> WatchedCritic:
    return WatchedCritic(judge, CriticConfig(**limits))


class Judge:
    """Knows no groups."""

    name = "judge"

    def score(self, before: Any, after: Any, instruction: str, **_: Any) -> Evaluation:
        return Evaluation(4.0) if after.mean() > before.mean() else Evaluation.failure("dark")


def test_a_judge_of_single_edits_judges_a_group_too(monkeypatch: pytest.MonkeyPatch) -> None:
    group = CriticGroup(PHOTO, [PHOTO + 30, PHOTO, None], "x")
    assert critic.judged(Judge(), group) == [4.0, None, None]
    assert critic.opened(RewardConfig()) is None
    made = critic.opened(RewardConfig(critic="analytic"))
    assert made is not None and made.spent is None
    monkeypatch.setattr(critic, "trouble", lambda chat: "")
    model = critic.opened(RewardConfig(critic="harness@http://127.0.0.1:9/v1#judge"))
    assert model is not None and model.spent is not None and model.spent() == (0, 0, 0.0)


def test_groups_are_judged_side_by_side() -> None:
    """Each waits for all others: one after the other, nobody would come to the end."""
    together = threading.Barrier(4, timeout=20)

    def judge(group: CriticGroup) -> Scores:
        together.wait()
        return [4.0, None, 2.0]

    asked = watched(judge, concurrency=4)
    assert asked.scores(GROUPS) == [[4.0, None, 2.0]] * 4
    figures = asked.figures()
    assert figures["critic/failed"] == 0 and figures["critic/seconds"] > 0
    assert "critic/failed" not in asked.figures()  # since the last time nothing was asked


def test_what_could_not_be_used_is_no_failure_and_what_comes_late_is_one() -> None:
    stuck = threading.Event()

    def judge(group: CriticGroup) -> Scores:
        stuck.wait(20)
        return [1.0, None, 1.0]

    asked = watched(judge, seconds=0.2, concurrency=4, max_failures=0.5, window=4)
    assert asked.scores(GROUPS[:1]) == [[None, None, None]]
    assert asked.figures()["critic/failed"] == 1.0  # 2 of 2, but not 4 yet
    asked.scores(GROUPS[:1])
    with pytest.raises(TrainingError, match=r"no score for 4 of its last 4 edits .*none in 0.2 s"):
        asked.figures()
    stuck.set()


def test_agreement_is_that_of_the_pairs() -> None:
    asked = watched(lambda group: [])
    asked.compare([1.0, 2.0, 3.0], [1.5, 2.5, 2.0])  # two of three pairs
    asked.compare([1.0, 2.0], [None, 2.0])  # none
    asked.compare([4.0, 2.0], [3.0, 1.0])
    assert asked.figures()["critic/agreement"] == pytest.approx((2 / 3 + 1) / 2)


def test_what_was_spent_is_told_step_by_step() -> None:
    spent = iter([(0.0, 0.0, 0.0), (3.0, 900.0, 0.5), (3.0, 900.0, 0.5)])
    asked = WatchedCritic(lambda group: [], CriticConfig(), lambda: next(spent))
    first, second = asked.figures(), asked.figures()
    assert (first["critic/requests"], first["critic/tokens"], first["critic/cost"]) == (3, 900, 0.5)
    assert second["critic/requests"] == 0


@pytest.mark.parametrize("role", ["log", "win_rate", "target"])
def test_a_critic_that_is_gone_stops_the_run(
    settings: Callable[..., StageConfig], monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    """No server answers at this address; each request fails at once."""
    scripted(monkeypatch)
    keys = {"reward__critic": "harness@http://127.0.0.1:9/v1#judge", "reward__critic_role": role}
    limits = {"window": 2, "seconds": 60, "concurrency": 2}
    config = settings("sepo", reward__critic_limits=limits, **keys)
    with pytest.raises(TrainingError, match="no server is there"):
        command.run(config, quiet=True)
    monkeypatch.setattr(critic, "trouble", lambda chat: "")  # it goes later
    monkeypatch.setattr(critic, "judged", lambda judge, group: [None] * len(group.candidates))
    with pytest.raises(TrainingError, match="the critic gave no score for"):
        command.run(config, quiet=True)


def test_a_critic_that_failed_is_told_at_the_end(
    settings: Callable[..., StageConfig], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    scripted(monkeypatch)
    monkeypatch.setattr(critic, "judged", lambda judge, group: [None] * len(group.candidates))
    command.run(settings("sepo", reward__critic="analytic", optim__steps=1))
    assert "warning: the critic gave no score for" in capsys.readouterr().err


def test_a_critic_that_answers_is_logged(settings: Callable[..., StageConfig], monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch)
    config = settings("sepo", reward__critic="analytic", optim__steps=2)
    rows = [row for row in read_metrics(command.run(config, quiet=True).metrics) if "reward" in row]
    assert all(row["critic/failed"] == 0 and 0 <= row["critic/agreement"] <= 1 for row in rows) and len(rows) == 2
    assert "critic/requests" not in rows[0]  # it asks no model
    assert RunFolder(config.out).last() is not None
