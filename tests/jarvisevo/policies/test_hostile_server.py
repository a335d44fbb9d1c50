"""Servers that mean harm, over loopback: whatever they do, a request ends by its deadline with one line, or a reply."""

import gzip
import json
import socket
import struct
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import numpy as np
import pytest

from editor_ops.photo import Photo
from jarvisevo.agent.loop import Result, run
from jarvisevo.agent.session import Options
from jarvisevo.judge.core.client import ChatModel
from jarvisevo.judge.core.harness import HarnessJudge
from jarvisevo.policies.chat import ChatPolicy
from jarvisevo.policies.openai import OpenAIChat, Patience
from jarvisevo.policies.scripted import ScriptedChat
from jarvisevo.protocol.chat import ChatError, Completion, Message
from jarvisevo.scoring.evaluators import Evaluator, ModelEvaluator
from tests.jarvisevo.openai_server import good

KEY = "sk-geheim-0123456789"
PATIENCE = Patience(attempts=3, timeout=0.5, deadline=0.8, backoff=0.01, longest=0.05)
HANGS = 30.0
"""Seconds after which an exchange hangs: far more than any deadline here, so that a busy machine fails nothing."""
TALK = [Message("user", ("brighter",))]
GOOD = good("<think>t</think>").data
OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"


class Hostile:
    """A listening socket that treats every connection in one way, until the test is over."""

    def __init__(self, way: Callable[["Hostile", socket.socket], None]) -> None:
        self.over = threading.Event()
        self._way = way
        self._listening = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}/v1#m"

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            if self._way not in READS_NOTHING:
                read_request(connection)
            self._way(self, connection)

    def drip(self, connection: socket.socket, piece: bytes, pause: float = 0.02) -> None:
        """The same few bytes, again and again."""
        while not self.over.wait(pause):
            connection.sendall(piece)

    def close(self) -> None:
        self.over.set()
        self._listening.close()


