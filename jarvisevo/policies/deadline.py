"""HTTP exchanges that end in time, whatever the server does: every wait for the network is cut at the deadline.

A client's own timeouts bound single waits, so that a header every half second, or endless `100 Continue`, holds a
request for ever. Here a thread has one deadline at a time, and each of its waits may take what is left of it.
`httpx2` has no public place for a network backend; the pool of its transports takes one (`bounded`).
The system's look-up of a host's name knows no timeout at all, so it has a thread of its own that is waited for.
"""

import queue
import socket
import ssl
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpcore2
    import httpx2

    Sockets = Iterable[httpcore2.SOCKET_OPTION] | None

_now = threading.local()


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """The waits of this thread's exchange may take so long together."""
    _now.ends = time.monotonic() + seconds
    try:
        yield
    finally:
        _now.ends = None


def bounded(client: "httpx2.Client") -> "httpx2.Client":
    """The client, with every connection that it will open under the deadline of the thread that uses it."""
    for transport in (client._transport, *client._mounts.values()):
        pool = getattr(transport, "_pool", None)
        if pool is not None:
            pool._network_backend = _Backend(pool._network_backend)
    return client


def _left(timeout: float | None, error: type[Exception]) -> float | None:
    """Seconds that a wait may take; raises `error` when none are left."""
    ends = getattr(_now, "ends", None)
    if ends is None:
        return timeout
    left = ends - time.monotonic()
    if left <= 0:
        raise error("the deadline has passed")
    return left if timeout is None else min(timeout, left)


def _addresses(host: str, port: int, timeout: float | None) -> Sequence[str]:
    """The addresses of a host, as the system gives them. ConnectTimeout or ConnectError.

    A look-up that takes too long is left to itself: its thread ends when the system gives up.
    """
    from httpcore2 import ConnectError, ConnectTimeout

    found: queue.SimpleQueue[Sequence[str] | OSError | UnicodeError] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found.put(list(dict.fromkeys(str(info[4][0]) for info in infos)))
        except (OSError, UnicodeError) as error:
            found.put(error)

    threading.Thread(target=look_up, name="look-up", daemon=True).start()
    try:
        answer = found.get(timeout=timeout)
    except queue.Empty:
        raise ConnectTimeout(f"{host}: its address was not found in time") from None
    if isinstance(answer, Exception):
        raise ConnectError(f"{host}: {answer}") from None
    return answer


class _Backend:
    """A network backend of httpcore2 whose connections keep the deadline."""

    def __init__(self, inner: "httpcore2.NetworkBackend") -> None:
        self._inner = inner

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: "Sockets" = None,
    ) -> "_DeadlineStream":
        """To the first of the host's addresses that answers. ConnectTimeout or ConnectError."""
        from httpcore2 import ConnectError, ConnectTimeout

        ends = None if timeout is None else time.monotonic() + timeout
        failed: Exception = ConnectError(f"{host}: has no address")
        for address in _addresses(host, port, _left(timeout, ConnectTimeout)):
            left = None if ends is None else max(ends - time.monotonic(), 0.001)
            try:
                return _DeadlineStream(
                    self._inner.connect_tcp(address, port, _left(left, ConnectTimeout), local_address, socket_options)
                )
            except (ConnectError, ConnectTimeout) as error:
                failed = error
        raise failed

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: "Sockets" = None
    ) -> "_DeadlineStream":
        from httpcore2 import ConnectTimeout

        return _DeadlineStream(self._inner.connect_unix_socket(path, _left(timeout, ConnectTimeout), socket_options))

    def sleep(self, seconds: float) -> None:
        self._inner.sleep(seconds)


class _DeadlineStream:
    """A connection of httpcore2 that keeps the deadline."""

    def __init__(self, inner: "httpcore2.NetworkStream") -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        from httpcore2 import ReadTimeout

        return self._inner.read(max_bytes, timeout=_left(timeout, ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Piece by piece, as a server that reads slowly makes one write many waits."""
        from httpcore2 import WriteTimeout

        view = memoryview(buffer)
        for start in range(0, len(view), _PIECE):
            self._inner.write(bytes(view[start : start + _PIECE]), timeout=_left(timeout, WriteTimeout))

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> "_DeadlineStream":
        from httpcore2 import ConnectTimeout

        return _DeadlineStream(
            self._inner.start_tls(ssl_context, server_hostname, timeout=_left(timeout, ConnectTimeout))
        )

    def get_extra_info(self, info: str) -> object:
        return self._inner.get_extra_info(info)

    def close(self) -> None:
        self._inner.close()


_PIECE = 16_384
"""Bytes of one write."""
