"""Addresses of OpenAI-compatible servers, and the choice among several of them: least busy first, failing ones rest."""

import re
import threading
import time
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

EXAMPLE = "http://127.0.0.1:8000/v1#model_name"
SHORT = {
    "vllm": "http://127.0.0.1:8000/v1",
    "llamacpp": "http://127.0.0.1:8080/v1",
    "ollama": "http://127.0.0.1:11434/v1",
    "lmstudio": "http://127.0.0.1:1234/v1",
    "openai": "https://api.openai.com/v1",
}
"""Servers by name, where they listen when nothing else was said: "ollama:qwen3-vl" is SHORT["ollama"] + "#qwen3-vl"."""
COOL_SECONDS = 2.0
"""How long a server that failed once is left alone while others answer; doubles up to COOL_MOST."""
COOL_MOST = 60.0


@dataclass(frozen=True)
class Endpoint:
    """One server and the model it is asked for.

    url    base address, no credentials, no slash at its end: "http://host:8000/v1"
    model  name the server knows the model by
    login  (user, password) that stood in the address; never shown
    """

    url: str
    model: str
    login: tuple[str, str] | None = None

    def __str__(self) -> str:
        return f"{self.url}#{self.model}"

    def __repr__(self) -> str:
        return f"Endpoint({self})"

    @property
    def local(self) -> bool:
        """True for this machine: proxies of the environment do not apply."""
        host = urlsplit(self.url).hostname or ""
        return host in ("localhost", "::1") or host.startswith("127.")


def address_of(spec: str) -> str:
    """A model's address from its short name ("ollama:qwen3-vl:8b"); other texts as they are."""
    server, colon, model = spec.partition(":")
    known = SHORT.get(server.lower()) if colon and not model.startswith("//") else None
    if known is None:
        return spec
    if not model.strip():
        raise ValueError(f"{spec}: the model's name is missing: write {server}:NAME, as that server lists it")
    return f"{known}#{model.strip()}"


def parse_endpoint(text: str) -> Endpoint:
    """`http://host:port/v1#model_name` as an Endpoint; ValueError with cause and fix.

    Without a path, /v1 is meant; the full address of the chat call is accepted too.
    """
    found = _parse(text)
    if not found.model:
        raise ValueError(f"{found.url}: the model's name is missing: add it after #, as in {EXAMPLE}")
    return found


def parse_endpoints(text: str) -> tuple[Endpoint, ...]:
    """Several addresses separated by commas. A single model's name counts for those that name none."""
    found = [_parse(part) for part in re.split(r",(?=\s*https?://)|,\s*$|^\s*,", text) if part.strip()]
    if not found:
        raise ValueError(f"no server is named: write {EXAMPLE}")
    names = {endpoint.model for endpoint in found} - {""}
    if any(not endpoint.model for endpoint in found):
        if len(names) != 1:
            bare = next(endpoint.url for endpoint in found if not endpoint.model)
            raise ValueError(f"{bare}: the model's name is missing: add it after #, as in {EXAMPLE}")
        found = [Endpoint(e.url, next(iter(names)), e.login) for e in found]
    return tuple(dict.fromkeys(found))


def _parse(text: str) -> Endpoint:
    text = text.strip()
    shown = re.sub(r"//[^/#?]*@", "//***@", text)[:120]
    if not text.isprintable() or " " in text:
        raise ValueError(f"{shown!r} holds blanks or control characters: write {EXAMPLE}")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise ValueError(f"{shown!r} is no address ({error}): write {EXAMPLE}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"{shown!r} is no http address: write {EXAMPLE}")
    if parts.query:
        raise ValueError(f"{shown.partition('?')[0]}: '?…' has no place in the address: give keys in the environment")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    path = parts.path.rstrip("/").removesuffix("/chat/completions").rstrip("/") or "/v1"
    login = (unquote(parts.username or ""), unquote(parts.password or "")) if "@" in parts.netloc else None
    return Endpoint(f"{parts.scheme}://{host}{f':{port}' if port else ''}{path}", unquote(parts.fragment), login)


class Balancer:
    """Hands out servers: the one with the fewest requests under way, and among equals the one unused for longest."""

    def __init__(self, endpoints: tuple[Endpoint, ...]) -> None:
        self.endpoints = endpoints
        self._busy = dict.fromkeys(endpoints, 0)
        self._used = dict.fromkeys(endpoints, 0)
        self._failures = dict.fromkeys(endpoints, 0)
        self._rests_until = dict.fromkeys(endpoints, 0.0)
        self._count = 0
        self._lock = threading.Lock()

    def take(self, avoid: set[Endpoint]) -> Endpoint:
        """A server to ask now; those in `avoid`, and those at rest after failures, only when no other is left."""
        with self._lock:
            now = time.monotonic()
            chosen = min(
                self.endpoints,
                key=lambda e: (e in avoid, max(self._rests_until[e] - now, 0.0), self._busy[e], self._used[e]),
            )
            self._count += 1
            self._busy[chosen] += 1
            self._used[chosen] = self._count
            return chosen

    def give_back(self, endpoint: Endpoint, *, failed: bool) -> None:
        """The request is over."""
        with self._lock:
            self._busy[endpoint] -= 1
            self._failures[endpoint] = self._failures[endpoint] + 1 if failed else 0
            pause = min(COOL_SECONDS * 2 ** min(self._failures[endpoint] - 1, 10), COOL_MOST) if failed else 0.0
            self._rests_until[endpoint] = time.monotonic() + pause
