"""HTTP and WebSocket: what is served, who may ask, and what hostile clients get."""

import base64
import http.client
import json
import os
import shutil
import socket
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the page needs the extra jarvisevo[live]")
pytest.importorskip("uvicorn", reason="the page needs the extra jarvisevo[live]")

import cv2
import numpy as np

from editor_ops.formats import write
from editor_ops.settings import Settings
from jarvisevo.live import api, server
from jarvisevo.live.viewers import MOST_VIEWERS
from tests.conftest import Run
from tests.jarvisevo.live.serving import Served, serving


@pytest.fixture
def served(photo: Path) -> Iterator[Served]:
    (photo.parent / "presets").mkdir()
    write(Settings.parse({"ConvertToGrayscale": True}), photo.parent / "presets" / "Grey.xmp", name="Grey")
    for name in ("a.jpg", "b.jpg"):
        shutil.copy(photo, photo.with_name(name))
    with serving(photo.parent) as server:
        yield server


def key_of(served: Served, name: str = "photo.jpg") -> str:
    return next(p["id"] for p in served.ask("/api/photos")[1] if p["name"] == name)


def pixels(data: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


def test_a_session_over_http(served: Served) -> None:
    key = key_of(served)
    at = f"/api/photos/{key}"
    plain = pixels(served.ask(f"{at}/image?side=120")[1])
    status, state = served.ask(f"{at}/develop", {"changes": {"Exposure2012": 1.0}})
    assert status == 200 and state["settings"] == {"Exposure2012": 1.0} and state["now"] == 1
    assert pixels(served.ask(f"{at}/image?side=120")[1]).mean() > plain.mean() + 10
    assert served.ask(f"{at}/edit", {"instruction": "half of that"})[1]["state"]["settings"]["Exposure2012"] == 0.5
    assert served.ask(f"{at}/undo", {})[1]["now"] == 1
    assert served.ask(f"{at}/mask", {"act": "add", "shape": {"linear": [0.5, 1, 0.5, 0]}})[1]["masks"][0]["masks"]
    assert served.ask(f"{at}/masks/0.png")[1].startswith(b"\x89PNG")
    assert served.ask(f"{at}/rating", {"rating": 4})[1]["rating"] == 4
    preset = served.ask("/api/presets")[1][0]
    grey = pixels(served.ask(f"{at}/presets/{preset['id']}?side=64")[1]).astype(int)
    assert abs(grey[..., 0] - grey[..., 2]).mean() < 3
    assert served.ask(f"{at}/preset", {"preset": preset["id"]})[1]["settings"]["ConvertToGrayscale"] is True
    compared = served.ask(f"{at}/compare", {"before": 0})[1]
    assert compared["photo"]["chroma"][1] < compared["photo"]["chroma"][0]


def test_copying_to_other_photos_leaves_their_frame(served: Served) -> None:
    hero, others = key_of(served), [key_of(served, n) for n in ("a.jpg", "b.jpg")]
    crop = {"HasCrop": True, "CropRight": 0.5}
    served.ask(f"/api/photos/{others[0]}/develop", {"changes": crop})
    served.ask(f"/api/photos/{hero}/develop", {"changes": {"Vibrance": 30, "HasCrop": True, "CropTop": 0.2}})
    assert served.ask("/api/sync", {"source": hero, "targets": others})[1]["changed"] == others
    assert served.ask(f"/api/photos/{others[0]}")[1]["settings"] == {**crop, "Vibrance": 30}
    assert served.ask(f"/api/photos/{others[1]}")[1]["settings"] == {"Vibrance": 30}


def finished(served: Served, job: dict[str, Any]) -> dict[str, Any]:
    for _ in range(600):
        job = served.ask(f"/api/jobs/{job['id']}")[1]
        if job["state"] != "running":
            return job
        time.sleep(0.1)
    raise AssertionError(job)


def test_what_is_exported_is_what_the_command_line_writes(served: Served, photo: Path, cli: Callable[..., Run]) -> None:
    key = key_of(served)
    look = {"Exposure2012": 0.4, "Clarity2012": 20, "GrainAmount": 15}
    served.ask(f"/api/photos/{key}/develop", {"changes": look})
    job = served.ask("/api/export", {"targets": [key], "template": "{name}.png", "bits": 16, "space": "p3"})[1]
    assert finished(served, job)["failures"] == {}
    done = cli(
        "render",
        photo,
        photo.with_name("photo.edited.xmp"),
        "-o",
        photo.with_name("cli.png"),
        "--bits",
        16,
        "--space",
        "p3",
    )
    assert done.code == 0, done.err
    assert (photo.parent / "edited" / "photo.png").read_bytes() == photo.with_name("cli.png").read_bytes()
    again = finished(
        served, served.ask("/api/export", {"targets": [key], "template": "{name}.png", "bits": 16, "space": "p3"})[1]
    )
    assert again["results"][key]["there"] is True
    other = finished(served, served.ask("/api/export", {"targets": [key], "template": "{name}.png"})[1])
    assert "exists already" in other["failures"][key]
    marked = finished(served, served.ask("/api/export", {"targets": [key], "folder": "m", "watermark": "(c) me"})[1])
    assert not marked["failures"] and (photo.parent / "m" / "photo.jpg").is_file()


def test_a_stopped_job_goes_on(served: Served) -> None:
    keys = [key_of(served, n) for n in ("photo.jpg", "a.jpg", "b.jpg")]
    job = served.ask("/api/batch", {"targets": keys, "instruction": "brighter"})[1]
    served.ask(f"/api/jobs/{job['id']}/stop", {})
    stopped = finished(served, job)
    assert stopped["done"] < 3 and stopped["state"] == "stopped"
    served.ask(f"/api/jobs/{job['id']}/go_on", {})
    assert finished(served, job)["done"] == 3
    assert all(served.ask(f"/api/photos/{k}")[1]["now"] == 1 for k in keys)  # nothing was done twice


def test_the_openapi_document_names_every_call(served: Served) -> None:
    document = served.ask("/api/openapi.json")[1]
    assert document["openapi"].startswith("3.") and set(document["paths"]) == {
        *(e.path for e in api.ENDPOINTS),
        *(p for p, _ in api.PICTURES),
    }
    for end in api.ENDPOINTS:
        assert (end.body is None) == ("requestBody" not in document["paths"][end.path][end.method.lower()])


# ---- who may ask


@pytest.mark.parametrize("path", ["/", "/api/photos", "/static/main.js", "/api/openapi.json", "/ws"])
def test_without_the_token_nothing_is_served(served: Served, path: str) -> None:
    assert served.ask(path, token="wrong")[0] == 403
    assert served.ask(path, token="")[0] == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
def test_other_pages_are_refused(served: Served, headers: dict[str, str]) -> None:
    status, said = served.ask("/api/photos", **headers)
    assert status == 403 and "error" in said


def test_the_token_leaves_the_address(served: Served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)
    connection.request("GET", f"/?token={served.token}")
    reply = connection.getresponse()
    assert reply.status == 303 and reply.headers["location"] == "/"
    cookie = reply.headers["set-cookie"]
    assert "HttpOnly" in cookie and "samesite=strict" in cookie.lower()
    connection.close()
    status, page = served.ask("/", token="x", Cookie=cookie.split(";")[0])
    assert status == 200 and b"<canvas" in page


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static/..%2f..%2fcli/main.py",
        "/api/photos/..%2f..%2fetc%2fpasswd",
        "/api/photos/nope/thumb",
        "/api/photos/nope/image",
    ],
)
def test_no_path_of_a_client_is_opened(served: Served, path: str) -> None:
    status, said = served.ask(path)
    assert status in (400, 404) and b"import" not in (said if isinstance(said, bytes) else b"")


