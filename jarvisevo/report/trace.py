"""The trace of an edit as one self-contained HTML page: pictures, thoughts, sliders, masks, scores, the XMP.

Everything in it that a model, a person or a file wrote is text to the page: the template escapes it, and a
content security policy lets only this project's own script and style run, told by their hashes.
"""

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from markupsafe import Markup

from editor_ops.files import write_whole
from editor_ops.io.encode import data_url
from editor_ops.ops.geometry import turned_like
from editor_ops.photo import Image, Photo
from jarvisevo.report import charts, overlays
from jarvisevo.report.labels import translator
from jarvisevo.report.trace_page import PageImage, build

if TYPE_CHECKING:
    from jinja2 import Template

    from jarvisevo.record.trajectory import Trajectory

WEB = Path(__file__).with_name("web")
SIZES = ((1280, 84), (1280, 76), (1080, 76), (900, 72), (720, 68), (560, 62))
"""(longest side, JPEG quality) of the pictures: the first that fits into BUDGET."""
BUDGET = 1_900_000
"""Bytes of all pictures of a page before base64, which makes them a third longer."""

UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, reversals of the writing direction, halves of characters: shown as a replacement sign."""


def write_report(
    trajectory: "Trajectory", images: Sequence[Image | np.ndarray], path: Path, photo: Photo | None = None
) -> Path:
    """Write the page of an edit, whole or not at all -> its path.

    images  sRGB pictures: the photo as it was, then after each step, in order; a step may have none at the end
    photo   to show where the masks act; without it they are described in words
    """
    return write_whole(path, html(trajectory, images, photo))


def html(trajectory: "Trajectory", images: Sequence[Image | np.ndarray], photo: Photo | None = None) -> str:
    """The page as text."""
    arrays = [image.eight_bit() if isinstance(image, Image) else image for image in images]
    states, like = trajectory.states, trajectory.states[min(trajectory.best, len(arrays) - 1)]
    arrays = [turned_like(array, states[i], like) for i, array in enumerate(arrays)]  # compared with each other
    pictures, ratios = embed(arrays)
    page = build(trajectory, arrays, pictures, photo)
    style, script = Markup(_asset("trace.css") + ratios), Markup(_asset("trace.js"))
    text = _template().render(
        page=page,
        t=translator(page["lang"]),
        style=style,
        script=script,
        style_hash=_hash(style),
        script_hash=_hash(script),
        gradients=Markup(charts.gradients()),
    )
    return UNSEEN.sub("\ufffd", text)


def embed(arrays: Sequence[np.ndarray]) -> tuple[list[PageImage], str]:
    """Pictures as JPEG data URLs within BUDGET, and the style rules of their proportions."""
    coded: list[bytes] = []
    for side, quality in SIZES:
        coded = [overlays.jpeg(array, side, quality) for array in arrays]
        if sum(map(len, coded)) <= BUDGET:
            break
    shapes = list(dict.fromkeys(f"{a.shape[1] / a.shape[0]:.4f}" for a in arrays))
    rules = "".join(f".ar{i}{{--ar:{shape}}}" for i, shape in enumerate(shapes))
    numbers = [shapes.index(f"{a.shape[1] / a.shape[0]:.4f}") for a in arrays]
    return [PageImage(i, data_url(data, "jpeg"), f"ar{numbers[i]}") for i, data in enumerate(coded)], rules


def _hash(text: str) -> Markup:
    return Markup(base64.b64encode(hashlib.sha256(text.encode()).digest()).decode())


@lru_cache
def _asset(name: str) -> str:
    return (WEB / name).read_text("utf-8")


@lru_cache(maxsize=1)
def _template() -> "Template":
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(_asset("trace.html"))
