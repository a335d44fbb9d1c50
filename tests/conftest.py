"""What all tests share: one thread per process, and the command line as a function."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import pytest
from hypothesis import settings

settings.register_profile("jarvisevo", deadline=None)  # a loaded machine is no fault of the code
settings.load_profile("jarvisevo")
ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Run:
    """What a command did."""

    code: int
    out: str
    err: str


@pytest.fixture
def cli(capfd: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """Run `jarvisevo …` in this process; what C libraries print is caught too."""
    from jarvisevo.cli.main import main

    def run(*arguments: object) -> Run:
        capfd.readouterr()
        code = main([str(argument) for argument in arguments])
        return Run(code, *capfd.readouterr())

    return run


@pytest.fixture
def python() -> Callable[..., Run]:
    """Run a fresh Python process in the project's folder."""

    def run(*arguments: object, **environment: str) -> Run:
        done = subprocess.run(
            [sys.executable, *map(str, arguments)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=300,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **environment},
        )
        return Run(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def examples() -> Path:
    """The folder of shipped photos."""
    return ROOT / "examples"


@pytest.fixture
def cluster() -> Iterator[None]:
    """Ray may be used; what was begun of it ends with the test."""
    ray = pytest.importorskip("ray", reason="ray is not installed")
    yield
    ray.shutdown()
