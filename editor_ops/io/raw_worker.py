"""LibRaw in a process of its own: a fault or a hang of it costs one photo, and the next one gets a new process.

The worker is started with the first RAW file and serves until this process ends. A request is the file's bytes, an
answer a JSON header and the pixels, each after its length. JSON, because the worker has read a stranger's file: what
it says is data, never code.
"""

import atexit
import base64
import contextlib
import json
import os
import signal
import struct
import subprocess
import sys
import threading
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO, Any

import numpy as np

from editor_ops.io import raw
from editor_ops.io.raw import Developed
from editor_ops.photo import Optics, PhotoError

SECONDS = 300.0
"""A file that LibRaw has not decoded by then is given up; 100 MP take about a minute on a slow core."""
MAX_HEADER = 50_000_000
BYTES = ("exif", "iptc")
"""Fields that travel as base64."""
SERVE = "import sys; sys.path.insert(0, sys.argv[1]); from editor_ops.io import raw_worker; raw_worker.serve()"
"""What the worker runs; its argument is the folder of this package."""
CONVERT = "convert it to DNG, JPEG or TIFF"


class _Worker:
    def __init__(self) -> None:
        command = [sys.executable, "-P", "-c", SERVE, str(Path(__file__).resolve().parents[2])]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        self.late = False

    def ask(self, data: bytes, dcp: bytes) -> Developed:
        """One file's bytes -> what LibRaw made of them. PhotoError with LibRaw's reason, or when the process ends."""
        assert self.process.stdin is not None and self.process.stdout is not None
        timer = threading.Timer(SECONDS, self._give_up)
        timer.start()
        try:
            _put(self.process.stdin, data)
            _put(self.process.stdin, dcp)
            return _answer(self.process.stdout)
        except PhotoError:
            raise
        except (EOFError, BrokenPipeError):
            self.close()
            what = f"did not finish within {SECONDS:g} s" if self.late else f"failed on it ({self._reason()})"
            raise PhotoError(f"LibRaw {what}: {CONVERT}") from None
        except BaseException:  # an interrupted answer leaves its rest in the pipe
            self.close()
            raise
        finally:
            timer.cancel()

    def _give_up(self) -> None:
        self.late = True
        self.process.kill()

    def _reason(self) -> str:
        """Why the process ended: the signal's name, or its exit code."""
        code = self.process.returncode
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"

    def close(self) -> None:
        """End the process and wait for it; one that has ended keeps its own exit code."""
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):
                assert pipe is not None
                pipe.close()
        try:
            self.process.wait(1)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


_worker: _Worker | None = None
_lock = threading.Lock()


def develop(data: bytes, dcp: bytes = b"") -> Developed:
    """`raw.develop` in the worker process, which is started, or started again, where there is none."""
    global _worker
    with _lock:
        if _worker is None or _worker.process.poll() is not None:
            _worker = _Worker()
        return _worker.ask(data, dcp)


@atexit.register
def _close() -> None:
    if _worker is not None:
        _worker.close()


def _forget() -> None:
    """In a forked child: the worker is the parent's, and so may be the lock."""
    global _worker, _lock
    if _worker is not None:
        _worker.process.returncode = 0  # not this process's to wait for
    _worker, _lock = None, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


# --- the pipe --------------------------------------------------------------------------------------------------------


def _put(pipe: IO[bytes], data: bytes | memoryview) -> None:
    pipe.write(struct.pack("<Q", len(data)))
    pipe.write(data)
    pipe.flush()


def _take(pipe: IO[bytes], limit: int) -> bytearray:
    """The next message. EOFError when the pipe ends first."""
    head = pipe.read(8)
    if len(head) < 8:
        raise EOFError
    (length,) = struct.unpack("<Q", head)
    if length > limit:
        raise EOFError
    data = bytearray(length)
    _fill(pipe, memoryview(data))
    return data


def _fill(pipe: IO[bytes], view: memoryview) -> None:
    while view:
        count = pipe.readinto(view)  # type: ignore[attr-defined]
        if not count:
            raise EOFError
        view = view[count:]


def _answer(pipe: IO[bytes]) -> Developed:
    header: dict[str, Any] = json.loads(_take(pipe, MAX_HEADER))
    if "error" in header:
        raise PhotoError(str(header["error"]))
    height, width = header.pop("size")
    pixels = np.empty((height, width, 3), np.uint16)
    _fill(pipe, pixels.data.cast("B"))
    made = Developed(pixels, **header)
    shot, optics = made.as_shot, header["optics"]
    values: dict[str, Any] = {name: base64.b64decode(header[name]) for name in BYTES}
    values |= {"as_shot": (shot[0], shot[1]) if shot else None, "optics": Optics(**optics) if optics else None}
    return replace(made, **values, notes=tuple(made.notes))


def serve() -> None:
    """The worker's life: files from standard input, answers to what was standard output, until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides; it closes the pipe
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever LibRaw prints must not get into an answer
    while True:
        try:
            data, dcp = (bytes(_take(sys.stdin.buffer, 1 << 40)) for _ in range(2))
        except EOFError:
            return
        try:
            made = raw.develop(data, dcp)
        except Exception as error:
            text = str(error) if isinstance(error, PhotoError) else f"{raw.DAMAGED} ({raw.brief(error)})"
            _put(answers, json.dumps({"error": text}).encode())
            continue
        fields = asdict(replace(made, pixels=np.empty(0)))
        del fields["pixels"]
        fields |= {name: base64.b64encode(fields[name]).decode() for name in BYTES}
        fields["size"] = made.pixels.shape[:2]
        _put(answers, json.dumps(fields).encode())
        answers.write(made.pixels.data.cast("B"))
        answers.flush()
