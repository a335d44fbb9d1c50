"""Episodes for other trainers: the same pictures and the same rewards as in our own rollouts."""

import base64
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from jarvisevo.protocol.turns import edit_turn, evaluation_turn
from jarvisevo.qwen import folder as qwen_vl
from jarvisevo.qwen.generate import TokenCompletion
from tests.training.conftest import SIDE
from training import rewards
from training.config import RewardConfig
from training.conversation import Tokens
from training.environments.tasks import EditTasks
from training.rewards import EditQuery
from training.rollout import edit_rollout

FIRST = edit_turn("Lift.", {"Exposure2012": 0.4}, "processing")
LAST = edit_turn("Less colour.", {"Saturation": -20}, "finished")
SCORE = evaluation_turn("It fits.", 4.25)
RUNS = {
    "whole": [FIRST, LAST, SCORE],
    "one step": [LAST, SCORE],
    "not readable": ["I would rather not."],
    "no judgement": [LAST, "well done"],
}


def pictures(messages: list[dict[str, Any]]) -> list[np.ndarray]:
    """The pictures of messages in OpenAI's form, (H, W, 3) uint8 each."""
    parts = [p for m in messages if isinstance(m["content"], list) for p in m["content"] if p["type"] == "image_url"]
    data = [base64.b64decode(p["image_url"]["url"].partition(",")[2]) for p in parts]
    return [cv2.cvtColor(cv2.imdecode(np.frombuffer(d, np.uint8), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB) for d in data]


@pytest.mark.parametrize("name", RUNS)
def test_an_episode_in_text_is_our_rollout(name: str, data: Path, micro: Path) -> None:
    config = RewardConfig(weights={"closeness": 1.0})
    tasks = EditTasks(data, max_steps=2, max_size=SIDE, rewards=config)
    task = tasks.opened(1)
    tokens = Tokens(qwen_vl.load_processor(micro))
    entry = task.entry
    photo = tasks.photos.get(entry.folder / entry.record.source)
    ours = edit_rollout(tokens, photo, entry.record.instruction, "0", max_steps=2, max_size=SIDE)
    for turn in RUNS[name]:
        assert not task.done and task.episode.ask is not None and ours.ask is not None
        assert task.episode.ask.kind == ours.ask.kind
        shown, wanted = pictures(task.messages), ours.session.images
        assert len(shown) == len(wanted) and all(np.array_equal(a, b) for a, b in zip(shown, wanted, strict=True))
        task.answer(turn)
        ours.answer(TokenCompletion(tuple(tokens.encode(turn)), "stop"))
    assert task.done and ours.ask is None
    assert task.episode.session.trajectory().states == ours.session.trajectory().states
    settings, wanted = entry.record.trajectory.settings, rewards.stored_target(entry)
    query = EditQuery(0, entry, ours, settings, preference=0.0, wanted=wanted)
    theirs = {f.__name__: f([query])[0] for f in rewards.functions(config)}
    outcome = task.outcome()
    assert outcome.rewards == {n: theirs[n] for n in ("format", "tools", "closeness")}
    assert outcome.total == pytest.approx(sum(outcome.rewards.values()))


def test_the_conversation_is_whole_and_plain_json(data: Path) -> None:
    tasks = EditTasks(data, max_size=SIDE, system="own", judge=False)
    assert len(tasks) == 6  # the correction is none of them
    task = tasks.opened(0)
    asked = task.answer(FIRST)
    assert [m["role"] for m in task.messages] == ["system", "user", "assistant", "user"] and asked == task.messages[3:]
    assert json.loads(json.dumps(task.messages)) == task.messages
    assert task.answer(LAST) == [] and task.done  # nobody judges here
    assert task.outcome().rewards.keys() == {"format", "tools"}
    with pytest.raises(IndexError, match="there are tasks 0 to 5"):
        tasks.opened(6)


def test_a_crop_that_leaves_nothing_costs_the_policy_its_form_and_nobody_else(data: Path) -> None:
    task = EditTasks(data, max_size=SIDE).opened(0)
    task.answer(edit_turn("Crop.", {"HasCrop": True, "CropTop": 0.9, "CropBottom": 0.1}, "finished"))
    assert task.done and task.outcome().rewards["format"] < 1
    assert "the crop is empty" in task.episode.session.failures[0].cause


def test_a_turn_that_was_cut_off_costs_its_obligation(data: Path) -> None:
    tasks = EditTasks(data, max_size=SIDE, judge=False)
    found = []
    for whole in (True, False):
        task = tasks.opened(0)
        task.answer(LAST, whole)
        found.append(task.outcome().rewards["format"])
    assert found[1] < found[0] == 1.0
