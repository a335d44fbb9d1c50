"""A scripted OpenAI-compatible server on loopback, in threads of this process."""

import base64
import json
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2
import numpy as np

from jarvisevo.policies.openai import OpenAIChat

CHATS: list[OpenAIChat] = []
"""Clients that a test opened; they are closed when it ends (conftest.py)."""


@dataclass(frozen=True)
class Reply:
    """What the server answers.

    headers    added to, or instead of, the usual ones
    cut        bytes of the body after which the connection closes
    delay      seconds before anything is sent
    """

    body: bytes | str | dict[str, Any] = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: int | None = None
    delay: float = 0.0

    @property
    def data(self) -> bytes:
        if isinstance(self.body, dict):
            return json.dumps(self.body).encode()
        return self.body.encode() if isinstance(self.body, str) else self.body


def good(text: str | None, **message: Any) -> Reply:
    """A chat completion as servers write it."""
    finish = message.pop("finish_reason", "stop")
    return Reply(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": "m",
            "choices": [
                {"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": finish}
            ],
            "usage": {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10},
        }
    )


def error(status: int, message: str = "", **headers: str) -> Reply:
    """An error as servers write it."""
    return Reply(
        {"error": {"message": message, "type": "x", "code": status}},
        status,
        {k.replace("_", "-"): v for k, v in headers.items()},
    )


@dataclass
class Limited:
    """A server with the limits of a real one, which refuses in the words of vLLM 0.32: a script for `serve`.

    replies     texts by how many assistant turns stand before; the last one again and again
    images      pictures of a request; None for any number
    context     tokens: four characters or 1,024 pixels each
    constraint  what it holds replies to: "tags", "json" (LM Studio) or "" (it knows no response_format)
    refuse      further texts by what the request holds: "system", "images", "stream", or a parameter's name
    """

    replies: list[str]
    images: int | None = None
    context: int | None = None
    constraint: str = "tags"
    refuse: dict[str, str] = field(default_factory=dict)

    def __call__(self, request: "Request") -> Reply:
        body = request.body
        why = self._refusal(body)
        if why:
            return error(400, why)
        text = self.replies[min(sum(m["role"] == "assistant" for m in body["messages"]), len(self.replies) - 1)]
        return stream(text) if body.get("stream") else good(text)

    def _refusal(self, body: dict[str, Any]) -> str:
        shown, form = pictures_of(body), body.get("response_format", {}).get("type", "")
        held = {
            "system": any(m["role"] == "system" for m in body["messages"]),
            "images": bool(shown),
            "stream": not body.get("stream"),
        }
        for what, why in self.refuse.items():
            if held.get(what, what in body):
                return why
        if form and not self.constraint:
            return "response_format: Extra inputs are not permitted"
        if form and self.constraint == "json" and form != "json_schema":
            return "'response_format.type' must be 'json_schema' or 'text'"
        if self.images is not None and len(shown) > self.images:
            return f"At most {self.images} image(s) may be provided in one prompt. (parameter=image)"
        return self._too_long(body, shown)

    def _too_long(self, body: dict[str, Any], shown: list[Any]) -> str:
        asked = int(body.get("max_tokens", body.get("max_completion_tokens", 0)))
        if self.context is None:
            return ""
        if asked > self.context:
            told = f"`max_tokens={asked}` cannot be greater than `max_model_len={self.context}`."
            return f"{told} Please request fewer output tokens."
        prompt = tokens_of(body, shown)
        if prompt + asked <= self.context:
            return ""
        return (
            f"This model's maximum context length is {self.context} tokens. However, you requested {asked} "
            f"output tokens and "
            f"your prompt contains at least {self.context - asked + 1} input tokens, for a total of at least "
            f"{self.context + 1} tokens. Please reduce the length of the input prompt or the number of "
            f"requested output tokens."
        )


