"""The server of `jarvisevo live`: page, HTTP and WebSocket on one port of this machine."""

import secrets
import socket as sockets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from editor_ops.io.encode import jpeg_bytes
from jarvisevo.files.errors import FAILED, CliError, describe
from jarvisevo.live import api
from jarvisevo.live.guard import COOKIE, Guard
from jarvisevo.live.operations import Operations
from jarvisevo.live.viewers import Viewers

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route
    from uvicorn import Server

WEB = Path(__file__).parent / "web"
ADDRESS = "127.0.0.1"
MOST_MESSAGE = 512_000
"""Bytes of a WebSocket message."""
MOST_CONNECTIONS = 64
SECONDS_OF_SILENCE = 20
"""After so long without an answer to a ping, or twice that without a whole request, a connection is closed."""
MOST_SIDE = 4096


def make_app(operations: Operations, token: str, hosts: frozenset[str]) -> Guard:
    """The ASGI application, guarded. CliError when the extra is not installed."""
    try:
        from starlette.applications import Starlette
        from starlette.routing import Mount, Route, WebSocketRoute
        from starlette.staticfiles import StaticFiles
    except ModuleNotFoundError as error:
        raise CliError(f"{error.name} is missing: pip install 'jarvisevo[live]'", FAILED) from None

    viewers = Viewers(operations)
    routes = [
        Route("/", _page(token)),
        Route("/api/openapi.json", _answer(lambda request: api.openapi())),
        *[Route(end.path, _endpoint(operations, end), methods=[end.method]) for end in api.ENDPOINTS],
        *_pictures(operations),
        WebSocketRoute("/ws", viewers.serve),
        Mount("/static", StaticFiles(directory=WEB)),
    ]
    app: Starlette = Starlette(routes=routes)
    return Guard(app, token, hosts)


def _page(token: str) -> Callable[["Request"], Awaitable["Response"]]:
    async def page(request: "Request") -> "Response":
        from starlette.responses import FileResponse, RedirectResponse

        if "token" in request.query_params:  # the secret leaves the address bar and the history
            shown: Response = RedirectResponse("/", 303)
            shown.set_cookie(COOKIE, token, httponly=True, samesite="strict")
            return shown
        return FileResponse(WEB / "live.html")

    return page


def _endpoint(operations: Operations, end: api.ApiCall) -> Callable[["Request"], Awaitable["Response"]]:
    async def serve(request: "Request") -> "Response":
        from pydantic import ValidationError
        from starlette.concurrency import run_in_threadpool
        from starlette.requests import ClientDisconnect
        from starlette.responses import JSONResponse

        body = None
        if end.body is not None:
            try:
                body = end.body.model_validate_json(await request.body() or b"{}")
            except ValidationError as error:
                first = error.errors()[0]
                where = ".".join(map(str, first["loc"])) or "the body"
                return JSONResponse({"error": f"{where}: {first['msg']}"}, 400)
            except ClientDisconnect:
                return JSONResponse({"error": "the request was cut"}, 400)
        key = request.path_params.get("key", "")
        try:
            return JSONResponse(await run_in_threadpool(end.call, operations, key, body))
        except Exception as error:
            return _wrong(error)

    return serve


def _answer(make: Callable[["Request"], object]) -> Callable[["Request"], Awaitable["Response"]]:
    async def serve(request: "Request") -> "Response":
        from starlette.concurrency import run_in_threadpool
        from starlette.responses import JSONResponse, Response

        try:
            made = await run_in_threadpool(make, request)
        except Exception as error:
            return _wrong(error)
        if isinstance(made, bytes):
            media = "image/png" if made.startswith(b"\x89PNG") else "image/jpeg"
            return Response(made, media_type=media)
        return JSONResponse(made)

    return serve


def _wrong(error: Exception) -> "Response":
    from starlette.responses import JSONResponse

    text, _ = describe(error)
    return JSONResponse({"error": text}, 404 if "no such" in text and isinstance(error, CliError) else 400)


