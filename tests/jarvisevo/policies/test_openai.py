"""The OpenAI-compatible client against a scripted server: what is sent, what is tried again, what is refused."""

import base64
import threading
import time
from email.utils import formatdate
from typing import Any

import cv2
import numpy as np
import pytest

from jarvisevo.policies import openai_wire
from jarvisevo.policies.endpoints import Balancer, Endpoint, parse_endpoint, parse_endpoints
from jarvisevo.policies.openai import OpenAIChat, Patience, read_system_prompt
from jarvisevo.policies.openai_http import retry_after
from jarvisevo.protocol.chat import ChatError, Completion, Message, ReplySchema, Sampling
from tests.jarvisevo.openai_server import CHATS, Reply, Request, Server, error, good, serve

QUICK = Patience(attempts=4, timeout=2.0, deadline=5.0, backoff=0.005)
SCHEMA = {"type": "object", "properties": {"Exposure2012": {"type": "number"}}, "additionalProperties": False}
TALK = [Message("system", ("Edit.",), "system"), Message("user", ("brighter",))]


def chat(*servers: Server, **options: Any) -> OpenAIChat:
    options.setdefault("patience", QUICK)
    CHATS.append(OpenAIChat(",".join(f"{s.url}#m" for s in servers), **options))
    return CHATS[-1]


def ask(server: Server, talk: list[Message] = TALK, **options: Any) -> Completion | ChatError:
    return chat(server, **options).complete([talk])[0]


def said(outcome: Completion | ChatError) -> str:
    assert isinstance(outcome, ChatError), outcome
    text = str(outcome)
    assert text.isprintable() and len(text) < 1500
    return text


def flat(level: int) -> np.ndarray:
    return np.full((24, 32, 3), (level, 255 - level, 90), np.uint8)


def decoded(part: dict[str, Any]) -> np.ndarray:
    data = base64.b64decode(part["image_url"]["url"].partition("base64,")[2])
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)[..., ::-1]


# ---- addresses


@pytest.mark.parametrize(
    ("text", "url", "model"),
    [
        ("http://localhost:8000/v1#qwen3_vl", "http://localhost:8000/v1", "qwen3_vl"),
        ("https://host/v1/#Qwen/Qwen3-VL-8B-Instruct", "https://host/v1", "Qwen/Qwen3-VL-8B-Instruct"),
        (" http://host:80#m ", "http://host:80/v1", "m"),
        ("http://[::1]:8000/v1#m", "http://[::1]:8000/v1", "m"),
        ("http://host/v1/chat/completions#m", "http://host/v1", "m"),
        ("http://host/openai/deployments/x#m", "http://host/openai/deployments/x", "m"),
    ],
)
def test_address_is_read(text: str, url: str, model: str) -> None:
    found = parse_endpoint(text)
    assert (found.url, found.model) == (url, model)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("http://host/v1", "name is missing"),
        ("ftp://host/v1#m", "no http address"),
        ("host:8000/v1#m", "no http address"),
        ("http://#m", "no http address"),
        ("http://host:99999/v1#m", "no address"),
        ("http://host:x/v1#m", "no address"),
        ("http://host/v1?key=geheim#m", "no place"),
        ("http://ho st/v1#m", "blanks"),
        ("", "no http address"),
        ("http://host/v1#a\nb", "blanks"),
        ("http://[::1/v1#m", "no address"),
    ],
)
def test_malformed_address_says_what_is_wrong(text: str, cause: str) -> None:
    with pytest.raises(ValueError, match=cause) as caught:
        parse_endpoint(text)
    assert "\n" not in str(caught.value) and "geheim" not in str(caught.value)


def test_several_addresses_share_one_name() -> None:
    assert [str(e) for e in parse_endpoints("http://a/v1, http://b/v1#m")] == ["http://a/v1#m", "http://b/v1#m"]
    with pytest.raises(ValueError, match="name is missing"):
        parse_endpoints("http://a/v1,http://b/v1#m,http://c/v1#n")
    with pytest.raises(ValueError, match="no server"):
        parse_endpoints(" , ")


def test_login_is_used_and_never_shown() -> None:
    found = parse_endpoint("http://me:geheim@host/v1#m")
    assert found.login == ("me", "geheim")
    assert "geheim" not in f"{found} {found!r}"
    with pytest.raises(ValueError) as caught:
        parse_endpoint("ftp://me:geheim@host/v1#m")
    assert "geheim" not in str(caught.value)


