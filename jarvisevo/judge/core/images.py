"""Images for judges: read once, brought to one form, known by their content, spoken of by handles."""

import functools
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from brisque import BRISQUE

    from editor_ops.photo import Image
    from jarvisevo.scoring.analytic.image_pair import ImagePair

SIDE = 768
"""Long edge at which models see images: the one preprocessing there is, before any hash."""
SOURCE = "source"


@dataclass(frozen=True, eq=False)
class LazyImage:
    """An image that is made when it is looked at; `identity` names what it shows, in place of its pixels."""

    identity: str
    make: Callable[[], np.ndarray]


if TYPE_CHECKING:
    ImageInput = Image | np.ndarray | Path | LazyImage


def identity(image: "ImageInput | str | None") -> str:
    """What tells an image (or a text) from others: its content, or the name of a lazy one; "" for None."""
    if image is None or isinstance(image, str):
        return hashlib.sha256((image or "").encode("utf-8", "replace")).hexdigest()
    if isinstance(image, LazyImage):
        return hashlib.sha256(image.identity.encode()).hexdigest()
    return hashlib.sha256(image.read_bytes()).hexdigest() if isinstance(image, Path) else digest(shown(image))


def shown(image: "ImageInput", side: int = SIDE) -> np.ndarray:
    """(h, w, 3) uint8 sRGB with the long edge at most `side`. Raises what loading raises."""
    if isinstance(image, Path):
        stat = image.stat()
        return _file(image, stat.st_mtime_ns, stat.st_size, side)
    if isinstance(image, LazyImage):
        return _made(image, side)
    from editor_ops.measure import srgb_codes

    shape = np.asarray(getattr(image, "pixels", image)).shape
    shrink = min(1.0, side / max(shape[:2]))
    return srgb_codes(image, max(1, int(shape[0] * shape[1] * shrink * shrink)))


@functools.lru_cache(maxsize=128)
def _made(image: LazyImage, side: int) -> np.ndarray:
    codes = shown(image.make(), side)
    codes.flags.writeable = False
    return codes


@functools.lru_cache(maxsize=128)
def _file(path: Path, _changed: int, _size: int, side: int) -> np.ndarray:
    from editor_ops.io.decode import load
    from editor_ops.pipeline import render
    from editor_ops.settings import Settings

    codes = shown(render(load(path), Settings(), max_size=side), side)
    codes.flags.writeable = False
    return codes


def digest(codes: np.ndarray) -> str:
    """SHA-256 of an image's shape and pixels."""
    head = f"{codes.shape} {codes.dtype.str} ".encode()
    return hashlib.sha256(head + np.ascontiguousarray(codes).tobytes()).hexdigest()


def handle(index: int) -> str:
    """Handle of the candidate at an index from 0."""
    return f"cand_{index + 1}"


PLAIN = {
    "lightness": "mean L*, 0-100",
    "contrast": "standard deviation of L*",
    "dynamic_range": "L* between the 1st and the 99th percentile",
    "clipped_black": "share of black pixels, 0-1",
    "clipped_white": "share of white pixels, 0-1",
    "chroma": "mean C*ab",
    "saturation": "mean C*ab / sqrt(C*ab^2 + L*^2), 0-1",
    "vivid": "99th percentile of C*ab",
    "warmth": "mean b*, blue (negative) to yellow",
    "magenta": "mean a*, green (negative) to magenta",
    "local_contrast": "mean L* detail of middle size",
    "texture": "mean L* detail of small size",
    "sharpness": "mean L* step at the sharpest 5 % of edges",
    "noise": "deviation of L* from pixel to pixel in smooth parts",
    "corner_lightness": "mean L* of the corners minus that of the centre",
    "haze": "dark channel, 0-1",
    "skin": "share of pixels with the colour of skin, 0-1",
}
"""Fields of `editor_ops.measure.Measurement` and what they are, as models are told."""
PERCENTILES = {"L1": 0, "L5": 1, "L25": 2, "L50": 3, "L75": 4, "L95": 5, "L99": 6}
NAMES = PLAIN | {name: f"L* at the {name[1:]}th percentile of the pixels" for name in PERCENTILES}
OPTIONAL = {"brisque": "BRISQUE, a no-reference score of distortion, about 0 (clean) to 100 (bad)"}
"""Measures of packages that need not be there (`pip install 'jarvisevo[quality]'`), as models are told."""
COSTS = {
    "white": "light detail lost to white",
    "black": "dark detail lost to black",
    "channel": "a colour channel clipped",
    "noise": "noise added",
    "blur": "sharpness lost",
    "crisp": "oversharpened",
    "halo": "halos along edges",
    "posterised": "smooth gradients in steps",
    "range": "tonal range lost",
    "key": "much too dark or too light",
    "harsh": "harsh contrast",
    "order": "lights and darks changed places",
    "garish": "garish colours",
    "overdone": "far more changed than was asked for",
}
"""Damages of `jarvisevo.scoring.analytic.harms`, 0 none to 1 as bad as it gets, against the photo."""


