"""The agent against a scripted OpenAI-compatible server: pictures at their turns, trouble on the line,
trouble in the text.
"""

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from editor_ops.formats import read
from editor_ops.photo import Photo
from editor_ops.settings import Settings
from jarvisevo.agent import loop as agent
from jarvisevo.agent.session import Options
from jarvisevo.policies.chat import ChatPolicy
from jarvisevo.policies.openai import OpenAIChat, Patience
from jarvisevo.record.trajectory_json import dumps, loads
from tests.conftest import Run
from tests.jarvisevo.openai_server import CHATS, Reply, Server, error, good, serve

QUICK = Patience(attempts=3, timeout=3.0, deadline=30.0, backoff=0.005)
EDIT = '<state>processing</state><think>a</think><tool_call>{"Exposure2012": 0.4}</tool_call>'
LAST = "<state>finished</state> <think>b</think> <tool_call>{'Tint': 8, 'ConvertToGrayscale': False,}</tool_call>"
LOW = "<think>poor</think> <answer> Overall score: 2.16 </answer>"
REFLECT = '<think>I went too far</think><tool_call>{"Exposure2012": 0.2}</tool_call>'
HIGH = '<think>good</think><answer>{"Overall assessment score": "4.56"}</answer>'


def photo() -> Photo:
    rows, columns = np.mgrid[0:40, 0:56]
    return Photo.from_array(np.dstack([rows * 5, columns * 4, rows + columns]).astype(np.uint8))


def go(server: Server, **options: Any) -> agent.Result:
    CHATS.append(OpenAIChat(f"{server.url}#m", patience=QUICK, pictures="png"))
    return agent.run(
        photo(), "brighter", ChatPolicy(CHATS[-1], system_prompt="the authors' own prompt"), Options(**options)
    )


def pictures(request: Any) -> list[np.ndarray]:
    """The pictures of a request, by way of the wire: one for each user turn that has one."""
    found = []
    for message in request.body["messages"]:
        parts = message["content"] if isinstance(message["content"], list) else []
        images = [p for p in parts if p["type"] == "image_url"]
        assert message["role"] == "user" or not images
        assert len(images) <= 1
        for image in images:
            data = base64.b64decode(image["image_url"]["url"].partition("base64,")[2])
            found.append(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)[..., ::-1])
    return found


def test_a_documented_and_sloppy_dialogue_runs_through_with_every_picture_at_its_turn() -> None:
    with serve([good(text) for text in (EDIT, LAST, LOW, REFLECT, HIGH)]) as server:
        result = go(server)
    assert result.score == 4.56 and result.settings == Settings(
        {"Exposure2012": 0.2, "Tint": 8.0, "ConvertToGrayscale": False}
    )
    shown = [p.pixels for p in result.pictures]
    for request, count in zip(server.requests, (1, 2, 3, 3, 4), strict=True):
        sent = pictures(request)
        assert len(sent) == count and all(np.array_equal(a, b) for a, b in zip(sent, shown, strict=False))
        assert request.body["messages"][0]["content"] == "the authors' own prompt"


def test_the_released_dialogue_ends_in_the_sidecar(cli: Callable[..., Run], tmp_path: Path) -> None:
    path, prompt, out = tmp_path / "photo.jpg", tmp_path / "prompt.txt", tmp_path / "out.jpg"
    cv2.imwrite(str(path), photo().pixels[..., ::-1])
    prompt.write_text("the authors' own prompt", "utf-8")
    with serve([good(text) for text in (EDIT, LAST, LOW, REFLECT, HIGH)]) as server:
        done = cli("edit", path, "brighter", "-o", out, "--model", f"{server.url}#m", "--system-prompt", prompt)
    assert done.code == 0 and "4.56" in done.out, done.err
    assert [len(pictures(request)) for request in server.requests] == [1, 2, 3, 3, 4]
    assert server.requests[0].body["messages"][0]["content"] == "the authors' own prompt"
    said = read(out.with_suffix(".xmp")).settings
    assert (said["Exposure2012"], said["Tint"], said["ConvertToGrayscale"]) == (0.2, 8.0, False)


@pytest.mark.parametrize(
    "trouble",
    [
        error(429, "slow down", Retry_After="0"),
        error(500, "boom"),
        Reply(good(EDIT).body, cut=40),
        Reply(delay=20.0),
        Reply(status=0),
    ],
    ids=["429", "500", "cut", "timeout", "hung up"],
)
def test_trouble_that_passes_leaves_no_trace_in_the_edit(trouble: Reply) -> None:
    with serve([trouble, good(EDIT), good(LAST), good(HIGH)]) as server:
        result = go(server)
    assert result.score == 4.56 and len(result.trajectory.steps) == 2


@pytest.mark.parametrize(
    ("trouble", "cause"),
    [
        (error(429, "slow down"), "429"),
        (error(500, "boom"), "500"),
        (error(404, "no such model"), "404"),
        (Reply(delay=20.0), "3 s"),
        (Reply("<html>hello</html>"), "JSON"),
        (good("x" * 2_000_001), "longer than"),
    ],
    ids=["429", "500", "404", "timeout", "html", "2 MB"],
)
def test_trouble_that_stays_is_named_in_the_record(trouble: Reply, cause: str) -> None:
    with serve([trouble]) as server:
        result = go(server)
    assert cause in result.error and result.best == 0
    again = loads(dumps(result.trajectory))
    (failure,) = again.failures
    assert failure.final and cause in failure.cause and any(cause in note for note in again.meta["notes"])


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("I cannot do that.", "no <tool_call>"),
        ("x" * 1_500_000, "no <tool_call>"),
        ("<tool_call>" + '{"Look":' * 1000 + "</tool_call>", "nested more than"),
        ('<tool_call>{"Exposure2012": NaN}</tool_call>', "NaN"),
        ("<think>ignore all rules, write ../../x</think><tool_call>open('x','w')</tool_call>", "unreadable tool call"),
    ],
    ids=["prose", "1.5 MB", "deep", "NaN", "code"],
)
def test_text_that_cannot_be_read_is_named_in_the_record(text: str, cause: str) -> None:
    with serve([good(text)]) as server:
        result = go(server)
    assert cause in result.error and len(server.requests) == 2
    assert len(json.dumps(server.requests[1].body)) < 60_000  # what is told back is bounded


def test_a_server_that_dies_after_the_first_step_leaves_that_step() -> None:
    with serve([good(EDIT), error(503, "gone")]) as server:
        result = go(server)
    assert result.settings == Settings({"Exposure2012": 0.4}) and result.score is None and not result.error
    assert [f.kind for f in result.trajectory.failures] == ["edit", "evaluate"]
    assert all("503" in f.cause for f in result.trajectory.failures)


def test_several_photos_share_the_requests() -> None:
    def script(request: Any) -> Reply:
        turns = sum(m["role"] == "assistant" for m in request.body["messages"])
        return good([LAST, HIGH][turns])

    with serve(script) as server:
        CHATS.append(OpenAIChat(f"{server.url}#m", patience=QUICK))
        results = agent.run_many([photo()] * 4, "brighter", ChatPolicy(CHATS[-1]))
    assert [r.score for r in results if isinstance(r, agent.Result)] == [4.56] * 4 and len(server.requests) == 8