# ---- what is sent


def test_every_picture_stands_at_its_own_turn() -> None:
    talk = [Message("system", ("Edit.",), "system"), Message("user", (flat(20), "brighter"))]
    with serve([good("ok")]) as server:
        client = chat(server)
        for step in range(1, 4):
            assert isinstance(client.complete([talk])[0], Completion)
            talk = [
                *talk,
                Message("assistant", ("ok",), "edit"),
                Message("user", (flat(20 + 60 * step), f"Image after step {step}.")),
            ]
        for number, request in enumerate(server.requests, 1):
            turns = request.body["messages"]
            assert request.path == "/v1/chat/completions" and request.body["model"] == "m"
            assert [t["role"] for t in turns] == ["system", "user", *["assistant", "user"] * (number - 1)]
            assert turns[0]["content"] == "Edit."
            for step, turn in enumerate(turns[1::2]):
                assert [p["type"] for p in turn["content"]] == ["image_url", "text"]
                assert np.abs(decoded(turn["content"][0]).astype(int) - flat(20 + 60 * step)).max() <= 4


def test_order_of_texts_and_pictures_in_a_turn_is_kept() -> None:
    turn = Message("user", ("before", flat(10), "after", flat(200)))
    parts = openai_wire.wire_messages([turn], None, "png")[0]["content"]
    assert [p["type"] for p in parts] == ["text", "image_url", "text", "image_url"]
    assert np.array_equal(decoded(parts[1]), flat(10)) and np.array_equal(decoded(parts[3]), flat(200))
    assert parts[1]["image_url"]["url"].startswith("data:image/png;base64,")


def test_own_system_prompt_replaces_the_one_of_the_conversation(tmp_path: Any) -> None:
    (tmp_path / "s.txt").write_text("Du bist Retuscheur. 修图", "utf-8")
    with serve([good("ok")]) as server:
        client = chat(server, system=read_system_prompt(tmp_path / "s.txt"))
        client.complete([TALK, TALK[1:]])
        for request in server.requests:
            assert request.body["messages"] == [
                {"role": "system", "content": "Du bist Retuscheur. 修图"},
                {"role": "user", "content": "brighter"},
            ]


@pytest.mark.parametrize(
    ("data", "cause"), [(b"", "characters"), (b"\xff\xfe\x00", "UTF-8"), (b"a\0b", "text"), (b"x" * 200_001, "200,001")]
)
def test_bad_system_prompt_file(data: bytes, cause: str, tmp_path: Any) -> None:
    (tmp_path / "s.txt").write_bytes(data)
    with pytest.raises(ValueError, match=cause):
        read_system_prompt(tmp_path / "s.txt")
    with pytest.raises(ValueError, match="No such file"):
        read_system_prompt(tmp_path / "none.txt")


def test_sampling_is_passed_on_and_seeds_differ_within_a_batch() -> None:
    with serve([good("ok")]) as server:
        chat(server).complete([TALK] * 3, Sampling(0.7, 0.9, 77, seed=5))
        chat(server).complete([TALK], Sampling())
        bodies = [r.body for r in server.requests]
        assert sorted(b["seed"] for b in bodies[:3]) == [5, 6, 7]
        assert (bodies[0]["temperature"], bodies[0]["top_p"], bodies[0]["max_tokens"]) == (0.7, 0.9, 77)
        assert bodies[3]["temperature"] == 0 and "seed" not in bodies[3]


def test_key_comes_from_the_environment_and_is_in_no_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JARVISEVO_API_KEY", "sk-geheim")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-fremd")
    with serve([error(401, "wrong key sk-geheim given")]) as server:
        text = said(ask(server))
        assert server.requests[0].headers["authorization"] == "Bearer sk-geheim"
    assert "sk-geheim" not in text and "***" in text and "JARVISEVO_API_KEY" in text
    monkeypatch.setenv("JARVISEVO_API_KEY", "a\nb")
    with pytest.raises(ValueError, match="JARVISEVO_API_KEY"):
        OpenAIChat("http://h/v1#m")
    monkeypatch.delenv("JARVISEVO_API_KEY")
    with serve([good("ok")]) as server:
        ask(server)
        assert "authorization" not in server.requests[0].headers


