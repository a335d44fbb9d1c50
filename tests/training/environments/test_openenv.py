"""The OpenEnv server with OpenEnv's own client, over loopback: whole episodes."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.training.conftest import SIDE
from tests.training.environments.test_tasks import RUNS, pictures
from training.config import RewardConfig
from training.environments.tasks import EditTasks

pytest.importorskip("openenv", reason="OpenEnv is not installed: pip install 'jarvisevo[openenv]', or make env-check")
pytestmark = pytest.mark.filterwarnings("ignore")  # what other packages deprecate is theirs


@pytest.fixture
def tasks(data: Path) -> EditTasks:
    return EditTasks(data, max_steps=2, max_size=SIDE, rewards=RewardConfig(weights={"closeness": 1.0}))


@pytest.fixture
def url(tasks: EditTasks) -> Iterator[str]:
    import uvicorn

    from training.environments import openenv_server

    server = uvicorn.Server(uvicorn.Config(openenv_server.app(tasks), host="127.0.0.1", port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.05)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(timeout=20)


@pytest.mark.parametrize("name", RUNS)
def test_an_episode_over_the_wire_is_the_session_s_own(name: str, url: str, tasks: EditTasks) -> None:
    from openenv import GenericEnvClient

    ours = tasks.opened(1)
    with GenericEnvClient(base_url=url).sync() as client:
        result = client.reset(index=1)
        assert not result.done and same(result.observation["messages"], ours.messages)
        for turn in RUNS[name]:
            asked = ours.answer(turn)
            result = client.step({"text": turn})
            assert same(result.observation["messages"], asked) and result.done == ours.done
        state = client.state()
        with pytest.raises(Exception, match="reset first"):
            client.step({"text": "once more"})
    outcome = ours.outcome()
    assert result.done and result.reward == pytest.approx(outcome.total)
    assert result.observation["rewards"] == pytest.approx(dict(outcome.rewards))
    assert state["settings"] == ours.episode.session.settings.to_dict() and state["step_count"] == len(RUNS[name])


def same(theirs: list[dict[str, Any]], ours: list[dict[str, Any]]) -> bool:
    """The very messages, and the very pictures in them."""
    shown = zip(pictures(theirs), pictures(ours), strict=True)
    return theirs == ours and all(np.array_equal(a, b) for a, b in shown)


def test_two_episodes_at_once_do_not_meet(url: str) -> None:
    from openenv import GenericEnvClient

    with GenericEnvClient(base_url=url).sync() as first, GenericEnvClient(base_url=url).sync() as second:
        first.reset(index=0)
        second.reset(index=1)
        first.step({"text": RUNS["whole"][0]})
        assert first.state()["step_count"] == 1 and second.state()["step_count"] == 0
        assert first.state()["task"] == 0 and second.state()["task"] == 1
