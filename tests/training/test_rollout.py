"""Trajectories token by token: the same tokens as in training data, every image at its own turn."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from editor_ops.photo import Photo
from jarvisevo.agent.loop import run
from jarvisevo.agent.session import Options
from jarvisevo.policies.chat import ChatPolicy
from jarvisevo.protocol import turns as protocol
from jarvisevo.protocol.chat import ChatError, Completion, Message, Sampling, TurnKind
from jarvisevo.protocol.messages import to_messages
from jarvisevo.protocol.turns import edit_turn, evaluation_turn
from jarvisevo.qwen import folder as qwen_vl
from jarvisevo.qwen.generate import TokenCompletion
from jarvisevo.qwen.prompt import Prompt, make_prompt
from jarvisevo.scoring.evaluators import ModelEvaluator
from training.config import TrainDataConfig
from training.conversation import Tokens
from training.data import Encoder, conversation, entries, image_refs
from training.images import ImageCache
from training.loss import TrainRow
from training.rollout import CorrectionRollout, EditRollout, JudgedBy, edit_rollout, eval_rollout
from training.sampling import LocalSampler, sample_rollouts

PHOTO = np.random.default_rng(1).integers(0, 256, (48, 64, 3), dtype=np.uint8)
TURNS = (
    edit_turn("Lift.", {"Exposure2012": 0.4}, "processing"),
    edit_turn("Less colour.", {"Saturation": -20}, "finished"),
    evaluation_turn("It fits.", 4.25),
)


@pytest.fixture(scope="module")
def qwen(micro: Path) -> qwen_vl.QwenVL:
    return qwen_vl.load(micro, device="cpu")


@pytest.fixture(scope="module")
def tokens(qwen: qwen_vl.QwenVL) -> Tokens:
    return Tokens(qwen.processor)


def played(tokens: Tokens, *turns: str, max_steps: int = 4) -> EditRollout:
    rollout = edit_rollout(tokens, Photo.from_array(PHOTO), "brighter, duller", "0", max_steps=max_steps, max_size=64)
    for turn in turns:
        rollout.answer(TokenCompletion(tuple(tokens.encode(turn)), "stop"))
    return rollout


def test_a_trajectory_has_the_tokens_that_training_data_has(tokens: Tokens) -> None:
    rollout = played(tokens, *TURNS)
    encoder = Encoder(tokens.processor, ImageCache(tokens.image_processor))
    messages = to_messages(rollout.session.trajectory(), rollout.session.images)
    ids, spans = encoder.encode(messages, [p.tokens for p in rollout.conversation.images])
    end = len(rollout.conversation.ids)
    assert rollout.conversation.ids == ids[:end].tolist() and len(ids) - end <= 1  # the line's end behind the last turn
    assert tuple(rollout.conversation.spans) == spans
    assert [s.kind for s in spans] == ["edit", "edit", "evaluate"]
    assert rollout.ask is None and rollout.score == 4.25 and rollout.valid


def test_images_are_those_of_the_states_in_order(tokens: Tokens) -> None:
    rollout = played(tokens, *TURNS)
    assert len(rollout.conversation.images) == len(rollout.session.images) == 3
    text = tokens.decode(rollout.conversation.ids)
    order = [
        text.index(part)
        for part in ("Instruction:", '"Exposure2012"', "after step 1", '"Saturation"', "Please evaluate")
    ]
    assert order == sorted(order)
    images = [
        i
        for i in range(1, len(rollout.conversation.ids))
        if rollout.conversation.ids[i] == tokens.processor.image_token_id
    ]
    assert len(images) == sum(p.tokens for p in rollout.conversation.images)
    assert all(
        rollout.conversation.ids[p.start] == tokens.processor.image_token_id for p in rollout.conversation.images
    )


def test_the_prompt_is_what_inference_makes(qwen: qwen_vl.QwenVL, tokens: Tokens) -> None:
    rollout = played(tokens)
    mine, theirs = rollout.conversation.as_prompt(), make_prompt(qwen, rollout.session.messages("edit"))
    assert np.array_equal(mine.ids, theirs.ids) and np.array_equal(mine.position_ids, theirs.position_ids)
    assert np.abs(mine.images[0].patches - theirs.images[0].patches).max() < 1e-6


def test_tokens_stay_as_they_were_sampled(tokens: Tokens) -> None:
    """Letters one by one read the same, but are other tokens than the tokenizer would make."""
    letters = tuple(i for letter in TURNS[0] for i in tokens.encode(letter))
    assert letters != tuple(tokens.encode(TURNS[0]))
    rollout = played(tokens)
    rollout.answer(TokenCompletion(letters, "stop"))
    span = rollout.conversation.spans[0]
    assert tuple(rollout.conversation.ids[span.start : span.stop]) == (*letters, tokens.end)
    assert rollout.session.settings.to_dict() == {"Exposure2012": 0.4}


def test_an_end_that_was_not_sampled_is_not_learnt(tokens: Tokens) -> None:
    rollout = played(tokens)
    rollout.answer(TokenCompletion(tuple(tokens.encode(TURNS[0])), "length"))
    span = rollout.conversation.spans[0]
    assert rollout.conversation.ids[span.stop] == tokens.end and rollout.conversation.ids[span.stop - 1] != tokens.end


def test_a_low_score_asks_for_one_correction_which_is_judged(tokens: Tokens) -> None:
    fix, again = edit_turn("Too much.", {"Exposure2012": 0.1}, ""), evaluation_turn("Better.", 2.0)
    for limit, turns, kept in (
        (5.0, (TURNS[1], TURNS[2], fix, again), [4.25, 2.0]),
        (4.0, (TURNS[1], TURNS[2]), [4.25]),
        (5.0, (TURNS[1], TURNS[2], "I will not."), [4.25]),
    ):
        rollout = edit_rollout(
            tokens, Photo.from_array(PHOTO), "duller", "0", max_steps=1, max_size=64, correct_below=limit
        )
        kinds = []
        for turn in turns:
            kinds.append(rollout.ask.kind)
            rollout.answer(TokenCompletion(tuple(tokens.encode(turn)), "stop"))
        assert kinds == ["edit", "evaluate", "reflect", "evaluate"][: len(turns)] and rollout.ask is None
        assert rollout.score == 4.25 and rollout.valid  # of the edit, whatever became of the correction
        made = rollout.session.trajectory()
        assert [made.evaluation.score, *(r.evaluation.score for r in made.reflections)] == kept
        if made.reflections:
            whole = to_messages(made, rollout.session.images)
            text = "".join(p for m in whole for p in m.content if isinstance(p, str))
            assert rollout.session.settings.to_dict() == {"Exposure2012": 0.1, "Saturation": -20}
            assert "scored 4.25, which is below 5" in text and text.index("below 5") < text.index("Too much.")
            encoder = Encoder(tokens.processor, ImageCache(tokens.image_processor))
            ids, spans = encoder.encode(whole, [p.tokens for p in rollout.conversation.images])
            assert (
                rollout.conversation.ids == ids[: len(rollout.conversation.ids)].tolist()
                and tuple(rollout.conversation.spans) == spans
            )


def test_a_correction_is_sampled_behind_the_likeliest_edit_and_ends_there(tokens: Tokens) -> None:
    def made(reply: str) -> tuple[CorrectionRollout, list[bool]]:
        rollout = edit_rollout(
            tokens,
            Photo.from_array(PHOTO),
            "duller",
            "0",
            max_steps=1,
            max_size=64,
            correct_below=5,
            kind=CorrectionRollout,
        )
        assert isinstance(rollout, CorrectionRollout)
        turns, greedily = iter((TURNS[1], TURNS[2], reply)), []

        def sample(prompts: Any, seeds: Any, greedy: bool = False) -> list[TokenCompletion]:
            greedily.append(greedy)
            return [TokenCompletion(tuple(tokens.encode(next(turns))), "stop") for _ in prompts]

        sample_rollouts([rollout], sample)
        return rollout, greedily

    rollout, greedily = made(edit_turn("Too much.", {"Saturation": -10}, ""))
    assert greedily == [True, True, False] and rollout.ask is None and rollout.valid
    assert (rollout.first == rollout.session.images[1]).all() and len(rollout.session.images) == 3
    mask = TrainRow(rollout.conversation, "corrector").learned(True, tokens.processor.image_token_id)
    learnt = tokens.decode([i for i, on in zip(rollout.conversation.ids, mask, strict=True) if on])
    assert "Too much." in learnt and "Less colour." not in learnt and "It fits." not in learnt
    assert not made("I will not.")[0].valid


def test_what_cannot_be_read_ends_the_trajectory(tokens: Tokens) -> None:
    rollout = played(tokens, "I would rather not.")
    assert rollout.ask is None and not rollout.valid and rollout.session.failures


@pytest.mark.parametrize(
    "call", ['{"Exposure2012": 0.5}', '<tool_call>```json\n{"Exposure2012": 0.5}\n```</tool_call>']
)
def test_a_call_without_bare_tags_is_read_from_others_but_is_no_edit_of_a_policy_in_training(
    tokens: Tokens, call: str
) -> None:
    text = f"<think>brighter</think>{call}<state>finished</state>"
    assert protocol.parse_edit(text).tool_call == {"Exposure2012": 0.5}
    rollout = played(tokens, text)
    assert rollout.ask is None and not rollout.valid and rollout.obligations[1:] == [False, False]
    assert played(tokens, text.replace(call, '<tool_call> {"Exposure2012": 0.5}</tool_call>')).valid


def test_conversations_that_do_not_go_on_leave_no_cache(qwen: qwen_vl.QwenVL, tokens: Tokens) -> None:
    prompts = [played(tokens).conversation.as_prompt() for _ in range(4)]
    samplers = [LocalSampler(qwen, Sampling(3.0, max_tokens=40), 4, go_on=go_on) for go_on in (True, False)]
    replies = [sampler(prompts, ["a", "b", "c", "d"]) for sampler in samplers]
    assert [c.ids for c in replies[0]] == [c.ids for c in replies[1]]
    assert samplers[0].cache.entries and not samplers[1].cache.entries
    for kept in samplers[0].cache.entries:  # rows that were done ran on beside the others: nothing of that is kept
        assert all(keys.shape[1] == values.shape[1] == len(kept.ids) for keys, values in kept.layers)
        assert kept.ids.tolist()[: len(prompts[0].ids)] == prompts[0].ids.tolist()


def test_steps_are_bounded(tokens: Tokens) -> None:
    assert played(tokens, TURNS[0], max_steps=1).ask.kind == "evaluate"
    assert played(tokens, TURNS[0], max_steps=2).ask.kind == "edit"


def test_sampling_is_repeatable_shares_prompts_and_never_samples_an_image(qwen: qwen_vl.QwenVL, tokens: Tokens) -> None:
    prompts = [played(tokens).conversation.as_prompt() for _ in range(4)]
    seeds = ["a", "b", "c", "d"]
    sampled = [LocalSampler(qwen, Sampling(3.0, max_tokens=60), 4, keep)(prompts, seeds) for keep in (0, 1 << 24)]
    assert [c.ids for c in sampled[0]] == [c.ids for c in sampled[1]]
    assert len({c.ids for c in sampled[0]}) == 4
    never = {tokens.processor.image_token_id, tokens.processor.video_token_id}
    assert not never & {i for c in sampled[0] for i in c.ids}


def test_all_rollouts_are_sampled_to_their_end(tokens: Tokens) -> None:
    seen: list[Any] = []

    def sample(prompts: Any, seeds: Any, greedy: bool = False) -> list[TokenCompletion]:
        seen.append((list(seeds), greedy))
        return [TokenCompletion(tuple(tokens.encode(TURNS[len(seen) - 1])), "stop") for _ in prompts]

    for greedy in (False, True):
        seen.clear()
        rollouts = [played(tokens), played(tokens)]
        sample_rollouts(rollouts, sample, greedy_judgement=greedy)
        assert seen == [(["0:0", "0:0"], False), (["0:1", "0:1"], False), (["0:2", "0:2"], greedy)]
        assert all(r.score == 4.25 for r in rollouts)


def test_only_judgements_of_own_edits_are_greedy(tokens: Tokens) -> None:
    edit, given = played(tokens, TURNS[0], max_steps=1), played(tokens, *TURNS)
    judged = eval_rollout(tokens, given.session.trajectory(), given.session.images, "1")
    seen: list[Any] = []

    def sample(prompts: Any, seeds: Any, greedy: bool = False) -> list[TokenCompletion]:
        seen.append((list(seeds), greedy))
        return [TokenCompletion(tuple(tokens.encode(TURNS[-1])), "stop") for _ in prompts]

    sample_rollouts([edit, judged], sample, greedy_judgement=True)
    assert seen == [(["1:0"], False), (["0:1"], True)] and edit.score == judged.score == 4.25


def test_greedy_sampling_takes_no_chances(qwen: qwen_vl.QwenVL, tokens: Tokens) -> None:
    prompts, sample = (
        [played(tokens).conversation.as_prompt()] * 2,
        LocalSampler(qwen, Sampling(3.0, max_tokens=20), 2),
    )
    sampled, greedy = sample(prompts, ["a", "b"]), sample(prompts, ["a", "b"], greedy=True)
    assert sampled[0].ids != sampled[1].ids and greedy[0] is greedy[1]  # worked out once


# ---- what the model sees in training is what it sees in use


class Recording:
    """A chat that answers from a script and records every prompt as the in-process model would read it."""

    name = "recording"

    def __init__(self, qwen: qwen_vl.QwenVL, replies: Sequence[str], judged_by: str, reading: bool = False) -> None:
        self.qwen, self.replies, self.judged_by, self.reading = qwen, list(replies), judged_by, reading
        self.seen: list[tuple[str, Prompt]] = []

    def complete(
        self,
        conversations: Sequence[Sequence[Message]],
        sampling: Sampling = Sampling(),
        *,
        want: TurnKind = "edit",
        schema: Mapping[str, Any] | None = None,
        seconds: float | None = None,
    ) -> list[Completion | ChatError]:
        (messages,) = conversations
        self.seen.append((want, make_prompt(self.qwen, messages)))
        return [Completion(self.replies.pop(0))]


FIRST, SECOND = edit_turn("Lift.", {"Exposure2012": 0.4}, "processing"), edit_turn("Warm.", {"Tint": 5}, "finished")
EMPTY, CLOSING = edit_turn("Enough.", {}, "processing"), "<state>finished</state><think>That is it.</think>"
LOOSE = "<think>Lift.</think><tool_call>{'Exposure2012': 0.4, Tint: 3,}</tool_call>"
HELD = edit_turn("Lift.", {"Exposure2012": 3.0}, "finished")
OUTSIDE = '<state>finished</state><think>a</think><tool_call>{"Exposure2012": 9, "Tint": 3}</tool_call>'
LOW, HIGH = evaluation_turn("Poor.", 2.0), evaluation_turn("Good.", 4.5)
FIX = edit_turn("Too much.", {"Exposure2012": 0.1}, "")
BAD = "I would rather not."
RUNS = {
    "two steps": ("brighter", [FIRST, SECOND, HIGH]),
    "an empty later turn": ("brighter", [FIRST, EMPTY, HIGH]),
    "a closing turn without a call": ("brighter", [FIRST, CLOSING, HIGH]),
    "an empty first turn": ("brighter", [EMPTY, HIGH]),
    "all steps used": ("brighter", [FIRST] * 4 + [HIGH]),
    "repaired text": ("brighter", [LOOSE, CLOSING, HIGH]),
    "a value that is not applied": ("brighter", [OUTSIDE, HIGH]),
    "a lock in the instruction": ("brighter, max ±0.2 EV", [FIRST, HELD, HIGH]),
    "a correction": ("brighter", [FIRST, CLOSING, LOW, FIX, HIGH]),
    "a correction under a lock": ("brighter, max ±0.2 EV", [HELD, LOW, HELD, LOW]),
    "an empty correction": ("brighter", [SECOND, LOW, EMPTY]),
    "a failed correction": ("brighter", [SECOND, LOW, BAD]),
    "a failed judgement": ("brighter", [SECOND, BAD]),
    "a failed first step": ("brighter", [BAD]),
    "a failed later step": ("brighter", [FIRST, BAD, HIGH]),
}


@pytest.mark.parametrize(("judged_by", "reading"), [("conversation", False), ("images", False), ("images", True)])
@pytest.mark.parametrize("name", RUNS)
def test_training_and_use_see_the_same_tokens_and_images_turn_by_turn(
    name: str, judged_by: JudgedBy, reading: bool, qwen: qwen_vl.QwenVL, tokens: Tokens
) -> None:
    instruction, replies = RUNS[name]
    photo, chat = Photo.from_array(PHOTO), Recording(qwen, replies, judged_by, reading)
    policy = ChatPolicy(chat, system_prompt="", retries=0)
    used = run(photo, instruction, policy, Options(max_steps=4, max_size=64, threshold=3.0)).trajectory
    rollout = edit_rollout(
        tokens,
        photo,
        instruction,
        "0",
        max_steps=4,
        max_size=64,
        correct_below=3.0,
        judged_by=judged_by,
        reading=reading,
    )
    seen: list[tuple[str, Prompt]] = []
    for reply in replies:
        if rollout.ask is None:
            break
        seen.append((rollout.ask.kind, rollout.current.as_prompt()))
        rollout.answer(TokenCompletion(tuple(tokens.encode(reply)), "stop"))
    assert rollout.ask is None and not chat.replies
    turns = len(replies) - (name == "a failed later step")  # its judgement in use stands in a conversation without it
    assert len(seen) == turns and len(chat.seen) == len(replies)
    for (kind, prompt), (wanted, theirs) in zip(seen, chat.seen, strict=False):
        assert kind == wanted and prompt.ids.tolist() == theirs.ids.tolist()
        assert np.array_equal(prompt.position_ids, theirs.position_ids)
        for own, other in zip(prompt.images, theirs.images, strict=True):
            assert (own.start, own.grid) == (other.start, other.grid)
            assert np.abs(own.patches - other.patches).max() < 1e-6
    learned = rollout.session.trajectory()
    assert learned.states == used.states and [s.text for s in learned.steps] == [s.text for s in used.steps]
    if turns == len(replies):
        assert learned.scores == used.scores and learned.meta["stop"] == used.meta["stop"]
    assert [f.cause for f in learned.failures] == [f.cause for f in used.failures]
    assert all(("Wanted: brightness up." in tokens.decode(p.ids)) == reading for _, p in seen)
    looked = [p for kind, p in seen if kind == "evaluate"]
    if judged_by == "images":
        assert all("tool_call" not in tokens.decode(p.ids) and len(p.images) == 2 for p in looked)
        assert all(span.kind != "evaluate" for span in rollout.conversation.spans)


@pytest.mark.parametrize("reading", [False, True])
def test_a_judgement_by_images_reads_the_same_in_data_in_the_evaluators_loop_and_in_score(
    qwen: qwen_vl.QwenVL, tokens: Tokens, data: Path, reading: bool
) -> None:
    config = TrainDataConfig(folders=(data,), kinds=("eval",), judged_by="images", reading=reading)
    entry = next(iter(entries(config)))
    cache = ImageCache(tokens.image_processor)
    images = [cache.get(ref) for ref in image_refs(entry)]
    rollout = eval_rollout(tokens, entry.record.trajectory, images, "0", judged_by="images", reading=reading)
    prompt = rollout.current.as_prompt()
    sample = Encoder(tokens.processor, cache).sample(conversation(entry, config))
    assert sample.ids[: len(prompt.ids)].tolist() == prompt.ids.tolist() and len(sample.images) == 2
    assert not sample.loss[: len(prompt.ids)].any() and sample.loss[len(prompt.ids) :].all()
    chat = Recording(qwen, [HIGH], "images", reading)
    judge = ModelEvaluator(chat, max_size=64)
    settings = entry.record.trajectory.settings
    assert judge.score(images[0], images[1], entry.record.instruction, settings=settings).score == 4.5
    ((_, theirs),) = chat.seen
    assert theirs.ids.tolist() == prompt.ids.tolist()
    assert all(np.abs(a.patches - b.patches).max() < 1e-6 for a, b in zip(prompt.images, theirs.images, strict=True))


def scored(tokens: Tokens, qwen: qwen_vl.QwenVL, temperature: float, expected: bool) -> list[float | None]:
    """What stands in the session of an edit that judged itself "4.25", and of a judgement of somebody else's edit."""
    edited = edit_rollout(
        tokens, Photo.from_array(PHOTO), "brighter", "0", max_steps=1, max_size=64, judged_by="images"
    )
    edited.answer(TokenCompletion(tuple(tokens.encode(edit_turn("Lift.", {"Exposure2012": 0.4}, "finished"))), "stop"))
    session = edited.session
    other = eval_rollout(tokens, session.trajectory(), session.images, "1", judged_by="images")

    class Scripted(LocalSampler):
        def __call__(
            self, prompts: Sequence[Prompt], seeds: Sequence[str], greedy: bool = False
        ) -> list[TokenCompletion]:
            return [TokenCompletion(tuple(tokens.encode(TURNS[2])), "stop") for _ in prompts]

    sampler = Scripted(qwen, Sampling(temperature, max_tokens=40), 4, expected=expected)
    sample_rollouts([edited, other], sampler, greedy_judgement=True)
    return [edited.score, other.score]


def test_own_scores_are_expectations_and_what_is_rewarded_for_its_words_is_not(
    tokens: Tokens, qwen: qwen_vl.QwenVL
) -> None:
    assert scored(tokens, qwen, 1.0, expected=False) == [4.25, 4.25]
    own, other = scored(tokens, qwen, 1.0, expected=True)
    assert own is not None and 1 <= own <= 5 and own != 4.25 and other == 4.25
    assert scored(tokens, qwen, 0.0, expected=True) == [own, own]  # the same two images and instruction