def test_half_a_surrogate_pair_does_not_stop_the_request() -> None:
    with serve([good("ok")]) as server:
        assert isinstance(ask(server, [Message("user", ("a\ud800b",))]), Completion)


# ---- the constraint


def test_schema_constrains_the_tool_call_only() -> None:
    with serve([good("ok")]) as server:
        client = chat(server)
        client.complete([TALK], schema=SCHEMA)
        client.complete([TALK], schema=SCHEMA, want="evaluate")
        client.complete([TALK])
        chat(server, constrain="off").complete([TALK], schema=SCHEMA)
        forms = [r.body.get("response_format") for r in server.requests]
        tag = forms[0]["format"]["tags"][0]
        assert forms[0]["type"] == "structural_tag" and forms[0]["format"]["triggers"] == ["<tool_call>"]
        assert (tag["begin"], tag["end"], tag["content"]["json_schema"]) == ("<tool_call>", "</tool_call>", SCHEMA)
        assert forms[1:] == [None, None, None]


def test_a_reply_that_is_json_as_a_whole_is_held_to_its_schema_as_far_as_the_server_can() -> None:
    seen: list[Any] = []

    def answer(request: Request) -> Reply:
        seen.append(request.body.get("response_format"))
        return error(400, "no json_schema") if (seen[-1] or {}).get("type") == "json_schema" else good("{}")

    schema = ReplySchema(type="object", properties={})
    with serve(answer) as server:
        client = chat(server)
        for _ in range(2):
            assert isinstance(client.complete([TALK], want="evaluate", schema=schema)[0], Completion)
    assert [form and form["type"] for form in seen] == ["json_schema", "json_object", "json_object"]
    assert seen[0]["json_schema"]["schema"] == schema


@pytest.mark.parametrize(("refused", "expected"), [({"format"}, [1, 2, 2]), ({"format", "structures"}, [1, 2, 0, 0])])
def test_refused_constraint_is_weakened_and_that_is_remembered(refused: set[str], expected: list[int]) -> None:
    def answer(request: Any) -> Reply:
        form = request.body.get("response_format", {})
        return error(400, "response_format is not supported") if refused & set(form) else good("ok")

    with serve(answer) as server:
        client = chat(server)
        for _ in range(2):
            assert isinstance(client.complete([TALK], schema=SCHEMA)[0], Completion)
        forms = [r.body.get("response_format", {}) for r in server.requests]
        assert [1 if "format" in f else 2 if "structures" in f else 0 for f in forms] == expected


def test_a_bad_request_is_not_blamed_on_the_constraint() -> None:
    with serve([error(400, "prompt too long"), good("ok")]) as server:
        client = chat(server)
        assert "prompt too long" in said(client.complete([TALK], schema=SCHEMA)[0])
        client.complete([TALK], schema=SCHEMA)
        assert "format" in server.requests[1].body["response_format"]


@pytest.mark.parametrize("status", [400, 500])
def test_a_request_is_made_without_the_constraint_only_when_that_is_named(status: int) -> None:
    def answer(request: Any) -> Reply:
        return error(status, "structural_tag: unknown field") if "response_format" in request.body else good("ok")

    with serve(answer) as server:
        assert isinstance(chat(server).complete([TALK], schema=SCHEMA)[0], Completion)
        assert len(server.requests) == 3
    with serve([error(400, "prompt too long")]) as server:
        said(chat(server).complete([TALK], schema=SCHEMA)[0])
        assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        (
            "At most 1 image(s) may be provided in one prompt.",
            "takes 1 images a request: start vLLM with --limit-mm-per-prompt",
        ),
        ("`max_tokens=2048` cannot be greater than `max_model_len=2000`", "smaller --reply-tokens"),
        ("This model's maximum context length is 2200 tokens. However, you requested 2400", "a smaller --image-size"),
        ("this model does not support images", "sees no images"),
    ],
)
def test_limits_of_a_server_come_with_what_to_do(text: str, advice: str) -> None:
    with serve([error(400, text)]) as server:
        message = said(ask(server))
    assert text in message and advice in message and "after 1 attempt)" in message


# ---- replies


def test_good_reply() -> None:
    with serve([good('<think>a</think><tool_call>{"Exposure2012": 1}</tool_call>')]) as server:
        reply = ask(server)
    assert isinstance(reply, Completion)
    assert reply.text == '<think>a</think><tool_call>{"Exposure2012": 1}</tool_call>'
    assert (reply.finish, reply.usage["prompt_tokens"], reply.usage["completion_tokens"]) == ("stop", 7, 3)


