"""A subject matting network of the user's own (ISNet, U²-Net and the like), as an ONNX file run by OpenCV."""

import os
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from editor_ops.masks import models, refine
from editor_ops.masks.region import MaskError, Region

ENVIRONMENT = "JARVISEVO_MATTING"
"""Environment variable that names the ONNX file; "FILE:SIDE" gives its input size, 1024 without."""


class SetupError(MaskError):
    """The user's own segmenter cannot be used at all; no other one takes its place unasked."""


class OnnxMatting:
    """Serves "subject" and "background": one input (1, 3, side, side) of RGB, first output (1, 1, s, s), any range.

    path    the ONNX file
    side    input size in pixels
    centre  what is taken off the values in [0, 1]: 0.5 for ISNet
    """

    regions = frozenset({"subject", "background"})

    def __init__(self, path: str | Path, side: int = 1024, centre: float = 0.5) -> None:
        self.path, self.side, self.centre = Path(path).resolve(), side, np.float32(centre)
        self.name = self.path.name

    def segment(self, rgb: np.ndarray, region: Region) -> np.ndarray:
        """The matte, stretched to [0, 1]; MaskError where the network sees nothing or cannot be run."""
        if not self.path.is_file():
            raise SetupError(f"no matting file {self.path}: set {ENVIRONMENT} to an ONNX file, or unset it")
        small = cv2.resize(rgb, (self.side, self.side), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        try:
            raw = models.run(self.path, small - self.centre)[0]
        except cv2.error as error:
            reason = str(error).splitlines()[0][:120]
            raise SetupError(f"OpenCV cannot run the matting file {self.name} ({reason})") from error
        matte = raw.reshape(-1, *raw.shape[-2:])[0]
        low, high = float(matte.min()), float(matte.max())
        if high - low < 0.1:
            raise MaskError("no clear subject")
        weight = refine.to_size((matte - low) / (high - low), *rgb.shape[:2])
        return weight if region.name == "subject" else 1 - weight


def from_environment() -> OnnxMatting | None:
    """The network that the environment names, or None."""
    named = os.environ.get(ENVIRONMENT, "")
    return _opened(named) if named else None


@cache
def _opened(named: str) -> OnnxMatting:
    path, _, side = named.rpartition(":")
    return OnnxMatting(path, int(side)) if path and side.isdigit() else OnnxMatting(named)
