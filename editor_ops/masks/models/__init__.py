"""The small networks beside this file (see NOTICE.md), run by OpenCV on the CPU: loaded on first use, thread-safe."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock

import cv2
import numpy as np

FOLDER = Path(__file__).parent
THINGS, FEATURE_SIDE = "things.tflite", 300
FEATURES = {
    "f75": "FeatureExtractor/MobilenetV2/expanded_conv_2/add",
    "f38": "FeatureExtractor/MobilenetV2/expanded_conv_5/add",
    "f19": "FeatureExtractor/MobilenetV2/expanded_conv_12/add",
    "f10": "FeatureExtractor/MobilenetV2/expanded_conv_15/add",
}
"""Layers of `things.tflite` whose outputs heads of our own read: input of the head by its size -> layer."""
SELFIE, SELFIE_SIDE = "selfie_segmentation.tflite", 256
SELFIE_FEATURES = ("add_10__xeno_compat__1", "add_7__xeno_compat__1", "add_4__xeno_compat__1", "activation_10")
"""Layers of SELFIE at 64, 32 and 16, and its chance of foreground."""
_loading = Lock()


@cache
def _load(path: str) -> "tuple[cv2.dnn.Net, Lock]":
    """The network of a file, with the lock that its calls take (a cv2.dnn.Net holds its activations)."""
    # OpenCV 5's new engine drops outputs of TFLite files and refuses a broadcast sum; so does reading from memory
    engine = {"engine": cv2.dnn.ENGINE_CLASSIC} if hasattr(cv2.dnn, "ENGINE_CLASSIC") else {}
    read = cv2.dnn.readNetFromTFLite if path.endswith(".tflite") else cv2.dnn.readNetFromONNX
    return read(path, **engine), Lock()


def run(name: str | Path, image: np.ndarray, outputs: Sequence[str] = ()) -> list[np.ndarray]:
    """Outputs of a network for one image: (h, w, 3) float32 in the range and at the size it was trained for.

    name  a file beside this one, or a whole path; outputs: layer names, all in the order asked for
    """
    with _loading:
        network, lock = _load(str(FOLDER / name))
    blob = np.ascontiguousarray(image.transpose(2, 0, 1)[None], np.float32)
    with lock:
        network.setInput(blob)
        names = list(outputs or network.getUnconnectedOutLayersNames())
        return [np.array(out) for out in network.forward(names)]


def features(image: np.ndarray) -> list[np.ndarray]:
    """FEATURES of an image (FEATURE_SIDE, FEATURE_SIDE, 3) in [0, 1], each (1, planes, n, n)."""
    return run(THINGS, image * np.float32(2) - np.float32(1), tuple(FEATURES.values()))


def selfie_features(image: np.ndarray) -> list[np.ndarray]:
    """SELFIE_FEATURES of a square image in [0, 1], each (1, planes, n, n)."""
    small = cv2.resize(image, (SELFIE_SIDE, SELFIE_SIDE), interpolation=cv2.INTER_AREA)
    return run(SELFIE, small, SELFIE_FEATURES)


def run_head(name: str | Path, found: Sequence[np.ndarray], names: Sequence[str] = tuple(FEATURES)) -> np.ndarray:
    """The output of a head of ours for the features of one image, named as the head's inputs are."""
    with _loading:
        network, lock = _load(str(FOLDER / name))
    with lock:
        for key, value in zip(names, found, strict=True):
            network.setInput(np.ascontiguousarray(value, np.float32), key)
        return np.array(network.forward())