def measure_names() -> dict[str, str]:
    """Every measure there is here, and what it is: NAMES, and OPTIONAL ones whose package is installed."""
    return NAMES | {name: meaning for name, meaning in OPTIONAL.items() if find_spec(name)}


class CaseImages:
    """The images of one case by handle, and what can be measured on them; `answers` has those that are words."""

    def __init__(self, images: Mapping[str, "np.ndarray | str"]) -> None:
        self.images = {name: codes for name, codes in images.items() if not isinstance(codes, str)}
        self.answers = {name: text for name, text in images.items() if isinstance(text, str)}
        self._keys = {name: digest(codes) for name, codes in self.images.items()}

    @property
    def candidates(self) -> list[str]:
        """Handles of the candidates."""
        return [name for name in (*self.images, *self.answers) if name != SOURCE]

    def measure(self, handle: str, name: str) -> float:
        """One of `measure_names()` for an image. ValueError for other names and handles."""
        if name not in NAMES and name not in measure_names():
            raise ValueError(f"no such measure: {str(name)[:40]!r}; one of {', '.join(measure_names())}")
        return _brisque(self._held(handle)) if name == "brisque" else _measured(self._held(handle))[name]

    def cost(self, handle: str, name: str) -> float:
        """One of COSTS for an edited image against `source`. ValueError for other names and handles."""
        if name not in COSTS:
            raise ValueError(f"no such cost: {str(name)[:40]!r}; one of {', '.join(COSTS)}")
        first, then = self._held(SOURCE), self._held(handle)
        return _costs(first, then).get(name, 0.0)

    def difference(self, a: str, b: str) -> float:
        """Mean colour difference ΔE of two images of the case."""
        return _difference(self._held(a), self._held(b))

    def _held(self, handle: str) -> "HashableImage":
        if not isinstance(handle, str) or handle not in self.images:
            raise ValueError(f"no such image: {str(handle)[:40]!r}; one of {', '.join(self.images)}")
        return HashableImage(self.images[handle], self._keys[handle])


class HashableImage:
    """An image that equals another with the same content."""

    def __init__(self, codes: np.ndarray, key: str = "") -> None:
        self.codes, self.key = codes, key or digest(codes)

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HashableImage) and other.key == self.key


Result = TypeVar("Result")
REMEMBERED = 8192
"""Results of each measurement that are kept, without their images."""


def _remembered(function: Callable[..., Result]) -> Callable[..., Result]:
    """A function of images that is worked out once for the same content."""
    known: dict[tuple[str, ...], Result] = {}

    @functools.wraps(function)
    def found(*images: HashableImage) -> Result:
        key = tuple(image.key for image in images)
        if key not in known:
            made = function(*images)
            while len(known) >= REMEMBERED:
                known.pop(next(iter(known)), None)
            known[key] = made
        return known[key]

    return found


@_remembered
def _measured(held: HashableImage) -> Mapping[str, float]:
    from editor_ops.measure import measure

    found = measure(held.codes)
    plain = {name: float(getattr(found, name)) for name in PLAIN}
    return plain | {name: float(found.percentiles[i]) for name, i in PERCENTILES.items()}


@_remembered
def _brisque(held: HashableImage) -> float:
    """Mittal et al. 2012, by the `brisque` package, whose own `score` fails with NumPy 2.4."""
    import cv2

    model = _brisque_model()
    grey = held.codes @ np.array([0.2125, 0.7154, 0.0721]) / 255.0
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_CUBIC)
    features = [value for image in (grey, half) for value in model.calculate_brisque_features(image)]
    return float(model.calculate_image_quality_score([float(np.ravel(value)[0]) for value in features]))


@functools.lru_cache(maxsize=1)
def _brisque_model() -> "BRISQUE":
    from brisque import BRISQUE

    return BRISQUE(url=False)


@_remembered
def _costs(first: HashableImage, then: HashableImage) -> Mapping[str, float]:
    from jarvisevo.scoring.analytic.harms import harms

    return {harm.name: float(harm.cost) for harm in harms(_pair(first, then))}


@_remembered
def _difference(first: HashableImage, then: HashableImage) -> float:
    return float(_pair(first, then).difference)


def _pair(first: HashableImage, then: HashableImage) -> "ImagePair":
    from editor_ops.ops.geometry import oriented
    from jarvisevo.scoring.analytic.frames import same_size, turn_between
    from jarvisevo.scoring.analytic.image_pair import ImagePair

    orientation = turn_between(first.codes, then.codes)
    return ImagePair(*same_size(oriented(first.codes, orientation), then.codes), orientation=orientation)