def _pictures(operations: Operations) -> list["Route"]:
    from starlette.routing import Route

    space = operations.workspace

    def side(request: "Request", usual: int) -> int:
        given = request.query_params.get("side", str(usual))
        if not given.isdigit() or not 16 <= int(given) <= MOST_SIDE:
            raise CliError(f"side: give 16 to {MOST_SIDE} pixels")
        return int(given)

    def number(text: str) -> int:
        if not text.isdigit() or len(text) > 6:
            raise CliError(f"{text[:20]}: give a whole number")
        return int(text)

    def thumb(request: "Request") -> bytes:
        return space.thumb(request.path_params["key"], min(side(request, 256), 512))

    def image(request: "Request") -> bytes:
        session, state = space.session(request.path_params["key"]), request.query_params.get("state")
        if state is not None and number(state) >= len(session.history.states):
            raise CliError(f"state {state}: no such state")
        shown = session.render(side(request, 1024), None if state is None else number(state))
        return jpeg_bytes(shown.eight_bit(), 92)

    def mask(request: "Request") -> bytes:
        return operations.mask_png(request.path_params["key"], number(request.path_params["number"]))

    def preset(request: "Request") -> bytes:
        key, name = request.path_params["key"], request.path_params["preset"]
        document = space.preset(name)
        settings = space.session(key).settings.merge(document.settings)
        return space.thumb(key, min(side(request, 160), 320), settings, name)

    makers = (thumb, image, mask, preset)
    return [Route(path, _answer(make)) for (path, _), make in zip(api.PICTURES, makers, strict=True)]


def open_socket(port: int) -> sockets.socket:
    """A listening socket of this machine alone; port 0 takes a free one. CliError when it is taken."""
    made = sockets.socket(sockets.AF_INET, sockets.SOCK_STREAM)
    try:
        made.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        made.bind((ADDRESS, port))
    except OSError as error:
        made.close()
        raise CliError(f"port {port}: {error.strerror}: choose another with --port", FAILED) from None
    made.listen(128)
    return made


def make_server(operations: Operations, listening: sockets.socket, token: str = "") -> tuple["Server", str]:
    """(a server to be run on a socket, the address to open). CliError when the extra is not installed."""
    token = token or secrets.token_urlsafe(24)
    server = _server(make_app(operations, token, _hosts(listening)), lifespan="off")
    return server, f"http://{ADDRESS}:{listening.getsockname()[1]}/?token={token}"


def make_mcp_server(mcp: "MCPServer", listening: sockets.socket, token: str = "") -> tuple["Server", str, str]:
    """(a server of the streamable HTTP form to be run on a socket, its address, its token)."""
    from jarvisevo.live.mcp_server import http_app

    token, hosts = token or secrets.token_urlsafe(24), _hosts(listening)
    server = _server(Guard(http_app(mcp, hosts), token, hosts), lifespan="on")
    return server, f"http://{ADDRESS}:{listening.getsockname()[1]}/mcp", token


def _hosts(listening: sockets.socket) -> frozenset[str]:
    port = listening.getsockname()[1]
    return frozenset({f"{ADDRESS}:{port}", f"localhost:{port}"})


def _impatient() -> type:
    """uvicorn's protocol of HTTP, which also closes connections that never send a whole request: each would hold one
    of the places of `limit_concurrency` for ever.
    """
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class Impatient(H11Protocol):
        late = False

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self.loop.call_later(SECONDS_OF_SILENCE, self.look)

        def look(self) -> None:
            """Twice in a row between requests, and not in the pause that `timeout_keep_alive` bounds: close."""
            if self not in self.connections:
                return  # gone, or a WebSocket by now
            waits = (self.cycle is None or self.cycle.response_complete) and self.timeout_keep_alive_task is None
            if waits and self.late:
                self.transport.close()
                return
            self.late = waits
            self.loop.call_later(SECONDS_OF_SILENCE, self.look)

    return Impatient


def _server(app: Guard, lifespan: Literal["on", "off"]) -> "Server":
    try:
        import uvicorn
    except ModuleNotFoundError as error:
        raise CliError(f"{error.name} is missing: pip install 'jarvisevo[live]'", FAILED) from None
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        http=_impatient(),
        ws="websockets-sansio",
        ws_max_size=MOST_MESSAGE,
        ws_per_message_deflate=False,  # a JPEG does not become smaller, only later
        ws_ping_interval=SECONDS_OF_SILENCE,
        ws_ping_timeout=SECONDS_OF_SILENCE,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=10,
        h11_max_incomplete_event_size=64_000,
        server_header=False,
        timeout_graceful_shutdown=3,
        lifespan=lifespan,
    )
    return uvicorn.Server(config)
