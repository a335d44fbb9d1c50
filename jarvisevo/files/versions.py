"""Versions of this program and of what decides its pixels."""

import platform


def version() -> str:
    """The installed version, or "unknown" when run from a folder that was never installed."""
    from importlib import metadata

    try:
        return metadata.version("jarvisevo")
    except metadata.PackageNotFoundError:
        return "unknown (not installed)"


def versions() -> dict[str, str]:
    """Of this program and of what decides the pixels."""
    import cv2
    import numpy as np

    return {
        "jarvisevo": version(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "opencv": cv2.__version__,
    }
