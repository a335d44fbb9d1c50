"""A server of the page in a thread, and plain ways to talk to it."""

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jarvisevo.live.operations import Operations
from jarvisevo.live.server import make_server, open_socket
from jarvisevo.live.workspace import Workspace
from jarvisevo.policies.expert import ExpertAgent


@dataclass(frozen=True)
class Served:
    """A running server: its operations, its port, its token, the address to open."""

    operations: Operations
    port: int
    token: str
    address: str

    def ask(self, path: str, body: Any = None, *, token: str | None = None, **headers: str) -> tuple[int, Any]:
        """(status, JSON or bytes) of a call with the token in its header."""
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        given = {"Authorization": f"Bearer {self.token if token is None else token}", **headers}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, given)
        try:
            with urllib.request.urlopen(request, timeout=60) as reply:
                return reply.status, _read(reply.headers.get("content-type", ""), reply.read())
        except urllib.error.HTTPError as error:
            return error.code, _read(error.headers.get("content-type", ""), error.read())


def _read(kind: str, data: bytes) -> Any:
    return json.loads(data) if "json" in kind else data


@contextmanager
def serving(*places: Path, **more: Any) -> Iterator[Served]:
    """Serve photos and folders until the block ends."""
    operations = Operations(Workspace(list(places), **more), ExpertAgent)
    listening = open_socket(0)
    server, address = make_server(operations, listening, "a-token-of-the-tests")
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    try:
        yield Served(operations, listening.getsockname()[1], "a-token-of-the-tests", address)
    finally:
        server.should_exit = True
        thread.join(30)
        listening.close()
