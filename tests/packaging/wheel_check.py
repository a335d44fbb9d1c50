"""Build the wheel, install it alone in a fresh environment, and run the README's commands in an empty folder.

    python tests/packaging/wheel_check.py [--floors] [--train] [--keep FOLDER]

--floors  installs the lowest versions that pyproject.toml allows, instead of the newest
--train   also installs torch and the extras `train` and `judge`, and runs the trainer's commands with small limits
--keep    work here, and leave it there afterwards

Not collected by pytest: it needs the package registry and some minutes. `make wheel-check` and `make floors` run it.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import tomllib
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TORCH = "torch==2.13.0"
SMALL = {
    "data build": ["limit=4", "pairs.per_photo=4", "heldout=0.3"],  # fewer may have no questions to learn from
    "train nano/sft": ["optim.steps=1", "optim.warmup_steps=0", "data.cache_mb=64", "heldout=null", "save_steps=1"],
    "bench artedit": ["limit=1"],
    "judge evolve": ["cases=synthetic:6", "train=2", "validation=2", "report=2", "iterations=1", "models.side=48"],
}
"""Overrides that keep a command of the README short, by its first words."""
NOT_HERE = {"ollama:": "needs a server of its own", "…": "leaves a word to the reader"}
"""Commands of the README that are not run, by a part of them, with the reason."""
NEEDS_TRAIN = ("--model nano", "a/Qwen3-VL-folder", "train nano/sft", "train qwen3vl_8b", "data export", "judge evolve")
"""Commands that need the extras; without them they must end in one line that names it."""
SERVES = ("jarvisevo live", "jarvisevo mcp")
"""Commands that go on until they are stopped: their extras are never installed here, and they must say so."""
SERVER = re.compile(r"http://localhost:8000/v1#qwen3_vl")
NEEDS_PROGRAM = ("ollama:",)
"""Commands that ask a program which is not here: they must end in one line that says so."""
QWEN_FOLDER = "path/to/a/Qwen3-VL-folder"


def commands(page: str) -> Iterator[str]:
    """Every `jarvisevo …` of a page, in order: the lines of its code blocks, and the commands within sentences."""
    for block, inline in re.findall(r"^```\n(.*?)^```|(?<!`)`(jarvisevo [^`]+)`", page, re.S | re.M):
        lines = [" ".join(inline.split())] if inline else block.splitlines()
        yield from (line for line in lines if line.startswith("jarvisevo ") and "`" not in line)


def scripts(page: str) -> Iterator[str]:
    """Every Python block of a page."""
    yield from re.findall(r"^```python\n(.*?)^```", page, re.S | re.M)


def floors() -> list[str]:
    """The requirements of pyproject.toml at their lowest allowed versions."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    return [re.sub(r">=([^,;]+).*", r"==\1", line) for line in declared]


