"""The Makefile works with the tools of a slim Linux and of macOS: GNU Make 3.81, a POSIX shell, BSD commands."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "Makefile").read_text("utf-8")
TARGETS = re.search(r"^\.PHONY: (.*)$", TEXT, re.M)[1].split()  # type: ignore[index]
NEWER_MAKE = (
    r"&:",
    r"^\S+ *!=",
    r"\.ONESHELL",
    r"\.SHELLFLAGS",
    r"\$\(file ",
    r"\$\(let ",
    r"\$\(intcmp ",
    r"::=",
    r"^undefine",
)
"""What GNU Make learnt after 3.81, which macOS has."""
BASH_ONLY = (
    r"\[\[",
    r"<<<",
    r"(^|[;&| ])source ",
    r"(^|[;&| ])function ",
    r"&>",
    r"\$'",
    r"\{\d+\.\.\d+\}",
    r"\bpushd\b",
    r"<\(",
)
GNU_ONLY = (
    r"\bsed -i", r"readlink -f", r"grep -[a-zA-Z]*P", r"cp -[a-zA-Z]*t", r"xargs -r", r"date -d", r"stat -c",
    r"-printf", r"sort -V", r"head -n -", r"mktemp --", r"\bnproc\b", r"du -[a-zA-Z]*b", r"\brealpath\b",
    r"\btimeout \d", r"echo -[en]",
)  # fmt: skip
"""Options that BSD commands do not have."""
TOOLS = ("sh", "touch", "rm", "find", "mkdir", "cp", "env", "dirname")
"""What is left of a machine without a compiler, git, curl or bash."""

needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


def recipes() -> list[str]:
    return [line.lstrip("\t@-") for line in TEXT.splitlines() if line.startswith("\t")]


@pytest.mark.parametrize("pattern", NEWER_MAKE)
def test_only_what_make_3_81_knows(pattern: str) -> None:
    assert not re.search(pattern, TEXT, re.M)


@pytest.mark.parametrize("pattern", BASH_ONLY + GNU_ONLY)
def test_recipes_are_posix(pattern: str) -> None:
    assert len(recipes()) > 30
    assert not [line for line in recipes() if re.search(pattern, line)]


@needs_make
@pytest.mark.parametrize("target", [name for name in TARGETS if name != "clean"])
def test_every_target_is_planned_without_compiler_or_git(target: str, tmp_path: Path) -> None:
    """`make -n` in a copy of the Makefile with nothing but a Python and the tools of a slim image in reach."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in TOOLS:
        if found := shutil.which(name):
            (tools / name).symlink_to(found)
    (tools / "python3").symlink_to(os.path.realpath(sys.executable))
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    make = shutil.which("make") or "make"
    planned = subprocess.run(
        [make, "-n", target], cwd=tmp_path, env={"PATH": str(tools)}, capture_output=True, text=True, check=False
    )
    assert planned.returncode == 0, planned.stderr
    assert "python" in planned.stdout and "git " not in planned.stdout
    read = subprocess.run(["sh", "-n"], input=planned.stdout, capture_output=True, text=True, check=False)
    assert read.returncode == 0, read.stderr