def read_request(connection: socket.socket) -> bytes:
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65_536)
    head, _, body = data.partition(b"\r\n\r\n")
    length = next(int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
    while len(body) < length:
        body += connection.recv(65_536)
    return body


@contextmanager
def hostile(way: Callable[[Hostile, socket.socket], None]) -> Iterator[Hostile]:
    server = Hostile(way)
    try:
        yield server
    finally:
        server.close()


def whole(body: bytes, extra: bytes = b"", head: bytes = OK) -> bytes:
    return head + extra + b"Content-Length: %d\r\n\r\n" % len(body) + body


def says(data: bytes) -> Callable[[Hostile, socket.socket], None]:
    """Sends this, then hangs up."""
    return lambda server, connection: connection.sendall(data)


def then_silence(data: bytes) -> Callable[[Hostile, socket.socket], None]:
    """Sends this, then nothing more."""

    def way(server: Hostile, connection: socket.socket) -> None:
        connection.sendall(data)
        server.over.wait()

    return way


def drips(piece: bytes, before: bytes = b"", pause: float = 0.02) -> Callable[[Hostile, socket.socket], None]:
    """Sends one thing, then another for ever."""

    def way(server: Hostile, connection: socket.socket) -> None:
        connection.sendall(before)
        server.drip(connection, piece, pause)

    return way


def floods(before: bytes, piece: bytes) -> Callable[[Hostile, socket.socket], None]:
    """Sends one thing, then another for ever, as fast as it is taken."""
    return drips(piece, before, 0.0)


def resets(server: Hostile, connection: socket.socket) -> None:
    """Hangs up with a reset."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def never_reads(server: Hostile, connection: socket.socket) -> None:
    """Lets the request stand in the buffers of the network."""
    server.over.wait()


def reads_slowly(server: Hostile, connection: socket.socket) -> None:
    """Takes a few bytes at a time."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    while not server.over.wait(0.02):
        connection.recv(64)


READS_NOTHING = {never_reads, reads_slowly}
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
PACKED = b"Content-Encoding: gzip\r\n"
BOMB = gzip.compress(b" " * 200_000_000, 9)
FAILS: dict[str, Callable[[Hostile, socket.socket], None]] = {
    "silence": then_silence(b""),
    "silence after the status": then_silence(b"HTTP/1.1 200 OK\r\n"),
    "silence in the body": then_silence(OK + b"Content-Length: 100\r\n\r\n{"),
    "never reads": never_reads,
    "reads slowly": reads_slowly,
    "slow headers": drips(b"X-A: b\r\n", OK),
    "a slow header": drips(b"a", OK + b"X-A: "),
    "endless headers": floods(OK, b"X-A: b\r\n" * 100),
    "an endless header": floods(OK + b"X-A: ", b"a" * 4096),
    "endless 100 Continue": drips(b"HTTP/1.1 100 Continue\r\n\r\n"),
    "a flood of 100 Continue": floods(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 20),
    "endless 103 Early Hints": drips(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
    "dripped body": drips(b" ", OK + b"Content-Length: 1000000\r\n\r\n"),
    "dripped chunks": drips(b"1\r\n \r\n", CHUNKED),
    "endless body": floods(CHUNKED, b"1000\r\n" + b" " * 4096 + b"\r\n"),
    "body without a length": floods(OK + b"\r\n", b" " * 4096),
    "redirect to itself": says(whole(b"", b"Location: /v1/chat/completions\r\n", b"HTTP/1.1 307 Again\r\n")),
    "redirect elsewhere": says(whole(b"", b"Location: http://127.0.0.1:1/x\r\n", b"HTTP/1.1 302 Found\r\n")),
    "redirect nowhere": says(whole(b"", b"", b"HTTP/1.1 301 Moved\r\n")),
    "gzip bomb": says(whole(BOMB, PACKED)),
    "gzip in gzip": says(whole(gzip.compress(BOMB), b"Content-Encoding: gzip, gzip\r\n")),
    "damaged gzip": says(whole(b"\x1f\x8b" + b"x" * 50, PACKED)),
    "cut gzip": says(whole(gzip.compress(GOOD)[:-12], PACKED)),
    "an encoding nobody asked for": says(whole(GOOD, b"Content-Encoding: br\r\n")),
    "a length too long": says(OK + b"Content-Length: 100000\r\n\r\n" + GOOD),
    "a length too short": says(OK + b"Content-Length: 20\r\n\r\n" + GOOD),
    "a negative length": says(OK + b"Content-Length: -5\r\n\r\n" + GOOD),
    "a length of words": says(OK + b"Content-Length: many\r\n\r\n" + GOOD),
    "two lengths": says(OK + b"Content-Length: 5\r\nContent-Length: 50\r\n\r\n" + GOOD),
    "cut chunk": says(CHUNKED + b"ff\r\n{"),
    "a chunk of words": says(CHUNKED + b"zz\r\n{"),
    "hangs up": says(b""),
    "hangs up in the headers": says(b"HTTP/1.1 200 OK\r\nContent-Ty"),
    "resets": resets,
    "not HTTP": says(b"\x16\x03\x01\x00\xff SSH-2.0-OpenSSH_9.6\r\n\r\n"),
    "a page without a head": says(b"<html>hello</html>"),
    "no content": says(b"HTTP/1.1 204 No Content\r\n\r\n"),
    "switches protocols": then_silence(b"HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
    "429 for ever": says(whole(b"", b"Retry-After: 0\r\n", b"HTTP/1.1 429 Later\r\n")),
    "429 for a century": says(whole(b"", b"Retry-After: 3155760000\r\n", b"HTTP/1.1 429 Later\r\n")),
    "500 for ever": says(whole(b"oh \x1b[2J\nno", b"", b"HTTP/1.1 500 Oh\r\n")),
    "an empty body": says(whole(b"")),
    "a web page": says(whole(b"<!doctype html><title>Log in</title>")),
    "deep JSON": says(whole(b"[" * 200_000)),
    "JSON of another kind": says(whole(b"[1e999, NaN]")),
    "no choices": says(whole(b'{"choices": []}')),
    "a huge number": says(whole(b'{"choices": ' + b"9" * 100_000 + b"}")),
    "bytes that are no text": says(whole(b"\xff\xfe{\x00")),
    "no text": says(whole(json.dumps({"choices": [{"message": {"content": None}}]}).encode())),
    "the key in an error": says(whole(json.dumps({"error": f"bad key {KEY}"}).encode(), b"", b"HTTP/1.1 403 No\r\n")),
    "the key in a redirect": says(whole(b"", f"Location: http://{KEY}/\r\n".encode(), b"HTTP/1.1 302 Found\r\n")),
    "the key in a page": says(whole(f"<p>{KEY}".encode())),
}


def ends(work: Callable[[], Completion | ChatError]) -> Completion | ChatError:
    """What comes of it; a failure when it hangs."""
    out: list[Completion | ChatError] = []
    thread = threading.Thread(target=lambda: out.append(work()), daemon=True)
    thread.start()
    thread.join(HANGS)
    assert not thread.is_alive(), "the exchange goes on after its deadline"
    return out[0]


@pytest.mark.parametrize("name", FAILS)
def test_every_exchange_ends_with_one_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JARVISEVO_API_KEY", KEY)
    image = np.random.default_rng(0).integers(0, 256, (1200, 1600, 3), dtype=np.uint8)  # more than buffers hold
    talk = [Message("user", (image, "brighter"))] if "read" in name else TALK
    with hostile(FAILS[name]) as server:
        chat = OpenAIChat(server.url, patience=PATIENCE)
        outcome = ends(lambda: chat.complete([talk])[0])
        chat.close()
    assert isinstance(outcome, ChatError), outcome
    text = str(outcome)
    assert text.isprintable() and KEY not in text and 20 < len(text) < 1500


@pytest.mark.parametrize(
    "data",
    [
        whole(gzip.compress(GOOD), PACKED),
        whole(zlib.compress(GOOD), b"Content-Encoding: deflate\r\n"),
        b"HTTP/1.1 100 Continue\r\n\r\n" + whole(GOOD),
        CHUNKED + b"%x\r\n%b\r\n0\r\n\r\n" % (len(GOOD), GOOD),
    ],
)
def test_odd_but_whole_replies_are_read(data: bytes) -> None:
    with hostile(says(data)) as server:
        chat = OpenAIChat(server.url, patience=PATIENCE)
        for _ in range(2):
            outcome = ends(lambda: chat.complete([TALK])[0])
            assert isinstance(outcome, Completion) and outcome.text == "<think>t</think>"
        chat.close()


def test_a_key_that_a_server_repeats_is_in_no_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JARVISEVO_API_KEY", KEY)
    with hostile(says(whole(good(f"<think>{KEY}</think>", reasoning=f"say {KEY}").data))) as server:
        chat = OpenAIChat(server.url, patience=PATIENCE)
        outcome = ends(lambda: chat.complete([TALK])[0])
        chat.close()
    assert isinstance(outcome, Completion) and KEY not in outcome.text and "***" in outcome.text


@pytest.mark.parametrize("name", ["silence", "slow headers", "429 for ever", "dripped body"])
def test_what_is_left_of_the_time_is_the_deadline(name: str) -> None:
    """A patience of an hour, and a second for the whole call: three conversations, one connection at a time."""
    patience = Patience(attempts=1000, timeout=3600, deadline=3600, backoff=0.01, longest=0.05)
    with hostile(FAILS[name]) as server:
        chat = OpenAIChat(server.url, patience=patience, concurrency=1)
        outcome = ends(lambda: chat.complete([TALK] * 3, seconds=1.0)[2])
        chat.close()
    assert isinstance(outcome, ChatError) and (
        "timeout" in str(outcome) or "deadline" in str(outcome) or "start" in str(outcome)
    )


@pytest.mark.parametrize("name", ["silence", "endless 100 Continue"])
def test_the_time_limit_of_an_edit_bounds_the_request_under_way(name: str) -> None:
    patience = Patience(attempts=1000, timeout=3600, deadline=3600, backoff=0.01, longest=0.05)
    photo = Photo.from_array(np.full((40, 60, 3), 90, np.uint8))
    out: list[Result] = []
    with hostile(FAILS[name]) as server:
        policy = ChatPolicy(OpenAIChat(server.url, patience=patience))
        thread = threading.Thread(target=lambda: out.append(run(photo, "x", policy, Options(seconds=1.0))), daemon=True)
        thread.start()
        thread.join(HANGS)
        policy.chat.close()  # type: ignore[attr-defined]
    assert out and "timeout" in out[0].error and out[0].trajectory.meta["seconds"] < HANGS


# ---- judges from outside, and the look-up of names


EDIT = '<state>finished</state><think>t</think><tool_call>{"Exposure2012": 1}</tool_call>'


def harness(chat: OpenAIChat) -> Evaluator:
    return HarnessJudge(ChatModel(chat, chat))


@pytest.mark.parametrize("judge", [ModelEvaluator, harness])
@pytest.mark.parametrize("name", ["silence", "429 for ever"])
def test_the_time_limit_of_an_edit_bounds_a_judge_from_outside(judge: Callable[..., Evaluator], name: str) -> None:
    patience = Patience(attempts=1000, timeout=3600, deadline=3600, backoff=0.01, longest=0.05)
    photo = Photo.from_array(np.full((40, 60, 3), 90, np.uint8))
    out: list[Result] = []
    with hostile(FAILS[name]) as server:
        chat = OpenAIChat(server.url, patience=patience)
        policy = ChatPolicy(ScriptedChat([EDIT]))
        options = Options(seconds=1.5)
        thread = threading.Thread(target=lambda: out.append(run(photo, "x", policy, options, judge(chat))), daemon=True)
        thread.start()
        thread.join(HANGS)
        chat.close()
    assert out, "the judge goes on after the time limit"
    evaluation = out[0].trajectory.evaluation
    assert evaluation is not None and evaluation.score is None and evaluation.error


def test_a_look_up_that_hangs_ends_with_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def hangs(*_: object, **__: object) -> list[object]:
        over.wait(2 * HANGS)
        raise socket.gaierror("too late")

    monkeypatch.setattr(socket, "getaddrinfo", hangs)
    chat = OpenAIChat("http://somewhere.invalid/v1#m", patience=PATIENCE)
    outcome = ends(lambda: chat.complete([TALK])[0])
    over.set()
    chat.close()
    assert isinstance(outcome, ChatError) and "timeout: no connection" in str(outcome)


def test_a_host_is_asked_at_its_next_address_when_the_first_is_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.getaddrinfo

    def two(host: str, port: int, *more: object, **options: object) -> list[object]:
        names = ["127.0.0.2", "127.0.0.1"] if host == "somewhere.invalid" else [host]
        return [info for name in names for info in real(name, port, *more, **options)]  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", two)
    with hostile(says(whole(GOOD))) as server:
        chat = OpenAIChat(server.url.replace("127.0.0.1", "somewhere.invalid"), patience=PATIENCE)
        outcome = ends(lambda: chat.complete([TALK])[0])
        chat.close()
    assert isinstance(outcome, Completion)


def test_a_host_without_a_name_in_the_net_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> list[object]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    chat = OpenAIChat("http://somewhere.invalid/v1#m", patience=PATIENCE)
    outcome = ends(lambda: chat.complete([TALK])[0])
    chat.close()
    assert isinstance(outcome, ChatError) and "Name or service not known" in str(outcome)
