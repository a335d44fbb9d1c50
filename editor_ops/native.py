"""The compiled loops of `_native.c`, when they were built; without them every operation takes its NumPy path.

An operation asks `usable(strip)` and then calls the function of its name; both paths give the same pixels to a few
parts in a million. JARVISEVO_PURE=1 switches the compiled ones off.
"""

import ctypes
import os
import zlib
from functools import lru_cache
from importlib import import_module
from pathlib import Path

import numpy as np

_P, _N, _F, _I = ctypes.c_void_p, ctypes.c_int64, ctypes.c_float, ctypes.c_int32
_D = ctypes.c_double
_ARGUMENTS: dict[str, tuple[type, ...]] = {
    "encode": (_P, _N, _P),
    "decode": (_P, _N, _P),
    "to_bytes": (_P, _N, _P, _P, _P, _P),
    "color_mixer": (_P, _N, _P, _P, _P, _P, _F, _I),
    "vibrance": (_P, _N, _P, _P, _P, _F, _F),
    "tone": (_P, _N, _P, _F, *(_P,) * 8, _F, _F, _I),
    "clear_haze": (_P, _N, _P, _P, _P, _F, _F, _F, _F),
    "log_luminance": (_P, _N, _P, _F, _P),
    "presence": (_P, _N, _P, _P, _P, _P, _I, _P),
    "curve": (_P, _N, _P, _P),
    "grading": (_P, _N, _P),
    "add_plane": (_P, _N, _P, _P, _P),
    "noise_planes": (_P, _N, _P, _P, _P, _P),
    "noise_join": (_P, _N, _P, _P, _P, _P),
    "shrink": (_P, _N, _P, _P, _F),
    "sharpen": (_P, _N, _P, _P, _P, _P, _P, _P, _F),
    "rows_between": (_P, _N, _P, _N, _N, _D, _D),
}
_PER_VALUE = ("encode", "decode", "sharpen", "shrink", "rows_between")
"""Functions that count values; the others count pixels of three."""


@lru_cache(maxsize=1)
def library() -> ctypes.CDLL | None:
    """The compiled functions, which release the interpreter's lock; None when not built or switched off."""
    if os.environ.get("JARVISEVO_PURE", "") not in ("", "0"):
        return None
    try:
        return opened(str(import_module("editor_ops._native").__file__))
    except ImportError:
        return None


def opened(path: str) -> ctypes.CDLL | None:
    """A build of `_native.c` ready to be called; None when it is one of other sources than those beside this file."""
    source = Path(__file__).with_name("_native.c")
    try:
        found = ctypes.CDLL(path)
        found.source_sum.restype = ctypes.c_uint32
        if source.is_file() and found.source_sum() != zlib.crc32(source.read_bytes()):
            return None
        for name, arguments in _ARGUMENTS.items():
            function = getattr(found, name)
            function.argtypes, function.restype = arguments, None
    except (OSError, AttributeError):
        return None
    return found


def usable(*strips: np.ndarray) -> bool:
    """True when the compiled functions are there and can work on these arrays: float32, contiguous, writeable."""
    return library() is not None and all(
        s.dtype == np.float32 and s.flags.c_contiguous and s.flags.writeable for s in strips
    )


def call(name: str, strip: np.ndarray, *arguments: np.ndarray | float | None) -> None:
    """Run a compiled function on a strip, in place: arrays go as pointers, None as NULL.

    Tables, planes and matrices must be contiguous float32; `out` buffers of the type that the function writes.
    """
    found = library()
    assert found is not None
    if any(isinstance(a, np.ndarray) and a.dtype not in (np.float32, np.uint8) for a in arguments):
        raise TypeError(f"{name} takes float32 arrays, got {[getattr(a, 'dtype', None) for a in arguments]}")
    count = strip.size // (1 if name in _PER_VALUE else 3)
    held = [np.ascontiguousarray(a) if isinstance(a, np.ndarray) else a for a in arguments]  # alive until it returns
    given = [a.ctypes.data if isinstance(a, np.ndarray) else a for a in held]
    getattr(found, name)(strip.ctypes.data, count, *given)