def run(*line: str | Path, cwd: Path, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program without input; what it prints is kept."""
    return subprocess.run(
        [str(word) for word in line], cwd=cwd, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )


def outside() -> dict[str, str]:
    """The variables without those that lead to the checkout: pip would count it as installed."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def must(*line: str | Path, cwd: Path) -> None:
    """Run a program that has to succeed."""
    done = run(*line, cwd=cwd, environment=outside())
    if done.returncode:
        sys.exit(f"{shlex.join(map(str, line))} ended with {done.returncode}:\n{done.stdout}{done.stderr}"[-4000:])


def installed(folder: Path, *, lowest: bool, train: bool) -> Path:
    """A fresh environment with nothing but the wheel -> its folder of programs."""
    must(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder / "wheel", ROOT, cwd=folder)
    wheel = next((folder / "wheel").glob("jarvisevo-*.whl"))
    venv.create(folder / "env", with_pip=True)
    programs = folder / "env" / "bin"
    pip = (programs / "python", "-m", "pip", "install", "-q")
    if lowest:
        must(*pip, *floors(), cwd=folder)
    if train:
        must(*pip, TORCH, cwd=folder)
        must(*pip, "-c", ROOT / "constraints.txt", f"{wheel}[train,judge]", cwd=folder)
    else:
        must(*pip, wheel, cwd=folder)
    return programs


def prepared(folder: Path) -> Path:
    """An empty folder with the files that the README's commands name."""
    work = folder / "work"
    shutil.rmtree(work, ignore_errors=True)  # of an earlier check with --keep
    (work / "holiday").mkdir(parents=True)
    shutil.copy(ROOT / "examples" / "landscape.jpg", work / "photo.jpg")
    shutil.copy(ROOT / "examples" / "night.jpg", work / "hero.jpg")
    for name in ("portrait.jpg", "food.jpg"):
        shutil.copy(ROOT / "examples" / name, work / "holiday" / name)
    (work / "preset.xmp").write_text(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" crs:ProcessVersion="11.0" '
        'crs:Contrast2012="+20" crs:HasSettings="True"/></rdf:RDF></x:xmpmeta>'
    )
    shutil.copytree(ROOT / "jarvisevo" / "qwen" / "nano", work / QWEN_FOLDER)
    return work


# ---- servers that the README's commands ask


class Editor(BaseHTTPRequestHandler):
    """A model behind OpenAI's chat completions that edits once, and likes it. Standard library only."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        if "Overall assessment score" in str(asked["messages"][-1]["content"]):
            text = '<think>Seen.</think><answer>{"Overall assessment score": "4.5"}</answer>'
        else:
            call = '{"Contrast2012": -10, "Shadows2012": 20}'
            text = f"<state>finished</state><think>Softer shadows.</think><tool_call>{call}</tool_call>"
        message = {"role": "assistant", "content": text}
        self.answer({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]})

    def do_GET(self) -> None:
        self.answer({"object": "list", "data": [{"id": "qwen3_vl", "object": "model"}]})

    def answer(self, data: object) -> None:
        body = json.dumps(data).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Silence."""


@contextmanager
def editor() -> Iterator[str]:
    """A server with `Editor` on loopback -> its address and the model's name."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Editor)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1#qwen3_vl"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def critic(programs: Path) -> Iterator[str]:
    """The tests' simulator of a judge, in a process of its own -> its address and name."""
    line = [str(programs / "python"), "-m", "tests.jarvisevo.judge.simulator.server", "--port", "0"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(line, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        said = server.stdout.readline()
        try:
            yield re.search(r"http://\S+#\w+", said)[0]  # type: ignore[index]
        finally:
            server.terminate()


# ---- the check


def check(line: str, programs: Path, work: Path, *, train: bool, servers: dict[str, str]) -> str:
    """Run one command of the README -> what is wrong with how it ended, "" when nothing is.

    servers  addresses of servers by the first words of the command that asks them
    """
    address = next((url for start, url in servers.items() if line.startswith(f"jarvisevo {start}")), "")
    words = shlex.split(SERVER.sub(address, line.partition("  #")[0]))
    words += next((extra for start, extra in SMALL.items() if " ".join(words[1:]).startswith(start)), [])
    done = run(programs / words[0], *words[1:], cwd=work, environment=environment(programs))
    said = (done.stdout + done.stderr).strip()
    if "Traceback" in said:
        return said
    if any(part in line for part in NEEDS_PROGRAM):
        return "" if done.returncode and len(said.splitlines()) <= 3 else f"ended with {done.returncode}: {said}"
    if any(part in line for part in (*SERVES, *(() if train else NEEDS_TRAIN))):
        last = said.splitlines()[-1] if said else ""
        return "" if done.returncode == 0 or "pip install" in last else f"no command that mends it: {said}"
    return "" if done.returncode == 0 else f"ended with {done.returncode}: {said}"


def environment(programs: Path) -> dict[str, str]:
    """The variables of a person who has only the fresh environment, and a home: completion is installed there."""
    home = programs.parents[1] / "home"
    home.mkdir(exist_ok=True)
    return outside() | {"PATH": f"{programs}:{os.environ['PATH']}", "OMP_NUM_THREADS": "1", "HOME": str(home)}


def told(line: str, wrong: str) -> bool:
    """Print how a command ended -> whether it was wrong."""
    print(f"{'FAIL' if wrong else 'ok  '} {line}", flush=True)
    if wrong:
        print("     " + wrong[-1500:].replace("\n", "\n     "), flush=True)
    return bool(wrong)


def check_all(programs: Path, work: Path, *, train: bool, servers: dict[str, str]) -> int:
    """Every command and script of the README -> how many ended wrongly."""
    page = (ROOT / "README.md").read_text("utf-8")
    lines = dict.fromkeys(commands(page))
    for line in [line for line in lines if any(part in line for part in NOT_HERE)]:
        print(f"left {line}: {next(why for part, why in NOT_HERE.items() if part in line)}", flush=True)
        del lines[line]
    bad = sum(told(line, check(line, programs, work, train=train, servers=servers)) for line in lines)
    for number, script in enumerate(scripts(page), 1):
        (work / "out.jpg").unlink(missing_ok=True)
        done = run(programs / "python", "-c", script, cwd=work, environment=environment(programs))
        bad += told(f"Python block {number}", done.stderr if done.returncode else "")
    return bad


def main() -> int:
    """Exit code 0 when every command did what it should."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--floors", action="store_true")
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = options.keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        programs = installed(folder.resolve(), lowest=options.floors, train=options.train)
        work = prepared(folder.resolve())
        with editor() as server:
            servers = {"edit": server, "judge evolve": server}
            if options.train:
                with critic(programs) as address:
                    servers["judge evolve"] = address
                    bad = check_all(programs, work, train=True, servers=servers)
            else:
                bad = check_all(programs, work, train=False, servers=servers)
    print(f"{bad} failed on Python {sys.version.partition(' ')[0]}")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