@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (good("cut of", finish_reason="length"), "cut of"),
        (good("<answer>4</answer>", reasoning="why"), "<think>why</think><answer>4</answer>"),
        (
            good(
                None, reasoning_content="why", tool_calls=[{"function": {"name": "edit", "arguments": '{"Tint": 1}'}}]
            ),
            '<think>why</think><tool_call>{"Tint": 1}</tool_call>',
        ),
        (good([{"type": "text", "text": "in "}, {"type": "text", "text": "parts"}]), "in parts"),  # type: ignore[arg-type]
        (
            Reply(
                '{"choices":[{"message":{"content":"NaN"},"logprobs":NaN}],"usage":{"prompt_tokens":NaN,"n":-1,"t":true}}'
            ),
            "NaN",
        ),
        (
            Reply(b'\xef\xbb\xbf{"choices":[{"message":{"content":"\xff\\ud800\\u0000\xe2\x80\xae ok"}}]}'),
            "�" + "�" * 3 + "\0\u202e ok",
        ),
        (Reply(b'{"choices":[{"message":{"content":"chunks"}}]}', headers={"Content-Length": ""}), "chunks"),
        (good("[" * 1000 + "]" * 1000), "[" * 1000 + "]" * 1000),
        (good("../../etc/passwd $(rm -rf ~)"), "../../etc/passwd $(rm -rf ~)"),
    ],
)
def test_unusual_replies_are_read(reply: Reply, text: str) -> None:
    with serve([reply]) as server:
        found = ask(server)
    assert isinstance(found, Completion), found
    found.text.encode("utf-8")
    assert found.text.replace("�", "") == text.replace("�", "")
    assert found.finish == ("length" if text == "cut of" else "stop")
    assert all(isinstance(n, int) and n >= 0 for n in found.usage.values())


def events(*lines: str, end: str = "data: [DONE]\n\n") -> Reply:
    body = "".join(f"{line}\n\n" for line in lines) + end
    return Reply(body, headers={"Content-Type": "text/event-stream"})


def test_a_stream_is_put_together() -> None:
    sent = events(
        ": keep-alive",
        'data: {"choices":[{"delta":{"role":"assistant","reasoning_content":"so "}}]}',
        'data: {"choices":[{"delta":{"reasoning_content":"dark"}}]}',
        'data: {"choices":[{"delta":{"tool_calls":[{"function":{"arguments":"{\\"Tint\\":"}}]}}]}',
        'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":" 1}"}}]}}]}',
        'data: {"choices":[{"delta":{},"finish_reason":"length"}]}',
        'data: {"choices":[],"usage":{"completion_tokens":9}}',
    )
    with serve([sent]) as server:
        found = ask(server)
    assert isinstance(found, Completion), found
    assert found.text == '<think>so dark</think><tool_call>{"Tint": 1}</tool_call>'
    assert (found.finish, dict(found.usage)) == ("length", {"completion_tokens": 9})


@pytest.mark.parametrize(
    ("sent", "cause"),
    [
        (events('data: {"choices":[{"delta":{"content":"half a"}}]}', end=""), "a stream without its end"),
        (events('data: {"choices":[{"delta":'), "an event that is no JSON"),
        (events('data: {"error":{"message":"out of memory"}}'), "out of memory"),
        (events(), "no text in the reply"),
    ],
)
def test_a_stream_that_breaks_names_its_cause(sent: Reply, cause: str) -> None:
    with serve([sent]) as server:
        assert cause in said(ask(server, patience=Patience(attempts=2, timeout=5, deadline=20, backoff=0.005)))


