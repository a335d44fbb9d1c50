"""The rules of the folder layout, read from the source: who may import whom, what is lazy, what is named."""

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("editor_ops", "jarvisevo", "training", "data_pipeline", "bench")
FLOORS: tuple[tuple[str, ...], ...] = (
    ("editor_ops.native",),
    ("editor_ops.color", "editor_ops.files", "editor_ops.text"),
    ("editor_ops.parameters",),
    ("editor_ops.photo", "editor_ops.validation"),
    ("editor_ops.frame",),
    ("editor_ops.stages",),
    ("editor_ops.develop", "editor_ops.ops", "editor_ops.masks.rows"),
    ("editor_ops.table",),
    ("editor_ops.settings",),
    ("editor_ops.masks",),
    ("editor_ops.pipeline",),
    ("editor_ops.preview",),
    ("editor_ops.measure", "editor_ops.formats", "editor_ops.inverse", "editor_ops.io"),
    ("editor_ops",),
    ("jarvisevo.files",),
    ("jarvisevo.record",),
    ("jarvisevo.protocol",),
    ("jarvisevo.report",),
    ("jarvisevo.rules",),
    ("jarvisevo.scoring",),
    ("jarvisevo.agent",),
    ("jarvisevo.qwen",),
    ("jarvisevo.policies",),
    ("jarvisevo.judge",),
    ("jarvisevo.live",),
    ("jarvisevo.cli",),
    ("jarvisevo",),
    ("training", "data_pipeline", "bench"),
)
"""From the ground up. A file stands on the floor of the longest of these names that its own begins with; it imports
from its own room and from lower floors, never from a higher floor or from another room of its own one."""
HEAVY = {
    "torch",
    "transformers",
    "trl",
    "peft",
    "datasets",
    "accelerate",
    "vllm",
    "colour",
    "scipy",
    "skimage",
    "matplotlib",
    "gradio",
    "fastapi",
}
LAZY_IN_CORE = HEAVY | {"rawpy", "simplejpeg", "pillow_heif", "tifffile", "PIL"}
"""Imported inside functions only: `jarvisevo --help` and `import editor_ops` must not wait for them."""
TEXT = {".py", ".toml", ".yaml", ".yml", ".md", ".txt", ".cfg", ".ini", ".json", ".sh", ""}
ABSOLUTE = re.compile(r"(?<![\w.:/<~}\])-])/(?:home|root|work|Users|tmp|opt|mnt|data)/[\w.-]+")

DOCUMENT = re.compile(r"\b(?:dict|Mapping)\[str, Any\]")
"""A JSON object: what its values are, nobody can say."""
ANY = re.compile(r"\bAny\b(?=[\],)|:\"']| [=|]|$)")
MOST_ANY = 37
"""Any elsewhere: where a type hangs on a name (a setting by its row, a TIFF tag, what each operation keeps), on an
entry of a table (a loop's own config, an endpoint's body), or where options are handed on as they came."""


@cache
def sources() -> dict[str, tuple[Path, ast.Module]]:
    """Every module of the packages by its dotted name: its file and its syntax tree."""
    found = {}
    for path in (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = path, ast.parse(path.read_text("utf-8"))
    return found


def imported(name: str) -> Iterator[str]:
    """The modules that a module imports, at its top, in functions and for type checking alike."""
    path, tree = sources()[name]
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:  # `from package import module` imports the module
                yield f"{base}.{alias.name}" if f"{base}.{alias.name}" in sources() else base


@cache
def graph() -> dict[str, set[str]]:
    """Our own modules, and which of them each imports."""
    return {name: {other for other in imported(name) if other in sources()} - {name} for name in sources()}


def room(name: str) -> tuple[int, str]:
    """(floor, room) of a module."""
    rooms = [(len(r), floor, r) for floor, names in enumerate(FLOORS) for r in names if f"{name}.".startswith(f"{r}.")]
    assert rooms, f"{name} stands on no floor: name its room in FLOORS"
    _, floor, best = max(rooms)
    return floor, best


def circles() -> list[list[str]]:
    """Files that import each other in a circle: the strongly connected components (Tarjan 1972) of two or more."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        stack.append(name)
        for other in sorted(graph()[name]):
            if other not in number:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], number[other])
        if low[name] == number[name]:
            at = stack.index(name)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for name in sorted(graph()):
        if name not in number:
            visit(name)
    return found


def test_no_circle_of_files() -> None:
    found = [" <-> ".join(names) for names in circles()]
    assert not found, "these files import each other; move what both need below them:\n" + "\n".join(found)


def test_imports_go_down() -> None:
    upward = set()
    for name, others in graph().items():
        here, own = room(name)
        for other in others:
            there, its = room(other)
            if there > here or (there == here and its != own):
                upward.add(f"{name} -> {other}")
    assert not upward, "these imports go up, or to a room of the same floor (see FLOORS):\n" + "\n".join(sorted(upward))


def at_import(tree: ast.AST) -> Iterator[str]:
    """Top-level packages that are imported when the module is: not in functions, not for type checking."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield (node.module or "").split(".")[0]
        elif isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from at_import(node)


def test_heavy_packages_are_imported_on_use() -> None:
    early = []
    for name, (_, tree) in sources().items():
        lazy = LAZY_IN_CORE if name.split(".")[0] in ("editor_ops", "jarvisevo") else HEAVY
        early += [f"{name}: {package}" for package in sorted(set(at_import(tree)) & lazy)]
    assert not early, "import these inside the functions that use them:\n" + "\n".join(early)


def test_jarvisevo_starts_benches_by_name_from_the_command_line_only() -> None:
    starters = [
        path.name
        for name, (path, _) in sources().items()
        if name.split(".")[0] == "jarvisevo" and re.search(r"import_module|run_module", path.read_text("utf-8"))
    ]
    assert set(starters) <= {"siblings.py", "__init__.py"}  # a package may load its own names on use


def tracked() -> list[Path]:
    """Text files that belong to the project."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    paths = [ROOT / name.decode() for name in listed.stdout.split(b"\0") if name]
    return [p for p in paths if p.suffix in TEXT and p.is_file() and p.stat().st_size < 1_000_000]


def test_no_absolute_paths_of_a_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in tracked()
        for match in ABSOLUTE.finditer(path.read_text("utf-8", "replace"))
        if path != Path(__file__)
    ]
    assert not found


def test_every_package_says_what_it_is() -> None:
    for package in PACKAGES:
        assert ast.get_docstring(ast.parse((ROOT / package / "__init__.py").read_text("utf-8"))), package


def test_a_class_name_means_one_thing() -> None:
    places: dict[str, list[str]] = {}
    for module, (_, tree) in sources().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name.lstrip("_"), []).append(module)
    assert not {name: found for name, found in places.items() if len(found) > 1}


def test_any_says_nothing_and_is_rare() -> None:
    found = []
    for name, (path, _) in sources().items():
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if not line.startswith("from typing"):
                found += [f"{name}:{number}: {line.strip()}"] * len(ANY.findall(DOCUMENT.sub("", line)))
    assert len(found) <= MOST_ANY, (
        f"{len(found)} Any, {MOST_ANY} at most: give the new ones a type; `object` takes everything:\n"
        + "\n".join(found)
    )
