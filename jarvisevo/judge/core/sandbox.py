"""Where synthesised code runs: Monty, an interpreter of a part of Python in a process of its own.

It has no files, no network and no modules of this program; memory and time are limited, and the only way out is the
functions handed in. Nothing is ever run with `exec`. Without the package verifiers are off, and said to be.
"""

import ast
import datetime
from collections.abc import Callable, Mapping
from types import ModuleType

from editor_ops.validation import finite

SECONDS = 1.0
MEMORY = 50_000_000
CALLS = 200
"""Calls out of one run."""
MAX_CODE = 8_000
ALLOWED_IMPORTS = {"math", "re"}
BANNED_NAMES = {
    "open",
    "eval",
    "exec",
    "compile",
    "globals",
    "locals",
    "vars",
    "input",
    "breakpoint",
    "getattr",
    "setattr",
    "delattr",
    "print",
    "type",
    "dir",
    "id",
    "hash",
    "object",
    "super",
    "memoryview",
}
BANNED_NODES = (
    ast.AsyncFunctionDef,
    ast.Await,
    ast.ClassDef,
    ast.Global,
    ast.Nonlocal,
    ast.Yield,
    ast.YieldFrom,
    ast.With,
    ast.Delete,
    ast.Try,
    ast.Lambda,
    ast.AsyncFor,
    ast.AsyncWith,
)
_CLOCKS = (datetime.datetime(2020, 1, 1), datetime.datetime(2031, 7, 13, 5, 17, 3))


class SandboxError(ValueError):
    """Code that was refused or failed: one line with the reason."""


def available() -> bool:
    """True when the interpreter is installed."""
    from importlib.util import find_spec

    return find_spec("pydantic_monty") is not None


def static_problems(code: str) -> list[str]:
    """Why code is not even tried: one function compute_*(prompt, response, reference) and nothing that reaches out."""
    if len(code) > MAX_CODE:
        return [f"longer than {MAX_CODE} characters"]
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return [f"is not Python: {type(error).__name__}: {str(error)[:100]}"]
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    others = [n for n in tree.body if not isinstance(n, ast.FunctionDef | ast.Import | ast.ImportFrom | ast.Assign)]
    found = [f"line {node.lineno}: only functions, constants and imports stand at the top" for node in others]
    mains = [f for f in functions if f.name.startswith("compute_")]
    if len(mains) != 1 or [a.arg for a in mains[0].args.args] != ["prompt", "response", "reference"]:
        found.append("must define one function compute_NAME(prompt, response, reference)")
    elif not any(isinstance(node, ast.Return) and node.value for node in ast.walk(mains[0])):
        found.append(f"{mains[0].name} returns nothing")
    return found + [text for node in ast.walk(tree) if (text := _banned(node))]


def _banned(node: ast.AST) -> str:
    line = f"line {getattr(node, 'lineno', 0)}"
    if isinstance(node, ast.Import | ast.ImportFrom):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module or ""]
        bad = [name for name in names if name not in ALLOWED_IMPORTS]
        return f"{line}: imports {bad[0]}; allowed are {', '.join(sorted(ALLOWED_IMPORTS))}" if bad else ""
    if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
        return f"{line}: uses {node.attr}"
    if isinstance(node, ast.Name) and (node.id in BANNED_NAMES or node.id.startswith("__")):
        return f"{line}: uses {node.id}"
    return f"{line}: {type(node).__name__} is not allowed" if isinstance(node, BANNED_NODES) else ""


def main_function(code: str) -> str:
    """Name of the compute_* function of code that has no static problems."""
    return next(
        n.name for n in ast.parse(code).body if isinstance(n, ast.FunctionDef) and n.name.startswith("compute_")
    )


def call(
    code: str, arguments: Mapping[str, str], functions: Mapping[str, Callable[..., float]], *, other: int = 0
) -> object:
    """The function's value. SandboxError when it fails, takes too long, or asks for what it may not have.

    other  0 or 1: another clock and other random numbers, by which code that depends on them is found out
    """
    if problems := static_problems(code):
        raise SandboxError("; ".join(problems[:3]))
    monty = _monty()
    limits = {
        "max_feed_duration_secs": SECONDS,
        "max_memory": MEMORY,
        "max_recursion_depth": 200,
        "max_suspensions": CALLS,
    }
    policy = {"datetime": _CLOCKS[other], "random_start": {"seed": other + 1}, "sleep": "zero"}
    script = f"{code}\n\n{main_function(code)}(prompt, response, reference)\n"
    try:
        with (
            monty.Monty(request_timeout=4 * SECONDS, max_processes=1) as pool,
            pool.checkout(limits=limits, os_policy=policy) as session,
        ):
            return session.feed_run(
                script,
                inputs=dict(arguments),
                external_lookup=dict(functions),
                print_callback=monty.CollectString(1000),
            )
    except (monty.MontyError, TimeoutError) as error:
        raise SandboxError(" ".join(str(error).split())[-300:] or type(error).__name__) from None


def number(value: object, low: float = 0.0, high: float = 1.0) -> float:
    """A finite number in the range. SandboxError for anything else."""
    found = finite(value)
    if found is None:
        huge = isinstance(value, int) and abs(value) > 2**64  # Python refuses to print one of 5,000 digits
        shown = "an integer beyond all bounds" if huge else repr(str(value)[:40])
        raise SandboxError(f"returned {shown}, which is no finite number")
    if not low <= found <= high:
        raise SandboxError(f"returned {found:g}, which is outside {low:g} to {high:g}")
    return found


def _monty() -> ModuleType:
    try:
        import pydantic_monty
    except ModuleNotFoundError:
        raise SandboxError("verifiers are off: they need pydantic-monty (pip install 'jarvisevo[judge]')") from None
    return pydantic_monty
