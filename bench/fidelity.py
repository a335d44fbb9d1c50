"""How close the sandbox comes to real Adobe renders: ΔE2000 per file, beside doing nothing.

    python -m bench.fidelity [FOLDER] [--json OUT] [--markdown PAGE]

FOLDER (default ../shared/lightroom) holds Adobe's output with the settings that made it. A render is
found by what it is: a 512 × 512 image whose source is the identity LUT (Hald or tile layout), a
image `after`/`before` pair, creative looks of one photograph, or a RAW with an embedded Adobe preview.
"""

import argparse
import io
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from editor_ops import color, formats
from editor_ops.formats.exported import placed
from editor_ops.io.decode import load
from editor_ops.ops import look
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from editor_ops.table import PIPELINE, TABLE

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared" / "lightroom"
NOT_IN_A_LUT = (
    "GrainAmount",
    "PostCropVignetteAmount",
    "Sharpness",
    "LuminanceSmoothing",
    "ColorNoiseReduction",
    "HasCrop",
)
"""Spatial settings that mean nothing on a LUT; they are left out and named in the result."""


@dataclass(frozen=True)
class FidelityRow:
    """One file: mean and 95th percentile of ΔE2000 (D50) to Adobe's render, and the mean of doing nothing."""

    file: str
    kind: str
    mean: float
    p95: float
    nothing: float
    note: str = ""
    moved: tuple[str, ...] = ()
    """The parameters that the render's settings move."""

    @property
    def ratio(self) -> float:
        return self.mean / self.nothing


