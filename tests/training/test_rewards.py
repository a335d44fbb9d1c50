"""The rewards in TRL's signature: gold, nothing, failures, ties."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from editor_ops.photo import Photo
from editor_ops.settings import Settings
from jarvisevo.protocol.turns import edit_turn, evaluation_turn
from jarvisevo.qwen.folder import load_processor
from jarvisevo.qwen.generate import TokenCompletion
from jarvisevo.record.artedit import Record
from jarvisevo.record.trajectory import Trajectory
from training import rewards
from training.config import RewardConfig
from training.conversation import Tokens
from training.data import StoredRecord
from training.rewards import EditQuery, EvalQuery
from training.rollout import EditRollout, EvalRollout, edit_rollout, eval_rollout
from training.run import TrainingError

GOLD = Settings.parse({"Exposure2012": 0.5, "Saturation": 20})
PHOTO = np.random.default_rng(0).integers(0, 256, (48, 48, 3), dtype=np.uint8)
Play = Callable[..., EditRollout]


@pytest.fixture(scope="module")
def tokens(micro: Path) -> Tokens:
    return Tokens(load_processor(micro, marks=True))


@pytest.fixture
def play(tokens: Tokens) -> Play:
    def make(*turns: str, max_steps: int = 1, finish: str = "stop") -> EditRollout:
        rollout = edit_rollout(tokens, Photo.from_array(PHOTO), "brighter", "0", max_steps=max_steps, max_size=48)
        for turn in turns:
            rollout.answer(TokenCompletion(tuple(tokens.encode(turn)), finish))
        return rollout

    return make


def judged(tokens: Tokens, text: str) -> EvalRollout:
    rollout = eval_rollout(tokens, Trajectory("p", "brighter"), [PHOTO], "0")
    rollout.answer(TokenCompletion(tuple(tokens.encode(text)), "stop"))
    return rollout


ENTRY = StoredRecord(Path(), Record("e", "edit", "a.png", "b.png", "brighter", "en", Trajectory("a.png", "brighter")))


def columns(
    rollouts: list[Any], targets: list[Any], config: RewardConfig | None = None
) -> dict[str, list[float | None]]:
    queries = [
        EditQuery(0, ENTRY, r, t, 0.5) if isinstance(r, EditRollout) else EvalQuery(ENTRY, r, t, (PHOTO, PHOTO))
        for r, t in zip(rollouts, targets, strict=True)
    ]
    return {f.__name__: f(completions=[], query=queries) for f in rewards.functions(config or RewardConfig())}


def test_gold_is_worth_one_and_nothing_is_worth_none(play: Play) -> None:
    gold = play(edit_turn("Lift it.", GOLD, "finished"), evaluation_turn("Good.", 4.5))
    empty = play(edit_turn("Leave it.", {}, "finished"), evaluation_turn("Good.", 4.5))
    found = columns([gold, empty], [GOLD, GOLD])
    assert found["tools"] == [1.0, 0.0]
    assert found["format"][0] == 1.0
    assert found["alignment"] == [None, None]
    assert list(found) == list(rewards.NAMES)


def test_spurious_parameters_cost(play: Play) -> None:
    more = play(edit_turn("x", GOLD.merge({"Contrast2012": 40}), "finished"))
    assert 0.5 < columns([more], [GOLD])["tools"][0] < 1


def test_the_scale_is_a_key(play: Play) -> None:
    off = play(edit_turn("x", {"Exposure2012": 0.8, "Saturation": 20}, "finished"))
    wide, fine = (columns([off], [GOLD], RewardConfig(scale=s))["tools"][0] for s in ("range", "step"))
    assert fine < wide < 1


@pytest.mark.parametrize(
    ("turns", "finish", "least", "most"),
    [
        (["no tags at all"], "stop", 0, 0.5),
        ([edit_turn("x", GOLD, "processing"), evaluation_turn("y", 4)], "stop", 0.7, 0.99),
        (
            [edit_turn("x", GOLD, "finished"), '<think>y</think><answer>{"Overall assessment score": "9"}</answer>'],
            "stop",
            0.5,
            0.8,
        ),
        ([edit_turn("x", GOLD, "finished"), evaluation_turn("y", 4)], "length", 0.5, 0.8),
        ([edit_turn("x", GOLD, "finished"), evaluation_turn("y", 4)], "stop", 1, 1),
    ],
)
def test_the_format_reward_is_one_only_when_all_is_right(
    play: Play, turns: list[str], finish: str, least: float, most: float
) -> None:
    reward = columns([play(*turns, finish=finish)], [GOLD])["format"][0]
    assert reward is not None and least <= reward <= most


def test_an_unreadable_call_is_worth_no_tools_and_no_score_is_none(play: Play) -> None:
    broken = play("<tool_call>{</tool_call>")
    assert not broken.valid and broken.score is None and broken.ask is None
    assert columns([broken], [GOLD])["tools"] == [0.0]


def test_alignment_at_no_one_and_two_sigma(tokens: Tokens) -> None:
    found = columns([judged(tokens, evaluation_turn("x", s)) for s in (3, 3.5, 4)] + [judged(tokens, "?")], [3.0] * 4)
    assert found["alignment"][:3] == pytest.approx([1, math.exp(-0.5), math.exp(-2)], abs=1e-5)
    assert found["alignment"][3] == 0 and found["tools"] == [None] * 4 and found["preference"] == [None] * 4
    assert columns([judged(tokens, evaluation_turn("x", 3))], [None])["alignment"] == [None]


def test_win_rates_with_ties_and_without_scores() -> None:
    groups = [0, 0, 0, 0, 1, 1]
    assert rewards.preferences([4, 3, 3, None, 5, 5], groups, "win_rate") == [1, 0, 0, None, 0, 0]
    assert rewards.preferences([5, 1, 3], [0, 0, 0], "absolute") == [1, 0, 0.5]


def test_totals_leave_out_what_lacks_a_reward_of_its_own() -> None:
    nan = math.nan
    parts = np.array(
        [[1, 0.5, nan, 1, nan], [1, nan, nan, nan, 0.5], [1, 0.5, nan, nan, nan], [1, nan, nan, nan, nan]], float
    )
    config = RewardConfig(weights={"tools": 2.0})
    assert rewards.totals(parts, config) == pytest.approx([3, 1.5, nan, nan], nan_ok=True)
    silent = RewardConfig(weights={"tools": 2.0, "preference": 0.0})  # what weighs nothing is not missed
    assert rewards.totals(parts, silent) == pytest.approx([2, 1.5, 2, nan], nan_ok=True)
    external = RewardConfig(critic="analytic", critic_role="external")
    scored = np.array([[1, 0.5, nan, 1, 0.75], [1, 0.5, nan, 1, nan]], float)
    assert rewards.totals(scored, external) == pytest.approx([3.25, nan], nan_ok=True)


def test_closeness_is_one_at_the_target_falls_with_the_distance_and_is_zero_without_a_call(play: Play) -> None:
    config = RewardConfig(weights={"closeness": 1.0}, closeness_scale=4.0)
    turns = [edit_turn("x", {"Exposure2012": e, "Saturation": 20}, "finished") for e in (0.5, 0.6, 0.9, -1.0)]
    made = columns([play(t) for t in turns] + [play("no call")], [GOLD] * 5, config)["closeness"]
    assert made[0] == pytest.approx(1, abs=1e-6) and made == sorted(made, reverse=True) and made[4] == 0
    assert made[3] > 0
    assert columns([play(turns[0])], [GOLD])["closeness"] == [None]


def test_closeness_goes_by_the_stored_target_and_a_crop_is_far_from_it(play: Play) -> None:
    white = np.full((48, 48, 3), 255, np.uint8)
    query = EditQuery(0, ENTRY, play(edit_turn("x", GOLD, "finished")), GOLD, wanted=white)
    assert rewards.left(query) > 20 and query.left == rewards.left(query)
    assert rewards.left(EditQuery(0, ENTRY, query.rollout, GOLD)) == pytest.approx(0, abs=1e-6)
    assert rewards.distance(PHOTO[8:40, 8:40], PHOTO) > 5 and rewards.distance(PHOTO, PHOTO) == pytest.approx(
        0, abs=1e-6
    )


def test_external_aligns_the_editors_own_score_with_the_critics(play: Play) -> None:
    config = RewardConfig(critic="analytic", critic_role="external")
    rollout = play(edit_turn("x", GOLD, "finished"), evaluation_turn("y", 3.5))
    alignment = rewards.functions(config)[rewards.NAMES.index("alignment")]
    asked = [EditQuery(0, ENTRY, rollout, GOLD, 0.5, score) for score in (3.5, 4.0, None)]
    unread = EditQuery(0, ENTRY, play("no call"), GOLD, 0.5, None)
    assert alignment(query=[*asked, unread]) == [
        pytest.approx(1, abs=1e-5),
        pytest.approx(math.exp(-0.5), abs=1e-5),
        None,
        0.0,
    ]
    plain = rewards.functions(RewardConfig())[rewards.NAMES.index("alignment")]
    assert plain(query=asked[:1]) == [None]


def test_rewards_that_run_away_stop_the_run() -> None:
    with pytest.raises(TrainingError, match="ran away"):
        rewards.totals(np.array([[1.0, 1e16, 0, 1, 0]]), RewardConfig())
    with pytest.raises(TrainingError, match="ran away"):
        rewards.totals(np.array([[1.0, np.inf, 0, 1, 0]]), RewardConfig())


def test_the_reference_scorer_puts_the_wanted_image_on_top() -> None:
    wanted = np.clip(PHOTO.astype(int) + 30, 0, 255).astype(np.uint8)
    assert rewards.SCORERS["reference"](PHOTO, wanted, wanted) == 5
    assert 1.9 < rewards.SCORERS["reference"](PHOTO, PHOTO, wanted) < 2
    assert rewards.scorer("reference") is rewards.reference and rewards.scorer("training.rewards:reference")
    with pytest.raises(TrainingError, match="score_function nowhere:score: No module named"):
        rewards.scorer("nowhere:score")


def test_a_critic_scores_a_group_and_its_failures_are_none() -> None:
    analytic = rewards.critic(RewardConfig(critic="analytic"))
    assert rewards.critic(RewardConfig()) is None and analytic is not None and analytic.name == "analytic"
    bright = np.clip(PHOTO.astype(int) + 30, 0, 255).astype(np.uint8)
    edit, same, missing, broken = analytic.rank(PHOTO, [bright, PHOTO, None, np.zeros(3)], "brighter")
    assert edit is not None and same is not None and edit != same and missing is None and broken is None


@pytest.mark.parametrize("kind", ["evaluator", "model", "harness", "lwe", "rho", "rlar"])
def test_every_judge_is_a_critic_by_its_name(kind: str, tmp_path: Path) -> None:
    from jarvisevo.judge.core.library import Library, export

    export(Library(), tmp_path / "skills")
    two = {"orchestrator": "http://127.0.0.1:9/v1#small", "requests": 7}
    url = "http://127.0.0.1:9/v1#judge"
    for name in (f"{kind}@{url}", f"{kind}:{tmp_path / 'skills'}@{url}"):
        made: Any = rewards.critic(RewardConfig(critic=name, critic_limits=two))
        assert made.name == {"evaluator": "judge", "lwe": "harness", "rho": "harness"}.get(kind, kind)
        assert made.models.ledger.budget.requests == 7
        assert made.models.orchestrator is not made.models.subagent
    with pytest.raises(TrainingError, match=f"critic {kind}@nowhere"):
        rewards.critic(RewardConfig(critic=f"{kind}@nowhere"))
