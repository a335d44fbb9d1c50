"""Build the wheel, install it alone in a fresh environment, and run the README's commands in an empty folder.

    python tests/packaging/wheel_check.py [--floors] [--train]

--floors  installs the lowest versions that pyproject.toml allows, instead of the newest
--train   also installs torch and the extra `train`, and runs the trainer's commands with small limits

Not collected by pytest: it needs the package registry and a few minutes. `make wheel-check` and `make floors` run it.
"""

import argparse
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TORCH = "torch==2.13.0"
SMALL = {
    "data build": ["limit=3", "pairs.per_photo=2", "heldout=0.3"],
    "train nano/sft": ["optim.steps=1", "optim.warmup_steps=0", "data.cache_mb=64", "heldout=null", "save_steps=1"],
    "bench artedit": ["limit=1"],
}
"""Overrides that keep a command of the README short, by its first words."""
NOT_HERE = {
    "http://": "needs a server",
    "ollama:": "needs a server",
    "path/to/a/Qwen3-VL-folder": "needs a model that nobody has here",
    "judge evolve": "needs the extra judge; tests/jarvisevo/judge runs it",
}
"""Commands of the README that are not run, by a part of them, with the reason."""
NEEDS_TRAIN = ("--model nano", "train nano/sft", "train qwen3vl_8b", "data export")
"""Commands that need the extra `train`; without it they must end in one line that names it."""


def commands(page: str) -> Iterator[str]:
    """Every `jarvisevo …` line of the code blocks of a page, in order."""
    for block in re.findall(r"^```\n(.*?)^```", page, re.S | re.M):
        yield from (line for line in block.splitlines() if line.startswith("jarvisevo "))


def floors() -> list[str]:
    """The requirements of pyproject.toml at their lowest allowed versions."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    return [re.sub(r">=([^,;]+).*", r"==\1", line) for line in declared]


def run(*line: str | Path, cwd: Path, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program without input; what it prints is kept."""
    return subprocess.run(
        [str(word) for word in line], cwd=cwd, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )


def must(*line: str | Path, cwd: Path) -> None:
    """Run a program that has to succeed."""
    done = run(*line, cwd=cwd)
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
        must(*pip, "-c", ROOT / "constraints.txt", f"{wheel}[train]", cwd=folder)
    else:
        must(*pip, wheel, cwd=folder)
    return programs


def prepared(folder: Path) -> Path:
    """An empty folder with the files that the README's commands name."""
    work = folder / "work"
    (work / "holiday").mkdir(parents=True)
    shutil.copy(ROOT / "examples" / "landscape.jpg", work / "photo.jpg")
    for name in ("portrait.jpg", "food.jpg"):
        shutil.copy(ROOT / "examples" / name, work / "holiday" / name)
    (work / "preset.xmp").write_text(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" crs:ProcessVersion="11.0" '
        'crs:Contrast2012="+20" crs:HasSettings="True"/></rdf:RDF></x:xmpmeta>'
    )
    return work


def check(line: str, programs: Path, work: Path, *, train: bool) -> str:
    """Run one command of the README -> what is wrong with how it ended, "" when nothing is."""
    words = shlex.split(line.partition("  #")[0])
    words += next((extra for start, extra in SMALL.items() if " ".join(words[1:]).startswith(start)), [])
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    environment |= {"PATH": f"{programs}:{os.environ['PATH']}", "OMP_NUM_THREADS": "1"}
    done = run(programs / words[0], *words[1:], cwd=work, environment=environment)
    said = (done.stdout + done.stderr).strip()
    if "Traceback" in said:
        return said
    if not train and any(part in line for part in NEEDS_TRAIN):
        last = said.splitlines()[-1] if said else ""
        return "" if done.returncode == 0 or "pip install" in last else f"no command that mends it: {said}"
    return "" if done.returncode == 0 else f"ended with {done.returncode}: {said}"


def main() -> int:
    """Exit code 0 when every command did what it should."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--floors", action="store_true")
    parser.add_argument("--train", action="store_true")
    options = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        programs = installed(folder, lowest=options.floors, train=options.train)
        work = prepared(folder)
        for line in commands((ROOT / "README.md").read_text("utf-8")):
            reason = next((why for part, why in NOT_HERE.items() if part in line), "")
            wrong = "" if reason else check(line, programs, work, train=options.train)
            print(
                f"{'skip' if reason else 'FAIL' if wrong else 'ok  '} {line}{f'  ({reason})' if reason else ''}",
                flush=True,
            )
            if wrong:
                bad += 1
                print("     " + wrong[-1500:].replace("\n", "\n     "))
    print(f"{bad} failed")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