def pictures_of(body: dict[str, Any]) -> list[Any]:
    """Every picture of a request, decoded, in order: (H, W, 3) uint8."""
    parts = [p for m in body["messages"] if isinstance(m["content"], list) for p in m["content"]]
    data = [base64.b64decode(p["image_url"]["url"].partition("base64,")[2]) for p in parts if p["type"] == "image_url"]
    return [cv2.imdecode(np.frombuffer(d, np.uint8), cv2.IMREAD_COLOR)[..., ::-1] for d in data]


def text_of(body: dict[str, Any]) -> str:
    """Every text of a request."""
    texts = [m["content"] if isinstance(m["content"], str) else text_parts(m["content"]) for m in body["messages"]]
    return "\n".join(texts)


def text_parts(parts: list[dict[str, Any]]) -> str:
    """The texts of a turn."""
    return "".join(p["text"] for p in parts if p["type"] == "text")


def tokens_of(body: dict[str, Any], shown: list[Any]) -> int:
    """Tokens of a prompt, as `Limited` counts them."""
    return len(text_of(body)) // 4 + sum(p.shape[0] * p.shape[1] // 1024 for p in shown)


def stream(text: str) -> Reply:
    """A chat completion as a stream of events, in pieces of ten characters."""
    pieces = [text[i : i + 10] for i in range(0, len(text), 10)]
    events = [{"choices": [{"index": 0, "delta": {"content": piece}}]} for piece in pieces]
    events += [{"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}]
    events += [{"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3}}]
    body = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
    return Reply(body, headers={"Content-Type": "text/event-stream"})


Script = Iterable[Reply] | Callable[["Request"], Reply]


@dataclass(frozen=True)
class Request:
    """What arrived."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class Server:
    """Answers from a script: replies in order (the last one again and again), or a function of the request."""

    def __init__(self, script: Script, port: int = 0) -> None:
        self.requests: list[Request] = []
        self.most_at_once = 0
        self._now = 0
        self._script = script if callable(script) else self._in_order(list(script))
        self._lock = threading.Lock()
        self.released = threading.Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True  # else every reply waits 40 ms for an acknowledgement

            def do_POST(self) -> None:
                server._answer(self)

            do_GET = do_POST

            def log_message(self, *arguments: object) -> None:
                """Silence."""

        self._http = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        self._http.daemon_threads = True
        self._http.block_on_close = False
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    @staticmethod
    def _in_order(replies: list[Reply]) -> Callable[[Request], Reply]:
        lock = threading.Lock()

        def next_one(request: Request) -> Reply:
            with lock:
                return replies.pop(0) if len(replies) > 1 else replies[0]

        return next_one

    @property
    def url(self) -> str:
        """Address of the API."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        data = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))
        request = Request(handler.path, {k.lower(): v for k, v in handler.headers.items()}, json.loads(data or b"{}"))
        with self._lock:
            self.requests.append(request)
            self._now += 1
            self.most_at_once = max(self.most_at_once, self._now)
        try:
            self._send(handler, self._script(request))
        except OSError:  # the client went away: that is what some tests are about
            handler.close_connection = True
        finally:
            with self._lock:
                self._now -= 1

    def _send(self, handler: BaseHTTPRequestHandler, reply: Reply) -> None:
        if reply.delay:
            self.released.wait(reply.delay)
        if reply.status == 0:  # hang up without a word
            handler.close_connection = True
            return
        data = reply.data
        handler.send_response(reply.status)
        headers = {"Content-Type": "application/json", "Content-Length": str(len(data)), **reply.headers}
        for name, value in headers.items():
            if value:
                handler.send_header(name, value)
        if not headers["Content-Length"] or reply.cut is not None:
            handler.close_connection = True
        handler.end_headers()
        handler.wfile.write(data[: reply.cut])

    def close(self) -> None:
        """Stop listening."""
        self.released.set()
        self._http.shutdown()
        self._http.server_close()


@contextmanager
def serve(script: Script) -> Iterator[Server]:
    """A running server."""
    server = Server(script)
    try:
        yield server
    finally:
        server.close()