def delta_e(rgb: np.ndarray, other: np.ndarray) -> np.ndarray:
    """CIE ΔE2000 (D50) between two sRGB images of one size, flattened; by colour-science."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from colour.difference import delta_E_CIE2000
    return delta_E_CIE2000(color.srgb_to_lab(rgb).reshape(-1, 3), color.srgb_to_lab(other).reshape(-1, 3))


def identity(layout: str) -> np.ndarray:
    """The identity LUT of 64 steps as an image (512, 512, 3) uint8: "hald" (flat index R + 64 G + 4096 B) or "tile"."""
    y, x = np.mgrid[:512, :512]
    if layout == "hald":
        flat = y * 512 + x
        steps = np.stack([flat % 64, flat // 64 % 64, flat // 4096], -1)
    else:
        steps = np.stack([x % 64, y % 64, y // 64 * 8 + x // 64], -1)
    return np.rint(steps * (255 / 63)).astype(np.uint8)


def lut_renders(folder: Path) -> Iterator[tuple[str, np.ndarray, np.ndarray, Settings]]:
    """(file, source, Adobe's render, settings) for every 512 × 512 image with embedded settings."""
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in (".jpg", ".png", ".tif") or re.search("before|after", path.stem, re.I):
            continue
        photo = load(path)
        if (photo.height, photo.width) != (512, 512) or not photo.xmp or "crs:" not in photo.xmp:
            continue
        adobe = photo.pixels
        layouts = {name: identity(name) for name in ("hald", "tile")}
        source = min(layouts.values(), key=lambda s: float(np.abs(s.astype(int) - adobe).mean()))
        yield path.name, source, adobe, formats.read(path).settings


def compare_luts(folder: Path) -> Iterator[FidelityRow]:
    """Every LUT render in the folder against ours."""
    for name, source, adobe, settings in lut_renders(folder):
        left_out = [n for n in NOT_IN_A_LUT if settings.values.get(n)]
        kept = {n: v for n, v in settings.values.items() if n not in NOT_IN_A_LUT}
        ours = render(Photo.from_array(source), Settings(kept)).pixels
        note = f"without {', '.join(left_out)}" if left_out else ""
        yield _result(name, "identity LUT", ours, adobe, source, note, moved_by(Settings(kept)))


def _result(
    name: str,
    kind: str,
    ours: np.ndarray,
    adobe: np.ndarray,
    source: np.ndarray,
    note: str = "",
    moved: tuple[str, ...] = (),
) -> FidelityRow:
    errors = delta_e(ours, adobe)
    nothing = delta_e(source, adobe).mean()
    return FidelityRow(
        name,
        kind,
        round(float(errors.mean()), 2),
        round(float(np.percentile(errors, 95)), 2),
        round(float(nothing), 2),
        note,
        moved,
    )


def moved_by(settings: Settings) -> tuple[str, ...]:
    """The parameters that are not at their default."""
    return tuple(name for name in settings.values if settings.values[name] != TABLE[name].default)


def compare_pairs(folder: Path) -> Iterator[FidelityRow]:
    """before/after images of one size where the after carries settings: `X__Before.*` / `X__After.*` and the like."""
    images = [p for p in sorted(folder.rglob("*")) if p.suffix.lower() in (".jpg", ".jpeg", ".png", ".tif", ".webp")]
    for after in (p for p in images if re.search(r"after", p.stem, re.I)):
        stem = re.sub(r"after", "before", after.stem, flags=re.I).lower()
        before = next((p for p in images if p.stem.lower() == stem and p.parent == after.parent), None)
        if before is None:
            continue
        source, target = load(before), load(after)
        settings = placed(formats.read(after), source).settings
        ours = render(source, settings).pixels
        if ours.shape != target.pixels.shape:
            ours = cv2.resize(ours, target.pixels.shape[1::-1], interpolation=cv2.INTER_AREA)
        plain = cv2.resize(render(source).pixels, target.pixels.shape[1::-1], interpolation=cv2.INTER_AREA)
        moved = moved_by(settings)
        yield _result(after.name, "pair", _eight(ours), render(target).pixels, _eight(plain), moved=moved)


def _eight(pixels: np.ndarray) -> np.ndarray:
    return pixels if pixels.dtype == np.uint8 else cv2.convertScaleAbs(pixels, alpha=1 / 257)


def compare_looks(folder: Path) -> Iterator[FidelityRow]:
    """Creative looks of one photograph: the colours below the look are solved from one look and predict the others.

    Only flat, unclipped pixels count; "nothing" is the difference of the two looks.
    """
    names = [p.stem for p in sorted(folder.glob("profiles/*.xmp")) if (folder / f"{p.stem}.jpg").exists()]
    if len(names) < 2:
        return
    images = {n: cv2.resize(load(folder / f"{n}.jpg").pixels, (438, 292), interpolation=cv2.INTER_AREA) for n in names}
    keep = np.all([_flat(image) for image in images.values()], 0)
    tables = {n: _table_of(folder / "profiles" / f"{n}.xmp") for n in names}
    base = _solve_base(tables[names[0]], images[names[0]][keep])
    for name in names[1:]:
        predicted = _through(tables[name], base)
        seen, other = images[name][keep][None], images[names[0]][keep][None]
        yield _result(f"{name} from {names[0]}", "creative look", predicted[None], seen, other)


def _flat(image: np.ndarray) -> np.ndarray:
    grey = cv2.cvtColor(image, cv2.COLOR_RGB2GRAY).astype(np.float32)
    spread = cv2.blur(grey * grey, (3, 3)) - cv2.blur(grey, (3, 3)) ** 2
    return (spread < 2.2) & (image.min(2) > 5) & (image.max(2) < 250)


def _table_of(path: Path) -> look.RgbTable:
    table = look.nested_table(formats.read(path).settings)
    if table is None:
        raise ValueError(f"{path.name} holds no readable RGB table")
    return table


def _through(table: look.RgbTable, encoded: np.ndarray) -> np.ndarray:
    """(n, 3) encoded in the table's space -> (n, 3) sRGB uint8 of the look."""
    changed = look.apply_table(np.ascontiguousarray(encoded[None], np.float32), table)
    linear = color.convert(color.srgb_decode(changed).astype(np.float32), color.rgb_to_rgb(table.space, "srgb"))
    return np.rint(np.clip(color.srgb_encode(linear), 0, 1) * 255).astype(np.uint8)[0]


def _solve_base(table: look.RgbTable, seen: np.ndarray) -> np.ndarray:
    """Colours (n, 3) that the look's table turns into `seen` (n, 3) uint8, by Gauss-Newton from the seen colours."""
    linear = color.convert(
        color.srgb_decode(seen[None] / 255.0).astype(np.float32), color.rgb_to_rgb("srgb", table.space)
    )
    target = color.srgb_encode(linear)[0].astype(np.float32)
    guess, step = target.copy(), np.float32(1e-3)
    for _ in range(30):
        value = look.apply_table(guess[None], table)[0]
        columns = [
            (look.apply_table(np.clip(guess + step * np.eye(3, dtype=np.float32)[i], 0, 1)[None], table)[0] - value)
            / step
            for i in range(3)
        ]
        jacobian = np.stack(columns, -1) + 1e-3 * np.eye(3)
        guess = np.clip(guess + 0.7 * np.linalg.solve(jacobian, (target - value)[..., None])[..., 0], 0, 1).astype(
            np.float32
        )
    return guess


def compare_raw(folder: Path) -> Iterator[FidelityRow]:
    """RAW files with an embedded Adobe preview at defaults: our default rendering against it."""
    import rawpy
    from PIL import Image

    for path in sorted(folder.rglob("*.dng")):
        with rawpy.imread(str(path)) as raw:
            preview = np.asarray(Image.open(io.BytesIO(bytes(raw.extract_thumb().data))).convert("RGB"))
        photo = load(path)
        size = (preview.shape[1] // 4, preview.shape[0] // 4)
        ours, plain, adobe = (
            cv2.resize(p, size, interpolation=cv2.INTER_AREA) for p in (render(photo).pixels, _plain(photo), preview)
        )
        yield _result(path.name, "RAW default", ours, adobe, plain, "nothing = linear light, sRGB-encoded")


def _plain(photo: Photo) -> np.ndarray:
    linear = color.convert(photo.linear(), color.rgb_to_rgb("prophoto", "srgb"))
    return np.rint(np.clip(color.srgb_encode(linear), 0, 1) * 255).astype(np.uint8)


def run(folder: Path = SHARED) -> list[FidelityRow]:
    """Every comparison that the folder allows."""
    results = [*compare_luts(folder), *compare_pairs(folder)]
    for looks in sorted({p.parent.parent for p in folder.rglob("profiles/*.xmp")}):
        results += compare_looks(looks)
    return results + list(compare_raw(folder))


def markdown(results: list[FidelityRow]) -> str:
    """A table for docs/fidelity.md."""
    lines = ["| file | kind | ΔE2000 mean | p95 | doing nothing | ratio | note |", "|---|---|---|---|---|---|---|"]
    lines += [
        f"| {r.file} | {r.kind} | {r.mean:.2f} | {r.p95:.2f} | {r.nothing:.2f} | {r.ratio:.2f} | {r.note} |"
        for r in results
    ]
    return "\n".join(lines) + "\n"


def card(results: list[FidelityRow]) -> str:
    """Every parameter that moves pixels: its label, where that comes from, and ΔE2000 of the renders that move it.

    A render that moves a parameter alone stands in bold; the others measure it together with what else they move.
    """
    lines = ["| parameter | label | source | ΔE2000 of Adobe renders that move it |", "|---|---|---|---|"]
    for step in PIPELINE:
        for row in step.rows:
            of = [result for result in results if row.name in result.moved]
            seen = ", ".join(f"**{r.mean:.2f}**" if r.moved == (row.name,) else f"{r.mean:.2f}" for r in of)
            source = row.evidence or "none published; the formula is ours"
            lines.append(f"| `{row.name}` | {row.fidelity.value} | {source} | {seen or 'none at hand'} |")
    return "\n".join(lines) + "\n"


def into_page(path: Path, table: str, name: str = "fidelity") -> None:
    """Put a table between the two comments of its name in a page, or write it as a page of its own."""
    start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    text = path.read_text(encoding="utf-8") if path.exists() else start + end
    head, _, rest = text.partition(start)
    path.write_text(head + start + table + end + rest.partition(end)[2], encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Print the table; write JSON or Markdown where asked."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.fidelity", description="ΔE2000 to real Adobe renders, per file"
    )
    parser.add_argument("folder", nargs="?", type=Path, default=SHARED, help="Adobe renders with their settings")
    parser.add_argument("--json", type=Path, help="also write the results here")
    parser.add_argument("--markdown", type=Path, help="also put the table into this page, e.g. docs/fidelity.md")
    options = parser.parse_args(arguments)
    if not options.folder.is_dir():
        print(
            (
                "No Adobe renders are at hand: name a folder of them with their settings (docs/fidelity.md says how to"
                " make one)"
                if options.folder == SHARED
                else f"{options.folder}: no such folder; give one that holds Adobe renders with their settings"
            ),
            file=sys.stderr,
        )
        return 2
    results = run(options.folder)
    print(markdown(results), end="")
    if options.json:
        options.json.write_text(json.dumps([asdict(r) for r in results], indent=1), encoding="utf-8")
    if options.markdown:
        into_page(options.markdown, markdown(results))
        into_page(options.markdown, card(results), "card")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
