"""The verifiers environment: its own loader, its own task and trace types, and whole episodes as its user."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tests.training.conftest import SIDE
from tests.training.environments.test_tasks import RUNS, pictures
from training.environments.tasks import EditTasks

pytest.importorskip(
    "verifiers", reason="verifiers is not installed: pip install 'jarvisevo[verifiers]', or make env-check"
)
pytestmark = pytest.mark.filterwarnings("ignore")


class Scripted:
    """An agent of verifiers that says its lines, and keeps what it was asked as verifiers types it."""

    def __init__(self, lines: list[str]) -> None:
        self.lines, self.asked, self.rewards = list(lines), [], {}
        self.trace = SimpleNamespace(record_reward=self.record)

    def record(self, name: str, value: float, weight: float = 1.0) -> None:
        self.rewards[name] = (value, weight)

    @contextlib.asynccontextmanager
    async def interaction(self, task: Any) -> AsyncIterator["Scripted"]:
        yield self

    async def turn(self, messages: Any) -> Any:
        import verifiers.v1 as vf

        self.asked += [vf.UserMessage.model_validate(message) for message in messages]
        return SimpleNamespace(terminated=False, last_reply=self.lines.pop(0))


def opened(data: Path) -> Any:
    from verifiers.v1.utils.loaders import env_config_type, load_environment

    taskset = {"id": "jarvisevo-verifiers", "folder": str(data), "max_steps": 2, "max_size": SIDE, "system": "none"}
    kind = env_config_type("jarvisevo-verifiers", "")
    return load_environment(kind.model_validate({"taskset": taskset | {"weights": {"closeness": 1.0}}}))


@pytest.mark.parametrize("name", RUNS)
def test_an_episode_is_the_session_s_own(name: str, data: Path) -> None:
    env = opened(data)
    (task,) = list(env.taskset.skip(1).take(1))
    editor = Scripted(RUNS[name])
    asyncio.run(env.run(task, SimpleNamespace(editor=editor)))
    ours = EditTasks(data, max_steps=2, max_size=SIDE, rewards=env.tasks.rewards).opened(1)
    for turn in RUNS[name]:
        ours.answer(turn)
    wanted = [message for message in ours.messages if message["role"] == "user"]
    seen = [message.model_dump() for message in editor.asked]
    assert len(seen) == len(wanted) and not editor.lines
    assert all(np.array_equal(a, b) for a, b in zip(pictures(seen), pictures(wanted), strict=True))
    assert {n: value for n, (value, _) in editor.rewards.items()} == ours.outcome().rewards
    assert sum(v * w for v, w in editor.rewards.values()) == pytest.approx(ours.outcome().total)


def test_the_tasks_are_the_data_set_s(data: Path) -> None:
    tasks = list(opened(data).taskset)
    assert len(tasks) == 6 and tasks[2].data.instruction and tasks[2].data.index == tasks[2].data.idx == 2
