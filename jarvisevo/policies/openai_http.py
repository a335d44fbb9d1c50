"""One HTTP request to an OpenAI-compatible server: connections, limits, and what its answer means for trying again.

Redirects are not followed, so that pictures and keys reach no host the user did not name. `httpx2` is imported
on the first request.
"""

import email.utils
import math
import os
import re
import threading
import time
import weakref
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from editor_ops.text import one_line
from jarvisevo.policies import openai_wire as wire
from jarvisevo.policies.deadline import bounded, deadline
from jarvisevo.policies.endpoints import Endpoint
from jarvisevo.protocol.chat import ChatError, Completion

if TYPE_CHECKING:
    import httpx2

KEY_ENV = "JARVISEVO_API_KEY"
"""Environment variable with the key; that of another program is never sent anywhere."""
CONNECT_SECONDS = 10.0
REDACTED = "***"


class Retryable(Exception):
    """An attempt that may be repeated: its cause, and the seconds the server asked to wait."""

    def __init__(self, cause: str, wait: float | None = None) -> None:
        super().__init__(cause)
        self.wait = wait


class Rejected(Exception):
    """The server understood and said no; `said` are its own words."""

    def __init__(self, status: int, said: str) -> None:
        super().__init__(f"HTTP {status}{f': {said}' if said else ''}{_hint(status, said)}")
        self.status, self.said = status, said


LIMITS = (
    (
        r"at most (\d+) image",
        "the server takes {0} images a request: start vLLM with --limit-mm-per-prompt '{{\"image\": 8}}'",
    ),
    (
        r"max_tokens|max_completion_tokens",
        "fewer tokens of a reply are left: give smaller --reply-tokens, or serve a longer context",
    ),
    (
        r"context (?:length|size|window)|max_model_len|n_ctx|too many tokens",
        "the conversation is too long: give a smaller --image-size or fewer --steps",
    ),
    (
        r"does not support (?:image|vision)|not a (?:vision|multimodal)|image input is not|support image input",
        "this model sees no images: name a vision-language model (llama.cpp: give its --mmproj), or add --measure",
    ),
)
"""What servers say of their limits (vLLM, llama.cpp, Ollama), and what to do."""


def _limit(said: str) -> str:
    """What to do about a limit that a server names, "" when it names none."""
    for pattern, advice in LIMITS:
        if found := re.search(pattern, said, re.IGNORECASE):
            return advice.format(*found.groups())
    return ""


def _hint(status: int, said: str) -> str:
    if advice := _limit(said):
        return f" ({advice})"
    return {
        401: f" (is {KEY_ENV} set?)",
        403: f" (is {KEY_ENV} the right key?)",
        404: " (is the model's name right, and does the address end in /v1?)",
        413: " (the images are too large for this server: give a smaller --image-size)",
    }.get(status, "")


