"""Who may talk to the server: a token, this machine's names, this page's origin, messages of bounded size."""

import hmac
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY = 1_000_000
"""Bytes of a request."""
COOKIE = "jarvisevo"
HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' blob: data:; connect-src 'self' ws: wss:; "
        b"style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """Refuses what is not the person's own: before anything is read, and for pages, calls and sockets alike.

    token  a secret of this run
    hosts  names that the server answers to, with their port ("127.0.0.1:8777")
    """

    def __init__(self, app: "ASGIApp", token: str, hosts: frozenset[str]) -> None:
        self.app, self.token, self.hosts = app, token, hosts

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Let a request pass, or answer 403 or 413."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        reason = self.refused(scope, headers)
        if reason:
            await _refuse(scope, receive, send, 403, reason)
            return
        length = headers.get("content-length", "0")
        if scope["type"] == "http" and (not length.isdigit() or int(length) > MOST_BODY):
            await _refuse(scope, receive, send, 413, f"a request of more than {MOST_BODY} bytes")
            return
        await self.app(scope, _bounded(receive) if scope["type"] == "http" else receive, _with_headers(send))

    def refused(self, scope: "Scope", headers: dict[str, str]) -> str:
        """Why a request may not pass; "" when it may."""
        if headers.get("host", "").lower() not in self.hosts:
            return "this address is not served here"
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() not in self.hosts:
            return "another page asked"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return "another page asked"
        if not any(hmac.compare_digest(given.encode(), self.token.encode()) for given in _tokens(scope, headers)):
            return "the token is wrong: open the address that the program printed"
        return ""


def _tokens(scope: "Scope", headers: dict[str, str]) -> list[str]:
    """Every token that a request holds: in its address, its header, its cookie."""
    from urllib.parse import parse_qs

    found = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [])[:3]
    kind, _, given = headers.get("authorization", "").partition(" ")
    found += [given.strip()] if kind.lower() == "bearer" else []
    for part in headers.get("cookie", "").split(";"):
        name, _, value = part.strip().partition("=")
        found += [value] if name == COOKIE else []
    return found


def _bounded(receive: "Receive") -> "Receive":
    """A body without a length is counted while it is read; what is beyond the bound is not read."""
    total = 0

    async def read() -> "Message":
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        if total > MOST_BODY:
            return {"type": "http.disconnect"}
        return message

    return read


def _with_headers(send: "Send") -> "Send":
    async def tell(message: "Message") -> None:
        if message["type"] == "http.response.start":
            names = {name.lower() for name, _ in message.get("headers", [])}
            extra = [(n, v) for n, v in HEADERS if n not in names]
            message = {**message, "headers": [*message.get("headers", []), *extra]}
        await send(message)

    return tell


async def _refuse(scope: "Scope", receive: "Receive", send: "Send", status: int, reason: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": reason})
        return
    body = ('{"error": "' + reason + '"}').encode()
    headers: list[object] = [(b"content-type", b"application/json"), (b"connection", b"close"), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