@pytest.mark.parametrize(
    ("reply", "cause"),
    [
        (Reply("<html>Sign in</html>", headers={"Content-Type": "text/html"}), "web page"),
        (Reply({"choices": []}), "no choices"),
        (Reply({"error": {"message": "overloaded in 200"}}), "overloaded in 200"),
        (Reply("[1]"), "another kind"),
        (Reply("[" * 100_000), "nested"),
        (Reply('{"choices":[{"message":' + '{"a":' * 5000 + "1" + "}" * 5000 + "}]}"), "nested"),
        (good(None), "no text"),
        (good("  "), "no text"),
        (good(None, refusal="I will not"), "I will not"),
        (Reply({"choices": ["x"]}), "no choices"),
        (good("x" * 2_100_000), "longer than 2,000,000"),
        (error(400, "bad\n\x1b[31m" + "y" * 5000), "HTTP 400: bad"),
        (error(404, "no model"), "model's name"),
        (error(413), "too large"),
        (Reply("<html>", 403), "HTTP 403"),
        (Reply("", 302, {"Location": "http://elsewhere.example/v1"}), "redirects to elsewhere.example"),
        (Reply("", 307, {"Location": "/other"}), "redirects"),
    ],
)
def test_useless_replies_are_final_and_name_their_cause(reply: Reply, cause: str) -> None:
    with serve([reply]) as server:
        text = said(ask(server))
        assert len(server.requests) == 1
        assert cause in text and f"{server.url}#m" in text and "after 1 attempt" in text


# ---- trying again


@pytest.mark.parametrize(
    ("reply", "cause"),
    [
        (error(429, "slow down"), "HTTP 429: slow down"),
        (error(500), "HTTP 500"),
        (Reply("<h1>Bad Gateway</h1>", 502), "HTTP 502"),
        (error(503, "loading"), "HTTP 503: loading"),
        (Reply(status=0), "connection lost"),
        (Reply(good("ok").data, cut=40), "connection lost"),
        (Reply(good("ok").data[:40], headers={"Content-Length": ""}), "cut reply"),
        (Reply(b"{}", cut=0), "connection lost"),
        (Reply(""), "empty body"),
    ],
)
def test_passing_trouble_is_tried_again(reply: Reply, cause: str) -> None:
    with serve([reply, reply, good("ok")]) as server:
        found = ask(server)
        assert isinstance(found, Completion), found
        assert len(server.requests) == 3
        bodies = [r.body for r in server.requests]
        assert bodies[0] == bodies[1] == bodies[2]
    with serve([reply]) as server:
        text = said(ask(server))
        assert len(server.requests) == QUICK.attempts
    assert cause in text and "gave up after 4 attempts" in text


def test_timeout_is_tried_again() -> None:
    with serve([Reply(good("late").data, delay=3.0), good("ok")]) as server:
        found = ask(server, patience=Patience(timeout=0.1, deadline=5, backoff=0.005))
        assert isinstance(found, Completion) and found.text == "ok"
    with serve([Reply(good("late").data, delay=3.0)]) as server:
        text = said(ask(server, patience=Patience(attempts=2, timeout=0.05, deadline=5, backoff=0.005)))
    assert "timeout: no whole reply within 0.05 s" in text and "after 2 attempts" in text


def test_drop_by_drop_is_a_timeout_too() -> None:
    stop = threading.Event()

    class Drops(Server):
        def _send(self, handler: Any, reply: Reply) -> None:
            handler.send_response(200)
            handler.send_header("Content-Length", "1000")
            handler.end_headers()
            while not stop.wait(0.01):
                handler.wfile.write(b" ")
                handler.wfile.flush()

    server = Drops([good("never")])
    try:
        text = said(ask(server, patience=Patience(attempts=1, timeout=0.15, deadline=5)))
        assert "timeout: no whole reply within 0.15 s" in text
    finally:
        stop.set()
        server.close()


def test_nobody_listens() -> None:
    with serve([good("ok")]) as server:
        gone = server.url
        assert OpenAIChat(f"{gone}#m").trouble() == ""
    CHATS.append(OpenAIChat(f"{gone}#m", patience=QUICK))
    text = said(CHATS[-1].complete([TALK])[0])
    assert "connection lost" in text and gone in text and "gave up after 4 attempts" in text
    assert CHATS[-1].trouble().startswith(f"{gone}#m: ")


def test_retry_after_is_honoured() -> None:
    with serve([error(429, Retry_After="0.15"), good("ok")]) as server:
        start = time.monotonic()
        found = ask(server, patience=Patience(backoff=0.001, deadline=5))
        took = time.monotonic() - start
    assert isinstance(found, Completion), found
    assert took >= 0.15


def test_retry_after_as_a_date() -> None:
    seconds = retry_after({"retry-after": formatdate(time.time() + 90, usegmt=True)})
    assert seconds is not None and 85 < seconds < 92
    assert retry_after({"retry-after": formatdate(time.time() - 90, usegmt=True)}) == 0


