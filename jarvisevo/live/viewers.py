"""The WebSocket of a viewer: frames out as sliders move, an agent's turn as it happens, news of every change.

Client: {"t": "frame", "photo", "n", "settings", "side", "clip"?, "before"?, "window"?}, {"t": "say", "photo", "text"},
{"t": "watch", "photo"}. Server: text {"t": "state" | "thought" | "score" | "said" | "error" | "job" | "hello", …},
and binary frames: four bytes with the length of a JSON header, the header, a JPEG.
"""

import asyncio
import contextlib
import json
import threading
from typing import TYPE_CHECKING, Any

from editor_ops.settings import Settings, raw_start
from jarvisevo.agent.session import Session
from jarvisevo.files.errors import CliError, describe
from jarvisevo.live.frames import Frames, request_of
from jarvisevo.live.jobs import Job
from jarvisevo.live.operations import Operations
from jarvisevo.live.session import LiveSession
from jarvisevo.live.views import moved

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

MOST_VIEWERS = 16
"""Sockets that are open at a time; each has a thread that renders."""
MOST_WAITING = 8
"""Frames that wait to be sent to a slow client; older ones are dropped."""

SECONDS_OF_LOOKING = 2
"""Between two looks at whether another program edited the photo."""


class Viewers:
    """Every open socket of one server."""

    def __init__(self, operations: Operations) -> None:
        self.operations = operations
        self.count = 0
        self._lock = threading.Lock()

    async def serve(self, socket: "WebSocket") -> None:
        """Talk to one client until it goes away."""
        with self._lock:
            full = self.count >= MOST_VIEWERS
            self.count += not full
        if full:
            await socket.close(1013, "too many viewers: close one first")
            return
        try:
            await _Viewer(socket, self.operations).run()
        finally:
            with self._lock:
                self.count -= 1


class _Viewer:
    """One client."""

    def __init__(self, socket: "WebSocket", operations: Operations) -> None:
        self.socket, self.operations = socket, operations
        self.loop = asyncio.get_running_loop()
        self.outbox: asyncio.Queue[str | bytes] = asyncio.Queue()
        self.watched: LiveSession | None = None
        self.photo = ""

    async def run(self) -> None:
        await self.socket.accept()
        frames = Frames(self._frame)
        self.operations.jobs.listeners.append(self._job)
        tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._look())]
        self._text({"t": "hello", "editor": self.operations.policy.name})
        try:
            await self._listen(frames)
        finally:
            for task in tasks:
                task.cancel()
            self.operations.jobs.listeners.remove(self._job)
            self._watch(None)
            await asyncio.to_thread(frames.close)

    async def _listen(self, frames: Frames) -> None:
        from starlette.websockets import WebSocketDisconnect

        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                text = await self.socket.receive_text()
                try:
                    message = json.loads(text)
                    if not isinstance(message, dict):
                        raise ValueError("a message is an object")
                    await self._heed(message, frames)
                except Exception as error:  # a message that cannot be read is answered, not the end
                    self._text({"t": "error", "error": describe(error)[0] if _ours(error) else "not understood"})

    async def _heed(self, message: dict[str, Any], frames: Frames) -> None:
        kind, key = message.get("t"), str(message.get("photo", ""))
        space = self.operations.workspace
        session = space.session(key) if space.ready(key) else await asyncio.to_thread(space.session, key)
        if kind == "watch":
            self._watch(session, key)
        elif kind == "frame":
            photo = session.photo if session.loaded else await asyncio.to_thread(lambda: session.photo)
            given = message.get("settings")
            settings = session.settings if given is None else Settings.parse(given)
            frames.ask(request_of(message, photo, settings))
        elif kind == "say":
            text = str(message.get("text", ""))
            threading.Thread(target=self._turn, args=(key, text), name="turn", daemon=True).start()
        else:
            raise ValueError("t: choose watch, frame or say")

    def _turn(self, key: str, text: str) -> None:
        """An agent's turn, told as it happens; in a thread of its own."""
        seen: list[Settings] = []

        def watch(session: Session, kind: str) -> None:
            steps = [*session.steps, *(r.step for r in session.reflections)]
            if kind in ("edit", "reflect") and steps:
                before = seen[-1] if seen else session.start
                step = steps[-1]
                seen.append(step.settings)
                said = {"thought": step.thought, "moved": moved(before, step.settings, raw_start(session.photo))}
                self._text({"t": "thought", "photo": key, **said, "settings": step.settings.to_dict()})
            elif session.judged is not None:
                made = session.judged
                self._text({"t": "score", "photo": key, "score": made.score, "rationale": made.rationale})

        try:
            made = self.operations.edit(key, text, watch)
            self._text({"t": "said", "photo": key, **made})
        except Exception as error:
            self._text({"t": "said", "photo": key, "error": describe(error)[0]})

    def _watch(self, session: LiveSession | None, key: str = "") -> None:
        if self.watched is not None:
            self.watched.listeners.remove(self._changed)
        self.watched, self.photo = session, key
        if session is not None:
            session.listeners.append(self._changed)

    def _changed(self, session: LiveSession) -> None:
        self._text({"t": "state", "photo": self.photo, "version": session.version})

    async def _look(self) -> None:
        """Take up what other programs do to the photo that is shown."""
        while True:
            await asyncio.sleep(SECONDS_OF_LOOKING)
            if self.watched is not None:
                with contextlib.suppress(CliError, OSError):  # said when somebody acts
                    await asyncio.to_thread(self.watched.refresh)

    def _job(self, job: Job) -> None:
        self._text({"t": "job", **job.to_dict()})

    # ---- out

    def _frame(self, head: dict[str, Any], data: bytes) -> None:
        packed = json.dumps(head, separators=(",", ":"), allow_nan=False).encode()
        self._put(len(packed).to_bytes(4, "big") + packed + data)

    def _text(self, message: dict[str, Any]) -> None:
        self._put(json.dumps(message, ensure_ascii=True, separators=(",", ":")))

    def _put(self, message: str | bytes) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self.loop.call_soon_threadsafe(self._queue, message)

    def _queue(self, message: str | bytes) -> None:
        if isinstance(message, bytes) and self.outbox.qsize() >= MOST_WAITING:
            return  # a client that does not read misses frames, not news
        if self.outbox.qsize() < 64 * MOST_WAITING:
            self.outbox.put_nowait(message)

    async def _send(self) -> None:
        with contextlib.suppress(Exception):
            while True:
                message = await self.outbox.get()
                if isinstance(message, bytes):
                    await self.socket.send_bytes(message)
                else:
                    await self.socket.send_text(message)


def _ours(error: Exception) -> bool:
    from editor_ops.parameters import SettingsError
    from editor_ops.photo import PhotoError

    return isinstance(error, CliError | SettingsError | PhotoError)
