"""`render`: a photo developed with settings, through the operations of `table.PIPELINE` in their order."""

from collections.abc import Callable
from dataclasses import replace
from weakref import WeakKeyDictionary

import cv2
import numpy as np

from editor_ops.develop import develop, is_output
from editor_ops.frame import Encoding, Frame, Maps
from editor_ops.masks import blend, corrections
from editor_ops.masks.layers import subject
from editor_ops.ops import geometry, lens
from editor_ops.photo import SPACES, Image, Photo
from editor_ops.settings import Settings, started
from editor_ops.stages import Step
from editor_ops.table import PIPELINE

MIN_SIDE = 8
"""Kernels never see a frame with a shorter side."""
KEPT_FRAMES = 3
"""Crops and sizes of one photo whose pixels and maps are kept between renders."""

_kept: WeakKeyDictionary[Photo, dict[object, tuple[Photo | None, int, np.ndarray, Maps]]] = WeakKeyDictionary()


def render(
    photo: Photo,
    settings: Settings | None = None,
    max_size: int | None = None,
    *,
    space: str = "srgb",
    bits: int = 8,
    threads: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Image:
    """Develop a photo.

    photo     from `load` or `Photo.from_array`; not changed
    settings  validated parameters; absent ones are at their default, on RAW at Lightroom's for RAW (`raw_start`)
    max_size  longest side of the result in pixels; None keeps the photo's own size
    space     "srgb", "p3", "adobe" or "prophoto": primaries and curve of the result
    bits      8 or 16
    threads   worker threads; default: the machine's cores for large frames, else this thread
    stop      asked between strips; when it answers True the render ends with StoppedError

    Every render starts from the original pixels; analysis maps are kept per photo between renders.
    `Image.notes` names the local corrections that could not act, and why; the rest of the edit is done.
    Raises SettingsError where the crop leaves nothing of the photo, ValueError and TypeError for arguments that cannot
    be.
    """
    _check(settings, max_size, space, bits, threads)
    settings = started(settings or Settings(), photo)
    image = _developed(photo, settings, max_size, space=space, bits=bits, threads=threads, stop=stop)
    return replace(image, pixels=geometry.turned(image.pixels, settings))


def _check(settings: object, max_size: int | None, space: str, bits: int, threads: int | None) -> None:
    if not isinstance(settings, Settings | None):
        raise TypeError(
            f"settings: expected Settings, got {type(settings).__name__}: Settings.parse makes them of a dict"
        )
    for name, number in (("max_size", max_size), ("threads", threads)):
        if number is not None and number < 1:
            raise ValueError(f"{name} is {number}: give 1 or more, or None")
    if space not in SPACES:
        raise ValueError(f"space is {space!r}: choose one of {', '.join(SPACES)}")
    if bits not in (8, 16):
        raise ValueError(f"bits is {bits}: choose 8 or 16")


def _developed(
    photo: Photo,
    settings: Settings,
    max_size: int | None,
    *,
    space: str,
    bits: int,
    threads: int | None,
    stop: Callable[[], bool] | None,
) -> Image:
    """The frame before its final turn."""
    frame = make_frame(photo, settings, max_size)
    if min(frame.height, frame.width) < MIN_SIDE:
        return _render_tiny(frame.photo, settings, space, bits)
    local, notes = corrections.prepare(settings, frame, PIPELINE)
    kernels: list[Step] = []
    for step in PIPELINE:
        made = blend.kernel(step, settings, local, frame, kernels[-1][0] if kernels else Encoding.LINEAR)
        kernels += [made] if made else []
    notes += tuple(sorted(frame.notes))
    if not kernels and is_output(frame.photo, space, bits):
        return Image(frame.photo.pixels.copy(), space, notes)
    covers = corrections.CorrectionWeights(local, frame) if local else None
    return Image(develop(frame, kernels, covers, space=space, bits=bits, threads=threads, stop=stop), space, notes)


def _render_tiny(photo: Photo, settings: Settings, space: str, bits: int) -> Image:
    """Frames a few pixels wide are rendered with their edge repeated: OpenCV takes tiny arrays for scalars."""
    height, width = photo.height, photo.width
    down, right = max(MIN_SIDE - height, 0), max(MIN_SIDE - width, 0)
    padded = replace(photo, pixels=cv2.copyMakeBorder(photo.pixels, 0, down, 0, right, cv2.BORDER_REPLICATE))
    done = {row.name for row in (*geometry.ROWS, *lens.ROWS)}
    plain = Settings({n: v for n, v in settings.values.items() if n not in done})
    return Image(np.ascontiguousarray(render(padded, plain, space=space, bits=bits).pixels[:height, :width]), space)


def make_frame(photo: Photo, settings: Settings, max_size: int | None = None) -> Frame:
    """The cropped, resized frame, not turned yet, with the analysis maps that earlier renders of the same frame left.

    What is kept never refers back to `photo`, so that a photo nobody uses is freed at once.
    """
    photo, note = lens.corrected(photo, settings)
    crop = tuple(settings[row.name] for row in geometry.CROP) if settings.changed(*geometry.CROP) else ()
    kept = _kept.setdefault(photo, {})
    key = (crop, max_size)
    if key not in kept:
        shown, matrix = geometry.apply(photo, settings) if crop else (photo, np.eye(2, 3))
        original = max(shown.height, shown.width) if crop else max(photo.original_size)
        cropped = shown.height, shown.width
        shown = shown if max_size is None else shown.resized(max_size)
        while len(kept) >= KEPT_FRAMES:
            kept.pop(next(iter(kept)))
        kept[key] = (None if shown is photo else shown, original, _to_whole(matrix, cropped, shown), {})
    own, original, matrix, maps = kept[key]
    shown = photo if own is None else own
    scale = max(shown.height, shown.width) / original
    notes = {note} if note else set()
    return Frame(shown, scale, maps, photo, matrix, order=PIPELINE, notes=notes, subject=subject)


def _to_whole(matrix: np.ndarray, cropped: tuple[int, int], shown: Photo) -> np.ndarray:
    """From pixel centres of the frame shown to pixels of the whole photo, by way of the crop at full size: (2, 3)."""
    scale = np.array([cropped[1] / shown.width, cropped[0] / shown.height])
    out = matrix.astype(np.float64).copy()
    out[:, :2] *= scale
    out[:, 2] += matrix[:, :2] @ (0.5 * scale - 0.5) + 0.5
    return out
