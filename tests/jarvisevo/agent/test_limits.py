"""The agent with servers as people have them: few images, a short context, no constraint, other parameters, "
"no eyes."""

from typing import Any

import numpy as np
import pytest

from editor_ops.photo import Photo
from jarvisevo.agent import loop as agent
from jarvisevo.agent.session import Options
from jarvisevo.policies.chat import ChatPolicy
from jarvisevo.policies.openai import OpenAIChat, Patience
from jarvisevo.protocol.chat import Sampling
from tests.jarvisevo.openai_server import CHATS, Limited, Server, pictures_of, serve, text_of, tokens_of

EDIT = '<state>processing</state><think>The light is low.</think><tool_call>{"Exposure2012": 0.4}</tool_call>'
LAST = '<state>finished</state><think>Warmer now.</think><tool_call>{"Tint": 8}</tool_call>'
HIGH = '<think>good</think><answer>{"Overall assessment score": "4.56"}</answer>'
REPLIES = [EDIT, LAST, HIGH]


def photo() -> Photo:
    rows, columns = np.mgrid[0:600, 0:800]
    return Photo.from_array(np.dstack([rows // 4, columns // 5, (rows + columns) // 8]).astype(np.uint8))


def go(server: Server, measure: bool = False, thoughts: bool = True, **options: Any) -> agent.Result:
    patience = Patience(attempts=3, timeout=20, deadline=60, backoff=0.005)
    CHATS.append(
        OpenAIChat(
            f"{server.url}#m", patience=patience, adapt=True, blind=measure, constrain=options.pop("constrain", "auto")
        )
    )
    return agent.run(photo(), "brighter", ChatPolicy(CHATS[-1], measure=measure, thoughts=thoughts), Options(**options))


def notes(result: agent.Result) -> str:
    return " | ".join(result.trajectory.meta["notes"])


def answered(server: Server, script: Limited) -> list[dict[str, Any]]:
    """Bodies of the requests that were not refused."""
    return [r.body for r in server.requests if not script._refusal(r.body)]


def test_one_image_allowed_original_and_latest_stand_side_by_side() -> None:
    script = Limited(REPLIES, images=1)
    with serve(script) as server:
        result = go(server)
    assert result.score == 4.56 and result.settings.to_dict() == {"Exposure2012": 0.4, "Tint": 8.0}
    first, second, third = answered(server, script)
    assert [len(pictures_of(body)) for body in (first, second, third)] == [1, 1, 1]
    shown = pictures_of(first)[0]
    both = pictures_of(second)[0]
    assert both.shape[1] == 2 * shown.shape[1] + 8 and both.shape[0] == shown.shape[0]
    left, right = both[:, : shown.shape[1]].astype(int), both[:, -shown.shape[1] :].astype(int)
    assert np.abs(left - shown).mean() < 3 and right.mean() > left.mean() + 5
    assert "Left: the original photo" in text_of(second) and "earlier picture" in text_of(second)
    assert "takes one picture a request" in notes(result) and "--limit-mm-per-prompt" in notes(result)
    assert len(server.requests) == 4, "the limit is asked for once and remembered"


def test_two_images_allowed_the_original_and_the_latest_stay() -> None:
    script = Limited([EDIT, EDIT, LAST, HIGH], images=2)
    with serve(script) as server:
        result = go(server)
    shown = [p.eight_bit() for p in result.pictures]
    last = answered(server, script)[-1]
    first, latest = pictures_of(last)
    assert np.abs(first.astype(int) - shown[0]).mean() < 3 and np.abs(latest.astype(int) - shown[-1]).mean() < 3
    assert result.score == 4.56 and text_of(last).count("earlier picture") == 2


@pytest.mark.parametrize("context", [4500, 3200, 1800])
def test_a_short_context_gives_up_reply_pictures_and_the_manual_in_this_order(context: int) -> None:
    script = Limited([EDIT, EDIT, LAST, HIGH], context=context)
    with serve(script) as server:
        result = go(server)
    assert result.score == 4.56 and len(result.trajectory.steps) == 3 and not result.error
    for body in answered(server, script):
        assert body["max_tokens"] >= 512 and tokens_of(body, pictures_of(body)) + body["max_tokens"] <= context
    areas = [p.shape[0] * p.shape[1] for body in answered(server, script) for p in pictures_of(body)]
    manual = ["SplitToningBalance" in text_of(body) for body in answered(server, script)]
    assert min(areas) >= 60_000
    if context == 4500:
        assert min(areas) == max(areas) and all(manual), "fewer tokens of the reply were enough"
    if context == 1800:
        assert min(areas) < 70_000 and not any(manual)
    assert "the server's context is short" in notes(result)


def test_a_context_that_nothing_fits_into_says_what_to_do_and_how_often_it_was_asked() -> None:
    with serve(Limited(REPLIES, context=300)) as server:
        result = go(server)
        count = len(server.requests)
    assert (
        "longer context" in result.error
        and "--reply-tokens" in result.error
        and f"after {count} attempts" in result.error
    )
    assert result.best == 0 and 3 <= count <= 12


def test_what_did_not_fit_once_is_not_tried_again_at_that_turn() -> None:
    script = Limited(REPLIES, context=3200)
    with serve(script) as server:
        CHATS.append(OpenAIChat(f"{server.url}#m", patience=Patience(timeout=20), adapt=True))
        policy = ChatPolicy(CHATS[-1])
        agent.run(photo(), "brighter", policy)
        first = len(server.requests)
        agent.run(photo(), "brighter", policy)
        assert len(server.requests) - first == 3 < first


def test_without_leave_to_adapt_a_limit_is_an_error() -> None:
    with serve(Limited(REPLIES, images=0)) as server:
        CHATS.append(OpenAIChat(f"{server.url}#m", patience=Patience(timeout=20)))
        result = agent.run(photo(), "brighter", ChatPolicy(CHATS[-1]))
        assert len(server.requests) == 1
    assert "At most 0 image(s)" in result.error and "--limit-mm-per-prompt" in result.error


@pytest.mark.parametrize(
    ("refuse", "held", "said"),
    [
        ({"system": "System role not supported"}, lambda body: body["messages"][0]["role"] == "user", "no system role"),
        ({"stream": "Stream must be set to true"}, lambda body: body["stream"] is True, ""),
        (
            {
                "max_tokens": "Unsupported parameter: 'max_tokens' is not supported with this model. Use "
                "'max_completion_tokens' instead."
            },
            lambda body: body["max_completion_tokens"] == 2048 and "max_tokens" not in body,
            "",
        ),
        (
            {"temperature": "Unsupported value: 'temperature' does not support 0 with this model."},
            lambda body: "temperature" not in body,
            "does not take temperature",
        ),
    ],
    ids=["no system role", "only streams", "newer name of max_tokens", "no temperature"],
)
def test_other_habits_of_servers_are_met_told_and_remembered(refuse: dict[str, str], held: Any, said: str) -> None:
    script = Limited(REPLIES, refuse=refuse)
    with serve(script) as server:
        result = go(server)
    assert result.score == 4.56 and all(held(body) for body in answered(server, script))
    assert (said in notes(result)) if said else not notes(result)
    assert len(server.requests) == 4 and "You are a photo retoucher" in text_of(server.requests[-1].body)


def test_two_habits_at_once() -> None:
    script = Limited(
        REPLIES, images=1, constraint="", refuse={"system": "Conversation roles must alternate user/assistant/…"}
    )
    with serve(script) as server:
        result = go(server)
    assert result.score == 4.56
    roles = [m["role"] for m in answered(server, script)[-1]["messages"]]
    assert roles == ["user", "assistant", "user", "assistant", "user"]


@pytest.mark.parametrize(
    "why", ["image input is not supported - hint: provide the mmproj", "This model does not support images"]
)
def test_a_model_without_eyes_edits_by_measurements_when_it_is_told_them(why: str) -> None:
    with serve(Limited(REPLIES, refuse={"images": why})) as server:
        blind = go(server)
        assert "sees no images" in blind.error and "--measure" in blind.error and len(server.requests) == 1
    script = Limited(REPLIES, refuse={"images": why})
    with serve(script) as server:
        result = go(server, measure=True)
    assert result.score == 4.56 and "edited by measurements" in notes(result)
    last = text_of(answered(server, script)[-1])
    assert (
        last.count("cannot see") == 3
        and last.count("[Measured: ") == 3
        and not pictures_of(answered(server, script)[-1])
    )


def test_measurements_stand_beside_the_pictures() -> None:
    with serve(Limited(REPLIES)) as server:
        go(server, measure=True)
        parts = server.requests[0].body["messages"][1]["content"]
    assert [p["type"] for p in parts] == ["image_url", "text", "text"] and parts[1]["text"].startswith(
        "[Measured: 800 x 600"
    )


def test_earlier_thoughts_are_kept_or_dropped() -> None:
    for kept in (True, False):
        with serve(Limited(REPLIES)) as server:
            result = go(server, thoughts=kept)
            said = server.requests[-1].body["messages"][2]["content"]
        assert ("The light is low." in said) is kept and '{"Exposure2012": 0.4}' in said
        assert result.trajectory.steps[0].thought == "The light is low."


# ---- the constraint


def forms(server: Server) -> list[str]:
    return [r.body.get("response_format", {}).get("type", "") for r in server.requests]


def test_tags_hold_the_calls_and_no_judgement() -> None:
    with serve(Limited(REPLIES)) as server:
        go(server)
        assert forms(server) == ["structural_tag", "structural_tag", ""]


def test_auto_goes_on_without_a_constraint_that_is_refused_and_off_never_asks() -> None:
    with serve(Limited(REPLIES, constraint="")) as server:
        result = go(server)
        assert result.score == 4.56 and "holds replies to no schema (response_format)" in notes(result)
        assert forms(server) == ["structural_tag", "structural_tag", "", "", ""]
    with serve(Limited(REPLIES)) as server:
        result = agent.run(photo(), "brighter", ChatPolicy(_chat(server, constrain="off")))
        assert result.score == 4.56 and set(forms(server)) == {""} and not notes(result)


def test_on_takes_a_turn_that_is_json_as_a_whole_where_there_are_no_tags() -> None:
    turn = '{"think": "lift it", "state": "finished", "tool_call": {"Exposure2012": 0.4}}'
    with serve(Limited([turn, HIGH], constraint="json")) as server:
        result = go(server, constrain="on")
        schema = server.requests[2].body["response_format"]["json_schema"]["schema"]
    assert result.settings.to_dict() == {"Exposure2012": 0.4} and result.score == 4.56
    assert result.trajectory.steps[0].thought == "lift it"
    call = schema["properties"]["tool_call"]
    assert "patternProperties" not in str(schema) and call["properties"]["Exposure2012"]["maximum"] == 5


def test_on_fails_with_the_fix_where_nothing_is_taken() -> None:
    with serve(Limited(REPLIES, constraint="")) as server:
        result = go(server, constrain="on")
        assert "--constrain auto" in result.error and len(server.requests) == 3


def _chat(server: Server, **options: Any) -> OpenAIChat:
    CHATS.append(OpenAIChat(f"{server.url}#m", patience=Patience(timeout=20), adapt=True, **options))
    return CHATS[-1]


# ---- what could not be judged


def test_a_judgement_that_does_not_fit_leaves_the_edit_and_its_cause() -> None:
    script = Limited([LAST, "I like it."])
    with serve(script) as server:
        result = go(server, sampling=Sampling(max_tokens=600))
    assert result.settings.to_dict() == {"Tint": 8.0} and result.score is None and not result.error
    assert result.trajectory.evaluation is not None and "no <answer>" in result.trajectory.evaluation.error
