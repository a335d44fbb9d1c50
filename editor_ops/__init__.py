"""The tool sandbox: Lightroom's develop parameters on NumPy and OpenCV arrays.

    from editor_ops import Settings, load, render, save
    save(render(load("photo.jpg"), Settings.parse({"Exposure2012": 0.5})), "out.jpg")

Colours are linear ProPhoto (D50) float32 unless an operation's docstring says otherwise.
"""

from typing import Any

_LAZY = {
    "Image": "photo",
    "Photo": "photo",
    "PhotoError": "photo",
    "Preview": "preview",
    "Settings": "settings",
    "SettingsError": "parameters",
    "TABLE": "table",
    "load": "io.decode",
    "render": "pipeline",
    "save": "io.save",
}
__all__ = list(_LAZY)


def __dir__() -> list[str]:
    """The public names, for those who look around."""
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    """Import a public name on first use, so that `import editor_ops` costs nothing."""
    if name not in _LAZY:
        raise AttributeError(f"module 'editor_ops' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"editor_ops.{_LAZY[name]}"), name)
