"""Generated documentation: docs/parameters.md from the table, the contact sheets of every slider, the README's picture.

python -m jarvisevo.cli.docs            write both
python -m jarvisevo.cli.docs --check    exit 1 when docs/parameters.md is not current
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from editor_ops.frame import Op
from editor_ops.io.decode import load
from editor_ops.io.save import save
from editor_ops.masks.rows import LEGACY
from editor_ops.parameters import Parameter
from editor_ops.photo import Image, Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import LOCAL, PIPELINE, TABLE

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "parameters.md"
SHEETS = ROOT / "docs" / "sliders"
PHOTOS = ("portrait.jpg", "landscape.jpg", "food.jpg")
THUMB = 150
"""Long edge of a thumbnail in pixels."""

_HEAD = """# Parameters

{count} parameters, generated from the table by `make docs`; do not edit. Names and ranges are Adobe's.

**Fidelity** is what to expect next to Lightroom: *exact* was checked on real Adobe files, *fitted* was fitted to real
renders or to published measurements of them ([fidelity.md](fidelity.md) has the remaining difference), *approximated* \
has the
right direction and a sensible size, *kept* is carried through every file format and not rendered.
Contact sheets of the sliders are in [sliders/](sliders).

The operations run in this order: {order}.
"""


def range_text(row: Parameter) -> str:
    """How a row's values are written in the page: "-100 … 100", "points", "true, false" …"""
    if row.kind == "number":
        return f"{row.low:g} … {row.high:g}{' ' + row.unit if row.unit else ''}"
    if row.kind == "choice":
        return ", ".join(row.choices)
    return {
        "flag": "true, false",
        "curve": "points, 0 … 255",
        "text": "text",
        "struct": "object",
        "list": "list of objects",
        "items": "list",
    }[row.kind]


def default_text(row: Parameter) -> str:
    """The default on rendered files, and on RAW when it differs."""
    if row.kind == "curve":
        return "linear"
    if row.kind in ("struct", "list", "items"):
        return "none"
    shown = (
        f"{row.default:g}"
        if isinstance(row.default, float | int) and not isinstance(row.default, bool)
        else str(row.default)
    )
    return (
        shown.lower()
        if row.kind == "flag"
        else shown + (f" (RAW {row.raw_default:g})" if row.raw_default is not None else "")
    )


def _rows(rows: tuple[Parameter, ...], prefix: str = "") -> Iterator[str]:
    for row in rows:
        local = f" Mask twin: `{row.local}`." if row.local else ""
        yield (
            f"| `{prefix}{row.name}` | {range_text(row)} | {default_text(row)} | {row.doc}.{local} | "
            f"{row.fidelity.value} | {row.evidence} |"
        )
        if row.name not in (*LEGACY, "Masks"):  # their fields are those of the row above
            yield from _rows(row.fields, f"{prefix}{row.name}.")


def _section(step: Op) -> str:
    words = " ".join(step.doc.split())
    table = "\n".join(_rows(step.rows or step.local_rows))
    head = "| parameter | range | default | moving it right | fidelity | evidence |\n|---|---|---|---|---|---|"
    return f"## {step.name.replace('_', ' ').capitalize()}\n\n{words}\n\n{head}\n{table}\n"


def page() -> str:
    """docs/parameters.md as text."""
    order = ", ".join(step.name.replace("_", " ") for step in PIPELINE)
    return _HEAD.format(count=len(TABLE), order=order) + "\n" + "\n".join(_section(step) for step in (*PIPELINE, LOCAL))


def positions(row: Parameter) -> list[float]:
    """Five values from one end of a slider to the other, its default among them."""
    low, high = row.low, row.high
    if row.name == "Temperature":
        return [3000, 4000, 5000, 7000, 12000]
    if low < row.default < high:
        return [low, (low + row.default) / 2, row.default, (row.default + high) / 2, high]
    return [float(v) for v in np.linspace(low, high, 5)]


