"""79 programs that try to get out, to hang, or to lie: none does, with the static checks and without them."""

import re
from typing import Any

import pytest

from jarvisevo.judge.core import sandbox
from jarvisevo.judge.core.sandbox import SandboxError

pytest.importorskip("pydantic_monty", reason="verifiers run in pydantic-monty")
ARGUMENTS = {"prompt": "make it warmer", "response": "cand_1", "reference": "source"}
IMPORTS = [
    "os",
    "sys",
    "subprocess",
    "socket",
    "shutil",
    "pathlib",
    "ctypes",
    "importlib",
    "builtins",
    "pickle",
    "marshal",
    "threading",
    "multiprocessing",
    "signal",
    "inspect",
    "gc",
    "io",
    "tempfile",
    "urllib.request",
    "http.client",
    "asyncio",
    "code",
    "platform",
    "resource",
    "pty",
]
"""Modules that reach out of an interpreter."""
REACHING = (
    "open('/etc/passwd').read()",
    "open('out.txt', 'w').write('x')",
    "__import__('os').system('id')",
    "eval('1 + 1')",
    "exec('x = 1')",
    "compile('1', 'a', 'eval')",
    "globals()['__builtins__']",
    "locals()",
    "vars()",
    "getattr(measure, '__globals__')",
    "().__class__.__bases__[0].__subclasses__()",
    "measure.__globals__",
    "measure.__self__.images",
    "(lambda: 0).__code__",
    "type('X', (), {})",
    "[].__class__.__mro__",
    "''.__class__.__init__",
    "str.__subclasses__",
    "input()",
    "breakpoint()",
    "print(open)",
    "dir()",
    "id(measure)",
    "object()",
    "memoryview(b'x')",
    "'{0.__class__}'.format(measure)",
    "f'{measure.__globals__}'",
)
HANGING = (
    "    while True:\n        pass\n    return 1\n",
    "    return sum(range(10 ** 12))\n",
    "    return len('a' * 10 ** 10)\n",
    "    return 9 ** 9 ** 9\n",
    "    def f(n):\n        return f(n + 1)\n    return f(0)\n",
    "    x = []\n    while True:\n        x.append('a' * 10 ** 6)\n    return 1\n",
    "    x = [1]\n    for i in x:\n        x.append(i)\n    return 1\n",
    "    for i in range(10 ** 9):\n        for j in range(10 ** 9):\n            pass\n    return 1\n",
    "    return len(list(range(10 ** 9)))\n",
    "    return len([measure(response, 'warmth') for _ in range(100000)])\n",
    "    return len({i: i for i in range(10 ** 9)})\n",
    "    return len(str(2 ** (10 ** 8)))\n",
    "    x = 'a'\n    for _ in range(60):\n        x = x + x\n    return len(x)\n",
)
LYING = (
    "    import math\n    return math.nan\n",
    "    import math\n    return math.inf\n",
    "    return -math.inf\n",
    "    return True\n",
    "    return '1'\n",
    "    return None or []\n",
    "    return [0.5]\n",
    "    return 1.0001\n",
    "    return -0.0001\n",
    "    return 1 / 0\n",
    "    return measure('/etc/passwd', 'warmth')\n",
    "    return measure(response, '__class__')\n",
    "    return cost('source; rm', 'noise')\n",
    "    return {'score': 1}\n",
)
PROGRAMS = (
    *(f"    import {name}\n    return 0.5\n" for name in IMPORTS),
    *(f"    x = {text}\n    return 0.5\n" for text in REACHING),
    *HANGING,
    *LYING,
)


def measure(handle: str, name: str) -> float:
    if handle not in ("source", "cand_1", "cand_2") or name != "warmth":
        raise ValueError(f"no such image or measure: {handle} {name}")
    return 1.0


FUNCTIONS: dict[str, Any] = {"measure": measure, "cost": measure, "difference": lambda _a, _b: 0.0}


def run(body: str) -> float:
    code = f"def compute_it(prompt, response, reference):\n{body}"
    return sandbox.number(sandbox.call(code, ARGUMENTS, FUNCTIONS))


def test_there_are_79_of_them() -> None:
    assert len(set(PROGRAMS)) == 79


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_a_program_is_refused_or_stopped(number: int) -> None:
    with pytest.raises(SandboxError):
        run(PROGRAMS[number])


@pytest.mark.parametrize("number", range(len(IMPORTS) + len(REACHING)))
def test_without_the_static_checks_nothing_of_this_machine_is_reached(
    number: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    """What the interpreter knows of such a program is its own: no files, no modules of this process,
    no names of ours.
    """
    monkeypatch.setattr(sandbox, "static_problems", lambda _code: [])
    monkeypatch.chdir(tmp_path)
    body = PROGRAMS[number].replace(
        "return 0.5", "return str(x)" if "x = " in PROGRAMS[number] else "return 'imported'"
    )
    code = f"def compute_it(prompt, response, reference):\n{body}"
    try:
        value = str(sandbox.call(code, ARGUMENTS, FUNCTIONS))
    except SandboxError:
        value = ""
    assert not re.search(r"root:|/usr/|site-packages|jarvisevo|HashableImage|uid=", value), value
    assert list(tmp_path.iterdir()) == []
