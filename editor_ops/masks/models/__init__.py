"""The small networks beside this file (see NOTICE.md), run by OpenCV on the CPU: loaded on first use, thread-safe."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock

import cv2
import numpy as np

FOLDER = Path(__file__).parent
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
