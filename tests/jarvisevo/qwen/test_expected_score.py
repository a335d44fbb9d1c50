"""Scores as expectations over their digits."""

from collections.abc import Sequence

import numpy as np
import pytest

from jarvisevo.protocol import turns as protocol
from jarvisevo.protocol.chat import Message, Sampling
from jarvisevo.protocol.turns import evaluation_turn
from jarvisevo.qwen import folder as qwen_vl
from jarvisevo.qwen.expected_score import expectation, expected_scores, score_position, with_expectation
from jarvisevo.qwen.generate import PrefixCache, generate, next_token_probabilities
from jarvisevo.qwen.prompt import Prompt, make_prompt


@pytest.fixture(scope="module")
def qwen(tmp_path_factory: pytest.TempPathFactory) -> qwen_vl.QwenVL:
    from training import nano

    sizes = nano.NanoConfig(vocab_size=1024, hidden_size=32, layers=1, vision_layers=1, deepstack=(0,), dtype="float32")
    return qwen_vl.load(nano.build(tmp_path_factory.mktemp("nano") / "model", 0, sizes), device="cpu")


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_the_score_is_found_where_its_first_digit_begins_a_token(size: int) -> None:
    text = evaluation_turn("Nr. 3 of 5.", 4.25)
    pieces = [text[i : i + size] for i in range(0, len(text), size)]
    at = score_position(pieces)
    first = text.rindex("4.25")
    assert at == (first // size if first % size == 0 else None)
    assert at is None or pieces[at].startswith("4")


@pytest.mark.parametrize("text", ["", "4.25", "<answer>4.25</answer>", '{"Overall assessment score": null}'])
def test_a_judgement_without_a_named_score_has_no_place(text: str) -> None:
    assert score_position(list(text)) is None


def test_an_expectation_by_hand() -> None:
    first, tenths = np.array([0, 0, 0.5, 0.25, 0.25]), np.zeros((4, 10))
    tenths[:, 0] = 1
    tenths[2, [0, 5]] = 0.5
    assert expectation(first, tenths) == pytest.approx(0.5 * 3.25 + 0.25 * 4 + 0.25 * 5)
    assert expectation(np.array([0, 0, 0, 0, 1.0]), tenths) == 5 and expectation(np.eye(5)[0], tenths) == 1


def prompts(qwen: qwen_vl.QwenVL) -> list[Prompt]:
    photos = [np.full((48, 64, 3), value, np.uint8) for value in (20, 120, 220)]
    asked = [[Message("user", (photo, "how good?"))] for photo in photos]
    return [make_prompt(qwen, messages) for messages in asked]


def test_probabilities_are_the_models_and_need_no_cache(qwen: qwen_vl.QwenVL) -> None:
    import torch

    each = prompts(qwen)
    cache = PrefixCache(1 << 30)
    found = next_token_probabilities(qwen, each, PrefixCache(0))
    assert found.shape[0] == 3 and found.sum(axis=1) == pytest.approx(1, abs=1e-5)
    replies = generate(qwen, each, Sampling(0.0, max_tokens=3), ["a", "b", "c"], 512, cache)
    assert [int(row.argmax()) for row in found] == [reply.ids[0] for reply in replies]
    assert np.allclose(next_token_probabilities(qwen, each, cache), found, atol=1e-5)
    assert not torch.is_grad_enabled() or found.dtype == np.float32


def test_expected_scores_are_worked_out_digit_by_digit(qwen: qwen_vl.QwenVL) -> None:
    tokenizer, each = qwen.processor.tokenizer, prompts(qwen)
    digits = [tokenizer(str(d), add_special_tokens=False)["input_ids"][0] for d in range(10)]
    point = tokenizer(".", add_special_tokens=False)["input_ids"][0]
    found = expected_scores(qwen, each, PrefixCache(1 << 30), batch=2)
    for photo, score in zip((20, 120, 220), found, strict=True):
        first = _digits(qwen, photo, [], digits)[1:6]
        first /= first.sum()
        tenths = [_digits(qwen, photo, [digits[d], point], digits) for d in range(1, 5)]
        by_hand = sum(
            p * (d + (0.1 * float(tenths[d - 1] @ np.arange(10)) if d < 5 else 0)) for d, p in enumerate(first, 1)
        )
        assert score == pytest.approx(by_hand, abs=1e-4) and 1 <= score <= 5
    assert len(set(found)) == 3


def test_a_judgement_in_use_gets_the_expectation_in_place_of_its_digits(qwen: qwen_vl.QwenVL) -> None:
    prompt, cache = prompts(qwen)[0], PrefixCache(1 << 30)
    text = evaluation_turn("A bit dark, by 3 of 5.", 4.25)
    ids = qwen.processor.tokenizer(text, add_special_tokens=False)["input_ids"]
    told = with_expectation(qwen, prompt, ids, text, cache)
    score = protocol.parse_evaluation(told).score
    at = text.rindex("4.25")
    assert told[:at] == text[:at] and told[-len(text[at + 4 :]) :] == text[at + 4 :]
    assert score is not None and 1 <= score <= 5 and score != 4.25
    assert with_expectation(qwen, prompt, ids[:3], "no score", cache) == "no score"


def _digits(qwen: qwen_vl.QwenVL, photo: int, more: Sequence[int], digits: Sequence[int]) -> np.ndarray:
    """The digits' probabilities by transformers' own forward pass of the whole conversation."""
    import torch

    prompt = make_prompt(qwen, [Message("user", (np.full((48, 64, 3), photo, np.uint8), "how good?"))])
    ids = torch.tensor([[*prompt.ids.tolist(), *more]])
    with torch.no_grad():
        logits = qwen.model(
            input_ids=ids,
            mm_token_type_ids=(ids == qwen.processor.image_token_id).long(),
            pixel_values=torch.from_numpy(np.concatenate([image.patches for image in prompt.images])),
            image_grid_thw=torch.tensor([image.grid for image in prompt.images]),
        ).logits[0, -1]
    chosen = torch.softmax(logits, -1)[list(digits)].double().numpy()
    return chosen / chosen.sum()
