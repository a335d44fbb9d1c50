"""A Hugging Face Hub on loopback, as far as folders go up and come down: repositories in memory, commits, Git LFS."""

import base64
import hashlib
import json
import threading
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

import pytest


class FakeHub:
    """repos: name -> {"kind", "private", "files": path -> bytes, "commits": messages}; `refuse`: a status for all."""

    def __init__(self, token: str) -> None:
        self.repos: dict[str, dict[str, Any]] = {}
        self.stored: dict[str, bytes] = {}
        self.token, self.refuse = token, 0
        hub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if hub.refuse or self.headers.get("Authorization") != f"Bearer {hub.token}":
                    return self.answer({"error": "no"}, hub.refuse or 401)
                return self.answer(*hub.post(self.path.partition("?")[0], data))

            def do_PUT(self) -> None:
                data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                hub.stored[self.path.rpartition("/")[2]] = data
                self.answer({})

            def do_GET(self) -> None:
                if "/resolve/" in self.path:
                    return self.send_file()
                name = "/".join(self.path.split("/")[3:5])
                if hub.refuse or name not in hub.repos:
                    code = {} if hub.refuse else {"X-Error-Code": "RepoNotFound"}
                    return self.answer({"error": "no"}, hub.refuse or 404, code)
                held = hub.repos[name]["files"]
                if "/tree/" in self.path:
                    return self.answer([{"type": "file", "path": f, "size": len(d), "oid": f} for f, d in held.items()])
                files = [{"rfilename": file} for file in held]
                return self.answer({"sha": "0" * 40, "siblings": files, "id": name})

            do_HEAD = do_GET

            def send_file(self) -> None:
                name, _, rest = self.path.partition("?")[0].strip("/").partition("/resolve/")
                data = hub.repos.get(name, {"files": {}})["files"].get(unquote(rest.partition("/")[2]))
                if data is None:
                    self.answer({"error": "no"}, 404, {"X-Error-Code": "EntryNotFound"})
                    return
                self.send_response(200)
                for header, value in (
                    ("Content-Length", str(len(data))),
                    ("ETag", f'"{hashlib.sha256(data).hexdigest()}"'),
                    ("X-Repo-Commit", "0" * 40),
                ):
                    self.send_header(header, value)
                self.end_headers()
                if self.command == "GET":
                    self.wfile.write(data)

            def answer(self, data: Any, status: int = 200, headers: Mapping[str, str] = {}) -> None:
                body = json.dumps(data).encode()
                self.send_response(status)
                for header, value in headers.items():
                    self.send_header(header, value)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            def log_message(self, *arguments: object) -> None:
                """Silence."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def post(self, path: str, data: bytes) -> tuple[Any, int]:
        if path == "/api/repos/create":
            return self._create(json.loads(data))
        if path == "/api/validate-yaml":
            return {"errors": [], "warnings": []}, 200
        if path.endswith(".git/info/lfs/objects/batch"):
            return self._batch(json.loads(data)), 200
        kind, _, rest = path.removeprefix("/api/").partition("/")
        name, action = ("/".join(part) for part in (rest.split("/")[:2], rest.split("/")[2:3]))
        repo = self.repos.get(name)
        if repo is None or kind != f"{repo['kind']}s":
            return {"error": "Repository not found"}, 404
        return (self._modes(json.loads(data)) if action == "preupload" else self._commit(name, repo, data)), 200

    def _create(self, asked: dict[str, Any]) -> tuple[Any, int]:
        name = "/".join(part for part in (asked.get("organization"), asked["name"]) if part)
        if name in self.repos:
            return {"error": "You already created this repo", "url": f"{self.url}/{name}"}, 409
        kind = asked.get("type") or "model"
        private = asked.get("private", False) or asked.get("visibility") == "private"
        self.repos[name] = {"kind": kind, "private": private, "files": {}, "commits": []}
        return {"url": f"{self.url}/{'' if kind == 'model' else 'datasets/'}{name}"}, 200

    def _modes(self, asked: dict[str, Any]) -> Any:
        large = (".safetensors", ".parquet")
        modes = [("lfs" if file["path"].endswith(large) else "regular", file["path"]) for file in asked["files"]]
        return {"files": [{"path": p, "uploadMode": mode, "shouldIgnore": False} for mode, p in modes]}

    def _batch(self, asked: dict[str, Any]) -> Any:
        objects = [
            {"oid": o["oid"], "size": o["size"], "actions": {"upload": {"href": f"{self.url}/lfs/{o['oid']}"}}}
            for o in asked["objects"]
        ]
        return {"transfer": "basic", "objects": objects}

    def _commit(self, name: str, repo: dict[str, Any], data: bytes) -> Any:
        for line in map(json.loads, data.splitlines()):
            value = line["value"]
            if line["key"] == "header":
                repo["commits"].append(value["summary"])
            elif line["key"] == "deletedFile":
                del repo["files"][value["path"]]
            elif line["key"] == "file":
                repo["files"][value["path"]] = base64.b64decode(value["content"])
            elif line["key"] == "lfsFile":
                stored = self.stored[value["oid"]]
                assert hashlib.sha256(stored).hexdigest() == value["oid"]
                repo["files"][value["path"]] = stored
        return {"commitUrl": f"{self.url}/{name}/commit/{'0' * 40}", "commitOid": "0" * 40, "success": True}

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()


@contextmanager
def fake_hub(monkeypatch: pytest.MonkeyPatch, token: str = "hf_secret") -> Iterator[FakeHub]:
    """A running Hub, which the real client uses as a program does that is started with HF_ENDPOINT."""
    hub = FakeHub(token)
    monkeypatch.setenv("HF_ENDPOINT", hub.url)
    monkeypatch.setenv("HF_TOKEN", token)
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", hub.url)  # read when it was imported
    template = hub.url + "/{repo_id}/resolve/{revision}/{filename}"
    monkeypatch.setattr("huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE", template)
    for module in ("_commit_api", "hf_api"):  # Xet has a server of its own
        monkeypatch.setattr(f"huggingface_hub.{module}.is_xet_available", lambda: False)
    try:
        with warnings.catch_warnings():  # the client uploads by a parameter that its own library calls old
            warnings.filterwarnings("ignore", "Use 'content", DeprecationWarning)
            yield hub
    finally:
        hub.close()
