"""The score of a judgement as an expectation over its digits, instead of the digits that happened to be written.

A model that writes "4.50" for half of all edits still gives the digits different probabilities, so expectations hardly
ever tie (G-Eval, Liu et al. 2023, weights scores by their probabilities in the same way).
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from jarvisevo.protocol.turns import SCORE
from jarvisevo.qwen.folder import QwenVL
from jarvisevo.qwen.generate import PrefixCache, next_token_probabilities
from jarvisevo.qwen.prompt import Prompt, mrope_position_ids
from jarvisevo.record.trajectory import HIGH, LOW

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

_VALUE = re.compile(rf'"{SCORE}"\s*:\s*"?(?=\d)')

_NUMBER = re.compile(rf'"{SCORE}"\s*:\s*"?(\d+(?:\.\d+)?)')


def score_position(pieces: Sequence[str]) -> int | None:
    """The index of the token that writes the first digit of the score; None without one,
    or when it is not a token's first character.

    pieces  the text of each token of a judgement
    """
    found = _VALUE.search("".join(pieces))
    starts = np.cumsum([0, *(len(piece) for piece in pieces)])
    if found is None or found.end() not in starts[:-1]:
        return None
    return int(np.searchsorted(starts, found.end(), side="right")) - 1


def with_expectation(qwen: QwenVL, prompt: Prompt, ids: Sequence[int], text: str, cache: PrefixCache) -> str:
    """A judgement with the expectation over its score's digits in place of the digits;
    as it is where it has no score of its own.

    ids   the tokens that were sampled after the prompt
    text  the whole reply
    """
    before = before_score(qwen, prompt, ids)
    if before is None:
        return text
    try:
        score = expected_scores(qwen, [before], cache, 1)[0]
    except ValueError:  # digits that are no tokens of their own
        return text
    return with_score(text, score)


def before_score(qwen: QwenVL, prompt: Prompt, ids: Sequence[int]) -> Prompt | None:
    """A conversation with a sampled judgement up to its score's first digit; None where it has no score of its own."""
    tokenizer = qwen.processor.tokenizer
    pieces = [tokenizer.decode([i], skip_special_tokens=False, clean_up_tokenization_spaces=False) for i in ids]
    at = score_position(pieces)
    return None if at is None else _extended(qwen, prompt, ids[:at])


def with_score(text: str, score: float) -> str:
    """A judgement with another score; as it is where it has none. With fewer decimals more of them would tie."""
    found = _NUMBER.search(text)
    return f"{text[: found.start(1)]}{score:.4f}{text[found.end(1) :]}" if found else text


def expected_scores(qwen: QwenVL, prompts: Sequence[Prompt], cache: PrefixCache, batch: int) -> list[float]:
    """The expected score of each judgement, in [1, 5].

    prompts  conversations that end right before the first digit of the score
    batch    conversations that are run at one time
    """
    tokenizer = qwen.processor.tokenizer
    digits = [_only(tokenizer, str(digit)) for digit in range(10)]
    point = _only(tokenizer, ".")
    whole = range(int(LOW), int(HIGH) + 1)
    first = _digit_probabilities(qwen, prompts, cache, batch, digits)[:, int(LOW) : int(HIGH) + 1]
    first /= first.sum(axis=1, keepdims=True)
    open_ones = [digit for digit in whole if digit < HIGH]  # behind the highest nothing but zeros may follow
    longer = [_extended(qwen, prompt, (digits[digit], point)) for prompt in prompts for digit in open_ones]
    tenths = _digit_probabilities(qwen, longer, cache, batch, digits).reshape(len(prompts), len(open_ones), 10)
    return [expectation(p, t) for p, t in zip(first, tenths, strict=True)]


def expectation(first: np.ndarray, tenths: np.ndarray) -> float:
    """The mean score: first (5,) probabilities of 1 to 5; tenths (4, 10) those of the digit behind 1 to 4."""
    behind = np.append(tenths @ np.arange(10) / 10, 0.0)
    return float(first @ (np.arange(int(LOW), int(HIGH) + 1) + behind))


def _digit_probabilities(
    qwen: QwenVL, prompts: Sequence[Prompt], cache: PrefixCache, batch: int, digits: Sequence[int]
) -> np.ndarray:
    """(rows, 10) of the ten digits, summing to 1."""
    parts = [next_token_probabilities(qwen, prompts[i : i + batch], cache) for i in range(0, len(prompts), batch)]
    chosen = np.concatenate(parts)[:, list(digits)].astype(np.float64)
    return chosen / chosen.sum(axis=1, keepdims=True)


def _extended(qwen: QwenVL, prompt: Prompt, ids: Sequence[int]) -> Prompt:
    longer = np.concatenate([prompt.ids, np.array(ids, np.int64)])
    merge = qwen.processor.image_processor.merge_size
    return replace(prompt, ids=longer, position_ids=mrope_position_ids(len(longer), prompt.images, merge))


def _only(tokenizer: "PreTrainedTokenizerBase", text: str) -> int:
    """The one token of a text. ValueError when it takes several."""
    ids = tokenizer(text, add_special_tokens=False)["input_ids"]
    if len(ids) != 1:
        raise ValueError(f"{text!r} is {len(ids)} tokens here: the expected score needs digits that are one token each")
    return int(ids[0])