def test_nothing_is_written_outside(served: Served, photo: Path) -> None:
    key = key_of(served)
    for folder in ("..", "../out", "/tmp", ".hidden", "a/b", ""):
        assert served.ask("/api/export", {"targets": [key], "folder": folder})[0] == 400
    for template in ("../x.jpg", "{name}/x.jpg", "x.jpg", "{name}.exe"):
        assert served.ask("/api/export", {"targets": [key], "template": template})[0] == 400
    assert not (photo.parent.parent / "out").exists() and not (photo.parent / "edited").exists()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("develop", {"changes": {"Exposure2012": 99}}),
        ("develop", {"changes": {"Sparkle": 1}}),
        ("develop", {"changes": [], "more": 1}),
        ("settings", {"values": {"ToneCurvePV2012": "x"}}),
        ("edit", {"instruction": ""}),
        ("edit", {"instruction": "x" * 5000}),
        ("at", {"state": 7}),
        ("mask", {"act": "change", "number": 3}),
        ("rating", {"rating": 9}),
        ("preset", {"preset": "nope"}),
        ("develop", b"{"),
        ("develop", b"\xff\xfe"),
        ("develop", b"[" * 50_000),
    ],
)
def test_bad_bodies_are_one_line(served: Served, path: str, body: Any) -> None:
    status, said = served.ask(f"/api/photos/{key_of(served)}/{path}", body)
    assert status in (400, 404) and "\n" not in said["error"]
    assert served.ask(f"/api/photos/{key_of(served)}")[1]["now"] == 0


