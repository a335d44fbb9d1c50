"""`doctor --model`: five turns with servers that can all, some or nothing."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from jarvisevo.policies.checkup import scene
from tests.conftest import Run
from tests.jarvisevo.openai_server import Limited, Reply, Request, error, good, pictures_of, serve, text_of

Cli = Callable[..., Run]
EDIT = '<state>finished</state><think>brighter</think><tool_call>{"Exposure2012": 0.4, "Tint": 9}</tool_call>'
SCORE = '<think>good</think><answer>{"Overall assessment score": "4.20"}</answer>'
NAMES = ["answers", "sees images", "calls the tools", "judges", "four images"]


def counted(text: str, request: Request) -> Reply:
    """A reply with the tokens of its prompt, at a hundred an image."""
    made = good(text)
    assert isinstance(made.body, dict)
    made.body["usage"]["prompt_tokens"] = 500 + 100 * len(pictures_of(request.body))
    return made


def model(request: Request) -> Reply:
    """One that can all."""
    asked = text_of(request.body)
    if "single word" in asked:
        return good("ready")
    if "two colours" in asked:
        return good("<think>blue? no</think>Yellow, blue.")
    return counted(SCORE if "Please evaluate" in asked else EDIT, request)


def check(cli: Cli, script: Any, *options: str) -> tuple[Run, list[dict[str, Any]]]:
    with serve(script) as server:
        done = cli("doctor", "--model", f"{server.url}#m", "--json", *options)
    return done, json.loads(done.out)


def test_a_model_that_can_all(cli: Cli) -> None:
    done, found = check(cli, model)
    assert done.code == 0 and [f["name"] for f in found] == NAMES and all(f["ok"] for f in found)
    assert "Exposure2012 0.4" in found[2]["text"] and "4.20 of 5" in found[3]["text"]
    with serve(model) as server:
        shown = cli("doctor", "--model", f"{server.url}#m")
    assert shown.code == 0 and all(name in shown.out for name in NAMES) and shown.out.count("yes") == 5


def test_a_server_that_cuts_conversations_without_a_word_is_found_out(cli: Cli) -> None:
    def forgetful(request: Request) -> Reply:
        made = model(request)
        assert isinstance(made.body, dict)
        made.body["usage"]["prompt_tokens"] = min(600, made.body["usage"]["prompt_tokens"])
        return made

    done, found = check(cli, forgetful)
    assert done.code == 0 and found[4]["ok"] is None and "OLLAMA_CONTEXT_LENGTH" in found[4]["fix"]


def test_limits_are_named_with_their_fix(cli: Cli) -> None:
    limits = Limited([""], images=1)

    def one_image(request: Request) -> Reply:
        why = limits._refusal(request.body)
        return error(400, why) if why else model(request)

    done, found = check(cli, one_image)
    assert done.code == 0 and [f["ok"] for f in found] == [True, True, True, None, None]
    assert "--limit-mm-per-prompt" in found[4]["fix"]


def test_a_schema_that_had_to_be_left_out_is_a_limit(cli: Cli) -> None:
    free = Limited([""], constraint="")

    def unheld(request: Request) -> Reply:
        why = free._refusal(request.body)
        return error(400, why) if why else model(request)

    done, found = check(cli, unheld)
    assert done.code == 0 and [f["ok"] for f in found] == [True, True, None, True, True]
    assert "response_format" in found[2]["fix"]


def test_a_model_without_eyes_and_without_the_form(cli: Cli) -> None:
    done, found = check(cli, lambda request: counted("I am a helpful assistant.", request))
    assert done.code == 1 and [f["ok"] for f in found] == [True, False, False, False, True]
    assert "--measure" in found[1]["fix"] and "no <tool_call>" in found[2]["text"]


def test_a_model_that_answers_in_the_protocol_alone_sees_by_its_judgements(cli: Cli) -> None:
    def trained(request: Request) -> Reply:
        if "Please evaluate" not in text_of(request.body):
            return counted(EDIT, request)
        score = 4.2 if pictures_of(request.body)[-1].mean() > 60 else 1.0
        return counted(f'<answer>{{"Overall assessment score": "{score}"}}</answer>', request)

    done, found = check(cli, trained)
    assert done.code == 0 and found[1]["ok"] and "brighter and a darker result 4.2 and 1.0" in found[1]["text"]


def test_a_score_out_of_range_is_no_judgement(cli: Cli) -> None:
    def eager(request: Request) -> Reply:
        asked = text_of(request.body)
        return (
            good('<answer>{"Overall assessment score": "9"}</answer>') if "Please evaluate" in asked else model(request)
        )

    done, found = check(cli, eager)
    assert done.code == 1 and found[3]["ok"] is False and "outside 1 to 5" in found[3]["text"]


def test_a_server_that_is_not_there_is_asked_once(cli: Cli) -> None:
    with serve(model) as server:
        gone = f"{server.url}#m"
    done = cli("doctor", "--model", gone, "--timeout", "0.3", "--json")
    found = json.loads(done.out)
    assert done.code == 1 and [f["name"] for f in found] == ["answers"] and found[0]["ok"] is False


def test_measurements_go_with_the_pictures(cli: Cli) -> None:
    asked: list[str] = []

    def listening(request: Request) -> Reply:
        asked.append(text_of(request.body))
        return model(request)

    check(cli, listening, "--measure")
    assert "[Measured:" not in asked[0] and all("[Measured:" in text for text in asked[1:])


@pytest.mark.parametrize(
    ("options", "said"), [(["expert"], "no model"), (["nano", "--constrain", "maybe"], "auto, on or off")]
)
def test_wrong_calls(cli: Cli, options: list[str], said: str) -> None:
    done = cli("doctor", "--model", *options)
    assert done.code == 2 and said in done.err


def test_the_scene_is_a_picture_that_gets_lighter() -> None:
    dark, light = scene(0.5), scene(0.9)
    assert dark.shape == light.shape == (512, 768, 3) and light.mean() > dark.mean() * 1.5
