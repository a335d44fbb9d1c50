"""The simulator behind an OpenAI-compatible address on loopback: `NAME+warmth+noise` has these criteria of itself.

`python -m tests.jarvisevo.judge.simulator.server` serves it on port 8000, where the shipped configs look for a model
(`--port 0` chooses a free one); with a command of `jarvisevo` behind it, that command is run against it
(`make judge-demo`).
"""

import base64
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import cv2
import numpy as np

from jarvisevo.protocol.chat import Completion, Message, Sampling
from tests.jarvisevo.judge.simulator.model import Simulator
from tests.jarvisevo.judge.simulator.qualities import Average, Bad, Good
from tests.jarvisevo.judge.simulator.typical import Typical
from tests.jarvisevo.openai_server import Reply, Request, Server, error, good

MODEL = "simulator"
PLAYED: dict[str, type[Simulator]] = {"typical": Typical, "good": Good, "average": Average, "bad": Bad}
"""Name of a model -> the stand-in that plays it; all others are the simulator."""


def answer(request: Request) -> Reply:
    """The simulator's reply to a chat completion."""
    name, *innate = str(request.body["model"]).split("+")
    sampling = Sampling(request.body["temperature"], seed=request.body.get("seed", 0))
    conversation = [message(turn) for turn in request.body["messages"]]
    made = PLAYED.get(name, Simulator)(innate, name).complete([conversation], sampling)[0]
    return good(made.text) if isinstance(made, Completion) else error(400, str(made))


def message(turn: dict[str, Any]) -> Message:
    """A turn as it came over the wire."""
    content = turn["content"]
    parts = [content] if isinstance(content, str) else [_part(part) for part in content]
    return Message(turn["role"], tuple(parts))


def _part(part: dict[str, Any]) -> str | np.ndarray:
    if part["type"] == "text":
        return str(part["text"])
    data = base64.b64decode(part["image_url"]["url"].partition(",")[2])
    codes = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert codes is not None
    return np.ascontiguousarray(codes[..., ::-1])


@contextmanager
def simulator_server(port: int = 0) -> Iterator[Server]:
    """A running server; `url` of it and the model's name make `URL#simulator`."""
    server = Server(answer, port)
    try:
        yield server
    finally:
        server.close()


def main(arguments: list[str]) -> int:
    """Serve until Ctrl-C; or, given a command of `jarvisevo`, run it with the address and return its code."""
    port = 8000
    if arguments[:1] == ["--port"]:
        port, arguments = int(arguments[1]), arguments[2:]
    if arguments:
        from jarvisevo.cli.main import main as jarvisevo

        with simulator_server() as server:
            return jarvisevo([*arguments, f"models.subagent={server.url}#{MODEL}"])
    with simulator_server(port) as server:
        print(f"the simulator listens at {server.url}#{MODEL}; stop it with Ctrl-C", flush=True)
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            print("stopped")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
