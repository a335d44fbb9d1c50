"""Pixels as the bytes of a JPEG or PNG without metadata: for models, pages, data sets.
`save` writes photos with theirs.
"""

import base64

import cv2
import numpy as np


def jpeg_bytes(rgb: np.ndarray, quality: int, *, full_chroma: bool = True, optimize: bool = False) -> bytes:
    """(H, W, 3) uint8 sRGB as a baseline JPEG. ValueError when a side is too long for one (65,500 pixels).

    full_chroma  4:4:4, else 4:2:0, which is smaller and blurs fine colour
    optimize     Huffman tables of its own: a few per cent smaller, slower
    """
    sampling = cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444 if full_chroma else cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420
    options = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
    return _encoded(".jpg", rgb, [*options, cv2.IMWRITE_JPEG_OPTIMIZE, int(optimize)])


def png_bytes(rgb: np.ndarray, compression: int | None = None) -> bytes:
    """(H, W, 3) uint8 or uint16 as PNG, exact.

    compression  0 to 9; None leaves it to OpenCV
    """
    return _encoded(".png", rgb, [] if compression is None else [cv2.IMWRITE_PNG_COMPRESSION, compression])


def data_url(data: bytes, form: str) -> str:
    """The bytes of an image ("jpeg" or "png") as a data URL."""
    return f"data:image/{form};base64,{base64.b64encode(data).decode()}"


def _encoded(suffix: str, rgb: np.ndarray, options: list[int]) -> bytes:
    try:
        done, coded = cv2.imencode(suffix, cv2.cvtColor(np.ascontiguousarray(rgb), cv2.COLOR_RGB2BGR), options)
    except cv2.error:
        done = False
    if not done:
        raise ValueError(f"an image of {rgb.shape} {rgb.dtype} cannot be written as {suffix[1:]}")
    return coded.tobytes()
