"""A model of this process behind OpenAI's chat completions, for programs of this machine: one folder, several users.

Loopback only, no keys, standard library. What the benchmarks, the judge and `edit` call over HTTP is then the very
model that `--model FOLDER` runs. Requests are answered one after the other.
"""

import base64
import binascii
import json
import time
import uuid
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np

from jarvisevo.protocol.chat import Chat, ChatError, Completion, Message, Sampling

MAX_BODY = 64_000_000
"""Bytes of a request: some thirty pictures of a megapixel as PNG."""
MAX_PIXELS = 40_000_000
MAX_TOKENS = 8192
ROLES = ("system", "user", "assistant")


UNSERVED: dict[str, tuple[object, ...]] = {
    "n": (1,),
    "response_format": ({"type": "text"},),
    "tools": ([],),
    "functions": ([],),
    "tool_choice": ("none", "auto"),
    "stop": ([], ""),
    "logprobs": (False,),
    "logit_bias": ({},),
    "frequency_penalty": (0,),
    "presence_penalty": (0,),
}
"""What of OpenAI's interface is not done, with the values that ask for nothing; null asks for nothing either."""


class BadRequest(ValueError):
    """A request that cannot be answered: one line with the cause."""


def conversation(body: Mapping[str, Any]) -> list[Message]:
    """The messages of a request, pictures decoded. BadRequest."""
    turns = body.get("messages")
    if not isinstance(turns, list) or not turns:
        raise BadRequest("messages: a list of at least one turn is needed")
    return [_message(turn) for turn in turns]


def sampling(body: Mapping[str, Any]) -> Sampling:
    """How the reply is to be drawn. BadRequest."""
    most = body.get("max_completion_tokens", body.get("max_tokens", 2048))
    numbers = {name: body.get(name, usual) for name, usual in (("temperature", 0.0), ("top_p", 1.0), ("seed", 0))}
    for name, value in {**numbers, "max_tokens": most}.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 2**63:
            raise BadRequest(f"{name}: {str(value)[:40]!r} is no number that can be used")
    tokens = min(max(int(most), 1), MAX_TOKENS)
    return Sampling(float(numbers["temperature"]), float(numbers["top_p"]) or 1.0, tokens, int(numbers["seed"]))


def _message(turn: object) -> Message:
    turn = turn if isinstance(turn, dict) else {}
    role = turn.get("role")
    if role not in ROLES:
        raise BadRequest(f"a role must be one of {', '.join(ROLES)}")
    content = turn.get("content")
    parts = [content] if isinstance(content, str) else content
    if not isinstance(parts, list):
        raise BadRequest("content must be text or a list of parts")
    return Message(role, tuple(_part(part) for part in parts), "edit" if role == "assistant" else role)


def _part(part: object) -> str | np.ndarray:
    if isinstance(part, str):
        return part
    if isinstance(part, dict) and part.get("type") == "text" and isinstance(part.get("text"), str):
        return str(part["text"])
    url = part.get("image_url") if isinstance(part, dict) else None
    url = url.get("url") if isinstance(url, dict) else url
    if not isinstance(url, str) or not url.startswith("data:image/") or "base64," not in url:
        raise BadRequest("a part must be text, or an image as a data: URL in base64")
    return picture(url.partition("base64,")[2])


