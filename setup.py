"""Carries configs and examples into the wheel as jarvisevo/share, and builds the compiled loops where a compiler is.

Everything else is in pyproject.toml.
"""

import shutil
import sys
import zlib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py

SOURCE = Path("editor_ops/_native.c")
SHARED = ("configs", "examples")
FAST = ["/O2"] if sys.platform == "win32" else ["-O3", "-fno-math-errno", "-fno-trapping-math", "-ffinite-math-only"]
NATIVE = Extension(
    "editor_ops._native",
    [str(SOURCE)],
    define_macros=[("SOURCE_SUM", f"{zlib.crc32(SOURCE.read_bytes())}u")],
    extra_compile_args=FAST if sys.platform == "win32" else [*FAST, "-fno-signed-zeros"],
    py_limited_api=True,
    optional=True,  # without a compiler the install goes on, and the NumPy path does the work
)


class BuildWithShare(build_py):
    """The packages, and the folders that are no packages."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:  # a checkout has them in place
            return
        for name in SHARED:
            target = Path(self.build_lib, "jarvisevo", "share", name)
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(name, target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))


setup(cmdclass={"build_py": BuildWithShare}, ext_modules=[NATIVE], options={"bdist_wheel": {"py_limited_api": "cp311"}})