@pytest.mark.timeout(60)  # it would wait an hour
def test_waiting_past_the_deadline_is_not_begun() -> None:
    with serve([error(429, "quota", Retry_After="3600")]) as server:
        text = said(ask(server))
    assert "after the deadline" in text and "quota" in text


@pytest.mark.parametrize("value", ["soon", "nan", "-5", "1e999", ""])
def test_nonsense_in_retry_after_is_ignored(value: str) -> None:
    with serve([error(503, Retry_After=value), good("ok")]) as server:
        assert isinstance(ask(server), Completion)


def test_pause_grows_with_jitter_and_is_bounded() -> None:
    patience = Patience(backoff=1.0, longest=8.0)
    for failures, most in ((1, 1), (2, 2), (3, 4), (4, 8), (5, 8), (500, 8)):
        pauses = [patience.pause(failures) for _ in range(200)]
        assert most / 2 <= min(pauses) < max(pauses) <= most


# ---- several conversations, several servers


def test_one_failure_leaves_the_others_their_replies_in_order() -> None:
    def answer(request: Any) -> Reply:
        text = request.body["messages"][0]["content"]
        return error(400, "no") if text == "2" else good(f"re {text}")

    with serve(answer) as server:
        found = chat(server).complete([[Message("user", (str(i),))] for i in range(6)])
    assert [f.text if isinstance(f, Completion) else "failed" for f in found] == [
        "re 0",
        "re 1",
        "failed",
        "re 3",
        "re 4",
        "re 5",
    ]


def test_no_conversation_no_request() -> None:
    with serve([good("ok")]) as server:
        assert chat(server).complete([]) == [] and not server.requests


def test_an_impossible_picture_is_that_conversations_failure() -> None:
    with serve([good("ok")]) as server:
        found = chat(server).complete([[Message("user", (np.zeros((0, 0, 3), np.uint8),))], TALK])
    assert isinstance(found[0], ChatError) and isinstance(found[1], Completion)


def test_concurrency_is_limited_over_all_calls() -> None:
    with serve([Reply(good("ok").data, delay=0.03)]) as server:
        client = chat(server, concurrency=3)
        threads = [threading.Thread(target=client.complete, args=([TALK] * 4,)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(server.requests) == 12 and 2 <= server.most_at_once <= 3


def test_load_is_spread_and_a_failing_server_rests() -> None:
    with serve([Reply(good("a").data, delay=0.01)]) as one, serve([Reply(good("b").data, delay=0.01)]) as two:
        chat(one, two).complete([TALK] * 12)
        assert len(one.requests) + len(two.requests) == 12 and min(len(one.requests), len(two.requests)) >= 4
    with serve([error(500, "sick")]) as sick, serve([good("well")]) as well:
        client = chat(sick, well, concurrency=1)
        found = client.complete([TALK] * 6)
        assert all(isinstance(f, Completion) and f.text == "well" for f in found)
        assert len(sick.requests) == 1 and len(well.requests) == 6


def test_all_servers_failing_names_each() -> None:
    with serve([error(500, "sick")]) as one, serve([error(503, "tired")]) as two:
        text = said(chat(one, two).complete([TALK])[0])
        assert len(one.requests) == 2 == len(two.requests)
        assert one.url in text and two.url in text and "sick" in text and "tired" in text


def test_least_busy_first() -> None:
    a, b = Endpoint("http://a", "m"), Endpoint("http://b", "m")
    balancer = Balancer((a, b))
    assert [balancer.take(set()) for _ in range(4)] == [a, b, a, b]
    balancer.give_back(b, failed=False)
    assert balancer.take(set()) == b
    balancer.give_back(b, failed=False)
    assert balancer.take({b}) == a
    balancer.give_back(b, failed=True)
    assert balancer.take(set()) == a, "a failing server rests"
    assert balancer.take({a}) == b, "but is asked when no other is left"


def test_no_http_library_is_imported_before_the_first_request(python: Any) -> None:
    code = (
        "import sys; from jarvisevo.policies.openai import OpenAIChat; OpenAIChat('http://h/v1#m');"
        "print(sorted({'httpx2', 'torch', 'cv2'} & set(sys.modules)))"
    )
    assert python("-c", code).out.strip() == "[]"