def test_a_body_beyond_the_bound_is_not_read(served: Served) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)
    connection.putrequest("POST", f"/api/photos/{key_of(served)}/develop")
    connection.putheader("Authorization", f"Bearer {served.token}")
    connection.putheader("Content-Length", str(100_000_000))
    connection.endheaders()
    assert connection.getresponse().status == 413
    connection.close()


# ---- WebSocket


class Viewer:
    """A WebSocket client of plain sockets, so that it can misbehave."""

    def __init__(self, served: Served, token: str | None = None, **headers: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", served.port), 20)
        given = {
            "Host": f"127.0.0.1:{served.port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Version": "13",
            "Authorization": f"Bearer {served.token if token is None else token}",
            **headers,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        self.socket.sendall(f"GET /ws HTTP/1.1\r\n{head}\r\n".encode())
        self.stream = self.socket.makefile("rb")
        self.status = int(self.stream.readline().split()[1])
        while self.stream.readline().strip():
            pass

    def send(self, message: Any) -> None:
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        size = struct.pack("!B", 0x80 | len(data)) if len(data) < 126 else struct.pack("!BH", 0x80 | 126, len(data))
        if len(data) > 65_535:
            size = struct.pack("!BQ", 0x80 | 127, len(data))
        self.socket.sendall(b"\x81" + size + b"\0\0\0\0" + data)

    def receive(self) -> tuple[int, bytes]:
        """(opcode, payload) of the next message."""
        kind, size = self.stream.read(2)
        length = size & 127
        length = struct.unpack("!H", self.stream.read(2))[0] if length == 126 else length
        length = struct.unpack("!Q", self.stream.read(8))[0] if length == 127 else length
        return kind & 15, self.stream.read(length)

    def until(self, wanted: str) -> Any:
        """The next message of a kind: "frame" for pictures, else its "t"."""
        for _ in range(200):
            kind, data = self.receive()
            if kind == 2 and wanted == "frame":
                size = int.from_bytes(data[:4], "big")
                return json.loads(data[4 : 4 + size]), pixels(data[4 + size :])
            if kind == 1 and json.loads(data)["t"] == wanted:
                return json.loads(data)
            if kind == 8 and wanted == "close":
                return struct.unpack("!H", data[:2])[0]
        raise AssertionError(f"no {wanted}")

    def close(self) -> None:
        self.stream.close()
        self.socket.close()


@pytest.fixture
def viewer(served: Served) -> Iterator[Viewer]:
    made = Viewer(served)
    assert made.status == 101
    yield made
    made.close()


def test_frames_come_small_first_and_the_latest_wins(served: Served, viewer: Viewer) -> None:
    key = key_of(served)
    for n in range(1, 41):
        viewer.send({"t": "frame", "photo": key, "n": n, "settings": {"Exposure2012": n / 20}, "side": 240})
    heads = []
    while not heads or not (heads[-1][0]["n"] == 40 and heads[-1][0]["full"]):
        heads.append(viewer.until("frame"))
    numbers = [head["n"] for head, _ in heads]
    assert numbers == sorted(numbers) and len(heads) < 40  # the ones in between were never made
    last, image = heads[-1]
    assert image.shape[1] == last["width"] == 240 and len(last["histogram"]) == 4
    whole = served.operations.workspace.session(key).render(240, settings=Settings.parse({"Exposure2012": 2.0}))
    assert np.abs(image[..., ::-1].astype(int) - whole.pixels).mean() < 2  # JPEG alone lies between


def test_before_clipping_and_a_window_at_full_size(served: Served, viewer: Viewer) -> None:
    key = key_of(served)
    ask = {"t": "frame", "photo": key, "settings": {"Exposure2012": 4}, "side": 120}
    viewer.send({**ask, "n": 1, "before": True})
    before, plain = viewer.until("frame")
    assert before["before"] is True
    viewer.send({**ask, "n": 2, "clip": True, "window": [0.25, 0.25, 0.5, 0.5]})
    found = [viewer.until("frame")]
    while "window" not in found[-1][0]:
        found.append(viewer.until("frame"))
    red = found[-2][1][..., 2].astype(int) - found[-2][1][..., 1]
    assert (red > 120).mean() > 0.1 > (plain[..., 2].astype(int) - plain[..., 1] > 120).mean()
    assert found[-1][0]["window"] == [60, 40, 120, 80] and found[-1][1].shape[:2] == (40, 60)


def test_a_turn_streams_thought_sliders_and_score(served: Served, viewer: Viewer) -> None:
    key = key_of(served)
    viewer.send({"t": "watch", "photo": key})
    viewer.send({"t": "say", "photo": key, "text": "warmer"})
    thought = viewer.until("thought")
    assert thought["thought"] and thought["settings"]["IncrementalTemperature"] > 0 and thought["moved"]
    assert viewer.until("score")["score"] is not None
    said = viewer.until("said")
    assert said["state"]["now"] == 1 and said["state"]["settings"] == thought["settings"]


def test_changes_of_others_are_told(served: Served, viewer: Viewer) -> None:
    key = key_of(served)
    viewer.send({"t": "watch", "photo": key})
    viewer.send({"t": "frame", "photo": key, "n": 1, "side": 64})
    viewer.until("frame")
    served.ask(f"/api/photos/{key}/develop", {"changes": {"Vibrance": 3}})
    assert viewer.until("state")["version"] == 1


@pytest.mark.parametrize(
    "message",
    [
        b"{",
        b"[]",
        b"[" * 60_000,
        {"t": "frame", "photo": "nope"},
        {"t": "boo", "photo": "KEY"},
        {"t": "frame", "photo": "KEY", "n": 1, "side": 10**9},
        {"t": "frame", "photo": "KEY", "n": 1, "side": 100, "settings": {"Exposure2012": 99}},
        {"t": "frame", "photo": "KEY", "n": 1, "side": 100, "window": [1, 1, 0, 0]},
        {"t": "frame", "photo": "KEY", "n": "x", "side": 100},
    ],
)
def test_bad_messages_are_answered(served: Served, viewer: Viewer, message: Any) -> None:
    key = key_of(served)
    viewer.send(message if isinstance(message, bytes) else json.loads(json.dumps(message).replace("KEY", key)))
    assert viewer.until("error")["error"]
    viewer.send({"t": "frame", "photo": key, "n": 5, "side": 64})
    assert viewer.until("frame")[0]["n"] == 5  # the session goes on


@pytest.mark.parametrize(
    "headers", [{"Authorization": "Bearer no"}, {"Origin": "http://evil.example"}, {"Host": "evil.example"}]
)
def test_foreign_sockets_are_refused(served: Served, headers: dict[str, str]) -> None:
    made = Viewer(served, **headers)
    assert made.status == 403
    made.close()


def test_a_message_of_a_hundred_megabytes_ends_that_socket_alone(served: Served) -> None:
    made = Viewer(served)
    made.until("hello")
    made.socket.sendall(b"\x81" + struct.pack("!BQ", 0x80 | 127, 100_000_000) + b"\0\0\0\0" + b"x" * 1000)
    assert made.until("close") == 1009
    made.close()
    assert served.ask("/api/photos")[0] == 200


def test_fifty_clients_are_bounded(served: Served) -> None:
    clients, refused = [], 0
    for _ in range(50):
        made = Viewer(served)
        clients.append(made)
        refused += made.status != 101
    assert 50 - refused == MOST_VIEWERS
    for made in clients:
        made.close()
    for _ in range(100):
        made = Viewer(served)
        made.close()
        if made.status == 101:
            break
        time.sleep(0.1)
    assert made.status == 101 and served.ask("/api/photos")[0] == 200  # they make room again


def test_half_open_connections_do_not_stop_the_others(served: Served) -> None:
    half = []
    for start in (b"", b"GET / HT", b"POST /api/export HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"):
        for _ in range(5):
            made = socket.create_connection(("127.0.0.1", served.port), 20)
            made.sendall(start)
            half.append(made)
    assert served.ask("/api/photos")[0] == 200
    for made in half:
        made.close()


def test_half_open_connections_that_take_every_place_are_closed(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SECONDS_OF_SILENCE", 0.3)
    with serving(photo) as served:
        half = [socket.create_connection(("127.0.0.1", served.port), 20) for _ in range(server.MOST_CONNECTIONS + 5)]
        for made in half:
            made.sendall(b"GET /api/photos HTTP/1.1\r\nHost: ")
        for _ in range(200):
            if served.ask("/api/photos")[0] == 200:
                break
            time.sleep(0.1)
        assert served.ask("/api/photos")[0] == 200
        for made in half:
            assert made.recv(1) == b""  # closed by the server
            made.close()


def test_viewers_that_never_answer_make_room(photo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SECONDS_OF_SILENCE", 0.3)
    with serving(photo) as served:
        silent = [Viewer(served) for _ in range(MOST_VIEWERS)]  # none of them answers a ping
        for _ in range(200):
            made = Viewer(served)
            made.close()
            if made.status == 101:
                break
            time.sleep(0.1)
        assert made.status == 101
        for viewer in silent:
            viewer.close()