class Transport:
    """Connections to some servers. Safe to use from several threads."""

    def __init__(self, endpoints: Sequence[Endpoint], key_env: str = KEY_ENV) -> None:
        self._key = _key(key_env)
        self._secrets = [text for text in (self._key, *(e.login[1] for e in endpoints if e.login)) if text]
        self._clients: dict[Endpoint, httpx2.Client] = {}
        self._lock = threading.Lock()
        weakref.finalize(self, _close_all, self._clients)

    def close(self) -> None:
        """Close the connections; the next request opens new ones."""
        with self._lock:
            _close_all(self._clients)

    def send(self, endpoint: Endpoint, body: Mapping[str, Any], limit: float) -> Completion:
        """The reply to a chat completion; Retryable,
        Rejected or ChatError when there is none within `limit` seconds.
        """
        import httpx2

        timeout = httpx2.Timeout(limit, connect=min(limit, CONNECT_SECONDS))
        client, address = self._client(endpoint), f"{endpoint.url}/chat/completions"
        try:
            with deadline(limit), client.stream("POST", address, json=body, timeout=timeout) as reply:
                return self._read(reply, time.monotonic() + limit)
        except httpx2.TimeoutException as error:
            connecting = isinstance(error, httpx2.ConnectTimeout)
            what, most = ("no connection", timeout.connect) if connecting else ("no whole reply", limit)
            raise Retryable(f"timeout: {what} within {most:.3g} s") from None
        except wire.Broken as error:
            raise Retryable(f"cut reply: {self._redacted(str(error))}") from None
        except httpx2.HTTPError as error:
            raise Retryable(f"connection lost: {self._redacted(str(error)) or type(error).__name__}") from None
        except ChatError as error:
            raise ChatError(self._redacted(str(error))) from None
        except RuntimeError as error:  # the client was closed by another thread
            raise Retryable(f"connection closed: {self._redacted(str(error))}") from None

    def trouble(self, endpoint: Endpoint) -> str:
        """Why there is no connection to a server; "" when there is one, whatever it says. No model is asked."""
        import httpx2

        try:
            with deadline(CONNECT_SECONDS), self._client(endpoint).stream("GET", f"{endpoint.url}/models"):
                return ""
        except httpx2.ConnectTimeout:
            return f"no connection within {CONNECT_SECONDS:.3g} s"
        except httpx2.ConnectError as error:
            return self._redacted(str(error)) or "no connection"
        except httpx2.HTTPError:  # busy, or of few words: it is there
            return ""

    def _read(self, reply: "httpx2.Response", ends: float) -> Completion:
        """The body, as far as it is allowed to go, by its status."""
        data = _body(reply, ends)
        status = reply.status_code
        if status == 200:
            events = "event-stream" in reply.headers.get("content-type", "") or data[:5] == b"data:"
            made = wire.read_stream(data) if events else wire.read_reply(data)
            return replace(made, text=self._without_secrets(made.text))
        if reply.is_redirect:
            there = urlsplit(reply.headers.get("location", "")).netloc or "elsewhere"
            raise ChatError(f"HTTP {status}: redirects to {one_line(there)}: name the address itself")
        said = self._redacted(wire.failure_text(data))
        if status in (408, 409, 425, 429) or (status >= 500 and status != 501 and not _limit(said)):
            raise Retryable(f"HTTP {status}{f': {said}' if said else ''}", retry_after(reply.headers))
        raise Rejected(status, said)

    def _client(self, endpoint: Endpoint) -> "httpx2.Client":
        """The connections to a server."""
        import httpx2

        with self._lock:
            if endpoint not in self._clients:
                headers = {"Accept-Encoding": "identity", "User-Agent": "jarvisevo"}
                if self._key and not endpoint.login:
                    headers["Authorization"] = f"Bearer {self._key}"
                client = httpx2.Client(
                    headers=headers, auth=endpoint.login, follow_redirects=False, trust_env=not endpoint.local
                )
                self._clients[endpoint] = bounded(client)
            return self._clients[endpoint]

    def _redacted(self, text: str) -> str:
        """One line without the key, in case a server repeats it."""
        return one_line(self._without_secrets(text))

    def _without_secrets(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, REDACTED)
        return text


def _body(reply: "httpx2.Response", ends: float) -> bytes:
    """The bytes of a reply, unpacked; none was asked to be packed,
    and a packed one may hold a thousand times its size.
    """
    packed = reply.headers.get("content-encoding", "identity").strip().lower()
    if packed not in ("identity", "gzip", "x-gzip", "deflate", ""):
        raise ChatError(f"the reply is packed as {one_line(packed)[:40]!r}, which was not asked for")
    unpack = None if packed in ("identity", "") else zlib.decompressobj(zlib.MAX_WBITS | 32)
    data = bytearray()
    for chunk in reply.iter_raw():
        try:
            data += chunk if unpack is None else unpack.decompress(chunk, wire.MAX_REPLY + 1 - len(data))
        except zlib.error as error:
            raise wire.Broken(f"a damaged body ({error})") from None
        if len(data) > wire.MAX_REPLY:
            raise ChatError(f"the reply is longer than {wire.MAX_REPLY:,} bytes: lower max_tokens")
        if time.monotonic() > ends:
            raise Retryable(f"timeout: {len(data)} bytes came, and no end")
    if unpack is not None and not unpack.eof:
        raise wire.Broken("a packed body without its end")
    return bytes(data)


def _close_all(clients: "dict[Endpoint, httpx2.Client]") -> None:
    """Close and forget."""
    while clients:
        clients.popitem()[1].close()


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds a server asks to wait, given as such or as a date; None when it does not say or nonsense."""
    value = headers.get("retry-after", "")
    try:
        seconds = float(value)
    except ValueError:
        try:
            seconds = email.utils.parsedate_to_datetime(value).timestamp() - time.time()
        except (ValueError, TypeError, OverflowError):
            return None
    return max(seconds, 0.0) if math.isfinite(seconds) else None


def _key(name: str) -> str:
    key = os.environ.get(name, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise ValueError(f"the key in {name} holds characters that no header can carry: set it anew")
    return key