def _thumb(photo: Photo, document: dict[str, object]) -> np.ndarray:
    """Rendered at twice the thumbnail's size, so that detail tools are seen, then reduced."""
    pixels = render(photo, Settings.parse(document), max_size=3 * THUMB).pixels
    height, width = pixels.shape[:2]
    fit = THUMB / max(height, width)
    return cv2.resize(pixels, (max(1, round(width * fit)), max(1, round(height * fit))), interpolation=cv2.INTER_AREA)


def _label(text: str, width: int) -> np.ndarray:
    strip = np.full((16, width, 3), 245, np.uint8)
    return cv2.putText(strip, text, (3, 12), cv2.FONT_HERSHEY_SIMPLEX, 0.38, (30, 30, 30), 1, cv2.LINE_AA)


def block(row: Parameter, photos: list[Photo]) -> np.ndarray:
    """One slider: a title, then a row per photo with the five positions from left to right."""
    values = positions(row)
    grid = []
    for photo in photos:
        thumbs = [_thumb(photo, dict(row.needs) | {row.name: v}) for v in values]
        size = thumbs[0].shape[1::-1]
        cells = [
            cv2.copyMakeBorder(cv2.resize(t, size), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=(245, 245, 245))
            for t in thumbs
        ]
        grid.append(np.hstack(cells))
    wide = np.vstack(grid)
    return np.vstack([_label(f"{row.name}   " + "   ".join(f"{v:g}" for v in values), wide.shape[1]), wide])


def sheet(rows: list[Parameter], photos: list[Photo]) -> np.ndarray:
    """Blocks of all rows in two columns."""
    blocks = [block(row, photos) for row in rows]
    if len(blocks) % 2:
        blocks.append(np.full_like(blocks[0], 245))
    lines = [
        np.hstack([a, np.full((a.shape[0], 12, 3), 245, np.uint8), b])
        for a, b in zip(blocks[::2], blocks[1::2], strict=True)
    ]
    return np.vstack(lines)


def write_sheets() -> list[Path]:
    """A JPEG per operation that has numeric sliders -> the files written."""
    SHEETS.mkdir(parents=True, exist_ok=True)
    photos = [load(ROOT / "examples" / name) for name in PHOTOS]
    written = []
    for step in PIPELINE:
        rows = [r for r in step.rows if r.kind == "number" and r.name != "GrainSeed"]
        if not rows or step.name in ("geometry", "lens"):
            continue
        path = SHEETS / f"{step.name}.jpg"
        save(Image(sheet(rows, photos)), path, quality=72)
        written.append(path)
    return written


GALLERY = (
    ("landscape.jpg", "a golden evening, but keep the sky blue"),
    ("portrait.jpg", "a bit moody, with a warm film look"),
    ("food.jpg", "颜色更鲜艳一点，暗部再亮一些"),
    ("night.jpg", "black and white, high contrast, with film grain"),
)
"""Example photos and the instructions that the README's picture shows."""


def write_gallery() -> Path:
    """docs/gallery.jpg: each example before and after its instruction, two pairs to a line."""
    from jarvisevo.rules import plan

    cells = []
    for name, instruction in GALLERY:
        photo = load(ROOT / "examples" / name)
        pair = [render(photo, s, max_size=420).pixels for s in (None, plan(photo, instruction).settings)]
        cells.append(cv2.resize(np.hstack(pair), (800, 260), interpolation=cv2.INTER_AREA))
    path = ROOT / "docs" / "gallery.jpg"
    save(Image(np.vstack([np.hstack(cells[:2]), np.hstack(cells[2:])])), path, quality=82)
    return path


def main(arguments: list[str]) -> int:
    """Write the documents, or check that the page is current."""
    if set(arguments) - {"--check"}:
        print(__doc__)
        return 0 if {"-h", "--help"} & set(arguments) else 2
    if "--check" in arguments:
        current = PAGE.exists() and PAGE.read_text() == page()
        print("docs/parameters.md is current" if current else "docs/parameters.md is out of date: run `make docs`")
        return 0 if current else 1
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page())
    for path in (PAGE, *write_sheets(), write_gallery()):
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
