"""What refusals of real servers come to, and conversations cut down to it. No network."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from jarvisevo.policies.terms import LEAST_PIXELS, LEAST_REPLY, Terms, given_up, next_terms, on_terms
from jarvisevo.protocol.chat import Message
from jarvisevo.protocol.prompts import brief, system_prompt


def picture(level: int, height: int = 300, width: int = 400) -> np.ndarray:
    return np.full((height, width, 3), level, np.uint8)


def talk(pictures: int = 3) -> list[Message]:
    """An edit of so many pictures."""
    out = [Message("system", (system_prompt(),), "system"), Message("user", (picture(10), "brighter"))]
    for number in range(1, pictures):
        out.append(Message("assistant", (f"<think>thought {number}</think><tool_call>{{}}</tool_call>",), "edit"))
        out.append(Message("user", (picture(10 + 60 * number), f"Image after step {number}.")))
    return out


def levels(messages: list[Message]) -> list[int]:
    return [round(float(p.mean())) for m in messages for p in m.pictures]


@pytest.mark.parametrize(
    ("refusal", "found"),
    [
        ("At most 1 image(s) may be provided in one prompt. (parameter=image)", {"images": 1}),
        ("You can only include 2 images in a request", {"images": 2}),
        ("This model supports up to 2 images", {"images": 2}),
        (
            "This model's maximum context length is 2200 tokens. However, you requested 2048 output tokens and your "
            "prompt contains at least 153 input tokens, for a total of at least 2201 tokens.",
            {"reply": 1024},
        ),
        ("`max_tokens=2048` cannot be greater than `max_model_len=2000`. Please request fewer.", {"reply": 1024}),
        ("request (5034 tokens) exceeds the available context size (4096 tokens), try increasing it", {"reply": 1024}),
        ("the prompt is too long: 5034", {"reply": 1024}),
        ("System role not supported", {"system": False}),
        ("Conversation roles must alternate user/assistant/user/assistant/...", {"system": False}),
        ("Stream must be set to true", {"stream": True}),
        (
            "Unsupported parameter: 'max_tokens' is not supported with this model. "
            "Use 'max_completion_tokens' instead.",
            {"refused": frozenset({"max_tokens"})},
        ),
        ("Unsupported value: 'temperature' does not support 0", {"refused": frozenset({"temperature"})}),
        ("Unrecognized request argument supplied: seed", {"refused": frozenset({"seed"})}),
    ],
)
def test_a_refusal_that_names_a_limit_gives_new_terms(refusal: str, found: dict[str, Any]) -> None:
    assert next_terms(Terms(), refusal, talk(), 2048) == Terms(**found)


@pytest.mark.parametrize(
    "refusal",
    [
        "",
        "invalid api key",
        "model not found",
        "Internal Server Error",
        "content policy violation",
        "boom",
        "rate limit",
    ],
)
def test_other_refusals_are_final(refusal: str) -> None:
    assert next_terms(Terms(), refusal, talk(), 2048, blind=True) is None


@pytest.mark.parametrize(
    "refusal",
    [
        "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj",
        "This model does not support images",
        "No endpoints found that support image input",
        "m is not a multimodal model",
        "At most 0 image(s) may be provided in one prompt.",
        "messages.content.type is invalid, must be in ['text']",
    ],
)
def test_no_eyes_are_met_only_where_words_tell_what_is_seen(refusal: str) -> None:
    assert next_terms(Terms(), refusal, talk(), 2048) is None
    assert next_terms(Terms(), refusal, talk(), 2048, blind=True) == Terms(images=0)


def test_a_long_conversation_gives_up_one_thing_after_the_other_and_then_nothing() -> None:
    terms, given, tokens = Terms(), [], 2048
    for _ in range(20):
        found = next_terms(terms, "maximum context length", on_terms(talk(), terms), terms.tokens(tokens))
        if found is None:
            break
        given.append(next(name for name in vars(found) if getattr(found, name) != getattr(terms, name)))
        terms = found
    assert list(dict.fromkeys(given)) == ["reply", "pixels", "thoughts", "recent", "manual"]
    assert terms.reply == LEAST_REPLY and terms.pixels == LEAST_PIXELS and len(given) < 10
    last = on_terms(talk(), terms)
    assert levels(last) == [10, 130] and all(p.shape[0] * p.shape[1] <= LEAST_PIXELS for m in last for p in m.pictures)
    assert "<think>" not in last[2].text and last[0].text == brief(system_prompt())
    assert terms.lasting == Terms()


def test_a_short_reply_that_was_asked_for_is_not_made_longer() -> None:
    found = next_terms(Terms(), "maximum context length", talk(), 100)
    assert found is not None and found.reply is None and found.pixels == LEAST_PIXELS


def test_nothing_changes_where_nothing_is_known() -> None:
    said = talk()
    assert on_terms(said, Terms()) == said and given_up(said, Terms(), 2048) == ()


@pytest.mark.parametrize(("most", "left"), [(5, [10, 70, 130, 190]), (3, [10, 130, 190]), (2, [10, 190]), (0, [])])
def test_of_the_pictures_the_first_and_the_latest_stay(most: int, left: list[int]) -> None:
    messages = on_terms(talk(4), Terms(images=most))
    assert levels(messages) == left
    words = "".join(m.text for m in messages[1:])
    assert words.count("earlier picture") + words.count("cannot see") == 4 - len(left)
    assert len(given_up(talk(4), Terms(images=most), 2048)) == (most < 4)


def test_one_picture_is_both() -> None:
    messages = on_terms(talk(4), Terms(images=1))
    (both,) = messages[-1].pictures
    assert sum(len(m.pictures) for m in messages) == 1 and both.shape == (300, 808, 3)
    assert both[:, :400].mean() == 10 and both[:, 408:].mean() == 190 and (both[:, 400:408] == 255).all()
    judged = [Message("user", (picture(10), "before", picture(90, 200, 300), "after"))]
    (seen,) = on_terms(judged, Terms(images=1))[0].pictures
    assert seen.shape == (200, 267 + 8 + 300, 3)


def test_the_prompt_without_a_role_opens_the_first_turn() -> None:
    messages = on_terms(talk(2), Terms(system=False))
    assert [m.role for m in messages] == ["user", "assistant", "user"]
    assert messages[0].text.startswith("You are a photo retoucher") and levels(messages) == [10, 70]
    alone = on_terms([Message("user", ("a",)), Message("user", ("b",))], Terms(system=False))
    assert len(alone) == 1 and alone[0].text == "a\n\nb"


def test_only_our_own_prompt_is_cut() -> None:
    own = [replace(talk()[0], content=("the authors' prompt",)), *talk()[1:]]
    assert on_terms(own, Terms(manual=False)) == own
    for language in ("en", "zh"):
        whole = system_prompt(language)  # type: ignore[arg-type]
        short = brief(whole)
        assert len(short) < len(whole) / 2 and "tool_call" in short and brief(short) == short
