"""A model of this process behind OpenAI's interface: our own client talks to it, bad requests are one line."""

import json
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from jarvisevo.policies.openai import OpenAIChat, Patience
from jarvisevo.policies.openai_wire import read_stream, wire_messages
from jarvisevo.policies.scripted import ScriptedChat
from jarvisevo.policies.serve import MAX_TOKENS, BadRequest, answer, conversation, sampling, server
from jarvisevo.protocol.chat import ChatError, Completion, Message, Sampling
from tests.conftest import Run

TALK = [
    Message("system", ("Edit.",), "system"),
    Message("user", (np.full((20, 30, 3), 90, np.uint8), "brighter")),
    Message("assistant", ("ok",), "edit"),
    Message("user", ("and now?",)),
]


@pytest.fixture
def served() -> Iterator[tuple[str, ScriptedChat]]:
    chat = ScriptedChat(["one", ChatError("out of memory"), "two"])
    listening = server(chat, 0)
    threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield f"http://127.0.0.1:{listening.server_address[1]}", chat
    listening.shutdown()
    listening.server_close()


def post(url: str, body: Any) -> tuple[int, dict[str, Any]]:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data), timeout=20) as reply:
            return reply.status, json.load(reply)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def test_our_own_client_talks_to_it(served: tuple[str, ScriptedChat]) -> None:
    url, chat = served
    client = OpenAIChat(f"{url}/v1#{chat.name}", pictures="png", patience=Patience(attempts=1, timeout=20))
    first = client.complete([TALK], Sampling(0.7, 0.9, 77, 5))[0]
    second = client.complete([TALK])[0]
    client.close()
    assert isinstance(first, Completion) and first.text == "one" and first.usage["completion_tokens"] == 1
    assert isinstance(second, ChatError) and "out of memory" in str(second)
    asked = chat.requests[0]
    assert asked.sampling == Sampling(0.7, 0.9, 77, 5) and [m.role for m in asked.messages] == [m.role for m in TALK]
    assert np.array_equal(asked.messages[1].pictures[0], TALK[1].pictures[0]) and asked.messages[1].text == "brighter"


def test_it_lists_its_model_and_nothing_else(served: tuple[str, ScriptedChat]) -> None:
    url, chat = served
    with urllib.request.urlopen(f"{url}/v1/models", timeout=20) as reply:
        assert json.load(reply)["data"][0]["id"] == chat.name
    assert post(f"{url}/v1/other", {"messages": []})[0] == 404


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"{", "Expecting"),
        (b"[1]", "JSON object"),
        ({}, "at least one turn"),
        ({"messages": [{"role": "tool", "content": "x"}]}, "role must be"),
        ({"messages": [{"role": "user", "content": 3}]}, "content must be"),
        (
            {
                "messages": [
                    {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "http://h/a.png"}}]}
                ]
            },
            "data:",
        ),
        ({"messages": [{"role": "user", "content": [{"image_url": "data:image/png;base64,AAAA"}]}]}, "cannot be read"),
        ({"messages": [{"role": "user", "content": "x"}], "temperature": "hot"}, "temperature"),
        ({"messages": [{"role": "user", "content": "x"}], "seed": True}, "seed"),
        ({"messages": [{"role": "user", "content": "x"}], "model": "gpt-4o"}, "model: 'gpt-4o' is not served here"),
        ({"messages": [{"role": "user", "content": "x"}], "n": 3}, "n: 3 is not served here: leave n out"),
        (
            {"messages": [{"role": "user", "content": "x"}], "response_format": {"type": "json_object"}},
            "leave response_",
        ),
        ({"messages": [{"role": "user", "content": "x"}], "tools": [{"type": "function"}]}, "leave tools out"),
        ({"messages": [{"role": "user", "content": "x"}], "stream": "yes"}, "stream: must be true or false"),
    ],
)
def test_a_bad_request_is_one_line(served: tuple[str, ScriptedChat], body: Any, said: str) -> None:
    status, reply = post(f"{served[0]}/v1/chat/completions", body)
    assert status == 400 and said in reply["error"]["message"] and "\n" not in reply["error"]["message"]
    assert not served[1].requests


def test_a_stream_is_a_stream_and_what_asks_for_nothing_is_taken(served: tuple[str, ScriptedChat]) -> None:
    url, chat = served
    idle = {"n": 1, "response_format": {"type": "text"}, "tools": None, "stop": None, "presence_penalty": 0}
    body = {"messages": [{"role": "user", "content": "x"}], "model": chat.name, **idle}
    data = json.dumps(body | {"stream": True, "stream_options": {"include_usage": True}}).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{url}/v1/chat/completions", data), timeout=20) as reply:
        assert reply.headers["Content-Type"] == "text/event-stream"
        text = reply.read()
    made = read_stream(text)
    assert made.text == "one" and made.finish == "stop" and made.usage["completion_tokens"] == 1
    assert text.endswith(b"data: [DONE]\n\n")
    first, second = (
        answer(ScriptedChat(["text", "text"]), {k: v for k, v in body.items() if k != "model"}) for _ in "ab"
    )
    assert first["id"].startswith("chatcmpl-") and first["id"] != second["id"]


def test_our_own_client_leaves_a_constraint_out_that_is_not_served(served: tuple[str, ScriptedChat]) -> None:
    url, chat = served
    client = OpenAIChat(f"{url}/v1#{chat.name}", patience=Patience(attempts=1, timeout=20))
    (made,) = client.complete([TALK], want="edit", schema={"type": "object"})
    client.close()
    assert isinstance(made, Completion) and made.text == "one"


def test_numbers_of_a_request_are_bounded() -> None:
    assert sampling({"max_tokens": 10**9}).max_tokens == MAX_TOKENS and sampling({"max_tokens": 0}).max_tokens == 1
    assert sampling({"max_completion_tokens": 5, "max_tokens": 9}).max_tokens == 5
    with pytest.raises(BadRequest, match="top_p"):
        sampling({"top_p": float("nan")})


def test_what_the_wire_writes_is_read_back() -> None:
    read: Sequence[Message] = conversation({"messages": wire_messages(TALK, None, "png")})
    assert [m.content if m.role != "user" else m.text for m in read] == [("Edit.",), "brighter", ("ok",), "and now?"]
    made = answer(ScriptedChat(["text"]), {"messages": wire_messages(TALK, None)})
    assert made["choices"][0]["message"]["content"] == "text" and made["usage"]["total_tokens"] > 0


def test_wrong_calls_of_the_command(cli: Callable[..., Run]) -> None:
    done = cli("serve", "http://127.0.0.1:9/v1#m")
    assert done.code == 2 and "has a server already" in done.err
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = cli("serve", "nano", "--port", taken.getsockname()[1])
    assert done.code == 1 and "choose another one" in done.err