def picture(data: str) -> np.ndarray:
    """(H, W, 3) uint8 of an image file in base64. BadRequest."""
    from io import BytesIO

    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(base64.b64decode(data, validate=True))) as image:
            if image.width * image.height > MAX_PIXELS:
                raise BadRequest(f"an image of {image.width} x {image.height} pixels; {MAX_PIXELS:,} at most")
            return np.asarray(image.convert("RGB"))
    except (binascii.Error, UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        if isinstance(error, BadRequest):
            raise
        raise BadRequest("an image that cannot be read") from None


def answer(chat: Chat, body: Mapping[str, Any]) -> dict[str, Any]:
    """The body of the reply to a request. BadRequest; ChatError where the model gave none."""
    _check_served(chat.name, body)
    (made,) = chat.complete([conversation(body)], sampling(body))
    if isinstance(made, ChatError):
        raise made
    return _completion(chat.name, made)


def _check_served(name: str, body: Mapping[str, Any]) -> None:
    """BadRequest for another model than `name`, and for whatever would otherwise be left undone without a word."""
    asked = body.get("model") or name
    if asked != name:
        raise BadRequest(f"model: {str(asked)[:80]!r} is not served here: ask for {name!r}")
    for key, idle in UNSERVED.items():
        if (given := body.get(key)) is not None and given not in idle:
            raise BadRequest(f"{key}: {json.dumps(given)[:80]} is not served here: leave {key} out")
    if not isinstance(body.get("stream") or False, bool):
        raise BadRequest("stream: must be true or false")


def events(whole: Mapping[str, Any], usage: bool) -> bytes:
    """A reply as a stream of server-sent events: all of the text in one piece, as the model hands it out.

    usage  its tokens in an event of their own (`stream_options.include_usage`)
    """
    head = {**{key: whole[key] for key in ("id", "created", "model")}, "object": "chat.completion.chunk"}
    (choice,) = whole["choices"]
    rows: list[dict[str, Any]] = [
        {**head, "choices": [{"index": 0, "delta": choice["message"], "finish_reason": None}]},
        {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}]},
    ]
    rows += [{**head, "choices": [], "usage": whole["usage"]}] if usage else []
    return "".join(f"data: {text}\n\n" for text in (*map(json.dumps, rows), "[DONE]")).encode()


def _completion(name: str, made: Completion) -> dict[str, Any]:
    message = {"role": "assistant", "content": made.text}
    finish = "length" if made.finish == "length" else "stop"
    choice = {"index": 0, "message": message, "finish_reason": finish}
    total = {"total_tokens": made.usage.get("prompt_tokens", 0) + made.usage.get("completion_tokens", 0)}
    return {
        "id": f"chatcmpl-{uuid.uuid4().hex}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": name,
        "choices": [choice],
        "usage": {**made.usage, **total},
    }


def server(chat: Chat, port: int) -> ThreadingHTTPServer:
    """A server for a model on this machine; `serve_forever` runs it. OSError when the port is taken."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 60

        def do_GET(self) -> None:
            if self.path.rstrip("/") == "/v1/models":
                self._send(200, {"object": "list", "data": [{"id": chat.name, "object": "model"}]})
            else:
                self._refuse(404, "no such address: /v1/chat/completions and /v1/models are here")

        def do_POST(self) -> None:
            try:
                length = int(self.headers.get("Content-Length", ""))
                fits = 0 < length <= MAX_BODY
                if self.path.rstrip("/") != "/v1/chat/completions" or not fits:
                    self.close_connection = True
                    return self._refuse(404 if fits else 413, "no such address, or too long a request")
                body = json.loads(self.rfile.read(length))
                if not isinstance(body, dict):
                    raise BadRequest("the request must be a JSON object")
                self._reply(body, answer(chat, body))
            except ChatError as error:
                self._refuse(500, str(error))
            except (ValueError, RecursionError) as error:
                self._refuse(400, str(error)[:300] or "the request cannot be read")

        def _refuse(self, status: int, why: str) -> None:
            self._send(status, {"error": {"message": why, "code": status}})

        def _reply(self, asked: Mapping[str, Any], made: Mapping[str, Any]) -> None:
            if not asked.get("stream"):
                self._send(200, made)
                return
            options = asked.get("stream_options")
            usage = isinstance(options, dict) and bool(options.get("include_usage"))
            self._write(200, events(made, usage), "text/event-stream")

        def _send(self, status: int, body: Mapping[str, Any]) -> None:
            self._write(status, json.dumps(body).encode(), "application/json")

        def _write(self, status: int, data: bytes, kind: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *arguments: object) -> None:
            """Silence: what was asked is nobody's but the asker's."""

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)
